"""The name and the hello by which a table introduces itself to another one."""

import platform

from pearlboard import __version__
from pearlboard.games.registry import GAMES
from pearlboard.remote.messages import HIGHEST, LOWEST, Game, Hello

MOST_GAMES = 64


def called(name: str) -> str:
    """The name of a table, 64 letters at most; `name`: by its settings, empty: as its machine is."""
    return (name or platform.node() or "Pearlboard")[:64]


def hello(name: str, line: bytes, *, token: bytes = b"", invitation: bytes = b"") -> Hello:
    """The hello of this table; `name`: what it is called, empty: as its machine is. `line`: made by chance."""
    games = tuple(Game(package.name, __version__) for package in GAMES.usable)[:MOST_GAMES]
    return Hello(LOWEST, HIGHEST, __version__, called(name), games, line, token=token, invitation=invitation)
