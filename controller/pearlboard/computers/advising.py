"""What is advised: actions in places that lie apart, each with a reason of its own, and how it compares. Pure.

What came of the thinking is only as sure as it was tried out often, so a candidate is compared by what it is worth at
least. Of several reasons each advice has one that none before it has.

The places are lit for all, without an order; steps, values and Pearls are for the screen of the seat that asked. A page
that everybody shares gets steps and reasons derived from what everybody knows, with what `Rules.public` leaves of them.
A reason (`Shown.reasons`) is given only where it is true whatever is hidden.
"""

from collections.abc import Iterable, Iterator
from math import sqrt
from typing import Final

from pearlboard.games.api import NOWHERE, GameAction, GameView, OnBoard, Package
from pearlboard.games.bots import Candidate, Thought
from pearlboard.geometry import Site
from pearlboard.table.requests import Advice
from pearlboard.texts import Sentence, say

ADVISED: Final = 3
"""How many are shown."""
DOUBT: Final = 0.5
"""What one game that was tried out may be off, from lost to won; of several the mean is off by less."""
COMPARED: Final = ((0.05, "advice_level"), (0.12, "advice_less"), (float("inf"), "advice_far_less"))
"""How something is called that brings so much less of a game than the best, from 0 to 1."""


def best(package: Package, thought: Thought) -> tuple[Candidate, ...]:
    """The best actions, far from each other where there are so many, else at least in places of their own."""
    every = thought.candidates or (Candidate(thought.action, 1, thought.result, thought.points),)
    board = package.board or OnBoard()
    found: list[Candidate] = []
    for near in (board.near, board.places):
        for each in every:
            there = board.places(each.action)
            if len(found) < ADVISED and not any(
                each.action == other.action or there & near(other.action) for other in found
            ):
                found.append(each)
    return tuple(each for each in every if each in found)


def places(package: Package, found: Iterable[Candidate]) -> frozenset[Site]:
    """Where the computer would play: for all, without an order, so that it tells no more than that."""
    if package.board is None:
        return NOWHERE
    return frozenset(site for candidate in found for site in package.board.places(candidate.action))


def advice(package: Package, knowledge: GameView, found: tuple[Candidate, ...]) -> tuple[Advice, ...]:
    """What came of the thinking, with a reason for each, for whoever has this knowledge."""
    return tuple(_advised(package, knowledge, ((each, each.action) for each in found)))


def open_advice(package: Package, common: GameView, found: tuple[Candidate, ...]) -> tuple[Advice, ...]:
    """Advice for a page that all share: what stays hidden of an action is left out, of its reason, too."""
    shown = ((each, package.rules.public(each.action)) for each in found)
    return tuple(_advised(package, common, ((each, action) for each, action in shown if action is not None)))


def _advised(package: Package, knowledge: GameView, found: Iterable[tuple[Candidate, GameAction]]) -> Iterator[Advice]:
    first: Candidate | None = None
    told: list[Sentence] = []
    for weighed, action in found:
        reason = _reason(package, knowledge, action, weighed, told)
        told += [] if reason is None else [reason]
        yield Advice(action, weighed.points, reason, compared(first, weighed))
        first = first or weighed


def _reason(
    package: Package, knowledge: GameView, action: GameAction, weighed: Candidate, told: list[Sentence]
) -> Sentence | None:
    """One of another kind than any before, or at least about something else; else how the games went."""
    shown = tuple(package.shown.reasons(knowledge, action))
    names = {said.name for said in told}
    fresh = (*(said for said in shown if said.name not in names), *(said for said in shown if said not in told))
    if fresh:
        return fresh[0]
    if weighed.visits > 1:
        return say("advice_tried", share=round(100 * weighed.result), games=weighed.visits)
    return shown[0] if shown else None


def compared(first: Candidate | None, weighed: Candidate) -> Sentence:
    """How much less an advice is worth than the `first`, the best; None: it is the best itself."""
    if first is None:
        return say("advice_best")
    less = _at_least(first) - _at_least(weighed)
    return say(next(name for most, name in COMPARED if less <= most))


def _at_least(weighed: Candidate) -> float:
    return weighed.result - DOUBT / sqrt(max(1, weighed.visits))
