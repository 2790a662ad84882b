"""Commands for seats: who plays on a seat, and on which screen."""

from pearlboard.commands import documents
from pearlboard.commands.context import CommandContext
from pearlboard.commands.permissions import check_seated
from pearlboard.commands.setting_up import level_of
from pearlboard.games.api import Seat
from pearlboard.session import intents
from pearlboard.session.questions import package_of
from pearlboard.session.state import Refused
from pearlboard.table.following import Curtain
from pearlboard.table.places import named
from pearlboard.texts import say


def invite(context: CommandContext, command: documents.Invite) -> None:
    """Make a new code for a seat."""
    _check_kept(context, command.seat)
    context.seat_access.invite(command.seat, context.meta)


def free_seat(context: CommandContext, command: documents.FreeSeat) -> None:
    """Take a seat away from its own screen."""
    _check_kept(context, command.seat)
    context.seat_access.free(command.seat, context.meta)


def _check_kept(context: CommandContext, seat: Seat) -> None:
    """Refuse seats that sit elsewhere to a page that only keeps another table's board."""
    if context.seat_access.keeps(context.principal) and seat not in context.seat_access.keepers.invites(
        context.principal
    ):
        check_seated(context.principal, context.table, seat)


def leave(context: CommandContext, _: documents.Leave) -> None:
    """Give up the sender's own seat."""
    context.table.do(intents.FreeSeat(context.principal.seat or 0), context.meta)


def hand_over(context: CommandContext, command: documents.HandOver) -> None:
    """Hand a seat over to the computer, or to a person."""
    word, session = command.level, context.table.session
    if session.agreement is None:
        raise Refused("not_now", say("not_now"))
    level = None if word is None else level_of(package_of(session), word)
    context.seat_access.hand_over(command.seat, level, context.meta)


def claim_host(context: CommandContext, _: documents.ClaimHost) -> None:
    """Claim the host's part for this page."""
    context.seat_access.claim_host(context.principal, context.meta)


def allow_host(context: CommandContext, _: documents.AllowHost) -> None:
    """Consent to the claim: the page that claims becomes the host's."""
    context.seat_access.answer_claim(context.principal, context.up_to_date, agreed=True)


def refuse_host(context: CommandContext, _: documents.RefuseHost) -> None:
    """Refuse the claim."""
    context.seat_access.answer_claim(context.principal, context.up_to_date, agreed=False)


def keep_board(context: CommandContext, _: documents.KeepBoard) -> None:
    """Let this page keep its board; all pages are told."""
    context.seat_access.keepers.take(context.principal)
    context.seat_access.announcements.make(named("keeper_changed", context.table.place.called))


def open_curtain(context: CommandContext, command: documents.Private) -> None:
    """Show a seat's secrets on this page."""
    check_seated(context.principal, context.table, command.seat)
    context.table.draw_curtain(Curtain(command.seat, context.principal))


def hand_back(context: CommandContext, _: documents.HandBack) -> None:
    """Stop showing a seat's secrets."""
    context.table.draw_curtain(None)
