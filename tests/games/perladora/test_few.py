"""Near the end of a game the few places that are left are shown without being asked for."""

import pytest

from pearlboard.games.perladora.board import hints
from pearlboard.games.perladora.rules.view import view
from pearlboard.games.perladora.shown.screen import screen
from pearlboard.games.values import TABLE, Moment
from pearlboard.geometry import edge
from support.perladora_boards import ALL_FULL, EMPTY, few_left, whole_set
from support.tabling import TestTable


def nearly_full(free, pontoons_left=0, **parts):
    """So many spaces are free, and so many Pontoons are left."""
    drawing = ALL_FULL.replace("1", ".", free - free // 2).replace("2", ".", free // 2)
    return few_left(pontoons_left, drawing=drawing, values=whole_set(drawing), **parts)


def shown(state, **moment):
    return screen(view(state, TABLE), Moment(**moment))["hints"]


@pytest.mark.parametrize(("free", "few"), [(0, False), (1, True), (6, True), (7, False)])
def test_six_places_or_fewer_are_few(free, few):
    """And none is not: nobody has anything to lay."""
    assert hints.few(nearly_full(free).public) is few


def test_lines_count_as_places():
    """Six spaces are few only where no Pontoon can be laid besides."""
    state = nearly_full(6, 1)
    assert hints.hints(state.public).edges
    assert not hints.few(state.public)
    assert not hints.few(few_left(0, drawing=EMPTY).public)


def test_unasked_only_what_is_open_is_shown():
    """Without the lines that are forbidden; whoever asks sees these, too."""
    state = nearly_full(4)
    quiet, asked = shown(state, few=True), shown(state, few=True, hinting=True)
    assert (quiet["asked"], quiet["forbidden"]) == (False, [])
    assert (len(quiet["spaces"]), quiet["spaces"]) == (4, asked["spaces"])
    assert (asked["asked"], bool(asked["forbidden"])) == (True, True)
    assert shown(state) is None


@pytest.mark.parametrize(("mode", "seen"), [("off", False), ("request", True)])
def test_a_table_without_hints_keeps_them_to_itself(mode, seen, monkeypatch):
    """Only where they can be asked for; the lights show the same as the page."""
    monkeypatch.setattr(hints, "FEW", 200)
    table = TestTable().begin(2, hints=mode)
    now, found = table.tabletop.now, table.screen()["hints"]
    assert now.requests.few is seen
    assert (found is not None) is seen
    lit = {mark.role for mark in table.lighting._scene.lights.values()}
    assert ("legal_space" in lit) is seen
    assert ("forbidden_edge" in lit) is False
    if seen:
        assert str(edge("a1-b1")) in found["edges"]
