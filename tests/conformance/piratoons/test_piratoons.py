"""The sample of positions, games and illegal rounds that everybody who plays Piratoons by these rules must agree on."""

import json
from pathlib import Path

import pytest

from pearlboard.cli.analysis import inspect, replay
from pearlboard.errors import BadInput
from pearlboard.games.piratoons.rules.notation import read_record, record_to_json
from pearlboard.games.piratoons.rules.positions import position_from_json, position_to_json
from support.piratoons_games import OF_ROUNDS

pytestmark = pytest.mark.slow

HERE = Path(__file__).parent


def cases(name):
    lines = (HERE / f"sample-{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [pytest.param(case, id=case["id"]) for case in map(json.loads, lines)]


def data(document):
    return json.dumps(document).encode()


@pytest.mark.parametrize("case", cases("positions"))
def test_inspect_agrees_with_the_sample(case):
    """Scores, open parts, best connections and arrangements, key by key."""
    assert inspect(data(case["position"])) == case["expect"]


@pytest.mark.parametrize("case", cases("positions"))
def test_positions_of_the_sample_are_written_as_they_were_read(case):
    """Reading and writing a position changes nothing but the order of what lies on a part, and of the sea."""
    written = position_to_json(position_from_json(case["position"]))
    assert position_to_json(position_from_json(written)) == written
    assert by_meaning(written) == by_meaning(case["position"])


def by_meaning(position):
    ships = [[{**part, "on": sorted(part["on"])} for part in ship] for ship in position["ships"]]
    return {**position, "ships": ships, "sea": sorted(position["sea"])}


@pytest.mark.parametrize("case", cases("games"))
def test_replay_agrees_with_the_sample(case):
    """Every game of the sample is legal to its last round, and what came of each is the same tile by tile."""
    assert replay(data(case)) == case["expect"]


@pytest.mark.parametrize("case", cases("refusals"))
def test_what_the_sample_refuses_is_refused(case):
    """By the number of the round, the seat that is to blame if one is, and the rule."""
    expected = case["expect"]
    whose = "" if expected["seat"] is None else f", seat {expected['seat']}"
    with pytest.raises(BadInput) as refused:
        replay(data({key: case[key] for key in ("start", "rounds")}))
    index = expected["round"] - 1
    said = str(refused.value)
    assert said.startswith(f"rounds[{index}]: round {expected['round']}{whose}: {expected['error']}: ")
    assert said.isprintable()


def test_the_sample_breaks_every_rule_once():
    """So each of the names that `docs/formats.md` lists has been seen."""
    assert {case.values[0]["expect"]["error"] for case in cases("refusals")} == set(OF_ROUNDS)


@pytest.mark.parametrize("case", cases("games"))
def test_records_of_the_sample_are_read_whole(case):
    """No round is left out."""
    record = read_record(data(case))
    assert len(record.rounds) == len(case["rounds"])
    assert record_to_json(record.start, ())["start"] == position_to_json(position_from_json(case["start"]))
