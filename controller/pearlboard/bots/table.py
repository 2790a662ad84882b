"""Who can be asked to play which game, by name."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from pearlboard.bots.api import Bot
from pearlboard.bots.perladora.chance import Chance
from pearlboard.bots.perladora.greedy import Greedy
from pearlboard.bots.perladora.searcher import Searcher


@dataclass(frozen=True, slots=True)
class Player:
    """A bot with the number of simulations that it is given if nobody says another."""

    bot: Bot
    simulations: int = 0


LEVELS: Final = ("easy", "medium", "hard", "expert")
"""The names that people choose from, the weakest first."""
BOTS: Final[Mapping[str, Mapping[str, Player]]] = {
    "perladora": {
        "random": Player(Chance()),
        "greedy": Player(Greedy()),
        "flat": Player(Searcher(exploration=0.15, rave=0.0, suspicion=0, deepest=1), 4000),
        "uct": Player(Searcher(exploration=0.2, rave=0.0, suspicion=0), 4000),
        "easy": Player(Searcher(suspicion=0, slips=150), 100),
        "medium": Player(Searcher(suspicion=0), 300),
        "hard": Player(Searcher(suspicion=0), 1500),
        "expert": Player(Searcher(), 8000),
    }
}
"""By game, then by name."""
