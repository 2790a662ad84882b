"""The score of everybody at the end (rulings 5, 21, 22)."""

from collections.abc import Mapping
from dataclasses import dataclass

from pearlboard.games.pearls.rules.cards import worth
from pearlboard.games.pearls.rules.state import State
from pearlboard.games.values import Outcome, Seat


@dataclass(frozen=True, slots=True)
class Score:
    """Points of one seat: its pile's cards and necklaces, less what it holds; and how many cards that is."""

    cards: int
    necklaces: int
    hand: int
    left: int

    @property
    def total(self) -> int:
        """The total, which may be negative."""
        return self.cards + self.necklaces - self.hand


def scores(state: State) -> Mapping[Seat, Score]:
    """The score of each seat, as if the game ended now."""
    return {
        seat: Score(worth(placed), sum(won), worth(hand), sum(hand))
        for seat, placed, won, hand in zip(state.setup.seats, state.placed, state.won, state.hands, strict=True)
    }


def outcome(counted: Mapping[Seat, Score]) -> Outcome:
    """The highest total wins; among the tied, most cards in hand, wilds too; those still tied share."""
    rank = {seat: (score.total, score.left) for seat, score in counted.items()}
    return Outcome(
        {seat: 1 + sum(other > own for other in rank.values()) for seat, own in rank.items()},
        {seat: score.total for seat, score in counted.items()},
    )
