"""A house for tests: public logs that are invented, a table that calls a hub, and the hub in this process."""

import asyncio
import contextlib
import http.client
import os
import re
import secrets
import signal
import subprocess
import sys
import tempfile
from urllib.parse import urlencode

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from pearlboard.club.documents import (
    Abandoned,
    Agreed,
    Deleted,
    Ended,
    HandedOver,
    Paused,
    Resumed,
    Seated,
    TakenBack,
    Turn,
    encoded,
)
from pearlboard.club.messages import PROTOCOL, Hello, Rows, packed, unpacked
from pearlboard.club.rows import START, following
from support.postgres import needed

PATIENCE_S = 20
NAMES = ("Anna", "Ben", "Cléo", "Daniel", "Əli", "", "a\x00b", "<b>x</b>")


def at(minute):
    """A moment of an evening."""
    return f"2026-01-01T{18 + minute // 60 % 6:02}:{minute % 60:02}:00+00:00"


def chained(documents, before=None):
    """Rows that say this, behind others."""
    rows = list(before or ())
    number, link = (rows[-1].number, rows[-1].hash) if rows else (0, START)
    made = []
    for document in documents:
        number += 1
        made.append(following(link, number, at(number), encoded(document)))
        link = made[-1].hash
    return made


def evening(chance, many=60):
    """What a table tells in an evening: games that are played, paused, ended, given up, and deleted later."""
    said, first, turns, over = [], 0, 0, []
    while len(said) < many:
        number = len(said) + 1
        if not first:
            if over and chance.random() < 0.3:
                said.append(Deleted(*over.pop(chance.randrange(len(over)))))
                continue
            first, turns = number, 0
            people = chance.randint(1, 4)
            seats = tuple(Seated(chance.choice(NAMES), chance.choice(("", "", "easy")), 1 + n) for n in range(people))
            said.append(Agreed(chance.choice(("harbour", "wall_race")), seats))
            continue
        kind = chance.random()
        if kind < 0.6:
            turns += 1
            said.append(Turn(chance.randint(1, people), turns))
        elif kind < 0.7:
            turns = max(0, turns - 1)
            said.append(TakenBack(turns))
        elif kind < 0.75:
            said.append(HandedOver(chance.randint(1, people), chance.choice(("", "hard"))))
        elif kind < 0.8:
            said += [Paused(), Resumed()]
        elif kind < 0.84 and over:
            said.append(Deleted(*over.pop()))  # another game, meanwhile
        elif kind < 0.95:
            said.append(Ended((1, *(None,) * (people - 1)), tuple(range(people))))
            over.append((first, len(said)))
            first = 0
        else:
            said.append(Abandoned())
            over.append((first, len(said)))
            first = 0
    return said


class Caller:
    """A table that calls a hub: its token, its log, and a line."""

    def __init__(self, port, name="Garden"):
        self.port, self.name = port, name
        self.token, self.log = secrets.token_bytes(16), secrets.token_bytes(16)
        self.line = None

    async def call(self, code="", protocol=PROTOCOL, **how):
        """Say who it is; the hub's answer."""
        await self.dial(**how)
        return await self.ask(Hello(protocol, self.token, code, self.name, self.log, "0.2.0"))

    async def dial(self, **how):
        """A new line, on which nothing was said."""
        await self.hang_up()
        self.line = await connect(f"ws://127.0.0.1:{self.port}/table", proxy=None, **how)

    async def ask(self, message):
        """Say something, and hear the answer; None: the line is over."""
        await self.say(message)
        return await self.hear()

    async def say(self, message):
        await self.line.send(message if isinstance(message, bytes | str) else packed(message))

    async def hear(self):
        try:
            async with asyncio.timeout(PATIENCE_S):
                return unpacked(await self.line.recv())
        except ConnectionClosed:
            return None

    async def tell(self, rows):
        """Send rows."""
        return await self.ask(Rows(tuple(rows)))

    async def hang_up(self):
        if self.line is not None:
            await self.line.close()


