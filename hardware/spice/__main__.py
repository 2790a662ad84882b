"""`python -m hardware.spice`: computes the chain's wires by ngspice, and says what is within its limits.

Exits with 1 if anything is not, with 2 if ngspice is missing or fails. `make hardware` writes the decks to `out/spice`.
"""

import sys

from hardware.generate.layout import Layout
from hardware.generate.sizes import read_sizes
from hardware.spice.decks import decks
from hardware.spice.judging import NgspiceError, judged, measured


def main() -> int:
    """Compute every deck and print each limit."""
    try:
        found = judged(measured(decks(Layout(read_sizes()))))
    except NgspiceError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    sys.stdout.writelines(f"{each}\n" for each in found)
    return int(not all(each.holds for each in found))


if __name__ == "__main__":
    sys.exit(main())
