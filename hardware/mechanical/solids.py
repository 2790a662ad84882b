"""The case's sheets in space, as STEP (true planes and cylinders) and as STL (triangles): for a look, a mill or a printer.

A sheet is its outline, less its openings, made as thick as it is. Both files are text, and the same at every drawing.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from math import cos, pi, sin
from typing import Final, TypeAlias

from hardware.generate.drawing import Circle, Rect, number
from hardware.generate.strokes import Point
from hardware.mechanical.case import Case, Sheet

Place: TypeAlias = tuple[float, float, float]
QUARTERS: Final = 8
"""Straight stretches for a quarter of a circle, in STL."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """From one point to another, straight or to the right round a middle. The sheet lies to its left."""

    start: Point
    end: Point
    middle: Point | None = None
    radius: float = 0.0


@dataclass(frozen=True, slots=True)
class Space:
    """How a sheet's u, v and its depth lie in space."""

    sheet: Sheet
    thick: float

    def at(self, u: float, v: float, w: float) -> Place:
        """A point of the sheet; w from 0 to its thickness."""
        x, y, z = self.sheet.origin
        across, up, deep = self.along(u, v, w)
        back = self.thick if self.sheet.normal == "y" else 0.0
        return x + across, y + up + back, z + deep

    def along(self, u: float, v: float, w: float) -> Place:
        """A direction; u, v and w turn as x, y and z do."""
        return {"z": (u, v, w), "x": (w, u, v), "y": (u, -w, v)}[self.sheet.normal]


def loops(sheet: Sheet) -> tuple[tuple[Stretch, ...], ...]:
    """The outline to the left, then every opening to the right."""
    outline = (*sheet.outline, sheet.outline[0])
    return (tuple(Stretch(a, b) for a, b in pairwise(outline)), *(tuple(_hole(hole)) for hole in sheet.holes))


def _hole(hole: Circle | Rect) -> Iterator[Stretch]:
    if isinstance(hole, Circle):
        r, middle = hole.diameter / 2, (hole.x, hole.y)
        left, right = (hole.x - r, hole.y), (hole.x + r, hole.y)
        yield Stretch(left, right, middle, r)
        yield Stretch(right, left, middle, r)
        return
    x, y, r = hole.width / 2, hole.height / 2, hole.radius
    corners = ((-x, y, 0, -1, 1, 0), (x, y, -1, 0, 0, -1), (x, -y, 0, 1, -1, 0), (-x, -y, 1, 0, 0, 1))
    points: list[tuple[Point, Point, Point]] = []
    for cx, cy, before_x, before_y, after_x, after_y in corners:
        into = (hole.x + cx + before_x * r, hole.y + cy + before_y * r)
        out = (hole.x + cx + after_x * r, hole.y + cy + after_y * r)
        points.append((into, (hole.x + cx + (before_x + after_x) * r, hole.y + cy + (before_y + after_y) * r), out))
    for (into, middle, out), (following, _, _) in zip(points, (*points[1:], points[0]), strict=True):
        if r:
            yield Stretch(into, out, middle, r)
        if max(abs(out[0] - following[0]), abs(out[1] - following[1])) > 1e-9:
            yield Stretch(out, following)


# --- STEP --------------------------------------------------------------------------------------------------------------

HEAD: Final = """ISO-10303-21;
HEADER;
FILE_DESCRIPTION(('Pearlboard: case'),'2;1');
FILE_NAME('case.step','1970-01-01T00:00:00',(''),('CERN-OHL-P-2.0'),'','pearlboard','');
FILE_SCHEMA(('AUTOMOTIVE_DESIGN { 1 0 10303 214 1 1 1 1 }'));
ENDSEC;
DATA;"""


