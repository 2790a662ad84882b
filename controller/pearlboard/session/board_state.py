"""The state of the physical board over time: which pieces lie there, since when, and which differences are tolerated.

    sensed - expected = extra      read as a draft
    expected - sensed = missing    but one piece alone may be gone for `LOOK_MS`, where the game allows it, and a piece
                                   that moves is in hand
    owed                           committed and asked for; once sensed, expected like any other piece

How a piece got where it is does not matter; only the order of arrival is kept, to know which of two pieces came last.
Times are integer milliseconds of one monotonic clock.

A board that does not answer is unknown, not empty: `BoardState.sensed` is then None, and an unknown board never differs
from the log.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from pearlboard.games.values import NOWHERE, Draft, Table, Verdict
from pearlboard.geometry import Site

LOOK_MS: Final = 5000
"""How long a single piece may be off the board without alarm, in ms."""


@dataclass(frozen=True, slots=True)
class BoardState:
    """The sensed pieces (None: the board is unknown, or not trusted), when they changed, and what they must not
    confirm.

    moved        something has changed since the program, or the board, started; until then no draft confirms itself
    changed_ms   the last change that the countdown must wait for
    arrivals     the sites of the sensed pieces, in order of arrival
    lifted_ms    when each missing piece was lifted
    owed         pieces of computer players that nobody has laid yet
    came_ms      when each piece arrived, for those that were seen to arrive
    foreign      pieces that lie where they may not, or with one that does; `cleared`: some have since been lifted
    disturbed    since the last step pieces were missing, or misplaced pieces were only partly cleared away
    must_lift    pieces that were taken back, or lie on an owed site: they are no draft and do not settle the debt
    relaid       where a piece was lifted and one laid, and what was off the board then and still is: whether it is the
                 same piece no sensor tells
    mixed        where one was lifted and one laid since the last step, and what was off then, except for pieces that
                 were asked for: whether they have changed places no sensor tells
    acted_ms     when somebody acted last
    """

    sensed: frozenset[Site] | None = None
    moved: bool = False
    changed_ms: int = 0
    arrivals: tuple[Site, ...] = ()
    lifted_ms: Mapping[Site, int] = field(default_factory=dict)
    came_ms: Mapping[Site, int] = field(default_factory=dict)
    foreign: frozenset[Site] = NOWHERE
    cleared: bool = False
    disturbed: bool = False
    must_lift: frozenset[Site] = NOWHERE
    owed: frozenset[Site] = NOWHERE
    relaid: Mapping[Site, frozenset[Site]] = field(default_factory=dict)
    mixed: Mapping[Site, frozenset[Site]] = field(default_factory=dict)
    acted_ms: int = 0


def observe(
    state: BoardState, sensed: frozenset[Site], at_ms: int, *, by_itself: frozenset[Site] = NOWHERE
) -> BoardState:
    """Return the state after a settled reading.

    `by_itself`: sites whose sensors have just become trusted again. Nobody moved the pieces that they report, so their
    changes do not let a draft confirm itself.
    """
    must_lift = state.must_lift & sensed
    owed = state.owed - (sensed - must_lift)
    if state.sensed is None:
        return replace(state, sensed=sensed, changed_ms=at_ms, must_lift=must_lift, owed=owed)
    if sensed == state.sensed:
        return state
    came, went = sensed - state.sensed, state.sensed - sensed
    arrivals = (*(site for site in state.arrivals if site in sensed), *sorted(came, key=str))
    lifted = {site: at for site, at in state.lifted_ms.items() if site not in came}
    arrived = {site: at for site, at in state.came_ms.items() if site in sensed}
    off, again = frozenset(lifted.keys() | went) - sensed, came & state.lifted_ms.keys()
    return replace(
        state,
        sensed=sensed,
        moved=not (came | went) & by_itself,
        changed_ms=at_ms,
        arrivals=arrivals,
        lifted_ms=lifted | dict.fromkeys(went, at_ms),
        cleared=state.cleared or bool(state.foreign & went),
        came_ms=arrived | dict.fromkeys(came - by_itself, at_ms),
        must_lift=must_lift,
        owed=owed,
        relaid=_relaid(state, again, off),
        mixed={**state.mixed, **(dict.fromkeys(again - state.owed, off) if off else {})},
    )


def _relaid(state: BoardState, again: frozenset[Site], off: frozenset[Site]) -> Mapping[Site, frozenset[Site]]:
    """Where pieces were lifted and laid again, with what was off the board then and is still; the last ones count."""
    kept = {site: there & off for site, there in state.relaid.items() if site not in off}
    return {site: there for site, there in (dict.fromkeys(again, off) or kept).items() if there}


def disconnect(state: BoardState) -> BoardState:
    """Mark the board as unreadable: its state is unknown, which is not the same as empty."""
    return BoardState(must_lift=state.must_lift, owed=state.owed)


def disturb(state: BoardState, *, missing: bool, foreign: frozenset[Site], drafted: bool) -> BoardState:
    """Note that pieces are missing or misplaced; until the next step, a disturbed board confirms nothing by itself.

    A mistake that was cleared away completely is forgotten; after a partial one, nobody knows what was meant.
    """
    disturbed = state.disturbed or missing or (state.cleared and drafted)
    return replace(state, disturbed=disturbed, foreign=foreign, cleared=state.cleared and drafted)


def calm(state: BoardState, expected: frozenset[Site]) -> BoardState:
    """Clear the disturbance after a step has counted; remaining extra pieces may still be stray ones from before."""
    stray = (state.sensed or NOWHERE) - expected - state.owed - state.must_lift
    return replace(state, disturbed=state.disturbed and bool(stray), cleared=False, relaid={}, mixed={})


def restart_countdown(state: BoardState, at_ms: int) -> BoardState:
    """Restart the countdown, because somebody is working on the draft on a screen."""
    return replace(state, changed_ms=max(state.changed_ms, at_ms))


def take_back(state: BoardState, sites: frozenset[Site]) -> BoardState:
    """Mark pieces as taken back: lying there, they are no draft; those that were never laid are no longer owed."""
    lying = sites - state.owed if state.sensed is None else sites & state.sensed
    return replace(state, must_lift=state.must_lift | lying, owed=state.owed - sites)


def owe(state: BoardState, sites: frozenset[Site]) -> BoardState:
    """Ask for pieces of a computer player. A piece that already lies on one of these sites must be lifted first."""
    in_the_way = sites & (state.sensed or NOWHERE)
    return replace(state, owed=state.owed | sites, must_lift=state.must_lift | in_the_way)


def exchanged(state: BoardState) -> BoardState:
    """The pieces whose places others take have been exchanged, though nobody has seen it: the board is simulated."""
    sites = state.must_lift & state.owed
    return replace(state, must_lift=state.must_lift - sites, owed=state.owed - sites)


def sort_out(state: BoardState) -> BoardState:
    """Take people's word that every piece lies where it belongs."""
    return replace(state, mixed={}, disturbed=False)


