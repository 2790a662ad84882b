"""What a game decides: the protocol of its rules. They know every secret; what others may know of it is a `View`."""

from collections.abc import Iterable, Mapping, Sequence
from random import Random

from pearlboard.games.refusals import IllegalAction, refusal
from pearlboard.games.values import (
    TABLE,
    Actor,
    Course,
    GameAction,
    GameDeal,
    GameSetup,
    GameState,
    GameView,
    Json,
    Outcome,
    Player,
    Seat,
    Side,
    Timer,
    Undo,
    Viewer,
)


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
        return setup

    def deal(self, setup: GameSetup, rng: Random) -> GameDeal:
        """What chance decides and nobody may know yet, as a secret fact; None in a game without such."""

    def opening(self, setup: GameSetup, first: Seat, deal: GameDeal) -> GameState:
        """The state in which the game begins; `first` is the seat that people named."""
        raise NotImplementedError

    def for_computers(self, setup: GameSetup) -> bool:
        """Whether the program knows enough of such a game for a computer to play, advise or judge it."""
        return True

    # --- in the game ---

    def stage(self, view: GameView) -> str:
        """A word for what is going on. What was asked in one stage is stale in another."""
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
        return self.view(state, TABLE)

    def public(self, action: GameAction) -> GameAction | None:
        """What all may see of an action, for feeds and logs; None: nothing but that there was one."""
        return None

    def undo(self, state: GameState, action: GameAction) -> Undo:
        """How an action that was played in `state` can be taken back."""
        return Undo.ALONE

    def own(self, action: GameAction) -> bool:
        """Whether a seat that has a screen of its own does this there, and not on a page that all share."""
        return True

    def hangs_on_secret(self, view: GameView, action: GameAction) -> bool:
        """Whether only who sees what a seat alone sees can know if the seat may do this. `view` is the table's.

        On a page that all share it is done behind the seat's curtain: whoever could ask without looking would learn
        from a refusal what is hidden. By default whatever is the seat's own hangs on that.
        """
        return self.own(action)

    def aside(self, action: GameAction) -> bool:
        """Whether a seat may do this on its own screen whoever is to act, since it changes nothing for anybody else.

        It says something that the seat alone knows. It is no step: nobody tells of it, no replay shows it, and what
        is taken back afterwards leaves it, as long as it can still be said. Not even that it was said may be seen; what
        a seat does again in its turn, so that nothing changes for anybody else, is taken for such a word, too.
        """
        return False

    def asides(self, view: GameView) -> Iterable[GameAction]:
        """Some of what the viewer may say aside now (`aside`), for whoever checks the game."""
        return ()

    def speaks_for(self, state: GameState, action: GameAction) -> tuple[Seat, IllegalAction] | None:
        """Whose knowledge an action of others states, and what is said against it where that seat is the computer's."""
        return None

    def timer(self, state: GameState) -> Timer | None:
        """The time that is running."""
        return None

    def time_up(self, state: GameState, name: str) -> GameState:
        """The state after that time has run out. It is stored as a fact, so a replay waits for nothing."""
        return state

    def undo_time(self, state: GameState, name: str) -> Undo:
        """What can be taken back once that time has run out in `state`: NEVER if hidden things lie open by it."""
        return Undo.AGREED

    def outcome(self, state: GameState) -> Outcome | None:
        """How the game ended; None while it is on."""
        raise NotImplementedError

    # --- turns and sides ---

    def ends_turn(self, action: GameAction) -> bool:
        """Whether a turn is over with what a seat has done, for counting them."""
        return True

    def side(self, setup: GameSetup, seat: Seat) -> Side:
        """Who scores together."""
        return seat

    def sides(self, players: int) -> Sequence[Side]:
        """The same of every seat in order, with so many players, before anything else is agreed on."""
        return range(1, players + 1)

    def colours(self, setup: GameSetup) -> Mapping[Seat, int]:
        """The seats' colours, by number in the table's palette, from 1; by default seat 1 has the first, and so on."""
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
        return self.view(state, seat)

    def as_known(self, end: GameState, action: GameAction) -> GameAction:
        """The action with what was only said of it later."""
        return action
