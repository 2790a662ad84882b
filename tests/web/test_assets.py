"""What is kept beside the games is listed for the operator, fetched by its name, and can be put back."""

import json

import pytest

from pearlboard.store.backups import backups_of
from support.serving import offers, serving
from support.tabling import PLAYERS

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def served():
    """One table for all tests here, with games that gave way, and a file that is nobody's."""
    with serving() as served:
        status, _, backup = served.ask("GET", "/api/backup", None, shown(served))
        assert status == 200
        served.store.with_name("games.db.replaced-1").write_bytes(backup)
        served.store.with_name("games.db.secret").write_bytes(backup)
        yield served


def shown(served):
    return {"Authorization": f"Bearer {served.token}"}


def kept(served):
    status, _, answer = served.ask("POST", "/api/operator", json.dumps({"do": "kept"}), shown(served))
    assert status == 200
    return json.loads(answer)["kept"]


def fetch(served, name, language="en", headers=None):
    return served.ask(
        "GET", f"/api/kept?lang={language}&name={name}", None, shown(served) if headers is None else headers
    )


def begin(served):
    assert served.command("set_up", players=PLAYERS[:2], confirm="button")[0] == 200
    served.wait(lambda screen: offers(screen, "start"))
    assert served.command("start")[0] == 200


def test_what_is_listed_is_fetched_as_it_is(served):
    """By its name, as a file that no browser keeps elsewhere."""
    file = served.store.with_name("games.db.replaced-1")
    [found] = [each for each in kept(served) if each["name"] == file.name]
    assert (found["size"], found["own"]) == (file.stat().st_size, False)
    status, headers, body = fetch(served, file.name)
    assert (status, body) == (200, file.read_bytes())
    assert headers["content-disposition"] == 'attachment; filename="games.db.replaced-1.db"'
    assert headers["cache-control"] == "no-store"


@pytest.mark.parametrize(
    "name",
    [
        "",
        "games.db",
        "games.db.secret",
        "../games.db.replaced-1",
        "games.db.replaced-1/",
        "%2e%2e%2fgames.db",
        "/etc/passwd",
        "*",
        "games.db.replaced-%00",
        "games.db.backups",
    ],
)
def test_nothing_else_is_fetched(served, name):
    """Whatever is asked for is only compared with what is listed."""
    status, _, body = fetch(served, name)
    assert (status, json.loads(body)["error"]) == (404, "not_kept")


def test_nobody_gets_it_without_the_operators_token(served):
    """No page of ours by its origin alone, and no other token."""
    for headers in ({}, {"Origin": served.origin}, {"Authorization": f"Bearer {'A' * 22}"}):
        assert fetch(served, "games.db.replaced-1", headers=headers)[0] == 403


@pytest.mark.parametrize(
    ("language", "said"), [("en", "A game is on"), ("de", "Partie läuft"), ("fr", "partie est en")]
)
def test_while_a_game_is_on_it_is_refused(served, language, said):
    """A backup that was made in it may lie there. It is listed all the same, and afterwards can be had."""
    begin(served)
    assert kept(served)
    status, _, body = fetch(served, "games.db.replaced-1", language)
    answer = json.loads(body)
    assert (status, answer["error"], said in answer["sentence"]) == (409, "game_is_on", True)
    assert served.command("abandon")[0] == 200
    assert fetch(served, "games.db.replaced-1")[0] == 200


def test_a_backup_that_the_table_has_made_is_listed_as_its_own(served):
    """It lies in a folder beside the games."""
    folder = backups_of(served.store)
    folder.mkdir(exist_ok=True)
    (folder / "games-00000077.db").write_bytes(served.store.with_name("games.db.replaced-1").read_bytes())
    [found] = [each for each in kept(served) if each["own"]]
    assert found["name"] == "games-00000077.db"
    status, headers, _ = fetch(served, "games-00000077.db")
    assert (status, headers["content-disposition"]) == (200, 'attachment; filename="games-00000077.db"')
