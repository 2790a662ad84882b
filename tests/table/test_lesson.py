"""The first lesson on the board itself: its lights ask, pieces answer, and the same rules judge as on the page."""

from dataclasses import replace

import pytest

from pearlboard.games.perladora.shown.lessons import lessons
from pearlboard.games.registry import GAMES
from pearlboard.geometry import GRID, site
from pearlboard.languages import LANGUAGES
from pearlboard.lights.scene import Role
from pearlboard.screens.catalogues import catalogues
from pearlboard.session.state import Refused
from pearlboard.table.lesson import Lesson
from support.lengths import at_length
from support.tabling import TestTable

STEPS = GAMES["perladora"].lessons.board()
CORNER = "a1 c1 c2 c1-d1 c2-d2 a2-a3 b2-b3"


@pytest.fixture
def table():
    """An empty table that gives the lesson, at its first step."""
    return TestTable().ask("begin_lesson", game="perladora")


def lesson(table):
    return table.screen()["lesson"]


def roles(table):
    """What the lights say, by light."""
    return {str(light): mark.role for light, mark in table.lighting._scene.lights.items()}


def told(table):
    return table.screen()["verdict"], table.screen()["sentence"]


def lift_all(table):
    return table.do(" ".join(f"-{place}" for place in sorted(map(str, table.board.pieces))) or "wait 1")


def test_it_says_what_is_to_be_done_and_hears_that_it_was(table):
    """A Diver on any free space; the rim and a tone say that it is right, and the button goes on."""
    assert told(table) == ("unfinished", rendered(STEPS[0].said))
    begun = {"game": "perladora", "puzzles": False, "index": 0, "of": 8, "done": False}
    assert lesson(table) == {**begun, "choices": [], "picked": None, "hints": []}
    table.do("c3")
    verdict, sentence = told(table)
    assert verdict == "legal"
    assert sentence.startswith("It lies there now.")
    assert Role.CONFIRM in roles(table).values()
    assert table.lighting.cue[1] == "confirmed"
    assert table.board.lamps[-1] is True
    table.do("press end_turn")
    assert lesson(table)["index"] == 1


def test_what_is_wrong_is_told_by_the_rules_and_is_to_be_lifted(table):
    """As on the page of the lesson: by the same judgement; lifted, it is asked for again."""
    [first, *_] = lessons(str)["first"]
    table.do("d1")
    verdict, sentence = told(table)
    assert verdict == "illegal"
    assert first["refused"]["d1"].startswith("space_is_farm")
    assert sentence == "d1 is a Pearl Farm: no Diver can be laid there. Lift what lies on d1."
    assert table.screen()["lift"] == ["d1"]
    assert {Role.REFUSED, Role.ILLEGAL_END} <= set(roles(table).values())
    assert table.lighting.cue[1] == "illegal"
    table.do("-d1")
    assert told(table)[0] == "unfinished"


def test_what_is_allowed_but_not_asked_is_said_to_be_so(table):
    """Two Divers are one too many, and one of them stays."""
    table.do("a1").do("b1")
    assert told(table)[0] == "illegal"
    assert len(table.screen()["lift"]) == 1
    assert told(table)[1].startswith(rendered(STEPS[0].elsewhere))


def test_pieces_are_asked_for_and_left_ones_are_to_be_lifted_first(table):
    """What lay there for the step before is no wrong answer to the next."""
    table.do("e3").ask("turn_lesson", index=1)
    assert told(table) == ("unfinished", "Lift the piece on e3 to go on.")
    table.do("-e3")
    asked = table.screen()
    assert asked["put"] == sorted(CORNER.split(), key=list(asked["put"]).index)
    assert set(asked["put"]) == set(CORNER.split())
    assert all(roles(table)[place] == Role.OWED for place in CORNER.split())
    table.do(CORNER)
    assert told(table)[1].startswith("Pontoons divide the lagoon.")
    assert roles(table)["c2-c3"] == Role.TARGET
    table.do("c2-c3")
    assert told(table)[0] == "legal"


