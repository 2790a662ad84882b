"""`python -m hardware.generate`: draws the board anew; with `--check` says what git has out of date instead."""

import sys
from argparse import ArgumentParser

from hardware.generate.everything import everything
from hardware.generate.files import stale, write
from hardware.generate.sizes import SizesError, read_sizes


def main() -> int:
    parser = ArgumentParser(prog="python -m hardware.generate", description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 if anything is out of date")
    options = parser.parse_args()
    try:
        files = everything(read_sizes())
    except SizesError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    changed = stale(files) if options.check else write(files)
    for path in changed:
        sys.stdout.write(f"{'out of date' if options.check else 'written'}: {path}\n")
    return int(options.check and bool(changed))


if __name__ == "__main__":
    sys.exit(main())
