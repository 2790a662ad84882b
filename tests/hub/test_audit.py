"""What was done, by whom: in the transaction of the deed, without a name, and for a bounded time."""

import asyncio
import csv
import re
from io import StringIO

import pytest

from pearlboard.club.documents import Agreed, Ended, Seated, Turn
from pearlboard.club.messages import Leave
from support.house import chained, given, hub, joined
from support.postgres import needed

pytestmark = pytest.mark.slow

PLAN = {"name": "Cup", "game": "harbour", "seats": "2", "system": "round_robin", "person-1": "on", "person-2": "on"}
DEEDS = {
    "/house/code": ({}, "code"),
    "/house/rename": ({"table": "1", "name": "Cellar"}, "renamed"),
    "/files/ask": ({"table": "1", "file": "bundle"}, "asked_bundle"),
    "/files/delete": ({"question": "2"}, "deleted_file"),
    "/house/away": ({"table": "1"}, "sent_away"),
    "/house/forget": ({"table": "2"}, "forgot"),
    "/house/people/add": ({"names": "Eva"}, "people_added"),
    "/house/people/code": ({"person": "3"}, "person_code"),
    "/house/people/rename": ({"person": "3", "name": "Cleo"}, "person_renamed"),
    "/house/people/delete": ({"person": "3"}, "person_deleted"),
    "/house/competitions/make": ({**PLAN, "once": "4"}, "made"),
    "/house/competitions/1/draw": ({"round": "1"}, "drew"),
    "/house/competitions/1/undraw": ({"round": "1"}, "undrew"),
    "/house/competitions/2/result": ({"match": "1", "place-0": "1", "place-1": "1"}, "result"),
    "/house/competitions/2/absent": ({"entry": "1", "yes": "yes"}, "excused"),
    "/house/competitions/2/leave": ({"entry": "1", "yes": "yes"}, "let_leave"),
    "/house/competitions/3/link": ({"match": "2", "chair-0": "2", "chair-1": "1"}, "linked"),
    "/house/competitions/3/drop": ({}, "dropped"),
    "/access/give": ({"role": "screen", "name": "Window"}, "gave_screen"),
    "/access/session": ({"session": "3"}, "ended_session"),
    "/access/others": ({}, "ended_others"),
    "/access/end": ({"access": "2"}, "ended"),
    "/access/public": ({"closed": "yes"}, "closed"),
    "/enter": ({}, "entered"),
    "/leave": ({}, "left"),
}
"""Every form of the hub, something that it does in the house below, and the deed."""
LINK = {}
"""The game that is linked."""
OWN = {"/me/enter", "/me/leave", "/me/link"}
"""A person's own forms: two keep a cookie alone, and the third is tried where there is somebody with a code."""
NOTHING = {
    "/files/ask": {"table": "2", "file": "bundle"},
    "/files/delete": {"question": "99"},
    "/house/people/add": {"names": " anna\n\n"},
    "/house/people/code": {"person": "9"},
    "/house/people/rename": {"person": "3", "name": "Anna"},
    "/house/people/delete": {"person": "9"},
    "/house/competitions/make": {**PLAN, "once": "1"},
    "/house/competitions/1/draw": {"round": "2"},
    "/house/competitions/1/undraw": {"round": "2"},
    "/house/competitions/2/result": {"match": "9", "place-0": "1", "place-1": "1"},
    "/house/competitions/2/absent": {"entry": "1"},
    "/house/competitions/2/leave": {"entry": "1"},
    "/house/competitions/3/link": {"match": "2", "chair-0": "1", "chair-1": "1"},
    "/house/rename": {"table": "9", "name": "x"},
    "/house/away": {"table": "2"},
    "/house/forget": {"table": "9"},
    "/access/give": {"role": "staff", "name": " "},
    "/access/session": {"session": "99"},
    "/access/end": {"access": "1"},
    "/enter": {"key": "wrong"},
}
"""Forms that change nothing there."""


