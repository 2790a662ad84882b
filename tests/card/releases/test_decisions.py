"""What is decided about releases, as values."""

import pytest

from pearlboard.card.releases.decisions import (
    Answer,
    Machine,
    Proof,
    Refused,
    before,
    fitting,
    games_come_back,
    kept,
    listed,
    newest,
    program,
)

CONTROL = {"Package": "pearlboard", "Version": "0.2.0~deb13", "Architecture": "arm64"}
PI = Machine("trixie", "arm64")
SHA256 = "0" * 64


def newer(first, second):
    """Good enough for versions of one form."""
    return first > second


def proof(*answers, well=True):
    found = Proof()
    for answer in answers:
        found = found.after(answer, "0.2.0", well=well)
    return found.given


def test_three_good_answers_in_a_row_are_a_proof():
    """Of the right version, by one process."""
    good, ill = Answer("0.2.0", ok=True, phase="idle", process=7), Answer("0.2.0", ok=False, phase="idle", process=7)
    assert proof(good, good, good)
    assert proof(None, ill, good, good, good)
    assert not proof(good, good)
    for between in (
        None,
        ill,
        Answer("0.1.0", ok=True, phase="idle", process=7),
        Answer("0.2.0", ok=True, phase="idle", process=8),
    ):
        assert not proof(good, good, between, good, good)
    assert proof(ill, ill, ill, well=False)


def test_a_package_must_be_for_this_table():
    """Its own control file says so."""
    assert fitting(CONTROL, PI, "0.1.0~deb13") == "0.2.0~deb13"
    for change, why in (
        ({"Package": "pearls"}, "a package of pearls, not of Pearlboard"),
        ({"Version": "1:2/../x"}, "not of Pearlboard"),
        ({"Architecture": "amd64"}, "is made for amd64; this table is arm64"),
        ({"Version": "0.2.0~deb12"}, "another Debian than 0.1.0~deb13"),
        ({"Version": "0.2.0"}, "another Debian"),
    ):
        with pytest.raises(Refused, match=why):
            fitting(CONTROL | change, PI, "0.1.0~deb13")
    assert (program("0.2.0~deb13"), program("0.2.0~rc1~deb13"), program("0.2.0")) == ("0.2.0", "0.2.0~rc1", "0.2.0")


def test_a_list_that_cannot_be_used_is_refused():
    """Signed or not: no path leads out of the repository, and every sum is one."""
    entry = f"Package: pearlboard\nVersion: 0.2.0\nFilename: pool/x.deb\nSize: 7\nSHA256: {SHA256}\n"
    other = entry.replace("0.2.0", "0.3.0").replace("pool/x", "pool/y")
    assert newest(f"Package: pearls\nVersion: 9\n\n{entry}\n{other}\n", newer).filename == "pool/y.deb"
    for was, becomes in (
        ("pool/x", "../x"),
        ("pool/x", "/x"),
        ("Size: 7", "Size: -7"),
        (SHA256, "0"),
        ("0.2.0", "../2"),
    ):
        with pytest.raises(Refused, match="in a way that cannot be used"):
            newest(entry.replace(was, becomes), newer)
    with pytest.raises(Refused, match="no package"):
        newest("", newer)


def test_a_release_file_names_the_list_of_this_machine():
    """With its size and sum."""
    path = "main/binary-arm64/Packages"
    text = f"Codename: trixie\nMD5Sum:\n 1 2 {path}\nSHA256:\n {SHA256} 12 {path}\n"
    assert listed(text, PI) == (path, 12, SHA256)
    for was, becomes, why in (("trixie", "forky", "of forky, not of trixie"), (SHA256, "12", "nothing for arm64")):
        with pytest.raises(Refused, match=why):
            listed(text.replace(was, becomes), PI)
    with pytest.raises(Refused, match="of no Debian"):
        listed("", PI)


def test_two_releases_are_kept():
    """The current one, and the newest that is older; where there is none, the oldest of the others."""
    assert kept("3", ["1", "2", "4"], newer) == {"3", "2"}
    assert kept("1", ["3", "2"], newer) == {"1", "2"}
    assert kept("1", [], newer) == {"1"}
    assert before("3", ["4", "1", "2"], newer) == "2"
    assert before("1", ["2"], newer) is None


def test_games_stay_unless_their_form_is_another():
    """0: there are none; None: nobody can read them."""
    assert [games_come_back(*pair) for pair in ((4, 4), (0, 0), (5, 4), (4, 5), (0, 4), (5, 0), (None, 4))] == [
        False,
        False,
        True,
        True,
        True,
        True,
        True,
    ]
