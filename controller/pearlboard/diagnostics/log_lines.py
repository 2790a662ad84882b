"""The log of the last days as a list: from systemd's journal where the program writes to it, else from memory.

Only lines of the log are listed, not other output of the program, such as the operator token.
"""

import json
import logging
import re
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

from pearlboard.diagnostics.processes import output_of
from pearlboard.texts import Sentence, say

UNIT: Final = "pearlboard.service"
DAYS: Final = 3
MOST: Final = 500
"""The number of lines shown and remembered; the oldest go first."""
ASKED: Final = (
    "journalctl",
    f"--unit={UNIT}",
    f"--since=-{DAYS}d",
    f"--lines={4 * MOST}",
    "--output=json",
    "--quiet",
    "--no-pager",
)
OURS: Final = re.compile(r"(?:pearlboard|uvicorn|asyncio)(?:\.\w+)*: ")
"""The beginning of a line of the log (`diagnostics.logs`)."""
LEVELS: Final = ((3, "error"), (4, "warning"), (6, "info"), (7, "debug"))
"""The levels by syslog's number, and their names here."""
SYSTEM: Final = "1"
"""The process that starts services: it reports why one has ended."""


@dataclass(frozen=True, slots=True)
class LogLine:
    """A line, with its time and level."""

    at: datetime
    level: str
    text: str


class Remembered(logging.Handler):
    """A log handler that keeps the last lines of this run of the program."""

    def __init__(self) -> None:
        super().__init__()
        self.setFormatter(logging.Formatter("%(name)s: %(message)s"))
        self.lines: deque[LogLine] = deque(maxlen=MOST)

    def emit(self, record: logging.LogRecord) -> None:
        """Keep the line."""
        level = "error" if record.levelno >= logging.ERROR else record.levelname.lower()
        self.lines.append(LogLine(datetime.fromtimestamp(record.created, UTC), level, self.format(record)))


class Log:
    """The source of lines. `in_journal`: the program writes into systemd's journal."""

    def __init__(self, remembered: Remembered, *, in_journal: bool, asked: Sequence[str] = ASKED) -> None:
        """`asked`: the command that reads the journal."""
        self._remembered = remembered
        self._in_journal = in_journal
        self._asked = asked

    async def read(self) -> tuple[Sequence[LogLine], Sentence]:
        """The newest lines, last one first, and a sentence about their source, or why there are no older ones."""
        if not self._in_journal:
            return tuple(reversed(self._remembered.lines)), say("log_of_this_run")
        try:
            lines = read_journal(await output_of(self._asked))
        except (OSError, TimeoutError, ValueError) as error:
            return tuple(reversed(self._remembered.lines)), say("log_unreadable", problem=str(error))
        return tuple(reversed(lines)), say("log_of_days", days=DAYS)


def read_journal(output: str) -> Sequence[LogLine]:
    """The newest lines in the JSON of journalctl, oldest first; `ValueError`."""
    found = filter(None, (_line(json.loads(line)) for line in output.splitlines()))
    return tuple(found)[-MOST:]


def _line(told: Mapping[str, Any]) -> LogLine | None:
    """Parse an entry; None if it is no line of the log. Messages with bytes that are no text come as lists of
    numbers.
    """
    message = told.get("MESSAGE")
    if isinstance(message, list):
        message = bytes(message).decode(errors="replace")
    priority = int(told.get("PRIORITY", 6))
    if not message or not (OURS.match(message) or told.get("_PID") == SYSTEM or priority <= LEVELS[1][0]):
        return None
    level = next(name for number, name in LEVELS if priority <= number or number == LEVELS[-1][0])
    return LogLine(datetime.fromtimestamp(int(told["__REALTIME_TIMESTAMP"]) / 1e6, UTC), level, message)


def as_document(lines: Iterable[LogLine]) -> list[Mapping[str, str]]:
    """The lines as plain data, for a page."""
    return [{"at": line.at.isoformat(timespec="seconds"), "level": line.level, "text": line.text} for line in lines]
