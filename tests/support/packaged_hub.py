"""The Debian package of a hub from its first day to its last, without a PostgreSQL and with one beside it."""

import asyncio
import re
import shutil
import tempfile
from contextlib import contextmanager
from pathlib import Path

from support.debian import Debian
from support.house import Running
from support.packaged import apt
from support.wheels import OFFLINE, must

PACKAGE = "pearlboard-hub"
SETTINGS, FOLDER = "/etc/pearlboard/hub.env", "/usr/lib/pearlboard-hub"
OURS = (SETTINGS, FOLDER, "/usr/sbin/pearlboard-hub-database", "/usr/lib/systemd/system/pearlboard-hub.service")
NOTHING_STARTS = "#!/bin/sh\nexit 101\n"
NOT_TO_THE_NETWORK = "listen_addresses = ''\n"
DATABASES = "SELECT datname || ' of ' || pg_get_userbyid(datdba) FROM pg_database WHERE datname = 'pearlboard'"


def prove(package, suite, architecture, _fetched):
    """All of it; an AssertionError says what is not as Debian's policy wants it, or as docs/club.md says."""
    with tempfile.TemporaryDirectory(prefix="proving-") as folder:
        kind = None if architecture == "amd64" else architecture
        with Debian(Path(folder) / "root", suite, kind, told=OFFLINE).entered() as debian:
            must(debian.run("apt-get", "update", "-qq"))
            shutil.copy(package, debian.folder / "root/hub.deb")
            starter = debian.path("/usr/sbin/policy-rc.d")
            starter.write_text(NOTHING_STARTS)
            starter.chmod(0o755)
            comes_and_says_that_it_has_no_database(debian)
            with postgresql(debian):
                makes_its_database_once(debian)
                key = serves(debian, tournaments=architecture == "amd64")
                comes_again_and_keeps_what_is_there(debian)
                assert serves(debian, key, tournaments=architecture == "amd64") == key
                leaves_a_table_beside_it_alone(debian)
                goes_and_leaves_settings_and_database(debian)
                is_purged_and_says_what_stays(debian)


def comes_and_says_that_it_has_no_database(debian):
    """One sentence says what to do; the user is there, and nothing that the package does not own."""
    said = must(apt(debian, "install", "/root/hub.deb")).stdout
    assert "no PostgreSQL answers on this machine" in said, said
    assert "pearlboard-hub-database, or name another machine's in /etc/pearlboard/hub.env" in said
    assert debian.path(SETTINGS).stat().st_mode & 0o777 == 0o640
    changed = debian.run("dpkg", "--verify", PACKAGE).stdout
    assert changed == "", changed
    owned = set(must(debian.run("dpkg", "-L", PACKAGE)).stdout.splitlines())
    found = {f"/{path.relative_to(debian.folder)}" for path in debian.path(FOLDER).rglob("*")}
    assert found - owned == set()
    process = start(debian)
    _, complaint = process.communicate(timeout=120)
    assert process.returncode != 0
    assert "the database does not answer" in complaint, complaint


@contextmanager
def postgresql(debian):
    """A PostgreSQL of that Debian, which is reached by its socket alone."""
    must(apt(debian, "install", "postgresql"))
    [version] = debian.path("/etc/postgresql").iterdir()
    told = version / "main/conf.d/here.conf"
    told.write_text(NOT_TO_THE_NETWORK)
    told.chmod(0o644)
    must(debian.run("pg_ctlcluster", version.name, "main", "start"))
    try:
        yield
    finally:
        must(debian.run("pg_ctlcluster", version.name, "main", "stop", "-m", "fast"))


def databases(debian):
    """The hub's database and its owner."""
    command = ("setpriv", "--reuid", "postgres", "--regid", "postgres", "--init-groups", "psql", "-XqtAc", DATABASES)
    return must(debian.run(*command)).stdout.split("\n")[:-1]


