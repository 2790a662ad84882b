"""Every setting, declared once: its default, its bounds and how it acts. `configuration` reads them.

The file has a table for each group, such as `[lights]`; a setting that it does not name keeps the default given here.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from operator import attrgetter
from typing import Annotated, Any, Final, Literal, get_type_hints

from msgspec import Meta, Struct
from msgspec.structs import replace

from pearlboard.errors import ConfigError
from pearlboard.languages import SOURCE, LanguageCode

PREFIX = "PEARLBOARD_"
LONGEST_SSID: Final = 32
"""In bytes."""
NO_SSID: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
WPA_PASSWORD: Final = re.compile(r"(?:[ -~]{8,63})?")
RESERVE_MA = 500
"""The current of sensors and a Pico, with a margin. An estimate; nothing was measured on a real board."""


@dataclass(frozen=True, slots=True)
class Form:
    """The place of a setting in the operator's form, by default in the group for whoever builds a board.

    at_once  a running table adopts it (`program.building`), without a restart
    low      the least that may be typed, where the file allows less
    secret   it is never shown

    Its labels are in `texts/settings.all.toml`, as `setting_lights_gamma` and `setting_lights_gamma_hint`.
    """

    group: str = "building"
    at_once: bool = False
    low: float | None = None
    secret: bool = False


NOT_SHOWN: Final = Form("")
"""Settings left out of the form: a wrong value there leaves no games, or no page on which to put it right."""
FREE_PORT: Final = Form(low=1)
"""The port in the form: the file may say 0, for whichever is free, but nobody would find the form there."""


class Group(Struct, frozen=True, forbid_unknown_fields=True):
    """A table of the settings file."""


_Settle = Annotated[int, Meta(ge=1, le=2_000)]
_Pin = Annotated[int, Meta(ge=0, le=27)]


class Sensing(Group, frozen=True):
    """How long a sensor must keep still, and how often a chain that is wired to the Pi is read.

    The defaults are for Hall switches that sample at 20 Hz: they need more than two samples. Reeds bounce for a few
    milliseconds but answer at once: for them 40, 80 and 5 are enough. A piece that comes to rest at once, while nothing
    else moves, is believed after three fifths of `place_ms`; while others move, after half as long again.
    """

    place_ms: _Settle = 120
    lift_ms: _Settle = 200
    scan_ms: Annotated[int, Meta(ge=1, le=100)] = 20


class Confirming(Group, frozen=True):
    """`auto`: a complete legal draft confirms itself after `still_ms`; `button`: everything waits for the button."""

    by: Annotated[Literal["auto", "button"], Form("table", at_once=True)] = "auto"
    still_ms: Annotated[int, Meta(ge=500, le=60_000), Form("table", at_once=True)] = 3_000


class Playing(Group, frozen=True):
    """The computer: the pause in which people see the last move, and the most time for thinking (a stopgap)."""

    pause_ms: Annotated[int, Meta(ge=0, le=60_000), Form("table", at_once=True)] = 1_500
    cap_ms: Annotated[int, Meta(ge=100, le=600_000), Form("table")] = 20_000


class LightSettings(Group, frozen=True):
    """`theme`: the name of a built-in theme, or the path of a TOML file.

    `regions`: when the lights show the parts into which a game divides the board: one that is `closed`, all on
    `request` (while the hint button is held, and for some seconds), or `always`.
    `cap_ma`: the limit for all LEDs; `supply_ma`: the rating of the 5 V supply, `RESERVE_MA` of it not for LEDs.
    """

    brightness: Annotated[float, Meta(ge=0, le=1), Form("lights", at_once=True)] = 1.0
    regions: Annotated[Literal["closed", "request", "always"], Form("lights", at_once=True)] = "closed"
    theme: Annotated[str, Form("lights")] = "default"
    cap_ma: Annotated[int, Meta(ge=300, le=10_000)] = 2_000
    supply_ma: Annotated[int, Meta(ge=1_000, le=20_000)] = 3_000
    gamma: Annotated[float, Meta(ge=1, le=4), Form(at_once=True)] = 2.2


class Wires(Group, frozen=True):
    """The board wired straight to the Pi. `leds`: which of `drivers.light_drivers`, by SPI on GPIO10 or PWM on GPIO18.

    `lamp_pin`: the GPIO of the end-turn button's lamp, `piezo_pin` that of the piezo; 0: there is none. `chain_mode`:
    the SPI mode in which the chain is read: 0; in mode 2 a Pi 3, 4 or Zero 2 W reads every scan one bit early.
    `zero_bits`, `one_bits`: by SPI, how many of eight bits of 168 ns are high for a 0 and for a 1 of the lights.
    """

    leds: str = "spi"
    zero_bits: Annotated[int, Meta(ge=1, le=3)] = 2
    one_bits: Annotated[int, Meta(ge=4, le=6)] = 4
    chain_mode: Annotated[int, Meta(ge=0, le=2)] = 0
    lamp_pin: _Pin = 0
    piezo_pin: _Pin = 0


class Simulation(Group, frozen=True):
    """The behaviour of the simulated board.

    `mode`: on the `screen`, pieces are laid for whoever plays there, and a draft counts by a button; or it behaves like
    `hardware` in every fault, for those who build a board, for scripts and for tests. `auto`: `pearlboard play` uses
    the screen, `pearlboard serve` stands in for hardware.
    """

    mode: Literal["auto", "screen", "hardware"] = "auto"


class Second(Group, frozen=True):
    """A second board, in the same room or at another table; `none`: there is none.

    `board`: `none`, `screen` (drawn on pages), `simulated` (with the faults of hardware), a Pico on USB, or
    `guest`: that of another table, which joins over the network. `serial`, `wiring`: as for the first. `port`:
    where other tables join; `name`: what this table is called for them, empty: as its machine is. `way`: they reach
    this table at its `address`, or by `iroh`, which finds a way through routers; `relay`: the address of a relay
    for that, empty: none.
    """

    board: Annotated[Literal["none", "screen", "simulated", "rp2040", "guest"], Form("together")] = "none"
    name: Annotated[str, Meta(max_length=40), Form("together")] = ""
    port: Annotated[int, Meta(ge=1, le=65_535)] = 8_001
    way: Literal["address", "iroh"] = "address"
    relay: str = ""
    serial: str = ""
    wiring: str = ""


class Web(Group, frozen=True):
    """The address, names and limits of the pages.

    `host`: the address to listen on; `::` is every one, of IPv4 and IPv6, `0.0.0.0` every one of IPv4.
    `names`: further names of the machine; `proxies`: the addresses of trusted reverse proxies. Both are separated by
    spaces or commas.
    `most_connections` at a time, `most_from_one` address (a page takes up to seven); `request_ms` until a request must
    be complete.
    """

    host: Annotated[str, NOT_SHOWN] = "::"
    port: Annotated[int, Meta(ge=0, le=65_535), FREE_PORT] = 8_000
    names: str = ""
    proxies: str = ""
    most_connections: Annotated[int, Meta(ge=16, le=2_000)] = 256
    most_from_one: Annotated[int, Meta(ge=8, le=2_000)] = 64
    request_ms: Annotated[int, Meta(ge=100, le=60_000)] = 10_000


class Network(Group, frozen=True):
    """The Wi-Fi of the house, for a QR code on the host's page. Empty: unknown.

    `password`: empty for an open network; see `check_wifi_name` and `check_wifi_password`.
    """

    name: Annotated[str, Form("wifi", at_once=True)] = ""
    password: Annotated[str, Form("wifi", at_once=True, secret=True)] = ""


class Home(Group, frozen=True):
    """The MQTT broker of a smart home; empty: the table tells nobody.

    `ca`: the certificate of the authority that has signed the broker's, if it is not one of the system's. `names`:
    whether people are called by their names. `lights`, `mode` and `call`: what the house may ask of the table: its
    brightness and theme, a quiet table, a call for the players.
    """

    broker: Annotated[str, Form("home", at_once=True)] = ""
    port: Annotated[int, Meta(ge=1, le=65_535), Form("home", at_once=True)] = 1_883
    tls: Annotated[Literal["off", "on"], Form("home", at_once=True)] = "off"
    ca: Annotated[str, Form("home", at_once=True)] = ""
    user: Annotated[str, Form("home", at_once=True)] = ""
    password: Annotated[str, Form("home", at_once=True, secret=True)] = ""
    names: Annotated[Literal["off", "on"], Form("home", at_once=True)] = "off"
    lights: Annotated[Literal["off", "on"], Form("home", at_once=True)] = "off"
    mode: Annotated[Literal["off", "on"], Form("home", at_once=True)] = "off"
    call: Annotated[Literal["off", "on"], Form("home", at_once=True)] = "off"


class Club(Group, frozen=True):
    """The hub of a house of tables; empty: the table belongs to none.

    `hub`: its address, as `host:port`, `ws://` or `wss://`. `code`: by which the hub lets this table in the first time.
    `names`: whether people are called by their names there.
    """

    hub: Annotated[str, Meta(max_length=200), Form("club", at_once=True)] = ""
    code: Annotated[str, Meta(max_length=24), Form("club", at_once=True)] = ""
    names: Annotated[Literal["off", "on"], Form("club", at_once=True)] = "off"


class Voice(Group, frozen=True):
    """The table's voice. `device`: what ALSA calls it; empty: the machine's own choice. From the hour `quiet_from` to
    `quiet_to` it says only what it is asked; the same hour twice: at any time.
    """

    speaks: Annotated[Literal["off", "on"], Form("voice", at_once=True)] = "off"
    rate: Annotated[Literal["slow", "usual", "fast"], Form("voice", at_once=True)] = "usual"
    volume: Annotated[float, Meta(ge=0, le=1), Form("voice", at_once=True)] = 0.8
    device: Annotated[str, Meta(max_length=100), Form("voice", at_once=True)] = ""
    quiet_from: Annotated[int, Meta(ge=0, le=23), Form("voice", at_once=True)] = 0
    quiet_to: Annotated[int, Meta(ge=0, le=23), Form("voice", at_once=True)] = 0


class Settings(Group, frozen=True):
    """All settings. Paths may be empty: `wiring` then is the reference board, `store` the default place.

    `board`: `simulated`, `rp2040` (a Pico on USB) or `pi` (wired to this Pi). `serial`: the Pico's port; empty: the one
    that is found. `pieces`: magnetic pucks are sensed however they lie, a tile with a magnet in its back face down.
    `sound`: whether the board's piezo plays; pages have switches of their own.
    """

    board: Annotated[str, Form("table")] = "simulated"
    language: Annotated[LanguageCode, Form("table", at_once=True)] = SOURCE
    pieces: Annotated[Literal["pucks", "tiles"], Form("table")] = "pucks"
    sound: Annotated[Literal["on", "off"], Form("table", at_once=True)] = "on"
    serial: str = ""
    wiring: str = ""
    store: Annotated[str, NOT_SHOWN] = ""
    sensing: Sensing = Sensing()
    confirm: Confirming = Confirming()
    computer: Playing = Playing()
    lights: LightSettings = LightSettings()
    voice: Voice = Voice()
    pi: Wires = Wires()
    simulated: Simulation = Simulation()
    second: Second = Second()
    web: Web = Web()
    wifi: Network = Network()
    home: Home = Home()
    club: Club = Club()


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting, such as `lights.cap_ma`. A number is from `low` to `high`; `kind` is its plain type."""

    key: str
    kind: Any
    low: float | None
    high: float | None
    form: Form

    @property
    def least(self) -> float | None:
        """The least that the form accepts."""
        return self.low if self.form.low is None else self.form.low

    @property
    def variable(self) -> str:
        """The name of its environment variable."""
        return f"{PREFIX}{self.key.replace('.', '_')}".upper()


