"""Backups as somebody else may make them: refused in words, or put back alive, and neither takes much."""

import json
import os
import random
import shutil
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest

from pearlboard.operator import judging
from pearlboard.store.errors import NewerStore, StoreDamaged, StoreUnavailable, WrongStore
from support.lengths import at_length
from support.poison import OTHER, SCHEMAS, judged, linked, lives, poisoned, rows_in, undeleted, written

pytestmark = pytest.mark.slow

VERSIONS = Path(__file__).parents[1] / "store/versions/0.2.0"
POISONED = at_length(10_000, 24)
MORE_MB = 150
MORE_S = 5


@pytest.fixture(scope="module")
def games():
    """The facts of good backups."""
    return [undeleted(rows_in(VERSIONS / f"{game}.db")) for game in ("perladora", "piratoons", "pearls")]


def test_whatever_a_backup_holds_it_is_refused_in_words_or_lives(games, tmp_path, record_property):
    """No more than a good one and 150 MB, or 5 seconds of the processor; what is let through starts and is shown."""
    good = [judged(written(tmp_path / "good.db", linked(rows))) for rows in games]
    assert all(verdict and "refused" not in verdict for verdict, *_ in good)
    rng, path = random.Random(os.environ.get("PEARLBOARD_TEST_SEED", "poison")), tmp_path / "poisoned.db"
    most_s = most_mb = refused = died = 0
    for number in range(POISONED):
        of = rng.randrange(len(games))
        poisoned(rng, path, games[of])
        verdict, cpu_s, used_mb = judged(path)
        most_s, most_mb = max(most_s, cpu_s - good[of][1]), max(most_mb, used_mb - good[of][2])
        assert cpu_s <= good[of][1] + MORE_S + 1, (number, verdict)
        assert used_mb <= good[of][2] + MORE_MB, (number, verdict)
        if verdict is None:
            died += 1
        elif "refused" in verdict:
            refused += 1
            assert str(path) in verdict["why"], (number, verdict)
        else:
            folder = tmp_path / "put"
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
            assert lives(path, folder), (number, verdict)
    alive = POISONED - refused - died
    record_property(
        "reached",
        f"{POISONED} files: {refused} refused in words, {died} with the child that judged, {alive} put back alive; "
        f"{most_s:.1f} s and {most_mb:.0f} MB more than a good one at most",
    )
    assert refused > 0
    assert alive > 0


def newer(path):
    """A backup of a version that is still to come."""
    written(path, ())
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 99")


def of_others(path):
    """A database that is none of this program's."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE x (y)")


def judge_of(path):
    """Why it is refused; None if it is not."""
    verdict, _, _ = judged(path)
    return verdict.get("refused") and verdict["why"]


def changed(rows, path, name, **told):
    """A backup whose last fact of that name says something else, with hashes that are right."""
    rows = [list(row) for row in rows]
    row = next(row for row in reversed(rows) if row[3] == name)
    row[5] = json.dumps(json.loads(row[5]) | told).replace('"DEEP"', "[" * 100_000 + "]" * 100_000)
    return written(path, linked(rows))


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("acted", {"action": "DEEP"}),
        ("acted", {"action": ["place", "red", 1, 99, True]}),
        ("game_agreed", {"names": ["\ud800", "Ben"]}),
        ("game_agreed", {"names": ["A" * 3_000_000, "Ben"]}),
        ("turn_timed", {"used_ms": -1}),
        ("taken_back", {"to_version": 10_000}),
    ],
)
def test_facts_that_no_table_could_live_with_are_refused(games, tmp_path, name, told):
    """Every hash is right; the sentence names the file."""
    path = changed(games[0], tmp_path / "stick.db", name, **told)
    assert str(path) in judge_of(path)


@pytest.mark.parametrize("select", SCHEMAS)
def test_a_view_in_place_of_the_facts_is_never_asked(tmp_path, select):
    """It would run for ever, or give more than there is memory; nothing of it is begun."""
    path = written(tmp_path / "stick.db", ())
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(f"DROP TABLE fact; {OTHER} CREATE VIEW fact AS {select};")
    verdict, cpu_s, _ = judged(path)
    assert (verdict["refused"], "put together otherwise" in verdict["why"]) == ("WrongStore", True)
    assert cpu_s < MORE_S


@pytest.mark.parametrize(
    ("act", "words"),
    [
        ("while True: pass", "did not live"),
        ("x = []\nwhile True: x.append(bytearray(1 << 20))", "MemoryError"),
        ("import socket; socket.create_connection(('127.0.0.1', 9))", "PermissionError"),
        ("import subprocess; subprocess.run(['true'])", "PermissionError"),
        ("import os; os.kill(os.getpid(), 11)", "did not live"),
        ("open(sys.argv[1] + '.more', 'wb').write(bytes(3 << 20))", "File too large"),
        ("(lambda: (yield))().throw(RecursionError)", "RecursionError"),
    ],
)
def test_whatever_the_child_dies_of_is_a_refusal(games, tmp_path, act, words):
    """It has little memory and time, writes next to nothing, and speaks with nobody."""
    path = written(tmp_path / "stick.db", linked(games[2]))
    program = tmp_path / "judge.py"
    program.write_text(
        "import sys\nfrom pathlib import Path\n"
        "from pearlboard.operator import judging\nfrom pearlboard.program import judge\njudging.BASE_S = 1\n"
        f"async def act(*_):\n    exec({act!r})\njudge.judge = act\njudge.main(Path(sys.argv[1]))\n"
    )
    with pytest.raises(StoreDamaged, match=words):
        judging.judge(path, (sys.executable, str(program)))


@pytest.mark.parametrize(
    ("make", "error"),
    [
        (os.mkfifo, StoreUnavailable),
        (lambda path: path.mkdir(), StoreUnavailable),
        (lambda path: path.write_bytes(b""), StoreDamaged),
        (lambda path: path.write_bytes(b"x" * 5_000), StoreDamaged),
        (of_others, WrongStore),
        (newer, NewerStore),
    ],
)
def test_what_is_no_backup_is_refused_as_what_it_is(tmp_path, make, error):
    """By the real child; whoever chose the file is told what to do."""
    path = tmp_path / "stick.db"
    make(path)
    with pytest.raises(error, match=r"stick\.db"):
        judging.judge(path)


def test_a_good_backup_is_let_through(games, tmp_path):
    """By the real child."""
    rows = linked(games[1])
    ended = sum(row[3] == "game_ended" for row in rows)
    assert judging.judge(written(tmp_path / "stick.db", rows)) == judging.Judged(len(rows), ended)
