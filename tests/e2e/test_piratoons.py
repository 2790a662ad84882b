"""Piratoons in a real browser: whole games, by taps on a drawn board, on phones, and against the computer."""

import random
import re

import pytest
from selenium.webdriver import ActionChains, Keys

from e2e.page import BARE, left
from e2e.phone_page import PhonePage
from e2e.serving import PATIENCE_S, looks
from e2e.shots import DESK, PEOPLE, PHONES, SIZES, Shown
from e2e.table_page import AS_THIS_PAGE, TablePage
from e2e.test_tv import CONTROLS, SEEN_WHOLE, SPILT, TELEVISIONS
from pearlboard.games.piratoons.rules import sets, stowing
from pearlboard.games.piratoons.rules.connections import connections
from pearlboard.games.piratoons.rules.judging import judge_ship
from pearlboard.games.piratoons.rules.ships import START, Part, empty, overboard
from pearlboard.games.piratoons.rules.tiles import BOATS, DESIGNS, is_boat

pytestmark = pytest.mark.slow

SERVED = {"game": "support.quick_sand", "mode": "screen"}
"""A table whose board is only drawn, with sand that runs fast."""

ROUNDS = 8


CONFIRMS = "return document.querySelector('#do-confirm:not([hidden]):not([aria-disabled])') !== null"


def confirmed(page):
    """Whatever is chosen or set, on any page: once it can be confirmed."""
    page.until(lambda: page.js(CONFIRMS), "something to confirm")
    return page.click("#do-confirm")


class ChestPage(TablePage):
    """The table page in a game of Piratoons, and the phones of some who play."""

    def __init__(self, driver, table):
        """Without any phone so far."""
        super().__init__(driver, table)
        self.phones = {}
        self.tokens = {}

    def begin(self, *players, **options):
        """What the form would send goes with this page's key."""
        asked = {"name": "set_up", "game": "piratoons", "players": list(players), "options": options}
        reply = self.driver.execute_async_script(AS_THIS_PAGE, asked)
        assert reply["ok"], reply
        return self.until_stage("closed 1")

    def join(self, *seats):
        """Phones for these seats."""
        self.phones = {seat: PhonePage.joined(self, seat) for seat in seats}
        self.tokens = {seat: phone.token for seat, phone in self.phones.items()}
        return self

    @property
    def computers(self):
        """Seats of the computer."""
        players = self.table.screen()["match"]["players"]
        return {player["seat"] for player in players if player["computer"] is not None}

    @property
    def game(self):
        return self.table.screen()["game"]

    def until_stage(self, *stages):
        """Wait for one of these."""
        self.until(lambda: self.table.screen()["stage"] in stages, f"one of {stages}")
        return self

    def page_of(self, seat):
        """Where a seat says what it does."""
        return self.phones.get(seat, self)

    def open_chest(self):
        """Wherever the captain sits; a computer waits until somebody says that all are ready."""
        captain = self.game["captain"]
        self.page_of(captain).click("#do-hurry" if captain in self.computers else "#do-open")
        return self.until_stage(f"plunder {self.game['round']}")

    def stop(self):
        """Once the sand is out."""
        self.until(lambda: self.seen("#do-stop"), "that stop may be said")
        number = self.game["round"]
        self.click("#do-stop")
        return self.until_stage(f"bids {number}")

    def bid(self, bids):
        """Phones seal theirs; the others close a hand, and say what it held."""
        for seat, phone in self.phones.items():
            for _ in range(bids[seat - 1]):
                phone.click(f"#bid-{seat}-more")
            confirmed(phone)
        self.close_hands()
        for seat, bid in enumerate(bids, 1):
            for _ in range(bid if seat not in self.phones else 0):
                self.click(f"#bid-{seat}-more")
        self.confirm()
        return self.until_stage(*(f"{stage} {self.game['round']}" for stage in ("choice", "ships")))

    def confirm(self):
        """Once there is something to confirm."""
        return confirmed(self)

    def close_hands(self):
        """Once all phones have bid; then hands open."""
        self.confirm().until(lambda: self.game["auction"]["opened"] and self.count(".stepper"), "the hands to open")

    def buy(self):
        """Each buyer takes the first tile that is left."""
        while (screen := self.table.screen())["stage"].startswith("choice"):
            [buyer, *_] = buyers = screen["game"]["auction"]["buyers"]
            free = next(each["place"] for each in screen["game"]["chest"] if each["tile"] and each["winner"] is None)
            confirmed(self.page_of(buyer).click(f"#chest-{free}"))
            self.until(lambda buyers=buyers: (self.game["auction"] or {}).get("buyers") != buyers, "the next buyer")
        return self

    def lay(self):
        """Everybody's ship as it is offered."""
        for ship in self.game["ships"]:
            if ship["offered"] is not None and ship["seat"] not in self.computers:
                page, part = self.page_of(ship["seat"]), f"#part-{ship['seat']}-0"
                page.until(lambda page=page, part=part: page.seen(part), "the ship")
                confirmed(page).until(lambda page=page, part=part: not page.seen(part), "the ship as it was built")
        self.until(lambda: not self.table.screen()["stage"].startswith("ships"), "the end of the round")
        return self

    def hurry_round(self):
        """A round in which nobody places or bids, as fast as commands go."""
        ask, number = self.table.ask, self.game["round"]
        by = self.tokens
        ask("act", actor=(captain := self.game["captain"]), action=["open"], by=by.get(captain))
        ask("act", actor=1, action=["put", number], by=by.get(1))
        self.until(lambda: "stop" in [act["name"] for act in self.table.screen()["acts"]], "the sand to be out")
        ask("act", actor="table", action=["stop", []])
        ask("act", actor="table", action=["fists", [0] * len(self.table.screen()["match"]["players"])])
        for ship in self.game["ships"] or self.game["box"]["ships"]:
            action = ["built", 0] if self.game["box"] else ["lay", ship["offered"]]
            ask("act", actor=ship["seat"], action=action, by=by.get(ship["seat"]))


