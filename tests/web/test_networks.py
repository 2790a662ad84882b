"""A running game is reached from whatever network a phone is in: machines that are namespaces, with cables between."""

import asyncio
import contextlib
import http.client
import json
import os
import shutil
import subprocess
from urllib.parse import urlsplit

import pytest
from websockets.asyncio.client import connect

from support.namespaces import networks
from support.serving import LONGEST_S, Page, serving
from support.tabling import PLAYERS

pytestmark = pytest.mark.slow

KEY = "the-hosts-own-key-in-these-networks"


@pytest.fixture
def house():
    with networks() as made:
        yield made


@contextlib.contextmanager
def table_on(machine, *arguments):
    """A table that runs on that machine."""
    with contextlib.ExitStack() as stack:
        yield machine.do(stack.enter_context, serving("--log-level", "warning", "--host", "::", *arguments))
        machine.do(stack.close)


def visited(address):
    """What a phone sees that opens an invitation: the seat that it has then, of the game that is on."""
    found = urlsplit(address)
    origin, code = f"http://{found.netloc}", found.fragment
    line = http.client.HTTPConnection(found.hostname, found.port, timeout=LONGEST_S)
    with contextlib.closing(line):
        line.request("GET", found.path, headers={"Host": found.netloc})
        answer = line.getresponse()
        answer.read()
        assert answer.status == 200
        line.request("POST", "/api/join", json.dumps({"code": code}), {"Host": found.netloc, "Origin": origin})
        joined = json.loads(line.getresponse().read())

    async def play():
        url = f"ws://{found.netloc}/ws/seat"
        async with connect(url, origin=origin, proxy=None, compression=None) as socket:
            await socket.send(json.dumps({"type": "hello", "token": joined["token"]}))
            screen = await Page(socket).until(lambda screen: (screen.get("you") or {}).get("seat"))
            return screen["you"]["seat"], screen["phase"]

    return asyncio.run(play())


def banner(table):
    """The addresses that are printed as it starts, for others."""
    lines = [line for line in table.said if line.startswith(("The table is at", "In another network"))]
    return [line.split()[-1] for line in lines]


class Host:
    """The host's page of a game that is on, on the machine itself."""

    def __init__(self, page):
        self.page = page

    async def invites(self, wanted=None):
        """The addresses of a new invitation to the second seat, as soon as they begin so."""
        assert (await self.page.ask("invite", seat=2))["ok"]
        await self.page.until(lambda screen: wanted is None or hosts_of(screen)[: len(wanted)] == wanted)
        return addresses_of(self.page.screen)

    async def visited(self, phone, wanted=None, at=0):
        """A phone opens one address of a new invitation."""
        address = (await self.invites(wanted))[at]
        return await asyncio.get_running_loop().run_in_executor(phone.pool, visited, address)


def addresses_of(screen):
    [invitation] = screen["join"]["invitations"]
    return [way["address"] for way in (invitation, *invitation["others"])]


def hosts_of(screen):
    return [urlsplit(address).hostname for address in addresses_of(screen)]


def hosted(machine, table, scenario):
    """Play `scenario(host)` on the page of whoever begins a game there."""

    async def whole():
        async with table.connect(ping_interval=None) as socket:
            page = Page(socket)
            await socket.send(json.dumps({"type": "hello", "token": KEY}))
            assert (await page.ask("set_up", players=PLAYERS[:2], confirm="button"))["ok"]
            await page.until(lambda screen: screen["phase"] == "playing")
            return await scenario(Host(page))

    return machine.do(asyncio.run, whole())


SEATED = (2, "playing")


@pytest.mark.parametrize(
    ("host", "far", "shown"),
    [("192.168.50.2/24", "192.168.50.3/24", "192.168.50.2"), ("fd12:3456::2/64", "fd12:3456::3/64", "[fd12:3456::2]")],
)
def test_a_switch_without_a_router(house, host, far, shown):
    """No default route: the address was `localhost`; by IPv4 and by IPv6 alone."""
    table_machine, phone = house.machine(), house.machine()
    house.cable(table_machine, host, phone, far)
    with table_on(table_machine) as table:
        assert banner(table) == [f"http://{shown}:{table.port}/"]
        assert hosted(table_machine, table, lambda page: page.visited(phone, [shown.strip("[]")])) == SEATED


MOST_LOOKS = 8


def test_a_browser_shows_the_running_game_there(house):
    """Chromium in a network without a router: the page loads, and its line to the table stands."""
    chromium = shutil.which("chromium")
    if chromium is None:
        pytest.skip("chromium is not installed: on Debian, apt install chromium")
    table_machine, phone = house.machine(), house.machine()
    house.cable(table_machine, "192.168.50.2/24", phone, "192.168.50.3/24")

    def shown(address):
        """The page with a game on it. Its own time may be over before the table has answered: look again then."""
        command = [chromium, "--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=20000", "--dump-dom"]
        for _ in range(MOST_LOOKS):
            page = subprocess.check_output([*command, address], text=True, stderr=subprocess.DEVNULL, timeout=LONGEST_S)
            if 'data-phase="playing"' in page:
                break
        return page

    async def looked(_):
        address = f"http://192.168.50.2:{table.port}/?lang=en"
        return await asyncio.get_running_loop().run_in_executor(phone.pool, shown, address)

    with table_on(table_machine) as table:
        page = hosted(table_machine, table, looked)
    assert 'data-phase="playing"' in page
    assert "Anna" in page


