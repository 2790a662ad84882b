"""A guest that says anything against the whole host: no exception, no secret, nothing that was not confirmed at its own
place, and people at the host's are answered meanwhile.
"""

import asyncio
import gc
import json
import logging
import random
import tracemalloc
from types import SimpleNamespace

import pytest

from pearlboard.commands.registry import COMMANDS
from pearlboard.games.api import TABLE
from pearlboard.geometry import GRID, site
from pearlboard.remote.line import Phase
from pearlboard.remote.messages import SITES_BYTES, TRY_LATER, Button, NoBoard, Reading, reading
from pearlboard.remote.pages import MOST_PAGES
from pearlboard.screens.seat_access import HOST_GONE_MS
from pearlboard.session.facts import Acted, GameAbandoned, GameAgreed, GameClosed, HostNamed, Noted, SeatFreed
from pearlboard.together.limits import MOST_HELD
from pearlboard.together.page_socket import PageSocket
from pearlboard.web.rate_limiter import ALL_TRIES, BURST, TRIES
from pearlboard.web.socket import HELLO_S
from pearlboard.web.work_budget import BURST_S
from support.across import HOST_PAGE, Across, work_takes_no_time
from support.lengths import at_length
from support.virtual_time import run_hurried

pytestmark = [pytest.mark.slow, pytest.mark.long]
PIECES = [str(site) for site in GRID.sites]
MOST_KEPT = 400_000
NAMES = sorted(kind.__struct_config__.tag for kind in COMMANDS)
FIELDS = {
    "seat": 1,
    "site": "c4",
    "index": 0,
    "answer": "continue",
    "game": "pearls",
    "code": "x",
    "key": "x" * 22,
    "action": ["begin"],
    "choice": {"value": 3},
    "players": [{"name": "Eve"}, {"name": "Mallory"}],
    "boards": [2, 2],
    "number": 1,
    "agreed": True,
}
OWN = "the-key-of-a-guests-page"


class Phone:
    """Anna's, served as the host's own pages are."""

    def __init__(self, world):
        self.answered = None
        self.socket = PageSocket("en", 0, "192.0.2.7", self.hear, lambda *_: None)
        self.served = asyncio.create_task(world.hosting._attends.attend_seat(self.socket))
        self.socket.feed(json.dumps({"type": "hello", "token": world.token}))

    def hear(self, text):
        message = json.loads(text)
        if message["type"] == "beat":
            self.socket.feed('{"type":"beat"}')
        elif message["type"] == "reply":
            self.answered = int(message["id"].removeprefix("annas-"))

    def ask(self, number):
        """Ask for something that may be refused; the answer counts."""
        command = {"name": "choose", "choice": {"value": 2}}
        self.socket.feed(json.dumps({"type": "command", "id": f"annas-{number:06}", "command": command}))


def evening(folder, scenario):
    """Anna and Cleo sit at the host's, Ben at the guest's; Anna has a phone."""

    async def run():
        world = Across(folder)
        try:
            await begun(world)
            await scenario(world)
        finally:
            await world.close()

    with work_takes_no_time():
        run_hurried(run())


async def begun(world):
    table = world.table
    world.lays(())
    await world.pass_ms(100)
    people = [{"name": name} for name in ("Anna", "Ben", "Cleo")]
    table.ask("set_up", who=HOST_PAGE, players=people, boards=[1, 2, 1], confirm="button", first=1)
    table.ask("invite", seat=1)
    world.token = table.seat_access.join(table.seat_access.invitations()[1]).token
    for who in (HOST_PAGE, table.stage.visitors.by_now(HOST_PAGE)):
        table.ask("start", who=who)
    page = world.page("table", OWN)
    await world.pass_ms(100)
    page.ask("act", action=["begin"])
    await world.pass_ms(200)
    assert table.tabletop.session.stage == "playing"
    world.mine = page


def document(chance):
    """A command as anybody might send it."""
    seat = chance.choice((1, 2, 3, 4, 99))
    return chance.choice((
        {"name": "set_up", "players": [{"name": "Eve"}, {"name": "Eve"}]},
        {"name": "abandon"}, {"name": "new_game"}, {"name": "free_seat", "seat": seat},
        {"name": "invite", "seat": seat},
        {"name": "private", "seat": seat}, {"name": "hand_back"}, {"name": "take_back"}, {"name": "agree"},
        {"name": "refuse_take_back"}, {"name": "confirm"}, {"name": "pause"}, {"name": "resume"}, {"name": "tidy"},
        {"name": "put", "site": chance.choice(PIECES)}, {"name": "lift", "site": chance.choice(PIECES)},
        {"name": "choose", "choice": {"value": chance.randint(0, 6)}, "seat": seat},
        {"name": "act", "action": ["place", chance.choice(PIECES), 1]}, {"name": "act", "action": ["say", "c4", 1]},
        {"name": "note", "action": ["tell", "c4", 1]}, {"name": "trust", "site": chance.choice(PIECES)},
        {"name": "leave_out", "site": chance.choice(PIECES)}, {"name": "claim_host"}, {"name": "rematch"},
        {"name": "answer", "answer": "continue"}, {"name": chance.choice(("", "x" * 500, "operate"))},
        {"name": chance.choice(NAMES), **dict(chance.sample(sorted(FIELDS.items()), chance.randint(0, 2)))},
        {"name": chance.choice(NAMES), **dict(chance.sample(sorted(FIELDS.items()), chance.randint(0, 2)))},
    ))  # fmt: skip