@pytest.fixture
def chest(page):
    return ChestPage(page.driver, page.table)


DISCS = "return [...document.querySelectorAll('#stage .crew')].map((each) => each.textContent)"
"""Whose pawns lie on the tiles: not by their colour alone."""


def test_a_whole_game_of_four_with_two_phones_and_one_page(chest):
    """The first and the last round by taps: lid, pieces, stop, bids and closed hands, tiles, ships; then points."""
    chest.begin(*({"name": name} for name in ("Anna", "Ben", "Cleo", "Dora")), plunder="screen").join(1, 2)
    chest.until(lambda: chest.seen("#stage-lid .lid-lock"), "the lid")
    for number in (1, ROUNDS):
        if number == ROUNDS:
            with left(chest, *chest.phones.values()):
                for _ in range(2, ROUNDS):
                    chest.hurry_round()
        chest.open_chest().until(lambda: chest.count("#chest-places .chest-tile .tile-drawing") == 9, "nine tiles")
        chest.phones[1].click("#chest-1").click("#chest-1")
        chest.click("#hand-of-3").click("#chest-3").click("#hand-of-4").click("#chest-3")
        chest.until(lambda: chest.game["chest"][0]["crew"][0] == 2, "two pieces of Anna")
        chest.until(lambda: chest.js(DISCS) == ["A2", "C1", "D1"], "who is on which tile")
        assert [each["crew"] for each in chest.game["chest"][:3]] == [[2, 0, 0, 0], [0, 0, 0, 0], [0, 0, 1, 1]]
        chest.stop().bid([2, 0, 1, 0]).buy().lay()
    chest.until_phase("over")
    chest.until(lambda: chest.count("#stage-end .end-ship") == 4, "four ships")
    assert chest.count("#stage-end .won") == 0  # the points are still being counted
    chest.do("end_count").until(lambda: chest.count("#stage-end .won"), "whose ship has won")
    for size in ((1440, 900), (844, 390), (360, 640)):
        chest.display.size(*size)
        assert chest.js(IN_ROWS) == [4, 4, []], size  # large, and each in one piece
    chest.display.size(1280, 800)
    chest.click("#tv-open").until(lambda: chest.count("[data-tv]"), "the page as a TV shows it")
    for size in ((1280, 720), (1920, 1080)):
        chest.display.size(*size)
        assert chest.js(SEEN_WHOLE, "#result tr, #stage-end figcaption"), size
    ends = [chest.text(f"#stage-end .end-ship:nth-child({seat}) b") for seat in (1, 2, 3, 4)]
    assert ends == ["Anna", "Ben", "Cleo", "Dora"]
    standings = chest.game["result"]["standings"]
    assert {row["name"] for row in standings} == {"Anna", "Ben", "Cleo", "Dora"}
    assert chest.text("#result .winner") == chest.game["result"]["text"]
    assert standings[0]["name"] in chest.phones[1].text("#result")


def test_nobody_lays_anothers_piece_after_the_last_of_the_own(chest):
    """At a page of two: the next tap does nothing until somebody says whose piece it is.

    Nor does anybody search for advice about the own bid: for both it is in sight.
    """
    chest.begin({"name": "Anna"}, {"name": "Ben"}, plunder="screen").open_chest().click("#hand-of-2")
    for number in range(1, 7):
        chest.click("#chest-1").until(
            lambda number=number: chest.game["chest"][0]["crew"] == [0, number], "a piece of Ben"
        )
    chest.until(lambda: chest.text("#chest-how") == "Whose piece is next? Tap a name.", "whose is next")
    assert chest.js("return document.querySelector('#chest-1').getAttribute('aria-disabled')") == "true"
    chest.click("#hand-of-1").click("#chest-1").until(lambda: chest.game["chest"][0]["crew"] == [1, 6], "Anna's")
    chest.display.size(1024, 768)
    chest.stop().until_bare("#look-1").until_bare("#look-2")


IN_ROWS = """
const figures = [...document.querySelectorAll("#stage-end .end-ship")];
const tops = new Set(figures.map((each) => Math.round(each.getBoundingClientRect().top)));
const hulls = [...document.querySelectorAll("#stage-end svg.hull")];
const small = hulls.filter((each) => {
  const [row, stage] = [each.closest("figure"), each.closest("#stage")].map((at) => at.getBoundingClientRect());
  const { a: scale } = each.getScreenCTM(), { width, height } = each.viewBox.baseVal;
  return scale * height < 0.8 * row.height && scale * width < 0.6 * stage.width;
});
return [tops.size, hulls.length, small.map((each) => each.closest("figure").textContent)];
"""
"""How many rows there are, how many ships in one piece, and whose is smaller than its row allows."""


AFLOAT = """
const tiles = [...document.querySelectorAll("#sea-tiles button")];
const large = ({width, height, right}) => Math.min(width, height) >= 44 && right <= innerWidth;
const named = (each) => each?.matches(".called") && each.checkVisibility() && each.scrollWidth <= each.clientWidth + 1;
return tiles.length && tiles.every((each) => large(each.getBoundingClientRect()) && named(each.lastElementChild));
"""
"""Whether each tile that floats can be tapped, and says what it is."""


