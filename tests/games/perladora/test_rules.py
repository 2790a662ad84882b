"""Playing: whole random games, what a step leaves behind, values said later, and the laws that hold at every turn."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pearlboard.games.perladora.rules.notation import step_from_json, turn_from_json
from pearlboard.games.perladora.rules.play import apply, declare, empty_spaces, has_turn, legal_edges, play
from pearlboard.games.perladora.rules.refusals import IllegalStep, NoSuchDiver, NoTarget
from pearlboard.games.perladora.rules.state import DIVERS, PONTOONS, State
from pearlboard.games.perladora.rules.steps import LayPontoons, Pass, PlaceDiver, Turn
from pearlboard.geometry import GRID, edge, space
from support.perladora_boards import (
    FULL_CORNER,
    ONE_OF_EACH,
    few_left,
    position,
    random_game,
    random_opening,
    random_turn,
)

LONGEST = PONTOONS + 32 + 4 + 4
"""Every turn lays a Pontoon, a Diver or a Backup, or gives up."""


def turn(seat, main, power=None):
    return turn_from_json({"seat": seat, "power": power, "main": main})


def pieces(state, seat):
    """A seat's Divers by value, in hand and on the board."""
    owned = list(state.hands[seat - 1])
    for place, diver in state.public.divers.items():
        if diver.seat == seat:
            owned[state.values[place] - 1] += 1
    return tuple(owned)


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32))
def test_a_game_keeps_its_pieces_and_ends(seed):
    """No piece appears or is lost, no territory is under four, and a game is over within a bound."""
    turns_played = 0
    for played, state in random_game(random.Random(seed)):
        turns_played += 1
        public = state.public
        assert public.left == tuple(sum(hand) for hand in state.hands)
        assert all(pieces(state, seat) == DIVERS[public.setup.players] for seat in public.setup.seats)
        assert 0 <= public.pontoons_left <= PONTOONS
        assert all(part.bit_count() >= 4 for part in GRID.regions(GRID.all_edges & ~public.pontoons))
        assert public.power_used is None
        assert public.over or (has_turn(public) and not public.done[public.to_move - 1])
        if isinstance(played.main, Pass):
            assert public.done[played.seat - 1]
    assert turns_played <= LONGEST


def flooded(start, open_edges):
    reached, todo = {start}, [start]
    while todo:
        here = todo.pop()
        for line in open_edges & set(GRID.edges_of[here]):
            other = line.second if line.first == here else line.first
            if other not in reached:
                reached.add(other)
                todo.append(other)
    return reached


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32), st.integers(0, 40))
def test_a_pontoon_is_legal_exactly_when_a_flood_fill_says_so(seed, played):
    """The judge, the list of legal edges and a plain reading of the rulebook agree on all 67 lines."""
    rng = random.Random(seed)
    state = random_opening(rng)
    for _ in range(played):
        if not state.public.over:
            _, state = random_turn(state, rng)
    public = state.public
    open_edges = set(GRID.edges) - set(GRID.edges_in(public.pontoons))
    legal = set(GRID.edges_in(legal_edges(public)))
    for line in GRID.edges:
        rest = open_edges - {line}
        expected = (
            line in open_edges
            and public.pontoons_left > 0
            and not public.over
            and min(len(flooded(line.first, rest)), len(flooded(line.second, rest))) >= 4
        )
        assert judged(state, LayPontoons((line,))) == expected
        assert public.over or (line in legal) == expected


def judged(state: State, step):
    try:
        apply(state, step)
    except IllegalStep:
        return False
    return True


def test_a_diver_leaves_the_hand_and_lies_face_down():
    """Its value is in the secrets only."""
    after = play(position(), turn(1, [["diver", "c3", 4]]))
    assert after.public.divers[space("c3")].shown is None
    assert after.values[space("c3")] == 4
    assert after.hands[0] == (10, 3, 1, 0, 1)
    assert after.public.left == (15, 16)
    assert after.public.to_move == 2


def test_an_extra_diver_lies_face_up():
    """Ruling 12: everybody sees its value."""
    start = position(advanced=True, clans=("children", "elders"))
    after = play(start, turn(1, [["diver", "a1", 1]], ["children", "c3", 4]))
    assert after.public.divers[space("c3")].shown == 4
    assert after.public.powers == (0, 2)
    assert after.public.left == (14, 16)


def test_two_necklaces_on_one_diver_take_two_turns():
    """Each spends a token; a Diver that has one may get another (ruling 13)."""
    start = position(ONE_OF_EACH, advanced=True, clans=("foragers", "elders"))
    once = play(start, turn(1, [["diver", "c3", 1]], ["foragers", "b1"]))
    assert (once.public.divers[space("b1")].necklaces, once.public.powers) == (1, (1, 2))
    twice = play(play(once, turn(2, [["diver", "d3", 1]])), turn(1, [["diver", "e3", 1]], ["foragers", "b1"]))
    assert (twice.public.divers[space("b1")].necklaces, twice.public.powers) == (2, (0, 2))


