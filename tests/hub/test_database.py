"""The hub's database, in a real PostgreSQL: what stands there as games is the fold of the rows, whatever happens."""

import asyncio
import random
from contextlib import suppress
from hashlib import sha256

import pytest

from pearlboard.club.documents import Abandoned, Agreed, Deleted, Ended, Paused, Seated, Turn
from pearlboard.club.messages import PROTOCOL, Check, Cursor, Farewell, Hello, Status, Why
from pearlboard.club.rows import START, Row
from pearlboard.errors import ConfigError
from pearlboard.hub.fold import State, fold
from support.house import chained, evening, opened
from support.lengths import at_length
from support.postgres import needed

pytestmark = [pytest.mark.slow, pytest.mark.long]

LOG = b"L" * 16
AGREED = Agreed("harbour", (Seated("Anna", "", 1), Seated("Ben", "", 2)))
GAME = [AGREED, Turn(1, 1), Turn(2, 2), Ended((1, 2), (7, None))]


@pytest.fixture(autouse=True)
def _needed():
    needed()


async def joined(base, token=bytes(16), log=LOG, code=None, name="Garden", **more):
    """A table that has come in; what `come` says."""
    from pearlboard.hub import joining

    async with base.transaction() as cursor:
        made = await joining.new_code(cursor) if code is None else code
        return await joining.come(cursor, Hello(PROTOCOL, token, made, name, log, "0.2.0", **more))


async def taken(base, rows, table=1, log=LOG):
    from pearlboard.hub.ingest import take

    async with base.transaction() as cursor:
        return await take(cursor, table, log, tuple(rows))


async def asked(base, question, *values):
    async with base.transaction() as cursor:
        await cursor.execute(question, values or None)
        return await cursor.fetchall()


async def stands(base, table=1, log=LOG):
    """The rows and games that are there, after the law has been looked at."""
    from pearlboard.hub.ingest import games_of, rows_of

    async with base.transaction() as cursor:
        rows, games = await rows_of(cursor, table, log), await games_of(cursor, table, log)
    assert games == fold(rows)
    assert [row.number for row in rows] == list(range(1, len(rows) + 1))
    return rows, games


def test_the_schema_is_made_once(address):
    """Also by two hubs that begin at the same time; a schema of a newer one is left alone."""
    from pearlboard.hub.migrating import steps

    async def scenario():
        async with opened(address) as one, opened(address) as two:
            await asyncio.gather(one.open(), two.open())
            assert await asked(one, "SELECT number FROM migration ORDER BY 1") == [(each,) for each, _ in steps()]
            await asked(one, "INSERT INTO migration (number, name) VALUES (9999, 'later') RETURNING 1")
            with pytest.raises(ConfigError, match="newer version"):
                await two.open()

    asyncio.run(scenario())


def test_a_step_that_fails_leaves_nothing(address, tmp_path):
    """The steps before it stay, and it is tried again."""
    import psycopg

    from pearlboard.hub.migrating import migrate

    (tmp_path / "0001_one.sql").write_text("CREATE TABLE one (a integer);")
    (tmp_path / "0002_two.sql").write_text("CREATE TABLE two (a integer); SELECT 1 / 0;")

    async def scenario():
        async with await psycopg.AsyncConnection.connect(address, autocommit=True) as line:
            with pytest.raises(psycopg.errors.DivisionByZero):
                await migrate(line, tmp_path)
            found = await line.execute("SELECT to_regclass('one'), to_regclass('two')")
            assert await found.fetchone() == ("one", None)
            (tmp_path / "0002_two.sql").write_text("CREATE TABLE two (a integer);")
            assert await migrate(line, tmp_path) == [2]
            assert await migrate(line, tmp_path) == []

    asyncio.run(scenario())


def test_a_code_lets_in_one_table_within_its_hour(address):
    """However it is typed. The hub has digests only, of codes and of tokens."""
    from pearlboard.hub import joining

    async def scenario():
        async with opened(address) as base:
            async with base.transaction() as cursor:
                code = await joining.new_code(cursor)
            assert await joined(base, b"a" * 16, code="WRONGWRONGWR") == Why.CODE
            assert await joined(base, b"a" * 16, code="") == Why.UNKNOWN
            came = await joined(base, b"a" * 16, code=f" {code.lower()} ".replace("-", ""))
            assert (came.table, came.cursor) == (1, Cursor(0, START))
            assert await joined(base, b"b" * 16, code=code) == Why.CODE
            assert (await joined(base, b"a" * 16, code=code)).table == 1, "the answer was lost"
            assert (await joined(base, b"a" * 16, code="")).table == 1
            async with base.transaction() as cursor:
                late = await joining.new_code(cursor)
                await cursor.execute("UPDATE code SET until = now() WHERE used IS NULL")
            assert await joined(base, b"b" * 16, code=late) == Why.CODE
            assert await asked(base, "SELECT digest FROM house_table") == [(sha256(b"a" * 16).digest(),)]
            kept = str(await asked(base, "SELECT * FROM code"))
            assert code not in kept
            assert code.replace("-", "") not in kept

    asyncio.run(scenario())


