"""The facts in `hardware/parts.toml` about each part that is bought: its order number, pins and ratings."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeAlias

from hardware.generate.sizes import SizesError

FILE: Final = Path(__file__).parents[1] / "parts.toml"
Range: TypeAlias = tuple[float, float]


@dataclass(frozen=True, slots=True)
class PinFact:
    """A pin's name, and the type by which KiCad's electrical rules judge it."""

    name: str
    kind: str


@dataclass(frozen=True, slots=True)
class Fact:
    """One part. `value` is empty where it differs from use to use; pins are by number; ratings by name."""

    order: str
    value: str
    package: str
    does: str
    lcsc: str = ""
    pins: Mapping[str, PinFact] = field(default_factory=dict)
    ratings: Mapping[str, Any] = field(default_factory=dict)

    def number(self, rating: str) -> float:
        """Return a rating that is one number, in its unit of `parts.toml`; 0 if the part has none."""
        return float(self.ratings.get(rating, 0.0))

    def span(self, rating: str) -> Range:
        """Return a rating that is a lowest and a highest value."""
        low, high = self.ratings[rating]
        return float(low), float(high)

    @property
    def supply(self) -> str:
        """The number of the pin that feeds the part; `KeyError` if it has none."""
        return self.pin("VDD" if any(pin.name == "VDD" for pin in self.pins.values()) else "VCC")

    @property
    def ground(self) -> str:
        """The number of the pin at the other end of its supply."""
        return self.pin("VSS" if any(pin.name == "VSS" for pin in self.pins.values()) else "GND")

    def pin(self, name: str) -> str:
        """Return the number of the first pin of a name; `KeyError` if the part has none."""
        for number, pin in self.pins.items():
            if pin.name == name:
                return number
        raise KeyError(f"{self.order} has no pin {name}")


@dataclass(frozen=True, slots=True)
class Facts:
    """All parts, and what is plugged on without lying on a board, by name."""

    parts: tuple[Fact, ...]
    outside: Mapping[str, Mapping[str, Any]]

    def of(self, value: str, package: str) -> Fact | None:
        """Return the part of a value in a package, or None if no such part is bought."""
        alike = [fact for fact in self.parts if fact.package == package and fact.value in ("", value)]
        if len(alike) > 1:
            raise SizesError(f"parts.toml: {value} in {package} is {' and '.join(fact.order for fact in alike)}")
        return alike[0] if alike else None

    def ordered(self, order: str) -> Fact | None:
        """Return the part of an order number, or None."""
        return next((fact for fact in self.parts if fact.order == order), None)


@cache
def facts() -> Facts:
    """Read `hardware/parts.toml`."""
    return read(FILE.read_text(encoding="utf-8"))


def read(text: str) -> Facts:
    """Return what such a text says; `SizesError` if a part lacks what every part has."""
    found = tomllib.loads(text)
    return Facts(tuple(map(_fact, found["part"])), found["outside"])


def _fact(table: Mapping[str, Any]) -> Fact:
    left = dict(table)
    try:
        order, package, does = (left.pop(key) for key in ("order", "package", "does"))
    except KeyError as error:
        raise SizesError(f"parts.toml: {table.get('order', table)} lacks {error}") from error
    listed = left.pop("pins", ())
    named = listed if isinstance(listed, dict) else {str(number): pin for number, pin in enumerate(listed, 1)}
    pins = {number: PinFact(*pin.split()) for number, pin in named.items()}
    return Fact(order, left.pop("value", ""), package, does, left.pop("lcsc", ""), pins, left)
