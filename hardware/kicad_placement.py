"""Does a board's placement say what KiCad exports: x, y, angle and side of every part? A part of `make kicad`."""

import csv
import io
from collections.abc import Iterator
from typing import Final

WITHIN: Final = 0.001
ORIGIN: Final = (50.0, -100.0)
"""Where a board's own origin lies on KiCad's sheet, y upwards."""
EXPORTED: Final = ("--format", "csv", "--units", "mm", "--smd-only", "--exclude-dnp", "--exclude-fp-th")
"""KiCad's options: the parts that a machine places."""


def faults(ours: str, theirs: str) -> Iterator[str]:
    """Where our placement and KiCad's differ; both are the files' texts."""
    placed = {row["Designator"]: row for row in csv.DictReader(io.StringIO(ours))}
    exported = {row["Ref"]: row for row in csv.DictReader(io.StringIO(theirs))}
    lost = sorted(placed.keys() ^ exported.keys())
    if lost:
        yield f"{', '.join(lost[:4])}: in one placement only"
    for name in placed.keys() & exported.keys():
        here, there = placed[name], exported[name]
        x, y = (float(here[f"Mid {axis}"].removesuffix("mm")) for axis in "XY")
        apart = max(abs(x + ORIGIN[0] - float(there["PosX"])), abs(y + ORIGIN[1] - float(there["PosY"])))
        if apart > WITHIN:
            yield f"{name} is {apart:.3f} mm from where KiCad has it"
        if (float(here["Rotation"]) - float(there["Rot"])) % 360:
            yield f"{name} is turned by {here['Rotation']}, and by {float(there['Rot']):g} to KiCad"
        if here["Layer"].lower() != there["Side"]:
            yield f"{name} is on the {there['Side']} to KiCad"
