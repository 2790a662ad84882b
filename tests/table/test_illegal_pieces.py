"""What may not lie there is named and lit, and never counts: not by itself, not by the button, not by a screen.

What the rules allow is worked out here a second time, by hand. A thousand positions with --soak.
"""

import random
from collections import Counter

import pytest

from pearlboard.geometry import GRID, Edge
from pearlboard.lights.scene import Role
from pearlboard.session.state import Refused
from pearlboard.table.lighting import News, scene_of
from support.lengths import at_length
from support.perladora_table import hints
from support.tabling import TestTable

POSITIONS = at_length(1_000, 12)
A_GAME = 24
"""So many turns of a game are laid; most of them leave all kinds of pieces and room for more."""
PATIENCE = "wait 20000"


def positions(rng):
    """A table before every turn of one random game after the other."""
    while True:
        table = TestTable().begin(rng.choice((2, 3, 4)), confirm=rng.choice(("auto", "button")))
        for _ in range(A_GAME):
            yield table
            lay_a_turn(table, rng)
            if table.tabletop.now.game.stage != "playing":
                break


def lay_a_turn(table, rng):
    """A Diver or a Pontoon where it may lie, and the button."""
    found = hints(table.tabletop.now)
    places = sorted(found.edges if found.edges and rng.random() < 0.6 else found.spaces, key=str)
    before = table.tabletop.session.version
    table.do(f"{rng.choice(places)} wait 300 press end_turn")
    assert table.tabletop.session.version > before


# --- what may not be, by hand ----------------------------------------------------------------------------------------


def fences_off(pontoons):
    """Whether these Pontoons leave less than four spaces anywhere."""
    left = set(GRID.spaces)
    while left:
        reached, fresh = set(), {min(left)}
        while fresh:
            reached |= fresh
            beyond = {edge for edge in GRID.edges if edge not in pontoons and {edge.first, edge.second} & fresh}
            fresh = {space for edge in beyond for space in (edge.first, edge.second)} - reached
        if len(reached) < 4:
            return True
        left -= reached
    return False


def on_a_farm(table, rng):
    """A Diver on a Pearl Farm."""
    return rng.sample(sorted(table.screen()["farms"]), 1)


def several_divers(table, rng):
    """Two Divers or three."""
    return some(rng, free_spaces(table), rng.choice((2, 3)))


def both(table, rng):
    """A Diver and a Pontoon, in any order."""
    pieces = [*some(rng, free_spaces(table), 1), *some(rng, free_edges(table), 1)]
    rng.shuffle(pieces)
    return pieces


def many_pontoons(table, rng):
    """More Pontoons than a turn has."""
    return some(rng, free_edges(table), rng.choice((3, 4, 5)))


def too_small(table, rng):
    """A Pontoon that fences off less than four spaces, perhaps the second one."""
    lying = {place for place in table.board.pieces if isinstance(place, Edge)}
    free = free_edges(table)
    rng.shuffle(free)
    for first in free:
        if fences_off(lying | {first}):
            return [str(first)]
        for second in free:
            if (
                first != second
                and set(GRID.corners_of[first]) & set(GRID.corners_of[second])
                and fences_off(lying | {first, second})
            ):
                return [str(first), str(second)]
    return []


KINDS = (on_a_farm, several_divers, both, many_pontoons, too_small)


def free_spaces(table):
    farms = set(table.screen()["farms"])
    return [place for place in GRID.spaces if place not in table.board.pieces and str(place) not in farms]


def free_edges(table):
    return [place for place in GRID.edges if place not in table.board.pieces]


def some(rng, places, many):
    """So many of these, as a script says it; none where there are too few."""
    return list(map(str, rng.sample(places, many))) if len(places) >= many else []


# --- what the table says of it ---------------------------------------------------------------------------------------


def named(place):
    """How a sentence names it."""
    first, _, second = place.partition("-")
    return f"between {first} and {second}" if second else place


def must_be_refused(table, pieces):
    """The page lists, names and marks what must go, the lights show it, and nothing makes a turn of it."""
    screen, lift = table.screen(), table.screen()["lift"]
    assert screen["verdict"] == "illegal"
    assert set(lift) <= set(pieces)
    assert lift
    assert all(named(place).rpartition("between ")[2] in screen["sentence"] for place in lift), screen["sentence"]
    marks = scene_of(table.tabletop.now, News(), table.clock()).lights
    for place in map(GRID.site, lift):
        assert {marks[corner].role for corner in GRID.corners_of[place]} == {Role.ILLEGAL_END}
    before = table.log[:]
    table.do(f"{PATIENCE} press end_turn")
    with pytest.raises(Refused, match="draft_not_legal"):
        table.ask("confirm")
    assert table.log == before, "it was accepted"


def lift_what_is_named(table):
    """Until the rest may stay; each time something is named that lies there."""
    while table.screen()["verdict"] == "illegal":
        table.do(" ".join(f"-{place}" for place in table.screen()["lift"]) + " wait 300")


def test_what_may_not_lie_there_is_named_and_lit_and_never_accepted(record_property):
    """Whatever it is and wherever; without the pieces that are named, the rest may stay."""
    rng, tried = random.Random(20), Counter()
    for number, table in zip(range(POSITIONS), positions(rng), strict=False):
        for kind in KINDS if number % 4 == 0 else rng.sample(KINDS, 2):
            pieces = kind(table, rng)
            if not pieces:
                continue
            table.do(" wait 150 ".join(pieces))
            must_be_refused(table, pieces)
            tried[kind.__name__] += 1
            lift_what_is_named(table)
            table.do(" ".join(f"-{place}" for place in pieces if GRID.site(place) in table.board.pieces) + " wait 300")
            assert table.screen()["lift"] == table.screen()["put"] == []
    assert set(tried) == {kind.__name__ for kind in KINDS}
    record_property("reached", f"{POSITIONS} positions, {tried.total()} illegal pieces, none accepted")
