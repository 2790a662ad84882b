"""Finished games are sealed: a start reads only what is not, and nothing sealed is shown to anybody unverified."""

import asyncio
import contextlib
import itertools
import json
import random
import re
import shutil
import sqlite3
from contextlib import closing

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pearlboard.errors import BadInput
from pearlboard.geometry import space
from pearlboard.screens import archive
from pearlboard.screens.archive import Archive
from pearlboard.screens.catalogues import catalogues
from pearlboard.session.decide import fold
from pearlboard.session.facts import (
    Entry,
    GameAgreed,
    GameDeleted,
    GameTitled,
    SensorLeftOut,
    SensorSuspected,
    SensorTrusted,
)
from pearlboard.session.state import Session
from pearlboard.store import journal_lines, reading, seals
from pearlboard.store.backups import back_up, examine, holding, restore
from pearlboard.store.chain import START, link
from pearlboard.store.codec import decode, encode
from pearlboard.store.database import HEADER_BYTES, doubt, doubted
from pearlboard.store.errors import StoreDamaged, StoreUnavailable
from pearlboard.store.games import Said, Search
from pearlboard.store.journal import journal_of
from pearlboard.store.log import FactLog
from pearlboard.store.rereading import LONGEST_S
from pearlboard.store.sealed import next_range, seals_in
from pearlboard.store.seals import chained, made_of, to_join, to_seal
from support.lengths import at_length, soaked
from support.many_games import fill, made, moved, played
from support.sessions import AGREEMENT, WAY, follow

pytestmark = pytest.mark.slow

AT = "2026-01-02T03:04:05+00:00"
GAMES = 30
DAMAGES = at_length(1_000, 25)
SHORT = (follow(WAY)[0],)


def set_small(patched):
    for name, value in (("LIGHT", 6_000), ("SMALL", 20_000), ("JOINED", 4)):
        patched.setattr(seals, name, value)


def join_any_two(patched):
    """Let any two seals become one."""
    for name, value in (("SMALL", 1 << 30), ("JOINED", 2)):
        patched.setattr(seals, name, value)


def verified(patched):
    """The numbers of the facts that are verified from now on, while a log is read."""
    read, verify = [], reading._verify
    patched.setattr(reading, "_verify", lambda row, before: (read.append(row[0]), verify(row, before)))
    return read


@pytest.fixture(autouse=True)
def small(monkeypatch):
    """Seals of few games."""
    set_small(monkeypatch)


@pytest.fixture(scope="module")
def shelf(tmp_path_factory):
    """A store of sealed games, some of them deleted; the folder."""
    folder = tmp_path_factory.mktemp("sealed")
    with pytest.MonkeyPatch.context() as patched:
        set_small(patched)
        log = FactLog(folder / "games.db")
        numbers = fill(log, GAMES, SHORT, members=6)
        for number in (numbers[3], numbers[17]):
            log.append([Entry(log.version + 1, GameTitled(number, "The secret one"))], AT)
            log.append([Entry(log.version + 1, GameDeleted(number))], AT)
        log.write_back()
        fill(log, 6, SHORT, members=6)
        assert len(seals_in(log._connection)) > 3
        log.close()
    return folder


@pytest.fixture
def path(shelf, tmp_path):
    """A copy of that store."""
    shutil.copytree(shelf, tmp_path / "copy")
    return tmp_path / "copy" / "games.db"


def everything(log):
    """All that people can see of a log: the list with its titles, and every game."""
    listed = log.shelf.finished_games(Search(1000))
    games = {number: log.game(number) for number in log.contents.finished}
    return [(game.number, game.at, game.title, game.about) for game in listed], games, set(log.contents.deleted)


def reread(log):
    """Read again what is sealed, once; return what was found."""
    found = []
    try:
        for _ in log.sealing.reading(found.append):
            pass
    except (BadInput, sqlite3.DatabaseError) as error:
        doubt(log.path)
        found.append(str(error))
    return found


def change(path, statement, *values):
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(statement, values)
        connection.commit()


def all_of(path):
    """All that people can see of a log that is not open."""
    with closing(FactLog(path)) as log:
        return everything(log)


def oldest(path):
    """The oldest finished game of a log that is not open, by its number."""
    with closing(FactLog(path)) as log:
        number = min(log.contents.finished)
        return number, log.game(number)


def spoil(path, number, *, both=False):
    """Damage a game in the database; `both`: the oldest one in the journal, too, at another place."""
    change(path, "UPDATE fact SET body = replace(body, 'c4', 'c5') WHERE game = ?", number)
    if both:
        first = min(journal_of(path).iterdir())
        first.write_bytes(first.read_bytes().replace(b'\\"c4\\"', b'\\"c6\\"', 1))


def being_sealed(path):
    """An open log with more games than are sealed, and the steps of sealing them, of which the first is taken."""
    log = FactLog(path)
    fill(log, 8, SHORT, seals=False)
    log.write_back()
    steps = log.sealing.steps()
    next(steps)
    return log, steps


def files_of(path):
    return {file.name: file.read_bytes() for file in journal_of(path).iterdir()}


# --- what a seal is --------------------------------------------------------------------------------------------------


SITES = [space("a1"), space("b2")]


def rows_of(facts):
    chain = START
    for version, fact in enumerate(facts, 1):
        name, form, body = encode(fact)
        chain = link(chain, version, 0, AT, name, form, body, None)
        yield version, 0, AT, name, form, body, None, chain


@given(
    st.lists(
        st.builds(
            lambda kind, site: kind(site),
            st.sampled_from((SensorLeftOut, SensorSuspected, SensorTrusted)),
            st.sampled_from(SITES),
        ),
        max_size=12,
    ),
    st.integers(0, 12),
)
def test_a_seal_knows_what_holds_of_the_sensors(facts, cut):
    """As much as all facts about them, however many there were, also across several seals."""
    rows = list(rows_of(facts))
    first = made_of(rows[:cut], None) if rows[:cut] else None
    last = made_of(rows[cut:], first) if rows[cut:] else first
    kept = () if last is None else last.sensor_rows
    short = fold(Session(), tuple(Entry(row[0], decode(*row[3:6])) for row in kept))
    whole = fold(Session(), tuple(Entry(version, fact) for version, fact in enumerate(facts, 1)))
    assert (short.left_out, short.suspected) == (whole.left_out, whole.suspected)
    assert len(kept) <= 2 * len(SITES)


