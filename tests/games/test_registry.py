"""The table of games: loaded once, and nothing is kept of a name that is no game's."""

from pearlboard.games.registry import Broken, Games
from support.lamps import LAMPS


def test_a_game_is_loaded_when_it_is_first_asked_for_and_once():
    """Also one that cannot be used."""
    loaded = []
    games = Games({"lamps": lambda: loaded.append("lamps") or LAMPS, "broken": lambda: loaded.append("broken")})
    assert loaded == []
    for _ in range(2):
        assert games["lamps"] is LAMPS
        assert isinstance(games.find("broken"), Broken)
    assert loaded == ["lamps", "broken"]


def test_of_a_name_that_is_no_games_nothing_is_kept():
    """It may come from anybody; and a game that is installed later is found."""
    games = Games({})
    for number in range(100):
        assert isinstance(games.find(f"game {number}"), Broken)
    assert not games._found
    assert "lamps" not in games
    games.add(LAMPS)
    assert games["lamps"] is LAMPS
