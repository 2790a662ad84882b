"""What a service that was taken over lays into its folders for root to fall over: nothing of root's is touched."""

import json
import os
import shutil
import socket
import sqlite3
import subprocess
import sys
import tarfile
from argparse import Namespace
from contextlib import closing
from pathlib import Path
from threading import Thread

import pytest

from pearlboard.card.releases import games as games_of_releases
from pearlboard.card.releases.shelf import Shelf
from pearlboard.cli import keeping, main
from pearlboard.cli.serving import as_keeper
from pearlboard.diagnostics.control import control_of
from pearlboard.operator.password import place_of
from pearlboard.recorder.blackbox import folder_of
from pearlboard.session.facts import Entry, GamePaused
from pearlboard.store.backups import holding
from pearlboard.store.log import FactLog
from privileges.folders import SERVICE, give, given, owners

pytestmark = pytest.mark.slow

AT = "2026-01-02T03:04:05+00:00"
SECRET = "root:$y$j9T$nobody-may-read-this"
ROOT = Path(__file__).parents[2]


@pytest.fixture
def etc(home):
    """A folder of root's with a file that only root may read."""
    folder = home / "etc"
    folder.mkdir()
    (folder / "shadow").write_text(SECRET)
    (folder / "shadow").chmod(0o600)
    yield folder
    assert owners(folder) == {"shadow": 0}
    assert (folder / "shadow").read_text() == SECRET


@pytest.fixture
def store(games):
    """Three facts in the service's folder, all of it the service's."""
    written(games, 3)
    return games / "games.db"


def written(folder, facts):
    """So many more, whoever owns them then."""
    with closing(FactLog(folder / "games.db")) as log:
        log.append([Entry(log.version + 1 + more, GamePaused()) for more in range(facts)], AT)
    for each in folder.glob("games.db*"):
        give(each)


def hot_journal(database, victim):
    """What SQLite takes for a transaction of several databases that was cut off: its end is to delete `victim`."""
    with closing(sqlite3.connect(database)) as connection:
        pages, size = (connection.execute(f"PRAGMA {what}").fetchone()[0] for what in ("page_count", "page_size"))
    name = str(victim).encode()
    magic = bytes.fromhex("d9d505f920a163d7")
    head = magic + b"".join(each.to_bytes(4, "big") for each in (0, 0, pages, 512, size))
    tail = name + len(name).to_bytes(4, "big") + sum(name).to_bytes(4, "big") + magic
    journal = database.with_name(f"{database.name}-journal")
    journal.write_bytes(head.ljust(512, b"\0") + bytes(4) + tail)
    give(journal)


def run(*words, code=0):
    assert main(list(map(str, words))) == code


@pytest.fixture
def config(home, store):
    """Settings that the service may write, as on an installed table."""
    path = given(home / "settings") / "config.toml"

    def config(text=""):
        path.write_text(f'store = "{store}"\nboard = "simulated"\n{text}')
        give(path)
        return path

    return config


def test_a_password_that_root_chooses_is_the_services_and_nothing_else_becomes_so(etc, store, monkeypatch):
    """A name that begins as the games' does may lead anywhere."""
    store.with_name("games.db.x").symlink_to(etc)
    monkeypatch.setattr("pearlboard.cli.operating._line", lambda: "a good password")
    monkeypatch.setattr(sys.stdin, "isatty", lambda: False, raising=False)
    run("operator", "password", "--store", store)
    place = place_of(store).lstat()
    assert (place.st_uid, place.st_gid, place.st_mode & 0o777) == (SERVICE, SERVICE, 0o600)


@pytest.mark.parametrize("command", ["backup", "restore", "doctor", "verify"])
def test_a_journal_that_names_a_file_of_roots_deletes_it_not(etc, home, store, config, command, capsys):
    """The database may be refused then: it is no table's."""
    kept = home / "backup.db"
    run("backup", "--store", store, kept)
    hot_journal(store, etc / "shadow")
    words = {
        "backup": ["backup", "--store", store],
        "restore": ["restore", "--store", store, kept, "--replace"],
        "doctor": ["doctor", "--config", config()],
        "verify": ["verify", "--store", store],
    }[command]
    main(list(map(str, words)))
    capsys.readouterr()


def test_that_journal_is_one(etc, store):
    """Root's own SQLite, by that name, does what it asks for."""
    hot_journal(store, etc / "shadow")
    with closing(sqlite3.connect(store)) as connection:
        connection.execute("SELECT COUNT(*) FROM fact").fetchone()
    assert not (etc / "shadow").exists()
    (etc / "shadow").write_text(SECRET)


