"""Every route that is served is tried in every way in which somebody may come who should not.

The routes, and what must happen, are read off the table by which they are served, `web/routes.py`: a route that is
added is tried at once.
"""

import asyncio
import itertools
import json
import socket
from dataclasses import dataclass, field
from urllib.parse import quote

import pytest
from starlette.datastructures import Headers
from websockets.exceptions import ConnectionClosed, InvalidStatus

from pearlboard.web.guard import SECURITY_HEADERS, Guard
from pearlboard.web.rate_limiter import A_SECOND, ALL_TRIES, BURST, MINUTE_S, TRIES, WrongTries
from pearlboard.web.routes import ENDPOINTS
from pearlboard.web.rules import MOST_BYTES, AccessRule, Endpoint
from support.lengths import at_length
from support.serving import LONGEST_S, offers, serving
from support.tabling import PLAYERS

pytestmark = pytest.mark.slow

EXAMPLES = {
    "/archive/{number:int}": "/archive/1",
    "/archive/{number:int}.json": "/archive/1.json",
    "/archive/{number:int}.svg": "/archive/1.svg",
    "/archive/{number:int}/analysis": "/archive/1/analysis",
    "/api/archive/{number:int}": "/api/archive/1",
    "/api/archive/{number:int}/analysis": "/api/archive/1/analysis",
    "/static": "/static/shared/dom.js",
    "/games/{game}/known.json": "/games/perladora/known.json",
    "/games/{game}/puzzle.json": "/games/perladora/puzzle.json?index=0&sites=a1-b1,c1-d1",
    "/games/{game}/{part}.html": "/games/perladora/table.html",
    "/static/games/{game}/{file}": "/static/games/perladora/table.js",
    "/static/{version}/games/{game}/{file}": "/static/0123456789abcdef/games/perladora/table.js",
}
"""What a path with a gap in it may look like; no game is in the archive, so these are 404."""
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "NONSENSE")
FOREIGN_HOSTS = (
    "evil.example",
    "127.0.0.1.evil.example",
    "localhost..",
    "[::1].evil.example",
    "",
    "evil.example:{port}",
)
FOREIGN_ORIGINS = (
    "http://evil.example",
    "null",
    "http://127.0.0.1:1",
    "https://127.0.0.1:{port}.evil.example",
    "",
    "http://localhost:{port}",
    "file://",
    "http://127.0.0.1:{port}/",
)
UPGRADE = (
    "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
)
MALFORMED = ("", "{", "[]", "null", "[" * 4000, '{"type":"beat"}', '{"code":1}', '{"code":"x","more":1}', "\ud800")


RULES = {each.path: each for each in ENDPOINTS}
HTTP = sorted(path for path, rule in RULES.items() if rule.method != "WEBSOCKET")
SOCKETS = sorted(set(RULES) - set(HTTP))
GUARDED = sorted(path for path, rule in RULES.items() if rule.may is not AccessRule.ANYBODY)
POSTED = sorted(path for path, rule in RULES.items() if rule.method == "POST" and rule.most_bytes == MOST_BYTES)
PIECES = sorted(path for path, rule in RULES.items() if rule.most_bytes > MOST_BYTES)
"""What takes a file piece by piece, and no message; `tests/web/test_restoring.py` sends some."""