def test_two_pontoons_close_a_corner_one_after_the_other(table):
    """The first is neither right nor wrong."""
    table.ask("turn_lesson", index=5).do("a5 b4 a3-a4 b3-b4 c5-d5")
    table.do("b4-c4")
    assert told(table)[0] == "unfinished"
    assert roles(table)["c4-c5"] == Role.TARGET
    assert "b4-c4" not in roles(table)
    table.do("c4-c5")
    assert told(table)[0] == "legal"


def test_the_forbidden_pontoon_is_tried_and_refused(table):
    """The step is done when the rule was heard; the piece is to go."""
    table.ask("turn_lesson", index=4).do("f1-g1 g1-g2 g2-h2").do("h2-h3")
    verdict, sentence = told(table)
    assert verdict == "legal"
    assert "only 3 spaces" in sentence
    assert table.screen()["lift"] == ["h2-h3"]


def test_a_question_is_answered_on_the_page(table):
    """Wrong may be thought over again; a piece is no answer."""
    table.ask("turn_lesson", index=3).do("f1 e2")
    assert len(lesson(table)["choices"]) == 3
    table.ask("pick_in_lesson", number=0)
    assert told(table)[0] == "illegal"
    assert told(table)[1] == f"{rendered(STEPS[3].wrong[0])} {rendered(STEPS[3].said)}"
    table.ask("pick_in_lesson", number=1)
    assert (told(table)[0], lesson(table)["done"]) == ("legal", True)
    table.do("c3")
    assert told(table) == ("illegal", "Lift the piece on c3 to go on.")
    with pytest.raises(Refused, match="no_such_choice"):
        table.ask("pick_in_lesson", number=3)


def test_any_step_is_skipped_repeated_and_gone_back_to(table):
    """By the page and by the buttons of the board; what was answered is gone."""
    table.do("press end_turn").do("press end_turn")
    assert lesson(table)["index"] == 2
    table.do("press take_back").do("press take_back").do("press take_back")
    assert lesson(table)["index"] == 0
    table.do("c3").ask("turn_lesson", index=0)
    assert told(table) == ("unfinished", "Lift the piece on c3 to go on.")
    assert told(table.do("-c3"))[1] == rendered(STEPS[0].said)


def test_behind_the_last_step_it_is_over(table):
    """There the button leads out."""
    table.ask("turn_lesson", index=7).do("e1 e2").ask("pick_in_lesson", number=0)
    assert "Go on with the button" not in told(table)[1]
    table.do("press end_turn")
    assert lesson(table) is None


def test_it_can_be_left_at_any_time_and_the_table_is_as_it_was(table):
    """Nothing was logged; what lies there is to be cleared, as ever where no game is on."""
    before = TestTable().screen()
    table.do("c3").ask("end_lesson")
    assert table.log == []
    assert told(table) == (None, "Clear the board: 1 piece left.")
    assert table.lighting.cue[1] != "foreign"
    after = lift_all(table).screen()
    assert {key for key in before if before[key] != after[key]} <= {"cue"}
    assert not any(table.lighting.frame)


def test_a_game_that_begins_ends_it(table):
    """And while one is on there is no lesson."""
    table.do("c3").do("-c3").begin()
    assert lesson(table) is None
    with pytest.raises(Refused, match="not_now"):
        table.ask("begin_lesson", game="perladora")
    assert "begin_lesson" not in table.screen()["can"]


def test_it_needs_a_board():
    """Where that is only drawn, the page of the lesson does it; what is not begun cannot be turned."""
    drawn = TestTable(on_screen=True)
    with pytest.raises(Refused, match="not_now"):
        drawn.ask("begin_lesson", game="perladora")
    with pytest.raises(Refused, match="not_now"):
        drawn.ask("turn_lesson", index=1)


def test_a_board_that_does_not_answer_comes_first(table):
    """The lesson waits at its step, and what had to be lifted still has to be."""
    table.do("c3").ask("turn_lesson", index=0)
    table.board.unplug()
    assert "unplugged" in told(table)[1]
    assert not any(table.lighting.frame)
    table.board.plug()
    table.clock.step(500)
    assert told(table)[1] == "Lift the piece on c3 to go on."


