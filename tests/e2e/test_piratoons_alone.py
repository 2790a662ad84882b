"""A whole game of Piratoons against the computer, by clicks, on a board that stands in for hardware."""

import pytest

pytestmark = pytest.mark.slow

SERVED = {"game": "support.quick_sand"}
"""A table with sand and computers that are fast; pieces lie on sensors."""

ROUNDS = 8
WHOLE = (1, ROUNDS)
"""Rounds in which two pieces are laid and a doubloon is bid; in the others one piece and nothing, to be soon done."""
PLACED = ("a1", "e2")
"""The own pockets on tiles 1 and 4."""
FREE = "#chest-places button:not([aria-disabled])"
OPACITY = "return Number(getComputedStyle(document.querySelector('.sums-of-all .won b')).opacity)"
ENDS_MS = """
const moving = document.querySelector("#result").getAnimations({subtree: true});
const gone = document.querySelector(".counting-all").style.getPropertyValue("--gone");
return Math.max(...moving.map((each) => each.effect.getComputedTiming().endTime)) + parseFloat(gone);
"""


class Alone:
    """Whoever plays alone, at the one page."""

    def __init__(self, page):
        self.page = page

    def stage(self, *stages):
        """Wait for one of these."""
        self.page.until(lambda: self.page.phase.startswith(stages), f"one of {stages}")
        return self.page.phase

    def plunder(self, number, placed):
        """The captain opens the chest; pieces are laid, the sand runs out, somebody says stop, and all count."""
        if number % 2:
            self.page.click("#do-open")
        self.stage(f"plunder {number}")
        assert f"Round {number} of 8" in self.page.whose
        for site in placed:
            self.page.touch(site)
        self.page.click("#do-stop")
        self.stage(f"count {number}")
        self.page.click("#do-confirm").click("#do-plundered")
        self.stage(f"bids {number}")
        for site in placed:
            self.page.touch(site)

    def buy(self, number, bid):
        """A bid is one step, and a tile is taken for it."""
        self.page.until(lambda: self.page.seen("#bid-1-more"), "a bid")
        if number == 1:
            self.advised()
        if bid:
            self.page.click("#bid-1-more")
        self.page.click("#do-confirm")
        while self.stage("choice", "ships").startswith("choice"):
            assert not self.page.seen("#do-hint")
            if self.page.seen(FREE):
                self.page.click(FREE).click("#do-confirm")
                self.stage(f"ships {number}")

    def advised(self):
        """On a board with pieces a bid is advised behind the curtain alone, for whoever plays alone, too."""
        self.page.click("#look-1").click("#private-advise")
        self.page.until(lambda: "Bid" in self.page.text("#private-advice"), "advice")
        self.page.click("#private-done").until(lambda: not self.page.seen("#private"), "that nobody looks")


@pytest.mark.soak
def test_a_whole_game_against_the_computer_by_clicks(page):
    """Plunder, count, bids, ships; at the end the points are counted in sight, and then it is said who has won."""
    page.click("input[name=game][value=piratoons]").click("#start-computer")
    alone = Alone(page)
    for number in range(1, ROUNDS + 1):
        alone.stage(f"closed {number}", f"plunder {number}")  # a captain of the computer opens it soon
        alone.plunder(number, PLACED if number in WHOLE else PLACED[:1])
        alone.buy(number, bid=number in WHOLE)
        alone.stage(f"ships {number}")
        if number == ROUNDS:
            page.display.likes()
        page.click("#do-confirm")
    page.until_phase("over").until(lambda: page.seen(".count-of-all"), "the count")
    assert page.sentence == "The points are being counted."
    assert page.js(OPACITY) == 0
    assert abs(page.js(ENDS_MS) - page.table.screen()["counting"]["of"]) < 300
    page.do("end_count").until(lambda: page.js(OPACITY) == 1, "the sums")
    assert page.sentence == page.text("#result .winner") == page.table.screen()["game"]["result"]["text"]
    assert "wins with" in page.sentence or "share the victory" in page.sentence
