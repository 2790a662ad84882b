"""Pearls in a real browser where the board is only drawn: cards are chosen, what they bring is said, then confirmed."""

import json

import pytest
from selenium.webdriver import Keys

from e2e.page import TINY
from e2e.phone_page import PhonePage
from e2e.shots import Shown, nothing_fits
from e2e.table_page import AS_THIS_PAGE, TablePage
from e2e.test_accessible import RUN, faults
from e2e.test_tv import CUT
from pearlboard.screens.catalogues import catalogues
from pearlboard.texts import say
from support.lengths import at_length

pytestmark = pytest.mark.slow

SERVED = {"mode": "screen"}

LIMIT = 10
FIRST = at_length(20, 6)
"""Turns that are made by clicks; then scripts play until the last ones."""
PRESSED = "return [...document.querySelectorAll('.held-card[aria-pressed=true]')].map((each) => each.id)"
LYING = "return [...document.querySelectorAll('.take')].map((each) => [each.id.slice(5), each.dataset.site ?? null])"
FOCUS = "return document.activeElement.id"
SMALL = """
return [...document.querySelectorAll(".take[data-site], .hung, .held-card")]
  .map((each) => [each.id, ...["width", "height"].map((side) => each.getBoundingClientRect()[side])])
  .filter(([, wide, high]) => wide < 44 || high < 44);
"""
"""What a finger is to press and is smaller than 44 pixels."""
CUT_NAMES = """
const names = [...document.querySelectorAll(".plate-name b")];
const cut = (each) => each.scrollWidth > each.clientWidth || each.scrollHeight > each.parentElement.clientHeight + 1;
return names.filter(cut).map((each) => each.textContent);
"""
COUNTED = """
return [...document.querySelectorAll("#stage-end li")].map((row) =>
  [...row.querySelectorAll(":is(.term, .sum) > b")].map((each) => Number(each.textContent.replace("−", "-"))));
"""


class PearlsPage(TablePage):
    """The table page in a game of Pearls."""

    def begin(self, *players, **options):
        """Until the cards lie there."""
        self.agree(*players, **options).until(lambda: self.count(".take"), "the display")
        if nothing_fits(self.table):
            self.table.clear()
            return self.begin(*players, **options)
        return self

    def agree(self, *players, **options):
        """What the form would send goes with this page's key."""
        asked = {
            "name": "set_up",
            "game": "pearls",
            "players": list(players),
            "confirm": "button",
            "hints": "request",
            "options": options,
        }
        reply = self.driver.execute_async_script(AS_THIS_PAGE, asked)
        assert reply["ok"], reply
        return self.until_phase("playing")

    @property
    def game(self):
        return self.table.screen()["game"]

    @property
    def open_colours(self):
        """What may be taken: not every hand has room for all of a colour."""
        return [each["colour"] for each in self.game["takes"] if each["why"] is None]

    def take(self, colour):
        """Choose a colour on display, and confirm."""
        return self.click(f"#take-{colour}").until_verdict_of(colour).confirm()

    def until_verdict_of(self, colour):
        self.until(lambda: self.seen(f"#take-{colour}[aria-pressed=true]"), f"{colour} chosen")
        self.until_verdict("legal")
        return self

    def look(self, name="mine"):
        """Wait for a hand: its cards, by name."""
        self.until(lambda: self.count(f"[id^={name}-].held-card"), "a hand")
        return self.js("return [...document.querySelectorAll('.held-card')].map((each) => each.id)")

    @property
    def pressed(self):
        return self.js(PRESSED)


PEOPLE = {"name": "Anna"}, {"name": "Ben"}
FOUR = (*PEOPLE, {"name": "Cleo"}, {"name": "Maximilian"})


@pytest.fixture
def pearls(page):
    return PearlsPage(page.driver, page.table)


