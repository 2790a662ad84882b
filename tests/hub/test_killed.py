"""A house whose hub, database and tables are killed: in the end the hub has what the tables have, once."""

import asyncio
import os
import random
import shutil
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest

from pearlboard.club.rows import START, checked
from pearlboard.hub.database import Database
from pearlboard.hub.fold import fold
from pearlboard.hub.ingest import games_of, rows_of
from pearlboard.reporting.outbox import Outbox
from pearlboard.store.log import FactLog
from support.house import HubProcess, until
from support.house_tables import CODE
from support.lengths import at_length
from support.serving import free_port

pytestmark = [pytest.mark.slow, pytest.mark.reliability]

TABLES = at_length(20, 3)
KILLS = at_length(1_000, 5)
COPIED = "Table 01"
TESTS = Path(__file__).parents[1]


class Tables:
    """The process in which all tables run."""

    def __init__(self, folder, port):
        self.folder, self._port, self._process, self._lives = folder, port, None, 0

    def start(self):
        self._lives += 1
        command = [sys.executable, "-m", "support.house_tables", str(self.folder), str(self._port), str(self._lives)]
        paths = os.pathsep.join([str(TESTS), *sys.path])
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, env={**os.environ, "PYTHONPATH": paths})

    def kill(self):
        self._process.kill()
        self._process.wait()
        self._process.stdin.close()

    def finish(self, patience_s):
        """They play no more, and tell the rest."""
        self._process.communicate(b"finish\n", patience_s)
        assert self._process.returncode == 0


def killed(chance, hub, tables, server):
    """Kill one of the four, and start it again; its name."""
    name = chance.choice(("hub", "hub", "tables", "database", "connections"))
    if name == "hub":
        hub.kill()
        hub.start()
    elif name == "tables":
        tables.kill()
        tables.start()
    elif name == "database":
        server.stop()
        server.start()
    else:
        with psycopg.connect(server.address(), autocommit=True) as other:
            other.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'pearlboard hub'"
            )
    return name


def told(folder):
    """The rows of a table's public log."""
    facts = FactLog(folder / "games.db")
    outbox = Outbox(folder / "games.db.club", facts)
    try:
        return outbox.log, list(outbox.rows())
    finally:
        outbox.close()
        facts.close()


async def joined(address, name):
    """Whether the hub knows a table."""
    async with await psycopg.AsyncConnection.connect(address) as base:
        found = await base.execute("SELECT 1 FROM house_table WHERE name = %s", (name,))
        return await found.fetchone() is not None


async def kept(address):
    """By the name of a table: its log, the rows and games that the hub has, and whether of the log there are two."""
    base, found = Database(address), {}
    await base.open()
    async with base.transaction() as cursor:
        await cursor.execute("SELECT id, name, log FROM house_table")
        for table, name, log in await cursor.fetchall():
            await cursor.execute("SELECT count(*) FROM fork WHERE house_table = %s", (table,))
            forked = (await cursor.fetchone())[0] > 0
            rows = await rows_of(cursor, table, bytes(log))
            found[name] = bytes(log), rows, await games_of(cursor, table, bytes(log)), forked
    await base.close()
    return found


def test_the_hub_has_what_the_tables_have_whatever_is_killed(address, server, tmp_path, record_property, request):
    """Each row once, the games their fold; of a card that was copied one log stays, and the other is put aside."""
    chance, house, port = random.Random(7), tmp_path / "house", free_port()
    house.mkdir()
    hub = HubProcess(address, port)
    hub.start()
    for number in range(TABLES):
        (house / f"Table {number:02}").mkdir()
        code = asyncio.run(hub.code())
        (house / f"Table {number:02}" / CODE).write_text(code, encoding="ascii")
    tables, names = Tables(house, port), []
    request.addfinalizer(lambda: (tables.kill(), hub.kill()))
    tables.start()
    for at in range(KILLS):
        asyncio.run(asyncio.sleep(chance.random() / 3))  # at any step
        names.append(killed(chance, hub, tables, server))
        if at == KILLS // 2:
            asyncio.run(until(lambda: joined(address, COPIED), "that it has joined"))
            tables.kill()
            shutil.copytree(house / COPIED, house / f"{COPIED} copied")
            tables.start()
    tables.finish(at_length(600, 60))
    found = asyncio.run(kept(address))
    assert len(found) == TABLES
    for name, (log, rows, games, forked) in found.items():
        number, _ = checked(rows, 0, START)
        assert number == len(rows)
        own = [told(house / each) for each in ((name, f"{COPIED} copied") if name == COPIED else (name,))]
        assert all(each == log for each, _ in own)
        assert any([row.hash for row in rows] == [row.hash for row in each] for _, each in own), name
        assert rows in [each for _, each in own], name
        assert games == fold(rows)
        assert forked == (name == COPIED)
    many = sum(len(rows) for _, rows, _, _ in found.values())
    killed_ = ", ".join(f"{names.count(name)} {name}" for name in dict.fromkeys(names))
    record_property("reached", f"{TABLES} tables, {many} rows, {KILLS} kills ({killed_}): hub and tables have the same")
