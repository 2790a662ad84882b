"""Nothing that players have is lost: every database of version 0.1.0 means, says and shows what it did."""

import json

import pytest

from old_evenings.evenings import CAPTURES, NAMES, TOLD, differences, kept, patch, patched, rows, taken, unpacked

pytestmark = pytest.mark.slow

FACTS = {
    "game_agreed",
    "pearls_laid",
    "game_begun",
    "step_played",
    "step_taken_back",
    "value_said",
    "values_agreed",
    "territory_shown",
    "game_counted",
    "seat_taken",
    "seat_freed",
    "seat_handed_over",
    "host_named",
    "game_paused",
    "game_resumed",
    "game_abandoned",
    "game_closed",
}
STEPS = {"diver", "pontoon", "backup", "pass", "fishermen", "foragers", "children", "elders"}


@pytest.mark.parametrize("name", NAMES)
def test_players_have_what_they_had(name, tmp_path):
    """Pieces, hands, lights, sentences and scores after every fact, and the archive with its records and replays."""
    found = differences(kept(name), list(taken(unpacked(name, tmp_path))))
    assert not found, "\n".join(
        [f"{len(found)} differences; `python tests/old_evenings/evenings.py {name}` tells all of them:", *found[:TOLD]]
    )


def test_all_that_version_0_1_0_could_store_is_in_them(tmp_path):
    """Every kind of fact, the second form of an agreement, every kind of step, and a word that was taken back."""
    every = [row for name in NAMES for row in rows(unpacked(name, tmp_path))]
    assert {row[3] for row in every} == FACTS
    assert {(row[3], row[4]) for row in every} == {*((name, 1) for name in FACTS), ("game_agreed", 2)}
    steps = [json.loads(row[5])["step"] for row in every if row[3] == "step_played"]
    assert {step[0] if isinstance(step[0], str) else step[0][0] for step in steps} == STEPS
    assert None in {json.loads(row[5])["value"] for row in every if row[3] == "value_said"}


def test_every_evening_is_compared():
    """No database is without captures, and no captures without a database."""
    assert sorted(path.stem for path in CAPTURES.iterdir()) == list(NAMES)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ({}, {"a": {"b": 1}}),
        ({"a": {"b": 1}}, {}),
        ({"a": {"b": 1, "c": 2}}, {"a": {"c": 3}}),
        ({"a": 1}, {"a": {}}),
        ({"a": {"b": 1}}, {"a": 1}),
        ({"a": {"b": 1}}, {"a": {}}),
        ({"a": [1, 2]}, {"a": [2]}),
        ({}, {"a": {}}),
    ],
)
def test_what_is_kept_as_a_difference_is_read_whole(before, after):
    """What is new in a capture, put on the one before, makes it."""
    assert patched(before, patch(before, after)) == after
