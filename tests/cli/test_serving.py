"""The table by the real command line: what goes wrong at the start, how it ends, and that nothing is lost between."""

import asyncio
import contextlib
import json
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from pearlboard.cli import main
from pearlboard.diagnostics import logs
from pearlboard.diagnostics.log_lines import Log, Remembered
from pearlboard.drivers.clock import LoopClock
from pearlboard.lights.scene import Role
from pearlboard.lights.signals import OUTERMOST
from pearlboard.program import building
from pearlboard.sensing.wiring import reference_wiring
from pearlboard.session.principal import OPERATOR
from pearlboard.settings import Settings
from pearlboard.store.lasting import lasts
from pearlboard.store.log import FactLog
from support.lengths import at_length
from support.perladora_table import command
from support.serving import LONGEST_S, Served, clean_environment, command_line, serving, start
from support.tabling import PLAYERS

pytestmark = pytest.mark.slow


def refused(*arguments, **environment):
    """The one line on standard error of a program that does not start."""
    done = subprocess.run(
        command_line(*arguments),
        capture_output=True,
        text=True,
        timeout=LONGEST_S,
        check=False,
        env=clean_environment(**environment),
    )
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert "Traceback" not in done.stderr
    return done.stderr


def warned(lighting):
    """Whether the corners of the board say that nothing is saved."""
    return {lighting._scene.lights[corner].role for corner in OUTERMOST if corner in lighting._scene.lights} == {
        Role.UNSAVED
    }


def some(every, many):
    """The first ones; `make soak` starts a table for each."""
    return at_length(every, every[:many])


def names_of(acts):
    """The buttons that the game offers."""
    return [act["name"] for act in acts]


def begin(table, *pieces):
    """Set up a game, and lay Diver after Diver."""
    assert table.command(**command("set_up", players=PLAYERS[:2], confirm="button"))[0] == 200
    table.wait(lambda screen: "start" in names_of(screen["acts"]))
    assert table.command(**command("start"))[0] == 200
    for piece in pieces:
        assert table.command("put", site=piece)[0] == 200
        table.wait(lambda screen: screen["verdict"] == "legal")
        assert table.command("confirm")[0] == 200


# --- one sentence, and exit code 2 ---------------------------------------------------------------------------------


@pytest.mark.parametrize("command", some(["serve", "play"], 1))
def test_an_unknown_board_is_named_with_those_there_are(command, tmp_path):
    """The list is part of the sentence."""
    said = refused(command, "--board", "chess", "--store", tmp_path / "games.db", "--no-browser")
    assert "chess" in said
    assert "simulated" in said
    assert not (tmp_path / "games.db").exists()


def test_a_port_in_use_is_named(tmp_path):
    """With what to do."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        said = refused("serve", "--host", "127.0.0.1", "--port", port, "--store", tmp_path / "games.db", "--no-browser")
    assert str(port) in said
    assert "--port" in said


@pytest.mark.parametrize("port", ["-1", "65536", "99999999999999999999", "http", "", "8000.5"])
def test_a_bad_port_is_named(port, tmp_path, capsys, monkeypatch):
    """Whatever is wrong with it. The log of this process stays where it is."""
    monkeypatch.setattr(logs, "set_up", lambda _: Log(Remembered(), in_journal=False))
    try:
        code = main(["serve", "--port", port, "--store", str(tmp_path / "games.db"), "--no-browser"])
    except SystemExit as ended:
        code = ended.code
    said = capsys.readouterr()
    assert (code, said.out, said.err.count("\n")) == (2, "", 1)
    assert "port" in said.err


@pytest.mark.parametrize("host", some(["no such host", "192.0.2.77", "999.1.1.1", "x" * 300], 1))
def test_an_address_that_is_not_ours_is_named(host, tmp_path):
    """Neither a name without meaning nor somebody else's address."""
    assert host[:60] in refused("serve", "--host", host, "--port", "0", "--store", tmp_path / "g.db", "--no-browser")


# --- safe mode -----------------------------------------------------------------------------------------------------


