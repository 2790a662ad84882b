"""Overlays that lie on the mask, one a game: lifted off and laid on by hand, the heads of the mask's screws hold them.

Each has the openings of the mask for pucks, a little wider, so it hides no light and touches no piece. What is printed
stands where nothing is cut: in the four corners round a pocket, and on the margin.
"""

from collections.abc import Iterator
from dataclasses import replace
from string import ascii_uppercase
from typing import Final, TypeAlias

from hardware.generate.drawing import Circle, Drawing, Layer, Shape, label, number
from hardware.generate.layout import Layout, Opening, web
from hardware.generate.sizes import SizesError
from pearlboard.games.pearls.board.places import NECKLACES, SLOTS
from pearlboard.games.perladora.rules.state import FARMS
from pearlboard.games.piratoons.board.places import BERTHS, SEA, pocket
from pearlboard.geometry import GRID, Space

Drawn: TypeAlias = tuple[Layer, Shape]

WIDER: Final = 0.3
"""Than the mask's openings, both sides together."""
HEAD: Final = 6.5
"""The hole for a pan head of M3 (5.6 mm), which is the peg."""
THINNEST: Final = 0.7
"""The web (mm) that film of 0.3 mm keeps between two openings."""
SMALL, LARGE = 2.4, 4.0
SEATS: Final = 4


def overlays(layout: Layout) -> tuple[Drawing, ...]:
    """One for each game."""
    cut = openings(layout)
    drawn = (
        ("perladora", "Perladöra: F is a farm", _perladora(layout)),
        ("pearls", "Pearls: 1 to 6 the display, 4 to 9 the necklaces", _pearls(layout)),
        ("piratoons", "Piratoons: above berth and sea, below seats", _piratoons(layout)),
    )
    return tuple(_overlay(layout, cut, game, told, tuple(words)) for game, told, words in drawn)


def openings(layout: Layout) -> tuple[Opening, ...]:
    """The openings of the mask, wider; `SizesError` if too little is left between two."""
    found = tuple(_wider(hole) for hole in layout.openings("pucks").values())
    least = min(web(one, other) for place, one in enumerate(found) for other in found[place + 1 :])
    if least < THINNEST - 1e-9:
        raise SizesError(f"sizes: an overlay would have {least:.2f} mm between two openings, {THINNEST} is wanted")
    return found


def _wider(hole: Opening) -> Opening:
    if isinstance(hole, Circle):
        return replace(hole, diameter=hole.diameter + WIDER)
    return replace(hole, width=hole.width + WIDER, height=hole.height + WIDER)


def _overlay(layout: Layout, holes: tuple[Opening, ...], game: str, told: str, words: tuple[Drawn, ...]) -> Drawing:
    heads = (replace(screw, diameter=HEAD) for screw in layout.screws())
    outline = layout.outline()
    cut: tuple[Shape, ...] = (*holes, *heads, replace(outline, width=outline.width - 1, height=outline.height - 1))
    title = f"Overlay on the mask, film {number(0.3)} mm. {told}"
    drawn = (*((Layer.CUT, shape) for shape in cut), *words, *_places(layout), *_named(layout, game))
    return Drawing(f"overlay-{game}", title, layout.width, layout.height, drawn)


def _places(layout: Layout) -> Iterator[Drawn]:
    """Columns above and below, rows at the right."""
    for column in range(GRID.columns):
        x, _ = layout.at(Space(0, column))
        yield from label(ascii_uppercase[column], x, layout.height - 4.5, LARGE)
    for row in range(GRID.rows):
        _, y = layout.at(Space(row, 0))
        yield from label(str(row + 1), layout.width - 3.0, y, SMALL)


def _named(layout: Layout, game: str) -> Iterator[Drawn]:
    yield from label("Perladöra" if game == "perladora" else game, layout.width / 4, 5.0, LARGE)


def beside(
    layout: Layout, space: Space, word: str, *, left: bool, above: bool, height: float = SMALL
) -> Iterator[Drawn]:
    """A letter in a corner of the square round a pocket."""
    x, y = layout.at(space)
    away = corner(layout)
    yield from label(word, x + (-away if left else away), y + (-away if above else away), height)


def corner(layout: Layout) -> float:
    """From a pocket's middle to the middle of a letter in the corner between pocket and slots, along both sides."""
    slot = layout.sizes.pieces.stick_width + layout.sizes.play.slot + WIDER
    return (layout.sizes.pitch - slot) / 2 - 0.4 - SMALL / 2


def _perladora(layout: Layout) -> Iterator[Drawn]:
    for space in FARMS:
        for left in (True, False):
            for above in (True, False):
                yield from beside(layout, space, "F", left=left, above=above)


def _pearls(layout: Layout) -> Iterator[Drawn]:
    for turn, space in enumerate(SLOTS, 1):
        for left in (True, False):
            yield from beside(layout, space, str(turn), left=left, above=True)
    for value, space in NECKLACES.items():
        for left in (True, False):
            yield from beside(layout, space, str(value), left=left, above=False)


def _piratoons(layout: Layout) -> Iterator[Drawn]:
    """Each pocket has its berth above and its seat below; the margin has the berths large, the sea by its name."""
    for berth in BERTHS:
        pockets = [pocket(berth, seat) for seat in range(1, SEATS + 1)]
        for seat, space in enumerate(pockets, 1):
            told = "S" if berth == SEA else str(berth)
            yield from beside(layout, space, told, left=True, above=True)
            yield from beside(layout, space, str(seat), left=False, above=False)
        _, y = layout.at(pockets[0])
        at_left = pockets[0].column < GRID.columns // 2
        x = 6.0 if at_left else layout.width - 10.5
        for place, letter in enumerate("SEA" if berth == SEA else str(berth)):
            yield from label(letter, x, y + 6.0 * (place - 1) * (berth == SEA), LARGE)
