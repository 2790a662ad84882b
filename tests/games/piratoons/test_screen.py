"""What every page is told of a game of Piratoons: who stands where at its end, and what is beside each name."""

from dataclasses import replace
from random import Random
from types import SimpleNamespace

import pytest

from pearlboard.games.piratoons.package import PACKAGE
from pearlboard.games.piratoons.rules.actions import Put
from pearlboard.games.piratoons.rules.plunder import Told
from pearlboard.games.piratoons.rules.scoring import scores
from pearlboard.games.piratoons.rules.state import Stage
from pearlboard.games.piratoons.shown.retelling import brought
from pearlboard.games.piratoons.shown.screen import rows, screen, seat_of, standings
from pearlboard.games.values import TABLE, Lifted, Moment, Sitting
from pearlboard.geometry import space
from support.piratoons_games import RULES, opened, played

NAMES = {1: "Anna", 2: "Ben", 3: "Cleo"}


@pytest.fixture(scope="module")
def game():
    """All states of a game by chance."""
    return [*played(opened(3, seed=5, plunder="screen"), Random(5))]


@pytest.fixture(scope="module")
def end(game):
    """Its end."""
    return game[-1]


@pytest.fixture(scope="module")
def on_board():
    """All states of a game by chance, of which a part lies on the board: who placed what is counted after the stop."""
    return [*played(opened(3, seed=5), Random(5))]


def told(state, **moment):
    """What every page is told of it, with each sentence by its name."""
    sittings = {seat: Sitting(name) for seat, name in NAMES.items()}
    view = RULES.view(state, TABLE)
    return screen(view, Moment(sittings=sittings, words=lambda sentence: sentence.name, number=7, **moment))


def test_who_has_more_stands_before_and_as_many_stand_as_one(end):
    """A place is one more than the number of those who have more; the best comes first."""
    counted = scores(end.ships, end.doubloons)
    told = rows(counted, NAMES)
    totals = [row["total"] for row in told]
    assert totals == sorted(totals, reverse=True)
    assert len(set(totals)) > 1
    for row in told:
        assert row["total"] == counted[row["seat"]].points.total
        assert row["name"] == NAMES[row["seat"]]
        assert row["place"] == [other > row["total"] for other in totals].count(True) + 1
    assert [row["place"] for row in rows({1: counted[2], 2: counted[2]}, NAMES)] == [1, 1]


def test_where_the_ships_are_known_the_standings_say_what_for(end):
    """Not the sum alone."""
    assert standings(RULES.view(end, TABLE), NAMES) == rows(scores(end.ships, end.doubloons), NAMES)


def test_of_real_ships_the_standings_say_what_people_have_counted():
    """The sum alone, the best first; as many points are one place."""
    game = SimpleNamespace(setup=SimpleNamespace(boxed=True), tally=(40, 52, 40))
    assert standings(game, NAMES) == [
        {"place": 1, "seat": 2, "name": "Ben", "total": 52},
        {"place": 2, "seat": 1, "name": "Anna", "total": 40},
        {"place": 2, "seat": 3, "name": "Cleo", "total": 40},
    ]


def test_before_a_game_nothing_stands_beside_a_name():
    """No doubloons, and nobody is out, has bid, is ready or is captain."""
    assert set(seat_of(None, 1).values()) == {None, False}
    assert [key for key, value in seat_of(None, 1).items() if value is None] == ["doubloons", "stock"]


def test_who_is_out_and_who_is_captain_is_told_of_that_seat_alone(end):
    """And at the end everybody's doubloons."""
    view = RULES.view(end, TABLE)
    for seat in NAMES:
        told = seat_of(view, seat)
        assert told["out"] == (seat in view.out)
        assert told["captain"] == (view.captain == seat)
        assert told["doubloons"] == end.doubloons[seat - 1]
        assert (told["sealed"], told["ready"], told["stock"]) == (False, False, None)


def test_doubloons_that_are_covered_are_told_when_all_is_counted(end):
    """Of others they are always; and of one who covers them not as long as the game is on."""
    seen = RULES.view(end, TABLE)
    seen = replace(seen, setup=replace(seen.setup, covered=(2,)))
    first, second, third = end.doubloons
    for stage in Stage:
        told = [seat_of(replace(seen, stage=stage, laid=(None,) * 3), seat)["doubloons"] for seat in NAMES]
        assert told == [first, second if stage in (Stage.TALLY, Stage.OVER) else None, third]


def test_a_game_with_its_secrets_does_not_print_the_stacks(end):
    """Whoever reads a log knows no tile that is still to come."""
    assert "doubloons=" in repr(end)
    assert "stacks=" not in repr(end)
    assert "boats=" not in repr(end)


