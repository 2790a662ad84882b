"""Every step that a seat may play, as far as it knows: by kind, from its view alone."""

from collections.abc import Mapping

from pearlboard.games.perladora.rules.effects import table_after
from pearlboard.games.perladora.rules.state import Clan, Hand, Public, View
from pearlboard.games.perladora.rules.steps import (
    Children,
    Elders,
    Fishermen,
    Foragers,
    LayPontoons,
    Pass,
    PlaceBackup,
    PlaceDiver,
    Power,
    Step,
)
from pearlboard.games.perladora.rules.targets import (
    backup_spaces,
    has_turn,
    legal_edges,
    look_spaces,
    necklace_spaces,
    power_left,
)
from pearlboard.games.perladora.rules.territories import empty_spaces, open_edges
from pearlboard.geometry import GRID, Edge, Space


def steps(knowledge: View) -> Mapping[str, tuple[Step, ...]]:
    """Kinds of step ("diver", "pontoon", "pontoons", "backup", "power", "pass") with all there are; none is empty."""
    public = knowledge.public
    kinds: dict[str, tuple[Step, ...]] = {
        "diver": tuple(PlaceDiver(space, value) for space in _spaces(public) for value in values(knowledge.hand)),
        "pontoon": tuple(LayPontoons((edge,)) for edge in GRID.edges_in(legal_edges(public))),
        "pontoons": tuple(LayPontoons(pair) for pair in pairs(public)),
        "backup": tuple(PlaceBackup(space) for space in GRID.spaces_in(backup_spaces(public))),
        "power": tuple(power for power in _powers(knowledge) if has_turn(table_after(public, power))),
        "pass": _passes(public),
    }
    return {kind: found for kind, found in kinds.items() if found}


def _passes(public: Public) -> tuple[Pass, ...]:
    return (Pass(),) if public.setup.voluntary_pass and public.power_used is None and has_turn(public) else ()


def values(hand: Hand | None) -> tuple[int, ...]:
    """The values of which a Diver is left."""
    return tuple(value for value, count in enumerate(hand or (), 1) if count)


def pairs(public: Public) -> tuple[tuple[Edge, Edge], ...]:
    """Two Pontoons that may be laid in one turn."""
    if public.pontoons_left < 2:
        return ()
    edges = open_edges(public)
    first_edges = GRID.edges_in(legal_edges(public))
    found: list[tuple[Edge, Edge]] = []
    for index, first in enumerate(first_edges):
        closed = edges ^ GRID.bit[first]
        legal = closed & ~GRID.edges_cutting_off_under_four(closed)
        found += [(first, second) for second in first_edges[index + 1 :] if GRID.bit[second] & legal]
    return tuple(found)


def _spaces(public: Public) -> tuple[Space, ...]:
    return GRID.spaces_in(empty_spaces(public)) if public.left[public.to_move - 1] else ()


def _powers(knowledge: View) -> tuple[Power, ...]:
    public = knowledge.public
    if not power_left(public):
        return ()
    match public.setup.clans[public.to_move - 1]:
        case Clan.FISHERMEN:
            return tuple(Fishermen(edge) for edge in GRID.edges_in(legal_edges(public)))
        case Clan.CHILDREN:
            return tuple(Children(space, value) for space in _spaces(public) for value in values(knowledge.hand))
        case Clan.FORAGERS:
            return tuple(Foragers(space) for space in GRID.spaces_in(necklace_spaces(public)))
        case Clan.ELDERS:
            return tuple(Elders(space) for space in GRID.spaces_in(look_spaces(public)))
