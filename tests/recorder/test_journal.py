"""The journal tells what a table did, to somebody who was not there; and nothing that was hidden on it."""

import ast
import asyncio
import logging
import os
import re
import signal
import subprocess
from pathlib import Path

import pytest

from pearlboard.diagnostics import logs
from pearlboard.drivers.clock import LoopClock
from pearlboard.drivers.protocols import Lost
from pearlboard.errors import ConfigError
from pearlboard.program import building
from pearlboard.session.principal import OPERATOR, seat_of
from pearlboard.settings import Network, Settings
from pearlboard.store.log import FactLog
from pearlboard.texts import say
from support.perladora_table import command
from support.serving import LONGEST_S, NEWS, clean_environment, command_line, complaints, serving
from support.tabling import PLAYERS, TestTable

pytestmark = pytest.mark.slow

PACKAGE = Path(__file__).parents[2] / "controller" / "pearlboard"
PASSWORD = "pearls-before-breakfast"


# --- an evening ----------------------------------------------------------------------------------------------------


@pytest.fixture
def evening(tmp_path, monkeypatch, caplog):
    """A short evening at a simulated board: what the journal says of it, and the tokens that were given."""
    monkeypatch.setattr("pearlboard.store.writer.RETRY_S", 0.05)
    monkeypatch.setattr("pearlboard.table.ledger.PAUSE_AGAIN_MS", 0)
    caplog.set_level(logging.DEBUG, "pearlboard")
    tokens = []

    async def until(condition):
        async with asyncio.timeout(LONGEST_S):
            while not condition():  # noqa: ASYNC110 - sensors and disk take their time
                await asyncio.sleep(0.01)

    async def played():
        log = FactLog(tmp_path / "games.db")
        settings = Settings(wifi=Network("pond", PASSWORD))
        clock = LoopClock(asyncio.get_running_loop())
        async with building.running_table(settings, log, clock, 0) as running:
            stage, board, asked = running.stage, running.tabletop.place.simulated, iter(range(100_000, 999_999))

            def ask(name, **fields):
                stage.receive(command(name, **fields), f"command-{next(asked)}", None, OPERATOR)

            async def lay(place):
                ask("put", site=place)
                await until(lambda: stage.screen("en")["verdict"] == "legal")
                if place == "c4":
                    ask("choose", choice={"value": 4})
                ask("confirm")

            ask("set_up", players=PLAYERS[:2], confirm="button")
            await until(lambda: any(act["name"] == "start" for act in stage.screen("en")["acts"]))
            ask("start")
            ask("invite", seat=2)
            joined = running.seat_access.join(running.seat_access.invitations()[2])
            phone = seat_of(running.tabletop.session, joined.token)
            stage.visitors.arrive(phone)
            await lay("c4")
            ask("leave_out", site="h5")
            ask("trust", site="h5")
            board.unplug()
            board.plug()
            await until(lambda: stage.lost is None)
            ask("pause")
            ask("resume")
            await until(lambda: not running.writer.unsaved)
            log._connection.execute("PRAGMA max_page_count = 1")
            for _ in range(60):
                ask("pause")
                ask("resume")
            await until(lambda: running.writer.failing is not None)
            log._connection.execute("PRAGMA max_page_count = 100000")
            await until(lambda: not running.writer.unsaved)
            stage.visitors.depart(phone)
            ask("abandon")
            tokens.append(joined.token)

    asyncio.run(played())
    return [record for record in caplog.records if record.name.startswith("pearlboard")], tokens


def lines(records, level=logging.INFO):
    """The lines of at least this level; the pauses that filled the disk are told once."""
    told = [
        f"{record.levelname} {record.name[11:]}: {record.getMessage()}" for record in records if record.levelno >= level
    ]
    return [line for number, line in enumerate(told) if line not in told[:number] or "session: game" not in line]


def test_an_evening_can_be_told_from_its_journal(evening):
    """What happened, in order, with the names of things; a year later nobody has to guess."""
    records, _ = evening
    told = lines(records)
    assert [line for line in told if " store: " not in line] == [
        "INFO drivers: the board answers: simulated",
        "INFO session: game begun: perladora, 2 players",
        "INFO screens: seat 2 has a phone",
        "INFO screens: the phone of seat 2 is here",
        "INFO sensing: the sensor at h5 is masked",
        "INFO sensing: the sensor at h5 is read again",
        "WARNING drivers: the board is lost: The board is unplugged. Plug it in again; the game goes on by itself.",
        "INFO drivers: the board answers: simulated",
        "INFO session: game paused",
        "INFO session: game resumed",
        "INFO screens: the phone of seat 2 has gone",
        "INFO session: game abandoned: perladora, 2 players",
    ]
    stored = [line for line in told if " store: " in line]
    assert re.fullmatch(r"WARNING store: not saved: .*full.*", stored[0])
    assert re.fullmatch(r"INFO store: saved again", stored[1])


