"""A power cut at any moment of sealing, joining seals, deleting inside a seal and copying loses no acknowledged fact.

As in `test_power_cuts`; seals are so small here that a few games make many.
"""

import os
import sqlite3
import tempfile
from contextlib import closing
from itertools import islice
from pathlib import Path

import pytest

from pearlboard.errors import PearlboardError
from pearlboard.store import seals
from pearlboard.store.journal import journal_of
from pearlboard.store.log import FactLog
from store.crash_images import images, record
from support.lengths import at_length

pytestmark = pytest.mark.slow

IMAGES, GAMES = at_length((10_000, 24), (60, 9))
CONTROLLED = 1_000
"""The most images tried until a bad way is caught."""
LIGHT, SMALL, JOINED = 6_000, 15_000, 3
DELETED_BIT = 1_000_000
"""Added to an acknowledged number once the second game is deleted."""

PROGRAM = """
import sys
from pathlib import Path
from pearlboard.session.facts import *
from pearlboard.store import journal, seals
from pearlboard.store.backups import back_up
from pearlboard.store.log import FactLog
from support.many_games import moved
from support.sessions import WAY, follow
AT, path, games = "2026-01-02T03:04:05+00:00", Path(sys.argv[1]), int(sys.argv[2])
seals.LIGHT, seals.SMALL, seals.JOINED = map(int, sys.argv[3:6])
if sys.argv[6] == "no sync":
    journal.moved = lambda new, path: new.rename(path)
if sys.argv[6] == "in place":
    def moved_over(new, path):
        with path.open("wb") as file:
            file.write(new.read_bytes())
        new.unlink()
    journal.moved = moved_over
log, version, deleted, numbers = FactLog(path), 0, 0, []
def append(entries):
    global version
    log.append(entries, AT)
    version = entries[-1].version
    print(deleted + version, flush=True)
def rest():
    log.write_back()
    for _ in log.sealing.steps():
        pass
game = follow(WAY)[0]
append([Entry(1, HostNamed("x" * 32))])
for number in range(games):
    numbers.append(version + 1)
    by = version
    for entry in game[:-1]:
        append([moved(entry, by)])
    append([moved(game[-1], by), Entry(game[-1].version + by + 1, GameClosed())])
    append([Entry(version + 1, GameTitled(numbers[-1], "An evening"))])
    rest()
    if number == 2 * games // 3:
        append([Entry(version + 1, GameTitled(numbers[1], "The secret one"))])
        deleted = 1_000_000
        append([Entry(version + 1, GameDeleted(numbers[1]))])
        rest()
        log.close()
        log = FactLog(path)
    if number == games - 2:
        back_up(log)
log.close()
"""


def recording(library, made, how):
    """The recorded process, with good settings or bad ones."""
    folder = made / "recorded"
    folder.mkdir()
    return record(library, PROGRAM, folder, folder / "games.db", GAMES, LIGHT, SMALL, JOINED, how)


@pytest.fixture(scope="module")
def recorded(library, tmp_path_factory):
    return recording(library, tmp_path_factory.mktemp("sealed"), "well")


@pytest.fixture(autouse=True)
def small(monkeypatch):
    for name, value in (("LIGHT", LIGHT), ("SMALL", SMALL), ("JOINED", JOINED)):
        monkeypatch.setattr(seals, name, value)


def lost(image, acknowledged, folder):
    """What is wrong with a table that starts with these files; empty if nothing is."""
    for name, data in image.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    deleted, acknowledged = divmod(acknowledged, DELETED_BIT)
    path = folder / "games.db"
    try:
        for _ in range(2):
            with closing(FactLog(path)) as log:
                if log.version + len(log.waiting) < acknowledged:
                    return f"ends at {log.version}, and {acknowledged} was acknowledged"
                log.write_back()
                for _ in log.sealing.steps():
                    pass
                log.verify()
                if deleted and not log.contents.deleted:
                    return "what was deleted is there"
                gone = bool(log.contents.deleted)
        told = b"".join(file.read_bytes() for file in (path, *journal_of(path).iterdir()))
        if gone and b"The secret one" in told:
            return "the title of a deleted game is there"
    except (PearlboardError, sqlite3.Error) as error:
        return f"{type(error).__name__} {error}"
    return ""


@pytest.mark.parametrize("which", ["both", "the database", "the journal"])
def test_no_fact_that_was_acknowledged_is_lost_while_games_are_sealed(recorded, which, record_property):
    """With both copies, and with each of them alone; after it, both are whole, and what was deleted is gone."""
    found = list(losses(recorded, which, IMAGES))
    assert len(found) == IMAGES
    assert [said for said in found if said] == []
    record_property("reached", f"{which}: {len(found)} images, none lost")


def losses(records, which, most):
    """What is wrong with each of so many images, of moments all through the recording."""
    room = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    there = (
        (acknowledged, {name: data for name, data in image.items() if _is_of(name, which)})
        for acknowledged, image in images(records, seed=11)
        if acknowledged
    )
    apart = max(1, len(records) // most)
    for acknowledged, left in islice(there, 0, most * apart, apart):
        with tempfile.TemporaryDirectory(dir=room) as folder:
            yield lost(left, acknowledged, Path(folder))


@pytest.mark.parametrize("how", ["no sync", "in place"])
def test_a_bad_way_of_writing_a_file_of_sealed_games_is_caught(library, tmp_path, how):
    """Renamed before it is on disk, or written over what was there."""
    assert any(losses(recording(library, tmp_path, how), "the journal", CONTROLLED))


def _is_of(name, which):
    if ".backups" in name:
        return False
    return (
        which == "both"
        or name.startswith("games.db.set-up")
        or name.startswith("games.db.journal") == (which == "the journal")
    )


def test_such_a_program_seals_and_joins(recorded):
    """Otherwise nothing was tried."""
    names = {str(each[3]) for each in recorded if each[0] == "M"} | {each[1] for each in recorded if each[0] == "U"}
    assert sum(name.endswith(".jsonl") for name in names) > JOINED
