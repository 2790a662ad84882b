"""How a game lies on the board: what should lie where, what a draft means, and what the lights say."""

from collections.abc import Mapping
from typing import Any

from pearlboard.games.plain import plain_scene
from pearlboard.games.values import NOWHERE, Actor, Draft, GameAction, GameView, Moment, Piece, Reads, Table
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
