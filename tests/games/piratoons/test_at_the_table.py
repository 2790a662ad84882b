"""Piratoons at a real table: commands as pages send them, the log, computers; and documents in the terminal."""

import json
import re
from pathlib import Path

import pytest

from other_games.tables import GameTable
from pearlboard.cli import main
from pearlboard.games import piratoons
from pearlboard.games.piratoons.package import PACKAGE
from pearlboard.games.refusals import BadOptions
from pearlboard.games.values import Player
from pearlboard.languages import LANGUAGES, SOURCE
from pearlboard.screens.catalogues import catalogue_of, read_catalogue
from pearlboard.session.principal import EVERYBODY
from pearlboard.session.questions import package_of
from support.lengths import at_length
from support.piratoons_games import AT_THE_TABLE, OF_ROUNDS

WRITTEN = {language: read_catalogue(language, [Path(piratoons.__file__).parent / "texts"]) for language in LANGUAGES}


def opened(players=2, computers=None, options=None):
    """A game in which the chest is open and the sand is out."""
    table = GameTable().set_up("piratoons", players, computers, options=options or {})
    assert table.wish("act", action=["open"], actor=1) is None
    table.do("wait 15000")
    return table


@pytest.mark.slow
@pytest.mark.parametrize(("players", "options"), [(4, {"plunder": "screen"}), (2, {})][: at_length(2, 1)])
def test_computers_play_a_whole_game_at_the_table(players, options):
    """Every level, one after the other, to a result; and the record that the table keeps replays to the same end."""
    levels = dict(zip(range(1, players + 1), PACKAGE.levels * 2, strict=False))
    table = GameTable().set_up("piratoons", players, levels, options=options)
    for _ in range(4000):
        if table.page()["phase"] == "over":
            break
        table.do("wait 1000")
    session = table.tabletop.session
    assert table.complaints == []
    assert session.outcome is not None
    record = package_of(session).rules.record(session.course)
    answer = PACKAGE.files().replay(json.dumps(record).encode())
    assert answer["over"]
    assert answer["winners"] == list(session.outcome.winners)
    assert {int(seat): points["total"] for seat, points in answer["points"].items()} == dict(session.outcome.points)


def test_stop_is_refused_until_the_sand_is_out():
    """By its name and with a sentence; then anybody may say it."""
    table = GameTable().set_up("piratoons", 2)
    assert table.wish("act", action=["stop", []], actor="table") == "not_your_turn"
    assert table.wish("act", action=["open"], actor=2) == "not_your_turn"
    assert table.wish("act", action=["open"], actor=1) is None
    table.do("wait 14000")
    assert table.wish("act", action=["stop", []], actor="table") == "too_early"
    table.do("wait 2000")
    assert table.wish("act", action=["stop", []], actor="table", who=EVERYBODY) is None


def test_a_round_is_played_by_what_pages_send():
    """From the lid to the ships; after a restart it goes on where it was."""
    table = opened()
    assert table.wish("act", action=["out", 2, True], actor="table") is None
    assert table.wish("act", action=["out", 2, False], actor="table") is None
    table.do("a1 b1 b4 wait 300")
    assert table.wish("act", action=["stop", []], actor="table") is None
    table.do("wait 600")
    assert table.wish("act", action=["count", [2, 0, 0, 0, 0, 0, 0, 0, 0], 1], actor=1) is None
    table = table.reboot()
    table.do("wait 300")
    assert table.wish("act", action=["count", [1, 0, 0, 0, 0, 0, 1, 0, 0], 0], actor=2) is None
    agreed = ["plundered", [[2, 1], *[[0, 0]] * 5, [0, 1], [0, 0], [0, 0]], [1, 0], []]
    assert table.wish("act", action=agreed, actor="table") is None
    assert table.state.doubloons == (6, 7)
    table.do("-a1 -b1 -b4 wait 300")
    assert table.wish("act", action=["bid", 2], actor=1) is None
    assert table.wish("act", action=["bid", 8], actor=2) == "bid_too_high"
    assert table.wish("act", action=["bid", 3], actor=2) is None
    for seat in (2, 1):
        assert table.wish("act", action=["choose", table.state.now.sale[0], 0], actor=seat) is None
    for seat in (1, 2):
        [lay] = PACKAGE.rules.legal(PACKAGE.rules.view(table.state, seat))
        assert table.wish("act", action=PACKAGE.rules.encode(lay), actor=seat) is None
    assert table.page()["stage"] == "closed 2"
    assert table.state.doubloons == (4, 4)


