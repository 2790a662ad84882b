"""Who comes in: invitations to seats, the tokens they are exchanged for, the host, and whose screens are connected.

An invitation is a code that works once; only its digest stays here, and the host's page is the only one that shows it.
A seat's token is only ever in that seat's screen; the log keeps its digest. A new invitation signs an old screen out.
"""

import hmac
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from pearlboard.app.tabletop import Sent, Tabletop
from pearlboard.games.api import Seat
from pearlboard.session import intents
from pearlboard.session.evolve import agreed
from pearlboard.session.state import Phase, Refused
from pearlboard.session.who import Who, digest
from pearlboard.texts import say

HOST_GONE_MS: Final = 30_000
"""For so long the host's page must be away before another may take its part."""


@dataclass(frozen=True, slots=True)
class Invitation:
    """A code for a seat of the game `number`."""

    number: int
    code: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Joined:
    """What an invitation was exchanged for."""

    seat: Seat
    name: str
    token: str = field(repr=False)


class Doors:
    """See the head of the file."""

    def __init__(self, tabletop: Tabletop, new_token: Callable[[], str]) -> None:
        """Nobody is connected; `new_token` gives 128 bits of chance as text."""
        self._tabletop = tabletop
        self._new_token = new_token
        self._invitations: dict[Seat, Invitation] = {}
        self._connected: Counter[Who] = Counter()
        self._host_left_ms = tabletop.clock()
        self.on_change: Callable[[], None] = lambda: None

    # --- invitations -------------------------------------------------------------------------------------------

    def invite(self, seat: Seat, sent: Sent) -> None:
        """A new code for a seat; the screen that had the seat is out at once."""
        session = self._tabletop.session
        if session.phase is Phase.IDLE:
            raise Refused("not_now", say("not_now"))
        if not 1 <= seat <= len(agreed(session).names):
            raise Refused("no_such_seat", say("no_such_seat", number=seat))
        if agreed(session).computer(seat) is not None:
            raise Refused("computers_seat", say("computers_seat", seat=seat))
        if seat in session.phones:
            self._tabletop.do(intents.FreeSeat(seat), sent)
        self._invitations[seat] = Invitation(session.number, self._new_token())

    def free(self, seat: Seat, sent: Sent) -> None:
        """The seat goes on without a screen; an invitation that nobody has used is withdrawn."""
        invited = self._invitations.pop(seat, None) is not None
        if seat in self._tabletop.session.phones or not invited:
            self._tabletop.do(intents.FreeSeat(seat), sent)

    def hand_over(self, seat: Seat, level: str | None, sent: Sent) -> None:
        """Another plays the seat. A phone that had it is out, and an invitation to it is withdrawn."""
        self._tabletop.do(intents.HandOver(seat, level), sent)
        self._invitations.pop(seat, None)

    def invitations(self) -> dict[Seat, str]:
        """The codes that still work. For the host's page only."""
        session = self._tabletop.session
        if session.phase is Phase.IDLE:
            return {}
        return {
            seat: invitation.code
            for seat, invitation in sorted(self._invitations.items())
            if invitation.number == session.number
        }

    def join(self, code: str) -> Joined:
        """Exchange a code for the token of its seat, once; `Refused` if it works no more."""
        seat = next(
            (seat for seat, known in self.invitations().items() if hmac.compare_digest(known.encode(), code.encode())),
            None,
        )
        if seat is None:
            raise Refused("invitation_used", say("invitation_used"))
        del self._invitations[seat]
        token = self._new_token()
        self._tabletop.do(intents.TakeSeat(seat, digest(token)), None)
        self._tabletop.refresh()
        return Joined(seat, agreed(self._tabletop.session).names[seat - 1], token)

    # --- who is there ------------------------------------------------------------------------------------------

    def arrive(self, who: Who) -> None:
        """A screen is connected."""
        self._connected[who] += 1
        self.on_change()

    def depart(self, who: Who) -> None:
        """It is not any more."""
        self._connected[who] -= 1
        if not self._connected[who]:
            del self._connected[who]
            if who.seat is None and who.key is not None and who.key == self._tabletop.session.host:
                self._host_left_ms = self._tabletop.clock()
        self.on_change()

    def here(self, seat: Seat) -> bool:
        """Whether a seat's own screen is connected."""
        session = self._tabletop.session
        return any(who.seat == seat and who.still_there(session) for who in self._connected)

    @property
    def host_here(self) -> bool:
        """Whether the host's page is connected."""
        host = self._tabletop.session.host
        return host is not None and any(who.seat is None and who.key == host for who in self._connected)

    def can_claim(self, who: Who) -> bool:
        """Whether this page may become the host's: at once if it was before, or if there is none."""
        session = self._tabletop.session
        if who.seat is not None or who.key is None or who.key == session.host or session.phase is Phase.IDLE:
            return False
        return (
            session.host is None
            or who.key in session.hosts
            or (not self.host_here and self._tabletop.clock() - self._host_left_ms >= HOST_GONE_MS)
        )

    def claim_host(self, who: Who, sent: Sent) -> None:
        """This page is the host's now."""
        if not self.can_claim(who) or who.key is None:
            raise Refused("host_is_there", say("host_is_there"))
        self._tabletop.do(intents.NameHost(who.key), sent)
