"""Between two games: the pieces of the one before are lifted, and none of them is a wrong sensor."""

from dataclasses import replace

import pytest

from pearlboard.lights.scene import Role
from pearlboard.program import building
from pearlboard.store.log import FactLog
from pearlboard.table.speech import sentence
from support.tabling import PLAYERS, TestTable

GAME = ("c4", "e2", "a5", "h4", "b1-b2", "g4-h4")


def over():
    """A short game that was counted, with all its pieces on the board."""
    table = TestTable().begin(edition="fr")
    for piece in GAME[:4]:
        table.do(f"{piece} wait 3500")
    table.do("b1-b2 wait 500 g4-h4 wait 3500").ask("pass").ask("pass")
    assert table.screen()["phase"] == "reveal"
    values = {seat: iter((2, 3, 4, 5)) for seat in (1, 2)}
    for part in table.screen()["reveal"]["territories"]:
        for diver in part["divers"]:
            table.ask("say_value", space=diver["space"], value=next(values[diver["seat"]]))
    table.ask("agree")
    while table.tabletop.now.game.stage == "count":
        table.do("press end_turn")
    assert table.screen()["phase"] == "over"
    return table


def doubted(table):
    return table.screen()["sensors"]["doubtful"]


@pytest.mark.parametrize("how", ["rematch", "new_game", "set_up"])
def test_what_the_game_before_has_left_is_lifted_and_not_doubted(how):
    """However the next game comes about: the table counts what is left, and asks nothing about sensors."""
    table = over().ask(how, **({"players": PLAYERS[:2]} if how == "set_up" else {})).do("wait 300000")
    screen = table.screen()
    assert screen["sentence"] == "Clear the board: 6 pieces left."
    assert table.screen("fr")["sentence"] == "Videz le plateau\u00a0: il reste 6 pièces."
    assert doubted(table) == []
    assert {piece["status"] for piece in screen["pieces"]} == {"lift"}
    assert set(screen["lift"]) == set(GAME)
    assert {mark.role for mark in table.lighting._scene.lights.values()} == {Role.LIFT}


def test_whoever_clears_is_told_how_many_are_left_down_to_the_last():
    """Piece by piece, and however slowly; then the Pearls are laid as usual."""
    table = over().ask("rematch")
    for left, piece in zip((5, 4, 3, 2), GAME, strict=False):
        table.do(f"-{piece} wait 30000")
        assert table.screen()["sentence"] == f"Clear the board: {left} pieces left."
        assert doubted(table) == []
    table.do("-b1-b2 wait 30000")
    assert table.screen()["sentence"] == "Clear the board: 1 piece left."
    assert table.screen("fr")["sentence"] == "Videz le plateau\u00a0: il reste 1 pièce."
    assert doubted(table) == []
    table.do("-g4-h4 wait 300")
    assert "Pearls on" in table.screen()["sentence"]
    assert table.ask("start").screen()["phase"] == "playing"


def restarted(table, path):
    """The same pieces under a program that has read its log from the disk."""
    log = FactLog(path)
    log.append(table.log, "2026-01-02T03:04:05+00:00")
    again = TestTable((*log.to_resume(), *log.waiting), [str(place) for place in table.board.pieces])
    assert building._resumed(log)[1] == again.tabletop.session
    log.close()
    return again


@pytest.mark.parametrize("then", [["rematch"], ["new_game"], ["rematch", "abandon"], ["rematch", "abandon", "again"]])
def test_a_restart_in_the_middle_of_it_doubts_nothing_either(then, tmp_path):
    """The log knows what the last game that began has left, and all else is as if nothing had been restarted."""
    table = over()
    for how in then:
        table.ask(how) if how != "again" else table.ask("set_up", players=PLAYERS[:2])
    table.do("-c4 -e2 wait 300")
    again = restarted(table, tmp_path / "games.sqlite").do("wait 300000")
    assert again.screen()["sentence"] == "Clear the board: 4 pieces left."
    assert doubted(again) == []
    session, before = again.tabletop.session, table.tabletop.session
    assert replace(session, commands=before.commands) == before


def test_a_game_that_never_began_leaves_what_the_one_before_it_had_left():
    """Given up while the board was being cleared, and set up again."""
    table = over().ask("rematch").do("-c4 wait 300").ask("abandon").do("wait 300000")
    assert table.screen()["sentence"] == "Clear the board: 5 pieces left."
    assert doubted(table) == []
    table.ask("set_up", players=PLAYERS[:2]).do("wait 300000")
    assert table.screen()["sentence"] == "Clear the board: 5 pieces left."
    assert doubted(table) == []


def test_pieces_of_a_game_that_was_given_up_are_lifted_too():
    """With what was taken back in it and not lifted yet."""
    table = TestTable().begin().do("c4 wait 3500 e2 wait 3500").ask("take_back").ask("abandon").do("wait 20000")
    assert table.screen()["sentence"] == "Clear the board: 2 pieces left."
    assert doubted(table) == []


def test_a_piece_that_no_game_has_left_is_doubted_as_before():
    """Before the first game, and once the board has been clear."""
    table = TestTable().do("c4 wait 11000")
    assert doubted(table) == ["c4"]
    assert table.screen()["sentence"].startswith("First clear the board")
    table = over().ask("rematch").ask("tidy").do("wait 300").lay_pearls().do("c4 wait 11000")
    assert table.tabletop.now.game.stage == "pearls"
    assert sentence(table.tabletop.now).name == "clear_the_board"
    assert doubted(table) == ["c4"]


def test_a_sensor_that_is_stuck_keeps_no_board_from_being_cleared():
    """When all but the last few are gone and a minute has passed, it may be left out."""
    table = over().ask("rematch").do("c4=1 wait 300").ask("tidy").do("wait 59000")
    assert table.screen()["sentence"] == "Clear the board: 1 piece left."
    assert doubted(table) == []
    assert doubted(table.do("wait 2000")) == ["c4"]
    assert table.ask("leave_out", site="c4").ask("start").screen()["phase"] == "playing"


def test_a_board_full_of_pieces_is_cleared_whoever_laid_them():
    """After a power cut in a puzzle nobody knows of them any more: they are counted, and no sensor is doubted."""
    table = TestTable().ask("begin_lesson", puzzles=True)
    table.do(" ".join(f"{place} wait 300" for place in sorted(map(str, table.tabletop.showing.lesson.step.lying))))
    again = table.reboot().do("wait 60000")
    count = len(again.board.pieces)
    assert count > 20
    assert again.screen()["sentence"] == f"Clear the board: {count} pieces left."
    assert doubted(again) == []
    assert {mark.role for mark in again.lighting._scene.lights.values()} == {Role.LIFT}
    again.do(" ".join(f"-{place}" for place in sorted(map(str, again.board.pieces))[1:])).do("wait 500")
    assert again.screen()["sentence"].startswith("First clear the board: lift the piece")
