"""The service's end of the helper's socket."""

import asyncio
from pathlib import Path
from typing import Final

from pearlboard.card.wifi.messages import ANSWER_BYTES, Answer, Malformed, Request, answer_of, line_of

SOCKET: Final = Path("/run/pearlboard-wifi.socket")
LONGEST_S: Final = 120.0
"""The timeout for opening the own network, which includes scanning and joining with their own timeouts."""


async def ask(request: Request, path: Path) -> Answer:
    """The helper's answer; `system` if it cannot be read."""
    try:
        async with asyncio.timeout(LONGEST_S):
            reader, writer = await asyncio.open_unix_connection(path, limit=ANSWER_BYTES)
            try:
                writer.write(line_of(request))
                return answer_of(await reader.readline())
            finally:
                writer.close()
    except (OSError, ValueError, Malformed):
        return Answer("system")
