"""Pearls in a real browser: the Diver and the hand on a drawn board, a hand on a phone, and the end of a game."""

import pytest

from e2e.phone_page import PhonePage
from e2e.serving import ServedTable
from e2e.table_page import AS_THIS_PAGE, TablePage

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    """A table whose board is only drawn."""
    table = ServedTable(tmp_path_factory.mktemp("table"), mode="screen").start()
    yield table
    assert table.stop() == ""


class PearlsPage(TablePage):
    """The table page in a game of Pearls."""

    def begin(self, *players, **options):
        """What the form would send goes with this page's key."""
        asked = {"name": "set_up", "game": "pearls", "players": list(players), "options": options}
        reply = self.driver.execute_async_script(AS_THIS_PAGE, asked)
        assert reply["ok"], reply
        return self.until_phase("playing")

    @property
    def lying(self):
        """What lies on display, by site."""
        return {each["site"]: each["colour"] for each in self.table.screen()["game"]["display"]}

    @property
    def takeable(self):
        """A slot whose colour may be taken: not every hand has room for all of a colour."""
        free = {each["colour"] for each in self.table.screen()["game"]["takes"] if each["why"] is None}
        return next(site for site, colour in self.lying.items() if colour in free)

    def hand(self, name="mine"):
        """The colours of a hand."""
        self.until(lambda: self.count(f"#{name}-groups button"), "a hand")
        return self.js(
            "return [...document.querySelectorAll(arguments[0])].map((each) => each.id)", f"#{name}-groups button"
        )


@pytest.fixture
def pearls(page):
    return PearlsPage(page.driver, page.table)


def test_a_turn_with_the_diver_and_one_from_the_hand(pearls):
    """A pearl is tapped and taken; then cards are placed; then it is the computer's turn, and it plays."""
    pearls.begin({"name": "Anna"}, {"name": "Ben", "computer": "easy"}, {"name": "Cleo"}, hands="open")
    slot = pearls.takeable
    colour = pearls.lying[slot]
    pearls.touch(slot).until_verdict("legal")
    assert pearls.count(".pearl-slot.chosen") == list(pearls.lying.values()).count(colour)
    pearls.confirm()
    pearls.until(lambda: "Cleo" in pearls.whose, "the turn of Cleo")
    assert pearls.count(".piece") == 0
    first = pearls.hand("open")[0]
    pearls.click(f"#{first}").click("#open-place")
    pearls.until(lambda: "Cleo" not in pearls.whose, "the next turn")
    assert pearls.table.screen()["game"]["last"]["placed"]


def test_all_cards_are_offered_only_where_some_would_be_left_out(pearls):
    """And it is said how many there are otherwise."""
    pearls.form().click("input[name=game][value=pearls]").click("input[name=players][value='3']")
    pearls.until(lambda: "instead of 80" in pearls.text("#all-cards"), "all cards")
    pearls.click("input[name=players][value='4']").until(lambda: not pearls.seen("#choose-cards"), "no such choice")


def test_whoever_asks_where_to_play_is_told_so_though_every_colour_fits(pearls):
    """In the sentence; and as soon as a colour is chosen, that is what it speaks of."""
    pearls.begin({"name": "Anna"}, {"name": "Ben"}, hands="open")
    while len(set(pearls.lying.values())) < 3:  # five of a colour do not fit
        pearls.table.ask("abandon")
        pearls.begin({"name": "Anna"}, {"name": "Ben"}, hands="open")
    pearls.do("hint").until(lambda: "every colour fits" in pearls.text("#sentence"), "that every colour fits")
    pearls.touch(pearls.takeable).until(lambda: "Anna takes" in pearls.text("#sentence"), "what is chosen")


def test_keys_put_the_diver_down_and_lift_it_again(pearls):
    """1 to 6 are the slots."""
    pearls.begin({"name": "Anna"}, {"name": "Ben"}, hands="open")
    slot = pearls.takeable
    key = str([*pearls.lying].index(slot) + 1)
    pearls.keys(key).until_verdict("legal")
    assert pearls.table.screen()["game"]["chosen"] == pearls.lying[slot]
    pearls.keys(key).until(lambda: pearls.count(".piece") == 0, "the Diver lifted")


def test_a_hidden_hand_is_shown_behind_the_curtain_and_nowhere_else(pearls):
    """Whoever says so sees the own hand; when the turn is over nothing of it stays in the page."""
    pearls.begin({"name": "Anna"}, {"name": "Ben"})
    assert pearls.count("#mine-groups button") == 0
    pearls.click("#tray-open")
    first = pearls.hand()[0]
    pearls.click(f"#{first}").click("#mine-place")
    pearls.until(lambda: "Ben" in pearls.text("#tray-open"), "the curtain of Ben")
    assert pearls.count("#mine-groups button") == 0
    assert pearls.text("#takes-last").startswith("Anna places ")


def test_a_phone_has_its_hand_and_places_from_it(pearls):
    """And a colour is taken from its list; the table page shows no hand of it."""
    pearls.begin({"name": "Anna"}, {"name": "Ben"})
    phone = PhonePage.joined(pearls, 1)
    hand = PearlsPage(phone.driver, pearls.table)
    hand.window = phone.window
    first = hand.hand()[0]
    hand.click(f"#{first}").click("#mine-place")
    hand.until(lambda: pearls.table.screen()["match"]["players"][1]["to_move"], "the turn of Ben")
    assert pearls.count("#mine-groups button") == 0
    taken = next(each["colour"] for each in pearls.table.screen()["game"]["takes"] if each["why"] is None)
    pearls.click(f"#take-{taken}").click("#take-now")
    hand.until(lambda: "Your turn" in hand.js("return document.body.innerText"), "the own turn on the phone")


@pytest.mark.soak
def test_a_whole_game_of_computers_ends_with_a_count(pearls):
    """Who has what, and why; the picture and the replay are there."""
    pearls.begin({"name": "Anna"}, {"name": "Ben"}, {"name": "Cleo"}, hands="open")
    while (screen := pearls.table.screen())["phase"] == "playing":
        seat = next(each["seat"] for each in screen["match"]["players"] if each["to_move"])
        held = screen["game"]["hand"]["cards"]
        open_takes = [take for take in screen["game"]["takes"] if take["why"] is None]
        colour = max(held, key=lambda each: each["count"]) if held else None
        if open_takes and (colour is None or len(open_takes) + colour["count"] < 6):
            action = ["take", open_takes[0]["colour"]]
        else:
            won = any(each["value"] == colour["count"] and each["left"] for each in screen["game"]["necklaces"])
            action = ["place", colour["colour"], colour["count"], 0, won]
        pearls.table.ask("act", actor=seat, action=action)
    pearls.until_phase("over")
    result = pearls.table.screen()["game"]["result"]
    assert pearls.text("#result .winner") == result["text"]
    assert pearls.count("#result .standings li") == 3
    finished = pearls.table.screen()["finished"]
    pearls.open(path=finished["replay"])
    pearls.until(lambda: pearls.count("#hands-list li") == 3, "the hands of the replay")
    pearls.until(lambda: pearls.count(".pearl-slot") == 6, "the display of the replay")
