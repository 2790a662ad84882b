"""The bar's files for a board maker: RS-274X layers, Excellon drills, where parts are placed, what is bought.

Coordinates are those of `bar.py`: the parts' side is the upper one. No file says when it was made.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final, TypeAlias

from hardware.electrical.board import FIDUCIAL, FREE, VIA, Board, Pad, drills, edges
from hardware.electrical.circuit import UNSOLDERED, Part, cell
from hardware.electrical.facts import facts
from hardware.electrical.kicadboard import kicad_board
from hardware.electrical.silk import MASK_GROWN, ink
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
    files[f"{board.name}.kicad_pcb"] = kicad_board(board)
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
        "Edge_Cuts.gm1": ("Profile,NP", [], list(edges(board))),
    }


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


# --- for those who place parts -----------------------------------------------------------------------------------


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
"""The last cell is empty where no number was found twice (`parts.toml`)."""


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
        fact = facts().ordered(kind.maker)
        lcsc = fact.lcsc if fact else ""
        yield f'{value},"{",".join(names)}",{package},{len(names)},{maker},{by},{lcsc}'
