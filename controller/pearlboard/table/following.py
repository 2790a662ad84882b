"""Consequences of a fact at the table: pieces to be lifted, requests, choices, and the sound. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from pearlboard.games.api import NOWHERE, TABLE, Actor, Choice, Reads, Seat
from pearlboard.geometry import Site
from pearlboard.lights.scene import Cue
from pearlboard.session import facts
from pearlboard.session.board_state import BoardState, calm, owe, restart_countdown, take_back
from pearlboard.session.evolve import comes, lying, pieces
from pearlboard.session.facts import Acted, BegunFrom, Entry, Fact, TakenBack, TimeUp
from pearlboard.session.principal import Principal
from pearlboard.session.questions import begun, package_of
from pearlboard.session.state import Phase, Session
from pearlboard.table.requests import PendingRequests
from pearlboard.table.sensors import Counted
from pearlboard.table.situation import Situation

NEW_STEP: Final = (BegunFrom, Acted, TimeUp, TakenBack, facts.GameAgreed, facts.GameAbandoned, facts.SeatHandedOver)
"""Facts that drop every pending request except what other seats have chosen and been advised."""
NEW_GAME: Final = (facts.GameAbandoned, facts.GameAgreed, facts.GameDealt)


@dataclass(frozen=True, slots=True)
class Curtain:
    """A shared page showing what one seat alone may see, only to the page that asked, until it is handed back."""

    seat: Seat
    principal: Principal


def follow(fact: Fact, session: Session, now: Situation, requests: PendingRequests) -> PendingRequests:
    """The requests that remain: `now` is the situation before the fact, `session` includes it."""
    if isinstance(fact, NEW_STEP):
        advised = {seat: each for seat, each in requests.advised.items() if _still_asks(fact, session, now, seat)}
        requests = PendingRequests(choices=_choices_after(fact, session, requests), advised=advised)
    if isinstance(fact, facts.SeatTaken | facts.SeatFreed):
        requests = _without_declared(fact.seat, now, requests)
    return requests


def curtain_after(fact: Fact, curtain: Curtain | None) -> Curtain | None:
    """The curtain that stays open: none in a new game, and none of a seat that gets or loses a screen."""
    freed = isinstance(fact, facts.SeatTaken | facts.SeatFreed) and curtain is not None and curtain.seat == fact.seat
    return None if isinstance(fact, NEW_GAME) or freed else curtain


def counted(was: Counted, entry: Entry, before: Session, session: Session, *, by_itself: bool) -> Counted:
    """Update the record of actions that counted by themselves with one more fact; a new game starts empty."""
    match entry.fact:
        case facts.GameAgreed():
            return {}
        case Acted(_, actor, action) if by_itself and not session.gone and actor != TABLE:
            return {**was, entry.version: comes(before, action)}
        case _:
            return was


def cue_of(fact: Fact) -> Cue | None:
    """The sound of a fact; for laying and playing, the sound of a confirmation."""
    if isinstance(fact, TakenBack):
        return Cue.TAKEN_BACK
    return Cue.CONFIRMED if isinstance(fact, Acted) and fact.actor != TABLE else None


def follow_at(
    fact: Fact, before: Session, session: Session, now: Situation, state: BoardState, at_ms: int
) -> BoardState:
    """Apply a fact to one board; the sessions and the situation are that board's."""
    waiting = state.must_lift
    if isinstance(fact, TakenBack):
        state = take_back(state, session.taken_back - before.taken_back)
    if isinstance(fact, BegunFrom):
        state = replace(state, must_lift=session.taken_back & (state.sensed or NOWHERE))
    if isinstance(fact, NEW_GAME):
        since = {site for site, at in state.came_ms.items() if at > state.acted_ms}
        state = replace(state, must_lift=left_over(session) & (state.sensed or NOWHERE) - since)
    if isinstance(fact, NEW_STEP):
        state = _after_step(fact, session, state, at_ms)
    if isinstance(fact, Acted | TimeUp):
        state = _with_used_up(session, now, state, at_ms)
    state = _with_owed(fact, before, session, state, waiting, at_ms)
    state = replace(state, owed=state.owed & session.owed)
    return restart_countdown(state, at_ms) if _in_mid_turn(fact, session) else state


def _after_step(fact: Fact, session: Session, state: BoardState, at_ms: int) -> BoardState:
    state = calm(state, lying(session) if begun(session) else NOWHERE)
    return state if isinstance(fact, NEW_GAME) else replace(state, acted_ms=at_ms)


