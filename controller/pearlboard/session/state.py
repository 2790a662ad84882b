"""Where a table stands: the fold of its facts."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from pearlboard.errors import PearlboardError
from pearlboard.games.values import NOWHERE, TABLE, Act, Actor, Course, GameAction, GameState, Outcome, Seat
from pearlboard.geometry import Site
from pearlboard.session.facts import Agreement
from pearlboard.texts import Sentence


class Phase(StrEnum):
    """What the table is busy with. What a game is busy with is its stage, of which only the game knows."""

    IDLE = "idle"  # no game
    PLAYING = "playing"  # a game is on
    OVER = "over"  # it has ended, and its result is shown


@dataclass(frozen=True, slots=True)
class Deed:
    """What a seat has done, as everybody may know it: in which turn, in words, and where on the board.

    seat  None: what came of it, for all
    ends  the turn was over with it; `back`: it was taken back since
    """

    version: int
    turn: int
    seat: Seat | None
    said: Sentence
    sites: frozenset[Site] = NOWHERE
    ends: bool = True
    back: bool = False


@dataclass(frozen=True, slots=True)
class Note:
    """What a seat has said out of turn, at this version of the log."""

    version: int
    seat: Seat
    action: GameAction = field(repr=False)


@dataclass(frozen=True, slots=True)
class Session:
    """All that the log says. It holds the game's whole state, so nothing outside may show it: views are for that.

    version      how many facts there are; how many secret ones are among them nobody may learn, so it stays inside
    public       the number of the last fact that everybody may know of: what pages, replies and logs count by
    number       the version at which this game was agreed on; so it is called in the archive
    start        the game's state at its beginning; None as long as chance has not spoken, or where the game is `gone`
    state        the game's state
    acts         what was done and not taken back, the oldest first
    deeds        the same in words, for all, with what was taken back
    notes        what seats have said besides, the oldest first: it stands whatever is taken back
    explained    how often each explanation was told before somebody acted
    free         the last of it may still be taken back by whoever did it, alone
    had_screens  the seats that had a screen of their own when it was done
    taken_back   where pieces lay that are expected no more: taken back since something was done, or used up by it
    owed         where computers have laid pieces since a person did something: some may still not lie there. A
                 computer's step is committed first and laid by people afterwards; until nothing is owed, no
                 person's draft is read, no other computer plays, and no tile is turned up
    undone       what was taken back last, the oldest first, until something else is done: it can be done again
    left         where the game before this one has left its pieces, until something is done in this one
    fresh_from   whoever looked before this `public` number has seen too little of the game to act in it
    position     the `public` number of the last fact that has changed the game for everybody
    stage        what the game is busy with, in its own word; the phase's while none is on
    several      more than one may act
    awaited      the people who are to act, where a clock was agreed on; `turn_from`: since which version
    used_ms      how much of its time that turn has used, as far as it was noted
    outcome      how the game has ended
    phones       seats with a screen of their own, and the digests of their tokens
    screened     seats that have had a screen of their own in this game: what was said there is shown nowhere else
    host         the digest of the key of the host's device; None if nobody is the host
    hosts        those of all who were the host of this game
    commands     ids of the commands of this game, so that none is played twice
    left_out     the sensors that people chose not to have read; of the board, whichever game is on
    suspected    those that may have made up a turn, until somebody has confirmed a piece there by hand; likewise
    given_up     no game is on, because the one before this was given up
    gone         the game's package cannot be used: the log is kept, and only read
    """

    version: int = 0
    public: int = field(default=0, compare=False)
    number: int = 0
    phase: Phase = Phase.IDLE
    agreement: Agreement | None = None
    start: GameState = None
    state: GameState = None
    acts: tuple[Act, ...] = ()
    deeds: tuple[Deed, ...] = ()
    notes: tuple[Note, ...] = ()
    explained: Mapping[str, int] = field(default_factory=dict)
    free: bool = False
    had_screens: frozenset[Seat] = frozenset()
    taken_back: frozenset[Site] = NOWHERE
    owed: frozenset[Site] = NOWHERE
    undone: tuple[tuple[Actor, GameAction], ...] = ()
    left: frozenset[Site] = NOWHERE
    fresh_from: int = field(default=0, compare=False)
    position: int = field(default=0, compare=False)
    stage: str = "idle"
    several: bool = False
    awaited: frozenset[Seat] = frozenset()
    turn_from: int = 0
    used_ms: int = 0
    outcome: Outcome | None = None
    paused: bool = False
    phones: Mapping[Seat, str] = field(default_factory=dict)
    screened: frozenset[Seat] = frozenset()
    host: str | None = None
    commands: Mapping[str, int] = field(default_factory=dict)
    left_out: frozenset[Site] = NOWHERE
    suspected: frozenset[Site] = NOWHERE
    given_up: bool = False
    gone: bool = False

    def __repr__(self) -> str:
        return f"Session(public={self.public}, phase={self.phase.value}, <secret>)"

    @property
    def played(self) -> tuple[tuple[Seat, GameAction], ...]:
        """What seats have done, without what all do together."""
        return tuple((int(act.actor), act.action) for act in self.acts if act.actor != TABLE)

    @property
    def course(self) -> Course:
        """The game so far, for its package; it tells secrets."""
        if self.agreement is None:
            raise LookupError("there is no game")
        return Course(self.agreement.setup, self.start, self.acts, self.state)


class Refused(PearlboardError, ValueError):
    """A command that cannot be done now. `name` is stable, `sentence` is for people; the session is unchanged."""

    def __init__(self, name: str, sentence: Sentence) -> None:
        super().__init__(f"{name}: {sentence}")
        self.name = name
        self.sentence = sentence