@dataclass
class _Step:
    lines: list[str] = field(default_factory=list)
    known: dict[str, int] = field(default_factory=dict)

    def put(self, text: str) -> int:
        """A line, once; its number."""
        if text not in self.known:
            self.known[text] = len(self.lines) + 1
            self.lines.append(f"#{self.known[text]}={text};")
        return self.known[text]

    def new(self, text: str) -> int:
        """A line that is its own, whatever others say."""
        self.lines.append(f"#{len(self.lines) + 1}={text};")
        return len(self.lines)

    def apart(self) -> None:
        """Keep what comes from now on from sharing points with what is there, though it may lie at the same place."""
        self.known.clear()

    def point(self, place: Place) -> int:
        return self.put(f"CARTESIAN_POINT('',({_reals(place)}))")

    def axes(self, place: Place, axis: Place, reference: Place) -> int:
        across, along = (self.put(f"DIRECTION('',({_reals(one)}))") for one in (axis, reference))
        return self.put(f"AXIS2_PLACEMENT_3D('',#{self.point(place)},#{across},#{along})")

    def vertex(self, place: Place) -> int:
        return self.put(f"VERTEX_POINT('',#{self.point(place)})")

    def straight(self, start: Place, end: Place) -> int:
        """An edge from one place to another."""
        step = tuple(b - a for a, b in zip(start, end, strict=True))
        length = sum(one * one for one in step) ** 0.5
        unit = self.put(f"DIRECTION('',({_reals([one / length for one in step])}))")
        vector = self.put(f"VECTOR('',#{unit},1.)")
        line = self.put(f"LINE('',#{self.point(start)},#{vector})")
        return self.put(f"EDGE_CURVE('',#{self.vertex(start)},#{self.vertex(end)},#{line},.T.)")

    def face(self, bounds: list[list[tuple[int, bool]]], surface: int, *, same: bool = True) -> int:
        """A face within loops of edges, each forwards or backwards; the first is the outer one."""
        ends = []
        for place, edges in enumerate(bounds):
            turned = [self.new(f"ORIENTED_EDGE('',*,*,#{edge},{_flag(forwards)})") for edge, forwards in edges]
            loop = self.new(f"EDGE_LOOP('',({','.join(f'#{one}' for one in turned)}))")
            ends.append(self.new(f"{'FACE_BOUND' if place else 'FACE_OUTER_BOUND'}('',#{loop},.T.)"))
        return self.new(f"ADVANCED_FACE('',({','.join(f'#{one}' for one in ends)}),#{surface},{_flag(same)})")


def _flag(true: bool) -> str:  # noqa: FBT001 - it is what is written
    return ".T." if true else ".F."


def _reals(place: Iterable[float]) -> str:
    told = (number(length) for length in place)
    return ",".join(one if "." in one else f"{one}." for one in told)


def step(found: Case) -> str:
    """Five solids where they stand."""
    file = _Step()
    units = file.put("(LENGTH_UNIT()NAMED_UNIT(*)SI_UNIT(.MILLI.,.METRE.))")
    angle = file.put("(NAMED_UNIT(*)PLANE_ANGLE_UNIT()SI_UNIT($,.RADIAN.))")
    solid = file.put("(NAMED_UNIT(*)SI_UNIT($,.STERADIAN.)SOLID_ANGLE_UNIT())")
    near = file.put(f"UNCERTAINTY_MEASURE_WITH_UNIT(LENGTH_MEASURE(1.E-3),#{units},'','')")
    context = file.put(
        f"(GEOMETRIC_REPRESENTATION_CONTEXT(3)GLOBAL_UNCERTAINTY_ASSIGNED_CONTEXT((#{near}))"
        f"GLOBAL_UNIT_ASSIGNED_CONTEXT((#{units},#{angle},#{solid}))REPRESENTATION_CONTEXT('',''))"
    )
    origin = file.axes((0.0, 0.0, 0.0), (0.0, 0.0, 1.0), (1.0, 0.0, 0.0))
    solids = [_solid(file, Space(sheet, found.thick)) for sheet in found.sheets]
    listed = ",".join(f"#{one}" for one in (origin, *solids))
    shape = file.put(f"ADVANCED_BREP_SHAPE_REPRESENTATION('',({listed}),#{context})")
    application = file.put("APPLICATION_CONTEXT('automotive design')")
    file.put(f"APPLICATION_PROTOCOL_DEFINITION('international standard','automotive_design',2000,#{application})")
    product = file.put(f"PRODUCT_CONTEXT('',#{application},'mechanical')")
    made = file.put(f"PRODUCT('case','Pearlboard case','',(#{product}))")
    version = file.put(f"PRODUCT_DEFINITION_FORMATION('','',#{made})")
    design = file.put(f"PRODUCT_DEFINITION_CONTEXT('part definition',#{application},'design')")
    defined = file.put(f"PRODUCT_DEFINITION('','',#{version},#{design})")
    shaped = file.put(f"PRODUCT_DEFINITION_SHAPE('','',#{defined})")
    file.put(f"SHAPE_DEFINITION_REPRESENTATION(#{shaped},#{shape})")
    return "\n".join([HEAD, *file.lines, "ENDSEC;", "END-ISO-10303-21;", ""])


