"""What may be asked at a moment, and the answers: each question only where it arises, each reason a true one."""

import random
from dataclasses import replace

import pytest

from pearlboard.games.perladora.board.draft import draft
from pearlboard.games.perladora.board.drafts import Draft, Said
from pearlboard.games.perladora.rules.state import Stage
from pearlboard.games.perladora.rules.view import view
from pearlboard.games.perladora.shown.answers import BEHIND, answers
from pearlboard.games.values import TABLE, Moment, Sitting
from pearlboard.geometry import GRID, site
from pearlboard.languages import LANGUAGES
from pearlboard.texts import say
from support.perladora_boards import (
    ALL_FULL,
    EMPTY,
    FULL_AND_OPEN,
    FULL_CORNER,
    few_left,
    position,
    random_game,
    whole_set,
)
from support.perladora_drafts import lying, read, words
from support.worlds import another_world


def asked(state, made=None, **moment):
    """Questions and answers, by name."""
    found = answers(view(state, TABLE), Moment(draft=read(state) if made is None else made, **moment))
    return [(each.question.name, each.said) for each in found]


def reason(state, *extra, **how):
    """The answer to why that is not allowed; None where nobody may ask."""
    found = dict(asked(state, read(state, *extra, **how)))
    return found["ask_illegal"].name if "ask_illegal" in found else None


def at(state, stage, **public):
    return state.changed(public=replace(state.public, stage=stage, turned_up=True, **public))


ADVANCED = {"advanced": True}
PASSED = {"edition": "fr", "voluntary_pass": True}


@pytest.mark.parametrize(
    ("pieces", "why"),
    [
        (["d1"], "why_farm"),
        (["a1", "b1"], "why_one_diver"),
        (["a1", "c3-d3"], "why_one_kind"),
        (["c3-d3", "c4-d4", "c1-d1"], "why_two_pontoons"),
        (["a1-b1", "a1-a2"], "why_too_small"),
        (["c3-d3"], None),
        ([], None),
    ],
)
def test_what_cannot_stay_has_its_reason(pieces, why):
    """And what can has none."""
    assert reason(position(), *pieces) == why


def test_the_first_answer_is_what_can_be_done_now():
    """By what is left to be laid, or what is wanted of a draft; what is not allowed comes before."""
    state = position()
    no_diver = state.changed(public=replace(state.public, left=(0, 3)))
    for made, moment, name in (
        (read(state), {}, "now_any"),
        (read(few_left(0)), {}, "now_diver"),
        (read(no_diver), {}, "now_pontoons"),
        (read(state, "a1"), {"awaits": True}, "now_value"),
        (read(state, "c3-d3"), {}, "now_confirm"),
    ):
        seen = {"now_diver": few_left(0), "now_pontoons": no_diver}.get(name, state)
        assert asked(seen, made, **moment)[0] == ("ask_now", say(name))
        assert all(words(say(name), language) for language in LANGUAGES)
    assert asked(state, read(state, "d1"))[0][0] == "ask_illegal"


def test_nobody_is_told_what_to_do_in_the_turn_of_a_computer():
    """It does it by itself."""
    computer = {1: Sitting("Rob", level="easy")}
    assert "ask_now" not in dict(asked(position(), sittings=computer))


def test_a_forbidden_pontoon_names_what_it_would_fence_off():
    """So many spaces, and which."""
    state = position()
    found = dict(asked(state, read(state, "a1-b1", "a1-a2")))["ask_illegal"]
    assert dict(found.parameters) == {"count": 1, "spaces": frozenset({site("a1")})}
    assert "single space a1." in words(found)


def test_without_a_diver_none_can_be_laid():
    """All have the same, and they stay."""
    state = position()
    assert reason(state.changed(public=replace(state.public, left=(0, 3))), "a1") == "why_no_diver"


