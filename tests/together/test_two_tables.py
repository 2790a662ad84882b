"""Two whole tables in one process, with a real line between them: TLS over the loopback."""

import asyncio
import contextlib
import json
from types import SimpleNamespace

import pytest
from msgspec.structs import replace
from starlette.websockets import WebSocketDisconnect

from pearlboard.drivers.clock import LoopClock
from pearlboard.geometry import site
from pearlboard.program import building
from pearlboard.remote.messages import Game
from pearlboard.screens.catalogues import catalogues
from pearlboard.session.evolve import lying
from pearlboard.session.state import Refused
from pearlboard.settings import Second, Settings, Simulation
from pearlboard.store.log import FactLog
from pearlboard.together import visiting
from pearlboard.together.meeting import hello
from pearlboard.together.visiting import LEAVES
from pearlboard.web.socket import TableSocket
from support.serving import LONGEST_S, Shown, free_port

pytestmark = pytest.mark.slow
HOST_KEY, GUEST_KEY = "host" * 6, "guest" * 5


class Line(Shown):
    """A page's connection with the handler of its table: what it shows, and what it is answered."""

    def __init__(self, key):
        super().__init__()
        self.key, self.query_params, self.headers, self.scope = key, {"lang": "en"}, {}, {}
        self.client = SimpleNamespace(host="192.0.2.7")
        self.said, self.replies, self.closed, self.frames = asyncio.Queue(), {}, None, 0
        self.number = 0

    async def accept(self):
        self.post({"type": "hello", "token": self.key})

    async def receive(self):
        return {"type": "websocket.receive", "text": await self.receive_text()}

    async def receive_text(self):
        text = await self.said.get()
        if text is None:
            raise WebSocketDisconnect(1000)
        return text

    async def send_text(self, text):
        message = json.loads(text)
        if message["type"] == "reply":
            self.replies[message["id"]] = message
        self.put_together(message)

    async def send_bytes(self, _):
        self.frames += 1

    async def close(self, code=1000, _reason=""):
        self.closed = code
        self.said.put_nowait(None)

    def post(self, message):
        self.said.put_nowait(json.dumps(message))

    async def ask(self, name, **fields):
        self.number += 1
        number = f"{self.key}-{self.number}"
        self.post({"type": "command", "id": number, "command": {"name": name, **fields}, "version": None})
        await until(lambda: number in self.replies)
        return self.replies[number]


async def until(holds):
    async with asyncio.timeout(LONGEST_S):
        while not holds():  # noqa: ASYNC110 - two programs, and a line between them
            await asyncio.sleep(0.01)


class Two:
    """A host, and a guest that may join it."""

    def __init__(self, stack, folder, guest_mode, way="address"):
        self.stack, self.folder, self.mode, self.port, self.way = stack, folder, guest_mode, free_port(), way
        self.tasks = []

    async def table(self, name, second=None, mode="screen"):
        stack = await self.stack.enter_async_context(contextlib.AsyncExitStack())
        log = FactLog(self.folder / f"{name}.db")
        stack.callback(log.close)
        settings = Settings(second=second or Second(name=name), simulated=Simulation(mode))
        clock = LoopClock(asyncio.get_running_loop())
        return await stack.enter_async_context(building.running_table(settings, log, clock, 8_000)), stack

    async def begin(self):
        """The host, and the guest at its table."""
        self.host, self.host_stack = await self.table("host", self.second)
        guest, stack = await self.table("guest", mode=self.mode)
        await guest.operating.others.join(self.host.operating.others.invite()["text"])
        await stack.aclose()
        self.guest, self.guest_stack = await self.table("guest", mode=self.mode)
        await self.met()
        return self

    @property
    def second(self):
        """The host's settings of its second board."""
        return Second(board="guest", name="Kitchen", port=self.port, way=self.way)

    async def met(self):
        await until(lambda: self.hosting.peer is not None)
        await until(lambda: self.guest.stage.elsewhere.look()["peer"] is not None)

    @property
    def hosting(self):
        return self.host.operating.others.hosting

    def page(self, running, key, kind="attend"):
        """A page at one of the tables."""
        line = Line(key)
        attends = TableSocket(running.stage, running.hub, SimpleNamespace(token_given=lambda _: False), lambda: "en")
        self.tasks.append(asyncio.create_task(getattr(attends, kind)(line)))
        return line

    async def pages(self):
        here, there = self.page(self.host, HOST_KEY), self.page(self.guest, GUEST_KEY)
        await until(lambda: here.screen and there.screen)
        return here, there

    async def play(self, here, there):
        """Set a game up: Anna at the host's board, Ben at the guest's."""
        players = [{"name": "Anna"}, {"name": "Ben"}]
        assert (await here.ask("set_up", players=players, boards=[1, 2], confirm="button"))["ok"]
        await until(lambda: there.screen["phase"] == "playing")


