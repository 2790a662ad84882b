"""Limits for connections. A silent connection costs a file and some memory, and files run out.

- Connections are limited for each address and in all; excess ones are closed at once. At the limit in all, the longest
  idle connection is closed in favour of a new one.
- A request must be complete `request_s` after its start; the first one, after the connection was made.
- Faults of clients are logged in one line, the same at most once a minute, never with a traceback.
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
"""The logger of uvicorn."""
SAID_S: Final = 60.0
"""The interval after which the same line may be logged again."""
PIECE_BYTES: Final = 4096
"""The bytes of a WebSocket that are parsed at once; once a limit is exceeded, the rest is dropped."""
SMALL_FRAMES: Final = 64
"""The number of pings, pongs and fragments accepted before a whole message or the answer to our ping."""
WAITING: Final = 256
"""The number of whole messages that may wait."""
LEAVE_S: Final = 1.0
"""The timeout for answering a request to close."""
OWING: Final = (h11.IDLE, h11.SEND_BODY)
"""The states of a peer that owes the rest of a request."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits: `most` connections in all, `from_one` address; `request_s` for a request to be complete.

    `proxies`: addresses from which many people come, who are not told apart before their request.
    """

    most: int
    from_one: int
    request_s: float
    proxies: Proxies = NO_PROXIES


class Connection(H11Protocol):
    """A connection, until it ends or becomes a WebSocket; it is counted in either case, since uvicorn knows both."""

    limits: ClassVar[Limits]

    def __init__(self, *of_uvicorn: Any, **named: Any) -> None:  # noqa: ANN401 - whatever that may be
        super().__init__(*of_uvicorn, **named)
        self._due: asyncio.TimerHandle | None = None
        self._upgraded = False

    @property
    def quiet_until(self) -> float | None:
        """When the connection would be closed for being idle; None while a request is being answered."""
        timer = self._due or self.timeout_keep_alive_task
        return None if timer is None else timer.when()

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as uvicorn has it
        """Accept or close the connection."""
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
        """The connection has ended."""
        self._wait_no_more()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Receive a part of a request; an incomplete one does not extend the deadline."""
        super().data_received(data)
        owing = self.conn.their_state in OWING and not self._upgraded and not self.transport.is_closing()
        if not owing:
            self._wait_no_more()
        elif self._due is None:
            self._wait()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Hand the connection over to the WebSocket protocol."""
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
    """A WebSocket with limits, of which nothing is processed once it is closed.

    One read of the socket may bring thousands of messages. Uvicorn queues them, and would deliver all of them before it
    reports that the peer has gone. Frames that are no whole message never reach the message limit, so they are counted
    here.
    """

    def __init__(self, *of_uvicorn: Any, **named: Any) -> None:  # noqa: ANN401 - whatever that may be
        super().__init__(*of_uvicorn, **named)
        self.close_timeout = LEAVE_S
        self._small = 0

    def data_received(self, data: bytes) -> None:
        """Parse what was read in pieces, until a limit is exceeded."""
        for begin in range(0, len(data), PIECE_BYTES):
            if self.transport.is_closing():
                return
            super().data_received(data[begin : begin + PIECE_BYTES])

    def handle_ping(self) -> None:
        """Answer a ping, if there are not too many."""
        if self._bears_one_more():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """Take a pong, whether asked for or not."""
        if self._bears_one_more():
            awaited = self.pending_ping_payload is not None
            super().handle_pong(event)
            if awaited and self.pending_ping_payload is None:
                self._small = 0

    def handle_text(self, event: Frame) -> None:
        """Take a text message, or its first fragment."""
        if event.fin or self._bears_one_more():
            super().handle_text(event)

    def handle_bytes(self, event: Frame) -> None:
        """Take a binary message, or its first fragment."""
        if event.fin or self._bears_one_more():
            super().handle_bytes(event)

    def handle_cont(self, event: Frame) -> None:
        """Take a fragment."""
        if self._bears_one_more():
            super().handle_cont(event)

    def send_receive_event_to_app(self) -> None:
        """Queue a whole message."""
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
        """Drop queued messages, and end."""
        self._drop()
        super().connection_lost(exc)

    def handle_close(self, event: Frame) -> None:
        """Drop queued messages, and answer the close."""
        self._drop()
        super().handle_close(event)

    def _drop(self) -> None:
        while not self.queue.empty():
            self.queue.get_nowait()


def limited(limits: Limits) -> type[Connection]:
    """A connection class with these limits, for uvicorn."""
    return type("LimitedConnection", (Connection,), {"limits": limits})


def _address(connection: Any) -> str:  # noqa: ANN401 - one of uvicorn's protocols
    return network_of(connection.client[0]) if connection.client is not None else ""


def _made_room(connections: Iterable[Any]) -> bool:
    """Close a connection to make room: one that was told to leave, or else the one idle for longest."""
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
    """Logs faults of clients in one line and not too often; our own errors keep their traceback."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._now = now
        self._said: dict[str, float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether the record is to be logged."""
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
