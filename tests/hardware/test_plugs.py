"""Each plug's drawing has all its wires, in the order of its pins, and no two of them cross."""

import csv
import io
import sys
from itertools import combinations, groupby
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2]))  # `hardware` is no installed package

from hardware.electrical.controller import PLUGS, SIGNAL_OF
from hardware.electrical.netlist import CONNECTOR
from hardware.electrical.plugs import ENDS, INKS, Wire, housing, plugs_csv, plugs_picture, wires
from hardware.electrical.tables import COLOURS

pytestmark = pytest.mark.slow


def cross(one, other):
    """Two wires from left to right cross or touch if they do not keep their order."""
    (a, b), (c, d) = ([y for _, y in wire.drawn] for wire in (one, other))
    return (a - c) * (b - d) <= 0


def test_no_two_wires_cross_and_a_wire_that_does_would_be_seen():
    """Pairwise, over the whole picture; swapped ends are noticed."""
    found = wires()
    assert not [pair for pair in combinations(found, 2) if cross(*pair)]
    first, second, *_ = found
    (left, right), (below, under) = first.drawn, second.drawn
    swapped = (
        Wire(first.plug, 1, first.net, first.colour, first.end, (left, under)),
        Wire(second.plug, 2, second.net, second.colour, second.end, (below, right)),
    )
    assert cross(*swapped)


def test_every_pin_that_carries_something_has_its_wire_in_the_pins_order():
    """Plug by plug as in the netlist; open pins have none."""
    for plug, drawn in groupby(wires(), key=lambda wire: wire.plug):
        listed = list(drawn)
        _, _, nets = PLUGS[plug]
        assert [(wire.pin, wire.net) for wire in listed] == [
            (pin, net) for pin, net in enumerate(nets, 1) if net != "open"
        ]
        heights = [wire.drawn[0][1] for wire in listed]
        assert heights == sorted(heights)
    assert {wire.plug for wire in wires()} == PLUGS.keys() == ENDS.keys()


def test_the_chains_wires_have_the_colours_and_pins_of_those_from_bar_to_bar():
    """So a wire keeps its colour from the controller to the last bar."""
    chain = [wire for wire in wires() if wire.plug == "J2"]
    assert [wire.colour for wire in chain] == [COLOURS[signal] for signal in CONNECTOR]
    assert [wire.end for wire in chain] == [f"{pin} {signal}" for pin, signal in enumerate(CONNECTOR, 1)]
    assert [SIGNAL_OF[wire.net] for wire in chain] == list(CONNECTOR)


def test_a_wire_ends_where_its_net_belongs():
    """5 V at 5 V and ground at ground of every strip; the lamp's plus at 5 V, its minus at the transistor."""
    ends = {(wire.plug, wire.end): wire.net for wire in wires()}
    for plug in ("J4", "J5", "J6"):
        assert all(ends[plug, net] == net for net in PLUGS[plug][2])
    assert (ends["J7", "lamp +"], ends["J7", "lamp -"]) == ("5V", "LAMP_LOW")


@pytest.mark.parametrize("net", ["GND", "5V", "3V3"])
def test_a_supply_has_one_colour_and_shares_it_with_nothing(net):
    """Black is ground, red 5 V, orange 3.3 V, at every plug."""
    (colour,) = {wire.colour for wire in wires() if wire.net == net}
    assert {wire.net for wire in wires() if wire.colour == colour} == {net}


def test_table_and_picture_say_the_same():
    """A line a wire, and every housing and colour in the picture."""
    rows = list(csv.DictReader(io.StringIO(plugs_csv())))
    assert [(row["plug"], int(row["pin"]), row["net"]) for row in rows] == [(w.plug, w.pin, w.net) for w in wires()]
    picture = plugs_picture()
    assert all(housing(plug) in picture for plug in PLUGS)
    assert picture.count("<polyline") == len(rows)
    assert {row["colour"] for row in rows} <= INKS.keys()
