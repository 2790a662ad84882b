"""The final places, from what everybody knows at the end."""

from collections.abc import Mapping
from dataclasses import dataclass

from pearlboard.games.pearls.rules.cards import NO_CARDS, worth
from pearlboard.games.pearls.rules.scoring import Score, outcome
from pearlboard.games.pearls.rules.view import Pile, View
from pearlboard.games.values import Seat


@dataclass(frozen=True, slots=True)
class Standing:
    """A seat at the end: its place from 1, which several may share, and what it has."""

    seat: Seat
    place: int
    score: Score


def standings(view: View) -> tuple[Standing, ...]:
    """The best first; of a game that is over, since only then all hands and piles are known."""
    scores = _scores(view)
    places = outcome(scores).places
    return tuple(Standing(seat, places[seat], scores[seat]) for seat in sorted(scores, key=lambda seat: places[seat]))


def _scores(view: View) -> Mapping[Seat, Score]:
    return {
        seat: Score(worth(pile.cards or NO_CARDS), sum(pile.necklaces), worth(hand or NO_CARDS), sum(hand or NO_CARDS))
        for seat, pile, hand in zip(view.setup.seats, view.piles, view.hands, strict=True)
    }


def points(pile: Pile) -> int | None:
    """The points of a score pile, with its necklaces; None where the pile is not open."""
    return None if pile.cards is None else worth(pile.cards) + sum(pile.necklaces)
