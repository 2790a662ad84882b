"""Why a step is refused. Every reason is a class with a stable name, the sites it is about, and words for players.

The names are part of the project's promises: `replay` prints them, and each has its sentence under that name in
`texts/`. Refusing never changes anything.
"""

from typing import ClassVar

from pearlboard.errors import PearlboardError
from pearlboard.games.perladora.rules.state import Clan
from pearlboard.games.refusals import IllegalAction
from pearlboard.games.values import NOWHERE, Seat
from pearlboard.geometry import Edge, Site, Space
from pearlboard.texts import say


class IllegalStep(IllegalAction):
    """A step that the rules do not allow. `sites` are what a light may point at."""

    rule: ClassVar[str]


# --- whose turn it is --------------------------------------------------------------------------------------------


class NotYourTurn(IllegalStep):
    rule = "not_your_turn"

    def __init__(self, seat: Seat, to_move: Seat) -> None:
        super().__init__(say(self.rule, seat=seat, to_move_seat=to_move))


class GameOver(IllegalStep):
    rule = "game_over"

    def __init__(self) -> None:
        super().__init__(say(self.rule))


class NothingDone(IllegalStep):
    """An empty turn is not allowed (ruling 5)."""

    rule = "nothing_done"

    def __init__(self) -> None:
        super().__init__(say(self.rule))


class PassNotAllowed(IllegalStep):
    """Passing is not voluntary here, comes after a Power, or there is nothing left to give up (rulings 6, 10)."""

    rule = "pass_not_allowed"

    def __init__(self) -> None:
        super().__init__(say(self.rule))


# --- a Diver -----------------------------------------------------------------------------------------------------


class SpaceTaken(IllegalStep):
    rule = "space_taken"

    def __init__(self, space: Space) -> None:
        super().__init__(say(self.rule, space=space), frozenset({space}))


class SpaceIsFarm(IllegalStep):
    rule = "space_is_farm"

    def __init__(self, space: Space) -> None:
        super().__init__(say(self.rule, space=space), frozenset({space}))


class NoSuchDiver(IllegalStep):
    """The hand holds no Diver of that value; with `value` None, no Diver at all."""

    rule = "no_such_diver"

    def __init__(self, space: Space, value: int | None) -> None:
        sentence = say("no_diver_left") if value is None else say(self.rule, value=value)
        super().__init__(sentence, frozenset({space}))


# --- Pontoons ----------------------------------------------------------------------------------------------------


class EdgeTaken(IllegalStep):
    rule = "edge_taken"

    def __init__(self, edge: Edge) -> None:
        super().__init__(say(self.rule, edge=edge), frozenset({edge}))


class NoPontoonLeft(IllegalStep):
    rule = "no_pontoon_left"

    def __init__(self, edges: tuple[Edge, ...], count: int) -> None:
        super().__init__(say(self.rule, count=count), frozenset(edges))


class TooManyPontoons(IllegalStep):
    rule = "too_many_pontoons"

    def __init__(self, edges: tuple[Edge, ...]) -> None:
        super().__init__(say(self.rule), frozenset(edges))


class TerritoryTooSmall(IllegalStep):
    """`region` is the territory under 4 spaces that the Pontoon at `edge` would close."""

    rule = "territory_too_small"

    def __init__(self, edge: Edge, region: frozenset[Space]) -> None:
        super().__init__(say(self.rule, count=len(region), edge=edge), frozenset({edge, *region}))
        self.edge = edge
        self.region = region


# --- Powers ------------------------------------------------------------------------------------------------------


class StandardGame(IllegalStep):
    """Powers and Backups belong to the advanced rules."""

    rule = "standard_game"

    def __init__(self) -> None:
        super().__init__(say(self.rule))


class NoPowerLeft(IllegalStep):
    rule = "no_power_left"

    def __init__(self) -> None:
        super().__init__(say(self.rule))


