"""The situation: the table at one moment, for lights, screens and the countdown. It holds nothing secret.

    Situation
      game      from the log: who plays what, and how far it has come
      board     the pieces, and what is wrong with them
      turn      what may be done now, and when it counts by itself
      requests  what people have asked

`settling.situate` makes it. What is the game's own is in `game.view`, the table's view, and in `board.draft`.
The private view of a seat is in `screens.private`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from pearlboard.games.api import NOWHERE, TABLE, Actor, Draft, GameView, Moment, Package, Seat, Sitting, Table, Timer
from pearlboard.games.on_board import OnBoard
from pearlboard.games.teaching import Answer, Explanation
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
    """The reason why nothing on the board counts at the moment."""

    LOST = "lost"  # the board does not answer
    UNKNOWN = "unknown"  # it has only just answered
    FROZEN = "frozen"  # a frame bit is wrong
    QUESTION = "question"  # the board is empty, and a game is on: continue, or a new one?
    PAUSED = "paused"
    GONE = "gone"  # the game is not installed here, or has failed


class Part(StrEnum):
    """A board's part in the game at this moment."""

    LEADS = "leads"  # whoever is to act sits there: what is laid is read as a draft
    FOLLOWS = "follows"  # it is led to the same picture: pieces are asked for, and any others are to be lifted
    WATCHES = "watches"  # nobody of this game sits there: its pieces mean nothing


@dataclass(frozen=True, slots=True)
class Given:
    """The inputs of a situation: the log, the board, the requests and the settings, at one moment.

    still_ms   how long a draft lies still before it counts
    place      the number of the board
    board      what is known of the board apart from its pieces
    stop       what is wrong with the board, if anything
    stuck      the computer whose turn it is cannot play
    regions    the lights show the regions of the game; `ask_regions`: they do on request
    drawn      seats that sit at a drawn board
    suspected  sites whose sensor may be wrong, so that their pieces never count by themselves
    counting   the points of the game that has just ended are being counted on screen
    patient    nothing counts by lying still, and nobody is hurried
    """

    session: Session
    state: BoardState
    requests: PendingRequests
    showing: Showing
    at_ms: int
    still_ms: int
    place: int
    board: "BoardPart"
    stop: Stop | None
    stuck: bool
    regions: bool
    ask_regions: bool
    drawn: frozenset[Seat]
    suspected: frozenset[Site]
    counting: bool
    patient: bool = False


