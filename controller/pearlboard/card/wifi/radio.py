"""The machine's Wi-Fi, as NetworkManager has it: heard, joined, opened, forgotten. For root alone.

NetworkManager keeps everything: the profiles of the house's networks, and that of the table's own with its password and
the country. Only what was heard before the own network was opened is kept here, for from there nothing is heard.
Its interface: https://networkmanager.dev/docs/api/latest/spec.html
"""

import logging
import re
import secrets
import time
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

from pearlboard.card.wifi.bus import (
    ACCESS_POINT,
    ACTIVE,
    DEVICE,
    MANAGER,
    NOTHING,
    PROFILE,
    SETTINGS,
    SUPPLICANT,
    WIRELESS,
    Bus,
    Refusal,
    system_bus,
)
from pearlboard.card.wifi.messages import (
    LONGEST_SSID,
    MOST_NETWORKS,
    OWN_ADDRESS,
    PASSWORD,
    Answer,
    Forget,
    Heard,
    Join,
    Networks,
    NetworkState,
    Own,
    OwnNetwork,
    Request,
    Where,
    Why,
)
from pearlboard.errors import BadInput
from pearlboard.regular import read_regular
from pearlboard.typed import text_in

_log: Final = logging.getLogger("pearlboard.card")

OWN_UUID: Final = "c8a5c1f4-5d0a-4b5e-9e0c-70ea21b0a2d1"
"""By which the table's own profile is found; any number would do."""
GIVEN_PASSWORD: Final = Path("/boot/firmware/pearlboard-wifi.txt")
"""The own network's password, where somebody has written it onto the card; else one is made."""
COUNTRY: Final = "pearlboard.country"
DIGITS: Final = 12
ACTIVATED: Final = 2
WIFI: Final = "802-11-wireless"
CABLE: Final = "802-3-ethernet"
SECURITY: Final = f"{WIFI}-security"
TO_DISK: Final = 0x1
# Of an access point: NM80211ApFlags and NM80211ApSecurityFlags.
PRIVACY: Final = 0x1
PSK, ENTERPRISE, SAE = 0x100, 0x200, 0x400
SCAN_S: Final = 10.0
JOIN_S: Final = 60.0
LOOK_S: Final = 0.2

Profile: TypeAlias = dict[str, dict[str, tuple[str, Any]]]
"""By group and key, each value with its signature."""


class CannotBe(Exception):
    """It was not done."""

    def __init__(self, why: Why) -> None:
        super().__init__(why)
        self.why = why


