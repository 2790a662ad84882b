"""Themes: how roles look and cues sound. A theme is a TOML file with every role and cue of the table.

Games bring roles and cues of their own, with looks; a theme overrides those of the same name.

    nobody = "#ffffff"                  the colour of a player's role where there is no player
    [seats]                             the colours of players, by number
    1 = "#2f7fd0"
    [roles.turn]
    colour = "seat"                     or "#rrggbb"
    motion = "steady"                   steady, blink, breathe, pattern, once
    high = 0.5                          and, where the motion uses them: low, period_ms, duty, pattern
    [cues]
    placed = [[660, 90], [0, 40], [880, 120]]       Hz (0: a rest) and ms
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from itertools import pairwise
from typing import Annotated, Any, Final, NoReturn, TypeAlias, TypeVar

from msgspec import Meta, Struct, field

from pearlboard.conversion import Kind, Misfit, fit
from pearlboard.errors import ConfigError
from pearlboard.lights.motion import FULL, MOTIONS, Motion
from pearlboard.lights.scene import Cue, Role

Colour: TypeAlias = tuple[int, int, int]
"""Red, green and blue from 0 to 255, before gamma correction."""
Tone: TypeAlias = tuple[int, int]
"""Frequency in Hz (0: a rest) and duration in ms."""
LONGEST_TONE_MS: Final = 2_000
LOWEST_HZ: Final = 20
FASTEST_MS: Final = 334
"""The least time between two flashes: at most three flashes a second, for people with photosensitive epilepsy."""
_T = TypeVar("_T")
SEATED: Final = "seat"
"""The word for a player's own colour in place of a colour."""


@dataclass(frozen=True, slots=True)
class Look:
    """The look of a role; `colour` None: the player's."""

    colour: Colour | None
    motion: Motion


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours, motions and tones of a theme. `seats`: the players' colours, from number 1."""

    nobody: Colour
    seats: tuple[Colour, ...]
    roles: Mapping[str, Look]
    cues: Mapping[str, tuple[Tone, ...]]

    @classmethod
    def from_mapping(cls, mapping: Mapping[str, Any], of_games: Collection[str] = ()) -> "Theme":
        """Read a theme file; `ConfigError` names the key and what to write.

        `of_games`: roles and cues of games, which a theme may contain as well.
        """
        told = _fit("", mapping, ThemeDocument)
        _check_complete(told.roles, [role.value for role in Role], "roles.", of_games)
        _check_complete(told.cues, [cue.value for cue in Cue], "cues.", of_games)
        return cls(
            nobody=_colour(told.nobody),
            seats=tuple(_colour(getattr(told.seats, name)) for name in told.seats.__struct_fields__),
            roles=_looks(told.roles),
            cues=_sounds(told.cues),
        )

    def with_looks(self, looks: Mapping[str, Any]) -> "Theme":
        """The theme with a game's roles and cues added; `ConfigError` if these are invalid."""
        roles, cues = check_looks(looks)
        return replace(self, roles={**roles, **self.roles}, cues={**cues, **self.cues})


# --- the documents in files --------------------------------------------------------------------------------------


_Hex = Annotated[str, Meta(pattern=r"^#[0-9a-fA-F]{6}\Z", extra={"must": 'a colour such as "#2f7fd0"'})]
_HexOrSeat = Annotated[
    str, Meta(pattern=rf"^({SEATED}|#[0-9a-fA-F]{{6}})\Z", extra={"must": 'a colour such as "#2f7fd0"'})
]
_Motion = Annotated[str, Meta(pattern=rf"^({'|'.join(MOTIONS)})\Z", extra={"must": f"one of {', '.join(MOTIONS)}"})]
_Share = Annotated[float, Meta(ge=0, le=1, extra={"must": "a number from 0 to 1"})]
_Period = Annotated[int, Meta(ge=FASTEST_MS, le=60_000, extra={"must": f"a whole number from {FASTEST_MS} to 60000"})]
_Slots = Annotated[str, Meta(pattern=r"^[x.]{1,32}\Z", extra={"must": 'made of "x" and ".", such as "x.x....."'})]
_Tones = list[tuple[Annotated[int, Meta(ge=0, le=12_000)], Annotated[int, Meta(ge=1, le=LONGEST_TONE_MS)]]]


class SeatsDocument(Struct, frozen=True, forbid_unknown_fields=True):
    """The colours of players."""

    first: _Hex = field(name="1")
    second: _Hex = field(name="2")
    third: _Hex = field(name="3")
    fourth: _Hex = field(name="4")
    fifth: _Hex = field(name="5")
    sixth: _Hex = field(name="6")


class ThemeDocument(Struct, frozen=True, forbid_unknown_fields=True):
    """The top level of a theme file. Roles and cues are converted one by one."""

    nobody: _Hex
    seats: SeatsDocument
    roles: dict[str, Any]
    cues: dict[str, Any]


