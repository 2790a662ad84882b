"""Backups: made of a log in use, examined, and restored; the replaced log is never thrown away."""

import contextlib
import os
import shutil
import sqlite3
import stat
from contextlib import closing

import pytest

from pearlboard.session.facts import Entry, GamePaused
from pearlboard.store import backups
from pearlboard.store.backups import (
    KEPT,
    Beyond,
    NotRestored,
    back_up,
    backups_of,
    beyond,
    copy_to_send,
    examine,
    holding,
    is_due,
    read_backup,
    restore,
)
from pearlboard.store.errors import StoreDamaged, StoreUnavailable, WrongStore
from pearlboard.store.journal import journal_of
from pearlboard.store.log import FactLog

AT = "2026-01-02T03:04:05+00:00"
SAID = {
    "empty": "the file is empty",
    "short": "the file ends after 8 bytes",
    "gone": "there is no such file",
    "other": "holds no games",
    "newer": "newer version",
}


def rows(path):
    log = FactLog(path)
    with closing(log):
        log.verify()
        return tuple(log.rows())


def go_on(path, facts=1):
    log = FactLog(path)
    with closing(log):
        for _ in range(facts):
            log.append([Entry(log.version + 1, GamePaused())], AT)


@pytest.fixture
def backup(written, tmp_path):
    """A backup of the written log."""
    log = FactLog(written)
    with closing(log):
        log.copy(tmp_path / "stick.db")
    return tmp_path / "stick.db"


def test_a_backup_of_a_log_in_use_holds_everything_for_its_owner_only(path, entries):
    """A backup is one file without companions."""
    log = FactLog(path)
    log.append(entries, AT)
    made = back_up(log)
    assert made == backups_of(path) / f"games-{len(entries):08d}.db"
    assert (holding(made).facts, holding(made).games) == (len(entries), {1})
    log.close()
    assert stat.S_IMODE(made.stat().st_mode) == 0o600
    assert stat.S_IMODE(made.parent.stat().st_mode) == 0o700
    assert [file.name for file in made.parent.iterdir()] == [made.name]


def test_a_backup_is_on_disk_with_its_name_before_an_older_one_goes(path, entries, monkeypatch):
    """First the file is synced, then the folder with its name."""
    synced, fsync = [], os.fsync
    monkeypatch.setattr(os, "fsync", lambda file: synced.append(os.fstat(file).st_ino) or fsync(file))
    log = FactLog(path)
    log.append(entries, AT)
    made = back_up(log)
    log.close()
    assert synced[-2:] == [made.stat().st_ino, made.parent.stat().st_ino]


@pytest.mark.parametrize("make", [back_up, copy_to_send])
def test_nothing_is_left_of_a_backup_that_could_not_be_made(path, entries, monkeypatch, make):
    """On a full disk, half a copy would take the remaining space, and contain secrets."""

    def full(_new, _path):
        raise OSError("no space left on device")

    log = FactLog(path)
    log.append(entries, AT)
    monkeypatch.setattr("pearlboard.store.database.moved", full)
    with closing(log), pytest.raises(OSError, match="no space"):
        make(log)
    assert list(backups_of(path).iterdir()) == []
    assert stat.S_IMODE(backups_of(path).stat().st_mode) == 0o700


def test_the_oldest_backups_go(path, entries):
    """The backups with the fewest facts are deleted."""
    log = FactLog(path)
    for number in range(1, KEPT + 3):
        log.append([entries[number - 1]], AT)
        back_up(log)
    log.close()
    kept = sorted(file.name for file in backups_of(path).iterdir())
    assert kept == [f"games-{number:08d}.db" for number in range(3, KEPT + 3)]