def explains(store, *arguments, environment=None, words):
    """Start a table that cannot run: its page, its health and its refusals say why, and it ends like any other."""
    table = start(*arguments, store=store, environment=environment)
    try:
        for path in ("/", "/archive", "/archive/1.json", "/whatever"):
            status, headers, body = table.ask("GET", path, headers={"Accept-Language": "fr"})
            assert (status, headers["content-type"]) == (503, "text/html; charset=utf-8")
            assert b'lang="fr"' in body
            for word in words:
                assert word in body.decode()
        status, headers, body = table.ask("GET", "/health")
        assert (status, json.loads(body)["ok"]) == (503, False)
        assert words[0] in json.loads(body)["problem"]
        status, _, body = table.ask("POST", "/api/command", "{}")
        assert (status, json.loads(body)["error"]) == (503, "safe_mode")
        assert "content-security-policy" in headers
        assert table.ask("GET", "/static/shared/page.css")[0] == 200
    finally:
        code, errors, _ = table.end()
    assert code == 0
    assert errors.count("\n") == 1
    assert words[0] in errors


@pytest.mark.parametrize(
    ("text", "words"),
    some(
        [
            ("[lights\ntheme = 1", ["line 1", "not TOML"]),
            ("[lights]\ntheme = 'neon'", ["neon", "default"]),
            ("[lights]\nthem = 'x'", ["lights.them", "did you mean theme?"]),
            ("[web]\nport = 'eighty'", ["web.port", "a whole number"]),
            ("boards = 'simulated'", ["boards", "did you mean board?"]),
        ],
        1,
    ),
)
def test_a_broken_settings_file_is_explained(tmp_path, text, words):
    """Syntax, an unknown key with a hint, a wrong type, a theme that is not there."""
    settings = tmp_path / "pearlboard.toml"
    settings.write_text(text, encoding="utf-8")
    explains(tmp_path / "games.db", "--config", settings, words=words)


WIRING = reference_wiring().to_toml()


@pytest.mark.parametrize(
    ("text", "wiring", "words"),
    some(
        [
            ("wiring = 'WIRING'", WIRING.replace("a1 a1-b1 ", "a1 . ", 1), ["chain: a1-b1 is not there", "masked"]),
            ("[lights]\ncap_ma = 3800", "", ["lights.cap_ma", "set at most 2500"]),
            ("board = 'pi'", "", ["pi board"]),
            ("wiring = '/nowhere/wiring.toml'", "", ["/nowhere/wiring.toml", "cannot be read"]),
            ("wiring = 'WIRING'", WIRING.replace("a1 a1-b1 ", "a1 a1 ", 1), ["chain: a1 is there more than once"]),
            ("wiring = 'WIRING'", WIRING.replace("strips = [", 'strips = [\n    "i9",'), ["strips[0]", "i9"]),
        ],
        2,
    ),
)
def test_a_board_that_cannot_be_used_is_explained_and_all_else_can_be(tmp_path, text, wiring, words):
    """The table's page and the archive are there, the sentence says what to do, and no game begins."""
    (tmp_path / "wiring.toml").write_text(wiring, encoding="utf-8")
    settings = tmp_path / "pearlboard.toml"
    settings.write_text(text.replace("WIRING", str(tmp_path / "wiring.toml")), encoding="utf-8")
    table = start("--config", settings, store=tmp_path / "games.db")
    for path in ("/", "/archive", "/operator"):
        assert table.ask("GET", path)[0] == 200
    screen, health = table.screen(), json.loads(table.ask("GET", "/health")[2])
    for word in words:
        assert word in screen["sentence"]
        assert word in health["problem"]
    assert (health["ok"], health["board"]) == (False, "lost")
    assert table.command(**command("set_up", players=PLAYERS[:2]))[1]["ok"]
    assert not table.command(**command("start"))[1]["ok"]
    code, errors, _ = table.end()
    assert (code, errors.count("\n")) == (0, 1)
    assert words[0] in errors


def test_a_wrong_setting_in_the_environment_is_explained(tmp_path):
    """It is named as it was written."""
    explains(
        tmp_path / "games.db",
        environment=clean_environment(PEARLBOARD_LIGHTS_CAP="9"),
        words=["PEARLBOARD_LIGHTS_CAP", "PEARLBOARD_LIGHTS_CAP_MA"],
    )


