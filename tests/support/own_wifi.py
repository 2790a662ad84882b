"""The program as on a card: whoever is root for the Wi-Fi listens beside the games."""

import sys
from pathlib import Path

from pearlboard.cli import main
from pearlboard.service import wifi
from pearlboard.wifi import asking

NAME = "helper"


def serve():
    """What `pearlboard` does, with that socket in place of the system's, and looking more often."""
    wifi.LOOK_S, wifi.LEAVE_S = 0.5, 0.3
    asking.SOCKET = Path(sys.argv[sys.argv.index("--store") + 1]).with_name(NAME)
    sys.exit(main())
