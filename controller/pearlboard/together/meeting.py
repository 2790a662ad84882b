"""How a table introduces itself to another one."""

import platform

from pearlboard import __version__
from pearlboard.games.registry import GAMES
from pearlboard.remote.messages import HIGHEST, LOWEST, Game, Hello

MOST_GAMES = 64


def hello(name: str, line: bytes, *, token: bytes = b"", invitation: bytes = b"") -> Hello:
    """The hello of this table; `name`: what it is called, empty: as its machine is. `line`: made by chance."""
    called = (name or platform.node() or "Pearlboard")[:64]
    games = tuple(Game(package.name, __version__) for package in GAMES.usable)[:MOST_GAMES]
    return Hello(LOWEST, HIGHEST, __version__, called, games, line, token=token, invitation=invitation)
