"""The winners of the Pearls: territory by territory, then the game. Immutable, with the words that explain it.

Pure counting: it takes the values it is given. A game that is not over is scored as if it ended now.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from pearlboard.games.perladora.rules.refusals import ValuesMissing
from pearlboard.games.perladora.rules.state import Diver, Public, Setup
from pearlboard.games.perladora.rules.territories import Territory, territories
from pearlboard.games.perladora.rules.verdicts import reason, standing, verdict
from pearlboard.games.values import Side
from pearlboard.geometry import Space
from pearlboard.texts import Sentence


@dataclass(frozen=True, slots=True)
class TerritoryScore:
    """The Pearls of one territory. `totals` lists only sides with a Diver there; `share` is what each winner gets."""

    territory: Territory
    totals: Mapping[Side, int]
    winners: tuple[Side, ...]
    share: int
    discarded: int
    unclaimed: int
    by_backup: bool
    reason: Sentence


@dataclass(frozen=True, slots=True)
class Score:
    """The score of the game. `pearls` and `clusters` list every side; clusters go from the biggest down, without zeros.

    `standings` has a sentence for every side, best first; `verdict` says who wins and, after a tie, why.
    """

    territories: tuple[TerritoryScore, ...]
    pearls: Mapping[Side, int]
    clusters: Mapping[Side, tuple[int, ...]]
    winners: tuple[Side, ...]
    standings: tuple[Sentence, ...]
    verdict: Sentence


def worth(diver: Diver, value: int) -> int:
    """The worth of a Diver; there is no floor (ruling 16)."""
    return value - diver.necklaces + diver.backup


def score(public: Public, values: Mapping[Space, int]) -> Score:
    """Count everything, given the values of all Divers on the board; `ValuesMissing` without some."""
    if missing := public.divers.keys() - values.keys():
        raise ValuesMissing(frozenset(missing))
    parts = tuple(_score_territory(territory, public, values) for territory in territories(public))
    sides = public.setup.sides
    clusters = {
        side: tuple(sorted((part.share for part in parts if side in part.winners and part.share), reverse=True))
        for side in sides
    }
    pearls = {side: sum(clusters[side]) for side in sides}
    # Pearls first, then cluster by cluster; Python, like the rulebook, counts a missing one as less (ruling 19).
    rank = {side: (pearls[side], clusters[side]) for side in sides}
    best = max(rank.values())
    winners = tuple(side for side in sides if rank[side] == best)
    order = sorted(sides, key=lambda side: rank[side], reverse=True)
    return Score(
        territories=parts,
        pearls=pearls,
        clusters=clusters,
        winners=winners,
        standings=tuple(standing(public.setup, side, clusters[side]) for side in order),
        verdict=verdict(public.setup, clusters, winners),
    )


def _score_territory(territory: Territory, public: Public, values: Mapping[Space, int]) -> TerritoryScore:
    setup, pearls = public.setup, territory.pearls
    present = [(space, public.divers[space]) for space in territory.spaces if space in public.divers]
    totals = {
        side: sum(worth(diver, values[space]) for space, diver in present if setup.side(diver.seat) == side)
        for side in sorted({setup.side(diver.seat) for _, diver in present})
    }
    tied = tuple(side for side in totals if totals[side] == max(totals.values()))
    winners = _with_backup(setup, tied, [diver for _, diver in present])
    share, discarded = divmod(pearls, len(winners)) if winners else (0, 0)
    return TerritoryScore(
        territory=territory,
        totals=totals,
        winners=winners,
        share=share,
        discarded=discarded,
        unclaimed=0 if winners else pearls,
        by_backup=winners != tied,
        reason=reason(setup, pearls, totals, tied, winners, lone=len(present) == 1),
    )


def _with_backup(setup: Setup, tied: tuple[Side, ...], present: list[Diver]) -> tuple[Side, ...]:
    """The one of several tied sides that has the Backup there; all of them if none has it (ruling 18)."""
    if len(tied) < 2:
        return tied
    return tuple({setup.side(diver.seat) for diver in present if diver.backup} & set(tied)) or tied
