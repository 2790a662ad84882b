"""For beginners: what the table explains at this moment, and what it answers to "why?". Pure, and for all to read.

The table answers for what is its own, whichever game is played: why it waits. Everything else is the game's.
"""

from collections.abc import Iterator
from typing import Final

from pearlboard.games.api import Answer, Verdict
from pearlboard.table.situation import Situation, Stop, moment
from pearlboard.texts import Sentence, say

WAITS: Final = say("ask_waits")


def explanation(now: Situation) -> Sentence | None:
    """What matters at this point of the game; None while something else comes first."""
    draft = now.board.draft
    disturbed = draft is not None and (draft.verdict is Verdict.ILLEGAL or bool(draft.put | draft.lift))
    if now.stop is not None or now.exhibit is not None or now.requests.proposal is not None or disturbed:
        return None
    told = now.game.explanation
    if told is None:
        return None
    return told.awaited if now.turn.awaits and told.awaited is not None else told.said


def answers(now: Situation) -> tuple[Answer, ...]:
    """What somebody may ask just now. While the table itself stands still, that is all there is to ask."""
    waits = why_it_waits(now)
    own = () if waits is None else (Answer(WAITS, waits),)
    if now.stop is not None or now.game.package is None or now.game.counting:
        return own
    return (*own, *now.game.package.shown.answers(now.game.view, moment(now)))


def why_it_waits(now: Situation) -> Sentence | None:
    """Why nothing that a player does counts at the moment, or something else is awaited first."""
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
    """Pieces that are to be put right before anything counts."""
    lying = now.board.table
    for name, sites in (("waits_missing", lying.missing), ("waits_lift", lying.to_lift), ("waits_owed", lying.to_lay)):
        if sites and now.board.draft is not None:
            yield say(name, sites=sites, count=len(sites))
