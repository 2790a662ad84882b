"""Explanations for beginners: which of the game's explanations is shown now, and how often each was shown before.

The counts follow from the log: an explanation counts as shown when somebody acts while it is on the screen. So neither
a restart nor a take-back repeats an explanation. What computers have played is explained when people are to act again.
"""

from collections.abc import Mapping
from dataclasses import replace

from pearlboard.games.api import TABLE, Actor, Explanation, GameAction, GameState, GameView, Package, Seat
from pearlboard.session.questions import agreed, begun, of_computer, package_of
from pearlboard.session.state import Session
from pearlboard.texts import Sentence, say


def explanation(session: Session, package: Package) -> Explanation | None:
    """The explanation to show now: the most urgent one not yet shown often enough, made from public knowledge."""
    if package.explaining is None or not _explains(session):
        return None
    if all(of_computer(session, actor) for actor in _active(session, package)):
        return None
    now = package.rules.view(session.state, TABLE)
    found = package.explaining.explanations(_before(session, package), now)
    told = next((each for each in found if session.explained.get(each.name, 0) < each.times), None)
    met = _not_met_yet(session)
    if told is None or not met:
        return told
    return replace(told, said=say("explain_computers", seats=met, count=len(met), told=told.said))


def _not_met_yet(session: Session) -> tuple[Seat, ...]:
    """The seats of computers, until a person has acted: until then nobody was told who the computers are."""
    if any(act.actor != TABLE and not of_computer(session, act.actor) for act in session.acts):
        return ()
    agreement = agreed(session)
    return tuple(seat for seat in range(1, len(agreement.names) + 1) if of_computer(session, seat))


def explained(session: Session, package: Package) -> Mapping[str, int]:
    """The counts of explanations after somebody acts now."""
    told = explanation(session, package)
    if told is None:
        return session.explained
    return {**session.explained, told.name: session.explained.get(told.name, 0) + 1}


def because(session: Session, before: GameState, actor: Actor, action: GameAction) -> Sentence | None:
    """Why a computer has acted so, from public knowledge only; never from what the computer itself knew."""
    if not of_computer(session, actor):
        return None
    package = package_of(session)
    shown = package.secrets.public(action)
    if package.explaining is None or shown is None:
        return None
    return package.explaining.because(package.rules.view(before, TABLE), int(actor), shown)


def _explains(session: Session) -> bool:
    return begun(session) and agreed(session).explains


def _active(session: Session, package: Package) -> frozenset[Actor]:
    """The seat that is to act; after the end, the TABLE, because everybody looks at the result."""
    return frozenset({TABLE}) if session.outcome is not None else package.rules.active(session.state)


def _before(session: Session, package: Package) -> GameView | None:
    """The public view before the last action of a person, if there was one."""
    acts = (act for act in reversed(session.acts) if not of_computer(session, act.actor))
    last = next(acts, None)
    return None if last is None else package.rules.view(last.before, TABLE)
