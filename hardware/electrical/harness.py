"""The wiring as one picture for each controller, drawn from the drivers' pins."""

from math import cos, pi, sin
from typing import Final

from hardware.electrical.power import CLOCK_PF, DATA_OHM, SUPPLY_MA, TVS, USUAL_OHM, fuse_ma
from hardware.electrical.tables import BAR_SIGNALS
from hardware.generate.layout import Layout
from hardware.generate.picture import Picture
from pearlboard.drivers.pins import POWER, SIGNALS
from pearlboard.settings import Settings

WIRE: Final = {
    "GND": "#111111",
    "CLK": "#c9a400",
    "3V3": "#e07b00",
    "LOAD": "#1c8a2f",
    "DATA": "#1f5fd0",
    "5 V": "#d01818",
    "LED": "#8a2fb0",
    "button": "#777777",
}
HOP: Final = 8.0
NAMES: Final = {"pi": "Raspberry Pi", "pico": "Raspberry Pi Pico"}


def harness(layout: Layout, controller: str) -> str:
    """The picture of one variant, with bars; by hand the chain of chips stands where the bars are."""
    name = NAMES[controller]
    bars = len(layout.wiring.chain)
    picture = Picture(1180, 800, f"Harness with a {name}")
    picture.text(590, 32, f"Harness: {name}", size=20, bold=True)
    picture.text(
        590, 54, "Pin positions are from the drivers' own table. Generated and checked, not yet built.", size=13
    )
    picture.box(40, 90, 250, 540, (), "#e8f1e4")
    picture.text(165, 116, name, size=16, bold=True)
    y = {signal: 160 + 36 * place for place, signal in enumerate(("GND", "CLK", "3V3", "LOAD", "DATA"))}
    _bars(picture, bars, y, controller)
    _leds(picture, layout, controller)
    _buttons(picture, controller)
    _supply(picture, controller)
    return picture.svg()


def _pin(signal: str, controller: str) -> str:
    found = SIGNALS[signal]
    pin, kind = (found.pi, "GPIO") if controller == "pi" else (found.pico, "GP")
    return f"{kind}{pin.gpio}, pin {pin.position}"


def _power_pin(signal: str, controller: str) -> str:
    pi, pico = POWER[signal]
    return f"{signal}, pin {' or '.join(map(str, pi if controller == 'pi' else pico))}"


def _bars(picture: Picture, bars: int, rows: dict[str, int], controller: str) -> None:
    for signal, y in rows.items():
        pin = _power_pin(signal, controller) if signal in POWER else _pin(BAR_SIGNALS[signal], controller)
        picture.text(280, y + 4, pin, anchor="end")
        picture.wire(((290, y), (520, y)), WIRE[signal], 3)
        picture.text(400, y - 6, signal, colour=WIRE[signal], bold=True)
    for place, bar in enumerate((1, 2, bars)):
        x = 520 + 220 * place
        level = (bar - 1) % 2
        picture.box(
            x,
            140,
            150,
            190,
            (
                f"bar {bar}",
                "J1 in, J2 out,",
                "both at its left end",
                f"frame bit = {level}",
                f"bridge to {'3V3' if level else 'GND'}",
            ),
            "#dfeee2",
            13,
        )
        if place < 2:
            for signal, y in rows.items():
                picture.wire(((x + 150, y), (x + 220, y)), WIRE[signal], 3, dashed=place == 1)
    picture.text(
        835,
        352,
        f"{bars} bars, all alike; five wires of 2 cm soldered from J2 of each to J1 of the next. By hand: 14 chips.",
    )
    at_its_end = (
        f"{USUAL_OHM} ohm in CLK and LOAD,",
        f"{CLOCK_PF} pF from CLK to GND behind it,",
        f"{DATA_OHM // 1000} k in DATA: all at the",
        "controller's end",
    )
    picture.lines(300, 322, at_its_end, size=12)


