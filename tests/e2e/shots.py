"""Photographs every phase of every game at seven sizes: `make shots [ONLY=piratoons] [LANGUAGES="en de fr"]`.

    build/shots/index.html   all pictures on one page, with how much of the window the board has

A page is opened as people open it, at a table whose board is only drawn; what its player does goes through the page, and
what others do is done by scripts. Nothing is compared: whoever changed a page looks through them.
"""

import argparse
import html
import json
import random
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tests"))

from e2e.browsing import open_browser  # noqa: E402 - found by the line above
from e2e.serving import ServedTable  # noqa: E402
from e2e.table_page import AS_THIS_PAGE, TablePage  # noqa: E402
from pearlboard.games.registry import GAMES  # noqa: E402

FOLDER = ROOT / "build/shots"
SIZES = ((1920, 1080), (1440, 900), (1366, 657), (1024, 768), (844, 390), (640, 400), (390, 844))
PEOPLE = [{"name": "Ida"}, {"name": "Ben"}]
ALONE = [{"name": "Ida"}, {"name": "", "computer": "easy"}]
MEASURED = """
const box = document.querySelector("#board").getBoundingClientRect();
const hidden = document.documentElement.scrollWidth > innerWidth + 1;
return [Math.round(box.width), Math.round(box.height), Math.round(box.left), Math.round(box.top), innerWidth, innerHeight, hidden];
"""


class Player:
    """Somebody at the page, and scripts that do what others do."""

    def __init__(self, page, table):
        self.page, self.table = page, table

    def begin(self, game, players, *, explain=False, **options):
        """A new game, set up by this page, which is the host's then."""
        self.table.clear()
        asked = {
            "name": "set_up",
            "game": game,
            "players": players,
            "options": options,
            "confirm": "button",
            "explain": explain,
        }
        reply = self.page.driver.execute_async_script(AS_THIS_PAGE, asked)
        assert reply["ok"], reply
        self.page.until_phase("playing")

    def act(self, *names):
        """The first of these that the game offers; whether there was one."""
        for act in self.table.screen()["acts"]:
            if act["name"] in names:
                self.table.command({"name": "act", "action": act["action"], "actor": act["actor"]})
                return True
        return False

    def hand(self):
        """Open the hand in the tray, where there is one that is closed."""
        if self.page.seen("#tray-open"):
            self.page.click("#tray-open")
            self.page.until(lambda: not self.page.seen("#tray-open"), "a hand")


def perladora(player: Player) -> Iterator[str]:
    player.begin("perladora", PEOPLE)
    yield "curtain"
    player.hand()
    yield "hand"
    player.page.touch("c3")
    yield "draft"
    player.page.touch("c3").touch("g5-h5").touch("g4-h4")
    yield "illegal"
    player.begin("perladora", ALONE, explain=True)
    yield "explained"
    player.page.click("#do-advise") if player.page.seen("#do-advise") else None
    yield "advice"


def pearls(player: Player) -> Iterator[str]:
    player.begin("pearls", PEOPLE)
    yield "curtain"
    player.hand()
    yield "hand"


def piratoons(player: Player) -> Iterator[str]:
    player.begin("piratoons", PEOPLE)
    yield "chest"


SCENES = {"perladora": perladora, "pearls": pearls, "piratoons": piratoons}


def shots(page, table, language, games) -> Iterator[tuple[str, str, dict]]:
    """Every picture: what it shows, its file, and how the board stands in it."""
    page.open(language)
    table.clear()
    scenes = [("table", iter(["lobby"]))] + [(game, SCENES[game](Player(page, table))) for game in games]
    for game, scene in scenes:
        for state in scene:
            for width, height in SIZES:
                page.display.size(width, height)
                page.js("return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
                name = f"{language}-{game}-{state}-{width}x{height}.png"
                page.driver.save_screenshot(FOLDER / name)
                yield f"{language} {game} {state} {width}x{height}", name, page.js(MEASURED)
            page.display.size(1440, 900)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", nargs="*", default=list(SCENES), choices=list(SCENES))
    parser.add_argument("--languages", nargs="*", default=["en", "de", "fr"])
    chosen = parser.parse_args()
    FOLDER.mkdir(parents=True, exist_ok=True)
    random.seed(1)
    rows, figures = [], {}
    with tempfile.TemporaryDirectory() as folder:
        table = ServedTable(Path(folder), mode="screen").start()
        driver = open_browser(Path(folder) / "profile")
        try:
            page = TablePage(driver, table)
            for language in chosen.languages:
                for said, name, (wide, high, left, top, width, height, spills) in shots(
                    page, table, language, chosen.only
                ):
                    part = f"{100 * high / height:.0f} % high, {100 * wide / width:.0f} % wide"
                    off = left < 0 or top < 0 or left + wide > width or top + high > height or spills
                    figures[said] = part + (" OFF" if off else "")
                    rows.append(
                        f"<figure><img loading=lazy src={name}><figcaption>{html.escape(said)}: {figures[said]}</figcaption></figure>"
                    )
        finally:
            driver.quit()
            table.stop()
    (FOLDER / "index.html").write_text(
        f"<!doctype html><meta charset=utf-8><style>img{{max-width:100%;max-height:60vh}}</style>{''.join(rows)}"
    )
    sys.stdout.write("\n".join(f"{said}: {part}" for said, part in figures.items()) + "\n")


if __name__ == "__main__":
    main()
