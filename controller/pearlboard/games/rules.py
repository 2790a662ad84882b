"""The rules of a game: the core that every game has, and the capabilities that it may have. Rules know every secret.

A capability is a value that names functions of the game; those with a default may be left out. A game without a
capability does not mention it: the constant after each class defines what holds then, and nothing else does.
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
    """The rules of a game. Methods without a default must be given; the defaults are right for a simple game.

    Refusals are `IllegalAction`, an unreadable document is `BadInput`. Set-up, deal, state, view and action are frozen
    values of the game's own types; a state has no encoder, and its `repr` shows no secret.
    """

    def opening(self, setup: GameSetup, first: Seat, deal: GameDeal) -> GameState:
        """The first state of a game; `first` is the seat that people named.

        `setup`: the agreement (`Options`), by default the number of `players`; `deal`: the secret deal (`Dealt`).
        """
        raise NotImplementedError

    def stage(self, view: GameView) -> str:
        """The name of the current stage. A command sent in one stage is stale in another."""
        return "playing"

    def active(self, state: GameState) -> frozenset[Actor]:
        """The actors that may act: one seat, several at once, or TABLE for all people together. Empty after the end."""
        raise NotImplementedError

    def view(self, state: GameState, viewer: Viewer) -> GameView:
        """The knowledge of `viewer`, built by listing. States that differ only in others' secrets give equal views.

        By default the whole state, for a game without secrets; its field `viewer` names the viewer.
        """
        return replace(state, viewer=viewer)

    def legal(self, view: GameView) -> Iterable[GameAction]:
        """The legal actions of the viewer; a game with too many to list overrides `sample` and `may` instead."""
        raise NotImplementedError

    def may(self, view: GameView, actor: Actor, action: GameAction) -> None:
        """Raise the `IllegalAction` that follows from this view; `apply` judges what depends on more.

        By default every action is refused that `legal` does not list.
        """
        if action not in self.legal(view):
            raise refusal("not_allowed")

    def apply(self, state: GameState, actor: Actor, action: GameAction) -> GameState:
        """The state after an action, or `IllegalAction`."""
        raise NotImplementedError

    def sample(self, view: GameView, rng: Random) -> GameAction | None:
        """A random legal action; None if there is none."""
        actions = list(self.legal(view))
        return rng.choice(actions) if actions else None

    def go_on(self, view: GameView) -> GameAction | None:
        """The action of the button when TABLE is to act, and of a game of computers alone; None: no action.

        By default the only legal action of TABLE, if there is just one; `view` is the table's.
        """
        actions = tuple(self.legal(view))
        return actions[0] if len(actions) == 1 else None

    def undo(self, state: GameState, action: GameAction) -> Undo:
        """How an action played in `state` can be taken back."""
        return Undo.ALONE

    def ends_turn(self, action: GameAction) -> bool:
        """Whether an action of a seat ends its turn, for counting turns."""
        return True

    def outcome(self, state: GameState) -> Outcome | None:
        """The result of the game; None until it has ended."""
        raise NotImplementedError

    def encode(self, action: GameAction) -> object:
        """An action as plain data, for the log and for pages; `decode` reads it back."""
        raise NotImplementedError

    def decode(self, document: object) -> GameAction:
        """The action from plain data; `BadInput` for anything else."""
        raise NotImplementedError

    def record(self, course: Course) -> Json | None:
        """The record of a finished game, with every secret; None: the agreement and the actions are the record."""
        return None


# --- capabilities before the game ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Options:
    """Options of the set-up form, and the agreement that comes of them.

    agree(form, players, rng)  the agreement; `rng` decides what the form leaves to chance; or `BadSetup`
    encode(setup)              the agreement as plain data; `decode(document)` reads it back, or raises `BadInput`
    again(setup, rng)          the agreement of a rematch
    last(setup)                the fields with which the next form begins
    said(setup)                the options in force, as sentences for the help
    for_computers(setup)       whether computers can play, advise and analyse such a game
    trial(form, players, rng)  the agreement for a match of computer players; None: as `agree`
    variants                   forms that make another game; `check-game` tries each of them
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
        """The agreement for a match of `players` computer players; `variant`: the fields of the form."""
        people = [Player(f"{seat}", "random") for seat in range(1, players + 1)]
        return (self.trial or self.agree)(variant, people, rng)


