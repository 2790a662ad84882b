"""`pearlboard backup`, `restore` and `verify`: the games, for another day or another disk."""

import os
import shutil
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from functools import partial
from pathlib import Path
from tempfile import NamedTemporaryFile

from pearlboard.cli.serving import as_keeper, settings_of, store_of
from pearlboard.diagnostics.control import NotRunning, ask
from pearlboard.errors import ConfigError, PearlboardError
from pearlboard.operator.judging import judge
from pearlboard.operator.restoring import put_in_place
from pearlboard.privileges import as_owner, folder_opened, opened
from pearlboard.store.backups import Holding, back_up, examine, holding
from pearlboard.store.database import Step
from pearlboard.store.log import FactLog


def arguments(parser: ArgumentParser) -> None:
    """Add the arguments that say which store is meant."""
    parser.add_argument(
        "--config", metavar="FILE", help="the settings, in TOML (default: what PEARLBOARD_CONFIG names)"
    )
    parser.add_argument("--store", metavar="FILE", help="the database of the games")


def backup_arguments(parser: ArgumentParser) -> None:
    """And where to."""
    arguments(parser)
    parser.add_argument("file", metavar="FILE", nargs="?", help="where to put it (default: beside the games)")


def restore_arguments(parser: ArgumentParser) -> None:
    """And from where."""
    arguments(parser)
    parser.add_argument("file", metavar="FILE", help="the backup")
    parser.add_argument(
        "--replace", action="store_true", help="even if there are games that the backup does not have; they are kept"
    )


def verify_arguments(parser: ArgumentParser) -> None:
    """Or of a backup."""
    arguments(parser)
    parser.add_argument("file", metavar="FILE", nargs="?", help="a backup (default: the games themselves)")


def backup(options: Namespace) -> int:
    """Copy the games, also while they are played; one line says where to."""
    store = store_named(options)
    if not options.file:
        return _say(as_keeper(options, store, partial(_backed_up, store)))
    target = Path(options.file)
    with new_file(target) as file:
        line = as_keeper(options, store, partial(_backed_up, store, (target, file)))
    return _say(line)


def _backed_up(store: Path, target: tuple[Path, int] | None = None) -> str:
    """`target`: where a copy is to be, too, and the descriptor to write there."""
    try:
        made = Path(ask(store, "copy", _say_how_far("copied"))["path"])
    except NotRunning:
        _must_be_there(store)
        with closing(FactLog(store)) as log:
            made = back_up(log, _say_how_far("copied"))
    held = _held(holding(made, _say_how_far("read again")))
    if target is not None:
        _copied(made, *target)
    return f"{made if target is None else target[0]}: {held}. It contains values and names: keep it to yourself."


def restore_backup(options: Namespace) -> int:
    """Put a backup in place of the games; one line says what is there now, and where what was there is kept."""
    store, backup = store_named(options), Path(options.file)
    file = opened(backup) if os.geteuid() == 0 and backup.is_file() else None
    return _say(as_keeper(options, store, partial(_restored, store, backup, file, replace=options.replace)))


def _restored(store: Path, backup: Path, file: int | None, *, replace: bool) -> str:
    """`file`: the backup as root has opened it, for its name may be of no use to the owner of the games."""
    with _readable(backup, file, store) as path:
        try:
            judge(path, told=_say_how_far("looked through"))
            held, kept = put_in_place(path, store, replace=replace, told=_say_how_far("put back"))
        except PearlboardError as error:
            error.args = tuple(str(each).replace(str(path), str(backup)) for each in error.args)
            raise
    return f"{store}: {_held(held)}.{f' What was there is kept as {kept.name}.' if kept is not None else ''}"


@contextmanager
def _readable(backup: Path, file: int | None, store: Path) -> Iterator[Path]:
    """A path by which SQLite can read it: its own, or that of a copy which is gone afterwards."""
    if file is None or os.access(backup, os.R_OK):
        yield backup
        return
    store.parent.mkdir(parents=True, exist_ok=True)
    with NamedTemporaryFile(prefix=f"{store.name}.restoring-", dir=store.parent) as copy:
        with os.fdopen(file, "rb") as source:
            shutil.copyfileobj(source, copy)
        copy.flush()
        yield Path(copy.name)


