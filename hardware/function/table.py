"""The table as a circuit at rest: controller's board, a bar, the strip, buttons, and a Pi or a Pico on its header."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from hardware.electrical.circuit import PINS, Part
from hardware.electrical.facts import Fact
from hardware.function.design import Design
from hardware.function.joining import signals
from hardware.function.solving import Branch

GROUND: Final = "controller:GND"
WIRE: Final = 0.05
DIODE_V, DIODE_OHM = 0.6, 5.0
PIN_OHM: Final = 40.0
PULL_OHM: Final = 50e3
CHIP_OHM: Final = {"74HC165": 1.5e3, "74AHCT125": 2.5e3, "DRV5032DU": 1e6}
"""Current that a chip draws, as a resistor between its supplies."""
STRIP_OHM: Final = 10.0
"""Current of 135 dark lights, as a resistor."""
LAMP_OHM, CLOSED_OHM, PIEZO_OHM = 250.0, 1.0, 1e6
SUPPLY_OHM, LIMIT_OHM = 0.05, 1.0
"""Resistance of a supply in use, and of one that is at its limit: 5 A from 5 V into a short."""
CHAIN: Final = ("chain_clock", "chain_load", "leds", "piezo", "lamp")
"""Signals that a controller drives; to the rest it listens."""


@dataclass(frozen=True, slots=True)
class State:
    """State of the table: what the plug gives, whether the controller is on, which pins of plugs have contact."""

    name: str
    plug_v: float | None = 5.25
    alive: bool = True
    contacts: tuple[str, str] = ("A9", "A12")
    """Plus and minus of the plug: a plug that is turned round meets those of the other side."""
    open: frozenset[tuple[str, str]] = frozenset()
    """Plug and pin without contact."""


def branches(design: Design, state: State, module: str, *, high: bool) -> Iterator[Branch]:
    """Yield the whole table's branches, with a module (`PICO` or `PI` by value) plugged, every output high or low."""
    yield from _board(design, "controller", high=high)
    yield from _board(design, "bar", high=high)
    yield from _cables(state)
    yield from _strip()
    yield from _module(design, state, module, high=high)
    if state.plug_v is not None:
        nets = design.circuit("controller").net_of()
        plus, minus = (f"controller:{nets.get(('J1', pin), 'open')}" for pin in state.contacts)
        ohm = SUPPLY_OHM if 0 < state.plug_v < 6 else LIMIT_OHM
        yield Branch(plus, minus, ohm, state.plug_v, name="supply")


def _board(design: Design, name: str, *, high: bool) -> Iterator[Branch]:
    nets = design.circuit(name).net_of()
    for part, fact in design.bought(name):
        if part.fitted:
            pins = PINS[part.package]
            at = {pin: f"{name}:{nets.get((part.name, pin), f'open {part.name} {pin}')}" for pin in pins}
            yield from _part(f"{name} {part.name}", fact, at, high=high)


def _part(name: str, fact: Fact, at: Mapping[str, str], *, high: bool) -> Iterator[Branch]:
    if "ohm" in fact.ratings:
        yield Branch(at["1"], at["2"], fact.number("ohm"), name=name)
    elif "operates" in fact.ratings:
        yield from _chip(name, fact, at, high=high)
    elif "standoff" in fact.ratings:
        cathode, anode = at[fact.pin("K")], at[fact.pin("A")]
        yield Branch(cathode, anode, 0.04, fact.span("breakdown")[1], one_way=True, name=name)
        yield Branch(anode, cathode, 0.03, 0.7, one_way=True, name=name)
    elif fact.value == "MMBT3904":
        base, emitter, collector = (at[fact.pin(pin)] for pin in ("B", "E", "C"))
        yield Branch(base, emitter, 10.0, 0.7, one_way=True, name=name)
        yield Branch(base, collector, 10.0, 0.7, one_way=True, name=name)
        if high:
            yield Branch(collector, emitter, 5.0, 0.1, one_way=True, name=name)
    elif {pin.name for pin in fact.pins.values()} == {"IN", "OUT"}:
        yield Branch(at[fact.pin("IN")], at[fact.pin("OUT")], WIRE, name=name)


def _chip(name: str, fact: Fact, at: Mapping[str, str], *, high: bool) -> Iterator[Branch]:
    supply, ground = at[fact.supply], at[fact.ground]
    yield Branch(supply, ground, CHIP_OHM.get(fact.value, 1e4), name=f"{name} draws")
    yield Branch(ground, supply, 1.0, 0.7, one_way=True, name=f"{name} reversed")
    for pin, node in at.items():
        kind = fact.pins[pin].kind
        if kind == "open_collector":
            yield Branch(node, ground, PIN_OHM if not high else 1e8, name=f"{name}.{pin} drives")
        elif kind in ("input", "output", "tri_state") and node != ground:
            yield Branch(ground, node, DIODE_OHM, DIODE_V, one_way=True, name=f"{name}.{pin} clamp")
            if kind != "input" or not fact.number("input_v"):
                yield Branch(node, supply, DIODE_OHM, DIODE_V, one_way=True, name=f"{name}.{pin} clamp")
            if kind != "input":
                yield Branch(node, supply if high else ground, PIN_OHM, name=f"{name}.{pin} drives")