def test_the_display_stands_once_and_a_colour_is_chosen_shown_and_confirmed(pearls):
    """All its cards are marked, the hand shows what comes, the sentence how full it is then; only Confirm takes it."""
    pearls.begin(*PEOPLE, hands="open")
    assert not pearls.seen("#takes")
    assert pearls.seen("#layer[inert]")
    assert pearls.count(".take .card-face") == 6
    assert pearls.seen(".plate-pile small")
    assert pearls.text("#plate-1 .plate-pile") == "0placed", "what the dotted box means"
    colour = pearls.open_colours[0]
    count = next(each["count"] for each in pearls.game["takes"] if each["colour"] == colour)
    pearls.click(f"#take-{colour}").until_verdict_of(colour)
    pearls.until(lambda: pearls.count(".ghost") == count, "the cards that come")
    assert f"{6 + count} of 10 in hand" in pearls.sentence
    assert pearls.text(".seat-plate.moves .more") == f"+{count}"
    assert pearls.table.screen()["match"]["players"][0]["hand"] == 6
    pearls.click(f"#take-{colour}").until(lambda: pearls.count(".ghost") == 0, "nothing chosen")
    pearls.take(colour)
    assert pearls.table.screen()["match"]["players"][0]["hand"] == 6 + count
    assert pearls.text("#stage-last").startswith("Anna takes")


def test_cards_of_the_hand_are_chosen_counted_and_confirmed(pearls):
    """A tap chooses a colour, which is said; another leaves the card that is tapped.

    The row grows, the points are said, and nothing is placed yet.
    """
    pearls.begin(*PEOPLE, hands="open")
    cards = pearls.game["hand"]["cards"]
    most = max(cards, key=lambda each: (each["count"], each["colour"] != "wild"))
    colour, count, value = most["colour"], most["count"], most["value"]
    pearls.look("open")
    pearls.click(f"#open-{colour}-1").until(lambda: len(pearls.pressed) == count, "all of a colour")
    pearls.until(lambda: pearls.count("#stage-row .row-bead") == count, "the row")
    if count > 1:
        assert "a tap keeps one back" in pearls.text("#open-fan .fan-said")
        pearls.click(f"#open-{colour}-1").until(lambda: len(pearls.pressed) == count - 1, "one less")
        assert f"open-{colour}-1" not in pearls.pressed, "the one that was tapped"
        assert "of 10 cards" in pearls.text("#open-fan .fan-said")
        count -= 1
    assert f": {count * value} point" in pearls.sentence
    assert pearls.verdict == "legal"
    assert pearls.game["last"] is None
    pearls.confirm()
    assert pearls.game["last"]["placed"] == [colour] * count
    assert pearls.pressed == []


def test_a_colour_on_display_and_cards_of_the_hand_are_never_chosen_both(pearls):
    """The later choice counts."""
    pearls.begin(*PEOPLE, hands="open")
    first = pearls.look("open")[0]
    colour = pearls.open_colours[0]
    pearls.click(f"#take-{colour}").until_verdict_of(colour)
    pearls.click(f"#{first}").until(lambda: pearls.game["chosen"] is None, "the Diver lifted")
    assert pearls.pressed
    assert pearls.sentence.startswith("Place ")
    pearls.click(f"#take-{colour}").until_verdict_of(colour)
    assert pearls.pressed == []
    assert "Anna takes" in pearls.sentence


def test_a_necklace_is_taken_with_the_cards_unless_it_is_left(pearls):
    """The necklace shines over the end of the row; a tap on it leaves it there.

    On a phone, too, and while a colour is chosen, all that each of four has is readable in the boxes, and no mark of a
    necklace lies over another's.
    """
    pearls.begin(*FOUR, hands="open")
    group, length = to_a_group(pearls, *FOUR)
    pearls.until(lambda: pearls.count(f"#open-{group}-{length}"), "as many of a colour")
    pearls.click(f"#open-{group}-1").until(lambda: len(pearls.pressed) == length, "all of them chosen")
    pearls.until(lambda: pearls.seen(f"#necklace-{length}.wins"), "the necklace")
    assert f"+ {length} for the necklace" in pearls.sentence
    pearls.click(f"#necklace-{length}").until(lambda: "necklace" not in pearls.sentence, "left")
    pearls.click(f"#necklace-{length}").until(lambda: "for the necklace" in pearls.sentence, "taken after all")
    seat = next(each["seat"] for each in pearls.table.screen()["match"]["players"] if each["to_move"])
    pearls.confirm()
    won = pearls.table.screen()["match"]["players"][seat - 1]["won"]
    assert length in won
    assert pearls.count(f"#plate-{seat} .plate-won .ring-of") == len(won)
    while not pearls.open_colours:  # whoever is next may have no room for any
        held = max(pearls.game["hand"]["cards"], key=lambda each: each["count"])
        play(pearls, ["place", held["colour"], held["count"], 0, False])
    for size in ((390, 844), (360, 640), (800, 600), (844, 390)):
        pearls.display.size(*size)
        whole_boxes(pearls, size)
        pearls.click(f"#take-{pearls.open_colours[0]}").until(lambda: pearls.seen(".more"), "what would come")
        whole_boxes(pearls, size)
        pearls.click(".take.chosen").until(lambda: not pearls.seen(".more"), "nothing chosen")
        assert pearls.js(MARKED) == 0, size
        assert pearls.js(TINY) == [], size


