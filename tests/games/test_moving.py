"""What hands have done, read against the actions that are open: without a table, without a game."""

from dataclasses import dataclass, field
from itertools import permutations

import pytest

from pearlboard.games.api import NOWHERE, OnBoard, Table, Verdict, read_draft
from pearlboard.games.moving import effect, in_hand
from pearlboard.geometry import site
from pearlboard.texts import say


@dataclass(frozen=True)
class Deed:
    """An action: where pieces go, what is laid, where one may rest."""

    goes: tuple[tuple[str, str | None], ...] = ()
    laid: tuple[str, ...] = ()
    rests: tuple[str, ...] = field(default=())


class Board(OnBoard):
    """It says what a deed says."""

    def lays(self, action):
        return frozenset(map(site, action.laid))

    def moves(self, action):
        return {site(start): None if end is None else site(end) for start, end in action.goes}

    def through(self, action):
        return frozenset(map(site, action.rests))


BOARD = Board()


def sites(*names):
    return frozenset(map(site, names))


def read(deeds, lying, lifted=(), laid=(), relaid=()):
    """The draft after hands have lifted and laid these."""
    expected, off = sites(*lying), sites(*lifted)
    hand = in_hand(BOARD, deeds, off)
    table = Table(
        sensed=(expected - off) | sites(*laid), expected=expected, unsensed=hand, in_hand=hand, relaid=sites(*relaid)
    )
    return read_draft(BOARD, 1, table, deeds, turn=say("ask_waits"), done=lambda deed: say("ask_waits", deed=str(deed)))


CASTLING = Deed((("e1", "g1"), ("h1", "f1")))
STEP = Deed((("e1", "f1"),))
ROOK = Deed((("h1", "g1"),))


def test_two_pieces_that_go_together_are_read_in_any_order():
    """Half of it may look like something else, which then waits for the button."""
    for lifts in permutations(("e1", "h1")):
        for lays in permutations(("g1", "f1")):
            steps = [(lifts[:1], ()), (lifts, ()), (lifts, lays[:1]), (lifts, lays)]
            verdicts = [read([CASTLING, STEP, ROOK], ("e1", "h1"), *step).verdict for step in steps]
            assert Verdict.ILLEGAL not in verdicts
            assert verdicts[-1] is Verdict.LEGAL
    assert read([CASTLING, STEP, ROOK], ("e1", "h1"), ("e1", "h1"), ("g1", "f1")).action == CASTLING


def test_what_may_go_on_waits_for_the_button():
    """A chain and its beginning: the first leap is whole, and not complete."""
    short, long = Deed((("a1", "a3"), ("a2", None))), Deed((("a1", "a5"), ("a2", None), ("a4", None)), rests=("a3",))
    draft = read([short, long], ("a1", "a2", "a4"), ("a1", "a2"), ("a3",))
    assert (draft.verdict, draft.complete, draft.action) == (Verdict.LEGAL, False, short)
    assert site("a5") in draft.targets
    draft = read([long], ("a1", "a2", "a4"), ("a1",), ("a3",))
    assert (draft.verdict, draft.sentence.name) == (Verdict.UNFINISHED, "piece_on_its_way")
    draft = read([short, long], ("a1", "a2", "a4"), ("a1", "a2", "a4"), ("a5",))
    assert (draft.verdict, draft.complete, draft.action) == (Verdict.LEGAL, True, long)


def test_a_piece_that_takes_anothers_place_needs_to_have_been_seen():
    """Else it is only in hand."""
    capture = Deed((("c2", "c3"), ("c3", None)))
    assert read([capture], ("c2", "c3"), ("c2",)).verdict is Verdict.UNFINISHED
    draft = read([capture], ("c2", "c3"), ("c2",), relaid=("c3",))
    assert (draft.verdict, draft.sites) == (Verdict.LEGAL, sites("c3"))


def test_what_sensors_cannot_tell_is_never_complete():
    """Even where nothing else is open: one's own may still be in the hand, and theirs back on its place."""
    capture = Deed((("c2", "c3"), ("c3", None)))
    assert not read([capture], ("c2", "c3"), ("c2",), relaid=("c3",)).complete
    gone = read([Deed((("c2", None),))], ("c2",), ("c2",))
    assert (gone.verdict, gone.complete) == (Verdict.LEGAL, False)
    stack = read([Deed((("c2", "c3"),))], ("c2", "c3"), ("c2",), relaid=("c3",))
    assert (stack.verdict, stack.complete) == (Verdict.LEGAL, False)


def test_deeds_that_look_alike_fit_together():
    one, other = Deed((("b1", "b2"),)), Deed((("b1", "b2"),), rests=())
    assert read([one, other], ("b1",), ("b1",), ("b2",)).fits == (one, other)


def test_a_stray_piece_beside_a_move_is_the_one_to_lift():
    draft = read([STEP], ("e1",), ("e1",), ("f1", "a5"))
    assert (draft.verdict, draft.lift) == (Verdict.ILLEGAL, sites("a5"))


@pytest.mark.parametrize(("gone", "found"), [(("e1",), ("e1",)), (("e1", "h1"), ("e1", "h1")), (("e1", "a1"), ())])
def test_in_hand_is_what_one_action_takes(gone, found):
    """What no action takes together is missing."""
    assert in_hand(BOARD, [CASTLING, STEP], sites(*gone)) == sites(*found)
    assert in_hand(BOARD, [CASTLING], NOWHERE) == NOWHERE
    assert effect(BOARD, CASTLING).sites == sites("e1", "f1", "g1", "h1")
