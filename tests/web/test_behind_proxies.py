"""Behind a reverse proxy: in the forms in which nginx, Caddy, Traefik and Apache hand on what a browser asks.

Each form is what the proxy's own documents configure. Nginx and Caddy themselves: `tests/web/test_real_proxies.py`.
"""

import asyncio
from dataclasses import dataclass

import pytest
from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse

from pearlboard.origins import names_of, proxies_of
from pearlboard.web.guard import Gate, Guard, address_of

PHONE, PHONES_FAKE = "192.168.1.77", "6.6.6.6"
UPSTREAM = "127.0.0.1:8000"
NAME = "table.example"


@dataclass(frozen=True)
class Asked:
    """What a browser has written: `scheme` and `port` of the page's address, and the name."""

    scheme: str = "http"
    port: int | None = None
    name: str = NAME

    @property
    def host(self):
        return self.name if self.port is None else f"{self.name}:{self.port}"

    @property
    def shown_port(self):
        return self.port or {"http": 80, "https": 443}[self.scheme]

    @property
    def origin(self):
        return f"{self.scheme}://{self.host}"


def nginx_bare(_):
    """Of `proxy_pass http://127.0.0.1:8000;` and the two lines for WebSockets: nothing of what the browser wrote."""
    return {"host": UPSTREAM}


def nginx_host(asked):
    """`Host $host` loses the port; beside it `X-Real-IP`, `X-Forwarded-For` and `X-Forwarded-Proto`."""
    return {
        "host": asked.name,
        "x-real-ip": PHONE,
        "x-forwarded-for": f"{PHONES_FAKE}, {PHONE}",
        "x-forwarded-proto": asked.scheme,
    }


def nginx_http_host(asked):
    return {**nginx_host(asked), "host": asked.host}


def nginx_host_and_port(asked):
    """`Host $host:$server_port` writes out what a browser leaves away."""
    return {**nginx_host(asked), "host": f"{asked.name}:{asked.shown_port}"}


def caddy(asked):
    """`reverse_proxy 127.0.0.1:8000`."""
    return {
        "host": asked.host,
        "x-forwarded-for": PHONE,
        "x-forwarded-host": asked.host,
        "x-forwarded-proto": asked.scheme,
        "via": "1.1 Caddy",
    }


def traefik(asked):
    return {
        "host": asked.host,
        "x-forwarded-for": PHONE,
        "x-forwarded-host": asked.host,
        "x-forwarded-port": str(asked.shown_port),
        "x-forwarded-proto": asked.scheme,
        "x-forwarded-server": "traefik",
        "x-real-ip": PHONE,
    }


def apache(asked):
    """`ProxyPass`, without `ProxyPreserveHost`."""
    return {
        "host": UPSTREAM,
        "x-forwarded-for": f"{PHONES_FAKE}, {PHONE}",
        "x-forwarded-host": asked.host,
        "x-forwarded-server": asked.name,
    }


FORMS = (nginx_bare, nginx_host, nginx_http_host, nginx_host_and_port, caddy, traefik, apache)
SAY_WHO = tuple(form for form in FORMS if form is not nginx_bare)
PAGES = {"http": Asked(), "https": Asked("https"), "with a port": Asked("https", 8443)}


def guarded(names=f"{NAME} {NAME}:8443", proxies="127.0.0.1"):
    declared = names_of(names)
    own = frozenset({"localhost", "pearlboard.local", *(name.host for name in declared)})
    return Guard(own, "token", declared=declared, proxies=proxies_of(proxies))


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("page", PAGES)
def test_pages_commands_and_sockets_pass(form, page):
    asked, guard = PAGES[page], guarded()
    headers = Headers({**form(asked), "origin": asked.origin})
    assert guard.host_allowed(headers)
    assert guard.may_change(headers)
    assert guard.may_speak(headers)


@pytest.mark.parametrize("form", [nginx_host, nginx_http_host, nginx_host_and_port, caddy, traefik])
@pytest.mark.parametrize("scheme", ["http", "https"])
def test_by_a_name_of_the_house_nothing_need_be_set(form, scheme):
    """A Host without a port, or with `:80` or `:443` written out, is the same to whoever looks at its value."""
    asked, guard = Asked(scheme, name="pearlboard.local"), guarded(names="", proxies="")
    headers = Headers({**form(asked), "origin": asked.origin})
    assert guard.host_allowed(headers)
    assert guard.may_change(headers)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    "origin",
    [
        "https://evil.example",
        "http://table.example:81",
        "https://table.example:8444",
        "http://table.example.evil.example",
        "null",
        "",
    ],
)
def test_pages_of_elsewhere_do_not(form, origin):
    guard = guarded()
    headers = Headers({**form(Asked()), "origin": origin, "authorization": "Bearer token"})
    assert not guard.may_change(headers)
    assert not guard.may_speak(headers)


@pytest.mark.parametrize("form", [form for form in FORMS if form not in (nginx_bare, apache)])
def test_a_name_that_leads_to_the_proxy_is_not_the_tables(form):
    assert not guarded().host_allowed(Headers(form(Asked(name="evil.example"))))


def seen(headers, peer="127.0.0.1", proxies="127.0.0.1", path="/"):
    """The address and whether it is the machine's own screen, as the application behind the gate has it."""
    found = []

    async def application(scope, receive, send):
        found.append((address_of(HTTPConnection(scope)), scope["local"]))
        await PlainTextResponse("the table")(scope, receive, send)

    async def receive():
        return {"type": "http.disconnect"}

    async def send(_):
        pass

    raw = [(name.encode(), value.encode()) for name, value in headers.items()]
    scope = {"type": "http", "method": "GET", "path": path, "query_string": b"", "headers": raw}
    scope |= {"client": (peer, 4711), "server": ("127.0.0.1", 8000)}
    asyncio.run(Gate(application, guarded(proxies=proxies))(scope, receive, send))
    return found[0]


@pytest.mark.parametrize("form", SAY_WHO)
@pytest.mark.parametrize("peer", ["127.0.0.1", "::ffff:127.0.0.1"])
def test_who_asks_is_the_phone_and_not_the_proxy(form, peer):
    """So that paces and budgets hold for each, and what a phone has made up of itself counts for nothing."""
    assert seen(form(Asked()), peer) == (PHONE, False)


@pytest.mark.parametrize("form", SAY_WHO)
def test_a_proxy_that_nobody_has_named_is_not_believed(form):
    assert seen(form(Asked()), proxies="") == ("127.0.0.1", False)
    assert seen(form(Asked()), peer="192.168.1.5") == ("192.168.1.5", False)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("proxies", ["", "127.0.0.1"])
def test_nobody_who_comes_by_a_proxy_sits_at_the_machine_itself(form, proxies):
    """Neither by one that says nothing of whom it speaks for: a socket always names its page."""
    asked = Asked()
    assert seen({**form(asked), "origin": asked.origin}, proxies=proxies)[1] is False


@pytest.mark.parametrize("host", ["localhost:8000", "127.0.0.1:8000", "[::1]:8000"])
@pytest.mark.parametrize("peer", ["127.0.0.1", "::1", "::ffff:127.0.0.1"])
def test_whoever_sits_there_does(host, peer):
    assert seen({"host": host, "origin": f"http://{host}"}, peer, proxies="")[1] is True
