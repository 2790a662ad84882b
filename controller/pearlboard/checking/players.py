"""Laws of computer players."""

from collections.abc import Iterator
from random import Random
from typing import Final, TypeAlias

from pearlboard.checking.evidence import MOST, Evidence, Happening, Played, named, of_seat, sent
from pearlboard.checking.laws import broken
from pearlboard.checking.shown import check_said
from pearlboard.computers.advising import advice as spoken
from pearlboard.computers.advising import best, open_advice
from pearlboard.games.api import Computer, GameAction, GameState, GameView, IllegalAction, Judge, Package, Rules, Seat
from pearlboard.games.bots import Thought
from pearlboard.games.going_on import by_itself, seats
from pearlboard.table.requests import Advice
from pearlboard.texts import Sentence

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
    return _playable(evidence.rules, state, seat, thought.action, f"{name} on {named(seat)} plays")


def _decisions(played: Played) -> list[tuple[Happening, Seat]]:
    """Some actions of seats, about three of a game, each with its seat."""
    asked = [(happening, seat) for happening in played.acts if (seat := of_seat(happening)) is not None]
    return asked[:: max(1, len(asked) // 3)]


def _thought(computer: Computer, knowledge: GameView, seed: int) -> Thought:
    return computer.bot.think(knowledge, seed, min(computer.simulations, FEW))


def advice(evidence: Evidence) -> None:
    """The adviser thinks on what all may know, and on what its seat knows; what it advises can be played, and said."""
    package = evidence.package
    if package.advising is None:
        return
    for played in evidence.few:
        name = package.adviser_of(played.setup)
        if name is None:
            continue
        for happening, seat in _decisions(played):
            common, own = package.common(happening.before, seat), package.rules.view(happening.before, seat)
            _advised(package, name, seat, common, "what all may know (`Package.common`)")
            action = _advised(package, name, seat, own, "what its seat knows")
            _playable(package.rules, happening.before, seat, action, f"{name}, which advises {named(seat)}, names")


def _advised(package: Package, name: str, seat: Seat, known: GameView, what: str) -> GameAction:
    """The action that is advised on this knowledge, once all that is said of it was looked at."""
    try:
        thought = _thought(package.players()[name], sent(known), 1)
        found = best(package, thought)
        told = (*open_advice(package, known, found), *spoken(package, known, found))
    except Exception as error:
        error.add_note(f"{name} was asked for advice on {what}; {named(seat)} was to act")
        raise
    check_said(package, {said for each in told for said in _words(package, known, each)})
    return thought.action


def _words(package: Package, known: GameView, advised: Advice) -> Iterator[Sentence]:
    advising = package.advising
    if advising is not None:
        expected = advising.expectation(known, advised.points)
        yield from filter(None, (advising.advice(advised.action), advised.reason, expected))


def _playable(rules: Rules, state: GameState, seat: Seat, action: GameAction, whose: str) -> GameState:
    try:
        return rules.apply(state, seat, action)
    except IllegalAction as refused:
        broken(f"{whose} what is refused: {type(action).__name__}, {refused.rule}")


def hindsight(evidence: Evidence) -> None:
    """A finished game can be thought over: what was known in the end is knowledge of the seat, too."""
    package, rules = evidence.package, evidence.rules
    reviewing = package.reviewing
    if reviewing is None:
        return
    computer = package.players()[reviewing.analyst]
    for played in evidence.few:
        for happening, seat in _decisions(played):
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
