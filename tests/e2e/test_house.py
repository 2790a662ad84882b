"""What a house's owner asks for, on the operator's page of the table: nothing is sent before somebody presses there."""

import asyncio
import json
import urllib.request
from hashlib import sha256

import pytest

from e2e.browsing import Display
from e2e.test_operator import Workshop
from pearlboard.club.messages import File
from support.house import hub, until
from support.postgres import needed, postgres

pytestmark = pytest.mark.slow

SIZES = ((390, 844), (1024, 768), (1920, 1080))
ASKED = "return document.querySelector('[data-ask]')?.innerText ?? ''"
BACK = "document.querySelector('[data-show=glance]').click()"
PRESS = "document.querySelectorAll('[data-ask] button')[arguments[0]].click()"
SEND, NOT_NOW = 0, 1
WIDE = "return document.documentElement.scrollWidth - innerWidth"


def operate(table, **asked):
    """The answer to a deed of the operator's, by the token for scripts."""
    how = {"Authorization": f"Bearer {table.token}"}
    request = urllib.request.Request(f"{table.address}/api/operator", json.dumps(asked).encode(), how)
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


async def join(table, running):
    """The table has joined, by its settings."""
    _, _, page = await running.do("/house/code")
    code = page.split('id="code">')[1].split("<")[0]
    mark = operate(table, do="settings")["settings"]["mark"]
    values = {"club.hub": f"127.0.0.1:{running.port}", "club.code": code}
    answer = await asyncio.to_thread(lambda: operate(table, do="save", values=values, mark=mark))
    assert "wrong" not in answer

    async def here():
        return '"kind":"free"' in (await running.get("/api/tables"))[2]

    await until(here, "the table is there")


def test_the_operator_reads_what_is_asked_for_and_sends_it_or_not(window, table):
    """The bundle is refused first, and sent when it is asked for again."""
    needed()
    from pearlboard.hub.files import is_right

    Display(window).size(*SIZES[1])
    Workshop(window, table).opened("glance")

    async def scenario(address):
        async with hub(address) as running:
            await running.enter(running.key)
            await join(table, running)

            async def seen(text):
                """Somebody comes back to this part of the page, which looks at once and then again and again."""
                await asyncio.to_thread(window.execute_script, BACK)

                async def said():
                    return text in await asyncio.to_thread(window.execute_script, ASKED)

                await until(said, text)

            async def tells(text):
                async def said():
                    return text in (await running.get("/files"))[2]

                await until(said, text)

            async def press(button):
                await asyncio.to_thread(window.execute_script, PRESS, button)

            await running.do("/files/ask", table="1", file="bundle")
            await seen(f"asks for a diagnosis bundle of this table, at 127.0.0.1:{running.port}")
            for width, height in SIZES:
                Display(window).size(width, height)
                window.shot(f"house-asks-{width}")
                assert window.execute_script(WIDE) <= 0
            await tells("The question stands on")
            await press(NOT_NOW)
            await tells("does not send it now")
            await running.do("/files/ask", table="1", file="bundle")
            await seen("Send")
            await press(SEND)
            await tells("It has come")
            page = (await running.get("/files"))[2]
            way = next(part.split('"')[0] for part in page.split('href="') if part.startswith("/files/file"))
            status, _, body = await asyncio.to_thread(running.bytes_at, way)
            assert status == 200
            assert is_right(File.BUNDLE, body, sha256(body).digest())
            mark = operate(table, do="settings")["settings"]["mark"]
            await asyncio.to_thread(lambda: operate(table, do="save", values={"club.hub": ""}, mark=mark))

            async def left():
                return '"tables":[]' in (await running.get("/api/tables"))[2]

            await until(left, "the table has left")

    with postgres() as server:
        asyncio.run(scenario(server.database()))
