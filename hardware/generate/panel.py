"""Several boards in one for a maker who assembles them: three bars, and below them three coupons, in a frame of rails.

Between the boards is a routed slot; tabs hold them, and break along rows of small holes that lie outside the boards.
x from the frame's left edge, y from its lower one, seen from the parts' side.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, TypeAlias

from hardware.generate.board import FIDUCIAL, FREE, HEIGHT, INK, Board, Word, drills
from hardware.generate.drawing import number
from hardware.generate.gerber import BOUGHT, PLACED, Draw, Flash, excellon, gerber, layers, ordered, placed
from hardware.generate.picture import Picture
from hardware.generate.sizes import Sizes, SizesError
from hardware.generate.strokes import Point

Polygon: TypeAlias = tuple[Point, ...]

BARS, COUPONS = 3, 3
PITCH: Final = 0.8
"""From one hole of a tab to the next."""
KEPT: Final = 20.0
"""From a coupon's end to its tab's middle; bars have theirs at the same places."""
HOLE: Final = 3.0
"""Four in the rails, by which a machine holds the panel."""
ROUTER: Final = 2.0
"""The least a maker routes."""


@dataclass(frozen=True, slots=True)
class Item:
    """A board in the frame, what its parts' names begin with, and by how much it is moved."""

    before: str
    board: Board
    shift: Point

    def box(self) -> tuple[float, float, float, float]:
        """Left, bottom, right, top in the frame."""
        (x, y), (left, low, right, high) = self.shift, self.board.outline
        return left + x, low + y, right + x, high + y


@dataclass(frozen=True)
class Panel:
    """The frame with all in it."""

    name: str
    width: float
    height: float
    items: tuple[Item, ...]
    slots: tuple[Polygon, ...]
    tabs: tuple[tuple[float, float], ...]
    """Left edge of each column of tabs and the lower edge of each gap: where a tab begins."""
    bites: tuple[Point, ...]
    bite: float
    holes: tuple[Point, ...]
    fiducials: tuple[Point, ...]
    words: tuple[Word, ...]


def panel(sizes: Sizes, bar: Board, coupon: Board) -> Panel:
    """Bars above, coupons below."""
    size, high, wide = sizes.panel, sizes.bar.width, sizes.bar.length
    between = _between(sizes)
    left = size.side + size.gap
    rows = [size.rail + size.gap + (high + size.gap) * row for row in range(BARS + 1)]
    columns = [left + place * (sizes.coupon.length + between) for place in range(COUPONS)]
    items = [Item(f"K{place + 1}-", coupon, (x, rows[0] + high / 2)) for place, x in enumerate(columns)]
    items += [Item(f"B{row}-", bar, (left - bar.outline[0], rows[row] + high / 2)) for row in range(1, BARS + 1)]
    middles = sorted(x for column in columns for x in (column + KEPT, column + sizes.coupon.length - KEPT))
    gaps = (size.rail, *(row + high for row in rows))
    width, height = wide + 2 * left, rows[-1] + high + size.gap + size.rail
    frame = _Frame(left, width - left, tuple(x - size.tab / 2 for x in middles), gaps, size.tab, size.gap)
    low, top = size.rail / 2, height - size.rail / 2
    return Panel(
        "panel",
        width,
        height,
        tuple(items),
        tuple(frame.slots(tuple(column - between for column in columns[1:]), between)),
        tuple((x, y) for x in frame.tabs for y in gaps),
        tuple(frame.bites(size.bite)),
        size.bite,
        ((12.0, low), (12.0, top), (width - 12, low), (width - 12, top)),
        ((20.0, low), (20.0, top), (width - 24, top)),
        tuple(_words(width, height, size.rail)),
    )


def _between(sizes: Sizes) -> float:
    """How wide the slot between two coupons is; `SizesError` if something cannot be routed."""
    size = sizes.panel
    if size.gap < ROUTER or size.tab < 2 * PITCH + size.bite:
        raise SizesError(f"sizes: [panel] a gap is at least {ROUTER} mm, and a tab must hold three holes")
    between = (sizes.bar.length - COUPONS * sizes.coupon.length) / (COUPONS - 1)
    if between < ROUTER:
        told = f"{COUPONS} of {sizes.coupon.length:g} mm leave no slot in {sizes.bar.length:g} mm"
        raise SizesError(f"sizes: [coupon] {told}")
    return between


@dataclass(frozen=True, slots=True)
class _Frame:
    left: float
    right: float
    tabs: tuple[float, ...]
    gaps: tuple[float, ...]
    tab: float
    gap: float

    def slots(self, ends: tuple[float, ...], between: float) -> Iterator[Polygon]:
        """Combs at both short sides, bars between the tabs, and an H round each end of a coupon."""
        yield tuple(self._comb(self.left - self.gap, self.left, self.tabs[0]))
        yield tuple(self._comb(self.right + self.gap, self.right, self.tabs[-1] + self.tab))
        for one, other in zip(self.tabs, self.tabs[1:], strict=False):
            meets = [x for x in ends if one < x < other]
            for place, low in enumerate(self.gaps):
                if meets and place == 0:
                    yield tuple(self._aitch(one + self.tab, other, meets[0], meets[0] + between))
                elif not (meets and place == 1):
                    yield _box(one + self.tab, low, other, low + self.gap)

    def _comb(self, outer: float, inner: float, finger: float) -> Iterator[Point]:
        """Along a short side, with a finger in every gap up to the first tab."""
        yield outer, self.gaps[0]
        for place, low in enumerate(self.gaps):
            yield finger, low
            yield finger, low + self.gap
            if place < len(self.gaps) - 1:
                yield inner, low + self.gap
                yield inner, self.gaps[place + 1]
        yield outer, self.gaps[-1] + self.gap

    def _aitch(self, one: float, other: float, left: float, right: float) -> Iterator[Point]:
        """Between two coupons, and into the gaps below and above them."""
        low, high, gap = self.gaps[0], self.gaps[1], self.gap
        yield from ((one, low), (other, low), (other, low + gap), (right, low + gap), (right, high), (other, high))
        yield from (
            (other, high + gap),
            (one, high + gap),
            (one, high),
            (left, high),
            (left, low + gap),
            (one, low + gap),
        )

    def bites(self, across: float) -> Iterator[Point]:
        """Holes at both ends of each tab that touch a board's edge from outside; none where a rail is."""
        count = int((self.tab - across) / PITCH) + 1
        first = (self.tab - (count - 1) * PITCH) / 2
        for x in self.tabs:
            for place, low in enumerate(self.gaps):
                rows = [low + across / 2] if place > 0 else []
                rows += [low + self.gap - across / 2] if place < len(self.gaps) - 1 else []
                yield from ((x + first + PITCH * hole, y) for y in rows for hole in range(count))