@dataclass
class House:
    """A table with one game on, and all kinds of tokens for it. Every test that asks for it finds it as it was."""

    served: object
    tokens: dict
    addresses: object = field(default_factory=lambda: itertools.count(1))

    def source(self):
        """An address that nobody came from yet: all of the tests together would be too fast for one."""
        high, low = divmod(next(self.addresses), 256)
        return f"127.7.{high}.{low}", 0

    def ask(self, path, *, method=None, body=None, **headers):
        """The status, headers and body of an answer, by the rule's own method if no other is given."""
        sent = {name.replace("_", "-"): value for name, value in headers.items() if value is not None}
        method = method or RULES[path].method
        status, answered, content = self.served.ask(method, EXAMPLES.get(path, path), body, sent, source=self.source())
        assert_secure(answered, content)
        return status, answered, content

    def formed(self, text):
        return text.format(port=self.served.port)

    def knock(self, path, **options):
        """The status with which a WebSocket is refused; None if it is let in."""

        async def scenario():
            try:
                async with self.connect(path, **options):
                    return None
            except InvalidStatus as error:
                return error.response.status_code

        return asyncio.run(scenario())

    def connect(self, path, **options):
        return self.served.connect(path=path, local_addr=self.source(), **options)


def assert_secure(headers, body):
    """The policy and its like are on every answer, and nothing is that tells too much."""
    for name, value in SECURITY_HEADERS.items():
        assert headers[name.lower()] == value
    assert not {"server", "set-cookie", "access-control-allow-origin"} & set(headers)
    assert b"Traceback" not in body


def joined(served):
    """A phone's token for seat 1: the host's page invites, the phone exchanges the code."""
    assert served.command("invite", seat=1)[0] == 200
    bearer = {"Authorization": f"Bearer {served.token}"}
    screen = json.loads(served.ask("GET", "/api/screen", None, bearer)[2])
    code = screen["join"]["invitations"][0]["address"].partition("#")[2]
    status, _, body = served.ask("POST", "/api/join", json.dumps({"code": code}))
    assert status == 200
    return json.loads(body)["token"]


@pytest.fixture(scope="module")
def house():
    with serving() as served:
        assert served.command("set_up", players=PLAYERS[:2], confirm="button")[0] == 200
        served.wait(lambda screen: offers(screen, "start"))
        assert served.command("start")[0] == 200
        revoked, seat = joined(served), joined(served)
        tokens = {
            "operator": served.token,
            "seat": seat,
            "revoked": revoked,
            "wrong": "A" * 22,
            "empty": "",
            "nothing": None,
        }
        yield House(served, tokens)


async def until_closed(connection):
    """All that it still hears, and the code with which it is closed."""
    said = []
    try:
        async with asyncio.timeout(LONGEST_S):
            while True:
                said.append(await connection.recv())
    except ConnectionClosed as closed:
        return said, closed.rcvd.code


def bearer(token):
    return None if token is None else f"Bearer {token}"


# --- the table of rules ----------------------------------------------------------------------------------------------


def test_every_route_stands_in_the_table_once():
    """The second one of a path would never be asked."""
    assert len(RULES) == len(ENDPOINTS)


def test_whatever_takes_a_message_is_guarded_and_limited():
    """By its length; what only shows something takes nothing, and only the operator's copies are not for all."""
    for rule in RULES.values():
        assert (rule.method == "GET") == (rule.most_bytes == 0)
    assert {path for path in GUARDED if RULES[path].method == "GET"} == {"/api/backup", "/api/kept"}


# --- who comes -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("host", FOREIGN_HOSTS)
@pytest.mark.parametrize("path", sorted(RULES))
def test_no_route_answers_to_a_foreign_name(house, path, host):
    """DNS rebinding leads here by another name: 403, whatever else is right."""
    host, rule = house.formed(host), RULES[path]
    method, more = ("GET", UPGRADE) if rule.method == "WEBSOCKET" else (rule.method, "Connection: close\r\n")
    request = (
        f"{method} {EXAMPLES.get(path, path)} HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\n"
        f"Authorization: Bearer {house.tokens['operator']}\r\nContent-Length: 0\r\n{more}\r\n"
    )
    where = ("127.0.0.1", house.served.port)
    with socket.create_connection(where, timeout=LONGEST_S, source_address=house.source()) as client:
        client.sendall(request.encode())
        answer = client.recv(4096).decode()
    assert answer.split()[1] == "403"
    if rule.method != "WEBSOCKET":
        assert all(f"{name.lower()}: {value}" in answer for name, value in SECURITY_HEADERS.items())


