"""The boards that can be played on, by the name that the setting `board` gives them.

An opener imports what its hardware needs by itself, so that a board that is not there costs nothing, and says which
extra to install if it cannot.
"""

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from pearlboard.drivers.protocols import Board, Clock
from pearlboard.drivers.simulated import SimulatedBoard
from pearlboard.errors import ConfigError
from pearlboard.sensing.wiring import Chains, Wiring
from pearlboard.settings import Settings

SIMULATED: Final = "simulated"
Opener: TypeAlias = Callable[[Settings, Chains, Clock], Board]


def _rp2040(settings: Settings, chains: Chains, clock: Clock) -> Board:
    from pearlboard.drivers.rp2040 import open_rp2040  # noqa: PLC0415 - see the law above; so in every opener

    return open_rp2040(settings, chains, clock)


def _pi(settings: Settings, chains: Chains, clock: Clock) -> Board:
    from pearlboard.drivers.pi import open_pi  # noqa: PLC0415

    return open_pi(settings, chains, clock)


HARDWARE: Final[Mapping[str, Opener]] = {"rp2040": _rp2040, "pi": _pi}
BOARDS: Final = (SIMULATED, *HARDWARE)


def check_board(name: str) -> None:
    """`ConfigError` with the names there are if it is none of them."""
    if name not in BOARDS:
        raise ConfigError(f"board: there is no {name!r} board; choose one of: {', '.join(BOARDS)}")


def open_board(settings: Settings, wiring: Wiring, clock: Clock) -> Board:
    """The board that the settings name; `ConfigError` with the names there are if it is none of them.

    Only the simulated board knows what its bits mean; the real ones know how many there are.
    """
    if settings.board == SIMULATED:
        return SimulatedBoard(wiring, clock)
    check_board(settings.board)
    return HARDWARE[settings.board](settings, wiring.chains, clock)
