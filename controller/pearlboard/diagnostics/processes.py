"""Commands of the system, run for what they print."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Final, TypeAlias

TIMEOUT_S: Final = 15.0
Run: TypeAlias = Callable[[Sequence[str]], Awaitable[str]]


async def output_of(command: Sequence[str], within_s: float = TIMEOUT_S) -> str:
    """Run a command; returns its output. `OSError` with the command's error message, `TimeoutError` after
    `within_s`.
    """
    process = await asyncio.create_subprocess_exec(
        *command, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE
    )
    try:
        said, complained = await asyncio.wait_for(process.communicate(), within_s)
    except TimeoutError as error:
        process.kill()
        await process.wait()
        raise TimeoutError(f"{command[0]}: no answer within {within_s:g} s") from error
    if process.returncode:
        raise OSError(" ".join(complained.decode(errors="replace").split()) or f"exit code {process.returncode}")
    return said.decode(errors="replace")
