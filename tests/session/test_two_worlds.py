"""Two worlds: the same public game is played twice with other secrets, and nothing that goes out may differ.

What goes out is caught where it leaves: screens in both languages, the messages of a watcher, the answers over HTTP
with their headers, the frames of the lights, the cues, and the words of every refusal.
"""

import asyncio
import contextlib
import dataclasses
import io
import json
import random
import sys

import pytest
from starlette.requests import Request

from anyhow import AnyTable, Disk
from pearlboard.app.catalogues import catalogues
from pearlboard.app.stage import Stage
from pearlboard.app.tabletop import Tabletop
from pearlboard.games.perladora.setup import deal
from pearlboard.games.perladora.state import DIVERS
from pearlboard.session.evolve import game_of
from pearlboard.session.state import Phase
from pearlboard.session.who import EVERYBODY
from pearlboard.store.log import StoredGame
from pearlboard.texts import LANGUAGES
from pearlboard.web.guard import Gate, Guard
from pearlboard.web.hub import Hub
from pearlboard.web.server import Pages, table_app

PAIRS = 60
PATHS = ("/", "/archive", "/archive/1.json", "/api/screen?lang=en", "/api/screen?lang=fr", "/health", "/nothing")
HOST = (b"host", b"localhost")


async def get(app, path, method="GET"):
    """Everything that an answer consists of."""
    path, _, query = path.partition("?")
    sent = []

    async def receive():
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message):
        sent.append(message)

    await app({"type": "http", "method": method, "path": path, "raw_path": path.encode(),
               "query_string": query.encode(), "headers": [HOST], "http_version": "1.1", "scheme": "http",
               "root_path": "",
               "asgi": {"version": "3.0"}, "client": ("127.0.0.1", 1), "server": ("127.0.0.1", 80)}, receive, send)
    return repr(sent)


class Kept(Disk):
    """A disk that can be asked for the game that is being played."""

    def __init__(self, log):
        self.log = log

    async def ask(self, question):
        return question(self)

    def finished_games(self, _most):
        return ()

    def game(self, number):
        return StoredGame(number, "2026-01-01T00:00:00+00:00", tuple(self.log)) if number == 1 else None


class World:
    """A table with a watcher on every way out; `out` is all that has left it."""

    def __init__(self, players, edition, farms):
        self.table = AnyTable()
        self.out = []
        self.table.stage._writer = Kept(self.table.log)
        self.hub = Hub(self.table.stage)
        self.app = table_app(self.table.stage, self.hub, Guard(frozenset({"localhost"}), "token"), catalogues(), "en")
        self.watchers = {language: self.hub.join(language, EVERYBODY, lights=True) for language in LANGUAGES}
        self.table.begin(players, edition=edition, farms=farms, hints="always")

    def look(self):
        """Take down everything that can be seen now; from the reveal on everything may be."""
        if self.table.tabletop.now.phase is not Phase.PLAYING:
            return
        screens = {language: self.table.stage.screen(language) for language in LANGUAGES}
        for language, watcher in self.watchers.items():
            watcher.show(screens[language])
            watcher.light(self.table.stage.frame())
            self.out.extend(watcher._texts)
            watcher._texts.clear()
        self.out.append(json.dumps(screens))
        self.out.append(self.table.stage.frame().hex())
        self.out.append(repr((self.table.stage.health(), self.table.lighting.cue, self.table.refusals,
                              list(self.table.board.played), list(self.table.board.lamps), self.table.changes)))

    async def fetch(self):
        """Ask for every page."""
        for path in PATHS:
            self.out.append(await get(self.app, path))


def choose(world, rng, seat, *, sloppy):
    """Say some value that this seat still has; a sloppy person says any, also one that is not left."""
    state = world.table.tabletop.session.state
    hand = state.hands[seat - 1]
    own = [value for value, count in enumerate(hand, 1) if count]
    whole = [value for value, count in enumerate(DIVERS[len(state.hands)], 1) if count]
    world.table.wish(name="choose_value", value=rng.choice(whole if sloppy else own))


def play(worlds, public, secrets, *, turns, errors):
    """The same hands on both boards; only what is whispered differs."""
    for _ in range(turns):
        now = worlds[0].table.tabletop.now
        if now.phase is not Phase.PLAYING:
            return
        hints = game_of(worlds[0].table.tabletop.session).hints(now.view)
        spaces, edges = sorted(hints.spaces), sorted(hints.edges, key=str)
        diver = bool(spaces) and (not edges or public.random() < 0.7)
        place = str(public.choice(spaces if diver else edges))
        whisper, sloppy = diver and public.random() < 0.8, public.random() < 0.3
        again = public.random() < 0.1
        for world, rng in zip(worlds, secrets, strict=True):
            world.table.do(place)
            if whisper:
                choose(world, rng, now.to_move, sloppy=sloppy)
                world.look()
            errors(world)
            world.table.do("press end_turn")
            world.look()
            if again:
                world.table.do(f"press take_back wait 300 -{place} wait 300")
                world.look()