@pytest.mark.parametrize("origin", FOREIGN_ORIGINS)
@pytest.mark.parametrize("path", GUARDED)
def test_no_page_of_another_site_may_do_anything(house, path, origin):
    """Not even with a token that is good."""
    origin = house.formed(origin)
    for name in ("nothing", "operator", "seat"):
        token = bearer(house.tokens[name])
        if path in SOCKETS:
            more = {} if token is None else {"additional_headers": {"Authorization": token}}
            assert house.knock(path, origin=origin, **more) == 403
        else:
            assert house.ask(path, body="{}", Origin=origin, Authorization=token)[0] == 403


@pytest.mark.parametrize("path", sorted(set(HTTP) - set(GUARDED) - {"/api/events"}))
def test_what_all_may_read_is_told_to_no_other_site(house, path):
    """A foreign page may ask, as for any picture, but is given no leave to read; a token it shows is refused.

    422: what is asked about is missing.
    """
    assert house.ask(path, Origin="http://evil.example")[0] == house.ask(path)[0] in (200, 404, 422)
    if path == "/api/screen":
        for name in ("operator", "seat", "wrong"):
            token = bearer(house.tokens[name])
            assert house.ask(path, Origin="http://evil.example", Authorization=token)[0] == 403


EXPECTED = {
    AccessRule.PAGES: {"nothing": 403, "empty": 403, "wrong": 403, "revoked": 403, "seat": 403, "operator": None},
    AccessRule.TOKENS: {"nothing": 403, "empty": 401, "wrong": 401, "revoked": 401, "seat": None, "operator": None},
    AccessRule.OPERATOR: {"nothing": 403, "empty": 403, "wrong": 403, "revoked": 403, "seat": 403, "operator": None},
    AccessRule.KNOCK: dict.fromkeys(("nothing", "empty", "wrong", "revoked", "seat", "operator")),
}
"""Who is let in (None) without an origin, by the token that is shown as a script shows it."""


@pytest.mark.parametrize("name", ["nothing", "empty", "wrong", "revoked", "seat", "operator"])
@pytest.mark.parametrize("path", GUARDED)
def test_without_an_origin_a_token_is_asked_for(house, path, name):
    """A script shows one; a token of nobody, or one that was signed out, is refused as such."""
    expected, token = EXPECTED[RULES[path].may][name], bearer(house.tokens[name])
    if path in SOCKETS:
        more = {} if token is None else {"additional_headers": {"Authorization": token}}
        assert house.knock(path, origin=None, **more) == expected
    else:
        status = house.ask(path, body="{}", Authorization=token)[0]
        let_in = 409 if RULES[path].method == "GET" else 400  # a game is on, which no copy may tell of; or no message
        assert status == (let_in if expected is None else expected)


@pytest.mark.parametrize("scheme", ["Basic {}", "{}", "Bearer", "Bearer {} x", "Token {}"])
def test_a_token_counts_only_as_it_must_be_shown(house, scheme):
    """By the scheme `Bearer`, whole, and nothing else."""
    shown = scheme.format(house.tokens["operator"])
    assert house.ask("/api/command", body="{}", Authorization=shown)[0] in (401, 403)


@pytest.mark.parametrize("name", ["empty", "wrong", "revoked"])
def test_a_token_of_nobody_shows_nothing(house, name):
    """Also where one without any token may read; our own page's origin makes it no better."""
    token = bearer(house.tokens[name])
    assert house.ask("/api/screen", Authorization=token)[0] == 401
    assert house.ask("/api/command", body="{}", Authorization=token, Origin=house.served.origin)[0] == 401


