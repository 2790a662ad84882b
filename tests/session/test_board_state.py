"""The board's state over time: arrivals, looks, take-backs, and when a draft confirms itself."""

from dataclasses import replace

from pearlboard.games.values import NOWHERE, Draft, Verdict
from pearlboard.geometry import edge, space
from pearlboard.session.board_state import (
    LOOK_MS,
    BoardState,
    calm,
    disconnect,
    disturb,
    observe,
    owe,
    remaining_ms,
    restart_countdown,
    table,
    take_back,
)
from pearlboard.texts import say

C4, E2, A1, PONTOON = space("c4"), space("e2"), space("a1"), edge("a1-b1")
LEGAL = Draft(1, Verdict.LEGAL, say("draft"), frozenset({C4}), complete=True)


def felt(*readings, at_ms=0, level=None):
    """The board state after these readings, a second apart."""
    level = level or BoardState()
    for number, sites in enumerate(readings):
        level = observe(level, frozenset(sites), at_ms + 1000 * number)
    return level


def test_the_first_reading_is_no_movement():
    """Pieces that lie there when the program starts did not arrive."""
    level = felt({C4})
    assert not level.moved
    assert level.arrivals == ()
    assert table(level, NOWHERE, 0).extra == {C4}


def test_the_same_reading_again_changes_nothing():
    """The countdown does not restart when the board is read again."""
    level = felt(set(), {C4})
    assert felt({C4}, at_ms=9000, level=level) is level


def test_arrivals_are_kept_in_order_and_forgotten_when_lifted():
    """The last of two pieces to arrive is known."""
    assert felt(set(), {C4}, {C4, E2}).arrivals == (C4, E2)
    assert felt(set(), {C4}, {C4, E2}, {E2}).arrivals == (E2,)
    assert felt(set(), {C4}, {C4, E2}, {E2}, {C4, E2}).arrivals == (E2, C4)


def test_a_single_diver_is_looked_at_for_five_seconds():
    """After five seconds the Diver is missing."""
    level = felt({C4, E2}, {E2})
    expected = frozenset({C4, E2})
    assert table(level, expected, 1000 + LOOK_MS - 1, may_be_lifted=expected).looked_at == {C4}
    assert table(level, expected, 1000 + LOOK_MS - 1, may_be_lifted=expected).missing == NOWHERE
    assert table(level, expected, 1000 + LOOK_MS, may_be_lifted=expected).missing == {C4}


def test_two_divers_or_a_pontoon_are_missing_at_once():
    """Two tiles, or a Pontoon, cannot be looked at."""
    assert table(felt({C4, E2}, set()), frozenset({C4, E2}), 1000).missing == {C4, E2}
    assert table(felt({PONTOON}, set()), frozenset({PONTOON}), 1000).missing == {PONTOON}


def test_a_diver_that_was_never_there_is_missing_and_not_looked_at():
    """Only a piece that was seen to be lifted can be in somebody's hand."""
    assert table(felt({E2}), frozenset({C4, E2}), 1).missing == {C4}


def test_pieces_taken_back_are_no_draft_until_they_were_lifted():
    """Lifted and laid again, the pieces are a draft."""
    level = take_back(felt(set(), {C4}), frozenset({C4, A1}))
    assert level.must_lift == {C4}
    assert table(level, NOWHERE, 2000).extra == NOWHERE
    assert table(level, NOWHERE, 2000).to_lift == {C4}
    assert table(felt(set(), {C4}, at_ms=3000, level=level), NOWHERE, 5000).extra == {C4}


def test_a_piece_that_must_be_lifted_and_is_expected_again_may_stay():
    """Somebody played it after all."""
    level = take_back(felt(set(), {C4}), frozenset({C4}))
    assert table(level, frozenset({C4}), 2000).to_lift == NOWHERE


def test_a_lost_board_is_unknown_and_differs_in_nothing():
    """An unknown board is not an empty one; pieces that must be lifted are remembered."""
    level = disconnect(take_back(felt(set(), {C4}), frozenset({C4})))
    assert level.sensed is None
    assert table(level, frozenset({E2}), 0).missing == NOWHERE
    assert table(level, frozenset({E2}), 0).extra == NOWHERE
    assert felt({C4}, level=level).must_lift == {C4}
    assert felt(set(), level=level).must_lift == NOWHERE


def test_masked_sensors_take_no_part():
    """A masked sensor yields neither a piece nor a missing one."""
    level = felt({C4})
    assert table(level, NOWHERE, 0, unsensed=frozenset({C4})).extra == NOWHERE
    assert table(felt(set()), frozenset({C4}), 0, unsensed=frozenset({C4})).missing == NOWHERE


