"""The documents of the HTTP interface say what there is: every command, route, screen key and refusal."""

import json
import re
from pathlib import Path

import pytest

from pearlboard.commands import documents
from pearlboard.commands.registry import COMMANDS, read_command
from pearlboard.operator.deeds import TAKES
from pearlboard.screens.catalogues import catalogues
from pearlboard.screens.private import private
from pearlboard.screens.screen import ScreenContext, screen
from pearlboard.session.state import Refused
from pearlboard.web.openapi import path_of
from pearlboard.web.routes import ENDPOINTS
from pearlboard.web.server import STATUS_NAMES
from pearlboard.web.socket import read_message
from support.tabling import TestTable

ROOT = Path(__file__).parents[2]
GUIDE, REFERENCE, GAMES = (
    (ROOT / "docs" / name).read_text(encoding="utf-8") for name in ("http.md", "http-reference.md", "http-games.md")
)


def rows(heading):
    """The first cells of the table under the row that begins so."""
    lines = REFERENCE.splitlines()
    begin = next(number for number, line in enumerate(lines) if line.startswith(f"| {heading} |")) + 2
    cells = []
    for line in lines[begin:]:
        if not line.startswith("|"):
            break
        cells.append(re.findall("`([^`]*)`", line.split("|")[1])[0])
    return cells


def test_every_command_is_described():
    """Those of the page and of scripts are the same."""
    tags = [kind.__struct_config__.tag for kind in COMMANDS]
    assert sorted(rows("command")) == sorted(tags)


def test_every_field_of_a_command_is_described():
    """By its name, in the row of its command."""
    for kind in COMMANDS:
        line = next(line for line in REFERENCE.splitlines() if line.startswith(f"| `{kind.__struct_config__.tag}` |"))
        for field in kind.__struct_fields__:
            assert f"`{field}`" in line


def test_every_deed_of_the_operator_is_described():
    """In a row of its own, or beside its like, with the fields that it takes."""
    begin, end = (REFERENCE.index(f"## {heading}") for heading in ("Looking after the table", "The screen"))
    cells = [line.split("|")[1:3] for line in REFERENCE[begin:end].splitlines() if line.startswith("| `")]
    described = {
        name: tuple(re.findall("`([^`]*)`", takes)) for names, takes in cells for name in names.split("`")[1::2]
    }
    assert described == TAKES


def test_every_key_of_the_screen_is_described():
    """In the order in which they are sent."""
    assert rows("key") == list(TestTable().screen())


def test_every_key_of_a_game_is_described():
    """Of the game that comes along: its part of the screen, and of what a seat alone sees."""
    table = TestTable().begin()
    own = screen(table.tabletop.now, ScreenContext(), catalogues()["en"])["game"]
    mine = private(1, table.tabletop.session, table.tabletop.now, table.tabletop.requests, catalogues()["en"])["game"]
    described = set(re.findall("[a-z_]+", GAMES[GAMES.index("## Perladöra") :]))
    assert {"farms", "reveal", "hand"} <= {*own, *mine} <= described


def test_whatever_a_page_asks_of_a_game_is_described():
    """The names under which its modules may export something."""
    scripts = "".join(
        path.read_text(encoding="utf-8") for path in (ROOT / "controller/pearlboard/web/static").rglob("*.js")
    )
    asked = set(re.findall(r'(?:\.of|\.call|\bask)\("(\w+)"', scripts)) | {"start", "stop"}
    assert {"board", "show", "options", "stateOf"} <= asked
    assert asked <= set(re.findall(r"\w+", GAMES[GAMES.index("## The pages of a game") : GAMES.index("## Perladöra")]))


def test_every_route_is_described():
    """With its method."""
    served = {f"{each.method.replace('WEBSOCKET', 'WS')} {path_of(each)}" for each in ENDPOINTS}
    assert {row.replace("/static/…", "/static/{file}") for row in rows("method, path")} == served


def test_every_refusal_is_named():
    """What the program can refuse by name stands in the list."""
    source = "".join(
        path.read_text(encoding="utf-8")
        for folder in ("commands", "screens", "service", "session", "table", "web")
        for path in (ROOT / "controller" / "pearlboard" / folder).glob("*.py")
    )
    setups = (ROOT / "controller/pearlboard/games/perladora/rules/setup.py").read_text(encoding="utf-8")
    names = set(re.findall(r'Refused\(\s*"(\w+)"', source)) | set(re.findall(r'rule = "(\w+)"', setups))
    described = set(re.findall(r"\w+", GUIDE + REFERENCE + GAMES))
    assert "stale_version" in names
    assert names - {"game_over"} <= described
    assert set(STATUS_NAMES.values()) & described


@pytest.mark.parametrize("line", re.findall(r"^\{.*\}$", (GUIDE + REFERENCE).replace(",\n ", ", "), re.MULTILINE))
def test_every_example_is_json(line):
    """As it stands, once its lines are put together."""
    assert json.loads(line)


def test_the_example_of_a_command_is_understood():
    """What can be pasted into a terminal works."""
    message = read_message(re.search(r"-d '(\{.*\})'", GUIDE)[1])
    assert read_command(message.command) == documents.Put("c4")
    with pytest.raises(Refused, match="malformed"):
        read_message("{}")