def test_a_backup_is_laid_once():
    """It leaves the hand and lies on the Diver."""
    start = position(FULL_CORNER, advanced=True, clans=("foragers", "elders"))
    after = play(start, turn(1, [["backup", "a2"]]))
    assert after.public.divers[space("a2")].backup
    assert after.public.backups == (False, True)


def test_three_pontoons_with_the_fishermens_power():
    """Ruling 11: one and two more."""
    start = position(advanced=True, clans=("fishermen", "elders"))
    after = play(start, turn(1, [["pontoon", "b1-c1"], ["pontoon", "b2-c2"]], ["fishermen", "b3-c3"]))
    assert after.public.pontoons_left == 32


def test_a_power_leaves_its_seat_to_move():
    """The two steps of a turn are confirmed one after the other."""
    start = position(ONE_OF_EACH, advanced=True, clans=("elders", "foragers"))
    half = apply(start, step_from_json(["elders", "b1"]))
    assert (half.public.to_move, half.public.power_used) == (1, "elders")
    whole = apply(half, step_from_json(["diver", "c3", 1]))
    assert (whole.public.to_move, whole.public.power_used) == (2, None)


def test_seats_that_cannot_play_are_skipped_for_good():
    """Ruling 7: judged when the turn comes, by itself, and even when there are two in a row."""
    start = few_left(0, players=3, hands=[{"1": 2}, {}, {}])
    after = play(start, turn(1, [["diver", "a1", 1]]))
    assert after.public.to_move == 1
    assert after.public.done == (False, True, True)
    assert play(after, turn(1, [["diver", "b1", 1]])).public.over


def test_a_start_whose_seat_cannot_play_waits_for_the_next_one():
    """Such a seat is done when another one's turn is played; its own turn is refused for what it lacks."""
    start = few_left(0, players=3, hands=[{}, {}, {"1": 2}])
    with pytest.raises(IllegalStep) as caught:
        play(start, turn(1, [["diver", "a1", 1]]))
    assert caught.value.rule == "no_such_diver"
    with pytest.raises(IllegalStep) as caught:
        play(start, turn(2, [["diver", "a1", 1]]))
    assert caught.value.rule == "not_your_turn"
    after = play(start, turn(3, [["diver", "a1", 1]]))
    assert after.public.done == (True, True, False)


def test_a_start_where_nobody_can_play_is_over_with_the_first_try():
    """Nobody's turn can come."""
    start = few_left(0, hands=[{}, {}])
    assert not start.public.over
    with pytest.raises(IllegalStep) as caught:
        play(start, turn(2, [["diver", "a1", 1]]))
    assert caught.value.rule == "game_over"


def test_a_value_can_be_said_corrected_and_taken_back():
    """The hand counts a Diver until its value is known; how many are left is known all along."""
    state = apply(position(), PlaceDiver(space("c3")))
    assert (state.values[space("c3")], sum(state.hands[0]), state.public.left) == (None, 16, (15, 16))
    said = declare(state, space("c3"), 5)
    assert (said.values[space("c3")], said.hands[0]) == (5, (10, 3, 1, 1, 0))
    corrected = declare(said, space("c3"), 3)
    assert (corrected.values[space("c3")], corrected.hands[0]) == (3, (10, 3, 0, 1, 1))
    assert declare(corrected, space("c3"), None) == state
    assert said.public == state.public


def test_a_value_that_a_player_cannot_have_any_more_is_refused():
    """There is one 5 in the set; and what lies face up is what it is."""
    state = declare(apply(position(), PlaceDiver(space("c3"))), space("c3"), 5)
    state = apply(state, PlaceDiver(space("d3"), 1))
    state = apply(state, PlaceDiver(space("e3")))
    for value in (5, 0, 6):
        with pytest.raises(NoSuchDiver):
            declare(state, space("e3"), value)
    with pytest.raises(NoTarget):
        declare(state, space("h3"), 1)
    start = position(advanced=True, clans=("children", "elders"))
    shown = apply(start, step_from_json(["children", "c3", 4]))
    with pytest.raises(NoSuchDiver):
        declare(shown, space("c3"), 3)
    assert declare(shown, space("c3"), 4) == shown


def test_an_unknown_diver_counts_as_laid():
    """With all Divers on the board, known or not, no more can be laid."""
    state = few_left(1, hands=[{"1": 1}, {"1": 1}])
    state = apply(state, PlaceDiver(space("a1")))
    state = apply(state, PlaceDiver(space("b1"), 1))
    assert state.public.left == (0, 0)
    with pytest.raises(NoSuchDiver):
        play(state, Turn(1, None, PlaceDiver(space("c3"), 1)))
    assert play(state, Turn(1, None, LayPontoons((edge("e3-f3"),)))).public.over


def test_empty_spaces_are_neither_farms_nor_taken():
    """32 spaces take Divers."""
    assert empty_spaces(position().public).bit_count() == 32
    assert space("a1") not in GRID.spaces_in(empty_spaces(position(ONE_OF_EACH).public))
