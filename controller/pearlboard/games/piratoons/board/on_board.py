"""Piratoons on the board, behind the names of `games.api.OnBoard`: the rush is not judged, at the stop all counts."""

from collections.abc import Mapping
from typing import Any, Final

from pearlboard.games.api import (
    NOWHERE,
    Actor,
    Draft,
    Drawn,
    Freezing,
    GameAction,
    Moment,
    OnBoard,
    Piece,
    Reads,
    Table,
    Watching,
)
from pearlboard.games.piratoons.board import scene
from pearlboard.games.piratoons.board.draft import draft
from pearlboard.games.piratoons.board.places import SEA, pocket, whose
from pearlboard.games.piratoons.board.roles import Heard
from pearlboard.games.piratoons.rules.actions import Choose, Fists, Stop
from pearlboard.games.piratoons.rules.state import Stage, Where
from pearlboard.games.piratoons.rules.tiles import PLACES
from pearlboard.games.piratoons.rules.view import View
from pearlboard.geometry import Site
from pearlboard.lights.scene import Scene


class PiratoonsOnBoard(OnBoard):
    """A crew in pockets: who is on which tile, never how many."""

    def reads(self, view: View) -> Reads:
        """Before the lid is lifted all is clear; while all place at once nothing is read."""
        match view.stage:
            case Stage.CLOSED:
                return Reads.CLEAR
            case Stage.PLUNDER | Stage.OVER:
                return Reads.NOTHING
            case _:
                return Reads.PIECES

    def expected(self, view: View) -> Mapping[Site, Piece]:
        """The pieces seen at the stop, from the stop until all agree."""
        if view.stage is not Stage.COUNT:
            return {}
        return {pocket(place, seat): Piece("crew", seat) for place, seat in sorted(view.seen)}

    def lays(self, action: GameAction) -> frozenset[Site]:
        return NOWHERE

    def uses(self, action: GameAction) -> frozenset[Site]:
        """The piece with which a buyer has chosen, whoever it was."""
        if not isinstance(action, Choose):
            return NOWHERE
        return frozenset(pocket(action.place or SEA, seat) for seat in range(1, 5))

    def places(self, action: GameAction) -> frozenset[Site]:
        """A tile is a berth, and has no space of its own."""
        return NOWHERE

    def draft(self, view: View, table: Table, choices: Mapping[Actor, Any], *, confirms_itself: bool) -> Draft:
        return draft(view, table)

    def scene(self, view: View, moment: Moment) -> Scene:
        return scene.lights_of(view, moment)


WATCHING: Final = Watching(
    lambda view: view.stage is Stage.PLUNDER and view.setup.plunder is Where.BOARD, cue=Heard.CLATTER
)
"""A piece that leaves a tile may have been knocked off: people say so, or that it was nothing (8, 9)."""


def _at_the_stop(view: View, action: GameAction, seen: Mapping[Site, int]) -> GameAction:
    """Pieces beside a pocket are not sensed, those of seats that nobody plays and in the sea say nothing."""
    found = set() if view.setup.plunder is Where.SCREEN else {whose(site) for site in seen}
    on_tiles = (berth for berth in found if berth is not None and berth[0] <= PLACES)
    return Stop(tuple(sorted((place, seat) for place, seat in on_tiles if seat in view.setup.seats)))


FREEZING: Final = Freezing(lambda action: isinstance(action, Stop), _at_the_stop)


def _empty_hands(view: View) -> GameAction | None:
    """The action of showing empty hands, where nobody has a doubloon."""
    if view.stage is not Stage.BIDS or any(view.doubloons):
        return None
    return Fists(tuple(None if seat in view.sealed else 0 for seat in view.setup.seats))


DRAWN: Final = Drawn(
    lambda view, moment, site: moment.table.extra if view.stage is Stage.CHOICE else NOWHERE, by_itself=_empty_hands
)
"""A buyer chooses with one piece."""
