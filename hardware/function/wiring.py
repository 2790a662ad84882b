"""The nets that parts must join, by the symbols of their pins: supplies, enables, pulls, the transistor, the chain."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import hypot
from typing import Final

from hardware.electrical.board import Board, Pad
from hardware.electrical.circuit import Part
from hardware.function.design import Design

NEAR_MM: Final = 3.0
"""Distance from a supply pin's pad to its capacitor's, at the most."""
LEAST_F: Final = 80e-9
BULK: Final = {("bar", "3V3"): 10e-6, ("controller", "3V3"): 10e-6, ("controller", "5V"): 470e-6}
"""Least capacitance that a rail of a board has besides, in one part."""
PARTS: Final[Mapping[str, Mapping[str, int]]] = {
    "bar": {"DRV5032DU": 15, "74HC165": 2, "100 nF": 17, "solder bridge": 1, "1x5, 2.54 mm": 2},
    "controller": {
        "74AHCT125": 1,
        "MMBT3904": 1,
        "MCP120-450": 1,
        "SMB": 1,
        "holder, 5 x 20 mm": 1,
        "USB-C, power": 1,
        "LED, 3 mm": 1,
        "100 nF": 2,
        "100 pF": 1,
        "test pad": 8,
    },
    "coupon": {"DRV5032DU": 3, "100 nF": 3, "LED, 3 mm": 3, "1x5, 2.54 mm": 1},
}
"""Number of parts of a value or package, by board."""


@dataclass(frozen=True, slots=True)
class Between:
    """A resistor: its least and most ohm, the nets at its ends, and whether it is fitted."""

    least: float
    most: float
    one: str
    other: str
    fitted: bool = True


RESISTORS: Final[Mapping[str, tuple[Between, ...]]] = {
    "bar": (
        Between(330, 1000, "Q", "DATA_OUT"),
        Between(10e3, 1e6, "DATA_IN", "3V3"),
        *(Between(4.7e3, 22e3, f"S{place}", "3V3", fitted=False) for place in range(15)),
    ),
    "controller": (
        Between(50, 330, "CLK", "CLK_OUT"),
        Between(50, 330, "LOAD", "LOAD_OUT"),
        Between(800, 2000, "DATA", "DATA_IN"),
        Between(220, 470, "STRIP", "DIN"),
        Between(500, 4700, "END", "END_KEY"),
        Between(500, 4700, "HINT", "HINT_KEY"),
        Between(500, 4700, "BACK", "BACK_KEY"),
        Between(50, 1000, "PIEZO", "PIEZO_OUT"),
        Between(10e3, 1e6, "LED", "GND"),
        Between(470, 1500, "LAMP", "BASE"),
        Between(5e3, 5.2e3, "CC1", "GND"),
        Between(5e3, 5.2e3, "CC2", "GND"),
        Between(5e3, 20e3, "WATCH", "5V"),
        Between(5e3, 20e3, "WATCH", "GND"),
        Between(500, 4700, "WATCH", "SENSE"),
        Between(470, 2200, "5V", "LIGHT"),
    ),
    "coupon": (
        *(Between(470, 1000, f"L{place}", f"S{place}") for place in range(3)),
        *(Between(4.7e3, 22e3, f"S{place}", "3V3", fitted=False) for place in range(3)),
    ),
}
"""Every resistor there must be: a series one's nets, or a pull's net and its rail."""
LEVELS: Final[Mapping[str, Mapping[str, tuple[str, ...]]]] = {
    "74HC165": {"CE": ("GND",), "VCC": ("3V3",), "GND": ("GND",), "CLK": ("CLK",), "LOAD": ("LOAD",), "NQ7": ("open",)},
    "74AHCT125": {
        "VCC": ("5V",),
        "GND": ("GND",),
        "1OE": ("GND",),
        "1A": ("LED",),
        "1Y": ("STRIP",),
        **{f"{gate}{pin}": ("GND", "5V") for gate in "234" for pin in ("OE", "A")},
        **{f"{gate}Y": ("open",) for gate in "234"},
    },
    "DRV5032DU": {"VCC": ("3V3",), "GND": ("GND",)},
    "MMBT3904": {"B": ("BASE",), "E": ("GND",), "C": ("LAMP_LOW",)},
    "SMBJ5.0A": {"K": ("5V",), "A": ("GND",)},
    "1000 uF 10 V": {"P": ("5V",), "N": ("GND",)},
    "red, 2 mA": {"A": ("3V3", "LIGHT"), "K": ("L0", "L1", "L2", "GND")},
    "5 V, USB-C": {"VBUS": ("5V_IN",), "GND": ("GND",), "SHELL": ("GND",), "CC1": ("CC1",), "CC2": ("CC2",)},
    "MCP120-450": {"VDD": ("5V",), "VSS": ("GND",), "RST": ("WATCH",)},
    "2.5 A slow": {"IN": ("5V_IN",), "OUT": ("5V",)},
    "3V3 to the chain": {"IN": ("3V3_IN",), "OUT": ("3V3",)},
}
"""Nets on which a pin may be, by its part's value and its symbol."""


