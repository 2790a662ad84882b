"""The next round of a competition, or why there is none; and how many rounds are worth proposing."""

from enum import StrEnum
from math import ceil, log2

from pearlboard.errors import PearlboardError
from pearlboard.hub.competition import groups, pairs
from pearlboard.hub.competition.pairs import Unpairable, swiss_is_there
from pearlboard.hub.competition.values import FEWEST_SEATS, Competition, System


class Why(StrEnum):
    """The reason why no round is drawn."""

    WAITS = "waits"
    OVER = "over"
    FEW = "few"
    NO_SWISS = "no_swiss"
    ALL_MET = "all_met"


class Undrawn(PearlboardError):
    """There is no next round, or not yet."""

    def __init__(self, why: Why) -> None:
        super().__init__(f"no round can be drawn: {why}")
        self.why = why


def next_round(competition: Competition) -> list[tuple[int, ...]]:
    """The matches of the next round: numbers in the order of seats. `Undrawn`."""
    if competition.waits:
        raise Undrawn(Why.WAITS)
    if len(competition.drawn) >= competition.rounds:
        raise Undrawn(Why.OVER)
    if len(competition.field(len(competition.drawn) + 1)) < competition.seats:
        raise Undrawn(Why.FEW)
    if competition.seats > FEWEST_SEATS:
        return groups.drawn(competition)
    if competition.system == System.ROUND_ROBIN:
        return pairs.round_robin(competition)
    if not swiss_is_there():
        raise Undrawn(Why.NO_SWISS)
    try:
        return pairs.swiss(competition)
    except Unpairable as error:
        raise Undrawn(Why.ALL_MET) from error


def proposed_rounds(system: System, seats: int, entries: int) -> int:
    """As many rounds as let each two meet once, or, in a Swiss, as find a winner."""
    if entries < seats:
        return 1
    in_a_round = entries // seats * seats * (seats - 1) // 2
    everybody = ceil(entries * (entries - 1) / 2 / in_a_round)
    return everybody if system == System.ROUND_ROBIN else min(everybody, ceil(log2(entries)))
