"""`pearlboard` and `python -m pearlboard`."""

import sys

from pearlboard.cli import main

if __name__ == "__main__":
    sys.exit(main())
