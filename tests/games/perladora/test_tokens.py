"""Which tokens are open, where they may be played, and why not: from drawn positions, and against the rules."""

import random
from dataclasses import replace
from itertools import cycle

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pearlboard.games.perladora.board.tokens import BACKUP, POWER, kind_of, played_on, targets
from pearlboard.games.perladora.rules.play import apply, judge
from pearlboard.games.perladora.rules.refusals import IllegalStep
from pearlboard.games.perladora.rules.steps import Elders
from pearlboard.games.perladora.rules.targets import backup_spaces, legal_edges, look_spaces, necklace_spaces
from pearlboard.geometry import GRID, Edge, space
from pearlboard.texts import say
from support.perladora_boards import (
    ALL_FULL,
    EMPTY,
    FULL_CORNER,
    ONE_OF_EACH,
    few_left,
    position,
    random_opening,
    random_turn,
    whole_set,
)
from support.perladora_drafts import clans, tokens, words

NEVER_MET = """
1 1|2 P . . . .

1 P|. . . P . P
- -
. . . . . . . .

P . . . P . . .

. . P . . . P .
"""
APART = NEVER_MET.replace("1 P|", ". P|")
THREE = cycle("231")
OF_THREE = "".join(next(THREE) if mark in "12" else mark for mark in ALL_FULL)


def advanced(drawing, clan, **parts):
    return position(drawing, advanced=True, clans=clans(clan), **parts)


def test_a_standard_game_has_no_tokens():
    """And neither has one that is over."""
    assert tokens(position(ONE_OF_EACH)) == {}
    assert tokens(advanced(ONE_OF_EACH, "elders", done=[True, True])) == {}


@pytest.mark.parametrize(
    ("why", "clan", "drawing", "parts"),
    [
        (None, "fishermen", EMPTY, {}),
        (None, "children", EMPTY, {}),
        (None, "foragers", ONE_OF_EACH, {}),
        (None, "elders", ONE_OF_EACH, {}),
        ("no_power_left", "elders", ONE_OF_EACH, {"powers": [0, 2]}),
        ("power_without_diver", "children", ONE_OF_EACH, {"hands": [{}, {"1": 3}]}),
        ("power_without_space", "children", OF_THREE, {"players": 3, "values": whole_set(OF_THREE, 3)}),
        ("power_without_forager", "foragers", ONE_OF_EACH.replace("1 2", ". 2"), {}),
        ("power_nobody_near", "foragers", APART, {}),
        ("power_too_late", "foragers", NEVER_MET, {}),
        ("power_nobody_to_look_at", "elders", EMPTY, {}),
        ("power_nobody_to_look_at", "elders", EMPTY, {"players": 4}),
        ("power_no_opponent_to_look_at", "elders", ONE_OF_EACH.replace("1 2", "1 1"), {"elders_own": False}),
    ],
)
def test_why_a_power_cannot_be_played_is_said_before_anybody_tries(why, clan, drawing, parts):
    """Each clan has reasons of its own, in words of both languages."""
    assert tokens(advanced(drawing, clan, **parts))["power"] == why


def test_there_is_no_line_for_the_fishermen():
    """No Pontoon left, or none that may lie anywhere."""
    assert tokens(few_left(0, advanced=True, clans=clans("fishermen")))["power"] == "power_without_pontoon"
    assert tokens(few_left(1, advanced=True, clans=clans("fishermen")))["power"] is None
    state, rng = advanced(EMPTY, "fishermen"), random.Random(3)
    while lines := GRID.edges_in(legal_edges(state.public)):
        pontoons = state.public.pontoons | GRID.bit[rng.choice(lines)]
        state = state.changed(public=replace(state.public, pontoons=pontoons))
    assert state.public.pontoons_left == 1
    assert tokens(state)["power"] == "power_without_line"


def test_a_power_that_would_leave_nothing_to_do_is_not_open():
    """Ruling 10: the last Pontoon without a Diver; the last Diver without a Pontoon."""
    parts = {"advanced": True, "backups": [False, True]}
    fishermen = few_left(1, clans=clans("fishermen"), hands=[{}, {"1": 2}], **parts)
    assert tokens(fishermen)["power"] == "no_main_action_left"
    children = few_left(0, clans=clans("children"), hands=[{"1": 1}, {"1": 1}], **parts)
    assert tokens(children)["power"] == "no_main_action_left"


def test_a_power_is_played_once_a_turn():
    """After it only the Backup is left to be played."""
    looked = apply(advanced(FULL_CORNER, "elders"), Elders(space("b1")))
    assert tokens(looked) == {"power": "power_already_played", "backup": None}


@pytest.mark.parametrize(
    ("why", "drawing", "parts"),
    [
        (None, FULL_CORNER, {}),
        ("no_backup_left", FULL_CORNER, {"backups": [False, True]}),
        ("backup_without_diver", ONE_OF_EACH.replace("1 2", ". 2"), {}),
        ("backup_too_early", ONE_OF_EACH, {}),
        ("backup_everywhere", FULL_CORNER, {"backed": ["b1"]}),
    ],
)
def test_why_the_backup_cannot_be_played_is_said_before_anybody_tries(why, drawing, parts):
    """No token, no Diver, no full territory, or no room in any."""
    assert tokens(advanced(drawing, "elders", **parts))["backup"] == why


def test_reasons_are_sentences():
    """In words for both languages, without anything left to fill in."""
    reasons = [
        "no_power_left",
        "power_already_played",
        "no_main_action_left",
        "no_backup_left",
        "power_without_pontoon",
        "power_without_line",
        "power_without_diver",
        "power_without_space",
        "power_without_forager",
        "power_too_late",
        "power_nobody_near",
        "power_nobody_to_look_at",
        "power_no_opponent_to_look_at",
        "backup_without_diver",
        "backup_too_early",
        "backup_everywhere",
    ]
    for language in ("en", "fr"):
        assert all(words(say(reason), language).endswith(".") for reason in reasons)


def legal(state, kind, site):
    try:
        judge(state.public, None, played_on(kind, site))
    except IllegalStep:
        return False
    return True


@pytest.mark.slow
@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32), st.integers(3, 60))
def test_targets_are_where_the_rules_allow_the_token(seed, played):
    """Every site of the board, tried one by one, on random positions."""
    rng = random.Random(seed)
    state = random_opening(rng)
    for _ in range(played):
        if not state.public.over:
            _, state = random_turn(state, rng)
    if state.public.over or not state.public.setup.advanced:
        return
    public = state.public
    for token in (POWER, BACKUP):
        kind = kind_of(public, token)
        pool = GRID.edges if kind == "fishermen" else GRID.spaces
        open_to = {site for site in pool if legal(state, kind, site)}
        if token == POWER and not public.powers[public.to_move - 1]:
            assert open_to == set()
        else:
            assert targets(public, token) == open_to
        reach = {"foragers": necklace_spaces, "elders": look_spaces, "backup": backup_spaces}.get(kind)
        if reach is not None and open_to:
            assert open_to == set(GRID.spaces_in(reach(public)))
        assert all(isinstance(site, Edge) == (kind == "fishermen") for site in open_to)
        assert (tokens(state)[token] is None) == bool(open_to)


def test_a_token_is_for_its_own_kind_of_site():
    """Whoever mixes them up is told."""
    with pytest.raises(TypeError, match="elders"):
        played_on("elders", GRID.edges[0])
    assert played_on("elders", GRID.spaces[0]) == Elders(GRID.spaces[0])
