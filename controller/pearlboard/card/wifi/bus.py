"""NetworkManager's objects on the system's D-Bus, and the result of a device's attempt to join.

jeepney is the small one among the libraries for D-Bus: 50 kB of pure Python without dependencies, in Debian, with
blocking calls. dbus-fast is released more often, but is 1 MB of compiled code and an event loop, and one request at a
time needs neither.
"""

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final, TypeAlias

from jeepney import DBusAddress, DBusErrorResponse, MatchRule, message_bus, new_method_call  # type: ignore[import-untyped]
from jeepney.io.blocking import DBusConnection, Proxy, open_dbus_connection  # type: ignore[import-untyped]
from jeepney.wrappers import unwrap_msg  # type: ignore[import-untyped]

from pearlboard.card.wifi.messages import Why
from pearlboard.errors import PearlboardError

NAME: Final = "org.freedesktop.NetworkManager"
ROOT: Final = "/org/freedesktop/NetworkManager"
NOTHING: Final = "/"
"""The path that stands for no object."""
DEVICE: Final = f"{NAME}.Device"
WIRELESS: Final = f"{NAME}.Device.Wireless"
ACCESS_POINT: Final = f"{NAME}.AccessPoint"
ACTIVE: Final = f"{NAME}.Connection.Active"
PROFILE: Final = f"{NAME}.Settings.Connection"
SUPPLICANT: Final = "fi.w1.wpa_supplicant1"
WIFI_DEVICE: Final = 2
ANSWER_S: Final = 10.0

# States of a device, and reasons for them: NMDeviceState and NMDeviceStateReason of NetworkManager's D-Bus types.
DISCONNECTED, PREPARING, ACTIVATED, FAILED = 30, 40, 100, 120
REASONS: Final[Mapping[int, Why]] = {
    5: "address",
    6: "address",
    7: "password",
    8: "password",
    9: "password",
    10: "password",
    15: "address",
    16: "address",
    17: "address",
    53: "gone",
}

Object: TypeAlias = tuple[str, str]
"""A path, and an interface."""
MANAGER: Final[Object] = (ROOT, NAME)
SETTINGS: Final[Object] = (f"{ROOT}/Settings", f"{NAME}.Settings")


class Refusal(PearlboardError, RuntimeError):
    """An error of the bus, or of the object. `args` has the error's name only: its text may quote what was sent."""


class Bus:
    """A connection to the system's bus, for one request."""

    def __init__(self, connection: DBusConnection) -> None:
        self._connection = connection

    def call(self, at: Object, method: str, signature: str = "", *values: Any, name: str = NAME) -> tuple[Any, ...]:  # noqa: ANN401 - as the signature says
        """Call a method; `Refusal`, or `OSError` without an answer."""
        path, interface = at
        message = new_method_call(DBusAddress(path, name, interface), method, signature, values)
        try:
            answer: tuple[Any, ...] = unwrap_msg(self._connection.send_and_get_reply(message, timeout=ANSWER_S))
        except DBusErrorResponse as error:
            raise Refusal(error.name) from None
        return answer

    def get(self, at: Object, property_name: str, *, name: str = NAME) -> Any:  # noqa: ANN401 - as the property is
        """Read a property."""
        properties = (at[0], "org.freedesktop.DBus.Properties")
        [(_, value)] = self.call(properties, "Get", "ss", at[1], property_name, name=name)
        return value

    def put(self, at: Object, property_name: str, signature: str, value: object, *, name: str = NAME) -> None:
        """Set a property."""
        properties = (at[0], "org.freedesktop.DBus.Properties")
        self.call(properties, "Set", "ssv", at[1], property_name, (signature, value), name=name)

    def all(self, at: Object) -> dict[str, Any]:
        """Every property."""
        [found] = self.call((at[0], "org.freedesktop.DBus.Properties"), "GetAll", "s", at[1])
        return {key: value for key, (_, value) in found.items()}

    def settings(self, profile: str) -> dict[str, dict[str, Any]]:
        """The settings of a profile, without its secrets."""
        [found] = self.call((profile, PROFILE), "GetSettings")
        return {group: {key: value for key, (_, value) in told.items()} for group, told in found.items()}

    def wifi_device(self) -> str | None:
        """The first Wi-Fi device; None without one."""
        [paths] = self.call(MANAGER, "GetDevices")
        return next((path for path in paths if self.get((path, DEVICE), "DeviceType") == WIFI_DEVICE), None)

    @contextmanager
    def watching(self, device: str) -> Iterator["Changes"]:
        """Record every change of the device from now on."""
        bus = Proxy(message_bus, self._connection, timeout=ANSWER_S)
        [sender] = bus.GetNameOwner(NAME)
        rule = MatchRule(type="signal", sender=sender, interface=DEVICE, member="StateChanged", path=device)
        with self._connection.filter(rule, bufsize=100) as waiting:
            bus.AddMatch(rule)
            yield Changes(self._connection, waiting)


class Changes:
    """The changes of a device."""

    def __init__(self, connection: DBusConnection, waiting: Any) -> None:  # noqa: ANN401 - jeepney's own queue
        self._connection = connection
        self._waiting = waiting

    def outcome(self, within_s: float) -> Why | None:
        """Wait for the result: None once the device is connected, otherwise the reason."""
        end, begun = time.monotonic() + within_s, False
        while (left := end - time.monotonic()) > 0:
            try:
                state, _, reason = self._connection.recv_until_filtered(self._waiting, timeout=left).body
            except TimeoutError:
                break
            if state == ACTIVATED:
                return None
            if state == FAILED or (state == DISCONNECTED and begun):
                return REASONS.get(reason, "refused")
            begun = begun or PREPARING <= state < ACTIVATED
        return "refused"


@contextmanager
def system_bus() -> Iterator[Bus]:
    """A connection to the system's bus; `OSError` if there is none."""
    with open_dbus_connection(bus="SYSTEM") as connection:
        yield Bus(connection)
