"""The whole table at a twin's board: the service with its pages in the board's time, hands, and what all of it told.

async with a_table(twin, store) as table:
    await table.lay("c4")
    await table.press()
"""

import asyncio
import contextlib
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

from websockets.asyncio.client import connect

from pearlboard.drivers.protocols import Button, Pressed
from pearlboard.geometry import GRID, Site
from pearlboard.program import building, run
from pearlboard.recorder.blackbox import BlackBox
from pearlboard.sensing.scan import Scan
from pearlboard.settings import Confirming, Settings, Web
from pearlboard.table.place import Place
from pearlboard.table.speech import sentence
from pearlboard.web.listening import bind
from pearlboard.workshop.lending import Workshop
from support.serving import Page
from twin import eyes, hands
from twin.boards import HELD, Picture
from twin.lockstep import World, WorldLoop
from twin.magnets import Magnets, Piece

LONGEST_S = 12.0
"""The timeout of hands and pages, in the board's time."""
PATTERN_S = 3.0
"""No pattern of lights is longer."""
LATELY_US = 150_000
"""A picture that was asked for this long ago may come after one that is asked for now."""
PRESSED_MS = 90


class Times(NamedTuple):
    """One piece, in ms: from one part of the way to the next."""

    sensor: float
    scan: float
    host: float
    rest: float
    decision: float
    strip: float
    shown: float


class Twin:
    """A board and its magnets, which outlive tables."""

    def __init__(self, hardware, seed: int) -> None:
        self.hardware = hardware
        self.magnets = Magnets(seed)
        self.rng = self.magnets.rng
        self.world = World(hardware, self.magnets.inputs)
        self.times: list[Times] = []
        self.began_s = time.monotonic()

    def play(self, scene, store: Path) -> None:
        """Let a table run for this scene: `scene(table)` is a coroutine. Hands have cleared the board before."""
        self.magnets.clear(self.world.us)
        with asyncio.Runner(loop_factory=lambda: WorldLoop(self.world)) as runner:
            runner.run(self._play(scene, store))

    async def _play(self, scene, store) -> None:
        async with a_table(self, store) as table:
            await scene(table)

    @property
    def speed(self) -> str:
        """The board's seconds, and the computer's."""
        return f"{self.world.us / 1e6:.1f} s of the board in {time.monotonic() - self.began_s:.0f} s"

    def close(self) -> None:
        """Switch the board off."""
        self.hardware.close()


