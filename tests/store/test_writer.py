"""The writer: in order, off the event loop, retrying when the disk refuses, and reporting failures."""

import asyncio
import shutil
import sqlite3
import threading
from dataclasses import replace

import pytest

from pearlboard.games.values import Outcome
from pearlboard.session.facts import (
    Entry,
    GameAbandoned,
    GameAgreed,
    GameDeleted,
    GameEnded,
    GamePaused,
    GameResumed,
    GameTitled,
)
from pearlboard.store import writer as module
from pearlboard.store.backups import backups_of, holding
from pearlboard.store.errors import StoreUnavailable
from pearlboard.store.log import FactLog
from pearlboard.store.writer import Writer
from support.many_games import fill

AT = "2026-01-02T03:04:05+00:00"


class Paper:
    """A log in memory that can be told to refuse, or to hang."""

    def __init__(self):
        self.entries = []
        self.written_back = []
        self.refuses = None
        self.sticks = None
        self.go_on = threading.Event()
        self.go_on.set()
        self.closed = False
        self.tries = 0
        self.sealing = self

    def append(self, entries, _at):
        self.tries += 1
        self.go_on.wait(60)
        if self.refuses is not None:
            raise self.refuses
        self.entries.extend(entries)

    def chores(self, _complain):
        return iter(())

    def finished_games(self, _search):
        if self.refuses is not None:
            raise self.refuses
        return ("a game",)

    def write_back(self):
        if self.sticks is not None:
            raise self.sticks
        self.written_back.append(len(self.entries))

    def close(self):
        self.closed = True


@pytest.fixture
def quick(monkeypatch):
    """Retries and what is reported as slow, in hundredths of a second."""
    monkeypatch.setattr(module, "RETRY_S", 0.01)
    monkeypatch.setattr(module, "SLOW_S", 0.01)


async def until(condition):
    """Run the loop until the condition holds."""
    async with asyncio.timeout(5):
        while not condition():  # noqa: ASYNC110 - what is waited for happens in a thread
            await asyncio.sleep(0.001)


def test_entries_are_saved_in_order_and_reported(entries):
    """`saved` follows the disk; `close` writes the rest."""

    async def scenario():
        paper, told = Paper(), []
        writer = Writer(paper, lambda: AT, 0, print)
        writer.listen(lambda: told.append(writer.saved))
        writer.start()
        writer.append(entries[:2])
        await until(lambda: writer.saved == 2)
        for entry in entries[2:]:
            writer.append((entry,))
        assert await writer.close() == ()
        assert paper.entries == list(entries)
        assert paper.closed
        assert told == sorted(told)
        assert told[-1] == entries[-1].version

    asyncio.run(scenario())


@pytest.mark.usefixtures("quick")
def test_a_disk_that_refuses_between_two_games_is_tried_again_from_there(tmp_path, entries, monkeypatch):
    """The part that is in the chain is not written again, and the set-up goes to the slot."""

    async def scenario():
        [agreed] = [entry.fact for entry in entries if isinstance(entry.fact, GameAgreed)]
        log, refused = FactLog(tmp_path / "games.db"), []
        write = log._slot.write

        def refuse_once(*what):
            if not refused:
                refused.append(what)
                raise OSError("no room")
            write(*what)

        monkeypatch.setattr(log._slot, "write", refuse_once)
        writer = Writer(log, lambda: AT, 0, print)
        told = (agreed, GameTitled(1, "Rain"), GameAbandoned(), agreed)
        writer.append(tuple(Entry(version, fact) for version, fact in enumerate(told, 1)))
        writer.start()
        await until(lambda: writer.saved == 4)
        assert (len(refused), writer.failing, writer.unsaved) == (1, None, ())
        assert ([row[0] for row in log.rows()], log.waiting) == ([1, 2, 3], (Entry(4, agreed),))
        assert await writer.close() == ()

    asyncio.run(scenario())


