"""What people asked of the table passes with the game in which they asked."""

from support.tabling import TestTable


def test_a_new_game_begins_without_the_questions_of_the_old_one():
    """The button was pressed without a draft a moment ago, in a game that was then abandoned."""
    table = TestTable().begin()
    table.do("press end_turn")
    assert "upside down" in table.screen()["sentence"]
    table.ask("abandon").begin()
    assert table.screen()["sentence"].startswith("Anna: lay one Diver")


def test_a_new_game_begins_without_the_hints_of_the_old_one():
    """They had been asked for a moment ago."""
    table = TestTable().begin()
    assert table.ask("hint").screen()["hints"] is not None
    assert table.ask("abandon").begin().screen()["hints"] is None
