"""Both carriers obey the same laws (`carriers/protocols.py`), over the loopback; iroh where it is installed."""

import ast
import asyncio
import contextlib
import importlib.util
import random
import socket
import ssl
import subprocess
import sys
import time
from functools import partial

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from pearlboard.carriers import identity
from pearlboard.carriers.ends import MOST_PENDING, GuestEnd, HostEnd
from pearlboard.carriers.iroh import IrohCarrier
from pearlboard.carriers.protocols import Gone, NotInstalled, Unreachable, WrongHost
from pearlboard.carriers.websocket import WebSocketCarrier
from pearlboard.remote.admission import Admission
from pearlboard.remote.events import Away, Greeted, Over, Received
from pearlboard.remote.invitation import Address
from pearlboard.remote.line import Line, Phase, Role
from pearlboard.remote.messages import LONGEST_DOWN, LONGEST_UP, Promised, Reason, reading
from support.lying_line import hello

pytestmark = pytest.mark.slow

LONGEST_S = 30
TOKEN, SECRET = b"0123456789abcdef", b"secret"
needs_iroh = pytest.mark.skipif(
    importlib.util.find_spec("iroh") is None, reason="iroh is not installed (the extra `remote`)"
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("identity") / "table"


@pytest.fixture(params=["websocket", pytest.param("iroh", marks=needs_iroh)])
def carriers(request, folder):
    """A function that makes the carrier of a host, and one for that of a guest."""
    if request.param == "websocket":
        return (lambda: WebSocketCarrier(*identity.certificate(folder))), WebSocketCarrier
    return (lambda: IrohCarrier(identity.secret(folder))), (lambda: IrohCarrier(random.randbytes(32)))


def here(port):
    return (Address("127.0.0.1", port),)


def now_ms():
    return time.monotonic_ns() // 1_000_000


def within(coroutine):
    """Run, and never wait for ever."""

    async def run():
        async with asyncio.timeout(LONGEST_S):
            return await coroutine

    return asyncio.run(run())


@contextlib.asynccontextmanager
async def connected(carriers):
    """The two ends of a connection, host first; the guest has sent a first packet, as guests do."""
    host, guest = carriers[0](), carriers[1]()
    arrived, over = asyncio.get_running_loop().create_future(), asyncio.Event()

    async def attend(connection):
        arrived.set_result(connection)
        await over.wait()

    port = await host.listen(0, attend)
    try:
        there = await guest.dial(host.key, here(port))
        await there.send(b"first")
        arrived = await arrived
        assert await arrived.receive() == b"first"
        yield arrived, there
        await there.close()
    finally:
        over.set()
        await guest.close()
        await host.close()


def test_packets_arrive_whole_and_in_order(carriers):
    """Packets have any size up to the limit, in both directions."""

    async def run():
        async with connected(carriers) as (host, guest):
            for one, other, longest in ((guest, host, LONGEST_UP), (host, guest, LONGEST_DOWN)):
                packets = [bytes([size % 256]) * size for size in (0, 1, 125, 126, 4_096, longest)] * 3
                sending = asyncio.create_task(send_all(one, packets))
                assert [await other.receive() for _ in packets] == packets
                await sending

    async def send_all(connection, packets):
        for packet in packets:
            await connection.send(packet)

    within(run())


@pytest.mark.parametrize("to_host", [True, False])
def test_a_giant_ends_the_connection(carriers, to_host):
    """And whoever received it knows why; it is not kept."""

    async def run():
        async with connected(carriers) as (host, guest):
            one, other = (guest, host) if to_host else (host, guest)
            with contextlib.suppress(Gone):
                await one.send(bytes((LONGEST_UP if to_host else LONGEST_DOWN) + 1))
            with pytest.raises(Gone) as raised:
                await other.receive()
            assert raised.value.too_long
            with pytest.raises(Gone):
                await one.receive()

    within(run())


@pytest.mark.parametrize("by_host", [True, False])
def test_the_end_is_noticed_by_the_other_one(carriers, by_host):
    """What was sent before arrives."""

    async def run():
        async with connected(carriers) as (host, guest):
            one, other = (host, guest) if by_host else (guest, host)
            await one.send(b"last")
            await asyncio.gather(one.close(), one.close())
            assert await other.receive() == b"last"
            with pytest.raises(Gone) as raised:
                await other.receive()
            assert not raised.value.too_long
            with pytest.raises(Gone):
                await send_until_it_fails(other)

    async def send_until_it_fails(connection):
        while True:
            await connection.send(b"x")
            await asyncio.sleep(0)

    within(run())


def test_whoever_does_not_read_makes_the_sender_wait(carriers):
    """After a bounded number of bytes."""

    async def run():
        async with connected(carriers) as (host, _):
            with pytest.raises(TimeoutError):
                await send_much(host)

    async def send_much(connection):
        for _ in range(64):
            async with asyncio.timeout(1):
                await connection.send(bytes(LONGEST_DOWN))

    within(run())


def test_the_address_that_answers_is_found(carriers):
    """Among those that do not."""

    async def attend(connection):
        await connection.send(await connection.receive())

    async def run():
        host, guest = carriers[0](), carriers[1]()
        port = await host.listen(0, attend)
        addresses = (Address("192.0.2.1", 9), Address("127.0.0.1", 1), Address("no such name.invalid", 1), *here(port))
        connection = await guest.dial(host.key, addresses)
        await connection.send(b"first")
        assert await connection.receive() == b"first"
        await connection.close()
        await guest.close()
        await host.close()

    within(run())


def test_another_key_is_another_table(carriers):
    """Whoever answers at the right address is told nothing."""

    async def run():
        host, guest = carriers[0](), carriers[1]()
        attended = []

        async def attend(connection):
            with contextlib.suppress(Gone):
                attended.append(await connection.receive())

        port = await host.listen(0, attend)
        other = bytes(32) if isinstance(host, WebSocketCarrier) else carriers[1]().key
        with pytest.raises(WrongHost if isinstance(host, WebSocketCarrier) else Unreachable):
            await guest.dial(other, here(port))
        await guest.close()
        await host.close()
        assert attended == []

    within(run())


def test_where_nobody_is_the_host_is_unreachable(carriers):
    """Soon, whether somebody refuses, nobody answers, or there is no address at all."""

    async def run():
        guest = carriers[1]()
        key, before = carriers[0]().key, time.monotonic()
        nowhere = (here(1), (Address("192.0.2.1", 9),), (Address("no-such-name.invalid", 9),), ())
        failed = await asyncio.gather(*(guest.dial(key, each) for each in nowhere), return_exceptions=True)
        assert {type(each) for each in failed} == {Unreachable}
        assert time.monotonic() - before < 10
        await guest.close()

    within(run())


# --- whole ends -----------------------------------------------------------------------------------------------------


class Tables:
    """A host that has invited, and its guest, each with a line."""

    def __init__(self, carriers, *, invitation=SECRET):
        chance = random.Random(1)
        self.events, self.host_events = [], []
        self.changed = asyncio.Event()
        self.host_carrier, self.guest_carrier = carriers[0](), carriers[1]()
        self.admission = Admission("0.2.0")
        self.admission.invite(SECRET, now_ms())
        self.host_line = Line(Role.HOST, hello("host", chance), now_ms())
        self.guest_line = Line(Role.GUEST, hello("guest", chance, token=TOKEN, invitation=invitation), now_ms())
        self.connections = []
        self.host = HostEnd(self.admission, lambda *_: self.host_line, now_ms, self.note_host)

    async def __aenter__(self):
        self.port = await self.host_carrier.listen(0, self.attend)
        self.guest = GuestEnd(self.guest_line, self.guest_carrier, self.host_carrier.key, here(self.port), now_ms)
        self.running = asyncio.create_task(self.guest.run(self.note))
        return self

    async def __aexit__(self, *_):
        self.running.cancel()
        await asyncio.gather(self.running, return_exceptions=True)
        await self.guest_carrier.close()
        await self.host.close()
        await self.host_carrier.close()

    async def attend(self, connection):
        self.connections.append(connection)
        await self.host.attend(connection)
        self.changed.set()

    def note(self, events):
        self.events += events
        self.changed.set()

    def note_host(self, guest, events):
        self.known = guest
        self.host_events += events
        self.changed.set()

    def heard(self, message):
        return Received(message) in self.events

    async def until(self, condition):
        while not condition():
            self.changed.clear()
            await self.changed.wait()

    def say(self, *, up=None, down=None):
        if up is not None:
            self.guest_line.send(up, now_ms())
            self.guest.wake()
        if down is not None:
            self.host_line.send(down, now_ms())
            self.host.wake(self.known)


def kinds(events):
    return [type(each) for each in events]


def test_an_invited_guest_and_its_host_talk(carriers):
    """What one says the other hears, and the invitation is used up."""

    async def run():
        async with Tables(carriers) as tables:
            await tables.until(lambda: Greeted in kinds(tables.events))
            tables.say(up=reading(()), down=Promised(bytes(32)))
            await tables.until(lambda: tables.heard(Promised(bytes(32))))
            await tables.until(lambda: Received(reading(())) in tables.host_events)
            assert tables.admission._open == {}
            assert tables.host.line(tables.known) is tables.host_line
            tables.say(down=Promised(bytes(range(32))))  # which comes after the echo of the first beat
            await tables.until(lambda: tables.heard(Promised(bytes(range(32)))))
            assert 0 <= tables.guest_line.quality.round_trip_ms < 1_000 * LONGEST_S

    within(run())


def test_a_cut_line_comes_back_by_itself_and_nothing_is_lost(carriers):
    """Twenty times in a row, while both talk."""

    async def run():
        async with Tables(carriers) as tables:
            for number in range(20):
                await tables.until(lambda: tables.host_line.phase is Phase.UP and tables.guest_line.phase is Phase.UP)
                tables.say(down=Promised(number.to_bytes(32, "big")))
                await tables.connections[-1].close()
                after = Promised((100 + number).to_bytes(32, "big"))
                tables.say(down=after)
                await tables.until(partial(tables.heard, after))
            heard = [each.message.digest for each in tables.events if isinstance(each, Received)]
            assert heard == [(at + more).to_bytes(32, "big") for at in range(20) for more in (0, 100)]
            assert all(each.resumed for each in tables.events if isinstance(each, Greeted))
            assert Away in kinds(tables.events)

    within(run())


def test_whoever_was_not_invited_is_told_so(carriers):
    """And does not call again."""

    async def run():
        async with Tables(carriers, invitation=b"guess!") as tables:
            await tables.running
            [*_, over] = tables.events
            assert isinstance(over, Over)
            assert (over.goodbye.reason, over.by_peer) == (Reason.INVITATION, True)
            assert tables.host_events == []

    within(run())


@pytest.mark.parametrize("by_host", [True, False])
def test_either_side_ends_it(carriers, by_host):
    """The other one hears the reason, and neither goes on."""

    async def run():
        async with Tables(carriers) as tables:
            await tables.until(lambda: tables.host_line.phase is Phase.UP and tables.guest_line.phase is Phase.UP)
            (tables.host_line if by_host else tables.guest_line).end(Reason.LEFT)
            tables.host.wake(tables.known)
            tables.guest.wake()
            await tables.until(lambda: Over in kinds(tables.events) and Over in kinds(tables.host_events))
            [told] = [each for each in (tables.events if by_host else tables.host_events) if isinstance(each, Over)]
            assert (told.goodbye.reason, told.by_peer) == (Reason.LEFT, True)
            await tables.running
            await tables.until(lambda: tables.host.line(tables.known) is None)

    within(run())


def test_a_giant_ends_the_line(carriers):
    """Whoever sends one is not attended to again as if nothing had been."""

    async def run():
        async with Tables(carriers) as tables:
            await tables.until(lambda: tables.host_line.phase is Phase.UP and tables.guest_line.phase is Phase.UP)
            with contextlib.suppress(Gone):
                await tables.connections[-1].send(bytes(LONGEST_DOWN + 1))
            await tables.until(lambda: Over in kinds(tables.events))
            assert tables.events[-1].goodbye.reason is Reason.TOO_LONG

    within(run())


def test_a_crowd_that_says_nothing_keeps_nobody_out(carriers):
    """The one that has waited longest makes place."""

    async def run():
        async with Tables(carriers) as tables:
            crowd = [
                await tables.guest_carrier.dial(tables.host_carrier.key, here(tables.port))
                for _ in range(MOST_PENDING + 8)
            ]
            assert len(tables.host._pending) <= MOST_PENDING
            await tables.until(lambda: tables.host_line.phase is Phase.UP)
            for each in crowd:
                await each.close()

    within(run())


# --- each by itself -------------------------------------------------------------------------------------------------


def test_a_browser_is_refused_and_so_is_old_tls(folder):
    """A page of somebody else cannot connect for its reader."""

    async def run():
        carrier = WebSocketCarrier(*identity.certificate(folder))
        port = await carrier.listen(0, lambda connection: connection.receive())
        tls = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        tls.check_hostname, tls.verify_mode = False, ssl.CERT_NONE
        with pytest.raises(InvalidStatus, match="403"):
            await connect(f"wss://127.0.0.1:{port}/", ssl=tls, proxy=None, origin="https://example.org")
        tls.maximum_version = ssl.TLSVersion.TLSv1_2
        with pytest.raises((ssl.SSLError, ConnectionError)):
            await connect(f"wss://127.0.0.1:{port}/", ssl=tls, proxy=None)
        await carrier.close()

    within(run())


def test_small_packets_are_sent_at_once(folder):
    """With Nagle's algorithm a scene would wait for the acknowledgement of the one before."""

    async def run():
        async with connected((lambda: WebSocketCarrier(*identity.certificate(folder)), WebSocketCarrier)) as both:
            for end in both:
                channel = end._channel.transport.get_extra_info("socket")
                assert channel.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)

    within(run())


