"""The operator fetches a backup: a copy that the running table makes of itself, while nobody has anything to hide."""

import asyncio
import io
import json
import sqlite3
from concurrent.futures import Future

import pytest

from pearlboard.session.state import Refused
from pearlboard.store.backups import backups_of
from pearlboard.store.errors import StoreUnavailable
from pearlboard.web.rate_limiter import BURST
from pearlboard.web.sending import PIECE, Download
from support.fuzzing import AnyTable
from support.serving import offers, serving
from support.tabling import PLAYERS

pytestmark = pytest.mark.slow

NAME = "Nobody but the operator"


@pytest.fixture(scope="module")
def served():
    """One table for all tests here; each leaves it without a game."""
    with serving() as table:
        yield table


def fetch(served, language="en", token=None, method="GET"):
    """The answer to the operator, or to whoever has that token."""
    shown = {"Authorization": f"Bearer {served.token if token is None else token}"}
    return served.ask(method, f"/api/backup?lang={language}", None, shown)


def begin(served):
    players = [{**PLAYERS[0], "name": NAME}, PLAYERS[1]]
    assert served.command("set_up", players=players, confirm="button")[0] == 200
    served.wait(lambda screen: offers(screen, "start"))
    assert served.command("start")[0] == 200
    site = served.command("leave_out", site="h5")[0], served.command("trust", site="h5")[0]
    assert site == (200, 200), "until then nothing that was set up has begun"


def test_the_operator_gets_all_that_is_on_disk_as_a_file(served):
    """To be kept by its browser and by nothing between; on the table nothing is left of it."""
    begin(served)
    assert served.command("abandon")[0] == 200
    saved = served.wait(lambda screen: screen["saved_version"] == screen["version"])["version"]
    status, headers, body = fetch(served)
    assert status == 200
    assert headers["content-disposition"] == f'attachment; filename="games-{saved:08d}.db"'
    assert (headers["content-length"], headers["cache-control"]) == (str(len(body)), "no-store")
    database = sqlite3.connect(":memory:")
    database.deserialize(body)
    assert database.execute("SELECT COUNT(*) FROM fact").fetchone() == (saved,)
    database.close()
    assert NAME.encode() in body
    assert list(backups_of(served.store).iterdir()) == []
    assert fetch(served, method="HEAD")[::2] == (200, b"")


def test_nobody_gets_it_without_the_operators_token(served):
    """No page of ours by its origin alone, and no other token."""
    for token in ("", "A" * 22):
        status, _, body = fetch(served, token=token)
        assert (status, json.loads(body)["error"]) == (403, "forbidden")
    assert served.ask("GET", "/api/backup", None, {"Origin": served.origin})[0] == 403


@pytest.mark.parametrize(("language", "wait"), [("en", "wait"), ("de", "Wartet"), ("fr", "attendez")])
def test_while_a_game_is_on_it_is_refused(served, language, wait):
    """From its first moment on, and while it rests; the sentence says what to do. Afterwards it can be had again."""
    assert served.command("set_up", players=PLAYERS[:2])[0] == 200
    before = fetch(served, language)
    assert served.command("abandon")[0] == 200
    assert fetch(served)[0] == 200
    begin(served)
    assert served.command("pause")[0] == 200
    for status, _, body in (before, fetch(served, language)):
        answer = json.loads(body)
        assert (status, answer["ok"], answer["error"]) == (409, False, "game_is_on")
        assert wait in answer["sentence"]
        assert "sudo" not in answer["sentence"], "a card has none"
    assert served.command("abandon")[0] == 200


def test_it_keeps_the_pace_of_messages():
    """Each copy takes the disk for a while, so nobody has hundreds made at once; asking in vain counts, too."""
    with serving() as served:
        assert served.command("set_up", players=PLAYERS[:2])[0] == 200
        statuses = [fetch(served)[0] for _ in range(2 * BURST)]
    assert statuses[: BURST - 1] == [409] * (BURST - 1)
    assert 429 in statuses


class SlowDisk:
    """A store that answers when it is told to."""

    def __init__(self):
        self.answer, self.asked = Future(), 0
        self.failing, self.saved, self.unsaved = None, 0, ()

    async def copied(self, _copy):
        self.asked += 1
        return await asyncio.wrap_future(self.answer)


def asked_of(table, disk, meanwhile):
    """What becomes of a backup when that happens while it is made."""

    async def scenario():
        table.stage._writer = disk
        made = asyncio.create_task(table.stage.copy_of_all())
        await asyncio.sleep(0)
        meanwhile()
        return await made

    return asyncio.run(scenario())


def test_a_copy_that_a_game_has_overtaken_is_sent_to_nobody():
    """It may hold what the players of that game hide; the file goes at once."""
    table, disk, file = AnyTable(), SlowDisk(), io.BytesIO(b"secrets")

    def overtake():
        table.begin()
        disk.answer.set_result(("games.db", file))

    with pytest.raises(Refused, match="game_is_on"):
        asked_of(table, disk, overtake)
    assert file.closed


def test_no_copy_is_made_of_a_game_that_is_on():
    """It is refused before the disk is asked for anything."""
    table, disk = AnyTable(), SlowDisk()
    table.begin()
    with pytest.raises(Refused, match="game_is_on"):
        asked_of(table, disk, lambda: None)
    assert disk.asked == 0


def test_a_disk_that_makes_no_copy_is_one_clear_sentence():
    """It says what is wrong, and that nothing is lost."""
    table, disk = AnyTable(), SlowDisk()
    with pytest.raises(Refused, match="not_copied") as refused:
        asked_of(table, disk, lambda: disk.answer.set_exception(StoreUnavailable("no space left")))
    said = table.stage.render(refused.value.sentence, "en")
    assert said.startswith("No backup could be made: no space left.")


def test_what_is_sent_is_closed_when_its_browser_has_gone(tmp_path):
    """In the middle of it; so nothing stays on the disk that nobody can see."""
    (tmp_path / "games.db").write_bytes(b"x" * 3 * PIECE)
    file = (tmp_path / "games.db").open("rb")
    sent = []

    async def scenario():
        gone = asyncio.Event()

        async def receive():
            await gone.wait()
            return {"type": "http.disconnect"}

        async def send(message):
            sent.append(message)
            if message["type"] == "http.response.body":
                gone.set()
                await asyncio.Event().wait()

        await Download("games.db", file)({"type": "http", "asgi": {"spec_version": "2.3"}}, receive, send)

    asyncio.run(scenario())
    assert [len(message.get("body", b"")) for message in sent] == [0, PIECE]
    assert file.closed
