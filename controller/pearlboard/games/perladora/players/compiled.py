"""Which build of the search runs: the compiled one only if it was made from the very sources that lie here.

What hatch_build.py compiles lies in `extensions/DIGEST/`, and DIGEST is that of the sources it was made from. That
folder goes first on the package's path, so a build of other sources is never imported: its folder has another name.
"""

import hashlib
from collections.abc import Callable
from typing import Final

MODULES: Final[tuple[str, ...]] = ("kernel", "search")
"""The modules that are compiled where that is possible: `NAME.py` unchanged, with the C types of `NAME.pxd`."""
FOLDER: Final = "extensions"
SOURCES: Final = tuple(f"{module}.{kind}" for module in MODULES for kind in ("pxd", "py"))


def digest(read: Callable[[str], bytes]) -> str:
    """The digest of all sources; `read` returns the bytes of a file of this package."""
    made = hashlib.sha256()
    for name in SOURCES:
        content = read(name)
        made.update(f"{name} {len(content)}\n".encode() + content)
    return made.hexdigest()[:16]


def folder(package: str) -> str:
    """The folder of builds for the folder `package`."""

    def read(name: str) -> bytes:
        with open(f"{package}/{name}", "rb") as file:  # noqa: PTH123 - nothing that plays knows pathlib
            return file.read()

    return f"{package}/{FOLDER}/{digest(read)}"
