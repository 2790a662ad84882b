"""The guest's side: this table's board, lights and pages take part in a game that is at another table.

This table keeps nothing of that game. While the line is away the lights are dark, and pages say that they have lost
their table; everything goes on by itself once it is back.
"""

import asyncio
import contextlib
import json
import logging
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from pearlboard.carriers.ends import GuestEnd
from pearlboard.carriers.protocols import Carrier
from pearlboard.drivers.protocols import Board, Clock, Connected, Event, Lost, Pressed, Released, Supplied
from pearlboard.languages import SOURCE
from pearlboard.lights.frame import Changed, in_led_order, led_order
from pearlboard.lights.paint import paint
from pearlboard.lights.power import Dimming, gamma_table, limited, linear
from pearlboard.lights.scene import Scene
from pearlboard.lights.theme import Theme
from pearlboard.remote import messages
from pearlboard.remote.events import Away, Dropped, Greeted, Over, Received, Why
from pearlboard.remote.events import Event as LineEvent
from pearlboard.remote.invitation import read
from pearlboard.remote.line import Line, Phase, Role
from pearlboard.remote.messages import (
    ID_BYTES,
    Button,
    Goodbye,
    Lights,
    NoBoard,
    Opened,
    PageClosed,
    PageText,
    Promised,
    Reason,
    reading,
    scene,
)
from pearlboard.sensing.senses import Reading, Senses
from pearlboard.session.state import Refused
from pearlboard.texts import Sentence, say
from pearlboard.together.chance import Checks
from pearlboard.together.kept import Host
from pearlboard.together.meeting import hello

_log: Final = logging.getLogger("pearlboard.together")
FRAME_MS: Final = 40
KEYFRAME_MS: Final = 1_000
BACKLOG: Final = 100
"""The most texts that wait for one page; a page that reads slower is closed, and comes again."""
ANSWER_S: Final = 5.0
ENDS: Final = (4012, "the other table is away")
"""A code of its own: the page says which table does not answer."""
AWAY: Final = '{"type":"away"}'
BACK: Final = '{"type":"back"}'
"""The news for a page while it stays connected: a host that is back soon knows it still."""
ENDED: Final = (4410, "the other table has ended this")
LEAVES: Final = (1012, "this table goes home")
FAREWELL_S: Final = 2.0
"""How long the last word may take: whoever is away is not waited for."""
AGAIN: Final = (Reason.FLOOD, Reason.TOO_LONG, Reason.LIED, Reason.BEHIND, Reason.FULL)
"""Reasons that nobody has meant: the line is begun anew after a pause. For any other it has ended on purpose."""
PAUSE_MS: Final = 10_000


class _Page:
    """A page of this table: the channel by which the host tells it what it shows."""

    def __init__(self) -> None:
        self.out: asyncio.Queue[str | bytes | tuple[int, str]] = asyncio.Queue()

    def tell(self, item: str | bytes) -> None:
        """Send something, unless too much waits."""
        if self.out.qsize() < BACKLOG:
            self.out.put_nowait(item)
        else:
            self.close(1013, "does not read")

    def close(self, code: int, reason: str) -> None:
        """Close the page's connection."""
        self.out.put_nowait((code, reason))


@dataclass(frozen=True, slots=True)
class OwnTable:
    """The board and looks of this table. `board` None: it has none with sensors, so its pages show a drawn one."""

    board: Board | None
    senses: Senses
    theme: Theme
    dimming: Dimming
    sounds: bool


