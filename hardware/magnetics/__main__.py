"""`python -m hardware.magnetics`: recomputes the table and the plot beside this file with magpylib.

Everything is seen from the sensor: z is 0 at the Hall element and grows upwards, fields are in millitesla, and a field
that a unipolar sensor answers to is positive. All magnets have the same pole down, which is why neighbours, seen from
the side, only take away from it. Computed from the sizes, nothing measured.
"""

import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import magpylib
import numpy as np

from hardware.generate.layout import Layout
from hardware.generate.picture import Picture
from hardware.generate.sizes import Sizes, read_sizes
from pearlboard.geometry import GRID, Site, Space

REMANENCE_T = 1.2
"""Of N35, from 1.17 to 1.22 T by dealers' tables."""
WANTED_MT = 3.9
"""At which the least sensitive DRV5032DU operates."""
COLOURS = {
    "6 x 2 disc (Diver)": "#1f5fd0",
    "3 x 4 rod (box's Pontoon)": "#d01818",
    "4 x 3 disc (own Pontoon)": "#1c8a2f",
}


@dataclass(frozen=True, slots=True)
class Magnet:
    """A cylinder along z: diameter, height, and how far its lower face is above the piece's underside, in mm."""

    diameter: float
    height: float
    floor: float

    def source(self, x: float, y: float, depth: float) -> magpylib.magnet.Cylinder:
        """The magnet of a piece at (x, y) whose underside is `depth` above the element."""
        bottom = (depth + self.floor + self.height / 2) / 1000
        return magpylib.magnet.Cylinder(
            polarization=(0, 0, REMANENCE_T),
            position=(x / 1000, y / 1000, bottom),
            dimension=(self.diameter / 1000, self.height / 1000),
        )


def field(magnets: Iterable[magpylib.magnet.Cylinder], x: float = 0.0, y: float = 0.0) -> tuple[float, float]:
    """Upward field and the field along the plate at the height of the elements, in mT."""
    found = magpylib.getB(list(magnets), (x / 1000, y / 1000, 0.0), sumup=True) * 1000
    return float(found[2]), float(np.hypot(found[0], found[1]))


def net(layout: Layout, at: Site, own: Magnet, diver: Magnet, pontoon: Magnet, depth: float) -> tuple[float, float]:
    """The field at a site with its own piece and all others on the board, and with all others but not its own."""
    x, y = layout.at(at)
    others = [
        (diver if isinstance(site, Space) else pontoon).source(*layout.at(site), depth)
        for site in GRID.sites
        if site != at
    ]
    empty, _ = field(others, x, y)
    return field([own.source(x, y, depth)], x, y)[0] + empty, empty


def table(sizes: Sizes) -> str:
    """The page, in Markdown."""
    layout = Layout(sizes)
    made = sizes.magnets
    disc = Magnet(made.diver_diameter, made.diver_thickness, made.diver_floor)
    rod = Magnet(made.pontoon_diameter, made.pontoon_thickness, made.pontoon_floor)
    short = Magnet(4.0, 3.0, 0.5)
    on_tile = Magnet(disc.diameter, disc.height, sizes.pieces.tile_thickness)
    rows = []
    for name, magnet, at, pontoon in (
        ("6 x 2 disc, Diver", disc, GRID.space("c3"), rod),
        ("6 x 2 disc on a tile's back", on_tile, GRID.space("c3"), rod),
        ("3 x 4 rod, box's Pontoon", rod, GRID.edge("c3-d3"), rod),
        ("4 x 3 disc, own Pontoon", short, GRID.edge("c3-d3"), short),
    ):
        for depth in (4.5, 5.0, 5.5):
            own, _ = field([magnet.source(0, 0, depth)])
            full, empty = net(layout, at, magnet, disc, pontoon, depth)
            rows.append(f"| {name} | {depth} | {own:.1f} | {full:.1f} | {empty:.1f} | {full / WANTED_MT:.1f} |")
    flush = Magnet(disc.diameter, disc.height, 0.0)
    middle, four_off = (field([disc.source(0, 0, sizes.sensor.depth_wanted)], x)[1] for x in (0.0, 4.0))
    own_flush, _ = field([flush.source(0, 0, 5.0)])
    aside = [f"{field([disc.source(0, 0, 5.0)], x)[0]:.1f}" for x in (0.5, 1.0, 2.0, 3.0, 4.0)]
    rod_aside = [f"{field([rod.source(0, 0, 5.0)], x)[0]:.1f}" for x in (0.5, 1.0, 2.0, 3.0, 4.0)]
    forces = [
        (name, *push(big, pontoon))
        for name, big, pontoon in (
            ("6 x 2 disc and 3 x 4 rod, 16.7 mm apart", disc, rod),
            ("8 x 3 disc and 3 x 4 rod, 16.7 mm apart", Magnet(8, 3, 0.5), rod),
        )
    ]
    return "\n".join(
        [
            "# Magnets: computed fields",
            "",
            (
                f"By `python -m hardware.magnetics` (magpylib {magpylib.__version__}), N35 with {REMANENCE_T} T, from "
                "`sizes.toml`. Computed, nothing measured."
            ),
            "",
            "Depth is from the piece's underside to the Hall element. The magnet lies 0.5 mm above the underside, on a",
            "tile's back a tile's thickness above it. `net`: with a piece on every other space and edge of the board;",
            "`empty`: those others alone, at a site without its own.",
            f"A DRV5032DU needs at most {WANTED_MT} mT; negative fields it never answers to.",
            "",
            "| magnet | depth mm | own mT | net mT | empty mT | net / needed |",
            "|---|---|---|---|---|---|",
            *rows,
            "",
            f"With the disc's face flush with the underside: {own_flush:.1f} mT at 5 mm.",
            "",
            "| to the side of the element, mm | 0.5 | 1 | 2 | 3 | 4 |",
            "|---|---|---|---|---|---|",
            f"| 6 x 2 disc at 5 mm, mT | {' | '.join(aside)} |",
            f"| 3 x 4 rod at 5 mm, mT | {' | '.join(rod_aside)} |",
            "",
            f"A reed lying flat under a Diver's magnet: the field along it is {middle:.1f} mT exactly under the middle and",
            f"{four_off:.1f} mT 4 mm off: such a reed is dead where the piece lies best.",
            "",
            "| push of one magnet on its neighbour | mN | what a piece must weigh to stay, at a friction of 0.3 |",
            "|---|---|---|",
            *(f"| {name} | {millinewton:.1f} | {grams:.1f} g |" for name, millinewton, grams in forces),
            "",
        ]
    )


