"""Strangers who send as much as a connection may, as a process of its own: `python -m support.flooding`.

    python flooding.py PORT ADDRESS SOCKETS KIND

Runs until killed. Refused requests are repeated, closed connections are reopened.
"""

import asyncio
import contextlib
import json
import secrets
import selectors
import socket
import subprocess
import sys
import threading
import time
from functools import partial
from itertools import count

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

PACE_S = 0.05
KINDS = ("hello", "resync", "hands", "set-ups", "pauses", "pings", "requests")
AT_ONCE = 200


def message(kind, number):
    """Message number `number` of a kind; kinds that undo each other alternate."""
    if kind == "resync":
        return {"type": "resync"}
    if kind == "hello":
        return {"type": "hello", "token": secrets.token_urlsafe(24)}
    players = [{"name": "Mallory", "computer": None}, {"name": "Eve", "computer": None}]
    command = {
        "hands": ({"name": "put", "site": "c4"}, {"name": "lift", "site": "c4"}),
        "pauses": ({"name": "pause"}, {"name": "resume"}),
        "set-ups": ({"name": "set_up", "game": "pearls", "players": players}, {"name": "abandon"}),
    }[kind][number % 2]
    return {"type": "command", "id": secrets.token_urlsafe(12), "command": command}


async def flood(port, address, kind):
    """Open one connection after the other, and send on each as fast as possible."""
    while True:
        with contextlib.suppress(OSError, WebSocketException):
            async with connect(
                f"ws://127.0.0.1:{port}/ws",
                origin=f"http://127.0.0.1:{port}",
                local_addr=(address, 0),
                compression=None,
                max_queue=None,
                proxy=None,
            ) as page:
                reading = asyncio.create_task(read(page))
                try:
                    for number in count():
                        if kind == "pings":
                            await asyncio.gather(*(page.ping() for _ in range(AT_ONCE)))
                        else:
                            await page.send(json.dumps(message(kind, number)))
                        await asyncio.sleep(PACE_S)
                finally:
                    reading.cancel()
        await asyncio.sleep(PACE_S)


async def requests(port, address):
    """Send requests on a persistent connection, without waiting for answers."""
    while True:
        with contextlib.suppress(OSError):
            reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
            with contextlib.closing(writer):
                writer.write(f"GET /missing HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode() * AT_ONCE)
                while await reader.read(1 << 16):
                    pass
        await asyncio.sleep(PACE_S)


async def read(page):
    """Read everything."""
    with contextlib.suppress(WebSocketException):
        async for _ in page:
            pass


CALL = (
    "GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
    "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
BEAT_S, BEAT = 5.0, bytes((0x81, 0x80 | 15, 0, 0, 0, 0)) + b'{"type":"beat"}'


@contextlib.contextmanager
def watched(port, places):
    """Strangers who watch from these addresses, one each, and only answer heartbeats; nearly free of cost."""
    over = threading.Event()
    with contextlib.ExitStack() as lines, selectors.DefaultSelector() as looking:
        for address in places:
            line = lines.enter_context(
                socket.create_connection(("127.0.0.1", port), timeout=60, source_address=(address, 0))
            )
            line.sendall(CALL.format(port=port).encode())
            looking.register(line, selectors.EVENT_READ)
        taking = threading.Thread(target=_take, args=(looking, over))
        taking.start()
        try:
            yield
        finally:
            over.set()
            taking.join()


def _take(looking, over):
    """Read and discard, and answer heartbeats. Some connections are closed because the table is full."""
    beats_s = time.monotonic()
    while not over.is_set():
        for key, _ in looking.select(0.1):
            with contextlib.suppress(ConnectionError):
                if key.fileobj.recv(1 << 18):
                    continue
            looking.unregister(key.fileobj)
        if time.monotonic() - beats_s > BEAT_S:
            beats_s = time.monotonic()
            for key in list(looking.get_map().values()):
                with contextlib.suppress(ConnectionError):
                    key.fileobj.sendall(BEAT)


async def main(port, address, sockets, kind):
    each = partial(requests, port, address) if kind == "requests" else partial(flood, port, address, kind)
    await asyncio.gather(*(each() for _ in range(sockets)))


@contextlib.contextmanager
def flooded(port, addresses, sockets, kind):
    """Flood a table from these addresses for the duration of the block."""
    said = [[sys.executable, __file__, str(port), address, str(sockets), kind] for address in addresses]
    flooding = [subprocess.Popen(each) for each in said]
    try:
        yield
    finally:
        for each in flooding:
            each.kill()
            each.wait()


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]), sys.argv[2], int(sys.argv[3]), sys.argv[4]))
