"""The child process that judges a backup: `python -I -m pearlboard.program.judge FILE` prints lines of JSON: its
progress, and at last its verdict.

It does with the file what the table will do: reads all of it, folds every game, and makes every screen and every page
of the last one. A hostile file that exhausts memory kills only this child, which has little: see `confine`. Nothing is
written, and the network is not used.
"""

import asyncio
import json
import logging
import os
import resource
import sqlite3
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from datetime import datetime
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from pearlboard.drivers.clock import SteppedClock
from pearlboard.errors import BadInput
from pearlboard.languages import LANGUAGES
from pearlboard.operator.judging import KINDS, allowed_s
from pearlboard.program.building import Running, running_table
from pearlboard.screens.catalogues import catalogues, own_catalogues
from pearlboard.screens.private import private
from pearlboard.session.evolve import evolve
from pearlboard.session.facts import Entry
from pearlboard.session.principal import EVERYBODY, OPERATOR, Principal
from pearlboard.session.state import Session
from pearlboard.settings import Settings, Simulation
from pearlboard.store.backups import HowFar
from pearlboard.store.chain import Row
from pearlboard.store.database import Step, make_temporary
from pearlboard.store.errors import StoreDamaged
from pearlboard.store.journal import Journal
from pearlboard.store.log import FactLog, entries_of
from pearlboard.store.reading import Found, read
from pearlboard.store.rows import rows_of
from pearlboard.store.sealing import Sealing
from pearlboard.store.shelf import Shelf
from pearlboard.store.untrusted import bounded, open_untrusted
from pearlboard.web import pages
from pearlboard.web.port import Operated

MORE_MB: Final = 150
"""Memory allowed beyond what the program itself takes."""
MOST_WRITTEN: Final = 1 << 20
LONGEST_SHOWN: Final = 1 << 20
"""The limit for one screen or page, in letters of JSON."""
READ_OF: Final = 4
"""The time of reading and folding all games, as a multiple of the time of reading alone."""
NICE: Final = 10
FOREIGN: Final = ("socket.connect", "socket.bind", "socket.sendto", "socket.getaddrinfo", "subprocess.Popen", "os.exec")
"""Audit events of Python for using the network or starting a process."""
ERRORS: Final = tuple(KINDS.values())


class ReadOnlyShelf(Shelf):
    """A shelf that keeps no words and no ranking."""

    def say(self, _: object) -> None:
        pass

    def keep_ranking(self, *_: object) -> None:
        pass


class ReadOnlySealing(Sealing):
    """A store without seals that makes none."""

    def chores(self, _: object) -> Iterator[float]:
        return iter(())


class ReadOnlyLog(FactLog):
    """A backup as the log of a table; writes go nowhere."""

    def __init__(self, path: Path, connection: sqlite3.Connection, found: Found) -> None:
        """`path` is where a table would keep what belongs to its log."""
        self.path = path
        self._connection = connection
        self.contents = found.contents
        self.repaired, self.caught_up = (), 0
        self._game, self._chain, self._head = found.game, found.chain, found.facts
        self._waiting = ()
        self.sealing = ReadOnlySealing(path, connection, Journal(path), (), frozenset())
        self.shelf = ReadOnlyShelf(connection, lambda _: True)

    def append(self, *_: object) -> None:
        pass

    def write_back(self) -> None:
        pass

    def close(self) -> None:
        """Do nothing: whoever has opened the file closes it."""


def confine(size: int) -> None:
    """Limit this process's memory and files, and make it the first victim when memory is short."""
    with suppress(OSError):  # not every system has such a file
        Path("/proc/self/oom_score_adj").write_text("1000", encoding="ascii")
    os.nice(NICE)
    used = resource.getrusage(resource.RUSAGE_SELF)
    seconds = int(used.ru_utime + used.ru_stime + allowed_s(size)) + 1
    limits = {resource.RLIMIT_CPU: seconds, resource.RLIMIT_FSIZE: MOST_WRITTEN, resource.RLIMIT_CORE: 0}
    if (now := _address_space()) is not None:
        limits[resource.RLIMIT_AS] = now + MORE_MB * 1_000_000
    for kind, most in limits.items():
        resource.setrlimit(kind, (most, most))
    sys.addaudithook(_alone)


def _address_space() -> int | None:
    """The mapped memory of this process, where the system says it."""
    try:
        pages_mapped = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    except OSError:
        return None
    return pages_mapped * resource.getpagesize()


