"""Photographs every phase of every game at seven sizes: `make shots ARGS="--only pearls --languages de"`.

    build/shots/index.html   all pictures on one page, with how much of the window the board has

A page is opened as people open it, at a table whose board is only drawn; what its player does goes through the page,
and what others do is done by scripts. Then comes a player's own phone. Nothing is compared: whoever changed a page
looks through the pictures. What must hold in each of them is a law of its own (test_board_first.py).
"""

import argparse
import html
import random
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tests"))

from e2e.browsing import open_browser  # noqa: E402 - found by the line above
from e2e.hurrying import Hurry  # noqa: E402
from e2e.page import left  # noqa: E402
from e2e.phone_page import PhonePage  # noqa: E402
from e2e.serving import ServedTable  # noqa: E402
from e2e.table_page import AS_THIS_PAGE, TablePage  # noqa: E402

FOLDER = ROOT / "build/shots"
DESK = (1440, 900)
SIZES = ((1920, 1080), DESK, (1366, 657), (1024, 768), (844, 390), (640, 400), (390, 844))
PHONES = ((390, 844), (360, 640), (844, 390))
PEOPLE = [{"name": "Ida"}, {"name": "Ben"}]
ALONE = [{"name": "Ida"}, {"name": "", "computer": "easy"}]
LIMIT = 10
"""Cards in a hand of Pearls."""
MEASURED = """
const box = document.querySelector("#board").getBoundingClientRect();
return {
  wide: box.width / innerWidth, high: box.height / innerHeight, size: [box.width, box.height].map(Math.round),
  off: box.left < 0 || box.top < 0 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1,
  sideways: document.documentElement.scrollWidth > innerWidth + 1,
};
"""


def held(game):
    """How many cards whoever is to move has, where hands lie open."""
    return sum(each["count"] for each in game["hand"]["cards"]) if game["hand"] else 0


