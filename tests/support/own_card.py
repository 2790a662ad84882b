"""The program as on a card with releases: files beside the games stand for root and systemd."""

import json
import shutil
import sys
import time
from functools import partial
from pathlib import Path

from firmware.ports import ports_in
from pearlboard.cli import main
from pearlboard.operator import stick, updates, wall_clock
from pearlboard.operator.glance import Glance, Surroundings
from pearlboard.operator.pico import PicoKeeper
from pearlboard.program import building

AT_WORK, ASKED, SLOW_S, PLUGGED = "at-work", "asked", "slow-s", "plugged"
"""Files that control the doubles: root is at work while the first exists; requests to systemd go to the second, one per
line; the third holds by how many seconds the clock is slow, until systemd is asked to set it. The fourth is a folder: a
USB stick, once it exists.
"""
ON_STICK = "pearlboard-ab12-2026-10-05.db"
PORTS = "ports/by-id"


def folder():
    """The folder of the games."""
    return Path(sys.argv[sys.argv.index("--store") + 1]).parent


class OnACard(updates.Updates):
    """Updates that read root's answers beside the games."""

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
    """A clock as slow as a file beside the games says, until it is set."""

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


class WithStick(stick.Stick):
    """A USB stick that is a folder beside the games, with room for one backup."""

    def __init__(self, copy, intake, *, unit):  # noqa: ARG002 - it is one here
        for path in (stick.TEMPLATE, stick.TOLD):
            (folder() / path).parent.mkdir(parents=True, exist_ok=True)
        (folder() / stick.FOLDER).mkdir(parents=True, exist_ok=True)
        (folder() / stick.TEMPLATE).touch()
        super().__init__(copy, intake, unit=True, root=folder(), run=self._use)

    async def _use(self, command):
        told, on_stick, ours = {"outcome": "none"}, folder() / PLUGGED / ON_STICK, folder() / stick.FOLDER
        if on_stick.parent.exists():
            told = {"outcome": "done", "name": ON_STICK}
            if command[-1] == stick.UNIT.format("save"):
                shutil.copyfile(ours / stick.TO_SAVE, on_stick)
            else:
                shutil.copyfile(on_stick, ours / stick.FETCHED)
        (folder() / stick.TOLD).write_text(json.dumps(told))
        return ""


def serve():
    """Run `pearlboard` as on a card on which nobody has chosen a board, with its devices beside the games, too."""
    if "--board" in sys.argv:
        at = sys.argv.index("--board")
        del sys.argv[at : at + 2]
    ports = ports_in(folder() / PORTS)
    building.Glance = partial(Glance, machine=Surroundings(root=folder(), ports=ports))
    building.PicoKeeper = partial(PicoKeeper, ports=ports, tool=(str(folder() / "mpremote"),))
    building.Updates = OnACard
    building.WallClock = WithoutNetwork
    building.Stick = WithStick
    sys.exit(main())
