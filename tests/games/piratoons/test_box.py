"""Piratoons with the tiles of a real box: the table knows places and numbers, and people count their ships."""

import json
from dataclasses import replace
from random import Random

import pytest

from other_games.tables import GameTable
from pearlboard.checking.evidence import Evidence
from pearlboard.checking.suite import LAWS
from pearlboard.cli import main
from pearlboard.errors import BadInput
from pearlboard.games.piratoons.package import PACKAGE
from pearlboard.games.piratoons.rules.actions import Built, Choose, Lay, Put, Tally
from pearlboard.games.piratoons.rules.judging import owned
from pearlboard.games.piratoons.rules.notation import setup_from_json, setup_to_json
from pearlboard.games.piratoons.rules.ships import START
from pearlboard.games.piratoons.rules.state import Setup, Stage
from pearlboard.games.piratoons.rules.tiles import BOAT, EQUIPMENT, box
from pearlboard.games.refusals import IllegalAction
from pearlboard.games.values import TABLE
from pearlboard.languages import LANGUAGES
from pearlboard.session.principal import EVERYBODY
from support.evidences import Few
from support.lamps_apart import all_apart, colourless
from support.lengths import at_length
from support.piratoons_games import RULES, opened, played

pytestmark = pytest.mark.slow

SAND = 15_000
BOX = {"tiles": "box"}
ROUNDS = 8
PLAYED = [(players, seed) for players in range(2, 5) for seed in range(4)]
PLAYED = at_length(PLAYED, PLAYED[::6])
LOOKED_AT, SEATS = at_length((Evidence, PACKAGE.seats), (Few, range(2, 4)))


@pytest.fixture(scope="module", params=PLAYED, ids=lambda game: f"{game[0]} players, seed {game[1]}")
def game(request):
    """All states of a game by chance; of two one is played by screens."""
    players, seed = request.param
    form = {**BOX, **({"plunder": "screen"} if seed % 2 else {})}
    return tuple(played(opened(players, seed, first=1 + seed % players, **form), Random(seed)))


# --- what is true of every game ----------------------------------------------------------------------------------


def test_no_tile_and_no_doubloon_is_lost(game):
    """48 of Equipment and 24 Boats are in one place, in every state, and 40 doubloons."""
    for state in game:
        now = state.now
        here = [tile for part in (*state.stacks, *state.boats, *now.won, *state.cargo, state.sea) for tile in part]
        here += [tile for tile in now.chest if tile is not None]
        assert (here.count(EQUIPMENT), here.count(BOAT)) == (48, 24)
        assert min(state.doubloons) >= 0
        assert sum(state.doubloons) + RULES.view(state, TABLE).bank == box().doubloons


def test_a_boat_that_was_won_never_leaves_a_ship(game):
    """And of each ship there are as many as its seat has won by pieces and doubloons."""
    end = game[-1]
    won = dict.fromkeys(end.setup.seats, 0)
    for state in game:
        if state.stage is Stage.SHIPS and all(ship is None for ship in state.now.laid):
            for seat, tiles in enumerate(state.now.won, 1):
                won[seat] += tiles.count(BOAT)
    assert {seat: tiles.count(BOAT) for seat, tiles in enumerate(end.cargo, 1)} == won


def test_a_game_ends_with_the_points_that_people_say(game):
    """After eight rounds, and not by itself: whoever has most has won."""
    asked, end = game[-2], game[-1]
    assert asked.stage is Stage.TALLY
    assert RULES.outcome(asked) is None
    assert RULES.go_on(RULES.view(asked, TABLE)) is None
    assert (end.over, len(end.rounds)) == (True, ROUNDS)
    points = (7,) * end.setup.players
    assert RULES.outcome(RULES.apply(asked, TABLE, Tally(points))).winners == tuple(end.setup.seats)
    assert RULES.outcome(RULES.apply(asked, TABLE, Tally((*points[1:], 8)))).winners == (end.setup.players,)


def test_nothing_is_a_secret_but_sealed_bids(game):
    """No deal, so no order of tiles; views are the same whatever others have sealed."""
    assert PACKAGE.dealt.deal(game[0].setup, Random(1)) is None
    for state in game:
        if state.stage is Stage.BIDS and state.now.bids[0] is not None:
            other = replace(state, now=replace(state.now, bids=(0, *state.now.bids[1:])))
            for viewer in (TABLE, *(seat for seat in state.setup.seats if seat != 1)):
                assert RULES.view(other, viewer) == RULES.view(state, viewer)


