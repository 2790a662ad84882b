"""The sea of Piratoons: whatever floats there is in sight at every size, equal tiles once, with how many there are."""

import pytest

from e2e.phone_page import PhonePage
from e2e.shots import SIZES, Shown
from pearlboard.games.piratoons.rules.tiles import BOATS
from pearlboard.games.piratoons.shown import names
from pearlboard.languages import LANGUAGES
from pearlboard.screens.catalogues import catalogues
from support.lengths import soaked

pytestmark = pytest.mark.slow

SERVED = {"game": "support.quick_sand", "mode": "screen"}
UPRIGHT = ((360, 640), (768, 1024))
FINGERS = ((360, 640), (390, 844), (844, 390))
FOUR = [{"name": name} for name in ("Maximilian", "Maria", "Marlene", "Mathilda")]
"""One letter does not tell them apart, so each badge has two."""
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
MIXED = """
const over = (one, other) => Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1
  && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1;
const range = document.createRange();
const drawn = (tile, css) => [...tile.querySelectorAll(css)].filter((each) => each.checkVisibility());
const rimmed = (each) => {
  const { left, right, top, bottom } = each.getBoundingClientRect();
  const rim = parseFloat(getComputedStyle(each).boxShadow.split(" ").at(-1)) || 0;
  return { left: left - rim, right: right + rim, top: top - rim, bottom: bottom + rim };
};
const boxes = (tile, css) => drawn(tile, css).map(rimmed);
const squeezed = (crew) => parseFloat(getComputedStyle(crew).letterSpacing) < 0 || crew.scrollWidth > crew.clientWidth;
return [...document.querySelectorAll("#chest-places .chest-tile")].flatMap((tile) => {
  const [called, box] = [tile.querySelector(".called"), tile.getBoundingClientRect()];
  range.selectNodeContents(called);
  const kinds = { number: boxes(tile, ".number"), crew: boxes(tile, ".crew"), picture: boxes(tile, ".tile-drawing > *"),
    name: [...range.getClientRects()] };
  const out = ({ left, right, top, bottom }) =>
    left < box.left || right > box.right || top < box.top || bottom > box.bottom;
  const picture = (kind) => kind === "picture"; // what a drawing has outside its edges is not seen
  const cut = Object.entries(kinds).filter(([kind, those]) =>
    (kind === "crew" ? those.length !== arguments[0] : !those.length) || (!picture(kind) && those.some(out)))
    .map(([kind]) => kind);
  const letters = drawn(tile, ".crew").filter(squeezed).map(() => "letters");
  const badges = kinds.crew.filter((one, at) => kinds.crew.slice(at + 1).some((other) => over(one, other)))
    .map(() => "badges");
  const pairs = Object.entries(kinds).flatMap(([one, those], at, all) => all.slice(at + 1)
    .filter(([, others]) => those.some((each) => others.some((other) => over(each, other))))
    .map(([other]) => `${one} and ${other}`));
  return [...cut, ...letters, ...badges, ...pairs].map((what) => `${called.textContent}: ${what}`);
});
"""
"""What is cut off on a tile of the chest, or lies over something else there: number, badges of so many crews, their
letters, picture and name."""
PICTURES = """
const low = (css) => Math.min(...[...document.querySelectorAll(`${css} .tile-drawing`)]
  .map((each) => each.getBoundingClientRect().height));
return ["#chest-places", "#sea-tiles"].map(low);
"""
"""How high the smallest drawing is of the chest and of the sea, in pixels."""
WON = """
const { height } = document.querySelector("#stage").getBoundingClientRect();
return Math.min(1.9 * parseFloat(getComputedStyle(document.documentElement).fontSize), height / 20) - 0.1;
"""
"""How high a tile is drawn that somebody has won."""


CALLED = "return getComputedStyle(document.querySelector('#sea'), '::after').content"
"""What is said of a tile that has no room for its name and was tapped."""
ONLY = {"en": "only to be bought", "de": "nur zu kaufen", "fr": "à acheter seulement"}
"""Why nobody places a piece on it."""
LARGE = """
const { top, height } = document.querySelector("#sea-large > svg")?.getBoundingClientRect() ?? {};
return height >= 88 && top >= document.querySelector("#stage").getBoundingClientRect().top;
"""
"""Whether a tile of the sea is seen as large as on an empty chest, and all of it on the stage."""


