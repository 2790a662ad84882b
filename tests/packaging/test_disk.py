"""Where things lie on a card; small parts of it come out the same, byte by byte, whenever they are made."""

import os
import re
import shutil

import pytest

from pearlboard.card import state
from support.systems import image, image_root
from support.systems import image_disk as disk

pytestmark = pytest.mark.slow

NEEDED = pytest.mark.skipif(not all(map(shutil.which, ("mkfs.vfat", "mcopy"))), reason="needs dosfstools and mtools")
DAY = 1_795_454_869


def test_the_layout_of_cards_that_were_written_never_changes():
    """A new system is written over an old one, and what is kept begins where the system ends."""
    assert (disk.BOOT, disk.SYSTEM) == ((4 << 20, 252 << 20), (256 << 20, 1280 << 20))
    assert disk.BOOT[0] + disk.BOOT[1] == disk.SYSTEM[0]


def test_the_first_start_finds_no_third_partition_in_the_table_and_adds_one():
    sector = disk.table()
    assert (len(sector), sector[510:]) == (512, b"\x55\xaa")
    assert state.third(sector) is None
    place = state.wanted(state.Extent(disk.SYSTEM[0] // 512, disk.SYSTEM[1] // 512), (4 << 30) // 512)
    grown = state.with_third(sector, place)
    assert state.third(grown) == place == state.Extent(1536 * 2048, 2556 * 2048)
    assert grown[:478] == sector[:478]
    assert grown[494:] == sector[494:]


def test_a_card_that_is_too_small_is_refused():
    with pytest.raises(state.NotMade, match="the card has 1540 MB, and the system takes 1536"):
        state.wanted(state.Extent(256 * 2048, 1280 * 2048), 1540 * 2048)


def test_partitions_are_named_by_the_number_in_the_table():
    number = f"PARTUUID={int.from_bytes(disk.table()[440:444], 'little'):08x}"
    assert f"{number}-02" in (image.FILES / "cmdline.txt").read_text()
    fstab = (image.FILES / "tree/etc/fstab").read_text()
    assert f"{number}-01 /boot/firmware" in fstab
    assert f"{number}-02 / ext4 ro" in fstab


def test_a_boot_partition_that_is_late_or_broken_takes_nothing_else_away():
    """One that came after 90 s had left the card without a network, for NetworkManager had required it."""
    assert "nofail,x-systemd.device-timeout=10min" in (image.FILES / "tree/etc/fstab").read_text()
    units = [*(image.FILES / "tree/usr/lib/systemd").rglob("*.conf"), *(image.ROOT / "systemd/card").glob("*.service")]
    using = [unit.read_text() for unit in units if re.search("boot.firmware", unit.read_text())]
    assert len(using) == 3
    for unit in using:
        assert "Wants=boot-firmware.mount\n" in unit
        assert "After=boot-firmware.mount " in unit
        assert not [line for line in unit.splitlines() if line.startswith("Requires") and "boot" in line]


@NEEDED
def test_two_boot_partitions_of_the_same_files_are_the_same(tmp_path):
    """Whenever and in whatever order the files were laid there."""
    made = []
    for number, names in enumerate((("a.txt", "b.txt"), ("b.txt", "a.txt"))):
        tree = tmp_path / f"tree{number}"
        (tree / "overlays").mkdir(parents=True)
        for name in names:
            for folder in (tree, tree / "overlays"):
                (folder / name).write_text(name)
                os.utime(folder / name, (number * 1000, number * 1000))
        target = tmp_path / f"{number}.fat"
        disk.fat(tree, DAY, target, 40 << 20)
        made.append(target.read_bytes())
    assert made[0] == made[1]
    assert b"A       TXT" in made[0]


def test_what_does_not_fit_its_place_is_refused(tmp_path):
    part = tmp_path / "boot.fat"
    part.write_bytes(b"x")
    with pytest.raises(disk.NotMade, match=f"boot.fat has 1 bytes, and {disk.BOOT[1]} are its place"):
        disk.assembled(part, part, tmp_path / "card.img")
    assert not (tmp_path / "card.img").exists()


def test_nothing_is_younger_than_the_lock_and_folders_are_as_old(tmp_path):
    for name, age in (("old", 1000), ("new", DAY + 5)):
        (tmp_path / "folder").mkdir(exist_ok=True)
        path = tmp_path / "folder" / name
        path.touch()
        os.utime(path, (age, age))
    (tmp_path / "folder/link").symlink_to("nowhere")
    disk.same_dates(tmp_path, DAY)
    ages = {path.name: path.lstat().st_mtime for path in (tmp_path, *tmp_path.rglob("*"))}
    assert ages == {tmp_path.name: DAY, "folder": DAY, "old": 1000, "new": DAY, "link": DAY}


def test_a_missing_tool_is_named_with_its_package():
    with pytest.raises(image_root.NotMade, match="no-such-tool is missing: on Debian, apt install some-package"):
        image_root.check_tools({"no-such-tool": "some-package"})


def test_a_machine_that_cannot_run_arm64_is_told_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setattr(image_root, "TOOLS", {})
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    with pytest.raises(image_root.NotMade, match="need root"):
        image_root.check_machine()
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    if os.uname().machine != "aarch64":
        with pytest.raises(image_root.NotMade, match="apt install qemu-user-static"):
            image_root.check_machine(tmp_path / "no-binfmt")


@pytest.mark.parametrize(("names", "what"), [((), "no package"), (("1", "2"), "2 packages")])
def test_the_package_of_the_table_is_not_guessed(tmp_path, names, what):
    for name in names:
        (tmp_path / f"pearlboard_{name}~deb13_arm64.deb").touch()
    with pytest.raises(image.NotMade, match=f"{what} for trixie on arm64 in .*make deb ARGS=trixie-arm64"):
        image.own_package(tmp_path)
