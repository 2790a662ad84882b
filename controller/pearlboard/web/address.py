"""The addresses at which others in the network reach this machine, best first; found again as networks change.

Only interfaces count that phones can be on, never a route: a switch without a router has none, and a VPN takes it.

- A cable or a Wi-Fi before a tunnel; private addresses before public ones, and link-local ones (169.254.0.0/16) last:
  they work only among machines that all have one.
- Of IPv6 one address an interface, and only where there is no IPv4: the program listens on both, and IPv4 is easier to
  type. None of fe80::/10, which browsers cannot open.
- Bridges of containers or virtual machines alone are not the house's network.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Final, TypeAlias

from pearlboard.web.interfaces import Interface, interfaces

EVERYWHERE: Final = ("0.0.0.0", "::", "")  # noqa: S104 - compared, not bound
HERE: Final = "localhost"
ASK_MS: Final = 1_000
ONLY_IPV4: Final = "0.0.0.0"  # noqa: S104 - compared, not bound
MOST: Final = 4
"""The number of addresses shown; nobody tries more."""
TUNNELS: Final = frozenset(
    {"tun", "wireguard", "ppp", "gre", "gretap", "ip6gre", "ip6gretap", "ipip", "ip6tnl", "sit", "vti", "vti6", "xfrm"}
)
"""The kernel's kinds of interfaces that lead elsewhere."""
TUNNELS_BY_HARDWARE: Final = frozenset({512, 519, 768, 769, 776, 778, 823, 65534})
"""ARPHRD_PPP, _RAWIP, _TUNNEL, _TUNNEL6, _SIT, _IPGRE, _IP6GRE and _NONE of Linux."""
MADE_UP: Final = frozenset({"dummy", "ifb", "nlmon", "vrf", "bridge", "veth", *TUNNELS})
"""Kinds of interfaces that connect nobody of the house to a bridge."""
OF_CONTAINERS: Final = ("docker", "virbr", "vboxnet", "vmnet", "lxcbr", "lxdbr", "cni", "flannel", "cali", "podman")
"""Name prefixes of networks that programs create on one machine."""
RANKS: Final = tuple(
    ip_network(network)
    for network in ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7", "100.64.0.0/10", "0.0.0.0/0", "::/0")
)
SHARED_RANKS: Final = {network: rank for rank, network in enumerate(RANKS)} | dict.fromkeys(RANKS[:3], 0)
LOCAL: Final = ip_network("169.254.0.0/16")
LAST: Final = len(RANKS)

Address: TypeAlias = IPv4Address | IPv6Address


@dataclass(frozen=True, slots=True)
class _Found:
    """An address with its rank."""

    tunnel: bool
    rank: int
    address: Address


def reachable(host: str, read: Callable[[], Iterable[Interface]] = interfaces) -> tuple[str, ...]:
    """The hosts, as in a browser's address, of a table that listens on `host`; empty if it is in no network.

    Numeric, because names of the house fail on many phones.
    """
    if host not in EVERYWHERE:
        return (bracketed(host),)
    return tuple(bracketed(str(address)) for address in ranked(read(), ipv6=host != ONLY_IPV4))[:MOST]


class Ways:
    """The origins (scheme, host and port) at which the table is reached now; the kernel is asked once in a while.

    `own`: the table's address in its own network while that is open; it comes first.
    """

    def __init__(
        self,
        host: str,
        port: int,
        clock: Callable[[], int],
        own: Callable[[], str | None] = lambda: None,
        read: Callable[[str], tuple[str, ...]] = reachable,
    ) -> None:
        self._host = host
        self._port = port
        self._clock = clock
        self._own = own
        self._read = read
        self._hosts: tuple[str, ...] = ()
        self._due_ms: int | None = None

    def __call__(self) -> tuple[str, ...]:
        """The origins, best first. Without a network, the one at which this machine reaches itself."""
        now = self._clock()
        if self._due_ms is None or now >= self._due_ms:
            self._hosts, self._due_ms = self._read(self._host), now + ASK_MS
        own = self._own()
        hosts = dict.fromkeys((*(() if own is None else (own,)), *self._hosts)) or (HERE,)
        return tuple(f"http://{host}:{self._port}" for host in hosts)


def bracketed(host: str) -> str:
    """A host in the syntax of URLs."""
    return f"[{host}]" if ":" in host else host


def ranked(found: Iterable[Interface], *, ipv6: bool = True) -> tuple[Address, ...]:
    """The addresses at which phones may reach this machine, best first. `ipv6`: whether IPv6 counts."""
    all_of_them = tuple(found)
    line = (
        _Found(is_tunnel(interface), _rank(address), address)
        for interface in all_of_them
        if is_for_phones(interface, all_of_them)
        for address in _of(interface, ipv6=ipv6)
    )
    return tuple(dict.fromkeys(each.address for each in sorted(line, key=lambda each: (each.tunnel, each.rank))))


def is_tunnel(interface: Interface) -> bool:
    """Whether the other end of an interface is outside the house."""
    return interface.kind in TUNNELS or interface.hardware in TUNNELS_BY_HARDWARE or interface.point_to_point


def is_for_phones(interface: Interface, all_of_them: Iterable[Interface]) -> bool:
    """Whether anybody but this machine can be on an interface."""
    if interface.loopback or not interface.up or interface.name.startswith(OF_CONTAINERS):
        return False
    if interface.kind == "bridge":
        return any(each.master == interface.index and each.kind not in MADE_UP for each in all_of_them)
    return interface.kind not in {"dummy", "ifb", "nlmon", "vrf"}


def _of(interface: Interface, *, ipv6: bool) -> tuple[Address, ...]:
    """The addresses of an interface that are worth showing."""
    known = [address for address in interface.addresses if not address.is_loopback]
    four = [address for address in known if isinstance(address, IPv4Address)]
    given = [address for address in four if address not in LOCAL]
    if given:
        return tuple(given)
    six = [address for address in known if isinstance(address, IPv6Address) and not address.is_link_local and ipv6]
    return (*sorted(six, key=_rank)[:1], *four)


def _rank(address: Address) -> int:
    if address in LOCAL:
        return LAST
    return next(rank for network, rank in SHARED_RANKS.items() if address in network)


def is_private(host: str) -> bool:
    """Whether `host` is a private address, for which nobody outside can have a DNS name."""
    return any(ip_address(host) in network for network in RANKS[:4])
