"""Admission: the operator by a token, and unidentified connections while only known people are let in."""

import asyncio
import contextlib
from collections import Counter
from collections.abc import Iterator
from typing import Final, Protocol

from starlette.datastructures import Headers

MOST_ON_THE_DOORSTEP: Final = 32
"""The number of unidentified connections that may wait while only known people are let in."""


class Tokens(Protocol):
    """The check whether somebody shows the operator's token."""

    def token_given(self, headers: Headers) -> bool:
        """Whether a request has the operator's token."""


class NoKeys:
    """No token of the operator's at all: what comes from another table is never the operator's."""

    def token_given(self, headers: Headers) -> bool:
        """See `Tokens`."""
        del headers
        return False


class Doorstep:
    """Unidentified connections, while only known people are let in.

    Beyond the limit the one that has waited longest is dropped, of the address with the most.
    """

    def __init__(self) -> None:
        self._waiting: dict[asyncio.Future[None], str] = {}

    @contextlib.contextmanager
    def waiting(self, address: str) -> Iterator[asyncio.Future[None]]:
        """Wait on the doorstep; the future is done once the place is needed by somebody else."""
        pushed_out: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting[pushed_out] = address
        if len(self._waiting) > MOST_ON_THE_DOORSTEP:
            [(crowd, _)] = Counter(self._waiting.values()).most_common(1)
            first = next(each for each, there in self._waiting.items() if there == crowd)
            del self._waiting[first]
            first.set_result(None)
        try:
            yield pushed_out
        finally:
            self._waiting.pop(pushed_out, None)
            pushed_out.cancel()
