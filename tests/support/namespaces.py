"""Machines in networks of their own: Linux network namespaces, and cables between them.

Whatever a thread of a namespace opens or starts is in that namespace. Needs root, and does not work in every container.
"""

import contextlib
import ctypes
import fcntl
import os
import struct
import subprocess
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path

import pytest

LONGEST_S = 120
NEW_NETWORK = 0x40000000
"""CLONE_NEWNET."""
TUN, NO_PACKET_INFO, SET_INTERFACE = 0x1, 0x1000, 0x400454CA
NUMBERS = count(1)


def ip(*words, at=None):
    """Run iproute2, in a namespace or on this machine."""
    inside = () if at is None else ("-n", at)
    told = subprocess.run(["ip", *inside, *words], capture_output=True, text=True, check=False, timeout=LONGEST_S)
    if told.returncode:
        raise OSError(f"ip {' '.join(words)}: {told.stderr.strip()}")


class Machine:
    """One machine; `do` calls a function there."""

    def __init__(self, name):
        self.name = name
        self.pool = ThreadPoolExecutor(1, initializer=self._enter)

    def _enter(self):
        with Path(f"/run/netns/{self.name}").open() as namespace:
            if ctypes.CDLL(None, use_errno=True).setns(namespace.fileno(), NEW_NETWORK):
                raise OSError(ctypes.get_errno(), "setns")

    def do(self, function, *arguments, **named):
        return self.pool.submit(function, *arguments, **named).result(LONGEST_S)

    def ip(self, *words):
        ip(*words, at=self.name)

    def tunnel(self, name, address):
        """Open a tunnel as a VPN's program does; the tunnel is up as long as the returned object is open."""
        opened = os.open("/dev/net/tun", os.O_RDWR)
        fcntl.ioctl(opened, SET_INTERFACE, struct.pack("16sH22x", name.encode(), TUN | NO_PACKET_INFO))
        self.ip("address", "add", address, "dev", name)
        self.ip("link", "set", name, "up")
        return opened


class Networks:
    """Makes machines, and removes them."""

    def __init__(self, stack):
        self._stack = stack

    def machine(self):
        name = f"pearlboard-{os.getpid()}-{next(NUMBERS)}"
        ip("netns", "add", name)
        self._stack.callback(ip, "netns", "delete", name)
        made = Machine(name)
        self._stack.callback(made.pool.shutdown)
        made.ip("link", "set", "lo", "up")
        return made

    def cable(self, one, its_address, other, others_address, name="eth0"):
        """Connect two machines by a cable, called `name` in the first; addresses with prefix, or empty for none."""
        far = f"to{next(NUMBERS)}"
        one.ip("link", "add", name, "type", "veth", "peer", "name", far, "netns", other.name)
        for machine, plug, address in ((one, name, its_address), (other, far, others_address)):
            machine.ip("link", "set", plug, "up")
            if address:
                again = ("nodad",) if ":" in address else ()
                machine.ip("address", "add", address, "dev", plug, *again)


@contextlib.contextmanager
def networks():
    """Networks for the duration of the block; skips the test where none can be made."""
    with contextlib.ExitStack() as stack:
        made = Networks(stack)
        try:
            made.machine()
        except (OSError, FileNotFoundError) as error:
            pytest.skip(f"network namespaces cannot be made here (they need root and iproute2): {error}")
        yield made
