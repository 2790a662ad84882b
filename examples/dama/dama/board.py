"""Dama on the board: men and kings that move, and what they take. A king is a man with another one on it."""

from dataclasses import replace

from dama.rules import DamaRules
from pearlboard.games.api import OnBoard, Piece, read_draft
from pearlboard.texts import say

RULES = DamaRules()


class DamaOnBoard(OnBoard):
    def expected(self, view):
        return {place: Piece("king" if king else "man", seat) for place, seat, king in view.pieces}

    def moves(self, action):
        return dict.fromkeys(action.taken) | {action.path[0]: action.path[-1]}

    def through(self, action):
        return frozenset(action.path[1:-1])

    def open_actions(self, view):
        return RULES.legal(replace(view, viewer=view.to_move))

    def draft(self, view, table, choices, *, confirms_itself):
        seat, actions = view.to_move, self.open_actions(view)
        takes = any(action.taken for action in actions)
        return read_draft(
            self,
            seat,
            table,
            actions,
            turn=say("dama_take" if takes else "dama_turn", seat=seat),
            done=lambda action: say(
                "dama_done" if action.taken else "dama_moved", seat=seat, place=action.path[-1], count=len(action.taken)
            ),
            wrong=lambda lying: say("dama_must_take", seat=seat) if takes and lying.in_hand else None,
        )
