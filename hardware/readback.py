"""The boards' Gerbers as a maker gets them, read by another program, and what they say compared with the netlist.

    python -m hardware.readback

gerbonara reads the files of each board as `make hardware-release` packs them, and knows nothing of how they were made.
From copper and drills alone follows which pads are joined; that must be what the netlist says, no more and no less.
Exits with 1 if it is not, with 2 if gerbonara is missing.
"""

import sys
from collections.abc import Iterable, Iterator, Sequence
from importlib import import_module
from itertools import combinations
from math import dist, hypot
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from hardware.electrical.board import FIDUCIAL, FREE, Board, Pad
from hardware.electrical.boards import boards
from hardware.electrical.circuit import UNSOLDERED
from hardware.electrical.copper import BOTH, TO_HOLE, Piece, distance, islands
from hardware.electrical.panel import Panel, panel, panel_board
from hardware.generate.everything import fabricated
from hardware.generate.sizes import read_sizes

LAYERS: Final = {
    ("top", "copper"),
    ("top", "mask"),
    ("top", "silk"),
    ("top", "paste"),
    ("bottom", "copper"),
    ("bottom", "mask"),
    ("bottom", "silk"),
    ("mechanical", "outline"),
}
NEAR: Final = 1e-3
RING: Final = 0.13
"""A board maker's least ring of copper round a hole."""


class MissingError(Exception):
    """The program that reads the files is not there."""


def write(folder: Path) -> None:
    """Write the files of each board and of the panel, as a maker gets them, into a folder each."""
    for name, texts in fabricated(read_sizes()).items():
        (folder / name).mkdir()
        for file, text in texts.items():
            (folder / name / file).write_bytes(text.encode())


def stack(folder: Path) -> Any:  # noqa: ANN401 - gerbonara's types are known only where it is installed
    """All layers, by gerbonara's own guess from names and contents."""
    try:
        gerbonara = import_module("gerbonara")
    except ImportError as error:
        raise MissingError(
            "gerbonara is missing, which reads the Gerbers back: `make check-hardware` installs it. Nothing was read."
        ) from error
    return gerbonara.LayerStack.open(folder)


def faults(found: Any, made: Board) -> Iterator[str]:  # noqa: ANN401 - as above
    """Whatever the files say otherwise than the board."""
    lost = LAYERS ^ set(found.graphic_layers)
    if lost:
        yield f"layers: {sorted(lost)} are missing or too many"
        return
    yield from _outline(found, made)
    drills = [(hole.x, hole.y, hole.aperture.diameter) for hole in found.drill_pth.objects]
    top, bottom = (list(pieces(found[side, "copper"], side)) for side in ("top", "bottom"))
    yield from rings(drills, top, bottom)
    yield from joined([*top, *bottom], drills, made)
    bare = [(hole.x, hole.y, hole.aperture.diameter) for hole in found.drill_npth.objects] if found.drill_npth else []
    yield from bored(bare, [*top, *bottom], made)
    yield from _opened(found, made)


def pieces(layer: Any, side: str) -> Iterator[Piece]:  # noqa: ANN401 - as above
    """A layer's copper, every piece by itself."""
    where = frozenset({side})
    for number, thing in enumerate(layer.objects):
        name = f"{side} {number}"
        kind = type(thing).__name__
        if kind == "Line":
            ends = ((thing.x1, thing.y1), (thing.x2, thing.y2))
            yield Piece(name, where, name, ends, thing.aperture.diameter / 2)
        elif kind == "Flash" and hasattr(thing.aperture, "diameter"):
            yield Piece(name, where, name, ((thing.x, thing.y),) * 2, thing.aperture.diameter / 2)
        elif kind == "Flash":
            wide, high = thing.aperture.w / 2, thing.aperture.h / 2
            corners = ((thing.x - wide, thing.y - high), (thing.x + wide, thing.y + high))
            yield Piece(name, where, name, corners, 0.0, solid=True)
        else:
            raise ValueError(f"{name} is a {kind}: nothing of this kind was drawn")