def test_with_nothing_left_in_the_chest_the_sea_has_its_room(chest):
    """Two take all nine tiles. What finds no space goes overboard: it is bought next, where the chest was.

    Who buys at the page of both is advised, though what is bought is no secret.
    """
    chest.begin(*PEOPLE, plunder="screen")
    ask = chest.table.ask
    with left(chest):
        while True:
            ask("act", actor=chest.game["captain"], action=["open"])
            for place in range(1, 10):
                ask("act", actor=1 + (place > 6), action=["put", place])
            chest.until(lambda: "stop" in [act["name"] for act in chest.table.screen()["acts"]], "the sand to be out")
            ask("act", actor="table", action=["stop", []])
            if chest.table.screen()["stage"].startswith("bids"):
                break
            for ship in chest.game["ships"]:
                ask("act", actor=ship["seat"], action=["lay", ship["offered"]])
        ask("act", actor="table", action=["fists", [1, 0]])
    chest.until_stage("choice 2")
    for size in ((1366, 657), (844, 390), (390, 844)):
        chest.display.size(*size)
        chest.until(lambda: chest.js(AFLOAT), f"all of the sea to be tapped, at {size}")
    chest.click("#do-advise").until(lambda: chest.seen("#private-advice li"), "advice")
    chest.click("#private-done").click("#sea-0").until(lambda: chest.count("#sea-large > svg"), "it, seen large")
    chest.confirm().until_stage("ships 2")


@pytest.mark.soak
def test_who_has_won_by_how_much_is_in_sight_in_a_low_window(chest):
    """The sums, below what is explained; and two ships, however long, one below the other."""
    Shown(chest.open("fr"), chest.table).begin("piratoons", PEOPLE, explain=True, plunder="screen")
    chest.display.size(1366, 657)
    with left(chest):
        for _ in range(ROUNDS):
            chest.hurry_round()
    chest.do("end_count").until(lambda: chest.count("#stage-end .won"), "whose ship has won")
    chest.until(lambda: chest.js(BARE, ".sums-of-all td:last-child b"), "the sums")
    assert chest.js(IN_ROWS) == [2, 2, []]


def in_the_yard(chest):
    """Two people whose ships are to be built: that of the first, on which a tile could also lie elsewhere.

    Returns its parts, and the part where that tile lies, the tile, and another part with a space of its kind.
    """
    for _ in looks(PATIENCE_S):
        chest.table.clear()
        chest.begin({"name": "Anna"}, {"name": "Ben"}, plunder="screen")
        ask = chest.table.ask
        ask("act", actor=1, action=["open"])
        for place in (1, 2, 3, 7, 8, 9):
            ask("act", actor=1, action=["put", place])
        chest.stop()
        ask("act", actor="table", action=["fists", [0, 0]])
        chest.until(lambda: chest.seen("#part-1-0"), "the ship yard")
        parts = tuple(Part(each["tile"], tuple(each["on"])) for each in chest.game["ships"][0]["offered"])
        for at, part in enumerate(parts):
            for tile in part.on:
                for to, other in enumerate(parts):
                    if to != at and tile not in other.on and other.hull.spaces[tile[0]]:
                        return parts, (at, tile, to)
    raise AssertionError("no loot of any round could be moved")


def test_a_ship_is_built_by_dragging_and_what_it_is_worth_is_told(chest):
    """A tile goes where it was let go, Boats change by mouse and keys; the sums are those that the rules count.

    What was moved is taken back before anything that was confirmed.
    """
    parts, (at, tile, to) = in_the_yard(chest)
    joints, on = connections(parts), [tile for part in parts for tile in part.on]
    worth = [2 * joints.right - 2 * joints.wrong, sum(sets.points(on).values()), sum(empty(parts).values())]
    assert [
        int(number.replace("−", "-")) for number in re.findall(r"−?\d+", chest.text(".laying[data-colour='1'] .joints"))
    ] == worth
    assert chest.count(".laying[data-colour='1'] .joint") == len(parts) - 1
    judged(chest)
    for back in (True, False):
        drag(chest, f"#part-1-{at} [data-tile={tile}]", f"[data-part-of='1-{to}']")
        chest.until(lambda: chest.count(f"#part-1-{to} [data-tile={tile}]") == 1, "the tile where it was let go")
        if back:
            chest.click("#do-take_back").until(lambda: chest.count(f"#part-1-{to} [data-tile={tile}]") == 0, "it back")
    other_end = len(parts) - 1 if tile[0] == "g" else 0  # on the bow there is room for a Gun port alone
    drag(chest, f"#part-1-{to} [data-tile={tile}]", f"[data-part-of='1-{other_end}']")
    chest.until(lambda: "no space of its kind" in chest.text(".laying .joints"), "why it jumps back")
    first = chest.game["ships"][0]["offered"][1]["tile"]
    drag(chest, "#part-1-1 .water", "[data-part-of='1-2']")
    boats = [chest.js(BOAT, at) for at in (1, 2)]
    chest.display.size(844, 390)
    press(press(chest, "#part-1-2"), "#on-1-0").until(
        lambda: chest.count("#on-1-0[aria-pressed=true]"), "a Boat in hand"
    )
    assert "Now tap the framed part" in chest.text(".laying .joints")
    press(chest, "#part-1-1").until(lambda: chest.js(BOAT, 1) == boats[1], "the Boats changed by keys")
    press(press(chest, "#on-1-0"), f"#part-1-{len(parts) - 1}")
    chest.until(lambda: chest.js(BOAT, 1) == boats[0], "and back: no Boat goes past the stern")
    chest.display.size(1280, 800)
    chest.confirm().until(lambda: chest.seen(".ship-of:not(.laying)[data-colour='1']"), "the ship as it was built")
    assert chest.game["ships"][0]["parts"][-2]["tile"] == first


