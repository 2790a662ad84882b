"""Reading the bar back: copper alone says which pads are joined, and every kind of fault in a file is found."""

import os
import re
import shutil
import sys
from dataclasses import replace
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2]))  # `hardware` is no installed package

from hardware.electrical.bar import board
from hardware.electrical.board import drills
from hardware.electrical.copper import copper
from hardware.generate.sizes import read_sizes

from hardware import readback

pytestmark = pytest.mark.slow

broken_on_purpose = pytest.mark.skipif(
    "PLANT_FAULTS" not in os.environ, reason="faults are planted by make check-hardware"
)


@pytest.fixture(scope="module")
def made():
    return board(read_sizes())


def nameless(made):
    """The copper as a file has it: without nets, and vias no more than rings on both sides."""
    for number, piece in enumerate(copper(made)):
        if not piece.net.startswith("fiducial"):
            yield from (replace(piece, net=str(number), layers=frozenset({side})) for side in piece.layers)


def holes(made):
    return [(x, y, across) for across, x, y in drills(made)]


def test_copper_without_names_is_joined_as_the_netlist_says(made):
    """From rings, tracks and holes alone every net is one island, and no two are the same."""
    assert list(readback.joined(list(nameless(made)), holes(made), made)) == []


def test_a_hole_that_is_not_plated_tears_a_net(made):
    """The rings on both sides are joined by their hole alone; each that is missing is noticed."""
    via = made.vias[0]
    left = [hole for hole in holes(made) if hole[:2] != (via.x, via.y)]
    assert list(readback.joined(list(nameless(made)), left, made)) == [f"copper: {via.net} is torn into 2"]


def test_a_track_that_is_missing_or_too_long_is_found(made):
    """A net in two pieces, and two nets in one."""
    place = next(place for place, track in enumerate(made.tracks) if track.net == "LINK" and track.layer == "bottom")
    torn = replace(made, tracks=made.tracks[:place] + made.tracks[place + 1 :])
    assert list(readback.joined(list(nameless(torn)), holes(made), made)) == ["copper: LINK is torn into 2"]
    (x, y), (end, _) = made.tracks[place].points
    stray = replace(made.tracks[place], points=((x, y - 0.6), (x, y), (end, y)))
    short = replace(made, tracks=(*made.tracks[:place], stray, *made.tracks[place + 1 :]))
    assert any("are joined" in fault for fault in readback.joined(list(nameless(short)), holes(made), made))


def test_a_hole_beside_its_ring_is_found(made):
    """Moved by a tenth of a millimetre, or drilled too wide."""
    top = [piece for piece in nameless(made) if "top" in piece.layers]
    bottom = [piece for piece in nameless(made) if "bottom" in piece.layers]
    assert list(readback.rings(holes(made), top, bottom)) == []
    (x, y, across), *_ = holes(made)
    assert len(list(readback.rings([(x + 0.1, y, across)], top, bottom))) == 2
    assert len(list(readback.rings([(x, y, across + 0.2)], top, bottom))) == 2


def test_a_hole_without_copper_that_is_too_many_or_too_near_is_found(made):
    """The screw's is read back; one of 2.2 mm through the clock is not the board's, and enters copper."""
    top_and_bottom = list(nameless(made))
    assert list(readback.bored(made.holes, top_and_bottom, made)) == []
    (track,) = [track for track in made.tracks if track.net == "CLK" and track.layer == "bottom"]
    (x, y), (end, _) = track.points[:2]
    found = list(readback.bored([*made.holes, ((x + end) / 2, y, 2.2)], top_and_bottom, made))
    assert [re.sub(r" at .*", "", told) for told in found] == [
        "drills: 2 holes without copper, not the 1 of the board",
        "drills: the hole without copper",
    ]
    assert list(readback.bored([], top_and_bottom, made)) == ["drills: 0 holes without copper, not the 1 of the board"]


def test_without_gerbonara_nothing_is_said_to_be_right(monkeypatch, capsys):
    """The check fails, and says what is missing."""

    def absent(name):
        raise ImportError(name)

    monkeypatch.setattr(readback, "import_module", absent)
    assert readback.main() == 2
    said = capsys.readouterr()
    assert said.err.startswith("gerbonara is missing")
    assert said.out == ""


def change(folder, name, old, new):
    path = folder / name
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


FAULTS = (
    ("bar-F_Cu.gtl", "D03*", "D02*", "has no"),
    ("bar-F_Mask.gts", "D03*", "D02*", "mask, top: differs"),
    ("bar-F_Paste.gtp", "D03*", "D02*", "paste, top: differs"),
    ("bar-Edge_Cuts.gm1", "X266000000", "X260000000", "outline: its corners are"),
    ("bar-PTH.drl", "X-1.660Y-4.400\n", "", "CLK is torn"),
    ("bar-NPTH.drl", "T0\n", "X30.000Y-4.400\nT0\n", "comes within"),
    ("bar-NPTH.drl", "X262.000", "X261.000", "not the 1 of the board"),
)


@pytest.fixture(scope="module")
def boards(tmp_path_factory):
    """The files of every board, as a maker gets them."""
    pytest.importorskip("gerbonara", reason="gerbonara is missing, which reads Gerbers back")
    folder = tmp_path_factory.mktemp("boards")
    readback.write(folder)
    return folder


@pytest.fixture
def folder(boards, tmp_path):
    """A copy of the bar's files."""
    return shutil.copytree(boards / "bar", tmp_path / "bar")


def test_the_files_are_what_they_should_be_to_another_reader(folder, made):
    """All ten, where gerbonara is installed."""
    assert list(readback.faults(readback.stack(folder), made)) == []


@broken_on_purpose
@pytest.mark.parametrize(("name", "old", "new", "words"), FAULTS, ids=[fault[0] for fault in FAULTS])
def test_a_file_that_was_changed_is_found_by_another_reader(folder, made, name, old, new, words):
    """A pad, an opening, paste, a corner or a hole is taken from the files."""
    change(folder, name, old, new)
    assert any(words in fault for fault in readback.faults(readback.stack(folder), made))


@broken_on_purpose
def test_a_layer_that_is_missing_is_found_by_another_reader(folder, made):
    """Whoever sends nine files instead of ten is told."""
    (folder / "bar-B_Silkscreen.gbo").unlink()
    (fault,) = readback.faults(readback.stack(folder), made)
    assert "('bottom', 'silk')" in fault
