"""The sample of positions, games and refused documents that everybody who plays Pearls by these rules must agree on."""

import json
from pathlib import Path

import pytest

from pearlboard.cli.analysis import inspect, perft_of, replay
from pearlboard.errors import BadInput
from pearlboard.games.pearls.rules.positions import position_from_json, position_to_json

pytestmark = pytest.mark.slow

HERE = Path(__file__).parent
COMMANDS = {"inspect": inspect, "replay": replay}


def cases(name):
    lines = (HERE / f"sample-{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [pytest.param(case, id=case["id"]) for case in map(json.loads, lines)]


def data(document):
    return json.dumps(document).encode()


def by_meaning(answer):
    """The turns in any order."""
    return {**answer, "takes": sorted(answer["takes"]), "places": sorted(answer["places"])}


@pytest.mark.parametrize("case", cases("positions"))
def test_inspect_agrees_with_the_sample(case):
    """Legal turns, scores and winners, key by key."""
    expected = {key: value for key, value in case["expect"].items() if key != "perft"}
    assert by_meaning(inspect(data(case["position"]))) == by_meaning(expected)


@pytest.mark.parametrize("case", cases("positions"))
def test_perft_agrees_with_the_sample(case):
    """At every depth that it tells."""
    counted = [perft_of(depth)(data(case["position"]))["turns"] for depth in range(len(case["expect"]["perft"]) + 1)]
    assert counted == [1, *case["expect"]["perft"]]


@pytest.mark.parametrize("case", cases("positions"))
def test_positions_of_the_sample_are_written_as_they_were_read(case):
    """Reading and writing a position changes nothing."""
    assert position_to_json(position_from_json(case["position"])) == case["position"]


@pytest.mark.parametrize("case", cases("games"))
def test_replay_agrees_with_the_sample(case):
    """Every game of the sample is legal to its last turn, and its end is the same card by card."""
    assert replay(data(case)) == case["expect"]


@pytest.mark.parametrize("case", cases("refused"))
def test_what_the_sample_refuses_is_refused(case):
    """A turn against the rules with its number, seat and rule; any other document with its place and what is wrong."""
    with pytest.raises(BadInput) as refused:
        COMMANDS[case["command"]](data(case["document"]))
    assert str(refused.value).isprintable()
    if "rule" in case:
        assert f"turn {case['turn']}, seat {case['seat']}: {case['rule']}: " in str(refused.value)
    else:
        assert ": turn " not in str(refused.value)
