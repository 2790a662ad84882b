"""What a game is to the table. A game is one `Package`; whatever the service wants of it, it asks there.

`docs/games.md` leads from an empty folder to a game that is played. Everything here is pure: no method has a clock, a
file, or chance that was not handed in. A game is told `View`s wherever a view will do; only the session holds a state.
What may be imported by a game stands here, in `geometry`, `lights` and `texts`.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final, Protocol, TypeAlias

from pearlboard.errors import BadInput
from pearlboard.games.bots import Bot, ByChance, Candidate, Chances, Computer, Judge, Outlook, Thought
from pearlboard.games.drawing import Picture, Shape, shape
from pearlboard.games.plain import plain_scene, put_right
from pearlboard.games.values import (
    MOST_SEATS,
    NOWHERE,
    SEATINGS,
    TABLE,
    Act,
    Actor,
    BadOptions,
    BadSetup,
    Button,
    Choice,
    Course,
    Draft,
    GameAction,
    GameDeal,
    GameSetup,
    GameState,
    GameView,
    IllegalAction,
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
    refusal,
)
from pearlboard.geometry import Site
from pearlboard.lights.scene import Scene
from pearlboard.texts import Sentence

__all__ = [
    "API",
    "MOST_SEATS",
    "NOWHERE",
    "SEATINGS",
    "TABLE",
    "Act",
    "Actor",
    "BadInput",
    "BadOptions",
    "BadSetup",
    "Bot",
    "Button",
    "ByChance",
    "Candidate",
    "Chances",
    "Choice",
    "Computer",
    "Course",
    "Draft",
    "Files",
    "GameAction",
    "GameDeal",
    "GameSetup",
    "GameState",
    "GameView",
    "IllegalAction",
    "Json",
    "Judge",
    "Moment",
    "OnBoard",
    "Outcome",
    "Outlook",
    "Package",
    "Pick",
    "Picture",
    "Piece",
    "Player",
    "Reads",
    "ReplayFrame",
    "Rules",
    "Seat",
    "Shape",
    "Shown",
    "Side",
    "Sitting",
    "Table",
    "Thought",
    "Timer",
    "Undo",
    "Verdict",
    "Viewer",
    "plain_scene",
    "put_right",
    "refusal",
    "shape",
]

GameDraft: TypeAlias = Any
"""The draft that the game's own `OnBoard.draft` has made."""
API: Final = 1
"""The version of this contract. A package says for which it was written; another one is told to be brought up."""


