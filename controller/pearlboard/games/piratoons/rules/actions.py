"""The actions of a round, phase by phase. Places of the chest count from 1: six of Equipment, three of Boats."""

from dataclasses import dataclass, field
from typing import TypeAlias

from pearlboard.games.piratoons.rules.plunder import Crew
from pearlboard.games.piratoons.rules.ships import Ship
from pearlboard.games.piratoons.rules.tiles import Tile
from pearlboard.games.values import Seat


@dataclass(frozen=True, slots=True)
class Open:
    """The captain lifts the lid."""


@dataclass(frozen=True, slots=True)
class Practise:
    """The captain opens the chest without tiles: a plunder of which nothing counts, before the first."""


@dataclass(frozen=True, slots=True)
class Put:
    """A seat lays a piece on a tile by a screen; so does a computer, whose pieces do not lie on the board."""

    place: int


@dataclass(frozen=True, slots=True)
class Hold:
    """A seat places no more by a screen, as long as no other seat does."""


@dataclass(frozen=True, slots=True)
class Stop:
    """Somebody says stop. `seen`: who lay on which tile at that moment, on a board: (place, seat), sorted."""

    seen: tuple[tuple[int, Seat], ...] = ()


@dataclass(frozen=True, slots=True)
class Out:
    """People say whether a seat has knocked another's piece off."""

    seat: Seat
    out: bool


@dataclass(frozen=True, slots=True)
class Spoil:
    """People say how many of its own pieces a seat has spoiled so far."""

    seat: Seat
    pieces: int


@dataclass(frozen=True, slots=True)
class Count:
    """A seat says how many of its pieces lie on each of the nine tiles, and how many are spoiled."""

    crew: tuple[int, ...]
    spoiled: int


@dataclass(frozen=True, slots=True)
class Plundered:
    """Agree, all together, on pieces that count, spoiled ones, and who is out. Earlier counts may be changed."""

    crew: Crew
    spoiled: tuple[int, ...]
    out: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Bid:
    """A seat seals a bid."""

    doubloons: int = field(repr=False)


@dataclass(frozen=True, slots=True)
class Rebid:
    """A seat puts another bid in the place of the one that it has sealed."""

    doubloons: int = field(repr=False)


@dataclass(frozen=True, slots=True)
class Close:
    """End bidding: all who have not sealed a bid have closed a hand, and bids no longer change."""


@dataclass(frozen=True, slots=True)
class Fists:
    """The bids in the closed hands of all who have not sealed one; None for those who have."""

    bids: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class Choose:
    """Take a tile in turn, and pay the bid. `place`: of the chest; 0: from the sea, or wherever it lies."""

    tile: Tile
    place: int = 0


@dataclass(frozen=True, slots=True)
class Lay:
    """A seat lays its ship and is ready. What it owns and does not lay goes overboard."""

    ship: Ship


@dataclass(frozen=True, slots=True)
class Built:
    """A seat has built its ship of real tiles and is ready; so many tiles of Equipment found no space."""

    overboard: int


@dataclass(frozen=True, slots=True)
class Tally:
    """Enter the points of each real ship, by seat, with the titles: the game is over."""

    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Proceed:
    """Go on without those who have not answered for a fair time.

    They have a piece on each tile where they were seen, bid nothing, and lay the ship that is offered to them.
    """


Action: TypeAlias = (
    Open
    | Practise
    | Put
    | Hold
    | Stop
    | Out
    | Spoil
    | Count
    | Plundered
    | Bid
    | Rebid
    | Close
    | Fists
    | Choose
    | Lay
    | Built
    | Tally
    | Proceed
)
