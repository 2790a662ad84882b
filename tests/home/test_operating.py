"""The operator's page, the doctor and the glance know the broker; so does a table that cannot run."""

import json
import time

import pytest

from pearlboard.diagnostics.bundle import settings_text
from pearlboard.diagnostics.doctor import DoctorContext, examine
from pearlboard.settings import Home, Settings
from support.mosquitto import PATIENCE_S, broker, needed
from support.serving import free_port, serving

pytestmark = pytest.mark.slow


def deed(served, do, **more):
    shown = {"Authorization": f"Bearer {served.token}"}
    status, _, body = served.ask("POST", "/api/operator", json.dumps({"do": do, **more}), shown)
    assert status in (200, 422), body
    return json.loads(body)


def lines(served):
    return {line["name"]: line for line in deed(served, "glance")["glance"]["lines"]}


def test_a_broker_is_tried_saved_and_glanced_at(tmp_path):
    """Nothing is said of a home before; what is typed is tried without being saved, and acts at once when it is."""
    needed()
    config = tmp_path / "config.toml"
    config.write_text("")
    with broker(tmp_path) as running, serving("--config", config, store=tmp_path / "games.db") as served:
        assert "home" not in lines(served)
        values = {"home.broker": "127.0.0.1", "home.port": str(running.port)}
        tried = deed(served, "home_try", values=values)["home"]
        assert (tried["well"], "takes what the table tells it" in tried["sentence"]) == (True, True)
        wrong = deed(served, "home_try", values={**values, "home.port": str(free_port())})["home"]
        assert (wrong["well"], "nobody listens" in wrong["sentence"]) == (False, True)
        assert deed(served, "home_try", values={"home.port": "many"})["wrong"].keys() == {"home.port"}
        assert config.read_text() == ""
        mark = deed(served, "settings")["settings"]["mark"]
        assert deed(served, "save", values=values, mark=mark)["settings"]["waiting"] == []
        until = time.monotonic() + PATIENCE_S
        while not lines(served)["home"]["well"]:
            assert time.monotonic() < until
            time.sleep(0.05)


def test_a_table_that_cannot_run_can_still_be_given_a_broker(tmp_path):
    """In safe mode, too, it is tried."""
    (tmp_path / "games.db").write_bytes(b"these are no games" * 99)
    with serving(store=tmp_path / "games.db", warned_of="games.db") as served:
        while not (line := served.process.stdout.readline()).startswith("Token"):
            assert line
        served.token = line.partition(": ")[2].strip()
        tried = deed(served, "home_try", values={"home.broker": "127.0.0.1", "home.port": str(free_port())})
        assert tried["home"]["well"] is False


def test_the_doctor_tries_it_and_tells_nobody_the_password(tmp_path):
    """Nor does an archive for people who help hold anything of the house."""

    def found(home):
        context = DoctorContext(Settings(home=home), None, "", tmp_path / "games.db", None, lambda _: "")
        [finding] = [each for each in examine(context) if each.name == "home"]
        return finding.well, finding.sentence.name

    assert found(Home()) == (True, "doctor_no_home")
    assert found(Home(broker="127.0.0.1", port=free_port())) == (False, "home_nobody_listens")
    told = settings_text(Settings(home=Home(broker="192.0.2.9", user="anna", password="between us", ca="/etc/x")))
    assert not [each for each in ("192.0.2.9", "anna", "between us", "/etc/x") if each in told]
