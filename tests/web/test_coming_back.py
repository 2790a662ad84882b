"""A browser that is gone comes back to the same view; a dead phone is replaced; of all who claim a seat one has it.

The real program, over loopback. A thousand times each with --soak.
"""

import asyncio
import contextlib
import http.client
import json
import math
import random
import secrets
import time
from contextlib import AsyncExitStack, ExitStack

import pytest
from websockets.exceptions import ConnectionClosed

from pearlboard.geometry import GRID
from support.lengths import at_length
from support.perladora_table import command
from support.serving import LONGEST_S, Page, serving
from support.tabling import PLAYERS

pytestmark = pytest.mark.slow

VIEWS, PHONES, RACES = at_length((1_000, 200, 1_000), (15, 3, 10))
CLAIMS = 4
AT_ONCE_S = 1.0
"""So soon an old token is refused. In the soak nothing else should run."""
SPACES = [str(space) for space in GRID.spaces]
KEY = "the-key-of-the-hosts-browser"


class Patient(Page):
    """A page that asks again when it was too fast; its answers to heartbeats count as well."""

    async def ask(self, name, **fields):
        """The reply to this and to nothing else."""
        asked = secrets.token_urlsafe(12)
        message = {"type": "command", "id": asked, "command": command(name, **fields)}
        await self.socket.send(json.dumps(message))
        while (said := await self.reply())["id"] != asked:
            if said.get("error") == "too_fast":
                await self.socket.send(json.dumps(message))
        return said


@pytest.fixture(scope="module")
def served():
    """A drawn board, which believes at once what is laid; every test leaves it idle."""
    with serving("--log-level", "warning", command="play") as table:
        yield table


async def opened(stack, served, path="/ws", token=None, language="en"):
    """A page that shows what it is to show."""
    page = Patient(await stack.enter_async_context(served.connect(language, path, ping_interval=None)))
    await page.hear() if token is None else await greeted(page, token)
    return page


async def greeted(page, token):
    """It says whose it is, and has a screen of its own then."""
    await page.socket.send(json.dumps({"type": "hello", "token": token}))
    await page.until(lambda screen: screen and (screen["host"]["you"] or screen["you"] is not None))


@contextlib.asynccontextmanager
async def hosted(served):
    """The host's page and whatever else is opened, with a game of two that waits for the button."""
    async with AsyncExitStack() as stack:
        host = await begun(stack, served)
        try:
            yield stack, host
        finally:
            await host.ask("abandon")


async def begun(stack, served):
    host = Patient(await stack.enter_async_context(served.connect(ping_interval=None)))
    await host.socket.send(json.dumps({"type": "hello", "token": KEY}))
    assert (await host.ask("set_up", players=PLAYERS[:2], confirm="button"))["ok"]
    await host.until(lambda screen: screen["stage"] == "playing")
    return host


async def code_of(host, seat):
    """A new code for a seat, as the host's page shows it."""
    assert (await host.ask("invite", seat=seat))["ok"]
    [address] = [each["address"] for each in host.screen["join"]["invitations"] if each["seat"] == seat]
    return address.partition("#")[2]


def claim(stack, served, code):
    """Somebody who has a connection already sends the code; the answer is to be read."""
    connection = http.client.HTTPConnection("127.0.0.1", served.port, timeout=LONGEST_S)
    stack.callback(connection.close)
    connection.connect()
    return connection, json.dumps({"code": code})


def raced(served, code, many):
    """So many claim with the same code at the same moment: the status and the document of each answer."""
    with ExitStack() as stack:
        claims = [claim(stack, served, code) for _ in range(many)]
        for connection, body in claims:
            connection.request("POST", "/api/join", body, {"Host": f"127.0.0.1:{served.port}"})
        answers = [connection.getresponse() for connection, _ in claims]
        return [(answer.status, json.loads(answer.read())) for answer in answers]


def taken(served, code):
    """The token for which it was exchanged."""
    [(status, answer)] = raced(served, code, 1)
    assert status == 200
    return answer["token"]


# --- a browser that is gone ------------------------------------------------------------------------------------------


async def something_happens(page, phone, rng):
    """A hand lays or takes something, a turn counts or is taken back, a phone says what a Diver is worth.

    Nothing of it ends by itself after a while, as hints do: the two are not asked at the same moment.
    """
    match rng.randrange(6):
        case 0 | 1:
            await page.ask("put", site=rng.choice(SPACES))
        case 2:
            await page.ask("tidy")
        case 3:
            await phone.ask("choose_value", value=rng.randint(1, 5))
        case 4:
            await phone.ask("confirm")
        case _:
            await page.ask(rng.choice(("confirm", "take_back")))


