"""The demands of the circuit on each part, and whether what is bought bears them."""

import csv
import io
from collections.abc import Iterator, Mapping
from typing import Any, Final

from hardware.electrical.circuit import UNBOUGHT, Part
from hardware.electrical.facts import Fact
from hardware.function.design import Design
from pearlboard.settings import Settings

RAILS: Final = {"5V": 5.25, "5V_IN": 5.25, "STRIP": 5.25, "DIN": 5.25, "LAMP_LOW": 5.25, "GND": 0.0}
"""Highest voltage of a net in use; that of any other is `LOGIC`."""
LOGIC: Final = 3.47
SUPPLIED: Final = {"5V": (4.5, 5.5), "3V3": (3.0, 3.6)}
"""Lowest and highest voltage of a rail while everything works."""
SPARE: Final = 1.5
"""Voltage rating of a capacitor, in times of its net's voltage."""
HIGH_LEAST: Final = 2.62
"""Lowest voltage of an RP2040's output that is high; a Pi's gives more."""
HIGH_AT: Final = {"HC": 0.7, "HCS": 0.7, "AHC": 0.7, "LVC": 0.7}
"""Share of its supply that a family of logic takes for high; HCT and AHCT take 2 V."""
TTL: Final = 2.0
LAMP_MA: Final = 20
FORCED: Final = 15
"""Collector current for one of base current at which an MMBT3904 is surely closed."""
BASE_V: Final = 0.75
TIMING: Final = ("CLK_OUT",)
LISTED: Final = {
    "C5613": "74HC165D",
    "C1591": "CL10B104KB8NNNC",
    "C15850": "CL21A106KAYNNNE",
    "C1711": "CL21B104KBCNNNC",
    "C1790": "CL21C101JBANNNC",
    "C155176": "SN74AHCT125",
    "C14675": "RC0603FR-07100KL",
    "C114669": "RC0603FR-07470RL",
    "C96346": "RC0805FR-07100KL",
    "C105577": "RC0805FR-07100RL",
}
"""Parts beside the assembler's numbers in board files of others: a second reading of `parts.toml`."""


def what_is_ordered_is_what_is_drawn(design: Design) -> Iterator[str]:
    """Each row of an assembler's list is one part of `parts.toml`, as the circuit has them."""
    for name, files in design.files.items():
        parts = {part.name: part for part in design.circuit(name).parts} if name in design.drawn else {}
        rows = list(csv.DictReader(io.StringIO(files[f"{name}-bom.csv"])))
        for row in rows:
            faults = (*_known(design, row), *_places(row, parts))
            yield from (f"{name}, {row['Manufacturer part']}: {told}" for told in faults)
        if parts:
            yield from (f"{name}: {told}" for told in _whole(rows, parts))


def _whole(rows: list[dict[str, str]], parts: dict[str, Part]) -> Iterator[str]:
    """Every part that is fitted and bought is listed once, and nothing else."""
    wanted = {part.name for part in parts.values() if part.fitted and part.package not in UNBOUGHT}
    listed = [one for row in rows for one in row["Designator"].split(",")]
    if sorted(listed) != sorted(wanted):
        yield f"{sorted(set(listed) ^ wanted)[:4]} are listed or fitted, not both, or twice"


def _known(design: Design, row: dict[str, str]) -> Iterator[str]:
    fact = design.facts.ordered(row["Manufacturer part"])
    if fact is None:
        yield "no such part in parts.toml"
        return
    if fact.value not in ("", row["Comment"]) or fact.package != row["Footprint"]:
        yield f"{row['Comment']} in {row['Footprint']} is ordered as {fact.value} in {fact.package}"
    if row["LCSC part"] != fact.lcsc:
        yield f"{row['LCSC part'] or 'nothing'} is written for {fact.lcsc or 'nothing'}"
    if fact.lcsc and LISTED.get(fact.lcsc, "?") not in fact.order:
        yield f"{fact.lcsc} is {LISTED.get(fact.lcsc, 'listed nowhere')} to others"


def _places(row: dict[str, str], parts: dict[str, Part]) -> Iterator[str]:
    names = row["Designator"].split(",")
    if int(row["Quantity"]) != len(names):
        yield f"{row['Quantity']} pieces for {len(names)} places"
    for name in names if parts else ():
        if (parts[name].value, parts[name].package) != (row["Comment"], row["Footprint"]):
            yield f"{name} is drawn as {parts[name].value} in {parts[name].package}"


def parts_bear_their_place(design: Design) -> Iterator[str]:
    """Voltages with reserve, power, thresholds, and currents of each part in its circuit."""
    for name in design.drawn:
        nets = design.circuit(name).net_of()
        for part, fact in design.bought(name):
            at = {pin: net for (owner, pin), net in nets.items() if owner == part.name}
            yield from (f"{name} {part.name}, {part.value}: {told}" for told in _borne(fact, at))
    yield from _supply(design)
    yield from _shifted(design)
    yield from _lamp(design)
    yield from _watched(design)


