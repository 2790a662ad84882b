"""The board is the largest thing on the table page, in every phase of every game and at every size of a window."""

import re

import pytest

from e2e.offered import ASKED, IDLE, NAMELESS
from e2e.page import BARE, FRAMED, IN_SIGHT, TINY, TO_PRESS
from e2e.phone_page import PhonePage
from e2e.shots import ALONE, DESK, GAMES, LIMIT, MEASURED, PEOPLE, PHONES, SIZES, Shown, held, scenes
from e2e.test_fingers import SMALL
from e2e.test_tv import SPILT, TELEVISIONS, on_tv
from pearlboard.games.piratoons.rules.tiles import PLACES
from pearlboard.languages import LANGUAGES
from pearlboard.screens.catalogues import catalogues
from support.lengths import at_length, soaked

pytestmark = pytest.mark.slow

SERVED = {"game": "support.quick_sand", "mode": "screen"}

LEAST = 0.6
"""Of the window's height, where that is wider than high; else the board is as wide as the window, but for its edges."""
EDGES = 0.96
FOUR = [*PEOPLE, {"name": "Cleo"}, {"name": "Maximilian"}]
IN_LANGUAGES = soaked(LANGUAGES, ["de"])
"""German has the longest words; a soak tries all."""
EVERY = at_length(1, len(SIZES))
"""Step through the sizes: each phase of a game takes the next one; a soak tries all with each."""
CLANS = (("fishermen", "foragers"), ("elders", "children"))


CAPITALS = """
const written = (each) => [...each.childNodes].some((node) => node.nodeType === 3 && /\\p{L}/u.test(node.data));
const cut = (each) => [each, each.parentElement].map((box) => [box, getComputedStyle(box)])
  .find(([box, { overflowY, fontSize }]) => overflowY !== "visible" && box.clientHeight < 2.2 * parseFloat(fontSize));
return [...document.querySelectorAll("main *")].filter((each) => !each.closest("svg, .unseen") && written(each))
  .filter((each) => each.checkVisibility() && each.clientWidth > 1).filter((each) => {
    const [, { paddingTop }] = cut(each) ?? [null, { paddingTop: "99px" }];
    const { lineHeight, fontSize } = getComputedStyle(each);
    return parseFloat(lineHeight) < 1.25 * parseFloat(fontSize) && parseFloat(paddingTop) < 0.1 * parseFloat(fontSize);
  }).map((each) => `${each.className} ${each.textContent}`);
"""
"""What is cut at its edges, and so low that of a capital with an accent the accent is gone."""


LABELS = """
const ranged = (node) => { const range = document.createRange(); range.selectNodeContents(node); return range; };
const hidden = ({ parentElement }) => getComputedStyle(parentElement).clipPath.startsWith("inset");
const written = (each) => {
  const texts = document.createNodeIterator(each, NodeFilter.SHOW_TEXT);
  const found = [];
  for (let node = texts.nextNode(); node; node = texts.nextNode())
    if (/\\p{L}/u.test(node.data) && !hidden(node)) found.push(...ranged(node).getClientRects());
  return found;
};
const aside = (inner, box) => inner.left < box.left - 1 || inner.right > box.right + 1;
const cut = (each) => {
  const box = each.getBoundingClientRect();
  return written(each).some((text) => aside(text, box) || text.top < box.top - 1 || text.bottom > box.bottom + 1);
};
const beyond = (each) => {
  for (let around = each; around && around !== document.body; around = around.parentElement) {
    const { overflowX, position } = getComputedStyle(around);
    if (around !== each && overflowX !== "visible")
      return !around.matches(arguments[0]) && aside(each.getBoundingClientRect(), around.getBoundingClientRect());
    if (position === "fixed") return false;
  }
  return false;
};
return [...document.querySelectorAll("button, a.button, summary, .options span")]
  .filter((each) => each.checkVisibility() && each.clientWidth > 1 && (cut(each) || beyond(each)))
  .map((each) => `${each.id} ${each.textContent}`);
"""
"""Controls that are cut off: their words reach beyond them, or they reach beyond what they stand in."""
LINES = """
const range = document.createRange();
range.selectNodeContents(document.querySelector(arguments[0]));
return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
"""
UNDER = """
const range = document.createRange();
range.selectNodeContents(document.querySelector("#sentence"));
const apart = (line, box, from, to) => Math.min(line[to], box[to]) - Math.max(line[from], box[from]) <= 1;
const boxes = ["#dial", "#why summary"].map((css) => document.querySelector(css).getBoundingClientRect());
const covers = (line) => boxes.some((box) => !apart(line, box, "left", "right") && !apart(line, box, "top", "bottom"));
return [...range.getClientRects()].filter(covers).length;
"""
"""Lines of the sentence that lie under the dial, or under what opens the answers."""
COMMITS = """
return [...document.querySelectorAll("main button.main")].filter((each) => each.checkVisibility())
  .filter((each) => !each.closest("#acts, #tray-closed, #count, #setup, #rejoin, .asks")).map((each) => each.id);
"""
"""What says yes to something in a game, and stands anywhere but among what may be done; a count only goes on."""
ROWS = ".ship, .on-part"
"""Rows that are scrolled sideways."""


COVERS = """
const [needed] = arguments;
const within = ({ left, right, top, bottom }, x, y) => left <= x && x < right && top <= y && y < bottom;
const points = (each) => {
  const { left, top, width, height } = each.getBoundingClientRect();
  const down = each.closest(".acts") ? [3, height / 2, height - 3] : [height / 2];
  return down.map((y) => [left + width / 2, top + y]);
};
const seen = (each, at) => {
  if (!within({ left: 0, top: 0, right: innerWidth, bottom: innerHeight }, ...at)) return false;
  for (let around = each.parentElement; around !== document.body; around = around.parentElement) {
    const { overflowX, position } = getComputedStyle(around);
    if (overflowX !== "visible" && !within(around.getBoundingClientRect(), ...at)) return false;
    if (position === "fixed") return true;
  }
  return true;
};
const over = (each) => {
  const mine = (top) => [each, ...each.labels ?? []].some((own) => own.contains(top));
  const there = points(each).filter((at) => seen(each, at)).map((at) => document.elementFromPoint(...at));
  return there.find((top) => !mine(top));
};
const called = (each) => each && (each.id || each.getAttribute("class") || each.textContent.trim() || each.localName);
const pressed = (each) => each.checkVisibility({ visibilityProperty: true }) && each.getBoundingClientRect().width > 1
  && getComputedStyle(each).pointerEvents !== "none" && !each.closest("[inert], :disabled, [aria-disabled=true]");
return [...document.querySelectorAll("button, a[href], input, select, summary, [role=button]")].filter(pressed)
  .flatMap((each) => {
    if (!over(each)) return [];
    if (!each.closest(needed)) each.scrollIntoView({ block: "nearest", behavior: "instant" });
    const top = over(each);
    return top ? [`${called(each)} under ${called(top)}`] : [];
  });
"""
"""Controls whose middle lies under something else, or the edge of a command; what no turn needs, and what comes into
sight by itself, may be scrolled out from under what stays.
"""
TURN = "#board, #tray, #acts, .dock, .now, .asks, .private"
"""What a turn needs."""


TWICE = """
const hidden = (each) => getComputedStyle(each).clipPath !== "none" || each.getBoundingClientRect().width < 2;
const heads = [...document.querySelectorAll("h2, h3, legend, summary, .whose .quiet, .sentence")]
  .filter((each) => each.checkVisibility() && !each.closest("li, .unseen"))
  .filter((each) => !hidden(each) && !hidden(each.parentElement));
const words = heads.map((each) => each.textContent.split(":")[0].trim().toLowerCase());
return words.filter((each, at) => each && words.indexOf(each) !== at);
"""
"""Headlines that stand there twice, or begin what is said; of what is said of each player the name is no headline."""


