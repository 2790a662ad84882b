"""The database: appended facts are on disk and intact, and damage is reported, never hidden by a repair."""

import hashlib
import json
import os
import shutil
import signal
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from pearlboard.games.perladora.rules.steps import PlaceDiver
from pearlboard.geometry import space
from pearlboard.session.facts import Acted, Entry, GameAbandoned, GameAgreed, GamePaused, GameTitled, HostNamed
from pearlboard.store.backups import holding
from pearlboard.store.chain import START
from pearlboard.store.database import SCHEMA
from pearlboard.store.errors import StoreDamaged, StoreUnavailable, WrongStore
from pearlboard.store.games import Search
from pearlboard.store.log import FactLog
from pearlboard.store.slot import Waiting
from support.lengths import at_length
from support.store_children import APPENDING, HOLDING

pytestmark = pytest.mark.slow

AT = "2026-01-02T03:04:05+00:00"
KILLS = at_length(200, 5)


KINDS = [(0, True), (0, 1.0), (1, 5), (2, None), (3, "1"), (4, {}), (5, 7)]
"""A column of a row in the slot, and a value of a wrong type for it."""


def relabelled(text, column, other):
    """The slot with another value in a column of its row, and a matching digest."""
    told = json.loads(text.split("\n")[1])
    told["facts"][0][column] = other
    body = json.dumps(told, ensure_ascii=False)
    return f"{hashlib.sha256(body.encode()).hexdigest()}\n{body}\n".encode()


def rows(path):
    """The rows of a closed database, as any other program reads them."""
    connection = sqlite3.connect(path)
    found = connection.execute("SELECT version, name FROM fact ORDER BY version").fetchall()
    connection.close()
    return found


def change(path, statement):
    """Change a closed database behind the program's back."""
    connection = sqlite3.connect(path)
    connection.execute(statement)
    connection.commit()
    connection.close()


def test_a_log_that_is_closed_leaves_no_file_open(path, entries):
    """A table runs for weeks, and a process may open only a limited number of files."""

    def lowest():
        free = os.dup(0)
        os.close(free)
        return free

    before = lowest()
    log = FactLog(path)
    for entry in entries:
        log.append([entry], AT)
    log.write_back()
    log.close()
    assert lowest() == before


def test_appended_facts_are_read_back(written, entries):
    """The last game, and the archive."""
    log = FactLog(written)
    assert log.to_resume() == entries
    assert log.game(1).entries == entries
    assert log.game(1).at == AT
    assert log.game(2) is None
    assert log.game(0) is None
    assert [game.number for game in log.shelf.finished_games(Search(5))] == [1]
    log.close()


def test_a_game_is_resumed_with_the_last_one_that_began(path, entries):
    """Its pieces may still lie there; titles given before anybody acts do not matter."""
    [agreed] = [entry.fact for entry in entries if isinstance(entry.fact, GameAgreed)]
    log = FactLog(path)
    log.append([Entry(1, agreed), Entry(2, GameTitled(1, "Rain"))], AT)
    assert log.to_resume() == (Entry(1, agreed), Entry(2, GameTitled(1, "Rain")))
    played = [Entry(entry.version + 2, entry.fact) for entry in entries]
    log.append(played, AT)
    assert log.to_resume() == tuple(played)
    more = [Entry(len(played) + 3, agreed), Entry(len(played) + 4, GameTitled(1, "Sun"))]
    log.append(more, AT)
    assert log.to_resume() == (*played, *more)
    log.close()


