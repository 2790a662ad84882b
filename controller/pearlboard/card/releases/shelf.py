"""The folder of releases: unpacked side by side, switched by a link, on trial by a file. Each step is atomic."""

import contextlib
import fcntl
import json
import os
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from pearlboard.card.releases.decisions import VERSION, Promise, Refused
from pearlboard.errors import PearlboardError
from pearlboard.privileges import as_owner
from pearlboard.store.files import moved, sync

UNFINISHED: Final = (".new", ".gone")


class NotWhole(PearlboardError, RuntimeError):
    """The folder is damaged, and the current release unknown."""


class Busy(PearlboardError, RuntimeError):
    """Another update is in progress."""


@dataclass(frozen=True, slots=True)
class Shelf:
    """The folder at `root`."""

    root: Path

    @property
    def releases(self) -> Path:
        """One folder a version, and the link `current`."""
        return self.root / "releases"

    @property
    def state(self) -> Path:
        """Where the games are."""
        return self.root / "state"

    def games_before(self, version: str) -> Path:
        """The games as `version` left them."""
        return self.root / "before" / version

    def put_aside(self) -> list[Path]:
        """The folders of replaced games, beside those of the table."""
        return [self.state / name for name in as_owner(self.state, lambda: _put_aside(self.state))]

    def free_name(self, version: str) -> str:
        """An unused name for replaced games of that version."""
        return as_owner(self.state, lambda: _free_name(self.state, version))

    @property
    def current(self) -> str:
        """The current version; `NotWhole` if it is unknown."""
        link = self.releases / "current"
        try:
            version = str(link.readlink())
        except OSError as error:
            raise NotWhole(f"{link}: does not say which release runs ({error.strerror})") from error
        if not VERSION.fullmatch(version) or not (self.releases / version).is_dir():
            raise NotWhole(f"{link}: leads to {version}, which is no release")
        return version

    def versions(self) -> list[str]:
        """The complete versions, including the current one."""
        return sorted(
            each.name
            for each in self.releases.iterdir()
            if VERSION.fullmatch(each.name) and each.suffix not in UNFINISHED and each.is_dir()
        )

    @contextlib.contextmanager
    def alone(self) -> Iterator[None]:
        """An exclusive lock, or `Busy`. The system releases it when the process dies."""
        with (self.root / "lock").open("w") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError as error:
                raise Busy("another update is at work; wait until it is done") from error
            yield

    # --- releases --------------------------------------------------------------------------------------------------

    def unpack(self, package: Path, version: str, size: int) -> None:
        """Unpack a package completely, and sync. `size`: in bytes, unpacked. `Refused` if that is impossible."""
        new = self.releases / f"{version}.new"
        self.discard(version)
        if size > (free := shutil.disk_usage(self.root).free):
            raise Refused(f"{version} takes {size >> 20} MB, and {free >> 20} MB are free; make room first")
        try:
            new.mkdir()
            run("dpkg-deb", "--extract", str(package), str(new))
            _sync_all(new)
            moved(new, self.releases / version)
        except (OSError, subprocess.CalledProcessError) as error:
            shutil.rmtree(new, ignore_errors=True)  # swept again before the next one, if that fails
            raise Refused(f"{version} could not be unpacked ({_why(error)}); nothing was changed") from error

    def switch(self, version: str) -> None:
        """Make a release the current one."""
        new = self.releases / "current.new"
        new.unlink(missing_ok=True)
        new.symlink_to(version)
        new.rename(self.releases / "current")
        sync(self.releases)

    def discard(self, version: str) -> None:
        """Delete a release. A partly deleted one never has a name that would mean complete."""
        there = self.releases / version
        if there.is_dir():
            gone = there.with_name(f"{version}.gone")
            shutil.rmtree(gone, ignore_errors=True)
            there.rename(gone)
            sync(self.releases)
            shutil.rmtree(gone)

    def sweep(self) -> None:
        """Delete what an interrupted update has left."""
        for folder in (self.releases, self.root / "before", self.root):
            for left in folder.iterdir() if folder.is_dir() else ():
                if left.suffix in UNFINISHED:
                    removed(left)
        removed(self.root / "incoming")
        as_owner(self.state, lambda: _sweep(self.state))

    def forget_games(self, keep: set[str]) -> None:
        """Delete copies of games whose releases are gone."""
        folder = self.root / "before"
        for copied in folder.iterdir() if folder.is_dir() else ():
            if copied.name not in keep:
                removed(copied)

    # --- the promise -----------------------------------------------------------------------------------------------

    @property
    def _promise(self) -> Path:
        return self.root / "promise.json"

    def promise(self) -> Promise | None:
        """The release on trial; None if there is none. `NotWhole` if the file cannot be read."""
        try:
            return Promise(**json.loads(self._promise.read_bytes()))
        except FileNotFoundError:
            return None
        except (OSError, ValueError, TypeError) as error:
            raise NotWhole(f"{self._promise}: cannot be read ({error})") from error

    def give(self, promise: Promise) -> None:
        """Put a release on trial."""
        new = self._promise.with_name("promise.json.new")
        new.write_text(json.dumps(asdict(promise)), encoding="utf-8")
        moved(new, self._promise)

    def keep(self) -> None:
        """End the trial: the release is proven, or undone."""
        self._promise.unlink()
        sync(self.root)

    # --- what the table is told ------------------------------------------------------------------------------------

    @property
    def _word(self) -> Path:
        return self.root / "word.json"

    def word(self) -> dict[str, Any]:
        """The result that was left last; empty if there is none, or it cannot be read."""
        try:
            word = json.loads(self._word.read_bytes())
        except (OSError, ValueError):
            return {}
        return word if isinstance(word, dict) else {}

    def leave_word(self, word: Mapping[str, Any]) -> None:
        """Leave a result, readable for all."""
        new = self._word.with_name("word.json.new")
        new.write_text(json.dumps(word), encoding="utf-8")
        new.chmod(0o644)
        moved(new, self._word)


