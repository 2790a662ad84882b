"""The open actions of the seat to move, and why others are not open, both from what a viewer knows."""

from collections.abc import Iterator

from pearlboard.games.pearls.rules.actions import Action, Place, Take
from pearlboard.games.pearls.rules.cards import COLOURS, WILD, Cards, Colour, counted, number_of
from pearlboard.games.pearls.rules.refusals import (
    GameOver,
    HandLimit,
    NoSuchCard,
    NoSuchNecklace,
    NothingPlaced,
    NotOnDisplay,
    NotYourTurn,
    OnlyPlacing,
    WildWithWild,
)
from pearlboard.games.pearls.rules.state import LIMIT, Display
from pearlboard.games.pearls.rules.view import View
from pearlboard.games.values import Actor

# --- what is open ------------------------------------------------------------------------------------------------


def takes(display: Display, held: int) -> Iterator[Take]:
    """Every colour that lies there, and of which all cards still fit into a hand of that size."""
    lying = counted(display)
    return (Take(colour) for colour in COLOURS if 0 < number_of(lying, colour) <= LIMIT - held)


def places(hand: Cards, necklaces: tuple[int, ...]) -> Iterator[Place]:
    """Every number of cards of one colour with every number of wilds, with and without a necklace of that length."""
    for colour, held in zip(COLOURS, hand, strict=True):
        wilds = 0 if colour is Colour.WILD else hand[WILD]
        for cards in range(1, held + 1):
            for added in range(wilds + 1):
                yield Place(colour, cards, added)
                if cards + added in necklaces:
                    yield Place(colour, cards, added, necklace=True)


def turns(seen: View) -> Iterator[Action]:
    """Every turn of the seat to move that this viewer can know to be legal: all of them, if it knows the hand."""
    if seen.over:
        return
    if seen.last_turns is None:
        yield from takes(seen.display, seen.sizes[seen.to_move - 1])
    hand = seen.hands[seen.to_move - 1]
    if hand is not None:
        yield from places(hand, seen.necklaces)


def fits(seen: View, colour: Colour) -> bool:
    """Whether all cards of that colour on display go into the hand of the seat to move; sizes of hands are public."""
    return seen.sizes[seen.to_move - 1] + seen.display.count(colour) <= LIMIT


# --- what is not -------------------------------------------------------------------------------------------------


def judge(seen: View, actor: Actor, action: Action) -> None:
    """Raise the first of the refusals that can be known from this view."""
    if seen.over:
        raise GameOver
    if actor != seen.to_move:
        raise NotYourTurn(seen.to_move)
    if isinstance(action, Take):
        _judge_take(seen, action)
    else:
        _judge_place(seen, action)


def _judge_take(seen: View, take: Take) -> None:
    if seen.last_turns is not None:
        raise OnlyPlacing
    lying = seen.display.count(take.colour)
    if not lying:
        raise NotOnDisplay(take.colour)
    if not fits(seen, take.colour):
        raise HandLimit(seen.sizes[seen.to_move - 1], lying)


def _judge_place(seen: View, place: Place) -> None:
    if place.colour is Colour.WILD and place.wilds:
        raise WildWithWild
    if not place.cards:
        raise NothingPlaced
    hand = seen.hands[seen.to_move - 1]
    if hand is not None and (place.cards > number_of(hand, place.colour) or place.wilds > hand[WILD]):
        raise NoSuchCard
    if place.necklace and place.length not in seen.necklaces:
        raise NoSuchNecklace(place.length)
