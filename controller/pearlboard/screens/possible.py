"""The commands that a page may send now, for its buttons, besides what the game offers."""

from collections.abc import Iterator
from typing import Final

from pearlboard.session.state import Phase
from pearlboard.table.buttons import CONFIRMS, end_turn
from pearlboard.table.situation import Part, Situation, Stop

HOSTS: Final = ("abandon", "rematch", "new_game")


def possible(now: Situation, *, simulated: bool) -> Iterator[str]:
    """The names of the commands that the page may send now, besides what the game offers."""
    match now.phase:
        case Phase.IDLE:
            yield "set_up"
        case Phase.PLAYING:
            yield from _can_play(now)
        case Phase.OVER:
            yield from ("end_count",) if now.game.counting else ()
            yield from ("rematch", "new_game")
    if now.exhibit is not None:
        yield "end_exhibit"
    if now.lesson is not None:
        yield from ("turn_lesson", "pick_in_lesson", "end_lesson")
    if simulated and not now.board.on_screen and _untidy(now):
        yield "tidy"


def _untidy(now: Situation) -> bool:
    """Whether `tidy` could put pieces of the simulated board right."""
    if not now.board.by_hand and now.board.table.extra:
        return now.stop is not Stop.GONE
    return bool(now.board.table.missing or now.board.table.to_lay) and now.stop in (None, Stop.QUESTION)


def _can_play(now: Situation) -> Iterator[str]:
    if now.stop is Stop.GONE:
        yield "abandon"
        return
    yield from ("resume", "abandon") if now.paused else ("pause", "abandon")
    if now.paused or now.stop is not None or now.board.part is Part.WATCHES:
        return
    thinking = bool(now.game.thinking)
    for name, allowed in (
        ("confirm", end_turn(now) in CONFIRMS),
        ("hurry", now.only_computers),
        ("laid", now.turn.can_say_laid),
        ("take_back", now.turn.can_take_back),
        ("redo", can_redo(now)),
        ("hint", now.turn.can_hint),
        ("advise", now.turn.can_advise and now.game.to_move not in (None, *now.game.phones)),
        ("choose", now.board.by_hand and not thinking),
    ):
        if allowed:
            yield name


def can_redo(now: Situation) -> bool:
    """Whether what was taken back last can be repeated."""
    return now.turn.redoes is not None and not now.board.drafted and now.requests.proposal is None