def text(chance):
    """A text of a page."""
    number = f"hostile-{chance.randrange(10**6):08}"
    return chance.choice((
        json.dumps({"type": "command", "id": number, "command": document(chance)}),
        json.dumps({"type": "command", "id": number, "command": document(chance)}),
        json.dumps({"type": "hello", "token": chance.choice(("A" * 22, OWN))}),
        json.dumps({"type": "from", "origins": [chance.choice(("http://192.0.2.9:8000", "javascript:1", "x" * 90))]}),
        json.dumps({"type": "join", "code": chance.choice(("", "x", "y" * 64, "z" * 65))}),
        '{"type":"from"', '{"type":"resync"}', '{"type":"beat"}', "", "[" * 4_000, "null", "\x00", "9" * 5_000,
        json.dumps({"do": "tables"}), json.dumps({"type": "operate", "do": "table_forget"}),
    ))  # fmt: skip


def say(chance, world):
    """One well-formed message of a guest that means no good."""
    channels = sorted(world.guest.pages)
    match chance.choice(("open", "close", "text", "text", "text", "reading", "button", "none")):
        case "open" if len(channels) < MOST_PAGES:
            kind = chance.choice(("table", "seat"))
            page = world.page(kind, "B" * 22) if chance.random() < 0.3 else world.opened(kind)
            world.said.append(page)
        case "close" if channels:
            world.guest.close_page(chance.choice(channels), world.now)
        case "text" if channels:
            world.guest.write(chance.choice(channels), text(chance), world.now)
        case "reading":
            few = (sum(1 << chance.randrange(8 * SITES_BYTES) for _ in range(3)) % (1 << 8 * SITES_BYTES)).to_bytes(
                SITES_BYTES, "little"
            )
            world.guest.send(Reading(chance.choice((few, few, chance.randbytes(SITES_BYTES))), few), world.now)
        case "button":
            button = chance.choice(("end_turn", "hint", "take_back"))
            world.guest.send(Button(button, chance.random() < 0.5), world.now)
        case "none":
            world.guest.send(NoBoard(chance.choice(("lost", "frozen", "unknown", "drawn"))), world.now)
        case _:
            pass


@pytest.mark.parametrize("seed", range(at_length(200, 3)))
def test_whatever_a_guest_says_the_host_plays_on(seed, tmp_path, caplog):
    """Only Ben's own turns may come from there; nobody there learns what Anna has said, and Anna is answered."""
    chance, length = random.Random(seed), at_length(1_500, 150)

    async def scenario(world):
        world.said = []
        table = world.table
        laid, anna = len(table.log), Phone(world)
        table.board.put(GRID.sites[0])
        for number in range(length):
            for _ in range(chance.randint(1, 6)):
                say(chance, world)
            await world.pass_ms(chance.choice((20, 20, 100)))
            if world.guest.phase is not Phase.UP:
                world.pages.clear()
                world.connect()
            if number % 25 == 0:
                anna.ask(number)
            elif number % 25 == 1:
                assert anna.answered == number - 1
            assert len(world.hosting._pages) <= MOST_PAGES
            assert len(world.hosting._allowance._held) <= MOST_HELD
        for entry in table.log[laid:]:
            assert not isinstance(entry.fact, GameAbandoned | GameAgreed | GameClosed | SeatFreed | HostNamed)
            assert not isinstance(entry.fact, Acted | Noted) or entry.fact.actor in (2, TABLE)
        for page in world.said:
            own = [json.loads(text).get("screen", {}).get("you") for text in page.texts]
            assert {you["seat"] for you in own if you} <= {2}
        anna.served.cancel()

    with caplog.at_level(logging.ERROR):
        evening(tmp_path, scenario)
    assert not caplog.records


@pytest.mark.parametrize("seat", [0, 4, 99])
@pytest.mark.parametrize("name", ["free_seat", "invite", "private", "choose"])
def test_a_seat_that_there_is_not_is_refused(name, seat, tmp_path, caplog):
    """In a game at two boards: a page of either may ask."""

    async def scenario(world):
        more = {"choice": {"value": 1}} if name == "choose" else {}
        world.mine.ask(name, seat=seat, **more)
        await world.pass_ms(100)
        assert world.mine.closed is None
        assert not json.loads(world.mine.texts[-1])["ok"]
        assert world.table.wish(name=name, seat=seat, who=HOST_PAGE, **more) is not None

    with caplog.at_level(logging.ERROR):
        evening(tmp_path, scenario)
    assert not caplog.records


