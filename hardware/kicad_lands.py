"""Are our lands those of the library of KiCad that checks the boards? A part of `make kicad`."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final, TypeAlias

from hardware.electrical.lands import FOOTPRINTS, Footprint, Land

LIBRARY: Final = Path("usr/share/kicad/footprints")
EXACT: Final = 0.011
LIKE: Final[Mapping[str, tuple[tuple[str, float], ...]]] = {
    "0603": (("Capacitor_SMD:C_0603_1608Metric", EXACT), ("Resistor_SMD:R_0603_1608Metric", 0.101)),
    "0805": (("Capacitor_SMD:C_0805_2012Metric", EXACT), ("Resistor_SMD:R_0805_2012Metric", 0.051)),
    "SMB": (("Diode_SMD:D_SMB", EXACT),),
    "SOT-23": (("Package_TO_SOT_SMD:SOT-23", 0.201),),
    "SOIC-14": (("Package_SO:SOIC-14_3.9x8.7mm_P1.27mm", EXACT),),
    "SOIC-16": (("Package_SO:SOIC-16_3.9x9.9mm_P1.27mm", EXACT),),
    "LED, 3 mm": (("LED_THT:LED_D3.0mm", EXACT),),
    "radial, 10 mm": (("Capacitor_THT:CP_Radial_D10.0mm_P5.00mm", EXACT),),
    "holder, 5 x 20 mm": (("Fuse:Fuseholder_Cylinder-5x20mm_Schurter_0031_8201_Horizontal_Open", EXACT),),
    "USB-C, power": (("Connector_USB:USB_C_Receptacle_GCT_USB4135-GF-A_6P_TopMnt_Horizontal", EXACT),),
    "1x2, 2.54 mm": (("Connector_PinHeader_2.54mm:PinHeader_1x02_P2.54mm_Vertical", EXACT),),
    "1x5, 2.54 mm": (("Connector_PinHeader_2.54mm:PinHeader_1x05_P2.54mm_Vertical", EXACT),),
    **{
        f"XH, {count}": ((f"Connector_JST:JST_XH_B{count}B-XH-A_1x{count:02}_P2.50mm_Vertical", 0.151),)
        for count in (2, 3, 4, 5)
    },
    **{
        f"VH, {count}": ((f"Connector_JST:JST_VH_B{count}P-VH_1x{count:02}_P3.96mm_Vertical", EXACT),)
        for count in (2, 3)
    },
    "Pico, 2 x 1x20": (("Module:RaspberryPi_Pico_Common_THT", 0.051),),
    "box header, 2x20": (("Connector_IDC:IDC-Header_2x20_P2.54mm_Vertical", EXACT),),
}
"""By package the library's footprints, and how far an edge may lie from theirs, in millimetres.

An SOT-23's lands are Texas Instruments' own, whose inner ends leave room for a track; XH's are round, the library's
oval; a Pico's rings are those of its sockets. One land takes capacitors and resistors. What is bare is ours.
"""

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
