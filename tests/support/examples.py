"""The games of the guide in `examples`, each for as long as a test needs it."""

import contextlib
import sys
import tomllib
from importlib import import_module
from pathlib import Path

from pearlboard.games.registry import GAMES

FOLDER = Path(__file__).parents[2] / "examples"


@contextlib.contextmanager
def example(folder):
    """A game, as the entry point of its folder names it; gives its package."""
    path = FOLDER / folder
    sys.path.insert(0, str(path))
    points = tomllib.loads((path / "pyproject.toml").read_text(encoding="utf-8"))["project"]["entry-points"]
    [(name, target)] = points["pearlboard.games"].items()
    module, _, attribute = target.partition(":")
    package = getattr(import_module(module), attribute)
    GAMES.add(package)
    try:
        yield package
    finally:
        GAMES.remove(name)
        sys.path.remove(str(path))