def test_seals_are_a_chain(path):
    """None can be left out, put elsewhere, or changed."""
    log = FactLog(path)
    whole = seals_in(log._connection)
    log.close()
    assert chained(whole)
    assert not chained(whole[1:])
    assert not chained((whole[0], *whole[2:]))
    assert not chained((whole[1], whole[0], *whole[2:]))


def test_games_are_sealed_when_they_weigh_enough():
    """No more than that at once; so a start reads little, and a file of the journal stays small."""
    assert to_seal([]) is None
    assert to_seal([(1, 5_999)]) is None
    assert to_seal([(1, 5_999), (9, 1), (20, 50_000)]) == 9
    assert to_seal([(1, 50_000), (9, 1)]) == 1


def test_small_seals_are_joined():
    """Only the newest ones: what is large stays as it is."""
    assert to_join([]) == 0
    assert to_join([9_000] * 3) == 0
    assert to_join([9_000] * 4) == 4
    assert to_join([9_000, 21_000, 9_000, 9_000, 9_000]) == 0
    assert to_join([21_000] * 9) == 0


# --- a start ---------------------------------------------------------------------------------------------------------


def test_a_start_reads_nothing_that_is_sealed(path, monkeypatch):
    """Neither from the database nor from the journal."""
    log = FactLog(path)
    sealed = log.sealing.last.last
    log.close()
    read = []
    monkeypatch.setattr("pearlboard.store.reading._verify", lambda row, _: read.append(row[0]))
    monkeypatch.setattr("pearlboard.store.comparing._compare_row", lambda row, *_: read.append(row[0]))
    log = FactLog(path)
    log.close()
    assert read
    assert min(read) == sealed + 1


@pytest.mark.parametrize("why", ["it is doubted", "a seal is damaged"])
def test_a_start_that_reads_everything_verifies_each_fact_once(path, monkeypatch, why):
    """Ten thousand games take long enough."""
    log = FactLog(path)
    last = log.version
    log.close()
    if why == "it is doubted":
        doubt(path)
    else:
        change(path, "UPDATE seal SET games = x'00'")
    read = verified(monkeypatch)
    FactLog(path).close()
    assert read == list(range(1, last + 1))


def test_the_journal_has_a_file_for_each_seal_and_for_each_game_behind_them(path):
    """And no file a game for ever."""
    log = FactLog(path)
    begins = [seal.first_game for seal in seals_in(log._connection)]
    there = sorted(int(name[:8]) for name in files_of(path))
    assert there[: len(begins)] == begins
    assert all(number > log.sealing.last.last_game for number in there[len(begins) :])
    log.close()


def test_a_game_whose_pieces_may_still_lie_there_is_never_sealed(path, monkeypatch):
    """However much is played and set up; nor any game after it."""
    monkeypatch.setattr(seals, "LIGHT", 1)
    log = FactLog(path)
    fill(log, 5, SHORT)
    begun = max(entry.version for entry in log.to_resume() if isinstance(entry.fact, GameAgreed))
    assert not log.sealing.holds(begun)
    assert log.sealing.last.last == begun - 1
    log.append([Entry(log.version + 1, GameAgreed(AGREEMENT))], AT)
    log.write_back()
    list(log.sealing.steps())
    assert not log.sealing.holds(begun)
    log.close()


def test_sensors_outlive_sealed_games(path):
    """A masked sensor stays masked."""
    log = FactLog(path)
    log.append(
        [Entry(log.version + 1, SensorLeftOut(space("c3"))), Entry(log.version + 2, SensorSuspected(space("d4")))], AT
    )
    fill(log, 9, SHORT)
    assert log.sealing.last.sensor_rows
    session = fold(Session(), log.to_resume())
    assert (session.left_out, session.suspected) == ({space("c3")}, {space("d4")})
    log.close()


def test_nothing_that_is_seen_depends_on_seals(path, tmp_path):
    """The same games without any seal: the same list, games, and session to resume."""
    log = FactLog(path)
    seen, resumed, rows = everything(log), log.to_resume(), tuple(log.rows())
    log.close()
    restore(path, tmp_path / "other" / "games.db", replace=False)
    log = FactLog(tmp_path / "other" / "games.db")
    assert (everything(log), log.to_resume(), tuple(log.rows())) == (seen, resumed, rows)
    log.close()


# --- deleting --------------------------------------------------------------------------------------------------------


def test_a_deletion_inside_a_seal_leaves_it_true(path):
    """Nothing of the game is left in either copy, at once and after the next start; the seals are the same."""
    log = FactLog(path)
    before = seals_in(log._connection)
    number = min(log.contents.finished)
    [names] = {
        tuple(seat.name for seat in game.about.seats)
        for game in log.shelf.finished_games(Search(99))
        if game.number == number
    }
    command = log.game(number).entries[0].command
    log.append([Entry(log.version + 1, GameTitled(number, "Grandma"))], AT)
    log.append([Entry(log.version + 1, GameDeleted(number))], AT)
    log.write_back()
    assert reread(log) == []
    assert (log.game(number), seals_in(log._connection)) == (None, before)
    log.close()
    assert b"Grandma" not in path.read_bytes() + b"".join(files_of(path).values())
    log = FactLog(path)
    assert (log.repaired, number in log.contents.deleted, log.game(number)) == ((), True, None)
    log.verify()
    log.close()
    assert names
    assert command


def test_a_deletion_that_the_journal_does_not_know_of_is_carried_over_at_the_next_start(path):
    """The program ended in between."""
    log = FactLog(path)
    number = min(log.contents.finished)
    log.append([Entry(log.version + 1, GameTitled(number, "Grandma")), Entry(log.version + 2, GameDeleted(number))], AT)
    log._connection.close()
    assert any(b"Grandma" in data for data in files_of(path).values())
    log = FactLog(path)
    log.write_back()
    assert reread(log) == []
    log.verify()
    log.close()
    assert not any(b"Grandma" in data for data in files_of(path).values())


