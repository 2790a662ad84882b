"""A puzzle's counts in words: how it stands, what another turn would lead to, what is won. All Divers lie open.

A puzzle is a position in which player 1 lays the last Pontoons, and one turn that wins, its `lines`.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from pearlboard.games.perladora.rules.play import play
from pearlboard.games.perladora.rules.refusals import IllegalStep
from pearlboard.games.perladora.rules.scoring import Score, TerritoryScore, score
from pearlboard.games.perladora.rules.state import State
from pearlboard.games.perladora.rules.steps import LayPontoons, Turn
from pearlboard.geometry import Edge, Site, Space
from pearlboard.texts import Sentence, say

YOU: Final = 1


def asked(state: State, you: Sentence) -> Sentence:
    """The task of a puzzle: who one is, how things stand, and what is to be done."""
    return say("lesson_puzzle", you=you, count=_told(_counted(state)))


def solved(state: State, lines: Iterable[Edge]) -> Sentence:
    """The score after the winning turn."""
    return say("lesson_puzzle_done", count=_told(_counted(_after(state, lines))))


def whose(state: State, lines: Iterable[Edge]) -> Iterator[tuple[TerritoryScore, Sentence]]:
    """The territories with Pearls after the winning turn, and who gets these."""
    for part in _counted(_after(state, lines)).territories:
        if part.territory.pearls:
            name = "both" if len(part.winners) > 1 else "you" if YOU in part.winners else "ben"
            told = say(f"lesson_whose_{name}", pearls=say("pearls", count=part.share))
            yield part, told if part.winners else part.reason


def against(state: State, sites: frozenset[Site]) -> Sentence:
    """The result of another turn: a refusal of the rules, or its count."""
    try:
        then = _after(state, (place for place in sites if isinstance(place, Edge)))
    except IllegalStep as refusal:
        return refusal.sentence
    return say("lesson_puzzle_wrong", count=_told(_counted(then)))


def hints(state: State, lines: tuple[Edge, ...]) -> tuple[Sentence, ...]:
    """Three hints: the Pearls that are to be won, then half of what is right, then all of it."""
    farm = _decisive(state, _after(state, lines))
    where = say("lesson_hint_where", count=state.public.setup.farms[farm], space=farm)
    return where, say("lesson_hint", line=lines[0]), say("lesson_hint_all", lines=lines)


def _after(state: State, lines: Iterable[Edge]) -> State:
    return play(state, Turn(YOU, None, LayPontoons(tuple(sorted(lines)))))


def _counted(state: State) -> Score:
    return score(state.public, {place: value for place, value in state.values.items() if value is not None})


def _told(counted: Score) -> Sentence:
    """The score, and who would win by it; equal in Pearls, the bigger clusters decide."""
    own, theirs = counted.pearls.values()
    level = "level_" if own == theirs else ""
    who = "nobody" if len(counted.winners) > 1 else "you" if YOU in counted.winners else "ben"
    return say(f"lesson_count_{level}{who}", own=say("pearls", count=own), theirs=theirs)


def _decisive(before: State, after: State) -> Space:
    """The Farm whose change of hands brings player 1 the most Pearls."""
    farms, was, then = before.public.setup.farms, _counted(before), _counted(after)
    return max(farms, key=lambda farm: farms[farm] * (_held(then, farm) - _held(was, farm)))


def _held(counted: Score, farm: Space) -> int:
    """1: its Pearls are player 1's alone; -1: another's; 0: shared, or nobody's."""
    winners = next(part.winners for part in counted.territories if farm in part.territory.spaces)
    return (YOU in winners) - any(side != YOU for side in winners)
