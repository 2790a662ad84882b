"""Competitions of a running hub: people, rounds, results that tables tell, and what is shown of them."""

import asyncio
import csv
import io
import re
from contextlib import suppress

import pytest

from pearlboard.club.documents import Abandoned, Agreed, Deleted, Ended, Seated, TakenBack, Turn
from pearlboard.club.messages import PROTOCOL, Hello
from pearlboard.hub.access import Visitor
from pearlboard.hub.roles import Role
from pearlboard.rating import rated
from support.contests import Club
from support.house import Running, chained, hub, until
from support.postgres import needed

pytestmark = pytest.mark.slow

WHO = Visitor("192.0.2.1", Role.OWNER)
FOUR = ("Anna", "Ben", "Cléo", "Daniel")


@pytest.fixture(autouse=True)
def _needed():
    needed()


def in_a_club(address, scenario, *tables):
    """Run it in a hub with these tables."""

    async def run():
        async with hub(address) as running:
            await running.enter(running.key)
            club = Club(running)
            await club.join(*tables)
            await scenario(club)
            await club.hang_up()

    asyncio.run(run())


async def asked(address, question):
    from pearlboard.hub.database import Database

    base = Database(address)
    async with base.transaction() as cursor:
        await cursor.execute(question)
        found = await cursor.fetchall()
    await base.close()
    return found


async def sheet(running, path):
    _, headers, text = await running.get(path)
    assert headers["content-type"] == "text/csv; charset=utf-8"
    return list(csv.reader(io.StringIO(text.removeprefix("\ufeff"))))


async def shows(running, path, *texts):
    async def said():
        page = (await running.get(path))[2]
        return all(text in page for text in texts)

    await until(said, texts)


def test_a_league_is_played_at_the_tables_of_a_house(address):
    """Rounds wait for results; whoever wins all is first, in the standings, on a sheet, and on a page of their own."""

    async def scenario(club):
        running = club.running
        await club.add(*FOUR)
        where = await club.make("Winter", FOUR)
        assert "Not begun" in (await running.get(where))[2]
        for at in (1, 2, 3):
            assert (await club.draw(where, at))[0] == 303
            assert (await club.draw(where, at))[0] == 303, "pressed twice"
            waiting = await club.open(where)
            assert [table for table, _ in waiting] == ["Garden", "Hall"]
            assert (await club.draw(where, at + 1))[0] == 400 or at == 3
            for table, names in waiting:
                # people sit down as they like, and type as they like
                sat = [name.upper().replace("É", "é") for name in reversed(names)]
                order = sorted(sat)
                await club.play(table, sat, [order.index(name) + 1 for name in sat])
            assert await club.open(where) == []
        rows = await sheet(running, "/competitions/1/standings.csv")
        assert [row[:3] for row in rows[1:]] == [
            ["1", "Anna", "6"],
            ["2", "Ben", "4"],
            ["3", "Cléo", "2"],
            ["4", "Daniel", "0"],
        ]
        matches = await sheet(running, "/competitions/1/matches.csv")
        assert len(matches) == 1 + 12
        assert {row[2] for row in matches[1:]} == {"Garden", "Hall"}
        page = (await running.get("/competitions/1"))[2]
        assert "All rounds are played" in page
        assert "missing" not in page
        assert "All rounds are played" in (await running.get("/competitions"))[2]
        ratings = await sheet(running, "/ratings.csv")
        assert [row[1] for row in ratings[1:]] == list(FOUR)
        assert [row[0] for row in ratings[1:]] == [""] * 4, "three games are too few"
        assert "not sure yet" in (await running.get("/ratings"))[2]
        browser = Running(running.port)
        assert "Nobody has that code" in (await browser.post("/me/enter", {"code": "wrong"}))[2]
        status, headers, _ = await browser.post("/me/enter", {"code": club.codes["Anna"].lower().replace("-", " ")})
        assert status == 303
        assert {"HttpOnly", "SameSite=strict", "Path=/me"} <= {
            part.strip() for part in headers["set-cookie"].split(";")
        }
        browser.cookie = headers["set-cookie"].partition(";")[0]
        page = (await browser.get("/me"))[2]
        assert page.count('<li class="table"') == 3
        assert "3 games played" in page

    in_a_club(address, scenario, "Garden", "Hall")


