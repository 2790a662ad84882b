"""The topics of a table at an MQTT broker, and what stands there while it is on."""

from dataclasses import dataclass
from typing import Final

ONLINE: Final = "online"
OFFLINE: Final = "offline"


@dataclass(frozen=True, slots=True)
class Topics:
    """The topics of one table, which no other table has: `device` is unique and made of [a-z0-9_]."""

    device: str

    @property
    def configuration(self) -> str:
        """The device's configuration, where Home Assistant looks for it."""
        return f"homeassistant/device/{self.device}/config"

    @property
    def status(self) -> str:
        """Whether the table is there; a broker says `offline` for a table that has vanished."""
        return self.of("status")

    def of(self, name: str) -> str:
        """A topic of the table."""
        return f"pearlboard/{self.device}/{name}"
