"""Magnets: the fields that are committed are those of the sizes, and no piece answers for another's place."""

import sys
import tomllib
from dataclasses import replace
from math import hypot, pi
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2]))  # `hardware` is no installed package

from hardware.generate.layout import Layout
from hardware.generate.sizes import SIZES, read_sizes, sizes_from
from hardware.magnetics import simpler
from hardware.magnetics.__main__ import PAGES, files
from hardware.magnetics.cylinder import REMANENCE_T, VACUUM, Magnet
from hardware.magnetics.pieces import OPERATES_MT, RELEASES_MT, crew, crew_height, crew_pull, crew_weight, disc, rod
from hardware.magnetics.worst import empty, positions, quarter, stack, worst

from pearlboard.geometry import GRID, Edge, Space

pytestmark = pytest.mark.slow

HARDWARE = PAGES.parents[1]
DISC = Magnet(6.0, 2.0, 0.5)
ROD = Magnet(3.0, 4.0, 0.5)
OTHER_PROGRAM = (
    (DISC, 0.0, 5.0, 30.3487),
    (DISC, 3.0, 5.0, 19.8302),
    (DISC, 16.667, 5.0, -0.5663),
    (DISC, 16.667, 23.0, 0.2189),
    (ROD, 0.0, 4.5, 17.1406),
    (ROD, 1.5, 5.0, 12.1227),
    (ROD, 33.333, 80.0, 0.0060),
)
"""Diameter, height and floor, aside, depth, and what magpylib 6.2.0 makes of them."""


@pytest.fixture(scope="module")
def layout():
    return Layout(read_sizes())


@pytest.fixture(scope="module")
def found(layout):
    return {position.name: worst(layout, position) for position in positions(layout)}


def changed(**values):
    sizes = tomllib.loads(SIZES.read_text(encoding="utf-8"))
    for group, keys in values.items():
        sizes[group] |= keys
    return Layout(sizes_from(sizes))


def piratoons(layout):
    return [position for position in positions(layout) if position.name.startswith("Piratoons")]


# --- the formulas --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("magnet", "aside", "depth", "wanted"), OTHER_PROGRAM)
def test_the_field_is_what_another_program_computes(magnet, aside, depth, wanted):
    """Below, at the rim, beside, and far off, magpylib's figure to the last place that is given."""
    assert magnet.field(aside, depth) == pytest.approx(wanted, abs=6e-5)


def test_on_the_axis_the_field_is_that_of_the_textbook():
    """Half the remanence, times the difference of two cosines."""
    for depth in (3.0, 5.0, 12.0, 50.0):
        near, far = depth + 0.5, depth + 2.5
        wanted = REMANENCE_T * 500 * (far / hypot(far, 3) - near / hypot(near, 3))
        assert DISC.field(0.0, depth) == pytest.approx(wanted, rel=1e-9)
        assert DISC.across(0.0, depth) == pytest.approx(0.0, abs=1e-9)


def test_far_off_a_magnet_is_a_dipole():
    """Field and pull approach those of a dipole of the same strength; a magnet turned over has the opposite field."""
    moment = REMANENCE_T / VACUUM * pi / 4 * 36 * 2 * 1e-9
    away = (150 + 0.5 + 1) / 1000
    assert DISC.field(0.0, 150.0) == pytest.approx(2e-7 * moment / away**3 * 1000, rel=2e-3)
    assert DISC.pull(DISC, 150.0) == pytest.approx(6e-7 * moment**2 / 0.15**4 * 1000, rel=2e-3)
    assert replace(DISC, up=True).field(16.0, 5.0) == -DISC.field(16.0, 5.0)


def test_the_pull_of_one_disc_on_another_is_what_another_program_computes():
    """124.2, 29.4 and 14.9 mN at 10, 15 and 18 mm, by magpylib's force on 3,000 cells."""
    assert [round(DISC.pull(DISC, apart), 1) for apart in (10.0, 15.0, 18.0)] == [124.2, 29.4, 14.9]


def test_magnets_within_one_another_are_refused():
    """Neither a field inside of a magnet nor a force between two in one place is computed."""
    with pytest.raises(ValueError, match="within a magnet"):
        DISC.field(0.0, -1.0)
    with pytest.raises(ValueError, match="in one another"):
        DISC.pull(DISC, 1.5)


# --- what is committed ---------------------------------------------------------------------------------------------


