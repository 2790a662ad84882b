"""What a home is told, and may ask for: keys, topics, states, events and commands, and never anything secret."""

import json
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pearlboard.home.entities import (
    EVENTS,
    MODES,
    MOST_BYTES,
    Call,
    Light,
    Machine,
    Permits,
    Play,
    Topics,
    accepted,
    command_of,
    configuration,
    events,
    play_of,
    states,
)
from pearlboard.screens.catalogues import catalogues
from support.tabling import TestTable

TOPICS = Topics("pearlboard_0123456789")
MACHINE = Machine("0.2.0", "http://192.0.2.7:8000", 0.5, "default", ("default", "reef"))
ALL = Permits(lights=True, mode=True, call=True)
COMMON = {"platform", "unique_id", "name", "icon", "entity_category", "device_class"}
READ = {"state_topic", "value_template", "json_attributes_topic"}
KEYS = {
    "binary_sensor": COMMON | READ,
    "sensor": COMMON | READ | {"options"},
    "event": COMMON | {"state_topic", "event_types"},
    "update": COMMON | {"state_topic"},
    "light": COMMON
    | {"state_topic", "command_topic", "schema", "brightness", "supported_color_modes", "effect", "effect_list"},
    "select": COMMON | {"state_topic", "command_topic", "options"},
    "button": COMMON | {"command_topic"},
}
"""By platform, what Home Assistant reads of what we use; it ignores unknown keys, and says nothing."""


def words(language="en"):
    return catalogues()[language].render


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_twelve_entities_with_keys_and_topics_that_home_assistant_knows(language):
    """A retained state behind every topic that is read, and nothing under another table's."""
    told = json.loads(configuration(TOPICS, ALL, MACHINE, words(language)))
    assert told.keys() == {"device", "origin", "availability", "components"}
    assert told["origin"]["name"]
    entities = told["components"]
    assert len(entities) == 12
    assert len({each["unique_id"] for each in entities.values()}) == 12
    retained = states(TOPICS, ALL, MACHINE, Play("idle"), None)
    for name, each in entities.items():
        assert each.keys() <= KEYS[each["platform"]], name
        assert "default_entity_id" not in each  # the page for people names entities as Home Assistant does by itself
        assert "home_entity" not in each["name"]
        for key in ("state_topic", "json_attributes_topic"):
            assert each.get(key, TOPICS.status) in {*retained, TOPICS.of("event")}
        assert each.get("command_topic", f"{TOPICS.of(name)}/set") == f"{TOPICS.of(name)}/set"
    topics = {*retained, *accepted(TOPICS, ALL), TOPICS.of("event")}
    assert all(topic.startswith(f"pearlboard/{TOPICS.device}/") and not set("#+") & set(topic) for topic in topics)


def test_what_is_not_permitted_is_taken_out_and_not_obeyed():
    """With its platform alone Home Assistant removes an entity."""
    for permits in (Permits(), Permits(lights=True), Permits(mode=True, call=True)):
        entities = json.loads(configuration(TOPICS, permits, MACHINE, words()))["components"]
        allowed = {"light": permits.lights, "mode": permits.mode, "call": permits.call}
        for name, on in allowed.items():
            assert (len(entities[name]) > 1) is on
            topic = TOPICS.of(f"{name}/set")
            payload = {"light": b"{}", "mode": b"quiet", "call": b""}[name]
            assert (command_of(TOPICS, permits, MACHINE, topic, payload) is not None) is on
            assert (topic in accepted(TOPICS, permits)) is on


def test_a_game_from_its_beginning_to_its_end():
    """Whose turn it is by seats, and by names where they are allowed; each thing that happens once."""
    table, seen = TestTable(), []

    def look(*, names):
        return play_of(table.tabletop.now, (), words(), names=names)

    seen.append(look(names=False))
    table.begin(2)
    seen.append(look(names=False))
    assert (seen[-1].phase, seen[-1].game, seen[-1].whose_turn) == ("playing", "Perladöra", "Seat 1")
    assert look(names=True).whose_turn == "Anna"
    table.do("c4").ask("choose_value", value=5).do("wait 3200")
    seen.append(look(names=False))
    seen.append(replace(seen[-1], phase="over", to_move=(), whose_turn=None, winners=(2,), winner="Seat 2"))
    told = [each["event_type"] for one, other in pairwise(seen) for each in events(one, other)]
    assert told == ["begun", "your_turn", "your_turn", "won"]
    assert set(told) <= set(EVENTS)
    assert events(seen[-1], seen[-1]) == []


def test_nobody_calls_a_computer():
    """It is shown that it is the computer's turn, and no speaker says so."""
    table, seen = TestTable(), []
    table.begin(2, computers={1: "easy"})
    seen.append(play_of(table.tabletop.now, (), words(), names=True))
    assert (seen[-1].whose_turn, seen[-1].to_move) == ("Anna", ())
    told = events(Play("idle"), seen[-1])
    assert [each["event_type"] for each in told] == ["begun"]


def test_another_turn_of_the_same_seat_is_a_turn():
    """And who is waited for already is not called again because somebody else has acted."""
    one = Play("playing", "Perladöra", (1,), "Seat 1", 7)
    assert [each["event_type"] for each in events(one, replace(one, turns=8))] == ["your_turn"]
    both = replace(one, to_move=(1, 2), whose_turn="Seat 1, Seat 2")
    assert events(both, one) == []


@pytest.mark.parametrize(
    ("name", "payload", "command"),
    [
        ("light", b'{"state":"ON","brightness":64}', Light("ON", 64)),
        ("light", b'{"state":"OFF","transition":2}', Light("OFF")),
        ("light", b'{"state":"ON","effect":"reef"}', Light("ON", None, "reef")),
        ("light", b'{"state":"ON","effect":"../../etc/passwd"}', None),
        ("light", b'{"state":"ON","brightness":256}', None),
        ("light", b'{"state":"perhaps"}', None),
        ("light", b"[" * MOST_BYTES, None),
        ("light", b"\xff", None),
        ("mode", b"evening", "evening"),
        ("mode", b"party", None),
        ("call", b"PRESS", Call()),
        ("call", b"x" * (MOST_BYTES + 1), None),
        ("state", b"{}", None),
    ],
)
def test_commands(name, payload, command):
    """Anything else is nothing."""
    topic = TOPICS.of("state") if name == "state" else TOPICS.of(f"{name}/set")
    assert command_of(TOPICS, ALL, MACHINE, topic, payload) == command


@given(st.binary(max_size=200), st.sampled_from([*accepted(TOPICS, ALL), "homeassistant/status", "x"]))
def test_nothing_that_comes_raises(payload, topic):
    """Whatever it is, it is a command or none."""
    found = command_of(TOPICS, ALL, MACHINE, topic, payload)
    assert found is None or isinstance(found, Light | Call) or found in MODES
