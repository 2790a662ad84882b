"""After a power cut the page says at which turn the game goes on, and beside it what is not as the log has it."""

import pytest

from pearlboard.games.perladora.board.roles import Own
from pearlboard.geometry import GRID, site
from pearlboard.lights.scene import Role
from pearlboard.table.lighting import News, scene_of
from support.fuzzing import AnyTable

LAID = ("c4", "e2", "a1", "g4", "b3", "h3", "d4")
GOES_ON = "The game goes on at turn {turn}, as it was saved."


def after_a_power_cut(gone=(), stray=(), laid=LAID, **form):
    """A game in which these turns were played; while there was no power some pieces went and others came."""
    before = AnyTable()
    before.begin(**form)
    for place in laid:
        before.do(f"{place} wait 400 press end_turn")
    return AnyTable(before.log, sorted({*laid} - {*gone} | {*stray}))


def notices(table, language="en"):
    return [said["text"] for said in table.stage.screen(language)["notices"] if said["level"] == "info"]


def lit(table):
    """Where each role shines."""
    found = {}
    for light, mark in scene_of(table.tabletop.now, News(), table.clock()).lights.items():
        found.setdefault(mark.role, set()).add(light)
    return found


def test_what_differs_from_the_log_is_said_beside_the_turn_at_which_the_game_goes_on():
    """Two pieces are gone and one is too many: sentence, page and lights name all three places until all is right."""
    table = after_a_power_cut(gone=("c4", "e2"), stray=("f5",))
    told = [GOES_ON.format(turn=8)]
    screen = table.stage.screen("en")
    assert notices(table) == told
    assert screen["sentence"] == ("Pieces are missing: put them back on c4 and e2. What lies on f5 counts after that.")
    assert (screen["put"], screen["verdict"], screen["countdown"]) == (["e2", "c4"], "illegal", None)
    assert [piece["site"] for piece in screen["pieces"] if piece["status"] == "draft"] == ["f5"]
    assert lit(table)[Role.MISSING] == {site("e2"), site("c4")}
    assert lit(table)[Role.DRAFT] == set(GRID.corners_of[site("f5")])
    table.do("c4 wait 300")
    assert table.stage.screen("en")["sentence"].startswith("A piece is missing: put it back on e2. What lies on f5")
    table.do("e2 wait 9000")
    screen = table.stage.screen("en")
    assert screen["put"] == []
    assert "f5" in screen["sentence"]
    assert "press the button" in screen["sentence"], screen["sentence"]
    assert lit(table)[Role.DRAFT] >= set(GRID.corners_of[site("f5")])
    assert notices(table) == told
    table.do("-f5 wait 400")
    assert table.stage.screen("en")["sentence"].startswith("Ben: lay one Diver on a free space")
    assert not {Role.DRAFT, Role.MISSING} & lit(table).keys()
    assert notices(table) == told


def test_a_stray_piece_that_could_be_no_turn_is_to_be_lifted():
    """It lies on a Farm: the sentence and the lights say so as soon as nothing is missing."""
    table = after_a_power_cut(stray=("d1",))
    screen = table.stage.screen("en")
    assert notices(table) == [GOES_ON.format(turn=8)]
    assert screen["lift"] == ["d1"]
    assert "d1" in screen["sentence"]
    assert Role.ILLEGAL_END in lit(table)


def test_after_a_sweep_the_next_piece_is_named_beside_it():
    """More than four are gone: one place flashes, the others wait, and so does what is too much."""
    table = after_a_power_cut(gone=LAID[:5], stray=("f5",))
    assert notices(table) == [GOES_ON.format(turn=8)]
    assert table.stage.screen("en")["sentence"] == (
        "5 pieces are missing; their places are lit. Next, put back a Diver for Anna on a1. "
        "What lies on f5 counts after that."
    )
    assert lit(table)[Role.DRAFT] == set(GRID.corners_of[site("f5")])
    assert lit(table)[Role.MISSING] == {site("a1")}
    assert lit(table)[Own.GONE] == {site(place) for place in ("c4", "e2", "g4", "b3")}


