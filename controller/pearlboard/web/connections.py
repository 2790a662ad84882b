"""Whom the server listens to at all. A silent connection costs a file and some memory, and files run out.

- So many connections at a time from one address, and so many in all; one more is closed without a word. Before anybody
  is kept out because there are too many in all, the one that has been quiet for longest goes.
- A request must be there whole `request_s` after it began; the first one, after the connection was made.
- What others do wrong is a line in the log, the same at most once a minute, and never a traceback.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, ClassVar, Final

import h11
from starlette.requests import ClientDisconnect
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from pearlboard.origins import NO_PROXIES, Proxies
from pearlboard.web.rate_limiter import network_of

LOG: Final = "uvicorn.error"
"""Where uvicorn writes all that it has to say."""
SAID_S: Final = 60.0
"""After so long the same may be said again."""
PIECE_BYTES: Final = 4096
"""So much of what was read of a WebSocket is taken apart at once; what follows when it is too much is not."""
SMALL_FRAMES: Final = 64
"""So many pings, pongs and pieces of a message may come before a whole message or the answer to a ping of ours."""
WAITING: Final = 256
"""So many whole messages may wait to be taken."""
LEAVE_S: Final = 1.0
"""Who is told to go has so long to answer."""
OWING: Final = (h11.IDLE, h11.SEND_BODY)
"""Where the other end stands that has not sent a whole request."""


@dataclass(frozen=True, slots=True)
class Limits:
    """`most` connections in all, `from_one` address; `request_s` for a request to come in.

    `proxies`: from there many people come, and who they are is not known before they have asked.
    """

    most: int
    from_one: int
    request_s: float
    proxies: Proxies = NO_PROXIES


class Connection(H11Protocol):
    """One connection, until it ends or becomes a WebSocket; it is counted in either case, as uvicorn knows both."""

    limits: ClassVar[Limits]

    def __init__(self, *of_uvicorn: Any, **named: Any) -> None:  # noqa: ANN401 - whatever that may be
        super().__init__(*of_uvicorn, **named)
        self._due: asyncio.TimerHandle | None = None
        self._upgraded = False

    @property
    def quiet_until(self) -> float | None:
        """When it would be closed if nothing more came; None while it is being answered."""
        timer = self._due or self.timeout_keep_alive_task
        return None if timer is None else timer.when()

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as uvicorn has it
        """Let it in, or not."""
        super().connection_made(transport)
        others = [other for other in self.connections if other is not self and not other.transport.is_closing()]
        from_there = sum(_address(other) == _address(self) for other in others)
        if from_there >= self.limits.from_one and _address(self) not in self.limits.proxies:
            self._refuse(
                "%d connections from %s are open: no more are taken from there", self.limits.from_one, _address(self)
            )
        elif len(others) >= self.limits.most and not _made_room(others):
            self._refuse("%d connections are open: no more are taken", self.limits.most)
        else:
            self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """It is over."""
        self._wait_no_more()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take some of a request; who has not sent all of it has no longer for that."""
        super().data_received(data)
        owing = self.conn.their_state in OWING and not self._upgraded and not self.transport.is_closing()
        if not owing:
            self._wait_no_more()
        elif self._due is None:
            self._wait()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """From here on it is another protocol's."""
        self._upgraded = True
        super().handle_websocket_upgrade(event)

    def _wait(self) -> None:
        self._due = self.loop.call_later(self.limits.request_s, self.transport.abort)

    def _wait_no_more(self) -> None:
        if self._due is not None:
            self._due.cancel()
            self._due = None

    def _refuse(self, why: str, *how: object) -> None:
        self.logger.warning(why, *how)
        self.transport.abort()


