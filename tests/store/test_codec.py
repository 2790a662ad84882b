"""Encoding and decoding of facts, and refusal of everything else."""

import json
from dataclasses import replace

import pytest

from pearlboard.errors import BadInput
from pearlboard.games.perladora.rules.steps import (
    AgreeOnValues,
    Begin,
    Children,
    Counted,
    Elders,
    Fishermen,
    Foragers,
    LayPearls,
    LayPontoons,
    Pass,
    PlaceBackup,
    PlaceDiver,
    SayValue,
    ShowTerritory,
    TellValue,
)
from pearlboard.games.values import TABLE, Outcome
from pearlboard.geometry import edge, space
from pearlboard.session import facts
from pearlboard.store.codec import DECODERS, NAMES, decode, encode
from support.sessions import AGREEMENT

STEPS = (
    PlaceDiver(space("c4"), 5),
    PlaceDiver(space("c4")),
    LayPontoons((edge("a1-b1"),)),
    LayPontoons((edge("a1-b1"), edge("b2-c2"))),
    PlaceBackup(space("c4")),
    Pass(),
    Fishermen(edge("a1-b1")),
    Children(space("c4"), 3),
    Foragers(space("c4")),
    Elders(space("c4")),
)
TOGETHER = (
    LayPearls(space("d1")),
    Begin(),
    SayValue(space("c4"), 4),
    SayValue(space("c4"), None),
    ShowTerritory(3),
    AgreeOnValues(),
    Counted(),
)
FACTS = (
    facts.GameAgreed(AGREEMENT),
    *(facts.Acted("perladora", TABLE, action) for action in TOGETHER),
    *(facts.Acted("perladora", 2, step) for step in STEPS),
    facts.Noted("perladora", 2, TellValue(space("c4"), 4)),
    facts.Noted("perladora", 2, TellValue(space("c4"), None)),
    facts.TakenBack(7),
    facts.TimeUp("bids"),
    facts.TurnTimed(15_000),
    facts.BegunFrom("perladora", ((TABLE, Begin()), (1, PlaceDiver(space("c4"), 5)))),
    facts.GameAgreed(replace(AGREEMENT, began_from=(7, 12))),
    facts.GameAgreed(replace(AGREEMENT, clock=3)),
    facts.GameEnded(Outcome({1: 1, 2: 2}, {1: 30, 2: -1})),
    facts.GameAgreed(replace(AGREEMENT, computers=(None, "hard"))),
    facts.SeatHandedOver(2, "easy"),
    facts.SeatHandedOver(2, None),
    facts.SeatTaken(2, "digest"),
    facts.SeatFreed(2),
    facts.HostNamed("digest"),
    facts.GamePaused(),
    facts.GameResumed(),
    facts.GameAbandoned(),
    facts.GameClosed(),
    facts.GameTitled(7, "Grandma’s birthday"),
    facts.GameDeleted(7),
    facts.SensorLeftOut(space("c4")),
    facts.SensorSuspected(edge("c4-d4")),
    facts.SensorTrusted(edge("a1-b1")),
)


@pytest.mark.parametrize("fact", FACTS, ids=lambda fact: type(fact).__name__)
def test_every_fact_is_read_back_as_it_was(fact):
    """Encoded and decoded it is the same, secret part included."""
    assert decode(*encode(fact)) == fact


def test_facts_about_sensors_store_the_site():
    """These names and texts are in databases, so they must never change."""
    for name, fact in {
        "sensor_left_out": facts.SensorLeftOut(space("c4")),
        "sensor_suspected": facts.SensorSuspected(space("c4")),
        "sensor_trusted": facts.SensorTrusted(space("c4")),
    }.items():
        assert encode(fact) == (name, 1, '{"site":"c4"}')
        assert decode(name, 1, '{"site":"c4"}') == fact


def test_every_kind_of_fact_has_a_name_and_a_decoder():
    """No fact is forgotten when one is added."""
    kinds = set(facts.Fact.__args__)
    assert set(NAMES) == kinds
    assert set(NAMES.values()) == set(DECODERS)
    assert {type(fact) for fact in FACTS} | {facts.GameDealt} == kinds


