"""Facts about the board's sensors are found in the store, whichever game they were written in."""

from pearlboard.geometry import edge, space
from pearlboard.session import facts
from pearlboard.session.decide import fold
from pearlboard.session.facts import Entry
from pearlboard.session.state import Session
from pearlboard.store.log import FactLog
from support.tabling import TestTable

AT = "2026-01-02T03:04:05+00:00"


def written(path, *said):
    """A database with these facts, from the first on."""
    log = FactLog(path)
    log.append([Entry(version, fact) for version, fact in enumerate(said, 1)], AT)
    return log


def agreed():
    table = TestTable().begin()
    return tuple(entry.fact for entry in table.log)


def test_masks_of_earlier_games_are_found_when_the_program_starts(path):
    """Only the newest begun game is resumed, but facts about sensors are read from all games."""
    game = agreed()
    log = written(
        path,
        facts.SensorLeftOut(space("a1")),
        facts.SensorLeftOut(edge("a1-b1")),
        *game,
        facts.SensorLeftOut(space("c4")),
        facts.SensorTrusted(edge("a1-b1")),
        facts.SensorSuspected(space("e2")),
        facts.GameAbandoned(),
        *game,
        facts.SensorSuspected(space("d5")),
    )
    resumed = log.to_resume()
    assert fold(Session(), resumed).left_out == {space("a1"), space("c4")}
    assert fold(Session(), resumed).suspected == {space("d5"), space("e2")}
    assert [entry.version for entry in resumed if isinstance(entry.fact, facts.GameAgreed)] == [2 + len(game) + 5]
    log.close()


def test_masks_are_found_where_no_game_has_begun(path):
    """Masks from before any game, or in a game that never began."""
    log = written(path, facts.SensorLeftOut(space("a1")), agreed()[0], facts.SensorLeftOut(space("c4")))
    assert fold(Session(), log.to_resume()).left_out == {space("a1"), space("c4")}
    log.close()


def test_masks_outlive_the_game_in_which_they_were_said(path):
    """Deleting the game keeps the board's masks; each copy alone is intact."""
    game = agreed()
    said = (facts.SensorLeftOut(space("c4")), facts.SensorSuspected(space("e2")))
    log = written(path, *game, *said, facts.GameAbandoned(), *game)
    log.append([Entry(log.version + 1, facts.GameDeleted(1))], AT)
    log.write_back()
    log.close()
    for lost in (None, path, path.with_name(f"{path.name}.journal")):
        if lost is path:
            path.unlink()
        log = FactLog(path)
        session = fold(Session(), log.to_resume())
        assert (session.left_out, session.suspected) == ({space("c4")}, {space("e2")})
        assert log.game(1) is None
        log.close()
