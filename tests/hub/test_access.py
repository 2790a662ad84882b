"""Who may what: the table of routes, keys and sessions, and the forms of a running hub."""

import asyncio
import json
from datetime import UTC, datetime, timedelta

import pytest
from jsonschema import Draft202012Validator
from openapi_spec_validator import OpenAPIV31SpecValidator
from starlette.routing import Mount, WebSocketRoute

from pearlboard.club.documents import Agreed, Seated, Turn
from pearlboard.hub.roles import ENDS, Right, Role, admits, end_of, is_over
from support.house import Running, chained, given, hub, joined, opened, people, until
from support.postgres import needed

pytestmark = pytest.mark.slow

NOW = datetime(2026, 1, 1, 18, tzinfo=UTC)
RIGHTS = {
    "GET /": "public",
    "GET /tv": "public",
    "GET /feed": "public",
    "GET /health": "anybody",
    "GET /api/tables": "public",
    "GET /api/openapi.json": "anybody",
    "GET /enter": "anybody",
    "POST /enter": "anybody",
    "POST /leave": "inside",
    "GET /access": "owner",
    "POST /access/give": "owner",
    "POST /access/end": "owner",
    "POST /access/session": "owner",
    "POST /access/others": "owner",
    "POST /access/public": "owner",
    "GET /files": "owner",
    "GET /files/file": "owner",
    "POST /files/ask": "owner",
    "POST /files/delete": "owner",
    "GET /deeds": "owner",
    "GET /deeds.csv": "owner",
    "GET /house": "staff",
    "GET /house/feed": "staff",
    "GET /house/settings": "staff",
    "GET /house/games": "staff",
    "GET /house/games.csv": "staff",
    "GET /care": "staff",
    "POST /house/code": "staff",
    "POST /house/rename": "owner",
    "POST /house/away": "owner",
    "POST /house/forget": "owner",
    "GET /house/people": "owner",
    "POST /house/people/add": "owner",
    "POST /house/people/code": "owner",
    "POST /house/people/rename": "owner",
    "POST /house/people/delete": "owner",
    "GET /competitions": "public",
    "GET /competitions/{number:int}": "public",
    "GET /competitions/{number:int}/feed": "public",
    "GET /competitions/{number:int}/standings.csv": "public",
    "GET /competitions/{number:int}/matches.csv": "public",
    "GET /ratings": "public",
    "GET /ratings.csv": "public",
    "GET /house/competitions": "staff",
    "POST /house/competitions/make": "owner",
    "GET /house/competitions/{number:int}": "staff",
    "GET /house/competitions/{number:int}/feed": "staff",
    "POST /house/competitions/{number:int}/draw": "staff",
    "POST /house/competitions/{number:int}/undraw": "owner",
    "POST /house/competitions/{number:int}/result": "staff",
    "POST /house/competitions/{number:int}/link": "staff",
    "POST /house/competitions/{number:int}/absent": "staff",
    "POST /house/competitions/{number:int}/leave": "staff",
    "POST /house/competitions/{number:int}/drop": "owner",
    "GET /me": "anybody",
    "POST /me/enter": "anybody",
    "POST /me/leave": "anybody",
    "POST /me/link": "anybody",
}
"""Every route of the hub, and who may ask. A route that is missing here, or that is there twice, fails below."""
ALLOWED = {
    None: {"anybody", "public"},
    Role.SCREEN: {"anybody", "public", "inside"},
    Role.STAFF: {"anybody", "public", "inside", "staff"},
    Role.OWNER: {"anybody", "public", "inside", "staff", "owner"},
}
FOREVER = ("/feed", "/house/feed")
LOGGED_OUT = "/leave"


def doors():
    """All doors of a hub that does not run."""
    from pearlboard.hub.doors import Doors
    from pearlboard.hub.server import hub_doors

    return hub_doors(None, None, None, None, Doors(None, None))


def named(door):
    return f"{'POST' if door.changes else 'GET'} {door.path}"


# --- the table of routes -------------------------------------------------------------------------------------------


