"""What the table needs of others: who saves facts, who plays for the computer; and what comes with a command."""

from dataclasses import dataclass
from typing import Protocol

from pearlboard.games.api import Seat
from pearlboard.session.facts import Entry
from pearlboard.session.state import Refused
from pearlboard.table.situation import Situation
from pearlboard.table.stopwatch import Stopwatch
from pearlboard.texts import say


class Saver(Protocol):
    """Where entries go to be kept."""

    def append(self, entries: tuple[Entry, ...]) -> None:
        """Take entries, in order; returns at once."""


@dataclass(frozen=True, slots=True)
class CommandMeta:
    """What came with a command: its id, and the public number that its sender saw."""

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