JUDGED = """
const { name } = performance.getEntriesByType("resource").find((each) => each.name.endsWith("/piratoons/ships.js"));
const [screen, boats] = arguments;
const [bow, stern] = ["bow", "stern"].map((tile) => ({ tile, on: [] }));
screen.game.ships[0].offered = [bow, ...boats.map((tile) => ({ tile, on: [] })), stern];
const over = (one, other) => one.left - 2 < other.right && other.left < one.right + 2 && one.top - 2 < other.bottom
  && other.top < one.bottom + 2;
const boxes = (css) => [...document.querySelectorAll(`.laying ${css}`)].map((each) => each.getBoundingClientRect());
return import(name).then(({ showShips }) => {
  showShips(screen, [1], null);
  const signs = boxes(".connection, .laying .barrels, .laying [data-tile], .laying .free");
  const [yard] = boxes("> .ship"), joints = boxes(".joint");
  return [joints.filter((joint) => signs.some((sign) => over(joint, sign))).length,
    joints.filter(({ bottom }) => bottom > yard.bottom + 1).length, joints.length];
});
"""
"""Badges of a ship with these Boats: how many lie on what they judge or what lies there, how many stand out, of all."""


def judged(chest):
    """What is said of a connection covers none of its signs, however many parts a ship has, at every size."""
    for size in (*SIZES, *PHONES, (768, 1024)):
        chest.display.size(*size)
        for many in (2, 4, 6, 10):
            assert chest.js(JUDGED, chest.table.screen(), BOATS[:many]) == [0, 0, many + 1], (size, many)
    chest.display.size(*DESK)
    chest.open().until(lambda: chest.seen("#part-1-0"), "the ship of the table")


BOAT = "return JSON.parse(document.getElementById(`part-1-${arguments[0]}`).dataset.drag)[1]"


def press(page, css):
    """As whoever has no mouse does."""
    page.js("document.querySelector(arguments[0]).focus()", css)
    return page.keys(Keys.ENTER)


def drag(page, what, where):
    """As a mouse does."""
    ActionChains(page.driver).drag_and_drop(page.find(what), page.find(where)).perform()


@pytest.mark.soak
def test_a_round_with_the_tiles_of_a_box_and_the_points_that_people_count(chest):
    """Places and numbers by taps, with no tile and no ship; the page asks for the points, and says who has won."""
    chest.form().click("input[name=game][value=piratoons]")
    chest.until(lambda: chest.seen("#tiles-choice") and not chest.seen("#tiles-how"), "the choice of tiles")
    chest.click("input[name=tiles][value=box]").until(lambda: chest.seen("#tiles-how"), "what that means")
    chest.begin({"name": "Anna"}, {"name": "Ben"}, tiles="box", plunder="screen").join(1)
    assert "Equipment on places 1 to 6" in chest.table.screen()["sentence"]
    chest.open_chest().until(lambda: chest.count("#chest-places .number.alone") == 9, "nine numbers")
    chest.phones[1].click("#chest-1")
    chest.touch("f1").until(lambda: [each["crew"] for each in chest.game["chest"][:2]] == [[1, 0], [0, 1]], "both")
    assert chest.count(".tile-drawing") + chest.count(".on-board") + chest.phones[1].count(".tile-drawing") == 0
    chest.stop().bid([2, 0])
    confirmed(chest.phones[1].click("#chest-8"))
    chest.until_stage("ships 1")
    assert not chest.seen("#ships")
    confirmed(chest.phones[1].click("#threw-1-more"))
    chest.confirm().until_stage("closed 2")
    chest.until(lambda: "1 Boat" in chest.text("#box"), "what Anna has")
    assert [(ship["equipment"], ship["boats"]) for ship in chest.game["box"]["ships"]] == [(0, 1), (1, 0)]
    with left(chest, *chest.phones.values()):
        for _ in range(2, ROUNDS + 1):
            chest.hurry_round()
    chest.until_stage(f"tally {ROUNDS}")
    chest.until(lambda: chest.seen("#points-1"), "the question for the points")
    chest.confirm().until(lambda: "every ship" in chest.text("#box-refusal"), "that points are missing")
    for seat, points in ((1, "17"), (2, "-3")):
        chest.find(f"#points-{seat}").send_keys(points)
    chest.confirm().until_phase("over")
    assert chest.text("#result .winner") == "Anna wins with 17 points."
    assert "−3" in chest.text("#result")
    chest.open(path=chest.table.screen()["finished"]["replay"])
    chest.until(lambda: "Anna" in chest.text("body") and not chest.seen(".bought"), "the replay, without tiles")


SAID = """
const { name } = performance.getEntriesByType("resource").find((each) => each.name.endsWith("/piratoons/saying.js"));
const [screen, seats] = arguments;
return import(name).then(({ showSaying, planBids }) => {
  showSaying(screen, seats, null);
  return planBids(screen, seats, null);
});
"""
"""Says what another screen than that of the table says, until that one changes, and what could be confirmed then."""


