"""Values that are said to the program: what may be said, what is noted, and that no secret note is ever noticed."""

import json
import random
from dataclasses import replace
from functools import reduce
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pearlboard.games.perladora.board.draft import draft
from pearlboard.games.perladora.board.drafts import Said
from pearlboard.games.perladora.board.hints import hints
from pearlboard.games.perladora.rules.declared_values import noted as as_noted
from pearlboard.games.perladora.rules.notation import read_record
from pearlboard.games.perladora.rules.play import play
from pearlboard.games.perladora.rules.refusals import FaceUpUnsaid, IllegalStep, LiesFaceUp, NoSuchDiver
from pearlboard.games.perladora.rules.reveal import declare, reckon, settle, without_declared
from pearlboard.games.perladora.rules.scoring import score
from pearlboard.games.perladora.rules.setup import deal, opening
from pearlboard.games.perladora.rules.stages import apply
from pearlboard.games.perladora.rules.state import DIVERS, Clan, Setup
from pearlboard.games.perladora.rules.steps import (
    Children,
    Elders,
    ExtraDiver,
    Fishermen,
    Foragers,
    LayPontoons,
    PlaceBackup,
    PlaceDiver,
)
from pearlboard.games.perladora.rules.territories import empty_spaces
from pearlboard.games.perladora.rules.turns import turns
from pearlboard.games.perladora.shown.private import laid
from pearlboard.games.values import TABLE, Act, Course
from pearlboard.geometry import GRID, edge, space
from support.perladora_boards import EMPTY, FULL_CORNER, ONE_OF_EACH, position, random_opening
from support.perladora_drafts import BOARD, RULES, clans, lying, read, tokens

A1, B1, C1, C3, D3 = map(space, ("a1", "b1", "c1", "c3", "d3"))
OWN = ONE_OF_EACH.replace("1 2 .", "1 2 1")


def children(drawing=OWN, **parts):
    return position(drawing, advanced=True, clans=clans("children", "elders"), **parts)


def noted(state, step, value):
    """What a seat that has said `value` really plays."""
    return as_noted(RULES.view(state, state.public.to_move), step, value)


# --- what may be said --------------------------------------------------------------------------------------------


def test_a_value_that_is_left_is_noted():
    """Face down or face up."""
    start = children()
    assert noted(start, PlaceDiver(C3), 4) == PlaceDiver(C3, 4)
    assert noted(start, ExtraDiver(C3), 4) == Children(C3, 4)


@pytest.mark.parametrize("value", [None, 0, 6, 9])
def test_what_is_no_value_is_not_noted(value):
    """Nothing said, or nonsense."""
    assert noted(children(), PlaceDiver(C3), value) == PlaceDiver(C3)
    assert noted(children(), ExtraDiver(C3), value) == ExtraDiver(C3)


def test_other_steps_have_no_value():
    """Whatever was said before they were laid."""
    for step in (LayPontoons((edge("a1-b1"),)), PlaceBackup(A1), Foragers(B1), Elders(B1), Fishermen(edge("a1-b1"))):
        assert noted(children(), step, 3) == step


def test_a_diver_face_down_takes_no_value_that_was_noted_before():
    """It is as if nothing had been said; a refusal would tell."""
    state = children(values={"a1": 4})
    assert noted(state, PlaceDiver(C3), 4) == PlaceDiver(C3)
    assert noted(state, ExtraDiver(C3), 4) == Children(C3, 4)


def test_values_that_lie_face_up_are_not_offered_again():
    """That is for all to see: the only 4 lies there; of three 2s one more may come."""
    assert read(children(values={"c1": 4}, face_up=["c1"]), "c3").values == (1, 2, 3, 5)
    assert read(children(values={"c1": 2}, face_up=["c1"]), "c3").values == (1, 2, 3, 4, 5)
    assert read(children(values={"c1": 4}), "c3").values == (1, 2, 3, 4, 5)
    assert read(children(players=4, drawing=EMPTY), "c3").values == (1, 2, 3, 4)
    assert noted(children(values={"c1": 4}, face_up=["c1"]), PlaceDiver(C3), 4) == PlaceDiver(C3)


# --- what lies face up beats what was noted ----------------------------------------------------------------------


