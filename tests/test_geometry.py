"""The grid: its names, its numbers, and the bitboards against a plain flood fill."""

import copy
import pickle
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pearlboard.errors import InvalidName
from pearlboard.geometry import GRID, Corner, Edge, Grid, Space, corner, edge, space


def flooded(start, open_edges):
    """All spaces that can be walked to, by a set of open `Edge`s."""
    reached, todo = {start}, [start]
    while todo:
        here = todo.pop()
        for line in GRID.edges_of[here]:
            other = line.second if line.first == here else line.first
            if line in open_edges and other not in reached:
                reached.add(other)
                todo.append(other)
    return reached


def cuts_off_under_four(line, open_edges):
    rest = open_edges - {line}
    return len(flooded(line.first, rest)) < 4 or len(flooded(line.second, rest)) < 4


def legal_maze(rng, wanted):
    """Up to `wanted` edges closed in random order, each only if it leaves no part under four spaces."""
    open_edges = set(GRID.edges)
    for line in rng.sample(GRID.edges, wanted):
        if not cuts_off_under_four(line, open_edges):
            open_edges.remove(line)
    return open_edges


def test_the_table_has_forty_spaces_sixty_seven_edges_and_twenty_eight_corners():
    """The numbers of the board in the rulebook's picture."""
    assert (len(GRID.spaces), len(GRID.edges), len(GRID.corners)) == (40, 67, 28)
    assert len(GRID.sites) == 107
    assert len(GRID.lights) == 135


def test_every_light_is_found_by_its_own_name():
    """A name and its value are the same thing."""
    for light in GRID.lights:
        assert GRID.light(str(light)) == light
    assert space("c2") == Space(1, 2)
    assert edge("c2-d2") == Edge(space("c2"), space("d2"))
    assert corner("c2+") == Corner(space("c2"))


@pytest.mark.parametrize("name", ["", "i1", "a6", "a0", "A1", "a1-c1", "a1-b2", "h5+", "a1 ", "a1-a1", "１a", None, 3])
def test_what_is_not_on_the_board_has_no_name(name):
    """Every way to ask refuses it with the same family of error."""
    for find in (GRID.light, GRID.site, GRID.space, GRID.edge, GRID.corner):
        with pytest.raises(InvalidName):
            find(name)


def test_an_edge_the_wrong_way_round_is_no_name_but_gets_a_hint():
    """Whoever writes the second space first is told the right spelling."""
    with pytest.raises(InvalidName, match="write 'c2-d2'"):
        edge("d2-c2")
    with pytest.raises(InvalidName, match="write 'c2-c3'"):
        edge("c3-c2")


def test_edges_and_spaces_are_ordered_row_first():
    """The order of the promise: row, then column, and of one space the edge to its right before the one below."""
    assert [str(line) for line in GRID.edges[:4]] == ["a1-b1", "a1-a2", "b1-c1", "b1-b2"]
    assert [str(place) for place in GRID.spaces[7:9]] == ["h1", "a2"]


def test_bitboards_unpack_to_what_was_packed():
    """Spaces and edges each survive the way into an integer and back, in order."""
    rng = random.Random(1)
    for _ in range(50):
        spaces = tuple(sorted(rng.sample(GRID.spaces, rng.randint(0, 40))))
        edges = tuple(sorted(rng.sample(GRID.edges, rng.randint(0, 67))))
        assert GRID.spaces_in(GRID.bits(spaces)) == spaces
        assert GRID.edges_in(GRID.bits(edges)) == edges


def test_every_space_has_the_corners_it_touches():
    """A space at the rim of the table still touches a corner, so that a light beside its piece stays visible."""
    assert GRID.corners_of[space("a1")] == (corner("a1+"),)
    assert GRID.corners_of[space("b2")] == (corner("a1+"), corner("b1+"), corner("a2+"), corner("b2+"))
    assert GRID.corners_of[edge("b2-c2")] == (corner("b1+"), corner("b2+"))
    assert GRID.corners_of[edge("a1-b1")] == (corner("a1+"),)
    assert all(1 <= len(GRID.corners_of[site]) <= 4 for site in GRID.sites)


@given(st.integers(0, 2**32), st.integers(0, 67))
def test_regions_are_what_a_flood_fill_finds(seed, closed):
    """On any set of closed edges."""
    open_edges = set(random.Random(seed).sample(GRID.edges, 67 - closed))
    bits = GRID.bits(open_edges)
    for part in GRID.regions(bits):
        first = GRID.spaces_in(part)[0]
        assert set(GRID.spaces_in(part)) == flooded(first, open_edges)
    assert sum(part.bit_count() for part in GRID.regions(bits)) == 40


@pytest.mark.slow
@given(st.integers(0, 2**32), st.integers(0, 60))
def test_leaf_peeling_finds_exactly_the_edges_that_a_flood_fill_forbids(seed, wanted):
    """All 67 edges at once, on boards as games reach them."""
    open_edges = legal_maze(random.Random(seed), wanted)
    expected = {line for line in open_edges if cuts_off_under_four(line, open_edges)}
    found = GRID.edges_cutting_off_under_four(GRID.bits(open_edges))
    assert set(GRID.edges_in(found)) == expected


def test_bits_never_wrap_around_the_end_of_a_row():
    """The space after h1 is a2, and they are no neighbours."""
    assert GRID.grow(GRID.bit[space("h1")], GRID.all_edges) == GRID.bits(map(space, ("g1", "h1", "h2")))
    assert GRID.grow(GRID.bit[space("a2")], GRID.all_edges) == GRID.bits(map(space, ("a1", "a2", "b2", "a3")))


def test_another_grid_counts_the_same_way():
    """Nothing but the last line of the module knows how big the table is."""
    small = Grid(columns=3, rows=2)
    assert [str(line) for line in small.edges] == ["a1-b1", "a1-a2", "b1-c1", "b1-b2", "c1-c2", "a2-b2", "b2-c2"]
    assert [str(cross) for cross in small.corners] == ["a1+", "b1+"]


@pytest.mark.parametrize("light", [Space(2, 3), edge("c4-d4"), corner("c4+")])
def test_a_copy_is_looked_up_as_its_original(light):
    """It went to another process and back, and none of what its process had worked out went along."""
    sent = pickle.dumps(light)
    assert b"_hash" not in sent
    for other in (pickle.loads(sent), copy.deepcopy(light)):
        assert {other: True}[light]
        assert repr(other) == repr(light)
