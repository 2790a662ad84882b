"""Makes the film at the top of the README: a whole game on the table page, as a TV shows it, in some twenty seconds.

    PYTHONPATH=tests .venv/bin/python docs/film.py [--seed 1] [--to docs/film.webp]

It takes some minutes, and needs Chromium with its driver and what `make test` has installed. Two computer players play
the game beforehand, out of a seed; then it is played again on a simulated table of its own, on the screen, by commands
over HTTP. After each of them a headless Chromium photographs the page. The same seed gives the same game. A page that
looks different now may want another seed, or other times: whoever makes the film anew looks at it before keeping it.
"""

import argparse
import base64
import io
import random
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from PIL import Image
from selenium.webdriver import Chrome

from e2e.browsing import Display, open_browser
from e2e.serving import ServedTable
from pearlboard.games.going_on import by_itself, seats
from pearlboard.games.perladora.rules.state import State
from pearlboard.games.perladora.rules.steps import LayPontoons, PlaceDiver, Step
from pearlboard.games.perladora.rules.territories import territories
from pearlboard.games.registry import GAMES
from pearlboard.games.values import TABLE

PEOPLE: Final = ({"name": "Ida", "clan": "foragers"}, {"name": "Ben", "clan": "fishermen"})
PLAYER: Final = "greedy"
SIZE: Final = (1120, 630)
SCALE: Final = 6 / 7
DRAWN: Final = (880, 495)
"""How large the film is, in pixels."""
QUALITY: Final = 46
"""The quality of WebP, from 0 to 100: text is still sharp, and the file small enough for a page opened often."""
MOST_BYTES: Final = 1_000_000
SMALL: Final = 9
"""Spaces of a territory whose lights are a good picture."""
SLOWLY: Final = 3
"""The number of turns at the beginning that are shown as they are played; the others fly by."""
LIGHTS_S: Final = 0.5
"""The lights have followed, and the page has drawn them."""

LONG_MS, TURN_MS, DRAFT_MS, FAST_MS, COUNT_MS, END_MS = 1400, 500, 650, 100, 850, 3500
WAVE, WAVE_MS, WAVE_S = 10, 240, 0.1
"""A wave of light runs over a territory that was closed: so many frames of it, each so long."""


NO_ADVICE: Final = """
const sheet = new CSSStyleSheet();
sheet.replaceSync("#tv-how { display: none !important; }");
document.adoptedStyleSheets = [sheet];
"""
"""Where the buttons are is nothing for a film."""


@dataclass(frozen=True, slots=True)
class Game:
    """The Pearls of each farm, and the turns; that of index `closing` is the first to close a small territory."""

    farms: dict[str, int]
    turns: list[Step]
    closing: int


def play(seed: int) -> Game:
    """A game between two computer players, which are told what they may know."""
    package, rng = GAMES["perladora"], random.Random(seed)
    rules, bot = package.rules, package.players()[PLAYER].bot
    setup = package.options.of_trial(len(PEOPLE), {}, rng)
    state: Any = rules.opening(setup, 1, package.dealt.deal(setup, rng))
    farms = {str(farm): pearls for farm, pearls in state.public.setup.farms.items()}
    turns: list[Step] = []
    closing = None
    while rules.stage(rules.view(state, TABLE)) != "reveal":
        if not (active := seats(package, state)):
            state = by_itself(package, state)
            continue
        step = bot.think(rules.view(state, active[0]), rng.getrandbits(63), 0).action
        before = small(state)
        state = rules.apply(state, active[0], step)
        if closing is None and small(state) > before:
            closing = len(turns)
        turns.append(step)
    return Game(farms, turns, closing or 0)


def small(state: State) -> int:
    """How many territories are closed that one sees at once."""
    return sum(len(each.spaces) <= SMALL for each in territories(state.public))


