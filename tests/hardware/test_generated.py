"""What git has of the drawings is what the generator makes today, and what it makes can be built."""

import io
import os
import shutil
import subprocess
import sys
import tomllib
from dataclasses import replace
from hashlib import sha256
from itertools import combinations, pairwise, product
from math import cos, dist, hypot, pi, sin
from pathlib import Path

import ezdxf
import pytest

sys.path.insert(0, str(Path(__file__).parents[2]))  # `hardware` is no installed package

from hardware.generate.drawing import Circle, Layer, Line, Rect, svg
from hardware.generate.dxf import dxf
from hardware.generate.everything import everything
from hardware.generate.files import stale, write
from hardware.generate.layout import Layout, sensors, thinnest, thinnest_between, web
from hardware.generate.sizes import SIZES, SizesError, read_sizes, sizes_from
from hardware.mechanical import reel
from hardware.mechanical.crew import notched
from hardware.mechanical.pieces import pieces
from hardware.mechanical.plates import drill_guide, mask, overlay, plates, rim_inside, sensor_holes
from hardware.paper.order import screw_length

from pearlboard.geometry import GRID, Corner, Edge, Space

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def sizes():
    return read_sizes()


@pytest.fixture(scope="module")
def layout(sizes):
    return Layout(sizes)


def changed(**values):
    """The committed sizes with some of them changed, by group."""
    found = tomllib.loads(SIZES.read_text(encoding="utf-8"))
    for group, keys in values.items():
        found[group] |= keys
    return sizes_from(found)


@pytest.fixture(scope="module")
def drawn(sizes):
    return everything(sizes)


def test_every_committed_file_and_digest_is_that_of_what_the_generator_makes(drawn):
    """Nobody edits an output by hand, and nobody changes geometry, pins or sizes without drawing anew."""
    assert stale(drawn) == [], "run: python -m hardware.generate"