def test_a_page_follows_what_is_played(address):
    """Where the hub was away, the result is there when the table has told it."""

    async def scenario(club):
        running = club.running
        await club.add(*FOUR[:2])
        where = await club.make("Two", FOUR[:2])
        await club.draw(where, 1)
        reader, writer = await asyncio.open_connection("127.0.0.1", running.port)
        writer.write(b"GET /competitions/1/feed HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")

        async def told(text):
            async with asyncio.timeout(20):
                while text not in (await reader.readline()).decode():
                    pass

        await told("1 result is missing")
        await club.play("Garden", FOUR[:2], (2, 1))
        await told("All rounds are played")
        await running.do(f"{where}/drop")
        await told("There is no such page")
        writer.close()

    in_a_club(address, scenario, "Garden")


def test_a_round_is_played_while_the_hub_is_away(address):
    async def scenario():
        async with hub(address) as running:
            await running.enter(running.key)
            club = Club(running)
            await club.join("Garden")
            await club.add(*FOUR[:2])
            where = await club.make("Two", FOUR[:2])
            await club.draw(where, 1)
            await club.hang_up()
        async with hub(address) as again:
            club.running, club.tables["Garden"].port = again, again.port
            await club.tables["Garden"].call()
            await club.play("Garden", FOUR[:2], (1, 2))
            assert [row[1] for row in await sheet(again, "/competitions/1/standings.csv")][1:] == ["Anna", "Ben"]
            await club.hang_up()

    asyncio.run(scenario())


def test_an_ending_that_is_taken_back_takes_its_result_back_until_the_next_round(address):
    """Then what counts stays, and it is shown that the table says something else; a deleted game keeps its result."""

    async def scenario(club):
        running = club.running
        await club.add(*FOUR)
        where = await club.make("Winter", FOUR)
        await club.draw(where, 1)
        (one, first), (two, second) = await club.open(where)
        await club.play(one, first, (1, 2))
        await club.tell(one, TakenBack(0))
        assert len(await club.open(where)) == 2
        await club.tell(one, Ended((2, 1), (None, None)))
        assert await club.open(where) == [(two, second)]
        assert (await sheet(running, "/competitions/1/standings.csv"))[1][1] == first[1]
        await club.play(two, second, (1, 2))
        await club.tell(two, TakenBack(0), Abandoned())
        assert await club.open(where) == [(two, second)], "what was given up is no result, and another game may be"
        await club.play(two, second, (2, 1))
        await club.draw(where, 2)
        await club.tell(one, TakenBack(0))
        assert "The table says something else by now" in (await running.get("/competitions/1"))[2]
        assert (await sheet(running, "/competitions/1/standings.csv"))[1][1] == min(first[1], second[1])
        number = club.logs[two][-3].number
        await club.tell(two, Deleted(number, number + 2))
        page = (await running.get("/competitions/1"))[2]
        assert "The game was deleted at its table; the result stays." in page
        assert [row[2] for row in (await sheet(running, "/competitions/1/standings.csv"))[1:]] == ["2", "2", "0", "0"]

    in_a_club(address, scenario, "Garden", "Hall")


def test_a_game_that_names_do_not_tell_is_linked_by_hand(address):
    """By one of its people with their code, or the owner: once, everybody on a seat of their own, none from before."""

    async def scenario(club):
        running = club.running
        await club.add(*FOUR)
        await club.play("Garden", ("Anna", "Ben"), (1, 2))
        where = await club.make("Winter", FOUR)
        await club.draw(where, 1)
        (_, first), (two, second) = await club.open(where)
        browser = Running(running.port)
        _, headers, _ = await browser.post("/me/enter", {"code": club.codes[first[0]]})
        browser.cookie = headers["set-cookie"].partition(";")[0]
        assert "choose the game" not in (await browser.get("/me"))[2], "what was before is no match"
        await club.play("Cellar", ("Mum", first[0], "a guest"), (3, 1, 2))
        await club.play("Cellar", first, (1, 2), game="march")
        page = (await browser.get("/me"))[2]
        assert len(re.findall('name="game"', page)) == 1, "another game is none"
        fields = dict(
            re.findall(r'name="(proof|match|competition|game)" value="([^"]+)"', page.partition('"/me/link')[2])
        )
        assert '<option value="2" selected>' in page, "the name that is known is proposed"
        for chairs in (("2", "2"), ("2", ""), ("9", "1"), ("2",)):
            form = {f"chair-{seat}": chair for seat, chair in enumerate(chairs)}
            status, _, said = await browser.post("/me/link", {**fields, **form})
            assert status == 400
            assert "everybody needs a seat of their own" in said
        form = {**fields, "chair-0": "2", "chair-1": "1"}
        assert (await browser.post("/me/link", {**form, "proof": "x"}))[0] == 403
        assert (await browser.post("/me/link", {**form, "match": str(int(fields["match"]) + 1)}))[0] == 400, (
            "not theirs"
        )
        assert (await browser.post("/me/link", form))[0] == 303
        assert (await browser.post("/me/link", form))[0] == 400, "once"
        assert await club.open(where) == [(two, second)]
        deeds = (await running.get("/deeds"))[2]
        assert "Linked a game in round 1: Winter" in deeds
        assert "Somebody with a code" in deeds
        assert first[0] not in deeds
        assert (await sheet(running, "/competitions/1/standings.csv"))[1][:3] == ["1", first[0], "2"]
        _, _, page = await running.get(where)
        match = re.search(r'name="match" value="(\d+)"', page.partition(f"<h3>{two}</h3>")[2])[1]
        await club.play(two, second, (1, 2))
        assert await club.open(where) == []
        await running.do(f"{where}/result", match=match, none="yes")
        await club.play(two, ("Mum", "Dad"), (1, 2))
        assert await club.open(where) == [(two, second)], "whoever said that there is none is asked"
        assert len(re.findall('name="game"', (await running.get(where))[2])) == 2, "people may type other names"
        await club.play(two, ("", ""), (1, 2))
        page = (await running.get(where))[2]
        assert len(re.findall('name="game"', page)) == 3, "or a table keep them to itself"

    in_a_club(address, scenario, "Garden", "Hall", "Cellar")


