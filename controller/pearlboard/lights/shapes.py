"""Shapes made of lights: a player's rim, the surroundings of a piece, a region, a digit. No roles, no colours.

The 135 lights are a matrix of 15 x 9: spaces, edges and corners alternate, 16.7 mm apart.
"""

from collections.abc import Mapping
from typing import Final

from pearlboard.geometry import GRID, Corner, Edge, Light, Site, Space

Places = Mapping[str, tuple[Corner, ...]]


def at(light: Light) -> tuple[int, int]:
    """The column and row of a light in the matrix."""
    match light:
        case Space(row, column):
            return 2 * column, 2 * row
        case Edge(first, second):
            return first.column + second.column, first.row + second.row
        case Corner(space):
            return 2 * space.column + 1, 2 * space.row + 1


LIGHT_AT: Final[Mapping[tuple[int, int], Light]] = {at(light): light for light in GRID.lights}

SIDES: Final = ("south", "west", "north", "east")

RIM_CORNERS: Final[Places] = {
    "south": tuple(corner for corner in GRID.corners if corner.space.row == GRID.rows - 2),
    "west": tuple(corner for corner in GRID.corners if corner.space.column == 0),
    "north": tuple(corner for corner in reversed(GRID.corners) if corner.space.row == 0),
    "east": tuple(corner for corner in reversed(GRID.corners) if corner.space.column == GRID.columns - 2),
    "north-east": tuple(
        corner
        for corner in reversed(GRID.corners)
        if corner.space.row == 0 and GRID.columns // 2 <= corner.space.column < GRID.columns - 2
    ),
    "north-west": tuple(
        corner
        for corner in reversed(GRID.corners)
        if corner.space.row == 0 and 0 < corner.space.column < GRID.columns // 2 - 1
    ),
    "south-west": tuple(
        corner
        for corner in GRID.corners
        if corner.space.row == GRID.rows - 2 and 0 < corner.space.column < GRID.columns // 2 - 1
    ),
    "south-east": tuple(
        corner
        for corner in GRID.corners
        if corner.space.row == GRID.rows - 2 and GRID.columns // 2 <= corner.space.column < GRID.columns - 2
    ),
}
"""The outermost corners of each side, from left to right as the player there sees them. No piece covers them.

A half side, for five or six players, leaves out the corners shared with the neighbouring sides, and the middle one.
"""

RIM_SPACES: Final[Mapping[str, tuple[Space, ...]]] = {
    "south": tuple(space for space in GRID.spaces if space.row == GRID.rows - 1),
    "west": tuple(space for space in GRID.spaces if space.column == 0),
    "north": tuple(space for space in reversed(GRID.spaces) if space.row == 0),
    "east": tuple(space for space in reversed(GRID.spaces) if space.column == GRID.columns - 1),
    "north-east": tuple(
        space
        for space in reversed(GRID.spaces)
        if space.row == 0 and GRID.columns // 2 <= space.column < GRID.columns - 1
    ),
    "north-west": tuple(
        space for space in reversed(GRID.spaces) if space.row == 0 and 0 < space.column < GRID.columns // 2
    ),
    "south-west": tuple(
        space for space in GRID.spaces if space.row == GRID.rows - 1 and 0 < space.column < GRID.columns // 2
    ),
    "south-east": tuple(
        space
        for space in GRID.spaces
        if space.row == GRID.rows - 1 and GRID.columns // 2 <= space.column < GRID.columns - 1
    ),
}
"""The border spaces of each side, in the same order."""


def around(site: Site, covered: frozenset[Site]) -> frozenset[Light]:
    """The lights that point at a piece on `site`: its corners and, at the border, further lights to tell it apart.

    At the border, a space adds its edges there, and an edge the space on either side, if uncovered; a covered space is
    replaced by its own edges.
    """
    corners: frozenset[Light] = frozenset(GRID.corners_of[site])
    if isinstance(site, Space):
        return corners | _border_edges(site) - covered
    if len(corners) == 2:
        return corners
    beside = frozenset[Light]().union(*(_shown(space, covered) for space in (site.first, site.second)))
    return corners | beside - {site}


def _border_edges(space: Space) -> frozenset[Light]:
    return frozenset(edge for edge in GRID.edges_of[space] if len(GRID.corners_of[edge]) == 1)


def _shown(space: Space, covered: frozenset[Site]) -> frozenset[Light]:
    return frozenset({space}) if space not in covered else frozenset(GRID.edges_of[space]) - covered


def inner_edges(region: frozenset[Space], closed: frozenset[Site]) -> frozenset[Edge]:
    """The edges between two spaces of a region that are not closed."""
    return (
        frozenset(
            edge for space in region for edge in GRID.edges_of[space] if edge.first in region and edge.second in region
        )
        - closed
    )


def touching(region: frozenset[Space]) -> frozenset[Corner]:
    """The corners of a region's spaces."""
    return frozenset(corner for space in region for corner in GRID.corners_of[space])


# --- digits, three lights wide and five high ---------------------------------------------------------------------

_FONT: Final[Mapping[str, str]] = {
    "0": "xxx x.x x.x x.x xxx",
    "1": ".x. xx. .x. .x. xxx",
    "2": "xxx ..x xxx x.. xxx",
    "3": "xxx ..x .xx ..x xxx",
    "4": "x.x x.x xxx ..x ..x",
    "5": "xxx x.. xxx ..x xxx",
    "6": "xxx x.. xxx x.x xxx",
    "7": "xxx ..x .x. .x. .x.",
    "8": "xxx x.x xxx x.x xxx",
    "9": "xxx x.x xxx ..x xxx",
    "?": "xxx ..x .x. ... .x.",
}
WIDTH: Final = 3


def sign(character: str, left: int, top: int) -> frozenset[Light]:
    """A digit or a question mark whose upper left light is at this column and row of the matrix."""
    return frozenset(
        LIGHT_AT[left + column, top + row]
        for row, line in enumerate(_FONT[character].split())
        for column, dot in enumerate(line)
        if dot == "x"
    )
