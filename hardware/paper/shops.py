"""Where each line of the order is bought, what it costs with its postage, and in which of the three parcels it comes.

The one source of every price that a document names. Prices and postage are estimates; shops are kinds of shops.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from hardware.generate.layout import Layout
from hardware.paper.line import COUPON, OUTSIDE, PANEL, Line
from hardware.paper.order import lines

PARCELS: Final = (1, 2, 3)


@dataclass(frozen=True, slots=True)
class Shop:
    """A kind of shop, what a line's source has in it, and what it takes for a parcel, in euros."""

    name: str
    marks: tuple[str, ...]
    postage: int


SHOPS: Final = (
    Shop("a board maker", ("JLCPCB",), 20),
    Shop("a laser service", ("laser service", "the same: out/", "maker of the opal plate"), 8),
    Shop("a magnet shop", ("supermagnete",), 5),
    Shop("a shop for LED strips", ("BTF-Lighting",), 5),
    Shop("a Raspberry Pi reseller", ("approved reseller",), 6),
    Shop("an electronics shop", ("Mouser", "DigiKey", "LCSC", "Reichelt", "Conrad"), 9),
    Shop("a DIY store, or what there is", ("any", "DIY store"), 0),
)
"""Kinds of shops: the first that has a mark of a line's first source sells it."""
Bought: TypeAlias = tuple[tuple[Line, int], ...]
"""Lines, and how many of each."""
BY_MACHINE: Final = re.compile(r"SOT-23|SOIC-16|0603|0805|circuit board of the bar")
"""Parts that come on panels, or as them."""
TRIED: Final = ("LED strip", "opal acrylic 2 mm, a sample", "paint pen", "neodymium disc", "neodymium rod")
"""Parts that a coupon is tried with."""
REPLACED: Final = (
    "level shifter",
    "socket DIP-14",
    "USB-C socket",
    "fuse holder",
    "suppressor diode",
    "resistor 330 ohm",
    "capacitor 1000 uF",
    "transistor",
    "resistor 10 k, leaded",
)
"""Parts that the controller's board has of its own."""
WAYS: Final = ("coupon", "soldered", "assembled", "by hand")


def bought(layout: Layout, way: str) -> Mapping[int, Bought]:
    """The lines that are ordered, by parcel: coupons alone, bars to solder, bars assembled as panels, or a board wired by hand."""
    if way == "coupon":
        return {1: _tried(layout)}
    counts = [(line, _split(line, line.hand if way == "by hand" else line.bars)) for line in _chosen(layout, way)]
    return {parcel: tuple((line, each[parcel]) for line, each in counts if each.get(parcel)) for parcel in PARCELS}


def _tried(layout: Layout) -> Bought:
    """The coupons, and what of the first parcel they are tried with."""
    coupons = [(line, line.bars) for line in lines(layout) if line.group == COUPON]
    tried = [line for line in lines(layout) if line.group not in OUTSIDE and line.part.startswith(TRIED)]
    return (*coupons, *((line, _split(line, line.bars)[1]) for line in tried))


def _chosen(layout: Layout, way: str) -> list[Line]:
    """The lines of a way; panels come instead of what a machine has placed on them."""
    usual = [line for line in lines(layout) if line.group not in OUTSIDE]
    if way != "assembled":
        return usual
    panels = [line for line in lines(layout) if line.group == PANEL]
    return [*(line for line in usual if not BY_MACHINE.search(line.part)), *panels]


def _split(line: Line, count: int) -> dict[int, int]:
    """The quantity of a line by parcel."""
    if found := re.fullmatch(r"(\d+) in (\d), rest in (\d)", line.parcel):
        early, first, later = map(int, found.groups())
        return {first: min(early, count), later: max(0, count - early)}
    return {int(line.parcel): count}


def shop(line: Line) -> Shop:
    """The shop that sells a line; `StopIteration` for a source that no shop knows."""
    return next(each for each in SHOPS if any(mark in line.first for mark in each.marks))


def by_shop(parcel: Bought) -> dict[Shop, Bought]:
    """The lines of a parcel, shop by shop."""
    found: dict[Shop, list[tuple[Line, int]]] = {}
    for line, count in parcel:
        found.setdefault(shop(line), []).append((line, count))
    return {each: tuple(found[each]) for each in SHOPS if each in found}


def goods(parcel: Bought) -> int:
    """The price of the lines, whole euros for each shop, so that what a page says adds up."""
    return sum(round(sum(line.euros * count for line, count in found)) for found in by_shop(parcel).values())


def postage(parcel: Bought) -> int:
    """The postage of a parcel's shops, in euros."""
    return sum(each.postage for each in by_shop(parcel))


def price(layout: Layout, way: str) -> int:
    """All parcels with their postage, in whole euros."""
    return sum(map(cost, bought(layout, way).values()))


def cost(parcel: Bought) -> int:
    """A parcel with its postage, in whole euros."""
    return goods(parcel) + postage(parcel)
