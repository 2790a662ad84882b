"""Consequences of a game's facts: its public number, its stage, what is stale, and whom everybody waits for.

Whatever a game is asked for here goes through `guarded`, so that a game from elsewhere that fails is set aside.
"""

from collections.abc import Callable
from dataclasses import replace

from pearlboard.games.registry import GAMES, LONGEST
from pearlboard.games.values import NOWHERE, TABLE, Seat
from pearlboard.session import facts
from pearlboard.session.facts import Entry
from pearlboard.session.questions import agreed, begun, of_computer, package_of
from pearlboard.session.state import Phase, Session


def public_number(session: Session, entry: Entry) -> int:
    """The number of the last fact that everybody may know of; never decreasing.

    A game starts with its own number, so that after a restart the same facts have the same public numbers.
    """
    if isinstance(entry.fact, facts.UNSEEN):
        return session.public
    return max(session.public + 1, entry.version if isinstance(entry.fact, facts.GameAgreed) else 0)


OF_THE_GAME = (
    facts.GameAgreed,
    facts.GameDealt,
    facts.BegunFrom,
    facts.Acted,
    facts.TimeUp,
    facts.TakenBack,
    facts.GameEnded,
    facts.GameAbandoned,
    facts.GameClosed,
)
BY_ONE_OF_MANY = (facts.Acted, facts.TimeUp)
"""Facts that, while several seats may act at once, make nothing stale for the others unless the stage changes."""


def with_freshness(before: Session, after: Session, entry: Entry) -> Session:
    """Update the game's stage, and from which public number on a screen is fresh enough to act."""
    if not isinstance(entry.fact, OF_THE_GAME):
        return after
    after = guarded(after, lambda: replace(after, stage=_stage(after), several=_several(after)))
    if after.gone:
        after = replace(after, stage=after.phase.value, several=False)
    after = replace(after, position=after.public)
    one_of_many = isinstance(entry.fact, BY_ONE_OF_MANY) and after.stage == before.stage and before.several
    return after if one_of_many else replace(after, fresh_from=after.public)


def with_clock(before: Session, after: Session, entry: Entry) -> Session:
    """Update who is awaited, and since when, if a clock was agreed on."""
    clock = after.agreement is not None and after.agreement.clock
    if not clock or not isinstance(entry.fact, (*OF_THE_GAME, facts.SeatHandedOver)):
        return after
    return guarded(after, lambda: _restart_turn(before, after, entry))


def _restart_turn(before: Session, after: Session, entry: Entry) -> Session:
    """Start a turn when somebody is newly awaited, or again after ending a turn; a partial turn starts none."""
    fact, awaited = entry.fact, _awaited(after)
    again = isinstance(fact, facts.Acted) and fact.actor in awaited and package_of(after).rules.ends_turn(fact.action)
    if again or isinstance(fact, facts.TakenBack) or after.stage != before.stage or not awaited <= before.awaited:
        return replace(after, awaited=awaited, turn_from=entry.version, used_ms=0)
    return replace(after, awaited=awaited)


def _awaited(session: Session) -> frozenset[Seat]:
    """The people who are to act; nobody while the TABLE acts."""
    if not begun(session) or session.phase is not Phase.PLAYING:
        return frozenset()
    active = package_of(session).rules.active(session.state)
    if TABLE in active:
        return frozenset()
    return frozenset(int(actor) for actor in active if not of_computer(session, actor))


def _stage(session: Session) -> str:
    if session.phase is not Phase.PLAYING or not begun(session):
        return session.phase.value
    rules = package_of(session).rules
    return rules.stage(rules.view(session.state, TABLE))


def _several(session: Session) -> bool:
    return (
        begun(session) and session.phase is Phase.PLAYING and len(package_of(session).rules.active(session.state)) > 1
    )


def guarded(session: Session, fold: Callable[[], Session]) -> Session:
    """Fold with the game's package; set a game from elsewhere aside, and keep its log, if it fails on that log."""
    if session.gone:
        return session
    try:
        return fold()
    except Exception as error:
        if GAMES.comes_along(agreed(session).game):
            raise
        return replace(without_game(session), fault=" ".join(f"{type(error).__name__}: {error}".split())[:LONGEST])


def without_game(session: Session) -> Session:
    """The session without its game: the package is not installed, or has failed, and is not asked again."""
    return replace(session, gone=True, start=None, state=None, acts=(), deeds=(), free=False, owed=NOWHERE)
