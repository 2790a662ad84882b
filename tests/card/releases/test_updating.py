"""An update ends with one whole release that runs, and with every game, whatever the new release does."""

import shutil

import pytest

from pearlboard.card.releases.decisions import Refused
from pearlboard.card.releases.shelf import Busy, NotWhole
from pearlboard.card.releases.updating import LIMIT_S, NothingLives, WentBack
from support.card_releases import NEW, NEXT, OLD, checked, facts, play, schema_of

pytestmark = pytest.mark.slow


def test_a_good_release_runs_and_the_one_before_is_kept(card, tmp_path):
    """With the games, which go on."""
    told = card.updater.update(checked(tmp_path, NEW))
    assert told == f"{NEW} runs; {OLD} is kept beside it."
    card.is_whole(NEW)
    assert card.service.ran == [OLD, NEW]
    assert card.all_facts() == (4, {})
    assert facts(card.root / "before" / OLD) == 3


@pytest.mark.parametrize(
    ("lives", "wrong"),
    [
        ("dies", "it died 3 times"),
        ("hangs", "it did not answer"),
        ("another version", "it says it is 9.9"),
        ("eats memory", "it died 3 times"),
        ("is not well", "it says it is not well"),
    ],
)
def test_a_release_that_does_not_live_is_taken_back(card, tmp_path, lives, wrong):
    """Within the limit, or sooner if it dies again and again; it goes, and the games stay."""
    before = card.updater.clock.now_s()
    with pytest.raises(WentBack, match=rf"0\.2\.0~deb13 did not prove itself \({wrong}\); 0\.1\.0~deb13 is back\."):
        card.updater.update(checked(tmp_path, NEW, lives))
    took = card.updater.clock.now_s() - before
    assert took < 60 if lives in {"dies", "eats memory"} else LIMIT_S <= took < LIMIT_S + 30
    card.is_whole(OLD)
    assert card.service.ran == [OLD, NEW, OLD]
    assert card.shelf.versions() == [OLD]
    assert card.all_facts() == (4 if lives == "dies" else 5, {})


def test_games_that_the_old_release_cannot_read_are_kept_and_named(card, tmp_path):
    """The old release has those of before; what came since lies in a folder, whole."""
    with pytest.raises(
        WentBack, match=rf"The games that gave way are kept in {card.state}/games-of-{NEW}-1 \(4 facts\)"
    ):
        card.updater.update(checked(tmp_path, NEW, "hangs", schema=5))
    card.is_whole(OLD)
    assert card.all_facts() == (4, {f"games-of-{NEW}-1": 4})
    assert schema_of(card.state / f"games-of-{NEW}-1") == 5
    assert [line for line in card.updater.status() if f"games-of-{NEW}-1" in line]


def test_a_second_failure_writes_over_nothing(card, tmp_path):
    """Each has its own folder."""
    for _ in range(2):
        with pytest.raises(WentBack):
            card.updater.update(checked(tmp_path, NEW, "hangs", schema=5))
    assert set(card.all_facts()[1]) == {f"games-of-{NEW}-1", f"games-of-{NEW}-2"}


def test_facts_that_only_the_journal_has_are_copied_too(card, tmp_path):
    """As a service that was killed leaves them."""
    older = shutil.copytree(card.state, tmp_path / "older")
    play(card.state, 4, 5)
    shutil.copyfile(older / "games.db", card.state / "games.db")
    with pytest.raises(WentBack):
        card.updater.update(checked(tmp_path, NEW, "hangs", schema=5))
    assert facts(card.state) == 3 + 5 + 1


def test_a_table_that_was_not_well_before_need_not_be_well_after(card, tmp_path):
    """Its board may be away; that is not the release's fault."""
    card.service.ok = False
    card.updater.update(checked(tmp_path, NEW))
    card.is_whole(NEW)


