"""A card with real releases, games and links, and a service that lives as its release says: no process, no waiting."""

import shutil
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

from pearlboard.card.releases.decisions import Answer, Machine
from pearlboard.card.releases.service import RealClock
from pearlboard.card.releases.shelf import Shelf
from pearlboard.card.releases.signed import Checked, newer
from pearlboard.card.releases.updating import Updater
from pearlboard.session.facts import Entry, GamePaused
from pearlboard.store.database import SCHEMA
from pearlboard.store.log import FactLog
from support.card_power import apart

AT = "2026-01-02T03:04:05+00:00"
MACHINE = Machine("trixie", "amd64")
OLD, NEW, NEXT = "0.1.0~deb13", "0.2.0~deb13", "0.3.0~deb13"
HEALTH = "usr/lib/pearlboard/how-it-lives"


class FakeClock(RealClock):
    """Waiting takes no time."""

    def __init__(self):
        self.at_s = 0.0

    def now_s(self):
        return self.at_s

    def wait(self, seconds):
        self.at_s += seconds


class FakeService:
    """Runs what `current` leads to: how it lives, and which schema its games have, stand in the release.

    As the real one does, it writes a fact at each start, and raises the schema; of a newer one it says nothing.
    """

    def __init__(self, root):
        self.shelf = Shelf(root)
        self.process = self.asked = self.died = 0
        self.up = False
        self.phase = "idle"
        self.known = 0
        self.ok = True
        self.ran = []

    def running(self):
        return self.up

    def deaths(self):
        self.died += self.lives() == "dies"
        return self.died

    def stop(self):
        self.up = False

    def start(self):
        version = self.shelf.current
        self.process += 1
        self.died = 0
        self.ran.append(version)
        self.up = True
        if self.lives() != "dies":
            with apart():
                self.known = max(self.known, play(self.shelf.state, self.schema(), 1))

    def lives(self):
        return self._said()[0]

    def schema(self):
        return int(self._said()[1])

    def _said(self):
        return (self.shelf.releases / "current" / HEALTH).read_text().split(":")

    def answer(self):
        lives, version = self.lives(), self.shelf.current.split("~")[0]
        if not self.up or lives in {"dies", "hangs"} or schema_of(self.shelf.state) > self.schema():
            return None
        self.asked += 1
        if lives == "eats memory" and self.asked % 3 == 0:
            self.process += 1
            self.died += 1
            return None
        said = "9.9" if lives == "another version" else version
        return Answer(said, self.ok and lives != "is not well", self.phase, self.process)


def play(state, schema, facts):
    """So many more facts, by a release with that schema; the release cannot open newer ones."""
    path = state / "games.db"
    if path.exists() and schema_of(state) > schema:
        return 0
    set_schema(state, SCHEMA)
    log = FactLog(path)
    log.append([Entry(log.version + 1 + more, GamePaused()) for more in range(facts)], AT)
    version = log.version
    log.close()
    set_schema(state, schema)
    return version


def schema_of(state):
    with closing(sqlite3.connect(state / "games.db")) as database:
        return database.execute("PRAGMA user_version").fetchone()[0]


def set_schema(state, schema):
    if (state / "games.db").exists():
        with closing(sqlite3.connect(state / "games.db")) as database:
            database.execute(f"PRAGMA user_version = {schema}")


def facts(state):
    """So many are there, both copies whole and alike; whatever schema they say they have."""
    schema = schema_of(state)
    set_schema(state, SCHEMA)
    log = FactLog(state / "games.db")
    assert log.repaired == ()
    log.verify()
    version = log.version
    log.close()
    set_schema(state, schema)
    return version


def tree(folder, version, lives="lives", schema=4):
    """What is in a package."""
    place = folder / HEALTH
    place.parent.mkdir(parents=True)
    place.write_text(f"{lives}:{schema}")
    control = (
        f"Package: pearlboard\nVersion: {version}\nArchitecture: {MACHINE.architecture}\nInstalled-Size: 10\n"
        "Maintainer: Nobody <nobody@x.invalid>\nDescription: x\n"
    )
    (folder / "DEBIAN").mkdir()
    (folder / "DEBIAN/control").write_text(control)
    return folder


def package(folder, version, lives="lives", schema=4):
    """A real one."""
    made = folder / f"pearlboard_{version}_{MACHINE.architecture}.deb"
    contents = tree(folder / f"tree-{version}-{len(list(folder.iterdir()))}", version, lives, schema)
    command = ["dpkg-deb", "-z0", "--root-owner-group", "--build", contents, made]
    subprocess.run(command, check=True, capture_output=True)
    shutil.rmtree(contents)
    return made


def checked(folder, version, lives="lives", schema=4):
    return Checked(package(folder, version, lives, schema), version, 10 << 10)


class Card:
    """One that runs OLD, with a game of three facts."""

    def __init__(self, folder):
        self._at(folder / "card")
        (self.root / "state").mkdir(parents=True)
        tree(self.root / "releases" / OLD, OLD)
        (self.root / "releases/current").symlink_to(OLD)
        play(self.state, 4, 2)
        self.service.start()

    @classmethod
    def again(cls, folder):
        """The one that is there, its service running."""
        card = cls.__new__(cls)
        card._at(folder / "card")
        card.service.up, card.service.known = True, facts(card.state)
        return card

    def _at(self, root):
        self.root = root
        self.updater = self.another_updater()

    @property
    def known(self):
        """How many facts the table has written so far."""
        return self.service.known

    def played(self, schema, more):
        """So many more facts."""
        self.service.known = play(self.state, schema, more)

    def another_updater(self):
        """As after a start of the machine: nothing runs, nothing is remembered."""
        self.service = FakeService(self.root)
        return Updater(Shelf(self.root), self.service, FakeClock(), newer)

    @property
    def shelf(self):
        return self.updater.shelf

    @property
    def state(self):
        return self.root / "state"

    def boot(self):
        """What the machine does when the power is back."""
        self.updater = self.another_updater()
        told = self.updater.undo_unproved()
        self.service.start()
        return told

    def is_whole(self, *versions):
        """Exactly one whole release runs and answers, one of these; nothing unfinished lies about."""
        assert self.shelf.promise() is None
        assert self.shelf.current in versions
        assert self.service.answer().program == self.shelf.current.split("~")[0]
        for version in self.shelf.versions():
            assert (self.root / "releases" / version / HEALTH).is_file()
        left = [each for each in Path(self.root).rglob("*") if each.name.endswith((".new", ".gone"))]
        assert left == []

    def all_facts(self):
        """In the games of the table, and in every folder of games that were put aside."""
        aside = {each.name: facts(each) for each in self.state.glob("games-of-*")}
        return facts(self.state), aside
