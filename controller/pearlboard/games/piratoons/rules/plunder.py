"""After the stop: who is paid (10, 11) and who takes what (9, 12, 13)."""

from collections import Counter
from collections.abc import Collection, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from pearlboard.games.values import Seat

Crew: TypeAlias = tuple[tuple[int, ...], ...]
"""Pieces that count: for each place of the chest, of each seat."""


@dataclass(frozen=True, slots=True)
class Told:
    """A seat's own count of its pieces: on each tile, and spoiled."""

    crew: tuple[int, ...]
    spoiled: int


class Stopped(Protocol):
    """The public state after the stop: see `state.Current`."""

    @property
    def put(self) -> Crew: ...
    @property
    def seen(self) -> AbstractSet[tuple[int, Seat]]: ...
    @property
    def said(self) -> tuple[Told | None, ...]: ...
    @property
    def spoilt(self) -> tuple[int, ...]: ...


def told_of(now: Stopped, seat: Seat) -> Told | None:
    """The known pieces of a seat after the stop; None: it has still to say.

    Of a seat that placed by a screen all is known, and a seat that nobody saw on any tile has none there.
    """
    if (said := now.said[seat - 1]) is not None:
        return said
    if placed(now.put, seat) or not any(other == seat for _, other in now.seen):
        return Told(tuple(row[seat - 1] for row in now.put), now.spoilt[seat - 1])
    return None


def at_least(now: Stopped, seat: Seat, pieces: int) -> Told:
    """The same, and of a seat that has not said it a piece on each tile where it was seen, as far as `pieces` go."""
    if (told := told_of(now, seat)) is not None:
        return told
    spoilt = now.spoilt[seat - 1]
    places = sorted(place for place, other in now.seen if other == seat)[: max(0, pieces - spoilt)]
    return Told(tuple(int(place in places) for place in range(1, len(now.put) + 1)), spoilt)


def placed(crew: Crew, seat: Seat) -> int:
    """How many of a seat's pieces lie on tiles."""
    return sum(place[seat - 1] for place in crew)


def due(crew: Crew, spoiled: Sequence[int], out: Collection[Seat], pieces: int) -> tuple[int, ...]:
    """The payment due to each seat: a doubloon for each piece in stock; nothing for a seat that is out."""
    return tuple(0 if seat in out else pieces - placed(crew, seat) - spent for seat, spent in enumerate(spoiled, 1))


def paid(fortunes: Sequence[int], pay: Sequence[int], doubloons: int) -> tuple[tuple[int, ...], int]:
    """The fortunes after payment, and how often all gave back the smaller half, since the bank could not pay (11)."""
    left, halvings = tuple(fortunes), 0
    while sum(pay) > doubloons - sum(left):
        left, halvings = tuple((fortune + 1) // 2 for fortune in left), halvings + 1
    return tuple(fortune + more for fortune, more in zip(left, pay, strict=True)), halvings


def loot(crew: Crew, out: Collection[Seat]) -> tuple[Seat | None, ...]:
    """The winner of the tile at each place: equal crews cancel, and of the rest the largest wins."""
    return tuple(_taker(place, out) for place in crew)


def cancelled(place: Sequence[int], out: Collection[Seat]) -> tuple[Seat, ...]:
    """The seats whose crews on a tile are of the same size as another's."""
    crews = {seat: pieces for seat, pieces in enumerate(place, 1) if pieces and seat not in out}
    sizes = Counter(crews.values())
    return tuple(seat for seat, pieces in crews.items() if sizes[pieces] > 1)


def _taker(place: Sequence[int], out: Collection[Seat]) -> Seat | None:
    crews = {seat: pieces for seat, pieces in enumerate(place, 1) if pieces and seat not in out}
    sizes = Counter(crews.values())
    return max(
        (seat for seat, pieces in crews.items() if sizes[pieces] == 1), key=lambda seat: crews[seat], default=None
    )