def supply_pins_have_their_capacitor(design: Design) -> Iterator[str]:
    """Each supply pin of a chip has a capacitor of its own from its rail to ground, within a few millimetres."""
    for name in design.drawn:
        taken: set[str] = set()
        for pad in _supplied(design, name):
            free = [one for one in _capacitors(design, design.board(name), pad) if one[1] not in taken]
            if not free or free[0][0] > NEAR_MM:
                far = f"{free[0][0]:.1f} mm away" if free else "missing"
                yield f"{name} {pad.part} pin {pad.pin}: its capacitor is {far}, {NEAR_MM:g} mm are wanted"
            taken |= {free[0][1]} if free else set()
    for (name, rail), least in BULK.items():
        most = max((_farad(design, part) for part in _between(design, name, rail)), default=0.0)
        if most < least * 0.999:
            yield f"{name}: {rail} has no capacitor of {least * 1e6:g} uF"


def _supplied(design: Design, name: str) -> list[Pad]:
    """The pads of a board at which its chips are fed."""
    fed = {(part.name, fact.supply) for part, fact in design.bought(name) if "operates" in fact.ratings}
    return [pad for pad in design.board(name).pads if (pad.part, pad.pin) in fed]


def _between(design: Design, name: str, rail: str) -> list[Part]:
    circuit = design.circuit(name)
    nets = circuit.net_of()
    ends = {part.name: {nets.get((part.name, pin)) for pin in "12"} for part in circuit.parts}
    return [part for part in circuit.parts if part.fitted and _farad(design, part) and ends[part.name] == {rail, "GND"}]


def _farad(design: Design, part: Part) -> float:
    fact = design.fact(part)
    return fact.number("farad") if fact else 0.0


def _capacitors(design: Design, board: Board, pad: Pad) -> list[tuple[float, str]]:
    """Capacitors on the rail of a pad with their distance from it, the nearest first."""
    able = {part.name for part in _between(design, board.name, pad.net) if _farad(design, part) >= LEAST_F}
    pads = [one for one in board.pads if one.part in able and one.net == pad.net]
    return sorted((hypot(one.x - pad.x, one.y - pad.y), one.part) for one in pads)


def parts_are_all_there(design: Design) -> Iterator[str]:
    """Parts of each kind are as many as the circuit needs."""
    for name, wanted in PARTS.items():
        parts = [part for part in design.circuit(name).parts if part.fitted]
        found = Counter(part.value for part in parts) + Counter(part.package for part in parts)
        yield from (
            f"{name}: {found[kind]} of {kind}, not {count}" for kind, count in wanted.items() if found[kind] != count
        )


def resistors_lie_where_they_must(design: Design) -> Iterator[str]:
    """Resistors have their ohms between the nets where they belong, and there is none more: in series, and pulls."""
    for name, wanted in RESISTORS.items():
        circuit, nets = design.circuit(name), design.circuit(name).net_of()
        left = list(wanted)
        for part in (part for part in circuit.parts if part.name.startswith("R")):
            ends = {nets.get((part.name, pin), "open") for pin in "12"}
            match = next((one for one in left if {one.one, one.other} == ends and one.fitted == part.fitted), None)
            if match is None:
                yield f"{name} {part.name}: no resistor belongs between {' and '.join(sorted(ends))}"
                continue
            left.remove(match)
            if not match.least <= _ohm(part.value) <= match.most:
                yield f"{name} {part.name}: {part.value} is not within {match.least:g} and {match.most:g} ohm"
        yield from (f"{name}: no resistor lies between {one.one} and {one.other}" for one in left)


