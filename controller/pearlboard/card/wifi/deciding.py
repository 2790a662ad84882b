"""Decides when the table opens its own network, and when it looks for the house's again. Pure.

The table leaves its own network only while nobody is in it and no game is on, because whoever plays on a phone would be
disconnected; or on request.
"""

from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import Final

from pearlboard.card.wifi.messages import NetworkState

ALONE_MS: Final = 90_000
"""The delay without a known network before the table opens its own; the same again after a failure."""
AGAIN_MS: Final = 300_000
"""How long the own network must be idle before the table leaves it to look for the house's."""


class Deed(Enum):
    """An action to take."""

    OPEN = auto()  # the table's own network
    RETURN = auto()  # to any network that is known and heard


@dataclass(frozen=True, slots=True)
class Patience:
    """The state of waiting. `alone_ms`: since when without a network; `idle_ms`: since when the own one is idle.

    `chosen`: the own network was requested, so it stays open.
    """

    alone_ms: int | None = None
    idle_ms: int | None = None
    chosen: bool = False


def choose_own(patience: Patience) -> Patience:
    """Note that the own network was requested."""
    return replace(patience, chosen=True)


def decide(patience: Patience, state: NetworkState, at_ms: int, *, in_use: bool) -> tuple[Patience, Deed | None]:
    """The new state, and the action to take now, if any. `in_use`: a game is on, or somebody is in the own network."""
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
