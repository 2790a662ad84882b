"""The joints of each connector's pins with controllers, firmware, bars and cables; and what is printed there.

The drivers' table, the firmware's, the facts of `parts.toml`, the cables' table and the boards are five statements of
one thing; wherever two differ, one is wrong.
"""

import csv
import io
import re
import runpy
from collections.abc import Iterator, Mapping
from functools import cache
from math import hypot
from pathlib import Path
from typing import Final

from hardware.electrical.board import Board, Pad, Word
from hardware.electrical.circuit import PINS, Part
from hardware.electrical.facts import Fact
from hardware.function.design import Design
from pearlboard.drivers.pins import LEDS_PWM, POWER, SIGNALS

FIRMWARE: Final = Path(__file__).parents[2] / "firmware/config.py"
PI, PICO = "Raspberry Pi, by ribbon", "Raspberry Pi Pico"
WAYS: Final[Mapping[str, tuple[str, int]]] = {
    "chain_clock": ("J2", 2),
    "chain_load": ("J2", 4),
    "chain_data": ("J2", 5),
    "leds": ("J4", 2),
    "end_turn": ("J7", 1),
    "hint": ("J8", 1),
    "take_back": ("J9", 1),
    "piezo": ("J10", 1),
    "lamp": ("J7", 3),
    "supply_ok": ("TP8", 1),
}
"""Plug and pin at which a signal arrives, through resistors, the level shifter or the transistor."""
TESTED: Final[Mapping[str, str]] = {
    "TP1": "5V",
    "TP2": "GND",
    "TP3": "3V3",
    "TP4": "CLK_OUT",
    "TP5": "LOAD_OUT",
    "TP6": "DATA_IN",
    "TP7": "DIN",
    "TP8": "WATCH",
}
"""Net of each test pad: stated here a second time, so that a slip in `controller.py` is found."""
FEEDS: Final[Mapping[tuple[str, int], str]] = {
    **{(pad, 1): net for pad, net in TESTED.items()},
    ("J2", 1): "GND",
    ("J2", 3): "3V3",
    ("J4", 1): "5V",
    ("J4", 3): "GND",
    ("J5", 1): "5V",
    ("J5", 2): "GND",
    ("J6", 1): "5V",
    ("J6", 2): "GND",
    ("J7", 2): "GND",
    ("J7", 4): "5V",
    ("J8", 2): "GND",
    ("J9", 2): "GND",
    ("J10", 3): "GND",
}
BAR: Final = ("GND", "CLK", "3V3", "LOAD", "DATA")
"""Signals from pin 1 at a bar's end."""
SPI: Final = {"chain_clock": "GPIO21", "chain_data": "GPIO19", "leds": "GPIO10"}
"""Pins of a Pi's own SPI: SPI1's clock and MISO, SPI0's MOSI."""
AT_THE_END: Final[Mapping[str, frozenset[str]]] = {
    "GND": frozenset({"1 GND", "GND", "button", "-", "piezo"}),
    "CLK_OUT": frozenset({"2 CLK"}),
    "3V3": frozenset({"3 3V3"}),
    "LOAD_OUT": frozenset({"4 LOAD"}),
    "DATA_IN": frozenset({"5 DATA"}),
    "5V": frozenset({"5V", "lamp +"}),
    "DIN": frozenset({"DIN"}),
    "END_KEY": frozenset({"button"}),
    "HINT_KEY": frozenset({"button"}),
    "BACK_KEY": frozenset({"button"}),
    "LAMP_LOW": frozenset({"lamp -"}),
    "PIEZO_OUT": frozenset({"piezo"}),
}
"""Contacts at the other end of a net's wire."""
PRINTED: Final[Mapping[str, str]] = {
    "GND": "GND",
    "CLK_OUT": "CLK",
    "CLK": "CLK",
    "3V3": "3V3",
    "LOAD_OUT": "LD",
    "LOAD": "LD",
    "DATA_IN": "DAT",
    "DATA_OUT": "DAT",
    "5V": "5V",
    "DIN": "DIN",
    "END_KEY": "KEY",
    "HINT_KEY": "KEY",
    "BACK_KEY": "KEY",
    "LAMP_LOW": "L-",
    "PIEZO_OUT": "PZ",
    "S0": "S0",
    "S1": "S1",
    "S2": "S2",
}
"""Word printed beside a pin, by its net."""


