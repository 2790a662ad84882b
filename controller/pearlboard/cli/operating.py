"""`pearlboard operator password`: what opens the operator's page, for whoever has forgotten it or never chose one.

Whoever may write beside the games may do this, also while the table is at work, which reads it anew each time.
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
    """What is chosen, and for which table."""
    parser.add_argument(
        "what", choices=("password",), metavar="password", help="choose one: typed, or as a line on standard input"
    )
    keeping.arguments(parser)


def run(options: Namespace) -> int:
    """Keep what is typed; one line says for which games."""
    store = keeping.store_named(options)
    as_keeper(options, store, partial(_must_have_a_folder, store))
    as_keeper(options, store, partial(keep_password, store, _typed() if sys.stdin.isatty() else _line()))
    sys.stdout.write(f"{store}: its operator's page now opens with that password.\n")
    return 0


def _must_have_a_folder(store: Path) -> None:
    """Before anybody has typed anything."""
    if not store.parent.is_dir():
        raise ConfigError(f"{store.parent}: is not a folder; start the table once, or give --store")


def _typed() -> str:
    """Without showing it, so twice."""
    typed = getpass.getpass("Password for the operator's page: ")
    if getpass.getpass("Once more: ") != typed:
        raise BadInput("", "they were not the same; nothing was changed")
    return typed


def _line() -> str:
    """As an editor saves it, on whatever system."""
    return text_in(sys.stdin.buffer.read(MOST_BYTES))