BOXES = """
const plates = [...document.querySelectorAll(".seat-plate")];
const shown = (plate, css) => [...plate.querySelectorAll(css)].filter((each) => each.checkVisibility());
const within = ({ left, right, bottom }, box) =>
  left > box.left - 1 && right < box.right + 1 && bottom < box.bottom + 1;
const whole = (each) => {
  const box = each.getBoundingClientRect();
  for (let around = each.parentElement; !around.matches(".plates"); around = around.parentElement)
    if ((getComputedStyle(around).overflowX !== "visible" || around.matches(".seat-plate")) &&
      !within(box, around.getBoundingClientRect())) return false;
  return true;
};
const sum = (all) => all.reduce((sum, each) => sum + Number(each.textContent), 0);
return [plates.flatMap((plate) => shown(plate, ".plate-things :is(b, .more, .ring-of)")).filter((each) => !whole(each))
  .map((each) => each.textContent), plates.map((plate) => sum(shown(plate, ".plate-won .ring-of, .won-sum b")))];
"""
"""What is cut off in the boxes of the players, and the sum of the necklaces that are seen there of each."""
MARKED = """
const tiles = [...document.querySelectorAll(".hung")];
const marks = tiles.map((each) => each.appendChild(Object.assign(document.createElement("i"), { className: "tick" })));
const boxes = (css) => [...document.querySelectorAll(css)].map((each) => each.getBoundingClientRect());
const over = (one, other) => one.left < other.right && other.left < one.right && one.top < other.bottom &&
  other.top < one.bottom;
const left = boxes(".hung .left");
const found = boxes(".hung > :is(.tick, .emblem)").filter((mark) => left.some((each) => over(mark, each))).length;
marks.forEach((each) => each.remove());
return found;
"""
"""Marks of necklaces that lie over a number of necklaces, were each of them marked."""


def whole_boxes(pearls, size):
    won = [sum(each["won"]) for each in pearls.table.screen()["match"]["players"]]
    assert any(won)
    assert pearls.js(BOXES) == [[], won], size


def test_no_name_of_six_is_cut_off_on_the_stage(pearls):
    """Long ones are written smaller, in two rows."""
    names = ("Anne-Charlotte", "Maximilienne", "Jean-Christophe", "Élisabeth", "Zoé", "Théo")
    pearls.begin(*({"name": name} for name in names), hands="open", open_scores=True)
    for size in ((1920, 1080), (1280, 800), (1024, 768)):
        pearls.display.size(*size)
        assert pearls.js(CUT_NAMES) == [], size


def test_a_tv_shows_all_six_with_what_they_hold(pearls):
    """On a small one, too, nobody is below its edge; and where those without a phone confirm."""
    pearls.begin(*({"name": f"Player {seat}"} for seat in range(1, 7)), hands="open", open_scores=True)
    pearls.click("#tv-open").until(lambda: pearls.count("[data-tv]"), "the page as a TV shows it")
    assert pearls.text("#tv-how").startswith("Confirm on this page")
    for size in ((1280, 720), (1920, 1080)):
        pearls.display.size(*size)
        assert pearls.js(CUT) == [], size


