"""A backup that the operator puts back: taken in piece by piece, judged, and put in place at the next start."""

import asyncio
import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace

import pytest

from pearlboard.operator import intake, restoring
from pearlboard.operator.restoring import Restoring, put_in_place, restore_waiting, settle, waiting_for
from pearlboard.session.facts import Entry, GamePaused
from pearlboard.session.state import Refused
from pearlboard.store.database import APPLICATION_ID
from pearlboard.store.errors import StoreDamaged
from pearlboard.store.journal import journal_of
from pearlboard.store.log import FactLog
from pearlboard.texts import say

AT = "2026-01-02T03:04:05+00:00"
PIECE = 5_000


class Writer:
    """Stands in for that of a running table."""

    def __init__(self, log):
        self.log = log

    @property
    def contents(self):
        return self.log.contents

    async def ask(self, question, _within_s):
        return question(self.log)


def go_on(log, facts=1):
    for _ in range(facts):
        log.append([Entry(log.version + 1, GamePaused())], AT)


class House:
    """Games at `store` in use, and a backup of an earlier day."""

    def __init__(self, folder):
        self.store, self.backup = folder / "games.db", folder / "stick.db"
        self.log = FactLog(self.store)
        go_on(self.log, 3)
        self.log.copy(self.backup)
        self.open()

    def open(self):
        self.restoring = Restoring(self.store, Writer(self.log), judge=lambda _: None)

    def send(self, content=None):
        content = self.backup.read_bytes() if content is None else content
        for at in range(0, len(content), PIECE):
            asyncio.run(self.restoring.intake.take(at, content[at : at + PIECE]))

    def look(self):
        return asyncio.run(self.restoring.look_through())

    def put(self, *, sure=False):
        asyncio.run(self.restoring.put(sure=sure))

    def begin_anew(self):
        """What then became of it, and how many facts there are."""
        self.log.close()
        found = restore_waiting(self.store)
        with closing(FactLog(self.store)) as log:
            return found, log.version


@pytest.fixture
def house(tmp_path):
    house = House(tmp_path)
    yield house
    house.log.close()


def test_a_backup_is_put_in_place_at_the_next_start(house):
    """What was there is kept beside it, also where nothing is lost."""
    house.send()
    lacks, here = house.look()
    assert (lacks.holds.facts, lacks.facts, here) == (3, 0, 0)
    house.put()
    found, facts = house.begin_anew()
    assert (found.problem, found.kept, facts) == (None, "games.db.replaced-1", 3)
    assert waiting_for(house.store) == []
    settle(house.store, lives=True)
    assert restore_waiting(house.store) is None


def test_what_is_newer_here_is_not_put_aside_unasked(house):
    """It is counted and dated; whoever is sure is believed, and it is kept."""
    go_on(house.log, 2)
    house.send()
    lacks, _ = house.look()
    assert (lacks.facts, lacks.last) == (2, AT)
    with pytest.raises(Refused, match="newer_is_here"):
        house.put()
    assert waiting_for(house.store) == []
    house.put(sure=True)
    assert house.begin_anew()[1] == 3
    with closing(FactLog(house.store.with_name("games.db.replaced-1"))) as kept:
        assert kept.version == 5


def test_what_is_played_before_the_restart_is_not_lost(house):
    """The power may go days later: then nothing is put back, and the file is kept."""
    house.send()
    house.put()
    go_on(house.log)
    found, facts = house.begin_anew()
    assert "played on" in found.problem
    assert (facts, found.kept) == (4, None)
    assert house.store.with_name("games.db.not-restored-1").exists()
    assert waiting_for(house.store) == []


def test_damaged_games_are_replaced(house):
    """It is then that a backup is needed; what is left of them is kept."""
    house.send()
    house.put()
    house.log.close()
    for file in (house.store, *journal_of(house.store).iterdir()):
        file.write_bytes(b"x" * 4096)
    with pytest.raises(StoreDamaged):
        FactLog(house.store)
    found = restore_waiting(house.store)
    assert (found.problem, found.kept) == (None, "games.db.replaced-1")


