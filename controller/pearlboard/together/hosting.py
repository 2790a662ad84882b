"""The host's side: a guest's table comes in, and its board, lights and pages stand at a place of this one."""

import asyncio
import contextlib
import json
import logging
import os
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta, Struct

from pearlboard.carriers.ends import HostEnd
from pearlboard.carriers.protocols import Carrier, NotInstalled
from pearlboard.drivers.protocols import Clock
from pearlboard.errors import ConfigError
from pearlboard.languages import SOURCE
from pearlboard.remote.admission import MOST_GUESTS, Admission, Guest
from pearlboard.remote.events import Away, Dropped, Event, Greeted, Over, Received
from pearlboard.remote.invitation import KEY_BYTES, SECRET_BYTES, Address, Invitation, Way
from pearlboard.remote.line import Line, Role
from pearlboard.remote.messages import (
    ID_BYTES,
    TRY_LATER,
    Button,
    Goodbye,
    Hello,
    Lights,
    NoBoard,
    Opened,
    PageClosed,
    PageOpened,
    PageText,
    Promised,
    Reading,
    Reason,
    sites_in,
    unfit,
)
from pearlboard.session.state import Refused, Session
from pearlboard.settings import Second
from pearlboard.table.lighting import Lighting
from pearlboard.table.place import Place
from pearlboard.texts import Sentence, say
from pearlboard.together import kept
from pearlboard.together.chance import Promises
from pearlboard.together.far_board import FarBoard
from pearlboard.together.far_lights import FarLights
from pearlboard.together.limits import Allowance, Codes
from pearlboard.together.meeting import hello
from pearlboard.together.page_socket import PageSocket
from pearlboard.together.tables import Attends, HostTable
from pearlboard.together.ways import of_host, private_key
from pearlboard.web.socket import HELLO_S
from pearlboard.web.work_budget import metered

_log: Final = logging.getLogger("pearlboard.together")
MOST_ADDRESSES: Final = 3
ORIGIN: Final = r"\Ahttps?://[A-Za-z0-9.\-:\[\]%]+\Z"


class Join(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="join"):
    """The first text of a page that has a code."""

    code: Annotated[str, Meta(min_length=1, max_length=64)]


class From(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="from"):
    """The first text on each page's channel, by the guest's table itself: where its phones reach it."""

    origins: Annotated[tuple[Annotated[str, Meta(max_length=80, pattern=ORIGIN)], ...], Meta(max_length=4)]