@pytest.mark.parametrize("query", ["?token={}", "?access_token={}", "?authorization=Bearer%20{}"])
def test_a_token_in_an_address_counts_for_nothing(house, query):
    """Addresses stay in histories and logs."""
    for name in ("operator", "seat"):
        wanted = query.format(house.tokens[name])
        assert house.served.ask("POST", f"/api/command{wanted}", "{}", source=house.source())[0] == 403
        assert json.loads(house.served.ask("GET", f"/api/screen{wanted}", source=house.source())[2])["you"] is None


# --- the phone's connection ------------------------------------------------------------------------------------------


def greeting(house, text):
    """What a phone that begins with `text` is told, and the code with which it is let go; 0: it may stay."""

    async def scenario():
        async with house.connect("/ws/seat") as connection:
            await connection.send(text)
            first = json.loads(await asyncio.wait_for(connection.recv(), LONGEST_S))
            if first["type"] != "refused":
                return first, 0
            more, code = await until_closed(connection)
            assert more == []
            return first, code

    return asyncio.run(scenario())


def hello(token):
    return json.dumps({"type": "hello", "token": token})


def test_a_phone_with_its_token_gets_its_screen(house):
    """And only its own."""
    message, code = greeting(house, hello(house.tokens["seat"]))
    assert (message["type"], code) == ("snapshot", 0)
    assert message["screen"]["you"]["seat"] == 1
    assert message["screen"]["join"] is None


@pytest.mark.parametrize(
    "text",
    [
        hello("A" * 22),
        hello(""),
        hello("short"),
        '{"type":"resync"}',
        '{"type":"beat"}',
        "",
        "{",
        "[]",
        "null",
        "[" * 3000,
        '{"type":"hello"}',
        b"\x00",
    ],
)
def test_a_phone_that_begins_in_any_other_way_is_let_go(house, text):
    """With a name for it, and without a word about the table."""
    assert greeting(house, text) == ({"type": "refused", "error": "unknown_token"}, 4401)


@pytest.mark.parametrize("name", ["revoked", "operator"])
def test_another_token_is_no_phones(house, name):
    """One that was signed out, or the operator's."""
    assert greeting(house, hello(house.tokens[name])) == ({"type": "refused", "error": "unknown_token"}, 4401)


def test_a_phone_that_says_nothing_hears_nothing(house):
    """The table waits for the token before it says anything."""

    async def scenario():
        async with house.connect("/ws/seat") as connection:
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(connection.recv(), 0.3)

    asyncio.run(scenario())


def test_a_phone_that_is_signed_out_is_told_and_let_go():
    """At once, in the middle of a game, and before whoever has the seat now sees anything."""
    with serving() as served:
        served.command("set_up", players=PLAYERS[:2])
        token = joined(served)

        async def scenario():
            async with served.connect(path="/ws/seat") as connection:
                await connection.send(hello(token))
                assert json.loads(await connection.recv())["type"] == "snapshot"
                await asyncio.to_thread(served.command, "invite", seat=1)
                said, code = await until_closed(connection)
                assert (json.loads(said[-1]), code) == ({"type": "refused", "error": "revoked"}, 4401)

        asyncio.run(scenario())
        assert served.ask("GET", "/api/screen", None, {"Authorization": f"Bearer {token}"})[0] == 401


# --- what is sent ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("path", HTTP)
def test_a_route_takes_its_own_method_only(house, path, method):
    """GET brings HEAD with it; everything else is 405, and says what may be done."""
    rule = RULES[path]
    allowed = {"GET", "HEAD"} if rule.method == "GET" else {rule.method}
    if path == "/api/events" and method == "GET":
        return
    status, headers, body = house.ask(path, method=method, Authorization=bearer(house.tokens["operator"]))
    assert (status != 405) == (method in allowed)
    if status == 405 and path != "/static":
        assert allowed <= set(headers["allow"].split(", "))
    if method == "HEAD":
        assert body == b""


