"""When the board's own lights show the regions of a game: when one is closed, when somebody asks, or always.

Which regions there are and how they look is the game's. It is a setting of the table and in no log: the operator may
change it while a game is on, and nothing that was played is another for it.
"""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

SHOWN_MS: Final = 5_000
"""For how long they are shown to somebody who has asked, or has let go of the button."""


class RegionsWhen(StrEnum):
    """When regions are shown."""

    CLOSED = "closed"
    REQUEST = "request"
    ALWAYS = "always"


@dataclass(frozen=True, slots=True)
class RegionLights:
    """`until_ms`: somebody has asked for them, and until then they are shown."""

    when: RegionsWhen = RegionsWhen.CLOSED
    until_ms: int = 0

    @property
    def on_request(self) -> bool:
        """Whether asking is of any use."""
        return self.when is RegionsWhen.REQUEST

    def asked(self, at_ms: int) -> "RegionLights":
        """Somebody asks now."""
        return replace(self, until_ms=at_ms + SHOWN_MS) if self.on_request else self

    def shown(self, at_ms: int, *, held: bool) -> bool:
        """Whether they are to be seen now; `held`: somebody holds the button."""
        asked = self.on_request and (held or at_ms < self.until_ms)
        return self.when is RegionsWhen.ALWAYS or asked
