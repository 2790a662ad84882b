"""Several boards in one for a maker who assembles them: three bars, and below them three coupons, in a frame of rails.

Between the boards is a routed slot; tabs hold them, and break along rows of small holes that lie outside the boards.
x from the frame's left edge, y from its lower one, seen from the parts' side.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any, Final, TypeAlias

from hardware.electrical.board import FIDUCIAL, HEIGHT, Board, Pad, Via, Word
from hardware.electrical.circuit import Circuit
from hardware.electrical.gerber import board_files
from hardware.electrical.sheet import project
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


# --- as one board ------------------------------------------------------------------------------------------------------


def panel_board(made: Panel) -> Board:
    """The board for the maker: all boards, their parts and nets named by `before` and their own names, and a frame."""
    boards = [_moved(item) for item in made.items]
    circuits = [board.circuit for board in boards]
    frame = [*((x, y, HOLE) for x, y in made.holes), *((x, y, made.bite) for x, y in made.bites)]
    return Board(
        Circuit(made.name, _all(circuits, "parts"), _by_name(circuits, "nets")),
        boards[0].thickness,
        (0.0, 0.0, made.width, made.height),
        _all(boards, "pads"),
        _all(boards, "tracks"),
        _all(boards, "vias"),
        _by_name(boards, "centres"),
        _by_name(boards, "bodies"),
        holes=(*_all(boards, "holes"), *frame),
        slots=made.slots,
        fiducials=(*_all(boards, "fiducials"), *made.fiducials),
        words=(*_all(boards, "words"), *made.words),
        dots=_all(boards, "dots"),
    )


def _all(things: Sequence[Any], name: str) -> tuple[Any, ...]:
    """The values of several things under a name, in one row."""
    return tuple(chain.from_iterable(getattr(thing, name) for thing in things))


def _by_name(things: Sequence[Any], name: str) -> dict[str, Any]:
    """The same for mappings, whose keys differ."""
    return dict(chain.from_iterable(getattr(thing, name).items() for thing in things))


def _moved(item: Item) -> Board:
    """A board at its place in the frame, under the names that it has there."""
    board, before, (dx, dy) = item.board, item.before, item.shift

    def at(x: float, y: float) -> Point:
        return round(x + dx, 6), round(y + dy, 6)

    def net(name: str) -> str:
        return f"open {before}{name.removeprefix('open ')}" if name.startswith("open ") else before + name

    return replace(
        board,
        circuit=_renamed(board.circuit, before),
        pads=tuple(
            Pad(before + pad.part, pad.pin, net(pad.net), *at(pad.x, pad.y), pad.width, pad.height, pad.drill)
            for pad in board.pads
        ),
        tracks=tuple(
            replace(track, net=before + track.net, points=tuple(at(*point) for point in track.points))
            for track in board.tracks
        ),
        vias=tuple(Via(before + via.net, *at(via.x, via.y)) for via in board.vias),
        centres={before + name: (*at(x, y), turned) for name, (x, y, turned) in board.centres.items()},
        bodies={before + name: body for name, body in board.bodies.items()},
        holes=tuple((*at(x, y), across) for x, y, across in board.holes),
        fiducials=tuple(at(*point) for point in board.fiducials),
        words=tuple(Word(word.text, *at(word.x, word.y), word.height, word.below) for word in board.words),
        dots=tuple((across, *at(x, y)) for across, x, y in board.dots),
    )


def _renamed(circuit: Circuit, before: str) -> Circuit:
    """The same parts and nets, their names beginning otherwise."""
    parts = tuple(replace(part, name=before + part.name) for part in circuit.parts)
    nets = {before + net: tuple((before + part, pin) for part, pin in pins) for net, pins in circuit.nets.items()}
    return Circuit(before, parts, nets)


def panel_files(made: Panel) -> dict[str, str]:
    """File name -> text, as of a single board; the outline is the frame's with all slots."""
    return {**board_files(panel_board(made)), f"{made.name}.kicad_pro": project(made.name)}


# --- a picture ---------------------------------------------------------------------------------------------------------

SCALE: Final = 4.5


def panel_picture(made: Panel) -> str:
    """Boards, slots, tabs and holes."""
    wide, high = made.width * SCALE, made.height * SCALE
    picture = Picture(round(wide + 40), round(high + 70), "The panel")
    picture.text(
        wide / 2 + 20,
        24,
        "The panel, from the parts' side, which is face down in the table: three bars, three coupons",
        size=16,
        bold=True,
    )

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