def test_another_protocol_is_refused(address):
    from pearlboard.hub import joining

    async def scenario():
        async with opened(address) as base, base.transaction() as cursor:
            assert await joining.come(cursor, Hello(9, bytes(16), "", "", LOG, "9.0.0")) == Why.PROTOCOL

    asyncio.run(scenario())


def test_rows_are_kept_once(address):
    """In pieces that overlap, and again after an answer that was lost."""
    rows = chained(GAME * 3)

    async def scenario():
        async with opened(address) as base:
            await joined(base)
            for begin, end, there in ((0, 3, 3), (0, 3, 3), (1, 5, 5), (2, 3, 5), (5, 12, 12), (0, 12, 12)):
                assert await taken(base, rows[begin:end]) == Cursor(there, rows[there - 1].hash)
            assert (await stands(base))[0] == rows
            assert (await joined(base, code="")).cursor == Cursor(12, rows[-1].hash)

    asyncio.run(scenario())


def test_rows_that_do_not_follow_are_refused_and_nothing_is_kept(address):
    """With a gap, with a hash that is not theirs, or saying what no row can say."""
    rows = chained(GAME)
    strange = Row(5, "", '{"type":"strange"}', START)

    async def scenario():
        async with opened(address) as base:
            await joined(base)
            await taken(base, rows[:2])
            changed = Row(3, rows[2].at, rows[1].body, rows[2].hash)
            for wrong, number in (
                ([rows[3]], 4),
                ([rows[2], changed], 3),
                ([changed], 3),
                ([*rows[2:], strange], 5),
                ([Row(3, "", "{", START)], 3),
                ([Row(3, "", '{"type":"paused"}', START)], 3),
            ):
                assert await taken(base, wrong) == Farewell(Why.BROKEN, number)
                assert len((await stands(base))[0]) == 2
            from pearlboard.club.rows import link

            for body in ('{"type":"strange"}', "\x00", '{"type":"agreed","game":"\ud7ff"}', "[" * 4000, "7"):
                hashed = link(rows[1].hash, 3, "", body)
                assert await taken(base, [Row(3, "", body, hashed)]) == Farewell(Why.BROKEN, 3)
            assert (await stands(base))[0] == rows[:2]

    asyncio.run(scenario())


def test_a_fork_is_put_aside_and_nothing_is_overwritten(address):
    """It is told from which row on, however often the copy calls; the one that was first goes on."""
    from pearlboard.hub.house import House

    rows = chained([*GAME, *GAME])
    other = [*rows[:4], *chained([AGREED, Turn(1, 1), Abandoned(), Paused()], rows[:4])]
    other[4:] = chained([Agreed("march", AGREED.seats), Turn(1, 1), Abandoned(), Paused()], rows[:4])

    async def scenario():
        async with opened(address) as base:
            await joined(base)
            await taken(base, rows[:6])
            for _ in range(2):
                assert await taken(base, other[3:8]) == Farewell(Why.FORK, 5)
            assert (await stands(base))[0] == rows[:6]
            [fork] = await House(base).forks()
            assert (fork.name, fork.number, fork.rows, fork.open) == ("Garden", 5, 4, True)
            assert [each.forked for each in await House(base).tables()] == [True]
            assert await taken(base, rows[6:]) == Cursor(8, rows[7].hash)
            await taken(base, chained([Deleted(5, 8)], rows))
            bodies = await asked(base, "SELECT body FROM fork")
            assert bodies == [(None,)] * 4, "what is to be forgotten is not kept aside either"
            await joined(base, log=b"M" * 16, code="")
            assert [each.forked for each in await House(base).tables()] == [False]
            assert not (await House(base).forks())[0].open

    asyncio.run(scenario())


def test_a_table_that_has_fewer_rows_than_its_hub_is_a_copy(address):
    """Or a card that was put back: that is said before anything else, and once."""
    from pearlboard.hub.house import House

    async def scenario():
        async with opened(address) as base:
            await joined(base, last=0)
            await taken(base, chained(GAME))
            for _ in range(2):
                assert await joined(base, code="", last=1) == Why.FORK
            [fork] = await House(base).forks()
            assert (fork.number, fork.rows, fork.open) == (2, 1, True)
            assert (await joined(base, code="", last=len(GAME))).cursor.number == len(GAME)

    asyncio.run(scenario())


