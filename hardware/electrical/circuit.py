"""A circuit as parts and nets, whatever board it goes on: each pin is on exactly one net, or named as open."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from hardware.electrical.facts import Fact, facts
from hardware.generate.sizes import SizesError

Pin: TypeAlias = tuple[str, str]
"""A part's name and its pin's."""


def _numbered(count: int) -> tuple[str, ...]:
    return tuple(str(number) for number in range(1, count + 1))


PINS: Final[Mapping[str, tuple[str, ...]]] = {
    "SOT-23": _numbered(3),
    "SOIC-14": _numbered(14),
    "SOIC-16": _numbered(16),
    "0603": _numbered(2),
    "0805": _numbered(2),
    "SMB": _numbered(2),
    "LED, 3 mm": _numbered(2),
    "radial, 10 mm": _numbered(2),
    "holder, 5 x 20 mm": _numbered(2),
    "USB-C, power": ("A5", "A9", "A12", "B5", "B9", "B12", "S1"),
    "test pad": _numbered(1),
    "1x2, 2.54 mm": _numbered(2),
    "1x5, 2.54 mm": _numbered(5),
    **{f"XH, {count}": _numbered(count) for count in (2, 3, 4, 5)},
    **{f"VH, {count}": _numbered(count) for count in (2, 3)},
    "Pico, 2 x 1x20": _numbered(40),
    "box header, 2x20": _numbered(40),
    "solder bridge": _numbered(3),
}
"""By package the names of its pins."""
UNSOLDERED: Final = frozenset({"solder bridge", "test pad"})
"""Lands on which no part is soldered: neither bought nor placed, and without paste."""
UNBOUGHT: Final = UNSOLDERED | {"1x5, 2.54 mm"}
"""Lands for solder, a probe or wires."""


@dataclass(frozen=True, slots=True)
class Part:
    """One thing to solder; `fitted` is False for what only the second source needs; `maker`: one that sells it."""

    name: str
    value: str
    package: str
    fitted: bool = True
    maker: str = ""


@dataclass(frozen=True, slots=True)
class Circuit:
    """The parts on one board. Its files begin with `name`."""

    name: str
    parts: tuple[Part, ...]
    nets: Mapping[str, tuple[Pin, ...]]
    unused: tuple[Pin, ...] = ()
    """Pins that stay open."""

    def net_of(self) -> dict[Pin, str]:
        """By pin the net that it is on."""
        return {pin: net for net, joined in self.nets.items() for pin in joined}

    def part(self, name: str) -> Part:
        """The part of that name."""
        return next(part for part in self.parts if part.name == name)

    def check(self) -> None:
        """`SizesError` if a pin is on no net or on two, or a net has a single pin."""
        joined = [pin for net in self.nets.values() for pin in net]
        wanted = [(part.name, pin) for part in self.parts for pin in PINS[part.package]]
        for pin in wanted:
            times = joined.count(pin) + (pin in self.unused)
            if times != 1:
                raise SizesError(f"{self.name}: {pin[0]} pin {pin[1]} is on {times} nets")
        loose = [name for name, net in self.nets.items() if len(net) < 2]
        if loose or len(joined) + len(self.unused) != len(wanted):
            raise SizesError(f"{self.name}: loose ends {loose}, or pins of no part")

    def csv(self) -> str:
        """net,part,pin,value: one line a pin."""
        self.check()
        values = {part.name: part.value for part in self.parts}
        lines = [
            f"{net},{name},{pin},{cell(values[name])}" for net, joined in self.nets.items() for name, pin in joined
        ]
        unused = [f"(open),{name},{pin},{cell(values[name])}" for name, pin in self.unused]
        return "\n".join(["net,part,pin,value", *lines, *unused, ""])


def bought(*parts: Part) -> tuple[Part, ...]:
    """Return the parts with what is ordered for each, by value and package; `SizesError` if `parts.toml` has none."""
    return tuple(
        part if part.package in UNBOUGHT or not part.fitted else replace(part, maker=fact_of(part).order)
        for part in parts
    )


def fact_of(part: Part) -> Fact:
    """Return what `parts.toml` says of a part, by value and package; `SizesError` if no such part is bought."""
    fact = facts().of(part.value, part.package)
    if fact is None:
        raise SizesError(f"parts.toml: {part.name} is {part.value} in {part.package}, and no such part is bought")
    return fact


def cell(text: str) -> str:
    """One cell of a CSV."""
    return f'"{text}"' if "," in text else text
