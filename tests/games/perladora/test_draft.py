"""The draft where few Pontoons are left; drafts at the table are tested in `tests/table`."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from pearlboard.games.perladora.board.draft import draft
from pearlboard.games.perladora.board.drafts import NOTHING_SAID
from pearlboard.games.perladora.rules.notation import position_from_json
from pearlboard.games.perladora.rules.play import legal_edges
from pearlboard.games.perladora.rules.view import view
from pearlboard.games.values import TABLE, Table, Verdict
from pearlboard.geometry import GRID
from support.perladora_boards import few_left
from support.perladora_drafts import read as read_of
from support.perladora_drafts import words

SAMPLE = Path(__file__).parents[2] / "conformance" / "positions.jsonl"


@pytest.fixture
def late():
    """The table's view of a position with 34 Pontoons on the board and lines still open."""
    lines = (json.loads(line) for line in SAMPLE.read_text(encoding="utf-8").splitlines())
    state = next(position_from_json(line["position"]) for line in lines if line["id"] == "c036")
    first = GRID.edges_in(legal_edges(state.public))[0]
    public = replace(state.public, pontoons=state.public.pontoons | GRID.bit[first])
    return view(state.changed(public=public), TABLE)


def read(seen, *extra):
    """The draft of these pieces, beyond what is expected."""
    expected = frozenset(seen.public.divers) | frozenset(GRID.edges_in(seen.public.pontoons))
    return draft(seen, Table(sensed=expected | frozenset(extra), expected=expected, arrivals=extra), NOTHING_SAID)


def test_the_last_pontoon_is_invited_as_one(late):
    """Nobody is told to lay two where only one is left."""
    assert read(late).sentence.name in ("invite_any_last", "invite_last_pontoon")


def test_the_last_pontoon_waits_for_no_second_one(late):
    """It waits for the button, and says so."""
    last = GRID.edges_in(legal_edges(late.public))[0]
    drafted = read(late, last)
    assert drafted.verdict is Verdict.LEGAL
    assert not drafted.complete
    assert drafted.sentence.name == "press_the_button"


LIFTS = {"en": ("lift", "take"), "de": ("nimm",), "fr": ("retirez",)}


@pytest.mark.parametrize("language", LIFTS)
@pytest.mark.parametrize("left", [0, 1])
def test_what_cannot_be_laid_for_want_of_pontoons_is_to_be_lifted_and_is_said_once(left, language):
    """Which one, and not before that "one of them"."""
    drafted = read_of(few_left(left), *("e3-f3", "c3-d3")[: left + 1])
    told = words(drafted.sentence, language).lower()
    assert len(drafted.lift) == 1
    assert sum(told.count(verb) for verb in LIFTS[language]) == 1, told
