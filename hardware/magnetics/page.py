"""The page of fields, in Markdown: everything on it is computed from the sizes, nothing measured.

Fields are seen from the sensor: one that a unipolar sensor answers to is positive. All magnets have the same pole down,
which is why neighbours, seen from the side, only take away from it.
"""

from math import hypot, pi

from hardware.generate.drawing import number
from hardware.generate.layout import Layout
from hardware.generate.sizes import Sizes
from hardware.magnetics.cylinder import REMANENCE_T, VACUUM, Magnet
from hardware.magnetics.pieces import (
    GRAVITY,
    OPERATES_MT,
    RELEASES_MT,
    crew,
    crew_height,
    crew_pull,
    crew_weight,
    disc,
    own_rod,
    rod,
    tile_down,
)
from hardware.magnetics.worst import positions, quarter, stack, worst
from pearlboard.games.piratoons.rules.tiles import box
from pearlboard.geometry import GRID, Edge, Site, Space

WANTED_MT = OPERATES_MT[1]
FRICTION = 0.3
COMPARED_WITH = "magpylib 6.2.0"


def page(sizes: Sizes) -> str:
    """All tables."""
    layout = Layout(sizes)
    return "\n".join(
        [
            "# Magnets: computed fields",
            "",
            f"By `python -m hardware.magnetics`, N35 with {REMANENCE_T} T, from `sizes.toml`; the formulas were compared with",
            f"{COMPARED_WITH}. Computed, nothing measured.",
            "",
            *_own(layout),
            *_beside(sizes),
            *_pushed(sizes),
            *_worst(layout),
            *_crew(layout),
        ]
    )


def _own(layout: Layout) -> list[str]:
    sizes = layout.sizes
    wanted, play = sizes.sensor.depth_wanted, sizes.sensor.depth_play
    depths = [round(wanted + step * play, 2) for step in (-1, 0, 1)]
    rows = [
        f"| {name} | {depth} | {magnet.field(0, depth):.1f} | {magnet.field(0, depth) + others:.1f} | {others:.1f} "
        f"| {(magnet.field(0, depth) + others) / WANTED_MT:.1f} |"
        for name, magnet, at, pontoon in (
            ("6 x 2 disc, Diver", disc(sizes), GRID.space("c3"), rod(sizes)),
            ("6 x 2 disc on a tile's back", tile_down(sizes), GRID.space("c3"), rod(sizes)),
            ("3 x 4 rod, box's Pontoon", rod(sizes), GRID.edge("c3-d3"), rod(sizes)),
            ("4 x 3 disc, own Pontoon", own_rod(), GRID.edge("c3-d3"), own_rod()),
        )
        for depth in depths
        for others in (_others(layout, at, disc(sizes), pontoon, depth),)
    ]
    flush = Magnet(sizes.magnets.diver_diameter, sizes.magnets.diver_thickness, 0.0)
    return [
        "Depth is from the piece's underside to the Hall element. The magnet lies 0.5 mm above the underside, on a",
        "tile's back a tile's thickness above it. `net`: with a piece on every other space and edge of the board;",
        "`empty`: those others alone, at a site without its own.",
        f"A DRV5032DU needs at most {WANTED_MT} mT; negative fields it never answers to.",
        "",
        "| magnet | depth mm | own mT | net mT | empty mT | net / needed |",
        "|---|---|---|---|---|---|",
        *rows,
        "",
        f"With the disc's face flush with the underside: {flush.field(0, 5.0):.1f} mT at 5 mm.",
        "",
    ]


def _others(layout: Layout, at: Site, diver: Magnet, pontoon: Magnet, depth: float) -> float:
    """The field that a full board adds at a site."""
    x, y = layout.at(at)
    return sum(
        (diver if isinstance(site, Space) else pontoon).field(hypot(a - x, b - y), depth)
        for site in GRID.sites
        for a, b in (layout.at(site),)
        if site != at
    )


def _beside(sizes: Sizes) -> list[str]:
    off = (0.5, 1.0, 2.0, 3.0, 4.0)
    depth = sizes.sensor.depth_wanted
    rows = [
        f"| {name} at 5 mm, mT | {' | '.join(f'{magnet.field(aside, 5.0):.1f}' for aside in off)} |"
        for name, magnet in (("6 x 2 disc", disc(sizes)), ("3 x 4 rod", rod(sizes)))
    ]
    return [
        "| to the side of the element, mm | 0.5 | 1 | 2 | 3 | 4 |",
        "|---|---|---|---|---|---|",
        *rows,
        "",
        (
            f"A reed lying flat under a Diver's magnet: the field along it is {disc(sizes).across(0.0, depth):.1f} mT exactly "
            "under the middle and"
        ),
        f"{disc(sizes).across(4.0, depth):.1f} mT 4 mm off: such a reed is dead where the piece lies best.",
        "",
    ]


