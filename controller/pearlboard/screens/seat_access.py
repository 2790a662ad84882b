"""Access to seats: invitations, the tokens they are exchanged for, the host, and whose screens are connected.

An invitation is a code that works once, shown on the host's page only. A seat's token exists only in that seat's
screen; the log keeps its digest. A new invitation signs an old screen out. Changes of the host and invitations never
pass unseen: every page announces them for a while, and whoever was away then sees the announcement on coming back.
Taking the host's part needs somebody's consent, because a page alone may belong to anybody on the network.
"""

import hmac
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from pearlboard.games.api import Seat
from pearlboard.screens.announcements import HOST_CHANGED, Announcements
from pearlboard.screens.keepers import Keepers
from pearlboard.screens.lobby_access import LobbyAccess
from pearlboard.session import intents
from pearlboard.session.principal import Principal, digest
from pearlboard.session.questions import agreed
from pearlboard.session.state import Phase, Refused
from pearlboard.table.ports import CommandMeta
from pearlboard.table.tabletop import Tabletop
from pearlboard.texts import Sentence, say

HOST_GONE_MS: Final = 30_000
"""How long the host's page must be away before another page (or an earlier host's) may take its part."""
CLAIM_MS: Final = 120_000
"""The timeout of a claim to the host's part."""


@dataclass(frozen=True, slots=True)
class Invitation:
    """A code for a seat of the game that was set up as number `sitting`."""

    sitting: int
    code: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Claim:
    """A page's claim to be the host, waiting for consent until `until_ms`."""

    sitting: int
    principal: Principal
    until_ms: int


@dataclass(frozen=True, slots=True)
class Joined:
    """A seat that was just taken by an invitation, and its token."""

    seat: Seat
    name: str
    token: str = field(repr=False)


