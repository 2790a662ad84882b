"""The line over iroh: QUIC to a public key, end to end, at the addresses that the invitation names.

Without a relay, which is so unless people tick one, a guest needs an address of the host that can be reached. Packets
go over one stream in both directions, each after its length. iroh is the extra `remote`, and is imported here only.
"""

import asyncio
import contextlib
from collections.abc import Sequence
from importlib import import_module
from typing import Any, Final

from pearlboard.carriers.protocols import CLOSE_S, DIAL_S, Attend, Gone, NotInstalled, Unreachable
from pearlboard.remote.invitation import Address, Way
from pearlboard.remote.messages import LONGEST_DOWN, LONGEST_UP

ALPN: Final = b"pearlboard/1"
HANDSHAKE_S: Final = 5.0
MOST_HANDSHAKES: Final = 32
"""The number of handshakes at a time; beyond it the oldest is given up, so that a crowd keeps nobody out."""
LENGTH_BYTES: Final = 4
WINDOW_BYTES: Final = 2 * LONGEST_DOWN
"""The most bytes that a peer may send before they are read."""
CLOSED: Final = 0


class IrohConnection:
    """One stream of one connection."""

    def __init__(self, iroh: Any, connection: Any, stream: Any, longest: int) -> None:  # noqa: ANN401 - untyped
        self._failed = iroh.IrohError
        self._connection = connection
        self._reading, self._writing = stream.recv(), stream.send()
        self._longest = longest
        self._closing = False

    async def send(self, packet: bytes) -> None:
        """See `Connection`."""
        try:
            await self._writing.write_all(len(packet).to_bytes(LENGTH_BYTES, "big") + packet)
        except self._failed as error:
            raise Gone(_said(error)) from error

    async def receive(self) -> bytes:
        """See `Connection`."""
        try:
            length = int.from_bytes(await self._reading.read_exact(LENGTH_BYTES), "big")
            if length > self._longest:
                await self.close()
                raise Gone(f"a packet of {length} bytes", too_long=True)
            packet: bytes = await self._reading.read_exact(length) if length else b""
        except self._failed as error:
            raise Gone(_said(error)) from error
        return packet

    async def close(self) -> None:
        """See `Connection`. What was sent is given a moment to arrive, also if this is called again meanwhile."""
        if self._closing:
            return
        self._closing = True
        with contextlib.suppress(self._failed, TimeoutError):
            async with asyncio.timeout(CLOSE_S):
                await self._writing.finish()
                await self._writing.stopped()
        self._connection.close(CLOSED, b"")


class IrohCarrier:
    """The carrier, with the key that belongs to 32 secret bytes."""

    way = Way.IROH

    def __init__(self, secret: bytes, relays: Sequence[str] = ()) -> None:
        """`relays`: addresses of relays that people have ticked; `NotInstalled` if there is no iroh."""
        try:
            iroh: Any = import_module("iroh")  # an extra, for tables that use it
        except ModuleNotFoundError as error:
            raise NotInstalled("iroh is not installed: pip install 'pearlboard[remote]'") from error
        self._iroh = iroh
        self._secret, self._relays = secret, relays
        self.key: bytes = iroh.SecretKey.from_bytes(secret).public().to_bytes()
        self._endpoint: Any = None
        self._accepting: asyncio.Task[None] | None = None
        self._attending: set[asyncio.Task[None]] = set()
        self._handshakes: dict[asyncio.Task[None], None] = {}

    async def _bound(self, port: int) -> Any:  # noqa: ANN401 - untyped
        """The endpoint, bound on first use."""
        if self._endpoint is None:
            iroh = self._iroh
            iroh.iroh_ffi.uniffi_set_event_loop(asyncio.get_running_loop())
            modes = iroh.RelayMode
            options = iroh.EndpointOptions(
                preset=iroh.preset_minimal(),
                bind_addr=f"0.0.0.0:{port}",
                secret_key=self._secret,
                alpns=[ALPN],
                relay_mode=modes.custom_from_urls(list(self._relays)) if self._relays else modes.disabled(),
            )
            try:
                self._endpoint = await iroh.Endpoint.bind(options)
            except iroh.IrohError as error:
                raise OSError(f"iroh cannot use port {port}: {_said(error)}") from error
        return self._endpoint

    async def listen(self, port: int, attend: Attend) -> int:
        """See `Carrier`."""
        endpoint = await self._bound(port)
        self._accepting = asyncio.create_task(self._accept(endpoint, attend))
        return int(endpoint.bound_sockets()[0].rpartition(":")[2])

    async def _accept(self, endpoint: Any, attend: Attend) -> None:  # noqa: ANN401 - untyped
        while (incoming := await endpoint.accept_next()) is not None:
            task = asyncio.create_task(self._attend(incoming, attend))
            self._attending.add(task)
            task.add_done_callback(self._attending.discard)
            self._handshakes[task] = None
            task.add_done_callback(self._shaken)
            if len(self._handshakes) > MOST_HANDSHAKES:
                next(iter(self._handshakes)).cancel()

    def _shaken(self, task: asyncio.Task[None]) -> None:
        self._handshakes.pop(task, None)

    async def _attend(self, incoming: Any, attend: Attend) -> None:  # noqa: ANN401 - untyped
        task = asyncio.current_task()
        try:
            async with asyncio.timeout(HANDSHAKE_S):
                connection = await (await incoming.accept()).connect()
                _limit(connection, streams=1)
                stream = await connection.accept_bi()
        except (self._iroh.IrohError, TimeoutError):
            return
        if task is not None:
            self._shaken(task)
        served = IrohConnection(self._iroh, connection, stream, LONGEST_UP)
        try:
            await attend(served)
        finally:
            await served.close()

    async def dial(self, key: bytes, addresses: Sequence[Address]) -> IrohConnection:
        """See `Carrier`. Nobody else can answer: the key is whom QUIC speaks to."""
        iroh, endpoint = self._iroh, await self._bound(0)
        try:
            async with asyncio.timeout(DIAL_S):
                relay = self._relays[0] if self._relays else None
                where = iroh.EndpointAddr(iroh.EndpointId.from_bytes(key), relay, await _resolved(addresses))
                connection = await endpoint.connect(where, ALPN)
                _limit(connection, streams=0)
                stream = await connection.open_bi()
        except iroh.IrohError as error:
            raise Unreachable(_said(error)) from error
        except TimeoutError:
            raise Unreachable(f"nobody answers within {DIAL_S:g} s") from None
        return IrohConnection(iroh, connection, stream, LONGEST_DOWN)

    async def close(self) -> None:
        """See `Carrier`."""
        tasks = [*self._attending, *([self._accepting] if self._accepting else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._endpoint is not None:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(CLOSE_S):
                    await self._endpoint.close()


def _limit(connection: Any, *, streams: int) -> None:  # noqa: ANN401 - untyped
    """Limit what the peer may open, and send before it is read."""
    connection.set_max_concurrent_bi_streams(streams)
    connection.set_max_concurrent_uni_streams(0)
    connection.set_receive_window(WINDOW_BYTES)


async def _resolved(addresses: Sequence[Address]) -> list[str]:
    """The numeric addresses: iroh looks up no names of hosts."""
    loop = asyncio.get_running_loop()
    found: list[str] = []
    for address in addresses:
        with contextlib.suppress(OSError, UnicodeError):
            for *_, where in await loop.getaddrinfo(address.host, address.port):
                found.append(str(Address(str(where[0]), int(where[1]))))
    return list(dict.fromkeys(found))


def _said(error: Any) -> str:  # noqa: ANN401 - untyped
    return str(error.message() or error.kind())
