"""What can be set, from a TOML file and the environment, as one frozen value. A key that nobody reads is an error.

The file has a table for each group, such as `[lights]`; the environment overrides it with names in capitals, such as
`PEARLBOARD_BOARD` or `PEARLBOARD_LIGHTS_CAP_MA`. What is in neither keeps the default that stands here.
"""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, is_dataclass, replace
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Literal, TypeVar, get_args, get_origin, get_type_hints

from pearlboard.errors import ConfigError

PREFIX = "PEARLBOARD_"
CONFIG = "PEARLBOARD_CONFIG"
"""Where the file is, for the program that reads it; no setting itself."""
UNTOLD = "wifi."
"""What stands under these keys is in no error: errors are shown to everybody, and kept in logs."""
RESERVE_MA = 500
"""What sensors, a Pico and some air take of the supply. An estimate; nothing was measured on a real board."""


@dataclass(frozen=True, slots=True)
class Sensing:
    """How long a sensor must keep still, and how often a chain that is wired to the Pi is read.

    The defaults are for Hall switches that sample at 20 Hz: they need more than two samples. Reeds bounce for a few
    milliseconds but answer at once: for them 40, 80 and 5 are enough.
    """

    place_ms: int = 120
    lift_ms: int = 200
    scan_ms: int = 20


@dataclass(frozen=True, slots=True)
class Confirming:
    """`auto`: a complete legal draft confirms itself after `still_ms`; `button`: everything waits for the button."""

    by: Literal["auto", "button"] = "auto"
    still_ms: int = 3_000


@dataclass(frozen=True, slots=True)
class Playing:
    """The computer: how long people see what was played before it plays, and how long it thinks at most (a stopgap)."""

    pause_ms: int = 1_500
    cap_ms: int = 20_000


@dataclass(frozen=True, slots=True)
class LightSettings:
    """`theme`: the name of a theme that comes along, or the path of a TOML file.

    `cap_ma`: what all LEDs may draw; `supply_ma`: what the 5 V supply gives, `RESERVE_MA` of it not to the LEDs.
    """

    theme: str = "default"
    cap_ma: int = 2_000
    supply_ma: int = 4_000
    gamma: float = 2.2
    brightness: float = 1.0


@dataclass(frozen=True, slots=True)
class Wires:
    """The board wired straight to the Pi. `leds`: by SPI on GPIO10, or by PWM on GPIO18, which needs root.

    `lamp_pin`: the GPIO of the end-turn button's lamp, `piezo_pin` that of the piezo; 0: there is none. `chain_mode`:
    the SPI mode in which the chain is read: 2, or 0 where every scan comes one bit early in that one.
    """

    leds: Literal["spi", "pwm"] = "spi"
    chain_mode: int = 2
    lamp_pin: int = 0
    piezo_pin: int = 0


@dataclass(frozen=True, slots=True)
class Web:
    """Where the pages are served."""

    host: str = "0.0.0.0"  # noqa: S104 - phones and the TV of the house look at the table, too
    port: int = 8_000


@dataclass(frozen=True, slots=True)
class Network:
    """The Wi-Fi of the house, for a code that lets phones into it; shown on the host's page only. Empty: not known."""

    name: str = ""
    password: str = ""


@dataclass(frozen=True, slots=True)
class Settings:
    """All of it. Paths may be empty: `wiring` then is the reference board, `store` the place the program chooses.

    `board`: `simulated`, `rp2040` (a Pico on USB) or `pi` (wired to this Pi). `serial`: the Pico's port; empty: the one
    that is found. `pieces`: magnetic pucks are sensed however they lie, a tile with a magnet in its back face down.
    """

    board: str = "simulated"
    serial: str = ""
    pieces: Literal["pucks", "tiles"] = "pucks"
    wiring: str = ""
    store: str = ""
    language: Literal["en", "fr"] = "en"
    sensing: Sensing = field(default_factory=Sensing)
    confirm: Confirming = field(default_factory=Confirming)
    computer: Playing = field(default_factory=Playing)
    lights: LightSettings = field(default_factory=LightSettings)
    pi: Wires = field(default_factory=Wires)
    web: Web = field(default_factory=Web)
    wifi: Network = field(default_factory=Network)


_BOUNDS: Mapping[str, tuple[float, float]] = {
    "sensing.place_ms": (1, 2_000),
    "sensing.lift_ms": (1, 2_000),
    "sensing.scan_ms": (1, 100),
    "confirm.still_ms": (500, 60_000),
    "computer.pause_ms": (0, 60_000),
    "computer.cap_ms": (100, 600_000),
    "lights.cap_ma": (300, 10_000),
    "lights.supply_ma": (1_000, 20_000),
    "lights.gamma": (1, 4),
    "lights.brightness": (0, 1),
    "pi.chain_mode": (0, 2),
    "pi.lamp_pin": (0, 27),
    "pi.piezo_pin": (0, 27),
    "web.port": (0, 65_535),
}

