"""`pearlboard serve --board rp2040` as a process, the firmware under MicroPython behind a pty: games, with faults.

Pieces are bits of the sensor chain and turns end with the board's own button; no browser is needed.
"""

import asyncio
import contextlib
import random

import pytest

from firmware.pico import Pico
from pearlboard.games.perladora.rules.state import DIVERS
from pearlboard.geometry import GRID
from pearlboard.sensing.wiring import reference_wiring
from support.serving import Page, offers, serving
from support.tabling import PLAYERS

pytestmark = pytest.mark.slow

SETTINGS = """
[sensing]
place_ms = 10
lift_ms = 20
"""


class Hands:
    """Lays and lifts pieces, and presses the button, as far as the Pico's wires can tell."""

    def __init__(self, pico, seed):
        self.pico = pico
        self.wiring = reference_wiring()
        self.lying = set()
        self.chance = random.Random(seed)
        self.truth = {}
        self.held = {}
        self.touch()

    def touch(self, *sites):
        """Lay what does not lie there, lift what does."""
        self.lying ^= set(map(GRID.site, sites))
        self.pico.bits = self.wiring.as_read(self.lying)

    async def press(self, page, done):
        """The end-turn button; wait until the page shows what it did."""
        self.pico.hold(1)
        self.pico.hold(0)
        await page.until(done)

    def value(self, seat, players):
        """The next Diver in that seat's hand."""
        if seat not in self.held:
            hand = [value for value, many in enumerate(DIVERS[players], 1) for _ in range(many)]
            self.chance.shuffle(hand)
            self.held[seat] = hand
        return self.held[seat].pop()


def to_move(screen):
    return next(player["seat"] for player in screen["match"]["players"] if player["to_move"])


def judged(screen):
    return screen["stage"] != "playing" or screen["verdict"] in ("legal", "illegal")


async def turn(page, hands):
    """A random turn; its seat's button ends it."""
    screen = page.screen
    seat, spaces, edges = to_move(screen), screen["game"]["hints"]["spaces"], screen["game"]["hints"]["edges"]
    if spaces and (not edges or hands.chance.random() < 0.6):
        place = hands.chance.choice(spaces)
        hands.truth[place] = hands.value(seat, len(screen["match"]["players"]))
        hands.touch(place)
        await page.until(lambda screen: screen["verdict"] == "legal")
    else:
        sites = hands.chance.sample(edges, min(2, len(edges), screen["game"]["pontoons_left"]))
        for number, edge in enumerate(sites, 1):
            hands.touch(edge)
            await page.until(lambda screen, n=number: judged(screen) and len(drafted(screen)) == n)
        if page.screen["verdict"] == "illegal":
            hands.touch(sites[-1])
            await page.until(lambda screen: judged(screen) and len(drafted(screen)) == 1)
    version = page.screen["version"]
    await hands.press(
        page,
        lambda screen: (
            screen["version"] > version and (screen["stage"] != "playing" or screen["game"]["hints"] is not None)
        ),
    )


def drafted(screen):
    return [piece["site"] for piece in screen["pieces"] if piece["status"] == "draft"]


async def begin(page, players):
    await page.until(lambda screen: "set_up" in screen["can"])
    await page.ask("set_up", players=PLAYERS[:players], confirm="button", hints="always")
    await page.until(lambda screen: offers(screen, "start"))
    await page.ask("start")
    await page.until(lambda screen: screen["stage"] == "playing" and screen["game"]["hints"] is not None)


async def finish(page, hands):
    """Say what the Divers are worth, agree, and press the button until all is counted."""
    for part in page.screen["game"]["reveal"]["territories"]:
        for diver in part["divers"]:
            if diver["value"] != hands.truth[diver["space"]]:
                await page.ask("say_value", space=diver["space"], value=hands.truth[diver["space"]])
    await page.until(lambda screen: offers(screen, "agree"))
    await page.ask("agree")
    await page.until(lambda screen: screen["stage"] == "count")
    while page.screen["stage"] == "count":
        index = page.screen["game"]["count"]["index"]
        await hands.press(
            page, lambda screen, index=index: screen["stage"] != "count" or screen["game"]["count"]["index"] > index
        )


@contextlib.contextmanager
def table(tmp_path, serial, **options):
    """A table whose board is at that port. `options`: those of `serving`."""
    settings = tmp_path / "table.toml"
    settings.write_text(SETTINGS, encoding="utf-8")
    with serving("--board", "rp2040", "--serial", serial, "--config", str(settings), **options) as served:
        yield served


@pytest.fixture
def pico(tmp_path):
    pico = Pico(tmp_path / "pico").plug()
    yield pico
    pico.close()
    assert pico.errors == b""


@pytest.fixture
def plugged():
    """A Pico in a folder, plugged in; none outlives the test."""
    with contextlib.ExitStack() as open_picos:

        def plug(folder, **settings):
            pico = Pico(folder, **settings).plug()
            open_picos.callback(pico.close)
            return pico

        yield plug


@pytest.mark.soak
def test_a_whole_game_on_the_firmware(tmp_path, pico):
    """From the empty board to the standings; the record is what the wires said."""
    hands = Hands(pico, 21)

    async def play(served):
        async with served.connect() as connection:
            page = Page(connection)
            await page.until(bool)
            await begin(page, 2)
            while page.screen["stage"] == "playing":
                await turn(page, hands)
            await finish(page, hands)
            return page.screen

    with table(tmp_path, str(pico.link)) as served:
        screen = asyncio.run(play(served))
    pico.wait(lambda pico: not any(pico.shown))
    assert screen["stage"] == "over"
    pieces = screen["game"]["pieces"]
    assert {piece["site"]: piece["value"] for piece in pieces if piece["kind"] == "diver"} == hands.truth
    assert {piece["site"] for piece in screen["pieces"]} == {str(site) for site in hands.lying}
    assert len(pico.pictures) > 50
    assert "1" in pico.lines("lamp")
    assert any(tone != "0" for tone in pico.lines("tone"))