def test_what_is_sealed_is_on_the_own_phone_alone_and_locked_when_hands_close(chest):
    """A sealed bid may be changed before, and never after a hand has been seen; what is only set is taken back first.

    At the page it is said that fists are confirmed once that can be done.
    """
    chest.begin({"name": "Anna"}, {"name": "Ben"}, plunder="screen").join(1)
    phone = chest.phones[1]
    chest.open_chest().stop()
    chest.until(lambda: "Hide your bids: " in chest.text("#auction-said"), "what is done at the page")
    assert "confirm" not in chest.text("#auction-said")
    assert not chest.js(CONFIRMS)
    confirmed(phone.click("#bid-1-more"))
    chest.until(lambda: "Anna has bid" in chest.text("#auction-said"), "that Anna has sealed")
    assert "When all have one, confirm, then enter them." in chest.text("#auction-said")
    assert chest.js(CONFIRMS)
    assert chest.js(SAID, {**chest.table.screen(), "pieces": [{"site": "a1", "status": "lift"}]}, [2]) is None
    assert "confirm" not in chest.text("#auction-said")  # nor while pieces lie on a real board
    phone.until(lambda: "You have bid 1 doubloon." in phone.text("#auction-said"), "the own bid")
    phone.until(lambda: "Still waiting for Ben" in phone.sentence, "that one may go on without Ben")
    phone.click("#bid-1-more")
    phone.until(lambda: phone.sentence == "You have bid 1. Confirm to change it to 2.", "which bid counts until then")
    phone.click("#do-take_back")
    phone.until(lambda: phone.text("#bid output") == "1" and not phone.seen("#undo[open]"), "what is sealed, unasked")
    confirmed(phone.click("#bid-1-more"))
    phone.until(lambda: "You have bid 2 doubloons." in phone.text("#auction-said"), "the other bid")
    assert "2" not in chest.text("#auction-said .bid-of")
    chest.close_hands()
    phone.until(lambda: phone.count("#bid-1-more") == 0, "that nothing can be changed")
    chest.click("#bid-2-more").confirm().until_stage("choice 1")


def test_the_table_says_for_whose_bids_it_waits_where_all_have_phones(chest):
    """Not an empty card under the headline; nor once all have bid."""
    chest.begin({"name": "Anna"}, {"name": "Ben"}, plunder="screen").join(1, 2)
    chest.open_chest().stop()
    chest.until(
        lambda: chest.text("#auction-said") == "Still to bid on their phones: Anna and Ben.", "for whom it waits"
    )
    confirmed(chest.phones[2])
    chest.until(lambda: "Ben has bid" in chest.text("#auction-said"), "who has bid")
    assert "Still to bid on their phones: Anna." in chest.text("#auction-said")


@pytest.mark.soak
def test_on_one_page_each_asks_for_advice_behind_the_curtain(chest):
    """About the own bid while all bid; the others see nothing of it, and neither does the page afterwards."""
    chest.begin({"name": "Anna"}, {"name": "Ben"}, {"name": "Cleo"}, plunder="screen").join(3)
    assert not chest.seen("#privates")
    chest.open_chest().stop()
    chest.until(lambda: chest.count("#privates button") == 2, "those who can look here")
    assert chest.text("#look-1").endswith("Advice for Anna")
    confirmed(chest.phones[3])
    # Time runs fast here: once it has been waited for long enough, nothing changes under whoever asks.
    chest.until(lambda: "proceed" in [each["name"] for each in chest.table.screen()["acts"]], "that all have waited")
    for seat in (1, 2):
        chest.click(f"#look-{seat}").until(lambda: chest.seen("#private-advise"), "that one may ask")
        assert chest.count("#private-advice li") == 0
        chest.click("#private-advise").until(lambda: "Bid" in chest.text("#private-advice"), "advice")
        assert "Bid" not in chest.phones[3].text("#advice-part")
        chest.click("#private-done").until(lambda: not chest.seen("#private"), "that nobody looks")
        chest.until(lambda: not chest.seen("#advice-part"), "that nothing of it is left")
    chest.confirm().until(lambda: not chest.seen("#privates"), "that it is too late to ask")


def test_a_phone_that_dies_before_its_bid_keeps_nobody_waiting(chest):
    """The page says whom it waits for; the host frees the seat, and its hand is told like the others."""
    chest.begin({"name": "Anna"}, {"name": "Ben"}, plunder="screen").join(1)
    chest.open_chest().stop()
    chest.phones[1].close()
    chest.until(lambda: "Still to bid on their phones: Anna." in chest.text("#auction-said"), "whom it waits for")
    chest.table.ask("free_seat", seat=1)
    chest.phones = {}
    chest.bid([1, 0]).until_stage("choice 1").click("#do-advise")
    chest.until(lambda: "has had a phone" in chest.text("#private-refusal"), "why it shows nothing to Anna")


ROUND_RING = """
const [ring, card] = [".now .dial", "#now"].map((css) => document.querySelector(css).getBoundingClientRect());
return Math.min(ring.top - card.top, card.bottom - ring.bottom);
"""


def test_on_a_phone_on_its_side_the_ring_stands_within_its_card(chest):
    """Also beside a sentence of one line."""
    chest.begin({"name": "Ida"}, {"name": "Ben"}, plunder="screen", sand=0).join(1)
    phone = chest.phones[1]
    phone.display.size(844, 390, touch=True)
    chest.open_chest()
    phone.until_says("Ida: place")
    assert phone.js(ROUND_RING) >= 0


LOOKS = "return getComputedStyle(document.querySelector(arguments[0])).boxShadow"
HIGH = "return document.querySelector(arguments[0]).getBoundingClientRect().height"