OF_COMPETITIONS = ("person", "competition", "entry", "drawn_round", "log_before", "drawn_match")


async def all_of(base):
    """Everything that the database holds, but how things are with sessions that are used."""
    async with base.transaction() as cursor:
        found = {}
        for table in ("access", "asked_file", "audit", "code", "house", "house_table", *OF_COMPETITIONS):
            await cursor.execute(f"SELECT * FROM {table}")
            found[table] = sorted(map(str, await cursor.fetchall()))
        await cursor.execute("SELECT id, access FROM session ORDER BY id")
        found["session"] = await cursor.fetchall()
        return found


async def house_of(running):
    """Two tables, of which the second has left; another browser of the owner, and one of staff."""
    await running.enter(running.key)
    one, two = await joined(running, "Garden"), await joined(running, "Hall")
    await running.do("/house/people/add", names="Anna\nBen\nCléo")
    for number in ("1", "2", "3"):
        await running.do("/house/competitions/make", **PLAN, once=number)
    for number in ("2", "3"):
        await running.do(f"/house/competitions/{number}/draw", round="1", **{"table-1": "on"})
    seats = tuple(Seated(name, "", at) for at, name in enumerate(("Ann", "Benno"), 1))
    await one.tell(chained([Agreed("harbour", seats), Turn(1, 1), Ended((1, 2), (None, None))]))
    LINK["game"] = f"1.{one.log.hex()}.1"
    await two.ask(Leave())
    await one.hang_up()
    running.cookie = ""
    await running.enter(running.key)
    staff = type(running)(running.port)
    await staff.enter(await given(running, "staff", "Bar"))


def forms():
    from pearlboard.hub.doors import Doors
    from pearlboard.hub.server import hub_doors

    return [door.path for door in hub_doors(None, None, None, None, Doors(None, None)) if door.changes]


@pytest.mark.parametrize("when", ["before", "after"])
def test_a_deed_is_noted_in_its_own_transaction(address, monkeypatch, when):
    """Every form's: with a line that is cut before or after the note neither is there, else both."""
    needed()
    from pearlboard.hub import audit
    from pearlboard.hub.database import Database

    written = {re.sub(r"/\d+/", "/{number:int}/", path) for path in DEEDS}
    assert set(forms()) == written | OWN, "a form that is new has a row in DEEDS"
    cut, add = [False], audit._add

    async def broken(cursor, *what):
        if cut[0] and when == "before":
            await cursor.execute("SELECT pg_terminate_backend(pg_backend_pid())")
        await add(cursor, *what)
        if cut[0]:
            await cursor.execute("SELECT pg_terminate_backend(pg_backend_pid())")

    monkeypatch.setattr(audit, "_add", broken)

    async def scenario():
        base = Database(address)
        async with hub(address) as running:
            await house_of(running)
            for path, (form, deed) in DEEDS.items():
                sent = form if path != "/enter" else {"key": running.key}
                sent = {**sent, **LINK} if path.endswith("/link") else sent
                before = await all_of(base)
                cut[0] = True
                assert (await running.do(path, **sent))[0] == 503, path
                cut[0] = False
                assert await all_of(base) == before, path
                if path in NOTHING:
                    await running.do(path, **{**NOTHING[path], **(LINK if path.endswith("/link") else {})})
                    assert await all_of(base) == before, path
                status, headers, _ = await running.do(path, **sent)
                assert status < 400, path
                if path == "/enter":
                    running.cookie, held = headers["set-cookie"].partition(";")[0], running.cookie
                    assert running.cookie != held
                    page = (await running.get("/access"))[2]
                    running.proof = page.split('name="proof" value="')[1].split('"')[0]
                after = await all_of(base)
                assert len(after["audit"]) == len(before["audit"]) + 1, path
                assert {table for table in after if after[table] != before[table]} != {"audit"}, path
                async with base.transaction() as cursor:
                    [last] = await audit.done(cursor, most=1)
                assert (last.deed, last.role, last.address) == (deed, "owner", "127.0.0.1")
        await base.close()

    asyncio.run(scenario())