def test_a_face_up_tile_takes_back_the_note_that_it_proves_wrong():
    """The hand is right again, and the other Diver's value is to be said at the reveal."""
    state = apply(children(values={"a1": 4, "c1": 2}), Children(C3, 4))
    assert state.values == {A1: None, B1: 1, C1: 2, C3: 4}
    assert state.public.divers[C3].shown == 4
    assert state.hands[0] == (10, 2, 1, 0, 1)
    assert state.public.left[0] == 13
    assert laid(RULES.view(state, 1)) == {C1: 2}


def test_of_several_notes_that_cannot_all_be_right_none_is_kept():
    """Nobody knows which of them is wrong."""
    state = children(FULL_CORNER.replace("1 2|", "1 1|"), values={"a1": 2, "b1": 2, "a2": 2})
    after = apply(state, Children(C3, 2))
    assert after.values == {A1: None, B1: None, space("a2"): None, C3: 2}
    assert after.hands[0] == (10, 2, 1, 1, 1)


def test_a_note_that_need_not_be_wrong_is_kept():
    """Two of three 2s are noted: the third lies face up."""
    state = children(values={"a1": 2, "c1": 2})
    assert apply(state, Children(C3, 2)).values == {A1: 2, B1: 1, C1: 2, C3: 2}


def test_only_what_all_can_see_refuses_a_face_up_tile():
    """The only 4 lies face up already; there is no 5 with four players."""
    state = children(values={"a1": 4}, face_up=["a1"])
    with pytest.raises(NoSuchDiver):
        apply(state.changed(public=replace(state.public, powers=(1, 2))), Children(C3, 4))
    with pytest.raises(NoSuchDiver):
        apply(children(EMPTY, players=4), Children(C3, 5))


def test_the_extra_diver_is_not_played_before_its_value_is_said():
    """Everybody sees it, so it is part of the step."""
    with pytest.raises(FaceUpUnsaid) as caught:
        apply(children(), ExtraDiver(C3))
    assert caught.value.sites == {C3}
    assert BOARD.lays(ExtraDiver(C3)) == {C3}


# --- nobody notices a note ---------------------------------------------------------------------------------------


def another_world(state, rng):
    """The same table, with all secrets dealt anew and some values not said."""
    values, hands = dict(state.values), list(state.hands)
    for seat in state.public.setup.seats:
        hidden = [place for place, diver in state.public.divers.items() if diver.seat == seat and diver.shown is None]
        pool = [value for value, count in enumerate(DIVERS[state.public.setup.players], 1) for _ in range(count)]
        for diver in state.public.divers.values():
            if diver.seat == seat and diver.shown is not None:
                pool.remove(diver.shown)
        rng.shuffle(pool)
        said = {place: pool.pop() for place in hidden if rng.random() < 0.7}
        values |= dict.fromkeys(hidden) | said
        hands[seat - 1] = tuple(pool.count(value) for value in range(1, 6))
    return state.changed(values=values, hands=tuple(hands))


def told(state):
    """All that the table page is made from."""
    seen = RULES.view(state, TABLE)
    armed = [Said(token=token) for token in ("power", "backup")]
    extras = [(), ("c3",), ("c3", "d3"), ("c3-d3",), ("c3", "c3-d3"), ("c3-d3", "d3-e3", "d4-e4")]
    drafts = (
        [
            draft(seen, lying(state, *extra), choice, confirms_itself=True)
            for extra in extras
            for choice in (Said(), *armed)
        ]
        if not {C3, D3} & state.public.divers.keys()
        else []
    )
    aimed = [
        draft(seen, lying(state), Said(token=token, target=place), confirms_itself=True)
        for token in ("power", "backup")
        for place in list(state.public.divers)[:6]
    ]
    return [repr(each) for each in (*drafts, *aimed)], repr(tokens(state)), repr(hints(seen.public))


def outcome(state, step, value):
    """What everybody sees of a step that was played with a value, or the name of its refusal."""
    try:
        after = apply(state, noted(state, step, value))
    except IllegalStep as refusal:
        return refusal.rule, repr(refusal.sentence)
    return repr(after.public), repr(RULES.view(after, TABLE))


