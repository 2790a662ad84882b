"""The whole table at a twin of its board: magnets, sensors, wires, the program with its pages, and the strip.

`make twin` plays twenty turns and three games on an emulated Pico. Here it is one turn, where MicroPython for the chip
is at hand (`make test FIRMWARE=RPI_PICO-….uf2`), and a few scenes at a Pi's pins, whose kernel is modelled.
"""

import contextlib
import random
from math import hypot

import pytest

from pearlboard.errors import BadInput
from pearlboard.geometry import GRID, space
from twin import play, scenes
from twin.boards import Pi, Pico, firmware_here
from twin.magnets import LOOKS_US, Magnets, Piece
from twin.table import Twin

pytestmark = pytest.mark.slow

APART_MS = {scenes.by_button: (25.0, -25.0), scenes.by_page: (25.0,)}
"""A Pi reads its chain every twenty milliseconds."""
MINUTE_US = 60_000_000


@pytest.fixture
def at():
    """Twins of boards, which end with the test."""
    with contextlib.ExitStack() as ending:

        def switched_on(hardware, seed=1):
            return ending.enter_context(contextlib.closing(Twin(hardware, seed)))

        yield switched_on


@pytest.mark.skipif(firmware_here() is None, reason="make test FIRMWARE=RPI_PICO-….uf2, with b1.bin beside it")
def test_a_turn_at_the_emulated_chip(at, tmp_path):
    """From a magnet over a Hall switch to the light that a person sees; the button ends the turn."""
    pytest.importorskip("littlefs", reason="make pico installs it")
    twin = at(Pico(*firmware_here()))

    async def a_turn(table):
        await scenes.begin_perladora(table)
        await scenes.turn(table, 0)

    twin.play(a_turn, tmp_path / "games.db")
    assert sum(twin.times[0]) < 400
    assert scenes.replayed(tmp_path / "games.db") == 3


def test_turns_faults_and_a_stop_at_the_pins_of_a_pi(at, tmp_path):
    """Eight turns, two of them illegal first, and a port that fails; Piratoons' stop before and after an output."""
    twin = at(Pi())
    twin.play(lambda table: scenes.perladora(table, 8), tmp_path / "games.db")
    assert scenes.replayed(tmp_path / "games.db") == 10
    stops = scenes.Stops()
    with scenes.quick_sand():
        twin.play(lambda table: scenes.piratoons(table, stops, APART_MS), tmp_path / "stops.db")
    assert [had for *_, had in stops] == [True, False, True]


def test_a_black_box_that_cannot_be_played_back_fails_a_scene(monkeypatch, tmp_path):
    """Unless its game deals in secret."""

    def unreadable(_store):
        raise BadInput("black box", "unreadable")

    monkeypatch.setattr(scenes, "replayed", unreadable)
    for name in ("perladora", "still", "race"):
        with pytest.raises(BadInput):
            play.replay(name, tmp_path)
    assert "secret" in play.replay("pearls", tmp_path)


def test_a_switch_knows_nothing_between_two_looks():
    """A magnet that comes and goes within a Hall switch's time may be seen or not; one that stays is seen, always."""
    for seed in range(6):
        magnets = Magnets(seed)
        here, us = space("c4"), LOOKS_US * 2.0
        x, y = magnets.place(here)
        brief, stays = (Piece(magnets.magnet(here), []) for _ in range(2))
        magnets.move(brief, [(us, x, y, 40.0), (us + 5_000, x, y, 0.0), (us + 10_000, x, y, 40.0)])
        magnets.inputs(0, us + LOOKS_US * 4)
        assert len(magnets.outputs) in (0, 2)
        magnets.away(brief)
        magnets.outputs.clear()
        us += LOOKS_US * 5
        magnets.move(stays, [(us, x, y, 40.0), (us + 50_000, x, y, 0.0)])
        magnets.rests(stays, here)
        magnets.inputs(us - LOOKS_US, us + LOOKS_US * 4)
        assert [(site, on) for _, site, on in magnets.outputs] == [(here, True)]


def test_neighbours_switch_nothing_on_whatever_parts_came():
    """A piece on every other place: each sensor under one is on, and none else, with any spread of parts."""
    for seed in range(4):
        magnets, rng = Magnets(seed), random.Random(seed)
        lying = set(rng.sample(GRID.sites, len(GRID.sites) // 2))
        for site in lying:
            x, y = magnets.place(site)
            piece = Piece(magnets.magnet(site), [])
            magnets.move(piece, [(1.0, x, y, 0.0)])
            magnets.rests(piece, site)
            assert hypot(x - magnets.layout.at(site)[0], y - magnets.layout.at(site)[1]) < 0.6
        magnets.inputs(0, MINUTE_US / 60)
        assert magnets.on == lying
