"""The files for makers, read from their own texts: Gerber, drills, placement, KiCad's board."""

import csv
import io
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import cos, floor, hypot, radians, sin
from typing import Final, TypeAlias

from hardware.electrical.copper import Piece, distance
from hardware.function.design import Design

Point: TypeAlias = tuple[float, float]
Thing: TypeAlias = tuple[float, ...]
"""Place of something, and its sizes."""
ALIKE: Final = 0.011
ORIGIN: Final = (50.0, 100.0)
"""Origin of a board on KiCad's sheet, y downwards."""
TO_HOLE: Final = 0.25
"""Distance from a hole without copper to any copper."""
WITHIN: Final = 0.002
SIDE: Final = frozenset({"side"})
SCREWS: Final = {"bar": {2.2: 1}, "controller": {3.2: 4, 2.7: 1}, "coupon": {}}
"""Holes without copper of each board, by diameter: screws, and the fuse holder's peg."""


@dataclass(frozen=True, slots=True)
class Flashed:
    """A pad or via of a Gerber layer: its middle, width and height; round if they are one diameter."""

    x: float
    y: float
    width: float
    height: float
    is_round: bool


@dataclass(frozen=True, slots=True)
class Layer:
    """Flashes of a Gerber layer, and all its copper."""

    flashes: tuple[Flashed, ...]
    pieces: tuple[Piece, ...]


def gerber(text: str) -> Layer:
    """Read a layer: apertures, flashes and lines, in millimetres."""
    shapes: dict[str, tuple[float, float, bool]] = {}
    now, here = (0.0, 0.0, True), (0.0, 0.0)
    flashes: list[Flashed] = []
    pieces: list[Piece] = []
    for line in text.replace("%", "").split("*"):
        word = line.strip()
        if made := re.fullmatch(r"ADD(\d+)([CR]),([\d.]+)(?:X([\d.]+))?", word):
            shapes[made[1]] = (float(made[3]), float(made[4] or made[3]), made[2] == "C")
        elif chosen := re.fullmatch(r"D(\d\d+)", word):
            now = shapes[chosen[1]]
        elif moved := re.fullmatch(r"X(-?\d+)Y(-?\d+)D0([123])", word):
            there = (int(moved[1]) / 1e6, int(moved[2]) / 1e6)
            if moved[3] == "3":
                flashes.append(Flashed(*there, now[0], now[1], now[2]))
                pieces.append(_solid(flashes[-1]))
            elif moved[3] == "1":
                pieces.append(Piece("", SIDE, "a track", (here, there), now[0] / 2))
            here = there
    return Layer(tuple(flashes), tuple(pieces))


def _solid(one: Flashed) -> Piece:
    if one.is_round:
        return Piece("", SIDE, "a pad", ((one.x, one.y),) * 2, one.width / 2)
    low = (one.x - one.width / 2, one.y - one.height / 2)
    return Piece("", SIDE, "a pad", (low, (one.x + one.width / 2, one.y + one.height / 2)), 0.0, solid=True)


def drilled(text: str) -> list[tuple[float, float, float]]:
    """Read an Excellon file: diameter, x, y."""
    tools = {tool: float(size) for tool, size in re.findall(r"^T(\d+)C([\d.]+)", text, re.MULTILINE)}
    found, tool = [], ""
    for line in text.partition("\n%\n")[2].splitlines():
        if re.fullmatch(r"T\d+", line):
            tool = line[1:]
        elif at := re.fullmatch(r"X(-?[\d.]+)Y(-?[\d.]+)", line):
            found.append((tools[tool], float(at[1]), float(at[2])))
    return found


# --- KiCad's board ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Footprint:
    """A footprint of KiCad's board: place, y upwards, pads by number with place, size and hole, and its kind."""

    name: str
    x: float
    y: float
    turned: float
    pads: tuple[tuple[str, float, float, float, float, float], ...]
    kind: str