def test_of_a_deleted_person_no_name_and_no_link_is_left(address):
    """Nobody's points stay, and what others have won against them counts."""

    async def scenario(club):
        running = club.running
        await club.add("Zacharias", "Ben", "Cléo")
        where = await club.make("Winter", ("Zacharias", "Ben", "Cléo"))
        for at in (1, 2):
            await club.draw(where, at)
            for table, names in await club.open(where):
                await club.play(table, names, (1, 2) if names[0] == "Zacharias" else (2, 1))
        before = await sheet(running, "/competitions/1/standings.csv")
        rated = {row[1]: row[2:] for row in await sheet(running, "/ratings.csv")}
        person = (await asked(address, "SELECT id FROM person WHERE name = 'Zacharias'"))[0][0]
        await running.do("/house/people/delete", person=str(person))
        await running.do("/house/people/delete", person=str(person))
        after = await sheet(running, "/competitions/1/standings.csv")
        assert [[cell.replace("Zacharias", "somebody") for cell in row] for row in before] == after
        ratings = {row[1]: row[2:] for row in await sheet(running, "/ratings.csv")}
        assert ratings == {name: row for name, row in rated.items() if name != "Zacharias"}
        for path in ("/competitions/1", "/competitions/1/matches.csv", "/ratings", where, "/house/people"):
            assert "Zacharias" not in (await running.get(path))[2]
        for name in ("person", "competition", "entry", "drawn_round", "drawn_match", "log_before"):
            assert "zacharias" not in str(await asked(address, f"SELECT * FROM {name}")).lower()
        assert await asked(
            address,
            "SELECT count(*) FROM drawn_match m JOIN entry e ON e.competition = m.competition "
            "AND e.number = ANY(m.seats) "
            "WHERE e.person IS NULL AND m.game_number IS NOT NULL",
        ) == [(0,)], "a game has names"
        assert (await running.post("/me/enter", {"code": club.codes["Zacharias"]}))[0] == 403
        await club.draw(where, 3)
        assert "somebody" not in str(await club.open(where)), "who is gone plays no more"

    in_a_club(address, scenario, "Garden")


def test_who_played_together_is_rated_together(address):
    """As at the table itself, handicaps and all; also once the game is deleted there, and in a house from before sides
    were kept.
    """

    async def scenario(club):
        from pearlboard.hub.migrating import steps

        running = club.running
        await club.add(*FOUR)
        where = await club.make("Teams", FOUR, seats="4", rounds="1")
        await club.draw(where, 1)
        ((table, names),) = await club.open(where)
        await club.play(table, names, (2, 1, 2, 1), sides=(1, 2, 1, 2), costs=(0, 134, 57, 57))
        found = rated([((names[1], names[3]), 1), ((names[0], names[2]), 2)], {}, (191, 57))
        expected = {who: [str(round(each.mean, 2)), str(round(each.unsure, 2))] for who, each in found.items()}
        (fill,) = [each.read_text(encoding="utf-8").split(";")[1] for _, each in steps() if each.stem == "0007_sides"]

        async def strengths():
            return {row[1]: row[3:5] for row in (await sheet(running, "/ratings.csv"))[1:]}

        assert await strengths() == expected
        for statement in ("UPDATE drawn_match SET sides = NULL", fill):
            await asked(address, f"{statement} RETURNING 1")
        assert await strengths() == expected
        await club.tell(table, Deleted(1, 3))
        assert await strengths() == expected

    in_a_club(address, scenario, "Garden")