def with_two(folder, scenario, guest_mode="screen", way="address"):
    async def run():
        async with contextlib.AsyncExitStack() as stack:
            two = await Two(stack, folder, guest_mode, way).begin()
            try:
                await scenario(two)
            finally:
                for task in two.tasks:
                    task.cancel()
                await asyncio.gather(*two.tasks, return_exceptions=True)

    asyncio.run(run())


def test_ten_turns_by_pages_at_two_tables(tmp_path):
    """Each page shows its own board; both come to the same picture, and nobody plays for somebody at the other one."""

    async def scenario(two):
        here, there = await two.pages()
        await two.play(here, there)
        for seat, places in enumerate((["a1-b1"], ["c1-c2"], ["e1-e2"], ["g1-h1"], ["a5-b5"]) * 1):
            for page, away, place in ((here, there, places[0]), (there, here, f"d{1 + seat}-d{2 + seat}")):
                if seat == 4 and page is there:
                    continue
                assert not (await away.ask("put", site=place))["ok"]
                assert (await page.ask("put", site=place))["ok"]
                assert (await page.ask("confirm"))["ok"]
                await until(lambda place=place: place in {piece["site"] for piece in here.screen["pieces"]})
                await until(lambda place=place: place in {piece["site"] for piece in there.screen["pieces"]})
        home, far = two.host.tabletop.places
        assert home.simulated.pieces == far.simulated.pieces == lying(two.host.tabletop.session)
        assert len(two.host.tabletop.session.acts) == 10
        assert there.frames > 1

    with_two(tmp_path, scenario)


def test_a_guests_page_keeps_its_board_and_no_other(tmp_path):
    """The page opens the hand of whoever sits there, and invites phones, which come in by the guest's own table."""

    async def scenario(two):
        here, there = await two.pages()
        await two.play(here, there)
        assert there.screen["host"]["you"]
        assert "abandon" not in there.screen["can"]
        assert (await there.ask("private", seat=1))["error"] == "sits_elsewhere"
        assert (await there.ask("private", seat=2))["ok"]
        await until(lambda: there.screen["you"] is not None)
        assert there.screen["you"]["seat"] == 2
        assert here.screen["you"] is None
        second = two.page(two.guest, "another" * 4)
        await until(lambda: bool(second.screen))
        assert not second.screen["host"]["you"]
        assert not (await second.ask("private", seat=2))["ok"]
        assert (await there.ask("invite", seat=1))["error"] == "sits_elsewhere"
        assert (await there.ask("invite", seat=2))["ok"]
        await until(lambda: bool(there.screen["join"]["invitations"]))
        code = there.screen["join"]["invitations"][0]["address"].partition("#")[2]
        joined = json.loads(await two.guest.stage.elsewhere.join(code))
        assert joined["seat"] == 2
        phone = two.page(two.guest, joined["token"], "attend_seat")
        await until(lambda: phone.screen.get("you") is not None)
        assert phone.screen["you"]["seat"] == 2
        assert not json.loads(await two.guest.stage.elsewhere.join(code))["ok"]

    with_two(tmp_path, scenario)


