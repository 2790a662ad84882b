"""The case below and round the plates: a floor and four walls of one sheet, tabs in slots, no screw in a wall.

The six spacers stand on the floor; the walls reach up to the mask. Everything inside is a box in space, and no two of
them may meet. x from the left wall, y from the front one (where row 5 is), z from the floor's upper side; millimetres.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from hardware.electrical.controller import PICO
from hardware.electrical.controllerboard import controller
from hardware.generate.drawing import Circle, Drawing, Layer, Line, Rect, Shape, label, number
from hardware.generate.layout import Layout
from hardware.generate.sizes import SizesError
from hardware.generate.strokes import Point

TAB: Final = 20.0
"""How long a tab of the floor is; those at the corners are half as long."""
NUT, NUT_DEEP = 14.0, 8.0
"""A button's nut: half its width, and how far behind the front it reaches (mm)."""
SPACER: Final = 3.2
"""Half of what a spacer's hexagon is across."""
HANGS: Final = 3.0
"""The height of the bars below the base (mm)."""
PINS: Final = 2.5
"""The height of soldered pins below a board (mm)."""
CONTROLLER_HIGH, PI_HIGH, PI_BOARD = 18.0, 17.0, 1.4
"""Over a board's upper side: the capacitor; a Pi's sockets."""
PI: Final = (85.0, 56.0)
PI_HOLES: Final = ((3.5, 3.5), (61.5, 3.5), (3.5, 52.5), (61.5, 52.5))
"""From the corner beside the card, connectors in front; in the case a Pi is turned by half."""
SOCKETS: Final = 3.0
"""A Pi's sockets stick out so far at its short side."""
PLUG: Final = (40.0, 12.0)
"""A USB plug and the bend of its cable: length and width."""
MOUTH_UP, MOUTH_HIGH = 1.6, 8.0
"""From the board to the middle of its USB-C socket, and how high the opening is: a plug's body is 6.5 mm at most."""
KEPT: Final = 2.0
"""Between two openings of a sheet, and from one to its edge; beside tabs and their slots a sheet's thickness."""
BUTTONS: Final = {"END TURN": 45.0, "HINT": -45.0, "TAKE BACK": -85.0}
"""From the middle of the front wall, where a spacer stands."""
PI_AT, CABLE_AT = 30.0, 125.0
"""From the left wall: a Pi, and the middle of the cables' slot."""
CONTROLLER_BACK: Final = 30.0
"""From the back wall to the controller's board."""


@dataclass(frozen=True, slots=True)
class Solid:
    """A box in space: name, and from where to where along x, y and z."""

    name: str
    x: Point
    y: Point
    z: Point

    def meets(self, other: "Solid") -> bool:
        """Whether they have any room in common; touching is none."""
        pairs = ((self.x, other.x), (self.y, other.y), (self.z, other.z))
        return all(a[0] < b[1] - 1e-9 and b[0] < a[1] - 1e-9 for a, b in pairs)


@dataclass(frozen=True, slots=True)
class Sheet:
    """A panel: its outline and openings in its own u and v, and where in space u = v = 0 is. `normal`: its thin side."""

    name: str
    outline: tuple[Point, ...]
    holes: tuple[Circle | Rect, ...]
    origin: tuple[float, float, float]
    normal: str
    words: tuple[tuple[str, float, float], ...] = ()


@dataclass(frozen=True)
class Case:
    """Sheets, what stands inside, and the room there."""

    wide: float
    deep: float
    high: float
    thick: float
    sheets: tuple[Sheet, ...]
    solids: tuple[Solid, ...]


def case(layout: Layout) -> Case:
    """The case; `SizesError` names what would meet."""
    made = _Making(layout)
    found = Case(made.wide, made.deep, made.high, made.thick, tuple(made.sheets()), tuple(made.inside()))
    check_case(found, layout.sizes.plate.below)
    return found


