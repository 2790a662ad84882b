"""KiCad's own checks of each board: its rules, the schematic's, and the netlist that it reads off the sheet.

The panel is checked by the board's rules alone. Lands, pins and 3D models are compared with KiCad's libraries
(`kicad_lands.py`, `kicad_symbols.py`), the placement with what KiCad exports (`kicad_placement.py`).

    make kicad

Takes `kicad-cli` of KiCad 9 or later where it is installed; else that of a Debian trixie of its own in `.venv/kicad`,
which `--make` puts there (needs root and debootstrap). Each check is also shown a copy with a fault made on purpose,
and must find it. Exits with 1 if anything is wrong or a fault goes unnoticed, with 2 if there is no KiCad.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import dist
from pathlib import Path
from shlex import join, quote
from tempfile import TemporaryDirectory
from typing import Final, TypeAlias

from hardware import kicad_lands, kicad_placement, kicad_symbols
from hardware.electrical.boards import boards
from hardware.electrical.library import LIKE
from hardware.generate.everything import fabricated
from hardware.generate.sizes import read_sizes

ROOT: Final = Path(__file__).parents[1] / ".venv" / "kicad"
ENDINGS: Final = (".kicad_pcb", ".kicad_sch", ".kicad_pro", "-placement.csv")
OLDEST: Final = 9
PACKAGES: Final = ("kicad", "kicad-footprints", "kicad-symbols")
PANEL: Final = "panel"

Joined: TypeAlias = dict[str, frozenset[tuple[str, str]]]
Texts: TypeAlias = Mapping[str, str]


class KicadError(Exception):
    """There is no KiCad, or it did not do what it was asked."""


@dataclass(frozen=True, slots=True)
class Kicad:
    """The program, and the root of the system in which it is. The work's folder must be seen from there."""

    root: Path

    def run(self, folder: Path, *words: str) -> None:
        """In that folder; whatever it finds wrong with a board is no failure of the program."""
        done = self._done(folder, words)
        if done.returncode:
            raise KicadError(f"kicad-cli {words[0]} {words[1]}: {done.stderr.strip() or done.stdout.strip()}")

    def version(self) -> str:
        """As it says itself."""
        return self._done(self.root, ("version",)).stdout.strip()

    def _done(self, folder: Path, words: Sequence[str]) -> subprocess.CompletedProcess[str]:
        """The result of a command, in the root of its own where it has one."""
        command = ["kicad-cli", *words]
        if self.root != Path("/"):
            inside = "/" / folder.relative_to(self.root)
            told = f"cd {quote(str(inside))} && PATH=/usr/bin:/bin HOME=/tmp exec {join(command)}"
            command = ["chroot", str(self.root), "/bin/sh", "-c", told]
        return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=300)  # noqa: S603 - our own words


def kicad(*, make_one: bool = False) -> Kicad:
    """The one that is installed, or that of `.venv/kicad`, made first if it is wanted and neither is there."""
    for there, root in ((shutil.which("kicad-cli"), Path("/")), ((ROOT / "usr/bin/kicad-cli").exists(), ROOT)):
        if there and int(Kicad(root).version().partition(".")[0] or 0) >= OLDEST:
            return Kicad(root)
    if make_one:
        make()
        return kicad()
    raise KicadError(
        f"there is no kicad-cli of KiCad {OLDEST} or later: `make kicad` makes one, as root. Nothing was checked."
    )


def make() -> None:
    """A Debian trixie with KiCad and nothing that it only recommends; it is there whole or not at all."""
    if shutil.which("debootstrap") is None or os.geteuid() != 0:
        raise KicadError(
            f"there is no kicad-cli of KiCad {OLDEST} or later, and a Debian with one is made by debootstrap, as root: "
            "sudo apt install debootstrap, then sudo make kicad. Nothing was checked."
        )
    unfinished = ROOT.with_name("kicad.unfinished")
    shutil.rmtree(unfinished, ignore_errors=True)
    for command in (
        ["debootstrap", "--variant=minbase", "--include=ca-certificates", "trixie", str(unfinished)],
        ["chroot", str(unfinished), "apt-get", "install", "--yes", "--quiet", "--no-install-recommends", *PACKAGES],
    ):
        subprocess.run(command, check=True)  # noqa: S603 - our own words
    unfinished.rename(ROOT)


