"""`pearlboard backup`, `restore` and `verify`, beside a table at work and without one."""

import os
import shutil
import stat
import subprocess
from contextlib import redirect_stderr, redirect_stdout
from errno import ENOSPC
from io import StringIO

import pytest

from pearlboard.cli import keeping, main
from pearlboard.diagnostics.control import control_of
from pearlboard.store.backups import backups_of, examine, holding
from pearlboard.store.journal import journal_of
from support.many_games import made
from support.perladora_table import command
from support.serving import LONGEST_S, clean_environment, command_line, offers, serving
from support.sessions import WAY, follow
from support.tabling import PLAYERS

pytestmark = pytest.mark.slow

SAYS = ("verified", "copied", "looked through", "put back")


def said(*words, code=0):
    """What the program says, on one line: what it did, or why it did not."""
    with redirect_stdout(StringIO()) as out, redirect_stderr(StringIO()) as err:
        assert main(list(map(str, words))) == code
    return one_line(out.getvalue(), err.getvalue(), code)


def said_by_process(*words, code=0):
    """The same of the real program: it starts for as long as all else takes."""
    done = subprocess.run(
        command_line(*words), capture_output=True, text=True, timeout=LONGEST_S, check=False, env=clean_environment()
    )
    assert (done.returncode, "Traceback" in done.stderr) == (code, False), done.stderr
    return one_line(done.stdout, done.stderr, code)


def one_line(out, err, code):
    """Said where it belongs, and nothing else."""
    line, other = (err, out) if code else (out, err)
    assert (line.count("\n"), other) == (1, "")
    return line


def begin(table):
    assert table.command(**command("set_up", players=PLAYERS[:2], confirm="button"))[0] == 200
    table.wait(lambda screen: offers(screen, "start"))
    assert table.command("start")[0] == 200


def lay(table, site):
    assert table.command("put", site=site)[0] == 200
    table.wait(lambda screen: screen["verdict"] == "legal")
    assert table.command("confirm")[0] == 200


def lying(store):
    with serving(store=store) as table:
        return {piece["site"] for piece in table.screen()["pieces"]}


@pytest.fixture
def store(tmp_path):
    return tmp_path / "games.db"


@pytest.mark.soak
def test_a_table_at_work_copies_itself(store, tmp_path):
    """What is put back later is what had been played by then; what was there by then is kept."""
    stick = tmp_path / "stick.db"
    with serving(store=store) as table:
        begin(table)
        lay(table, "c4")
        assert stat.S_IMODE(control_of(store).stat().st_mode) == 0o600
        assert "games.db and its journal: whole and alike" in said("verify", "--store", store)
        assert "stick.db: " in said_by_process("backup", "--store", store, stick)
        assert "already exists" in said("backup", "--store", store, stick, code=2)
        assert "in use" in said("restore", "--store", store, stick, "--replace", code=2)
        lay(table, "e2")
    assert not control_of(store).exists()
    assert stat.S_IMODE(stick.stat().st_mode) == 0o600
    assert "whole; " in said("verify", stick)
    before = examine(store)
    assert "--replace" in said_by_process("restore", "--store", store, stick, code=2)
    assert examine(store) == before
    assert "is kept as games.db.replaced-1" in said("restore", "--store", store, stick, "--replace")
    assert lying(store) == {"c4"}


def test_what_the_operator_has_fetched_over_the_network_is_put_back(store, tmp_path):
    """It is a backup like any other: whole, and with all that was played."""
    fetched = tmp_path / "fetched.db"
    with serving(store=store) as table:
        begin(table)
        lay(table, "c4")
        assert table.command("abandon")[0] == 200
        saved = table.wait(lambda screen: screen["saved_version"] == screen["version"])["version"]
        status, _, body = table.ask("GET", "/api/backup", None, {"Authorization": f"Bearer {table.token}"})
    assert status == 200
    fetched.write_bytes(body)
    assert f"whole; {saved} facts, 0 finished games" in said("verify", fetched)
    shutil.rmtree(journal_of(store))
    store.unlink()
    assert f"{store}: {saved} facts, " in said("restore", "--store", store, fetched)
    assert examine(store) == holding(fetched)


