"""Reads the settings from a TOML file and from the environment, and reports errors in either.

The file has a table for each group, such as `[lights]`; the environment overrides it with names in capitals, such as
`PEARLBOARD_BOARD` or `PEARLBOARD_LIGHTS_CAP_MA`. An unknown key is an error.
"""

import sys
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Final, NoReturn

from pearlboard.conversion import Kind, Misfit, fit
from pearlboard.errors import ConfigError
from pearlboard.origins import names_of, proxies_of
from pearlboard.regular import MOST_BYTES, read_text, toml_of
from pearlboard.settings import PREFIX, SETTINGS, Settings, check_wifi_name, check_wifi_password, group_and_name

CONFIG = "PEARLBOARD_CONFIG"
"""The variable with the path of the file; no setting itself."""
INSTALLATION: Final = frozenset({"PEARLBOARD_COMPILE", "PEARLBOARD_TRANSLATED"})
"""Variables of hatch_build.py, which compiles the search; `make play` passes them on to the program that it starts."""
UNTOLD = ("wifi.", "home.")
"""The prefix of keys whose values are not quoted in errors, which everybody sees and logs keep."""
_VARIABLES: Final = {each.variable: each for each in SETTINGS.values()}


def read_settings(path: Path | None, environment: Mapping[str, str]) -> Settings:
    """The settings of a file (if there is one) under an environment; `ConfigError` names file, key and remedy."""
    told = {} if path is None else _read_toml(path, text_of(path))
    _settings(told, f"{path}: ")
    overriding = _overriding(environment)
    _settings(overriding, "environment: ")
    return _settings(_merged(told, overriding), "")


def settings_of(path: Path, text: str) -> Settings:
    """The settings in a file's text, without the environment; `ConfigError` names file, key and remedy."""
    return _settings(_read_toml(path, text), f"{path}: ")


def set_by_environment(environment: Mapping[str, str]) -> frozenset[str]:
    """The settings that an environment overrides, such as `lights.cap_ma`."""
    return frozenset(each.key for name, each in _VARIABLES.items() if name in environment)


def text_of(path: Path, most: int = MOST_BYTES) -> str:
    """The text of a file, of at most `most` bytes, with its line ends; `ConfigError` names the file."""
    try:
        return read_text(path, most)
    except ConfigError as error:
        raise ConfigError(f"{path}: {error}") from error


def _read_toml(path: Path, text: str) -> dict[str, Any]:
    try:
        return toml_of(text)
    except ConfigError as error:
        raise ConfigError(f"{path}: {error}") from error


def _merged(told: Mapping[str, Any], overriding: Mapping[str, Any]) -> dict[str, Any]:
    """Both, table by table; `overriding` wins."""
    groups = {key: {**told.get(key, {}), **value} for key, value in overriding.items() if isinstance(value, dict)}
    return {**told, **overriding, **groups}


# --- one mapping -------------------------------------------------------------------------------------------------


def _settings(told: Mapping[str, Any], origin: str) -> Settings:
    def refuse(misfit: Misfit) -> NoReturn:
        raise ConfigError(f"{origin}{_wrong(misfit)}")

    settings = fit(told, Settings, refuse)
    try:
        check_wifi_name(settings.wifi)
        check_wifi_password(settings.wifi)
        names_of(settings.web.names)
        proxies_of(settings.web.proxies)
    except ConfigError as error:
        raise ConfigError(f"{origin}{error}") from None
    return settings


def put(told: dict[str, Any], key: str, value: object) -> None:
    """Set a key in plain data for TOML."""
    group, name = group_and_name(key)
    (told.setdefault(group, {}) if group else told)[name] = value


class _DoesNotFit(Exception):
    """Carries a `misfit` out of a callback."""

    def __init__(self, misfit: Misfit) -> None:
        self.misfit = misfit


def misfit_of(key: str, value: object) -> Misfit | None:
    """The error of `value` under `key`; None if it is valid."""
    told: dict[str, Any] = {}
    put(told, key, value)

    def refuse(misfit: Misfit) -> NoReturn:
        raise _DoesNotFit(misfit)

    try:
        fit(told, Settings, refuse)
    except _DoesNotFit as error:
        return error.misfit
    return None


def _wrong(misfit: Misfit) -> str:
    """The key, the error, and the remedy."""
    if misfit.unknown is not None:
        where = ".".join(map(str, (*misfit.path, misfit.unknown)))
        return f"{where}: there is no such setting; {_hint(misfit.unknown, misfit.known)}"
    where, value, wanted = ".".join(map(str, misfit.path)), misfit.value, misfit.wanted
    match wanted.kind:
        case Kind.OBJECT:
            return f"{where}: must be a table, [{where}]"
        case Kind.WORD:
            return f"{where}: must be one of {', '.join(wanted.words)}, not {value!r}"
        case Kind.NUMBER if type(value) in (int, float):
            return f"{where}: must be from {wanted.low} to {wanted.high}, not {_decimal(value)}"
        case Kind.WHOLE if type(value) is int:
            return f"{where}: must be from {wanted.low} to {wanted.high}, not {value}"
        case kind:
            return f"{where}: must be {kind.value}" + ("" if where.startswith(UNTOLD) else f", not {value!r}")


def _decimal(value: float) -> float:
    """An integral number as a float, unless too large for one."""
    return value if abs(value) > sys.float_info.max else float(value)


def _hint(key: str, names: Iterable[str]) -> str:
    close = get_close_matches(key, list(names), n=1)
    return f"did you mean {close[0]}?" if close else f"choose one of: {', '.join(names)}"


# --- the environment ---------------------------------------------------------------------------------------------


def _overriding(environment: Mapping[str, str]) -> dict[str, Any]:
    """The settings in the environment, as a file would have them."""
    told: dict[str, Any] = {}
    for name in sorted(name for name in environment if name.startswith(PREFIX) and name not in {CONFIG, *INSTALLATION}):
        if (setting := _VARIABLES.get(name)) is None:
            raise ConfigError(f"environment: {name}: there is no such setting; {_hint(name, _VARIABLES)}")
        value = from_text(environment[name], setting.kind)
        if isinstance(value, str) and setting.kind in _NUMBERS:
            raise ConfigError(f"environment: {name}: must be {_NUMBERS[setting.kind].value}, not {value!r}")
        put(told, setting.key, value)
    return told


_NUMBERS: Final[Mapping[type, Kind]] = {int: Kind.WHOLE, float: Kind.NUMBER}


def from_text(text: str, kind: Any) -> Any:  # noqa: ANN401  # text, whole number or number
    """A value from typed text; non-numeric input stays a string, which is then refused."""
    try:
        return kind(text) if kind in _NUMBERS else text
    except ValueError:
        return text
