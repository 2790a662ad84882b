"""What a game and the table say to each other.

The level is read, never the stream: `Table` is what the table looks like now, `Draft` what that means for the player
whose turn it is. A game is told `View`s wherever a view will do; only the session holds a game's state.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final, Literal, Protocol, TypeAlias

from pearlboard.geometry import Edge, Site, Space
from pearlboard.texts import Sentence

Seat: TypeAlias = int
"""A player, 1 to 4, in turn order."""
Side: TypeAlias = int
"""Who scores together, numbered from 1."""
TABLE: Final = "table"
Viewer: TypeAlias = Seat | Literal["table"]
"""A seat, or everybody: what lights, feeds and logs may know."""

NOWHERE: Final[frozenset[Site]] = frozenset()


@dataclass(frozen=True, slots=True)
class Table:
    """What lies on the table, against what should. Sets of sites; `arrivals` is the order in which the extra came.

    sensed      what the sensors say
    expected    what the log says, but for what is owed
    owed        committed, but not laid yet: a computer's or a remote player's piece
    unsensed    takes no part for now: masked sensors, a Diver being looked at, everything during the reveal
    must_lift   pieces of a step that was taken back, until they are gone, and those that lie where one is owed
    thinking    the seat to move is the computer's: nothing that people lay is a draft
    """

    sensed: frozenset[Site] = NOWHERE
    expected: frozenset[Site] = NOWHERE
    owed: frozenset[Site] = NOWHERE
    unsensed: frozenset[Site] = NOWHERE
    must_lift: frozenset[Site] = NOWHERE
    looked_at: frozenset[Site] = NOWHERE
    arrivals: tuple[Site, ...] = ()
    thinking: bool = False

    @property
    def extra(self) -> frozenset[Site]:
        """What lies there beyond what is expected, owed or waited for: the draft."""
        return self.sensed - self.expected - self.owed - self.unsensed - self.must_lift

    @property
    def missing(self) -> frozenset[Site]:
        """What should lie there and does not: the table is disturbed."""
        return self.expected - self.sensed - self.unsensed

    @property
    def to_lay(self) -> frozenset[Site]:
        """What is owed and still not there; what lay there before it was owed is another piece."""
        return self.owed - (self.sensed - self.must_lift)

    @property
    def to_lift(self) -> frozenset[Site]:
        """Taken back, and still there."""
        return self.must_lift & self.sensed


class Verdict(StrEnum):
    """What can be done with a draft."""

    LEGAL = "legal"  # may be confirmed
    UNFINISHED = "unfinished"  # nothing wrong, something awaited: a piece, an answer, a tile being looked at
    ILLEGAL = "illegal"  # something must be put right first


@dataclass(frozen=True, slots=True)
class Draft:
    """What the table means for the seat to move. Public: it holds no value and no other secret.

    seat      whose it is; None when nobody is to move
    sites     the extra pieces it is made of
    step      what would be played, without its secret part; None unless legal
    complete  nothing could be added: it may confirm itself
    lift      pieces to be lifted; `put`: pieces to be laid or put back
    region    the spaces of a territory that would be too small
    at        what is the matter and stays as it is: a Diver that a Power cannot be played on, spaces that are empty
    targets   where the token that is being played may go, while no target is chosen; `target`: the one that is
    values    those that a piece which is laid now can have; none if nothing is laid whose value is asked for
    face_up   its value will lie open, so it must be said before the step can be played
    sentence  what is the matter, and what to do next
    """

    seat: Seat | None
    verdict: Verdict
    sentence: Sentence
    sites: frozenset[Site] = NOWHERE
    step: object | None = None
    complete: bool = False
    lift: frozenset[Site] = NOWHERE
    put: frozenset[Site] = NOWHERE
    region: frozenset[Space] = frozenset()
    at: frozenset[Site] = NOWHERE
    targets: frozenset[Site] = NOWHERE
    target: Site | None = None
    values: tuple[int, ...] = ()
    face_up: bool = False

    @property
    def nothing(self) -> bool:
        """Nothing new lies there, and nothing must be put right: the table waits for a piece."""
        return self.verdict is Verdict.UNFINISHED and not (self.sites or self.lift or self.put or self.targets)


@dataclass(frozen=True, slots=True)
class Choice:
    """What the level does not tell, said by button or screen.

    value   of the Diver that is being laid. Private; it is the only part that is
    open    that value was said of a Diver that lies face up
    later   its value is said at the reveal, and not asked for now
    token   what is played besides pieces, in the game's own words ("power", "backup")
    target  the site that it is played on, where no piece is laid for it
    """

    value: int | None = field(default=None, repr=False)
    open: bool = False
    later: bool = False
    token: str | None = None
    target: Site | None = None

    @property
    def public(self) -> "Choice":
        """What all may know of it."""
        return Choice(token=self.token, target=self.target)


@dataclass(frozen=True, slots=True)
class Token:
    """Something that the seat to move may play besides its pieces. `why`: what stands against it now."""

    name: str
    why: Sentence | None = None


@dataclass(frozen=True, slots=True)
class Seating:
    """Where each seat sits, for the rim of its turn: "south" is the side of row 5, the others follow clockwise."""

    places: Mapping[Seat, str]


SEATINGS: Final[Mapping[int, Seating]] = {
    2: Seating({1: "south", 2: "north"}),
    3: Seating({1: "south", 2: "west", 3: "north"}),
    4: Seating({1: "south", 2: "west", 3: "north", 4: "east"}),
}


GameSetup: TypeAlias = Any
"""A game's own agreement, such as `perladora.state.Setup`; so the next three. Only the game looks inside."""
GameState: TypeAlias = Any
GameView: TypeAlias = Any
GameStep: TypeAlias = Any


