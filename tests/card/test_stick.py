"""Root's part of a backup on a stick: it finds the one stick, copies whole or not at all, and believes nobody."""

import errno
import json
import os
import sqlite3
from types import SimpleNamespace

import pytest

from pearlboard.card import stick

OURS = int.from_bytes(stick.OURS)
OLDER, NEWER = 1_790_000_000, 1_790_100_000
RUN = stick.run
USB = "devices/pci0000:00/usb1/1-1/1-1:1.0/host0/target0/block"
CARD = "devices/platform/mmc1/mmc_host/mmc1/block"


class Card:
    """A made-up /sys, udev, and folders of ours; `stick` is what is mounted, as `options` say."""

    def __init__(self, root, monkeypatch):
        self.sys, self.udev, self.stick = root / "sys", root / "udev", root / "stick"
        self.folder, self.own = root / "folder", root / "own"
        for folder in (self.sys / "class/block", self.sys / "dev/block", self.udev, self.stick, self.folder, self.own):
            folder.mkdir(parents=True)
        for name, path in (("SYS", self.sys), ("UDEV", self.udev), ("FOLDER", self.folder), ("OWN", self.own)):
            monkeypatch.setattr(stick, name, path)
        monkeypatch.setattr(stick, "run", self.run)
        monkeypatch.setattr(stick.os, "uname", lambda: SimpleNamespace(nodename="pearlboard-ab12"))
        monkeypatch.setattr(stick.time, "strftime", lambda _: "2026-10-05")
        self.commands, self.ours = [], root.stat().st_dev

    def plug(self, name, form="vfat", where=USB, *, partition=True, number="8:1", **about):
        """A disk with a partition, or none; `about`: other files of the disk, or what udev says (`id_…`)."""
        disk = self.sys / where / name
        part = disk / f"{name}1" if partition else disk
        part.mkdir(parents=True)
        if partition:
            (part / "partition").write_text("1\n")
        for file, text in {"size": "100", "removable": "1", "ro": "0", **about}.items():
            if not file.startswith("ID_"):
                (disk / file).write_text(f"{text}\n")
        self.know(part, number, ID_FS_TYPE=form, **{key: text for key, text in about.items() if key.startswith("ID_")})
        for device in {disk, part}:
            (self.sys / "class/block" / device.name).symlink_to(device)
        return part

    def know(self, part, number, **found):
        (part / "dev").write_text(f"{number}\n")
        lines = [f"E:{key}={text}\n" for key, text in found.items() if text]
        (self.udev / f"b{number}").write_text("".join(["I:1234\n", *lines]))

    def is_ours(self, part):
        """The system and its games lie there."""
        (self.sys / f"dev/block/{os.major(self.ours)}:{os.minor(self.ours)}").symlink_to(part)

    def run(self, *command):
        """Mounts by a rename, and takes it away again."""
        self.commands.append(" ".join(map(str, command)))
        place = command[-1]
        if command[0] == "mount":
            place.rmdir()
            self.stick.rename(place)
        else:
            place.rename(self.stick)

    def use(self, verb):
        """What root tells of it; nothing stays mounted."""
        assert stick.main([verb]) == 0
        told = self.own / stick.TOLD
        assert told.stat().st_mode & 0o777 == 0o644
        assert [command.split()[0] for command in self.commands] in ([], ["mount", "umount"])
        self.commands.clear()
        return json.loads(told.read_text())

    def save(self, content=b"games"):
        (self.folder / stick.TO_SAVE).write_bytes(content)
        return self.use("save")

    def fetch(self):
        (self.folder / stick.FETCHED).write_bytes(b"")
        return self.use("fetch")

    def lay(self, name, at=OLDER, application=OURS):
        """A database on the stick; what is in it."""
        path = self.stick / name
        database = sqlite3.connect(path)
        database.execute(f"PRAGMA application_id = {application}")
        database.execute("CREATE TABLE fact (name TEXT)")
        database.execute("INSERT INTO fact VALUES (?)", (name,))
        database.commit()
        database.close()
        os.utime(path, (at, at))
        return path.read_bytes()

    def on_it(self):
        return sorted(path.name for path in self.stick.iterdir())


