"""Databases kept beside the games are found, and downloaded completely."""

import os
import shutil
from contextlib import closing

import pytest

from pearlboard.session.facts import Entry, GamePaused
from pearlboard.store.backups import back_up, backups_of, holding, restore
from pearlboard.store.kept import kept_beside, opened_whole
from pearlboard.store.log import FactLog

AT = "2026-01-02T03:04:05+00:00"


def go_on(path, facts):
    """Append facts, and make a backup."""
    with closing(FactLog(path)) as log:
        for _ in range(facts):
            log.append([Entry(log.version + 1, GamePaused())], AT)
        return back_up(log)


@pytest.fixture
def store(tmp_path):
    """Games, a backup of them, games replaced by it, and games replaced by an older release."""
    path = tmp_path / "games.db"
    made = go_on(path, 3)
    os.utime(made, (1_000, 1_000))
    go_on(path, 2).unlink()
    restore(made, path, replace=True)
    os.utime(tmp_path / "games.db.replaced-1", (2_000, 2_000))
    (tmp_path / "games-of-1.2.0-1").mkdir()
    shutil.copyfile(tmp_path / "games.db.replaced-1", tmp_path / "games-of-1.2.0-1" / "games.db")
    os.utime(tmp_path / "games-of-1.2.0-1" / "games.db", (3_000, 3_000))
    return path


def test_all_that_can_be_put_back_is_found_the_newest_first(store):
    """Each by its name, its kind and its time; each download holds what it should."""
    found = kept_beside(store)
    assert [(each.name, each.own, each.at.timestamp()) for each in found] == [
        ("games-of-1.2.0-1", False, 3_000),
        ("games.db.replaced-1", False, 2_000),
        ("games-00000003.db", True, 1_000),
    ]
    assert [each.file_name for each in found] == ["games-of-1.2.0-1.db", "games.db.replaced-1.db", "games-00000003.db"]
    for each, facts in zip(found, (5, 5, 3), strict=True):
        with opened_whole(each) as file:
            sent = store.with_name("sent.db")
            sent.write_bytes(file.read())
        assert (len(sent.read_bytes()), holding(sent).facts) == (each.size, facts)


def test_no_other_file_counts_as_kept(store):
    """No journal, token or password, nothing empty, no folder, and no target of a link."""
    before = kept_beside(store)
    for name in ("games.db.token", "games.db.password", "games.db.damaged-1", "games.db.uploaded", "games-2.db"):
        store.with_name(name).write_text("secret")
    store.with_name("games.db.replaced-2").touch()
    store.with_name("games.db.replaced-3").mkdir()
    store.with_name("games.db.replaced-1-shm").write_bytes(b"shared")
    store.with_name("games.db.replaced-4").symlink_to(store.with_name("games.db.password"))
    (backups_of(store) / "games-00000009.db").symlink_to(store)
    store.with_name("games-of-1.3.0-1").mkdir()
    assert kept_beside(store) == before


def test_a_download_includes_the_write_ahead_log(store):
    """As after a power cut; the kept files stay as they are, and nothing is left beside them."""
    kept = store.with_name("games.db.replaced-2")
    with closing(FactLog(store)) as log:
        log.append([Entry(log.version + 1, GamePaused())], AT)
        for end in ("", "-wal"):
            shutil.copyfile(f"{store}{end}", f"{kept}{end}")
    written = store.with_name("games.db.replaced-2-wal")
    assert written.stat().st_size
    os.utime(kept, (4_000, 4_000))
    os.utime(written, (5_000, 5_000))
    before = {each.name: each.read_bytes() for each in store.parent.iterdir() if each.is_file()}
    [found] = [each for each in kept_beside(store) if each.path == kept]
    assert found.size == kept.stat().st_size + written.stat().st_size
    assert found.at.timestamp() == 5_000
    with opened_whole(found) as file:
        sent = file.read()
    assert {each.name: each.read_bytes() for each in store.parent.iterdir() if each.is_file()} == before
    assert not list(store.parent.glob("to-send-*"))
    store.with_name("sent.db").write_bytes(sent)
    assert holding(store.with_name("sent.db")).facts == 4