USABLE = """
const look = (each) => [each, ...each.querySelectorAll("*")].map((one) => {
  const style = getComputedStyle(one);
  const shadow = style.boxShadow.replace(/rgba?[(][^)]*[)]/g, "");
  return [style.opacity, style.borderTopStyle, style.borderTopWidth, style.textDecorationLine, style.filter,
    style.scale, style.translate, style.display, shadow].join();
}).join();
const allowed = (each) => {
  const [name] = ["disabled", "aria-disabled"].filter((one) => each.hasAttribute(one));
  const value = each.getAttribute(name);
  each.removeAttribute(name);
  const looks = look(each);
  each.setAttribute(name, value);
  return looks;
};
return [...document.querySelectorAll(":is(main, .top) :is(button, input, select):is(:disabled, [aria-disabled=true])")]
  .filter((each) => each.checkVisibility() && each.clientWidth > 1 && look(each) === allowed(each))
  .map((each) => each.id || each.className);
"""
"""What cannot be used now and looks as if it could, but for its colours."""
COLOURS = """
const light = (value) => value <= 10 ? value / 3294.6 : ((value / 255 + 0.055) / 1.055) ** 2.4;
const lightness = ([red, green, blue]) => 0.2126 * light(red) + 0.7152 * light(green) + 0.0722 * light(blue);
const contrast = (...colours) => {
  const [low, high] = colours.map(lightness).sort((one, other) => one - other);
  return (high + 0.05) / (low + 0.05);
};
const colours = (text) => [...text.matchAll(/rgba?[(]([^)]*)[)]/g)].map(([, told]) => {
  const [red, green, blue, alpha = 1] = told.split(/[ ,/]+/).map(Number);
  return [red, green, blue, alpha];
});
const over = (above, below) => below.map((each, at) => above[at] * above[3] + each * (1 - above[3]));
"""
"""Contrast of two colours, colours that stand in a style, and one over another: how other scripts begin."""
FAINT = (
    COLOURS
    + """
const known = new Map();
const behind = (each) => {
  if (!known.has(each)) known.set(each, found(each));
  return known.get(each);
};
const found = (each) => {
  const { backgroundColor, backgroundImage } = getComputedStyle(each);
  if (backgroundImage.includes("url(")) return [];
  const [plain] = colours(backgroundColor);
  const below = plain[3] < 1 && each.parentElement ? behind(each.parentElement) : [[255, 255, 255]];
  const bases = below.map((base) => over(plain, base));
  const stops = colours(backgroundImage);
  return stops.length ? stops.flatMap((stop) => bases.map((base) => over(stop, base))) : bases;
};
const opacity = (each) => each ? getComputedStyle(each).opacity * opacity(each.parentElement) : 1;
const texts = document.createNodeIterator(document.body, NodeFilter.SHOW_TEXT);
const read = new Set();
for (let node = texts.nextNode(); node; node = texts.nextNode())
  if (/[\\p{L}\\p{N}]/u.test(node.data)) read.add(node.parentElement);
return [...read].filter((each) => !each.closest("svg, .unseen, :disabled, [aria-disabled=true], script, style, option")
  && each.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && each.clientWidth !== 1)
  .flatMap((each) => {
  const { color, fontSize, fontWeight } = getComputedStyle(each);
  const large = parseFloat(fontSize) >= (fontWeight >= 700 ? 18.66 : 24);
  const [[red, green, blue, alpha]] = colours(color);
  const seen = [red, green, blue, alpha * opacity(each)];
  const least = Math.min(...behind(each).map((base) => contrast(over(seen, base), base)));
  return least < (large ? 3 : 4.5) ? [`${each.textContent}: ${least.toFixed(2)}`] : [];
});
"""
)
"""Text with too little contrast against what is behind it, wherever a gradient is worst; pictures: see `PALE`."""
PALE = (
    COLOURS
    + """
const all = new CSSStyleSheet();
all.replaceSync("main svg, main svg * { pointer-events: all !important }");
document.adoptedStyleSheets = [all];
const middle = (shade) => {
  const stops = document.querySelector(shade.match(/#[^")]*/)[0])?.querySelectorAll("stop") ?? [];
  return stops.length ? colours(getComputedStyle(stops[stops.length >> 1]).stopColor)[0] : null;
};
const layer = (each) => {
  const { backgroundColor, fill, fillOpacity, opacity } = getComputedStyle(each);
  if (["text", "svg"].includes(each.tagName)) return null;
  if (!(each instanceof SVGElement)) return colours(backgroundColor)[0];
  const found = fill.startsWith("url") ? middle(fill) : colours(fill)[0];
  return found && [...found.slice(0, 3), found[3] * fillOpacity * opacity];
};
const found = [...document.querySelectorAll("main svg text")].filter((each) => /[\\p{L}\\p{N}]/u.test(each.textContent)
  && each.checkVisibility({ visibilityProperty: true, opacityProperty: true })).flatMap((each) => {
  const { x, y, width, height } = each.getBoundingClientRect();
  const { fill, fillOpacity } = getComputedStyle(each);
  const there = document.elementsFromPoint(x + width / 2, y + height / 2);
  const [ink] = colours(fill);
  if (!ink || !there.includes(each)) return [];
  const below = there.slice(there.indexOf(each) + 1).map(layer).filter((one) => one?.[3]);
  const base = below.reduceRight((under, one) => over(one, under), [255, 255, 255]);
  const seen = contrast(over([...ink.slice(0, 3), ink[3] * fillOpacity], base), base);
  return seen < 4.5 ? [`${each.textContent}: ${seen.toFixed(2)}`] : [];
});
document.adoptedStyleSheets = [];
return found;
"""
)
"""Text in pictures with too little contrast to all that is drawn below its middle; of a gradient, the middle counts."""


@pytest.fixture
def page(unopened):
    """Every test here opens it itself, in its own language."""
    return unopened


@pytest.mark.parametrize("language", IN_LANGUAGES)
def test_the_board_comes_first_and_never_changes_its_size_in_a_game(page, table, language):
    """Whatever the sentence, whatever is held: at least three fifths of the height, or all of the width.

    No label of what is pressed is cut off, no headline stands twice, and what commits stands in one place. On a
    television that size is the same in all games; who plays is seen there whole, and what has no room is left out
    rather than cut through.

    What cannot be used looks so, not by its colour alone, and what is written stands out from what is behind it, and is
    big enough in pictures, too.
    """
    page.open(language)
    sizes = {}
    for number, (game, phase) in enumerate(scenes(page, table)):
        for width, height in SIZES[number % EVERY :: EVERY]:
            page.display.size(width, height)
            shown = page.js(MEASURED)
            told = game, phase, width, height, shown
            assert not shown["sideways"], told
            assert page.js(CAPITALS) == [], told
            assert page.js(LABELS, ROWS) == [], told
            assert page.js(COMMITS) == [], told
            assert page.js(TWICE) == [], told
            assert page.js(USABLE) == [], told
            assert page.js(NAMELESS) == [], told
            page.until(lambda: page.js(FAINT) == [], f"text that can be read {told}")
            assert page.js(TINY) == [], told
            assert page.js(UNDER) == 0, told
            page.until(lambda: page.js(COVERS, TURN) == [], f"no control under another {told}")
            assert (width, height) not in PHONES or page.js(SMALL) == [], told
            if shown["size"] == [0, 0]:
                assert (phase, width) == ("lobby", 390), told
                continue
            assert not shown["off"], told
            if width > height:
                assert shown["high"] >= LEAST, told
                assert sizes.setdefault((game, width, height), shown["size"]) == shown["size"], told
            else:
                assert shown["wide"] >= EDGES, told
        televisions = TELEVISIONS[number % 2 :: 2] if EVERY > 1 else TELEVISIONS
        page.display.size(*televisions[0])
        assert game != "perladora" or page.js(PALE) == [], (game, phase)
        with on_tv(page):
            for size in televisions:
                page.display.size(*size)
                shown = page.js(MEASURED)
                told = game, phase, size, shown
                assert shown["high"] >= LEAST, told
                assert sizes.setdefault(("television", *size), shown["size"]) == shown["size"], told
                page.until(lambda: page.js(SPILT) == [], f"all within its place {told}")
                assert page.js(PLAYERS_WHOLE), told


@pytest.mark.parametrize("game", GAMES)
def test_nothing_lies_over_a_control_of_an_own_phone(page, table, game):
    """In German, before a turn, in it, and after it; however the phone is held.

    What is offered has a name and does something; the menu, and what hides the page, are there wherever it is scrolled,
    and the computer can be asked unless "take back" is about what was just laid or chosen. The table page says what
    the phone is waited for.
    """
    page.open("de")
    for phase, phone in Shown(page, table).on_phone(game):
        page.until(
            lambda: page.seen("#tray-open") or table.screen("de")["sentence"] in page.sentence, f"what for, {phase}"
        )
        assert phone.js(TWICE) == [], phase
        assert phone.js(USABLE) == [], phase
        phone.until(lambda phone=phone: phone.js(FAINT) == [], f"text that can be read, {phase}")
        for size in (*PHONES, (640, 400)):
            phone.display.size(*size, touch=True)
            phone.until(lambda phone=phone: phone.js(COVERS, TURN) == [], f"no control under another, {phase} {size}")
            assert phone.js(NAMELESS) == [], (phase, size)
            assert size not in PHONES or phone.js(TINY) == [], (phase, size)
            assert phone.js(ASKED), (phase, size)
            phone.js("scrollTo(0, 1e6)")
            assert all(phone.js(BARE, css) for css in ("#menu-open", "#cover") if phone.seen(css)), (phase, size)
        assert phone.js(IDLE) == [], phase
        phone.driver.refresh()
        phone.until_seated()


