"""Permissions in a house: one table for all pages, and how long a browser stays known.

Law: every route names a `Right`, and nobody passes whom `admits` does not let pass.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final


class Role(StrEnum):
    """A role of somebody whom the owner has let in."""

    OWNER = "owner"
    STAFF = "staff"
    SCREEN = "screen"


class Right(StrEnum):
    """A right that a route asks for. PUBLIC: everybody's, unless the owner has closed the public pages to strangers."""

    ANYBODY = "anybody"
    PUBLIC = "public"
    INSIDE = "inside"
    STAFF = "staff"
    OWNER = "owner"


HOLDERS: Final[Mapping[Right, frozenset[Role]]] = {
    Right.ANYBODY: frozenset(Role),
    Right.PUBLIC: frozenset(Role),
    Right.INSIDE: frozenset(Role),
    Right.STAFF: frozenset({Role.OWNER, Role.STAFF}),
    Right.OWNER: frozenset({Role.OWNER}),
}
"""The roles that have a right."""


@dataclass(frozen=True, slots=True)
class Ends:
    """The ends of a session: `idle` after it was used last, and `after` its beginning, however much it is used."""

    idle: timedelta
    after: timedelta


ENDS: Final[Mapping[Role, Ends]] = {
    Role.OWNER: Ends(timedelta(days=7), timedelta(days=90)),
    Role.STAFF: Ends(timedelta(days=7), timedelta(days=30)),
    Role.SCREEN: Ends(timedelta(days=30), timedelta(days=390)),
}
"""Times after which a browser is forgotten: nobody logs in at a television; cookies last at most 400 days."""


def admits(right: Right, role: Role | None, *, closed: bool) -> bool:
    """Whether a right is that role's; None: a stranger. `closed`: strangers see no public pages."""
    if role is None:
        return right == Right.ANYBODY or (right == Right.PUBLIC and not closed)
    return role in HOLDERS[right]


def is_over(role: Role, began: datetime, seen: datetime, now: datetime) -> bool:
    """Whether a session has ended by itself."""
    return now >= end_of(role, began, seen)


def end_of(role: Role, began: datetime, seen: datetime) -> datetime:
    """The moment at which a session ends, unless it is used meanwhile."""
    return min(seen + ENDS[role].idle, began + ENDS[role].after)
