"""What people asked of the table that is no fact: it passes by itself, or with the next move, and is not in the log."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from pearlboard.games.api import NOWHERE, Actor, Choice, GameAction, Seat
from pearlboard.geometry import Site
from pearlboard.session.questions import agreed
from pearlboard.session.state import Session
from pearlboard.texts import Sentence


@dataclass(frozen=True, slots=True)
class Proposal:
    """Somebody (None: at the table) wants to take the last step back, and all must agree.

    `agreed` are seats with a screen of their own; `table`: those without one have agreed.
    """

    by: Seat | None
    until_ms: int
    agreed: frozenset[Seat] = frozenset()
    table: bool = False

    def with_word(self, seat: Seat | None) -> "Proposal":
        """One more agrees; None: those without a screen."""
        return replace(self, table=True) if seat is None else replace(self, agreed=self.agreed | {seat})

    def open(self, session: Session) -> tuple[Seat, ...]:
        """The seats that have not agreed yet; computers always do."""
        people = agreed(session).people
        return tuple(seat for seat in people if not (seat in self.agreed if seat in session.phones else self.table))


@dataclass(frozen=True, slots=True)
class Advice:
    """What the computer would do: an action, the points that it expects, and one reason, if there is any.

    compared  what it is worth beside the best
    """

    action: GameAction = field(repr=False)
    points: float
    reason: Sentence | None
    compared: Sentence


@dataclass(frozen=True, slots=True)
class PendingRequests:
    """Times are milliseconds of the table's clock.

    choices     what seats have said besides what lies there; their private parts are for the seats alone
    continuing  the board is empty, and that is well: the pieces will be laid again
    advice      what the computer would do, the best first; for `advised` alone
    open_advice the same for all that everybody knows, without what stays hidden; where `advised` has no phone
    places      where it would play for all that everybody knows: those are lit
    gave_way    drafted pieces that went for a new one, said until anything is changed; `gave_way_to`: the draft then
    """

    choices: Mapping[Actor, Choice] = field(default_factory=dict)
    proposal: Proposal | None = None
    hints_until_ms: int = 0
    unseen_until_ms: int = 0
    continuing: bool = False
    advice: tuple[Advice, ...] | None = field(default=None, repr=False)
    open_advice: tuple[Advice, ...] = ()
    advised: Seat | None = None
    places: frozenset[Site] = NOWHERE
    gave_way: frozenset[Site] = NOWHERE
    gave_way_to: frozenset[Site] = NOWHERE

    def choice(self, actor: Actor | None) -> Choice:
        """What has been said for that seat."""
        return Choice() if actor is None else self.choices.get(actor, Choice())

    def with_choice(self, seat: Seat, choice: Choice) -> "PendingRequests":
        """That seat says this now."""
        return replace(self, choices={**self.choices, seat: choice})

    @property
    def public(self) -> Mapping[Actor, Any]:
        """What all may know of the choices."""
        return {actor: choice.public for actor, choice in self.choices.items() if choice.public is not None}

    def due(self) -> Iterator[int]:
        """When what was asked lapses."""
        yield from (self.hints_until_ms, self.unseen_until_ms)
        if self.proposal is not None:
            yield self.proposal.until_ms
