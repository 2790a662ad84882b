"""The program as on a card with releases: files beside the games stand for root and systemd."""

import sys

from pearlboard.cli import main
from pearlboard.service import building, updates

AT_WORK, ASKED = "at-work", "asked"
"""Whether there is a file of that name, root is at work; what was asked of systemd stands in the other, a line each."""


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


def serve():
    """What `pearlboard` does, on a card."""
    building.Updates = OnACard
    sys.exit(main())
