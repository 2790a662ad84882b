"""Every later version reads what a tagged version wrote: databases, journals alone, and records."""

import asyncio
import json
import shutil

import pytest

from other_games.tables import GameTable
from pearlboard.games.registry import BUILT_IN, GAMES
from pearlboard.session.state import Phase
from pearlboard.store.backups import holding, restore
from pearlboard.store.codec import NAMES
from pearlboard.store.journal import journal_of
from pearlboard.store.log import FactLog
from store.versions.make import HERE, Evening, archive_of, found, make

pytestmark = pytest.mark.slow

VERSIONS = sorted(path.name for path in HERE.iterdir() if (path / "found.json").exists())
every = pytest.mark.parametrize(("version", "game"), [(version, game) for version in VERSIONS for game in BUILT_IN])


@pytest.fixture
def path(tmp_path, version, game):
    """A copy of a database with its journal."""
    shutil.copy(HERE / version / f"{game}.db", tmp_path / "games.db")
    shutil.copytree(journal_of(HERE / version / f"{game}.db"), journal_of(tmp_path / "games.db"))
    return tmp_path / "games.db"


def wanted(version, game):
    """What that version itself found when it was tagged."""
    return json.loads((HERE / version / "found.json").read_text(encoding="utf-8"))[game]


def read(path):
    """The contents of a log, and how many facts the database lacked; afterwards both copies are intact and equal."""
    log = FactLog(path)
    try:
        log.verify()
        return found(log), log.repaired, log.caught_up
    finally:
        log.close()


@every
def test_an_old_database_has_the_same_contents(path, version, game):
    """Every finished game and the current one, without repairs."""
    assert read(path) == (wanted(version, game), (), 0)


@every
def test_an_old_journal_alone_has_the_same_contents(path, version, game):
    """The database is rebuilt from the journal."""
    path.unlink()
    what, [repaired], _ = read(path)
    assert what == wanted(version, game)
    assert "made anew from its journal" in repaired


@every
def test_a_database_alone_is_a_backup_that_can_be_put_back(path, version, game):
    """Restored to an empty place, it is complete."""
    there = path.with_name("restored") / "games.db"
    assert holding(path).facts == wanted(version, game)["facts"]
    restore(path, there, replace=False)
    assert read(there)[0] == wanted(version, game)


@every
def test_an_old_game_is_played_to_its_end(path, version, game):
    """At a table the game resumes where it was; then it is played to its end, stored, and listed with the others."""
    evening = Evening(path, "goes on")
    table = GameTable(evening.log.to_resume(), wanted(version, game)["on"]["lying"])
    assert (table.session, table.page()["phase"]) == (evening.session, "playing")
    on = evening.session.number
    evening.play()
    assert evening.session.phase is Phase.OVER
    evening.log.verify()
    listed = found(evening.log)["finished"]
    assert [listed[0]["number"], *listed[1:]] == [on, *wanted(version, game)["finished"]]
    evening.log.close()


@every
def test_old_records_are_replayed(path, version, game):
    """A kept record leads to the same end, and the archive still exports it."""
    kept = (HERE / version / f"{game}.record.json").read_bytes()
    first = min(wanted(version, game)["finished"], key=lambda each: each["number"])
    answer = GAMES[game].files().replay(kept)
    assert answer["over"]
    assert answer["winners"] == [int(seat) for seat, place in first["places"].items() if place == 1]
    log = FactLog(path)
    assert asyncio.run(archive_of(log).record(first["number"])) == json.loads(kept)
    log.close()


def test_a_folder_for_the_next_version_can_be_made(tmp_path):
    """It contains every kind of fact that this version writes, and is small."""
    made = tmp_path / "next"
    make(made)
    names = set()
    for game in BUILT_IN:
        log = FactLog(made / f"{game}.db")
        names |= {row[3] for row in log.rows()}
        log.close()
    assert names == set(NAMES.values())
    assert sum(file.stat().st_size for file in made.rglob("*") if file.is_file()) < 250_000