def test_a_set_up_waits_beside_the_chain_until_somebody_acts(path, entries):
    """Replaced set-ups never reach the database or the journal; the last one survives a restart."""
    [agreed] = [entry.fact for entry in entries if isinstance(entry.fact, GameAgreed)]
    log = FactLog(path)
    for _ in range(20):
        log.append([Entry(1, agreed), Entry(2, HostNamed("key"))], AT)
        log.append([Entry(3, GameAbandoned())], AT)
    log.append([Entry(1, agreed), Entry(2, HostNamed("another"))], AT)
    assert (list(log.rows()), log.version, len(log.waiting)) == ([], 0, 2)
    assert sorted(each.name for each in path.parent.iterdir() if "set-up" in each.name) == [f"{path.name}.set-up"]
    log.close()
    log = FactLog(path)
    assert log.waiting == (Entry(1, agreed), Entry(2, HostNamed("another")))
    begun = Entry(3, Acted("perladora", 1, PlaceDiver(space("a1"))))
    log.append([begun], AT)
    assert [row[0] for row in log.rows()] == [1, 2, 3]
    assert (log.waiting, log._slot.path.exists()) == ((), False)
    assert log.to_resume() == (Entry(1, agreed), Entry(2, HostNamed("another")), begun)
    log.close()


@pytest.mark.parametrize("cuts", range(8))
def test_facts_are_kept_however_they_come_together(tmp_path, entries, cuts):
    """A batch may hold the end of one game and the set-up of the next; replacing the set-up leaves the game intact."""
    [agreed] = [entry.fact for entry in entries if isinstance(entry.fact, GameAgreed)]
    told = (agreed, Acted("perladora", 1, PlaceDiver(space("a1"))), GameAbandoned(), agreed)
    log = FactLog(tmp_path / "games.db")
    batch = []
    for version, fact in enumerate(told, 1):
        batch.append(Entry(version, fact))
        if version == len(told) or cuts >> (version - 1) & 1:
            log.append(batch, AT)
            batch = []
    log.append([Entry(4, agreed), Entry(5, HostNamed("another"))], AT)
    log.append([Entry(6, GameTitled(4, "Rain"))], AT)
    names = ["game_agreed", "acted", "game_abandoned", "game_agreed", "host_named", "game_titled"]
    assert [row[3] for row in log.rows()] == names
    with pytest.raises(ValueError, match="is in the chain already"):
        log.append([Entry(3, agreed)], AT)
    log.close()
    log = FactLog(tmp_path / "games.db")
    assert (log.repaired, log.version) == ((), 6)
    log.close()


def test_a_set_up_that_grows_too_long_for_the_slot_enters_the_chain(path, entries):
    """A slot must remain readable."""
    [agreed] = [entry.fact for entry in entries if isinstance(entry.fact, GameAgreed)]
    log = FactLog(path)
    log.append([Entry(1, agreed)], AT)
    log.append([Entry(version, HostNamed("k" * 1000)) for version in range(2, 1002)], AT)
    assert (log.waiting, log.version) == ((), 1001)
    log.close()


@pytest.mark.parametrize("cut", ["before the database", "after the journal"])
def test_power_that_fails_while_a_set_up_enters_the_chain_loses_nothing(path, entries, cut, monkeypatch):
    """The slot stays until the chain holds its facts, and is then ignored."""
    [agreed] = [entry.fact for entry in entries if isinstance(entry.fact, GameAgreed)]
    log = FactLog(path)
    log.append([Entry(1, agreed)], AT)
    if cut == "after the journal":
        monkeypatch.setattr(log._slot, "clear", lambda: None)
        log.append([Entry(2, GameTitled(1, "Rain"))], AT)
    log.close()
    log = FactLog(path)
    held = [row[0] for row in log.rows()], [entry.version for entry in log.waiting]
    assert held == (([], [1]) if cut == "before the database" else ([1, 2], []))
    log.close()


