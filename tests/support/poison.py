"""Malicious backups: any rows with right hashes, or anything else in place of rows."""

import asyncio
import json
import logging
import os
import signal
import sqlite3
import sys
from contextlib import closing, suppress
from functools import reduce

from pearlboard.drivers.clock import SteppedClock
from pearlboard.program import judge
from pearlboard.program.building import running_table
from pearlboard.settings import Settings
from pearlboard.store.backups import restore
from pearlboard.store.chain import START, link, new_identity
from pearlboard.store.database import APPLICATION_ID, BESIDE_FACTS, FACTS, IDENTITY, SCHEMA
from pearlboard.store.log import FactLog

BESIDE = "; ".join(BESIDE_FACTS) + ";"
INSERT = "INSERT INTO fact VALUES (?, ?, ?, ?, ?, ?, ?, ?)"


def rows_in(path):
    """All facts of a database, without their hashes."""
    with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro&immutable=1", uri=True)) as connection:
        return [list(row[:7]) for row in connection.execute("SELECT * FROM fact ORDER BY version")]


def undeleted(rows):
    """The facts as if nothing had ever been deleted: without the deleted games, and renumbered."""
    gone = {row[1] for row in rows if not row[5]}
    left = [row for row in rows if row[1] not in gone and row[3] != "game_deleted"]
    left = [row for row in left if row[3] != "game_titled" or json.loads(row[5]).keys() > {"number"}]
    numbers = {row[0]: number for number, row in enumerate(left, 1)}
    for row in left:
        told = json.loads(row[5])
        for key in ("to_version", "number"):
            if key in told:
                told[key] = numbers[told[key]]
        if told.get("began_from"):
            told["began_from"][0] = numbers.get(told["began_from"][0], 1)
        row[0], row[1], row[5] = numbers[row[0]], numbers.get(row[1], 0), json.dumps(told, separators=(",", ":"))
    return left


def linked(rows):
    """These rows, with matching hashes added."""
    before, found = START, []
    for row in rows:
        before = link(before, *(part.hex() if isinstance(part, bytes) else part for part in row))
        found.append((*row, before))
    return found


def written(path, rows, schema=FACTS + IDENTITY + BESIDE):
    """Write a database with these rows as they are."""
    path.unlink(missing_ok=True)
    with closing(sqlite3.connect(path)) as connection:
        header = f"PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = {SCHEMA};"
        connection.executescript(f"{header} {schema}")
        with connection:
            connection.execute("INSERT INTO identity VALUES (?)", (new_identity(),))
            connection.executemany(INSERT, rows)
    return path


def again(rows, by):
    """The same facts with numbers increased by `by`: another game like the first."""
    for version, game, at, name, form, body, command in rows:
        told = json.loads(body)
        for key in ("to_version", "number"):
            if isinstance(told, dict) and key in told:
                told[key] += by
        text = json.dumps(told, separators=(",", ":"), ensure_ascii=False)
        yield [version + by, game + by if game else 0, at, name, form, text, command and f"{command}-{by}"[:64]]


def many(path, rows, games):
    """Write a database that contains the game `games` times."""
    return written(path, linked([row for number in range(games) for row in again(rows, number * len(rows))]))


# --- judging a backup ------------------------------------------------------------------------------------------------


def apart(act, within_s=120):
    """Run `act` in a child process; return its output, its exit status, its processor seconds, and its memory in MB."""
    reads, writes = os.pipe()
    child = os.fork()
    if child == 0:
        code = 1
        try:
            os.close(reads)
            os.dup2(writes, 1)
            os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
            signal.alarm(within_s)
            with os.fdopen(1, "w", encoding="utf-8", closefd=False) as sys.stdout:
                act()
            code = 0
        finally:
            os._exit(code)
    os.close(writes)
    with os.fdopen(reads, encoding="utf-8") as said:
        told = said.read()
    _, status, used = os.wait4(child, 0)
    return told, os.waitstatus_to_exitcode(status), used.ru_utime + used.ru_stime, used.ru_maxrss / 1000


def judged(path):
    """The verdict of the child that judges a backup (None if the child died), and its cost."""
    told, _, cpu_s, used_mb = apart(lambda: judge.main(path))
    return json.loads(told.splitlines()[-1]) if told else None, cpu_s, used_mb


