"""`pearlboard blackbox`: export the last hour of a table as one file, or replay such a file."""

import os
import sys
from argparse import ArgumentParser, Namespace
from functools import partial
from pathlib import Path
from typing import Final

from pearlboard.cli import keeping
from pearlboard.cli.serving import as_keeper
from pearlboard.configuration import text_of
from pearlboard.errors import ConfigError, PearlboardError
from pearlboard.recorder.blackbox import folder_of, parts, whole
from pearlboard.recorder.playing_back import played_back
from pearlboard.regular import MOST_OF_A_RECORDING

MOST_TOLD: Final = 10


class PlayedOtherwise(PearlboardError):
    """The replay decided something differently."""


def arguments(parser: ArgumentParser) -> None:
    """The arguments: the action, and the file."""
    parser.add_argument(
        "action", choices=("export", "replay"), help="write the file, or play it on the simulated board"
    )
    parser.add_argument("file", metavar="FILE", help="one JSON document per line")
    keeping.arguments(parser)


def run(options: Namespace) -> int:
    """Export or replay."""
    path = Path(options.file)
    return _export(options, path) if options.action == "export" else _replay(path)


def _export(options: Namespace, path: Path) -> int:
    store = keeping.store_named(options)
    with keeping.new_file(path) as file:
        as_keeper(options, store, partial(_written, folder_of(store), file))
    sys.stdout.write(f"{path}: contains no names, values, tokens or passwords; look before you send it to anybody.\n")
    return 0


def _written(folder: Path, file: int) -> None:
    if not parts(folder):
        raise ConfigError(f"{folder}: there is no black box here yet; play, or say with --store where the games are")
    with os.fdopen(file, "w", encoding="utf-8", closefd=False) as target:
        target.write(whole(folder))


def _replay(path: Path) -> int:
    done, differences = played_back(text_of(path, MOST_OF_A_RECORDING).splitlines())
    sys.stdout.writelines(f"{difference}\n" for difference in differences[:MOST_TOLD])
    sys.stdout.flush()
    if differences:
        raise PlayedOtherwise(f"{path}: {len(differences)} of {done} decisions came out differently")
    sys.stdout.write(f"{path}: all {done} decisions came out the same.\n")
    return 0
