"""Makes docs/table.png, the README's picture, from a real game on the real table: `python tests/e2e/picture.py`."""

import base64
import struct
import sys
import tempfile
import zlib
from itertools import pairwise
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tests"))

from e2e.browsing import open_browser  # noqa: E402 - found by the line above
from e2e.serving import ServedTable  # noqa: E402
from e2e.table_page import TablePage  # noqa: E402

PICTURE = ROOT / "docs" / "table.png"
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
LIT = 14
LAND_MS = 3_000
"""Until a territory that was closed has stopped to shine."""
STEP = 5
"""The picture keeps every fifth shade of each colour, which nobody sees and which halves it."""
PIXELS = """
const [png, step, done] = arguments;
const picture = new Image();
picture.onload = () => {
  const pen = new OffscreenCanvas(picture.width, picture.height).getContext("2d");
  pen.drawImage(picture, 0, 0);
  const shades = pen.getImageData(0, 0, picture.width, picture.height).data;
  const kept = shades.filter((_, at) => at % 4 < 3).map((shade) => Math.round(shade / step) * step);
  const reader = new FileReader();
  reader.onload = () => done(reader.result.split(",")[1]);
  reader.readAsDataURL(new Blob([kept]));
};
picture.src = `data:image/png;base64,${png}`;
"""


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
    """A PNG, in the moment in which all lights shine."""
    page.display.size(*SIZE)
    page.display.likes()
    page.open().until_verdict("illegal")
    page.driver.execute_async_script("setTimeout(arguments[1], arguments[0])", LAND_MS)
    page.until(lambda: page.js("return Number(document.querySelector('#glow').dataset.lit)") >= LIT, "all lights")
    picture = page.driver.get_screenshot_as_base64()
    page.driver.get("about:blank")
    return png(*SIZE, base64.b64decode(page.driver.execute_async_script(PIXELS, picture, STEP)))


def png(width, height, pixels):
    """Three bytes a pixel, packed well: each row by the filter that leaves least of it."""
    rows = [pixels[at : at + 3 * width] for at in range(0, len(pixels), 3 * width)]
    packed = b"".join(filtered(row, above) for above, row in pairwise([bytes(3 * width), *rows]))
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(packed, 9)) + chunk(b"IEND", b"")


def chunk(name, content):
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))


def filtered(row, above):
    left, corner = bytes(3) + row[:-3], bytes(3) + above[:-3]
    guesses = {0: bytes(len(row)), 1: left, 2: above, 4: bytes(map(paeth, left, above, corner))}
    rests = {
        kind: bytes((byte - guess) & 255 for byte, guess in zip(row, guessed, strict=True))
        for kind, guessed in guesses.items()
    }
    best = min(rests, key=lambda kind: sum(min(byte, 256 - byte) for byte in rests[kind]))
    return bytes([best]) + rests[best]


def paeth(left, above, corner):
    """The neighbour that is nearest to left + above - corner."""
    return min((left, above, corner), key=lambda near: abs(left + above - corner - near))


def main():
    with tempfile.TemporaryDirectory() as folder:
        table = ServedTable(Path(folder)).start()
        driver = open_browser(Path(folder) / "profile")
        try:
            play(table)
            PICTURE.write_bytes(photograph(TablePage(driver, table)))
        finally:
            driver.quit()
            table.stop()
    sys.stdout.write(f"{PICTURE}: {PICTURE.stat().st_size // 1024} KiB\n")


if __name__ == "__main__":
    main()
