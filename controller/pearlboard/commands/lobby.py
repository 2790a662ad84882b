"""Commands for the lobby: its owner arranges it and begins the game, guests introduce themselves and leave."""

from pearlboard.commands import documents
from pearlboard.commands.context import CommandContext
from pearlboard.commands.setting_up import agreement, check_begins_here, check_number, level_of, playable
from pearlboard.screens.lobby_access import picks_of
from pearlboard.session import intents, lobby
from pearlboard.session.lobby import Chair, Lobby
from pearlboard.session.player_names import LONGEST_NAME, cleaned, letters
from pearlboard.session.state import Refused
from pearlboard.texts import say


def open_lobby(context: CommandContext, command: documents.OpenLobby) -> None:
    """Open a lobby for whoever has the code."""
    package = playable(command.game)
    check_begins_here(package, context.table)
    chairs = (Chair(),) * command.seats
    check_number(package, len(chairs))
    context.lobby.open_by(context.principal, Lobby(package.name, package.seats[-1], chairs, picks_of(package)))


def close_lobby(context: CommandContext, _: documents.CloseLobby) -> None:
    """Close the lobby."""
    context.lobby.close()


def arrange(context: CommandContext, command: documents.Arrange) -> None:
    """Set the game and the chairs."""
    package, there = playable(command.game), context.lobby.now
    check_number(package, len(command.chairs))
    chairs = [
        Chair(chair.guest)
        if chair.guest is not None
        else Chair(None, cleaned(chair.called), None if chair.computer is None else level_of(package, chair.computer))
        for chair in command.chairs
    ]
    picks = picks_of(package) if command.picks else ()
    context.lobby.become(lobby.arrange(there, package.name, package.seats[-1], chairs, picks))


def remove_guest(context: CommandContext, command: documents.RemoveGuest) -> None:
    """Send a guest away, and replace the code."""
    context.lobby.send_away(command.guest)


def introduce(context: CommandContext, command: documents.Introduce) -> None:
    """Set the name and the pick of the sending guest."""
    called = cleaned(command.called)
    if letters(called) > LONGEST_NAME:
        raise Refused("name_too_long", say("your_name_too_long", most=LONGEST_NAME))
    context.lobby.become(lobby.introduce(context.lobby.now, context.principal.guest or 0, called, command.pick))


def leave_lobby(context: CommandContext, _: documents.LeaveLobby) -> None:
    """Remove the sending guest."""
    context.lobby.become(lobby.leave(context.lobby.now, context.principal.guest or 0))


def begin_game(context: CommandContext, command: documents.BeginGame) -> None:
    """Set up a game with the lobby's guests; each guest's screen becomes its seat's."""
    table, there = context.table, context.lobby.now
    screens = {seat: guest.key for seat, guest in lobby.ready(there).items()}
    form = documents.SetUp(
        players=[documents.Player(lobby.name_of(there, chair), chair.level) for chair in there.chairs],
        game=there.game,
        options=command.options,
        first=command.first,
        hints=command.hints,
        confirm=command.confirm,
        clock=command.clock,
        explain=command.explain,
        boards=command.boards,
        helped=command.helped,
        follow=command.follow,
    )
    wanted = agreement(form, table)
    table.do(intents.AgreeOnGame(wanted.agreement, context.principal.key, wanted.deal, screens), context.meta)
