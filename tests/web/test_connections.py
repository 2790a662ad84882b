"""The real server on loopback, and clients that mean no good: silent, slow, broken off, or too many."""

import asyncio
import contextlib
import http.client
import itertools
import json
import logging
import select
import socket
import struct
import time
from itertools import chain, repeat

import pytest
import uvicorn
from starlette.requests import ClientDisconnect

from pearlboard.web.connections import OneLine, WebSocketConnection
from pearlboard.web.guard import SECURITY_HEADERS
from pearlboard.web.rate_limiter import ADDRESSES, LOOKS_BURST, RateLimiters
from support.serving import LONGEST_S, clean_environment, start

pytestmark = pytest.mark.slow

REQUEST_S = 1.0
FLOODING, ELSEWHERE = "127.0.0.1", "127.0.0.2"


@contextlib.contextmanager
def guarded(tmp_path, said=(), **settings):
    """A table with little patience; what it must have said at the end, a line for each, and never a traceback."""
    settings = {"request_ms": int(REQUEST_S * 1000), **settings}
    environment = clean_environment(**{f"PEARLBOARD_WEB_{key.upper()}": str(value) for key, value in settings.items()})
    table = start(store=tmp_path / "games.db", environment=environment)
    try:
        yield table
    finally:
        code, errors, _ = table.end()
    lines = errors.splitlines()
    assert code == 0
    assert len(lines) == len(said), errors
    for line, words in zip(lines, said, strict=True):
        assert words in line


@pytest.fixture
def line():
    """Opens connections, from any loopback address; all are closed in the end."""
    with contextlib.ExitStack() as opened:

        def connect(table, address=FLOODING, sent=b""):
            made = opened.enter_context(
                socket.create_connection(("127.0.0.1", table.port), timeout=LONGEST_S, source_address=(address, 0))
            )
            made.sendall(sent)
            return made

        yield connect


def page(table, address=ELSEWHERE, path="/"):
    """The status of a page that is asked for from there."""
    connection = http.client.HTTPConnection("127.0.0.1", table.port, timeout=LONGEST_S, source_address=(address, 0))
    with contextlib.closing(connection):
        connection.request("GET", path, headers={"Host": f"127.0.0.1:{table.port}"})
        return connection.getresponse().status


def answered(table):
    """Whether a page is served now, from elsewhere."""
    with contextlib.suppress(ConnectionError):
        return page(table) == 200
    return False


def cut(lines):
    """How many of them the table has closed."""
    polled = select.poll()
    for each in lines:
        polled.register(each, select.POLLIN)
    return len(polled.poll(0))


def until(condition):
    """Look until it is so."""
    begun = time.monotonic()
    while not condition():
        assert time.monotonic() - begun < LONGEST_S


def until_let_go(made):
    """Until the table does not listen any more; the connection's own timeout is the end of that patience."""
    with contextlib.suppress(ConnectionError):
        assert made.recv(100) == b""


def half(path="/", method="GET"):
    return f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n".encode()


# --- too many, and silent ------------------------------------------------------------------------------------------


def test_silent_connections_from_one_address_keep_nobody_out(tmp_path, line):
    """Of three hundred most are closed at once; a page from elsewhere does not wait for the rest."""
    with guarded(tmp_path, said=["64 connections from 127.0.0.1 are open"], request_ms=60_000) as table:
        silent = [line(table) for _ in range(300)]
        until(lambda: cut(silent) == 300 - 64)
        assert page(table) == 200
        assert page(table, path="/operator") == 200
        with pytest.raises(ConnectionError):
            page(table, FLOODING)
        assert cut(silent) == 300 - 64


def test_a_proxy_brings_many_people(tmp_path, line):
    """Who they are is not known before they have asked; each of them has limits of their own then."""
    phone = (f"10.9.9.{number % 256}, 192.168.1.7" for number in itertools.count())
    with guarded(tmp_path, most_from_one=8, proxies=FLOODING, request_ms=30_000) as table:
        silent = [line(table) for _ in range(30)]
        assert asked_for(table, next(phone)) == 200
        assert cut(silent) == 0
        until(lambda: asked_for(table, next(phone)) == 429)  # whatever it says of itself, that stands before
        assert asked_for(table, "192.168.1.8") == 200


