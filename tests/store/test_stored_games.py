"""What a stored game says of itself, and that it is on disk when reported as saved."""

import json

import pytest

from pearlboard.games.values import Outcome
from pearlboard.geometry import space
from pearlboard.session.facts import (
    Entry,
    GameAgreed,
    GameClosed,
    GameEnded,
    GamePaused,
    GameResumed,
    GameTitled,
    HostNamed,
    SeatHandedOver,
    SensorSuspected,
)
from pearlboard.store.games import Search
from pearlboard.store.journal import Journal, JournalDamaged, journal_of
from pearlboard.store.log import FactLog
from support.sessions import AGREEMENT

ENDED = GameEnded(Outcome({1: 1, 2: 2}, {1: 30, 2: 10}))
TIMES = [f"2026-01-02T03:04:0{second}+00:00" for second in range(7)]
SUSPECTED = SensorSuspected(space("a1"))


@pytest.fixture
def log(tmp_path):
    """A game that ended at the third of these seconds and was titled later, and a running one."""
    kept = FactLog(tmp_path / "games.db")
    told = [
        GameAgreed(AGREEMENT),
        GamePaused(),
        ENDED,
        GameTitled(1, "Rain"),
        GameClosed(),
        GameAgreed(AGREEMENT),
        SUSPECTED,
    ]
    for version, (fact, at) in enumerate(zip(told, TIMES, strict=True), 1):
        kept.append([Entry(version, fact, None)], at)
    yield kept
    kept.close()


def test_a_finished_game_has_the_time_of_its_end(log):
    """Not when it was titled, closed or begun."""
    assert (log.game(1).number, log.game(1).at, log.game(1).title) == (1, TIMES[2], "Rain")
    assert [(told.number, told.at, told.title) for told in log.shelf.finished_games(Search(5))] == [
        (1, TIMES[2], "Rain")
    ]


def test_a_running_game_has_the_time_of_its_last_fact(log):
    """A running game has the time of its last fact; its number is the version of its first fact."""
    assert (log.game(6).at, log.game(6).title) == (TIMES[6], "")
    log.append([Entry(8, GamePaused(), None)], TIMES[3])
    log.append([Entry(9, GameResumed(), None)], TIMES[4])
    assert log.game(6).at == TIMES[4]


@pytest.mark.parametrize("number", [-1, 0, 2, 7, 99])
def test_a_number_of_no_game_finds_none(log, number):
    """Neither the version of another fact nor a future one."""
    assert log.game(number) is None


def test_what_is_kept_of_a_finished_game_says_who_sat_there(tmp_path):
    """With changes of players, and the time of the end."""
    log = FactLog(tmp_path / "other.db")
    told = (GameAgreed(AGREEMENT), SeatHandedOver(1, "easy"), GamePaused(), ENDED)
    for version, (fact, at) in enumerate(zip(told, TIMES, strict=False), 1):
        log.append([Entry(version, fact, None)], at)
    [listed] = log.shelf.finished_games(Search(5))
    assert [(seat.name, seat.level) for seat in listed.about.seats] == [("Anna", "easy"), ("Ben", None)]
    assert (listed.about.game, listed.about.began_from, listed.at) == ("perladora", None, TIMES[3])
    log.close()


def test_facts_before_any_game_are_no_game(tmp_path):
    """The host may be named before any game."""
    log = FactLog(tmp_path / "other.db")
    told = (HostNamed("key"), GameAgreed(AGREEMENT), SUSPECTED)
    log.append([Entry(version, fact, None) for version, fact in enumerate(told, 1)], TIMES[0])
    assert [row[1] for row in log.rows()] == [0, 2, 2]
    assert log.game(0) is None
    assert log.game(2) is not None
    log.close()


def test_a_fact_is_on_disk_before_it_counts_as_saved(log):
    """The database syncs each commit, and overwrites what is deleted."""
    asked = [log._connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("synchronous", "secure_delete")]
    assert asked == [2, 1]


def test_leftovers_of_a_crash_are_overwritten(tmp_path):
    """Creating a database starts over."""
    (tmp_path / "games.db.new").write_bytes(b"rubbish" * 100)
    log = FactLog(tmp_path / "games.db")
    log.append([Entry(1, GameAgreed(AGREEMENT), None), Entry(2, SUSPECTED, None)], TIMES[0])
    assert (log.version, log.game(1).at) == (2, TIMES[0])
    log.close()
    assert not (tmp_path / "games.db.new").exists()


def two_games(folder):
    """A journal with a file for each of two games."""
    log = FactLog(folder / "games.db")
    told = [GameAgreed(AGREEMENT), ENDED, GameClosed(), GameAgreed(AGREEMENT), SUSPECTED]
    log.append([Entry(version, fact, None) for version, fact in enumerate(told, 1)], TIMES[0])
    log.close()
    return journal_of(folder / "games.db")


@pytest.mark.parametrize(("key", "other"), [("before", "00" * 32), ("id", "0" * 32), ("game", 7)])
def test_a_file_of_another_journal_is_not_read_as_of_this_one(tmp_path, key, other):
    """Neither of the same game elsewhere, nor with another predecessor; the original is read."""
    folder = two_games(tmp_path)
    assert [row[0] for row in Journal(folder).rows()] == [1, 2, 3, 4, 5]
    last = max(folder.iterdir())
    head, *lines = last.read_text(encoding="utf-8").split("\n")
    last.write_text("\n".join([json.dumps({**json.loads(head), key: other}), *lines]), encoding="utf-8")
    with pytest.raises(JournalDamaged):
        list(Journal(folder).rows())


def test_a_journal_that_was_never_written_has_nothing(tmp_path):
    """The journal does not exist."""
    journal = Journal(tmp_path / "none")
    assert (journal.exists, journal.version, list(journal.rows())) == (False, 0, [])
