"""The session: the state of a table, as the fold of its facts."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from pearlboard.errors import PearlboardError
from pearlboard.games.values import (
    NOWHERE,
    TABLE,
    Act,
    Actor,
    Course,
    GameAction,
    GameDeal,
    GameState,
    Outcome,
    Piece,
    Seat,
)
from pearlboard.geometry import Site
from pearlboard.session.facts import Agreement
from pearlboard.texts import Sentence


class Phase(StrEnum):
    """The activity of the table. That of a game is its stage, which only the game knows."""

    IDLE = "idle"  # no game
    PLAYING = "playing"  # a game is on
    OVER = "over"  # it has ended, and its result is shown


@dataclass(frozen=True, slots=True)
class Deed:
    """A seat's action as everybody may know it: in which turn, in words, and where on the board.

    seat  None: a consequence, for everybody
    ends  the action ended the turn; `back`: the action was taken back since
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
    """A note that a seat made for itself, at this version of the log."""

    version: int
    seat: Seat
    action: GameAction = field(repr=False)


@dataclass(frozen=True, slots=True)
class Debts:
    """The pieces that people still have to lift and lay at one board; see `Session.taken_back` and `Session.owed`."""

    taken_back: frozenset[Site] = NOWHERE
    owed: frozenset[Site] = NOWHERE


@dataclass(frozen=True, slots=True)
class Session:
    """Everything that the log says. A session holds the game's whole secret state: only views of it may be shown.

    version      the number of facts. It stays inside, because nobody may learn how many secret ones are among them
    public       the number of the last fact that everybody may know of: what pages, replies and logs count by
    number       the version at which this game was agreed on: its number in the archive
    computers    the levels at which computers played at the beginning; empty: none did
    deal         what chance has decided before the game, as secret as anything; None: nothing
    start        the game's first state; None until chance has decided, or if the game is `gone`
    state        the game's state
    acts         actions that were not taken back, oldest first
    deeds        the same actions in words, for everybody, including those taken back
    notes        what seats have noted for themselves, oldest first: take-backs do not affect notes
    explained    how often each explanation was shown before somebody acted
    free         the last action may be taken back by its actor alone
    had_screens  the seats that had a screen of their own at the last action
    taken_back   sites to be lifted: of pieces taken back, used up or moved by a computer since the last action, and of
                 those whose place another piece takes (then the site is owed as well)
    owed         sites to be laid: the pieces with which a game begins, those that computers have laid or moved since a
                 person last acted, and moved ones that were taken back. Some may not lie there yet: a computer's step
                 is committed first and carried out by people afterwards; until nothing is owed, no person's draft is
                 read, no other computer plays, and no tile is turned up
    elsewhere    the same of the other boards of this game: the owed pieces are also those that people have laid at
                 another board, or moved, since somebody last acted at this one
    undone       the actions taken back last, oldest first, until another action: `Redo` repeats them
    left         pieces left over from the game before, until the first action of this one; None: which is not known
    fresh_from   a screen that saw less than this `public` number has missed too much to act
    position     the `public` number of the last fact that has changed the game for everybody
    stage        what the game is busy with, in its own word; the phase's name while no game is on
    several      more than one seat may act
    awaited      the people who are to act, if a clock was agreed on; `turn_from`: since which version
    used_ms      how much of its time that turn has used, as far as recorded
    outcome      how the game has ended
    phones       seats with a screen of their own, and the digests of their tokens
    screened     seats that had a screen of their own in this game: their secrets are shown nowhere else
    host         the digest of the key of the host's device; None if nobody is the host
    commands     ids of the commands of this game, so that none is executed twice
    left_out     masked sensors; a property of the board, whichever game is on
    suspected    sensors that may have invented a turn, until a piece there is confirmed by hand; of the board as well
    given_up     no game is on, because the one before was abandoned
    gone         the game's package cannot be used: the log is kept, and only read
    fault        the fact of the log, and the error, at which the game was set aside; "": no error, or not gone
    """

    version: int = 0
    public: int = field(default=0, compare=False)
    number: int = 0
    phase: Phase = Phase.IDLE
    agreement: Agreement | None = None
    computers: tuple[str | None, ...] = ()
    deal: GameDeal = field(default=None, repr=False)
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
    elsewhere: tuple[Debts, ...] = ()
    undone: tuple[tuple[Actor, GameAction], ...] = ()
    left: Mapping[Site, Piece | None] = field(default_factory=dict)
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
    fault: str = field(default="", compare=False)

    def __repr__(self) -> str:
        return f"Session(public={self.public}, phase={self.phase.value}, <secret>)"

    def at(self, place: int) -> "Session":
        """The session as it is at a board: with that board's debts, and without another one's sensors."""
        if not place:
            return self
        debts = self.elsewhere[place - 1] if place <= len(self.elsewhere) else Debts()
        return replace(
            self, taken_back=debts.taken_back, owed=debts.owed, left_out=NOWHERE, suspected=NOWHERE, elsewhere=()
        )

    @property
    def debts(self) -> tuple[Debts, ...]:
        """The pieces to be lifted and laid at each board of this game, the table's own first."""
        return Debts(self.taken_back, self.owed), *self.elsewhere

    def owing(self, debts: Iterable[Debts]) -> "Session":
        """The session with other debts at its boards."""
        home, *elsewhere = debts
        return replace(self, taken_back=home.taken_back, owed=home.owed, elsewhere=tuple(elsewhere))

    @property
    def played(self) -> tuple[tuple[Seat, GameAction], ...]:
        """The actions of seats, without those of the TABLE."""
        return tuple((int(act.actor), act.action) for act in self.acts if act.actor != TABLE)

    @property
    def course(self) -> Course:
        """The game so far, for its package; contains secrets. `LookupError` if there is no game."""
        if self.agreement is None:
            raise LookupError("there is no game")
        return Course(self.agreement.setup, self.start, self.acts, self.state)


class Refused(PearlboardError, ValueError):
    """A command that cannot be executed now. `name` is stable, `sentence` is for people; the session is unchanged."""

    def __init__(self, name: str, sentence: Sentence) -> None:
        super().__init__(f"{name}: {sentence}")
        self.name = name
        self.sentence = sentence
