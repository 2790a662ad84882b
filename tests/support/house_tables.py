"""Tables of a house in a process that may be killed: `python -m support.house_tables FOLDER PORT SEED`.

Each has its store, its outbox and its line in a folder of its own, with the code in it. All go on from what is on their
disks: they play, and tell the hub, until `finish` comes; then they play no more, and end once the hub has everything.
"""

import asyncio
import contextlib
import random
import sys
from pathlib import Path

from pearlboard.club.messages import Status
from pearlboard.games.values import Outcome
from pearlboard.reporting import line
from pearlboard.reporting.line import Reporting
from pearlboard.session.facts import GameAbandoned, GameClosed, GameDeleted, GameEnded
from pearlboard.settings import Club
from support.saved_facts import SavedFacts
from support.tabling import TestTable

CODE = "code.txt"
LOOK_S = 0.05

STRANGE_CLOCKS = ("1970-01-01T00:00:03+00:00", "2026-01-01T18:00:00+00:00", "2099-12-31T23:59:59+14:00")


class Table(SavedFacts):
    """A table that plays as fast as it can tell."""

    def __init__(self, folder, chance, game):
        super().__init__(folder)
        self.name, self._chance, self._game = folder.name, chance, game
        self.reporting = Reporting(self.log.path, self.ask, self._status, self._nothing)

    def _status(self):
        return Status(self._chance.choice(("", "The board cannot be read.")), {"program": "0.2.0"})

    async def _nothing(self, _file):
        return b""

    def play(self):
        """A game, or the end of one that was deleted."""
        agreed = self.log.version + 1
        self.at = self._chance.choice(STRANGE_CLOCKS)
        counted = GameEnded(Outcome.by_points({1: 3, 2: self._chance.randint(0, 9)}))
        end = self._chance.choice((GameAbandoned(), counted))
        self.add(*self._game[: self._chance.randint(1, len(self._game))], end, GameClosed())
        if self._chance.random() < 0.2:
            self.add(GameDeleted(agreed))
        self.reporting.notice()

    @property
    def over(self):
        """Whether the hub has everything, or wants nothing more: of this log there are two."""
        problem, outbox = self.reporting.problem, self.reporting._outbox
        if problem is not None or outbox is None:
            return problem is not None and problem.name == "club_fork"
        return outbox._seen == self.log.version and outbox.waiting == 0


def played():
    """The facts of a game that goes on for three turns."""
    table = TestTable().begin(confirm="button")
    for place in ("c4", "f3", "b4"):
        table.do(f"{place} wait 400 press end_turn wait 400")
    return [entry.fact for entry in table.log]


async def evening(folder, port, chance):
    """Until all is told."""
    game = played()
    tables = [Table(each, chance, game) for each in sorted(folder.iterdir())]
    for table in tables:
        code = (folder / table.name / CODE).read_text(encoding="ascii")
        table.reporting.use(Club(hub=f"127.0.0.1:{port}", code=code, names="on"), table.name)
    finish = asyncio.create_task(asyncio.to_thread(sys.stdin.readline))
    while not finish.done():
        chance.choice(tables).play()
        await asyncio.sleep(LOOK_S)
    while not all(table.over for table in tables):  # noqa: ASYNC110 - lines do not say when
        await asyncio.sleep(LOOK_S)
    for table in tables:
        await table.reporting.close()
        table.log.close()


def main():
    folder, port, seed = sys.argv[1:]
    line.FIRST_REST_S, line.LONGEST_REST_S = 0.05, 0.2
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(evening(Path(folder), int(port), random.Random(seed)))


if __name__ == "__main__":
    main()
