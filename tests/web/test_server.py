"""The real server on a free port, and real clients: what they are sent, what they may send, and who is refused."""

import asyncio
import gzip
import http.client
import json
import socket
import struct
import subprocess
from contextlib import ExitStack
from typing import ClassVar

import pytest
from starlette.datastructures import Headers
from websockets.exceptions import ConnectionClosed, InvalidStatus

from pearlboard.languages import language_of
from pearlboard.screens.catalogues import catalogues
from pearlboard.session.principal import EVERYBODY, Principal, digest
from pearlboard.web import doorstep as doorsteps
from pearlboard.web import hub as hubs
from pearlboard.web import socket as sockets
from pearlboard.web.guard import SECURITY_HEADERS, Guard
from pearlboard.web.hub import Hub
from pearlboard.web.listening import bind
from pearlboard.web.rate_limiter import RateLimiter
from pearlboard.web.socket import TableSocket
from support.perladora_table import command
from support.serving import LONGEST_S, Page, command_line, offers, serving
from support.tabling import PLAYERS
from support.virtual_time import run_hurried

pytestmark = pytest.mark.slow

KEYS = {
    "boards",
    "clock",
    "counting",
    "api",
    "latest",
    "movable",
    "lobby",
    "door",
    "other_lobby",
    "own_wifi",
    "on_screen",
    "lang",
    "simulated",
    "version",
    "saved",
    "saved_version",
    "patient",
    "questions",
    "spoken",
    "phase",
    "stage",
    "paused",
    "question",
    "match",
    "game",
    "pieces",
    "sentence",
    "teaching",
    "lesson",
    "verdict",
    "lift",
    "put",
    "sensors",
    "countdown",
    "timer",
    "finished",
    "can",
    "acts",
    "take_back",
    "undo",
    "thinking",
    "told",
    "log",
    "advice",
    "suggestions",
    "host",
    "curtain",
    "join",
    "tiles",
    "exhibit",
    "notices",
    "cue",
    "last",
    "games",
    "confirm",
    "you",
}


@pytest.fixture(scope="module")
def served():
    """One table for all tests here; each leaves it idle and clear."""
    with serving() as table:
        yield table


class StillTable:
    """A table of which only the screen is asked for; it knows the pages whose keys have these digests."""

    def __init__(self, *known):
        self.visitors = self
        self.elsewhere, self.boards_here = None, 1
        self.number = 0
        self.known = {digest(key) for key in known}

    def screen(self, language, who):
        self.number += 1
        self.asked = who
        return {"lang": language, "number": self.number}

    def frame(self, _place=0):
        return bytes(405)

    def versions(self):
        return 0, 0

    def still_there(self, _who):
        return True

    def knows(self, who):
        return who.key in self.known

    def shown_as(self, who):
        return who

    def sits_at(self, _):
        return 0

    def turned_away(self):
        """Nobody minds."""

    def render(self, sentence, _language):
        return sentence.name

    def by_now(self, who):
        return who

    def arrive(self, _who):
        """Nobody counts."""

    depart = arrive


def talk(served, scenario, **options):
    """Let a page live through a scenario."""

    async def whole():
        async with served.connect(**options) as connection:
            page = Page(connection)
            return await scenario(page)

    return asyncio.run(whole())


# --- what a page is sent -------------------------------------------------------------------------------------------


def test_a_snapshot_comes_first_and_then_the_lights(served):
    """The whole screen in the language that was asked for, and a frame of 135 lights."""

    async def scenario(page):
        first = await page.hear()
        assert (first["type"], first["seq"]) == ("snapshot", 1)
        assert set(page.screen) == KEYS
        assert page.screen["lang"] == "fr"
        await page.hear()
        assert len(page.frame) == 405

    talk(served, scenario, language="fr")


def test_changes_are_numbered_and_hold_only_what_changed(served):
    """A piece that is put, and lifted, comes as a change of a few keys."""

    async def scenario(page):
        await page.hear()
        assert (await page.ask("put", site="c4"))["ok"]
        await page.until(lambda screen: [piece["site"] for piece in screen["pieces"]] == ["c4"])
        assert page.screen["pieces"][0]["status"] == "foreign"
        assert page.kinds[0] == "snapshot"
        assert "snapshot" not in page.kinds[1:]
        assert (await page.ask("lift", site="c4"))["ok"]
        await page.until(lambda screen: not screen["pieces"])
        assert page.sequence >= 3

    talk(served, scenario)


