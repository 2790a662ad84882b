"""Seats with a phone: values are chosen there, and every screen shows only what its seat may know."""

import pytest

from pearlboard.session.principal import EVERYBODY, OPERATOR
from pearlboard.session.state import Refused
from support.fuzzing import AnyTable
from support.perladora_table import flat


@pytest.fixture
def table():
    """A game of three; Anna and Ben have phones, Cleo has none."""
    table = AnyTable()
    table.begin(3)
    table.anna, table.ben = table.phone(1), table.phone(2)
    return table


def you(table, who):
    """The part that only this seat's screen shows."""
    return flat(table.stage.screen("en", who))["you"]


def test_a_diver_waits_for_its_value_from_the_phone(table):
    """The Diver does not confirm itself before its value is chosen, and then does so after the usual time."""
    table.do("c4 wait 9000")
    assert not table.tabletop.session.played
    screen = table.screen()
    assert (screen["verdict"], screen["value"], screen["countdown"]) == ("unfinished", None, None)
    assert "Anna" in screen["sentence"]
    assert "phone" in screen["sentence"]
    table.ask("choose_value", who=table.anna, value=4)
    assert table.screen()["countdown"] is not None
    table.do("wait 3200")
    assert table.tabletop.session.played[-1][1].value == 4


def test_a_value_may_be_chosen_before_the_tile_is_laid(table):
    """The choice waits for the Diver, so that partial input is not lost."""
    table.ask("choose_value", who=table.anna, value=3)
    assert you(table, table.anna)["value"] == {"choices": [1, 2, 3, 4], "chosen": 3, "later": False, "face_up": False}
    table.do("c4 wait 3200")
    assert table.tabletop.session.played[-1][1].value == 3


def test_the_value_may_be_said_at_the_reveal(table):
    """The phone postpones the value, and the Diver is confirmed without one."""
    table.do("c4").ask("say_later", who=table.anna).do("wait 3200")
    assert table.tabletop.session.played[-1][1].value is None


def test_the_button_does_not_go_round_the_phone(table):
    """Pressing the button while the value is awaited confirms nothing."""
    table.do("c4 press end_turn wait 600")
    assert not table.tabletop.session.played
    with pytest.raises(Refused, match="value_awaited"):
        table.ask("confirm", who=EVERYBODY)


def test_nobody_says_a_value_for_another(table):
    """Neither the other phone nor a table page, not even the host's."""
    table.do("c4")
    for who, name in ((table.ben, "not_your_turn"), (EVERYBODY, "on_the_phone")):
        for command in ({"name": "choose_value", "value": 1}, {"name": "say_later"}):
            with pytest.raises(Refused, match=name):
                table.ask(who=who, **command)


@pytest.mark.parametrize(
    "command",
    [
        {"name": "confirm"},
        {"name": "pass"},
        {"name": "choose_value", "value": 1},
        {"name": "play", "token": "power"},
        {"name": "aim", "site": "c4"},
        {"name": "hint"},
    ],
)
def test_nobody_moves_for_another(table, command):
    """On Anna's turn Ben's phone is told to wait."""
    table.do("c4")
    with pytest.raises(Refused, match="not_your_turn"):
        table.ask(who=table.ben, **command)


@pytest.mark.parametrize(
    "command",
    [{"name": "put", "site": "c4"}, {"name": "tidy"}, {"name": "leave_out", "site": "c4"}, {"name": "claim_host"}],
)
def test_hands_and_set_up_stay_at_the_table(table, command):
    """A phone cannot move pieces or set up games."""
    with pytest.raises(Refused, match="table_only"):
        table.ask(who=table.anna, **command)


def test_a_seat_without_a_phone_plays_as_before(table):
    """Cleo's Diver confirms itself, and her value may be noted on the table page."""
    table.do("c4").ask("choose_value", who=table.anna, value=1).do("wait 3200 e2")
    table.ask("choose_value", who=table.ben, value=1).do("wait 3200 g2")
    assert table.screen()["value"] == {"choices": [1, 2, 3, 4], "chosen": False, "later": False, "face_up": False}
    table.ask("choose_value", who=EVERYBODY, value=4).do("wait 3200")
    assert table.tabletop.session.played[-1][1].value == 4


def test_a_battery_dies_in_mid_turn_and_the_seat_goes_on(table):
    """The value chosen on the phone is lost with it; the Diver is confirmed without one."""
    table.do("c4").ask("choose_value", who=table.anna, value=4).ask("free_seat", seat=1).do("wait 3200")
    assert table.tabletop.session.played[-1][1].value is None
    assert table.screen()["match"]["players"][0]["phone"] == "none"


def test_a_guest_with_a_phone_takes_over_in_mid_game(table):
    """The new screen shows the same hand, and the old one nothing."""
    table.do("c4").ask("choose_value", who=table.anna, value=4).do("wait 3200")
    guest = table.phone(1)
    assert [each["left"] for each in you(table, guest)["hand"]] == [7, 2, 1, 0]
    assert "you" not in table.stage.screen("en", table.anna)


def test_a_hand_counts_divers_laid_without_a_value(table):
    """Of eleven Divers ten are left: one lies there, with an unknown value."""
    table.do("c4").ask("say_later", who=table.anna).do("wait 3200")
    mine = you(table, table.anna)
    assert (mine["left"], mine["laid_unsaid"]) == (10, 1)
    assert mine["hand"] == [
        {"value": 1, "left": 7, "of": 7},
        {"value": 2, "left": 2, "of": 2},
        {"value": 3, "left": 1, "of": 1},
        {"value": 4, "left": 1, "of": 1},
    ]


def test_own_divers_are_shown_only_where_the_table_allows_it():
    """`peek_own` is a rule of the table, off by default."""
    for allowed in (False, True):
        table = AnyTable()
        table.begin(2, peek_own=allowed)
        anna = table.phone(1)
        table.do("c4").ask("choose_value", who=anna, value=4).do("wait 3200")
        assert you(table, anna)["laid"] == ([{"space": "c4", "value": 4}] if allowed else [])


def test_only_the_own_screen_shows_secrets(table):
    """Only that seat's screen has the key `you`; the host's page has the invitations, and nothing else."""
    table.ask("invite", seat=3)
    assert table.stage.screen("en", EVERYBODY)["you"] is None
    assert table.stage.screen("en", EVERYBODY)["join"] is None
    assert table.stage.screen("en", table.ben)["join"] is None
    [invitation] = table.stage.screen("en", OPERATOR)["join"]["invitations"]
    assert invitation["seat"] == 3
    assert invitation["address"].startswith("http://192.0.2.7:8000/seat#")
    assert invitation["qr"]["size"] >= 21
    assert invitation["qr"]["path"].startswith("M0 0h7v1h-7z")


def test_commands_offered_on_a_screen_are_those_that_work(table):
    """Every button that a phone offers works; commands that it does not offer are refused."""
    table.do("c4").ask("choose_value", who=table.anna, value=1)
    assert "confirm" in you(table, table.anna)["can"]
    assert "confirm" not in you(table, table.ben)["can"]
    table.ask("confirm", who=table.anna)
    assert table.facts[-1] == "Acted"
    assert "choose_value" in you(table, table.ben)["can"]
