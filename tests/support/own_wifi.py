"""The program as on a card, with a socket beside the games for root's Wi-Fi helper."""

import sys
from pathlib import Path

from pearlboard.card.wifi import helper_client
from pearlboard.cli import main
from pearlboard.operator import wifi

NAME = "helper"


def serve():
    """Run `pearlboard` with that socket in place of the system's, and with more frequent looks."""
    wifi.LOOK_S, wifi.LEAVE_S = 0.5, 0.3
    helper_client.SOCKET = Path(sys.argv[sys.argv.index("--store") + 1]).with_name(NAME)
    sys.exit(main())
