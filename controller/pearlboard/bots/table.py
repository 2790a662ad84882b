"""Who can be asked to play which game, by name."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from pearlboard.bots.api import Bot
from pearlboard.bots.perladora.chance import Chance


@dataclass(frozen=True, slots=True)
class Player:
    """A bot with the number of simulations that it is given if nobody says another."""

    bot: Bot
    simulations: int = 0


LEVELS: Final = ("easy", "medium", "hard", "expert")
"""The names that people choose from, the weakest first."""
BOTS: Final[Mapping[str, Mapping[str, Player]]] = {
    "perladora": {"random": Player(Chance()), **{level: Player(Chance(), 1) for level in LEVELS}},
}
"""By game, then by name."""