def found(program: Kicad, name: str, texts: Texts) -> tuple[Counter[str], Joined]:
    """Kinds of fault in a board and its sheet, and the nets that are read off the sheet; a panel has none."""
    parent = program.root / "tmp"
    rules = ("--severity-all", "--format", "json", "-o")
    with TemporaryDirectory(dir=parent) as inside:
        folder = Path(inside)
        for file, text in texts.items():
            (folder / file).write_text(text, encoding="utf-8")
        drawn = f"{name}.kicad_sch" in texts
        program.run(
            folder, "pcb", "drc", *(["--schematic-parity"] if drawn else []), *rules, "drc.json", f"{name}.kicad_pcb"
        )
        program.run(folder, "pcb", "export", "pos", *kicad_placement.EXPORTED, "-o", "pos.csv", f"{name}.kicad_pcb")
        if drawn:
            program.run(folder, "sch", "erc", *rules, "erc.json", f"{name}.kicad_sch")
            program.run(folder, "sch", "export", "netlist", "-o", "read.net", f"{name}.kicad_sch")
        told = {file.name: file.read_text(encoding="utf-8") for file in folder.iterdir()}
    count = kinds(told["drc.json"], told.get("erc.json", '{"sheets": []}'))
    misplaced = list(kicad_placement.faults(texts[f"{name}-placement.csv"], told["pos.csv"]))
    return count + Counter({"placement": len(misplaced)}), joined(told.get("read.net", ""))


def kinds(drc: str, erc: str = '{"sheets": []}') -> Counter[str]:
    """The kinds of complaints in both reports, and how often."""
    board, sheets = json.loads(drc), json.loads(erc)["sheets"]
    faults = [
        *board["violations"],
        *board["unconnected_items"],
        *board.get("schematic_parity", ()),
        *(one for sheet in sheets for one in sheet["violations"]),
    ]
    return Counter(fault["type"] for fault in faults)


def joined(text: str) -> Joined:
    """The nets of KiCad's netlist, without those of pins that are left open."""
    blocks = re.split(r'\(net\s+\(code "\d+"\)', text)[1:]
    named = {re.findall(r'\(name "([^"]*)"\)', block)[0].removeprefix("/"): block for block in blocks}
    return {
        name: frozenset(re.findall(r'\(node\s+\(ref "([^"]+)"\)\s+\(pin "([^"]+)"\)', block))
        for name, block in named.items()
        if not name.startswith("unconnected-")
    }


def texts_of(name: str) -> dict[str, str]:
    """A board's files for KiCad as the generator makes them, and its placement; a panel has no sheet."""
    return {file: text for file, text in _generated()[name].items() if file.endswith(ENDINGS)}


@cache
def _generated() -> dict[str, dict[str, str]]:
    return fabricated(read_sizes())


def wanted(name: str) -> Joined:
    """The nets as they should be."""
    if name == PANEL:
        return {}
    circuit = boards(read_sizes())[name].board.circuit
    return {net: frozenset(pins) for net, pins in circuit.nets.items()}


# --- faults made on purpose ----------------------------------------------------------------------------------------


def torn(texts: Texts) -> dict[str, str]:
    return _torn(texts, "bar.kicad_pcb", "LINK")


def torn_controller(texts: Texts) -> dict[str, str]:
    return _torn(texts, "controller.kicad_pcb", "DATA")


