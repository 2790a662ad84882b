"""A player that takes what looks best at once: it sees majorities, closes territories, and keeps big Divers back.

It looks no turn ahead. Every step is worth the Pearls that its side may then expect (see `objectives`), less what the
others may, less the price of the piece: a point in hand could win something elsewhere, a Power could be better later.
"""

import math
import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final, TypeAlias

from pearlboard.games.bots import Candidate, Thought, patiently
from pearlboard.games.perladora.players.evaluation import (
    BACKUP_BONUS,
    ROOM_DOUBT,
    Guess,
    Objective,
    guesses,
    objectives,
    piles,
    shares,
    with_diver,
    with_points,
)
from pearlboard.games.perladora.players.walls import walls
from pearlboard.games.perladora.rules.options import steps
from pearlboard.games.perladora.rules.state import PEARLS, PONTOONS, View
from pearlboard.games.perladora.rules.steps import (
    Children,
    Elders,
    Fishermen,
    Foragers,
    LayPontoons,
    Pass,
    PlaceBackup,
    PlaceDiver,
    Step,
)
from pearlboard.games.perladora.rules.territories import DIVER_SPACES, empty_spaces, open_edges
from pearlboard.geometry import GRID, Bits, Edge, Space

ONE_PRICE: Final = 1.0
"""The price of a Diver of 1, relative to the mean of what a point must win. There are many of them."""
POINT_PRICE: Final = 2.0
"""The price of each further point: a big Diver can still turn any territory late in the game."""
SMALL: Final = 2
"""A Diver of more is a big one."""
BIG_PRICE: Final = 8.0
"""The additional price of each such point at the beginning of a game, in a territory that may still be cut."""
POWER_PRICE: Final = 3.0
"""Pearls that a Power should bring at the beginning of a game; at the end any gain will do."""
BEST_ALONE: Final = 5
"""The number of Pontoons, best alone, that are tried in pairs."""
BARELY: Final = 1e-9
"""Less than any real difference: it lets chance choose among equals."""
MARGIN: Final = 6.0
"""A lead in Pearls that is as good as seven wins in eight."""

Worth: TypeAlias = tuple[Step, float]


class Greedy:
    """Plays by rule of thumb. The seed decides among equals."""

    def think(
        self,
        knowledge: View,
        seed: int,
        simulations: int,  # noqa: ARG002 - it does not simulate
        go_on: Callable[[], bool] = patiently,  # noqa: ARG002 - it is never long
    ) -> Thought:
        table = Appraisal(knowledge)
        rng = random.Random(seed)
        worths = [(step, worth + BARELY * rng.random()) for step, worth in table.worths()]
        best = sorted(worths, key=lambda worth: -worth[1])
        candidates = tuple(Candidate(step, 0, *table.hopes(worth)) for step, worth in best[:5])
        return Thought(candidates[0].action, candidates[0].result, candidates[0].points, candidates=candidates)