def test_the_committed_page_and_curves_are_what_the_sizes_make():
    """Byte by byte: nobody changes a size, or a magnet, and leaves the old fields."""
    for name, text in files(read_sizes()).items():
        assert (PAGES / name).read_text(encoding="utf-8") == text, "run: python -m hardware.magnetics"


# --- the worst positions -------------------------------------------------------------------------------------------


def test_no_empty_place_is_felt_in_any_position_of_a_game(found):
    """Below the field at which the most sensitive sensor lets go, on spaces and edges, pucks and tiles and stacks."""
    for name, (space, edge, _) in found.items():
        if "reveal" not in name:
            assert max(space, edge) < RELEASES_MT[0], name
    assert found["Perladöra, pucks"][:2] == found["the same, sticks of one's own"][:2] == (0.0, 0.0)


def test_every_piece_is_felt_in_every_position(found):
    """Half as much again as the least sensitive sensor needs, whatever lies around, also if all makers err one way."""
    least = min(least for _, _, least in found.values())
    assert least > 1.5 * OPERATES_MT[1]
    most = max(most for name, both in found.items() if "reveal" not in name for most in both[:2])
    told = " ".join((HARDWARE / "docs/checked.md").read_text(encoding="utf-8").split())
    assert f"No empty place sees more than {most:.2f} mT" in told
    assert f"a piece gives at least {least:.1f} mT" in told


def test_limits_for_what_comes_are_those_that_makers_promise(layout):
    """A board's thickness in the guide; all that they promise, added up, is within the depths that are computed."""
    sizes = layout.sizes
    ordering = (HARDWARE / "docs/ordering.md").read_text(encoding="utf-8")
    assert f"| {sizes.sensor.bar_thickness:g} +-{sizes.tolerance.board:g} mm; controller" in ordering
    assert f"added up is {max(sizes.depths_off.values()):g} mm" in ordering
    for way, depth in sizes.depths.items():
        assert abs(depth - sizes.sensor.depth_wanted) + sizes.depths_off[way] <= sizes.sensor.depth_play


def test_in_the_reveal_an_edge_between_turned_tiles_could_be_felt(found):
    """Which is why the program believes no sensor then (`tests/table/test_turning_up.py`)."""
    _, edge, _ = found["the same, all tiles turned up (reveal)"]
    assert edge > OPERATES_MT[0]


def test_the_worst_is_not_exceeded_by_any_position_that_is_tried(layout):
    """Fields of 300 positions by chance, added up piece by piece, stay below the worst that was found."""
    from random import Random

    chance, depth = Random(7), layout.sizes.sensor.depth_wanted
    position = next(position for position in positions(layout) if position.name == "Perladöra, magnets in tiles")
    for _ in range(300):
        at = chance.choice(GRID.sites)
        up = chance.choice([space for space in GRID.spaces if space != at])
        x, y = layout.at(at)
        seen = 0.0
        for site in GRID.sites:
            apart = hypot(layout.at(site)[0] - x, layout.at(site)[1] - y)
            if site == up:
                seen += position.rare(apart, depth)
            elif site != at and chance.random() < 0.5:
                seen += position.filled[isinstance(site, Edge)][0](apart, depth)
        assert seen <= empty(layout, position, at, depth) + 1e-9


def test_a_second_tile_turned_up_would_be_felt_between_two(layout):
    """The one tile that the rules allow is what keeps edges quiet: with two the same search finds more than is let."""
    tiles = next(position for position in positions(layout) if position.name == "Perladöra, magnets in tiles")
    depth = layout.sizes.sensor.depth_wanted - layout.sizes.sensor.depth_play
    assert tiles.times == 1
    assert empty(layout, tiles, GRID.edge("c3-d3"), depth) < RELEASES_MT[0]
    assert empty(layout, replace(tiles, times=2), GRID.edge("c3-d3"), depth) > OPERATES_MT[0]


def test_a_quarter_of_the_board_sees_all_that_the_board_sees(layout):
    """The mirror images of its sites are all sites, and their worst is the same."""
    mirrored = {
        (round(a, 6), round(b, 6))
        for site in quarter(layout)
        for x, y in (layout.at(site),)
        for a in (x, layout.width - x)
        for b in (y, layout.height - y)
    }
    assert mirrored == {(round(x, 6), round(y, 6)) for x, y in map(layout.at, GRID.sites)}
    position = next(position for position in positions(layout) if position.rare)
    assert empty(layout, position, GRID.space("a2"), 5.0) == pytest.approx(
        empty(layout, position, GRID.space("h4"), 5.0), abs=1e-6
    )


