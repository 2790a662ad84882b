"""A connection with an MQTT broker, which is as hostile as anything from the network: limited by size and by pace.

aiomqtt reads messages of any length, as fast as they come. Here a long one ends the connection, and reading pauses when
there are too many, so that the broker has to wait.
"""

import asyncio
import contextlib
import secrets
import socket
import ssl
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from pearlboard.errors import PearlboardError
from pearlboard.settings import Home
from pearlboard.texts import Sentence, say
from pearlboard.web.rate_limiter import RateLimiter

if TYPE_CHECKING:
    from aiomqtt import Client

TIMEOUT_S: Final = 10.0
MOST_BYTES: Final = 16_384
"""The longest message of a broker; commands have at most a thousand bytes."""
NOT_AUTHORISED: Final = frozenset({4, 5, 134, 135})
"""Return codes of MQTT 3.1.1 and 5 for a wrong user or password, and for missing rights."""
Will: TypeAlias = tuple[str, str]
"""A topic, and the retained payload that the broker sends for a client that has vanished."""


class Pace(NamedTuple):
    """Reads a second in the long run, and at once: a read takes a packet, or a part of one; messages that may wait."""

    a_second: int = 20
    burst: int = 60
    waiting: int = 16


CALM: Final = Pace()
"""The limits for a table's home, which says little to it."""


class NoBroker(PearlboardError):
    """The broker cannot be used; `sentence` has the reason and the remedy."""

    def __init__(self, sentence: Sentence) -> None:
        super().__init__(sentence.name)
        self.sentence = sentence


@contextlib.asynccontextmanager
async def connected(home: Home, identifier: str, will: Will | None, pace: Pace = CALM) -> AsyncIterator["Client"]:
    """A connection, as long as it lasts; `NoBroker` if there is none, or when it is lost."""
    try:
        import aiomqtt  # noqa: PLC0415 - an extra, for tables that use it
    except ModuleNotFoundError as error:
        raise NoBroker(say("home_not_installed")) from error
    try:
        context = await asyncio.to_thread(_tls, home)
    except (OSError, ValueError) as error:  # also of a path with a zero byte
        raise NoBroker(say("home_no_certificate", path=home.ca, problem=_said(error))) from error
    await _reached(home, context)
    client = _limited(aiomqtt.Client, pace)(
        home.broker,
        home.port,
        username=home.user or None,
        password=home.password or None,
        identifier=identifier,
        will=None if will is None else aiomqtt.Will(will[0], will[1], 1, retain=True),
        timeout=TIMEOUT_S,
        keepalive=30,
        max_queued_incoming_messages=pace.waiting,
        max_queued_outgoing_messages=pace.waiting,
        tls_context=context,
        socket_options=((socket.SOL_SOCKET, socket.SO_RCVBUF, 4 * MOST_BYTES),),
    )
    try:
        async with client:
            yield client
    except aiomqtt.MqttError as error:
        raise NoBroker(_refused(home, error)) from error


async def tried(home: Home) -> Sentence:
    """Try to connect and to publish, and say that it works; `NoBroker` says what is wrong."""
    async with connected(home, f"pearlboard-{secrets.token_hex(4)}", None) as client:
        await client.publish("pearlboard/trial", b"", qos=1)
    return say("home_works", broker=home.broker)


def _tls(home: Home) -> ssl.SSLContext | None:
    return ssl.create_default_context(cafile=home.ca or None) if home.tls == "on" else None


async def _reached(home: Home, context: ssl.SSLContext | None) -> None:
    """Connect once without MQTT, whose library does not say why it cannot; raises `NoBroker`."""
    try:
        async with asyncio.timeout(TIMEOUT_S):
            _, writer = await asyncio.open_connection(home.broker, home.port, ssl=context)
            writer.close()
            with contextlib.suppress(OSError):
                await writer.wait_closed()
    except ssl.SSLCertVerificationError as error:  # a ValueError, too
        raise NoBroker(say("home_untrusted", broker=home.broker)) from error
    except (socket.gaierror, ValueError) as error:
        raise NoBroker(say("home_unknown_name", broker=home.broker)) from error
    except ConnectionRefusedError as error:
        raise NoBroker(say("home_nobody_listens", broker=home.broker, port=str(home.port))) from error
    except (ssl.SSLError, ConnectionResetError) as error:
        raise NoBroker(say("home_no_tls", broker=home.broker, port=str(home.port))) from error
    except (OSError, TimeoutError) as error:
        raise NoBroker(say("home_no_answer", broker=home.broker, problem=_said(error))) from error


def _refused(home: Home, error: Exception) -> Sentence:
    """Why a broker that can be reached cannot be used."""
    code = getattr(getattr(error, "rc", None), "value", getattr(error, "rc", None))
    if code in NOT_AUTHORISED:
        return say("home_wrong_password", broker=home.broker)
    said = str(error)
    if home.tls == "off":
        return say("home_broken_off_plain", broker=home.broker, problem=said)
    return say("home_broken_off", broker=home.broker, problem=said)


def _said(error: Exception) -> str:
    if isinstance(error, TimeoutError):
        return f"{TIMEOUT_S:g} s"
    return getattr(error, "strerror", None) or str(error) or type(error).__name__


class _Reading:
    """Reads a connection for paho, within the limits."""

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        paho: Any,  # noqa: ANN401 - untyped
        connection: Any,  # noqa: ANN401 - untyped
        pace: Pace,
    ) -> None:
        self._loop, self._paho, self._connection, self._pause_s = loop, paho, connection, 1 / pace.a_second
        self._limit = RateLimiter(loop.time(), pace.a_second, pace.burst)

    def resume(self) -> None:
        """Read whenever there is something, unless the connection was closed."""
        if self._connection.fileno() >= 0:
            self._loop.add_reader(self._connection, self._read)

    def _read(self) -> None:
        if not self._limit.admit(self._loop.time()):
            self._loop.remove_reader(self._connection)
            self._loop.call_later(self._pause_s, self.resume)
            return
        self._paho.loop_read()
        if self._paho._in_packet["remaining_length"] > MOST_BYTES:  # noqa: SLF001
            self._connection.shutdown(socket.SHUT_RDWR)  # the next read finds that out, and ends in order
        elif getattr(self._connection, "pending", int)() and self._connection.fileno() >= 0:
            self._loop.call_soon(self._read)


def _limited(client: type["Client"], pace: Pace) -> type["Client"]:
    """The client of aiomqtt with limits for what it reads.

    Neither it nor paho, on which it stands, offers limits, so this replaces an inner method; a test with a hostile
    broker notices if that is not called.
    """

    class Limited(client):  # type: ignore[misc, valid-type]
        """A client that reads only so much, and only so often."""

        async def __aexit__(self, *raised: object) -> None:
            try:
                await super().__aexit__(*raised)
            finally:
                if self._disconnected.done():
                    self._disconnected.exception()  # or asyncio complains that nobody has asked why

        def _on_socket_open(self, paho: Any, _: object, connection: Any) -> None:  # noqa: ANN401 - of a library
            reading = _Reading(self._loop, paho, connection, pace)

            def begin() -> None:
                reading.resume()
                self._misc_task = self._loop.create_task(self._misc_loop())

            self._loop.call_soon_threadsafe(begin)

    return Limited
