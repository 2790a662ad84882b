"""Wall Race in words."""

from pearlboard.games.api import Shown
from pearlboard.texts import say
from wallrace.board import RULES
from wallrace.rules import Step, nearest


class RaceShown(Shown):
    def screen(self, view, moment):
        return {"steps": {seat: nearest(view, seat) for seat in (1, 2)}, "walls": dict(enumerate(view.left, 1))}

    def sentence(self, view, moment):
        outcome = RULES.outcome(view)
        if outcome is None:
            return moment.draft.sentence
        if len(outcome.winners) > 1:
            return say("wallrace_even")
        return say("wallrace_won", seat=outcome.winners[0])

    def told(self, view, seat, action):
        if isinstance(action, Step):
            return say("wallrace_told_step", seat=seat, start=action.start, place=action.end)
        return say("wallrace_told_wall", seat=seat, place=action.line)
