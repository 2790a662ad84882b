"""Strangers who keep every limit of the pace and mean no good: what a player notices, and what stays of them.

The real program, over loopback, with each flood a process of its own. At length: for a minute from two addresses, a
player's command is answered within 200 ms, 99 of 100 times, `/health` within a second, and the memory is back
afterwards. Else nothing is timed; a flood is over when the table has refused some of it.
"""

import asyncio
import contextlib
import http.client
import json
import statistics
import time

import pytest
from websockets.exceptions import ConnectionClosed

from pearlboard.geometry import GRID
from pearlboard.store.journal import journal_of
from pearlboard.web.work_budget import FACTS_AN_HOUR, FACTS_AT_ONCE
from support.flooding import KINDS, flooded, watched
from support.lengths import at_length, soaked
from support.serving import LONGEST_S, Page, start
from support.tabling import PLAYERS

pytestmark = pytest.mark.slow

FLOOD_S = at_length(60.0, 0.0)
SOCKETS, COMMANDS = at_length(48, 24), at_length(250, 10)
P99_MS, HEALTH_S, MORE_MB = 200, 1.0, 30
FLOODING = ("127.0.7.1", "127.0.7.2")
PLAYER, ELSEWHERE = "127.0.6.1", "127.0.5.1"
TOO_FAST, COMES_AGAIN_S = 429, 5
HOST = "the-page-of-the-player-who-is-host"


@pytest.fixture
def table(tmp_path):
    """A table that must end in order, and without a traceback."""
    served = start("--log-level", "warning", store=tmp_path / "games.db")  # nobody reads what it logs meanwhile
    yield served
    code, _, _ = served.end()
    assert code == 0
    assert "Traceback" not in served.logged


def asked(table, path, address):
    """The status of a page that is asked for from there, and when to come again."""
    connection = http.client.HTTPConnection("127.0.0.1", table.port, timeout=LONGEST_S, source_address=(address, 0))
    with contextlib.closing(connection):
        connection.request("GET", path)
        answer = connection.getresponse()
        answer.read()
        return answer.status, answer.headers.get("Retry-After")


@contextlib.asynccontextmanager
async def hosting(table):
    """The host's page, from an address of its own."""
    async with table.connect(local_addr=(PLAYER, 0), max_queue=None) as page:
        await page.send(hello(HOST))
        yield Page(page)


def hello(token):
    """What a page says first."""
    return json.dumps({"type": "hello", "token": token})


async def played(table, times_ms, healths_s):
    """A player who goes on while the flood does."""
    until = time.monotonic() + FLOOD_S
    async with hosting(table) as page:
        for number in range(10**6):
            if number >= COMMANDS and time.monotonic() > until:
                return
            begun = time.monotonic()
            await page.ask(("put", "lift")[number % 2], site="e3")
            times_ms.append((time.monotonic() - begun) * 1000)
            begun = time.monotonic()
            status, _ = await asyncio.to_thread(asked, table, "/health", ELSEWHERE)
            healths_s.append(time.monotonic() - begun)
            assert status == 200
            await asyncio.sleep(0.1)


@pytest.mark.parametrize("kind", soaked(KINDS, ("hello", "hands")))
def test_a_player_hardly_notices_a_flood_of_strangers(table, kind, record_property):
    """Each command is answered, the table says how it is, and whoever floods is put off, and nobody else."""

    async def begin():
        async with hosting(table) as page:
            assert (await page.ask("set_up", players=PLAYERS[:2], confirm="button"))["ok"]

    asyncio.run(begin())
    before_mb, times_ms, healths_s = table.resident_mb, [], []
    with flooded(table.port, FLOODING, SOCKETS, kind):
        asyncio.run(played(table, times_ms, healths_s))
    status, later_s = asked(table, "/", ELSEWHERE)
    if status == TOO_FAST:  # strangers together have used up what they may: then it is said when to come again
        assert 1 <= int(later_s) <= COMES_AGAIN_S
        time.sleep(int(later_s))
        status, _ = asked(table, "/", ELSEWHERE)
    assert status == 200
    if FLOOD_S:
        assert statistics.quantiles(times_ms, n=100)[98] < P99_MS
        assert max(healths_s) < HEALTH_S
        assert table.resident_mb - before_mb < MORE_MB
        p99, more = statistics.quantiles(times_ms, n=100)[98], table.resident_mb - before_mb
        told = f"{kind}: p99 {p99:.0f} ms, /health {max(healths_s) * 1000:.0f} ms, {more:.0f} MB more"
        record_property("reached", told)


HOUSE = at_length(1_000, 20)


def test_host_and_seats_come_into_a_full_house(table, record_property):
    """Time after time, while strangers hold every place there is for strangers."""

    async def scenario():
        async with hosting(table) as page:
            assert (await page.ask("set_up", players=PLAYERS[:2], confirm="button"))["ok"]
            assert (await page.ask("invite", seat=1))["ok"]
            await page.until(lambda screen: (screen.get("join") or {}).get("invitations"))
            [invitation] = page.screen["join"]["invitations"]
        code = invitation["address"].partition("#")[2].split("=")[-1]
        status, joined = join(table, code)
        assert status == 200
        with watched(table.port, [f"127.0.8.{1 + number // 40}" for number in range(200)]):
            async with table.connect(local_addr=(ELSEWHERE, 0)) as stranger:
                await stranger.send(hello("a-stranger-who-is-nobody"))
                with pytest.raises(ConnectionClosed, match="1013"):
                    await stranger.recv()
            for _ in range(HOUSE):
                await asyncio.sleep(0.02)  # as often as pages may be opened from an address
                async with hosting(table) as page:
                    await page.until(lambda screen: screen.get("host", {}).get("you") and screen["host"]["here"])
                async with table.connect(path="/ws/seat", local_addr=(PLAYER, 0)) as phone:
                    await phone.send(hello(joined["token"]))
                    await Page(phone).until(lambda screen: (screen.get("you") or {}).get("seat") == 1)

    asyncio.run(scenario())
    record_property("reached", f"host and a seat came in {HOUSE} of {HOUSE} times")


def join(table, code):
    """Exchange an invitation."""
    status, _, body = table.ask("POST", "/api/join", json.dumps({"code": code}), {"Origin": table.origin})
    return status, json.loads(body)


SET_UPS = at_length(3_000, 30)
SITES = [str(space) for space in GRID.spaces]


def test_the_worst_page_leaves_little_on_the_disk(table, record_property):
    """It sets up, says something that counts, gives up, and begins again, as long as it is let."""

    async def scenario():
        refused = set()
        async with hosting(table) as page:
            for number in range(SET_UPS):
                beginning = ("set_up", {"players": PLAYERS[:2]}), ("leave_out", {"site": SITES[number % len(SITES)]})
                for name, fields in (*beginning, ("abandon", {})):
                    reply = await page.ask(name, **fields)
                    refused |= set() if reply["ok"] else {reply["error"]}
                    await asyncio.sleep(0.05)  # as fast as a connection may
        return refused

    refused = asyncio.run(scenario())
    kept = json.loads(table.ask("GET", "/health")[2])["version"]
    files = len(list(journal_of(table.store).iterdir()))
    assert "too_much" in refused
    assert kept <= FACTS_AT_ONCE + FACTS_AN_HOUR
    assert 1 < files <= 50
    record_property("reached", f"{SET_UPS} games set up and begun: {kept} facts, {files} files, all others refused")