def test_every_route_names_who_may_ask():
    """The table above is all of it; besides, tables have their socket, and the style of pages is everybody's."""
    from pearlboard.hub.doors import PLACES
    from pearlboard.hub.server import hub_app

    pytest.importorskip("psycopg")
    found = doors()
    assert [named(each) for each in found] == list(dict.fromkeys(map(named, found)))
    assert {named(each): str(each.right) for each in found} == RIGHTS

    class Lines:
        attend = None

    app = hub_app((), Lines(), None)._app
    assert [(type(each), each.path) for each in app.routes] == [(WebSocketRoute, "/table"), (Mount, "/static")]
    for path, right, _ in PLACES:
        assert RIGHTS[f"GET {path}"] == right, "a link is shown to those who may follow it"


def test_a_right_is_that_of_its_roles():
    """Owners have all; nobody but them deletes, and strangers see what is public, unless that is closed."""
    for role, allowed in ALLOWED.items():
        assert {str(right) for right in Right if admits(right, role, closed=False)} == allowed
        closed = allowed - {"public"} if role is None else allowed
        assert {str(right) for right in Right if admits(right, role, closed=True)} == closed


@pytest.mark.parametrize("role", list(Role))
def test_a_session_ends_by_disuse_and_at_last(role):
    idle, after = ENDS[role].idle, ENDS[role].after
    assert idle < after < timedelta(days=400), "as long as browsers keep a cookie"
    assert not is_over(role, NOW, NOW, NOW + idle - timedelta(seconds=1))
    assert is_over(role, NOW, NOW, NOW + idle)
    late = NOW + after - timedelta(seconds=1)
    assert not is_over(role, NOW, late, late)
    assert is_over(role, NOW, late, NOW + after)
    assert end_of(role, NOW, late) == NOW + after


# --- keys and sessions ---------------------------------------------------------------------------------------------


def test_keys_and_sessions_are_digests_and_end_in_every_way(address):
    """A key however it is typed; a session by disuse, at last, at another entering, and with its access."""
    from pearlboard.hub import access

    async def scenario():
        async with opened(address) as base, base.transaction() as cursor:

            async def role(token, now=NOW):
                found = await access.find(cursor, token, "", now)
                return None if found is None else found.role

            async def come(key, before="", now=NOW):
                found = await access.enter(cursor, key, before, "192.0.2.1", now)
                return None if found is None else found[1]

            first = await access.new_owner(cursor, NOW, only_first=True)
            assert await access.new_owner(cursor, NOW, only_first=True) is None
            one = await come(f" {first.lower()} ".replace("-", " "))
            assert await role(one) == Role.OWNER
            second = await access.new_owner(cursor, NOW, only_first=False)
            assert await role(one) is None, "its access has ended"
            for wrong in (first, "", "-", "\x00", "x" * 99):
                assert await come(wrong) is None
                assert await role(wrong) is None

            number, key = await access.give(cursor, Role.STAFF, " Bar\x00 ", NOW)
            assert [(each.role, each.name) for each in await access.accesses(cursor)] == [
                ("owner", ""),
                ("staff", "Bar"),
            ]
            assert await access.give(cursor, Role.STAFF, "\x00 ", NOW) is None
            staff = await come(key)
            again = await come(key, staff)
            assert again != staff
            assert await role(staff) is None, "it was replaced at entering"
            assert await come("wrong", again) is None
            assert await role(again) == Role.STAFF, "a wrong key changes nothing"

            almost = NOW + ENDS[Role.STAFF].idle - timedelta(minutes=1)
            assert await role(again, almost) == Role.STAFF
            assert await role(again, almost + timedelta(days=2)) == Role.STAFF, "it was used meanwhile"
            assert await role(again, NOW + ENDS[Role.STAFF].after) is None
            assert await role(again) is None, "and stays ended, whatever the clock says"

            tokens = [await come(key, now=NOW + timedelta(seconds=each)) for each in range(access.MOST_SESSIONS + 1)]
            assert await role(tokens[0]) is None
            assert await role(tokens[1]) == Role.STAFF
            visitor = await access.find(cursor, tokens[2], "", NOW)
            assert await access.end_others(cursor, visitor) == access.MOST_SESSIONS - 1
            assert [each.session for each in await access.sessions(cursor, NOW)] == [visitor.session]
            assert await access.sessions(cursor, NOW + ENDS[Role.STAFF].idle + timedelta(days=1)) == []
            last = await come(key)
            assert await access.end(cursor, number)
            assert not await access.end(cursor, number)
            assert await role(last) is None
            assert await come(key) is None
            owner = await come(second)
            assert not await access.end(cursor, (await access.accesses(cursor))[0].access), "the owner stays"
            for table in ("access", "session"):
                await cursor.execute(f"SELECT * FROM {table}")
                kept = str(await cursor.fetchall())
                for secret in (first, second, key, owner, last):
                    assert secret not in kept
                    assert secret.replace("-", "") not in kept

    asyncio.run(scenario())


