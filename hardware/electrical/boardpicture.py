"""Any board as a picture: both sides with their print; the lower one is seen through, so that left stays left."""

import re
from dataclasses import dataclass
from typing import Final

from hardware.electrical.board import Board
from hardware.electrical.silk import ink
from hardware.generate.picture import Picture
from hardware.generate.strokes import Point

SCALE: Final = 8.0
EDGE: Final = 30.0
COLOURS: Final = {
    **dict.fromkeys(("3V3", "3V3_IN"), "#e07b00"),
    **dict.fromkeys(("5V", "5V_IN"), "#d01818"),
    "GND": "#222222",
    "CLK": "#c9a400",
    "LOAD": "#1c8a2f",
}
SENSED, SIGNAL, OPEN, PRINT = "#b0306a", "#1f5fd0", "#9a9a9a", "#7a5a00"
TOLD: Final = (
    "black GND, red 5 V, orange 3.3 V, yellow CLK, green LOAD, purple sensors' outputs, blue other signals, grey open"
)


def board_picture(board: Board, title: str, *, cut: float | None = None) -> str:
    """Both sides beside each other; with a `cut` along x, four stretches one below the other, the parts' side first."""
    left, low, right, high = board.outline
    rows = [[("top", left, right), ("bottom", left, right)]]
    if cut is not None:
        rows = [[(side, *ends)] for ends in ((left, cut), (cut, right)) for side in ("top", "bottom")]
    tall = (high - low) * SCALE + EDGE
    wide = max(sum((end - start) * SCALE + EDGE for _, start, end in row) for row in rows) + EDGE
    picture = Picture(round(wide), round(tall * len(rows) + 100), title)
    picture.text(wide / 2, 28, title, size=18 if wide > 800 else 15, bold=True)
    for place, row in enumerate(rows):
        across = EDGE
        for side, start, end in row:
            _Side(picture, board, side, (start, end), (across, 50 + tall * place)).draw()
            across += (end - start) * SCALE + EDGE
    where = "left the parts' side, right" if cut is None else "first and third the parts' side, second and fourth"
    picture.text(
        wide / 2, tall * len(rows) + 64, f"{where} the other, seen through the board: so its print is mirrored"
    )
    picture.text(wide / 2, tall * len(rows) + 84, TOLD)
    return picture.svg()


@dataclass(frozen=True)
class _Side:
    """One side of a board from the first to the second of `ends`, its upper left corner at `at`."""

    picture: Picture
    board: Board
    side: str
    ends: Point
    at: Point

    def draw(self) -> None:
        _, low, _, high = self.board.outline
        start, end = self.ends
        self.picture.box(*self.at, (end - start) * SCALE, (high - low) * SCALE, (), "#eef3ee")
        self._copper()
        self._holes()
        for width, points in ink(self.board, below=self.side == "bottom"):
            if all(self._has(x) for x, _ in points):
                self.picture.wire([self._on(*point) for point in points], PRINT, width * SCALE)
        for across, x, y in self.board.dots:
            if self.side == "top" and self._has(x):
                self.picture.disc(*self._on(x, y), across / 2 * SCALE, PRINT)

    def _has(self, x: float) -> bool:
        return self.ends[0] <= x <= self.ends[1]

    def _on(self, x: float, y: float) -> Point:
        """On the picture; what lies beyond an end, at the end."""
        along = min(max(x, self.ends[0]), self.ends[1]) - self.ends[0]
        return self.at[0] + along * SCALE, self.at[1] + (self.board.outline[3] - y) * SCALE

    def _copper(self) -> None:
        for track in self.board.tracks:
            across = [x for x, _ in track.points]
            if track.layer == self.side and max(across) >= self.ends[0] and min(across) <= self.ends[1]:
                self.picture.wire(
                    map(self._on, *zip(*track.points, strict=True)), _colour(track.net), track.width * SCALE
                )
        for pad in self.board.pads:
            x, y = self._on(pad.x, pad.y)
            if pad.drill and self._has(pad.x):
                self.picture.disc(x, y, pad.width / 2 * SCALE, _colour(pad.net))
            elif self.side == "top" and self._has(pad.x):
                wide, high = pad.width * SCALE, pad.height * SCALE
                self.picture.patch(x - wide / 2, y - high / 2, wide, high, _colour(pad.net))

    def _holes(self) -> None:
        holes = [(via.x, via.y, 0.6) for via in self.board.vias]
        holes += [(pad.x, pad.y, pad.drill) for pad in self.board.pads if pad.drill]
        for x, y, across in (*holes, *self.board.holes):
            if self._has(x):
                self.picture.disc(*self._on(x, y), across / 2 * SCALE, "#ffffff")


def _colour(net: str) -> str:
    if re.fullmatch(r"S\d+|FRAME", net):
        return SENSED
    return COLOURS.get(net, OPEN if net.startswith("open") else SIGNAL)