OVER = """
const rings = [...document.querySelectorAll(arguments[0])].map((each) => each.getBoundingClientRect());
const plate = document.querySelector(arguments[0]).closest(".plate-won").getBoundingClientRect();
return rings.some((each, at) => each.right > plate.right + 1 || (at > 0 && each.left < rings[at - 1].right - 1));
"""
MANY = """
const won = document.querySelector("#plate-1 .plate-won");
const [ring] = document.querySelectorAll(".hung .ring-of");
won.replaceChildren(...Array.from({length: 4}, () => {
  const place = document.createElement("span");
  place.append(ring.cloneNode(true));
  return place;
}));
"""
BROKEN = """
return [...document.querySelectorAll(".end-who b")].filter((each) => {
  const range = document.createRange();
  range.selectNodeContents(each);
  return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1;
}).map((each) => each.textContent);
"""
PLAN = """
const [length, values, done] = arguments;
const { name } = performance.getEntriesByType("resource").find(({ name }) => name.endsWith("/choosing.js"));
import(name).then(({ see, tap, plan }) => {
  const necklaces = [{ value: 4, left: 0 }, ...values.map((value) => ({ value, left: 1 })), { value: 9, left: 0 }];
  see({ seat: 1, mine: true, held: [{ colour: "yellow", count: length, value: 0 }], necklaces }, 99);
  tap("yellow", 0);
  done(plan(() => {}).text);
}).catch((error) => done(String(error)));
"""


BESIDE_CARDS = """
return [...document.querySelectorAll("#players .string")].map((each) => each.previousElementSibling?.textContent);
"""


def test_necklaces_won_lie_beside_each_other_and_no_name_is_broken_at_the_end(pearls):
    """At the table and on a phone; a name is written smaller instead. Cards left in a hand are called so."""
    pearls.begin({"name": "Bartholomäus"}, {"name": "Annelie"}, hands="open")
    for size in ((390, 844), (360, 640), (1366, 657)):
        pearls.display.size(*size)
        pearls.js(MANY)
        assert not pearls.js(OVER, "#plate-1 .plate-won .ring-of"), size
    Shown(pearls, pearls.table).pearls_until(lambda game: game["result"])
    pearls.until_phase("over").until(lambda: pearls.count(".end-who b") == 2, "the count")
    assert set(pearls.js(BESIDE_CARDS)) == {"Left in hand"}
    for size in ((390, 844), (360, 640), (1366, 657), (1920, 1080)):
        pearls.display.size(*size)
        assert pearls.js(BROKEN) == [], size


def test_no_necklace_is_spoken_of_that_is_not_there(pearls):
    """Neither as the shortest nor as the longest; one card is counted among cards."""
    pearls.begin(*PEOPLE, hands="open")
    for length, values, said in (
        (4, [6, 8], "the shortest is 6"),
        (7, [6, 8], "no necklace of 7 left"),
        (9, [6, 8], "the longest is 8"),
        (4, [], "All necklaces are won"),
    ):
        assert said in pearls.driver.execute_async_script(PLAN, length, values)
    for language, words in (("en", "1 of 10 cards in hand"), ("de", "1 von 10 Karten auf der Hand")):
        assert catalogues()[language].render(say("ui_stage_hand", count=1, limit=10)) == words
    for language, words in (("en", "go with any"), ("de", "passen zu jeder"), ("fr", "vont avec toute")):
        assert catalogues()[language].render(say("ui_stage_wild_each", count=3)).startswith(words)


def test_a_necklace_that_is_tapped_says_what_it_asks_for(pearls):
    """And what it is worth: no refusal, and what is chosen stays; once more, and only the turn is spoken of."""
    pearls.begin(*PEOPLE, hands="open")
    said, verdict = pearls.sentence, pearls.verdict
    pearls.click("#necklace-6").until_says("6 cards placed at once, worth 6 points")
    assert pearls.verdict == verdict
    pearls.click("#necklace-6").until_says(said)
    pearls.click(".held-card").until(lambda: pearls.pressed, "cards chosen")
    chosen, said = pearls.pressed, pearls.sentence
    pearls.click("#necklace-9").until_says(f"9 points: 1 left. {said}")
    assert (pearls.pressed, pearls.verdict) == (chosen, "legal")
    pearls.click("#necklace-9").until(lambda: pearls.sentence == said, "the turn alone")


