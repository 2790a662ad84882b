"""Pending requests to the table: no facts, never in the log; they lapse with time or with the next move."""

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
    """A proposal to take the last step back, by a seat or (None) by the table, to which all must agree.

    `agreed` are seats with a screen of their own; `table`: those without one have agreed.
    """

    by: Seat | None
    until_ms: int
    agreed: frozenset[Seat] = frozenset()
    table: bool = False

    def with_word(self, seat: Seat | None) -> "Proposal":
        """Add an agreement; None: of those without a screen."""
        return replace(self, table=True) if seat is None else replace(self, agreed=self.agreed | {seat})

    def open(self, session: Session) -> tuple[Seat, ...]:
        """The seats that have not agreed yet; computers always do."""
        people = agreed(session).people
        return tuple(seat for seat in people if not (seat in self.agreed if seat in session.phones else self.table))


@dataclass(frozen=True, slots=True)
class Word:
    """A seat's or (None) the table's latest decision about others: every other screen is told until `until_ms`."""

    by: Seat | None
    said: Sentence
    until_ms: int


@dataclass(frozen=True, slots=True)
class Advice:
    """A suggestion of the computer: an action, its expected points, and at most one reason.

    compared  its worth relative to the best suggestion
    """

    action: GameAction = field(repr=False)
    points: float
    reason: Sentence | None
    compared: Sentence


@dataclass(frozen=True, slots=True)
class Advised:
    """The advice that one seat has asked for, best first.

    own     for the seat alone, empty while it is thought about; None: the seat sees none alone
    common  from public knowledge, where the seat sees none alone
    places  where those would play: the places that are lit
    """

    own: tuple[Advice, ...] | None = field(default=None, repr=False)
    common: tuple[Advice, ...] = ()
    places: frozenset[Site] = NOWHERE


@dataclass(frozen=True, slots=True)
class PendingRequests:
    """The pending requests. Times are milliseconds of the table's clock.

    ready       the boards at which the button was pressed for what all do together
    choices     what seats have chosen apart from laying pieces; the private parts are for the seats alone
    word        what somebody has decided about others, as long as these are told
    continuing  the board is empty, and will be laid again: no reason to worry
    advised     the advice for each seat that has asked for it
    gave_way    drafted pieces that were replaced by a new one, said until anything changes; `gave_way_to`: the new
    draft
    """

    ready: frozenset[int] = frozenset()
    choices: Mapping[Actor, Choice] = field(default_factory=dict)
    proposal: Proposal | None = None
    word: Word | None = None
    hints_until_ms: int = 0
    unseen_until_ms: int = 0
    continuing: bool = False
    advised: Mapping[Seat, Advised] = field(default_factory=dict)
    gave_way: frozenset[Site] = NOWHERE
    gave_way_to: frozenset[Site] = NOWHERE

    def choice(self, actor: Actor | None) -> Choice:
        """The choice of that seat."""
        return Choice() if actor is None else self.choices.get(actor, Choice())

    def with_choice(self, seat: Seat, choice: Choice) -> "PendingRequests":
        """Replace the choice of a seat."""
        return replace(self, choices={**self.choices, seat: choice})

    def with_advised(self, seat: Seat, advised: Advised) -> "PendingRequests":
        """Replace the advice for a seat."""
        return replace(self, advised={**self.advised, seat: advised})

    @property
    def public(self) -> Mapping[Actor, Any]:
        """The public part of every choice."""
        return {actor: choice.public for actor, choice in self.choices.items() if choice.public is not None}

    def due(self) -> Iterator[int]:
        """The times at which requests lapse."""
        yield from (self.hints_until_ms, self.unseen_until_ms)
        if self.proposal is not None:
            yield self.proposal.until_ms
        if self.word is not None:
            yield self.word.until_ms