def asked_for(table, phones):
    """The status of a page that a proxy asks for."""
    return table.ask("GET", "/health", headers={"X-Forwarded-For": phones}, source=(FLOODING, 0))[0]


def test_silent_connections_do_not_last(tmp_path, line):
    """They all are let go of, and their address is served again."""
    with guarded(tmp_path) as table:
        silent = [line(table) for _ in range(60)]
        for each in silent:
            until_let_go(each)
        assert page(table, FLOODING) == 200


def test_silent_connections_from_many_addresses_make_room_for_the_next(tmp_path, line):
    """When there are too many in all, the one that has been quiet for longest goes."""
    with guarded(tmp_path, request_ms=30_000, most_connections=16, most_from_one=8) as table:
        silent = [line(table, f"127.0.1.{number % 4}") for number in range(1, 17)]
        assert page(table) == 200
        until(lambda: cut(silent) == 1)
        assert cut(silent[:1]) == 1
        kept = [line(table, f"127.0.2.{number % 4}") for number in range(16)]
        assert page(table) == 200
        until(lambda: cut(silent) == 16)
        until(lambda: cut(kept) == 1)


def test_when_all_are_being_served_the_next_one_is_not(tmp_path, line):
    """Who watches is not cut for somebody new."""
    watch = half("/api/events") + b"\r\n"
    with guarded(tmp_path, said=["16 connections are open"], request_ms=30_000, most_connections=16) as table:
        feeds = [line(table, f"127.0.1.{number}", watch) for number in range(1, 17)]
        for feed in feeds:
            assert feed.recv(15) == b"HTTP/1.1 200 OK"
        with pytest.raises(ConnectionError):
            page(table)
        feeds.pop().close()
        until(lambda: answered(table))


def test_a_request_that_never_becomes_whole_is_let_go_of(tmp_path, line):
    """Nothing, a word, headers without an end, a body without an end."""
    no_body = half("/api/command", "POST") + b"Origin: http://127.0.0.1\r\nContent-Length: 100\r\n\r\n{"
    with guarded(tmp_path, said=["broken off"]) as table:
        begun = time.monotonic()
        for made in [line(table, sent=sent) for sent in (b"", b"GET", half(), no_body)]:
            until_let_go(made)
            assert time.monotonic() - begun > REQUEST_S / 2


def test_a_drop_now_and_then_does_not_help(tmp_path, line):
    """The time runs from the first byte, also on a connection that was served before."""
    with guarded(tmp_path) as table:
        made = line(table, sent=half("/health") + b"\r\n")
        begun = time.monotonic()
        assert made.recv(10_000).startswith(b"HTTP/1.1 200")
        made.settimeout(REQUEST_S / 10)
        drops = chain([b"G"], repeat(b"E"))
        with contextlib.suppress(ConnectionError):
            while time.monotonic() - begun < LONGEST_S:
                made.sendall(next(drops))
                with contextlib.suppress(TimeoutError):
                    if made.recv(100) == b"":
                        break
        assert REQUEST_S / 2 < time.monotonic() - begun < LONGEST_S


def test_who_is_served_is_not_hurried(tmp_path, line):
    """A feed and a WebSocket stay though they send nothing; only what is owed is waited for no longer."""
    with guarded(tmp_path) as table:
        feed = line(table, sent=half("/api/events") + b"\r\n")
        socket_ = line(table, sent=upgrade(table))
        silent = line(table)
        assert feed.recv(15) == b"HTTP/1.1 200 OK"
        assert socket_.recv(12) == b"HTTP/1.1 101"
        until_let_go(silent)
        until_let_go(line(table))
        assert not ended(feed)
        assert not ended(socket_)


