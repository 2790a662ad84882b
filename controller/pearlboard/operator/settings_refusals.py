"""Errors of settings in the page's language, for whoever has typed a value into the form.

The code that reads the settings file validates; only its sentences, which are for readers of the file, are replaced.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

from pearlboard.configuration import misfit_of
from pearlboard.conversion import Kind, Misfit
from pearlboard.drivers import BOARDS, check_board, check_second, second_board
from pearlboard.drivers.light_drivers import LIGHT_DRIVERS, check_light_driver
from pearlboard.errors import ConfigError
from pearlboard.files import read_theme, read_wiring, theme_names
from pearlboard.origins import names_of, proxies_of
from pearlboard.settings import (
    LONGEST_SSID,
    RESERVE_MA,
    SETTINGS,
    Settings,
    check_power,
    check_wifi_name,
    check_wifi_password,
)
from pearlboard.texts import Sentence, say

TOML: Final = ".toml"


def refusal_of(key: str, value: Any, typed: str) -> Sentence | None:  # noqa: ANN401  # as in the file
    """The reason why `value` is invalid for `key`; None if it is valid. `typed`: the text in the form."""
    low, misfit = SETTINGS[key].least, misfit_of(key, value)
    if misfit is not None:
        return _of(misfit, typed, low)
    if low is not None and value < low:
        return say("refused_range", low=str(low), high=str(SETTINGS[key].high), typed=typed)
    return None


def _of(misfit: Misfit, typed: str, low: float | None) -> Sentence:
    wanted, is_number = misfit.wanted, type(misfit.value) in (int, float)
    match wanted.kind:
        case Kind.WORD:
            return say("refused_word", words=wanted.words, typed=typed)
        case Kind.WHOLE | Kind.NUMBER if is_number:
            return say("refused_range", low=str(low), high=str(wanted.high), typed=typed)
        case Kind.WHOLE | Kind.NUMBER if not typed:
            return say("refused_empty", low=str(low), high=str(wanted.high))
        case Kind.WHOLE:
            return say("refused_whole", typed=typed)
        case Kind.NUMBER:
            return say("refused_number", typed=typed)
        case kind:
            raise ValueError(f"no setting is {kind.value}")


def refusals_together(settings: Settings) -> Mapping[str, Sentence]:
    """Errors that the program would meet at its start with these settings, by field."""
    found = {}
    for key, (check, explain) in CHECKS.items():
        try:
            check(settings)
        except ConfigError as error:
            found[key] = explain(settings, str(error))
    return found


def _power(settings: Settings, _: str) -> Sentence:
    lights = settings.lights
    return say("refused_power", supply=lights.supply_ma, most=lights.supply_ma - RESERVE_MA)


def _theme(settings: Settings, said: str) -> Sentence:
    name = settings.lights.theme
    if "/" in name or name.endswith(TOML):
        return _file(name, said)
    return say("refused_theme", words=theme_names(), typed=name)


def _file(path: str, said: str) -> Sentence:
    """An error in a file: `said` is the message of its reader."""
    if _is_missing(path):
        return say("refused_no_file", path=path)
    return say("refused_file", path=path, problem=said.removeprefix(f"{path}: "))


def _is_missing(path: str) -> bool:
    try:
        return not Path(path).exists()
    except OSError:
        return False  # the file's reader reports this


CHECKS: Final[Mapping[str, tuple[Callable[[Settings], object], Callable[[Settings, str], Sentence]]]] = {
    "board": (
        lambda settings: check_board(settings.board),
        lambda settings, _: say("refused_word", words=BOARDS, typed=settings.board),
    ),
    "pi.leds": (
        lambda settings: check_light_driver(settings.pi.leds),
        lambda settings, _: say("refused_word", words=tuple(LIGHT_DRIVERS), typed=settings.pi.leds),
    ),
    "lights.cap_ma": (lambda settings: check_power(settings.lights), _power),
    "lights.theme": (read_theme, _theme),
    "web.names": (
        lambda settings: names_of(settings.web.names),
        lambda settings, _: say("refused_web_names", typed=settings.web.names),
    ),
    "web.proxies": (
        lambda settings: proxies_of(settings.web.proxies),
        lambda settings, _: say("refused_web_proxies", typed=settings.web.proxies),
    ),
    "wifi.name": (
        lambda settings: check_wifi_name(settings.wifi),
        lambda *_: say("refused_wifi_name", most=LONGEST_SSID),
    ),
    "wifi.password": (lambda settings: check_wifi_password(settings.wifi), lambda *_: say("refused_wifi_password")),
    "second.serial": (check_second, lambda *_: say("refused_second_serial")),
    "second.wiring": (
        lambda settings: read_wiring(second_board(settings)),
        lambda settings, said: _file(settings.second.wiring, said),
    ),
    "wiring": (read_wiring, lambda settings, said: _file(settings.wiring, said)),
}
"""The checks at the program's start, by field, with the sentence for a failure."""