def test_without_sand_one_places_after_the_other_at_ones_own_pace(chest):
    """Whose turn it is stands in the sentence; a piece or "Pass" hands on, and stop comes when all have passed.

    A tile is chosen before a piece is placed on it, and can be chosen otherwise; what was placed can be taken back.
    """
    chest.begin({"name": "Ida"}, {"name": "Ben"}, plunder="screen", sand=0).open_chest()
    for name, css in (("Ida", "#chest-4"), ("Ben", "#chest-4"), ("Ida", "#do-hold")):
        chest.until_says(f"{name}: place a piece, or pass.")
        assert not chest.seen("#do-stop")
        if css == "#chest-4":
            chest.click("#chest-5").until_says(f"{name} places a piece on tile 5: ")
            assert chest.js(LOOKS, "#chest-5") != chest.js(LOOKS, "#chest-6"), "what is chosen stands out"
            chest.click("#do-take_back")
            chest.until_says(f"{name}: place").click("#chest-5").click(css)
            chest.until_says(f"{name} places a piece on tile 4")
        chest.click("#do-confirm" if css == "#chest-4" else css)
    chest.until_says("Ida passed. Ben: place")
    high = chest.js(HIGH, "#chest-5")
    chest.click("#do-hold").until_says("All have passed")
    assert chest.text("#chest-how") == ""
    assert chest.js(HIGH, "#chest-5") == high, "tiles do not grow without the line above them"
    assert chest.count("#chest-places button:not([aria-disabled])") == 0
    chest.stop()
    assert chest.game["chest"][3]["crew"] == [1, 1]


@pytest.mark.soak
def test_a_game_of_two_against_the_computer_in_german(chest):
    """A round by taps; what the computer does is told, and no key of a text is left untranslated."""
    page = ChestPage(chest.driver, chest.table)
    page.open(language="de")
    page.begin({"name": "Anna"}, {"name": "Ben", "computer": "easy"}, plunder="screen")
    page.open_chest().click("#chest-1").stop()
    assert page.text("#auction h2") == "Die Versteigerung"
    page.until(lambda: "Ben hat geboten" in page.text("#auction-said"), "the bid of the computer")
    page.confirm().until_stage("ships 1").lay().until_stage("closed 2", "plunder 2", "count 2")
    assert "pirate_" not in page.text("body")


def test_a_tv_shows_all_ships_doubloons_and_bids_of_four_at_once(chest):
    """With long names, words and explanations, from the lid to the ships: nothing is cut off, and no ship drawn twice.

    Everybody's doubloons are seen, and there is nothing to press.
    """
    chest.open(language="fr")
    names = ("Anne-Charlotte de B.", "Maximilienne", "Jean-Christophe", "Élisabeth")
    Shown(chest, chest.table).begin("piratoons", [{"name": name} for name in names], plunder="screen", explain=True)
    chest.click("#tv-open").until(lambda: chest.count("[data-tv]"), "the page as a TV shows it")
    chest.until(lambda: chest.seen(".stage-lid.on-tv svg"), "the closed chest")
    ask = chest.table.ask
    ask("act", actor=1, action=["open"])
    for seat in (1, 2, 3, 4):
        ask("act", actor=seat, action=["put", seat])
    chest.until_phase("plunder 1").until(lambda: chest.count(".crew") == len(names), "all pieces")
    assert chest.js(CONTROLS) == 0
    assert "onfirm" not in chest.text("#tv-how")  # a piece counts as it is laid
    chest.until(lambda: "stop" in [act["name"] for act in chest.table.screen()["acts"]], "the sand to be out")
    ask("act", actor="table", action=["stop", []])
    chest.until_stage("bids 1").until(lambda: chest.count(".won-tiles svg") == 4, "the loot")
    chest.until(lambda: chest.js(DISCS) == ["A1", "M1", "J1", "É1"], "whose loot lay where")
    seen_on_tv(chest)
    ask("act", actor="table", action=["fists", [3, 2, 1, 0]])
    chest.until_stage("choice 1")
    seen_on_tv(chest)
    while (screen := chest.table.screen())["stage"].startswith("choice"):
        free = next(each for each in screen["game"]["chest"] if each["tile"] and each["winner"] is None)
        ask("act", actor=screen["game"]["auction"]["buyers"][0], action=["choose", free["tile"], free["place"]])
    chest.until_stage("ships 1").until(lambda: chest.count(".end-ship") == len(names), "every ship that is being built")
    seen_on_tv(chest)
    assert not chest.seen("#ships-list")


def seen_on_tv(chest):
    """Everybody's doubloons, whatever else there is to be said, and nothing that is cut through."""
    for size in TELEVISIONS:
        chest.display.size(*size)
        chest.until(lambda: chest.js(SPILT) == [], f"nothing cut off {size}")
        assert chest.js(SEEN_WHOLE, "#players li"), size
    assert chest.js(CONTROLS) == 0


def test_a_page_that_becomes_a_tv_shows_the_chest_at_once(chest):
    """Though nothing happens: the tiles are there, and no bid of anybody at this page; and back again."""
    chest.begin({"name": "Anna"}, {"name": "Ben", "computer": "easy"}, plunder="screen")
    chest.open_chest().stop().until(lambda: "Ben has bid" in chest.text("#auction-said"), "the bid of the computer")
    chest.click("#tv-open").until(lambda: chest.count("[data-tv]"), "the page as a TV shows it")
    chest.until(lambda: chest.seen("#chest-places .chest-tile svg"), "the tiles")
    assert not chest.seen("#bid-1-more")
    assert chest.count("#privates button") == 0  # nobody is there from whom anything would be hidden
    chest.keys(Keys.ESCAPE).until(lambda: chest.seen("#bid-1-more"), "the own bid")


