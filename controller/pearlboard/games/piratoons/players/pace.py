"""How long people take: computers that play with them do nothing sooner, and seal their bids at a fixed time."""

from random import Random
from typing import Final

from pearlboard.games.piratoons.rules.actions import Action, Bid, Hold, Open, Put
from pearlboard.games.piratoons.rules.view import View

OPEN_MS: Final = 3_000
SEAL_MS: Final = 4_000
"""The same whatever is bid: how long somebody thinks about a bid would tell something of it."""
FASTEST_MS: Final = 700
SLOWEST_MS: Final = 1_500
"""A piece is laid in between (the table's own pause may be longer)."""
CALM: Final = 3
"""The factor of slowness in the first round, in which people learn nine new tiles."""


def after_ms(action: Action, rng: Random, seen: View, slow: float = 1.0) -> int:
    """When it is done, after the last thing that happened; a slow player takes longer to lay a piece."""
    slow *= CALM if seen.round == 1 else 1
    if isinstance(action, Open):
        return OPEN_MS
    if isinstance(action, Bid):
        return SEAL_MS
    return round(slow * rng.randint(FASTEST_MS, SLOWEST_MS)) if isinstance(action, Put | Hold) else 0
