"""The bar's files for a board maker: RS-274X layers, Excellon drills, where parts are placed, and a KiCad board.

Coordinates are those of `bar.py`: the parts' side is the upper one. No file says when it was made.
"""

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Final, TypeAlias

from hardware.generate.bar import FIDUCIAL, FIDUCIALS, FREE, HOLE, VIA, Board, Pad, drills
from hardware.generate.drawing import number
from hardware.generate.netlist import FAR, NEAR, Part, nets, parts
from hardware.generate.silk import MASK_GROWN, courtyards, ink

Flash: TypeAlias = tuple[str, float, float]
Draw: TypeAlias = tuple[float, tuple[tuple[float, float], ...]]


BOUGHT: Final = {
    ("DRV5032DU", "SOT-23"): "Texas Instruments DRV5032DUDBZR",
    ("74HC165", "SOIC-16"): "Nexperia 74HC165D",
    ("100 nF", "0603"): "Samsung CL10B104KB8NNNC",
    ("10 uF 6.3 V", "0805"): "Samsung CL21A106KAYNNNE",
    ("470 R", "0603"): "Yageo RC0603FR-07470RL",
    ("100 k", "0603"): "Yageo RC0603FR-07100KL",
}
"""A maker's part for each kind; any other of the same value and size will do, but not of the first."""


def bar_files(board: Board) -> dict[str, str]:
    """File name -> text of everything that is sent to a board maker."""
    files = {name: _gerber(*layer) for name, layer in _layers(board).items()}
    files["bar-PTH.drl"] = _excellon(list(drills(board)), "Plated,1,2,PTH")
    files["bar-NPTH.drl"] = _excellon([(HOLE[2], HOLE[0], HOLE[1])], "NonPlated,1,2,NPTH")
    files["bar-placement.csv"] = _placement(board)
    files["bar-bom.csv"] = _order()
    files["bar.kicad_pcb"] = _kicad(board)
    return files


def _layers(board: Board) -> dict[str, tuple[str, list[Flash], list[Draw]]]:
    """File name -> what the layer is for, what is flashed on it, what is drawn."""
    vias = [(f"C,{number(VIA)}", via.x, via.y) for via in board.vias]
    through = [pad for pad in board.pads if pad.drill]
    surface = [pad for pad in board.pads if not pad.drill]
    pasted = [pad for pad in surface if pad.part != "JP1"]
    left, low, right, high = board.outline
    edge = (0.1, ((left, low), (right, low), (right, high), (left, high), (left, low)))
    return {
        "bar-F_Cu.gtl": (
            "Copper,L1,Top",
            [*map(_flash, board.pads), *vias, *_fiducials(FIDUCIAL)],
            _drawn(board, "top"),
        ),
        "bar-B_Cu.gbl": ("Copper,L2,Bot", [*map(_flash, through), *vias], _drawn(board, "bottom")),
        "bar-F_Mask.gts": ("Soldermask,Top", [*(_flash(pad, MASK_GROWN) for pad in board.pads), *_fiducials(FREE)], []),
        "bar-B_Mask.gbs": ("Soldermask,Bot", [_flash(pad, MASK_GROWN) for pad in through], []),
        "bar-F_Paste.gtp": ("Paste,Top", list(map(_flash, pasted)), []),
        "bar-F_Silkscreen.gto": ("Legend,Top", list(_dots(board)), list(ink(board, below=False))),
        "bar-B_Silkscreen.gbo": ("Legend,Bot", [], list(ink(board, below=True))),
        "bar-Edge_Cuts.gm1": ("Profile,NP", [], [edge]),
    }


def _fiducials(across: float) -> list[Flash]:
    return [(f"C,{number(across)}", x, y) for x, y in FIDUCIALS]


def _drawn(board: Board, layer: str) -> list[Draw]:
    return [(track.width, track.points) for track in board.tracks if track.layer == layer]


def _flash(pad: Pad, grown: float = 0.0) -> Flash:
    if pad.drill:
        return f"C,{number(pad.width + 2 * grown)}", pad.x, pad.y
    return f"R,{number(pad.width + 2 * grown)}X{number(pad.height + 2 * grown)}", pad.x, pad.y