class PowerAlreadyPlayed(IllegalStep):
    """At most one Power a turn (ruling 10). A record cannot even say two, so no record meets this one."""

    rule = "power_already_played"

    def __init__(self) -> None:
        super().__init__(say(self.rule))


class WrongClan(IllegalStep):
    rule = "wrong_clan"

    def __init__(self, clan: Clan) -> None:
        super().__init__(say(self.rule, clan=say(f"clan_{clan}")))


class NoTarget(IllegalStep):
    """No Diver lies there, or (`alone`) no Forager is in its territory."""

    rule = "no_target"

    def __init__(self, space: Site, *, alone: bool = False) -> None:
        super().__init__(say("no_forager_near" if alone else self.rule, space=space), frozenset({space}))


class PartnerTarget(IllegalStep):
    rule = "partner_target"

    def __init__(self, space: Space) -> None:
        super().__init__(say(self.rule, space=space), frozenset({space}))


class OwnTarget(IllegalStep):
    rule = "own_target"

    def __init__(self, space: Space) -> None:
        super().__init__(say(self.rule, space=space), frozenset({space}))


class TerritoryFull(IllegalStep):
    rule = "territory_full"

    def __init__(self, space: Space) -> None:
        super().__init__(say(self.rule, space=space), frozenset({space}))


class NoMainActionLeft(IllegalStep):
    """The Power would leave nothing to do after it (ruling 10)."""

    rule = "no_main_action_left"

    def __init__(self, sites: frozenset[Site] = NOWHERE) -> None:
        super().__init__(say(self.rule), sites)


class FaceUpUnsaid(IllegalStep):
    """The Children's extra Diver lies face up, so its value must be known before it is played (ruling 12)."""

    rule = "face_up_unsaid"

    def __init__(self, space: Space) -> None:
        super().__init__(say(self.rule, space=space), frozenset({space}))


# --- the Backup --------------------------------------------------------------------------------------------------


class NoBackupLeft(IllegalStep):
    rule = "no_backup_left"

    def __init__(self, space: Space) -> None:
        super().__init__(say(self.rule), frozenset({space}))


class NotOwnDiver(IllegalStep):
    rule = "not_own_diver"

    def __init__(self, space: Space) -> None:
        super().__init__(say(self.rule, space=space), frozenset({space}))


class TerritoryNotFull(IllegalStep):
    """`empty` are the spaces that keep the territory from being full."""

    rule = "territory_not_full"

    def __init__(self, space: Space, empty: frozenset[Space]) -> None:
        super().__init__(say(self.rule, count=len(empty), space=space), frozenset({space, *empty}))
        self.empty = empty


class BackupPresent(IllegalStep):
    rule = "backup_present"

    def __init__(self, space: Space, backup: Space) -> None:
        super().__init__(say(self.rule, backup=backup, space=space), frozenset({space, backup}))


# --- not a step ---------------------------------------------------------------------------------------------------


class ValuesMissing(PearlboardError, ValueError):
    """Divers lie on the board whose values were not given."""

    def __init__(self, spaces: frozenset[Space]) -> None:
        super().__init__(f"the values of the Divers at {', '.join(str(space) for space in sorted(spaces))} are unknown")
        self.spaces = spaces


# --- the reveal --------------------------------------------------------------------------------------------------


class ValueTaken(IllegalStep):
    """At the reveal: all Divers of that value which the player has are said to lie on other `spaces`."""

    rule = "value_taken"

    def __init__(self, seat: Seat, value: int, spaces: frozenset[Space]) -> None:
        name = self.rule if spaces else "value_never"
        super().__init__(say(name, count=len(spaces), seat=seat, spaces=spaces, value=value), frozenset(spaces))


class LiesFaceUp(IllegalStep):
    """At the reveal: what everybody sees is not for anybody to say."""

    rule = "lies_face_up"

    def __init__(self, space: Space, value: int) -> None:
        super().__init__(say(self.rule, space=space, value=value), frozenset({space}))