def test_names_are_text_on_pages_and_on_sheets(address):
    """Nobody's name is markup, and none is a formula."""
    names = ["=HYPERLINK(1)", "+1", "@x", "<script>alert(1)</script>", "a\x00b"]

    async def scenario(club):
        page = await club.add(*names, "  ", "+ 1")
        assert "is here already" in page, "the same but for spaces"
        where = await club.make("<b>x</b>", [name.replace("\x00", "") for name in names], game="<i>")
        await club.draw(where, 1)
        for path in ("/competitions", "/competitions/1", where, "/house/competitions", "/house/people"):
            page = (await club.running.get(path))[2]
            assert "<script>a" not in page
            assert "<b>x</b>" not in page
        for path in ("/competitions/1/standings.csv", "/competitions/1/matches.csv"):
            cells = [cell for row in await sheet(club.running, path) for cell in row]
            assert {"'+1", "'@x"} <= set(cells)
            assert not any(cell.startswith(("=", "+", "-", "@")) for cell in cells)

    in_a_club(address, scenario, "Garden")


def test_people_have_codes_of_which_the_hub_keeps_the_digest(address):
    """Shown once; made anew, the old one opens nothing; a name that is taken is not given twice."""

    async def scenario(club):
        running = club.running
        await club.add(*FOUR)
        kept = str(await asked(address, "SELECT * FROM person"))
        assert not any(code in kept or code.replace("-", "") in kept for code in club.codes.values())
        page = (await running.get("/house/people"))[2]
        assert not any(code in page for code in club.codes.values())
        old = club.codes["Ben"]
        person = str((await asked(address, "SELECT id FROM person WHERE name = 'Ben'"))[0][0])
        _, _, page = await running.do("/house/people/code", person=person)
        new = re.search(r'<span class="code">([A-Z0-9-]{14})<', page)[1]
        assert (await running.post("/me/enter", {"code": old}))[0] == 403
        assert (await running.post("/me/enter", {"code": new}))[0] == 303
        assert (await running.do("/house/people/rename", person=person, name=" an na"))[0] == 400
        assert (await running.do("/house/people/rename", person=person, name="Benno"))[0] == 303
        assert "Benno" in (await running.get("/house/people"))[2]
        for expected in (403,) * 4 + (429,):
            assert (await running.post("/me/enter", {"code": "wrong"}))[0] == expected
        many = "\n".join(f"name {number}" for number in range(201))
        status, _, page = await running.do("/house/people/add", names=many)
        assert status == 400
        assert "name 200" in page, "nothing that was typed is lost"

    in_a_club(address, scenario)


def test_the_owner_enters_what_no_table_tells(address):
    """A no-show, somebody who is excused or leaves; a plan that cannot be one is shown again as it was typed."""

    async def scenario(club):
        running = club.running
        assert "Add people first" in (await running.get("/house/competitions"))[2]
        await club.add(*FOUR, "Eva")
        wrong = {"once": "x", "name": "Summer", "game": "harbour", "seats": "4", "system": "swiss", "person-1": "on"}
        status, _, page = await running.do("/house/competitions/make", **wrong)
        assert status == 400
        assert 'value="Summer"' in page
        gone = {**wrong, "seats": "2", "system": "round_robin", "person-99": "on"}
        assert "are here no more" in (await running.do("/house/competitions/make", **gone))[2]
        where = await club.make("Winter", (*FOUR, "Eva"))
        assert await club.make("Winter", (*FOUR, "Eva")) == where, "sent twice, it is one"
        await club.draw(where, 1)
        assert await club.open(where) == [("Any table", names) for _, names in await club.open(where)]
        assert (await running.do(f"{where}/undraw", round="2"))[0] == 400
        assert (await running.do(f"{where}/undraw", round="1"))[0] == 303
        await club.draw(where, 1)
        _, _, page = await running.get(where)
        one, two = re.findall(
            r'action="[^"]*/result[^"]*"><input[^>]*><input type="hidden" name="match" value="(\d+)">',
            re.sub(r">\s+<", "><", page),
        )
        assert (await running.do(f"{where}/result", **{"match": one, "place-0": "7", "place-1": "1"}))[0] == 400
        assert (await running.do(f"{where}/result", **{"match": one, "place-0": "1"}))[0] == 400
        for places in (("1", "2"), ("absent", "1")):
            told = {f"place-{seat}": place for seat, place in enumerate(places)}
            assert (await running.do(f"{where}/result", match=one, **told))[0] == 303
        assert (await running.do(f"{where}/result", **{"match": two, "place-0": "1", "place-1": "1"}))[0] == 303
        assert sorted(row[2] for row in (await sheet(running, "/competitions/1/standings.csv"))[1:]) == list("01112")
        await running.do(f"{where}/absent", entry="1", yes="yes")
        await running.do(f"{where}/leave", entry="2", yes="yes")
        await club.draw(where, 2)
        page = (await running.get("/competitions/1"))[2]
        assert "Excused: Anna" in page
        assert not {"Anna", "Ben"} & {name for _, names in await club.open(where) for name in names}
        assert (await running.do(f"{where}/result", match=one, none="yes"))[0] == 400, "the next round is drawn"
        assert (await running.do(f"{where}/undraw", round="2"))[0] == 303
        await running.do(f"{where}/leave", entry="2", yes="")
        for number in "1345":
            await running.do(f"{where}/absent", entry=number, yes="yes")
        status, _, page = await club.draw(where, 2)
        assert status == 400
        assert "Too few people take part" in page
        for path in ("/competitions/9", "/competitions/9999999999", "/house/competitions/9", "/competitions/9/feed"):
            assert (await running.get(path))[0] == 404

    in_a_club(address, scenario)