def test_what_was_deleted_in_one_seal_goes_with_one_writing_of_its_file(path, monkeypatch):
    """Not with one for every game."""
    log = FactLog(path)
    first, second, *_ = sorted(log.contents.finished)
    for number in (first, second):
        log.append([Entry(log.version + 1, GameDeleted(number))], AT)
    written, rewrite = [], log._journal.rewrite
    monkeypatch.setattr(log._journal, "rewrite", lambda game, *rest: (written.append(game), rewrite(game, *rest)))
    log.write_back()
    assert (written, log.sealing.unburied) == ([0], set())
    log.verify()
    log.close()


@pytest.mark.parametrize("mending", [False, True])
def test_a_deletion_while_sealed_games_are_read_again_is_no_damage(path, mending):
    """The journal keeps the body until the table rests, and until then the copies differ."""
    said = []
    with closing(FactLog(path)) as log:
        steps = log.sealing.reading(said.append) if mending else log.sealing.verifying()
        next(steps)
        number = max(each for each in log.contents.finished if log.sealing.holds(each))
        log.append([Entry(log.version + 1, GameDeleted(number))], AT)
        assert (list(steps), said) == ([], [])
        log.write_back()
        log.verify()
        assert reread(log) == []


def test_a_deletion_while_games_are_being_sealed_is_in_the_seal(path):
    """Sealing takes steps; a deletion in between begins them anew."""
    log, steps = being_sealed(path)
    number = next(each for each in log.contents.finished if not log.sealing.holds(each))
    log.append([Entry(log.version + 1, GameTitled(number, "Grandma")), Entry(log.version + 2, GameDeleted(number))], AT)
    list(steps)
    log.write_back()
    list(log.sealing.steps())
    assert log.sealing.holds(number)
    assert reread(log) == []
    log.close()
    assert not any(b"Grandma" in data for data in files_of(path).values())
    log = FactLog(path)
    log.verify()
    log.close()


# --- damage ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE seal SET games = x'00'",
        "UPDATE seal SET digest = x'00' WHERE last = (SELECT MIN(last) FROM seal)",
        "UPDATE seal SET last = last + 1",
        "UPDATE seal SET sensors = '[[]]'",
        "UPDATE seal SET sensors = CAST(x'ff' AS TEXT)",
        "DELETE FROM seal WHERE last = (SELECT MIN(last) FROM seal)",
        "UPDATE fact SET chain = x'00' WHERE version = (SELECT MAX(last) FROM seal)",
        "UPDATE game SET remains = 'x' WHERE remains <> ''",
    ],
)
def test_what_a_start_needs_of_sealed_games_is_verified(path, statement):
    """If it is damaged everything is read, and it is made again."""
    seen = all_of(path)
    change(path, statement)
    log = FactLog(path)
    assert len(log.repaired) == 1
    assert everything(log) == seen
    log.write_back()
    reread(log)
    log.close()
    log = FactLog(path)
    assert (log.repaired, everything(log)) == ((), seen)
    log.verify()
    log.close()


def test_the_newest_seals_may_be_gone(path):
    """What they sealed is read again, and sealed."""
    seen = all_of(path)
    change(path, "DELETE FROM seal WHERE last = (SELECT MAX(last) FROM seal)")
    log = FactLog(path)
    assert everything(log) == seen
    log.verify()
    log.close()


def test_a_file_of_sealed_games_that_is_gone_is_written_again(path):
    """The whole journal is."""
    seen = all_of(path)
    sorted(journal_of(path).iterdir())[1].unlink()
    log = FactLog(path)
    assert any("written anew" in said for said in log.repaired)
    assert everything(log) == seen
    log.verify()
    log.close()


def test_the_database_alone_or_the_journal_alone_has_everything(path):
    """With seals, or without any."""
    seen = all_of(path)
    path.unlink()
    log = FactLog(path)
    assert everything(log) == seen
    log.verify()
    log.close()
    shutil.rmtree(journal_of(path))
    log = FactLog(path)
    assert everything(log) == seen
    log.verify()
    assert len(files_of(path)) < GAMES
    log.close()


def test_a_game_that_is_damaged_is_restored_when_it_is_opened(path):
    """Before anybody sees it."""
    number, whole = oldest(path)
    spoil(path, number)
    log = FactLog(path)
    assert log.repaired == ()
    assert log.game(number) == whole
    assert reread(log) == []
    log.close()


def test_a_game_that_is_damaged_in_both_copies_is_named_and_not_shown(path):
    """All others are."""
    log = FactLog(path)
    number, *others = sorted(log.contents.finished)
    whole = {each: log.game(each) for each in others}
    log.close()
    spoil(path, number, both=True)
    log = FactLog(path)
    with pytest.raises(StoreUnavailable, match=f"game {number} is damaged"):
        log.game(number)
    assert {each: log.game(each) for each in others} == whole
    assert any(f"damaged in the database and in its journal: {number};" in said for said in reread(log))
    with pytest.raises(StoreDamaged):
        log.verify()
    log.close()


def test_what_both_copies_have_lost_in_different_places_is_put_together(path):
    """A fact is whole if one copy has it."""
    number, whole = oldest(path)
    change(path, "UPDATE fact SET at = '2027' WHERE version = ?", number + 2)
    first = min(journal_of(path).iterdir())
    first.write_bytes(first.read_bytes().replace(f"[[{number + 4},".encode(), f"[[{number + 9},".encode()))
    log = FactLog(path)
    assert log.game(number) == whole
    assert reread(log) == []
    log.verify()
    log.close()


def blank(path, version, copies):
    """Take the body of a fact, and leave its hash, as a deletion does."""
    if "database" in copies:
        change(path, "UPDATE fact SET body = '' WHERE version = ?", version)
    first = min(journal_of(path).iterdir())
    if "journal" in copies:
        lines = first.read_bytes().split(b"\n")
        at = next(at for at, line in enumerate(lines) if line.startswith(f"[[{version},".encode()))
        [row] = json.loads(lines[at])
        row[5] = ""
        lines[at] = json.dumps([row], separators=(",", ":")).encode()
        first.write_bytes(b"\n".join(lines))


