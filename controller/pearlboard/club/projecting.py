"""From the facts of a table to what its public log says of them: nothing that anybody at the table could not know."""

import contextlib
from dataclasses import dataclass, replace
from typing import TypeAlias

from pearlboard.club.documents import (
    MOST_COSTS,
    Abandoned,
    Agreed,
    Document,
    Ended,
    HandedOver,
    Paused,
    Resumed,
    Seated,
    TakenBack,
    Turn,
)
from pearlboard.games.api import TABLE, Package
from pearlboard.games.registry import GAMES
from pearlboard.session import facts
from pearlboard.session.facts import Agreement, Entry, Kept


@dataclass(frozen=True, slots=True)
class Erased:
    """The finished game with this number of the private log was deleted."""

    game: int


@dataclass(frozen=True, slots=True)
class Account:
    """The state of the game that is on. `turns`: the private numbers of the facts that have ended a turn."""

    agreement: Agreement | None = None
    turns: tuple[int, ...] = ()


Told: TypeAlias = Document | Erased


def projected(account: Account, entry: Entry, *, names: bool) -> tuple[Account, Told | None]:
    """The account after a fact, and what the public log says of it; None: nothing. `names`: people are named."""
    match entry.fact:
        case facts.GameAgreed(agreement):
            return Account(agreement), Agreed(agreement.game, _seats(agreement, names=names))
        case facts.Acted(actor=actor, action=action) if actor != TABLE and _ends_turn(account, action):
            turns = (*account.turns, entry.version)
            return replace(account, turns=turns), Turn(int(actor), len(turns))
        case facts.TakenBack(to_version):
            turns = tuple(each for each in account.turns if each <= to_version)
            return replace(account, turns=turns), TakenBack(len(turns))
        case facts.GameEnded(outcome):
            seats = range(1, 1 + (0 if account.agreement is None else len(account.agreement.names)))
            return account, Ended(
                tuple(outcome.places.get(seat) for seat in seats), tuple(outcome.points.get(seat) for seat in seats)
            )
        case facts.GameDeleted(number):
            return account, Erased(number)
        case fact:
            return account, _of_itself(fact)


def _of_itself(fact: facts.Fact) -> Document | None:
    match fact:
        case facts.SeatHandedOver(seat, level):
            return HandedOver(seat, level or "")
        case facts.GamePaused():
            return Paused()
        case facts.GameResumed():
            return Resumed()
        case facts.GameAbandoned():
            return Abandoned()
        case _:
            return None


def _package(agreement: Agreement | None) -> Package | None:
    found = None if agreement is None or isinstance(agreement.setup, Kept) else GAMES.find(agreement.game)
    return found if isinstance(found, Package) else None


def _ends_turn(account: Account, action: object) -> bool:
    package = _package(account.agreement)
    return package is not None and not isinstance(action, Kept) and package.rules.ends_turn(action)


def _seats(agreement: Agreement, *, names: bool) -> tuple[Seated, ...]:
    package, seats = _package(agreement), []
    for seat, name in enumerate(agreement.names, 1):
        side, costs = seat, 0
        if package is not None:
            with contextlib.suppress(Exception):  # whatever a game does, what is played is told
                side = package.sides.side(agreement.setup, seat)
                costs = _costs(package, agreement, seat)
        seats.append(Seated(name if names else "", agreement.computer(seat) or "", side, costs))
    return tuple(seats)


def _costs(package: Package, agreement: Agreement, seat: int) -> int:
    chosen = package.handicaps.of(agreement.setup).get(seat)
    ladder = package.handicaps.ladder(len(agreement.names))
    return next((min(max(step.costs, 0), MOST_COSTS) for step in ladder if step.name == chosen), 0)
