"""The curve of a finished game: its turning points, and sentences about the chances."""

import pytest

from pearlboard.computers.chances import Standing, said, said_at_the_end, turning_points, turns
from pearlboard.games.bots import Chances
from pearlboard.screens.catalogues import catalogues

NAMES = {1: "Ida", 2: "Ben", 3: "Cleo", 4: "Dora"}
ALONE = {1: (1,), 2: (2,)}
TEAMS = {1: (1, 3), 2: (2, 4)}
THREE = {1: (1,), 2: (2,), 3: (3,)}


def curve(*results):
    """A curve of two sides, by the results of the first."""
    return [Standing(frame, chances(result, 1 - result)) for frame, result in enumerate(results)]


def chances(*results):
    return {side: Chances(result, 20) for side, result in enumerate(results, 1)}


def turned(*results):
    return turning_points(turns(curve(*results)))


def test_a_step_that_gives_the_game_to_the_other_side_for_good_is_a_turning_point():
    """Whichever side played it."""
    assert turned(0.5, 0.5, 0.8, 0.8, 0.8) == [2]
    assert turned(0.5, 0.5, 0.2, 0.2, 0.2) == [2]
    assert turned(0.5, 0.5, 0.5, 1.0) == [3]


def test_a_step_answered_at_once_is_no_turning_point():
    """Neither the threat nor the answer is a turning point."""
    assert turned(0.5, 0.52, 0.2, 0.5, 0.51) == []


def test_a_gradual_game_has_no_turning_point():
    """Nor has a game without steps, or without any chances."""
    assert turned(*(0.5 + at / 50 for at in range(26))) == []
    assert turned(0.5) == []
    assert turned() == []


def test_the_largest_turns_are_in_the_order_of_the_game():
    """Five, or as many as asked for."""
    found = {1: 0.05, 2: 0.3, 3: 0.2, 4: 0.0, 5: 0.5, 6: 0.4, 7: 0.13, 8: 0.14}
    assert turning_points(found) == [2, 3, 5, 6, 8]
    assert turning_points(found, 3) == [2, 5, 6]
    assert turning_points({1: 0.05, 2: 0.03}) == []


def test_with_three_sides_any_sides_change_counts():
    """Even if the first side keeps its chances."""
    third = [
        Standing(0, chances(0.4, 0.3, 0.3)),
        Standing(1, chances(0.4, 0.1, 0.5)),
        Standing(2, chances(0.4, 0.05, 0.55)),
    ]
    assert turning_points(turns(third)) == [1]


def test_of_three_sides_both_others_may_answer():
    """Both others may answer before a step counts as a turning point."""
    line = [
        Standing(at, chances(own, (1 - own) / 2, (1 - own) / 2)) for at, own in enumerate((0.4, 0.6, 0.6, 0.4, 0.4))
    ]
    assert turning_points(turns(line)) == []


@pytest.mark.parametrize(
    ("results", "sides", "english", "french"),
    [
        ((0.52, 0.48), ALONE, "The chances were even.", "Les chances étaient égales."),
        ((0.26, 0.74), ALONE, "Ben had the better chances, 3 to 1.", "Ben avait plus de chances, 3 contre 1."),
        (
            (0.66, 0.34),
            TEAMS,
            "Ida and Cleo had the better chances, 2 to 1.",
            "Ida et Cleo avaient plus de chances, 2 contre 1.",
        ),
        ((0.97, 0.03), ALONE, "Ida could hardly lose any more.", "Ida ne pouvait presque plus perdre."),
        ((0.35, 0.33, 0.32), THREE, "Nobody was clearly ahead.", "Personne n’avait une nette avance."),
        (
            (0.2, 0.3, 0.5),
            THREE,
            "Cleo had the best chances: 50 in 100.",
            "Cleo avait le plus de chances\u00a0: 50 sur 100.",
        ),
    ],
)
def test_chances_are_put_as_a_player_would(results, sides, english, french):
    """In every language."""
    sentence = said(chances(*results), sides)
    assert [catalogues()[language].render(sentence, NAMES) for language in ("en", "fr")] == [english, french]


@pytest.mark.parametrize(
    ("results", "sides", "english", "french"),
    [
        ((0, 1), ALONE, "Ben won.", "Ben a gagné."),
        ((1, 0), TEAMS, "Ida and Cleo won.", "Ida et Cleo ont gagné."),
        ((0.5, 0.5, 0), THREE, "Ida and Ben ended level.", "Ida et Ben ont fini à égalité."),
    ],
)
def test_at_the_end_it_is_said_who_won(results, sides, english, french):
    """One side, or several that share the win."""
    sentence = said_at_the_end(chances(*results), sides)
    assert [catalogues()[language].render(sentence, NAMES) for language in ("en", "fr")] == [english, french]