def headers_carry_what_the_drivers_use(design: Design) -> Iterator[str]:
    """Each signal from Pi and Pico to its plug; their grounds and 3.3 V on pins that are such; 5 V nowhere."""
    nets = design.circuit("controller").net_of()
    for part, fact in design.bought("controller"):
        if part.value in (PI, PICO):
            yield from (f"controller {part.name} {told}" for told in _header(design, part, fact, nets))
    for (plug, number), net in FEEDS.items():
        there = nets.get((plug, str(number)), "open")
        if there != net:
            yield f"controller {plug} pin {number} is on {there}, not {net}"


def _header(design: Design, part: Part, fact: Fact, nets: Mapping[tuple[str, str], str]) -> Iterator[str]:
    placed = signals(part.value)
    for number, pin in fact.pins.items():
        net, signal = nets.get((part.name, number), "open"), placed.get(number)
        if signal:
            yield from _driven(signal, part, pin.name)
            reached = _reached(design, net)
            came = {way for way in WAYS.values() if nets.get((way[0], str(way[1])), "open") in reached}
            if came != {WAYS[signal]}:
                yield f"{pin.name}: {signal} does not come to {WAYS[signal]}, but to {sorted(came)}"
        elif net not in ("open", {"GND": "GND", "3V3": "3V3_IN"}.get(pin.name)):
            yield f"pin {number}, {pin.name}, is on {net}"
    used = {pin.name for number, pin in fact.pins.items() if (part.name, number) in nets}
    yield from (f"has no pin of {name} in use" for name in ("GND", "3V3") if name not in used)


def signals(module: str) -> dict[str, str]:
    """Return by a header's pin the signal that the drivers have there; `module`: `PICO` or `PI`."""
    return {str((one.pico if module == PICO else one.pi).position): name for name, one in SIGNALS.items()}


def _driven(signal: str, part: Part, name: str) -> Iterator[str]:
    """The pin's name is that of the drivers' GPIO, the firmware's is the same, and SPI is where a Pi has it."""
    pico = part.value == PICO
    gpio = (SIGNALS[signal].pico if pico else SIGNALS[signal].pi).gpio
    if name != f"{'GP' if pico else 'GPIO'}{gpio}":
        yield f"{name}: the drivers say GPIO{gpio} of it"
    if pico and _firmware().get(signal) != gpio:
        yield f"{name}: {signal} is GPIO{_firmware().get(signal)} to the firmware, and {gpio} to the drivers"
    if not pico and SPI.get(signal, name) != name:
        yield f"{name}: {signal} is on it, where no SPI is"


@cache
def _firmware() -> Mapping[str, int]:
    """The firmware's pins by signal."""
    pins: Mapping[str, int] = runpy.run_path(str(FIRMWARE))["PINS"]
    return pins


def _reached(design: Design, net: str) -> set[str]:
    """The nets behind what a signal goes through: series resistors, the level shifter's gate, the transistor."""
    circuit, found, waiting = design.circuit("controller"), set[str](), [net]
    while waiting:
        here = waiting.pop()
        if here not in found and here not in RAILS:
            found.add(here)
            waiting += [other for part, pin in circuit.nets.get(here, ()) for other in _beyond(design, part, pin)]
    return found


RAILS: Final = ("GND", "3V3", "3V3_IN", "5V", "5V_IN", "open")


def _beyond(design: Design, part: str, pin: str) -> Iterator[str]:
    circuit = design.circuit("controller")
    nets, fact = circuit.net_of(), design.fact(circuit.part(part))
    name = fact.pins[pin].name if fact and pin in fact.pins else ""
    if part.startswith("R"):
        yield nets.get((part, "2" if pin == "1" else "1"), "open")
    elif fact and name in ("1A", "B"):
        yield nets.get((part, fact.pin("1Y" if name == "1A" else "C")), "open")


