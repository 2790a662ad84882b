"""The effects of a step that is known to be legal: the table, the secrets behind it, and whose turn it is."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final, TypeVar

from pearlboard.games.perladora.rules.state import Clan, Diver, Hand, Public, State
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
from pearlboard.games.perladora.rules.targets import has_turn
from pearlboard.games.values import Seat
from pearlboard.geometry import GRID

CLAN_OF: Final[Mapping[type[Power], Clan]] = {
    Fishermen: Clan.FISHERMEN,
    Children: Clan.CHILDREN,
    Foragers: Clan.FORAGERS,
    Elders: Clan.ELDERS,
}

_T = TypeVar("_T")


def table_after(public: Public, step: Step) -> Public:
    """The table when the seat to move has played `step`; it is still that seat's turn."""
    seat = public.to_move
    match step:
        case PlaceDiver(space):
            return replace(public, left=_less(public.left, seat), divers={**public.divers, space: Diver(seat)})
        case LayPontoons(edges):
            return replace(public, pontoons=public.pontoons | GRID.bits(edges))
        case PlaceBackup(space):
            return replace(
                public,
                backups=with_item(public.backups, seat, item=False),
                divers={**public.divers, space: replace(public.divers[space], backup=True)},
            )
        case Pass():
            return replace(public, done=with_item(public.done, seat, item=True))
    spent = replace(public, powers=_less(public.powers, seat), power_used=CLAN_OF[type(step)])
    match step:
        case Fishermen(edge):
            return replace(spent, pontoons=public.pontoons | GRID.bit[edge])
        case Children(space, value):
            return replace(
                spent, left=_less(public.left, seat), divers={**public.divers, space: Diver(seat, shown=value)}
            )
        case Foragers(space):
            target = public.divers[space]
            return replace(spent, divers={**public.divers, space: replace(target, necklaces=target.necklaces + 1)})
        case Elders(space):
            return replace(spent, looked=space)


def state_after(state: State, step: Step) -> State:
    """The whole state after `step`; a main action hands the turn over."""
    table = table_after(state.public, step)
    if not isinstance(step, Power):
        table = _next_turn(table)
    seat = state.public.to_move
    match step:
        case PlaceDiver(space, value) | Children(space, value):
            return State(table, {**state.values, space: value}, hand_without(state.hands, seat, value), state.looks)
        case Elders(space):
            seen = {(seat, space): state.values[space]}
            return State(table, state.values, state.hands, {**state.looks, **seen})
        case _:
            return State(table, state.values, state.hands, state.looks)


def skip_done(public: Public) -> Public:
    """Judge whether the seat to move can play at all; one that cannot is done, for good, and so on (ruling 7)."""
    if public.over or has_turn(public):
        return public
    return _next_turn(replace(public, done=with_item(public.done, public.to_move, item=True)))


def _next_turn(public: Public) -> Public:
    """Hand over to the next seat that is not done and can play; the game is over when there is none."""
    players = public.setup.players
    public = replace(public, to_move=public.to_move % players + 1, power_used=None, looked=None)
    for _ in range(players):
        if not public.done[public.to_move - 1]:
            if has_turn(public):
                return public
            public = replace(public, done=with_item(public.done, public.to_move, item=True))
        public = replace(public, to_move=public.to_move % players + 1)
    return public


def with_item(items: tuple[_T, ...], seat: Seat, item: _T) -> tuple[_T, ...]:
    """`items`, a tuple in seat order, with another one for `seat`."""
    return (*items[: seat - 1], item, *items[seat:])


def hand_without(hands: tuple[Hand, ...], seat: Seat, value: int | None, count: int = 1) -> tuple[Hand, ...]:
    """The hands after `seat` has given a Diver of `value`; one of unknown value stays counted."""
    if value is None:
        return hands
    ones, twos, threes, fours, fives = with_item(hands[seat - 1], value, hands[seat - 1][value - 1] - count)
    return with_item(hands, seat, (ones, twos, threes, fours, fives))


def _less(counts: tuple[int, ...], seat: Seat) -> tuple[int, ...]:
    return with_item(counts, seat, counts[seat - 1] - 1)
