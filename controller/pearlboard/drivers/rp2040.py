"""A board behind a Pico on USB: one thread talks to the Pico; other threads only leave requests for that thread.

Any fault of cable, port or board makes the board `Lost`, with a sentence for people, and the thread retries: after a
quarter of a second, then half a second, then every second. The thread never gives up, and raises none of these faults.
If there are several Picos, the thread tries them in turn, beginning with the one that was the board before, and reports
a fault only after trying them all.
"""

import asyncio
import contextlib
import logging
import os
import threading
from collections.abc import Iterator, Sequence
from typing import Final, TypedDict, Unpack

from pearlboard.drivers.clock import post_to_loop
from pearlboard.drivers.protocols import Clock, Connected, Event, Listener, Lost, Tone
from pearlboard.drivers.rp2040_exchange import Firmware, exchange, identify, leave_loop, reason
from pearlboard.drivers.rp2040_port import THIS_MACHINE, NoAnswer, Plugged, Port, Ports, candidates
from pearlboard.drivers.rp2040_reports import Reports
from pearlboard.link.connection import Connection
from pearlboard.link.events import Event as LinkEvent
from pearlboard.link.events import Gone, Left, Told
from pearlboard.sensing.wiring import Chains
from pearlboard.settings import Settings
from pearlboard.texts import Sentence, say

__all__ = ["Firmware", "NoAnswer", "SerialBoard", "candidates", "identify", "leave_loop", "open_rp2040"]

PAUSES_MS: Final = (250, 500, 1_000)
LATE_MS: Final = 50
"""A few milliseconds until the board is certain of a reading, and a few on the line; this is more than both."""
LEAVE_MS: Final = 300
"""The timeout for a board to go dark when the table closes."""
CLOSE_S: Final = 2.0
MOST_TELLING: Final = (
    "link_version",
    "link_sensors",
    "link_leds",
    "link_limits",
    "link_failed",
    "link_restarted",
    "link_stalled",
    "link_denied",
    "link_forbidden",
    "link_busy",
    "link_prompt",
    "link_silent",
    "link_stranger",
)
"""Faults in order of importance: if several Picos were tried, people see the first of these."""

_log = logging.getLogger("pearlboard.drivers")


class _Requests(TypedDict, total=False):
    """Requests of the table to the thread; a missing key: nothing new. Never changed, since both threads read it."""

    frame: bytes
    lamp: bool
    tones: tuple[Tone, ...]


def open_rp2040(settings: Settings, chains: Chains, clock: Clock) -> "SerialBoard":
    """The board at the port that the settings name, or the first one found."""
    return SerialBoard(settings.serial, chains, clock)