def test_whoever_sets_up_at_the_guests_leaves_the_hosts_people_their_hands(tmp_path):
    """The host's page of the game stands at the guest's; the table's own page keeps its board, and phones come in where
    they sit.
    """

    async def scenario(two):
        here, there = await two.pages()
        await two.play(there, here)
        await until(lambda: here.screen["phase"] == "playing")
        assert there.screen["host"]["you"]
        assert here.screen["host"]["you"]
        assert (await here.ask("private", seat=1))["ok"]
        await until(lambda: here.screen["you"] is not None)
        assert here.screen["you"]["seat"] == 1
        assert (await here.ask("private", seat=2))["error"] == "sits_elsewhere"
        second = two.page(two.host, "another" * 4)
        await until(lambda: bool(second.screen))
        assert not second.screen["host"]["you"]
        for seat in (1, 2):
            assert (await there.ask("invite", seat=seat))["ok"]
        await until(lambda: len(there.screen["join"]["invitations"]) == 2)
        found = [each["address"].split("/seat#")[0] for each in there.screen["join"]["invitations"]]
        assert found == [two.host.stage._origins()[0], two.guest.stage._origins()[0]]
        assert [each["seat"] for each in here.screen["join"]["invitations"]] == [1]

    with_two(tmp_path, scenario)


def test_who_comes_into_the_lobby_at_the_guests_table_sits_there(tmp_path):
    """The page there shows the lobby's code by that table's own address; a stranger's page beside it does not."""

    async def scenario(two):
        here, there = await two.pages()
        assert (await here.ask("open_lobby", game="perladora", seats=2))["ok"]
        await until(lambda: (there.screen["other_lobby"] or {}).get("way_in") is not None)
        origin, _, code = there.screen["other_lobby"]["way_in"]["address"].partition("/seat#")
        assert origin == two.guest.stage._origins()[0]
        second = two.page(two.guest, "another" * 4)
        await until(lambda: bool(second.screen))
        assert (second.screen["other_lobby"]["way_in"], second.screen["other_lobby"]["guests"]) == (None, [])
        two.host.stage.visitors.join(code)
        await two.guest.stage.elsewhere.join(code)
        await until(lambda: len(here.screen["lobby"]["guests"]) == 2)
        assert [guest["board"] for guest in here.screen["lobby"]["guests"]] == [1, 2]
        await until(lambda: there.screen["other_lobby"]["guests"] == here.screen["lobby"]["guests"])

    with_two(tmp_path, scenario)


def test_tables_are_called_by_their_names(tmp_path):
    """In the form of both, in what is said of whoever plays at the other one, and while that is away."""

    async def scenario(two):
        here, there = await two.pages()
        assert [board["table"] for board in here.screen["boards"]] == ["Kitchen", "guest"]
        assert [board["here"] for board in there.screen["boards"]] == [False, True]
        await two.play(here, there)
        await until(lambda: there.screen["sentence"] == "Anna plays at the table “Kitchen”.")
        await two.guest_stack.aclose()
        await until(
            lambda: any("The table “guest” does not answer." in told["text"] for told in here.screen["notices"])
        )
        assert here.screen["boards"][1]["away"]

    with_two(tmp_path, scenario)


@pytest.mark.parametrize(
    ("games", "said"),
    [((), "does not have this game"), ((Game("perladora", "0.0"),), "has another version of this game")],
)
def test_a_game_that_the_guests_table_has_not_is_refused_there(games, said, tmp_path, monkeypatch):
    """Before anything is set up, in words. At the host's own board it is played."""
    monkeypatch.setattr(visiting, "hello", lambda *a, **known: replace(hello(*a, **known), games=games))

    async def scenario(two):
        here, there = await two.pages()
        players = [{"name": "Anna"}, {"name": "Ben"}]
        for boards in ([1, 2], [2, 2]):
            answer = await here.ask("set_up", players=players, boards=boards)
            assert answer["error"] == "cannot_play_there"
            assert said in answer["sentence"]
        assert there.screen["phase"] == "idle"
        assert (await here.ask("set_up", players=players))["ok"]

    with_two(tmp_path, scenario)