def _declared(holder: type[Group], group: str = "") -> Iterator[Setting]:
    plain = get_type_hints(holder)
    for name, hint in get_type_hints(holder, include_extras=True).items():
        if isinstance(kind := plain[name], type) and issubclass(kind, Group):
            yield from _declared(kind, f"{name}.")
            continue
        said = {type(each): each for each in getattr(hint, "__metadata__", ())}
        bounds = said.get(Meta, Meta())
        yield Setting(f"{group}{name}", kind, bounds.ge, bounds.le, said.get(Form, Form()))


SETTINGS: Final[Mapping[str, Setting]] = {each.key: each for each in _declared(Settings)}
"""All settings by key, in the order in which they are declared."""


def check_power(lights: LightSettings) -> None:
    """`ConfigError` if the lights may draw more than the supply leaves for them."""
    most_ma = lights.supply_ma - RESERVE_MA
    if lights.cap_ma > most_ma:
        raise ConfigError(
            f"lights.cap_ma: {lights.cap_ma} mA is more than a supply of {lights.supply_ma} mA leaves "
            f"for the lights; set at most {most_ma}, or set lights.supply_ma to what it really gives"
        )


def check_wifi_name(wifi: Network) -> None:
    """Raise `ConfigError` for an impossible network name."""
    if NO_SSID.search(wifi.name) or len(wifi.name.encode()) > LONGEST_SSID:
        raise ConfigError(
            f"wifi.name: must be at most {LONGEST_SSID} bytes long in UTF-8, without line breaks or control characters;"
            " copy it from the router"
        )


def check_wifi_password(wifi: Network) -> None:
    """Raise `ConfigError` for an invalid WPA password."""
    if WPA_PASSWORD.fullmatch(wifi.password) is None:
        raise ConfigError(
            "wifi.password: must be 8 to 63 ASCII letters, figures and symbols; "
            "copy it from the router, or leave it empty for a network without one"
        )


def group_and_name(key: str) -> tuple[str, str]:
    """The group and name of a key such as `lights.cap_ma`; the group is empty at the top level, as for `board`."""
    group, _, name = key.rpartition(".")
    return group, name


def values(settings: Settings) -> Mapping[str, Any]:
    """Every setting by its key."""
    return {key: attrgetter(key)(settings) for key in SETTINGS}


def with_values(settings: Settings, changed: Mapping[str, Any]) -> Settings:
    """The settings with other values for some keys, already validated."""
    for key, value in changed.items():
        group, name = group_and_name(key)
        inner = replace(getattr(settings, group), **{name: value}) if group else value
        settings = replace(settings, **{group or name: inner})
    return settings
