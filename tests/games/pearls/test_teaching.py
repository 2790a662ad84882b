"""Teaching Pearls: the lesson is judged by the rules, and what is explained, answered and advised is true."""

from dataclasses import replace

import pytest

from pearlboard.games.api import TABLE, Course, Moment
from pearlboard.games.drawing import PALETTE
from pearlboard.games.pearls.package import PACKAGE
from pearlboard.games.pearls.rules.actions import Place, Take
from pearlboard.games.pearls.rules.cards import Colour
from pearlboard.games.pearls.rules.state import Setup
from pearlboard.games.pearls.shown.explanations import answers, explanations
from pearlboard.games.pearls.shown.lessons import position, steps
from pearlboard.games.pearls.shown.picture import picture
from pearlboard.games.pearls.shown.reasons import reasons
from pearlboard.geometry import site
from support.pearls_positions import RULES, seen, table
from support.tabling import TestTable

STEPS = {step["name"]: step for step in PACKAGE.lessons.pages(str)["first"]}


@pytest.mark.parametrize("name", list(STEPS))
def test_every_step_can_be_done(name):
    """What is right is not refused, and what is to be refused is."""
    step = STEPS[name]
    right = [place for sites in step["answers"] for place in sites]
    if step["task"] == "lay":
        assert right
        assert not set(right) & step["refused"].keys()
        assert set(step["lit"]) == set(right)
    elif step["task"] == "refused":
        assert {step["refused"][place].split("(")[0] for place in right} == {"pearls_hand_limit"}
    else:
        assert len(step["choices"]) == 3
        assert 0 <= step["right"] < 3
    assert all(site(place) for place in step["refused"])
    assert [not said for said in step["wrong"]] == [at == step["right"] for at in range(len(step["choices"]))]
    assert bool(step["elsewhere"]) is (step["task"] != "pick")


def test_what_the_choices_say_is_what_the_rules_say():
    """Four red with two wilds, one necklace of each length up to seven, and two purple cards are open."""
    place, necklace, left = (position(step) for step in steps() if step["task"] == "pick")
    legal = set(RULES.legal(place_of(place)))
    assert Place(Colour.RED, 4, 2) in legal
    won = {action.length for action in RULES.legal(place_of(necklace)) if getattr(action, "necklace", False)}
    assert won == {4, 5, 6, 7}
    assert {action for action in RULES.legal(place_of(left)) if isinstance(action, Take)} == set()


def place_of(view):
    """As the seat to move sees it."""
    return replace(view, viewer=view.to_move)


def names(before, view):
    return [each.name for each in explanations(before, view)]


def test_the_most_urgent_is_explained_first():
    """The last turns before all, then what is new."""
    begun = seen("rgbtpr")
    assert names(None, begun)[0] == "begin"
    assert names(begun, seen("rgbtpr", hands=["rrrrrrrr"]))[0] == "full"
    assert names(begun, seen("rgbtp.", last_turns=2, draw=()))[0] == "last"
    state = table("rgbtpr", hands=["gggg"])
    won = RULES.view(RULES.apply(state, 1, Place(Colour.GREEN, 4, 0, necklace=True)), TABLE)
    assert names(RULES.view(state, TABLE), won)[0] == "necklace"


@pytest.mark.parametrize("opened", [False, True])
def test_placed_cards_are_called_hidden_only_where_they_are(opened):
    """With open points everybody sees what they are worth."""
    before = table(hands=["rrg"], setup=Setup(3, open_scores=opened))
    after = RULES.apply(before, 1, Place(Colour.RED, 2))
    assert ("placed" in names(RULES.view(before, TABLE), RULES.view(after, TABLE))) is not opened


def test_the_picture_has_the_best_string_at_the_top():
    """So each stands beside the name that it belongs to."""
    end = table(players=2, hands=["", ""], placed=["yy", "pp"], last_turns=0, draw=())
    drawn = picture(Course(end.setup, end, (), end)).board
    colours = [each.attributes["stroke"] for each in drawn if each.tag == "path"]
    assert colours == [PALETTE[2], PALETTE[1]]


def test_what_may_be_asked_fits_what_lies_there():
    """Why colours are closed is asked only where some are."""
    asked = [each.question.name for each in answers(seen("rrrtpw", hands=["ggggbbbb"]), Moment())]
    assert asked[:2] == ["pearls_ask_now", "pearls_ask_limit"]
    assert "pearls_ask_limit" not in [each.question.name for each in answers(seen(), Moment())]
    assert next(answers(seen("rgbtp.", last_turns=2, draw=()), Moment())).question.name == "pearls_ask_dark"


def why(view, action):
    return [said.name for said in reasons(view, action)]


