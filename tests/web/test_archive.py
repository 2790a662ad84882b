"""Finished games are named and deleted by the host or the operator, and by nobody else; a deleted one is gone."""

import asyncio
import json
import sqlite3
import subprocess
from contextlib import closing

import pytest

from support.serving import Page, command_line, offers, serving
from support.tabling import PLAYERS

pytestmark = pytest.mark.slow

ABOUT = ("/archive/{}", "/archive/{}.json", "/archive/{}.svg", "/archive/{}/analysis")
API = ("/api/archive/{}", "/api/archive/{}/analysis")
HOST_KEY = "k" * 43


def _lay(table, place, value):
    assert table.command("put", site=place)[0] == 200
    table.wait(lambda screen: screen["verdict"] == "legal")
    assert table.command("choose_value", value=value)[0] == 200
    assert table.command("confirm")[0] == 200


def play(table, *, leave=True):
    """A short French game, counted and on the disk; its number."""
    table.command("tidy")
    assert table.command("set_up", players=PLAYERS[:2], edition="fr", confirm="button")[0] == 200
    table.wait(lambda screen: offers(screen, "start"))
    assert table.command("start")[0] == 200
    _lay(table, "c4", 5)
    _lay(table, "e2", 2)
    for name in ("pass", "pass", "agree", "agree", "counted"):
        assert table.command(name)[0] == 200
    address = table.wait(lambda screen: screen["saved_version"] == screen["version"])["game"]["result"]["picture"]
    if leave:
        assert table.command("new_game")[0] == 200
    return int(address.removeprefix("/archive/").removesuffix(".svg"))


def by_page(table, name, *, key=None, **fields):
    """What a page is answered, one whose browser has this key."""

    async def ask():
        async with table.connect() as connection:
            page = Page(connection)
            await page.hear()
            if key is not None:
                await connection.send(json.dumps({"type": "hello", "token": key}))
            return await page.ask(name, **fields)

    return asyncio.run(ask())


@pytest.fixture(scope="module")
def house():
    with serving() as table:
        yield table


def test_a_name_is_shown_wherever_the_game_is(house):
    """In the list, on its page, in its picture; nothing takes it away again."""
    number = play(house)
    title = "Mamie <b>has</b> 80"
    assert house.command("rename_game", number=number, title=f"  {title}\u202e ")[0] == 200
    for path in ("/archive", f"/archive/{number}", f"/archive/{number}.svg"):
        assert "Mamie &lt;b&gt;has&lt;/b&gt; 80" in house.ask("GET", path)[2].decode()
    assert json.loads(house.ask("GET", f"/api/archive/{number}")[2])["called"] == title
    assert house.command("rename_game", number=number, title="")[0] == 200
    assert b"Mamie" not in house.ask("GET", "/archive")[2]


def test_finished_games_are_searched(house):
    """By a title or a name, by game and by day; the next page begins before a number; nonsense is refused."""
    number = play(house)
    assert house.command("rename_game", number=number, title="Zoé’s birthday")[0] == 200

    def found(query):
        status, _, body = house.ask("GET", f"/archive?{query}")
        return status, f'id="game-{number}"' in body.decode()

    for query in (
        "q=ZOE",
        "q=ann",
        "game=perladora",
        "from=2020-01-01&to=2999-12-31",
        f"before={number + 1}",
        "q=&game=",
    ):
        assert found(query) == (200, True), query
    for query in ("q=nobody", "game=pearls", "to=2020-01-01", "from=2999-12-31", f"before={number}"):
        assert found(query) == (200, False), query
    for query in ("from=yesterday", "to=2026-02-30", "to=9999-12-31", "before=-1", "before=x", f"q={'x' * 61}"):
        assert found(query) == (422, False), query
    for language, how in (("en", "Write a day like this"), ("de", "Ein Tag wird so geschrieben"), ("fr", "Un jour")):
        for query in ("from=%22%3E99-99", "before=x", f"game={'x' * 999}"):
            status, _, body = house.ask("GET", f"/archive?lang={language}&{query}")
            assert (status, how in body.decode(), 'value="&#34;&gt;99-99"' in body.decode()) == (
                422,
                True,
                "99" in query,
            )
    assert house.command("delete_game", number=number)[0] == 200
    assert found("q=ZOE") == (200, False)