@pytest.mark.parametrize("index", range(len(STEPS)))
def test_every_step_can_be_done_on_the_board(table, index):
    """In any language: what lies there first, then the answer."""
    step = STEPS[index]
    table.ask("turn_lesson", index=index)
    for place in sorted(map(str, step.lying)):
        table.do(place)
    for place in sorted(map(str, step.answers[0] if step.answers else ())):
        table.do(place)
    if step.choices:
        table.ask("pick_in_lesson", number=step.right)
    assert told(table)[0] == "legal"
    assert len({table.screen(language)["sentence"] for language in LANGUAGES}) == len(LANGUAGES)


def test_the_board_and_the_page_agree_on_every_step():
    """What lies there, what is right, and what the rules say to anything else."""
    for step, page in zip(STEPS, lessons(str)["first"], strict=True):
        assert {str(place) for place in step.lying} == {piece["site"] for piece in page["pieces"]}
        assert set(step.answers) == {frozenset(map(site, sites)) for sites in page["answers"]}
        assert {str(place): str(said) for place, said in step.refused.items()} == page["refused"]
        assert step.right == page["right"]
        assert [said and str(said) for said in step.wrong] == [said or None for said in page["wrong"]]


# --- puzzles --------------------------------------------------------------------------------------------------------

PUZZLES = GAMES["perladora"].lessons.puzzles()
ALL = at_length(PUZZLES, PUZZLES[:2])


@pytest.fixture
def puzzling():
    """A table at its third puzzle, and that puzzle."""
    return TestTable().ask("begin_lesson", game="perladora", puzzles=True, index=2), PUZZLES[2]


def put(table, sites):
    return table.do(" ".join(sorted(map(str, sites))))


def laid_out(table, step):
    """All of its position lies there."""
    for part in step.setting:
        put(table, part.sites)
    return table


def test_a_puzzle_is_laid_out_by_light_one_part_after_the_other(puzzling):
    """The own Divers with the Pearls, the other's, then Pontoons: each in the colour of its player."""
    table, step = puzzling
    assert lesson(table)["puzzles"]
    for part, words in zip(step.setting, ("Put out the Pearls: ", "Lay Ben’s Divers", "Now the Pontoons"), strict=True):
        assert told(table)[1].startswith(words)
        assert set(table.screen()["put"]) == set(map(str, part.sites))
        lit = {light: mark for light, mark in table.lighting._scene.lights.items() if mark.role == Role.OWED}
        assert lit.keys() == part.sites
        assert {mark.seat for mark in lit.values()} == {step.whose.get(place) for place in part.sites}
        assert table.lighting.cue[1] == "owed"
        put(table, part.sites)
    assert told(table) == ("unfinished", rendered(step.said))


def rendered(said):
    return catalogues()["en"].of("perladora").render(said)


def test_a_turn_of_a_puzzle_is_judged_as_a_whole_and_says_no_half_of_it(puzzling):
    """One line is neither right nor wrong; of two that are not it both are to go, though one may be right."""
    table, step = puzzling
    laid_out(table, step)
    [answer, *_] = step.answers
    one, other = sorted(answer, key=str)
    free = [site(f"{a}{row}-{b}{row}") for a, b in ("ab", "gh") for row in range(1, 6)]
    wrong = next(each for each in free if each not in {*step.lying, *answer, *step.refused})
    put(table, [wrong])
    assert told(table) == ("unfinished", rendered(step.said))
    put(table, [one])
    assert told(table)[0] == "illegal"
    assert told(table)[1].startswith(rendered(step.why(frozenset({one, wrong}))))
    assert told(table)[1].startswith("With that it would be ")
    assert set(table.screen()["lift"]) == {str(wrong), str(one)}
    table.do(f"-{wrong}")
    assert told(table)[0] == "unfinished"
    put(table, [other])
    assert told(table)[0] == "legal"
    assert table.lighting.cue[1] == "confirmed"
    table.do("press end_turn")
    assert lesson(table)["index"] == 3
    assert told(table)[1].startswith("Lift the marked pieces to go on")


