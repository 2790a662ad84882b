"""A backup goes out of a running table and comes back into it, over HTTP, with a restart between."""

import json

import pytest

from support.serving import offers, serving
from support.tabling import PLAYERS

pytestmark = pytest.mark.slow

PIECE = 1 << 16


class Operator:
    """Whoever looks after that table."""

    def __init__(self, served):
        self.served = served

    def post(self, path, body):
        shown = {"Authorization": f"Bearer {self.served.token}"}
        status, _, answer = self.served.ask("POST", path, body, shown)
        return status, json.loads(answer)

    def ask(self, do, **more):
        return self.post("/api/operator", json.dumps({"do": do, **more}))

    def send(self, content):
        for at in range(0, len(content), PIECE):
            status, answer = self.post(f"/api/restore?at={at}", content[at : at + PIECE])
            if status != 200:
                break
        return status, answer

    def backup(self):
        return self.served.ask("GET", "/api/backup", None, {"Authorization": f"Bearer {self.served.token}"})[2]

    def come_back(self):
        """It has started anew."""
        assert any(line.startswith("The table is at") for line in iter(self.served.process.stdout.readline, ""))


def play(served):
    assert served.command("set_up", players=PLAYERS[:2], confirm="button")[0] == 200
    served.wait(lambda screen: offers(screen, "start"))
    assert served.command("start")[0] == 200
    site = served.command("leave_out", site="h5")[0], served.command("trust", site="h5")[0]
    assert site == (200, 200), "until then nothing that was set up has begun"


@pytest.fixture
def operator():
    with serving(warned_of="backup") as served:
        yield Operator(served)


def test_a_backup_is_put_back_by_a_restart(operator):
    """What was played since is named first, and kept; the page then says what became of it."""
    play(operator.served)
    operator.served.command("abandon")
    backup = operator.backup()
    play(operator.served)
    for status, answer in (operator.send(backup), operator.ask("look_through"), operator.ask("restore", sure=True)):
        assert (status, answer["error"]) == (409, "game_is_on")
    operator.served.command("abandon")
    assert operator.send(backup) == (200, {"ok": True, "at": len(backup)})
    status, answer = operator.ask("look_through")
    assert (status, answer["sent"]["lacks"] > 0) == (200, True)
    assert "would be put aside" in answer["sent"]["warning"]
    assert operator.ask("restore")[1]["error"] == "newer_is_here"
    before = operator.served.screen()["version"]
    assert operator.ask("restore", sure=True)[0] == 200
    operator.come_back()
    lines = {line["name"]: line["sentence"] for line in operator.ask("glance")[1]["glance"]["lines"]}
    assert "games.db.replaced-1" in lines["put_back"]
    assert operator.served.screen()["version"] == before - answer["sent"]["lacks"]
    assert operator.served.store.with_name("games.db.replaced-1").exists()
