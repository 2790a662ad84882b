"""A finished game on the lights of an empty board: who lies where, what has just been done, who wins what."""

import pytest

from pearlboard.games.perladora.board import exhibit
from pearlboard.games.perladora.board.roles import Own
from pearlboard.games.perladora.rules.scoring import score
from pearlboard.geometry import GRID, edge, space
from pearlboard.lights.scene import Mark, Role
from pearlboard.lights.shapes import RIM_CORNERS
from support.perladora_boards import FULL_CORNER, ONE_OF_EACH, position, whole_set

CORNERS = {seat: frozenset(RIM_CORNERS[place]) for seat, place in ((1, "south"), (2, "north"))}


def sites_of(scene):
    return {light: mark for light, mark in scene.lights.items() if light not in GRID.corners}


def test_divers_have_their_players_colours_and_pontoons_are_white():
    """Each on its own light; nothing else but the corners of whoever made the step."""
    public = position(FULL_CORNER).public
    scene = exhibit.position(public, frozenset(), 2)
    assert sites_of(scene) == {
        **{place: Mark(Role.COUNTED, diver.seat) for place, diver in public.divers.items()},
        **{line: Mark(Role.REVEALED) for line in GRID.edges_in(public.pontoons)},
    }
    assert {light: mark for light, mark in scene.lights.items() if light in GRID.corners} == dict.fromkeys(
        CORNERS[2], Mark(Role.TURN, 2)
    )


def test_what_the_step_has_touched_breathes():
    """A Diver in its own player's colour, also when another plays a token on it; a Pontoon in white."""
    public = position(FULL_CORNER).public
    scene = exhibit.position(public, frozenset({space("b1"), edge("b1-c1")}), 1)
    assert scene.lights[space("b1")] == Mark(Role.OWED, 2)
    assert scene.lights[edge("b1-c1")] == Mark(Role.OWED)


def test_before_the_first_step_nobody_is_named():
    """An empty board is dark."""
    assert not exhibit.position(position().public, frozenset(), None).lights


@pytest.mark.parametrize("values", [{"a1": 5, "b1": 1}, {"a1": 1, "b1": 4}])
def test_the_lights_tell_no_value(values):
    """Two games that differ only in values look the same until they are counted."""
    public = position(ONE_OF_EACH, values=values).public
    assert exhibit.position(public, frozenset(), 1) == exhibit.position(position(ONE_OF_EACH).public, frozenset(), 1)


def test_the_territory_that_is_counted_is_white_and_those_before_are_their_winners():
    """The Pontoons around it stay dark; the corners shine before those who win it."""
    state = position(FULL_CORNER, values=whole_set(FULL_CORNER))
    result = score(state.public, state.values)
    first = exhibit.counted(state.public, result, 0)
    assert {mark.role for mark in sites_of(first).values()} == {Role.REVEALED}
    assert set(result.territories[0].territory.spaces) <= first.lights.keys()
    assert not set(GRID.edges_in(state.public.pontoons)) & first.lights.keys()
    assert CORNERS[result.territories[0].winners[0]] <= first.lights.keys()
    second = exhibit.counted(state.public, result, 1)
    winner = Mark(Role.COUNTED, result.territories[0].winners[0])
    assert {second.lights[place] for place in result.territories[0].territory.spaces} == {winner}


def test_a_territory_that_nobody_wins_is_told_apart():
    """Its colour is no player's."""
    state = position(FULL_CORNER)
    result = score(state.public, state.values)
    assert not result.territories[1].winners
    scene = exhibit.counted(state.public, result, 1)
    assert {scene.lights[place].role for place in result.territories[1].territory.spaces} == {Own.UNWON}


def test_those_who_share_a_territory_share_its_lights():
    """And at the end the corners shine before the winners of the game."""
    state = position(ONE_OF_EACH)
    result = score(state.public, state.values)
    scene = exhibit.result(state.public, result)
    seats = [mark.seat for mark in sites_of(scene).values()]
    assert abs(seats.count(1) - seats.count(2)) <= 1
    assert {mark.role for light, mark in scene.lights.items() if light in GRID.corners} == {Role.WINNER}