@pytest.mark.parametrize("damage", [b"", b"rubbish", b"{}\n{}\n", "another digest", "another game", "a turn", *KINDS])
def test_a_damaged_slot_costs_the_set_up_and_nothing_else(path, entries, damage):
    """The lost set-up is reported; the games are opened."""
    [agreed] = [entry.fact for entry in entries if isinstance(entry.fact, GameAgreed)]
    log = FactLog(path)
    log.append([Entry(1, agreed)], AT)
    slot, turn = log._slot, Entry(2, Acted("perladora", 1, PlaceDiver(space("a1"))))
    match damage:
        case "another digest":
            slot.path.write_bytes(slot.path.read_bytes().replace(b"Anna", b"Hans"))
        case "another game":
            slot.write(START, [Waiting.of(Entry(7, agreed), AT)])
        case "a turn":
            slot.write(START, [Waiting.of(Entry(1, agreed), AT), Waiting.of(turn, AT)])
        case int() as column, other:
            slot.path.write_bytes(relabelled(slot.path.read_text(encoding="utf-8"), column, other))
        case _:
            slot.path.write_bytes(damage)
    log.close()
    log = FactLog(path)
    assert log.waiting == ()
    [said] = log.repaired
    assert "is lost" in said
    log.append(entries, AT)
    assert log.to_resume() == entries
    log.close()


def test_the_pragmas_are_really_on(path):
    """Write-ahead log, a sync at every commit, our application id, and the file for its owner only."""
    log = FactLog(path)
    pragma = {
        name: log._connection.execute(f"PRAGMA {name}").fetchone()[0]
        for name in ("journal_mode", "synchronous", "locking_mode", "application_id", "user_version")
    }
    assert pragma == {
        "journal_mode": "wal",
        "synchronous": 2,
        "locking_mode": "exclusive",
        "application_id": 0x5045524C,
        "user_version": SCHEMA,
    }
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    log.close()


def test_entries_are_appended_all_or_none(path, entries):
    """If one entry cannot be written none is, and the chain continues as before."""
    log = FactLog(path)
    with pytest.raises(KeyError):
        log.append([*entries[:9], Entry(10, "no fact")], AT)
    assert log.to_resume() == ()
    log.append(entries, AT)
    log.close()
    assert len(rows(path)) == len(entries)
    FactLog(path).close()


def test_a_full_disk_refuses_and_takes_again_when_there_is_room(path, entries):
    """The commit fails as a whole; reading works; the same entries can be appended later."""
    log = FactLog(path)
    log.append(entries[:3], AT)
    pages = log._connection.execute("PRAGMA page_count").fetchone()[0]
    log._connection.execute(f"PRAGMA max_page_count = {pages}")
    many = [Entry(number, GamePaused(), f"{'x' * 900}-{number}") for number in range(4, 40)]
    with pytest.raises(sqlite3.OperationalError, match="full"):
        log.append(many, AT)
    assert len(log.to_resume()) == 3
    log._connection.execute("PRAGMA max_page_count = 100000")
    log.append(many, AT)
    assert len(log.to_resume()) == 39
    log.close()
    FactLog(path).close()


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE fact SET body = replace(body, '5', '4') WHERE name = 'acted' AND body LIKE '%5%'",
        "UPDATE fact SET at = '2027' WHERE version = 4",
        "UPDATE fact SET command = NULL WHERE version = 7",
        "UPDATE fact SET game = 2 WHERE version = 1",
        "UPDATE fact SET chain = x'00', at = '2027' WHERE version = 9",
        "DELETE FROM fact WHERE version = 1",
        "DELETE FROM fact WHERE version = 8",
        "DROP TABLE fact",
    ],
)
def test_a_row_that_was_changed_or_lost_is_noticed(alone, statement):
    """The hash chain finds what SQLite's own check does not, and the file is left as it is."""
    change(alone, statement)
    before = alone.read_bytes()
    with pytest.raises(StoreDamaged, match="damaged"):
        FactLog(alone)
    assert alone.read_bytes() == before


def test_a_hash_that_was_changed_is_made_again(alone, entries):
    """The fact is what was written, since the next one follows on it."""
    change(alone, "UPDATE fact SET chain = x'00' WHERE version = 9")
    for repaired in (True, False):
        with closing(FactLog(alone)) as log:
            assert (log.to_resume(), bool(log.repaired)) == (entries, repaired)
            log.verify()


def test_a_file_of_0_bytes_is_damage_and_no_new_database(alone):
    """This program never leaves an empty file, so somebody must look."""
    alone.write_bytes(b"")
    with pytest.raises(StoreDamaged, match="empty"):
        FactLog(alone)
    assert alone.read_bytes() == b""


