"""From what a seat knows to the kernel's numbers, and from the kernel's actions back to steps."""

from collections.abc import Mapping, Sequence
from typing import Final

from pearlboard.games.perladora.players import actions
from pearlboard.games.perladora.players.kernel import Position
from pearlboard.games.perladora.players.search import Search
from pearlboard.games.perladora.rules.state import FARMS, Clan, Hand, Public, View
from pearlboard.games.perladora.rules.steps import (
    Children,
    Elders,
    Fishermen,
    Foragers,
    LayPontoons,
    Pass,
    PlaceBackup,
    PlaceDiver,
    Step,
)
from pearlboard.games.perladora.rules.territories import open_edges
from pearlboard.games.values import Seat
from pearlboard.geometry import GRID, Edge, Space

CLANS: Final[Mapping[Clan, int]] = {
    Clan.FISHERMEN: actions.FISHERMEN,
    Clan.FORAGERS: actions.FORAGERS,
    Clan.CHILDREN: actions.CHILDREN,
    Clan.ELDERS: actions.ELDERS,
}
_SPACES: Final = (1 << GRID.size) - 1
_EDGES: Final[Mapping[int, Edge]] = {GRID.bit[edge].bit_length() - 1: edge for edge in GRID.edges}


def position(public: Public, values: Mapping[Space, int], hands: Sequence[Hand]) -> Position:
    """The kernel's position. A Diver that is not in `values` counts 1 until it is guessed; `hands` in seat order."""
    setup = public.setup
    found = Position(setup.players, int(setup.advanced))
    for farm in FARMS:
        found.set_farm(GRID.index(farm), setup.farms[farm])
    for space, diver in public.divers.items():
        found.set_diver(GRID.index(space), diver.seat - 1, values.get(space, 1), diver.necklaces, int(diver.backup))
    found.set_room()
    edges = open_edges(public)
    found.set_edges(edges & _SPACES, edges >> GRID.size, public.pontoons_left)
    for index, hand in enumerate(hands):
        found.set_seat(
            index, CLANS[setup.clans[index]], public.powers[index], int(public.backups[index]), int(public.done[index])
        )
        for value, count in enumerate(hand, 1):
            found.set_hand(index, value, count)
    found.set_turn(
        public.to_move - 1, int(public.power_used is not None), int(setup.voluntary_pass), int(setup.elders_own)
    )
    return found


def known_position(knowledge: View) -> Position:
    """The position, where the value of every Diver on the board is known, and so what all hands are."""
    public = knowledge.public
    hands = tuple(_some(_known_pool(knowledge, seat), public.left[seat - 1]) for seat in public.setup.seats)
    return position(public, {space: knowledge.values[space] for space in public.divers}, hands)


def search(knowledge: View, seed: int, capacity: int) -> Search:
    """A search for the seat that knows this, told what it does not know."""
    public = knowledge.public
    pools = {seat: _pool(knowledge, seat) for seat in public.setup.seats}
    hands = tuple(_some(pools[seat], public.left[seat - 1]) for seat in public.setup.seats)
    found = Search(position(public, knowledge.values, hands), seed, capacity)
    for seat, pool in pools.items():
        for value, count in enumerate(pool, 1):
            found.set_pool(seat - 1, value, count)
    for space, diver in public.divers.items():
        if space not in knowledge.values:
            found.unknown(diver.seat - 1, GRID.index(space))
    return found


def _pool(knowledge: View, seat: Seat) -> Hand:
    """The Divers of a seat that may be anywhere, as far as is known: in the hand, or face down on the board."""
    if seat == knowledge.viewer and knowledge.hand is not None:
        return knowledge.hand
    return _known_pool(knowledge, seat)


def _known_pool(knowledge: View, seat: Seat) -> Hand:
    """The same by what lies on the board alone, whoever looks."""
    counts = list(knowledge.public.setup.divers(seat))
    for space, value in knowledge.values.items():
        if knowledge.public.divers[space].seat == seat:
            counts[value - 1] -= 1
    ones, twos, threes, fours, fives = counts
    return ones, twos, threes, fours, fives


def _some(pool: Hand, count: int) -> Hand:
    """Any `count` Divers of the pool: before the first guess only their number matters."""
    counts = []
    for held in pool:
        counts.append(min(held, count))
        count -= counts[-1]
    ones, twos, threes, fours, fives = counts
    return ones, twos, threes, fours, fives


def edge_of(number: int) -> Edge:
    """The edge of an action's number, counted from `EDGE` or `EXTRA_EDGE`."""
    return _EDGES[number]


def step_of(action: int) -> Step:
    """The step of an action; a single Pontoon as one line."""
    kinds = (
        (actions.DIVER, lambda n: LayPontoons((edge_of(n),))),
        (actions.BACKUP, lambda n: PlaceDiver(*_space_and_value(n - actions.DIVER))),
        (actions.NECKLACE, lambda n: PlaceBackup(GRID.spaces[n - actions.BACKUP])),
        (actions.LOOK, lambda n: Foragers(GRID.spaces[n - actions.NECKLACE])),
        (actions.EXTRA_DIVER, lambda n: Elders(GRID.spaces[n - actions.LOOK])),
        (actions.EXTRA_EDGE, lambda n: Children(*_space_and_value(n - actions.EXTRA_DIVER))),
        (actions.ENOUGH, lambda n: Fishermen(edge_of(n - actions.EXTRA_EDGE))),
    )
    for limit, made in kinds:
        if action < limit:
            return made(action)
    if action == actions.PASS:
        return Pass()
    raise ValueError(f"action {action} is no step by itself")


def actions_of(step: Step) -> tuple[int, ...]:
    """The actions that a step is: of Pontoons two, the second of which may be that there is none."""
    match step:
        case LayPontoons(edges):
            first, second = (*(actions.EDGE + _number(edge) for edge in edges), actions.ENOUGH)[:2]
            return first, second
        case Fishermen(edge):
            return (actions.EXTRA_EDGE + _number(edge),)
        case PlaceDiver(space, int(value)) | Children(space, int(value)):
            begin = actions.DIVER if isinstance(step, PlaceDiver) else actions.EXTRA_DIVER
            return (begin + 5 * GRID.index(space) + value - 1,)
        case Pass():
            return (actions.PASS,)
        case PlaceBackup(space) | Foragers(space) | Elders(space):
            return (_AT[type(step)] + GRID.index(space),)
        case _:
            raise ValueError("what a Diver is worth must be known")


_AT: Final = {PlaceBackup: actions.BACKUP, Foragers: actions.NECKLACE, Elders: actions.LOOK}


def _number(edge: Edge) -> int:
    return GRID.bit[edge].bit_length() - 1


def _space_and_value(number: int) -> tuple[Space, int]:
    return GRID.spaces[number // 5], number % 5 + 1
