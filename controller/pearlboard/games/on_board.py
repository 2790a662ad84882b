"""How a game lies on the board: what should lie where, what a draft means, what the lights say, and what there may be
besides.

Capabilities are explained at the head of `rules`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

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
    """How a game lies on the board. It never sees a sensor: settling, countdown, repairs and masks are the table's."""

    def reads(self, view: GameView) -> Reads:
        """What pieces say at this stage."""
        return Reads.PIECES

    def expected(self, view: GameView) -> Mapping[Site, Piece]:
        """What lies there by now, as the log says."""
        raise NotImplementedError

    def lays(self, action: GameAction) -> frozenset[Site]:
        """Where an action lays pieces that are to stay."""
        raise NotImplementedError

    def uses(self, action: GameAction) -> frozenset[Site]:
        """Where pieces say an action, and are used up by it: as long as they lie there they must be lifted."""
        return NOWHERE

    def places(self, action: GameAction) -> frozenset[Site]:
        """What an action is about on the board: where it lays pieces, or plays on one that lies there."""
        return self.lays(action) | self.uses(action)

    def near(self, action: GameAction) -> frozenset[Site]:
        """Where another action would be about the same place: advice names places that lie apart, if there are any."""
        return self.places(action)

    def draft(self, view: GameView, table: Table, choices: Mapping[Actor, Any], *, confirms_itself: bool) -> Draft:
        """Read what lies on the table, from the table's view and what all may know of the choices."""
        raise NotImplementedError

    def scene(self, view: GameView, moment: Moment) -> Scene:
        """The lights and the sound of the game now; by default whose turn it is, and the draft."""
        return plain_scene(moment)


# --- what it may have besides ------------------------------------------------------------------------------------


class Choices:
    """What a seat says besides the pieces, by a screen; many questions about one thing, so a class to derive from."""

    def choose(self, own: GameView, moment: Moment, choice: Choice, wish: Json, *, own_screen: bool) -> Choice:
        """The choice with what a seat says now; or `IllegalAction`.

        `own_screen`: it comes from its own, and `own` is its view. From a page that all see it is judged by what
        everybody knows (`Secrets.common`), so that nothing is refused because of a secret.
        """
        raise refusal("no_such_choice")

    def open_to_all(self, draft: GameDraft, wish: Json) -> bool:
        """Whether any page may say this for the seat, though it has a screen of its own: what lies open anyway."""
        return True

    def awaits(self, draft: GameDraft, said: Any, *, own_screen: bool) -> bool:  # noqa: ANN401 - the game's own type
        """Whether an answer on a screen must come before the draft counts; `said`: the public part of the choice."""
        return False

    def tapped(self, view: GameView, draft: GameDraft, choice: Choice, site: Site) -> Choice:
        """The choice after a piece that lies there was lifted and put back."""
        return choice

    def holds(self, draft: GameDraft, choice: Choice, *, own_screen: bool) -> Choice:
        """What is left of a choice when the draft has become another."""
        return choice

    def without_declared(self, choice: Choice) -> Choice:
        """The choice without what belongs to one screen: its seat has got one, or has lost it."""
        return Choice()

    def action(self, own: GameView, draft: GameDraft, choice: Choice) -> GameAction:
        """The draft's action, completed by what its seat, whose own view this is, has said."""
        return draft.action


NO_CHOICES: Final = Choices()


@dataclass(frozen=True, slots=True)
class Freezing:
    """Actions at whose moment it counts what lies there.

    freezes(action)             whether it is one of them
    frozen(view, action, seen)  the action with what was seen: sites that the last scan before it had and that still lay
                                when all had settled, with the milliseconds for which they had lain there
    """

    freezes: Callable[[GameAction], bool]
    frozen: Callable[[GameView, GameAction, Mapping[Site, int]], GameAction]


NOTHING_FREEZES: Final = Freezing(lambda action: False, lambda view, action, seen: action)


@dataclass(frozen=True, slots=True)
class Watching:
    """Pieces that are lifted are remembered, until people say what it was (`Moment.lifted`). Nothing is made of them.

    watches(view)  whether they are at this stage
    cue            what is heard when one is lifted
    """

    watches: Callable[[GameView], bool]
    cue: str | None = None


NEVER_WATCHES: Final = Watching(lambda view: False)


@dataclass(frozen=True, slots=True)
class Peeking:
    """Pieces that may come and go for a moment, and are not missed.

    may_be_lifted(view)  those that somebody may take off, one at a time
    looked_at(view)      those that are being looked at, unless the computer's turn has come
    face_up(view)        tiles that lie face up, on a board that cannot sense them then
    """

    may_be_lifted: Callable[[GameView], frozenset[Site]]
    looked_at: Callable[[GameView], frozenset[Site]] = lambda view: NOWHERE
    face_up: Callable[[GameView], frozenset[Site]] = lambda view: NOWHERE

    def unsensed(self, view: GameView, *, tiles: bool, thinking: bool) -> frozenset[Site]:
        """Sites that take no part for now; `tiles`: the board does not sense those that lie face up."""
        return (NOWHERE if thinking else self.looked_at(view)) | (self.face_up(view) if tiles else NOWHERE)


NO_PEEKING: Final = Peeking(lambda view: NOWHERE)


@dataclass(frozen=True, slots=True)
class News:
    """Something new that the lights show for a while (`Moment.news`).

    ms                      for how long
    between(before, after)  what has just come about, in the game's own type; None: nothing
    """

    ms: int
    between: Callable[[GameView, GameView], Any]


NO_NEWS: Final = News(0, lambda before, after: None)


@dataclass(frozen=True, slots=True)
class Drawn:
    """Help for hands on a board that is only drawn.

    replaces(view, table, site)  which drafted pieces go for one that is laid there, since not both can be meant
    by_itself(view)              what all would do with their hands at this stage, and such a board does itself
    """

    replaces: Callable[[GameView, Table, Site], frozenset[Site]] = lambda view, table, site: NOWHERE
    by_itself: Callable[[GameView], GameAction | None] = lambda view: None


LEFT_TO_HANDS: Final = Drawn()


@dataclass(frozen=True, slots=True)
class Hints:
    """The board can show what may be laid (`Moment.hinting`).

    few(view)  whether so few places are left to whoever is to move that they are shown unasked (`Moment.few`)
    """

    few: Callable[[GameView], bool] = lambda view: False
