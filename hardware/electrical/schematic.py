"""The bar's schematic: its symbols, and where its parts stand on the sheet."""

from collections.abc import Iterator, Mapping
from typing import Final

from hardware.electrical.netlist import CONNECTOR, FAR, NEAR, PLACES, SHIFT_PINS, circuit
from hardware.electrical.sheet import STEP, Pin, Placed, Sheet, Symbol


def schematic() -> Sheet:
    """Connectors at the left, chips beside them, below a row of cells for each eight places."""
    return Sheet(circuit(), "sensor bar", symbols(), placed(), noted="only with AH3372")


def symbols() -> dict[str, Symbol]:
    """By the kind of part: what it is called here and which pins it has."""
    chip = [f"D{turn}" for turn in range(7, -1, -1)] + ["DS", "CLK", "CE", "LOAD"]
    left = [Pin(SHIFT_PINS[name], name, "input", left=True, row=row) for row, name in enumerate(chip)]
    right = [("Q7", "output", 8), ("NQ7", "output", 9), ("VCC", "power_in", 0), ("GND", "power_in", 11)]
    two = (Pin("1", "1", "passive", left=True, row=0), Pin("2", "2", "passive", left=False, row=0))
    return {
        "74HC165": Symbol(
            "74HC165",
            6,
            12,
            (*left, *(Pin(SHIFT_PINS[name], name, kind, left=False, row=row) for name, kind, row in right)),
        ),
        "DRV5032DU": Symbol(
            "DRV5032DU",
            6,
            2,
            (
                Pin("1", "VCC", "power_in", left=True, row=0),
                Pin("2", "OUT", "output", left=False, row=0),
                Pin("3", "GND", "power_in", left=True, row=1),
            ),
        ),
        "C": Symbol("C", 2, 1, two),
        "R": Symbol("R", 2, 1, two),
        "J1": Symbol("J1", 3, 5, tuple(_connector(FED))),
        "J2": Symbol("J2", 3, 5, tuple(_connector(FEEDS))),
        "JP1": Symbol(
            "JP1", 3, 3, tuple(Pin(str(row + 1), str(row + 1), "passive", left=True, row=row) for row in range(3))
        ),
    }


FED: Final = {"GND": "power_out", "3V3": "power_out", "CLK": "output", "LOAD": "output", "DATA": "input"}
"""The electrical type of the controller's end of a bar, by the connector's signal."""
FEEDS: Final = {"GND": "power_in", "3V3": "power_in", "CLK": "input", "LOAD": "input", "DATA": "output"}
"""The electrical type of the next bar."""


def _connector(kinds: Mapping[str, str]) -> Iterator[Pin]:
    """The pins of a bar's connector; each is to the bar what hangs at it."""
    for row, signal in enumerate(CONNECTOR):
        yield Pin(str(row + 1), signal, kinds[signal], left=False, row=row)


def placed() -> tuple[Placed, ...]:
    """Connectors at the left, chips beside them, below a row of cells for each eight places."""
    known, by_name = symbols(), {part.name: part for part in circuit().parts}
    found: list[Placed] = []

    def put(name: str, symbol: str, column: float, row: float) -> None:
        found.append(Placed(by_name[name], known[symbol], column * STEP, row * STEP))

    put("J1", "J1", 12, 14)
    put("J2", "J2", 12, 24)
    put("R16", "R", 32, 14)
    put("R17", "R", 32, 19)
    put("JP1", "JP1", 33, 27)
    for place, (chip, capacitor) in enumerate(((NEAR, "C16"), (FAR, "C17"))):
        put(chip, "74HC165", 62 + 40 * place, 18)
        put(capacitor, "C", 62 + 40 * place, 31)
    put("C18", "C", 134, 31)
    for place in range(PLACES):
        column, row = 13 + 19 * (place % 8), 44 + 32 * (place // 8)
        put(f"U{place + 1}", "DRV5032DU", column, row)
        put(f"C{place + 1}", "C", column, row + 8)
        put(f"R{place + 1}", "R", column, row + 14)
    return tuple(found)