def test_with_a_full_hand_nothing_invites_to_take(pearls):
    """The sentence says so before it is tried, and each colour why; a tap says it whole, and nothing is chosen."""
    pearls.begin(*PEOPLE, hands="open")
    fill_the_hand(pearls)
    pearls.until_says(f"with {LIMIT} cards in hand no colour fits")
    assert all(site is None for _, site in pearls.js(LYING))
    colour = pearls.js(LYING)[0][0]
    assert f"of {LIMIT}" in pearls.text(f"#take-{colour} small")
    pearls.click(f"#take-{colour}").until_says(f"You hold {LIMIT} cards")
    assert pearls.game["chosen"] is None


def test_a_turn_by_keys_alone(pearls):
    """1 to 6 are the cards on display, arrows go from card to card, Enter chooses, End confirms, Escape leaves all."""
    pearls.begin(*PEOPLE, hands="open")
    colour = pearls.open_colours[0]
    faces = [each["colour"] for each in pearls.game["takes"] for _ in range(each["count"])]
    pearls.keys(str(faces.index(colour) + 1)).until_verdict_of(colour)
    before = pearls.whose
    pearls.keys(Keys.END).until(lambda: pearls.whose != before, "the next turn")
    cards = pearls.look("open")
    pearls.js("document.getElementById(arguments[0]).focus()", cards[0])
    pearls.keys(Keys.ARROW_RIGHT).until(
        lambda: pearls.js("return document.activeElement.id") == cards[1], "the next card"
    )
    pearls.keys(Keys.ENTER).until(lambda: cards[1] in pearls.pressed, "chosen")
    pearls.keys(Keys.ESCAPE).until(lambda: pearls.pressed == [], "left")
    pearls.keys(Keys.ENTER).until(lambda: pearls.pressed, "chosen again")
    before = pearls.whose
    pearls.keys(Keys.END).until(lambda: pearls.whose != before, "the turn after")
    assert pearls.game["last"]["placed"]


def test_all_cards_are_offered_only_where_some_would_be_left_out(pearls):
    """And it is said how many there are otherwise."""
    pearls.form().click("input[name=game][value=pearls]").click("input[name=players][value='3']")
    pearls.until(lambda: "instead of 80" in pearls.text("#all-cards"), "all cards")
    pearls.click("input[name=players][value='4']").until(lambda: not pearls.seen("#choose-cards"), "no such choice")


def test_a_hidden_hand_is_shown_behind_the_curtain_and_nowhere_else(pearls):
    """Whoever says so sees the own hand; when the turn is over nothing of it stays in the page."""
    pearls.begin(*PEOPLE)
    assert pearls.count(".held-card") == 0
    assert pearls.count(".plate-hand .card-face") == 12
    pearls.click(f"#take-{pearls.open_colours[0]}")
    assert pearls.game["chosen"] is None
    pearls.click("#tray-open")
    first = pearls.look()[0]
    pearls.click(f"#{first}").until(lambda: pearls.sentence.startswith("Place "), "what would be placed")
    pearls.confirm()
    pearls.until(lambda: "Ben" in pearls.text("#tray-open"), "the curtain of Ben")
    assert pearls.count(".held-card") == 0
    assert pearls.sentence.startswith("First press “I am Ben”")
    assert pearls.text("#stage-last").startswith("Anna places ")


def test_a_television_shows_nothing_that_only_one_may_know(pearls):
    """While the hand lies open on the host's page, and cards of it are chosen."""
    pearls.begin(*PEOPLE)
    pearls.click("#tray-open")
    pearls.click(f"#{pearls.look()[0]}").until(lambda: pearls.pressed, "cards chosen")
    television = PearlsPage.beside(pearls)
    television.driver.get(f"{pearls.table.address}/?tv&lang=en")
    television.until_connected().until(lambda: television.count(".take"), "the display")
    assert television.count(".held-card, .hung.wins, #stage-row .row-bead") == 0
    assert television.sentence.startswith("Anna:")