class _Making:
    def __init__(self, layout: Layout) -> None:
        self.layout, self.size = layout, layout.sizes.case
        plate = layout.sizes.plate
        self.wide, self.deep = (edge + 2 * self.size.clearance for edge in (layout.width, layout.height))
        stack = plate.base_thickness + plate.rim_bars + plate.opal_thickness + layout.sizes.mask.thickness
        self.high, self.thick, self.border = plate.below + stack, self.size.thickness, self.size.border
        self.board = controller(layout.sizes)
        self.up = self.size.board_spacer
        self.right = self.wide - self.size.clearance - layout.sizes.controller.width
        self.front = self.deep - CONTROLLER_BACK - layout.sizes.controller.height

    # --- what stands inside ----------------------------------------------------------------------------------------

    def inside(self) -> Iterator[Solid]:
        sizes, below = self.layout.sizes, self.layout.sizes.plate.below
        for x, y in self._spacers():
            yield Solid("a spacer", (x - SPACER, x + SPACER), (y - SPACER, y + SPACER), (0.0, below))
        size = sizes.controller
        top = self.up + size.thickness
        yield Solid(
            "the controller's board",
            (self.right, self.right + size.width),
            (self.front, self.front + size.height),
            (self.up - PINS, top + CONTROLLER_HIGH),
        )
        usb = self.front + self.board.centres[PICO][1] + 17.78 / 2
        yield Solid(
            "the Pico's plug",
            (self.right - PLUG[0], self.right),
            (usb - PLUG[1] / 2, usb + PLUG[1] / 2),
            (top + 6, top + 18),
        )
        (long, short), back = PI, self.deep - self.size.clearance
        yield Solid(
            "a Raspberry Pi",
            (PI_AT - SOCKETS, PI_AT + long),
            (back - short, back),
            (self.up - PINS, self.up + PI_BOARD + PI_HIGH),
        )
        for name, shift in BUTTONS.items():
            x, z = self.wide / 2 + shift, below / 2
            half, deep = self.size.button / 2, self.size.button_depth
            yield Solid(f"the button {name}", (x - half, x + half), (NUT_DEEP, deep), (z - half, z + half))
            yield Solid(f"the nut of {name}", (x - NUT, x + NUT), (0.0, NUT_DEEP), (z - NUT, z + NUT))
        edge, bar = self.size.clearance + sizes.plate.margin, sizes.bar
        yield Solid(
            "what hangs under the bars",
            (edge - bar.overhang, edge - bar.overhang + bar.length),
            (edge + sizes.pitch / 2 - bar.width / 2, self.deep - edge - sizes.pitch / 2 + bar.width / 2),
            (below - HANGS, below),
        )

    def _spacers(self) -> Iterator[Point]:
        """The plate's screws, its y turned round."""
        for screw in self.layout.screws():
            yield screw.x + self.size.clearance, self.deep - screw.y - self.size.clearance

    # --- sheets ----------------------------------------------------------------------------------------------------

    def sheets(self) -> Iterator[Sheet]:
        thick, border = self.thick, self.border
        yield Sheet(
            "floor",
            _rectangle(-thick - border, -thick - border, self.wide + thick + border, self.deep + thick + border),
            tuple(self._floor()),
            (0.0, 0.0, -thick),
            "z",
            (("FRONT", self.wide / 2, 40.0),),
        )
        across = self._along(self.wide)
        for name, y in (("front", -thick), ("back", self.deep)):
            outline = tuple(_tabbed(-thick - border, self.wide + thick + border, self.high, thick, across))
            holes = (*self._slots_for_sides(), *(self._front() if name == "front" else self._back()))
            yield Sheet(name, outline, holes, (0.0, y, 0.0), "y", tuple(self._words(name)))
        for name, x in (("left", -thick), ("right", self.wide)):
            outline = tuple(self._side())
            yield Sheet(name, outline, tuple(self._left() if name == "left" else self._right()), (x, 0.0, 0.0), "x")

    def _words(self, name: str) -> Iterator[tuple[str, float, float]]:
        if name == "front":
            for told, shift in BUTTONS.items():
                yield told, self.wide / 2 + shift, self.high - 4.0

    def _along(self, length: float) -> tuple[float, ...]:
        """Where tabs begin along a wall."""
        return tuple(length * share - TAB / 2 for share in (0.1, 0.4, 0.6, 0.9))

    def _ends(self) -> tuple[Point, ...]:
        """How high the tabs at a side wall's ends lie: from and to."""
        return tuple((self.high * share - TAB / 4, self.high * share + TAB / 4) for share in (0.25, 0.75))

    def _side(self) -> Iterator[Point]:
        """A side wall, from its lower front corner to the right: tabs below, at the back, at the front."""
        yield from _below(self._along(self.deep), 0.0, self.deep, self.thick)
        for low, top in self._ends():
            yield from (
                (self.deep, low),
                (self.deep + self.thick, low),
                (self.deep + self.thick, top),
                (self.deep, top),
            )
        yield from ((self.deep, self.high), (0.0, self.high))
        for low, top in reversed(self._ends()):
            yield from ((0.0, top), (-self.thick, top), (-self.thick, low), (0.0, low))

    def _slots_for_sides(self) -> Iterator[Rect]:
        for low, top in self._ends():
            for x in (-self.thick / 2, self.wide + self.thick / 2):
                yield Rect(x, (low + top) / 2, self.thick, top - low)

    def _floor(self) -> Iterator[Circle | Rect]:
        screw = self.layout.sizes.plate.screw
        yield from (Circle(x, y, screw) for x, y in self._spacers())
        corners = [hole for hole in self.board.holes if hole[2] == self.layout.sizes.controller.screw]
        yield from (Circle(self.right + x, self.front + y, across) for x, y, across in corners)
        (long, _), back = PI, self.deep - self.size.clearance
        yield from (Circle(PI_AT + long - x, back - y, 2.7) for x, y in PI_HOLES)
        yield from (Rect(PI_AT + 42.5, back - 14.0 - 7.0 * row, 30.0, 3.0, 1.5) for row in range(5))
        for start in self._along(self.wide):
            yield from (
                Rect(start + TAB / 2, y, TAB, self.thick) for y in (-self.thick / 2, self.deep + self.thick / 2)
            )
        for start in self._along(self.deep):
            yield from (
                Rect(x, start + TAB / 2, self.thick, TAB) for x in (-self.thick / 2, self.wide + self.thick / 2)
            )

    def _front(self) -> Iterator[Circle]:
        for shift in BUTTONS.values():
            yield Circle(self.wide / 2 + shift, self.layout.sizes.plate.below / 2, self.size.button)

    def _back(self) -> Iterator[Rect]:
        """A Pi's supply and picture, and whatever cable goes out."""
        long, _ = PI
        yield Rect(PI_AT + long - 32.0, self.up + PI_BOARD + 4.0, 58.0, 11.0, 2.0)
        yield Rect(CABLE_AT, 9.0, 14.0, 12.0, 2.0)

    def _left(self) -> Iterator[Rect]:
        for row in range(3):
            yield from (Rect(y, 20.0 - 6.0 * row, 30.0, 3.0, 1.5) for y in (self.deep / 2 - 20.0, self.deep / 2 + 20.0))

    def _right(self) -> Iterator[Rect]:
        _, y, _ = self.board.centres["J1"]
        top = self.up + self.layout.sizes.controller.thickness
        yield Rect(self.front + y, top + MOUTH_UP, self.size.plug, MOUTH_HIGH, 2.0)


