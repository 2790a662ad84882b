"""A reverse proxy as nginx is without `proxy_set_header Host`: it hands on all but the name that was asked for."""

import asyncio
import contextlib
import re
import threading

HOST = re.compile(rb"(?im)^Host: [^\r\n]*")
LONGEST_S = 60


@contextlib.contextmanager
def rehosting(port):
    """Its port, before a table on this machine."""
    upstream = f"Host: 127.0.0.1:{port}".encode()

    async def pump(source, target, change):
        with contextlib.closing(target), contextlib.suppress(OSError):
            while data := await source.read(1 << 16):
                target.write(change(data))
                await target.drain()

    async def hand_on(near, to_near):
        far, to_far = await asyncio.open_connection("127.0.0.1", port)
        there = pump(near, to_far, lambda data: HOST.sub(upstream, data))
        await asyncio.gather(there, pump(far, to_near, bytes))

    async def serve():
        stop = asyncio.Event()
        async with await asyncio.start_server(hand_on, "127.0.0.1", 0) as server:
            started.append((server.sockets[0].getsockname()[1], asyncio.get_running_loop(), stop))
            listens.set()
            await stop.wait()

    started, listens = [], threading.Event()
    thread = threading.Thread(target=lambda: asyncio.run(serve()))
    thread.start()
    assert listens.wait(LONGEST_S)
    own, loop, stop = started[0]
    yield own
    loop.call_soon_threadsafe(stop.set)
    thread.join(LONGEST_S)