def test_a_resync_brings_a_snapshot(served):
    """A client that missed a change asks, and the numbers go on."""

    async def scenario(page):
        await page.hear()
        page.screen = {}
        await page.socket.send('{"type":"resync"}')
        await page.until(lambda screen: set(screen) == KEYS)
        assert page.sequence == 2
        assert page.kinds == ["snapshot", "snapshot"]

    talk(served, scenario)


def test_two_pages_see_the_same(served):
    """What one does the other is told, each in its own language."""

    async def scenario():
        async with served.connect() as one, served.connect(language="fr") as other:
            first, second = Page(one), Page(other)
            await first.ask("put", site="e2")
            await second.until(lambda screen: screen.get("pieces"))
            await first.until(lambda screen: screen["pieces"])
            assert first.screen["pieces"] == second.screen["pieces"]
            assert first.screen["sentence"] != second.screen["sentence"]
            await second.ask("lift", site="e2")
            await first.until(lambda screen: not screen["pieces"])

    asyncio.run(scenario())


@pytest.mark.soak
def test_a_beat_comes_and_is_taken(served):
    """It is answered with nothing."""

    async def scenario(page):
        await page.hear()
        async with asyncio.timeout(LONGEST_S):
            while "beat" not in page.kinds:
                await page.hear()
        assert page.replies == []
        assert (await page.ask("nothing"))["error"] == "malformed"

    talk(served, scenario)


class Line:
    """A connection in memory. `jammed`: the other end takes nothing; `heard` is what it says, and then it is silent."""

    headers = Headers({"host": "localhost", "origin": "http://localhost"})
    query_params: ClassVar = {"lang": "en"}
    client = None
    scope: ClassVar = {}

    def __init__(self, *heard, jammed=False, broken=False):
        self.heard = list(heard)
        self.jammed = jammed
        self.broken = broken
        self.sent = []
        self.closed = None

    async def accept(self):
        """It was let in."""

    async def send_text(self, text):
        if self.broken:
            raise RuntimeError("Unexpected ASGI message 'websocket.send', after sending 'websocket.close'.")
        self.sent.append(json.loads(text)["type"])
        if self.jammed:
            await asyncio.Event().wait()

    async def send_bytes(self, frame):
        self.sent.append(len(frame))

    async def receive(self):
        if not self.heard:
            await asyncio.Event().wait()
        return {"type": "websocket.receive", "text": self.heard.pop(0)}

    async def close(self, code, reason):
        if self.jammed:
            await asyncio.Event().wait()
        self.closed = code, reason


def attend(line, hub, act=None):
    """Serve a connection until it ends."""

    async def whole():
        table = TableSocket(hub._table, hub, Guard(frozenset({"localhost"}), "token"), lambda: "en")
        async with asyncio.timeout(10 * sockets.SILENCE_S):
            await asyncio.gather(table.attend(line), act() if act is not None else asyncio.sleep(0))

    run_hurried(whole())
    assert not hub._watchers


def test_beats_are_sent_and_who_is_silent_is_let_go_of():
    """A page answers every beat; one that says nothing for long has gone."""
    line = Line('{"type":"beat"}', '{"type":"beat"}')
    attend(line, Hub(StillTable()))
    assert line.sent[:2] == ["snapshot", 405]
    assert line.sent.count("beat") >= 3
    assert "reply" not in line.sent


def test_a_client_that_takes_nothing_is_cut_in_the_middle_of_a_message(monkeypatch):
    """The sender hangs, the backlog fills, and the connection ends all the same."""
    monkeypatch.setattr(sockets, "LAST_WORD_S", 0.01)
    hub, line = Hub(StillTable()), Line(jammed=True)

    async def much_happens():
        for _ in range(hubs.BACKLOG + 2):
            await asyncio.sleep(0)
            hub.changed()

    attend(line, hub, much_happens)
    assert line.sent == ["snapshot"]


def test_a_connection_that_the_server_closed_by_itself_ends_quietly():
    """After too big a message there may still be something to send: that is no error of the program."""
    line = Line(broken=True)
    attend(line, Hub(StillTable()))
    assert line.sent == []


def test_pages_are_told_when_the_program_ends():
    """They will come back by themselves."""
    hub, line = Hub(StillTable()), Line()

    async def end():
        await asyncio.sleep(0)
        hub.end()

    attend(line, hub, end)
    assert line.closed[0] == 1012