def _torn(texts: Texts, name: str, net: str) -> dict[str, str]:
    """The net's longest track is gone."""
    code = re.findall(rf'\(net (\d+) "{net}"\)', texts[name])[0]
    tracks = [line for line in texts[name].splitlines() if line.startswith("  (segment") and f"(net {code})" in line]
    return _changed(texts, name, f"{max(tracks, key=_length)}\n", "")


def _length(track: str) -> float:
    return dist(*(tuple(map(float, found)) for found in re.findall(r"\((?:start|end) (\S+) (\S+)\)", track)))


def widened(texts: Texts) -> dict[str, str]:
    """The clock's lane, beside that of LOAD."""
    clock = re.findall(r'\(net (\d+) "CLK"\)', texts["bar.kicad_pcb"])[0]
    lane = next(
        line
        for line in texts["bar.kicad_pcb"].splitlines()
        if line.startswith("  (segment") and f'(layer "B.Cu") (net {clock})' in line
    )
    return _changed(texts, "bar.kicad_pcb", lane, re.sub(r"\(width [\d.]+\)", "(width 0.9)", lane))


def nearer(texts: Texts) -> dict[str, str]:
    """C5 moved towards its chip by 0.1 mm, courtyard and all."""
    text = texts["bar.kicad_pcb"]
    start = text.rindex("(footprint", 0, text.index('reference "C5"'))
    x, rest = re.findall(r"\(at ([\d.]+) ([\d.]+ \d+)\)", text[start:])[0]
    place = text.index(f"(at {x} {rest})", start)
    moved = f"(at {float(x) - 0.1:.4f} {rest})"
    return {**texts, "bar.kicad_pcb": text[:place] + moved + text[place + len(f"(at {x} {rest})") :]}


def mirrored(texts: Texts) -> dict[str, str]:
    """Every chip of the placement at the other end of the bar."""
    lines = re.sub(r"(SOIC-16),([\d.]+)mm", r"\1,-\2mm", texts["bar-placement.csv"])
    return {**texts, "bar-placement.csv": lines}


def turned(texts: Texts) -> dict[str, str]:
    """A chip of the placement turned by half."""
    return {**texts, "bar-placement.csv": re.sub(r"(U16,.*,)90\n", r"\g<1>270\n", texts["bar-placement.csv"])}


def unnamed(texts: Texts) -> dict[str, str]:
    labels = [line for line in texts["bar.kicad_sch"].splitlines() if line.startswith('  (global_label "LINK"')]
    return _changed(texts, "bar.kicad_sch", f"{labels[0]}\n", "")


def misnamed(texts: Texts) -> dict[str, str]:
    return _changed(texts, "bar.kicad_sch", '(global_label "S3"', '(global_label "S4"')


def fused(texts: Texts) -> dict[str, str]:
    """A fault: a net from behind the fuse joins the fuse's feed."""
    return _changed(texts, "controller.kicad_sch", '(global_label "5V_IN"', '(global_label "5V"')


def routed(texts: Texts) -> dict[str, str]:
    """The panel's first slot reaches half a millimetre into a bar, where its connectors are."""
    edges = [line for line in texts["panel.kicad_pcb"].splitlines() if '"Edge.Cuts"' in line]
    inner = {x for line in edges for x in re.findall(r"\((?:start|end) ([\d.]+) ", line)}
    left = sorted(inner, key=float)[2]
    moved = re.sub(rf"\((start|end) {re.escape(left)} ", rf"(\1 {float(left) + 1.0:g} ", "\n".join(edges))
    text = texts["panel.kicad_pcb"]
    for old, new in zip(edges, moved.splitlines(), strict=True):
        text = text.replace(old, new, 1)
    return {**texts, "panel.kicad_pcb": text}


def torn_panel(texts: Texts) -> dict[str, str]:
    return _torn(texts, "panel.kicad_pcb", "B2-LINK")


def _changed(texts: Texts, name: str, old: str, new: str) -> dict[str, str]:
    return {**texts, name: texts[name].replace(old, new, 1)}


