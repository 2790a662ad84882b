"""Why a draft that may be confirmed does not count by itself, though people agreed that drafts do. Pure.

What has arrived cleanly counts when it has lain still. Whatever a sensor may have made up, one piece over two edges, a
stray piece after a sweep, is for people to confirm, and the reason is said.
"""

from itertools import combinations
from typing import Final

from pearlboard.games.values import Draft, Table, Verdict
from pearlboard.geometry import GRID, Edge, Site
from pearlboard.session.board_state import BoardState, disturb
from pearlboard.texts import Sentence, say

TOGETHER_MS: Final = 300
"""Two neighbouring edges that settle within so long may be one piece that lies over both."""

JUST_MS: Final = 1_000
"""What came so shortly before another was gone came with it."""


def held(state: BoardState, draft: Draft, suspected: frozenset[Site]) -> Sentence | None:
    """The reason to wait for the button; None: it arrived cleanly, and what it is made of may be believed.

    What would not count by itself anyway needs none.
    """
    sites = draft.sites
    if draft.verdict is not Verdict.LEGAL or not draft.complete:
        return None
    if doubted := sites & suspected:
        return say("held_suspected", sites=doubted, count=len(doubted))
    if both := together(state, sites):
        return say("held_together", sites=both)
    if state.disturbed:
        return say("held_disturbed", sites=sites, count=len(sites))
    if there := sites - state.came_ms.keys():
        return say("held_unseen", sites=there, count=len(there))
    return None


def noticed(state: BoardState, lying: Table, draft: Draft | None) -> BoardState:
    """The state with what is to be remembered of this moment: what is missing, and what lies where it may not.

    Pieces of a step that was taken back are known. One that is looked at is missing if another has come meanwhile.
    """
    foreign = draft is not None and draft.verdict is Verdict.ILLEGAL and bool(draft.lift - lying.to_lift)
    beside = any(
        state.came_ms.get(extra, 0) >= state.lifted_ms[gone] - JUST_MS
        for gone in lying.looked_at
        for extra in lying.extra
    )
    return disturb(state, missing=bool(lying.missing) or beside, foreign=foreign, drafted=bool(lying.extra))


def together(state: BoardState, sites: frozenset[Site]) -> frozenset[Site]:
    """Neighbouring edges of these that settled at the same moment; none if there are no such two."""
    came = {site: state.came_ms[site] for site in sites if site in state.came_ms}
    found = (
        {one, other}
        for one, other in combinations(sorted(came, key=str), 2)
        if _neighbours(one, other) and abs(came[one] - came[other]) <= TOGETHER_MS
    )
    return frozenset().union(*found)


def _neighbours(one: Site, other: Site) -> bool:
    """Whether two edges meet in a corner, or are sides of one space."""
    if not isinstance(one, Edge) or not isinstance(other, Edge):
        return False
    meet = set(GRID.corners_of[one]) & set(GRID.corners_of[other])
    return bool(meet or {one.first, one.second} & {other.first, other.second})
