"""The address at which the pages are served: had, or why not."""

import socket
from typing import Final

from pearlboard.errors import PearlboardError

READS_S: Final = 20
"""A connection whose other end takes nothing for so long is cut by the system."""
BACKLOG: Final = 128
"""How many connections may wait to be taken; the system takes as many at a time, before any of them is counted."""


class CannotServe(PearlboardError, OSError):
    """The address cannot be had."""


def bind(host: str, port: int) -> socket.socket:
    """A socket that listens there; `CannotServe` says why not."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)  # asyncio asks, and then does not delay
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, READS_S * 1000)
        listening.bind((host, port))
        listening.listen(BACKLOG)
    except (OSError, UnicodeError) as error:
        listening.close()
        why = error.strerror if isinstance(error, OSError) else "that is no address"
        raise CannotServe(
            f"port {port} on {host} cannot be used ({why}); is the table running already? "
            "Give another one with --port, or another address with --host"
        ) from error
    return listening


def can_listen(host: str, port: int) -> bool:
    """Whether this program could be reached there."""
    try:
        bind(host, port).close()
    except CannotServe:
        return False
    return True
