"""What is asked while a game is on: a turn is confirmed, something is said, done or taken back, help is asked for."""

from pearlboard.commands import documents, hands
from pearlboard.commands.context import CommandContext, decoded
from pearlboard.games.api import TABLE, Actor, GameAction, Package, Seat
from pearlboard.session import intents
from pearlboard.session.questions import agreed, of_computer, package_of
from pearlboard.session.state import Phase, Refused
from pearlboard.table import asking, taking_back
from pearlboard.table.confirming import Origin
from pearlboard.table.refusals import no_help
from pearlboard.table.situation import moment
from pearlboard.texts import say


def confirm(context: CommandContext, _: documents.Confirm) -> None:
    """The end-turn button."""
    context.table.confirming.confirm(Origin(context.meta))


def hint(context: CommandContext, _: documents.Hint) -> None:
    """Show what may be laid."""
    asking.hint(context.table)


def overlook(context: CommandContext, command: documents.Overlook) -> None:
    """A piece that was lifted is spoken of no more; whoever says so second says the same."""
    context.table.place.overlook(command.number)


def hurry(context: CommandContext, _: documents.Hurry) -> None:
    """The computer is to play at once."""
    if not context.playing.game.thinking:
        raise Refused("nobody_thinks", say("nobody_thinks"))
    context.table.players.hurry()


def end_count(context: CommandContext, _: documents.EndCount) -> None:
    """Nobody wants to watch the count to its end; whoever says so second says the same."""
    context.table.end_count()


def advise(context: CommandContext, _: documents.Advise) -> None:
    """What would the computer do?"""
    now = context.playing
    seat = asking_seat(context)
    if not now.turn.can_advise or seat is None or seat not in now.game.active:
        raise no_help(now, "no_advice")
    context.table.players.advise(seat)


def asking_seat(context: CommandContext) -> Seat | None:
    """For whom a screen asks: its seat, the one behind the curtain of this page, or the one that is to act."""
    if context.principal.seat is not None:
        return context.principal.seat
    if (behind := context.table.behind_curtain(context.principal)) is not None:
        return behind
    return context.table.now.game.to_move


def act(context: CommandContext, command: documents.Act) -> None:
    """An action that comes from a screen. What is laid on the board is laid there."""
    table = context.table
    if table.now.game.package is None or table.session.phase is not Phase.PLAYING:
        raise Refused("not_now", say("not_now"))
    package = package_of(table.session)
    action = decoded(package, command.action)
    if package.board is not None and (sites := package.board.lays(action)):
        raise Refused("lay_on_board", say("lay_on_board", sites=sites))
    actor = actor_of(context, command)
    _check_seen(context, package, actor, action)
    table.confirming.act(actor, action, Origin(context.meta))


def _check_seen(context: CommandContext, package: Package, actor: Actor, action: GameAction) -> None:
    """Whoever does not see what a seat alone may see does nothing for it that hangs on that: a refusal would tell it.

    What the game offers on every page is open to every page.
    """
    now = context.table.now
    if actor == TABLE or context.shows(int(actor)) or not package.rules.hangs_on_secret(now.game.view, action):
        return
    offered = package.shown.buttons(now.game.view, moment(now))
    if not any(button.actor == actor and button.action == action for button in offered):
        raise Refused("look_first", say("look_first", seat=actor))


def note(context: CommandContext, command: documents.Note) -> None:
    """What a seat alone knows, said on its own screen. Whatever the others have done meanwhile is nothing to it."""
    table, seat = context.table, context.principal.seat
    if seat is None or table.now.game.package is None or table.session.phase is not Phase.PLAYING:
        raise Refused("not_now", say("not_now"))
    action = decoded(package_of(table.session), command.action)
    table.do(intents.Note(seat, action), context.up_to_date)


def choose(context: CommandContext, command: documents.Choose) -> None:
    """Something that is said besides what lies on the board."""
    table, seat, now = context.table, seat_of(context, command), context.playing
    board, draft = package_of(table.session).board, now.board.draft
    if board is None or draft is None:
        raise Refused("not_now", say("not_now"))
    rules, said, mine = package_of(table.session).rules, table.requests.choice(seat), context.is_of(seat)
    known = (rules.view if mine else rules.common)(table.session.state, seat)
    asking.choose(table, seat, board.choose(known, moment(now), said, dict(command.choice), own_screen=mine))


def take_back(context: CommandContext, _: documents.TakeBack) -> None:
    """What lies on a drawn board and does not count yet; else the last step back, or a proposal of it."""
    board, seat = context.table.now.board, context.principal.seat
    drafted_by = None if board.draft is None else board.draft.seat
    if board.loose and drafted_by is not None and seat in (None, drafted_by):
        hands.tidy(context, documents.Tidy())
    else:
        taking_back.ask(context.table, seat, context.meta)


def redo(context: CommandContext, _: documents.Redo) -> None:
    """Do again what was taken back last."""
    if context.playing.board.drafted:
        raise Refused("not_now", say("not_now"))
    context.table.do(intents.Redo(), context.meta)


def agree_take_back(context: CommandContext, _: documents.AgreeTakeBack) -> None:
    """A seat agrees, or the table for all without a screen."""
    taking_back.agree(context.table, context.principal.seat)


def refuse_take_back(context: CommandContext, _: documents.RefuseTakeBack) -> None:
    """Nothing is taken back."""
    taking_back.refuse(context.table)


# --- for whom it is --------------------------------------------------------------------------------------------------


def actor_of(context: CommandContext, command: documents.Act) -> Actor:
    """Who is named; else the seat of the screen, or the one that is to act."""
    if command.actor is not None:
        return command.actor
    game, seat = context.table.now.game, context.principal.seat
    if game.together or game.to_move is None:
        return seat if seat is not None and seat in game.active else TABLE
    return game.to_move if seat is None else seat


def seat_of(context: CommandContext, command: documents.Choose) -> Seat:
    """The same for what is said: it is always a seat's."""
    now = context.table.now
    seat = command.seat if command.seat is not None else context.principal.seat or now.game.to_move
    if seat is None or now.phase is not Phase.PLAYING:
        raise Refused("not_now", say("not_now"))
    if not 1 <= seat <= len(agreed(context.table.session).names):
        raise Refused("no_such_seat", say("no_such_seat", number=seat))
    return seat


def speaker_of_act(context: CommandContext, command: documents.Act) -> tuple[Actor, bool]:
    """Whose action it is, and whether it may be asked on the page that all share. Nobody speaks for a computer."""
    actor, package = actor_of(context, command), context.table.now.game.package
    check_person(context, actor)
    if package is None or actor == TABLE:
        return actor, True
    return actor, not package.rules.own(decoded(package, command.action))


def speaker_of_choice(context: CommandContext, command: documents.Choose) -> tuple[Actor, bool]:
    """The same for what is said."""
    seat, now = seat_of(context, command), context.table.now
    check_person(context, seat)
    board, draft = now.game.board, now.board.draft
    return seat, board is not None and draft is not None and board.open_to_all(draft, dict(command.choice))


def check_person(context: CommandContext, actor: Actor) -> None:
    """Nobody speaks for a computer."""
    session = context.table.session
    if session.phase is Phase.PLAYING and of_computer(session, actor):
        raise Refused("computers_seat", say("computers_seat", seat=actor))