def test_nothing_that_was_hidden_is_in_the_journal(evening):
    """No token, no password, no name of a person, and of what was laid only that somebody acted; at any level."""
    records, tokens = evening
    told = "\n".join(lines(records, logging.DEBUG))
    assert "DEBUG session: seat 1 has acted" in told
    for secret in (*tokens, PASSWORD, *(player["name"] for player in PLAYERS), "PlaceDiver", "value", "c4"):
        assert secret not in told


def test_a_game_that_goes_on_is_told_at_the_start(caplog):
    """After a restart the journal says what lies on the table."""
    from pearlboard.recorder.journal import Journal
    from pearlboard.screens.catalogues import catalogues

    caplog.set_level(logging.INFO, "pearlboard")
    table = TestTable().begin(computers={2: "easy"})
    Journal(table, catalogues()["en"]).resume(table.tabletop)
    assert lines(caplog.records) == ["INFO session: the game goes on: perladora, 2 players, 1 by computer"]


@pytest.mark.parametrize(
    ("why", "level"), [("in_the_workshop", "INFO"), ("board_unplugged", "WARNING"), ("board_unusable", "ERROR")]
)
def test_a_board_that_is_away_counts_as_much_as_it_matters(caplog, why, level):
    """A trial on the bench is meant; a cable may be loose; settings that name no board are an error."""
    from pearlboard.recorder.journal import Journal
    from pearlboard.screens.catalogues import catalogues
    from pearlboard.screens.seat_access import SeatAccess

    caplog.set_level(logging.INFO, "pearlboard")
    table = TestTable().begin()
    journal = Journal(table, catalogues()["en"])
    table.tabletop.hear(Lost(say(why, problem="what is wrong"), table.clock()))
    journal.look(table.tabletop, SeatAccess(table.tabletop, lambda: "token"))
    [line] = lines(caplog.records)
    assert line.startswith(f"{level} drivers: the board is lost: ")


# --- how it is written ---------------------------------------------------------------------------------------------


@pytest.fixture
def untouched():
    """The handlers of whoever runs the tests are put back, and meanwhile none of them is closed."""
    root = logging.getLogger()
    handlers = root.handlers[:]
    root.handlers.clear()
    yield
    root.handlers[:] = handlers


@pytest.mark.usefixtures("untouched")
def test_the_journal_gets_priorities_and_a_terminal_the_time(tmp_path):
    """Every line of a traceback has its priority; under systemd the journal has the time."""
    with (tmp_path / "log").open("w+", encoding="utf-8") as stream:
        found = os.fstat(stream.fileno())
        logs.set_up("debug", stream, {"JOURNAL_STREAM": f"{found.st_dev}:{found.st_ino}"})
        logger = logging.getLogger("pearlboard.table")
        for level in ("debug", "info", "warning", "error", "critical"):
            getattr(logger, level)("well, %s", level)
        logger.error("failed", exc_info=KeyError("site"))
        stream.seek(0)
        written = stream.read().splitlines()
        assert written[:5] == [
            "<7>pearlboard.table: well, debug",
            "<6>pearlboard.table: well, info",
            "<4>pearlboard.table: well, warning",
            "<3>pearlboard.table: well, error",
            "<2>pearlboard.table: well, critical",
        ]
        assert written[5:7] == ["<3>pearlboard.table: failed", "<3>KeyError: 'site'"]
        assert all(line.startswith("<3>") for line in written[5:])
        logs.set_up("info", stream, {"JOURNAL_STREAM": "1:1"})
        stream.truncate(0)
        stream.seek(0)
        logger.info("well")
        stream.seek(0)
        assert NEWS.fullmatch(stream.read())