def footprints(text: str) -> list[Footprint]:
    """Read a KiCad board's footprints, pads turned as they lie."""
    found = []
    for block in text.split("\n  (footprint ")[1:]:
        at = re.search(r"\(at (\S+) ([\d.-]+)(?: ([\d.-]+))?\) \(attr ([^)]*)\)", block)
        name = re.search(r'fp_text reference "([^"]+)"', block)
        if not at or not name:
            continue
        x, y, turned = float(at[1]), float(at[2]), float(at[3] or 0)
        pads = []
        pattern = (
            r'\(pad "([^"]*)" (\w+) \w+ \(at (\S+) ([\d.-]+)[^)]*\) \(size (\S+) ([\d.]+)\)(?: \(drill ([\d.]+)\))?'
        )
        for number, _, dx, dy, wide, high, hole in re.findall(pattern, block):
            across, down = _turned(float(dx), float(dy), turned)
            size = (float(high), float(wide)) if turned % 180 else (float(wide), float(high))
            place = x + across - ORIGIN[0], ORIGIN[1] - y - down
            pads.append((number, *place, *size, float(hole or 0)))
        found.append(Footprint(name[1], x - ORIGIN[0], ORIGIN[1] - y, turned, tuple(pads), at[4]))
    return found


def _turned(x: float, y: float, by: float) -> Point:
    """Return a point turned to the left about the origin, in degrees, y downwards."""
    c, s = cos(radians(by)), sin(radians(by))
    return x * c + y * s, y * c - x * s


# --- laws ------------------------------------------------------------------------------------------------------------


def holes_miss_all_copper(design: Design) -> Iterator[str]:
    """Every hole without copper is one of a screw or a peg, keeps off all copper, and is on KiCad's board too."""
    for name, files in design.files.items():
        holes = drilled(files.get(f"{name}-NPTH.drl", ""))
        count = dict(Counter(across for across, _, _ in holes))
        if count != SCREWS.get(name, count):
            yield f"{name}: holes without copper are {count}, not {SCREWS[name]}"
        yield from (f"{name}: {told}" for told in _bare(holes, files[f"{name}.kicad_pcb"]))
        for side in ("F_Cu.gtl", "B_Cu.gbl"):
            pieces = gerber(files[f"{name}-{side}"]).pieces
            yield from (f"{name} {side}: {told}" for hole in holes for told in _entered(hole, pieces))


def _bare(holes: Iterable[tuple[float, float, float]], text: str) -> Iterator[str]:
    """Holes without copper that differ from those of KiCad's board."""
    pads = [pad for one in footprints(text) if "board_only" in one.kind for pad in one.pads]
    unlike = _unlike(((x, y, hole) for _, x, y, _, _, hole in pads if hole), ((x, y, across) for across, x, y in holes))
    if unlike:
        yield f"holes without copper differ from KiCad's at {unlike[:3]}"


def _entered(hole: tuple[float, float, float], pieces: Iterable[Piece]) -> Iterator[str]:
    across, x, y = hole
    bored = Piece("", SIDE, "", ((x, y), (x, y)), across / 2)
    near = min((distance(bored, piece) for piece in pieces if _about(piece, x, y)), default=TO_HOLE)
    if near < TO_HOLE:
        yield f"the hole of {across:g} mm at {x:g}, {y:g} is {near:.2f} mm from copper"


def _about(piece: Piece, x: float, y: float) -> bool:
    (x0, y0), (x1, y1) = piece.ends
    return min(x0, x1) - 8 < x < max(x0, x1) + 8 and min(y0, y1) - 8 < y < max(y0, y1) + 8


def _unlike(one: Iterable[Thing], other: Iterable[Thing]) -> list[Thing]:
    """Things in one list only: x, y and sizes, alike within a hundredth of a millimetre."""
    here, there = list(one), list(other)
    return [*_lost(here, there), *_lost(there, here)]


