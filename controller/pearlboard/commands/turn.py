"""Commands during a game: confirm a turn, act, choose, take back, ask for help."""

from pearlboard.commands import documents, hands
from pearlboard.commands.context import CommandContext, decoded
from pearlboard.games.api import TABLE, Actor, GameAction, Package, Seat
from pearlboard.games.moving import ReadDraft
from pearlboard.session import intents
from pearlboard.session.questions import agreed, of_computer, package_of
from pearlboard.session.state import Phase, Refused
from pearlboard.table import asking, taking_back
from pearlboard.table.confirming import Origin
from pearlboard.table.ports import Asking
from pearlboard.table.refusals import no_help
from pearlboard.table.situation import moment
from pearlboard.texts import say


def confirm(context: CommandContext, _: documents.Confirm) -> None:
    """Press the end-turn button."""
    context.table.confirming.confirm(Origin(context.meta))


def hint(context: CommandContext, _: documents.Hint) -> None:
    """Show the legal placements."""
    asking.hint(context.table)


def ask(context: CommandContext, command: documents.Ask) -> None:
    """Answer what somebody asks by ear, from what everybody may know."""
    site = hands.site_of(command.site) if command.site else None
    if command.about in ("place", "around") and site is None:
        raise Refused("malformed", say("ask_where"))
    context.table.voice.ask(Asking(context.meta.id, command.about, command.number, site, command.after))


def overlook(context: CommandContext, command: documents.Overlook) -> None:
    """Dismiss the notice about a lifted piece; harmless if repeated."""
    context.table.place.overlook(command.number)


def hurry(context: CommandContext, _: documents.Hurry) -> None:
    """Make the computer play at once."""
    if not context.playing.game.thinking:
        raise Refused("nobody_thinks", say("nobody_thinks"))
    context.table.players.hurry()


def end_count(context: CommandContext, _: documents.EndCount) -> None:
    """Skip the counting of points; harmless if repeated."""
    context.table.end_count()


def advise(context: CommandContext, _: documents.Advise) -> None:
    """Ask the computer for advice."""
    now = context.playing
    seat = asking_seat(context)
    if not now.turn.can_advise or seat is None or seat not in now.game.active:
        raise no_help(now, "no_advice")
    context.table.players.advise(seat)


def asking_seat(context: CommandContext) -> Seat | None:
    """The seat for which a screen asks: its own, the one behind this page's curtain, or the one that is to act."""
    if context.principal.seat is not None:
        return context.principal.seat
    if (behind := context.table.behind_curtain(context.principal)) is not None:
        return behind
    return context.table.now.game.to_move


def act(context: CommandContext, command: documents.Act) -> None:
    """Perform an action from a screen; refused if pieces have to be laid for it on the board."""
    table = context.table
    if table.now.game.package is None or table.session.phase is not Phase.PLAYING:
        raise Refused("not_now", say("not_now"))
    package = package_of(table.session)
    action = decoded(package, command.action)
    draft = table.now.board.draft
    lies_there = isinstance(draft, ReadDraft) and action in draft.fits
    done = package.effect(action)
    if done.sites and not lies_there:
        told = say("move_on_board", sites=done.sites) if done.taken else say("lay_on_board", sites=done.sites)
        raise Refused("lay_on_board", told)
    actor = actor_of(context, command)
    _check_seen(context, package, actor, action)
    table.confirming.act(actor, action, Origin(context.meta))


def _check_seen(context: CommandContext, package: Package, actor: Actor, action: GameAction) -> None:
    """Refuse a secret-dependent action from a page that does not show the seat's secrets: a refusal would reveal them.

    Buttons that the game offers on every page stay open to every page.
    """
    now = context.table.now
    if actor == TABLE or context.shows(int(actor)) or not package.secrets.hangs_on_secret(now.game.view, action):
        return
    offered = package.shown.buttons(now.game.view, moment(now))
    if not any(button.actor == actor and button.action == action for button in offered):
        raise Refused("look_first", say("look_first", seat=actor))


