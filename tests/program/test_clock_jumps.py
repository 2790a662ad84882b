"""The wall clock is set by hours and years, the network goes and comes, and people play: the game knows of neither.

The real program, under a library that tells it another time. Sixty turns with --soak.
"""

import itertools
import mmap
import shutil
import sqlite3
import struct
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from support.lengths import at_length
from support.serving import clean_environment, serving
from support.tabling import PLAYERS

GAMES, TURNS = at_length((3, 20), (1, 2))
STILL_MS = 500
"""So long a turn must keep still before it counts: as short as may be set."""
LATE_S = 1.5
"""What else a turn takes: to be sensed, and on a busy machine."""
HOUR, YEAR = 3_600, 31_557_600
JUMPS = (10 * YEAR, -40 * YEAR, HOUR, -HOUR, 0, 61, -2, YEAR, -YEAR, 25 * HOUR, -25 * HOUR)
"""By how many seconds the wall clock is wrong, in one turn after the other."""
FARMS = {"d1": 3, "b2": 4, "f2": 4, "h2": 5, "a4": 5, "e4": 6, "c5": 6, "g5": 7}
SPACES = [f"{column}{row}" for row in (1, 3, 2, 5) for column in "abcefgh" if f"{column}{row}" not in FARMS]

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("cc") is None or sys.platform != "linux", reason="needs a C compiler, on Linux"),
]


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    """What is put under the program."""
    made = tmp_path_factory.mktemp("jumping") / "jumping.so"
    source = Path(__file__).with_name("jumping.c")
    subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", made, source, "-ldl"], check=True, timeout=120)
    return made


class World:
    """What the wall clock says, and whether there is a network."""

    def __init__(self, folder):
        self.path = folder / "world"
        self.path.write_bytes(bytes(16))

    def turn(self, seconds, alone):
        """From now on the wall clock is wrong by that much; `alone`: and nobody can be reached."""
        with self.path.open("r+b") as file, closing(mmap.mmap(file.fileno(), 16)) as shared:
            shared[:] = struct.pack("=qq", seconds, alone)


def play(table, jump):
    """A game of so many turns that count by themselves: by how much each of them came late."""
    asked = table.command("set_up", players=PLAYERS[:2], farms=FARMS)
    assert asked[0] == 200, asked
    table.wait(lambda screen: any(act["name"] == "start" for act in screen["acts"]))
    assert table.command("start")[0] == 200
    late_s = []
    for space in SPACES[:TURNS]:
        before = table.screen()["version"]
        begun = time.monotonic()
        assert table.command("put", site=space)[0] == 200
        jump()
        screen = table.wait(lambda screen, before=before: screen["version"] > before)
        late_s.append(time.monotonic() - begun - STILL_MS / 1000)
        assert screen["notices"] == []
    assert table.command("abandon")[0] == table.command("tidy")[0] == 200
    table.wait(lambda screen: not screen["pieces"])
    return late_s


def games(store):
    """What is in the log of each game, and the years that it was written in."""
    with closing(sqlite3.connect(store)) as database:
        rows = database.execute("SELECT game, name, form, body, at FROM fact ORDER BY version").fetchall()
    for _, facts in itertools.groupby(rows, key=lambda row: row[0]):
        *decided, dates = zip(*[fact[1:] for fact in facts], strict=True)
        yield decided, {date[:4] for date in dates}


def test_a_clock_that_is_set_and_a_network_that_goes_change_nothing(tmp_path, library, record_property):
    """The log is the same to the letter but for its dates, and every turn counts after the same time."""
    world, store, late_s = World(tmp_path), tmp_path / "games.db", []
    jumps = zip(itertools.cycle(JUMPS), itertools.cycle((False, True, False)), strict=True)
    environment = clean_environment(
        LD_PRELOAD=str(library), JUMPING=str(world.path), PEARLBOARD_CONFIRM_STILL_MS=str(STILL_MS)
    )
    with serving("--host", "0.0.0.0", "--log-level", "warning", store=store, environment=environment) as table:
        for _ in range(GAMES):
            late_s += play(table, lambda: None)
            late_s += play(table, lambda: world.turn(*next(jumps)))
            world.turn(0, alone=False)
    played = list(games(store))
    assert len(played) == 2 * GAMES
    for (steady, year), (jumping, years) in zip(played[::2], played[1::2], strict=True):
        assert len(year) == 1 < len(years), "the library has no effect"
        assert jumping == steady
    assert min(late_s) >= 0
    assert max(late_s) < LATE_S
    record_property("reached", f"{GAMES * TURNS} jumps, the same log; no turn later than {max(late_s):.1f} s")
