"""The player that plays at random."""

from collections import Counter

import pytest

from pearlboard.games.perladora.players.chance import Chance
from pearlboard.games.perladora.rules.steps import LayPontoons, PlaceDiver
from pearlboard.games.perladora.rules.view import view
from support.perladora_boards import position

pytestmark = pytest.mark.slow


def played(seed, **parts):
    return Chance().think(view(position(**parts), 1), seed, 0)


def test_the_same_seed_plays_the_same():
    """And another one another step."""
    assert played(7) == played(7)
    assert len({played(seed).action for seed in range(20)}) > 10


def test_every_kind_of_step_is_as_likely():
    """Else nearly every step would be a pair of Pontoons, of which there are so many."""
    kinds = Counter(
        "diver" if isinstance(step, PlaceDiver) else len(step.edges) if isinstance(step, LayPontoons) else 0
        for step in (played(seed).action for seed in range(300))
    )
    assert kinds.keys() == {"diver", 1, 2}
    assert min(kinds.values()) > 70


def test_it_hopes_for_its_share():
    """It knows nothing better."""
    assert (played(1).result, played(1).points) == (1 / 2, 20)
    assert (played(1, players=3).result, played(1, players=4).result) == (1 / 3, 1 / 2)