@pytest.mark.parametrize("copies", [("database",), ("journal",), ("database", "journal")])
def test_a_fact_without_its_body_is_damaged_if_its_game_was_not_deleted(path, copies):
    """Its hash goes on the chain, and says nothing: it is not shown, nor taken for the other copy's fact."""
    number, whole = oldest(path)
    blank(path, number + 2, copies)
    log = FactLog(path)
    found = reread(log)
    assert len(found) == 1
    if len(copies) == 1:
        assert log.game(number) == whole
        log.verify()
    else:
        with pytest.raises(StoreUnavailable, match=f"game {number} is damaged"):
            log.game(number)
    log.close()


def test_what_cannot_be_read_hides_nothing_behind_it(path):
    """A line of the journal, and a text of the database: what follows on them is still there for the other copy."""
    number, whole = oldest(path)
    change(path, "UPDATE fact SET body = CAST(x'ff' AS TEXT) WHERE version = ?", number + 2)
    change(path, "UPDATE fact SET at = '2027' WHERE version = ?", number + 6)
    first = min(journal_of(path).iterdir())
    for version in (number + 1, number + 4):
        first.write_bytes(first.read_bytes().replace(f"[[{version},".encode(), b"((", 1))
    log = FactLog(path)
    assert log.game(number) == whole
    assert reread(log) == []
    log.verify()
    log.close()


@pytest.mark.parametrize("damaged", ["the first head", "the last head"])
def test_a_journal_that_is_written_anew_first_gives_what_only_it_has(path, damaged):
    """A start reads nothing that is sealed, so the database may have damage there."""
    (number, _), seen = oldest(path), all_of(path)
    spoil(path, number)
    files = sorted(journal_of(path).iterdir())
    file = files[0] if damaged == "the first head" else files[-1]
    file.write_bytes(b"x" + file.read_bytes()[1:])
    log = FactLog(path)
    assert len(log.repaired) == (0 if damaged == "the first head" else 2)
    assert everything(log) == seen
    reread(log)
    log.verify()
    log.close()


def test_a_start_that_cannot_join_seals_leaves_it(path, monkeypatch):
    """Because a sealed game is damaged: it is restored later. Because the disk is full: there is time."""
    (number, _), seen = oldest(path), all_of(path)
    join_any_two(monkeypatch)
    spoil(path, number)
    log = FactLog(path)
    assert everything(log) == seen
    log.close()
    with monkeypatch.context() as full:
        full.setattr("pearlboard.store.journal._write", lambda *_: (_ for _ in ()).throw(OSError("no room")))
        log = FactLog(path)
        assert everything(log) == seen
        assert len(seals_in(log._connection)) > 1
        log.close()
    log = FactLog(path)
    assert len(seals_in(log._connection)) == 1
    log.verify()
    log.close()


def test_seals_are_not_joined_over_a_game_that_is_lost(path, monkeypatch):
    """What is done meanwhile goes on: the next games are sealed, and all others are read again."""
    number, _ = oldest(path)
    spoil(path, number, both=True)
    log = FactLog(path)
    join_any_two(monkeypatch)
    fill(log, 9, SHORT, members=6)
    last, said = max(log.contents.finished), []
    for pause in log.sealing.chores(said.append):
        if pause == LONGEST_S:
            break
    assert [each for each in said if "in its journal: 1;" in each] == said != []
    assert log.sealing.last.last_game > last - 100
    assert not doubted(path)
    log.close()
    with closing(FactLog(path)) as again:
        assert again.repaired == ()


def test_a_game_that_is_lost_and_not_listed_hides_no_other(path):
    """What is kept of it is damaged as well."""
    log = FactLog(path)
    number, listed = min(log.contents.finished), {game.number for game in log.shelf.finished_games(Search(99))}
    log.close()
    blank(path, number + 2, ("database", "journal"))
    change(path, "UPDATE game SET title = 'x' WHERE number = ?", number)
    log = FactLog(path)
    assert {game.number for game in log.shelf.finished_games(Search(99))} == listed - {number}
    log.close()


def test_what_is_kept_beside_the_facts_is_read_on_a_full_disk(path):
    """It need not be kept anew to be shown."""
    log = FactLog(path)
    listed = log.shelf.finished_games(Search(99))
    log.close()
    change(path, "UPDATE game SET title = 'x' WHERE number = ?", listed[0].number)
    log = FactLog(path)
    [[pages]] = log._connection.execute("PRAGMA page_count")
    log._connection.execute(f"PRAGMA max_page_count = {pages}")
    assert log.shelf.finished_games(Search(99)) == listed
    log.shelf.say({game.number: Said("1", {"en": "Anna has won. " * 9_000}) for game in listed})
    log.shelf.keep_ranking(listed[0].number, "x" * 900_000)
    assert log.shelf.finished_games(Search(99)) == listed
    log.close()


def test_rankings_do_not_add_up(path):
    """Of those that are kept, only the newest: each holds everybody who ever played; too long a one is none."""
    log = FactLog(path)
    for number in range(1, 40):
        log.shelf.keep_ranking(number, "x" * number)
    assert log.shelf.ranking() == "x" * 39
    assert log._connection.execute("SELECT COUNT(*) FROM ranking").fetchone()[0] <= 8
    log.shelf.keep_ranking(41, "x" * (4 << 20))
    assert log.shelf.ranking() == "x" * 39
    backup = back_up(log)
    assert holding(backup).facts == log.version
    log.close()


@pytest.mark.parametrize("error", [sqlite3.OperationalError("disk I/O error"), OSError("no room")])
def test_a_seal_that_cannot_be_restored_is_named_and_all_others_are_read(path, monkeypatch, error):
    """A place of the card that cannot be read does not keep anybody from reading on."""
    number, _ = oldest(path)
    spoil(path, number)
    change(path, "UPDATE game SET title = 'x' WHERE number = (SELECT MAX(number) FROM game WHERE number < 380)")

    def mended(*_):
        raise error

    monkeypatch.setattr("pearlboard.store.sealing.mended", mended)
    log = FactLog(path)
    found = reread(log)
    assert f"cannot be restored ({error})" in found[0]
    assert "made again from its facts" in found[1]
    assert not doubted(path)
    log.close()


