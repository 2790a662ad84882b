"""`pearlboard check-game NAME`: tests a game against the laws that every game must keep, a line for each."""

import sys
from argparse import ArgumentParser, Namespace

from pearlboard.checking.laws import examine
from pearlboard.checking.suite import LAWS
from pearlboard.cli.games import usable


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME", help="the game, as its package calls itself")
    parser.add_argument(
        "--only",
        metavar="LAW",
        action="append",
        choices=[law.name for law in LAWS],
        help="look at this law alone; may be given several times",
    )


def run(options: Namespace) -> int:
    """Print `ok` or `!!`, the law, and its result; returns 1 if a law is broken."""
    package, kept = usable(options.name), True
    laws = [law for law in LAWS if law.name in (options.only or [law.name])]
    width = max(len(law.name) for law in laws)
    for finding in examine(package, laws):
        kept = kept and finding.problem is None
        mark, words = ("ok", finding.law.about) if finding.problem is None else ("!!", finding.problem)
        sys.stdout.write(f"{mark}  {finding.law.name:<{width}}  {words}\n")
        sys.stdout.flush()
    return 0 if kept else 1
