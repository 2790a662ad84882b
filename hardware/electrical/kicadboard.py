"""A board as KiCad's own file: footprints as they lie in a library, turned by their angle, with KiCad's 3D models."""

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Final

from hardware.electrical.board import FIDUCIAL, FREE, VIA, VIA_DRILL, Board, Box, Pad, edges
from hardware.electrical.circuit import UNSOLDERED, Part
from hardware.electrical.facts import facts
from hardware.electrical.library import footprint_name, model_of
from hardware.electrical.silk import courtyards, ink
from hardware.generate.drawing import number
from hardware.generate.strokes import Point


def kicad_board(board: Board) -> str:
    """The same board for KiCad 6 and later: to look at, to change, and for its own rule check."""
    names = ["", *board.circuit.nets, *_open(board)]
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
            f'  (footprint "{board.name}:hole" (layer "F.Cu") (at {_k(x, y)}) (attr board_only exclude_from_pos_files exclude_from_bom)',
            f'    (fp_text reference "H{place}" (at 0 0) (layer "F.Fab") hide {_FONT})',
            f'    (fp_text value "{number(across)} mm" (at 0 0) (layer "F.Fab") hide {_FONT})',
            f'    (pad "" np_thru_hole circle (at 0 0) (size {number(across)} {number(across)}) (drill {number(across)})',
            "    (layers *.Cu *.Mask)))",
        ]
    for place, (x, y) in enumerate(board.fiducials, 1):
        lines += [
            f'  (footprint "{board.name}:fiducial" (layer "F.Cu") (at {_k(x, y)}) (attr smd board_only exclude_from_pos_files exclude_from_bom)',
            f'    (fp_text reference "FID{place}" (at 0 0) (layer "F.Fab") hide {_FONT})',
            f'    (fp_text value "fiducial" (at 0 0) (layer "F.Fab") hide {_FONT})',
            f'    (pad "" smd circle (at 0 0) (size {number(FIDUCIAL)} {number(FIDUCIAL)}) (layers "F.Cu" "F.Mask")',
            f"      (solder_mask_margin {number((FREE - FIDUCIAL) / 2)}) (clearance {number((FREE - FIDUCIAL) / 2)})))",
        ]
    for layer, draws in (
        ("Edge.Cuts", edges(board)),
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


def _lines(layer: str, draws: Iterable[tuple[float, tuple[Point, ...]]]) -> Iterator[str]:
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


def _footprint(part: Part, room: Box, pads: list[Pad], board: Board, code: dict[str, int]) -> Iterator[str]:
    """A part's footprint, stored unturned: the angle that KiCad exports is then that of the placement."""
    x, y, turned = board.centres[part.name]
    kind = ["through_hole" if pads[0].drill else "smd"]
    kind += ["exclude_from_pos_files"] if part.package in UNSOLDERED else []
    kind += [] if part.fitted else ["dnp"]
    yield f'  (footprint "{board.name}:{footprint_name(part.package)}" (layer "F.Cu") (at {_k(x, y)} {turned}) (attr {" ".join(kind)})'
    yield f'    (fp_text reference "{part.name}" (at 0 0) (layer "F.Fab") {_FONT})'
    yield f'    (fp_text value "{part.value}" (at 0 1.5) (layer "F.Fab") hide {_FONT})'
    (left, low), (right, high) = (_unturned(*corner, turned) for corner in _corners(room, x, y))
    yield f'    (fp_rect (start {number(left)} {number(-low)}) (end {number(right)} {number(-high)}) (layer "F.CrtYd") (width 0.05) (fill none))'
    for pad in pads:
        name = _net(part, pad)
        net = f' (net {code[name]} "{name}")' if name in code else ""
        across, up = _unturned(pad.x - x, pad.y - y, turned)
        width, height = (pad.height, pad.width) if turned % 180 else (pad.width, pad.height)
        at = f"(at {number(across)} {number(-up)} {turned}) (size {number(width)} {number(height)})"
        paste = "" if part.package in UNSOLDERED else ' "F.Paste"'
        if pad.drill:
            yield f'    (pad "{pad.pin}" thru_hole circle {at} (drill {number(pad.drill)}) (layers *.Cu *.Mask){net})'
        else:
            yield f'    (pad "{pad.pin}" smd rect {at} (layers "F.Cu"{paste} "F.Mask"){net})'
    model = model_of(part.name, part.package)
    if model:
        place = f"(offset (xyz {number(model.x)} {number(model.y)} 0)) (scale (xyz 1 1 1)) (rotate (xyz 0 0 0))"
        yield f'    (model "{model.path}" {place})'
    yield "  )"


def _corners(room: Box, x: float, y: float) -> tuple[Point, Point]:
    return (room[0] - x, room[1] - y), (room[2] - x, room[3] - y)


def _unturned(x: float, y: float, turned: int) -> Point:
    """Return where a point of a part lies before the part is turned to the left."""
    for _ in range(turned // 90 % 4):
        x, y = y, -x
    return x, y


def _open(board: Board) -> list[str]:
    parts = {part.name: part for part in board.circuit.parts}
    return [name for pad in board.pads if (name := _net(parts[pad.part], pad)).startswith("unconnected-")]


def _net(part: Part, pad: Pad) -> str:
    """Return a pad's net; one that stays open is called as KiCad calls it on the sheet."""
    if not pad.net.startswith("open "):
        return pad.net
    fact = facts().of(part.value, part.package)
    named = f"-{fact.pins[pad.pin].name}" if fact and pad.pin in fact.pins else ""
    return f"unconnected-({part.name}{named}-Pad{pad.pin})"


def _k(x: float, y: float) -> str:
    """KiCad's y grows downwards; the sheet's middle is chosen for its origin."""
    return f"{number(x + 50)} {number(100 - y)}"
