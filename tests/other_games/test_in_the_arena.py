"""Players of a game that is not ours, in the arena and on its command line."""

import json

import pytest

from pearlboard.cli import main
from pearlboard.computers.arena.match import Match, entrant, play_round

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(("game", "players"), [("harbour", 2), ("harbour", 3), ("auction", 6)])
def test_a_round_is_played_in_all_seatings(game, players):
    """What nobody decides happens by itself; a player against itself is as good as itself."""
    games = play_round(Match(game, entrant(game, "random"), entrant(game, "random"), players, {}, 3), 1).games
    assert all(len(played.points) == players and min(played.decisions) > 0 for played in games)
    assert len({played.seating for played in games}) == len(games) > 1
    assert sum(played.score for played in games) / len(games) == 0.5


@pytest.mark.parametrize(("game", "players"), [("harbour", 3), ("auction", 6)])
def test_it_is_asked_for_by_name(game, players, capsys):
    """The line names the game."""
    assert (
        main(
            [
                "arena",
                "random",
                "random",
                "--game",
                game,
                "--players",
                str(players),
                "--games",
                "20",
                "--jobs",
                "1",
                "--json",
            ]
        )
        == 0
    )
    told = json.loads(capsys.readouterr().out)
    assert (told["game"], told["score"]) == (game, 0.5)
