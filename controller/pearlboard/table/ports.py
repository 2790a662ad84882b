"""What the table needs of others: who saves facts, who plays for the computer; and what comes with a command."""

from dataclasses import dataclass
from typing import Protocol

from pearlboard.games.api import Seat
from pearlboard.session.facts import Entry
from pearlboard.session.state import Refused
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


class Players(Protocol):
    """Whoever plays the seats of the computer."""

    def look(self) -> None:
        """The situation may have changed."""

    def hurry(self) -> None:
        """People do not want to wait; `Refused` if nobody thinks."""

    def advise(self, seat: Seat) -> None:
        """Somebody asks what to do on that seat; `Refused` if there is no advice."""


class NoPlayers:
    """No computer plays at this table."""

    def look(self) -> None:
        """There is nothing to think about."""

    def hurry(self) -> None:
        """Nobody plays for the computer at this table."""
        raise Refused("nobody_thinks", say("nobody_thinks"))

    def advise(self, seat: Seat) -> None:
        """Nobody at this table gives advice."""
        del seat
        raise Refused("no_advice", say("no_advice"))
