"""Debian's own nginx and Caddy before a table, as their documents configure them: pages, sockets, and who has asked."""

import asyncio
import contextlib
import http.client
import itertools
import json
import os
import shutil
import socket
import ssl
import subprocess
import time

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from support.serving import LONGEST_S, Page, clean_environment, serving
from support.tabling import PLAYERS

pytestmark = [pytest.mark.slow, pytest.mark.soak]

NAME = "table.example"
PROXY, FLOODING, ELSEWHERE = "127.0.0.1", "127.0.0.5", "127.0.0.6"
SOCKETS = (
    "proxy_http_version 1.1; proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection $connection_upgrade;"
)
"""https://nginx.org/en/docs/http/websocket.html"""
FORWARDED = (
    "proxy_set_header X-Real-IP $remote_addr; proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for; "
    "proxy_set_header X-Forwarded-Proto $scheme;"
)
NGINX = {
    "bare": "",
    "$host": f"proxy_set_header Host $host; {FORWARDED}",
    "$http_host": f"proxy_set_header Host $http_host; {FORWARDED}",
    "$host:$server_port": f"proxy_set_header Host $host:$server_port; {FORWARDED}",
}


def free_port():
    """A port that nobody else is given meanwhile: the system gives those from 32768 on."""
    for port in range(18_000 + os.getpid() % 10_000, 32_768):
        with contextlib.suppress(OSError), socket.create_server(("", port)):
            return port
    raise AssertionError("there is no free port")


def until(condition):
    """Look until it is so."""
    begun = time.monotonic()
    while not condition():
        assert time.monotonic() - begun < LONGEST_S


def listens(port, process):
    """Whether somebody takes connections there; a process that has ended never will."""
    assert process.poll() is None, "the proxy has ended"
    with contextlib.suppress(OSError):
        socket.create_connection((PROXY, port), timeout=LONGEST_S).close()
        return True
    return False


@contextlib.contextmanager
def running(command, port, folder):
    """A proxy, from when it listens."""
    if shutil.which(command[0]) is None:
        pytest.skip(f"{command[0]} is not installed: on Debian, apt install {command[0]}")
    home = {"HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    with (folder / "said").open("w") as said:
        process = subprocess.Popen(command, stdout=said, stderr=said, env=clean_environment(**home))
    try:
        until(lambda: listens(port, process))
        yield
    finally:
        process.terminate()
        process.wait(LONGEST_S)


def nginx(how):
    def command(folder, port, upstream):
        (folder / "nginx.conf").write_text(
            f"""daemon off; pid {folder}/pid; error_log stderr; worker_processes 1;
            events {{ }}
            http {{
              access_log off;
              client_body_temp_path {folder}/1; proxy_temp_path {folder}/2; fastcgi_temp_path {folder}/3;
              uwsgi_temp_path {folder}/4; scgi_temp_path {folder}/5;
              map $http_upgrade $connection_upgrade {{ default upgrade; '' close; }}
              server {{
                listen {PROXY}:{port};
                location / {{ proxy_pass http://127.0.0.1:{upstream}; {SOCKETS} {how} }}
              }}
            }}""",
            encoding="utf-8",
        )
        return ["nginx", "-e", "stderr", "-c", str(folder / "nginx.conf")]

    return command


def caddy(folder, port, upstream):
    """https://caddyserver.com/docs/quick-starts/reverse-proxy"""
    (folder / "Caddyfile").write_text(
        f"{{\n admin off\n auto_https off\n}}\nhttp://:{port} {{\n reverse_proxy 127.0.0.1:{upstream}\n}}\n",
        encoding="utf-8",
    )
    return ["caddy", "run", "--config", str(folder / "Caddyfile"), "--adapter", "caddyfile"]


def caddy_with_tls(folder, port, upstream):
    """With a certificate of its own making, as it has for names of a house."""
    (folder / "Caddyfile").write_text(
        f"{{\n admin off\n skip_install_trust\n auto_https disable_redirects\n}}\n"
        f"https://{NAME}:{port} {{\n tls internal\n reverse_proxy 127.0.0.1:{upstream}\n}}\n",
        encoding="utf-8",
    )
    return ["caddy", "run", "--config", str(folder / "Caddyfile"), "--adapter", "caddyfile"]


PROXIES = {
    **{f"nginx {name}": (nginx(how), None) for name, how in NGINX.items()},
    "caddy": (caddy, None),
    "caddy with TLS": (caddy_with_tls, ssl._create_unverified_context()),
}
"""How each is begun, and what a browser that trusts its certificate has."""


def asked(port, tls, path="/health", host=NAME, source=ELSEWHERE, **headers):
    """The status of what a phone asks of the proxy."""
    line = http.client.HTTPConnection(PROXY, port, timeout=LONGEST_S, source_address=(source, 0))
    with contextlib.closing(line):
        if tls is not None:
            line.connect()
            line.sock = tls.wrap_socket(line.sock, server_hostname=NAME)
        line.request("GET", path, headers={"Host": f"{host}:{port}", **headers})
        answer = line.getresponse()
        answer.read()
        return answer.status


def served(port, tls):
    """Whether the page comes: a certificate may not be there yet when the proxy listens already."""
    with contextlib.suppress(ssl.SSLError):
        return asked(port, tls, "/") == 200
    return False


async def game_begun(port, tls, origin):
    """Whether a page's socket does what it is told."""
    url = f"{'ws' if tls is None else 'wss'}://{NAME}:{port}/ws"
    options = {"origin": origin, "proxy": None, "compression": None, "host": PROXY, "port": port, "ssl": tls}
    async with connect(url, **options) as line:
        page = Page(line)
        await line.send(json.dumps({"type": "hello", "token": "a-page-that-comes-by-a-proxy"}))
        await page.until(lambda screen: "door" in screen)
        begun = await page.ask("set_up", players=PLAYERS[:2], confirm="button")
        await page.until(lambda screen: screen["phase"] == "playing")
        return begun["ok"]


@pytest.mark.parametrize("proxy", PROXIES)
def test_a_table_behind_it_is_played(proxy, tmp_path):
    port, (command, tls) = free_port(), PROXIES[proxy]
    environment = clean_environment(PEARLBOARD_WEB_NAMES=f"{NAME}:{port}", PEARLBOARD_WEB_PROXIES=PROXY)
    options = {"store": tmp_path / "games.db", "environment": environment}
    with (
        serving("--log-level", "warning", **options) as table,
        running(command(tmp_path, port, table.port), port, tmp_path),
    ):
        until(lambda: served(port, tls))
        assert asyncio.run(game_begun(port, tls, f"{'http' if tls is None else 'https'}://{NAME}:{port}"))
        for foreign in ("http://evil.example", f"http://{NAME}:1", f"http://other.{NAME}:{port}"):
            with pytest.raises(InvalidStatus, match="403"):
                asyncio.run(game_begun(port, tls, foreign))
        if proxy == "nginx bare":  # what it asks for says nothing of the browser
            return
        if tls is None:  # else Caddy itself knows no such name
            assert asked(port, tls, host="evil.example") == 403
        fakes = (
            f"10.0.0.{number % 256}" for number in itertools.count()
        )  # whatever it says of itself counts for nothing
        until(lambda: asked(port, tls, source=FLOODING, **{"X-Forwarded-For": next(fakes)}) == 429)
        assert asked(port, tls, source=ELSEWHERE) == 200