@pytest.mark.parametrize("path", SOCKETS)
def test_a_websocket_is_nothing_else(house, path):
    """A plain request to its path finds no page."""
    for method in ("GET", "POST"):
        status, headers, body = house.served.ask(method, path, source=house.source())
        assert_secure(headers, body)
        assert status == 404


@pytest.mark.parametrize("path", POSTED)
def test_a_body_may_not_be_too_long(house, path):
    """One byte more than may be is 413, also when its length is not told beforehand."""
    token = bearer(house.tokens["operator"])
    assert house.ask(path, body=" " * MOST_BYTES, Authorization=token)[0] == 400
    assert house.ask(path, body=" " * (MOST_BYTES + 1), Authorization=token)[0] == 413
    assert house.ask(path, body=[b" " * MOST_BYTES, b" " * MOST_BYTES], Authorization=token)[0] == 413


@pytest.mark.parametrize("path", PIECES)
def test_a_piece_may_not_be_too_long(house, path):
    """Nor does it come without its place in the file, nor empty."""
    token = bearer(house.tokens["operator"])
    assert house.ask(path, body=b" " * (RULES[path].most_bytes + 1), Authorization=token)[0] == 413
    assert house.ask(path, body=b" " * RULES[path].most_bytes, Authorization=token)[0] == 400
    for at, body in (("-1", b"x"), ("", b"x"), ("0x1", b"x"), ("²", b"x"), ("1" * 13, b"x"), ("0", b"")):
        shown = {"Authorization": token}
        status, _, answer = house.served.ask("POST", f"{path}?at={quote(at)}", body, shown, source=house.source())
        assert (status, json.loads(answer)["error"]) == (400, "malformed")


@pytest.mark.parametrize("path", SOCKETS)
def test_a_frame_may_not_be_too_long(house, path):
    """The connection is closed with the code for that."""

    async def scenario():
        async with house.connect(path) as connection:
            await connection.send(" " * (MOST_BYTES + 1))
            assert (await until_closed(connection))[1] == 1009

    asyncio.run(scenario())


@pytest.mark.parametrize("body", MALFORMED)
@pytest.mark.parametrize("path", POSTED)
def test_what_is_no_message_is_refused_by_name(house, path, body):
    """As JSON, with the headers, and with no word of what was wrong inside the program."""
    body = body.encode(errors="surrogatepass")
    status, headers, answer = house.ask(path, body=body, Authorization=bearer(house.tokens["operator"]))
    assert (status, headers["content-type"]) == (400, "application/json")
    assert json.loads(answer)["error"] == "malformed"


# --- how often -------------------------------------------------------------------------------------------------------


FLOODED = [*POSTED, *PIECES]


@pytest.mark.parametrize("path", at_length(FLOODED, FLOODED[-1:]))
def test_an_address_that_floods_is_refused(path):
    """So many at once, then so many a second; whatever it sends."""
    with serving() as served:
        token = {"Authorization": f"Bearer {served.token}"}
        statuses = [served.ask("POST", path, "{", token)[0] for _ in range(2 * BURST)]
        assert statuses[:BURST] == [400] * BURST
        assert 429 in statuses
        assert served.ask("GET", "/health")[0] == 200


@pytest.mark.parametrize("path", SOCKETS)
def test_a_connection_that_floods_is_slowed_down(house, path):
    """What is too much is refused by name; a second of rest is worth twenty messages."""
    assert (A_SECOND, BURST) == (20, 40)

    async def scenario():
        async with house.connect(path) as connection:
            await connection.send(hello(house.tokens["seat"]))
            for _ in range(BURST + 20):
                await connection.send("{")
            errors = []
            async with asyncio.timeout(LONGEST_S):
                while len(errors) < BURST + 20:
                    message = await connection.recv()
                    if isinstance(message, str) and (said := json.loads(message))["type"] == "reply":
                        errors.append(said["error"])
            return errors

    errors = asyncio.run(scenario())
    assert set(errors[: BURST - 1]) == {"malformed"}
    assert "too_fast" in errors


