"""The lock says to the byte what a card's system is made of, and whatever is not so is refused."""

import pytest

from support.systems import image_lock as lock

SUM = "ab" * 32
LINE = f"dpkg 1.22.22 {SUM} debian/pool/main/d/dpkg/dpkg_1.22.22_arm64.deb"
HEAD = "# Debian trixie arm64 on 20261123T172749Z; made by `make image-lock`"


def test_the_lock_of_this_project_can_be_read_and_says_the_same_when_it_is_written():
    text = lock.LOCK.read_text(encoding="utf-8")
    assert lock.parsed(text).text == text
    names = {package.name for package in lock.parsed(text).packages}
    asked = lock.names(lock.NAMES.read_text(encoding="utf-8"))
    assert set(asked) < names
    assert not {"apt", "gcc"} & names


def test_a_package_is_had_below_the_mirror_of_its_archive():
    [package] = lock.parsed(f"{HEAD}\n{LINE}\n").packages
    assert (
        package.address("http://mirror/{archive}/2026")
        == "http://mirror/debian/2026/pool/main/d/dpkg/dpkg_1.22.22_arm64.deb"
    )
    assert package.file == "dpkg_1.22.22_arm64.deb"


def test_its_day_is_the_date_of_all_that_is_made():
    assert lock.parsed(f"{HEAD}\n{LINE}\n").seconds == 1795454869


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "line 1, does not say of which day"),
        (f"{HEAD}\n", "each package once"),
        (f"{HEAD}\n{LINE}\n{LINE}\n", "each package once"),
        (f"{HEAD}\n{LINE}\ndash 1.0 short debian/pool/d.deb\n", "line 3, is no package: dash 1.0"),
        (f"{HEAD}\n{LINE.replace('debian/pool', '/etc')}\n", "line 2, is no package"),
    ],
)
def test_what_is_no_lock_is_refused(text, why):
    with pytest.raises(lock.NotMade, match=why):
        lock.parsed(text)


def test_of_several_versions_the_one_that_apt_chose_is_locked():
    shown = "\n\n".join(
        f"Package: dash\nVersion: {version}\nFilename: pool/main/d/dash/dash_{version}_arm64.deb\nSHA256: {SUM}"
        for version in ("0.5+1", "0.6")
    )
    [found] = lock.described(shown, {"dash_0.5+1_arm64.deb": "debian-security"})
    assert (found.version, found.path) == ("0.5+1", "debian-security/pool/main/d/dash/dash_0.5+1_arm64.deb")


def test_what_is_there_whole_is_not_asked_for_again(tmp_path, monkeypatch):
    """And what is there, but not as it should be, is."""
    good, bad = (lock.Package(name, "1", SUM, f"debian/pool/{name}_1_arm64.deb") for name in ("good", "spoilt"))
    monkeypatch.setattr(lock, "is_there", lambda path, _: path.name.startswith("good"))
    asked = []
    monkeypatch.setattr(lock, "run", lambda *command: asked.append(command))
    paths = lock.fetch((good, bad), "http://mirror/{archive}", tmp_path)
    assert paths == [tmp_path / "good_1_arm64.deb", tmp_path / "spoilt_1_arm64.deb"]
    where = ("http://mirror/debian/pool/spoilt_1_arm64.deb", str(paths[1]), f"SHA256:{SUM}")
    assert asked == [(lock.HELPER, "download-file", *where)]


def test_what_debian_has_no_longer_is_named_with_what_to_do(tmp_path, monkeypatch):
    def gone(*_):
        raise lock.NotMade("404 Not Found")

    monkeypatch.setattr(lock, "run", gone)
    package = lock.Package("dash", "0.5", SUM, "debian/pool/dash_0.5_arm64.deb")
    with pytest.raises(lock.NotMade, match=r"dash 0\.5 cannot be had .*404.*make image-lock.*snapshot\.debian\.org"):
        lock.fetch((package,), lock.MIRROR, tmp_path)


def test_a_file_is_there_if_it_has_its_sum(tmp_path):
    path = tmp_path / "a.deb"
    assert not lock.is_there(path, "0" * 64)
    path.write_bytes(b"whole")
    assert lock.is_there(path, lock.digest(path))
    path.write_bytes(b"other")
    assert not lock.is_there(path, "0" * 64)


def test_whatever_a_table_runs_to_host_another_one_is_installed_with_it():
    """`openssl` makes the certificate, on a card and where the package is installed."""
    control = (lock.FOLDER.parent / "debian" / "control").read_text(encoding="utf-8")
    [recommended] = [line for line in control.splitlines() if line.startswith("Recommends:")]
    assert "openssl" in recommended.partition(":")[2].replace(" ", "").split(",")
    assert "openssl" in lock.names(lock.NAMES.read_text(encoding="utf-8"))
    assert "openssl" in {package.name for package in lock.parsed(lock.LOCK.read_text(encoding="utf-8")).packages}