@pytest.mark.parametrize(
    "error",
    [
        sqlite3.OperationalError("database or disk is full"),
        OSError("no such device"),
        UnicodeEncodeError("utf-8", "\ud800", 0, 1, "surrogates not allowed"),
    ],
)
@pytest.mark.usefixtures("quick")
def test_any_error_is_reported_and_retried(entries, error):
    """Meanwhile nothing counts as saved, nothing is lost, and the order is kept."""

    async def scenario():
        paper, told = Paper(), []
        paper.refuses = error
        writer = Writer(paper, lambda: AT, 0, print)
        writer.listen(lambda: told.append(writer.failing))
        writer.start()
        writer.append(entries[:3])
        await until(lambda: str(error) in told)  # a busy machine may report a slow disk before
        writer.append(entries[3:5])
        assert writer.saved == 0
        assert writer.unsaved == entries[:5]
        paper.refuses = None
        await until(lambda: writer.saved == 5)
        assert writer.failing is None
        assert writer.unsaved == ()
        assert paper.entries == list(entries[:5])
        assert told[-1] is None
        await writer.close()

    asyncio.run(scenario())


@pytest.mark.usefixtures("quick")
def test_a_disk_that_does_not_answer_is_reported(entries):
    """A hanging write is reported as not saved; when the disk answers after all, it counts as saved."""

    async def scenario():
        paper = Paper()
        paper.go_on.clear()
        writer = Writer(paper, lambda: AT, 0, print)
        writer.start()
        writer.append(entries[:1])
        await until(lambda: writer.failing is not None)
        assert "does not answer" in writer.failing
        paper.go_on.set()
        await until(lambda: writer.saved == 1)
        assert writer.failing is None
        await writer.close()

    asyncio.run(scenario())


@pytest.mark.usefixtures("quick")
def test_closing_tries_once_more_and_says_what_is_lost(entries):
    """A full disk does not keep the program from ending."""

    async def scenario():
        paper = Paper()
        paper.refuses = sqlite3.OperationalError("database or disk is full")
        writer = Writer(paper, lambda: AT, 0, print)
        writer.start()
        writer.append(entries[:2])
        await until(lambda: writer.failing is not None)
        assert await writer.close() == entries[:2]
        assert writer.failing == "database or disk is full"
        assert paper.closed

    asyncio.run(scenario())


def test_a_disk_that_refuses_is_left_in_peace_for_a_while(entries, monkeypatch):
    """Whatever is appended meanwhile, the retry waits."""
    monkeypatch.setattr(module, "RETRY_S", 3600)

    async def scenario():
        paper, answered = Paper(), asyncio.Event()
        paper.refuses = sqlite3.OperationalError("database or disk is full")
        writer = Writer(paper, lambda: AT, 0, print)
        writer.start()
        writer.append(entries[:2])
        await until(lambda: writer.failing is not None)
        for _ in range(5):
            answered.clear()
            writer.come_round(answered.set)
            await answered.wait()
        assert paper.tries == 1
        paper.refuses = None
        assert await writer.close() == ()

    asyncio.run(scenario())


@pytest.mark.usefixtures("quick")
def test_closing_saves_what_has_room_again(entries, monkeypatch):
    """Closing does not wait for the next retry."""
    monkeypatch.setattr(module, "RETRY_S", 3600)

    async def scenario():
        paper = Paper()
        paper.refuses = sqlite3.OperationalError("database or disk is full")
        writer = Writer(paper, lambda: AT, 0, print)
        writer.start()
        writer.append(entries[:2])
        await until(lambda: writer.failing is not None)
        paper.refuses = None
        assert await writer.close() == ()
        assert paper.entries == list(entries[:2])

    asyncio.run(scenario())


def test_a_disk_that_never_answers_does_not_keep_the_program_from_ending():
    """Python waits for every thread that is not a daemon."""

    async def scenario():
        before = set(threading.enumerate())
        writer = Writer(Paper(), lambda: AT, 0, print)
        writer.start()
        assert [thread.daemon for thread in set(threading.enumerate()) - before] == [True, True]
        await writer.close()

    asyncio.run(scenario())


@pytest.mark.usefixtures("quick")
def test_closing_does_not_wait_for_a_disk_that_hangs(entries, monkeypatch):
    """Closing gives up after a timeout, and returns what is not saved."""
    monkeypatch.setattr(module, "CLOSE_S", 0.05)

    async def scenario():
        paper = Paper()
        paper.go_on.clear()
        writer = Writer(paper, lambda: AT, 0, print)
        writer.start()
        writer.append(entries[:1])
        assert await writer.close() == entries[:1]
        assert "does not answer" in writer.failing
        paper.go_on.set()

    asyncio.run(scenario())