@pytest.mark.parametrize(
    ("state", "how", "why"),
    [
        (position(FULL_AND_OPEN, **ADVANCED, clans=("foragers", "elders")), {"target": "b1"}, "why_necklace"),
        (position(FULL_AND_OPEN, **ADVANCED, clans=("foragers", "elders")), {"target": "a1"}, "why_target"),
        (position(**ADVANCED, clans=("elders", "foragers")), {}, "why_target"),
        (position(**ADVANCED, powers=[0, 0]), {}, "why_tokens"),
        (position(FULL_AND_OPEN, **ADVANCED, clans=("elders", "foragers")), {"extra": "a3"}, "why_for_token"),
    ],
)
def test_a_power_that_cannot_be_played_has_its_reason(state, how, why):
    """Whether it is its target that is wrong, or that there is none."""
    extra = [how.pop("extra")] if "extra" in how else []
    assert reason(state, *extra, token="power", **how) == why


def test_a_backup_that_cannot_be_played_has_its_reason():
    """The territory is not full, or the Diver is another's."""
    state = position(FULL_AND_OPEN, **ADVANCED)
    assert reason(state, token="backup", target="d2") == "why_backup"
    assert reason(state, token="backup", target="b1") == "why_backup"
    assert reason(position(**ADVANCED), token="backup") == "why_backup"


def test_every_reason_is_said_in_every_language():
    """None of them fails when it is asked for."""
    for why in {*BEHIND.values(), "why_turn_pass"}:
        assert all(words(say(why), language) for language in LANGUAGES)


def test_no_refusal_of_the_table_is_without_a_reason():
    """Whatever lies wrong in games of chance, somebody can say why."""
    rng = random.Random(5)
    places = [str(place) for place in GRID.sites]
    for _, state in (turn for _ in range(4) for turn in random_game(rng)):
        if state.public.over:
            continue
        for _ in range(4):
            seen, extra = view(state, TABLE), rng.sample(places, rng.randint(1, 4))
            taken = {str(each) for each in lying(state).expected}
            made = draft(seen, lying(state, *(each for each in extra if each not in taken)), Said())
            if made.verdict == "illegal":
                assert "ask_illegal" in dict(asked(state, made)), made.sentence


def test_one_pontoon_may_be_followed_by_another():
    """So the turn is not over by itself; with two it is."""
    state = position()
    assert ("ask_second", say("why_second")) in asked(state, read(state, "c3-d3"))
    assert "ask_second" not in dict(asked(state, read(state, "c3-d3", "c4-d4")))


def test_the_table_waits_for_a_value():
    """For the secret one, or for one that lies open."""
    state = position()
    laid = read(state, "a1")
    assert dict(asked(state, laid, awaits=True))["ask_waits"] == say("why_value")
    assert dict(asked(state, replace(laid, face_up=True), awaits=True))["ask_waits"] == say("why_value_open")


def test_why_it_is_somebodys_turn():
    """In turn, by a Power that was played, or because others are done."""
    state = position()
    assert dict(asked(state))["ask_turn"] == say("why_turn")
    assert dict(asked(position(**PASSED)))["ask_turn"] == say("why_turn_pass")
    used = state.changed(public=replace(state.public, power_used=state.public.setup.clans[0]))
    assert dict(asked(used))["ask_turn"] == say("why_turn_power")
    done = state.changed(public=replace(state.public, done=(False, True)))
    assert dict(asked(done))["ask_turn"] == say("why_turn_done", seats=(2,), count=1)


def test_marked_places_are_explained_as_what_they_are():
    """What is open, what is crossed out, the few that are left, targets of a token, advice."""
    state = position()
    found = asked(state, hinting=True)
    assert ("ask_marked", say("why_open", seat=1)) in found
    assert "ask_forbidden" not in dict(found)
    assert dict(asked(state, few=True))["ask_marked"] == say("why_few", seat=1)
    assert dict(asked(state, advised=frozenset({site("a1")})))["ask_marked"] == say("why_advised", seat=1)
    elders = position(FULL_AND_OPEN, **ADVANCED, clans=("elders", "foragers"))
    assert dict(asked(elders, read(elders, token="power")))["ask_marked"] == say("why_targets")
    assert "ask_marked" not in dict(asked(state))


def test_crossed_out_lines_are_explained():
    """They would fence off too little, unless no Pontoon is left at all."""
    state = position(EMPTY.replace(". . . P", ".|. . P"))
    assert dict(asked(state, hinting=True))["ask_forbidden"] == say("why_forbidden")
    assert "ask_forbidden" not in dict(asked(state, few=True))
    assert dict(asked(few_left(0), hinting=True))["ask_forbidden"] == say("why_no_pontoon")


