"""Controls the machine's Wi-Fi through NetworkManager: scan, join, open, forget. For root alone.

NetworkManager keeps everything: the profiles of the house's networks, and that of the table's own with its password and
the country. Only the networks heard before the own one was opened are kept here, since none are heard from there.
Its interface: https://networkmanager.dev/docs/api/latest/spec.html
"""

import logging
import re
import secrets
import time
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from pathlib import Path
from typing import Final

from pearlboard.card.wifi.bus import (
    ACCESS_POINT,
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
    Why,
)
from pearlboard.card.wifi.profiles import (
    COUNTRY,
    PSK,
    SAE,
    boot_time_s,
    house_profile,
    house_profiles,
    kind_of,
    own_path,
    own_profile,
    password_of,
    ssid_of,
    suites_of,
    switch_on,
    where_now,
)
from pearlboard.errors import BadInput
from pearlboard.regular import read_regular
from pearlboard.typed import text_in

_log: Final = logging.getLogger("pearlboard.card")

GIVEN_PASSWORD: Final = Path("/boot/firmware/pearlboard-wifi.txt")
"""The file on the card with a password for the own network; without it one is generated."""
DIGITS: Final = 12
TO_DISK: Final = 0x1
SCAN_S: Final = 10.0
JOIN_S: Final = 60.0
LOOK_S: Final = 0.2


class CannotBe(Exception):
    """The request cannot be carried out."""

    def __init__(self, why: Why) -> None:
        super().__init__(why)
        self.why = why