@dataclass(frozen=True, slots=True)
class Handicap:
    """A step of a ladder: its name in the form, its words, and what it costs a seat against an equal, in Elo points."""

    name: str
    said: Sentence
    costs: int


@dataclass(frozen=True, slots=True)
class Handicaps:
    """Handicaps of a seat, chosen in the set-up form: its field `handicaps` has a step's name for each seat, or "".

    ladder(players)  the steps that a game of so many offers, light ones first
    of(setup)        the steps that were agreed on, by seat
    """

    ladder: Callable[[int], Sequence[Handicap]]
    of: Callable[[GameSetup], Mapping[Seat, str]]


NO_HANDICAPS: Final = Handicaps(lambda players: (), lambda setup: {})


NO_OPTIONS: Final = Options(lambda form, players, rng: {"players": len(players)})


@dataclass(frozen=True, slots=True)
class Dealt:
    """The secret result of chance: a fact of its own, handed to `Rules.opening`.

    deal(setup, rng)  the deal, such as a shuffled deck; None if nothing is dealt
    encode(deal)      the deal as plain data; `decode(document)` reads it back
    """

    deal: Callable[[GameSetup, Random], GameDeal]
    encode: Callable[[GameDeal], object] = as_it_is
    decode: Callable[[object], GameDeal] = as_it_is


NOTHING_DEALT: Final = Dealt(lambda setup, rng: None)


@dataclass(frozen=True, slots=True)
class Sides:
    """Seats that score together.

    side(setup, seat)  the side of a seat, numbered from 1
    sides(players)     the side of every seat in order, before an agreement
    """

    side: Callable[[GameSetup, Seat], Side]
    sides: Callable[[int], Sequence[Side]]


EACH_ALONE: Final = Sides(lambda setup, seat: seat, lambda players: range(1, players + 1))


@dataclass(frozen=True, slots=True)
class Picks:
    """A choice of each player before the game, such as a colour; no two players have the same.

    offered         all picks; the form module's `pick(seat, name)` puts one among the options
    colours(setup)  the colours of seats, by number in the table's palette, from 1; by default seat 1 has colour 1
    """

    offered: Sequence[Pick]
    colours: Callable[[GameSetup], Mapping[Seat, int]]


NO_PICKS: Final = Picks((), lambda setup: {})


# --- capabilities during the game ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Timed:
    """Timers of the game.

    timer(state)          the running timer; None if none runs
    time_up(state, name)  the state after the timer has expired; a fact, so that a replay need not wait
    undo(state, name)     how far actions can be taken back after that: NEVER if it reveals hidden things
    """

    timer: Callable[[GameState], Timer | None]
    time_up: Callable[[GameState, str], GameState]
    undo: Callable[[GameState, str], Undo] = lambda state, name: Undo.AGREED


TIMELESS: Final = Timed(lambda state: None, lambda state, name: state)


@dataclass(frozen=True, slots=True)
class Secrets:
    """Knowledge of one seat alone, such as a hand or a sealed bid. `Rules.view` hides it from all others.

    common(state, seat)            the seat's view without its secrets: for advice that everybody can see
    public(action)                 the public part of an action, for feeds and logs; None: only that it happened
    private(own, moment, choice)   the data of the seat's own screen, from its own view
    buttons(own, moment)           the buttons of the seat's own screen
    own(action)                    whether a seat that has its own screen acts there only
    hangs_on_secret(view, action)  whether the legality of an action depends on a secret; `view` is the table's
    hindsight(state, end, seat)    the seat's view with everything that was revealed at the end; None: its view
    as_known(end, action)          the action with the values that were revealed later

    On a shared page, an action that hangs on a secret is done behind the seat's curtain: a refusal would reveal the
    secret to whoever asks.
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
    """Words of a seat about its own secrets, said on its own screen at any time, unseen by everybody else.

    aside(action)              whether an action is such a word
    some(view)                 some words that the viewer may say now, for `check-game`
    speaks_for(state, action)  the seat whose secret an action of others states, with the refusal if a computer plays it

    A word is no step: no log and no replay shows it, and taking back later steps keeps it while it is legal. Nobody may
    see whether it was said. An action of a seat that changes nothing for anybody else counts as a word, too.
    """

    aside: Callable[[GameAction], bool]
    some: Callable[[GameView], Iterable[GameAction]]
    speaks_for: Callable[[GameState, GameAction], tuple[Seat, IllegalAction] | None] = lambda state, action: None


NO_ASIDES: Final = Asides(lambda action: False, lambda view: ())