def _solid(file: _Step, space: Space) -> int:
    file.apart()
    top, bottom, faces = [], [], []
    for loop in loops(space.sheet):
        upper, lower = ([_edge(file, space, one, w) for one in loop] for w in (space.thick, 0.0))
        top.append([(edge, True) for edge in upper])
        bottom.append([(edge, False) for edge in reversed(lower)])
        faces += [_side(file, space, one, low, high) for one, low, high in zip(loop, lower, upper, strict=True)]
    up, reference = space.along(0, 0, 1), space.along(1, 0, 0)
    faces.append(file.face(top, file.new(f"PLANE('',#{file.axes(space.at(0, 0, space.thick), up, reference)})")))
    down = space.along(0, 0, -1)
    faces.append(file.face(bottom, file.new(f"PLANE('',#{file.axes(space.at(0, 0, 0), down, reference)})")))
    shell = file.new(f"CLOSED_SHELL('',({','.join(f'#{face}' for face in faces)}))")
    return file.new(f"MANIFOLD_SOLID_BREP('{space.sheet.name}',#{shell})")


def _edge(file: _Step, space: Space, one: Stretch, w: float) -> int:
    start, end = space.at(*one.start, w), space.at(*one.end, w)
    if one.middle is None:
        return file.straight(start, end)
    axes = file.axes(space.at(*one.middle, w), space.along(0, 0, -1), space.along(1, 0, 0))
    circle = file.put(f"CIRCLE('',#{axes},{_reals([one.radius])})")
    return file.put(f"EDGE_CURVE('',#{file.vertex(start)},#{file.vertex(end)},#{circle},.T.)")


def _side(file: _Step, space: Space, one: Stretch, lower: int, upper: int) -> int:
    """The wall on a stretch, from below to above."""
    first, last = (
        file.straight(space.at(*point, 0.0), space.at(*point, space.thick)) for point in (one.start, one.end)
    )
    edges = [[(lower, True), (last, True), (upper, False), (first, False)]]
    if one.middle is not None:
        axes = file.axes(space.at(*one.middle, 0.0), space.along(0, 0, 1), space.along(1, 0, 0))
        return file.face(edges, file.new(f"CYLINDRICAL_SURFACE('',#{axes},{_reals([one.radius])})"), same=False)
    across, up = one.end[0] - one.start[0], one.end[1] - one.start[1]
    length = (across * across + up * up) ** 0.5
    outwards = space.along(up / length, -across / length, 0)
    axes = file.axes(space.at(*one.start, 0.0), outwards, space.along(across / length, up / length, 0))
    return file.face(edges, file.new(f"PLANE('',#{axes})"))


# --- STL ---------------------------------------------------------------------------------------------------------------


def stl(found: Case, sheet: Sheet) -> str:
    """One sheet as triangles, lying flat as it is cut."""
    rings = [tuple(_ring(loop)) for loop in loops(sheet)]
    lines = [f"solid {sheet.name}"]
    for a, b, c in triangles(rings):
        lines += _facet((*a, found.thick), (*b, found.thick), (*c, found.thick))
        lines += _facet((*c, 0.0), (*b, 0.0), (*a, 0.0))
    for ring in rings:
        for a, b in pairwise((*ring, ring[0])):
            lines += _facet((*a, 0.0), (*b, 0.0), (*b, found.thick))
            lines += _facet((*a, 0.0), (*b, found.thick), (*a, found.thick))
    return "\n".join([*lines, f"endsolid {sheet.name}", ""])