def _borne(fact: Fact, at: dict[str, str]) -> Iterator[str]:
    across = [RAILS.get(net, LOGIC) for net in at.values()]
    worst = max(across) - min(across) if "GND" in at.values() else max(across, default=0.0)
    if "farad" in fact.ratings:
        if fact.number("volts") < SPARE * worst:
            yield f"bears {fact.number('volts'):g} V, and {SPARE * worst:.1f} are wanted"
        if any(net in TIMING for net in at.values()) and fact.ratings.get("dielectric") != "C0G":
            yield f"an edge's capacitor is C0G, not {fact.ratings.get('dielectric')}"
    if "operates" in fact.ratings:
        low, high = fact.span("operates")
        rail = at.get(fact.supply, "open")
        least, most = SUPPLIED.get(rail, (0.0, 0.0))
        if not low <= least <= most <= high:
            yield f"works at {low:g} to {high:g} V, and {rail} has {least:g} to {most:g}"


def _supply(design: Design) -> Iterator[str]:
    """The socket takes the supply's plug, the fuse suits cap and supply, the diode saves what is behind."""
    supply, by_use = design.facts.outside["supply"], {fact.does: fact for fact in _on(design, "controller")}
    jack, fuse, diode = (by_use.get(does) for does in ("the supply's socket", "fuse of the lights", DIODE))
    if not (jack and fuse and diode):
        yield "controller: socket, fuse or suppressor diode is missing"
        return
    if supply["plug"] not in jack.value:
        yield f"{jack.order} is {jack.value}, and the supply's plug is {supply['plug']}"
    cap = Settings().lights.cap_ma / 1000
    if not 1.25 * cap <= fuse.number("amperes") <= min(supply["amperes"], jack.number("amperes")):
        yield f"{fuse.order}: not between 1.25 times {cap:g} A and what supply and socket bear"
    bears = min(fact.span("absolute")[1] for fact in _on(design, "controller") if fact.number("input_v"))
    yield from _saved(diode, supply, bears)


def _saved(diode: Fact, supply: Mapping[str, Any], bears: float) -> Iterator[str]:
    nominal, most = supply["volts"], supply["volts"] * (1 + supply["tolerance"] / 100)
    low, high = diode.span("breakdown")
    if not (nominal <= diode.number("standoff") and most < low):
        yield f"{diode.order} conducts from {low:g} V, and the supply has {most:g}"
    if high > bears:
        yield f"{diode.order} lets {high:g} V through, and the level shifter bears {bears:g}"
    if diode.order.endswith("CA"):
        yield f"{diode.order} holds both ways: a plug with its pole outside would not be shorted"


DIODE: Final = "suppressor diode, one way"


def _on(design: Design, board: str) -> list[Fact]:
    return [fact for _, fact in design.bought(board)]


def _shifted(design: Design) -> Iterator[str]:
    """The level shifter takes 3.3 V for high at 5.25 V, and its input bears them while it has no supply."""
    for fact in _on(design, "controller"):
        if fact.value.startswith("74") and fact.value.endswith("125"):
            family = fact.value.removeprefix("74").removesuffix("125")
            high = HIGH_AT[family] * RAILS["5V"] if family in HIGH_AT else TTL
            if high > HIGH_LEAST:
                yield f"{fact.order} takes {high:.1f} V for high, and a controller gives {HIGH_LEAST} at the least"
            if fact.number("input_v") < LOGIC:
                yield f"{fact.order} would be fed through its input while the lights have no supply"


def _lamp(design: Design) -> Iterator[str]:
    """The lamp's transistor is closed by what its base gets."""
    nets = design.circuit("controller").net_of()
    for part, fact in design.bought("controller"):
        if "ohm" in fact.ratings and {nets.get((part.name, pin)) for pin in "12"} == {"LAMP", "BASE"}:
            base = (HIGH_LEAST - BASE_V) / fact.number("ohm") * 1000
            if base * FORCED < LAMP_MA:
                yield f"{part.name}: {base:.2f} mA into the base do not close it for {LAMP_MA} mA"


def _watched(design: Design) -> Iterator[str]:
    """The supervisor trips below what a good supply gives, and before logic fails."""
    supply = design.facts.outside["supply"]
    for fact in _on(design, "controller"):
        if "trips" in fact.ratings:
            low, high = fact.span("trips")
            least = supply["volts"] * (1 - supply["tolerance"] / 100)
            if not 4.0 <= low <= high <= least:
                yield f"{fact.order} trips at {low:g} to {high:g} V, and a good supply gives {least:g}"
