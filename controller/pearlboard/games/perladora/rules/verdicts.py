"""How a score is explained to players. The words stand in `texts/`; here is which of them apply.

A side is told as `side`, its number, and as `side_seats`, so that players read their names.
"""

from collections.abc import Mapping, Sequence

from pearlboard.games.perladora.rules.state import Setup
from pearlboard.games.values import Seat, Side
from pearlboard.texts import Parameter, Sentence, by_side, say


def side_seats(setup: Setup, side: Side) -> tuple[Seat, ...]:
    """The seats that score together as `side`."""
    return tuple(seat for seat in setup.seats if setup.side(seat) == side)


def seats_of(setup: Setup, sides: Sequence[Side]) -> tuple[Parameter, ...]:
    """The players of these sides as `seats` of a sentence: of several teams each stands by itself."""
    return by_side([side_seats(setup, side) for side in sides])


def reason(
    setup: Setup, pearls: int, totals: Mapping[Side, int], tied: Sequence[Side], winners: Sequence[Side], *, lone: bool
) -> Sentence:
    """Why the `pearls` of a territory go where they go. `tied` are the sides with the highest total."""
    if not totals:
        return say("score_nobody", count=pearls) if pearls else say("score_nobody_nothing")
    points = totals[tied[0]]
    if len(winners) > 1:
        return _shared(setup, pearls, points, tied)
    [winner] = winners
    told = {"side": winner, "side_seats": side_seats(setup, winner), "points": points}
    if len(tied) > 1:
        return say("score_backup", count=pearls, **told) if pearls else say("score_backup_no_pearls", **told)
    if not pearls:
        return say("score_no_pearls", **told)
    if lone:
        return say("score_lone", count=pearls, **told)
    if len(totals) == 1:
        return say("score_alone", count=pearls, **told)
    second = max(total for side, total in totals.items() if side != winner)
    return say("score_most", count=pearls, second=second, **told)


def _shared(setup: Setup, pearls: int, points: int, tied: Sequence[Side]) -> Sentence:
    share, rest = divmod(pearls, len(tied))
    told = {"sides": tuple(tied), "seats": seats_of(setup, tied), "points": points}
    if not pearls:
        return say("score_tie_no_pearls", **told)
    if not share:
        return say("score_tie_too_few", count=pearls, **told)
    if rest:
        return say("score_tie_rest", pearls=pearls, share=say("pearls", count=share), count=rest, **told)
    return say("score_tie", pearls=say("pearls", count=pearls), count=share, **told)


def standing(setup: Setup, side: Side, clusters: Sequence[int]) -> Sentence:
    """A line of the result."""
    seats = side_seats(setup, side)
    if not clusters:
        return say("standing_nothing", side=side, side_seats=seats)
    return say("standing", side=side, side_seats=seats, count=sum(clusters), clusters=_written(clusters))


def verdict(setup: Setup, clusters: Mapping[Side, tuple[int, ...]], winners: Sequence[Side]) -> Sentence:
    """The winner, and what decided a tie (ruling 19)."""
    pearls = {side: sum(clusters[side]) for side in clusters}
    most = pearls[winners[0]]
    seats = seats_of(setup, winners)
    if not most:
        return say("victory_without_pearls")
    if len(winners) > 1:
        return say(
            "victory_shared", count=most, clusters=_written(clusters[winners[0]]), seats=seats, sides=tuple(winners)
        )
    [winner] = winners
    told = {"side": winner, "side_seats": seats, "count": most}
    rivals = [side for side in clusters if side != winner and pearls[side] == most]
    if not rivals:
        return say("victory", **told)
    rank, ours, theirs = _deciding_cluster(clusters[winner], max(clusters[side] for side in rivals))
    return say("victory_by_clusters", rank=say(f"cluster_{rank}"), ours=ours, theirs=theirs, **told)


def _deciding_cluster(ours: Sequence[int], theirs: Sequence[int]) -> tuple[int, int, int]:
    """The first cluster, counted from 1, that differs; with equal sums it is there on both sides."""
    return next(
        (rank, mine, other) for rank, (mine, other) in enumerate(zip(ours, theirs, strict=False), 1) if mine != other
    )


def _written(clusters: Sequence[int]) -> str:
    return " + ".join(str(cluster) for cluster in clusters)
