"""Pieces that were lifted while a game watched for that: remembered until people have said what it was. Pure.

They are no facts and judge nobody. They live with what is sensed: when the board is lost or the program starts anew
they are gone, and so they are when a stage that is watched begins.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from pearlboard.games.values import Lifted
from pearlboard.geometry import GRID, Site

FRESH_MS: Final = 2_000
"""So long one of them is shown as what has just happened."""
MOST: Final = 12
"""No more are remembered: the oldest go."""


@dataclass(frozen=True, slots=True)
class Incident:
    """Its number, which is never given twice, where the piece lay, and when it went."""

    number: int
    site: Site
    at_ms: int


@dataclass(frozen=True, slots=True)
class Incidents:
    """Those that nobody has spoken of, the oldest first. `watched`: what is lifted now becomes another."""

    watched: bool = False
    noticed: tuple[Incident, ...] = ()
    last: int = 0

    def watching(self, *, watched: bool) -> "Incidents":
        """The stage has become another: with one that is watched all begins anew."""
        if watched == self.watched:
            return self
        return replace(self, watched=watched, noticed=() if watched else self.noticed)

    def noticing(self, lifted: Iterable[Site], at_ms: int) -> "Incidents":
        """These pieces are gone, whether or not they come back."""
        if not self.watched:
            return self
        sites = sorted(lifted, key=GRID.sites.index)
        found = (Incident(self.last + at, site, at_ms) for at, site in enumerate(sites, 1))
        return replace(self, noticed=(*self.noticed, *found)[-MOST:], last=self.last + len(sites))

    def without(self, number: int) -> "Incidents":
        """People have said what it was."""
        return replace(self, noticed=tuple(each for each in self.noticed if each.number != number))

    def forgotten(self) -> "Incidents":
        """What was sensed is not known any more."""
        return replace(self, noticed=())

    def at(self, at_ms: int) -> tuple[Lifted, ...]:
        """As a game is told of them."""
        return tuple(Lifted(each.number, each.site, at_ms - each.at_ms < FRESH_MS) for each in self.noticed)

    def times(self) -> Iterable[int]:
        """When each of them is fresh no more."""
        return (each.at_ms + FRESH_MS for each in self.noticed)
