"""Why a step is worth a thought: reasons, each in one sentence, from what the asking player may know.

A reason is only given where it is true whatever lies hidden; where none is, nothing is said here, and the table says
how the games went that the computer tried out. Those that settle most come first; of others' turns the first is told.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from pearlboard.games.perladora.rules.effects import table_after
from pearlboard.games.perladora.rules.standing import Standing, standing
from pearlboard.games.perladora.rules.state import FARMS, PEARLS, Public, View
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
from pearlboard.games.perladora.rules.territories import Territory, closed, open_edges, territories, territory_of
from pearlboard.games.values import Seat, Side
from pearlboard.geometry import GRID, Edge, Space
from pearlboard.texts import Sentence, say

FEW_PEARLS = 3
"""The number of Pearls up to which a territory is poor."""
STRONG: Final = 4
WEAK: Final = 1
SHELTERED: Final = 2
"""Around a space with so few open lines, or fewer, little is missing of a fence."""

OF_A_TEAM: Final = frozenset(f"reason_{name}" for name in ("outnumbers", "supports", "parts", "closes", "closes_full"))
"""Reasons that may be true by a partner's Divers alone: in a game of teams they speak of the team."""

EXPECTED: Final = (
    (0.88, "expect_nearly_all"),
    (0.71, "expect_three_quarters"),
    (0.62, "expect_two_thirds"),
    (0.53, "expect_more_than_half"),
    (0.47, "expect_half"),
    (0.39, "expect_less_than_half"),
    (0.29, "expect_third"),
    (0.2, "expect_quarter"),
    (0.12, "expect_few"),
    (float("-inf"), "expect_hardly_any"),
)
"""Words by the expected part of its Pearls, highest first."""


def reasons(knowledge: View, step: Step) -> Iterator[Sentence]:
    """Why the seat of this view might play `step`, the strongest first; none: nothing that shows in the position."""
    setup = knowledge.public.setup
    for said in _reasons(knowledge, step):
        team = len(setup.sides) < len(setup.seats) and said.name in OF_A_TEAM
        yield say(f"{said.name}_team", **dict(said.parameters)) if team else said


def _reasons(knowledge: View, step: Step) -> Iterator[Sentence]:
    match step:
        case PlaceDiver(space) | Children(space):
            yield from _of_diver(knowledge, step, space)
        case LayPontoons() | Fishermen():
            yield from _of_cut(knowledge, step)
        case PlaceBackup(space):
            yield from _of_change(knowledge, step, space)
        case Foragers(space):
            yield from _of_change(knowledge, step, space)
            yield from _with_pearls("reason_weakens", territory_of(knowledge.public, space))
        case Elders(space):
            yield from _with_pearls("reason_looks", territory_of(knowledge.public, space))
        case Pass():
            return


def because(common: View, seat: Seat, step: Step) -> Sentence | None:
    """Why another's turn was worth it, for all: from the table's view before it, and what all may see of the step."""
    said = next(reasons(common, step), None)
    if said is None:
        return None
    return say(said.name.replace("reason_", "because_", 1), seat=seat, **dict(said.parameters))


def expectation(points: float) -> Sentence:
    """How many of all Pearls somebody may hope for, in words."""
    return next(say(name) for least, name in EXPECTED if points >= least * PEARLS)


# --- a Diver, or what changes one ----------------------------------------------------------------------------------


def _of_diver(knowledge: View, step: PlaceDiver | Children, space: Space) -> Iterator[Sentence]:
    part = territory_of(knowledge.public, space)
    if not closed(part):
        yield from _in_the_open(knowledge, space)
        yield from _of_value(step, _pearls(knowledge.public, _across(knowledge.public, frozenset({space}))))
        return
    if not part.pearls:
        return
    yield from _in_a_territory(knowledge, step, part)
    yield from _of_value(step, part.pearls)