class SerialBoard:
    """A `Board` on a serial port. `port`: its path; empty: the Pico found among `ports`."""

    def __init__(self, port: str, chains: Chains, clock: Clock, ports: Ports = THIS_MACHINE) -> None:
        self.seen_ms: int | None = None
        self.late_ms = LATE_MS
        self.version: str | None = None
        """The version of the connected firmware; None while disconnected."""
        self._port = port
        self._ports = ports
        self._chains = chains
        self._clock = clock
        self._lock = threading.Lock()
        self._wanted = _Requests()
        self._pending = _Requests()
        self._closing = threading.Event()
        self._lent = threading.Event()
        self._let_go = threading.Event()
        self._wake_reader, self._wake_writer = os.pipe()
        os.set_blocking(self._wake_reader, False)
        os.set_blocking(self._wake_writer, False)
        self._tell: Listener = lambda _: None
        self._lost: Sentence | None = None
        self._was_at = Plugged("", "")
        self._thread = threading.Thread(target=self._run, name="rp2040", daemon=True)

    def start(self, listener: Listener) -> None:
        """Start looking for the board."""

        def listen(event: Event) -> None:
            if not self._closing.is_set():
                listener(event)

        self._tell = post_to_loop(asyncio.get_running_loop(), listen)
        self._thread.start()

    def close(self) -> None:
        """Switch the lights off, and release the port."""
        if self._closing.is_set():
            return
        self._closing.set()
        self._wake()
        if self._thread.ident is not None:
            self._thread.join(CLOSE_S)
        self.seen_ms = None
        if not self._thread.is_alive():
            with self._lock:
                os.close(self._wake_reader)
                os.close(self._wake_writer)
                self._wake_writer = -1

    @contextlib.contextmanager
    def lent(self) -> Iterator[None]:
        """Lend the port; the board is lost meanwhile. Blocks until the port is free: not for the loop's thread."""
        self._let_go.clear()
        self._lent.set()
        self._wake()
        try:
            if self._thread.is_alive():
                self._let_go.wait(CLOSE_S)
            yield
        finally:
            self._lent.clear()

    def show(self, frame: bytes) -> None:
        """Show a frame; a lost board shows it when it is back."""
        if len(frame) != 3 * self._chains.leds:
            raise ValueError(f"a frame of this board has {3 * self._chains.leds} bytes, not {len(frame)}")
        self._request(frame=bytes(frame))

    def lamp(self, *, on: bool) -> None:
        """Switch the end-turn button's lamp; a lost board does so when it is back."""
        self._request(lamp=on)

    def play(self, tones: Sequence[Tone]) -> None:
        """Play these tones now; a lost board never plays them."""
        self._request(tones=tuple(tones))

    def _request(self, **wanted: Unpack[_Requests]) -> None:
        with self._lock:
            self._wanted = {**self._wanted, **wanted}
            self._pending = {**self._pending, **wanted}
        self._wake()

    def _wake(self) -> None:
        with self._lock, contextlib.suppress(BlockingIOError):  # a wake-up is already pending
            if self._wake_writer >= 0:
                os.write(self._wake_writer, b"!")

    # --- the thread --------------------------------------------------------------------------------------------

    def _run(self) -> None:
        failures = 0
        while not self._closing.is_set():
            if self._lent.is_set():
                failures = 0
                self._wait_while_lent()
                continue
            reasons: list[Sentence] = []
            for plugged in self._ports_to_try():
                reports = Reports()
                why = self._attempt(plugged.path, reports)
                if why is None:
                    break
                if reports.connected:
                    self._was_at, reasons = plugged, [why]
                    failures = failures if why.name == "link_failed" else 0
                    break
                reasons.append(why)
            if self._wanted_elsewhere:
                continue
            self._lose(min(reasons, key=_rank, default=say("link_not_found")))
            self._closing.wait(PAUSES_MS[min(failures, len(PAUSES_MS) - 1)] / 1000)
            failures += 1

    @property
    def _wanted_elsewhere(self) -> bool:
        """Whether to release the port, because the table closes or another user needs it."""
        return self._closing.is_set() or self._lent.is_set()

    def _wait_while_lent(self) -> None:
        self._lose(say("link_lent"))
        self._let_go.set()
        self._closing.wait(PAUSES_MS[0] / 1000)

    def _ports_to_try(self) -> list[Plugged]:
        """The ports to try: first the last board by its serial number, then whatever is at its path."""
        was = self._was_at
        return sorted(
            candidates(self._port, self._ports),
            key=lambda plugged: (plugged.serial_number != was.serial_number, plugged.path != was.path),
        )

    def _attempt(self, path: str, reports: Reports) -> Sentence | None:
        """Talk to the board at `path` until that fails; return why, None if the port must be released."""
        try:
            with Port(path) as port:
                self._talk(port, Connection((self._chains.bits, self._chains.leds), self._clock()), reports)
        except NoAnswer as error:
            return error.reason
        except Exception:  # noqa: BLE001 - logged and reported: the thread must survive any error
            _log.exception("talking to the board at %s has failed", path)
            return say("link_failed")
        return None

    def _talk(self, port: Port, connection: Connection, reports: Reports) -> None:
        """Talk to the board until the port must be released; `NoAnswer` if the board fails."""
        wanted = self._wanted.copy()
        wanted.pop("tones", None)
        self._forward(wanted, connection)
        while not self._wanted_elsewhere:
            self._forward(self._take_requests(), connection)
            for event in exchange(port, connection, self._clock, reports.due_ms, self._wake_reader):
                self._report(event, port, reports)
            for press in reports.tick(self._clock()):
                self._tell(press)
            if reports.connected:
                self.seen_ms = connection.heard_ms
        if connection.up:
            self._say_farewell(port, connection)

    def _report(self, event: LinkEvent, port: Port, reports: Reports) -> None:
        if isinstance(event, Gone):
            raise NoAnswer(reason(event, port.path, self._chains))
        if isinstance(event, Told):
            _log.info("the board says %r", event.text[:200])
        for told in reports.feed(event):
            if isinstance(told, Connected):
                self._lost = None
                self.version = None if reports.hello is None else reports.hello.version
            self._tell(told)

    def _say_farewell(self, port: Port, connection: Connection) -> None:
        """Say farewell, and wait briefly until the board has gone dark."""
        connection.leave()
        until_ms = self._clock() + LEAVE_MS
        while self._clock() < until_ms and Left() not in exchange(port, connection, self._clock, until_ms):
            pass

    def _take_requests(self) -> _Requests:
        with contextlib.suppress(BlockingIOError):  # no wake-up is pending
            os.read(self._wake_reader, 4096)
        with self._lock:
            wanted, self._pending = self._pending, _Requests()
        return wanted

    def _forward(self, wanted: _Requests, connection: Connection) -> None:
        if "frame" in wanted:
            connection.show(wanted["frame"], self._clock())
        if "lamp" in wanted:
            connection.lamp(on=wanted["lamp"])
        if "tones" in wanted:
            connection.play(wanted["tones"])

    def _lose(self, why: Sentence) -> None:
        if why.name == "link_unplugged" and not self._port:
            why = say("link_not_found")
        self.seen_ms = self.version = None
        if why != self._lost:
            self._lost = why
            self._tell(Lost(why, self._clock()))


def _rank(why: Sentence) -> int:
    return MOST_TELLING.index(why.name) if why.name in MOST_TELLING else len(MOST_TELLING)
