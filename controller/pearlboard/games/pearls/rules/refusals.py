"""Why a turn is refused. Every reason is a class with a stable name, which `replay` prints, and words for players.

Whether a take is legal hangs on public numbers alone; whether a placement is, on the hand, so its refusals are for
whoever knows that.
"""

from typing import ClassVar

from pearlboard.games.pearls.rules.cards import Colour
from pearlboard.games.pearls.rules.state import LIMIT
from pearlboard.games.refusals import IllegalAction
from pearlboard.games.values import Seat
from pearlboard.texts import Sentence, say


def colour_name(colour: Colour) -> Sentence:
    """The name of the colour."""
    return say(f"pearls_colour_{colour}")


class IllegalStep(IllegalAction):
    """A turn that the rules do not allow."""

    rule: ClassVar[str]


class GameOver(IllegalStep):
    rule = "game_over"

    def __init__(self) -> None:
        super().__init__(say("pearls_game_over"))


class NotYourTurn(IllegalStep):
    rule = "not_your_turn"

    def __init__(self, to_move: Seat) -> None:
        super().__init__(say("pearls_not_your_turn", to_move_seat=to_move))


class OnlyPlacing(IllegalStep):
    """Cards are only placed in the last turns, and none taken (ruling 18)."""

    rule = "only_placing"

    def __init__(self) -> None:
        super().__init__(say("pearls_only_placing"))


class NotOnDisplay(IllegalStep):
    rule = "not_on_display"

    def __init__(self, colour: Colour) -> None:
        super().__init__(say("pearls_not_on_display", colour=colour_name(colour)))


class HandLimit(IllegalStep):
    """A hand never holds more than ten cards (ruling 9)."""

    rule = "hand_limit"

    def __init__(self, held: int, lying: int) -> None:
        super().__init__(say("pearls_hand_limit", held=held, count=lying, limit=LIMIT))


class WildWithWild(IllegalStep):
    """Wilds alone are a colour, and no others are added to them (ruling 11)."""

    rule = "wild_with_wild"

    def __init__(self) -> None:
        super().__init__(say("pearls_wild_with_wild"))


class NothingPlaced(IllegalStep):
    rule = "nothing_placed"

    def __init__(self) -> None:
        super().__init__(say("pearls_nothing_placed"))


class NoSuchCard(IllegalStep):
    rule = "no_such_card"

    def __init__(self) -> None:
        super().__init__(say("pearls_no_such_card"))


class NoSuchNecklace(IllegalStep):
    """A necklace must be of exactly that length, never shorter (ruling 12)."""

    rule = "no_such_necklace"

    def __init__(self, length: int) -> None:
        super().__init__(say("pearls_no_such_necklace", count=length))
