"""The log of the last days as a list: from the journal where the program writes to it, else what it remembers itself.

Only what is a line of the log is taken. What the program prints besides is not, such as the operator's token.
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
"""So many lines are shown, and remembered; the oldest go."""
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
"""So begins a line of the log (`diagnostics.logs`); what is printed does not."""
LEVELS: Final = ((3, "error"), (4, "warning"), (6, "info"), (7, "debug"))
"""As syslog counts, and what the program calls it."""
SYSTEM: Final = "1"
"""The process that starts services: it tells why one has ended."""


@dataclass(frozen=True, slots=True)
class LogLine:
    """What was said, and when."""

    at: datetime
    level: str
    text: str


class Remembered(logging.Handler):
    """Keeps the last lines of this run of the program."""

    def __init__(self) -> None:
        super().__init__()
        self.setFormatter(logging.Formatter("%(name)s: %(message)s"))
        self.lines: deque[LogLine] = deque(maxlen=MOST)

    def emit(self, record: logging.LogRecord) -> None:
        """Keep it."""
        level = "error" if record.levelno >= logging.ERROR else record.levelname.lower()
        self.lines.append(LogLine(datetime.fromtimestamp(record.created, UTC), level, self.format(record)))


class Log:
    """Where the lines are. `in_journal`: the program writes into systemd's."""

    def __init__(self, remembered: Remembered, *, in_journal: bool, asked: Sequence[str] = ASKED) -> None:
        """`asked`: the command that tells what stands in the journal."""
        self._remembered = remembered
        self._in_journal = in_journal
        self._asked = asked

    async def read(self) -> tuple[Sequence[LogLine], Sentence]:
        """The newest lines, the last one first, and from when they are, or why there are no older ones."""
        if not self._in_journal:
            return tuple(reversed(self._remembered.lines)), say("log_of_this_run")
        try:
            lines = read_journal(await output_of(self._asked))
        except (OSError, TimeoutError, ValueError) as error:
            return tuple(reversed(self._remembered.lines)), say("log_unreadable", problem=str(error))
        return tuple(reversed(lines)), say("log_of_days", days=DAYS)


def read_journal(output: str) -> Sequence[LogLine]:
    """The newest lines of the log in what journalctl says as JSON, oldest first; `ValueError`."""
    found = filter(None, (_line(json.loads(line)) for line in output.splitlines()))
    return tuple(found)[-MOST:]


def _line(told: Mapping[str, Any]) -> LogLine | None:
    """None for what is no line of the log. A message with signs that are no text comes as a list of bytes."""
    message = told.get("MESSAGE")
    if isinstance(message, list):
        message = bytes(message).decode(errors="replace")
    priority = int(told.get("PRIORITY", 6))
    if not message or not (OURS.match(message) or told.get("_PID") == SYSTEM or priority <= LEVELS[1][0]):
        return None
    level = next(name for number, name in LEVELS if priority <= number or number == LEVELS[-1][0])
    return LogLine(datetime.fromtimestamp(int(told["__REALTIME_TIMESTAMP"]) / 1e6, UTC), level, message)


def as_document(lines: Iterable[LogLine]) -> list[Mapping[str, str]]:
    """For a page."""
    return [{"at": line.at.isoformat(timespec="seconds"), "level": line.level, "text": line.text} for line in lines]
