"""Pearls on screens and in words: the functions of this folder behind the names of `games.api.Shown`."""

from typing import Final

from pearlboard.games.api import Json, Moment, Seat, Shown
from pearlboard.games.pearls.rules.actions import Action
from pearlboard.games.pearls.rules.cards import INDEX, NECKLACES, VALUES, Colour, in_play
from pearlboard.games.pearls.rules.standings import points, standings
from pearlboard.games.pearls.rules.state import PLAYERS, Hands, Setup
from pearlboard.games.pearls.rules.view import View
from pearlboard.games.pearls.shown import hints, screen, telling
from pearlboard.texts import Sentence, say

ROW_MS: Final = 1_100
LAST_ROW_MS: Final = 1_600
"""The time for the rows of `pages/score.js` to appear, as `pages/game.css` animates them."""


class PearlsShown(Shown):
    """See `games.api.Shown`."""

    def screen(self, seen: View, moment: Moment) -> Json:
        return screen.screen(seen, moment)

    def sentence(self, seen: View, moment: Moment) -> Sentence:
        if seen.over:
            return telling.verdict(standings(seen))
        if moment.draft is None:
            return say("pearls_turn", seat=seen.to_move)
        if moment.unseen:
            return say("pearls_unseen", seat=seen.to_move)
        asked = moment.hinting and moment.draft.nothing and not moment.table.thinking
        return hints.hint(seen) if asked else moment.draft.sentence

    def count_ms(self, seen: View) -> int:
        return ROW_MS * (seen.setup.players - 1) + LAST_ROW_MS

    def told(self, seen: View, seat: Seat, action: Action) -> Sentence:
        return telling.told(seen, seat, action)

    def logged(self, seen: View, seat: Seat, action: Action) -> Sentence:
        return telling.logged(seen, seat, action)

    def seat(self, setup: Setup, seen: View | None, seat: Seat) -> Json:
        if seen is None:
            return {"hand": None, "pile": 0, "won": [], "cards": None, "points": None}
        pile, cards = seen.piles[seat - 1], seen.hands[seat - 1] if setup.hands is Hands.OPEN or seen.over else None
        return {
            "hand": seen.sizes[seat - 1],
            "pile": pile.size,
            "won": sorted(pile.necklaces),
            "cards": None if cards is None else screen.hand(cards),
            "points": points(pile),
        }

    def known(self) -> Json:
        return {
            "colours": [{"name": colour.value, "value": VALUES[INDEX[colour]]} for colour in Colour],
            "necklaces": list(NECKLACES),
            "in_play": {str(players): sum(in_play(players, all_cards=False)) for players in PLAYERS},
        }
