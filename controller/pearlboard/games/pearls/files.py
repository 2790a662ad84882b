"""The commands `inspect`, `perft` and `replay` for documents of Pearls, which hold secrets: for analysis."""

from pearlboard.games.pearls.rules import turns
from pearlboard.games.pearls.rules.actions import Place, Take
from pearlboard.games.pearls.rules.notation import action_to_json, read_position, read_record
from pearlboard.games.pearls.rules.options import judge
from pearlboard.games.pearls.rules.positions import position_to_json
from pearlboard.games.pearls.rules.refusals import IllegalStep
from pearlboard.games.pearls.rules.scoring import outcome, scores
from pearlboard.games.pearls.rules.state import State
from pearlboard.games.pearls.rules.view import view
from pearlboard.games.refusals import IllegalTurn
from pearlboard.games.values import Json


class PearlsFiles:
    """See `games.api.Files`."""

    def inspect(self, data: bytes) -> Json:
        """The position scored as if the game ended now, and the legal turns of the seat to move."""
        state = read_position(data)
        found = turns.turns(state)
        return {
            "takes": [str(action.colour) for action in found if isinstance(action, Take)],
            "places": [action_to_json(action)[1:] for action in found if isinstance(action, Place)],
            "turns": len(found),
            **_result(state),
        }

    def perft(self, data: bytes, depth: int) -> int:
        """How many sequences of `depth` turns there are."""
        return turns.perft(read_position(data), depth)

    def replay(self, data: bytes) -> Json:
        """The final position of a record, scored."""
        record = read_record(data)
        state = record.start
        for index, turn in enumerate(record.turns):
            try:
                judge(view(state, turn.seat), turn.seat, turn.action)
            except IllegalStep as refusal:
                raise IllegalTurn(index, turn.seat, refusal) from refusal
            state = turns.after(state, turn.action)
        return {"position": position_to_json(state), **_result(state)}


def _result(state: State) -> Json:
    counted = scores(state)
    return {
        "scores": {
            str(seat): {
                "cards": score.cards,
                "necklaces": score.necklaces,
                "hand": score.hand,
                "total": score.total,
                "left": score.left,
            }
            for seat, score in counted.items()
        },
        "winners": list(outcome(counted).winners),
        "over": state.over,
    }
