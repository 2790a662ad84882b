"""A NetworkManager with air around it, on a D-Bus daemon of its own: what the helper needs, and its moods.

Written after NetworkManager's D-Bus reference, and what was seen of the real one in a virtual machine: a network that
is opened hears no others; a wrong password ends in NO_SECRETS, a router that is gone in SSID_NOT_FOUND.
python-dbusmock has no wheels, needs the system's own libraries, and lets every join succeed.
"""

import contextlib
import os
import re
import subprocess
import threading
import time
from dataclasses import dataclass, field

from jeepney import DBusAddress, HeaderFields, MessageType, message_bus, new_error, new_method_return, new_signal
from jeepney.io.blocking import Proxy, open_dbus_connection

NM = "org.freedesktop.NetworkManager"
ROOT = "/org/freedesktop/NetworkManager"
WIFI = "802-11-wireless"
RADIO, CABLE = f"{ROOT}/Devices/2", f"{ROOT}/Devices/1"
NO_SECRETS, NOT_FOUND, NO_ADDRESS = 7, 53, 17


@dataclass
class Router:
    """One in the house. `flags` and `rsn` as it beacons them."""

    password: str = ""
    strength: int = 70
    flags: int = 1
    rsn: int = 0x100
    gives_address: bool = True
    hidden: bool = False


@dataclass
class Profile:
    """A connection. `saved`: on disk."""

    settings: dict
    saved: bool


@dataclass
class House:
    """Everything that tests change and look at; the bus's thread reads it."""

    air: dict = field(default_factory=dict)
    profiles: dict = field(default_factory=dict)
    active: str | None = None
    cable: bool = False
    radio: bool = True
    enabled: bool = True
    country: str | None = None
    last_scan: int = -1
    cached: list = field(default_factory=list)
    deaf_s: float = 0
    log: list = field(default_factory=list)

    @property
    def own_is_open(self):
        return self.active is not None and _plain(self.profiles[self.active].settings)[WIFI]["mode"] == "ap"

    @property
    def in_network(self):
        """The name of the network that the table is in."""
        return None if self.active is None else _plain(self.profiles[self.active].settings)[WIFI]["ssid"]

    def names(self):
        return {_plain(each.settings)["connection"]["id"] for each in self.profiles.values() if each.saved}


def _plain(settings):
    return {group: {key: value for key, (_, value) in told.items()} for group, told in settings.items()}


class Refused(Exception):
    """The name of the error is the first argument."""