class Shown:
    """A game in its phases, as the page of its host shows them."""

    def __init__(self, page, table):
        self.page, self.table = page, table

    def begin(self, game, players, *, explain=False, hints="request", **options):
        """Set a new game up by this page, which is the host's then."""
        self.table.clear()
        form = {
            "game": game,
            "players": players,
            "options": options,
            "confirm": "button",
            "explain": explain,
            "hints": hints,
        }
        reply = self.page.driver.execute_async_script(AS_THIS_PAGE, {"name": "set_up", **form})
        assert reply["ok"], reply
        self.page.until(lambda: self.page.js("return document.querySelector('#main').dataset.phase") == "playing", game)
        if game == "pearls" and nothing_fits(self.table):
            self.begin(game, players, explain=explain, hints=hints, **options)

    def buys(self):
        """Whether the first player is to take a tile."""
        return ((self.table.screen()["game"]["auction"] or {}).get("buyers") or [None])[0] == 1

    def hand(self):
        """Open the hand in the tray."""
        self.page.click("#tray-open").until(lambda: not self.page.seen("#tray-open"), "a hand")

    def perladora(self) -> Iterator[str]:
        """Two people at one page, one alone with explanations and advice, and an end."""
        self.begin("perladora", PEOPLE)
        yield "curtain"
        self.hand()
        yield "hand"
        self.page.touch("c3").until_verdict("unfinished", "legal")
        yield "draft"
        self.page.touch("c3").touch("a1-b1").touch("a1-a2").until_verdict("illegal")
        yield "illegal"
        self.begin("perladora", ALONE, explain=True)
        yield "explained"
        self.page.click("#do-advise").until(lambda: self.page.seen("#private-advice, #advice li"), "advice")
        yield "advice"
        self.to_the_reveal()
        yield "reveal"
        self.table.ask("agree")
        self.page.until_phase("count")
        yield "count"
        for _ in range(self.table.screen()["game"]["count"]["of"]):
            self.page.click("#do-count_next")
        self.page.until_phase("over")
        yield "over"

    def to_the_reveal(self):
        """A game of two people, by scripts."""
        self.begin("perladora", PEOPLE, hints="always")
        with left(self.page):
            Hurry(self.table, random.Random(1), 2, {}).to_the_reveal()

    def pearls(self) -> Iterator[str]:
        """Two people at one page; one alone, who waits for the computer; four with open hands, to the end."""
        self.begin("pearls", PEOPLE)
        yield "curtain"
        self.hand()
        yield "hand"
        self.page.click("#tray-cards .held-card").until_verdict("legal")
        yield "placing"
        self.page.click(".take[data-site]").until(lambda: self.page.seen(".take.chosen"), "a colour chosen")
        yield "taking"
        self.begin("pearls", ALONE, explain=True)
        yield "alone"
        self.begin("pearls", [*PEOPLE, {"name": "Cleo"}, {"name": "Maximilian"}], hands="open", open_scores=True)
        yield "open"
        self.pearls_until(lambda game: held(game) == LIMIT)
        yield "full"
        self.pearls_until(lambda game: game["last_turns"])
        yield "last"
        self.pearls_until(lambda game: game["result"])
        self.page.until_phase("over")
        yield "count"
        self.page.until(lambda: self.page.seen("#do-rematch:not(.idle)"), "the end of the count")
        yield "over"

    def pearls_until(self, seen):
        """Turns of Pearls by scripts, while nobody looks."""
        with left(self.page):
            self.pearls_in_sight_until(seen)

    def pearls_in_sight_until(self, seen):
        """Take what fits, and place one card if nothing does."""
        while not seen(game := self.table.screen()["game"]):
            fits = [each["colour"] for each in game["takes"] if each["why"] is None]
            colour = game["hand"]["cards"][-1]["colour"] if game["hand"]["cards"] else None
            action = ["take", fits[0]] if fits else ["place", colour, 1, 0, False]
            self.table.ask("act", actor=game["hand"]["seat"], action=action)

    def piratoons(self) -> Iterator[str]:
        """Two people at one page, who practise first, and one alone: a round from the lid to the ships."""
        self.begin("piratoons", PEOPLE, plunder="screen")
        yield "closed"
        self.page.click("#do-practise").click("#chest-4")
        yield "practice"
        self.page.click("#do-stop").until(lambda: self.page.phase.startswith("closed"), "the end of the practice")
        yield "practised"
        self.page.click("#do-open").until(lambda: self.page.phase.startswith("plunder"), "the first round")
        yield "plunder"
        self.begin("piratoons", PEOPLE, plunder="screen", sand=0)
        self.page.click("#stage-lid").click("#chest-4").until_verdict("legal")
        yield "in_turn"
        self.begin("piratoons", ALONE, plunder="screen", explain=True)
        self.page.click("#stage-lid")
        for place in (1, 4, 7):
            self.page.click(f"#chest-{place}")
        self.page.click("#do-stop").until(lambda: self.page.seen("#bid-1-more"), "a bid")
        yield "bids"
        self.page.click("#bid-1-more").click("#do-confirm")
        self.page.until(lambda: self.page.phase.startswith(("choice", "ships")), "what the bids bring")
        if self.page.phase.startswith("choice"):
            yield "choice"
        self.page.until(lambda: self.page.seen("#part-1-0") or self.buys(), "a tile to take, or the ship yard")
        if self.buys():
            self.page.click("#chest-places button:not([aria-disabled])").until_verdict("legal")
            yield "chosen"
            self.page.click("#do-confirm")
        self.page.until(lambda: self.page.seen("#part-1-0"), "the ship yard")
        yield "ships"

    def on_phone(self, game) -> Iterator[tuple[str, PhonePage]]:
        """A player's phone before a turn, in it, and after it: the first's; in Piratoons of whoever is no captain."""
        self.begin(game, PEOPLE, **({"plunder": "screen"} if game == "piratoons" else {}))
        phone = PhonePage.joined(self.page, 2 if game == "piratoons" else 1)
        yield from ((f"phone-{phase}", phone) for phase in getattr(self, f"{game}_phone")(phone))
        phone.driver.hand_back(phone.window)

    def perladora_phone(self, phone) -> Iterator[str]:
        yield "hand"
        phone.choose(2).tap("c3").until_verdict("legal")
        yield "draft"
        phone.confirm()
        yield "waits"

    def pearls_phone(self, phone) -> Iterator[str]:
        yield "hand"
        phone.click(".take[data-site]").until(lambda: phone.seen(".take.chosen"), "a colour chosen")
        yield "draft"
        phone.confirm()
        yield "waits"

    def piratoons_phone(self, phone) -> Iterator[str]:
        yield "closed"
        self.table.ask("act", actor=1, action=["open"])
        phone.until(lambda: phone.seen("#chest-1"), "the chest")
        yield "plunder"
        for place in (1, 4, 7):
            phone.click(f"#chest-{place}")
        self.page.click("#do-stop")
        phone.until(lambda: phone.seen("#bid-2-more"), "a bid")
        yield "bid"
        phone.click("#bid-2-more").click("#do-confirm")
        phone.until(lambda: phone.seen("#auction .quiet"), "what was bid")
        self.table.ask("act", actor="table", action=["close"])
        self.table.until(lambda screen: screen["game"]["auction"]["opened"])
        self.table.ask("act", actor="table", action=["fists", [2, None]])
        first = next(each for each in self.table.screen()["game"]["chest"] if each["tile"] and each["winner"] is None)
        self.table.ask("act", actor=1, action=["choose", first["tile"], first["place"]])
        phone.until(lambda: phone.seen("#my-turn"), "a tile to choose as the second")
        yield "choice"
        phone.click("#chest-places button:not([aria-disabled])").until_verdict("legal")
        phone.click("#do-confirm").until(lambda: phone.seen("#part-2-0"), "the ship yard")
        yield "ships"
        phone.click("#part-2-1").until(lambda: phone.count(".on-part > .small-tile"), "what lies on a part")
        yield "part"


