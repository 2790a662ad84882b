"""`pearlboard backup`, `restore` and `verify`: the games, for another day or another disk."""

import shutil
import sys
from argparse import ArgumentParser, Namespace
from contextlib import closing
from pathlib import Path

from pearlboard.cli.serving import settings_of, store_of
from pearlboard.errors import ConfigError
from pearlboard.service.control import NotRunning, ask
from pearlboard.service.judging import judge
from pearlboard.service.restoring import put_in_place
from pearlboard.store.backups import Holding, back_up, examine, holding
from pearlboard.store.files import moved
from pearlboard.store.log import FactLog


def arguments(parser: ArgumentParser) -> None:
    """Which games."""
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
    store, target = store_named(options), Path(options.file) if options.file else None
    if target is not None:
        must_be_new(target)
    try:
        made = Path(ask(store, "copy")["path"])
    except NotRunning:
        _must_be_there(store)
        with closing(FactLog(store)) as log:
            made = back_up(log)
    if target is not None:
        made = _copied(made, target)
    _say(f"{made}: {_held(holding(made))}. It contains values and names: keep it to yourself.")
    return 0


def restore_backup(options: Namespace) -> int:
    """Put a backup in place of the games; one line says what is there now, and where what was there is kept."""
    store = store_named(options)
    judge(Path(options.file))
    held, kept = put_in_place(Path(options.file), store, replace=options.replace)
    _say(f"{store}: {_held(held)}.{f' What was there is kept as {kept.name}.' if kept is not None else ''}")
    return 0


def verify(options: Namespace) -> int:
    """Read the games, or a backup, from the first fact to the last; one line says that they are whole."""
    if options.file:
        judge(Path(options.file))
        _say(f"{options.file}: whole; {_held(holding(Path(options.file)))}.")
        return 0
    store = store_named(options)
    try:
        answer = ask(store, "verify")
        facts, games = answer["facts"], answer["games"]
    except NotRunning:
        _must_be_there(store)
        held = examine(store)
        facts, games = held.facts, len(held.games)
    _say(f"{store} and its journal: whole and alike; {facts} facts, {games} finished games.")
    return 0


def _held(held: Holding) -> str:
    return f"{held.facts} facts, {len(held.games)} finished games"


def store_named(options: Namespace) -> Path:
    """Where the games are, as `--store` says, or else the settings."""
    settings, problem = settings_of(options)
    if problem is not None and not options.store:
        raise ConfigError(f"{problem}; or say with --store where the games are")
    return Path(options.store) if options.store else store_of(settings)


def must_be_new(target: Path) -> None:
    """Nothing that is there already is written over; and the folder is there, before anything is done."""
    if target.exists():
        raise ConfigError(f"{target}: already exists; move it away, or give another name")
    if not target.parent.is_dir():
        raise ConfigError(f"{target}: there is no folder {target.parent}; make it, or give another place")


def _must_be_there(store: Path) -> None:
    if not store.exists():
        raise ConfigError(f"{store}: there are no games here; say with --store or --config where they are")


def _copied(made: Path, target: Path) -> Path:
    """On another disk, perhaps; there when this returns, and for its owner only where that disk knows owners."""
    new = target.with_name(f"{target.name}.new")
    try:
        new.unlink(missing_ok=True)
        new.touch(mode=0o600)
        shutil.copyfile(made, new)
        moved(new, target)
    except OSError as error:
        raise ConfigError(
            f"{target}: cannot be written ({error.strerror or error}); give a place that has room "
            f"and may be written to. The backup is kept as {made}"
        ) from error
    return target


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