def _in_a_territory(knowledge: View, step: PlaceDiver | Children, part: Territory) -> Iterator[Sentence]:
    side, before, after = _side(knowledge), standing(knowledge, part.bits), _after(knowledge, step)
    then = standing(after, part.bits)
    if then.leader == side and territory_of(after.public, step.space).full:
        yield say("reason_no_room", count=part.pearls)
    if then.leader == side and not before.divers:
        yield say("reason_first", count=part.pearls)
    yield from _of_standing(side, before, then, part)
    if side not in before.divers:
        yield say("reason_joins", count=part.pearls)


def _of_value(step: PlaceDiver | Children, pearls: int) -> Iterator[Sentence]:
    """Reasons by the value alone; none for a viewer who may not know it."""
    if step.value is not None and pearls:
        if step.value >= STRONG:
            yield say("reason_strong", count=pearls)
        elif step.value <= WEAK:
            yield say("reason_weak", count=pearls)


def _in_the_open(knowledge: View, space: Space) -> Iterator[Sentence]:
    """Reasons in the open lagoon, by the number of Divers nearby, never by their values."""
    public, own = knowledge.public, _side(knowledge)
    near = _across(public, frozenset({space}))
    around = _across(public, near)
    seats = [public.divers[each].seat for each in around if each in public.divers]
    sides, pearls = Counter(map(public.setup.side, seats)), _pearls(public, around)
    name = _crowd(sides, own) if pearls else None
    if name is not None:
        yield say(name, count=pearls, **_named(name, seats))
    if beside := _pearls(public, near):
        yield say("reason_beside", count=beside)
    if pearls and sum(bool(GRID.bit[line] & open_edges(public)) for line in GRID.edges_of[space]) <= SHELTERED:
        yield say("reason_sheltered", count=pearls)
    if pearls and sides[own]:
        yield say("reason_supports", count=pearls)


def _named(name: str, seats: Sequence[Seat]) -> Mapping[str, tuple[Seat, ...]]:
    """The others that a reason names: in a game of two "somebody else" would be whoever reads it."""
    return {"other_seats": tuple(sorted(set(seats)))} if name == "reason_answers" else {}


def _crowd(sides: Mapping[Side, int], own: Side) -> str | None:
    """The effect of one more Diver on the numbers around; None if it is not worth a word."""
    others = max((count for side, count in sides.items() if side != own), default=0)
    mine = sides.get(own, 0)
    if not others:
        return None if mine else "reason_around"
    if not mine:
        return "reason_answers"
    return "reason_outnumbers" if mine == others else None


def _across(public: Public, spaces: frozenset[Space]) -> frozenset[Space]:
    """The given spaces, and those beside them where no Pontoon lies between."""
    free = open_edges(public)
    edges = (edge for space in spaces for edge in GRID.edges_of[space] if GRID.bit[edge] & free)
    return spaces | {end for edge in edges for end in (edge.first, edge.second)}


def _pearls(public: Public, spaces: frozenset[Space]) -> int:
    return sum(public.setup.farms[farm] for farm in FARMS if farm in spaces)


def _of_change(knowledge: View, step: Step, space: Space) -> Iterator[Sentence]:
    part = territory_of(knowledge.public, space)
    if part.pearls:
        before, then = standing(knowledge, part.bits), standing(_after(knowledge, step), part.bits)
        yield from _of_standing(_side(knowledge), before, then, part)


def _of_standing(side: Side, before: Standing, then: Standing, part: Territory) -> Iterator[Sentence]:
    """The change in who is certainly ahead."""
    if then.leader == side:
        yield say("reason_adds" if before.leader == side else "reason_leads", count=part.pearls)
    elif before.leader not in (None, side) and then.leader != before.leader:
        yield say("reason_contests", count=part.pearls)


# --- Pontoons ------------------------------------------------------------------------------------------------------


