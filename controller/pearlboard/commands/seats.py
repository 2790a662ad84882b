"""What is asked about seats: who plays on one, and on which screen."""

from pearlboard.commands import documents
from pearlboard.commands.context import CommandContext
from pearlboard.commands.setting_up import level_of
from pearlboard.session import intents
from pearlboard.session.questions import package_of
from pearlboard.session.state import Refused
from pearlboard.table.following import Curtain
from pearlboard.texts import say


def invite(context: CommandContext, command: documents.Invite) -> None:
    """A new code for a seat."""
    context.seat_access.invite(command.seat, context.meta)


def free_seat(context: CommandContext, command: documents.FreeSeat) -> None:
    """A seat goes on without a screen of its own."""
    context.seat_access.free(command.seat, context.meta)


def leave(context: CommandContext, _: documents.Leave) -> None:
    """The same, by that screen."""
    context.table.do(intents.FreeSeat(context.principal.seat or 0), context.meta)


def hand_over(context: CommandContext, command: documents.HandOver) -> None:
    """The computer plays the seat from now on, or a person."""
    word, session = command.level, context.table.session
    if session.agreement is None:
        raise Refused("not_now", say("not_now"))
    level = None if word is None else level_of(package_of(session), word)
    context.seat_access.hand_over(command.seat, level, context.meta)


def claim_host(context: CommandContext, _: documents.ClaimHost) -> None:
    """Ask for the host's part for this page."""
    context.seat_access.claim_host(context.principal, context.meta)


def allow_host(context: CommandContext, _: documents.AllowHost) -> None:
    """The page that asks for it becomes the host's."""
    context.seat_access.answer_claim(context.principal, context.up_to_date, agreed=True)


def refuse_host(context: CommandContext, _: documents.RefuseHost) -> None:
    """The page that asks for it does not become the host's."""
    context.seat_access.answer_claim(context.principal, context.up_to_date, agreed=False)


def open_curtain(context: CommandContext, command: documents.Private) -> None:
    """Show on this page what a seat alone may see."""
    context.table.draw_curtain(Curtain(command.seat, context.principal))


def hand_back(context: CommandContext, _: documents.HandBack) -> None:
    """Show it no longer."""
    context.table.draw_curtain(None)
