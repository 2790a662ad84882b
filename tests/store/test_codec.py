"""What is stored is read back as it was, and a log of an older version of the program means what it meant."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from pearlboard.errors import BadInput
from pearlboard.games.perladora.rules.notation import record_from_json
from pearlboard.games.perladora.rules.play import play
from pearlboard.games.perladora.rules.scoring import score
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
from pearlboard.games.perladora.stored import OLD
from pearlboard.games.values import TABLE, Outcome
from pearlboard.geometry import edge, space
from pearlboard.screens.archive import _replayed
from pearlboard.session import facts
from pearlboard.session.questions import package_of
from pearlboard.store.chain import link
from pearlboard.store.codec import DECODERS, NAMES, decode, encode
from pearlboard.store.log import FactLog, StoredGame, _entry
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
    facts.TakenBack(None),
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
GOLDEN = {
    path.stem: json.loads(path.read_text(encoding="utf-8"))
    for path in sorted(Path(__file__).parent.glob("golden-*.json"))
}
"""Whole logs, as versions of the program wrote them: the standard game, the advanced one with phones, computers."""
every_golden = pytest.mark.parametrize("golden", GOLDEN.values(), ids=GOLDEN)


@pytest.mark.parametrize("fact", FACTS, ids=lambda fact: type(fact).__name__)
def test_every_fact_is_read_back_as_it_was(fact):
    """Encoded and decoded it is the same, secret part included."""
    assert decode(*encode(fact)) == fact


def test_what_is_stored_of_a_sensor_is_its_place():
    """These names and texts are in databases: they are read for ever, and written so."""
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
    assert set(NAMES.values()) | {"step_taken_back"} == set(DECODERS)
    assert {type(fact) for fact in FACTS} | {facts.GameDealt} == kinds


@pytest.mark.parametrize(
    ("name", "form", "body"),
    [
        ("step_played", 2, "{}"),
        ("game_won", 1, "{}"),
        ("step_played", 1, "{}"),
        ("step_played", 1, "[]"),
        ("step_played", 1, "{"),
        ("pearls_laid", 1, '{"farm":"z9"}'),
        ("game_agreed", 1, '{"game":"chess"}'),
        ("step_played", 1, '{"seat":1,"step":["diver","a1"]}'),
    ],
)
def test_what_this_program_never_wrote_is_refused_by_name(name, form, body):
    """A newer form, an unknown fact and a broken body are `BadInput`, whatever is wrong with them."""
    with pytest.raises(BadInput):
        decode(name, form, body)


def test_the_golden_logs_hold_every_kind_of_fact():
    """What released versions wrote."""
    names = {row[3] for golden in GOLDEN.values() for row in golden["rows"]}
    assert names == {*NAMES.values(), "step_taken_back", *OLD} - {
        "begun_from",
        "game_dealt",
        "noted",
        "time_up",
        "turn_timed",
        "game_titled",
        "game_deleted",
        "sensor_left_out",
        "sensor_suspected",
        "sensor_trusted",
    }


@every_golden
def test_the_golden_log_is_linked_as_it_was(golden):
    """The chain of hashes is part of the stored form."""
    chain = b""
    for *parts, linked in golden["rows"]:
        chain = link(chain, *parts)
        assert chain.hex() == linked


@every_golden
def test_the_golden_log_means_what_it_meant(golden):
    """Decoded, and written again in today's form, every row is the same fact; one in today's form is the same text."""
    for _, _, _, name, form, body, *_ in golden["rows"]:
        fact = decode(name, form, body)
        written = encode(fact)
        assert decode(*written) == fact
        assert written == (name, form, body) or name in OLD or name == "step_taken_back" or form < written[1]


@every_golden
def test_the_golden_log_folds_to_the_same_game(golden):
    """Its record, and who won, are what they were when it was played."""
    entries = tuple(_entry((*row[:7], bytes.fromhex(row[7]))) for row in golden["rows"] if row[1] == 1)
    session = _replayed(StoredGame(1, "", entries))
    record = package_of(session).rules.record(session.course)
    assert json.loads(json.dumps(record)) == golden["record"]
    read = record_from_json(record)
    state = read.start
    for turn in read.turns:
        state = play(state, turn)
    result = score(state.public, state.values)
    assert list(result.winners) == golden["result"]["winners"]
    assert dict(result.pearls) == {row["side"]: row["pearls"] for row in golden["result"]["standings"]}


@every_golden
def test_the_golden_log_can_be_appended_to(path, golden):
    """Its rows, put into a database, are verified and go on."""
    FactLog(path).close()
    log = FactLog(path)
    log._connection.executemany(
        "INSERT INTO fact VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        [(*row[:7], bytes.fromhex(row[7])) for row in golden["rows"]],
    )
    log.close()
    log = FactLog(path)
    assert [game.number for game in log.finished_games(9)] == [1]
    assert len(log.last_game()) == sum(row[1] == golden["rows"][-1][1] for row in golden["rows"])
    log.close()


def test_a_fact_of_a_newer_program_is_not_guessed_at():
    """Neither a form that is still to come, though its words could be read, nor a name that nobody knows."""
    name, form, text = encode(facts.GamePaused())
    assert decode(name, form, text) == facts.GamePaused()
    for other in ((name, form + 1, text), (name, form - 1, text), ("game_dreamt", form, text)):
        with pytest.raises(BadInput, match="not known to this version"):
            decode(*other)


@pytest.mark.parametrize("key", ["clock", "deals", "computers", "explains", "began_from"])
def test_a_game_of_before_there_was_such_a_wish_was_agreed_on_without_it(key):
    """An old log says nothing of a clock, of computers, of explanations: there were none."""
    name, form, text = encode(facts.GameAgreed(AGREEMENT))
    body = json.loads(text)
    body.pop(key, None)
    assert decode(name, form, json.dumps(body)) == facts.GameAgreed(AGREEMENT)


def test_what_people_have_written_stands_in_the_store_as_they_wrote_it():
    """Whoever opens the journal with an editor reads the names of games."""
    assert "Grandma’s birthday" in encode(facts.GameTitled(7, "Grandma’s birthday"))[2]
