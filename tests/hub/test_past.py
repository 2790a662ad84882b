"""Past games of a house: all that is over, in the order in which the hub heard of it, and names of its people alone."""

import asyncio
import csv
import io
import re

import pytest

from pearlboard.club.documents import Abandoned, Agreed, Deleted, Ended, Seated, Turn
from support.contests import Club
from support.house import hub
from support.postgres import needed

pytestmark = pytest.mark.slow


def in_a_house(address, scenario):
    """Run it in a hub with two tables, whose owner looks."""

    async def run():
        needed()
        async with hub(address) as running:
            await running.enter(running.key)
            club = Club(running)
            await club.join("Garden", "Hall")
            await scenario(club)
            await club.hang_up()

    asyncio.run(run())


async def listed(running, path="/house/games"):
    """The page, and its games: (game and table, what its seats say)."""
    status, _, page = await running.get(path)
    assert status == 200
    games = page.split('<ol class="deeds">')[-1].split("<b>")[1:]
    return page, [
        (game.partition("<")[0], re.findall(r"<li[^>]*>(.*?)</li>", game.partition("</ul>")[0])) for game in games
    ]


def test_what_is_over_is_listed_and_names_are_those_of_people_who_are_here(address):
    """Not what is played still. A name goes at once with its person; a deleted game goes, and the order stays."""

    async def scenario(club):
        running = club.running
        assert (await listed(running))[1] == []
        await club.add("Anna", "Ben")
        await club.play("Garden", ("ANNA ", "Guest <b>"), (1, 2))
        seats = (Seated("Ben", "", 1), Seated("Anna", "hard", 2))
        await club.tell("Hall", Agreed("wall_race", seats), Turn(1, 1), Ended((2, 1), (7, 12)))
        await club.tell("Hall", Agreed("harbour", (Seated("Ben", "", 1),)), Turn(1, 3), Abandoned())
        await club.tell("Garden", Agreed("harbour", (Seated("Ben", "", 1),)), Turn(1, 1))
        page, found = await listed(running)
        won = ("Wall race · Hall", ["Ben · Place 2 · 7 points", "computer (hard) · Place 1 · 12 points"])
        first = ("Harbour · Garden", ["Anna · Place 1", "somebody · Place 2"])
        assert found == [("Harbour · Hall", ["Ben"]), won, first]
        assert "Given up · 3 turns" in page
        assert "Guest" not in page
        _, headers, text = await running.get("/house/games.csv?lang=de")
        assert headers["content-type"] == "text/csv; charset=utf-8"
        rows = list(csv.reader(io.StringIO(text.removeprefix("\ufeff"))))
        assert [row[2:] for row in rows] == [
            ["Spiel", "Tisch", "Wie es ausging", "Züge", "Sitz", "Name", "Platz", "Punkte"],
            ["Harbour", "Hall", "Aufgegeben", "3", "1", "Ben", "", ""],
            ["Wall race", "Hall", "Gespielt", "1", "1", "Ben", "2", "7"],
            ["Wall race", "Hall", "Gespielt", "1", "2", "Computer (hard)", "1", "12"],
            ["Harbour", "Garden", "Gespielt", "1", "1", "Anna", "1", ""],
            ["Harbour", "Garden", "Gespielt", "1", "2", "jemand", "2", ""],
        ]
        assert rows[1][0].startswith("2026-01-01T18:")

        await running.do("/house/people/delete", person="1")
        page, found = await listed(running)
        assert "Anna" not in page
        assert found[-1] == ("Harbour · Garden", ["somebody · Place 1", "somebody · Place 2"])
        await club.tell("Hall", Deleted(4, 6))
        await club.tell("Garden", Ended((1,), (None,)))
        _, found = await listed(running)
        assert [each for each, _ in found] == ["Harbour · Garden", "Wall race · Hall", "Harbour · Garden"]
        await running.do("/house/away", table="2")
        await running.do("/house/forget", table="2")
        assert [each for each, _ in (await listed(running))[1]] == ["Harbour · Garden", "Harbour · Garden"]

    in_a_house(address, scenario)


def test_a_page_has_a_bound_and_leads_to_those_before(address, monkeypatch):
    """Every game stands on one page, whatever comes meanwhile; a sheet has the latest, and no formula."""
    from pearlboard.hub import past

    monkeypatch.setattr(past, "A_PAGE", 2)
    monkeypatch.setattr(past.past, "__defaults__", (None, 2))
    monkeypatch.setattr(past, "MOST", 4)

    async def scenario(club):
        running = club.running
        await club.add("=1+1")
        for at in range(5):
            await club.play("Garden", ("=1+1",), (1,), game=f"game {at}")
        path, seen = "/house/games", []
        while path:
            page, found = await listed(running, path)
            seen += [each for each, _ in found]
            assert len(found) <= 2
            await club.play("Hall", ("Ben",), (1,), game="later")
            more = re.search(r"/house/games\?lang=en&amp;before=\d+", page)
            path = more and more[0].replace("&amp;", "&")
        assert seen == [f"Game {at} · Garden" for at in range(4, -1, -1)]
        rows = (await running.get("/house/games.csv"))[2].splitlines()
        assert len(rows) == 1 + 4
        assert any(",'=1+1," in row for row in rows)
        for wrong in ("x", "-1", "9" * 30, ""):
            assert (await running.get(f"/house/games?before={wrong}"))[0] == 400

    in_a_house(address, scenario)
