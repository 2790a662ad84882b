"""The whole service with `board = "pi"` on mock pins: a game from the form to the standings, by pieces and a button.

The same game is also played with lights that fail from beginning to end.
"""

import asyncio
import random

import pytest
from gpiozero import Device

from drivers.pi_pins import Chips, PiOnTheDesk, Strips
from pearlboard.drivers.clock import LoopClock
from pearlboard.drivers.pins import SIGNALS
from pearlboard.games.perladora.rules.notation import record_from_json
from pearlboard.games.perladora.rules.play import play
from pearlboard.games.perladora.rules.scoring import score
from pearlboard.geometry import GRID, site
from pearlboard.lights.scene import Cue
from pearlboard.operator.deeds import Started
from pearlboard.program.building import running_table
from pearlboard.sensing.wiring import reference_wiring
from pearlboard.session.principal import OPERATOR
from pearlboard.session.questions import package_of
from pearlboard.settings import Sensing, Settings, Wires
from pearlboard.store.log import FactLog
from pearlboard.web.port import Operated
from support.lengths import at_length
from support.perladora_table import command, flat, reckoning
from support.tabling import PLAYERS

pytestmark = pytest.mark.slow

LONGEST_S = 60
PIEZO = SIGNALS["piezo"].pi.gpio


class Hands:
    """People at the table: they lay pieces on mock pins, press the button, and enter on the page what has no sensor."""

    def __init__(self, running, chips, rng):
        self.tabletop = running.tabletop
        self.stage = running.stage
        self.chips = chips
        self.rng = rng
        self.asked = 0

    async def until(self, condition):
        async with asyncio.timeout(LONGEST_S):
            while not condition():  # noqa: ASYNC110 - the sensors take their time
                await asyncio.sleep(0.002)

    def tell(self, name, **fields):
        self.asked += 1
        self.stage.receive(command(name, **fields), f"command-{self.asked:06}", None, OPERATOR)

    async def lay(self, place):
        self.chips.pieces.add(place)
        await self.until(lambda: self.tabletop.place.reading.sites == self.chips.pieces)

    async def lift(self, place):
        self.chips.pieces.remove(place)
        await self.until(lambda: self.tabletop.place.reading.sites == self.chips.pieces)

    async def press(self):
        """Press the button, and wait until the table has moved on."""
        button, version = Device.pin_factory.pin(SIGNALS["end_turn"].pi.gpio), self.tabletop.session.version
        button.drive_low()
        await self.until(lambda: self.tabletop.place.buttons._held)
        button.drive_high()
        await self.until(lambda: self.tabletop.session.version > version)

    async def turn(self):
        """Lay a piece where the page says that one may be laid."""
        found = flat(self.stage.screen("en"))["hints"]
        spaces, edges = ([site(name) for name in found[kind]] for kind in ("spaces", "edges"))
        if spaces and (not edges or self.rng.random() < 0.5):
            await self.lay(self.rng.choice(sorted(spaces)))
        else:
            first, *more = self.rng.sample(sorted(edges), min(2, len(edges)))
            await self.lay(first)
            for second in more:
                await self.lay(second)
                if self.stage.screen("en")["verdict"] != "legal":
                    await self.lift(second)
        await self.press()

    async def play(self):
        self.tell("set_up", players=PLAYERS[:2], confirm="button", hints="always")
        await self.until(lambda: "start" in flat(self.stage.screen("en"))["can"])
        self.tell("start")
        while self.tabletop.now.game.stage == "playing":
            await self.turn()
        self.tell("show_territory", index=0)
        for territory in flat(self.stage.screen("en"))["reveal"]["territories"]:
            for diver in territory["divers"]:
                if problems := reckoning(self.tabletop.now).problems:
                    self.say(diver["space"], problems)
        self.tell("agree")
        while self.tabletop.now.game.stage == "count":
            await self.press()

    def say(self, place, _problems):
        """The greatest value that this player still has."""
        state = self.tabletop.session.state
        hand = state.hands[state.public.divers[site(place)].seat - 1]
        self.tell("say_value", space=place, value=max(value for value, count in enumerate(hand, 1) if count))