def _ring(loop: Iterable[Stretch]) -> Iterator[Point]:
    """Corners; curves in straight stretches."""
    for one in loop:
        yield one.start
        if one.middle is not None:
            (x, y), (mx, my) = one.start, one.middle
            half = abs(one.start[0] + one.end[0] - 2 * mx) + abs(one.start[1] + one.end[1] - 2 * my) < 1e-9
            count, whole = (2 * QUARTERS, pi) if half else (QUARTERS, pi / 2)
            for turn in range(1, count):
                angle = -whole * turn / count
                dx, dy = x - mx, y - my
                yield mx + dx * cos(angle) - dy * sin(angle), my + dx * sin(angle) + dy * cos(angle)


def _facet(*corners: Place) -> list[str]:
    (ax, ay, az), (bx, by, bz), (cx, cy, cz) = corners
    ux, uy, uz, vx, vy, vz = bx - ax, by - ay, bz - az, cx - ax, cy - ay, cz - az
    normal = (uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx)
    length = sum(one * one for one in normal) ** 0.5
    told = " ".join(number(one / length if length else 0.0) for one in normal)
    points = (f"vertex {' '.join(map(number, corner))}" for corner in corners)
    return [f"facet normal {told}", "outer loop", *points, "endloop", "endfacet"]


def triangles(rings: list[tuple[Point, ...]]) -> Iterator[tuple[Point, Point, Point]]:
    """An outline to the left, less openings to the right, cut into triangles: openings are joined to it, then ears go.

    Corners that lie on one line have no ears; so all are first moved by less than a micrometre, each by another bit.
    """
    moved = [
        tuple(_moved(point, 31 * turn + place) for place, point in enumerate(ring)) for turn, ring in enumerate(rings)
    ]
    true = {
        there: point
        for ring, before in zip(moved, rings, strict=True)
        for there, point in zip(ring, before, strict=True)
    }
    outer = list(moved[0])
    holes = sorted(moved[1:], key=lambda ring: -max(ring)[0])
    for place, hole in enumerate(holes):
        _bridge(outer, list(hole), [edge for other in holes[place + 1 :] for edge in pairwise((*other, other[0]))])
    while len(outer) > 3:
        place = next(place for place in range(len(outer)) if _ear(outer, place))
        yield true[outer[place - 1]], true[outer[place]], true[outer[(place + 1) % len(outer)]]
        del outer[place]
    yield true[outer[0]], true[outer[1]], true[outer[2]]


def _moved(point: Point, turn: int) -> Point:
    return point[0] + turn * 7919 % 997 * 1e-6, point[1] + turn * 6101 % 991 * 1e-6


def _turn(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _ear(ring: list[Point], place: int) -> bool:
    """Whether a corner can be cut off: it sticks out, and no other corner is in its triangle."""
    a, b, c = ring[place - 1], ring[place], ring[(place + 1) % len(ring)]
    if _turn(a, b, c) <= 0:
        return False
    return not any(
        point not in (a, b, c) and _turn(a, b, point) >= 0 and _turn(b, c, point) >= 0 and _turn(c, a, point) >= 0
        for point in ring
    )


def _bridge(outer: list[Point], hole: list[Point], others: list[tuple[Point, Point]]) -> None:
    """Join an opening to the outline: from its rightmost corner to the nearest that it sees, there and back."""
    start = hole.index(max(hole))
    corner = hole[start]
    order = sorted(range(len(outer)), key=lambda at: (outer[at][0] - corner[0]) ** 2 + (outer[at][1] - corner[1]) ** 2)
    edges = [*pairwise((*outer, outer[0])), *pairwise((*hole, hole[0])), *others]
    seen = next(
        at
        for at in order
        if _within(outer, at, corner) and not any(_crosses(corner, outer[at], a, b) for a, b in edges)
    )
    turned = [*hole[start:], *hole[: start + 1]]
    outer[seen : seen + 1] = [outer[seen], *turned, outer[seen]]


def _within(ring: list[Point], at: int, point: Point) -> bool:
    """Whether a point lies on the sheet's side of a corner."""
    a, b, c = ring[at - 1], ring[at], ring[(at + 1) % len(ring)]
    left, right = _turn(a, b, point) > 0, _turn(b, c, point) > 0
    return (left and right) if _turn(a, b, c) > 0 else (left or right)


def _crosses(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether two stretches cross or touch but at common ends."""
    if {a, b} & {c, d}:
        return False
    return _turn(a, b, c) * _turn(a, b, d) <= 0 and _turn(c, d, a) * _turn(c, d, b) <= 0
