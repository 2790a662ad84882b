"""The tiles are turned up all at once: "?" before, what was chosen after, and from then on nothing is taken back."""

import pytest

from pearlboard.geometry import GRID
from pearlboard.session.principal import EVERYBODY
from pearlboard.session.state import Refused
from support.fuzzing import AnyTable
from support.perladora_table import flat
from support.tabling import TestTable

WAYS = [("confirm", {}), ("agree", {}), ("show_territory", {"index": 0}), ("say_value", {"space": "e2", "value": 4})]


def ended(*values, tiles=False):
    """A game of two without phones that was passed to its end; Divers with these values lie on c4 and e2."""
    table = TestTable(tiles=tiles).begin(edition="fr", confirm="button")
    for place, value in zip(("c4", "e2"), values, strict=False):
        table.do(place).ask("choose_value", value=value).ask("confirm")
    return table.ask("pass").ask("pass")


def values(table):
    return {
        diver["space"]: diver["value"] for part in table.screen()["reveal"]["territories"] for diver in part["divers"]
    }


@pytest.mark.parametrize(("name", "fields"), WAYS)
def test_divers_have_no_value_until_all_are_turned_up(name, fields):
    """Nothing is taken for a 1 either; then what was chosen stands there at once, whatever turned them up."""
    table = ended(5, 4)
    screen = table.screen()
    assert values(table) == {"c4": None, "e2": None}
    assert {piece["value"] for piece in screen["pieces"]} == {None}
    assert not screen["reveal"]["turned_up"]
    assert screen["sentence"].startswith("The last turn is played. Turn all Divers face up")
    table.ask(name, **fields)
    screen = table.screen()
    assert screen["phase"] == "reveal"
    assert screen["reveal"]["turned_up"]
    assert screen["reveal"]["index"] == 0
    assert values(table) == {"c4": 5, "e2": 4}
    assert {piece["value"] for piece in screen["pieces"]} == {5, 4}


def test_the_button_on_the_board_turns_them_up_first():
    """One press more than there are territories: nobody agrees on what lies face down."""
    table = ended(5, 4).do("press end_turn")
    assert values(table) == {"c4": 5, "e2": 4}
    assert table.do("press end_turn").screen()["phase"] == "count"


def test_what_magnets_in_turned_tiles_do_to_the_sensors_around_them_means_nothing():
    """Turned tiles read as lifted, an edge between two may read as a Pontoon: no screen says so; the count comes."""
    table = ended(5, 4, tiles=True).ask("agree")
    before = table.screen()
    table.do("-c4 -e2 c4-d4 c4-c5 wait 2500")
    assert table.tabletop.place.state.sensed == frozenset({GRID.edge("c4-d4"), GRID.edge("c4-c5")})
    after = table.screen()
    assert [after[key] for key in ("phase", "pieces", "sentence")] == [
        before[key] for key in ("phase", "pieces", "sentence")
    ]
    assert table.ask("agree").screen()["phase"] == "count"


def test_without_a_diver_there_is_nothing_to_be_turned_up():
    """The table agrees at once."""
    table = ended()
    assert table.screen()["reveal"]["territories"][0]["divers"] == []
    assert table.ask("agree").screen()["phase"] == "count"


@pytest.mark.parametrize(("name", "fields"), WAYS)
def test_nothing_is_taken_back_once_they_are_turned_up(name, fields):
    """Not alone, not by agreement; it is refused by name, and no page offers it."""
    table = AnyTable()
    table.begin(2, edition="fr", confirm="button")
    phone = table.phone(1)
    for place, value, who in (("c4", 5, phone), ("e2", 4, EVERYBODY)):
        table.do(place).ask("choose_value", value=value, who=who).ask("confirm", who=who)
    table.ask("pass", who=phone).ask("pass")

    def offered():
        return "take_back" in table.screen()["can"], "take_back" in flat(table.stage.screen("en", phone))["you"]["can"]

    assert offered() == (True, True)
    table.ask("take_back", who=phone)
    assert table.screen()["take_back"]["open"] == [2]
    table.ask(name, **fields)
    assert table.screen()["take_back"] is None
    assert offered() == (False, False)
    for who in (phone, EVERYBODY):
        with pytest.raises(Refused, match="nothing_to_take_back") as refused:
            table.ask("take_back", who=who)
        assert table.stage.render(refused.value.sentence, "en").startswith("Everybody has seen what was turned up")
        with pytest.raises(Refused, match="no_proposal"):
            table.ask("agree_take_back", who=who)
    table.do("press take_back press end_turn 2500")
    assert table.tabletop.now.game.stage in ("reveal", "count")
    assert "TakenBack" not in table.facts


def test_the_last_step_can_be_taken_back_until_then():
    """And its game goes on, as if nothing had been over."""
    table = ended(5, 4).ask("take_back")
    assert table.screen()["phase"] == "playing"
    assert table.ask("pass").screen()["phase"] == "reveal"
    assert values(table) == {"c4": None, "e2": None}


def test_a_restart_turns_no_tile():
    """The log knows whether they are turned up."""
    table = ended(5, 4).reboot()
    assert values(table) == {"c4": None, "e2": None}
    table = table.ask("show_territory", command_id="turn-up", index=0).reboot()
    assert values(table) == {"c4": 5, "e2": 4}
