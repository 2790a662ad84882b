"""The stripboard of the controller's end joins what is wanted of it, and each slip of hand is found."""

import sys
from dataclasses import replace
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2]))  # `hardware` is no installed package

from hardware.electrical.stripboard import (
    CUTS,
    LEGS,
    LINKS,
    PARTS,
    WANTED,
    WIRES,
    Stripboard,
    check_stripboard,
    stripboard,
)
from hardware.generate.sizes import SizesError

from pearlboard.drivers.pins import POWER, SIGNALS

pytestmark = pytest.mark.slow

BOARD = Stripboard()


def test_strips_cuts_and_links_join_what_is_wanted():
    """Every leg and wire is on the board once, in a hole of its own, and joined as it should be."""
    check_stripboard(BOARD)
    assert BOARD.joined() == frozenset(WANTED.values())
    assert sorted(pin for pins in WANTED.values() for pin in pins) == sorted([*LEGS, *WIRES])


def test_the_level_shifter_is_wired_as_its_data_sheet_and_the_guide_have_it():
    """Gate 1 is used; its enable, all other inputs and enables, and pin 7 are at ground; outputs stay open."""
    net_of = {pin: net for net, pins in WANTED.items() for part, pin in pins if part == "IC1"}
    assert {pin for pin, net in net_of.items() if net == "GND"} == {"1", "4", "5", "7", "9", "10", "12", "13"}
    assert (net_of["2"], net_of["3"], net_of["14"]) == ("LED", "DIN", "5 V")
    assert {pin for pin, net in net_of.items() if net.startswith("open")} == {"6", "8", "11"}


def found(made):
    """Whether a slip is noticed."""
    try:
        check_stripboard(made)
    except SizesError:
        return True
    return False


def test_every_cut_that_is_forgotten_is_found_where_it_parts_anything():
    """It joins two sides of the chip, or bridges a resistor; at F10 there is ground on both sides."""
    harmless = [cut for cut in CUTS if not found(replace(BOARD, cuts=tuple(other for other in CUTS if other != cut)))]
    assert harmless == [("F", 10)]


def test_every_link_that_is_forgotten_is_found():
    """Something is no longer at ground, or at 5 V."""
    assert all(found(replace(BOARD, links=tuple(other for other in LINKS if other != link))) for link in LINKS)


def test_every_leg_in_the_strip_below_is_found_where_that_is_another():
    """One hole too far down: it is used already, does not exist, or joins something else; or links make both one."""
    legs = {**LEGS, **WIRES}
    below = {pin: (chr(ord(strip) + 1), number) for pin, (strip, number) in legs.items()}
    harmless = [pin for pin in legs if not found(replace(BOARD, legs=tuple({**legs, pin: below[pin]}.items())))]
    assert harmless == [("C2", "2"), ("supply", "5 V")]


def test_a_hole_that_is_not_there_or_used_twice_is_refused():
    """A leg beyond the last hole, on a cut, and on another."""
    others = tuple(leg for leg in BOARD.legs if leg[0] != ("C1", "1"))
    for hole, words in (
        (("J", 23), "there is no hole J23"),
        (("J", 5), "J5 is used twice"),
        (("J", 7), "J7 is used twice"),
    ):
        with pytest.raises(SizesError, match=words):
            check_stripboard(replace(BOARD, legs=(*others, (("C1", "1"), hole))))


def test_the_picture_says_where_every_wire_goes_with_the_drivers_pins():
    """Positions on both controllers, all parts with their values, a cross for each cut."""
    drawn = stripboard()
    for name, signal in (("LED", "leds"), ("CLK", "chain_clock"), ("LOAD", "chain_load"), ("DATA", "chain_data")):
        assert f'"{name}: Pi {SIGNALS[signal].pi.position}, Pico {SIGNALS[signal].pico.position}"' in drawn
    assert f'"3V3: Pi {POWER["3V3"][0][-1]}, Pico {POWER["3V3"][1][-1]}"' in drawn
    assert all(f'"{name} {value}' in drawn for name, value in PARTS.items())
    assert f'"{len(CUTS)} cuts: ' in drawn
