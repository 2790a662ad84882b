"""Commands for what hands do to a board: the pieces of the simulated board, and sensors that cannot be trusted."""

from dataclasses import replace

from pearlboard.commands import documents
from pearlboard.commands.context import CommandContext
from pearlboard.drivers.protocols import Button
from pearlboard.errors import InvalidName
from pearlboard.geometry import Site, site
from pearlboard.session.board_state import exchanged, relay
from pearlboard.session.state import Refused
from pearlboard.table import asking
from pearlboard.table.drawn_hands import tapped
from pearlboard.table.situation import moment
from pearlboard.table.speech import sentence
from pearlboard.texts import say


def put(context: CommandContext, command: documents.Put) -> None:
    """Lay a piece."""
    place = site_of(command.site)
    if not context.table.place.on_screen:
        _move(context, place, lies=True)
    elif not _tap(context, place):
        _draft(context, place)


def lift(context: CommandContext, command: documents.Lift) -> None:
    """Lift a piece."""
    place, on_screen = site_of(command.site), context.table.place.on_screen
    if on_screen and place not in context.table.now.board.drafted:
        if not _tap(context, place):
            raise Refused("lies_for_good", say("lies_for_good", sites={place}))
        return
    _move(context, place, lies=False)


def _tap(context: CommandContext, place: Site) -> bool:
    """Move pieces of a drawn board by a tap; False if no move has anything to do with the place."""
    table, now = context.table, context.table.now
    board, draft = now.game.board, now.board.draft
    if board is None or draft is None or draft.seat is None or now.stop is not None or now.game.thinking:
        return False
    moved = tapped(board, now.game.view, now.board.table, place)
    if moved is None:
        return False
    context.simulated.arrange(moved.pieces)
    for taken in moved.relaid:
        table.place.change(relay, taken, now.board.table.in_all - moved.pieces)
    return True


def _draft(context: CommandContext, place: Site) -> None:
    """Add a piece to the draft on a board that is only drawn, removing the piece that it replaces."""
    table, board = context.table, context.simulated
    now, package = table.now, table.now.game.package
    if package is None or package.board is None or now.stop is not None or now.board.draft is None:
        raise Refused("not_now", say("nothing_to_lay"))
    if now.game.to_move is None or now.board.table.thinking:
        raise Refused("not_now", sentence(now))
    instead = package.drawn.replaces(now.game.view, moment(now), place) & now.board.drafted
    if place in board.pieces - instead:
        raise Refused("impossible_move", say("piece_there", site=place))
    drafted = now.board.drafted - instead | {place}
    table.ask(replace(table.requests, gave_way=instead, gave_way_to=drafted))
    board.arrange(frozenset(board.pieces) - instead | {place})


def _move(context: CommandContext, place: Site, *, lies: bool) -> None:
    """Move a piece on the simulated board, or record somebody's word where no sensor can tell."""
    table = context.table
    told = place in table.place.mask.untrusted
    if not told or (table.place.simulated is not None and (place in table.place.simulated.pieces) != lies):
        board = context.simulated
        (board.put if lies else board.lift)(place)
    if told:
        asking.believe(table, table.place.mask.with_word(place, lies=lies))


def mask_sensor(context: CommandContext, command: documents.MaskSensor) -> None:
    """Mask a sensor; its site counts as it should be."""
    asking.leave_out(context.table, site_of(command.site), context.up_to_date)


def unmask_sensor(context: CommandContext, command: documents.UnmaskSensor) -> None:
    """Read a sensor again."""
    asking.trust(context.table, site_of(command.site), context.up_to_date)


def say_laid(context: CommandContext, command: documents.SayLaid) -> None:
    """Record a piece that the board does not sense."""
    asking.say_laid(context.table, site_of(command.site), context.up_to_date)


def tidy(context: CommandContext, _: documents.Tidy) -> None:
    """Make the simulated board match the game."""
    board, table, lying = context.simulated, context.table, context.table.now.board.table
    asking.believe(table, table.place.mask.as_expected(lying.in_all))
    table.place.change(exchanged)
    for place in sorted(lying.in_all - board.pieces, key=str):
        board.put(place)
    for place in sorted(board.pieces - lying.in_all, key=str):
        board.lift(place)


def imitate(context: CommandContext, command: documents.Imitate) -> None:
    """Switch whether the simulated board behaves as hardware does, for whoever builds or tests a board."""
    _ = context.simulated
    table = context.table
    table.place.imitate(hardware=command.hardware)
    asking.believe(table, table.place.mask)


def press(context: CommandContext, command: documents.Press) -> None:
    """Press a button of the simulated board."""
    context.simulated.press(_button(command.button), command.ms)


def site_of(name: str) -> Site:
    """The place of that name; `Refused` if there is none."""
    try:
        return site(name)
    except InvalidName as error:
        raise Refused("unknown_site", say("malformed", detail=str(error))) from error


def _button(name: str) -> Button:
    try:
        return Button(name)
    except ValueError as error:
        raise Refused("malformed", say("malformed", detail=str(error))) from error
