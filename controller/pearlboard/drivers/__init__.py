"""The boards that can be played on, by the name that the setting `board` gives them.

An opener imports what its hardware needs by itself, so that a board that is not there costs nothing, and says which
extra to install if it cannot.
"""

from collections.abc import Callable, Mapping
from typing import TypeAlias

from pearlboard.drivers.base import Board
from pearlboard.drivers.clock import Clock
from pearlboard.drivers.simulated import SimulatedBoard
from pearlboard.errors import ConfigError
from pearlboard.sensing.wiring import Wiring
from pearlboard.settings import Settings

Opener: TypeAlias = Callable[[Settings, Wiring, Clock], Board]


def _simulated(_settings: Settings, wiring: Wiring, clock: Clock) -> Board:
    return SimulatedBoard(wiring, clock)


BOARDS: Mapping[str, Opener] = {
    "simulated": _simulated,
}


def open_board(settings: Settings, wiring: Wiring, clock: Clock) -> Board:
    """The board that the settings name; `ConfigError` with the names there are if it is none of them."""
    opener = BOARDS.get(settings.board)
    if opener is None:
        raise ConfigError(f"board: there is no {settings.board!r} board; there is {', '.join(BOARDS)}")
    return opener(settings, wiring, clock)