def _with_owed(
    fact: Fact, before: Session, session: Session, state: BoardState, waiting: frozenset[Site], at_ms: int
) -> BoardState:
    """Ask for what is owed since the fact.

    What a game begins with may lie there already. What was to be moved, and is not any more, still does if it is
    `waiting` to be lifted. Anything else that lies where a piece is owed is another one.
    """
    asked = session.owed - before.owed
    if isinstance(fact, NEW_GAME):
        asked = session.owed - ((state.sensed or NOWHERE) - state.must_lift)
        state = replace(state, owed=asked)
    elif isinstance(fact, TakenBack):
        still = session.owed & waiting & state.must_lift
        asked = session.owed - still
        state = replace(state, must_lift=state.must_lift - still, owed=state.owed - still)
    elif isinstance(fact, Acted) and not session.gone:
        asked = comes(before, fact.action) & session.owed  # also what was owed before, and laid since
    return restart_countdown(owe(state, asked), at_ms) if asked else state


def _in_mid_turn(fact: Fact, session: Session) -> bool:
    """Whether the fact was one step of a turn that goes on."""
    return isinstance(fact, Acted) and not package_of(session).rules.ends_turn(fact.action)


def _with_used_up(session: Session, now: Situation, state: BoardState, at_ms: int) -> BoardState:
    """Have used-up pieces lifted; nobody has had the time to lift them yet, so no sensor is doubted."""
    used = _used_up(session, now, state) - state.must_lift
    return restart_countdown(replace(state, must_lift=state.must_lift | used), at_ms) if used else state


def _used_up(session: Session, now: Situation, state: BoardState) -> frozenset[Site]:
    """Pieces that were drafted or expected, are expected no more, and still lie there."""
    board = now.game.board
    if session.gone or board is None or state.sensed is None or session.phase is not Phase.PLAYING:
        return NOWHERE
    rules = package_of(session).rules
    if board.reads(rules.view(session.state, TABLE)) is not Reads.PIECES:
        return NOWHERE
    drafted = now.board.draft.sites if now.board.draft is not None else NOWHERE
    return (session.taken_back | (drafted - lying(session))) & state.sensed


def _goes_on(fact: Fact, session: Session) -> bool:
    """Whether somebody acted, or a time was up, and the game goes on: what others are asked can be as it was."""
    return isinstance(fact, Acted | TimeUp) and not session.gone and session.phase is Phase.PLAYING


def _choices_after(fact: Fact, session: Session, requests: PendingRequests) -> Mapping[Actor, Choice]:
    """The choices that survive: those of seats that may still act at the same stage."""
    if not _goes_on(fact, session):
        return {}
    active = package_of(session).rules.active(session.state)
    if len(active) < 2:
        return {}
    acted = fact.actor if isinstance(fact, Acted) else None
    return {actor: choice for actor, choice in requests.choices.items() if actor in active and actor != acted}


def _still_asks(fact: Fact, session: Session, now: Situation, seat: Seat) -> bool:
    """Whether a seat has the question before it for which it was advised: others act, too, or a time was up."""
    if not _goes_on(fact, session) or (isinstance(fact, Acted) and fact.actor == seat):
        return False
    rules = package_of(session).rules
    same = rules.stage(rules.view(session.state, TABLE)) == rules.stage(now.game.view)
    return same and seat in rules.active(session.state)


def _without_declared(seat: Seat, now: Situation, requests: PendingRequests) -> PendingRequests:
    """Drop a seat's choice when the seat gets or loses a screen: it was meant for the other one."""
    package = now.game.package
    if package is None or seat not in requests.choices:
        return requests
    return requests.with_choice(seat, package.choices.without_declared(requests.choice(seat)))


def left_over(session: Session) -> frozenset[Site]:
    """Pieces left by the previous game, where this game reads pieces from the start: they are no draft of it.

    A game that begins with a clear board clears it itself.
    """
    if session.phase is not Phase.PLAYING or not begun(session) or session.acts:
        return NOWHERE
    package = package_of(session)
    if package.board is None or package.board.reads(package.rules.view(session.state, TABLE)) is not Reads.PIECES:
        return NOWHERE
    start = pieces(session)
    return frozenset(site for site, piece in session.left.items() if site not in start or not start[site].alike(piece))