def test_every_action_comes_back_from_its_own_data(game):
    """Through text, as a log has it; the agreement, too."""
    rng = Random(3)
    assert setup_from_json(json.loads(json.dumps(setup_to_json(game[0].setup)))) == game[0].setup
    for state in game[:: max(1, len(game) // 60)]:
        for actor in RULES.active(state):
            action = RULES.sample(RULES.view(state, actor), rng)
            if action is not None:
                assert RULES.decode(json.loads(json.dumps(RULES.encode(action)))) == action


@pytest.fixture(scope="module")
def evidence():
    """Games by chance of this form alone. No computer knows enough to play it, and no record of it can be replayed."""
    forms = (BOX, {**BOX, "plunder": "screen"})
    package = replace(
        PACKAGE,
        seats=SEATS,
        options=replace(PACKAGE.options, variants=forms),
        advising=None,
        reviewing=None,
        files=None,
    )
    return LOOKED_AT(package)


@pytest.mark.parametrize("law", [law for law in LAWS if law.name != "computers"], ids=lambda law: law.name)
def test_this_form_keeps_the_law(evidence, law):
    """What `check-game` says of a game, it says of this."""
    law.check(evidence)


# --- what cannot be ----------------------------------------------------------------------------------------------


def at(stage, players=2, seed=1):
    """The first state of that stage in a game by chance."""
    return next(state for state in played(opened(players, seed, **BOX), Random(seed)) if state.stage is stage)


def refused(state, actor, action):
    with pytest.raises(IllegalAction) as error:
        RULES.apply(state, actor, action)
    return error.value.rule


def test_what_cannot_be_is_refused_by_name():
    """Ships of screens, more overboard than there is, a sum that no ship has, a tile by its kind alone."""
    ships, tally = at(Stage.SHIPS), at(Stage.TALLY)
    most = owned(RULES.view(ships, TABLE), 1).count(EQUIPMENT)
    assert refused(ships, 1, Lay(START)) == "real_ships"
    assert refused(ships, 1, Built(most + 1)) == "too_much_overboard"
    assert refused(RULES.apply(ships, 1, Built(0)), 1, Built(0)) == "laid_already"
    assert refused(ships, TABLE, Tally((1, 2))) == "not_at_this_stage"
    assert refused(tally, 1, Tally((1, 2))) == "not_your_turn"
    assert refused(tally, TABLE, Tally((1, 2, 3))) == "no_such_seat"
    assert refused(tally, TABLE, Tally((1, 201))) == "no_such_score"
    assert refused(tally, TABLE, Tally((-101, 1))) == "no_such_score"
    choice = next(
        state
        for seed in range(20)
        for state in played(opened(2, seed, **BOX), Random(seed))
        if state.stage is Stage.CHOICE and not state.sea
    )
    assert refused(choice, choice.now.buyers[0], Choose(EQUIPMENT)) == "no_such_tile"


def test_of_tiles_on_screens_nothing_is_counted_by_people():
    """Ships lie there as ever, and the end needs no word of anybody."""
    state = next(state for state in played(opened(2, 1), Random(1)) if state.stage is Stage.SHIPS)
    assert refused(state, 1, Built(0)) == "not_at_this_stage"


@pytest.mark.parametrize(
    "document", [["built"], ["built", -1], ["built", 0.5], ["tally", 3], ["tally", [1, "2"]], ["choose", "x", 0]]
)
def test_a_malformed_action_is_none(document):
    """It is refused as a document, before any rule looks at it."""
    with pytest.raises(BadInput):
        RULES.decode(document)


def test_an_agreement_of_before_is_one_with_tiles_on_screens():
    """And is written as it always was."""
    old = {"players": 2, "plunder": "board", "sand_ms": SAND, "covered": []}
    assert setup_from_json(old) == Setup(2)
    assert setup_to_json(Setup(2)) == old
    with pytest.raises(BadInput):
        setup_from_json({**old, "tiles": "bag"})


# --- at a table --------------------------------------------------------------------------------------------------


def begun(players=2, **options):
    return GameTable().set_up("piratoons", players, options={**BOX, **options})


def act(table, actor, *action, **fields):
    assert table.wish("act", action=list(action), actor=actor, **fields) is None, action


def one_round(table, bids):
    """Pieces on the board, stop, the count, bids, tiles chosen with a piece, and ships on the table."""
    number, players = table.state.played + 1, table.state.setup.players
    act(table, table.page()["game"]["captain"], "open")
    table.do(f"a1 b1 f2 a4 wait {SAND}")
    act(table, TABLE, "stop", [])
    table.do("wait 600")
    act(table, 1, "count", [2, 0, 0, 0, 0, 0, 1, 0, 0], 0)
    act(table, 2, "count", [1, 0, 0, 2, 0, 0, 0, 0, 0], 1)
    table.do("press end_turn wait 600 -a1 -b1 -f2 -a4 wait 300")
    assert table.page()["stage"] == f"bids {number}"
    for seat, bid in enumerate(bids, 1):
        act(table, seat, "bid", bid)
    while table.state.stage is Stage.CHOICE:
        pocket = {1: "a5", 2: "b5"}[table.state.now.buyers[0]]
        table.do(f"{pocket} wait 300")
        assert table.page()["verdict"] == "legal"
        table.do(f"press end_turn wait 300 -{pocket} wait 300")
    for seat in range(1, players + 1):
        act(table, seat, "built", 1 if seat == 1 else 0)


def test_a_whole_game_on_the_simulated_board():
    """Eight rounds in virtual time, with a restart in between; the page tells places and numbers, and no tile."""
    table = begun()
    for number in range(1, ROUNDS + 1):
        one_round(table, (2, 0) if number % 2 else (0, 1))
        if number == 3:
            table = table.reboot()
            table.do("wait 300")
            if table.page()["paused"]:
                assert table.wish("resume") is None
    page = table.page()
    assert page["stage"] == f"tally {ROUNDS}"
    assert page["sentence"] == "Count the points of your ships and enter them."
    assert page["game"]["ships"] == []
    assert [(ship["equipment"], ship["boats"]) for ship in page["game"]["box"]["ships"]] == [(0, 12), (8, 4)]
    assert sum(player["doubloons"] for player in page["match"]["players"]) == sum(table.state.doubloons)
    act(table, TABLE, "tally", [31, 28], who=EVERYBODY)
    page = table.page()
    assert page["phase"] == "over"
    assert page["game"]["result"]["text"] == "Anna wins with 31 points."
    assert [(row["name"], row["place"], row["total"]) for row in page["game"]["result"]["standings"]] == [
        ("Anna", 1, 31),
        ("Ben", 2, 28),
    ]
    assert page["finished"]["analysis"] is None


def test_the_page_tells_who_is_on_which_place_and_what_is_for_sale():
    """Numbers of places; of a tile its kind alone, as its place in the chest tells it."""
    table = begun(plunder="screen")
    act(table, 1, "open")
    act(table, 1, "put", 7)
    act(table, 2, "put", 4)
    table.do(f"wait {SAND}")
    act(table, TABLE, "stop", [])
    chest = table.page()["game"]["chest"]
    assert {place["tile"] for place in chest} == {None, "e", "b"}
    assert [place["winner"] for place in chest] == [None, None, None, 2, None, None, 1, None, None]
    assert [player["doubloons"] for player in table.page()["match"]["players"]] == [8, 8]
    act(table, 1, "bid", 3)
    act(table, 2, "bid", 1)
    act(table, 1, "choose", "e", 2)
    assert table.page()["game"]["chest"][1]["tile"] is None
    act(table, 2, "choose", "b", 9)
    act(table, 1, "built", 0)
    assert table.page()["game"]["box"]["ships"][0]["building"] is False
    act(table, 2, "built", 1)
    assert sorted(each["tile"] for each in table.page()["game"]["sea"]) == ["b", "e", "e", "e", "e", "e"]
    assert json.dumps(table.page()["game"]).count('"hulls"') == 0


def test_one_piece_in_the_sea_takes_what_floats_there_and_two_kinds_are_asked_for():
    """What floats is Equipment or a Boat; which of them, its buyer says."""
    table = begun()
    one_round(table, (0, 0))
    act(table, 2, "open")
    table.do(f"wait {SAND}")
    act(table, TABLE, "stop", [])
    table.do("wait 600 press end_turn wait 600")
    act(table, 1, "bid", 1)
    act(table, 2, "bid", 0)
    table.do("e5 wait 300")
    assert table.page()["sentence"] == "Anna: several tiles are floating in the sea. Say which one you want."
    act(table, 1, "choose", "b", 0)
    assert table.state.now.won[0] == ("b",)


def test_who_does_not_answer_has_built_the_ship_and_thrown_nothing():
    """As long as somebody is waited for, all can go on without; the points are never said by themselves."""
    table = begun(plunder="screen")
    act(table, 1, "open")
    act(table, 1, "put", 1)
    table.do(f"wait {SAND}")
    act(table, TABLE, "stop", [])
    act(table, 1, "bid", 0)
    act(table, 2, "bid", 0)
    act(table, 2, "built", 0)
    table.do("wait 121000")
    act(table, TABLE, "proceed")
    assert table.page()["stage"] == "closed 2"
    assert table.state.cargo == (("e",), ())


def test_no_computer_plays_gives_advice_or_thinks_it_over():
    """A seat of the computer is refused when it is agreed on, and when one is handed over."""
    table = GameTable()
    seats = [{"name": "Anna"}, {"name": "Ben", "computer": "easy"}]
    assert table.wish("set_up", game="piratoons", players=seats, options=BOX) == "not_for_computers"
    table = begun()
    assert table.wish("hand_over", seat=2, level="easy") == "not_for_computers"
    assert "advise" not in table.page()["can"]
    assert table.wish("advise") == "no_advice"


def test_covered_doubloons_lie_open_when_all_is_counted():
    """Whoever counts has to know who is the richest; before that, the page tells nothing of it."""
    table = begun(plunder="screen", covered=[1])
    for number in range(1, ROUNDS + 1):
        assert table.page()["match"]["players"][0]["doubloons"] is None
        assert {ship["richest"] for ship in table.page()["game"]["box"]["ships"]} == {0}
        act(table, table.page()["game"]["captain"], "open")
        act(table, 2, "put", 1 + number % 9)
        table.do(f"wait {SAND}")
        act(table, TABLE, "stop", [])
        act(table, TABLE, "fists", [0, 0])
        act(table, 1, "built", 0)
        act(table, 2, "built", 0)
    assert table.page()["match"]["players"][0]["doubloons"] == table.state.doubloons[0]
    assert [ship["richest"] for ship in table.page()["game"]["box"]["ships"]] in ([5, 2], [2, 5], [5, 5])


def test_a_record_tells_what_was_done_and_cannot_be_replayed(tmp_path, capsys):
    """One line says why."""
    table = begun(plunder="screen")
    for _ in range(ROUNDS):
        act(table, table.page()["game"]["captain"], "open")
        table.do(f"wait {SAND}")
        act(table, TABLE, "stop", [])
        act(table, TABLE, "fists", [0, 0])
        act(table, 1, "built", 0)
        act(table, 2, "built", 0)
    act(table, TABLE, "tally", [4, 4])
    record = {"game": "piratoons", **PACKAGE.record(table.session.course)}
    assert record["acts"][-1] == [TABLE, ["tally", [4, 4]]]
    file = tmp_path / "record.json"
    file.write_text(json.dumps(record), encoding="utf-8")
    assert main(["replay", str(file)]) == 2
    assert "the tiles of a box" in capsys.readouterr().err
    for language in LANGUAGES:
        assert table.page(language)["game"]["result"]["text"]


def test_the_end_is_told_apart_from_every_other_moment():
    """Building and counting, without any colour."""
    table, scenes = begun(), {}
    for number in range(1, ROUNDS + 1):
        one_round(table, (0, 0))
        table.do("wait 2000")
        table.lighting._step()
        if number >= ROUNDS - 1:
            scenes[table.page()["stage"]] = (table.lighting._scene, frozenset(table.board.pieces))
    assert list(scenes) == ["closed 8", "tally 8"]
    all_apart(scenes, colourless("piratoons"))


def test_pieces_by_screens_stay_within_a_crew():
    """As ever."""
    state = opened(2, 1, **BOX, plunder="screen")
    state = RULES.apply(state, 1, RULES.decode(["open"]))
    for _ in range(6):
        state = RULES.apply(state, 1, Put(1))
    assert refused(state, 1, Put(1)) == "no_crew_left"
