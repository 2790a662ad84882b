"""`pearlboard operator password`: sets the operator password, for whoever has forgotten it or never chose one.

Whoever may write beside the games may do this, also while the table runs: the table reads the file every time.
"""

import getpass
import sys
from argparse import ArgumentParser, Namespace
from functools import partial
from pathlib import Path

from pearlboard.cli import keeping
from pearlboard.cli.serving import as_keeper
from pearlboard.errors import BadInput, ConfigError
from pearlboard.operator.password import keep_password
from pearlboard.typed import text_in

MOST_BYTES = 4096


def arguments(parser: ArgumentParser) -> None:
    """The arguments: which table."""
    parser.add_argument(
        "what", choices=("password",), metavar="password", help="choose one: typed, or as a line on standard input"
    )
    keeping.arguments(parser)


def run(options: Namespace) -> int:
    """Store the typed password, and print a line with the games that it is for."""
    store = keeping.store_named(options)
    as_keeper(options, store, partial(_must_have_a_folder, store))
    as_keeper(options, store, partial(keep_password, store, _typed() if sys.stdin.isatty() else _line()))
    sys.stdout.write(f"{store}: its operator's page now opens with that password.\n")
    return 0


def _must_have_a_folder(store: Path) -> None:
    """Raise an error before anybody has typed anything, if the folder of the games is missing."""
    if not store.parent.is_dir():
        raise ConfigError(f"{store.parent}: is not a folder; start the table once, or give --store")


def _typed() -> str:
    """Read a password from the terminal, twice since it is not shown."""
    typed = getpass.getpass("Password for the operator's page: ")
    if getpass.getpass("Once more: ") != typed:
        raise BadInput("", "they were not the same; nothing was changed")
    return typed


def _line() -> str:
    """Read a line as any system's editor saves it."""
    return text_in(sys.stdin.buffer.read(MOST_BYTES))