def test_a_broken_database_is_doubted_once_all_was_read(path, monkeypatch):
    """The next start reads everything, and makes it anew."""
    (number, _), seen = oldest(path), all_of(path)
    spoil(path, number)

    def mended(*_):
        raise sqlite3.DatabaseError("malformed")

    with monkeypatch.context() as broken:
        broken.setattr("pearlboard.store.sealing.mended", mended)
        log = FactLog(path)
        assert reread(log) == ["malformed"]
        assert doubted(path)
        log.close()
    log = FactLog(path)
    assert everything(log) == seen
    log.close()


class Reads:
    """A double of the writer. `deletes`: the newest game is deleted after the first question."""

    def __init__(self, log, *, deletes):
        self.log, self.deletes, self.asked = log, deletes, 0

    @property
    def contents(self):
        return self.log.contents

    async def ask(self, question):
        self.asked += 1
        if self.deletes and self.asked == 2:
            self.log.append([Entry(self.log.version + 1, GameDeleted(max(self.log.contents.finished)))], AT)
        return question(self.log)


def listed_in(log, *, deletes=False):
    games = asyncio.run(Archive(Reads(log, deletes=deletes)).games(catalogues()["en"]))["games"]
    return {game["number"]: game["result"] for game in games}


def test_the_list_is_made_although_a_game_is_lost(path):
    """It is listed, and how it ended is not said."""
    number, _ = oldest(path)
    blank(path, number + 2, ("database", "journal"))
    log = FactLog(path)
    found = listed_in(log)
    assert found.keys() == set(log.contents.finished)
    assert [each for each, result in found.items() if not result] == [number]
    log.close()


def test_what_an_older_program_has_said_is_listed_at_once_and_said_anew_meanwhile(path, monkeypatch):
    """The first list after an update reads no game."""
    monkeypatch.setattr(archive, "PAUSE_S", 0)
    with closing(FactLog(path)) as log:
        wanted = listed_in(log)
        log.shelf.say({number: Said("0.0.1", {"en": "an old song"}) for number in wanted})

        async def listed():
            reads = Reads(log, deletes=False)
            shown = Archive(reads)
            first = {game["result"] for game in (await shown.games(catalogues()["en"]))["games"]}
            assert (first, reads.asked) == ({"an old song"}, 1)
            await shown._renewing
            return {game["number"]: game["result"] for game in (await shown.games(catalogues()["en"]))["games"]}

        assert asyncio.run(listed()) == wanted
        assert listed_in(log) == wanted


def test_the_list_is_made_although_a_game_is_deleted_meanwhile(path):
    """It is not in it."""
    log = FactLog(path)
    before = set(log.contents.finished)
    assert listed_in(log, deletes=True).keys() == set(log.contents.finished) == before - {max(before)}
    log.close()


def test_a_game_that_cannot_be_listed_hides_no_page_behind_it(path):
    """There is one more than asked for, as long as there are more."""
    log = FactLog(path)
    number, *older = sorted(log.contents.finished, reverse=True)[-4:]
    log.close()
    blank(path, number + 2, ("database", "journal"))
    change(path, "UPDATE game SET title = 'x' WHERE number = ?", number)
    log = FactLog(path)
    page = log.shelf.finished_games(Search(1, before=number + 1))
    assert [game.number for game in page] == older[:2]
    log.close()


def test_a_file_that_was_begun_and_given_up_is_gone(path):
    """What is deleted next must not remain there."""
    log, steps = being_sealed(path)
    assert any(name.endswith(".new") for name in files_of(path))
    steps.close()
    assert not any(name.endswith(".new") for name in files_of(path))
    log.close()
    (journal_of(path) / "00000099.new").write_text("Grandma")  # left by a power cut
    FactLog(path).close()
    assert not any(name.endswith(".new") for name in files_of(path))


def test_a_journal_of_other_games_is_left_as_it_is(path, tmp_path, monkeypatch):
    """Nothing in it is taken for files that a seal holds as well."""
    with monkeypatch.context() as large:
        large.setattr(seals, "LIGHT", 60_000)
        made(tmp_path / "other.db", 60, SHORT, members=6)
    before = files_of(path)
    shutil.copyfile(tmp_path / "other.db", path)
    change(path, "DELETE FROM seal WHERE last > (SELECT MIN(last) FROM seal)")
    with pytest.raises(StoreDamaged, match="belong to different games"):
        FactLog(path)
    assert files_of(path) == before


def test_a_title_that_is_damaged_among_its_facts_is_not_believed(path):
    """Neither when what is kept of its game is read again, nor when that is damaged as well."""
    log = FactLog(path)
    number = min(log.contents.finished)
    log.append([Entry(log.version + 1, GameTitled(number, "Rain"))], AT)
    fill(log, 9, SHORT, members=6)
    seen = everything(log)
    log.close()
    for also in ("SELECT 1", "UPDATE game SET title = 'x' WHERE number = 1"):
        change(path, "UPDATE fact SET body = replace(body, 'Rain', 'Ruin') WHERE name = 'game_titled'")
        change(path, also)
        log = FactLog(path)
        listed = {(game.number, game.title) for game in log.shelf.finished_games(Search(99))}
        assert listed <= {(number, title) for number, _, title, _ in seen[0]}
        assert reread(log)
        assert everything(log) == seen
        log.close()


def test_an_end_whose_row_is_missing_is_listed_after_the_next_start(path):
    """What is not sealed is completed at a start."""
    log = FactLog(path)
    seen, last = everything(log), max(log.contents.finished)
    log.close()
    change(path, "DELETE FROM game WHERE number = ?", last)
    log = FactLog(path)
    assert not log.sealing.holds(last)
    assert everything(log) == seen
    log.close()


def test_what_is_kept_of_a_game_is_made_again_if_it_is_damaged(path):
    """In a list at once, and otherwise in the background; a row that is gone, too."""
    seen = all_of(path)
    unreadable = "UPDATE game SET title = CAST(x'ff' AS TEXT) WHERE number < 200 AND remains = ''"
    for statement in (
        "UPDATE game SET title = 'x' WHERE number < 200",
        unreadable,
        "DELETE FROM game WHERE number = 1",
    ):
        change(path, statement)
        log = FactLog(path)
        if "DELETE" in statement:
            assert len(reread(log)) == 1
        assert everything(log) == seen
        assert reread(log) == []
        log.close()