PLAYERS_WHOLE = """
const { right, bottom } = document.querySelector(".panel").getBoundingClientRect();
const players = [...document.querySelectorAll("#players li")].filter((each) => each.checkVisibility())
  .map((each) => each.getBoundingClientRect());
return players.every((each) => each.right <= right && each.bottom <= bottom);
"""


def test_what_begins_a_game_is_whole_below_the_form(page):
    """At every size, wherever the form is scrolled: not a pixel of the button is cut off."""
    page.open().until_phase("idle").form()
    for size in (*SIZES, (360, 640), (768, 1024)):
        page.display.size(*size)
        assert page.js(FRAMED, "#set-up"), size


SCROLL = """
const columns = [document.documentElement, ...document.querySelectorAll(".beside, .panel, .below")];
return [...columns.map((each) => Math.round(each.scrollTop)), document.activeElement.id];
"""
ROUNDED_PX = 1
"""What comes above and goes again may be half a pixel high, and browsers scroll by whole ones."""


def test_what_is_closed_leaves_the_page_where_it_was(page, table):
    """What only one may see, once advice has come there, and the curtain of a phone: focus and scroll."""
    shown = Shown(page.open("de"), table)
    for size in ((390, 844), (844, 390), (1366, 657)):
        shown.begin("piratoons", PEOPLE, plunder="screen")
        page.click("#do-open").click("#do-stop").until(lambda: page.seen("#look-1"), "who bids")
        page.display.size(*size)
        page.js("document.querySelector('#look-1').scrollIntoView({ block: 'center' })")
        before = page.js(SCROLL)[:-1]
        page.click("#look-1").click("#private-advise").until(lambda: page.seen("#private-advice li"), "advice")
        page.until(lambda: page.js("return document.querySelector('#private-advice li b') !== null"), "all of it")
        page.click("#private form button").until(lambda: not page.seen("#private"), "the page")
        page.until(lambda: table.screen()["you"] is None and not page.seen("#advice-part"), "that nobody looks")
        *after, focused = page.js(SCROLL)
        assert (after, focused) == (pytest.approx(before, abs=ROUNDED_PX), "look-1"), size
        page.until_bare("#look-1", size)
        page.display.size(*DESK)
    phone = PhonePage.joined(page, 1, language="de")
    phone.until(lambda: phone.seen("#bid-1-more"), "a bid")
    for size in PHONES:
        phone.display.size(*size, touch=True)
        phone.js("scrollTo(0, 120)")
        before = phone.js(SCROLL)[:-1]
        phone.js("document.querySelector('#cover').click()")
        phone.click("#uncover").until(lambda: not phone.seen("#curtain"), "what it hid")
        assert phone.js(SCROLL) == [*before, "cover"], size


NARROW = """
const free = (each) => {
  const alike = each.cloneNode(true);
  Object.assign(alike.style, { width: "max-content", position: "absolute" });
  each.after(alike);
  const wide = alike.offsetWidth;
  alike.remove();
  return wide;
};
return [...document.querySelectorAll("select")].filter((each) => each.checkVisibility())
  .filter((each) => each.offsetWidth < free(each)).map((each) => each.id);
"""
"""What is chosen from a list, and does not show its longest choice whole."""


@pytest.mark.parametrize("language", IN_LANGUAGES)
def test_what_is_chosen_from_a_list_is_read_whole(page, language):
    """The list of who plays a seat, and how well, at every size."""
    page.open(language).until_phase("idle").form().click("input[name=game][value=piratoons]")
    page.until(lambda: page.seen("#plays-2"), "who plays")
    for size in (*SIZES, (360, 640), (768, 1024)):
        page.display.size(*size)
        assert page.js(NARROW) == [], size


OPENINGS = {"pearls": "#layer .cloth", "piratoons": "#layer .lid"}
WIDTHS = "return ['#board', '.panel'].map((css) => document.querySelector(css).getBoundingClientRect().width)"


def test_the_board_is_as_large_whichever_game_is_chosen_and_wider_than_what_stands_beside_it(page, table):
    """In the form, where the board shows what the game begins with; and in a game with a hand, in wide windows."""
    page.open().until_phase("idle").form()
    found = {size: set() for size in SIZES}
    for game in GAMES:
        page.click("#form-back") if page.seen("#form-back") else None
        page.click(f"input[name=game][value={game}]").until(lambda: page.js(DRAWN), "its pages")
        for size in SIZES:
            page.display.size(*size)
            found[size].add(page.js(WIDTHS)[0])
            for name, what in OPENINGS.items():
                assert bool(page.count(what)) == (name == game), (name, game)
    assert {size: len(widths) for size, widths in found.items()} == dict.fromkeys(SIZES, 1), found
    Shown(page, table).begin("perladora", PEOPLE)
    for size in (each for each in SIZES if each[0] > each[1]):
        page.display.size(*size)
        board, panel = page.js(WIDTHS)
        assert board > panel, size


def test_before_a_game_of_cards_or_tiles_no_space_is_numbered(page):
    """A hand of cards and a chest have no spaces, where the board is only drawn; a lagoon has."""
    page.open().until_phase("idle")
    for game, numbered in (("pearls", False), ("piratoons", False), ("perladora", True)):
        page.click(f"input[name=game][value={game}]")
        page.until(lambda numbered=numbered: page.seen(".coordinates") == numbered, f"{game} as it is")


DRAWN = "return new Promise((done) => setTimeout(() => requestAnimationFrame(() => done(true)), 300))"


@pytest.mark.parametrize("language", IN_LANGUAGES)
def test_every_way_to_begin_is_in_sight_on_a_first_visit(page, language):
    """In every window that lies on its side, but for a phone and what is as low."""
    page.open(language).until(lambda: page.seen("#start-phones"), "the ways to begin")
    for size in (each for each in (*SIZES, (1280, 800)) if each[0] > each[1] > 512):
        page.display.size(*size)
        for way in WAYS:
            page.until(lambda way=way: page.js(FRAMED, f"#start-{way}"), f"{way} in sight {size}")


LOW = [(1366, 657), (1280, 800)]
WAYS = ("learn", "computer", "here", "phones")


@pytest.mark.parametrize("language", IN_LANGUAGES)
@pytest.mark.parametrize("size", at_length([*LOW, (1366, 768), DESK, (1920, 1080)], LOW))
def test_every_way_to_begin_is_in_sight_after_a_game(page, table, size, language):
    """With "The same again" among them."""
    Shown(page.open(language), table).begin("perladora", PEOPLE)
    table.clear()
    page.until_phase("idle").display.size(*size)
    page.until(lambda: page.seen("#start-again"), "the same again")
    page.until(lambda: page.js(FRAMED, "#start-phones"), "everybody on their phone")


CONFIRM = """
const box = document.querySelector("#do-confirm").getBoundingClientRect();
return [box.left, box.top, box.width, box.height].map(Math.round);
"""
SAY = "document.querySelector('#sentence').textContent = arguments[0]"
VALUES_FIRST = """
const [tray, button] = ["#tray", "#do-confirm"].map((css) => document.querySelector(css));
const after = tray.compareDocumentPosition(button) & Node.DOCUMENT_POSITION_FOLLOWING;
return Boolean(after) && tray.getBoundingClientRect().top < button.getBoundingClientRect().top;
"""
ENOUGH = """
const broken = (node) => [...node.data.matchAll(/\\p{L}+/gu)].map(({0: word, index}) => {
  const range = document.createRange();
  range.setStart(node, index);
  range.setEnd(node, index + word.length);
  return new Set([...range.getClientRects()].map(({top}) => Math.round(top))).size > 1 ? word : null;
}).filter(Boolean);
const texts = document.createNodeIterator(document.querySelector(".beside"), NodeFilter.SHOW_TEXT);
const words = [];
for (let node = texts.nextNode(); node; node = texts.nextNode())
  if (node.parentElement.checkVisibility()) words.push(...broken(node));
const column = document.querySelector(".panel").getBoundingClientRect();
const cut = [...document.querySelectorAll(".panel b, .panel span, .do button")].filter((each) => each.checkVisibility())
  .filter((each) => each.scrollWidth > each.clientWidth + 1 && each.clientWidth > 0).map((each) => each.textContent);
return {width: column.width, cut, broken: words};
"""


def test_what_ends_a_turn_keeps_its_place_whatever_is_said(page, table):
    """Beside the board and below it; what must be said before stands above it."""
    shown = Shown(page.open(), table)
    shown.begin("perladora", PEOPLE)
    shown.hand()
    for width, height in (*SIZES, (360, 640)):
        page.display.size(width, height)
        page.js(SAY, "Ida: go.")
        place = page.js(CONFIRM)
        page.until_bare("#hand-1", width, height)
        page.js(SAY, "Ida: a sentence of some length that says much about little. " * 3)
        assert page.js(CONFIRM) == place, (width, height)
        assert place[1] + place[3] <= height, (width, height, place)
        assert page.js(VALUES_FIRST), (width, height)