def test_what_has_no_word_on_a_mistake_is_answered_in_general():
    """Games that say nothing of a choice, or of a whole turn, leave that to the table."""
    picked = replace(STEPS[3], wrong=())
    judged = Lesson(GAMES["perladora"], (picked,), picked=0, sensed=picked.lying).judged
    assert (judged.verdict, judged.said.name) == ("illegal", "lesson_not_quite")
    whole = replace(PUZZLES[2], why=None, refused={})
    laid = whole.lying | {site("a1-b1"), site("c1-d1")}
    judged = Lesson(GAMES["perladora"], (whole,), sensed=laid).judged
    assert (judged.verdict, dict(judged.said.parameters)["told"].name) == ("illegal", "lesson_not_it")


def test_what_the_rules_refuse_in_a_puzzle_is_told_by_them(puzzling):
    """At once, and that piece alone is to go."""
    table, step = puzzling
    laid_out(table, step)
    refused = next(place for place in sorted(step.refused, key=str) if place not in step.lying)
    put(table, [refused])
    assert told(table)[0] == "illegal"
    assert table.screen()["lift"] == [str(refused)]
    assert told(table)[1].startswith(rendered(step.refused[refused]))


def test_a_puzzle_that_is_left_leaves_a_board_that_is_cleared_by_light(puzzling):
    """Half laid out or solved: what lies there is marked and counted, and that is no alarm; then the board is clear."""
    table, step = puzzling
    put(table, step.setting[0].sites)
    table.ask("end_lesson")
    count = len(step.setting[0].sites)
    assert told(table)[1] == f"Clear the board: {count} pieces left."
    assert set(roles(table).values()) == {Role.LIFT}
    lift_all(table)
    assert told(table) == (None, "Who is playing? Set up a game.")
    table.do("b3")
    assert told(table)[1] == "First clear the board: lift the piece on b3."


def test_a_dead_sensor_is_not_the_end_of_a_puzzle(puzzling):
    """A minute after all else is laid out its place is named; left out, people say what lies there, and it goes on."""
    table, step = puzzling
    place = str(min(step.setting[0].sites, key=str))
    table.do(f"{place}=0 " + " ".join(f"{each} wait 300" for each in sorted(map(str, step.lying))) + " wait 58000")
    assert table.screen()["sensors"]["doubtful"] == []
    table.do("wait 3000")
    assert table.screen()["sensors"]["doubtful"] == [place]
    table.ask("leave_out", site=place).ask("put", site=place)
    assert told(table)[1] == rendered(step.said)
    assert table.screen()["sensors"]["doubtful"] == []


def test_a_sensor_that_sticks_while_a_puzzle_is_laid_out_is_not_its_end(puzzling):
    """What it tells of is to be lifted before anything is an answer; it is named after a minute, and left out."""
    table, step = puzzling
    first, *others = sorted(map(str, step.lying))
    stuck = next(str(place) for place in GRID.edges if place not in step.lying | step.refused.keys())
    table.do(" ".join(f"{each} wait 300" for each in others) + f" {stuck}=1 wait 300 {first} wait 300")
    assert table.screen()["lift"] == [stuck]
    table.do("wait 61000")
    assert table.screen()["sensors"]["doubtful"] == [stuck]
    table.ask("leave_out", site=stuck)
    assert told(table)[1] == rendered(step.said)


@pytest.mark.parametrize("index", range(len(ALL)))
def test_every_puzzle_can_be_laid_out_and_solved_on_the_board(index):
    """And says as much in every language as on the page, where the same is right."""
    table, step = TestTable().ask("begin_lesson", game="perladora", puzzles=True, index=index), PUZZLES[index]
    page = lessons(str)["puzzles"][index]
    assert lesson(table)["hints"] == [rendered(hint) for hint in step.hints]
    assert [str(hint) for hint in step.hints] == page["hints"]
    assert {str(place) for place in step.lying} == {piece["site"] for piece in page["pieces"]}
    assert set(step.answers) == {frozenset(map(site, sites)) for sites in page["answers"]}
    values = {piece["site"]: piece["value"] for piece in page["pieces"] if piece["seat"]}
    assert values.keys() == set(map(str, step.whose))
    for language in LANGUAGES:
        said = " ".join(catalogues()[language].of("perladora").render(part.said) for part in step.setting)
        assert all(f"{value}" in said and place in said for place, value in values.items())
    put(laid_out(table, step), step.answers[0])
    assert told(table)[0] == "legal"
