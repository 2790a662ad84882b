"""A table that cannot run keeps the operator's page: whatever a start throws, a good backup can be put back there."""

import json
import re
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from urllib.parse import quote

import pytest

from pearlboard.operator.restoring import put_in_place
from pearlboard.store.log import FactLog
from support.poison import linked, rows_in, undeleted, written
from support.serving import LONGEST_S, Served, clean_environment

pytestmark = pytest.mark.slow

GAMES = Path(__file__).parents[1] / "store/versions/0.2.0/perladora.db"
PROGRAM = """
import sys
from pearlboard.program import building
from pearlboard.program import run
run.AGAIN_S = 0.2
def broken(*_):
    {act}
if {breaks}:
    building.read_theme = broken
from pearlboard.cli import main
main(sys.argv[1:])
"""


def begin(store, act="", *more):
    """A table at that store whose start does that; quick to look again."""
    words = ("serve", "--port", "0", "--host", "127.0.0.1", "--store", str(store), "--no-browser", *more)
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM.format(act=act or "pass", breaks=bool(act)), *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=clean_environment(),
    )
    said = ""
    while "Token" not in said:
        line = process.stdout.readline()
        assert line, process.communicate(timeout=LONGEST_S)
        said += line
    return Served(process, int(re.search(r":(\d+)/", said)[1]), re.search(r"Token.*: (\S+)", said)[1], store)


def asked(table, do, **more):
    """What the operator's page is answered."""
    key = {"Authorization": f"Bearer {table.token}"}
    status, _, body = table.ask("POST", "/api/operator", json.dumps({"do": do, **more}), key)
    return status, json.loads(body)


def until_ok(table):
    """Wait until a table runs there."""
    ends = time.monotonic() + LONGEST_S
    while time.monotonic() < ends:
        try:
            if table.ask("GET", "/health")[0] == 200:
                return
        except OSError:  # it begins anew
            pass
        time.sleep(0.3)
    pytest.fail("no table runs")


def wrong(path, **told):
    """Games with hashes that are right, whose last act cannot be."""
    rows = undeleted(rows_in(GAMES))
    row = next(row for row in reversed(rows) if row[3] == "acted")
    row[5] = json.dumps(json.loads(row[5]) | told).replace('"DEEP"', "[" * 100_000 + "]" * 100_000)
    return written(path, linked(rows))


@pytest.mark.parametrize(
    ("act", "words"),
    [
        ("raise RecursionError('too deep')", "RecursionError"),
        pytest.param("raise MemoryError", "MemoryError", marks=pytest.mark.soak),
        pytest.param("'x'.encode().decode('utf-16')", "UnicodeDecodeError", marks=pytest.mark.soak),
        ("raise KeyError('nobody foresaw this')", "nobody foresaw this"),
    ],
)
def test_whatever_a_start_throws_is_said_and_the_operators_page_is_there(tmp_path, act, words):
    """In a sentence, with its traceback in the log; and what needs a table is refused by name."""
    table = begin(tmp_path / "games.db", act)
    try:
        status, headers, body = table.ask("GET", "/")
        assert (status, words in body.decode(), headers["refresh"]) == (503, True, "5")
        assert b'href="/operator' in body
        assert table.ask("GET", "/operator")[0] == 200
        assert table.ask("POST", "/api/operator", "{}")[0] == 403
        assert words in asked(table, "glance")[1]["glance"]["lines"][0]["sentence"]
        assert any(words in line["text"] for line in asked(table, "log")[1]["log"]["lines"])
        status, settings = asked(table, "settings")
        assert (status, settings["has_table"]) == (200, False)
        for what in ("kept", "machine", "updates", "stick", "wifi", "pico"):
            assert asked(table, what)[0] == 200, what
        for what in ("stick_save", "fill_pico", "use_pico"):
            status, refused = asked(table, what)
            assert (status // 100, refused["ok"], bool(refused["sentence"])) == (4, False, True), what
        for path in ("/api/backup", "/api/workshop"):
            assert table.ask("POST", path, "{}", {"Authorization": f"Bearer {table.token}"})[0] == 503
    finally:
        code, _, _ = table.end()
    assert code == 0
    assert table.logged.count("Traceback") == 1


def test_a_good_backup_is_put_back_from_the_page_of_safe_mode(tmp_path):
    """The whole way: what is kept is fetched, sent back, looked through and put in place, and the table runs."""
    store = wrong(tmp_path / "games.db", action="DEEP")
    with closing(FactLog(tmp_path / "elsewhere.db")) as log:
        log.copy(tmp_path / "games.db.replaced-1")
    table = begin(store)
    key = {"Authorization": f"Bearer {table.token}"}
    try:
        assert json.loads(table.ask("GET", "/health")[2])["ok"] is False
        assert [each["name"] for each in asked(table, "kept")[1]["kept"]] == ["games.db.replaced-1"]
        status, _, kept = table.ask("GET", f"/api/kept?name={quote('games.db.replaced-1')}", headers=key)
        assert status == 200
        assert table.ask("POST", "/api/restore?at=0", kept, key)[0] == 200
        status, sent = asked(table, "look_through")
        assert (status, sent["sent"]["games"], sent["sent"]["lacks"] > 0) == (200, 0, True)
        assert asked(table, "restore")[0] == 409
        assert asked(table, "restore", sure=True)[0] == 200
        until_ok(table)
        assert json.loads(table.ask("GET", "/health")[2])["version"] == 0
        assert not (tmp_path / "games.db.put-back").exists()
    finally:
        table.end()
    assert (tmp_path / "games.db.replaced-2").exists()


@pytest.mark.parametrize("told", [{"action": "DEEP"}, {"action": ["diver", "a1"]}])
def test_a_backup_that_no_table_lives_with_gives_way_by_itself(tmp_path, told):
    """Put in place behind the judge's back: the games of before are back, and the page says so."""
    store = tmp_path / "games.db"
    good = written(tmp_path / "good.db", linked(undeleted(rows_in(GAMES))))
    put_in_place(good, store, replace=True)
    (tmp_path / "games.db.put-back").unlink()
    public_facts = sum(row[3] != "noted" for row in rows_in(good))
    bad = wrong(tmp_path / "bad.db", **told)
    put_in_place(bad, store, replace=True)
    table = begin(store)
    try:
        until_ok(table)
        assert json.loads(table.ask("GET", "/health")[2])["version"] == public_facts
        lines = asked(table, "glance")[1]["glance"]["lines"]
        [said] = [line["sentence"] for line in lines if line["name"] == "put_back"]
        assert "games.db.not-restored-1" in said
    finally:
        table.end()


def test_a_table_that_dies_of_a_backup_has_its_games_at_the_next_start(tmp_path):
    """The process may be gone without a word, as where memory ends."""
    store = tmp_path / "games.db"
    with closing(FactLog(store)):
        pass
    put_in_place(written(tmp_path / "bad.db", linked(undeleted(rows_in(GAMES)))), store, replace=True)
    died = subprocess.run(
        [
            sys.executable,
            "-c",
            PROGRAM.format(act="import os; os._exit(9)", breaks=True),
            "serve",
            "--port",
            "0",
            "--store",
            store,
        ],
        timeout=LONGEST_S,
        check=False,
        env=clean_environment(),
        capture_output=True,
    )
    assert died.returncode == 9
    table = begin(store)
    try:
        until_ok(table)
        assert json.loads(table.ask("GET", "/health")[2])["version"] == 0
    finally:
        table.end()
