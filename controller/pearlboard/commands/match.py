"""What is asked before a game, after it and around it: it is agreed on, paused, given up, looked at again, kept."""

from dataclasses import replace

from pearlboard.commands import documents
from pearlboard.commands.context import CommandContext
from pearlboard.commands.permissions import Permission, check
from pearlboard.commands.setting_up import agreement, rematch
from pearlboard.commands.trying import tried
from pearlboard.screens.lettering import legible
from pearlboard.session import intents
from pearlboard.session.state import Phase, Refused
from pearlboard.table.exhibit import Exhibit
from pearlboard.table.situation import Stop
from pearlboard.texts import say


def set_up(context: CommandContext, command: documents.SetUp) -> None:
    """Agree on a game; not while another page gathers its guests.

    Where one has just ended, whoever does so leaves its result as well.
    """
    table, principal = context.table, context.principal
    if table.session.phase is Phase.OVER:
        check(Permission.HOST, principal, table.session, table.now)
    context.lobby.check_free(principal)
    wanted = agreement(command, table.rng, confirms_itself=table.house.confirms_itself)
    table.do(intents.AgreeOnGame(wanted.agreement, principal.key, wanted.deal), context.meta)


def play_again(context: CommandContext, _: documents.Rematch) -> None:
    """The same people again."""
    table = context.table
    if table.session.agreement is None:
        raise Refused("not_now", say("not_now"))
    wanted = rematch(table.session.agreement, table.rng)
    table.do(intents.AgreeOnGame(wanted.agreement, None, wanted.deal), context.meta)


def pause(context: CommandContext, _: documents.Pause) -> None:
    """Stop for a while; not again and again, since each pause is two facts."""
    context.table.pause(context.meta)


def resume(context: CommandContext, _: documents.Resume) -> None:
    """Go on."""
    context.table.do(intents.Resume(), context.meta)


def abandon(context: CommandContext, _: documents.Abandon) -> None:
    """Give the game up."""
    context.table.do(intents.Abandon(), context.meta)


def new_game(context: CommandContext, _: documents.NewGame) -> None:
    """Leave the result."""
    context.table.do(intents.Close(), context.meta)


def answer(context: CommandContext, command: documents.AnswerQuestion) -> None:
    """The table has asked whether an empty board is to be laid again, or a new game to be begun."""
    table, word = context.table, command.answer
    if table.now.stop is not Stop.QUESTION or word not in ("continue", "new"):
        raise Refused("not_now", say("not_now"))
    if word == "continue":
        table.ask(replace(table.requests, continuing=True))
    else:
        check(Permission.HOST, context.principal, table.session, table.now)
        table.do(intents.Abandon(), context.meta)


def show_exhibit(context: CommandContext, command: documents.ShowExhibit) -> None:
    """A moment of a finished game on the lights."""
    shown = context.opened(command.number)
    if shown is None or command.index >= len(shown.frames):
        raise Refused("no_such_game", say("no_such_game"))
    context.table.show(context.table.showing.of(Exhibit(shown, command.index)))


def end_exhibit(context: CommandContext, _: documents.EndExhibit) -> None:
    """No longer."""
    context.table.show(context.table.showing.of())


def try_from(context: CommandContext, command: documents.TryFrom) -> None:
    """A new game, from a moment of a finished one, against the computer. Where a result is shown, it leaves that."""
    shown = context.opened(command.number)
    if shown is None or command.index >= len(shown.frames):
        raise Refused("no_such_game", say("no_such_game"))
    if context.table.session.phase is Phase.PLAYING:
        raise Refused("game_is_on", say("game_is_on"))
    if context.table.session.phase is Phase.OVER:
        check(Permission.HOST, context.principal, context.table.session, context.table.now)
    wanted, acts = tried(shown, command.index, command.seat, command.level)
    context.table.do(intents.AgreeOnGame(wanted, context.principal.key, acts=acts), context.meta)


def rename_game(context: CommandContext, command: documents.RenameGame) -> None:
    """What a finished game is called."""
    _must_be_kept(context, command.number)
    context.table.do(intents.TitleGame(command.number, legible(command.title)), context.meta)


def delete_game(context: CommandContext, command: documents.DeleteGame) -> None:
    """A finished game goes, for good; one that still lies on the table does not."""
    session = context.table.session
    if session.phase is Phase.IDLE or session.number != command.number:
        _must_be_kept(context, command.number)
    context.table.do(intents.DeleteGame(command.number), context.meta)


def _must_be_kept(context: CommandContext, number: int) -> None:
    if not context.kept(number):
        raise Refused("not_in_the_archive", say("not_in_the_archive"))
