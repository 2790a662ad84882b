"""Teaching Piratoons: what is explained, answered, advised and given as a reason is true, and known to all."""

import re
from dataclasses import replace
from random import Random

import pytest

from other_games.tables import GameTable
from pearlboard.games.api import TABLE, Moment
from pearlboard.games.piratoons.package import PACKAGE
from pearlboard.games.piratoons.rules import plunder, ships
from pearlboard.games.piratoons.rules.actions import Bid, Choose, Hold, Lay, Put
from pearlboard.games.piratoons.rules.scoring import scores
from pearlboard.games.piratoons.rules.state import Stage
from pearlboard.games.piratoons.rules.tiles import BOATS, DESIGNS
from pearlboard.games.piratoons.shown import reasons
from pearlboard.games.piratoons.shown.explanations import answers, explanations
from pearlboard.languages import LANGUAGES
from pearlboard.screens.catalogues import catalogue_of
from pearlboard.session.principal import OPERATOR
from support.piratoons_games import RULES, another_world, following, opened, played, ship

pytestmark = pytest.mark.slow

SHOWN = PACKAGE.shown
STATES = [state for seed in range(3) for state in played(opened(2 + seed, seed, plunder="screen"), Random(seed))]


def names(view):
    return [each.name for each in explanations(view)]


def at(stage, number=1):
    """The first state of a game at that stage of that round."""
    return next(state for state in STATES if state.stage is stage and state.played == number - 1)