def test_a_port_that_is_taken_is_an_error(carriers):
    """Before anybody is told to connect there."""

    async def run():
        one, other = carriers[0](), carriers[0]()
        port = await one.listen(0, lambda connection: connection.receive())
        with pytest.raises(OSError, match=r"in use|port"):
            await other.listen(port, lambda connection: connection.receive())
        await one.close()

    within(run())


def test_a_table_keeps_its_identity(folder, tmp_path):
    """For itself alone; another table has another one."""
    made = identity.certificate(folder)
    assert identity.certificate(folder) == made
    assert made[1].stat().st_mode & 0o777 == 0o600
    assert WebSocketCarrier(*made).key != WebSocketCarrier(*identity.certificate(tmp_path / "other")).key
    kept = identity.secret(folder)
    assert identity.secret(folder) == kept
    assert (folder / identity.IROH_KEY).stat().st_mode & 0o777 == 0o600
    (folder / identity.IROH_KEY).write_bytes(b"short")
    with pytest.raises(OSError, match="5 bytes, not 32; remove it"):
        identity.secret(folder)
    (folder / identity.IROH_KEY).write_bytes(kept)


def test_without_openssl_it_is_said_what_to_install(tmp_path, monkeypatch):
    """And nothing half made stays."""
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(NotInstalled, match="apt install openssl"):
        identity.certificate(tmp_path / "table")
    assert list((tmp_path / "table").iterdir()) == []


def test_without_iroh_it_is_said_what_to_install(monkeypatch):
    """Only whoever uses it needs it."""
    monkeypatch.setitem(sys.modules, "iroh", None)
    with pytest.raises(NotInstalled, match=r"pearlboard\[remote\]"):
        IrohCarrier(bytes(32))


def test_a_table_that_plays_alone_imports_nothing_of_this():
    """Neither the line nor what carries it, nor what rates people once somebody looks at their ranking."""
    told = subprocess.run(
        [sys.executable, "-c", "import sys, pearlboard.program.run; print(sorted(sys.modules))"],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    loaded = ast.literal_eval(told.stdout)
    assert "pearlboard.program.run" in loaded
    assert [
        each
        for each in loaded
        if each.startswith(("iroh", "openskill", "pearlboard.carriers", "pearlboard.remote", "pearlboard.reporting"))
    ] == []
