"""The sea of Piratoons: whatever floats there is in sight at every size, equal tiles once, with how many there are."""

import pytest

from e2e.shots import DESK, PEOPLE, SIZES, Shown
from pearlboard.games.piratoons.rules.tiles import BOATS
from pearlboard.games.piratoons.shown import names
from pearlboard.languages import LANGUAGES
from pearlboard.screens.catalogues import catalogues
from support.lengths import soaked

pytestmark = pytest.mark.slow

SERVED = {"game": "support.quick_sand", "mode": "screen"}
UPRIGHT = ((360, 640), (768, 1024))
FINGERS = ((360, 640), (390, 844), (844, 390))
AFLOAT = (*["s"] * 6, *(f"{kind}{design}" for kind in "dgpq" for design in (1, 2, 3)), *BOATS[:4])
"""22 tiles, 17 different ones."""
SHOW = """
const { name } = performance.getEntriesByType("resource").find((each) => each.name.endsWith("/piratoons/chest.js"));
const [screen, seats] = arguments;
return import(name).then(({ showChest }) => showChest(screen, seats));
"""
"""Draws the chest of another screen than that of the table, until that one changes."""
OUT_OF_SIGHT = """
const stage = document.querySelector("#stage").getBoundingClientRect();
const out = ({ left, right, top, bottom }) =>
  left < stage.left || right > stage.right || top < stage.top || bottom > stage.bottom;
const tiles = [...document.querySelectorAll("#sea-tiles .chest-tile, #chest-places .chest-tile")];
const scrolls = [document.querySelector("#sea"), document.querySelector("#sea-tiles")];
return [
  tiles.length,
  tiles.filter((each) => out(each.getBoundingClientRect())).map((each) => each.id),
  scrolls.filter((each) => each.scrollHeight > each.clientHeight + 1 || each.scrollWidth > each.clientWidth + 1).length,
  tiles.filter((each) => each.closest("#sea")).map((each) => [each.id, each.getBoundingClientRect()])
    .filter(([, { width, height }]) => Math.min(width, height) < arguments[0] - 0.1).map(([id]) => id),
];
"""
NAMED = """
const named = [...document.querySelectorAll("#sea-tiles .called")].filter((each) => each.checkVisibility());
return [named.length, named.filter((each) => {
  const [name, tile] = [each, each.closest(".chest-tile")].map((one) => one.getBoundingClientRect());
  return name.left < tile.left || name.right > tile.right || name.top < tile.top || name.bottom > tile.bottom
    || each.scrollWidth > each.clientWidth + 1;
}).map((each) => each.textContent)];
"""
"""How many of the sea have their names on them, and which of these reach beyond their tile."""


def with_sea(table, language, tiles):
    """The screen of the table, with these tiles in the sea, and a buyer."""
    screen = table.screen()
    render = catalogues()[language].render
    sea = [{"tile": tile, "name": render(names.tile(tile))} for tile in tiles]
    auction = {"sealed": [], "closed": True, "opened": True, "bids": [1, 0], "buyers": [1]}
    return {**screen, "stage": "choice 1", "game": {**screen["game"], "sea": sea, "auction": auction}}


@pytest.mark.parametrize("language", soaked(LANGUAGES, ["de"]))
@pytest.mark.parametrize("count", [1, 5, len(AFLOAT)])
def test_all_of_the_sea_is_in_sight_and_says_how_many_there_are(page, table, language, count):
    """No tile is scrolled for, equal ones are one; names are on all where there is room, and a finger finds each."""
    Shown(page.open(language), table).begin("piratoons", PEOPLE, plunder="screen")
    page.click("#do-open")
    page.until(lambda: "stop" in [act["name"] for act in table.screen()["acts"]], "that nothing else happens")
    afloat = AFLOAT[-count:]
    different = len(set(afloat))
    shown = with_sea(table, language, afloat)
    for size in (*SIZES, *UPRIGHT):
        page.display.size(*size, touch=size in FINGERS)
        page.js(SHOW, shown, [1])
        page.until(lambda: page.count("#sea-tiles .chest-tile") == different, "the sea")
        assert page.js(OUT_OF_SIGHT, 44 if size in FINGERS else 24) == [9 + different, [], 0, []], size
        named, broken = page.js(NAMED)
        assert broken == [], size
        assert named == different or (count > 5 and min(size) < 700) or size == (640, 400), (size, named)
    assert ("×6" in page.text("#sea-tiles")) == (count == len(AFLOAT))
    page.display.size(*DESK)
