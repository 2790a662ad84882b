"""How a game lies on the board: what should lie where, what a draft means, and what the lights say."""

from collections.abc import Mapping
from typing import Any, TypeAlias

from pearlboard.games.plain import plain_scene
from pearlboard.games.refusals import refusal
from pearlboard.games.values import (
    NOWHERE,
    Actor,
    Choice,
    Draft,
    GameAction,
    GameView,
    Json,
    Moment,
    Piece,
    Reads,
    Table,
)
from pearlboard.geometry import Site
from pearlboard.lights.scene import Scene

GameDraft: TypeAlias = Any
"""The draft that the game's own `OnBoard.draft` has made."""


class OnBoard:
    """How a game lies on the board. It never sees a sensor: settling, countdown, repairs and masks are the table's."""

    NEWS_MS: int = 0
    """For how long `news` is shown."""
    LIFTED: str | None = None
    """The cue that is heard when a piece is lifted at a stage that is watched (`watches`)."""

    def reads(self, view: GameView) -> Reads:
        """What pieces say at this stage."""
        return Reads.PIECES

    def watches(self, view: GameView) -> bool:
        """Whether pieces that are lifted at this stage are remembered, until people say what it was (`Moment.lifted`).

        Nothing is made of them: the game shows them, and people act on them or not.
        """
        return False

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

    def unsensed(self, view: GameView, *, tiles: bool, thinking: bool) -> frozenset[Site]:
        """Sites of pieces that may come and go for now: one that is being looked at, tiles that lie face up.

        `thinking`: the seat to act is the computer's, which looks at nothing by hand.
        """
        return NOWHERE

    def may_be_lifted(self, view: GameView) -> frozenset[Site]:
        """Pieces that somebody may take off for a moment, one at a time."""
        return NOWHERE

    def by_itself(self, view: GameView) -> GameAction | None:
        """What hands would do for all at this stage, and a board that is only drawn does itself: lay out the Pearls."""
        return None

    def replaces(self, view: GameView, table: Table, site: Site) -> frozenset[Site]:
        """Where pieces are laid on a screen: which drafted ones go for one at `site`, since not both can be meant."""
        return NOWHERE

    def draft(self, view: GameView, table: Table, choices: Mapping[Actor, Any], *, confirms_itself: bool) -> Draft:
        """Read what lies on the table, from the table's view and what all may know of the choices."""
        raise NotImplementedError

    def awaits(self, draft: GameDraft, said: Any, *, own_screen: bool) -> bool:  # noqa: ANN401 - the game's own type
        """Whether an answer on a screen must come before the draft counts; `said`: the public part of the choice."""
        return False

    def tapped(self, view: GameView, draft: GameDraft, choice: Choice, site: Site) -> Choice:
        """The choice after a piece that lies there was lifted and put back."""
        return choice

    def choose(self, own: GameView, moment: Moment, choice: Choice, wish: Json, *, own_screen: bool) -> Choice:
        """What a seat says besides the level, by a screen; or `IllegalAction`.

        `own_screen`: it comes from its own, and `own` is its view. From a page that all see it is judged by what
        everybody knows (`Rules.common`), so that nothing is refused because of a secret.
        """
        raise refusal("no_such_choice")

    def open_to_all(self, draft: GameDraft, wish: Json) -> bool:
        """Whether any page may say this for the seat, though it has a screen of its own: what lies open anyway."""
        return True

    def holds(self, draft: GameDraft, choice: Choice, *, own_screen: bool) -> Choice:
        """What is left of a choice when the draft has become another."""
        return choice

    def without_declared(self, choice: Choice) -> Choice:
        """The choice without what belongs to one screen: its seat has got one, or has lost it."""
        return Choice()

    def action(self, own: GameView, draft: GameDraft, choice: Choice) -> GameAction:
        """The draft's action, completed by what its seat, whose own view this is, has said."""
        return draft.action

    def few(self, view: GameView) -> bool:
        """Whether so few places are left to whoever is to move that they are shown unasked (`Moment.few`)."""
        return False

    def freezes(self, action: GameAction) -> bool:
        """Whether what lay there at the moment of this action counts."""
        return False

    def frozen(self, view: GameView, action: GameAction, seen: Mapping[Site, int]) -> GameAction:
        """The action with what was seen: sites that the last scan before it had and that still lay when all had
        settled, with the milliseconds for which they had lain there.
        """
        return action

    def news(self, before: GameView, after: GameView) -> Any:  # noqa: ANN401 - the game's own type
        """What has just come about and is to be shown for a while; None for nothing."""

    def scene(self, view: GameView, moment: Moment) -> Scene:
        """The lights and the sound of the game now; by default whose turn it is, and the draft."""
        return plain_scene(moment)