def lives(path, folder):
    """Whether a table starts with that backup in place, and serves its screens."""

    async def begin():
        log = FactLog(folder / "games.db")
        async with running_table(Settings(board="simulated"), log, SteppedClock(), 0) as running:
            await judge.look(running, sorted(log.contents.finished))

    def start():
        logging.disable()
        restore(path, folder / "games.db", replace=True)
        asyncio.run(begin())

    return apart(start)[1] == 0


# --- poisoning -------------------------------------------------------------------------------------------------------

HUGE = (10**30, -(10**400), 2**63, 2**64, 1e308, -1, 0, 1 << 31)
SIGNS = ("\ud800", "\udfff", "\u202e", "\0", "\n", "😀" * 30, "a\u0301" * 400, "x" * 3_000, "x" * 300_000, "")
FORMS = (None, True, [], {}, [[]], "table", 1, "1", 0.5, {"1": 1})
SCHEMAS = (
    "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x+1 FROM n) SELECT x, 0, 'x', 'x', 1, 'x', NULL, x'00' FROM n",
    "SELECT 1, 0, 'x', 'x', 1, printf('%500000000d', 1), NULL, zeroblob(500000000)",
    "SELECT 1, 0, 'x', 'x', 1, hex(randomblob(250000000)), NULL, x'00'",
    "SELECT a.rowid, 0, 'x', 'x', 1, 'x', NULL, x'00' FROM other a, other b, other c, other d, other e",
)
OTHER = "CREATE TABLE other (version, game, at, name, form, body, command, chain);"


def deep(rng):
    """Deeply nested JSON."""
    depth = rng.choice((33, 500, 1_000, 100_000))
    return rng.choice(("[" * depth + "]" * depth, '{"a":' * depth + "1" + "}" * depth, "[" * depth))


def places(told, found=()):
    """Every place of a document, as a path of keys."""
    yield found
    inner = told.items() if isinstance(told, dict) else enumerate(told) if isinstance(told, list) else ()
    for key, value in inner:
        yield from places(value, (*found, key))


def put(told, place, value):
    """The document with another value at a place."""
    if not place:
        return value
    key, *rest = place
    changed = dict(told) if isinstance(told, dict) else list(told)
    changed[key] = put(told[key], rest, value)
    return changed


def of_body(rng, rows, row):
    """Change something in a fact's JSON; a body that is no JSON any more is left alone."""
    try:
        told, other = json.loads(row[5]), json.loads(rng.choice(rows)[5])
    except (ValueError, TypeError, RecursionError):
        return
    place = rng.choice(list(places(told)))
    match rng.randrange(6):
        case 0:
            row[5] = json.dumps(put(told, place, "HERE")).replace('"HERE"', deep(rng))
        case 1:
            row[5] = json.dumps(put(told, place, rng.choice(HUGE)))
        case 2:
            row[5] = json.dumps(put(told, place, rng.choice(SIGNS)))
        case 3:
            row[5] = json.dumps(put(told, place, rng.choice(FORMS)))
        case 4:
            row[5] = json.dumps(
                put(told, place, reduce(lambda at, key: at[key], rng.choice(list(places(other))), other))
            )
        case 5:
            row[5] = json.dumps(put(told, place, "HERE")).replace(
                '"HERE"', rng.choice(("NaN", "1e999", "9" * 5_000, ""))
            )


def of_row(rng, rows, row):
    """Change something in a column."""
    column = rng.choice((1, 2, 3, 4, 6))
    row[column] = rng.choice((rng.choice(rows)[column], *SIGNS[3:], *HUGE[4:], None, b"\x00"))


def of_order(rng, rows, row):
    """Double, drop or reorder facts, renumbered or not."""
    at = rows.index(row)
    match rng.randrange(4):
        case 0:
            del rows[at]
        case 1:
            rows.insert(at, list(row))
        case 2:
            rng.shuffle(rows)
        case 3:
            rows.insert(rng.randrange(len(rows) + 1), rows.pop(at))
    if rng.random() < 0.8:
        game = 0
        for number, each in enumerate(rows, 1):
            game = number if each[3] == "game_agreed" else game
            each[:2] = number, game