class NetworkManager:
    """`address` of the bus; `house` is what is around."""

    def __init__(self):
        self.house = House()
        self._numbers = iter(range(1, 10_000))
        self._daemon = subprocess.Popen(
            ["dbus-daemon", "--session", "--nofork", "--nopidfile", "--print-address"],
            stdout=subprocess.PIPE,
            text=True,
        )
        self.address = self._daemon.stdout.readline().strip()
        self._connection = open_dbus_connection(bus=self.address)
        for name in (NM, "fi.w1.wpa_supplicant1"):
            Proxy(message_bus, self._connection).RequestName(name)
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def close(self):
        self._daemon.terminate()
        self._daemon.wait(10)
        self._daemon.stdout.close()
        self._thread.join(10)
        self._connection.close()

    def _run(self):
        with contextlib.suppress(ConnectionError, OSError):
            while True:
                message = self._connection.receive()
                if message.header.message_type is MessageType.method_call:
                    self._answer(message)

    def _answer(self, message):
        told = message.header.fields
        path, member = told[HeaderFields.path], told[HeaderFields.member]
        self.house.log.append(member)
        try:
            handler = getattr(self, f"on_{re.sub(r'(?<!^)(?=[A-Z])', '_', member).lower()}")
            signature, values, *after = handler(path, *message.body)
        except Refused as error:
            self._connection.send(new_error(message, error.args[0], "s", ("secret words",)))
            return
        self._connection.send(new_method_return(message, signature or None, values))
        for act in after:
            act()

    # --- properties ------------------------------------------------------------------------------------------------

    def _properties(self, path):
        house = self.house
        if path == ROOT:
            active = [f"{ROOT}/Active/{name}" for name, on in (("wifi", house.active), ("cable", house.cable)) if on]
            return {"ActiveConnections": ("ao", active), "WirelessEnabled": ("b", house.enabled)}
        if path == RADIO:
            point = self._point_of(house.in_network) if house.active and not house.own_is_open else "/"
            return {
                "DeviceType": ("u", 2),
                "Interface": ("s", "wlan0"),
                "LastScan": ("x", house.last_scan),
                "ActiveAccessPoint": ("o", point),
            }
        if path == CABLE:
            return {"DeviceType": ("u", 1)}
        if path.startswith(f"{ROOT}/AccessPoint/"):
            ssid = bytes.fromhex(path.rpartition("/")[2].removeprefix("x"))
            router = house.air.get(ssid, Router())
            return {
                "Ssid": ("ay", b"" if router.hidden else ssid),
                "Strength": ("y", router.strength),
                "Flags": ("u", router.flags),
                "WpaFlags": ("u", 0),
                "RsnFlags": ("u", router.rsn),
            }
        if path == f"{ROOT}/Active/cable":
            return {"Type": ("s", "802-3-ethernet"), "State": ("u", 2), "Uuid": ("s", "?"), "Connection": ("o", "/")}
        settings = _plain(house.profiles[house.active].settings)
        return {
            "Type": ("s", WIFI),
            "State": ("u", 2),
            "Uuid": ("s", settings["connection"]["uuid"]),
            "Connection": ("o", house.active),
        }

    @staticmethod
    def _point_of(ssid):
        return f"{ROOT}/AccessPoint/x{ssid.hex()}"

    def on_get(self, path, _, name):
        return "v", (self._properties(path)[name],)

    def on_get_all(self, path, _):
        return "a{sv}", (self._properties(path),)

    def on_set(self, _, interface, name, value):
        if interface.startswith("fi.w1"):
            assert name == "Country"
            self.house.country = value[1]
        else:
            assert name == "WirelessEnabled"
            self.house.enabled = value[1]
        return "", ()

    # --- what is called --------------------------------------------------------------------------------------------

    def on_get_interface(self, _, interface):
        assert interface == "wlan0"
        return "o", ("/fi/w1/wpa_supplicant1/Interfaces/0",)

    def on_get_devices(self, _):
        time.sleep(self.house.deaf_s)
        return "ao", ([CABLE, RADIO] if self.house.radio else [CABLE],)

    def on_request_scan(self, _, options):
        assert options == {}
        if self.house.own_is_open or not self.house.enabled:
            raise Refused(f"{NM}.Device.NotAllowed")
        self._hear()
        return "", ()

    def _hear(self):
        self.house.cached = list(self.house.air)
        self.house.last_scan = max(self.house.last_scan + 1, int(time.clock_gettime(time.CLOCK_BOOTTIME) * 1000))

    def on_get_all_access_points(self, _):
        return "ao", ([] if self.house.own_is_open else [self._point_of(ssid) for ssid in self.house.cached],)

    def on_list_connections(self, _):
        return "ao", (list(self.house.profiles),)

    def on_get_settings(self, path):
        told = self.house.profiles[path].settings
        hidden = {group: {key: value for key, value in each.items() if key != "psk"} for group, each in told.items()}
        return "a{sa{sv}}", (hidden,)

    def on_get_secrets(self, path, group):
        psk = self.house.profiles[path].settings[group]["psk"]
        return "a{sa{sv}}", ({group: {"psk": psk}},)

    def on_add_connection2(self, _, settings, flags, options):
        assert (flags, options) == (1, {})
        return "oa{sv}", (self._added(settings, saved=True), {})

    def _added(self, settings, *, saved):
        path = f"{ROOT}/Settings/{next(self._numbers)}"
        settings["connection"].setdefault("uuid", ("s", path))
        self.house.profiles[path] = Profile(settings, saved)
        return path

    def on_update2(self, path, settings, flags, options):
        assert (flags, options) == (1, {})
        self.house.profiles[path] = Profile(settings, saved=True)
        return "a{sv}", ({},)

    def on_save(self, path):
        self.house.profiles[path].saved = True
        return "", ()

    def on_delete(self, path):
        del self.house.profiles[path]
        if self.house.active == path:
            self.house.active = None
        return "", ()

    def on_deactivate_connection(self, _, active):
        assert active == f"{ROOT}/Active/wifi"
        self.house.active = None
        return "", (), lambda: self._tell(30, 39)

    def on_add_and_activate_connection2(self, _, settings, device, specific, options):
        assert (device, specific, options) == (RADIO, "/", {"persist": ("s", "memory")})
        if settings.get(f"{WIFI}-security", {}).get("psk") == ("s", "refuse me"):
            raise Refused(f"{NM}.Settings.Connection.InvalidProperty")
        path = self._added(settings, saved=False)
        return "ooa{sv}", (path, f"{ROOT}/Active/wifi", {}), lambda: self._activate(path)

    def on_activate_connection(self, _, path, device, specific):
        assert (device, specific) == (RADIO, "/")
        return "o", (f"{ROOT}/Active/wifi",), lambda: self._activate(path)

    def _activate(self, path):
        house, settings = self.house, _plain(self.house.profiles[path].settings)
        if house.active is not None:
            house.active = None
            self._tell(110, 60)
            self._tell(30, 60)
        for state in (40, 50):
            self._tell(state, 0)
        reason = None if settings[WIFI]["mode"] == "ap" else self._hindrance(settings)
        if reason is None:
            house.active = path
            self._tell(100, 0)
        else:
            self._tell(120, reason)
            self._tell(30, 0)

    def _hindrance(self, settings):
        ssid = settings[WIFI]["ssid"]
        router = self.house.air.get(ssid)
        if router is None or (router.hidden and not settings[WIFI].get("hidden")):
            return NOT_FOUND
        security = settings.get(f"{WIFI}-security", {})
        wanted = "sae" if router.rsn == 0x400 else "wpa-psk"
        if router.password and (security.get("psk"), security.get("key-mgmt")) != (router.password, wanted):
            return NO_SECRETS
        return None if router.gives_address else NO_ADDRESS

    def _tell(self, state, reason):
        source = DBusAddress(RADIO, None, f"{NM}.Device")
        self._connection.send(new_signal(source, "StateChanged", "uuu", (state, 0, reason)))


@contextlib.contextmanager
def network_manager():
    """One, found as the system's."""
    served = NetworkManager()
    before = os.environ.get("DBUS_SYSTEM_BUS_ADDRESS")
    os.environ["DBUS_SYSTEM_BUS_ADDRESS"] = served.address
    try:
        yield served
    finally:
        if before is None:
            del os.environ["DBUS_SYSTEM_BUS_ADDRESS"]
        else:
            os.environ["DBUS_SYSTEM_BUS_ADDRESS"] = before
        served.close()