def test_each_place_of_the_chest_tells_who_is_on_it(on_board):
    """Whom a sensor has seen there at the stop, how many as far as all know, and to whom its tile went."""
    state = next(state for state in on_board if state.stage is Stage.COUNT)
    seen = RULES.view(state, TABLE)
    chest = screen(replace(seen, seen=frozenset({(1, 3), (1, 2), (9, 1)})), Moment())["chest"]
    assert [place["place"] for place in chest] == [*range(1, 10)]
    assert [place["tile"] for place in chest] == list(state.now.chest)
    assert [place["seen"] for place in chest] == [[2, 3], *[[]] * 7, [1]]
    assert [tuple(place["crew"]) for place in chest] == list(state.now.put)
    assert {place["winner"] for place in chest} == {None}
    counted = next(state for state in on_board if state.now.loot)
    assert [place["winner"] for place in told(counted)["chest"]] == list(counted.now.loot)
    closed = told(on_board[0])["chest"]
    assert {(place["tile"], place["name"], *place["crew"]) for place in closed} == {(None, None, 0, 0, 0)}


def test_pieces_that_were_lifted_are_asked_about_while_all_place_or_count(on_board):
    """With the place in the chest and the seat; what lies beside the chest, or is of no seat, is nothing."""
    lifted = (Lifted(4, space("a1")), Lifted(5, space("d1")), Lifted(6, space("g2")), Lifted(7, space("a5")))
    for state in on_board:
        asked = [(each["number"], each["place"], each["seat"]) for each in told(state, lifted=lifted)["incidents"]]
        assert asked == ([(4, 1, 1), (6, 4, 3), (7, 9, 1)] if state.stage in (Stage.PLUNDER, Stage.COUNT) else [])


def test_what_was_said_after_the_stop_is_told_as_long_as_all_count(on_board):
    """Of a seat that was seen on the board and has still to say it, nothing."""
    for state in on_board:
        assert (told(state)["count"] is not None) == (state.stage is Stage.COUNT)
    stopped = RULES.view(next(state for state in on_board if state.stage is Stage.COUNT), TABLE)
    crew, none = (2, *[0] * 8), ((0, 0, 0),) * 9
    stopped = replace(stopped, put=none, seen=frozenset({(1, 1), (2, 2)}), said=(Told(crew, 1), None, None))
    assert screen(stopped, Moment())["count"]["said"] == [
        {"crew": list(crew), "spoiled": 1},
        None,
        {"crew": [0] * 9, "spoiled": 0},
    ]


def test_of_bids_only_who_has_sealed_one_is_told_until_all_are_open(game):
    """Then what everybody has bid, and who is to choose."""
    auctions = [(state, told(state)["auction"]) for state in game]
    assert {state.stage for state, auction in auctions if auction} == {Stage.BIDS, Stage.CHOICE}
    for state, auction in auctions:
        if state.stage is Stage.BIDS:
            sealed = [seat for seat in NAMES if state.now.bids[seat - 1] is not None]
            assert (auction["sealed"], auction["bids"]) == (sealed, None)
        elif state.stage is Stage.CHOICE:
            assert (auction["bids"], auction["buyers"]) == (list(state.now.bids), list(state.now.buyers))


def test_a_ship_that_is_still_to_be_laid_is_told_with_what_its_seat_owns(game):
    """And with how it might be laid; once it is laid, how it lies. Each seat's own."""
    laying = [state for state in game if state.stage is Stage.SHIPS]
    assert laying
    for state in laying:
        for ship, old, new, won in zip(told(state)["ships"], state.ships, state.now.laid, state.now.won, strict=True):
            lies = [(part["tile"], tuple(part["on"])) for part in ship["parts"]]
            assert lies == [(part.tile, part.on) for part in (new or old)]
            assert [each["tile"] for each in ship["won"]] == ([] if new else list(won))  # what lies on it is not loose
            assert (ship["offered"] is None) == (new is not None)
            might = {part["tile"] for part in ship["offered"] or ()} - {"bow", "stern"}
            assert might <= {each["tile"] for each in ship["owned"]}
            assert set(won) <= {each["tile"] for each in ship["owned"]} or new is not None
    assert [ship["seat"] for ship in told(laying[0])["ships"]] == [1, 2, 3]