def test_a_phone_has_its_hand_and_the_table_no_card_of_it(pearls):
    """It takes and places as the table page does, with one button; there is room for a finger everywhere."""
    pearls.begin(*PEOPLE)
    phone = PhonePage.joined(pearls, 1)
    hand = PearlsPage(phone.driver, pearls.table)
    hand.window = phone.window
    first = hand.look()[0]
    assert hand.js(SMALL) == []
    assert faults(hand) == []
    assert not hand.seen("#do-hint")  # no light of a board shows what can be taken: the cards themselves do
    assert not pearls.seen("#do-hint")
    hand.click(f"#{first}").until(lambda: hand.sentence.startswith("Place "), "what would be placed")
    hand.do("confirm").until(lambda: pearls.table.screen()["match"]["players"][1]["to_move"], "the turn of Ben")
    assert pearls.count(".held-card") == 0
    pearls.click("#tray-open")
    pearls.look()
    pearls.take(pearls.open_colours[0])
    hand.until(lambda: hand.seen("#my-turn"), "the own turn on the phone")
    colour = pearls.open_colours[0]
    hand.click(f"#take-{colour}").until_verdict_of(colour)
    hand.do("confirm").until(lambda: pearls.table.screen()["match"]["players"][1]["to_move"], "the turn of Ben")


def test_the_turn_of_a_computer_is_seen_happening(pearls):
    """Its cards fly where motion is welcome; where it is not, they are where they have come to."""
    pearls.display.likes(still=False)
    pearls.js(
        "window.flown = 0; const animate = Element.prototype.animate; Element.prototype.animate = "
        "function (...all) { if (this.closest('.stage')) flown += 1; return animate.apply(this, all); }"
    )
    pearls.begin({"name": "Anna"}, {"name": "", "computer": "easy"})
    pearls.look()
    pearls.take(pearls.open_colours[0])
    pearls.until(lambda: (pearls.game["last"] or {}).get("seat") == 2, "the turn of the computer")
    pearls.until(lambda: pearls.js("return flown") > 0, "cards that fly")
    pearls.until(lambda: pearls.count("#stage-flights > *") == 0, "cards that have come")


@pytest.mark.parametrize("scheme", [pytest.param("light", marks=pytest.mark.soak), "dark"])
def test_axe_finds_nothing_on_the_stage(pearls, scheme):
    """While cards are chosen, with closed colours, and on a small window."""
    pearls.display.likes(dark=scheme == "dark", still=True)
    pearls.begin(*PEOPLE, hands="open", open_scores=True)
    fill_the_hand(pearls)
    pearls.click(f"#{pearls.look('open')[0]}").until(lambda: pearls.pressed, "cards chosen")
    assert faults(pearls) == []
    pearls.display.size(390, 844, touch=True)
    assert pearls.js(SMALL) == []
    assert pearls.driver.execute_async_script(RUN) == []


@pytest.mark.soak
def test_a_whole_game_by_keys(pearls):
    """Numbers for the display, Tab to the hand and Enter for its cards, End to confirm: until the count."""
    pearls.begin(*PEOPLE, hands="open")
    while (game := pearls.game)["result"] is None:
        pearls.until(lambda game=game: pearls.text("#stage-last") == (game["last"] or {"text": ""})["text"], "the turn")
        takes = [each for each in game["takes"] if each["why"] is None]
        if takes and sum(each["count"] for each in game["hand"]["cards"]) < LIMIT - 2:
            faces = [each["colour"] for each in game["takes"] for _ in range(each["count"])]
            pearls.js("document.activeElement.blur()")
            pearls.keys(str(faces.index(takes[0]["colour"]) + 1)).until_verdict("legal")
        else:
            for _ in range(60):
                if pearls.js("return document.activeElement.matches('.held-card')"):
                    break
                pearls.keys(Keys.TAB)
            pearls.keys(Keys.ENTER).until(lambda: pearls.pressed, "cards chosen")
        pearls.keys(Keys.END)
        pearls.until(lambda game=game: pearls.game["last"] != game["last"] or pearls.game["result"], "the next turn")
    pearls.until_phase("over")


