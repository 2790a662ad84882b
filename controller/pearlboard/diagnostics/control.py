"""The control socket of a running table, for the command line: beside the database, and for its owner only.

One word a connection, answered by one line of JSON. Whoever may read the database may ask; nobody else can.
"""

import asyncio
import json
import logging
import os
import socket
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from pearlboard.errors import PearlboardError
from pearlboard.store.backups import HowFar, back_up
from pearlboard.store.database import Step
from pearlboard.store.log import FactLog
from pearlboard.store.writer import Writer

_log: Final = logging.getLogger("pearlboard.diagnostics")

LONGEST_S: Final = 600.0
"""The timeout: a large database on a slow card takes long to copy."""
LINE: Final = 100
PATIENCE_S: Final = 5.0


class NotRunning(PearlboardError, OSError):
    """No table runs there."""


def control_of(store: Path) -> Path:
    """The path of the socket."""
    return store.with_name(f"{store.name}.socket")


ASKED: Final = ("copy", "verify")
TOLD: Final = " and say how far it is"
"""The suffix of a word by which lines `{"done": …, "of": …}` are wanted before the answer."""


def _held(log: FactLog) -> Mapping[str, Any]:
    return {"facts": log.version, "games": len(log.contents.finished)}


class Control:
    """Answers while the table runs."""

    def __init__(self, store: Path, writer: Writer) -> None:
        self._path = control_of(store)
        self._writer = writer
        self._server: asyncio.Server | None = None

    async def start(self) -> None:
        """Start answering. Without a socket the table plays all the same, and the failure is logged."""
        try:
            self._server = await asyncio.start_unix_server(self._answer, sock=_bound(self._path), limit=LINE)
        except OSError as error:
            _log.warning("nothing can be asked of this table at %s (%s)", self._path, error)

    async def close(self) -> None:
        """Stop answering."""
        if self._server is not None:
            self._server.close()
            self._path.unlink(missing_ok=True)

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            async with asyncio.timeout(PATIENCE_S):
                word = (await reader.readline()).decode(errors="replace").strip()
            told = HowFar(writer.write if word.endswith(TOLD) else lambda _: None)
            writer.write(json.dumps(await self._said(word.removesuffix(TOLD), told)).encode() + b"\n")
            await writer.drain()
        except (TimeoutError, OSError, ValueError):
            _log.info("somebody asked something and did not wait for the answer")
        finally:
            writer.close()

    async def _said(self, word: str, told: Step) -> Mapping[str, Any]:
        if word not in ASKED:
            return {"ok": False, "said": f"one of {', '.join(ASKED)} can be asked"}
        try:
            path = {"path": str(await self._writer.copied(back_up, told))} if word == "copy" else {}
            if word == "verify":
                await self._writer.verified(told)
            return {"ok": True, **path, **await self._writer.ask(_held)}
        except PearlboardError as error:
            return {"ok": False, "said": str(error)}


def ask(store: Path, word: str, told: Step | None = None) -> Mapping[str, Any]:
    """The answer of the running table; `told`, if given, is called with the progress.

    `NotRunning` if none runs; `PearlboardError` if it refuses.
    """
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
            connection.settimeout(LONGEST_S + PATIENCE_S)
            connection.connect(str(control_of(store)))
            connection.sendall(f"{word}{TOLD if told else ''}\n".encode())
            lines = connection.makefile("rb")
            while "ok" not in (answer := json.loads(lines.readline())):
                if told is not None:
                    told(answer["done"], answer["of"])
    except (OSError, ValueError) as error:
        raise NotRunning(f"{store}: no table is at work there ({error})") from error
    if not answer["ok"]:
        raise PearlboardError(answer["said"])
    return answer  # type: ignore[no-any-return]


def _bound(path: Path) -> socket.socket:
    """A socket at that path, for its owner only from the start; a socket left by a power cut is replaced."""
    path.unlink(missing_ok=True)
    bound = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    umask = os.umask(0o177)
    try:
        bound.bind(str(path))
    except OSError:
        bound.close()
        raise
    finally:
        os.umask(umask)
    return bound
