"""The line over a WebSocket: to an address that can be reached, in one's own network, through a VPN, or at a hub.

The connection is TLS 1.3 with a certificate that the host has made for itself. No authority vouches for it; the guest
compares its SHA-256 with the one that it was invited with, or has pinned since, before it says anything. A guest has no
certificate: it shows its token inside. Browsers are refused by the `Origin` that they send.
"""

import asyncio
import contextlib
import socket
import ssl
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from websockets.asyncio import client, server
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage, InvalidURI

from pearlboard.carriers.protocols import CLOSE_S, DIAL_S, Attend, Gone, Unreachable, WrongHost
from pearlboard.remote.invitation import KEY_BYTES, Address, Way
from pearlboard.remote.messages import LONGEST_DOWN, LONGEST_UP

HANDSHAKE_S: Final = 5.0
TOO_BIG: Final = 1009
WRITE_BYTES: Final = 32_768
"""The most bytes that wait in the program for the network; more waits in the line, where it can be left out."""
HOW: Final[dict[str, Any]] = {
    "compression": None,
    "ping_interval": None,
    "close_timeout": CLOSE_S,
    "max_queue": 16,
    "write_limit": WRITE_BYTES,
}
"""No compression, which costs memory and may tell lengths of secrets; no pings, since the line has its own beats."""


class WebSocketConnection:
    """One connection."""

    def __init__(self, channel: client.ClientConnection | server.ServerConnection) -> None:
        self._channel = channel

    async def send(self, packet: bytes) -> None:
        """See `Connection`."""
        try:
            await self._channel.send(packet)
        except ConnectionClosed as error:
            raise Gone(str(error)) from error

    async def receive(self) -> bytes:
        """See `Connection`."""
        try:
            packet = await self._channel.recv()
        except ConnectionClosed as error:
            raise Gone(str(error), too_long=error.sent is not None and error.sent.code == TOO_BIG) from error
        return packet if isinstance(packet, bytes) else packet.encode()

    async def close(self) -> None:
        """See `Connection`."""
        await self._channel.close()


class WebSocketCarrier:
    """The carrier, with the certificate and the private key of this table if it is a host."""

    way = Way.WEBSOCKET

    def __init__(self, certificate: Path | None = None, key: Path | None = None) -> None:
        """Read the certificate; `OSError` (of which `ssl.SSLError` is one) if it cannot be used."""
        self.key = b""
        self._tls: ssl.SSLContext | None = None
        self._server: server.Server | None = None
        if certificate is not None:
            self._tls = _tls(ssl.PROTOCOL_TLS_SERVER)
            self._tls.load_cert_chain(certificate, key)
            self.key = sha256(ssl.PEM_cert_to_DER_cert(certificate.read_text("ascii"))).digest()

    async def listen(self, port: int, attend: Attend) -> int:
        """See `Carrier`."""
        if self._tls is None:
            raise ValueError("a carrier without a certificate cannot listen")

        async def attended(channel: server.ServerConnection) -> None:
            await attend(WebSocketConnection(channel))

        listening = _listening(port)
        self._server = await server.serve(
            attended,
            sock=listening,
            ssl=self._tls,
            ssl_handshake_timeout=HANDSHAKE_S,
            open_timeout=HANDSHAKE_S,
            origins=[None],
            max_size=LONGEST_UP,
            server_header=None,
            **HOW,
        )
        found: int = listening.getsockname()[1]
        return found

    async def dial(self, key: bytes, addresses: Sequence[Address]) -> WebSocketConnection:
        """See `Carrier`. All addresses are tried at the same time."""
        trying = {asyncio.create_task(_reach(key, address)): address for address in addresses}
        failed: list[Unreachable] = []
        try:
            async with asyncio.timeout(DIAL_S):
                for reached in asyncio.as_completed(trying):
                    try:
                        return await reached
                    except Unreachable as error:
                        failed.append(error)
        except TimeoutError:
            failed.append(Unreachable(f"nobody answers within {DIAL_S:g} s"))
        finally:
            await _give_up(trying)
        wrong = [error for error in failed if isinstance(error, WrongHost)]
        raise (wrong or failed or [Unreachable("there is no address")])[0]

    async def close(self) -> None:
        """See `Carrier`."""
        if self._server is not None:
            self._server.close()
            await self._server.wait_closed()


def _tls(side: int) -> ssl.SSLContext:
    """TLS as both sides speak it."""
    tls = ssl.SSLContext(side)
    tls.minimum_version = ssl.TLSVersion.TLSv1_3
    return tls


def _listening(port: int) -> socket.socket:
    """A socket for IPv4 and IPv6, as far as this machine has both.

    It names its protocol, as those of `socket.create_server` do not: asyncio then sends small packets at once. With
    Nagle's algorithm a scene waits for the acknowledgement of the one before.
    """
    both = socket.has_dualstack_ipv6()
    listening = socket.socket(socket.AF_INET6 if both else socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if both:
            listening.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
        listening.bind(("", port))
    except OSError:
        listening.close()
        raise
    return listening


async def _give_up(trying: dict[asyncio.Task[WebSocketConnection], Address]) -> None:
    """End the attempts that were not needed, also those that have succeeded meanwhile."""
    for task in trying:
        task.cancel()
    await asyncio.gather(*trying, return_exceptions=True)


async def _reach(key: bytes, address: Address) -> WebSocketConnection:
    """A connection with the host at that address, if it has that key."""
    tls = _tls(ssl.PROTOCOL_TLS_CLIENT)
    tls.check_hostname = False
    tls.verify_mode = ssl.CERT_NONE  # no authority vouches for a table: its key is compared below
    try:
        channel = await client.connect(
            f"wss://{address}/", ssl=tls, proxy=None, user_agent_header=None, max_size=LONGEST_DOWN, **HOW
        )
    except (OSError, InvalidHandshake, InvalidMessage, InvalidURI, EOFError, ValueError, TimeoutError) as error:
        raise Unreachable(f"{address}: {error}") from error
    found = channel.transport.get_extra_info("ssl_object").getpeercert(binary_form=True)
    if len(key) < KEY_BYTES[Way.WEBSOCKET] or not sha256(found or b"").digest().startswith(key):
        with contextlib.suppress(OSError):
            await channel.close()
        raise WrongHost(f"{address}: another table answers there")
    return WebSocketConnection(channel)