# --- what a page may send ------------------------------------------------------------------------------------------


def test_a_reply_carries_the_id_of_its_command(served):
    """Also when it is refused, with a name for programs and words for people."""

    async def scenario(page):
        reply = await page.ask("start", command_id="start-too-soon")
        assert reply == {
            "type": "reply",
            "id": "start-too-soon",
            "ok": False,
            "error": "not_now",
            "sentence": "That cannot be done now.",
            "version": 0,
            "saved_version": 0,
        }

    talk(served, scenario)


def test_a_reply_says_how_far_all_is_on_disk():
    """What a command did is safe once the table has saved up to the version that its reply names."""
    with serving() as table:
        begun = table.command("set_up", players=PLAYERS[:2])[1]
        assert begun["version"] >= max(1, begun["saved_version"])
        assert table.wait(lambda screen: screen["saved_version"] >= begun["version"])["version"] == begun["version"]


def test_a_repeated_id_is_played_once(served):
    """The second time it is ok, and nothing happens."""

    async def scenario(page):
        assert (await page.ask("put", command_id="put-it-once", site="c4"))["ok"]
        assert (await page.ask("put", command_id="put-it-once", site="c4"))["ok"]
        assert (await page.ask("put", command_id="put-it-again", site="c4"))["error"] == "impossible_move"
        assert (await page.ask("lift", site="c4"))["ok"]
        await page.until(lambda screen: screen["pieces"] == [])

    talk(served, scenario)


def test_a_stale_version_is_refused(served):
    """A command belongs to the screen that its sender saw."""

    async def scenario(page):
        await page.hear()
        reply = await page.ask("set_up", version=page.screen["version"] + 1, players=PLAYERS[:2])
        assert reply["error"] == "stale_version"
        assert page.screen["phase"] == "idle"

    talk(served, scenario)


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("", "malformed"),
        ("{", "malformed"),
        ("[]", "malformed"),
        ("null", "malformed"),
        ('"put"', "malformed"),
        ('{"type":"dance"}', "malformed"),
        ('{"type":"beat","more":1}', "malformed"),
        ("[" * 3000, "malformed"),
        ('{"type":"command","id":"short","command":{"name":"hint"}}', "malformed"),
        ('{"type":"command","id":"with spaces in it","command":{"name":"hint"}}', "malformed"),
        ('{"type":"command","id":"abcdefgh\\n","command":{"name":"hint"}}', "malformed"),
        ('{"type":"command","id":"\\ud800abcdefgh","command":{"name":"hint"}}', "malformed"),
        ('{"type":"command","id":"abcdefg1","version":1.5,"command":{"name":"hint"}}', "malformed"),
        ('{"type":"command","id":"abcdefg2","command":{"name":"fly"}}', "malformed"),
        ('{"type":"command","id":"abcdefg3","command":{"name":"hint","more":true}}', "malformed"),
        ('{"type":"command","id":"abcdefg4","command":{"name":"put"}}', "malformed"),
        ('{"type":"command","id":"abcdefg5","command":{"name":"put","site":"z9"}}', "unknown_site"),
        ('{"type":"command","id":"abcdefg6","command":{"name":"put","site":"a1-c1"}}', "unknown_site"),
        ('{"type":"command","id":"abcdefg7","command":{"name":"lift","site":"c4"}}', "impossible_move"),
        ('{"type":"command","id":"abcdefg8","command":{"name":"choose","choice":3}}', "malformed"),
        ('{"type":"command","id":"abcdefg9","command":{"name":"button","button":"doorbell"}}', "malformed"),
        (
            json.dumps(
                {
                    "type": "command",
                    "id": "abcdefg0",
                    "command": command("set_up", players=[PLAYERS[0], {"name": "Ben", "clan": "fishermen"}]),
                }
            ),
            "clan_twice",
        ),
        (
            json.dumps(
                {
                    "type": "command",
                    "id": "abcdef10",
                    "command": command("set_up", players=[PLAYERS[0], {"name": " ", "clan": "elders"}]),
                }
            ),
            "name_missing",
        ),
        (
            json.dumps(
                {
                    "type": "command",
                    "id": "abcdef11",
                    "command": command("set_up", players=PLAYERS[:2], farms={"d1": 3}),
                }
            ),
            "wrong_farms",
        ),
        (
            json.dumps(
                {"type": "command", "id": "abcdef12", "command": command("set_up", players=PLAYERS[:2], first=9)}
            ),
            "no_such_seat",
        ),
        (
            json.dumps(
                {"type": "command", "id": "abcdef14", "command": command("set_up", players=PLAYERS[:2], game="chess")}
            ),
            "no_such_game_here",
        ),
    ],
)
def test_what_cannot_be_done_is_refused_by_name(served, text, error):
    """Malformed, unknown and impossible commands change nothing, and the connection goes on."""

    async def scenario(page):
        await page.hear()
        before = page.screen["version"], page.screen["phase"]
        reply = await page.say(text)
        assert (reply["ok"], reply["error"]) == (False, error)
        assert reply["sentence"]
        assert (page.screen["version"], page.screen["phase"]) == before
        assert (await page.ask("put", site="z9"))["error"] == "unknown_site"

    talk(served, scenario)