def _lost(wanted: Iterable[Thing], there: Iterable[Thing]) -> Iterator[Thing]:
    cells: dict[tuple[int, int], list[Thing]] = {}
    for thing in there:
        cells.setdefault((floor(thing[0]), floor(thing[1])), []).append(thing)
    for thing in wanted:
        x, y = floor(thing[0]), floor(thing[1])
        near = (one for dx in (-1, 0, 1) for dy in (-1, 0, 1) for one in cells.get((x + dx, y + dy), ()))
        if not any(all(abs(a - b) <= ALIKE for a, b in zip(thing, one, strict=True)) for one in near):
            yield thing


def drills_and_pads_are_kicads(design: Design) -> Iterator[str]:
    """Each pad of KiCad's board is flashed with its size, each plated hole drilled, and none more."""
    for name, files in design.files.items():
        through, above, below = _copper(files[f"{name}.kicad_pcb"])
        holes = [(x, y, across) for across, x, y in drilled(files[f"{name}-PTH.drl"])]
        yield from (f"{name}: a plated hole differs from KiCad's at {one}" for one in _unlike(through, holes)[:3])
        for side, wanted in (("F_Cu.gtl", above), ("B_Cu.gbl", below)):
            flashed = [(one.x, one.y, one.width, one.height) for one in gerber(files[f"{name}-{side}"]).flashes]
            yield from (f"{name} {side}: a pad differs from KiCad's at {one}" for one in _unlike(wanted, flashed)[:3])


def _copper(text: str) -> tuple[list[Thing], list[Thing], list[Thing]]:
    """Plated holes of KiCad's board, and what is flashed above and below."""
    above, rings = list(_seen(text)), list(_rings(text))
    legs = [pad for pad in above if pad[-1]]
    vias: list[Thing] = [(x, y, size, size) for x, y, size, _ in rings]
    through: list[Thing] = [(pad[0], pad[1], pad[4]) for pad in legs]
    through += [(x, y, hole) for x, y, _, hole in rings]
    return through, [*(pad[:4] for pad in above), *vias], [*(pad[:4] for pad in legs), *vias]


def _seen(text: str) -> Iterator[tuple[float, float, float, float, float]]:
    """The pads of parts and fiducials: x, y, width, height, hole."""
    for one in footprints(text):
        if one.name.startswith("FID") or "board_only" not in one.kind:
            yield from (pad[1:] for pad in one.pads)


def _rings(text: str) -> Iterator[tuple[float, float, float, float]]:
    """The vias of KiCad's board: x, y, size, hole."""
    for x, y, size, hole in re.findall(r"\(via \(at (\S+) (\S+)\) \(size ([\d.]+)\) \(drill ([\d.]+)\)", text):
        yield float(x) - ORIGIN[0], ORIGIN[1] - float(y), float(size), float(hole)


def placements_lie_on_their_pads(design: Design) -> Iterator[str]:
    """Each line of a placement: KiCad's place and angle, paste under all its pins, within the board; none more."""
    for name, files in design.files.items():
        board = {one.name: one for one in footprints(files[f"{name}.kicad_pcb"])}
        paste = [(one.x, one.y) for one in gerber(files[f"{name}-F_Paste.gtp"]).flashes]
        outline = _outline(files[f"{name}-Edge_Cuts.gm1"])
        rows = list(csv.DictReader(io.StringIO(files[f"{name}-placement.csv"])))
        for row in rows:
            found = _misplaced(row, board.get(row["Designator"]), paste, outline)
            yield from (f"{name} {row['Designator']}: {told}" for told in found)
        listed = [
            row for row in csv.DictReader(io.StringIO(files[f"{name}-bom.csv"])) if row["Soldered by"] == "machine"
        ]
        wanted = sorted(one for row in listed for one in row["Designator"].split(","))
        placed = sorted(row["Designator"] for row in rows)
        if placed != wanted:
            yield f"{name}: {sorted(set(placed) ^ set(wanted))[:4]} are placed or listed, not both"