def test_a_backup_that_is_sent_lies_nowhere(path, entries, tmp_path):
    """The download has no name on disk; no kept backup is deleted for it, and leftovers of a power cut are."""
    log = FactLog(path)
    log.append(entries, AT)
    kept = back_up(log)
    (kept.parent / "to-send.db").write_bytes(b"cut off")
    name, file = copy_to_send(log)
    log.close()
    with file:
        found = os.fstat(file.fileno())
        (tmp_path / "fetched.db").write_bytes(file.read())
    assert (stat.S_IMODE(found.st_mode), found.st_nlink) == (0o600, 0)
    assert name == kept.name
    assert holding(tmp_path / "fetched.db") == holding(kept)
    assert list(kept.parent.iterdir()) == [kept]


def test_a_lost_log_is_restored(written, backup, entries):
    """Both where nothing is left and over a damaged log, which is kept."""
    whole = rows(written)
    for gone in (written, journal_of(written)):
        shutil.rmtree(gone) if gone.is_dir() else gone.unlink()
    assert restore(backup, written, replace=False) == (holding(backup), None)
    assert rows(written) == whole
    written.write_bytes(b"spoilt" * 999)
    (journal_of(written) / "00000001.jsonl").write_bytes(b"spoilt, too")
    _, kept = restore(backup, written, replace=False)
    assert rows(written) == whole
    assert kept.read_bytes() == b"spoilt" * 999
    go_on(written)
    assert len(rows(written)) == len(entries) + 1


def test_facts_that_a_backup_lacks_are_counted(written, backup, entries):
    """With the time of the last of them; a backup of the same version lacks nothing."""
    found, holds, log = read_backup(backup), holding(backup), FactLog(written)
    with closing(log):
        assert beyond(found, log) == Beyond(holds, 0, "", len(entries))
        for number, hour in enumerate((7, 8, 9), 1):
            log.append([Entry(len(entries) + number, GamePaused())], f"2026-01-03T{hour:02}:00:00+00:00")
        assert beyond(found, log) == Beyond(holds, 3, "2026-01-03T09:00:00+00:00", len(entries) + 3)


def test_newer_facts_are_not_replaced_unasked(written, backup):
    """The error counts the newer facts; with --replace they are kept aside, and no old journal revives them."""
    old = rows(written)
    go_on(written, 3)
    newer = rows(written)
    with pytest.raises(NotRestored, match=r"3 facts that the backup does not have.*--replace"):
        restore(backup, written, replace=False)
    assert rows(written) == newer
    _, kept = restore(backup, written, replace=True)
    assert rows(written) == old
    with closing(sqlite3.connect(kept)) as connection:
        assert connection.execute("SELECT COUNT(*) FROM fact").fetchone()[0] == len(newer)
    go_on(written)
    assert rows(written)[: len(old)] == old


def test_facts_in_the_journal_alone_count_as_newer(written, backup):
    """Even if the database has lost its end."""
    before = written.read_bytes()
    go_on(written)
    written.write_bytes(before)
    with pytest.raises(NotRestored):
        restore(backup, written, replace=False)


@pytest.mark.slow
def test_a_log_in_use_is_left_alone(written, backup):
    log = FactLog(written)
    with closing(log), pytest.raises(WrongStore, match="in use"):
        restore(backup, written, replace=True)


@pytest.mark.parametrize("spoilt", ["cut", "flipped", "changed", "empty", "short", "text", "other", "gone", "newer"])
def test_an_invalid_backup_is_reported_and_changes_nothing(written, backup, spoilt):
    """The check precedes any change."""
    whole = rows(written)
    good = backup.read_bytes()
    match spoilt:
        case "gone":
            backup.unlink()
        case "other" | "changed" | "newer":
            said = {
                "other": "PRAGMA application_id = 1",
                "changed": "UPDATE fact SET at = '' WHERE version = 2",
                "newer": "PRAGMA user_version = 99",
            }
            with closing(sqlite3.connect(backup)) as connection:
                connection.execute(said[spoilt])
                connection.commit()
        case _:
            cut = {"cut": good[:9000], "empty": b"", "short": b"8 bytes.", "text": b"Once upon a time " * 99}
            backup.write_bytes(cut.get(spoilt, good[:4096] + bytes(200) + good[4296:]))
    go_on(written)
    for act in (lambda: holding(backup), lambda: restore(backup, written, replace=True)):
        with pytest.raises((StoreDamaged, WrongStore, StoreUnavailable), match=rf"stick\.db.*{SAID.get(spoilt, '')}"):
            act()
    assert rows(written)[:-1] == whole
    assert sorted(file.name for file in written.parent.iterdir() if file != backup) == ["games.db", "games.db.journal"]