def test_a_complete_legal_draft_counts_down_from_the_last_change():
    """0 is now; a touch on a screen restarts the countdown; the remaining time is never negative."""
    level = felt(set(), {C4})
    assert remaining_ms(level, LEGAL, 1000, still_ms=3000) == 3000
    assert remaining_ms(level, LEGAL, 3999, still_ms=3000) == 1
    assert remaining_ms(level, LEGAL, 9000, still_ms=3000) == 0
    assert remaining_ms(restart_countdown(level, 3000), LEGAL, 3999, still_ms=3000) == 2001


def test_only_a_legal_complete_and_moved_draft_confirms_itself():
    """After a reboot a draft waits for a hand."""
    level = felt(set(), {C4})
    assert remaining_ms(felt({C4}), LEGAL, 9000, still_ms=3000) is None
    for draft in (
        Draft(1, Verdict.LEGAL, say("draft")),
        Draft(1, Verdict.UNFINISHED, say("draft"), complete=True),
        Draft(1, Verdict.ILLEGAL, say("draft"), complete=True),
    ):
        assert remaining_ms(level, draft, 9000, still_ms=3000) is None


def test_an_owed_piece_is_asked_for_and_once_laid_expected():
    """An owed piece is not missing before it has come; lifted again, it is."""
    level = owe(felt({E2}), frozenset({PONTOON, C4}))
    expected = frozenset({E2, PONTOON, C4})
    assert (table(level, expected, 1).to_lay, table(level, expected, 1).missing) == ({PONTOON, C4}, NOWHERE)
    level = felt({E2, PONTOON}, at_ms=1000, level=level)
    assert (table(level, expected, 1000).to_lay, table(level, expected, 1000).extra) == ({C4}, NOWHERE)
    level = felt({E2}, at_ms=2000, level=level)
    assert (table(level, expected, 2000).to_lay, table(level, expected, 2000).missing) == ({C4}, {PONTOON})


def test_a_piece_on_an_owed_site_must_be_lifted_first():
    """A piece in the way is neither a draft nor the owed piece; once it is lifted, the next piece there is."""
    level = owe(felt({C4}), frozenset({C4}))
    expected = frozenset({C4})
    assert (table(level, expected, 1).to_lift, table(level, expected, 1).extra) == ({C4}, NOWHERE)
    level = felt(set(), at_ms=1000, level=level)
    assert (table(level, expected, 1000).to_lift, table(level, expected, 1000).to_lay) == (NOWHERE, {C4})
    level = felt({C4}, at_ms=2000, level=level)
    assert (table(level, expected, 2000).to_lay, table(level, expected, 2000).expected) == (NOWHERE, {C4})


def test_owed_pieces_stay_owed_while_the_board_is_away():
    """When the board is back, pieces laid meanwhile have come."""
    level = disconnect(owe(felt(set()), frozenset({C4, E2})))
    level = felt({E2}, level=level)
    assert table(level, frozenset({C4, E2}), 0).to_lay == {C4}


def test_an_owed_piece_that_is_taken_back_is_asked_for_no_more():
    """An owed piece that has come must be lifted like any other."""
    level = felt({E2}, level=owe(felt(set()), frozenset({C4, E2})))
    level = take_back(level, frozenset({C4, E2}))
    assert (table(level, NOWHERE, 1).to_lay, table(level, NOWHERE, 1).to_lift) == (NOWHERE, {E2})
    away = take_back(disconnect(owe(felt(set()), frozenset({C4}))), frozenset({C4}))
    assert table(felt({C4}, level=away), NOWHERE, 1).extra == {C4}


def test_a_mistake_cleared_away_completely_is_forgotten():
    """While a piece is missing nothing confirms itself; nor does a draft after a mistake was only partly cleared."""
    quiet = felt(set(), {C4})
    assert not disturb(quiet, missing=False, foreign=NOWHERE, drafted=True).disturbed
    assert disturb(quiet, missing=True, foreign=NOWHERE, drafted=False).disturbed
    cleared = replace(quiet, cleared=True)
    assert disturb(cleared, missing=False, foreign=NOWHERE, drafted=True).disturbed
    assert not disturb(cleared, missing=False, foreign=NOWHERE, drafted=False).disturbed
    assert not disturb(cleared, missing=False, foreign=NOWHERE, drafted=False).cleared
    still = disturb(replace(quiet, disturbed=True), missing=False, foreign=NOWHERE, drafted=False)
    assert still.disturbed


def test_after_a_step_only_a_stray_piece_keeps_the_table_disturbed():
    """A mistake that was cleared away before the step has no effect any more."""
    level = replace(felt(set(), {C4, E2}), disturbed=True, cleared=True)
    assert calm(level, frozenset({C4})).disturbed
    assert not calm(level, frozenset({C4, E2})).disturbed
    assert not calm(level, frozenset({C4})).cleared


def test_only_one_of_several_pieces_may_be_looked_at():
    """Even if that piece is all that lies there."""
    level = felt({C4}, set())
    only = frozenset({C4})
    assert table(level, only, 1000, may_be_lifted=only).looked_at == {C4}
    assert table(level, only, 1000, may_be_lifted=frozenset({E2})).looked_at == NOWHERE