def run(*command: str) -> str:
    """Run a tool of Debian; returns its output. `CalledProcessError` with its message if it fails."""
    environment = {**os.environ, "LC_ALL": "C.UTF-8"}
    done = subprocess.run(command, env=environment, capture_output=True, encoding="utf-8", check=True)  # noqa: S603
    printed: str = done.stdout
    return printed


def removed(path: Path) -> None:
    """Delete a path in root's folder; its contents with the rights of their owner, who has the copies of games."""
    if path.is_dir() and not path.is_symlink():
        as_owner(path, lambda: _emptied(path))
        path.rmdir()
    else:
        path.unlink(missing_ok=True)


def _emptied(folder: Path) -> None:
    for each in folder.iterdir():
        shutil.rmtree(each) if each.is_dir() and not each.is_symlink() else each.unlink()


# --- in the games' folder, as its owner ------------------------------------------------------------------------------


def _put_aside(state: Path) -> list[str]:
    return sorted(each.name for each in state.glob("games-of-*") if each.is_dir() and not each.is_symlink())


def _free_name(state: Path, version: str) -> str:
    number = 1
    while os.path.lexists(state / f"games-of-{version}-{number}"):
        number += 1
    return f"games-of-{version}-{number}"


def _sweep(state: Path) -> None:
    """Delete empty folders for replaced games. Others of such names are in nobody's way."""
    for name in _put_aside(state):
        with contextlib.suppress(OSError):  # it has games in it; or it is the service's own affair, and stops no start
            (state / name).rmdir()


def _sync_all(tree: Path) -> None:
    """Sync everything at once, which is fast; then each file, which reports errors."""
    os.sync()
    for folder, _, files in os.walk(tree, topdown=False):
        for name in files:
            if not (path := Path(folder, name)).is_symlink():
                sync(path)
        sync(Path(folder))


def _why(error: OSError | subprocess.CalledProcessError) -> str:
    if isinstance(error, OSError):
        return error.strerror or str(error)
    return "; ".join(str(error.stderr).strip().splitlines()[:3]) or f"{error.cmd[0]} failed"
