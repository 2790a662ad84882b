"""The line to a hub: everything that is saved arrives there once, and nothing that a hub says harms the table."""

import asyncio
import contextlib
from dataclasses import dataclass

import pytest
from websockets.asyncio.server import serve
from websockets.exceptions import ConnectionClosed

from pearlboard.club.documents import Abandoned, Agreed, decoded
from pearlboard.club.messages import (
    PLAIN_PROTOCOL,
    PROTOCOL,
    Check,
    Cursor,
    Farewell,
    Hello,
    Leave,
    Rows,
    Status,
    Why,
    packed,
    unpacked,
)
from pearlboard.club.rows import START, checked
from pearlboard.program.house import told_checks, told_settings
from pearlboard.reporting import line
from pearlboard.reporting.line import Reporting
from pearlboard.reporting.outbox import Outbox
from pearlboard.session.facts import GameClosed
from pearlboard.settings import Club, Home, Settings
from pearlboard.texts import say
from support.saved_facts import SavedFacts
from support.serving import LONGEST_S
from support.tabling import TestTable

pytestmark = pytest.mark.slow


async def until(holds):
    async with asyncio.timeout(LONGEST_S):
        while not holds():  # noqa: ASYNC110 - two ends, and a line between them
            await asyncio.sleep(0.01)


@dataclass
class Hub:
    """A hub that believes everything. `says`: instead of a cursor; `cuts`: after so many messages, the line is cut."""

    port: int = 0
    says: object = None
    cuts: int = 0

    def __post_init__(self):
        self.rows, self.hellos, self.statuses, self.heard = [], [], [], 0
        self.channel, self.left = None, False

    @property
    def cursor(self):
        return Cursor(self.rows[-1].number, self.rows[-1].hash) if self.rows else Cursor(0, b"")

    async def attend(self, channel):
        self.channel = channel
        with contextlib.suppress(ConnectionClosed):
            async for packet in channel:
                self.heard += 1
                message = unpacked(packet)
                self.take(message)
                if self.cuts and self.heard % self.cuts == 0:
                    channel.transport.abort()
                    return
                if self.left:
                    await channel.send(packed(Farewell(Why.LEFT)))
                elif self.says is not None:
                    await channel.send(self.says if isinstance(self.says, bytes) else packed(self.says))
                elif not isinstance(message, Status):
                    await channel.send(packed(self.cursor))

    def take(self, message):
        match message:
            case Hello():
                self.hellos.append(message)
            case Rows(rows):
                checked(rows, self.cursor.number, self.cursor.hash or START)
                self.rows += rows
            case Status():
                self.statuses.append(message)
            case Leave():
                self.left = True


class Other(Hub):
    """A hub that has a row that nobody here has told, and what it is shown instead."""

    def __post_init__(self):
        super().__post_init__()
        self.shown = []

    def take(self, message):
        if isinstance(message, Rows):
            self.shown.append(message)


class Table(SavedFacts):
    """A store, and the line from it."""

    def __init__(self, folder):
        super().__init__(folder)
        self.status = Status("", {"program": "0"})
        self.packed = []
        self.reporting = Reporting(self.log.path, self.ask, lambda: self.status, self.pack)

    async def pack(self, file):
        self.packed.append(file)
        return b"packed " * 30_000

    def plays(self, games=1, **form):
        """So many games are played and given up, with three public rows each."""
        table = TestTable().begin(confirm="button", **form).do("c4 wait 400 press end_turn").ask("abandon")
        facts = [entry.fact for entry in table.log]
        self.add(*(*facts, GameClosed()) * games)
        self.reporting.notice()

    @property
    def problem(self):
        return None if self.reporting.problem is None else self.reporting.problem.name


def evening(folder, scenario, hub=None):
    """A hub and a table that calls it."""

    async def run():
        at, table = hub or Hub(), Table(folder)
        async with serve(at.attend, "127.0.0.1", 0) as server:
            at.port = server.sockets[0].getsockname()[1]
            table.reporting.use(Club(hub=f"127.0.0.1:{at.port}", code="CODE"), "Garden")
            try:
                await scenario(table, at)
            finally:
                await table.reporting.close()
                table.log.close()

    asyncio.run(run())


