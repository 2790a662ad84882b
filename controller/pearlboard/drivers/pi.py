"""The board wired straight to a Raspberry Pi: one code path for Pi 3, 4, 5 and Zero 2 W.

One thread reads the chain and the buttons every `sensing.scan_ms`, another sends frames to the strips; the rest happens
on the event loop. `drivers.pins` assigns the pins. The install script adds the packages that a model needs beside
gpiozero and Adafruit's libraries; opening the board names a missing one.

None of this has been tried on real hardware yet: the tests use gpiozero's mock pins with a model of the chain behind
them.
"""

import asyncio
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any, Final

from pearlboard.drivers.clock import post_to_loop
from pearlboard.drivers.frame_sender import FrameSender
from pearlboard.drivers.light_drivers import LightDriver, open_light_driver
from pearlboard.drivers.pi_chain import Chain, ChainSilent
from pearlboard.drivers.pi_library import gpiozero_here, on_pin
from pearlboard.drivers.pi_small import Contact, Piezo, SupplyWatch
from pearlboard.drivers.pins import SIGNALS
from pearlboard.drivers.protocols import Board, Button, Clock, Connected, Event, Listener, Lost, Tone
from pearlboard.sensing.scan import Scan
from pearlboard.sensing.wiring import Chains
from pearlboard.settings import Settings
from pearlboard.texts import say

RETRY_MS: Final = 250
"""The delay before an unreadable chain is retried."""
PATIENCE_S: Final = 2.0
"""The timeout of closing, if a read hangs in the kernel."""
FIRST_HZ: Final = 440
LATE_MS: Final = 20


@dataclass(frozen=True)
class Devices:
    """The opened devices of a board; `release` closes them. `buttons`, `supply`, `lamp`: gpiozero's, without types."""

    chain: Chain
    lights: LightDriver
    buttons: Mapping[Button, Any]
    supply: Any
    lamp: Any
    piezo: Piezo | None
    release: Callable[[], None]


