"""`map`: the wizard that finds the wiring of a board. LEDs first, then sensors by the light of the LEDs.

It can be left at any time: `progress` returns its state as text, and `resumed` reads it. Places with a fault are asked
for again then, since they may have been repaired. `wiring` is the result; it masks sensors with a fault, so that one
can play without them.

    bits = 144
    leds = 135
    lights = ["a1", "a1-b1", ".", …]        by LED, from the first; "." shines nowhere, "" was not asked for yet
    believed = [3, 4]                       LEDs whose names were inferred, not given
    [sensors]
    "a1-b1" = [17, 1]                       its bit, and that bit's level without a piece
"""

from collections.abc import Mapping
from typing import Final

from pearlboard.errors import ConfigError, InvalidName
from pearlboard.geometry import GRID, Light, Site
from pearlboard.lights.theme import Colour
from pearlboard.sensing.scan import Scan
from pearlboard.sensing.wiring import Chains, Place, Wiring
from pearlboard.texts import Sentence, say
from pearlboard.workshop.naming import Names, Naming
from pearlboard.workshop.touching import ROUND, Touching
from pearlboard.workshop.trial import TrialResult

BAR: Final = 16
"""The number of bits on a line of the file."""
STRIP: Final = 15


class Mapper:
    """The wizard, for a board of which only the lengths of the chains are known."""

    def __init__(self, chains: Chains) -> None:
        self.chains = chains
        self.naming = Naming(chains.leds)
        self.touching = Touching(chains.bits)

    @classmethod
    def resumed(cls, chains: Chains, mapping: Mapping[str, object]) -> "Mapper":
        """Resume from written progress; `ConfigError` if it is malformed, or of another board."""
        if (mapping.get("bits"), mapping.get("leds")) != (chains.bits, chains.leds):
            raise ConfigError(
                f"this progress is of a board with {mapping.get('bits')} bits and {mapping.get('leds')} "
                f"LEDs, not {chains.bits} and {chains.leds}; begin anew, or set the wiring it was for"
            )
        mapper = cls(chains)
        names = _names(mapping, chains.leds)
        if len(names) == chains.leds and not set(GRID.lights) <= set(names.values()):
            names = {led: light for led, light in names.items() if light is not None}
        mapper.naming = Naming(chains.leds, names, _numbers(mapping, "believed", chains.leds))
        mapper.touching = Touching(chains.bits, _found(mapping, chains.bits))
        return mapper

    # --- the protocol of all trials ----------------------------------------------------------------------------

    def feed(self, scan: Scan) -> None:
        """Take a scan."""
        self.touching.feed(scan)

    def disconnect(self, at_ms: int) -> None:
        """Note that the board is away."""
        self.touching.disconnect(at_ms)

    def tick(self, at_ms: int) -> None:
        """Let time pass."""
        self.touching.tick(at_ms)

    def answer(self, word: str) -> None:
        """Take a name, `skip`, `back` or `done`."""
        (self.naming if not self.naming.over else self.touching).answer(word)

    @property
    def due_ms(self) -> int | None:
        """The time at which the next tick can change something."""
        return self.touching.due_ms

    @property
    def asks(self) -> Sentence:
        """The instruction to the person now."""
        return self.naming.asks if not self.naming.over else self.touching.asks

    @property
    def lit(self) -> Mapping[int, Colour]:
        """The LED, or the place, that is asked for."""
        return self.naming.lit if not self.naming.over else self.touching.lit(self._led_of)

    @property
    def findings(self) -> tuple[Sentence, ...]:
        """Lights that shine nowhere, sensors with faults, and anything odd at this moment."""
        dark = tuple(say("bench_dark", number=led) for led, light in self.naming.names.items() if light is None)
        missing = (say("bench_lights_missing", sites=self._missing),) if self.naming.over and self._missing else ()
        return (*dark, *missing, *(fault.sentence for fault in self.touching.faults), *self.touching.remark)

    @property
    def verdict(self) -> TrialResult | None:
        """Whether the wiring is good enough to build on."""
        if not (self.naming.over and self.touching.over):
            return None
        faults = self.touching.faults
        if self._missing:
            return TrialResult(ok=False, sentence=say("bench_map_dark", count=len(self._missing)))
        if faults:
            return TrialResult(ok=False, sentence=say("bench_map_faults", count=len(faults)))
        name = "bench_map_ok" if self.touching.frame_bits else "bench_map_ok_frameless"
        return TrialResult(ok=True, sentence=say(name, count=len(ROUND)))

    # --- what is its own ---------------------------------------------------------------------------------------

    def wiring(self) -> Wiring:
        """The wiring; `ConfigError` if a light is missing. Sensors with faults are masked."""
        wrong = {fault.site for fault in self.touching.faults}
        places: list[Place] = [None] * self.chains.bits
        for bit, level in self.touching.frame_bits.items():
            places[bit] = level
        for site, (bit, _) in self.touching.found.items():
            places[bit] = site if site not in wrong else None
        sensed = {place for place in places if place is not None and not isinstance(place, int)}
        lights = [self.naming.names.get(led) for led in range(self.chains.leds)]
        return Wiring(
            chain=tuple(tuple(places[first : first + BAR]) for first in range(0, len(places), BAR)),
            strips=tuple(tuple(lights[first : first + STRIP]) for first in range(0, len(lights), STRIP)),
            active_low=self.touching.active_low,
            masked=frozenset(GRID.sites) - sensed,
        )

    def progress(self) -> str:
        """The progress as TOML."""
        names = self.naming.names
        lights = [f'"{names[led] or "."}"' if led in names else '""' for led in range(self.chains.leds)]
        sensors = [f'"{site}" = [{bit}, {level}]' for site, (bit, level) in self.touching.found.items()]
        return "\n".join(
            [
                f"bits = {self.chains.bits}",
                f"leds = {self.chains.leds}",
                f"lights = [{', '.join(lights)}]",
                f"believed = {sorted(self.naming.believed)}",
                "[sensors]",
                *sensors,
                "",
            ]
        )

    @property
    def _led_of(self) -> Mapping[Light, int]:
        return {light: led for led, light in self.naming.names.items() if light is not None}

    @property
    def _missing(self) -> tuple[Light, ...]:
        named = set(self.naming.names.values())
        return tuple(light for light in GRID.lights if light not in named)