@pytest.fixture(autouse=True)
def soon(monkeypatch):
    """It calls again at once, and looks at how the table is each time."""
    monkeypatch.setattr(line, "FIRST_REST_S", 0.01)
    monkeypatch.setattr(line, "LONGEST_REST_S", 0.02)
    monkeypatch.setattr(line, "STATUS_S", 0.0)


def test_all_that_is_played_arrives_and_how_the_table_is(tmp_path):
    async def scenario(table, hub):
        await until(lambda: hub.statuses)
        table.plays(40)
        await until(lambda: len(hub.rows) == 120)
        assert isinstance(decoded(hub.rows[0].body), Agreed)
        assert isinstance(decoded(hub.rows[-1].body), Abandoned)
        table.status = Status("The board does not answer.", {"program": "0"})
        table.reporting.notice()
        await until(lambda: hub.statuses[-1] == table.status)
        await until(lambda: table.reporting.line == (True, say("club_told", hub=f"127.0.0.1:{hub.port}", count=0)))
        [hello] = hub.hellos
        assert (hello.code, hello.name) == ("CODE", "Garden")

    evening(tmp_path, scenario)


def test_how_a_table_is_is_told_when_it_changes_and_again_after_a_while(tmp_path, monkeypatch):
    """The number of what is well, and the time, are told with the rest, and are no reason to tell it."""

    def status(free, at, *, well=True):
        return Status("", {}, (Check("disk", well=well, said=f"{free} MB free"),), at)

    assert status(900, 1).lasting == status(800, 2).lasting
    assert status(90, 1, well=False).lasting != status(80, 2, well=False).lasting

    async def scenario(table, hub):
        looked = []

        def look():
            looked.append(status(900 - len(looked), len(looked)))
            return looked[-1]

        table.reporting._status = look
        await until(lambda: hub.statuses)
        first = len(hub.statuses)
        while len(looked) < 5:
            table.plays()
            seen = len(looked)
            await until(lambda seen=seen: len(looked) > seen)
        assert len(hub.statuses) <= first + 1
        monkeypatch.setattr(line, "REPEAT_S", -1.0)
        table.status, table.reporting._status = status(70, 9, well=False), lambda: table.status
        for _ in range(2):
            table.plays()
            await until(lambda: hub.statuses[-1] == table.status)
            hub.statuses.clear()
            hub.statuses.append(None)

    evening(tmp_path, scenario)


def test_a_hub_is_told_of_the_machine_and_of_nobody():
    """Of the glance's lines those that name no network, no game and no address."""
    lines = [
        {"name": name, "well": well, "sentence": "x" * 400}
        for name, well in (("heat", False), ("wifi", True), ("visitors", False), ("game", True), ("disk", None))
    ]
    told = told_checks(lines)
    assert [(each.name, each.well, len(each.said)) for each in told] == [("heat", False, 300), ("disk", None, 300)]


@pytest.mark.parametrize("cuts", [1, 2, 3])
def test_a_line_that_is_cut_at_any_message_leaves_nothing_out_and_tells_nothing_twice(cuts, tmp_path):
    """The hub's cursor says what it has, whatever the table believed."""

    async def scenario(table, hub):
        await until(lambda: hub.hellos)  # what was played before is not told
        table.plays(30)
        await until(lambda: len(hub.hellos) > 4 or len(hub.rows) == 90)
        hub.cuts = 0
        await until(lambda: len(hub.rows) == 90)
        assert {hello.log for hello in hub.hellos} == {hub.hellos[0].log}

    evening(tmp_path, scenario, Hub(cuts=cuts))


def test_a_hub_that_has_forgotten_everything_is_told_again(tmp_path):
    async def scenario(table, hub):
        await until(lambda: hub.hellos)
        table.plays(3)
        await until(lambda: len(hub.rows) == 9)
        told, hub.rows = hub.rows, []
        hub.channel.transport.abort()
        await until(lambda: hub.rows == told)

    evening(tmp_path, scenario)