@pytest.mark.soak
def test_the_outputs_do_not_depend_on_the_hash_seed_or_the_time(drawn):
    """Another process, with a seed that this one has not, makes the same bytes."""
    script = (
        "import hashlib; from hardware.generate.everything import everything; "
        "from hardware.generate.sizes import read_sizes; "
        "print(hashlib.sha256(repr(sorted(everything(read_sizes()).items())).encode()).hexdigest())"
    )
    seed = "2" if os.environ.get("PYTHONHASHSEED") == "1" else "1"
    found = subprocess.run(
        [sys.executable, "-c", script],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
        env={"PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT / "controller")},
    ).stdout.strip()
    assert found == sha256(repr(sorted(drawn.items())).encode()).hexdigest()


def test_a_changed_a_missing_and_a_forgotten_file_are_found(tmp_path):
    """`stale` names all three kinds, and `write` repairs them."""
    files = {"a/one.svg": "1", "two.md": "2"}
    write(files, tmp_path)
    drawn = tmp_path / "docs/drawn"
    (drawn / "two.md").write_text("changed")
    (drawn / "old.svg").write_text("left over")
    (drawn / "a/one.svg").unlink()
    assert stale(files, tmp_path) == ["a/one.svg", "old.svg", "two.md"]
    write(files, tmp_path)
    assert stale(files, tmp_path) == []
    assert not (drawn / "old.svg").exists()


def test_a_changed_a_new_and_a_forgotten_digest_are_found(tmp_path):
    """What is ordered lies in a folder that need not be there: git has its digests, as `sha256sum` reads them."""
    files = {"a/one.gtl": "1", "two.dxf": "2"}
    write(files, tmp_path)
    shutil.rmtree(tmp_path / "out")
    assert stale(files, tmp_path) == []
    assert stale({"a/one.gtl": "other", "new.dxf": "3"}, tmp_path) == ["a/one.gtl", "new.dxf", "two.dxf"]
    write(files, tmp_path)
    check = ("sha256sum", "--check", "--strict", "--quiet", "../digests.txt")
    assert subprocess.run(check, cwd=tmp_path / "out", check=False).returncode == 0
    write({"a/one.gtl": "other"}, tmp_path)
    assert (tmp_path / "out/a/one.gtl").read_text() == "other"
    assert not (tmp_path / "out/two.dxf").exists()


def test_what_a_maker_saved_beside_the_drawings_stays(tmp_path):
    """Nothing in `out` is in git, so only what was drawn there goes when it is drawn no more."""
    write({"bar/bar.kicad_pcb": "1"}, tmp_path)
    (tmp_path / "out/bar/mine.kicad_pcb").write_text("mine")
    write({}, tmp_path)
    assert [path.name for path in (tmp_path / "out/bar").iterdir()] == ["mine.kicad_pcb"]


# --- the mask ------------------------------------------------------------------------------------------------------


def test_the_thinnest_webs_are_those_of_the_reference_design(layout):
    """1.07 mm between slots along the axes; 1.37 mm between a puck's pocket and a slot; 3.37 mm beside a tile's."""
    pucks, tiles = layout.openings("pucks"), layout.openings("tiles")
    assert round(thinnest(tiles)[1], 2) == 1.07
    assert round(thinnest_between(tiles, Edge, Edge), 2) == 1.07
    assert round(thinnest_between(pucks, Space, Edge), 2) == 1.37
    assert round(thinnest_between(tiles, Space, Edge), 2) == 3.37
    assert round(thinnest_between(pucks, Corner, Edge), 2) == 2.37


def test_no_two_openings_meet_and_all_stay_on_the_plate(layout):
    """Every opening keeps the thinnest web to every other and to the plate's edge."""
    for kind in ("pucks", "tiles"):
        holes = layout.openings(kind)
        assert len(holes) == len(GRID.lights)
        assert all(web(one, other) >= 1.0 for one, other in combinations(holes.values(), 2))
        for hole in holes.values():
            wide, high = (hole.width, hole.height) if isinstance(hole, Rect) else (hole.diameter, hole.diameter)
            assert min(hole.x - wide / 2, layout.width - hole.x - wide / 2) > 10
            assert min(hole.y - high / 2, layout.height - hole.y - high / 2) > 10


def test_slots_of_sticks_of_ones_own_are_too_near_to_pucks():
    """24.6 x 6.6 mm slots leave 0.87 mm beside a puck: the error names both places, the figure and what to change."""
    own = changed(pieces={"stick_length": 24.0, "stick_width": 6.0, "stick_height": 5.0})
    with pytest.raises(SizesError, match=r"with pucks, the web between a1 and a1-a2 would be 0\.87 mm, thinner than"):
        Layout(own).openings("pucks")
    assert round(thinnest(Layout(own).openings("tiles"))[1], 2) == 1.07


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"pieces": {"puck": 25.0}}, "make the puck, tile or dish or the stick's width smaller"),
        ({"pieces": {"stick_length": 25.4}}, "make the sticks shorter or narrower"),
        ({"mask": {"corner_window": 6.0}}, "make .mask. corner_window smaller"),
    ],
)
def test_sizes_that_would_break_in_the_laser_are_refused(change, words):
    """A larger puck, stick or window: a sentence that says what to do, and no drawing."""
    with pytest.raises(SizesError, match=words):
        everything(changed(**change))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"plate": {"opal_thickness": 3.0}}, "the Hall element would lie"),
        ({"magnets": {"pontoon_thickness": 5.0}}, "higher than the stick"),
        ({"magnets": {"pontoon_diameter": 4.0}}, "walls beside its magnet"),
        ({"magnets": {"diver_thickness": 3.0}}, "thicker than the puck"),
        ({"pieces": {"tile": -1.0}}, "must be a length"),
        ({"pieces": {"tile": "20"}}, "must be a length"),
        ({"pieces": {"coaster": 90.0}}, "has no coaster"),
        ({"bar": {"width": 17.0}}, "a bar must be narrower"),
        ({"plate": {"margin": 20.0}}, "does not fit on A4"),
        ({"plate": {"rim_bars": 2.5}}, r"a rim of 2\.5 mm is lower than what lies on the base, 2\.8"),
        ({"plate": {"rim_bars": 3.5}}, "the Hall element would lie"),
        ({"crew": {"floor": 12.5}}, r"12\.5 mm above the underside the magnet gives 1\.3 mT"),
        ({"crew": {"height": 10.0}}, "make the body higher"),
        ({"crew": {"height": 2.0}}, "higher than the body"),
        ({"crew": {"body": 22.0}}, r"body must be at most 20\.0 mm"),
        ({"crew": {"cap": 25.5}}, "a piece could lie upside down"),
        ({"crew": {"cap": 29.0}}, "would meet its neighbour"),
    ],
)
def test_other_sizes_that_cannot_be_built_are_refused(change, words):
    """Every size that nobody could build is an error with a reason."""
    with pytest.raises(SizesError, match=words):
        everything(changed(**change))


