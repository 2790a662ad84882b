"""A position of Perladöra, and what each viewer may know of it. Values only; how they change stands in `rules`.

`Public` is all that lies open on the table. `State` adds the secrets: the values of the Divers and the hands. `View`
adds to `Public` what one viewer knows, by listing it; it has no field that could hold another's secret.

A hand counts Divers by value, the value v at index v - 1. A Diver may lie there without its value being known to the
program (it is said at the reveal): its hand still counts it, and `Public.left` says how many Divers are truly left.

So the same state serves a table with private screens and a table without them.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Final, NoReturn, TypeAlias, final

from pearlboard.games.values import Seat, Side, Viewer
from pearlboard.geometry import Bits, Space, space
from pearlboard.texts import Sentence

Hand: TypeAlias = tuple[int, int, int, int, int]


class Clan(StrEnum):
    """The four groups; each has its Power."""

    FISHERMEN = "fishermen"
    FORAGERS = "foragers"
    CHILDREN = "children"
    ELDERS = "elders"


class Stage(StrEnum):
    """The stage of the game."""

    PEARLS = "pearls"  # the clusters are being laid on the farms
    PLAYING = "playing"
    REVEAL = "reveal"  # Divers are turned up and their values said
    COUNT = "count"  # territory by territory
    OVER = "over"  # the standings


class Edition(StrEnum):
    """The rulebook: it decides the defaults of two switches (ruling 6)."""

    EN = "en"
    FR = "fr"


FARMS: Final[tuple[Space, ...]] = tuple(space(name) for name in ("d1", "b2", "f2", "h2", "a4", "e4", "c5", "g5"))
CLUSTERS: Final = (3, 4, 4, 5, 5, 6, 6, 7)
PEARLS: Final = sum(CLUSTERS)
PONTOONS: Final = 35
TERRITORY_MIN: Final = 4
DIVERS: Final[Mapping[int, Hand]] = {2: (10, 3, 1, 1, 1), 3: (7, 2, 1, 1, 0), 4: (5, 1, 1, 1, 0)}
"""Divers of a player, by number of players."""
POWERS: Final[Mapping[Clan, int]] = {Clan.FISHERMEN: 2, Clan.FORAGERS: 2, Clan.ELDERS: 2, Clan.CHILDREN: 1}
"""Power tokens of a clan."""


def side_of(seat: Seat, players: int) -> Side:
    """The side of a seat: with four players seats 1 and 3 are side 1, seats 2 and 4 side 2 (ruling 20)."""
    return 2 - seat % 2 if players == 4 else seat


@dataclass(frozen=True, slots=True)
class Setup:
    """The agreement. `farms` maps every farm to its Pearls; clans are in seat order.

    peek_own  players may look at their own Divers (ruling 8)
    without   the values of the Divers that each seat leaves in the box as a handicap (ruling 21); empty: nobody does
    """

    players: int
    clans: tuple[Clan, ...]
    farms: Mapping[Space, int]
    advanced: bool = False
    edition: Edition = Edition.EN
    voluntary_pass: bool = False
    elders_own: bool = True
    peek_own: bool = False
    without: tuple[tuple[int, ...], ...] = ()

    @property
    def seats(self) -> range:
        return range(1, self.players + 1)

    def side(self, seat: Seat) -> Side:
        """The side of a seat."""
        return side_of(seat, self.players)

    def divers(self, seat: Seat) -> Hand:
        """All Divers with which this seat begins."""
        out = self.without[seat - 1] if self.without else ()
        ones, twos, threes, fours, fives = (
            count - out.count(value) for value, count in enumerate(DIVERS[self.players], 1)
        )
        return ones, twos, threes, fours, fives

    @property
    def sides(self) -> range:
        return range(1, (2 if self.players == 4 else self.players) + 1)


@dataclass(frozen=True, slots=True)
class Diver:
    """A Diver on the board, as everybody sees it. `shown` is its value if it lies face up."""

    seat: Seat
    shown: int | None = None
    necklaces: int = 0
    backup: bool = False


@dataclass(frozen=True, slots=True)
class Public:
    """The public state. Tuples are in seat order.

    pontoons    a bitboard of edges
    left        Divers not yet laid
    powers      Power tokens left, `backups` who still holds the Backup token
    done        who cannot or will not play any more
    power_used  the clan whose Power the seat to move has played in this turn; the main action is still to come
    looked      the Diver that this Power looks at
    laid        the number of farms with their Pearls
    turned_up   at the reveal: the Divers are turned up
    shown       the territory that the reveal or the count has come to
    """

    setup: Setup
    to_move: Seat
    left: tuple[int, ...]
    pontoons: Bits
    divers: Mapping[Space, Diver]
    powers: tuple[int, ...]
    backups: tuple[bool, ...]
    done: tuple[bool, ...]
    power_used: Clan | None = None
    looked: Space | None = None
    stage: Stage = Stage.PLAYING
    laid: int = len(FARMS)
    turned_up: bool = False
    shown: int = 0

    @property
    def pontoons_left(self) -> int:
        return PONTOONS - self.pontoons.bit_count()

    @property
    def over(self) -> bool:
        """Whether all are done, and nothing more is laid; `to_move` means nothing then."""
        return all(self.done)


Looks: TypeAlias = Mapping[tuple[Seat, Space], int | None]
"""The Divers that Elders have looked at, by seat, and their values as known then."""
NO_LOOKS: Final[Looks] = MappingProxyType({})


@final
class State:
    """The whole truth. Nothing can encode, copy, log or print it: views are for that. Immutable.

    values  what the program knows each Diver on the board to be worth
    hands   in seat order
    looks   what Elders have looked at, and what was known of it then: whether it was told later they do not see
    """

    __slots__ = ("hands", "looks", "public", "values")

    public: Public
    values: Mapping[Space, int | None]
    hands: tuple[Hand, ...]
    looks: Looks

    def __init__(
        self, public: Public, values: Mapping[Space, int | None], hands: tuple[Hand, ...], looks: Looks = NO_LOOKS
    ) -> None:
        _set(self, "public", public)
        _set(self, "values", values)
        _set(self, "hands", hands)
        _set(self, "looks", looks)

    def changed(
        self,
        *,
        public: Public | None = None,
        values: Mapping[Space, int | None] | None = None,
        hands: tuple[Hand, ...] | None = None,
        looks: Looks | None = None,
    ) -> "State":
        """Another state, which differs in what is given."""
        return State(
            self.public if public is None else public,
            self.values if values is None else values,
            self.hands if hands is None else hands,
            self.looks if looks is None else looks,
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return (
            self.public == other.public
            and self.values == other.values
            and self.hands == other.hands
            and self.looks == other.looks
        )

    __hash__ = None  # type: ignore[assignment]  # it holds mappings

    def __repr__(self) -> str:
        return "State(<secret>)"

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError("a state is never changed")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError("a state is never changed")

    def __reduce__(self) -> NoReturn:
        """Neither `pickle` nor `copy` gets it, nor what copies a dataclass that holds it."""
        raise TypeError("a state is secret: show a view of it")

    __getstate__ = __reduce__


_set: Final = object.__setattr__


@dataclass(frozen=True, slots=True)
class DiverReading:
    """The table's reading of a Diver at the reveal; None: not turned up yet, or unknown.

    `said`: by somebody; `certain`: no other value is left.
    """

    space: Space
    seat: Seat
    value: int | None
    said: bool
    certain: bool


@dataclass(frozen=True, slots=True)
class Reckoning:
    """All readings, the obstacles to agreeing on them, and the possible values of each seat's Divers."""

    readings: tuple[DiverReading, ...]
    problems: tuple[Sentence, ...]
    values: Mapping[Seat, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class View:
    """The knowledge of `viewer`: everything public, its own hand, and the values it laid, saw or sees.

    `reckoning`: at the reveal, the readings of the Divers. In the count every value is public.
    """

    viewer: Viewer
    public: Public
    values: Mapping[Space, int]
    hand: Hand | None = None
    reckoning: Reckoning | None = None