class Radio:
    """Carries out one request at a time."""

    def __init__(
        self, name: str, given: Path = GIVEN_PASSWORD, *, scan_s: float = SCAN_S, join_s: float = JOIN_S
    ) -> None:
        """`name`: of the table's own network. `scan_s` and `join_s`: timeouts for scanning and joining."""
        self._name = name
        self._given = given
        self._scan_s = scan_s
        self._join_s = join_s
        self._heard: tuple[Heard, ...] = ()
        self._heard_at: float | None = None
        self._modern: frozenset[bytes] = frozenset()
        self._told_country = ""

    def answer(self, request: Request) -> Answer:
        """Carry out a request; returns the result, and the new state."""
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
        where, profile, _ = where_now(bus)
        if device is not None and where != "own":
            self._note(bus, device)
        ssid, strength = None, None
        if where == "house" and device is not None:
            ssid = ssid_of(bus.settings(profile))
            point = bus.get((device, WIRELESS), "ActiveAccessPoint")
            strength = None if point == NOTHING else int(bus.get((point, ACCESS_POINT), "Strength"))
        own = own_path(bus) if where == "own" else None
        return NetworkState(
            where=where,
            device=device is not None,
            ssid=ssid,
            strength=strength,
            heard=self._heard,
            heard_s=None if self._heard_at is None else max(0.0, boot_time_s() - self._heard_at),
            known=tuple(house_profiles(bus)),
            country=self._own_country(bus),
            own=None if own is None else OwnNetwork(ssid_of(bus.settings(own)).decode(), password_of(bus, own)),
        )

    # --- hearing ---------------------------------------------------------------------------------------------------

    def _listen(self, bus: Bus, device: str) -> None:
        """Scan; does nothing while the own network is open."""
        if where_now(bus)[0] == "own":
            return
        before, longest_s = bus.get((device, WIRELESS), "LastScan"), self._scan_s
        try:
            bus.call((device, WIRELESS), "RequestScan", "a{sv}", {})
        except Refusal:
            longest_s /= 3  # a scan is in progress, or has just ended
        end = time.monotonic() + longest_s
        while bus.get((device, WIRELESS), "LastScan") == before and time.monotonic() < end:
            time.sleep(LOOK_S)
        self._note(bus, device)

    def _note(self, bus: Bus, device: str) -> None:
        """Keep the networks that NetworkManager has heard, each name once, with its best strength."""
        last_ms = bus.get((device, WIRELESS), "LastScan")
        if last_ms < 0:
            return
        [paths] = bus.call((device, WIRELESS), "GetAllAccessPoints")
        points = sorted((bus.all((path, ACCESS_POINT)) for path in paths), key=lambda point: int(point["Strength"]))
        best = {bytes(point["Ssid"]): point for point in points if 0 < len(point["Ssid"]) <= LONGEST_SSID}
        heard = (Heard(ssid, int(point["Strength"]), kind_of(point)) for ssid, point in best.items())
        self._heard = tuple(sorted(heard, key=lambda each: -each.strength)[:MOST_NETWORKS])
        self._modern = frozenset(ssid for ssid, point in best.items() if suites_of(point) & (SAE | PSK) == SAE)
        self._heard_at = last_ms / 1000

    # --- joining ---------------------------------------------------------------------------------------------------

    def _join_new(self, bus: Bus, device: str, ssid: bytes, password: str, country: str) -> None:
        """Join a network, and keep it if that succeeds. An earlier profile of that network is deleted only
        afterwards.
        """
        heard = next((each for each in self._heard if each.ssid == ssid), None)
        if heard is not None and heard.kind == "other":
            raise CannotBe("kind")
        switch_on(bus)
        self._keep_own(bus, country)
        self._tell_country(bus, device, country)
        before = house_profiles(bus).get(ssid, [])
        wanted = house_profile(ssid, password, hidden=heard is None, modern=ssid in self._modern)
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
        """Join that network, or the strongest one that is known and heard."""
        switch_on(bus)
        known = house_profiles(bus)
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
        paths = house_profiles(bus).get(ssid)
        if paths is None:
            raise CannotBe("unknown")
        for path in paths:
            bus.call((path, PROFILE), "Delete")
        _log.info("a network of the house was forgotten")

    # --- the table's own network -----------------------------------------------------------------------------------

    def _open(self, bus: Bus, device: str) -> None:
        """Open the own network, after a scan: afterwards nothing is heard."""
        switch_on(bus)
        profile = self._keep_own(bus, None)
        self._tell_country(bus, device, self._own_country(bus))
        self._leave_own(bus)
        self._listen(bus, device)
        if (why := self._activate(bus, device, profile)) is not None:
            raise CannotBe(why)
        _log.info("the table's own network is open")

    @staticmethod
    def _leave_own(bus: Bus) -> None:
        where, _, active = where_now(bus)
        if where == "own":
            bus.call(MANAGER, "DeactivateConnection", "o", active)

    def _keep_own(self, bus: Bus, country: str | None) -> str:
        """Write the own network's profile. `country`: a new one, unless None."""
        path = own_path(bus)
        old = None if path is None else (ssid_of(bus.settings(path)), password_of(bus, path), self._own_country(bus))
        made = f"{secrets.randbelow(10**DIGITS):0{DIGITS}}" if old is None else old[1]
        known_country = "" if old is None else old[2]
        new = (
            self._name.encode()[:LONGEST_SSID],
            self._given_password() or made,
            known_country if country is None else country,
        )
        if path is not None and new != old:
            bus.call((path, PROFILE), "Update2", "a{sa{sv}}ua{sv}", own_profile(*new), TO_DISK, {})
        elif path is None:
            path, _ = bus.call(SETTINGS, "AddConnection2", "a{sa{sv}}ua{sv}", own_profile(*new), TO_DISK, {})
        return path

    def _given_password(self) -> str | None:
        """The password that somebody has written onto the card, on a line of its own; None without a usable one."""
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
        path = own_path(bus)
        return "" if path is None else str(bus.settings(path).get("user", {}).get("data", {}).get(COUNTRY, ""))

    def _tell_country(self, bus: Bus, device: str, country: str) -> None:
        """Tell the radio its country, once in this program's life: it forgets at every start."""
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
    """Read a file saved by any editor, in UTF-8, or in UTF-16 with a byte order mark; Windows may have doubled its
    suffix.
    """
    twice = path.with_name(f"{path.name}{path.suffix}")
    told = read_regular(twice if twice.exists() and not path.exists() else path)
    return told.decode("utf-16") if told.startswith((BOM_UTF16_LE, BOM_UTF16_BE)) else text_in(told)
