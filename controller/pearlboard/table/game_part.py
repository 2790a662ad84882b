"""The part of a situation that follows from the log alone, whatever lies on the board. Pure."""

from dataclasses import replace
from typing import Any, Final

from pearlboard.games.api import NOWHERE, TABLE, Actor, Answer, Package
from pearlboard.geometry import Site
from pearlboard.session.evolve import comes
from pearlboard.session.explaining import explanation
from pearlboard.session.following import followed, said
from pearlboard.session.questions import agreed, begun, of_computer, package_of
from pearlboard.session.state import Phase, Session
from pearlboard.table.situation import ClockPart, GamePart
from pearlboard.texts import Sentence, say

MINUTE_MS: Final = 60_000
TOLD: Final = 6
"""The most steps of computers that are listed, where nobody else plays."""
TOLD_TO_PEOPLE: Final = 12
"""The most steps that are listed where people play: whoever has nothing left to lay watches many before the end."""


def game_part(session: Session) -> GamePart:
    """The game as the log has it."""
    agreement = session.agreement
    game = GamePart(
        session.number,
        agreement,
        stage=session.phase.value,
        exhibition=agreement is not None and not agreement.people,
        phones=frozenset(session.phones),
        had_screens=session.had_screens,
        given_up=session.given_up,
        next=followed(session),
        follows=said(session),
    )
    if session.phase is Phase.IDLE or not begun(session):
        return game
    package = package_of(session)
    game = replace(
        game,
        package=package,
        view=package.rules.view(session.state, TABLE),
        turn=turns(session),
        deeds=session.deeds,
        explanation=explanation(session, package),
    )
    if session.phase is Phase.OVER:
        return game
    active = package.rules.active(session.state)
    return replace(
        game,
        stage=package.rules.stage(game.view),
        goes_on=TABLE in active and package.rules.go_on(game.view) is not None,
        active=active,
        thinking=frozenset(int(actor) for actor in active if of_computer(session, actor)),
        told=_told(package, game.view, session),
        moves=_moves(package, game.view, session),
        latest=_latest(session),
        timer=package.timed.timer(session.state),
        clock=_clock(session),
    )


def _clock(session: Session) -> ClockPart | None:
    of_ms = agreed(session).clock * MINUTE_MS
    return ClockPart(session.awaited, session.turn_from, of_ms, session.used_ms) if of_ms and session.awaited else None


def _told(package: Package, seen: Any, session: Session) -> tuple[Sentence, ...]:  # noqa: ANN401 - a game's own view
    """The last steps of computers, oldest first; where the game is explained, each with a public reason.

    Neither a step of a stage that tells of none nor any before it is news any more.
    """
    reveals = package.shown.reveals_information
    if not reveals(seen, explained=True):
        return ()
    told: list[Sentence] = []
    most = TOLD_TO_PEOPLE if agreed(session).people else TOLD
    for act in reversed([act for act in session.acts if act.actor != TABLE][-most:]):
        if not of_computer(session, act.actor):
            break
        before = package.rules.view(act.before, TABLE)
        if not reveals(before, explained=True):
            break
        explained = act.because is not None and agreed(session).explains
        if all(reveals(view, explained=explained) for view in (seen, before)):
            played = package.shown.told(before, int(act.actor), act.action)
            told.append(say("told_because", told=played, reason=act.because) if explained else played)
    return tuple(reversed(told))


def _moves(package: Package, seen: Any, session: Session) -> tuple[Answer, ...]:  # noqa: ANN401 - a game's own view
    """Why each computer has played its last step since a person acted, where a reason is public; the latest first."""
    if not package.shown.reveals_information(seen, explained=True):
        return ()
    found: dict[Actor, Answer] = {}
    for act in reversed([act for act in session.acts if act.actor != TABLE][-TOLD:]):
        if not of_computer(session, act.actor):
            break
        if act.because is not None and act.actor not in found:
            played = package.shown.told(package.rules.view(act.before, TABLE), int(act.actor), act.action)
            told = say("told_because", told=played, reason=act.because)
            found[act.actor] = Answer(say("ask_move", seat=int(act.actor)), told)
    return tuple(found.values())


def _latest(session: Session) -> frozenset[Site]:
    """The places where the last turn has laid pieces, in however many steps."""
    found, last = NOWHERE, None
    for act in reversed(session.acts):
        if act.actor == TABLE or act.actor != (last or act.actor):
            break
        if last is not None and package_of(session).rules.ends_turn(act.action):
            break
        found, last = found | comes(session, act.action), act.actor
    return found


def turns(session: Session) -> int:
    """The number of turns played."""
    if session.gone or not session.acts:
        return 0
    return sum(package_of(session).rules.ends_turn(act.action) for act in session.acts if act.actor != TABLE)
