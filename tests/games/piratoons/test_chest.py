"""The chest at the table: rush, stop, late and vanished pieces, counting, buying by a piece; in virtual time."""

import pytest

from other_games.tables import GameTable
from pearlboard.games.piratoons.board.places import BERTHS, HOURGLASS, SEA, bar, pocket, whose
from pearlboard.games.piratoons.rules.actions import Choose, Plundered, Stop
from pearlboard.games.piratoons.rules.state import Stage
from pearlboard.geometry import GRID

SAND = 15_000


@pytest.fixture
def table():
    """A game of two, before the first chest is opened."""
    return GameTable().set_up("piratoons", 2)


@pytest.fixture
def rush(table):
    """The chest is open, and the sand runs."""
    assert table.wish("act", action=["open"], actor=1) is None
    return table


@pytest.fixture
def counted(rush):
    """Anna was on tile 1 and Ben on 1 and 2 when somebody said stop; all have counted."""
    rush.do("a1 b1 f1").do(f"wait {SAND}")
    assert rush.wish("act", action=["stop", []], actor="table") is None
    rush.do("wait 600")
    assert rush.wish("act", action=["count", [2, 0, 0, 0, 0, 0, 0, 0, 0], 0], actor=1) is None
    assert rush.wish("act", action=["count", [1, 3, 0, 0, 0, 0, 0, 0, 0], 0], actor=2) is None
    return rush


def stage(table):
    return table.page()["stage"].split()[0]


def roles(table):
    """What shines, by light."""
    return {str(light): mark.role for light, mark in table.lighting._scene.lights.items()}


# --- where everything is -------------------------------------------------------------------------------------------


def test_every_space_is_a_pocket_of_one_seat_on_one_tile():
    """Ten berths of four."""
    assert sorted(whose(place) for place in GRID.spaces) == [(place, seat) for place in BERTHS for seat in range(1, 5)]
    assert all(whose(pocket(place, seat)) == (place, seat) for place in BERTHS for seat in range(1, 5))
    assert [str(pocket(place, 1)) for place in (1, 2, 7, 9, SEA)] == ["a1", "e1", "a4", "a5", "e5"]


def test_bars_and_sand_are_covered_by_nothing():
    """They are lines, and share no light."""
    lines = [edge for place in BERTHS for edge in bar(place)] + list(HOURGLASS)
    assert len(lines) == len(set(lines)) == 35


# --- the rush ------------------------------------------------------------------------------------------------------


def test_the_lid_is_lifted_on_a_clear_board(table):
    """Whatever was left from before must go."""
    table.do("c3")
    assert table.page()["lift"] == ["c3"]
    table.do("-c3 wait 300")
    assert table.wish("act", action=["open"], actor=1) is None
    assert stage(table) == Stage.PLUNDER


def test_in_the_rush_nothing_is_judged(rush):
    """Pieces come and go, and nothing must be lifted or put."""
    rush.do("a1 b1 f1 -a1 c2 -f1 wait 2000")
    page = rush.page()
    assert (page["lift"], page["put"], page["verdict"]) == ([], [], None)
    assert not rush.session.acts[1:]


def test_stop_cannot_be_said_before_the_sand_is_out(rush):
    """Fifteen seconds are the least; then anybody may."""
    rush.do("a1 wait 14000")
    assert rush.wish("act", action=["stop", []], actor="table") == "too_early"
    rush.do("wait 1000")
    assert rush.wish("act", action=["stop", []], actor="table") is None


def test_the_sand_runs_down_in_five_steps(rush):
    """An edge less every three seconds, then all of it pulses."""
    left = []
    for _ in range(5):
        left.append(sum(role == "piratoons_sand" for role in roles(rush).values()))
        rush.do("wait 3000")
        rush.lighting._step()
    assert left == [5, 4, 3, 2, 1]
    assert sum(role == "piratoons_sand_out" for role in roles(rush).values()) == 5


# --- the stop ------------------------------------------------------------------------------------------------------


def test_what_lay_there_at_the_stop_counts(rush):
    """Who was on which tile; seats that nobody plays, and the sea, say nothing."""
    rush.do(f"a1 b1 f1 c1 e5 wait {SAND}")
    assert rush.wish("act", action=["stop", []], actor="table") is None
    rush.do("wait 600")
    assert rush.session.acts[-1].action == Stop(((1, 1), (1, 2), (2, 2)))
    assert stage(rush) == Stage.COUNT


def test_what_a_page_says_lay_there_is_not_believed(rush):
    """Only the sensors tell."""
    rush.do(f"a1 wait {SAND}")
    assert rush.wish("act", action=["stop", [[5, 1], [6, 2]]], actor="table") is None
    rush.do("wait 600")
    assert rush.session.acts[-1].action == Stop(((1, 1),))


def test_a_piece_after_the_stop_must_be_lifted_and_one_that_is_gone_put_back(rush):
    """Until all have counted, exactly what was seen lies there."""
    rush.do(f"a1 b1 wait {SAND}")
    assert rush.wish("act", action=["stop", []], actor="table") is None
    rush.do("wait 600 e1")
    assert (rush.page()["lift"], "piratoons_late" in rush.tabletop.now.board.draft.sentence.name) == (["e1"], True)
    rush.do("-e1 -b1 wait 600")
    assert rush.page()["put"] == ["b1"]


