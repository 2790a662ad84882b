"""The log's destination and format: the journal with priorities, or a terminal with times.

    debug    for developers of the table
    info     what the table did, once for each thing that somebody may ask a year later
    warning  it works, but somebody should look
    error    something is broken

One logger a package. No line holds a value, a hand, a token or a password: things are named, never quoted.
"""

import logging
import os
import sys
from collections.abc import Mapping
from typing import Final, TextIO

from pearlboard.diagnostics.log_lines import Log, Remembered
from pearlboard.errors import ConfigError

LEVELS: Final = ("debug", "info", "warning", "error")
PROGRAM: Final = "pearlboard"
_PRIORITIES: Final = (
    (logging.CRITICAL, 2),
    (logging.ERROR, 3),
    (logging.WARNING, 4),
    (logging.INFO, 6),
    (logging.NOTSET, 7),
)
"""Priorities of syslog: `journalctl -p warning` shows all up to 4."""


class ForTheJournal(logging.Formatter):
    """Prefixes every line of a record, also of a traceback: `<4>pearlboard.drivers: the board is lost`."""

    def format(self, record: logging.LogRecord) -> str:
        """The lines of a record."""
        priority = next(number for level, number in _PRIORITIES if record.levelno >= level)
        return "\n".join(f"<{priority}>{line}" for line in super().format(record).splitlines())


def set_up(level: str, stream: TextIO | None = None, environment: Mapping[str, str] = os.environ) -> Log:
    """Log records of at least this level to `stream`, by default standard error; returns where to read them again.

    `ConfigError` for an unknown level. Libraries log only warnings and errors, whatever the level: their other lines
    contain addresses, and the contents of messages.
    """
    if level not in LEVELS:
        raise ConfigError(f"--log-level: there is no level {level!r}; choose one of: {', '.join(LEVELS)}")
    stream = stream or sys.stderr
    handler = logging.StreamHandler(stream)
    in_journal, remembered = _is_the_journal(stream, environment), Remembered()
    if in_journal:
        handler.setFormatter(ForTheJournal("%(name)s: %(message)s"))
    else:
        handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    number = logging.getLevelNamesMapping()[level.upper()]
    logging.basicConfig(handlers=[handler, remembered], level=max(number, logging.WARNING), force=True)
    logging.getLogger(PROGRAM).setLevel(number)
    return Log(remembered, in_journal=in_journal)


def _is_the_journal(stream: TextIO, environment: Mapping[str, str]) -> bool:
    """Whether the stream is systemd's journal. A terminal may inherit the variable, so it must name this very
    stream.
    """
    try:
        found = os.fstat(stream.fileno())
    except (OSError, ValueError):
        return False
    return environment.get("JOURNAL_STREAM") == f"{found.st_dev}:{found.st_ino}"
