"""At which addresses phones reach a machine, by what its interfaces are; and what the kernel tells of these."""

import errno
import json
import os
import socket
import struct
import subprocess
from ipaddress import ip_address

import pytest

from pearlboard.drivers.clock import SteppedClock
from pearlboard.web import interfaces as reading
from pearlboard.web import listening
from pearlboard.web.address import MOST, Ways, reachable
from pearlboard.web.interfaces import Interface, interfaces

ETHERNET, PPP, NONE = 1, 512, 65534


def link(name, *addresses, index=2, **more):
    return Interface(name, index, tuple(map(ip_address, addresses)), **more)


LO = link("lo", "127.0.0.1", "::1", index=1, loopback=True, hardware=772)
CABLE = link("eth0", "192.168.1.23", "fd00::23", "2001:db8::23", "fe80::23")
WIFI = link("wlan0", "10.0.0.7", index=3)
VPN = link("wg0", "10.8.0.5", index=4, kind="wireguard", hardware=NONE, point_to_point=True)
TAILNET = link("tailscale0", "100.101.102.103", index=5, kind="tun", hardware=NONE, point_to_point=True)
DOCKER = link("docker0", "172.17.0.1", index=6, kind="bridge")
VETH = link("veth12", index=7, kind="veth", master=6)
PUBLIC = link("eth1", "198.51.100.4", index=8)
MADE_UP = link("eth0", "169.254.10.20", "fe80::1")

MACHINES = {
    "a cable": ([LO, CABLE], ["192.168.1.23"]),
    "nothing but itself": ([LO], []),
    "two networks": ([LO, CABLE, WIFI], ["192.168.1.23", "10.0.0.7"]),
    "a VPN comes last, whatever its address": (
        [LO, VPN, TAILNET, PUBLIC],
        ["198.51.100.4", "10.8.0.5", "100.101.102.103"],
    ),
    "a VPN alone is better than nothing": ([LO, VPN], ["10.8.0.5"]),
    "a tunnel that is known by its hardware only": (
        [LO, link("x0", "10.9.0.1", hardware=PPP), link("y0", "203.0.113.5", index=9)],
        ["203.0.113.5", "10.9.0.1"],
    ),
    "private before public": ([LO, PUBLIC, WIFI], ["10.0.0.7", "198.51.100.4"]),
    "private before a provider's": ([LO, link("usb0", "100.64.1.2"), WIFI], ["10.0.0.7", "100.64.1.2"]),
    "bridges of containers are nobody's network": ([LO, DOCKER, VETH, WIFI], ["10.0.0.7"]),
    "and leave a machine without one": ([LO, DOCKER, VETH], []),
    "by name, too": ([LO, link("vboxnet0", "192.168.56.1")], []),
    "a bridge that the cable belongs to is the house's": (
        [LO, link("br0", "192.168.1.9", index=9, kind="bridge"), link("eth0", index=2, master=9)],
        ["192.168.1.9"],
    ),
    "in a container the cable is made up": ([LO, link("eth0", "172.20.0.3", kind="veth")], ["172.20.0.3"]),
    "unplugged": ([LO, link("eth0", "192.168.1.23", up=False), WIFI], ["10.0.0.7"]),
    "a cable between two machines": ([LO, MADE_UP], ["169.254.10.20"]),
    "which comes last": ([LO, MADE_UP, PUBLIC], ["198.51.100.4", "169.254.10.20"]),
    "IPv6 alone": ([LO, link("eth0", "2001:db8::5", "fd00::5", "fe80::5")], ["[fd00::5]"]),
    "IPv6 alone, and no private one": ([LO, link("eth0", "fe80::5", "2001:db8::5")], ["[2001:db8::5]"]),
    "what no browser can open": ([LO, link("eth0", "fe80::5")], []),
    "IPv6 before an address that was made up": (
        [LO, link("eth0", "169.254.1.1", "fd00::5")],
        ["[fd00::5]", "169.254.1.1"],
    ),
    "two addresses of one interface": ([LO, link("eth0", "192.168.1.2", "10.1.1.2")], ["192.168.1.2", "10.1.1.2"]),
}


