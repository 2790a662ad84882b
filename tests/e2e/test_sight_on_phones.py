"""Phones, from the first turn to the count: what must be read or tapped is in sight together with the board."""

import random

import pytest

from e2e.hurrying import Hurry
from e2e.page import BARE, left
from e2e.phone_page import PhonePage
from e2e.shots import ALONE, PEOPLE, SIZES, Shown
from e2e.table_page import mover
from support.lengths import at_length

pytestmark = pytest.mark.slow

SERVED = {"game": "support.quick_sand", "mode": "screen"}

UPRIGHT = ((390, 844), (360, 640))
ON_ITS_SIDE = (844, 390)
NAMED = """
const pen = document.createElement("canvas").getContext("2d");
const hung = ({ transform: { baseVal: [to, turn] } }) => [to.matrix.e, to.matrix.f, turn.angle];
const plates = [...document.querySelectorAll(".plate")].map(hung);
const high = document.querySelector(".plate rect").height.baseVal.value / 2;
const { x: left, y: top, width, height } = document.querySelector(".foam + rect").getBBox();
const wrong = (each) => {
  const { fontSize, fontFamily, transform } = getComputedStyle(each);
  pen.font = `600 ${fontSize} ${fontFamily}`;
  const ink = pen.measureText(each.textContent);
  const x = Number(each.getAttribute("x")), y = Number(each.getAttribute("y")) + new DOMMatrix(transform).f;
  const [up, down] = [y - ink.actualBoundingBoxAscent, y + ink.actualBoundingBoxDescent];
  const over = plates.filter(([e, f, turned]) => {
    if (turned) return Math.abs(x - e) < ink.width / 2 + high - 1;
    return Math.abs(x - e) < 70 && (f < 0 ? up < f + high - 1 : y > f - high + 1);
  });
  const cut = x > 0 && x < width && (y < 0 ? y > top : up < top + height - 1);
  return over.length > 0 || cut || (each.compareDocumentPosition(document.querySelector(".foam")) & 4) > 0;
};
return [...document.querySelectorAll(".coordinates text")].filter(wrong).map((each) => each.textContent);
"""
"""The names of rows and columns that a plate covers, wherever one may hang, or that the water cuts."""
LONG = "document.querySelector('#sentence').textContent = 'Bestätige, oder überlege es dir anders. '.repeat(4)"
WIDE = """
const box = document.querySelector("#board").getBoundingClientRect();
return {
  board: [box.width, box.height].map(Math.round), whole: box.top >= 0 && box.left >= 0 && box.right <= innerWidth,
  sideways: document.documentElement.scrollWidth > innerWidth,
};
"""
HIDDEN = """
const [{ name }] = performance.getEntriesByType("resource").filter((each) => each.name.endsWith("/stakes.js"));
const { drawStakes } = await import(name);
const places = [...document.querySelectorAll(".site")].map((each) => each.dataset.site);
const spaces = places.filter((each) => each.length === 2);
const at = (site) => [site.charCodeAt(0) * 100 - 9650, site[1] * 100 - 50];
const farms = ["d1", "b2", "f2", "h2", "a4", "e4", "c5", "g5"];
const row = (number) => ["abcd", "efgh"].map((half) => [...half].map((column) => column + number));
const stakes = { divers: 3, leader: null, tied: [], text: "" };
const territories = [1, 2, 4, 5].flatMap(row).map((spaces) => ({ spaces, pearls: 10, winners: [1], text: "", stakes }));
const players = [1, 2].map((seat) => ({ colour: seat, side: 1, seat, clan: "elders" }));
const bare = places.filter((each) => !farms.includes(each)).map((site) => ({ site }));
const pieces = bare.map(({ site }) => ({ site, mine: site.length === 2 ? 3 : null }));
const counts = territories.map(({ spaces }) => ({ spaces, counts: 9 }));
const rest = { farms: Object.fromEntries(farms.map((each) => [each, 1])) };
const open = ["b1-b2", "f1-f2", "c4-c5"];
const hints = { spaces: [], edges: open.slice(1), forbidden: open.slice(0, 1) };
const between = (line) => line.split("-").map(at).reduce(([x, y], [right, down]) => [(x + right) / 2, (y + down) / 2]);
const common = { match: { players }, secret: true, you: { seat: 1, game: { counts } } };
const read = (own) => spaces.flatMap((site) => {
  const [x, y] = at(site);
  if (farms.includes(site)) return [[x + 27, y + 27, 16, 16]];
  return [[x, y, 10, 14], [x + 17, y - 18, 7, 7], ...(own ? [[x - 25, y - 24, 15, 17]] : [])];
});
const meet = (one, other) => [0, 1].every((way) => Math.abs(one[way] - other[way]) < one[way + 2] + other[way + 2]);
const wrong = (stage, game, drawn) => {
  const screen = { ...common, stage, game: { ...rest, pieces, ...game } };
  const made = drawStakes(screen, drawn), own = stage === "playing";
  const labels = made.map((each) => {
    const [x, y] = each.getAttribute("transform").match(/-?[\\d.]+/g).map(Number);
    return [x, y, 0.65 * each.querySelector("rect").getAttribute("width"), 22];
  });
  const marks = game.hints ? open.map((line) => [...between(line), 12, 12]) : [];
  const under = (index) => [...read(own), ...marks, ...labels.slice(0, index)];
  const hides = labels.filter((label, index) => under(index).some((each) => meet(label, each)));
  return [...hides, ...made.filter((each) => Boolean(each.querySelector(".own-count")) !== own).map(() => stage)];
};
const others = pieces.filter(({ site }) => !open.includes(site));
return [...wrong("over", { count: { territories, index: 8 } }, bare), ...wrong("playing", { territories }, pieces),
  ...wrong("playing", { territories, hints }, others)];
"""
"""The labels of territories of one row that lie over a number, over whose a Diver is, over its value that only this
page tells, over a mark of what may be played where that is asked, or over another, on a phone; and those that wrongly
have the sum of one's own Divers, or lack it."""
WHOSE = "return [...document.querySelectorAll('#shades .counted')].map((each) => each.dataset.colour ?? null)"
BOTTOM = "scrollTo(0, 1e6)"


