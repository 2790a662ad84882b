"""A viewer's knowledge of a game: everything that lies open, and what is listed here. Nothing is ever taken out.

Two states that differ only in what a viewer may not know give that viewer the same view.
"""

from pearlboard.games.perladora.rules import reveal
from pearlboard.games.perladora.rules.state import Stage, State, View
from pearlboard.games.values import TABLE, Viewer
from pearlboard.geometry import Space


def view(state: State, viewer: Viewer) -> View:
    """A seat knows its hand, the values it laid, and what its Elders saw when they looked; what lies face up all know.

    Partners are told nothing more (ruling 20). Once the Divers are turned up all that was said of them lies open.
    """
    public = state.public
    known = _open(state)
    reckoning = None
    if public.stage is Stage.REVEAL:
        reckoning = reveal.reckon(state) if public.turned_up else reveal.covered(state)
    if viewer == TABLE:
        return View(viewer, public, known, None, reckoning)
    looked = {space: value for (seat, space), value in state.looks.items() if seat == viewer and value is not None}
    own = {
        space: value
        for space, value in state.values.items()
        if value is not None and public.divers[space].seat == viewer
    }
    return View(viewer, public, {**looked, **known, **own}, state.hands[viewer - 1], reckoning)


def _open(state: State) -> dict[Space, int]:
    """The values that everybody knows."""
    if state.public.stage in (Stage.COUNT, Stage.OVER):
        return {space: value for space, value in state.values.items() if value is not None}
    return {space: diver.shown for space, diver in state.public.divers.items() if diver.shown is not None}
