"""Values that games and the table share: seats, pieces, drafts, choices, ways back, times. No game is known here.

The level is read, never the stream: `Table` is what the table looks like now, `Draft` what that means for whoever acts.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final, Literal, TypeAlias

from pearlboard.geometry import Site
from pearlboard.lights.scene import Scene
from pearlboard.texts import Sentence

Seat: TypeAlias = int
"""A player, 1 to 6, in turn order."""
Side: TypeAlias = int
"""The number of a side, whose seats score together, from 1."""
TABLE: Final = "table"
Actor: TypeAlias = Seat | Literal["table"]
"""The actor of an action: a seat, or all who sit there together."""
Viewer: TypeAlias = Seat | Literal["table"]
"""A seat, or everybody: what lights, feeds and logs may know."""
Json: TypeAlias = dict[str, Any]
"""Plain data with text as keys, as it goes to pages and files."""

MOST_SEATS: Final = 6
NOWHERE: Final[frozenset[Site]] = frozenset()

GameSetup: TypeAlias = Any
"""A game's own agreement; so the next four. Only the game looks inside."""
GameState: TypeAlias = Any
GameView: TypeAlias = Any
GameAction: TypeAlias = Any
GameDeal: TypeAlias = Any
GameDraft: TypeAlias = Any
"""The draft that the game's own `OnBoard.draft` has made."""


def as_it_is(value: Any) -> Any:  # noqa: ANN401 - whatever a game makes of it
    """Return the value: plain data needs no encoding, and an action without secrets is public."""
    return value


# --- the board ---------------------------------------------------------------------------------------------------


