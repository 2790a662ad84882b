"""`python -m hardware.spice`: computes the decks beside this file by ngspice, and says what is within its limits.

Exits with 1 if anything is not, with 2 if ngspice is missing or fails. `--write` writes the decks anew instead.
"""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Final

from hardware.generate.layout import Layout
from hardware.generate.sizes import read_sizes
from hardware.spice.decks import decks
from hardware.spice.judging import NgspiceError, judged, measured

HERE: Final = Path(__file__).parent


def committed() -> dict[str, str]:
    """The decks beside this file."""
    return {path.name: path.read_text(encoding="utf-8") for path in sorted(HERE.glob("*.cir"))}


def main(arguments: list[str] | None = None) -> int:
    parser = ArgumentParser(prog="python -m hardware.spice", description=__doc__)
    parser.add_argument("--write", action="store_true", help="write the decks from sizes and parts, compute nothing")
    if parser.parse_args(arguments).write:
        for name, text in decks(Layout(read_sizes())).items():
            (HERE / name).write_text(text, encoding="utf-8")
        return 0
    try:
        found = judged(measured(committed()))
    except NgspiceError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    sys.stdout.writelines(f"{each}\n" for each in found)
    return int(not all(each.holds for each in found))


if __name__ == "__main__":
    sys.exit(main())
