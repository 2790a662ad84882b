"""The buttons of the board: which are held, and what the end-turn button does at this moment. Pure.

A button counts when it is released; the end-turn button, held, takes back. What a press of the end-turn button would do
is decided here alone: for the press itself, the lamp, the pages, and whoever waits for an idle button.
"""

from collections.abc import Iterator
from enum import StrEnum
from typing import Final

from pearlboard.drivers.protocols import Button
from pearlboard.games.api import TABLE, Verdict
from pearlboard.session.state import Phase
from pearlboard.table.situation import Part, Situation

HOLD_MS: Final = 2_000
"""How long the end-turn button is held to take back."""


class EndTurn(StrEnum):
    """The meaning of the end-turn button at one moment, on the board and on every page."""

    NEXT_STEP = "next_step"  # turns to the next step of a lesson, or of a finished game that is shown
    END_COUNT = "end_count"
    HURRY = "hurry"
    GO_ON = "go_on"  # what all do together
    CONFIRM = "confirm"
    ALL_THERE = "all_there"  # what lies there is right: pieces that no sensor sees, or that may have changed places
    ASK = "ask"  # nothing was laid: asks for a piece that no sensor feels
    NOT_YET = "not_yet"  # what lies there cannot be confirmed: says why
    NOTHING = "nothing"


CONFIRMS: Final = frozenset({EndTurn.GO_ON, EndTurn.CONFIRM, EndTurn.ALL_THERE, EndTurn.ASK})
"""The deeds that pages call "confirm"; they offer the rest under names of its own."""
IDLE: Final = frozenset({EndTurn.ASK, EndTurn.NOTHING})
"""The values at which nobody who presses the button can mean a piece or an awaited step."""
DARK: Final = IDLE | {EndTurn.NOT_YET, EndTurn.ALL_THERE}


def end_turn(now: Situation) -> EndTurn:
    """The effect of a press of the end-turn button now."""
    game = now.game
    if now.exhibit is not None or now.lesson is not None:
        return EndTurn.NEXT_STEP
    if game.counting:
        return EndTurn.END_COUNT
    if now.phase is not Phase.PLAYING or now.stop is not None:
        return EndTurn.NOTHING
    if game.all_computers:
        return EndTurn.HURRY
    if game.together:
        return EndTurn.GO_ON if game.goes_on and not now.board.in_the_way else EndTurn.NOTHING
    return _with_draft(now)


def _with_draft(now: Situation) -> EndTurn:
    """The effect of a press on the draft. A drawn board has no pieces that it does not know of."""
    draft = now.board.draft
    if draft is None or draft.seat is None or now.board.part is not Part.LEADS:
        return EndTurn.NOTHING
    if now.board.last_to_lay or (now.board.mixed and draft.nothing and not now.board.table.in_hand):
        return EndTurn.ALL_THERE
    if draft.nothing:
        return EndTurn.NOTHING if now.board.on_screen else EndTurn.ASK
    return EndTurn.CONFIRM if draft.verdict is Verdict.LEGAL and not now.turn.awaits else EndTurn.NOT_YET


def lamp_lit(now: Situation) -> bool:
    """Whether the lamp of the end-turn button is lit, which asks for a press; nobody is asked to skip a lesson's
    step.
    """
    solved = now.lesson is None or now.lesson.judged.verdict is Verdict.LEGAL
    return solved and end_turn(now) not in DARK


def blocked(now: Situation) -> bool:
    """Whether something must be put right on the board before the game's buttons can be used, or its people look on."""
    in_the_way = TABLE in now.game.active and now.board.in_the_way
    return now.stop is not None or in_the_way or now.board.part is Part.WATCHES


class Buttons:
    """The buttons that are held, since when, and at which public number they were pressed."""

    def __init__(self) -> None:
        self._held: dict[Button, tuple[int, int]] = {}

    def press(self, button: Button, at_ms: int, version: int) -> None:
        """Note that a button is held, and the public number at which it was pressed."""
        self._held[button] = at_ms, version

    def release(self, button: Button) -> int | None:
        """Note that a button is released; returns the public number of its press, None if the press has counted
        already.
        """
        held = self._held.pop(button, None)
        return None if held is None else held[1]

    def held(self, button: Button) -> bool:
        """Whether somebody holds the button."""
        return button in self._held

    def forget(self) -> None:
        """Forget which buttons are held: the board is away."""
        self._held.clear()

    def take_back_held(self, at_ms: int) -> bool:
        """Whether the end-turn button has been held long enough to take back; true once a press."""
        if all(due_ms > at_ms for due_ms in self.due()):
            return False
        del self._held[Button.END_TURN]
        return True

    def due(self) -> Iterator[int]:
        """The time at which the held end-turn button takes back."""
        if Button.END_TURN in self._held:
            yield self._held[Button.END_TURN][0] + HOLD_MS