def test_a_binary_message_is_malformed(served):
    """Nobody sends us any."""

    async def scenario(page):
        assert (await page.say(b"\x00\x01"))["error"] == "malformed"

    talk(served, scenario)


def test_an_oversized_message_ends_the_connection(served):
    """More than 4 kB is never a command; the server closes with the code for that."""

    async def scenario(page):
        await page.socket.send(json.dumps({"type": "command", "id": "x" * 5000, "command": {}}))
        with pytest.raises(ConnectionClosed) as closed:
            await page.until(lambda _: False)
        assert closed.value.rcvd.code == 1009

    talk(served, scenario)


def test_a_flood_is_slowed_down(served):
    """Forty at once, then twenty a second; what is more is refused by name, and nobody else notices."""

    async def scenario(page):
        for number in range(60):
            await page.socket.send(
                json.dumps({"type": "command", "id": f"flood-{number:04}", "command": {"name": "put", "site": "z9"}})
            )
        async with asyncio.timeout(LONGEST_S):
            while len(page.replies) < 60:
                await page.hear()
        errors = [reply["error"] for reply in page.replies]
        assert errors[:40] == ["unknown_site"] * 40
        assert "too_fast" in errors[40:]

    talk(served, scenario)


def test_the_pace_gives_credit_back():
    """A second of rest is worth twenty messages, but never more than forty."""
    pace = RateLimiter(0.0)
    assert [pace.admit(0.0) for _ in range(41)] == [True] * 40 + [False]
    assert [pace.admit(1.0) for _ in range(21)] == [True] * 20 + [False]
    assert [pace.admit(100.0) for _ in range(41)] == [True] * 40 + [False]


# --- watchers that do not read, and too many of them ---------------------------------------------------------------


def test_a_watcher_that_does_not_read_is_cut_and_keeps_nothing():
    """Its backlog is bounded, it is told nothing more, and the others are."""

    async def scenario():
        hub = Hub(StillTable())
        lazy, reader = hub.join("en", EVERYBODY, lights=False), hub.join("en", EVERYBODY, lights=False)
        for _ in range(hubs.BACKLOG + 50):
            hub.changed()
            await asyncio.sleep(0)
            assert await reader.next()
        assert lazy.cut.is_set()
        assert not lazy._texts
        assert await lazy.next() is None
        assert lazy not in hub._watchers
        assert reader in hub._watchers

    asyncio.run(scenario())


@pytest.mark.soak
def test_a_client_that_never_reads_is_disconnected(served):
    """It hangs in the middle of a message, and is let go of all the same; others are served meanwhile."""
    with socket.socket() as client:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
        client.settimeout(3 * LONGEST_S)
        client.connect(("127.0.0.1", served.port))
        client.sendall(
            (
                f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\nOrigin: {served.origin}\r\n"
                "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
            ).encode()
        )
        resync = b'{"type":"resync"}'
        message = struct.pack("!BBI", 0x81, 0x80 | len(resync), 0) + resync
        with pytest.raises(OSError, match=r"reset|[Bb]roken"):
            flood(client, message)
        assert served.command("put", site="z9")[1]["error"] == "unknown_site"


def flood(client, message):
    """Send the same again and again, and read nothing."""
    while True:
        client.sendall(message * 1000)