def _alone(event: str, _: object) -> None:
    if event in FOREIGN:
        raise PermissionError(f"{event}: whoever judges a file speaks with nobody")


async def judge(path: Path, told: Step) -> Mapping[str, Any]:
    """The content of the backup; raises any error if a table cannot live with it. `told`: called with the progress."""
    with open_untrusted(path) as connection, TemporaryDirectory(prefix="pearlboard-") as folder:
        [[facts]] = connection.execute("SELECT COUNT(*) FROM fact")
        found = read(path, bounded(connection, path), lambda number: told(number, READ_OF * facts))
        make_temporary(connection)
        _fold_all(rows_of(connection, "ORDER BY version"), found, told)
        log = ReadOnlyLog(Path(folder) / "games.db", connection, found)
        settings = Settings(board="simulated", simulated=Simulation(mode="screen"))
        async with running_table(settings, log, SteppedClock(), 0) as running:
            await look(running, sorted(found.contents.finished))
    return {"facts": found.facts, "games": len(found.contents.finished)}


def _fold_all(rows: Iterator[Row], found: Found, told: Step) -> None:
    for game, of_game in groupby(rows, key=lambda row: row[1]):
        if game in found.contents.deleted:
            continue
        session = Session()
        for entry in entries_of(_dated(of_game)):
            _check_references(entry, game)
            session = evolve(session, entry)
        told(found.facts + (READ_OF - 1) * session.version, READ_OF * found.facts)


def _dated(rows: Iterator[Row]) -> Iterator[Row]:
    for row in rows:
        datetime.fromisoformat(row[2])
        yield row


def _check_references(entry: Entry, game: int) -> None:
    """Raise an error for a fact that refers to something which has not been."""
    fact = entry.fact
    told = [getattr(fact, name) for name in ("number", "to_version") if hasattr(fact, name)]
    agreement = getattr(fact, "agreement", None)
    if agreement is not None and agreement.began_from is not None:
        told.append(agreement.began_from[0])
    if any(number >= entry.version for number in told):
        raise BadInput(f"fact {entry.version}", f"of game {game} speaks of what had not happened")


async def look(running: Running, finished: list[int]) -> None:
    """Make everything that everybody would be shown."""
    stage, session, words = running.stage, running.tabletop.session, own_catalogues()
    phones = [Principal(seat, key) for seat, key in session.phones.items()]
    seats = () if session.agreement is None else range(1, len(session.agreement.names) + 1)
    stage.health()
    for language in LANGUAGES:
        for principal in (EVERYBODY, OPERATOR, *phones):
            _shown(running.hub.screen(language, principal))
        for seat in seats if not session.gone else ():
            _shown(private(seat, session, running.tabletop.now, running.tabletop.requests, catalogues()[language]))
        _shown(await running.operating.do(Operated("glance"), language))
        listed = await stage.finished.archive(language)
        _shown(pages.archive(language, words[language], listed))
        _shown(pages.family(language, words[language], await stage.finished.family(None, language)))
        for number in finished[-1:]:
            _shown([await stage.finished.replay(number, language), await stage.finished.picture(number, language)])
            _shown(await stage.finished.record(number))


def _shown(made: object) -> None:
    """Encode as for the network; `ValueError` for what cannot be encoded, or exceeds the limit."""
    text = json.dumps(made, allow_nan=False, ensure_ascii=False)
    if len(text.encode()) > LONGEST_SHOWN:
        raise ValueError("a page of it would be too long for anybody")


def main(path: Path) -> None:
    """Print the progress, and on the last line the verdict."""
    logging.disable()
    confine(path.stat().st_size if path.is_file() else 0)
    try:
        told = asyncio.run(judge(path, HowFar(_write)))
    except ERRORS as error:
        told = {"refused": type(error).__name__, "why": str(error)}
    except Exception as error:  # noqa: BLE001 - whatever a table could not live with
        told = {"refused": StoreDamaged.__name__, "why": f"{path}: no table can live with it ({_in_words(error)})"}
    sys.stdout.write(json.dumps(told) + "\n")


def _write(line: bytes) -> None:
    sys.stdout.write(line.decode())
    sys.stdout.flush()


def _in_words(error: Exception) -> str:
    text = " ".join(str(error).split())
    return f"{type(error).__name__}: {text}"[:400]


if __name__ == "__main__":
    main(Path(sys.argv[1]))
