"""What a game is to the table. A game is one `Package`; whatever the service wants of it, it asks there.

    rules      what the game decides
    on_board   how it lies on the board
    shown      what it shows and says
    bots       who plays it

`docs/games.md` leads from an empty folder to a game that is played. Everything here is pure: no method has a clock, a
file, or chance that was not handed in. A game is told `View`s wherever a view will do; only the session holds a state.
What may be imported by a game stands here, in `geometry`, `lights` and `texts`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from pearlboard.errors import BadInput
from pearlboard.games.bots import Bot, ByChance, Candidate, Chances, Computer, Judge, Outlook, Thought
from pearlboard.games.capabilities import (
    EACH_ALONE,
    LEFT_TO_HANDS,
    NEVER_WATCHES,
    NO_ASIDES,
    NO_CHOICES,
    NO_NEWS,
    NO_OPTIONS,
    NO_PEEKING,
    NO_PICKS,
    NOTHING_DEALT,
    NOTHING_FREEZES,
    NOTHING_SECRET,
    TIMELESS,
    Asides,
    Choices,
    Dealt,
    Drawn,
    Freezing,
    GameDraft,
    Hints,
    News,
    Options,
    Peeking,
    Picks,
    Secrets,
    Sides,
    Timed,
    Watching,
    as_it_is,
)
from pearlboard.games.drawing import Picture, Shape, shape
from pearlboard.games.on_board import OnBoard
from pearlboard.games.plain import plain_scene, put_right
from pearlboard.games.refusals import BadOptions, BadSetup, IllegalAction, refusal
from pearlboard.games.rules import Rules
from pearlboard.games.shown import Shown
from pearlboard.games.teaching import Answer, Explanation, LessonStep, Setting
from pearlboard.games.values import (
    MOST_SEATS,
    NOWHERE,
    SEATINGS,
    TABLE,
    Act,
    Actor,
    Button,
    Choice,
    Course,
    Draft,
    GameAction,
    GameDeal,
    GameSetup,
    GameState,
    GameView,
    Json,
    Moment,
    Outcome,
    Pick,
    Piece,
    Player,
    Reads,
    ReplayFrame,
    Seat,
    Side,
    Sitting,
    Table,
    Timer,
    Undo,
    Verdict,
    Viewer,
)
from pearlboard.texts import Sentence

__all__ = [
    "API",
    "MOST_SEATS",
    "NOWHERE",
    "SEATINGS",
    "TABLE",
    "Act",
    "Actor",
    "Answer",
    "Asides",
    "BadInput",
    "BadOptions",
    "BadSetup",
    "Bot",
    "Button",
    "ByChance",
    "Candidate",
    "Chances",
    "Choice",
    "Choices",
    "Computer",
    "Course",
    "Dealt",
    "Draft",
    "Drawn",
    "Explanation",
    "Files",
    "Freezing",
    "GameAction",
    "GameDeal",
    "GameDraft",
    "GameSetup",
    "GameState",
    "GameView",
    "Hints",
    "IllegalAction",
    "Json",
    "Judge",
    "LessonStep",
    "Moment",
    "News",
    "OnBoard",
    "Options",
    "Outcome",
    "Outlook",
    "Package",
    "Peeking",
    "Pick",
    "Picks",
    "Picture",
    "Piece",
    "Player",
    "Reads",
    "ReplayFrame",
    "Rules",
    "Seat",
    "Secrets",
    "Setting",
    "Shape",
    "Shown",
    "Side",
    "Sides",
    "Sitting",
    "Table",
    "Thought",
    "Timed",
    "Timer",
    "Undo",
    "Verdict",
    "Viewer",
    "Watching",
    "as_it_is",
    "plain_scene",
    "put_right",
    "refusal",
    "shape",
]

API: Final = 1
"""The version of this contract. A package says for which it was written; another one is told to be brought up."""


class Files(Protocol):
    """`inspect`, `perft` and `replay` of documents. `BadInput` tells the place and what is wrong."""

    def inspect(self, data: bytes) -> Json:
        """A position, scored as if the game ended now, and what is open."""

    def perft(self, data: bytes, depth: int) -> int:
        """How many sequences of that many turns there are."""

    def replay(self, data: bytes) -> Json:
        """A record, played to its end."""


@dataclass(frozen=True, slots=True)
class Package:
    """One game. A game's module calls it `PACKAGE`, and an entry point of the group "pearlboard.games" names it.

    name     stored in every log and record: never changed
    title    its name for people; `goal`: in two or three short sentences, what one plays for
    brief    its rules in a few short sentences, for the help
    lesson   there is a first lesson (`Shown.lessons`)
    explains it can explain itself while it is played (`Shown.explanations`, `Shown.answers`)
    seats    how many may play
    home     the import name of its folder, in which `texts/`, `pages/` and `looks.toml` may lie; None: it has none
    words    sentences by language that stand in no file; `looks` likewise: roles and cues as in `looks.toml`
    players  computer players by name, made on first use; `levels`: the names that people choose from
    adviser  which of them is asked for advice; None: there is none. `analyst` likewise, about finished games
    judge    how positions of finished games stood and actions compare, made on first use; None: nobody can say
    weighed  how many simulations each question about a finished game gets: as many as a Pi thinks through in seconds
    files    what `inspect`, `perft` and `replay` ask, made on first use
    compiled import names of modules that play the same compiled or not, only faster: the doctor says which they are
    api      the version of this contract that it was written for
    """

    name: str
    title: Sentence
    seats: range
    rules: Rules
    shown: Shown
    board: OnBoard | None = None
    options: Options = NO_OPTIONS
    dealt: Dealt = NOTHING_DEALT
    sides: Sides = EACH_ALONE
    picks: Picks = NO_PICKS
    timed: Timed = TIMELESS
    secrets: Secrets = NOTHING_SECRET
    asides: Asides = NO_ASIDES
    choices: Choices = NO_CHOICES
    freezing: Freezing = NOTHING_FREEZES
    watching: Watching = NEVER_WATCHES
    peeking: Peeking = NO_PEEKING
    news: News = NO_NEWS
    drawn: Drawn = LEFT_TO_HANDS
    hints: Hints | None = None
    home: str | None = None
    words: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    looks: Mapping[str, Any] = field(default_factory=dict)
    players: Callable[[], Mapping[str, Computer]] = dict
    levels: tuple[str, ...] = ()
    adviser: str | None = None
    analyst: str | None = None
    judge: Callable[[], Judge] | None = None
    weighed: int = 1000
    files: Callable[[], Files] | None = None
    compiled: tuple[str, ...] = ()
    goal: Sentence | None = None
    brief: tuple[Sentence, ...] = ()
    lesson: bool = False
    explains: bool = False
    api: int = API

    def common(self, state: GameState, seat: Seat) -> GameView:
        """The seat's view, but for what it alone knows."""
        return (self.secrets.common or self.rules.view)(state, seat)

    def hindsight(self, state: GameState, end: GameState, seat: Seat) -> GameView:
        """What the seat could know in `state` if it knew all that lay open at the end."""
        known = self.secrets.hindsight
        return self.rules.view(state, seat) if known is None else known(state, end, seat)

    def record(self, course: Course) -> Json:
        """A game that has ended, as a document. It tells every secret."""
        return self.rules.record(course) or {
            "setup": self.options.encode(course.setup),
            "acts": [[act.actor, self.rules.encode(act.action)] for act in course.acts],
        }

    def adviser_of(self, setup: GameSetup) -> str | None:
        """Who is asked for advice in a game that was agreed on so."""
        return self.adviser if self.options.for_computers(setup) else None

    def analyst_of(self, setup: GameSetup) -> str | None:
        """Who thinks such a game over once it is finished."""
        return self.analyst if self.options.for_computers(setup) else None
