"""From a scene to bytes: motions, paint, gamma, the current limit, the order of the chain."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pearlboard.geometry import GRID, corner, edge, space
from pearlboard.lights.frame import Changed, in_led_order, led_order
from pearlboard.lights.motion import Motion, brightness
from pearlboard.lights.paint import DARK, paint
from pearlboard.lights.power import estimate_ma, gamma_table, limited, linear
from pearlboard.lights.scene import Mark, Role, Scene
from pearlboard.sensing.wiring import reference_wiring

SEATS = {1: (0, 100, 200), 2: (200, 100, 0)}


def course(motion, times):
    return [brightness(motion, ms, ms) for ms in times]


def test_each_motion_has_its_course():
    """Thousandths at some moments of each motion."""
    assert course(Motion("steady", high=300), (0, 500)) == [300, 300]
    assert course(Motion("blink", 1000, 900, 100, 250), (0, 249, 250, 999, 1000)) == [900, 900, 100, 100, 900]
    assert course(Motion("breathe", 1000, 900, 100), (0, 250, 500, 750, 1000)) == [100, 500, 900, 500, 100]
    assert course(Motion("pattern", 400, 900, 100, pattern="x..x"), (0, 100, 299, 300)) == [900, 100, 100, 900]
    assert course(Motion("once", 1000, 900), (-1, 0, 500, 999, 1000, 5500)) == [0, 0, 900, 1, 0, 0]


def test_a_wave_reaches_later_lights_later(theme):
    """A mark's delay shifts `once`, counted from the beginning of the scene."""
    lights = {space("a1"): Mark(Role.WAVE), space("b1"): Mark(Role.WAVE, delay_ms=400)}
    scene = Scene(lights, since_ms=10_000)
    top = theme.roles[Role.WAVE].motion.period_ms // 2
    first, second = (
        dict(zip(GRID.lights, paint(scene, theme, SEATS, 10_000 + ms), strict=True)) for ms in (top, top + 400)
    )
    assert first[space("a1")] > first[space("b1")]
    assert second[space("b1")] == first[space("a1")]
    assert second[space("a1")] < first[space("a1")]


def test_a_mark_has_the_colour_of_its_player(theme):
    """Without a player the mark has the theme's neutral colour; lights without a mark are dark."""
    scene = Scene(
        {
            space("a1"): Mark(Role.COUNTDOWN, 1),
            edge("a1-b1"): Mark(Role.COUNTDOWN, 2),
            corner("a1+"): Mark(Role.COUNTDOWN),
        }
    )
    colours = dict(zip(GRID.lights, paint(scene, theme, SEATS, 0), strict=True))
    assert colours[space("a1")] == SEATS[1]
    assert colours[edge("a1-b1")] == SEATS[2]
    assert colours[corner("a1+")] == theme.nobody
    assert colours[space("h5")] == DARK


def test_gamma_keeps_dark_dark_and_dim_visible():
    """0 stays 0, the smallest light stays on, the table rises, and full is full."""
    table = gamma_table(2.2)
    assert (table[0], table[1], table[255]) == (0, 1, 255)
    assert list(table) == sorted(table)
    assert table[128] == 56
    assert max(gamma_table(2.2, 0.5)) == 128


def test_the_estimate_follows_the_rule_of_the_data_sheets():
    """135 LEDs: 8.1 A for full white above the half ampere that they draw in the dark."""
    dark, white = estimate_ma(bytes(405)), estimate_ma(b"\xff" * 405)
    assert dark == 500
    assert white - dark == 8_100


@given(st.binary(min_size=405, max_size=405), st.integers(0, 10_000))
def test_no_frame_draws_more_than_the_limit(frame, cap_ma):
    """The estimate of the sent frame is within the limit, unless the dark LEDs alone draw more."""
    sent = limited(frame, cap_ma)
    assert estimate_ma(sent) <= max(cap_ma, estimate_ma(bytes(405)))
    assert all(after <= before for before, after in zip(frame, sent, strict=True))


def test_the_limit_scales_the_whole_frame():
    """All lights are dimmed alike, and a frame within the limit is sent as it is."""
    bright = bytes([255, 128, 0] * 135)
    sent = limited(bright, 2_000)
    assert len(set(sent[::3])) == len(set(sent[1::3])) == 1
    assert sent[0] / sent[1] == pytest.approx(255 / 128, rel=0.05)
    assert estimate_ma(sent) > 1_900
    assert limited(bytes([10] * 405), 2_000) == bytes([10] * 405)


def test_the_limit_is_judged_after_gamma():
    """Half brightness to the eye is a fifth of the current, and needs no dimming."""
    frame = linear([(128, 128, 128)] * 135, gamma_table(2.2))
    assert estimate_ma(frame) < 2_500
    assert limited(frame, 2_500) == frame


def test_every_light_reaches_its_led():
    """The frame is in the order of the chain, and LEDs without a light stay dark."""
    led_of = reference_wiring().led_of
    frame = bytes(value for number in range(135) for value in (number, number, 255))
    ordered = in_led_order(frame, led_order(led_of, 137))
    assert all(ordered[3 * led] == number for number, led in enumerate(led_of[light] for light in GRID.lights))
    assert ordered[405:] == bytes(6)


def test_a_frame_passes_only_if_it_differs():
    """Equal frames are held back; without keyframes, forever."""
    changed = Changed()
    assert [changed.admit(frame, 40 * number) for number, frame in enumerate([b"a", b"a", b"b", b"b", b"a"])] == [
        True,
        False,
        True,
        False,
        True,
    ]
    assert not changed.admit(b"a", 10**9)
    changed.forget()
    assert changed.admit(b"a", 10**9)


def test_a_keyframe_passes_after_its_time():
    """A second after the last admitted frame, and not before."""
    changed = Changed(keyframe_ms=1000)
    assert [changed.admit(b"a", ms) for ms in (0, 999, 1000, 1500, 2000)] == [True, False, True, False, True]
