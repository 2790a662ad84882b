"""May the seat to move play this step? Answers with nothing, or with the refusal that players should hear first.

Two Pontoons of one action are judged by the partition that both leave behind. Laying a Pontoon never makes another one
legal, so their order cannot matter.
"""

from typing import Final

from pearlboard.games.perladora.rules.effects import CLAN_OF, table_after
from pearlboard.games.perladora.rules.refusals import (
    BackupPresent,
    EdgeTaken,
    GameOver,
    NoBackupLeft,
    NoMainActionLeft,
    NoPontoonLeft,
    NoPowerLeft,
    NoSuchDiver,
    NoTarget,
    NothingDone,
    NotOwnDiver,
    OwnTarget,
    PartnerTarget,
    PassNotAllowed,
    PowerAlreadyPlayed,
    SpaceIsFarm,
    SpaceTaken,
    StandardGame,
    TerritoryFull,
    TerritoryNotFull,
    TerritoryTooSmall,
    TooManyPontoons,
    WrongClan,
)
from pearlboard.games.perladora.rules.state import TERRITORY_MIN, Hand, Public
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
from pearlboard.games.perladora.rules.targets import divers_of, has_turn
from pearlboard.games.perladora.rules.territories import FARM_SPACES, empty_spaces, open_edges
from pearlboard.geometry import GRID, Bits, Edge, Space

PONTOONS_A_TURN: Final = 2


def judge(public: Public, hand: Hand | None, step: Step) -> None:
    """Raise the `IllegalStep` that forbids `step` to `public.to_move`.

    `hand` None: the caller does not know the hand, so values are not checked. A Diver's `value` None: its value is
    not said, so only the number of Divers left counts.
    """
    if public.over:
        raise GameOver
    match step:
        case PlaceDiver(space, value):
            _judge_diver(public, hand, space, value)
        case LayPontoons(edges):
            _judge_pontoons(public, edges)
        case PlaceBackup(space):
            _judge_backup(public, space)
        case Pass():
            _judge_pass(public)
        case _:
            _judge_power(public, hand, step)


def _judge_diver(public: Public, hand: Hand | None, space: Space, value: int | None) -> None:
    if GRID.bit[space] & FARM_SPACES:
        raise SpaceIsFarm(space)
    if space in public.divers:
        raise SpaceTaken(space)
    if not public.left[public.to_move - 1]:
        raise NoSuchDiver(space, None)
    if hand is not None and value is not None and not (1 <= value <= len(hand) and hand[value - 1]):
        raise NoSuchDiver(space, value)


def _judge_pontoons(public: Public, edges: tuple[Edge, ...]) -> None:
    """Judge by the final partition (ruling 3): a legal one has only legal ones before it, in either order."""
    if not edges:
        raise NothingDone
    if len(edges) > PONTOONS_A_TURN:
        raise TooManyPontoons(edges)
    still_open = open_edges(public)
    for edge in edges:
        if not GRID.bit[edge] & still_open:
            raise EdgeTaken(edge)
        still_open ^= GRID.bit[edge]
    if len(edges) > public.pontoons_left:
        raise NoPontoonLeft(edges, public.pontoons_left)
    still_open = open_edges(public)
    for edge in edges:
        still_open ^= GRID.bit[edge]
        _judge_cut(edge, still_open)


def _judge_cut(edge: Edge, open_edges: Bits) -> None:
    for side in (edge.first, edge.second):
        region = GRID.region(GRID.bit[side], open_edges)
        if region.bit_count() < TERRITORY_MIN:
            raise TerritoryTooSmall(edge, frozenset(GRID.spaces_in(region)))


def _judge_backup(public: Public, space: Space) -> None:
    if not public.setup.advanced:
        raise StandardGame
    if not public.backups[public.to_move - 1]:
        raise NoBackupLeft(space)
    diver = public.divers.get(space)
    if diver is None or diver.seat != public.to_move:
        raise NotOwnDiver(space)
    region = _territory(public, space)
    if empty := region & empty_spaces(public):
        raise TerritoryNotFull(space, frozenset(GRID.spaces_in(empty)))
    for other in GRID.spaces_in(region):
        if other in public.divers and public.divers[other].backup:
            raise BackupPresent(space, other)


def _judge_pass(public: Public) -> None:
    """Only a seat that could do something may give up; one that cannot is done without a turn (rulings 5, 7)."""
    if not public.setup.voluntary_pass or public.power_used is not None or not has_turn(public):
        raise PassNotAllowed


# --- Powers ------------------------------------------------------------------------------------------------------


def _judge_power(public: Public, hand: Hand | None, power: Power) -> None:
    if not public.setup.advanced:
        raise StandardGame
    clan = CLAN_OF[type(power)]
    if public.setup.clans[public.to_move - 1] is not clan:
        raise WrongClan(clan)
    if public.power_used is not None:
        raise PowerAlreadyPlayed
    if not public.powers[public.to_move - 1]:
        raise NoPowerLeft
    match power:
        case Fishermen(edge):
            _judge_pontoons(public, (edge,))
        case Children(space, value):
            _judge_diver(public, hand, space, value)
        case Foragers(space):
            _judge_necklace(public, space)
        case Elders(space):
            _judge_look(public, space)
    if not has_turn(table_after(public, power)):
        raise NoMainActionLeft


def _judge_necklace(public: Public, space: Space) -> None:
    _judge_target(public, space, own_allowed=False)
    region = _territory(public, space)
    if not region & divers_of(public, public.to_move):
        raise NoTarget(space, alone=True)
    if not region & empty_spaces(public):
        raise TerritoryFull(space)


def _judge_look(public: Public, space: Space) -> None:
    _judge_target(public, space, own_allowed=public.setup.elders_own)


def _judge_target(public: Public, space: Space, *, own_allowed: bool) -> None:
    """A Power is for a Diver on the board, never a partner's, an own one only where that is allowed."""
    diver = public.divers.get(space)
    if diver is None:
        raise NoTarget(space)
    if diver.seat == public.to_move:
        if not own_allowed:
            raise OwnTarget(space)
    elif public.setup.side(diver.seat) == public.setup.side(public.to_move):
        raise PartnerTarget(space)


def _territory(public: Public, space: Space) -> Bits:
    return GRID.region(GRID.bit[space], open_edges(public))
