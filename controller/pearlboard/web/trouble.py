"""Reports of pages about parts that failed to draw, logged once and with limits against hostile pages.

A report holds names and a line of the program, in characters safe for a log. It quotes nothing, since an error's
message may hold what only one player may see.
"""

import logging
import time
from collections.abc import Callable
from typing import Annotated, Final

from msgspec import Meta, Struct

from pearlboard.web.rate_limiter import Latest
from pearlboard.web.work_budget import HOUR_S, Accounts

OF_ONE: Final = 5
OF_ALL: Final = 20
"""The limits of reports that are logged: the burst and the number an hour, of an address and in all."""
ALL: Final = "all"

_log: Final = logging.getLogger("pearlboard.web")


class Trouble(Struct, frozen=True, forbid_unknown_fields=True):
    """The `part` of a `page`, the `kind` of error, and its place in the program (`file:line:column`; empty:
    unknown).
    """

    page: Annotated[str, Meta(pattern=r"^[a-z]{1,20}\Z")]
    part: Annotated[str, Meta(pattern=r"^[A-Za-z][A-Za-z0-9_.-]{0,59}\Z")]
    kind: Annotated[str, Meta(pattern=r"^[A-Za-z]{0,40}\Z")]
    at: Annotated[str, Meta(pattern=r"^[A-Za-z0-9_./:-]{0,120}\Z")]


class Troubles:
    """Logs reports of pages. `now_s`: a monotonic clock."""

    def __init__(self, now_s: Callable[[], float] = time.monotonic) -> None:
        self._of_one = Accounts(OF_ONE / HOUR_S, OF_ONE, now_s)
        self._of_all = Accounts(OF_ALL / HOUR_S, OF_ALL, now_s)
        self._written: Latest[bool] = Latest()

    def report(self, trouble: Trouble, address: str) -> None:
        """Log a report, unless it is a repetition or a limit is reached."""
        line = f"{trouble.page} {trouble.part} {trouble.kind} {trouble.at}"
        enough = not (self._of_one.affords(address, 1) and self._of_all.affords(ALL, 1))
        if enough or line in self._written:
            return
        self._written.keep(line, value=True)
        self._of_one.charge(address, 1)
        self._of_all.charge(ALL, 1)
        _log.warning(
            "the page %s could not draw its part %s: %s at %s",
            trouble.page,
            trouble.part,
            trouble.kind or "something thrown",
            trouble.at or "an unknown line",
        )
