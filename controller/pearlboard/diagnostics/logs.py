"""Where the log goes and how a line looks: to the journal with its priority, to a terminal with the time.

    debug    for whoever develops the table
    info     what the table did, once for each thing that somebody may ask a year later
    warning  it works, but somebody should look
    error    something is broken

One logger a package. No line holds a value, a hand, a token or a password: what is told is named, never quoted.
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
"""As syslog counts them: `journalctl -p warning` shows all up to 4."""


class ForTheJournal(logging.Formatter):
    """`<4>pearlboard.drivers: the board is lost`: so begins every line of a record, those of a traceback, too."""

    def format(self, record: logging.LogRecord) -> str:
        """The lines of a record."""
        priority = next(number for level, number in _PRIORITIES if record.levelno >= level)
        return "\n".join(f"<{priority}>{line}" for line in super().format(record).splitlines())


def set_up(level: str, stream: TextIO | None = None, environment: Mapping[str, str] = os.environ) -> Log:
    """From now on what is at least of this level is written to `stream`, standard error where none is given.

    `ConfigError` for a level that there is none of. Libraries are heard from a warning on, whatever the level: what
    they tell beyond that names addresses, and the contents of messages. Where the lines can be read again is returned.
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
    """A terminal may inherit the variable from a session of systemd: what counts is that it names this very stream."""
    try:
        found = os.fstat(stream.fileno())
    except (OSError, ValueError):
        return False
    return environment.get("JOURNAL_STREAM") == f"{found.st_dev}:{found.st_ino}"
