"""The network interfaces of this machine and their addresses, from Linux's kernel over rtnetlink.

On other systems, and where a sandbox forbids rtnetlink (the unit of an older package), only the source addresses of
outgoing traffic are known.
"""

import socket
import struct
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Final

NETLINK: Final = getattr(socket, "AF_NETLINK", None)
ROUTE: Final = 0
"""NETLINK_ROUTE."""
ANSWER_S: Final = 1.0
"""The timeout for the kernel, which answers at once."""
MOST_BYTES: Final = 1 << 17
GET_LINK, GET_ADDRESS, LINK, ADDRESS, ERROR, DONE = 18, 22, 16, 20, 2, 3
DUMP: Final = 0x301
"""NLM_F_REQUEST and NLM_F_DUMP."""
HEADER: Final = struct.Struct("=IHHII")
LINK_BODY: Final = struct.Struct("=BxHiII")
"""struct ifinfomsg: family, hardware, index, flags, change."""
ADDRESS_BODY: Final = struct.Struct("=BBBBI")
"""struct ifaddrmsg: family, prefix, flags, scope, index."""
ATTRIBUTE: Final = struct.Struct("=HH")
NAME, MASTER, LINK_INFO, KIND = 3, 10, 18, 1
"""IFLA_IFNAME, IFLA_MASTER, IFLA_LINKINFO, IFLA_INFO_KIND."""
FAR_END, NEAR_END = 1, 2
"""IFA_ADDRESS and IFA_LOCAL; where both are given the second is this machine's."""
KIND_OF_ATTRIBUTE: Final = 0x3FFF
"""The mask of an attribute's type, without flags."""
IS_UP, IS_LOOPBACK, IS_POINT_TO_POINT, IS_RUNNING = 0x1, 0x8, 0x10, 0x40
FOR_A_WHILE: Final = 0x01 | 0x08 | 0x20 | 0x40
"""Flags of IPv6 addresses that nobody should scan: temporary, duplicate, deprecated, tentative."""
FAR_AWAY: Final = ((socket.AF_INET, ("192.0.2.1", 9)), (socket.AF_INET6, ("2001:db8::1", 9)))
"""Addresses from blocks reserved for documentation; nothing is ever sent to them."""


@dataclass(frozen=True, slots=True)
class Interface:
    """A network interface. `kind`: empty for a device, otherwise the kernel's word, such as `bridge` or `tun`.

    `hardware`: Linux's ARPHRD number; `master`: the index of the bridge or bond that it belongs to, 0: none.
    `up`: a peer is, or can be, at the other end.
    """

    name: str
    index: int
    addresses: tuple[IPv4Address | IPv6Address, ...] = ()
    kind: str = ""
    hardware: int = 1
    master: int = 0
    up: bool = True
    loopback: bool = False
    point_to_point: bool = False


def interfaces() -> tuple[Interface, ...]:
    """All interfaces, in the kernel's order."""
    try:
        return understood(_dumped(GET_LINK), _dumped(GET_ADDRESS))
    except OSError:
        return _by_speaking()


def understood(links: bytes, addresses: bytes) -> tuple[Interface, ...]:
    """Parse two dumps of the kernel."""
    of: dict[int, list[IPv4Address | IPv6Address]] = {}
    for kind, body in _messages(addresses):
        if kind != ADDRESS or len(body) < ADDRESS_BODY.size:
            continue
        family, _, flags, _, index = ADDRESS_BODY.unpack_from(body)
        told = _attributes(body[ADDRESS_BODY.size :])
        packed = told.get(NEAR_END) or told.get(FAR_END)
        if packed is not None and not (family == socket.AF_INET6 and flags & FOR_A_WHILE):
            of.setdefault(index, []).append(ip_address(packed))
    return tuple(_interface(body, of) for kind, body in _messages(links) if kind == LINK)


def _interface(body: bytes, of: Mapping[int, list[IPv4Address | IPv6Address]]) -> Interface:
    _, hardware, index, flags, _ = LINK_BODY.unpack_from(body)
    told = _attributes(body[LINK_BODY.size :])
    made = _attributes(told.get(LINK_INFO, b""))
    return Interface(
        name=told.get(NAME, b"").rstrip(b"\0").decode(errors="replace"),
        index=index,
        addresses=tuple(of.get(index, ())),
        kind=made.get(KIND, b"").rstrip(b"\0").decode(errors="replace"),
        hardware=hardware,
        master=int.from_bytes(told.get(MASTER, b"\0"), sys.byteorder),
        up=bool(flags & IS_UP and flags & IS_RUNNING),
        loopback=bool(flags & IS_LOOPBACK),
        point_to_point=bool(flags & IS_POINT_TO_POINT),
    )


def _dumped(what: int) -> bytes:
    """The kernel's whole answer to one request."""
    if NETLINK is None:
        raise OSError("this system has no rtnetlink")
    with socket.socket(NETLINK, socket.SOCK_RAW, ROUTE) as line:
        line.settimeout(ANSWER_S)
        line.send(HEADER.pack(HEADER.size + LINK_BODY.size, what, DUMP, 1, 0) + bytes(LINK_BODY.size))
        told = b""
        while True:
            part = line.recv(MOST_BYTES)
            told += part
            kinds = [kind for kind, _ in _messages(part)]
            if ERROR in kinds:
                raise OSError("the kernel does not tell its network interfaces")
            if DONE in kinds or not kinds:
                return told


def _messages(told: bytes) -> Iterator[tuple[int, bytes]]:
    """The type and body of each message."""
    at = 0
    while at + HEADER.size <= len(told):
        length, kind, *_ = HEADER.unpack_from(told, at)
        if length < HEADER.size:
            return
        yield kind, told[at + HEADER.size : at + length]
        at += length + 3 & ~3


def _attributes(told: bytes) -> dict[int, bytes]:
    found, at = {}, 0
    while at + ATTRIBUTE.size <= len(told):
        length, kind = ATTRIBUTE.unpack_from(told, at)
        if length < ATTRIBUTE.size:
            break
        found[kind & KIND_OF_ATTRIBUTE] = told[at + ATTRIBUTE.size : at + length]
        at += length + 3 & ~3
    return found


def _by_speaking() -> tuple[Interface, ...]:
    found = []
    for number, (family, somebody) in enumerate(FAR_AWAY):
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            try:
                probe.connect(somebody)
            except OSError:
                continue
            found.append(Interface(f"to {somebody[0]}", number, (ip_address(probe.getsockname()[0]),)))
    return tuple(found)
