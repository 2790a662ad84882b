"""The table's one lobby: its code, the tokens of its guests, and the page that opened it. None of these is stored.

The lobby is open only while no game is on. Whoever has the code may join; a guest who was sent away needs a new one.
When the game begins, the tokens of seated guests become those of their seats; all other tokens expire.
"""

import hmac
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, Final

from pearlboard.games.api import Package, Pick
from pearlboard.games.registry import GAMES
from pearlboard.session import lobby
from pearlboard.session.lobby import Chair, Guest, Lobby
from pearlboard.session.player_names import initials
from pearlboard.session.principal import Principal, digest
from pearlboard.session.state import Phase, Refused
from pearlboard.table.tabletop import Tabletop
from pearlboard.texts import Sentence, say

Words = Callable[[Sentence], str]
NOT_OPEN: Final = "no_lobby"


@dataclass(frozen=True, slots=True)
class Open:
    """An open lobby, its `code`, and its `owner`: the page that opened it.

    `after`: the number of the game before; the lobby ends when the next game begins.
    """

    owner: Principal
    code: str = field(repr=False)
    lobby: Lobby
    after: int


@dataclass(frozen=True, slots=True)
class Entered:
    """A guest who has just joined, and its token."""

    guest: int
    token: str = field(repr=False)


class LobbyAccess:
    """Opens and closes the lobby, and lets guests in."""

    def __init__(
        self, tabletop: Tabletop, new_token: Callable[[], str], connected: Callable[[Principal], bool]
    ) -> None:
        """Start without a lobby. `connected`: whether a principal's screen is connected."""
        self._tabletop = tabletop
        self._new_token = new_token
        self._connected = connected
        self._open: Open | None = None

    @property
    def open(self) -> Open | None:
        """The open lobby; None while a game is on."""
        session = self._tabletop.session
        if self._open is not None and (session.phase is not Phase.IDLE or session.number != self._open.after):
            self._open = None
        return self._open

    @property
    def now(self) -> Lobby:
        """The guests and chairs of the open lobby; `Refused` if there is none."""
        return self._there().lobby

    def _there(self) -> Open:
        if (found := self.open) is None:
            raise Refused(NOT_OPEN, say(NOT_OPEN))
        return found

    def become(self, changed: Lobby) -> None:
        """Replace the guests and chairs."""
        self._open = replace(self._there(), lobby=changed)

    # --- the owner ---------------------------------------------------------------------------------------------

    def open_by(self, owner: Principal, begun: Lobby) -> None:
        """Open the lobby for this page, or take over one whose page has disconnected, with all its guests."""
        if self._tabletop.session.phase is not Phase.IDLE:
            raise Refused("not_now", say("not_now"))
        if owner.key is None and not owner.operator:
            raise Refused("host_only", say("host_only"))
        self.check_free(owner)
        found = self.open
        if found is not None:
            self._open = replace(found, owner=owner)
        else:
            self._open = Open(owner, self._new_token(), begun, self._tabletop.session.number)

    def check_free(self, principal: Principal) -> None:
        """`Refused` if another page that is connected owns a lobby; the operator may end it."""
        found = self.open
        if found is not None and not self.is_owner(principal) and self._connected(found.owner):
            raise Refused("lobby_open", say("lobby_open"))

    def close(self) -> None:
        """Close the lobby; all its tokens expire."""
        self._there()
        self._open = None

    def is_owner(self, principal: Principal) -> bool:
        """Whether this page owns the lobby; the operator may do whatever a host may."""
        found = self.open
        return found is not None and (principal.operator or found.owner == principal)

    # --- guests ------------------------------------------------------------------------------------------------

    def lets_in(self, code: str) -> bool:
        """Whether this is the lobby's code."""
        found = self.open
        return found is not None and hmac.compare_digest(found.code.encode(), code.encode())

    def enter(self, code: str, place: int = 0) -> Entered:
        """Let a guest in, at the table of that board; `Refused` if the code is wrong, or if there are too many."""
        found = self._there()
        if not self.lets_in(code):
            raise Refused("invitation_used", say("invitation_used"))
        token = self._new_token()
        away = [guest.number for guest in found.lobby.guests if not self.here(guest)]
        self.become(lobby.come(found.lobby, digest(token), away, place))
        return Entered(self.now.guests[-1].number, token)

    def guest_of(self, token: str) -> Principal | None:
        """The guest who has this token; None if there is none."""
        key = digest(token)
        guests = () if self.open is None else self.open.lobby.guests
        return next((_principal(guest) for guest in guests if guest.key == key), None)

    def knows(self, principal: Principal) -> bool:
        """Whether the principal is a guest of this lobby."""
        return self.open is not None and any(_principal(guest) == principal for guest in self.open.lobby.guests)

    def has(self, principal: Principal) -> bool:
        """Whether the principal is a guest of this lobby, or its owner."""
        found = self.open
        return found is not None and (found.owner == principal or self.knows(principal))

    def here(self, guest: Guest) -> bool:
        """Whether the guest's screen is connected."""
        return self._connected(_principal(guest))

    def send_away(self, number: int) -> None:
        """Remove a guest, and replace the code."""
        self.become(lobby.leave(self.now, number))
        self._open = replace(self._there(), code=self._new_token())


def _principal(guest: Guest) -> Principal:
    return Principal(None, guest.key, guest=guest.number)


def picks_of(package: Package) -> tuple[str, ...]:
    """The picks that a game offers each player."""
    return tuple(pick.name for pick in package.picks.offered)


# --- as data ---------------------------------------------------------------------------------------------------------


def shown_lobby(access: LobbyAccess, principal: Principal, words: Words) -> dict[str, Any] | None:
    """The lobby as its owner and its guests see it, without the code; None for everybody else."""
    found = access.open
    if found is None or not (access.is_owner(principal) or access.knows(principal)):
        return None
    there, package = found.lobby, GAMES[found.lobby.game]
    sides = package.sides.sides(len(there.chairs))
    return {
        "game": package.name,
        "title": words(package.title),
        "you": principal.guest,
        "most": lobby.MOST_GUESTS,
        "picks": [
            {**_picked(pick), "text": words(pick.words)} for pick in package.picks.offered if pick.name in there.picks
        ],
        "guests": shown_guests(access, found),
        "chairs": [_chair(there, seat, chair, sides[seat - 1]) for seat, chair in enumerate(there.chairs, 1)],
        "teams": len(set(sides)) < len(sides),
    }


def shown_guests(access: LobbyAccess, found: Open) -> list[dict[str, Any]]:
    """The people who have come in, for whoever sees the lobby, and wherever its code is shown to those in the room."""
    there = found.lobby
    picks = {pick.name: _picked(pick) for pick in GAMES[there.game].picks.offered if pick.name in there.picks}
    return [
        {
            "guest": guest.number,
            "name": guest.name,
            "initials": letters,
            "board": 1 + guest.place,
            "here": access.here(guest),
            "seated": there.seated(guest.number),
            **picks.get(guest.pick or "", {"pick": None, "colour": None}),
        }
        for guest, letters in zip(there.guests, initials([guest.name for guest in there.guests]), strict=True)
    ]


def _picked(pick: Pick) -> dict[str, Any]:
    return {"pick": pick.name, "colour": pick.colour, **pick.seat}


def _chair(there: Lobby, seat: int, chair: Chair, side: int) -> dict[str, Any]:
    return {
        "seat": seat,
        "side": side,
        "guest": chair.guest,
        "name": lobby.name_of(there, chair),
        "computer": chair.level,
    }
