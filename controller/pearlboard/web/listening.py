"""The listening socket of the pages, or the reason why there is none."""

import errno
import socket
from typing import Final

from pearlboard.errors import PearlboardError
from pearlboard.web.address import ONLY_IPV4

BOTH: Final = "::"
"""Every address, of IPv6 and IPv4."""
READS_S: Final = 20
"""The timeout of the system for a peer that acknowledges nothing."""
BACKLOG: Final = 128
"""The queue of connections to be accepted, which no limit of ours counts yet."""


class CannotServe(PearlboardError, OSError):
    """The port cannot be had."""


def bind(host: str, port: int) -> socket.socket:
    """A listening socket at that address, on `::` for IPv4 as well; `CannotServe` with the reason."""
    listening, host = _open(host)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, READS_S * 1000)
        if listening.family == socket.AF_INET6:
            listening.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, int(host != BOTH))
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


def _open(host: str) -> tuple[socket.socket, str]:
    """A socket of the right family, and its host: without IPv6 in the kernel, `::` becomes every address of IPv4."""
    protocol = socket.SOCK_STREAM, socket.IPPROTO_TCP  # with the protocol set asyncio disables Nagle's algorithm
    if ":" not in host:
        return socket.socket(socket.AF_INET, *protocol), host
    try:
        listening = socket.socket(socket.AF_INET6, *protocol)
    except OSError as error:
        if host != BOTH or error.errno != errno.EAFNOSUPPORT:
            raise CannotServe(
                f"port on {host} cannot be used ({error.strerror}); give another address with --host"
            ) from error
        return socket.socket(socket.AF_INET, *protocol), ONLY_IPV4
    return listening, host


def can_listen(host: str, port: int) -> bool:
    """Whether the program could listen there."""
    try:
        bind(host, port).close()
    except CannotServe:
        return False
    return True
