"""`python3 -m pearlboard.releases`: what a card's system calls, as root.

Exit codes: 0, done, or nothing to do; 2, refused, and nothing was changed; 3, tried, and the release before runs again;
1, nothing that is here lives, or the disk failed. What is wrong is one line on standard error.
"""

import os
import platform
import shutil
import signal
import sqlite3
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from pearlboard.errors import PearlboardError
from pearlboard.releases.decisions import Machine, Refused, is_newer, refuse_a_game
from pearlboard.releases.service import RealClock, SystemdService
from pearlboard.releases.shelf import Busy, Shelf, run
from pearlboard.releases.signed import Checked, Checker, newer
from pearlboard.releases.updating import Updater, WentBack

DONE, FAILED, REFUSED, WENT_BACK = range(4)
PACKAGE: Final = ".deb"


def main(argv: Sequence[str] | None = None) -> int:
    """Do one thing; the exit code."""
    options = _parser().parse_args(argv)
    shelf = Shelf(options.root)
    updater = Updater(shelf, SystemdService(options.settings), RealClock(), newer)
    try:
        if options.verb == "status":
            _say(*updater.status())
            return DONE
        return _changed(options, updater)
    except WentBack as error:
        return _failed(error, WENT_BACK)
    except (Refused, Busy) as error:
        return _failed(error, REFUSED)
    except (PearlboardError, OSError, sqlite3.Error) as error:
        return _failed(error, FAILED)


def _changed(options: Namespace, updater: Updater) -> int:
    """Nobody interrupts this but by the power switch: a terminal that is closed would leave a release unproven."""
    for number in (signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    with updater.shelf.alone():
        match options.verb:
            case "undo-unproved":
                told = updater.undo_unproved()
            case "back":
                told = updater.back(put_games_aside=options.put_games_aside)
            case _:
                told = _update(options, updater)
    if told is not None:
        _say(told)
    return DONE


def _update(options: Namespace, updater: Updater) -> str:
    refuse_a_game(updater.service.answer())
    updater.undo_unproved()
    taken = options.root / "incoming"
    machine = Machine(_suite(), run("dpkg", "--print-architecture").strip())
    try:
        package = _package(Checker(options.key, machine, taken, newer), _source(options), updater.shelf.current)
        return f"{updater.shelf.current} runs here already." if package is None else updater.update(package)
    finally:
        shutil.rmtree(taken, ignore_errors=True)


def _package(checker: Checker, source: str, current: str) -> Checked | None:
    """What is to run, checked; None if it does already."""
    if source.endswith(PACKAGE):
        return checker.dropped(Path(source), current)
    offer = checker.latest(source)
    return checker.fetched(source, offer, current) if is_newer(offer.version, current, newer) else None


def _source(options: Namespace) -> str:
    """As it was named, or as the card was told once and for all."""
    if options.source:
        return str(options.source)
    told = options.root / "repository"
    if not told.is_file():
        raise Refused(f"name a repository (a folder, or http://…) or a file; or write its address into {told}")
    return str(told.read_text(encoding="utf-8").strip())


def _suite() -> str:
    return platform.freedesktop_os_release().get("VERSION_CODENAME", "")


def _parser() -> ArgumentParser:
    parser = ArgumentParser(prog="pearlboard-releases", description="Releases of the table on a card, side by side.")
    for name, default, what in (
        ("--root", "/data/pearlboard", "where releases and games are"),
        ("--key", "/usr/share/keyrings/pearlboard.gpg", "whose signature counts"),
        ("--settings", "/etc/pearlboard/config.toml", "the settings of the table"),
    ):
        parser.add_argument(name, type=Path, default=Path(default), metavar="PATH", help=f"{what} ({default})")
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", required=True)
    verbs.add_parser("status", help="say what runs and what came before")
    update = verbs.add_parser("update", help="let a newer release run, if it lives")
    update.add_argument(
        "source", metavar="SOURCE", nargs="?", help="a repository, or a .deb with its .deb.asc beside it"
    )
    back = verbs.add_parser("back", help="let the release before run again")
    back.add_argument(
        "--put-games-aside", action="store_true", help="also if it cannot read the games as they are now; they are kept"
    )
    verbs.add_parser("undo-unproved", help="before the table starts: take back what was not proven")
    return parser


def _say(*lines: str) -> None:
    for line in lines:
        sys.stdout.write(f"{line}\n")


def _failed(error: Exception, code: int) -> int:
    sys.stderr.write(f"pearlboard-releases: {error}\n")
    return code


if __name__ == "__main__":
    os.umask(0o022)
    sys.exit(main())
