"""A power cut at any moment loses no acknowledged fact, with either copy alone or with both.

The possible disk images are computed from all writes of a real process. Four bad settings show that the check can fail.
"""

import os
import shutil
import tempfile
from contextlib import closing
from itertools import islice
from pathlib import Path

import pytest

from pearlboard.errors import PearlboardError
from pearlboard.store.log import FactLog
from store.crash_images import images, record
from support.lengths import at_length

pytestmark = pytest.mark.slow

IMAGES, GAMES = at_length((10_000, 24), (250, 3))
CONTROLLED = 2_000
"""The most images tried until a bad setting is caught."""

PROGRAM = """
import os, sys
from pathlib import Path
from pearlboard.session.facts import *
from pearlboard.store.log import FactLog
from support.sessions import AGREEMENT
AT, path, how = "2026-01-02T03:04:05+00:00", Path(sys.argv[1]), sys.argv[2]
if how == "no sync":
    os.fdatasync = lambda file: None
log, version = FactLog(path), 0
def begin():
    if how == "normal":
        log._connection.execute("PRAGMA synchronous = NORMAL")
    if how == "delete":
        for pragma in ("journal_mode = DELETE", "locking_mode = NORMAL"):
            log._connection.execute(f"PRAGMA {pragma}")
        log._connection.execute("SELECT * FROM identity").fetchall()
def append(*facts):
    global version
    if how == "early":
        print(version + len(facts), flush=True)
    log.append([Entry(version + n, fact, f"command-{version + n}") for n, fact in enumerate(facts, 1)], AT)
    version += len(facts)
    if how != "early":
        print(version, flush=True)
begin()
append(HostNamed("x" * 32))
for game in range(int(sys.argv[3])):
    number = version + 1
    append(GameAgreed(AGREEMENT))
    for turn in range(4):
        append(GamePaused(), GameResumed())
    append(GameTitled(number, "An evening"))
    append(GameClosed())
    log.write_back()
    if game == 1:
        append(GameDeleted(number))
        log.write_back()
        log.close()
        log = FactLog(path)
        begin()
append(GamePaused())
"""


@pytest.fixture
def recorded(library, tmp_path):
    """The recorded process, with good settings or bad ones."""

    def recorded(how="well"):
        folder = tmp_path / "recorded"
        folder.mkdir()
        return record(library, PROGRAM, folder, folder / "games.db", how, GAMES)

    return recorded


def left_of(image, which):
    """The files of one copy, or of both."""
    journal = {name for name in image if name.startswith("games.db.journal")}
    return {
        name: data
        for name, data in image.items()
        if which == "both" or (name in journal) == (which == "the journal") or name.startswith("games.db.set-up")
    }


def lost(image, acknowledged, folder):
    """The number of acknowledged facts lost by a table that starts with these files; all, if it does not start."""
    for name, data in image.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    try:
        with closing(FactLog(folder / "games.db")) as log:
            log.verify()
            return max(0, acknowledged - log.version - len(log.waiting))
    except PearlboardError:
        return acknowledged + 1


def losses(records, which, number):
    """The lost facts for each of this many images."""
    room = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    counted = (
        (acknowledged, left_of(image, which))
        for acknowledged, image in images(records, seed=7)
        if acknowledged or which != "the journal"  # a journal without facts beside no database never occurs
    )
    for acknowledged, left in islice(counted, number):
        with tempfile.TemporaryDirectory(dir=room) as folder:
            yield lost(left, acknowledged, Path(folder))


@pytest.mark.parametrize("which", ["both", "the database", "the journal"])
def test_no_fact_that_was_acknowledged_is_lost(recorded, which, record_property):
    """With both copies, and with each of them alone."""
    found = list(losses(recorded(), which, IMAGES))
    assert len(found) == IMAGES
    assert sum(map(bool, found)) == 0
    record_property("reached", f"{which}: {len(found)} images, none lost")


@pytest.mark.parametrize(
    ("how", "which"),
    [("normal", "the database"), ("delete", "the database"), ("early", "both"), ("no sync", "the journal")],
)
def test_a_bad_setting_is_caught(recorded, how, which):
    """Syncs left to the system, SQLite's rollback journal, acknowledging before the commit, no sync of the journal."""
    assert any(losses(recorded(how), which, CONTROLLED))


def test_replaying_the_record_gives_the_files(recorded, tmp_path):
    """Replaying the whole record gives the files that the process has left."""
    from store.crash_images import Disk

    disk = Disk()
    for each in recorded():
        disk.follow(*each)
    there = {
        str(path.relative_to(tmp_path / "recorded")): path.read_bytes()
        for path in (tmp_path / "recorded").rglob("*")
        if path.is_file()
    }
    assert {name: file.with_some(file.since) for name, file in disk._names.items()} == there
    shutil.rmtree(tmp_path / "recorded")
