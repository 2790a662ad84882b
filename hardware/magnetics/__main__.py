"""`python -m hardware.magnetics`: computes the pages and curves in `hardware/docs/magnetics` anew."""

import sys
from pathlib import Path
from typing import Final

from hardware.generate.sizes import Sizes, read_sizes
from hardware.magnetics import simpler
from hardware.magnetics.page import page
from hardware.magnetics.plots import crew_pulls, own_fields

PAGES: Final = Path(__file__).parents[1] / "docs/magnetics"


def files(sizes: Sizes) -> dict[str, str]:
    """File name -> text, the same on every machine."""
    return {
        "simpler.md": simpler.page(sizes),
        "fields.md": page(sizes),
        "fields.svg": own_fields(sizes),
        "pull.svg": crew_pulls(sizes),
    }


def main() -> int:
    """Write all files."""
    for name, text in files(read_sizes()).items():
        (PAGES / name).write_text(text, encoding="utf-8")
    sys.stdout.write((PAGES / "fields.md").read_text(encoding="utf-8"))
    return 0


if __name__ == "__main__":
    sys.exit(main())