def test_a_missing_size_and_an_unknown_group_are_named():
    """A misspelt file never falls back on a default."""
    found = tomllib.loads(SIZES.read_text(encoding="utf-8"))
    with pytest.raises(SizesError, match=r"\[pieces\] tile is missing"):
        sizes_from(found | {"pieces": {key: value for key, value in found["pieces"].items() if key != "tile"}})
    with pytest.raises(SizesError, match=r"no group \[peices\]"):
        sizes_from(found | {"peices": {}})


def drawing_of(layout, name):
    return next(drawing for drawing in pieces(layout) if drawing.name == name)


# --- drawings ------------------------------------------------------------------------------------------------------


def test_every_site_has_exactly_one_sensor_hole_on_the_plate_and_on_paper(layout):
    """107 sites, 107 holes, each at its site's centre; the drill guide's crosses lie on the same places."""
    holes = sensor_holes(layout)
    assert sorted((hole.x, hole.y) for hole in holes) == sorted(map(layout.at, GRID.sites))
    assert len(set(holes)) == len(GRID.sites) == 107
    guide = drill_guide(layout)
    left, top = (guide.width - layout.width) / 2, (guide.height - layout.height) / 2
    crosses = {
        (round(shape.x - left, 6), round(shape.y - top, 6))
        for shape in guide.on(Layer.ENGRAVE)
        if isinstance(shape, Circle) and shape.diameter == layout.sizes.sensor.hole
    }
    assert crosses == {(round(hole.x, 6), round(hole.y, 6)) for hole in holes}


def test_six_screws_hold_the_long_sides_in_their_middle_too(layout):
    """Every sheet has the same six holes, and the rim has land round each of them."""
    screws = layout.screws()
    assert len(screws) == 6
    assert {round(screw.x, 1) for screw in screws} == {6.0, 145.3, 284.7}
    for drawing in plates(layout):
        if (drawing.width, drawing.height) == (layout.width, layout.height):
            assert set(screws) <= set(drawing.on(Layer.CUT)), drawing.name
    inside = rim_inside(layout)
    for screw, (a, b) in product(screws, pairwise(inside)):
        nearest = (
            min(max(screw.x, min(a[0], b[0])), max(a[0], b[0])),
            min(max(screw.y, min(a[1], b[1])), max(a[1], b[1])),
        )
        assert dist((screw.x, screw.y), nearest) - screw.diameter / 2 > 4


def test_a_screw_goes_through_all_sheets_and_holds_in_its_spacer(layout):
    """10 mm of sheets and 4 of thread; the guide names the length, and spacers as deep as the box wants."""
    assert screw_length(layout) == 16
    guide = (ROOT / "hardware/docs/plates.md").read_text(encoding="utf-8")
    assert "six threaded spacers of 30 mm" in guide
    assert "screws of 16 mm" in guide
    assert layout.sizes.plate.below == 30