class WebSocketConnection(WebSocketsSansIOProtocol):
    """A WebSocket of which nothing is done any more once it is closed, and that can only be so busy.

    One read of the socket may bring thousands of messages. Uvicorn queues them, and would hand them all over before it
    says that the other end has gone. Frames that are no whole message never reach who counts messages, so they are
    counted here.
    """

    def __init__(self, *of_uvicorn: Any, **named: Any) -> None:  # noqa: ANN401 - whatever that may be
        super().__init__(*of_uvicorn, **named)
        self.close_timeout = LEAVE_S
        self._small = 0

    def data_received(self, data: bytes) -> None:
        """Take what was read piece by piece, until it is too much."""
        for begin in range(0, len(data), PIECE_BYTES):
            if self.transport.is_closing():
                return
            super().data_received(data[begin : begin + PIECE_BYTES])

    def handle_ping(self) -> None:
        """Answer a ping, if there are not too many."""
        if self._bears_one_more():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """Take an answer, or what nobody asked for."""
        if self._bears_one_more():
            awaited = self.pending_ping_payload is not None
            super().handle_pong(event)
            if awaited and self.pending_ping_payload is None:
                self._small = 0

    def handle_text(self, event: Frame) -> None:
        """Take a message, or its first piece."""
        if event.fin or self._bears_one_more():
            super().handle_text(event)

    def handle_bytes(self, event: Frame) -> None:
        """Take a message, or its first piece."""
        if event.fin or self._bears_one_more():
            super().handle_bytes(event)

    def handle_cont(self, event: Frame) -> None:
        """Take a piece of a message."""
        if self._bears_one_more():
            super().handle_cont(event)

    def send_receive_event_to_app(self) -> None:
        """Let a whole message wait to be taken."""
        self._small = 0
        if self.queue.qsize() >= WAITING:
            self._cut()
        else:
            super().send_receive_event_to_app()

    def _bears_one_more(self) -> bool:
        self._small += 1
        if self._small > SMALL_FRAMES:
            self._cut()
        return not self.transport.is_closing()

    def _cut(self) -> None:
        if not self.transport.is_closing():
            self.logger.warning("A WebSocket sent more than anybody needs to, and is closed")
        self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Drop what was not taken yet, and end."""
        self._drop()
        super().connection_lost(exc)

    def handle_close(self, event: Frame) -> None:
        """Drop what was not taken yet, and take leave."""
        self._drop()
        super().handle_close(event)

    def _drop(self) -> None:
        while not self.queue.empty():
            self.queue.get_nowait()


def limited(limits: Limits) -> type[Connection]:
    """Connections under these limits, for uvicorn to make."""
    return type("LimitedConnection", (Connection,), {"limits": limits})


def _address(connection: Any) -> str:  # noqa: ANN401 - one of uvicorn's protocols
    return network_of(connection.client[0]) if connection.client is not None else ""


def _made_room(connections: Iterable[Any]) -> bool:
    """Whether one could go: one that was told to, or else the one that has been quiet for longest."""
    connections = list(connections)
    for leaving in connections:
        if isinstance(leaving, WebSocketConnection) and leaving.close_sent:
            leaving.transport.abort()
            return True
    quiet = [
        (connection.quiet_until, connection)
        for connection in connections
        if isinstance(connection, Connection) and connection.quiet_until is not None
    ]
    if not quiet:
        return False
    min(quiet, key=lambda each: each[0])[1].transport.abort()
    return True


class OneLine(logging.Filter):
    """What others do wrong is said in a line and not too often; errors of our own keep their traceback."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._now = now
        self._said: dict[str, float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether this is to be said."""
        error = record.exc_info[1] if record.exc_info else None
        if isinstance(error, ClientDisconnect):
            record.msg, record.args = "A request was broken off before it was whole", ()
        if isinstance(error, ClientDisconnect) or (
            isinstance(error, UnicodeDecodeError) and record.msg.startswith("Invalid UTF-8")
        ):
            record.exc_info = record.exc_text = None
            record.levelno, record.levelname = logging.WARNING, logging.getLevelName(logging.WARNING)
        return record.levelno != logging.WARNING or self._is_news(str(record.msg))

    def _is_news(self, what: str) -> bool:
        now = self._now()
        if now - self._said.get(what, -SAID_S) < SAID_S:
            return False
        self._said[what] = now
        return True
