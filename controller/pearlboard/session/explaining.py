"""What a beginner is told as a game goes on: which of the game's explanations, and how often that was told before.

It follows from the log like everything else: an explanation counts as told when somebody acts while it stands there. So
it is not told again after a restart, nor after a take-back. What computers have played meanwhile is explained when
people are to act again.
"""

from collections.abc import Mapping
from dataclasses import replace

from pearlboard.games.api import TABLE, Actor, Explanation, GameAction, GameState, GameView, Package, Seat
from pearlboard.session.questions import agreed, begun, of_computer, package_of
from pearlboard.session.state import Session
from pearlboard.texts import Sentence, say


def explanation(session: Session, package: Package) -> Explanation | None:
    """What is told now: the most urgent of what was not told often enough. Made of what all may know."""
    if not _explains(session) or all(of_computer(session, actor) for actor in _active(session, package)):
        return None
    now = package.rules.view(session.state, TABLE)
    found = package.shown.explanations(_before(session, package), now)
    told = next((each for each in found if session.explained.get(each.name, 0) < each.times), None)
    met = _not_met_yet(session)
    if told is None or not met:
        return told
    return replace(told, said=say("explain_computers", seats=met, count=len(met), told=told.said))


def _not_met_yet(session: Session) -> tuple[Seat, ...]:
    """The seats of computers, until a person has acted: so long nobody was told who they are."""
    if any(act.actor != TABLE and not of_computer(session, act.actor) for act in session.acts):
        return ()
    agreement = agreed(session)
    return tuple(seat for seat in range(1, len(agreement.names) + 1) if of_computer(session, seat))


def explained(session: Session, package: Package) -> Mapping[str, int]:
    """The counts when somebody acts now."""
    told = explanation(session, package)
    if told is None:
        return session.explained
    return {**session.explained, told.name: session.explained.get(told.name, 0) + 1}


def because(session: Session, before: GameState, actor: Actor, action: GameAction) -> Sentence | None:
    """Why a computer has done that, from what everybody knew and sees; never from what it knew itself."""
    if not agreed(session).explains or not of_computer(session, actor):
        return None
    package = package_of(session)
    shown = package.rules.public(action)
    if shown is None:
        return None
    return package.shown.because(package.rules.view(before, TABLE), int(actor), shown)


def _explains(session: Session) -> bool:
    return begun(session) and agreed(session).explains


def _active(session: Session, package: Package) -> frozenset[Actor]:
    """Who is to act; when the game is over, all who look at its result."""
    return frozenset({TABLE}) if session.outcome is not None else package.rules.active(session.state)


def _before(session: Session, package: Package) -> GameView | None:
    """When people were last to act, as all saw it."""
    acts = (act for act in reversed(session.acts) if not of_computer(session, act.actor))
    last = next(acts, None)
    return None if last is None else package.rules.view(last.before, TABLE)
