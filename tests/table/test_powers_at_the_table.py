"""Each Power and the Backup as people play them at the table: taps, lifted tiles, phones, tiles that lie face up."""

import pytest

from pearlboard.geometry import space
from pearlboard.session.board_state import LOOK_MS
from pearlboard.session.principal import EVERYBODY, OPERATOR
from pearlboard.session.questions import package_of
from pearlboard.session.state import Refused
from support.fuzzing import AnyTable
from support.perladora_table import flat


def seated(*clans, tiles=False, **form):
    """A game between these clans, the Pearls laid."""
    table = AnyTable(tiles=tiles)
    people = [{"name": name, "clan": clan} for name, clan in zip(("Anna", "Ben", "Cleo", "Dora"), clans, strict=False)]
    table.ask("set_up", players=people, advanced=True, **form)
    return table.ask("start")


def steps(table):
    """The kinds of the steps so far."""
    return [type(step).__name__ for _, step in table.tabletop.session.played]


def test_three_pontoons_lie_there_and_the_power_is_said_last():
    """The first that came is the Power's; both steps confirm themselves, one after the other."""
    table = seated("fishermen", "elders")
    table.do("a2-a3 wait 300 c1-c2 wait 300 e1-e2 wait 300")
    assert table.screen()["verdict"] == "illegal"
    table.ask("play", token="power").do("wait 3100")
    assert steps(table) == ["Fishermen"]
    assert str(table.tabletop.session.played[0][1].edge) == "a2-a3"
    table.do("wait 3100")
    assert steps(table) == ["Fishermen", "LayPontoons"]
    assert table.screen()["match"]["players"][0]["powers"] == 1
    assert table.screen()["match"]["turn"] == 2


def test_the_extra_diver_shows_its_value_to_all():
    """It waits for its value, from a phone or the page; then everybody sees it, and the seat's hand has it no more."""
    table = seated("children", "elders")
    anna = table.phone(1)
    table.ask("play", who=anna, token="power").do("c4 wait 3500")
    assert steps(table) == []
    assert table.screen()["value"]["face_up"]
    assert "c4" in table.screen()["sentence"]
    with pytest.raises(Refused, match="value_awaited"):
        table.ask("confirm", who=anna)
    table.ask("choose_value", who=EVERYBODY, value=5).do("wait 3100")
    assert steps(table) == ["Children"]
    assert [(piece["value"], piece["face_up"]) for piece in table.screen()["pieces"]] == [(5, True)]
    assert flat(table.stage.screen("en", anna))["you"]["hand"][-1] == {"value": 5, "left": 0, "of": 1}


def test_a_tile_that_lies_face_up_is_not_sensed():
    """With tiles the extra Diver's place is tapped; what its sensor says is nobody's business from then on."""
    table = seated("children", "elders", tiles=True)
    table.ask("play", token="power")
    assert table.screen()["tiles"]
    assert table.screen()["tokens"]["by_tap"]
    table.ask("aim", site="c4")
    table.ask("choose_value", value=2).ask("confirm")
    assert steps(table) == ["Children"]
    assert table.screen()["put"] == []
    table.do("e2 wait 3300")
    assert steps(table) == ["Children", "PlaceDiver"]
    table.do("c4 wait 6000")
    assert table.screen()["verdict"] != "illegal"


def test_a_puck_that_lies_face_up_is_laid_and_not_tapped():
    """Where every piece is sensed, a tap on an empty space would promise a piece that nobody has laid."""
    table = seated("children", "elders").ask("play", token="power")
    assert not table.screen()["tokens"]["by_tap"]
    with pytest.raises(Refused, match="lay_it_there"):
        table.ask("aim", site="c4")


def test_a_target_is_lifted_and_put_back():
    """The Foragers give a necklace: a lit Diver is lifted, put back, and the token waits to be confirmed."""
    table = seated("foragers", "elders").do("c4 wait 3200 e2 wait 3200")
    table.ask("play", token="power")
    assert table.screen()["tokens"]["targets"] == ["e2"]
    assert [piece["target"] for piece in table.screen()["pieces"] if piece["site"] == "e2"] == [True]
    table.do("-e2 wait 500 e2 wait 300")
    assert table.screen()["tokens"]["target"] == "e2"
    table.do("wait 3100")
    assert steps(table)[-1] == "Foragers"
    assert [piece["necklaces"] for piece in table.screen()["pieces"] if piece["site"] == "e2"] == [1]


