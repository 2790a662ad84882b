"""Principals, those who ask something of the table: a shared page, a seat's own screen, a guest's screen, the host's
page, the operator.

No screen is believed because of what it calls itself: a screen shows a token, and only the token's digest is kept.
"""

from dataclasses import dataclass, field
from hashlib import sha256

from pearlboard.games.values import Seat
from pearlboard.session.state import Session


def digest(token: str) -> str:
    """The stored digest of a token. Tokens have 128 random bits or more, so they need no salt."""
    return sha256(token.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Principal:
    """Somebody who asks. `seat`: whose screen it is; `key`: the digest of the token shown; `operator`: a script.

    `guest`: the guest's number in the lobby. Without seat and guest, the principal is a shared page; `local`: on the
    machine's own screen. `place`: the board beside which a shared page stands, 0 for the table's own.
    """

    seat: Seat | None = None
    key: str | None = field(default=None, repr=False)
    operator: bool = False
    guest: int | None = None
    local: bool = False
    place: int = 0

    @property
    def page(self) -> bool:
        """Whether this principal is a page that everybody shares."""
        return self.seat is None and self.guest is None

    def sits_at(self, session: Session) -> int:
        """The number of the board whose picture this principal sees: a seat's is where it sits."""
        if self.seat is None or session.agreement is None:
            return self.place
        return session.agreement.place(self.seat)

    def still_there(self, session: Session) -> bool:
        """Whether the token is still the seat's. Guests are not in the session, so their answer is False."""
        return self.page or (self.seat is not None and session.phones.get(self.seat) == self.key)

    def is_hosts_page(self, session: Session) -> bool:
        """Whether this is the host's page."""
        return self.page and self.key is not None and self.key == session.host

    def is_host(self, session: Session) -> bool:
        """Whether this is the host's page, or the operator, who may always do what a host may."""
        return self.operator or self.is_hosts_page(session)


EVERYBODY = Principal()
OPERATOR = Principal(operator=True)


def seat_of(session: Session, token: str) -> Principal | None:
    """The seat that has this token; None if none has."""
    return seat_with(session, digest(token))


def seat_with(session: Session, key: str | None) -> Principal | None:
    """The seat whose token has this digest; None if none has."""
    return next((Principal(seat, key) for seat, kept in session.phones.items() if kept == key), None)
