"""Playing on from a moment of a finished game, against the computer.

All actions up to that moment are repeated, so the new game has a complete course for records and replays.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeAlias

from pearlboard.commands.setting_up import level_of
from pearlboard.errors import PearlboardError
from pearlboard.games.api import TABLE, Act, Actor, GameAction, ReplayFrame, Seat
from pearlboard.session.facts import Agreement
from pearlboard.session.state import Refused
from pearlboard.table.exhibit import Replay, can_be_tried
from pearlboard.texts import say

Acts: TypeAlias = tuple[tuple[Actor, GameAction], ...]


def tried(shown: Replay, index: int, seat: Seat, level: str) -> tuple[Agreement, Acts]:
    """The agreement and the actions to begin from; `Refused` if nobody can play on from that moment."""
    agreement, package = shown.agreement, shown.package
    if not 1 <= seat <= len(agreement.names):
        raise Refused("no_such_seat", say("no_such_seat", number=seat))
    level = level_of(package, level)
    if not can_be_tried(agreement, package):
        raise Refused("cannot_be_tried", say("cannot_be_tried"))
    steps = steps_until(shown.frames, index)
    acts = _until(shown.course.acts, steps)
    known = tuple((act.actor, package.secrets.as_known(shown.course.end, act.action)) for act in acts)
    if not _goes_on(shown, acts, known):
        raise Refused("nothing_to_try", say("nothing_to_try"))
    computers = tuple(None if each == seat else level for each in range(1, len(agreement.names) + 1))
    began_from = (shown.number, steps)
    return replace(agreement, computers=computers if any(computers) else (), clock=0, began_from=began_from), known


def steps_until(frames: Sequence[ReplayFrame], index: int) -> int:
    """The number of seats' steps in a replay up to a frame."""
    return sum(frame.kind == "step" for frame in frames[: index + 1])


def _until(acts: Sequence[Act], steps: int) -> Sequence[Act]:
    """The actions before the seats' step number `steps`, counted from 0."""
    seats = [number for number, act in enumerate(acts) if act.actor != TABLE]
    return acts[: seats[steps]] if steps < len(seats) else acts


def _goes_on(shown: Replay, acts: Sequence[Act], known: Acts) -> bool:
    """Whether these actions alone lead to that moment, and a seat is to act there."""
    rules, state = shown.package.rules, shown.course.start
    try:
        for (actor, action), act in zip(known, acts, strict=True):
            if rules.view(state, TABLE) != rules.view(act.before, TABLE):
                return False
            state = rules.apply(state, actor, action)
    except PearlboardError:
        return False
    return bool(rules.active(state)) and TABLE not in rules.active(state)
