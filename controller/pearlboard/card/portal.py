"""Finds the port of the table, for the forwarding of port 80: from the settings, otherwise the default.

    python3 portal.py SETTINGS TARGET       writes a line `PORT=8000` to TARGET

With settings that cannot be read, or name no port, the table uses the default, too. Only the standard library is used:
Python is the system's own.
"""

import sys
import tomllib
from pathlib import Path
from typing import Final

USUAL: Final = 8000
PORTS: Final = range(1, 65_536)


def port_of(settings: Path) -> int:
    """The setting `web.port`, or the default."""
    try:
        told = tomllib.loads(settings.read_text(encoding="utf-8-sig"))["web"]["port"]
    except (OSError, ValueError, LookupError, TypeError):
        return USUAL
    return told if type(told) is int and told in PORTS else USUAL


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(f"usage: {sys.argv[0]} SETTINGS TARGET")
    Path(sys.argv[2]).write_text(f"PORT={port_of(Path(sys.argv[1]))}\n", encoding="ascii")
