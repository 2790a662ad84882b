"""Matches of three or four: who meets whom, and who sits where.

What a group costs is the sum over each two of it: how often they have met already, and only then how far apart they
stand. The field is cut into groups in the order in which it stands. Then one person of each group gets up, and all who
stand sit down again where they cost least, which is a matching of people and groups; and so on, until nothing gets
better. If people would still meet again, all ways are looked through for one in which fewer do, as far as `MOST_STEPS`
reach: for some twelve people those are all.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations, permutations
from typing import Final, TypeAlias

import networkx as nx

from pearlboard.hub.competition.standings import ranked
from pearlboard.hub.competition.values import Competition, System

AGAIN: Final = 10**9
"""The cost of a meeting that was before: more than all distances in a field can be."""
MOST_STEPS: Final = 200_000

Group: TypeAlias = tuple[int, ...]


def drawn(competition: Competition) -> list[Group]:
    """The next round; those with the fewest byes have one first, in a Swiss from the end of the standings."""
    at = len(competition.drawn) + 1
    taking = set(competition.field(at))
    order = [one for one in ranked(competition) if one in taking]
    if competition.system == System.ROUND_ROBIN:
        order.sort()
    byes = competition.byes()
    extra = len(order) % competition.seats
    last_first = order[::-1]
    resting = sorted(last_first, key=lambda one: byes[one])[:extra]
    field = [one for one in order if one not in resting]
    points = competition.points() if competition.system == System.SWISS else Counter[int]()
    found = grouped(field, competition.seats, competition.meetings(), points)
    seatings = competition.seatings()
    return [seated(group, seatings) for group in found]


def grouped(field: Sequence[int], seats: int, met: Mapping[tuple[int, int], int], points: Counter[int]) -> list[Group]:
    """The field, the best first, in groups of so many seats."""
    cost = _Costs(met, points)
    start = [tuple(field[begin : begin + seats]) for begin in range(0, len(field), seats)]
    found = _settled(start, cost)
    again = sum(cost.again(group) for group in found)
    if again:
        fewer = _Search(field, seats, cost).below(again)
        found = _settled(fewer, cost) if fewer else found
    rank = {one: place for place, one in enumerate(field)}
    ordered = [tuple(sorted(group, key=rank.__getitem__)) for group in found]
    return sorted(ordered, key=lambda group: [rank[one] for one in group])


def seated(group: Group, seatings: Mapping[tuple[int, int], int]) -> Group:
    """The group in the order of seats in which everybody sits where they sat least."""

    def used(order: Group) -> list[int]:
        times = [seatings.get((one, seat), 0) for seat, one in enumerate(order)]
        return [sum(each * each for each in times), sum(times)]

    return min(permutations(group), key=used)


class _Costs:
    """The cost of a pairing."""

    def __init__(self, met: Mapping[tuple[int, int], int], points: Counter[int]) -> None:
        self._met = met
        self._points = points

    def met(self, one: int, other: int) -> int:
        """How often two have met."""
        return self._met.get((min(one, other), max(one, other)), 0)

    def of_two(self, one: int, other: int) -> int:
        """The cost of two who meet."""
        return AGAIN * self.met(one, other) + (self._points[one] - self._points[other]) ** 2

    def of_one(self, one: int, others: Group) -> int:
        """The cost of one who meets these."""
        return sum(self.of_two(one, other) for other in others)

    def of(self, groups: Sequence[Group]) -> int:
        """The cost of all."""
        return sum(self.of_two(one, other) for group in groups for one, other in combinations(group, 2))

    def again(self, group: Group) -> int:
        """How many meetings of a group were before."""
        return sum(self.met(one, other) for one, other in combinations(group, 2))


def _settled(groups: Sequence[Group], cost: _Costs) -> list[Group]:
    """The groups after one of each has got up and sat down, until that makes nothing better."""
    found, least = list(groups), cost.of(groups)
    better = True
    while better:
        better = False
        for place in range(len(found[0]) if found else 0):
            changed = _moved(found, place, cost)
            total = cost.of(changed)
            if total < least:
                found, least, better = changed, total, True
    return found


def _moved(groups: Sequence[Group], place: int, cost: _Costs) -> list[Group]:
    """The groups after the person at that place of each has sat down where that costs least."""
    up = [group[place] for group in groups]
    sitting = [(*group[:place], *group[place + 1 :]) for group in groups]
    costs = {(one, other): cost.of_one(each, rest) for one, each in enumerate(up) for other, rest in enumerate(sitting)}
    most = max(costs.values(), default=0) + 1
    graph = nx.Graph()
    for (one, other), each in costs.items():
        graph.add_edge(("person", one), ("group", other), weight=most - each)
    joined = {}
    for pair in nx.max_weight_matching(graph, maxcardinality=True):
        (_, one), (_, other) = sorted(pair, reverse=True)
        joined[other] = up[one]
    return [(*rest[:place], joined[other], *rest[place:]) for other, rest in enumerate(sitting)]


class _Search:
    """A look through all ways to make groups, for one in which fewer have met before."""

    def __init__(self, field: Sequence[int], seats: int, cost: _Costs) -> None:
        self._field = tuple(field)
        self._seats = seats
        self._cost = cost
        self._limit = 0
        self._steps = 0
        self._best: list[Group] | None = None

    def below(self, limit: int) -> list[Group] | None:
        """Groups in which fewer than `limit` meetings were before, as few as are found; None: there are none."""
        self._limit, self._steps, self._best = limit, MOST_STEPS, None
        self._look([], (), self._field, 0)
        return self._best

    def _look(self, done: list[Group], group: Group, rest: Group, again: int) -> None:
        self._steps -= 1
        if again >= self._limit or self._steps < 0:
            return
        if len(group) == self._seats:
            done, group = [*done, group], ()
        if not rest and not group:
            self._best, self._limit = done, again
            return
        if not group:  # the first who has none begins one: in which order groups are found makes no difference
            self._look(done, rest[:1], rest[1:], again)
            return
        after = self._field.index(group[-1])
        for place, one in enumerate(rest):
            if self._field.index(one) > after:
                more = sum(self._cost.met(one, other) for other in group)
                self._look(done, (*group, one), (*rest[:place], *rest[place + 1 :]), again + more)
