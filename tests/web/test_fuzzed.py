"""Nonsense in earnest: messages and requests that are nearly right, half right or not at all, to the real program.

Whatever comes, the table answers or refuses in a sentence; nothing is a traceback, an error of the server, or memory
that is never given back. A hundred thousand messages and ten thousand requests with --soak.
"""

import asyncio
import contextlib
import json
import random
import tempfile
from collections import Counter
from pathlib import Path
from urllib.parse import quote, urlencode

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed

from pearlboard.commands.registry import COMMANDS
from pearlboard.geometry import GRID
from pearlboard.web.routes import ENDPOINTS
from pearlboard.web.rules import MOST_BYTES
from support.lengths import at_length
from support.serving import start

pytestmark = pytest.mark.slow

PATHS = [each.path for each in ENDPOINTS]
MESSAGES, REQUESTS = at_length((100_000, 10_000), (3_000, 400))
AT_ONCE = 50
GROWN_MB = 20
UNHURRIED = (
    "import sys; from pearlboard.web.rate_limiter import RateLimiter; RateLimiter.admit = lambda *_: True; "
    "from pearlboard.cli import main; sys.exit(main())"
)
"""The program, but for its pace: nearly all would be refused for that alone."""
WORDS = (
    "",
    "c4",
    "a5-b5",
    "z9",
    "en",
    "'; --",
    "<script>",
    "\N{FAMILY}" * 30,
    "é\u0301",
    "A" * 200,
    "1e400",
    "\x00",
    "..",
)
NUMBERS = (0, 1, 2, -1, 5, 99, 2**31, 2**63, -(2**70), 1.5, 1e308)
COMMAND_FIELDS = {
    command.__struct_config__.tag: [field.name for field in msgspec.structs.fields(command)] for command in COMMANDS
}
FIELDS = sorted({"type", "id", "token", "code", "more"}.union(*COMMAND_FIELDS.values()))
PLACES = [str(site) for site in GRID.sites]
MARKER = {"type": "command", "command": {"name": "hint"}}


def value(rng, depth=0):
    """Anything that JSON can say."""
    match rng.randrange(8 if depth < 3 else 5):
        case 0 | 1:
            return rng.choice(WORDS)
        case 2:
            return rng.choice(NUMBERS)
        case 3:
            return rng.choice((True, False, None))
        case 4:
            return rng.choice(PLACES)
        case 5 | 6:
            return [value(rng, depth + 1) for _ in range(rng.randrange(4))]
        case _:
            return {rng.choice(FIELDS): value(rng, depth + 1) for _ in range(rng.randrange(4))}


def nearly(rng):
    """A command that might be one, as a document."""
    name, fields = rng.choice(list(COMMAND_FIELDS.items()))
    said = {field: rng.choice(PLACES) if field in {"site", "space"} else value(rng) for field in fields}
    if name == "set_up":
        said = {
            "players": [{"name": name} for name in ("Anna", "Ben", "Cleo")[: rng.randint(1, 3)]],
            "confirm": "button",
        }
    return {"type": "command", "id": f"fuzz-{rng.getrandbits(60):015x}", "command": {"name": name, **said}}


def message(rng):
    """What is sent: text, now and then bytes."""
    said = nearly(rng)
    match rng.randrange(10):
        case 0:
            said["command"] = value(rng)
        case 1:
            said[rng.choice(("type", "id", "version", "more"))] = value(rng)
        case 2:
            said = value(rng)
    text = json.dumps(said, ensure_ascii=rng.random() < 0.5)
    if rng.random() < 0.1:
        at = rng.randrange(len(text) + 1)
        text = text[:at] + rng.choice(("", "{", "\\ud83d", "]" * 99)) + text[at + 3 :]
    if rng.random() < 0.001:
        text += " " * MOST_BYTES  # for which the connection is closed
    return text.encode() if rng.random() < 0.03 else text


