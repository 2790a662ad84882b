"""What a viewer may know of a game: everything that lies open, and what is listed here. Nothing is ever taken out.

Two states that differ only in what a viewer may not know give that viewer the same view.
"""

from collections.abc import Mapping

from pearlboard.games.api import TABLE, Viewer
from pearlboard.games.perladora.state import State, View
from pearlboard.geometry import Space

_NOTHING_SEEN: Mapping[Space, int] = {}


def view(state: State, viewer: Viewer, seen: Mapping[Space, int] = _NOTHING_SEEN) -> View:
    """A seat knows its hand, the values it laid and what lies face up; the table only the last.

    `seen` are the values that this seat, as Elders, has looked at. Partners are told nothing more (ruling 20).
    """
    public = state.public
    known: dict[Space, int] = {space: diver.shown for space, diver in public.divers.items() if diver.shown is not None}
    if viewer == TABLE:
        return View(viewer, public, known)
    known |= seen
    known |= {space: value for space, value in state.values.items()
              if public.divers[space].seat == viewer and value is not None}
    return View(viewer, public, known, state.hands[viewer - 1])
