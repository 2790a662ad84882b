"""The program on a machine that is in three networks, whatever the real machine is in."""

import sys

from pearlboard.cli import main
from pearlboard.program import building

HOSTS = ("192.168.178.123", "10.120.130.140", "[fd12:3456:789a:bcde:1234:5678:9abc:def0]")


def serve():
    """Run `pearlboard` with those addresses in place of the machine's own."""
    known = building.Ways

    def ways(host, port, *more):
        return known(host, port, *more, read=lambda _: HOSTS)

    building.Ways = ways
    sys.exit(main())