def test_games_are_copied_and_looked_through_without_a_table(store):
    """And by itself the copy lies beside them."""
    with serving(store=store) as table:
        begin(table)
        lay(table, "c4")
    assert "games.db and its journal: whole and alike" in said("verify", "--store", store)
    made = said("backup", "--store", store).partition(":")[0]
    assert [str(file) for file in backups_of(store).iterdir()] == [made]
    os.truncate(store, 9000)
    assert "games.db" in said("verify", "--store", store, code=2)
    shutil.rmtree(journal_of(store))
    assert "is kept as games.db.replaced-1" in said("restore", "--store", store, made)
    assert lying(store) == {"c4"}


class Terminal(StringIO):
    """Somebody looks at it."""

    def isatty(self):
        return True


def test_what_takes_long_says_on_a_terminal_how_far_it_is(store, tmp_path):
    """Copying, verifying and putting back, beside a table at work and without one; scripts hear one line alone."""
    made(store, 30, (follow(WAY)[0],))
    stick = tmp_path / "stick.db"

    def percents(*words):
        with redirect_stdout(StringIO()) as out, redirect_stderr(Terminal()) as err:
            assert main(list(map(str, words))) == 0
        assert out.getvalue().count("\n") == 1
        parts = [part.split(": ") for part in err.getvalue().split("\r") if ": " in part]
        return {what: [int(far.split()[0]) for said, far in parts if said == what] for what in SAYS}

    with serving(store=store):
        told = [percents("verify", "--store", store), percents("backup", "--store", store, stick)]
    told += [
        percents("verify", "--store", store),
        percents("verify", stick),
        percents("restore", "--store", tmp_path / "other.db", stick),
    ]
    for number, what in enumerate(("verified", "copied", "verified", "looked through", "put back")):
        far = told[number][what]
        assert far == sorted(far)
        assert far[-1] > 60, what


@pytest.mark.parametrize("words", [("backup",), ("verify",), ("restore", "nothing.db"), ("verify", "nothing.db")])
def test_where_there_is_nothing_nothing_is_made(store, tmp_path, monkeypatch, words):
    """It names what is not there."""
    monkeypatch.chdir(tmp_path)
    assert ".db: " in said(*words, "--store", store, code=2)
    assert list(tmp_path.iterdir()) == []


def test_a_backup_that_cannot_be_put_there_says_where_and_what_to_do(store, tmp_path, monkeypatch):
    """Before anything is copied, if nothing can be made there; else the copy beside the games stays."""
    with serving(store=store) as table:
        begin(table)
    gone, taken = tmp_path / "gone" / "stick.db", tmp_path / "taken.db"
    line = said("backup", "--store", store, gone, code=2)
    assert line == f"pearlboard: {gone}: there is no folder {gone.parent}; make it, or give another place\n"
    assert not backups_of(store).exists()
    (tmp_path / "taken.db.new").mkdir()
    line = said("backup", "--store", store, taken, code=2)
    assert line == f"pearlboard: {taken}: cannot be written (Is a directory); give a place that may be written to\n"
    assert not backups_of(store).exists()

    def full(*_):
        raise OSError(ENOSPC, "No space left on device")

    monkeypatch.setattr(keeping.shutil, "copyfileobj", full)
    line = said("backup", "--store", store, tmp_path / "full.db", code=2)
    assert line.startswith(f"pearlboard: {tmp_path / 'full.db'}: cannot be written (No space left on device); give a ")
    assert [path.name for path in tmp_path.glob("full*")] == []
    [kept] = backups_of(store).iterdir()
    assert line.endswith(f"The backup is kept as {kept}\n")


def test_a_file_of_a_few_bytes_is_not_called_empty(tmp_path):
    """It says how long it is, and what may have come of it."""
    (tmp_path / "stick.db").write_bytes(b"8 bytes.")
    line = said("verify", tmp_path / "stick.db", code=2)
    assert line.endswith("stick.db: the file ends after 8 bytes, so it was cut off or is none; copy it once more\n")


def test_settings_that_cannot_be_read_name_no_store(tmp_path):
    """No other games are taken for those that were meant."""
    settings = tmp_path / "table.toml"
    settings.write_text("store = ")
    assert "--store" in said("verify", "--config", settings, code=2)


def test_a_folder_whose_name_is_too_long_for_a_socket_is_played_in(tmp_path):
    """Then nothing can be asked of the table, which is logged, and the games can be copied when it has ended."""
    store = tmp_path / ("long" * 25) / "games.db"
    with serving(store=store, warned_of="nothing can be asked of this table") as table:
        begin(table)
        assert "in use" in said("backup", "--store", store, code=2)
    assert said("backup", "--store", store)