def note(context: CommandContext, command: documents.Note) -> None:
    """Note what a seat alone knows, on its own screen; never stale."""
    table, seat = context.table, context.principal.seat
    if seat is None or table.now.game.package is None or table.session.phase is not Phase.PLAYING:
        raise Refused("not_now", say("not_now"))
    action = decoded(package_of(table.session), command.action)
    table.do(intents.Note(seat, action), context.up_to_date)


def choose(context: CommandContext, command: documents.Choose) -> None:
    """Choose something that the board cannot tell."""
    table, seat, now = context.table, seat_of(context, command), context.playing
    if now.board.draft is None:
        raise Refused("not_now", say("not_now"))
    package, said, mine = package_of(table.session), table.requests.choice(seat), context.is_of(seat)
    known = (package.rules.view if mine else package.common)(table.session.state, seat)
    wish = dict(command.choice)
    asking.choose(table, seat, package.choices.choose(known, moment(now), said, wish, own_screen=mine))


def take_back(context: CommandContext, _: documents.TakeBack) -> None:
    """Lift the draft from a drawn board; without a draft, take the last step back or propose that."""
    board, seat = context.table.now.board, context.principal.seat
    drafted_by = None if board.draft is None else board.draft.seat
    if board.loose and drafted_by is not None and seat in (None, drafted_by):
        hands.tidy(context, documents.Tidy())
        if seat is None and drafted_by in context.table.session.phones:
            taking_back.tell(context.table, None, say("taken_up", seat=drafted_by))
    else:
        taking_back.ask(context.table, seat, context.meta)


def redo(context: CommandContext, _: documents.Redo) -> None:
    """Repeat what was taken back last."""
    if context.playing.board.drafted:
        raise Refused("not_now", say("not_now"))
    context.table.do(intents.Redo(), context.meta)


def agree_take_back(context: CommandContext, _: documents.AgreeTakeBack) -> None:
    """Agree to a take-back: a seat for itself, a shared page for all seats without a screen."""
    taking_back.agree(context.table, context.principal.seat)


def refuse_take_back(context: CommandContext, _: documents.RefuseTakeBack) -> None:
    """Refuse a take-back."""
    taking_back.refuse(context.table, context.principal.seat)


# --- whose action it is ----------------------------------------------------------------------------------------------


def actor_of(context: CommandContext, command: documents.Act) -> Actor:
    """The named actor; otherwise the screen's seat, or the seat that is to act."""
    if command.actor is not None:
        return command.actor
    game, seat = context.table.now.game, context.principal.seat
    if game.together or game.to_move is None:
        return seat if seat is not None and seat in game.active else TABLE
    return game.to_move if seat is None else seat


def seat_of(context: CommandContext, command: documents.Choose) -> Seat:
    """The seat of a choice, found like the actor of an action."""
    now = context.table.now
    seat = command.seat if command.seat is not None else context.principal.seat or now.game.to_move
    if seat is None or now.phase is not Phase.PLAYING:
        raise Refused("not_now", say("not_now"))
    if not 1 <= seat <= len(agreed(context.table.session).names):
        raise Refused("no_such_seat", say("no_such_seat", number=seat))
    return seat


def speaker_of_act(context: CommandContext, command: documents.Act) -> tuple[Actor, bool]:
    """The actor of an action, and whether a shared page may send it; `Refused` for a computer's seat."""
    actor, package = actor_of(context, command), context.table.now.game.package
    check_person(context, actor)
    if package is None or actor == TABLE:
        return actor, True
    return actor, not package.secrets.own(decoded(package, command.action))


def speaker_of_choice(context: CommandContext, command: documents.Choose) -> tuple[Actor, bool]:
    """The seat of a choice, and whether a shared page may send it; `Refused` for a computer's seat."""
    seat, now = seat_of(context, command), context.table.now
    check_person(context, seat)
    package, draft = now.game.package, now.board.draft
    if package is None or draft is None:
        return seat, False
    return seat, package.choices.open_to_all(draft, dict(command.choice))


def check_person(context: CommandContext, actor: Actor) -> None:
    """Refuse commands for a seat that the computer plays."""
    session = context.table.session
    if session.phase is Phase.PLAYING and of_computer(session, actor):
        raise Refused("computers_seat", say("computers_seat", seat=actor))