def bars_follow_on_each_other(design: Design) -> Iterator[str]:
    """J1 of a bar takes what the controller's J2 gives, J2 what the next one's J1 wants, by wires that do not cross."""
    bar, controller = design.circuit("bar").net_of(), design.circuit("controller").net_of()
    given = {"CLK_OUT": "CLK", "LOAD_OUT": "LOAD", "DATA_IN": "DATA"}
    pads = {(pad.part, pad.pin): pad for pad in design.board("bar").pads}
    for number, signal in enumerate(BAR, 1):
        pin = str(number)
        wanted = ("DATA_OUT", "DATA_IN") if signal == "DATA" else (signal, signal)
        there = (bar.get(("J1", pin), "open"), bar.get(("J2", pin), "open"))
        if there != wanted:
            yield f"bar J1 and J2 pin {pin}: {' and '.join(there)}, not {' and '.join(wanted)}"
        net = controller.get(("J2", pin), "open")
        if given.get(net, net) != signal:
            yield f"controller J2 pin {pin} is {net}, and a bar wants {signal} there"
        if abs(pads["J1", pin].x - pads["J2", pin].x) > 0.01 or not pads["J1", pin].y < 0 < pads["J2", pin].y:
            yield f"bar J1 and J2 pin {pin} do not lie opposite each other: wires from bar to bar would cross"
    yield from _three(design)


def _three(design: Design) -> Iterator[str]:
    """The coupon's plug: ground, supply, three sensors from the left."""
    nets, board = design.circuit("coupon").net_of(), design.board("coupon")
    if [nets.get(("J1", pin)) for pin in "12345"] != ["GND", "3V3", "S0", "S1", "S2"]:
        yield "coupon J1: not ground, supply and the sensors in order"
    places = [board.centres[f"U{turn}"][0] for turn in (1, 2, 3)]
    outs = [nets.get((f"U{turn}", "2")) for turn in (1, 2, 3)]
    if places != sorted(places) or outs != ["S0", "S1", "S2"]:
        yield "coupon: sensors are not in order from the left"


def cables_join_what_belongs_together(design: Design) -> Iterator[str]:
    """Each wire of the cables' table: its net is that of the board's pin, its contact one for that net."""
    nets = design.circuit("controller").net_of()
    parts = {part.name: part for part in design.circuit("controller").parts}
    rows = list(csv.DictReader(io.StringIO(design.shown["wires-plugs.csv"])))
    for row in rows:
        plug, net = row["plug"], row["net"]
        there = nets.get((plug, row["pin"]), "open")
        if there != net:
            yield f"cable {plug} pin {row['pin']}: {net} is crimped, the board has {there}"
        if row["contact"] not in AT_THE_END.get(net, ()):
            yield f"cable {plug} pin {row['pin']}: {net} ends at {row['contact']}"
        kind, count = parts[plug].package.split(", ")
        if row["housing"] != {"XH": f"XHP-{count}", "VH": f"VHR-{count}N"}.get(kind):
            yield f"cable {plug}: {row['housing']} is not for {parts[plug].package}"
    wired = {(row["plug"], row["pin"]) for row in rows}
    wanted = {pin for pin, net in nets.items() if pin[0] in parts and parts[pin[0]].package[:2] in ("XH", "VH") and net}
    if wired != wanted:
        yield f"cables: {sorted(wired ^ wanted)[:4]} are wired or on the board, not both"
    yield from _from_bar_to_bar(design)


def _from_bar_to_bar(design: Design) -> Iterator[str]:
    nets = design.circuit("bar").net_of()
    for row in csv.DictReader(io.StringIO(design.shown["wires-bars.csv"])):
        pin = row["to"].rpartition(".")[2]
        if BAR[int(pin) - 1] != row["signal"] or not nets.get(("J1", pin), "").startswith(row["signal"]):
            yield f"wires from bar to bar: {row['signal']} goes to {row['to']}"
        if row["from"].startswith("bar") and row["from"].rpartition(".")[2] != pin:
            yield f"wires from bar to bar: {row['from']} goes to {row['to']}"


