"""The outbox: the public log on the disk, made of saved facts, whatever the power and the disk do."""

import random
import sqlite3

import pytest

from pearlboard.club.documents import Agreed, Deleted, Turn, decoded
from pearlboard.club.messages import MOST_ROWS, Cursor
from pearlboard.club.rows import START, checked
from pearlboard.reporting import outbox as module
from pearlboard.reporting.outbox import Forked, Outbox
from pearlboard.session.facts import GameClosed, GameDeleted
from support.saved_facts import SavedFacts
from support.tabling import TestTable


def game(turns=3):
    """The facts of a table at which a game was played and given up."""
    table = TestTable().begin(confirm="button")
    for place in ("c4", "f3", "b4", "g3", "d3")[:turns]:
        table.do(f"{place} wait 400 press end_turn wait 400")
    return [entry.fact for entry in table.ask("abandon").log]


class Store(SavedFacts):
    """A log of facts, with an outbox that follows it."""

    def __init__(self, folder):
        super().__init__(folder)
        self.path = folder / "games.db.club"
        self.outbox = None

    def follow(self, *, names=True):
        self.outbox = self.outbox or Outbox(self.path, self.log)
        self.outbox.follow(names=names)
        return self

    def start_anew(self):
        self.outbox.close()
        self.outbox = None
        return self.follow()

    @property
    def rows(self):
        return list(self.outbox.rows())

    @property
    def told(self):
        return [None if row.body is None else decoded(row.body) for row in self.rows]


@pytest.fixture
def store(tmp_path):
    made = Store(tmp_path)
    yield made
    if made.outbox is not None:
        made.outbox.close()
    made.log.close()


def test_it_begins_with_the_game_that_is_on(store):
    """And with nothing that was played before."""
    store.add(*game(), GameClosed(), *game(1)[:-1])
    store.follow()
    assert [type(each) for each in store.told] == [Agreed, Turn]
    store.add(game()[-1])
    assert checked(store.follow().rows, 0, START) == (3, store.rows[-1].hash)


def test_where_no_game_is_on_it_begins_with_the_next(store):
    store.add(*game())
    assert store.follow().told == []
    store.add(GameClosed(), *game(2))
    assert [type(each).__name__ for each in store.follow().told] == ["Agreed", "Turn", "Turn", "Abandoned"]


def test_it_comes_out_the_same_however_often_the_program_ends(store, tmp_path, monkeypatch):
    """At any fact, and in the middle of following."""
    facts = [*game(), GameClosed(), *game(5), GameClosed(), *game(1)]
    (tmp_path / "other").mkdir()
    other = Store(tmp_path / "other")
    for one in (store, other):
        one.follow()
    monkeypatch.setattr(module, "AT_ONCE", 2)
    chance = random.Random(7)
    for fact in facts:
        store.add(fact)
        if chance.random() < 0.5:
            store.start_anew()
    other.add(*facts)
    assert store.follow().rows == other.follow().rows
    assert len(store.rows) > 10
    other.outbox.close()
    other.log.close()


def test_what_could_not_be_written_is_written_the_next_time(store, monkeypatch):
    """A disk that fails in the middle leaves neither half a batch, nor a gap."""
    store.follow()
    store.add(*game(2))
    kept = Outbox._keep
    monkeypatch.setattr(Outbox, "_keep", lambda *_: (_ for _ in ()).throw(sqlite3.OperationalError("disk full")))
    with pytest.raises(sqlite3.OperationalError):
        store.follow()
    assert store.rows == []
    monkeypatch.setattr(Outbox, "_keep", kept)
    assert checked(store.follow().rows, 0, START)[0] == 4


def test_a_deleted_game_is_forgotten_and_its_hashes_stay(store):
    """Also by a hub that has it: it is told which rows."""
    store.follow()
    store.add(*game(2))
    before = store.follow().rows
    first = next(number for number, _, game, _ in store.log.written_after(0, 100) if game == number)
    store.add(GameClosed(), GameDeleted(first))
    assert store.follow().told == [None] * len(before) + [Deleted(1, len(before))]
    assert [row.hash for row in store.rows[:-1]] == [row.hash for row in before]
    assert checked(store.rows, 0, START)[0] == len(before) + 1
    assert "Anna" not in store.path.read_bytes().decode("latin-1")


def test_names_stay_here_unless_the_operator_lets_them_go(store):
    store.follow(names=False)
    store.add(*game())
    [agreed, *_] = store.follow(names=False).told
    assert {seat.name for seat in agreed.seats} == {""}


def test_a_file_that_cannot_be_read_is_put_aside(store):
    """Another log begins: the hub keeps what it has of the old one."""
    store.follow()
    store.add(*game())
    before = store.follow().outbox.log
    store.outbox.close()
    store.outbox = None
    store.path.write_bytes(b"x" * 5_000)
    for ending in ("-wal", "-shm"):
        store.path.with_name(store.path.name + ending).unlink(missing_ok=True)
    assert store.follow().outbox.log != before
    assert store.path.with_name(store.path.name + ".damaged").exists()


def test_a_hub_that_is_away_for_long_fills_no_disk(store, monkeypatch):
    """Facts wait in the store, and are told when the hub has taken the first."""
    monkeypatch.setattr(module, "MOST_WAITING", 3)
    monkeypatch.setattr(module, "AT_ONCE", 1)
    store.follow()
    store.add(*game(5))
    assert store.follow().outbox.waiting == 3
    store.outbox.behind(Cursor(3, store.rows[-1].hash))
    assert store.follow().outbox.waiting == 3, "the next three"
    assert len(store.rows) == 6


def test_the_hub_is_sent_what_is_behind_its_cursor(store):
    """A part at a time; a hub with another row, or with more rows, has the log of another card."""
    store.follow()
    for _ in range(14):
        store.add(*game(3), GameClosed())
    rows = store.follow().rows
    assert len(rows) > MOST_ROWS
    first = store.outbox.behind(Cursor(0, b""))
    assert list(first) == rows[:MOST_ROWS]
    assert list(store.outbox.behind(Cursor(MOST_ROWS, first[-1].hash))) == rows[MOST_ROWS:]
    for wrong in (Cursor(2, bytes(32)), Cursor(len(rows) + 1, bytes(32))):
        with pytest.raises(Forked):
            store.outbox.behind(wrong)
