"""Dama in words."""

from dama.board import RULES
from pearlboard.games.api import Shown
from pearlboard.texts import say


class DamaShown(Shown):
    def screen(self, view, moment):
        return {"pieces": {seat: sum(owner == seat for _, owner, _ in view.pieces) for seat in (1, 2)}}

    def sentence(self, view, moment):
        outcome = RULES.outcome(view)
        if outcome is None:
            return moment.draft.sentence
        return say("dama_won", seat=outcome.winners[0]) if len(outcome.winners) == 1 else say("dama_even")

    def told(self, view, seat, action):
        name = "dama_told_take" if action.taken else "dama_told"
        return say(name, seat=seat, start=action.path[0], place=action.path[-1], count=len(action.taken))
