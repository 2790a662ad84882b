"""`pearlboard update`: on a card it updates; elsewhere it prints the command that does."""

import os
import sys
from argparse import ArgumentParser, Namespace
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pearlboard
from pearlboard.errors import ConfigError

PLACE: Final = Path("/usr/lib/pearlboard/venv")
"""The path at which both the package and `systemd/install.sh` put the program; for the script it is a link."""
ON_A_CARD: Final = Path("/usr/sbin/pearlboard-releases")


@dataclass(frozen=True, slots=True)
class Installation:
    """The installation of this program: its environment, its sources, and what a card updates it with."""

    environment: Path
    package: Path
    place: Path = PLACE
    on_a_card: Path = ON_A_CARD


def arguments(parser: ArgumentParser) -> None:
    """The arguments: on a card, where the release comes from."""
    parser.add_argument(
        "source",
        metavar="SOURCE",
        nargs="?",
        help="on a card: a repository, or a signed package, FILE.deb.gpg (default: what the card was told)",
    )


def run(options: Namespace) -> int:
    """Update, or say how."""
    here = Installation(Path(sys.prefix), Path(pearlboard.__file__).parent)
    if here.on_a_card.exists():
        if os.geteuid() != 0:
            raise ConfigError("only root may update; the operator's page updates this table, too")
        words = [str(here.on_a_card), "update", *([options.source] if options.source else [])]
        os.execv(here.on_a_card, words)  # noqa: S606 - takes the place of this program, which may be replaced by it
    what, command = way(here)
    sys.stdout.write(f"Pearlboard {pearlboard.__version__} runs here, {what}. This updates it:\n  {command}\n")
    return 0


def way(here: Installation) -> tuple[str, str]:
    """How the program was installed, in words, and the one command that updates it."""
    checkout = here.package.parent.parent
    if here.environment.resolve().is_relative_to(here.place.parent):
        if here.place.is_symlink():
            return (
                "installed by systemd/install.sh",
                "git pull && sudo systemd/install.sh    (in the project's folder)",
            )
        return "from the Debian package", "sudo apt update && sudo apt install --only-upgrade pearlboard"
    wheel = "pearlboard-VERSION-py3-none-any.whl    (the wheel of the new release)"
    if (checkout / ".git").exists():
        return f"from the checkout in {checkout}", f"git -C {checkout} pull    (`make play` installs what is new)"
    if (here.environment / "pipx_metadata.json").exists():
        return "installed by pipx", f"pipx install --force {wheel}"
    python = here.environment / "bin/python"
    return f"in the environment {here.environment}", f"{python} -m pip install {wheel}"