def test_a_cable_between_two_machines_that_have_made_up_addresses(house):
    table_machine, phone = house.machine(), house.machine()
    house.cable(table_machine, "169.254.7.2/16", phone, "169.254.9.3/16")
    with table_on(table_machine) as table:
        assert hosted(table_machine, table, lambda host: host.visited(phone, ["169.254.7.2"])) == SEATED


def test_two_networks_with_a_phone_in_each(house):
    """Each is reached by the address that fits it."""
    table_machine, phone, other = house.machine(), house.machine(), house.machine()
    house.cable(table_machine, "192.168.50.2/24", phone, "192.168.50.3/24")
    house.cable(table_machine, "10.20.30.2/24", other, "10.20.30.3/24", "eth1")
    wanted = ["192.168.50.2", "10.20.30.2"]

    async def both(host):
        return await host.visited(phone, wanted), await host.visited(other, wanted, at=1)

    with table_on(table_machine) as table:
        assert banner(table) == [f"http://{host}:{table.port}/" for host in wanted]
        assert hosted(table_machine, table, both) == (SEATED, SEATED)


def test_a_vpn_that_takes_the_default_route(house):
    """The VPN's address was the only one that was shown."""
    table_machine, phone = house.machine(), house.machine()
    house.cable(table_machine, "192.168.50.2/24", phone, "192.168.50.3/24")
    try:
        tunnel = table_machine.do(table_machine.tunnel, "tun0", "10.8.0.2/24")
    except OSError as error:
        pytest.skip(f"no tunnel can be opened here: {error}")
    try:
        table_machine.ip("route", "add", "default", "dev", "tun0")
        with table_on(table_machine) as table:
            wanted = ["192.168.50.2", "10.8.0.2"]
            assert banner(table) == [f"http://{host}:{table.port}/" for host in wanted]
            assert hosted(table_machine, table, lambda host: host.visited(phone, wanted)) == SEATED
    finally:
        os.close(tunnel)


def test_a_bridge_of_containers_is_not_shown(house):
    table_machine, phone, container = house.machine(), house.machine(), house.machine()
    house.cable(table_machine, "", container, "172.17.0.2/16", "veth0")
    table_machine.ip("link", "add", "docker0", "type", "bridge")
    table_machine.ip("link", "set", "veth0", "master", "docker0")
    table_machine.ip("address", "add", "172.17.0.1/16", "dev", "docker0")
    table_machine.ip("link", "set", "docker0", "up")
    house.cable(table_machine, "192.168.50.2/24", phone, "192.168.50.3/24")
    with table_on(table_machine) as table:
        assert banner(table) == [f"http://192.168.50.2:{table.port}/"]


def test_an_address_that_changes_in_the_middle_of_a_game(house):
    """A router gives another one: the codes that are shown change by themselves, and the game is where it was."""
    table_machine, phone = house.machine(), house.machine()
    house.cable(table_machine, "192.168.50.2/24", phone, "192.168.50.3/24")

    async def moved(host):
        first = await host.visited(phone, ["192.168.50.2"])
        await host.invites(["192.168.50.2"])
        table_machine.ip("address", "delete", "192.168.50.2/24", "dev", "eth0")
        table_machine.ip("address", "add", "192.168.50.9/24", "dev", "eth0")
        await host.page.until(lambda screen: hosts_of(screen) == ["192.168.50.9"])
        return first, await host.visited(phone, ["192.168.50.9"])

    with table_on(table_machine) as table:
        assert hosted(table_machine, table, moved) == (SEATED, SEATED)


def test_in_no_network_it_says_where_it_is_on_this_machine(house):
    machine = house.machine()
    with table_on(machine) as table:
        assert banner(table) == [f"http://localhost:{table.port}/"]
        assert not any("also at" in line for line in table.said)


def test_whoever_asks_for_a_foreign_name_is_told_the_address_by_which_that_came(house):
    """In the table's language; each network hears of its own address only."""
    table_machine, phone, other = house.machine(), house.machine(), house.machine()
    house.cable(table_machine, "192.168.50.2/24", phone, "192.168.50.3/24")
    house.cable(table_machine, "10.20.30.2/24", other, "10.20.30.3/24", "eth1")

    def refused(host, port):
        line = http.client.HTTPConnection(host, port, timeout=LONGEST_S)
        with contextlib.closing(line):
            line.request("GET", "/", headers={"Host": "evil.example"})
            answer = line.getresponse()
            return answer.status, answer.read().decode()

    with table_on(table_machine) as table:
        for machine, host in ((phone, "192.168.50.2"), (other, "10.20.30.2")):
            status, told = machine.do(refused, host, table.port)
            assert (status, told.split()[-1]) == (403, f"http://{host}:{table.port}/")
