"""What is not signed by the table's key comes no further, wherever it comes from."""

import os
import shutil
import threading
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from pearlboard.card.releases.decisions import Machine, Refused
from pearlboard.card.releases.signed import Checker, newer
from support.card_releases import MACHINE, NEW, NEXT, OLD, package
from support.signer import ADDRESS, OTHER, WITHDRAWN

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def mother(tmp_path_factory, signer):
    """A repository with the key, and one of somebody else's with the same packages."""
    folder = tmp_path_factory.mktemp("mother")
    packages = [package(folder, version) for version in (NEW, NEXT, "0.9.0~deb12")]
    for address in (ADDRESS, OTHER):
        signer.repository(folder / address, packages, address)
    signer.sign(packages[0], WITHDRAWN)
    (folder / "withdrawn.gpg").write_bytes(signer.exported(WITHDRAWN))
    return folder


@pytest.fixture
def made(tmp_path, mother):
    """A copy to be spoilt."""
    return Path(shutil.copytree(mother / ADDRESS, tmp_path / "repository"))


@pytest.fixture
def checker(tmp_path, mother):
    return Checker(mother / ADDRESS / "pearlboard.gpg", MACHINE, tmp_path / "incoming", newer, tmp_path / "newest-list")


def taken(checker, source):
    """As `update` does."""
    return checker.fetched(str(source), latest(checker, source), OLD)


def latest(checker, source, now=None):
    """What is offered there."""
    return checker.latest(str(source), now or datetime.now(UTC))[0]


def test_the_newest_package_of_its_debian_is_taken(made, checker):
    """From a folder."""
    package = taken(checker, made)
    assert (package.version, package.size) == (NEXT, 10 << 10)
    assert package.path.read_bytes() == next((made / "pool/trixie").glob("*0.3.0*.deb")).read_bytes()


def test_and_from_an_address(made, checker):
    """By HTTP; what is missing there has its number."""
    handler = partial(QuietHandler, directory=str(made))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}"
        assert taken(checker, address).version == NEXT
        with pytest.raises(Refused, match="404 File not found"):
            latest(checker, f"{address}/elsewhere")
        server.shutdown()


class QuietHandler(SimpleHTTPRequestHandler):
    def log_message(self, *_):
        """Nothing on the terminal."""


def test_a_repository_of_another_key_is_refused(mother, checker):
    """Though its packages are the same."""
    with pytest.raises(Refused, match="not signed by the key of Pearlboard: it is signed by another key"):
        latest(checker, mother / OTHER)


@pytest.mark.parametrize("where", ["dists/trixie/InRelease", "dists/trixie/main/binary-amd64/Packages"])
def test_a_changed_list_is_refused(made, checker, where):
    """One letter is enough."""
    text = (made / where).read_text()
    (made / where).write_text(text.replace("0.3.0", "0.4.0").replace("Origin: P", "Origin: Q"))
    with pytest.raises(Refused, match=r"its signature is bad|was changed or did not come whole"):
        latest(checker, made)


def test_what_stands_around_a_signed_text_is_not_read(made, checker):
    """Somebody has put a list of their own before it: gpgv lets it pass, and none of it counts."""
    path = made / "dists/trixie/InRelease"
    path.write_text(f"Codename: trixie\nSHA256:\n {'0' * 64} 1 main/binary-amd64/Packages\n\n{path.read_text()}")
    assert latest(checker, made).version == NEXT


def test_a_list_that_is_not_signed_at_all_is_refused(made, checker):
    """The bare text, as `Release` has it."""
    shutil.copyfile(made / "dists/trixie/Release", made / "dists/trixie/InRelease")
    with pytest.raises(Refused, match="its signature is bad, or it has none"):
        latest(checker, made)


@pytest.mark.parametrize("change", ["last byte", "longer", "shorter", "another"])
def test_a_changed_package_is_refused(made, checker, change):
    """However it was."""
    [deb] = (made / "pool/trixie").glob("*0.3.0*.deb")
    [other] = (made / "pool/trixie").glob("*0.2.0*.deb")
    data = deb.read_bytes()
    deb.write_bytes(
        {
            "last byte": data[:-1] + bytes([data[-1] ^ 1]),
            "longer": data + b"x",
            "shorter": data[:-1],
            "another": other.read_bytes(),
        }[change]
    )
    with pytest.raises(Refused, match=r"is not what was signed|is larger than it may be"):
        taken(checker, made)


def test_a_repository_for_another_machine_or_debian_is_refused(made, checker):
    """By what it says, signed."""
    for machine, why in (
        (Machine("trixie", "riscv64"), "nothing for riscv64"),
        (Machine("bookworm", "arm64"), "no package"),
    ):
        with pytest.raises(Refused, match=why):
            latest(replace(checker, machine=machine), made)
    shutil.copytree(made / "dists/trixie", made / "dists/forky")
    with pytest.raises(Refused, match="is of trixie, not of forky"):
        latest(replace(checker, machine=Machine("forky", "amd64")), made)


def test_where_the_key_is_missing_nothing_is_taken(made, checker, tmp_path):
    """And what is no repository is named."""
    with pytest.raises(Refused, match="the key of Pearlboard is not there"):
        latest(replace(checker, keyring=tmp_path / "no.gpg"), made)
    with pytest.raises(Refused, match=r"InRelease: cannot be had \(No such file"):
        latest(checker, tmp_path)


# --- how old a list is -------------------------------------------------------------------------------------------

MADE = datetime(2026, 3, 4, 12, 0, tzinfo=UTC)