def test_too_many_watchers_are_asked_to_come_later(monkeypatch):
    """The hub is full, and says so before it holds one more stranger, whatever that says first."""
    hub, lines = Hub(StillTable(), most=2), [Line(hello("a stranger's own")), Line("nonsense"), Line()]
    monkeypatch.setattr(sockets, "HELLO_S", 0.01)

    async def scenario():
        watchers = [hub.join("en", EVERYBODY, lights=False) for _ in range(2)]
        for line in lines:
            await TableSocket(hub._table, hub, Guard(frozenset({"localhost"}), ""), lambda: "en").attend(line)
            assert (line.closed[0], line.sent) == (1013, [])
        hub.leave(watchers[0])
        assert not hub.full("")
        assert hub.budget.worst() == ("", 3)

    asyncio.run(scenario())


def hello(key):
    """What a page says first."""
    return json.dumps({"type": "hello", "token": key.replace(" ", "-").replace("'", "").ljust(22, "-")})


def test_whoever_is_known_comes_into_a_full_house():
    """The key is shown in the first message, and nobody has to go for it."""
    key = json.loads(hello("the host's"))["token"]
    hub, line = Hub(StillTable(key), most=2), Line(hello("the host's"))

    async def scenario():
        for _ in range(2):
            hub.join("en", EVERYBODY, lights=False)
        table = TableSocket(hub._table, hub, Guard(frozenset({"localhost"}), ""), lambda: "en")
        attending = asyncio.create_task(table.attend(line))
        for _ in range(20):
            await asyncio.sleep(0)
        assert line.sent[0] == "snapshot"
        assert hub._table.asked.key == digest(key)
        assert len(hub._watchers) == 3
        assert hub.full("")
        attending.cancel()
        await asyncio.gather(attending, return_exceptions=True)

    asyncio.run(scenario())


def test_of_the_screens_of_one_seat_the_oldest_gives_way():
    """A place that strangers cannot take is no place for any number of screens."""
    hub, host = Hub(StillTable("a key")), Principal(key=digest("a key"))

    async def scenario():
        watchers = [hub.join("en", host, lights=False) for _ in range(hubs.MOST_OF_ONE + 1)]
        assert [watcher.cut.is_set() for watcher in watchers] == [True] + [False] * hubs.MOST_OF_ONE
        hub.join("en", EVERYBODY, lights=False)
        assert not watchers[1].cut.is_set()

    asyncio.run(scenario())


def test_of_those_who_do_not_say_who_they_are_the_crowd_gives_way():
    """One that comes alone is heard, however many from elsewhere only take up the doorstep."""

    async def scenario():
        doorstep = doorsteps.Doorstep()
        with ExitStack() as waiting:
            alone = waiting.enter_context(doorstep.waiting("192.0.2.1"))
            crowd = [
                waiting.enter_context(doorstep.waiting("192.0.2.2")) for _ in range(doorsteps.MOST_ON_THE_DOORSTEP + 9)
            ]
            assert not alone.done()
            assert [each.done() for each in crowd].count(True) == 10
            assert not crowd[-1].done()

    asyncio.run(scenario())


def test_a_screen_is_made_once_for_all_who_see_the_same():
    """However many join and say hello, and however much changes in one turn of the loop."""
    table = StillTable()
    hub = Hub(table)

    async def scenario():
        watchers = [hub.join("en", EVERYBODY, lights=False) for _ in range(20)]
        for watcher in watchers:
            hub.resync(watcher)
        assert table.number == 1
        for _ in range(5):
            hub.changed()
        await asyncio.sleep(0)
        assert table.number == 2
        assert {len(watcher._texts) for watcher in watchers} == {3}

    asyncio.run(scenario())


def test_a_page_says_once_on_a_connection_whose_it_is():
    """A second hello is refused by name, and makes no screen."""
    table = StillTable()
    hub, line = Hub(table), Line(hello("one"), hello("another"), hello("a third"))
    attend(line, hub)
    assert line.sent.count("snapshot") == 2
    assert line.sent.count("reply") == 2


def test_nobody_alone_shuts_all_others_out(monkeypatch):
    """One address has so many connections and no more; from another one there is still room."""
    monkeypatch.setattr(hubs, "MOST_FROM_ONE", 2)
    hub = Hub(StillTable("a key"))

    async def scenario():
        hub.join("en", Principal(key=digest("a key")), lights=False, address="192.0.2.1")
        hub.join("en", EVERYBODY, lights=False, address="192.0.2.1")
        assert not hub.full("192.0.2.1")
        hub.join("en", EVERYBODY, lights=False, address="192.0.2.1")
        assert hub.full("192.0.2.1")
        assert not hub.full("192.0.2.2")

    asyncio.run(scenario())


