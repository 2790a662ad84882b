"""The service's end of the helper's socket."""

import asyncio
from pathlib import Path
from typing import Final

from pearlboard.card.wifi.messages import ANSWER_BYTES, Answer, Malformed, Request, answer_of, line_of

SOCKET: Final = Path("/run/pearlboard-wifi.socket")
LONGEST_S: Final = 120.0
"""To open the own network takes what it takes to listen and to be let in; all of that has ends of its own."""


async def ask(request: Request, path: Path) -> Answer:
    """What the helper says; `system` if it says nothing that can be read."""
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
