"""Whether a territory can still be cut in two: eight spaces are enough, wherever on the table they lie."""

from itertools import combinations
from random import Random

import pytest

from pearlboard.games.perladora.rules.division import divisible
from pearlboard.geometry import GRID


def block(columns, rows):
    """The spaces of a rectangle, and the edges that are open when it is closed all round."""
    inside = {each for each in GRID.spaces if each.column in columns and each.row in rows}
    part = sum(GRID.bit[each] for each in inside)
    edges = sum(
        GRID.bit[each]
        for each in GRID.edges
        if ({each.first, each.second} & inside) in ({each.first, each.second}, set())
    )
    return part, edges


@pytest.mark.parametrize("rows", [range(2), range(1, 3), range(3, 5)])
@pytest.mark.parametrize("columns", [range(4), range(2, 6), range(4, 8)])
def test_two_pontoons_cut_two_rows_of_four_in_the_middle(columns, rows):
    """At the upper, lower, left and right border, and within; one Pontoon is not enough, and none is no cut at all."""
    part, edges = block(columns, rows)
    assert divisible(part, edges, 2)
    assert not divisible(part, edges, 1)
    assert not divisible(part, edges, 0)


@pytest.mark.parametrize(("columns", "rows"), [(range(7), range(1)), (range(7, 8), range(5)), (range(2), range(3))])
def test_fewer_than_eight_spaces_are_cut_by_nothing(columns, rows):
    """However many Pontoons there are."""
    part, edges = block(columns, rows)
    assert part.bit_count() < 8
    assert not divisible(part, edges, 35)


def test_a_row_of_eight_is_cut_by_one_pontoon():
    """From one border of its own to the other."""
    for row in range(5):
        assert divisible(*block(range(8), range(row, row + 1)), 1)


def test_three_rows_of_four_need_two_pontoons_at_a_closed_edge_and_three_without():
    """A closed edge inside is a part of the cut that costs nothing."""
    part, edges = block(range(2, 6), range(1, 4))
    assert not divisible(part, edges, 2)
    assert divisible(part, edges, 3)
    [closed] = [each for each in GRID.edges if str(each) == "d2-e2"]
    assert divisible(part, edges & ~GRID.bit[closed], 2)


def neighbours(edges, each):
    """Where one can go from a space."""
    ways = [{edge.first, edge.second} for edge in edges if each in (edge.first, edge.second)]
    return {other for way in ways for other in way if other != each}


def connected(spaces, edges):
    """Whether all of these can be reached from one of them without leaving them."""
    reached, left = set(), {next(iter(spaces))}
    while left:
        each = left.pop()
        reached.add(each)
        left |= (neighbours(edges, each) & spaces) - reached
    return reached == spaces


def grown(rng, size):
    """A territory of any shape, and the edges that are open in it: some inside are closed, too."""
    part = {rng.choice(GRID.spaces)}
    while len(part) < size:
        border = {other for each in part for other in neighbours(GRID.edges, each)} - part
        part.add(rng.choice(sorted(border, key=str)))
    inside = [each for each in GRID.edges if {each.first, each.second} <= part]
    for closed in rng.sample(inside, 3):
        fewer = [each for each in inside if each != closed]
        inside = fewer if connected(part, fewer) else inside
    return part, inside


def cheapest(part, inside):
    """How many Pontoons the cheapest cut needs, by trying all; more than there are, where there is none."""
    halves = (
        set(chosen)
        for size in range(4, len(part) // 2 + 1)
        for chosen in combinations(sorted(part, key=str), size)
        if connected(set(chosen), inside) and connected(part - set(chosen), inside)
    )
    costs = (sum(len({each.first, each.second} & half) == 1 for each in inside) for half in halves)
    return min(costs, default=99)


@pytest.mark.parametrize("seed", range(60))
def test_a_territory_of_any_shape_is_cut_by_as_many_as_the_cheapest_cut_needs(seed):
    """Around corners, and along edges that are closed already."""
    rng = Random(seed)
    part, inside = grown(rng, rng.randint(8, 10))
    outside = [each for each in GRID.edges if not {each.first, each.second} & part]
    bits, edges = (sum(GRID.bit[each] for each in some) for some in (part, [*inside, *outside]))
    needed = cheapest(part, inside)
    assert [divisible(bits, edges, supply) for supply in range(1, 10)] == [supply >= needed for supply in range(1, 10)]
