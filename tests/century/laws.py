"""What must be so after everything that happens. Each law looks at one table and says what is wrong, or nothing."""

import json

from pearlboard.geometry import GRID
from pearlboard.session.decide import fold
from pearlboard.session.evolve import lying
from pearlboard.session.state import Session
from pearlboard.table.situation import Part
from support.fuzzing import own_values, public_values, secret, values_on
from support.perladora_table import PERLADORA

QUIET_MS, MOMENTS = 700, 4
PASSING = {"at_ms", "countdown", "clock", "timer", "thinking", "used", "turn_clock", "saved", "notices"}
"""Parts of a screen that only time changes: pages count themselves."""


def check(table):
    """Every law; the first that does not hold is raised."""
    table.check()
    for law in LAWS:
        found = law(table)
        assert not found, f"{law.__name__}: {found}"
    for number in table.at_each():
        for law in OF_A_BOARD:
            found = law(table)
            assert not found, f"{law.__name__} {number}: {found}"


def nothing_fails(table):
    """No error is logged, and no task ends in one."""
    return [*table.world.errors, *table.world.faults.found]


def the_log_is_what_was_decided(table):
    """The session is what its facts make of it."""
    session, entries = table.tabletop.session, tuple(table.world.entries)
    made = fold(Session(), entries)
    if entries and made != session:
        wrong = [key for key in type(session).__slots__ if getattr(made, key) != getattr(session, key)]
        return [(key, getattr(made, key), getattr(session, key)) for key in wrong]
    return None


def what_is_called_saved_is_on_the_disk(table):
    """Of every fact that a page may take for saved, another program would find it."""
    life = table.life
    saved = life.running.writer.saved
    if table.world.disk_failing is not None or life.running.writer.unsaved:
        return None
    found = table.world.whole()
    last = found[-1].version if found else saved
    return None if last >= saved else f"saved is {saved}, on the disk is {last}"


def pages_show_the_table(table):
    """A page that was put together from changes is the page that a newcomer sees, once nothing moves."""
    for _ in range(MOMENTS):
        table.world.pass_ms(QUIET_MS)
        if (found := _differs(table.world)) is None:
            return None
    return found


def _differs(world):
    stage = world.life.running.stage
    for page in world.pages:
        if not page.connected or page.refused or not page.screen:
            continue
        ours = json.loads(json.dumps(stage.screen(page.language, page.principal)))
        if any(board["here"] and board["away"] for board in ours["boards"]):
            continue  # its line is broken, and it has not noticed yet
        wrong = [key for key in ours.keys() | page.screen.keys() if ours.get(key) != page.screen.get(key)]
        if wrong := sorted({*wrong} - PASSING):
            return page.language, page.principal.seat, [(key, page.screen.get(key), ours.get(key)) for key in wrong]
    return None


def secrets_stay(table):
    """While values are secret, a page shows those that lie face up, and a seat's own."""
    session = table.tabletop.session
    of_perladora = session.agreement is not None and session.agreement.game == PERLADORA.name
    for page in table.world.pages:
        if not page.screen or page.refused or not page.connected:
            continue
        own = page.screen.get("you") is not None
        if own and page.principal.seat is None:
            return f"a page that all share shows what is seat {page.screen['you']['seat']}'s alone"
        if not of_perladora or not secret(session):
            continue  # what else is secret is in the two worlds of `--pairs`
        seat = page.principal.seat if own else None
        leaked = set(values_on(page.screen)) - public_values(session) - (own_values(session, seat) if own else set())
        if leaked:
            return f"{page.principal.seat}: {leaked}"
    return None


def a_phone_that_has_left_is_shown_nothing(table):
    """Once its seat has another phone, or none."""
    phones = table.tabletop.session.phones
    for page in table.world.pages:
        seat, key = page.principal.seat, page.principal.key
        if seat is not None and page.connected and not page.refused and phones.get(seat) != key:
            return f"the phone of seat {seat}"
    return None


def every_place_has_a_light(table):
    """A frame has a light for every place."""
    frame = table.life.running.stage.frame(table.at)
    return None if len(frame) == 3 * len(GRID.lights) else f"{len(frame)} bytes"


def a_board_that_cannot_be_read_is_said(table):
    """Neither a plug that is out nor a chain that comes late is taken for an empty board, or for pieces."""
    unread = not table.board.plugged or table.board._shifted
    said = table.place.now.stop is not None or any(each["level"] == "error" for each in table.screen()["notices"])
    return "nothing is said" if unread and not said else None


def the_board_is_as_people_were_told(table):
    """With no fault and at rest, what lies there and what should is what the page asks to be lifted and laid."""
    board = table.board
    for _ in range(MOMENTS):  # a guest's table says what lies there once the line is back
        if table.place.lost is None or not board.plugged or not table.world.within_reach(table.at):
            break
        table.world.pass_ms(QUIET_MS)
    if not table.world.within_reach(table.at):
        return None
    now = table.place.now
    well = board.plugged and not board._stuck and not board._shifted and now.stop is None
    if not well or table.tabletop.session.stage != "playing" or table.place.mask.untrusted:
        return None
    sensed = table.place.state.sensed
    if sensed != board.pieces:
        return f"sensed {sorted(map(str, sensed or ()))}, there lie {sorted(map(str, board.pieces))}"
    missing = lying(table.tabletop.session) - board.pieces
    page = table.page.screen
    if (
        not missing
        or not table.page.connected
        or now.board.part is Part.WATCHES
        or page["put"]
        or page["lift"]
        or page["question"]
    ):
        return None  # one thing is asked for at a time
    return f"missing and not asked for: {sorted(map(str, missing))}"


def a_table_that_is_away_is_said(table):
    """Wherever some of those who play sit at another table, the first board's page says when that does not answer."""
    guest, agreement = table.world.guest, table.tabletop.session.agreement
    if guest is None or agreement is None or agreement.boards == 1:
        return None
    for _ in range(MOMENTS):
        if guest.up:
            return None
        table.world.pass_ms(QUIET_MS)
    notices = table.life.running.stage.screen("en", table.own[0].page.principal)["notices"]
    return None if any(each["level"] == "warning" for each in notices) else f"nothing is said: {notices}"


LAWS = (
    nothing_fails,
    the_log_is_what_was_decided,
    what_is_called_saved_is_on_the_disk,
    secrets_stay,
    pages_show_the_table,
    a_phone_that_has_left_is_shown_nothing,
    a_table_that_is_away_is_said,
)
OF_A_BOARD = (every_place_has_a_light, a_board_that_cannot_be_read_is_said, the_board_is_as_people_were_told)
