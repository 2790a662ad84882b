"""A game as it is thought through: plain numbers, changed in place, thousands of turns a second.

It obeys the same rules as `rules.turns`, which tests compare. Slots never matter to the rules, so the display is a
number of cards of each colour; seats count from 0 here.
"""

from collections.abc import Sequence
from typing import Final, TypeAlias

from pearlboard.games.pearls.rules.actions import Action, Place, Take
from pearlboard.games.pearls.rules.cards import COLOURS, INDEX, LONGEST, SHORTEST, VALUES, WILD, counted, worth
from pearlboard.games.pearls.rules.state import LIMIT
from pearlboard.games.pearls.rules.view import View

Move: TypeAlias = tuple[int, int, int, bool]
"""A colour by its number, how many cards of it are placed, with how many wilds, and whether a necklace is taken.

No cards: the colour is taken from the display.
"""
KINDS: Final = range(len(COLOURS))
COLOURED: Final = tuple(kind for kind in KINDS if kind != WILD)
LENGTHS: Final = range(SHORTEST, LONGEST + 1)
PLAYING: Final = -1
"""The value of `last` until the end is triggered."""


def action_of(move: Move) -> Action:
    """The move, as the rules name it."""
    colour, cards, wilds, necklace = move
    return Place(COLOURS[colour], cards, wilds, necklace) if cards else Take(COLOURS[colour])


def move_of(action: Action) -> Move:
    """The other way round."""
    if isinstance(action, Take):
        return INDEX[action.colour], 0, 0, False
    return INDEX[action.colour], action.cards, action.wilds, action.necklace


class Table:
    """Everything that decides how a game goes on, with all hands and the whole pile.

    points   of each seat's pile, cards and necklaces; `lengths`: how many necklaces of each length lie there
    draw     the pile, its top last
    last     last turns still to come, or `PLAYING`
    """

    __slots__ = ("display", "draw", "hands", "held", "last", "lengths", "lying", "points", "seat")

    def __init__(self, seen: View, hands: Sequence[Sequence[int]], draw: list[int]) -> None:
        """The viewer's table, with these hands and this pile in place of unknown ones."""
        self.hands = [list(hand) for hand in hands]
        self.held = [sum(hand) for hand in hands]
        self.display = list(counted(seen.display))
        self.draw = draw
        self.lengths = [seen.necklaces.count(length) for length in range(LONGEST + 1)]
        self.lying = len(seen.necklaces)
        self.points = [
            worth(placed) + sum(pile.necklaces) for placed, pile in zip(seen.memory.placed, seen.piles, strict=True)
        ]
        self.seat = seen.to_move - 1
        self.last = PLAYING if seen.last_turns is None else seen.last_turns

    def again(self, hands: list[list[int]], draw: list[int]) -> "Table":
        """The same table with other hands and another pile; both are its own from now on."""
        other = Table.__new__(Table)
        other.hands, other.draw = hands, draw
        other.held = [sum(hand) for hand in hands]
        other.display, other.lengths, other.points = self.display.copy(), self.lengths.copy(), self.points.copy()
        other.lying, other.seat, other.last = self.lying, self.seat, self.last
        return other

    def play(self, move: Move) -> None:
        """A legal turn of the seat to move."""
        colour, cards, wilds, necklace = move
        seat = self.seat
        if cards:
            self._place(seat, colour, cards, wilds, necklace=necklace)
        else:
            self._take(seat, colour)
        count = len(self.held)
        seat = (seat + 1) % count
        while self.last > 0 and not self.held[seat]:
            seat = (seat + 1) % count
            self.last -= 1
        self.seat = seat

    def _take(self, seat: int, colour: int) -> None:
        display, draw = self.display, self.draw
        taken = display[colour]
        self.hands[seat][colour] += taken
        self.held[seat] += taken
        display[colour] = 0
        for _ in range(min(taken, len(draw))):
            display[draw.pop()] += 1
        if not draw:
            self.last = len(self.held)

    def _place(self, seat: int, colour: int, cards: int, wilds: int, *, necklace: bool) -> None:
        hand = self.hands[seat]
        hand[colour] -= cards
        hand[WILD] -= wilds
        length = cards + wilds
        self.held[seat] -= length
        self.points[seat] += cards * VALUES[colour]
        if necklace:
            self.points[seat] += length
            self.lengths[length] -= 1
            self.lying -= 1
        if self.last > 0:
            self.last -= 1
        elif not self.lying:
            self.last = len(self.held)

    def totals(self) -> list[int]:
        """The total of each seat, less the cards it holds."""
        return [
            points - sum(count * value for count, value in zip(hand, VALUES, strict=True))
            for points, hand in zip(self.points, self.hands, strict=True)
        ]

    # --- what is worth a thought -----------------------------------------------------------------------------------

    def takes(self) -> list[Move]:
        """Every colour that fits into the hand of the seat to move."""
        if self.last != PLAYING:
            return []
        room = LIMIT - self.held[self.seat]
        return [(colour, 0, 0, False) for colour in KINDS if 0 < self.display[colour] <= room]

    def places(self) -> list[Move]:
        """Placements worth a thought: of each colour all cards, and the number for each necklace with the fewest
        wilds.
        """
        hand, lengths = self.hands[self.seat], self.lengths
        wilds = hand[WILD]
        found = self._wilds_alone(wilds) if wilds else []
        for colour in COLOURED:
            held = hand[colour]
            if not held:
                continue
            if held > LONGEST or not lengths[held]:
                found.append((colour, held, 0, False))
            if held + wilds >= SHORTEST:
                for length in LENGTHS:
                    if lengths[length] and length <= held + wilds:
                        cards = min(held, length)
                        found.append((colour, cards, length - cards, True))
        return found

    def _wilds_alone(self, wilds: int) -> list[Move]:
        """Placements of wilds alone: one, or the number for a necklace."""
        taken = [length for length in LENGTHS if length <= wilds and self.lengths[length]]
        return [(WILD, 1, 0, False), *((WILD, length, 0, True) for length in taken)]