# --- who may speak -------------------------------------------------------------------------------------------------


def refused(served, **options):
    """The status with which a WebSocket is refused; None if it is not."""

    async def scenario():
        try:
            async with served.connect(**options):
                return None
        except InvalidStatus as error:
            return error.response.status_code

    return asyncio.run(scenario())


@pytest.mark.parametrize(
    "origin",
    [
        None,
        "http://evil.example",
        "https://127.0.0.1",
        "http://127.0.0.1:1",
        "null",
        "http://localhost:{port}",
        "http://127.0.0.1:{port}.evil.example",
        "",
    ],
)
def test_a_websocket_from_another_origin_is_refused(served, origin):
    """Another site, another port, another name, or none at all."""
    origin = origin if origin is None else origin.format(port=served.port)
    assert refused(served, origin=origin) == 403
    headers = {} if origin is None else {"Origin": origin}
    body = json.dumps({"type": "command", "id": "from-elsewhere", "command": {"name": "put", "site": "c4"}})
    assert served.ask("POST", "/api/command", body, headers)[0] == 403
    assert served.screen()["pieces"] == []


def test_a_script_with_the_token_may_speak(served):
    """Without an origin, and with the token printed at start; a foreign page may not, even with it."""
    bearer = {"Authorization": f"Bearer {served.token}"}
    assert refused(served, origin=None, additional_headers=bearer) is None
    assert refused(served, origin="http://evil.example", additional_headers=bearer) == 403
    assert refused(served, origin=None, additional_headers={"Authorization": "Bearer wrong"}) == 403
    assert refused(served, origin=None, additional_headers={"Authorization": f"Basic {served.token}"}) == 403


@pytest.mark.parametrize("host", ["evil.example", "evil.example:{port}", "127.0.0.1.evil.example", "localhost..", ""])
def test_a_request_to_a_foreign_name_is_refused(served, host):
    """DNS rebinding leads here by another name: neither pages nor sockets nor commands answer to it."""
    host = host.format(port=served.port)
    for method, path in (
        ("GET", "/"),
        ("GET", "/static/table/table.js"),
        ("GET", "/api/screen"),
        ("POST", "/api/command"),
    ):
        assert _raw(served.port, method, path, host) == 403
    upgrade = (
        "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        f"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nOrigin: http://{host}\r\n"
    )
    assert _raw(served.port, "GET", "/ws", host, upgrade) == 403


def _raw(port, method, path, host, more=""):
    """The status of a request whose Host is just this."""
    with socket.create_connection(("127.0.0.1", port), timeout=LONGEST_S) as client:
        client.sendall(f"{method} {path} HTTP/1.1\r\nHost: {host}\r\nContent-Length: 0\r\n{more}\r\n".encode())
        return int(client.recv(100).split()[1])


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:80", "192.168.1.7", "[::1]:8000", "[fe80::1]", "localhost."])
def test_a_request_by_address_or_own_name_is_answered(served, host):
    """However the people of the house reach the table."""
    assert _raw(served.port, "GET", "/health", host) == 200


# --- every route ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/archive",
        "/archive/1.json",
        "/api/screen",
        "/health",
        "/static/table/table.js",
        "/static/table/nothing.js",
        "/nothing",
        "/api/nothing",
        "/api/command",
        "/archive/x.json",
    ],
)
@pytest.mark.parametrize("method", ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "TRACE"])
def test_every_answer_carries_the_security_headers(served, method, path):
    """Pages, files, refusals and errors alike; and none says which program of whose it is."""
    status, headers, body = served.ask(method, path)
    assert status in (200, 403, 404, 405)
    for name, value in SECURITY_HEADERS.items():
        assert headers[name.lower()] == value
    assert not {"server", "access-control-allow-origin"} & set(headers)
    assert b"Traceback" not in body
    if status == 405:
        assert headers["allow"] or path.startswith("/static")


@pytest.mark.parametrize(
    "path", ["/", "/seat", "/learn/perladora", "/static/table/table.js", "/static/games/perladora/game.css"]
)
def test_text_is_packed_for_whoever_takes_that(served, path):
    """Browsers do; it is a third as long. A script that asks for nothing gets it as it is."""
    _, plainly, plain = served.ask("GET", path)
    _, said, packed = served.ask("GET", path, headers={"Accept-Encoding": "gzip, deflate"})
    assert (plainly.get("content-encoding"), said["content-encoding"]) == (None, "gzip")
    assert plainly["vary"] == said["vary"] == "Accept-Encoding"
    assert gzip.decompress(packed) == plain
    assert len(packed) < len(plain) / 2
    assert plainly["content-type"] == said["content-type"]
    assert plainly.get("etag") == said.get("etag")