@pytest.mark.usefixtures("untouched")
@pytest.mark.parametrize(
    ("level", "ours"), [("debug", "DEBUG"), ("info", "INFO"), ("warning", "WARNING"), ("error", "ERROR")]
)
def test_libraries_say_no_more_than_warnings(level, ours, tmp_path):
    """What uvicorn and websockets tell beyond that has addresses and the contents of messages in it."""
    with (tmp_path / "log").open("w", encoding="utf-8") as stream:
        logs.set_up(level, stream, {})
        assert logging.getLevelName(logging.getLogger("pearlboard.table").getEffectiveLevel()) == ours
        for library in ("uvicorn.error", "uvicorn.access", "websockets.server", "asyncio"):
            assert logging.getLogger(library).getEffectiveLevel() >= logging.WARNING


def test_a_level_that_there_is_none_of_is_refused():
    """In one line, with those there are; nothing is served."""
    with pytest.raises(
        ConfigError, match="--log-level: there is no level 'loud'; choose one of: debug, info, warning, error"
    ):
        logs.set_up("loud")
    done = subprocess.run(
        command_line("serve", "--log-level", "loud"), capture_output=True, text=True, timeout=LONGEST_S, check=False
    )
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)


def test_help_lists_the_levels():
    """For both commands that run a table."""
    for name in ("serve", "play"):
        done = subprocess.run(
            command_line(name, "--help"), capture_output=True, text=True, timeout=LONGEST_S, check=True
        )
        assert "--log-level" in done.stdout
        assert "debug, info, warning or error" in " ".join(done.stdout.split())


def test_a_process_says_what_it_does_at_the_level_that_was_asked_for(tmp_path):
    """Start, board and end at info; nothing at all at warning; and under systemd with priorities."""
    with serving("--log-level", "info", store=tmp_path / "games.db") as table:
        assert table.ask("GET", "/")[0] == 200
    told = [NEWS.fullmatch(line).group() for line in table.logged.splitlines()]
    words = "\n".join(line.partition("INFO ")[2] for line in told)
    assert re.search(r"^pearlboard.program: Pearlboard \S+ starts; board: simulated, settings: the defaults", words)
    assert "pearlboard.drivers: the board answers" in words
    assert words.endswith("pearlboard.program: ended")
    assert table.token not in words
    with serving("--log-level", "warning", store=tmp_path / "games.db") as table:
        assert table.ask("GET", "/")[0] == 200
    assert table.logged == ""


def test_under_systemd_every_line_has_its_priority(tmp_path):
    """The variable names the pipe that standard error is."""
    reading, writing = os.pipe()
    found = os.fstat(writing)
    environment = clean_environment(JOURNAL_STREAM=f"{found.st_dev}:{found.st_ino}")
    with subprocess.Popen(
        command_line("serve", "--port", "0", "--host", "127.0.0.1", "--store", tmp_path / "games.db", "--no-browser"),
        stdout=subprocess.PIPE,
        stderr=writing,
        text=True,
        env=environment,
    ) as table:
        os.close(writing)
        while not table.stdout.readline().startswith("Stop with"):
            assert table.poll() is None
        table.send_signal(signal.SIGTERM)
        assert table.wait(LONGEST_S) == 0
    with os.fdopen(reading, encoding="utf-8") as journal:
        told = journal.read().splitlines()
    assert len(told) >= 3
    assert all(re.match(r"<6>pearlboard\.[a-z]+: ", line) for line in told)


def test_complaints_are_all_but_news():
    """So a table of a test cannot warn, fail or print past the log unnoticed."""
    news = "2026-11-22 07:00:00,123 INFO pearlboard.session: game begun: perladora, 2 players\n"
    for said in (
        news.replace("INFO", "WARNING"),
        news.replace("INFO", "ERROR"),
        "Traceback\n",
        news.replace("pearlboard", "x"),
    ):
        assert complaints(news + said + news) == said
    assert complaints(news * 2) == ""


def test_every_logger_is_that_of_a_package():
    """A folder of the program, and no other name: so a year later one knows whom to ask."""
    named = set()
    for path in PACKAGE.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)) if "getLogger" in text else ():
            if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "getLogger":
                assert len(node.args) == 1, path
                named.add(node.args[0].value if isinstance(node.args[0], ast.Constant) else ast.unparse(node.args[0]))
    packages = {f"pearlboard.{folder.name}" for folder in PACKAGE.iterdir() if (folder / "__init__.py").exists()}
    assert named - packages == {"LOG", "PROGRAM"}  # uvicorn's, for its filter, and the one above all of ours
