"""A screen that hangs at the Pi says how to get to the table; its code is read back from what stands there."""

import io
import itertools

import pytest
import segno

from pearlboard.cli import console
from pearlboard.screens.joining import Wifi
from pearlboard.settings import Settings, Web
from support.serving import serving, start

pytestmark = pytest.mark.slow

NAME, HOST = "pearlboard-ab12", "192.168.1.23"
OWN = {"name": NAME, "password": "123456789012"}
NOT_BEGUN = {"ok": False, "error": "safe_mode", "sentence": "The disk is full."}
HALVES = {" ": (1, 1), "▀": (0, 1), "▄": (1, 0), "█": (0, 0)}


class Enough(Exception):
    """It has looked often enough."""


def noticed(shown, *hosts):
    return console.notice(shown, hosts or (HOST,), f"{NAME}.local", Settings())


def modules(text):
    """Dark is 1, as it is read from a dark screen with light letters; the quiet zone is left out."""
    lines = [line.removeprefix(console.MARGIN) for line in text.splitlines() if "█" in line]
    rows = [[HALVES[sign][half] for sign in line] for line in lines for half in (0, 1)]
    size = len(rows[0])
    return tuple(bytes(row[2:-2]) for row in rows[2 : size - 2])


def matrix(text):
    return tuple(bytes(row) for row in segno.make(text, error="l", micro=False).matrix)


def test_its_own_network_with_the_password_by_fours_and_as_a_code():
    told = noticed({"lang": "en", "own_wifi": OWN})
    assert NAME in told
    assert "1234 5678 9012" in told
    assert modules(told) == matrix(Wifi(OWN["name"], OWN["password"]).text)


def test_a_password_of_words_stays_as_it_is():
    assert "abc def ghi" in noticed({"lang": "en", "own_wifi": OWN | {"password": "abc def ghi"}})


def test_in_the_house_its_address():
    told = noticed({"lang": "en", "own_wifi": None})
    assert f"http://{NAME}.local:8000/" in told
    assert modules(told) == matrix(f"http://{HOST}:8000/")


def test_in_several_networks_each_address_over_its_own_code():
    hosts = (HOST, "10.8.0.5", "[fd12:3456::17]")
    lines = noticed({"lang": "en", "own_wifi": None}, *hosts).splitlines()
    addresses = [f"http://{host}:8000/" for host in hosts]
    assert all(len(line) <= 2 * console.COLUMN for line in lines)
    for number, address in enumerate(addresses):
        column = number % 2 * console.COLUMN
        at = next(n for n, line in enumerate(lines) if line[column:].strip().startswith(address))
        block = (line[column : column + console.COLUMN].rstrip() for line in lines[at + 2 :])
        drawn = "\n".join(itertools.takewhile(bool, block))
        assert modules(drawn) == matrix(address)


def test_in_no_network_no_address():
    told = console.notice({"lang": "en", "own_wifi": None}, (), f"{NAME}.local", Settings())
    assert "not on any network" in told
    assert "http" not in told


def test_while_nothing_answers_it_starts_and_what_cannot_begin_says_why():
    assert "starting" in noticed(None)
    assert "The disk is full" in noticed(NOT_BEGUN)


def answered(served):
    return console.shown(Settings(web=Web(host="127.0.0.1", port=served.port)))


def test_a_table_that_runs_is_told_from_one_that_could_not_begin(tmp_path):
    """Both answer with a sentence, and only the second one's is written."""
    with serving(store=tmp_path / "games.db") as served:
        running = answered(served)
    assert running["sentence"]
    assert f"http://{NAME}.local:8000/" in noticed(running)
    assert "1234 5678 9012" in noticed(running | {"own_wifi": OWN})
    broken = tmp_path / "config.toml"
    broken.write_text("boards = 'simulated'")
    served = start("--config", broken, store=tmp_path / "games.db")
    try:
        told = noticed(answered(served))
    finally:
        served.end()
    assert "did you mean board?" in told
    assert "http" not in told


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_every_sentence_fits_and_has_letters_of_the_console(language):
    """Code page 437, which Linux draws where nothing else was set; 25 lines of 80."""
    for host in (HOST, "localhost"):
        for own in (OWN, None):
            told = noticed({"lang": language, "own_wifi": own}, host)
            told.encode("cp437")
            assert len(told.splitlines()) <= 25
            assert max(map(len, told.splitlines())) < 80


def test_it_writes_anew_only_what_is_something_else(monkeypatch):
    answers = iter([None, None, {"lang": "en", "own_wifi": OWN}, {"lang": "en", "own_wifi": OWN, "version": 7}])
    monkeypatch.setattr(console, "shown", lambda _: next(answers))
    looked, screen = [], io.StringIO()

    def look(seconds):
        looked.append(seconds)
        if len(looked) == 4:
            raise Enough

    with pytest.raises(Enough):
        console.follow(Settings(), screen, look)
    assert screen.getvalue().count(console.CLEAN) == 2
