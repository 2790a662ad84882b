"""The results of a turn: cards move, the display is filled up, the end is triggered, seats without cards are skipped.

Nothing is judged here: a turn that comes in is legal (`options.judge`).
"""

from dataclasses import replace

from pearlboard.games.pearls.rules.actions import Action, Place, Take
from pearlboard.games.pearls.rules.cards import INDEX, WILD, Cards, Colour, changed
from pearlboard.games.pearls.rules.options import places, takes
from pearlboard.games.pearls.rules.state import Display, Last, Memory, State
from pearlboard.games.values import Seat


def after(state: State, action: Action) -> State:
    """The state after a legal turn of the seat to move."""
    return _after_take(state, action) if isinstance(action, Take) else _after_place(state, action)


def _after_take(state: State, take: Take) -> State:
    """Take all cards of the colour, and fill gaps from the left, as far as the pile goes (rulings 8, 10, 17)."""
    seat, taken = state.to_move, state.display.count(take.colour)
    display, dealt = _filled(state.display, take.colour, state.draw)
    draw = state.draw[len(dealt) :]
    hands = _with(state.hands, seat, changed(state.hands[seat - 1], take.colour, taken))
    last_turns = state.last_turns if draw else state.setup.players  # ruling 16
    known = _with(state.memory.known, seat, changed(state.memory.known[seat - 1], take.colour, taken))
    to_move, last_turns = _next(seat, last_turns, hands)
    return replace(
        state,
        to_move=to_move,
        draw=draw,
        display=display,
        hands=hands,
        memory=replace(state.memory, known=known),
        last_turns=last_turns,
        last=Last(seat, take, taken, dealt),
    )


def _filled(display: Display, taken: Colour, draw: tuple[Colour, ...]) -> tuple[Display, tuple[int, ...]]:
    """The display without a colour, filled up in place from the top of the pile; and the slots that were."""
    slots = [None if card is taken else card for card in display]
    dealt = [slot for slot, card in enumerate(slots) if card is None][: len(draw)]
    for slot, card in zip(dealt, draw, strict=False):
        slots[slot] = card
    return tuple(slots), tuple(dealt)


def _after_place(state: State, place: Place) -> State:
    """The cards go onto the pile, with the necklace if one is taken; taking the last one triggers the end."""
    seat = state.to_move
    hand = changed(changed(state.hands[seat - 1], place.colour, -place.cards), Colour.WILD, -place.wilds)
    hands = _with(state.hands, seat, hand)
    necklaces, won, last_turns = state.necklaces, state.won, state.last_turns
    if place.necklace:
        at = necklaces.index(place.length)
        necklaces = necklaces[:at] + necklaces[at + 1 :]
        won = (*won[: seat - 1], tuple(sorted((*won[seat - 1], place.length))), *won[seat:])
    if last_turns is not None:
        last_turns -= 1  # ruling 18: a second trigger changes nothing
    elif not necklaces:
        last_turns = state.setup.players
    to_move, last_turns = _next(seat, last_turns, hands)
    return replace(
        state,
        to_move=to_move,
        necklaces=necklaces,
        hands=hands,
        won=won,
        memory=_remembered(state.memory, seat, place),
        last_turns=last_turns,
        last=Last(seat, place, place.cards, necklace=place.length if place.necklace else None),
    )


def _next(seat: Seat, last_turns: int | None, hands: tuple[Cards, ...]) -> tuple[Seat, int | None]:
    """The next seat clockwise. In the last turns a seat without cards is skipped (ruling 19)."""
    following = seat % len(hands) + 1
    while last_turns and not any(hands[following - 1]):
        following, last_turns = following % len(hands) + 1, last_turns - 1
    return following, last_turns


# --- what a perfect memory has of it -----------------------------------------------------------------------------


def _remembered(memory: Memory, seat: Seat, place: Place) -> Memory:
    """The memory after a placement: it uses cards known to be in the hand first, then dealt ones."""
    shown = changed(changed(memory.placed[seat - 1], place.colour, place.cards), Colour.WILD, place.wilds)
    known, unknown = list(memory.known[seat - 1]), memory.unknown[seat - 1]
    for index, count in ((INDEX[place.colour], place.cards), (WILD, place.wilds)):
        seen = min(known[index], count)
        known[index] -= seen
        unknown -= count - seen
    wild, yellow, red, green, blue, turquoise, purple = known
    left = (wild, yellow, red, green, blue, turquoise, purple)
    return Memory(
        _with(memory.placed, seat, shown),
        _with(memory.known, seat, left),
        (*memory.unknown[: seat - 1], unknown, *memory.unknown[seat:]),
    )


def _with(cards: tuple[Cards, ...], seat: Seat, own: Cards) -> tuple[Cards, ...]:
    return (*cards[: seat - 1], own, *cards[seat:])


# --- in bulk -----------------------------------------------------------------------------------------------------


def turns(state: State) -> list[Action]:
    """Every legal turn of the seat to move."""
    if state.over:
        return []
    hand = state.hands[state.to_move - 1]
    taking = () if state.last_turns is not None else takes(state.display, sum(hand))
    return [*taking, *places(hand, state.necklaces)]


def perft(state: State, depth: int) -> int:
    """How many sequences of exactly `depth` turns there are, with the pile as it lies."""
    if depth == 0:
        return 1
    if depth == 1:
        return len(turns(state))
    return sum(perft(after(state, turn), depth - 1) for turn in turns(state))