def _of_cut(knowledge: View, step: LayPontoons | Fishermen) -> Iterator[Sentence]:
    """The prospects of the new territories for the own side, richest first."""
    after, old = _after(knowledge, step), {part.bits for part in territories(knowledge.public)}
    new = [part for part in territories(after.public) if part.bits not in old and closed(part)]
    new.sort(key=lambda part: -part.pearls)
    for part in new:
        if part.pearls:
            yield from _of_new(knowledge, after, part)
    for part in new:
        there = standing(after, part.bits).divers
        if there and _side(knowledge) not in there and part.pearls <= FEW_PEARLS:
            yield say("reason_shuts_in" if part.pearls else "reason_shuts_in_bare", count=part.pearls)
    yield from _of_fence(knowledge.public, after.public, step)


def _of_fence(before: Public, after: Public, step: LayPontoons | Fishermen) -> Iterator[Sentence]:
    """The use of a fence that closes nothing yet, where Pearls are within one step of its lines."""
    lines = step.edges if isinstance(step, LayPontoons) else (step.edge,)
    banks = [tuple(_across(after, frozenset({end})) for end in (line.first, line.second)) for line in lines]
    near = [one | other for one, other in banks]
    parts = [bank for bank, both in zip(near, banks, strict=True) if _parts(before, *both)]
    if between := _pearls(before, frozenset[Space]().union(*parts)):
        yield say("reason_parts", count=between)
    if pearls := _pearls(before, frozenset[Space]().union(*near)):
        yield from (say(name, count=pearls) for name in _joins(before, lines))


def _joins(public: Public, lines: tuple[Edge, ...]) -> Iterator[str]:
    """The change to a fence: one grows, or another begins. Of two lines that do not meet only that there are two."""
    if not frozenset.intersection(*(frozenset(GRID.corners_of[line]) for line in lines)):
        yield "reason_places"
        return
    if any(_meets_pontoon(public, line) for line in lines):
        yield "reason_goes_on"
        return
    if any(_meets_border(line) for line in lines):
        yield "reason_border"
    yield "reason_begins"


def _parts(public: Public, one: frozenset[Space], other: frozenset[Space]) -> bool:
    """Whether the own side has Divers on one bank alone, and others on the other alone."""
    own = public.setup.side(public.to_move)
    here, there = (
        {public.setup.side(public.divers[each].seat) for each in bank if each in public.divers} for bank in (one, other)
    )
    mine, theirs = (here, there) if own in here else (there, here)
    return mine == {own} and bool(theirs) and own not in theirs


def _meets_pontoon(public: Public, line: Edge) -> bool:
    return any(public.pontoons & GRID.bits(GRID.edges_at[corner]) for corner in GRID.corners_of[line])


def _meets_border(line: Edge) -> bool:
    """Only an end within the lagoon has a corner."""
    return len(GRID.corners_of[line]) == 1


def _of_new(knowledge: View, after: View, part: Territory) -> Iterator[Sentence]:
    side, then = _side(knowledge), standing(after, part.bits)
    around = standing(knowledge, GRID.region(part.bits, open_edges(knowledge.public)))
    if then.leader == side:
        if part.full:
            yield say("reason_closes_full", count=part.pearls)
        alone = set(then.divers) == {side} and set(around.divers) != {side}
        yield say("reason_cuts_off" if alone else "reason_closes", count=part.pearls)
    elif not then.divers:
        yield say("reason_fences_off", count=part.pearls)


# --- views ---------------------------------------------------------------------------------------------------------


def _side(knowledge: View) -> Side:
    return knowledge.public.setup.side(knowledge.public.to_move)


def _after(knowledge: View, step: Step) -> View:
    """The knowledge of the same viewer after the step, without what the step alone does not say."""
    public, values = table_after(knowledge.public, step), dict(knowledge.values)
    if isinstance(step, PlaceDiver | Children) and step.value is not None:
        values[step.space] = step.value
    return replace(knowledge, public=public, values=values)


def _with_pearls(name: str, part: Territory) -> Iterator[Sentence]:
    if closed(part) and part.pearls:
        yield say(name, count=part.pearls)
