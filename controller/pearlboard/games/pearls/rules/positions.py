"""Positions as JSON, and back. They hold every secret: they are files for analysis and tests, nothing else.

What was ever shown is no part of a position, so of a game that begins with one every hand is unknown.
"""

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from pearlboard.errors import BadInput
from pearlboard.games.pearls.rules.cards import (
    BOX,
    COLOURS,
    LONGEST,
    NECKLACES,
    NO_CARDS,
    SHORTEST,
    Cards,
    Colour,
    counted,
    in_play,
)
from pearlboard.games.pearls.rules.setup import check
from pearlboard.games.pearls.rules.state import LIMIT, PLAYERS, SLOTS, Memory, Setup, State
from pearlboard.games.refusals import BadSetup
from pearlboard.games.strict_json import at, convert, sized, whole

NAME: Final = "pearls"

_Count = Annotated[int, Meta(ge=0, le=sum(BOX))]
Necklace = Annotated[int, Meta(ge=SHORTEST, le=LONGEST)]
Players = Annotated[int, Meta(ge=PLAYERS[0], le=PLAYERS[-1])]


class _Cards(Struct, frozen=True, forbid_unknown_fields=True):
    """Cards by colour."""

    wild: _Count = 0
    yellow: _Count = 0
    red: _Count = 0
    green: _Count = 0
    blue: _Count = 0
    turquoise: _Count = 0
    purple: _Count = 0

    @property
    def counts(self) -> Cards:
        """The numbers in the order of the colours."""
        return self.wild, self.yellow, self.red, self.green, self.blue, self.turquoise, self.purple


class _Pile(Struct, frozen=True, forbid_unknown_fields=True):
    cards: _Cards
    necklaces: list[Necklace]


class PositionDocument(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A position as plain data, of the right shape and no more."""

    game: Literal["pearls"]
    players: Players
    all_cards: bool
    necklaces: list[Necklace]
    draw: list[Colour]
    display: list[Colour | None]
    hands: list[_Cards]
    piles: list[_Pile]
    to_move: int
    last_turns: int | None


def position_to_json(state: State) -> dict[str, object]:
    """The position as a file holds it."""
    return {
        "game": NAME,
        "players": state.setup.players,
        "all_cards": state.setup.all_cards,
        "necklaces": list(state.necklaces),
        "draw": [str(card) for card in state.draw],
        "display": [None if card is None else str(card) for card in state.display],
        "hands": [cards_to_json(hand) for hand in state.hands],
        "piles": [
            {"cards": cards_to_json(placed), "necklaces": list(won)}
            for placed, won in zip(state.placed, state.won, strict=True)
        ],
        "to_move": state.to_move,
        "last_turns": state.last_turns,
    }


def cards_to_json(cards: Cards) -> dict[str, int]:
    """Numbers by colour, without colours that have none."""
    return {str(colour): count for colour, count in zip(COLOURS, cards, strict=True) if count}


def position_from_json(document: object, place: str = "") -> State:
    """The position; `BadInput` for anything that is not one, or could not come about in the game."""
    return position_of(convert(document, PositionDocument, place), place)


def position_of(told: PositionDocument, place: str = "") -> State:
    """The position that a document tells; `BadInput` for one that could not come about in the game."""
    players = told.players
    last_turns = told.last_turns
    piles = sized(at(place, "piles"), told.piles, players)
    placed = tuple(pile.cards.counts for pile in piles)
    won = tuple(tuple(sorted(pile.necklaces)) for pile in piles)
    hands = tuple(hand.counts for hand in sized(at(place, "hands"), told.hands, players))
    state = State(
        setup=_setup(place, told),
        to_move=whole(at(place, "to_move"), told.to_move, 1, players),
        necklaces=tuple(sorted(told.necklaces)),
        draw=tuple(told.draw),
        display=tuple(sized(at(place, "display"), told.display, SLOTS)),
        hands=hands,
        won=won,
        memory=Memory(placed, (NO_CARDS,) * players, tuple(sum(hand) for hand in hands)),
        last_turns=None if last_turns is None else whole(at(place, "last_turns"), last_turns, 0, players),
    )
    _check_cards(state, place)
    _check_hands_and_piles(state, place)
    _check_end(state, place)
    return state


def _setup(place: str, told: PositionDocument) -> Setup:
    everywhere = (told.necklaces, *(pile.necklaces for pile in told.piles))
    necklaces = tuple(sorted(value for values in everywhere for value in values))
    if len(necklaces) != len(NECKLACES):
        wrong = f"there must be {len(NECKLACES)} necklaces, here and in the piles together, not {len(necklaces)}"
        raise BadInput(at(place, "necklaces"), wrong)
    setup = Setup(told.players, told.all_cards, necklaces)
    try:
        check(setup)
    except BadSetup as error:
        raise BadInput(at(place, error.part), str(error)) from error
    return setup


# --- what cannot be ----------------------------------------------------------------------------------------------


def _check_cards(state: State, place: str) -> None:
    """Every card is in one place; and the display is filled up as long as there is a pile."""
    open_and_drawn = counted((*state.draw, *state.display))
    here = tuple(map(sum, zip(open_and_drawn, *state.hands, *state.placed, strict=True)))
    wanted = in_play(state.setup.players, all_cards=state.setup.all_cards)
    if here != wanted:
        wrong = zip(COLOURS, here, wanted, strict=True)
        colour, found, right = next((colour, found, right) for colour, found, right in wrong if found != right)
        raise BadInput(place, f"there must be {right} {colour} cards in all, not {found}")
    if state.draw and None in state.display:
        raise BadInput(at(at(place, "display"), state.display.index(None)), "there is a gap, though cards are left")
    if not any(state.display):
        raise BadInput(at(place, "display"), "no card lies there: one colour at most can have been taken")


def _check_hands_and_piles(state: State, place: str) -> None:
    for index, hand in enumerate(state.hands):
        if sum(hand) > LIMIT:
            raise BadInput(at(at(place, "hands"), index), f"a hand has at most {LIMIT} cards, not {sum(hand)}")
    for index, (placed, won) in enumerate(zip(state.placed, state.won, strict=True)):
        if sum(placed) < sum(won):
            wrong = f"{sum(placed)} cards cannot have won necklaces of {sum(won)} cards"
            raise BadInput(at(at(place, "piles"), index), wrong)


def _check_end(state: State, place: str) -> None:
    """The last turns begin when pile or necklaces are used up, and never before."""
    here = at(place, "last_turns")
    triggered = not state.draw or not state.necklaces
    if state.last_turns is None and triggered:
        raise BadInput(here, "pile or necklaces are used up: this must be a number, not null")
    if state.last_turns is not None and not triggered:
        raise BadInput(here, "pile and necklaces are not used up: this must be null")
    if state.last_turns and not any(state.hands[state.to_move - 1]):
        raise BadInput(at(place, "to_move"), f"seat {state.to_move} has no cards: it is skipped")