@dataclass
class Table:
    """A table that runs.

    told   (µs, event of the board)
    shown  (µs, frame that the table asked for)
    read   [µs, sites that lie there, seconds of this computer until a picture was asked for, when that began]
    """

    twin: Twin
    running: building.Running | None = None
    page: Page | None = None
    told: list = field(default_factory=list)
    shown: list = field(default_factory=list)
    read: list = field(default_factory=list)
    crew: bool = False
    """Whether hands lay a crew, which stacks."""
    _checked: int = 0
    _news: asyncio.Event = field(default_factory=asyncio.Event)

    # --- the page --------------------------------------------------------------------------------------------------

    @property
    def screen(self) -> dict:
        """What a page shows now."""
        return self.page.screen

    async def listen(self) -> None:
        """Hear what the page is sent."""
        while True:
            await self.page.hear()
            self._news.set()

    async def until(self, condition, what: str = "") -> dict:
        """Wait until the page shows it."""
        try:
            async with asyncio.timeout(LONGEST_S):
                while not condition(self.screen):
                    self._news.clear()
                    await self._news.wait()
        except TimeoutError as error:
            raise AssertionError(f"{what or 'it'} never came: {self.standing()}") from error
        return self.screen

    async def ask(self, name: str, **fields) -> dict:
        """Press something on the page; the reply, which must be no refusal."""
        reply = await self.wish(name, **fields)
        assert reply.get("ok"), reply
        return reply

    async def wish(self, name: str, **fields) -> dict:
        """Send a command by the page; the reply, which may be a refusal."""
        before = len(self.page.replies)
        await self.page.send(name, **fields)
        await self.until(lambda _: len(self.page.replies) > before, f"a reply to {name}")
        return self.page.replies[-1]

    def standing(self) -> str:
        """How things stand, for a message."""
        screen = self.screen
        kept = {key: screen.get(key) for key in ("phase", "stage", "verdict", "sentence", "lift", "put", "sensors")}
        lying = sorted(map(str, self.lying))
        return (
            f"{kept} at {self.us / 1e3:.0f} ms, pieces {lying}, sensed {self.now.board.table.sensed}, {self.told[-3:]}"
        )

    # --- the table -------------------------------------------------------------------------------------------------

    @property
    def us(self) -> float:
        """The board's time."""
        return self.twin.world.us

    @property
    def now(self):
        """How things stand."""
        return self.running.tabletop.now

    @property
    def says(self) -> str:
        """The name of the table's sentence."""
        return sentence(self.now).name

    @property
    def log(self):
        """The names of the facts of the game so far."""
        return [type(act.action).__name__ for act in self.running.tabletop.session.acts]

    @property
    def lying(self) -> frozenset[Site]:
        """Where pieces lie, whatever sensors say."""
        return frozenset(self.twin.magnets.pieces)

    async def rests(self, *names: str) -> None:
        """Wait until the table has sensed exactly what lies there, and these."""
        for name in names:
            assert GRID.site(name) in self.lying, f"no piece lies on {name}"
        await self.when(lambda: self.running.tabletop.place.reading.sites == self.lying, "what lies there is sensed")

    async def when(self, condition, what: str, longest_s: float = LONGEST_S) -> None:
        """Wait for something that no page tells."""
        end = self.us + longest_s * 1e6
        while not condition():
            assert self.us < end, f"{what}: never; {self.standing()}"
            await asyncio.sleep(0.002)

    # --- hands -----------------------------------------------------------------------------------------------------

    async def lay(self, name: str, how: str = "rest", *, timed: bool = True, sensed: bool = True) -> None:
        """Lay a piece in one of the `hands.WAYS`. `sensed`: wait until the table knows; `timed`: take its times."""
        piece = self.lies(name, how, self.us)
        felt_us = self.twin.magnets.felt_from(piece, GRID.site(name))
        await self.until_us(piece.rests_from)
        if how != "half" and sensed:
            await self.rests(name)
            if timed:
                await self._time(GRID.site(name), felt_us)

    def lies(self, name: str, how: str, us: float) -> Piece:
        """A piece that hands will lay there, from that moment on."""
        site, magnets = GRID.site(name), self.twin.magnets
        piece = Piece(magnets.magnet(site, len(magnets.pieces.get(site, ())) if self.crew else None), [])
        magnets.move(piece, hands.WAYS[how](magnets, site, us))
        magnets.rests(piece, site)
        return piece

    async def push_home(self, name: str) -> None:
        """Push a piece that is half seated into its opening."""
        site, magnets = GRID.site(name), self.twin.magnets
        piece = magnets.pieces[site][-1]
        magnets.move(piece, hands.pushed(magnets, site, piece, self.us))
        felt_us = magnets.felt_from(piece, site)
        await self.until_us(piece.rests_from)
        await self.rests(name)
        if magnets.last_on(site) > felt_us:
            await self._time(site, felt_us)

    async def lift(self, name: str, *, sensed: bool = True) -> None:
        """Lift one."""
        magnets = self.twin.magnets
        piece = magnets.takes(GRID.site(name))
        magnets.move(piece, hands.lifted(piece, self.us))
        await self.until_us(piece.rests_from)
        magnets.away(piece)
        if sensed:
            await self.rests()

    async def move(self, name: str, to: str, *, sensed: bool = True) -> None:
        """Take a piece up, carry it over the board and lay it somewhere else."""
        magnets = self.twin.magnets
        piece = magnets.takes(GRID.site(name))
        magnets.move(piece, hands.carried(magnets, GRID.site(to), piece, self.us))
        magnets.rests(piece, GRID.site(to))
        await self.until_us(piece.rests_from)
        if sensed:
            await self.rests(to)

    async def until_us(self, us: float) -> None:
        """Wait for that moment."""
        await asyncio.sleep(max(0.0, us - self.us) / 1e6)

    def hold(self, button: Button) -> float:
        """The button goes down now, and chatters; returns that moment."""
        begun = self.us + 1
        for number, after in enumerate(hands.CHATTER_US):
            self.twin.magnets.press(begun + after, 0 if number % 2 else HELD[button])
        return begun

    async def press(self, button: Button = Button.END_TURN, ms: float = PRESSED_MS) -> None:
        """Press a button and let it go; wait until the table has moved on."""
        version = self.running.tabletop.session.version
        begun = self.hold(button)
        self.twin.magnets.press(begun + ms * 1e3, 0)
        await asyncio.sleep(ms / 1e3)
        await self.when(lambda: any(isinstance(event, Pressed) and us > begun for us, event in self.told), "a press")
        await self.when(lambda: self.running.tabletop.session.version > version, "the turn is over")

    async def pass_time(self, ms: float) -> None:
        """Let time pass, in which nothing happens."""
        await asyncio.sleep(ms / 1e3)

    # --- what is seen ----------------------------------------------------------------------------------------------

    @property
    def pictures(self) -> list[Picture]:
        """All that the strip was sent."""
        return self.twin.hardware.pictures

    async def see(self, lights, what: str, *, moving: bool = False) -> None:
        """Wait until a person sees one of these lights, beside all pieces; `moving`: sees it change."""
        number = len(self.pictures)
        at_first = self.pictures[-1:]

        def found() -> bool:
            every = [eyes.seen(each.rgb, self.lying) for each in (*at_first, *self.pictures[number:])]
            return any(
                len({each.get(light) for each in every} - (set() if moving else {None})) > moving for light in lights
            )

        await self.when(found, what, PATTERN_S)
        self.check_pictures()

    async def calm(self) -> None:
        """Wait until the strip shows how things stand: what was asked for last, or a later step of it."""
        begun, asked = self.us, self.shown[-1][1]
        await self.when(lambda: self._on_the_strip(asked, begun), "the picture of now")
        self.check_pictures()

    def _on_the_strip(self, asked, begun) -> bool:
        later = [frame for us, frame in self.shown if us >= begun]
        return bool(self.pictures) and self.pictures[-1].whole and self.pictures[-1].rgb in (asked, *later)

    def check_pictures(self) -> None:
        """Check that each picture of the strip was asked for by the table, bit by bit, in the order of the strip."""
        for picture in self.pictures[self._checked :]:
            assert picture.whole, f"a torn picture at {picture.began_us / 1e3:.0f} ms"
            asked = any(frame == picture.rgb for us, frame in self.shown if us <= picture.began_us)
            assert asked, f"a picture that nobody asked for, at {picture.began_us / 1e3:.0f} ms"
        self._checked = len(self.pictures)

    def pass_over_pictures(self) -> None:
        """Until now the board has shown what it shows by itself."""
        self._checked = len(self.pictures)

    # --- how long it takes -----------------------------------------------------------------------------------------

    async def _time(self, site: Site, felt_us: float) -> None:
        """Take the times of a piece that has just been laid and sensed."""
        twin, bit = self.twin, self.twin.magnets.wiring.bit_of[site]
        wiring = twin.magnets.wiring
        out = twin.magnets.last_on(site)
        host = next(
            us
            for us, event in self.told
            if us >= out and isinstance(event, Scan) and wiring.upright(event.bits) >> bit & 1
        )
        rest, _, took, _ = next(each for each in self.read if each[0] >= host and site in each[1])
        await self.when(lambda: self._first(rest) is not None, "the picture that shows the piece")
        first = self._first(rest)
        scan = next(us for us in twin.hardware.scans if us >= out)
        twin.times.append(
            Times(
                (out - felt_us) / 1e3,
                (scan - out) / 1e3,
                (host - scan) / 1e3,
                (rest - host) / 1e3,
                (took or 0.0) * 1e3,
                (first.began_us - rest) / 1e3,
                (first.ended_us - first.began_us) / 1e3,
            )
        )

    def _first(self, rest: float) -> Picture | None:
        """The first picture that the table asked for when it had settled."""
        asked = {frame for us, frame in self.shown if us >= rest}
        asked -= {frame for us, frame in self.shown if us < rest and us >= rest - LATELY_US}
        return next((each for each in self.pictures if each.began_us >= rest and each.rgb in asked), None)