class Running:
    """A hub that runs in this process, and a browser there: its port, and the owner's key, if it is new."""

    def __init__(self, port, key=None):
        self.port, self.key = port, key
        self.cookie = self.proof = ""

    async def enter(self, key):
        """Come in; the proof of the forms."""
        status, headers, _ = await self.post("/enter", {"key": key})
        assert status == 303
        self.cookie = headers["set-cookie"].partition(";")[0]
        _, _, page = await self.get(headers["location"])
        found = re.search(r'name="proof" value="([0-9a-f]{64})"', page)
        self.proof = "" if found is None else found[1]
        return self.proof

    async def do(self, path, **form):
        """Send a form of ours."""
        return await self.post(path, {"proof": self.proof, **form})

    async def get(self, path, **headers):
        return await asyncio.to_thread(self._request, "GET", path, None, headers)

    async def post(self, path, form, **headers):
        return await asyncio.to_thread(self._request, "POST", path, urlencode(form), headers)

    def _request(self, method, path, body, headers):
        status, headers, body = self._answer(method, path, body, headers)
        return status, headers, body.decode()

    def bytes_at(self, path):
        """What is there, which is no text."""
        return self._answer("GET", path, None, {})

    def _answer(self, method, path, body, headers):
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        if self.cookie:
            sent["Cookie"] = self.cookie
        if body is not None:
            sent["Content-Type"] = "application/x-www-form-urlencoded"
        with contextlib.closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_S)) as line:
            line.request(method, path, body, sent)
            answer = line.getresponse()
            return answer.status, dict(answer.getheaders()), answer.read()


@contextlib.asynccontextmanager
async def opened(address):
    """The database of a house, without a hub."""
    from pearlboard.hub.database import Database

    needed()
    base = Database(address)
    await base.open()
    try:
        yield base
    finally:
        await base.close()


class HubProcess:
    """A hub in a process of its own, on a port that stays the same; killed and started, it goes on."""

    def __init__(self, address, port, *options):
        self.port, self._options = port, ("--database", address, "--port", str(port), "--host", "127.0.0.1", *options)
        self._process = None
        self._complaints = None
        self.owner = Running(port)
        self.said = ""

    def start(self):
        """Run it, and wait until it serves. The first start says the owner's key."""
        self._complaints = tempfile.TemporaryFile("w+", encoding="utf-8")  # noqa: SIM115 - as long as it runs
        self._process = subprocess.Popen(
            [sys.executable, "-m", "pearlboard", "hub", *self._options],
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
            stdout=subprocess.PIPE,
            stderr=self._complaints,
            text=True,
        )
        lines = []
        while not (line := self._process.stdout.readline()).startswith("Stop with"):
            assert line, f"the hub has ended: {self._said()}"
            lines.append(line)
        self.said = "".join(lines)
        if "#" in self.said:
            self.owner.key = self.said.partition("#")[2].split()[0]
        return self

    def _said(self):
        self._complaints.seek(0)
        return self._complaints.read()

    def kill(self):
        """At once."""
        self._process.kill()
        self._process.wait()
        self._process.stdout.close()
        self._complaints.close()

    @property
    def pid(self):
        return self._process.pid

    async def code(self):
        """A code that the owner makes."""
        if not self.owner.proof:
            await self.owner.enter(self.owner.key)
        _, _, page = await self.owner.do("/house/code")
        return page.split('id="code">')[1].split("<")[0]


@contextlib.asynccontextmanager
async def hub(address, port=0, **how):
    """A hub that serves."""
    from pearlboard.hub import running
    from pearlboard.origins import NO_PROXIES
    from pearlboard.web.listening import bind

    listening = bind("127.0.0.1", port)
    place = running.Place(listening, "127.0.0.1", listening.getsockname()[1], (), NO_PROXIES)
    told = asyncio.get_running_loop().create_future()
    serving = asyncio.create_task(running.run(address, place, told.set_result, **how))
    await asyncio.wait({told, serving}, return_when=asyncio.FIRST_COMPLETED, timeout=PATIENCE_S)
    if serving.done():
        listening.close()
        await serving
    try:
        yield Running(listening.getsockname()[1], told.result())
    finally:
        if not serving.done():
            os.kill(os.getpid(), signal.SIGTERM)  # the hub hears it
        async with asyncio.timeout(PATIENCE_S):
            await serving
        listening.close()


async def joined(owner, name="Garden"):
    """A table that has joined, with a code that the owner has made."""
    _, _, page = await owner.do("/house/code")
    caller = Caller(owner.port, name)
    await caller.call(page.split('id="code">')[1].split("<")[0])
    return caller


async def given(owner, role, name):
    """The key that the owner makes."""
    _, _, page = await owner.do("/access/give", role=role, name=name)
    return page.split('id="key">')[1].split("<")[0]


async def people(running):
    """A browser for each role by its name, and one for a stranger."""
    await running.enter(running.key)
    found = {None: Running(running.port), "owner": running}
    for role in ("staff", "screen"):
        found[role] = Running(running.port)
        await found[role].enter(await given(running, role, role))
    return found


async def until(holds, what):
    """Wait until something holds."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(PATIENCE_S):
            while not await holds():  # noqa: ASYNC110 - it may be anything
                await asyncio.sleep(0.05)
            return
    raise AssertionError(what)


async def shows(running, *texts, path="/"):
    """Wait until a page says that."""

    async def said():
        _, _, page = await running.get(path)
        return all(text in page for text in texts)

    await until(said, texts)