def test_a_rim_is_a_stock_sheet_and_the_air_above_bars_is_in_the_depth(sizes):
    """2 and 3 mm; 2.8 lie under the latter, and so the Hall element is 0.2 mm deeper than its parts are high."""
    assert (sizes.plate.rim_by_hand, sizes.plate.rim_bars) == (2.0, 3.0)
    assert sizes.on_base == {"hand-wired": 2.0, "bars": 2.8}
    assert sizes.depths == {"hand-wired": pytest.approx(4.8), "bars": pytest.approx(5.45)}


def test_what_is_printed_is_at_its_real_size(layout):
    """The drill guide's sheet is A4 exactly, or a printer would shrink it; its rule is 100 mm long."""
    guide = drill_guide(layout)
    assert svg(guide).startswith(
        '<svg xmlns="http://www.w3.org/2000/svg" width="297mm" height="210mm" viewBox="0 0 297 210">'
    )
    lines = [shape.points for shape in guide.on(Layer.ENGRAVE) if isinstance(shape, Line)]
    assert max(abs(points[-1][0] - points[0][0]) for points in lines) == 100


def test_the_plate_is_the_reference_plate(layout):
    """290.7 x 190.7 mm, and half a pitch is the pitch of a strip of 60 LEDs a metre."""
    assert (round(layout.width, 1), round(layout.height, 1)) == (290.7, 190.7)
    assert layout.at(Edge(Space(0, 0), Space(0, 1)))[0] - layout.at(Space(0, 0))[0] == pytest.approx(1000 / 60)


def test_the_overlay_shows_the_mask_of_pucks(layout):
    """What is printed lines up with what is cut."""
    cut = [shape for shape in mask(layout, "pucks").on(Layer.CUT) if shape not in (layout.outline(), *layout.screws())]
    assert list(overlay(layout).on(Layer.GUIDE)) == cut


def test_every_drawing_reads_back_from_dxf_with_its_lines_and_layers(layout):
    """A DXF library finds nothing to repair, every shape, the layers that are used, and that a unit is a millimetre."""
    for drawing in (*plates(layout), *pieces(layout)):
        document = ezdxf.read(io.StringIO(dxf(drawing)))
        auditor = document.audit()
        assert not auditor.errors
        assert not auditor.fixes
        assert (document.units, document.header["$MEASUREMENT"]) == (ezdxf.units.MM, 1)
        assert len(document.modelspace()) == len(drawing.shapes)
        circles = [entity for entity in document.modelspace() if entity.dxftype() == "CIRCLE"]
        assert len(circles) == sum(isinstance(shape, Circle) for _, shape in drawing.shapes)
        assert {entity.dxf.layer for entity in document.modelspace()} == {
            layer.value[0].upper() for layer in Layer if drawing.on(layer)
        }


def test_dxf_turns_the_sheet_up(layout):
    """a1 is at the upper left: y grows downwards in SVG and upwards in DXF."""
    drawing = replace(mask(layout, "pucks"), shapes=((Layer.CUT, Circle(10.0, 20.0, 4.0)),))
    (circle,) = ezdxf.read(io.StringIO(dxf(drawing))).modelspace()
    assert (circle.dxf.center.x, circle.dxf.center.y) == (10.0, pytest.approx(drawing.height - 20, abs=1e-3))
    assert '<circle cx="10" cy="20" r="2"/>' in svg(drawing)


def test_a_rounded_rectangle_bulges_outwards_in_dxf(layout):
    """The outline's corners are quarter circles inside the sheet, so its box is the sheet itself."""
    drawing = replace(mask(layout, "pucks"), shapes=((Layer.CUT, layout.outline()),))
    (outline,) = ezdxf.read(io.StringIO(dxf(drawing))).modelspace()
    arcs = [part for part in outline.virtual_entities() if part.dxftype() == "ARC"]
    assert len(arcs) == 4
    assert all(arc.dxf.radius == pytest.approx(3.0, abs=1e-3) for arc in arcs)
    middles = {(round(arc.dxf.center.x), round(arc.dxf.center.y)) for arc in arcs}
    assert middles == {(3, 3), (3, 188), (288, 3), (288, 188)}