async def pester(served, rng, many):
    """So many messages, on connections that are opened anew when the table closes one; how many replies there were."""
    sent = replies = 0
    while sent < many:
        with contextlib.suppress(ConnectionClosed):
            async with served.connect(path=rng.choice(("/ws", "/ws", "/ws/seat")), max_size=None) as page:
                while sent < many:
                    for _ in range(AT_ONCE):
                        sent += 1
                        await page.send(message(rng))
                    marker = f"marker-{sent:09d}"
                    await page.send(json.dumps({**MARKER, "id": marker}))
                    replies += await heard_until(page, marker)
    return replies


async def heard_until(page, marker):
    """How many replies come, with that to the marker, which is the last."""
    replies = 0
    async with asyncio.timeout(60):
        while True:
            said = await page.recv()
            if isinstance(said, str) and (document := json.loads(said))["type"] == "reply":
                replies += 1
                assert document["ok"] or document["sentence"]
                if document["id"] == marker:
                    return replies


def request(rng, token):
    """Method, path, body and headers of a request."""
    path = rng.choice((*PATHS, *PATHS, "/nowhere"))
    while "{" in path:
        before, _, rest = path.partition("{")
        path = before + quote(str(rng.choice((*WORDS[:-1], *NUMBERS))), safe="") + rest.partition("}")[2]
    if rng.random() < 0.3:
        path += "?" + urlencode({rng.choice((*FIELDS, "lang", "tv")): rng.choice(WORDS[:9])})
    body = rng.choice((None, "", "{", json.dumps(value(rng)), json.dumps(nearly(rng)), b"\xff\xfe" * 9, "[" * 4_000))
    headers = {"Authorization": rng.choice((f"Bearer {token}", "Bearer", "Basic eDp5", f"Bearer {'A' * 22}"))}
    if rng.random() < 0.3:
        name = rng.choice(("Origin", "Host", "Accept-Language", "If-None-Match", "Range", "Content-Type"))
        headers[name] = rng.choice(("null", "http://evil.example", "*", "fr;q=1e9", "bytes=5-2", "a" * 3_000))
    return rng.choice(("GET", "GET", "POST", "POST", "HEAD", "PUT", "OPTIONS")), path, body, headers


@contextlib.contextmanager
def unhurried():
    """A table that takes as much as comes; it must not have complained of an error of its own."""
    with tempfile.TemporaryDirectory() as folder:
        served = start("--log-level", "warning", store=Path(folder) / "games.db", program=("-c", UNHURRIED))
        try:
            yield served
        finally:
            code, _, _ = served.end()
        assert code == 0
        assert "Traceback" not in served.logged, served.logged[-3000:]


def test_messages_that_make_no_sense_are_answered_and_forgotten(record_property):
    """Whatever they were, the table is there, replies, and is as small as it was."""
    with unhurried() as served:
        rng = random.Random(5)
        asyncio.run(pester(served, rng, MESSAGES // 5))
        before = served.resident_mb
        replies = asyncio.run(pester(served, rng, MESSAGES - MESSAGES // 5))
        grown = served.resident_mb - before
        assert replies > MESSAGES // 2
        assert grown < GROWN_MB
        assert served.ask("GET", "/health")[0] == 200
    record_property("reached", f"{MESSAGES} messages, {replies} replies, {grown:.1f} MB more")


def test_requests_that_make_no_sense_are_refused(record_property):
    """With a status that says it is the asker's mistake, never the table's."""
    statuses = Counter()
    with unhurried() as served:
        rng = random.Random(6)
        before = served.resident_mb
        for _ in range(REQUESTS):
            method, path, body, headers = request(rng, served.token)
            with contextlib.suppress(TimeoutError):
                statuses[served.ask(method, path, body, headers, waits_s=0.5)[0]] += 1
        grown = served.resident_mb - before
    assert grown < GROWN_MB
    assert not [status for status in statuses if status >= 500]
    assert {200, 400, 403, 404, 405} <= set(statuses)
    record_property("reached", f"{REQUESTS} requests, {dict(sorted(statuses.items()))}, {grown:.1f} MB more")
