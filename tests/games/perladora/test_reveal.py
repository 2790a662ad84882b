"""The reveal: taken for a 1, elimination, what is still to be said, and mistakes that are named."""

import random
from dataclasses import replace

import pytest

from pearlboard.games.perladora.rules.refusals import ValueTaken
from pearlboard.games.perladora.rules.reveal import declare, reckon, settle, without_declared
from pearlboard.games.perladora.rules.setup import deal, opening
from pearlboard.games.perladora.rules.state import DIVERS, Clan, Diver, Setup
from pearlboard.geometry import GRID

SPACES = [space for space in GRID.spaces if str(space) not in {"d1", "b2", "f2", "h2", "a4", "e4", "c5", "g5"}]


def laid(players, count, left):
    """A position in which seat 1 has laid `count` Divers of unknown value, on the first spaces, and holds `left`."""
    farms = deal(random.Random(1))
    start = opening(Setup(players, tuple(Clan)[:players], farms), 1)
    divers = {space: Diver(1) for space in SPACES[:count]}
    public = replace(start.public, divers=divers, left=(left, *start.public.left[1:]))
    return start.changed(public=public, values=dict.fromkeys(divers))


def told(state):
    """What every Diver is taken for."""
    return [reading.value for reading in reckon(state).readings]


def problems(state):
    """The names of what is still open."""
    return [problem.name for problem in reckon(state).problems]


def test_nobody_has_spoken_and_every_diver_is_a_1():
    """All sixteen are taken for 1, and the six that cannot be are asked for."""
    state = laid(2, 16, 0)
    assert told(state) == [1] * 16
    assert problems(state) == ["still_to_say"]
    assert dict(reckon(state).problems[0].parameters)["values"] == (2, 2, 2, 3, 4, 5)


def test_when_all_others_are_said_the_rest_is_certain():
    """With every Diver on the board, what is left over can only be 1."""
    state = laid(2, 16, 0)
    for space, value in zip(SPACES, (2, 2, 2, 3, 4, 5), strict=False):
        state = declare(state, space, value)
    assert problems(state) == []
    assert all(reading.certain for reading in reckon(state).readings)
    assert sorted(settle(state).values.values()) == sorted([2, 2, 2, 3, 4, 5] + [1] * 10)


def test_elimination_finds_the_last_big_one():
    """When all the 1s are said, a single remaining Diver is known without a word."""
    state = laid(4, 8, 0)
    for space, value in zip(SPACES, (1, 1, 1, 1, 1, 2, 3), strict=False):
        state = declare(state, space, value)
    last = reckon(state).readings[-1]
    assert (last.value, last.said, last.certain) == (4, False, True)
    assert problems(state) == []


def test_a_diver_may_still_be_in_the_hand():
    """With three players one is left over: nine ones would be too many, seven are believed."""
    state = laid(3, 7, 4)
    assert told(state) == [1] * 7
    assert problems(state) == []
    assert not any(reading.certain for reading in reckon(state).readings)


def test_more_divers_than_ones_cannot_all_be_ones():
    """Ten of eleven lie there and seven are 1 at most: three more must be said, nobody knows which."""
    state = laid(3, 10, 1)
    assert problems(state) == ["still_to_say_some"]
    assert dict(reckon(state).problems[0].parameters)["count"] == 3
    for space, value in zip(SPACES, (2, 2, 3), strict=False):
        state = declare(state, space, value)
    assert problems(state) == []
    assert told(settle(state)) == [2, 2, 3] + [1] * 7


def test_no_one_left_and_nothing_said_is_no_1():
    """Where all the 1s are said and more than one value remains, a Diver is taken for nothing."""
    state = laid(3, 9, 2)
    for space in SPACES[:7]:
        state = declare(state, space, 1)
    assert told(state)[7:] == [None, None]
    assert problems(state) == ["still_to_say_some"]


def test_a_value_that_others_have_is_refused_with_their_places():
    """The mistake is named: whose, which value, and where it lies already."""
    state = declare(laid(3, 11, 0), SPACES[0], 4)
    with pytest.raises(ValueTaken) as refused:
        declare(state, SPACES[1], 4)
    assert refused.value.sites == {SPACES[0]}
    assert dict(refused.value.sentence.parameters)["seat"] == 1


def test_a_value_that_nobody_has_in_this_game_is_refused():
    """With three players there is no 5."""
    assert not DIVERS[3][4]
    with pytest.raises(ValueTaken) as refused:
        declare(laid(3, 11, 0), SPACES[0], 5)
    assert refused.value.sentence.name == "value_never"


def test_a_word_can_be_taken_back_and_all_of_them_at_once():
    """Unsaid is as never said."""
    state = laid(2, 16, 0)
    spoken = declare(declare(state, SPACES[0], 5), SPACES[1], 2)
    assert without_declared(spoken) == state
    assert declare(declare(state, SPACES[0], 5), SPACES[0], None) == state
