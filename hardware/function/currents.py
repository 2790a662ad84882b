"""Whether copper carries what flows: each net's tracks that are wide enough join all that the current goes through."""

from collections.abc import Iterator, Mapping
from typing import Final

from hardware.electrical.board import Board
from hardware.electrical.copper import Piece, copper, islands
from hardware.function.design import Design

COPPER_MM: Final = 0.035
WARMER_K: Final = 10.0
LIGHTS_A: Final = 3.0
"""Most current of a USB-C supply; a fuse of 2.5 A lets it through for an hour."""
CHAIN_A: Final = 0.6
"""Current of nine bars with AH3372, which never sleep."""
CLASSES: Final[Mapping[tuple[str, str], tuple[float, tuple[str, ...]]]] = {
    ("controller", "5V_IN"): (LIGHTS_A / 2, ("J1", "F1")),  # by two contacts
    ("controller", "5V"): (LIGHTS_A, ("F1", "J4", "J5", "J6")),
    ("controller", "GND"): (LIGHTS_A, ("J1", "J4", "J5", "J6")),
    ("controller", "LAMP_LOW"): (0.2, ("Q1", "J7")),
    ("controller", "3V3_IN"): (CHAIN_A, ("J11", "J12", "JP1")),
    ("controller", "3V3"): (CHAIN_A, ("JP1", "J2")),
    ("bar", "3V3"): (CHAIN_A, ("J1", "J2")),
    ("bar", "GND"): (CHAIN_A, ("J1", "J2")),
}
"""By board and net: amperes, and the parts between which they flow. What protects conducts for a moment: `SURGE`."""
SURGE: Final = (("5V", "D1", "C1", 2.0), ("GND", "D1", "C1", 2.0))
"""On the controller: net, parts, and the least width in millimetres, for the supply's current until the fuse blows."""


def carries(width: float) -> float:
    """Return the amperes that a track outside carries by IPC-2221, 10 K warmer, for its width in millimetres."""
    area = (width / 0.0254) * (COPPER_MM / 0.0254)
    return float(0.048 * WARMER_K**0.44 * area**0.725)


def copper_carries_its_current(design: Design) -> Iterator[str]:
    """Current of each net class flows through tracks that are wide enough, without the others."""
    for (name, net), (amperes, parts) in CLASSES.items():
        board = design.board(name)
        least = next(tenth / 20 for tenth in range(1, 200) if carries(tenth / 20) >= amperes)
        if not _joined(board, net, parts, least):
            yield f"{name} {net}: {' to '.join(parts)} are not joined by tracks of {least:g} mm for {amperes:g} A"
    for net, one, other, least in SURGE:
        if not _joined(design.board("controller"), net, (one, other, "J4"), least):
            yield f"controller {net}: {one} is not at the strips' feed by tracks of {least:g} mm"


def _joined(board: Board, net: str, parts: tuple[str, ...], least: float) -> bool:
    """Whether pads of all these parts hang together by tracks of that width."""
    pieces = [piece for piece in copper(board) if piece.net == net and _wide(piece, least)]
    on = list(zip(islands(pieces), pieces, strict=True))
    return bool(
        set.intersection(*({island for island, one in on if one.name.startswith(f"{part}.")} for part in parts))
    )


def _wide(piece: Piece, least: float) -> bool:
    return not piece.name.startswith("track") or 2 * piece.grown >= least - 1e-9
