"""Boards, by the name that the setting `board` gives them.

An opener itself imports what its hardware needs, so a board that is not used costs nothing; if the import fails, the
error says which extra to install.
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
    from pearlboard.drivers.rp2040 import open_rp2040  # noqa: PLC0415 - imported here for the reason above, as in every opener

    return open_rp2040(settings, chains, clock)


def _pi(settings: Settings, chains: Chains, clock: Clock) -> Board:
    from pearlboard.drivers.pi import open_pi  # noqa: PLC0415

    return open_pi(settings, chains, clock)


HARDWARE: Final[Mapping[str, Opener]] = {"rp2040": _rp2040, "pi": _pi}
BOARDS: Final = (SIMULATED, *HARDWARE)


def check_board(name: str) -> None:
    """`ConfigError` with the known names if there is no such board."""
    if name not in BOARDS:
        raise ConfigError(f"board: there is no {name!r} board; choose one of: {', '.join(BOARDS)}")


def open_board(settings: Settings, wiring: Wiring, clock: Clock) -> Board:
    """Open the board that the settings name; `ConfigError` with the known names if there is no such board.

    Only the simulated board knows the meaning of its bits; real ones know only how many there are.
    """
    if settings.board == SIMULATED:
        return SimulatedBoard(wiring, clock)
    check_board(settings.board)
    return HARDWARE[settings.board](settings, wiring.chains, clock)
