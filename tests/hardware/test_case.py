"""The case goes together: tabs have their slots, holes are where things are, and nothing meets anything else."""

import re
import sys
from dataclasses import replace
from functools import cache
from math import pi
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2]))  # `hardware` is no installed package

from hardware.electrical.controllerboard import controller
from hardware.generate.drawing import Circle, Layer, Line, Rect
from hardware.generate.layout import Layout
from hardware.generate.sizes import SizesError, read_sizes
from hardware.mechanical.case import MOUTH_UP, PI, PI_HOLES, Solid, case, case_drawings, check_case, walls
from hardware.mechanical.solids import step, stl

pytestmark = pytest.mark.slow

SIZES = read_sizes()
LAYOUT = Layout(SIZES)
NAMES = ("floor", "front", "back", "left", "right")


@cache
def the_case():
    """The case; to find the ways of the board in it takes a while."""
    return case(LAYOUT)


def sheet_of(name):
    return next(sheet for sheet in the_case().sheets if sheet.name == name)


def teeth(outline, axis, edge):
    """Where along the other axis an outline has tabs beyond an edge: from and to."""
    ends = sorted(
        point[1 - axis] for point in outline if (point[axis] < edge - 0.1 if edge <= 0 else point[axis] > edge + 0.1)
    )
    return [(round(a, 6), round(b, 6)) for a, b in zip(ends[::2], ends[1::2], strict=True)]


def slots(sheet, across, at):
    """The rectangular openings of a sheet whose middle is on a line: from and to along it."""
    found = [
        hole for hole in sheet_of(sheet).holes if isinstance(hole, Rect) and abs((hole.x, hole.y)[across] - at) < 1e-6
    ]
    spans = [((hole.x, hole.y)[1 - across], (hole.width, hole.height)) for hole in found]
    assert all(size[across] == the_case().thick for _, size in spans)
    return sorted(
        (round(middle - size[1 - across] / 2, 6), round(middle + size[1 - across] / 2, 6)) for middle, size in spans
    )


def test_every_tab_has_its_slot_and_every_slot_its_tab():
    """Walls in the floor, side walls in front and back: same places and lengths, as wide as the sheet is thick."""
    half = the_case().thick / 2
    for name, across, at in (
        ("front", 1, -half),
        ("back", 1, the_case().deep + half),
        ("left", 0, -half),
        ("right", 0, the_case().wide + half),
    ):
        tabs = teeth(sheet_of(name).outline, 1, 0.0)
        assert len(tabs) == 4
        assert tabs == slots("floor", across, at)
    for side, at in (("left", -half), ("right", the_case().wide + half)):
        assert teeth(sheet_of(side).outline, 0, 0.0) == slots("front", 0, at)
        assert teeth(sheet_of(side).outline, 0, the_case().deep) == slots("back", 0, at)


def test_the_stack_stands_in_it_up_to_the_walls_edge():
    """Half a millimetre round the plates; six screws in the floor under the plates' own; as high as all of them."""
    assert the_case().wide == pytest.approx(LAYOUT.width + 1.0)
    assert the_case().deep == pytest.approx(LAYOUT.height + 1.0)
    assert the_case().high == 30 + 3 + 3 + 2 + 2
    wanted = {(round(screw.x + 0.5, 3), round(the_case().deep - 0.5 - screw.y, 3)) for screw in LAYOUT.screws()}
    found = {(round(hole.x, 3), round(hole.y, 3)) for hole in sheet_of("floor").holes if isinstance(hole, Circle)}
    assert wanted <= found


def test_boards_are_screwed_where_their_holes_are():
    """Four for the controller's board, four for a Pi turned by half a turn."""
    found = {(round(hole.x, 3), round(hole.y, 3)) for hole in sheet_of("floor").holes if isinstance(hole, Circle)}
    board = next(solid for solid in the_case().solids if solid.name == "the controller's board")
    own = [hole for hole in controller(SIZES).holes if hole[2] == SIZES.controller.screw]
    assert {(round(board.x[0] + x, 3), round(board.y[0] + y, 3)) for x, y, _ in own} <= found
    pi = next(solid for solid in the_case().solids if solid.name == "a Raspberry Pi")
    assert pi.x[1] - pi.x[0] >= PI[0]
    assert {(round(pi.x[1] - x, 3), round(pi.y[1] - y, 3)) for x, y in PI_HOLES} <= found


def test_the_plug_meets_its_socket():
    """The opening in the right wall is around the socket, takes any USB-C plug, and is within 1 mm of its mouth."""
    board = next(solid for solid in the_case().solids if solid.name == "the controller's board")
    (hole,) = sheet_of("right").holes
    made = controller(SIZES)
    x, y, _ = made.centres["J1"]
    assert hole.x == pytest.approx(board.y[0] + y)
    assert hole.y == pytest.approx(SIZES.case.board_spacer + SIZES.controller.thickness + MOUTH_UP)
    assert hole.width >= 12.35
    assert hole.height >= 6.5
    assert 0 <= the_case().wide - (board.x[0] + x + made.bodies["J1"][2]) <= 1.0


