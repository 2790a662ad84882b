"""The controller's board: wires where the drivers want them, 5 V where no pin is, plugs that do no harm elsewhere."""

import sys
from collections import defaultdict
from dataclasses import replace
from itertools import pairwise
from math import dist, hypot
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2]))  # `hardware` is no installed package

from hardware.electrical import copper, silk
from hardware.electrical.board import Pad
from hardware.electrical.circuit import PINS
from hardware.electrical.controller import PI, PI_GROUNDS, PICO, PICO_GROUNDS, PLUGS, circuit
from hardware.electrical.controllerboard import NECK, _made, controller
from hardware.electrical.lands import FOOTPRINTS
from hardware.electrical.netlist import CONNECTOR
from hardware.electrical.power import CLOCK_PF, DATA_OHM, TVS, USUAL_OHM, fuse_ma
from hardware.electrical.route import GRID, Given, Router
from hardware.function.currents import carries
from hardware.generate.sizes import SizesError, read_sizes

from pearlboard.drivers.pins import SIGNALS
from pearlboard.settings import Settings
from support.pads import overlapping

pytestmark = pytest.mark.slow

HARDWARE = Path(__file__).parents[2] / "hardware"
PI_5V, PI_3V3 = (2, 4), (1, 17)
PI_GND = (6, 9, 14, 20, 25, 30, 34, 39)
PICO_SUPPLIES = (36, 37, 39, 40)
"""3V3, its enable, VSYS, VBUS."""


@pytest.fixture(scope="module")
def made():
    return controller(read_sizes())


def net_at(part, pin):
    return circuit().net_of().get((part, str(pin)), "open")


def test_every_pin_is_on_one_net_or_left_open_on_purpose():
    """And a pin that is forgotten is named."""
    circuit().check()
    whole = circuit()
    with pytest.raises(SizesError, match=r"controller: R3 pin 1 is on 0 nets"):
        replace(whole, nets={**whole.nets, "DATA": tuple(pin for pin in whole.nets["DATA"] if pin[0] != "R3")}).check()


@pytest.mark.parametrize("signal", SIGNALS)
def test_a_signal_is_where_both_drivers_look_for_it(signal):
    """One net from the Pi's pin to the Pico's, and to nothing else of either."""
    net = net_at(PI, SIGNALS[signal].pi.position)
    pins = circuit().nets[net]
    assert [pin for part, pin in pins if part == PI] == [str(SIGNALS[signal].pi.position)]
    assert [pin for part, pin in pins if part == PICO] == [str(SIGNALS[signal].pico.position)]


def test_the_chains_plug_is_that_of_a_bar_behind_its_resistors():
    """Pin by pin as on J1 of a bar; 100 ohm in CLK and LOAD, 1 k in DATA, 100 pF behind CLK's."""
    assert tuple(net.removesuffix("_OUT").removesuffix("_IN") for net in PLUGS["J2"][2]) == CONNECTOR
    values = {part.name: part.value for part in circuit().parts}
    assert (values["R1"], values["R2"], values["R3"]) == (f"{USUAL_OHM} R", f"{USUAL_OHM} R", f"{DATA_OHM // 1000} k")
    assert values["C3"] == f"{CLOCK_PF} pF"
    assert set(circuit().nets["CLK_OUT"]) == {("R1", "2"), ("C3", "1"), ("J2", "2"), ("TP4", "1")}
    assert set(circuit().nets["DATA_IN"]) == {("R3", "2"), ("J2", "5"), ("TP6", "1")}


def test_everything_at_5_v_lies_behind_the_fuse_of_the_programs_cap():
    """Only socket and fuse see the plug; the suppressor diode is the first thing behind, its stripe (pin 1) at 5 V."""
    values = {part.name: part.value for part in circuit().parts}
    assert set(circuit().nets["5V_IN"]) == {("J1", "A9"), ("J1", "B9"), ("F1", "2")}
    assert values["F1"] == f"{fuse_ma(Settings().lights.cap_ma) / 1000:g} A slow"
    assert values["D1"] == TVS
    assert (net_at("D1", 1), net_at("D1", 2)) == ("5V", "GND")
    assert (net_at("C1", 1), net_at("C1", 2)) == ("5V", "GND")
    assert {net_at("J1", pin) for pin in ("A12", "B12", "S1")} == {"GND"}


def test_the_inlet_asks_for_5_v_whichever_way_its_plug_is_turned():
    """Each CC contact has 5.1 k of its own to ground and nothing else; plus is plus after a turn by half."""
    values = {part.name: part.value for part in circuit().parts}
    for contact, net in (("A5", "CC1"), ("B5", "CC2")):
        (_, (resistor, pin)) = sorted(circuit().nets[net])
        assert net_at("J1", contact) == net
        assert values[resistor] == "5.1 k"
        assert net_at(resistor, 3 - int(pin)) == "GND"
    turned = {"A5": "B5", "A9": "B9", "A12": "B12"}
    x_of = {land.pin: land.x for land in FOOTPRINTS["USB-C, power"].lands}
    assert all(x_of[one] == -x_of[other] for one, other in turned.items())
    assert all(net_at("J1", one).rstrip("12") == net_at("J1", other).rstrip("12") for one, other in turned.items())


