"""A player that builds one colour for the highest necklace in reach, and sheds the others meanwhile."""

from typing import Final

from pearlboard.games.pearls.players import greedy
from pearlboard.games.pearls.players.table import COLOURED, LENGTHS, PLAYING, Move, Table
from pearlboard.games.pearls.rules.cards import VALUES, WILD

FULL: Final = 9
"""The number of cards in hand from which it takes no more."""


def choice(table: Table) -> Move:
    """The move: take wilds or the colour that it builds, whichever brings more; otherwise win a necklace, or shed
    others.
    """
    if table.last != PLAYING:
        return greedy.last_choice(table)
    takes = table.takes() if table.held[table.seat] < FULL else []
    built = _built(table, [move[0] for move in takes])
    wanted = [move for move in takes if move[0] in (WILD, built)]
    if wanted:
        return max(wanted, key=lambda move: table.display[move[0]])
    return _necklace(table, built) or _shed(table, built) or _widest(table, takes) or greedy.choice(table)


def _group(table: Table, colour: int, open_: list[int]) -> tuple[int, int]:
    """How many cards it would have of a colour, and of which value."""
    lying = table.display[colour] if colour in open_ else 0
    return table.hands[table.seat][colour] + lying, VALUES[colour]


def _built(table: Table, open_: list[int]) -> int:
    """The colour of which it would hold most, after taking it where it can."""
    return max(COLOURED, key=lambda colour: _group(table, colour, open_))


def _necklace(table: Table, built: int) -> Move | None:
    """The highest one that is in reach."""
    hand = table.hands[table.seat]
    lengths = [length for length in LENGTHS if table.lengths[length] and length <= hand[built] + hand[WILD]]
    if not lengths or not hand[built]:
        return None
    cards = min(hand[built], lengths[-1])
    return built, cards, lengths[-1] - cards, True


def _shed(table: Table, built: int) -> Move | None:
    """The biggest of the other groups."""
    others = [move for move in table.places() if move[0] not in (built, WILD) and not move[2]]
    return max(others, key=lambda move: (move[1], greedy.gain(move)), default=None)


def _widest(table: Table, takes: list[Move]) -> Move | None:
    """The take of which the group grows biggest."""
    open_ = [move[0] for move in takes]
    return max(takes, key=lambda move: _group(table, move[0], open_), default=None)