def same_board(phone, board, moment, *essential):
    """The board is as large as ever and whole, wherever the page is scrolled, and this is in sight, too."""
    for css in essential:
        phone.until(lambda css=css: phone.js(BARE, css), f"{css} in sight, {moment}")
    shown, wide = phone.js(WIDE), phone.js("return innerWidth")
    assert shown["whole"], (moment, shown)
    assert not shown["sideways"], moment
    assert board.setdefault("size", shown["board"]) == shown["board"], moment
    assert shown["board"][0] >= 0.95 * wide, (moment, shown)
    at = phone.js("return scrollY")
    phone.js(BOTTOM)
    assert phone.js(WIDE)["whole"], (moment, "scrolled")
    phone.js("scrollTo(0, arguments[0])", at)


@pytest.fixture
def page(unopened):
    """Every test here opens it itself, in its own language."""
    return unopened


@pytest.mark.parametrize("size", at_length(UPRIGHT, UPRIGHT[-1:]))
def test_the_board_of_an_own_phone_keeps_its_size_and_its_place(page, table, size):
    """In German: before a draft and with one, with advice and after it, and when the computer has played."""
    Shown(page.open("de"), table).begin("perladora", ALONE)
    phone, board = PhonePage.joined(page, 1, language="de"), {}
    phone.display.size(*size, touch=True)
    same_board(phone, board, "a turn", "#hand-1", "#do-confirm")
    assert phone.js(NAMED) == []
    phone.tap("c3").until_verdict("unfinished")
    same_board(phone, board, "a value is asked", "#hand-1", "#sentence")
    assert not phone.text("#hand-state"), "the sentence asks"
    phone.choose(2).until_verdict("legal")
    same_board(phone, board, "a draft", "#do-confirm", "#do-take_back")
    phone.click("#do-take_back").until(lambda: not phone.seen("#do-take_back"), "no draft")
    phone.click("#hand-2").until(lambda: phone.chosen is None, "no value")
    phone.click("#do-advise").until(lambda: phone.seen("#advice li"), "advice")
    same_board(phone, board, "advice", "#advice li b")
    phone.js("document.querySelector('#do-confirm').click()")  # it is under the thumb: nothing scrolls
    phone.until(lambda: phone.text("#refusal") and phone.js(BARE, "#advice li b"), "advice, and why not")
    phone.tap("c3").until_verdict("unfinished")
    same_board(phone, board, "a value is asked in spite of advice", "#sentence", "#hand-1")
    phone.choose(2).until_verdict("legal")
    phone.do("confirm")
    phone.until(lambda: phone.seen("#told li") and phone.seen("#my-turn"), "what the computer did")
    same_board(phone, board, "the next turn", "#sentence", "#hand-1", "#told li")


