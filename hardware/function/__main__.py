"""Judge the committed design by every law, and by the generator's own checks: exits with 1 if any is broken."""

import sys
from collections.abc import Iterator

from hardware.electrical.copper import check_copper
from hardware.electrical.silk import check_courtyards, check_silk
from hardware.function.design import Design, design
from hardware.function.laws import LAWS
from hardware.generate.sizes import SizesError, read_sizes


def main() -> int:
    """Print a line for each law, and one for each fault."""
    try:
        made = design(read_sizes())
    except (SizesError, KeyError) as error:
        sys.stdout.write(f"FAULT  the generator: {error}\n")
        return 1
    right = True
    for name, law in {"copper and print": _checked, **LAWS}.items():
        faults = list(law(made))
        right &= not faults
        sys.stdout.writelines(f"FAULT  {name}: {fault}\n" for fault in faults)
        if not faults:
            sys.stdout.write(f"ok     {name}\n")
    return int(not right)


def _checked(made: Design) -> Iterator[str]:
    """The generator's own checks: nets whole and apart, print off solder, parts apart."""
    for drawn in made.drawn.values():
        try:
            drawn.board.circuit.check()
            check_copper(drawn.board)
            check_silk(drawn.board)
            check_courtyards(drawn.board)
        except SizesError as error:
            yield str(error)


if __name__ == "__main__":
    sys.exit(main())
