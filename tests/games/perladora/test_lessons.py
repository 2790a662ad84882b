"""The first lesson is true: what it calls right is legal, what it says is refused is, and who it says wins does."""

from functools import cache
from itertools import combinations

import pytest

from pearlboard.games.perladora.rules.legality import judge
from pearlboard.games.perladora.rules.play import legal_edges, play
from pearlboard.games.perladora.rules.refusals import IllegalStep, TerritoryTooSmall
from pearlboard.games.perladora.rules.scoring import score
from pearlboard.games.perladora.rules.steps import LayPontoons, PlaceDiver, Turn
from pearlboard.games.perladora.shown import lessons
from pearlboard.geometry import GRID, edge, site, space
from pearlboard.languages import LANGUAGES
from pearlboard.screens.catalogues import catalogue_of
from support.lengths import at_length
from support.perladora_table import PERLADORA

STEPS = {step["name"]: step for step in lessons.steps("first")}


def of_task(task):
    return [name for name, step in STEPS.items() if step["task"] == task]


PUZZLES = {step["name"]: step for step in lessons.steps("puzzles")}
ON_BOARD = dict(zip(PUZZLES, PERLADORA.lessons.puzzles(), strict=True))
SOLVED = at_length(PUZZLES, list(PUZZLES)[:3])


@cache
def first_lesson(language):
    return PERLADORA.lessons.pages(catalogue_of(PERLADORA, language).render)["first"]


def told(name, language="en"):
    return next(step for step in first_lesson(language) if step["name"] == name)


def counted(name):
    """The territory that a step asks about, as it would be scored."""
    state = lessons.position(STEPS[name])
    parts = score(state.public, state.values).territories
    return next(part for part in parts if space(STEPS[name]["region"]) in part.territory.spaces)


@pytest.mark.parametrize("name", of_task("lay"))
def test_what_is_right_is_legal(name):
    """Every answer, as a turn of player 1."""
    public = lessons.position(STEPS[name]).public
    for sites in lessons.answers(STEPS[name]):
        lines = tuple(edge(each) for each in sites if "-" in each)
        judge(public, None, LayPontoons(lines) if lines else PlaceDiver(space(*sites)))
        assert not set(sites) & told(name)["refused"].keys()


def test_a_territory_of_three_is_refused_by_the_rules():
    """With the sentence that says why."""
    step = STEPS["small"]
    with pytest.raises(TerritoryTooSmall):
        judge(lessons.position(step).public, None, LayPontoons((edge(step["site"]),)))
    assert "3 spaces" in told("small")["refused"][step["site"]]


def test_the_most_points_take_the_pearls():
    """5 against 2 and 2, for 6 Pearls; the first choice says so."""
    part = counted("most")
    assert (part.totals, part.territory.pearls, part.winners) == ({1: 5, 2: 4}, 6, (1,))
    assert told("most")["right"] == 0


def test_a_tie_is_shared_and_what_is_left_over_goes_back():
    """3 against 1 and 2, for 9 Pearls."""
    part = counted("tie")
    assert (part.totals, part.territory.pearls, part.share, part.discarded) == ({1: 3, 2: 3}, 9, 4, 1)
    assert told("tie")["right"] == 2


