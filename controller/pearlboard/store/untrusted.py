"""A database that somebody else may have made: a backup off a stick, one that was sent to the operator's page.

SQLite does what a file's schema says: a view runs, and gives what it likes for as long as it likes. So nothing is asked
of such a file before its schema is literally ours, and all that SQLite would do beyond reading is switched off. How
long the reading may take, and how much it may give, is bounded by the size of the file.
"""

import sqlite3
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path
from typing import Final

from pearlboard.session.limits import LONGEST_ID, MOST_BYTES
from pearlboard.store.chain import Row
from pearlboard.store.database import APPLICATION_ID, FACTS, HEADER_BYTES, IDENTITY, SCHEMA, is_read, rows_of
from pearlboard.store.errors import NewerStore, StoreDamaged, StoreUnavailable, WrongStore

READ_ONLY: Final = "mode=ro&immutable=1"
"""Nothing that lies beside it is looked at either."""
MOST_MB: Final = 1024
"""Some thirty thousand games."""
LONGEST_VALUE: Final = 4 * MOST_BYTES + 4096
"""In bytes: a whole row, of which a body is nearly all."""
BASE_S: Final = 20.0
A_MB_S: Final = 2.0
"""So long SQLite may read in a file, and so much longer for each million bytes of it: what a slow card takes, amply."""
ROW_BYTES: Final = 40
"""No row takes less: its hash alone has 32."""
STEPS: Final = 10_000
"""After so many steps of SQLite the time is looked at."""
LONGEST: Final = {2: 40, 3: 32, 6: LONGEST_ID}
"""How long the texts of a row may be, by the place of their column; its body is `session.limits`' matter."""


@contextmanager
def open_untrusted(path: Path, how: str = READ_ONLY) -> Iterator[sqlite3.Connection]:
    """A database whose schema is ours and whose pages are whole; its rows are to be read by `bounded`.

    `how`: of SQLite's address. `StoreUnavailable`, `WrongStore`, `NewerStore` or `StoreDamaged`, in the block, too.
    """
    size = _size_of(path)
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?{how}", uri=True, check_same_thread=False)) as opened:
            _confine(opened, size)
            _check_kind(opened, path)
            _check_schema(opened, path)
            if (wrong := opened.execute("PRAGMA integrity_check(1)").fetchone()[0]) != "ok":
                raise StoreDamaged(f"{path}: the database is damaged ({wrong})")
            yield opened
    except sqlite3.OperationalError as error:
        if error.sqlite_errorname == "SQLITE_INTERRUPT":
            raise StoreDamaged(f"{path}: the file takes longer to read than any of its size") from error
        raise StoreUnavailable(f"{path}: the file cannot be read ({error})") from error
    except sqlite3.DatabaseError as error:
        raise StoreDamaged(f"{path}: the database is damaged ({error})") from error


def bounded(connection: sqlite3.Connection, path: Path) -> Iterator[Row]:
    """All rows, each of the right kinds and bounded; `StoreDamaged` if all are more than the file has room for."""
    left = path.stat().st_size
    for row in rows_of(connection, "ORDER BY version"):
        left -= ROW_BYTES + len(row[5])
        if left < 0:
            raise StoreDamaged(f"{path}: the file says more than it has room for")
        if any(len(row[at] or "") > most for at, most in LONGEST.items()):  # type: ignore[arg-type]
            raise StoreDamaged(f"{path}: fact {row[0]} is longer than any")
        yield row


def _size_of(path: Path) -> int:
    if not path.is_file():
        raise StoreUnavailable(f"{path}: there is no such file")
    if (size := path.stat().st_size) < HEADER_BYTES:
        why = "is empty" if size == 0 else f"ends after {size} bytes, so it was cut off or is none; copy it once more"
        raise StoreDamaged(f"{path}: the file {why}")
    if size > MOST_MB * 1_000_000:
        raise StoreUnavailable(f"{path}: the file is larger than {MOST_MB} MB, which no table's games are")
    return size


def _confine(connection: sqlite3.Connection, size: int) -> None:
    """Switch off what a file could make SQLite do, and bound what is left."""
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LONGEST_VALUE)
    connection.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
    if sys.version_info >= (3, 12):
        connection.setconfig(sqlite3.SQLITE_DBCONFIG_DEFENSIVE, True)  # noqa: FBT003 - as it is called
        connection.setconfig(sqlite3.SQLITE_DBCONFIG_ENABLE_TRIGGER, False)  # noqa: FBT003 - likewise
        connection.setconfig(sqlite3.SQLITE_DBCONFIG_ENABLE_VIEW, False)  # noqa: FBT003 - likewise
    ends_s = time.monotonic() + BASE_S + A_MB_S * size / 1e6
    connection.set_progress_handler(lambda: time.monotonic() > ends_s, STEPS)
    for pragma in ("trusted_schema = OFF", "cell_size_check = ON", "mmap_size = 0", "temp_store = MEMORY"):
        connection.execute(f"PRAGMA {pragma}")


def _check_kind(connection: sqlite3.Connection, path: Path) -> None:
    """By the header alone."""
    if connection.execute("PRAGMA application_id").fetchone()[0] != APPLICATION_ID:
        raise WrongStore(f"{path}: the file holds no games of pearlboard")
    if (schema := connection.execute("PRAGMA user_version").fetchone()[0]) > SCHEMA:
        raise NewerStore(f"{path}: the file was written by a newer version of pearlboard (schema {schema})")
    if not is_read(schema):
        raise WrongStore(f"{path}: the file was written by a pearlboard that was never released (schema {schema})")


def _check_schema(connection: sqlite3.Connection, path: Path) -> None:
    found = connection.execute(f"{SCHEMA_OF} LIMIT {len(_ours()) + 1}").fetchall()
    if found != _ours():
        raise WrongStore(f"{path}: the file is put together otherwise than pearlboard does it")


SCHEMA_OF: Final = "SELECT type, name, tbl_name, sql FROM sqlite_master"


@cache
def _ours() -> list[tuple[str, str, str, str]]:
    """What `make_database` makes, in its order."""
    with closing(sqlite3.connect(":memory:")) as made:
        made.executescript(FACTS + IDENTITY)
        return made.execute(SCHEMA_OF).fetchall()
