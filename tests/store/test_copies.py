"""The two copies of a log: losses of one are restored from the other, and contradictions leave both untouched."""

import contextlib
import errno
import json
import os
import random
import shutil
import sqlite3
import stat
from contextlib import closing

import pytest

from pearlboard.session.facts import Entry, GameAgreed, GameDeleted, GamePaused, GameTitled, not_begun
from pearlboard.store.errors import StoreDamaged
from pearlboard.store.journal import journal_of
from pearlboard.store.log import FactLog
from support.lengths import at_length

pytestmark = pytest.mark.slow

AT = "2026-01-02T03:04:05+00:00"
DAMAGES = at_length(1_000, 150)
MORE = 4
EACH = at_length(1, 5)
"""Alter every n-th field only."""


def files(folder):
    """All files in a folder, by name."""
    return {path.relative_to(folder): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def held(path):
    """The contents of a log and the repairs made at opening, verified again once it is open."""
    log = FactLog(path)
    try:
        log.verify()
        caught_up = ("the database has caught up",) if log.caught_up else ()
        return tuple(log.rows()), log.repaired + caught_up
    finally:
        log.close()


@pytest.fixture
def crashed(path, entries, tmp_path):
    """A log after a power cut, with part of a game in the `-wal` alone; and all of its facts."""
    log = FactLog(path)
    log.append(entries[:MORE], AT)
    log.write_back()
    for entry in entries[MORE:]:
        log.append([entry], AT)
    log.append([Entry(len(entries) + 1, GameAgreed(entries[0].fact.agreement))], AT)
    whole = tuple(log._rows("ORDER BY version"))
    left = tmp_path / "left"
    left.mkdir()
    for each in ("games.db", "games.db-wal"):
        shutil.copy(tmp_path / each, left / each)
    shutil.copytree(journal_of(path), journal_of(left / "games.db"))
    log.close()
    return left / "games.db", whole


def test_both_hold_every_fact_for_their_owner_only(written, entries):
    """One file per game and one for the facts before any game; no repairs are needed."""
    rows, repaired = held(written)
    assert (len(rows), repaired) == (len(entries), ())
    folder = journal_of(written)
    assert [file.name for file in sorted(folder.iterdir())] == ["00000000.jsonl", "00000001.jsonl"]
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert {stat.S_IMODE(file.stat().st_mode) for file in folder.iterdir()} == {0o600}


def test_a_start_rewrites_no_intact_copy(written):
    """Writing wears out a card, and a power cut would find half-finished writes."""
    files = sorted(journal_of(written).iterdir())
    before = [(file.stat().st_ino, file.stat().st_mtime_ns) for file in files]
    log = FactLog(written)
    log.write_back()
    log.close()
    assert [(file.stat().st_ino, file.stat().st_mtime_ns) for file in files] == before


def test_facts_in_the_write_ahead_log_alone_are_restored(crashed):
    """The database is gone, empty, cut or garbage: the journal restores all of it."""
    path, whole = crashed
    wal = path.with_name("games.db-wal")
    kept = {each: each.read_bytes() for each in (path, wal)}
    for spoilt in (None, b"", wal.read_bytes()[: wal.stat().st_size // 2], b"no log at all" * 999):
        for each, data in kept.items():
            each.write_bytes(data)
        if spoilt is None:
            wal.unlink()
        else:
            wal.write_bytes(spoilt)
        rows, repaired = held(path)
        assert rows == whole
        assert len(repaired) == 1
        assert held(path) == (whole, ())


def test_a_database_is_rebuilt_from_its_journal(written):
    """After any damage; the bad database is kept."""
    whole, _ = held(written)
    good = written.read_bytes()
    for spoilt in (b"", good[:5000], b"Once upon a time " * 900, good[:4096] + bytes(4096) + good[8192:], None):
        if spoilt is None:
            written.unlink()
        else:
            written.write_bytes(spoilt)
        rows, [repaired] = held(written)
        assert rows == whole
        assert "made anew from its journal" in repaired
        kept = sorted(written.parent.glob("games.db.damaged-*"))
        assert spoilt is None or spoilt in [file.read_bytes() for file in kept]
    assert [file.name for file in kept] == [f"games.db.damaged-{number}" for number in range(1, 5)]


def test_a_journal_that_is_gone_or_damaged_is_written_from_the_database(written):
    """The bad journal is kept."""
    whole, _ = held(written)
    folder = journal_of(written)
    shutil.rmtree(folder)
    rows, [repaired] = held(written)
    assert (rows, "there was no journal" in repaired) == (whole, True)
    game = folder / "00000001.jsonl"
    good = game.read_bytes()
    bad = good.replace(b"game_agreed", b"game_agreec")
    game.write_bytes(bad)
    rows, [repaired] = held(written)
    assert (rows, "written anew" in repaired) == (whole, True)
    assert (folder.with_name("games.db.journal.damaged-1") / "00000001.jsonl").read_bytes() == bad
    assert held(written) == (whole, ())


@pytest.mark.parametrize(
    ("number", "line"),
    [
        (0, b"[]"),
        (0, b'{"journal":99,"id":"%s","game":1,"before":"%s"}'),
        (0, b'{"journal":1,"id":"%s","game":1,"before":null}'),
        (1, b"1"),
        (1, b"[1]"),
        (1, b"[[]]"),
        (1, b'[["one",1,"","",1,"",null,"00"]]'),
        (1, b'[[1,1,"","",1,null,null,"00"]]'),
        (1, b"[[5]]"),
        (1, b'[[1,1,"","",1,"",null,7]]'),
    ],
)
def test_a_line_that_no_journal_has_is_detected(written, number, line):
    """The line is valid JSON, but no header or no fact; the journal is rewritten from the database."""
    whole, _ = held(written)
    game = journal_of(written) / "00000001.jsonl"
    lines = game.read_bytes().split(b"\n")
    if b"%s" in line:
        head = json.loads(lines[0])
        line %= tuple(head[key].encode() for key in ("id", "before")[: line.count(b"%s")])
    lines[number] = line
    game.write_bytes(b"\n".join(lines))
    rows, [repaired] = held(written)
    assert rows == whole
    assert repaired.startswith(f"the journal was damaged ({game}, line {number + 1}: ")
    assert repaired.endswith("written anew from the database")


def test_a_journal_that_ends_too_early_is_gone_on_with(written):
    """A missing last line, or a part of one, is restored from the database."""
    whole, _ = held(written)
    game = journal_of(written) / "00000001.jsonl"
    good = game.read_bytes()
    for size in (len(good) - 1, len(good) - 40, good.rindex(b"\n", 0, -1) + 1, good.index(b"\n") + 1, 10):
        os.truncate(game, size)
        rows, [repaired] = held(written)
        assert (rows, "ended at fact" in repaired) == (whole, True)
        assert held(written) == (whole, ())


def test_a_journal_that_ended_too_early_takes_the_next_fact_behind_the_rest(written, entries):
    """At once, and not only after the next start."""
    game = journal_of(written) / "00000001.jsonl"
    os.truncate(game, game.read_bytes().rindex(b"\n", 0, -1) + 1)
    log = FactLog(written)
    log.append([Entry(len(entries) + 1, GamePaused())], AT)
    log.close()
    rows, repaired = held(written)
    assert (len(rows), repaired) == (len(entries) + 1, ())


def test_a_line_that_was_torn_was_never_acknowledged(path, entries):
    """Cut at every byte, and with every sector lost: the log is as before that line, and accepts new facts."""
    log = FactLog(path)
    log.append(entries[:MORE], AT)
    log.close()
    before, _ = held(path)
    [game] = [file for file in journal_of(path).iterdir() if file.name != "00000000.jsonl"]
    good, database = game.read_bytes(), path.read_bytes()
    log = FactLog(path)
    log.append(entries[MORE : MORE + 2], AT)
    log.close()
    line = game.read_bytes()[len(good) :]
    half = len(line) // 2
    torn = [line[:size] for size in range(len(line))] + [bytes(half) + line[half:], line[:half] + bytes(half)]
    for piece in torn:
        path.write_bytes(database)
        game.write_bytes(good + piece)
        assert held(path) == (before, ())
    path.write_bytes(database)
    game.write_bytes(good + torn[7])
    log = FactLog(path)
    log.append(entries[MORE:], AT)
    log.close()
    rows, repaired = held(path)
    assert (len(rows), repaired) == (len(entries), ())


def test_two_that_do_not_belong_together_are_left_as_they_are(written, entries, tmp_path):
    """Copies of another table, or of another evening of the same one: only people can choose."""
    (tmp_path / "other").mkdir()
    other = tmp_path / "other" / "games.db"
    log = FactLog(other)
    log.append(entries[:3], AT)
    log.close()
    shutil.rmtree(journal_of(written))
    shutil.copytree(journal_of(other), journal_of(written))
    before = files(tmp_path)
    with pytest.raises(StoreDamaged, match="belong to different games"):
        FactLog(written)
    assert files(tmp_path) == before
    shutil.copytree(tmp_path / "other", tmp_path / "parted")
    for folder, fact in (("other", "2030"), ("parted", "2031")):
        log = FactLog(tmp_path / folder / "games.db")
        log.append([Entry(4, GamePaused())], fact)
        log.close()
    shutil.rmtree(journal_of(other))
    shutil.copytree(journal_of(tmp_path / "parted" / "games.db"), journal_of(other))
    before = files(tmp_path)
    with pytest.raises(StoreDamaged, match="differ from fact 4 on"):
        FactLog(other)
    assert files(tmp_path) == before


def test_if_neither_is_whole_nothing_is_touched(written, tmp_path):
    """The error says what to do, also if the journal continues past the end of an intact database."""
    game = journal_of(written) / "00000001.jsonl"
    good = game.read_bytes()
    game.write_bytes(good.replace(b'[5,1,"2026', b'[5,1,"2027'))
    assert game.read_bytes() != good
    with closing(sqlite3.connect(written)) as connection:
        connection.execute("DELETE FROM fact WHERE version > 3")
        connection.commit()
    before = files(tmp_path)
    with pytest.raises(StoreDamaged, match=r"goes on, is damaged.*restore a backup"):
        FactLog(written)
    assert files(tmp_path) == before
    with closing(sqlite3.connect(written)) as connection:
        connection.execute("UPDATE fact SET at = '' WHERE version = 2")
        connection.commit()
    before = files(tmp_path)
    with pytest.raises(StoreDamaged, match=r"journal is damaged, too.*restore a backup"):
        FactLog(written)
    assert files(tmp_path) == before


@pytest.mark.parametrize(
    "statement", ["DELETE FROM fact WHERE version > 7", "UPDATE fact SET at = '' WHERE version = 2"]
)
def test_of_two_damaged_copies_one_is_made(written, statement):
    """What each has lost, the other has; both are kept."""
    whole, _ = held(written)
    game = journal_of(written) / "00000001.jsonl"
    game.write_bytes(game.read_bytes().replace(b'[5,1,"2026', b'[5,1,"2027'))
    with closing(sqlite3.connect(written)) as connection:
        connection.execute(statement)
        connection.commit()
    rows, [repaired] = held(written)
    assert (rows, "made anew from both copies, and what was there is kept; nothing is lost" in repaired) == (
        whole,
        True,
    )
    assert held(written) == (whole, ())
    assert {"games.db.damaged-1", "games.db.journal.damaged-1"} <= {file.name for file in written.parent.iterdir()}


def spoil(data, rng):
    """Damage the data as files get damaged."""
    place = rng.randrange(len(data)) if data else 0
    match rng.randrange(5):
        case 0:
            return None
        case 1:
            return data[:place]
        case 2:
            return data[:place] + bytes(min(512, len(data) - place)) + data[place + 512 :]
        case _:
            return data[:place] + bytes([data[place] ^ 1 << rng.randrange(8)]) + data[place + 1 :] if data else b"x"


def test_no_damage_to_one_file_goes_unnoticed_or_loses_a_fact(crashed, tmp_path, record_property):
    """Damage to the database, its `-wal` or any file of the journal: every fact is restored.

    This includes a lost database with a `-wal`, and a lost file of the journal.
    """
    path, whole = crashed
    rng, kept = random.Random(16), files(path.parent)
    names, repaired = sorted(kept), 0
    for number in range(DAMAGES):
        folder = tmp_path / f"damaged-{number}"
        name = names[rng.randrange(len(names))]
        for each, data in kept.items():
            (folder / each).parent.mkdir(parents=True, exist_ok=True)
            if each != name:
                (folder / each).write_bytes(data)
            elif (spoilt := spoil(data, rng)) is not None:
                (folder / each).write_bytes(spoilt)
        rows, said = held(folder / path.name)
        assert rows == whole, (number, name)
        repaired += bool(said)
        shutil.rmtree(folder)
    assert repaired > DAMAGES / 4
    record_property("reached", f"{DAMAGES} damages, {repaired} of them to what was in use, all facts back")


# --- writing ---------------------------------------------------------------------------------------------------------


def altered(value):
    """Values that might replace this one in a journal."""
    yield from (None, [], 0.5, True, "", "x", 10**30, "\ud800")
    if isinstance(value, int):
        yield from (value + 1, value - 1, value + 20, value * 10, value ^ 1 << 10)
    elif isinstance(value, str) and value:
        yield from (value[:-1], value + value[-1], "0" * len(value), f"{chr(ord(value[0]) ^ 1)}{value[1:]}")


def aimed(folder):
    """Every field of every line of a journal, altered: the file, and its new contents."""
    for file in sorted(folder.iterdir()):
        lines = file.read_bytes().splitlines(keepends=True)
        for at, line in enumerate(lines):
            read = json.loads(line)
            fields = [(read, key) for key in read] if at == 0 else [(row, key) for row in read for key in range(8)]
            for holder, key in fields:
                was = holder[key]
                for wrong in altered(was):
                    holder[key] = wrong
                    yield file, b"".join((*lines[:at], json.dumps(read).encode() + b"\n", *lines[at + 1 :]))
                holder[key] = was


@pytest.mark.parametrize("behind", [False, True], ids=["whole", "behind"])
def test_no_field_of_a_journal_is_believed_before_it_is_verified(path, entries, tmp_path, behind):
    """An intact database starts whatever one field says; one that lacks facts gets them all, or the start is refused.

    Exception: an unreadable last line counts as torn, and was never acknowledged.
    """
    log = FactLog(path)
    for at in range(0, len(entries), 2):
        log.append(entries[at : at + 2], AT)
    whole = tuple(log.rows())
    log.close()
    tried = tmp_path / "tried" / path.name
    for aim in [aim for number, aim in enumerate(aimed(journal_of(path))) if number % EACH == 0]:
        shutil.rmtree(tried.parent, ignore_errors=True)
        tried.parent.mkdir()
        shutil.copy(path, tried)
        shutil.copytree(journal_of(path), journal_of(tried))
        if behind:
            with closing(sqlite3.connect(tried)) as connection, connection:
                connection.execute("DELETE FROM fact WHERE version > ?", (len(entries) - 3,))
        file, content = aim
        if behind and not content.endswith((journal_of(path) / file.name).read_bytes().splitlines(keepends=True)[-1]):
            continue
        (journal_of(tried) / file.name).write_bytes(content)
        before = tried.read_bytes()
        try:
            assert held(tried)[0] == whole, aim
        except StoreDamaged:
            assert behind, aim
            assert tried.read_bytes() == before, aim


def test_a_fact_is_in_the_journal_before_it_is_in_the_database(path, entries, monkeypatch):
    """If the journal cannot be written, nothing is saved; a failed write is repeated, not only synced again."""
    log = FactLog(path)
    log.append(entries[:3], AT)
    synced, failing = [], [True]

    def fdatasync(file):
        synced.append(os.fstat(file).st_size)
        assert len(tuple(log._rows("ORDER BY version"))) >= 3
        if failing[0]:
            raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(os, "fdatasync", fdatasync)
    with pytest.raises(OSError, match="Input/output"):
        log.append(entries[3:5], AT)
    assert log.to_resume() == entries[:3]
    before = synced[-1]
    failing[0] = False
    log.append(entries[3:6], AT)
    assert synced[-1] > before
    log.close()
    rows, repaired = held(path)
    assert (len(rows), repaired) == (6, ())


def test_a_journal_knows_its_last_fact(path, entries):
    """Also after a batch, and after a rewrite."""
    log = FactLog(path)
    begun = next(at for at in range(len(entries)) if not not_begun([entry.fact for entry in entries[:at]]) and at)
    for some in (entries[:begun], entries[begun : begun + 4]):
        log.append(some, AT)
        assert log._journal.version == some[-1].version
    log.close()
    shutil.rmtree(journal_of(path))
    log = FactLog(path)
    assert log._journal.version == entries[begun + 3].version
    log.close()


def test_a_refused_transaction_leaves_nothing_in_the_journal(path, entries):
    """The retry replaces the first attempt, with another time of day and more facts."""
    log = FactLog(path)
    log.append(entries[:3], AT)
    pages = log._connection.execute("PRAGMA page_count").fetchone()[0]
    log._connection.execute(f"PRAGMA max_page_count = {pages}")
    many = [Entry(number, GamePaused(), f"{'x' * 900}-{number}") for number in range(4, 40)]
    for hour in ("2026-01-02T04:00:00+00:00", "2026-01-02T05:00:00+00:00"):
        with pytest.raises(sqlite3.OperationalError, match="full"):
            log.append(many, hour)
    log._connection.execute("PRAGMA max_page_count = 100000")
    log.append(many, "2026-01-02T06:00:00+00:00")
    log.close()
    rows, repaired = held(path)
    assert (len(rows), rows[-1][2], repaired) == (39, "2026-01-02T06:00:00+00:00", ())


def test_neither_copy_holds_anything_of_a_deleted_game(path, entries):
    """The journal's file keeps the hashes; if a power cut has left it unchanged, the next start rewrites it."""
    log = FactLog(path)
    log.append(entries, AT)
    last = entries[-1].version
    log.append([Entry(last + 1, GameTitled(1, "Grandma’s birthday"))], AT)
    log.append([Entry(last + 2, GameDeleted(1))], AT)
    assert b"Anna" in (journal_of(path) / "00000001.jsonl").read_bytes()
    log.close()
    log = FactLog(path)
    log.write_back()
    log.verify()
    log.close()
    assert not [name for name, data in files(path.parent).items() for word in (b"Anna", b"birthday") if word in data]
    whole, repaired = held(path)
    assert repaired == ()
    path.unlink()
    rows, [repaired] = held(path)
    assert rows == whole
    log = FactLog(path)
    assert log.contents.deleted == {1}
    log.close()


def test_a_deleted_game_is_gone_from_the_journal_at_the_next_rest(path, entries):
    """Without a restart of the table; the other games are untouched."""
    log = FactLog(path)
    log.append(entries, AT)
    second = entries[-1].version + 1
    log.append([Entry(second, GameAgreed(entries[0].fact.agreement))], AT)
    log.append([Entry(second + 1, GameDeleted(1))], AT)
    log.write_back()
    first, other = (journal_of(path) / f"{game:08d}.jsonl" for game in (1, second))
    assert b"Anna" not in first.read_bytes()
    assert b"Anna" in other.read_bytes()
    rewritten = first.stat().st_ino
    log.write_back()
    assert first.stat().st_ino == rewritten  # rewritten only once
    log.verify()
    log.close()


def test_a_deletion_that_only_the_journal_has_deletes_in_the_database_too(path, entries):
    """The power failed between the two copies."""
    log = FactLog(path)
    log.append(entries, AT)
    log.close()
    before = path.read_bytes()
    log = FactLog(path)
    log.append([Entry(entries[-1].version + 1, GameDeleted(1))], AT)
    log.close()
    path.write_bytes(before)
    log = FactLog(path)
    assert log.contents.deleted == {1}
    log.write_back()
    log.close()
    assert not [name for name, data in files(path.parent).items() if b"Anna" in data]


def fill(path):
    """Fill the disk to the last byte."""
    with path.open("wb", buffering=0) as file, contextlib.suppress(OSError):
        while file.write(bytes(512)):
            pass


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can mount a small disk")
def test_a_disk_that_is_full_can_be_opened_and_takes_again_when_there_is_room(tmp_path, entries):
    """Reading needs no space; a refused batch is refused as a whole."""
    small = tmp_path / "small"
    small.mkdir()
    if os.system(f"mount -t tmpfs -o size=400k tmpfs {small}") != 0:
        pytest.skip("this machine mounts nothing")
    try:
        log = FactLog(small / "games.db")
        log.append(entries[:5], AT)
        log.close()
        filler = small / "filler"
        fill(filler)
        log = FactLog(small / "games.db")
        assert log.to_resume() == entries[:5]
        many = [Entry(number, GamePaused(), "x" * 3000) for number in range(6, 20)]
        with pytest.raises((OSError, sqlite3.Error)):
            log.append(many, AT)
        filler.unlink()
        log.append(many, AT)
        log.close()
        rows, repaired = held(small / "games.db")
        assert (len(rows), repaired) == (19, ())
    finally:
        assert os.system(f"umount -l {small}") == 0
