"""What a twin is wired to: a Pico whose chip is emulated, or a Pi whose kernel's drivers are modelled.

Both take what the sensors' outputs and the buttons do, and keep what the strip was sent, by its pulses.
"""

import contextlib
import os
import select
from collections import deque
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar, NamedTuple
from unittest.mock import patch

from firmware.emulation import Chip
from pearlboard.drivers import rp2040
from pearlboard.drivers.light_timing import SHORTEST_NS
from pearlboard.drivers.pins import SIGNALS
from pearlboard.drivers.protocols import Button
from pearlboard.drivers.rp2040_port import NoAnswer
from pearlboard.sensing.wiring import reference_wiring
from pearlboard.texts import say
from twin.lockstep import World

LEDS = 135
LIGHT_BIT_US = 8 * SHORTEST_NS / 1e3
"""The time that one bit of the lights takes by SPI."""
HELD = {Button.END_TURN: 1, Button.HINT: 2, Button.TAKE_BACK: 4}
PORT = "the Pico's port"
QUICK = "\nWINDOW_MS = 0\n"
"""No two seconds for `mpremote` after each start: they cost half a minute."""


class Picture(NamedTuple):
    """What the strip was sent: from its first pulse to its last, R, G and B of each LED; `whole`: of every one."""

    began_us: float
    ended_us: float
    rgb: bytes
    whole: bool


