"""What a page is sent of a screen that changes: as little as possible, and never anything that is left over."""

import json

import pytest

from pearlboard.session.principal import EVERYBODY
from pearlboard.web.hub import SharedScreen, Watcher, changes

OTHELLO = {"phase": "playing", "game": {"discs": 4, "shown": ["d3"], "count": None}}


@pytest.mark.parametrize(
    ("after", "told"),
    [
        (OTHELLO, {}),
        ({**OTHELLO, "phase": "over"}, {"screen": {"phase": "over"}}),
        ({**OTHELLO, "game": {"discs": 5, "shown": ["d3"], "count": None}}, {"screen": {}, "game": {"discs": 5}}),
        ({**OTHELLO, "game": {"discs": 4, "shown": ["d3"], "count": 7}}, {"screen": {}, "game": {"count": 7}}),
        (
            {"phase": "over", "game": {"discs": 4, "shown": [], "count": None}},
            {"screen": {"phase": "over"}, "game": {"shown": []}},
        ),
        ({**OTHELLO, "game": {"discs": 4, "hand": []}}, {"screen": {"game": {"discs": 4, "hand": []}}}),
        ({**OTHELLO, "game": {}}, {"screen": {"game": {}}}),
    ],
)
def test_a_game_is_told_by_the_keys_that_changed_in_it(after, told):
    """Whole only where its keys have become others."""
    assert changes(OTHELLO, after) == told


def put_together(texts):
    """What a page makes of the messages."""
    screen = {}
    for message in map(json.loads, texts):
        if message["type"] == "snapshot":
            screen = message["screen"]
        screen = {**screen, **message["screen"]}
        if "game" in message:
            screen["game"] = {**screen["game"], **message["game"]}
    return screen


def test_whoever_follows_has_the_screen_as_it_is():
    """Through changes of keys, of keys inside the game, and of the game itself."""
    watcher = Watcher("en", EVERYBODY, "")
    screens = [
        {"n": 1, "game": {}},
        {"n": 1, "game": {"a": 1, "b": 2}},
        {"n": 2, "game": {"a": 1, "b": None}},
        {"n": 2, "game": {"a": [1], "b": None}},
        {"n": 3, "game": {"c": 0}},
        {"n": 4, "game": {}},
    ]
    texts = []
    for screen in screens:
        watcher.show(SharedScreen(screen))
        texts += watcher._texts
        watcher._texts.clear()
        assert put_together(texts) == screen
    assert [json.loads(text)["seq"] for text in texts] == list(range(1, len(screens) + 1))
