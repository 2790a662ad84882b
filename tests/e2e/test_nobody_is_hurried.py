"""At a table that speaks nothing counts by lying still and nothing is hidden after a time, on pages either."""

import shutil

import pytest

mute = not all(map(shutil.which, ("espeak-ng", "aplay")))
pytestmark = [pytest.mark.slow, pytest.mark.skipif(mute, reason="needs espeak-ng and aplay")]

SERVED = {"more": '[voice]\nspeaks = "on"\ndevice = "null"\n'}
"""Settings of a table that speaks, into ALSA's own void."""
AT_ONCE = "const later = setTimeout; window.setTimeout = (does, ms) => later(does, ms === 9000 ? 0 : ms)"
"""A page for which the time after which refusals were hidden passes at once."""


def test_the_form_asks_for_no_hurry_and_what_was_refused_stays_said(page, table):
    """No clock, no lying still, and no sand in Piratoons; a refusal is there until something comes of it."""
    page.form()
    assert page.js("return document.querySelector('#more [name=sand]') === null")
    page.js("document.querySelector('[name=game][value=piratoons]').click()")
    page.until(lambda: page.js("return document.querySelector('[name=sand]')?.value") == "0", "no sand")
    hidden = "return ['#choose-confirm', '#choose-clock'].map((css) => document.querySelector(css).hidden)"
    assert page.js(hidden) == [True, True]
    page.js("document.querySelector('[name=game][value=perladora]').click()")
    table.begin(confirm="auto", hints="always")
    page.until_phase("playing").until_turn(1)
    assert table.screen()["confirm"] == "button"
    page.js(AT_ONCE)
    page.touch("b2").until_verdict("illegal")
    page.click("#do-confirm").until(lambda: page.text("#refusal"), "why not")
    page.js("return new Promise((done) => setTimeout(() => setTimeout(done, 50), 50))")
    assert page.text("#refusal") == page.sentence
    page.touch("b2").until_says("lay one Diver")