def _box(left: float, low: float, right: float, high: float) -> Polygon:
    return (left, low), (right, low), (right, high), (left, high)


def _words(width: float, height: float, rail: float) -> Iterator[Word]:
    yield Word("PEARLBOARD PANEL: 3 BARS, 3 COUPONS. BREAK ALONG THE HOLES, FILE", width / 2, height - rail / 2, 1.5)
    yield Word("CERN-OHL-P-2.0", width / 2, rail / 2, HEIGHT)


# --- files -------------------------------------------------------------------------------------------------------------


def panel_files(made: Panel) -> dict[str, str]:
    """File name -> text, as of a single board; the outline is the frame's with all slots."""
    files = {f"{made.name}-{name}": gerber(made.name, *layer) for name, layer in panel_layers(made).items()}
    plated = [
        (across, x + dx, y + dy)
        for item in made.items
        for dx, dy in (item.shift,)
        for across, x, y in drills(item.board)
    ]
    files[f"{made.name}-PTH.drl"] = excellon(plated, "Plated,1,2,PTH")
    files[f"{made.name}-NPTH.drl"] = excellon(list(unplated(made)), "NonPlated,1,2,NPTH")
    lines = (line for item in made.items for line in placed(item.board, item.before, item.shift))
    files[f"{made.name}-placement.csv"] = "\n".join([PLACED, *lines, ""])
    lines = ordered((item.before, item.board) for item in made.items)
    files[f"{made.name}-bom.csv"] = "\n".join([BOUGHT, *lines, ""])
    return files


def unplated(made: Panel) -> Iterator[tuple[float, float, float]]:
    """Diameter, x, y: of the boards' own holes, of the frame's, and of the tabs'."""
    for item in made.items:
        yield from ((across, x + item.shift[0], y + item.shift[1]) for x, y, across in item.board.holes)
    yield from ((HOLE, x, y) for x, y in made.holes)
    yield from ((made.bite, x, y) for x, y in made.bites)


def panel_layers(made: Panel) -> dict[str, tuple[str, list[Flash], list[Draw]]]:
    """What the boards' layers are in the frame, and what the frame adds."""
    found: dict[str, tuple[str, list[Flash], list[Draw]]] = {}
    for item in made.items:
        dx, dy = item.shift
        for name, (function, flashes, draws) in layers(item.board).items():
            _, all_flashes, all_draws = found.setdefault(name, (function, [], []))
            if not name.startswith("Edge"):
                all_flashes += [(shape, x + dx, y + dy) for shape, x, y in flashes]
                all_draws += [(width, tuple((x + dx, y + dy) for x, y in points)) for width, points in draws]
    found["F_Cu.gtl"][1].extend((f"C,{number(FIDUCIAL)}", x, y) for x, y in made.fiducials)
    found["F_Mask.gts"][1].extend((f"C,{number(FREE)}", x, y) for x, y in made.fiducials)
    found["F_Silkscreen.gto"][2].extend((INK, line) for word in made.words for line in word.lines())
    frame = _box(0.0, 0.0, made.width, made.height)
    found["Edge_Cuts.gm1"][2].extend((0.1, (*outline, outline[0])) for outline in (frame, *made.slots))
    return found


# --- a picture ---------------------------------------------------------------------------------------------------------

SCALE: Final = 4.5


def panel_picture(made: Panel) -> str:
    """Boards, slots, tabs and holes."""
    wide, high = made.width * SCALE, made.height * SCALE
    picture = Picture(round(wide + 40), round(high + 70), "The panel")
    picture.text(wide / 2 + 20, 24, "The panel, from the parts' side: three bars and three coupons", size=16, bold=True)

    def at(x: float, y: float) -> Point:
        return 20 + x * SCALE, 40 + (made.height - y) * SCALE

    picture.box(20, 40, wide, high, (), "#cfe3cf")
    for item in made.items:
        left, low, right, top = item.box()
        x, y = at(left, top)
        picture.box(x, y, (right - left) * SCALE, (top - low) * SCALE, (item.before + item.board.name,), "#eef3ee", 12)
    for slot in made.slots:
        picture.wire([at(*point) for point in (*slot, slot[0])], "#c22f2f", 1.0)
    for x, y in made.bites:
        picture.disc(*at(x, y), made.bite / 2 * SCALE, "#ffffff")
    for x, y in made.holes:
        picture.disc(*at(x, y), HOLE / 2 * SCALE, "#ffffff")
    for x, y in made.fiducials:
        picture.disc(*at(x, y), FIDUCIAL / 2 * SCALE, "#e0a030")
    picture.text(
        wide / 2 + 20, high + 60, "red: routed; small circles: holes along which a tab breaks; yellow: fiducials"
    )
    return picture.svg()
