"""Other people's games by ear: rows, columns, surroundings and open places are made of geometry, for nothing."""

import pytest

from other_games.tables import GameTable
from pearlboard.geometry import site
from pearlboard.languages import LANGUAGES
from pearlboard.screens.catalogues import catalogues
from pearlboard.voice.answers import Asked, Question, answer
from pearlboard.voice.menu import top


@pytest.mark.parametrize(("game", "players"), [("harbour", 2), ("auction", 6), ("march", 2)])
def test_a_game_that_says_nothing_of_ears_can_be_asked(game, players):
    """Every question is answered, and every item of the menu has its words, in every language."""
    now = GameTable().set_up(game, players).tabletop.now
    for language in LANGUAGES:
        told = [answer(now, Asked(question, site=site("c3"))) for question in Question]
        assert all(each.text(catalogues()[language]) for each in told)
        words = catalogues()[language].aloud.of(game)
        assert all(words.render(item.words, {1: "Anna", 2: "Ben"}) for item in top(now, site("c3")))


def test_pieces_and_open_places_of_a_game_that_moves_them():
    """From what is expected there, and from the actions that are open."""
    now = GameTable().set_up("march", 2).tabletop.now
    row = answer(now, Asked(Question.ROW, 1)).text(catalogues()["en"])
    assert "a piece of Anna" in row + answer(now, Asked(Question.ROW, 5)).text(catalogues()["en"])
    assert "open" in answer(now, Asked(Question.WHERE)).text(catalogues()["en"])