def test_a_settings_file_that_is_not_there_is_explained(tmp_path):
    """With its path."""
    explains(tmp_path / "games.db", "--config", tmp_path / "none.toml", words=["none.toml", "cannot be read"])


@pytest.mark.parametrize("place", some(["folder", "/proc/games.db", "file/games.db"], 1))
def test_a_disk_on_which_nothing_can_be_opened_is_explained(tmp_path, place):
    """The place is named."""
    (tmp_path / "file").write_text("", encoding="utf-8")
    (tmp_path / "folder").mkdir()
    explains(tmp_path / place, words=[Path(place).name, "cannot be opened"])


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """A database with a game in it."""
    store = tmp_path_factory.mktemp("played") / "games.db"
    with serving(store=store) as table:
        begin(table, "c4")
    return store.read_bytes()


@pytest.mark.parametrize(
    "damage",
    some(
        [
            lambda whole: whole[:5000],
            lambda whole: whole.replace(b'"c4",null', b'"c5",null'),
            lambda _: b"",
            lambda whole: b"x" * len(whole),
        ],
        1,
    ),
)
def test_a_damaged_database_is_explained_and_left_alone(tmp_path, played, damage):
    """If there is no other copy: nothing is moved or begun anew behind anybody's back."""
    store = tmp_path / "games.db"
    store.write_bytes(damage(played))
    before = store.read_bytes()
    explains(store, words=["games.db"])
    assert store.read_bytes() == before


def test_another_programs_database_is_explained_and_left_alone(tmp_path):
    """It is not touched."""
    store = tmp_path / "recipes.db"
    with contextlib.closing(sqlite3.connect(store)) as connection:
        connection.execute("CREATE TABLE recipe (name)")
    before = store.read_bytes()
    explains(store, words=["recipes.db", "another program"])
    assert store.read_bytes() == before


def test_a_newer_versions_database_is_explained(tmp_path):
    """With both numbers; an older program does not end again and again, which would tell nobody anything."""
    store = tmp_path / "games.db"
    FactLog(store).close()
    with contextlib.closing(sqlite3.connect(store)) as connection:
        connection.execute("PRAGMA user_version = 7")
    explains(store, words=["games.db", "newer version", "schema 7"])


