"""One archive of all that a maker orders from, parcel by parcel: `make hardware-release`.

What a board maker uploads is a zip within it, a board each. The same sizes make the same bytes, on every machine and on
every day: nothing is compressed, nothing bears a date. The same files lie in `hardware/out` then. An archive of other
drawings than those whose digests are in git is not made: `make hardware` draws anew.
"""

import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Mapping
from fnmatch import fnmatch
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Final
from zipfile import ZIP_STORED, ZipFile, ZipInfo

from hardware.electrical.boards import boards
from hardware.generate.everything import everything
from hardware.generate.files import DIGESTS, stale, write
from hardware.generate.sizes import SizesError, read_sizes

HERE: Final = Path(__file__).parent
NAME: Final = "pearlboard-hardware"
BUILD: Final = HERE.parent / "build"
FIRST, SECOND, THIRD = "1-first-parcel", "2-second-parcel", "3-third-parcel"
PLACES: Final[tuple[tuple[str, str], ...]] = (
    ("coupon/*", f"{FIRST}/coupon"),
    ("controller/*", f"{FIRST}/controller-board"),
    ("plates/one-cell.*", f"{FIRST}/one-cell"),
    ("bar/*", f"{SECOND}/bars"),
    ("panel/*", f"{SECOND}/bars-as-panel"),
    ("case/*", f"{SECOND}/case"),
    ("plates/*", f"{SECOND}/laser"),
    ("overlays/*", f"{THIRD}/overlays"),
    ("pieces/*", f"{THIRD}/pieces"),
    ("tables/*", "tables"),
    ("orders/*", "guide/docs/drawn/orders"),
    ("spice/*", "spice"),
    ("pictures/*", "guide/docs/drawn/pictures"),
    ("*.md", "parts"),
    ("*.csv", "parts"),
)
"""Where a generated file goes: by the first pattern that it fits."""
UPLOADED: Final = ("*.g??", "*.drl")
"""The files in a board maker's zip."""
GUIDES: Final = ("README.md", "docs/**/*.*", "LICENSE", "sizes.toml", "parts.toml", DIGESTS)


class ReleaseError(Exception):
    """The archive was not made."""


def contents(out: Mapping[str, bytes], guides: Mapping[str, bytes]) -> dict[str, bytes]:
    """Path in the archive -> bytes; `ReleaseError` names a drawing that belongs to no parcel."""
    files = {f"guide/{path}": text for path, text in guides.items()}
    zips: dict[str, dict[str, bytes]] = {}
    for path, text in out.items():
        folder, name = place(path), path.rpartition("/")[2]
        if any(fnmatch(name, pattern) for pattern in UPLOADED):
            zips.setdefault(f"{folder}/{path.partition('/')[0]}-upload.zip", {})[name] = text
        else:
            files[f"{folder}/{name}"] = text
    files |= {path: archive(inside) for path, inside in zips.items()}
    files["READ-ME-FIRST.txt"] = _first(files).encode()
    sums = (f"{sha256(text).hexdigest()}  {path}\n" for path, text in sorted(files.items()))
    files["SHA256SUMS"] = "".join(sums).encode()
    return files


def place(path: str) -> str:
    """The folder for a generated file."""
    for pattern, folder in PLACES:
        if fnmatch(path, pattern):
            return folder
    raise ReleaseError(
        f"{path}: no parcel is said for it; add it to PLACES in hardware/release.py. Nothing was written."
    )


def archive(files: Mapping[str, bytes]) -> bytes:
    """A zip that is always the same for the same files."""
    made = BytesIO()
    with ZipFile(made, "w", ZIP_STORED) as zipped:
        for path in sorted(files):
            entry = ZipInfo(path)  # 1980, whoever asks
            entry.create_system, entry.external_attr = 3, 0o644 << 16
            zipped.writestr(entry, files[path])
    return made.getvalue()


def _first(files: Mapping[str, bytes]) -> str:
    lines = [
        "Pearlboard, the board to build: what to order, parcel by parcel.",
        "",
        "Generated and checked by computer, not yet built. The guide is in guide/README.md, how every part is",
        "called and what it may cost in parts/. Sizes are those of guide/sizes.toml: measure your box first.",
        "",
        *_boards(files),
        "",
        "One page to order from, for each way: guide/docs/drawn/orders.",
        "",
        f"{FIRST}: board of the controller and coupons if you like them, the one cell of card.",
        f"{SECOND}: bars or their panel, and the sheets for the laser. Not before the one cell pleases and a sensor",
        "answers through the strip (gate 3).",
        f"{THIRD}: pucks, sticks and crews. Not before every place is known (gate 8).",
        "",
        "DXF is in millimetres. SHA256SUMS is checked by: sha256sum --check SHA256SUMS",
        "Licence: CERN-OHL-P-2.0, guide/LICENSE.",
        "",
    ]
    return "\n".join(lines)


def _boards(files: Mapping[str, bytes]) -> Iterator[str]:
    sizes = read_sizes()
    yield "Upload to a board maker (2 layers; copper 35 um; smallest gap 0.2 mm, smallest drill 0.3 mm):"
    drawn = {name: each.board.thickness for name, each in boards(sizes).items()} | {"panel": sizes.sensor.bar_thickness}
    for path in sorted(path for path in files if path.endswith("-upload.zip")):
        name = path.rpartition("/")[2].removesuffix("-upload.zip")
        yield f"  {path}: {drawn[name]:g} mm thick"


def read() -> dict[str, bytes]:
    """The archive's files; `ReleaseError` if a drawing is out of date."""
    files = everything(read_sizes())
    if old := stale(files):
        raise ReleaseError(f"{old[0]} is out of date: `make hardware` draws anew. Nothing was written.")
    write(files)
    guides = {path.relative_to(HERE).as_posix(): path.read_bytes() for pattern in GUIDES for path in HERE.glob(pattern)}
    return contents({path: text.encode() for path, text in files.items()}, guides)


def main(arguments: list[str] | None = None) -> int:
    """Write it, and say what it is."""
    parser = ArgumentParser(prog="python -m hardware.release", description=__doc__)
    parser.add_argument("--into", type=Path, default=BUILD, help="the folder; build, if nothing is said")
    folder = parser.parse_args(arguments).into
    try:
        files = read()
    except (ReleaseError, SizesError) as error:
        sys.stderr.write(f"{error}\n")
        return 2
    made = archive({f"{NAME}/{path}": text for path, text in files.items()})
    folder.mkdir(parents=True, exist_ok=True)
    target = folder / f"{NAME}.zip"
    target.write_bytes(made)
    size = f"{len(files)} files, {len(made) / 1e6:.1f} MB"
    sys.stdout.write(f"{target.name}: {size}, sha256 {sha256(made).hexdigest()}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