# --- a table that runs ------------------------------------------------------------------------------------------------


@contextlib.asynccontextmanager
async def a_table(twin: Twin, store: Path):
    """The whole program at that board, with a page: from the start to its end in order."""
    table, ended, ready = Table(twin), [], asyncio.get_running_loop().create_future()
    chosen = Settings(**twin.hardware.settings, confirm=Confirming(by="button"), web=Web(host="127.0.0.1"))
    with contextlib.ExitStack() as stack:
        stack.enter_context(twin.hardware.wired(twin.world))
        for patched in _watching(table, ended):
            stack.enter_context(patched)
        serving = asyncio.create_task(run.serve(chosen, store, bind("127.0.0.1", 0), ready.set_result))
        await asyncio.wait({serving, ready}, return_when=asyncio.FIRST_COMPLETED)
        assert not serving.done(), serving.exception()
        served = ready.result()
        assert served.problem is None, served.problem
        try:
            async with connect(
                f"ws://127.0.0.1:{served.port}/ws?lang=en",
                origin=f"http://127.0.0.1:{served.port}",
                proxy=None,
                compression=None,
                additional_headers={"Authorization": f"Bearer {served.token}"},
            ) as socket:
                table.page = Page(socket)
                await table.page.hear()
                listening = asyncio.create_task(table.listen())
                try:
                    await table.when(lambda: table.now.stop is None, "the board")
                    table.pass_over_pictures()
                    yield table
                finally:
                    listening.cancel()
        finally:
            ended[0].end()
            await serving


def _watching(table: Table, servers: list):
    """Patches that only note what passes by."""
    opened, told, show, sense = run.running_table, BlackBox.told, Workshop.show, Place.sense

    @contextlib.asynccontextmanager
    async def opening(*given):
        async with opened(*given) as running:
            table.running = running
            yield running

    @contextlib.contextmanager
    def without_signals(server):
        servers.append(server)
        yield

    def hears(box, event):
        table.told.append((table.us, event))
        told(box, event)

    def shows(workshop, frame):
        table.shown.append((table.us, bytes(frame)))
        if table.read and table.read[-1][2] is None:
            table.read[-1][2] = time.perf_counter() - table.read[-1][3]
        show(workshop, frame)

    def senses(place, reading, *given):
        if reading.sites is not None and (not table.read or table.read[-1][1] != reading.sites):
            table.read.append([table.us, reading.sites, None, time.perf_counter()])
        return sense(place, reading, *given)

    return (
        patch.object(run, "running_table", opening),
        patch.object(run._Server, "capture_signals", without_signals),
        patch.object(BlackBox, "told", hears),
        patch.object(Workshop, "show", shows),
        patch.object(Place, "sense", senses),
    )