def test_never_during_a_game(card, tmp_path):
    """Nothing is touched, nothing is started anew; neither there nor back."""
    card.updater.update(checked(tmp_path, NEW))
    card.service.phase = "playing"
    ran = list(card.service.ran)
    for what in (lambda: card.updater.update(checked(tmp_path, NEXT)), lambda: card.updater.back(put_games_aside=True)):
        with pytest.raises(Refused, match="a game is on"):
            what()
    assert (card.service.ran, card.service.up) == (ran, True)
    assert card.shelf.versions() == [OLD, NEW]


def test_a_game_that_begins_while_it_is_unpacked_is_not_stopped(card, tmp_path, monkeypatch):
    """It is asked again when it matters."""
    package = checked(tmp_path, NEW)
    monkeypatch.setattr("pearlboard.card.releases.shelf._sync_all", lambda _: setattr(card.service, "phase", "playing"))
    with pytest.raises(Refused, match="a game is on"):
        card.updater.update(package)
    assert (card.service.ran, card.service.up) == ([OLD], True)


def test_a_table_that_does_not_answer_can_be_mended(card, tmp_path):
    """Nobody is playing there."""
    (card.root / "releases" / OLD / "usr/lib/pearlboard/how-it-lives").write_text("hangs:4")
    card.updater.update(checked(tmp_path, NEW))
    card.is_whole(NEW)


def test_an_older_one_is_refused_and_the_same_is_no_work(card, tmp_path):
    """Only `back` goes back."""
    card.updater.update(checked(tmp_path, NEW))
    with pytest.raises(Refused, match="only `back` goes back"):
        card.updater.update(checked(tmp_path, OLD))
    assert card.updater.update(checked(tmp_path, NEW)) == f"{NEW} runs here already."
    assert card.service.ran == [OLD, NEW]


def test_two_releases_stay(card, tmp_path):
    """And the copies of games that belong to them."""
    card.updater.update(checked(tmp_path, NEW))
    card.updater.update(checked(tmp_path, NEXT))
    assert card.shelf.versions() == [NEW, NEXT]
    assert [each.name for each in (card.root / "before").iterdir()] == [NEW]


def test_back_leads_to_the_release_before_with_all_games(card, tmp_path):
    """Which it can read."""
    card.updater.update(checked(tmp_path, NEW))
    assert card.updater.back(put_games_aside=False) == f"{OLD} runs; {NEW} is kept beside it."
    card.is_whole(OLD)
    assert card.all_facts() == (5, {})
    with pytest.raises(Refused, match="there is none to go back to"):
        card.updater.back(put_games_aside=False)


def test_back_over_a_changed_database_has_to_be_said_twice(card, tmp_path):
    """What was played since is put aside only by whoever says so, and named."""
    card.updater.update(checked(tmp_path, NEW, schema=5))
    play(card.state, 5, 6)
    with pytest.raises(Refused, match=r"--put-games-aside .* played since \(7 facts\)"):
        card.updater.back(put_games_aside=False)
    card.is_whole(NEW)
    assert card.all_facts() == (11, {})  # one for the start after the refusal
    told = card.updater.back(put_games_aside=True)
    card.is_whole(OLD)
    assert f"{card.state}/games-of-{NEW}-1 (11 facts)" in told
    assert card.all_facts() == (4, {f"games-of-{NEW}-1": 11})


def test_back_to_a_release_that_lives_no_more_leads_forward_again(card, tmp_path):
    """With the games as they were."""
    card.updater.update(checked(tmp_path, NEW, schema=5))
    play(card.state, 5, 6)
    (card.root / "releases" / OLD / "usr/lib/pearlboard/how-it-lives").write_text("hangs:4")
    with pytest.raises(WentBack, match=f"{NEW} is back"):
        card.updater.back(put_games_aside=True)
    card.is_whole(NEW)
    assert card.shelf.versions() == [OLD, NEW]
    now, aside = card.all_facts()
    assert (now, aside[f"games-of-{NEW}-1"]) == (11, 10)