FAULTS: Final[Mapping[str, tuple[str, Callable[[Texts], dict[str, str]], str]]] = {
    "a track taken away": ("bar", torn, "unconnected_items"),
    "a track widened": ("bar", widened, "clearance"),
    "a part too near": ("bar", nearer, "courtyards_overlap"),
    "chips of the placement at negated x": ("bar", mirrored, "placement"),
    "a chip of the placement turned round": ("bar", turned, "placement"),
    "a pin without its net": ("bar", unnamed, "pin_not_connected"),
    "two nets with one name": ("bar", misnamed, ""),
    "its longest track taken away": ("controller", torn_controller, "unconnected_items"),
    "the fuse led round": ("controller", fused, ""),
    "a slot routed into the boards": (PANEL, routed, "copper_edge_clearance"),
    "a bar's longest track taken away": (PANEL, torn_panel, "unconnected_items"),
}
"""On which board, what is done to a copy, and what must come of it: a complaint, or with none another netlist."""


def main(arguments: list[str] | None = None) -> int:
    parser = ArgumentParser(prog="python -m hardware.kicad_check", description=__doc__)
    parser.add_argument("--make", action="store_true", help="make a root with KiCad first, where there is none")
    parser.add_argument("--plain", action="store_true", help="plant no faults")
    told = parser.parse_args(arguments)
    try:
        program = kicad(make_one=told.make)
        right = [_library_right(program), *(_right(program, name) for name in (*boards(read_sizes()), PANEL))]
        return int(not all([*right, *(_noticed(program, fault) for fault in FAULTS if not told.plain)]))
    except (KicadError, OSError, subprocess.SubprocessError) as error:
        sys.stderr.write(f"{error}\n")
        return 2


def _right(program: Kicad, name: str) -> bool:
    complaints, read = found(program, name, texts_of(name))
    differ = len(set(read.items()) ^ set(wanted(name).items()))
    right = not complaints and not differ
    told = ", ".join(f"{number} {what}" for what, number in complaints.items()) or "0 faults"
    if read or differ:
        told += f", {len(read)} nets, {f'{differ} differ' if differ else 'as in the netlist'}"
    sys.stdout.write(f"{'ok   ' if right else 'FAULT'}  the {name} as generated, KiCad {program.version()}: {told}\n")
    return right


def _library_right(program: Kicad) -> bool:
    """No land, pin or model differs from the library's; and it is seen when a land does."""
    try:
        found = kicad_lands.library(program.root)
        wrong = [*kicad_lands.faults(found), *kicad_symbols.faults(program.root), *kicad_symbols.models(program.root)]
    except OSError as error:
        raise KicadError(
            f"KiCad's library is missing ({error.filename}): install kicad-footprints and kicad-symbols, or take "
            ".venv/kicad away and let `make kicad` make it anew. The lands were not compared."
        ) from error
    sys.stdout.writelines(f"FAULT  {fault}\n" for fault in wrong)
    if not wrong:
        told = f"{len(LIKE)} kinds of land and their models, the pins of {len(kicad_symbols.OF)} parts"
        sys.stdout.write(f"ok     {told}: those of {len(found)} footprints and of the symbols of KiCad's\n")
    lost = [package for package, one in kicad_lands.spoilt() if not list(kicad_lands.faults(found, one))]
    sys.stdout.writelines(f"FAULT  {package}: a land moved by 0.3 mm is not noticed\n" for package in lost)
    return not (wrong or lost)


def _noticed(program: Kicad, fault: str) -> bool:
    name, change, kind = FAULTS[fault]
    complaints, read = found(program, name, change(texts_of(name)))
    noticed = complaints[kind] > 0 if kind else read != wanted(name)
    told = ", ".join(f"{number} {what}" for what, number in complaints.items()) or "another netlist"
    sys.stdout.write(f"{'ok   ' if noticed else 'FAULT'}  the {name}, {fault}: {told if noticed else 'not noticed'}\n")
    return noticed


if __name__ == "__main__":
    sys.exit(main())