OWN = """
return [...document.querySelectorAll("#own-divers li")].map((each) => [
  each.querySelector(".who .quiet").textContent, each.querySelectorAll("button").length,
]);
"""


def test_own_divers_lie_face_down_until_all_are_turned_up(page, table):
    """As on the table page: none is called unsaid that was said, and nothing can be put right yet."""
    Shown(page.open(), table).begin("perladora", PEOPLE, hints="always")
    phone = PhonePage.joined(page, 1, language="de")
    hurry, board = Hurry(table, random.Random(1), 2, {1: phone.token}), {}
    with left(page, phone):
        hurry.to_the_reveal()
    phone.until_phase("reveal")
    assert {tuple(each) for each in phone.js(OWN)} == {("verdeckt", 0)}
    assert phone.text("#own-how").startswith("Sind alle Taucher aufgedeckt")  # no tiles lie there to be turned
    same_board(phone, board, "the reveal", "#do-turn_up")
    phone.display.size(*ON_ITS_SIDE, touch=True)
    phone.until_bare("#do-turn_up")
    phone.display.size(*UPRIGHT[1], touch=True)
    phone.click("#do-turn_up").until_phase("count")
    same_board(phone, board, "the count", "#sentence")


def test_a_table_page_on_its_side_shows_what_the_computer_did_and_both_buttons_of_a_draft(page, table):
    """In German: above the hand, which stays in sight; and no sentence pushes a button under another."""
    Shown(page.open("de"), table).begin("perladora", ALONE)
    page.display.size(*ON_ITS_SIDE, touch=True)
    page.touch("c3").until(lambda: page.seen("#hand-row[data-asked]"), "a value is asked")
    page.click("#hand-2").until_verdict("legal")
    page.js(LONG)
    for css in ("#hand-2", "#do-take_back", "#do-confirm"):
        page.until_bare(css)
    page.do("confirm").until(lambda: page.seen("#told li") and "Zug 3" in page.whose, "what the computer did")
    for css in ("#told-part", "#sentence", "#hand-1", "#do-confirm"):
        page.until(lambda css=css: page.js(BARE, css), f"{css} in sight")


def test_a_table_page_on_its_side_shows_who_wins_a_territory(page, table):
    """The sentence says how a tie is shared; it stands above each count, and above the standings. The last board keeps
    the winners' colours, also of a page that comes later.
    """
    Shown(page.open("de"), table).to_the_reveal()
    page.display.size(*ON_ITS_SIDE, touch=True)
    table.ask("agree")
    page.until_phase("count")
    of = table.screen()["game"]["count"]["of"]
    for part in range(1, of + 1):
        page.until(lambda part=part: f"Gebiet {part} " in page.text("#count h2"), f"territory {part}")
        for css in ("#sentence", "#count .totals li:last-child .sum"):
            page.until(lambda css=css: page.js(BARE, css), f"{css} in sight, territory {part}")
        page.click("#do-count_next")
    page.until_phase("over")
    for css in ("#sentence", "#result li"):
        page.until(lambda css=css: page.js(BARE, css), f"{css} in sight at the end")
    won = [part["winners"] for part in table.screen()["game"]["count"]["territories"]]
    colours = {player["side"]: str(player["colour"]) for player in table.screen()["match"]["players"]}
    whose = [colours[sides[0]] if len(sides) == 1 else None for sides in won]
    assert any(whose)
    for again in (False, True):
        if again:
            page.open("de")
        page.until(lambda: page.js(WHOSE) == whose, "territories in their winners' colours")
    assert page.js(HIDDEN) == []