def test_a_write_ahead_log_without_its_database_is_damage(alone):
    """SQLite would replay the old changes into the new file."""
    alone.with_name("games.db-wal").write_bytes(b"left behind")
    alone.unlink()
    with pytest.raises(StoreDamaged, match=r"games\.db-wal"):
        FactLog(alone)
    assert not alone.exists()


@pytest.mark.parametrize("size", [1, 100, 4096, 8192, 10_000])
def test_a_truncated_file_is_damage(alone, size):
    """However much of the file is left."""
    os.truncate(alone, size)
    with pytest.raises(StoreDamaged):
        FactLog(alone)


def test_text_in_place_of_a_database_is_damage(path):
    """The file is no database at all."""
    path.write_text("Once upon a time there was a table.\n" * 300, encoding="utf-8")
    with pytest.raises(StoreDamaged):
        FactLog(path)


def test_no_flipped_bit_goes_unnoticed_where_it_matters(written, entries, tmp_path):
    """Every flipped bit is noticed, or changes nothing that is read."""
    whole = written.read_bytes()
    other = tmp_path / "flipped.db"
    noticed = 0
    for place in range(0, len(whole), 53):
        other.write_bytes(whole[:place] + bytes([whole[place] ^ 1 << place % 8]) + whole[place + 1 :])
        try:
            log = FactLog(other)
        except (StoreDamaged, WrongStore, StoreUnavailable):
            noticed += 1
        else:
            assert log.to_resume() == entries
            assert log.game(1).at == AT
            log.close()
        for left in tmp_path.glob("flipped.db*"):
            shutil.rmtree(left) if left.is_dir() else left.unlink()
    assert noticed > 10


def test_another_programs_database_is_not_touched(path):
    """The error says so, and what to do."""
    change(path, "CREATE TABLE recipe (name)")
    before = path.read_bytes()
    with pytest.raises(WrongStore, match="another program"):
        FactLog(path)
    assert path.read_bytes() == before


def test_a_newer_versions_database_is_not_touched(written):
    """The schema version shows it."""
    change(written, f"PRAGMA user_version = {SCHEMA + 1}")
    before = written.read_bytes()
    with pytest.raises(WrongStore, match="newer version"):
        FactLog(written)
    assert written.read_bytes() == before


def test_a_database_in_use_is_named(path):
    """A second process cannot open the database, and the first one is not disturbed."""
    pipe = subprocess.PIPE
    with subprocess.Popen([sys.executable, "-c", HOLDING, path], stdin=pipe, stdout=pipe) as other:
        assert other.stdout.readline() == b"open\n"
        with pytest.raises(WrongStore, match="in use"):
            FactLog(path)
        other.communicate(b"go on\n")
    assert other.returncode == 0
    FactLog(path).close()


@pytest.mark.parametrize("place", ["file/games.db", "folder", "/proc/games.db", "/dev/null/games.db"])
def test_a_place_where_nothing_can_be_kept_is_named(tmp_path, place):
    """Under a file, at a folder, or in a read-only place: the error names the path, and nothing is created."""
    (tmp_path / "file").write_text("", encoding="utf-8")
    (tmp_path / "folder").mkdir()
    with pytest.raises(StoreUnavailable, match=Path(place).name):
        FactLog(tmp_path / place)


def test_the_folders_of_a_new_log_are_made(tmp_path, entries):
    """However deep they are."""
    path = tmp_path / "var" / "lib" / "games.db"
    log = FactLog(path)
    log.append(entries, AT)
    log.close()
    assert len(rows(path)) == len(entries)


def test_a_copy_can_be_opened(written, entries, tmp_path):
    """A closed database is one file, and can do without the journal beside it."""
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["games.db", "games.db.journal"]
    shutil.copy(written, tmp_path / "copy.db")
    log = FactLog(tmp_path / "copy.db")
    assert log.to_resume() == entries
    log.close()


