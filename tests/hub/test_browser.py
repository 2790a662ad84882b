"""The hub's pages in a browser: the owner's link, what comes by the feed, and sizes from a phone to a television."""

import asyncio

import pytest

from e2e.browsing import browser_program, complaints, open_browser
from pearlboard.club.documents import Agreed, Seated, Turn
from pearlboard.club.messages import Check, Cursor, Status
from pearlboard.club.rows import START
from pearlboard.hub.competition.pairs import swiss_is_there
from support.contests import Club
from support.house import Caller, Running, chained, hub, shows, until
from support.postgres import needed

pytestmark = pytest.mark.slow

SIZES = ((390, 844), (1366, 768), (1920, 1080))
WIDE = "return document.documentElement.scrollWidth - innerWidth"
FILL = "document.getElementById(arguments[0]).value = arguments[1]"
SEEN = """
Object.defineProperty(document, "hidden", { value: arguments[0] === "hidden", configurable: true });
document.dispatchEvent(new Event("visibilitychange"));
"""
HIGH = "return document.documentElement.scrollHeight - innerHeight"


@pytest.fixture
def browser(tmp_path):
    needed()
    if browser_program() is None:
        pytest.skip("the page's tests need Chromium: on Debian, apt install chromium-headless-shell chromium-driver")
    driver = open_browser(tmp_path)
    yield driver
    driver.quit()


class Watching:
    """A browser that is asked from a loop in which a hub runs."""

    def __init__(self, driver, origin):
        self._driver, self._origin = driver, origin

    async def ask(self, script, *arguments):
        return await asyncio.to_thread(self._driver.execute_script, script, *arguments)

    async def go(self, path):
        await asyncio.to_thread(self._driver.get, f"{self._origin}{path}")

    async def sees(self, text):
        async def there():
            return text in (await self.ask("return document.body.innerText"))

        await until(there, text)

    async def press(self, path):
        """Send the form that goes there."""
        await self.ask(f"document.querySelector('form[action^=\"{path}\"] button').click()")

    async def enter(self, link):
        """Open somebody's link, as if in a new window: a page that is open already only changes its fragment."""
        await self.go("/health")
        await asyncio.to_thread(self._driver.get, link)

    async def says_no_more(self, text):
        """Without a reload the page says that no more."""

        async def gone():
            return text not in (await self.ask("return document.body.innerText"))

        await until(gone, text)

    async def fill(self, field, text):
        """Type into a field."""
        await self.ask(FILL, field, text)

    async def fits(self):
        """At every size; how much higher the page is than the last of them."""
        for width, height in SIZES:
            metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
            await asyncio.to_thread(self._driver.execute_cdp_cmd, "Emulation.setDeviceMetricsOverride", metrics)
            assert await self.ask(WIDE) <= 0, width
        return await self.ask(HIGH) <= 0

    async def joined(self, port, name):
        """A table with a code that the owner makes on the page."""
        await self.go("/house")
        await self.ask("document.querySelector('form[action^=\"/house/code\"] button').click()")
        await self.sees("The code is shown only now")
        caller = Caller(port, name)
        assert await caller.call(await self.ask("return document.getElementById('code').textContent")) == Cursor(
            0, START
        )
        return caller


def test_the_owner_lets_tables_in_and_everybody_sees_what_they_play(address, browser):
    """The link of the first start is enough. Nothing is wider than its screen, and twenty tables fit a television."""

    async def scenario():
        async with hub(address) as running:
            page = Watching(browser, f"http://127.0.0.1:{running.port}")
            await page.go(f"/enter#{running.key}")
            await page.sees("Make a code")
            assert running.key not in await page.ask("return location.href + document.cookie")
            tables = [await page.joined(running.port, f"Table {number:02}") for number in range(20)]
            await page.fits()
            await page.go("/tv")
            await page.sees("20 tables are free")
            await tables[7].tell(chained([Agreed("wall_race", (Seated("Ben", "", 1),)), Turn(1, 1)]))
            await tables[8].say(Status("Something long is missing. " * 10, {"a" * 64: "b" * 300}))
            for text in ("19 tables are free", "Wall race", "Needs help"):
                await page.sees(text)
            assert "Ben" not in await page.ask("return document.body.innerText"), "nothing for the street"
            assert await page.fits(), "nobody scrolls a television"
            await page.go("/?lang=de")
            await page.sees("Ben")
            await page.fits()
            await page.go("/house/settings")
            await page.fits()
            for table in tables:
                await table.hang_up()

    asyncio.run(scenario())
    assert complaints(browser) == []