def test_no_script_style_or_source_from_elsewhere_is_allowed():
    """The policy begins with nothing."""
    policy = SECURITY_HEADERS["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'")
    assert "unsafe" not in policy
    assert "http:" not in policy
    assert "*" not in policy


def test_an_error_of_the_program_passes_the_gate():
    """Even a 500 carries the headers: the gate stands before everything."""
    from pearlboard.web.guard import Gate
    from pearlboard.web.routes import table_app

    app = table_app(StillTable(), Hub(StillTable()), Guard(frozenset({"localhost"}), ""), catalogues(), lambda: "en")
    assert isinstance(app, Gate)
    sent = []

    async def send(message):
        sent.append(message)

    async def receive():
        return {"type": "http.request", "body": b"", "more_body": False}

    scope = {
        "type": "http",
        "method": "GET",
        "path": "/health",
        "raw_path": b"/health",
        "query_string": b"",
        "headers": [(b"host", b"localhost")],
        "http_version": "1.1",
        "scheme": "http",
        "root_path": "",
        "client": None,
        "server": None,
    }
    with pytest.raises(AttributeError):
        asyncio.run(app(scope, receive, send))
    assert sent[0]["status"] == 500
    assert b"content-security-policy" in dict(sent[0]["headers"])


@pytest.mark.parametrize(
    "path",
    [
        "/static/../server.py",
        "/static/..%2fserver.py",
        "/static/%2e%2e/server.py",
        "/static/....//server.py",
        "/static//etc/passwd",
        "/static/..\\server.py",
        "/static/%00",
        "/static/../../../../../../etc/passwd",
        "/archive/../../etc/passwd",
        "/archive/-1.json",
        "/archive/1.json/..",
        "/archive/99999999999999999999999.json",
    ],
)
def test_no_path_leads_out_of_the_static_files(served, path):
    """Nothing but what stands there is served."""
    status, _, body = served.ask("GET", path)
    assert status == 404
    assert b"root:" not in body
    assert b"import" not in body


# --- plain HTTP ----------------------------------------------------------------------------------------------------


def test_commands_over_http_are_those_of_the_socket(served):
    """A reply with the id; 200, or a status that fits the refusal."""
    assert served.command("put", command_id="http-put-1", site="c4") == (
        200,
        {"type": "reply", "id": "http-put-1", "ok": True, "version": 0, "saved_version": 0},
    )
    assert served.command("put", command_id="http-put-1", site="c4")[0] == 200
    assert served.command("put", site="c4")[1]["error"] == "impossible_move"
    assert served.command("put", site="z9")[0] == 422
    assert served.command("hint", version=99)[0] == 409
    assert served.command("lift", site="c4")[0] == 200
    status, reply = served.command("fly")
    assert (status, reply["error"]) == (400, "malformed")


@pytest.mark.parametrize(
    ("body", "status"),
    [("", 400), ("{", 400), ('{"type":"beat"}', 400), ("x" * 5000, 413), (b"\xff\xfe", 400), ("[" * 4000, 400)],
)
def test_a_bad_body_is_refused(served, body, status):
    """By name, as JSON."""
    found, headers, answer = served.ask("POST", "/api/command", body, {"Authorization": f"Bearer {served.token}"})
    assert found == status
    assert headers["content-type"] == "application/json"
    assert json.loads(answer)["ok"] is False


def test_commands_over_http_have_a_pace():
    """An address that floods is refused by name; it may try again a moment later."""
    with serving() as table:
        answers = [table.command("put", patient=False, site="z9") for _ in range(80)]
        assert answers[0][0] == 422
        assert (429, {"ok": False, "error": "too_fast"}) in answers


