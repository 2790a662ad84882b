"""Overlays hide nothing and say what their game wants; printed pages are at true scale and have a rule to prove it."""

import re
import sys
from itertools import pairwise
from math import dist
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2]))  # `hardware` is no installed package

from hardware.electrical.copper import Piece, distance
from hardware.generate.drawing import Circle, Layer, Rect, label
from hardware.generate.layout import Layout, web
from hardware.generate.sizes import read_sizes
from hardware.mechanical.overlays import HEAD, SMALL, corner, openings, overlays
from hardware.mechanical.pieces import pieces
from hardware.mechanical.plates import plates
from hardware.mechanical.touch import CELL, DOT, DOTS, LINE, braille, faces, notches, touch
from hardware.paper.pdf import POINT, RULE, paper, pdf

from pearlboard.games.pearls.board.places import NECKLACES, SLOTS
from pearlboard.games.perladora.rules.state import FARMS
from pearlboard.games.piratoons.board.places import BERTHS, SEA, pocket
from pearlboard.geometry import GRID

pytestmark = pytest.mark.slow

LAYOUT = Layout(read_sizes())
DRAWN = {drawing.name.removeprefix("overlay-"): drawing for drawing in overlays(LAYOUT)}
ALL = (*plates(LAYOUT), *pieces(LAYOUT), *DRAWN.values(), *touch(LAYOUT))
SIDES = {"upper left": (-1, -1), "upper right": (1, -1), "lower left": (-1, 1), "lower right": (1, 1)}


def printed(game, space, side):
    """The letter in a corner round a pocket, or nothing."""
    x, y = LAYOUT.at(space)
    across, down = (corner(LAYOUT) * sign for sign in SIDES[side])
    drawn = set(DRAWN[game].on(Layer.ENGRAVE))
    near = [line for line in drawn if all(dist(point, (x + across, y + down)) < SMALL for point in line.points)]
    for letter in "0123456789FS":
        if near and {line for _, line in label(letter, x + across, y + down, SMALL)} == set(near):
            return letter
    assert not near, (game, space, side)
    return ""


def test_pearls_has_its_display_and_its_necklaces_and_nothing_else():
    """1 to 6 above the slots, 4 to 9 below the necklaces, both at both corners."""
    above = {space: str(turn) for turn, space in enumerate(SLOTS, 1)}
    below = {space: str(value) for value, space in NECKLACES.items()}
    for space in GRID.spaces:
        for side in SIDES:
            assert printed("pearls", space, side) == (above if "upper" in side else below).get(space, "")


def test_piratoons_says_berth_and_seat_at_every_pocket():
    """The berth's number above, S for the sea; the seat's below; 40 pockets."""
    told = 0
    for berth in BERTHS:
        for seat in range(1, 5):
            space = pocket(berth, seat)
            assert printed("piratoons", space, "upper left") == ("S" if berth == SEA else str(berth))
            assert printed("piratoons", space, "lower right") == str(seat)
            told += 1
    assert told == len(GRID.spaces)


def test_perladora_marks_its_farms_alone():
    """An F in all four corners of each of the eight."""
    for space in GRID.spaces:
        assert {printed("perladora", space, side) for side in SIDES} == ({"F"} if space in FARMS else {""})


def test_an_overlay_hides_no_light_and_holds_no_piece():
    """Each of its openings holds the mask's, with 0.15 mm to spare all round."""
    for mine, masks in zip(openings(LAYOUT), LAYOUT.openings("pucks").values(), strict=True):
        assert (mine.x, mine.y) == (masks.x, masks.y)
        if isinstance(mine, Circle):
            assert mine.diameter == pytest.approx(masks.diameter + 0.3)
        else:
            assert (mine.width, mine.height) == (pytest.approx(masks.width + 0.3), pytest.approx(masks.height + 0.3))


def holes_of(drawing):
    """What is cut within the outline, as pieces that distances can be measured from."""
    side = frozenset({"film"})
    cut = [shape for shape in drawing.on(Layer.CUT) if shape.x != LAYOUT.width / 2 or shape.y != LAYOUT.height / 2]
    return [
        Piece("", side, "", ((one.x, one.y),) * 2, one.diameter / 2)
        if isinstance(one, Circle)
        else Piece(
            "",
            side,
            "",
            ((one.x - one.width / 2, one.y - one.height / 2), (one.x + one.width / 2, one.y + one.height / 2)),
            0.0,
            solid=True,
        )
        for one in cut
    ]


@pytest.mark.parametrize("game", DRAWN)
def test_no_letter_is_where_something_is_cut(game):
    """0.15 mm between every stroke and every opening, head of a screw and edge."""
    side, holes = frozenset({"film"}), holes_of(DRAWN[game])
    for line in DRAWN[game].on(Layer.ENGRAVE):
        for ends in pairwise(line.points):
            assert all(1.5 < x < LAYOUT.width - 1.5 and 1.5 < y < LAYOUT.height - 1.5 for x, y in ends)
            stroke = Piece("", side, "", ends, 0.1)
            (x, y), _ = ends
            near = [hole for hole in holes if abs(hole.ends[0][0] - x) < 40 and abs(hole.ends[0][1] - y) < 40]
            assert all(distance(stroke, hole) >= 0.15 for hole in near)


