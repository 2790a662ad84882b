"""Piratoons at its end, with long names: whose ship is whose, who has how much, and what empty spaces cost."""

import pytest

from e2e.page import BARE, left
from e2e.shots import SIZES
from e2e.test_piratoons import DISCS, LONG_NAMES, ROUNDS, ChestPage
from pearlboard.games.piratoons.rules.tiles import BOATS

pytestmark = pytest.mark.slow

SERVED = {"game": "support.quick_sand", "mode": "screen"}
UPRIGHT = ((360, 640), (768, 1024))
BROKEN = """
const words = (node) => [...node.data.matchAll(/\\p{L}+/gu)].filter(({ 0: word, index }) => {
  const range = document.createRange();
  range.setStart(node, index);
  range.setEnd(node, index + word.length);
  return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1;
}).map(([word]) => word);
const named = [...document.querySelectorAll(arguments[0])].filter((each) => each.checkVisibility());
return [named.length, named.flatMap((each) => [...each.childNodes].flatMap(words)),
  named.filter((each) => each.scrollWidth > each.clientWidth + 1).map((each) => each.textContent)];
"""
"""How many names there are, which words of them are broken over lines, and which reach out of their place."""
HEADS = """
const signs = (css) => [...document.querySelectorAll(css)].map((each) => each.textContent);
const narrow = [...document.querySelectorAll(".count-of-all thead th, .count-of-all td, .count-of-all [scope=row]")]
  .filter((each) => each.scrollWidth > each.clientWidth + 1).map((each) => each.textContent);
return [signs(".count-of-all thead .emblem"), signs("#stage-end .emblem"), narrow];
"""
"""The signs of the columns, of the ships above their names, and what reaches out of its cell."""
COSTS = """
const whole = (each) => getComputedStyle(each).strokeDasharray === "none";
const drawn = (css) => [...document.querySelectorAll(css)].map(whole);
return [...document.querySelectorAll("#stage-end .end-ship")].map((ship, at) => ["d", "g", "p", "q"]
  .map((kind) => drawn(`#stage-end .end-ship:nth-child(${at + 1}) .free-${kind}`)));
"""
"""Ships, by kind: whether the edges of its empty spaces are whole."""

JOINED = """
const marks = [...document.querySelectorAll("#stage-end .large .joined")];
const seen = (each) => {
  const [mark, ship] = [each, each.closest("svg")].map((one) => one.getBoundingClientRect());
  return mark.left >= ship.left && mark.right <= ship.right && mark.bottom <= ship.bottom;
};
return [marks.reduce((sum, { textContent }) => sum + Number(textContent.replace("−", "-")), 0), marks.every(seen)];
"""
"""What the marks on the connections of the large ship come to, and whether each is seen whole."""
UNTOLD = """
const told = document.querySelector("#result > p.quiet").textContent.toLowerCase();
return [...document.querySelectorAll(".counted:not(.sums-of-all) > th")]
  .map((each) => each.textContent.replace("\u00ad", "").toLowerCase())
  .filter((each) => !told.includes(each.slice(0, 5)));
"""
"""The rows of the count of which nothing is told below it."""


LONG_SHIP = """
const { name } = performance.getEntriesByType("resource").find((each) => each.name.endsWith("/piratoons/drawing.js"));
const boats = arguments[0].map((tile) => ({ tile, on: [] }));
const [bow, stern] = ["bow", "stern"].map((tile) => ({ tile, on: [] }));
return import(name).then(({ figuresOf }) => document.querySelector("#stage-end").replaceChildren(
  ...figuresOf([[bow, stern], [bow, ...boats, stern]].map((parts) => ({ player: undefined, parts, said: "" })))));
"""
"""Draws two ships at the end of another game, one of them as long as any has been."""
SPILLED = """
return [...document.querySelectorAll("#stage-end figure")].filter((each) => {
  const [ship, name] = [each, each.querySelector("figcaption")].map((one) => one.getBoundingClientRect());
  return name.top < ship.top || name.bottom > ship.bottom;
}).map((each) => each.textContent);
"""
"""The names that reach out of their ship's row."""
LARGE = """
const stage = document.querySelector("#stage").getBoundingClientRect();
const within = ({ left, right, top, bottom }) => left >= stage.left - 1 && right <= stage.right + 1
  && top >= stage.top && bottom <= stage.bottom;
return [...document.querySelectorAll("#stage-end figure")].map((each) => {
  const hulls = [...each.querySelectorAll("svg.hull")].filter((hull) => hull.checkVisibility());
  const large = hulls.filter((hull) => 100 * hull.getScreenCTM().a >= 44);
  return [large.flatMap((hull) => [...hull.children]).length, each.checkVisibility(),
    hulls.every((hull) => within(hull.getBoundingClientRect()))];
});
"""
"""Ships at the end: how many parts of each are as large as a finger, whether it is seen, and all of it on the stage."""