@pytest.fixture
def desk(monkeypatch):
    """The pins, the strip and the pieces of a simulated Pi."""
    import board
    import neopixel
    from adafruit_blinka.microcontroller.generic_agnostic_board import spi

    strips, factory, pieces = Strips(), PiOnTheDesk(pwm_pins={PIEZO}), set()
    monkeypatch.setattr(neopixel, "neopixel_write", strips.by_pwm)
    monkeypatch.setattr(spi.SPI, "write", strips.by_spi)
    monkeypatch.setattr(board, "D18", board.NEOPIXEL, raising=False)
    monkeypatch.setattr(board, "SCLK", board.SCK)
    monkeypatch.setattr(Device, "pin_factory", factory)
    factory.chips = Chips(reference_wiring(), pieces)
    return strips, factory, pieces


def played(folder, chips, leds):
    """Play a whole game; return the session, and the standings on the page."""
    settings = Settings(board="pi", sensing=Sensing(place_ms=1, lift_ms=1, scan_ms=1), pi=Wires(leds=leds))

    async def scenario():
        log = FactLog(folder / "games.db")
        async with running_table(settings, log, LoopClock(asyncio.get_running_loop()), 0) as running:
            hands = Hands(running, chips, random.Random(leds))
            await hands.play()
            standings = flat(running.stage.screen("en"))["result"]["standings"]
            session = running.tabletop.session
        log.close()
        return session, standings

    return asyncio.run(scenario())


def must_be_over(session, standings, pieces):
    """Check that the game is over by the rules, with these standings and pieces."""
    record = record_from_json(package_of(session).rules.record(session.course))
    state = record.start
    for turn in record.turns:
        state = play(state, turn)
    assert state.public.over
    assert {line["side"]: line["pearls"] for line in standings} == dict(score(state.public, state.values).pearls)
    assert pieces >= set(state.public.divers)
    assert pieces <= set(GRID.sites)


@pytest.mark.parametrize("leds", at_length(["spi", "pwm"], ["spi"]))
def test_a_whole_game_is_played_on_the_pins_of_a_pi(tmp_path, desk, leds):
    """Every piece comes through the chips and every turn ends with the button; the lights end dark."""
    strips, factory, pieces = desk
    must_be_over(*played(tmp_path, factory.chips, leds), pieces)
    assert any(sum(frame) for frame in strips.frames)
    assert strips.frames[-1] == bytes(3 * 135)


@pytest.mark.soak
def test_a_whole_game_is_played_without_one_light(tmp_path, desk, caplog, record_property):
    """The strip fails from the first frame to the last; people follow the page, and the log has the failure once."""
    strips, factory, pieces = desk
    strips.broken = True
    must_be_over(*played(tmp_path, factory.chips, "spi"), pieces)
    assert strips.frames == []
    assert sum("cannot be reached (ws2811_render failed" in record.getMessage() for record in caplog.records) == 1
    record_property("reached", f"a whole game of {len(pieces)} pieces without one light")


@pytest.mark.usefixtures("desk")
def test_the_piezo_is_as_silent_as_the_form_says(tmp_path):
    """From the start, and at once; a sounding tone ends. Pages still receive every cue."""
    file = tmp_path / "config.toml"
    file.write_text('sound = "off"\n')
    settings = Settings(board="pi", sound="off", pi=Wires(piezo_pin=PIEZO))

    async def scenario():
        log = FactLog(tmp_path / "games.db")
        clock = LoopClock(asyncio.get_running_loop())
        async with running_table(settings, log, clock, 0, started=Started(file)) as running:
            piezo = Device.pin_factory.pin(PIEZO)

            def sent(cue):
                """The loudness of a cue on the piezo."""
                piezo.states.clear()
                running.lightings[0].sound(cue)
                assert running.lightings[0].cue[1] == cue
                return [loud for _, loud in piezo.states]

            async def say(sound):
                """Change the sound in the form; return the piezo's tones."""
                piezo.states.clear()
                mark = (await running.operating.do(Operated("settings"), "en"))["settings"]["mark"]
                assert "wrong" not in await running.operating.do(Operated("save", {"sound": sound}, mark), "en")
                return [loud for _, loud in piezo.states]

            assert sent(Cue.CONFIRMED) == []
            assert await say("on") == []
            assert 0.5 in sent(Cue.WIN)
            assert await say("off") == [0]
            assert sent(Cue.CONFIRMED) == []
        log.close()

    asyncio.run(scenario())
