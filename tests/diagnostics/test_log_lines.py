"""The log of the last days: what is shown of the journal, of the program's own memory, and what is not."""

import asyncio
import json
import logging
import re
import sys
from pathlib import Path

import pytest

from pearlboard.diagnostics.log_lines import ASKED, MOST, Log, Remembered, read_journal

TOKEN = "Xh2-secret-token"


def entry(message, priority=6, at=1_767_268_800, pid="412"):
    told = {"MESSAGE": message, "PRIORITY": str(priority), "__REALTIME_TIMESTAMP": f"{at}000000", "_PID": pid}
    return json.dumps(told)


def told(*entries):
    return [(line.level, line.text) for line in read_journal("\n".join(entries))]


def read(log):
    lines, whence = asyncio.run(log.read())
    return [line.text for line in lines], whence.name


def test_lines_of_the_log_are_shown_with_level_and_time():
    """As the program wrote them, and what systemd says of it."""
    assert told(
        entry("pearlboard.drivers: the board answers: simulated"),
        entry("pearlboard.store: the disk is slow", 4),
        entry("Main process exited, code=killed, status=9/KILL", 5, pid="1"),
        entry("Traceback (most recent call last):", 3),
    ) == [
        ("info", "pearlboard.drivers: the board answers: simulated"),
        ("warning", "pearlboard.store: the disk is slow"),
        ("info", "Main process exited, code=killed, status=9/KILL"),
        ("error", "Traceback (most recent call last):"),
    ]
    [line] = read_journal(entry("pearlboard.program: ended"))
    assert line.at.isoformat() == "2026-01-01T12:00:00+00:00"


def test_what_the_program_prints_besides_is_not_shown():
    """Such as the token for the very page that shows the log."""
    assert told(entry(f"Token for scripts: {TOKEN}"), entry(f"pearlboard {TOKEN}"), entry("")) == []


def test_bytes_that_are_no_text_do_not_stop_it():
    """The journal hands over such a message as numbers."""
    assert told(entry([*b"pearlboard.drivers: odd \xff", 33])) == [("info", "pearlboard.drivers: odd \ufffd!")]


def test_only_the_newest_lines_are_kept():
    """Of the journal, and in memory."""
    assert (
        told(*(entry(f"pearlboard.program: {number}") for number in range(MOST + 5)))[0][1] == "pearlboard.program: 5"
    )
    remembered = Remembered()
    for number in range(MOST + 5):
        remembered.emit(logging.LogRecord("pearlboard.program", logging.INFO, "", 0, "%s", (number,), None))
    lines, whence = read(Log(remembered, in_journal=False))
    assert (lines[0], lines[-1]) == (f"pearlboard.program: {MOST + 4}", "pearlboard.program: 5")
    assert whence == "log_of_this_run"


def test_the_journal_is_asked_for_this_unit_and_few_days():
    """And nothing of any other."""
    assert ASKED[:3] == ("journalctl", "--unit=pearlboard.service", "--since=-3d")


def test_the_newest_line_of_the_journal_comes_first():
    """Asked of a process, as journalctl is one."""
    script = "import sys; sys.stdout.write({!r})".format(
        "\n".join([entry("pearlboard.program: first"), entry("pearlboard.program: second")])
    )
    lines, whence = read(Log(Remembered(), in_journal=True, asked=(sys.executable, "-c", script)))
    assert (lines, whence) == (["pearlboard.program: second", "pearlboard.program: first"], "log_of_days")


@pytest.mark.parametrize(
    "asked",
    [
        ("/nowhere/journalctl",),
        (sys.executable, "-c", "import sys; sys.exit('No journal files were opened')"),
        (sys.executable, "-c", "print('no json')"),
    ],
)
def test_a_journal_that_cannot_be_read_is_said(asked):
    """What the program remembers is shown instead, and said to be that."""
    remembered = Remembered()
    remembered.emit(logging.LogRecord("pearlboard.program", logging.WARNING, "", 0, "begun", (), None))
    lines, whence = read(Log(remembered, in_journal=True, asked=asked))
    assert (lines, whence) == (["pearlboard.program: begun"], "log_unreadable")


def test_the_page_for_operators_names_loggers_that_there_are():
    """Each in its paragraph on the log."""
    root = Path(__file__).parents[2]
    page = (root / "docs/operating.md").read_text()
    named = re.findall(
        r"`([a-z]+)` (?:reports )?on ", page[page.index("`session` reports on games") :].partition("\n\n")[0]
    )
    program = "".join(each.read_text() for each in (root / "controller/pearlboard").rglob("*.py"))
    assert len(named) >= 7
    assert [each for each in named if f'getLogger("pearlboard.{each}' not in program] == []