def test_nobody_can_say_who_is_ahead_where_divers_are_hidden():
    """Where they lie open somebody can."""
    assert dict(asked(position(FULL_CORNER)))["ask_ahead"] == say("why_ahead", most=5)
    shown = position(FULL_CORNER, **ADVANCED, clans=("children", "elders"), face_up=("a1",), values={"a1": 5})
    assert "ask_ahead" not in dict(asked(shown))
    assert "ask_ahead" not in dict(asked(position()))


def test_the_pearls_and_the_reveal_have_one_question_each():
    """And free spaces at the end one more."""
    pearls = at(position(), Stage.PEARLS, laid=0)
    assert asked(pearls) == [("ask_pearls", say("why_pearls"))]
    reveal = at(position(ALL_FULL, values=whole_set(ALL_FULL)), Stage.REVEAL)
    assert asked(reveal) == [("ask_reveal", say("why_reveal"))]
    assert asked(at(position(), Stage.REVEAL))[1:] == [("ask_free", say("why_free"))]
    assert asked(at(position(**PASSED), Stage.REVEAL))[1:] == [("ask_free", say("why_free_pass"))]


def counted(drawing, **parts):
    """Question and answer of the territory of the corner, in words."""
    state = at(position(drawing, **parts), Stage.COUNT)
    [first, *_] = answers(view(state, TABLE), Moment())
    return words(first.question), words(first.said)


def test_a_territory_is_explained_by_its_sums():
    """Points and not Divers."""
    assert counted(FULL_CORNER, values={"b1": 5}) == (
        "Why did the territory of b2 go to Ben?",
        (
            "Points count, not how many Divers there are. Anna: 1 + 1 = 2 and Ben: 5. "
            "Most points here: Ben, 5 to 2. That wins 4 Pearls."
        ),
    )


def test_a_tie_is_explained_as_shared():
    """By whom, and how; with nothing to win nobody shares anything."""
    question, said = counted(FULL_CORNER, values={"b1": 2})
    assert question == "Why is the territory of b2 shared by Anna and Ben?"
    assert "Anna: 1 + 1 = 2 and Ben: 2. A tie at 2" in said
    bare = EMPTY.replace(". . . P . . . .\n\n. P", "1 1 2|P . . . .\n  - -\n2|P").replace(
        " P . P\n\n", " P . P\n-\n", 1
    )
    question, said = counted(bare)
    assert question == "Why does nobody get the territory of a1?"
    assert "A tie at 2" in said


def test_a_territory_of_nobody_says_so():
    """There are no sums."""
    empty = FULL_CORNER.replace("1 2|", ". .|").replace("1 P|", ". P|")
    assert counted(empty) == (
        "Why does nobody get the territory of b2?",
        "Nobody is here: the 4 Pearls stay in the lagoon.",
    )


def test_tokens_are_part_of_the_sum():
    """A necklace takes one off, a Backup adds one: that is said where one lies."""
    _, said = counted(FULL_CORNER, **ADVANCED, backed=("a1",))
    assert "a Backup adds 1. Anna: 2 + 1 = 3 and Ben: 1." in said


def test_the_result_is_explained_with_every_territory():
    """Who has won, and where each Farm's Pearls went."""
    state = at(position(FULL_CORNER, values={"b1": 5}), Stage.OVER)
    found = {words(each.question): words(each.said) for each in answers(view(state, TABLE), Moment())}
    assert next(iter(found)) == "Why has Ben won?"
    assert found["Why did the territory of b2 go to Ben?"].startswith("Anna: 1 + 1 = 2 and Ben: 5.")
    assert list(found)[-1] == "Why are spaces left free?"


@pytest.mark.parametrize("seed", range(10))
def test_nothing_depends_on_what_is_hidden(seed):
    """While the game is on, two that look the same to all have the same questions and answers."""
    rng = random.Random(seed)
    for _, state in random_game(rng):
        if state.public.over:
            return
        worlds = (state, another_world(state, TABLE, rng))
        made = read(state, *rng.sample([str(place) for place in GRID.sites], 2))
        assert isinstance(made, Draft)
        assert len({repr(asked(each, made, hinting=True)) for each in worlds}) == 1
