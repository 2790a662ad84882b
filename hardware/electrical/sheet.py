"""A schematic from a circuit: as KiCad's own file, and as a picture for whoever has no KiCad.

Every part stands by itself with the net's name at each pin; what has the same name is joined. So no wire is drawn, and
none can be drawn wrong: KiCad reads the names and makes a netlist of its own, which is compared with ours.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final
from uuid import UUID, uuid5

from hardware.electrical.circuit import Circuit, Part
from hardware.electrical.library import footprint_name
from hardware.generate.drawing import number
from hardware.generate.picture import Picture

STEP: Final = 2.54
"""From one pin of a symbol to the next; KiCad's grid is half of it."""
PAPER: Final = (420.0, 297.0)
NAMESPACE: Final = UUID("6f0c9a52-6a0e-5d0b-9c53-6e0b5f2d7a10")
FONT: Final = "(effects (font (size 1.27 1.27)))"


@dataclass(frozen=True, slots=True)
class Pin:
    """A pin of a symbol: what KiCad takes it for, its side, and its row from above."""

    number: str
    name: str
    kind: str
    left: bool
    row: int


@dataclass(frozen=True, slots=True)
class Symbol:
    """A box with pins, as wide and high as they need, in steps."""

    name: str
    wide: int
    rows: int
    pins: tuple[Pin, ...]

    def at(self, pin: Pin) -> tuple[float, float]:
        """The pin's outer end from the box's middle, y downwards."""
        x = (self.wide / 2 + 1) * STEP
        return -x if pin.left else x, (pin.row - (self.rows - 1) // 2) * STEP

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Left, top, right, bottom from its middle, y downwards."""
        across, first = self.wide / 2 * STEP, -((self.rows - 1) // 2) * STEP
        return -across, first - STEP, across, first + self.rows * STEP


@dataclass(frozen=True, slots=True)
class Placed:
    """A part on the sheet."""

    part: Part
    symbol: Symbol
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Sheet:
    """One page: where each part of a circuit stands on it."""

    circuit: Circuit
    title: str
    symbols: Mapping[str, Symbol]
    placed: tuple[Placed, ...]
    noted: str = "not fitted"
    """The note beside the value of a part that is not fitted."""

    def files(self) -> dict[str, str]:
        """File name -> text."""
        return {
            f"{self.circuit.name}.kicad_sch": _kicad(self),
            f"{self.circuit.name}.kicad_pro": project(self.circuit.name),
        }


# --- KiCad -------------------------------------------------------------------------------------------------------------


def project(name: str) -> str:
    """KiCad's limits are those of the generator; no library is installed, so it is not asked for one."""
    quiet = ("lib_footprint_issues", "lib_footprint_mismatch"), ("lib_symbol_issues", "footprint_link_issues")
    board, page = (", ".join(f'"{name}": "ignore"' for name in names) for names in quiet)
    return f"""{{
  "board": {{
    "design_settings": {{
      "rules": {{
        "min_clearance": 0.2,
        "min_copper_edge_clearance": 0.3,
        "min_hole_clearance": 0.25,
        "min_silk_clearance": 0.1,
        "min_text_height": 1.0,
        "min_text_thickness": 0.15,
        "min_through_hole_diameter": 0.3,
        "min_track_width": 0.2,
        "min_via_annular_width": 0.15,
        "min_via_diameter": 0.6
      }},
      "rule_severities": {{{board}}}
    }}
  }},
  "erc": {{"rule_severities": {{{page}}}}},
  "meta": {{"filename": "{name}.kicad_pro", "version": 3}}
}}
"""


def _kicad(sheet: Sheet) -> str:
    """The page, for KiCad 8 and later."""
    name, net_of = sheet.circuit.name, sheet.circuit.net_of()
    root = _uuid(*_named(sheet), "sheet")
    lines = [
        '(kicad_sch (version 20231120) (generator "pearlboard") (generator_version "1")',
        f'  (uuid "{root}")',
        '  (paper "A3")',
        f'  (title_block (title "Pearlboard: {sheet.title}") (company "CERN-OHL-P-2.0"))',
        "  (lib_symbols",
        *(line for symbol in sheet.symbols.values() for line in _library(name, symbol)),
        "  )",
    ]
    for each in sheet.placed:
        for pin in each.symbol.pins:
            dx, dy = each.symbol.at(pin)
            at, key = f"{number(each.x + dx)} {number(each.y + dy)}", (each.part.name, pin.number)
            if key in sheet.circuit.unused:
                lines.append(f'  (no_connect (at {at}) (uuid "{_uuid(*_named(sheet), *key)}"))')
            else:
                turned, side = (180, "right") if pin.left else (0, "left")
                lines.append(
                    f'  (global_label "{net_of[key]}" (shape passive) (at {at} {turned}) '
                    f'(effects (font (size 1.27 1.27)) (justify {side} bottom)) (uuid "{_uuid(*_named(sheet), *key)}"))'
                )
    for each in sheet.placed:
        lines += _instance(sheet, each, root)
    return "\n".join([*lines, '  (sheet_instances (path "/" (page "1")))', ")", ""])


def _library(name: str, symbol: Symbol) -> Iterator[str]:
    left, top, right, bottom = symbol.box
    yield f'    (symbol "{name}:{symbol.name}" (in_bom yes) (on_board yes)'
    yield f'      (property "Reference" "U" (at 0 {number(-top + 1.27)} 0) {FONT})'
    yield f'      (property "Value" "{symbol.name}" (at 0 {number(-bottom - 1.27)} 0) {FONT})'
    yield f'      (symbol "{symbol.name}_0_1"'
    yield (
        f"        (rectangle (start {number(left)} {number(-top)}) (end {number(right)} {number(-bottom)}) "
        "(stroke (width 0.254) (type default)) (fill (type background))))"
    )
    yield f'      (symbol "{symbol.name}_1_1"'
    for pin in symbol.pins:
        x, y = symbol.at(pin)
        yield (
            f"        (pin {pin.kind} line (at {number(x)} {number(-y)} {0 if pin.left else 180}) (length {STEP}) "
            f'(name "{pin.name}" {FONT}) (number "{pin.number}" {FONT}))'
        )
    yield "      ))"


def _instance(sheet: Sheet, each: Placed, root: UUID) -> Iterator[str]:
    part, (_, top, _, bottom) = each.part, each.symbol.box
    here = sheet.circuit.name
    at = f"{number(each.x)} {number(each.y)}"
    yield (
        f'  (symbol (lib_id "{here}:{each.symbol.name}") (at {at} 0) (unit 1) (in_bom yes) (on_board yes) '
        f'(dnp {"no" if part.fitted else "yes"}) (uuid "{_uuid(*_named(sheet), part.name)}")'
    )
    for name, value, y in (
        ("Reference", part.name, each.y + top - 1.27),
        ("Value", part.value, each.y + bottom + 1.27),
    ):
        yield f'    (property "{name}" "{value}" (at {number(each.x)} {number(y)} 0) {FONT})'
    yield f'    (property "Footprint" "{here}:{footprint_name(part.package)}" (at {at} 0) (effects (font (size 1.27 1.27)) (hide yes)))'
    yield from (
        f'    (pin "{pin.number}" (uuid "{_uuid(*_named(sheet), part.name, pin.number, "pin")}"))'
        for pin in each.symbol.pins
    )
    yield f'    (instances (project "{here}" (path "/{root}" (reference "{part.name}") (unit 1)))))'


def _named(sheet: Sheet) -> tuple[str, ...]:
    """The prefix of a sheet's identities; none for the bar, which was there before all others."""
    return () if sheet.circuit.name == "bar" else (sheet.circuit.name,)


def _uuid(*names: str) -> UUID:
    """The same for the same thing at every drawing."""
    return uuid5(NAMESPACE, " ".join(names))


# --- a picture ---------------------------------------------------------------------------------------------------------

SCALE: Final = 3.6
COLOURS: Final = {"GND": "#222222", "3V3": "#e07b00", "CLK": "#9a7d00", "LOAD": "#1c8a2f"}


def sheet_picture(sheet: Sheet) -> str:
    """The same sheet as SVG."""
    net_of = sheet.circuit.net_of()
    picture = Picture(round(PAPER[0] * SCALE), round(PAPER[1] * SCALE), f"Schematic: {sheet.title}")
    title = f"{sheet.title[0].upper()}{sheet.title[1:]}: what has the same name is joined"
    picture.text(PAPER[0] * SCALE / 2, 34, title, size=18, bold=True)
    for each in sheet.placed:
        left, top, right, bottom = each.symbol.box
        picture.box(
            (each.x + left) * SCALE,
            (each.y + top) * SCALE,
            (right - left) * SCALE,
            (bottom - top) * SCALE,
            (),
            "#fffbe8",
        )
        picture.text(each.x * SCALE, (each.y + top) * SCALE - 4, each.part.name, size=11, bold=True)
        value = each.part.value + ("" if each.part.fitted else f", {sheet.noted}")
        picture.text(each.x * SCALE, (each.y + bottom) * SCALE + 12, value, size=9)
        for pin in each.symbol.pins:
            _pin(picture, each, pin, net_of.get((each.part.name, pin.number)))
    return picture.svg()


def _pin(picture: Picture, each: Placed, pin: Pin, net: str | None) -> None:
    dx, dy = each.symbol.at(pin)
    x, y, inwards = (each.x + dx) * SCALE, (each.y + dy) * SCALE, 1 if pin.left else -1
    picture.wire(((x, y), (x + inwards * STEP * SCALE, y)), "#444444", 1.2)
    outer, inner = ("end", "start") if pin.left else ("start", "end")
    colour = COLOURS.get(net or "", "#1f5fd0")
    picture.text(x - 3 * inwards, y + 3, net or "open", size=9, anchor=outer, colour=colour, bold=True)
    if pin.name != pin.number:
        picture.text(x + inwards * (STEP * SCALE + 3), y + 3, pin.name, size=8, anchor=inner)
    picture.text(x + inwards * 5, y - 2, pin.number, size=7)
