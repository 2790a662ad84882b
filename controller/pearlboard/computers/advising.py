"""Advice: a few actions far apart on the board, each with its own reason, compared with the best. Pure.

An estimate is only as good as the number of simulated games behind it, so candidates are compared by the lower bound of
their values. Each piece of advice gets a reason that none before it has.

Everybody sees the places lit, without an order; actions, values and Pearls are shown only on the screen of the seat
that asked. A shared page gets actions and reasons derived from public knowledge, reduced by `Secrets.public`. A reason
(`Advising.reasons`) is given only where it holds whatever is hidden.
"""

from collections.abc import Callable, Iterable, Iterator
from math import sqrt
from typing import Final

from pearlboard.games.api import NOWHERE, GameAction, GameView, OnBoard, Package
from pearlboard.games.bots import Candidate, Thought
from pearlboard.geometry import Site
from pearlboard.table.requests import Advice
from pearlboard.texts import Sentence, say

ADVISED: Final = 3
"""The number of actions advised."""
DOUBT: Final = 0.5
"""The largest standard deviation of a simulated game, whose result is 0 to 1; that of a mean is smaller."""
ENOUGH: Final = 20
"""Simulated games from which on their share that was won says something."""
COMPARED: Final = ((0.05, "advice_level"), (0.12, "advice_less"), (float("inf"), "advice_far_less"))
"""The sentence for each upper bound of the loss compared with the best action, as a share of a game (0 to 1): of games
that are won, so the words say nothing of points.
"""


def best(package: Package, thought: Thought) -> tuple[Candidate, ...]:
    """The best actions: far apart if there are enough of those, otherwise at least in separate places.

    The computer's own choice comes first, and the others in the order in which they are compared with it.
    """
    every = thought.candidates or (Candidate(thought.action, 1, thought.result, thought.points),)
    own = (package.board or OnBoard()).places
    found: list[Candidate] = []
    for near in (_near(package) or own, own):
        for each in every:
            there = own(each.action)
            if len(found) < ADVISED and not any(
                each.action == other.action or there & near(other.action) for other in found
            ):
                found.append(each)
    first, *others = (each for each in every if each in found)
    return (first, *sorted(others, key=_at_least, reverse=True))


def _near(package: Package) -> Callable[[GameAction], frozenset[Site]] | None:
    return None if package.advising is None else package.advising.near


def places(package: Package, found: Iterable[Candidate]) -> frozenset[Site]:
    """Where the computer would play: for everybody, without an order, so that the places reveal nothing more."""
    if package.board is None:
        return NOWHERE
    return frozenset(site for candidate in found for site in package.board.places(candidate.action))


def advice(package: Package, knowledge: GameView, found: tuple[Candidate, ...]) -> tuple[Advice, ...]:
    """Advice with reasons, for somebody with this knowledge."""
    return tuple(_advised(package, knowledge, ((each, each.action) for each in found)))


def open_advice(package: Package, common: GameView, found: tuple[Candidate, ...]) -> tuple[Advice, ...]:
    """Advice for a shared page: hidden parts of actions and reasons are left out."""
    shown = ((each, package.secrets.public(each.action)) for each in found)
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
    """A reason of a kind not told before, or at least another one; otherwise the result of the simulated games."""
    shown = () if package.advising is None else tuple(package.advising.reasons(knowledge, action))
    names = {said.name for said in told}
    fresh = (*(said for said in shown if said.name not in names), *(said for said in shown if said not in told))
    if fresh:
        return fresh[0]
    if weighed.visits >= ENOUGH:
        return say("advice_tried", won=round(weighed.result * weighed.visits), games=weighed.visits)
    return shown[0] if shown else None


def compared(first: Candidate | None, weighed: Candidate) -> Sentence:
    """How much less an action is worth than `first`, the best; `first` None: the action is the best itself."""
    if first is None:
        return say("advice_best")
    less = _at_least(first) - _at_least(weighed)
    return say(next(name for most, name in COMPARED if less <= most))


def _at_least(weighed: Candidate) -> float:
    return weighed.result - DOUBT / sqrt(max(1, weighed.visits))