def test_a_deleted_game_is_gone_from_everywhere(house):
    """Every address says that it was deleted; the others stay, and it cannot be named or deleted again."""
    stays, goes = play(house), play(house)
    assert house.ask("GET", f"/api/archive/{goes}")[0] == 200
    assert house.command("delete_game", number=goes)[0] == 200
    for path in ABOUT:
        status, _, body = house.ask("GET", path.format(goes) + "?lang=en")
        assert (status, b"This game was deleted" in body) == (404, True)
        assert house.ask("GET", path.format(stays))[0] == 200
    for path in API:
        status, _, body = house.ask("GET", path.format(goes) + "?lang=fr")
        said = json.loads(body)
        assert (status, said["error"]) == (404, "game_deleted")
        assert "supprimée" in said["sentence"]
    listed = house.ask("GET", "/archive")[2].decode()
    assert f'id="game-{stays}"' in listed
    assert f'id="game-{goes}"' not in listed
    for name, fields in (("delete_game", {}), ("rename_game", {"title": "x"}), ("exhibit", {"index": 0})):
        status, reply = house.command(name, number=goes, **fields)
        assert (status, reply["error"]) in ((422, "not_in_the_archive"), (422, "no_such_game"))


def test_only_the_host_and_the_operator_may(house):
    """Not a page that is not the host's, also while nobody is; the host's page may, and by its key alone."""
    number = play(house)
    for name, fields in (("delete_game", {}), ("rename_game", {"title": "mine"})):
        for key in (None, "x" * 43):
            reply = by_page(house, name, key=key, number=number, **fields)
            assert (reply["ok"], reply["error"]) == (False, "host_only")
    house.command("tidy")
    assert by_page(house, "set_up", key=HOST_KEY, players=[{"name": "Anna"}, {"name": "Ben"}])["ok"]
    reply = by_page(house, "delete_game", key="x" * 43, number=number)
    assert reply["error"] == "host_only"
    assert by_page(house, "rename_game", key=HOST_KEY, number=number, title="mine")["ok"]
    assert by_page(house, "delete_game", key=HOST_KEY, number=number)["ok"]
    assert house.ask("GET", f"/archive/{number}")[0] == 404
    assert house.command("abandon")[0] == 200


def test_a_game_on_the_table_is_not_deleted(house):
    """Not one that is on, nor one whose result is still shown; there is no other way to name one that never ended."""
    number = play(house, leave=False)
    assert house.command("delete_game", number=number)[1]["error"] == "game_on_table"
    assert house.command("rename_game", number=number, title="Just now")[0] == 200
    assert house.command("new_game")[0] == 200
    house.command("tidy")
    on = house.screen()["version"] + 1
    assert house.command("set_up", players=PLAYERS[:2])[0] == 200
    assert house.command("delete_game", number=on)[1]["error"] == "game_on_table"
    assert house.command("delete_game", number=on - 1)[1]["error"] == "not_in_the_archive"
    assert house.command("abandon")[0] == 200


@pytest.mark.soak
def test_what_was_deleted_stays_so_after_a_restart(tmp_path):
    """The table starts, verifies all, lists the rest, and the doctor finds it whole."""
    store = tmp_path / "games.db"
    with serving(store=store) as table:
        first, second = play(table), play(table)
        assert table.command("rename_game", number=first, title="The first")[0] == 200
        assert table.command("delete_game", number=second)[0] == 200
    assert b"Anna" in store.read_bytes()
    with closing(sqlite3.connect(store)) as connection:
        bodies = connection.execute("SELECT DISTINCT body FROM fact WHERE game = ? AND name = 'acted'", (second,))
        assert bodies.fetchall() == [("",)]
    with serving(store=store) as table:
        assert "The first" in table.ask("GET", f"/archive/{first}")[2].decode()
        assert table.ask("GET", f"/archive/{second}")[0] == 404
        assert play(table) > second
    settings = tmp_path / "table.toml"
    settings.write_text(f'store = "{store}"\n', encoding="utf-8")
    doctor = subprocess.run(command_line("doctor", "--config", settings), capture_output=True, text=True, check=False)
    [line] = [line for line in doctor.stdout.splitlines() if " database " in line]
    assert line.startswith("ok")
    assert "2 finished games" in line
    assert "1 more was deleted" in line
