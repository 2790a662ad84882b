"""`python3 -m pearlboard.card.releases`: called by a card's system, as root.

Exit codes: 0, done, or nothing to do; 2, refused, and nothing was changed; 3, tried, and the release before runs again;
1, no release here works, or the disk failed. Errors are one line on standard error.
"""

import os
import platform
import shutil
import signal
import stat
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, Literal

from pearlboard.card.releases.decisions import Machine, Refused, is_newer, refuse_a_game
from pearlboard.card.releases.service import RealClock, SystemdService
from pearlboard.card.releases.shelf import Busy, Shelf, run
from pearlboard.card.releases.signed import Checked, Checker, described, newer
from pearlboard.card.releases.updating import GamesGiveWay, Updater, WentBack
from pearlboard.errors import PearlboardError
from pearlboard.privileges import as_owner
from pearlboard.typed import text_in

DONE, FAILED, REFUSED, WENT_BACK = range(4)
PACKAGES: Final = (".deb", ".deb.gpg")
REPOSITORY: Final = "repository"
"""The file with the repository's address, beside the releases or as the card came with it."""
NEWEST: Final = "newest-list"
"""The file with the date of the newest list of packages so far; its folder is root's."""
SENT: Final = "state/sent-release.deb.gpg"
"""The path of a package uploaded to the operator's page."""
ASKED: Final[Mapping[str, tuple[str, ...]]] = {
    "update": ("update",),
    "sent": ("update", SENT),
    "back": ("back",),
    "back-anyway": ("back", "--put-games-aside"),
}
"""The requests of the table's service, by a word in the name of a unit."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """An outcome: a word for the table's pages, a sentence, and an exit code. None: there was nothing to do."""

    name: Literal["done", "nothing_new", "refused", "games_give_way", "went_back", "failed"]
    said: str | None
    code: int = DONE


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; returns the exit code."""
    options = _parser().parse_args(argv)
    if options.verb == "asked":
        options = _parser().parse_args(ASKED[options.what], options)
    updater = Updater(Shelf(options.root), SystemdService(options.settings), RealClock(), newer)
    try:
        if options.verb == "status":
            _say(*updater.status())
            return DONE
        return _changed(options, updater)
    except Busy as error:
        return _failed(error, REFUSED)
    except (PearlboardError, OSError) as error:
        return _failed(error, FAILED)


def _changed(options: Namespace, updater: Updater) -> int:
    """Make a change without being interrupted: a terminal that is closed would leave a release on trial."""
    for number in (signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    with updater.shelf.alone():
        outcome = _tried(options, updater)
        try:
            nothing_tried = outcome.said is None or options.verb == "begin"
            updater.tell(None if nothing_tried else {"outcome": outcome.name, "said": str(outcome.said)})
        except (PearlboardError, OSError) as error:
            _failed(error, FAILED)
    if outcome.said is None or outcome.code == DONE:
        _say(*() if outcome.said is None else (outcome.said,))
        return DONE
    return _failed(outcome.said, outcome.code)


def _tried(options: Namespace, updater: Updater) -> Outcome:
    """Make a change, and leave its result for the table."""
    try:
        match options.verb:
            case "undo-unproved":
                return Outcome("went_back", updater.undo_unproved())
            case "begin":
                return Outcome("done", _begun(options.package, updater))
            case "back":
                return Outcome("done", updater.back(put_games_aside=options.put_games_aside))
            case _:
                return _update(options, updater)
    except WentBack as error:
        return Outcome("went_back", str(error), WENT_BACK)
    except GamesGiveWay as error:
        return Outcome("games_give_way", str(error), REFUSED)
    except Refused as error:
        return Outcome("refused", str(error), REFUSED)
    except (PearlboardError, OSError) as error:
        return Outcome("failed", str(error), FAILED)


def _begun(package: Path, updater: Updater) -> str | None:
    """Install the read-only system's own package, which needs no signature: whoever changed it could change the key,
    too.
    """
    machine = Machine(_suite(), run("dpkg", "--print-architecture").strip())
    return updater.begin(described(package, machine))


def _update(options: Namespace, updater: Updater) -> Outcome:
    refuse_a_game(updater.service.answer())
    updater.undo_unproved()
    taken = options.root / "incoming"
    machine = Machine(_suite(), run("dpkg", "--print-architecture").strip())
    current = updater.shelf.current
    try:
        checker = Checker(options.key, machine, taken, newer, options.root / NEWEST)
        package, warned = _package(checker, _source(options), current)
        said = f"{current} runs here already." if package is None else updater.update(package)
        told = said if warned is None else f"{said} {warned}"
        return Outcome("done" if updater.shelf.current != current else "nothing_new", told)
    finally:
        shutil.rmtree(taken, ignore_errors=True)


def _package(checker: Checker, source: str, current: str) -> tuple[Checked | None, str | None]:
    """The package to run, checked, or None if it runs already; and a remark about its list."""
    if source.endswith(PACKAGES):
        return checker.dropped(Path(source), current), None
    offer, warned = checker.latest(source, datetime.now(UTC))
    there = is_newer(offer.version, current, newer)
    return checker.fetched(source, offer, current) if there else None, warned


def _source(options: Namespace) -> str:
    """The source: as given, or as configured on the card."""
    if options.source == SENT:
        return str(_regular(options.root / SENT))
    if options.source:
        return str(options.source)
    for told in (options.root / REPOSITORY, options.repository):
        if told.is_file():
            return text_in(told.read_bytes()).strip()
    where = options.root / REPOSITORY
    raise Refused(f"name a repository (a folder, or http://…) or a file; or write its address into {where}")


def _regular(path: Path) -> Path:
    """Check that the service's file is a regular one, so that no link is followed and no pipe waited for."""
    if not as_owner(path.parent, lambda: os.path.lexists(path) and stat.S_ISREG(path.lstat().st_mode)):
        raise Refused("no package was sent to the table; send it once more")
    return path


