"""The pin of each signal: on a Raspberry Pi that the board is wired to, and on a Pico.

The firmware has its own copy of the Pico's column, and `hardware/` draws its tables from here; tests compare them.
Optional signals are marked so.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Pin:
    """A GPIO by the chip's number, and its position on the header or the edge of the module."""

    gpio: int
    position: int


@dataclass(frozen=True, slots=True)
class Signal:
    """A wire of the board. `optional`: the board works without it."""

    pi: Pin
    pico: Pin
    purpose: str
    optional: bool = False


SIGNALS: Final[Mapping[str, Signal]] = {
    "chain_clock": Signal(Pin(21, 40), Pin(2, 4), "74HC165 CLK; on the Pi SPI1 SCLK"),
    "chain_data": Signal(Pin(19, 35), Pin(4, 6), "74HC165 Q7 of the first bar; on the Pi SPI1 MISO"),
    "chain_load": Signal(Pin(16, 36), Pin(3, 5), "74HC165 SH/LD, idle high"),
    "leds": Signal(Pin(10, 19), Pin(6, 9), "WS2812B DIN through the level shifter; on the Pi SPI0 MOSI"),
    "end_turn": Signal(Pin(17, 11), Pin(7, 10), "end-turn button, to GND"),
    "hint": Signal(Pin(27, 13), Pin(8, 11), "hint button, to GND", optional=True),
    "take_back": Signal(Pin(22, 15), Pin(9, 12), "take-back button, to GND", optional=True),
    "piezo": Signal(Pin(13, 33), Pin(10, 14), "piezo", optional=True),
    "lamp": Signal(Pin(26, 37), Pin(11, 15), "lamp in the end-turn button, through a transistor", optional=True),
    "supply_ok": Signal(
        Pin(24, 18), Pin(26, 31), "low while the lights lack their 5 V, open if unknown", optional=True
    ),
}
LEDS_PWM: Final = Pin(18, 12)
"""The pin of the LEDs on a Pi that drives them by PWM, which needs root."""
POWER: Final[Mapping[str, tuple[tuple[int, ...], tuple[int, ...]]]] = {"3V3": ((1, 17), (36,)), "GND": ((6, 39), (3,))}
"""Positions of the chain's 3.3 V and of GND, on the Pi and on the Pico; the last has no 5 V pin beside it."""
