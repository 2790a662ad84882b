"""Pearls on the board, behind the names of `games.api.OnBoard`: nothing stays there, and the Diver alone is read."""

from collections.abc import Mapping
from typing import Any

from pearlboard.games.api import NOWHERE, Actor, Draft, GameAction, Moment, OnBoard, Piece, Table
from pearlboard.games.pearls.board import scene
from pearlboard.games.pearls.board.draft import draft
from pearlboard.games.pearls.board.places import SLOTS
from pearlboard.games.pearls.rules.actions import Take
from pearlboard.games.pearls.rules.view import View
from pearlboard.geometry import Site
from pearlboard.lights.scene import Scene


class PearlsOnBoard(OnBoard):
    """Pearls on the board: one Diver goes down for a colour and comes up again for air."""

    def expected(self, view: View) -> Mapping[Site, Piece]:
        """Always empty: the cards are light."""
        return {}

    def lays(self, action: GameAction) -> frozenset[Site]:
        return NOWHERE

    def uses(self, action: GameAction) -> frozenset[Site]:
        """Wherever the Diver was; the slot does not matter to the rules, and is not told in an action."""
        return frozenset(SLOTS) if isinstance(action, Take) else NOWHERE

    def places(self, action: GameAction) -> frozenset[Site]:
        """A colour has no place of its own."""
        return NOWHERE

    def draft(self, view: View, table: Table, choices: Mapping[Actor, Any], *, confirms_itself: bool) -> Draft:
        return draft(view, table, confirms_itself=confirms_itself)

    def scene(self, view: View, moment: Moment) -> Scene:
        return scene.lights_of(view, moment)
