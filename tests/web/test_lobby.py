"""A lobby over HTTP and WebSocket: by one code to a guest's token, and with that token on to the seat's own screen."""

import asyncio
import json

import pytest
from websockets.exceptions import ConnectionClosed

from pearlboard.web.rate_limiter import BURST, TRIES
from support.serving import LONGEST_S, Page, serving

pytestmark = pytest.mark.slow


@pytest.fixture
def served():
    with serving() as table:
        assert table.command("open_lobby", seats=2)[0] == 200
        yield table


def lobby(served):
    """As the page sees it that has opened it: the operator's."""
    return ask(served, "GET", "/api/screen", served.token)[1]["lobby"]


def ask(served, method, path, token=None, **body):
    """The status and the document of an answer."""
    headers = {} if token is None else {"Authorization": f"Bearer {token}"}
    status, _, content = served.ask(method, path, json.dumps(body) if body else None, headers)
    return status, json.loads(content)


def join(served, code=None):
    """Scan the code."""
    code = code or lobby(served)["way_in"]["address"].partition("#")[2]
    return ask(served, "POST", "/api/join", code=code)


def wish(served, token, name, **fields):
    """A command of whoever has that token, and the name of its refusal."""
    message = {
        "type": "command",
        "id": f"wish-{name}-{token[:6]}-{len(str(fields))}",
        "command": {"name": name, **fields},
    }
    return ask(served, "POST", "/api/command", token, **message)[1].get("error")


def introduced(served, name):
    """The token of a guest with that name."""
    token = join(served)[1]["token"]
    assert wish(served, token, "introduce", called=name) is None
    return token


def begin(served):
    assert served.command("begin_game")[0] == 200


async def greeted(connection, token):
    """A page that has said whose it is and has its first screen."""
    await connection.send(json.dumps({"type": "hello", "token": token}))
    page = Page(connection)
    await page.hear()
    return page


def test_one_code_lets_several_in(served):
    """Each is another guest, with a token of its own; the code is of 128 bits."""
    (_, one), (_, other) = join(served), join(served)
    assert (one["guest"], other["guest"]) == (1, 2)
    assert one["token"] != other["token"]
    assert len(lobby(served)["way_in"]["address"].partition("#")[2]) >= 22


def test_a_connection_becomes_that_of_the_seat_when_the_game_begins(served):
    """It stays open, and shows what the seat alone may see; the other guest's is closed."""
    tokens = [introduced(served, name) for name in ("Anna", "Ben", "Cleo")]
    chairs = [{"guest": 2}, {"guest": 1}]
    assert served.command("arrange", chairs=chairs)[0] == 200

    async def scenario():
        async with served.connect(path="/ws/seat") as anna, served.connect(path="/ws/seat") as cleo:
            page, other = await greeted(anna, tokens[0]), await greeted(cleo, tokens[2])
            assert page.screen["lobby"]["you"] == 1
            await asyncio.to_thread(begin, served)
            screen = await page.until(lambda screen: screen.get("you"))
            assert (screen["you"]["seat"], screen["you"]["name"]) == (2, "Anna")
            assert screen["lobby"] is None
            with pytest.raises(ConnectionClosed) as closed:
                await other.until(lambda _: False)
            assert closed.value.rcvd.code == 4401

    asyncio.run(asyncio.wait_for(scenario(), LONGEST_S))
    assert ask(served, "GET", "/api/screen", tokens[1])[1]["you"]["seat"] == 1
    assert ask(served, "GET", "/api/screen", tokens[2])[0] == 401


def test_a_guest_cannot_say_that_it_is_another_page(served):
    """Another greeting on its connection changes nothing."""
    token = introduced(served, "Eve")

    async def scenario():
        async with served.connect(path="/ws/seat") as connection:
            page = await greeted(connection, token)
            await connection.send(json.dumps({"type": "hello", "token": "K" * 43}))
            command = {"name": "set_up", "players": [{"name": "Eve"}, {"name": "Mallory"}]}
            await connection.send(json.dumps({"type": "command", "id": "set-up-as-a-page", "command": command}))
            return (await page.reply())["error"]

    assert asyncio.run(asyncio.wait_for(scenario(), LONGEST_S)) == "table_only"
    assert served.screen()["phase"] == "idle"


def test_a_guests_token_opens_nothing_else(served):
    """Neither the table's connection nor the workshop; over HTTP it may ask a guest's commands and no others."""
    token = introduced(served, "Eve")
    assert ask(served, "POST", "/api/workshop", token, do="look")[0] == 403
    assert wish(served, token, "begin_game") == "table_only"
    assert wish(served, token, "close_lobby") == "table_only"
    assert ask(served, "GET", "/api/screen", token)[1]["lobby"]["way_in"] is None


def test_a_guest_that_is_sent_away_hears_so(served):
    """Its connection is closed, and the old code is dead."""
    code = lobby(served)["way_in"]["address"].partition("#")[2]
    token = introduced(served, "Eve")

    async def scenario():
        async with served.connect(path="/ws/seat") as connection:
            page = await greeted(connection, token)
            await asyncio.to_thread(served.command, "remove_guest", guest=1)
            with pytest.raises(ConnectionClosed):
                await page.until(lambda _: False)

    asyncio.run(asyncio.wait_for(scenario(), LONGEST_S))
    assert join(served, code)[1]["error"] == "invitation_used"


def test_wrong_codes_are_counted_as_wrong_invitations_are(served):
    """After a few no more are tried for a while; a right one is let in all the same."""
    statuses = [join(served, "A" * 22)[0] for _ in range(TRIES + 1)]
    assert statuses == [*[422] * TRIES, 429]
    assert join(served)[0] == 200


def test_a_code_that_works_often_keeps_the_pace(served):
    """Who has it cannot flood the table by it."""
    code = lobby(served)["way_in"]["address"].partition("#")[2]
    statuses = {join(served, code)[0] for _ in range(BURST * 3)}
    assert 429 in statuses
    assert len(lobby(served)["guests"]) <= lobby(served)["most"]