class Rules:
    """The rules of a game. What has no default must be given; what has one is right for a simple game.

    Refusals are `IllegalAction`, a set-up that cannot be played `BadSetup`, a document that cannot be read `BadInput`.
    Values that the game gives (set-up, deal, state, view, action) are its own types, frozen; a state has no encoder
    and prints no secret.
    """

    # --- before ---

    def agree(self, form: Json, players: Sequence[Player], rng: Random) -> GameSetup:
        """What was asked for in the set-up form, completed with `rng` where the table is to choose; or `BadSetup`."""
        raise NotImplementedError

    def again(self, setup: GameSetup, rng: Random) -> GameSetup:
        """The agreement for another game of the same people."""
        del rng
        return setup

    def deal(self, setup: GameSetup, rng: Random) -> GameDeal:
        """What chance decides and nobody may know yet, as a secret fact; None in a game without such."""
        del setup, rng

    def opening(self, setup: GameSetup, first: Seat, deal: GameDeal) -> GameState:
        """The state in which the game begins; `first` is the seat that people named."""
        raise NotImplementedError

    # --- in the game ---

    def stage(self, view: GameView) -> str:
        """A word for what is going on. What was asked in one stage is stale in another."""
        del view
        return "playing"

    def active(self, state: GameState) -> frozenset[Actor]:
        """Who may act: one seat, several at once, or TABLE for what people do together. Nobody once it is over."""
        raise NotImplementedError

    def apply(self, state: GameState, actor: Actor, action: GameAction) -> GameState:
        """The state after an action, or `IllegalAction`."""
        raise NotImplementedError

    def may(self, view: GameView, actor: Actor, action: GameAction) -> None:
        """Raise the `IllegalAction` that can be known from this view; what depends on more is for `apply`.

        By default only what `legal` tells is allowed; a game where that is much to list says it in another way.
        """
        del actor
        if action not in self.legal(view):
            raise refusal("not_allowed")

    def legal(self, view: GameView) -> Iterable[GameAction]:
        """The actions open to the viewer; where they are very many, `sample` is asked in its place."""
        raise NotImplementedError

    def sample(self, view: GameView, rng: Random) -> GameAction | None:
        """One of the open actions by chance; None if there is none."""
        actions = list(self.legal(view))
        return rng.choice(actions) if actions else None

    def go_on(self, view: GameView) -> GameAction | None:
        """What the button does when TABLE is to act, and an exhibition by itself; None: nothing by itself.

        By default the one thing that is open to the table, if it is one alone; `view` is the table's.
        """
        actions = tuple(self.legal(view))
        return actions[0] if len(actions) == 1 else None

    def view(self, state: GameState, viewer: Viewer) -> GameView:
        """What `viewer` may know, built by listing. Two states that differ in nothing it may know give equal views."""
        raise NotImplementedError

    def common(self, state: GameState, seat: Seat) -> GameView:
        """The seat's view, but for what it alone knows: for advice that all can see."""
        del seat
        return self.view(state, TABLE)

    def public(self, action: GameAction) -> GameAction | None:
        """What all may see of an action, for feeds and logs; None: nothing but that there was one."""
        del action
        return None

    def undo(self, state: GameState, action: GameAction) -> Undo:
        """How an action that was played in `state` can be taken back."""
        del state, action
        return Undo.ALONE

    def own(self, action: GameAction) -> bool:
        """Whether a seat that has a screen of its own does this there, and not on a page that all share."""
        del action
        return True

    def speaks_for(self, state: GameState, action: GameAction) -> tuple[Seat, IllegalAction] | None:
        """Whose knowledge an action of others states, and what is said against it where that seat is the computer's."""
        del state, action
        return None

    def timer(self, state: GameState) -> Timer | None:
        """The time that is running."""
        del state
        return None

    def time_up(self, state: GameState, name: str) -> GameState:
        """The state after that time has run out. It is stored as a fact, so a replay waits for nothing."""
        del name
        return state

    def undo_time(self, state: GameState, name: str) -> Undo:
        """What can be taken back once that time has run out in `state`: NEVER if hidden things lie open by it."""
        del state, name
        return Undo.AGREED

    def outcome(self, state: GameState) -> Outcome | None:
        """How the game ended; None while it is on."""
        raise NotImplementedError

    # --- turns and sides ---

    def ends_turn(self, action: GameAction) -> bool:
        """Whether a turn is over with what a seat has done, for counting them."""
        del action
        return True

    def side(self, setup: GameSetup, seat: Seat) -> Side:
        """Who scores together."""
        del setup
        return seat

    def sides(self, players: int) -> Sequence[Side]:
        """The same of every seat in order, with so many players, before anything else is agreed on."""
        return range(1, players + 1)

    def colours(self, setup: GameSetup) -> Mapping[Seat, int]:
        """The seats' colours, by number in the table's palette, from 1; by default seat 1 has the first, and so on."""
        del setup
        return {}

    # --- as data ---

    def encode_setup(self, setup: GameSetup) -> object:
        """The agreement as plain data (by default it is); `decode_setup` reads it back, or raises `BadInput`."""
        return setup

    def decode_setup(self, document: object) -> GameSetup:
        """See `encode_setup`."""
        return document

    def encode_deal(self, deal: GameDeal) -> object:
        """What chance decided, as plain data (by default it is); `decode_deal` reads it back."""
        return deal

    def decode_deal(self, document: object) -> GameDeal:
        """See `encode_deal`."""
        return document

    def encode(self, action: GameAction) -> object:
        """An action as plain data, as it is stored and as a page sends it; `decode` reads it back."""
        raise NotImplementedError

    def decode(self, document: object) -> GameAction:
        """See `encode`; `BadInput` for what is no action."""
        raise NotImplementedError

    def record(self, course: Course) -> Json:
        """A game that has ended, as a document. It tells every secret."""
        return {
            "setup": self.encode_setup(course.setup),
            "acts": [[act.actor, self.encode(act.action)] for act in course.acts],
        }

    # --- computers, arena, analysis ---

    def trial(self, players: int, variant: Json, rng: Random) -> GameSetup:
        """An agreement for a match of computer players; `variant` is what the set-up form would say besides."""
        return self.agree(variant, [Player(f"{seat}", "random") for seat in range(1, players + 1)], rng)

    def hindsight(self, state: GameState, end: GameState, seat: Seat) -> GameView:
        """What the seat could know in `state` if it knew all that lay open at the end."""
        del end
        return self.view(state, seat)

    def as_known(self, end: GameState, action: GameAction) -> GameAction:
        """The action with what was only said of it later."""
        del end
        return action