def test_a_target_that_is_not_allowed_says_why():
    """An own Diver is tapped: the reason is said and shown, nothing is played, another can be chosen."""
    table = seated("foragers", "elders").do("c4 wait 3200 e2 wait 3200")
    table.ask("play", token="power").ask("aim", site="c4")
    assert table.screen()["verdict"] == "illegal"
    assert "c4" in table.screen()["sentence"]
    assert (table.screen()["tokens"]["target"], table.screen()["tokens"]["targets"]) == (None, ["e2"])
    table.do("wait 9000 press end_turn wait 100")
    assert steps(table) == ["PlaceDiver", "PlaceDiver"]
    table.ask("aim", site="e2").ask("confirm")
    assert steps(table)[-1] == "Foragers"


def test_a_power_without_a_target_cannot_be_armed():
    """The button says why before anything is tried."""
    table = seated("elders", "foragers")
    why = table.screen()["tokens"]["power"]["why"]
    assert why
    with pytest.raises(Refused, match="token_not_open"):
        table.ask("play", token="power")
    assert table.screen()["tokens"]["armed"] is None


def test_an_elder_sees_on_the_phone_until_the_main_action():
    """Nobody else sees it; afterwards the phone forgets it, and the Elder's knowledge does not."""
    table = seated("elders", "foragers")
    anna, ben = table.phone(1), table.phone(2)
    table.do("c4").ask("choose_value", who=anna, value=1).do("wait 3200 e2").ask("choose_value", who=ben, value=5)
    table.do("wait 3200").ask("play", who=anna, token="power").ask("aim", who=anna, site="e2").ask("confirm", who=anna)
    assert flat(table.stage.screen("en", anna))["you"]["seen"] == {"space": "e2", "value": 5}
    assert "5" in flat(table.stage.screen("en", anna))["you"]["sentence"]
    for who in (EVERYBODY, OPERATOR, ben):
        shown = flat(table.stage.screen("en", who))
        assert shown["looking"] == {"seat": 1, "space": "e2", "how": "phone"}
        assert (shown["you"] or {}).get("seen") is None
    with pytest.raises(Refused, match="on_the_phone"):
        table.ask("private", seat=1)
    table.do("g2").ask("choose_value", who=anna, value=1).do("wait 3200")
    assert flat(table.stage.screen("en", anna))["you"]["seen"] is None
    session = table.tabletop.session
    assert package_of(session).rules.view(session.state, 1).values[space("e2")] == 5


def test_a_look_cannot_be_undone_alone():
    """What was seen was seen: taking the look back needs everybody."""
    table = seated("elders", "foragers")
    anna, ben = table.phone(1), table.phone(2)
    table.do("c4").ask("choose_value", who=anna, value=1).do("wait 3200 e2").ask("choose_value", who=ben, value=5)
    table.do("wait 3200").ask("play", who=anna, token="power").ask("aim", who=anna, site="e2").ask("confirm", who=anna)
    table.ask("take_back", who=anna)
    assert table.screen()["take_back"]["open"] == [2]
    table.ask("agree_take_back", who=ben)
    assert steps(table) == ["PlaceDiver", "PlaceDiver"]
    assert flat(table.stage.screen("en", anna))["you"]["seen"] is None


def test_the_host_page_shows_what_an_elder_without_a_phone_looks_at():
    """Only when it is asked, only on the page that asks, only the host's, only until the main action."""
    table = seated("elders", "foragers")
    ben = table.phone(2)
    table.do("c4 wait 3200 e2").ask("choose_value", who=ben, value=4).do("wait 3200")
    table.ask("play", token="power").ask("aim", site="e2").ask("confirm")
    assert table.screen()["looking"]["how"] == "table"
    for who in (EVERYBODY, ben):
        with pytest.raises(Refused, match="host_only"):
            table.ask("private", who=who, seat=1)
    table.ask("private", seat=1)
    assert flat(table.stage.screen("en", OPERATOR))["you"]["seen"] == {"space": "e2", "value": 4}
    for who in (EVERYBODY, ben):
        shown = flat(table.stage.screen("en", who))
        assert shown["curtain"] == 1
        assert (shown["you"] or {}).get("seen") is None
    table.do("g2 wait 3200")
    assert flat(table.stage.screen("en", OPERATOR))["you"]["seen"] is None
    table.ask("hand_back")
    assert table.stage.screen("en", OPERATOR)["you"] is None