def _rectangle(left: float, low: float, right: float, high: float) -> tuple[Point, ...]:
    return (left, low), (right, low), (right, high), (left, high)


def _below(starts: tuple[float, ...], left: float, right: float, thick: float) -> Iterator[Point]:
    """A lower edge from left to right, with tabs."""
    yield left, 0.0
    for start in starts:
        yield from ((start, 0.0), (start, -thick), (start + TAB, -thick), (start + TAB, 0.0))
    yield right, 0.0


def _tabbed(left: float, right: float, high: float, thick: float, starts: tuple[float, ...]) -> Iterator[Point]:
    yield from _below(starts, left, right, thick)
    yield from ((right, high), (left, high))


# --- checks ------------------------------------------------------------------------------------------------------------


def walls(found: Case) -> tuple[Solid, ...]:
    """The sheets as boxes, without tabs."""
    thick, wide, deep, high = found.thick, found.wide, found.deep, found.high
    return (
        Solid("the floor", (-thick, wide + thick), (-thick, deep + thick), (-thick, 0.0)),
        Solid("the front", (-thick, wide + thick), (-thick, 0.0), (0.0, high)),
        Solid("the back", (-thick, wide + thick), (deep, deep + thick), (0.0, high)),
        Solid("the left wall", (-thick, 0.0), (0.0, deep), (0.0, high)),
        Solid("the right wall", (wide, wide + thick), (0.0, deep), (0.0, high)),
    )


def check_case(found: Case, below: float) -> None:
    """Nothing meets anything else, all stays below the base, and sheets keep enough between their openings."""
    base = Solid("the base", (0.0, found.wide), (0.0, found.deep), (below, found.high))
    for one, other in combinations((*found.solids, *walls(found), base), 2):
        if one.meets(other):
            raise SizesError(f"case: {one.name} and {other.name} would be in one place")
    for sheet in found.sheets:
        for one, other in combinations(sheet.holes, 2):
            if _between(one, other) < KEPT - 1e-9:
                raise SizesError(
                    f"case: two openings of the {sheet.name} are {_between(one, other):.2f} mm apart, {KEPT} is wanted"
                )


def _between(one: Circle | Rect, other: Circle | Rect) -> float:
    """Between the boxes round two openings, along the axis where it is more."""
    return max(
        abs(one.x - other.x) - (_across(one)[0] + _across(other)[0]) / 2,
        abs(one.y - other.y) - (_across(one)[1] + _across(other)[1]) / 2,
    )


def _across(hole: Circle | Rect) -> Point:
    return (hole.width, hole.height) if isinstance(hole, Rect) else (hole.diameter, hole.diameter)


# --- drawings ----------------------------------------------------------------------------------------------------------


def case_drawings(found: Case) -> tuple[Drawing, ...]:
    """A cut file for each sheet, seen from outside; y downwards as in all drawings."""
    return tuple(_drawn(found, sheet) for sheet in found.sheets)


def _drawn(found: Case, sheet: Sheet) -> Drawing:
    left, low = (min(point[axis] for point in sheet.outline) for axis in (0, 1))
    right, top = (max(point[axis] for point in sheet.outline) for axis in (0, 1))

    def at(u: float, v: float) -> Point:
        return u - left, top - v

    closed = (*sheet.outline, sheet.outline[0])
    shapes: list[tuple[Layer, Shape]] = [(Layer.CUT, Line(tuple(at(*point) for point in closed)))]
    for hole in sheet.holes:
        x, y = at(hole.x, hole.y)
        moved = (
            Circle(x, y, hole.diameter)
            if isinstance(hole, Circle)
            else Rect(x, y, hole.width, hole.height, hole.radius)
        )
        shapes.append((Layer.CUT, moved))
    for told, u, v in sheet.words:
        shapes += label(told, *at(u, v), 3.0)
    title = f"Case: {sheet.name}, {number(found.thick)} mm"
    return Drawing(f"case-{sheet.name}", title, right - left, top - low, tuple(shapes))