def test_a_copy_cannot_fill_the_disk(address):
    from pearlboard.hub.ingest import MOST_ASIDE

    rows = chained([AGREED, *(Turn(1, each) for each in range(MOST_ASIDE + 50))])
    other = chained([Agreed("march", AGREED.seats), *(Turn(2, each) for each in range(MOST_ASIDE + 50))])

    async def scenario():
        async with opened(address) as base:
            await joined(base)
            await taken(base, rows)
            await taken(base, other)
            assert await asked(base, "SELECT count(*) FROM fork") == [(MOST_ASIDE,)]

    asyncio.run(scenario())


def test_a_deleted_game_is_gone_from_every_table(address):
    """No name of it is left, and it still counts."""
    rows = chained([*GAME, AGREED, Deleted(1, 4)])

    async def scenario():
        async with opened(address) as base:
            await joined(base)
            await taken(base, rows[:5])
            await taken(base, rows[5:])
            kept, games = await stands(base)
            assert [row.body is None for row in kept] == [True] * 4 + [False] * 2
            assert [row.hash for row in kept] == [row.hash for row in rows]
            assert games[1].state == State.DELETED
            assert await taken(base, rows) == Cursor(6, rows[-1].hash), "who sends it again brings nothing back"
            assert (await stands(base))[0] == kept

    asyncio.run(scenario())


def test_games_that_are_deleted_together_leave_one(address):
    """No table says that; what stands there is the fold of the rows even then."""
    rows = chained([*GAME, *GAME, AGREED, Deleted(1, 8)])

    async def scenario():
        async with opened(address) as base:
            await joined(base)
            await taken(base, rows[:9])
            await taken(base, rows[9:])
            assert (await stands(base))[1].keys() == {1, 9}

    asyncio.run(scenario())


def test_a_log_is_begun_anew(address):
    """The old one stays, and another table may have one that is called the same."""
    rows = chained(GAME)

    async def scenario():
        async with opened(address) as base:
            await joined(base)
            await taken(base, rows)
            assert (await joined(base, log=b"M" * 16, code="")).cursor == Cursor(0, START)
            assert await taken(base, rows[:2], log=b"M" * 16) == Cursor(2, rows[1].hash)
            other = await joined(base, b"x" * 16)
            assert await taken(base, chained([AGREED]), other.table) == Cursor(1, chained([AGREED])[0].hash)
            assert len((await stands(base))[0]) == 4
            assert len((await stands(base, log=b"M" * 16))[0]) == 2
            assert len((await stands(base, other.table))[0]) == 1

    asyncio.run(scenario())


def test_who_left_tells_nothing_more_until_it_joins_again(address):
    """And what it has told is deleted only then."""
    from pearlboard.hub import access, joining
    from pearlboard.hub.house import House

    rows = chained(GAME)

    async def scenario():
        async with opened(address) as base:
            await joined(base)
            await taken(base, rows[:2])
            await House(base).forget(access.Visitor("192.0.2.1"), 1)
            async with base.transaction() as cursor:
                assert await joining.go(cursor, 1)
                assert not await joining.go(cursor, 1)
            assert await taken(base, rows[2:]) == Farewell(Why.LEFT)
            assert await joined(base, code="") == Why.LEFT
            assert (await joined(base)).cursor == Cursor(2, rows[1].hash)
            assert await taken(base, rows[2:]) == Cursor(4, rows[3].hash)
            await House(base).send_away(access.Visitor("192.0.2.1"), 1)
            await House(base).forget(access.Visitor("192.0.2.1"), 1)
            for name in ("house_table", "log_row", "game"):
                assert await asked(base, f"SELECT count(*) FROM {name}") == [(0,)]
            assert await taken(base, rows) == Farewell(Why.LEFT)

    asyncio.run(scenario())


def test_hostile_words_become_words(address):
    """A database refuses NUL; pages show no control characters."""
    from pearlboard.hub import joining
    from pearlboard.hub.house import House

    async def scenario():
        async with opened(address) as base:
            check = Check("\x00heat", well=False, said="a\x00")
            await joined(base, name="a\x00b\x1b[31m\u202ec")
            async with base.transaction() as cursor:
                await joining.report(cursor, 1, Status("\x00help\n", {"\x00a": "\x00", "": "x" * 300}, (check,), 1))
            rows = chained([Agreed("g\x00me", (Seated("\x00", "\x07", 1),)), Turn(1, (1 << 31) - 1)])
            assert await taken(base, rows) == Cursor(2, rows[1].hash)
            await stands(base)
            [table] = await House(base).tables()
            assert (table.name, table.needs, table.game.game) == ("ab[31mc", "help", "gme")
            assert table.checks == (Check("heat", well=False, said="a"),)
            assert table.off_s < -1e9, "its clock begins in 1970"

    asyncio.run(scenario())


