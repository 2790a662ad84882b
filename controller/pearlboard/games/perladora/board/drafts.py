"""Perladöra's drafts, and what players say besides the level."""

from dataclasses import dataclass

from pearlboard.games import values
from pearlboard.games.values import NOWHERE, Verdict
from pearlboard.geometry import Site, Space


@dataclass(frozen=True)
class Draft(values.Draft):
    """See `values.Draft`.

    region   the spaces of a territory that would be too small
    targets  where the token that is being played may go, while no target is chosen; `target`: the one that is
    values   those that a Diver which is laid now can have; none if nothing is laid whose value is asked for
    face_up  its value will lie open, so it must be said before the step can be played
    later    of many pieces to be put back, those that the sentence does not name yet
    drawn    there is no tile: the value that is told is the Diver, so only one that is left can be told
    """

    region: frozenset[Space] = frozenset()
    targets: frozenset[Site] = NOWHERE
    target: Site | None = None
    values: tuple[int, ...] = ()
    face_up: bool = False
    later: frozenset[Site] = NOWHERE
    drawn: bool = False

    @property
    def nothing(self) -> bool:
        """Whether there is no new piece, nothing to put right, and no target asked for."""
        return self.verdict is Verdict.UNFINISHED and not (self.sites or self.lift or self.put or self.targets)


@dataclass(frozen=True, slots=True)
class Said:
    """The public part of a choice.

    token   played besides pieces ("power", "backup"); `target`: the site it is played on, if no piece is laid
    valued  the value of the Diver was said; `open`: of one that lies face up
    later   its value is said at the reveal, and not asked for now
    """

    token: str | None = None
    target: Site | None = None
    valued: bool = False
    open: bool = False
    later: bool = False


NOTHING_SAID = Said()
