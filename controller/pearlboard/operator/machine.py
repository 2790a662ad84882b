"""Switch off and restart the machine, by systemd's logind; polkit allows the service's user to ask for that.

Only a program that systemd started as its service offers this. Nobody on a phone switches off a laptop.
"""

from typing import Final, Literal, TypeAlias

from pearlboard.diagnostics.processes import Run, output_of
from pearlboard.session.state import Refused
from pearlboard.texts import Sentence, say

Deed: TypeAlias = Literal["poweroff", "reboot"]
MAY: Final = (
    "busctl",
    "--system",
    "call",
    "org.freedesktop.login1",
    "/org/freedesktop/login1",
    "org.freedesktop.login1.Manager",
    "CanPowerOff",
)
YES: Final = 's "yes"'


class Machine:
    """The machine. `unit`: systemd runs this program as a service, `card`: on a system that nobody can log in to.

    `run` runs a command and returns its output; `OSError`.
    """

    def __init__(self, *, unit: bool, card: bool = False, run: Run | None = None) -> None:
        self._unit = unit
        self._card = card
        self._run = run or output_of

    async def hindrance(self) -> Sentence | None:
        """The reason why the machine cannot be switched off from here, and the remedy; None if it can."""
        if not self._unit:
            return say("machine_no_service")
        try:
            said = await self._run(MAY)
        except (OSError, TimeoutError) as error:
            return self._not_asked(error)
        if said.strip() == YES:
            return None
        return say("machine_not_allowed_card" if self._card else "machine_not_allowed")

    async def switch(self, deed: Deed) -> None:
        """Switch off or restart; `Refused` if the system does not."""
        if (why := await self.hindrance()) is not None:
            raise Refused("not_switched", why)
        try:
            await self._run(("systemctl", "--no-ask-password", deed))
        except (OSError, TimeoutError) as error:
            raise Refused("not_switched", self._not_asked(error)) from error

    def _not_asked(self, error: Exception) -> Sentence:
        return say("machine_not_asked_card" if self._card else "machine_not_asked", problem=str(error))