def test_an_update_copies_games_as_their_owner(etc, home, store):
    """Nothing that lies there is followed, run or deleted by root; the copy is the service's, in a folder of root's."""
    before = home / "before" / "1.0"
    games_of_releases.copy(store.parent, before)
    assert set(owners(before).values()) == {SERVICE}
    assert before.parent.stat().st_uid == 0
    assert (games_of_releases.facts(before), games_of_releases.schema(before)) == (
        3,
        games_of_releases.schema(store.parent),
    )
    hot_journal(store, etc / "shadow")
    try:
        games_of_releases.copy(store.parent, home / "before" / "2.0")
    except OSError:
        assert not (home / "before" / "2.0").exists()
    assert sorted(path.name for path in (home / "before").iterdir()) in (["1.0"], ["1.0", "2.0"])
    store.unlink()
    store.symlink_to(etc / "shadow")
    with pytest.raises(OSError, match="is a link"):
        games_of_releases.copy(store.parent, home / "before" / "3.0")
    assert not (home / "before" / "3.0").exists()


def test_games_that_are_put_back_overwrite_nothing_of_roots(etc, home, store):
    """The names that root would write by lead elsewhere already."""
    copied = home / "before" / "1.0"
    games_of_releases.copy(store.parent, copied)
    with closing(sqlite3.connect(store)) as database:
        database.execute("PRAGMA user_version = 99")
    for name in ("games.db.new", "games.db.journal.new"):
        store.with_name(name).symlink_to(etc / "shadow")
    assert games_of_releases.put_back(copied, store.parent, "games-of-2-1")
    assert games_of_releases.facts(store.parent) == 3
    assert games_of_releases.was_put_aside(store.parent, "games-of-2-1")
    assert set(owners(store.parent).values()) == {SERVICE}


def test_nothing_in_the_games_folder_stops_a_start(home, etc):
    """A plain file, a link, a pipe and a shut folder where games would be put aside."""
    state = given(home / "state")
    (home / "releases").mkdir()
    (state / "games-of-1").write_text("no folder")
    (state / "games-of-2").symlink_to(etc)
    os.mkfifo(state / "games-of-3")
    (state / "games-of-4").mkdir(mode=0)
    (state / "games-of-5").mkdir()
    (state / "games-of-6").mkdir()
    (state / "games-of-6" / "games.db").touch()
    for each in state.iterdir():
        give(each)
    Shelf(home).sweep()
    assert sorted(path.name for path in state.iterdir() if path.is_dir() and not path.is_symlink()) == ["games-of-6"]
    assert [path.name for path in Shelf(home).put_aside()] == ["games-of-6"]
    assert Shelf(home).free_name("1") == "games-of-1-1"


def test_what_is_exported_is_the_callers_and_holds_nothing_of_roots(etc, home, store, config):
    """A part of the black box that leads elsewhere, settings that name a wiring of root's, a table that lies."""
    box = folder_of(store)
    box.mkdir()
    (box / "part-000001.jsonl").write_text('{"form": 1}\n')
    give(box)
    run("blackbox", "export", home / "hour.jsonl", "--store", store)
    assert (home / "hour.jsonl").read_text() == '{"form": 1}\n'
    (box / "part-000002.jsonl").symlink_to(etc / "shadow")
    run("blackbox", "export", home / "stolen.jsonl", "--store", store, code=2)
    path = config(f'wiring = "{etc / "shadow"}"\n')
    run("support-bundle", "--config", path, home / "bundle.tar.gz")
    with tarfile.open(home / "bundle.tar.gz") as archive:
        members = {each.name: archive.extractfile(each).read().decode() for each in archive}
    assert "pearlboard-support/doctor.txt" in members
    assert SECRET not in "".join(members.values())
    run("backup", "--config", path, home / "backup.db")
    assert holding(home / "backup.db").facts == 3
    kept = {each.name: each.stat() for each in home.iterdir() if each.is_file()}
    assert kept.keys() == {"hour.jsonl", "bundle.tar.gz", "backup.db"}
    assert {(about.st_uid, about.st_mode & 0o777) for about in kept.values()} == {(0, 0o600)}


