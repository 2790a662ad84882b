"""The operator looks after a running table over HTTP: its settings, and what acts at once or after a restart."""

import json
import re
import socket
import time
from dataclasses import dataclass
from unittest.mock import ANY

import pytest

from pearlboard.program.successor import take_token
from support.serving import LONGEST_S, TOO_FAST, Served, clean_environment, offers, serving, start
from support.tabling import PLAYERS

pytestmark = pytest.mark.slow

TEXT = """# The settings of the table.
pieces = "pucks"     # of walnut

[lights]
brightness = 1.0     # by day
"""


@dataclass
class Operator:
    """A table with a settings file, and whoever looks after it."""

    served: Served
    path: object

    def ask(self, do, language="en", **more):
        """The status and the answer."""
        return self.post(f"/api/operator?lang={language}", json.dumps({"do": do, **more}))

    def post(self, path, body):
        """As soon as the table takes it."""
        while True:
            status, _, answer = self.served.ask("POST", path, body, {"Authorization": f"Bearer {self.served.token}"})
            if status != TOO_FAST:
                return status, json.loads(answer)
            time.sleep(0.02)

    def save(self, page="en", /, **values):
        mark = self.ask("settings")[1]["settings"]["mark"]
        return self.ask("save", page, mark=mark, values={key.replace("__", "."): text for key, text in values.items()})

    def waiting(self):
        return self.ask("settings")[1]["settings"]["waiting"]

    def until_back(self):
        """It has started anew: where it says that it is, and which token it takes."""
        lines = iter(self.served.process.stdout.readline, "")
        said = next(line for line in lines if line.startswith("The table is at"))
        token = next(line for line in lines if line.startswith("Token"))
        return int(re.search(r":(\d+)/", said)[1]), token.partition(": ")[2].strip()


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    """One for all tests here, which begins anew in one of them."""
    path = tmp_path_factory.mktemp("settings") / "config.toml"
    path.write_text(TEXT)
    with serving("--config", path, "--board", "simulated") as served:
        yield Operator(served, path)


@pytest.fixture
def operator(table):
    """Nobody has changed the settings file, and no game is on."""
    table.path.write_text(TEXT)
    yield table
    if table.served.screen()["phase"] == "playing":
        assert table.served.command("abandon")[0] == 200


def begin(served):
    assert served.command("set_up", players=PLAYERS[:2], confirm="button")[0] == 200
    served.wait(lambda screen: offers(screen, "start"))
    assert served.command("start")[0] == 200


def test_the_clock_of_no_card_is_left_alone(operator):
    """Whatever a page says that it is; what is no number is malformed."""
    assert operator.ask("clock", values={"now": "4000000000"}) == (200, {"ok": True, "run": ANY, "clock": None})
    for values in ({}, {"now": ""}, {"now": "-1"}, {"now": "1e9"}, {"now": "9" * 13}):
        assert operator.ask("clock", values=values)[0] == 400


def test_settings_are_saved_and_the_program_starts_anew_with_them(operator):
    """What acts at once does; what waits is in use after the restart, for which the token stays good, this once."""
    token, run = operator.served.token, operator.ask("settings")[1]["run"]
    status, answer = operator.save(lights__brightness="0.5", pieces="tiles")
    assert (status, answer["settings"]["waiting"]) == (200, ["pieces"])
    assert operator.path.read_text() == TEXT.replace("pucks", "tiles").replace("1.0", "0.5")
    assert operator.ask("restart") == (200, {"ok": True, "run": run})
    assert operator.until_back() == (operator.served.port, token)
    status, answer = operator.ask("settings")
    assert (status, answer["settings"]["waiting"]) == (200, [])
    assert answer["run"] != run
    assert not operator.served.store.with_name("games.db.token").exists()