def test_wrong_codes_are_limited_and_the_right_one_never_is():
    """Five wrong ones a minute from an address; with all of them tried, and far more, the right one still joins."""
    with serving() as served:
        served.command("set_up", players=PLAYERS[:2])
        served.command("invite", seat=1)
        bearer = {"Authorization": f"Bearer {served.token}"}
        screen = json.loads(served.ask("GET", "/api/screen", None, bearer)[2])
        code = screen["join"]["invitations"][0]["address"].partition("#")[2]
        for number in range(TRIES):
            status, _, body = served.ask("POST", "/api/join", json.dumps({"code": f"guess-{number}"}))
            assert (status, json.loads(body)["error"]) == (422, "invitation_used")
        for number in range(BURST + ALL_TRIES):
            status, headers, body = served.ask("POST", "/api/join", json.dumps({"code": f"another-{number}"}))
            assert (status, json.loads(body)["error"]) == (429, "too_fast")
        assert_secure(headers, body)
        status, _, body = served.ask("POST", "/api/join", json.dumps({"code": code}))
        assert (status, json.loads(body)["seat"]) == (200, 1)
        status, _, body = served.ask("POST", "/api/join", json.dumps({"code": code}))
        assert (status, json.loads(body)["error"]) == (429, "too_fast")


def test_not_even_from_many_addresses():
    """Twenty wrong ones in all; a minute later there is room again, and an address has its own five."""
    assert (TRIES, ALL_TRIES, MINUTE_S) == (5, 20, 60.0)
    tries = WrongTries()
    for number in range(ALL_TRIES):
        address = f"10.0.0.{number // TRIES}"
        assert tries.allows(address, 0.0)
        tries.failed(address, 0.0)
        assert tries.allows(address, 0.0) == ((number + 1) % TRIES != 0)
    assert not tries.allows("10.0.0.200", 59.9)
    assert tries.allows("10.0.0.200", 60.0)
    assert tries.allows("10.0.0.0", 60.0)


def test_guesses_that_come_all_at_once_count_as_those_that_come_one_by_one():
    """A body that is held back until many others are on their way gains nothing."""
    with serving() as served:
        served.command("set_up", players=PLAYERS[:2])
        body = json.dumps({"code": "guess-again"}).encode()
        head = (
            f"POST /api/join HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\nConnection: close\r\n"
            f"Content-Length: {len(body)}\r\n\r\n"
        ).encode()
        clients = [socket.create_connection(("127.0.0.1", served.port), timeout=LONGEST_S) for _ in range(3 * TRIES)]
        for client in clients:
            client.sendall(head + body[:5])
        assert served.ask("GET", "/health")[0] == 200  # they came before this, and were heard
        for client in clients:
            client.sendall(body[5:])
        statuses = []
        for client in clients:
            with client:
                statuses.append(int(client.recv(100).split()[1]))
        assert sorted(statuses) == [422] * TRIES + [429] * (2 * TRIES)


# --- the rule itself -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("may", list(AccessRule))
def test_a_rule_without_headers_lets_in_only_whom_it_need_not_know(may):
    """The kinds of rules, without a server around them."""
    guard, rule = Guard(frozenset({"localhost"}), "token"), Endpoint("/", may, None)
    own = {"host": "localhost", "origin": "http://localhost"}
    assert rule.lets_in(Headers(own), guard) == (may is not AccessRule.OPERATOR)
    assert rule.lets_in(Headers({**own, "authorization": "Bearer token"}), guard)
    assert rule.lets_in(Headers({"host": "localhost"}), guard) == (may in (AccessRule.ANYBODY, AccessRule.KNOCK))
    assert rule.lets_in(Headers({"host": "localhost", "authorization": "Bearer token"}), guard)
    assert rule.lets_in(Headers({**own, "origin": "http://evil.example"}), guard) == (may is AccessRule.ANYBODY)