GAMES = ("perladora", "pearls", "piratoons")


def nothing_fits(table):
    """Whether all of the display has one colour, one deal of a thousand: no hand of six has room for six."""
    return all(each["why"] for each in table.screen()["game"]["takes"])


def scenes(page, table, games=GAMES) -> Iterator[tuple[str, str]]:
    """Each phase of each game, once the page shows it."""
    table.clear()
    yield "table", "lobby"
    for game in games:
        for phase in getattr(Shown(page, table), game)():
            yield game, phase


def shots(page, table, language, games) -> Iterator[tuple[str, Path, dict]]:
    """Every picture: what it shows, its file, and how the board stands in it."""
    page.open(language)
    for game, phase in scenes(page, table, games):
        yield from photographed(page, f"{language}-{game}-{phase}", SIZES)
        page.display.size(*DESK)
    for game in games:
        for phase, phone in Shown(page, table).on_phone(game):
            yield from photographed(phone, f"{language}-{game}-{phase}", PHONES)


def photographed(page, name, sizes) -> Iterator[tuple[str, Path, dict]]:
    """A page at each of these sizes."""
    for width, height in sizes:
        page.display.size(width, height, touch=sizes == PHONES)
        file = FOLDER / f"{name}-{width}x{height}.png"
        page.driver.save_screenshot(file)
        yield file.stem, file, page.js(MEASURED)


def figure(said, file, measured) -> str:
    part = f"{measured['high']:.0%} of the height, {measured['wide']:.0%} of the width"
    spilt = " <b>off the window</b>" if measured["off"] or measured["sideways"] else ""
    caption = f"<figcaption>{html.escape(said)}: {part}{spilt}</figcaption>"
    return f"<figure><img loading=lazy src={file.name}>{caption}</figure>"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", nargs="*", default=GAMES, choices=GAMES)
    parser.add_argument("--languages", nargs="*", default=["en", "de", "fr"])
    chosen = parser.parse_args()
    FOLDER.mkdir(parents=True, exist_ok=True)
    figures = []
    with tempfile.TemporaryDirectory() as folder:
        table = ServedTable(Path(folder), game="support.quick_sand", mode="screen").start()
        driver = open_browser(Path(folder) / "profile", drawn=True)
        try:
            for language in chosen.languages:
                page = TablePage(driver, table)
                figures += [figure(*each) for each in shots(page, table, language, chosen.only)]
        finally:
            driver.quit()
            table.stop()
    style = "<!doctype html><meta charset=utf-8><style>img{max-width:100%;max-height:70vh}</style>"
    (FOLDER / "index.html").write_text(style + "\n".join(figures), encoding="utf-8")
    sys.stdout.write(f"{FOLDER / 'index.html'}: {len(figures)} pictures\n")


if __name__ == "__main__":
    main()
