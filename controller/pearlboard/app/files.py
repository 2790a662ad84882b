"""The files that the settings name, read at start: wiring and theme."""

import tomllib
from pathlib import Path
from typing import Final

from pearlboard.errors import ConfigError
from pearlboard.lights.theme import Theme
from pearlboard.sensing.wiring import Wiring, reference_wiring
from pearlboard.settings import Settings

THEMES: Final = Path(__file__).parent.parent / "lights" / "themes"


def read_wiring(settings: Settings) -> Wiring:
    """The wiring that the settings name; `ConfigError` names the file, the place in it and what is wrong."""
    if not settings.wiring:
        return reference_wiring()
    try:
        return Wiring.from_mapping(read_toml(Path(settings.wiring)))
    except ConfigError as error:
        raise ConfigError(f"{settings.wiring}: {error}") from error


def read_toml(path: Path) -> dict[str, object]:
    """What a TOML file says; `ConfigError` without its name, which the caller knows."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ConfigError(f"cannot be read: {error.strerror}") from error
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ConfigError(f"is not TOML: {error}") from error


def read_theme(settings: Settings) -> Theme:
    """The theme that the settings name; `ConfigError` names the file, or the themes there are."""
    name = settings.lights.theme
    path = Path(name) if "/" in name or name.endswith(".toml") else THEMES / f"{name}.toml"
    if not path.exists():
        known = ", ".join(sorted(theme.stem for theme in THEMES.glob("*.toml")))
        raise ConfigError(f"lights.theme: there is no theme {name!r}; there is {known}, or give a TOML file's path")
    try:
        return Theme.from_mapping(read_toml(path))
    except ConfigError as error:
        raise ConfigError(f"{path}: {error}") from error
