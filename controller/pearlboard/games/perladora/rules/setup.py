"""Before the first turn: dealing the Pearls, agreeing on a game that can be played, and its opening position."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace

from pearlboard.games.perladora.rules.state import (
    CLUSTERS,
    DIVERS,
    FARMS,
    POWERS,
    Clan,
    Edition,
    Public,
    Setup,
    Stage,
    State,
)
from pearlboard.games.refusals import BadSetup
from pearlboard.games.values import Seat
from pearlboard.geometry import Space
from pearlboard.texts import say


class WrongNumberOfPlayers(BadSetup):
    rule = "wrong_number_of_players"
    part = "players"

    def __init__(self, players: int) -> None:
        super().__init__("the game is for 2 to 4 players", say(self.rule, count=players))


class ClanMissing(BadSetup):
    rule = "clan_missing"
    part = "clans"

    def __init__(self, players: int, clans: int) -> None:
        super().__init__(f"{players} players need {players} clans, not {clans}", say(self.rule, count=players))


class ClanTwice(BadSetup):
    rule = "clan_twice"
    part = "clans"

    def __init__(self, clan: Clan) -> None:
        super().__init__(f"the clan {str(clan)!r} is chosen twice", say(self.rule, clan=say(f"clan_{clan}")))


class WrongFarms(BadSetup):
    rule = "wrong_farms"
    part = "farms"

    def __init__(self) -> None:
        super().__init__(f"the farms are {', '.join(str(farm) for farm in sorted(FARMS))}", say(self.rule))


class WrongClusters(BadSetup):
    rule = "wrong_clusters"
    part = "farms"

    def __init__(self, clusters: Sequence[int]) -> None:
        super().__init__(
            f"the clusters must be {', '.join(str(cluster) for cluster in CLUSTERS)}",
            say(self.rule, clusters=tuple(CLUSTERS), count=sum(clusters)),
        )


class WrongDivers(BadSetup):
    rule = "wrong_divers"
    part = "without"

    def __init__(self, seat: Seat) -> None:
        super().__init__(f"seat {seat} has no such Divers to leave in the box", say(self.rule, number=seat))


class NoSuchSeat(BadSetup):
    rule = "no_such_seat"
    part = "to_move"

    def __init__(self, seat: Seat, players: int) -> None:
        super().__init__(f"there is no seat {seat} with {players} players", say(self.rule, number=seat))


def deal(rng: random.Random) -> Mapping[Space, int]:
    """Deal one cluster to every Farm, at random."""
    return dict(zip(FARMS, rng.sample(CLUSTERS, len(CLUSTERS)), strict=True))


def with_edition(setup: Setup, edition: Edition) -> Setup:
    """`setup` with the two switches as that rulebook has them (ruling 6)."""
    return replace(setup, edition=edition, voluntary_pass=edition is Edition.FR, elders_own=edition is Edition.EN)


def check(setup: Setup, first: Seat = 1) -> None:
    """Raise the `BadSetup` that stands against playing so, with `first` to begin."""
    if setup.players not in DIVERS:
        raise WrongNumberOfPlayers(setup.players)
    if len(setup.clans) != setup.players:
        raise ClanMissing(setup.players, len(setup.clans))
    for clan in setup.clans:
        if setup.clans.count(clan) > 1:
            raise ClanTwice(clan)
    if setup.farms.keys() != set(FARMS):
        raise WrongFarms
    if sorted(setup.farms.values()) != list(CLUSTERS):
        raise WrongClusters(tuple(setup.farms.values()))
    _check_divers(setup)
    if first not in setup.seats:
        raise NoSuchSeat(first, setup.players)


def _check_divers(setup: Setup) -> None:
    """Raise `WrongDivers` unless each seat has the Divers that it leaves in the box."""
    if setup.without and len(setup.without) != setup.players:
        raise WrongDivers(len(setup.without))
    for seat, out in enumerate(setup.without, 1):
        if min(setup.divers(seat)) < 0 or not {*out} <= {1, 2, 3, 4, 5}:
            raise WrongDivers(seat)


def opening(setup: Setup, first: Seat, stage: Stage = Stage.PLAYING) -> State:
    """The opening state; `BadSetup` if the setup cannot be played. An evening begins with `Stage.PEARLS`."""
    check(setup, first)
    seats = setup.seats
    hands = tuple(setup.divers(seat) for seat in seats)
    public = Public(
        setup=setup,
        to_move=first,
        left=tuple(sum(hand) for hand in hands),
        pontoons=0,
        divers={},
        powers=tuple(POWERS[clan] if setup.advanced else 0 for clan in setup.clans),
        backups=tuple(setup.advanced for _ in seats),
        done=tuple(False for _ in seats),
        stage=stage,
        laid=0 if stage is Stage.PEARLS else len(FARMS),
    )
    return State(public, values={}, hands=hands)
