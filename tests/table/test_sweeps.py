"""A board that was swept is put right one piece after the other, and the lights mark what the pages name."""

import random

import pytest

from pearlboard.geometry import GRID, site
from pearlboard.lights.scene import Role
from pearlboard.table.lighting import News, scene_of
from perladora_table import hints
from tabling import TestTable


def swept(seed, turns=14):
    """A game in which many pieces lie, and from which all but one were swept."""
    rng, table = random.Random(seed), TestTable().begin(confirm="button")
    for number in range(turns):
        found = hints(table.tabletop.now)
        places = sorted((found.edges if number % 3 else found.spaces) - table.board.pieces, key=str)
        table.do(f"{rng.choice(places)} wait 400 press end_turn")
    lying = sorted(map(str, table.board.pieces))
    gone = rng.sample(lying, len(lying) - 1)
    table.do(" ".join(f"-{place}" for place in gone) + " wait 300")
    return table, gone


@pytest.mark.parametrize("seed", range(3))
def test_one_piece_after_the_other_is_named_until_all_are_back(seed):
    """Whoever lays what is named, and nothing else, comes to the end; every place that is empty is marked meanwhile."""
    table, gone = swept(seed)
    for left in range(len(gone), 0, -1):
        screen = table.screen()
        assert sorted(screen["put"]) == sorted(gone)
        assert screen["countdown"] is None
        if left > 4:
            assert screen["sentence"].startswith(f"{left} pieces are missing; their places are lit. Next, put back a ")
        named = [place for place in gone if at(place) in screen["sentence"]]
        assert len(named) == (1 if left > 4 else left)
        gone.remove(named[0])
        table.do(f"{named[0]} wait 300")
    assert table.screen()["put"] == []
    assert table.screen()["verdict"] == "unfinished"


def at(place):
    first, _, second = place.partition("-")
    return f"between {first} and {second}" if second else f" on {first}"


def test_the_lights_mark_every_place_that_the_page_lists():
    """The corners around each of them, or what of its own light is free."""
    table, gone = swept(5)
    assert set(table.screen()["put"]) == set(gone)
    lights = scene_of(table.tabletop.now, News(), table.clock()).lights
    lit = {light for light, mark in lights.items() if mark.role == Role.MISSING}
    assert all({site(place), *GRID.corners_of[site(place)]} & lit for place in gone)