def test_nobody_is_offered_what_a_computer_does_nor_to_hurry_one_that_others_play_with():
    """A captain of the computer opens the chest itself, and may be hurried; in the rush people place, too."""
    table = GameTable().set_up("piratoons", 2, {1: "easy"})
    assert table.page()["acts"] == []
    assert "hurry" in table.page()["can"]
    table.do("wait 4000")
    assert table.page()["stage"] == "plunder 1"
    assert "hurry" not in table.page()["can"]


def test_when_all_have_counted_it_is_asked_whether_that_is_right():
    """And no longer how many there are."""
    table = opened()
    table.do("a1 b1 wait 300")
    assert table.wish("act", action=["stop", []], actor="table") is None
    table.do("wait 600")
    for seat in (1, 2):
        assert "Say how many" in table.page()["sentence"]
        assert table.wish("act", action=["count", [1] + [0] * 8, 0], actor=seat) is None
    assert table.page()["sentence"] == "All pieces are counted. Confirm, or correct the count."
    assert [act["name"] for act in table.page()["acts"]] == ["plundered"]


def test_a_sealed_bid_is_on_its_own_screen_alone_and_may_be_replaced():
    """By a note that makes nothing stale; the table's page says who has sealed, and no more."""
    table = opened()
    phones = {seat: table.phone(seat) for seat in (1, 2)}
    assert table.wish("act", action=["stop", []], actor="table") is None
    assert table.wish("act", action=PACKAGE.rules.encode(agreed(table)), actor="table") is None
    version = table.page()["version"]
    assert table.wish("act", action=["bid", 7], actor=1, who=phones[1]) is None
    told = json.dumps(table.page())
    assert table.wish("note", action=["rebid", 5], who=phones[1]) is None
    assert table.own(phones[1])["game"]["bid"] == 5
    assert table.own(phones[2])["game"]["bid"] is None
    assert table.page()["game"]["auction"]["sealed"] == [1]
    assert '"sealed": [1]' in told
    assert table.wish("act", version=version, action=["bid", 3], actor=2, who=phones[2]) is None
    assert table.wish("note", action=["rebid", 1], who=phones[1]) == "not_at_this_stage"


def agreed(table):
    return PACKAGE.rules.go_on(PACKAGE.rules.view(table.state, "table"))


def test_a_computer_captain_opens_the_chest_and_computers_place():
    """By themselves, at the pace of people; a person says stop."""
    table = GameTable().set_up("piratoons", 2, {1: "hard"}, options={"plunder": "screen"})
    table.do("wait 8000")
    assert table.page()["stage"] == "plunder 1"
    table.do("wait 20000")
    assert sum(row[0] for row in table.state.now.put) > 0
    assert table.page()["stage"] == "plunder 1"
    assert table.wish("act", action=["stop", []], actor="table") is None
    table.do("wait 8000")
    assert table.page()["game"]["auction"]["sealed"] == [1]


@pytest.mark.parametrize("sand", [15, 0])
def test_on_a_drawn_board_a_computer_captain_opens_when_somebody_says_that_all_are_ready(sand):
    """By any page, once a round, whether or not sand runs; not before, also after a restart. Alone they open."""
    options = {"plunder": "screen", "sand": sand}
    table = GameTable(on_screen=True).set_up("piratoons", 2, {1: "hard"}, options=options)
    phone = table.phone(2)
    for who in (EVERYBODY, phone):
        table.do("wait 600000")
        assert table.page()["stage"] == "closed 1"
        assert "hurry" in table.page()["can"]
        assert "hurry" in table.own(phone)["can"]
        again = GameTable(table.log, on_screen=True).do("wait 600000")
        assert again.page()["stage"] == "closed 1"
        assert again.wish("hurry", who=who) is None
        assert again.do("wait 100").page()["stage"] == "plunder 1"
    alone = GameTable(on_screen=True).set_up("piratoons", 2, {1: "hard", 2: "easy"}, options=options)
    assert alone.do("wait 4000").page()["stage"] == "plunder 1"


def test_what_is_for_a_seats_own_screen_is_asked_there_and_nowhere_else():
    """Bids and ships; without a screen of its own on the page of all."""
    table = opened()
    phone = table.phone(1)
    assert table.wish("act", action=["stop", []], actor="table") is None
    assert table.wish("act", action=PACKAGE.rules.encode(agreed(table)), actor="table") is None
    assert table.wish("act", action=["bid", 1], actor=1) == "on_the_phone"
    assert table.wish("act", action=["bid", 1], actor=1, who=phone) is None
    assert table.wish("act", action=["bid", 1], actor=2) is None