WATCHED = """
const boxes = ["#stage", ".sums-of-all", "#acts"].map((css) => document.querySelector(css)?.getBoundingClientRect());
const [stage, sums, dock] = boxes;
return sums !== undefined && sums.top > 0 && sums.bottom <= dock.top && stage.top >= 0;
"""
"""Whether all that is counted is seen while it is counted, with the ships above it."""


ROWS = """
const rows = [...document.querySelectorAll(".counted:not(.sums-of-all)")];
rows.forEach((row) => row.querySelectorAll("td b").forEach((each) => { each.textContent = "−10"; }));
rows.forEach((row) => row.querySelectorAll("td small").forEach((each) => { each.textContent = "(8)"; }));
return new Set(rows.map((row) => Math.round(row.getBoundingClientRect().height))).size;
"""
"""How many heights the rows of the count have when as much is in every cell as there can be."""
LONG_S = 120
"""Sand that runs for four seconds here."""
PLACE = """
const { left, top, width } = document.querySelector(arguments[0]).getBoundingClientRect();
return [left, top, width].map(Math.round);
"""


@pytest.fixture
def ended(page):
    """Four people with long names, at the end of a game; a tablet held upright has seen all of the count."""
    chest = ChestPage(page.driver, page.table)
    chest.open("de").display.size(768, 1024)
    chest.begin(*({"name": name} for name in LONG_NAMES), plunder="screen")
    with left(chest):
        for _ in range(ROUNDS):
            chest.hurry_round()
    chest.until_phase("over").until(lambda: chest.js(WATCHED), "the count above what is pressed")
    chest.do("end_count").until(lambda: chest.count("#stage-end .won"), "whose ship has won")
    return chest


def test_at_the_end_names_are_whole_and_the_sums_in_sight(ended):
    """No name is broken; a column has the sign of its ship; the sums are not under what is pressed, at any size.

    Beside the ships nobody scrolls for them, nor on the smallest phone; and there a tap shows the longest ship large.
    """
    for size in (*SIZES, *UPRIGHT):
        ended.display.size(*size)
        assert ended.js(BROKEN, "#stage-end figcaption b") == [4, [], []], size
        assert ended.js(SPILLED) == [], size
        columns, ships, narrow = ended.js(HEADS)
        assert columns == ships, size
        assert len(set(columns)) == 4, size
        assert narrow == [], size
        if size != UPRIGHT[0] and size[0] < size[1]:
            ended.js("document.querySelector('.sums-of-all').scrollIntoView({ block: 'nearest' })")
        ended.until(lambda: ended.js(BARE, ".sums-of-all td:last-child b"), f"the sums {size}")
    ended.display.size(*UPRIGHT[0])
    assert ended.js(ROWS) == 1, "no row has two lines: they would push the sums under what is pressed"
    ended.js(LONG_SHIP, BOATS[:12])
    assert [shown for _, shown, _ in ended.js(LARGE)] == [True] * 2
    ended.click("#stage-end figure:nth-child(2) .ship")
    assert ended.js(LARGE) == [[0, False, True], [14, True, True]]
    assert ended.text(".tap-how") == "Tippe es an, um alle Schiffe zu sehen."
    ended.click("#stage-end figure:nth-child(2) .ship")
    assert [shown for _, shown, _ in ended.js(LARGE)] == [True] * 2
    assert ended.text(".tap-how") == "Tippe ein Schiff an, um es groß zu sehen."


def test_what_counted_is_seen_on_the_ships_and_told_below_the_count(ended):
    """Whoever has the most empty spaces of a kind sees them by their edges, and how many there are in the count.

    A ship that is seen large has a mark on each of its connections, and what each row counts is told.
    """
    rows = sorted(ended.game["result"]["standings"], key=lambda row: row["seat"])
    assert any(row["costs"] for row in rows)
    for row, edges in zip(rows, ended.js(COSTS), strict=True):
        for kind, drawn in zip("dgpq", edges, strict=True):
            assert set(drawn) <= {kind in row["costs"]}, row
    told = ended.js("return document.querySelectorAll('#result .counted')[4].innerText")
    assert [f"({row['spaces']})" in told for row in rows] == [True] * len(rows)
    for number, row in enumerate(rows, 1):
        ended.click(f"#stage-end figure:nth-child({number}) .ship").until(
            lambda: ended.count(".large .hull"), "it large"
        )
        assert ended.js(JOINED) == [row["connections"], True], row
        ended.click(f"#stage-end figure:nth-child({number}) .ship")
    assert ended.js(UNTOLD) == []


def test_a_long_name_above_a_ship_below_the_chest_is_smaller_not_broken(page):
    """The names of four owners, wherever all ships are seen below the chest; and beside what they have won."""
    chest = ChestPage(page.driver, page.table)
    chest.begin(*({"name": name} for name in LONG_NAMES), plunder="screen")
    chest.open_chest().until(lambda: chest.seen(".pirate-stage .ship-of h3"), "the ships")
    for seat in (1, 2, 3, 4):
        for place in (seat, 5 + seat):
            chest.table.ask("act", actor=seat, action=["put", place])
    for stage in ("plunder", "bids"):
        for size in (*SIZES, *UPRIGHT):
            chest.display.size(*size)
            named, broken, beyond = chest.js(BROKEN, ".pirate-stage .ship-of h3")
            assert (broken, beyond) == ([], []), (stage, size, named)
        if stage == "plunder":
            chest.stop().until(lambda: chest.count(".pirate-stage .won-tiles svg") == 8, "what was won")