def test_an_unreadable_backup_is_reported_with_sqlites_message(backup, monkeypatch):
    """An unreadable file is not called damaged. Root may read everything, so the test simulates the error."""
    connect = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda *_, **__: connect("/proc/no/such.db"))
    with pytest.raises(StoreUnavailable, match=r"stick\.db: the file cannot be read \(unable to open"):
        holding(backup)


def test_a_log_is_examined_and_not_changed(written, tmp_path):
    """Including facts that only the `-wal` holds; a difference between the two copies is reported."""
    log = FactLog(written)
    log.append([Entry(log.version + 1, GamePaused())], AT)
    left = tmp_path / "left"
    left.mkdir()
    for each in ("games.db", "games.db-wal"):
        shutil.copy(tmp_path / each, left / each)
    shutil.copytree(journal_of(written), journal_of(left / "games.db"))
    log.close()
    before = {file: file.read_bytes() for file in left.rglob("*") if file.is_file()}
    assert examine(left / "games.db").facts == len(rows(written))
    assert {file: file.read_bytes() for file in left.rglob("*") if file.is_file()} == before
    os.truncate(journal_of(left / "games.db") / "00000001.jsonl", 900)
    with pytest.raises(StoreDamaged, match="ends at fact"):
        examine(left / "games.db")


@pytest.mark.parametrize("step", range(12))
def test_a_power_cut_during_a_restore_leaves_one_log_or_the_other(written, backup, monkeypatch, step):
    """After a cut at each step of a restore, the table starts with either the old log or the new one."""
    old = rows(written)
    go_on(written, 2)
    newer = rows(written)
    left = [step]

    def cut_after(act):
        def acted(*arguments, **named):
            left[0] -= 1
            if left[0] < 0:
                raise KeyboardInterrupt
            return act(*arguments, **named)

        return acted

    for owner, name in ((os, "link"), (backups, "moved"), (type(written), "rename"), (type(written), "unlink")):
        monkeypatch.setattr(owner, name, cut_after(getattr(owner, name)))
    with contextlib.suppress(KeyboardInterrupt):
        restore(backup, written, replace=True)
    monkeypatch.undo()
    if step in (0, 11):
        assert rows(written) == (newer, old)[step > 0]
    assert rows(written) in (old, newer)


def test_a_large_log_is_backed_up_once_a_day(path, entries, monkeypatch):
    """A small one after every game. A clock that was wrong costs one backup more, and never all of them."""
    log = FactLog(path)
    log.append(entries, AT)
    made = back_up(log)
    now_s = made.stat().st_mtime
    assert is_due(log.path, now_s + 60)
    monkeypatch.setattr("pearlboard.store.backups.LARGE", 1)
    assert not is_due(log.path, now_s + 60)
    assert is_due(log.path, now_s + 86_400)
    assert is_due(log.path, now_s - 86_400)
    made.unlink()
    assert is_due(log.path, now_s + 60)
    log.close()


def test_a_copy_that_is_ended_leaves_no_file(written, tmp_path):
    """As when the program ends meanwhile: half a copy would stay there, with secrets."""

    def end(_, of):
        raise RuntimeError(of)

    with closing(FactLog(written)) as log:
        before = sorted(tmp_path.iterdir())
        with pytest.raises(RuntimeError):
            log.copy(tmp_path / "stick.db", end)
        assert sorted(tmp_path.iterdir()) == before