def of_others(rng, rows, row):
    """Add a fact that refers to other facts or games: missing, later, itself, or a running game."""
    number = rng.choice((0, 1, row[0], row[0] + 1, len(rows), 10**9, rng.choice(rows)[1]))
    match rng.randrange(4):
        case 0:
            row[3:6] = "taken_back", 1, json.dumps({"to_version": number})
        case 1:
            row[3:6] = "game_deleted", 1, json.dumps({"number": number, "left": rng.choice(("", "0" * 64))})
        case 2:
            row[3:6] = "game_titled", 1, json.dumps({"number": number, "title": rng.choice(SIGNS)})
        case 3:
            row[5] = rng.choice(("", f'{{"number":{number}}}', f'{{"number":{"9" * 5_000}}}'))


def of_facts(rng, path, rows):
    """Write wrong facts with right hashes."""
    good, rows = rows, [list(row) for row in rows]
    for _ in range(rng.choice((1, 1, 1, 2, 5))):
        rng.choice((of_body, of_body, of_row, of_order, of_others))(rng, rows, rng.choice(rows))
    try:
        return written(path, linked(rows))
    except (sqlite3.Error, ValueError, OverflowError, TypeError):  # what no database holds is approximated
        with suppress(sqlite3.Error, ValueError, OverflowError, TypeError):
            loose = FACTS.replace("STRICT", "").replace(" NOT NULL", "")
            return written(path, linked([[*map(_holdable, row)] for row in rows]), loose + IDENTITY + BESIDE)
        return of_pages(rng, path, good)


def _holdable(value):
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode()
    return value if not isinstance(value, int) or abs(value) < 2**63 else str(value)


def of_schema(rng, path, rows):
    """Replace the tables by something else, or add something."""
    view = f"{OTHER} INSERT INTO other VALUES {','.join(['(1,2,3,4,5,6,7,8)'] * 50)}; CREATE VIEW fact AS {{}};"
    match rng.randrange(7):
        case 0 | 1:
            written(path, ())
            with closing(sqlite3.connect(path)) as connection:
                connection.executescript(f"DROP TABLE fact; {view.format(rng.choice(SCHEMAS))}")
        case 2:
            more = (
                "CREATE INDEX more ON fact (json_extract(body, '$.a'));",
                "CREATE VIRTUAL TABLE more USING fts5(x);",
            )
            written(path, linked(rows), FACTS + IDENTITY + BESIDE + rng.choice(more))
        case 3:
            trigger = "CREATE TRIGGER more AFTER UPDATE ON fact BEGIN DELETE FROM fact; END;"
            written(path, linked(rows), FACTS + IDENTITY + BESIDE + trigger)
        case 4:
            generated = FACTS.replace("body    TEXT NOT NULL", "body TEXT AS (printf('%500000000d', version)) VIRTUAL")
            with suppress(sqlite3.Error):
                written(path, (), generated + IDENTITY + BESIDE)
        case 5:
            written(path, linked(rows), FACTS.replace("STRICT", "") + IDENTITY + BESIDE)
        case 6:
            written(path, linked(rows))
            with closing(sqlite3.connect(path)) as connection, connection:
                connection.execute("PRAGMA writable_schema = ON")
                change = rng.choice(
                    ("rootpage = 2", "sql = replace(sql, 'body', 'bodi')", "rootpage = 10000000", "name = 'x'")
                )
                connection.execute(f"UPDATE sqlite_master SET {change} WHERE rowid = ?", (rng.randrange(1, 4),))
    return path


def of_pages(rng, path, rows):
    """Change bytes and pages of the file."""
    content = bytearray(written(path, linked(rows)).read_bytes())
    size = 4096
    for _ in range(rng.choice((1, 2, 8, 64))):
        match rng.randrange(5):
            case 0:
                content[rng.randrange(len(content))] ^= 1 << rng.randrange(8)
            case 1:
                at = rng.randrange(len(content) // size) * size
                content[at + rng.randrange(12)] = rng.randrange(256)
            case 2:
                one, other = (rng.randrange(len(content) // size) * size for _ in range(2))
                content[one : one + size] = content[other : other + size]
            case 3:
                at = rng.randrange(16, 100)
                content[at] = rng.choice((0, 1, 255, rng.randrange(256)))
            case 4:
                del content[rng.randrange(100, len(content)) :]
                content += bytes(rng.choice((0, size)) + size - len(content) % size)
    path.write_bytes(content)
    return path


def poisoned(rng, path, rows):
    """Write a backup that no table has written, derived from these rows."""
    return rng.choice((of_facts, of_facts, of_facts, of_schema, of_pages))(rng, path, rows)
