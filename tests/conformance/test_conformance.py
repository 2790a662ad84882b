"""The sample of positions and games that everybody who plays Perladöra by these rules must agree on."""

import json
from pathlib import Path

import pytest

from pearlboard.cli.analysis import inspect, replay
from pearlboard.games.perladora.rules.notation import position_from_json, position_to_json
from pearlboard.games.perladora.rules.play import play
from pearlboard.games.perladora.rules.turns import count_turns, turns

pytestmark = pytest.mark.slow

HERE = Path(__file__).parent


def cases(name):
    return [
        pytest.param(case, id=case["id"])
        for case in map(json.loads, (HERE / name).read_text(encoding="utf-8").splitlines())
    ]


@pytest.mark.parametrize("case", cases("positions.jsonl"))
def test_inspect_agrees_with_the_sample(case):
    """Every key of the sample, territory by territory."""
    answer = inspect(json.dumps(case["position"]).encode())
    expected = case["expect"]
    by_first_space = {part["spaces"][0]: part for part in answer["territories"]}
    assert by_first_space == {part["spaces"][0]: part for part in expected["territories"]}
    assert {key: answer[key] for key in expected if key != "territories"} == {
        key: value for key, value in expected.items() if key != "territories"
    }


@pytest.mark.parametrize("case", cases("games.jsonl"))
def test_replay_agrees_with_the_sample(case):
    """Every game of the sample is legal to its last turn, is over then, and is scored alike."""
    answer = replay(json.dumps({"start": case["start"], "turns": case["turns"]}).encode())
    assert answer["over"]
    assert {key: answer[key] for key in case["expect"]} == case["expect"]


@pytest.mark.parametrize("case", cases("positions.jsonl"))
def test_positions_of_the_sample_are_written_as_they_were_read(case):
    """Reading and writing a position changes nothing."""
    assert position_to_json(position_from_json(case["position"])) == case["position"]


@pytest.mark.parametrize(
    "case", [case for case in cases("positions.jsonl") if case.values[0]["expect"]["turns"] < 2000]
)
def test_listed_turns_are_as_many_as_counted_all_different_and_all_legal(case):
    """The list, the count and the judge are three ways to say the same."""
    state = position_from_json(case["position"])
    listed = list(turns(state))
    assert len(listed) == len(set(listed)) == count_turns(state)
    for turn in listed:
        play(state, turn)