def _suite() -> str:
    return platform.freedesktop_os_release().get("VERSION_CODENAME", "")


def _parser() -> ArgumentParser:
    parser = ArgumentParser(prog="pearlboard-releases", description="Releases of the table on a card, side by side.")
    for name, default, what in (
        ("--root", "/data/pearlboard", "where releases and games are"),
        ("--key", "/usr/share/keyrings/pearlboard.gpg", "whose signature counts"),
        ("--settings", "/etc/pearlboard/config.toml", "the settings of the table"),
        ("--repository", "/usr/share/pearlboard-card/repository", "the address of newer ones, as the card has it"),
    ):
        parser.add_argument(name, type=Path, default=Path(default), metavar="PATH", help=f"{what} ({default})")
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", required=True)
    verbs.add_parser("status", help="say what runs and what came before")
    update = verbs.add_parser("update", help="let a newer release run, if it lives")
    update.add_argument("source", metavar="SOURCE", nargs="?", help="a repository, or a signed package, FILE.deb.gpg")
    back = verbs.add_parser("back", help="let the release before run again")
    back.add_argument(
        "--put-games-aside", action="store_true", help="also if it cannot read the games as they are now; they are kept"
    )
    asked = verbs.add_parser("asked", help="do what the table's service asks for")
    asked.add_argument("what", choices=tuple(ASKED))
    begin = verbs.add_parser("begin", help="where there is no release yet: the one that the card's system came with")
    begin.add_argument("package", metavar="PACKAGE", type=Path, help="its .deb")
    verbs.add_parser("undo-unproved", help="before the table starts: take back what was not proven")
    return parser


def _say(*lines: str) -> None:
    for line in lines:
        sys.stdout.write(f"{line}\n")


def _failed(error: Exception | str, code: int) -> int:
    sys.stderr.write(f"pearlboard-releases: {error}\n")
    return code


if __name__ == "__main__":
    os.umask(0o022)
    sys.exit(main())
