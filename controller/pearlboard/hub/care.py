"""Chores at tables: a table's own word on its board and its machine, and what only a house sees.

Law: whether something is too hot, too full or left out is the table's own judgement, never a second threshold here. Of
all tables at once a house sees whose program is older, whose clock differs, and who is not there.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from pearlboard.club.messages import Check
from pearlboard.hub.shown import HouseTable, by_name, present

OFF_S: Final = 120.0
"""The seconds from which a table calls its own clock slow."""
OLD: Final = "old"
CLOCK: Final = "clock"
AWAY: Final = "away"


@dataclass(frozen=True, slots=True)
class Trouble:
    """Something to be done: a name, and what the table says of it (empty: it says nothing itself)."""

    name: str
    said: str = ""


@dataclass(frozen=True, slots=True)
class Cared:
    """A table, what is to be done there, and what it says of everything else. `newest`: the newest program."""

    table: HouseTable
    troubles: tuple[Trouble, ...]
    rest: tuple[Check, ...]
    newest: str

    @property
    def minutes(self) -> int:
        """The minutes by which its clock is fast, at least one; below 0: slow."""
        off_s = self.table.off_s or 0.0
        return max(1, round(off_s / 60)) if off_s > 0 else min(-1, round(off_s / 60))


def cared(tables: Sequence[HouseTable], here: frozenset[int]) -> list[Cared]:
    """All tables that have not left, those with troubles first; `here`: those that are connected."""
    there = present(tables)
    newest = max((each.program for each in there), key=version, default="")
    found = [_looked(each, newest, connected=each.table in here) for each in there]
    return sorted(found, key=lambda each: (not each.troubles, *by_name(each.table)))


def version(program: str) -> tuple[tuple[int, ...], bool]:
    """A version as something that can be compared: its numbers, and whether it is a release and not one before it."""
    numbers = re.match(r"[0-9]{1,9}(\.[0-9]{1,9})*", program)
    if numbers is None:
        return (), False
    before = re.match(r"[-.]?(a|b|rc|dev)", program[numbers.end() :])
    return tuple(int(each) for each in numbers[0].split(".")), before is None


def _looked(table: HouseTable, newest: str, *, connected: bool) -> Cared:
    troubles = [Trouble(AWAY)] if not connected else []
    troubles += [Trouble(each.name, each.said) for each in table.checks if each.well is False]
    if version(table.program) < version(newest):
        troubles.append(Trouble(OLD))
    if table.off_s is not None and abs(table.off_s) >= OFF_S:
        troubles.append(Trouble(CLOCK))
    return Cared(table, tuple(troubles), tuple(each for each in table.checks if each.well is not False), newest)