@pytest.fixture
def card(tmp_path, monkeypatch):
    return Card(tmp_path, monkeypatch)


@pytest.fixture
def plugged(card):
    """With one stick in."""
    card.plug("sda")
    return card


# --- which one ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", ["vfat", "exfat", "ext4"])
def test_a_stick_is_mounted_so_that_nothing_on_it_runs(card, monkeypatch, form):
    """By its own device, to be written for the one and to be read for the other."""
    card.plug("sda", form)
    asked = []
    monkeypatch.setattr(stick, "run", lambda *command: (asked.append(list(map(str, command))), card.run(*command)))
    card.lay("games.db")
    assert card.save()["outcome"] == "saved"
    assert card.fetch()["outcome"] == "fetched"
    mounts = [command for command in asked if command[0] == "mount"]
    assert [command[3] for command in mounts] == ["-w", "-r"]
    for command in mounts:
        assert command[4:6] == ["-t", form]
        assert {"nosuid", "nodev", "noexec", "errors=remount-ro"} <= set(command[7].split(","))
        assert command[8:] == ["/dev/sda1", str(card.own / stick.AT)]


def test_a_stick_without_partitions_is_one_by_itself(card):
    """As cameras and some tools make them."""
    card.plug("sdb", partition=False)
    assert stick.the_stick().device == stick.Path("/dev/sdb")


def test_a_disk_on_usb_counts_though_it_says_that_it_stays(card):
    """Large sticks do."""
    card.plug("sda", removable="0")
    assert stick.the_stick() == stick.Stick(stick.Path("/dev/sda1"), "vfat", protected=False)


def test_what_is_in_front_on_a_mac_is_no_part_of_it(card):
    """Nor does an empty slot of a reader count, nor what the table cannot read if another one can be."""
    part = card.plug("sda", "exfat")
    front = part.parent / "sda2"
    front.mkdir()
    (front / "partition").write_text("2\n")
    card.know(front, "8:2", ID_FS_TYPE="vfat", ID_PART_ENTRY_TYPE=stick.EFI)
    card.plug("sdb", number="8:17", size="0")
    card.plug("sdc", "ntfs", number="8:33")
    assert stick.the_stick().device == stick.Path("/dev/sda1")


@pytest.mark.parametrize(
    ("name", "where", "about"),
    [
        ("mmcblk0", CARD, {"removable": "1"}),
        ("sda", "devices/pci0000:00/ata1/block", {"removable": "0"}),
        ("sr0", USB, {}),
    ],
)
def test_what_is_no_stick_is_none(card, name, where, about):
    """A card, a built-in disk, a drive for discs."""
    card.plug(name, where=where, **about)
    assert card.save() == {"outcome": "none"}


def test_the_disk_that_the_system_runs_from_is_never_taken(card):
    """Also where that is a stick, with room for another partition."""
    card.is_ours(card.plug("sda"))
    assert card.save() == {"outcome": "none"}
    assert card.on_it() == []
    card.plug("sdb", number="8:17")
    assert stick.the_stick().device == stick.Path("/dev/sdb1")


def test_nobody_guesses_which_stick_is_meant(plugged):
    """Nor what is on one that no file system is known of."""
    plugged.plug("sdb", number="8:17")
    assert plugged.save() == {"outcome": "several"}
    assert plugged.on_it() == []


@pytest.mark.parametrize("form", ["ntfs", "crypto_LUKS", ""])
def test_what_cannot_be_read_is_left_alone(card, form):
    """It is said, and not mounted."""
    card.plug("sda", form)
    assert card.save() == card.fetch() == {"outcome": "unknown"}


def test_no_stick_at_all_is_said(card):
    """For both."""
    assert card.save() == card.fetch() == {"outcome": "none"}


# --- save --------------------------------------------------------------------------------------------------------