PRESSED_TWICE = """
const [end, rematch] = ["end_count", "rematch"].map((name) => document.querySelector(`#do-${name}`));
const once = (_, seen) => { if (end.hidden) { seen.disconnect(); rematch.click(); } };
new MutationObserver(once).observe(end, { attributeFilter: ["hidden"] });
end.click();
"""
"""What ends the count, and in the moment in which that goes, what comes in its place."""


def test_a_whole_game_by_clicks_ends_with_a_count_that_adds_up(pearls):
    """Who has what, and why; Rematch waits until the points are counted; picture and replay are there."""
    pearls.begin(*PEOPLE, hands="open")
    for _ in range(FIRST):
        turn_by_clicks(pearls)
    Shown(pearls, pearls.table).pearls_until(lambda game: game["last_turns"])
    while pearls.table.screen()["phase"] == "playing":
        turn_by_clicks(pearls)
    pearls.until_phase("over")
    if pearls.table.screen()["counting"]:
        assert pearls.seen("#do-rematch.idle")
        pearls.js(PRESSED_TWICE)
    pearls.until(lambda: pearls.seen("#do-rematch:not(.idle)"), "Rematch, which a second press has not begun")
    result = pearls.game["result"]
    assert pearls.text("#result .winner") == result["text"]
    told = pearls.js(COUNTED)
    assert [row[-1] for row in told] == [row["total"] for row in result["standings"]]
    assert all(cards + necklaces - hand == total for cards, necklaces, hand, total in told)
    assert not pearls.seen("#result .standings")
    pearls.open(path=pearls.table.screen()["finished"]["replay"])
    pearls.until(lambda: pearls.count("#hands-list li") == 2, "the hands of the replay")
    pearls.until(lambda: pearls.count("#stage-takes .card-face") == 6, "the display of the replay")
    pearls.click("#go-forward").until(lambda: pearls.text("#plate-1 .plate-hand") != "", "hands as they were")
    pearls.click("#go-last").until(
        lambda: [row[-1] for row in pearls.js(COUNTED)] == [row[-1] for row in told], "the end"
    )
    shows_what_was_better_before_the_turn(pearls, int(pearls.table.screen()["finished"]["replay"].rpartition("/")[2]))


THOUGHT = """
const asked = window.fetch;
window.fetch = (address, ...more) => String(address).includes("/analysis")
  ? Promise.resolve(new Response(JSON.stringify(%s))) : asked(address, ...more);
"""
WHOLE_BADGES = """
const lines = (each) => each.getBoundingClientRect().height / parseFloat(getComputedStyle(each).fontSize);
return Math.max(...[...document.querySelectorAll(".pictures .left")].map(lines)) < 2;
"""


def shows_what_was_better_before_the_turn(pearls, number):
    """In the picture and on the board all is as it was before: the display, every hand, every pile.

    What is told of how many there are of a necklace stands in one line, however small the picture.
    """
    game = pearls.table.get(f"/api/archive/{number}?lang=en")
    colours = sorted(each["colour"] for each in game["frames"][0]["display"])
    better = {"said": "Anna takes others.", "gain": 0.3, "pieces": [{"chosen": colours[0], "placed": []}]}
    found = {
        **dict.fromkeys(("steps", "thought"), 1),
        "turning": [1],
        "decisive": [1],
        **dict.fromkeys(("failed", "chances"), False),
        "done": True,
        "sides": [{"side": each["seat"], "players": [each], "points": []} for each in game["players"]],
        "standings": [{"frame": frame, "said": "Level."} for frame in (0, 1)],
        "moments": [{"frame": 1, "turn": 1, "seat": 1, "played": "Anna takes.", "better": better}],
    }
    pearls.driver.spoil()
    source = {"source": THOUGHT % json.dumps(found)}
    pearls.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", source)
    pearls.open(path=f"/archive/{number}/analysis")
    pearls.until(lambda: pearls.seen("[data-ready]"), "what was thought")
    for board in ("#board", ".pictures .board"):
        shown = pearls.js(DISPLAYED, board)
        assert shown == [colours, "6", f"+{colours.count(colours[0])}", "0"], board
    assert pearls.js(WHOLE_BADGES)


