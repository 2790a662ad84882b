"""What root types on a card, and what comes of it: sentences, exit codes, and only one at a time."""

import json
import shutil

import pytest

from pearlboard.card.releases import __main__ as program
from pearlboard.card.releases.decisions import Promise
from support.card_releases import NEW, NEXT, OLD, FakeClock, package

pytestmark = pytest.mark.slow


@pytest.fixture
def root(card, monkeypatch, signer, capsys):
    """Types; the exit code, and what was said."""
    monkeypatch.setattr(program, "SystemdService", lambda _: card.service)
    monkeypatch.setattr(program, "RealClock", FakeClock)
    monkeypatch.setattr(program, "run", lambda *_: "amd64\n")
    monkeypatch.setattr(program, "_suite", lambda: "trixie")

    def types(*words):
        code = program.main(["--root", str(card.root), "--key", str(signer.keyring),
                             "--repository", str(card.root / "came-with"), *map(str, words)])  # fmt: skip
        said = capsys.readouterr()
        return code, said.out + said.err

    return types


def signed(signer, folder, *what):
    """A file that is signed as a whole."""
    return signer.sign(package(folder, *what))


def test_from_one_release_to_the_next_and_back(root, card, tmp_path, signer):
    """Each has a sentence; what is done already is no error."""
    file = signed(signer, tmp_path, NEW)
    assert root("update", file) == (0, f"{NEW} runs; {OLD} is kept beside it.\n")
    assert root("update", file) == (0, f"{NEW} runs here already.\n")
    assert root("status")[1].startswith(f"{NEW} is the current release.\n")
    assert root("back") == (0, f"{OLD} runs; {NEW} is kept beside it.\n")
    assert root("undo-unproved") == (0, "")
    card.is_whole(OLD)
    assert not (card.root / "incoming").exists()


def test_a_new_card_begins_with_the_release_it_came_with_and_keeps_what_it_has(root, card, tmp_path):
    """A power cut in the middle of unpacking is no release; what has one stays with it."""
    (card.shelf.releases / "current").unlink()
    card.shelf.discard(OLD)
    (card.shelf.releases / f"{NEW}.new").mkdir()
    assert root("begin", package(tmp_path, NEW)) == (0, f"{NEW} is the first release here.\n")
    assert (card.shelf.versions(), card.shelf.current) == ([NEW], NEW)
    assert root("begin", package(tmp_path, NEXT)) == (0, "")
    assert (card.shelf.versions(), card.shelf.current) == ([NEW], NEW)


def test_a_new_card_does_not_begin_with_what_is_made_for_another_machine(root, card, tmp_path, monkeypatch):
    (card.shelf.releases / "current").unlink()
    monkeypatch.setattr(program, "run", lambda *_: "arm64\n")
    code, said = root("begin", package(tmp_path, NEW))
    assert (code, "is made for amd64; this table is arm64" in said) == (2, True)
    assert card.shelf.versions() == [OLD]


def test_what_is_refused_has_code_2(root, card, tmp_path):
    """And the reason, on one line."""
    file = package(tmp_path, NEW)
    why = f"{file.name} is not signed; take {file.name}.gpg, which lies beside it"
    assert root("update", file) == (2, f"pearlboard-releases: {why}\n")
    code, said = root("update")
    assert (code, "name a repository" in said) == (2, True)
    (card.root / "came-with").write_text(f"{tmp_path}\n")
    code, said = root("update")
    assert (code, f"{tmp_path}/dists/trixie/InRelease: cannot be had" in said) == (2, True)
    with card.shelf.alone():
        assert root("back") == (2, "pearlboard-releases: another update is at work; wait until it is done\n")
    assert card.service.ran == [OLD]


def test_what_went_back_has_code_3_and_what_lives_no_more_code_1(root, card, tmp_path, signer):
    """The release before runs again, or nothing does."""
    file = signed(signer, tmp_path, NEW, "hangs")
    assert root("update", file)[0] == 3
    card.is_whole(OLD)
    (card.root / "releases" / OLD / "usr/lib/pearlboard/how-it-lives").write_text("hangs:4")
    assert root("update", file)[0] == 1
    card.shelf.switch("0.7.0")
    assert root("status")[0] == 1