def test_a_backup_gets_the_tables_name_and_the_day_and_takes_no_others_place(plugged):
    """However many there are of a day."""
    names = [plugged.save(content)["name"] for content in (b"one", b"two", b"three" * stick.PIECE)]
    day = "pearlboard-ab12-2026-10-05"
    assert names == [f"{day}.db", f"{day}-2.db", f"{day}-3.db"]
    assert [(plugged.stick / name).read_bytes() for name in names] == [b"one", b"two", b"three" * stick.PIECE]


def test_the_name_of_a_table_is_no_path(plugged, monkeypatch):
    """Whatever it is called."""
    monkeypatch.setattr(stick.os, "uname", lambda: SimpleNamespace(nodename="../é"))
    assert plugged.save()["name"] == "pearlboard-2026-10-05.db"


def test_a_name_is_taken_by_whatever_has_it(plugged):
    """A link, too, which is neither followed nor written over."""
    (plugged.stick / "pearlboard-ab12-2026-10-05.db").symlink_to("nowhere")
    assert plugged.save()["name"] == "pearlboard-ab12-2026-10-05-2.db"
    assert (plugged.stick / "pearlboard-ab12-2026-10-05.db").is_symlink()


@pytest.mark.parametrize(
    ("number", "outcome"),
    [
        (errno.ENOSPC, "full"),
        (errno.EROFS, "protected"),
        (errno.EIO, "gone"),
        (errno.ENODEV, "gone"),
        (errno.EINVAL, "failed"),
    ],
)
def test_what_was_cut_off_leaves_nothing_on_the_stick(plugged, monkeypatch, number, outcome):
    """Full, pulled out, or read-only all at once."""

    def copy(_source, target):
        os.write(target, b"half")
        raise OSError(number, "so it goes")

    monkeypatch.setattr(stick, "copy", copy)
    assert plugged.save() == {"outcome": outcome}
    assert plugged.on_it() == []


def test_what_a_power_cut_has_left_is_taken_away(plugged):
    """And nothing else."""
    for name in ("pearlboard-ab12-2026-10-04.db.part", "film.part", "notes.txt"):
        (plugged.stick / name).touch()
    saved = plugged.save()["name"]
    assert plugged.on_it() == sorted(["film.part", "notes.txt", saved])