class PiBoard:
    """Sensors, lights, buttons, lamp and piezo on the pins of a Pi. Opened by `open_pi`."""

    def __init__(self, about: str, devices: Devices, chains: Chains, clock: Clock, scan_ms: int) -> None:
        """Take over opened devices."""
        self._about = about
        self._chain = devices.chain
        self._sender = FrameSender(devices.lights.send)
        self._chains = chains
        self._clock = clock
        self._scan_ms = scan_ms
        self._buttons = tuple((Contact(button), device) for button, device in devices.buttons.items())
        self._supply, self._supply_watch = devices.supply, SupplyWatch()
        self._lamp = devices.lamp
        self._piezo = devices.piezo
        self._release = devices.release
        self._seen_ms: int | None = None
        self._lost = False
        self._bits: int | None = None
        self._listener: Listener | None = None
        self._tell: Listener = self._hear
        self._ended = threading.Event()
        self._scanning = threading.Thread(target=self._scan, name="chain", daemon=True)

    # --- the protocol ------------------------------------------------------------------------------------------

    @property
    def late_ms(self) -> int:
        """The greatest delay of a scan: the event loop's."""
        return LATE_MS

    @property
    def seen_ms(self) -> int | None:
        """When the chain was last read; None while it cannot be read."""
        return self._seen_ms

    def start(self, listener: Listener) -> None:
        """Start both threads."""
        self._listener = listener
        self._tell = post_to_loop(asyncio.get_running_loop(), self._hear)
        self._sender.start()
        self._scanning.start()

    def close(self) -> None:
        """Stop both threads, switch the lights off, and release the pins."""
        if self._ended.is_set():
            return
        self._listener = None
        self._ended.set()
        if self._scanning.is_alive():
            self._scanning.join(PATIENCE_S)
        self._sender.close(bytes(3 * self._chains.leds))
        self._release()

    def show(self, frame: bytes) -> None:
        """Send a frame as soon as the last one has been sent."""
        if len(frame) != 3 * self._chains.leds:
            raise ValueError(f"a frame of this board has {3 * self._chains.leds} bytes, not {len(frame)}")
        if not self._ended.is_set():
            self._sender.show(bytes(frame))

    def lamp(self, *, on: bool) -> None:
        """Switch the end-turn button's lamp, if it has one."""
        if self._lamp is not None and not self._ended.is_set():
            self._lamp.value = on

    def play(self, tones: Sequence[Tone]) -> None:
        """Play tones on the piezo, if there is one."""
        if self._piezo is not None and not self._ended.is_set():
            self._piezo.play(tones)

    # --- the chain's thread ------------------------------------------------------------------------------------

    def _scan(self) -> None:
        while not self._ended.is_set():
            begun_ms = self._clock()
            self.look()
            period_ms = RETRY_MS if self._lost else self._scan_ms
            self._ended.wait(max(0, begun_ms + period_ms - self._clock()) / 1000)

    def look(self) -> None:
        """Read the chain and the buttons once."""
        try:
            bits, down, well = self._read()
        except ChainSilent as error:
            self._lose(str(error))
            return
        at_ms = self._clock()
        self._seen_ms = at_ms
        if self._bits is None:
            self._lost = False
            self._tell(Connected(self._about, at_ms))
        if bits != self._bits:
            self._bits = bits
            self._tell(Scan(bits, at_ms))
        for (contact, _), is_down in zip(self._buttons, down, strict=True):
            told = contact.look(at_ms, down=is_down)
            if told is not None:
                self._tell(told)
        supplied = self._supply_watch.look(at_ms, well=well)
        if supplied is not None:
            self._tell(supplied)

    def _read(self) -> tuple[int, list[bool], bool]:
        bits = self._chain.read()
        try:
            return bits, [bool(device.value) for _, device in self._buttons], not self._supply.value
        except Exception as error:  # each pin factory has its own family of errors
            raise ChainSilent(str(error)) from error

    def _lose(self, reason: str) -> None:
        self._seen_ms = self._bits = None
        if not self._lost:
            self._lost = True
            self._supply_watch = SupplyWatch()
            for contact, _ in self._buttons:
                contact.forget()
            self._tell(Lost(say("chain_silent", reason=reason), self._clock()))

    def _hear(self, event: Event) -> None:
        """Deliver an event on the loop's thread, unless the board was closed meanwhile."""
        if self._listener is not None:
            self._listener(event)


def open_pi(settings: Settings, chains: Chains, clock: Clock) -> Board:
    """Open the board on this Pi's pins; `ConfigError` says what is missing, switched off or in use."""
    gpiozero = gpiozero_here()
    wires = settings.pi
    with ExitStack() as opened:

        def device(kind: Any, gpio: int, purpose: str, **how: Any) -> Any:  # noqa: ANN401 - gpiozero has no types
            made = on_pin(kind, gpio, purpose, **how)
            opened.callback(made.close)
            return made

        chain = Chain(gpiozero, chains.bits, settings.pi.chain_mode)
        opened.callback(chain.close)
        buttons = {
            button: device(gpiozero.InputDevice, SIGNALS[button].pi.gpio, f"{button} button", pull_up=True)
            for button in Button
        }
        supply = device(gpiozero.InputDevice, SIGNALS["supply_ok"].pi.gpio, "lights' supply", pull_up=True)
        lamp = device(gpiozero.OutputDevice, wires.lamp_pin, "lamp") if wires.lamp_pin else None
        piezo = None
        if wires.piezo_pin:
            piezo = Piezo(device(gpiozero.PWMOutputDevice, wires.piezo_pin, "piezo", frequency=FIRST_HZ), clock)
            opened.callback(piezo.close)
        lights = open_light_driver(wires, chains.leds)
        about = f"Raspberry Pi {gpiozero.Device.pin_factory.board_info.model}, gpiozero {version('gpiozero')}"
        devices = Devices(chain, lights, buttons, supply, lamp, piezo, opened.pop_all().close)
        return PiBoard(about, devices, chains, clock, settings.sensing.scan_ms)