@dataclass(frozen=True, slots=True)
class Reading:
    """What the table takes a piece for at the reveal. `said`: by somebody; `certain`: nothing else is left."""

    space: Space
    seat: Seat
    value: int | None
    said: bool
    certain: bool


@dataclass(frozen=True, slots=True)
class Reckoning:
    """All readings, what still stands against agreeing on them, and the values that each seat's pieces can have."""

    readings: tuple[Reading, ...]
    problems: tuple[Sentence, ...]
    values: Mapping[Seat, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Hints:
    """Where the rules let the seat to move lay a piece, and the empty edges where they do not."""

    spaces: frozenset[Space]
    edges: frozenset[Edge]
    forbidden: frozenset[Edge]


class Game(Protocol):
    """What a game provides. Every method is pure; `IllegalStep` and its like are its errors."""

    name: str

    def opening(self, setup: GameSetup, first: Seat) -> GameState:
        """The position before the first turn."""

    def pearls(self, setup: GameSetup) -> Mapping[Space, int]:
        """Where Pearls are laid before the game, and how many, in the order in which the lights ask for them."""

    def setup_to_json(self, setup: GameSetup) -> Mapping[str, object]:
        """The agreement as plain data; `setup_from_json` reads it back."""

    def setup_from_json(self, document: object) -> GameSetup:
        """Raise `BadInput` for what cannot be played."""

    def step_to_json(self, step: GameStep) -> object:
        """A step as it is stored, secrets included."""

    def step_from_json(self, document: object) -> GameStep:
        """Raise `BadInput` for what is no step."""

    def record(self, start: GameState, played: Sequence[tuple[Seat, GameStep]], end: GameState) -> Mapping[str, object]:
        """A whole game as a record. Only for games that were counted: it tells every value."""

    def apply(self, state: GameState, step: GameStep) -> GameState:
        """Play a step of the seat to move, or raise."""

    def to_move(self, state: GameState) -> Seat | None:
        """Whose turn it is; None when the game is over."""

    def expected(self, state: GameState) -> frozenset[Site]:
        """Where pieces lie."""

    def sites(self, step: GameStep) -> frozenset[Site]:
        """Where a step lays pieces."""

    def owner(self, state: GameState, space: Space) -> Seat | None:
        """Whose piece lies there; None if nobody's does."""

    def places(self, step: GameStep) -> frozenset[Site]:
        """Where a step lays pieces or plays a token."""

    def announced(self, view: GameView, seat: Seat, step: GameStep) -> Sentence:
        """What the computer on `seat` has just played, for all: what lies face down stays secret."""

    def advice(self, step: GameStep) -> Sentence:
        """A step as it is recommended to a player, who alone may read it: a Diver's value is told."""

    def view(self, state: GameState, viewer: Viewer) -> GameView:
        """What `viewer` may know."""

    def draft(self, view: GameView, table: Table, choice: Choice, *, confirms_itself: bool) -> Draft:
        """Read what lies on the table. What comes of the table's view and `choice.public` is public."""

    def tokens(self, view: GameView) -> tuple[Token, ...]:
        """What the seat to move has left besides its pieces; none in a game without such tokens. Public."""

    def hand(self, own: GameView) -> tuple[int, ...]:
        """How many pieces of each value, from 1, the seat may still have; those that it laid without a word count."""

    def shown(self, own: GameView) -> tuple[Space, int | None] | None:
        """The piece that the seat to move was allowed to look at in this turn, and its value, if the view tells it."""

    def laid(self, own: GameView) -> Mapping[Space, int]:
        """The seat's own pieces that lie face down and whose values it has said."""

    def face_up(self, state: GameState) -> frozenset[Site]:
        """Where pieces lie face up; tiles with a magnet cannot be sensed there."""

    def ends_turn(self, step: GameStep) -> bool:
        """Whether another seat's turn comes after it."""

    def tells(self, step: GameStep) -> bool:
        """Whether its seat learns something by it, which no take-back can undo."""

    def hints(self, view: GameView) -> Hints:
        """What may be laid, from what everybody knows."""

    def pass_step(self, view: GameView) -> GameStep | None:
        """The step by which the seat to move may give up the rest of the game; None where it may not."""

    def with_choice(self, own: GameView, step: GameStep, choice: Choice) -> GameStep:
        """A draft's public step, completed by what its seat, whose own view this is, said in private."""

    def say(self, state: GameState, space: Space, value: int | None) -> GameState:
        """A value said, or unsaid, of a piece that lies there."""

    def reckon(self, state: GameState) -> Reckoning:
        """What the reveal knows so far."""

    def unsaid(self, state: GameState) -> GameState:
        """The same position as if no value had been said in private."""

    def settle(self, state: GameState) -> GameState:
        """Every value that was only taken for granted becomes known. Only without problems."""

    def territory_count(self, state: GameState) -> int:
        """How many territories there are to be shown one after the other."""