def test_under_systemd_a_restart_is_an_end_and_the_next_start_takes_the_token(tmp_path):
    """It is systemd that starts it again; what lies there meanwhile is for the owner of the games only."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(tmp_path / "notify"))
        served = start(
            store=tmp_path / "games.db", environment=clean_environment(NOTIFY_SOCKET=str(tmp_path / "notify"))
        )
        assert Operator(served, None).ask("restart")[0] == 200
        assert served.process.wait(LONGEST_S) == 0
        served.process.communicate()
    left = tmp_path / "games.db.token"
    assert left.stat().st_mode & 0o777 == 0o600
    assert take_token(tmp_path / "games.db") == served.token
    assert not left.exists()


def test_what_the_command_line_says_is_not_changed_by_form(operator):
    """Also where it says the same as the file: after a restart it would beat what was saved."""
    fields = operator.ask("settings")[1]["settings"]["fields"]
    assert {field["key"] for field in fields if field["fixed"]} == {"board", "web.port"}
    status, answer = operator.save(board="rp2040")
    assert (status, answer["error"]) == (422, "malformed")


def test_how_the_table_is_is_told_in_a_sentence_and_in_lines(operator):
    """In the language that was asked for."""
    status, answer = operator.ask("glance", language="de")
    assert (status, answer["glance"]["well"], answer["glance"]["sentence"]) == (200, True, "Alles ist in Ordnung.")
    begin(operator.served)
    lines = {line["name"]: line["sentence"] for line in operator.ask("glance")[1]["glance"]["lines"]}
    assert {PLAYERS[0]["name"], PLAYERS[1]["name"]} <= set(lines["game"].replace(",", "").split())


def test_the_log_is_told_and_no_token(operator):
    """What the program has said since its start, with level and time."""
    operator.save(pieces="tiles")
    log = operator.ask("log")[1]["log"]
    assert log["lines"][0]["text"] == "pearlboard.operator: the operator has changed settings: pieces"
    assert log["lines"][-1]["text"].startswith("pearlboard.program: Pearlboard 0")
    assert {line["level"] for line in log["lines"]} <= {"info", "warning"}
    assert operator.served.token not in json.dumps(log)


def test_a_table_that_is_no_service_switches_nothing_off(operator):
    """It says so before, and when it is asked all the same."""
    problem = operator.ask("machine")[1]["machine"]["problem"]
    assert "not started as this machine’s service" in problem
    for deed in ("poweroff", "reboot"):
        status, answer = operator.ask(deed, sure=True)
        assert (status, answer["error"], answer["sentence"]) == (422, "not_switched", problem)


def test_nothing_is_put_onto_a_pico_where_somebody_has_chosen_a_board(operator):
    """The page hears of none, and whoever asks all the same is told so."""
    status, answer = operator.ask("pico")
    assert status == 200
    assert {name: told for name, told in answer["pico"].items() if told} == {}
    for language, said in (("en", "No Pico needs the program"), ("de", "kein Pico mehr"), ("fr", "Aucun Pico")):
        status, answer = operator.ask("fill_pico", language)
        assert (status, answer["error"]) == (422, "no_pico")
        assert said in answer["sentence"]


def test_in_a_game_nothing_is_put_onto_a_pico(operator):
    """As nothing is restarted."""
    begin(operator.served)
    status, answer = operator.ask("fill_pico")
    assert (status, answer["error"]) == (409, "game_is_on")


def test_what_is_wrong_is_said_beside_its_field(operator):
    """In the language of the page, and nothing is written."""
    status, answer = operator.save("fr", lights__brightness="2", pieces="tiles")
    assert status == 422
    assert answer == {
        "ok": False,
        "error": "wrong_values",
        "wrong": {"lights.brightness": "Cela doit aller de 0 à 1\N{NO-BREAK SPACE}; 2 ne convient pas."},
    }
    assert operator.path.read_text() == TEXT


def test_a_form_that_is_too_old_is_refused(operator):
    """Somebody has written into the file meanwhile."""
    operator.path.write_text(TEXT + "# by hand\n")
    status, answer = operator.ask("save", mark="0", values={"pieces": "tiles"})
    assert (status, answer["error"]) == (409, "changed_meanwhile")
    assert operator.path.read_text() == TEXT + "# by hand\n"


def test_nothing_is_restarted_in_the_middle_of_a_game(operator):
    """Settings may be saved; the restart waits, and says why in the language that was asked for."""
    begin(operator.served)
    assert operator.save(pieces="tiles")[0] == 200
    assert operator.ask("settings")[1]["settings"]["game_on"]
    for language, said in (("en", "A game is on"), ("de", "Partie läuft"), ("fr", "partie est en")):
        status, answer = operator.ask("restart", language)
        assert (status, answer["error"]) == (409, "game_is_on")
        assert said in answer["sentence"]
    assert operator.served.screen()["phase"] == "playing"


def test_what_is_no_backup_is_one_clear_sentence(operator):
    """And the table is as it was."""
    assert operator.ask("look_through")[1]["sentence"] == "Choose a file first."
    assert operator.post("/api/restore?at=0", b"no backup" * 1000)[0] == 200
    status, answer = operator.ask("restore", sure=True)
    assert (status, answer["error"]) == (422, "no_backup")
    assert answer["sentence"].startswith("The file is damaged or cut short, or it is no backup at all.")
    assert operator.served.store.parent.as_posix() not in answer["sentence"]


def test_a_table_that_was_not_told_its_language_asks_once(operator):
    """Any page of its own may answer; it acts at once, stands in the file, and afterwards is the operator's."""
    served = operator.served
    page = {"Origin": served.origin, "Content-Type": "application/json"}

    def speak(language, **headers):
        body = json.dumps({"language": language})
        while (answer := served.ask("POST", "/api/language", body, headers))[0] == TOO_FAST:
            time.sleep(0.02)
        return answer[0], json.loads(answer[2])

    def first_page():
        return served.ask("GET", "/", headers={"Accept-Language": "fi"})[2].decode()

    assert " data-asks" in first_page()
    assert speak("xx", **page)[0] == 400
    assert speak("de", Origin="http://evil.example")[0] == 403
    assert speak("de", **page) == (200, {"ok": True})
    assert 'language = "de"' in operator.path.read_text()
    assert operator.path.read_text().replace('language = "de"\n', "") == TEXT
    assert '<html lang="de"' in first_page()
    assert " data-asks" not in first_page()
    assert "language" not in operator.waiting()
    status, answer = speak("fr", **page)
    assert (status, answer["error"]) == (409, "language_is_set")
    assert operator.save(language="en")[0] == 200
    assert '<html lang="en"' in first_page()
