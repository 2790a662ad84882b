"""Every part within what it survives, in every state that a table comes into: the worst is looked for, and named."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from hardware.electrical.facts import Fact
from hardware.function.design import Design
from hardware.function.joining import PI, PICO
from hardware.function.solving import Solved, solve
from hardware.function.table import GROUND, State, branches, fitted

PLUGS: Final[Mapping[str, int]] = {
    "J2": 5,
    "J4": 3,
    "J5": 2,
    "J6": 2,
    "J7": 4,
    "J8": 2,
    "J9": 2,
    "J10": 3,
    "J11": 40,
    "J12": 40,
}
"""Number of pins of each plug."""
STEP: Final = {40: 8}
"""Step between the places where a header may stop half-way in: every eighth is tried."""


@dataclass(frozen=True, slots=True)
class Known:
    """A limit of a part that is exceeded in a state, how far at the most, and why it is borne or not yet mended."""

    state: str
    part: str
    at_most: float
    why: str


FED: Final = ("normal", "reversed plug", "Pi dead")
"""States in which the lights must have what they work at."""
KNOWN: Final = (
    Known("12 V plug", "strip", 7.5, "the diode holds the rail at about 7 V until the fuse blows: lights may die"),
    Known("12 V plug", "controller U1", 7.5, "at its absolute maximum, the diode's tolerance beyond it"),
    Known("12 V plug", "controller U2", 7.5, "likewise"),
)


def states() -> Iterator[State]:
    """Yield every state: in use, a plug turned round or of 12 V, a dead Pi, USB alone, each cable out or half in."""
    yield State("normal")
    yield State("reversed plug", contacts=("B9", "B12"))
    yield State("12 V plug", plug_v=12.0)
    yield State("Pi dead", alive=False)
    yield State("USB alone", plug_v=None)
    for plug, count in PLUGS.items():
        pins = [(plug, str(pin)) for pin in range(1, count + 1)]
        others = frozenset((feed, pin) for feed in ("J5", "J6") for pin in "12") if plug == "J4" else frozenset()
        yield State(f"cable out: {plug}", open=others | frozenset(pins))
        for kept in range(STEP.get(count, 1), count, STEP.get(count, 1)):
            yield State(f"cable half in: {plug}, first {kept}", open=others | frozenset(pins[kept:]))
            yield State(f"cable half in: {plug}, last {kept}", open=others | frozenset(pins[:-kept]))


def parts_survive_every_state(design: Design) -> Iterator[str]:
    """Supplies, inputs, outputs, diodes of pins, capacitors and resistors within their limits, with Pi and Pico."""
    borne: set[tuple[str, str]] = set()
    told: set[str] = set()
    for state in states():
        for part, value, text in _judged(design, state):
            known = next((one for one in KNOWN if (one.state, one.part) == (state.name, part)), None)
            if known and 0 < value / known.at_most <= 1:
                borne.add((known.state, known.part))
            elif f"{state.name}: {text}" not in told:
                told.add(f"{state.name}: {text}")
                yield f"{state.name}: {text}"
    lapsed = [one for one in KNOWN if (one.state, one.part) not in borne]
    yield from (f"{one.state}: {one.part} is within its limit now: KNOWN says otherwise" for one in lapsed)


def _judged(design: Design, state: State) -> Iterator[tuple[str, float, str]]:
    """The values beyond their limit in a state, with all outputs high and low; plugs bear the same in both."""
    modules = (PI, PICO) if not state.open else (PI,) if "J12" in state.name else (PICO,)
    for module in modules:
        for high in (True, False):
            yield from _beyond(
                design, solve(branches(design, state, module, high=high), GROUND), module, fed=state.name in FED
            )


def _beyond(design: Design, solved: Solved, module: str, *, fed: bool) -> Iterator[tuple[str, float, str]]:
    """Yield part, value and a sentence for each limit that is exceeded."""
    for board in ("controller", "bar"):
        nets = design.circuit(board).net_of()
        for part, fact in design.bought(board):
            if part.fitted and part.value not in (PI, PICO):
                at = {pin: f"{board}:{net}" for (name, pin), net in nets.items() if name == part.name}
                yield from ((f"{board} {part.name}", *one) for one in _part(solved, f"{board} {part.name}", fact, at))
    low, high = design.facts.outside["strip"]["absolute" if not fed else "operates"]
    across = solved.at("strip:5V") - solved.at("strip:GND")
    if not low <= across <= high:
        yield "strip", across, f"the strip has {across:.1f} V"
    clamp = solved.through("strip DIN clamp") * 1000
    if clamp > design.facts.outside["strip"]["clamp_ma"]:
        yield "strip DIN", clamp, f"{clamp:.0f} mA through the strip's input"
    yield from _module(design, solved, module)


def _part(solved: Solved, name: str, fact: Fact, at: Mapping[str, str]) -> Iterator[tuple[float, str]]:
    if "operates" in fact.ratings:
        supply, ground = (solved.at(at.get(pin, "")) for pin in (fact.supply, fact.ground))
        low, high = fact.span("absolute")
        if not low <= supply - ground <= high:
            yield supply - ground, f"{name} has a supply of {supply - ground:.1f} V"
        for pin in at:
            yield from _pin(solved, f"{name}.{pin}", fact, solved.at(at[pin]) - ground)
    if "farad" in fact.ratings:
        across = solved.at(at.get("1", "")) - solved.at(at.get("2", ""))
        if abs(across) > fact.number("volts") or (fact.pins and across < -0.5):
            yield across, f"{name} has {across:.1f} V"
    if "ohm" in fact.ratings:
        watts = solved.through(name) ** 2 * fact.number("ohm")
        if watts > fact.number("watts"):
            yield watts, f"{name} turns {watts:.2f} W into heat"


def _pin(solved: Solved, name: str, fact: Fact, volts: float) -> Iterator[tuple[float, str]]:
    clamp, drive = solved.through(f"{name} clamp") * 1000, solved.through(f"{name} drives") * 1000
    if clamp > fact.number("clamp_ma"):
        yield clamp, f"{clamp:.1f} mA through the diode of {name}"
    if drive > fact.number("output_ma"):
        yield drive, f"{name} drives {drive:.0f} mA"
    if fact.number("input_v") and volts > fact.number("input_v"):
        yield volts, f"{name} has {volts:.1f} V"


def _module(design: Design, solved: Solved, module: str) -> Iterator[tuple[str, float, str]]:
    part, fact = fitted(design, module)
    for number in fact.pins:
        name = f"{part.name}.{number}"
        yield from ((name, *one) for one in _pin(solved, name, fact, 0.0))
        feed = solved.through(f"{name} 5 V") * 1000
        if feed > 1:
            yield name, feed, f"{name} gives {feed:.0f} mA of the Pi's 5 V"