class Studio:
    """A table, a page that shows it, and the frames that were taken."""

    def __init__(self, table: ServedTable, driver: Chrome) -> None:
        """On the page as a TV shows it, with nothing that moves."""
        self.table, self._driver = table, driver
        self.frames: list[tuple[Image.Image, int]] = []
        Display(driver).size(*SIZE, scale=SCALE)
        Display(driver).likes(still=True)
        driver.get(f"{table.address}/?lang=en&tv")
        driver.execute_script(NO_ADVICE)

    def take(self, duration_ms: int, lights_s: float = LIGHTS_S) -> None:
        """Record the page with its lights `lights_s` from now, for `duration_ms`."""
        sentence = self.table.screen()["sentence"]
        while self._driver.execute_script("return document.querySelector('#sentence').textContent") != sentence:
            time.sleep(0.02)
        time.sleep(lights_s)
        taken = self._driver.execute_cdp_cmd("Page.captureScreenshot", {"format": "png"})
        image = (
            Image.open(io.BytesIO(base64.b64decode(taken["data"])))
            .convert("RGB")
            .resize(DRAWN, Image.Resampling.LANCZOS)
        )
        self.frames.append((image, duration_ms))

    def act(self, name: str) -> None:
        """Do what the table offers under that name."""
        found = next(each for each in self.table.screen()["acts"] if each["name"] == name)
        self.table.ask("act", actor=found["actor"], action=found["action"])

    def write(self, path: Path) -> None:
        """All frames as one animated WebP that begins again."""
        (first, _), *others = self.frames
        first.save(
            path,
            save_all=True,
            append_images=[image for image, _ in others],
            duration=[duration for _, duration in self.frames],
            loop=0,
            quality=QUALITY,
            method=6,
            minimize_size=True,
            allow_mixed=False,
        )


def film(studio: Studio, game: Game) -> None:
    """The opening, the first turns, a territory that is closed, the rest in haste, the count, the result."""
    studio.table.ask("set_up", players=list(PEOPLE), farms=game.farms, confirm="button")
    studio.take(LONG_MS)
    for number, step in enumerate(game.turns):
        lay(studio, step, shown=number < SLOWLY or number == game.closing)
        if number == game.closing:
            for _ in range(WAVE):
                studio.take(WAVE_MS, WAVE_S)
        else:
            studio.take(TURN_MS if number < SLOWLY else FAST_MS)
    studio.take(LONG_MS)
    studio.act("turn_up")
    for index in counted(studio):
        if index:
            studio.table.ask("count_show", index=index)
        studio.take(COUNT_MS)
    studio.table.ask("counted")
    studio.take(END_MS)


def counted(studio: Studio) -> Iterator[int]:
    """The territories, one after the other."""
    return iter(range(studio.table.screen()["game"]["count"]["of"]))


def lay(studio: Studio, step: Step, *, shown: bool) -> None:
    """One turn; as a draft, too, if that is to be seen."""
    table = studio.table
    if isinstance(step, LayPontoons):
        for edge in step.edges:
            table.ask("put", site=str(edge))
            if shown:
                studio.take(DRAFT_MS)
    elif isinstance(step, PlaceDiver):
        table.ask("put", site=str(step.space))
        table.ask("choose_value", value=step.value)
        if shown:
            studio.take(DRAFT_MS)
    else:
        table.ask("pass")
        return
    table.ask("confirm")


def main() -> None:
    parser = argparse.ArgumentParser(description="Make the film at the top of the README.")
    parser.add_argument("--seed", type=int, default=1, help="decides the game")
    parser.add_argument("--to", type=Path, default=Path(__file__).with_name("film.webp"), help="the file")
    asked = parser.parse_args()
    game = play(asked.seed)
    with tempfile.TemporaryDirectory() as folder:
        table = ServedTable(Path(folder), mode="screen").start()
        driver = open_browser(Path(folder) / "profile")
        try:
            studio = Studio(table, driver)
            film(studio, game)
        finally:
            driver.quit()
            table.stop()
    studio.write(asked.to)
    seconds = sum(duration for _, duration in studio.frames) / 1000
    size = asked.to.stat().st_size
    print(f"{asked.to}: {len(studio.frames)} frames, {seconds:.0f} s, {size / 1e6:.2f} MB")
    if size > MOST_BYTES:
        raise SystemExit("That is too large for the README.")


if __name__ == "__main__":
    main()