Group = TypeVar("Group")


def read_settings(path: Path | None, environment: Mapping[str, str]) -> Settings:
    """The settings of a file (if there is one) under an environment; `ConfigError` names file, key and remedy."""
    settings = Settings()
    if path is not None:
        settings = _filled(settings, _read_toml(path), f"{path}: ", "")
    return _overridden(settings, environment)


def check_power(lights: LightSettings) -> None:
    """`ConfigError` if the lights may draw more than the supply leaves for them."""
    most_ma = lights.supply_ma - RESERVE_MA
    if lights.cap_ma > most_ma:
        raise ConfigError(
            f"lights.cap_ma: {lights.cap_ma} mA is more than a supply of {lights.supply_ma} mA leaves "
            f"for the lights; set at most {most_ma}, or set lights.supply_ma to what it really gives"
        )


def _read_toml(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise ConfigError(f"{path}: is not a text in UTF-8") from error
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{path}: is not TOML: {error}") from error


def _filled(group: Group, mapping: Mapping[str, Any], origin: str, within: str) -> Group:
    kinds = get_type_hints(type(group))
    found: dict[str, Any] = {}
    for key, value in mapping.items():
        where = f"{origin}{within}{key}"
        if key not in kinds:
            raise ConfigError(f"{where}: there is no such setting; {_hint(key, kinds)}")
        if is_dataclass(kinds[key]):
            if not isinstance(value, dict):
                raise ConfigError(f"{where}: must be a table, [{key}]")
            found[key] = _filled(getattr(group, key), value, origin, f"{within}{key}.")
        else:
            found[key] = _checked(value, kinds[key], where, f"{within}{key}")
    return replace(group, **found)  # type: ignore[type-var]  # only ever one of the dataclasses above


def _checked(value: Any, kind: Any, where: str, key: str) -> Any:  # noqa: ANN401  # any TOML value
    if get_origin(kind) is Literal:
        if value not in get_args(kind):
            raise ConfigError(f"{where}: must be one of {', '.join(get_args(kind))}, not {value!r}")
        return value
    if kind is float and type(value) is int:
        value = float(value)
    if type(value) is not kind:
        found = "" if key.startswith(UNTOLD) else f", not {value!r}"
        raise ConfigError(f"{where}: must be {_KINDS[kind]}{found}")
    low, high = _BOUNDS.get(key, (value, value))
    if not low <= value <= high:
        raise ConfigError(f"{where}: must be from {low} to {high}, not {value}")
    return value


_KINDS: Mapping[type, str] = {str: "a text", int: "a whole number", float: "a number"}


def _overridden(settings: Settings, environment: Mapping[str, str]) -> Settings:
    names = dict(_names(settings))
    nested: dict[str, Any] = {}
    for name in sorted(name for name in environment if name.startswith(PREFIX) and name != CONFIG):
        if name not in names:
            raise ConfigError(f"environment: {name}: there is no such setting; {_hint(name, names)}")
        group, key, kind = names[name]
        table = nested.setdefault(group, {}) if group else nested
        table[key] = _from_text(environment[name], kind, name)
    try:
        return _filled(settings, nested, "", "")
    except ConfigError as error:
        raise ConfigError(f"environment: {error}") from error


def _names(settings: Settings) -> Iterable[tuple[str, tuple[str, str, Any]]]:
    """The name in the environment of every setting, with its group (empty at the top), key and kind."""
    kinds = get_type_hints(Settings)
    for top in fields(settings):
        if is_dataclass(kinds[top.name]):
            for key, kind in get_type_hints(kinds[top.name]).items():
                yield f"{PREFIX}{top.name}_{key}".upper(), (top.name, key, kind)
        else:
            yield f"{PREFIX}{top.name}".upper(), ("", top.name, kinds[top.name])


def _from_text(text: str, kind: Any, name: str) -> Any:  # noqa: ANN401  # text, whole number or number
    if kind not in (int, float):
        return text
    try:
        return kind(text)
    except ValueError:
        raise ConfigError(f"environment: {name}: must be {_KINDS[kind]}, not {text!r}") from None


def _hint(key: str, names: Iterable[str]) -> str:
    close = get_close_matches(key, list(names), n=1)
    return f"did you mean {close[0]}?" if close else f"there is {', '.join(names)}"