def test_an_older_list_is_not_taken_after_a_newer_one(made, checker, signer):
    """Rightly signed, and kept by whoever sits in between; the same list, and a newer one, are taken."""
    signer.redate(made, MADE)
    assert latest(checker, made).version == NEXT
    assert latest(checker, made).version == NEXT
    signer.redate(made, MADE - timedelta(minutes=1))
    with pytest.raises(
        Refused, match=r"is of 2026-03-04 11:59, and this table has seen one of 2026-03-04 12:00: take a"
    ):
        latest(checker, made)
    signer.redate(made, MADE + timedelta(seconds=1))
    assert latest(checker, made).version == NEXT
    assert datetime.fromisoformat(checker.seen.read_text().strip()) == MADE + timedelta(seconds=1)


def test_a_list_that_is_refused_is_not_remembered(made, checker, signer):
    """Else anybody could shut the next ones out."""
    signer.redate(made, MADE)
    path = made / "dists/trixie/main/binary-amd64/Packages"
    whole = path.read_bytes()
    path.write_bytes(whole.replace(b"0.3.0", b"0.4.0"))
    with pytest.raises(Refused, match="is not what was signed"):
        latest(checker, made)
    signer.redate(made, MADE, address=OTHER)
    with pytest.raises(Refused, match="another key"):
        latest(checker, made)
    assert not checker.seen.exists()
    path.write_bytes(whole)
    signer.redate(made, MADE - timedelta(days=1))
    assert latest(checker, made).version == NEXT


def test_what_was_remembered_and_cannot_be_read_is_not_taken_for_nothing(made, checker):
    """Then nobody knows how new a list has to be."""
    checker.seen.write_text("yesterday")
    with pytest.raises(Refused, match=r"newest-list: does not say how new the newest list was .*; take it away"):
        latest(checker, made)


def test_the_date_is_there_whole_or_not_at_all(made, checker, signer, monkeypatch):
    """The power goes while it is written: what was remembered before still is."""
    signer.redate(made, MADE)
    latest(checker, made)
    signer.redate(made, MADE + timedelta(days=1))

    def cut(*_):
        raise OSError("the power is gone")

    monkeypatch.setattr(os, "fsync", cut)
    with pytest.raises(OSError, match="the power is gone"):
        latest(checker, made)
    assert checker.seen.read_text() == f"{MADE.isoformat()}\n"


@pytest.mark.parametrize(
    ("until", "days", "warns"), [(None, 365, False), (None, 366, True), (7, 7, False), (7, 8, True)]
)
def test_a_list_that_has_run_out_is_taken_and_warned_of(made, checker, signer, until, days, warns):
    """After its own date or, where it has none, after a year: a table that nobody has looked after may still update."""
    signer.redate(made, MADE, until=None if until is None else MADE + timedelta(days=until))
    offer, warned = checker.latest(str(made), MADE + timedelta(days=days))
    assert offer.version == NEXT
    assert warned == ("The repository's list is of 2026-03-04: there may be newer ones." if warns else None)


def test_a_list_without_a_date_is_refused(made, checker, signer):
    """It could be of any day."""
    signer.redate(made, None)
    with pytest.raises(Refused, match="does not say when it was made"):
        latest(checker, made)


# --- a file by hand --------------------------------------------------------------------------------------------------


def test_a_file_that_is_signed_as_a_whole_is_taken(made, checker):
    """It lies in the repository's pool."""
    [sent] = (made / "pool/trixie").glob("*0.2.0*.deb.gpg")
    assert checker.dropped(sent, OLD).version == NEW


def test_a_file_that_is_not_signed_is_refused(made, checker):
    """It says which one to take; and another name does not help."""
    [deb] = (made / "pool/trixie").glob("*0.2.0*.deb")
    with pytest.raises(Refused, match=rf"take {deb.name}\.gpg"):
        checker.dropped(deb, OLD)
    with pytest.raises(Refused, match="is bad, or it has none"):
        checker.dropped(deb.rename(deb.with_name(f"{deb.name}.gpg")), OLD)


def test_a_file_with_another_signature_is_refused(made, mother, checker):
    """Of another key, of a key that has run out, or changed by a byte."""
    [sent] = (made / "pool/trixie").glob("*0.2.0*.deb.gpg")
    half = len(whole := sent.read_bytes()) // 2
    shutil.copyfile(mother / OTHER / "pool/trixie" / sent.name, sent)
    with pytest.raises(Refused, match="another key"):
        checker.dropped(sent, OLD)
    sent.write_bytes(whole[:half] + bytes([whole[half] ^ 1]) + whole[half + 1 :])
    with pytest.raises(Refused, match="is bad"):
        checker.dropped(sent, OLD)
    [first] = mother.glob("*0.2.0*.deb.gpg")
    with pytest.raises(Refused, match="a key that has expired or was withdrawn"):
        replace(checker, keyring=mother / "withdrawn.gpg").dropped(first, OLD)


def test_what_is_signed_and_no_package_is_refused(made, checker, signer, tmp_path):
    """A list of the repository's, say."""
    [deb] = (made / "pool/trixie").glob("*0.2.0*.deb")
    text = tmp_path / deb.name
    text.write_text("Package: pearlboard\n")
    with pytest.raises(Refused, match=f"{deb.name}.gpg is no Debian package"):
        checker.dropped(signer.sign(text), OLD)


def test_a_signed_file_for_another_debian_is_refused(made, checker):
    """Its libraries would not be there."""
    [sent] = (made / "pool/bookworm").glob("*.deb.gpg")
    with pytest.raises(Refused, match=r"0\.9\.0~deb12 is made for another Debian than 0\.1\.0~deb13"):
        checker.dropped(sent, OLD)