DISPLAYED = """
const board = document.querySelector(arguments[0]);
const told = (css) => board.querySelector(`.seat-plate.moves ${css}`)?.textContent;
const cards = [...board.querySelectorAll(".take")].flatMap((each) =>
  [...each.querySelectorAll(".card-face")].map(() => each.dataset.colourOf));
return [cards.sort(), ...[".plate-hand > b", ".more", ".plate-pile > b"].map(told)];
"""


@pytest.mark.soak
def test_its_lesson_is_taken_at_the_same_cards(pearls):
    """What is right goes into the hand below; what is not says why."""
    pearls.open(path="/learn/pearls")
    pearls.until(lambda: pearls.seen(".take.pointed#take-red"), "the red cards, pointed at")
    pearls.click("#take-green").until(lambda: pearls.text("#answer"), "that it is not meant")
    assert faults(pearls) == []
    pearls.click("#take-red").until(lambda: "in your hand now" in pearls.text("#answer"), "two red cards")
    assert pearls.count(".lesson-hand .card-face") == 7
    assert pearls.count("#take-red") == 0
    pearls.click("#step-next").click("#take-wild").click("#step-next")
    pearls.click("#choices button:nth-child(2)").click("#step-next")
    pearls.click("#choices button:nth-child(3)").click("#step-next")
    pearls.click("#take-red").until(lambda: "at most 10" in pearls.text("#answer"), "why not")
    pearls.click("#step-next").click("#choices button:nth-child(1)")
    pearls.until(lambda: "10 points minus 3" in pearls.text("#answer"), "the end of the lesson")


# --- turns -----------------------------------------------------------------------------------------------------------


def turn_by_clicks(pearls):
    """Take, or place what one has most of."""
    game = pearls.game
    cards = game["hand"]["cards"]
    most = max(cards, key=lambda each: (each["count"], each["value"])) if cards else None
    takes = [each for each in game["takes"] if each["why"] is None]
    if takes and (most is None or most["count"] < 4):
        pearls.click(f"#take-{max(takes, key=lambda each: each['count'])['colour']}").until_verdict("legal")
    else:
        pearls.click(f"#open-{most['colour']}-1").until(lambda: pearls.pressed, "cards chosen")
    number = pearls.table.screen()["version"]
    pearls.do("confirm")
    pearls.until(lambda: pearls.table.screen()["version"] > number and not pearls.pressed, "the turn played")
    pearls.until(lambda: pearls.game["last"] != game["last"] or pearls.game["result"], "the next turn")


def play(pearls, action):
    """By a script."""
    pearls.table.ask("act", actor=pearls.game["hand"]["seat"], action=action)


def to_a_group(pearls, *players):
    """Play by scripts until whoever is to move holds as many of one colour as a necklace asks for; which."""
    while True:
        game = pearls.game
        if game["last_turns"] or game["result"]:
            pearls.table.clear()
            pearls.begin(*(players or PEOPLE), hands="open")
            continue
        held = {each["colour"]: each["count"] for each in game["hand"]["cards"]}
        lengths = {each["value"] for each in game["necklaces"] if each["left"]}
        found = [(colour, count) for colour, count in held.items() if count in lengths and colour != "wild"]
        if found:
            return found[0]
        colours = sorted(pearls.open_colours, key=lambda colour: -held.get(colour, 0))
        if colours:
            play(pearls, ["take", colours[0]])
        else:
            least = min(held, key=held.get)
            play(pearls, ["place", least, held[least], 0, False])


def fill_the_hand(pearls):
    """Play by scripts until nothing fits into the hand of whoever is to move, which is full."""
    while sum(each["count"] for each in pearls.game["hand"]["cards"]) < LIMIT:
        held = sum(each["count"] for each in pearls.game["hand"]["cards"])
        fitting = [each for each in pearls.game["takes"] if held + each["count"] <= LIMIT]
        if fitting:
            play(pearls, ["take", max(fitting, key=lambda each: each["count"])["colour"]])
        else:
            play(pearls, ["place", pearls.game["hand"]["cards"][0]["colour"], 1, 0, False])