def test_a_power_cut_while_it_is_put_in_place_does_it_again(house, monkeypatch):
    """It waits until it is in place."""
    house.send()
    house.put()
    house.log.close()

    def cut(*_, **__):
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(restoring, "sync", cut)
        with pytest.raises(KeyboardInterrupt):
            restore_waiting(house.store)
    assert restore_waiting(house.store).problem is None
    with closing(FactLog(house.store)) as log:
        assert log.version == 3


def test_a_power_cut_after_it_was_put_in_place_does_it_again(house, monkeypatch):
    """There are fewer facts than when it was sent; nobody is told that somebody had played."""
    house.send()
    go_on(house.log, 2)
    house.put(sure=True)
    house.log.close()
    (waiting,) = waiting_for(house.store)
    put_in_place = restoring.restore

    def cut(*given, **how):
        put_in_place(*given, **how)
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(restoring, "restore", cut)
        with pytest.raises(KeyboardInterrupt):
            restore_waiting(house.store)
    assert waiting_for(house.store) == [waiting]
    assert restore_waiting(house.store).problem is None
    assert waiting_for(house.store) == []
    with closing(FactLog(house.store)) as log, closing(FactLog(house.store.with_name("games.db.replaced-1"))) as kept:
        assert (log.version, kept.version) == (3, 5)