def test_the_board_button_says_stop(rush):
    """When it is pressed, not when it is let go."""
    rush.do(f"a1 wait {SAND} press end_turn 1500 wait 600")
    assert stage(rush) == Stage.COUNT


# --- count, loot, bids ---------------------------------------------------------------------------------------------


def test_a_bar_pulses_until_all_on_its_tile_have_counted(rush):
    """So everybody sees what is still to be said."""
    rush.do(f"a1 b1 f1 wait {SAND}")
    assert rush.wish("act", action=["stop", []], actor="table") is None
    rush.do("wait 2500")
    rush.lighting._step()
    assert roles(rush)["a1-b1"] == "piratoons_counting"
    assert rush.wish("act", action=["count", [2, 0, 0, 0, 0, 0, 0, 0, 0], 0], actor=1) is None
    assert roles(rush)["a1-b1"] == "piratoons_counting"
    assert rush.wish("act", action=["count", [1, 3, 0, 0, 0, 0, 0, 0, 0], 0], actor=2) is None
    assert roles(rush)["a1-b1"] == roles(rush)["e1-f1"] == "piratoons_counted"


def test_the_loot_is_lit_and_the_pieces_must_go(counted):
    """Anna has two on tile 1 and wins it, Ben tile 2."""
    counted.do("press end_turn wait 600")
    assert isinstance(counted.session.acts[-1].action, Plundered)
    assert stage(counted) == Stage.BIDS
    assert counted.page()["lift"] == ["a1", "b1", "f1"]
    lit = counted.lighting._scene.lights
    assert (lit[GRID.edge("b1-c1")].role, lit[GRID.edge("b1-c1")].seat) == ("piratoons_taken", 1)
    assert (lit[GRID.edge("f1-g1")].role, lit[GRID.edge("f1-g1")].seat) == ("piratoons_taken", 2)
    assert lit[GRID.edge("b2-c2")].role == "piratoons_sale"
    counted.do("-a1 -b1 -f1 wait 300")
    assert counted.page()["lift"] == []


def test_no_sensor_is_doubted_when_pieces_have_just_to_be_lifted(counted):
    """They have lain there for longer than people are given for it; it begins when they are asked."""
    counted.do("wait 60000 press end_turn wait 600")
    assert counted.page()["lift"] == ["a1", "b1", "f1"]
    assert counted.page()["sensors"]["doubtful"] == []
    counted.do("wait 60000")
    assert counted.page()["sensors"]["doubtful"] == ["a1", "b1", "f1"]


def test_a_buyer_chooses_with_a_piece(counted):
    """In the own pocket beside a tile that is for sale; elsewhere it is refused with words."""
    counted.do("press end_turn wait 600 -a1 -b1 -f1 wait 300")
    assert counted.wish("act", action=["bid", 2], actor=1, who=counted.phone(1)) is None
    assert counted.wish("act", action=["bid", 1], actor=2, who=counted.phone(2)) is None
    assert stage(counted) == Stage.CHOICE
    counted.do("b2")
    assert counted.tabletop.now.board.draft.sentence.name == "piratoons_own_pocket"
    counted.do("-b2 wait 300 a1")
    assert counted.tabletop.now.board.draft.sentence.name == "piratoons_nothing_there"
    counted.do("-a1 wait 300 e5")
    assert counted.tabletop.now.board.draft.sentence.name == "piratoons_nothing_there"
    tile = counted.state.now.chest[2]
    counted.do("-e5 wait 300 a2")
    assert counted.page()["verdict"] == "legal"
    counted.do("wait 3200")
    assert counted.session.acts[-1].action == Choose(tile, 3)
    assert counted.page()["lift"] == ["a2"]


def test_a_restart_in_the_rush_begins_the_sand_anew(rush):
    """The pieces still lie there; fifteen seconds are a least, so nothing is invented."""
    rush.do("a1 wait 9000")
    again = rush.reboot()
    again.do("wait 14000")
    assert again.wish("act", action=["stop", []], actor="table") == "too_early"
    again.do("wait 1500")
    assert again.wish("act", action=["stop", []], actor="table") is None
    again.do("wait 600")
    assert again.session.acts[-1].action == Stop(((1, 1),))


def test_the_next_round_begins_when_all_ships_lie(counted):
    """And the next captain opens."""
    counted.do("press end_turn wait 600 -a1 -b1 -f1 wait 300")
    for seat in (1, 2):
        assert counted.wish("act", action=["bid", 0], actor=seat, who=counted.phone(seat)) is None
    assert stage(counted) == Stage.SHIPS
    for seat in (1, 2):
        view = counted.session.state
        action = next(iter(rules(counted).legal(rules(counted).view(view, seat))))
        lay = rules(counted).encode(action)
        assert counted.wish("act", action=lay, actor=seat, who=counted.phone(seat)) is None
    assert stage(counted) == Stage.CLOSED
    assert counted.state.captain == 2


def rules(table):
    return table.tabletop.now.game.package.rules