def err(world):
    """Commands that are refused: the words of a refusal go out, too."""
    for document in ({"name": "say_value", "space": "c4", "value": 5}, {"name": "agree"}, {"name": "put", "site": "z9"},
                     {"name": "choose_value", "value": 9}, {"name": "pearls_laid"}, {"name": "rematch"},
                     {"name": "lift", "site": "d1"}, {"name": "new_game"}, {"name": "show_territory", "index": 0}):
        world.table.wish(**document)


def two_worlds(seed, *, fetch=False):
    """What went out of either world until the reveal, and the worlds."""
    public = random.Random(seed)
    players, edition = public.choice([2, 3, 4]), public.choice(["en", "fr"])
    farms = {str(farm): pearls for farm, pearls in deal(public).items()}
    worlds = [World(players, edition, farms) for _ in range(2)]
    secrets = [random.Random(f"{seed}/{number}") for number in range(2)]
    play(worlds, public, secrets, turns=public.randrange(10, 60), errors=err)
    if fetch and worlds[0].table.tabletop.now.phase is Phase.PLAYING:
        for world in worlds:
            asyncio.run(world.fetch())
    return worlds


def values(world):
    """The secrets of a world."""
    return world.table.tabletop.session.state.values


def differing(seeds, **kind):
    """The seeds whose worlds can be told apart."""
    return [seed for seed in seeds if (pair := two_worlds(seed, **kind))[0].out != pair[1].out]


@pytest.mark.parametrize("part", range(6))
def test_nothing_that_goes_out_tells_two_worlds_apart(part):
    """Sixty pairs of games that differ only in what was whispered: not a byte differs until the reveal."""
    seeds = range(part * PAIRS // 6, (part + 1) * PAIRS // 6)
    assert differing(seeds) == []


def test_the_worlds_really_differ():
    """Without other secrets the comparison would say nothing."""
    pairs = [two_worlds(seed) for seed in range(6)]
    assert sum(values(one) != values(other) for one, other in pairs) >= 5


def test_no_page_tells_two_worlds_apart():
    """Every page and answer over HTTP, headers and lengths included, is the same to the byte."""
    assert differing(range(100, 106), fetch=True) == []


def test_nothing_on_the_console_tells_two_worlds_apart():
    """Neither world prints or logs anything while it is played."""
    said = io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        two_worlds(7)
    assert said.getvalue() == ""
    assert sys.stdout is not said


# --- planted leaks: the comparison must find each of them ------------------------------------------------------------


def _screen_with(monkeypatch, change):
    screen = Stage.screen

    def leaking(stage, language):
        shown = screen(stage, language)
        state = stage._tabletop.session.state
        if state is not None and not state.public.over:
            change(shown, state)
        return shown

    monkeypatch.setattr(Stage, "screen", leaking)


def test_a_planted_field_is_found(monkeypatch):
    """A value beside a piece."""
    def leak(shown, state):
        for piece in shown["pieces"]:
            piece["worth"] = next((value for space, value in state.values.items() if str(space) == piece["site"]), None)

    _screen_with(monkeypatch, leak)
    assert differing(range(5))


def test_a_planted_order_is_found(monkeypatch):
    """A list that is sorted by what nobody may know."""
    def leak(shown, state):
        worth = {str(space): value or 0 for space, value in state.values.items()}
        shown["pieces"].sort(key=lambda piece: worth.get(piece["site"], 0))

    _screen_with(monkeypatch, leak)
    assert differing(range(5))


def test_a_planted_sum_is_found(monkeypatch):
    """A number that adds secrets up."""
    def leak(shown, state):
        shown["version"] += sum(value or 0 for value in state.values.values()) * 1000

    _screen_with(monkeypatch, leak)
    assert differing(range(5))


def test_a_planted_header_is_found(monkeypatch):
    """An ETag made from the whole state."""
    screen = Pages.screen

    async def leaking(pages, request: Request):
        answer = await screen(pages, request)
        answer.headers["ETag"] = str(hash(str(sorted(map(str, pages._table._tabletop.session.state.values.items())))))
        return answer

    monkeypatch.setattr(Pages, "screen", leaking)
    assert differing(range(100, 106), fetch=True)


def test_offering_only_what_is_left_would_be_found(monkeypatch):
    """The leak that once was there: a value that is not offered any more was laid before."""
    look = Tabletop._look

    def leaking(tabletop):
        now = look(tabletop)
        state = tabletop.session.state
        if now.values and state is not None:
            hand = state.hands[now.to_move - 1]
            now = dataclasses.replace(now, values=tuple(value for value in now.values if hand[value - 1]))
        return now

    monkeypatch.setattr(Tabletop, "_look", leaking)
    assert differing(range(10))


def test_the_gate_is_what_the_pages_are_asked_through():
    """The pages are fetched as they are served, with every header."""
    world = World(2, "en", None)
    assert isinstance(world.app, Gate)
    assert "Content-Security-Policy".lower() in asyncio.run(get(world.app, "/health")).lower()
