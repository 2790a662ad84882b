"""Opens the boards of a table, each as a place with its lights."""

from collections.abc import Sequence

from pearlboard.drivers import check_second, open_board, second_board
from pearlboard.drivers.absent import AbsentBoard
from pearlboard.drivers.protocols import Board, Clock
from pearlboard.drivers.simulated import SimulatedBoard
from pearlboard.errors import ConfigError
from pearlboard.files import read_wiring, with_looks
from pearlboard.lights.power import Dimming
from pearlboard.lights.theme import Theme
from pearlboard.sensing.senses import Senses
from pearlboard.sensing.wiring import Wiring, reference_wiring
from pearlboard.settings import Settings, check_power
from pearlboard.table.lighting import Lighting
from pearlboard.table.place import Place
from pearlboard.texts import say


def opened(settings: Settings, clock: Clock) -> tuple[Board, Wiring]:
    """The board that the settings name, and its wiring; if it cannot be had, a board that reports why."""
    try:
        check_power(settings.lights)
        check_second(settings)
        wiring = read_wiring(settings)
        return open_board(settings, wiring, clock), wiring
    except ConfigError as error:
        return AbsentBoard(say("board_unusable", problem=str(error)), clock), reference_wiring()


def place_of(settings: Settings, taped: Board, board: Board, wiring: Wiring, clock: Clock, lighting: Lighting) -> Place:
    """The place with that board; `taped`: the same board, as the black box hears it."""
    return Place(
        taped,
        Senses(wiring, settings.sensing.place_ms, settings.sensing.lift_ms),
        clock,
        tiles=settings.pieces == "tiles",
        simulated=board if isinstance(board, SimulatedBoard) else None,
        on_screen=settings.simulated.mode == "screen",
        lights=lighting,
    )


def lighting_of(settings: Settings, board: Board, theme: Theme, wiring: Wiring, clock: Clock) -> Lighting:
    """The lights and sounds of a board."""
    sounds = settings.sound == "on"
    return Lighting(
        board,
        clock,
        theme,
        wiring,
        Dimming(settings.lights.cap_ma, settings.lights.gamma, settings.lights.brightness),
        sounds=sounds,
        looks=with_looks,
    )


def second(settings: Settings, theme: Theme, clock: Clock) -> Sequence[tuple[Place, Lighting]]:
    """The second board in the room with its lights, if there is one."""
    if settings.second.board == "none":
        return ()
    own = second_board(settings)
    board, wiring = opened(own, clock)
    lighting = lighting_of(own, board, theme, wiring, clock)
    return ((place_of(own, board, board, wiring, clock, lighting), lighting),)
