"""Shapes: rims, surroundings of pieces, regions, digits."""

from itertools import combinations

from pearlboard.geometry import GRID, edge, space
from pearlboard.lights.shapes import LIGHT_AT, RIM_CORNERS, RIM_SPACES, around, at, inner_edges, sign, touching
from support.lamps_apart import uncovered


def names(lights):
    return {str(light) for light in lights}


def test_the_lights_fill_a_matrix():
    """15 columns, 9 rows, one light each."""
    assert set(LIGHT_AT) == {(column, row) for column in range(15) for row in range(9)}
    assert all(LIGHT_AT[at(light)] == light for light in GRID.lights)


def test_rims_run_from_left_to_right_as_their_player_sees_them():
    """South looks up the board, north down it, west and east across."""
    ends = {place: (str(corners[0]), str(corners[-1])) for place, corners in RIM_CORNERS.items()}
    assert ends == {
        "south": ("a4+", "g4+"),
        "west": ("a1+", "a4+"),
        "north": ("g1+", "a1+"),
        "east": ("g4+", "g1+"),
        "south-west": ("b4+", "c4+"),
        "south-east": ("e4+", "f4+"),
        "north-east": ("f1+", "e1+"),
        "north-west": ("c1+", "b1+"),
    }
    assert [len(RIM_SPACES[place]) for place in ("south", "west", "north", "east")] == [8, 5, 8, 5]


def test_pieces_and_pearls_hide_lights_but_never_corners():
    """A piece hides its own light, heaped Pearls that of their farm."""
    shown = uncovered(frozenset({space("c4"), edge("a1-b1")}), [space("d1")])
    assert set(GRID.lights) - shown == {space("c4"), edge("a1-b1"), space("d1")}
    assert set(GRID.corners) <= uncovered(frozenset(GRID.sites), GRID.spaces)


def test_any_two_pieces_on_an_empty_board_are_told_apart_by_what_stands_beside_them():
    """No two of the 107 sites have the same surroundings, and none shows the light that it hides."""
    shown = {site: around(site, frozenset({site})) for site in GRID.sites}
    assert len(set(shown.values())) == 107
    assert all(site not in lights for site, lights in shown.items())


def test_any_two_pontoons_that_lie_together_are_told_apart():
    """Also the two at a corner of the board, which share one corner light: the places beside them differ."""
    for one, two in combinations(GRID.edges, 2):
        covered = frozenset({one, two})
        assert (around(one, covered) - covered) != (around(two, covered) - covered)


def test_two_pontoons_at_a_corner_are_told_apart_with_divers_all_about():
    """With every space covered, the uncovered lights beside each of the two still differ."""
    one, two = edge("a1-b1"), edge("a1-a2")
    covered = frozenset({one, two, *GRID.spaces})
    assert names(around(one, covered) & uncovered(covered)) == {"a1+", "b1-c1", "b1-b2"}
    assert names(around(two, covered) & uncovered(covered)) == {"a1+", "a2-a3", "a2-b2"}


def test_a_region_is_shown_by_the_edges_inside_it():
    """Neither closed edges nor the edges to its neighbours."""
    region = frozenset(map(space, ("a1", "b1", "a2", "b2")))
    assert names(inner_edges(region, frozenset({edge("a1-b1")}))) == {"a1-a2", "b1-b2", "a2-b2"}
    assert names(touching(region)) == {"a1+", "b1+", "a2+", "b2+"}


def test_digits_can_be_read():
    """Drawn on the matrix, each is what it should be, and no two are alike."""
    lights = sign("7", 4, 3)
    drawn = ["".join("x" if LIGHT_AT[column, row] in lights else "." for column in (4, 5, 6)) for row in range(3, 8)]
    assert drawn == ["xxx", "..x", ".x.", ".x.", ".x."]
    assert len({sign(character, 0, 0) for character in "0123456789?"}) == 11