def test_whoever_has_laid_all_divers_has_no_tray(page, table):
    """Neither at the table nor on the own phone."""
    Shown(page.open(), table).begin("perladora", PEOPLE, hints="always")
    hurry = Hurry(table, random.Random(1), 2, {})
    with left(page):
        while hurry.left[1] or mover(table.screen()) != 1:
            hints = table.screen()["game"]["hints"]
            hurry.lay(hints["edges" if mover(table.screen()) == 2 else "spaces"][0])
    page.click("#tray-open").until(lambda: not page.seen("#tray"), "no tray")
    phone = PhonePage.joined(page, 1).until_mine()
    phone.until(lambda: phone.seen("#do-confirm") and not phone.seen("#private"), "no hand")


def test_what_was_asked_is_answered_in_sight(page, table):
    """On a phone, where the sentence stays, however far down the question was, and questions when they are unfolded;
    what others ask moves nothing. The menu says what a label of a territory means.
    """
    Shown(page.open("de"), table).begin("perladora", PEOPLE)
    phone = PhonePage.joined(page, 2, language="de").click("#asking summary").until_bare("[data-ask=now]")
    assert not phone.text("#hand-state"), "the sentence says whose turn it is"
    for about in ("now", "score", "rules"):
        phone.click(f"[data-ask={about}]").until(lambda: phone.text("#answer"), "an answer")
        phone.until_bare("#answer", about)
    phone.js("scrollTo(0, 0)")
    page.click("#tray-open").click("#do-advise").until(lambda: page.seen("#advice li"), "advice to the other")
    phone.until(
        lambda: phone.seen("#advice-part") and "wer gefragt hat" in phone.text("#advice-sites"), "that one asked"
    )
    assert phone.js("return scrollY") == 0
    assert "Fragezeichen" in phone.text("#menu dt:has(.sign-stakes) + dd")


RING = """
const [number, ring] = ["#seconds", "#dial"].map((css) => document.querySelector(css));
number.textContent = "88".padStart(arguments[0], "1");
number.classList.toggle("long", arguments[0] > 2);
const range = document.createRange();
range.selectNodeContents(number);
const [text, round] = [range, ring].map((each) => each.getBoundingClientRect());
return Math.hypot(text.width / 2, 0.35 * text.height) < round.width / 2 * 26 / 32;
"""
"""Whether so many digits, of which a third of the line is above and below, stand inside the ring's stroke."""


def test_the_seconds_stand_inside_the_ring(page, table):
    """The seconds of the sand clock, at every size."""
    shown = Shown(page.open(), table)
    shown.begin("piratoons", ALONE, plunder="screen")
    page.click("#stage-lid").until(lambda: page.seen("#seconds"), "the sand")
    for size in SIZES:
        page.display.size(*size)
        assert [digits for digits in (2, 3) if not page.js(RING, digits)] == [], size


OWN_SHIP_NEXT = """
scrollTo(0, 0);
const owner = document.querySelector("#ships-list > li").dataset.colour;
const came = document.querySelector("main[data-stage^='bids'] .panel #came");
const above = came?.checkVisibility() ? came : document.querySelector(".now");
const [said, ship] = [above, document.querySelector("#ships-list .hull")].map((each) => each.getBoundingClientRect());
return [owner, ship.top >= said.bottom && ship.bottom <= said.bottom + 60];
"""
"""Whose ship comes first, and whether it is small and stands next below the sentence, and what was won for a bid."""


