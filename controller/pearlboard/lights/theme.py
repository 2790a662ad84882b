"""What roles look like and cues sound like. A theme is a TOML file; every role and every cue must be in it.

nobody = "#ffffff"                  the colour of a role that is a player's where there is no player
[clans]                             the colour of each group of players
fishermen = "#2f7fd0"
[roles.turn]
colour = "seat"                     or "#rrggbb"
motion = "steady"                   steady, blink, breathe, pattern, once
high = 0.5                          and, where the motion has a use for them: low, period_ms, duty, pattern
[cues]
placed = [[660, 90], [0, 40], [880, 120]]       Hz (0: a rest) and ms
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import pairwise
from typing import Any, Final, TypeAlias

from pearlboard.errors import ConfigError
from pearlboard.lights.motion import FULL, MOTIONS, Motion
from pearlboard.lights.scene import Cue, Role

Colour: TypeAlias = tuple[int, int, int]
"""Red, green and blue from 0 to 255, as a screen would show it."""
Tone: TypeAlias = tuple[int, int]
"""Hz and ms."""
CLANS: Final = ("fishermen", "foragers", "children", "elders")
LONGEST_TONE_MS: Final = 2_000
FASTEST_MS: Final = 334
"""Nothing flashes more than three times a second."""

_LOOK_KEYS: Final = ("colour", "motion", "high", "low", "period_ms", "duty", "pattern")


@dataclass(frozen=True, slots=True)
class Look:
    """How a role is shown; no colour: the player's."""

    colour: Colour | None
    motion: Motion


@dataclass(frozen=True, slots=True)
class Theme:
    """Colours, motions and tones."""

    nobody: Colour
    clans: Mapping[str, Colour]
    roles: Mapping[Role, Look]
    cues: Mapping[Cue, tuple[Tone, ...]]

    @classmethod
    def from_mapping(cls, mapping: Mapping[str, Any]) -> "Theme":
        """Read what a TOML file says; `ConfigError` names the key and what to write."""
        _exactly(mapping, ("nobody", "clans", "roles", "cues"), "")
        clans, roles, cues = (_table(mapping, key) for key in ("clans", "roles", "cues"))
        _exactly(clans, CLANS, "clans.")
        _exactly(roles, [role.value for role in Role], "roles.")
        _exactly(cues, [cue.value for cue in Cue], "cues.")
        return cls(
            nobody=_colour(mapping["nobody"], "nobody"),
            clans={clan: _colour(clans[clan], f"clans.{clan}") for clan in CLANS},
            roles={role: _look(_table(roles, role.value, "roles."), f"roles.{role}.") for role in Role},
            cues={cue: _tones(cues[cue.value], f"cues.{cue}") for cue in Cue},
        )


def _exactly(found: Mapping[str, Any], wanted: Iterable[str], within: str) -> None:
    wanted = list(wanted)
    _known(found, wanted, within)
    absent = [key for key in wanted if key not in found]
    if absent:
        raise ConfigError(f"{within}{absent[0]}: is not there, and a theme must have it")


def _known(found: Mapping[str, Any], wanted: Iterable[str], within: str) -> None:
    for key in found:
        if key not in wanted:
            close = get_close_matches(key, list(wanted), n=1)
            hint = f"did you mean {close[0]}?" if close else f"there is {', '.join(wanted)}"
            raise ConfigError(f"{within}{key}: a theme has no such key; {hint}")


def _table(mapping: Mapping[str, Any], key: str, within: str = "") -> Mapping[str, Any]:
    table = mapping[key]
    if not isinstance(table, dict):
        raise ConfigError(f"{within}{key}: must be a table")
    return table


def _colour(value: object, where: str) -> Colour:
    if not isinstance(value, str) or not re.fullmatch(r"#[0-9a-fA-F]{6}", value):
        raise ConfigError(f'{where}: must be a colour such as "#2f7fd0", not {value!r}')
    return int(value[1:3], 16), int(value[3:5], 16), int(value[5:7], 16)


def _look(table: Mapping[str, Any], within: str) -> Look:
    _known(table, _LOOK_KEYS, within)
    colour, kind = table.get("colour", "seat"), table.get("motion", "steady")
    if kind not in MOTIONS:
        raise ConfigError(f"{within}motion: must be one of {', '.join(MOTIONS)}, not {kind!r}")
    period_ms = _period(table.get("period_ms", 1000), f"{within}period_ms")
    motion = Motion(
        kind=kind,
        period_ms=period_ms,
        high=_share(table.get("high", 1), f"{within}high"),
        low=_share(table.get("low", 0), f"{within}low"),
        duty=_share(table.get("duty", 0.5), f"{within}duty"),
        pattern=_pattern(table.get("pattern", "x"), period_ms, f"{within}pattern"),
    )
    return Look(None if colour == "seat" else _colour(colour, f"{within}colour"), motion)


def _period(value: object, where: str) -> int:
    if type(value) is not int or not FASTEST_MS <= value <= 60_000:
        raise ConfigError(f"{where}: must be a whole number from {FASTEST_MS} to 60000, not {value!r}")
    return value


def _pattern(value: object, period_ms: int, where: str) -> str:
    if not isinstance(value, str) or not re.fullmatch(r"[x.]{1,32}", value):
        raise ConfigError(f'{where}: must be made of "x" and ".", such as "x.x.....", not {value!r}')
    rises = [slot for slot, dot in enumerate(value) if dot == "x" and value[slot - 1] == "."]
    gaps = [after - before for before, after in pairwise([*rises, *(slot + len(value) for slot in rises[:1])])]
    if any(gap * period_ms < FASTEST_MS * len(value) for gap in gaps):
        raise ConfigError(f"{where}: flashes sooner than {FASTEST_MS} ms after the last flash; make period_ms longer")
    return value


def _share(value: object, where: str) -> int:
    if type(value) not in (int, float) or not 0 <= value <= 1:  # type: ignore[operator]  # a number by now
        raise ConfigError(f"{where}: must be a number from 0 to 1, not {value!r}")
    return round(value * FULL)  # type: ignore[operator]


def _tones(value: object, where: str) -> tuple[Tone, ...]:
    if not isinstance(value, list) or not all(map(_is_tone, value)):
        raise ConfigError(f"{where}: must be a list of [Hz, ms], such as [[660, 90], [0, 40]]")
    return tuple((hertz, ms) for hertz, ms in value)


def _is_tone(value: object) -> bool:
    return (
        isinstance(value, list)
        and [type(number) for number in value] == [int, int]
        and (value[0] == 0 or 20 <= value[0] <= 12_000)
        and 1 <= value[1] <= LONGEST_TONE_MS
    )
