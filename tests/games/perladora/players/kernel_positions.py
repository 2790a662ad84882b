"""The rules' positions as the kernel's, and any game to take them from; written apart from what the product does."""

import random
from dataclasses import replace

from pearlboard.games.perladora.players import actions
from pearlboard.games.perladora.players.kernel import Position
from pearlboard.games.perladora.rules import handicaps
from pearlboard.games.perladora.rules.handicaps import COSTS
from pearlboard.games.perladora.rules.options import steps
from pearlboard.games.perladora.rules.play import apply
from pearlboard.games.perladora.rules.setup import deal, opening, with_edition
from pearlboard.games.perladora.rules.state import Clan, Edition, Setup
from pearlboard.games.perladora.rules.steps import (
    Children,
    Elders,
    Fishermen,
    Foragers,
    LayPontoons,
    Pass,
    PlaceBackup,
    PlaceDiver,
)
from pearlboard.games.perladora.rules.view import view
from pearlboard.geometry import GRID

CLANS = {
    Clan.FISHERMEN: actions.FISHERMEN,
    Clan.FORAGERS: actions.FORAGERS,
    Clan.CHILDREN: actions.CHILDREN,
    Clan.ELDERS: actions.ELDERS,
}
KINDS = ("diver", "pontoon", "pontoons", "backup", "power", "pass")
HALF = (1 << 40) - 1


def any_setup(rng):
    """Of all games that can be agreed on."""
    players = rng.randint(2, 4)
    setup = Setup(players, tuple(rng.sample(list(Clan), players)), deal(rng), advanced=rng.random() < 0.7)
    setup = with_edition(setup, rng.choice(list(Edition)))
    setup = replace(setup, elders_own=rng.random() < 0.5, voluntary_pass=rng.random() < 0.5)
    apart = random.Random(repr(setup))
    names = [apart.choice(("", *COSTS[players])) for _ in setup.seats]
    return replace(setup, without=handicaps.values(names, players) if apart.random() < 0.3 else ())


def any_game(rng):
    """Every position of one game, the last one over; each game has a taste of its own for kinds of step."""
    state = opening(any_setup(rng), 1)
    taste = {kind: rng.random() ** 2 + 0.01 for kind in KINDS} | {"pass": 0.01}
    while not state.public.over:
        yield state
        seat = state.public.to_move
        kinds = steps(view(state, seat))
        kind = rng.choices(list(kinds), [taste[kind] for kind in kinds])[0]
        state = apply(state, rng.choice(kinds[kind]))
    yield state


def as_position(state):
    """The kernel's position that means the same."""
    public = state.public
    setup = public.setup
    position = Position(setup.players, int(setup.advanced))
    for farm, pearls in setup.farms.items():
        position.set_farm(GRID.index(farm), pearls)
    for seat in setup.seats:
        at = seat - 1
        position.set_seat(at, CLANS[setup.clans[at]], public.powers[at], int(public.backups[at]), int(public.done[at]))
        for value, count in enumerate(state.hands[at], 1):
            position.set_hand(at, value, count)
    for space, diver in public.divers.items():
        position.set_diver(GRID.index(space), diver.seat - 1, state.values[space], diver.necklaces, int(diver.backup))
    position.set_room()
    still_open = GRID.all_edges & ~public.pontoons
    position.set_edges(still_open & HALF, still_open >> 40, public.pontoons_left)
    position.set_turn(
        public.to_move - 1, int(public.power_used is not None), int(setup.voluntary_pass), int(setup.elders_own)
    )
    return position


def number(step):
    """The action that a step of one placement is."""
    match step:
        case PlaceDiver(space, value):
            return actions.DIVER + 5 * GRID.index(space) + value - 1
        case LayPontoons((edge,)):
            return actions.EDGE + edge_number(edge)
        case PlaceBackup(space):
            return actions.BACKUP + GRID.index(space)
        case Pass():
            return actions.PASS
        case Fishermen(edge):
            return actions.EXTRA_EDGE + edge_number(edge)
        case Children(space, value):
            return actions.EXTRA_DIVER + 5 * GRID.index(space) + value - 1
        case Foragers(space):
            return actions.NECKLACE + GRID.index(space)
        case Elders(space):
            return actions.LOOK + GRID.index(space)


def edge_number(edge):
    return GRID.bit[edge].bit_length() - 1


def listed(position, by_value=1):
    """The actions that the kernel sees, each once."""
    found = [position.action(index) for index in range(position.list_actions(by_value))]
    assert len(found) == len(set(found))
    return set(found)


def any_state(seed):
    """A position somewhere in a game."""
    rng = random.Random(seed)
    game = list(any_game(rng))
    return rng.choice(game)


def forgetful(state, seat):
    """The same position, but none of the seat's hidden Divers was said."""
    hand, values = list(state.hands[seat - 1]), dict(state.values)
    for space, diver in state.public.divers.items():
        if diver.seat == seat and diver.shown is None:
            hand[values[space] - 1] += 1
            values[space] = None
    hands = (*state.hands[: seat - 1], tuple(hand), *state.hands[seat:])
    return state.changed(values=values, hands=hands, looks={})


def late_positions(seed):
    """Those of a game in which little room is left, as the seat to move knows them when it has said nothing."""
    for state in any_game(random.Random(seed)):
        if len(state.public.divers) > 20 and not state.public.over:
            yield forgetful(state, state.public.to_move)
