"""The commands `inspect`, `perft` and `replay` for documents of Piratoons, which hold secrets: for analysis."""

from collections.abc import Mapping
from typing import Any, NoReturn

from pearlboard.errors import BadInput
from pearlboard.games.piratoons.rules import connections, ships, turns
from pearlboard.games.piratoons.rules.actions import Choose, Fists, Lay, Open, Plundered, Stop
from pearlboard.games.piratoons.rules.judging import judge
from pearlboard.games.piratoons.rules.notation import Played, read_position, read_record
from pearlboard.games.piratoons.rules.positions import position_to_json
from pearlboard.games.piratoons.rules.refusals import IllegalStep
from pearlboard.games.piratoons.rules.scoring import Points, Score, outcome, scores, totals
from pearlboard.games.piratoons.rules.state import Round, Stage, State
from pearlboard.games.piratoons.rules.tiles import KINDS, SETS, box
from pearlboard.games.piratoons.rules.view import view
from pearlboard.games.refusals import IllegalTurn
from pearlboard.games.values import TABLE, Actor, Json


class PiratoonsFiles:
    """See `games.api.Files`."""

    def inspect(self, data: bytes) -> Json:
        """The position scored as if the game ended now, and what is open on each ship."""
        state = read_position(data)
        counted = scores(state.ships, state.doubloons)
        return {
            "seats": {str(seat): _seat(score, state.ships[seat - 1]) for seat, score in counted.items()},
            "winners": list(outcome(totals(state)).winners),
            "over": state.over,
            "captain": state.captain,
            "bank": box().doubloons - sum(state.doubloons),
        }

    def perft(self, data: bytes, depth: int) -> NoReturn:
        """Refuse: all play at once, so there are no sequences of turns."""
        del data, depth
        raise BadInput("", "all play at once, so there are no turns to count; inspect tells `arrangements`")

    def replay(self, data: bytes) -> Json:
        """The results of each round of a record, and the final position, scored."""
        record = read_record(data)
        state = record.start
        for index, played in enumerate(record.rounds):
            try:
                state = _after(state, played)
            except IllegalStep as refusal:
                raise IllegalTurn(index, refusal.seat, refusal, of="round") from refusal
        counted = scores(state.ships, state.doubloons)
        return {
            "rounds": [_round(each) for each in state.rounds],
            "position": position_to_json(state),
            "over": state.over,
            "points": {str(seat): _points(score.points) for seat, score in counted.items()},
            "winners": list(outcome(totals(state)).winners),
        }


# --- a round of a record -----------------------------------------------------------------------------------------


def _after(state: State, played: Played) -> State:
    """The state after a round; the first rule that is broken, in the order in which the phases come, is raised."""
    if state.captain is None:
        raise IllegalStep("game_over")
    state = turns.sand_out(_done(state, state.captain, Open()))
    state = _done(state, TABLE, Stop())
    state = _done(state, TABLE, Plundered(played.crew, played.spoiled, played.out))
    if state.stage is Stage.BIDS:
        if played.bids is None:
            raise IllegalStep("bids_missing")
        state = _done(state, TABLE, Fists(played.bids))
    elif played.bids is not None:
        raise IllegalStep("nothing_for_sale")
    if len(played.picks) != len(state.now.buyers):
        raise IllegalStep("wrong_picks", count=len(state.now.buyers))
    for buyer, tile in zip(state.now.buyers, played.picks, strict=True):
        state = _done(state, buyer, Choose(tile))
    for seat, ship in enumerate(played.ships, 1):
        state = _done(state, seat, Lay(ship))
    return state


def _done(state: State, actor: Actor, action: Any) -> State:  # noqa: ANN401 - any action
    judge(view(state, actor), actor, action)
    return turns.after(state, actor, action)


def _round(played: Round) -> Json:
    return {
        "loot": list(played.loot),
        "pay": list(played.pay),
        "halvings": played.halvings,
        "sold": [[sold.seat, sold.tile, sold.price] for sold in played.sold],
        "thrown": [list(tiles) for tiles in played.thrown],
        "doubloons": list(played.doubloons),
        "sea": list(played.sea),
    }


# --- scores ------------------------------------------------------------------------------------------------------


def _seat(score: Score, ship: ships.Ship) -> Json:
    return {
        "sails": score.sails,
        "doubloons": score.doubloons,
        "barrels": score.barrels,
        "right": score.connections.right,
        "wrong": score.connections.wrong,
        "best_right": connections.best_right(ships.boats(ship)),
        "empty": {**_by_kind(score.empty), "total": score.empty_total},
        "sets": _by_kind(score.sets),
        "points": _points(score.points),
        "open": {kind: list(ships.open_parts(ship, kind)) for kind in KINDS},
        "arrangements": ships.arrangements(ship),
    }


def _by_kind(numbers: Mapping[str, int]) -> Json:
    return {KINDS[kind]: numbers[kind] for kind in SETS}


def _points(points: Points) -> Json:
    return {
        "fastest": points.fastest,
        "richest": points.richest,
        "biggest": points.biggest,
        "connections": points.connections,
        "empty": points.empty,
        "sets": points.sets,
        "total": points.total,
    }
