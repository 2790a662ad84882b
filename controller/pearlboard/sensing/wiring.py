"""The wiring: which bit of the sensor chain is which site, and which LED shines where. No later stage knows about bits.

A wiring is written the way the board is built, one line of text for each bar of sensors and each strip of LEDs:

    active_low = true
    chain = ["a1 a1-b1 b1 … h1 =0", "a1-a2 . b1-b2 … h1-h2 =1", …]
    strips = ["a1 a1-b1 b1 … h1", "h1-h2 g1+ … a1-a2", …]
    masked = []

The first word of the first bar is the first bit that comes out of the chain. `.` is an unused place. `=0` and `=1` are
*frame bits*, tied to that level: they reveal a shifted, cut or stuck chain. `masked` names sites whose sensors are
ignored; only they may be absent from the chain.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import Final, NoReturn, TypeAlias

from msgspec import Struct

from pearlboard.conversion import Kind, Misfit, fit, keys_of
from pearlboard.errors import ConfigError, InvalidName
from pearlboard.geometry import GRID, Corner, Edge, Light, Site, Space
from pearlboard.sensing.debounce import ones

Place: TypeAlias = Site | int | None
"""The meaning of one bit of the chain: a site, the level of a frame bit, or nothing."""
SPARE_TIED: Final = (1, 0, 1, 0, 1)
"""The frame bits of the board that is wired by hand: the five inputs to spare, at the far end of its chain."""


class WiringDocument(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The keys of a wiring file in TOML."""

    active_low: bool = True
    chain: list[str]
    strips: list[str]
    masked: list[str] = []


@dataclass(frozen=True, slots=True)
class Chains:
    """The lengths of both chains: all that a driver needs to know of a wiring. `bits` counts unused places, too."""

    bits: int
    leds: int


@dataclass(frozen=True)
class Wiring:
    """The places of the sensor chain by bar, and of the LED chain by strip."""

    chain: tuple[tuple[Place, ...], ...]
    strips: tuple[tuple[Light | None, ...], ...]
    active_low: bool = True
    masked: frozenset[Site] = frozenset()

    def __post_init__(self) -> None:
        """Refuse a wiring in which a site or a light is absent or doubled."""
        sensed = [place for bar in self.chain for place in bar if isinstance(place, (Space, Edge))]
        _each_once("chain", sensed, [site for site in GRID.sites if site not in self.masked])
        _each_once("strips", [light for strip in self.strips for light in strip if light is not None], GRID.lights)

    @classmethod
    def from_mapping(cls, mapping: Mapping[str, object]) -> "Wiring":
        """Read the keys of a wiring file; `ConfigError` names the key, the line and the word that is wrong."""
        told = fit(mapping, WiringDocument, _refuse)
        return cls(
            chain=tuple(
                tuple(_place(f"chain[{number}]", word) for word in line.split())
                for number, line in enumerate(told.chain)
            ),
            strips=tuple(
                tuple(_light(f"strips[{number}]", word) for word in line.split())
                for number, line in enumerate(told.strips)
            ),
            active_low=told.active_low,
            masked=frozenset(_site("masked", name) for name in told.masked),
        )

    def to_toml(self) -> str:
        """The text of a wiring file that reads back as this wiring."""
        return "\n".join(
            [
                f"active_low = {'true' if self.active_low else 'false'}",
                *_toml_list("chain", (" ".join(map(_word, bar)) for bar in self.chain)),
                *_toml_list("strips", (" ".join(map(_word, strip)) for strip in self.strips)),
                *_toml_list("masked", sorted(map(str, self.masked))),
                "",
            ]
        )

    # --- sensors -----------------------------------------------------------------------------------------------

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """The meaning of every bit, bit 0 first."""
        return tuple(place for bar in self.chain for place in bar)

    @cached_property
    def bit_of(self) -> dict[Site, int]:
        """The bit of every site that has a sensor."""
        return {place: bit for bit, place in enumerate(self.places) if isinstance(place, (Space, Edge))}

    @cached_property
    def site_bits(self) -> int:
        """A mask of the bits that are sites."""
        return sum(1 << bit for bit in self.bit_of.values())

    @cached_property
    def _tied(self) -> int:
        return sum(1 << bit for bit, place in enumerate(self.places) if isinstance(place, int))

    @cached_property
    def _tied_high(self) -> int:
        return sum(place << bit for bit, place in enumerate(self.places) if isinstance(place, int))

    def upright(self, bits: int) -> int:
        """Convert bits as read into bits in which 1 is a piece; bits of no site are 0. The inverse is `as_read`."""
        return (~bits if self.active_low else bits) & self.site_bits

    def as_read(self, sites: Iterable[Site]) -> int:
        """The bits that a faultless chain shows when pieces lie on `sites`."""
        lying = sum(1 << self.bit_of[site] for site in sites if site in self.bit_of)
        every = (1 << len(self.places)) - 1
        bits = (every & ~lying) if self.active_low else lying
        return bits & ~self._tied | self._tied_high

    def sites(self, upright: int) -> frozenset[Site]:
        """The sites of upright bits that are set, without masked ones."""
        lying = (self.places[bit] for bit in ones(upright & self.site_bits))
        return frozenset(site for site in lying if isinstance(site, (Space, Edge))) - self.masked

    def wrong_bar(self, bits: int) -> int | None:
        """The first bar, from 0, whose frame bit has the wrong level in bits as read; None if there is none."""
        bit = 0
        for number, bar in enumerate(self.chain):
            for place in bar:
                if isinstance(place, int) and bits >> bit & 1 != place:
                    return number
                bit += 1
        return None

    # --- lights ------------------------------------------------------------------------------------------------

    @cached_property
    def led_of(self) -> dict[Light, int]:
        """The index of every light's LED in the chain of strips."""
        lights = (light for strip in self.strips for light in strip)
        return {light: led for led, light in enumerate(lights) if light is not None}

    @property
    def leds(self) -> int:
        """The number of LEDs in the chain."""
        return sum(map(len, self.strips))

    @property
    def chains(self) -> Chains:
        """The lengths of both chains."""
        return Chains(len(self.places), self.leds)


