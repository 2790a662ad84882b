"""Times of a round: the sand, which is a minimum (7), hands that are about to open, and how long the others wait."""

from collections.abc import Mapping
from typing import Final

from pearlboard.games.piratoons.rules.plunder import told_of
from pearlboard.games.piratoons.rules.state import Current, Setup, Stage, State
from pearlboard.games.values import Seat, Timer

HANDS_MS: Final = 3_000
"""Three, two, one: then all open their hands."""
WAIT_MS: Final[Mapping[Stage, int]] = {Stage.COUNT: 60_000, Stage.BIDS: 60_000, Stage.SHIPS: 120_000}
"""How long the others wait after the last answer, by stage."""
SAND: Final = "sand"
HANDS: Final = "hands"
WAIT: Final = "wait"


def timer(state: State) -> Timer | None:
    """The time that runs now. None of them presses anybody: something becomes possible when it is up."""
    now, number = state.now, state.played + 1
    if state.stage is Stage.PLUNDER:
        sand_ms = 0 if now.sand_out else state.setup.sand_ms
        return Timer(f"{SAND} {number}", sand_ms, ends=False) if sand_ms else None
    if state.stage is Stage.BIDS and now.closed and not now.opened:
        return Timer(f"{HANDS} {number}", HANDS_MS, ends=False)
    left = len(awaited(state.stage, now, state.setup))
    if state.stage not in WAIT_MS or now.waited or not left:
        return None
    return Timer(f"{WAIT} {number} {state.stage} {left}", WAIT_MS[state.stage], ends=False, quiet=True)


def awaited(stage: Stage, now: Current, setup: Setup) -> tuple[Seat, ...]:
    """The seats that have still to answer, where all do."""
    match stage:
        case Stage.COUNT:
            return tuple(seat for seat in setup.seats if told_of(now, seat) is None)
        case Stage.BIDS:
            return tuple(seat for seat, bid in enumerate(now.bids, 1) if bid is None)
        case Stage.SHIPS:
            return tuple(seat for seat, ship in enumerate(now.laid, 1) if ship is None)
    return ()
