"""`pearlboard blackbox`: the last hour of a table as one file, and such a file played once more."""

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Final

from pearlboard.cli import keeping
from pearlboard.errors import ConfigError, PearlboardError
from pearlboard.regular import MOST_OF_A_RECORDING, read_regular
from pearlboard.service.blackbox import folder_of, parts, whole
from pearlboard.service.playing_back import played_back

MOST_TOLD: Final = 10


class PlayedOtherwise(PearlboardError):
    """What was decided then is not decided now."""


def arguments(parser: ArgumentParser) -> None:
    """What to do, and with which file."""
    parser.add_argument(
        "action", choices=("export", "replay"), help="write the file, or play it on the simulated board"
    )
    parser.add_argument("file", metavar="FILE", help="one JSON document per line")
    keeping.arguments(parser)


def run(options: Namespace) -> int:
    """Do that."""
    path = Path(options.file)
    return _export(options, path) if options.action == "export" else _replay(path)


def _export(options: Namespace, path: Path) -> int:
    keeping.must_be_new(path)
    folder = folder_of(keeping.store_named(options))
    if not parts(folder):
        raise ConfigError(f"{folder}: there is no black box here yet; play, or say with --store where the games are")
    path.touch(mode=0o600)
    path.write_text(whole(folder), encoding="utf-8")
    sys.stdout.write(f"{path}: contains no names, values, tokens or passwords; look before you send it to anybody.\n")
    return 0


def _replay(path: Path) -> int:
    try:
        lines = read_regular(path, MOST_OF_A_RECORDING).decode().splitlines()
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise ConfigError(f"{path}: is not a text in UTF-8") from error
    done, differences = played_back(lines)
    sys.stdout.writelines(f"{difference}\n" for difference in differences[:MOST_TOLD])
    sys.stdout.flush()
    if differences:
        raise PlayedOtherwise(f"{path}: {len(differences)} of {done} decisions came out differently")
    sys.stdout.write(f"{path}: all {done} decisions came out the same.\n")
    return 0
