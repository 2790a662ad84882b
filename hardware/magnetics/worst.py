"""The worst that the pieces of other places can do to a sensor: computed exactly, since fields add up.

What a sensor sees of a board is the sum of what it sees of each place, and what lies on one place hardly ever forbids
what lies on another. So the worst position needs no search: let every other place hold whatever counts most, or nothing.
Where there is only a number of some piece (one tile may lie face up), the places where it adds most get them. What the
rules forbid besides is not looked at: the worst that is found may be worse than any game, never better.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from math import hypot
from typing import Final, TypeAlias

from hardware.generate.drawing import Circle
from hardware.generate.layout import Layout
from hardware.magnetics.pieces import crew, disc, own_rod, rod, tile_down, tile_up
from pearlboard.games.perladora.rules.state import POWERS, Clan
from pearlboard.games.piratoons.rules.tiles import box
from pearlboard.geometry import GRID, Edge, Site, Space

Held: TypeAlias = Callable[[float, float], float]
"""A sensor's field from one way to fill a place: by distance to the side and depth."""
MASKS: Final = ("pucks", "tiles")
SLACK: Final = 1e-6


@dataclass(frozen=True, slots=True)
class Position:
    """The pieces that may lie, by place.

    own     what counts as a piece there, on a space and on an edge
    filled  all other ways to fill a space, and an edge; each place may also be empty
    rare    a way to fill a space of which there are at most `times`
    play    how far from the middle of a space, and of an edge, a piece may lie, in its mask
    """

    name: str
    own: tuple[Held | None, Held | None]
    filled: tuple[tuple[Held, ...], tuple[Held, ...]]
    play: tuple[float, float]
    rare: Held | None = None
    times: int = 0


def positions(layout: Layout) -> tuple[Position, ...]:
    """Every game that lays pieces, with both kinds of pieces."""
    sizes = layout.sizes
    diver, pontoon, down, up = (made.field for made in (disc(sizes), rod(sizes), tile_down(sizes), tile_up(sizes)))
    own, slot = own_rod().field, sizes.play.slot / 2
    loose = loosest(layout, "pucks", sizes.pieces.puck), loosest(layout, "tiles", sizes.pieces.tile)
    one = tuple(stack(layout, pieces) for pieces in range(1, box().crew + 1))
    return (
        Position("Perladöra, pucks", (diver, pontoon), ((diver,), (pontoon,)), (loose[0], slot)),
        Position("the same, sticks of one's own", (diver, own), ((diver,), (own,)), (loose[0], slot)),
        Position(
            "Perladöra, magnets in tiles",
            (down, pontoon),
            ((down,), (pontoon,)),
            (loose[1], slot),
            up,
            POWERS[Clan.CHILDREN],
        ),
        Position("the same, all tiles turned up (reveal)", (None, pontoon), ((down, up), (pontoon,)), (loose[1], slot)),
        *(
            Position(
                f"Piratoons, stacks of up to {box().crew}, mask for {mask}",
                (one[0], None),
                (one, ()),
                (loosest(layout, mask, sizes.crew.body), slot),
            )
            for mask in MASKS
        ),
    )


def stack(layout: Layout, pieces: int) -> Held:
    """A stack of so many pieces of a crew."""
    magnets = [crew(layout.sizes, below) for below in range(pieces)]
    return cache(lambda aside, depth: sum(magnet.field(aside, depth) for magnet in magnets))


def loosest(layout: Layout, mask: str, across: float) -> float:
    """How far a round piece, or a tile along its sides, may lie from the middle of the widest pocket it may lie in."""
    openings = [layout.pocket(space, mask) for space in GRID.spaces]
    widths = [hole.diameter if isinstance(hole, Circle) else hole.width for hole in openings]
    return max((width - across) / 2 for width in widths if width >= across)


def empty(layout: Layout, position: Position, at: Site, depth: float) -> float:
    """The most that an empty place's sensor sees."""
    found = [_at_most(layout, position, at, site, depth) for site in GRID.sites if site != at]
    gains = sorted((rare - usual for usual, rare in found if rare > usual), reverse=True)
    return sum(usual for usual, _ in found) + sum(gains[: position.times])


def filled(layout: Layout, position: Position, at: Site, depth: float) -> float | None:
    """The least that the sensor sees of a place with its own piece; None: none lies there in this game."""
    own = position.own[not isinstance(at, Space)]
    if own is None:
        return None
    mine = min(own(position.play[not isinstance(at, Space)], depth), own(0.0, depth))
    others = (
        min(
            0.0,
            *(held for way in _ways(position, site) for held in _everywhere(layout, position, way, at, site, depth)),
        )
        for site in GRID.sites
        if site != at and _ways(position, site)
    )
    return mine + sum(others)


def worst(layout: Layout, position: Position) -> tuple[float, float, float]:
    """Over all sites and depths: an empty space's most, an empty edge's most, the least with a piece."""
    sizes = layout.sizes.sensor
    depths = [sizes.depth_wanted + step * sizes.depth_play for step in (-1, 0, 1)]
    sites = quarter(layout)
    most = {
        kind: max(empty(layout, position, site, depth) for site in sites if isinstance(site, kind) for depth in depths)
        for kind in (Space, Edge)
    }
    with_own = (filled(layout, position, site, depth) for site in sites for depth in depths)
    return most[Space], most[Edge], min(found for found in with_own if found is not None)


def quarter(layout: Layout) -> tuple[Site, ...]:
    """The sites of one quarter of the board; the others see the same in a mirror."""
    x, y = layout.width / 2 + SLACK, layout.height / 2 + SLACK
    return tuple(site for site in GRID.sites if layout.at(site)[0] <= x and layout.at(site)[1] <= y)


def _ways(position: Position, site: Site) -> tuple[Held, ...]:
    return position.filled[not isinstance(site, Space)]


def _at_most(layout: Layout, position: Position, at: Site, site: Site, depth: float) -> tuple[float, float]:
    """The most that a place may add: empty or with its usual pieces, and with the rare one."""
    ways = _ways(position, site)
    usual = max((0.0, *(held for way in ways for held in _everywhere(layout, position, way, at, site, depth))))
    if position.rare is None or not isinstance(site, Space):
        return usual, usual
    return usual, max(_everywhere(layout, position, position.rare, at, site, depth))


def _everywhere(layout: Layout, position: Position, way: Held, at: Site, site: Site, depth: float) -> Iterable[float]:
    """Its field with the piece in the middle, as near as its opening lets it lie, and as far."""
    (x, y), (other_x, other_y) = layout.at(at), layout.at(site)
    apart, play = hypot(x - other_x, y - other_y), position.play[not isinstance(site, Space)]
    return [way(round(apart + step * play, 3), depth) for step in (-1, 0, 1)]
