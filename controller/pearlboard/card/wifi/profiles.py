"""Connection profiles of NetworkManager: which there are, what they say, and how a new one is written."""

import time
from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal, TypeAlias

from pearlboard.card.wifi.bus import ACTIVE, MANAGER, NOTHING, PROFILE, SETTINGS, Bus
from pearlboard.card.wifi.messages import OWN_ADDRESS, Where

OWN_UUID: Final = "c8a5c1f4-5d0a-4b5e-9e0c-70ea21b0a2d1"
"""The UUID of the table's own profile, an arbitrary one."""
COUNTRY: Final = "pearlboard.country"
ACTIVATED: Final = 2
WIFI: Final = "802-11-wireless"
CABLE: Final = "802-3-ethernet"
SECURITY: Final = f"{WIFI}-security"
# Of an access point: NM80211ApFlags and NM80211ApSecurityFlags.
PRIVACY: Final = 0x1
PSK, ENTERPRISE, SAE = 0x100, 0x200, 0x400

Profile: TypeAlias = dict[str, dict[str, tuple[str, Any]]]
"""A profile: values with their signatures, by group and key."""


# --- what NetworkManager says --------------------------------------------------------------------------------------


def boot_time_s() -> float:
    """The clock of NetworkManager's scan times, in seconds."""
    return time.clock_gettime(time.CLOCK_BOOTTIME)


def where_now(bus: Bus) -> tuple[Where, str, str]:
    """Where the table is, the active profile, and the active connection."""
    found: dict[str, tuple[str, str, str]] = {}
    for path in bus.get(MANAGER, "ActiveConnections"):
        active = bus.all((path, ACTIVE))
        if active["State"] == ACTIVATED:
            found[active["Type"]] = (active["Uuid"], active["Connection"], path)
    if WIFI in found:
        uuid, profile, path = found[WIFI]
        return ("own" if uuid == OWN_UUID else "house"), profile, path
    return ("cable" if CABLE in found else "none"), NOTHING, NOTHING


def house_profiles(bus: Bus) -> dict[bytes, list[str]]:
    """The profiles of each of the house's networks."""
    found: dict[bytes, list[str]] = {}
    [paths] = bus.call(SETTINGS, "ListConnections")
    for path in paths:
        settings = bus.settings(path)
        if settings["connection"]["type"] == WIFI and settings["connection"]["uuid"] != OWN_UUID:
            found.setdefault(ssid_of(settings), []).append(path)
    return found


def own_path(bus: Bus) -> str | None:
    """The profile of the own network; None if it was never made."""
    [paths] = bus.call(SETTINGS, "ListConnections")
    return next((path for path in paths if bus.settings(path)["connection"]["uuid"] == OWN_UUID), None)


def password_of(bus: Bus, profile: str) -> str:
    """The password that NetworkManager keeps for a profile."""
    [told] = bus.call((profile, PROFILE), "GetSecrets", "s", SECURITY)
    return str(told[SECURITY]["psk"][1])


def ssid_of(settings: Mapping[str, Mapping[str, Any]]) -> bytes:
    """The name of a profile's network, as bytes."""
    return bytes(settings[WIFI]["ssid"])


def suites_of(point: Mapping[str, Any]) -> int:
    """The security suites of an access point, as flags."""
    return int(point["WpaFlags"]) | int(point["RsnFlags"])


def kind_of(point: Mapping[str, Any]) -> Literal["open", "password", "other"]:
    """The credentials that a network needs. WEP, and enterprise networks, are `other`."""
    suites = suites_of(point)
    if suites & (PSK | SAE):
        return "password"
    return "other" if suites & ENTERPRISE or int(point["Flags"]) & PRIVACY else "open"


def switch_on(bus: Bus) -> None:
    """Enable the radio, if it is not."""
    if not bus.get(MANAGER, "WirelessEnabled"):
        bus.put(MANAGER, "WirelessEnabled", "b", value=True)


# --- what NetworkManager is told -----------------------------------------------------------------------------------


def house_profile(ssid: bytes, password: str, *, hidden: bool, modern: bool) -> Profile:
    """A network of the house, to be joined automatically from now on. `modern`: it takes WPA3 alone."""
    profile: Profile = {
        "connection": {
            "id": ("s", f"pearlboard-{ssid.hex()}"),
            "type": ("s", WIFI),
            "autoconnect": ("b", True),
            "autoconnect-retries": ("i", 0),  # for ever: a router may be off for a night
        },
        WIFI: {"ssid": ("ay", ssid), "mode": ("s", "infrastructure"), "hidden": ("b", hidden)},
        "ipv4": {"method": ("s", "auto")},
        "ipv6": {"method": ("s", "auto")},
    }
    if password:
        profile[SECURITY] = {"key-mgmt": ("s", "sae" if modern else "wpa-psk"), "psk": ("s", password)}
    return profile


def own_profile(name: bytes, password: str, country: str) -> Profile:
    """The own network: WPA2 only; NetworkManager's dnsmasq serves addresses and names."""
    only: Sequence[str] = ["rsn"]
    profile: Profile = {
        "connection": {
            "id": ("s", "pearlboard-own"),
            "uuid": ("s", OWN_UUID),
            "type": ("s", WIFI),
            "autoconnect": ("b", False),
        },
        WIFI: {"ssid": ("ay", name), "mode": ("s", "ap"), "band": ("s", "bg")},
        SECURITY: {
            "key-mgmt": ("s", "wpa-psk"),
            "proto": ("as", only),
            "pairwise": ("as", ["ccmp"]),
            "group": ("as", ["ccmp"]),
            "pmf": ("i", 1),  # off: the Pi's radio cannot protect management frames as an access point
            "psk": ("s", password),
        },
        "ipv4": {
            "method": ("s", "shared"),
            "address-data": ("aa{sv}", [{"address": ("s", OWN_ADDRESS), "prefix": ("u", 24)}]),
        },
        "ipv6": {"method": ("s", "disabled")},
    }
    if country:
        profile["user"] = {"data": ("a{ss}", {COUNTRY: country})}
    return profile
