"""Drafts that wait for the button although drafts confirm themselves in this game. Pure.

A piece that has arrived cleanly counts after lying still. What a sensor may have invented (one piece over two edges, a
stray piece after a sweep) waits for people to confirm it, and the reason is said.
"""

from itertools import combinations
from typing import Final

from pearlboard.games.values import NOWHERE, Draft, Table, Verdict
from pearlboard.geometry import GRID, Edge, Site
from pearlboard.session.board_state import BoardState, disturb
from pearlboard.texts import Sentence, say

TOGETHER_MS: Final = 300
"""The window in which two neighbouring edges that settle may be one piece over both."""

JUST_MS: Final = 1_000
"""The window in which a piece that comes and one that goes belong together."""


def held(state: BoardState, draft: Draft, suspected: frozenset[Site]) -> Sentence | None:
    """The reason why a draft waits for the button; None if it arrived cleanly from sensors that are believed.

    A draft that would not confirm itself anyway needs no reason.
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
    """The board state, remembering which pieces are missing and which lie where none may.

    Pieces of a step that was taken back are known. A piece being looked at is missing if another has come meanwhile.
    """
    foreign = draft is not None and draft.verdict is Verdict.ILLEGAL and bool(draft.lift - lying.to_lift)
    moving = bool(lying.in_hand) and len(lying.extra) <= len(lying.in_hand)  # what lies there is what was lifted
    beside = any(
        state.came_ms.get(extra, 0) >= state.lifted_ms[gone] - JUST_MS
        for gone in lying.looked_at
        for extra in lying.extra
    )
    return disturb(
        state,
        missing=bool(lying.missing) or beside,
        foreign=lying.extra if foreign and not moving else NOWHERE,
        drafted=bool(lying.extra) and not moving,
    )


def together(state: BoardState, sites: frozenset[Site]) -> frozenset[Site]:
    """The sites that are neighbouring edges and settled at the same moment; empty if there are no two."""
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