def ended(made):
    """Whether the table has closed it, behind what it has sent."""
    made.setblocking(False)  # noqa: FBT003 - socket's own
    try:
        while made.recv(65_536):
            pass
    except BlockingIOError:
        return False
    return True


# --- what is said of it --------------------------------------------------------------------------------------------


def upgrade(table):
    return (
        half("/ws")
        + (
            f"Origin: http://127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            f"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nX-Port: {table.port}\r\n\r\n"
        ).encode()
    )


def test_a_request_that_is_broken_off_is_a_line_in_the_log(tmp_path, line):
    """However often it happens, the line comes once a minute."""
    with guarded(tmp_path, said=["A request was broken off before it was whole"]) as table:
        for _ in range(3):
            line(table, sent=half("/api/join", "POST") + b"Content-Length: 100\r\n\r\n{").close()
        assert page(table) == 200


def test_text_that_is_not_utf_8_is_a_line_in_the_log(tmp_path, line):
    """The connection is closed with the code for that."""
    text = b"\xff\xfe"
    with guarded(tmp_path, said=["Invalid UTF-8"]) as table:
        for _ in range(2):
            made = line(table, sent=upgrade(table))
            assert made.recv(12) == b"HTTP/1.1 101"
            made.sendall(struct.pack("!BBI", 0x81, 0x80 | len(text), 0) + text)
            heard = b""
            while more := made.recv(65_536):
                heard += more
            assert heard.endswith(struct.pack("!BBH", 0x88, 2, 1007))
        assert page(table) == 200


def said(what, error=None, level=logging.ERROR):
    raised = (type(error), error, None) if error else None
    return logging.LogRecord("uvicorn.error", level, __file__, 1, what, (), raised)


def test_an_error_of_our_own_keeps_its_traceback_every_time():
    """Only what others do is shortened, and left out when it was said a moment ago."""
    now = [100.0]
    quiet = OneLine(lambda: now[0])
    for _ in range(2):
        ours = said("Exception in ASGI application\n", UnicodeDecodeError("utf-8", b"", 0, 1, "ours"))
        assert quiet.filter(ours)
        assert ours.exc_info
    theirs = [said("Exception in ASGI application\n", ClientDisconnect()) for _ in range(3)]
    assert [quiet.filter(each) for each in theirs] == [True, False, False]
    assert theirs[0].exc_info is None
    now[0] += 60
    assert quiet.filter(said("Exception in ASGI application\n", ClientDisconnect()))
    assert quiet.filter(said("Invalid HTTP request received.", level=logging.WARNING))
    assert not quiet.filter(said("Invalid HTTP request received.", level=logging.WARNING))


# --- how often one may look ----------------------------------------------------------------------------------------


def test_who_looks_too_often_is_asked_to_come_later(tmp_path):
    """Pages, files, scripts and WebSockets alike, with all headers; from elsewhere all is as ever."""
    with guarded(tmp_path) as table:
        connection = http.client.HTTPConnection("127.0.0.1", table.port, timeout=LONGEST_S)
        answers = {}
        for _ in range(3 * LOOKS_BURST):
            connection.request("GET", "/api/screen")
            answer = connection.getresponse()
            answers[answer.status] = answer.headers, answer.read()
            if answer.status == 429:
                break
        connection.close()
        headers, body = answers[429]
        assert 200 in answers
        assert json.loads(body) == {"ok": False, "error": "too_fast"}
        assert all(headers[name] == value for name, value in SECURITY_HEADERS.items())
        assert page(table) == 200


def test_the_pace_is_kept_for_so_many_addresses_and_no_more():
    """Each has its own; the memory of them has an end."""
    paces = RateLimiters(1, 2)
    assert [paces.admit("one", 0.0) for _ in range(3)] == [True, True, False]
    assert paces.admit("other", 0.0)
    for number in range(ADDRESSES):
        assert paces.admit(f"{number}", 0.0)
    assert len(paces._of) == ADDRESSES
    assert paces.admit("one", 0.0)