def test_the_lights_supply_is_watched_and_seen():
    """Half of 5 V at both controllers' input, pulled down by the supervisor; a light behind the fuse."""
    pins = {PI: SIGNALS["supply_ok"].pi, PICO: SIGNALS["supply_ok"].pico}
    values = {part.name: part.value for part in circuit().parts}
    assert set(circuit().nets["WATCH"]) == {("R11", "2"), ("R12", "1"), ("U2", "1"), ("R16", "1"), ("TP8", "1")}
    at_controllers = {(part, str(pin.position)) for part, pin in pins.items()}
    assert set(circuit().nets["SENSE"]) == {("R16", "2"), *at_controllers}
    assert [values[name] for name in ("R11", "R12", "R16")] == ["10 k", "10 k", "1 k"]
    assert [net_at("R11", 1), net_at("R12", 2)] == ["5V", "GND"]
    assert [net_at("U2", pin) for pin in (1, 2, 3)] == ["WATCH", "5V", "GND"]
    assert [net_at("D2", pin) for pin in (1, 2)] == ["GND", "LIGHT"]
    assert {net_at("R15", pin) for pin in (1, 2)} == {"5V", "LIGHT"}


def test_no_supply_of_the_board_reaches_a_header_but_3_3_v_behind_its_jumper():
    """A Pi and a Pico get no 5 V; the chain's 3.3 V goes through JP1, which is plugged last."""
    for part in (PI, PICO):
        assert {net_at(part, pin) for pin in range(1, 41)} & {"5V", "5V_IN", "3V3"} == set()
    assert all(net_at(PI, pin) == "open" for pin in (*PI_5V, 1))
    assert set(circuit().nets["3V3"]) == {("JP1", "2"), ("C4", "1"), ("J2", "3"), ("TP3", "1")}


@pytest.mark.parametrize(
    ("how", "seen"),
    [
        ("turned round", lambda pin: 41 - pin),
        ("a column to one side", lambda pin: pin + 2),
        ("a column to the other side", lambda pin: pin - 2),
        ("a row up", lambda pin: pin - 1 if pin % 2 == 0 else None),
        ("a row down", lambda pin: pin + 1 if pin % 2 == 1 else None),
    ],
)
def test_a_ribbon_plugged_wrongly_on_the_pi_shorts_nothing(how, seen):
    """Its end at the Pi has no key: wherever it lands, no supply of the Pi meets ground or the chain's supply."""
    for pin in (*PI_5V, *PI_3V3):
        net = net_at(PI, seen(pin))
        assert net not in {"GND", "3V3_IN"}, (how, pin)
        if pin in PI_5V:
            assert net in {"open", "LAMP"}, (how, pin)  # LAMP ends at a transistor's base, behind 1 k
    assert (net_at("R10", 1), net_at("R10", 2), net_at("Q1", 1)) == ("LAMP", "BASE", "BASE")


def test_the_grounds_of_the_pi_are_grounds_and_the_obvious_ones_would_be_wrong():
    """Pins 6 and 39 are grounds too, but meet 5 V when the ribbon is plugged a column aside or turned round."""
    assert set(PI_GROUNDS) == set(PI_GND) - {6, 39}
    assert 41 - 39 in PI_5V
    assert 6 - 2 in PI_5V


def test_a_pico_turned_round_meets_ground_with_ground_and_no_supply():
    """Pin 1 in the place of 21: every ground lies on a ground, every supply on a pin that goes nowhere."""
    turned = {pin: (pin + 19) % 40 + 1 for pin in range(1, 41)}
    assert {turned[pin] for pin in PICO_GROUNDS} == set(PICO_GROUNDS)
    assert all(net_at(PICO, turned[pin]) == "open" for pin in PICO_SUPPLIES)


def test_plugs_that_can_be_swapped_do_no_harm():
    """Sockets of one kind carry the same wires; only hint and take back may change places, each behind 1 k."""
    kinds = defaultdict(list)
    for name, (_, kind, wires) in PLUGS.items():
        kinds[kind].append((name, wires))
    alike = {kind: {wires for _, wires in found} for kind, found in kinds.items() if len(found) > 1}
    assert alike.pop("VH, 2") == {("5V", "GND")}
    assert alike == {"XH, 2": {("HINT_KEY", "GND"), ("BACK_KEY", "GND")}}
    values = {part.name: part.value for part in circuit().parts}
    assert (values["R6"], values["R7"]) == ("1 k", "1 k")


def test_5_v_keeps_off_whatever_leads_to_a_controller(made):
    """1.5 mm from any pad of 5 V to any pad that a pin or the chain hangs at directly."""
    led = {net_at(part, pin) for part in (PI, PICO) for pin in range(1, 41)} - {"open", "GND"}
    led |= {"CLK_OUT", "LOAD_OUT", "DATA_IN", "3V3"}
    hot = [copper.pad_piece(pad) for pad in made.pads if pad.net in {"5V", "5V_IN"}]
    gaps = [
        (copper.distance(copper.pad_piece(pad), one), one.name) for pad in made.pads if pad.net in led for one in hot
    ]
    assert min(gaps) >= (1.5, "")