async def turn_of_pearls(page, hands):
    """Whoever moves dives for a colour that fits, confirms it with the button and comes up; else places from a page."""
    screen = page.screen
    seat, game = to_move(screen), screen["game"]
    open_takes = [take["colour"] for take in game["takes"] if take["why"] is None]
    if open_takes and (not game["hand"]["cards"] or hands.chance.random() < 0.6):
        colour = hands.chance.choice(open_takes)
        slot = next(each["site"] for each in game["display"] if each["colour"] == colour)
        hands.touch(slot)
        await page.until(lambda screen: screen["game"]["chosen"] == colour)
        version = page.screen["version"]
        await hands.press(page, lambda screen: screen["version"] > version)
        assert page.screen["lift"] == [slot]
        hands.touch(slot)
        await page.until(lambda screen: not screen["lift"])
    else:
        held, version = hands.chance.choice(game["hand"]["cards"]), screen["version"]
        await page.ask("act", actor=seat, action=["place", held["colour"], held["count"], 0, False])
        await page.until(lambda screen: screen["version"] > version)


@pytest.mark.soak
def test_pearls_on_the_firmware(tmp_path, pico):
    """The Diver goes down on real sensors and must come up again; hands lie open, so one page is enough."""
    hands = Hands(pico, 23)

    async def play(served):
        async with served.connect() as connection:
            page = Page(connection)
            await page.until(lambda screen: "set_up" in screen.get("can", ()))
            players = [{"name": name} for name in ("Anna", "Ben", "Cleo")]
            await page.ask("set_up", game="pearls", players=players, confirm="button", options={"hands": "open"})
            await page.until(lambda screen: screen["phase"] == "playing" and screen["game"].get("takes"))
            for _ in range(14):
                await turn_of_pearls(page, hands)
            return page.screen

    with table(tmp_path, str(pico.link)) as served:
        screen = asyncio.run(play(served))
    assert screen["match"]["turn"] == 15
    assert not screen["pieces"]
    takes = [move for move in screen["log"] if " takes " in move["text"]]
    assert len(takes) > 3
    assert len(pico.pictures) > 20


def fault(pico, chance):
    """Something that happens to cables and boards; what to do to end it."""
    match chance.randrange(4):
        case 0:
            pico.reset()
            return lambda: None
        case 1:
            pico.unplug()
            return pico.plug
        case 2:
            pico.freeze()
            return pico.thaw
        case _:
            for _ in range(20):
                pico.send_to_host(chance.randbytes(500))
            pico.reset()
            return lambda: None


def test_a_game_survives_whatever_happens_to_the_board(tmp_path, pico):
    """Resets, unplugging, stalls and garbage in mid-turn: a banner, then the game goes on, and no turn is invented."""
    hands, chance = Hands(pico, 22), random.Random(5)

    async def play(served):
        async with served.connect() as connection:
            page = Page(connection)
            await page.until(bool)
            await begin(page, 2)
            played = 0
            while page.screen["stage"] == "playing" and played < 12:
                if played % 2:
                    version = page.screen["version"]
                    mend = fault(pico, chance)
                    await page.until(lambda screen: screen["game"]["hints"] is None)
                    assert page.screen["sentence"].startswith(("The board", "No board", "One moment"))
                    mend()
                    await page.until(lambda screen: screen["game"]["hints"] is not None)
                    assert page.screen["version"] == version
                    assert {piece["site"] for piece in page.screen["pieces"]} == {str(site) for site in hands.lying}
                await turn(page, hands)
                played += 1
            return page.screen

    with table(tmp_path, str(pico.link), warned_of="the board is lost") as served:
        screen = asyncio.run(play(served))
    pico.wait(lambda pico: not any(pico.shown))
    assert {piece["site"] for piece in screen["pieces"]} == {str(site) for site in hands.lying}
    assert screen["match"]["turn"] == 13


def said(screen):
    """All that a page tells people now."""
    return " ".join([screen.get("sentence", ""), *(notice["text"] for notice in screen.get("notices", ()))])


@pytest.mark.parametrize(
    ("settings", "english", "french"),
    [
        (None, "No board is plugged in at", "Aucun plateau n’est branché sur"),
        pytest.param(
            {"sensors": 112},
            "reads a chain of 112 sensors, but the wiring has 144",
            "lit une chaîne de 112 capteurs",
            marks=pytest.mark.soak,
        ),
        ({"leds": 90}, "drives 90 lights, but the wiring has 135", "pilote 90 lumières"),
    ],
)
def test_a_board_that_cannot_be_used_is_said_and_the_table_stays_up(tmp_path, plugged, settings, english, french):
    """On every screen, in its language; a game can be prepared meanwhile, and goes on when the right board is there."""
    link = tmp_path / "port"
    if settings is not None:
        link.symlink_to(plugged(tmp_path / "wrong", **settings).link)
    right = plugged(tmp_path / "right")
    right.bits = reference_wiring().as_read([])
    with table(tmp_path, str(link), warned_of="the board is lost") as served:
        served.wait(lambda screen: english in said(screen))
        assert french in said(served.screen("fr"))
        assert served.command("set_up", players=PLAYERS[:2])[0] == 200
        link.unlink(missing_ok=True)
        link.symlink_to(right.link)
        served.wait(lambda screen: offers(screen, "start"))