def test_safe_mode_is_left_when_the_store_has_been_put_right(tmp_path):
    """Two tables cannot share one log: the second says so, and begins where the first one ended, at its address."""
    quick = "from pearlboard.program import run; run.AGAIN_S = 0.05; from pearlboard.cli import main; main()"
    with serving(store=tmp_path / "games.db") as first:
        begin(first, "c4")
        words = ("serve", "--port", "0", "--host", "127.0.0.1", "--store", str(first.store), "--no-browser")
        waiting = subprocess.Popen(
            [sys.executable, "-c", quick, *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=clean_environment(),
        )
        said = waiting.stdout.readline()
        second = Served(waiting, int(re.search(r":(\d+)/", said)[1]), "", first.store)
        status, headers, body = second.ask("GET", "/")
        assert (status, headers["refresh"]) == (503, "5")
        assert "in use" in body.decode()
        assert first.screen()["match"]["turn"] == 2
    assert waiting.stdout.readline().startswith("Token for scripts")
    assert waiting.stdout.readline().startswith("The table is at")
    assert second.ask("GET", "/")[0] == 200
    assert second.screen()["match"]["turn"] == 2
    code, errors, _ = second.end()
    assert code == 0
    assert errors.count("\n") == 1
    assert "in use" in errors


def test_a_log_that_cannot_have_happened_is_explained(tmp_path):
    """Every hash is right, but the rules do not allow it."""
    from pearlboard.games.perladora.rules.steps import PlaceDiver
    from pearlboard.geometry import space
    from pearlboard.session.facts import Acted, Entry
    from support.sessions import TO_PLAYING, follow

    log = FactLog(tmp_path / "games.db")
    entries, session = follow(TO_PLAYING)
    log.append([*entries, Entry(session.version + 1, Acted("perladora", 1, PlaceDiver(space("d1"))))], "2026")
    log.close()
    explains(tmp_path / "games.db", words=[f"fact {session.version + 1}", "cannot be played"])


def test_a_home_that_cannot_be_written_is_explained(tmp_path):
    """Without --store the games are kept in the home folder; it is named."""
    (tmp_path / "file").write_text("", encoding="utf-8")
    explains(
        "",
        environment=clean_environment(HOME=str(tmp_path / "file"), XDG_STATE_HOME=""),
        words=["file/.local/state/pearlboard/games.db", "cannot be opened"],
    )


def test_without_a_home_a_place_is_asked_for(monkeypatch):
    """Nobody's home folder is known."""
    from pearlboard.cli import serving as command
    from pearlboard.errors import ConfigError

    def homeless():
        raise RuntimeError("no home")

    monkeypatch.delenv("XDG_STATE_HOME", raising=False)
    monkeypatch.setattr(Path, "home", homeless)
    with pytest.raises(ConfigError, match="--store"):
        command.store_of(Settings())


@pytest.mark.parametrize("compiled", some(["no", "must"], 1))
def test_what_is_set_for_the_installation_does_not_stop_the_table(compiled):
    """`PEARLBOARD_COMPILE=no make play` hands it on to the program that it starts."""
    with serving(command="play", environment=clean_environment(PEARLBOARD_COMPILE=compiled)) as table:
        assert table.ask("GET", "/")[0] == 200
        assert json.loads(table.ask("GET", "/health")[2])["ok"]


# --- the end, and the next start -----------------------------------------------------------------------------------


@pytest.mark.parametrize("number", some([signal.SIGTERM, signal.SIGINT], 1))
def test_it_ends_quickly_and_loses_nothing(tmp_path, number):
    """With a page, a feed and a game open: exit code 0, nothing said, one whole file left, and the same turn after."""
    table = start(store=tmp_path / "games.db")
    begin(table, "c4", "e2")
    version = table.screen()["version"]
    feed = socket.create_connection(("127.0.0.1", table.port))
    feed.sendall(f"GET /api/events HTTP/1.1\r\nHost: 127.0.0.1:{table.port}\r\n\r\n".encode())
    assert feed.recv(100)
    assert table.command("pause")[0] == 200
    code, errors, seconds = table.end(number)
    feed.close()
    assert (code, errors) == (0, "")
    assert seconds < 5
    assert sorted(left.name for left in tmp_path.iterdir()) == ["games.db", "games.db.blackbox", "games.db.journal"]
    with serving(store=tmp_path / "games.db") as again:
        screen = again.wait(lambda screen: screen["paused"])
        assert screen["version"] == version + 1
        assert screen["match"]["turn"] == 3


def test_a_killed_table_resumes_the_same_turn(tmp_path):
    """What was saved is there, and said until the next turn; the simulated board has lost its pieces, so it asks."""
    table = start(store=tmp_path / "games.db")
    begin(table, "c4", "e2")
    assert table.wait(lambda screen: screen["saved_version"] == screen["version"])["notices"] == []
    version = table.screen()["version"]
    table.process.kill()
    table.process.communicate(timeout=LONGEST_S)
    with serving(store=tmp_path / "games.db") as again:
        screen = again.wait(lambda screen: screen["question"] is not None)
        assert screen["version"] == version
        assert again.command("answer", answer="continue")[0] == 200
        assert again.screen()["put"] == ["e2", "c4"]
        assert [said["text"] for said in again.screen()["notices"]] == ["The game goes on at turn 3, as it was saved."]
        assert again.command("tidy")[0] == 200
        screen = again.wait(lambda screen: screen["verdict"] == "unfinished")
        assert [player["to_move"] for player in screen["match"]["players"]] == [True, False]
        assert again.command("put", site="a1")[0] == 200
        again.wait(lambda screen: screen["verdict"] == "legal")
        assert again.command("confirm")[0] == 200
        again.wait(lambda screen: screen["notices"] == [])


def test_a_paused_game_is_whole_in_the_one_file(tmp_path):
    """Whoever copies only that, from a table that runs, has every fact."""
    with serving(store=tmp_path / "games.db") as table:
        begin(table, "c4", "e2")
        assert table.command("pause")[0] == 200
        version = table.wait(lambda screen: screen["paused"])["version"]
        table.wait(
            lambda _: (
                json.loads(table.ask("GET", "/health")[2])["saved"] == version
                and (tmp_path / "games.db-wal").stat().st_size == 0
            )
        )
        log = FactLog(shutil.copy(tmp_path / "games.db", tmp_path / "copy.db"))
        assert log.to_resume()[-1].version == version
        log.close()


def test_a_full_disk_is_told_and_the_game_goes_on(tmp_path, monkeypatch):
    """The page says since which turn nothing is saved; with room again everything is, in order."""
    from pearlboard.store import writer
    from pearlboard.table import ledger

    monkeypatch.setattr(writer, "RETRY_S", 0.05)
    monkeypatch.setattr(ledger, "PAUSE_AGAIN_MS", 0)

    async def wait(condition):
        async with asyncio.timeout(LONGEST_S):
            while not condition():  # noqa: ASYNC110 - the sensors and the disk take their time
                await asyncio.sleep(0.01)

    async def scenario():
        log = FactLog(tmp_path / "games.db")
        async with building.running_table(Settings(), log, LoopClock(asyncio.get_running_loop()), 0) as running:
            stage, asked = running.stage, iter(range(100_000, 999_999))

            def ask(name, **fields):
                stage.receive(command(name, **fields), f"command-{next(asked)}", None, OPERATOR)

            async def lay(place):
                ask("put", site=place)
                await wait(lambda: stage.screen("en")["verdict"] == "legal")
                ask("confirm")

            ask("set_up", players=PLAYERS[:2], confirm="button")
            await wait(lambda: "start" in names_of(stage.screen("en")["acts"]))
            ask("start")
            await lay("c4")
            await wait(lambda: not running.writer.unsaved)
            log._connection.execute("PRAGMA max_page_count = 1")
            for place in ("e2", "a1", "h1", "a3", "h4", "c1", "e5", "g1"):
                await lay(place)
            for _ in range(60):
                ask("pause")
                ask("resume")
            await wait(lambda: running.writer.failing is not None)
            turn = min(running.writer.saved - 2, 9) + 1
            assert stage.screen("en")["saved"].startswith(f"Not saved since turn {turn}:")
            assert f"tour {turn}" in stage.screen("fr")["saved"]
            assert stage.health()["ok"] is False
            assert warned(running.lightings[0])
            await lay("b5")
            assert warned(running.lightings[0])
            assert stage.screen("en")["saved"].startswith(f"Not saved since turn {turn}:")
            log._connection.execute("PRAGMA max_page_count = 100000")
            await wait(lambda: not running.writer.unsaved)
            assert stage.screen("en")["saved"] is None
            assert not warned(running.lightings[0])
            return running.tabletop.session

    session = asyncio.run(scenario())
    log = FactLog(tmp_path / "games.db")
    assert building._resumed(log)[1] == session
    log.close()


def test_lights_are_dark_at_the_end(tmp_path):
    """Whatever happened, the last frame is black and no more come."""
    boards = []

    async def scenario():
        log = FactLog(tmp_path / "games.db")
        async with building.running_table(Settings(), log, LoopClock(asyncio.get_running_loop()), 0) as running:
            board = running.tabletop.place.simulated
            boards.append(board)
            running.stage.receive(command("set_up", players=PLAYERS[:2]), "set-up-it", None, OPERATOR)
            async with asyncio.timeout(LONGEST_S):
                while not any(board.frames[-1] if board.frames else b""):  # noqa: ASYNC110 - sensors take their time
                    await asyncio.sleep(0.01)
            raise KeyError("anything")

    with pytest.raises(KeyError, match="anything"):
        asyncio.run(scenario())
    assert not any(boards[0].frames[-1])


@pytest.mark.skipif(
    lasts(Path("/dev/shm")) is not False, reason="this machine has no file system in memory at /dev/shm"
)
def test_a_table_whose_games_are_in_memory_says_so_at_its_start_and_on_every_page():
    """On the terminal, before anybody plays; and as long as it runs."""
    with tempfile.TemporaryDirectory(dir="/dev/shm") as folder, serving(store=Path(folder) / "games.db") as table:
        while "nothing outlives the power" not in (line := table.process.stdout.readline()):
            assert line
        assert table.screen()["saved"].startswith("This table keeps nothing")