class SeatAccess:
    """Manages invitations, screens and the host of a table."""

    def __init__(self, tabletop: Tabletop, new_token: Callable[[], str]) -> None:
        """Start with nobody connected; `new_token` returns 128 random bits as text."""
        self._tabletop = tabletop
        self._new_token = new_token
        self._invitations: dict[Seat, Invitation] = {}
        self._connected: Counter[Principal] = Counter()
        self.keepers = Keepers(tabletop, self._connected)
        self.announcements = Announcements(tabletop, self._connected, self._refresh_after)
        self._claim: Claim | None = None
        self._on_change: Callable[[], None] = lambda: None
        self.lobby = LobbyAccess(tabletop, new_token, self._connected.__contains__)
        self._host = tabletop.session.host
        self._host_left_ms = self._refresh_after(HOST_GONE_MS)

    def listen(self, on_change: Callable[[], None]) -> None:
        """Set the callback, called whenever a screen connects or disconnects, or an announcement changes."""
        self._on_change = on_change

    # --- invitations -------------------------------------------------------------------------------------------

    def invite(self, seat: Seat, meta: CommandMeta) -> None:
        """Make a new code for a seat; the screen that had the seat is signed out at once."""
        session = self._tabletop.session
        if session.phase is Phase.IDLE:
            raise Refused("not_now", say("not_now"))
        if not 1 <= seat <= len(agreed(session).names):
            raise Refused("no_such_seat", say("no_such_seat", number=seat))
        if agreed(session).computer(seat) is not None:
            raise Refused("computers_seat", say("computers_seat", seat=seat))
        if seat in session.phones:
            self._tabletop.do(intents.FreeSeat(seat), meta)
        self._invitations[seat] = Invitation(self._tabletop.ledger.sitting, self._new_token())
        self.announcements.make(say("code_shown", seat=seat), seat)

    def free(self, seat: Seat, meta: CommandMeta) -> None:
        """Take a seat away from its screen, and withdraw an unused invitation."""
        invited = self._invitations.pop(seat, None) is not None
        if seat in self._tabletop.session.phones or not invited:
            self._tabletop.do(intents.FreeSeat(seat), meta)

    def hand_over(self, seat: Seat, level: str | None, meta: CommandMeta) -> None:
        """Hand a seat over to the computer or a person; sign its screen out, and withdraw an invitation."""
        self._tabletop.do(intents.HandOver(seat, level), meta)
        self._invitations.pop(seat, None)

    def invitations(self) -> dict[Seat, str]:
        """The codes that still work, for the host's page only."""
        session = self._tabletop.session
        if session.phase is Phase.IDLE:
            return {}
        return {
            seat: invitation.code
            for seat, invitation in sorted(self._invitations.items())
            if invitation.sitting == self._tabletop.ledger.sitting
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

    def knows(self, principal: Principal) -> bool:
        """Whether the principal is a seat's screen, the host's page, the operator, in the lobby, or `keeps` a board."""
        host = principal.is_host(self._tabletop.session)
        return self._seated(principal) or host or self.lobby.has(principal) or self.keeps(principal)

    def keeps(self, principal: Principal) -> bool:
        """Whether this page does for those at its board what the host's page does for all; see `Keepers`."""
        return self.keepers.keeps(principal)

    def _seated(self, principal: Principal) -> bool:
        return principal.seat is not None and principal.still_there(self._tabletop.session)

    def arrive(self, principal: Principal) -> None:
        """Note a connected screen. Strangers who come and go change nothing for anybody."""
        self._connected[principal] += 1
        self.keepers.follow_host()
        if self._connected[principal] == 1:
            self.announcements.make_late(principal.key)
            if self.knows(principal):
                self._on_change()

    def depart(self, principal: Principal) -> None:
        """Note a disconnected screen."""
        known = self.knows(principal)
        self._connected[principal] -= 1
        if self._connected[principal]:
            return
        del self._connected[principal]
        if principal.is_hosts_page(self._tabletop.session):
            self._host_left_ms = self._refresh_after(HOST_GONE_MS)
        if self._claim is not None and self._claim.principal == principal:
            self._claim = None
            self._on_change()
        elif known:
            self._on_change()

    def turned_away(self) -> None:
        """Note a connection that was rejected from a full house: if it was the host's, its absence must not count."""
        self._host_left_ms = self._refresh_after(HOST_GONE_MS)

    def here(self, seat: Seat) -> bool:
        """Whether a seat's own screen is connected."""
        return any(principal.seat == seat and self._seated(principal) for principal in self._connected)

    @property
    def host_here(self) -> bool:
        """Whether the host's page is connected."""
        return any(principal.is_hosts_page(self._tabletop.session) for principal in self._connected)

    def can_claim(self, principal: Principal) -> bool:
        """Whether this page may claim the host's part: if there is no host, or after the host has stayed away."""
        session = self._tabletop.session
        if not principal.page or principal.key is None or principal.key == session.host or session.phase is Phase.IDLE:
            return False
        return session.host is None or (
            not self.host_here and self._tabletop.clock() - self._host_left_ms >= HOST_GONE_MS
        )

    def claim_host(self, principal: Principal, meta: CommandMeta) -> None:
        """Make this page the host's if there is no host or the page may consent itself; otherwise ask for consent."""
        if not self.can_claim(principal) or principal.key is None:
            raise Refused("host_is_there", say("host_is_there"))
        if self._tabletop.session.host is None or self.may_consent(principal):
            self._make_host(principal.key, meta)
            return
        if (waiting := self.claim) is not None and waiting.principal != principal:
            raise Refused("host_is_claimed", say("host_is_claimed"))
        until_ms = self._refresh_after(CLAIM_MS) + CLAIM_MS
        self._claim = Claim(self._tabletop.ledger.sitting, principal, until_ms)
        self._tabletop.await_button(self._consented_by_button)

    @property
    def claim(self) -> Claim | None:
        """The claim that waits for consent; it ends with its timeout, with its game, and when the host comes back."""
        found = self._claim
        over = found is None or found.until_ms <= self._tabletop.clock() or self.host_here
        return None if over or found is None or found.sitting != self._tabletop.ledger.sitting else found

    def claim_said(self, principal: Principal) -> Sentence | None:
        """The announcement of the waiting claim; the claiming page gets one of its own."""
        if (waiting := self.claim) is None:
            return None
        asks = "host_claim_yours" if waiting.principal == principal else "host_claim"
        place = self._tabletop.place
        return say(f"{asks}_drawn" if place.far or place.simulated is not None else asks)

    def may_consent(self, principal: Principal) -> bool:
        """Whether the principal may consent: a seat's screen, the operator, or the machine's own of a drawn board."""
        own_screen = principal.page and principal.local and self._tabletop.place.on_screen
        return principal.operator or self._seated(principal) or own_screen

    def answer_claim(self, principal: Principal, meta: CommandMeta, *, agreed: bool) -> None:
        """Consent to the waiting claim, or refuse it."""
        if not self.may_consent(principal):
            raise Refused("host_only", say("host_only"))
        if (waiting := self.claim) is None:
            raise Refused("nobody_claims", say("nobody_claims"))
        if agreed and waiting.principal.key is not None:
            self._make_host(waiting.principal.key, meta)
        self._claim = None

    def _consented_by_button(self) -> bool:
        """Let the board's own button answer a claim before anything else."""
        if (waiting := self.claim) is None or waiting.principal.key is None:
            return False
        self._make_host(waiting.principal.key, None)
        return True

    def _make_host(self, key: str, meta: CommandMeta | None) -> None:
        self._tabletop.do(intents.NameHost(key), meta)
        self._claim = None
        if self._host is None:
            self.announcements.make(say(HOST_CHANGED))
        self.follow_host()

    def follow_host(self) -> None:
        """Notice a change of the host. The new host's absence counts from now, whether connected or not."""
        before, self._host = self._host, self._tabletop.session.host
        self.keepers.follow_host()
        if self._host == before:
            return
        if before is not None:
            self.announcements.make(say(HOST_CHANGED), before=before)
        self._host_left_ms = self._refresh_after(HOST_GONE_MS)

    def _refresh_after(self, ms: int) -> int:
        """Return the current time, and refresh the pages once `ms` have passed."""
        at_ms = self._tabletop.clock()
        self._tabletop.clock.call_at(at_ms + ms + 1, lambda: self._on_change())  # noqa: PLW0108 - it is set later
        return at_ms
