"""A real `pearlboard serve` in a process of its own, and a small client for it. For tests and benchmarks."""

import asyncio
import contextlib
import http.client
import json
import os
import re
import secrets
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

from websockets.asyncio.client import connect

from support.perladora_table import command

LONGEST_S = 60
"""The timeout for any process of a test."""
TOO_FAST = 429
NEWS = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3} (DEBUG|INFO) pearlboard\.[a-z]+: .*\n?")
"""A log line that reports what the table did. Everything else on standard error is a complaint."""


SLOW = ("the loop came late by", "the store has not answered for", ": the disk does not answer")
"""The complaints about a busy machine, which tests/program/test_watchdog.py and tests/store/test_writer.py check."""


def complaints(said):
    """The lines of standard error that are neither news nor about a busy machine."""
    lines = (line for line in said.splitlines(keepends=True) if not NEWS.fullmatch(line))
    return "".join(line for line in lines if not any(slow in line for slow in SLOW))


@dataclass
class Served:
    """A serving process; `port` and `token` are those that it printed."""

    process: subprocess.Popen
    port: int
    token: str
    store: Path
    said: list = field(default_factory=list)
    logged: str = ""

    @property
    def origin(self):
        return f"http://127.0.0.1:{self.port}"

    @property
    def resident_mb(self):
        """The resident memory of the program, in MB."""
        lines = Path(f"/proc/{self.process.pid}/status").read_text(encoding="ascii").splitlines()
        return int(next(line.split()[1] for line in lines if line.startswith("VmRSS"))) / 1024

    def ask(self, method, path, body=None, headers=None, *, host=None, waits_s=LONGEST_S, source=None):
        """Send a request; return the status, the headers and the body of the answer."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=waits_s, source_address=source)
        with contextlib.closing(connection):
            connection.request(method, path, body, {"Host": host or f"127.0.0.1:{self.port}", **(headers or {})})
            answer = connection.getresponse()
            return answer.status, {name.lower(): value for name, value in answer.headers.items()}, answer.read()

    def command(self, name, command_id=None, version=None, *, patient=True, **fields):
        """Send a command as a script does, retrying if `patient` while the table is busy; return status and reply."""
        message = json.dumps(_command(name, command_id, version, fields))
        while True:
            status, _, body = self.ask("POST", "/api/command", message, {"Authorization": f"Bearer {self.token}"})
            if status != TOO_FAST or not patient:
                return status, json.loads(body)
            time.sleep(0.02)

    def screen(self, language="en"):
        """The screen as a page would show it; retries while a slow machine asks for that."""
        status, headers, body = self.ask("GET", f"/api/screen?lang={language}")
        while status == TOO_FAST:
            time.sleep(int(headers["retry-after"]))
            status, headers, body = self.ask("GET", f"/api/screen?lang={language}")
        return json.loads(body)

    def wait(self, condition):
        """Watch as a page until `condition` holds for the screen; return the screen."""

        async def watch():
            async with self.connect() as connection:
                page = Page(connection)
                await page.hear()
                return await page.until(condition)

        return asyncio.run(watch())

    def connect(self, language="en", path="/ws", **options):
        """Open a page's WebSocket."""
        options = {"origin": self.origin, "proxy": None, "compression": None, **options}
        return connect(f"ws://127.0.0.1:{self.port}{path}?lang={language}", **options)

    def end(self, number=signal.SIGTERM):
        """Stop the process; return its exit code, its complaints, and the seconds taken. `logged` has all output."""
        begun = time.monotonic()
        if self.process.poll() is None:
            self.process.send_signal(number)
        try:
            _, self.logged = self.process.communicate(timeout=LONGEST_S)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise
        return self.process.returncode, complaints(self.logged), time.monotonic() - begun


def _command(name, command_id, version, fields):
    message = {"type": "command", "id": command_id or secrets.token_urlsafe(12), "command": command(name, **fields)}
    return message if version is None else {**message, "version": version}


def command_line(*arguments, program=("-m", "pearlboard")):
    """The command line of the program."""
    return [sys.executable, *program, *map(str, arguments)]