def test_a_table_that_names_a_file_of_roots_as_its_backup_is_not_believed(etc, home, store):
    """Root asks the service where it has put the copy."""
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(control_of(store)))
        give(control_of(store))
        listening.listen()

        def lie():
            connection, _ = listening.accept()
            with connection:
                connection.recv(100)
                connection.sendall(json.dumps({"ok": True, "path": str(etc / "shadow")}).encode() + b"\n")

        lying = Thread(target=lie)
        lying.start()
        main(["backup", "--store", str(store), str(home / "backup.db")])
        lying.join()
    assert not (home / "backup.db").exists()


def test_a_backup_that_only_root_may_read_is_put_back_as_the_service(home, store, monkeypatch):
    """Root opens it; what it becomes is the service's, and nothing of the way there stays.

    Who judges it is a program that the service may not run here, where it is somebody's own.
    """
    monkeypatch.setattr(keeping, "judge", holding)
    kept = home / "backup.db"
    run("backup", "--store", store, kept)
    for each in store.parent.iterdir():
        shutil.rmtree(each) if each.is_dir() else each.unlink()
    run("restore", "--store", store, kept)
    assert holding(store).facts == 3
    assert set(owners(store.parent).values()) == {SERVICE}
    assert not [name for name in owners(store.parent) if "restoring" in name]


@pytest.mark.parametrize("command", ["backup", "blackbox", "support-bundle"])
def test_a_link_where_a_file_is_to_be_is_not_written_through(etc, home, store, config, command):
    """Also if it leads nowhere yet, and the name that is taken meanwhile neither."""
    (home / "out").symlink_to(etc / "made")
    words = {
        "backup": ["backup", home / "out", "--store", store],
        "blackbox": ["blackbox", "export", home / "out", "--store", store],
        "support-bundle": ["support-bundle", home / "out", "--config", config()],
    }[command]
    run(*words, code=2)
    (home / "out").unlink()
    (home / "out.new").symlink_to(etc / "shadow")
    if command != "blackbox":
        run(*words)
        assert (home / "out").is_file()


def test_what_settings_name_is_done_as_whoever_may_write_the_settings(home, etc, config):
    """Else the service would choose a folder of root's, or of somebody else's."""
    options = Namespace(config=str(config()), store=None)
    assert as_keeper(options, etc / "wiring.toml", os.geteuid) == SERVICE
    other = home / "other"
    other.mkdir()
    os.chown(other, 1234, 1234)
    assert as_keeper(options, other / "wiring.toml", os.geteuid) == SERVICE
    assert as_keeper(Namespace(config=options.config, store="named"), etc / "x", os.geteuid) == 0


def test_a_wiring_is_written_as_the_owner_of_the_settings(etc, games, capsys):
    """What lies under its new name already is not written through."""
    output = games / "wiring.toml"
    for name in ("wiring.toml.new", "wiring.progress.toml.new"):
        (games / name).symlink_to(etc / "shadow")
    main(["wiring", "map", "--simulate", "--output", str(output)])
    capsys.readouterr()
    assert set(owners(games).values()) <= {0, SERVICE}
    assert not output.exists() or output.lstat().st_uid == SERVICE


def test_root_runs_no_table_in_the_services_folder(config, capsys):
    """A table is open for hours; the service is there for that."""
    run("serve", "--config", config(), code=2)
    assert "sudo systemctl start pearlboard" in capsys.readouterr().err


@pytest.mark.parametrize("wrapper", ["systemd/card/pearlboard", "packaging/debian/pearlboard", "systemd/install.sh"])
def test_a_wrapper_imports_nothing_from_where_root_stands(tmp_path, wrapper):
    """Nor from where the environment says."""
    text = (ROOT / wrapper).read_text()
    if wrapper.endswith("install.sh"):
        text = text.partition('put "$COMMAND" 755 <<SCRIPT\n')[2].partition("SCRIPT\n")[0]
        text = text.replace("\\$", "$").replace("$PROGRAM", "/usr/lib/pearlboard").replace("$SETTINGS", "/dev/null")
    for place in ("/data/pearlboard/releases/current/usr/lib/pearlboard/venv/bin", "/usr/lib/pearlboard/venv/bin"):
        text = text.replace(place, str(Path(sys.executable).parent))
    (tmp_path / "pearlboard").write_text(text)
    (tmp_path / "json.py").write_text("raise SystemExit('this is not for root')")
    (tmp_path / "argparse.py").write_text("raise SystemExit('nor is this')")
    environment = {"PATH": os.environ["PATH"], "PYTHONPATH": str(tmp_path)}
    words = ["/bin/sh", tmp_path / "pearlboard", "--version"]
    done = subprocess.run(words, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
