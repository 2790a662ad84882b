"""The power goes at each step of an update, of going back, and of what mends that: one whole release, and all games."""

import shutil

import pytest

from pearlboard.card.releases.decisions import Promise
from pearlboard.card.releases.updating import WentBack
from support.card_power import Power
from support.card_releases import NEW, OLD, Card, checked, play
from support.lengths import at_length

pytestmark = pytest.mark.slow

FAR = 10_000
EACH = at_length(1, 7)
"""In the short form every seventh step, other ones for each kind of cut; every one in `make soak`."""


@pytest.fixture
def again(card, tmp_path):
    """Makes cards that are as the first one was when it was called first."""
    kept = tmp_path / "kept"

    def again():
        if not kept.exists():
            shutil.copytree(card.root, kept, symlinks=True)
        shutil.rmtree(card.root)
        shutil.copytree(kept, card.root, symlinks=True)
        shutil.rmtree(tmp_path / "spare", ignore_errors=True)
        return Card.again(tmp_path)

    return again


def cuts(again, monkeypatch, forgetful, do):
    """Cards on which that was begun and cut off, at a later step each time; the last one's was not."""
    last, whole = 1 + forgetful * (EACH // 2), False
    while not whole:
        card = again()
        power = Power(card.root, last, forgetful=forgetful)
        with power.on(monkeypatch):
            do(card)
        whole = not power.off
        yield card
        last += EACH
    assert last > 20, "what was to be cut off has hardly any steps"


def lost_nothing(card, *versions):
    """Whatever was written while the power was on is there, in the table's games or in those that were put aside."""
    known = card.known
    card.boot()
    card.is_whole(*versions)
    now, aside = card.all_facts()
    assert max([now, *aside.values()]) >= known


@pytest.mark.parametrize("forgetful", [False, True])
@pytest.mark.parametrize("schema", [4, 5])
def test_while_a_good_release_comes(again, tmp_path, monkeypatch, schema, forgetful):
    """The old one is back, or the new one is there."""
    package = checked(tmp_path, NEW, schema=schema)
    ends = set()
    for card in cuts(again, monkeypatch, forgetful, lambda card: card.updater.update(package)):
        lost_nothing(card, OLD, NEW)
        ends.add(card.shelf.current)
    assert ends == {OLD, NEW}


def taken_back(card, package):
    """It does not live."""
    with pytest.raises(WentBack):
        card.updater.update(package)


@pytest.mark.parametrize("forgetful", [False, True])
def test_while_a_release_that_changes_the_database_is_taken_back(again, tmp_path, monkeypatch, forgetful):
    """The old one is there in the end."""
    package = checked(tmp_path, NEW, "hangs", schema=5)
    for card in cuts(again, monkeypatch, forgetful, lambda card: taken_back(card, package)):
        lost_nothing(card, OLD)


@pytest.mark.parametrize("forgetful", [False, True])
def test_while_games_are_put_aside_to_go_back(card, again, tmp_path, monkeypatch, forgetful):
    """Either of them runs."""
    card.updater.update(checked(tmp_path, NEW, schema=5))
    card.played(5, 6)
    for one in cuts(again, monkeypatch, forgetful, lambda card: card.updater.back(put_games_aside=True)):
        lost_nothing(one, OLD, NEW)


def begun(card):
    """The start of a machine on which a release is not proven."""
    card.service.up = False
    assert card.updater.undo_unproved() is not None


@pytest.mark.parametrize("forgetful", [False, True])
def test_while_a_cut_is_being_mended(card, again, tmp_path, monkeypatch, forgetful):
    """The power goes again at each step of the start; the next start goes on where that one was."""
    older = shutil.copytree(card.state, tmp_path / "older")
    play(card.state, 4, 5)
    shutil.copyfile(older / "games.db", card.state / "games.db")  # as a service that was killed leaves them
    card.updater.update(checked(tmp_path, NEW, schema=5))
    card.played(5, 6)
    card.shelf.give(Promise(OLD, NEW, f"games-of-{NEW}-1"))
    for one in cuts(again, monkeypatch, forgetful, begun):
        lost_nothing(one, OLD)
        assert one.all_facts() == (9, {f"games-of-{NEW}-1": 15})


def test_without_a_promise_the_cut_would_be_seen(again, tmp_path):
    """What all of the above rests on: a release that hangs would stay."""
    card = again()
    with pytest.raises(WentBack):
        card.updater.update(checked(tmp_path, NEW, "hangs"))
    card.shelf.unpack(checked(tmp_path, NEW, "hangs").path, NEW, 0)
    card.shelf.switch(NEW)
    card.boot()
    assert card.service.answer() is None
    play(card.state, 4, 1)
