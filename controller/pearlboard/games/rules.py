"""What a game decides: the protocol of its rules, and what rules may have besides. They know every secret.

A capability is a value that names the functions that a game has for it; where one has a default, it may be left out. A
game says nothing of what it has not: the constant after a capability, and here alone, is what is so then.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from pearlboard.games.refusals import IllegalAction, refusal
from pearlboard.games.values import (
    Actor,
    Button,
    Choice,
    Course,
    GameAction,
    GameDeal,
    GameSetup,
    GameState,
    GameView,
    Json,
    Moment,
    Outcome,
    Pick,
    Player,
    Seat,
    Side,
    Timer,
    Undo,
    Viewer,
    as_it_is,
)
from pearlboard.texts import Sentence


class Rules:
    """The rules of a game. What has no default must be given; what has one is right for a simple game.

    Refusals are `IllegalAction`, a document that cannot be read is `BadInput`. Values that the game gives (set-up,
    deal, state, view, action) are its own types, frozen; a state has no encoder and prints no secret.
    """

    def opening(self, setup: GameSetup, first: Seat, deal: GameDeal) -> GameState:
        """The state in which the game begins; `first` is the seat that people named.

        `setup`: what was agreed on (`Options`), or how many `players` there are; `deal`: what chance decided (`Dealt`).
        """
        raise NotImplementedError

    def stage(self, view: GameView) -> str:
        """A word for what is going on. What was asked in one stage is stale in another."""
        return "playing"

    def active(self, state: GameState) -> frozenset[Actor]:
        """Who may act: one seat, several at once, or TABLE for what people do together. Nobody once it is over."""
        raise NotImplementedError

    def view(self, state: GameState, viewer: Viewer) -> GameView:
        """What `viewer` may know, built by listing. Two states that differ in nothing it may know give equal views.

        By default all of it, for a game in which nothing is hidden: the state, whose field `viewer` says whose view it
        is.
        """
        return replace(state, viewer=viewer)

    def legal(self, view: GameView) -> Iterable[GameAction]:
        """The actions open to the viewer; where they are very many, `sample` is asked in its place."""
        raise NotImplementedError

    def may(self, view: GameView, actor: Actor, action: GameAction) -> None:
        """Raise the `IllegalAction` that can be known from this view; what depends on more is for `apply`.

        By default only what `legal` tells is allowed; a game where that is much to list says it in another way.
        """
        if action not in self.legal(view):
            raise refusal("not_allowed")

    def apply(self, state: GameState, actor: Actor, action: GameAction) -> GameState:
        """The state after an action, or `IllegalAction`."""
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

    def undo(self, state: GameState, action: GameAction) -> Undo:
        """How an action that was played in `state` can be taken back."""
        return Undo.ALONE

    def ends_turn(self, action: GameAction) -> bool:
        """Whether a turn is over with what a seat has done, for counting them."""
        return True

    def outcome(self, state: GameState) -> Outcome | None:
        """How the game ended; None while it is on."""
        raise NotImplementedError

    def encode(self, action: GameAction) -> object:
        """An action as plain data, as it is stored and as a page sends it; `decode` reads it back."""
        raise NotImplementedError

    def decode(self, document: object) -> GameAction:
        """See `encode`; `BadInput` for what is no action."""
        raise NotImplementedError

    def record(self, course: Course) -> Json | None:
        """A game that has ended, as a document that tells every secret; None: what was agreed on, and what was done."""
        return None


# --- what it may have besides: before the game --------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Options:
    """What people agree on in the set-up form.

    agree(form, players, rng)  what was asked for, completed by chance where the table is to choose; or `BadSetup`
    encode(setup)              the agreement as plain data; `decode(document)` reads it back, or raises `BadInput`
    again(setup, rng)          the agreement for another game of the same people
    last(setup)                what the next form begins with
    said(setup)                how the game is played at this table, in sentences
    for_computers(setup)       whether a computer knows enough of such a game to play it, to advise and to judge
    trial(form, players, rng)  as `agree`, for a match of computer players; None: the same
    variants                   what the form may say that makes it another game: each is tried out
    """

    agree: Callable[[Json, Sequence[Player], Random], GameSetup]
    encode: Callable[[GameSetup], object] = as_it_is
    decode: Callable[[object], GameSetup] = as_it_is
    again: Callable[[GameSetup, Random], GameSetup] = lambda setup, rng: setup
    last: Callable[[GameSetup], Json] = lambda setup: {}
    said: Callable[[GameSetup], Iterable[Sentence]] = lambda setup: ()
    for_computers: Callable[[GameSetup], bool] = lambda setup: True
    trial: Callable[[Json, Sequence[Player], Random], GameSetup] | None = None
    variants: tuple[Json, ...] = ({},)

    def of_trial(self, players: int, variant: Json, rng: Random) -> GameSetup:
        """An agreement for a match of so many computer players; `variant` is what the form would say besides."""
        people = [Player(f"{seat}", "random") for seat in range(1, players + 1)]
        return (self.trial or self.agree)(variant, people, rng)


NO_OPTIONS: Final = Options(lambda form, players, rng: {"players": len(players)})


@dataclass(frozen=True, slots=True)
class Dealt:
    """What chance decides and nobody may know yet: a secret fact, handed to `Rules.opening`.

    deal(setup, rng)  a shuffled deck, for example; None where nothing is dealt
    encode(deal)      as plain data; `decode(document)` reads it back
    """

    deal: Callable[[GameSetup, Random], GameDeal]
    encode: Callable[[GameDeal], object] = as_it_is
    decode: Callable[[object], GameDeal] = as_it_is


NOTHING_DEALT: Final = Dealt(lambda setup, rng: None)


@dataclass(frozen=True, slots=True)
class Sides:
    """Seats that score together.

    side(setup, seat)  the side of a seat, from 1
    sides(players)     the same of every seat in order, before anything is agreed on but how many play
    """

    side: Callable[[GameSetup, Seat], Side]
    sides: Callable[[int], Sequence[Side]]


EACH_ALONE: Final = Sides(lambda setup, seat: seat, lambda players: range(1, players + 1))


@dataclass(frozen=True, slots=True)
class Picks:
    """What each player may choose for itself before the game, such as a colour, no two the same.

    offered         all there is to choose from; the form module's `pick(seat, name)` puts it among the options
    colours(setup)  the seats' colours, by number in the table's palette, from 1; seat 1 has the first, and so on
    """

    offered: Sequence[Pick]
    colours: Callable[[GameSetup], Mapping[Seat, int]]


NO_PICKS: Final = Picks((), lambda setup: {})


# --- what it may have besides: in the game ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Timed:
    """Times that run at stages of the game.

    timer(state)          the time that is running, if one is
    time_up(state, name)  the state after it has run out; stored as a fact, so that a replay waits for nothing
    undo(state, name)     what can be taken back once it has run out: NEVER if hidden things lie open by it
    """

    timer: Callable[[GameState], Timer | None]
    time_up: Callable[[GameState, str], GameState]
    undo: Callable[[GameState, str], Undo] = lambda state, name: Undo.AGREED


TIMELESS: Final = Timed(lambda state: None, lambda state, name: state)


@dataclass(frozen=True, slots=True)
class Secrets:
    """What a seat alone knows: a hand, a sealed bid.

    common(state, seat)            the seat's view, but for what it alone knows: for advice that all can see
    public(action)                 what all may see of an action, for feeds and logs; None: that there was one
    private(own, moment, choice)   what the seat's own screen shows besides, from its own view: plain data
    buttons(own, moment)           actions that depend on what it alone knows, for its own screen
    own(action)                    whether a seat with a screen of its own does this there alone
    hangs_on_secret(view, action)  whether only who sees what the seat alone sees can know if it may do this
    hindsight(state, end, seat)    what it could know if it knew all that lay open at the end; None: its view
    as_known(end, action)          the action with what was only said of it later

    What hangs on a secret is done behind the seat's curtain on a page that all share: whoever could ask without looking
    would learn from a refusal what is hidden. The view that is asked about is the table's.
    """

    common: Callable[[GameState, Seat], GameView] | None
    public: Callable[[GameAction], GameAction | None] = lambda action: None
    private: Callable[[GameView, Moment, Choice], Json] = lambda own, moment, choice: {}
    buttons: Callable[[GameView, Moment], Sequence[Button]] = lambda own, moment: ()
    own: Callable[[GameAction], bool] = lambda action: True
    hangs_on_secret: Callable[[GameView, GameAction], bool] = lambda view, action: True
    hindsight: Callable[[GameState, GameState, Seat], GameView] | None = None
    as_known: Callable[[GameState, GameAction], GameAction] = lambda end, action: action


NOTHING_SECRET: Final = Secrets(None, public=as_it_is, hangs_on_secret=lambda view, action: False)


@dataclass(frozen=True, slots=True)
class Asides:
    """What a seat says of what it alone knows, on its own screen, whoever is to act: nobody else notices.

    aside(action)              whether that is such a word
    some(view)                 some of what the viewer may say now, for whoever checks the game
    speaks_for(state, action)  whose knowledge an action of others states, and what is said against it where that seat
                               is the computer's

    It is no step: nobody tells of it, no replay shows it, and what is taken back afterwards leaves it, as long as it
    can still be said. Not even that it was said may be seen; what a seat does again in its turn, so that nothing
    changes for anybody else, is taken for such a word, too.
    """

    aside: Callable[[GameAction], bool]
    some: Callable[[GameView], Iterable[GameAction]]
    speaks_for: Callable[[GameState, GameAction], tuple[Seat, IllegalAction] | None] = lambda state, action: None


NO_ASIDES: Final = Asides(lambda action: False, lambda view: ())
