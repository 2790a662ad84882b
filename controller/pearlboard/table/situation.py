"""How things stand at one moment, for lights, screens and the countdown. It holds nothing that all may not know.

    Situation
      game      what the log says: who plays what, and how far it has come
      board     what lies there, and what is wrong with it
      turn      what may be done now, and when it counts by itself
      requests  what people have asked

It is made by `settling.situate`. What is the game's own is in `game.view`, the table's view, and in `board.draft`.
What a seat alone may know is in `screens.private`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from pearlboard.games.api import NOWHERE, TABLE, Actor, Draft, GameView, Moment, Package, Seat, Sitting, Table, Timer
from pearlboard.games.on_board import OnBoard
from pearlboard.games.teaching import Explanation
from pearlboard.games.values import Lifted
from pearlboard.geometry import Site
from pearlboard.session.board_state import BoardState
from pearlboard.session.facts import Agreement
from pearlboard.session.state import Deed, Phase, Session
from pearlboard.table.exhibit import Exhibit, Showing
from pearlboard.table.lesson import Lesson
from pearlboard.table.requests import Advice, PendingRequests, Proposal
from pearlboard.texts import Sentence


class Stop(StrEnum):
    """Why nothing that lies on the board counts at the moment."""

    LOST = "lost"  # the board does not answer
    UNKNOWN = "unknown"  # it has only just answered
    FROZEN = "frozen"  # a frame bit is wrong
    QUESTION = "question"  # the board is empty, and a game is on: continue, or a new one?
    PAUSED = "paused"
    GONE = "gone"  # the game is not installed here, or has failed


@dataclass(frozen=True, slots=True)
class Given:
    """All that a situation is made from: the log, the board and what people ask at one moment, and what else is so.

    still_ms   how long a draft lies still before it counts
    board      what is so of the board whatever lies there
    stop       what is wrong with the board, if anything is
    stuck      the computer whose turn it is cannot play
    regions    the lights show the regions of the game; `ask_regions`: they do for whoever asks
    suspected  where a sensor may be wrong, so that what it says does not count by itself
    counting   the points of the game that has just ended are being counted in sight
    """

    session: Session
    state: BoardState
    requests: PendingRequests
    showing: Showing
    at_ms: int
    still_ms: int
    board: "BoardPart"
    stop: Stop | None
    stuck: bool
    regions: bool
    ask_regions: bool
    suspected: frozenset[Site]
    counting: bool


@dataclass(frozen=True, slots=True)
class ClockPart:
    """The time of the turn that is on: for whom, since which version, how long, how much was noted as used."""

    seats: frozenset[Seat]
    turn_from: int
    of_ms: int
    used_ms: int

    @property
    def up(self) -> bool:
        """Whether all of it is used."""
        return self.used_ms >= self.of_ms


@dataclass(frozen=True, slots=True)
class GamePart:
    """What the log says. `number` is the game's in the archive, `view` the table's.

    stage        what the game is busy with, in its own word; the phase's while none is on
    turn         how many turns were played, with the one that is on
    goes_on      all together can go on now
    active       who may act; `thinking`: the seats of these that the computer plays; `exhibition`: nobody else plays
    phones       seats with a screen of their own; `had_screens`: those that had one at the last action
    told         what computers have played since a person did, with what no sensor feels
    latest       where the last turn has laid pieces
    deeds        what seats have done in this game, as everybody may know it
    explanation  what a beginner is told at this point of the game, where the table explains it
    timer        the time of the game that is running
    clock        that of the turn, where one was agreed on and somebody is awaited
    given_up     none is on, because the one before this was given up
    counting     it is over, and its points are being counted in sight: nobody is told yet who has won
    """

    number: int = 0
    agreement: Agreement | None = None
    package: Package | None = None
    stage: str = Phase.IDLE.value
    view: GameView = None
    turn: int = 0
    goes_on: bool = False
    active: frozenset[Actor] = frozenset()
    thinking: frozenset[Seat] = frozenset()
    exhibition: bool = False
    phones: frozenset[Seat] = frozenset()
    had_screens: frozenset[Seat] = frozenset()
    told: tuple[Sentence, ...] = ()
    latest: frozenset[Site] = NOWHERE
    deeds: tuple[Deed, ...] = ()
    explanation: Explanation | None = None
    timer: Timer | None = None
    clock: ClockPart | None = None
    given_up: bool = False
    counting: bool = False

    @property
    def board(self) -> OnBoard | None:
        """How the game that is on lies on the board."""
        return None if self.package is None else self.package.board

    @property
    def to_move(self) -> Seat | None:
        """The one seat that is to act; None if there is none, or several."""
        seats = [actor for actor in self.active if actor != TABLE]
        return int(seats[0]) if len(seats) == 1 else None

    @property
    def all_computers(self) -> bool:
        """Whether computers are to act, and nobody else is."""
        return bool(self.thinking) and self.thinking == self.active

    @property
    def together(self) -> bool:
        """Whether what comes next is done by all together."""
        return TABLE in self.active


@dataclass(frozen=True, slots=True)
class BoardPart:
    """What lies there against what should. `tiles`: a piece that lies face up cannot be sensed.

    draft     what lies there, read as a turn; None where it is not read so
    clearing  pieces of the game before lie there, or many of nobody knows what: they are to be lifted, nothing is wrong
    on_screen the board is only drawn: nothing is sensed, and every person has a screen for what they alone may see
    doubtful  where people may say that a sensor is wrong
    lost      why the board does not answer, as its driver says it
    lifted    pieces that were lifted while the game watched for that
    """

    table: Table = field(default_factory=Table)
    draft: Draft | None = None
    clearing: bool = False
    doubtful: frozenset[Site] = NOWHERE
    tiles: bool = False
    on_screen: bool = False
    lost: Sentence | None = None
    lifted: tuple[Lifted, ...] = ()

    @property
    def in_the_way(self) -> bool:
        """Whether something on the board must be put right before people do together what comes next."""
        lying = self.table
        wrong = lying.extra or lying.missing or lying.to_lift or lying.to_lay
        return bool(wrong) or (self.draft is not None and not self.draft.nothing)

    @property
    def by_hand(self) -> bool:
        """Whether pieces on the board are read as drafts."""
        return self.draft is not None

    @property
    def drafted(self) -> frozenset[Site]:
        """What lies there and does not count yet, while pieces are read as drafts."""
        return self.table.extra if self.by_hand else NOWHERE

    @property
    def loose(self) -> bool:
        """Whether the table itself can take up what does not count yet: it is only drawn."""
        return self.on_screen and bool(self.drafted)


@dataclass(frozen=True, slots=True)
class TurnPart:
    """What may be done now, besides what the game offers.

    remaining_ms  how long until the draft counts by itself, of `still_ms`; None: it does not
    awaits        the draft waits for an answer on a screen
    can_say_laid  the board may not see a piece that was laid: people may say on a screen where
    undoable      the last action can be taken back by whoever did it
    undoes        whose action a take-back would undo; `back_to` the same, if computers have played since
    redoes        whose action was taken back last, if it can be done again
    stuck         the computer whose turn it is cannot play
    """

    remaining_ms: int | None = None
    still_ms: int = 0
    awaits: bool = False
    can_say_laid: bool = False
    can_hint: bool = False
    can_advise: bool = False
    can_take_back: bool = False
    undoable: bool = False
    undoes: Actor | None = None
    back_to: Actor | None = None
    redoes: Actor | None = None
    stuck: bool = False


@dataclass(frozen=True, slots=True)
class RequestPart:
    """What people have asked, as far as all may know it, while it holds.

    choices     what seats have said besides what lies there
    open_seats  those that have not agreed to the proposal yet
    hinting     what may be laid is to be shown; `few`: nobody has asked, but there is little of it
    unseen      somebody has confirmed where nothing was laid
    gave_way    drafted pieces that have just gone for a new one
    advised     where the computer would play, shown because the player to move has asked it
    advice      the same as steps, the best first, where no phone shows them
    regions     the lights show the regions of the game
    """

    choices: Mapping[Actor, Any] = field(default_factory=dict)
    proposal: Proposal | None = None
    open_seats: tuple[Seat, ...] = ()
    hinting: bool = False
    few: bool = False
    unseen: bool = False
    gave_way: frozenset[Site] = NOWHERE
    advised: frozenset[Site] = NOWHERE
    advice: tuple[Advice, ...] = ()
    regions: bool = False


@dataclass(frozen=True, slots=True)
class Situation:
    """See the head of the file.

    stop     why nothing that lies on the board counts; None: it does
    exhibit  a finished game that is shown on the lights; nothing that lies on the board says anything meanwhile
    lesson   a lesson on the board: what lies there is an answer to it, and nothing else
    """

    phase: Phase
    version: int
    paused: bool = False
    stop: Stop | None = None
    exhibit: Exhibit | None = None
    lesson: Lesson | None = None
    game: GamePart = field(default_factory=GamePart)
    board: BoardPart = field(default_factory=BoardPart)
    turn: TurnPart = field(default_factory=TurnPart)
    requests: RequestPart = field(default_factory=RequestPart)

    @property
    def only_computers(self) -> bool:
        """Whether it is computers alone that everybody waits for, or one of them cannot play."""
        return self.game.all_computers or self.turn.stuck

    @property
    def clock_runs(self) -> bool:
        """Whether the player whose turn it is is all that the others wait for."""
        lying = self.board.table
        disturbed = lying.missing or lying.to_lift or lying.to_lay
        return self.game.clock is not None and not self.game.clock.up and self.stop is None and not disturbed

    def with_left(self, remaining_ms: int | None) -> "Situation":
        """The same, with so much left of the countdown."""
        return replace(self, turn=replace(self.turn, remaining_ms=remaining_ms))


def moment(
    now: Situation,
    words: Any = str,  # noqa: ANN401
    *,
    news: Any = None,  # noqa: ANN401
    since_ms: int = 0,
    left: int | None = None,
) -> Moment:
    """The situation as a game is told of it. Where the board is only drawn, pages draw themselves what is advised."""
    remaining_ms, still_ms = now.turn.remaining_ms, now.turn.still_ms
    return Moment(
        table=now.board.table,
        draft=now.board.draft,
        choices=now.requests.choices,
        sittings=sittings(now),
        stopped=now.stop is not None,
        hinting=now.requests.hinting,
        few=now.requests.few,
        advised=NOWHERE if now.board.on_screen else now.requests.advised,
        regions=now.requests.regions,
        awaits=now.turn.awaits,
        unseen=now.requests.unseen,
        gave_way=now.requests.gave_way,
        countdown=None if remaining_ms is None or not still_ms else 1000 * remaining_ms // still_ms,
        lifted=now.board.lifted,
        left=left,
        undoable=now.turn.undoable,
        clearing=now.board.clearing,
        tiles=now.board.tiles,
        news=news,
        since_ms=since_ms,
        number=now.game.number,
        words=words,
    )


def sittings(now: Situation) -> Mapping[Seat, Sitting]:
    """Who sits where."""
    game, drawn = now.game, now.board.on_screen
    if game.agreement is None:
        return {}
    return {
        seat: Sitting(
            name, game.agreement.computer(seat), drawn or seat in game.phones, drawn or seat in game.had_screens
        )
        for seat, name in enumerate(game.agreement.names, 1)
    }