@pytest.mark.parametrize("name", STEPS)
def test_whatever_shines_is_asked_for(name):
    """And is on the board."""
    step, asked = STEPS[name], told(name)
    assert {str(site(each)) for each in step.get("lit", [])} <= {each for sites in asked["answers"] for each in sites}
    assert asked["task"] == "pick" or asked["answers"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_step_is_said_in_every_language(language):
    """What is asked, what comes after, and three choices where there are choices."""
    for step in PERLADORA.lessons.pages(catalogue_of(PERLADORA, language).render)["first"]:
        assert step["text"]
        assert step["done"]
        assert len(step["choices"]) == (3 if step["task"] == "pick" else 0)


def test_a_hidden_diver_has_no_value():
    """The page is not told what lies face down."""
    assert {piece["site"]: piece["value"] for piece in told("hidden")["pieces"]} == {"f1": None, "e2": None}


def won(state):
    """Whether player 1 alone would have won if the game ended now."""
    return score(state.public, state.values).winners == (1,)


def laid(state, sites):
    """The position after a turn with these Pontoons; None if that is not legal."""
    try:
        return play(state, Turn(1, None, LayPontoons(tuple(sorted(map(edge, sites))))))
    except IllegalStep:
        return None


TURNS = ("main action", "Hauptaktion", "action principale")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_step_is_short_and_uses_no_word_that_it_has_not_explained(language):
    """At most 32 words are read before something is done; what a turn is called in the rules comes later."""
    for step in first_lesson(language):
        assert len(step["text"].split(" ")) <= 32, step["text"]
        said = (step["text"], step["done"], *step["choices"], *step["wrong"])
        assert not any(term in words for words in said for term in TURNS), step["name"]


@pytest.mark.parametrize("name", PUZZLES)
def test_a_puzzle_is_won_by_its_answer(name):
    """And is not won before; the hint names half of it."""
    state, [answer] = lessons.position(PUZZLES[name]), lessons.answers(PUZZLES[name])
    assert not won(state)
    assert won(laid(state, answer))


@pytest.mark.parametrize("name", SOLVED)
def test_no_other_turn_wins_a_puzzle(name):
    """Of all with one Pontoon or two; all puzzles in make soak."""
    state, [answer] = lessons.position(PUZZLES[name]), lessons.answers(PUZZLES[name])
    lines = [str(line) for line in GRID.edges_in(legal_edges(state.public))]
    for turn in [*((line,) for line in lines), *combinations(lines, 2)]:
        then = laid(state, turn)
        assert then is None or won(then) == (set(turn) == set(answer)), turn


@pytest.mark.parametrize("name", SOLVED)
def test_a_puzzle_counts_what_it_says(name):
    """How it stands, what another turn leads to, and what is won: Pearls of both, and who would win by them."""
    state, step = lessons.position(PUZZLES[name]), ON_BOARD[name]
    [answer] = step.answers
    other = frozenset({next(line for line in GRID.edges_in(legal_edges(state.public)) if line not in answer)})
    for said, then in (
        (step.said, state),
        (step.done, laid(state, map(str, answer))),
        (step.why(other), laid(state, map(str, other))),
    ):
        count = dict(said.parameters)["count"]
        pearls = score(then.public, then.values).pearls
        own, theirs = (dict(count.parameters)[whose] for whose in ("own", "theirs"))
        assert (dict(own.parameters)["count"], theirs) == (pearls[1], pearls[2])
        assert count.name.endswith("_you") is won(then)
    assert step.why(other).name == "lesson_puzzle_wrong"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_solved_puzzle_shows_whose_each_territory_is(language):
    """As the score has it, in words that name the Pearls. The first lesson shows none."""
    pages = PERLADORA.lessons.pages(catalogue_of(PERLADORA, language).render)
    assert not any(step["territories"] for step in pages["first"])
    for step in pages["puzzles"]:
        then = laid(lessons.position(PUZZLES[step["name"]]), step["answers"][0])
        parts = [part for part in score(then.public, then.values).territories if part.territory.pearls]
        for part, shown in zip(parts, step["territories"], strict=True):
            assert set(shown["spaces"]) == set(map(str, part.territory.spaces))
            shared = len(part.winners) > 1
            assert shown["stakes"]["tied"] == list(part.winners)
            assert shown["stakes"]["leader"] == (None if shared or not part.winners else part.winners[0])
            assert shown["each"] == (f"2 × {part.share}" if shared else str(part.territory.pearls))
            assert str(part.share or part.unclaimed) in shown["stakes"]["text"]


def test_what_the_rules_refuse_of_a_whole_turn_is_told_by_them():
    """Two lines of which each might be laid alone, and a space in a puzzle about Pontoons."""
    state, step = lessons.position(PUZZLES["puzzle_3"]), ON_BOARD["puzzle_3"]
    lines = [line for line in GRID.edges_in(legal_edges(state.public)) if laid(state, [str(line)])]
    pair = next(pair for pair in combinations(lines, 2) if laid(state, map(str, pair)) is None)
    assert step.against(frozenset(pair)).name == "territory_too_small"
    assert step.against(frozenset({space("a1")})).name == "lesson_only_pontoons"
    assert step.against(frozenset({edge("d1-e1")})).name == "edge_taken"


@pytest.mark.parametrize("name", PUZZLES)
def test_each_hint_of_a_puzzle_says_more(name):
    """Pearls that player 1 does not have alone before and has then; half of what is right; all of it."""
    state, [answer] = lessons.position(PUZZLES[name]), lessons.answers(PUZZLES[name])
    where, half, all_ = ON_BOARD[name].hints
    farm = dict(where.parameters)["space"]
    holders = [
        next(part.winners for part in score(each.public, each.values).territories if farm in part.territory.spaces)
        for each in (state, laid(state, answer))
    ]
    assert holders[0] != (1,)
    assert holders[0] != holders[1]
    assert str(dict(half.parameters)["line"]) in answer
    assert set(map(str, dict(all_.parameters)["lines"])) == set(answer)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_wrong_answer_is_told_why(language):
    """Each choice but the right one, and whatever may be laid that is not asked for."""
    for step in first_lesson(language):
        assert [not said for said in step["wrong"]] == [at == step["right"] for at in range(len(step["choices"]))]
        assert bool(step["elsewhere"]) is (step["task"] != "pick")


def test_there_are_at_least_twenty_puzzles():
    """No two alike."""
    assert len({repr(step["divers"]) for step in PUZZLES.values()}) == len(PUZZLES) >= 20
