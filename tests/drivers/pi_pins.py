"""A simulated Raspberry Pi: gpiozero's mock pins, with 74HC165s, buttons and Adafruit's libraries at their other end.

The chips know nothing of SPI: they see levels and edges on three pins. A model of each kernel driver clocks them, so a
wrong mode or a missing LOAD shows as on real hardware. gpiozero's own mock would not do: it samples after the edge, and
its clock never moves between two transfers.
"""

import asyncio
import os
import threading
from dataclasses import dataclass, field

from gpiozero import SPI, Device
from gpiozero.pins.mock import MockFactory, MockPin, MockPWMPin

from drivers.conformance import Bench
from pearlboard.drivers.clock import SteppedClock
from pearlboard.drivers.pi_small import STILL_MS
from pearlboard.drivers.pins import SIGNALS

os.environ["BLINKA_OS_AGNOSTIC"] = "1"
"""Set before Blinka is first imported, so that Blinka accepts any machine as a board."""
CLOCK, DATA, LOAD = (SIGNALS[name].pi.gpio for name in ("chain_clock", "chain_data", "chain_load"))
CHIP_BITS = 8
ENOUGH_S = 20
"""The timeout of a test."""


class Chip:
    """One 74HC165: while LOAD is low its register follows the inputs, while it is high a rising clock shifts it."""

    def __init__(self, inputs):
        """`inputs()` returns eight levels, the first to be shifted out in front."""
        self.inputs = inputs
        self.register = [0] * CHIP_BITS

    @property
    def q7(self):
        return self.register[0]

    def follow(self):
        self.register = list(self.inputs())

    def shift(self, serial):
        self.register = [*self.register[1:], serial]


class Chips:
    """A chain of chips behind three pins; the serial input of the last one is tied to `tied`."""

    def __init__(self, wiring, pieces, tied=1):
        self.wiring = wiring
        self.pieces = pieces
        self.tied = tied
        self.chips = [
            Chip(lambda first=first: self._levels(first)) for first in range(0, len(wiring.places), CHIP_BITS)
        ]
        self.loaded = 0

    def _levels(self, first):
        bits = self.wiring.as_read(self.pieces)
        return [bits >> bit & 1 for bit in range(first, first + CHIP_BITS)]

    def edge(self, factory, number, rising):
        """Let the chips react to an edge on a pin, and show their output."""
        load_is_high = factory.pin(LOAD).state
        if number == LOAD and not rising:
            self.loaded += 1
        if not load_is_high:
            for chip in self.chips:
                chip.follow()
        elif number == CLOCK and rising:
            serial = [*(chip.q7 for chip in self.chips), self.tied][1:]
            for chip, level in zip(self.chips, serial, strict=True):
                chip.shift(level)
        shown = self.chips[0].q7 if self.chips else self.tied
        (factory.pin(DATA).drive_high if shown else factory.pin(DATA).drive_low)()


class QuietPin(MockPin):
    """A mock pin without an endless history, whose changes reach the soldered parts."""

    def _change_state(self, value):
        if self._state == value:
            return False
        self._state = value
        if self.info.name in (f"GPIO{CLOCK}", f"GPIO{LOAD}") and self.factory.chips is not None:
            self.factory.chips.edge(self.factory, int(self.info.name[4:]), rising=bool(value))
        return True

    def clear_states(self):
        self._last_change = 0.0
        self.states = []


class QuietPWMPin(MockPWMPin):
    """A mock pin with PWM that records its duty cycles with their frequencies."""

    def clear_states(self):
        self._last_change = 0.0
        self.states = []

    def _change_state(self, value):
        changed = self._state != value
        self._state = value
        if changed:
            self.states.append((self._frequency, float(value)))
        return changed


class HardwareSPI(SPI):
    """A double of the kernel's port: one transfer is one message, sampled at the very edges; it can fail."""

    MODES = (0, 1, 2, 3)

    def __init__(self, clock_pin, mosi_pin, miso_pin, select_pin, pin_factory):  # noqa: ARG002 - gpiozero's own
        super().__init__(pin_factory=pin_factory)
        pin_factory.reserve_pins(self, clock_pin, miso_pin, select_pin)
        self.pins = pin_factory.pin(clock_pin), pin_factory.pin(miso_pin)
        self.mode = 0
        self.pins[0].function = "output"

    def close(self):
        self.pin_factory.release_all(self)
        super().close()

    @property
    def closed(self):
        return False

    def _conflicts_with(self, other):  # noqa: ARG002 - gpiozero's own
        return True

    def _get_clock_mode(self):
        return self.mode

    def _set_clock_mode(self, value):
        if value not in self.MODES:
            raise OSError(22, "Invalid argument")
        self.mode = value

    def _get_rate(self):
        return self.pin_factory.rate

    def _set_rate(self, value):
        self.pin_factory.rate = value

    def transfer(self, data):
        if self.pin_factory.broken:
            raise OSError(5, "Input/output error")
        clock, _ = self.pins
        rests, late = divmod(self.mode, 2)
        clock.state = rests  # an edge, if the clock has rested at the other level
        answer = [sum(self._bit(rests, late) << bit for bit in reversed(range(8))) for _ in data]
        self.rest()
        return answer

    def _bit(self, rests, late):
        """One period of the clock: a bit is sampled just before the first edge, or before the second one."""
        clock, data = self.pins
        first = data.state
        clock.state = not rests
        second = data.state
        clock.state = rests
        return second if late else first

    def rest(self):
        """Set the clock as the driver does after a message."""


