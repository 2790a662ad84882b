"""Who may ask what. Every command stands in this table; one that does not cannot be asked by anybody.

A table page is the shared hand of all who sit there: it may do what anybody could do at the board. A seat's own screen
speaks for its seat only, and what is its seat's secret is said nowhere else.
"""

from collections.abc import Mapping
from enum import Flag, auto
from typing import Final

from pearlboard.app import commands
from pearlboard.app.situation import Situation
from pearlboard.session.state import Phase, Refused, Session
from pearlboard.session.who import Who
from pearlboard.texts import say


class May(Flag):
    """Whoever is meant. A command needs one of them."""

    TABLE = auto()  # any table page
    HOST = auto()  # the host's page; any, while nobody is the host
    OWNER = auto()  # the host's page and no other
    SEAT = auto()  # any seat's own screen
    MOVER = auto()  # the screen of the seat to move
    PRIVATE = auto()  # the screen of the seat to move; a table page if that seat has none


ANYBODY: Final = May.TABLE | May.SEAT

RULES: Final[Mapping[type, May]] = {
    commands.Put: May.TABLE,
    commands.Lift: May.TABLE,
    commands.Tidy: May.TABLE,
    commands.Press: May.TABLE,
    commands.LeaveOut: May.TABLE,
    commands.Trust: May.TABLE,
    commands.Confirm: May.TABLE | May.MOVER,
    commands.TakeBack: ANYBODY,
    commands.AgreeTakeBack: ANYBODY,
    commands.RefuseTakeBack: ANYBODY,
    commands.Hint: May.TABLE | May.MOVER,
    commands.Pass: May.PRIVATE,
    commands.Hurry: ANYBODY,
    commands.Advise: May.PRIVATE,
    commands.HandOver: May.HOST,
    commands.ChooseValue: May.PRIVATE,
    commands.SayLater: May.PRIVATE,
    commands.Play: May.TABLE | May.MOVER,
    commands.Aim: May.TABLE | May.MOVER,
    commands.SetUp: May.TABLE,
    commands.PearlsLaid: May.TABLE,
    commands.Start: May.TABLE,
    commands.Pause: ANYBODY,
    commands.Resume: ANYBODY,
    commands.Abandon: May.HOST,
    commands.Rematch: May.HOST,
    commands.NewGame: May.HOST,
    commands.Answer: May.TABLE,
    commands.SayValue: ANYBODY,
    commands.UnsayValue: ANYBODY,
    commands.ShowTerritory: ANYBODY,
    commands.Agree: ANYBODY,
    commands.CountShow: ANYBODY,
    commands.Invite: May.OWNER,
    commands.FreeSeat: May.HOST,
    commands.Leave: May.SEAT,
    commands.ClaimHost: May.TABLE,
    commands.Peek: May.OWNER,
    commands.Exhibit: May.TABLE,
    commands.EndExhibit: May.TABLE,
}


def check(command: commands.TableCommand, who: Who, session: Session, now: Situation) -> None:
    """Raise the `Refused` that tells `who` why it is not theirs to ask."""
    if not who.still_there(session):
        raise Refused("revoked", say("revoked"))
    may = RULES[type(command)]
    if isinstance(command, commands.ChooseValue) and now.draft is not None and now.draft.face_up:
        may = May.TABLE | May.MOVER
    if who.seat is None:
        _check_page(may, who, session, now)
    elif not _seat_may(may, who, now):
        raise _not_the_seats(may, now)


def _check_page(may: May, who: Who, session: Session, now: Situation) -> None:
    of_host = bool(may & (May.HOST | May.OWNER)) and who.is_host(session)
    if May.TABLE in may or of_host or (May.HOST in may and session.host is None):
        return
    if May.PRIVATE in may:
        if now.to_move is None or now.to_move not in session.phones:
            return
        raise Refused("on_the_phone", say("on_the_phone", seat=now.to_move))
    raise _refused("seat_only" if May.SEAT in may else "host_only")


def _refused(name: str) -> Refused:
    return Refused(name, say(name))


def _seat_may(may: May, who: Who, now: Situation) -> bool:
    if May.SEAT in may:
        return True
    if May.MOVER in may and now.phase in (Phase.REVEAL, Phase.COUNT):
        return True
    return bool(may & (May.MOVER | May.PRIVATE)) and now.phase is Phase.PLAYING and now.to_move == who.seat


def _not_the_seats(may: May, now: Situation) -> Refused:
    if May.MOVER in may or May.PRIVATE in may:
        if now.to_move is None:
            return Refused("not_now", say("not_now"))
        return Refused("not_your_turn", say("wait_for_your_turn", to_move_seat=now.to_move))
    return _refused("table_only" if May.TABLE in may else "host_only")
