"""A running hub: tables that call it, and pages that show them as it happens."""

import asyncio
import json
import os
import re
import signal
import subprocess
import sys

import pytest
from websockets.exceptions import InvalidStatus

from pearlboard.cli import main
from pearlboard.club.documents import Agreed, Ended, Paused, Seated, Turn
from pearlboard.club.messages import Cursor, Farewell, Hello, Leave, Rows, Status, Why, packed
from pearlboard.club.rows import START
from pearlboard.hub.database import Database
from pearlboard.reporting import line
from pearlboard.reporting.line import Reporting
from pearlboard.session.facts import GameClosed, GamePaused
from pearlboard.settings import Club
from support.house import Caller, chained, hub, shows, until
from support.postgres import needed
from support.saved_facts import SavedFacts
from support.tabling import TestTable

pytestmark = pytest.mark.slow

GAME = [Agreed("harbour", (Seated("Anna", "", 1), Seated("", "easy", 2))), Turn(1, 1), Turn(2, 2)]


@pytest.fixture(autouse=True)
def _needed():
    needed()


async def entered(running):
    """The owner has come in; the proof of the forms."""
    return await running.enter(running.key)


async def code(running, proof):
    _, _, page = await running.post("/house/code", {"proof": proof})
    return re.search(r'id="code">([A-Z0-9-]{14})<', page)[1]


async def here(running, proof, name="Garden"):
    """A table that has joined."""
    caller = Caller(running.port, name)
    assert await caller.call(await code(running, proof)) == Cursor(0, START)
    return caller


def test_an_evening_in_a_house(address):
    """From the owner's first link to a table that is free again, on all pages; and after the hub was away."""

    async def scenario():
        rows = chained([*GAME, Paused()])
        async with hub(address) as running:
            assert "No table has joined yet" in (await running.get("/"))[2]
            proof = await entered(running)
            table = await here(running, proof)
            await shows(running, "Garden", "1 table is free", "Free")
            assert await table.tell(rows[:3]) == Cursor(3, rows[2].hash)
            await shows(running, "Playing", "Harbour", "2 turns", "Anna, computer (easy)", path="/tv")
            await table.say(Status("The board does not answer.", {"program": "0.2.0", "board": "pi"}))
            await shows(running, "Needs help", "The board does not answer.")
            assert await table.tell(rows[3:]) == Cursor(4, rows[3].hash)
            await shows(running, "Pause", path="/?lang=de")
            _, _, settings = await running.get("/house/settings")
            assert "board" in settings
            assert "<td>pi</td>" in settings
            await table.hang_up()
            await shows(running, "Not seen since")
        async with hub(address) as running:
            assert running.key is None, "the owner's key is printed once"
            table.port = running.port
            assert await table.call() == Cursor(4, rows[3].hash)
            last = chained([Ended((1, 2), (9, 4))], rows)
            assert await table.tell(last) == Cursor(5, last[0].hash)
            await shows(running, "Garden", "Free")

    asyncio.run(scenario())


def test_the_feed_tells_what_changes_and_the_newest_only(address):
    """What has not changed is not told again."""

    async def scenario():
        async with hub(address) as running:
            proof = await entered(running)
            reader, writer = await asyncio.open_connection("127.0.0.1", running.port)
            writer.write(b"GET /feed?lang=fr HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")

            async def told(text):
                async with asyncio.timeout(20):
                    while text not in (line := (await reader.readline()).decode()):
                        pass
                return json.loads(line[line.index(":") + 1 :])

            assert "Aucune table" in await told("Aucune")
            table = await here(running, proof, "Été")
            assert 'data-kind="free"' in await told("Été")
            await table.tell(chained(GAME))
            assert "2 tours" in await told("2 tours")
            writer.close()
            await table.hang_up()

    asyncio.run(scenario())


def test_who_is_no_table_is_told_why_and_sent_away(address):
    """Unknown tokens, wrong codes, other protocols, other messages, pages in browsers; few codes a minute."""

    async def scenario():
        async with hub(address) as running:
            proof = await entered(running)
            right = await code(running, proof)
            stranger = Caller(running.port)
            assert await stranger.call() == Farewell(Why.UNKNOWN)
            assert await stranger.hear() is None
            assert await stranger.call(right, protocol=9) == Farewell(Why.PROTOCOL)
            with pytest.raises(InvalidStatus):
                await stranger.call(origin="http://127.0.0.1")
            for wrong in (
                b"",
                b"\xff" * 99,
                "text",
                packed(Leave()),
                packed(Cursor(0, b"")),
                b"\x92\x01" + b"\xdb" * 9,
            ):
                await stranger.dial()
                assert await stranger.ask(wrong) == Farewell(Why.BROKEN)
                assert await stranger.hear() is None
            for _ in range(5):
                assert await stranger.call("ABCDEFGHJKLM") == Farewell(Why.CODE)
            assert await stranger.call("ABCDEFGHJKLM") == Farewell(Why.BUSY)
            assert await stranger.call(right) == Farewell(Why.BUSY)
            _, _, page = await running.get("/")
            assert "No table has joined" in page

    asyncio.run(scenario())


