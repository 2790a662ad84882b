"""A real PostgreSQL for tests, in a folder of its own and on a socket there; nothing that it keeps outlives it."""

import contextlib
import itertools
import os
import pwd
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

import pytest

PATIENCE_S = 30
PLACES = [*sorted(map(str, Path("/usr/lib/postgresql").glob("*/bin")), reverse=True), os.environ.get("PATH", "")]
INITDB = shutil.which("initdb", path=os.pathsep.join(PLACES))
QUICK = ("fsync=off", "full_page_writes=off", "shared_buffers=16MB", "max_connections=60")
"""Tests kill programs, not the power."""
USERS = ("postgres", "nobody")
NUMBERS = itertools.count(1)


def needed():
    """Skip where PostgreSQL or psycopg is missing."""
    if INITDB is None:
        pytest.skip("these tests need PostgreSQL: on Debian, apt install postgresql")
    pytest.importorskip("psycopg", reason="these tests need psycopg: pip install 'psycopg[binary]'")


def _as_somebody(command):
    """The command, if need be as somebody who is not root: PostgreSQL refuses root."""
    if os.geteuid() != 0:
        return command
    return ["setpriv", f"--reuid={_somebody().pw_uid}", f"--regid={_somebody().pw_gid}", "--clear-groups", *command]


def _somebody():
    for name in USERS:
        with contextlib.suppress(KeyError):
            return pwd.getpwnam(name)
    return pytest.skip("these tests need a user who is not root")


class Postgres:
    """A server, which can be stopped and started again."""

    def __init__(self, folder):
        self.folder, self._data = Path(folder), Path(folder) / "data"
        self._process = None
        if os.geteuid() == 0:
            os.chown(folder, _somebody().pw_uid, _somebody().pw_gid)
        made = ["--auth=trust", "--username=house", "--encoding=UTF8", "--locale=C", "--no-sync"]
        self._run([INITDB, "--pgdata", str(self._data), *made])

    def start(self):
        """Run it, and wait until it answers."""
        program = str(Path(INITDB).with_name("postgres"))
        options = [f"-c{each}" for each in (*QUICK, "listen_addresses=", f"unix_socket_directories={self.folder}")]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                _as_somebody([program, "-D", str(self._data), *options]), stdout=log, stderr=log, cwd=self.folder
            )
        until = time.monotonic() + PATIENCE_S
        while not self._answers():
            assert self._process.poll() is None, (self.folder / "log").read_text()
            assert time.monotonic() < until
            time.sleep(0.05)
        return self

    def stop(self):
        """At once, as for a power cut that it survives."""
        if self._process is not None and self._process.poll() is None:
            self._process.send_signal(3)  # SIGQUIT
            self._process.wait(PATIENCE_S)

    @property
    def pids(self):
        """The processes that it is made of now."""
        first = self._process.pid
        children = Path(f"/proc/{first}/task/{first}/children").read_text(encoding="ascii")
        return [first, *map(int, children.split())]

    def address(self, name="postgres"):
        """The address of a database, for psycopg."""
        return f"postgresql://house@/{name}?host={self.folder}"

    def database(self):
        """The address of a new, empty database."""
        import psycopg

        name = f"house{next(NUMBERS)}"
        with psycopg.connect(self.address(), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        return self.address(name)

    def _answers(self):
        import psycopg

        try:
            psycopg.connect(self.address(), connect_timeout=2).close()
        except psycopg.OperationalError:
            return False
        return True

    def _run(self, command):
        done = subprocess.run(
            _as_somebody(command), capture_output=True, text=True, timeout=PATIENCE_S, check=False, cwd=self.folder
        )
        assert done.returncode == 0, done.stderr


@contextlib.contextmanager
def postgres():
    """A server that runs."""
    needed()
    folder = tempfile.mkdtemp(prefix="pearlboard-postgres-")  # not among pytest's, where only this user may look
    server = Postgres(folder)
    try:
        yield server.start()
    finally:
        server.stop()
        shutil.rmtree(folder, ignore_errors=True)