# --- print and pictures ----------------------------------------------------------------------------------------------


def print_says_what_lies_beside_it(design: Design) -> Iterator[str]:
    """The word nearest to a plug's pin is that of its net; dots, stripe and plus are at pin 1, cathode and plus."""
    for name in design.drawn:
        board = design.board(name)
        for pad in board.pads:
            plug = pad.part.startswith("J") and pad.net in PRINTED and board.circuit.part(pad.part).package in PLUGGED
            if plug:
                word = _nearest(board, pad)
                if word is None or word.text != PRINTED[pad.net]:
                    yield f"{name} {pad.part} pin {pad.pin}: {word.text if word else 'nothing'} is printed at {pad.net}"
        yield from (f"{name}: {told}" for told in _dots(board))
    yield from _poles(design)


USES: Final[Mapping[str, str]] = {
    "J1": "USB-C, 5 V",
    "D2": "5 V",
    "TP1": "5V",
    "TP2": "GND",
    "TP3": "3V3",
    "TP4": "CLK",
    "TP5": "LD",
    "TP6": "DAT",
    "TP7": "DIN",
    "TP8": "OK",
    "J2": "BARS",
    "J4": "STRIP 1",
    "J7": "END TURN",
    "J8": "HINT",
    "J9": "BACK",
    "J10": "PIEZO",
}
"""Words beside a plug, a light or a test pad: a second statement, for `controllerwords.py` to be judged by."""
PLUGGED: Final = tuple(package for package in PINS if package[:2] in ("XH", "VH") or package == "1x5, 2.54 mm")
BESIDE_MM: Final = 8.0


def _nearest(board: Board, pad: Pad) -> Word | None:
    words = [word for word in board.words if not word.below and word.text in set(PRINTED.values())]
    near = [word for word in words if abs(word.x - pad.x) < 0.8 and abs(word.y - pad.y) < BESIDE_MM]
    return min(near, key=lambda word: hypot(word.x - pad.x, word.y - pad.y), default=None)


def _dots(board: Board) -> Iterator[str]:
    """Each chip and sensor has its dot at pin 1, nearer than to any other of its pins."""
    for part in board.circuit.parts:
        if part.name.startswith("U"):
            pads = [pad for pad in board.pads if pad.part == part.name]
            first = next(pad for pad in pads if pad.pin == "1")
            dots = [(hypot(x - first.x, y - first.y), x, y) for _, x, y in board.dots]
            near, x, y = min(dots, default=(99.0, 0.0, 0.0))
            if near > 2.0 or min(pads, key=lambda pad: hypot(x - pad.x, y - pad.y)).pin != "1":
                yield f"no dot is printed at pin 1 of {part.name}"


def _poles(design: Design) -> Iterator[str]:
    """The stripe is on the cathode's side, the plus on the plus pin's; the frame bit's words are at its level."""
    board = design.board("controller")
    yield from _stripe(board)
    yield from _plus(board)
    yield from _bridge(design.board("bar"))
    told = {word.text for word in board.words}
    yield from (f"controller {plug}: {use} is not printed" for plug, use in USES.items() if f"{plug} {use}" not in told)


def _ends(board: Board, part: str) -> tuple[Pad, Pad]:
    first, second = sorted((pad for pad in board.pads if pad.part == part), key=lambda pad: pad.pin)
    return first, second


def _stripe(board: Board) -> Iterator[str]:
    cathode, anode = _ends(board, "D1")
    upright = [mark for mark in board.marks if len(mark) == 2 and abs(mark[0][0] - mark[1][0]) < 0.01]
    beside = [x for ((x, y), _) in upright if abs(y - cathode.y) < 4.0]
    if not beside or any(abs(x - cathode.x) >= abs(x - anode.x) for x in beside):
        yield "controller D1: the stripe is not printed at the cathode"


