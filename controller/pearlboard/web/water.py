"""The water of the board, as the path of an SVG; deterministic, so the same in every page."""

from math import sin


def water(width: int, height: int, cell: int = 78) -> str:
    """The caustics of waves on a lagoon's ground: rounded cells of a distorted honeycomb, as one path."""
    bend = cell // 6
    rows, columns = height // cell + 2, width // cell + 2
    cells = []
    for row in range(-1, rows):
        for column in range(-1, columns):
            shift = cell / 2 * (row % 2)
            left, right = column * cell + shift, (column + 1) * cell + shift
            top, bottom = row * cell, (row + 1) * cell
            middle = (left + right) / 2
            outline = [
                (left, top + bend),
                (middle, top - bend),
                (right, top + bend),
                (right, bottom - bend),
                (middle, bottom + bend),
                (left, bottom - bend),
            ]
            cells.append(_rounded([_shaken(x, y, cell * 0.24) for x, y in outline]))
    return "".join(cells)


def _shaken(x: float, y: float, by: float) -> tuple[float, float]:
    """Displace a point deterministically: neighbouring cells share their corners."""
    return x + by * sin(x * 1.31 + y * 2.17), y + by * sin(x * 2.71 - y * 1.13 + 1)


def _rounded(points: list[tuple[float, float]]) -> str:
    """A closed curve through the midpoints of a polygon's sides, bent at its corners, and slightly smaller."""
    x0, y0 = (sum(axis) / len(points) for axis in zip(*points, strict=True))
    points = [(x0 + (x - x0) * 0.98, y0 + (y - y0) * 0.98) for x, y in points]
    middles = [
        ((ax + bx) / 2, (ay + by) / 2) for (ax, ay), (bx, by) in zip(points, points[1:] + points[:1], strict=True)
    ]
    bends = zip(points[1:] + points[:1], middles[1:] + middles[:1], strict=True)
    return (
        f"M{middles[0][0]:.0f} {middles[0][1]:.0f}"
        + "".join(f"Q{cx:.0f} {cy:.0f} {x:.0f} {y:.0f}" for (cx, cy), (x, y) in bends)
        + "Z"
    )
