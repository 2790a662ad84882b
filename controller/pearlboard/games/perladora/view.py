"""What a viewer may know of a game: everything that lies open, and what is listed here. Nothing is ever taken out.

Two states that differ only in what a viewer may not know give that viewer the same view.
"""

from pearlboard.games.api import TABLE, Viewer
from pearlboard.games.perladora.state import State, View


def view(state: State, viewer: Viewer) -> View:
    """A seat knows its hand, the values it laid, and what its Elders saw; what lies face up is known to all.

    Partners are told nothing more (ruling 20).
    """
    public = state.public
    known = {space: diver.shown for space, diver in public.divers.items() if diver.shown is not None}
    if viewer == TABLE:
        return View(viewer, public, known)
    known |= {
        space: value
        for space, value in state.values.items()
        if value is not None and (public.divers[space].seat == viewer or (viewer, space) in state.looks)
    }
    return View(viewer, public, known, state.hands[viewer - 1])
