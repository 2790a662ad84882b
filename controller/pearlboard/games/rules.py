"""What a game decides: the protocol of its rules. They know every secret; what others may know of it is a `View`."""

from collections.abc import Iterable
from dataclasses import replace
from random import Random

from pearlboard.games.refusals import refusal
from pearlboard.games.values import (
    Actor,
    Course,
    GameAction,
    GameDeal,
    GameSetup,
    GameState,
    GameView,
    Json,
    Outcome,
    Seat,
    Undo,
    Viewer,
)


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