def test_a_table_that_is_known_comes_in_whatever_others_try(address):
    """And what it says that no table says ends its line alone."""

    async def scenario():
        async with hub(address) as running:
            table = await here(running, await entered(running))
            other = Caller(running.port)
            for _ in range(6):
                await other.call("ABCDEFGHJKLM")
            assert await table.call("ABCDEFGHJKLM") == Cursor(0, START)
            for wrong in (b"\x00", packed(Hello(1, bytes(16), "", "", bytes(16), "")), b"x" * 1000):
                assert await table.call() == Cursor(0, START)
                assert await table.ask(wrong) == Farewell(Why.BROKEN)
            assert await table.call() == Cursor(0, START)
            assert await table.ask(b"\x00" * 300_000) is None, "more than a message may have"
            assert await table.call() == Cursor(0, START)
            rows = chained(GAME)
            assert await table.tell(rows[1:]) == Farewell(Why.BROKEN, 2)
            assert await table.hear() is None
            assert await table.call() == Cursor(0, START)
            assert await table.tell(rows) == Cursor(3, rows[-1].hash)
            assert await table.tell([*rows[:2], *chained([Paused()], rows[:2])]) == Farewell(Why.FORK, 3)
            await shows(running, "Two tables tell the same log")
            assert "from row 3 of its log on" in (await running.get("/house"))[2]

    asyncio.run(scenario())


def test_a_table_has_one_line(address):
    """The newer one, and it is there when the older one ends; who says much is read slowly, and all of it is kept."""

    async def scenario():
        async with hub(address) as running:
            table = await here(running, await entered(running))
            old = table.line
            table.line = None
            assert await table.call() == Cursor(0, START)
            newer, table.line = table.line, old
            assert await table.hear() == Farewell(Why.BUSY)
            await old.close()
            table.line = newer
            rows = chained([GAME[0], *(Turn(1, each) for each in range(60))])
            for row in rows:
                await table.say(Rows((row,)))
            for row in rows:
                assert await table.hear() == Cursor(row.number, row.hash)
            await shows(running, "59 turns")
            await table.hang_up()

    asyncio.run(scenario())


def test_a_table_leaves_and_is_sent_away(address):
    """It needs a new code then. What it told is deleted when the owner says so, and only then."""

    async def scenario():
        async with hub(address) as running:
            proof = await entered(running)
            table, other = await here(running, proof), await here(running, proof, "Hall")
            await table.tell(chained(GAME))
            assert await table.ask(Leave()) == Farewell(Why.LEFT)
            assert await table.call() == Farewell(Why.LEFT)
            await running.post("/house/away", {"proof": proof, "table": "2"})
            assert await other.hear() == Farewell(Why.LEFT)
            assert await other.call() == Farewell(Why.LEFT)
            await shows(running, "No table has joined yet")
            assert await other.call(await code(running, proof)) == Cursor(0, START)
            await running.post("/house/rename", {"proof": proof, "table": "2", "name": "  Cellar\x00 "})
            await shows(running, "<h2>Cellar</h2>")
            assert "Garden" in (await running.get("/house"))[2]
            await running.post("/house/forget", {"proof": proof, "table": "1"})
            await running.post("/house/forget", {"proof": proof, "table": "2"})
            page = (await running.get("/house"))[2]
            assert "Garden" not in page
            assert "Cellar" in page
            await other.hang_up()

    asyncio.run(scenario())


def test_a_hub_whose_database_is_away_says_so_and_goes_on_later(server):
    """Tables are told to come again, pages show how it was; what they told in between is not lost."""
    address = server.database()

    async def scenario():
        async with hub(address) as running:
            table = await here(running, await entered(running))
            rows = chained(GAME)
            await table.tell(rows[:2])
            await shows(running, "1 turn<")
            server.stop()
            await shows(running, "The database does not answer", "1 turn<")
            assert (await running.get("/health"))[0] == 503
            assert (await running.get("/house"))[0] == 503
            assert await table.tell(rows[2:]) == Farewell(Why.BUSY)
            assert await table.call() == Farewell(Why.BUSY)
            server.start()

            async def answers():
                return (await running.get("/health"))[0] == 200

            await until(answers, "the database is back")
            assert await table.call() == Cursor(2, rows[1].hash)
            assert await table.tell(rows[2:]) == Cursor(3, rows[2].hash)
            await shows(running, "2 turns")
            assert "does not answer" not in (await running.get("/"))[2]
            await table.hang_up()

    asyncio.run(scenario())