# --- a running hub -------------------------------------------------------------------------------------------------


def test_every_role_against_every_route(address):
    """Whoever may not is told so by 403; who may gets another answer, with the proof of the form."""
    needed()

    async def scenario():
        async with hub(address) as running:
            for role, browser in (await people(running)).items():
                for name, right in RIGHTS.items():
                    method, path = name.replace("{number:int}", "1").split()
                    if path in (LOGGED_OUT, "/access/public") or name in ("POST /enter", "POST /me/enter"):
                        continue
                    if path in FOREVER and right in ALLOWED[role]:
                        continue
                    ask = browser.get(path) if method == "GET" else browser.do(path, access="1", session="0")
                    status, headers, page = await ask
                    assert (status == 403) == (right not in ALLOWED[role]), (role, name, status)
                    assert headers["content-security-policy"]
                    if status == 403 and role is None and method == "GET" and not path.endswith("/feed"):
                        assert 'id="enter"' in page
                if role is not None:
                    for form in ("/leave", "/house/code", "/access/give"):
                        for proof in ({}, {"proof": ""}, {"proof": "x"}, {"proof": running.proof[::-1]}):
                            assert (await browser.post(form, {"role": "staff", **proof}))[0] == 403
                    assert (await browser.do("/leave"))[0] == (303 if browser.proof else 403)
                    assert (await browser.get("/house"))[0] == 403 or role == Role.SCREEN

    asyncio.run(scenario())


def test_a_form_comes_from_our_own_pages_with_the_proof_of_its_session(address):
    """The cookie is read by no script, sent by no other site, and is not the key; no proof is another session's."""
    needed()

    async def scenario():
        async with hub(address) as running:
            status, headers, _ = await running.post("/enter", {"key": running.key}, X_Forwarded_Proto="https")
            assert (status, headers["location"]) == (303, "/house?lang=en")
            parts = {part.strip() for part in headers["set-cookie"].split(";")}
            assert {"HttpOnly", "SameSite=strict", "Path=/", "Secure"} <= parts
            assert running.key.replace("-", "") not in headers["set-cookie"]
            await running.enter(running.key)
            one = running.cookie, running.proof
            await running.enter(running.key)
            assert (await running.get("/house"))[0] == 200
            assert running.proof != one[1]
            assert (await running.post("/house/code", {"proof": one[1]}))[0] == 403
            old = Running(running.port)
            old.cookie = one[0]
            assert (await old.get("/house"))[0] == 403, "entering ends the session that the browser had"
            form = {"proof": running.proof, "table": "1"}
            own = f"http://127.0.0.1:{running.port}"
            for origin, status in (("http://127.0.0.1:1", 403), (own, 200), ("null", 200)):
                assert (await running.post("/house/code", form, Origin=origin))[0] == status
            assert (await running.post("/house/away", {**form, "table": "-1"}))[0] == 400
            assert (await running.post("/house/away", {**form, "much": "x" * 5000}))[0] == 413
            assert (await running.post("/house/away", {f"a{each}": "b" for each in range(99)}))[0] == 400
            assert (await running.post("/access/give", {**form, "role": "owner", "name": "x"}))[0] == 400
            assert (await running.post("/access/public", {**form, "closed": "maybe"}))[0] == 400
            assert "No key was made" in (await running.post("/access/give", {**form, "role": "staff"}))[2]
            assert (await running.get("/house", Host="elsewhere.example"))[0] == 403
            assert (await running.get("/nothing"))[0] == 404
            status, headers, _ = await running.do("/leave")
            assert 'pearlboard_hub=""' in headers["set-cookie"]
            assert (await running.get("/house"))[0] == 403, "the session has ended, not the cookie alone"
            stranger = Running(running.port)
            for expected in (403,) * 5 + (429,):
                assert (await stranger.post("/enter", {"key": "wrong"}))[0] == expected

    asyncio.run(scenario())