def test_where_the_old_one_does_not_answer_either_that_is_said(card, tmp_path):
    """It is back all the same."""
    (card.root / "releases" / OLD / "usr/lib/pearlboard/how-it-lives").write_text("hangs:4")
    with pytest.raises(NothingLives, match=r"does not live either \(it did not answer\)"):
        card.updater.update(checked(tmp_path, NEW, "dies"))
    assert (card.shelf.current, card.shelf.promise()) == (OLD, None)


def test_a_full_disk_changes_nothing(card, tmp_path, monkeypatch):
    """Found out before, or by the tool that unpacks; half a release goes."""
    package = checked(tmp_path, NEW)
    with pytest.raises(Refused, match="make room first"):
        card.updater.shelf.unpack(package.path, NEW, 1 << 60)
    tools, real = tmp_path / "tools", shutil.which("dpkg-deb")
    tools.mkdir()
    full = f'#!/bin/sh\n{real} "$@"\necho "tar: No space left on device" >&2\necho "dpkg-deb: tar failed" >&2\nexit 2\n'
    (tools / "dpkg-deb").write_text(full)
    (tools / "dpkg-deb").chmod(0o755)
    with monkeypatch.context() as patched:
        patched.setenv("PATH", str(tools), prepend=":")
        with pytest.raises(Refused, match="No space left on device"):
            card.updater.update(package)
    card.is_whole(OLD)
    assert card.service.ran == [OLD]
    card.updater.update(package)
    card.is_whole(NEW)


def test_games_that_cannot_be_copied_end_the_update_and_the_table_goes_on(card, tmp_path, monkeypatch):
    """It had been stopped for that."""
    monkeypatch.setattr("pearlboard.card.releases.games._copied_folder", no_room)
    with pytest.raises(Refused, match="No space left"):
        card.updater.update(checked(tmp_path, NEW))
    card.is_whole(OLD)
    assert card.service.ran == [OLD, OLD]


def test_links_in_the_folder_of_the_service_are_not_followed(card, tmp_path):
    """It is not root, and nothing of root's comes to it that way: neither what is there, nor whose it is."""
    secret = tmp_path / "secret"
    secret.write_text("x")
    secret.chmod(0o640)
    (card.state / "games.db.journal/more").symlink_to(secret)
    with pytest.raises(WentBack):
        card.updater.update(checked(tmp_path, NEW, "hangs", schema=5))
    assert (card.state / "games.db.journal/more").is_symlink()
    assert secret.stat().st_mode & 0o777 == 0o640
    database = (card.state / "games.db").rename(tmp_path / "elsewhere.db")
    (card.state / "games.db").symlink_to(database)
    with pytest.raises(Refused, match="is a link, which is not followed"):
        card.updater.update(checked(tmp_path, NEW))
    assert card.shelf.current == OLD


def no_room(*_):
    raise OSError(28, "No space left on device")


def test_two_at_a_time_are_one_too_many(card):
    """The second one says so; a third one, after the first, is let in."""
    with card.shelf.alone(), pytest.raises(Busy), card.shelf.alone():
        pass
    with card.shelf.alone():
        pass


def test_a_link_that_leads_nowhere_is_named(card):
    """Nobody guesses which release might have been meant."""
    card.shelf.switch(NEW)
    with pytest.raises(NotWhole, match="which is no release"):
        card.updater.status()
    (card.root / "promise.json").write_text("{")
    with pytest.raises(NotWhole, match="cannot be read"):
        card.updater.undo_unproved()


def test_status_says_what_runs_and_where_back_leads(card, tmp_path):
    """A line each."""
    card.updater.update(checked(tmp_path, NEW))
    assert card.updater.status() == [
        f"{NEW} is the current release.",
        "The table says it is 0.2.0.",
        f"`back` leads to {OLD}.",
    ]
    card.service.stop()
    assert "The table does not answer." in card.updater.status()