class AuxiliarySPI(HardwareSPI):
    """SPI1 of a Pi 3, 4 and Zero 2 W, after Linux's spi-bcm2835aux: CNTL0 is reset after each message.

    So the clock rests low, whatever the mode, and rises when the next message sets CPOL. This port has no CPHA.
    """

    MODES = (0, 2)

    def rest(self):
        self.pins[0].state = False


class DesignWareSPI(HardwareSPI):
    """SPI1 of a Pi 5, after spi-dw-core: the mode is set before a message and stays; at first the clock rests low."""


class PiOnTheDesk(MockFactory):
    """Mock pins of one model of Pi, with hardware SPI as in its kernel."""

    def __init__(self, revision="a02082", *, spi_enabled=True, pwm_pins=()):
        super().__init__(revision=revision, pin_class=QuietPin)
        self.spi_enabled = spi_enabled
        self.pwm_pins = pwm_pins
        self.chips = None
        self.broken = False
        self.rate = None
        self.hardware_asked = []

    def pin(self, name, pin_class=None, **how):
        if pin_class is None and name in {*self.pwm_pins, *(f"GPIO{number}" for number in self.pwm_pins)}:
            pin_class = QuietPWMPin
        return super().pin(name, pin_class, **how)

    def _get_spi_class(self, shared, hardware):  # noqa: ARG002 - gpiozero's own signature
        self.hardware_asked.append(hardware)
        if hardware and not self.spi_enabled:

            def absent(**_):
                raise FileNotFoundError(2, "No such file or directory", "/dev/spidev1.0")

            return absent
        return DesignWareSPI if self.board_info.soc == "BCM2712" else AuxiliarySPI


class Strips:
    """The output of the real NeoPixel libraries, decoded to R, G and B of every LED."""

    def __init__(self):
        self.changed = threading.Condition()
        self.frames = []
        self.raw = []
        self.broken = False
        self.patterns = (0b11000000, 0b11110000)

    def by_pwm(self, _pin, grb):
        """A double of `neopixel.neopixel_write`."""
        self._take(bytes(grb), bytes(grb))

    def by_spi(self, octets, start=0, end=None):
        """A double of the write of Blinka's SPI: every bit is one byte, between silences."""
        written = bytes(octets[start:end])
        levels = written.strip(b"\0")
        zero, one = self.patterns
        assert set(levels) <= {zero, one}
        bits = "".join("1" if level == one else "0" for level in levels)
        self._take(int(bits, 2).to_bytes(len(bits) // 8), written)

    def _take(self, grb, raw):
        if self.broken:
            raise RuntimeError("ws2811_render failed with code -9")
        with self.changed:
            self.raw.append(raw)
            self.frames.append(b"".join(bytes((grb[n + 1], grb[n], grb[n + 2])) for n in range(0, len(grb), 3)))
            self.changed.notify_all()

    def wait_for(self, frame):
        with self.changed:
            assert self.changed.wait_for(lambda: self.frames and self.frames[-1] == frame, ENOUGH_S)


@dataclass
class PiBench(Bench):
    """The suite's bench on a loop of its own, with the driver's real threads. It waits only for expected events."""

    clock: SteppedClock = None
    strips: Strips = None
    loop: asyncio.AbstractEventLoop = field(default_factory=asyncio.new_event_loop)
    asked_for: bytes | None = None

    def __post_init__(self):
        self.press, self.settle, self.follow = self.push, self.arrive, self.lay_and_press
        show = self.board._sender.show

        def shown(frame):
            self.asked_for = frame
            show(frame)

        self.board._sender.show = shown

    def start(self):
        async def begin():
            self.board.start(self.events.append)

        self.loop.run_until_complete(begin())
        self.settle()

    def look(self):
        """Let the driver read the chain once more, from the beginning, and deliver what it found."""
        self.look_only()
        self.loop.run_until_complete(asyncio.sleep(0))

    def look_only(self):
        """Let the driver read the chain, without running the loop."""
        if self.board._scanning.is_alive():
            looked, look = threading.Event(), self.board.look

            def once():
                look()
                looked.set()

            self.board.look = once
            assert looked.wait(ENOUGH_S)
            self.board.look = look

    def arrive(self):
        self.look()
        if self.asked_for is not None and not self.board._ended.is_set():
            self.strips.wait_for(self.asked_for)

    def lay_and_press(self, site, button, after_ms):
        """Do both, reading the chain after each."""
        pin = Device.pin_factory.pin(SIGNALS[button].pi.gpio)
        deeds = [lambda: self.put(site), pin.drive_low]
        for deed in deeds if after_ms > 0 else deeds[::-1]:
            deed()
            self.look()
            self.clock.step(abs(after_ms))
        self.clock.step(STILL_MS)
        self.look()
        pin.drive_high()

    def push(self, button):
        """Press and release, bouncing on the way."""
        pin = Device.pin_factory.pin(SIGNALS[button].pi.gpio)
        for move in (pin.drive_low, pin.drive_high, pin.drive_low, pin.drive_high, pin.drive_low):
            move()
            self.look()
        self.clock.step(STILL_MS)
        self.look()
        for move in (pin.drive_high, pin.drive_low, pin.drive_high):
            move()
            self.look()
        self.clock.step(STILL_MS)
        self.look()