class LooksDocument(Struct, frozen=True, forbid_unknown_fields=True):
    """The roles and cues that a game brings."""

    roles: dict[str, Any] = {}
    cues: dict[str, Any] = {}


class LookDocument(Struct, frozen=True, forbid_unknown_fields=True):
    """The look of one role."""

    colour: _HexOrSeat = SEATED
    motion: _Motion = "steady"
    high: _Share = 1
    low: _Share = 0
    period_ms: _Period = 1000
    duty: _Share = 0.5
    pattern: _Slots = "x"


def _fit(within: str, told: object, kind: type[_T]) -> _T:
    def refuse(misfit: Misfit) -> NoReturn:
        raise ConfigError(f"{within}{_wrong(misfit)}")

    return fit(told, kind, refuse)


def _wrong(misfit: Misfit) -> str:
    """The message for a misfit: the key, what is wrong with it, and what to write."""
    inner = "".join(f"{step}." for step in misfit.path)
    if misfit.unknown is not None:
        return f"{inner}{misfit.unknown}: a theme has no such key; {_hint(misfit.unknown, misfit.known)}"
    if misfit.missing is not None:
        return f"{inner}{misfit.missing}: is not there, and a theme must have it"
    if misfit.wanted.kind is Kind.OBJECT:
        return f"{inner[:-1]}: must be a table"
    return f"{inner[:-1]}: must be {(misfit.wanted.extra or {})['must']}, not {misfit.value!r}"


def _hint(key: str, names: Sequence[str]) -> str:
    close = get_close_matches(key, names, n=1)
    return f"did you mean {close[0]}?" if close else f"there is {', '.join(names)}"


def check_looks(looks: Mapping[str, Any]) -> tuple[Mapping[str, Look], Mapping[str, tuple[Tone, ...]]]:
    """Read a game's roles and cues; `ConfigError` if these are invalid."""
    told = _fit("", looks, LooksDocument)
    return _looks(told.roles), _sounds(told.cues)


def _check_complete(found: Mapping[str, Any], wanted: Sequence[str], within: str, of_games: Collection[str]) -> None:
    """Check that every key of the table is there. Further keys belong to games, unless they look like typing errors."""
    for key in found:
        if key not in wanted and key not in of_games and (close := get_close_matches(key, wanted, n=1, cutoff=0.6)):
            raise ConfigError(f"{within}{key}: a theme has no such key; did you mean {close[0]}?")
    absent = [key for key in wanted if key not in found]
    if absent:
        raise ConfigError(f"{within}{absent[0]}: is not there, and a theme must have it")


def _looks(roles: Mapping[str, Any]) -> dict[str, Look]:
    return {name: _look(table, f"roles.{name}.") for name, table in roles.items()}


def _look(table: object, within: str) -> Look:
    if not isinstance(table, dict):
        raise ConfigError(f"{within[:-1]}: must be a table")
    told = _fit(within, table, LookDocument)
    _check_flashes(told, within)
    motion = Motion(
        kind=told.motion,
        period_ms=told.period_ms,
        high=round(told.high * FULL),
        low=round(told.low * FULL),
        duty=round(told.duty * FULL),
        pattern=told.pattern,
    )
    return Look(None if told.colour == SEATED else _colour(told.colour), motion)


def _check_flashes(told: LookDocument, within: str) -> None:
    """`ConfigError` for a pattern that flashes too fast for people with photosensitive epilepsy."""
    slots = told.pattern
    rises = [slot for slot, dot in enumerate(slots) if dot == "x" and slots[slot - 1] == "."]
    gaps = [after - before for before, after in pairwise([*rises, *(slot + len(slots) for slot in rises[:1])])]
    if any(gap * told.period_ms < FASTEST_MS * len(slots) for gap in gaps):
        raise ConfigError(
            f"{within}pattern: flashes sooner than {FASTEST_MS} ms after the last flash; make period_ms longer"
        )


def _colour(written: str) -> Colour:
    return int(written[1:3], 16), int(written[3:5], 16), int(written[5:7], 16)


def _sounds(cues: Mapping[str, Any]) -> dict[str, tuple[Tone, ...]]:
    return {name: _tones(tones, f"cues.{name}") for name, tones in cues.items()}


def _tones(told: object, where: str) -> tuple[Tone, ...]:
    """Read the tones of a cue; `ConfigError` shows an example."""

    def refuse(_: Misfit | None = None) -> NoReturn:
        raise ConfigError(f"{where}: must be a list of [Hz, ms], such as [[660, 90], [0, 40]]")

    tones: list[Tone] = fit(told, _Tones, refuse)
    if any(0 < hertz < LOWEST_HZ for hertz, _ in tones):
        refuse()
    return tuple(tones)