def test_the_most_urgent_is_explained_first():
    """What is new before what one does, and that before what it is good for."""
    assert names(RULES.view(at(Stage.CLOSED), TABLE)) == ["begin"]
    assert names(RULES.view(at(Stage.CLOSED, 8), TABLE))[0] == "last"
    assert names(RULES.view(at(Stage.PLUNDER), TABLE)) == ["rush"]
    assert names(RULES.view(PACKAGE.timed.time_up(at(Stage.PLUNDER), "sand 1"), TABLE)) == ["stop"]
    assert "stock" in names(RULES.view(at(Stage.PLUNDER, 2), TABLE))
    assert names(RULES.view(STATES[-1], TABLE)) == ["over"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_explained_says_nothing_that_the_sentence_says(language):
    """No part of it between two stops, in any state of a game."""
    words = catalogue_of(PACKAGE, language).render

    def parts(said):
        return {each.strip().casefold() for each in re.split(r"[.:;]", words(said)) if each.strip()}

    sand_out = PACKAGE.timed.time_up(at(Stage.PLUNDER), "sand 1")
    for view in (RULES.view(state, TABLE) for state in (*STATES, sand_out)):
        for each in explanations(view):
            assert not parts(each.said) & parts(SHOWN.sentence(view, Moment()))


def test_crews_that_cancel_are_explained_where_they_do():
    """With the seats, and who takes the tile all the same."""
    for state in STATES:
        if state.stage is Stage.BIDS:
            ties = [bool(plunder.cancelled(row, state.now.out)) for row in state.now.crew]
            told = names(RULES.view(state, TABLE))
            assert ("tie" in told or "tie_won" in told) is any(ties)


def test_why_nobody_may_stop_is_asked_only_while_the_sand_runs():
    """What is asked fits the stage."""
    state = at(Stage.PLUNDER)
    asked = [each.question.name for each in answers(RULES.view(state, TABLE))]
    assert asked[0] == "piratoons_ask_sand"
    asked = [each.question.name for each in answers(RULES.view(PACKAGE.timed.time_up(state, "sand 1"), TABLE))]
    assert "piratoons_ask_sand" not in asked


def test_why_somebody_has_won_adds_up():
    """Every line of the answer comes to its total; before them stands the greatest difference to the best other."""
    [won] = answers(RULES.view(STATES[-1], TABLE))
    points = RULES.outcome(STATES[-1]).points
    lines = [dict(line.parameters) for line in dict(won.said.parameters)["lines"]]
    parts = ("fastest", "richest", "biggest", "connections", "empty", "sets")
    number = {line["seat"]: sum(int(line[part].replace("\N{MINUS SIGN}", "-")) for part in parts) for line in lines}
    assert number == dict(points)
    said = dict(won.said.parameters)
    value = {line["seat"]: {part: int(line[part].replace("\N{MINUS SIGN}", "-")) for part in parts} for line in lines}
    assert number[said["seat"]] == max(number.values())
    assert number[said["other_seat"]] == max(each for each in number.values() if each < number[said["seat"]])
    told = [int(said[each].replace("\N{MINUS SIGN}", "-")) for each in ("points", "other_points")]
    most = max(value[said["seat"]][part] - value[said["other_seat"]][part] for part in parts)
    assert told[0] - told[1] == most
    part = said["what"].name.removeprefix("piratoons_part_")
    assert told == [value[said[each]][part] for each in ("seat", "other_seat")]


# --- reasons -----------------------------------------------------------------------------------------------------


def rushing(*rows, players=3):
    """In the rush: crews on the first tiles."""
    state = RULES.apply(opened(players, 4, plunder="screen"), 1, RULES.sample(at_first(players), Random(0)))
    put = (*rows, *((0,) * players,) * (9 - len(rows)))
    return replace(state, now=replace(state.now, put=put))


def at_first(players):
    return RULES.view(opened(players, 4, plunder="screen"), 1)


def test_a_piece_below_two_that_cancel_is_told_so():
    """It takes the tile; one that makes a tie takes it from whoever led."""
    view = RULES.view(rushing((0, 2, 2), (0, 1, 0)), TABLE)
    assert reasons.reason(view, 1, Put(1)).name == "piratoons_why_below"
    told = reasons.because(view, 1, Put(2))
    assert (told.name, dict(told.parameters)["other_seats"]) == ("piratoons_because_level", (2,))
    assert reasons.reason(view, 1, Hold()).name == "piratoons_why_hold"


def test_nobody_is_told_who_leads_where_nobody_knows():
    """On a board how many lie there, and people's pieces at all, are seen at the stop."""
    state = rushing((0, 2, 2))
    state = replace(state, setup=replace(state.setup, plunder="board"))
    told = reasons.reason(RULES.view(state, TABLE), 1, Put(1))
    assert told is None or told.name not in ("piratoons_why_below", "piratoons_why_level")


def test_a_tile_brings_what_its_reason_says():
    """Exactly so many points of that kind, if the game ended now."""
    told = set()
    for state in STATES:
        if state.stage is not Stage.CHOICE:
            continue
        view, seat = RULES.view(state, TABLE), state.now.buyers[0]
        for tile in dict.fromkeys(state.now.sale):
            said = reasons.reason(view, seat, Choose(tile))
            name = None if said is None else said.name.removeprefix("piratoons_why_")
            told.add(name)
            if name in reasons.CATEGORIES:
                gain = getattr(reasons.points_with(view, seat, tile), name) - getattr(
                    reasons.points_with(view, seat), name
                )
                assert dict(said.parameters)["count"] == gain > 0
    assert {"sets", "fastest", "room", None} <= told


def test_points_with_a_tile_are_those_of_a_ship_that_can_be_laid():
    """With nothing more they are at least those of the ship as it lies."""
    for state in STATES[:: len(STATES) // 40]:
        view = RULES.view(state, TABLE)
        for seat in state.setup.seats:
            if not view.won or not view.won[seat - 1]:
                lies = scores(view.lies, view.doubloons)[seat].points
                assert reasons.points_with(view, seat).sets >= lies.sets


def test_a_laid_ship_is_told_by_its_connections():
    """How many fit, of all."""
    laid = ship("bow", "b01", "b18", "stern")
    said = reasons.reason(RULES.view(at(Stage.SHIPS), TABLE), 1, Lay(laid))
    assert dict(said.parameters) == {"right": 2, "all": 3}
    assert ships.boats(laid) == ("b01", "b18")


@pytest.mark.parametrize("seed", range(4))
def test_what_is_said_for_all_is_the_same_in_every_world(seed):
    """Other stacks to come and other sealed bids: no explanation, answer, reason or common view differs."""
    rng = Random(seed)
    for state in STATES[:: len(STATES) // 60]:
        other = another_world(state, TABLE, rng)
        one, two = RULES.view(state, TABLE), RULES.view(other, TABLE)
        assert list(explanations(one)) == list(explanations(two))
        assert list(answers(one)) == list(answers(two))
        for seat in state.setup.seats:
            assert PACKAGE.common(state, seat) == PACKAGE.common(other, seat)
        actor, action = following(state, Random(seed)) if not state.over else (None, None)
        if isinstance(actor, int) and PACKAGE.secrets.public(action) is not None:
            assert reasons.because(one, actor, action) == reasons.because(two, actor, action)


def test_a_sealed_bid_is_in_nobodys_common_view():
    """It is what the seat alone knows."""
    state = next(state for state in STATES if state.stage is Stage.BIDS and state.now.bids[0] is None)
    sealed = RULES.apply(state, 1, Bid(state.doubloons[0]))
    if sealed.stage is Stage.BIDS:
        assert RULES.view(sealed, 1).bid == state.doubloons[0]
        assert PACKAGE.common(sealed, 1).bid is None


# --- advice ------------------------------------------------------------------------------------------------------


def test_advice_can_be_asked_in_every_stage():
    """The computer answers, with words in every language; a bid stays on the seat's own screen."""
    said = {}
    for state in STATES:
        for actor in RULES.active(state):
            if actor != TABLE and (state.stage, state.setup.players) not in said:
                bot = PACKAGE.players()[PACKAGE.advising.adviser].bot
                action = bot.think(PACKAGE.common(state, actor), 1).action
                RULES.may(RULES.view(state, actor), actor, action)
                said[state.stage, state.setup.players] = PACKAGE.advising.advice(action)
    assert {stage for stage, _ in said} == {Stage.CLOSED, Stage.PLUNDER, Stage.BIDS, Stage.CHOICE, Stage.SHIPS}
    for language in LANGUAGES:
        catalogue = catalogue_of(PACKAGE, language)
        assert all(catalogue.render(each) for each in said.values())


def bidding(players=2):
    """A table at which people bid, and the phone of the first."""
    table = GameTable().set_up("piratoons", players, options={"plunder": "screen"})
    phone = table.phone(1)
    assert table.wish("act", action=["open"], actor=1, who=phone) is None
    table.do("wait 15000")
    assert table.wish("act", action=["stop", []], actor="table") is None
    return table, phone


def test_the_shared_page_gets_no_advice_about_a_bid_and_a_phone_does():
    """What all can see tells only what all may know of it. It stays though the waiting time is up."""
    table, phone = bidding()
    assert table.wish("advise", who=phone) is None
    table.do("wait 500")
    [row] = table.own(phone)["advice"]
    assert row["text"].startswith("Bid")
    assert table.page()["suggestions"] == []
    assert "advise" not in table.page()["can"]  # several bid at once: nobody knows who asks there
    assert table.wish("advise") == "no_advice"
    table.do("wait 60000")
    assert table.state.now.waited
    assert table.own(phone)["advice"] == [row]


def test_advice_comes_though_another_bids_meanwhile():
    """Whether another asks too, or acts; it is gone with the own bid, and the other's stays."""
    table, phone = bidding(3)
    other, third = table.phone(2), table.phone(3)
    for asking in (phone, third):
        assert table.wish("advise", who=asking) is None
    assert table.wish("act", action=["bid", 1], actor=2, who=other) is None
    table.do("wait 500")
    mine, theirs = (table.own(asking)["advice"] for asking in (phone, third))
    assert mine[0]["text"].startswith("Bid")
    assert theirs[0]["text"].startswith("Bid")
    assert table.own(other)["advice"] is None
    assert table.wish("act", action=["bid", 0], actor=1, who=phone) is None
    table.do("wait 500")
    assert (table.own(phone)["advice"], table.own(third)["advice"]) == (None, theirs)


@pytest.mark.parametrize(
    "change",
    [
        {"name": "act", "action": ["fists", [0, 0]], "actor": "table"},
        {"name": "hand_over", "seat": 1, "level": "easy"},
        {"name": "abandon"},
    ],
    ids=lambda change: change["name"],
)
def test_advice_is_gone_with_the_question(change):
    """All bids are told at once, a computer takes the seat, or the game ends."""
    table, phone = bidding()
    assert table.wish("advise", who=phone) is None
    table.do("wait 500")
    assert 1 in table.tabletop.requests.advised
    assert table.wish(**change) is None
    table.do("wait 500")
    assert 1 not in table.tabletop.requests.advised


@pytest.mark.parametrize("drawn", [False, True], ids=["board", "drawn"])
def test_behind_a_curtain_the_advice_is_for_the_seat_that_looks(drawn):
    """About bids and ships, where several act at one page; never for another seat, and on no other screen."""
    table = GameTable().set_up("piratoons", 3, options={"plunder": "screen"})
    assert table.wish("imitate", hardware=not drawn) is None
    phone = table.phone(3)
    assert table.wish("act", action=["open"], actor=1) is None
    assert table.wish("act", action=["put", 1], actor=1) is None
    table.do("wait 15000")
    assert table.wish("act", action=["stop", []], actor="table") is None
    had = {}
    for seat, other in ((1, 2), (2, 1)):
        assert table.wish("private", seat=seat) is None
        assert "advise" in table.own(OPERATOR)["can"]
        assert table.own(OPERATOR)["advice"] is None
        assert table.wish("advise") is None
        table.do("wait 500")
        assert table.own(OPERATOR)["seat"] == seat
        [row] = table.own(OPERATOR)["advice"]
        assert row["text"].startswith("Bid")
        assert (table.page()["suggestions"], table.own(phone)["advice"]) == ([], None)
        assert table.wish("private", seat=other) is None
        assert table.own(OPERATOR)["advice"] == had.get(other)
        had[seat] = [row]
        assert table.wish("hand_back") is None
        assert table.own(OPERATOR) is None
    assert table.wish("act", action=["fists", [0, 0, 0]], actor="table") is None
    assert table.wish("private", seat=1) is None
    assert table.wish("advise") is None
    table.do("wait 500")
    assert table.own(OPERATOR)["advice"][0]["text"].startswith("Put the ship in this order")
    assert table.page()["suggestions"] == []
    [lay] = PACKAGE.rules.legal(PACKAGE.rules.view(table.state, 1))
    assert table.wish("act", action=PACKAGE.rules.encode(lay), actor=1) is None
    assert table.wish("private", seat=1) is None
    assert "advise" not in (table.own(OPERATOR) or {"can": ()})["can"]
    assert table.wish("advise") == "no_advice"


def test_computers_say_why_where_the_game_is_explained():
    """At a table of two computers and a beginner."""
    table = GameTable().set_up("piratoons", 3, {2: "hard", 3: "hard"}, explain=True, options={"plunder": "screen"})
    assert table.page()["teaching"]["text"]
    assert table.wish("act", action=["open"], actor=1) is None
    table.do("wait 16000")
    assert [act.because.name for act in table.session.acts if act.because is not None]


def test_what_may_be_told_is_told_in_every_language():
    """Every explanation and every answer of every stage."""
    for language in LANGUAGES:
        catalogue = catalogue_of(PACKAGE, language)
        for state in STATES[:: len(STATES) // 50]:
            view = RULES.view(state, TABLE)
            people = {seat: f"N{seat}" for seat in state.setup.seats}
            assert all(catalogue.render(each.said, people) for each in PACKAGE.explaining.explanations(None, view))
            for each in PACKAGE.explaining.answers(view, Moment()):
                assert catalogue.render(each.question, people)
                assert catalogue.render(each.said, people)


def test_every_tile_has_a_reason_or_none_without_failing():
    """Whatever floats in the sea."""
    view = RULES.view(at(Stage.SHIPS, 3), TABLE)
    for tile in (*BOATS, *DESIGNS):
        reasons.reason(view, 1, Choose(tile))
