"""Sensors that may have made up a turn: a bit that is stuck at one cannot be told from a piece. Pure.

A turn that counted by itself and is taken back may have been laid by nobody. Its places wait for the button from then
on, until somebody has confirmed a piece there by hand.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace

from pearlboard.games.api import NOWHERE
from pearlboard.geometry import Site
from pearlboard.sensing.health import Ailment
from pearlboard.session.board_state import BoardState
from pearlboard.table.situation import Situation


@dataclass(frozen=True, slots=True)
class Suspects:
    """`counted`: what counted by itself in this game, by the version of its fact, and where it laid pieces."""

    sites: frozenset[Site] = NOWHERE
    counted: Mapping[int, frozenset[Site]] = field(default_factory=dict)

    def laid(self, version: int, sites: frozenset[Site], *, by_itself: bool) -> "Suspects":
        """A person's turn has counted: by itself, or because somebody said so."""
        if by_itself:
            return replace(self, counted={**self.counted, version: sites})
        return replace(self, sites=self.sites - sites)

    def taken_back(self, versions: Collection[int]) -> "Suspects":
        """These were taken back."""
        doubted = (sites for version, sites in self.counted.items() if version in versions)
        return replace(self, sites=self.sites.union(*doubted))

    def without(self, site: Site) -> "Suspects":
        """People have said how it is with this sensor."""
        return replace(self, sites=self.sites - {site})


def ailments(
    now: Situation, state: BoardState, suspects: Suspects, ailing: Mapping[Site, Ailment]
) -> Mapping[Site, Ailment]:
    """What sensors seem to have, for people to read. `ailing`: what they have shown by themselves.

    One that is suspected is named as long as it goes on to tell of a piece that the game knows nothing of.
    """
    sensed, expected = state.sensed or NOWHERE, now.board.table.expected
    stuck = dict.fromkeys(suspects.sites & sensed - expected, Ailment.STUCK)
    doubtful = {site: Ailment.STUCK if site in sensed else Ailment.DEAD for site in now.board.doubtful}
    return {**ailing, **stuck, **doubtful}
