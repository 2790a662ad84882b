"""The table's needs of others: who saves facts, who plays for the computer; and what comes with a command."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol

from pearlboard.drivers.protocols import Button
from pearlboard.games.api import Seat
from pearlboard.geometry import Site
from pearlboard.session.facts import Entry
from pearlboard.session.state import Refused
from pearlboard.table.situation import Situation
from pearlboard.table.stopwatch import Stopwatch
from pearlboard.texts import Catalogue, Sentence, say


class Saver(Protocol):
    """Where entries go to be kept."""

    def append(self, entries: tuple[Entry, ...]) -> None:
        """Take entries, in order; returns at once."""


@dataclass(frozen=True, slots=True)
class CommandMeta:
    """The origin of a command: its id, and the public number that its sender saw."""

    id: str
    version: int


class Lights:
    """Lights and sounds of a place; this base class has none."""

    def look(self, now: Situation, timer: Stopwatch) -> None:
        """Show a new situation. `timer`: the game's own time."""

    def sound(self, cue: str) -> None:
        """Have a cue heard."""


class Players:
    """The players of the computer's seats; this base class has none."""

    def look(self) -> None:
        """Notice that the situation may have changed."""

    def hurry(self) -> None:
        """Play at once: people do not want to wait; `Refused` if nobody thinks."""
        raise Refused("nobody_thinks", say("nobody_thinks"))

    def advise(self, seat: Seat) -> None:
        """Say what to do on that seat; `Refused` if there is no advice."""
        del seat
        raise Refused("no_advice", say("no_advice"))


@dataclass(frozen=True, slots=True)
class Asking:
    """A question from a screen. `id`: of its command; `number`: of a row or a column, from 1.

    after  the id of the question that the same screen asked before, "": none. "More" is about its answer; None: about
           whatever was said last
    """

    id: str
    about: str
    number: int = 1
    site: Site | None = None
    after: str | None = None


class Voice:
    """The voice of the table; this base class is silent, and leaves every button alone."""

    def look(self, now: Situation, timer: Stopwatch) -> None:
        """Say what is new in a situation. `timer`: the game's own time."""

    def moved(self, came: frozenset[Site], went: frozenset[Site], *, asks: bool) -> None:
        """Pieces came and went at the table's own board; `asks`: the hint button is held."""

    def press(self, button: Button, at_ms: int) -> bool:
        """Whether a pressed button is for the voice alone."""
        del button, at_ms
        return False

    def release(self, button: Button, at_ms: int) -> bool:
        """Whether a released button was for the voice alone."""
        del button, at_ms
        return False

    def tick(self, at_ms: int) -> None:
        """Let time pass: a button may have been held for long enough."""

    def due(self) -> Iterator[int]:
        """The times at which something is due."""
        return iter(())

    def ask(self, asked: Asking) -> None:
        """Answer a question. `Refused` where there is no voice."""
        del asked
        raise Refused("not_now", say("not_now"))

    def answered(self, words: Catalogue) -> Mapping[str, str]:
        """The words of the last answers, the newest last, by the ids of their questions; a line for each sentence."""
        del words
        return {}

    def refuse(self, why: Sentence | None) -> None:
        """Report that what a button asked for was refused; None: nobody knows why."""
