"""Words in drawings are lines, so no screen's font cuts them off; they keep within the picture and off each other."""

import re
import sys
from html import unescape
from itertools import combinations
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2]))  # `hardware` is no installed package

from hardware.generate.picture import Picture

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
DRAWINGS = sorted([*ROOT.glob("hardware/docs/**/*.svg"), *ROOT.glob("docs/*.svg")])
WORD = re.compile(
    r"""<path aria-label=(?:"([^"]*)"|'([^']*)') transform="matrix\((\S+) 0 0 (\S+) (\S+) (\S+)\)" d="([^"]*)"""
)
STEP = re.compile(r"([mlhv])(-?[\d.]+)(?: ?(-?[\d.]+))?")


def points_of(path):
    """Where the lines of a word's path begin, turn and end."""
    x = y = 0.0
    for kind, one, other in STEP.findall(path):
        x, y = x + (0.0 if kind == "v" else float(one)), y + (float(one) if kind == "v" else float(other or 0))
        yield x, y


def words(svg):
    """Each with the box that its lines cover: left, top, right, bottom."""
    for one, two, across, down, x, y, path in WORD.findall(svg):
        points = [(float(x) + float(across) * right, float(y) + float(down) * low) for right, low in points_of(path)]
        if points:
            xs, ys = zip(*points, strict=True)
            yield unescape(one or two), (min(xs), min(ys), max(xs), max(ys))


@pytest.mark.parametrize("drawing", DRAWINGS, ids=lambda path: path.stem)
def test_a_drawing_needs_no_font_and_none_of_its_words_is_cut_or_covered(drawing):
    """Nothing is text; every word is within the picture, and no two meet."""
    svg = drawing.read_text(encoding="utf-8")
    assert "<text" not in svg
    assert "font" not in svg
    wide, high = map(float, re.findall(r'viewBox="\S+ \S+ (\S+) (\S+)"', svg)[0])
    found = list(words(svg))
    out = [word for word, (left, top, right, low) in found if not (0 < left <= right < wide and 0 < top <= low < high)]
    assert out == []
    met = [
        (one, other)
        for (one, a), (other, b) in combinations(found, 2)
        if min(a[2], b[2]) > max(a[0], b[0]) and min(a[3], b[3]) > max(a[1], b[1])
    ]
    assert met == []


FACES = {
    "bar": "down",
    "coupon": "down",
    "panel": "down",
    "bar-plate": "down",
    "sensor-by-hand": "up",
    "sensor-plate": "up",
    "one-cell": "up down",
    "stack": "up down",
    "magnets": "up down",
}
"""By drawing which way its sensors look: the pole that they answer to is another."""


@pytest.mark.parametrize("name", FACES)
def test_a_drawing_with_sensors_says_which_way_they_look(name):
    """In its words or its title; where both ways to build are drawn, both."""
    (drawing,) = (path for path in DRAWINGS if path.stem == name and (path.parent.name != "plates" or "plate" in name))
    svg = drawing.read_text(encoding="utf-8")
    said = {way for way in ("up", "down") if f"face {way}" in svg}
    assert said == set(FACES[name].split())


@pytest.mark.parametrize("name", ["bar", "controller", "coupon"])
def test_a_picture_of_a_board_says_which_side_is_which(name):
    """Both are drawn, and the lower one's print is mirrored."""
    (drawing,) = (path for path in DRAWINGS if path.stem == name and path.parent.name == "pictures")
    assert any(
        "the parts' side" in word and "seen through" in word for word, _ in words(drawing.read_text(encoding="utf-8"))
    )


@pytest.mark.parametrize(
    ("draw", "told"),
    [
        (lambda picture: picture.box(10, 10, 30, 20, ("too long for it",)), "wider than its box"),
        (lambda picture: picture.text(190, 50, "beyond the edge"), "does not fit into the picture"),
        (lambda picture: picture.text(100, 50, "5 Ω"), "no letter was drawn for 'Ω'"),
    ],
    ids=["box", "edge", "letter"],
)
def test_what_does_not_fit_is_not_drawn(draw, told):
    """The generator stops, so that nobody has to look for it."""
    with pytest.raises(ValueError, match=told):
        draw(Picture(200, 100, "a picture"))