class Wire(asyncio.Transport):
    """The other end of a connection, which takes everything."""

    def __init__(self):
        super().__init__()
        self.closing = False

    def get_extra_info(self, name, default=None):
        return ("127.0.0.1", 1) if name == "peername" else default

    def write(self, data):
        """Nobody reads it."""

    def pause_reading(self):
        """All has come already."""

    resume_reading = pause_reading

    def is_closing(self):
        return self.closing

    def close(self):
        self.closing = True

    abort = close


def masked(opcode, payload, *, whole=True):
    """A frame as a browser sends it, in 125 bytes at most."""
    return bytes((0x80 * whole | opcode, 0x80 | len(payload), 0, 0, 0, 0)) + payload


PIECE = masked(0, b"{", whole=False)
FLOODS = {
    "pings": [masked(9, b"")] * 65,
    "pongs": [masked(10, b"")] * 65,
    "pieces": [masked(1, b"", whole=False), *[PIECE] * 64],
    "messages": [masked(1, b"{}")] * 257,
}


CALL = (
    b"GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)


@pytest.mark.parametrize("close", ["politely", "at once"])
def test_nothing_is_done_any_more_for_a_socket_that_is_closed(close):
    """One read may bring a thousand messages and the end behind them; uvicorn alone would hand over all of them."""
    taken = []

    async def scenario():
        protocol = await called(taken)
        end = masked(8, b"") if close == "politely" else b""
        protocol.data_received(masked(1, b"{}") * 200 + end)
        if not end:
            protocol.connection_lost(None)
        await asyncio.gather(*protocol.tasks)

    asyncio.run(scenario())
    assert len(taken) <= 1


async def called(taken):
    """A WebSocket that was opened, and puts there what it takes."""

    async def app(_scope, receive, send):
        await send({"type": "websocket.accept"})
        while (message := await receive())["type"] != "websocket.disconnect":
            taken.append(message)

    protocol = WebSocketConnection(uvicorn.Config(app, log_config=None), uvicorn.server.ServerState(), {})
    protocol.connection_made(Wire())
    protocol.data_received(CALL)
    for _ in range(20):
        await asyncio.sleep(0)
    assert protocol.handshake_complete
    return protocol


@pytest.mark.parametrize("kind", FLOODS)
def test_a_flood_of_any_kind_of_frame_ends_its_connection(kind):
    """Those that are no message, too, and one before the last is still borne."""

    async def scenario():
        protocol = await called([])
        protocol.data_received(b"".join(FLOODS[kind][:-1]))
        assert not protocol.transport.is_closing()
        protocol.data_received(FLOODS[kind][-1])
        assert protocol.transport.is_closing()
        protocol.connection_lost(None)
        await asyncio.gather(*protocol.tasks)

    asyncio.run(scenario())


def test_who_sends_messages_may_ping_for_ever():
    """What is counted begins anew with each message."""

    async def scenario():
        protocol = await called([])
        for _ in range(50):
            protocol.data_received(masked(9, b"") * 60 + masked(1, b"{}"))
            await asyncio.sleep(0)
        assert not protocol.transport.is_closing()
        protocol.connection_lost(None)
        await asyncio.gather(*protocol.tasks)

    asyncio.run(scenario())


def test_pings_are_read_in_pieces_and_keep_nobody_waiting(tmp_path, line):
    """Megabytes of them in one go end that connection alone; nothing is packed, so nothing can swell."""
    with guarded(tmp_path, said=["more than anybody needs"]) as table:
        packed = upgrade(table).replace(b"\r\n\r\n", b"\r\nSec-WebSocket-Extensions: permessage-deflate\r\n\r\n")
        flooding = line(table, sent=packed)
        answer = flooding.recv(4096)
        assert answer.startswith(b"HTTP/1.1 101")
        assert b"deflate" not in answer
        with contextlib.suppress(ConnectionError):
            flooding.sendall(masked(9, b"") * 200_000)
            while flooding.recv(65_536):
                pass
        assert page(table) == 200