def test_while_the_table_asks_whether_to_go_on_no_piece_is_named_before_the_others():
    """The board is empty: the sentence is a question, so the page marks all places alike until people go on."""
    table = after_a_power_cut(gone=LAID)
    assert table.stage.screen("en")["question"]["name"] == "continue_or_new"
    assert notices(table) == [GOES_ON.format(turn=8)]
    assert later(table) == set()
    assert not {Role.MISSING, Own.GONE} & lit(table).keys()
    assert table.wish(name="answer", answer="continue") is None
    assert later(table) == {*LAID} - {"a1"}
    assert lit(table)[Role.MISSING] == {site("a1")}
    assert notices(table) == [GOES_ON.format(turn=8)]


def later(table):
    return {piece["site"] for piece in table.screen()["pieces"] if piece["status"] == "missing" and piece["later"]}


BESIDE = {
    "a sensor is left out": [{"name": "leave_out", "site": "c4"}],
    "and read again": [{"name": "leave_out", "site": "c4"}, {"name": "trust", "site": "c4"}],
    "a phone gets a seat": [{"name": "invite", "seat": 1}],
    "the game was paused": [{"name": "pause"}, {"name": "resume"}],
}


@pytest.mark.parametrize("wishes", BESIDE.values(), ids=BESIDE)
def test_no_fact_but_one_of_the_game_ends_the_notice(wishes):
    """What is done to sensors, phones and the clock leaves it there; the next turn takes it away for good."""
    table = after_a_power_cut()
    version = table.tabletop.session.version
    for wish in wishes:
        assert table.wish(**wish) is None
    for seat, invitation in table.seat_access.invitations().items():
        assert seat == 1
        table.seat_access.join(invitation)
    assert table.tabletop.session.version > version
    assert GOES_ON.format(turn=8) in notices(table)
    table.do("f5 wait 400 press end_turn")
    assert table.screen()["match"]["turn"] == 9
    assert not any("goes on" in said for said in notices(table))
    assert table.wish(name="take_back") is None
    assert table.screen()["match"]["turn"] == 8
    assert not any("goes on" in said for said in notices(table))


def test_a_suspected_sensor_leaves_the_notice_there():
    """The turn that counted by itself is suspected when it is taken back; that it goes on is said at the next start."""
    table = after_a_power_cut(laid=LAID[:2])
    table.do("a1 wait 4000")
    assert table.wish(name="take_back") is None
    again = AnyTable(table.log, ["c4", "e2"])
    assert again.tabletop.session.suspected == {site("a1")}
    assert notices(again) == [GOES_ON.format(turn=3), "The last turn of Anna was undone."]
    again.do("a1 wait 400")
    assert "a1" in again.stage.screen("en")["sentence"]
    assert notices(again) == [GOES_ON.format(turn=3), "The last turn of Anna was undone."]


@pytest.mark.parametrize("game", ["perladora", "piratoons"])
def test_a_board_that_is_away_is_said_also_while_the_game_does_not_read_it(game):
    """By the sentence where the game waits for it, else beside the sentence: its buttons do nothing either."""
    table = AnyTable()
    players = [{"name": "Anna"}, {"name": "Ben"}]
    assert table.wish(name="set_up", game=game, players=players) is None
    table.wish(name="start")
    if game == "piratoons":
        assert table.wish(name="act", action=["open"], actor=1) is None
    table.do("unplug wait 300")
    screen = table.stage.screen("en")
    said = [screen["sentence"], *(each["text"] for each in screen["notices"] if each["level"] == "error")]
    assert any("plug" in text for text in said), said
    table.do("plug wait 300")
    assert not [each for each in table.stage.screen("en")["notices"] if each["level"] == "error"]