def test_a_hub_without_py4swiss_says_so_where_a_tournament_is_chosen(address, monkeypatch):
    """And how to get it; the form keeps what was typed."""
    from pearlboard.hub.competition import pairs

    monkeypatch.setattr(pairs, "LIBRARY", "no_such_library")

    async def scenario(club):
        await club.add(*FOUR)
        assert "pearlboard[hub-swiss]" in (await club.running.get("/house/competitions"))[2]
        form = {"once": "x", "name": "Cup", "game": "harbour", "seats": "2", "system": "swiss"}
        status, _, page = await club.running.do(
            "/house/competitions/make", **form, **dict.fromkeys(("person-1", "person-2"), "on")
        )
        assert status == 400
        assert "pearlboard[hub-swiss]" in page
        assert 'value="Cup"' in page

    in_a_club(address, scenario)


class Cut(Exception):
    """The program ends here."""


def test_a_result_is_there_with_the_rows_that_tell_it_or_not_at_all(address, monkeypatch):
    """At every statement at which the hub may end; told again, it is there once."""
    import psycopg

    from pearlboard.hub import joining
    from pearlboard.hub.competition.values import System
    from pearlboard.hub.competitions import Competitions, Plan
    from pearlboard.hub.database import Database
    from pearlboard.hub.ingest import take
    from pearlboard.hub.people import People
    from pearlboard.hub.records import settle

    seats = tuple(Seated(name, "", at) for at, name in enumerate(("Anna", "Ben"), 1))
    rows = chained([Agreed("harbour", seats), Turn(1, 1), Ended((2, 1), (None, None))])
    original, left = psycopg.AsyncCursor.execute, [0]

    async def execute(self, *given, **named):
        left[0] -= 1
        if left[0] == 0:
            raise Cut
        return await original(self, *given, **named)

    async def tells(base):
        async with base.transaction() as cursor:
            await take(cursor, 1, b"L" * 16, tuple(rows))
            await settle(cursor, 1)

    async def scenario():
        base = Database(address)
        await base.open()
        async with base.transaction() as cursor:
            code = await joining.new_code(cursor)
            await joining.come(cursor, Hello(PROTOCOL, bytes(16), code, "Garden", b"L" * 16, "0.2.0"))
        await People(base).add(WHO, ["Anna", "Ben"])
        competitions = Competitions(base)
        await competitions.make(WHO, Plan("x", "x", "harbour", System.ROUND_ROBIN, 2, 1, (1, 2)))
        await competitions.draw(WHO, 1, 1, [1])
        monkeypatch.setattr(psycopg.AsyncCursor, "execute", execute)
        step, there = 0, None
        while there is None:
            step += 1
            left[0] = step
            with suppress(Cut):
                await tells(base)
            left[0] = 0
            [[counted]] = await asked(address, "SELECT count(*) FROM log_row")
            [[match]] = (await competitions.read(1)).rounds
            there = match.match.places
            assert (counted, there is None) in ((0, True), (3, False)), step
        assert step > 8
        await tells(base)
        [[again]] = (await competitions.read(1)).rounds
        names = [(await competitions.read(1)).names[number] for number in again.match.seats]
        assert dict(zip(names, again.match.places, strict=True)) == {"Anna": 2, "Ben": 1}
        assert again == match
        await base.close()

    asyncio.run(scenario())