class Radio:
    """Answers one request at a time."""

    def __init__(
        self, name: str, given: Path = GIVEN_PASSWORD, *, scan_s: float = SCAN_S, join_s: float = JOIN_S
    ) -> None:
        """`name`: of the table's own network. Nothing was heard yet. So long it listens, and waits to be let in."""
        self._name = name
        self._given = given
        self._scan_s = scan_s
        self._join_s = join_s
        self._heard: tuple[Heard, ...] = ()
        self._heard_at: float | None = None
        self._modern: frozenset[bytes] = frozenset()
        self._told_country = ""

    def answer(self, request: Request) -> Answer:
        """Do what is asked; what became of it, and how it stands then."""
        try:
            with system_bus() as bus:
                why = self._tried(bus, request)
                return Answer(why, self._state(bus))
        except (Refusal, OSError, LookupError, ValueError) as error:
            _log.warning(
                "NetworkManager does not answer as it should: %s", error if isinstance(error, Refusal) else type(error)
            )
            return Answer("system")

    def _tried(self, bus: Bus, request: Request) -> Why | None:
        try:
            self._do(bus, request)
        except CannotBe as error:
            _log.info("not done: %s", error.why)
            return error.why
        return None

    def _do(self, bus: Bus, request: Request) -> None:
        if isinstance(request, Forget):
            self._forget(bus, request.ssid)
            return
        device = bus.wifi_device()
        if device is None:
            raise CannotBe("no_device")
        match request:
            case Networks(scan):
                self._tell_country(bus, device, self._own_country(bus))
                if scan:
                    self._listen(bus, device)
            case Own():
                self._open(bus, device)
            case Join(ssid, password, country) if ssid is not None and password is not None:
                self._join_new(bus, device, ssid, password, country or "")
            case Join(ssid):
                self._join_known(bus, device, ssid)

    # --- how it stands ---------------------------------------------------------------------------------------------

    def _state(self, bus: Bus) -> NetworkState:
        device = bus.wifi_device()
        where, profile, _ = _where(bus)
        if device is not None and where != "own":
            self._note(bus, device)
        ssid, strength = None, None
        if where == "house" and device is not None:
            ssid = _ssid(bus.settings(profile))
            point = bus.get((device, WIRELESS), "ActiveAccessPoint")
            strength = None if point == NOTHING else int(bus.get((point, ACCESS_POINT), "Strength"))
        own = _own(bus) if where == "own" else None
        return NetworkState(
            where=where,
            device=device is not None,
            ssid=ssid,
            strength=strength,
            heard=self._heard,
            heard_s=None if self._heard_at is None else max(0.0, _now() - self._heard_at),
            known=tuple(_known(bus)),
            country=self._own_country(bus),
            own=None if own is None else OwnNetwork(_ssid(bus.settings(own)).decode(), _password(bus, own)),
        )

    # --- hearing ---------------------------------------------------------------------------------------------------

    def _listen(self, bus: Bus, device: str) -> None:
        """Hear what there is now; nothing while the own network is open."""
        if _where(bus)[0] == "own":
            return
        before, longest_s = bus.get((device, WIRELESS), "LastScan"), self._scan_s
        try:
            bus.call((device, WIRELESS), "RequestScan", "a{sv}", {})
        except Refusal:
            longest_s /= 3  # it listens already, or has just done so
        end = time.monotonic() + longest_s
        while bus.get((device, WIRELESS), "LastScan") == before and time.monotonic() < end:
            time.sleep(LOOK_S)
        self._note(bus, device)

    def _note(self, bus: Bus, device: str) -> None:
        """Keep what NetworkManager has heard, each name once, as strong as it was heard best."""
        last_ms = bus.get((device, WIRELESS), "LastScan")
        if last_ms < 0:
            return
        [paths] = bus.call((device, WIRELESS), "GetAllAccessPoints")
        points = sorted((bus.all((path, ACCESS_POINT)) for path in paths), key=lambda point: int(point["Strength"]))
        best = {bytes(point["Ssid"]): point for point in points if 0 < len(point["Ssid"]) <= LONGEST_SSID}
        heard = (Heard(ssid, int(point["Strength"]), _kind(point)) for ssid, point in best.items())
        self._heard = tuple(sorted(heard, key=lambda each: -each.strength)[:MOST_NETWORKS])
        self._modern = frozenset(ssid for ssid, point in best.items() if _suites(point) & (SAE | PSK) == SAE)
        self._heard_at = last_ms / 1000

    # --- joining ---------------------------------------------------------------------------------------------------

    def _join_new(self, bus: Bus, device: str, ssid: bytes, password: str, country: str) -> None:
        """For good if it is let in. What was known of that network until then is forgotten only after that."""
        heard = next((each for each in self._heard if each.ssid == ssid), None)
        if heard is not None and heard.kind == "other":
            raise CannotBe("kind")
        _switch_on(bus)
        self._keep_own(bus, country)
        self._tell_country(bus, device, country)
        before = _known(bus).get(ssid, [])
        wanted = _house(ssid, password, hidden=heard is None, modern=ssid in self._modern)
        with bus.watching(device) as changes:
            try:
                kept = {"persist": ("s", "memory")}
                profile, *_ = bus.call(
                    MANAGER, "AddAndActivateConnection2", "a{sa{sv}}ooa{sv}", wanted, device, NOTHING, kept
                )
            except Refusal as error:
                _log.warning("NetworkManager refuses the network: %s", error)
                raise CannotBe("refused") from error
            why = changes.outcome(self._join_s)
        if why is not None:
            bus.call((profile, PROFILE), "Delete")
            raise CannotBe(why)
        bus.call((profile, PROFILE), "Save")
        for path in before:
            bus.call((path, PROFILE), "Delete")
        _log.info("a network of the house was joined")

    def _join_known(self, bus: Bus, device: str, ssid: bytes | None) -> None:
        """That one, or the strongest that is known and heard."""
        _switch_on(bus)
        known = _known(bus)
        if ssid is None:
            self._leave_own(bus)
            self._listen(bus, device)
            ssid = next((heard.ssid for heard in self._heard if heard.ssid in known), None)
            if ssid is None:
                raise CannotBe("gone")
        elif ssid not in known:
            raise CannotBe("unknown")
        if (why := self._activate(bus, device, known[ssid][0])) is not None:
            raise CannotBe(why)
        _log.info("a network of the house was joined again")

    def _activate(self, bus: Bus, device: str, profile: str) -> Why | None:
        with bus.watching(device) as changes:
            try:
                bus.call(MANAGER, "ActivateConnection", "ooo", profile, device, NOTHING)
            except Refusal as error:
                _log.warning("NetworkManager refuses to begin: %s", error)
                return "refused"
            return changes.outcome(self._join_s)

    @staticmethod
    def _forget(bus: Bus, ssid: bytes) -> None:
        paths = _known(bus).get(ssid)
        if paths is None:
            raise CannotBe("unknown")
        for path in paths:
            bus.call((path, PROFILE), "Delete")
        _log.info("a network of the house was forgotten")

    # --- the table's own network -----------------------------------------------------------------------------------

    def _open(self, bus: Bus, device: str) -> None:
        """What can be heard is heard before: afterwards nothing is."""
        _switch_on(bus)
        profile = self._keep_own(bus, None)
        self._tell_country(bus, device, self._own_country(bus))
        self._leave_own(bus)
        self._listen(bus, device)
        if (why := self._activate(bus, device, profile)) is not None:
            raise CannotBe(why)
        _log.info("the table's own network is open")

    @staticmethod
    def _leave_own(bus: Bus) -> None:
        where, _, active = _where(bus)
        if where == "own":
            bus.call(MANAGER, "DeactivateConnection", "o", active)

    def _keep_own(self, bus: Bus, country: str | None) -> str:
        """The own network's profile, as it should be. `country`: another one, if it is not None."""
        path = _own(bus)
        old = None if path is None else (_ssid(bus.settings(path)), _password(bus, path), self._own_country(bus))
        made = f"{secrets.randbelow(10**DIGITS):0{DIGITS}}" if old is None else old[1]
        known_country = "" if old is None else old[2]
        new = (
            self._name.encode()[:LONGEST_SSID],
            self._given_password() or made,
            known_country if country is None else country,
        )
        if path is not None and new != old:
            bus.call((path, PROFILE), "Update2", "a{sa{sv}}ua{sv}", _own_profile(*new), TO_DISK, {})
        elif path is None:
            path, _ = bus.call(SETTINGS, "AddConnection2", "a{sa{sv}}ua{sv}", _own_profile(*new), TO_DISK, {})
        return path

    def _given_password(self) -> str | None:
        """What somebody has written onto the card, on a line of its own; None if that is nothing that can be used."""
        try:
            text = _typed(self._given).strip()
        except FileNotFoundError:
            return None
        except (OSError, UnicodeDecodeError, BadInput):
            text = ""
        if not text or re.fullmatch(PASSWORD, text) is None:
            _log.warning("%s: a password has 8 to 63 letters, figures and symbols, without accents", self._given)
            return None
        return text

    @staticmethod
    def _own_country(bus: Bus) -> str:
        path = _own(bus)
        return "" if path is None else str(bus.settings(path).get("user", {}).get("data", {}).get(COUNTRY, ""))

    def _tell_country(self, bus: Bus, device: str, country: str) -> None:
        """Tell the radio in which country it is, once in this program's life: it forgets at every start."""
        if not country or country == self._told_country:
            return
        interface = bus.get((device, DEVICE), "Interface")
        supplicant = (f"/{SUPPLICANT.replace('.', '/')}", SUPPLICANT)
        try:
            [path] = bus.call(supplicant, "GetInterface", "s", interface, name=SUPPLICANT)
            bus.put((path, f"{SUPPLICANT}.Interface"), "Country", "s", country, name=SUPPLICANT)
        except (Refusal, OSError) as error:
            _log.warning(
                "the radio could not be told the country: %s", error if isinstance(error, Refusal) else type(error)
            )
            return
        self._told_country = country