def _ohm(value: str) -> float:
    figure, _, unit = value.partition(" ")
    return float(figure) * (1e3 if unit == "k" else 1.0)


def pins_have_their_level(design: Design) -> Iterator[str]:
    """Supplies, enables, inputs that nobody uses, and the symbols of transistor, diodes, fuse and socket."""
    for name in design.drawn:
        nets = design.circuit(name).net_of()
        for part, fact in design.bought(name):
            for pin, may in LEVELS.get(part.value, {}).items():
                found = {nets.get((part.name, number), "open") for number, one in fact.pins.items() if one.name == pin}
                if not found or not found <= set(may):
                    yield f"{name} {part.name} {pin}: on {', '.join(sorted(found)) or 'no pin'}, not {' or '.join(may)}"


def outputs_meet_no_other_output(design: Design) -> Iterator[str]:
    """No two outputs are joined, none is joined with a rail, and no input is left without anything that drives it."""
    for name in design.drawn:
        for net, pins in design.circuit(name).nets.items():
            kinds = Counter(_kind(design, name, part, pin) for part, pin in pins)
            outputs = kinds["output"] + kinds["tri_state"]
            if outputs > 1 or (outputs and net in ("GND", "3V3", "5V", "5V_IN", "3V3_IN")):
                yield f"{name}: {outputs} outputs are joined on {net}"
            others = sum(kinds.values()) - kinds["input"]
            if kinds["input"] and not others and net not in ("GND", "3V3", "5V"):
                yield f"{name}: nothing drives {net}"


def _kind(design: Design, board: str, part: str, pin: str) -> str:
    fact = design.fact(design.circuit(board).part(part))
    return fact.pins[pin].kind if fact and pin in fact.pins else "passive"


def the_chain_hands_out_places_in_order(design: Design) -> Iterator[str]:
    """Chain of a bar, from DATA_OUT back through both chips: fifteen sensors from the left, then the frame bit."""
    circuit = design.circuit("bar")
    nets = circuit.net_of()
    handed, last = _handed(design)
    if last != "DATA_IN" or len(handed) != 16:
        yield f"bar: the chain goes back to {last} over {len(handed)} bits, not to DATA_IN over 16"
        return
    if handed[15] != "FRAME" or {nets.get(("JP1", "1")), nets.get(("JP1", "3"))} != {"3V3", "GND"}:
        yield f"bar: the last bit is {handed[15]}, and the frame bit's bridge is on {nets.get(('JP1', '1'))}"
    where = [_sensor_x(design, net) for net in handed[:15]]
    if where != sorted(set(where)):
        yield "bar: the sensors are not handed out from the left to the right"


def _handed(design: Design) -> tuple[list[str], str]:
    """The nets that a bar hands out, the first first, and where its chain comes from."""
    nets = design.circuit("bar").net_of()
    chips = {part.name: fact for part, fact in design.bought("bar") if part.value == "74HC165"}
    by_output = {nets.get((name, fact.pin("Q7"))): name for name, fact in chips.items()}
    handed, net = list[str](), "Q"
    while net in by_output and len(handed) < 16:
        chip = by_output[net]
        handed += [nets.get((chip, chips[chip].pin(f"D{bit}")), "open") for bit in range(7, -1, -1)]
        net = nets.get((chip, chips[chip].pin("DS")), "open")
    return handed, net


def _sensor_x(design: Design, net: str) -> float:
    """Place along the bar of the one sensor whose output is on a net; 0 if there is none, or more."""
    circuit = design.circuit("bar")
    outputs = [
        part for part, pin in circuit.nets.get(net, ()) if pin == "2" and circuit.part(part).value == "DRV5032DU"
    ]
    return design.board("bar").centres[outputs[0]][0] if len(outputs) == 1 else 0.0
