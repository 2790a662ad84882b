"""The listening socket of the pages, or the reason why there is none."""

import errno
import socket
from collections.abc import Mapping
from typing import Final

from pearlboard.errors import PearlboardError
from pearlboard.web.address import ONLY_IPV4

BOTH: Final = "::"
"""Every address, of IPv6 and IPv4."""
READS_S: Final = 20
"""The timeout of the system for a peer that acknowledges nothing."""
BACKLOG: Final = 128
"""The queue of connections to be accepted, which no limit of ours counts yet."""
REMEDIES: Final[Mapping[int, str]] = {
    errno.EADDRINUSE: "is the table running already? Give another port with --port",
    errno.EACCES: "only root may listen there: give a port from 1024 on with --port",
    errno.EADDRNOTAVAIL: "this machine has no such address: give one of its own with --host, or :: for all",
}
OTHER: Final = "give another port with --port, or another address with --host"


class CannotServe(PearlboardError, OSError):
    """The port cannot be had."""


def bind(host: str, port: int) -> socket.socket:
    """A listening socket at that address, on `::` for IPv4 as well; `CannotServe` with the reason."""
    listening, host = _open(host, port)
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
        raise _refused(error, host, port) from error
    return listening


def _open(host: str, port: int) -> tuple[socket.socket, str]:
    """A socket of the right family, and its host: without IPv6 in the kernel, `::` becomes every address of IPv4."""
    protocol = socket.SOCK_STREAM, socket.IPPROTO_TCP  # with the protocol set asyncio disables Nagle's algorithm
    if ":" not in host:
        return socket.socket(socket.AF_INET, *protocol), host
    try:
        listening = socket.socket(socket.AF_INET6, *protocol)
    except OSError as error:
        if host != BOTH or error.errno != errno.EAFNOSUPPORT:
            raise _refused(error, host, port) from error
        return socket.socket(socket.AF_INET, *protocol), ONLY_IPV4
    return listening, host


def _refused(error: OSError | UnicodeError, host: str, port: int) -> CannotServe:
    if isinstance(error, OSError):
        why, remedy = error.strerror, REMEDIES.get(error.errno or 0, OTHER)
    else:
        why, remedy = "that is no address", OTHER
    return CannotServe(f"port {port} on {host} cannot be used ({why}); {remedy}")


def can_listen(host: str, port: int) -> bool:
    """Whether the program could listen there."""
    try:
        bind(host, port).close()
    except CannotServe:
        return False
    return True