STANDS = """
const { top, height } = document.querySelector("#board").getBoundingClientRect();
return [top, height, document.querySelector("#dock").getBoundingClientRect().bottom].map(Math.round);
"""


@pytest.mark.parametrize("game", GAMES)
def test_no_sentence_moves_the_board_of_an_own_phone_nor_its_buttons(page, table, game):
    """Held upright, as on the table page: the board stands first, and what ends a turn at the lower edge."""
    Shown(page.open(), table).begin(game, PEOPLE, **({"plunder": "screen"} if game == "piratoons" else {}))
    phone = PhonePage.joined(page, 1)
    for width, height in ((390, 844), (412, 915)):
        phone.display.size(width, height, touch=True)
        phone.js(SAY, "Ida: go.")
        top, high, bottom = place = phone.js(STANDS)
        phone.js(SAY, "Ida: a sentence of some length that says much. " * 2)
        assert phone.js(STANDS) == place, (width, height)
        assert top < 100 < high, place
        assert bottom == height, place


@pytest.mark.parametrize("language", IN_LANGUAGES)
def test_the_column_is_wide_enough_for_words(page, table, language):
    """On a tablet on its side: none is cut off, and none is broken over two lines. The curtain says two short sentences
    in three lines, at every size.
    """
    shown = Shown(page.open(language), table)
    for game, options in (*(("perladora", {"clans": each}) for each in CLANS), ("pearls", {})):
        shown.begin(game, PEOPLE, **options)
        page.display.size(1024, 768)
        found = page.js(ENOUGH)
        assert found["width"] >= 290
        assert (found["cut"], found["broken"]) == ([], []), game
        for size in SIZES:
            page.display.size(*size)
            assert page.js(LINES, "#tray-pass") <= 3, size
        page.display.size(*DESK)


@pytest.mark.parametrize("language", IN_LANGUAGES)
@pytest.mark.parametrize("advanced", [False, True])
def test_what_is_explained_leaves_the_hand_in_sight(page, table, language, advanced):
    """Whatever the window: what a turn needs is seen without scrolling, and so is "Why?"."""
    shown = Shown(page.open(language), table)
    for own in CLANS[0] + CLANS[1] if advanced else (None,):  # each is told of its own Power
        other = next(clan for clan in CLANS[0] if clan != own)
        shown.begin("perladora", ALONE, explain=True, advanced=advanced, **({"clans": (own, other)} if own else {}))
        for width, height in (*SIZES, (360, 640)) if own in (None, "children") else ((360, 640),):
            page.display.size(width, height)
            for css in ("#hand-1", "#do-confirm", "#why summary"):
                page.until_bare(css, width, height)


@pytest.mark.parametrize("language", IN_LANGUAGES)
def test_what_is_explained_leaves_the_hand_in_sight_on_the_own_phone(page, table, language):
    """The hand stays in sight in an advanced game, too; answers to "Why?" stand whole until a press elsewhere."""
    clans = ("elders", "foragers")
    Shown(page.open(language), table).begin("perladora", PEOPLE, explain=True, advanced=True, clans=clans)
    phone = PhonePage.joined(page, 1, language=language)
    for size in PHONES:
        phone.display.size(*size, touch=True)
        phone.js("scrollTo(0, 0)")
        for css in ("#hand-1", "#why summary"):
            phone.until(lambda css=css: phone.js(BARE, css), f"{css} in sight {size}")
    for press in (phone.line.press, phone.line.tap):
        phone.click("#why summary").until(
            lambda: phone.seen("#why-answers li:not(.told-whole)"), "what there is to know"
        )
        press(*phone.js(TO_PRESS, "#hand-1")["at"])
        phone.until(lambda: not phone.seen("#why-answers"), "the answers to be closed")
        assert phone.chosen is None


@pytest.mark.parametrize("language", IN_LANGUAGES)
def test_powers_leave_the_hand_in_sight(page, table, language):
    """And what ends a turn; before, whoever has come says so, and nothing lies over that.

    Why the Backup must wait is read below it, and covers neither what is to be done nor advice.
    """
    shown = Shown(page.open(language), table)
    shown.begin("perladora", FOUR, advanced=True, clans=("fishermen", "foragers", "children", "elders"))
    for width, height in SIZES:
        page.display.size(width, height)
        page.until_bare("#tray-open", width, height)
    page.display.size(*DESK)
    shown.hand()
    for width, height in SIZES:
        page.display.size(width, height)
        page.until_bare("#do-confirm", width, height)
        page.until_bare("#hand-1", width, height)
    for advice in ((), ("#advice li b",)):
        if advice:
            page.click("#do-advise").until(lambda: page.seen("#advice li"), "advice")
        for size in (*SIZES, (1180, 820), (360, 640)):
            page.display.size(*size)
            page.js("const it = document.querySelector('#do-backup'); it.focus(); it.click()")
            page.until(lambda: page.js(IN_SIGHT, "#token-why"), f"why it must wait {size}")
            page.js("document.querySelector('#token-why').style.pointerEvents = 'auto'")  # to find what it covers
            for css in ("#token-why", "#sentence", "#do-confirm", *advice):
                page.until_bare(css, size)
            page.js("document.activeElement.blur()")


@pytest.mark.parametrize("language", IN_LANGUAGES)
@pytest.mark.parametrize("explain", [False, True])
def test_the_longest_sentence_leaves_buttons_and_players_in_sight(page, table, language, explain):
    """What gave way, what the Power does, and what waits for the main action, all in one."""
    shown = Shown(page.open(language), table)
    shown.begin("perladora", PEOPLE, advanced=True, explain=explain, clans=("fishermen", "elders"))
    shown.hand()
    page.click("#do-power").until(lambda: page.seen("#do-power[aria-pressed=true]"), "the Power armed")
    for site in ("a1-a2", "c1", "d3"):
        page.touch(site).until(lambda site=site: {"site": site, "status": "draft"} in lying(table), site)
    page.until(lambda: "c1" in page.sentence and "d3" in page.sentence, "what gave way, and what waits")
    for size in SIZES:
        page.display.size(*size)
        for css in ("#do-power", "#do-backup", "#do-confirm"):
            page.until_bare(css, size)
    page.display.size(1024, 768)
    for css in ("#hand-1", "#players .who"):
        page.until_bare(css)


def lying(table):
    """What lies on the board, and as what."""
    return [{key: piece[key] for key in ("site", "status")} for piece in table.screen()["pieces"]]


TOLD = """
const says = (each) => !each.children.length && each.textContent === arguments[0];
const seen = (each) => each.checkVisibility() && each.getBoundingClientRect().width > 1;
return [...document.querySelectorAll("main *")].filter(says).filter(seen).map((each) => each.id || each.className);
"""
SCROLLED = "for (const css of ['.panel', '.beside']) document.querySelector(css).scrollTop = 1e6"
WINDOW_MOVED = """
const scrolls = (each) =>
  /auto|scroll/.test(getComputedStyle(each).overflowY) && each.scrollHeight > each.clientHeight + 1;
return {
  moved: document.body.scrollTop + document.documentElement.scrollTop,
  inner: [...document.querySelectorAll(".panel *")].filter(scrolls).map((each) => each.id || each.className),
};
"""


def test_what_has_come_to_be_read_is_in_sight(page, table):
    """The advice of the computer, and how the game ended, though somebody had scrolled the column away.

    What leads through the count stays in one place. Who has won is said once, on a television, too.
    """
    shown = Shown(page.open(), table)
    shown.begin("perladora", ALONE)
    page.display.size(1024, 600)
    page.js(SCROLLED)
    page.click("#do-advise").until(lambda: page.seen("#advice li"), "advice")
    page.until(lambda: page.js(IN_SIGHT, "#advice li"), "the best advice in sight")
    page.display.size(*DESK)
    shown.to_the_reveal()
    assert "Press the button to turn all Divers up" in table.screen()["sentence"]
    table.ask("agree")
    page.until_phase("count")
    for size in ((640, 400), (844, 390), (1024, 600)):
        page.display.size(*size)
        assert page.js("return document.querySelectorAll('#count .totals li').length") == 2
        page.until(lambda: page.js(BARE, "#count .totals li:last-child .sum"), f"the last sum bare at {size}")
    phone, stood = PhonePage.joined(page, 1), set()
    for part in range(1, 1 + table.screen()["game"]["count"]["of"]):
        for each, sizes in ((page, ((390, 844), (1366, 768))), (phone, ((390, 844),))):
            each.until(lambda each=each, part=part: f" {part} of" in each.text("#count h2"), f"territory {part}")
            for size in sizes:
                each.display.size(*size)
                stood.add((each is page, size, *each.js(PLACE, "#do-count_next")))
        page.js(SCROLLED)
        page.click("#do-count_next")
    assert len(stood) == 3, f"what leads on moves from territory to territory: {sorted(stood)}"
    page.until(lambda: page.seen("#result") and page.js(IN_SIGHT, "#result li"), "the winner's line in sight")
    for each in (page, phone):
        each.until_in_sight("#why summary")
        each.click("#asking summary").until(lambda each=each: each.seen("[data-ask=score]"), "what can be asked")
        assert not each.seen("[data-ask=left]")
    page.display.size(*DESK)
    assert page.js(TOLD, page.sentence) == ["sentence"]
    page.click("#tv-open").until(lambda: page.count("[data-tv]"), "the page as a TV shows it")
    assert page.js(TOLD, page.sentence) == ["sentence"]


