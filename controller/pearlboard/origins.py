"""Hosts, origins and forwarded addresses, parsed from headers of browsers and proxies.

Two origins are equal if scheme, host and port are, however they are written: the scheme's default port may be left out,
a name may end with a dot, and an address of IPv6 has several forms.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Final

from pearlboard.errors import ConfigError

PORTS: Final = {"http": 80, "https": 443}
"""Default ports by scheme."""
AUTHORITY: Final = re.compile(r"(?P<host>\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._~-]+)(?::(?P<port>[0-9]{1,5})?)?")
LONGEST: Final = 300
"""The longest name of DNS has 253 characters."""
MOST_HOPS: Final = 8
"""The number of proxies that may stand before the table."""
SEPARATORS: Final = re.compile(r"[\s,]+")


@dataclass(frozen=True, slots=True)
class Authority:
    """A host in canonical form, and the port if one is written."""

    host: str
    port: int | None = None

    def answers(self, origin: "Origin") -> bool:
        """Whether a page of that origin would send this as its Host."""
        port = PORTS[origin.scheme] if self.port is None else self.port
        return (self.host, port) == (origin.host, origin.port)


@dataclass(frozen=True, slots=True)
class Origin:
    """The origin of a page."""

    scheme: str
    host: str
    port: int


def authority(text: str) -> Authority | None:
    """Parse the header Host; None if it names no host."""
    found = AUTHORITY.fullmatch(text) if len(text) <= LONGEST else None
    if found is None:
        return None
    host, port = found["host"], int(found["port"]) if found["port"] else None
    if host.startswith("["):
        address = address_in(host[1:-1]) if ":" in host else None
        return None if address is None else Authority(str(address), port)
    name = host.lower().removesuffix(".")
    return Authority(name, port) if name else None


def origin(text: str) -> Origin | None:
    """Parse the header Origin; None if it is no page of the web."""
    scheme, colon, rest = text.partition("://")
    found = authority(rest) if colon and scheme in PORTS else None
    return None if found is None else Origin(scheme, found.host, PORTS[scheme] if found.port is None else found.port)


def address_in(text: str) -> IPv4Address | IPv6Address | None:
    """Parse an address; mapped addresses become IPv4. None if the text is no address."""
    try:
        address = ip_address(text)
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return mapped or address


def is_loopback(text: str) -> bool:
    """Whether the text is a loopback address."""
    address = address_in(text)
    return address is not None and address.is_loopback


# --- what settings say ----------------------------------------------------------------------------------------------


def names_of(text: str) -> tuple[Authority, ...]:
    """Parse `web.names`, with ports other than the default; `ConfigError` names an invalid one."""
    found = []
    for each in listed(text):
        name = authority(_in_dns(each))
        if name is None or address_in(name.host) is not None:
            raise ConfigError(
                f"web.names: {each!r} is no name of a machine; write names such as table.example, "
                "or table.example:8443 where it is opened with a port, with spaces between them"
            )
        found.append(name)
    return tuple(found)


def _in_dns(name: str) -> str:
    """A name as DNS has it and browsers send it; unchanged if it cannot be one."""
    try:
        return name.encode("idna").decode("ascii")
    except UnicodeError:
        return name


@dataclass(frozen=True, slots=True)
class Proxies:
    """Addresses and networks of trusted proxies."""

    of: tuple[IPv4Network | IPv6Network, ...] = ()

    def __contains__(self, host: object) -> bool:
        """Whether the address is a trusted proxy."""
        address = address_in(str(host))
        return address is not None and any(address in network for network in self.of)

    def client(self, peer: str, forwarded: Sequence[str]) -> str:
        """The client's address: `peer` has made the connection, `forwarded` are all headers X-Forwarded-For.

        Each proxy appends the address of its client; so the last address is trusted if the peer is a trusted proxy, the
        one before if that one is, too, and so on. Earlier ones may be forged.
        """
        hops = [hop.strip() for header in forwarded for hop in header.split(",")]
        for hop in reversed(hops[-MOST_HOPS:]):
            address = address_in(hop.removeprefix("[").partition("]")[0]) or address_in(hop.rpartition(":")[0])
            if peer not in self or address is None:
                break
            peer = str(address)
        return peer


NO_PROXIES: Final = Proxies()


def proxies_of(text: str) -> Proxies:
    """Parse `web.proxies`; `ConfigError` names an invalid one."""
    found = []
    for each in listed(text):
        try:
            found.append(ip_network(each, strict=False))
        except ValueError:
            raise ConfigError(
                f"web.proxies: {each!r} is no address; write those of the proxies, such as 127.0.0.1 or 10.0.0.0/24, "
                "with spaces between them"
            ) from None
    return Proxies(tuple(found))


def listed(text: str) -> tuple[str, ...]:
    """Split a text at spaces and commas."""
    return tuple(filter(None, SEPARATORS.split(text)))