class Visiting:
    """A table's visit to another one's game. `called`: the other one's name.

    `goodbye`: why the line is over, if it is; `lost`: why this table's own board does not answer, if it does not.
    """

    called = ""
    lost: Sentence | None = None

    def __init__(
        self,
        host: Host,
        own: OwnTable,
        clock: Clock,
        name: str,
        origins: Callable[[], tuple[str, ...]],
        carrier: Carrier,
    ) -> None:
        """`carrier`: the way that the host's invitation names; `name`: what this table is called.

        `origins`: where phones reach it.
        """
        self.goodbye: Goodbye | None = None
        self._board, self._senses, self._clock, self._theme = own.board, own.senses, clock, own.theme
        self._gamma, self._cap_ma = gamma_table(own.dimming.gamma, own.dimming.brightness), own.dimming.cap_ma
        self._sounds, self._origins = own.sounds, origins
        self._order = led_order(own.senses.wiring.led_of, own.senses.wiring.leds)
        self._shown = Changed(KEYFRAME_MS)
        self._scene, self._frame = Scene(), b""
        self._seats = dict(enumerate(own.theme.seats, 1))
        self._host, self._name, self._carrier = host, name, carrier
        self._line, self._end = self._new_line()
        self._chance = Checks()
        self._pages: dict[int, _Page] = {}
        self._task: asyncio.Task[None] | None = None
        self._cancel: Callable[[], None] = lambda: None
        self._wake_senses: Callable[[], None] = lambda: None
        self._not_again: Callable[[], None] = lambda: None
        self._told: Reading | None = None
        self._leaves = False

    def start(self) -> None:
        """Begin to listen to the board, and to call the host."""
        self._task = asyncio.create_task(self._end.run(self._notice))
        if self._board is not None:
            self._board.start(self.hear)
        self._animate()

    def _new_line(self) -> tuple[Line, GuestEnd]:
        invitation = read(self._host.code)
        token = bytes.fromhex(self._host.token)
        me = hello(self._name, os.urandom(ID_BYTES), token=token, invitation=invitation.secret)
        line = Line(Role.GUEST, me, self._clock())
        return line, GuestEnd(line, self._carrier, invitation.key, invitation.addresses, self._clock)

    def _call_again(self) -> None:
        """Begin a new line, after one that nobody has ended on purpose."""
        self.goodbye = None
        self._line, self._end = self._new_line()
        self._task = asyncio.create_task(self._end.run(self._notice))

    @property
    def _ends(self) -> tuple[int, str]:
        """The code and the reason with which a page is closed now."""
        if self._leaves:
            return LEAVES
        return ENDS if self.goodbye is None or self.goodbye.reason in AGAIN else ENDED

    async def leave(self) -> None:
        """Take leave of the host, which would wait for this table else."""
        self._leaves = True
        self._line.end(Reason.LEFT)
        self._end.wake()
        if self._task is not None:
            await asyncio.wait([self._task], timeout=FAREWELL_S)

    async def close(self) -> None:
        """Give up the line."""
        self._cancel()
        self._not_again()
        self._wake_senses()
        for page in self._pages.values():
            page.close(*ENDS)
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        if self._board is not None:
            self._board.close()

    def look(self) -> Mapping[str, Any]:
        """The state for the operator's page: the host, the round trip, its word, and why the line has ended."""
        peer = self._line.peer
        up = self._line.phase is Phase.UP
        return {
            "peer": peer.table if peer is not None and up else None,
            "round_trip_ms": self._line.quality.round_trip_ms if up else None,
            "unreachable": None if self._end.unreachable is None else str(self._end.unreachable),
            "chance": None if self._chance.word is None else self._chance.word.value,
            "over": None if self.goodbye is None or self._ends is ENDS else self.goodbye.reason.value,
        }

    # --- the board ---------------------------------------------------------------------------------------------

    def hear(self, event: Event) -> None:
        """Take an event of this table's board."""
        match event:
            case Connected():
                self.lost = None
                self._senses.forget()
            case Lost(reason):
                self.lost = reason
                self._senses.forget()
                self._told = None
                self._say(NoBoard("lost"))
            case Pressed(button):
                self._say(Button(button.value, down=True))
            case Released(button):
                self._say(Button(button.value, down=False))
            case Supplied():
                pass
            case scan:
                self._sensed(self._senses.feed(scan))

    def _sensed(self, read_now: Reading) -> None:
        """Say a settled reading, if it is another one; ask again when something settles by time."""
        self._wake_senses()
        if (due_ms := self._senses.due_ms) is not None:
            self._wake_senses = self._clock.call_at(due_ms, lambda: self._sensed(self._senses.tick(self._clock())))
        if read_now != self._told:
            self._told = read_now
            self._say(self._board_now())

    def _board_now(self) -> messages.Reading | NoBoard:
        """The message that says what lies on this table's board, or why that is not known."""
        if self._board is None:
            return NoBoard("drawn")
        if self._told is None:
            return NoBoard("lost")
        if self._told.sites is None:
            return NoBoard("unknown")
        if self._told.wrong_bar is not None:
            return NoBoard("frozen")
        return reading(self._told.sites, self._told.unsensed)

    def _say(self, message: messages.Up) -> None:
        self._line.send(message, self._clock())
        self._end.wake()

    # --- lights ------------------------------------------------------------------------------------------------

    def _animate(self) -> None:
        self._paint()
        self._cancel = self._clock.call_at(self._clock() + FRAME_MS, self._animate)

    def _paint(self) -> None:
        at_ms = self._clock()
        frame = limited(linear(paint(self._scene, self._theme, self._seats, at_ms), self._gamma), self._cap_ma)
        if self._board is not None and self._shown.admit(frame, at_ms):
            self._board.show(in_led_order(frame, self._order))
        if frame != self._frame:
            self._frame = frame
            for page in self._pages.values():
                page.tell(frame)

    def _lit(self, message: Lights) -> None:
        shown = scene(message, self._clock())
        known = {light: mark for light, mark in shown.lights.items() if mark.role in self._theme.roles}
        self._scene = Scene(known, None, shown.since_ms)
        if self._board is not None:
            self._board.lamp(on=message.lamp)
            if self._sounds and message.cue in self._theme.cues:
                self._board.play(self._theme.cues[message.cue])
        self._paint()

    # --- pages -------------------------------------------------------------------------------------------------

    async def carry(self, socket: WebSocket, kind: str, language: str) -> None:
        """Connect a page of this table with the host, until either ends."""
        await socket.accept()
        if self._line.phase is not Phase.UP:
            await socket.close(*self._ends)
            return
        channel = self._line.open_page("table" if kind == "table" else "seat", language, self._clock(), local=False)
        page = self._pages[channel] = _Page()
        if self._frame:
            page.tell(self._frame)
        where = msgspec.json.encode({"type": "from", "origins": self._origins()}).decode()
        self._line.write(channel, where, self._clock())
        self._end.wake()
        tasks = [asyncio.create_task(way) for way in (self._from_page(socket, channel), _to_page(socket, page))]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            self._pages.pop(channel, None)
            self._line.close_page(channel, self._clock())
            self._end.wake()

    async def join(self, code: str) -> str:
        """Exchange a code for the token of its seat, or of a guest of the lobby; the host's answer, as JSON."""
        if self._line.phase is not Phase.UP:
            raise Refused("guest_away", say("host_away"))
        channel = self._line.open_page("seat", SOURCE, self._clock(), local=False)
        page = self._pages[channel] = _Page()
        self._line.write(channel, json.dumps({"type": "join", "code": code}), self._clock())
        self._end.wake()
        try:
            async with asyncio.timeout(ANSWER_S):
                while not isinstance(answer := await page.out.get(), str):
                    if isinstance(answer, tuple):
                        raise Refused("guest_away", say("host_away"))
                return answer
        except TimeoutError as error:
            raise Refused("guest_away", say("host_away")) from error
        finally:
            self._pages.pop(channel, None)
            self._line.close_page(channel, self._clock())

    async def _from_page(self, socket: WebSocket, channel: int) -> None:
        with contextlib.suppress(WebSocketDisconnect, KeyError):
            while True:
                self._line.write(channel, await socket.receive_text(), self._clock())
                self._end.wake()

    def _notice(self, events: list[LineEvent]) -> None:
        for event in events:
            match event:
                case Greeted(peer):
                    self.called = peer.table
                    self._tell_all(BACK)
                    _log.info("at the table %r", peer.table)
                    self._say(self._board_now())  # the host has taken the board for lost meanwhile
                case Received(message):
                    self._take(message)
                case Dropped(channel) if channel in self._pages:
                    self._pages[channel].close(*ENDS)
                case Away(why):
                    self._away(why)
                case Over(goodbye, _):
                    self._over(goodbye)
                case _:
                    pass

    def _away(self, why: Why) -> None:
        """Nothing can be played until the line is back, and pages would go on to offer it until they miss a beat.

        They are not closed: a short cut changes nothing, and not in which order they have come.
        """
        self._scene = Scene()
        if why is not Why.REPLACED:
            self._tell_all(AWAY)

    def _tell_all(self, text: str) -> None:
        for page in self._pages.values():
            page.tell(text)

    def _take(self, message: object) -> None:
        match message:
            case Lights():
                self._lit(message)
            case Promised() | Opened():
                self._chance.hear(message)
            case PageText(channel, text) if channel in self._pages:
                self._pages[channel].tell(text)
            case PageClosed(channel, code, reason) if channel in self._pages:
                self._pages[channel].close(code, reason)

    def _over(self, goodbye: Goodbye) -> None:
        self.goodbye, self._scene = goodbye, Scene()
        _log.info("the line to the other table has ended: %s", goodbye.reason.value)
        for page in self._pages.values():
            page.close(*self._ends)
        if goodbye.reason in AGAIN:
            self._not_again = self._clock.call_at(self._clock() + PAUSE_MS, self._call_again)


async def _to_page(socket: WebSocket, page: _Page) -> None:
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        while True:
            item = await page.out.get()
            if isinstance(item, tuple):
                await socket.close(*item)
                return
            await (socket.send_bytes(item) if isinstance(item, bytes) else socket.send_text(item))
