"""Makes docs/table.webp, the README's picture, from a real game on the real table: `python tests/e2e/picture.py`."""

import io
import sys
import tempfile
from pathlib import Path

from PIL import Image

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tests"))

from e2e.browsing import open_browser  # noqa: E402 - found by the line above
from e2e.serving import ServedTable  # noqa: E402
from e2e.table_page import TablePage  # noqa: E402

PICTURE = ROOT / "docs" / "table.webp"
SIZE = (1440, 900)
PEOPLE = [{"name": "Anna", "clan": "fishermen"}, {"name": "Ben", "clan": "elders"}]
FARMS = {"d1": 5, "b2": 3, "f2": 7, "h2": 4, "a4": 6, "e4": 4, "c5": 5, "g5": 6}
TURNS = (
    "c2",
    "g4",
    "c2-c3 c2-d2",
    "f3-f4 g3-g4",
    "b1",
    "h5",
    "a2-a3 b2-b3",
    "e4-f4 e5-f5",
    "a2",
    "f5",
    "f3",
    "e2",
    "h3-h4",
    "a3",
    "b4",
    "d3",
    "d2-e2 d3-e3",
    "c4",
    "h3",
    "g1",
    "c1",
    "d4-e4",
)
DRAFT = "g4-h4 g5-h5"
"""Two Pontoons that would close off too little: the sentence, the region and the lights say so."""
LIT = 10
LAND_MS = 3_000
"""Until a territory that was closed has stopped to shine."""
QUALITY = 88
"""Of WebP: text is still sharp."""


def lay(table, sites):
    for site in sites:
        table.ask("put", site=site)
    table.until(lambda screen: set(sites) <= {piece["site"] for piece in screen["pieces"]})


def play(table):
    """The game so far, and the draft."""
    table.ask("set_up", players=PEOPLE, farms=FARMS, hints="off", confirm="button")
    table.ask("start")
    for number, turn in enumerate(TURNS, start=1):
        lay(table, turn.split())
        table.until(lambda screen: screen["verdict"] == "legal")
        table.ask("confirm")
        table.until(lambda screen, number=number: screen["match"]["turn"] == number + 1)
    lay(table, DRAFT.split())
    table.until(lambda screen: screen["verdict"] == "illegal")


def photograph(page):
    """The page, in the moment in which all lights shine."""
    page.display.size(*SIZE)
    page.display.likes()
    page.open().until_verdict("illegal")
    page.driver.execute_async_script("setTimeout(arguments[1], arguments[0])", LAND_MS)
    page.until(lambda: page.js("return Number(document.querySelector('#glow').dataset.lit)") >= LIT, "all lights")
    picture = Image.open(io.BytesIO(page.driver.get_screenshot_as_png()))
    page.driver.get("about:blank")
    return picture.convert("RGB")


def main():
    with tempfile.TemporaryDirectory() as folder:
        table = ServedTable(Path(folder)).start()
        driver = open_browser(Path(folder) / "profile", drawn=True)
        try:
            play(table)
            photograph(TablePage(driver, table)).save(PICTURE, quality=QUALITY, method=6)
        finally:
            driver.quit()
            table.stop()
    sys.stdout.write(f"{PICTURE}: {PICTURE.stat().st_size // 1024} KiB\n")


if __name__ == "__main__":
    main()