def _gerber(function: str, flashes: Iterable[Flash], draws: Iterable[Draw]) -> str:
    flashes, draws = list(flashes), list(draws)
    shapes = sorted({shape for shape, _, _ in flashes} | {f"C,{number(width)}" for width, _ in draws})
    code = {shape: place for place, shape in enumerate(shapes, 10)}
    polarity = "Negative" if "mask" in function else "Positive"
    lines = [
        f"%TF.FileFunction,{function}*%",
        f"%TF.FilePolarity,{polarity}*%",
        "%TF.SameCoordinates,bar*%",
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


def _excellon(holes: list[tuple[float, float, float]], function: str) -> str:
    sizes = sorted({size for size, _, _ in holes})
    lines = ["M48", f"; #@! TF.FileFunction,{function}", "FMAT,2", "METRIC", "G90"]
    lines += [f"T{tool}C{size:.3f}" for tool, size in enumerate(sizes, 1)]
    lines += ["%", "G05"]
    for tool, size in enumerate(sizes, 1):
        lines.append(f"T{tool}")
        lines += [f"X{x:.3f}Y{y:.3f}" for found, x, y in holes if found == size]
    return "\n".join([*lines, "T0", "M30", ""])


# --- what is printed on it -------------------------------------------------------------------------------------------


def _dots(board: Board) -> Iterator[Flash]:
    """A dot at pin 1 of what can be turned."""
    for pad in board.pads:
        if pad.part in {NEAR, FAR} and pad.pin == "1":
            yield "C,0.4", pad.x, pad.y - 1.35
        elif pad.part.startswith("U") and pad.pin == "1":
            yield "C,0.3", pad.x - 0.65, pad.y - 0.9


# --- for those who place parts, and for KiCad ------------------------------------------------------------------------


def _placement(board: Board) -> str:
    lines = ["Designator,Value,Package,Mid X,Mid Y,Layer,Rotation"]
    for part in parts():
        if part.fitted and part.name in board.centres and part.package != "solder bridge":
            x, y, turned = board.centres[part.name]
            lines.append(f"{part.name},{part.value},{part.package},{number(x)}mm,{number(y)}mm,Top,{turned}")
    return "\n".join([*lines, ""])


def _order() -> str:
    """What an assembler buys for one bar: a line for each kind of part that a machine places."""
    lines = ["Comment,Designator,Footprint,Quantity,Manufacturer part"]
    kinds: dict[tuple[str, str], list[str]] = {}
    for part in parts():
        if part.fitted and (part.value, part.package) in BOUGHT:
            kinds.setdefault((part.value, part.package), []).append(part.name)
    for (value, package), names in kinds.items():
        lines.append(f'{value},"{",".join(names)}",{package},{len(names)},{BOUGHT[value, package]}')
    return "\n".join([*lines, ""])


def _kicad(board: Board) -> str:
    """The same board for KiCad 6 and later: to look at, to change, and for its own rule check."""
    names = ["", *nets()]
    code = {name: place for place, name in enumerate(names)}
    lines = [
        "(kicad_pcb (version 20211014) (generator pearlboard)",
        "  (general (thickness 0.8))",
        '  (paper "A3")',
        '  (layers (0 "F.Cu" signal) (31 "B.Cu" signal) (34 "B.Paste" user) (35 "F.Paste" user)',
        '    (36 "B.SilkS" user) (37 "F.SilkS" user) (38 "B.Mask" user) (39 "F.Mask" user)',
        '    (44 "Edge.Cuts" user) (46 "B.CrtYd" user) (47 "F.CrtYd" user) (48 "B.Fab" user) (49 "F.Fab" user))',
        "  (setup (pad_to_mask_clearance 0.05))",
        *(f'  (net {place} "{name}")' for name, place in code.items()),
    ]
    rooms = courtyards(board)
    for part in parts():
        lines += _footprint(part, rooms[part.name], [pad for pad in board.pads if pad.part == part.name], board, code)
    lines += [
        f'  (footprint "bar:screw" (layer "F.Cu") (at {_k(HOLE[0], HOLE[1])})',
        f'    (fp_text reference "H1" (at 0 0) (layer "F.Fab") hide {_FONT})',
        f'    (fp_text value "M2" (at 0 0) (layer "F.Fab") hide {_FONT})',
        f'    (pad "" np_thru_hole circle (at 0 0) (size {HOLE[2]} {HOLE[2]}) (drill {HOLE[2]})',
        "    (layers *.Cu *.Mask)))",
    ]
    for place, (x, y) in enumerate(FIDUCIALS, 1):
        lines += [
            f'  (footprint "bar:fiducial" (layer "F.Cu") (at {_k(x, y)}) (attr smd exclude_from_pos_files)',
            f'    (fp_text reference "FID{place}" (at 0 0) (layer "F.Fab") hide {_FONT})',
            f'    (fp_text value "fiducial" (at 0 0) (layer "F.Fab") hide {_FONT})',
            f'    (pad "" smd circle (at 0 0) (size {number(FIDUCIAL)} {number(FIDUCIAL)}) (layers "F.Cu" "F.Mask")',
            f"      (solder_mask_margin {number((FREE - FIDUCIAL) / 2)}) (clearance {number((FREE - FIDUCIAL) / 2)})))",
        ]
    left, low, right, high = board.outline
    corners = ((left, low), (right, low), (right, high), (left, high), (left, low))
    lines += [
        f'  (gr_line (start {_k(*a)}) (end {_k(*b)}) (layer "Edge.Cuts") (width 0.1))' for a, b in pairwise(corners)
    ]
    lines += [
        f'  (gr_line (start {_k(*a)}) (end {_k(*b)}) (layer "{layer}") (width {number(width)}))'
        for layer, below in (("F.SilkS", False), ("B.SilkS", True))
        for width, points in ink(board, below=below)
        for a, b in pairwise(points)
    ]
    lines += _copper(board, code)
    return "\n".join([*lines, ")", ""])


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
        f'  (via (at {_k(via.x, via.y)}) (size {VIA}) (drill 0.3) (layers "F.Cu" "B.Cu") (net {code[via.net]}))'
        for via in board.vias
    ]
    return lines


