"""The WebSocket of a page: screens, frames and replies out; commands, heartbeats and resyncs in.

Messages of clients are few and strict; anything else is refused by name. Clients that flood are slowed down, and
clients that do not read are cut.
"""

import asyncio
import contextlib
import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Annotated, Any, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct
from starlette.websockets import WebSocket, WebSocketDisconnect

from pearlboard.languages import language_of
from pearlboard.session.limits import LONGEST_ID
from pearlboard.session.principal import EVERYBODY, OPERATOR, Principal, digest
from pearlboard.session.state import Refused
from pearlboard.texts import say
from pearlboard.web.doorstep import Doorstep, Tokens
from pearlboard.web.guard import address_of
from pearlboard.web.hub import Hub, Watcher
from pearlboard.web.port import TablePort
from pearlboard.web.rate_limiter import A_SECOND, RateLimiter
from pearlboard.web.work_budget import Payer, WorkBudget, metered

HELLO_S: Final = 5.0
"""The timeout for a seat's screen to show its token."""
BEAT_S: Final = 5.0
SILENCE_S: Final = 20.0
"""The timeout for a silent client, which should answer every heartbeat."""
LAST_WORD_S: Final = 1.0
"""The timeout for telling a client why it is cut."""
LONGEST_PAUSE_S: Final = 2.0
"""The longest interval between checks of a client that has used up its budget."""
TRY_LATER: Final = 1013
UNKNOWN: Final = 4401
ENDS: Final = (1012, "the table ends, or begins again")


ID: Final = "[A-Za-z0-9_-]+"


class CommandMessage(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="command"):
    """A command; `version` is that of the sender's screen."""

    id: Annotated[str, Meta(min_length=8, max_length=LONGEST_ID, pattern=rf"^{ID}\Z")]
    command: dict[str, Any]
    version: int | None = None


class HelloMessage(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="hello"):
    """The identity of a page: the token of a seat, or a key that the browser made."""

    token: Annotated[str, Meta(min_length=22, max_length=64, pattern=rf"^{ID}\Z")]


class BeatMessage(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="beat"):
    """The answer to a heartbeat."""


class ResyncMessage(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="resync"):
    """A request for a snapshot, after a missed change."""


ClientMessage: TypeAlias = CommandMessage | HelloMessage | BeatMessage | ResyncMessage


def read_message(text: str) -> ClientMessage:
    """Parse a client's message; `Refused` as `malformed`."""
    try:
        message: ClientMessage = msgspec.json.decode(text, type=ClientMessage)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Refused("malformed", say("malformed", detail=str(error)[:200])) from error
    return message


def reply(
    table: TablePort, language: str, command_id: str | None, act: Callable[[], Mapping[str, Any] | None]
) -> dict[str, Any]:
    """Carry out an action, and reply. Its facts are on disk once `saved_version` has reached this `version`."""
    try:
        shown = act()
    except Refused as refusal:
        said: dict[str, Any] = {
            "ok": False,
            "error": refusal.name,
            "sentence": table.render(refusal.sentence, language),
        }
    else:
        said = {"ok": True} if shown is None else {"ok": True, "shown": shown}
    version, saved_version = table.versions()
    return {"type": "reply", "id": command_id, **said, "version": version, "saved_version": saved_version}


def carried_out(
    table: TablePort, budget: WorkBudget, message: CommandMessage, who: Principal, address: str
) -> Mapping[str, Any] | None:
    """Carry out a command, unless its address has left too much on the disk."""
    recorded, before = table.recorded()
    budget.keep_of_game(recorded)
    if not who.operator and not budget.may_keep(address):
        budget.refused(address)
        raise Refused("too_much", say("too_much"))
    try:
        return table.receive(message.command, message.id, message.version, who)
    finally:
        recorded, after = table.recorded()
        budget.keep_of_command(recorded, None if who.operator else address, sets_up=after > before)


class Joining(Struct, frozen=True, forbid_unknown_fields=True):
    """The body of a request to join."""

    code: Annotated[str, Meta(min_length=1, max_length=64)]


class AtTheBench(Struct, frozen=True, forbid_unknown_fields=True):
    """The body of a request at the bench."""

    do: Literal["look", "doctor", "begin", "answer", "leave", "hand"]
    word: Annotated[str, Meta(max_length=64)] = ""


