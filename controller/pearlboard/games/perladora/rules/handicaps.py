"""Handicaps of a seat: Divers that stay in the box by agreement (ruling 21), in named steps from light to heavy.

A step is named by the values that stay in the box. What it costs was measured between equal computers by `pearlboard
arena --handicap` (docs/strength.md has the table); it decides which one is proposed, and never a game.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from pearlboard.games.api import Handicap, Handicaps, Seat
from pearlboard.games.perladora.rules.state import Setup
from pearlboard.games.refusals import BadOptions
from pearlboard.texts import Sentence, say

COSTS: Final[Mapping[int, Mapping[str, int]]] = {
    2: {"3": 57, "4": 134, "322": 200, "5": 241, "43": 258, "52": 297, "522": 347, "53": 395},
    3: {"3": 43, "32": 85, "322": 147, "4": 194, "42": 251, "43": 408},
    4: {"3": 70, "32": 111, "4": 174, "43": 295, "432": 377},
}
"""The cost of each step to a seat in Elo points, by number of players; with four, to a seat of one team."""


def ladder(players: int) -> Sequence[Handicap]:
    """The steps that a seat may play with in a game of so many."""
    return tuple(
        Handicap(name, say("handicap_without", values=tuple(map(int, name)), count=len(name)), costs)
        for name, costs in COSTS.get(players, {}).items()
    )


def values(names: Sequence[str], players: int) -> tuple[tuple[int, ...], ...]:
    """The values that each seat leaves in the box, from the steps' names in seat order; empty: nobody does."""
    if len(names) > players or any(name and name not in COSTS[players] for name in names):
        known = ", ".join(COSTS[players])
        raise BadOptions(
            "handicaps", f"there is {known}, for {players} seats", say("choose_again", field=say("ui_fair"))
        )
    left = tuple(tuple(map(int, name)) for name in (*names, *("",) * (players - len(names))))
    return left if any(left) else ()


def names(agreed: Setup) -> Mapping[Seat, str]:
    """The step of each seat that has one."""
    return {seat: "".join(map(str, out)) for seat, out in enumerate(agreed.without, 1) if out}


def said(agreed: Setup) -> Iterator[Sentence]:
    """The Divers that each seat leaves in the box."""
    for seat, out in enumerate(agreed.without, 1):
        if out:
            yield say("rule_without", seat=seat, values=out, count=len(out))


HANDICAPS: Final = Handicaps(ladder, names)
