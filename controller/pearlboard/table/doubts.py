"""Sensors that may be wrong: places that have been wrong for too long, or where the last piece is not seen. Pure."""

from collections.abc import Mapping
from typing import Final

from pearlboard.games.api import NOWHERE, Draft, GameView, OnBoard, Piece, Table, Verdict
from pearlboard.games.moving import OpenActions
from pearlboard.geometry import Site
from pearlboard.table.holding import held
from pearlboard.table.situation import Given
from pearlboard.texts import Sentence, say

DOUBT_MS: Final = 10_000
"""The delay after which people may say that a sensor is wrong."""
CLEARING_MS: Final = 60_000
"""The additional delay while the board is cleared: whoever clears it may pause."""
LAST: Final = 3
"""The most pieces left for such a doubt: more are pieces that nobody has lifted yet."""


def amiss(draft: Draft) -> frozenset[Site]:
    """The places that people are asked to put right: any of several conflicting pieces may be the wrong one."""
    together = draft.sites if draft.verdict is Verdict.ILLEGAL and draft.sites & draft.lift else NOWHERE
    return draft.lift | draft.put | together


def doubtful_at(given: Given, sites: frozenset[Site], after_ms: int = DOUBT_MS) -> frozenset[Site]:
    """The places that have been wrong for too long: perhaps the sensor is faulty."""
    if given.board.on_screen:
        return NOWHERE
    return sites if given.at_ms - given.state.changed_ms >= after_ms else NOWHERE


def never_lifted(given: Given, sites: frozenset[Site]) -> frozenset[Site]:
    """Sensors that keep a board from being cleared. While it is cleared nothing else is doubted."""
    return doubtful_at(given, sites, CLEARING_MS) if len(sites) <= LAST else NOWHERE


def last_to_lay(given: Given, lying: Table, draft: Draft) -> frozenset[Site]:
    """The few pieces of a beginning that are still to be laid, or that no sensor sees."""
    session = given.session
    begins = not (session.acts or session.undone or given.board.on_screen or lying.extra or lying.to_lift)
    begins = begins and bool(lying.sensed) and given.at_ms - given.state.changed_ms >= DOUBT_MS
    return lying.to_lay if begins and draft.put == lying.to_lay and len(lying.to_lay) <= LAST else NOWHERE


def mixed_up(given: Given, lying: Table, board: OnBoard, view: GameView, opened: OpenActions) -> frozenset[Site]:
    """The pieces that may have changed places: others were off the board as they came.

    Only where pieces move: there people lift several at once. `opened`: the open actions.
    """
    if not given.state.mixed or lying.thinking or lying.on_screen or not any(opened()):
        return NOWHERE
    expected = board.expected(view)
    here = lying.sensed & expected.keys() - lying.relaid
    return frozenset(
        site for site in here & given.state.mixed.keys() if _differ(expected, site, given.state.mixed[site])
    )


def _differ(expected: Mapping[Site, Piece], site: Site, off: frozenset[Site]) -> bool:
    """Whether another kind of piece, or another player's, belongs where pieces were off than on this site."""
    return any(not expected[site].alike(expected[other]) for other in off & expected.keys())


def why_it_waits(
    given: Given, draft: Draft, last: frozenset[Site], mixed: frozenset[Site], *, confirms_itself: bool
) -> Sentence | None:
    """Why a draft that could confirm itself waits for the button; of the `last` pieces to lay, how to go on.

    `mixed`: of these pieces nobody can tell whether they lie where they lay.
    """
    if last:
        return say("lay_out_last", sites=last, count=len(last))
    if mixed and (draft.nothing or draft.verdict is Verdict.LEGAL):
        return say("mixed_up", sites=mixed, count=len(mixed))
    return held(given.state, draft, given.suspected) if confirms_itself else None


def unseen(given: Given, draft: Draft) -> bool:
    """Whether somebody has confirmed a draft without a piece."""
    return given.at_ms < given.requests.unseen_until_ms and draft.nothing


def may_be_unseen(given: Given, draft: Draft) -> bool:
    """Whether an unsensed piece may complete the draft: its first one, or one that the turn waits for."""
    waits = draft.verdict is Verdict.LEGAL and not draft.complete
    waited = given.at_ms - given.state.changed_ms >= DOUBT_MS
    return not given.board.on_screen and (unseen(given, draft) or (waits and waited))
