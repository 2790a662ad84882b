"""The clock of a card, which runs only while there is power: set forward by the phone that opens the operator's page.

Over a restart systemd-timesyncd keeps the time, and a network sets it. Where none has since the start, and the table
is behind, systemd is asked by a unit's name, which says the second; what runs then judges that again
(`pearlboard.card.clock`).
"""

import logging
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from pearlboard.card import clock
from pearlboard.diagnostics.processes import Run, output_of
from pearlboard.session.state import Refused
from pearlboard.texts import Catalogue, Sentence, say

_log: Final = logging.getLogger("pearlboard.operator")

UNIT: Final = "pearlboard-clock@{}.service"
TEMPLATE: Final = f"usr/lib/systemd/system/{UNIT.format('')}"
"""Only a card has it."""
SYNCHRONISED: Final = clock.SYNCHRONISED.relative_to("/")
SLOW_S: Final = 120
MINUTE_S, HOUR_S, DAY_S = 60, 3_600, 86_400


class WallClock:
    """`unit`: systemd runs this program as a service; `root`: of the machine's own files; `now`: seconds since 1970."""

    def __init__(
        self, *, unit: bool, root: Path = Path("/"), run: Run | None = None, now: Callable[[], float] = time.time
    ) -> None:
        self._unit = unit
        self._root = root
        self._run = run or output_of
        self._now = now

    async def compare(self, told_s: int, catalogue: Catalogue) -> str | None:
        """A device says that it is `told_s`: what is done about it, in words; None if nothing needs to be.

        `Refused` if the system does not answer.
        """
        slow_s = told_s - self._now()
        if slow_s <= SLOW_S or not self._may_be_wrong():
            return None
        slow = _spoken(slow_s)
        try:
            await self._run(("systemctl", "--no-ask-password", "start", UNIT.format(told_s)))
        except (OSError, TimeoutError) as error:
            raise Refused("clock_not_set", say("clock_not_asked", slow=slow, problem=str(error))) from error
        if self._now() < told_s:
            return catalogue.render(say("clock_left", slow=slow))
        _log.info("the clock was set forward by %d s: a phone said so, and no network has set it", slow_s)
        return catalogue.render(say("clock_set", slow=slow))

    def _may_be_wrong(self) -> bool:
        """It is a card's, and no network has set it since the start."""
        return self._unit and (self._root / TEMPLATE).is_file() and not (self._root / SYNCHRONISED).exists()


def _spoken(seconds: float) -> Sentence:
    """In days, else in hours, else in minutes."""
    if seconds >= 2 * DAY_S:
        return say("clock_days", count=round(seconds / DAY_S))
    if seconds >= 2 * HOUR_S:
        return say("clock_hours", count=round(seconds / HOUR_S))
    return say("clock_minutes", count=round(seconds / MINUTE_S))
