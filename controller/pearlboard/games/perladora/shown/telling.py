"""A player's turn in sentences: for those who look at a game again, and for the list of moves while it is on.

A value is told where it is in the step: of a counted game, or of what lies face up. The words stand in
`texts/replay.*.toml`.
"""

from collections.abc import Iterator
from dataclasses import replace

from pearlboard.games.perladora.rules.state import Public
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
from pearlboard.games.perladora.rules.territories import Territory, territories
from pearlboard.games.values import Seat
from pearlboard.geometry import Site
from pearlboard.texts import Sentence, say


def told(before: Public, seat: Seat, step: Step) -> Sentence:
    """The step of `seat` in the position `before`."""
    match step:
        case PlaceDiver(space, None):
            return say("told_diver_hidden", seat=seat, space=space)
        case PlaceDiver(space, value):
            return say("told_diver", seat=seat, space=space, value=value)
        case LayPontoons(edges):
            return say("told_pontoons", seat=seat, edges=edges, count=len(edges))
        case PlaceBackup(space):
            return say("told_backup", seat=seat, space=space)
        case Pass():
            return say("told_pass", seat=seat)
        case Fishermen(edge):
            return say("told_fishermen", seat=seat, edge=edge)
        case Children(space, value):
            return say("told_children", seat=seat, space=space, value=value)
        case Foragers(space):
            return say("told_foragers", seat=seat, space=space, target_seat=before.divers[space].seat)
        case Elders(space):
            return say("told_elders", seat=seat, space=space, target_seat=before.divers[space].seat)


def logged(before: Public, seat: Seat, step: Step) -> Sentence:
    """The same while the game is on: what lies face down is not told."""
    return told(before, seat, replace(step, value=None) if isinstance(step, PlaceDiver) else step)


def consequences(before: Public, after: Public, step: Step) -> Iterator[Sentence]:
    """The consequences of a step: new territories, and who has nothing left to lay."""
    old = {part.bits for part in territories(before)}
    new = [part for part in territories(after) if part.bits not in old]
    if new:
        yield say("told_cut", territories=tuple(map(_part, new)))
    out = tuple(
        seat
        for seat in after.setup.seats
        if after.done[seat - 1]
        and not before.done[seat - 1]
        and not (isinstance(step, Pass) and seat == before.to_move)
    )
    if after.over:
        yield say("told_over")
    elif out:
        yield say("told_out", seats=out, count=len(out))


def touched(step: Step) -> frozenset[Site]:
    """The sites where something was laid, or a token played."""
    match step:
        case PlaceDiver(space) | Children(space) | PlaceBackup(space) | Foragers(space) | Elders(space):
            return frozenset({space})
        case LayPontoons(edges):
            return frozenset(edges)
        case Fishermen(edge):
            return frozenset({edge})
        case Pass():
            return frozenset()


def _part(part: Territory) -> Sentence:
    spaces = len(part.spaces)
    if not part.pearls:
        return say("told_part_without_pearls", spaces=spaces)
    return say("told_part", spaces=spaces, pearls=say("pearls", count=part.pearls))
