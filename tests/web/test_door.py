"""The door of the operator's page: the password or the token opens it, and whoever guesses waits."""

import asyncio
import io
import json
import socket
import tarfile
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from pearlboard.cli import main
from pearlboard.operator.password import is_password, keep_password, place_of
from pearlboard.web.door import ALL_TRIES
from pearlboard.web.rate_limiter import TRIES
from support.serving import LONGEST_S, TOO_FAST, offers, serving
from support.tabling import PLAYERS

pytestmark = pytest.mark.slow

WORD = "M\u00f6we, Muschel & Meer"


class Table:
    """One that runs, and who stands before its door."""

    def __init__(self, served):
        self.served = served

    def knock(self, word, language="en", **headers):
        status, _, body = self.served.ask("POST", f"/api/enter?lang={language}", json.dumps({"word": word}), headers)
        return status, json.loads(body)

    def operate(self, do, token=None, **more):
        shown = {"Authorization": f"Bearer {token or self.served.token}"}
        status, _, body = self.served.ask("POST", "/api/operator", json.dumps({"do": do, **more}), shown)
        return status, json.loads(body)

    def choose(self, word, token=None):
        return self.operate("password", token, values={"new": word})


@pytest.fixture
def bare(tmp_path):
    """Nobody has chosen a password."""
    with serving(store=tmp_path / "games.db") as served:
        yield Table(served)


@pytest.fixture
def table(tmp_path):
    """One was chosen in an earlier run of the program, and nobody has knocked yet."""
    keep_password(tmp_path / "games.db", WORD)
    with serving(store=tmp_path / "games.db") as served:
        yield Table(served)


def test_a_password_opens_what_the_token_opens(bare):
    """Chosen with the token; what it is exchanged for is that token, so whoever is in stays in."""
    assert bare.operate("settings")[1]["has_password"] is False
    status, answer = bare.knock(WORD)
    assert (status, answer["error"]) == (422, "no_password")
    assert "Nobody has chosen a password" in answer["sentence"]
    assert bare.choose(WORD)[0] == 200
    assert bare.operate("settings")[1]["has_password"] is True
    status, answer = bare.knock(WORD)
    assert (status, answer) == (200, {"ok": True, "token": bare.served.token})
    assert bare.choose("quite another one", answer["token"])[0] == 200
    assert bare.operate("glance", answer["token"])[0] == 200
    status, answer = bare.knock(WORD, "de")
    assert (status, answer["error"]) == (422, "wrong_password")
    assert "weder das Passwort noch der Schl\u00fcssel" in answer["sentence"]
    assert bare.knock("quite another one")[0] == 200


def test_the_token_opens_too_and_the_password_is_none(bare):
    """It is good at the door, and nowhere else."""
    assert bare.knock(f" {bare.served.token}\n") == (200, {"ok": True, "token": bare.served.token})
    bare.choose("plain-word-password")
    assert bare.operate("glance", "plain-word-password")[0] == 403


def test_only_with_the_token_one_is_chosen(bare):
    """And what cannot be one is refused in a sentence, in whatever language."""
    body = json.dumps({"do": "password", "values": {"new": WORD}})
    for shown in ({}, {"Origin": bare.served.origin}, {"Authorization": "Bearer wrong"}):
        assert bare.served.ask("POST", "/api/operator", body, shown)[0] == 403
    for word in ("short", "", "x" * 129):
        status, answer = bare.choose(word)
        assert (status, answer["error"]) == (422, "bad_password")
        assert answer["sentence"] == "A password has 8 to 128 letters, figures and symbols."
    assert not place_of(bare.served.store).exists()


def test_a_password_that_cannot_be_kept_is_told(bare):
    place_of(bare.served.store).mkdir()
    status, answer = bare.choose(WORD)
    assert (status, answer["error"]) == (422, "not_written")
    place_of(bare.served.store).rmdir()


def test_whoever_guesses_waits_and_the_right_one_too(table):
    """Five a minute; the token is not kept waiting, and neither is the game."""
    answers = [table.knock(f"guess number {number}") for number in range(TRIES + 1)]
    assert [(status, answer["error"]) for status, answer in answers] == [
        *[(422, "wrong_password")] * TRIES,
        (429, "too_many_tries"),
    ]
    assert answers[-1][1]["sentence"].startswith("Too many wrong passwords")
    assert table.knock(WORD)[1]["error"] == "too_many_tries"
    assert table.knock(table.served.token)[0] == 200
    assert table.served.command("set_up", players=PLAYERS[:2])[0] == 200


def test_the_right_one_forgives_what_was_mistyped(table):
    """Else an owner who needs three tries each time would be locked out."""
    statuses = [table.knock(word)[0] for word in (*["mistyped"] * (TRIES - 1), WORD, "mistyped", "mistyped", WORD)]
    assert statuses == [*[422] * (TRIES - 1), 200, 422, 422, 200]