SHIP_LARGE = """
const boxes = (css) => [...document.querySelectorAll(css)].map((each) => each.getBoundingClientRect());
const [[small], [stage], drawn] = ["#ships-list .hull", "#stage", "#stage-end .large .hull"].map(boxes);
const on = ({ left, right, top, bottom }) =>
  left >= stage.left && right <= stage.right && top >= stage.top && bottom <= stage.bottom;
return drawn.length > 0 && drawn.every(on) && drawn[0].width > 3 * small.width;
"""
"""Whether all of a ship is on the stage, and its parts are much larger there than in the list."""


def seen_large(page, seat):
    """A tap on a small ship shows it in place of the chest, and a further one the chest again; what confirms stays."""
    page.click(f"#ship-{seat}").until(lambda: page.js(SHIP_LARGE), "the ship, large")
    page.until_bare("#do-confirm").click("#stage-end .end-ship").until_bare("#chest-1")


@pytest.mark.parametrize("size", at_length([*UPRIGHT, ON_ITS_SIDE], [UPRIGHT[-1], ON_ITS_SIDE]))
def test_what_confirms_is_in_sight_with_what_is_set(page, table, size):
    """In a game of tiles on the own phone: stop, a bid, and the ship; nobody looks for what ends it.

    Upright the own ship is next below the sentence while one decides, at the table page, too; a tap shows it large.
    What the stop has paid and what was bid stands beside it, if what was won is not in sight as it is said.
    """
    boards = {}

    def ships_next(stage):
        for each, colour in ((phone, "1"), (page, "2")):
            each.until(lambda each=each: each.phase.startswith(stage), stage)
            if size not in UPRIGHT:
                continue
            each.until(lambda each=each, c=colour: each.js(OWN_SHIP_NEXT) == [c, True], f"the own ship, {stage}")
            same_board(each, boards.setdefault(colour, {}), stage)

    def beside_ships(said):
        for each, own in ((phone, 1), (page, 2)) if size in UPRIGHT else ():
            at = f"#ships-list > [data-colour='{own}'] > .gained"
            each.js("scrollTo(0, 0)")
            each.until(lambda each=each, at=at, own=own: each.text(at) == said[own - 1], f"{said} at {own}")
            each.until(lambda each=each, at=at: each.js(BARE, at) or each.js(BARE, "#came-said li"), "it in sight")

    page.display.size(*size, touch=True)
    Shown(page.open("de"), table).begin("piratoons", PEOPLE, plunder="screen")
    table.ask("act", actor=1, action=["open"])
    phone = PhonePage.joined(page, 1, language="de")
    phone.display.size(*size, touch=True)
    phone.until(lambda: phone.seen("#do-stop") and phone.js(BARE, "#do-stop"), "stop in sight")
    ships_next("plunder")
    phone.click("#do-stop").until(lambda: phone.seen("#bid-1-more"), "a bid")
    for css in ("#bid-1-more", "#do-confirm"):
        phone.until(lambda css=css: phone.js(BARE, css), f"{css} in sight")
    phone.click("#bid-1-more").until(
        lambda: phone.sentence == "Dein Gebot: 1 Dublone. Bestätige es.", "what it would be"
    )
    phone.until_bare("#do-confirm")
    ships_next("bids")
    paid = [ship["paid"] for ship in table.screen()["game"]["ships"]]
    beside_ships([f"+{each} ●" for each in paid])
    seen_large(phone, 1)
    table.ask("act", actor="table", action=["fists", [1, 0]])
    ships_next("choice")
    beside_ships(["1", "0"])
    seen_large(phone, 2)
    phone.click("#chest-1").click("#do-confirm")
    phone.until(lambda: phone.seen("#part-1-0") and phone.js(BARE, "#do-confirm"), "the ship, and what confirms it")