@pytest.mark.slow
@settings(max_examples=20, deadline=None)
@given(st.integers(0, 2**32), st.integers(1, 25))
def test_two_worlds_that_differ_only_in_secrets_play_alike(seed, played):
    """Drafts, tokens, hints, and whatever comes of a step with any value: the table sees the same."""
    rng = random.Random(seed)
    state = random_opening(rng)
    for _ in range(played):
        state = some_step(state, rng)
    if state.public.over:
        return
    one, other = another_world(state, rng), another_world(state, rng)
    assert told(one) == told(other)
    steps = [PlaceDiver(C3), ExtraDiver(C3), LayPontoons((edge("c3-d3"),)), PlaceBackup(C3), Elders(C3), Foragers(C3)]
    for step in steps:
        for value in (None, 1, 2, 3, 4, 5):
            assert outcome(one, step, value) == outcome(other, step, value)


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32), st.integers(2, 4), st.integers(1, 6))
def test_the_childrens_power_is_never_refused_for_a_note(seed, players, rounds):
    """Whatever they have noted of Divers that lie face down, the tile that lies face up is right, in every world."""
    rng = random.Random(seed)
    state = position(EMPTY, players=players, advanced=True, clans=clans("children"))
    for _ in range(rounds * players):
        state = apply(state, PlaceDiver(rng.choice(GRID.spaces_in(empty_spaces(state.public)))))
    one, other = another_world(state, rng), another_world(state, rng)
    here = rng.choice(GRID.spaces_in(empty_spaces(state.public)))
    for value in read(state, str(here), token="power").values:
        seen = outcome(one, ExtraDiver(here), value)
        assert seen == outcome(other, ExtraDiver(here), value)
        assert f"shown={value}" in seen[0]


def some_step(state, rng):
    """A whole turn, played as at the table."""
    if state.public.over:
        return state
    turn = rng.choice(list(islice(turns(state), 0, 4000, 7)))
    for step in (turn.power, turn.main):
        if step is not None:
            state = apply(state, step)
    return state


# --- the reveal and the record -----------------------------------------------------------------------------------


def test_a_face_up_value_is_nobodys_to_say():
    """It can be neither corrected nor taken back; what everybody sees is certain."""
    state = children(values={"c1": 4}, face_up=["c1"])
    for value in (None, 1):
        with pytest.raises(LiesFaceUp) as caught:
            declare(state, C1, value)
        assert dict(caught.value.sentence.parameters) == {"space": C1, "value": 4}
    assert declare(state, C1, 4) == state
    assert without_declared(state).values == {A1: None, B1: None, C1: 4}
    reading = next(reading for reading in reckon(without_declared(state)).readings if reading.space == C1)
    assert (reading.value, reading.said, reading.certain) == (4, True, True)


def test_a_game_with_powers_is_told_with_values_that_were_said_at_its_end():
    """The record plays again to the same end: with a note that was wrong, a necklace, a look and a Backup."""
    setup = Setup(3, (Clan.CHILDREN, Clan.FORAGERS, Clan.ELDERS), deal(random.Random(1)), advanced=True)
    start = state = opening(setup, 1)
    played = []
    for step in (
        PlaceDiver(A1, 4),
        PlaceDiver(C3),
        PlaceDiver(B1, 2),
        Children(D3, 4),
        pontoons("b1-c1", "b2-c2"),
        Foragers(A1),
        PlaceDiver(space("e3")),
        Elders(C3),
        pontoons("a2-a3", "b2-b3"),
        PlaceDiver(space("a2")),
        pontoons("g1-h1"),
        PlaceDiver(space("h5"), 3),
        PlaceBackup(A1),
    ):
        played.append((state.public.to_move, step))
        state = apply(state, step)
    assert state.values[A1] is None
    state = settle(declare(state, C3, 2))
    assert state.values[A1] == 1
    course = Course(start.public.setup, start, tuple(Act(0, *each, None) for each in played), state)
    record = read_record(json.dumps(RULES.record(course)).encode())
    end = reduce(play, record.turns, record.start)
    assert end.changed(looks={}) == state.changed(looks={})  # what Elders saw then was not said yet
    assert score(end.public, end.values) == score(state.public, state.values)
    assert [turn.power and type(turn.power) for turn in record.turns] == [
        None,
        None,
        None,
        Children,
        Foragers,
        Elders,
        None,
        None,
        None,
        None,
    ]


def pontoons(*lines):
    return LayPontoons(tuple(map(edge, lines)))