def _plus(board: Board) -> Iterator[str]:
    plus, minus = _ends(board, "C1")
    near = [
        hypot(word.x - plus.x, word.y - plus.y) < hypot(word.x - minus.x, word.y - minus.y)
        for word in board.words
        if word.text == "+"
    ]
    if near != [True]:
        yield "controller C1: no plus is printed at its plus"


def _bridge(bar: Board) -> Iterator[str]:
    level = {pad.net: pad.y for pad in bar.pads if pad.part == "JP1"}
    told = {word.text: word.y for word in bar.words}
    odd, even = told.get("BAR 1 3 5 7 9", 0.0), told.get("BAR 2 4 6 8", 0.0)
    if (odd - even) * (level.get("GND", 0.0) - level.get("3V3", 0.0)) <= 0:
        yield "bar JP1: bars 1, 3, 5, 7 and 9 are bridged to ground, and the print says otherwise"


def drawings_and_text_agree(design: Design) -> Iterator[str]:
    """Pages, tables and pictures give each signal the very pin that the facts and drivers give it."""
    facts = {part.value: fact for part, fact in design.bought("controller")}
    for name, signal in SIGNALS.items():
        yield from _drawn(design, facts[PI], name, f"GPIO{signal.pi.gpio}", signal.pi.position)
        yield from _drawn(design, facts[PICO], name, f"GP{signal.pico.gpio}", signal.pico.position)
    for name, columns in POWER.items():
        for value, pins in zip((PI, PICO), columns, strict=True):
            yield from (f"pin {pin} is no {name}" for pin in pins if facts[value].pins[str(pin)].name != name)
    if facts[PI].pins[str(LEDS_PWM.position)].name != f"GPIO{LEDS_PWM.gpio}":
        yield f"the lights' PWM is not on pin {LEDS_PWM.position}"
    yield from _told(design)


def _drawn(design: Design, fact: Fact, signal: str, gpio: str, position: int) -> Iterator[str]:
    """A signal's pin on a header, in the table and in the picture."""
    text, picture = f"{gpio}, pin {position}", f"harness-{'pico' if fact.value == PICO else 'pi'}.svg"
    if fact.pins[str(position)].name != gpio:
        yield f"{signal}: {text} of a {fact.value} is {fact.pins[str(position)].name}"
    rows = [line for line in design.shown["pins.md"].splitlines() if line.startswith(f"| {signal.replace('_', ' ')}")]
    if not any(text in row for row in rows):
        yield f"pins.md does not say {text} of {signal}"
    if not _count(design.shown[picture], text):
        yield f"{picture} does not say {text} of {signal}"


def _count(picture: str, text: str) -> int:
    """How often a word is drawn, as text or as lines with its label."""
    return picture.count(f">{text}<") + picture.count(f'aria-label="{text}"')


def _told(design: Design) -> Iterator[str]:
    """The parts' page names supply, fuse and diode as the board has them."""
    page, values = design.shown["bom.md"], {part.name: part.value for part in design.circuit("controller").parts}
    supply = design.facts.outside["supply"]
    said = f"supply {supply['volts']:g} V {supply['amperes']:g} A"
    if not any(said in line and supply["plug"] in line.split("|")[1] for line in page.splitlines() if "|" in line):
        yield f"bom.md does not say {said}, {supply['plug']}"
    if values.get("F1", "?") not in page:
        yield f"bom.md does not name {values.get('F1')}"
    if values.get("D1", "?") not in page:
        yield f"bom.md does not name {values.get('D1')}"
    shown = design.shown["harness-pi.svg"] + design.shown["harness-pico.svg"]
    for part, text in (("R4", "{} ohm"), ("F1", "fuse {}"), ("D1", "{}")):
        figure = re.sub(r" R$", "", values.get(part, "?"))
        if _count(shown, text.format(figure)) != 2:
            yield f"harness: {text.format(figure)} is not drawn on both"