# --- what somebody has written ---------------------------------------------------------------------------------------


def _typed(path: Path) -> str:
    """As an editor saves it, in UTF-8 or with a mark in UTF-16; also where Windows hid the ending, and it has two."""
    twice = path.with_name(f"{path.name}{path.suffix}")
    told = read_regular(twice if twice.exists() and not path.exists() else path)
    return told.decode("utf-16") if told.startswith((BOM_UTF16_LE, BOM_UTF16_BE)) else text_in(told)


# --- what NetworkManager says --------------------------------------------------------------------------------------


def _now() -> float:
    """Seconds of the clock by which NetworkManager says when it has listened."""
    return time.clock_gettime(time.CLOCK_BOOTTIME)


def _where(bus: Bus) -> tuple[Where, str, str]:
    """Where the table is, by which profile, and the active connection."""
    found: dict[str, tuple[str, str, str]] = {}
    for path in bus.get(MANAGER, "ActiveConnections"):
        active = bus.all((path, ACTIVE))
        if active["State"] == ACTIVATED:
            found[active["Type"]] = (active["Uuid"], active["Connection"], path)
    if WIFI in found:
        uuid, profile, path = found[WIFI]
        return ("own" if uuid == OWN_UUID else "house"), profile, path
    return ("cable" if CABLE in found else "none"), NOTHING, NOTHING


