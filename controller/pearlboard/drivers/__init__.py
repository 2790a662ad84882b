"""Boards, by the name that the setting `board` gives them.

An opener itself imports what its hardware needs, so a board that is not used costs nothing; if the import fails, the
error says which extra to install.
"""

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from msgspec.structs import replace

from pearlboard.drivers.protocols import Board, Clock
from pearlboard.drivers.simulated import SimulatedBoard
from pearlboard.errors import ConfigError
from pearlboard.sensing.wiring import Chains, Wiring
from pearlboard.settings import Second, Settings, Simulation

SIMULATED: Final = "simulated"
SCREEN: Final = "screen"
"""The word for a second board that is only drawn."""
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


def check_second(settings: Settings) -> None:
    """`ConfigError` if the first and the second board would be at one port."""
    if settings.second.board == settings.board == "rp2040" and not (settings.second.serial and settings.serial):
        raise ConfigError("second.serial: with two Picos, name the port of each: set serial and second.serial")


def second_board(settings: Settings) -> Settings:
    """The settings by which the second board is opened."""
    second = settings.second
    drawn = second.board == SCREEN
    return replace(
        settings,
        board=SIMULATED if drawn else second.board,
        serial=second.serial,
        wiring=second.wiring,
        simulated=Simulation("screen" if drawn else "hardware"),
        second=Second(),
    )


def open_board(settings: Settings, wiring: Wiring, clock: Clock) -> Board:
    """Open the board that the settings name; `ConfigError` with the known names if there is no such board.

    Only the simulated board knows the meaning of its bits; real ones know only how many there are.
    """
    if settings.board == SIMULATED:
        return SimulatedBoard(wiring, clock)
    check_board(settings.board)
    return HARDWARE[settings.board](settings, wiring.chains, clock)