def test_pieces_on_a_guests_real_board(tmp_path):
    """What its sensors feel is a draft at the host's, and what is owed there shines."""

    async def scenario(two):
        here, there = await two.pages()
        await two.play(here, there)
        board = two.guest.stage.elsewhere._board
        far = two.host.tabletop.places.of(1)
        await until(lambda: far.state.sensed is not None)
        assert not there.screen["on_screen"]
        if two.host.tabletop.session.stage != "playing":  # unless its board came too late to be asked
            assert (await there.ask("confirm"))["ok"]
        await until(lambda: two.host.tabletop.session.stage == "playing")
        assert (await here.ask("put", site="a1-b1"))["ok"]
        assert (await here.ask("confirm"))["ok"]
        assert far.now.board.table.to_lay == {site("a1-b1")}
        await until(lambda: any(board.frames[-1]))
        board.put(site("a1-b1"))
        await until(lambda: not far.now.board.table.to_lay)
        board.put(site("c1-c2"))
        await until(lambda: far.now.board.drafted == {site("c1-c2")})
        assert (await there.ask("confirm"))["ok"]
        await until(lambda: site("c1-c2") in lying(two.host.tabletop.session))
        board.unplug()
        await until(lambda: far.lost is not None)

    with_two(tmp_path, scenario, guest_mode="hardware")


@pytest.mark.parametrize("way", ["address", "iroh"])
def test_a_line_that_is_cut_comes_back_by_itself(tmp_path, way):
    """To the same game, also if either program has begun anew meanwhile."""
    if way == "iroh":
        pytest.importorskip("iroh", reason="iroh is the extra `remote`")

    async def scenario(two):
        here, there = await two.pages()
        await two.play(here, there)
        assert (await here.ask("put", site="a1-b1"))["ok"]
        assert (await here.ask("confirm"))["ok"]
        await two.guest_stack.aclose()
        await until(lambda: two.hosting.peer is None)
        await until(lambda: any("does not answer" in notice["text"] for notice in here.screen["notices"]))
        assert there.closed is not None
        two.guest, two.guest_stack = await two.table("guest")
        await two.met()
        again = two.page(two.guest, GUEST_KEY)
        await until(lambda: "a1-b1" in {piece["site"] for piece in again.screen.get("pieces", [])})
        if way == "iroh":
            return  # which frees its port with its process
        await two.host_stack.aclose()
        two.host, two.host_stack = await two.table("host", two.second)
        await two.met()
        once_more = two.page(two.guest, GUEST_KEY)
        await until(lambda: "a1-b1" in {piece["site"] for piece in once_more.screen.get("pieces", [])})

    with_two(tmp_path, scenario, way=way)


def test_a_code_works_once_and_a_guest_that_is_forgotten_is_not_let_in(tmp_path):
    """The guest is told so, and goes home by its operator's page."""

    async def scenario(two):
        two.host.operating.others.forget()
        await until(lambda: two.guest.stage.elsewhere.look()["over"] is not None)
        await two.guest_stack.aclose()
        two.guest, two.guest_stack = await two.table("guest")
        await until(lambda: two.guest.stage.elsewhere.look()["over"] == "invitation")
        await two.guest.operating.others.leave()
        await two.guest_stack.aclose()
        home, _ = await two.table("guest")
        assert home.stage.elsewhere is None
        with pytest.raises(Refused, match="no_guests"):
            home.operating.others.invite()

    with_two(tmp_path, scenario)


