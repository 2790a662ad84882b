"""How a game goes on where nobody sits at a table: which seats are asked, and what happens by itself when none is.

A time, whether it ends a stage or makes something possible, has run out as soon as nobody but time can go on.
"""

from random import Random

from pearlboard.errors import PearlboardError
from pearlboard.games.api import Package
from pearlboard.games.values import TABLE, GameState, Seat, Side


class NobodyGoesOn(PearlboardError):
    """No seat can act, nothing happens by itself, and yet the game is not over: its rules are at fault."""


def seats(package: Package, state: GameState) -> tuple[Seat, ...]:
    """The seats that have something to do now, in order. While a time runs, one that may act need not have anything."""
    waiting = sorted(int(actor) for actor in package.rules.active(state) if actor != TABLE)
    if package.timed.timer(state) is None:
        return tuple(waiting)
    return tuple(
        seat for seat in waiting if package.rules.sample(package.rules.view(state, seat), Random(0)) is not None
    )


def by_itself(package: Package, state: GameState) -> GameState:
    """The state after what happens when no seat has anything to do; `NobodyGoesOn`."""
    rules = package.rules
    if TABLE in rules.active(state):
        action = rules.go_on(rules.view(state, TABLE))
        if action is not None:
            return rules.apply(state, TABLE, action)
    timer = package.timed.timer(state)
    if timer is None:
        raise NobodyGoesOn(f"nobody can go on at the stage {rules.stage(rules.view(state, TABLE))!r}")
    return package.timed.time_up(state, timer.name)


def by_side(package: Package, setup: object, players: int) -> dict[Side, tuple[Seat, ...]]:
    """The seats of each side, both in order."""
    sides: dict[Side, tuple[Seat, ...]] = {}
    for seat in range(1, players + 1):
        side = package.sides.side(setup, seat)
        sides[side] = (*sides.get(side, ()), seat)
    return dict(sorted(sides.items()))