@pytest.mark.parametrize(
    ("group", "changes", "words"),
    [
        ("case", {"button_depth": 80.0}, "the controller's board and the button END TURN"),
        ("case", {"board_spacer": 12.0}, "the controller's board and what hangs under the bars"),
        ("case", {"board_spacer": 2.0}, "the controller's board and the floor"),
        ("plate", {"below": 20.0}, "would be in one place"),
        ("case", {"button": 34.0}, "what hangs under the bars"),
    ],
)
def test_what_would_meet_is_named(group, changes, words):
    """Deeper buttons, higher or lower boards, less room below, wider buttons."""
    with pytest.raises(SizesError, match=words):
        case(Layout(replace(SIZES, **{group: replace(getattr(SIZES, group), **changes)})))


def test_something_in_a_wall_and_openings_too_near_are_found():
    """The checks can fail: a box through the left wall, and a hole beside another."""
    stray = Solid("a stray thing", (-1.0, 5.0), (50.0, 60.0), (5.0, 6.0))
    with pytest.raises(SizesError, match="a stray thing and the left wall"):
        check_case(replace(the_case(), solids=(*the_case().solids, stray)), 30.0)
    front = sheet_of("front")
    near = replace(front, holes=(*front.holes, replace(front.holes[-1], x=front.holes[-1].x - 25.0)))
    with pytest.raises(SizesError, match=r"two openings of the front are 1\.00 mm apart"):
        check_case(replace(the_case(), sheets=(near,)), 30.0)
    assert len(walls(the_case())) == 5


@pytest.mark.parametrize("name", NAMES)
def test_a_cut_file_is_its_sheet(name):
    """One closed outline as large as the drawing, every opening within it."""
    sheet = sheet_of(name)
    [drawing] = (drawing for drawing in case_drawings(the_case()) if drawing.name == f"case-{name}")
    outline, *holes = drawing.on(Layer.CUT)
    assert isinstance(outline, Line)
    assert outline.points[0] == outline.points[-1]
    assert len(holes) == len(sheet.holes)
    across, down = zip(*outline.points, strict=True)
    assert (min(across), min(down), max(across), max(down)) == pytest.approx((0, 0, drawing.width, drawing.height))
    for hole in holes:
        wide, high = (hole.width, hole.height) if isinstance(hole, Rect) else (hole.diameter, hole.diameter)
        assert hole.x - wide / 2 >= 2
        assert hole.x + wide / 2 <= drawing.width - 2
        assert hole.y - high / 2 >= 2
        assert hole.y + high / 2 <= drawing.height - 2


# --- solids ----------------------------------------------------------------------------------------------------------


def area(sheet):
    """By the corners of its outline, less its openings, exactly."""
    ring = sheet.outline
    whole = sum(ax * by - bx * ay for (ax, ay), (bx, by) in zip(ring, (*ring[1:], ring[0]), strict=True)) / 2
    cut = sum(
        pi * hole.diameter**2 / 4 if isinstance(hole, Circle) else hole.width * hole.height - (4 - pi) * hole.radius**2
        for hole in sheet.holes
    )
    return whole - cut


def facets(text):
    """Three corners each."""
    corners = [tuple(map(float, found)) for found in re.findall(r"vertex (\S+) (\S+) (\S+)", text)]
    return list(zip(corners[::3], corners[1::3], corners[2::3], strict=True))


def closed(found):
    """Whether each edge is there once in each direction."""
    edges = [edge for a, b, c in found for edge in ((a, b), (b, c), (c, a))]
    return len(edges) == len(set(edges)) and {(b, a) for a, b in edges} == set(edges)


@pytest.mark.parametrize("name", NAMES)
def test_a_sheets_triangles_close_it_and_fill_it(name):
    """No edge is open, and the volume is that of the drawing; a triangle taken away is noticed."""
    found = facets(stl(the_case(), sheet_of(name)))
    assert closed(found)
    assert not closed(found[1:])
    volume = sum(
        ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx)
        for (ax, ay, az), (bx, by, bz), (cx, cy, cz) in found
    )
    assert volume / 6 == pytest.approx(area(sheet_of(name)) * the_case().thick, rel=2e-3)


def test_the_step_file_has_five_closed_shells_that_refer_to_what_is_there():
    """Each edge is run along once forwards and once backwards; no line refers to one that is missing."""
    text = step(the_case())
    lines = dict(re.findall(r"^#(\d+)=(.*);$", text, re.MULTILINE))
    assert {number for line in lines.values() for number in re.findall(r"#(\d+)", line)} <= lines.keys()
    assert (
        sum(line.startswith("MANIFOLD_SOLID_BREP") for line in lines.values()) == len(NAMES) == len(the_case().sheets)
    )
    runs = [re.fullmatch(r"ORIENTED_EDGE\('',\*,\*,#(\d+),\.(T|F)\.\)", line) for line in lines.values()]
    runs = [run.groups() for run in runs if run]
    edges = {number for number, line in lines.items() if line.startswith("EDGE_CURVE")}
    assert sorted(runs) == sorted((number, way) for number in edges for way in "TF")
    rounds = sum(isinstance(hole, Circle) for sheet in the_case().sheets for hole in sheet.holes)
    rounded = sum(isinstance(hole, Rect) and hole.radius > 0 for sheet in the_case().sheets for hole in sheet.holes)
    assert sum(line.startswith("CYLINDRICAL") for line in lines.values()) == 2 * rounds + 4 * rounded