def push(one: Magnet, other: Magnet) -> tuple[float, float]:
    """How hard two magnets half a pitch apart push each other as dipoles: mN, and grams that friction balances."""
    moments = [REMANENCE_T / (4e-7 * np.pi) * np.pi / 4 * m.diameter**2 * m.height * 1e-9 for m in (one, other)]
    newton = 3e-7 * moments[0] * moments[1] / (1e-3 * 1000 / 60) ** 4
    return float(newton * 1000), float(newton / 9.81 / 0.3 * 1000)


def plot(sizes: Sizes) -> str:
    """Own field over depth, with what the sensor needs."""
    made = sizes.magnets
    curves = {
        "6 x 2 disc (Diver)": Magnet(made.diver_diameter, made.diver_thickness, made.diver_floor),
        "3 x 4 rod (box's Pontoon)": Magnet(made.pontoon_diameter, made.pontoon_thickness, made.pontoon_floor),
        "4 x 3 disc (own Pontoon)": Magnet(4.0, 3.0, 0.5),
    }
    picture = Picture(760, 470, "Own field over depth, computed")
    left, top, wide, high, depths, most = 70, 50, 640, 340, (3.0, 10.0), 60.0

    def at(depth: float, field_mt: float) -> tuple[float, float]:
        share = (depth - depths[0]) / (depths[1] - depths[0])
        return left + wide * share, top + high * (1 - field_mt / most)

    picture.text(390, 28, "Field of a piece's own magnet at the Hall element (computed, N35)", size=16, bold=True)
    low, up = (at(sizes.sensor.depth_wanted + side * sizes.sensor.depth_play, 0)[0] for side in (-1, 1))
    picture.box(low, top, up - low, high, (), "#eef6ea")
    for field_mt in range(0, 61, 10):
        picture.wire((at(depths[0], field_mt), at(depths[1], field_mt)), "#dddddd", 1)
        picture.text(left - 8, at(0, field_mt)[1] + 4, str(field_mt), anchor="end")
    for depth in range(3, 11):
        picture.text(at(depth, 0)[0], top + high + 18, str(depth))
    picture.text(390, top + high + 42, "piece's underside to the Hall element, mm; green: as designed", size=14)
    picture.text(18, top - 10, "mT", anchor="start")
    picture.wire((at(depths[0], WANTED_MT), at(depths[1], WANTED_MT)), "#777777", 1.5, dashed=True)
    picture.text(at(3.1, 0)[0], at(0, WANTED_MT)[1] - 5, f"needed: {WANTED_MT} mT", anchor="start")
    for place, (name, magnet) in enumerate(curves.items()):
        steps = [depths[0] + step * 0.1 for step in range(71)]
        points = [(depth, field([magnet.source(0, 0, depth)])[0]) for depth in steps]
        picture.wire([at(depth, value) for depth, value in points if value <= most], COLOURS[name], 2.5)
        picture.text(690, 90 + 22 * place, name, anchor="end", size=14, colour=COLOURS[name], bold=True)
    return picture.svg()


def main() -> int:
    """Write both files."""
    here, sizes = Path(__file__).parent, read_sizes()
    (here / "fields.md").write_text(table(sizes), encoding="utf-8")
    (here / "fields.svg").write_text(plot(sizes), encoding="utf-8")
    sys.stdout.write((here / "fields.md").read_text(encoding="utf-8"))
    return 0


if __name__ == "__main__":
    sys.exit(main())