def with_sea(table, language, tiles, stage="choice 1", crews=4, gone=0):
    """The screen of the table, with these tiles in the sea, and a buyer.

    The chest has long names and so many crews; so many of its tiles are gone.
    """
    screen = table.screen()
    render = catalogues()[language].render
    longest = sorted({render(names.tile(tile)) for tile in AFLOAT}, key=len)[-9:]
    full = {"crew": [3, 1, 2, 3][:crews] + [0] * (4 - crews), "seen": [1, 2, 3, 4][:crews]}
    chest = [{**each, **full, "name": name} for each, name in zip(screen["game"]["chest"], longest, strict=True)]
    chest = [{**each, "tile": None, "name": None} if at < gone else each for at, each in enumerate(chest)]
    sea = [{"tile": tile, "name": render(names.tile(tile))} for tile in tiles]
    auction = {"sealed": [], "closed": True, "opened": True, "bids": [1, 0], "buyers": [1]}
    auction = auction if stage.startswith("choice") else None
    return {**screen, "stage": stage, "game": {**screen["game"], "sea": sea, "chest": chest, "auction": auction}}


@pytest.fixture
def page(unopened):
    """Every test here opens it itself, in its own language."""
    return unopened


@pytest.mark.parametrize("language", soaked(LANGUAGES, ["de"]))
@pytest.mark.parametrize("count", soaked([1, 5, len(AFLOAT)], [len(AFLOAT)]))
def test_all_of_the_sea_is_in_sight_and_says_how_many_there_are(page, table, language, count):
    """No tile is scrolled for, equal ones are one; names are on all where there is room, and a finger finds each.

    On phones the tiles of the chest have their names, however full the sea is: in the rush with the crews of four
    beside their pictures, for whoever takes one with nothing on them. What was chosen is named before it is taken, and
    what is only looked at, once it is tapped; either is seen large. On larger screens all this holds for those who only
    look on, too, and the sea is drawn as large as what was won where there is room: once most of the chest is gone.
    """
    Shown(page.open(language), table).begin("piratoons", FOUR, plunder="screen")
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
        if size in FINGERS:
            assert page.js(MIXED, 0) == [], size
            chest, sea = page.js(PICTURES)
            assert chest >= 18, size
            assert named or sea >= 32, size
        elif size != (640, 400):
            for gone in (0, 6):
                page.js(SHOW, with_sea(table, language, afloat, gone=gone), [])
                assert page.js(NAMED) == [different, []], (size, gone)
                assert page.js(OUT_OF_SIGHT, 24) == [9 + different, [], 0, []], (size, gone)
                chest, sea = page.js(PICTURES)
                assert chest >= 20, (size, gone)
                assert sea >= (page.js(WON) if gone or different < 8 or size in SIZES[:2] else 20), (size, gone)
    page.js(SHOW, shown, [1])
    assert ("×6" in page.text("#sea-tiles")) == (count == len(AFLOAT))
    phone = PhonePage.joined(page, 1, language=language)
    for stage in ("choice 1", "plunder 1", "bids 1"):
        for size in (*FINGERS, (640, 400)):
            phone.display.size(*size, touch=True)
            phone.js(SHOW, with_sea(table, language, afloat, stage), [1])
            phone.until(lambda: phone.count("#sea-tiles .chest-tile") == different, "the sea")
            assert phone.js(MIXED, 4 if stage == "plunder 1" else 0) == [], (stage, size)
            phone.js(SHOW, with_sea(table, language, afloat, stage, crews=2), [1])
            chest, sea = phone.js(PICTURES)
            assert chest >= 14, (stage, size)
            assert sea >= (10 if stage == "plunder 1" else 16), (stage, size)
            if size == FINGERS[0] and not stage.startswith("choice"):
                phone.click("#sea-0").until(lambda: shown["game"]["sea"][0]["name"] in phone.js(CALLED), "its name")
                assert phone.js(LARGE), stage
                assert ONLY[language] in phone.js(CALLED), stage
                assert phone.seen("#sea h3"), stage