def test_nothing_acknowledged_is_lost_when_the_process_is_killed(path, record_property):
    """Killed at any moment: every acknowledged fact is there, and the chain is intact."""
    acknowledged = 0
    for kill in range(KILLS):
        with subprocess.Popen([sys.executable, "-c", APPENDING, path], stdout=subprocess.PIPE) as child:
            for _ in range(3 + 7 * (kill % 5)):
                acknowledged = int(child.stdout.readline())
            child.send_signal(signal.SIGKILL)
            rest = child.stdout.read().split()
        acknowledged = max([acknowledged, *map(int, rest)])
        log = FactLog(path)
        versions = [entry.version for entry in log.to_resume()]
        log.close()
        assert versions == list(range(1, len(versions) + 1))
        assert acknowledged <= len(versions) <= acknowledged + 1
    record_property("reached", f"{KILLS} kills, {acknowledged} facts, none lost")


@pytest.fixture
def older(alone, monkeypatch):
    """A database with an invented schema, two versions old, and its migrations."""
    steps = {SCHEMA - 2: ("CREATE TABLE colours (name TEXT)",), SCHEMA - 1: ("INSERT INTO colours VALUES ('red')",)}
    monkeypatch.setattr("pearlboard.store.database.RAISED", steps)
    change(alone, f"PRAGMA user_version = {SCHEMA - 2}")
    return alone


def test_a_database_of_an_older_version_is_kept_beside_itself_and_goes_on(older, entries):
    """An update loses nothing: the older version can still open the copy."""
    log = FactLog(older)
    assert log._connection.execute("PRAGMA user_version").fetchone()[0] == SCHEMA
    assert log._connection.execute("SELECT name FROM colours").fetchall() == [("red",)]
    log.append([Entry(entries[-1].version + 1, GamePaused())], AT)
    log.close()
    kept = older.with_name(f"games.db.schema-{SCHEMA - 2}")
    with closing(sqlite3.connect(kept)) as copy:
        assert copy.execute("PRAGMA user_version").fetchone()[0] == SCHEMA - 2
        assert copy.execute("SELECT COUNT(*) FROM fact").fetchone()[0] == len(entries)
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    FactLog(older).close()


def test_a_database_of_an_older_version_waits_for_room_for_its_copy(older, monkeypatch):
    """The migration waits until the copy has been made."""
    before = older.read_bytes()

    def full(_new, _path):
        raise OSError("no space left on device")

    with monkeypatch.context() as patched:
        patched.setattr("pearlboard.store.database.moved", full)
        with pytest.raises(StoreUnavailable, match=r"no copy can be kept .*no space left.*is the disk full"):
            FactLog(older)
    assert older.read_bytes() == before
    FactLog(older).close()


def test_a_database_that_says_that_it_is_older_is_not_called_a_full_disk(written, entries):
    """Its number alone is wrong: it is made again from the journal."""
    change(written, "PRAGMA user_version = 4")
    log = FactLog(written)
    assert any("no such index" in each for each in log.repaired)
    assert log.to_resume() == entries
    log.close()


def test_a_damaged_database_of_an_older_version_is_left_as_it_is(older):
    """The schema version changes only after every row has been verified."""
    change(older, "UPDATE fact SET at = '2027' WHERE version = 4")
    before = older.read_bytes()
    with pytest.raises(StoreDamaged, match="damaged"):
        FactLog(older)
    assert older.read_bytes() == before


def test_a_backup_of_an_older_version_is_read(older, entries):
    """A backup made by an older version can be restored."""
    assert holding(older).facts == len(entries)


@pytest.mark.parametrize("schema", [0, 1, 3])
def test_a_database_older_than_the_first_tagged_version_is_refused(alone, schema):
    """The database is neither opened nor accepted as a backup, and left as it is."""
    change(alone, f"PRAGMA user_version = {schema}")
    before = alone.read_bytes()
    for opened in (FactLog, holding):
        with pytest.raises(WrongStore, match=rf"never released \(schema {schema}\)"):
            opened(alone)
    assert alone.read_bytes() == before