def _misplaced(
    row: dict[str, str], there: Footprint | None, paste: list[Point], outline: tuple[float, float, float, float]
) -> Iterator[str]:
    x, y = (float(row[f"Mid {axis}"].removesuffix("mm")) for axis in "XY")
    left, low, right, top = outline
    if there is None or hypot(there.x - x, there.y - y) > WITHIN or (there.turned - float(row["Rotation"])) % 360:
        yield f"placed at {x:g}, {y:g}, {row['Rotation']}, and KiCad's board has it elsewhere"
    elif any(_lost([(px, py) for _, px, py, *_ in there.pads], paste)):
        yield "no paste under its pins"
    if not (left < x < right and low < y < top and row["Layer"] == "Top"):
        yield "placed beside the board, or below"


def _outline(text: str) -> tuple[float, float, float, float]:
    ends = [end for piece in gerber(text).pieces for end in piece.ends]
    across, along = zip(*ends, strict=True)
    return min(across), min(along), max(across), max(along)


def sheets_have_the_facts_pins(design: Design) -> Iterator[str]:
    """On each sheet every part stands once, its pins with the numbers, names and types of `parts.toml`."""
    for name, drawn in design.drawn.items():
        placed = [each.part.name for each in drawn.sheet.placed]
        parts = {part.name for part in drawn.board.circuit.parts}
        if sorted(placed) != sorted(parts):
            yield f"{name}: {sorted(set(placed) ^ parts)[:4]} are on the sheet or the board, not both"
        for each in drawn.sheet.placed:
            fact = design.fact(each.part)
            if fact and fact.pins:
                ours = {pin.number: (pin.name, pin.kind) for pin in each.symbol.pins}
                theirs = {number: (pin.name, pin.kind) for number, pin in fact.pins.items()}
                if ours != theirs:
                    yield f"{name} {each.part.name}: on the sheet {sorted(set(ours.items()) ^ set(theirs.items()))[:2]}"


def sheets_join_what_boards_join(design: Design) -> Iterator[str]:
    """The net at the end of each pin, read from the sheet's text by coordinates, is the netlist's; no label is left."""
    for name, drawn in design.drawn.items():
        text = design.files[name][f"{name}.kicad_sch"]
        found = re.findall(r'\(global_label "([^"]+)" \(shape \w+\) \(at (\S+) (\S+) \d+\)', text)
        labels = {(float(x), float(y)): net for net, x, y in found}
        read = {pin: labels.get(at, "open") for pin, at in ends(text, name)}
        wanted = {**dict.fromkeys(drawn.board.circuit.unused, "open"), **drawn.board.circuit.net_of()}
        if read != wanted:
            unlike = sorted(pin for pin in read.keys() | wanted.keys() if read.get(pin) != wanted.get(pin))
            yield f"{name}: the sheet has {unlike[:3]} on another net than the board"
        at_pins = sum(net != "open" for net in read.values())
        if len(found) != at_pins:
            yield f"{name}: {len(found)} labels are on the sheet, and {at_pins} of its pins have one"


def ends(text: str, board: str) -> Iterator[tuple[tuple[str, str], Point]]:
    """Yield where each pin of each part ends: the library's pins, moved to where the part stands."""
    library: dict[str, list[tuple[str, float, float]]] = {}
    symbols = text.partition("(lib_symbols")[2].partition("\n  (global_label")[0]
    for block in symbols.split(f'\n    (symbol "{board}:')[1:]:
        pins = re.findall(r'\(pin \w+ line \(at (\S+) (\S+) \d+\).*?\(number "(\w+)"', block)
        library[block.partition('"')[0]] = [(number, float(x), float(y)) for x, y, number in pins]
    pattern = rf'\n  \(symbol \(lib_id "{board}:(\w+)"\) \(at (\S+) (\S+) 0\).*?"Reference" "(\w+)"'
    for symbol, x, y, part in re.findall(pattern, text, re.DOTALL):
        for number, dx, dy in library[symbol]:
            yield (part, number), (round(float(x) + dx, 3), round(float(y) - dy, 3))
