"""The games of the table, by the name that the log stores: those that come along, and those that are installed.

A game is loaded when it is first asked for. One that cannot be used (absent, broken, written for another version of the
contract) is a `Broken`, with a sentence for the page and the doctor, and hurts nothing else.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Final

from pearlboard.errors import PearlboardError
from pearlboard.games.api import API, MOST_SEATS, Package
from pearlboard.texts import Sentence, say

GROUP: Final = "pearlboard.games"
"""Entry points of this group name a `Package`: `chess = "my_chess.package:PACKAGE"`."""
BUILT_IN: Final[Mapping[str, str]] = {
    "perladora": "pearlboard.games.perladora.package",
    "pearls": "pearlboard.games.pearls.package",
    "piratoons": "pearlboard.games.piratoons.package",
}
FIRST: Final = "perladora"
"""The game of a document that names none, and the one that is offered first."""


LONGEST: Final = 200
"""The longest part of an error message of a game, in characters, that is shown."""


@dataclass(frozen=True, slots=True)
class Broken:
    """A game that cannot be used. `why` says what to do."""

    name: str
    why: Sentence


class GameGone(PearlboardError, LookupError):
    """The game of a log or a document cannot be used here."""

    def __init__(self, broken: Broken) -> None:
        super().__init__(f"the game {broken.name!r} cannot be used: {broken.why}")
        self.broken = broken


class Games(Mapping[str, Package]):
    """See the head of the file. `games[name]` is a package, or `GameGone`; `find` gives either without raising.

    `edition` counts how often games were added, removed or given up since the start.
    """

    def __init__(
        self, sources: Mapping[str, Callable[[], object]], more: Callable[[], Mapping[str, Callable[[], object]]] = dict
    ) -> None:
        """`sources` load a game each, by name; `more` finds others, once they are asked for."""
        self._known = dict(sources)
        self._more: Callable[[], Mapping[str, Callable[[], object]]] | None = more
        self._found: dict[str, Package | Broken] = {}
        self.edition = 0

    @property
    def _sources(self) -> dict[str, Callable[[], object]]:
        """All of them. What is found may not take the place of what comes along."""
        if self._more is not None:
            more, self._more = self._more, None
            self._known |= {name: load for name, load in more().items() if name not in self._known}
        return self._known

    def find(self, name: str) -> Package | Broken:
        """The game of that name, or why there is none. Names come from anybody: nothing is kept of an unknown one."""
        if name not in self._found:
            load = self._known.get(name) or self._sources.get(name)
            if load is None:
                return Broken(name, say("game_absent", game=name))
            self._found[name] = _loaded(name, load)
        return self._found[name]

    def __getitem__(self, name: str) -> Package:
        found = self.find(name)
        if isinstance(found, Broken):
            raise GameGone(found)
        return found

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and isinstance(self.find(name), Package)

    def __iter__(self) -> Iterator[str]:
        """The names of all games, also of those that cannot be used."""
        return iter(self._sources)

    def __len__(self) -> int:
        return len(self._sources)

    @property
    def usable(self) -> tuple[Package, ...]:
        """The games that can be played."""
        return tuple(found for name in self if isinstance(found := self.find(name), Package))

    @property
    def broken(self) -> tuple[Broken, ...]:
        """The games that cannot be played, each with the reason."""
        return tuple(found for name in self if isinstance(found := self.find(name), Broken))

    def comes_along(self, name: str) -> bool:
        """Whether it is part of this program: what it cannot read of its own was never written by it."""
        return name in BUILT_IN

    def add(self, package: Package) -> None:
        """Add a sound game to this program: for tests, and for who tries one out."""
        found = checked(package.name, package)
        if isinstance(found, Broken):
            raise GameGone(found)
        self._sources[package.name] = lambda: package
        self._found[package.name] = package
        self.edition += 1

    def remove(self, name: str) -> None:
        """Remove a game, as if it had never been installed."""
        self._sources.pop(name, None)
        self._found.pop(name, None)
        self.edition += 1

    def try_out(self, package: Package, read: Callable[[Package], None]) -> None:
        """Read what comes with a game (texts, looks); if that fails, the game cannot be used, and no other is hurt."""
        try:
            read(package)
        except Exception as error:  # noqa: BLE001 - somebody else's files: whatever is wrong with them is said
            self._found[package.name] = _broken(package.name, error)
            self.edition += 1


def _broken(name: str, error: Exception) -> Broken:
    problem = " ".join(f"{type(error).__name__}: {error}".split())
    return Broken(name, say("game_broken", game=name, problem=problem[:LONGEST]))


def _loaded(name: str, load: Callable[[], object]) -> Package | Broken:
    try:
        return checked(name, load())
    except Exception as error:  # noqa: BLE001 - somebody else's program: whatever is wrong with it is said
        return _broken(name, error)


def checked(name: str, found: object) -> Package | Broken:
    """The package that was loaded, if it is a game of this contract and of that name."""
    if not isinstance(found, Package):
        return Broken(name, say("game_broken", game=name, problem=f"{type(found).__name__} is no Package"))
    if found.api != API:
        return Broken(name, say("game_other_api", game=name, api=found.api, ours=API))
    if found.name != name:
        return Broken(name, say("game_broken", game=name, problem=f"it calls itself {found.name!r}"))
    if not found.seats or not 1 <= found.seats[0] <= found.seats[-1] <= MOST_SEATS:
        return Broken(name, say("game_broken", game=name, problem=f"it is not for 1 to {MOST_SEATS} players"))
    return found


def _built_in(module: str) -> Callable[[], object]:
    return lambda: import_module(module).PACKAGE


def installed() -> Mapping[str, Callable[[], object]]:
    """The packages that entry points name."""
    from importlib.metadata import entry_points  # noqa: PLC0415 - slow, and most programs never ask

    points = {point.name: point for point in entry_points(group=GROUP)}
    return {name: point.load for name, point in sorted(points.items())}


GAMES: Final = Games({name: _built_in(module) for name, module in BUILT_IN.items()}, installed)
