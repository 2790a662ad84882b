"""Are our lands those of the library of KiCad that checks the boards? A part of `make kicad`."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final, TypeAlias

from hardware.electrical.lands import FOOTPRINTS, Footprint, Land
from hardware.electrical.library import EXACT, LIKE

LIBRARY: Final = Path("usr/share/kicad/footprints")
Box: TypeAlias = tuple[float, float, float, float]
Library: TypeAlias = Mapping[str, Footprint]


def library(root: Path) -> dict[str, Footprint]:
    """All that are compared, by name; `OSError` if one is not there."""
    names = (name for like in LIKE.values() for name, _ in like)
    return {name: read((root / LIBRARY / path(name)).read_text(encoding="utf-8")) for name in names}


def path(name: str) -> Path:
    """A footprint's file in the library."""
    folder, _, file = name.partition(":")
    return Path(f"{folder}.pretty") / f"{file}.kicad_mod"


def read(text: str) -> Footprint:
    """The pads of a footprint of KiCad's, whose y grows downwards."""
    number = r"(-?[\d.]+)"
    pads = re.findall(
        rf'\(pad "([^"]*)" (\w+) \w+ \(at {number} {number}[^)]*\) \(size {number} {number}\)(?: \(drill {number}\))?',
        re.sub(r"\s+", " ", text),
    )
    lands = (
        Land(pin, float(x), -float(y), float(wide), float(high), float(drill or 0))
        for pin, kind, x, y, wide, high, drill in pads
        if kind != "np_thru_hole"
    )
    pegs = ((float(x), -float(y), float(drill)) for _, kind, x, y, _, _, drill in pads if kind == "np_thru_hole")
    return Footprint(tuple(lands), (0.0, 0.0, 0.0, 0.0), tuple(pegs))


def faults(found: Library, ours: Library = FOOTPRINTS) -> Iterator[str]:
    """Where a land of ours is none of the library's."""
    for package, like in LIKE.items():
        for name, within in like:
            yield from (f"{package}: {told}, unlike {name}" for told in _differing(ours[package], found[name], within))


def spoilt() -> Iterator[tuple[str, Library]]:
    """By package all lands with a fault in one: its last pin's lies 0.3 mm beside its place."""
    for package in LIKE:
        *lands, last = FOOTPRINTS[package].lands
        moved = replace(FOOTPRINTS[package], lands=(*lands, replace(last, x=last.x + 0.3)))
        yield package, {**FOOTPRINTS, package: moved}


def _differing(ours: Footprint, theirs: Footprint, within: float) -> Iterator[str]:
    here, there = ({_nth(one, place): land for place, land in enumerate(one.lands)} for one in (ours, theirs))
    if here.keys() != there.keys() or ours.pegs != theirs.pegs:
        yield "other pins or pegs"
        return
    for pin, land in here.items():
        apart = max(abs(a - b) for a, b in zip(_box(land), _box(there[pin]), strict=True))
        if apart > within:
            yield f"pin {pin} is {apart:.2f} mm off"
        if abs(land.drill - there[pin].drill) > EXACT:
            yield f"pin {pin} has a hole of {land.drill:g} mm, not {there[pin].drill:g}"


def _nth(footprint: Footprint, place: int) -> str:
    """A land's pin; if several have its name, with how many of them come before."""
    pin = footprint.lands[place].pin
    before = sum(land.pin == pin for land in footprint.lands[:place])
    return f"{pin} ({before + 1})" if before else pin


def _box(land: Land) -> Box:
    wide, high = land.width / 2, land.height / 2
    return land.x - wide, land.y - high, land.x + wide, land.y + high
