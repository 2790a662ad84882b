"""A game of somebody else that fails while it is played takes nothing with it: not the table, not what was played."""

from dataclasses import replace

import pytest

from other_games.harbour import PACKAGE, HarbourOnBoard, HarbourRules, HarbourShown
from other_games.tables import GameTable
from pearlboard.games.api import News, Picks, Timed
from pearlboard.games.registry import GAMES
from pearlboard.session.decide import fold
from pearlboard.session.state import Session
from pearlboard.table.situation import Stop

pytestmark = pytest.mark.slow

ASKED = [
    (HarbourOnBoard, "scene"),
    (HarbourOnBoard, "draft"),
    (HarbourOnBoard, "expected"),
    (HarbourOnBoard, "reads"),
    (HarbourOnBoard, "uses"),
    (HarbourShown, "sentence"),
    (HarbourShown, "buttons"),
    (HarbourShown, "screen"),
    (HarbourRules, "apply"),
    (HarbourRules, "view"),
    (HarbourRules, "encode"),
]


def out_of_order(*_, **__):
    raise KeyError("what was never there")


CAPABILITIES = {
    "news": News(500, out_of_order),
    "timed": Timed(out_of_order, out_of_order),
    "picks": Picks((), out_of_order),
}


@pytest.fixture
def sailing():
    """A game of two, at Anna's second turn."""
    table = GameTable().set_up("harbour", 2)
    assert table.wish("confirm") is None
    return table.do("c4 wait 3200")


@pytest.mark.parametrize(
    ("kind", "method"),
    [*ASKED, *((None, name) for name in CAPABILITIES)],
    ids=[*(method for _, method in ASKED), *CAPABILITIES],
)
def test_a_game_that_fails_is_set_aside_and_nothing_is_lost(sailing, kind, method, monkeypatch, caplog):
    """The page says so in a sentence, the log of the program what it was; the table goes on."""
    with monkeypatch.context() as broken:
        if kind is None:
            broken.setitem(GAMES._found, "harbour", replace(PACKAGE, **{method: CAPABILITIES[method]}))
        else:
            broken.setattr(kind, method, out_of_order)
        sailing.do("e5 wait 3200")
        screen = sailing.page()
        assert sailing.tabletop.now.stop is Stop.GONE
        assert "harbour" in screen["sentence"]
        assert "harbour has failed" in caplog.text
        again = GameTable(sailing.log, ["c4", "e5"])
        assert again.page()["phase"] == "playing"
    mended = GameTable(sailing.log, ["c4", "e5"])
    assert mended.session == fold(Session(), tuple(sailing.log))
    assert mended.page()["stage"] == "playing"
    assert sailing.refused("abandon") is None
    assert sailing.page()["phase"] == "idle"
    assert GameTable(sailing.log, []).page()["phase"] == "idle"


@pytest.mark.parametrize(("kind", "method"), [(HarbourOnBoard, "reads"), (HarbourRules, "view")])
def test_a_game_that_fails_before_anything_was_played_lets_the_table_start(kind, method, monkeypatch):
    """It is set aside while the table takes over its log, and goes on once it is mended."""
    log = GameTable().set_up("harbour", 2).log
    with monkeypatch.context() as broken:
        broken.setattr(kind, method, out_of_order)
        assert GameTable(log, []).tabletop.now.stop is Stop.GONE
    assert GameTable(log, []).tabletop.now.stop is not Stop.GONE


def test_a_log_that_cannot_be_read_names_the_fact_the_action_and_the_reason(sailing, monkeypatch):
    """Whoever writes the game wants to know at which action it failed; the fold is the same without the reason."""
    log = tuple(sailing.log)
    assert fold(Session(), log).fault == ""
    monkeypatch.setattr(HarbourRules, "apply", out_of_order)
    gone = fold(Session(), log)
    assert (gone.gone, gone.fault) == (True, "fact 2, Do of table: KeyError: 'what was never there'")


@pytest.mark.parametrize("method", ["decode", "may", "apply", "undo"])
def test_a_command_that_makes_a_game_fail_is_refused(sailing, method, monkeypatch):
    """It is not done, and the connection it came by lives on."""
    log = list(sailing.log)
    with monkeypatch.context() as broken:
        broken.setattr(HarbourRules, method, out_of_order)
        assert sailing.refused("act", action=["moor", "e5", []]) is not None
        assert sailing.page()["phase"] == "playing"
    assert sailing.log == log


def test_the_light_of_a_game_that_fails_goes_out(sailing, monkeypatch):
    """Also when it fails between two events, while a light moves."""
    sailing.lighting.listen(lambda _: None, sailing.tabletop.give_up)
    sailing.lighting.run()
    sailing.do("e5")
    monkeypatch.setattr(HarbourOnBoard, "scene", out_of_order)
    sailing.clock.step(200)
    assert sailing.tabletop.now.stop is Stop.GONE
    assert not any(sailing.lighting.frame)


def test_what_fails_in_a_game_of_the_tables_own_is_not_hidden(sailing, monkeypatch):
    """It is a fault of this program, and goes the way of all such."""
    monkeypatch.setattr(type(sailing.tabletop), "settle", out_of_order)
    monkeypatch.setattr("pearlboard.table.tabletop.GAMES.comes_along", lambda _: True)
    with pytest.raises(KeyError):
        sailing.tabletop.refresh()