def test_questions_are_answered_between_two_writes_or_refused_by_name():
    """A question that cannot be answered raises `StoreUnavailable`."""

    async def scenario():
        paper = Paper()
        writer = Writer(paper, lambda: AT, 0, print)
        writer.start()
        assert await writer.ask(lambda log: log.finished_games(1)) == ("a game",)
        paper.refuses = sqlite3.OperationalError("disk I/O error")
        with pytest.raises(StoreUnavailable, match="disk I/O error"):
            await writer.ask(lambda log: log.finished_games(1))
        paper.refuses = None
        await writer.close()

    asyncio.run(scenario())


def test_a_question_to_a_hanging_disk_times_out(entries):
    """A page cannot wait forever."""

    async def scenario():
        paper = Paper()
        paper.go_on.clear()
        writer = Writer(paper, lambda: AT, 0, print)
        writer.start()
        writer.append(entries[:1])
        with pytest.raises(StoreUnavailable, match="does not answer"):
            await writer.ask(lambda log: log.entries, within_s=0.01)
        paper.go_on.set()
        await writer.close()

    asyncio.run(scenario())


def test_a_question_is_answered_after_earlier_writes(entries):
    """Asking right after a turn includes that turn."""

    async def scenario():
        writer = Writer(Paper(), lambda: AT, 0, print)
        writer.start()
        writer.append(entries[:3])
        assert await writer.ask(lambda log: tuple(log.entries)) == entries[:3]
        await writer.close()

    asyncio.run(scenario())


@pytest.mark.usefixtures("quick")
def test_a_real_disk_without_room_saves_when_there_is_some(path, entries):
    """Through SQLite itself: full, reported, space again, saved, and intact when reopened."""

    async def scenario():
        log = FactLog(path)
        log._connection.execute("PRAGMA max_page_count = 1")
        writer = Writer(log, lambda: AT, 0, print)
        writer.start()
        big = tuple(replace(entry, command="x" * 3000) for entry in entries)
        writer.append(big)
        await until(lambda: "full" in (writer.failing or ""))
        await writer.ask(lambda held: held._connection.execute("PRAGMA max_page_count = 100000"))
        await until(lambda: writer.saved == entries[-1].version)
        await writer.close()
        log = FactLog(path)
        assert log.to_resume() == big
        log.close()

    asyncio.run(scenario())


@pytest.mark.parametrize("rests", [GamePaused(), GameEnded(Outcome({1: 1}, {1: 0})), GameAbandoned()])
def test_when_a_game_rests_the_database_alone_holds_all_facts(path, entries, tmp_path, rests):
    """A copy without the `-wal` file is complete then, and not before."""

    def copied(name):
        log = FactLog(shutil.copy(path, tmp_path / name))
        found = log.to_resume()
        log.close()
        return found

    async def scenario():
        writer = Writer(FactLog(path), lambda: AT, 0, print)
        writer.start()
        before = entries[:6]
        last = Entry(before[-1].version + 1, rests)
        writer.append(before)
        await until(lambda: writer.saved == before[-1].version)
        assert copied("early.db") == ()
        writer.append((last,))
        await until(lambda: writer.saved == last.version)
        await writer.ask(lambda _: None)  # whatever was queued before is done
        assert copied("late.db") == (*before, last)
        await writer.close()

    asyncio.run(scenario())


def test_while_a_backup_is_made_facts_are_saved_and_the_backup_is_whole(path, entries, tmp_path):
    """A fact waits for one step at most, and stands in the backup or not."""

    async def scenario():
        log = FactLog(path)
        fill(log, 40, (entries,))
        version = log.version
        writer = Writer(log, lambda: AT, version, print)
        writer.start()
        begun, go_on = asyncio.Event(), threading.Event()
        loop = asyncio.get_running_loop()

        def copy(held, step):
            def stepped(done, of):
                loop.call_soon_threadsafe(begun.set)
                go_on.wait(60)
                step(done, of)

            held.copy(tmp_path / "copy.db", stepped)

        copying = asyncio.create_task(writer.copied(copy))
        await begun.wait()
        for number in range(1, 6):
            writer.append((Entry(version + number, GamePaused() if number % 2 else GameResumed()),))
            await until(lambda number=number: writer.saved == version + number)
        assert not copying.done()
        go_on.set()
        await copying
        assert version <= holding(tmp_path / "copy.db").facts <= version + 5
        await writer.close()

    asyncio.run(scenario())