class TableSocket:
    """Serves the connections of pages."""

    def __init__(self, table: TablePort, hub: Hub, guard: Tokens, default_language: Callable[[], str]) -> None:
        self._table = table
        self._hub = hub
        self._doorstep = Doorstep()
        self._turnstile = asyncio.Lock()
        """Lets one stranger's message through a turn of the loop: known people wait for one of them at most."""
        self._guard = guard
        self._default_language = default_language

    async def attend(self, socket: WebSocket) -> None:
        """Serve one connection, from its first message to its end.

        In a full house, or while strangers have used up their budget, known people are let in all the same: the first
        message then identifies them.
        """
        if (other := self._table.elsewhere) is not None:
            await other.carry(socket, "table", self._language_of(socket))
            return
        await socket.accept()
        operator = self._guard.token_given(socket.headers)
        if operator or not self._crowded(socket):
            await self._watch(socket, replace(OPERATOR if operator else EVERYBODY, place=self._place_of(socket)))
            return
        with contextlib.suppress(WebSocketDisconnect, TimeoutError):
            token = await self._token_shown(socket)
            page = None if token is None else self._page_of(token, socket)
            if page is not None and self._table.visitors.knows(page):
                await self._watch(socket, page)
                return
        await self._turn_away(socket)

    async def attend_seat(self, socket: WebSocket) -> None:
        """Serve a seat's or a guest's own screen, whose first message is its token."""
        if (other := self._table.elsewhere) is not None:
            await other.carry(socket, "seat", self._language_of(socket))
            return
        await socket.accept()
        with contextlib.suppress(WebSocketDisconnect, TimeoutError):
            token = await self._token_shown(socket)
            who = None if token is None else self._table.visitors.holder_of(token)
            if who is not None:
                await self._watch(socket, who)
                return
            await socket.send_text('{"type":"refused","error":"unknown_token"}')
        with contextlib.suppress(WebSocketDisconnect), _already_closed():
            await socket.close(UNKNOWN, "unknown token")

    def _language_of(self, socket: WebSocket) -> str:
        wanted, accepted = socket.query_params.get("lang"), socket.headers.get("accept-language")
        return language_of(wanted, accepted, self._default_language())

    def _page_of(self, token: str, socket: WebSocket, *, operator: bool = False) -> Principal:
        """The principal of a table page with this key."""
        local = bool(socket.scope.get("local"))
        return Principal(key=digest(token), operator=operator, local=local, place=self._place_of(socket))

    def _place_of(self, socket: WebSocket) -> int:
        """The number of the board beside which a page stands; it may say so of a board in this room."""
        far, said = socket.scope.get("place"), socket.query_params.get("board", "")
        if isinstance(far, int):
            return far
        return int(said) - 1 if re.fullmatch("[1-9]", said) and int(said) <= self._table.boards_here else 0

    def _crowded(self, socket: WebSocket) -> bool:
        """Whether another stranger from there would exceed the limit or the budget."""
        address = address_of(socket)
        return self._hub.full(address) or self._hub.budget.wait_s(Payer(address)) > 0

    async def _turn_away(self, socket: WebSocket) -> None:
        self._table.visitors.turned_away()
        self._hub.budget.refused(address_of(socket))
        with contextlib.suppress(WebSocketDisconnect), _already_closed():
            await socket.close(TRY_LATER, "too many watch")

    async def _token_shown(self, socket: WebSocket) -> str | None:
        """The token of a first message; None for any other message, or if the place at the door is needed."""
        with self._doorstep.waiting(address_of(socket)) as pushed_out:
            receiving = asyncio.create_task(_receive_text(socket))
            waiting: set[asyncio.Future[Any]] = {receiving, pushed_out}
            try:
                await asyncio.wait(waiting, timeout=HELLO_S, return_when=asyncio.FIRST_COMPLETED)
            finally:
                told = receiving.done()
                receiving.cancel()
        if not told:
            return None
        try:
            message = read_message(receiving.result() or "")
        except Refused:
            return None
        return message.token if isinstance(message, HelloMessage) else None

    async def _watch(self, socket: WebSocket, who: Principal) -> None:
        watcher = self._hub.join(self._language_of(socket), who, lights=True, address=address_of(socket))
        try:
            with contextlib.suppress(WebSocketDisconnect, TimeoutError):
                await self._both_ways(socket, watcher)
        finally:
            self._hub.leave(watcher)

    async def _both_ways(self, socket: WebSocket, watcher: Watcher) -> None:
        """Send and receive until either ends, then end the other."""

        def spend(used_s: float) -> None:
            self._hub.budget.charge(watcher.payer, used_s)

        tasks = [
            asyncio.create_task(metered(way, spend))
            for way in (
                self._send(socket, watcher),
                self._beat(watcher),
                self._listen(socket, watcher),
                watcher.cut.wait(),
            )
        ]
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        if watcher.cut.is_set():
            async with asyncio.timeout(LAST_WORD_S):
                with _already_closed():
                    await socket.close(*self._why(watcher))

    def _why(self, watcher: Watcher) -> tuple[int, str]:
        if watcher.refused:
            return UNKNOWN, "revoked"
        return ENDS if self._hub.ended else (TRY_LATER, "does not read")

    async def _send(self, socket: WebSocket, watcher: Watcher) -> None:
        while (message := await watcher.next()) is not None:
            with _already_closed():
                await (socket.send_bytes(message) if isinstance(message, bytes) else socket.send_text(message))

    async def _beat(self, watcher: Watcher) -> None:
        while True:
            await asyncio.sleep(BEAT_S)
            watcher.tell({"type": "beat"})

    async def _listen(self, socket: WebSocket, watcher: Watcher) -> None:
        loop, budget = asyncio.get_running_loop(), self._hub.budget
        pace, greeted = RateLimiter(loop.time()), watcher.principal.key is not None
        while True:
            text = await asyncio.wait_for(_receive_text(socket), SILENCE_S)
            if not pace.admit(loop.time()):
                watcher.tell(reply(self._table, watcher.language, None, _too_fast))
                await asyncio.sleep(1 / A_SECOND)
                continue
            while (wait_s := budget.wait_s(watcher.payer)) > 0:
                budget.refused(watcher.address)
                await asyncio.sleep(min(wait_s, LONGEST_PAUSE_S))
            if watcher.known:
                greeted = self._take(text, watcher, socket, greeted=greeted)
                continue
            async with self._turnstile:
                greeted = self._take(text, watcher, socket, greeted=greeted)
                await asyncio.sleep(0)

    def _take(self, text: str | None, watcher: Watcher, socket: WebSocket, *, greeted: bool) -> bool:
        """Handle a message; returns whether the page has identified itself by now."""
        command_id = _id_in(text)
        said_hello = greeted

        def act() -> Mapping[str, Any] | None:
            nonlocal said_hello
            match read_message(text or ""):
                case CommandMessage() as command:
                    return carried_out(self._table, self._hub.budget, command, watcher.principal, watcher.address)
                case HelloMessage(token=token) if watcher.principal.page:
                    if greeted:
                        raise Refused("malformed", say("malformed", detail="a connection says hello once"))
                    said_hello = True
                    self._hub.greet(watcher, self._page_of(token, socket, operator=watcher.principal.operator))
                case ResyncMessage():
                    self._hub.resync(watcher)
                case _:
                    pass
            return None

        answer = reply(self._table, watcher.language, command_id, act)
        if command_id is not None or not answer["ok"]:
            self._hub.answer(watcher, answer)  # whoever acts on the reply has seen the command's consequences
        return said_hello


@contextlib.contextmanager
def _already_closed() -> Iterator[None]:
    """Ignore the server's error for a connection that it has closed itself, because a message was too long."""
    try:
        yield
    except RuntimeError as error:
        raise WebSocketDisconnect from error


async def _receive_text(socket: WebSocket) -> str | None:
    """The next text message; None for a binary one, which no page sends."""
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1000))
    text = message.get("text")
    return text if isinstance(text, str) else None


def _id_in(text: str | None) -> str | None:
    """The id of a command, for the reply, even when the rest is malformed; None if there is none."""
    try:
        document = json.loads(text or "")
    except (ValueError, RecursionError):
        return None
    found = document.get("id") if isinstance(document, dict) else None
    return found if isinstance(found, str) and len(found) <= 64 and re.fullmatch(ID, found) else None


def _too_fast() -> None:
    raise Refused("too_fast", say("too_fast"))