def test_in_the_rush_nobody_is_said_to_be_the_one_who_plays(page):
    """Though one alone has pieces left; who buys is said to choose before a tile is taken."""
    chest = ChestPage(page.driver, page.table)
    chest.open("fr")
    chest.begin({"name": "Annelie"}, {"name": "Coral"}, plunder="screen").open_chest()
    for _ in range(6):
        chest.table.ask("act", actor=1, action=["put", 1])
    chest.until(lambda: chest.table.screen()["match"]["players"][0]["to_move"] is False, "that one has placed all")
    chest.until(lambda: chest.seen("#whose .quiet") and not chest.seen("#whose b, #whose .emblem"), "only the round")
    chest.stop().bid([0, 3]).until(lambda: "Coral choisit une tuile." in chest.text("#came"), "who chooses")
    assert "achète" not in chest.text("#came")
    assert chest.seen("#whose b")


def test_who_has_placed_all_is_told_to_wait_and_sees_the_sand_run(page):
    """The ring and the round stay where they were, and a tap is answered by the sentence."""
    chest = ChestPage(page.driver, page.table)
    chest.open("de")
    chest.begin({"name": "Spieler 1"}, {"name": "Spieler 2"}, plunder="screen", sand=LONG_S).open_chest()
    chest.until(lambda: chest.seen("#dial[data-counting]"), "the sand")
    dial = chest.js(PLACE, "#dial")
    for seat in (1, 2):
        for _ in range(chest.game["crew"]):
            chest.table.ask("act", actor=seat, action=["put", seat])
    chest.until(lambda: "alle gesetzt" in chest.text("#sentence"), "that all is placed")
    assert not chest.game["sand_out"]
    assert chest.seen("#dial[data-counting]")
    assert chest.seen("#whose .quiet")
    assert chest.js(PLACE, "#dial") == dial
    chest.click("#chest-1").until(lambda: "alle gesetzt" in chest.text("#refusal"), "why nothing is placed")
    assert not chest.text("#chest-refusal")


SIDEWAYS = ((1024, 768), (844, 390))
"""A tablet, and a phone on its side."""
OVER_NUMBERS = """
const apart = (one, other) => one.right < other.left + 1 || one.bottom < other.top + 1;
const over = (one, other) => !apart(one, other) && !apart(other, one);
const text = (each) => {
  const range = document.createRange();
  range.selectNodeContents(each);
  return range.getBoundingClientRect();
};
return [...document.querySelectorAll("#chest-places li")].flatMap((tile) => [...tile.querySelectorAll(".crew")]
  .filter((crew) => over(text(tile.querySelector(".number")), crew.getBoundingClientRect()))
  .map((crew) => crew.textContent));
"""
"""Crews that lie over the number of their tile."""
LAST_BID = """
const [bid, acts] = ["#bid-4-more", "#acts"].map((css) => document.querySelector(css).getBoundingClientRect());
return bid.bottom <= acts.top;
"""
"""Whether the last row of bids is above what is pressed."""


def test_players_by_number_are_told_apart_and_crews_leave_the_number_of_a_tile_free(page):
    """Of four on one tile, at every size; and a bid that is not in sight is never taken for nothing."""
    chest = ChestPage(page.driver, page.table)
    chest.open("de")
    chest.begin(*({"name": f"Spieler {seat}"} for seat in (1, 2, 3, 4)), plunder="screen").open_chest()
    for seat in (1, 2, 3, 4):
        for place in (1, 9):
            chest.table.ask("act", actor=seat, action=["put", place])
    chest.until(lambda: chest.js(DISCS) == ["S11", "S21", "S31", "S41"] * 2, "all crews, how many apart from whose")
    assert chest.js("return document.querySelectorAll('#chest-9 .crew b').length") == 4
    for size in (*SIZES, *UPRIGHT):
        chest.display.size(*size)
        assert chest.js(OVER_NUMBERS) == [], size
    chest.stop().close_hands()
    for size in SIDEWAYS:
        chest.display.size(*size)
        assert chest.js(LAST_BID), size
    chest.display.size(640, 400)
    chest.js("document.querySelector('.beside').scrollTop = 0")
    assert not chest.js(BARE, "#bid-4-more")
    chest.click("#do-confirm").until(lambda: chest.js(BARE, "#bid-4-more"), "the last bid in sight")
    assert chest.game["auction"]["bids"] is None
    chest.confirm().until(lambda: not (chest.game["auction"] or {}).get("opened"), "the bids")