def test_a_reason_is_true_for_what_its_reader_knows():
    """With the own hand a take makes a row; without it only what lies open is told."""
    state = table("rrgtpw", hands=["rrgb"])
    own, common = RULES.view(state, 1), PACKAGE.common(state, 1)
    assert why(own, Take(Colour.RED)) == ["pearls_why_group", "pearls_why_more"]
    assert why(own, Take(Colour.GREEN)) == ["pearls_why_more"]
    assert why(common, Take(Colour.RED)) == []
    assert why(common, Take(Colour.PURPLE)) == ["pearls_why_value"]
    assert why(own, Place(Colour.RED, 2)) == ["pearls_why_place"]


def test_a_reason_to_place_is_true_at_the_end_too():
    """With a necklace both are told; when nothing can be taken any more nobody needs room, and wilds bring nothing."""
    placing = RULES.view(table(hands=["rrrrw"]), 1)
    assert why(placing, Place(Colour.RED, 4, 0, necklace=True)) == ["pearls_why_necklace"]
    last = RULES.view(table(hands=["rrrrw"], last_turns=2, draw=()), 1)
    assert why(last, Place(Colour.RED, 4, 0, necklace=True)) == ["pearls_why_necklace"]
    assert why(last, Place(Colour.RED, 2)) == ["pearls_why_last"]
    assert why(last, Place(Colour.WILD, 1)) == []


def test_what_all_are_told_of_advice_knows_no_hidden_hand():
    """Two hands that nobody saw make the same common knowledge."""
    one, other = (PACKAGE.common(table(hands=[held]), 1) for held in ("rrgb", "ppww"))
    assert one == other
    assert one.hands[0] is None


def test_the_judge_knows_the_end_and_the_better_turn():
    """At the end the outlook is the result; five points are better than one in the last turn."""
    judge = PACKAGE.reviewing.judge()
    over = RULES.view(table(players=2, hands=["", "pp"], last_turns=0, draw=()), TABLE)
    told = judge.outlook(over, 1, 10)
    assert [told.chances[seat].result for seat in (1, 2)] == [1.0, 0.0]
    assert told.chances[2].points == -10
    last = RULES.view(table("rgb...", players=2, hands=["pr", "g"], last_turns=2, draw=()), 1)
    weighed = judge.weigh(last, [Place(Colour.RED, 1), Place(Colour.PURPLE, 1)], 1, 20)
    assert weighed.action == Place(Colour.PURPLE, 1)
    assert weighed.candidates[0].points > weighed.candidates[1].points


def test_the_chances_of_a_position_add_up_to_one():
    """The same seed gives the same outlook."""
    view = RULES.view(table(players=3), 1)
    told = PACKAGE.reviewing.judge().outlook(view, 7, 30)
    assert sum(each.result for each in told.chances.values()) == pytest.approx(1)
    assert told == PACKAGE.reviewing.judge().outlook(view, 7, 30)


# --- on the board itself -------------------------------------------------------------------------------------------


@pytest.fixture
def lesson():
    """A table that gives the lesson, at its first step."""
    table = TestTable()
    table.ask("begin_lesson", game="pearls")
    return table


def test_the_cards_of_a_step_shine_in_their_rings(lesson):
    """In the game's own looks, though no game is on; what is asked for is pointed at."""
    roles = {str(light): mark.role for light, mark in lesson.lighting._scene.lights.items()}
    assert roles["c2"] == roles["g2"] == "target"
    assert roles["c1-c2"] == "pearls_card_red"
    assert roles["b3"] == "pearls_necklace"


def test_the_diver_answers_and_is_judged_by_the_rules(lesson):
    """On a red pearl it is right, on another it is not what is asked, beside the display the rules say why not."""
    lesson.do("d3")
    assert lesson.screen()["verdict"] == "illegal"
    assert "Diver" in lesson.screen()["sentence"]
    lesson.do("-d3 e2")
    assert lesson.screen()["verdict"] == "illegal"
    lesson.do("-e2 g2")
    assert lesson.screen()["verdict"] == "legal"


def test_what_would_be_too_many_is_tried_and_heard(lesson):
    """Any of the three red cards will do."""
    lesson.ask("turn_lesson", index=4)
    lesson.do("b4")
    assert lesson.screen()["verdict"] == "legal"
    assert "10" in lesson.screen()["sentence"]


def test_a_better_turn_is_the_colour_that_is_taken_or_the_cards_that_are_placed():
    """A colour that is taken shines on the display; cards that are placed lie beside each other, wilds last."""
    before = table(display="ryybgw", hands=("rrrww", "b"))
    [taken] = PACKAGE.finished.laid(before, 1, Take(Colour.YELLOW))
    assert taken == {"chosen": "yellow", "placed": []}
    [placed] = PACKAGE.finished.laid(before, 1, Place(Colour.RED, 3, 1, necklace=True))
    assert (placed["chosen"], placed["placed"]) == (None, ["red"] * 3 + ["wild"])
