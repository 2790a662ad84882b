"""What a fact changes on the table: what must be lifted, what is asked for, what is forgotten, what is heard. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from pearlboard.games.api import NOWHERE, TABLE, Actor, Choice, Reads, Seat
from pearlboard.geometry import Site
from pearlboard.lights.scene import Cue
from pearlboard.session import facts
from pearlboard.session.board_state import BoardState, calm, owe, restart_countdown, take_back
from pearlboard.session.evolve import lays, lying
from pearlboard.session.facts import Acted, BegunFrom, Entry, Fact, TakenBack, TimeUp
from pearlboard.session.principal import Principal
from pearlboard.session.questions import begun, package_of
from pearlboard.session.state import Phase, Session
from pearlboard.table.requests import PendingRequests
from pearlboard.table.sensors import Counted
from pearlboard.table.situation import Situation

NEW_STEP: Final = (BegunFrom, Acted, TimeUp, TakenBack, facts.GameAgreed, facts.GameAbandoned, facts.SeatHandedOver)
"""After these nothing is left of what was asked before, but for what other seats have said."""
NEW_GAME: Final = (facts.GameAbandoned, facts.GameAgreed, facts.GameDealt)


@dataclass(frozen=True, slots=True)
class Curtain:
    """A shared page shows what a seat alone may see: to the one page that asked, until it is handed back."""

    seat: Seat
    principal: Principal


Followed: TypeAlias = tuple[BoardState, PendingRequests, Curtain | None]
"""What may change with a fact."""


def follow(fact: Fact, before: Session, session: Session, now: Situation, was: Followed, at_ms: int) -> Followed:
    """Follow a fact: `now` is how things stood before it, `session` is with it."""
    state, requests, curtain = was
    state = _board_state(fact, before, session, now, state, at_ms)
    if isinstance(fact, NEW_GAME):
        curtain = None
    if isinstance(fact, NEW_STEP):
        requests = PendingRequests(choices=_choices_after(fact, session, requests))
    if isinstance(fact, facts.SeatTaken | facts.SeatFreed):
        requests = _without_declared(fact.seat, now, requests)
        curtain = None if curtain is not None and curtain.seat == fact.seat else curtain
    return state, requests, curtain


def counted(was: Counted, entry: Entry, before: Session, session: Session, *, by_itself: bool) -> Counted:
    """What has counted by itself, after one more fact; in a new game nothing."""
    match entry.fact:
        case facts.GameAgreed():
            return {}
        case Acted(_, actor, action) if by_itself and not session.gone and actor != TABLE:
            return {**was, entry.version: lays(before, action)}
        case _:
            return was


def cue_of(fact: Fact) -> Cue | None:
    """What is heard of a fact; of what a seat has laid or played, that it counts."""
    if isinstance(fact, TakenBack):
        return Cue.TAKEN_BACK
    return Cue.CONFIRMED if isinstance(fact, Acted) and fact.actor != TABLE else None


def _board_state(
    fact: Fact, before: Session, session: Session, now: Situation, state: BoardState, at_ms: int
) -> BoardState:
    if isinstance(fact, TakenBack):
        state = take_back(state, session.taken_back - before.taken_back)
    if isinstance(fact, BegunFrom):
        state = replace(state, must_lift=session.taken_back & (state.sensed or NOWHERE))
    if isinstance(fact, NEW_GAME):
        state = replace(state, must_lift=left_over(session) & (state.sensed or NOWHERE))
    if isinstance(fact, NEW_STEP):
        state = calm(state, lying(session) if begun(session) else NOWHERE)
    if isinstance(fact, Acted | TimeUp):
        state = _with_used_up(session, now, state, at_ms)
    if asked := session.owed - before.owed:
        state = restart_countdown(owe(state, asked), at_ms)
    state = replace(state, owed=state.owed & session.owed)
    return restart_countdown(state, at_ms) if _in_mid_turn(fact, session) else state


def _in_mid_turn(fact: Fact, session: Session) -> bool:
    """Whether it was a step of a turn that goes on."""
    return isinstance(fact, Acted) and not package_of(session).rules.ends_turn(fact.action)


def _with_used_up(session: Session, now: Situation, state: BoardState, at_ms: int) -> BoardState:
    """Nobody has had the time to lift it yet, so no sensor is doubted."""
    used = _used_up(session, now, state) - state.must_lift
    return restart_countdown(replace(state, must_lift=state.must_lift | used), at_ms) if used else state


def _used_up(session: Session, now: Situation, state: BoardState) -> frozenset[Site]:
    """What was drafted or expected, is expected no more and still lies there, must be lifted."""
    board = now.game.board
    if session.gone or board is None or state.sensed is None or session.phase is not Phase.PLAYING:
        return NOWHERE
    rules = package_of(session).rules
    if board.reads(rules.view(session.state, TABLE)) is not Reads.PIECES:
        return NOWHERE
    drafted = now.board.draft.sites if now.board.draft is not None else NOWHERE
    return (session.taken_back | (drafted - lying(session))) & state.sensed


def _choices_after(fact: Fact, session: Session, requests: PendingRequests) -> Mapping[Actor, Choice]:
    """What seats have said that may still act at the same stage is left to them."""
    if not isinstance(fact, Acted | TimeUp) or session.gone or session.phase is not Phase.PLAYING:
        return {}
    active = package_of(session).rules.active(session.state)
    if len(active) < 2:
        return {}
    acted = fact.actor if isinstance(fact, Acted) else None
    return {actor: choice for actor, choice in requests.choices.items() if actor in active and actor != acted}


def _without_declared(seat: Seat, now: Situation, requests: PendingRequests) -> PendingRequests:
    """A seat has got a screen, or has lost it: what was said on the other is not for this one."""
    package = now.game.package
    if package is None or seat not in requests.choices:
        return requests
    return requests.with_choice(seat, package.choices.without_declared(requests.choice(seat)))


def left_over(session: Session) -> frozenset[Site]:
    """What the game before has left where this one reads pieces from the start: it is no draft of this one.

    A game that begins with a clear board says so itself.
    """
    if session.phase is not Phase.PLAYING or not begun(session) or session.acts:
        return NOWHERE
    package = package_of(session)
    if package.board is None or package.board.reads(package.rules.view(session.state, TABLE)) is not Reads.PIECES:
        return NOWHERE
    return session.left - lying(session)
