"""A table at a glance, without a clock: every moment is a value.

Law: a page shows no more than a row of the public log or a status says, and of deleted games nothing.
"""

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from pearlboard.club.documents import Seated
from pearlboard.club.messages import DEVICE, Check
from pearlboard.hub.fold import Game, State


class Kind(StrEnum):
    """The activity of a table, as far as the hub knows."""

    FREE = "free"
    PLAYING = "playing"
    PAUSED = "paused"
    AWAY = "away"


@dataclass(frozen=True, slots=True)
class HouseTable:
    """A table as the database has it. `checks`: what it said of itself, at `told`, when its clock was fast by `off_s`;
    `forked`: of its log there are two.
    """

    table: int
    name: str
    seen: datetime
    joined: datetime
    left: bool = False
    program: str = ""
    needs: str = ""
    health: Mapping[str, str] = field(default_factory=dict)
    checks: tuple[Check, ...] = ()
    told: datetime | None = None
    off_s: float | None = None
    forked: bool = False
    game: Game | None = None


@dataclass(frozen=True, slots=True)
class Glance:
    """A table as pages show it. `since`: when its game began, or it was seen last, if that can be known.

    `on`: it is not connected, though a broker says that it is switched on.
    """

    table: int
    name: str
    kind: Kind
    since: datetime | None = None
    game: str = ""
    turns: int = 0
    people: tuple[str, ...] = ()
    computers: tuple[str, ...] = ()
    needs: str = ""
    forked: bool = False
    on: bool = False
    program: str = ""

    @property
    def asks(self) -> bool:
        """Whether somebody should go there."""
        return bool(self.needs) or self.forked


def by_name(table: HouseTable | Glance) -> tuple[str, int]:
    """The key that orders tables as people look for them."""
    return table.name.lower(), table.table


def present(tables: Iterable[HouseTable]) -> list[HouseTable]:
    """The tables that have not left."""
    return [each for each in tables if not each.left]


def glance(tables: Sequence[HouseTable], here: Container[int], on: Container[str] = ()) -> tuple[Glance, ...]:
    """All tables that have not left; `here`: those that are connected; `on`: the devices that are switched on."""
    return tuple(_at(each, connected=each.table in here, on=each.health.get(DEVICE) in on) for each in present(tables))


def compared(tables: Sequence[HouseTable]) -> list[tuple[str, list[str], bool]]:
    """The tables' versions and settings: name, the value of each table, and whether these differ."""
    names = sorted({name for each in tables for name in each.health} - {DEVICE})
    rows = [(name, [each.health.get(name, "") for each in tables]) for name in names]
    return [(name, values, len(set(values)) > 1) for name, values in rows]


def title(game: str) -> str:
    """A game as people read its name: the hub has no game that could say it better."""
    words = game.replace("_", " ").replace("-", " ").strip()
    return words[:1].upper() + words[1:]


def moment(at: str) -> datetime | None:
    """A moment as a table has written it; None if that is none, or says nothing of its time zone."""
    try:
        found = datetime.fromisoformat(at)
    except ValueError:
        return None
    return found if found.tzinfo is not None else None


def _at(table: HouseTable, *, connected: bool, on: bool) -> Glance:
    if not connected:
        return Glance(table.table, table.name, Kind.AWAY, table.seen, forked=table.forked, on=on, program=table.program)
    game = table.game
    if game is None or not game.on:
        return Glance(table.table, table.name, Kind.FREE, needs=table.needs, forked=table.forked, program=table.program)
    return Glance(
        table.table,
        table.name,
        Kind.PAUSED if game.state == State.PAUSED else Kind.PLAYING,
        moment(game.began),
        title(game.game),
        game.turns,
        tuple(seat.name for seat in game.seats if _is_person(seat) and seat.name),
        tuple(seat.computer for seat in game.seats if not _is_person(seat)),
        table.needs,
        table.forked,
        program=table.program,
    )


def _is_person(seat: Seated) -> bool:
    return not seat.computer
