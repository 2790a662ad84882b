"""The table's words: the sentence of a situation, explanations for beginners, and answers to "why?". Pure.

The table speaks about its own business, whichever game is played: what is wrong, and why it waits.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from pearlboard.games.api import TABLE, Answer, Seat, Verdict
from pearlboard.games.rules import NOTHING_SECRET
from pearlboard.session.state import Phase
from pearlboard.table.buttons import EndTurn, end_turn
from pearlboard.table.places import named
from pearlboard.table.situation import Part, Situation, Stop, moment
from pearlboard.texts import Sentence, say

STOPPED: Final[Mapping[Stop, Sentence]] = {
    Stop.UNKNOWN: say("board_unknown"),
    Stop.FROZEN: say("board_frozen"),
    Stop.QUESTION: say("continue_or_new"),
    Stop.PAUSED: say("game_paused"),
}
WAITS: Final = say("ask_waits")


def sentence(now: Situation) -> Sentence:
    """The error there, or what to do next."""
    said = (speak(now) for speak in (_stopped, _exhibited, _taught, _to_clear, _counted, _asked, _stuck))
    return next((each for each in said if each is not None), None) or _of_the_game(now)


def sentence_beside(now: Situation, seat: Seat | None, *, hands_elsewhere: bool) -> Sentence:
    """The sentence on a seat's own screen or (None) on a shared page: nobody is asked to confirm what another draws.

    `hands_elsewhere`: hands of those without a screen of their own are shown at another page than this shared one.
    """
    mover = None if now.board.draft is None else now.board.draft.seat
    elsewhere = hands_elsewhere and now.game.package is not None and now.game.package.secrets is not NOTHING_SECRET
    here = seat == mover or (seat is None and mover not in now.game.phones and not elsewhere)
    drawn = now.board.on_screen and end_turn(now) is EndTurn.CONFIRM and now.requests.proposal is None
    return sentence(now) if here or mover is None or not drawn else say("still_to_confirm", seat=mover)


def _stopped(now: Situation) -> Sentence | None:
    if now.stop is Stop.GONE and now.game.agreement is not None:
        return say("game_gone", game=now.game.agreement.game)
    if now.stop is Stop.LOST:
        return now.board.lost or say("board_lost")
    return None if now.stop is None else STOPPED[now.stop]


def _exhibited(now: Situation) -> Sentence | None:
    if now.exhibit is None:
        return None
    return say("exhibit_shown", index=now.exhibit.index, of=len(now.exhibit.replay.frames) - 1)


def _taught(now: Situation) -> Sentence | None:
    return None if now.lesson is None else now.lesson.judged.said


def _to_clear(now: Situation) -> Sentence | None:
    """The request to clear the board, before anything else, where pieces are not read as a draft."""
    return _clear(now) if now.phase is Phase.IDLE or now.game.package is None or now.board.draft is None else None


def _counted(now: Situation) -> Sentence | None:
    """The sentence while points are counted, which does not say who has won."""
    return say("points_are_counted") if now.game.counting else None


def _asked(now: Situation) -> Sentence | None:
    """The question whether to take back, which comes before anything else."""
    if now.requests.proposal is None:
        return None
    return say("take_back_vote", asked=whether_to_take_back(now), open_seats=now.requests.open_seats)


def whether_to_take_back(now: Situation) -> Sentence:
    """The question by itself: it names whose turn it is about, which may not be the one that everybody looks at."""
    seat = now.turn.undoes
    return say("take_back_step") if seat in (None, TABLE) else say("undo_sure", seat=int(seat or 0))


def _stuck(now: Situation) -> Sentence | None:
    draft = now.board.draft
    if not now.turn.stuck or not (draft is None or draft.nothing):
        return None
    return say("thinking_failed", seat=min(now.game.thinking))


def _of_the_game(now: Situation) -> Sentence:
    package = now.game.package
    if now.phase is Phase.IDLE or package is None:
        return say("set_up_a_game")
    if now.board.part is not Part.LEADS and now.game.to_move is not None and not now.game.thinking and _calm(now):
        return named("plays_elsewhere", now.board.leader, seat=now.game.to_move)
    if now.board.part is Part.WATCHES and now.phase is Phase.PLAYING and now.game.to_move is None:
        return named("looks_on", now.board.other)
    if now.requests.ready:
        return named("others_not_ready", now.board.other)
    return _followed(now, package.shown.sentence(now.game.view, moment(now)))


def _followed(now: Situation, told: Sentence) -> Sentence:
    """The game's sentence, with which computers play stronger or weaker next where that follows from the result."""
    if now.phase is not Phase.OVER or now.game.follows is None:
        return told
    return say("over_follows", told=told, follows=now.game.follows)


