"""Are the pins in `parts.toml` those of KiCad's symbols, and the 3D models its footprints'? A part of `make kicad`."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from hardware.electrical.facts import Fact, Facts, facts
from hardware.electrical.library import LIKE, Model, model_of
from hardware.kicad_lands import LIBRARY, path

SYMBOLS: Final = Path("usr/share/kicad/symbols")
OF: Final[Mapping[str, str]] = {
    "74HC165": "74xx:74LS165",
    "74AHCT125": "74xx:74LS125",
    "MMBT3904": "Transistor_BJT:Q_NPN_BEC",
    "SMBJ5.0A": "Device:D_Zener",
    "red, 2 mA": "Device:LED",
    "MCP120-450": "Power_Supervisor:MCP120-xxxxTT",
    "5 V, USB-C": "Connector:USB_C_Receptacle_PowerOnly_6P",
    "Raspberry Pi Pico": "MCU_Module:RaspberryPi_Pico",
    "Raspberry Pi, by ribbon": "Connector:Raspberry_Pi_4",
}
"""By value the symbol of the library's, or the one that it extends."""
CALLED: Final = {"PL": "LOAD", "CP": "CLK", "~Q7": "NQ7", "AGND": "GND", "SHIELD": "SHELL"}
"""Names that differ in the library."""


def faults(root: Path, known: Facts | None = None) -> Iterator[str]:
    """Where a pin's number, name or type is none of the library's; `OSError` if the library is not there."""
    for value, symbol in OF.items():
        library, _, name = symbol.partition(":")
        theirs = pins((root / SYMBOLS / f"{library}.kicad_sym").read_text(encoding="utf-8"), name)
        for fact in (known or facts()).parts:
            if fact.value == value:
                yield from (f"{fact.order}: {told}, unlike {symbol}" for told in _differing(fact, theirs))


def pins(text: str, name: str) -> dict[str, tuple[str, str]]:
    """Return name and type of a symbol's pins, by number; a name of none is empty."""
    start = text.index(f'\n\t(symbol "{name}"')
    block = re.sub(r"\s+", " ", text[start : text.index("\n\t)\n", start)])
    found = re.findall(r'\(pin (\w+) \w+ .*?\(name "([^"]*)".*?\(number "([^"]*)"', block)
    return {number: (_plain(called), kind) for kind, called, number in found}


def _plain(name: str) -> str:
    """Return what a pin is called here: a GPIO by its number, without its other uses."""
    gpio = re.search(r"GPIO0*(\d+)", name)
    if gpio:
        return f"GPIO{gpio[1]}"
    bare = re.sub(r"~\{(\w+)\}", r"\1" if "Q" not in name else r"~\1", name)
    return CALLED.get(bare, "" if bare == "~" else bare)


def _differing(fact: Fact, theirs: Mapping[str, tuple[str, str]]) -> Iterator[str]:
    if fact.pins.keys() != theirs.keys():
        yield f"{len(fact.pins)} pins and not {len(theirs)}"
        return
    for number, pin in fact.pins.items():
        name, kind = theirs[number]
        ours = pin.name.replace("GP", "GPIO") if re.fullmatch(r"GP\d+", pin.name) else pin.name
        if name and ours != name:
            yield f"pin {number} is {pin.name} and not {name}"
        if kind in ("input", "output", "tri_state") and pin.kind != kind:
            yield f"pin {number} is {pin.kind} and not {kind}"


def models(root: Path) -> Iterator[str]:
    """Where a footprint of the library's names no model that we name, or stands it elsewhere; `OSError` as above."""
    for package, like in LIKE.items():
        for name, _ in like:
            text = re.sub(r"\s+", " ", (root / LIBRARY / path(name)).read_text(encoding="utf-8"))
            ours = model_of("R1" if name.startswith("Resistor") else "X1", package)
            if not ours or not _named(ours, text):
                yield f"{package}: {ours.path if ours else 'no model'} is no model of {name}"


def _named(model: Model, text: str) -> bool:
    block = text.partition(f'"{model.path}"')[2].partition("(model")[0]
    return f"(xyz {model.x:g} {model.y:g} 0)" in block
