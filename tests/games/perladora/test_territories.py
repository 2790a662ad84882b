"""Territories: what is in them, when they are full, and whether they can still be cut (ruling 4)."""

import random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from pearlboard.games.perladora.rules.division import divisible
from pearlboard.games.perladora.rules.territories import territories
from pearlboard.geometry import GRID, edge, space
from support.perladora_boards import EMPTY, FULL_CORNER, few_left, position


def inner_edges(spaces, open_edges):
    return {line for line in open_edges if line.first in spaces and line.second in spaces}


def cut_between(part, rest, open_edges):
    return [
        line
        for line in open_edges
        if (line.first in part and line.second in rest) or (line.first in rest and line.second in part)
    ]


def connected(spaces, open_edges):
    lines = GRID.bits(inner_edges(spaces, open_edges))
    return GRID.region(GRID.bit[min(spaces)], lines) == GRID.bits(spaces)


def divisible_by_trying(region, open_edges, supply):
    """Every connected part with the first space, and what is left of the territory."""
    lines = GRID.bits(inner_edges(region, open_edges))
    first = frozenset({min(region)})
    known, todo = {first}, [first]
    while todo:
        part = todo.pop()
        rest = region - part
        if (
            len(part) >= 4
            and len(rest) >= 4
            and len(cut_between(part, rest, open_edges)) <= supply
            and connected(rest, open_edges)
        ):
            return True
        for other in set(GRID.spaces_in(GRID.grow(GRID.bits(part), lines))) - part:
            if (wider := part | {other}) not in known:
                known.add(wider)
                todo.append(wider)
    return False


@pytest.mark.slow
@settings(max_examples=150, deadline=None)
@given(st.integers(0, 2**32), st.integers(8, 13), st.floats(0, 0.6), st.integers(0, 7))
def test_divisible_is_what_trying_every_cut_finds(seed, size, closed, supply):
    """On random connected territories of any shape, with Pontoons dangling inside them."""
    rng = random.Random(seed)
    region = {rng.choice(GRID.spaces)}
    while len(region) < size:
        beside = set(GRID.spaces_in(GRID.grow(GRID.bits(region), GRID.all_edges))) - region
        region.add(rng.choice(sorted(beside)))
    within = inner_edges(region, GRID.edges)
    open_edges = {line for line in within if rng.random() > closed}
    assume(connected(region, open_edges))
    found = divisible(GRID.bits(region), GRID.bits(open_edges), supply)
    assert found == divisible_by_trying(frozenset(region), open_edges, supply)


@pytest.mark.parametrize(("supply", "expected"), [(0, False), (3, False), (4, True), (35, True)])
def test_the_open_board_takes_four_pontoons_to_cut(supply, expected):
    """A corner of four, or a strip along the short side."""
    assert divisible(GRID.all_spaces, GRID.all_edges, supply) is expected


def test_seven_spaces_are_never_divisible():
    """Four and four are eight."""
    strip = GRID.bits(space(name) for name in ("a1", "b1", "c1", "d1", "e1", "f1", "g1"))
    lines = GRID.bits(map(edge, ("a1-b1", "b1-c1", "c1-d1", "d1-e1", "e1-f1", "f1-g1")))
    assert not divisible(strip, lines, 35)


def test_a_star_is_not_divisible_however_many_pontoons_there_are():
    """Eight spaces and more, but no arm is long enough to be a territory."""
    arms = ["d3", "d2", "d1", "c3", "b3", "a3", "e3", "f3", "d4", "d5"]
    region = GRID.bits(space(name) for name in arms)
    lines = GRID.bits(inner_edges({space(name) for name in arms}, GRID.edges))
    assert not divisible(region, lines, 35)


def test_a_ring_around_an_island_is_cut_by_two_strokes_not_one():
    """Where a full ring surrounds an island, one Pontoon across the ring closes nothing; two cut it."""
    island = {space(name) for name in ("c2", "d2", "e2", "f2", "c3", "d3", "e3", "f3")}
    ring = {space(f"{column}{row}") for column in "bcdefg" for row in range(1, 5)} - island
    lines = GRID.bits(inner_edges(ring, GRID.edges))
    assert not divisible(GRID.bits(ring), lines, 1)
    assert divisible(GRID.bits(ring), lines, 2)


def test_a_territory_counts_all_its_farms_and_is_full_without_empty_spaces():
    """The corner of four with one Farm and three Divers."""
    corner, rest = territories(position(FULL_CORNER).public)
    assert [str(place) for place in corner.spaces] == ["a1", "b1", "a2", "b2"]
    assert (corner.pearls, corner.full, corner.divisible) == (4, True, False)
    assert (rest.pearls, rest.full, rest.divisible) == (36, False, True)


def test_indivisible_territories_may_still_take_a_pontoon():
    """Ruling 2: one that closes nothing is legal everywhere."""
    public = few_left(6).public
    assert not any(part.divisible for part in territories(public))
    from pearlboard.games.perladora.rules.play import legal_edges

    assert legal_edges(public).bit_count() > 0


def test_without_pontoons_left_nothing_is_divisible():
    """Whatever its size."""
    assert territories(position(EMPTY).public)[0].divisible
    assert not divisible(GRID.all_spaces, GRID.all_edges, 0)
