"""The auction (14 to 17): sealed bids, of which equal ones cancel; the others choose a tile each, the highest first."""

from collections import Counter
from collections.abc import Sequence

from pearlboard.games.values import Seat


def buyers(bids: Sequence[int], tiles: int) -> tuple[Seat, ...]:
    """The buyers in order: at most as many as there are tiles."""
    alone = Counter(bids)
    found = [seat for seat, bid in enumerate(bids, 1) if bid > 0 and alone[bid] == 1]
    return tuple(sorted(found, key=lambda seat: -bids[seat - 1])[:tiles])
