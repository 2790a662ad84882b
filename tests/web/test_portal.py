"""In the table's own network every name leads to the table; nowhere else does any but its own."""

import asyncio

import pytest
from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse

from pearlboard.web.guard import Gate, Guard

OWN = "http://10.42.0.1:8000/"
OWN_NAMES = frozenset({"localhost", "pearlboard-ab12", "pearlboard-ab12.local"})
CHECKS = (
    ("connectivitycheck.gstatic.com", "/generate_204"),
    ("captive.apple.com", "/hotspot-detect.html"),
    ("www.msftconnecttest.com", "/connecttest.txt"),
    ("www.msftncsi.com", "/ncsi.txt"),
    ("detectportal.firefox.com", "/canonical.html"),
    ("nmcheck.gnome.org", "/check_network_status.txt"),
    ("spiele.example", "/"),
)
"""What phones and computers ask for when they have joined a network, and what a person may type."""


def asked(host, path="/", method="GET", portal=None, kind="http"):
    """The status and where to, of a request that the gate sees."""
    sent = []

    async def receive():
        return {"type": "http.disconnect"}

    async def send(message):
        sent.append(message)

    scope = {"type": kind, "method": method, "path": path, "query_string": b"", "headers": [(b"host", host.encode())]}
    gate = Gate(PlainTextResponse("the table"), Guard(OWN_NAMES, "token"), lambda: portal)
    asyncio.run(gate(scope if kind == "http" else {**scope, "method": "GET"}, receive, send))
    if kind == "websocket":
        return sent[0]["type"]
    headers = Headers(raw=sent[0]["headers"])
    assert headers["Cache-Control"] == "no-store"
    return sent[0]["status"], headers.get("location")


@pytest.mark.parametrize(("host", "path"), CHECKS)
def test_whoever_looks_for_something_else_is_led_to_the_table(host, path):
    """Which makes phones show its page; while the own network is closed it is refused, as ever."""
    assert asked(host, path, portal=OWN) == (302, OWN)
    assert asked(host, path) == (403, None)


@pytest.mark.parametrize("host", ["10.42.0.1:8000", "localhost:8000", "pearlboard-ab12.local:8000", "[::1]:8000"])
def test_whoever_is_there_is_served(host):
    assert asked(host, portal=OWN) == asked(host) == (200, None)


def test_whoever_comes_by_the_port_that_is_forwarded_goes_on_at_the_tables_own():
    """Else all of them would come from one address, and share its limits."""
    assert asked("10.42.0.1", portal=OWN) == (302, OWN)
    assert asked("10.42.0.1:80", portal=OWN) == (302, OWN), "the same, written out"
    assert asked("pearlboard-ab12.local", portal=OWN) == (302, OWN)
    assert asked("pearlboard-ab12.local") == (200, None)
    assert asked("10.42.0.1", portal="http://10.42.0.1:80/") == (200, None), "no circle"


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS"])
def test_nothing_is_changed_by_another_name(method):
    """DNS rebinding: a page of elsewhere whose name leads here is refused, own network or not."""
    assert asked("evil.example", "/api/operator", method, OWN) == (403, None)


def test_no_page_of_elsewhere_reads_what_the_table_says():
    """It is sent to another origin, with an answer that is the same for all; a WebSocket is closed."""
    for path in ("/api/screen", "/health", "/api/backup"):
        assert asked("evil.example:8000", path, portal=OWN) == (302, OWN)
    assert asked("evil.example", "/ws", portal=OWN, kind="websocket") == "websocket.close"


def test_the_first_key_opens_the_operators_page_as_long_as_there_is_one():
    """Beside the token, never in its place; and no key is no key."""
    keys = ["123456789012"]
    guard = Guard(OWN_NAMES, "token", lambda: keys[0])
    given = [Headers({"authorization": f"Bearer {key}"}) for key in ("token", "123456789012", "", "None", "1234")]
    assert [guard.token_given(each) for each in given] == [True, True, False, False, False]
    keys[0] = None
    assert [guard.token_given(each) for each in given] == [True, False, False, False, False]


@pytest.mark.parametrize("kind", ["http", "websocket"])
def test_the_forwarded_port_is_no_second_way_in(kind):
    """Wrong passwords by it, and sockets, would count for the machine itself, and not for who sends them."""
    refused = asked("10.42.0.1", "/api/enter", method="POST", portal=OWN, kind=kind)
    assert refused == ("websocket.close" if kind == "websocket" else (403, None))


@pytest.mark.parametrize(
    ("client", "portal", "headers", "local"),
    [
        ("127.0.0.1", None, [], True),
        ("::1", None, [], True),
        ("127.0.0.1", OWN, [], False),
        ("127.0.0.1", None, [(b"x-forwarded-for", b"192.0.2.1")], False),
        ("192.0.2.1", None, [], False),
    ],
)
def test_who_sits_at_the_machine_itself(client, portal, headers, local):
    """Nobody who comes through a proxy, nor by the port that systemd forwards in the table's own network."""
    seen = []

    async def app(scope, _receive, _send):
        seen.append(scope["local"])

    scope = {"type": "http", "method": "GET", "path": "/", "client": (client, 1)}
    gate = Gate(app, Guard(OWN_NAMES, "token"), lambda: portal)
    asyncio.run(gate({**scope, "headers": [(b"host", b"localhost:8000"), *headers]}, None, None))
    assert seen == [local]