# --- a crew --------------------------------------------------------------------------------------------------------


def test_stacks_of_one_to_six_are_felt_by_their_own_sensor_alone(layout):
    """Every stack is well above what is needed at its pocket, and below nothing on edges and spaces beside it."""
    half, depth = layout.sizes.pitch / 2, layout.sizes.sensor.depth_wanted
    for pieces in range(1, 7):
        held = stack(layout, pieces)
        assert held(0.0, depth) > 7 * OPERATES_MT[1]
        assert max(held(half, depth), held(2 * half, depth)) < 0
    for position in piratoons(layout):
        assert len(position.filled[0]) == 6


def test_a_crew_in_stacks_stays_where_it_is_when_the_upper_pieces_are_lifted(layout):
    """What five pieces above pull at the lowest is less than a third of its weight; bare pucks would jump."""
    sizes = layout.sizes
    assert crew_pull(sizes, 5) < crew_weight(sizes) / 3
    assert crew_pull(sizes, 5) > crew_pull(sizes, 1) > 0
    assert disc(sizes).pull(disc(sizes), sizes.pieces.puck_thickness) > 20 * crew_weight(sizes)


def test_a_magnet_on_top_of_the_body_would_be_felt_beside_it_and_not_below_it():
    """The search sees the fault: an empty edge above what is let, and a piece below what is needed."""
    layout = changed(crew={"floor": 12.5})
    for position in piratoons(layout):
        space, edge, least = worst(layout, position)
        assert max(space, edge) > RELEASES_MT[0]
        assert least < OPERATES_MT[1]


def test_thin_bodies_pull_each_other_off_the_board():
    """At 8 mm a piece the pull is several times the weight."""
    sizes = changed(crew={"height": 5.0}).sizes
    assert crew_height(sizes) == 8.0
    assert crew_pull(sizes, 1) > 5 * crew_weight(sizes)
    assert crew(sizes, 3).floor == pytest.approx(sizes.crew.floor + 24.0)


def test_a_pocket_is_as_loose_as_its_mask_lets_it(layout):
    """Stacks may lie 2.5 mm beside the middle in a puck's pocket, half a millimetre in a tile's."""
    assert [position.play[0] for position in piratoons(layout)] == [2.5, 0.5]
    assert all(isinstance(site, Space | Edge) for site in quarter(layout))


# --- the simpler board --------------------------------------------------------------------------------------------


def test_two_halves_cover_every_place_once_and_the_seams_middle_twice():
    """20 spaces, 34 edges and 14 corners each; the seam's edges are shared row by row."""
    made = simpler.half()
    seam = [edge for edge in GRID.edges if {edge.first.column, edge.second.column} == {3, 4}]
    assert 2 * made.spaces == len(GRID.spaces)
    assert 2 * made.corners == len(GRID.corners)
    assert 2 * made.edges == len(GRID.edges) + 1
    assert len(seam) == GRID.rows == 5


def test_a_sensor_beside_its_place_sees_less_and_that_of_today_sees_what_the_fields_say(layout):
    """0 mm aside it is the rod's net field less the slot's play; the farther, the less; 5050 fails at any depth."""
    edge, weak = GRID.edge("c3-d3"), rod(layout.sizes)
    least = [simpler.least(layout, edge, weak, weak, aside, 5.0) for aside in simpler.ASIDE]
    assert least == sorted(least, reverse=True)
    assert least[0] == pytest.approx(10.8, abs=0.15)
    wanted = simpler.FACTOR * simpler.OPERATES_MT[1]
    assert all(
        simpler.least(layout, edge, weak, weak, simpler.apart("5050"), depth) < wanted for depth in simpler.DEPTHS
    )
    assert simpler.least(layout, edge, weak, weak, simpler.apart("2020"), 3.0) > wanted


def test_the_simpler_boards_neighbours_switch_nothing_on(layout):
    """At the depth that is said for it, a disc half a pitch less the shift away only takes away."""
    near = layout.sizes.pitch / 2 - simpler.apart("2020") - 1
    assert all(disc(layout.sizes).field(near, depth) < 0 for depth in simpler.DEPTHS)


def test_the_page_says_what_is_decided(layout):
    """And the prices are those of the parts list."""
    page = simpler.page(layout.sizes)
    assert "Decided: the bars stay" in page
    bare, assembled, simple = simpler.cost(layout, simpler.half())
    assert assembled - bare == simpler.BARS_ASSEMBLY
    assert f"| two boards with 2020 LEDs, assembled | {simple:.0f} |" in page
