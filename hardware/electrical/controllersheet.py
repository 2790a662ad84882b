"""The controller's schematic: its symbols, and where its parts stand on the sheet."""

from collections.abc import Iterator
from typing import Final

from hardware.electrical.circuit import PINS, Part, fact_of
from hardware.electrical.controller import PI, PICO, PLUGS, TESTED, circuit
from hardware.electrical.sheet import STEP, Pin, Placed, Sheet, Symbol

WHERE: Final[dict[str, tuple[float, float]]] = {
    PICO: (22, 30),
    PI: (60, 30),
    "U1": (98, 28),
    "C2": (98, 42),
    "R9": (84, 42),
    "R4": (116, 42),
    "J1": (132, 18),
    "F1": (132, 27),
    "D1": (132, 34),
    "C1": (132, 41),
    "Q1": (116, 52),
    "R10": (98, 52),
    "R1": (20, 52),
    "R2": (20, 58),
    "R3": (20, 64),
    "C3": (40, 52),
    "C4": (40, 58),
    "JP1": (40, 64),
    "R5": (60, 52),
    "R6": (60, 58),
    "R7": (60, 64),
    "R8": (60, 70),
    "J2": (20, 84),
    "J7": (46, 84),
    "J8": (66, 84),
    "J9": (86, 84),
    "J10": (106, 84),
    "J4": (126, 66),
    "J5": (126, 76),
    "J6": (126, 86),
    "R13": (150, 16),
    "R14": (150, 22),
    "U2": (150, 32),
    "R11": (150, 40),
    "R12": (150, 46),
    "C5": (150, 52),
    "R15": (150, 60),
    "D2": (150, 66),
    "R16": (150, 72),
    **{name: (142 + 14 * (place % 2), 80 + 6 * (place // 2)) for place, name in enumerate(TESTED)},
}
"""In steps from the sheet's upper left corner."""
CHIP: Final = (
    ("1OE", 1, 0),
    ("1A", 2, 1),
    ("2OE", 4, 3),
    ("2A", 5, 4),
    ("3OE", 10, 6),
    ("3A", 9, 7),
    ("4OE", 13, 9),
    ("4A", 12, 10),
)
OUTPUTS: Final = (("VCC", 14, 0), ("1Y", 3, 1), ("2Y", 6, 4), ("3Y", 8, 7), ("4Y", 11, 10), ("GND", 7, 12))

PLUGGED: Final = {
    "GND": "power_in",
    "3V3": "power_in",
    "5V": "power_in",
    "CLK_OUT": "input",
    "LOAD_OUT": "input",
    "DIN": "input",
    "DATA_IN": "output",
}
"""The electrical type of a plug's pins to the board, by net; buttons, lamp and piezo are passive."""


def sheet() -> Sheet:
    """Controllers at the left, power at the right, plugs below."""
    made = circuit()
    symbols = {symbol.name: symbol for symbol in map(_symbol, made.parts)}
    placed = tuple(
        Placed(part, symbols[_symbol(part).name], WHERE[part.name][0] * STEP, WHERE[part.name][1] * STEP)
        for part in made.parts
    )
    return Sheet(made, "controller's board", symbols, placed)


def _symbol(part: Part) -> Symbol:
    if part.name == "U1":
        return Symbol("74AHCT125", 6, 13, tuple(_chip()))
    if part.name in (PICO, PI):
        return Symbol("PICO" if part.name == PICO else "PI", 12, 20, tuple(_module(part)))
    if part.name in PLUGS:
        _, _, wires = PLUGS[part.name]
        pins = (
            Pin(str(row + 1), net if net != "open" else str(row + 1), PLUGGED.get(net, "passive"), left=True, row=row)
            for row, net in enumerate(wires)
        )
        return Symbol(part.name, 6, len(wires), tuple(pins))
    if part.name in TESTED:
        return Symbol("TEST", 2, 1, (Pin("1", "1", "passive", left=True, row=0),))
    return {
        "Q1": Symbol("NPN", 4, 3, tuple(_transistor())),
        "U2": Symbol("SUPERVISOR", 5, 3, tuple(_watcher())),
        "J1": Symbol("USB_C", 6, 7, tuple(_usb_c())),
        "D2": Symbol("LED", 2, 1, tuple(_two(("K", "passive"), ("A", "passive")))),
        "F1": Symbol("FUSE", 4, 1, tuple(_two(("OUT", "power_out"), ("IN", "power_in")))),
        "JP1": Symbol("JUMPER", 4, 1, tuple(_two(("IN", "power_in"), ("OUT", "power_out")))),
        "D1": Symbol("TVS", 2, 1, tuple(_two(("K", "passive"), ("A", "passive")))),
        "C1": Symbol("ELECTROLYTIC", 2, 1, tuple(_two(("P", "passive"), ("N", "passive")))),
    }.get(part.name, Symbol("TWO", 2, 1, tuple(_two(("1", "passive"), ("2", "passive")))))


def _two(first: tuple[str, str], second: tuple[str, str]) -> Iterator[Pin]:
    """Name and type of pin 1, at the left, and of pin 2; power comes from what a fuse or a jumper lets through."""
    yield Pin("1", *first, left=True, row=0)
    yield Pin("2", *second, left=False, row=0)


def _transistor() -> Iterator[Pin]:
    """Base at the left, emitter below and collector above at the right."""
    yield Pin("1", "B", "input", left=True, row=1)
    yield Pin("2", "E", "passive", left=False, row=2)
    yield Pin("3", "C", "open_collector", left=False, row=0)


def _watcher() -> Iterator[Pin]:
    yield Pin("2", "VDD", "power_in", left=True, row=0)
    yield Pin("3", "VSS", "power_in", left=True, row=2)
    yield Pin("1", "RST", "open_collector", left=False, row=0)


def _usb_c() -> Iterator[Pin]:
    """The pins of the supply; one contact of each pair stands for both, since two sources on one net are a fault."""
    names = (
        ("VBUS", "A9"),
        ("VBUS", "B9"),
        ("CC1", "A5"),
        ("CC2", "B5"),
        ("GND", "A12"),
        ("GND", "B12"),
        ("SHELL", "S1"),
    )
    for row, (name, pin) in enumerate(names):
        yield Pin(pin, name, "power_out" if pin in ("A9", "A12") else "passive", left=True, row=row)


def _chip() -> Iterator[Pin]:
    yield from (Pin(str(number), name, "input", left=True, row=row) for name, number, row in CHIP)
    for name, number, row in OUTPUTS:
        kind = "tri_state" if name.endswith("Y") else "power_in"
        yield Pin(str(number), name, kind, left=False, row=row)


def _module(part: Part) -> Iterator[Pin]:
    """A Pico's pins as on its edges, a Pi's odd ones at the left, each with its name and type."""
    pico, fact = part.name == PICO, fact_of(part)
    for number in map(int, PINS[part.package]):
        left = number <= 20 if pico else number % 2 == 1
        row = (number - 1 if left else 40 - number) if pico else (number - 1) // 2
        pin = fact.pins[str(number)]
        yield Pin(str(number), pin.name, pin.kind, left=left, row=row)