def rings(drills: Sequence[tuple[float, float, float]], *sides: Sequence[Piece]) -> Iterator[str]:
    """Every hole has copper round it on both sides."""
    for x, y, across in drills:
        for side in sides:
            around = [piece.grown for piece in side if not piece.solid and _at(piece, x, y)]
            if not around or max(around) - across / 2 < RING:
                yield f"drills: the hole at {x:g}, {y:g} has no ring of {RING} mm on both sides"


def bored(holes: Sequence[tuple[float, float, float]], copper: Sequence[Piece], made: Board) -> Iterator[str]:
    """Holes without copper are the board's screws and pegs, and keep off all copper."""
    known = all(any(dist(one, other) < 2 * NEAR for other in made.holes) for one in holes)
    if not known or len(holes) != len(made.holes):
        yield f"drills: {len(holes)} holes without copper, not the {len(made.holes)} of the board"
    for x, y, across in holes:
        gaps = (distance(piece, Piece("", piece.layers, "", ((x, y), (x, y)), across / 2)) for piece in copper)
        if min(gaps, default=TO_HOLE) < TO_HOLE - NEAR:
            yield f"drills: the hole without copper at {x:g}, {y:g} comes within {TO_HOLE} mm of copper"


def joined(copper: Sequence[Piece], drills: Sequence[tuple[float, float, float]], made: Board) -> Iterator[str]:
    """Pads that copper and plated holes join are those of one net, and all of it."""
    by_net: dict[str, set[int]] = {}
    whole = [*copper, *(Piece("", BOTH, "hole", ((x, y), (x, y)), wide / 2) for x, y, wide in drills)]
    top = [(island, piece) for island, piece in zip(islands(whole), whole, strict=True) if "top" in piece.layers]
    for net, pad in _pads(made):
        there = {island for island, piece in top if _holds(piece, pad.x, pad.y)}
        if not there:
            yield f"copper: {pad.part}.{pad.pin} of {net} has no pad"
        by_net.setdefault(net, set()).update(there)
    yield from (f"copper: {net} is torn into {len(found)}" for net, found in by_net.items() if len(found) > 1)
    yield from (f"copper: {a} and {b} are joined" for a, b in combinations(by_net, 2) if by_net[a] & by_net[b])


def _pads(made: Board) -> Iterator[tuple[str, Pad]]:
    """Every pad with the net that the netlist wants it on."""
    where = {(pad.part, pad.pin): pad for pad in made.pads}
    return ((net, where[pin]) for net, pins in made.circuit.nets.items() for pin in pins)


def _outline(found: Any, made: Board) -> Iterator[str]:  # noqa: ANN401 - as above
    left, low, right, high = made.outline
    wanted = {(left, low), (right, low), (right, high), (left, high)}
    ends = {(line.x1, line.y1) for line in found["mechanical", "outline"].objects}
    if ends != wanted:
        yield f"outline: its corners are {sorted(ends)}"


def _opened(found: Any, made: Board) -> Iterator[str]:  # noqa: ANN401 - as above
    """Every pad and fiducial is free of mask, nothing else; paste is on what is soldered by a machine."""
    bridges = {part.name for part in made.circuit.parts if part.package in UNSOLDERED}
    surface, through = (_places(pad for pad in made.pads if bool(pad.drill) is drilled) for drilled in (False, True))
    pasted = _places(pad for pad in made.pads if not pad.drill and pad.part not in bridges)
    for (side, use), wanted in (
        (("top", "mask"), surface | through | set(made.fiducials)),
        (("bottom", "mask"), through),
        (("top", "paste"), pasted),
    ):
        there = {(round(flash.x, 3), round(flash.y, 3)) for flash in found[side, use].objects}
        if there != wanted:
            yield f"{use}, {side}: differs at {sorted(there ^ wanted)[:3]}"


def _places(pads: Iterable[Pad]) -> set[tuple[float, float]]:
    return {(round(pad.x, 3), round(pad.y, 3)) for pad in pads}


def _at(piece: Piece, x: float, y: float) -> bool:
    return all(hypot(end[0] - x, end[1] - y) < NEAR for end in piece.ends)


def _holds(piece: Piece, x: float, y: float) -> bool:
    return distance(piece, Piece("", piece.layers, "", ((x, y), (x, y)), 0.0)) <= 0


