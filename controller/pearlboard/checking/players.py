"""Laws of computer players."""

from random import Random
from typing import Final, TypeAlias

from pearlboard.checking.evidence import MOST, Evidence, named, sent
from pearlboard.checking.laws import broken
from pearlboard.games.api import TABLE, Computer, GameAction, GameState, GameView, IllegalAction, Judge, Seat
from pearlboard.games.bots import Thought
from pearlboard.games.going_on import by_itself, seats

Pair: TypeAlias = list[tuple[str, Computer]]
FEW: Final = 12
"""Simulations of a decision: it need not be a good one."""
ALMOST: Final = 1e-6


def computers(evidence: Evidence) -> None:
    """Each plays a game to its end against the next one, told its view alone: legally, and the same seed the same."""
    players = list(evidence.package.players().items())
    for at, (name, computer) in enumerate(players):
        opponent = players[(at + 1) % len(players)]
        _play(evidence, at, [(name, computer), opponent])


def _play(evidence: Evidence, seed: int, pair: Pair) -> None:
    package, rules, rng = evidence.package, evidence.rules, Random(seed)
    variant = package.options.variants[seed % len(package.options.variants)]
    count = max(package.seats[0], min(2, package.seats[-1]))
    setup = package.options.of_trial(count, dict(variant), rng)
    state: GameState = rules.opening(setup, 1, package.dealt.deal(setup, rng))
    for _ in range(MOST):
        if rules.outcome(state) is not None:
            return
        waiting = seats(package, state)
        state = by_itself(package, state) if not waiting else _asked(evidence, state, waiting[0], pair, rng)
    broken(f"a game of {pair[0][0]} and {pair[1][0]} does not end")


def _asked(evidence: Evidence, state: GameState, seat: Seat, pair: Pair, rng: Random) -> GameState:
    name, computer = pair[(seat - 1) % 2]
    knowledge, seed = evidence.rules.view(state, seat), rng.getrandbits(40)
    thought, again = (_thought(computer, sent(knowledge), seed) for _ in range(2))
    if evidence.rules.encode(thought.action) != evidence.rules.encode(again.action):
        broken(f"{name} plays differently when asked the same twice")
    if not 0 <= thought.result <= 1:
        broken(f"{name} expects a result of {thought.result}: it is from 0 to 1")
    try:
        return evidence.rules.apply(state, seat, thought.action)
    except IllegalAction as refused:
        broken(f"{name} on {named(seat)} plays what is refused: {type(thought.action).__name__}, {refused.rule}")


def _thought(computer: Computer, knowledge: GameView, seed: int) -> Thought:
    return computer.bot.think(knowledge, seed, min(computer.simulations, FEW))


def hindsight(evidence: Evidence) -> None:
    """A finished game can be thought over: what was known in the end is knowledge of the seat, too."""
    package, rules = evidence.package, evidence.rules
    reviewing = package.reviewing
    if reviewing is None:
        return
    computer = package.players()[reviewing.analyst]
    for played in evidence.few:
        asked = [happening for happening in played.acts if happening.actor != TABLE]
        for happening in asked[:: max(1, len(asked) // 3)]:
            seat = int(happening.actor or 1)
            known = sent(package.hindsight(happening.before, played.end, seat))
            thought = _thought(computer, known, 1)
            action = package.secrets.as_known(played.end, happening.action)
            rules.encode(thought.action)
            rules.encode(action)
            if reviewing.judge is not None:
                _judged(reviewing.judge(), known, sent(rules.view(happening.before, seat)), action)


def _judged(judge: Judge, known: GameView, then: GameView, action: GameAction) -> None:
    chances = judge.outlook(known, 1, FEW).chances.values()
    if abs(sum(each.result for each in chances) - 1) > ALMOST:
        broken(f"the judge gives the sides {sum(each.result for each in chances)} of a game: together it is 1")
    weighed = {candidate.action for candidate in judge.weigh(then, (action,), 1, FEW).candidates}
    if not weighed <= {action}:
        broken("the judge weighs actions that it was not asked about")