def as_rgb(grb: bytes) -> bytes:
    """The strip wants G before R."""
    return b"".join(bytes((grb[at + 1], grb[at], grb[at + 2])) for at in range(0, len(grb) // 3 * 3, 3))


@dataclass
class Pico:
    """The firmware on an emulated chip, at the end of a cable; the world's time goes on when it starts again."""

    firmware: Path
    bootrom: Path
    changes: str = QUICK
    settings: ClassVar = {"board": "rp2040", "serial": PORT}
    step_us = 500.0
    breath_s = 0.0

    def __post_init__(self) -> None:
        """Switched on."""
        self.wiring = reference_wiring()
        self.scans: list[float] = []
        self.pictures: list[Picture] = []
        self.inbox: deque[bytes] = deque()
        self.cable, self.mute = True, False
        self.plug_number = 0
        self._out = bytearray()
        self._now = self.wiring.as_read(()), 0
        self._start(0.0)

    def _start(self, at_us: float) -> None:
        self._chip = Chip(self.firmware, self.bootrom, self.changes)
        self._begun_us = at_us - self._chip.us
        self._was_there = False
        self._chip.run(0, inputs=[(0, *self._now)])

    @property
    def us(self) -> float:
        """The chip's time since it was first switched on."""
        return self._begun_us + self._chip.us

    @property
    def there(self) -> bool:
        """Whether the host sees its port."""
        return self.cable and self._chip.plugged

    def run(self, until_us, inputs) -> None:
        """Run the chip; `until_us` may be now."""
        begun = self.us
        moments = [(max(0.0, us - begun), bits, held) for us, bits, held in inputs]
        out = bytes(self._out) if self.cable and not self.mute else b""
        self._out.clear()
        for _, data in self._chip.run(max(0.0, until_us - begun), out, moments):
            if self.cable and not self.mute:
                self.inbox.append(data)
        if inputs:
            self._now = inputs[-1][1:]
        self._keep()
        if self.there != self._was_there:
            self._was_there = self.there
            self.plug_number += 1

    def _keep(self) -> None:
        chip = self._chip
        self.scans += [self._begun_us + us for us in chip.loads]
        del self.scans[:-2_000]
        for began, ended, bits, grb in chip.pictures:
            picture = as_rgb(bytes.fromhex(grb))
            self.pictures.append(Picture(self._begun_us + began, self._begun_us + ended, picture, bits == LEDS * 24))
        chip.loads.clear(), chip.pictures.clear(), chip.feeds.clear()

    def send(self, data: bytes) -> None:
        """Bytes of the host."""
        self._out += data

    def stall(self) -> None:
        """Let nothing through any more, though its port is there."""
        self.mute = True

    def pull(self) -> None:
        """Pull the cable out; the board has its own supply."""
        self.cable = False
        self.inbox.clear()
        self._out.clear()

    def put_back(self) -> None:
        """Put the cable back, and everything goes through."""
        self.cable, self.mute = True, False

    def reset(self) -> None:
        """The chip starts again; the strip keeps what it shows."""
        at_us = self.us
        self._chip.close()
        self._out.clear()
        self.inbox.clear()
        self._start(at_us)

    def close(self) -> None:
        """Switch it off."""
        self._chip.close()

    @contextlib.contextmanager
    def wired(self, world: World):
        """While a table runs: its driver finds this board."""
        with world.threads_of(rp2040), patch.object(rp2040, "Port", lambda path: PicoPort(world, self, path)):
            yield


class PicoPort:
    """Stands for `rp2040_port.Port`: a serial port in the world's time."""

    def __init__(self, world: World, pico: Pico, path: str) -> None:
        self.path = path
        self._world = world
        self._pico = pico
        if not pico.there:
            raise self._gone()
        self._number = pico.plug_number
        pico.inbox.clear()

    def __enter__(self):
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def read(self, timeout_s: float, *others: int) -> bytes:
        pico, until = self._pico, self._world.after(max(0.0, timeout_s))
        self._world.wait(until, lambda: self._is_gone or bool(pico.inbox) or _readable(others))
        self._check()
        data = b"".join(pico.inbox)
        pico.inbox.clear()
        return data

    def write(self, data: bytes) -> None:
        self._check()
        self._pico.send(data)

    def close(self) -> None:
        """Nothing is left to do."""

    def _check(self) -> None:
        if self._is_gone:
            raise self._gone()

    @property
    def _is_gone(self) -> bool:
        return not self._pico.there or self._pico.plug_number != self._number

    def _gone(self) -> NoAnswer:
        return NoAnswer(say("link_unplugged", port=self.path))


def _readable(numbers) -> bool:
    return bool(numbers) and bool(select.select(list(numbers), [], [], 0)[0])


# --- a board that is wired to a Pi ----------------------------------------------------------------------------------


@dataclass
class Pi:
    """A Pi's pins: its kernel's SPI drivers and the chain at the other end, by `drivers.pi_pins`; lights by SPI."""

    revision: str = "a02082"
    settings: ClassVar = {"board": "pi"}
    step_us = 1_000.0
    breath_s = 0.000_1
    us: float = 0.0
    scans: list[float] = field(default_factory=list)
    pictures: list[Picture] = field(default_factory=list)

    def run(self, until_us, inputs) -> None:
        """Let time pass."""
        for us, bits, held in inputs:
            self.us = max(self.us, us)
            self._bits = bits
            for button, bit in HELD.items():
                pin = self._factory.pin(SIGNALS[button].pi.gpio)
                (pin.drive_low if held & bit else pin.drive_high)()
        self.us = max(self.us, until_us)

    def pull(self) -> None:
        """Break the chain's port, as when its overlay is gone."""
        self._factory.broken = True

    def put_back(self) -> None:
        """Mend the chain's port."""
        self._factory.broken = False

    def close(self) -> None:
        """Nothing is left to do."""

    @contextlib.contextmanager
    def wired(self, world: World):
        """While a table runs: its driver finds these pins."""
        from drivers.pi_pins import LOAD, Chips, PiOnTheDesk, Strips  # isort: skip - Blinka asks for what it sets

        import board
        import neopixel
        from adafruit_blinka.microcontroller.generic_agnostic_board import spi
        from gpiozero import Device

        from pearlboard.drivers import frame_sender, pi

        wiring, hardware = reference_wiring(), self
        self._bits, self._factory = wiring.as_read(()), PiOnTheDesk(self.revision)

        class TimedChips(Chips):
            """Chips whose inputs are the sensors' outputs, and which know when they took them."""

            def _levels(self, first):
                return [hardware._bits >> bit & 1 for bit in range(first, first + 8)]

            def edge(self, factory, number, rising):
                if number == LOAD and not rising:
                    hardware.scans.append(hardware.us)
                super().edge(factory, number, rising)

        class TimedStrips(Strips):
            """A strip whose bits take their time."""

            def _take(self, grb, raw):
                super()._take(grb, raw)
                began = world.us
                hardware.pictures.append(
                    Picture(began, began + len(grb) * 8 * LIGHT_BIT_US, as_rgb(grb), len(grb) == 3 * LEDS)
                )

        strips = TimedStrips()
        self._factory.chips = TimedChips(wiring, ())
        with (
            world.threads_of(pi, frame_sender),
            patch.object(neopixel, "neopixel_write", strips.by_pwm),
            patch.object(spi.SPI, "write", strips.by_spi),
            patch.object(board, "SCLK", board.SCK, create=True),
            patch.object(Device, "pin_factory", self._factory),
        ):
            yield


def firmware_here() -> tuple[Path, Path] | None:
    """MicroPython for the chip and its boot ROM, which FIRMWARE and BOOTROM of the environment name; None: not here."""
    firmware = Path(os.environ.get("FIRMWARE", ""))
    bootrom = Path(os.environ.get("BOOTROM") or firmware.with_name("b1.bin")) if firmware.name else Path()
    return (firmware, bootrom) if firmware.is_file() and bootrom.is_file() else None
