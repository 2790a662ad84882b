"""What the table asks of the game besides drafts: what a seat holds, laid and looked at, and what its steps do."""

import pytest

from pearlboard.games.api import TABLE
from pearlboard.games.perladora.rules import declare
from pearlboard.games.perladora.steps import (
    Children,
    Elders,
    Fishermen,
    Foragers,
    LayPontoons,
    Pass,
    PlaceBackup,
    PlaceDiver,
)
from pearlboard.geometry import edge, space
from perladora_boards import EMPTY, FULL_CORNER, ONE_OF_EACH, few_left, position
from perladora_drafts import GAME, clans

A1, B1, C1 = map(space, ("a1", "b1", "c1"))
POWERS = (Fishermen(edge("a1-b1")), Children(A1, 1), Foragers(A1), Elders(A1))
MAINS = (PlaceDiver(A1), LayPontoons((edge("a1-b1"),)), PlaceBackup(A1), Pass())


def own(state, seat=1):
    return GAME.view(state, seat)


def test_a_hand_counts_what_was_laid_without_a_word():
    """Since it may still be any of them; the table's view has no hand."""
    state = position(ONE_OF_EACH, values={"a1": 4})
    assert GAME.hand(own(state)) == (10, 3, 1, 0, 1)
    assert GAME.hand(own(declare(state, A1, None))) == (10, 3, 1, 1, 1)
    assert GAME.hand(GAME.view(state, TABLE)) == ()


def test_a_seat_is_told_what_it_laid_face_down():
    """What it has said; nothing of others, nor what an Elder saw, nor what lies face up."""
    drawing = ONE_OF_EACH.replace("1 2 .", "1 2 1")
    state = position(
        drawing, values={"a1": 4, "b1": 2, "c1": 3}, face_up=["c1"], advanced=True, clans=clans("children", "elders")
    )
    assert GAME.laid(own(state)) == {A1: 4}
    assert GAME.laid(own(state, 2)) == {B1: 2}
    assert GAME.laid(GAME.view(state, TABLE)) == {}
    assert GAME.laid(own(declare(state, A1, None))) == {}
    assert GAME.face_up(state) == {C1}


def test_an_elder_is_shown_one_diver_until_the_turn_ends():
    """The value only where the program knows it, and only to that seat; where is for all to know."""
    state = position(ONE_OF_EACH, values={"b1": 5}, advanced=True, clans=clans("elders"))
    assert GAME.shown(own(state)) is None
    looked = GAME.apply(state, Elders(B1))
    assert GAME.shown(own(looked)) == (B1, 5)
    assert GAME.shown(GAME.view(looked, TABLE)) == (B1, None)
    assert GAME.shown(own(GAME.apply(declare(state, B1, None), Elders(B1)))) == (B1, None)
    ended = GAME.apply(looked, PlaceDiver(C1))
    assert GAME.shown(own(ended)) is None
    assert own(ended).values[B1] == 5


def test_what_an_elder_saw_stays_its_knowledge_when_values_are_said():
    """A word about another Diver changes nothing of it."""
    state = GAME.apply(position(ONE_OF_EACH, values={"b1": 5}, advanced=True, clans=clans("elders")), Elders(B1))
    assert own(declare(state, A1, 3)).values == {A1: 3, B1: 5}
    assert own(GAME.unsaid(state)).values == {}


def test_a_power_does_not_end_the_turn_and_a_look_tells_something():
    """Whatever else is played can be taken back as if it had not been."""
    assert [GAME.ends_turn(step) for step in POWERS] == [False] * 4
    assert [GAME.ends_turn(step) for step in MAINS] == [True] * 4
    assert [step for step in (*POWERS, *MAINS) if GAME.tells(step)] == [Elders(A1)]


def test_steps_without_a_piece_cover_no_site():
    """A Backup, a necklace and a look lie on a Diver that is there already."""
    assert [bool(GAME.sites(step)) for step in POWERS] == [True, True, False, False]
    assert [bool(GAME.sites(step)) for step in MAINS] == [True, True, False, False]


def test_a_pass_is_offered_only_where_it_is_legal():
    """By the French rules, before a Power, to a seat that could do something."""
    french = {"edition": "fr", "advanced": True, "clans": clans("elders")}
    state = position(FULL_CORNER, **french)
    assert GAME.pass_step(GAME.view(state, TABLE)) == Pass()
    assert GAME.pass_step(GAME.view(GAME.apply(state, Elders(B1)), TABLE)) is None
    assert GAME.pass_step(GAME.view(position(EMPTY), TABLE)) is None
    assert GAME.pass_step(GAME.view(position(EMPTY, done=[True, True], edition="fr"), TABLE)) is None
    stuck = few_left(0, hands=[{}, {"1": 1}], backups=[False, True], **french)
    assert GAME.pass_step(GAME.view(stuck, TABLE)) is None


@pytest.mark.parametrize("step", [*POWERS, *MAINS])
def test_a_step_survives_the_way_through_the_log(step):
    """As it is stored, so it is read."""
    assert GAME.step_from_json(GAME.step_to_json(step)) == step
