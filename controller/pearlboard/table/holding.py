"""Why a draft that may be confirmed does not count by itself, though people agreed that drafts do. Pure.

What has arrived cleanly counts when it has lain still. Whatever a sensor may have made up, one piece over two edges, a
stray piece after a sweep, is for people to confirm, and the reason is said.
"""

from itertools import combinations
from typing import Final

from pearlboard.geometry import GRID, Edge, Site
from pearlboard.session.board_state import BoardState
from pearlboard.texts import Sentence, say

TOGETHER_MS: Final = 300
"""Two neighbouring edges that settle within so long may be one piece that lies over both."""


def held(state: BoardState, sites: frozenset[Site], suspected: frozenset[Site]) -> Sentence | None:
    """The reason to wait for the button; None: it arrived cleanly, and what it is made of may be believed."""
    if doubted := sites & suspected:
        return say("held_suspected", sites=doubted, count=len(doubted))
    if both := together(state, sites):
        return say("held_together", sites=both)
    if state.disturbed:
        return say("held_disturbed", sites=sites, count=len(sites))
    if there := sites - state.came_ms.keys():
        return say("held_unseen", sites=there, count=len(there))
    return None


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