def test_no_damage_among_sealed_games_goes_unnoticed_or_is_shown(path, record_property):
    """Any bits of either copy: whatever is shown is as it was; after one reading everything is whole, or named."""
    log = FactLog(path)
    seen, rows, sealed = everything(log), tuple(log.rows()), log.sealing.last.last
    log.close()
    kept = {file: file.read_bytes() for file in (path, *journal_of(path).iterdir())}
    rng, noticed = random.Random(5), 0
    for number in range(DAMAGES):
        for file in journal_of(path).iterdir():
            file.unlink()
        for file in path.parent.glob("games.db*"):
            if file.is_file():
                file.unlink()
        for file, data in kept.items():
            file.write_bytes(data)
        file = path if number % 2 else rng.choice([each for each in kept if each != path])
        data = bytearray(kept[file])
        for _ in range(rng.choice((1, 1, 3, 40))):
            data[rng.randrange(HEADER_BYTES if file == path else 0, len(data))] ^= 1 << rng.randrange(8)
        file.write_bytes(data)
        log = FactLog(path)
        said = list(log.repaired)
        with contextlib.suppress(StoreUnavailable, sqlite3.DatabaseError):
            assert everything(log)[1] == seen[1]
            assert set(everything(log)[0]) <= set(seen[0])
        said += reread(log)
        doubted = path.with_name("games.db.doubted").exists()
        log.close()
        if doubted:
            log = FactLog(path)
            said += log.repaired
            reread(log)
            log.close()
        log = FactLog(path)
        assert everything(log) == seen, (number, said)
        assert tuple(log.rows()) == rows
        log.verify()
        log.close()
        noticed += bool(said)
    record_property("reached", f"{DAMAGES} damages, {noticed} of them to what was in use, none shown, all facts back")
    assert noticed > DAMAGES // 2
    assert sealed > len(rows) // 2


def test_everything_is_read_again_within_the_hour(path):
    """However much there is, the pauses leave ten minutes to the reading itself."""
    log = FactLog(path)
    steps = sum(1 for _ in log.sealing.reading(print))
    assert steps * log.sealing._pause_s() <= 3000
    log.close()


# --- damage in both copies -------------------------------------------------------------------------------------------


def in_both(path, which, alter):
    """Alter facts in the database and in its journal. `which`: told of a row; `alter`: its new row, or None."""
    with closing(sqlite3.connect(path)) as connection:
        for row in connection.execute("SELECT * FROM fact").fetchall():
            if which(row):
                connection.execute("DELETE FROM fact WHERE version = ?", (row[0],))
                if (other := alter(row)) is not None:
                    connection.execute("INSERT INTO fact VALUES (?, ?, ?, ?, ?, ?, ?, ?)", other)
        connection.commit()
    for file in journal_of(path).iterdir():
        head, *lines = file.read_bytes().splitlines(keepends=True)
        for at, line in enumerate(lines):
            rows = [(*row[:7], bytes.fromhex(row[7])) for row in json.loads(line)]
            if any(map(which, rows)):
                kept = [alter(row) if which(row) else row for row in rows]
                lines[at] = journal_lines.fact_line([row for row in kept if row is not None])
        file.write_bytes(b"".join((head, *lines)))


def of_game(number, place=None):
    """Whether a row is of that game, and, if a place is given, the fact there: 0 for its first."""
    return lambda row: row[1] == number and place in (None, row[0] - number)


def put(column, value):
    return lambda row: (*row[:column], value(row[column]) if callable(value) else value, *row[column + 1 :])


def last_of(path, number):
    with closing(sqlite3.connect(path)) as connection:
        [[last]] = connection.execute("SELECT MAX(version) FROM fact WHERE game = ?", (number,))
    return last - number


def torn(path, number):
    """A fact that can be read in neither."""
    change(path, "UPDATE fact SET body = CAST(x'ff' AS TEXT) WHERE version = ?", number + 2)
    for file in journal_of(path).iterdir():
        file.write_bytes(file.read_bytes().replace(f"[[{number + 2},".encode(), b"(("))


def file_over(path, number):
    return max(file for file in journal_of(path).iterdir() if int(file.stem) <= number)


def without_its_file(path, number):
    spoil(path, number)
    file_over(path, number).unlink()


def with_half_its_file(path, number):
    spoil(path, number)
    file = file_over(path, number)
    data = file.read_bytes()
    file.write_bytes(data[: data.index(f"[[{number + 1},".encode()) + 9])


def with_a_file_that_cannot_be_read(path, number):
    spoil(path, number)
    file = file_over(path, number)
    file.unlink()
    file.mkdir()


LOSSES = {
    "its first fact": lambda path, number: in_both(path, of_game(number, 0), put(5, lambda body: f"{body} ")),
    "a fact": lambda path, number: in_both(path, of_game(number, 2), put(2, "2027")),
    "a hash": lambda path, number: in_both(path, of_game(number, 2), put(7, bytes(32))),
    "its last hash": lambda path, number: in_both(path, of_game(number, last_of(path, number)), put(7, bytes(32))),
    "the number of its game": lambda path, number: in_both(path, of_game(number, 2), put(1, number + 1)),
    "a fact is missing": lambda path, number: in_both(path, of_game(number, 2), lambda _: None),
    "its last fact is missing": lambda path, number: in_both(
        path, of_game(number, last_of(path, number)), lambda _: None
    ),
    "its first fact is missing": lambda path, number: in_both(path, of_game(number, 0), lambda _: None),
    "all is missing": lambda path, number: in_both(path, of_game(number), lambda _: None),
    "all is empty": lambda path, number: in_both(path, of_game(number), put(5, "")),
    "a fact claims to be a sensor's": lambda path, number: in_both(path, of_game(number, 2), put(3, "sensor_left_out")),
    "a fact claims to be a deletion": lambda path, number: in_both(path, of_game(number, 2), put(3, "game_deleted")),
    "it cannot be read": torn,
    "its file is gone": without_its_file,
    "its file is cut off": with_half_its_file,
    "its file cannot be read": with_a_file_that_cannot_be_read,
}