def test_the_leds_current_has_copper_enough(made):
    """By IPC-2221's formula for 35 um outside, socket to strips' plugs: 4 A make it 10 K warmer; a supply gives 3."""
    wide = [track for track in made.tracks if track.width >= 3.0]
    assert carries(3.0) > 4.0 > carries(1.5)
    necks = [track for track in made.tracks if (track.net, track.width) == ("5V_IN", NECK)]
    assert len(necks) == 2
    assert 2 * carries(NECK) > 3.0  # what a USB-C supply gives, by both contacts of 5 V
    for net, ends in (("5V", ("F1", "J4", "J5", "J6")), ("GND", ("C1", "J4", "J5", "J6")), ("5V_IN", ("F1",))):
        pads = [pad for pad in made.pads if pad.net == net and pad.part in ends]
        assert len({pad.part for pad in pads}) == len(ends)
        points = {point for track in wide if track.net == net for point in track.points}
        assert all(min(hypot(pad.x - x, pad.y - y) for x, y in points) < 0.01 for pad in pads)


# --- copper and print ------------------------------------------------------------------------------------------------


def test_the_copper_is_what_the_netlist_says(made):
    """Nets apart and whole, found by exact geometry and not by who drew it; parts have room; ink is off solder."""
    figures = copper.check_copper(made)
    assert figures["between nets"] >= 0.2
    assert overlapping(made) == []
    silk.check_courtyards(made)
    assert silk.check_silk(made) >= 0.1 - 1e-9


def test_a_way_that_is_missing_is_found(made):
    """Every tenth of the tracks that are no ground, nor within a pad, taken away."""
    ways = [
        place
        for place, track in enumerate(made.tracks)
        if track.net != "GND" and dist(track.points[0], track.points[-1]) > 0.3
    ]
    for place in ways[::10]:
        with pytest.raises(SizesError, match="is not one piece of copper"):
            copper.check_copper(replace(made, tracks=made.tracks[:place] + made.tracks[place + 1 :]))


def test_ground_is_below_nearly_everywhere(made):
    """The net of ground on the lower side reaches into every square of 20 mm."""
    ends = [point for track in made.tracks if (track.net, track.layer) == ("GND", "bottom") for point in track.points]
    assert {(int(x // 20), int(y // 20)) for x, y in ends} == {(x, y) for x in range(5) for y in range(5)}


def test_it_is_drawn_the_same_again(made):
    """The search for ways has no chance in it."""
    assert _made.__wrapped__(read_sizes().controller) == made


def test_it_fits_below_the_base(made):
    """Within the plate, beside its spacers."""
    sizes = read_sizes()
    assert made.outline[2] <= 100.0
    assert made.outline[3] <= 100.0  # what makers of boards ask least for
    assert sizes.controller.height < 190.7 - 2 * 12


# --- the router ------------------------------------------------------------------------------------------------------


def two_pads(*between):
    pads = (Pad("A", "1", "N", 2 * GRID, 10 * GRID, 0.8, 0.8), Pad("B", "1", "N", 18 * GRID, 10 * GRID, 0.8, 0.8))
    return Given((0.0, 0.0, 20 * GRID, 20 * GRID), (*pads, *between), (), ())


def test_a_way_leads_straight_where_nothing_stands():
    """Two pads, one line, no via."""
    router = Router(two_pads(), 0.3)
    router.join("N")
    assert router.vias == []
    (track,) = router.tracks
    assert all(abs(y - 10 * GRID) < 0.5 for _, y in track.points)


def test_a_way_goes_below_what_stands_in_it_and_a_wall_is_named():
    """A row of pads from edge to edge is passed by vias; one of holes cannot be passed, and says which net and pad."""
    wall = tuple(Pad("W", str(row), "X", 10 * GRID, row * GRID, 0.6, 0.6) for row in range(21))
    router = Router(two_pads(*wall), 0.3)
    router.join("N")
    assert len(router.vias) == 2
    drilled = tuple(replace(pad, drill=0.3) for pad in wall)
    with pytest.raises(SizesError, match=r"N to [AB]\.1: there is no way"):
        Router(two_pads(*drilled), 0.3).join("N")


def test_what_the_router_lays_keeps_the_clearance():
    """A disc between two pads is gone round at 0.2 mm or more."""
    given = two_pads(Pad("D", "1", "X", 10.2 * GRID, 10.1 * GRID, 2.0, 2.0, 1.0))
    router = Router(given, 0.3)
    router.join("N")
    disc = copper.pad_piece(given.pads[-1])
    assert min(copper.distance(disc, piece) for track in router.tracks for piece in copper.track_pieces(track)) >= 0.2
    assert all(len(track.points) == len(set(track.points)) for track in router.tracks)
    assert all(a != b for track in router.tracks for a, b in pairwise(track.points))


def test_packages_have_the_pins_of_their_lands():
    """A land that lacks a pin, or has one too many, would be no land of its part."""
    for package, footprint in FOOTPRINTS.items():
        assert {land.pin for land in footprint.lands} == set(PINS[package]), package