def _known(bus: Bus) -> dict[bytes, list[str]]:
    """The profiles of each of the house's networks."""
    found: dict[bytes, list[str]] = {}
    [paths] = bus.call(SETTINGS, "ListConnections")
    for path in paths:
        settings = bus.settings(path)
        if settings["connection"]["type"] == WIFI and settings["connection"]["uuid"] != OWN_UUID:
            found.setdefault(_ssid(settings), []).append(path)
    return found


def _own(bus: Bus) -> str | None:
    """The profile of the own network; None if it was never made."""
    [paths] = bus.call(SETTINGS, "ListConnections")
    return next((path for path in paths if bus.settings(path)["connection"]["uuid"] == OWN_UUID), None)


def _password(bus: Bus, profile: str) -> str:
    [told] = bus.call((profile, PROFILE), "GetSecrets", "s", SECURITY)
    return str(told[SECURITY]["psk"][1])


def _ssid(settings: Mapping[str, Mapping[str, Any]]) -> bytes:
    return bytes(settings[WIFI]["ssid"])


def _suites(point: Mapping[str, Any]) -> int:
    return int(point["WpaFlags"]) | int(point["RsnFlags"])


def _kind(point: Mapping[str, Any]) -> Literal["open", "password", "other"]:
    """What it takes to get in. WEP, and what asks for a name besides, are `other`."""
    suites = _suites(point)
    if suites & (PSK | SAE):
        return "password"
    return "other" if suites & ENTERPRISE or int(point["Flags"]) & PRIVACY else "open"


def _switch_on(bus: Bus) -> None:
    if not bus.get(MANAGER, "WirelessEnabled"):
        bus.put(MANAGER, "WirelessEnabled", "b", value=True)


# --- what NetworkManager is told -----------------------------------------------------------------------------------


def _house(ssid: bytes, password: str, *, hidden: bool, modern: bool) -> Profile:
    """A network of the house; joined by itself from now on. `modern`: it takes WPA3 alone."""
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


def _own_profile(name: bytes, password: str, country: str) -> Profile:
    """WPA2 and nothing older; addresses and names are given out by NetworkManager's dnsmasq."""
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
