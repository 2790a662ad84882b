"""Who asks something of the table: a page that everybody sees, a seat's own screen, a guest's, the host's page, the
operator.

Nobody is believed because of what they call themselves: a screen shows a token, and only the token's digest is kept.
"""

from dataclasses import dataclass, field
from hashlib import sha256

from pearlboard.games.values import Seat
from pearlboard.session.state import Session


def digest(token: str) -> str:
    """What is kept of a token. The tokens are 128 bits of chance or more, so they need no salt."""
    return sha256(token.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Principal:
    """`seat`: whose screen it is; `key`: the digest of what it showed; `operator`: a script.

    `guest`: its number in the lobby. Who is neither a seat nor a guest is a table page, on this machine's own screen
    if it is `local`.
    """

    seat: Seat | None = None
    key: str | None = field(default=None, repr=False)
    operator: bool = False
    guest: int | None = None
    local: bool = False

    @property
    def page(self) -> bool:
        """Whether it is a page that all share."""
        return self.seat is None and self.guest is None

    def still_there(self, session: Session) -> bool:
        """Whether its token is still that of its seat. Of guests the session knows nothing."""
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
    """Whose token this is; None if nobody's."""
    return seat_with(session, digest(token))


def seat_with(session: Session, key: str | None) -> Principal | None:
    """The seat whose token has that digest; None if none has."""
    return next((Principal(seat, key) for seat, kept in session.phones.items() if kept == key), None)
