"""The lesson of Piratoons: every step can be done, and what is right at it the rules say, too."""

from collections import Counter

import pytest

from pearlboard.games.piratoons.package import PACKAGE
from pearlboard.games.piratoons.rules import auction, plunder, sets, ships
from pearlboard.games.piratoons.rules.connections import connections
from pearlboard.games.piratoons.rules.scoring import scores
from pearlboard.games.piratoons.shown.lessons import answers, choices, crew_of, position, refused, ships_of, steps
from pearlboard.games.piratoons.shown.reasons import points_with
from pearlboard.geometry import site
from support.tabling import TestTable

TOLD = {step["name"]: step for step in PACKAGE.lessons.pages(str)["first"]}
STEPS = {step["name"]: step for step in steps()}


@pytest.mark.parametrize("name", list(TOLD))
def test_every_step_can_be_done(name):
    """What is right is not refused, everything else is; of three choices one is right."""
    step = TOLD[name]
    right = {place for sites in step["answers"] for place in sites}
    if step["task"] == "lay":
        assert right
        said = refused(STEPS[name])
        assert not right & set(map(str, said))
        assert len(right) + len(said) == 40 + 35 + 32
        assert right | step["refused"].keys() == {each["site"] for each in step["chest"] if each["tile"]}
        assert not right & step["refused"].keys()
    else:
        assert len(set(step["choices"])) == 3
        assert 0 <= step["right"] < 3
        assert [not said for said in step["wrong"]] == [at == step["right"] for at in range(3)]
    assert all(part.fault is None for ship in ships_of(STEPS[name]) for part in ship)


def test_a_piece_is_right_in_the_own_pocket_alone():
    """Another seat's, the sea and lines have a word of their own."""
    said = {str(place): str(sentence) for place, sentence in refused(STEPS["place"]).items()}
    assert TOLD["place"]["answers"] == [["a1"]]
    assert said["b1"] == "piratoons_lesson_other_pocket"
    assert said["e1"] == "piratoons_lesson_other_tile"
    assert said["e5"] == "piratoons_lesson_no_tile"
    assert said["a1-b1"] == "piratoons_lesson_beside"


def test_ties_pay_and_bids_are_as_the_rules_have_them():
    """Yellow takes the Sail; two pieces in hand are two doubloons; only yellow buys."""
    assert plunder.loot(crew_of(STEPS["ties"]), ())[0] == STEPS["ties"]["right"] == 3
    pay = plunder.due(crew_of(STEPS["pay"]), (0, 0, 0), (), 6)
    assert pay[0] == STEPS["pay"]["right"] == 2
    sale = [tile for tile in STEPS["bids"]["chest"] if tile != "."]
    assert auction.buyers(STEPS["bids"]["bids"], len(sale)) == (3,)
    assert STEPS["bids"]["right"] == 3


def test_what_is_to_be_bought_brings_most():
    """Three alike in place of two, and neither most empty Quarters nor most empty spaces; the other tile finds none."""
    seen = position(STEPS["buy"])
    gains = {tile: points_with(seen, 1, tile).total - points_with(seen, 1).total for tile in seen.sale}
    best = max(gains, key=gains.get)
    assert [seen.chest[place - 1] for place in STEPS["buy"]["places"]] == [best]
    assert (gains[best], gains["g2"]) == (7, 0)
    assert answers(STEPS["buy"]) == (site("a3"),)
    said = refused(STEPS["buy"])
    assert str(said[site("b3")]).startswith("piratoons_own_pocket")
    assert str(said[site("a1")]).startswith("piratoons_nothing_there")


def test_another_tile_is_refused_for_a_reason():
    """Where none is pointed at: by a tap and on the board it is said that the tile has no space, and so it is."""
    told, step = TOLD["buy"], STEPS["buy"]
    assert set(told["refused"].values()) == {"piratoons_lesson_buy_wrong"}
    for place in told["refused"]:
        assert str(refused(step)[site(place)]) == "piratoons_lesson_buy_wrong"
        [tile] = [each["tile"] for each in told["chest"] if each["site"] == place]
        assert ships.open_parts(ships_of(step)[0], tile[0]) == ()