def _pushed(sizes: Sizes) -> list[str]:
    rows = [
        f"| {name} | {newton * 1000:.1f} | {newton / GRAVITY / FRICTION * 1000:.1f} g |"
        for name, big in (
            ("6 x 2 disc and 3 x 4 rod, 16.7 mm apart", disc(sizes)),
            ("8 x 3 disc and 3 x 4 rod, 16.7 mm apart", Magnet(8, 3, 0.5)),
        )
        for newton in (_push(big, rod(sizes)),)
    ]
    return [
        "| push of one magnet on its neighbour | mN | what a piece must weigh to stay, at a friction of 0.3 |",
        "|---|---|---|",
        *rows,
        "",
    ]


def _push(one: Magnet, other: Magnet) -> float:
    """How hard two magnets half a pitch apart push each other, as dipoles, in newton."""
    moments = [REMANENCE_T / VACUUM * pi / 4 * m.diameter**2 * m.height * 1e-9 for m in (one, other)]
    return 3e-7 * moments[0] * moments[1] / (1e-3 * 1000 / 60) ** 4


def _worst(layout: Layout) -> list[str]:
    sizes = layout.sizes
    play, rows = sizes.sensor.depth_play, []
    told = [f"{way} {depth:.2f} +-{sizes.depths_off[way]:.2f} mm" for way, depth in sizes.depths.items()]
    for position in positions(layout):
        space, edge, least = worst(layout, position)
        rows.append(f"| {position.name} | {space:.1f} | {edge:.1f} | {least:.1f} |")
    return [
        "## The worst positions",
        "",
        "Fields add up, and what lies on one place hardly ever forbids what lies on another. So the worst that others can",
        "do to a sensor is found without a search: every other place holds whatever counts most there, or nothing. Pieces lie",
        f"as far from the middle as their openings let them, at depths {number(play)} mm up and down. During a game at most one",
        "tile lies face up (the Children's power); one that somebody looks at is in the hand. Rules are not asked besides: what is",
        "found may be worse than any game.",
        "",
        f"By design the Hall elements lie {' and '.join(told)} below the pieces, with what makers",
        "promise (`[tolerance]` of `sizes.toml`) added up: within what is computed here.",
        "",
        "| position | empty space, at most mT | empty edge, at most mT | with its own piece, at least mT |",
        "|---|---|---|---|",
        *rows,
        "",
        f"A sensor that is sold as DRV5032DU switches on at {OPERATES_MT[0]} mT at the earliest and {OPERATES_MT[1]} at the latest, and off again",
        f"below {RELEASES_MT[0]} to {RELEASES_MT[1]}. So while a game is played, no piece of another place switches an empty place's",
        "sensor on, or keeps it on. 0.0 means that all others only take away, wherever they lie: the worst is an empty board.",
        "In the reveal, when all tiles are turned up, edges between them could switch on: then the program believes no sensor.",
        "",
    ]


def _crew(layout: Layout) -> list[str]:
    sizes, most = layout.sizes, box().crew
    pitch, depth = sizes.pitch, sizes.sensor.depth_wanted
    rows = [
        f"| {pieces} | {held(0.0, depth):.1f} | {held(pitch / 2, depth):.2f} | {held(pitch, depth):.2f} | "
        f"{crew_pull(sizes, pieces - 1) if pieces > 1 else 0:.1f} |"
        for pieces in range(1, most + 1)
        for held in (stack(layout, pieces),)
    ]
    full = stack(layout, most)
    seen = {
        site: sum(
            full(hypot(x - layout.at(site)[0], y - layout.at(site)[1]), depth)
            for space in GRID.spaces
            for x, y in (layout.at(space),)
            if space != site
        )
        for site in quarter(layout)
    }
    spaces, edges = (max(found for site, found in seen.items() if isinstance(site, kind)) for kind in (Space, Edge))
    bare = crew(sizes).pull(crew(sizes), sizes.pieces.puck_thickness)
    return [
        "## Stacks of a crew (Piratoons)",
        "",
        (
            f"A piece is {number(crew_height(sizes))} mm high and weighs {crew_weight(sizes):.0f} mN "
            f"({crew_weight(sizes) / GRAVITY:.1f} g: beech, an acrylic cap, the magnet)."
        ),
        "",
        "| pieces in the stack | its own sensor mT | an edge beside it mT | a space beside it mT | pull up on the lowest mN |",
        "|---|---|---|---|---|",
        *rows,
        "",
        "The pull is what the lowest piece feels when the others are lifted; it stays, since it is heavier, and so does every",
        f"piece of a stack when those above it go. Bare pucks would come along: {bare:.0f} mN when they touch.",
        (
            f"With {most} pieces on every pocket (240; a game has 24) an empty space sees at most {spaces:.1f} mT, an empty edge "
            f"{edges:.1f} mT."
        ),
        "",
        "![Pull between two pieces](pull.svg)",
        "",
    ]
