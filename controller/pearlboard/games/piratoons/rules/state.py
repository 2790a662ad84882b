"""A game of Piratoons at one moment, with every secret. What anybody may know of it is for `view` to list."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, NoReturn

from pearlboard.games.piratoons.rules.plunder import Crew, Told
from pearlboard.games.piratoons.rules.ships import Ship
from pearlboard.games.piratoons.rules.tiles import PLACES, Tile
from pearlboard.games.values import Seat

PLAYERS: Final = range(2, 5)
SAND_MS: Final = 15_000
"""The least time from the opening to the stop (7)."""
LONGEST_MS: Final = 120_000
"""The rulebook knows no longest; it is for the players to agree on."""


class Stage(StrEnum):
    """The phase of a round in which somebody acts."""

    CLOSED = "closed"  # the captain is to open the chest
    PLUNDER = "plunder"  # all place at once
    COUNT = "count"  # after the stop: how many pieces lay where
    BIDS = "bids"  # all seal at once
    CHOICE = "choice"  # buyers take a tile each
    SHIPS = "ships"  # all lay their ships
    TALLY = "tally"  # real ships are counted by people
    OVER = "over"


class Where(StrEnum):
    """The way in which people place their crew: pieces on the board, or taps on screens."""

    BOARD = "board"
    SCREEN = "screen"


class Tiles(StrEnum):
    """The place of the tiles: on screens, or those of a real box, of which the program knows places and numbers
    alone.
    """

    SCREEN = "screen"
    BOX = "box"


@dataclass(frozen=True, slots=True)
class Setup:
    """The agreement. `covered`: seats whose doubloons are not drawn for others, a courtesy and no secret (5).

    `sand_ms` 0: no sand; who places by screens then places in turn, a piece each, from the captain on.
    """

    players: int
    plunder: Where = Where.BOARD
    sand_ms: int = SAND_MS
    covered: tuple[Seat, ...] = ()
    tiles: Tiles = Tiles.SCREEN

    @property
    def boxed(self) -> bool:
        """Whether the tiles are those of a real box."""
        return self.tiles is Tiles.BOX

    @property
    def in_turn(self) -> bool:
        """Whether one places after the other: on a board nobody sees who has just laid what, so there all may."""
        return not self.sand_ms and self.plunder is Where.SCREEN

    @property
    def seats(self) -> range:
        """The seats, clockwise."""
        return range(1, self.players + 1)


@dataclass(frozen=True, slots=True)
class Deal:
    """The shuffled tiles, the first round's first."""

    equipment: tuple[Tile, ...] = field(repr=False)
    boats: tuple[Tile, ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Sold:
    """A tile that was bought."""

    seat: Seat
    tile: Tile
    price: int


@dataclass(frozen=True, slots=True)
class Current:
    """The round as far as it has come.

    chest     the tiles in their places; None where one was taken; nothing while the lid is on
    put       pieces placed by screens; `holding`: seats that place no more for now
    turn      who places, if all do in turn
    practice  a plunder of which nothing counts; the lid may be on again, as long as what came of it is shown
    sand_out  stop may be said; `waited`: who has not answered was waited for
    seen      at the stop: (place, seat)
    said      of the own pieces, by seat; `spoilt`: how many were said to be spoiled before that
    crew      as all agreed; None before; so `spoiled`, and what came of it: `loot`, `pay`, `halvings`
    sale      what can be bought; `bids`: sealed ones, None where there is none yet
    closed    no bid is changed any more; `opened`: hands are open
    buyers    who still chooses, in order
    won       tiles of this round that no ship holds yet, by seat
    laid      the new ships of those that are ready; of a real one its ends alone
    threw     how many tiles of a real ship went overboard, by seat
    """

    chest: tuple[Tile | None, ...] = ()
    put: Crew = ()
    holding: frozenset[Seat] = frozenset()
    turn: Seat | None = None
    practice: bool = False
    sand_out: bool = False
    waited: bool = False
    out: frozenset[Seat] = frozenset()
    seen: frozenset[tuple[int, Seat]] = frozenset()
    said: tuple[Told | None, ...] = ()
    spoilt: tuple[int, ...] = ()
    crew: Crew | None = None
    spoiled: tuple[int, ...] = ()
    loot: tuple[Seat | None, ...] = ()
    pay: tuple[int, ...] = ()
    halvings: int = 0
    sale: tuple[Tile, ...] = ()
    bids: tuple[int | None, ...] = field(default=(), repr=False)
    closed: bool = False
    opened: bool = False
    buyers: tuple[Seat, ...] = ()
    sold: tuple[Sold, ...] = ()
    won: tuple[tuple[Tile, ...], ...] = ()
    laid: tuple[Ship | None, ...] = ()
    threw: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Round:
    """A round that is over: all of it was seen by all. `bids` None: nothing was for sale."""

    crew: Crew
    spoiled: tuple[int, ...]
    out: tuple[Seat, ...]
    bids: tuple[int, ...] | None
    sold: tuple[Sold, ...]
    ships: tuple[Ship, ...]
    loot: tuple[Seat | None, ...]
    pay: tuple[int, ...]
    halvings: int
    thrown: tuple[tuple[Tile, ...], ...]
    doubloons: tuple[int, ...]
    sea: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class State:
    """The whole game; it prints nothing of what was dealt or sealed, and is never stored or sent.

    first   captain of round 1; `played`: rounds that are over
    sea     sorted; `stacks` and `boats`: of the rounds that are still to be opened, the next first
    rounds  those that are over
    cargo   tiles of a real box on each seat's ship; `tally`: the points of real ships, as people have counted them
    """

    setup: Setup
    first: Seat
    played: int
    doubloons: tuple[int, ...]
    sea: tuple[Tile, ...]
    ships: tuple[Ship, ...]
    stacks: tuple[tuple[Tile, ...], ...] = field(repr=False)
    boats: tuple[tuple[Tile, ...], ...] = field(repr=False)
    stage: Stage = Stage.CLOSED
    now: Current = Current()
    rounds: tuple[Round, ...] = ()
    cargo: tuple[tuple[Tile, ...], ...] = ()
    tally: tuple[int, ...] = ()

    @property
    def over(self) -> bool:
        return self.stage is Stage.OVER

    @property
    def captain(self) -> Seat | None:
        """The seat that fills and opens the chest of this round, clockwise from the first (6); None when all is
        over.
        """
        done = self.stage in (Stage.TALLY, Stage.OVER)
        return None if done else (self.first - 1 + self.played) % self.setup.players + 1

    def __reduce__(self) -> NoReturn:
        """Neither `pickle` nor `copy` gets it, nor what copies a dataclass that holds it."""
        raise TypeError("a state is secret: show a view of it")

    __getstate__ = __reduce__


def nothing_put(players: int) -> Crew:
    """An empty chest's crews."""
    return ((0,) * players,) * PLACES
