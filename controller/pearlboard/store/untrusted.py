"""Opening a database that somebody else may have made: a backup from a USB stick, or one uploaded by an operator.

SQLite executes what a file's schema says: a view can run for as long as it likes. So no query runs before the schema
has been found to be literally ours, and every feature of SQLite beyond reading is switched off. The size of the file
bounds how long reading may take, and how much it may return.
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
from pearlboard.store.database import APPLICATION_ID, HEADER_BYTES, SCHEMA, SCHEMAS, is_read
from pearlboard.store.errors import NewerStore, StoreDamaged, StoreUnavailable, WrongStore
from pearlboard.store.rows import rows_of

READ_ONLY: Final = "mode=ro&immutable=1"
"""Files beside the database are ignored as well."""
MOST_MB: Final = 1024
"""Some thirty thousand games."""
LONGEST_VALUE: Final = 4 * MOST_BYTES + 4096
"""In bytes: a whole row, of which the body is nearly all."""
BASE_S: Final = 20.0
A_MB_S: Final = 2.0
"""The deadline for reading a file: a base, and seconds per million bytes, ample for a slow card."""
ROW_BYTES: Final = 40
"""The least that a row can take: its hash alone has 32 bytes."""
STEPS: Final = 10_000
"""How many steps of SQLite between two looks at the clock."""
LONGEST: Final = {2: 40, 3: 32, 6: LONGEST_ID}
"""The longest texts of a row, by column index; `session.limits` bounds the body."""


@contextmanager
def open_untrusted(path: Path, how: str = READ_ONLY) -> Iterator[sqlite3.Connection]:
    """Open a database whose schema is ours and whose pages are intact; read its rows with `bounded`.

    `how`: the query part of SQLite's URI. `StoreUnavailable`, `WrongStore`, `NewerStore` or `StoreDamaged`, also from
    within the block.
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
    """Yield all rows, each bounded; `StoreDamaged` if they add up to more than the file's size."""
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
    """Switch off the SQLite features that a file could abuse, and set limits on the rest."""
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LONGEST_VALUE)
    connection.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
    if sys.version_info >= (3, 12):
        connection.setconfig(sqlite3.SQLITE_DBCONFIG_DEFENSIVE, True)  # noqa: FBT003 - SQLite's signature
        connection.setconfig(sqlite3.SQLITE_DBCONFIG_ENABLE_TRIGGER, False)  # noqa: FBT003 - SQLite's signature
        connection.setconfig(sqlite3.SQLITE_DBCONFIG_ENABLE_VIEW, False)  # noqa: FBT003 - SQLite's signature
    ends_s = time.monotonic() + BASE_S + A_MB_S * size / 1e6
    connection.set_progress_handler(lambda: time.monotonic() > ends_s, STEPS)
    for pragma in ("trusted_schema = OFF", "cell_size_check = ON", "mmap_size = 0", "temp_store = MEMORY"):
        connection.execute(f"PRAGMA {pragma}")


def _check_kind(connection: sqlite3.Connection, path: Path) -> None:
    """Check the application and the schema version in the header."""
    if connection.execute("PRAGMA application_id").fetchone()[0] != APPLICATION_ID:
        raise WrongStore(f"{path}: the file holds no games of pearlboard")
    if (schema := connection.execute("PRAGMA user_version").fetchone()[0]) > SCHEMA:
        raise NewerStore(f"{path}: the file was written by a newer version of pearlboard (schema {schema})")
    if not is_read(schema):
        raise WrongStore(f"{path}: the file was written by a pearlboard that was never released (schema {schema})")


def _check_schema(connection: sqlite3.Connection, path: Path) -> None:
    own = _own_schema(connection.execute("PRAGMA user_version").fetchone()[0])
    if connection.execute(f"{SCHEMA_OF} LIMIT {len(own) + 1}").fetchall() != own:
        raise WrongStore(f"{path}: the file is put together otherwise than pearlboard does it")


SCHEMA_OF: Final = "SELECT type, name, tbl_name, sql FROM sqlite_master"


@cache
def _own_schema(schema: int) -> list[tuple[str, str, str, str]]:
    """The tables of a database of this schema, in order."""
    with closing(sqlite3.connect(":memory:")) as made:
        made.executescript(SCHEMAS.get(schema, SCHEMAS[SCHEMA]))
        return made.execute(SCHEMA_OF).fetchall()