def _names(mapping: Mapping[str, object], leds: int) -> Names:
    words = mapping.get("lights")
    if not isinstance(words, list) or len(words) != leds:
        raise ConfigError(f"lights: must be a list of {leds} texts")
    names: Names = {led: None if word == "." else _checked(word) for led, word in enumerate(words) if word != ""}
    given = [light for light in names.values() if light is not None]
    if doubled := {str(light) for light in given if given.count(light) > 1}:
        raise ConfigError(f"lights: {', '.join(sorted(doubled))} is there more than once")
    return names


def _checked(word: object) -> Light:
    try:
        return GRID.light(str(word))
    except InvalidName as error:
        raise ConfigError(f"lights: {error}") from None


def _numbers(mapping: Mapping[str, object], key: str, below: int) -> list[int]:
    numbers = mapping.get(key, [])
    if not isinstance(numbers, list) or not all(type(number) is int and 0 <= number < below for number in numbers):
        raise ConfigError(f"{key}: must be a list of whole numbers from 0 to {below - 1}")
    return numbers


def _found(mapping: Mapping[str, object], bits: int) -> dict[Site, tuple[int, int]]:
    table = mapping.get("sensors", {})
    if not isinstance(table, dict):
        raise ConfigError("sensors: must be a table")
    found: dict[Site, tuple[int, int]] = {}
    for name, pair in table.items():
        match pair:
            case [int(bit), 0 | 1 as level] if 0 <= bit < bits:
                try:
                    found[GRID.site(name)] = bit, level
                except InvalidName as error:
                    raise ConfigError(f"sensors: {error}") from None
            case _:
                raise ConfigError(f"sensors.{name}: must be [bit, level], a bit from 0 to {bits - 1}, a level 0 or 1")
    used = [bit for bit, _ in found.values()]
    if len(used) != len(set(used)):
        raise ConfigError("sensors: one bit is there for two places")
    return found