def test_an_update_that_was_killed_is_taken_back_by_the_next_one(root, card, tmp_path, signer):
    """Though the machine was not started anew; but not during a game."""
    card.shelf.unpack(package(tmp_path, NEW), NEW, 0)
    card.shelf.give(Promise(OLD, NEW, f"games-of-{NEW}-1"))
    card.shelf.switch(NEW)
    card.service.start()
    card.service.phase = "playing"
    assert root("undo-unproved") == (2, "pearlboard-releases: a game is on; end it or abandon it, then ask again\n")
    assert card.shelf.current == NEW
    assert "It is not proven" in root("status")[1]
    card.service.phase = "idle"
    assert root("update", signed(signer, tmp_path, NEW)) == (0, f"{NEW} runs; {OLD} is kept beside it.\n")
    assert card.service.ran == [OLD, NEW, OLD, NEW]


def test_a_newer_one_comes_from_the_repository_that_the_card_was_told(root, card, tmp_path, signer):
    """Its older ones are refused before they are fetched."""
    repository = signer.repository(tmp_path / "made", [package(tmp_path, NEW)])
    (card.root / "repository").write_text(f"{repository}\n")
    assert root("update") == (0, f"{NEW} runs; {OLD} is kept beside it.\n")
    older = signer.repository(tmp_path / "older", [package(tmp_path, "0.0.9~deb13")])
    shutil.rmtree(older / "pool")
    assert f"0.0.9~deb13 is older than {NEW}, which runs here; only `back` goes back" in root("update", older)[1]


def test_a_command_that_is_none_says_what_there_is():
    """As every program does."""
    with pytest.raises(SystemExit) as ended:
        program.main(["upgrade"])
    assert ended.value.code == 2


# --- asked by the table ----------------------------------------------------------------------------------------------


def word(card):
    """What the table reads, which is not root."""
    path = card.root / "word.json"
    assert path.stat().st_mode & 0o777 == 0o644
    return json.loads(path.read_text())


def test_the_table_reads_what_came_of_what_it_asked(root, card, tmp_path, signer):
    """Where it stands, where `back` leads, and how the last try ended; a start of the system changes only the first."""
    assert root("asked", "sent")[0] == 2
    refused = {"outcome": "refused", "said": "no package was sent to the table; send it once more"}
    assert word(card) == {"current": OLD, "back": None, "last": refused}
    shutil.copyfile(signed(signer, tmp_path, NEW), card.root / program.SENT)
    assert root("asked", "sent")[0] == 0
    done = {"outcome": "done", "said": f"{NEW} runs; {OLD} is kept beside it."}
    assert word(card) == {"current": NEW, "back": OLD, "last": done}
    assert root("undo-unproved")[0] == 0
    assert word(card) == {"current": NEW, "back": OLD, "last": done}
    assert root("asked", "sent")[0] == 0
    assert word(card)["last"]["outcome"] == "nothing_new"
    assert root("asked", "back")[0] == 0
    assert word(card) == {
        "current": OLD,
        "back": None,
        "last": {**done, "said": f"{OLD} runs; {NEW} is kept beside it."},
    }
    (card.root / "repository").write_text(
        f"{signer.repository(tmp_path / 'made', [package(tmp_path, NEW, 'hangs')])}\n"
    )
    assert root("asked", "update")[0] == 3
    assert (word(card)["current"], word(card)["last"]["outcome"]) == (OLD, "went_back")


def test_a_link_that_was_sent_is_not_followed(root, card, tmp_path, signer):
    """The table's service is not root, and shall not choose what root reads."""
    (card.root / program.SENT).symlink_to(signed(signer, tmp_path, NEW))
    assert root("asked", "sent") == (2, "pearlboard-releases: no package was sent to the table; send it once more\n")
    assert card.service.ran == [OLD]


def test_a_word_that_cannot_be_left_is_said_and_changes_nothing(root, card, tmp_path, signer, monkeypatch):
    """The update is done."""

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(program.Shelf, "leave_word", full)
    code, said = root("update", signed(signer, tmp_path, NEW))
    assert (code, "No space left" in said) == (0, True)
    card.is_whole(NEW)