class OnBoard:
    """How a game lies on the board. It never sees a sensor: settling, countdown, repairs and masks are the table's."""

    NEWS_MS: int = 0
    """For how long `news` is shown."""

    def reads(self, view: GameView) -> Reads:
        """What pieces say at this stage."""
        del view
        return Reads.PIECES

    def expected(self, view: GameView) -> Mapping[Site, Piece]:
        """What lies there by now, as the log says."""
        raise NotImplementedError

    def lays(self, action: GameAction) -> frozenset[Site]:
        """Where an action lays pieces that are to stay."""
        raise NotImplementedError

    def uses(self, action: GameAction) -> frozenset[Site]:
        """Where pieces say an action, and are used up by it: as long as they lie there they must be lifted."""
        del action
        return NOWHERE

    def places(self, action: GameAction) -> frozenset[Site]:
        """What an action is about on the board: where it lays pieces, or plays on one that lies there."""
        return self.lays(action) | self.uses(action)

    def unsensed(self, view: GameView, *, tiles: bool, thinking: bool) -> frozenset[Site]:
        """Sites of pieces that may come and go for now: one that is being looked at, tiles that lie face up.

        `thinking`: the seat to act is the computer's, which looks at nothing by hand.
        """
        del view, tiles, thinking
        return NOWHERE

    def tray(self, view: GameView) -> Mapping[str, int]:
        """Pieces that hands hold besides, by kind, for the simulated board."""
        del view
        return {}

    def may_be_lifted(self, view: GameView) -> frozenset[Site]:
        """Pieces that somebody may take off for a moment, one at a time."""
        del view
        return NOWHERE

    def by_itself(self, view: GameView) -> GameAction | None:
        """What hands would do for all at this stage, and a board that is only drawn does itself: lay out the Pearls."""
        del view
        return None

    def replaces(self, view: GameView, table: Table, site: Site) -> frozenset[Site]:
        """Where pieces are laid on a screen: which drafted ones go for one at `site`, since not both can be meant."""
        del view, table, site
        return NOWHERE

    def draft(self, view: GameView, table: Table, choices: Mapping[Actor, Any], *, confirms_itself: bool) -> Draft:
        """Read what lies on the table, from the table's view and what all may know of the choices."""
        raise NotImplementedError

    def awaits(self, draft: GameDraft, said: Any, *, own_screen: bool) -> bool:  # noqa: ANN401 - the game's own type
        """Whether an answer on a screen must come before the draft counts; `said`: the public part of the choice."""
        del draft, said, own_screen
        return False

    def tapped(self, view: GameView, draft: GameDraft, choice: Choice, site: Site) -> Choice:
        """The choice after a piece that lies there was lifted and put back."""
        del view, draft, site
        return choice

    def choose(self, own: GameView, moment: Moment, choice: Choice, wish: Json, *, own_screen: bool) -> Choice:
        """What the seat of this view says besides the level, by a screen; or `IllegalAction`.

        `own_screen`: it comes from its own. From a page that all see nothing may be refused because of a secret.
        """
        del own, moment, choice, wish, own_screen
        raise refusal("no_such_choice")

    def open_to_all(self, draft: GameDraft, wish: Json) -> bool:
        """Whether any page may say this for the seat, though it has a screen of its own: what lies open anyway."""
        del draft, wish
        return True

    def holds(self, draft: GameDraft, choice: Choice, *, own_screen: bool) -> Choice:
        """What is left of a choice when the draft has become another."""
        del draft, own_screen
        return choice

    def without_declared(self, choice: Choice) -> Choice:
        """The choice without what belongs to one screen: its seat has got one, or has lost it."""
        del choice
        return Choice()

    def action(self, own: GameView, draft: GameDraft, choice: Choice) -> GameAction:
        """The draft's action, completed by what its seat, whose own view this is, has said."""
        del own, choice
        return draft.action

    def freezes(self, action: GameAction) -> bool:
        """Whether what lay there at the moment of this action counts."""
        del action
        return False

    def frozen(self, view: GameView, action: GameAction, seen: Mapping[Site, int]) -> GameAction:
        """The action with what was seen: sites that the last scan before it had and that still lay when all had
        settled, with the milliseconds for which they had lain there.
        """
        del view, seen
        return action

    def news(self, before: GameView, after: GameView) -> Any:  # noqa: ANN401 - the game's own type
        """What has just come about and is to be shown for a while; None for nothing."""
        del before, after

    def scene(self, view: GameView, moment: Moment) -> Scene:
        """The lights and the sound of the game now; by default whose turn it is, and the draft."""
        del view
        return plain_scene(moment)