_FONT: Final = "(effects (font (size 1 1) (thickness 0.15)))"


def _footprint(
    part: Part, room: tuple[float, float, float, float], pads: list[Pad], board: Board, code: dict[str, int]
) -> Iterator[str]:
    x, y, _ = board.centres.get(part.name, (pads[0].x, pads[0].y, 0))
    kind = "through_hole" if pads[0].drill else "smd"
    yield f'  (footprint "bar:{part.package.split(",")[0]}" (layer "F.Cu") (at {_k(x, y)}) (attr {kind})'
    yield f'    (fp_text reference "{part.name}" (at 0 0) (layer "F.Fab") {_FONT})'
    yield f'    (fp_text value "{part.value}" (at 0 1.5) (layer "F.Fab") hide {_FONT})'
    left, low, right, high = (number(edge) for edge in (room[0] - x, y - room[1], room[2] - x, y - room[3]))
    yield f'    (fp_rect (start {left} {low}) (end {right} {high}) (layer "F.CrtYd") (width 0.05) (fill none))'
    for pad in pads:
        net = f' (net {code[pad.net]} "{pad.net}")' if pad.net in code else ""
        at = f"(at {number(pad.x - x)} {number(y - pad.y)}) (size {number(pad.width)} {number(pad.height)})"
        paste = "" if part.name == "JP1" else ' "F.Paste"'
        if pad.drill:
            yield f'    (pad "{pad.pin}" thru_hole circle {at} (drill {number(pad.drill)}) (layers *.Cu *.Mask){net})'
        else:
            yield f'    (pad "{pad.pin}" smd rect {at} (layers "F.Cu"{paste} "F.Mask"){net})'
    yield "  )"


def _k(x: float, y: float) -> str:
    """KiCad's y grows downwards; the sheet's middle is chosen for its origin."""
    return f"{number(x + 50)} {number(100 - y)}"
