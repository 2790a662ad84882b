"""Any board as a picture: the parts' side, and beside it the copper below, seen through, so that left stays left."""

from dataclasses import dataclass

from hardware.generate.board import Board
from hardware.generate.picture import Picture
from hardware.generate.silk import ink

SCALE = 8.0
COLOURS = {"GND": "#222222", "3V3": "#e07b00", "3V3_IN": "#e07b00", "5V": "#d01818", "5V_IN": "#d01818"}
SIGNAL, OPEN = "#1f5fd0", "#9a9a9a"


def board_picture(board: Board, title: str) -> str:
    """Both sides with their print."""
    left, low, right, high = board.outline
    wide, tall = (right - left) * SCALE, (high - low) * SCALE
    picture = Picture(round(2 * wide + 90), round(tall + 110), title)
    picture.text(wide + 45, 28, title, size=18, bold=True)
    for name, at in (("top", 30.0), ("bottom", wide + 60.0)):
        side = _Side(picture, board, at, 50.0)
        picture.box(at, 50, wide, tall, (), "#eef3ee")
        side.copper(name)
        side.holes()
        side.printed(below=name == "bottom")
    picture.text(
        wide + 45,
        tall + 84,
        "left the parts' side, right the copper below, seen through; black GND, red 5 V, orange 3.3 V, blue signals",
    )
    return picture.svg()


@dataclass(frozen=True)
class _Side:
    picture: Picture
    board: Board
    left: float
    top: float

    def _at(self, x: float, y: float) -> tuple[float, float]:
        return self.left + (x - self.board.outline[0]) * SCALE, self.top + (self.board.outline[3] - y) * SCALE

    def copper(self, layer: str) -> None:
        for track in self.board.tracks:
            if track.layer == layer:
                points = [self._at(*point) for point in track.points]
                self.picture.wire(points, COLOURS.get(track.net, SIGNAL), track.width * SCALE)
        for pad in self.board.pads:
            colour = OPEN if pad.net.startswith("open") else COLOURS.get(pad.net, SIGNAL)
            x, y = self._at(pad.x, pad.y)
            if pad.drill:
                self.picture.disc(x, y, pad.width / 2 * SCALE, colour)
            elif layer == "top":
                wide, high = pad.width * SCALE, pad.height * SCALE
                self.picture.patch(x - wide / 2, y - high / 2, wide, high, colour)

    def holes(self) -> None:
        for via in self.board.vias:
            self.picture.disc(*self._at(via.x, via.y), 2.4, "#ffffff")
        for pad in self.board.pads:
            if pad.drill:
                self.picture.disc(*self._at(pad.x, pad.y), pad.drill / 2 * SCALE, "#ffffff")
        for x, y, across in self.board.holes:
            self.picture.disc(*self._at(x, y), across / 2 * SCALE, "#ffffff")

    def printed(self, *, below: bool) -> None:
        for width, points in ink(self.board, below=below):
            self.picture.wire([self._at(*point) for point in points], "#7a5a00", width * SCALE)
