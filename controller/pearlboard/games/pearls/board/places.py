"""Where everything of Pearls is on the board: six slots with a ring of light each, the necklaces, the string.

No light belongs to two slots, and the spaces of the border belong to none, so that whose turn it is never hides a card.
"""

from collections.abc import Mapping
from typing import Final

from pearlboard.games.pearls.rules.cards import Colour
from pearlboard.games.values import SEATINGS, Seat
from pearlboard.geometry import GRID, Corner, Edge, Light, Space, space
from pearlboard.lights.shapes import RIM_SPACES

FOUR: Final = 4
SLOTS: Final[tuple[Space, ...]] = tuple(map(space, ("c2", "e2", "g2", "b4", "d4", "f4")))
"""The display, in the order in which it is filled."""

NECKLACES: Final[Mapping[int, Space]] = {
    value: space(name) for value, name in enumerate(("b3", "c3", "d3", "e3", "f3", "g3"), 4)
}
"""A necklace of this value still lies there; where there are two or more, the edge to the right shines as well."""

MORE: Final[Mapping[int, Edge]] = {
    value: Edge(place, Space(place.row, place.column + 1)) for value, place in NECKLACES.items()
}

STRING: Final[tuple[Light, ...]] = tuple(light for value, place in NECKLACES.items() for light in (place, MORE[value]))[
    :10
]
"""The cards that were placed last, from left to right: as many as a hand can hold."""

BESIDE_STRING: Final[tuple[tuple[Light, ...], ...]] = tuple(
    tuple(map(GRID.light, names))
    for names in (("b2", "b2-b3"), ("c3-c4", "c4"), ("d2", "d2-d3"), ("e3-e4", "e4"), ("f2", "f2-f3"), ("g3-g4", "g4"))
)
"""The lights above and below the string that belong to no slot, from left to right."""

_SIDES_OF_COLOUR: Final[Mapping[Colour, str]] = {
    Colour.WILD: "",
    Colour.YELLOW: "S",
    Colour.RED: "N",
    Colour.GREEN: "WE",
    Colour.BLUE: "NS",
    Colour.TURQUOISE: "WNE",
    Colour.PURPLE: "NESW",
}
"""The edges of a colour's ring: as many as the card is worth, purple four; two colours of one value differ in which.
So colours can be told apart without seeing them.
"""


def rims(players: int) -> Mapping[Seat, tuple[Space, ...]]:
    """The border spaces of each seat. Where more than four sit, those at the ends belong to west and east alone."""
    ends = {*RIM_SPACES["west"], *RIM_SPACES["east"]} if players > FOUR else set()
    return {
        seat: tuple(space for space in RIM_SPACES[place] if place in ("west", "east") or space not in ends)
        for seat, place in SEATINGS[players].items()
    }


def corners_of(slot: Space) -> tuple[Corner, ...]:
    """The four corners of a slot: there is a card. No piece covers them."""
    return GRID.corners_of[slot]


def edges_of(slot: Space, colour: Colour) -> tuple[Edge, ...]:
    """The edges of a slot that shine for a card of this colour."""
    row, column = slot.row, slot.column
    around = {
        "N": Edge(Space(row - 1, column), slot),
        "W": Edge(Space(row, column - 1), slot),
        "E": Edge(slot, Space(row, column + 1)),
        "S": Edge(slot, Space(row + 1, column)),
    }
    return tuple(around[side] for side in _SIDES_OF_COLOUR[colour])


def ring(slot: Space) -> frozenset[Light]:
    """Every light around a slot that any card may use."""
    return frozenset(corners_of(slot)) | frozenset(GRID.edges_of[slot])