@pytest.mark.parametrize("game", DRAWN)
def test_the_screws_heads_hold_it(game):
    """A hole of 6.5 mm over each screw, for heads of 5.6 mm, that leaves film round it."""
    heads = [shape for shape in DRAWN[game].on(Layer.CUT) if isinstance(shape, Circle) and shape.diameter == HEAD]
    assert {(head.x, head.y) for head in heads} == {(screw.x, screw.y) for screw in LAYOUT.screws()}
    for head in heads:
        assert min(web(head, hole) for hole in openings(LAYOUT)) >= 1.5
        assert min(head.x, head.y, LAYOUT.width - head.x, LAYOUT.height - head.y) - HEAD / 2 >= 1.5


# --- pages -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("drawing", ALL, ids=lambda drawing: drawing.name)
def test_a_page_is_at_true_scale_and_has_a_rule(drawing):
    """A unit of the page's matrix is a millimetre; 100 of them are ruled; every shape is there; the table is right."""
    text = pdf(drawing)
    (matrix,) = re.findall(r"^(\S+) 0 0 -(\S+) 0 (\S+) cm$", text, re.MULTILINE)
    assert float(matrix[0]) == float(matrix[1]) == pytest.approx(72 / 25.4, abs=1e-5)
    rules = re.findall(r"^(\S+) (\S+) m (\S+) (\S+) l S$", text, re.MULTILINE)
    assert any(float(b) - float(a) == pytest.approx(RULE) and y == to for a, y, b, to in rules)
    box = [float(edge) for edge in re.findall(r"/MediaBox \[0 0 (\S+) (\S+)\]", text)[0]]
    assert [edge / POINT for edge in box] == [pytest.approx(edge, abs=1e-3) for edge in paper(drawing)]
    assert drawing.width + 10 <= paper(drawing)[0]
    rounded = sum(
        isinstance(shape, Circle) or (isinstance(shape, Rect) and shape.radius > 0) for _, shape in drawing.shapes
    )
    assert text.count(" c ") == 4 * rounded
    table = [int(start) for start in re.findall(r"^(\d{10}) 00000 n", text, re.MULTILINE)]
    assert [text[start:].split(maxsplit=2)[:2] for start in table] == [[str(place), "0"] for place in (1, 2, 3, 4)]
    assert text[int(re.findall(r"startxref\n(\d+)", text)[0]) :].startswith("xref")
    stream = text.partition("stream\n")[2].partition("endstream")[0]
    assert len(stream) == int(re.findall(r"/Length (\d+)", text)[0])
    assert text.isascii()
    assert "Date" not in text


def test_a_plate_measures_on_the_page_what_it_measures_in_the_file():
    """The opal plate's outline, read off the page: 290.7 x 190.7 mm."""
    text = pdf(next(drawing for drawing in ALL if drawing.name == "opal-plate"))
    wide, high = 0.0, 0.0
    for outline in re.findall(r"^.* s$", text, re.MULTILINE):
        points = [(float(x), float(y)) for x, y in re.findall(r"(-?[\d.]+) (-?[\d.]+)(?= [mlc])", outline)]
        across, along = (max(axis) - min(axis) for axis in zip(*points, strict=True))
        wide, high = max(wide, across), max(high, along)
    assert (round(wide, 1), round(high, 1)) == (290.7, 190.7)


def test_raised_lines_stand_on_film_alone():
    """Two beside each slot; 0.1 mm from every opening, head and edge, as wide as they are."""
    board = touch(LAYOUT)[0]
    holes, lines = holes_of(board), board.on(Layer.ENGRAVE)
    assert len(lines) == 2 * len(GRID.edges)
    for line in lines:
        stroke = Piece("", frozenset({"film"}), "", line.points, LINE / 2)
        assert min(distance(stroke, hole) for hole in holes) >= 0.1


def test_each_column_and_row_can_be_counted_at_the_rim():
    """Columns a to h in front, rows 1 to 5 at the right; a wide notch is five."""
    front = [notch for notch in notches(LAYOUT) if notch.y == LAYOUT.height - 0.5]
    right = [notch for notch in notches(LAYOUT) if notch not in front]
    half = LAYOUT.sizes.pitch / 2 - 1

    def told(middle, at):
        return sum(5 if isinstance(notch, Rect) else 1 for place, notch in at if abs(place - middle) < half)

    columns = [told(LAYOUT.at(GRID.spaces[at])[0], [(notch.x, notch) for notch in front]) for at in range(8)]
    rows = [told(LAYOUT.at(GRID.spaces[8 * at])[1], [(notch.y, notch) for notch in right]) for at in range(5)]
    assert (columns, rows) == (list(range(1, 9)), list(range(1, 6)))


def test_a_face_is_its_sign_and_its_digit_and_all_faces_are_of_one_size():
    """Dots 1.5 mm wide and 2.5 mm apart; whichever way up, no face reads as another."""
    cut = faces(LAYOUT).on(Layer.CUT)
    assert len({(face.width, face.height) for face in cut}) == 1
    turned = set()
    for value in range(1, 6):
        dots = [(dot.x, dot.y) for dot in braille(value, 0, 0)]
        assert min(dist(one, other) for one in dots for other in dots if one != other) >= DOTS
        assert max(abs(x) for x, _ in dots) + DOT / 2 <= cut[0].width / 2
        for sign in (1, -1):
            for across in (False, True):
                seen = frozenset((sign * y, -sign * x) if across else (sign * x, sign * y) for x, y in dots)
                assert seen not in turned
                turned.add(seen)
    assert CELL > 2 * DOTS