class Reads(StrEnum):
    """The meaning of the pieces on the board at a stage of a game."""

    PIECES = "pieces"  # what should lie there is watched, and what lies there besides is a draft
    CLEAR = "clear"  # no piece may lie there yet
    NOTHING = "nothing"  # pieces are turned up and taken off: whatever lies there says nothing


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece on a site, by the log. `kind` is the game's word; `seat` None where it is nobody's."""

    kind: str
    seat: Seat | None = None
    face_up: bool = False

    def alike(self, other: "Piece | None") -> bool:
        """Whether both are pieces of one kind and one owner, so that either may lie where the other does."""
        return other is not None and (self.kind, self.seat) == (other.kind, other.seat)

    def on(self, site: Site) -> Json:
        """The piece on a site as a replay and a lesson draw it (`pieces`), as plain data."""
        return {"site": str(site), "kind": self.kind, "seat": self.seat, "face_up": self.face_up, "status": "laid"}


@dataclass(frozen=True, slots=True)
class Table:
    """The pieces on the table, against those expected. Sets of sites; `arrivals` is the order in which the extra came.

    sensed      what the sensors say
    expected    what the log says, but for what is owed
    owed        committed, but not laid yet: a computer's or a remote player's piece
    unsensed    takes no part for now: masked sensors, a piece being looked at, everything during a count
    must_lift   pieces of a step that was taken back, until they are gone, those that lie where one is owed, and
                those that were expected or drafted and are expected no more
    looked_at   a single piece that is off the board for a moment
    in_hand     pieces off the board that an action now open moves or captures: neither missing nor looked at
    relaid      expected sites on which one was lifted and one laid while what is in hand was off: a capture, perhaps
    thinking    the seat to act is the computer's: nothing that people lay is a draft
    on_screen   the board is only drawn: pieces are tapped, and nothing counts by itself
    """

    sensed: frozenset[Site] = NOWHERE
    expected: frozenset[Site] = NOWHERE
    owed: frozenset[Site] = NOWHERE
    unsensed: frozenset[Site] = NOWHERE
    must_lift: frozenset[Site] = NOWHERE
    looked_at: frozenset[Site] = NOWHERE
    in_hand: frozenset[Site] = NOWHERE
    relaid: frozenset[Site] = NOWHERE
    arrivals: tuple[Site, ...] = ()
    thinking: bool = False
    on_screen: bool = False

    @property
    def in_all(self) -> frozenset[Site]:
        """The sites where pieces should lie once the owed ones have come."""
        return self.expected | self.owed

    @property
    def extra(self) -> frozenset[Site]:
        """The sites of pieces that are neither expected, owed nor waited for: the draft."""
        return self.sensed - self.expected - self.owed - self.unsensed - self.must_lift

    @property
    def missing(self) -> frozenset[Site]:
        """The sites whose pieces are missing: the table is disturbed."""
        return self.expected - self.sensed - self.unsensed

    @property
    def to_lay(self) -> frozenset[Site]:
        """The sites of owed pieces that are still missing; a piece that lay there before it was owed is another one."""
        return self.owed - (self.sensed - self.must_lift)

    @property
    def to_lift(self) -> frozenset[Site]:
        """Taken back or used up, and still there."""
        return self.must_lift & self.sensed


@dataclass(frozen=True, slots=True)
class Lifted:
    """A piece that was lifted while the game watched for that (`Watching.watches`): a number of its own, where it lay.

    fresh  it has only just happened
    """

    number: int
    site: Site
    fresh: bool = False


class Verdict(StrEnum):
    """The possible uses of a draft."""

    LEGAL = "legal"  # may be confirmed
    UNFINISHED = "unfinished"  # nothing wrong, something awaited: a piece, an answer, a piece being looked at
    ILLEGAL = "illegal"  # something must be put right first


@dataclass(frozen=True, slots=True)
class Choice:
    """A seat's choice besides the level, by button or screen; it passes away with the next step.

    public   in the game's own type: all may know it
    private  likewise, for the seat alone; no view, light or log ever gets it
    """

    public: Any = None
    private: Any = field(default=None, repr=False)


@dataclass(frozen=True)
class Draft:
    """The meaning of the table for whoever acts. Public: it holds no secret. A game may add fields of its own.

    seat      whose it is; None when nobody is to act
    sites     the extra pieces it is made of
    action    what would be played, without its secret part; None unless legal
    complete  nothing could be added: it may confirm itself
    lift      pieces to be lifted; `put`: pieces to be laid or put back
    at        what is the matter and stays as it is
    targets   where a piece that is in hand may be laid
    sentence  what is the matter, and what to do next
    """

    seat: Seat | None
    verdict: Verdict
    sentence: Sentence
    sites: frozenset[Site] = NOWHERE
    action: GameAction = None
    complete: bool = False
    lift: frozenset[Site] = NOWHERE
    put: frozenset[Site] = NOWHERE
    at: frozenset[Site] = NOWHERE
    targets: frozenset[Site] = NOWHERE

    @property
    def nothing(self) -> bool:
        """Nothing new lies there, and nothing must be put right: the table waits for a piece."""
        return self.verdict is Verdict.UNFINISHED and not (self.sites or self.lift or self.put)


# --- the course of a game ----------------------------------------------------------------------------------------


class Undo(StrEnum):
    """How an action can be taken back."""

    ALONE = "alone"  # by whoever acted, until something else has happened
    AGREED = "agreed"  # by all together: its seat, or the table, has learned something by it
    NEVER = "never"  # and nothing before it either: what was hidden lies open


@dataclass(frozen=True, slots=True)
class Timer:
    """A time that runs at a stage of a game, in milliseconds.

    The same name runs on from action to action. It stands still while the game is paused, and begins anew after a
    restart. `ends`: when it is up the stage is over; otherwise something becomes possible then. `quiet`: it presses
    nobody, so pages do not show it.
    """

    name: str
    ms: int
    ends: bool = True
    quiet: bool = False


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended, by seat: places from 1 (several may share one), and points."""

    places: Mapping[Seat, int]
    points: Mapping[Seat, int]

    @classmethod
    def by_points(cls, points: Mapping[Seat, int]) -> "Outcome":
        """The outcome in which a seat with more points stands before one with less."""
        return cls({seat: 1 + sum(other > own for other in points.values()) for seat, own in points.items()}, points)

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The seats in first place."""
        return tuple(seat for seat, place in sorted(self.places.items()) if place == 1)


@dataclass(frozen=True, slots=True)
class Act:
    """An action of a game as it was played: at this version of the log, by this actor, in this state.

    because  why a computer has done it, for all to read; in a game that explains itself
    """

    version: int
    actor: Actor
    action: GameAction = field(repr=False)
    before: GameState = field(repr=False)
    undo: Undo = Undo.ALONE
    because: Sentence | None = None


@dataclass(frozen=True, slots=True)
class Course:
    """A whole game: what was agreed, how it began, what was done and not taken back, and how it stands."""

    setup: GameSetup
    start: GameState = field(repr=False)
    acts: tuple[Act, ...] = field(repr=False)
    end: GameState = field(repr=False)


# --- how things stand, for what is shown -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Sitting:
    """A seat's player. `level`: the computer plays it; `screen`: it has a screen of its own.

    had_screen  it had one when the last action was played
    """

    name: str
    level: str | None = None
    screen: bool = False
    had_screen: bool = False


@dataclass(frozen=True, slots=True)
class Moment:
    """How things stand besides the game's own view: what a scene or a page may need. Nothing in it is secret.

    table       what lies there; `draft`: what that means; `choices`: what has been said of it, by seat
    stopped     nothing on the board counts at the moment, and why is said already
    hinting     what may be laid is to be shown
    few         nobody has asked, but so little may be laid that it is shown quietly (`Hints.few`)
    advised     where the computer would play, for the player who has asked it
    regions     the parts into which the game divides the board are to be shown
    awaits      the draft waits for an answer on a screen
    unseen      the button was pressed, and no draft was seen
    gave_way    pieces of the draft that have just gone for a new one (`Drawn.replaces`)
    countdown   thousandths of the time that are left until the draft confirms itself; None: it waits for the button
    lifted      pieces that were lifted while the game watched for that, and of which nobody has spoken, oldest first
    left        thousandths of the game's own time (`Timed.timer`) that are left; None: none runs
    undoable    the last action may still be taken back alone
    clearing    pieces of the game before lie there: they are to be lifted, and nothing is wrong
    tiles       a piece that lies face up cannot be sensed
    news        what the game has said to be new (`News.between`), as long as that is to be shown; since `since_ms`
    words       a sentence in the language of the page
    """

    table: Table = field(default_factory=Table)
    draft: Draft | None = None
    choices: Mapping[Actor, Any] = field(default_factory=dict)
    sittings: Mapping[Seat, Sitting] = field(default_factory=dict)
    stopped: bool = False
    hinting: bool = False
    few: bool = False
    advised: frozenset[Site] = NOWHERE
    regions: bool = False
    awaits: bool = False
    unseen: bool = False
    gave_way: frozenset[Site] = NOWHERE
    countdown: int | None = None
    lifted: tuple[Lifted, ...] = ()
    left: int | None = None
    undoable: bool = False
    clearing: bool = False
    tiles: bool = False
    news: Any = None
    since_ms: int = 0
    number: int = 0
    words: Callable[[Sentence], str] = str

    @property
    def names(self) -> Mapping[Seat, str]:
        """The people at the table, by seat."""
        return {seat: sitting.name for seat, sitting in self.sittings.items()}


@dataclass(frozen=True, slots=True)
class Button:
    """Something that a page may offer: an action, under a name, with its words.

    `main`: it says yes to something.
    """

    name: str
    actor: Actor
    action: GameAction = field(repr=False)
    words: Sentence
    main: bool = False


@dataclass(frozen=True, slots=True)
class ReplayFrame:
    """A moment of a finished game that is shown again.

    kind   "start", "step", "count", "result", or the game's own word
    said   what happened; `scene`: the lights of an empty board; `shown`: what the game's page needs. Where it draws no
           board of its own (`screenOf`), the key `pieces` is drawn: each as `Piece.on` makes it
    """

    kind: str
    said: tuple[Sentence, ...]
    scene: Scene
    seat: Seat | None = None
    turn: int | None = None
    shown: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Player:
    """A person or a computer who sits down: a name, and the level of the computer or None. For the set-up of a game."""

    name: str
    level: str | None = None


@dataclass(frozen=True, slots=True)
class Pick:
    """One of what each player may choose for itself: its `name` in the game, a `colour` of the palette, and in `words`.

    `seat`: what stands beside the name of whoever has chosen it, as `Shown.seat` tells it.
    """

    name: str
    colour: int
    words: Sentence
    seat: Json = field(default_factory=dict)


# --- where people sit --------------------------------------------------------------------------------------------

SEATINGS: Final[Mapping[int, Mapping[Seat, str]]] = {
    1: {1: "south"},
    2: {1: "south", 2: "north"},
    3: {1: "south", 2: "west", 3: "north"},
    4: {1: "south", 2: "west", 3: "north", 4: "east"},
    5: {1: "south", 2: "west", 3: "north-west", 4: "north-east", 5: "east"},
    6: {1: "south-east", 2: "south-west", 3: "west", 4: "north-west", 5: "north-east", 6: "east"},
}
"""Where each seat sits, for the rim of its turn: "south" is the side of row 5, the others follow clockwise."""
