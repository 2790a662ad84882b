"""Every game of the table keeps every law of the suite that ships with it."""

import pytest

from other_games import auction, harbour
from pearlboard.checking.evidence import Evidence
from pearlboard.checking.suite import LAWS
from pearlboard.games.registry import GAMES
from support.evidences import Few
from support.lamps import LAMPS
from support.lengths import at_length

pytestmark = pytest.mark.slow

OTHERS = (LAMPS, auction.PACKAGE, harbour.PACKAGE)
LOOKED_AT = at_length(Evidence, Few)
NAMES = (*GAMES, *(package.name for package in OTHERS))


@pytest.fixture(scope="module")
def evidence():
    """What was seen of each game, played once for all laws."""
    for package in OTHERS:
        GAMES.add(package)
    yield {name: LOOKED_AT(GAMES[name]) for name in NAMES}
    for package in OTHERS:
        GAMES.remove(package.name)


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.name)
@pytest.mark.parametrize("name", NAMES)
def test_a_game_keeps_the_law(evidence, name, law):
    """`check-game` says the same, a line for each."""
    law.check(evidence[name])