PLACE = """
const { left, top, width, height } = document.querySelector(arguments[0]).getBoundingClientRect();
return [left, top, width, height].map(Math.round);
"""
EXPLAIN = "document.querySelector('#explanation').textContent = arguments[0]"
LENGTHY = (
    "A territory is closed: six Pearls to be won, ahead: Ida. In the end whoever has most points in it gets them. "
)
SQUEEZED = """
const [bar, panel] = ["#acts", ".panel"].map((css) => document.querySelector(css).getBoundingClientRect());
return panel.height < 60 || bar.bottom > innerHeight;
"""
"""Whether what stands last in the column was left but a strip, or the buttons do not stand in the window."""


@pytest.mark.parametrize("language", IN_LANGUAGES)
def test_however_much_is_told_the_buttons_are_bare_and_advice_can_be_read(page, table, language):
    """A long sentence, explained, and what the computer has played; on a tablet the best advice is in sight."""
    shown = Shown(page.open(language), table)
    shown.begin("perladora", ALONE, explain=True)
    page.click("#hand-1").touch("c3").until_verdict("legal")
    page.click("#do-confirm").until(lambda: page.seen("#told-part"), "what the computer has played")
    page.until(lambda: table.screen()["match"]["players"][0]["to_move"], "the next turn")
    page.display.size(390, 844)
    page.js("document.querySelector('#told li').textContent = arguments[0]", LENGTHY[:170])
    page.until(lambda: page.js(BARE, "#told li"), "all of what the computer has played")
    for size in SIZES:
        page.display.size(*size)
        page.js(SAY, LENGTHY[:99])
        page.js(EXPLAIN, LENGTHY * 2)
        page.until(lambda: page.js(COVERS, TURN) == [], f"no control under another {size}")
        assert not page.js(SQUEEZED), size
    page.display.size(1024, 768)
    page.click("#do-advise").until(lambda: page.seen("#advice li"), "advice")
    page.until(lambda: page.js(BARE, "#advice li") and page.js(IN_SIGHT, "#advice li"), "the best advice in sight")


ADVICE_OF_POWER = "D’abord le Pouvoir : un Plongeur de plus, de valeur 5, face visible en h5, puis votre tour"
SAID_OF_POWER = "Ida : posez un Plongeur sur une case libre, ou un ou deux Pontons. Un Pouvoir peut être joué avant."


WORTH = """
const { name } = performance.getEntriesByType("resource").find((each) => each.name.endsWith("/live/computers.js"));
const all = arguments[0].map((points) => ({ text: "x", compared: "y", points, reason: null, sites: [] }));
return import(name).then(({ advised }) => all.map((each, at) => advised(each, at, all).textContent));
"""
"""What is said of advice that is expected to bring so many points: no number of what seems better than the best."""