def test_a_stick_without_room_is_left_as_it_is(plugged, monkeypatch):
    """That is known before anything is written."""
    monkeypatch.setattr(stick.os, "fstatvfs", lambda _: SimpleNamespace(f_bavail=stick.SPARE // 4096, f_frsize=4096))
    assert plugged.save() == {"outcome": "full"}
    assert plugged.on_it() == []


def test_a_stick_whose_switch_forbids_it_is_not_even_mounted(card):
    """What is on it can be taken all the same."""
    card.plug("sda", ro="1")
    card.lay("games.db")
    assert card.save() == {"outcome": "protected"}
    assert card.fetch()["outcome"] == "fetched"


def test_a_stick_that_cannot_be_mounted_is_said(plugged, monkeypatch, capsys):
    """With the tool's own words on the log."""
    failed = SimpleNamespace(returncode=32, stderr="bad superblock")
    monkeypatch.setattr(stick, "run", RUN)
    monkeypatch.setattr(stick.subprocess, "run", lambda *_, **__: failed)
    assert plugged.save() == {"outcome": "unreadable"}
    assert "bad superblock" in capsys.readouterr().err


# --- fetch -------------------------------------------------------------------------------------------------------


def test_the_newest_backup_is_taken_whatever_it_is_called(plugged):
    """As a browser or the table has called it."""
    plugged.lay("pearlboard-ab12-2026-10-05.db", OLDER)
    content = plugged.lay("games-00000123 (1).db", NEWER)
    assert plugged.fetch() == {"outcome": "fetched", "name": "games-00000123 (1).db"}
    assert (plugged.folder / stick.FETCHED).read_bytes() == content


def test_what_is_no_backup_is_passed_over(plugged, tmp_path):
    """A link out of the stick, a folder, a pipe, hidden files, other databases; whatever their day."""
    content = plugged.lay("games.db")
    plugged.lay("photos.db", NEWER, application=7)
    plugged.lay("._games.db", NEWER)
    plugged.lay("games.sqlite", NEWER)
    (plugged.stick / "notes.db").write_text("no database at all, but long enough to be looked at as if it were one")
    (plugged.stick / "short.db").write_bytes(stick.DATABASE)
    (plugged.stick / "folder.db").mkdir()
    os.mkfifo(plugged.stick / "pipe.db")
    secret = tmp_path / "secret.db"
    (plugged.stick / "games.db").rename(secret)
    (plugged.stick / "link.db").symlink_to(secret)
    assert plugged.fetch() == {"outcome": "no_backup"}
    secret.rename(plugged.stick / "games.db")
    assert plugged.fetch()["name"] == "games.db"
    assert (plugged.folder / stick.FETCHED).read_bytes() == content


def test_a_backup_that_is_too_long_is_not_begun(plugged, monkeypatch):
    """On either side."""
    plugged.lay("games.db")
    monkeypatch.setattr(stick, "MOST", 5_000)
    assert plugged.fetch() == {"outcome": "too_big"}
    assert plugged.save(b"x" * 5_001) == {"outcome": "too_big"}
    assert (plugged.folder / stick.FETCHED).read_bytes() == b""


def test_a_card_without_room_is_not_called_a_full_stick(plugged, monkeypatch):
    """Before, and in the middle of it."""
    plugged.lay("games.db")

    def copy(_source, _target):
        raise OSError(errno.ENOSPC, "full")

    monkeypatch.setattr(stick, "copy", copy)
    assert plugged.fetch() == {"outcome": "no_room"}
    monkeypatch.setattr(stick.os, "fstatvfs", lambda _: SimpleNamespace(f_bavail=1, f_frsize=4096))
    assert plugged.fetch() == {"outcome": "no_room"}


def test_a_stick_that_is_pulled_out_while_it_is_read_is_said(plugged, monkeypatch):
    """It is unmounted as far as that goes."""
    plugged.lay("games.db")

    def copy(_source, _target):
        raise OSError(errno.EIO, "gone")

    monkeypatch.setattr(stick, "copy", copy)
    assert plugged.fetch() == {"outcome": "gone"}


# --- the service is not believed ---------------------------------------------------------------------------------


@pytest.mark.parametrize("verb", ["save", "fetch"])
def test_no_link_of_the_service_leads_anywhere(plugged, tmp_path, verb):
    """Neither a file of its folder, nor a second name of another file, nor the folder itself."""
    plugged.lay("games.db")
    name = {"save": stick.TO_SAVE, "fetch": stick.FETCHED}[verb]
    secret = tmp_path / "secret"
    secret.write_text("secret")
    before = plugged.on_it()
    (plugged.folder / name).symlink_to(secret)
    assert plugged.use(verb) == {"outcome": "failed"}
    (plugged.folder / name).unlink()
    (plugged.folder / name).hardlink_to(secret)
    assert plugged.use(verb) == {"outcome": "not_ours"}
    (plugged.folder / name).unlink()
    assert plugged.use(verb) == {"outcome": "failed"}
    plugged.folder.rmdir()
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / name).write_text("secret")
    plugged.folder.symlink_to(elsewhere)
    assert plugged.use(verb) == {"outcome": "failed"}
    assert plugged.on_it() == before
    assert {secret.read_text(), (elsewhere / name).read_text()} == {"secret"}


def test_what_was_told_before_is_gone_when_it_begins(plugged, monkeypatch):
    """Whoever reads it after a crash finds nothing, and not how it went the last time."""
    plugged.save()

    def crash():
        raise KeyboardInterrupt

    monkeypatch.setattr(stick, "save", crash)
    with pytest.raises(KeyboardInterrupt):
        stick.main(["save"])
    assert not (plugged.own / stick.TOLD).exists()


@pytest.mark.parametrize("words", [[], ["format"], ["save", "fetch"], ["save\n"], ["../save"]])
def test_what_is_no_verb_is_an_error(plugged, words):
    """Systemd tells whoever asked."""
    assert stick.main(words) == 2
    assert not (plugged.own / stick.TOLD).exists()