def test_a_look_that_fails_is_repeated(monkeypatch):
    """Even if the database says nothing more."""
    from pearlboard.hub import feed
    from pearlboard.hub.database import Away

    class House:
        looks = 0

        async def tables(self, _only):
            self.looks += 1
            if self.looks < 3:
                raise Away("the database does not answer")
            return []

    async def scenario():
        house = House()
        told = feed.Feed(None, house, frozenset)
        told.changed()
        running = asyncio.create_task(told.run())

        async def answers():
            return house.looks == 3 and told.answers

        await until(answers, "a third look")
        running.cancel()

    monkeypatch.setattr(feed, "AGAIN_S", 0.01)
    asyncio.run(scenario())


def test_the_command_prints_the_owners_link_once_and_ends_when_it_is_told_to(address):
    """As a service does; with another token if the first is lost."""

    def started(*options):
        command = [sys.executable, "-m", "pearlboard", "hub", "--host", "127.0.0.1", "--port", "0", *options]
        how = {"env": {**os.environ, "PEARLBOARD_HUB_DATABASE": address}, "text": True}
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **how)
        lines = [process.stdout.readline() for _ in range(4)]
        process.send_signal(signal.SIGTERM)
        _, said = process.communicate(timeout=30)
        assert process.returncode == 0, said
        assert said == ""
        return "".join(lines)

    link = r"/enter#([A-Z2-9-]{29})\n"
    first = re.search(link, started())[1]
    assert not re.search(link, started())
    assert re.search(link, started("--new-owner"))[1] != first


def test_the_command_says_in_a_line_why_it_cannot(capsys, monkeypatch, tmp_path):
    """No database named, none that answers, an option that is wrong."""
    monkeypatch.delenv("PEARLBOARD_HUB_DATABASE", raising=False)
    for words, said in (
        ([], "which database? Give --database"),
        (["--database", f"postgresql://x@/x?host={tmp_path}", "--port", "0"], "the database does not answer: "),
        (["--database", "x", "--port", "70000"], "70000 is not a port"),
    ):
        assert main(["hub", *words]) == 2
        told = capsys.readouterr().err
        assert said in told
        assert told.count("\n") == 1


class Store(SavedFacts):
    """What a table has on its disk, and its own line."""

    def start(self, club):
        self.reporting = Reporting(self.log.path, self.ask, lambda: Status("", {"program": "0.2.0"}), None)
        self.reporting.use(club, "Garden")

    def add(self, *facts):
        super().add(*facts)
        self.reporting.notice()


def test_what_is_played_at_a_real_table_stands_on_the_hubs_page(address, tmp_path, monkeypatch):
    """Its own line, with its own outbox; either program ends in the middle, and nothing is missing or told twice."""
    monkeypatch.setattr(line, "FIRST_REST_S", 0.01)
    monkeypatch.setattr(line, "LONGEST_REST_S", 0.05)
    played = TestTable().begin(confirm="button").do("c4 wait 400 press end_turn wait 400 f3 wait 400 press end_turn")
    facts = [entry.fact for entry in played.log]

    async def scenario():
        store = Store(tmp_path)
        async with hub(address) as running:
            port = running.port
            club = Club(hub=f"127.0.0.1:{port}", code=await code(running, await entered(running)), names="on")
            store.start(club)
            await shows(running, "Garden", "Free")
            store.add(*facts)
            await shows(running, "Playing", "Perladora", "2 turns", "Anna, Ben")
            await store.reporting.close()
            store.add(played.ask("abandon").log[-1].fact, GameClosed(), *facts)
            store.start(club)
            await shows(running, "Playing", "2 turns")
        store.add(GamePaused())
        async with hub(address, port) as running:
            await shows(running, "Pause")
            assert [row.number for row in store.reporting._outbox.rows()] == list(range(1, 9))
            async with (base := Database(address)).transaction() as cursor:
                await cursor.execute("SELECT COUNT(*) FROM log_row")
                assert (await cursor.fetchone())[0] == 8
            await base.close()
            await store.reporting.close()
        store.log.close()

    asyncio.run(scenario())
