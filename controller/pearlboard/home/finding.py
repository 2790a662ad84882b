"""Brokers that announce themselves in the house's network, by mDNS, as avahi has heard them.

Avahi's interface on D-Bus: https://github.com/avahi/avahi/blob/master/avahi-daemon/org.freedesktop.Avahi.Server.xml
"""

import time
from collections.abc import Iterator
from typing import Any, Final

from jeepney import DBusAddress, HeaderFields, MatchRule, message_bus, new_method_call  # type: ignore[import-untyped]
from jeepney.io.blocking import DBusConnection, Proxy, open_dbus_connection  # type: ignore[import-untyped]
from jeepney.wrappers import DBusErrorResponse  # type: ignore[import-untyped]

KINDS: Final = {"_mqtt._tcp": "off", "_secure-mqtt._tcp": "on"}
"""The service types of DNS-SD, and whether TLS is spoken there."""
LISTEN_S: Final = 2.0
MOST: Final = 8
ANY, NO_FLAGS = -1, 0
AVAHI: Final = DBusAddress("/", "org.freedesktop.Avahi", "org.freedesktop.Avahi.Server")
FOUND, DONE = "ItemNew", "AllForNow"


def brokers(listen_s: float = LISTEN_S) -> tuple[tuple[str, int, str], ...]:
    """Host, port and `tls` of each broker; empty if nobody announces one, or nobody listens for that. Blocks."""
    try:
        with open_dbus_connection("SYSTEM") as bus:
            return tuple(each for kind in KINDS for each in _of(bus, kind, listen_s))[:MOST]
    except (OSError, DBusErrorResponse, KeyError):
        return ()


def _of(bus: DBusConnection, kind: str, listen_s: float) -> Iterator[tuple[str, int, str]]:
    """The brokers of one service type."""
    rule = MatchRule(type="signal", interface="org.freedesktop.Avahi.ServiceBrowser")
    Proxy(message_bus, bus).AddMatch(rule)
    with bus.filter(rule, bufsize=2 * MOST) as heard:
        _call(bus, "ServiceBrowserNew", "iissu", ANY, ANY, kind, "", NO_FLAGS)
        until, names = time.monotonic() + listen_s, dict[str, tuple[Any, ...]]()
        while len(names) < MOST and (left := until - time.monotonic()) > 0:
            try:
                told = bus.recv_until_filtered(heard, timeout=left)
            except TimeoutError:
                break
            if told.header.fields[HeaderFields.member] == DONE:
                break
            if told.header.fields[HeaderFields.member] == FOUND and told.body[3] == kind:
                names[told.body[2]] = told.body
    for interface, protocol, name, service, domain, _ in names.values():
        answer = _call(bus, "ResolveService", "iisssiu", interface, protocol, name, service, domain, ANY, NO_FLAGS)
        host, address = answer[5], answer[7]
        numeric = KINDS[kind] == "off" and "." in address  # a certificate is for a name
        yield address if numeric else host, int(answer[8]), KINDS[kind]


def _call(bus: DBusConnection, method: str, signature: str, *values: object) -> tuple[Any, ...]:
    answer = bus.send_and_get_reply(new_method_call(AVAHI, method, signature, values), timeout=5)
    if answer.header.message_type.name == "error":
        raise DBusErrorResponse(answer)
    return tuple(answer.body)
