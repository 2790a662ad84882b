"""The one sentence that is said of a situation, and the notices beside it."""

from collections.abc import Mapping
from typing import Final

from pearlboard.app.situation import Situation, Stop
from pearlboard.games.api import Draft
from pearlboard.games.perladora.scoring import Score
from pearlboard.session.state import Phase
from pearlboard.texts import Sentence, say

STOPPED: Final[Mapping[Stop, Sentence]] = {
    Stop.UNKNOWN: say("board_unknown"),
    Stop.FROZEN: say("board_frozen"),
    Stop.QUESTION: say("continue_or_new"),
    Stop.PAUSED: say("game_paused"),
}


def sentence(now: Situation) -> Sentence:
    """What is the matter, and what to do next."""
    if now.stop is Stop.LOST:
        return now.lost or say("board_lost")
    if now.stop is not None:
        return STOPPED[now.stop]
    if now.exhibit is not None:
        return say("exhibit_shown", index=now.exhibit.index, of=len(now.exhibit.replay.frames) - 1)
    match now.phase:
        case Phase.IDLE:
            return _clear(now) or say("set_up_a_game")
        case Phase.PEARLS:
            return _clear(now) or _pearls(now)
        case Phase.PLAYING:
            return _playing(now)
        case Phase.REVEAL:
            return _reveal(now)
        case Phase.COUNT:
            return _counted(now).territories[now.shown].reason
        case Phase.OVER:
            return _counted(now).verdict


def _clear(now: Situation) -> Sentence | None:
    extra = now.table.extra
    return say("clear_the_board", sites=extra, count=len(extra)) if extra else None


def _pearls(now: Situation) -> Sentence:
    if now.pearls is None or now.laid >= len(now.pearls):
        raise LookupError("no Pearls are to be laid")
    farm = tuple(now.pearls)[now.laid]
    return say("lay_pearls", count=now.pearls[farm], farm=farm)


def _playing(now: Situation) -> Sentence:
    draft = _draft(now)
    if now.awaits_value:
        [place] = draft.sites or {draft.target}
        name = "value_awaited_face_up" if draft.face_up else "value_awaited"
        return say(name, seat=draft.seat or 0, space=str(place))
    if now.stuck and now.thinking is not None and draft.nothing:
        return say("thinking_failed", seat=now.thinking)
    return say("upside_down") if now.upside_down else draft.sentence


def _draft(now: Situation) -> Draft:
    if now.draft is None:
        raise LookupError("nobody is to move")
    return now.draft


def _reveal(now: Situation) -> Sentence:
    if now.draft is not None:
        return now.draft.sentence
    if now.reckoning is None or not now.reckoning.problems:
        return say("turn_up_and_agree", number=now.shown + 1)
    return now.reckoning.problems[0] if now.last_shown else say("turn_up_and_say", number=now.shown + 1)


def _counted(now: Situation) -> Score:
    if now.score is None:
        raise LookupError("nothing was counted yet")
    return now.score
