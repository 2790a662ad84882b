"""The guide for games is true: its example is built from its own blocks, checked, and played on a table."""

import importlib
import re
import subprocess
import sys
import tomllib
from dataclasses import MISSING, fields, replace
from pathlib import Path

import pytest

from other_games.installing import install
from other_games.tables import GameTable
from pearlboard.games import api
from pearlboard.games.registry import GAMES
from pearlboard.geometry import GRID
from pearlboard.lights import scene, signals
from pearlboard.lights.motion import MOTIONS
from pearlboard.screens.catalogues import catalogues
from pearlboard.texts import say
from support.serving import clean_environment, command_line

pytestmark = pytest.mark.slow

GUIDE = Path(__file__).parent.parent / "docs" / "games.md"
FILE = re.compile(r"^`three/([\w/.]+)`\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def example():
    """The files of the example, by path."""
    return dict(FILE.findall(GUIDE.read_text(encoding="utf-8")))


@pytest.fixture
def folder(tmp_path):
    """The example as pip would install it: its files, and the entry points that its pyproject names."""
    files = example()
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    project = tomllib.loads(files["pyproject.toml"])["project"]
    install(tmp_path, {}, project["entry-points"]["pearlboard.games"], project["name"], project["version"])
    return tmp_path


@pytest.fixture
def three(folder, monkeypatch):
    """It is one of the games, as long as the test lasts."""
    monkeypatch.syspath_prepend(str(folder))
    GAMES.add(importlib.import_module("three.package").PACKAGE)
    yield folder
    GAMES.remove("three")
    for name in [name for name in sys.modules if name.partition(".")[0] == "three"]:
        del sys.modules[name]


def test_the_guide_shows_every_file_of_its_folder(folder):
    """The list at its beginning, and the blocks."""
    listed = re.search(r"^```\nthree/\n(.*?)^```$", GUIDE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)[1]
    names = {line.split()[0] for line in listed.splitlines() if "." in line.split()[0]}
    assert names == {Path(name).name for name in example()}
    assert (folder / "three" / "texts" / "fr.toml").is_file()


def test_it_keeps_the_laws(folder):
    """As who follows the guide is told to ask."""
    done = subprocess.run(
        command_line("check-game", "three"),
        env=clean_environment(PYTHONPATH=str(folder)),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "!!" not in done.stdout
    assert "ok  lights" in done.stdout


@pytest.mark.usefixtures("three")
def test_it_is_played_on_a_table():
    """Laid, lit, told, taken back, saved, and won."""
    table = GameTable().set_up("three", 2)
    assert table.page()["sentence"] == "Anna: lay a stone on any empty space."
    table.do("c3")
    assert (table.page()["verdict"], table.page("fr")["match"]["title"]) == ("legal", "Trois à la suite")
    table.do("d3")
    assert table.page()["lift"] == ["c3", "d3"]
    table.do("-d3 wait 3200 press end_turn")  # what is left of a mistake waits for the button
    assert table.wish("take_back") is None
    assert table.page()["lift"] == ["c3"]
    table.do("-c3 wait 300 c3 wait 3200 a1 wait 3200 c4 wait 3200 a2 wait 3200")
    again = table.reboot()
    again.do("c5 press end_turn wait 600")
    assert again.page()["sentence"] == "Anna has three in a row!"
    assert again.session.outcome.winners == (1,)
    assert {mark.role for mark in again.lighting._scene.lights.values()} == {"three_row"}
    assert again.page()["cue"]["name"] == "win"


@pytest.mark.usefixtures("three")
def test_the_next_game_begins_with_the_stones_of_the_last_one_to_be_lifted():
    """They are no draft of whoever begins."""
    table = GameTable().set_up("three", 2)
    table.do("c3 wait 3200 a1 wait 3200 c4 wait 3200 a2 wait 3200 c5 wait 3200")
    assert table.wish("rematch") is None
    assert table.page()["lift"] == ["a1", "a2", "c3", "c4", "c5"]
    assert "Lift" in table.page()["sentence"]
    assert table.reboot().page()["lift"] == ["a1", "a2", "c3", "c4", "c5"]
    table.do("-a1 -a2 -c3 -c4 -c5 wait 300")
    assert table.page()["sentence"] == "Ben: lay a stone on any empty space."


@pytest.mark.usefixtures("three")
def test_the_computer_plays_it():
    """Against a person, who lays its stones; and alone to the end."""
    table = GameTable().set_up("three", 2, computers={2: "random"})
    table.do("c3 wait 3200").do("wait 4000")
    [owed] = table.page()["put"]
    table.do(f"{owed} wait 300")
    assert len(table.session.played) == 2
    assert catalogues()["en"].of("three").render(table.tabletop.now.game.told[0], {2: "Ben"}) == f"Ben lays {owed}."
    alone = GameTable().set_up("three", 2, computers={1: "random", 2: "random"})
    alone.clock.step(600_000)
    assert alone.page()["phase"] == "over"


def test_all_that_the_guide_names_there_is():
    """Methods, values and motions; so that it does not grow old unseen."""
    text = GUIDE.read_text(encoding="utf-8")
    for owner, name in re.findall(r"`([A-Z][a-z]\w+)\.(\w+)", text):
        assert hasattr(getattr(api, owner), name), (owner, name)
    for name in ("put_right", "ByChance", "BadInput", "BadSetup", "Timer", "Thought", "Choice", "Button", "refusal"):
        assert f"{name}" in text
        assert hasattr(api, name)
    assert all(f"`{motion}`" in text for motion in MOTIONS)
    for path in re.findall(r"`(tests/[\w/.]+)`", text):
        assert (GUIDE.parent.parent / path).is_file()


def test_the_guide_has_a_row_for_every_capability():
    """And every capability has a null value or None, so that a game without it says nothing."""
    text = GUIDE.read_text(encoding="utf-8")
    names = [each.name for each in fields(api.Package)]
    capabilities = names[names.index("options") : names.index("finished") + 1]
    assert [name for name in capabilities if f"| `{name}=" not in text] == []
    assert all(each.default is not MISSING for each in fields(api.Package) if each.name in capabilities)


@pytest.mark.usefixtures("three")
def test_a_game_without_secrets_has_advice_on_every_page():
    """Any computer player can give it: it is asked of a view that can act."""
    advising = api.Advising("random", lambda action: say("three_told", seat=1, place=action.place))
    GAMES.add(replace(GAMES["three"], advising=advising))
    table = GameTable().set_up("three", 2)
    assert table.wish("advise") is None
    table.do("wait 4000")
    [advised] = table.page()["suggestions"]
    assert advised["text"].startswith("Anna lays ")


REFERENCE = GUIDE.with_name("games-reference.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "line", re.findall(r"^\| `([A-Z]\w+)` \| (.*?) \|", REFERENCE, re.MULTILINE), ids=lambda it: it
)
def test_the_reference_lists_the_fields_of_a_value(line):
    """All of them, in their order."""
    name, told = line
    kind = getattr(api, name, None) or getattr(scene, name)
    assert re.findall(r"`(\w+)`", told) == [each.name for each in fields(kind)]


def test_the_reference_lists_what_a_game_may_name():
    """Roles, cues, motions, levels that have words, and what the board and the signals are called."""
    named = set(re.findall(r"`(\w+)", REFERENCE))
    levels = {name.removeprefix("ui_level_") for name in catalogues()["en"].entries if name.startswith("ui_level_")}
    assert {*scene.Role, *scene.Cue, *MOTIONS, *levels - {"of"}} <= named
    lights = REFERENCE.partition("## Lights")[2]
    signals_named = re.findall(r"`(\w+)\((?:lights|sites|site|place|role)[,)]", lights)
    assert {"lit", "beside", "on", "where", "rim", "ring"} <= set(signals_named)
    assert all(hasattr(signals, name) for name in signals_named)
    board = REFERENCE.partition("## The board")[2].partition("## Lights")[0]
    assert all(hasattr(GRID, name) for name in re.findall(r"`(\w+)[(\[]", board))
    for name in ("middle", "upright", "PITCH", "PALETTE", "INK_ON", "shape"):
        assert name in named
        assert hasattr(api, name)