def test_the_feed_tells_what_happens_and_takes_nothing(served):
    """Server-sent events: a snapshot, then changes."""
    connection = http.client.HTTPConnection("127.0.0.1", served.port, timeout=LONGEST_S)
    connection.request("GET", "/api/events?lang=fr")
    answer = connection.getresponse()
    assert answer.headers["content-type"].startswith("text/event-stream")
    first = json.loads(answer.readline().removeprefix(b"data: "))
    assert (first["type"], first["screen"]["lang"]) == ("snapshot", "fr")
    assert answer.readline() == b"\n"
    served.command("put", site="c4")
    change = json.loads(answer.readline().removeprefix(b"data: "))
    assert (change["type"], change["seq"]) == ("change", 2)
    served.command("lift", site="c4")
    connection.close()
    assert served.ask("HEAD", "/api/events")[0] == 200


def test_the_language_is_that_which_was_asked_for_or_the_browsers():
    """By name, then by the browser's preference, then the table's own."""
    assert language_of("fr", "en", "en") == "fr"
    assert language_of("xx", "nl-NL,fr-CA;q=0.8", "en") == "fr"
    assert language_of(None, "nl", "fr") == "fr"
    assert language_of(None, None, "en") == "en"


def test_an_answer_is_sent_at_once():
    """Not when the other end has acknowledged its headers, which takes 40 ms on a connection that was used before."""

    async def scenario():
        made = asyncio.get_running_loop().create_future()

        class Delay(asyncio.Protocol):
            def connection_made(self, transport):
                at_once = transport.get_extra_info("socket").getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
                made.set_result(at_once)
                transport.close()

        listening = bind("127.0.0.1", 0)
        async with await asyncio.get_running_loop().create_server(Delay, sock=listening):
            with socket.create_connection(listening.getsockname()):
                assert await made

    asyncio.run(scenario())


def test_health_says_how_it_is(served):
    """A few facts, and no secret."""
    health = json.loads(served.ask("GET", "/health")[2])
    assert health["ok"] is True
    assert health["board"] == "connected"


# --- a game, its record, and the archive ---------------------------------------------------------------------------


def test_a_game_is_in_the_archive_when_it_was_counted_and_not_before(tmp_path):
    """Until then its record is not there; then `pearlboard replay` accepts it, and the page lists it."""
    with serving() as table:
        assert table.command("set_up", players=PLAYERS[:2], edition="fr", confirm="button")[0] == 200
        table.wait(lambda screen: offers(screen, "start"))
        assert table.command("start")[0] == 200
        _lay(table, "c4", 5)
        _lay(table, "e2", 2)
        assert table.ask("GET", "/archive/1.json")[0] == 404
        assert table.command("pass")[0] == 200
        assert table.command("pass")[0] == 200
        assert table.screen()["stage"] == "reveal"
        assert table.ask("GET", "/archive/1.json")[0] == 404
        assert table.command("agree")[0] == 200
        assert table.screen()["stage"] == "reveal"
        assert table.command("agree")[0] == 200
        assert table.command("counted")[0] == 200
        screen = table.screen()
        assert screen["phase"] == "over"
        status, headers, record = table.ask("GET", screen["game"]["result"]["export"])
        assert status == 200
        assert "attachment" in headers["content-disposition"]
        assert b"Anna" in table.ask("GET", "/archive")[2]
        assert table.ask("GET", "/archive/2.json")[0] == 404
    file = tmp_path / "record.json"
    file.write_bytes(record)
    replayed = subprocess.run(command_line("replay", file), capture_output=True, text=True, check=True)
    result = json.loads(replayed.stdout)
    assert result["over"] is True
    assert result["winners"] == screen["game"]["result"]["winners"]
    assert result["pearls"] == {str(row["side"]): row["pearls"] for row in screen["game"]["result"]["standings"]}


def _lay(table, place, value):
    """Lay a Diver, say its value, and confirm."""
    assert table.command("put", site=place)[0] == 200
    table.wait(lambda screen: screen["verdict"] == "legal")
    assert table.command("choose_value", value=value)[0] == 200
    assert table.command("confirm")[0] == 200


@pytest.mark.parametrize(
    ("host", "scheme", "heeded"),
    [
        ("127.0.0.1", "http", True),
        ("localhost", "http", True),
        ("192.168.1.7", "http", False),
        ("192.168.1.7", "https", True),
    ],
)
def test_a_page_speaks_of_openers_only_where_browsers_heed_it(served, host, scheme, heeded):
    """Elsewhere they would log an error for each page."""
    _, headers, _ = served.ask("GET", "/", headers={"Host": f"{host}:{served.port}", "X-Forwarded-Proto": scheme})
    assert ("cross-origin-opener-policy" in headers) is heeded
