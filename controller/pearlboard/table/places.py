"""The places of a table: its own board, and any other one at which people of the game sit. Pure.

One place leads: that of whoever is to act. Its pieces are read as a draft; every other board of the game is led to the
same picture. `Places.here` is the place at issue: the leader, except while another board, or somebody who sits there,
has just spoken (`at`).
"""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Final

from pearlboard.games.api import TABLE, Seat
from pearlboard.session.facts import Agreement
from pearlboard.session.principal import Principal
from pearlboard.session.questions import agreed, begun, of_computer, package_of
from pearlboard.session.state import Phase, Refused, Session
from pearlboard.table.place import Place
from pearlboard.table.situation import Part
from pearlboard.texts import Parameter, Sentence, say

NOBODY: Final[frozenset[Seat]] = frozenset()


def named(sentence: str, table: str, **values: Parameter) -> Sentence:
    """A sentence about another board; if that is another table's, with the table's name: it ends in `_at`."""
    return say(f"{sentence}_at", table=table, **values) if table else say(sentence, **values)


class Places:
    """The boards, the table's own first."""

    def __init__(self, places: tuple[Place, ...]) -> None:
        self._places = places
        for number, place in enumerate(places):
            place.be(number)
        self.here = self.leader = self.home = places[0]

    def __iter__(self) -> Iterator[Place]:
        return iter(self._places)

    @property
    def in_order(self) -> tuple[Place, ...]:
        """The leader first, since requests lapse where the draft is read."""
        return (
            self._places
            if self.leader is self.home
            else tuple(sorted(self, key=lambda place: place is not self.leader))
        )

    def __len__(self) -> int:
        return len(self._places)

    def of(self, number: int) -> Place:
        """The place of that number; the table's own if a game was begun at more boards than there are now."""
        return self._places[number] if number < len(self._places) else self.home

    @contextmanager
    def at(self, place: Place) -> Iterator[None]:
        """Have a place at issue, because its board, or somebody who sits there, has spoken."""
        self.here = place
        try:
            yield
        finally:
            self.here = self.leader

    def beside(self, principal: Principal, session: Session) -> AbstractContextManager[None]:
        """Have the place at issue at which somebody sits."""
        return self.at(self.of(principal.sits_at(session)))

    def rest(self) -> None:
        """Have the leading place at issue."""
        self.here = self.leader

    def lead(self, session: Session) -> None:
        """Let the place of whoever is to act lead; the table's own if these are several, or nobody."""
        if len(self._places) == 1:
            return
        was, self.leader = self.leader, self._leads(session)
        if self.here is was:
            self.here = self.leader

    def _leads(self, session: Session) -> Place:
        if session.phase is not Phase.PLAYING or not begun(session):
            return self.home
        active = package_of(session).rules.active(session.state)
        seats = {int(actor) for actor in active if actor != TABLE}
        people = {seat for seat in seats if not of_computer(session, seat)}
        sitting = {agreed(session).place(seat) for seat in people or seats}
        return self.of(sitting.pop()) if len(sitting) == 1 else self.home

    def part(self, place: Place, session: Session) -> Part:
        """A place's part in the game now."""
        if place is self.leader:
            return Part.LEADS
        agreement = session.agreement
        takes_part = session.phase is Phase.IDLE or agreement is None or place.number < agreement.boards
        return Part.FOLLOWS if takes_part else Part.WATCHES

    def present(self, session: Session) -> tuple[Place, ...]:
        """The places that take part in the game, and whose board answers."""
        return tuple(place for place in self if place.lost is None and self.part(place, session) is not Part.WATCHES)

    def check(self, agreement: Agreement) -> None:
        """Raise `Refused` if somebody would sit where the game cannot be played."""
        for number in set(agreement.places):
            if why := self.of(number).cannot_play(agreement.game):
                raise Refused("cannot_play_there", why)

    def sits(self, seat: Seat, place: Place, agreement: Agreement) -> bool:
        """Whether a seat sits at that board."""
        return self.of(agreement.place(seat)) is place

    def speaks_for(self, principal: Principal, seat: Seat, agreement: Agreement) -> bool:
        """Whether a seat may be spoken for from there: a shared page speaks for those at its own board alone."""
        shared = principal.page and not principal.operator
        return not shared or self.sits(seat, self.of(principal.place), agreement)

    def other(self, place: Place) -> str:
        """The name of the table that has the board beside that one; empty: there is none, or it needs no name."""
        return next((each.called for each in self if each is not place), "")

    def drawn(self, session: Session) -> frozenset[Seat]:
        """The seats that sit at a drawn board."""
        if session.agreement is None or not any(place.on_screen for place in self._places):
            return NOBODY
        seats = range(1, len(session.agreement.names) + 1)
        return frozenset(seat for seat in seats if self.of(session.agreement.place(seat)).on_screen)