def _calm(now: Situation) -> bool:
    """Whether nothing is to be put right, laid or lifted."""
    return now.board.draft is None or now.board.draft.nothing


def _clear(now: Situation) -> Sentence | None:
    extra = now.board.table.extra
    if now.board.clearing:
        return say("clear_what_is_left", count=len(extra))
    return say("clear_the_board", sites=extra, count=len(extra)) if extra else None


# --- for beginners ---------------------------------------------------------------------------------------------------


def explanation(now: Situation) -> Sentence | None:
    """The explanation for beginners; None while something else comes first."""
    draft = now.board.draft
    disturbed = draft is not None and (draft.verdict is Verdict.ILLEGAL or bool(draft.put | draft.lift))
    if now.stop is not None or now.exhibit is not None or now.requests.proposal is not None or disturbed:
        return None
    told = now.game.explanation
    if told is None:
        return None
    return told.awaited if now.turn.awaits and told.awaited is not None else told.said


def answers(now: Situation) -> tuple[Answer, ...]:
    """The answers to questions that somebody may ask now. While the table itself waits, there is only one."""
    waits = why_it_waits(now)
    own = () if waits is None else (Answer(WAITS, waits),)
    explaining = None if now.game.package is None else now.game.package.explaining
    if now.stop is not None or explaining is None or now.game.counting:
        return own
    return (*own, *now.game.moves, *explaining.answers(now.game.view, moment(now)))


def why_it_waits(now: Situation) -> Sentence | None:
    """The reason why a player's actions do not count at the moment, or what comes first."""
    return next(_reasons(now), None)


def _reasons(now: Situation) -> Iterator[Sentence]:
    if now.stop is Stop.PAUSED:
        yield say("waits_paused")
    elif now.stop is not None:
        yield say("waits_board")
    if now.requests.proposal is not None:
        yield say("waits_vote")
    if now.game.counting:
        yield say("waits_counting")
    yield from _of_the_board(now)
    if now.game.all_computers and not now.turn.stuck:
        yield say("waits_thinking", seats=tuple(sorted(now.game.thinking)))


def _of_the_board(now: Situation) -> Iterator[Sentence]:
    """The requests to put pieces right, before anything counts."""
    lying = now.board.table
    for name, sites in (("waits_missing", lying.missing), ("waits_lift", lying.to_lift), ("waits_owed", lying.to_lay)):
        if sites and now.board.draft is not None:
            yield say(name, sites=sites, count=len(sites))


# --- about the game --------------------------------------------------------------------------------------------------


def rules(now: Situation) -> Iterator[Sentence]:
    """The agreement in the game's words and in the table's."""
    agreement, package = now.game.agreement, now.game.package
    if agreement is None or package is None:
        return
    yield from package.options.said(agreement.setup)
    if package.board is not None:
        yield say("rule_confirms_itself" if now.turn.by_itself else "rule_button")
    if agreement.began_from is not None:
        number, step = agreement.began_from
        yield say("rule_began_from", number=number, step=step)
    if agreement.clock:
        yield say("rule_clock", count=agreement.clock)
    if agreement.helped:
        yield say("rule_helped", seats=agreement.helped, count=len(agreement.helped))
    if agreement.follows:
        yield say("rule_follows")


def sure_to_undo(now: Situation) -> Sentence | None:
    """The question before a take-back that undoes a confirmed step at once.

    None for a take-back of a draft, and where everybody is asked.
    """
    seat, agreement = now.turn.undoes, now.game.agreement
    if now.board.loose or not now.turn.can_take_back or seat in (None, TABLE) or agreement is None:
        return None
    free = now.turn.undoable and now.turn.back_to is None and not now.board.drafted
    asks = "undo_sure" if now.turn.back_to is None else "undo_sure_computers"
    return say(asks, seat=int(seat or 0)) if free or agreement.people == (seat,) else None
