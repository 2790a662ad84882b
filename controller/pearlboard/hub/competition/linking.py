"""The link of a table's game to a match, and what the game says of the match.

Laws: a game is linked by itself only if its people are exactly those of the match. What a game says later changes the
result while the next round is not drawn; afterwards the two differ, and it is shown that they do.
"""

import unicodedata
from collections.abc import Sequence
from typing import TypeAlias

from pearlboard.hub.competition.values import Places, normal
from pearlboard.hub.fold import Game, State

Chairs: TypeAlias = tuple[int, ...]
"""For each person of a match, in the order of its seats, the seat of the game, from 1."""


def called(name: str) -> str:
    """A name as it is compared: without case, without spaces."""
    return "".join(unicodedata.normalize("NFKC", name).casefold().split())


def same_game(one: str, other: str) -> bool:
    """Whether two names are of the same game, however people write it."""
    return _plain(one) == _plain(other)


def proposed(game: Game, names: Sequence[str]) -> tuple[int | None, ...]:
    """For each person of a match the seat of the game on which somebody of that name sits; None: nobody, or several."""
    seats = [called(seat.name) if not seat.computer else "" for seat in game.seats]
    wanted = [called(name) for name in names]
    return tuple(
        seats.index(one) + 1 if one and seats.count(one) == 1 and wanted.count(one) == 1 else None for one in wanted
    )


def by_itself(game: Game, names: Sequence[str]) -> Chairs | None:
    """The chairs of a match at a game whose people are those of the match and nobody else; None: they are others."""
    found = proposed(game, names)
    chairs = tuple(seat for seat in found if seat is not None)
    return chairs if len(chairs) == len(names) == len(game.seats) else None


def told(game: Game, chairs: Chairs) -> Places | None:
    """The places that a game gives the people of a match; None: it has not ended, or says nothing of one of them."""
    if game.state != State.ENDED or any(not 1 <= seat <= min(len(game.places), len(game.seats)) for seat in chairs):
        return None
    places = tuple(game.places[seat - 1] for seat in chairs)
    return None if None in places else normal(places)


def sided(game: Game, chairs: Chairs) -> tuple[int, ...]:
    """The sides that the people of a match are on in a game that says their places."""
    return tuple(game.seats[seat - 1].side for seat in chairs)


def costing(game: Game, chairs: Chairs) -> tuple[int, ...]:
    """The costs of the handicaps of the people of a match, in Elo points."""
    return tuple(game.seats[seat - 1].costs for seat in chairs)


def followed(places: Places | None, chairs: Chairs, game: Game | None, *, last: bool) -> Places | None:
    """The result of a linked match after its game has said something; `last`: no round is drawn after it.

    A game that was deleted has said all it will.
    """
    if not last or game is None or game.state == State.DELETED:
        return places
    return told(game, chairs)


def is_hopeful(game: Game) -> bool:
    """Whether a game that gives no result may still give one."""
    return game.on or game.state == State.ENDED


def differs(places: Places | None, chairs: Chairs, game: Game | None) -> bool:
    """Whether a game says something else than what was counted."""
    return game is not None and game.state != State.DELETED and told(game, chairs) != places


def _plain(game: str) -> str:
    return called(game).replace("_", "").replace("-", "")