def test_no_piece_of_the_reel_lies_over_a_joint(layout):
    """Nor where half metres are others; cut with the one cell first, four strips would, as the picture says."""
    cut = reel.pieces(layout)
    assert [piece.last - piece.first + 1 for piece in cut] == [15] * 9 + [3] * 3
    assert all(one.last < other.first for one, other in pairwise(cut))
    pushed = [reel.Piece("", 9 + piece.first, 9 + piece.last) for piece in cut[:9]]
    assert sum(piece.over(30) for piece in pushed) == 4
    assert "push four of the nine" in reel.reel_picture(layout)
    for joint in (17, 25, 50):
        assert not any(piece.over(joint) for piece in reel.pieces(Layout(changed(strip={"joint": joint}))))
    with pytest.raises(SizesError, match="strips of 15 LEDs do not fit between joints 10 apart"):
        reel.pieces(Layout(changed(strip={"joint": 10})))


def test_pucks_and_sticks_are_as_many_as_the_game_has(layout):
    """Three players have 33 Divers between them, two and four have 32."""
    (pucks, *_) = pieces(layout)
    assert len(pucks.on(Layer.CUT)) == 2 * 33


def test_a_crew_has_six_caps_for_each_of_four_seats_told_apart_by_their_notches(layout):
    """Those of a seat have as many bites in their rim as its number, and are wider than any pocket."""
    cut = drawing_of(layout, "crew-caps").on(Layer.CUT)
    found = []
    for outline in cut:
        assert outline.points[0] == outline.points[-1], "a cut closes"
        middle = [
            sum(ends) / 2 for ends in ((min(across), max(across)) for across in zip(*outline.points, strict=True))
        ]
        away = [dist(point, middle) for point in outline.points]
        assert max(away) <= 15
        rim = max(away) - 0.5
        found.append(sum(here >= rim > there for here, there in pairwise(away)))
    assert found == [1] * 6 + [2] * 6 + [3] * 6 + [4] * 6
    widest = max(hole.diameter for hole in layout.openings("pucks").values() if isinstance(hole, Circle))
    assert layout.sizes.crew.cap > widest


def test_a_cap_is_a_disc_with_round_bites():
    """Its outline lies on the rim, or on a bite's circle; with more bites there is less of it."""
    areas = []
    for bites in range(1, 5):
        outline = notched(0.0, 0.0, 27.0, 5.0, bites)
        centres = [(13.5 * cos(turn), 13.5 * sin(turn)) for turn in (2 * pi * n / bites - pi / 2 for n in range(bites))]
        for point in outline:
            on_a_bite = any(dist(point, centre) == pytest.approx(2.5) for centre in centres)
            assert on_a_bite or hypot(*point) == pytest.approx(13.5)
            assert all(dist(point, centre) > 2.5 - 1e-9 for centre in centres)
        areas.append(abs(sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairwise(outline))) / 2)
    assert areas[0] == pytest.approx(pi * 13.5**2 - 9.3, abs=1)
    assert [round(one - other, 1) for one, other in pairwise(areas)] == [round(areas[0] - areas[1], 1)] * 3


def test_the_jig_and_the_hole_of_a_crew_are_those_of_the_sizes(layout):
    """Six holes for rods of 20 mm; the magnet's hole is as deep as magnet and floor."""
    drawing = drawing_of(layout, "crew")
    assert [shape.diameter for shape in drawing.on(Layer.CUT) if isinstance(shape, Circle)] == [20.2] * 6
    assert (6.1, 2.5) in {(shape.width, shape.height) for shape in drawing.on(Layer.GUIDE) if isinstance(shape, Rect)}


def test_sensors_are_those_of_the_reference_wiring(layout):
    """Every site is on one bar, at the place the program reads."""
    assert set(sensors(layout)) == set(GRID.sites)
    for site, (bar, place) in sensors(layout).items():
        assert layout.wiring.bit_of[site] == 16 * bar + place