def with_an_older_schema(path):
    change(path, "PRAGMA user_version = 4")
    for name in ("TABLE seal", "TABLE game", "TABLE ranking", "INDEX fact_titled"):
        change(path, f"DROP {name}")
    change(path, "CREATE INDEX fact_of_game ON fact (game, version)")


def with_an_end_that_is_none(path):
    file = max(journal_of(path).iterdir())
    file.write_bytes(b"x" + file.read_bytes()[1:])


def with_a_broken_page(path):
    """SQLite no longer reads what is kept of games."""
    with closing(sqlite3.connect(path)) as connection:
        [[page]] = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'game'")
    data = bytearray(path.read_bytes())
    data[4096 * (page - 1)] = 0
    path.write_bytes(data)


REASONS = {
    "none": lambda _: None,
    "it is doubted": doubt,
    "a seal is damaged": lambda path: change(path, "UPDATE seal SET games = x'00'"),
    "a hash of a seal is": lambda path: change(path, "UPDATE seal SET digest = x'00' WHERE last > 400"),
    "no seal is left": lambda path: change(path, "DELETE FROM seal"),
    "an older version wrote it": with_an_older_schema,
    "a broken page": with_a_broken_page,
    "the journal's newest file is damaged": with_an_end_that_is_none,
    "the journal is gone": lambda path: shutil.rmtree(journal_of(path)),
    "the database is gone": lambda path: path.unlink(),
}


def thirds(damaged):
    """Pairs of a damage and a reason: a third of them, with each damage and each reason; a soak tries all."""
    pairs = [*itertools.product(damaged, REASONS)]
    return soaked(pairs, pairs[::3])


WITHOUT_SEALS = tuple(REASONS)[2:6] + tuple(REASONS)[-1:]


NAMED = re.compile(r"(?:both copies|in its journal): ([0-9, ]+)")


def seen_in(log):
    """Every game that can be opened, and the numbers of those that cannot."""
    games, lost = {}, set()
    for number in log.contents.finished:
        try:
            games[number] = log.game(number)
        except StoreUnavailable:
            lost.add(number)
    return games, lost


