"""Pearls at a real table: commands as pages send them, the log, computers; and documents as the terminal reads them."""

import json
import re
from pathlib import Path

import pytest

from other_games.tables import GameTable
from pearlboard.cli import main
from pearlboard.games import pearls
from pearlboard.games.api import Moment, Table
from pearlboard.games.pearls.board.draft import draft
from pearlboard.games.pearls.package import PACKAGE
from pearlboard.games.pearls.rules.actions import Take
from pearlboard.games.pearls.rules.cards import Colour
from pearlboard.games.pearls.rules.options import judge
from pearlboard.games.pearls.rules.refusals import IllegalStep
from pearlboard.games.refusals import BadOptions, BadSetup
from pearlboard.games.values import Player
from pearlboard.languages import LANGUAGES, SOURCE
from pearlboard.screens.catalogues import catalogue_of, read_catalogue
from pearlboard.session.questions import package_of
from support.pearls_positions import seen

WRITTEN = {language: read_catalogue(language, [Path(pearls.__file__).parent / "texts"]) for language in LANGUAGES}
SAME = {"pearls_title", "pearls_colour_turquoise", "ui_n_turquoise", "ui_pile_points"}
"""What is called the same in several languages."""


@pytest.mark.parametrize("players", [2, 6])
def test_computers_play_a_whole_game_at_the_table(players):
    """Every level, one after the other, to a result; and the record that the table keeps replays to the same end."""
    levels = dict(zip(range(1, players + 1), PACKAGE.levels * 2, strict=False))
    table = GameTable()
    table.thinker.simulations = 2
    table.set_up("pearls", players, levels)
    for _ in range(3000):
        if table.page()["phase"] == "over":
            break
        table.do("wait 500")
    session = table.tabletop.session
    assert table.complaints == []
    assert session.outcome is not None
    record = package_of(session).rules.record(session.course)
    answer = PACKAGE.files().replay(json.dumps(record).encode())
    assert answer["over"]
    assert answer["winners"] == list(session.outcome.winners)
    assert {int(seat): score["total"] for seat, score in answer["scores"].items()} == dict(session.outcome.points)


def test_what_was_taken_is_told_though_other_cards_lie_there_now():
    """The list of moves knows how many, and so does whoever tells the last turn; of one before it is no matter."""
    table = GameTable().set_up("pearls", 2)
    colour = table.state.display[0]
    number = table.state.display.count(colour)
    assert table.wish("act", action=["take", colour], actor=1) is None
    [logged] = [line["text"] for line in table.page()["log"]]
    assert logged.startswith(f"Anna takes {number} ")
    assert table.page()["game"]["last"]["text"] == logged
    view = PACKAGE.rules.view(table.state, "table")
    earlier = PACKAGE.shown.told(view, 2, table.state.last.action)
    assert catalogue_of(PACKAGE, SOURCE).render(earlier, {2: "Ben"}).startswith("Ben takes all ")


@pytest.mark.parametrize(
    ("hand", "slots", "said"),
    [
        ("yyyyyy", 6, "Anna: every colour fits into your hand. Take any one of them, or place cards."),
        ("", 6, "Anna: your hand is empty, so every colour fits. Take any one of them."),
        ("yyyyyyyy", 3, "Anna: these fit into your hand: 1 green card and 2 blue cards. Take one of these colours, or"),
        ("yyyyyyyyy", 1, "Anna: only one colour fits into your hand: 1 green card. Take it, or place cards."),
        ("yyyyyyyyyy", 0, "Anna: no colour fits into your hand any more. Place cards."),
    ],
)
def test_where_somebody_may_play_is_said_to_whoever_asks(hand, slots, said):
    """The hint is made of public sizes alone, by ear slot by slot; a colour that is chosen is spoken of instead."""
    told = seen("rrrgbb", hands=[hand])
    assert len(PACKAGE.by_ear.where(PACKAGE.board, told)[1]) == slots
    drafted = draft(told, Table())
    asked = PACKAGE.shown.sentence(told, Moment(draft=drafted, hinting=True))
    assert catalogue_of(PACKAGE, SOURCE).render(asked, {1: "Anna"}).startswith(said)
    for language in LANGUAGES:
        assert asked.name in WRITTEN[language]
    assert PACKAGE.shown.sentence(told, Moment(draft=drafted)) == drafted.sentence
    thinking = Table(thinking=True)
    waiting = draft(told, thinking)
    assert PACKAGE.shown.sentence(told, Moment(thinking, waiting, hinting=True)) == waiting.sentence


