"""When the table opens its own network, and when it looks whether the house's is back: values and times alone.

The table leaves its own network only while nobody is in that network and no game is on, because whoever plays on a
phone would be thrown out; or when somebody asks.
"""

from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import Final

from pearlboard.card.wifi.messages import NetworkState

ALONE_MS: Final = 90_000
"""So long without a network that it knows, the table waits before it opens its own; as long again if that fails."""
AGAIN_MS: Final = 300_000
"""So long its own network must have lain idle before it is left to look for the house's."""


class Deed(Enum):
    """What is to be done."""

    OPEN = auto()  # the table's own network
    RETURN = auto()  # to any that is known and heard


@dataclass(frozen=True, slots=True)
class Patience:
    """`alone_ms`: without a network since then; `idle_ms`: the own one is idle since then.

    `chosen`: somebody has asked for the own network, so it stays open.
    """

    alone_ms: int | None = None
    idle_ms: int | None = None
    chosen: bool = False


def choose_own(patience: Patience) -> Patience:
    """Somebody has asked for it."""
    return replace(patience, chosen=True)


def decide(patience: Patience, state: NetworkState, at_ms: int, *, in_use: bool) -> tuple[Patience, Deed | None]:
    """What is to be done now, if anything. `in_use`: a game is on, or somebody is in the own network."""
    if state.where in ("house", "cable"):
        return Patience(), None
    if state.where == "none":
        since = at_ms if patience.alone_ms is None else patience.alone_ms
        if at_ms - since < ALONE_MS or not state.device:
            return Patience(alone_ms=since, chosen=patience.chosen), None
        return Patience(alone_ms=at_ms, chosen=patience.chosen), Deed.OPEN
    if in_use or patience.chosen or not state.known:
        return Patience(chosen=patience.chosen), None
    since = at_ms if patience.idle_ms is None else patience.idle_ms
    if at_ms - since < AGAIN_MS:
        return Patience(idle_ms=since), None
    return Patience(idle_ms=at_ms), Deed.RETURN
