"""One answer to what the end-turn button does: the press, the lamp, the pages and a claim that waits all ask for it."""

import pytest

from pearlboard.drivers.protocols import Button
from pearlboard.games.perladora.package import PACKAGE as PERLADORA
from pearlboard.screens.seat_access import HOST_GONE_MS
from pearlboard.session.principal import Principal, digest
from pearlboard.session.state import Refused
from pearlboard.table.buttons import CONFIRMS, DARK, EndTurn, end_turn
from support.tabling import PLAYERS, TestTable

HOST = Principal(key=digest("the page that set the game up"))
STRANGER = Principal(key=digest("a page that asks to be the host's"))
TWO = PLAYERS[:2]


def begun(**form):
    return TestTable().begin(confirm="button", **form)


WAYS = {
    "no game": (TestTable, EndTurn.NOTHING),
    "all begin together": (lambda: TestTable().ask("set_up", players=TWO), EndTurn.GO_ON),
    "the board is to be cleared": (lambda: TestTable().do("c4").ask("set_up", players=TWO), EndTurn.NOTHING),
    "nothing was laid": (begun, EndTurn.ASK),
    "nothing was laid on a drawn board": (lambda: TestTable(on_screen=True).begin(), EndTurn.NOTHING),
    "a legal draft": (lambda: begun().do("a1-b1"), EndTurn.CONFIRM),
    "an illegal draft": (lambda: begun().do("a1-b1 a1-a2"), EndTurn.NOT_YET),
    "a value is awaited": (lambda: TestTable(on_screen=True).begin().ask("put", site="c3"), EndTurn.NOT_YET),
    "a pause": (lambda: begun().do("a1-b1").ask("pause"), EndTurn.NOTHING),
    "the computer thinks": (lambda: begun(computers={1: "easy"}), EndTurn.HURRY),
    "the board is away": (lambda: begun().do("unplug"), EndTurn.NOTHING),
    "a lesson": (lambda: TestTable().ask("begin_lesson", game=PERLADORA.name, index=0), EndTurn.NEXT_STEP),
}


@pytest.fixture(params=WAYS)
def way(request):
    build, does = WAYS[request.param]
    return build(), does


def refused(table):
    """What stands against a press; None: it has done something."""
    try:
        table.tabletop.confirming.confirm()
    except Refused as refusal:
        return refusal.name
    return None


def press(table):
    """A short press of the board's own button."""
    table.board.press(Button.END_TURN, 50)
    table.clock.step(1000)


def test_what_the_button_does(way):
    """At each of these moments one thing, or nothing."""
    table, does = way
    assert end_turn(table.tabletop.now) is does
    assert (refused(table) is not None) is (does in {EndTurn.NOTHING, EndTurn.NOT_YET})


def test_pages_offer_to_confirm_what_a_press_would_do(way):
    """Neither more nor less; what else a press does they offer by its own name."""
    table, does = way
    assert ("confirm" in table.screen()["can"]) is (does in CONFIRMS)
    assert ("confirm" in table.screen()["can"]) <= (refused(table) is None)


def test_the_lamp_is_lit_where_a_press_goes_on(way):
    """Not where it only asks, and nobody is asked to skip a step of a lesson."""
    table, does = way
    lit = bool(table.board.lamps and table.board.lamps[-1])
    assert lit is (does not in DARK and does is not EndTurn.NEXT_STEP)
    assert lit <= (refused(table) is None)


def test_a_press_under_a_lit_lamp_consents_to_nothing():
    """Whoever goes on may not know that a page asks to be the host's; the next press, which would only ask, answers."""
    table = TestTable().ask("set_up", players=TWO, who=HOST)
    table.tabletop.place.simulated = None
    table.clock.step(HOST_GONE_MS)
    table.ask("claim_host", who=STRANGER)
    while table.board.lamps[-1]:
        press(table)
        assert not STRANGER.is_host(table.tabletop.session)
    assert table.screen()["stage"] == "playing"
    press(table)
    assert STRANGER.is_host(table.tabletop.session)
