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
    """Somebody's action and its moment, of which the last scan counts, settled or not.

    at_ms      its moment: the first scan of a button, the arrival of what came from a screen
    known_ms   by then every scan that was made before its moment has come
    until_ms   no sensor is waited for any longer
    command    the id of the command that asked for it, if a screen did

    It is about this stage of this game.
    """

    actor: Actor
    action: GameAction = field(repr=False)
    at_ms: int
    number: int
    stage: str
    known_ms: int
    until_ms: int
    command: str | None

    def waits(self, now_ms: int, *, settling: bool) -> bool:
        """Whether a scan, or a sensor, is to be waited for."""
        return now_ms < self.known_ms or (settling and now_ms < self.until_ms)

    def fits(self, session: Session) -> bool:
        """Whether the game is where it was."""
        return (session.number, session.stage) == (self.number, self.stage)

    def still(self, lay: Mapping[Site, int], lying: frozenset[Site]) -> Mapping[Site, int]:
        """What lay there at its moment (`lay`: since when) and still does: for how many ms it had lain there."""
        return {site: self.at_ms - since for site, since in lay.items() if site in lying}
