"""The games of the table, by the name that the log stores."""

from collections.abc import Mapping
from typing import Final

from pearlboard.games.api import Game
from pearlboard.games.perladora.game import Perladora

GAMES: Final[Mapping[str, Game]] = {"perladora": Perladora()}
