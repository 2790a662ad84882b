"""Where generated files lie: what guides show is in git; of what is ordered, only the digests are.

Pictures, tables and pages lie in `hardware/docs/drawn`. The rest lies in `hardware/out`, which git ignores: anybody can
make it again, and `hardware/digests.txt` says whether it came out the same, as `sha256sum --check` reads it.
"""

from collections.abc import Mapping
from fnmatch import fnmatch
from hashlib import sha256
from pathlib import Path
from typing import Final

HARDWARE: Final = Path(__file__).parents[1]
DRAWN: Final = "docs/drawn"
DIGESTS: Final = "digests.txt"
SHOWN: Final = ("*.svg", "*.md", "bom.csv", "tables/*")


def place(path: str, root: Path = HARDWARE) -> Path:
    """Return where a generated file lies."""
    return root / (DRAWN if shown(path) else "out") / path


def shown(path: str) -> bool:
    """Whether a guide shows the file, so that it is in git."""
    return any(fnmatch(path, pattern) for pattern in SHOWN)


def stale(files: Mapping[str, str], root: Path = HARDWARE) -> list[str]:
    """Return the paths that git has otherwise than they are made, not at all, or still has."""
    made, kept = digests(files), _kept(root)
    return sorted(path for path in made.keys() | kept.keys() if made.get(path) != kept.get(path))


def write(files: Mapping[str, str], root: Path = HARDWARE) -> list[str]:
    """Bring folders and digests up to date; return the paths that changed in git."""
    changed = stale(files, root)
    for path in set(changed) - set(files):
        place(path, root).unlink(missing_ok=True)
    for path, text in files.items():
        _write(place(path, root), text)
    lines = (f"{digest}  {path}\n" for path, digest in sorted(digests(files).items()) if not shown(path))
    _write(root / DIGESTS, "".join(lines))
    return changed


def digests(files: Mapping[str, str]) -> dict[str, str]:
    """Return the SHA-256 of every file, by path."""
    return {path: sha256(text.encode()).hexdigest() for path, text in files.items()}


def _kept(root: Path) -> dict[str, str]:
    """The digest of every generated file that git has, or has the digest of."""
    drawn = root / DRAWN
    found = {
        path.relative_to(drawn).as_posix(): sha256(path.read_bytes()).hexdigest()
        for path in drawn.rglob("*")
        if path.is_file()
    }
    lines = (root / DIGESTS).read_text(encoding="utf-8").splitlines() if (root / DIGESTS).exists() else []
    return found | {path: digest for digest, _, path in (line.partition("  ") for line in lines)}


def _write(target: Path, text: str) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    if not target.exists() or target.read_bytes() != text.encode():
        target.write_bytes(text.encode())