def test_both_copies_are_verified_while_facts_are_saved(path, entries):
    """In steps: what is written meanwhile is not read, and does not wait."""

    async def scenario():
        log = FactLog(path)
        numbers = fill(log, 40, (entries,))
        version = log.version
        writer = Writer(log, lambda: AT, version, print)
        writer.start()
        far = []
        verifying = asyncio.create_task(writer.verified(lambda done, of: far.append(done / of)))
        await until(lambda: far)
        writer.append((Entry(version + 1, GamePaused()),))
        writer.append((Entry(version + 2, GameDeleted(numbers[3])),))
        await until(lambda: writer.saved == version + 2)
        await verifying
        assert far[-1] > 0.9
        await writer.close()

    asyncio.run(scenario())


def test_a_finished_game_is_backed_up_with_its_last_batch(path, entries):
    """The last turn and the end are one command; before the end there is no backup."""

    async def scenario():
        writer = Writer(FactLog(path), lambda: AT, 0, print)
        writer.start()
        writer.append(entries[:5])
        await writer.ask(lambda _: None)
        assert not backups_of(path).exists()
        writer.append((entries[5], Entry(entries[5].version + 1, GameEnded(Outcome({1: 1}, {1: 0})))))
        await writer.ask(lambda _: None)
        await writer.close()
        [backup] = backups_of(path).iterdir()
        assert holding(backup).facts == entries[5].version + 1

    asyncio.run(scenario())


def test_the_write_ahead_log_of_a_killed_table_is_checkpointed_at_the_start(path, entries, tmp_path):
    """A copy that somebody makes before the next game is complete, too."""

    async def scenario():
        killed = FactLog(path)
        killed.append(entries[:5], AT)
        left = tmp_path / "left"
        left.mkdir()
        for name in ("games.db", "games.db-wal"):
            shutil.copy(tmp_path / name, left / name)
        killed.close()
        writer = Writer(FactLog(left / "games.db"), lambda: AT, entries[4].version, print)
        writer.start()
        await writer.ask(lambda _: None)
        assert (left / "games.db-wal").stat().st_size == 0
        copy = FactLog(shutil.copy(left / "games.db", tmp_path / "copy.db"))
        assert copy.to_resume() == entries[:5]
        copy.close()
        await writer.close()

    asyncio.run(scenario())


def test_a_database_that_cannot_be_written_back_is_complained_of_and_all_is_saved(entries):
    """One complaint each time; the commit stands, later ones work, and the next rest tries again."""

    async def scenario():
        paper, complaints = Paper(), []
        writer = Writer(paper, lambda: AT, 0, complaints.append)
        writer.start()
        await until(lambda: paper.written_back == [0])
        paper.sticks = sqlite3.OperationalError("database or disk is full")
        writer.append((Entry(1, GamePaused()),))
        await until(lambda: complaints)
        assert (writer.saved, writer.failing, writer.unsaved) == (1, None, ())
        assert complaints == ["the games are saved, but not yet in one file (database or disk is full)"]
        paper.sticks = None
        writer.append(entries[1:2])
        writer.append((Entry(3, GamePaused()),))
        await until(lambda: paper.written_back == [0, 3])
        await writer.close()
        assert len(complaints) == 1

    asyncio.run(scenario())


def test_a_database_that_is_being_read_is_written_back_another_time(path, entries):
    """SQLite refuses the checkpoint, and nothing is lost."""
    log = FactLog(path)
    log.append(entries, AT)
    reading = log._rows("ORDER BY version")
    next(reading)
    with pytest.raises(sqlite3.OperationalError):
        log.write_back()
    reading.close()
    log.write_back()
    assert path.with_name("games.db-wal").stat().st_size == 0
    log.close()


@pytest.mark.slow
def test_chores_are_done_although_something_is_asked_all_the_time():
    """The watchdog asks every two seconds: no pause between chores may begin anew with every job."""
    done = []

    def chores():
        while True:
            done.append(len(done))
            yield 0.3

    async def ask_always():
        worker = module._Worker()
        await worker.do(lambda: worker.meanwhile(chores()))
        async with asyncio.timeout(5):
            while len(done) < 3:
                await worker.do(lambda: None)
        await worker.do(lambda: worker.meanwhile(None))

    asyncio.run(ask_always())
