"""Text of our pages against what it stands on, by day and by night: as WCAG counts it, 4.5 to 1 at least.

axe asks that of what a page shows in a test; here the colours themselves are held to it, whatever they stand for.
"""

import re
from importlib.resources import files

import pytest

STYLES = (files("pearlboard.web") / "static" / "shared" / "page.css").read_text(encoding="utf-8")
ENOUGH = 4.5
SIGNS = 3.0
"""Of what is no text: lines that say where the focus is."""
ON = {
    "card": ("ink", "quiet", "lagoon", "danger"),
    "paper": ("ink", "quiet", "lagoon", "danger"),
    "lagoon": ("on-lagoon",),
    "danger-paper": ("ink", "danger"),
    "warn-paper": ("ink", "warn"),
}
PLAYERS = range(1, 7)


def colours(block):
    """The colours that a block of styles names."""
    return dict(re.findall(r"--([\w-]+): (#[0-9a-f]{3,6})", block))


DAY, NIGHT = (colours(block) for block in re.findall(r":root {(.*?)}", STYLES, re.DOTALL)[:2])
LIGHTS = {"day": DAY, "night": {**DAY, **NIGHT}}


def luminance(colour):
    digits = colour.lstrip("#")
    digits = digits if len(digits) == 6 else "".join(2 * digit for digit in digits)
    channels = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    red, green, blue = (each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def test_the_count_is_that_of_the_guidelines():
    """Black on white is 21 to 1; #777 on white is known to be just too little."""
    assert contrast("#000", "#fff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("light", LIGHTS)
def test_every_text_can_be_read_on_what_it_stands_on(light):
    """By day and by night."""
    palette = LIGHTS[light]
    weak = {
        (text, ground): round(contrast(palette[text], palette[ground]), 2)
        for ground, texts in ON.items()
        for text in texts
        if contrast(palette[text], palette[ground]) < ENOUGH
    }
    assert weak == {}


@pytest.mark.parametrize("light", LIGHTS)
def test_where_the_focus_is_can_be_seen(light):
    """On cards and on the paper around them."""
    palette = LIGHTS[light]
    for ground in ("card", "paper", "paper-2"):
        assert contrast(palette["focus"], palette[ground]) >= SIGNS, ground


@pytest.mark.parametrize("player", PLAYERS)
def test_a_players_sign_can_be_read_on_the_players_colour(player):
    """By day and by night it is the same."""
    own = colours(re.search(rf'\[data-colour="{player}"\] {{(.*?)}}', STYLES).group(1))
    assert contrast(own["on-colour"], own["colour"]) >= ENOUGH
    assert contrast("#fff", own["colour-deep"]) >= ENOUGH


@pytest.mark.parametrize("player", PLAYERS)
def test_the_line_around_a_players_territory_stands_out_from_the_water_and_from_its_own_edge(player):
    """The edge from every depth of the water, and the player's colour or the edge from what is within."""
    page = (files("pearlboard.web") / "templates" / "board.html").read_text(encoding="utf-8")
    water = re.findall(r'stop-color="(#\w+)"', page[page.index('id="deep"') : page.index("</radialGradient>")])
    styles = files("pearlboard.games.perladora") / "pages" / "game.css"
    edge = re.search(r"\.staked-edge, .*?stroke: (#\w+)", styles.read_text(encoding="utf-8")).group(1)
    own = colours(re.search(rf'\[data-colour="{player}"\] {{(.*?)}}', STYLES).group(1))["colour"]
    assert len(water) == 3
    assert all(contrast(edge, depth) >= SIGNS for depth in water)
    assert contrast(own, edge) >= SIGNS or all(contrast(own, depth) >= SIGNS for depth in water)


def test_what_stands_on_the_chest_and_overboard_can_be_read():
    """Numbers and names on either end of a tile's wood, and what goes overboard on the sea and on its own button."""
    styles = (files("pearlboard.games.piratoons") / "pages" / "game.css").read_text(encoding="utf-8")
    tile = re.search(r"\.pirate-stage \.chest-tile {.*?gradient\((#\w+), (#\w+)\).*?; color: (#\w+)", styles)
    assert min(contrast(tile[3], tile[end]) for end in (1, 2)) >= ENOUGH
    assert re.search(r"\.pirate-stage \.number {[^}]*color", styles) is None  # it has the colour of the name
    veil = re.search(r"\.pirate-stage \.small-tile { background: rgb\((\d+) (\d+) (\d+) / (\.\d+)\)", styles)
    sea, said = re.search(r"\.pirate-stage \.overboard { background: (#\w+); color: (#\w+)", styles).groups()
    under = [int(sea[at : at + 2], 16) for at in (1, 3, 5)]
    light, much = [int(veil[at]) for at in (1, 2, 3)], float(veil[4])
    button = "#" + "".join(f"{round(a + (b - a) * much):02x}" for a, b in zip(under, light, strict=True))
    assert contrast(said, sea) >= ENOUGH
    assert contrast(said, button) >= ENOUGH