def _cables(state: State) -> Iterator[Branch]:
    """Wires from the controller's plugs to bar, strip, buttons and piezo, each with its contact or without."""
    ends = {
        "J2": ("bar:GND", "bar:CLK", "bar:3V3", "bar:LOAD", "bar:DATA_OUT"),
        "J4": ("strip:5V", "strip:DIN", "strip:GND"),
        "J5": ("strip:5V", "strip:GND"),
        "J6": ("strip:5V", "strip:GND"),
        "J7": ("turn:key", "turn:back", "turn:low", "turn:lamp"),
        "J8": ("hint:key", "hint:back"),
        "J9": ("back:key", "back:back"),
        "J10": ("piezo:1", "piezo:2", "piezo:3"),
    }
    for plug, nodes in ends.items():
        for pin, node in enumerate(nodes, 1):
            if (plug, str(pin)) not in state.open:
                yield Branch(f"{plug}.{pin}", node, WIRE, name=f"{plug}.{pin}")
    for name in ("turn", "hint", "back"):
        yield Branch(f"{name}:key", f"{name}:back", CLOSED_OHM, name=f"{name} button")
    yield Branch("turn:lamp", "turn:low", LAMP_OHM, name="lamp")
    yield Branch("piezo:1", "piezo:3", PIEZO_OHM, name="piezo")


def _strip() -> Iterator[Branch]:
    yield Branch("strip:5V", "strip:GND", STRIP_OHM, name="strip draws")
    yield Branch("strip:GND", "strip:5V", 0.5, 0.7, one_way=True, name="strip reversed")
    yield Branch("strip:GND", "strip:DIN", DIODE_OHM, DIODE_V, one_way=True, name="strip DIN clamp")
    yield Branch("strip:DIN", "strip:5V", DIODE_OHM, DIODE_V, one_way=True, name="strip DIN clamp")


def sockets(design: Design) -> Iterator[Branch]:
    """Yield the contacts of each plug's pins with the board's nets."""
    for (part, pin), net in design.circuit("controller").net_of().items():
        if part.startswith("J") and part not in ("J1", "JP1"):
            yield Branch(f"controller:{net}", f"{part}.{pin}", WIRE / 10, name="socket")


def fitted(design: Design, module: str) -> tuple[Part, Fact]:
    """Return a module's header, and what `parts.toml` says of it; `KeyError` if none is bought."""
    return {part.value: (part, fact) for part, fact in design.bought("controller")}[module]


def _module(design: Design, state: State, module: str, *, high: bool) -> Iterator[Branch]:
    """A Pi or a Pico: its rail, and at each GPIO of a signal what it drives, and the diodes of its pin."""
    yield from sockets(design)
    part, fact = fitted(design, module)
    supply, ground = "module:3V3", "module:GND"
    yield Branch(supply, ground, 0.2, 3.3, name="module supply") if state.alive else Branch(supply, ground, 100.0)
    driven = signals(module)
    for number, pin in fact.pins.items():
        here = f"{part.name}.{number}"
        if (part.name, number) in state.open:
            continue
        if pin.name in ("GND", "3V3"):
            yield Branch(f"module:{pin.name}", here, WIRE, name=here)
        elif pin.name == "5V":
            yield Branch(here, ground, WIRE, 5.0 * state.alive, name=f"{here} 5 V")
        elif number in driven:
            yield from _gpio(state, here, f"module:{pin.name}", high=high if driven[number] in CHAIN else None)


def _gpio(state: State, here: str, node: str, *, high: bool | None) -> Iterator[Branch]:
    """A pin with its diodes: driven, or with its pull-up while it listens; a dead module's drives nothing."""
    supply, ground = "module:3V3", "module:GND"
    yield Branch(node, here, WIRE, name=here)
    yield Branch(ground, node, DIODE_OHM, DIODE_V, one_way=True, name=f"{here} clamp")
    yield Branch(node, supply, DIODE_OHM, DIODE_V, one_way=True, name=f"{here} clamp")
    if state.alive and high is None:
        yield Branch(node, supply, PULL_OHM, name=f"{here} pull")
    elif state.alive:
        yield Branch(node, supply if high else ground, PIN_OHM, name=f"{here} drives")