def test_a_code_that_is_used_is_refused_before_anything_is_left(tmp_path, monkeypatch):
    """In words, and so is one whose table is not there: the next start is still at home."""

    async def scenario(two):
        text = two.host.operating.others.invite()["text"]
        other, stack = await two.table("other")
        await two.guest_stack.aclose()
        await other.operating.others.join(text)
        await until(lambda: two.hosting.peer is None)
        third, _ = await two.table("third")
        for said in ("used already", "does not answer"):
            with pytest.raises(Refused) as refused:
                await third.operating.others.join(text)
            assert said in third.stage.render(refused.value.sentence, "en")
            await two.host_stack.aclose()
            monkeypatch.setattr("pearlboard.together.joining.TRIED_S", 0.2)  # there is nobody to wait for
        assert list(tmp_path.glob("third*.host")) == []
        await stack.aclose()

    with_two(tmp_path, scenario)


def test_a_guest_that_goes_home_is_not_waited_for(tmp_path):
    """The host's pages say so, and it can be invited anew; it is the same where the host has forgotten it."""

    async def scenario(two):
        here, there = await two.pages()
        await two.play(here, there)
        others = two.host.operating.others
        await two.guest.operating.others.leave()
        await until(lambda: here.screen["boards"][1]["gone"])
        assert "The table “guest” has gone home." in " ".join(notice["text"] for notice in here.screen["notices"])
        assert there.closed == LEAVES[0]
        looked = others.look(catalogues()["en"])["hosting"]
        assert (looked["gone"], looked["known"], looked["peer"]) == ("guest", 0, None)
        await two.guest_stack.aclose()
        two.guest, two.guest_stack = await two.table("guest")
        assert two.guest.stage.elsewhere is None
        await two.guest.operating.others.join(others.invite()["text"])
        await two.guest_stack.aclose()
        two.guest, two.guest_stack = await two.table("guest")
        await two.met()
        await until(lambda: not here.screen["boards"][1]["gone"])
        others.forget()
        await until(lambda: here.screen["boards"][1]["gone"])
        await until(lambda: two.guest.stage.elsewhere.look()["over"] is not None)
        assert "has ended this" in two.guest.operating.others.look(catalogues()["en"])["visiting"]["over"]

    with_two(tmp_path, scenario)


def test_a_visit_is_no_fault(tmp_path):
    """The glance and the doctor say where this board plays; if the board itself is lost, that is said."""

    async def scenario(two):
        stage, glance = two.guest.stage, two.guest.operating.glance

        def board():
            [line] = [line for line in glance.look(catalogues()["en"])["lines"] if line["name"] == "board"]
            return line["well"], line["sentence"]

        assert board() == (True, "This board takes part in the game at the table “Kitchen”.")
        assert (stage.health()["ok"], stage.health()["board"]) == (True, "elsewhere")
        assert [finding["well"] for finding in stage.bench.examine("en") if finding["name"] == "board"] == [True]
        stage.elsewhere._board.unplug()
        assert (board()[0], stage.health()["ok"]) == (False, False)
        stage.elsewhere._board.plug()
        assert board()[0]

    with_two(tmp_path, scenario, guest_mode="hardware")


@pytest.mark.parametrize("code", ["", "hello", "0JT9 WQQD", "U" * 40, "0" * 2_000])
def test_what_is_no_code_is_refused_in_words(tmp_path, code):
    """And nothing is kept."""

    async def scenario():
        async with contextlib.AsyncExitStack() as stack:
            running, _ = await Two(stack, tmp_path, "screen").table("guest")
            with pytest.raises(Refused, match="no_invitation"):
                await running.operating.others.join(code)

    asyncio.run(scenario())
    assert not list(tmp_path.glob("*.host"))


def test_a_host_whose_port_is_taken_says_so(tmp_path):
    """The table itself goes on."""

    async def scenario():
        async with contextlib.AsyncExitStack() as stack:
            two = Two(stack, tmp_path, "screen")
            server = await asyncio.start_server(lambda *_: None, "", two.port)
            running, _ = await two.table("host", Second(board="guest", port=two.port))
            server.close()
            assert running.operating.others.hosting.problem is not None
            with pytest.raises(Refused, match="cannot_invite"):
                running.operating.others.invite()
            assert running.stage.health()["ok"]

    asyncio.run(scenario())