async def up_to_date(page):
    """Whatever there is to be told was told before this is answered."""
    assert (await page.ask("nothing of the kind"))["error"] == "malformed"
    return page.screen


def different(one, other):
    """What two screens do not have in common, in a game's own part by its keys."""
    parts = [{**screen, **{f"game.{key}": value for key, value in screen["game"].items()}} for screen in (one, other)]
    keys = parts[0].keys() | parts[1].keys()
    return {key: [part.get(key) for part in parts] for key in keys if parts[0].get(key) != parts[1].get(key)}


def test_a_browser_that_is_gone_comes_back_to_the_same_view(served, record_property):
    """To that of one with the same right that never went, whoever's it is and whatever has happened meanwhile."""

    async def scenario():
        rng, seen = random.Random(8), set()
        async with hosted(served) as (stack, host):
            token = taken(served, await code_of(host, 1))
            kinds = [("/ws", KEY, "en"), ("/ws", None, "fr"), ("/ws/seat", token, "de")]
            stayed = [host, *[await opened(stack, served, *kind) for kind in kinds[1:]]]
            for number in range(VIEWS):
                kind, stays = kinds[number % 3], stayed[number % 3]
                async with AsyncExitStack() as away:
                    gone = await opened(away, served, *kind)
                    await something_happens(stayed[1], stayed[2], rng)
                    gone.socket.transport.abort()
                    await something_happens(stayed[1], stayed[2], rng)
                    back = await opened(away, served, *kind)
                    for page in stayed:
                        await up_to_date(page)
                        await page.until(lambda screen: screen["saved_version"] == screen["version"])
                    assert different(await up_to_date(back), stays.screen) == {}
                    seen.add(json.dumps(back.screen, sort_keys=True))
        return len(seen)

    many = asyncio.run(scenario())
    assert many > VIEWS // 4
    record_property("reached", f"{VIEWS} of {VIEWS} views equal, {many} different ones")


# --- a phone that is dead --------------------------------------------------------------------------------------------


async def out(phone):
    """Until it is told that it is out, and cut off."""
    with contextlib.suppress(ConnectionClosed):
        while (await phone.hear())["type"] != "refused":
            pass
        await phone.hear()
    assert phone.socket.close_code == 4401


async def refused(served, token):
    """Whether the token opens nothing any more."""
    async with served.connect(path="/ws/seat") as connection:
        await connection.send(json.dumps({"type": "hello", "token": token}))
        return json.loads(await connection.recv()) == {"type": "refused", "error": "unknown_token"}


def test_the_token_of_a_phone_that_is_replaced_is_refused_at_once(served, record_property):
    """The host invites anew: who has the old token is cut off and comes in no more, and the next phone has the seat."""

    async def scenario():
        slowest_s = 0.0
        async with hosted(served) as (_, host):
            code = await code_of(host, 1)
            for _ in range(PHONES):
                token = taken(served, code)
                async with AsyncExitStack() as its:
                    phone = await opened(its, served, "/ws/seat", token)
                    begun = time.monotonic()
                    code = await code_of(host, 1)
                    await out(phone)
                    assert await refused(served, token)
                    slowest_s = max(slowest_s, time.monotonic() - begun)
        return slowest_s

    slowest_s = asyncio.run(scenario())
    assert slowest_s < at_length(AT_ONCE_S, math.inf)
    record_property("reached", f"{PHONES} old tokens refused within {slowest_s:.2f} s")


# --- who claims a seat -----------------------------------------------------------------------------------------------


def phone(screen, seat):
    """What the page says of that seat's phone."""
    return screen["match"]["players"][seat - 1]["phone"]


def test_of_all_who_claim_a_seat_at_once_one_has_it(served, record_property):
    """All pages see it; the host takes it back, and the next race is as open."""

    async def scenario():
        async with hosted(served) as (stack, host):
            watching = await opened(stack, served)
            for number in range(RACES):
                seat = 1 + number % 2
                answers = raced(served, await code_of(host, seat), CLAIMS)
                won = [answer for status, answer in answers if status == 200]
                assert [answer["seat"] for answer in won] == [seat]
                assert all(status in (422, 429) for status, _ in answers if status != 200), answers
                await watching.until(lambda screen, seat=seat: phone(screen, seat) == "away")
                assert (await host.ask("free_seat", seat=seat))["ok"]
                await watching.until(lambda screen, seat=seat: phone(screen, seat) == "none")

    asyncio.run(scenario())
    record_property("reached", f"{RACES} races of {CLAIMS}, one winner each")
