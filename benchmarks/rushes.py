"""How strong the computer is at Piratoons, where all place at once: `python benchmarks/rushes.py` prints a table.

The arena asks one seat after the other; here every seat may place a piece in each of 5 to 14 ticks, in any order, and
then somebody says stop. The first player of a line has every seat in turn.
"""

import sys

from measuring import ends_within, judged, rounds

from pearlboard.games.piratoons.package import PACKAGE
from support.piratoons_games import share

LONGEST_S = 1800
MATCHES = (
    ("sensible", ("random",), 100, None),
    ("sensible", ("random",) * 3, 60, None),
    ("expert", ("sensible",), 400, 0.70),
    ("expert", ("sensible",) * 2, 399, 0.60),
    ("expert", ("sensible",) * 3, 400, 0.45),
    ("medium", ("easy",), 200, 0.5),
    ("hard", ("medium",), 200, 0.5),
    ("expert", ("hard",), 200, 0.5),
    ("expert", ("expert", "sensible", "sensible"), 80, None),
    ("sensible", ("expert",) * 3, 80, None),
)


def main() -> int:
    kept = True
    for name, others, many, limit in MATCHES:
        one, *rest = (PACKAGE.players()[each].bot for each in (name, *others))
        games = rounds(many, once=len(others) + 1)
        won, points, theirs = share([one, *rest], one, games)
        good = limit is None or won >= limit
        bar = "" if limit is None else f">= {100 * limit:.0f} %   {'kept' if good else 'MISSED'}"
        print(
            f"{name:<10} {', '.join(others):<30} {games:>4} {100 * won:>5.1f} % {points:>6.1f} : {theirs:<6.1f} {bar}"
        )
        kept &= good
    return judged(kept=kept)


if __name__ == "__main__":
    with ends_within(LONGEST_S):
        sys.exit(main())
