"""KiCad's own rule check of the generated bar, and of two copies that were broken on purpose. Needs KiCad's Python.

    python3 hardware/kicad_check.py

(Debian: `apt install kicad`, and the system's python3.) No test needs it: the generator has checks of its own.
"""

import re
import sys
import tempfile
from pathlib import Path

import pcbnew

BOARD = Path(__file__).parent / "out" / "bar" / "bar.kicad_pcb"


def faults(text: str) -> tuple[int, int]:
    """Violations and unconnected pads in a board's text."""
    with tempfile.TemporaryDirectory() as folder:
        board, report = Path(folder, "bar.kicad_pcb"), Path(folder, "report.txt")
        board.write_text(text, encoding="utf-8")
        pcbnew.WriteDRCReport(pcbnew.LoadBoard(str(board)), str(report), pcbnew.EDA_UNITS_MILLIMETRES, True)  # noqa: FBT003 - positional there
        found = report.read_text(encoding="utf-8")
    violations, unconnected = (
        re.findall(rf"Found (\d+) {what}", found) for what in ("DRC violations", "unconnected pads")
    )
    return int(violations[0]), int(unconnected[0])


def main() -> int:
    """0 if the board is clean and both faults are found."""
    text = BOARD.read_text(encoding="utf-8")
    tracks = [line for line in text.splitlines() if line.startswith("  (segment")]
    torn = text.replace(f"{tracks[60]}\n", "", 1)
    wide = text.replace(tracks[40], re.sub(r"\(width [\d.]+\)", "(width 1.2)", tracks[40]), 1)
    found = {"as generated": faults(text), "a track taken away": faults(torn), "a track widened": faults(wide)}
    for name, (violations, unconnected) in found.items():
        sys.stdout.write(f"{name}: {violations} violations, {unconnected} unconnected pads\n")
    noticed = found["a track taken away"][1] > 0 and found["a track widened"][0] > 0
    return int(found["as generated"] != (0, 0) or not noticed)


if __name__ == "__main__":
    sys.exit(main())