def test_people_say_what_happened_and_correct_the_count(chest):
    """Somebody is out and somebody has spoiled a piece; it can be said otherwise until all have agreed."""
    chest.begin({"name": "Anna"}, {"name": "Ben"}, plunder="screen")
    chest.open_chest().click("#referee-more summary").click("#out-2").click("#spoilt-1-more")
    chest.until(lambda: (chest.game["out"], chest.game["spoilt"]) == ([2], [1, 0]), "what was said")
    chest.click("#out-2").until(lambda: chest.game["out"] == [], "that Ben is not out")
    chest.stop()
    assert [player["doubloons"] for player in chest.table.screen()["match"]["players"]] == [8, 9]


FETCHED = "return performance.getEntriesByType('resource').filter((each) => each.name.includes('known.json')).length"


@pytest.mark.line_breaks
def test_a_phone_that_cannot_fetch_the_pages_of_a_game_says_so_and_does_not_ask_on_and_on(chest):
    """It tries again when its line to the table is new, and not before: others want to play meanwhile."""
    chest.begin({"name": "Anna"}, {"name": "Ben"}, plunder="screen")
    phone = PhonePage.new(chest)
    phone.driver.execute_cdp_cmd("Network.enable", {})
    phone.driver.execute_cdp_cmd("Network.setBlockedURLs", {"urls": ["*/known.json*"]})
    phone.scan(chest.table.invitation(1)).until_seated()
    phone.until(lambda: "could not be fetched" in phone.text("#refusal"), "that pages are missing")
    asked = phone.js(FETCHED)
    chest.open_chest()
    phone.until(lambda: phone.phase.startswith("plunder"), "the next stage")
    assert phone.js(FETCHED) <= asked + 1
    phone.driver.execute_cdp_cmd("Network.setBlockedURLs", {"urls": []})


LONG_NAMES = ("Anne-Charlotte de B.", "Maximilienne", "Jean-Christophe", "Élisabeth")
HIDDEN = """
const stage = document.querySelector("#board").getBoundingClientRect();
return [...document.querySelectorAll(arguments[0])].filter((each) => each.checkVisibility()).filter((each) => {
  const box = each.getBoundingClientRect();
  return box.left < stage.left || box.right > stage.right + 1 || box.bottom > stage.bottom + 1;
}).map((each) => each.id || each.className);
"""
"""What of the stage is not all on it."""
PART_OF_STAGE = "return document.querySelector('.laying').offsetWidth / document.querySelector('#board').offsetWidth"


def test_whoever_places_and_builds_finds_it_on_the_stage_with_long_names_and_little_room(chest):
    """Everybody's pieces can be chosen, a ship is built in the whole width, and a bid needs no search on a phone."""
    chest.begin(*({"name": name} for name in LONG_NAMES), plunder="screen")
    chest.open_chest()
    for size in ((1280, 800), (844, 390), (640, 400), (390, 844)):
        chest.display.size(*size)
        chest.until(lambda: chest.count(".chest-hands button") == 4, "everybody's pieces")
        assert chest.js(HIDDEN, ".chest-hands button") == [], size
    for seat in (1, 2, 3, 4):
        for place in (seat, 7, 8):
            chest.table.ask("act", actor=seat, action=["put", place])
    chest.display.size(1024, 768)
    chest.stop().until_in_sight("#do-confirm")
    chest.display.size(844, 390)
    chest.until_in_sight("#do-confirm")
    chest.display.size(1024, 768)
    chest.bid([0, 0, 0, 0]).until(lambda: chest.seen("#part-1-0"), "the ship yard")
    chest.confirm().until(lambda: chest.seen("#part-2-0"), "the next ship")
    assert chest.js(HIDDEN, ".ship-of, .ship-of .ship") == []
    assert chest.js(PART_OF_STAGE) > 0.9
    for size in ((640, 400), (390, 844), (360, 640)):
        chest.display.size(*size)
        chest.until_in_sight("#do-confirm").until_in_sight(".laying h3")
        assert chest.js(HIDDEN, ".laying .ship") == [], size
        assert chest.js(PART_OF_STAGE) > 0.9, size


MOVED = """
const {name} = performance.getEntriesByType("resource").find((each) => each.name.endsWith("/piratoons/ships.js"));
return import(name).then(({moved}) => arguments[0].map((each) => moved(...each)));
"""


def moves(rng):
    """Legal ships with all that their owner has; and what a tile of each may be asked to do there.

    Each tile, from the ship or from overboard, goes to each other part that has a space of its kind, where nothing is
    meant or a tile that lies there.
    """
    for _ in range(200):
        equipment = rng.choices(("s", "s", *DESIGNS), k=rng.randint(1, 9))
        has = [*rng.sample(BOATS, rng.randint(0, 4)), *equipment]
        ship = stowing.at_random(START, has, rng)
        lying = [(at, tile) for at, part in enumerate(ship) for tile in sorted(set(part.on))]
        for at, tile in (*lying, *((-1, each) for each in sorted(set(overboard(ship, has))))):
            for to, part in enumerate(ship):
                if to != at and part.hull.spaces[tile[0]]:
                    yield from ((ship, has, tile, at, to, meant) for meant in (None, *sorted(set(part.on))))