def free_port(wanted=0):
    """A port that nobody listens on: that one, if it is free."""
    with socket.socket() as found:
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            found.bind(("127.0.0.1", wanted))
        except OSError:
            return free_port()
        return found.getsockname()[1]


def clean_environment(**more):
    """This environment without Pearlboard's settings."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PEARLBOARD_")}
    return {**kept, **more}


def start(*arguments, store, command="serve", environment=None, program=("-m", "pearlboard")):
    """Start a table on a free port, and wait until it prints its address. `program`: what Python is to run."""
    process = subprocess.Popen(
        command_line(
            command, "--port", "0", "--host", "127.0.0.1", "--store", store, "--no-browser", *arguments, program=program
        ),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment or clean_environment(),
    )
    too_long = threading.Timer(LONGEST_S, process.kill)
    too_long.start()
    said = [process.stdout.readline()]
    port = re.search(r":(\d+)/", said[0])
    if port is None:
        raise AssertionError(f"it did not start: {said[0]!r} {process.communicate(timeout=LONGEST_S)}")
    while said[-1] and not said[0].startswith("The page") and not said[-1].startswith("Token"):
        said.append(process.stdout.readline())
    too_long.cancel()
    token = next((line.partition(": ")[2].strip() for line in said if line.startswith("Token")), "")
    return Served(process, int(port[1]), token, Path(store), said)


@contextlib.contextmanager
def serving(*arguments, store=None, warned_of=None, **options):
    """A table for the duration of the block; it must end without complaints, except those in `warned_of`."""
    with tempfile.TemporaryDirectory() as folder:
        served = start(*arguments, store=store or Path(folder) / "games.db", **options)
        try:
            yield served
        finally:
            code, errors, _ = served.end()
        foreign = [line for line in errors.splitlines() if warned_of is None or warned_of not in line]
        if code or foreign or (warned_of and not errors):
            raise AssertionError(f"it ended with {code}, and said: {errors}")


def offers(screen, name):
    """Whether the game offers this button now."""
    return any(act["name"] == name for act in screen.get("acts", ()))


class Shown:
    """The whole screen that a page shows, put together from a snapshot and numbered changes."""

    def __init__(self):
        self.screen = {}
        self.sequence = 0

    def put_together(self, message):
        """Take a snapshot or a change; nothing of any other message."""
        match message["type"]:
            case "snapshot":
                self.screen, self.sequence = message["screen"], message["seq"]
            case "change":
                assert message["seq"] == self.sequence + 1, f"a gap after {self.sequence}, on an unbroken line"
                self.sequence += 1
                self.screen |= message["screen"]
                if "game" in message:
                    self.screen["game"] = self.screen["game"] | message["game"]


class Page(Shown):
    """A page at the other end of a WebSocket: what it shows, and what it was sent."""

    def __init__(self, socket):
        super().__init__()
        self.socket = socket
        self.frame = b""
        self.replies = []
        self.kinds = []

    async def hear(self):
        """Take the next message."""
        async with asyncio.timeout(LONGEST_S):  # 3.11's `wait_for` swallows a cancellation as a message comes
            message = await self.socket.recv()
        if isinstance(message, bytes):
            self.frame = message
            return {"type": "frame"}
        message = json.loads(message)
        self.kinds.append(message["type"])
        self.put_together(message)
        match message["type"]:
            case "reply":
                self.replies.append(message)
            case "beat":
                await self.socket.send('{"type":"beat"}')
        return message

    async def until(self, condition):
        """Listen until `condition` holds for the screen."""
        async with asyncio.timeout(LONGEST_S):
            while not condition(self.screen):
                await self.hear()
        return self.screen

    async def ask(self, name, command_id=None, version=None, **fields):
        """Send a command, and wait for its reply."""
        await self.send(name, command_id, version, **fields)
        return await self.reply()

    async def send(self, name, command_id=None, version=None, **fields):
        """Send a command, and wait for nothing."""
        await self.socket.send(json.dumps(_command(name, command_id, version, fields)))

    async def say(self, text):
        """Send any text, and wait for a reply."""
        await self.socket.send(text)
        return await self.reply()

    async def reply(self):
        """The next reply."""
        async with asyncio.timeout(LONGEST_S):
            while (message := await self.hear())["type"] != "reply":
                pass
        return message