def makes_its_database_once(debian):
    """And says nothing; not where the settings name another one."""
    assert databases(debian) == []
    settings = debian.path(SETTINGS)
    kept = settings.read_text()
    settings.write_text(f"{kept}PEARLBOARD_HUB_DATABASE=postgresql://db.example.org/house\n")
    assert "nothing was made here" in must(debian.run("pearlboard-hub-database")).stdout
    assert databases(debian) == []
    settings.write_text(kept)
    for _ in range(2):
        done = must(debian.run("pearlboard-hub-database"))
        assert done.stdout + done.stderr == ""
        assert databases(debian) == ["pearlboard of pearlboard-hub"]


def start(debian):
    """As the unit starts it, but for a free port and what only systemd does."""
    user = ("/usr/bin/setpriv", "--reuid", PACKAGE, "--regid", PACKAGE, "--init-groups", "--")
    command = (f"{FOLDER}/venv/bin/pearlboard", "hub", "--host", "127.0.0.1", "--port", "0")
    return debian.start(*user, *command, PEARLBOARD_HUB_DATABASE="postgresql:///pearlboard")


def serves(debian, key=None, *, tournaments):
    """Its owner comes in by the key, which is printed once, and is told which tournaments there are; that key."""
    process = start(debian)
    lines = []
    try:
        while not (line := process.stdout.readline()).startswith("Stop with"):
            assert line, f"the hub has ended: {lines} {process.stderr.read()}"
            lines.append(line)
        said = "".join(lines)
        assert ("#" in said) == (key is None), said
        found = key or re.search(r"#(\S+)", said)[1]
        asyncio.run(offers(Running(int(re.search(r":(\d+)/", said)[1])), found, tournaments=tournaments))
    finally:
        process.terminate()
        process.communicate(timeout=120)
    return found


async def offers(hub, key, *, tournaments):
    """A page of the hub says that it lacks tournaments of two seats, where it does, and refuses one in words."""
    await hub.enter(key)
    assert (await hub.get("/health"))[::2] == (200, '{"ok":true}')
    await hub.do("/house/people/add", names="Anna\nBen")
    _, _, form = await hub.get("/house/competitions")
    assert ("it lacks py4swiss" in form) != tournaments
    plan = {"name": "Cup", "game": "Harbour", "seats": "2", "person-1": "on", "person-2": "on", "rounds": "1"}
    status, _, page = await hub.do("/house/competitions/make", system="swiss", once="s", **plan)
    assert (status, "it lacks py4swiss" in page) == ((303, False) if tournaments else (400, True))
    assert (await hub.do("/house/competitions/make", system="round_robin", once="r", **plan))[0] == 303


def comes_again_and_keeps_what_is_there(debian):
    """An upgrade changes neither settings nor the database."""
    settings = debian.path(SETTINGS)
    settings.write_text(settings.read_text() + "# mine\n")
    must(apt(debian, "install", "--reinstall", "/root/hub.deb"))
    assert settings.read_text().endswith("# mine\n")
    assert settings.stat().st_mode & 0o777 == 0o640
    assert databases(debian) == ["pearlboard of pearlboard-hub"]


def leaves_a_table_beside_it_alone(debian):
    """Whoever purges a table on the same machine keeps the hub's settings."""
    debian.path("/etc/pearlboard/config.toml").write_text("# a table's\n")
    must(debian.run("sh", "/root/pearlboard/packaging/debian/postrm", "purge"))
    assert debian.read(SETTINGS).endswith("# mine\n")
    assert not debian.has("/etc/pearlboard/config.toml")


def goes_and_leaves_settings_and_database(debian):
    """Removed is not purged."""
    must(apt(debian, "remove", PACKAGE))
    assert debian.has(SETTINGS)
    assert not debian.has(FOLDER)
    assert databases(debian) == ["pearlboard of pearlboard-hub"]


def is_purged_and_says_what_stays(debian):
    """Nothing of the package is left; the database is PostgreSQL's, and how to delete it is said."""
    said = must(apt(debian, "purge", PACKAGE)).stdout
    assert "dropdb pearlboard && sudo -u postgres dropuser pearlboard-hub" in said, said
    assert [place for place in OURS if debian.has(place)] == []
    assert not debian.has("/etc/pearlboard")
    assert databases(debian) == ["pearlboard of pearlboard-hub"]
