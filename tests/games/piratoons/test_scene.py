"""Whatever differs at the chest is told by lights that no piece covers, without any colour."""

import pytest

from other_games.tables import GameTable
from pearlboard.games.piratoons.board.places import BERTHS, bar
from pearlboard.lights.scene import Role
from support.lamps_apart import all_apart, colourless

SAND = 15_000


@pytest.fixture(scope="module")
def theme():
    return colourless("piratoons")


class Watched:
    """A table of four whose lights are kept, by what they are to say."""

    def __init__(self):
        self.table = GameTable().set_up("piratoons", 4)
        self.scenes = {}

    def keep(self, name):
        """What shines now, and what is covered. Whatever runs once has run out."""
        self.table.do("wait 2000")
        self.table.lighting._step()
        self.scenes[name] = (self.table.lighting._scene, frozenset(self.table.board.pieces))

    def act(self, seat, *action):
        refused = self.table.wish("act", action=list(action), actor=seat)
        assert refused is None, (seat, action, refused)

    def count(self, seat, *places):
        self.act(seat, "count", [int(place in places) for place in range(1, 10)], 0)


def a_round():
    """The scenes of a whole round, by what they are to say, each with what is covered."""
    watched = Watched()
    table = watched.table
    watched.keep("closed, captain 1")
    watched.act(1, "open")
    table.do("a1 b1 c1 f2 c4 d4")
    watched.keep("rush")
    table.do("wait 6000")
    watched.keep("rush, half of the sand")
    table.do(f"wait {SAND}")
    watched.keep("rush, stop may be said")
    assert table.wish("act", action=["stop", []], actor="table") is None
    table.do("wait 600")
    watched.keep("count")
    table.do("e5")
    watched.keep("count, a late piece")
    table.do("-e5 -d4")
    watched.keep("count, a piece is gone")
    table.do("d4")
    watched.count(1, 1)
    watched.count(2, 1, 4)
    watched.keep("count, two have said theirs")
    watched.count(3, 1, 7)
    watched.count(4, 7)
    watched.keep("count, all have said theirs")
    table.do("press end_turn wait 600")
    watched.keep("loot, pieces must go")
    table.do("-a1 -b1 -c1 -f2 -c4 -d4")
    watched.keep("bids")
    for seat, bid in ((1, 3), (2, 2), (3, 1), (4, 0)):
        watched.act(seat, "bid", bid)
        if seat < 4:
            watched.keep(f"bids, {seat} sealed")
    watched.keep("choice of 1")
    table.do("a2")
    watched.keep("choice of 1, tile 3 is chosen")
    table.do("-a2 e3")
    watched.keep("choice of 1, tile 6 is chosen")
    table.do("-e3 b2")
    watched.keep("choice of 1, in another's pocket")
    table.do("-b2")
    for seat in (1, 2, 3):
        tile = next(tile for tile in table.state.now.sale)
        watched.act(seat, "choose", tile, 0)
        if seat < 3:
            watched.keep(f"choice of {seat + 1}")
    rules = table.tabletop.now.game.package.rules
    for seat in (1, 2, 3):
        watched.keep(f"ships, {seat - 1} lie")
        watched.act(seat, *rules.encode(next(iter(rules.legal(rules.view(table.state, seat))))))
    watched.keep("ships, 3 lie")
    assert table.wish("pause") is None
    watched.keep("paused")
    return watched.scenes


@pytest.fixture(scope="module")
def scenes():
    return a_round()


def test_every_phase_is_told_apart_from_every_other(scenes, theme):
    """From the lid to the ships, with whatever must be put right between."""
    all_apart(scenes, theme)


def test_bars_and_sand_are_never_covered_by_what_must_be_lifted(scenes):
    """Which piece is meant stands between the rows, so who has won which tile stays to be seen."""
    shown, _ = scenes["loot, pieces must go"]
    roles = {shown.lights[edge].role for place in BERTHS[:9] for edge in bar(place) if edge in shown.lights}
    assert Role.LIFT not in roles
    assert "piratoons_taken" in roles
