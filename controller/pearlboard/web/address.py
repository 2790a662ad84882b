"""By which address others on the network reach a table, asked anew each time: a router may give another one."""

import socket
from typing import Final

NOWHERE_IN_PARTICULAR: Final = ("192.0.2.1", 9)
"""An address of the block kept for documentation; nothing is ever sent there."""
EVERYWHERE: Final = ("0.0.0.0", "::", "")  # noqa: S104 - compared, not bound


def reachable(host: str) -> str:
    """The address of a table that listens on `host`: a number, because names of the house fail on many phones."""
    if host not in EVERYWHERE:
        return f"[{host}]" if ":" in host else host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(NOWHERE_IN_PARTICULAR)
        except OSError:
            return "localhost"
        return str(probe.getsockname()[0])