def others(header: str) -> bytes:
    """A database with something else in its header."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "other.db"
        with closing(sqlite3.connect(path)) as connection:
            connection.executescript(f"{header}; CREATE TABLE birds (name)")
        return path.read_bytes()


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"x" * 12_000, "restore_damaged"),
        (b"SQLite format 3\0" + b"\0" * 12_000, "restore_damaged"),
        (b"x", "restore_damaged"),
        (others("PRAGMA application_id = 7"), "restore_of_others"),
        (others(f"PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = 999"), "restore_newer_version"),
    ],
)
def test_what_is_no_backup_is_refused_and_gone(house, content, said):
    """With what can be done about it, and without a path of the table."""
    house.send(content)
    with pytest.raises(Refused, match="no_backup") as refused:
        house.put(sure=True)
    assert refused.value.sentence == say(said)
    with pytest.raises(Refused, match="nothing_taken"):
        house.look()
    assert waiting_for(house.store) == []


def test_half_a_backup_is_refused(house):
    """As when the Wi-Fi went in the middle of it."""
    house.send(house.backup.read_bytes()[: 3 * PIECE])
    with pytest.raises(Refused, match="no_backup"):
        house.look()


def test_pieces_come_in_their_order_and_a_new_file_begins_at_its_beginning(house):
    """A piece that is lost, or comes twice, is noticed."""
    content = house.backup.read_bytes()
    asyncio.run(house.restoring.intake.take(0, b"another file" * 10_000))
    for at in (PIECE, 1):
        with pytest.raises(Refused, match="out_of_order"):
            asyncio.run(house.restoring.intake.take(at, content[at:]))
    house.send()
    assert house.look()[0].holds.facts == 3
    assert house.store.with_name("games.db.uploaded").stat().st_mode & 0o777 == 0o600


def test_a_backup_may_be_as_long_as_there_is_room_for_it(house, monkeypatch):
    """Whatever was fetched can be put back, however long; a disk that would be full says so before anything is done."""
    house.send()
    size = house.restoring.intake.path.stat().st_size
    os.truncate(house.restoring.intake.path, 5_000_000_000)  # with nothing in it, so it takes no room
    assert asyncio.run(house.restoring.intake.take(5_000_000_000, b"xx")) == 5_000_000_002
    monkeypatch.setattr(intake.shutil, "disk_usage", lambda _: SimpleNamespace(free=100_000_000))
    with pytest.raises(Refused, match="no_room"):
        asyncio.run(house.restoring.intake.take(0, b"xx"))
    monkeypatch.setattr(intake.shutil, "disk_usage", lambda _: SimpleNamespace(free=100_000_000 + 2 * size - 1))
    house.send()
    with pytest.raises(Refused, match="no_room"):
        house.look()
    monkeypatch.setattr(intake.shutil, "disk_usage", lambda _: SimpleNamespace(free=100_000_000 + 2 * size))
    house.look()


def test_a_disk_that_takes_nothing_is_said(house, monkeypatch):
    """In a sentence."""

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(intake.os, "write", full)
    with pytest.raises(Refused, match="not_taken"):
        house.send()


def test_what_was_sent_and_not_used_is_gone_after_a_restart(house):
    """It holds secrets."""
    house.send()
    house.open()
    with pytest.raises(Refused, match="nothing_taken"):
        house.look()


# --- a promise -------------------------------------------------------------------------------------------------------


def facts_in(path):
    """How many there are."""
    with closing(FactLog(path)) as log:
        return log.version, log.repaired


def sent(house):
    """A backup of three facts waits, and here are five."""
    go_on(house.log, 2)
    house.send()
    house.put(sure=True)
    house.log.close()
    return house.store


def test_what_no_table_has_lived_with_gives_way_to_what_was_there(house):
    """Whatever the first start with it died of; it is kept under a name, and that is said."""
    store = sent(house)
    assert restore_waiting(store).problem is None
    assert facts_in(store) == (3, ())
    told = restore_waiting(store)
    assert "did not live" in told.problem
    assert "games.db.not-restored-1" in told.problem
    assert facts_in(store) == (5, ())
    assert facts_in(store.with_name("games.db.not-restored-1"))[0] == 3
    assert restore_waiting(store) is None


def test_what_a_table_has_lived_with_stays(house):
    """Once pages were served with it, nothing comes back by itself."""
    store = sent(house)
    restore_waiting(store)
    settle(store, lives=True)
    assert restore_waiting(store) is None
    assert facts_in(store) == (3, ())


def test_a_start_that_failed_for_another_reason_proves_nothing(house):
    """Such as a wrong setting: the next start tries it."""
    store = sent(house)
    restore_waiting(store)
    settle(store, lives=False)
    assert restore_waiting(store).problem is None
    assert facts_in(store) == (3, ())
    assert "did not live" in restore_waiting(store).problem


def test_another_backup_in_place_of_one_that_failed_is_tried_too(house, tmp_path):
    """If that does not live either, what was there before both is back."""
    store = sent(house)
    restore_waiting(store)
    settle(store, lives=False)
    another = tmp_path / "another.db"
    with closing(FactLog(tmp_path / "elsewhere.db")) as log:
        go_on(log, 4)
        log.copy(another)
    put_in_place(another, store, replace=True)
    assert restore_waiting(store).problem is None
    assert facts_in(store) == (4, ())
    restore_waiting(store)
    assert facts_in(store) == (5, ())


def test_where_nothing_was_nothing_is_there_again(house, tmp_path):
    """A backup on a new card that no table lives with leaves it as it was."""
    store = tmp_path / "new" / "games.db"
    put_in_place(house.backup, store, replace=False)
    restore_waiting(store)
    assert "did not live" in restore_waiting(store).problem
    assert not store.exists()
    assert not journal_of(store).exists()


@pytest.mark.parametrize("starts", [1, 2], ids=["put back", "taken back"])
def test_a_power_cut_at_any_step_leaves_one_or_the_other(house, monkeypatch, starts, tmp_path):
    """Each change of a name is cut off once; the starts after it come to the same end."""
    store = sent(house)
    before = tmp_path / "before"
    shutil.copytree(store.parent, before, ignore=shutil.ignore_patterns("before", "cut"), symlinks=True)
    for step in range(40):
        folder = tmp_path / "cut"
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(before, folder)
        cut = folder / store.name
        for _ in range(starts - 1):
            restore_waiting(cut)
        if not cut_off_at(step, cut, monkeypatch):
            assert step > 3
            return
        restore_waiting(cut)
        facts, repaired = facts_in(cut)
        assert facts == 3 or (facts, repaired) == (5, ()), step
        while restore_waiting(cut) is not None:
            pass
        assert facts_in(cut)[0] == 5, step
        assert facts_in(cut)[1] == (), step
    pytest.fail("it never came to its end")


def cut_off_at(step, store, monkeypatch):
    """Whether the power was cut before that change of a name."""
    steps = []

    def counted(act):
        def cut(*given, **more):
            steps.append(act)
            if len(steps) > step:
                raise KeyboardInterrupt
            return act(*given, **more)

        return cut

    with monkeypatch.context() as patched:
        for name in ("rename", "unlink"):
            patched.setattr(Path, name, counted(getattr(Path, name)))
        patched.setattr(os, "link", counted(os.link))
        try:
            restore_waiting(store)
        except KeyboardInterrupt:
            return True
    return False
