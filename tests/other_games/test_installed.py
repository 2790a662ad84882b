"""Games that are installed, found by their entry points: whole ones, and such as are broken in every way."""

import json
import os
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from other_games import auction, harbour
from other_games.installing import install
from pearlboard.games.registry import BUILT_IN, GAMES, Broken, Games, installed
from pearlboard.screens.catalogues import catalogues
from pearlboard.texts import say
from support.serving import clean_environment, command_line, serving

pytestmark = pytest.mark.slow

SOURCES = {
    module.__name__.rpartition(".")[2]: Path(module.__file__).read_text(encoding="utf-8")
    for module in (harbour, auction)
}
HEAD = "from dataclasses import replace\nfrom harbour import PACKAGE as GOOD\n"
BROKEN = {
    "absent_module": (None, "No module named"),
    "imports_nothing": ("import something_that_is_not_there\n", "ModuleNotFoundError"),
    "raises": ("raise RuntimeError('out of order')\n", "RuntimeError: out of order"),
    "no_package": ("PACKAGE = 7\n", "int is no Package"),
    "nothing_there": ("", "AttributeError"),
    "another_name": (f"{HEAD}PACKAGE = GOOD\n", "calls itself 'harbour'"),
    "another_api": (HEAD + "PACKAGE = replace(GOOD, name='another_api', api=99)\n", "another version of the table (99"),
    "no_seats": (HEAD + "PACKAGE = replace(GOOD, name='no_seats', seats=7)\n", "TypeError"),
    "too_many_seats": (HEAD + "PACKAGE = replace(GOOD, name='too_many_seats', seats=range(1, 9))\n", "1 to 6 players"),
    "says_nothing": (HEAD + "PACKAGE = replace(GOOD, name='says_nothing', words={})\n", "ConfigError"),
    "looks_wrong": (
        HEAD + "LOOKS = {'roles': {'harbour_quay': {'motion': 'dance'}}}\n"
        "PACKAGE = replace(GOOD, name='looks_wrong', looks=LOOKS)\n",
        "motion: must be one of",
    ),
    "no_home": (HEAD + "PACKAGE = replace(GOOD, name='no_home', home='nowhere.at.all')\n", "ModuleNotFoundError"),
}
"""By name: the source of the module, None for none, and what is said of it."""


@pytest.fixture
def folder(tmp_path):
    """Where two whole games and all the broken ones are installed."""
    modules = SOURCES | {name: source for name, (source, _) in BROKEN.items() if source is not None}
    points = dict.fromkeys(("harbour", "auction"), "") | dict.fromkeys(BROKEN, "")
    return install(tmp_path, modules, {name: f"{name}:PACKAGE" for name in points} | {"perladora": "harbour:PACKAGE"})


@pytest.fixture
def found(folder, monkeypatch):
    """The games that there are then, in this program."""
    for name in ("harbour", "auction", "march"):
        GAMES.remove(name)
    monkeypatch.syspath_prepend(str(folder))
    games = Games({}, installed)
    monkeypatch.setattr(
        GAMES, "_known", {**GAMES._known, **{name: games._sources[name] for name in games if name != "perladora"}}
    )
    monkeypatch.setattr(GAMES, "_found", dict(GAMES._found))
    GAMES.edition += 1
    yield GAMES
    GAMES.edition += 1


def test_whole_games_are_found(found):
    """By name, loaded when they are first asked for; what comes along keeps its place."""
    assert found["harbour"].name == "harbour"
    assert found["auction"].seats == range(6, 7)
    assert found["perladora"].board is not None
    assert found["perladora"].home == "pearlboard.games.perladora"


def test_two_games_may_call_different_sentences_the_same(games):
    """Each is heard in its own words, and neither in place of the table."""
    for name, words in (("cats", "Cats"), ("dogs", "Dogs")):
        texts = {language: {"other_title": words, "game_paused": words} for language in ("en", "fr")}
        games.add(replace(harbour.PACKAGE, name=name, title=say("other_title"), words=texts))
    try:
        english = catalogues()["en"]
        assert [english.of(name).render(say("other_title")) for name in ("cats", "dogs")] == ["Cats", "Dogs"]
        assert english.of("cats").render(say("game_paused")) == english.render(say("game_paused")) != "Cats"
    finally:
        for name in ("cats", "dogs"):
            games.remove(name)


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_game_is_one_clear_sentence(found, name):
    """In both languages, on one line, with its name; all others can be played."""
    for words in catalogues().values():
        broken = found.find(name)
        assert isinstance(broken, Broken)
        said = words.render(broken.why)
        assert name in said
        assert "\n" not in said
    assert BROKEN[name][1] in catalogues()["en"].render(found.find(name).why)
    assert {package.name for package in found.usable} == {*BUILT_IN, "harbour", "auction"}


def test_a_table_starts_with_all_of_them_and_plays_one(folder, tmp_path):
    """A real service: it names what is broken, sets up what is whole, and nothing is damaged when all of it is gone."""
    store = tmp_path / "store" / "games.db"
    path = os.pathsep.join([str(folder), os.environ.get("PYTHONPATH", "")])
    with serving(store=store, environment=clean_environment(PYTHONPATH=path)) as table:
        games = {game["name"]: game for game in table.screen()["games"]}
        assert {name for name, game in games.items() if game["why"] is None} == {*BUILT_IN, "harbour", "auction"}
        assert {name for name, game in games.items() if game["why"]} == set(BROKEN)
        status, reply = table.command("set_up", game="no_package", players=[{"name": "Anna"}, {"name": "Ben"}])
        assert (status, reply["error"]) == (422, "no_such_game_here")
        assert table.command("set_up", game="harbour", players=[{"name": "Anna"}, {"name": "Ben"}])[0] == 200
        table.wait(lambda screen: screen["acts"])
        assert table.command("act", action=["open", None, []])[0] == 200
        before = table.screen()
        assert (before["stage"], before["match"]["title"]) == ("playing", "Harbour")
    with serving(store=store) as table:
        screen = table.screen()
        assert (screen["phase"], screen["match"]["title"]) == ("playing", "harbour")
        assert "harbour" in screen["sentence"]
    with serving(store=store, environment=clean_environment(PYTHONPATH=path)) as table:
        assert table.screen()["stage"] == "playing"
        assert table.screen()["version"] == before["version"]
    with serving(store=store) as table:
        assert table.command("abandon")[0] == 200
        assert table.screen()["phase"] == "idle"


def test_the_command_line_knows_them(folder):
    """`check-game` of what is whole and of what is broken."""
    environment = clean_environment(PYTHONPATH=str(folder))
    told = (("harbour", 0, "ok  package"), ("raises", 2, "out of order"), ("chess", 2, "not installed"))
    for name, code, word in told:
        done = subprocess.run(
            command_line("check-game", name), env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == code, done
        assert word in done.stdout + done.stderr
        assert "Traceback" not in done.stderr


def test_what_is_shown_of_them_is_plain_data(found):
    """For the page that asks which game is to be played."""
    from other_games.tables import GameTable

    told = GameTable().page()["games"]
    assert json.loads(json.dumps(told)) == told
    assert [game["name"] for game in told if game["why"] is None][:1] == ["perladora"]
    assert len(told) == len(list(found))
