"""The commands `inspect`, `perft` and `replay` for documents of Perladöra, which hold secrets: for analysis."""

from pearlboard.games.perladora.rules.notation import position_to_json, read_position, read_record
from pearlboard.games.perladora.rules.play import empty_spaces, legal_edges, play
from pearlboard.games.perladora.rules.refusals import IllegalStep
from pearlboard.games.perladora.rules.scoring import Score, TerritoryScore, score
from pearlboard.games.perladora.rules.state import State
from pearlboard.games.perladora.rules.turns import count_turns, perft
from pearlboard.games.refusals import IllegalTurn
from pearlboard.games.values import Json
from pearlboard.geometry import GRID


class PerladoraFiles:
    """See `games.api.Files`."""

    def inspect(self, data: bytes) -> Json:
        """The position scored as if the game ended now, and what is open to the player to move."""
        state = read_position(data)
        public = state.public
        counted = _score(state)
        return {
            "legal_pontoons": [str(edge) for edge in GRID.edges_in(legal_edges(public))],
            "legal_spaces": [str(space) for space in GRID.spaces_in(empty_spaces(public))],
            "turns": count_turns(state),
            "territories": [_territory(part) for part in counted.territories],
            **_result(counted),
            "over": public.over,
        }

    def perft(self, data: bytes, depth: int) -> int:
        """How many sequences of `depth` turns there are."""
        return perft(read_position(data), depth)

    def replay(self, data: bytes) -> Json:
        """The final position of a record, scored."""
        record = read_record(data)
        state = record.start
        for index, turn in enumerate(record.turns):
            try:
                state = play(state, turn)
            except IllegalStep as refusal:
                raise IllegalTurn(index, turn.seat, refusal) from refusal
        return {"position": position_to_json(state), "over": state.public.over, **_result(_score(state))}


def _score(state: State) -> Score:
    return score(state.public, {space: value for space, value in state.values.items() if value is not None})


def _result(counted: Score) -> Json:
    return {
        "pearls": {str(side): pearls for side, pearls in counted.pearls.items()},
        "clusters": {str(side): list(clusters) for side, clusters in counted.clusters.items()},
        "winners": list(counted.winners),
    }


def _territory(part: TerritoryScore) -> Json:
    territory = part.territory
    return {
        "spaces": [str(space) for space in territory.spaces],
        "pearls": territory.pearls,
        "full": territory.full,
        "divisible": territory.divisible,
        "totals": {str(side): total for side, total in part.totals.items()},
        "winners": list(part.winners),
        "share": part.share,
        "discarded": part.discarded,
        "unclaimed": part.unclaimed,
        "by_backup": part.by_backup,
    }