# --- words -------------------------------------------------------------------------------------------------------


def test_every_refusal_and_every_word_is_there_in_every_language():
    """Nothing is a promise of another language."""
    for rule in (*OF_ROUNDS, *AT_THE_TABLE, "wrong_number_of_players", "wrong_sand"):
        assert all(f"piratoons_{rule}" in words for words in WRITTEN.values()), rule
    for language in LANGUAGES:
        assert WRITTEN[language].entries.keys() == WRITTEN[SOURCE].entries.keys()


@pytest.mark.parametrize(
    ("form", "said"),
    [
        ({"plunder": "hands"}, "Please choose again: “Plunder”"),
        ({"sand": "15"}, "Please choose again: “Sand timer”"),
        ({"covered": [0]}, "Please choose again: “Hidden doubloons”"),
        ({"box": 1}, "Please choose again: “Rules and help”"),
    ],
)
def test_a_form_that_says_something_else_is_refused_with_a_sentence(form, said):
    """It names the field."""
    with pytest.raises(BadOptions) as refused:
        PACKAGE.options.agree(form, [Player("Anna"), Player("Ben")], None)
    assert catalogue_of(PACKAGE, SOURCE).render(refused.value.sentence) == said


@pytest.mark.parametrize(
    ("form", "said"),
    [
        ({"tiles": "wood"}, "tiles: must be screen, box, not 'wood'"),
        ({"sand": "slow"}, "sand: must be a whole number, not 'slow'"),
        ({"cards": 1}, "there is no 'cards'; there is tiles, plunder, sand, covered"),
    ],
)
def test_a_script_that_fills_in_the_form_is_told_what_may_stand_there(form, said):
    """The words, the kind of value, or the fields."""
    with pytest.raises(BadOptions, match=re.escape(said)):
        PACKAGE.options.agree(form, [Player("Anna"), Player("Ben")], None)


# --- the terminal ------------------------------------------------------------------------------------------------

SAMPLE = Path(__file__).parents[2] / "conformance" / "piratoons"


def first(name):
    return json.loads((SAMPLE / f"sample-{name}.jsonl").read_text(encoding="utf-8").splitlines()[0])


def test_the_commands_choose_the_game_by_the_position(tmp_path, capsys):
    """In a position, and in the start of a record; one line of JSON, exit 0."""
    file = tmp_path / "document.json"
    file.write_text(json.dumps(first("positions")["position"]), encoding="utf-8")
    assert main(["inspect", str(file)]) == 0
    assert json.loads(capsys.readouterr().out) == first("positions")["expect"]
    game = first("games")
    for named in ({}, {"game": "piratoons"}):
        file.write_text(json.dumps({**named, "start": game["start"], "rounds": game["rounds"]}), encoding="utf-8")
        assert main(["replay", str(file)]) == 0
        assert json.loads(capsys.readouterr().out) == game["expect"]


def test_perft_is_refused_with_a_sentence(tmp_path, capsys):
    """There are no turns to count."""
    file = tmp_path / "position.json"
    file.write_text(json.dumps(first("positions")["position"]), encoding="utf-8")
    assert main(["perft", str(file), "--depth", "1"]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "all play at once" in printed.err


def test_a_refused_document_is_one_line_and_exit_two(tmp_path, capsys):
    """With the file, the place and what is wrong; of an illegal round its number, seat and rule."""
    file = tmp_path / "record.json"
    game = first("games")
    one = game["rounds"][0]
    for rounds, said in (
        ([{**one, "bids": None}], "rounds[0]: round 1: bids_missing: "),
        ([{**one, "bids": [4, 0]}], "rounds[0]: round 1, seat 1: bid_too_high: "),
        ([{**one, "bids": [1]}], "rounds[0].bids: "),
        ([{**one, "crew": one["crew"][1:]}], "rounds[0].crew: "),
        ([{**one, "out": [3]}], "rounds[0].out[0]: "),
        ([{**one, "picks": ["x"]}], "rounds[0].picks[0]: "),
        ([{**one, "spoiled": [-1, 0]}], "rounds[0].spoiled[0]: "),
        ([*game["rounds"], one], "rounds[8]: round 9: game_over: "),
    ):
        file.write_text(json.dumps({"start": game["start"], "rounds": rounds}), encoding="utf-8")
        assert main(["replay", str(file)]) == 2
        printed = capsys.readouterr()
        assert printed.out == ""
        assert printed.err.count("\n") == 1
        assert printed.err.startswith(f"{file}: {said}"), printed.err
