"""An action about what lies on the board at its moment. It waits for the sensors to settle, but not for long."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from pearlboard.games.api import Actor, GameAction
from pearlboard.geometry import Site
from pearlboard.session.state import Session

UNSETTLED_MS: Final = 500
"""How long anybody waits, at most, for a piece to settle that was laid just before."""


@dataclass(frozen=True, slots=True)
class Freezing:
    """Somebody's action, with what the last scan before it had: for how many milliseconds, settled or not.

    It is about this stage of this game. `command`: the id of the command that asked for it, if a screen did.
    """

    actor: Actor
    action: GameAction = field(repr=False)
    seen: Mapping[Site, int]
    number: int
    stage: str
    until_ms: int
    command: str | None

    def waits(self, at_ms: int, *, settling: bool) -> bool:
        """Whether a sensor is to be waited for."""
        return settling and at_ms < self.until_ms

    def fits(self, session: Session) -> bool:
        """Whether the game is where it was."""
        return (session.number, session.stage) == (self.number, self.stage)

    def still(self, lying: frozenset[Site]) -> Mapping[Site, int]:
        """What lay there at its moment and still does."""
        return {site: ms for site, ms in self.seen.items() if site in lying}