def test_the_button_asks_where_one_may_play():
    """For a while; with hints always on it is said all the time, and the last turns say what they always say."""
    table = GameTable().set_up("pearls", 2)
    assert table.wish("hint") is None
    assert "every colour fits" in table.page()["sentence"]
    assert "Jede Farbe passt" in table.page("de")["sentence"]
    table.do("wait 60000")
    assert "every colour fits" not in table.page()["sentence"]
    table = GameTable().set_up("pearls", 2, hints="always")
    assert "every colour fits" in table.page()["sentence"]
    last = seen("rrrgb.", last_turns=2, draw=())
    said = PACKAGE.shown.sentence(last, Moment(draft=draft(last, Table()), hinting=True))
    assert said.name == "pearls_last_turn"


def test_every_refusal_and_every_word_is_there_in_every_language():
    """Nothing is a promise of another language."""
    for kind in (*IllegalStep.__subclasses__(), *BadSetup.__subclasses__()):
        if kind.__module__.startswith("pearlboard.games.pearls"):
            assert all(f"pearls_{kind.rule}" in words for words in WRITTEN.values()), kind
    for language in LANGUAGES:
        assert WRITTEN[language].entries.keys() == WRITTEN[SOURCE].entries.keys()
        same = {name for name, told in WRITTEN[SOURCE].entries.items() if told == WRITTEN[language].entries[name]}
        assert language == SOURCE or same <= SAME


def test_whoever_takes_a_colour_that_does_not_lie_there_is_told_which():
    """The Diver may stand on a card that somebody has just taken."""
    with pytest.raises(IllegalStep) as refused:
        judge(seen("rrrgbb"), 1, Take(Colour.YELLOW))
    assert "yellow" in catalogue_of(PACKAGE, SOURCE).render(refused.value.sentence)


@pytest.mark.parametrize(
    ("form", "said"),
    [
        ({"all_cards": 1}, "Please choose again: “All cards”"),
        ({"necklaces": ["4"]}, "Please choose again: “Necklaces”"),
        ({"necklaces": [4] * 41}, "Please choose again: “Necklaces”"),
        ({"hands": "both"}, "Please choose again: “Hands”"),
        ({"open_scores": None}, "Please choose again: “Open points”"),
        ({"pearls": 1}, "Please choose again: “Rules and help”"),
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
        ({"hands": "both"}, "hands: must be hidden, open, not 'both'"),
        ({"necklaces": ["4"]}, "necklaces: must be a whole number, not"),
        ({"pearls": 1}, "there is no 'pearls'; there is all_cards, necklaces, hands, open_scores"),
    ],
)
def test_a_script_that_fills_in_the_form_is_told_what_may_stand_there(form, said):
    """The words, the kind of value, or the fields."""
    with pytest.raises(BadOptions, match=re.escape(said)):
        PACKAGE.options.agree(form, [Player("Anna"), Player("Ben")], None)


# --- the terminal ------------------------------------------------------------------------------------------------

SAMPLE = Path(__file__).parents[2] / "conformance" / "pearls"


def first(name):
    return json.loads((SAMPLE / f"sample-{name}.jsonl").read_text(encoding="utf-8").splitlines()[0])


def test_the_commands_choose_the_game_by_the_position(tmp_path, capsys):
    """In a position, and in the start of a record; one line of JSON, exit 0."""
    file = tmp_path / "document.json"
    file.write_text(json.dumps(first("positions")["position"]), encoding="utf-8")
    assert main(["inspect", str(file)]) == 0
    assert list(json.loads(capsys.readouterr().out)) == ["takes", "places", "turns", "scores", "winners", "over"]
    assert main(["perft", str(file), "--depth", "2"]) == 0
    assert json.loads(capsys.readouterr().out) == {"depth": 2, "turns": first("positions")["expect"]["perft"][1]}
    game = first("games")
    for named in ({}, {"game": "pearls"}):
        record = {**named, "start": game["start"], "turns": game["turns"]}
        file.write_text(json.dumps(record), encoding="utf-8")
        assert main(["replay", str(file)]) == 0
        assert json.loads(capsys.readouterr().out) == game["expect"]


def test_a_refused_document_is_one_line_and_exit_two(tmp_path, capsys):
    """With the file, the place and what is wrong; of an illegal turn its number, seat, rule and a sentence."""
    file = tmp_path / "record.json"
    game = first("games")
    for document, said in (
        ({**game, "turns": [{"seat": 1, "step": ["take", "red"]}]}, "turns[0]: turn 1, seat 1: not_your_turn: "),
        ({**game, "turns": [{"seat": 7, "step": ["take", "red"]}]}, "turns[0].seat: "),
        ({**game, "turns": [{"seat": 3, "step": ["take", "pink"]}]}, "turns[0].step[1]: "),
        ({**game, "start": {**game["start"], "display": ["red"]}}, "start.display: "),
        ({**game, "start": {key: told for key, told in game["start"].items() if key != "game"}}, "start: "),
    ):
        file.write_text(json.dumps(document), encoding="utf-8")
        assert main(["replay", str(file)]) == 2
        printed = capsys.readouterr()
        assert printed.out == ""
        assert printed.err.count("\n") == 1
        assert printed.err.startswith(f"{file}: {said}"), printed.err
