"""A deleted game leaves only its hashes: the log stays intact, and the contents are gone from the disk."""

import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing

import pytest

from pearlboard.games.values import Outcome
from pearlboard.session.decide import fold
from pearlboard.session.facts import (
    Entry,
    GameAgreed,
    GameClosed,
    GameDeleted,
    GameEnded,
    GamePaused,
    GameTitled,
    HostNamed,
)
from pearlboard.session.state import Phase, Session
from pearlboard.store.errors import StoreDamaged
from pearlboard.store.games import Search
from pearlboard.store.journal import journal_of
from pearlboard.store.log import FactLog
from support.lengths import at_length
from support.sessions import AGREEMENT
from support.store_children import DELETING

AT = "2026-01-02T03:04:05+00:00"
ENDED = GameEnded(Outcome({1: 1, 2: 2}, {1: 30, 2: 10}))
KILLS = at_length(12, 1)


def evening(path, games=3, *, long=1):
    """A database with finished, titled games; the version of its last fact, and the games' numbers."""
    log, version, numbers = FactLog(path), 0, []
    for _ in range(games):
        number = version + 1
        told = [GameAgreed(AGREEMENT), HostNamed("digest"), *[GamePaused()] * long, ENDED, GameClosed()]
        told.append(GameTitled(number, f"A secret evening, {number}"))
        log.append(
            [Entry(version + place, fact, f"command-{version + place}") for place, fact in enumerate(told, 1)], AT
        )
        version += len(told)
        numbers.append(number)
    log.close()
    return version, numbers


def delete(path, version, number):
    log = FactLog(path)
    log.append([Entry(version + 1, GameDeleted(number))], AT)
    log.close()


def change(path, statement, *values):
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(statement, values)
        connection.commit()


def test_a_deleted_game_is_gone_and_the_rest_is_whole(path):
    """At once, and after the next start's verification; numbers and titles of the other games stay."""
    version, (first, second, third) = evening(path)
    log = FactLog(path)
    log.append([Entry(version + 1, GameDeleted(second))], AT)
    for _ in range(2):
        assert log.game(second) is None
        assert [game.number for game in log.shelf.finished_games(Search(9))] == [third, first]
        assert log.game(first).title == f"A secret evening, {first}"
        assert log.contents.deleted == {second}
        log.close()
        log = FactLog(path)
    log.close()


def test_nothing_of_a_deleted_game_is_left_on_the_disk(path):
    """Neither names nor title, in no page of the file."""
    version, [number] = evening(path, 1, long=200)
    assert b"Anna" in path.read_bytes()
    delete(path, version, number)
    left = path.read_bytes()
    assert not [said for said in (b"Anna", b"secret evening", b"fishermen") if said in left]


def test_a_title_given_in_another_game_goes_with_its_own(path):
    """The title is among the rows of the game that was on then, which keeps everything else."""
    version, (first, second) = evening(path, 2)
    log = FactLog(path)
    log.append([Entry(version + 1, GameTitled(first, "Grandma’s birthday"))], AT)
    before = len(log.game(second).entries)
    log.append([Entry(version + 2, GameDeleted(first))], AT)
    log.close()
    log = FactLog(path)
    assert titles(log) == {second: f"A secret evening, {second}"}
    assert len(log.game(second).entries) == before
    assert b"Grandma" not in path.read_bytes()
    log.close()


def test_a_title_that_went_from_among_the_rows_of_another_game_is_no_damage(path):
    """Once the journal is rewritten, too, both copies agree at the next start."""
    version, (first, _) = evening(path, 2)
    log = FactLog(path)
    log.append(
        [Entry(version + 1, GameTitled(first, "Grandma’s birthday")), Entry(version + 2, GameDeleted(first))], AT
    )
    log.write_back()
    log.close()
    assert not [file for file in journal_of(path).iterdir() if b"Grandma" in file.read_bytes()]
    log = FactLog(path)
    assert log.repaired == ()
    log.close()


def test_deleting_a_game_leaves_the_titles_of_others_that_stand_among_its_rows(path):
    """Those titles are about other games."""
    version, (first, second) = evening(path, 2)
    log = FactLog(path)
    log.append(
        [Entry(version + 1, GameTitled(first, "Grandma’s birthday")), Entry(version + 2, GameDeleted(second))], AT
    )
    log.close()
    log = FactLog(path)
    assert titles(log) == {first: "Grandma’s birthday"}
    log.close()


