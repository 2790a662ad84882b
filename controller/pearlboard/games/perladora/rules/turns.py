"""Every whole turn of the seat to move: listed one by one, and counted in bulk.

Listing is what players choose from; counting is how a move generator proves itself (perft). Neither explains
anything, and both agree with `legality.judge` on every turn; tests hold them together.
"""

from collections.abc import Iterator
from functools import lru_cache

from pearlboard.games.perladora.rules.effects import state_after, table_after
from pearlboard.games.perladora.rules.state import Clan, Hand, Public, State
from pearlboard.games.perladora.rules.steps import (
    Children,
    Elders,
    Fishermen,
    Foragers,
    LayPontoons,
    Main,
    Pass,
    PlaceBackup,
    PlaceDiver,
    Power,
    Turn,
)
from pearlboard.games.perladora.rules.targets import (
    backup_spaces,
    has_diver_action,
    has_turn,
    legal_edges,
    look_spaces,
    necklace_spaces,
    power_left,
)
from pearlboard.games.perladora.rules.territories import empty_spaces, open_edges
from pearlboard.geometry import GRID, Bits, Edge

# --- one by one --------------------------------------------------------------------------------------------------


def turns(state: State) -> Iterator[Turn]:
    """All different whole turns of the seat to move; none if it can do nothing or the game is over."""
    public = state.public
    if public.over or not has_turn(public):
        return
    if public.setup.voluntary_pass and public.power_used is None:
        yield Turn(public.to_move, None, Pass())
    for main in _mains(state):
        yield Turn(public.to_move, None, main)
    for power in _powers(state):
        for main in _mains(state_after(state, power)):
            yield Turn(public.to_move, power, main)


def _powers(state: State) -> Iterator[Power]:
    """The Powers that have a target; one that would leave no main action is followed by none."""
    public = state.public
    if not power_left(public):
        return
    match public.setup.clans[public.to_move - 1]:
        case Clan.FISHERMEN:
            yield from (Fishermen(edge) for edge in GRID.edges_in(legal_edges(public)))
        case Clan.CHILDREN:
            yield from (Children(diver.space, diver.value) for diver in _divers(state) if diver.value is not None)
        case Clan.FORAGERS:
            yield from (Foragers(space) for space in GRID.spaces_in(necklace_spaces(public)))
        case Clan.ELDERS:
            yield from (Elders(space) for space in GRID.spaces_in(look_spaces(public)))


def _mains(state: State) -> Iterator[Main]:
    """Main actions without the pass."""
    public = state.public
    yield from _divers(state)
    for edges in _pontoons(public):
        yield LayPontoons(edges)
    for space in GRID.spaces_in(backup_spaces(public)):
        yield PlaceBackup(space)


def _divers(state: State) -> Iterator[PlaceDiver]:
    public = state.public
    if public.left[public.to_move - 1]:
        values = _values(state.hands[public.to_move - 1])
        for space in GRID.spaces_in(empty_spaces(public)):
            for value in values:
                yield PlaceDiver(space, value)


def _values(hand: Hand) -> tuple[int, ...]:
    return tuple(value for value, count in enumerate(hand, 1) if count)


def _pontoons(public: Public) -> Iterator[tuple[Edge, ...]]:
    edges, supply = open_edges(public), public.pontoons_left
    first_edges = GRID.edges_in(legal_edges(public))
    for index, first in enumerate(first_edges):
        yield (first,)
        if supply > 1:
            legal = _legal(edges ^ GRID.bit[first])
            yield from ((first, second) for second in first_edges[index + 1 :] if GRID.bit[second] & legal)


# --- in bulk -----------------------------------------------------------------------------------------------------


def count_turns(state: State) -> int:
    """How many different whole turns there are, counted without listing them."""
    public = state.public
    if public.over or not has_turn(public):
        return 0
    mains = _count_mains(state)
    if public.power_used is not None:
        return mains
    return mains + _count_with_power(state, mains) + public.setup.voluntary_pass


def _count_mains(state: State) -> int:
    public = state.public
    edges, supply = open_edges(public), public.pontoons_left
    pontoons = sum(_count_sets(edges, size) for size in (1, 2) if size <= supply)
    return _count_divers(state) + pontoons + backup_spaces(public).bit_count()


def _count_divers(state: State) -> int:
    public = state.public
    if not has_diver_action(public):
        return 0
    return empty_spaces(public).bit_count() * len(_values(state.hands[public.to_move - 1]))


def _count_with_power(state: State, mains: int) -> int:
    """Turns that begin with a Power, where `mains` counts the main actions without one."""
    public = state.public
    if not public.setup.advanced or not public.powers[public.to_move - 1]:
        return 0
    match public.setup.clans[public.to_move - 1]:
        case Clan.FISHERMEN:
            return _count_with_extra_pontoon(state)
        case Clan.CHILDREN:
            return sum(_count_mains(state_after(state, power)) for power in _powers(state))
        case Clan.FORAGERS:
            return necklace_spaces(public).bit_count() * mains
        case Clan.ELDERS:
            return look_spaces(public).bit_count() * mains


def _count_with_extra_pontoon(state: State) -> int:
    """A legal set of Pontoons is legal in any order (ruling 3); of two or three, any may be the extra one."""
    public = state.public
    edges, supply = open_edges(public), public.pontoons_left
    if not supply:
        return 0
    pontoons = sum(size * _count_sets(edges, size) for size in (2, 3) if size <= supply)
    divers = _count_sets(edges, 1) * _count_divers(state)
    backups = sum(backup_spaces(table_after(public, power)).bit_count() for power in _powers(state))
    return pontoons + divers + backups


def _legal(edges: Bits) -> Bits:
    return edges & ~GRID.edges_cutting_off_under_four(edges)


@lru_cache(maxsize=1024)
def _count_sets(edges: Bits, size: int) -> int:
    """How many sets of `size` open edges may be closed together."""
    legal = _legal(edges)
    return legal.bit_count() if size == 1 else _count_further(edges, legal, size - 1)


def _count_further(edges: Bits, candidates: Bits, size: int) -> int:
    """Sets of one of the `candidates` and `size` higher ones. What is illegal stays so when more edges are closed."""
    total = 0
    while candidates:
        first = candidates & -candidates
        candidates ^= first
        closed = edges ^ first
        further = candidates & ~GRID.edges_cutting_off_under_four(closed)
        total += further.bit_count() if size == 1 else _count_further(closed, further, size - 1)
    return total


def perft(state: State, depth: int) -> int:
    """How many sequences of exactly `depth` whole turns there are."""
    if depth == 0:
        return 1
    if depth == 1:
        return count_turns(state)
    return sum(perft(_played(state, turn), depth - 1) for turn in turns(state))


def _played(state: State, turn: Turn) -> State:
    """The state after a turn that is known to be legal."""
    if turn.power is not None:
        state = state_after(state, turn.power)
    return state_after(state, turn.main)
