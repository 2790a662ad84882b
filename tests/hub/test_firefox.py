"""Every page of the hub in Firefox, another engine than Chromium's: it complains of none, and follows what happens."""

import asyncio
import os
from itertools import cycle

import pytest

from e2e.firefox import Firefox, firefox_program
from support.contests import Club
from support.house import hub, until
from support.postgres import needed

pytestmark = pytest.mark.slow

NO_PAGES = (".csv", "/feed", "/file", ".json", "/health", "/api/tables")
"""How the addresses end of what is no page."""
WIDE = "return document.documentElement.scrollWidth - innerWidth"


@pytest.fixture
def firefox(tmp_path):
    needed()
    if firefox_program() is None:
        missing = "the hub's pages in Firefox need it: on Debian, apt install firefox-esr"
        pytest.fail(missing) if os.environ.get("CI") == "true" else pytest.skip(missing)
    browser = Firefox(tmp_path)
    yield browser
    browser.quit()


def pages():
    """The addresses of all pages; of one that is about a competition, of the first."""
    from pearlboard.hub.doors import Doors
    from pearlboard.hub.server import hub_doors

    doors = hub_doors(None, None, None, None, Doors(None, None))
    found = [each.path.replace("{number:int}", "1") for each in doors if not each.changes]
    return [path for path in found if not path.endswith(NO_PAGES)]


def test_every_page_of_a_hub_in_firefox(address, firefox):
    """In turn in each language, on a phone; then the house's page hears of a table, and what is typed stays."""
    people = ("Anna", "Ben", "Cléo", "Daniel")

    async def scenario():
        async with hub(address) as running:
            await running.enter(running.key)
            club = Club(running)
            await club.join("Garden", "Hall")
            await club.add(*people)
            where = await club.make("Cup", people)
            await club.draw(where, 1)
            [(table, names), *_] = await club.open(where)
            await club.play(table, names, (1, 2))
            origin = f"http://127.0.0.1:{running.port}"

            async def ask(script, *arguments):
                return await asyncio.to_thread(firefox.line(firefox.current).ask, script, *arguments)

            async def sees(text):
                async def there():
                    return text in (await ask("return document.body.innerText"))

                await until(there, text)

            firefox.turn_to(firefox.new_window(390, 844))
            await asyncio.to_thread(firefox.get, f"{origin}/enter#{running.key}")
            await sees("Make a code")
            for path, language in zip(pages(), cycle(("en", "de", "fr"))):
                await asyncio.to_thread(firefox.get, f"{origin}{path}?lang={language}")
                assert await ask("return document.querySelector('h1').textContent"), path
                assert await ask("return document.documentElement.lang") == language, path
                assert await ask(WIDE) <= 0, path
            await asyncio.to_thread(firefox.get, f"{origin}/house?lang=en")
            await ask("document.getElementById('name-1').value = 'Terr'")
            await club.join("Library")
            await sees("Library")
            assert await ask("return document.getElementById('name-1').value") == "Terr"
            await club.hang_up()

    asyncio.run(scenario())
    assert len(pages()) > 15
    assert list(firefox.complaints) == []