def test_staff_and_a_television_come_in_by_their_links(address, browser):
    """Each sees its own pages and buttons, at every size; a television stays in a closed house until it is ended."""

    async def scenario():
        async with hub(address) as running:
            page = Watching(browser, f"http://127.0.0.1:{running.port}")
            await page.go(f"/enter#{running.key}")
            await page.sees("Make a code")
            table = await page.joined(running.port, "Garden")
            checks = (Check("heat", well=False, said="82 °C"), Check("disk", well=True, said="9 GB"))
            await table.say(Status("", {"program": "0.2.0"}, checks, 1))
            links = {}
            for role in ("staff", "screen"):
                await page.go("/access")
                await page.ask(f"document.getElementById('role').value = '{role}'")
                await page.ask("document.getElementById('name').value = 'x'.repeat(64)")
                await page.press("/access/give")
                await page.sees("They are shown only now")
                assert await page.ask("return document.querySelector('img').naturalWidth") > 100
                links[role] = await page.ask("return document.getElementById('link').textContent")
                await page.fits()
            await page.press("/access/public")
            await page.sees("Only those with a key")
            for path, said in (("/care", "Too hot"), ("/files", "Diagnosis bundle"), ("/deeds", "Joined with a code")):
                await page.go(path)
                await page.sees(said)
                await page.fits()
            await page.press("/leave")
            await page.sees("Come in")
            await page.go("/tv")
            await page.sees("Type your key")

            await page.enter(links["staff"])
            await page.sees("Make a code")
            for absent in ("Rename", "Send away", "What was done", "Access", "Diagnosis"):
                assert absent not in await page.ask("return document.body.innerText"), absent
            await page.go("/care?lang=de")
            await page.sees("Falsche Uhr")
            await page.go("/access")
            await page.sees("does not open this page")

            await page.enter(links["screen"])
            await page.sees("1 table is free")
            assert await page.fits()
            others = Running(running.port)
            await others.enter(running.key)
            listed = (await others.get("/access"))[2]
            number = listed.rpartition('name="access" value="')[2].partition('"')[0]
            await others.do("/access/end", access=number)
            await page.sees("broken")
            await page.go("/tv")
            await page.sees("Type your key")
            await table.hang_up()

    asyncio.run(scenario())
    assert [each for each in complaints(browser) if "403" not in each] == []


def test_the_owner_makes_a_tournament_that_is_played_to_its_end(address, browser):
    """By pages alone; tables tell the results, and the public page follows. Nothing is wider than its screen."""
    names = ("Anna", "Ben", "Cléo", "Daniel the Long-Named of the Second Table on the Left")

    async def scenario():
        async with hub(address) as running:
            page = Watching(browser, f"http://127.0.0.1:{running.port}")
            await page.go(f"/enter#{running.key}")
            await page.sees("Make a code")
            club = Club(running)
            for name in ("Garden", "Hall"):
                club.tables[name], club.logs[name] = await page.joined(running.port, name), []
            await page.go("/house/people")
            await page.fill("names", "\n".join(names))
            await page.press("/house/people/add")
            await page.sees("The codes are shown only now")
            await page.fits()
            await page.go("/house/competitions")
            await page.fits()
            await page.fill("name", "Cup")
            await page.fill("game", "Harbour")
            system = "swiss" if swiss_is_there() else "round_robin"
            await page.ask(f"document.querySelector('[value={system}]').click()")
            await page.ask("for (const box of document.querySelectorAll('[type=checkbox]')) box.click()")
            await page.press("/house/competitions/make")
            await page.sees("At these tables, in turn")
            rounds = 2 if swiss_is_there() else 3
            for at in range(1, rounds + 1):
                await page.press("/house/competitions/1/draw")
                await page.sees("waits until all results")
                await page.fits()
                await page.go("/competitions/1")
                await page.sees("2 results are missing")
                for table, people in await club.open("/house/competitions/1"):
                    order = sorted(people)
                    await club.play(table, people, [order.index(each) + 1 for each in people])
                await page.sees("All rounds are played" if at == rounds else f"Round {at} of {rounds}")
                await page.says_no_more("missing")
                await page.fits()
                await page.go("/house/competitions/1")
            first = await page.ask("return document.querySelector('h2').textContent")
            assert first == "All rounds are played"
            for path in (
                "/competitions",
                "/ratings?lang=de",
                "/competitions/1?lang=fr",
                "/me",
                "/house/people?lang=fr",
            ):
                await page.go(path)
                await page.fits()
            await page.go("/competitions/1")
            winner = await page.ask("return document.querySelector('.standings tbody th').textContent")
            assert winner == "Anna"
            await club.hang_up()

    asyncio.run(scenario())
    assert complaints(browser) == []