class Appraisal:
    """A position as the seat to move sees it, with the worth of each of its steps in Pearls."""

    def __init__(self, knowledge: View) -> None:
        self._knowledge = knowledge
        self._public = public = knowledge.public
        self._setup = public.setup
        self._side = public.setup.side(public.to_move)
        self._edges = open_edges(public)
        self._guessed: Mapping[Space, Guess] = guesses(knowledge)
        self._piles = piles(public, self._guessed)
        self._left = tuple(
            sum(public.left[seat - 1] for seat in self._setup.seats if self._setup.side(seat) == side)
            for side in self._setup.sides
        )
        self._seen: dict[tuple[Bits, Bits], float] = {}
        self._gains: dict[Bits, list[float]] = {}
        self._objectives = {
            part: objectives(public, self._piles, part, self._edges) for part in GRID.regions(self._edges)
        }
        self._part_of = {space: part for part in self._objectives for space in GRID.spaces_in(part)}

    # --- all steps -------------------------------------------------------------------------------------------------

    def worths(self) -> Iterator[Worth]:
        """Every step that is worth a thought; a Power only where it is better played now than kept."""
        kinds = steps(self._knowledge)
        powers = [(step, worth) for step in kinds.get("power", ()) if (worth := self._power(step)) > 0]
        if powers:
            yield from powers
            return
        for step in (*kinds.get("diver", ()), *kinds.get("backup", ())):
            yield step, self._main(step)
        yield from self._pontoons(kinds.get("pontoon", ()), kinds.get("pontoons", ()))
        if "pass" in kinds and all(
            done or seat == self._public.to_move
            for seat, done in zip(self._setup.seats, self._public.done, strict=True)
        ):
            yield Pass(), 0.0

    def _main(self, step: Step) -> float:
        match step:
            case PlaceDiver(space, value):
                return self._diver(space, value or 0)
            case PlaceBackup(space):
                return self._changed(space, lambda objective: with_points(objective, self._side, space, BACKUP_BONUS))
        raise AssertionError(step)

    def _pontoons(self, singles: Iterable[Step], doubles: Iterable[Step]) -> Iterator[Worth]:
        """All single Pontoons; and pairs that close something together, or that are among the best alone."""
        alone = {
            step.edges[0]: self._cut(self._edges, step.edges[0]) for step in singles if isinstance(step, LayPontoons)
        }
        yield from ((LayPontoons((edge,)), worth) for edge, worth in alone.items())
        best = set(sorted(alone, key=lambda edge: (-alone[edge], edge))[:BEST_ALONE])
        joined = walls(self._public.pontoons)
        for step in doubles:
            if isinstance(step, LayPontoons):
                first, second = step.edges
                if joined[first] == joined[second] or best.issuperset(step.edges):
                    yield step, alone[first] + self._cut(self._edges ^ GRID.bit[first], second)

    def _power(self, power: Step) -> float:
        """The gain of a Power beyond its price."""
        price = POWER_PRICE * self._to_come
        match power:
            case Fishermen(edge):
                return self._cut(self._edges, edge) - price
            case Children(space, value):
                return self._diver(space, value) - price
            case Foragers(space):
                theirs = self._setup.side(self._public.divers[space].seat)
                return self._changed(space, lambda objective: with_points(objective, theirs, space, -1)) - price
            case Elders(space):
                return self._news(space) - price
        raise AssertionError(power)

    # --- single pieces ---------------------------------------------------------------------------------------------

    def _diver(self, space: Space, value: int) -> float:
        """A Diver's gain less its price."""
        return (
            self._changed(space, lambda objective: with_diver(objective, self._side, space, value))
            - self._point * (ONE_PRICE + POINT_PRICE * (value - 1))
            - self._kept_back(space, value)
        )

    def _kept_back(self, space: Space, value: int) -> float:
        """The extra cost of a big Diver where the territory may still be cut: later it can turn a smaller one."""
        if value <= SMALL or all(len(objective.reach) == 1 for objective in self._objectives[self._part_of[space]]):
            return 0.0
        return BIG_PRICE * (value - SMALL) * self._to_come

    def _news(self, space: Space) -> float:
        """To know a value is worth more, the less sure one is who will be ahead there."""
        doubt = self._guessed[space].doubt
        return max(
            (
                objective.pearls * doubt * objective.weight(space) / (doubt + 1 + ROOM_DOUBT * objective.room)
                for objective in self._objectives[self._part_of[space]]
            ),
            default=0.0,
        )

    def _cut(self, edges: Bits, edge: Edge) -> float:
        """The change by a Pontoon in the territory where it is laid."""
        before = GRID.region(GRID.bit[edge.first], edges)
        closed = edges ^ GRID.bit[edge]
        part = GRID.region(GRID.bit[edge.first], closed)
        after = self._whole(part, closed) + (self._whole(before & ~part, closed) if part != before else 0.0)
        return after - self._whole(before, edges)

    def _whole(self, part: Bits, edges: Bits) -> float:
        inside = edges & (part | part << GRID.size)
        if (part, inside) not in self._seen:
            self._seen[part, inside] = sum(map(self._gain, objectives(self._public, self._piles, part, edges)))
        return self._seen[part, inside]

    def _changed(self, space: Space, change: Callable[[Objective], Objective]) -> float:
        """The gain of a change in the territory of `space`."""
        part = self._part_of[space]
        if part not in self._gains:
            self._gains[part] = [self._gain(objective) for objective in self._objectives[part]]
        now = zip(self._objectives[part], self._gains[part], strict=True)
        return sum(self._gain(change(objective)) - gain for objective, gain in now)

    # --- Pearls ----------------------------------------------------------------------------------------------------

    def _gain(self, objective: Objective) -> float:
        """The expectation of the own side, less the mean of the others."""
        pearls = shares(objective, self._left, self._side)
        ours = pearls[self._side - 1]
        return ours - (sum(pearls) - ours) / (len(pearls) - 1)

    @property
    def _to_come(self) -> float:
        """How much of the game is still to come, from 1 to 0."""
        public = self._public
        places = min(empty_spaces(public).bit_count(), sum(public.left))
        return (places + public.pontoons_left) / (DIVER_SPACES.bit_count() + PONTOONS)

    @property
    def _point(self) -> float:
        """The Pearls that a point has to win: those that can still change hands, divided by the points in hand."""
        contested = sum(
            objective.pearls for part in self._objectives.values() for objective in part if objective.spaces
        )
        hand = sum(value * count for value, count in enumerate(self._knowledge.hand or (), 1))
        return contested / (len(self._left) * max(hand, 1))

    def hopes(self, worth: float) -> tuple[float, float]:
        """The result and the Pearls that the own side may expect, once a step is worth so much."""
        sides = len(self._left)
        lead = worth + sum(self._gain(objective) for part in self._objectives.values() for objective in part)
        evenly = 0.5 + 0.5 * lead / math.sqrt(lead * lead + MARGIN * MARGIN)
        result = evenly if sides == 2 else evenly ** (sides - 1)
        return result, min(max((PEARLS + lead * (sides - 1)) / sides, 0.0), float(PEARLS))