def test_what_stop_and_auction_have_brought_is_told_until_the_chest_is_opened(game):
    """The loot while people bid; then the bids and each sale, by whom and for how much; nothing while all plunder."""
    shown, seen = RULES.view, set()
    for state in game:
        view = shown(state, TABLE)
        sentences = [*brought(view)]
        names = [sentence.name.removeprefix("piratoons_again_") for sentence in sentences]
        assert names == [each.removeprefix("piratoons_again_") for each in told(state)["came"]]
        sold = view.last.sold if view.stage is Stage.CLOSED and view.last else view.sold
        bought = [dict(sentence.parameters) for sentence in sentences if sentence.name == "piratoons_again_choose"]
        if view.stage in (Stage.PLUNDER, Stage.COUNT, Stage.OVER):
            assert names == []
        else:
            assert [(each["seat"], each["count"]) for each in bought] == [(sale.seat, sale.price) for sale in sold]
            assert ("nobody_buys" in names) <= (not sold)
        seen |= set(names)
    assert seen >= {"takes", "bids", "choose", "buyers"}


def test_of_a_real_box_all_are_told_what_each_ship_has_to_hold():
    """What was won and not thrown, who is still building; what doubloons bring, once all is counted."""
    states = [*played(opened(2, seed=3, plunder="screen", tiles="box"), Random(3))]
    assert told(states[0])["ships"] == []
    for state in states:
        box = told(state)["box"]
        assert box["tally"] == (state.stage is Stage.TALLY)
        building = [state.stage is Stage.SHIPS and state.now.laid[seat - 1] is None for seat in (1, 2)]
        assert [ship["building"] for ship in box["ships"]] == building
        assert box["tally"] or [ship["richest"] for ship in box["ships"]] == [0, 0]
    assert any(ship["building"] for state in states for ship in told(state)["box"]["ships"])
    tally = next(state for state in states if state.stage is Stage.TALLY)
    assert [ship["richest"] > 0 for ship in told(tally)["box"]["ships"]] == [coins > 0 for coins in tally.doubloons]


def test_at_the_end_the_winners_are_told_and_where_the_record_is(game, end):
    """Before it, nothing."""
    result = told(end)["result"]
    best = max(row["total"] for row in result["standings"])
    assert result["winners"] == [row["seat"] for row in result["standings"] if row["total"] == best]
    assert (result["export"], result["picture"]) == ("/archive/7.json", "/archive/7.svg")
    assert told(game[0])["result"] is None


def test_people_who_have_placed_all_are_told_to_wait_for_the_sand(game):
    """Whatever a computer may still place; and from then on that anybody may say stop."""
    sittings = {1: Sitting("Anna"), 2: Sitting("Ben"), 3: Sitting("", "easy")}
    state = next(state for state in game if state.stage is Stage.PLUNDER)
    for seat in (1, 2):
        assert PACKAGE.shown.sentence(RULES.view(state, TABLE), Moment(sittings=sittings)).name == "piratoons_plunder"
        while RULES.view(state, TABLE).stock[seat - 1]:
            state = RULES.apply(state, seat, Put(1))
    assert PACKAGE.shown.sentence(RULES.view(state, TABLE), Moment(sittings=sittings)).name == "piratoons_all_placed"
    out = replace(state, now=replace(state.now, sand_out=True))
    assert PACKAGE.shown.sentence(RULES.view(out, TABLE), Moment(sittings=sittings)).name == "piratoons_sand_out"


@pytest.mark.parametrize("sand", [0, 15])
def test_people_are_told_what_to_do_and_of_computers_what_they_do(sand):
    """Requests are made of people alone: with the name of a computer there is none, at no stage."""
    states = [*played(opened(3, seed=5, plunder="screen", sand=sand), Random(5))]
    addressed = {"piratoons_turn", "piratoons_turn_passed", "piratoons_choice", "piratoons_ships", "piratoons_bids"}
    seen = set()
    for levels in ((None, "easy", "easy"), ("easy", "easy", "easy"), (None, None, "easy")):
        sittings = {seat: Sitting(name, level) for (seat, name), level in zip(NAMES.items(), levels, strict=True)}
        for state in states:
            view = RULES.view(state, TABLE)
            said = PACKAGE.shown.sentence(view, Moment(sittings=sittings))
            parameters = dict(said.parameters)
            asked = {"piratoons_bids": view.awaited, "piratoons_ships": parameters.get("seats")}
            named = asked.get(said.name) or (parameters.get("seat"),)
            if said.name in addressed:
                one = any if said.name == "piratoons_bids" else all  # a bid is asked of all at once
                assert one(sittings[seat].level is None for seat in named), (state.stage, said)
            seen.add(said.name.removeprefix("piratoons_"))
    assert seen >= {"bids", "thinks", "choice", "chooses", "ships", "builds"} | ({"turn"} if not sand else set())