def test_a_guests_button_consents_to_nothing(tmp_path):
    """A page there that claims the host's part cannot let the button of its own board agree, which nobody sees."""

    async def scenario(world):
        await world.pass_ms(HOST_GONE_MS + 1_000, 1_000)
        world.mine.ask("claim_host")
        await world.pass_ms(200)
        assert world.table.seat_access.claim is not None
        world.presses()
        await world.pass_ms(200)
        assert world.table.tabletop.session.host == HOST_PAGE.key

    evening(tmp_path, scenario)


def test_codes_are_tried_at_a_pace(tmp_path):
    """Wrong ones few a minute, as over HTTP; the answer to any more says nothing of the code."""

    async def scenario(world):
        said = []
        for number in range(ALL_TRIES + TRIES):
            page = world.opened("seat")
            page.say({"type": "join", "code": f"wrong-{number}"})
            await world.pass_ms(60)
            world.guest.close_page(page.channel, world.now)
            said += [json.loads(text)["error"] for text in page.texts]
        assert said.count("too_fast") == len(said) - TRIES
        assert len(said) == ALL_TRIES + TRIES

    evening(tmp_path, scenario)


def test_right_codes_are_exchanged_at_a_pace_as_well(tmp_path):
    """A lobby's code works many times, and each makes a guest."""

    async def scenario(world):
        world.table.stage.visitors = SimpleNamespace(join=lambda *_, **__: {"token": "x"})
        answers = [json.loads(world.hosting._joined("right")) for _ in range(BURST + 5)]
        assert [answer["ok"] for answer in answers] == [True] * BURST + [False] * 5

    evening(tmp_path, scenario)


def test_a_seats_channel_that_says_nothing_is_closed(tmp_path):
    """Before it has said who it is, and after it has been answered."""

    async def scenario(world):
        silent, answered = world.opened("seat"), world.opened("seat")
        answered.say({"type": "join", "code": "wrong"})
        await world.pass_ms(int(HELLO_S * 2_000) + 500, 100)
        assert None not in (silent.closed, answered.closed)

    evening(tmp_path, scenario)


def test_a_page_that_ends_late_closes_no_page_of_the_next_line(tmp_path):
    """After a cut that nobody remembers channels are numbered anew."""

    async def scenario(world):
        world.pages.clear()
        world.connect()
        page = world.page("table", "B" * 22)
        assert page.channel == world.mine.channel
        await world.pass_ms(200)
        assert page.closed is None
        assert page.screen

    evening(tmp_path, scenario)


def test_a_guest_that_costs_too_much_waits_and_its_last_reading_counts(tmp_path):
    """Work for its board and its pages has a budget, which nobody at the host's pays."""

    async def scenario(world):
        world.hosting._allowance.spend(BURST_S + 1)
        for each in GRID.sites[:8]:
            world.lays([each])
            world.presses()
        page = world.opened("table")
        await world.pass_ms(100)
        assert not world.hosting._board.pieces
        assert len(world.hosting._allowance._held) <= MOST_HELD
        assert page.closed == TRY_LATER
        world.lays([GRID.sites[3]])
        await world.pass_ms(6_000, 100)
        assert world.hosting._board.pieces == {GRID.sites[3]}

    evening(tmp_path, scenario)


def test_what_a_host_keeps_for_a_guest_is_bounded(tmp_path):
    """Hundreds of pages opened and closed leave nothing."""

    async def scenario(world):
        async def some(count):
            for _ in range(count):
                page = world.page("table", "B" * 22)
                await world.pass_ms(20)
                world.guest.close_page(page.channel, world.now)
                await world.pass_ms(20)
                del world.pages[page.channel]
            world.sent.clear()
            world.mine.texts.clear()
            await world.pass_ms(100)
            gc.collect()

        await some(20)
        tracemalloc.start()
        before, _ = tracemalloc.get_traced_memory()
        await some(200)
        kept = tracemalloc.get_traced_memory()[0] - before
        tracemalloc.stop()
        assert len(world.hosting._pages) == 1
        assert kept < MOST_KEPT

    evening(tmp_path, scenario)


def test_a_sensor_that_a_guest_doubts_is_named_though_nothing_is_laid(tmp_path):
    """Its readings differ in what is doubted alone."""

    async def scenario(world):
        for doubted in ({site("b2")}, ()):
            world.guest.send(reading(world.pieces, doubted), world.now)
            await world.pass_ms(200)
            assert world.mine.screen["sensors"]["left_out"] == [str(each) for each in doubted]

    evening(tmp_path, scenario)