def test_a_closed_house_shows_its_pages_to_those_with_a_key(address):
    """A television keeps what it follows until its access is ended; strangers are shown nothing, by no way."""
    needed()

    async def scenario():
        async with hub(address) as running:
            found = await people(running)
            screen, stranger = found[Role.SCREEN], found[None]

            async def follows(browser):
                reader, writer = await asyncio.open_connection("127.0.0.1", running.port)
                cookie = f"Cookie: {browser.cookie}\r\n" if browser.cookie else ""
                writer.write(f"GET /feed HTTP/1.1\r\nHost: 127.0.0.1\r\n{cookie}Connection: close\r\n\r\n".encode())
                await reader.readuntil(b"\ndata:")
                return reader, writer

            (seen, one), (strange, other) = await follows(screen), await follows(stranger)
            await running.do("/access/public", closed="yes")
            async with asyncio.timeout(20):
                assert b"data:" not in await strange.read()
            for path in ("/", "/tv", "/feed"):
                status, _, page = await stranger.get(path)
                assert status == 403
                assert "No table has joined" not in page
            assert "No table has joined" in (await screen.get("/tv"))[2]
            table = await joined(running, "Garden")
            async with asyncio.timeout(20):
                await seen.readuntil(b"Garden")
            access = re_number(await running.get("/access"), "screen")
            await running.do("/access/end", access=access)
            async with asyncio.timeout(20):
                await seen.read()
            assert (await screen.get("/tv"))[0] == 403
            await running.do("/access/public", closed="no")
            assert (await stranger.get("/tv"))[0] == 200
            await table.hang_up()
            one.close()
            other.close()

    asyncio.run(scenario())


def test_a_program_reads_what_the_public_page_says(address):
    """By its key where the house is closed; nothing else is open to a key alone. What it is told is as described."""
    needed()
    from pearlboard.hub.api import document

    told = document()
    assert list(OpenAPIV31SpecValidator(told).iter_errors()) == []
    schema = {"$ref": "#/components/schemas/House", "components": told["components"]}

    async def scenario():
        async with hub(address) as running:
            await running.enter(running.key)
            table = await joined(running, "<b>Garden</b>")
            await table.tell(chained([Agreed("harbour", (Seated("Anna", "", 1), Seated("", "easy", 2))), Turn(1, 1)]))
            stranger = Running(running.port)

            async def plays():
                return "Harbour" in (await stranger.get("/api/tables"))[2]

            await until(plays, "a game")
            status, headers, text = await stranger.get("/api/tables")
            assert (status, headers["content-type"]) == (200, "application/json")
            Draft202012Validator(schema).validate(json.loads(text))
            [one] = json.loads(text)["tables"]
            assert (one["name"], one["kind"], one["people"]) == ("<b>Garden</b>", "playing", ["Anna"])
            assert json.loads((await stranger.get("/api/openapi.json"))[2]) == told
            key = await given(running, "screen", "Sign")
            await running.do("/access/public", closed="yes")
            status, _, text = await stranger.get("/api/tables")
            assert (status, json.loads(text)) == (403, {"ok": False, "error": "forbidden"})
            for path, expected in (("/api/tables", 200), ("/tv", 403), ("/feed", 403)):
                assert (await stranger.get(path, Authorization=f"Bearer {key}"))[0] == expected
            assert (await stranger.get("/api/tables", Authorization="Bearer x"))[0] == 403
            own = {"Authorization": f"Bearer {running.key}"}
            assert (await stranger.post("/house/code", {"proof": ""}, **own))[0] == 403
            await running.do("/access/end", access=re_number(await running.get("/access"), "Sign"))
            assert (await stranger.get("/api/tables", Authorization=f"Bearer {key}"))[0] == 403
            await table.hang_up()

    asyncio.run(scenario())


def re_number(answer, name):
    """The number of the access of that name."""
    page = answer[2].split(f"<b>{name}</b>")[1]
    return page.split('name="access" value="')[1].split('"')[0]


def test_what_is_open_to_everybody_needs_no_database(server):
    """And what is closed stays closed, also to a browser whose session cannot be looked up."""
    needed()
    address = server.database()

    async def scenario():
        async with hub(address) as running:
            found = await people(running)
            await running.do("/access/public", closed="yes")
            server.stop()
            try:
                assert (await found[None].get("/"))[0] == 503
                assert (await found[Role.SCREEN].get("/tv"))[0] == 503
                assert (await running.get("/house"))[0] == 503
                assert (await found[None].get("/enter"))[0] == 200
            finally:
                server.start()

            async def answers():
                return (await running.get("/house"))[0] == 200

            await until(answers, "the database is back")

    asyncio.run(scenario())
