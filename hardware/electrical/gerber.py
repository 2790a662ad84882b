"""The bar's files for a board maker: RS-274X layers, Excellon drills, where parts are placed, and a KiCad board.

Coordinates are those of `bar.py`: the parts' side is the upper one. No file says when it was made.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Final, TypeAlias

from hardware.electrical.board import FIDUCIAL, FREE, VIA, VIA_DRILL, Board, Pad, drills
from hardware.electrical.bought import LCSC
from hardware.electrical.circuit import UNSOLDERED, Part, cell
from hardware.electrical.silk import MASK_GROWN, courtyards, ink
from hardware.generate.drawing import number

Flash: TypeAlias = tuple[str, float, float]
Draw: TypeAlias = tuple[float, tuple[tuple[float, float], ...]]


def board_files(board: Board) -> dict[str, str]:
    """File name -> text of everything that is sent to a board maker."""
    files = {f"{board.name}-{name}": gerber(board.name, *layer) for name, layer in layers(board).items()}
    files[f"{board.name}-PTH.drl"] = excellon(list(drills(board)), "Plated,1,2,PTH")
    if board.holes:
        holes = [(across, x, y) for x, y, across in board.holes]
        files[f"{board.name}-NPTH.drl"] = excellon(holes, "NonPlated,1,2,NPTH")
    files[f"{board.name}-placement.csv"] = _placement(board)
    files[f"{board.name}-bom.csv"] = _order(board)
    files[f"{board.name}.kicad_pcb"] = _kicad(board)
    return files


def layers(board: Board) -> dict[str, tuple[str, list[Flash], list[Draw]]]:
    """File name -> what the layer is for, what is flashed on it, what is drawn."""
    vias = [(f"C,{number(VIA)}", via.x, via.y) for via in board.vias]
    through = [pad for pad in board.pads if pad.drill]
    surface = [pad for pad in board.pads if not pad.drill]
    pasted = [pad for pad in surface if board.circuit.part(pad.part).package not in UNSOLDERED]
    return {
        "F_Cu.gtl": (
            "Copper,L1,Top",
            [*map(_flash, board.pads), *vias, *_fiducials(board, FIDUCIAL)],
            _drawn(board, "top"),
        ),
        "B_Cu.gbl": ("Copper,L2,Bot", [*map(_flash, through), *vias], _drawn(board, "bottom")),
        "F_Mask.gts": (
            "Soldermask,Top",
            [*(_flash(pad, MASK_GROWN) for pad in board.pads), *_fiducials(board, FREE)],
            [],
        ),
        "B_Mask.gbs": ("Soldermask,Bot", [_flash(pad, MASK_GROWN) for pad in through], []),
        "F_Paste.gtp": ("Paste,Top", list(map(_flash, pasted)), []),
        "F_Silkscreen.gto": (
            "Legend,Top",
            [(f"C,{number(across)}", x, y) for across, x, y in board.dots],
            list(ink(board, below=False)),
        ),
        "B_Silkscreen.gbo": ("Legend,Bot", [], list(ink(board, below=True))),
        "Edge_Cuts.gm1": ("Profile,NP", [], list(_edges(board))),
    }


def _edges(board: Board) -> Iterator[Draw]:
    """Its outline, and what is routed out of it."""
    left, low, right, high = board.outline
    frame = ((left, low), (right, low), (right, high), (left, high))
    yield from ((0.1, (*corners, corners[0])) for corners in (frame, *board.slots))


def _fiducials(board: Board, across: float) -> list[Flash]:
    return [(f"C,{number(across)}", x, y) for x, y in board.fiducials]


def _drawn(board: Board, layer: str) -> list[Draw]:
    return [(track.width, track.points) for track in board.tracks if track.layer == layer]


def _flash(pad: Pad, grown: float = 0.0) -> Flash:
    if pad.drill:
        return f"C,{number(pad.width + 2 * grown)}", pad.x, pad.y
    return f"R,{number(pad.width + 2 * grown)}X{number(pad.height + 2 * grown)}", pad.x, pad.y


def gerber(name: str, function: str, flashes: Iterable[Flash], draws: Iterable[Draw]) -> str:
    flashes, draws = list(flashes), list(draws)
    shapes = sorted({shape for shape, _, _ in flashes} | {f"C,{number(width)}" for width, _ in draws})
    code = {shape: place for place, shape in enumerate(shapes, 10)}
    polarity = "Negative" if "mask" in function else "Positive"
    lines = [
        f"%TF.FileFunction,{function}*%",
        f"%TF.FilePolarity,{polarity}*%",
        f"%TF.SameCoordinates,{name}*%",
        "%FSLAX46Y46*%",
        "%MOMM*%",
        "%LPD*%",
        "G01*",
    ]
    lines += [f"%ADD{code[shape]}{shape}*%" for shape in shapes]
    for shape in shapes:
        lines.append(f"D{code[shape]}*")
        lines += [f"{_at(x, y)}D03*" for flashed, x, y in flashes if flashed == shape]
        for width, points in draws:
            if f"C,{number(width)}" == shape:
                lines.append(f"{_at(*points[0])}D02*")
                lines += [f"{_at(x, y)}D01*" for x, y in points[1:]]
    return "\n".join([*lines, "M02*", ""])


def _at(x: float, y: float) -> str:
    return f"X{round(x * 1e6)}Y{round(y * 1e6)}"


def excellon(holes: list[tuple[float, float, float]], function: str) -> str:
    sizes = sorted({size for size, _, _ in holes})
    lines = ["M48", f"; #@! TF.FileFunction,{function}", "FMAT,2", "METRIC", "G90"]
    lines += [f"T{tool}C{size:.3f}" for tool, size in enumerate(sizes, 1)]
    lines += ["%", "G05"]
    for tool, size in enumerate(sizes, 1):
        lines.append(f"T{tool}")
        lines += [f"X{x:.3f}Y{y:.3f}" for found, x, y in holes if found == size]
    return "\n".join([*lines, "T0", "M30", ""])


# --- for those who place parts, and for KiCad ------------------------------------------------------------------------


PLACED: Final = "Designator,Value,Package,Mid X,Mid Y,Layer,Rotation"


def _placement(board: Board) -> str:
    """A line for each part that a machine places."""
    machine = board.by_machine()
    lines = [PLACED]
    for part in board.circuit.parts:
        if part.name in machine:
            x, y, turned = board.centres[part.name]
            where = f"{number(x)}mm,{number(y)}mm"
            lines.append(f"{part.name},{cell(part.value)},{cell(part.package)},{where},Top,{turned}")
    return "\n".join([*lines, ""])


BOUGHT: Final = "Comment,Designator,Footprint,Quantity,Manufacturer part,Soldered by,LCSC part"
"""The last cell is empty where no number was found twice (`bought.py`)."""


def _order(board: Board) -> str:
    return "\n".join([BOUGHT, *_bought(board), ""])


def _bought(board: Board) -> Iterator[str]:
    """A line for each kind of part that is bought."""
    kinds: dict[Part, list[str]] = {}
    machine = board.by_machine()
    for part in board.circuit.parts:
        if part.fitted and part.maker:
            kinds.setdefault(replace(part, name=""), []).append(part.name)
    for kind, names in kinds.items():
        by = "machine" if names[0] in machine else "hand"
        value, package, maker = map(cell, (kind.value, kind.package, kind.maker))
        yield f'{value},"{",".join(names)}",{package},{len(names)},{maker},{by},{LCSC.get(kind.maker, "")}'


def _kicad(board: Board) -> str:
    """The same board for KiCad 6 and later: to look at, to change, and for its own rule check."""
    names = ["", *board.circuit.nets]
    code = {name: place for place, name in enumerate(names)}
    lines = [
        "(kicad_pcb (version 20211014) (generator pearlboard)",
        f"  (general (thickness {number(board.thickness)}))",
        '  (paper "A3")',
        '  (layers (0 "F.Cu" signal) (31 "B.Cu" signal) (34 "B.Paste" user) (35 "F.Paste" user)',
        '    (36 "B.SilkS" user) (37 "F.SilkS" user) (38 "B.Mask" user) (39 "F.Mask" user)',
        '    (44 "Edge.Cuts" user) (46 "B.CrtYd" user) (47 "F.CrtYd" user) (48 "B.Fab" user) (49 "F.Fab" user))',
        "  (setup (pad_to_mask_clearance 0.05))",
        *(f'  (net {place} "{name}")' for name, place in code.items()),
    ]
    rooms = courtyards(board)
    for part in board.circuit.parts:
        lines += _footprint(part, rooms[part.name], [pad for pad in board.pads if pad.part == part.name], board, code)
    for place, (x, y, across) in enumerate(board.holes, 1):
        lines += [
            f'  (footprint "{board.name}:hole" (layer "F.Cu") (at {_k(x, y)}) (attr exclude_from_pos_files exclude_from_bom)',
            f'    (fp_text reference "H{place}" (at 0 0) (layer "F.Fab") hide {_FONT})',
            f'    (fp_text value "{number(across)} mm" (at 0 0) (layer "F.Fab") hide {_FONT})',
            f'    (pad "" np_thru_hole circle (at 0 0) (size {number(across)} {number(across)}) (drill {number(across)})',
            "    (layers *.Cu *.Mask)))",
        ]
    for place, (x, y) in enumerate(board.fiducials, 1):
        lines += [
            f'  (footprint "{board.name}:fiducial" (layer "F.Cu") (at {_k(x, y)}) (attr smd exclude_from_pos_files)',
            f'    (fp_text reference "FID{place}" (at 0 0) (layer "F.Fab") hide {_FONT})',
            f'    (fp_text value "fiducial" (at 0 0) (layer "F.Fab") hide {_FONT})',
            f'    (pad "" smd circle (at 0 0) (size {number(FIDUCIAL)} {number(FIDUCIAL)}) (layers "F.Cu" "F.Mask")',
            f"      (solder_mask_margin {number((FREE - FIDUCIAL) / 2)}) (clearance {number((FREE - FIDUCIAL) / 2)})))",
        ]
    for layer, draws in (
        ("Edge.Cuts", _edges(board)),
        ("F.SilkS", ink(board, below=False)),
        ("B.SilkS", ink(board, below=True)),
    ):
        lines += _lines(layer, draws)
    lines += [
        f'  (gr_circle (center {_k(x, y)}) (end {_k(x + across / 2, y)}) (layer "F.SilkS") (width 0) (fill solid))'
        for across, x, y in board.dots
    ]
    lines += _copper(board, code)
    return "\n".join([*lines, ")", ""])


def _lines(layer: str, draws: Iterable[Draw]) -> Iterator[str]:
    """Stretch by stretch."""
    for width, points in draws:
        for a, b in pairwise(points):
            yield f'  (gr_line (start {_k(*a)}) (end {_k(*b)}) (layer "{layer}") (width {number(width)}))'


def _copper(board: Board, code: dict[str, int]) -> list[str]:
    """Tracks and vias."""
    lines = []
    for track in board.tracks:
        layer = "F.Cu" if track.layer == "top" else "B.Cu"
        lines += [
            f'  (segment (start {_k(*a)}) (end {_k(*b)}) (width {number(track.width)}) (layer "{layer}") '
            f"(net {code[track.net]}))"
            for a, b in pairwise(track.points)
        ]
    lines += [
        f'  (via (at {_k(via.x, via.y)}) (size {VIA}) (drill {VIA_DRILL}) (layers "F.Cu" "B.Cu") (net {code[via.net]}))'
        for via in board.vias
    ]
    return lines


_FONT: Final = "(effects (font (size 1 1) (thickness 0.15)))"


def _footprint(
    part: Part, room: tuple[float, float, float, float], pads: list[Pad], board: Board, code: dict[str, int]
) -> Iterator[str]:
    x, y, _ = board.centres.get(part.name, (pads[0].x, pads[0].y, 0))
    kind = "through_hole" if pads[0].drill else "smd"
    yield f'  (footprint "{board.name}:{part.package.split(",")[0]}" (layer "F.Cu") (at {_k(x, y)}) (attr {kind})'
    yield f'    (fp_text reference "{part.name}" (at 0 0) (layer "F.Fab") {_FONT})'
    yield f'    (fp_text value "{part.value}" (at 0 1.5) (layer "F.Fab") hide {_FONT})'
    left, low, right, high = (number(edge) for edge in (room[0] - x, y - room[1], room[2] - x, y - room[3]))
    yield f'    (fp_rect (start {left} {low}) (end {right} {high}) (layer "F.CrtYd") (width 0.05) (fill none))'
    for pad in pads:
        net = f' (net {code[pad.net]} "{pad.net}")' if pad.net in code else ""
        at = f"(at {number(pad.x - x)} {number(y - pad.y)}) (size {number(pad.width)} {number(pad.height)})"
        paste = "" if part.package in UNSOLDERED else ' "F.Paste"'
        if pad.drill:
            yield f'    (pad "{pad.pin}" thru_hole circle {at} (drill {number(pad.drill)}) (layers *.Cu *.Mask){net})'
        else:
            yield f'    (pad "{pad.pin}" smd rect {at} (layers "F.Cu"{paste} "F.Mask"){net})'
    yield "  )"


def _k(x: float, y: float) -> str:
    """KiCad's y grows downwards; the sheet's middle is chosen for its origin."""
    return f"{number(x + 50)} {number(100 - y)}"
