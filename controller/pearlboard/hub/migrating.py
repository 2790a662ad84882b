"""The schema, by numbered steps of plain SQL, each in a transaction of its own, under a lock that other hubs respect.

Well-kept migration tools were looked at (Alembic, yoyo): they bring SQLAlchemy, or a command line and a configuration
of their own. For steps that only go forward this page is smaller.
"""

from pathlib import Path
from typing import Any, Final

from psycopg import AsyncConnection

from pearlboard.errors import ConfigError

STEPS: Final = Path(__file__).parent / "migrations"
LOCK: Final = 0x70_6561_726C
"""The number of the advisory lock, which is this program's own."""
LIST: Final = (
    "CREATE TABLE IF NOT EXISTS migration "
    "(number integer PRIMARY KEY, name text NOT NULL, at timestamptz NOT NULL DEFAULT now())"
)


def steps(folder: Path = STEPS) -> list[tuple[int, Path]]:
    """The steps in order: `0001_name.sql`."""
    return sorted((int(file.name.partition("_")[0]), file) for file in folder.glob("*.sql"))


async def migrate(connection: AsyncConnection[Any], folder: Path = STEPS) -> list[int]:
    """Take the steps that are still to be taken, and return their numbers; `ConfigError` if a newer hub was here."""
    taken, known = [], steps(folder)
    for number, file in known:
        async with connection.transaction():
            await connection.execute("SELECT pg_advisory_xact_lock(%s)", (LOCK,))
            await connection.execute(LIST)
            if await _done(connection, "SELECT 1 FROM migration WHERE number = %s", number):
                continue
            await connection.execute(file.read_bytes())
            await connection.execute("INSERT INTO migration (number, name) VALUES (%s, %s)", (number, file.stem))
        taken.append(number)
    if await _done(connection, "SELECT 1 FROM migration WHERE number > %s", known[-1][0]):
        raise ConfigError("a newer version of Pearlboard has used this database: install that version here")
    return taken


async def _done(connection: AsyncConnection[Any], question: Any, number: int) -> bool:  # noqa: ANN401 - a literal
    return await (await connection.execute(question, (number,))).fetchone() is not None
