"""The table page as people around a table use it: the form, turns, the reveal, the count."""

import random

from selenium.webdriver import Keys

from e2e.page import Page
from pearlboard.games.perladora.rules.state import DIVERS
from support.perladora_table import command

NAMES, CLANS = ("Anna", "Ben", "Cleo"), ("fishermen", "foragers", "elders")
"""Of the game that most tests of phones are in."""
AS_THIS_PAGE = """
const [command, done] = arguments;
const socket = new WebSocket(`ws://${location.host}/ws`);
const say = (message) => socket.send(JSON.stringify(message));
socket.onopen = () => {
  say({type: "hello", token: localStorage.getItem("pearlboard.device")});
  say({type: "command", id: "set-up-" + Date.now(), command});
};
socket.onmessage = (event) => {
  const message = typeof event.data === "string" ? JSON.parse(event.data) : {};
  if (message.type !== "reply") return;
  socket.close();
  done(message);
};
"""


class TablePage(Page):
    """Everybody's page."""

    def form(self):
        """Open the whole form."""
        self.until_phase("idle")
        if self.until(lambda: self.seen("#form") or self.seen("#start-here"), "a way to begin") and not self.seen(
            "#form"
        ):
            self.click("#start-here")
        return self

    def fill(self, names, clans=()):
        """Fill in the people of the set-up form."""
        self.form()
        self.click(f"input[name=players][value='{len(names)}']")
        for seat, name in enumerate(names, start=1):
            self.find(f"#name-{seat}").send_keys(Keys.CONTROL + "a" + Keys.NULL, Keys.BACKSPACE, name)
        for seat, clan in enumerate(clans, start=1):
            self.click(f"#seat-{seat} input[value={clan}]")
        return self

    def host(self, names, clans):
        """Begin an advanced game as its host: what the form would send goes with this page's key; all Pearls laid."""
        players = [{"name": name, "clan": clan} for name, clan in zip(names, clans, strict=True)]
        asked = command("set_up", players=players, advanced=True, confirm="button")
        reply = self.driver.execute_async_script(AS_THIS_PAGE, asked)
        assert reply["ok"], reply
        self.table.ask("start")
        return self.until_phase("playing")

    def lay_pearls(self):
        """Two Farms one by one, the others all at once."""
        self.until_phase("pearls")
        for laid in (1, 2):
            self.do("pearls_laid")
            self.until(lambda laid=laid: self.count(".heap:not(.coming)") == laid, f"{laid} clusters laid")
        self.do("start")
        return self.until_phase("playing")

    def confirm(self):
        """Press the button, and wait for the next turn or the end."""
        before = self.whose
        self.do("confirm")
        self.until(lambda: self.whose != before, "the next turn")
        return self

    def diver(self, space):
        """A whole turn: a Diver."""
        self.touch(space).until_label(space, "not confirmed").until_verdict("legal")
        return self.confirm()

    def pontoons(self, first, second=None):
        """A whole turn: one or two Pontoons. A second one that is refused is lifted again."""
        self.touch(first).until_label(first, "not confirmed").until_verdict("legal")
        if second is not None:
            self.touch(second).until_label(second, "not confirmed")
            if self.until_verdict("legal", "illegal") == "illegal":
                self.touch(second).until_label(second, "empty").until_verdict("legal")
        return self.confirm()

    def say(self, space, value, *, on_board):
        """At the reveal: tap a Diver and pick its value, or pick it in the list."""
        if on_board:
            self.touch(space).click(f"#pick-{value}")
        else:
            self.click(f"#say-{space}-{value}")
        return self.until_label(space, f"value {value}")

    def count_pearls(self):
        """From territory to territory, to the standings."""
        self.until_phase("count")
        of = self.table.screen()["game"]["count"]["of"]
        for part in range(1, of + 1):
            title = f"Territory {part} of {of} "
            self.until(lambda title=title: self.text("#count h2").startswith(title), title)
            self.until_says(self.text("#count .reason"))
            self.click("#do-count_next")
        return self.until_phase("over")


def any_turn(screen, chance):
    """A turn that the table's hints allow: its sites. A second Pontoon may turn out not to fit the first."""
    spaces, edges = screen["game"]["hints"]["spaces"], screen["game"]["hints"]["edges"]
    if spaces and (not edges or chance.random() < 0.6):
        return [chance.choice(spaces)]
    return chance.sample(edges, min(2, len(edges), screen["game"]["pontoons_left"]))


WON = """
const badges = [...document.querySelectorAll("#stakes > g")].map((badge) => [
  badge.querySelector(".at-stake").textContent,
  [...badge.querySelectorAll("[data-colour]")].map((sign) => sign.dataset.colour)]);
return [badges, [...document.querySelectorAll("#result .shared")].map((each) => each.textContent)];
"""


def tells_who_won_what(page):
    """Whether each territory with Pearls has a badge of those who won them; what nobody won alone is explained."""
    screen = page.table.screen()
    badges, shared = [], []
    for part in screen["game"]["count"]["territories"]:
        winners, pearls = part["winners"], part["pearls"]
        if not pearls:
            continue
        number = f"{len(winners)} × {pearls // len(winners)}" if len(winners) > 1 else str(pearls)
        players = screen["match"]["players"]
        badges.append([number, [str(each["colour"]) for side in winners for each in players if each["side"] == side]])
        if len(winners) != 1:
            shared.append(part["text"])
    return page.js(WON) == [badges, shared]


def mover(screen):
    """The seat to move."""
    return next(player["seat"] for player in screen["match"]["players"] if player["to_move"])


def hints_left(screen):
    """How many places are open."""
    return len(screen["game"]["hints"]["spaces"]) + len(screen["game"]["hints"]["edges"])


class Hands:
    """What the players hold, and what they really laid: the table does not know until it is told."""

    def __init__(self, players, seed):
        """Every hand in an order of its own."""
        self.chance = random.Random(seed)
        self.laid = {}
        self._hands = {}
        for seat in range(1, players + 1):
            hand = [value for value, many in enumerate(DIVERS[players], 1) for _ in range(many)]
            self.chance.shuffle(hand)
            self._hands[seat] = hand

    def lay(self, seat, space):
        """A seat lays its next Diver there."""
        self.laid[space] = self._hands[seat].pop()

    def hurry(self, table, leave=0):
        """The rest of the turns by scripts, one piece each; so many spaces and lines stay open at least."""
        while (screen := table.screen())["stage"] == "playing" and hints_left(screen) > leave:
            site = any_turn(screen, self.chance)[0]
            if "-" not in site:
                self.lay(mover(screen), site)
            table.ask("put", site=site)
            table.until(lambda screen: screen["verdict"] == "legal")
            table.ask("confirm")