def test_the_owner_reads_what_was_done_and_takes_it_along(address):
    """By names of today; what was deleted is a number. Formulas in names are text for a spreadsheet."""
    needed()
    from pearlboard.hub.database import Database

    async def scenario():
        base = Database(address)
        async with hub(address) as running:
            await running.enter(running.key)
            table = await joined(running, "=1+1")
            staff = type(running)(running.port)
            await staff.enter(await given(running, "staff", "<b>Bar</b>"))
            await staff.do("/house/code")
            await table.ask(Leave())
            page = (await running.get("/deeds"))[2]
            for text in ("Made a code for a table", "&lt;b&gt;Bar&lt;/b&gt; (Staff) · 127.0.0.1", "A table itself"):
                assert text in page
            assert "Einen Schlüssel für Personal erzeugt" in (await running.get("/deeds?lang=de"))[2]
            await running.do("/house/forget", table="1")
            assert "Left the house: #1" in (await running.get("/deeds"))[2]
            await type(running)(running.port).enter(await given(running, "screen", "@SUM(A1)"))
            _, headers, text = await running.get("/deeds.csv?lang=fr")
            assert headers["content-type"] == "text/csv; charset=utf-8"
            rows = list(csv.reader(StringIO(text.removeprefix("\ufeff"))))
            assert rows[0] == ["at", "role", "name", "address", "deed", "what"]
            here = "127.0.0.1"
            assert rows[1][1:] == ["screen", "'@SUM(A1)", here, "entered", "Est entré avec une clé"]
            made = "A créé une clé pour un écran\u00a0: @SUM(A1)"
            assert rows[2][1:] == ["owner", "", here, "gave_screen", made]
            assert rows[-1][4] == "new_owner"
            assert not [cell for row in rows for cell in row if cell.startswith(("=", "@", "+", "-"))]
            assert (await running.get("/deeds?before=x"))[0] == 400
            first = (await running.get(f"/deeds?before={2}"))[2]
            assert "Made a new key for the owner" in first
            assert "Made a code" not in first
        await base.close()

    asyncio.run(scenario())


def test_deeds_are_kept_for_a_bounded_time_and_number(address, monkeypatch):
    """An access that has ended keeps its name as long as a row refers to it. What has no sentence is no deed."""
    needed()
    from datetime import UTC, datetime

    from pearlboard.hub import access, audit
    from pearlboard.hub.access import Visitor
    from pearlboard.hub.database import Database
    from pearlboard.hub.roles import Role

    monkeypatch.setattr(audit, "MOST", 3)
    now = datetime.now(UTC)

    async def scenario():
        base = Database(address)
        await base.open()
        async with base.transaction() as cursor:
            number, _ = await access.give(cursor, Role.STAFF, "Bar", now)
            who = Visitor("192.0.2.1", Role.STAFF, "Bar", number)
            for _ in range(4):
                await audit.record(cursor, who, "code")
            assert [each.number for each in await audit.done(cursor)] == [4, 3, 2]
            await cursor.execute("UPDATE audit SET at = now() - interval '181 days' WHERE id = 3")
            await access.end(cursor, number)
            await audit.record(cursor, Visitor("192.0.2.2"), "left")
            assert [(each.number, each.name) for each in await audit.done(cursor)] == [(5, ""), (4, "Bar")]
            for _ in range(3):
                await audit.record(cursor, Visitor("192.0.2.2"), "left")
            await cursor.execute("SELECT * FROM access")
            assert await cursor.fetchall() == []
            with pytest.raises(LookupError):
                await audit.record(cursor, who, "nothing")
        await base.close()

    asyncio.run(scenario())
