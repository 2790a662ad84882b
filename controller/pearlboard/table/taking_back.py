"""Taking back a step: at once where that is free, otherwise when all agree. Pure.

Each seat speaks for itself, and None for all without a screen of their own.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from pearlboard.games.api import TABLE, Seat
from pearlboard.session import intents
from pearlboard.session.board_state import restart_countdown, take_back
from pearlboard.session.decide import way_back
from pearlboard.session.questions import agreed
from pearlboard.session.state import Refused
from pearlboard.table.buttons import EndTurn, end_turn
from pearlboard.table.play import Play
from pearlboard.table.ports import CommandMeta
from pearlboard.table.requests import Proposal, Word
from pearlboard.table.speech import sentence
from pearlboard.texts import Sentence, say

PROPOSAL_MS: Final = 120_000
"""How long a proposal waits for seats that have not agreed."""
PATIENT_MS: Final = 10 * PROPOSAL_MS
"""How long a proposal waits at a table that speaks: an answer takes as long as it takes to be found by ear."""
WORD_MS: Final = 30_000
"""How long others are told what became of their pieces, or of what they asked."""


def ask(play: Play, seat: Seat | None, meta: CommandMeta | None) -> None:
    """Take the last step back at once, if that is free; otherwise propose it to all seats."""
    session, now = play.session, play.now
    if end_turn(now) is EndTurn.NEXT_STEP:
        play.turn_shown(-1)
        return
    if play.requests.proposal is not None:  # whoever would have it back, too, agrees
        agree(play, seat)
        return
    back, drafted = () if session.paused else way_back(session), play.places.leader.now.board.drafted
    if not back or (session.free and len(back) == 1 and not drafted and seat in (None, back[0].actor)):
        play.do(intents.TakeBack(), meta)
    elif agreed(session).people == (back[0].actor,) and now.stop is None:
        _take_back_agreed(play, meta)
    else:
        _propose(play, seat)


def _propose(play: Play, seat: Seat | None) -> None:
    """Propose a take-back; the seat that asks agrees with it."""
    if play.now.stop is not None:
        raise Refused("not_now", sentence(play.now))
    waits_ms = PATIENT_MS if play.house.patient else PROPOSAL_MS
    play.ask(replace(play.requests, proposal=Proposal(seat, play.clock() + waits_ms)))
    if seat is not None:
        agree(play, seat)


def agree(play: Play, seat: Seat | None) -> None:
    """Agree to the proposal."""
    play.ask(replace(play.requests, proposal=_proposal(play).with_word(seat)))


def refuse(play: Play, seat: Seat | None) -> None:
    """Refuse the proposal: nothing is taken back. Whoever has proposed it only withdraws it."""
    proposal = _proposal(play)
    play.ask(replace(play.requests, proposal=None))
    play.places.leader.change(restart_countdown, play.clock())
    if seat != proposal.by:
        tell(play, seat, say("take_back_refused_table") if seat is None else say("take_back_refused", seat=seat))


def tell(play: Play, by: Seat | None, said: Sentence) -> None:
    """Tell every screen but that of whoever did it; where nobody is hurried, until the next step."""
    until_ms = play.clock() + (PATIENT_MS if play.house.patient else WORD_MS)
    play.ask(replace(play.requests, word=Word(by, said, until_ms)))


def told(play: Play, seat: Seat | None) -> Iterator[Sentence]:
    """The news for a seat's screen or (None) a shared page: what was undone last, and what others have decided."""
    if (undone := play.now.turn.redoes) is not None and undone != TABLE:
        yield say("undone", seat=undone)
    word = play.requests.word
    if word is not None and word.until_ms > play.clock() and word.by != seat:
        yield word.said


def _proposal(play: Play) -> Proposal:
    if play.requests.proposal is None:
        raise Refused("no_proposal", say("no_proposal"))
    return play.requests.proposal


def take_back_if_agreed(play: Play) -> None:
    """Take back once nobody is left who has not agreed: they agreed, left, or ended a pause."""
    proposal, session = play.requests.proposal, play.session
    if proposal is None or proposal.open(session) or session.paused:
        return
    _take_back_agreed(play, None)
    play.settle()


def _take_back_agreed(play: Play, meta: CommandMeta | None) -> None:
    """Take back. Pieces that came for the next step must be lifted, too, at the board that leads, whoever asks."""
    leader = play.places.leader
    landed = leader.now.board.drafted
    play.do(intents.TakeBack(agreed=True), meta)
    leader.change(take_back, landed)