def test_of_the_ships_the_right_one_is_right():
    """All its connections fit, and those of no other; the same Boats lie in the first."""
    fleet = ships_of(STEPS["connections"])
    wrong = [connections(ship).wrong for ship in fleet]
    assert [at for at, count in enumerate(wrong, 1) if not count] == [STEPS["connections"]["right"]]
    assert sorted(ships.boats(fleet[0])) == sorted(ships.boats(fleet[1]))


@pytest.mark.parametrize("name", [name for name in STEPS if STEPS[name].get("ships")])
def test_what_is_won_is_aboard_once_it_is_told(name):
    """The parts of every ship stay the same; what has come aboard had room, and is what the step is about."""
    step, told = STEPS[name], TOLD[name]
    more = []
    for before, after in zip(ships_of(step), ships_of(step, done=True), strict=True):
        assert ships.boats(before) == ships.boats(after)
        assert all(part.fault is None for part in after)
        more += (Counter(ships.equipment(after)) - Counter(ships.equipment(before))).elements()
        assert not Counter(ships.equipment(before)) - Counter(ships.equipment(after))
    won = [step["chest"][place - 1] for place in step.get("places", ())]
    assert more == ({"deck": ["d1"]}.get(name, won))
    assert (told["after"] != told["ships"]) is bool(more)


def test_a_deck_lies_where_no_sail_is():
    """On no other part of the ship, neither bow nor stern."""
    [ship] = ships_of(STEPS["deck"])
    bare = {part.tile for part in ship if part.tile not in {"bow", "stern"} and not part.number("s")}
    assert len(bare) == len(ship) - 3
    assert set(ships.open_parts(ship, "d")) == bare


def test_sets_are_counted_in_the_best_way():
    """And empty spaces are lost by whoever has most."""
    step = STEPS["sets"]
    [ship] = ships_of(step)
    points = sets.points(ships.equipment(ship))[step["kind"]]
    assert step["points"][step["right"] - 1] == points
    counted = scores(ships_of(STEPS["empty"]), (0, 0, 0))
    assert [seat for seat, score in counted.items() if score.points.empty] == [STEPS["empty"]["right"]]
    assert [str(choice) for choice in choices(STEPS["empty"])] == [f"piratoons_lesson_empty_{n}" for n in (1, 2, 3)]


# --- on the board itself -----------------------------------------------------------------------------------------


@pytest.fixture
def lesson():
    """A table that gives the lesson, at its first step."""
    table = TestTable()
    table.ask("begin_lesson", game="piratoons")
    return table


def test_the_tiles_that_lie_open_shine_and_the_own_pocket_is_pointed_at(lesson):
    """In the game's own looks, though no game is on."""
    roles = {str(light): mark.role for light, mark in lesson.lighting._scene.lights.items()}
    assert roles["a1"] == "target"
    assert roles["a1-b1"] == roles["e4-f4"] == "piratoons_berth"
    assert "e5-f5" not in roles


def test_a_piece_answers_on_the_board(lesson):
    """In another's pocket it is told what is wrong; in the own one it is right."""
    lesson.do("b1")
    assert (lesson.screen()["verdict"], "another player" in lesson.screen()["sentence"]) == ("illegal", True)
    lesson.do("-b1 a1")
    assert lesson.screen()["verdict"] == "legal"
    lesson.do("-a1")
    lesson.ask("turn_lesson", index=4)
    lesson.do("e2")
    assert lesson.screen()["verdict"] == "illegal"
    lesson.do("-e2 a3")
    assert lesson.screen()["verdict"] == "legal"


def test_crews_shine_in_their_colours_while_one_picks(lesson):
    """Where a piece would hide a light no piece is needed: the pockets say it."""
    lesson.ask("turn_lesson", index=1)
    seats = {str(light): mark.seat for light, mark in lesson.lighting._scene.lights.items() if mark.seat}
    assert (seats["a1"], seats["b1"], seats["c1"]) == (1, 2, 3)
    lesson.ask("pick_in_lesson", number=0)
    assert lesson.screen()["verdict"] == "illegal"
    lesson.ask("pick_in_lesson", number=2)
    assert lesson.screen()["verdict"] == "legal"
