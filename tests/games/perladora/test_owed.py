"""Pieces that the computer has played and people are asked to lay; its turn; what it says of what it did."""

from dataclasses import replace

import pytest

from pearlboard.games.perladora.board.draft import draft
from pearlboard.games.perladora.board.drafts import Said
from pearlboard.games.perladora.rules.notation import step_from_json
from pearlboard.games.perladora.rules.setup import opening
from pearlboard.games.perladora.rules.stages import apply
from pearlboard.games.perladora.rules.state import Clan, Setup
from pearlboard.games.perladora.shown.announcing import advice, announced
from pearlboard.games.values import NOWHERE, TABLE, Verdict
from pearlboard.geometry import site
from pearlboard.screens.catalogues import catalogues
from support.perladora_drafts import BOARD, RULES, lying, names, said, sites, words
from support.sessions import AGREEMENT

STEPS = (["diver", "c4", 4], [["pontoon", "a1-b1"], ["pontoon", "b2-c2"]], ["backup", "c4"], ["pass"])


@pytest.fixture
def state():
    """Anna has a Diver on c4, and Ben is to move."""
    start = opening(replace(AGREEMENT.setup, clans=(Clan.FISHERMEN, Clan.CHILDREN)), 1)
    return apply(start, step_from_json(["diver", "c4", 4]))


def owed_draft(state, owed, *extra, thinking=False, token=None):
    """The draft while these pieces are owed, whether they lie there already or not."""
    table = lying(state, *extra)
    table = replace(
        table,
        sensed=table.sensed - sites(*owed),
        expected=table.expected - sites(*owed),
        owed=sites(*owed),
        thinking=thinking,
    )
    return draft(RULES.view(state, TABLE), table, Said(token=token), confirms_itself=True)


def test_the_next_owed_piece_is_asked_for_by_its_owner_and_place(state):
    """A Diver of Anna's, whichever; nobody is told its value."""
    drafted = owed_draft(state, ["c4"])
    assert (drafted.verdict, names(drafted.put), drafted.action) == (Verdict.UNFINISHED, "c4", None)
    assert words(drafted.sentence) == "For Anna: put any of its Divers face down on c4."


def test_two_pontoons_are_asked_for_one_by_one(state):
    """The second is named, and asked for when the first has come."""
    state = apply(state, step_from_json([["pontoon", "a1-b1"], ["pontoon", "b2-c2"]]))
    drafted = owed_draft(state, ["a1-b1", "b2-c2"])
    assert (names(drafted.put), said(drafted.sentence)) == ("a1-b1", ["lay_owed_more", "lay_owed_pontoon"])
    assert names(owed_draft(state, ["b2-c2"]).put) == "b2-c2"


def test_an_open_diver_is_asked_for_by_its_value():
    """It lies face up, so it must be the tile that was played."""
    setup = Setup(2, (Clan.CHILDREN, Clan.FORAGERS), AGREEMENT.setup.farms, advanced=True)
    state = apply(opening(setup, 1), step_from_json(["children", "c4", 5]))
    assert words(owed_draft(state, ["c4"]).sentence) == "For Anna: put its Diver worth 5 on c4, face up."


def test_an_early_piece_beside_what_is_owed_waits(state):
    """It may be Ben's own; it is no draft yet, and nothing is wrong."""
    drafted = owed_draft(state, ["c4"], "e2")
    assert (drafted.verdict, drafted.lift, names(drafted.put)) == (Verdict.UNFINISHED, NOWHERE, "c4")
    assert "What lies on e2 counts after that" in words(drafted.sentence)


@pytest.mark.parametrize(
    ("extra", "thinking", "wrong"), [(["d1"], False, "d1"), (["e2", "g2"], False, "g2"), (["e2"], True, "e2")]
)
def test_a_piece_in_a_wrong_place_is_shown(state, extra, thinking, wrong):
    """One that the next player could not lay, or any when that is a computer, too."""
    drafted = owed_draft(state, ["c4"], *extra, thinking=thinking)
    assert (drafted.verdict, names(drafted.lift), names(drafted.put)) == (Verdict.ILLEGAL, wrong, "c4")
    assert f"What lies on {wrong} is wrong there" in words(drafted.sentence)


def test_while_the_computer_thinks_nothing_is_a_draft(state):
    """Early pieces are named, never judged and never played."""
    table = replace(lying(state), thinking=True)
    drafted = draft(RULES.view(state, TABLE), table, Said(), confirms_itself=True)
    assert (drafted.action, words(drafted.sentence)) == (None, "Ben is thinking.")
    early = draft(RULES.view(state, TABLE), replace(lying(state, "e2"), thinking=True), Said(), confirms_itself=True)
    assert (early.action, early.complete, early.sites) == (None, False, sites("e2"))
    assert early.verdict is Verdict.UNFINISHED


def test_a_piece_in_the_way_of_an_owed_one_is_to_be_lifted(state):
    """It came before the computer had chosen."""
    table = replace(lying(state, "c4"), expected=NOWHERE, owed=sites("c4"), must_lift=sites("c4"))
    drafted = draft(RULES.view(state, TABLE), table, Said(), confirms_itself=True)
    assert (drafted.sentence.name, drafted.lift) == ("owed_in_the_way", sites("c4"))


@pytest.mark.parametrize("step", STEPS)
def test_what_is_announced_holds_no_value(state, step):
    """The same words for every value that a Diver face down can have."""
    told = announced(state.public, 1, step_from_json(step))
    assert "value" not in dict(told.parameters)
    if step[0] == "diver":
        assert {announced(state.public, 1, step_from_json([*step[:2], value])) for value in range(1, 6)} == {told}


@pytest.mark.parametrize(
    "step", [*STEPS, ["fishermen", "a1-b1"], ["children", "e2", 3], ["foragers", "c4"], ["elders", "c4"]]
)
def test_every_step_can_be_announced_and_advised(state, step):
    """In every language; where it is laid or played is told."""
    read = step_from_json(step)
    for language, catalogue in catalogues().items():
        for told in (announced(state.public, 2, read), advice(read)):
            assert all(catalogue.at(place).split(" ", 1)[1] in words(told, language) for place in BOARD.places(read))


def test_places_are_where_a_step_is_laid_or_aimed():
    """A token's target too, though nothing that is sensed is laid there."""
    assert BOARD.places(step_from_json(["elders", "c4"])) == {site("c4")}
    assert BOARD.lays(step_from_json(["elders", "c4"])) == NOWHERE
