"""Lights, cue and sentence of the running table speak of the same thing: what is said is what is lit, and where."""

import pytest

from pearlboard.games.perladora.board.roles import Own
from pearlboard.lights.scene import Cue, Role
from pearlboard.lights.shapes import uncovered
from tabling import TestTable

SITUATIONS = [
    # script, from a game of two with c4 laid by Anna; the sentence; the role that must be lit; the cue
    ("wait 1", "invite_any", Role.TURN, None),
    ("e2", "confirms_itself", Role.COUNTDOWN, Cue.PLACED),
    ("a1-b1", "single_pontoon", Role.CONFIRM, Cue.PLACED),
    ("a1-b1 a1-a2", "lift_because", Own.TOO_SMALL, Cue.ILLEGAL),
    ("e2 f3", "two_divers", Role.ILLEGAL_END, Cue.ILLEGAL),
    ("d1", "piece_on_farm", Role.ILLEGAL_END, Cue.ILLEGAL),
    ("e2 a1-b1", "diver_and_pontoon", Role.ILLEGAL_END, Cue.ILLEGAL),
    ("-c4 wait 1000", "tile_looked_at", Role.WAITING, None),
    ("-c4 wait 6000", "put_back", Role.MISSING, Cue.MISSING),
    ("-c4 e2 wait 6000", "put_back_first", Role.MISSING, Cue.MISSING),
    ("press end_turn 2500", "lift_taken_back", Role.LIFT, None),
    ("press end_turn", "upside_down", Role.ASK, Cue.ASK),
    ("shift 1 wait 500", "board_frozen", Role.FROZEN, Cue.FROZEN),
]


@pytest.mark.parametrize(("script", "name", "role", "cue"), SITUATIONS)
def test_what_is_said_is_what_is_lit(script, name, role, cue):
    """The role that goes with a sentence shines where no piece covers it, and its cue was heard."""
    table = TestTable().begin().do("c4 wait 3500").do(script)
    lighting = table.lighting
    assert sentence_name(table) == name
    seen = uncovered(table.tabletop.now.board.table.sensed)
    assert role in {mark.role for light, mark in lighting._scene.lights.items() if light in seen}
    if cue is not None:
        assert lighting.cue[1] == cue


@pytest.mark.parametrize(("script", "name", "role", "cue"), SITUATIONS)
def test_nothing_else_is_asked_by_light(script, name, role, cue):
    """Of the roles that ask for a deed, only those shine that the sentence speaks of."""
    del name, cue
    deeds = {
        Role.ILLEGAL_END,
        Own.TOO_SMALL,
        Role.MISSING,
        Own.GONE,
        Role.OWED,
        Role.LIFT,
        Role.FOREIGN,
        Role.ASK,
        Role.FROZEN,
    }
    together = {Own.TOO_SMALL: {Role.ILLEGAL_END, Own.TOO_SMALL}, Role.WAITING: {Role.OWED}}
    table = TestTable().begin().do("c4 wait 3500").do(script)
    lit = {mark.role for mark in table.lighting._scene.lights.values()} & deeds
    assert lit <= together.get(role, {role})


def sentence_name(table):
    """The name of what the table says."""
    from pearlboard.table.speech import sentence

    return sentence(table.tabletop.now).name
