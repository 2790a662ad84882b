"""The leaders of a territory, as far as a viewer can tell: from its view alone, so it never knows more than that.

A Diver whose value the viewer does not know is worth anything that its player's Divers leave open. Somebody is ahead
only if that is so whatever the hidden ones are; otherwise nobody can say.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from pearlboard.games.perladora.rules.scoring import worth
from pearlboard.games.perladora.rules.state import View
from pearlboard.games.values import Seat, Side
from pearlboard.geometry import GRID, Bits, Space


@dataclass(frozen=True, slots=True)
class Bounds:
    """The least and the greatest sum of a side's Divers."""

    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Standing:
    """How things stand in one territory.

    divers   how many lie there, by side; only sides that have one
    bounds   what these may be worth together
    backup   whose Backup lies there: that side wins a tie
    """

    divers: Mapping[Side, int]
    bounds: Mapping[Side, Bounds]
    backup: Side | None = None

    @property
    def leader(self) -> Side | None:
        """The side that is ahead whatever is hidden; None: nobody is, or nobody can say."""
        return next((side for side in self.bounds if self._leads(side)), None)

    @property
    def tied(self) -> tuple[Side, ...]:
        """The sides that are level for sure, ahead of all others; empty if that is not so."""
        if self.leader is not None or not self.bounds:
            return ()
        top = max(bound.most for bound in self.bounds.values())
        level = tuple(side for side, bound in self.bounds.items() if bound.most == top)
        return level if all(self.bounds[side].least == top for side in level) else ()

    def _leads(self, side: Side) -> bool:
        least, wins_ties = self.bounds[side].least, self.backup == side
        others = [bound.most for other, bound in self.bounds.items() if other != side]
        return all(least > most or (wins_ties and least == most) for most in others)


def standing(knowledge: View, territory: Bits) -> Standing:
    """How things stand in these spaces for all that the viewer knows."""
    public, setup = knowledge.public, knowledge.public.setup
    here = [space for space in public.divers if GRID.bit[space] & territory]
    seats = sorted({public.divers[space].seat for space in here})
    divers: dict[Side, int] = {}
    bounds: dict[Side, Bounds] = {}
    for seat in seats:
        side, own = setup.side(seat), [space for space in here if public.divers[space].seat == seat]
        least, most = _bounds(knowledge, seat, own)
        so_far = bounds.get(side, Bounds(0, 0))
        bounds[side] = Bounds(so_far.least + least, so_far.most + most)
        divers[side] = divers.get(side, 0) + len(own)
    backed = [setup.side(public.divers[space].seat) for space in here if public.divers[space].backup]
    return Standing(divers, bounds, backed[0] if backed else None)


def _bounds(knowledge: View, seat: Seat, spaces: list[Space]) -> tuple[int, int]:
    """The least and the greatest sum of these Divers of one seat."""
    divers, values = knowledge.public.divers, knowledge.values
    sure = sum(worth(divers[space], values.get(space, 0)) for space in spaces)
    hidden = sum(space not in values for space in spaces)
    open_values = _unknown(knowledge, seat)
    return sure + sum(open_values[:hidden]), sure + sum(open_values[max(0, len(open_values) - hidden) :])


def _unknown(knowledge: View, seat: Seat) -> list[int]:
    """The values that this seat's other Divers have, in hand or hidden on the board; the smallest first."""
    left = list(knowledge.public.setup.divers(seat))
    for space, value in knowledge.values.items():
        if knowledge.public.divers[space].seat == seat:
            left[value - 1] -= 1
    return [value for value, count in enumerate(left, 1) for _ in range(count)]