def test_guesses_that_come_at_once_count_as_those_that_come_one_by_one(table):
    """Each is counted before it is looked at."""
    body = json.dumps({"word": "a guess at once"}).encode()
    head = f"POST /api/enter HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nContent-Length: {len(body)}\r\n\r\n"
    clients = [socket.create_connection(("127.0.0.1", table.served.port), timeout=LONGEST_S) for _ in range(3 * TRIES)]
    for client in clients:
        client.sendall(head.encode() + body)
    with ThreadPoolExecutor(len(clients)) as pool:
        statuses = sorted(pool.map(lambda client: int(client.recv(100).split()[1]), clients))
    for client in clients:
        client.close()
    assert statuses == [422] * TRIES + [429] * (2 * TRIES)


def test_not_even_from_many_addresses():
    """Ten a minute in all: what guesses may also have many addresses."""
    from starlette.responses import Response

    from pearlboard.web.door import Door, Knock
    from pearlboard.web.guard import Guard

    class Operating:
        has_password = True
        asked = 0

        async def is_password(self, word):
            self.asked += 1
            return word == WORD

    class Reception:
        def refused(self, _request, _refusal, status):
            return Response(status_code=status)

    class Request:
        def __init__(self, number, word):
            self.client = type("Client", (), {"host": f"10.0.0.{number}"})
            self.scope = {"most_bytes": 100}
            self._body = json.dumps({"word": word}).encode()

        async def stream(self):
            yield self._body

    async def scenario():
        door = Door(operating, Guard(frozenset(), "token"), Reception())
        return [(await door.enter(Request(number, "a guess"))).status_code for number in range(2 * ALL_TRIES)]

    operating = Operating()
    assert Knock("x").word == "x"
    assert asyncio.run(scenario()) == [422] * ALL_TRIES + [429] * ALL_TRIES
    assert (ALL_TRIES, operating.asked) == (10, ALL_TRIES)


def test_a_guess_does_not_keep_the_table_waiting(table):
    """The hash is made beside the loop: while it is, the table answers."""
    with ThreadPoolExecutor(TRIES) as pool:
        knocking = [pool.submit(table.knock, f"guess number {number}") for number in range(TRIES)]
        answered = 0
        while answered < 100 and not all(each.done() for each in knocking):
            assert table.served.ask("GET", "/health")[0] == 200
            answered += 1
    assert answered > 4 * TRIES


def test_nothing_of_it_comes_out(table, tmp_path):
    """In no page, screen, answer, log, backup, black box or archive for people who help: not the word, nor its hash."""
    table.choose(WORD)
    table.knock(WORD)
    table.knock("Another, Word & One")
    served, shown = table.served, {"Authorization": f"Bearer {table.served.token}"}
    said = [
        served.ask("GET", path, None, shown)[2] for path in ("/", "/operator", "/api/screen", "/health", "/archive")
    ]
    said += [json.dumps(table.operate(do), ensure_ascii=False).encode() for do in ("glance", "log", "settings", "wifi")]
    said.append(served.ask("GET", "/api/backup", None, shown)[2])
    served.command("set_up", players=PLAYERS[:2], confirm="button")
    served.wait(lambda screen: offers(screen, "start"))
    served.command("start")
    bundle, box = tmp_path / "bundle.tar.gz", tmp_path / "box"
    config = tmp_path / "config.toml"
    config.write_text(f'store = "{served.store}"\n')
    main(["support-bundle", "--config", str(config), str(bundle)])
    main(["blackbox", "export", "--config", str(config), str(box)])
    with tarfile.open(bundle) as archive:
        said += [archive.extractfile(member).read() for member in archive if member.isfile()]
    said += [path.read_bytes() for path in served.store.parent.rglob("*") if path.is_file()]
    kept = place_of(served.store).read_bytes()
    said.remove(kept)
    served.end()
    said += [served.logged.encode(), "".join(served.said).encode()]
    *_, salt, digest = kept.split()
    secrets = [WORD.encode(), json.dumps(WORD)[1:-1].encode(), b"Another, Word", salt, digest]
    assert len(said) > 15
    assert not [secret for secret in secrets for each in said if secret in each]
    assert is_password(served.store, WORD)


def test_the_command_line_chooses_one_for_a_bare_at_work(bare, monkeypatch):
    """Which takes it at once, without a restart; nobody is signed out."""
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"from the terminal\n")))
    assert main(["operator", "password", "--store", str(bare.served.store)]) == 0
    assert bare.knock("from the terminal")[1]["token"] == bare.served.token


def test_knocking_keeps_the_pace_of_all_messages(bare):
    """As whatever else changes something."""
    statuses = []
    begun = time.monotonic()
    while TOO_FAST not in statuses and time.monotonic() - begun < LONGEST_S:
        statuses.append(bare.knock("no password is chosen here")[0])
    assert set(statuses) == {422, TOO_FAST}