@lru_cache(maxsize=1)
def reference_wiring() -> Wiring:
    """The reference board: nine bars R0 H0 R1 … R4 with a frame bit each, nine strips, the odd ones reversed.

    R is a row of spaces and the edges between them, H the edges below that row and the corners between those.
    """
    last = GRID.rows - 1
    bars = [bar for row in range(last) for bar in (_row(row), _below(row))] + [_row(last)]
    return Wiring(
        chain=tuple(
            (*(None if isinstance(light, Corner) else light for light in bar), number % 2)
            for number, bar in enumerate(bars)
        ),
        strips=tuple(tuple(reversed(bar)) if number % 2 else tuple(bar) for number, bar in enumerate(bars)),
    )


def _row(row: int) -> list[Light]:
    spaces = [space for space in GRID.spaces if space.row == row]
    return [spaces[0], *(light for left, right in pairwise(spaces) for light in (Edge(left, right), right))]


def _below(row: int) -> list[Light]:
    edges = [edge for edge in GRID.edges if edge.first.row == row and edge.second.row == row + 1]
    return [edges[0], *(light for left, right in pairwise(edges) for light in (Corner(left.first), right))]


def _each_once(key: str, found: Sequence[Light], wanted: Sequence[Light]) -> None:
    times = Counter(found)
    doubled = sorted(str(light) for light in times if times[light] > 1)
    if doubled:
        raise ConfigError(f"{key}: {', '.join(doubled)} is there more than once")
    absent = [str(light) for light in wanted if light not in times]
    if absent:
        advice = "; a site without a sensor goes under masked" if key == "chain" else ""
        raise ConfigError(f"{key}: {', '.join(absent)} is not there{advice}")


def _refuse(misfit: Misfit) -> NoReturn:
    """Raise `ConfigError` with the key and what it must be."""
    if misfit.unknown is not None:
        keys = ", ".join(keys_of(WiringDocument))
        raise ConfigError(f"{misfit.unknown}: a wiring has no such key; it has {keys}")
    key = misfit.missing or misfit.path[0]
    wanted = Kind.TRUTH.value if misfit.wanted.kind is Kind.TRUTH else "a list of texts"
    raise ConfigError(f"{key}: must be {wanted}")


def _place(where: str, word: str) -> Place:
    if word in ("=0", "=1"):
        return int(word[1])
    return None if word == "." else _site(where, word)


def _light(where: str, word: str) -> Light | None:
    try:
        return None if word == "." else GRID.light(word)
    except InvalidName as error:
        raise ConfigError(f"{where}: {error}") from None


def _site(where: str, word: str) -> Site:
    try:
        return GRID.site(word)
    except InvalidName as error:
        raise ConfigError(f"{where}: {error}") from None


def _word(place: Light | int | None) -> str:
    if place is None:
        return "."
    return f"={place}" if isinstance(place, int) else str(place)


def _toml_list(key: str, texts: Iterable[str]) -> list[str]:
    lines = [f'    "{text}",' for text in texts]
    return [f"{key} = [", *lines, "]"] if lines else [f"{key} = []"]
