"""Perladöra on the board: the functions of this folder behind the names of `games.api.OnBoard`."""

from collections.abc import Mapping
from typing import Any, Final

from pearlboard.games.api import NOWHERE, Actor, Drawn, GameAction, Moment, News, OnBoard, Peeking, Piece, Reads, Table
from pearlboard.games.perladora.board import scene
from pearlboard.games.perladora.board.armed import LAYS, PIECE, laid_for
from pearlboard.games.perladora.board.draft import draft
from pearlboard.games.perladora.board.drafts import NOTHING_SAID, Draft, Said
from pearlboard.games.perladora.board.evening import lights_of
from pearlboard.games.perladora.board.tokens import kind_of
from pearlboard.games.perladora.rules.legality import PONTOONS_A_TURN
from pearlboard.games.perladora.rules.state import Public, Stage, View
from pearlboard.games.perladora.rules.steps import (
    AgreeOnValues,
    Begin,
    Children,
    ExtraDiver,
    Fishermen,
    LayPontoons,
    PlaceDiver,
)
from pearlboard.games.perladora.rules.territories import territories
from pearlboard.games.perladora.shown.telling import touched
from pearlboard.geometry import GRID, Edge, Site, Space
from pearlboard.lights.scene import Scene

DIVER: Final = "diver"
PONTOON: Final = "pontoon"


class PerladoraOnBoard(OnBoard):
    """Divers on spaces, Pontoons on edges; Pearls lie on their farms, where no sensor looks at them."""

    def reads(self, seen: View) -> Reads:
        match seen.public.stage:
            case Stage.PEARLS:
                return Reads.CLEAR
            case Stage.PLAYING:
                return Reads.PIECES
            case _:
                return Reads.NOTHING

    def expected(self, seen: View) -> Mapping[Site, Piece]:
        divers: dict[Site, Piece] = {
            space: Piece(DIVER, diver.seat, diver.shown is not None) for space, diver in seen.public.divers.items()
        }
        return divers | dict.fromkeys(GRID.edges_in(seen.public.pontoons), Piece(PONTOON))

    def lays(self, action: GameAction) -> frozenset[Site]:
        """A Backup, a necklace and a look lay none that is sensed."""
        match action:
            case PlaceDiver(space) | Children(space) | ExtraDiver(space):
                return frozenset({space})
            case LayPontoons(edges):
                return frozenset(edges)
            case Fishermen(edge):
                return frozenset({edge})
            case _:
                return NOWHERE

    def places(self, action: GameAction) -> frozenset[Site]:
        return touched(action)

    def draft(self, seen: View, table: Table, choices: Mapping[Actor, Any], *, confirms_itself: bool) -> Draft:
        return draft(seen, table, said_by(seen.public, choices), confirms_itself=confirms_itself)

    def scene(self, seen: View, moment: Moment) -> Scene:
        return lights_of(seen, moment)


def _by_itself(view: View) -> GameAction | None:
    """Pearls are laid by nobody; and values that were chosen need no second look, once they are turned up."""
    if view.public.stage is Stage.PEARLS:
        return Begin()
    agreed = view.public.turned_up and view.reckoning is not None and not view.reckoning.problems
    return AgreeOnValues() if view.public.stage is Stage.REVEAL and agreed else None


def _replaces(view: View, moment: Moment, site: Site) -> frozenset[Site]:
    """A Diver goes for whatever is laid next; the first of two Pontoons for a third one.

    A Power's own piece stays beside what is laid for the main action.
    """
    said = said_by(view.public, moment.choices)
    kind = None if said.token is None else kind_of(view.public, said.token)
    extra = moment.table.extra
    if kind in LAYS:
        own = laid_for(moment.table, kind, said.target)
        if own is None and isinstance(site, PIECE[kind]):
            return NOWHERE
        extra -= {own}
    spaces = frozenset(place for place in extra if isinstance(place, Space))
    if isinstance(site, Space):
        return extra
    edges = [place for place in moment.table.arrivals if place in extra - spaces]
    return spaces | frozenset(edges[: max(0, len(edges) + 1 - PONTOONS_A_TURN)])


DRAWN: Final = Drawn(_replaces, _by_itself)
PEEKING: Final = Peeking(
    may_be_lifted=lambda view: frozenset(view.public.divers),
    looked_at=lambda view: NOWHERE if view.public.looked is None else frozenset({view.public.looked}),
    face_up=lambda view: frozenset(space for space, diver in view.public.divers.items() if diver.shown is not None),
)
"""Somebody looks at any one Diver, an Elder at the one that it has named; a tile that lies face up hides its magnet."""


def _closed(before: View, after: View) -> tuple[frozenset[Space], ...] | None:
    """The territories that have just come about."""
    old = {part.bits for part in territories(before.public)}
    new = [frozenset(part.spaces) for part in territories(after.public) if part.bits not in old]
    return tuple(new) if new and len(territories(after.public)) > len(old) else None


NEWS: Final = News(scene.WAVE_MS, _closed)


def near(action: GameAction) -> frozenset[Site]:
    """Spaces and lines beside an action: what is advised elsewhere is about another place."""
    return frozenset(beside for place in touched(action) for beside in _beside(place))


def _beside(place: Site) -> frozenset[Site]:
    """A space with its lines and what is across them; a line with its two spaces and the lines that meet it."""
    if isinstance(place, Edge):
        return frozenset({place.first, place.second}).union(*map(GRID.edges_at.__getitem__, GRID.corners_of[place]))
    lines = GRID.edges_of[place]
    return frozenset({place, *lines, *(end for line in lines for end in (line.first, line.second))})


def said_by(public: Public, choices: Mapping[Actor, Any]) -> Said:
    """The public part of what the seat to move has chosen."""
    return NOTHING_SAID if public.over else choices.get(public.to_move) or NOTHING_SAID