def test_a_title_is_taken_away_by_none(path):
    """An empty title removes the title."""
    version, (first, _) = evening(path, 2)
    log = FactLog(path)
    log.append([Entry(version + 1, GameTitled(first, ""))], AT)
    assert log.game(first).title == ""
    log.close()
    log = FactLog(path)
    assert log.game(first).title == ""
    log.close()


def test_after_the_newest_game_was_deleted_the_table_begins_free(path):
    """The host stays, and numbers continue."""
    version, (*_, last) = evening(path, 2)
    delete(path, version, last)
    log = FactLog(path)
    session = fold(Session(), log.to_resume())
    assert (session.phase, session.agreement, session.host) == (Phase.IDLE, None, "digest")
    assert session.version == version + 1
    log.append([Entry(version + 2, GameAgreed(AGREEMENT))], AT)
    assert log.waiting == (Entry(version + 2, GameAgreed(AGREEMENT)),)
    log.close()


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE fact SET body = '' WHERE version = 3",
        "UPDATE fact SET body = '' WHERE name = 'host_named'",
        "UPDATE fact SET body = '' WHERE name = 'game_deleted'",
        "UPDATE fact SET body = '{\"number\":1}' WHERE name = 'game_titled' AND game = 1",
        "UPDATE fact SET body = '{\"number\":7}' WHERE name = 'game_deleted'",
        "UPDATE fact SET chain = x'00' WHERE version = 9",
        "DELETE FROM fact WHERE name = 'game_deleted'",
        "DELETE FROM fact WHERE version = 9",
        "UPDATE fact SET chain = x'00', at = '2027' WHERE version = 9",
        "UPDATE fact SET at = '2027' WHERE version = 9",
        "UPDATE fact SET name = 'acted' WHERE version = 9",
    ],
)
def test_a_missing_body_without_a_deletion_is_damage(path, statement):
    """Only a verified deletion excuses rows without a body, and only those that it left."""
    version, (_, second, _) = evening(path)
    assert second <= 9 < second + 6
    delete(path, version, second)
    change(path, statement)
    shutil.rmtree(journal_of(path))
    with pytest.raises(StoreDamaged, match="damaged"):
        FactLog(path)


def test_a_full_disk_deletes_nothing(path):
    """The fact and the bodies are deleted together, or neither."""
    version, (first, _) = evening(path, 2)
    log = FactLog(path)
    log._connection.execute("CREATE TEMP TRIGGER full BEFORE UPDATE ON fact BEGIN SELECT RAISE(FAIL, 'full'); END")
    with pytest.raises(sqlite3.Error, match="full"):
        log.append([Entry(version + 1, GameDeleted(first))], AT)
    log._connection.execute("DROP TRIGGER full")
    assert log.game(first) is not None
    assert log.contents.deleted == frozenset()
    log.append([Entry(version + 1, GameDeleted(first))], AT)
    log.close()
    FactLog(path).close()


@pytest.mark.slow
def test_a_power_cut_leaves_a_game_whole_or_deleted(path):
    """Killed at any moment of deleting: an acknowledged deletion is complete, and no game is half deleted."""
    chance = random.Random(8)
    version, numbers = evening(path, 60, long=120)
    whole = {game.number: game.entries for game in _games(path)}
    gone = set()
    for _ in range(KILLS):
        with subprocess.Popen(
            [sys.executable, "-c", DELETING, path, str(version)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        ) as child:
            acknowledged = [int(child.stdout.readline()) for _ in range(2)]
            time.sleep(chance.random() / 100)
            child.send_signal(signal.SIGKILL)
            acknowledged += map(int, child.stdout.read().split())
        left = {game.number: game.entries for game in _games(path)}
        assert not left.keys() & set(acknowledged)
        assert all(whole[number] == entries[: len(whole[number])] for number, entries in left.items())
        with closing(sqlite3.connect(path)) as connection:
            rows = connection.execute("SELECT game, body = '', name FROM fact").fetchall()
            [[version]] = connection.execute("SELECT MAX(version) FROM fact").fetchall()
        of_it = [(game, empty) for game, empty, name in rows if name in ("game_agreed", "game_paused", "game_ended")]
        assert all(bool(empty) == (game not in left) for game, empty in of_it)
        gone = whole.keys() - left.keys()
        if len(left) < 2:  # on a busy machine a child gets far before it is killed
            break
    assert len(gone) >= 2 * KILLS
    assert version > len(numbers)


def _games(path):
    log = FactLog(path)
    found = [log.game(each.number) for each in log.shelf.finished_games(Search(1000))]
    log.close()
    return found


def titles(log):
    return {game.number: game.title for game in log.shelf.finished_games(Search(1000)) if game.title}