@dataclass(frozen=True, slots=True)
class ClockPart:
    """The clock of the turn: for whom, since which version, how long, and how much was recorded as used."""

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
    """The game as the log has it. `number` is the game's in the archive, `view` the table's.

    stage        the game's own name for what it is busy with; the phase's while no game is on
    turn         the number of turns, including the current one
    goes_on      all together can go on now
    active       who may act; `thinking`: those seats that the computer plays; `exhibition`: only computers play
    phones       seats with a screen of their own; `had_screens`: those that had one at the last action
    drawn        seats that sit at a drawn board, where every person has a screen
    told         steps of computers since the last step of a person, including what no sensor feels
    moves        why each of these computers has played its last step, as everybody may know it
    latest       the places where the last turn has laid pieces
    deeds        the public actions of seats in this game
    explanation  what a beginner is told at this point, where the table explains the game
    timer        the running timer of the game
    clock        the clock of the turn, where one was agreed on and somebody is awaited
    given_up     no game is on, because the last one was given up
    counting     the game is over, and its points are being counted on screen: the winner is not said yet
    next         who was playing, at the levels at which computers play the next game; `follows`: how those change
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
    drawn: frozenset[Seat] = frozenset()
    told: tuple[Sentence, ...] = ()
    moves: tuple[Answer, ...] = ()
    latest: frozenset[Site] = NOWHERE
    deeds: tuple[Deed, ...] = ()
    explanation: Explanation | None = None
    timer: Timer | None = None
    clock: ClockPart | None = None
    given_up: bool = False
    counting: bool = False
    next: Agreement | None = None
    follows: Sentence | None = None

    @property
    def board(self) -> OnBoard | None:
        """How the current game lies on the board."""
        return None if self.package is None else self.package.board

    @property
    def to_move(self) -> Seat | None:
        """The one seat that is to act; None if nobody, or several, are."""
        seats = [actor for actor in self.active if actor != TABLE]
        return int(seats[0]) if len(seats) == 1 else None

    @property
    def all_computers(self) -> bool:
        """Whether only computers are to act."""
        return bool(self.thinking) and self.thinking == self.active

    @property
    def together(self) -> bool:
        """Whether all act together next."""
        return TABLE in self.active


@dataclass(frozen=True, slots=True)
class BoardPart:
    """The pieces on the board compared with the log. `tiles`: a piece that lies face up cannot be sensed.

    draft     the pieces read as a turn; None where they are not read so
    clearing  pieces of the last game, or many unknown ones: they are to be lifted, and nothing is wrong
    on_screen the board is only drawn: nothing is sensed, and every person has a screen of their own
    doubtful  places where people may say that a sensor is wrong
    lost      the driver's reason why the board does not answer
    lifted    pieces that were lifted while the game watched
    part      what this board has to do with the game now
    leader    the name of the table at which whoever is to act sits; empty: it has none
    other     the name of the other board's table; empty: it has none, or there is no other board
    movable   pieces of a drawn board that a tap lifts
    last_to_lay  the last pieces with which a game begins: if they lie there already, the button says so
    mixed     pieces that may have changed places: if they lie right, the button says so
    """

    table: Table = field(default_factory=Table)
    draft: Draft | None = None
    clearing: bool = False
    doubtful: frozenset[Site] = NOWHERE
    tiles: bool = False
    on_screen: bool = False
    lost: Sentence | None = None
    lifted: tuple[Lifted, ...] = ()
    part: Part = Part.LEADS
    leader: str = ""
    other: str = ""
    movable: frozenset[Site] = NOWHERE
    last_to_lay: frozenset[Site] = NOWHERE
    mixed: frozenset[Site] = NOWHERE

    @property
    def in_the_way(self) -> bool:
        """Whether the board must be put right before all act together."""
        lying = self.table
        wrong = lying.extra or lying.missing or lying.to_lift or lying.to_lay
        return bool(wrong) or (self.draft is not None and not self.draft.nothing)

    @property
    def by_hand(self) -> bool:
        """Whether pieces on the board are read as drafts."""
        return self.draft is not None

    @property
    def drafted(self) -> frozenset[Site]:
        """The pieces that do not count yet, while pieces are read as drafts."""
        return self.table.extra if self.by_hand else NOWHERE

    @property
    def loose(self) -> bool:
        """Whether the table itself can remove pieces that do not count yet: the board is only drawn."""
        return self.on_screen and bool(self.drafted | self.table.in_hand)


@dataclass(frozen=True, slots=True)
class TurnPart:
    """The open commands besides those that the game offers.

    remaining_ms  time until the draft counts by itself, of `still_ms`; None: it does not
    awaits        the draft waits for an answer on a screen
    can_say_laid  the board may not see a piece: people may say on a screen where it lies
    undoable      the last action can be taken back by whoever did it
    undoes        whose action a take-back would undo; `back_to` the same, if computers have played since
    redoes        whose action was taken back last, if it can be done again
    stuck         the computer whose turn it is cannot play
    by_itself     a draft may count by lying still
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
    by_itself: bool = False


@dataclass(frozen=True, slots=True)
class RequestPart:
    """The public part of the pending requests.

    choices     what seats have chosen apart from laying pieces
    open_seats  seats that have not agreed to the proposal yet
    hinting     legal places are shown; `few`: nobody has asked, but there are few of them
    unseen      somebody has confirmed without a piece
    gave_way    drafted pieces that have just been replaced
    advised     where the computer would play, for whoever has asked
    advice      the suggestions, best first, where no phone shows them
    regions     the lights show the regions of the game
    ready       the button was pressed here for what all do together, and not at every board yet
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
    ready: bool = False


@dataclass(frozen=True, slots=True)
class Situation:
    """The situation (see the module).

    stop     why nothing on the board counts; None: it does
    exhibit  a finished game shown by the lights; the pieces mean nothing meanwhile
    lesson   a lesson on the board: the pieces are an answer to it, and nothing else
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
        """Whether everybody waits for computers only, or one of them cannot play."""
        return self.game.all_computers or self.turn.stuck

    @property
    def ended(self) -> bool:
        """Whether a game is over, and everybody may know how."""
        return self.phase is Phase.OVER and not self.game.counting

    @property
    def clock_runs(self) -> bool:
        """Whether only the player to move holds things up, so that the clock of the turn runs."""
        lying = self.board.table
        disturbed = lying.missing or lying.to_lift or lying.to_lay
        return self.game.clock is not None and not self.game.clock.up and self.stop is None and not disturbed

    def with_left(self, remaining_ms: int | None) -> "Situation":
        """The situation with another remaining countdown."""
        return replace(self, turn=replace(self.turn, remaining_ms=remaining_ms))


def moment(
    now: Situation,
    words: Any = str,  # noqa: ANN401
    *,
    news: Any = None,  # noqa: ANN401
    since_ms: int = 0,
    left: int | None = None,
) -> Moment:
    """The situation as a game is told of it. On a drawn board pages draw the suggestions themselves."""
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
    """The players by seat."""
    game = now.game
    if game.agreement is None:
        return {}
    own, had = game.drawn | game.phones, game.drawn | game.had_screens
    return {
        seat: Sitting(name, game.agreement.computer(seat), seat in own, seat in had)
        for seat, name in enumerate(game.agreement.names, 1)
    }
