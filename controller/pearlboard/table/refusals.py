"""Refusals by the table of what a game would allow: because of the board, a seat's screen or the agreement."""

from dataclasses import replace

from pearlboard.games.api import TABLE, Reads, Seat, Verdict
from pearlboard.geometry import Site
from pearlboard.session import intents
from pearlboard.session.facts import HintMode
from pearlboard.session.intents import Intent
from pearlboard.session.questions import agreed
from pearlboard.session.state import Phase, Refused, Session
from pearlboard.table.situation import Situation
from pearlboard.table.speech import sentence
from pearlboard.texts import say


def check_board(intent: Intent, now: Situation) -> None:
    """Raise `Refused` if the board forbids what all do together, or what anybody does while it is to be cleared."""
    package = now.game.package
    if not isinstance(intent, intents.Act) or package is None:
        return
    reads = Reads.NOTHING if package.board is None else package.board.reads(now.game.view)
    if intent.actor != TABLE and (reads is not Reads.CLEAR or intent.actor in now.game.thinking):
        return
    _check_reads(reads, now)
    if owed := now.board.table.to_lay:
        raise Refused("owed_first", say("owed_first", sites=owed))


def _check_reads(reads: Reads, now: Situation) -> None:
    lying, stopped = now.board.table, now.stop is not None
    if reads is Reads.CLEAR and (stopped or lying.extra):
        raise Refused("board_not_clear", sentence(now))
    if reads is Reads.PIECES and (stopped or (now.board.in_the_way and not lying.to_lay)):
        raise Refused("board_not_right", sentence(now))


def takes_the_place(now: Situation, place: Site) -> bool:
    """Whether a piece that is in hand may have taken the place of the one that is expected there."""
    lying, board = now.board.table, now.game.board
    if board is None or now.board.draft is None or not lying.in_hand or place not in lying.expected & lying.sensed:
        return False
    lying = replace(lying, relaid=lying.relaid | {place})
    draft = board.draft(now.game.view, lying, now.requests.choices, confirms_itself=False)
    return draft.verdict is Verdict.LEGAL and place in draft.sites


def check_laid(now: Situation, place: Site) -> None:
    """Raise `Refused` if no unsensed piece can be meant to lie there."""
    lying, board = now.board.table, now.game.board
    hands = now.stop is None and not now.game.all_computers and now.board.draft is not None and not now.board.on_screen
    if board is None or not hands:
        raise Refused("not_now", say("nothing_to_lay"))
    if place in lying.sensed:
        raise Refused("impossible_move", say("piece_there", site=place))
    if place in lying.in_all:
        return
    lying = replace(lying, sensed=lying.sensed | {place}, arrivals=(*lying.arrivals, place))
    draft = board.draft(now.game.view, lying, now.requests.choices, confirms_itself=False)
    if draft.verdict is Verdict.ILLEGAL:
        raise Refused("draft_not_legal", draft.sentence)


def check_curtain(session: Session, seat: Seat) -> None:
    """Raise `Refused` if a shared page may not show the seat's private view."""
    if session.phase is Phase.IDLE or not 1 <= seat <= len(agreed(session).names):
        raise Refused("no_such_seat", say("no_such_seat", number=seat))
    if seat in session.phones:
        raise Refused("on_the_phone", say("on_the_phone", seat=seat))
    if agreed(session).computer(seat) is not None:
        raise Refused("computers_seat", say("computers_seat", seat=seat))
    if seat in session.screened:
        raise Refused("said_on_a_phone", say("said_on_a_phone", seat=seat))


def no_help(now: Situation, otherwise: str) -> Refused:
    """The reason why there is no hint or advice: they are off at this table, or this is not the moment."""
    agreement = now.game.agreement
    off = agreement is not None and agreement.hints_of(now.game.to_move) is HintMode.OFF
    name = "no_hints" if off else otherwise
    return Refused(name, say(name))


def refused_press(now: Situation) -> Refused:
    """The reason why a press of the end-turn button does nothing."""
    draft = now.board.draft
    if now.stop is not None:
        return Refused("not_now", sentence(now))
    if draft is None or draft.seat is None or draft.nothing:
        return Refused("not_now", say("not_now"))
    if draft.verdict is not Verdict.LEGAL:
        return Refused("draft_not_legal", draft.sentence)
    return Refused("value_awaited", sentence(now))