class Hosting:
    """The guest's table, as far as it is here: one at a time. `peer`: what it is called; None: nobody is there.

    `gone`: the table that was here last, if it will not come back by itself.
    """

    def __init__(self, place: Place, lights: Lighting, store: Path, second: Second, clock: Clock) -> None:
        """Know the guests of before; `place` has a `FarBoard`, and `FarLights`."""
        if not isinstance(place.board, FarBoard) or not isinstance(lights, FarLights):
            raise TypeError("a guest stands at a place without a board of its own")
        self.place, self._board, self._lights = place, place.board, lights
        self._store, self._clock = store, clock
        self._second = second
        self._me = hello(second.name, os.urandom(ID_BYTES))
        self._admission = Admission(self._me.program, _known(store))
        self._known = self._admission.guests
        place.call(self._known[-1].table if self._known else "")
        place.judge(self.cannot_play)
        self._end = HostEnd(self._admission, self._line_for, clock, self._notice)
        self._carrier: Carrier | None = None
        self._guest: Guest | None = None
        self.peer: str | None = None
        self.gone: str | None = None
        self._pages: dict[int, tuple[PageSocket, asyncio.Task[None]]] = {}
        self._promises = Promises(self._say)
        self._attends: Attends | None = None
        self._table: HostTable | None = None
        self._codes, self._allowance = Codes(clock), Allowance(clock, self._hear)
        self.problem: Sentence | None = None
        self.port = 0

    async def start(self, port: int, attends: Attends, table: HostTable) -> None:
        """Listen for guests; if that is impossible, `problem` says why."""
        self._attends, self._table = attends, table
        try:
            way = Way.WEBSOCKET if self._second.way == "address" else Way.IROH
            carrier = await asyncio.to_thread(of_host, way, self._store, self._second.relay)
            key = await asyncio.to_thread(private_key, way, self._store)
            self._promises.begin(key, table.session)
            self.port = await carrier.listen(port, self._end.attend)
            self._carrier = carrier
        except (OSError, NotInstalled) as error:
            self.problem = say(
                "together_cannot_listen", port=port, problem=getattr(error, "strerror", None) or str(error)
            )
            _log.error("no other table can join: %s", error)

    async def close(self) -> None:
        """Give up the connection; the guest comes again as soon as this table is back."""
        self._allowance.stop()
        for socket, task in self._pages.values():
            socket.leave()
            task.cancel()
        await self._end.close()
        if self._carrier is not None:
            await self._carrier.close()

    # --- for the operator --------------------------------------------------------------------------------------

    def invite(self, hosts: tuple[str, ...]) -> tuple[str, str]:
        """The whole code of a new invitation to this table, which can be reached at these addresses, and the code to
        be read aloud; `Refused`.
        """
        if self._carrier is None:
            raise Refused("cannot_invite", self.problem or say("together_not_ready"))
        secret = os.urandom(SECRET_BYTES)
        self._admission.invite(secret, self._clock())
        addresses = tuple(Address(host, self.port) for host in hosts[:MOST_ADDRESSES])
        made = Invitation(self._carrier.way, self._carrier.key[: KEY_BYTES[self._carrier.way]], secret, addresses)
        return made.text(), made.spoken()

    def forget(self) -> None:
        """Know no guest any more, and end the line."""
        if self._known:
            self._part(self._known[-1].table)
        for guest in self._admission.guests:
            if (line := self._end.line(guest)) is not None:
                line.end(Reason.LEFT)
                self._end.wake(guest)
            self._admission.forget(guest.digest)
        self._admission.withdraw()
        self._keep()

    def _part(self, table: str) -> None:
        """The guest's table of that name does not come back without a new invitation."""
        self.gone = table
        self._board.leave()

    def cannot_play(self, game: str) -> Sentence | None:
        """The reason why the guest's table cannot play a game; None if it can, or is not there to be asked."""
        peer = None if (line := self._line) is None else line.peer
        wrong = None if peer is None else unfit(self._me, peer, game)
        if wrong is None:
            return None
        return say("guest_lacks_game" if wrong.reason is Reason.GAME_MISSING else "guest_has_other_game")

    def _keep(self) -> None:
        if self._admission.guests == self._known:
            return
        self._known = self._admission.guests
        try:
            kept.keep_guests(self._store, [kept.Known(guest.digest, guest.table) for guest in self._known])
        except OSError as error:
            _log.warning("the guests cannot be kept, and must be invited again after a restart: %s", error)

    # --- the line ----------------------------------------------------------------------------------------------

    @property
    def _line(self) -> Line | None:
        return None if self._guest is None else self._end.line(self._guest)

    def _wake(self) -> None:
        if self._guest is not None:
            self._end.wake(self._guest)

    def _line_for(self, guest: Guest, peer: Hello) -> Line:
        del peer
        line = Line(Role.HOST, self._me, self._clock())
        if self._guest is not None and self._guest != guest and self.peer is not None:
            line.end(Reason.FULL)
        else:
            self._guest = guest
        return line

    def _notice(self, guest: Guest, events: list[Event]) -> None:
        if guest != self._guest:
            return
        for event in events:
            match event:
                case Greeted(peer):
                    self.peer, self.gone = peer.table, None
                    self.place.call(peer.table)
                    self._keep()
                    self._lights.send_to(self._say)
                    self._promises.again()
                    _log.info("the table %r is there", peer.table)
                case Received(message):
                    self._take(message)
                case Dropped(channel):
                    self._leave(channel)
                case Away():
                    self.peer = None
                    self._board.unplug()
                case Over(goodbye, by_peer):
                    self._over(guest, goodbye, by_peer=by_peer)

    def _over(self, guest: Guest, goodbye: Goodbye, *, by_peer: bool) -> None:
        self.peer = None
        if by_peer and goodbye.reason is Reason.LEFT:
            _log.info("the table %r has gone home", guest.table)
            self._part(guest.table)
            self._admission.forget(guest.digest)
            self._keep()
        else:
            _log.info("the line to the other table has ended: %s", goodbye.reason.value)
            self._board.unplug()
        for channel in tuple(self._pages):
            self._leave(channel)

    def notice(self, session: Session) -> None:
        """The game may have changed."""
        self._promises.notice(session)

    def _say(self, message: Lights | Promised | Opened) -> None:
        if (line := self._line) is not None:
            line.send(message, self._clock())
            self._wake()

    def _take(self, message: object) -> None:
        match message:
            case Reading() | NoBoard() | Button():
                self._allowance.hold(message)
            case PageOpened(channel, kind, language):
                self._open(channel, kind, language)
            case PageText(channel, text) if channel in self._pages:
                origins = _origins_in(text)
                if origins is None:
                    self._pages[channel][0].feed(text)
                elif self._table is not None:
                    self._table.meet(origins)
            case PageClosed(channel):
                self._leave(channel)

    def _hear(self, message: Reading | NoBoard | Button) -> None:
        """Take what is said of the guest's board; sensors that it doubts are left out here."""
        drawn = isinstance(message, NoBoard) and message.reason == "drawn"
        if not isinstance(message, Button) and drawn is not self._board.drawn:
            self._board.draw(drawn=drawn)
            self.place.stand_in(self._board if drawn else None)
        if isinstance(message, Reading):
            doubted, before = sites_in(message.doubted), self._board.doubted
            for site in doubted - before:
                self.place.leave_out(site)
            for site in before - doubted:
                self.place.trust(site)
        self._board.hear(message)

    # --- pages -------------------------------------------------------------------------------------------------

    def _open(self, channel: int, kind: str, language: str) -> None:
        if self._attends is None or self._guest is None:
            return
        if self._allowance.wait_s > 0:
            self._closed(channel, TRY_LATER, "too many open")
            return
        address = f"guest-{self._guest.digest[:8]}"
        socket = PageSocket(
            language,
            self.place.number,
            address,
            lambda text: self._write(channel, text),
            lambda code, reason: self._closed(channel, code, reason),
        )
        attend = self._attends.attend if kind == "table" else self._attend_seat
        task = asyncio.create_task(metered(attend(socket), self._allowance.spend))
        self._pages[channel] = page = socket, task
        task.add_done_callback(lambda _: self._done(channel, page))

    async def _attend_seat(self, socket: PageSocket) -> None:
        """A seat's own screen, or a page of the guest's table that brings the code for one."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(HELLO_S):
                first = await socket.receive()
                code = _code_in(first.get("text"))
                if code is not None:
                    await socket.send_text(self._joined(code))
                    while (await socket.receive())["type"] != "websocket.disconnect":  # the guest has the answer then
                        pass
                    return
            socket.put_back(first)
            if self._attends is not None:
                await self._attends.attend_seat(socket)

    def _joined(self, code: str) -> str:
        """The answer to a code, as JSON: at a pace, and few wrong ones a minute, as over HTTP."""
        if self._table is None:
            raise RuntimeError("no page is served before the start")
        join = partial(self._table.visitors.join, place=self.place.number)
        try:
            answer: Mapping[str, Any] = {"ok": True, **self._codes.exchanged(code, join)}
        except Refused as refusal:
            said = self._table.render(refusal.sentence, SOURCE)
            answer = {"ok": False, "error": refusal.name, "sentence": said}
        return json.dumps(answer)

    def _done(self, channel: int, page: tuple[PageSocket, asyncio.Task[None]]) -> None:
        """A page is served no longer. After a cut its number may be that of another one already."""
        if not page[1].cancelled() and (error := page[1].exception()) is not None:
            _log.error("a page of the other table has failed", exc_info=error)
        if self._pages.get(channel) == page:
            del self._pages[channel]
            self._closed(channel, 1000, "")

    def _write(self, channel: int, text: str) -> None:
        if (line := self._line) is not None:
            line.write(channel, text, self._clock())
            self._wake()

    def _closed(self, channel: int, code: int, reason: str) -> None:
        if (line := self._line) is not None:
            line.close_page(channel, self._clock(), code, reason)
            self._wake()

    def _leave(self, channel: int) -> None:
        if channel in self._pages:
            self._pages[channel][0].leave()

    def look(self) -> Mapping[str, Any]:
        """The state for the operator's page: the guest, who has gone, its round trip, and how many guests are known."""
        round_trip_ms = None if (line := self._line) is None else line.quality.round_trip_ms
        return {
            "peer": self.peer,
            "round_trip_ms": round_trip_ms,
            "known": len(self._admission.guests),
            "gone": self.gone,
        }


def _known(store: Path) -> tuple[Guest, ...]:
    try:
        return tuple(Guest(each.digest, each.table) for each in kept.guests(store)[:MOST_GUESTS])
    except (ConfigError, ValueError) as error:
        _log.error("%s cannot be read, so guests must be invited again: %s", kept.beside(store, kept.GUESTS), error)
        return ()


def _origins_in(text: str) -> tuple[str, ...] | None:
    """The addresses of the guest's table; None if a page says anything else."""
    if not text.startswith('{"type":"from"'):
        return None
    try:
        return msgspec.json.decode(text, type=From).origins
    except (msgspec.DecodeError, UnicodeError):
        return None


def _code_in(text: object) -> str | None:
    """The code that a page brings; None if it says anything else."""
    try:
        return msgspec.json.decode(text if isinstance(text, str) else "", type=Join).code
    except (msgspec.DecodeError, UnicodeError):
        return None
