"""Before the first turn: agreeing on a game that can be played, shuffling, and the opening position."""

from random import Random
from typing import Final

from pearlboard.games.pearls.rules.cards import COLOURS, LONGEST, NECKLACES, NO_CARDS, SHORTEST, counted, in_play
from pearlboard.games.pearls.rules.state import HAND, PLAYERS, SLOTS, Deal, Memory, Setup, State
from pearlboard.games.refusals import BadSetup
from pearlboard.games.values import Seat
from pearlboard.texts import say

FEW: Final = (2, 3)
"""The number of players up to which all cards may be kept."""


class WrongNumberOfPlayers(BadSetup):
    rule = "wrong_number_of_players"
    part = "players"

    def __init__(self) -> None:
        super().__init__("the game is for 2 to 6 players", say("pearls_wrong_number_of_players"))


class AllCardsAnyway(BadSetup):
    """Four or more players use all cards anyway, so there is no choice (ruling 2)."""

    rule = "all_cards_anyway"
    part = "all_cards"

    def __init__(self) -> None:
        super().__init__("with 4 or more players this must be false", say("pearls_all_cards_anyway"))


class WrongNecklaces(BadSetup):
    rule = "wrong_necklaces"
    part = "necklaces"

    def __init__(self) -> None:
        super().__init__(
            f"there are {len(NECKLACES)} necklaces, each from {SHORTEST} to {LONGEST}",
            say("pearls_wrong_necklaces", count=len(NECKLACES), least=SHORTEST, most=LONGEST),
        )


def check(setup: Setup) -> None:
    """Raise the `BadSetup` that stands against playing so."""
    if setup.players not in PLAYERS:
        raise WrongNumberOfPlayers
    if setup.all_cards and setup.players not in FEW:
        raise AllCardsAnyway
    if len(setup.necklaces) != len(NECKLACES) or not all(SHORTEST <= each <= LONGEST for each in setup.necklaces):
        raise WrongNecklaces


def shuffled(setup: Setup, rng: Random) -> Deal:
    """The cards in play, in the order in which they are dealt."""
    cards = in_play(setup.players, all_cards=setup.all_cards)
    deck = [colour for colour, count in zip(COLOURS, cards, strict=True) for _ in range(count)]
    rng.shuffle(deck)
    return Deal(tuple(deck))


def opening(setup: Setup, first: Seat, deal: Deal) -> State:
    """Six cards to each seat, six on display, the rest is the pile (ruling 6)."""
    dealt = HAND * setup.players
    return State(
        setup=setup,
        to_move=first,
        necklaces=setup.necklaces,
        draw=deal.deck[dealt + SLOTS :],
        display=deal.deck[dealt : dealt + SLOTS],
        hands=tuple(counted(deal.deck[at : at + HAND]) for at in range(0, dealt, HAND)),
        won=((),) * setup.players,
        memory=Memory((NO_CARDS,) * setup.players, (NO_CARDS,) * setup.players, (HAND,) * setup.players),
    )