def relay(state: BoardState, site: Site, off: frozenset[Site]) -> BoardState:
    """Note by word, or by drawn hands, that a piece was laid in the place of another while those in `off` were off."""
    return replace(state, relaid={**state.relaid, site: off})


def table(
    state: BoardState,
    expected: frozenset[Site],
    at_ms: int,
    *,
    unsensed: frozenset[Site] = NOWHERE,
    may_be_lifted: frozenset[Site] = NOWHERE,
    in_hand: Callable[[frozenset[Site]], frozenset[Site]] = lambda _: NOWHERE,
) -> Table:
    """Compare the sensed pieces with the expected ones. An unknown board shows no difference.

    `in_hand` says which of the pieces that are off the board somebody moves.
    """
    if state.sensed is None:
        return Table(expected, expected, unsensed=unsensed)
    owed = state.owed & expected - unsensed
    expected -= owed
    gone = expected - state.sensed - unsensed
    moved = in_hand(gone)
    looked_at = _looked_at(state, gone - moved, at_ms, may_be_lifted)
    return Table(
        sensed=state.sensed,
        expected=expected,
        owed=owed,
        unsensed=unsensed | looked_at | moved,
        must_lift=state.must_lift - expected,
        looked_at=looked_at,
        in_hand=moved,
        relaid=frozenset(site for site, off in state.relaid.items() if site in expected and off & moved),
        arrivals=state.arrivals,
    )


def _looked_at(state: BoardState, gone: frozenset[Site], at_ms: int, may_be_lifted: frozenset[Site]) -> frozenset[Site]:
    if len(gone) != 1 or not gone <= may_be_lifted:
        return NOWHERE
    return frozenset(site for site in gone if site in state.lifted_ms and at_ms - state.lifted_ms[site] < LOOK_MS)


def remaining_ms(state: BoardState, draft: Draft, at_ms: int, *, still_ms: int) -> int | None:
    """Milliseconds until the draft confirms itself: 0 is now, None is never."""
    if draft.verdict is not Verdict.LEGAL or not draft.complete or not state.moved:
        return None
    return max(0, state.changed_ms + still_ms - at_ms)
