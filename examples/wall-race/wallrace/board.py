"""Wall Race on the board: pawns that are moved, and walls that are laid."""

from dataclasses import replace

from pearlboard.games.api import OnBoard, Piece, read_draft
from pearlboard.geometry import GRID, Edge
from pearlboard.lights.scene import Cue, Role, Scene
from pearlboard.lights.signals import lit
from pearlboard.texts import say
from wallrace.rules import GOAL, RaceRules, Step, Wall, cut_off, nearest

RULES = RaceRules()


class RaceOnBoard(OnBoard):
    def expected(self, view):
        return {place: Piece("pawn", seat) for place, seat in view.pawns} | dict.fromkeys(view.walls, Piece("wall"))

    def lays(self, action):
        return frozenset({action.line} if isinstance(action, Wall) else ())

    def moves(self, action):
        return {action.start: action.end} if isinstance(action, Step) else {}

    def open_actions(self, view):
        return RULES.legal(replace(view, viewer=view.to_move))

    def draft(self, view, table, choices, *, confirms_itself):
        seat = view.to_move
        turn = say("wallrace_turn", seat=seat, count=view.left[seat - 1])
        return read_draft(
            self,
            seat,
            table,
            self.open_actions(view),
            turn=turn,
            done=self._done(seat),
            wrong=lambda lying: self._wrong(view, lying),
        )

    def _done(self, seat):
        def said(action):
            if isinstance(action, Step):
                return say("wallrace_stepped", seat=seat, place=action.end)
            return say("wallrace_walled", seat=seat, place=action.line)

        return said

    def _wrong(self, view, lying):
        walls = [site for site in lying.extra if isinstance(site, Edge)]
        if len(lying.extra) == 1 and walls and not view.left[view.to_move - 1]:
            return say("wallrace_no_walls", seat=view.to_move)
        if len(lying.extra) == 1 and walls and (seat := cut_off(view, walls[0])):
            return say("wallrace_cut_off", seat=seat, place=walls[0])
        return None

    def scene(self, view, moment):
        if RULES.outcome(view) is None:
            return super().scene(view, moment)
        home = [seat for seat in (1, 2) if nearest(view, seat) == 0]
        return Scene({place: mark for seat in home for place, mark in self._end(seat).items()}, Cue.WIN)

    def _end(self, seat):
        return lit(GRID.spaces_in(GOAL[seat]), Role.WINNER, seat)