# --- whatever happens meanwhile ------------------------------------------------------------------------------------


class Cut(Exception):
    """The program ends here."""


def broken_at(monkeypatch, server, step, how):
    """From here on the statement with that number meets something; how many there were."""
    import psycopg

    counted = []

    def wrapped(original):
        async def execute(self, *given, **named):
            counted.append(given[0])
            if len(counted) == step:
                if how == "cut":
                    raise Cut
                if how == "cancelled":
                    raise asyncio.CancelledError
                with psycopg.connect(server.address(), autocommit=True) as other:
                    other.execute("SELECT pg_terminate_backend(%s)", (self.connection.info.backend_pid,))
            return await original(self, *given, **named)

        return execute

    for name in ("execute", "executemany"):
        monkeypatch.setattr(psycopg.AsyncCursor, name, wrapped(getattr(psycopg.AsyncCursor, name)))
    return counted


@pytest.mark.parametrize("how", ["cut", "cancelled", "killed"])
def test_rows_that_are_broken_off_anywhere_are_there_whole_or_not_at_all(address, server, how):
    """At every statement: another connection sees all or nothing; told again, they are there once."""
    from pearlboard.hub.database import Away

    rows = chained([*GAME, AGREED, Turn(1, 1), Deleted(1, 4), Turn(2, 2)])

    async def scenario(step):
        async with opened(address) as base:
            token = bytes([step, len(how)]) * 8
            table = (await joined(base, token)).table
            await taken(base, rows[:5], table)
            with pytest.MonkeyPatch.context() as patched:
                counted = broken_at(patched, server, step, how)
                with suppress(Away, Cut, asyncio.CancelledError):
                    await taken(base, rows[3:], table)
            async with opened(address) as other:
                assert len((await stands(other, table))[0]) in (5, 8)
            assert await taken(base, rows[3:], table) == Cursor(8, rows[-1].hash)
            kept, games = await stands(base, table)
            assert [row.hash for row in kept] == [row.hash for row in rows]
            assert [games[1].state, games[5].state] == [State.DELETED, State.PLAYING]
            return len(counted)

    step = 1
    while asyncio.run(scenario(step)) >= step:
        step += 1
    assert step > 8


@pytest.mark.parametrize("seed", at_length(range(40), range(4)))
def test_games_are_the_fold_of_the_rows_whatever_happens(address, server, seed):
    """Evenings in pieces, told again, by two tables at once, with connections that are killed."""
    import psycopg

    from pearlboard.hub.database import Away

    chance = random.Random(seed)
    rows = {table: chained(evening(chance, 120)) for table in (1, 2)}

    async def tell(base, table):
        at = 0
        while at < len(rows[table]):
            begin = max(0, at - chance.choice((0, 0, 1, 7)))
            try:
                answer = await taken(base, rows[table][begin : at + chance.randint(1, 30)], table)
            except Away:
                continue
            assert isinstance(answer, Cursor), answer
            at = answer.number

    async def kill(still):
        while not still.is_set():
            await asyncio.sleep(chance.random() / 20)
            async with await psycopg.AsyncConnection.connect(server.address(), autocommit=True) as other:
                await other.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'pearlboard hub'"
                )

    async def scenario():
        over = asyncio.Event()
        async with opened(address) as base:
            for table in rows:
                assert (await joined(base, bytes([table]) * 16)).table == table
            killing = asyncio.create_task(kill(over))
            await asyncio.gather(*(tell(base, table) for table in rows))
            over.set()
            await killing
        async with opened(address) as base:
            for table, told in rows.items():
                kept, _ = await stands(base, table)
                assert [row.hash for row in kept] == [row.hash for row in told]

    asyncio.run(scenario())


def test_who_listens_hears_of_changes_also_after_the_line_was_cut(address, server):
    """Then any table may have changed."""
    import psycopg

    async def scenario():
        async with opened(address) as base:
            heard = base.changes()
            assert await anext(heard) is None
            table = (await joined(base)).table
            assert await anext(heard) == table
            with psycopg.connect(server.address(), autocommit=True) as other:
                other.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'pearlboard hub'"
                )
            assert await anext(heard) is None
            assert await anext(heard) is None
            await heard.aclose()

    asyncio.run(scenario())


def test_a_database_that_does_not_answer_is_said_in_a_sentence(tmp_path):
    from pearlboard.hub.database import Away, Database

    for address in (f"postgresql://house@/house?host={tmp_path}", "no address at all", "postgresql://[", ""):
        with pytest.raises(Away, match=r"^the database does not answer: "):
            asyncio.run(Database(address or "host=/nowhere").open())