@pytest.mark.parametrize("machine", MACHINES)
def test_addresses_are_those_on_which_phones_can_be(machine):
    found, wanted = MACHINES[machine]
    assert list(reachable("::", lambda: found)) == wanted


def test_where_only_ipv4_is_listened_to_no_other_is_shown():
    assert reachable("0.0.0.0", lambda: [LO, link("eth0", "fd00::5")]) == ()


@pytest.mark.parametrize(("host", "shown"), [("192.168.7.7", "192.168.7.7"), ("fd00::9", "[fd00::9]")])
def test_who_names_one_address_is_shown_that(host, shown):
    assert reachable(host, lambda: [LO, CABLE]) == (shown,)


def test_of_very_many_some_are_shown():
    many = [link(f"eth{number}", f"10.0.{number}.1", index=number) for number in range(2, 30)]
    assert reachable("::", lambda: many) == tuple(f"10.0.{number}.1" for number in range(2, 2 + MOST))


def test_an_address_that_changes_is_another_one_a_moment_later():
    """A router gives another one in the middle of a game; the kernel is not asked for every screen."""
    clock, asked, hosts = SteppedClock(), [], [("192.168.1.23",)]

    def read(host):
        asked.append(host)
        return hosts[0]

    ways = Ways("::", 8000, clock, read=read)
    assert ways() == ways() == ("http://192.168.1.23:8000",)
    assert asked == ["::"]
    hosts[0] = ("10.0.0.7", "[fd00::5]")
    clock.step(2_000)
    assert ways() == ("http://10.0.0.7:8000", "http://[fd00::5]:8000")
    hosts[0] = ()
    clock.step(2_000)
    assert ways() == ("http://localhost:8000",), "the machine's own screen"


def test_the_tables_own_network_comes_first_as_soon_as_it_is_open():
    own = [None]
    ways = Ways("::", 8000, SteppedClock(), lambda: own[0], read=lambda _: ("192.168.1.23", "10.42.0.1"))
    assert ways()[0] == "http://192.168.1.23:8000"
    own[0] = "10.42.0.1"
    assert ways() == ("http://10.42.0.1:8000", "http://192.168.1.23:8000")


# --- the kernel ---------------------------------------------------------------------------------------------------


@pytest.mark.skipif(reading.NETLINK is None, reason="there is no rtnetlink on this system")
def test_the_kernel_tells_what_ip_tells():
    """Iproute2 asks the same kernel; what it calls an interface and its addresses, this program does."""
    try:
        told = subprocess.run(["ip", "-j", "address"], capture_output=True, text=True, check=True, timeout=60).stdout
    except FileNotFoundError:
        pytest.skip("iproute2 is not installed")
    hidden = {"temporary", "deprecated", "tentative", "dadfailed"}
    wanted = {
        each["ifname"]: {
            info["local"]
            for info in each["addr_info"]
            if "local" in info and not (info["family"] == "inet6" and hidden & info.keys())
        }
        for each in json.loads(told)
    }
    assert {each.name: set(map(str, each.addresses)) for each in interfaces()} == wanted


def test_a_kernel_that_may_not_be_asked_leaves_what_a_probe_finds(monkeypatch):
    """The unit of an older package keeps the program from rtnetlink: a table there works as it did before."""

    def refused(_):
        raise OSError(97, "Address family not supported by protocol")

    monkeypatch.setattr(reading, "_dumped", refused)
    probed = {str(address) for each in interfaces() for address in each.addresses}
    assert probed <= {found for found in _own_addresses() if not found.startswith("127.")}


def _own_addresses():
    return {str(address) for each in reading.understood(*_dumps()) for address in each.addresses}


def _dumps():
    with socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0):
        pass
    return DUMP(reading.GET_LINK), DUMP(reading.GET_ADDRESS)


DUMP = reading._dumped


def message(kind, body):
    return struct.pack("=IHHII", 16 + len(body), kind, 0, 1, 0) + body + bytes(-len(body) % 4)


def attribute(kind, value):
    return struct.pack("=HH", 4 + len(value), kind) + value + bytes(-len(value) % 4)


