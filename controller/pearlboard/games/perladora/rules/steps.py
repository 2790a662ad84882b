"""The steps of a turn: at most one Power, then one main action. Each is confirmed by itself.

The notation is the record's: `["diver", "b3", 4]`; it stands in `notation`.
"""

from dataclasses import dataclass
from typing import Final, TypeAlias

from pearlboard.games.values import Seat
from pearlboard.geometry import Edge, Space


@dataclass(frozen=True, slots=True)
class PlaceDiver:
    """Lay a Diver face down. `value` is None while it is not known to the program."""

    space: Space
    value: int | None = None


@dataclass(frozen=True, slots=True)
class LayPontoons:
    """Lay one or two Pontoons; their order never matters (ruling 3), so they are kept sorted."""

    edges: tuple[Edge, ...]


@dataclass(frozen=True, slots=True)
class PlaceBackup:
    """Put the Backup token on an own Diver in a full territory."""

    space: Space


@dataclass(frozen=True, slots=True)
class Pass:
    """Play no more in this game; only where passing is voluntary (ruling 6)."""


@dataclass(frozen=True, slots=True)
class Fishermen:
    """Power: an extra Pontoon."""

    edge: Edge


@dataclass(frozen=True, slots=True)
class Children:
    """Power: an extra Diver, face up."""

    space: Space
    value: int


@dataclass(frozen=True, slots=True)
class ExtraDiver:
    """A draft of `Children`, whose Diver's value has not been said; it cannot be played before."""

    space: Space


@dataclass(frozen=True, slots=True)
class Foragers:
    """Power: a necklace for an opponent's Diver."""

    space: Space


@dataclass(frozen=True, slots=True)
class Elders:
    """Power: look at a Diver."""

    space: Space


@dataclass(frozen=True, slots=True)
class TellValue:
    """Out of turn, for the seat's own knowledge: what its Diver on a space is worth; None takes a word back."""

    space: Space
    value: int | None


# --- what all do together ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LayPearls:
    """The cluster of one farm lies on it."""

    farm: Space


@dataclass(frozen=True, slots=True)
class Begin:
    """Begin the first turn: all Pearls are on the board."""


@dataclass(frozen=True, slots=True)
class SayValue:
    """At the reveal: what a Diver is worth; None takes an earlier word back."""

    space: Space
    value: int | None


@dataclass(frozen=True, slots=True)
class ShowTerritory:
    """The reveal, or the count, comes to this territory (from 0). The first one turns the Divers up."""

    index: int


@dataclass(frozen=True, slots=True)
class AgreeOnValues:
    """The table agrees on every value; what nobody spoke of is what it was taken for."""


@dataclass(frozen=True, slots=True)
class Counted:
    """Every territory was counted."""


Main: TypeAlias = PlaceDiver | LayPontoons | PlaceBackup | Pass
Power: TypeAlias = Fishermen | Children | Foragers | Elders
Step: TypeAlias = Main | Power
Together: TypeAlias = LayPearls | Begin | SayValue | ShowTerritory | AgreeOnValues | Counted
"""An action of the table, not of a seat."""
Action: TypeAlias = Step | Together | TellValue
TOGETHER: Final = (LayPearls, Begin, SayValue, ShowTerritory, AgreeOnValues, Counted)


@dataclass(frozen=True, slots=True)
class Turn:
    """A whole turn of a seat."""

    seat: Seat
    power: Power | None
    main: Main
