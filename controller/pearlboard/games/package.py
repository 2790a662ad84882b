"""One game, as one object: its core, what it has besides, its words, pages and computer players."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from pearlboard.games.bots import Advising, Computer, Reviewing
from pearlboard.games.by_ear import BY_GEOMETRY, ByEar
from pearlboard.games.moving import NO_EFFECT, Effect, effect
from pearlboard.games.on_board import (
    LEFT_TO_HANDS,
    NEVER_WATCHES,
    NO_CHOICES,
    NO_NEWS,
    NO_PEEKING,
    NOTHING_FREEZES,
    Choices,
    Drawn,
    Freezing,
    Hints,
    News,
    OnBoard,
    Peeking,
    Watching,
)
from pearlboard.games.rules import (
    EACH_ALONE,
    NO_ASIDES,
    NO_HANDICAPS,
    NO_OPTIONS,
    NO_PICKS,
    NOTHING_DEALT,
    NOTHING_SECRET,
    TIMELESS,
    Asides,
    Dealt,
    Handicaps,
    Options,
    Picks,
    Rules,
    Secrets,
    Sides,
    Timed,
)
from pearlboard.games.shown import PLAINLY, Finished, Shown
from pearlboard.games.teaching import Explaining, Lessons
from pearlboard.games.values import TABLE, Course, GameAction, GameSetup, GameState, GameView, Json, ReplayFrame, Seat
from pearlboard.lights.scene import Mark, Role, Scene
from pearlboard.texts import Sentence

API: Final = 2
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
    seats    how many may play
    home     the import name of its folder, in which `texts/`, `pages/` and `looks.toml` may lie; None: it has none
    words    sentences by language that stand in no file; `looks` likewise: roles and cues as in `looks.toml`
    players  computer players by name, made on first use; `levels`: the names that people choose from
    files    what `inspect`, `perft` and `replay` ask, made on first use
    when_ready  whether nobody wants to miss an action: on a board that is only drawn, a computer does it once a person
                has said that all are ready
    one_board  why all its people must sit at one board; None: they may sit at several
    compiled import names of modules that play the same compiled or not, only faster: the doctor says which they are
    api      the version of this contract that it was written for

    The fields from `options` to `finished` are capabilities; each is explained by its class.
    """

    name: str
    title: Sentence
    seats: range
    rules: Rules
    shown: Shown
    board: OnBoard | None = None
    options: Options = NO_OPTIONS
    handicaps: Handicaps = NO_HANDICAPS
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
    by_ear: ByEar = BY_GEOMETRY
    lessons: Lessons | None = None
    explaining: Explaining | None = None
    advising: Advising | None = None
    reviewing: Reviewing | None = None
    finished: Finished = PLAINLY
    home: str | None = None
    words: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    looks: Mapping[str, Any] = field(default_factory=dict)
    players: Callable[[], Mapping[str, Computer]] = dict
    levels: tuple[str, ...] = ()
    files: Callable[[], Files] | None = None
    when_ready: Callable[[GameAction], bool] | None = None
    one_board: Sentence | None = None
    compiled: tuple[str, ...] = ()
    goal: Sentence | None = None
    brief: tuple[Sentence, ...] = ()
    api: int = API

    def effect(self, action: GameAction) -> Effect:
        """The effect of an action on the board; nothing in a game without one."""
        return NO_EFFECT if self.board is None else effect(self.board, action)

    def common(self, state: GameState, seat: Seat) -> GameView:
        """The seat's view without its secrets."""
        return (self.secrets.common or self.rules.view)(state, seat)

    def hindsight(self, state: GameState, end: GameState, seat: Seat) -> GameView:
        """The seat's view of `state` with everything that was revealed at the end."""
        known = self.secrets.hindsight
        return self.rules.view(state, seat) if known is None else known(state, end, seat)

    def retold(self, before: GameState, seat: Seat, action: GameAction) -> Sentence:
        """The sentence for an action of a finished game, with its secrets; `before`: the state."""
        return (self.finished.retold or self.shown.told)(before, seat, action)

    def frames(self, course: Course) -> Iterator[ReplayFrame]:
        """The frames of a finished game."""
        return (self.finished.frames or self._plain_frames)(course)

    def _plain_frames(self, course: Course) -> Iterator[ReplayFrame]:
        result = self.finished.result(course)
        states = [*(act.before for act in course.acts), course.end]
        yield self._plain_frame("start", (self.title,), states[0])
        for act, after in zip(course.acts, states[1:], strict=True):
            if act.actor != TABLE:
                told = self.retold(act.before, act.actor, act.action)
                yield self._plain_frame("step", (told,), after, act.actor)
        yield self._plain_frame("result", () if result is None else (result,), course.end)

    def _plain_frame(
        self, kind: str, said: tuple[Sentence, ...], state: GameState, seat: Seat | None = None
    ) -> ReplayFrame:
        """A frame with the pieces that are expected in this state, on the page and in lights."""
        lying = {} if self.board is None else self.board.expected(self.rules.view(state, TABLE))
        scene = Scene(
            {
                site: Mark(Role.REVEALED if piece.seat is None else Role.COUNTED, piece.seat)
                for site, piece in lying.items()
            }
        )
        pieces = [piece.on(site) for site, piece in lying.items()]
        return ReplayFrame(kind, said, scene, seat, shown={"pieces": pieces} if pieces else {})

    def record(self, course: Course) -> Json:
        """The record of a finished game, with every secret."""
        return self.rules.record(course) or {
            "setup": self.options.encode(course.setup),
            "acts": [[act.actor, self.rules.encode(act.action)] for act in course.acts],
        }

    def adviser_of(self, setup: GameSetup) -> str | None:
        """The computer player that advises in a game with this agreement."""
        return None if self.advising is None or not self.options.for_computers(setup) else self.advising.adviser

    def analyst_of(self, setup: GameSetup) -> str | None:
        """The computer player that analyses a finished game with this agreement."""
        return None if self.reviewing is None or not self.options.for_computers(setup) else self.reviewing.analyst
