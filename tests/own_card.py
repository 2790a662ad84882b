"""The program as on a card with releases: files beside the games stand for root and systemd."""

import sys
import time
from functools import partial
from pathlib import Path

from pearlboard.cli import main
from pearlboard.service import building, updates, wall_clock
from pearlboard.service.glance import Glance

AT_WORK, ASKED, SLOW_S = "at-work", "asked", "slow-s"
"""If there is a file of that name, root is at work; what was asked of systemd stands in the second, a line each; in the
third, by how many seconds the clock is slow, until systemd is asked to set it."""


def folder():
    """Where the games are."""
    return Path(sys.argv[sys.argv.index("--store") + 1]).parent


class OnACard(updates.Updates):
    """Reads root's word beside the games."""

    def __init__(self, games, *, unit, on_work):  # noqa: ARG002 - it is one here
        super().__init__(games, unit=True, root=games, run=self._answer, on_work=on_work)
        self._folder = games

    async def _answer(self, command):
        if command == updates.AT_WORK:
            return "activating\n" if (self._folder / AT_WORK).exists() else "inactive\n"
        (self._folder / AT_WORK).touch()
        with (self._folder / ASKED).open("a") as asked:
            asked.write(f"{command[-1]}\n")
        return ""


class WithoutNetwork(wall_clock.WallClock):
    """As slow as a file beside the games says, until it is set."""

    def __init__(self, *, unit):  # noqa: ARG002 - it is one here
        self._slow = folder() / SLOW_S
        (folder() / wall_clock.TEMPLATE).parent.mkdir(parents=True, exist_ok=True)
        (folder() / wall_clock.TEMPLATE).touch()
        super().__init__(unit=True, root=folder(), run=self._set, now=lambda: time.time() - self._slow_s())

    def _slow_s(self):
        return int(self._slow.read_text()) if self._slow.exists() else 0

    async def _set(self, command):
        assert command[-1].startswith("pearlboard-clock@")
        self._slow.unlink()
        return ""


def serve():
    """What `pearlboard` does, on a card: nobody has chosen its board, and its devices lie beside the games, too."""
    if "--board" in sys.argv:
        at = sys.argv.index("--board")
        del sys.argv[at : at + 2]
    building.Glance = partial(Glance, root=folder())
    building.Updates = OnACard
    building.WallClock = WithoutNetwork
    sys.exit(main())
