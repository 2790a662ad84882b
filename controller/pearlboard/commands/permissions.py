"""Permissions: the kinds of senders, and whether a principal is one. `registry` says what each command needs.

A table page is the shared hand of everybody at the table: it may do what anybody could do at the board. A seat's own
screen speaks for its seat only, and the seat's secrets are said nowhere else. A guest of the lobby speaks for itself.
"""

from enum import Flag, auto
from typing import Final

from pearlboard.games.api import TABLE, Actor, Seat
from pearlboard.screens.lobby_access import NOT_OPEN, LobbyAccess
from pearlboard.session.principal import Principal
from pearlboard.session.state import Phase, Refused, Session
from pearlboard.table.places import named
from pearlboard.table.play import Play
from pearlboard.table.situation import Situation
from pearlboard.texts import say


class Permission(Flag):
    """The kinds of senders. A command's permission lists one or more; its sender must be of one of these kinds."""

    TABLE = auto()  # any table page
    HOST = auto()  # the host's page; any, while nobody is the host
    OWNER = auto()  # the host's page and no other
    SEAT = auto()  # any seat's own screen
    MOVER = auto()  # the screen of a seat that is to act
    PRIVATE = auto()  # the screen of the seat that is to act; a table page if that seat has none
    DRAWER = auto()  # the screen of the seat that is to act, where the board is only drawn
    OPERATOR = auto()  # whoever looks after the table
    LOBBY = auto()  # the page that has opened the lobby
    GUEST = auto()  # the screen of a guest of the lobby


ANYBODY: Final = Permission.TABLE | Permission.SEAT


def check_lobby(may: Permission, principal: Principal, lobby: LobbyAccess) -> bool:
    """Decide a permission that belongs to the lobby: True if granted, `Refused` if not; False: the table decides.

    A guest may do only what is for guests; only the lobby's owner may do what is for the owner.
    """
    if principal.guest is not None:
        if not lobby.knows(principal):
            raise _refused("guest_gone")
        if Permission.GUEST not in may:
            raise _refused("table_only")
        return True
    if Permission.GUEST in may:
        raise _refused("guest_only")
    if Permission.LOBBY in may and not lobby.is_owner(principal):
        raise _refused(NOT_OPEN if lobby.open is None else "host_only")
    return Permission.LOBBY in may


def check(
    may: Permission,
    principal: Principal,
    session: Session,
    now: Situation,
    *,
    open_to_all: bool = False,
    actor: Actor | None = None,
) -> None:
    """Raise `Refused`, with the reason, unless the principal has the permission.

    `actor`: whose action or choice it is; None: of the seat that is to move. `open_to_all`: it holds no secret of that
    seat.
    """
    if not principal.still_there(session):
        raise Refused("revoked", say("revoked"))
    if actor == TABLE:
        may = ANYBODY
    elif open_to_all:
        may |= Permission.TABLE
    if Permission.DRAWER in may and now.board.on_screen:
        may |= Permission.MOVER
    seat = now.game.to_move if actor in (None, TABLE) else int(actor or 0)
    if principal.seat is None:
        _check_page(may, principal, session, seat)
    elif not _seat_may(may, principal, now, actor):
        raise _not_the_seats(may, now)


def check_seated(principal: Principal, table: Play, actor: Actor | None) -> None:
    """Raise `Refused` if a shared page speaks for a seat that sits at another board."""
    agreement, places = table.session.agreement, table.places
    if agreement is None or actor in (None, TABLE):
        return
    if not places.speaks_for(principal, int(actor or 0), agreement):
        other = places.other(places.of(principal.place))
        raise Refused("sits_elsewhere", named("sits_elsewhere", other, seat=actor))


def _check_page(may: Permission, principal: Principal, session: Session, seat: Seat | None) -> None:
    if Permission.OPERATOR in may and principal.operator:
        return
    of_host = bool(may & (Permission.HOST | Permission.OWNER)) and principal.is_host(session)
    if Permission.TABLE in may or of_host or (Permission.HOST in may and session.host is None):
        return
    if Permission.PRIVATE in may:
        if seat is None or seat not in session.phones:
            return
        raise Refused("on_the_phone", say("on_the_phone", seat=seat))
    raise _refused("seat_only" if Permission.SEAT in may else "host_only")


def _refused(name: str) -> Refused:
    return Refused(name, say(name))


def _seat_may(may: Permission, principal: Principal, now: Situation, actor: Actor | None) -> bool:
    if Permission.SEAT in may:
        return True
    if Permission.MOVER in may and TABLE in now.game.active:
        return True
    acts = principal.seat in now.game.active and now.phase is Phase.PLAYING
    return bool(may & (Permission.MOVER | Permission.PRIVATE)) and acts and actor in (None, principal.seat)


def _not_the_seats(may: Permission, now: Situation) -> Refused:
    if Permission.MOVER in may or Permission.PRIVATE in may:
        if now.game.to_move is None:
            return Refused("not_now", say("not_now"))
        return Refused("not_your_turn", say("wait_for_your_turn", to_move_seat=now.game.to_move))
    return _refused("table_only" if Permission.TABLE in may else "host_only")