def panel_faults(folder: Path, made: Panel) -> Iterator[str]:
    """Whatever a panel's files have on any layer that its boards' own files have not, or lack."""
    found = stack(folder / made.name)
    alone = {item.board.name: stack(folder / item.board.name) for item in made.items}
    extra = {
        ("top", "copper"): {("Flash", FIDUCIAL, *_thousandths(point)) for point in made.fiducials},
        ("top", "mask"): {("Flash", FREE, *_thousandths(point)) for point in made.fiducials},
    }
    for layer in sorted(LAYERS - {("mechanical", "outline")}):
        wanted = {
            *extra.get(layer, ()),
            *(thing for item in made.items for thing in _things(alone[item.board.name][layer], item.shift)),
        }
        there = set(_things(found[layer], (0.0, 0.0)))
        more = there - wanted if layer != ("top", "silk") else set()  # the frame has words of its own
        if wanted - there or more:
            yield f"panel, {' '.join(layer)}: {len(wanted - there)} things are missing, {len(more)} too many"
    yield from _framed(found, made)


def _framed(found: Any, made: Panel) -> Iterator[str]:  # noqa: ANN401 - as above
    """The frame that holds the boards: holes without copper, and slots."""
    drilled = {(round(hole.aperture.diameter, 3), *_thousandths((hole.x, hole.y))) for hole in found.drill_npth.objects}
    if drilled != {(round(across, 3), *_thousandths((x, y))) for x, y, across in panel_board(made).holes}:
        yield "panel: holes without copper differ"
    ends = {_thousandths((line.x1, line.y1)) for line in found["mechanical", "outline"].objects}
    lost = {_thousandths(point) for slot in made.slots for point in slot} - ends
    if lost:
        yield f"panel: the slots' corners at {sorted(lost)[:3]} are not routed"


def _things(layer: Any, shift: tuple[float, float]) -> Iterator[tuple[Any, ...]]:  # noqa: ANN401 - as above
    """Each thing of a layer, moved: its kind, its size, where it is."""
    dx, dy = shift
    for thing in layer.objects:
        if type(thing).__name__ == "Line":
            ends = ((thing.x1 + dx, thing.y1 + dy), (thing.x2 + dx, thing.y2 + dy))
            yield "Line", round(thing.aperture.diameter, 3), *_thousandths(ends[0]), *_thousandths(ends[1])
        elif hasattr(thing.aperture, "diameter"):
            yield "Flash", round(thing.aperture.diameter, 3), *_thousandths((thing.x + dx, thing.y + dy))
        else:
            size = (round(thing.aperture.w, 3), round(thing.aperture.h, 3))
            yield "Flash", size, *_thousandths((thing.x + dx, thing.y + dy))


def _thousandths(point: tuple[float, float]) -> tuple[int, int]:
    return round(point[0] * 1000), round(point[1] * 1000)


def main() -> int:
    """Say what is wrong, or how much was read."""
    with TemporaryDirectory() as folder:
        write(Path(folder))
        try:
            right = [_right(Path(folder), name, drawn.board) for name, drawn in boards(read_sizes()).items()]
            return int(not all([*right, _panel_right(Path(folder))]))
        except MissingError as error:
            sys.stderr.write(f"{error}\n")
            return 2


def _right(folder: Path, name: str, made: Board) -> bool:
    found = stack(folder / name)
    wrong = list(faults(found, made))
    sys.stdout.writelines(f"FAULT  {name}: {fault}\n" for fault in wrong)
    if not wrong:
        things = sum(len(layer.objects) for layer in found.graphic_layers.values())
        told = f"{len(made.circuit.nets)} nets, {things} things on {len(LAYERS)} layers"
        sys.stdout.write(f"ok     Gerbers of the {name}: {told}, as the netlist says\n")
    return not wrong


def _panel_right(folder: Path) -> bool:
    drawn = boards(sizes := read_sizes())
    whole = panel(sizes, drawn["bar"].board, drawn["coupon"].board)
    wrong = list(panel_faults(folder, whole))
    sys.stdout.writelines(f"FAULT  {fault}\n" for fault in wrong)
    if not wrong:
        sys.stdout.write(f"ok     Gerbers of the panel: {len(whole.items)} boards, each as its own files say\n")
    return not wrong


if __name__ == "__main__":
    sys.exit(main())