def test_addresses_that_are_not_for_long_are_left_out():
    """Temporary ones of IPv6, deprecated ones, and those that somebody else has, too."""
    wanted, links = ip_address("fd00::1"), struct.pack("=BxHiII", 0, 1, 2, 0x1043, 0) + attribute(3, b"eth0\0")
    rows = [(0x80, wanted)] + [(flag, ip_address(f"fd00::{flag}")) for flag in (0x01, 0x08, 0x20, 0x40)]
    told = b"".join(
        message(20, struct.pack("=BBBBI", socket.AF_INET6, 64, flags, 0, 2) + attribute(1, address.packed))
        for flags, address in rows
    )
    [found] = reading.understood(message(16, links), told)
    assert (found.name, found.up, found.loopback, found.addresses) == ("eth0", True, False, (wanted,))


def test_of_two_ends_the_near_one_is_this_machines():
    links = (
        struct.pack("=BxHiII", 0, NONE, 2, 0x10D1, 0) + attribute(3, b"tun0\0") + attribute(18, attribute(1, b"tun\0"))
    )
    ends = attribute(1, bytes([10, 8, 0, 1])) + attribute(2, bytes([10, 8, 0, 2]))
    told = message(20, struct.pack("=BBBBI", socket.AF_INET, 32, 0x80, 0, 2) + ends)
    [found] = reading.understood(message(16, links), told)
    assert (found.addresses, found.kind, found.point_to_point) == ((ip_address("10.8.0.2"),), "tun", True)


@pytest.mark.parametrize("told", [b"", b"\1", bytes(16), struct.pack("=IHHII", 4000, 16, 0, 1, 0), message(20, b"")])
def test_what_is_cut_short_is_no_interface(told):
    assert reading.understood(told if told[4:6] != b"\x10\0" else b"", told) == ()


# --- listening ----------------------------------------------------------------------------------------------------


def test_everywhere_is_ipv4_and_ipv6():
    with listening.bind("::", 0) as found:
        port = found.getsockname()[1]
        for host in ("127.0.0.1", "::1"):
            socket.create_connection((host, port), timeout=60).close()


def test_a_kernel_without_ipv6_serves_ipv4(monkeypatch):
    known = socket.socket

    def without(family=socket.AF_INET, *more, **named):
        if family == socket.AF_INET6:
            raise OSError(97, "Address family not supported by protocol")
        return known(family, *more, **named)

    monkeypatch.setattr(socket, "socket", without)
    with listening.bind("::", 0) as found:
        assert found.family == socket.AF_INET
        assert found.getsockname()[0] == "0.0.0.0"
    with pytest.raises(listening.CannotServe, match="::1 cannot be used"):
        listening.bind("::1", 0)


def test_an_address_of_ipv6_does_not_mean_every_one_of_ipv4():
    with listening.bind("::1", 0) as found, pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", found.getsockname()[1]), timeout=60)


@pytest.mark.parametrize(
    ("number", "remedy"),
    [
        (errno.EADDRINUSE, "running already"),
        (errno.EACCES, "from 1024 on"),
        (errno.EADDRNOTAVAIL, "no such address"),
        (errno.ENETDOWN, "another address"),
    ],
)
def test_a_port_that_cannot_be_had_is_told_with_the_remedy_for_its_cause(monkeypatch, number, remedy):
    """One for each: nobody looks for a second table because this one may not have port 80."""

    def refused(*_):
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(socket.socket, "bind", refused)
    with pytest.raises(listening.CannotServe, match=f"port 80 on 127.0.0.1 cannot be used .*{remedy}") as failed:
        listening.bind("127.0.0.1", 80)
    assert ("running already" in str(failed.value)) == (number == errno.EADDRINUSE)


def test_the_kernel_refuses_an_address_that_is_not_here_and_a_port_that_is_taken():
    with pytest.raises(listening.CannotServe, match="no such address"):
        listening.bind("203.0.113.77", 0)
    with listening.bind("127.0.0.1", 0) as taken, pytest.raises(listening.CannotServe, match="running already"):
        listening.bind("127.0.0.1", taken.getsockname()[1])
