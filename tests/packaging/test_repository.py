"""A repository of packages, as apt itself judges it: what is signed is taken, what was changed is not."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parents[2] / "packaging"))
import repository

TOOLS = (*repository.TOOLS, "apt-get", "apt-cache", "dpkg-deb")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        any(shutil.which(tool) is None for tool in TOOLS),
        reason=f"needs {', '.join(TOOLS)}: on Debian, apt-utils and gpg",
    ),
]
CONTROL = "Package: {}\nVersion: {}\nArchitecture: amd64\nMaintainer: Nobody <nobody@x.invalid>\nDescription: x\n"


@pytest.fixture
def keys(tmp_path, monkeypatch):
    """Makes a key by that address; gpg knows no others."""
    home = tmp_path / "gnupg"
    home.mkdir(mode=0o700)
    monkeypatch.setenv("GNUPGHOME", str(home))

    def make(address):
        for_a_test = ("--pinentry-mode", "loopback", "--passphrase", "")
        repository.run("gpg", "--batch", *for_a_test, "--quick-generate-key", address, "ed25519", "sign", "never")
        return address

    yield make
    subprocess.run(["gpgconf", "--kill", "all"], check=False)


def package(folder, version, name="pearlboard"):
    """A package in which nothing is."""
    (folder / "tree/DEBIAN").mkdir(parents=True, exist_ok=True)
    (folder / "tree/DEBIAN/control").write_text(CONTROL.format(name, version))
    made = folder / f"{name}_{version}_amd64.deb"
    subprocess.run(
        ["dpkg-deb", "--root-owner-group", "--build", folder / "tree", made], check=True, capture_output=True
    )
    return made


class Apt:
    """An apt with nothing but this repository, and its key."""

    def __init__(self, folder, address, key):
        for name in ("lists/partial", "cache/archives/partial", "etc"):
            (folder / name).mkdir(parents=True)
        (folder / "status").touch()
        (folder / "sources.list").write_text(f"deb [signed-by={key}] file:{address} bookworm main\n")
        self.options = [
            f"-o{name}={value}"
            for name, value in {
                "Dir::State::Lists": folder / "lists",
                "Dir::State::Status": folder / "status",
                "Dir::Cache": folder / "cache",
                "Dir::Etc": folder / "etc",
                "Dir::Etc::SourceList": folder / "sources.list",
                "Dir::Etc::SourceParts": "/dev/null",
                "APT::Architecture": "amd64",
                "APT::Architectures": "amd64",
                "APT::Sandbox::User": "",
            }.items()
        ]
        self.folder = folder

    def run(self, program, *arguments):
        command = [program, *self.options, *arguments]
        environment = {**os.environ, "LC_ALL": "C.UTF-8"}
        done = subprocess.run(
            command, cwd=self.folder, env=environment, capture_output=True, text=True, check=False, timeout=60
        )
        return done.returncode, done.stdout + done.stderr


@pytest.fixture
def made(tmp_path, keys):
    """A repository with a package of each Debian."""
    packages = [package(tmp_path, "1.0~deb12"), package(tmp_path, "1.0~deb13")]
    packages.append(package(tmp_path, "1.0~deb12", "pearlboard-hub"))
    repository.make(packages, keys("table@pearlboard.invalid"), tmp_path / "repository")
    return tmp_path / "repository"


def test_apt_finds_the_package_of_its_debian(tmp_path, made):
    """And no other; what it fetches is the package."""
    apt = Apt(tmp_path / "apt", made, made / "pearlboard.gpg")
    assert apt.run("apt-get", "-q", "update")[0] == 0
    assert "1.0~deb12 " in (told := apt.run("apt-cache", "policy", "pearlboard")[1]).replace("\n", " ")
    assert "deb13" not in told
    code, said = apt.run("apt-get", "download", "pearlboard")
    assert (code, len(list(apt.folder.glob("*.deb")))) == (0, 1), said
    assert "1.0~deb12" in apt.run("apt-cache", "policy", "pearlboard-hub")[1], "a house's hub lies beside the table"


def test_a_package_that_was_changed_is_refused(tmp_path, made):
    """One byte is enough."""
    apt = Apt(tmp_path / "apt", made, made / "pearlboard.gpg")
    assert apt.run("apt-get", "-q", "update")[0] == 0
    [deb] = (made / "pool/bookworm").glob("pearlboard_*.deb")
    data = bytearray(deb.read_bytes())
    data[-1] ^= 1
    deb.write_bytes(data)
    code, said = apt.run("apt-get", "download", "pearlboard")
    assert code != 0
    assert "Hash Sum mismatch" in said


def test_a_repository_of_another_key_is_refused(tmp_path, made, keys):
    """Whoever has not that key is nobody to apt."""
    other = tmp_path / "other.gpg"
    other.write_bytes(repository.run("gpg", "--export", keys("other@pearlboard.invalid")))
    code, said = Apt(tmp_path / "apt", made, other).run("apt-get", "-q", "update")
    assert code != 0
    assert "not signed" in said or "NO_PUBKEY" in said


def test_what_cannot_be_made_says_why_and_leaves_the_old_one(tmp_path, made, keys):
    """No packages, or a key that nobody has."""
    keys("third@pearlboard.invalid")
    before = sorted(made.rglob("*"))
    with pytest.raises(repository.NotMade, match="make deb"):
        repository.make([], "third@pearlboard.invalid", made)
    with pytest.raises(repository.NotMade, match="gpg failed"):
        repository.make([package(tmp_path, "2.0~deb12")], "nobody@pearlboard.invalid", made)
    assert sorted(made.rglob("*")) == before
