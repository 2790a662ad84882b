"""Two curves: a piece's own field over depth, and how hard one of a crew pulls the next by its height."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from hardware.generate.picture import Picture
from hardware.generate.sizes import Sizes
from hardware.magnetics.pieces import OPERATES_MT, crew, crew_height, crew_weight, disc, own_rod, rod

COLOURS = {
    "6 x 2 disc (Diver, crew)": "#1f5fd0",
    "3 x 4 rod (box's Pontoon)": "#d01818",
    "4 x 3 disc (own Pontoon)": "#1c8a2f",
}


@dataclass
class _Axes:
    """A frame with a grid, and curves in it."""

    title: str
    along: tuple[int, int]
    most: int
    step: int
    words: str
    unit: str
    left: float = 70
    top: float = 50
    wide: float = 640
    high: float = 340
    picture: Picture = field(init=False)

    def __post_init__(self) -> None:
        self.picture = Picture(760, 470, self.title)
        self.picture.text(390, 28, self.title, size=16, bold=True)

    def at(self, along: float, value: float) -> tuple[float, float]:
        share = (along - self.along[0]) / (self.along[1] - self.along[0])
        return self.left + self.wide * share, self.top + self.high * (1 - value / self.most)

    def band(self, low: float, up: float) -> None:
        self.picture.box(self.at(low, 0)[0], self.top, self.at(up, 0)[0] - self.at(low, 0)[0], self.high, (), "#eef6ea")

    def grid(self, every: int = 1) -> None:
        for value in range(0, self.most + 1, self.step):
            self.picture.wire((self.at(self.along[0], value), self.at(self.along[1], value)), "#dddddd", 1)
            self.picture.text(self.left - 8, self.at(0, value)[1] + 4, str(value), anchor="end")
        for along in range(self.along[0], self.along[1] + 1, every):
            self.picture.text(self.at(along, 0)[0], self.top + self.high + 18, str(along))
        self.picture.text(390, self.top + self.high + 42, self.words, size=14)
        self.picture.text(18, self.top - 10, self.unit, anchor="start")

    def level(self, value: float, words: str, along: float) -> None:
        ends = (self.at(self.along[0], value), self.at(self.along[1], value))
        self.picture.wire(ends, "#777777", 1.5, dashed=True)
        self.picture.text(self.at(along, 0)[0], ends[0][1] - 5, words, anchor="start")

    def curve(self, points: Iterable[tuple[float, float]], colour: str) -> None:
        self.picture.wire([self.at(*point) for point in points if point[1] <= self.most], colour, 2.5)


def own_fields(sizes: Sizes) -> str:
    """Own field over depth, with what the sensor needs."""
    axes = _Axes(
        "Field of a piece's own magnet at the Hall element (computed, N35)",
        (3, 10),
        60,
        10,
        "piece's underside to the Hall element, mm; green: as designed",
        "mT",
    )
    axes.band(sizes.sensor.depth_wanted - sizes.sensor.depth_play, sizes.sensor.depth_wanted + sizes.sensor.depth_play)
    axes.grid()
    axes.level(OPERATES_MT[1], f"needed: {OPERATES_MT[1]} mT", 3.1)
    curves = zip(COLOURS.items(), (disc(sizes), rod(sizes), own_rod()), strict=True)
    for place, ((name, colour), magnet) in enumerate(curves):
        depths = [3.0 + step * 0.1 for step in range(71)]
        axes.curve([(depth, magnet.field(0, depth)) for depth in depths], colour)
        axes.picture.text(690, 90 + 22 * place, name, anchor="end", size=14, colour=colour, bold=True)
    return axes.picture.svg()


def crew_pulls(sizes: Sizes) -> str:
    """The pull between two pieces of a stack over the height of one, with what one weighs."""
    axes = _Axes(
        "Pull of one piece of a crew on the next (computed, N35)",
        (6, 24),
        400,
        50,
        "height of a piece with its cap, mm; green: as designed",
        "mN",
    )
    axes.band(crew_height(sizes) - 0.5, crew_height(sizes) + 0.5)
    axes.grid(2)
    axes.level(crew_weight(sizes), f"one piece weighs {crew_weight(sizes):.0f} mN", 19)
    heights = [6.0 + step * 0.1 for step in range(181)]
    axes.curve([(high, crew(sizes).pull(crew(sizes), high)) for high in heights], "#1f5fd0")
    return axes.picture.svg()
