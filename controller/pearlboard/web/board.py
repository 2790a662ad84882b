"""The board seen from above, as two SVG layers: the ground with its windows for light, and above it what people touch.

Between the two the page paints the glow of the lights on a canvas, so that whatever lies in the upper layer is as
opaque as on a real table. A space is 100 units wide; the middle of `a1` is at 50, 50. Every space and edge is a
button, and the buttons lie side by side: a point belongs to an edge when it is within `REACH` of it and nearer to it
than to the next edge.
"""

from html import escape
from typing import Final

from pearlboard.games.perladora.state import FARMS
from pearlboard.geometry import GRID, Corner, Edge, Light, Site, Space
from pearlboard.texts import Catalogue, say
from pearlboard.web.art import definitions, water

PITCH: Final = 100
RIM: Final = 64
"""Sand around the water: coordinates, and the plates of those who sit there."""
REACH: Final = 24
POCKET: Final = 64
SLOT: Final = (78, 18)

WIDTH: Final = GRID.columns * PITCH
HEIGHT: Final = GRID.rows * PITCH
VIEW_BOX: Final = f"{-RIM} {-RIM} {WIDTH + 2 * RIM} {HEIGHT + 2 * RIM}"

PLATES: Final = {
    "south": (WIDTH // 2, HEIGHT + 46, 0),
    "west": (-46, HEIGHT // 2, -90),
    "north": (WIDTH // 2, -46, 0),
    "east": (WIDTH + 46, HEIGHT // 2, 90),
}


def middle(light: Light) -> tuple[int, int]:
    """Where a light shines, in the units of the drawing."""
    if isinstance(light, Space):
        return light.column * PITCH + PITCH // 2, light.row * PITCH + PITCH // 2
    if isinstance(light, Corner):
        return (light.space.column + 1) * PITCH, (light.space.row + 1) * PITCH
    (x, y), (other_x, other_y) = middle(light.first), middle(light.second)
    return (x + other_x) // 2, (y + other_y) // 2


def upright(edge: Edge) -> bool:
    """Whether the line runs up and down, between two spaces side by side."""
    return edge.first.row == edge.second.row


def board(catalogue: Catalogue) -> str:
    """The whole board, empty. `static/board.js` lays the pieces and keeps the names of the buttons true."""
    name = escape(catalogue.render(say("ui_board")))
    return (
        f'<svg class="ground" viewBox="{VIEW_BOX}" aria-hidden="true">{definitions()}{_ground()}</svg>'
        f'<canvas id="glow" width="{WIDTH + 2 * RIM}" height="{HEIGHT + 2 * RIM}" aria-hidden="true"></canvas>'
        f'<div class="layer" id="layer"><svg class="things" viewBox="{VIEW_BOX}" role="group" aria-label="{name}">'
        '<g id="shades" aria-hidden="true"></g><g id="hints" aria-hidden="true"></g>'
        '<g id="heaps" aria-hidden="true"></g><g id="pieces" aria-hidden="true"></g>'
        '<g id="counts" aria-hidden="true"></g>'
        '<g id="targets" aria-hidden="true"></g>'
        f'<g id="sites">{"".join(_button(site, catalogue) for site in GRID.sites)}</g>'
        f'<g id="plates" aria-hidden="true">{_plates()}</g></svg></div>'
    )


def _ground() -> str:
    windows = "".join(_window(light) for light in GRID.lights)
    farms = "".join(_dish(*middle(farm)) for farm in FARMS)
    return (
        f'<rect class="rim" x="{-RIM}" y="{-RIM}" width="{WIDTH + 2 * RIM}" height="{HEIGHT + 2 * RIM}" rx="34" '
        f'fill="url(#sand)"/>{_coordinates()}'
        f'<rect class="foam" x="-13" y="-13" width="{WIDTH + 26}" height="{HEIGHT + 26}" rx="22"/>'
        f'<rect x="-9" y="-9" width="{WIDTH + 18}" height="{HEIGHT + 18}" rx="18" fill="url(#deep)"/>'
        f'<clipPath id="shore"><rect x="-9" y="-9" width="{WIDTH + 18}" height="{HEIGHT + 18}" rx="18"/></clipPath>'
        f'<g clip-path="url(#shore)"><path class="caustics" d="{water(WIDTH, HEIGHT)}"/></g>'
        f"{windows}{farms}"
    )


def _window(light: Light) -> str:
    """Where the mask lets light through: a pocket for a tile, a slot for a Pontoon, a hole at a crossing."""
    x, y = middle(light)
    if isinstance(light, Corner):
        return f'<circle class="hole" cx="{x}" cy="{y}" r="5"/>'
    long, thin = SLOT
    wide, high = (POCKET, POCKET) if isinstance(light, Space) else (thin, long) if upright(light) else (long, thin)
    kind = "pocket" if isinstance(light, Space) else "slot"
    radius = 12 if isinstance(light, Space) else 7
    return (
        f'<rect class="{kind}" x="{x - wide // 2}" y="{y - high // 2}" width="{wide}" height="{high}" rx="{radius}"/>'
    )


def _dish(x: int, y: int) -> str:
    reef = f'<circle cx="{x}" cy="{y}" r="44" fill="none" stroke="#fff" stroke-opacity=".5" stroke-width="1.5"/>'
    return (
        f'<circle cx="{x}" cy="{y}" r="56" fill="url(#shoal)"/>{reef}'
        f'<circle cx="{x}" cy="{y}" r="40" fill="url(#dish)"/>'
        f'<circle cx="{x}" cy="{y}" r="33" fill="none" stroke="#8a6a3a" stroke-opacity=".28" stroke-width="2"/>'
    )


def _coordinates() -> str:
    columns = "".join(
        f'<text x="{middle(s)[0]}" y="{y}">{str(s)[0]}</text>'
        for s in GRID.spaces[: GRID.columns]
        for y in (-18, HEIGHT + 28)
    )
    rows = "".join(
        f'<text x="{x}" y="{middle(s)[1] + 5}">{str(s)[1:]}</text>'
        for s in GRID.spaces[:: GRID.columns]
        for x in (-23, WIDTH + 23)
    )
    return f'<g class="coordinates">{columns}{rows}</g>'


def _button(site: Site, catalogue: Catalogue) -> str:
    x, y = middle(site)
    long, thin = SLOT
    if isinstance(site, Space):
        kind, area, ring = "space", _reach_of_space(site), (POCKET + 8, POCKET + 8, 15)
        name = say("ui_farm" if site in FARMS else "ui_space", space=site)
        label = catalogue.render(name if site in FARMS else say("ui_empty", place=name))
    else:
        kind, area = "edge", _reach_of_edge(site)
        ring = (thin + 8, long + 8, 10) if upright(site) else (long + 8, thin + 8, 10)
        label = catalogue.render(say("ui_empty", place=say("ui_line", first=site.first, second=site.second)))
    wide, high, radius = ring
    return (
        f'<g class="site {kind}" id="site-{site}" data-site="{site}" role="button" tabindex="-1" '
        f'aria-label="{escape(label)}"><path class="hit" d="{area}"/>'
        f'<rect class="ring" x="{x - wide // 2}" y="{y - high // 2}" width="{wide}" height="{high}" rx="{radius}"/></g>'
    )


def _reach_of_edge(edge: Edge) -> str:
    x, y = middle(edge)
    half, inner = PITCH // 2, PITCH // 2 - REACH
    corners = [(0, -half), (REACH, -inner), (REACH, inner), (0, half), (-REACH, inner), (-REACH, -inner)]
    return _outline([(x + dx, y + dy) if upright(edge) else (x + dy, y + dx) for dx, dy in corners])


def _reach_of_space(space: Space) -> str:
    """A square short of its edges, but up to the border where there is no edge."""
    x, y = middle(space)
    half, inner = PITCH // 2, PITCH // 2 - REACH
    left, right = (half if outer else inner for outer in (space.column == 0, space.column == GRID.columns - 1))
    above, below = (half if outer else inner for outer in (space.row == 0, space.row == GRID.rows - 1))
    return _outline([(x - left, y - above), (x + right, y - above), (x + right, y + below), (x - left, y + below)])


def _outline(points: list[tuple[int, int]]) -> str:
    return f"M{'L'.join(f'{x} {y}' for x, y in points)}Z"


def _plates() -> str:
    return "".join(
        f'<g class="plate" id="plate-{place}" transform="translate({x} {y}) rotate({turn})" display="none">'
        '<rect y="-15.5" height="31" rx="15.5"/><use y="-11" width="22" height="22"/><text y="7"></text></g>'
        for place, (x, y, turn) in PLATES.items()
    )
