"""Plant faults into a copy of the sources, one at a time, and say which law finds each: `make hardware-mutants`.

    python -m hardware.mutants [--only KIND] [--write FILE]

What `python -m hardware.function` complains of counts, which never looks at committed files; for what it does not see,
KiCad is asked if it is there. A fault that nothing finds needs a reason in `mutants.toml`. Exits with 1 if one lacks
it, or has one and is found.
"""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from hardware import kicad_check

REPOSITORY: Final = Path(__file__).parents[1]
FILE: Final = Path(__file__).with_name("mutants.toml")
COPIED: Final = ("hardware", "firmware", "controller")
LEFT_OUT: Final = ("out", "docs", "*.so")
REFUSED: Final = "the generator"
LEAST, KINDS = 60, 12
"""Least number of faults, and of their kinds."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """One fault: what is changed in which files, and why it may survive."""

    kind: str
    name: str
    changes: tuple[tuple[str, str, str], ...]
    reason: str = ""

    def plant(self, root: Path) -> None:
        """Change the files below a root; `ValueError` names a text that is not there."""
        for file, old, new in self.changes:
            path = root / file
            text = path.read_text(encoding="utf-8")
            if old not in text:
                raise ValueError(f"{self.name}: {file} has no {old!r}: mend hardware/mutants.toml")
            path.write_text(text.replace(old, new, 1), encoding="utf-8")


@dataclass(frozen=True, slots=True)
class Judged:
    """A fault, and what found it: laws by name, in their order."""

    mutant: Mutant
    found: tuple[str, ...]
    told: str

    @property
    def right(self) -> bool:
        """Whether the fault was found, or survives for a reason."""
        return bool(self.found) is not bool(self.mutant.reason)


def mutants() -> tuple[Mutant, ...]:
    """Read all faults."""
    tables = tomllib.loads(FILE.read_text(encoding="utf-8"))["mutant"]
    return tuple(
        Mutant(
            one["kind"],
            one["name"],
            tuple((file, old, new) for file, old, new in one["changes"]),
            one.get("reason", ""),
        )
        for one in tables
    )


def judged(mutant: Mutant, *, ask_kicad: bool) -> Judged:
    """Plant a fault in a copy, and see what complains."""
    with TemporaryDirectory() as folder:
        root = Path(folder)
        for name in COPIED:
            shutil.copytree(REPOSITORY / name, root / name, ignore=shutil.ignore_patterns(*LEFT_OUT))
        mutant.plant(root)
        said = _said(root, "hardware.function")
        if all(told.startswith(REFUSED) for told in said) and ask_kicad:
            (root / ".venv").mkdir()
            (root / ".venv/kicad").symlink_to(kicad_check.ROOT)
            asked = _said(root, "hardware.kicad_check", "--plain")
            said = [*said, *(f"KiCad: {told}" for told in asked if not told.startswith(REFUSED))]
    laws = dict.fromkeys(told.partition(":")[0] for told in said)
    return Judged(mutant, tuple(laws), said[0] if said else "")


def _said(root: Path, module: str, *words: str) -> list[str]:
    """The complaints of a module that is run in a copy; one that breaks off complains by its last line."""
    environment = {
        **os.environ,
        "PYTHONPATH": f"{root / 'controller'}{os.pathsep}{root}",
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    done = subprocess.run(  # noqa: S603 - our own module
        [sys.executable, "-m", module, *words], cwd=root, env=environment, capture_output=True, text=True, check=False
    )
    faults = re.findall(r"^FAULT  (.+)$", done.stdout, re.MULTILINE)
    if done.returncode and not faults:
        last = (done.stderr.strip().splitlines() or ["nothing"])[-1]
        if re.match("(Syntax|Name|Import|Module|Indentation)\\w*Error", last):
            raise ValueError(f"{last}: mend hardware/mutants.toml")
        faults = [f"{REFUSED}: {last}"]
    return faults


def table(found: Iterable[Judged]) -> str:
    """Return a page: fault, kind, and the law that found it."""
    lines = ["| kind | fault | found by |", "|---|---|---|"]
    for one in found:
        by = "; ".join(one.found) or f"nothing: {one.mutant.reason or '**no reason is given**'}"
        lines.append(f"| {one.mutant.kind} | {one.mutant.name} | {by} |")
    return "\n".join([*lines, ""])


def main(arguments: list[str] | None = None) -> int:
    """Judge all faults, or those of a kind."""
    parser = ArgumentParser(prog="python -m hardware.mutants", description=__doc__)
    parser.add_argument("--only", default="", help="a kind of fault, or a part of a fault's name")
    parser.add_argument("--write", type=Path, help="a file for the table")
    told = parser.parse_args(arguments)
    wanted = [one for one in mutants() if told.only in one.kind or told.only in one.name]
    found = []
    for one in _all(wanted):
        found.append(one)
        verdict = "ok   " if one.right else "FAULT"
        sys.stdout.write(
            f"{verdict}  {one.mutant.kind}, {one.mutant.name}: {one.told or one.mutant.reason or 'found by nothing'}\n"
        )
        sys.stdout.flush()
    if told.write:
        told.write.write_text(table(found), encoding="utf-8")
    by_kind = Counter(one.mutant.kind for one in found)
    caught = sum(bool(one.found) for one in found)
    sys.stdout.write(f"{caught} of {len(found)} faults of {len(by_kind)} kinds were found\n")
    return int(not all(one.right for one in found))


def _all(wanted: Iterable[Mutant]) -> Iterator[Judged]:
    try:
        kicad_check.kicad()
        ask = True
    except kicad_check.KicadError as error:
        sys.stdout.write(f"{error} What only KiCad finds is told as survivor.\n")
        ask = False
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        yield from pool.map(lambda one: judged(one, ask_kicad=ask), wanted)


if __name__ == "__main__":
    sys.exit(main())
