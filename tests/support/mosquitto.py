"""A real Mosquitto for a test, in a folder of its own; and what another client hears of it."""

import asyncio
import os
import shutil
import socket
import subprocess
import time
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import aiomqtt
import pytest

from support.serving import free_port

PATIENCE_S = 20
PROGRAM = shutil.which("mosquitto") or shutil.which("mosquitto", path="/usr/sbin:/usr/local/sbin")


def needed():
    """Skip where Debian's mosquitto is missing; on CI that is a failure."""
    if PROGRAM is None:
        missing = "these tests need a broker: on Debian, apt install mosquitto"
        if os.environ.get("CI") == "true":
            pytest.fail(missing)
        pytest.skip(missing)


class Mosquitto:
    """A broker on `port`; it can be killed and started again, and keeps what is retained if it is stopped."""

    def __init__(self, folder, *lines):
        self.folder, self.port = Path(folder), free_port()
        self._process = None
        folder = self.folder
        text = "\n".join(
            [
                f"listener {self.port} 127.0.0.1",
                f"persistence_location {folder}/",
                "persistence true",
                *(["user root"] if os.geteuid() == 0 else []),
                f"log_dest file {folder}/mosquitto.log",
                *(lines or ("allow_anonymous true",)),
            ]
        )
        (folder / "mosquitto.conf").write_text(text + "\n")

    def start(self):
        """Run it, and wait until it listens."""
        self._process = subprocess.Popen(
            [PROGRAM, "-c", str(self.folder / "mosquitto.conf")], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        until = time.monotonic() + PATIENCE_S
        while True:
            with socket.socket() as trial:
                if trial.connect_ex(("127.0.0.1", self.port)) == 0:
                    return self
            assert self._process.poll() is None, (self.folder / "mosquitto.log").read_text()
            assert time.monotonic() < until
            time.sleep(0.02)

    def kill(self):
        """Without a farewell."""
        self._process.kill()
        self._process.wait()

    def stop(self):
        """In order."""
        if self._process is not None and self._process.poll() is None:
            self._process.terminate()
            self._process.wait(PATIENCE_S)


@contextmanager
def broker(folder, *lines):
    """A broker that runs."""
    needed()
    running = Mosquitto(folder, *lines)
    running.start()
    try:
        yield running
    finally:
        running.stop()


class Listener:
    """Everything that a broker sends another client: the last payload by topic, and all of them in order."""

    def __init__(self, client):
        self.client, self.last, self.all = client, {}, []
        self._came = asyncio.Condition()

    async def run(self):
        async for message in self.client.messages:
            self.last[str(message.topic)] = message.payload
            self.all.append((str(message.topic), message.payload))
            async with self._came:
                self._came.notify_all()

    async def until(self, holds, what):
        """Wait until `holds` of what has come."""
        try:
            async with asyncio.timeout(PATIENCE_S), self._came:
                await self._came.wait_for(holds)
        except TimeoutError:
            raise AssertionError(f"{what} did not come: {self.last}") from None


@asynccontextmanager
async def listening(port, **how):
    """A client that hears every topic."""
    async with aiomqtt.Client("127.0.0.1", port, **how) as client:
        await client.subscribe("#", qos=1)
        listener = Listener(client)
        task = asyncio.create_task(listener.run())
        try:
            yield listener
        finally:
            task.cancel()
            await asyncio.wait([task])
