"""The clock of a card, which loses time without power: set by the phone that opens the operator's page.

systemd-timesyncd keeps the time over a restart, and a network sets it. If none has since the start, and the clock is
slow, systemd is asked by a unit's name that contains the second; the unit's program checks it again
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
"""The unit's template, which only a card has."""
SYNCHRONISED: Final = clock.SYNCHRONISED.relative_to("/")
SLOW_S: Final = 120
MINUTE_S, HOUR_S, DAY_S = 60, 3_600, 86_400


class WallClock:
    """Compares clocks. `unit`: systemd runs this program as a service; `root`: of the machine's own files; `now`:
    seconds since 1970.
    """

    def __init__(
        self, *, unit: bool, root: Path = Path("/"), run: Run | None = None, now: Callable[[], float] = time.time
    ) -> None:
        self._unit = unit
        self._root = root
        self._run = run or output_of
        self._now = now

    async def compare(self, told_s: int, catalogue: Catalogue) -> str | None:
        """Compare with a device whose clock says `told_s`; returns what is done, in words, or None.

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
        """Whether this is a card whose clock no network has set since the start."""
        return self._unit and (self._root / TEMPLATE).is_file() and not (self._root / SYNCHRONISED).exists()


def _spoken(seconds: float) -> Sentence:
    """A duration in days, hours or minutes."""
    if seconds >= 2 * DAY_S:
        return say("clock_days", count=round(seconds / DAY_S))
    if seconds >= 2 * HOUR_S:
        return say("clock_hours", count=round(seconds / HOUR_S))
    return say("clock_minutes", count=round(seconds / MINUTE_S))
