"""A broker that lies, for a test; `python -m support.lying_broker endless` runs one, and prints its port."""

import asyncio
import sys


class Liar:
    """A broker that accepts a connection, and then does what `act` says to whoever has connected."""

    def __init__(self, act):
        self._act, self.connections = act, 0

    async def __aenter__(self):
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_):
        self._server.close()
        await self._server.wait_closed()

    async def _serve(self, reader, writer):
        self.connections += 1
        try:
            await reader.read(1000)
            writer.write(b"\x20\x02\x00\x00")  # CONNACK
            await self._act(reader, writer)
        except ConnectionError:
            pass
        finally:
            writer.close()


async def endless(_, writer):
    """A message of 256 MB, as fast as it is taken."""
    writer.write(b"\x30\xff\xff\xff\x7f" + b"\x00\x01a")
    while True:
        writer.write(bytes(65_536))
        await writer.drain()


async def flooding(_, writer):
    """Small messages, as fast as they are taken."""
    while True:
        writer.write(b"\x30\x04\x00\x01ax" * 1_000)
        await writer.drain()


async def silent(reader, _):
    """It takes everything, and never answers."""
    while await reader.read(65_536):
        pass


async def raving(_, writer):
    """Bytes that are no protocol."""
    writer.write(bytes(range(256)) * 50)
    await writer.drain()


async def forbidding(reader, writer):
    """It takes the connection, and refuses every subscription."""
    while asked := await reader.read(1000):
        if asked[0] == 0x82:  # SUBSCRIBE
            writer.write(b"\x90\x03" + asked[2:4] + b"\x80")  # SUBACK


async def main(act):
    """Until it is ended."""
    async with Liar(act) as liar:
        print(liar.port, flush=True)  # noqa: T201 - for whoever has started it
        await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(main(globals()[sys.argv[1]]))