def _leds(picture: Picture, layout: Layout, controller: str) -> None:
    picture.text(280, 404, _pin("leds", controller), anchor="end")
    picture.wire(((290, 400), (430, 400)), WIRE["LED"], 3)
    picture.box(430, 375, 150, 66, ("74AHCT125", "1A pin 2, 1Y pin 3", "1OE pin 1, pin 7: GND"), "#f3e6fa", 12)
    picture.wire(((580, 400), (640, 400)), WIRE["LED"], 3)
    picture.box(640, 386, 90, 28, ("330 ohm",), "#ffffff", 12)
    picture.wire(((730, 400), (790, 400)), WIRE["LED"], 3)
    strips, leds = len(layout.wiring.strips), len(layout.wiring.strips[0])
    picture.box(
        790,
        372,
        350,
        86,
        (
            f"{strips} LED strips of {leds}",
            "DIN at a1, at the upper left; every other strip",
            "turned round: DOUT to DIN by short wires",
            "5 V and GND in at first, middle and last strip",
        ),
        "#fff7d6",
        13,
    )
    picture.text(690, 430, "at the strip's end", size=11)


def _buttons(picture: Picture, controller: str) -> None:
    rows = [
        ("end_turn", "end turn, to GND"),
        ("hint", "hint, to GND (optional)"),
        ("take_back", "take back, to GND (optional)"),
        ("piezo", "piezo, to GND (optional)"),
        ("lamp", "lamp, by a transistor (optional)"),
        ("supply_ok", "half of 5 V: 2 x 10 k, 1 k (optional)"),
    ]
    for place, (signal, words) in enumerate(rows):
        y = 468 + 27 * place
        picture.text(280, y + 4, _pin(signal, controller), anchor="end")
        picture.wire(((290, y), (330, y)), WIRE["button"], 3)
        picture.box(330, y - 12, 250, 24, (words,), "#ffffff", 12)


def _supply(picture: Picture, controller: str) -> None:
    picture.box(
        40, 686, 150, 74, (f"supply 5 V {SUPPLY_MA // 1000} A", "approved, USB-C,", "5.1 k at both CC"), "#ffe5e5", 13
    )
    picture.wire(((190, 708), (250, 708)), WIRE["5 V"], 4)
    fuse = f"fuse {fuse_ma(Settings().lights.cap_ma) / 1000:g} A slow"
    picture.box(250, 690, 110, 36, (fuse,), "#ffffff", 12)
    picture.wire(((360, 708), (680, 708), (680, 600), (830, 600), (830, 458)), WIRE["5 V"], 4)
    picture.wire(((190, 742), (720, 742), (720, 630), (1100, 630), (1100, 458)), WIRE["GND"], 4)
    picture.wire(((830, 600), (965, 600), (965, 458)), WIRE["5 V"], 4)
    picture.wire(((930, 630), *hop(930, 600), (930, 458)), WIRE["GND"], 4)
    picture.box(742, 604, 76, 22, ("1000 uF",), "#ffffff", 12)
    picture.text(700, 594, "5 V", colour=WIRE["5 V"], bold=True)
    picture.text(1020, 648, "GND", bold=True)
    picture.wire(((440, 708), (440, 742)), WIRE["5 V"], 2)
    picture.box(394, 714, 92, 22, (TVS,), "#ffffff", 12)
    picture.text(440, 760, "its stripe to 5 V", size=12)
    picture.wire(((580, 428), (630, 428), (630, 708)), WIRE["5 V"], 2)
    picture.wire(((580, 438), (610, 438), *hop(610, 708, up=False), (610, 742)), WIRE["GND"], 2)
    picture.text(602, 652, "pin 14 VCC: 5 V", size=12, anchor="end")
    picture.text(602, 668, "pin 7: GND", size=12, anchor="end")
    picture.wire(((165, 630), (165, 675), (225, 675), *hop(225, 708, up=False), (225, 742)), WIRE["GND"], 3)
    picture.text(240, 682, f"common ground: {_power_pin('GND', controller)}", anchor="start")
    own = "the Pi's own supply" if controller == "pi" else "USB from the computer or Pi"
    picture.lines(
        750,
        690,
        (
            f"The controller is fed by {own}. 5 V from this",
            "supply never goes to its header; only grounds are joined, first.",
            "Data never before 5 V: the LED supply on, first; off, last.",
        ),
    )


def hop(x: float, y: float, *, up: bool = True) -> tuple[tuple[float, float], ...]:
    """How a wire along x goes over another one at y without touching it, drawn from below, or from above."""
    turns = [step * pi / 6 for step in range(7)]
    bend = [(x + HOP * sin(turn), y + HOP * cos(turn)) for turn in turns]
    return tuple(bend if up else bend[::-1])
