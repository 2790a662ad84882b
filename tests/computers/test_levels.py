"""No change makes a level weaker unnoticed: few games and wide bounds here, many in `benchmarks/league.py`."""

import pytest

from pearlboard.computers.arena.match import Match, entrant, play_round
from pearlboard.computers.arena.tally import Tally
from support.lengths import soaked

pytestmark = pytest.mark.slow


MATCHES = (
    ("perladora", "easy", "random", 60, 2, {}, 4, 0.8),
    ("perladora", "expert", "flat", 300, 2, {}, 5, 0.7),
    ("perladora", "expert", "flat", 300, 3, {"advanced": True}, 2, 0.55),
    ("perladora", "expert", "greedy", 300, 2, {}, 3, 0.75),
    ("perladora", "expert", "greedy", 300, 3, {}, 1, 0.7),
    ("perladora", "expert", "greedy", 300, 4, {}, 2, 0.75),
    ("pearls", "hard", "greedy", 60, 2, {}, 8, 0.45),
)


@pytest.mark.parametrize(
    ("game", "a", "b", "simulations", "players", "variant", "rounds", "least"), soaked(MATCHES, MATCHES[:3])
)
def test_a_level_beats_who_it_always_beat(game, a, b, simulations, players, variant, rounds, least):
    """The bounds are what a few games of a much weaker player would not reach."""
    match = Match(game, entrant(game, a, simulations), entrant(game, b, simulations), players, variant, seed=3)
    tally = Tally().with_games(each for number in range(rounds) for each in play_round(match, number).games)
    assert tally.score >= least
