"""Commands around a game: set up, pause, abandon, replay, rename, delete."""

from dataclasses import replace

from pearlboard.commands import documents
from pearlboard.commands.context import CommandContext
from pearlboard.commands.permissions import Permission, check
from pearlboard.commands.setting_up import agreement, rematch
from pearlboard.commands.trying import tried
from pearlboard.screens.lettering import legible
from pearlboard.session import intents
from pearlboard.session.following import followed
from pearlboard.session.state import Phase, Refused
from pearlboard.table.exhibit import Exhibit
from pearlboard.table.situation import Stop
from pearlboard.texts import say


def set_up(context: CommandContext, command: documents.SetUp) -> None:
    """Set up a game; refused while another page has a lobby open.

    After a game, setting up also closes the result, which only the host may.
    """
    table, principal = context.table, context.principal
    if table.session.phase is Phase.OVER:
        check(Permission.HOST, principal, table.session, table.now)
    context.lobby.check_free(principal)
    wanted = agreement(command, table)
    table.do(intents.AgreeOnGame(wanted.agreement, principal.key, wanted.deal), context.meta)


def play_again(context: CommandContext, _: documents.Rematch) -> None:
    """Play again with the same people."""
    table = context.table
    last = followed(table.session)
    if last is None:
        raise Refused("not_now", say("not_now"))
    wanted = rematch(last, table.rng)
    table.do(intents.AgreeOnGame(wanted.agreement, None, wanted.deal), context.meta)


def pause(context: CommandContext, _: documents.Pause) -> None:
    """Pause the game; refused if repeated too quickly, because each pause adds two facts."""
    context.table.pause(context.meta)


def resume(context: CommandContext, _: documents.Resume) -> None:
    """Resume the game."""
    context.table.do(intents.Resume(), context.meta)


def abandon(context: CommandContext, _: documents.Abandon) -> None:
    """Give the game up."""
    context.table.do(intents.Abandon(), context.meta)


def new_game(context: CommandContext, _: documents.NewGame) -> None:
    """Close the result."""
    context.table.do(intents.Close(), context.meta)


def answer(context: CommandContext, command: documents.AnswerQuestion) -> None:
    """Answer the question whether to lay an empty board again, or to begin a new game."""
    table, word = context.table, command.answer
    if table.now.stop is not Stop.QUESTION or word not in ("continue", "new"):
        raise Refused("not_now", say("not_now"))
    if word == "continue":
        table.ask(replace(table.requests, continuing=True))
    else:
        check(Permission.HOST, context.principal, table.session, table.now)
        table.do(intents.Abandon(), context.meta)


def show_exhibit(context: CommandContext, command: documents.ShowExhibit) -> None:
    """Show a moment of a finished game on the lights."""
    _must_be_here(context)
    shown = context.opened(command.number)
    if shown is None or command.index >= len(shown.frames):
        raise Refused("no_such_game", say("no_such_game"))
    context.table.show(context.table.showing.of(Exhibit(shown, command.index)))


def end_exhibit(context: CommandContext, _: documents.EndExhibit) -> None:
    """Stop showing a finished game."""
    context.table.show(context.table.showing.of())


def try_from(context: CommandContext, command: documents.TryFrom) -> None:
    """Set up a game from a moment of a finished one, against the computer. If a result is shown, close it."""
    _must_be_here(context)
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
    """Give a finished game a title."""
    _must_be_here(context)
    _must_be_kept(context, command.number)
    context.table.do(intents.TitleGame(command.number, legible(command.title)), context.meta)


def delete_game(context: CommandContext, command: documents.DeleteGame) -> None:
    """Delete a finished game, for good; refused for the game that is still on the table."""
    _must_be_here(context)
    session = context.table.session
    if session.phase is Phase.IDLE or session.number != command.number:
        _must_be_kept(context, command.number)
    context.table.do(intents.DeleteGame(command.number), context.meta)


def _must_be_here(context: CommandContext) -> None:
    """Refuse another table's page: it has read of finished games at its own, where these numbers are of others."""
    if context.table.places.of(context.principal.place).far:
        raise Refused("archive_is_elsewhere", say("archive_is_elsewhere"))


def _must_be_kept(context: CommandContext, number: int) -> None:
    if not context.kept(number):
        raise Refused("not_in_the_archive", say("not_in_the_archive"))