@pytest.mark.parametrize(
    ("name", "form", "body"),
    [
        ("acted", 2, '{"game":"perladora","actor":1,"action":["begin"]}'),
        ("game_won", 1, "{}"),
        ("acted", 1, "{}"),
        ("acted", 1, "[]"),
        ("acted", 1, "{"),
        ("acted", 1, '{"game":"perladora","actor":"table","action":["lay_pearls","z9"]}'),
        ("acted", 1, '{"game":"perladora","actor":1,"action":["diver","a1"]}'),
        ("game_agreed", 4, '{"game":"perladora"}'),
        ("game_agreed", 3, encode(facts.GameAgreed(AGREEMENT))[2]),
        ("step_played", 1, '{"seat":1,"step":["pass"]}'),
    ],
)
def test_anything_that_this_program_never_wrote_is_refused(name, form, body):
    """Another form, an unknown fact and a broken body are `BadInput`, whatever is wrong with them."""
    with pytest.raises(BadInput):
        decode(name, form, body)


DEEP = "[" * 100_000 + "]" * 100_000


def agreed(**told):
    """The stored form of an agreement with these additional fields."""
    return json.dumps(json.loads(encode(facts.GameAgreed(AGREEMENT))[2]) | told)


@pytest.mark.parametrize(
    ("name", "body"),
    [
        ("acted", f'{{"game":"perladora","actor":1,"action":{DEEP}}}'),
        ("acted", '{"game":"perladora","actor":1,"action":["diver","c4",NaN]}'),
        ("acted", '{"game":"perladora","actor":7,"action":["pass"]}'),
        ("acted", '{"game":"perladora","actor":"nobody","action":["pass"]}'),
        ("acted", f'{{"game":"perladora","actor":1,"action":["{"x" * 300_000}"]}}'),
        ("game_titled", '{"number":1,"title":"\\ud800"}'),
        ("game_titled", json.dumps({"number": 1, "title": "x" * 61})),
        ("game_titled", '{"number":"1","title":"x"}'),
        ("game_titled", '{"number":1e3,"title":"x"}'),
        ("game_deleted", f'{{"number":{10**30}}}'),
        ("game_ended", '{"places":{"x":1},"points":{}}'),
        ("game_ended", f'{{"places":{{"1":1}},"points":{{"1":{10**400}}}}}'),
        ("game_paused", '{"more":1}'),
        ("seat_taken", '{"seat":0,"key":""}'),
        ("taken_back", '{"to_version":-1}'),
        ("turn_timed", '{"used_ms":true}'),
        ("game_agreed", agreed(names=["Anna", "B" * 25])),
        ("game_agreed", agreed(names=["Anna", "B" * 3_000_000])),
        ("game_agreed", agreed(names=["Anna", "\ud800"])),
        ("game_agreed", agreed(names=["Anna", "\u202eneB"])),
        ("game_agreed", agreed(names=["Anna", ""])),
        ("game_agreed", agreed(clock=61)),
        ("game_agreed", agreed(computers=["x" * 17, None])),
        ("game_agreed", agreed(began_from=[1])),
        ("game_agreed", agreed(first=7)),
    ],
)
def test_values_that_no_form_accepts_are_no_facts(name, body):
    """A crafted backup may have right hashes; its contents are bounded like the form's."""
    form = 4 if name == "game_agreed" else 1
    with pytest.raises(BadInput):
        decode(name, form, body)


def test_brackets_in_a_text_are_not_depth():
    """Brackets inside texts are no nesting."""
    title = "[{" * 30
    assert decode(*encode(facts.GameTitled(1, title))) == facts.GameTitled(1, title)


def test_a_fact_of_a_newer_program_is_not_guessed_at():
    """Neither a future form, although its JSON could be read, nor an unknown name."""
    name, form, text = encode(facts.GamePaused())
    assert decode(name, form, text) == facts.GamePaused()
    for other in ((name, form + 1, text), (name, form - 1, text), ("game_dreamt", form, text)):
        with pytest.raises(BadInput, match="not known to this version"):
            decode(*other)


@pytest.mark.parametrize("key", ["clock", "deals", "computers", "began_from", "peek_own"])
def test_an_agreement_that_lacks_something_is_refused(key):
    """All fields of the agreement's only form are mandatory, the game's own part included."""
    name, form, text = encode(facts.GameAgreed(AGREEMENT))
    body = json.loads(text)
    del (body if key in body else body["setup"])[key]
    with pytest.raises(BadInput, match=key):
        decode(name, form, json.dumps(body))


def test_peoples_texts_are_stored_as_they_wrote_them():
    """People who open the journal in an editor can read the games' titles."""
    assert "Grandma’s birthday" in encode(facts.GameTitled(7, "Grandma’s birthday"))[2]
