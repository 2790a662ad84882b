"""The level of the table over time: what lies there, since when, and what of that is to be borne with.

    sensed - expected = extra      read as a draft
    expected - sensed = missing    but one Diver alone may be gone for `LOOK_MS`: somebody looks at it
    owed                           committed, and asked for; once it has come it is expected like any other piece

It never asks how a piece got where it is; only the order of arrival is kept, to know which of two came last. Times are
integer milliseconds of one monotonic clock.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from pearlboard.games.api import NOWHERE, Draft, Table, Verdict
from pearlboard.geometry import Site, Space

LOOK_MS: Final = 5000
"""How long a single Diver may be off the board without alarm."""


@dataclass(frozen=True, slots=True)
class Level:
    """What is sensed (None: the board is not known, or not trusted) and when it changed.

    moved        something has changed since the program, or the board, came up; until then nothing confirms itself
    changed_ms   the last change of anything that the countdown must wait for
    owed         pieces of computers that have not come yet
    must_lift    pieces that were taken back, or lie where one is owed: no draft, and not what is owed
    """

    sensed: frozenset[Site] | None = None
    moved: bool = False
    changed_ms: int = 0
    arrivals: tuple[Site, ...] = ()
    lifted_ms: Mapping[Site, int] = field(default_factory=dict)
    must_lift: frozenset[Site] = NOWHERE
    owed: frozenset[Site] = NOWHERE


def feel(level: Level, sensed: frozenset[Site], at_ms: int, *, by_itself: frozenset[Site] = NOWHERE) -> Level:
    """The level after a settled reading.

    `by_itself`: sites whose sensors have just come to be trusted again. What they tell anew was moved by nobody, so
    nothing confirms itself because of it.
    """
    must_lift = level.must_lift & sensed
    owed = level.owed - (sensed - must_lift)
    if level.sensed is None:
        return replace(level, sensed=sensed, changed_ms=at_ms, must_lift=must_lift, owed=owed)
    if sensed == level.sensed:
        return level
    came, went = sensed - level.sensed, level.sensed - sensed
    arrivals = (*(site for site in level.arrivals if site in sensed), *sorted(came, key=str))
    lifted = {site: at for site, at in level.lifted_ms.items() if site not in came}
    return Level(
        sensed,
        moved=not (came | went) & by_itself,
        changed_ms=at_ms,
        arrivals=arrivals,
        lifted_ms=lifted | dict.fromkeys(went, at_ms),
        must_lift=must_lift,
        owed=owed,
    )


def lose(level: Level) -> Level:
    """The board cannot be read: its state is unknown, which is not the same as empty."""
    return Level(must_lift=level.must_lift, owed=level.owed)


def touch(level: Level, at_ms: int) -> Level:
    """Somebody is busy with the draft on a screen: the countdown begins again."""
    return replace(level, changed_ms=max(level.changed_ms, at_ms))


def take_back(level: Level, sites: frozenset[Site]) -> Level:
    """These pieces were taken back: as long as they lie there they are no draft. What never came is no longer owed."""
    lying = sites - level.owed if level.sensed is None else sites & level.sensed
    return replace(level, must_lift=level.must_lift | lying, owed=level.owed - sites)


def owe(level: Level, sites: frozenset[Site]) -> Level:
    """These pieces are asked for. What lies there already is somebody else's, and must go first."""
    in_the_way = sites & (level.sensed or NOWHERE)
    return replace(level, owed=level.owed | sites, must_lift=level.must_lift | in_the_way)


def table(level: Level, expected: frozenset[Site], at_ms: int, *, unsensed: frozenset[Site] = NOWHERE) -> Table:
    """The level against what should lie there. A level that is not known differs in nothing."""
    if level.sensed is None:
        return Table(expected, expected, unsensed=unsensed)
    owed = level.owed & expected - unsensed
    expected -= owed
    looked_at = _looked_at(level, expected - level.sensed - unsensed, at_ms)
    return Table(
        sensed=level.sensed,
        expected=expected,
        owed=owed,
        unsensed=unsensed | looked_at,
        must_lift=level.must_lift - expected,
        looked_at=looked_at,
        arrivals=level.arrivals,
    )


def _looked_at(level: Level, gone: frozenset[Site], at_ms: int) -> frozenset[Site]:
    if len(gone) != 1 or not all(isinstance(site, Space) for site in gone):
        return NOWHERE
    return frozenset(site for site in gone if site in level.lifted_ms and at_ms - level.lifted_ms[site] < LOOK_MS)


def remaining_ms(level: Level, draft: Draft, at_ms: int, *, still_ms: int) -> int | None:
    """How long until the draft confirms itself: 0 is now, None is never."""
    if draft.verdict is not Verdict.LEGAL or not draft.complete or not level.moved:
        return None
    return max(0, level.changed_ms + still_ms - at_ms)