def verify(options: Namespace) -> int:
    """Read the games, or a backup, from the first fact to the last; one line says that they are whole."""
    if options.file:
        path = Path(options.file)
        return _say(as_owner(path.parent, lambda: _judged(path)))
    store = store_named(options)
    return _say(as_keeper(options, store, partial(_verified, store)))


def _judged(path: Path) -> str:
    held = judge(path, told=_say_how_far("looked through"))
    return f"{path}: whole; {_counted(held.facts, held.games)}."


def _verified(store: Path) -> str:
    try:
        answer = ask(store, "verify", _say_how_far("verified"))
        facts, games = answer["facts"], answer["games"]
    except NotRunning:
        _must_be_there(store)
        held = examine(store, _say_how_far("verified"))
        facts, games = held.facts, len(held.games)
    return f"{store} and its journal: whole and alike; {_counted(facts, games)}."


def _say_how_far(done_so: str) -> Step:
    """Say on a terminal how far it is, in a line that is written over; nothing where nobody looks."""
    last = -1

    def told(done: int, of: int) -> None:
        nonlocal last
        now = 100 * done // of if of else 100
        if now != last and sys.stderr.isatty():
            last = now
            sys.stderr.write(f"\r{done_so}: {now} % ")
            sys.stderr.flush()

    return told


def _held(held: Holding) -> str:
    return _counted(held.facts, len(held.games))


def _counted(facts: int, games: int) -> str:
    return f"{facts} facts, {games} finished games"


def store_named(options: Namespace) -> Path:
    """Where the games are, as `--store` says, or else the settings."""
    settings, problem = settings_of(options)
    if problem is not None and not options.store:
        raise ConfigError(f"{problem}; or say with --store where the games are")
    return Path(options.store) if options.store else store_of(settings)


@contextmanager
def new_file(target: Path) -> Iterator[int]:
    """A descriptor to write a file with that belongs to whoever runs this; under its name, and on disk, at the end.

    It is for its owner only, where that disk knows owners. Nothing that is there already is written over.
    """
    if not target.parent.is_dir():
        raise ConfigError(f"{target}: there is no folder {target.parent}; make it, or give another place")
    folder, new = folder_opened(target.parent), f"{target.name}.new"
    try:
        if os.path.lexists(target):
            raise ConfigError(f"{target}: already exists; move it away, or give another name")
        with suppress(FileNotFoundError):
            os.unlink(new, dir_fd=folder)
        file = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600, dir_fd=folder)
        try:
            yield file
            os.fsync(file)
            os.rename(new, target.name, src_dir_fd=folder, dst_dir_fd=folder)
        except BaseException:
            os.unlink(new, dir_fd=folder)
            raise
        finally:
            os.close(file)
        os.fsync(folder)
    except OSError as error:
        why = error.strerror or error
        raise ConfigError(f"{target}: cannot be written ({why}); give a place that may be written to") from error
    finally:
        os.close(folder)


def _must_be_there(store: Path) -> None:
    if not store.exists():
        raise ConfigError(f"{store}: there are no games here; say with --store or --config where they are")


def _copied(made: Path, target: Path, file: int) -> None:
    """On another disk, perhaps; there when this returns."""
    try:
        with made.open("rb") as source, os.fdopen(file, "wb", closefd=False) as copy:
            shutil.copyfileobj(source, copy)
        os.fsync(file)
    except OSError as error:
        raise ConfigError(
            f"{target}: cannot be written ({error.strerror or error}); give a place that has room "
            f"and may be written to. The backup is kept as {made}"
        ) from error


def _say(line: str) -> int:
    if sys.stderr.isatty():
        sys.stderr.write("\r\033[K")
    sys.stdout.write(f"{line}\n")
    return 0