def test_signing_the_elders_phone_out_shows_nothing():
    """What was begun on a phone is not shown on the host's page; the tile can still be lifted."""
    table = seated("elders", "foragers")
    anna, ben = table.phone(1), table.phone(2)
    table.do("c4").ask("choose_value", who=anna, value=1).do("wait 3200 e2").ask("choose_value", who=ben, value=5)
    table.do("wait 3200").ask("play", who=anna, token="power").ask("aim", who=anna, site="e2").ask("confirm", who=anna)
    table.ask("free_seat", seat=1)
    assert table.screen()["looking"]["how"] == "tile"
    with pytest.raises(Refused, match="said_on_a_phone"):
        table.ask("private", seat=1)


def test_a_value_chosen_in_private_is_never_shown_by_a_power():
    """Anna chose for a tile that lies face down: a Power that is armed over it asks anew, and so does one put back."""
    table = seated("children", "elders")
    anna = table.phone(1)
    table.do("c3").ask("choose_value", who=anna, value=5).ask("play", who=EVERYBODY, token="power").do("wait 9000")
    assert steps(table) == []
    assert not table.screen()["value"]["chosen"]
    table.ask("choose_value", who=EVERYBODY, value=2).ask("play", who=EVERYBODY, token=None).do("wait 9000")
    assert steps(table) == []
    assert flat(table.stage.screen("en", anna))["you"]["value"]["chosen"] is None
    table.ask("choose_value", who=anna, value=4).do("wait 3100")
    assert table.tabletop.session.state.values[space("c3")] == 4


def test_the_tile_that_is_looked_at_may_be_lifted_for_as_long_as_it_takes():
    """No alarm while the Elder looks; once the main action is confirmed it must lie there again."""
    table = seated("elders", "foragers").do("c4 wait 3200 e2 wait 3200")
    table.ask("play", token="power").ask("aim", site="e2").ask("confirm")
    table.do(f"-e2 wait {3 * LOOK_MS}")
    assert table.screen()["verdict"] == "unfinished"
    assert table.screen()["put"] == []
    table.do("e2 wait 300 g2 wait 3200")
    assert steps(table)[-2:] == ["Elders", "PlaceDiver"]
    table.do(f"-e2 wait {LOOK_MS + 500}")
    assert table.screen()["put"] == ["e2"]


def test_a_power_is_taken_back_by_itself():
    """The extra Pontoon was a mistake: it is lifted, the token is there again."""
    table = seated("fishermen", "elders").ask("play", token="power").do("a2-a3 wait 3200")
    assert steps(table) == ["Fishermen"]
    table.ask("take_back")
    assert steps(table) == []
    assert table.screen()["lift"] == ["a2-a3"]
    assert table.screen()["match"]["players"][0]["powers"] == 2


def test_an_armed_token_can_be_put_back():
    """Nothing is played by arming; the next piece is the main action again."""
    table = seated("fishermen", "elders").ask("play", token="power").ask("play", token=None).do("c4 wait 3200")
    assert steps(table) == ["PlaceDiver"]


def test_the_face_up_tile_beats_the_note():
    """A note was wrong, as the tile shows: it is forgotten, and nobody but its owner could have noticed."""
    table = seated("children", "elders")
    anna = table.phone(1)
    table.do("c4").ask("choose_value", who=anna, value=5).do("wait 3200 e2 wait 3200")
    table.ask("play", who=anna, token="power").do("g2").ask("choose_value", who=anna, value=5).do("wait 3200")
    assert steps(table)[-1] == "Children"
    assert table.tabletop.session.state.values[space("c4")] is None