@pytest.mark.parametrize(
    ("says", "problem"),
    [
        (Farewell(Why.CODE), "club_code"),
        (Farewell(Why.UNKNOWN), "club_unknown"),
        (Farewell(Why.FORK, 3), "club_fork"),
        (Farewell(Why.LEFT), "club_left"),
        (Farewell(Why.BROKEN), "club_broken"),
        (Cursor(7, bytes(32)), "club_fork"),
    ],
)
def test_a_hub_that_ends_it_is_called_no_more_and_the_operator_is_told_why(says, problem, tmp_path):
    async def scenario(table, hub):
        await until(lambda: table.problem == problem)
        await until(table.reporting._task.done)
        assert len(hub.hellos) == 1
        well, said = table.reporting.line
        assert (well, said.name) == (False, problem)

    evening(tmp_path, scenario, Hub(says=says))


def test_a_handicap_is_told_to_a_hub_that_knows_of_any_and_an_older_one_is_asked_until_it_does(tmp_path):
    """An older hub has all that was played before: tables without handicaps speak as they did."""

    async def scenario(table, hub):
        await until(lambda: hub.statuses)
        table.plays()
        await until(lambda: len(hub.rows) == 3)
        hub.says = Farewell(Why.PROTOCOL)
        table.plays(handicaps=["", "43"])
        await until(lambda: table.problem == "club_protocol")
        assert len(hub.rows) == 3
        hub.says = None  # it was updated
        await until(lambda: len(hub.rows) == 6)
        assert {hello.protocol for hello in hub.hellos} == {PLAIN_PROTOCOL, PROTOCOL}
        assert [seat.costs for seat in decoded(hub.rows[3].body).seats] == [0, 258]
        with contextlib.closing(Outbox(table.reporting._path, table.log)) as again:
            assert again.protocol == PROTOCOL, "after a restart, too"

    evening(tmp_path, scenario)


def test_a_hub_that_has_another_row_is_shown_the_tables_own(tmp_path):
    """So that the house says that there are two, not one of the two tables alone."""

    async def scenario(_table, hub):
        await until(lambda: len(hub.shown) == 1)
        assert hub.shown[0].rows == tuple(told)[1:2]

    made = Table(tmp_path)
    outbox = Outbox(tmp_path / "games.db.club", made.log)
    outbox.follow(names=True)
    made.plays()
    outbox.follow(names=True)
    told = list(outbox.rows())
    outbox.close()
    made.log.close()
    evening(tmp_path, scenario, Other(says=Cursor(2, bytes(32))))


@pytest.mark.parametrize("says", [b"", b"\xc1", bytes(2_000), packed(Leave()), packed(Farewell(Why.BUSY))])
def test_a_hub_that_says_anything_else_is_called_again(says, tmp_path):
    """And told once it speaks as a hub does."""

    async def scenario(table, hub):
        await until(lambda: table.problem == "club_strange" and len(hub.hellos) > 1)
        hub.says = None
        table.plays()
        await until(lambda: len(hub.rows) == 3)
        await until(lambda: table.problem is None)

    evening(tmp_path, scenario, Hub(says=says))


def test_a_table_whose_operator_takes_the_address_away_leaves_the_house(tmp_path):
    async def scenario(table, hub):
        await until(lambda: hub.statuses)
        table.reporting.use(Club(), "Garden")
        await until(lambda: hub.left)
        assert table.reporting.line is None

    evening(tmp_path, scenario)


@pytest.mark.parametrize("hub", ["127.0.0.1:1", "http://127.0.0.1", "no such host.invalid", "[", "ws://"])
def test_a_hub_that_is_not_there_is_named(hub, tmp_path):
    """The table plays on; without an address it tells nobody."""

    async def run():
        table = Table(tmp_path)
        table.reporting.use(Club(hub=hub), "Garden")
        await until(lambda: table.problem in ("club_away", "club_strange"))
        table.reporting.use(Club(), "Garden")
        await until(lambda: table.reporting.line is None)
        await table.reporting.close()
        table.log.close()

    asyncio.run(run())


def test_no_secret_setting_is_told():
    """Nor what is as it was at first."""
    settings = Settings(home=Home(broker="broker.local", password="hush"), club=Club(hub="hub:1", code="CODE"))
    assert told_settings(settings) == {"setting home.broker": "broker.local"}
