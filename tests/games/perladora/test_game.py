"""What the table asks of the game besides drafts: what a seat holds, laid and looked at, and what its steps do."""

import pytest

from pearlboard.games.perladora.board.invitation import may_pass
from pearlboard.games.perladora.rules.play import declare
from pearlboard.games.perladora.rules.reveal import without_declared
from pearlboard.games.perladora.rules.steps import (
    Children,
    Elders,
    Fishermen,
    Foragers,
    LayPontoons,
    Pass,
    PlaceBackup,
    PlaceDiver,
)
from pearlboard.games.perladora.shown.private import laid
from pearlboard.games.values import TABLE, Undo
from pearlboard.geometry import edge, space
from support.perladora_boards import EMPTY, FULL_CORNER, ONE_OF_EACH, few_left, position
from support.perladora_drafts import BOARD, RULES, clans

A1, B1, C1 = map(space, ("a1", "b1", "c1"))
POWERS = (Fishermen(edge("a1-b1")), Children(A1, 1), Foragers(A1), Elders(A1))
MAINS = (PlaceDiver(A1), LayPontoons((edge("a1-b1"),)), PlaceBackup(A1), Pass())


def shown(seen):
    """What the Power of this turn looks at, and its value where the viewer knows it."""
    looked = seen.public.looked
    return None if looked is None else (looked, seen.values.get(looked))


def passing(seen):
    """Whether the seat to move may give up the rest."""
    return not seen.public.over and may_pass(seen.public)


def own(state, seat=1):
    return RULES.view(state, seat)


def test_a_hand_counts_what_was_laid_without_a_word():
    """Since it may still be any of them; the table's view has no hand."""
    state = position(ONE_OF_EACH, values={"a1": 4})
    assert own(state).hand == (10, 3, 1, 0, 1)
    assert own(declare(state, A1, None)).hand == (10, 3, 1, 1, 1)
    assert RULES.view(state, TABLE).hand is None


def test_a_seat_is_told_what_it_laid_face_down():
    """What it has said; nothing of others, nor what an Elder saw, nor what lies face up."""
    drawing = ONE_OF_EACH.replace("1 2 .", "1 2 1")
    state = position(
        drawing, values={"a1": 4, "b1": 2, "c1": 3}, face_up=["c1"], advanced=True, clans=clans("children", "elders")
    )
    assert laid(own(state)) == {A1: 4}
    assert laid(own(state, 2)) == {B1: 2}
    assert laid(RULES.view(state, TABLE)) == {}
    assert laid(own(declare(state, A1, None))) == {}
    assert {place for place, piece in BOARD.expected(RULES.view(state, TABLE)).items() if piece.face_up} == {C1}


def test_an_elder_is_shown_one_diver_until_the_turn_ends():
    """The value only where the program knows it, and only to that seat; where is for all to know."""
    state = position(ONE_OF_EACH, values={"b1": 5}, advanced=True, clans=clans("elders"))
    assert shown(own(state)) is None
    looked = RULES.apply(state, 1, Elders(B1))
    assert shown(own(looked)) == (B1, 5)
    assert shown(RULES.view(looked, TABLE)) == (B1, None)
    assert shown(own(RULES.apply(declare(state, B1, None), 1, Elders(B1)))) == (B1, None)
    ended = RULES.apply(looked, 1, PlaceDiver(C1))
    assert shown(own(ended)) is None
    assert own(ended).values[B1] == 5


def test_what_an_elder_saw_stays_its_knowledge_when_values_are_said():
    """A word about another Diver changes nothing of it."""
    state = RULES.apply(position(ONE_OF_EACH, values={"b1": 5}, advanced=True, clans=clans("elders")), 1, Elders(B1))
    assert own(declare(state, A1, 3)).values == {A1: 3, B1: 5}
    assert own(without_declared(state)).values == {}


def test_a_power_does_not_end_the_turn_and_a_look_tells_something():
    """Whatever else is played can be taken back as if it had not been."""
    assert [RULES.ends_turn(step) for step in POWERS] == [False] * 4
    assert [RULES.ends_turn(step) for step in MAINS] == [True] * 4
    assert [step for step in (*POWERS, *MAINS) if RULES.undo(None, step) is not Undo.ALONE] == [Elders(A1)]


def test_steps_without_a_piece_cover_no_site():
    """A Backup, a necklace and a look lie on a Diver that is there already."""
    assert [bool(BOARD.lays(step)) for step in POWERS] == [True, True, False, False]
    assert [bool(BOARD.lays(step)) for step in MAINS] == [True, True, False, False]


def test_a_pass_is_offered_only_where_it_is_legal():
    """By the French rules, before a Power, to a seat that could do something."""
    french = {"edition": "fr", "advanced": True, "clans": clans("elders")}
    state = position(FULL_CORNER, **french)
    assert passing(RULES.view(state, TABLE)) is True
    assert passing(RULES.view(RULES.apply(state, 1, Elders(B1)), TABLE)) is False
    assert passing(RULES.view(position(EMPTY), TABLE)) is False
    assert passing(RULES.view(position(EMPTY, done=[True, True], edition="fr"), TABLE)) is False
    stuck = few_left(0, hands=[{}, {"1": 1}], backups=[False, True], **french)
    assert passing(RULES.view(stuck, TABLE)) is False


@pytest.mark.parametrize("step", [*POWERS, *MAINS])
def test_a_step_survives_the_way_through_the_log(step):
    """As it is stored, so it is read."""
    assert RULES.decode(RULES.encode(step)) == step
