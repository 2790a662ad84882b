"""Opens the boards of a table, each as a place with its lights."""

import logging
import platform
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from pearlboard.drivers import check_second, open_board, second_board
from pearlboard.drivers.absent import AbsentBoard
from pearlboard.drivers.protocols import Board, Clock
from pearlboard.drivers.simulated import SimulatedBoard
from pearlboard.errors import ConfigError
from pearlboard.files import read_wiring, with_looks
from pearlboard.games.registry import GAMES
from pearlboard.lights.power import Dimming
from pearlboard.lights.theme import Theme
from pearlboard.sensing.senses import Senses
from pearlboard.sensing.wiring import Wiring, reference_wiring
from pearlboard.settings import Settings, check_power
from pearlboard.table.lighting import Lighting
from pearlboard.table.place import Place
from pearlboard.texts import say
from pearlboard.together import kept
from pearlboard.together.tables import OtherTables
from pearlboard.web.address import reachable
from pearlboard.web.port import Elsewhere

_log: Final = logging.getLogger("pearlboard.program")


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
    """The second board with its lights, if there is one: in the room, or a guest's."""
    if settings.second.board == "none":
        return ()
    if settings.second.board == "guest":
        return (guests_place(settings, theme, clock),)
    own = second_board(settings)
    board, wiring = opened(own, clock)
    lighting = lighting_of(own, board, theme, wiring, clock)
    return ((place_of(own, board, board, wiring, clock, lighting), lighting),)


def guests_place(settings: Settings, theme: Theme, clock: Clock) -> tuple[Place, Lighting]:
    """The place of a guest's table, which has its own lights."""
    from pearlboard.together.far_board import FarBoard  # noqa: PLC0415 - a table that plays alone has no line
    from pearlboard.together.far_lights import FarLights  # noqa: PLC0415

    wiring = reference_wiring()
    board = FarBoard(wiring, clock)
    dimming = Dimming(settings.lights.cap_ma, 1.0, 1.0)
    lights = FarLights(board, clock, theme, wiring, dimming, sounds=False, looks=with_looks)
    place = Place(board, Senses(wiring, 1, 1), clock, lights=lights)
    place.stand_in(None)
    return place, lights


def visiting(
    settings: Settings,
    store: Path,
    board: Board,
    wiring: Wiring,
    theme: Theme,
    clock: Clock,
    origins: Callable[[], tuple[str, ...]],
) -> tuple[Board, Elsewhere | None]:
    """The board that is left to this table, and its part in another table's game, if it takes part in one."""
    try:
        host = kept.host(store)
    except (ConfigError, ValueError) as error:
        _log.error("%s cannot be read, so this table goes to no other: %s", kept.beside(store, kept.HOST), error)
        return board, None
    if host is None:
        return board, None
    from pearlboard.carriers.protocols import NotInstalled  # noqa: PLC0415 - as above
    from pearlboard.remote.invitation import NoInvitation, read  # noqa: PLC0415
    from pearlboard.together.visiting import OwnTable, Visiting  # noqa: PLC0415
    from pearlboard.together.ways import of_guest  # noqa: PLC0415

    try:
        carrier = of_guest(read(host.code).way, store, settings.second.relay)
    except (NoInvitation, NotInstalled, OSError) as error:
        _log.error("this table cannot go to the other one: %s", error)
        return board, None
    for package in GAMES.usable:
        theme = with_looks(theme, package)
    sensing, lights = settings.sensing, settings.lights
    own = OwnTable(
        None if settings.simulated.mode == "screen" and isinstance(board, SimulatedBoard) else board,
        Senses(wiring, sensing.place_ms, sensing.lift_ms),
        theme,
        Dimming(lights.cap_ma, lights.gamma, lights.brightness),
        sounds=settings.sound == "on",
    )
    return AbsentBoard(say("at_another_table"), clock), Visiting(
        host, own, clock, settings.second.name, origins, carrier
    )


def other_tables(
    settings: Settings,
    store: Path,
    places: Sequence[Place],
    lightings: Sequence[Lighting],
    elsewhere: Elsewhere | None,
    clock: Clock,
) -> OtherTables:
    """The operator's part about other tables, and the guest's part at the second place if there is one."""
    hosting = None
    if settings.second.board == "guest":
        from pearlboard.together.hosting import Hosting  # noqa: PLC0415 - as above
        from pearlboard.together.meeting import called  # noqa: PLC0415 - as above

        places[0].call(called(settings.second.name))
        hosting = Hosting(places[-1], lightings[-1], store, settings.second, clock)

    def ways() -> tuple[str, ...]:
        return ways_here(reachable(settings.web.host), platform.node())

    return OtherTables(store, settings.second, hosting, elsewhere, ways, clock)


def ways_here(addresses: Sequence[str], name: str) -> tuple[str, ...]:
    """The ways to find this table from another one: two addresses, and the name by which mDNS finds it at others."""
    named = (f"{name.partition('.')[0]}.local",) if name else ()
    return (*(address.strip("[]") for address in addresses[:2]), *named)