@pytest.mark.parametrize(("loss", "reason"), thirds(LOSSES))
def test_what_is_damaged_among_sealed_games_never_refuses_a_start(path, loss, reason, monkeypatch):
    """Whatever else makes a start read everything: the game is named and not shown, all others are as they were, and
    play goes on, after the next start as well.
    """
    monkeypatch.setattr("pearlboard.store.database.CHECKED_BYTES", 0)
    with closing(FactLog(path)) as log:
        numbers = [each for each in sorted(log.contents.finished) if log.sealing.holds(each)]
        whole = {each: log.game(each) for each in sorted(log.contents.finished)}
    places = numbers[0], numbers[len(numbers) // 2], numbers[-1]
    one = ([*LOSSES].index(loss) + [*REASONS].index(reason)) % len(places)
    for number in at_length(places, places[one : one + 1]):
        tried = path.parent / str(number)
        shutil.copytree(path.parent, tried, ignore=shutil.ignore_patterns("[0-9]*[0-9]"))
        may = may_be_lost(path, loss, reason, number)
        LOSSES[loss](tried / path.name, number)
        REASONS[reason](tried / path.name)
        goes_on(tried / path.name, whole, may)


def may_be_lost(path, loss, reason, number):
    """The game; of a lost file all games; where nothing is left that says where it ends, the one on either side."""
    with closing(sqlite3.connect(path)) as connection:
        numbers = [game for [game] in connection.execute("SELECT DISTINCT game FROM fact ORDER BY game")]
    gone = [number]
    if reason == "the database is gone" and "file" in loss:
        gone = [each for each in numbers if file_over(path, each) == file_over(path, number)]
    first, last = numbers.index(gone[0]), numbers.index(gone[-1])
    unknown = len(gone) > 1 or (reason in WITHOUT_SEALS and "missing" in loss)
    return {0, *numbers[max(0, first - 1) : last + 2]} if unknown else {number}


def goes_on(path, whole, may):
    with closing(FactLog(path)) as log:
        said, (games, lost) = [*log.repaired], seen_in(log)
        assert {each: game for each, game in games.items() if game != whole[each]} == {}
        assert lost | whole.keys() - games.keys() <= may
        [fresh] = fill(log, 1, SHORT)
        log.write_back()
        list(log.sealing.steps())
        said += reread(log)
        named = {int(each) for text in said for words in NAMED.findall(text) for each in words.split(", ")}
        assert bool(named) == (games.keys() != whole.keys())
        assert named <= may
        assert whole.keys() - games.keys() <= named or len(may) > 1
    with closing(FactLog(path)) as log:
        again, _ = seen_in(log)
        assert again.pop(fresh)
        assert again == games
        assert log.repaired == ()
        fill(log, 1, SHORT)


# --- copies ----------------------------------------------------------------------------------------------------------


def test_a_backup_of_sealed_games_is_whole_and_is_put_back(path, tmp_path):
    """With everything, and sealed again."""
    log = FactLog(path)
    seen = everything(log)
    made = back_up(log)
    log.close()
    assert len(holding(made).games) == len(seen[1])
    there = tmp_path / "other" / "games.db"
    restore(made, there, replace=False)
    log = FactLog(there)
    assert everything(log) == seen
    assert log.sealing.last is not None
    log.verify()
    log.close()


CROSSING = {
    "titles": lambda row, _: row[3] == "game_titled",
    "deletions": lambda row, _: row[3] == "game_deleted",
    "what is left of deleted games": lambda row, deleted: row[1] in deleted and not row[5],
    "sensors": lambda row, _: row[3].startswith("sensor_"),
}


@pytest.mark.parametrize(("crossing", "reason"), thirds(CROSSING))
def test_what_crosses_games_never_refuses_a_start_either(path, crossing, reason, monkeypatch):
    """Damaged in both copies: no other title is shown than was given, no deleted game comes back, and play goes on."""
    monkeypatch.setattr("pearlboard.store.database.CHECKED_BYTES", 0)
    with closing(FactLog(path)) as log:
        log.append([Entry(log.version + 1, SensorLeftOut(space("c3")))], AT)
        fill(log, 12, SHORT)
        whole = {each: log.game(each) for each in log.contents.finished}
        deleted, sealed = set(log.contents.deleted), log.sealing.last.last
    in_both(path, lambda row: row[0] <= sealed and CROSSING[crossing](row, deleted), put(2, "2027"))
    REASONS[reason](path)
    for _ in range(2):
        with closing(FactLog(path)) as log:
            games, _ = seen_in(log)
            assert {each: game.entries for each, game in games.items() if each in whole} == {
                each: whole[each].entries for each in games if each in whole
            }
            assert all(game.title in ("", whole[each].title) for each, game in games.items() if each in whole)
            for number in deleted:
                with contextlib.suppress(StoreUnavailable):
                    assert log.game(number) is None
            fold(Session(), log.to_resume())
            fill(log, 1, SHORT)
            reread(log)
    assert b"The secret one" not in path.read_bytes() + b"".join(files_of(path).values())


def test_a_damaged_fact_before_a_deleted_game_is_lost(path):
    """Facts without their bodies follow on anything, and confirm nothing."""
    with closing(FactLog(path)) as log:
        deleted, whole = min(log.contents.deleted), {each: log.game(each) for each in log.contents.finished}
    before = max(each for each in whole if each < deleted)
    in_both(path, lambda row: row[0] == deleted - 1, put(2, "2027"))
    doubt(path)
    with closing(FactLog(path)) as log:
        games, lost = seen_in(log)
    assert lost == {before}
    assert games == {each: game for each, game in whole.items() if each != before}


def test_whoever_is_told_how_far_it_is_and_fails_has_damaged_no_journal(path):
    """As when a terminal is closed meanwhile."""

    def told(done, of):
        if done > of / 2:
            raise BrokenPipeError

    with pytest.raises(BrokenPipeError):
        examine(path, told)


def test_an_older_versions_database_is_read_once(path, monkeypatch):
    """However many games it has."""
    with_an_older_schema(path)
    read = verified(monkeypatch)
    with closing(FactLog(path)) as log:
        assert read == list(range(1, log.version + 1))


def test_games_are_listed_page_by_page_and_found(tmp_path):
    """By a title or a name, however it is written, by game and by day."""
    log = FactLog(tmp_path / "games.db")
    numbers = fill(log, 40, (*SHORT, *played(1, ("pearls",))), members=9)
    pages, before = [], None
    while found := log.shelf.finished_games(Search(7, before=before)):
        pages += [game.number for game in found[:7]]
        before = pages[-1]
    assert pages == numbers[::-1]
    people = [game.number for game in log.shelf.finished_games(Search(99, text="  lUKASZ 0"))]
    assert people == []
    zoe = {game.number for game in log.shelf.finished_games(Search(99, text="ZOE  0"))}
    assert zoe == {
        game.number
        for game in log.shelf.finished_games(Search(99))
        if "Zoë 0" in {seat.name for seat in game.about.seats}
    }
    assert zoe
    assert [game.title[:11] for game in log.shelf.finished_games(Search(99, text="evening 21"))] == ["Evening 21 "]
    assert {game.about.game for game in log.shelf.finished_games(Search(99, game="pearls"))} == {"pearls"}
    days = log.shelf.finished_games(Search(99, since="2020-01-02T00:00:00+00:00", until="2020-01-03T00:00:00+00:00"))
    assert days
    assert {game.at[:10] for game in days} == {"2020-01-02"}
    log.close()


def test_a_clock_that_jumps_by_years_changes_no_order(tmp_path):
    """Games are listed in the order in which they were played; a search by days finds what the clock said."""
    log, numbers = FactLog(tmp_path / "games.db"), []
    for year in (2026, 1970, 2038, 2001, 2026, 1999, 2106, 2026):
        numbers.append(log.version + 1)
        log.append([moved(entry, log.version) for entry in SHORT[0]], f"{year}-06-01T12:00:00+00:00")
        log.write_back()
        list(log.sealing.steps())
    assert [game.number for game in log.shelf.finished_games(Search(99))] == numbers[::-1]
    found = log.shelf.finished_games(Search(99, since="2026-01-01T00:00:00+00:00", until="2027-01-01T00:00:00+00:00"))
    assert [game.number for game in found] == [numbers[7], numbers[4], numbers[0]]
    assert log.sealing.last is not None
    log.close()
    log = FactLog(tmp_path / "games.db")
    assert log.repaired == ()
    log.verify()
    log.close()


def steps_of(log, act):
    """How many hundreds of SQLite's steps something takes."""
    counted = [0]

    def count():
        counted[0] += 1
        return 0

    log._connection.set_progress_handler(count, 100)
    act()
    log._connection.set_progress_handler(None, 0)
    return counted[0]


def asked(log, games):
    """What each question costs after so many more games."""
    numbers = fill(log, games, SHORT, members=6, seals=False)
    waiting = steps_of(log, lambda: next_range(log._connection, log.version))
    log.write_back()
    list(log.sealing.steps())
    end = log.version
    return (
        waiting,
        steps_of(log, log.to_resume),
        steps_of(log, lambda: log.game(numbers[9])),
        steps_of(log, lambda: log.shelf.finished_games(Search(20))),
        steps_of(log, lambda: log.append([moved(entry, end) for entry in SHORT[0]], AT)),
        steps_of(log, lambda: log.append([Entry(log.version + 1, GameTitled(numbers[3], "Rain"))], AT)),
        steps_of(log, lambda: log.append([Entry(log.version + 1, GameDeleted(numbers[3]))], AT)),
    )


def test_what_is_asked_again_and_again_costs_the_same_after_more_games(tmp_path, monkeypatch):
    """What is to be sealed next, where to go on from, a game, a page of the list, an end, a title and a deletion."""
    log = FactLog(tmp_path / "games.db")
    monkeypatch.setattr(seals, "LIGHT", 3_000)
    few, many = asked(log, 60), asked(log, 240)
    log.close()
    assert all(after <= 1.5 * before + 3 for before, after in zip(few, many, strict=True)), (few, many)