@pytest.mark.parametrize("game", ["perladora", "pearls"])
def test_advice_leaves_the_sentence_in_sight_and_upright_the_board(page, table, game):
    """In every window, with what is explained; upright whoever has the next turn finds the board there, too.

    Beside a board the best is read whole, with its reason, but on a phone on its side, and where powers leave no room.
    """
    shown = Shown(page.open("fr"), table)
    for size in ((768, 1024), (390, 844), (1024, 768), (800, 600), (640, 400), (844, 390)):
        upright = size[0] < size[1]
        whole = size == (1024, 768) or (size == (800, 600) and game == "pearls")
        shown.begin(game, PEOPLE, explain=not upright, **({"advanced": True} if game == "perladora" else {}))
        page.display.size(*size)
        shown.hand()
        page.click("#do-advise").until(lambda: page.seen("#advice li"), "advice")
        if game == "perladora":  # of an advanced game, whoever plays and whatever is dealt
            page.js(SAY, SAID_OF_POWER)
            page.js("document.querySelector('#advice b').textContent = arguments[0]", ADVICE_OF_POWER)
            page.js("return new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
            page.js("document.querySelector('#advice-part').scrollIntoView()")
        assert page.js(LABELS, ROWS) == [], size
        for css in ("#advice li" if whole else "#advice li b", "#sentence", *(["#board"] if upright else [])):
            page.until(lambda css=css: page.js(BARE, css) and page.js(IN_SIGHT, css), f"{css} in sight {size}")
        assert page.js(UNDER) == 0, size
        assert [bool(re.search(r"\d", said)) for said in page.js(WORTH, [51, 54, 48])] == [True, False, True]
        page.js("scrollTo(0, 1e6), document.querySelector('.beside').scrollTo(0, 1e6)")
        assert page.js(IN_SIGHT, "#sentence"), size
        assert page.js(IN_SIGHT, "#board"), size
        page.display.size(*DESK)


def test_a_bid_is_set_and_confirmed_beside_advice_about_it(page, table):
    """On the table page and on the own phone: what is advised, its number, and "Confirm" are in sight together.

    No button moves because the computer has bid, with which advice would go, or because it has built its ship; and what
    was asked for before is answered then.
    """
    Shown(page.open("de"), table).begin("piratoons", ALONE, plunder="screen")
    page.display.size(390, 844, touch=True)
    page.click("#do-practise").until(lambda: page.phase.startswith("plunder"), "the practice")
    assert page.text("#players [data-seat='2'] .state") == "", "a computer that does not practise does not think"
    page.click("#do-stop").until(lambda: page.phase.startswith("closed"), "the end of the practice")
    page.js(WATCH)
    page.click("#do-open").until(lambda: page.phase.startswith("plunder"), "the first round")
    page.click("#do-stop").until(lambda: page.seen("#bid-1-more"), "a bid")
    assert page.js(ASK_EARLY) in (["true", "Er denkt noch darüber nach."], [None, ""]), (
        "the reason, or it has bid already"
    )
    page.until(lambda: page.seen("#advice li"), "the advice that was asked for")
    assert page.js(PLACED, "bids") == []
    bid_beside_advice(page, (*PHONES, (768, 1024), (1366, 657), (640, 400)))
    page.display.size(390, 844, touch=True)
    page.click("#do-confirm").until(lambda: page.seen("#part-1-0"), "the ship yard")
    page.until(lambda: page.seen("#do-advise:not([aria-disabled])"), "that the computer has built")
    assert page.js(PLACED, "ships") == []
    page.display.size(*DESK)
    Shown(page, table).begin("piratoons", PEOPLE, plunder="screen")
    table.ask("act", actor=1, action=["open"])
    phone = PhonePage.joined(page, 1, language="de")
    for place in (1, 4, 7):
        phone.click(f"#chest-{place}")
    phone.click("#do-stop").until(lambda: phone.seen("#bid-1-more"), "a bid")
    bid_beside_advice(phone, PHONES)
    phone.click("#do-confirm").until(lambda: "0" in phone.text("#auction-said"), "what is sealed")
    phone.until(lambda: phone.js(BARE, "#bid-1-more"), "that it can be changed")


ASK_EARLY = """
const button = document.querySelector("#do-advise");
const pale = button.ariaDisabled;
button.click();
return [pale, document.querySelector("#refusal").textContent];
"""
"""Asks for advice while the computer has not bid, and reads why none comes yet."""
WATCH = """
window.placed = {};
new MutationObserver(() => {
  const { stage } = document.querySelector("#main").dataset;
  for (const each of document.querySelectorAll("#acts button")) {
    const { left, top, right, bottom } = each.getBoundingClientRect();
    if (right) ((placed[stage.split(" ")[0]] ??= {})[each.id] ??= new Set()).add([left, top, right, bottom].join());
  }
}).observe(document.body, { subtree: true, childList: true, attributes: true });
"""
"""Writes down where each button of what may be done stands, whenever the page is drawn."""
PLACED = "return Object.entries(placed[arguments[0]]).filter(([, { size }]) => size !== 1).map(([id]) => id)"
"""Which of them have stood elsewhere in that stage."""


def bid_beside_advice(page, sizes):
    page.click("#do-advise").until(lambda: page.seen("#advice li"), "advice")
    for size in sizes:
        page.display.size(*size, touch=True)
        page.until(lambda: advice_and_bid(page), f"advice and what sets a bid in sight {size}")


def advice_and_bid(page):
    """Whether all of it is in sight together, for whoever looks at the advice."""
    page.js("document.querySelector('#advice-part').scrollIntoView()")
    return all(page.js(BARE, css) for css in ("#advice li b", "#bid-1-more", "#bid-1-less", "#do-confirm"))


def test_advice_leaves_what_confirms_a_turn_in_sight_on_an_own_phone(page, table):
    """However it is held, before something is chosen and then."""
    Shown(page.open("de"), table).begin("pearls", PEOPLE)
    phone = PhonePage.joined(page, 1, language="de")
    phone.click("#do-advise").until(lambda: phone.seen("#advice li"), "advice")
    sizes = (*PHONES, (640, 400))
    for size in sizes:
        phone.display.size(*size, touch=True)
        phone.js("scrollTo(0, 0), document.querySelector('#advice-part').scrollIntoView({ block: 'nearest' })")
        for css in ("#do-confirm", "#advice li"):
            phone.until(lambda css=css: phone.js(BARE, css), f"{css} in sight {size}")
    phone.click(".held-card").until_verdict("legal")
    for size in sizes:
        phone.display.size(*size, touch=True)
        phone.until(lambda: phone.js(BARE, "#do-confirm"), f"what confirms {size}")


UNDER_BAR = """
const bar = document.querySelector("#acts").getBoundingClientRect();
const cards = [...document.querySelectorAll(".fan-cards > *, .held-card")].map((each) => each.getBoundingClientRect());
return cards.filter(({ bottom }) => bottom > bar.top).length;
"""


@pytest.mark.parametrize("language", IN_LANGUAGES)
def test_a_whole_hand_stands_above_the_buttons_of_a_small_phone(page, table, language):
    """Up to ten cards in two rows, beside a sentence of some length, once something is chosen.

    On the own phone, too, however it is held.
    """
    Shown(page.open(language), table).begin("pearls", ALONE, explain=True)
    page.display.size(360, 640, touch=True)
    page.until(lambda: page.count("#tray-cards .held-card") > HAND_IN_A_ROW, "two rows of cards")
    while page.count("#tray-cards .held-card") < LIMIT and page.seen(".take[data-site]"):
        page.click(".take[data-site]").until(lambda: page.seen(".take.chosen"), "a colour chosen")
        for size in PHONES:
            page.display.size(*size, touch=True)
            page.js("scrollTo(0, 0)")
            page.js(SAY, "Ida nimmt 2 rote Karten und 2 Joker, dann 10 von 10 auf der Hand. Bestätige, oder ändere es.")
            assert page.js(UNDER_BAR) == 0, size
        page.click("#do-confirm").until(lambda: not page.seen(".take.chosen"), "the turn of the computer")
        page.until(lambda: table.screen()["match"]["players"][0]["to_move"], "the next turn")
    phone = PhonePage.joined(page, 1, language=language)
    phone.click(".held-card").until_verdict("legal")
    for size in PHONES:
        phone.display.size(*size, touch=True)
        phone.js("scrollTo(0, 0)")
        assert phone.js(UNDER_BAR) == 0, size


CLIPPED = """
return [...document.querySelectorAll("body *")].filter((each) => each.checkVisibility()
  && getComputedStyle(each).webkitLineClamp !== "none" && each.scrollHeight > each.clientHeight + 1)
  .map((each) => each.id || each.className || each.tagName);
"""
"""Texts that are cut short."""
SIGNED = CLIPPED.replace(
    "&& each.scrollHeight > each.clientHeight + 1", '&& getComputedStyle(each, "::after").content !== "none"'
)
"""Texts with a sign that there is more of them."""
TAP_CLIPPED = CLIPPED.replace("return", "const cut =").replace(
    ".map", "; cut.forEach((each) => each.click()); return cut.map"
)


@pytest.mark.parametrize("game", GAMES)
def test_on_a_phone_what_is_explained_is_read_whole(page, table, game):
    """At the table and on the own phone, in German: on its side at once, upright after a tap where it is cut short."""
    options = {"plunder": "screen"} if game == "piratoons" else {}
    Shown(page.open("de"), table).begin(game, ALONE, explain=True, **options)
    phone = PhonePage.joined(page, 1, language="de")
    for each in (page, phone):
        each.display.size(844, 390, touch=True)
        each.until(lambda each=each: each.text("#explanation"), "what is explained")
        assert each.js(CLIPPED) == each.js(SIGNED) == []
        each.display.size(360, 640, touch=True)
        each.js(EXPLAIN, "Gebote.")
        each.until(lambda each=each: each.js(SIGNED) == [], "no sign where nothing is cut")
        each.js(EXPLAIN, "Gleiche Gebote gehen zurück, und wer so geboten hat, kauft nichts. " * 2)
        each.until(lambda each=each: each.js(SIGNED) == ["explanation"], "a sign that there is more")
        assert each.js(TAP_CLIPPED) == ["explanation"]
        assert each.js(CLIPPED) == []
        each.until(lambda each=each: each.js("return !document.querySelector('.cut')"), "no sign where it is whole")


@pytest.mark.parametrize("size", at_length([(1366, 768), (1024, 600)], [(1024, 600)]))
def test_whose_turn_it_is_comes_into_sight_though_the_column_was_scrolled(page, table, size):
    """The curtain for the next of six people, and at the end who has won."""
    shown = Shown(page.open(), table)
    shown.begin("pearls", [{"name": name} for name in ("Ida", "Ben", "Cleo", "Dora", "Emil", "Fritz")])
    page.display.size(*size)
    shown.hand()
    page.js(SCROLLED)
    table.ask("act", actor=1, action=["take", table.screen()["game"]["takes"][0]["colour"]])
    page.until(lambda: page.text("#tray-open") == "I am Ben", "the curtain for the next")
    page.until(lambda: page.js(IN_SIGHT, "#sentence") and page.js(BARE, "#tray-open"), "both in sight")
    shown.begin("pearls", PEOPLE, hands="open")
    shown.pearls_until(lambda game: game["last_turns"])
    page.js(SCROLLED)
    shown.pearls_in_sight_until(lambda game: game["result"])
    page.until_phase("over").until(lambda: page.js(IN_SIGHT, "#sentence"), "who has won in sight")


PRESS = "document.querySelector(arguments[0]).click()"
"""Without scrolling there first."""


def test_what_comes_next_on_a_stage_is_in_sight_on_a_phone(page, table):
    """The ship yard after a bid, the lid after it, and the count of the cards; wherever the page was scrolled."""
    shown = Shown(page.open(), table)
    page.display.size(360, 640)
    shown.begin("piratoons", ALONE, plunder="screen")
    page.click("#stage-lid")
    page.click("#do-stop").until(lambda: page.js(IN_SIGHT, "#bid-1-more"), "the bid in sight")
    page.js("scrollTo(0, 1e6)")
    page.click("#do-confirm").until(
        lambda: page.seen("#part-1-0") and page.js(IN_SIGHT, "#part-1-0"), "the yard in sight"
    )
    page.js("scrollTo(0, 1e6)")
    page.click("#do-confirm").until(
        lambda: page.seen("#stage-lid") and page.js(IN_SIGHT, "#stage-lid"), "the lid in sight"
    )
    assert page.text("#do-hurry") == "We are ready"  # the captain is the computer, and opens when somebody says so
    page.click("#stage-lid").until(lambda: page.seen("#chest-1"), "the open chest")
    page.until(lambda: page.js("return document.querySelector('#do-hurry').textContent") == "Play at once", "its words")
    page.display.size(*DESK)
    shown.begin("pearls", PEOPLE, hands="open")
    page.display.size(360, 640)
    shown.pearls_until(lambda game: game["last_turns"])
    page.js("scrollTo(0, 1e6)")
    shown.pearls_in_sight_until(lambda game: game["result"])
    page.until_phase("over").until(lambda: page.js(IN_SIGHT, "#stage-end"), "the count in sight")


@pytest.mark.parametrize("size", at_length([(390, 664), (360, 640), (844, 390)], [(360, 640)]))
def test_what_comes_next_on_a_stage_is_in_sight_on_the_own_phone(page, table, size):
    """Whoever has scrolled to the bid sees the chest when it is to be chosen from, and then the whole yard.

    At each step the sentence that says what to do stands below the stage, which stays where it is.
    """
    Shown(page.open("de"), table).begin("piratoons", PEOPLE, plunder="screen")
    table.ask("act", actor=1, action=["open"])
    phone = PhonePage.joined(page, 1, language="de")
    phone.display.size(*size, touch=True)
    phone.until(lambda: phone.seen("#do-stop") and phone.js(BARE, "#sentence"), "the chest")
    phone.js(PRESS, "#chest-1")
    phone.until(lambda: phone.count("#chest-1 .crew"), "a piece on the first tile")
    phone.js(PRESS, "#do-stop")
    phone.until(lambda: phone.seen("#bid-1-more"), "a bid")
    phone.until(lambda: phone.js(IN_SIGHT, "#bid-1-more") and phone.js(BARE, "#sentence"), "the bid in sight")
    phone.click("#bid-1-more").click("#do-confirm")
    phone.until(lambda: phone.seen("#auction .quiet") and phone.js(BARE, "#sentence"), "what was bid")
    phone.js("scrollTo(0, 1e6)")
    table.ask("act", actor="table", action=["close"])
    table.until(lambda screen: screen["game"]["auction"]["opened"])
    table.ask("act", actor="table", action=["fists", [None, 0]])
    phone.until(lambda: phone.phase.startswith("choice") and phone.js(IN_SIGHT, "#stage"), "the chest in sight")
    phone.until(lambda: phone.js(BARE, "#sentence"), "what the tile costs")
    phone.js("scrollTo(0, 1e6)")
    phone.js("document.querySelector('#chest-places button:not([aria-disabled])').click()")
    phone.click("#do-confirm")
    phone.until(lambda: phone.seen("#part-1-0") and phone.js(IN_SIGHT, "#stage"), "the yard in sight")
    phone.until(lambda: phone.js(BARE, "#sentence"), "what is to be laid")


ABOARD = """
const boxes = (ship, css) => [...ship.querySelectorAll(css)].map((each) => each.getBoundingClientRect());
const over = (one, other) => Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1
  && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1;
return [...document.querySelectorAll("#ships .ship-of:not(.laying)")].filter((each) => each.checkVisibility())
  .map((ship) => boxes(ship, ".won-tiles svg").filter((tile) =>
    [...boxes(ship, ".ship > *"), ...boxes(ship, "h3").slice(0, 1)].some((other) => over(tile, other))).length);
"""
"""Won tiles that cover a ship which nobody lays now, or the name of its owner: how many, by ship."""


LONG_LOOT = """
for (const each of document.querySelectorAll("#came-said > li"))
  each.textContent = "Maximilian bekommt: 4 Dublonen, Kanonenluke (Pulverjunge) und Bullauge (seekranker Koch).";
"""


@pytest.mark.parametrize("players", soaked([2, 3, 4], [4]))
def test_what_was_won_lies_on_no_ship_before_it_is_laid(page, table, players):
    """While all bid or choose, and of the others while one lays: else it would seem to be aboard.

    Beside the stage everybody's doubloons, and what everybody has won, are in sight of whoever bids.
    """
    Shown(page.open("de"), table).begin("piratoons", FOUR[:players], plunder="screen")
    page.click("#do-open").until(lambda: page.seen("#chest-1"), "the chest")
    for seat in range(1, players + 1):
        for place in (2 * seat - 1, 2 * seat):
            table.ask("act", actor=seat, action=["put", place])
    page.click("#do-stop").until(lambda: page.count(".won-tiles > *") > players, "what all have won")
    for size in (*SIZES, (768, 1024)):
        page.display.size(*size)
        assert sum(page.js(ABOARD)) == 0, size
    for size in ((1024, 768), (1366, 657)):
        page.display.size(*size)
        page.js(LONG_LOOT)
        for each in ("#auction-said > .purse-of", "#came-said > li"):
            assert page.count(each) == players, size
            page.until(lambda each=each: page.js(BARE, f"{each}:nth-child({players})"), f"of all {each}, {size}")


NAMED = """
const [tile] = document.querySelectorAll(".pirate-stage .chest-places .chest-tile");
const [called] = tile.getElementsByClassName("called");
const box = tile.getBoundingClientRect();
const crews = [...tile.querySelectorAll(".crew")];
const range = document.createRange();
const over = (one, other) => Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1
  && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1;
if (crews.length !== 4) return ["no four crews"];
const cut = (number) => {
  range.selectNodeContents(number);
  const { left, width, height } = number.getBoundingClientRect();
  const radius = Math.min(parseFloat(getComputedStyle(number).borderTopLeftRadius), width / 2, height / 2);
  return range.getBoundingClientRect().left - left < 0.29 * radius; // a figure's corner is beyond the round one
};
if (crews.some((crew) => cut(crew.lastElementChild))) return ["how many are on it"];
return arguments[0].filter((name) => {
  called.textContent = name;
  range.selectNodeContents(called);
  const { width, left, right, top, bottom } = called.getBoundingClientRect();
  called.style.overflowWrap = "normal"; // a word that would have to be broken reaches beyond its tile
  const within = box.left <= left && right <= box.right && box.top <= top && bottom <= box.bottom;
  const lines = [...range.getClientRects()];
  const covered = crews.some((crew) => lines.some((line) => over(line, crew.getBoundingClientRect())));
  return !width || !within || covered || called.scrollWidth > called.clientWidth;
});
"""


TILES = """
const over = (one, other, from, to) => Math.min(one[to], other[to]) - Math.max(one[from], other[from]) > 1;
const tiles = [...document.querySelectorAll(".pirate-stage .chest-places .chest-tile")];
return [Math.min(...tiles.map((each) => each.getBoundingClientRect().height)), tiles.filter((each) => {
  const number = each.querySelector(".number").getBoundingClientRect();
  const drawn = [...each.querySelectorAll(".tile-drawing > *")].map((part) => part.getBoundingClientRect());
  const { top, height } = each.getBoundingClientRect();
  return number.bottom > top + height / 2
    || drawn.some((part) => over(number, part, "left", "right") && over(number, part, "top", "bottom"));
}).length];
"""
"""How high a tile is at least, in pixels, and on how many of them the number covers the picture, or is not above."""


@pytest.mark.parametrize("language", IN_LANGUAGES)
def test_a_tile_says_its_name_on_a_phone(page, table, language):
    """While all four are on it, whatever it is called: whole, no word broken, on the own phone and at the table.

    How many each has on it is not cut by its badge. Its number lies beside its picture, and upright it is as high as
    there is room for.
    """
    names = [name for key, name in catalogues()[language].entries.items() if key.startswith("piratoons_tile_")]
    Shown(page.open(language), table).begin("piratoons", FOUR, plunder="screen")
    table.ask("act", actor=1, action=["open"])
    for seat in range(1, 5):
        table.ask("act", actor=seat, action=["put", 1])
    phone = PhonePage.joined(page, 1, language=language)
    for each in (page, phone):
        each.until(lambda each=each: each.count(".pirate-stage .chest-places .called") == PLACES, "the chest")
        for size in ((390, 844), (360, 640), (844, 390), (640, 400)):
            if each is page or size[0] < size[1]:
                each.display.size(*size, touch=True)
                assert each.js(NAMED, names) == [], size
                high, covered = each.js(TILES)
                assert covered == 0, size
                assert high >= 64 or size[0] > size[1], (size, high)
    assert phone.count(".hand-of") == 0  # with one hand there is nothing to choose


UPPER = """
return [...document.querySelectorAll("#tray-cards .held-card")].filter((each) => {
  const { left, right, top } = each.getBoundingClientRect();
  return !each.contains(document.elementFromPoint((left + right) / 2, top + 30));
}).length;
"""
"""The number of cards in hand of which not even the value is seen."""


@pytest.mark.parametrize("language", IN_LANGUAGES)
def test_what_is_explained_leaves_every_card_in_sight(page, table, language):
    """On every phone that is held upright, though a hand stands in two rows there."""
    Shown(page.open(language), table).begin("pearls", ALONE, explain=True)
    page.until(lambda: page.count("#tray-cards .held-card") > HAND_IN_A_ROW, "two rows of cards")
    for size in ((390, 844), (360, 640), (360, 740), (412, 915)):
        page.display.size(*size, touch=True)
        page.until(lambda: page.js("scrollTo(0, 0)") is None and page.js(UPPER) == 0, f"every card at {size}")


HAND_IN_A_ROW = 5
COVERED = """
const css = [".seat-plate", ".take-cards", ".draw-pile .stack", ".stage-last", ".lane"];
const boxes = css.flatMap((each) => [...document.querySelectorAll(`.stage ${each}`)].map((one) => [each, one]))
  .filter(([, one]) => one.checkVisibility() && one.textContent + one.innerHTML);
const over = (one, other) => Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1
  && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1;
return boxes.flatMap(([one, a], at) => boxes.slice(at + 1)
  .filter(([other, b]) => one !== other && over(a.getBoundingClientRect(), b.getBoundingClientRect()))
  .map(([other]) => `${one} and ${other}`));
"""


def test_an_own_phone_says_with_whom_one_plays(page, table):
    """Of teams, beside the own name; at the table it stands before all else that is said of a player."""
    Shown(page.open(), table).begin("perladora", FOUR)
    phone = PhonePage.joined(page, 1)
    phone.display.size(390, 844, touch=True)
    phone.until(lambda: phone.text("#my-team") == "With Cleo · team 1", "the partner")
    phone.display.size(360, 640, touch=True)
    assert phone.seen("#my-turn")
    assert phone.js("const it = document.querySelector('#my-team'); return it.scrollWidth <= it.clientWidth"), "whole"
    assert page.text("#players li:first-child .team-of") == "Team 1"
    Shown(page, table).begin("perladora", PEOPLE)
    phone = PhonePage.joined(page, 1)
    phone.until(lambda: phone.text("#me") == "Ida" and not phone.seen("#my-team"), "nobody else")


CUT_CARDS = """
const cut = [...document.querySelectorAll(".held-card")].filter((each) => each.scrollHeight > each.clientHeight + 1);
const told = [...document.querySelectorAll(".hung > small")].filter((each) => each.checkVisibility());
return [cut.length, told.length];
"""


def test_a_phone_shows_whole_cards_and_what_a_necklace_is_worth(page, table):
    """Its own hand at the beginning, upright and on its side; upright there is room for the points of each necklace."""
    Shown(page.open(), table).begin("pearls", PEOPLE)
    phone = PhonePage.joined(page, 1)
    phone.until(lambda: phone.count(".held-card"), "a hand")
    for width, height in ((390, 844), (844, 390)):
        phone.display.size(width, height, touch=True)
        cut, told = phone.js(CUT_CARDS)
        assert cut == 0, (width, height)
        assert told == 6 or width > height
        phone.until_bare("#do-confirm", width, height)


@pytest.mark.parametrize("players", soaked([2, 3, 4, 5, 6], [2, 6]))
def test_nothing_on_the_table_of_cards_covers_anything(page, table, players):
    """However many play, at every size: who plays, what lies there, what was done, and the necklaces."""
    shown = Shown(page.open("de"), table)
    names = ("Oma Lise", "Ben", "Maximilian", "Cleo", "Jean-Christophe", "Emil")
    shown.begin("pearls", [{"name": name} for name in names[:players]], hands="open", open_scores=True)
    shown.pearls_until(lambda game: held(game) == LIMIT)
    page.until(lambda: page.text("#stage-last"), "what was done")
    for size in (*SIZES, (360, 640), (768, 1024)):
        page.display.size(*size)
        assert page.js(COVERED) == [], size


RULE_COVERS = """
const how = document.querySelector(".lane-how");
const range = document.createRange();
range.selectNodeContents(how);
const { right, bottom } = range.getBoundingClientRect();
const edges = (css, edge) => [...document.querySelectorAll(css)].map((each) => each.getBoundingClientRect()[edge]);
const from = (css, edge) => Math.min(...edges(css, edge));
return how.checkVisibility() && (bottom > from(".socket > *", "top") || right > from(".hung", "left"));
"""


@pytest.mark.parametrize("language", IN_LANGUAGES)
def test_the_rule_of_the_necklaces_lies_beside_them_and_over_the_row(page, table, language):
    """At every size, and on a television; where there is no room for it, it is not said."""
    Shown(page.open(language), table).begin("pearls", PEOPLE)
    page.until(lambda: page.seen(".lane-how"), "the rule")
    for size in (*SIZES, (596, 792), (880, 660), (620, 824), (960, 720)):
        page.display.size(*size)
        assert not page.js(RULE_COVERS), size
    page.display.size(*DESK)
    with on_tv(page):
        for size in TELEVISIONS:
            page.display.size(*size)
            assert page.seen(".lane-how"), size
            assert not page.js(RULE_COVERS), size


@pytest.mark.parametrize("language", IN_LANGUAGES)
def test_a_bid_is_in_sight_in_a_low_window(page, table, language):
    """Whole, with its steps, though what it is about is explained."""
    shown = Shown(page.open(language), table)
    for size in ((640, 400), (844, 390)):
        page.display.size(*DESK)
        shown.begin("piratoons", ALONE, plunder="screen", explain=True)
        page.display.size(*size)
        page.click("#stage-lid").click("#do-stop")
        for css in ("#bid-1-more", "#do-confirm"):
            page.until(lambda css=css: page.js(IN_SIGHT, css) and page.js(BARE, css), f"{css} in sight")


APART = """
const [one, other] = ["#whose .quiet", "#now .dial"].map((css) => document.querySelector(css).getBoundingClientRect());
return one.right <= other.left || one.bottom <= other.top;
"""


def test_the_number_of_a_turn_is_not_under_the_dial(page, table):
    """Not after a name that is one long word, nor after the emblems of all who play."""
    shown = Shown(page.open(), table)
    shown.begin("pearls", [{"name": "Wolfeschlegelsteinhausen"}, {"name": "Ben"}])
    page.until(lambda: "Wolfe" in page.whose, "whose turn it is")
    for size in ((1366, 768), (640, 400), (390, 844)):
        page.display.size(*size)
        assert page.js(APART), size
    page.display.size(*DESK)
    shown.begin("piratoons", [{"name": name} for name in ("Ida", "Ben", "Cleo", "Dora")], plunder="screen")
    page.click("#do-open").until(lambda: page.count("#whose .emblem") == 4, "all who play")
    for size in ((1024, 768), (640, 400), (360, 640)):
        page.display.size(*size)
        assert page.js(APART), size


LETTERS = """
const name = document.querySelector("#whose b");
return name.getBoundingClientRect().width / parseFloat(getComputedStyle(name).fontSize);
"""


@pytest.mark.parametrize("language", IN_LANGUAGES)
def test_whose_turn_it_is_can_be_read_in_a_narrow_column(page, table, language):
    """Beside a long number of a turn no name is broken into single letters."""
    shown = Shown(page.open(language), table)
    shown.begin("piratoons", [{"name": "Jean-Christophe"}, {"name": "Ben"}], plunder="screen")
    for size in ((800, 600), (720, 560), (640, 400), (1024, 768)):
        page.display.size(*size)
        assert page.js(LETTERS) >= 4, size


UNDER_SET_UP = """
const [form, button] = [document.querySelector(".beside"), document.querySelector("#set-up")];
const covered = new Set();
for (let at = 0; at <= form.scrollHeight; at += 40) {
  form.scrollTo(0, at);
  const { left, right, top, bottom } = button.getBoundingClientRect();
  for (const each of document.elementsFromPoint((left + right) / 2, (top + bottom) / 2))
    if (each !== button && each.matches("#setup :is(input, select, button, p)"))
      covered.add(each.id || each.textContent);
}
return [...covered];
"""
"""What of the form lies under the button that begins, wherever the form is scrolled."""


def test_in_the_lobby_one_thing_scrolls(page):
    """The column, not the window under the board, and nothing inside the column.

    What cannot begin the game yet lies over nothing of the form.
    """
    page.open().until_phase("idle")
    page.display.size(1280, 800)
    page.click("#start-phones").until(lambda: page.seen("#lobby-code .code"), "the code")
    assert page.js(WINDOW_MOVED) == {"moved": 0, "inner": []}
    for size in ((1024, 768), (844, 390)):
        page.display.size(*size)
        assert page.js(UNDER_SET_UP) == [], size


def test_the_moves_so_far_scroll_with_the_column(page, table):
    """However many there are, nothing scrolls inside what scrolls."""
    shown = Shown(page.open(), table)
    shown.to_the_reveal()
    page.click("#log summary").until(lambda: page.count("#log-list li") > 20, "many moves")
    for size in ((1920, 1080), (844, 390), (640, 400), (390, 844)):
        page.display.size(*size)
        assert page.js(WINDOW_MOVED)["inner"] == [], size


NUMBERS = """
const turns = [...document.querySelectorAll('#lines > text')].map((each) => Number(each.getAttribute("x")));
return {thought: document.querySelector("#progress").value, apart: turns.slice(1).map((x, at) => x - turns[at])};
"""
THOUGHT = 4


@pytest.mark.soak
def test_while_it_thinks_the_turns_below_the_curve_stand_apart(page, table):
    """A whole game has many, though only a few were thought about yet."""
    shown = Shown(page.open(), table)
    shown.to_the_reveal()
    table.ask("agree")
    page.until_phase("count")
    for _ in range(table.screen()["game"]["count"]["of"]):
        page.click("#do-count_next")
    page.until_phase("over").open(path=table.screen()["finished"]["analysis"])
    page.until(lambda: page.js(NUMBERS)["thought"] >= THOUGHT, "some thoughts")
    assert min(page.js(NUMBERS)["apart"], default=99) >= 30
