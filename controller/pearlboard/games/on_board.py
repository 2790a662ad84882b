"""A game on the board: where pieces should lie, what a draft means, what the lights show. Capabilities: see `rules`."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from pearlboard.games.moving import effect
from pearlboard.games.plain import plain_scene
from pearlboard.games.refusals import refusal
from pearlboard.games.values import (
    NOWHERE,
    Actor,
    Choice,
    Draft,
    GameAction,
    GameDraft,
    GameView,
    Json,
    Moment,
    Piece,
    Reads,
    Table,
)
from pearlboard.geometry import Site
from pearlboard.lights.scene import Scene


class OnBoard:
    """The game on the board. It never sees a sensor: the table settles, counts down, repairs and masks."""

    def reads(self, view: GameView) -> Reads:
        """How the table reads pieces at this stage."""
        return Reads.PIECES

    def expected(self, view: GameView) -> Mapping[Site, Piece]:
        """The pieces that should lie on the board by now, according to the log."""
        raise NotImplementedError

    def lays(self, action: GameAction) -> frozenset[Site]:
        """The sites on which an action lays new pieces that stay."""
        return NOWHERE

    def moves(self, action: GameAction) -> Mapping[Site, Site | None]:
        """The pieces that an action takes off their places, and where each goes; None: it leaves the board.

        A capture is one of them: a piece that takes another's place is `{c2: c3, c3: None}`.
        """
        return {}

    def through(self, action: GameAction) -> frozenset[Site]:
        """The sites on which a moved piece may rest on its way."""
        return NOWHERE

    def open_actions(self, view: GameView) -> Iterable[GameAction]:
        """The actions that whoever is to act may state with pieces now; needed where pieces move."""
        return ()

    def uses(self, action: GameAction) -> frozenset[Site]:
        """The sites of pieces that state an action and are used up by it: they must be lifted afterwards."""
        return NOWHERE

    def places(self, action: GameAction) -> frozenset[Site]:
        """The sites that an action concerns: where it lays, moves or captures pieces, or plays on one that lies."""
        return self.lays(action) | self.uses(action) | effect(self, action).sites

    def draft(self, view: GameView, table: Table, choices: Mapping[Actor, Any], *, confirms_itself: bool) -> Draft:
        """The meaning of what lies on the table, for the player to move; `choices`: their public parts, by seat."""
        raise NotImplementedError

    def scene(self, view: GameView, moment: Moment) -> Scene:
        """The lights and the sound of this moment; by default the player to move and the draft."""
        return plain_scene(moment, self.expected(view))


# --- capabilities --------------------------------------------------------------------------------------------------


class Choices:
    """Choices that a seat makes on a screen besides the pieces. Derive a class: its answers belong together."""

    def choose(self, own: GameView, moment: Moment, choice: Choice, wish: Json, *, own_screen: bool) -> Choice:
        """The choice after a wish of a screen; or `IllegalAction`.

        `own_screen`: the wish comes from the seat's own screen, and `own` is its view. For a shared page `own` is the
        view without secrets (`Secrets.common`), so that no refusal reveals one.
        """
        raise refusal("no_such_choice")

    def open_to_all(self, draft: GameDraft, wish: Json) -> bool:
        """Whether any page may send this wish although the seat has its own screen: for what is public anyway."""
        return True

    def awaits(self, draft: GameDraft, said: Any, *, own_screen: bool) -> bool:  # noqa: ANN401 - the game's own type
        """Whether the draft waits for an answer on a screen; `said`: the public part of the choice."""
        return False

    def tapped(self, view: GameView, draft: GameDraft, choice: Choice, site: Site) -> Choice:
        """The choice after the piece at `site` was lifted and put back."""
        return choice

    def holds(self, draft: GameDraft, choice: Choice, *, own_screen: bool) -> Choice:
        """The part of a choice that is still valid for the draft."""
        return choice

    def without_declared(self, choice: Choice) -> Choice:
        """The choice without the part that belongs to one screen; asked when the seat gets or loses its own screen."""
        return Choice()

    def action(self, own: GameView, draft: GameDraft, choice: Choice) -> GameAction:
        """The draft's action completed by the choice; `own`: the view of the seat."""
        return draft.action


NO_CHOICES: Final = Choices()


@dataclass(frozen=True, slots=True)
class Freezing:
    """Actions that depend on the pieces which lie there at their moment.

    freezes(action)             whether an action is one of them
    frozen(view, action, seen)  the action with the pieces seen: the sites of the last scan before the action on which
                                pieces still lay once all had settled, each with the milliseconds it had lain there
    """

    freezes: Callable[[GameAction], bool]
    frozen: Callable[[GameView, GameAction, Mapping[Site, int]], GameAction]


NOTHING_FREEZES: Final = Freezing(lambda action: False, lambda view, action, seen: action)


@dataclass(frozen=True, slots=True)
class Watching:
    """Stages at which lifted pieces are remembered, until people say what happened (`Moment.lifted`).

    watches(view)  whether the stage is one of them
    cue            the sound of a lifted piece
    """

    watches: Callable[[GameView], bool]
    cue: str | None = None


NEVER_WATCHES: Final = Watching(lambda view: False)


@dataclass(frozen=True, slots=True)
class Peeking:
    """Pieces that may be off the board for a moment without being missing.

    may_be_lifted(view)  the pieces that people may look at, one at a time
    looked_at(view)      the pieces being looked at; not used during a computer's turn, since computers lift nothing
    face_up(view)        the tiles that lie face up; used on boards that cannot sense those
    """

    may_be_lifted: Callable[[GameView], frozenset[Site]]
    looked_at: Callable[[GameView], frozenset[Site]] = lambda view: NOWHERE
    face_up: Callable[[GameView], frozenset[Site]] = lambda view: NOWHERE

    def unsensed(self, view: GameView, *, tiles: bool, thinking: bool) -> frozenset[Site]:
        """The sites that take no part now; `tiles`: the board does not sense tiles that lie face up."""
        return (NOWHERE if thinking else self.looked_at(view)) | (self.face_up(view) if tiles else NOWHERE)


NO_PEEKING: Final = Peeking(lambda view: NOWHERE)


@dataclass(frozen=True, slots=True)
class News:
    """An event that the lights show for a while (`Moment.news`).

    ms                      the duration
    between(before, after)  the event between two views of the table, in the game's own type; None: none
    """

    ms: int
    between: Callable[[GameView, GameView], Any]


NO_NEWS: Final = News(0, lambda before, after: None)


@dataclass(frozen=True, slots=True)
class Drawn:
    """Help on a board that is only drawn.

    replaces(view, moment, site)  the drafted pieces that a new piece at `site` replaces
    by_itself(view)               the action that all would do with their hands now; the drawn board does it
    """

    replaces: Callable[[GameView, Moment, Site], frozenset[Site]] = lambda view, moment, site: NOWHERE
    by_itself: Callable[[GameView], GameAction | None] = lambda view: None


LEFT_TO_HANDS: Final = Drawn()


@dataclass(frozen=True, slots=True)
class Hints:
    """Legal placements shown on the board (`Moment.hinting`).

    few(view)  whether so few are left that they are shown without being asked for (`Moment.few`)
    """

    few: Callable[[GameView], bool] = lambda view: False
