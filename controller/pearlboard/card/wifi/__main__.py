"""`python -m pearlboard.card.wifi`: the helper. Systemd starts it as root, with the service's socket.

It handles one request at a time: a line, an answer, and the connection ends. It exits when idle.
"""

import logging
import os
import socket
import sys
from collections.abc import Callable
from typing import Final

from pearlboard.card.wifi.messages import REQUEST_BYTES, Answer, Malformed, Request, line_of, request_of
from pearlboard.card.wifi.radio import Radio

_log: Final = logging.getLogger("pearlboard.card")

FIRST: Final = 3
"""The number of the first file that systemd passes: sd_listen_fds(3)."""
IDLE_S: Final = 120.0
REQUEST_S: Final = 5.0


def main() -> int:
    """Answer requests until idle; returns the exit code."""
    logging.basicConfig(level=logging.INFO, format="%(name)s: %(message)s")
    if (os.environ.get("LISTEN_PID"), os.environ.get("LISTEN_FDS")) != (str(os.getpid()), "1"):
        sys.stderr.write("pearlboard.card.wifi: systemd starts this, by pearlboard-wifi.socket\n")
        return 2
    with socket.socket(fileno=FIRST) as listening:
        serve(listening, Radio(socket.gethostname()).answer)
    return 0


def serve(listening: socket.socket, answer: Callable[[Request], Answer], idle_s: float = IDLE_S) -> None:
    """Answer one request after the other, until none has come for `idle_s`."""
    listening.settimeout(idle_s)
    while True:
        try:
            connection, _ = listening.accept()
        except TimeoutError:
            return
        with connection:
            connection.settimeout(REQUEST_S)
            try:
                connection.sendall(line_of(_answered(_line(connection), answer)))
            except OSError as error:
                _log.warning("whoever asked has gone: %s", error)


def _answered(line: bytes, answer: Callable[[Request], Answer]) -> Answer:
    try:
        return answer(request_of(line))
    except Malformed as error:
        _log.warning("%s", error)
        return Answer("malformed")


def _line(connection: socket.socket) -> bytes:
    """A line, or a part of it; of one that is too long, enough to be refused."""
    told = b""
    while not told.endswith(b"\n") and len(told) < REQUEST_BYTES:
        piece = connection.recv(REQUEST_BYTES - len(told))
        if not piece:
            break
        told += piece
    return told


if __name__ == "__main__":
    sys.exit(main())
