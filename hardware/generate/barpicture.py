"""The bar as a picture: both sides, each in two halves, coloured by what the copper carries."""

from dataclasses import dataclass
from itertools import pairwise

from hardware.generate.bar import HOLE
from hardware.generate.board import Board, Pad
from hardware.generate.netlist import FAR, NEAR
from hardware.generate.picture import Picture

SCALE = 9.0
CUT_AT = 126.0
COLOURS = {"GND": "#222222", "3V3": "#e07b00", "CLK": "#c9a400", "LOAD": "#1c8a2f"}
SERIAL, PLACE = "#1f5fd0", "#b0306a"


def bar_picture(board: Board) -> str:
    """Parts' side above, strip's side below; the second as seen through the board, so that left stays left."""
    left, _, right, _ = board.outline
    halves = ((left, CUT_AT), (CUT_AT, right))
    width = round((max(b - a for a, b in halves)) * SCALE) + 60
    picture = Picture(width, 800, "The sensor bar, both sides")
    picture.text(
        width / 2,
        26,
        "One sensor bar: above the side of the parts (it hangs down), below the lanes of the "
        "strip's side, seen through",
        size=16,
        bold=True,
    )
    for row, (side, (start, end)) in enumerate((side, half) for half in halves for side in ("top", "bottom")):
        _Stretch(picture, board, start, end, 50 + 180 * row).draw(side)
    picture.text(
        width / 2, 786, "black GND, orange 3V3, yellow CLK, green LOAD, blue serial data, red sensors' outputs"
    )
    return picture.svg()


@dataclass(frozen=True)
class _Stretch:
    """A part of the bar, from `start` to `end`, drawn with its upper edge at `top`."""

    picture: Picture
    board: Board
    start: float
    end: float
    top: float

    def draw(self, side: str) -> None:
        _, low, _, high = self.board.outline
        self.picture.box(30, self.top, (self.end - self.start) * SCALE, (high - low) * SCALE, (), "#eef3ee")
        self._tracks(side)
        for pad in self.board.pads:
            if self._has(pad.x) and (pad.drill or side == "top"):
                self._pad(pad)
        for via in self.board.vias:
            if self._has(via.x):
                self.picture.disc(*self._at(via.x, via.y), 2.7, "#ffffff")
        if self._has(HOLE[0]):
            self.picture.disc(*self._at(*HOLE[:2]), HOLE[2] / 2 * SCALE, "#ffffff")
        if side == "top":
            self._names()

    def _has(self, x: float) -> bool:
        return self.start <= x <= self.end

    def _at(self, x: float, y: float) -> tuple[float, float]:
        along = min(max(x, self.start), self.end) - self.start
        return 30 + along * SCALE, self.top + (self.board.outline[3] - y) * SCALE

    def _tracks(self, side: str) -> None:
        for track in self.board.tracks:
            for a, b in pairwise(track.points):
                if track.layer == side and max(a[0], b[0]) >= self.start and min(a[0], b[0]) <= self.end:
                    self.picture.wire((self._at(*a), self._at(*b)), _colour(track.net), track.width * SCALE)

    def _pad(self, pad: Pad) -> None:
        x, y = self._at(pad.x, pad.y)
        if pad.drill:
            self.picture.disc(x, y, pad.width / 2 * SCALE, _colour(pad.net))
        else:
            wide, high = pad.width * SCALE, pad.height * SCALE
            self.picture.patch(x - wide / 2, y - high / 2, wide, high, _colour(pad.net))

    def _names(self) -> None:
        for name, (x, y, _) in self.board.centres.items():
            if name.startswith("U") and self._has(x):
                above = 0.0 if name in {NEAR, FAR} else 2.6
                self.picture.text(self._at(x, y)[0], self._at(x, above)[1] + 4, name, size=11, bold=True)
        if self.start < 0:
            self.picture.text(*self._at(9.2, 5.6), "J2 (next bar)", size=12, anchor="start")
            self.picture.text(*self._at(9.2, -6.6), "J1 (controller)", size=12, anchor="start")


def _colour(net: str) -> str:
    if net.startswith(("S", "FRAME")):
        return PLACE
    return COLOURS.get(net, "#9a9a9a" if net.startswith("open") else SERIAL)
