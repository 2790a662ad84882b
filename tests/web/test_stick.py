"""A backup goes onto a stick and comes back from one over HTTP, on a table that is a card's, and on no other."""

from pathlib import Path
from unittest.mock import ANY

import pytest

from support import own_card
from support.serving import serving
from support.tabling import PLAYERS
from web.test_operating import begin
from web.test_restoring import Operator

pytestmark = pytest.mark.slow

TESTS = str(Path(__file__).parents[1])
CARD = ("-c", f"import sys; sys.path.append({TESTS!r}); from support import own_card; own_card.serve()")
"""The program as it is on a card, whose stick is a folder."""


@pytest.fixture(scope="module")
def card():
    with serving(program=CARD) as served:
        yield Operator(served)


@pytest.fixture
def stick(card):
    """What is on it, once it is plugged in."""
    plugged = card.served.store.with_name(own_card.PLUGGED)
    plugged.mkdir()
    yield plugged
    for path in plugged.iterdir():
        path.unlink()
    plugged.rmdir()


def test_a_backup_goes_onto_the_stick_and_comes_back_to_be_looked_through(card, stick):
    """As one that was sent: it is put back only when somebody says so."""
    begin(card.served)
    assert card.served.command("abandon")[0] == 200
    assert card.ask("stick") == (200, {"ok": True, "run": ANY, "stick": True})
    status, answer = card.ask("stick_save")
    assert (status, own_card.ON_STICK in answer["stick"]) == (200, True)
    assert [path.name for path in stick.iterdir()] == [own_card.ON_STICK]
    status, answer = card.ask("stick_fetch")
    assert (status, own_card.ON_STICK in answer["stick"]) == (200, True)
    status, answer = card.ask("look_through")
    assert (status, answer["sent"]["lacks"]) == (200, 0)


def test_without_a_stick_it_says_what_to_do(card):
    """In the language of the page."""
    for deed in ("stick_save", "stick_fetch"):
        status, answer = card.ask(deed)
        assert (status, answer["error"]) == (422, "stick_none")
        assert "Plug a USB stick into the table" in answer["sentence"]


@pytest.mark.usefixtures("stick")
def test_while_a_game_is_on_neither_is_done(card, stick):
    """What is hidden in it would leave the table."""
    assert card.served.command("set_up", players=PLAYERS[:2])[0] == 200
    for deed in ("stick_save", "stick_fetch"):
        status, answer = card.ask(deed)
        assert (status, answer["error"]) == (409, "game_is_on")
    assert list(stick.iterdir()) == []
    assert card.served.command("abandon")[0] == 200


def test_a_table_that_is_no_card_uses_no_stick():
    """Its page does not offer it, and whoever asks all the same is told."""
    with serving() as served:
        operator = Operator(served)
        assert operator.ask("stick")[1]["stick"] is False
        for deed in ("stick_save", "stick_fetch"):
            status, answer = operator.ask(deed)
            assert (status, answer["error"]) == (422, "not_here")
