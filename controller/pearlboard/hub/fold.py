"""The fold of a public log: which games were played at a table, and whether the table is free. Pure.

Law: what stands in the hub's table `game` is the fold of the rows that the hub has of that log.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final, TypeAlias

from msgspec import structs

from pearlboard.club.documents import (
    Abandoned,
    Agreed,
    Deleted,
    Document,
    Ended,
    HandedOver,
    Paused,
    Resumed,
    Seated,
    TakenBack,
    Turn,
    decoded,
)
from pearlboard.club.rows import Row


class State(StrEnum):
    """The state of a game."""

    PLAYING = "playing"
    PAUSED = "paused"
    ENDED = "ended"
    ABANDONED = "abandoned"
    DELETED = "deleted"


ON: Final = frozenset({State.PLAYING, State.PAUSED})


@dataclass(frozen=True, slots=True)
class Game:
    """A game, known by the number of the row with which it was agreed on; `began` and `last` by the table's clock.

    Of a deleted game nothing is left but its number and when it was deleted.
    """

    number: int
    game: str
    seats: tuple[Seated, ...]
    turns: int
    began: str
    last: str
    state: State
    places: tuple[int | None, ...] = ()
    points: tuple[int | None, ...] = ()

    @property
    def on(self) -> bool:
        """Whether it occupies its table."""
        return self.state in ON


Games: TypeAlias = Mapping[int, Game]
"""Games by their numbers."""


def fold(rows: Iterable[Row]) -> dict[int, Game]:
    """The games of a log; its rows come in order."""
    return added({}, rows)


def added(games: Games, rows: Iterable[Row]) -> dict[int, Game]:
    """The games after further rows. Unless a row deletes something, the last game before them is all that is needed."""
    found = dict(games)
    for row in rows:
        if row.body is not None:
            _take(found, row.number, row.at, decoded(row.body))
    return found


def last_of(games: Games) -> Game | None:
    """The latest game."""
    return games[max(games)] if games else None


def is_free(games: Games) -> bool:
    """Whether nothing is played at the table."""
    last = last_of(games)
    return last is None or not last.on


def plain(text: str) -> str:
    """A text of somebody else's without what cannot be read: databases take no NUL, and pages no control characters."""
    return "".join(letter for letter in text if letter.isprintable()).strip()


def _take(games: dict[int, Game], number: int, at: str, document: Document) -> None:
    last = last_of(games)
    match document:
        case Agreed(game, seats):
            if last is not None and last.on:
                games[last.number] = replace(last, state=State.ABANDONED)
            named = tuple(structs.replace(seat, name=plain(seat.name), computer=plain(seat.computer)) for seat in seats)
            games[number] = Game(number, plain(game), named, 0, at, at, State.PLAYING)
        case Deleted(first, until):
            _delete(games, first, min(until, number - 1), at)
        case _ if last is not None and last.state != State.DELETED:
            games[last.number] = replace(_changed(last, document), last=at)
        case _:
            pass


def _delete(games: dict[int, Game], first: int, until: int, at: str) -> None:
    """Leave one deleted game in the place of all that these rows hold. They may have come without their bodies."""
    if first > until:
        return
    for number in [each for each in games if first <= each <= until]:
        del games[number]
    games[first] = Game(first, "", (), 0, "", at, State.DELETED)


def _changed(game: Game, document: Document) -> Game:
    match document:
        case TakenBack(turns) if game.state != State.ABANDONED:
            return replace(game, turns=turns, state=State.PLAYING, places=(), points=())
        case HandedOver(seat, computer) if game.on and seat <= len(game.seats):
            one = structs.replace(game.seats[seat - 1], computer=plain(computer))
            return replace(game, seats=(*game.seats[: seat - 1], one, *game.seats[seat:]))
        case Ended(places, points) if game.on:
            return replace(game, state=State.ENDED, places=places, points=points)
        case _:
            return _went_on(game, document) if game.on else game


def _went_on(game: Game, document: Document) -> Game:
    match document:
        case Turn(_, turns):
            return replace(game, turns=turns)
        case Paused():
            return replace(game, state=State.PAUSED)
        case Resumed():
            return replace(game, state=State.PLAYING)
        case Abandoned():
            return replace(game, state=State.ABANDONED)
        case _:
            return game
