"""Refusals of a game, each with a stable name and a sentence for players. Refusing never changes anything."""

from collections.abc import Iterable
from typing import ClassVar

from pearlboard.errors import BadInput, PearlboardError
from pearlboard.games.values import NOWHERE, Seat
from pearlboard.geometry import Site
from pearlboard.texts import Sentence, say


class IllegalAction(PearlboardError, ValueError):
    """A move that the rules do not allow. `rule` is its stable name; `sites` are what a light may point at.

    Refusing never changes anything. A sentence that names a secret is for its seat alone: a game says so by refusing
    only what goes on the own screen.
    """

    rule: ClassVar[str]

    def __init__(self, sentence: Sentence, sites: frozenset[Site] = NOWHERE, *, rule: str | None = None) -> None:
        """Hold the words and the sites; `rule` where no class of its own has the name."""
        if rule is not None:
            self.__dict__["rule"] = rule
        super().__init__(f"{self.rule}: {sentence}")
        self.sentence = sentence
        self.sites = sites


class IllegalTurn(PearlboardError, ValueError):
    """A turn of a record that the rules do not allow: its number from 1, its seat if one is to blame, the refusal."""

    def __init__(self, index: int, seat: Seat | None, refused: IllegalAction, *, of: str = "turn") -> None:
        """Count `index` from 0, as lists do; `of`: what the record is a list of."""
        whose = "" if seat is None else f", seat {seat}"
        super().__init__(f"{of} {index + 1}{whose}: {refused.rule}")
        self.place = f"{of}s[{index}]"
        self.index = index
        self.seat = seat
        self.refused = refused


class BadSetup(PearlboardError, ValueError):
    """An agreement that cannot be played. `rule` is its stable name, `part` what must be changed."""

    rule: ClassVar[str]
    part: ClassVar[str] = ""

    def __init__(self, wrong: str, sentence: Sentence, *, rule: str | None = None) -> None:
        if rule is not None:
            self.__dict__["rule"] = rule
        super().__init__(wrong)
        self.sentence = sentence


class BadOptions(BadInput):
    """An answer that a game's part of the set-up form cannot have given, with a sentence for whoever sees it."""

    rule: ClassVar[str] = "malformed"

    def __init__(self, place: str, wrong: str, sentence: Sentence) -> None:
        super().__init__(place, wrong)
        self.sentence = sentence


def refusal(rule: str, at: Iterable[Site] = NOWHERE, **parameters: object) -> IllegalAction:
    """A refusal `at` some sites, whose sentence has the rule's own name in the catalogues."""
    return IllegalAction(say(rule, **parameters), frozenset(at), rule=rule)