def test_results_come_in_where_a_competition_is_run_and_nothing_that_is_typed_is_lost(address, browser):
    """Without a reload. A form that somebody fills in stays as it is, and becomes what was told when they leave it."""
    names = ("Anna", "Ben", "Cléo", "Daniel")
    result = "document.querySelectorAll('.matches > li')[0].querySelector('[data-part=result]')"

    async def scenario():
        async with hub(address) as running:
            await running.enter(running.key)
            club = Club(running)
            await club.join("Garden", "Hall")
            await club.add(*names)
            where = await club.make("Cup", names)
            await club.draw(where, 1)
            page = Watching(browser, f"http://127.0.0.1:{running.port}")
            await page.go(f"/enter#{running.key}")
            await page.sees("Make a code")
            await page.go(where)
            await page.sees("waits until all results")
            await page.ask(f"const form = {result}; form.querySelector('summary').click(); window.stays = true")
            await page.ask(f"const field = {result}.querySelector('select'); field.value = 'absent'; field.focus()")
            for table, people in await club.open(where):
                await club.play(table, people, [1, 2])
            await page.sees("Draw round 2")
            found = "return [...document.querySelectorAll('.matches > li')].map(each => each.dataset.kind).join()"
            assert await page.ask(found) == "free,free"
            assert await page.ask(f"return {result}.querySelector('select').value") == "absent"
            assert await page.ask(f"return {result}.textContent.includes('Enter the result by hand')")
            await page.ask(f"{result}.querySelector('select').value = ''; document.activeElement.blur()")
            await page.ask(f"{result}.querySelector('summary').click()")

            async def renewed():
                return await page.ask(f"return {result}.textContent.includes('Change the result')")

            await until(renewed, "what was told is shown once the form is left")
            # a tick that is taken out stays out while others draw
            await page.ask("document.querySelector('[name=table-1]').click()")
            await club.add("Emil")
            other = await club.make("Second cup", names[:2])
            await club.draw(other, 1)
            assert not await page.ask("return document.querySelector('[name=table-1]').checked")
            await club.draw(where, 2)
            await page.sees("Round 2 of 3")
            assert await page.ask("return window.stays"), "no reload"
            await club.hang_up()

    asyncio.run(scenario())
    assert complaints(browser) == []


def test_tables_come_and_go_on_the_page_of_the_house_and_nothing_that_is_typed_is_lost(address, browser):
    """Without a reload: a new table, another name, what is wrong, and who has left."""

    async def scenario():
        async with hub(address) as running:
            await running.enter(running.key)
            club = Club(running)
            await club.join("Garden", "Hall")
            page = Watching(browser, f"http://127.0.0.1:{running.port}")
            await page.go(f"/enter#{running.key}")
            await page.sees("Make a code")
            await page.go("/house")
            await page.ask("document.getElementById('name-1').value = 'Terr'; window.stays = true")
            await club.join("Library")
            await page.sees("Library")
            await running.do("/house/rename", table="1", name="Greenhouse")
            await running.do("/house/rename", table="2", name="Cellar")
            await page.sees("Greenhouse")
            await page.sees("Cellar")
            assert await page.ask("return document.getElementById('name-1').value") == "Terr"
            await club.tables["Library"].say(Status("The lamp is broken.", {"program": "0.2.0"}))
            await page.sees("The lamp is broken.")
            await running.do("/house/away", table="3")
            await page.sees("Tables that have left")
            await running.do("/house/forget", table="3")
            await page.says_no_more("Tables that have left")
            await page.ask(SEEN, "hidden")
            await club.join("Attic")
            await shows(running, "Attic")
            assert "Attic" not in await page.ask("return document.body.innerText"), (
                "a tab that nobody sees follows nothing"
            )
            await page.ask(SEEN, "visible")
            await page.sees("Attic")
            assert await page.ask("return window.stays"), "no reload"
            await page.fits()
            await club.hang_up()

    asyncio.run(scenario())
    assert complaints(browser) == []
