"""The files that the settings name, read at start: wiring and theme."""

from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from pearlboard.errors import ConfigError
from pearlboard.games.api import Package
from pearlboard.games.registry import GAMES
from pearlboard.lights.theme import Theme, check_looks
from pearlboard.regular import read_text, toml_in, toml_of
from pearlboard.sensing.wiring import Wiring, reference_wiring
from pearlboard.settings import Settings

LOOKS: Final = "looks.toml"
THEMES: Final = Path(__file__).parent / "lights" / "themes"


def read_wiring(settings: Settings) -> Wiring:
    """The wiring that the settings name; `ConfigError` names the file, the place in it and what is wrong."""
    if not settings.wiring:
        return reference_wiring()
    try:
        return Wiring.from_mapping(read_toml(Path(settings.wiring)))
    except ConfigError as error:
        raise ConfigError(f"{settings.wiring}: {error}") from error


def read_toml(path: Path) -> dict[str, object]:
    """A file's TOML; `ConfigError` without the file's name, which the caller knows."""
    return toml_of(read_text(path))


def read_theme(settings: Settings) -> Theme:
    """The theme that the settings name; `ConfigError` names the file, or lists the themes."""
    name = settings.lights.theme
    path = Path(name) if "/" in name or name.endswith(".toml") else THEMES / f"{name}.toml"
    try:
        there = path.exists()
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read: {error.strerror}") from error
    if not there:
        known = ", ".join(theme_names())
        raise ConfigError(f"lights.theme: there is no theme {name!r}; there is {known}, or give a TOML file's path")
    try:
        return Theme.from_mapping(read_toml(path), _of_games(GAMES.edition))
    except ConfigError as error:
        raise ConfigError(f"{path}: {error}") from error


@lru_cache(maxsize=1)
def _of_games(edition: int) -> frozenset[str]:
    """Every role and cue of the games in this edition of `GAMES`."""
    del edition
    found: set[str] = set()

    def read(package: Package) -> None:
        for looks in looks_of(package):
            found.update(looks.get("roles", ()), looks.get("cues", ()))

    for each in GAMES.usable:
        GAMES.try_out(each, read)
    return frozenset(found)


def theme_names() -> tuple[str, ...]:
    """The names of the built-in themes."""
    return tuple(sorted(theme.stem for theme in THEMES.glob("*.toml")))


def with_looks(theme: Theme, package: Package) -> Theme:
    """The theme with the roles and cues of a game. Those in the package itself take precedence."""
    for looks in looks_of(package):
        theme = theme.with_looks(looks)
    return theme


def looks_of(package: Package) -> tuple[Mapping[str, Any], ...]:
    """The roles and cues of a game; `ConfigError` if they cannot be read."""
    found = [package.looks]
    try:
        if package.home is not None and (file := files(package.home) / LOOKS).is_file():
            found.append(toml_in(file.read_bytes()))
        for looks in found:
            check_looks(looks)
    except ConfigError as error:
        raise ConfigError(f"{package.name}/{LOOKS}: {error}") from error
    return tuple(found)
