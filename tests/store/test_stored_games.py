"""What a stored game says of itself, and that it is on disk when it is called saved."""

import pytest

from pearlboard.games.values import Outcome
from pearlboard.session.facts import Entry, GameAgreed, GameClosed, GameEnded, GamePaused, GameResumed, GameTitled
from pearlboard.store.log import FactLog
from sessions import AGREEMENT

ENDED = GameEnded(Outcome({1: 1, 2: 2}, {1: 30, 2: 10}))
TIMES = [f"2026-01-02T03:04:0{second}+00:00" for second in range(6)]


@pytest.fixture
def log(tmp_path):
    """A game that ended at the third of these seconds and was titled later, and one that is on."""
    kept = FactLog(tmp_path / "games.db")
    told = [GameAgreed(AGREEMENT), GamePaused(), ENDED, GameTitled(1, "Rain"), GameClosed(), GameAgreed(AGREEMENT)]
    for version, (fact, at) in enumerate(zip(told, TIMES, strict=True), 1):
        kept.append([Entry(version, fact, None)], at)
    yield kept
    kept.close()


def test_a_finished_game_is_of_when_it_ended(log):
    """Not of when it was titled or closed, nor of when it began."""
    assert (log.game(1).number, log.game(1).at, log.game(1).title) == (1, TIMES[2], "Rain")
    assert [(told.number, told.at) for told in log.finished_games(5)] == [(1, TIMES[2])]


def test_a_game_that_is_on_is_of_what_was_done_last(log):
    """Until it ends; its number is the version of its first fact."""
    assert (log.game(6).at, log.game(6).title) == (TIMES[5], "")
    log.append([Entry(7, GamePaused(), None)], TIMES[3])
    log.append([Entry(8, GameResumed(), None)], TIMES[4])
    assert log.game(6).at == TIMES[4]


@pytest.mark.parametrize("number", [-1, 0, 2, 7, 99])
def test_what_is_no_game_is_none(log, number):
    """Neither the version of another fact nor one that is still to come."""
    assert log.game(number) is None


def test_an_outline_says_what_was_agreed_on_and_how_it_ended(log):
    """And of when the last of that is; a game that is not asked for is not told of."""
    [told] = log.outlines([1])
    assert (told.number, told.at) == (1, TIMES[2])
    assert [entry.fact for entry in told.entries] == [GameAgreed(AGREEMENT), ENDED]
    assert log.outlines([]) == ()


def test_a_fact_is_on_disk_before_it_is_called_saved(log):
    """The database waits for the disk at each commit, and overwrites what is deleted."""
    asked = [log._connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("synchronous", "secure_delete")]
    assert asked == [2, 1]