def test_whatever_is_moved_in_the_yard_is_a_ship_by_the_rules(chest):
    """With the tile where it was put: the table refuses none, so nobody has to find out what is wrong."""
    chest.begin({"name": "Anna"}, {"name": "Ben"}, plunder="screen")
    asked = list(moves(random.Random(1)))
    found = chest.js(
        MOVED,
        [
            [
                [{"tile": part.tile, "on": part.on} for part in ship],
                [{"tile": each} for each in has],
                {"tile": tile, "from": at},
                to,
                meant,
            ]
            for ship, has, tile, at, to, meant in asked
        ],
    )
    assert len(asked) > 1000
    for (ship, has, tile, at, to, meant), laid in zip(asked, found, strict=True):
        now = tuple(Part(part["tile"], tuple(sorted(part["on"]))) for part in laid)
        judge_ship(1, now, tuple(has))
        assert [part.tile for part in now] == [part.tile for part in ship]
        assert tile in now[to].on, (ship, has, tile, at, to, meant)


def test_in_the_yard_a_finger_finds_every_tile_and_sees_it_once(chest):
    """A tile is on its part of the ship, and large below once that is tapped; nothing goes overboard that fits.

    On a phone held upright, however much lies on a part and overboard, nobody scrolls, and what is held is named.
    """
    parts, (at, tile, to) = in_the_yard(chest)
    own = ".laying[data-colour='1']"
    for size in ((360, 640), (844, 390), (640, 400)):
        chest.display.size(*size, touch=True)
        for number, part in enumerate(parts):
            chest.click(f"#part-1-{number} .water")
            chest.until(lambda part=part: chest.count(f"{own} .on-part > button") == large(part), "what lies there")
            assert chest.js(SMALL, own) == [], size
    lying, over = chest.count(f"{own} .hull-button [data-tile]"), chest.count(f"{own} .overboard button")
    assert lying == sum(len(part.on) for part in parts)
    assert chest.count(f"{own} .small-tile") == large(parts[-1]) + over
    chest.display.size(1280, 800)
    chest.click(f"#part-1-{at} .water").click(f"{own} .on-part [data-drag='[1,\"{tile}\",{at}]']")
    offered = [number for number, part in enumerate(parts) if number != at and part.hull.spaces[tile[0]]]
    chest.until(lambda: chest.js(OFFERED) == offered, f"the parts {offered} offered")
    chest.click(f"#part-1-{to} .water").until(lambda: chest.js(OFFERED) != offered, "the tile in its place")
    assert chest.count(f"{own} .hull-button [data-tile]") + chest.count(f"{own} .overboard button") == lying + over
    phone = PhonePage.joined(chest, 1)
    phone.display.size(844, 390, touch=True)
    phone.until(lambda: phone.seen("#part-1-0"), "the yard on a phone")
    assert phone.js(SHIP_AND_ROOM) > 0.5  # of the stage's height: where no name stands above it, that is the ship's
    for size in ((390, 844), (360, 640)):
        phone.display.size(*size, touch=True)
        for has in OVERBOARD:
            assert phone.js(HELD, chest.table.screen(), *has) == [], (size, has)


SHIP_AND_ROOM = """
const [ship, stage] = [".laying > .ship:not(.ship-on-tv)", "#stage"].map((css) => document.querySelector(css));
return ship.getBoundingClientRect().height / stage.getBoundingClientRect().height;
"""
OVERBOARD = ((["s"], ["d2"]), (["s", "s", "s", "p3"], ["g3", "p3"]), ([], ["g3", "p3", "q1", "d2"]))
"""What lies on the middle part of a ship, and overboard."""
HELD = """
const [screen, on, over] = arguments;
const { name } = performance.getEntriesByType("resource").find((each) => each.name.endsWith("/piratoons/ships.js"));
const called = { d2: "Deck (map reader)", g3: "Gun port (powder monkey)", p3: "Porthole (seasick cook)" };
const owned = ["b01", ...on, ...over].map((tile) => ({ tile, name: called[tile] ?? tile }));
const offered = [{ tile: "bow", on: [] }, { tile: "b01", on }, { tile: "stern", on: [] }];
const [ship] = screen.game.ships;
const game = { ...screen.game, ships: [{ ...ship, offered, owned }] };
return import(name).then(({ showShips }) => {
  const show = () => showShips({ ...screen, game }, [1], 1);
  const tap = (css) => {
    show();
    document.querySelector(css).dispatchEvent(new MouseEvent("click", { bubbles: true }));
    show();
  };
  tap("#part-1-1 .water");
  const wrong = over.flatMap((_, at) => {
    tap(`#over-1-${at}`);
    const row = document.querySelector(".on-part");
    const held = row.querySelector("[aria-pressed=true] span");
    const box = row.getBoundingClientRect();
    const out = [...row.querySelectorAll("b, button, button > *")].filter((each) => each.checkVisibility())
      .filter((each) => {
        const { left, right, top, bottom } = each.getBoundingClientRect();
        return left < box.left || right > box.right || top < box.top || bottom > box.bottom;
      });
    return [...out.map((each) => each.textContent || each.id), ...held?.checkVisibility() ? [] : ["no name"]];
  });
  tap(`#over-1-${over.length - 1}`);
  return wrong;
});
"""
"""What is not seen whole below a ship whose middle part was tapped, while each tile from overboard is held in turn."""


def large(part):
    """The buttons of a part that is shown large: its Boat, and what lies on it."""
    return len(part.on) + is_boat(part.tile)


SMALL = """
const targets = [...document.querySelectorAll(`${arguments[0]} button`)].filter((each) => each.checkVisibility());
return targets.map((each) => [each.id, each.getBoundingClientRect()])
  .filter(([, { width, height }]) => Math.min(width, height) < 43.9).map(([id]) => id);
"""
"""Buttons that a finger would miss."""
OFFERED = """
const targets = [...document.querySelectorAll(".laying[data-colour='1'] .target")];
return targets.map((each) => Number(each.dataset.partOf.split("-")[1]));
"""
