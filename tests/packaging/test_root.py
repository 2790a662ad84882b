"""dpkg is told of packages as if it had unpacked them itself; a root is kept for what exactly went into it."""

import shutil
import subprocess
from pathlib import Path

import pytest

from support.systems import image_lock
from support.systems import image_root as root

CONTROL = "Package: one\nVersion: 1\nArchitecture: arm64\nMaintainer: A <a@b>\nDescription: x\n"


def test_what_is_unpacked_is_listed_as_such_with_its_settings():
    assert root.unpacked(CONTROL, {"/etc/one": "abc"}) == (
        "Package: one\nStatus: install ok unpacked\nVersion: 1\nArchitecture: arm64\n"
        "Maintainer: A <a@b>\nDescription: x\n"
        "Conffiles:\n /etc/one abc\n\n"
    )


def test_only_what_may_be_there_for_several_machines_has_the_machine_in_its_name():
    assert root.named(CONTROL) == "one"
    assert root.named(f"{CONTROL}Multi-Arch: same\n") == "one:arm64"
    assert root.named(f"{CONTROL}Multi-Arch: foreign\n") == "one"


@pytest.mark.skipif(shutil.which("dpkg-deb") is None, reason="needs dpkg")
def test_dpkg_believes_it(tmp_path):
    """Asked for its list and for the files, it answers as after an installation."""
    tree = tmp_path / "package"
    (tree / "DEBIAN").mkdir(parents=True)
    (tree / "etc").mkdir()
    (tree / "DEBIAN/control").write_text(CONTROL)
    (tree / "DEBIAN/conffiles").write_text("/etc/one\n")
    (tree / "etc/one").write_text("1\n")
    subprocess.run(["dpkg-deb", "--build", tree, tmp_path / "one.deb"], check=True, stdout=subprocess.DEVNULL)
    root.unpack(tmp_path / "one.deb", tmp_path / "root")
    assert (tmp_path / "root/etc/one").read_text() == "1\n"
    asked = ("--root", tmp_path / "root", "-W", "-f", "${Package} ${db:Status-Status}${Conffiles}")
    said = subprocess.run(["dpkg-query", *asked], check=True, capture_output=True, text=True).stdout.replace("\n", "")
    assert said == "one unpacked /etc/one b026324c6904b2a9cb4b88d6d61c81d1"
    files = subprocess.run(["dpkg-query", *asked[:2], "-L", "one"], check=True, capture_output=True, text=True).stdout
    assert files.split() == ["/.", "/etc", "/etc/one"]


def test_a_root_is_kept_for_these_packages_and_these_files(tmp_path):
    packages = (image_lock.Package("one", "1", "a" * 64, "p"),)
    (tmp_path / "fstab").write_text("1")
    found = {
        root.kept(packages, [tmp_path / "fstab"], tmp_path),
        root.kept((image_lock.Package("one", "1", "b" * 64, "p"),), [tmp_path / "fstab"], tmp_path),
        root.kept(packages, [], tmp_path),
    }
    (tmp_path / "fstab").write_text("2")
    assert len(found | {root.kept(packages, [tmp_path / "fstab"], tmp_path)}) == 4
    assert len({root.kept(packages, [tmp_path / "fstab"], tmp_path) for _ in range(2)}) == 1


def test_a_tree_in_which_something_is_mounted_is_not_removed(tmp_path, monkeypatch):
    (tmp_path / "tree/proc").mkdir(parents=True)
    mounts = tmp_path / "mountinfo"
    mounts.write_text(f"1 2 0:3 / {tmp_path}/tree/proc rw - proc proc rw\n")
    monkeypatch.setattr(root, "MOUNTS", mounts)
    with pytest.raises(root.NotMade, match="tree/proc is mounted there"):
        root.remove(tmp_path / "tree")
    assert (tmp_path / "tree/proc").is_dir()
    mounts.write_text("")
    root.remove(tmp_path / "tree")
    assert not (tmp_path / "tree").exists()


def test_what_configuring_leaves_of_this_machine_goes(tmp_path):
    documents = ("usr/share/doc/a/README", "usr/share/doc/a/copyright")
    ours = (
        "var/log/dpkg.log",
        "etc/ssh/ssh_host_rsa_key",
        "var/lib/systemd/random-seed",
        "var/cache/aux",
        "etc/passwd-",
    )
    for name in (*documents, *ours):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("x")
    (tmp_path / "etc/machine-id").write_text("0123")
    (tmp_path / "var/lib/dbus").mkdir()
    (tmp_path / "var/lib/dbus/machine-id").write_text("0123")
    root.tidy(tmp_path)
    files = (path for path in tmp_path.rglob("*") if path.is_file() and not path.is_symlink())
    left = sorted(str(path.relative_to(tmp_path)) for path in files)
    assert left == ["etc/machine-id", "usr/share/doc/a/copyright"]
    assert (tmp_path / "etc/machine-id").read_bytes() == b""
    assert (tmp_path / "var/lib/dbus/machine-id").readlink() == Path("/etc/machine-id")