class Shown:
    """What a game shows on pages, and says."""

    def screen(self, view: GameView, moment: Moment) -> Json:
        """The key `game` of what every page shows: plain data, everything in it may be seen by everybody."""
        del view, moment
        return {}

    def private(self, own: GameView, moment: Moment, choice: Choice) -> Json:
        """What the seat of this view alone sees besides."""
        del own, moment, choice
        return {}

    def sentence(self, view: GameView, moment: Moment) -> Sentence:
        """What is the matter, and what to do next."""
        raise NotImplementedError

    def buttons(self, view: GameView, moment: Moment) -> Sequence[Button]:
        """Actions that pages offer at this moment, the seats' and the table's. Public."""
        del view, moment
        return ()

    def seat_buttons(self, own: GameView, moment: Moment) -> Sequence[Button]:
        """Actions that depend on what the seat alone knows, for its own screen."""
        del own, moment
        return ()

    def told(self, view: GameView, seat: Seat, action: GameAction) -> Sentence:
        """What a seat has just played, for all: what is hidden stays so."""
        raise NotImplementedError

    def reveals_information(self, view: GameView) -> bool:
        """Whether what computers have played last is still of interest at this stage."""
        del view
        return True

    def advice(self, action: GameAction) -> Sentence:
        """An action as it is recommended to a player, who alone may read it; asked of a game that has an adviser."""
        raise NotImplementedError

    def rules(self, setup: GameSetup) -> Iterable[Sentence]:
        """How the game is played at this table."""
        del setup
        return ()

    def seat(self, setup: GameSetup, view: GameView | None, seat: Seat) -> Json:
        """What stands beside a player's name; None for the view before the game has begun."""
        del setup, view, seat
        return {}

    def picks(self) -> Sequence[Pick]:
        """What each player may choose for itself before the game, no two the same; none: nothing.

        The form module's `pick(seat, name)` then puts it among the options.
        """
        return ()

    def lessons(self, words: Callable[[Sentence], str]) -> Mapping[str, Sequence[Json]]:
        """The steps of the `first` lesson, and maybe of `puzzles`, as `docs/games.md` says."""
        del words
        return {}

    def last(self, setup: GameSetup) -> Json:
        """What the next set-up form begins with."""
        del setup
        return {}

    def known(self) -> Json:
        """What the game's pages know from the start, whoever plays: plain data, for their templates and scripts."""
        return {}

    def frames(self, course: Course) -> Iterator[ReplayFrame]:
        """A finished game, step by step; by default what the seats have done, on a dark board."""
        result = self.result(course)
        yield ReplayFrame("start", (), Scene())
        for act in course.acts:
            if act.actor != TABLE:
                yield ReplayFrame("step", (self.retold(act.before, act.actor, act.action),), Scene(), act.actor)
        yield ReplayFrame("result", () if result is None else (result,), Scene())

    def retold(self, before: GameState, seat: Seat, action: GameAction) -> Sentence:
        """An action of a finished game that was done in the state `before`, with what was hidden."""
        return self.told(before, seat, action)

    def laid(self, before: GameState, seat: Seat, action: GameAction) -> Sequence[Json]:
        """The pieces that an action of a finished game lays or changes, as the game's replay page draws pieces."""
        del before, seat, action
        return ()

    def replay(self, course: Course, words: Callable[[Sentence], str]) -> Json:
        """What the game's replay page shows besides the frames."""
        del course, words
        return {}

    def result(self, course: Course) -> Sentence | None:
        """Who has won, for the list of finished games; None: as the places say."""
        del course
        return None

    def picture(self, course: Course) -> Picture | None:
        """How a finished game is drawn, for the picture of it; None: names and points are enough."""
        del course
        return None


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
    lesson   there is a first lesson (`Shown.lessons`)
    seats    how many may play
    home     the import name of its folder, in which `texts/`, `pages/` and `looks.toml` may lie; None: it has none
    words    sentences by language that stand in no file; `looks` likewise: roles and cues as in `looks.toml`
    players  computer players by name, made on first use; `levels`: the names that people choose from
    adviser  which of them is asked for advice; None: there is none. `analyst` likewise, about finished games
    judge    how positions of finished games stood and actions compare, made on first use; None: nobody can say
    points   how many points there are in all, where that never changes
    variants what the set-up form may say that makes it another game: each is tried out (`trial`)
    hints    the board can show what may be laid
    files    what `inspect`, `perft` and `replay` ask, made on first use
    old      actions as former versions stored them, by stored name: who acted, and what the data mean
    ends     those of `old` with which a game was over
    renamed  commands that were this game's alone in former versions of the table, and which command does the same now
    alike    digests of the players of former versions that play as these do (see `computers.arena`): matches go on
    compiled import names of modules that play the same compiled or not, only faster: the doctor says which they are
    api      the version of this contract that it was written for
    """

    name: str
    title: Sentence
    seats: range
    rules: Rules
    shown: Shown
    board: OnBoard | None = None
    home: str | None = None
    words: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    looks: Mapping[str, Any] = field(default_factory=dict)
    players: Callable[[], Mapping[str, Computer]] = dict
    levels: tuple[str, ...] = ()
    adviser: str | None = None
    analyst: str | None = None
    judge: Callable[[], Judge] | None = None
    points: int | None = None
    variants: tuple[Json, ...] = ({},)
    hints: bool = False
    files: Callable[[], Files] | None = None
    old: Mapping[str, Callable[[Json], tuple[Actor, GameAction]]] = field(default_factory=dict)
    ends: tuple[str, ...] = ()
    renamed: Mapping[str, str] = field(default_factory=dict)
    alike: tuple[str, ...] = ()
    compiled: tuple[str, ...] = ()
    goal: Sentence | None = None
    lesson: bool = False
    api: int = API
