"""The partition that is kept: made once, never made anew over what is there; who a card is stays."""

import os
import re
import shutil
import subprocess
import tomllib
from pathlib import Path
from types import SimpleNamespace

import pytest

from pearlboard.card import state

ROOT = Path(__file__).parents[2]
UNITS = ROOT / "systemd/card"


@pytest.fixture
def done(monkeypatch):
    """What was done with tools, by the first word; nothing is really done."""
    asked = []
    monkeypatch.setattr(state, "run", lambda *command: asked.append(command[0]))
    monkeypatch.setattr(state, "mend", lambda _: asked.append("mend"))
    return asked


@pytest.mark.parametrize(
    ("made", "label", "what"),
    [
        (False, "", ["mkfs.ext4"]),
        (False, "another", ["mkfs.ext4"]),
        (False, "pearlboard", ["mend"]),  # a new system was written over the old one
        (True, "pearlboard", ["mend"]),
        (True, "", ["mend"]),  # it cannot be read: all the more it is not made anew
    ],
)
def test_only_where_there_was_never_one_a_file_system_is_made(done, monkeypatch, tmp_path, made, label, what):
    monkeypatch.setattr(state, "label", lambda _: label)
    state.fill(tmp_path, made=made)
    assert done == what


def test_a_first_start_waits_for_no_card_to_erase_itself(monkeypatch, tmp_path):
    """QEMU's Pi took twenty minutes for it, since it erases sector by sector."""
    asked = []
    monkeypatch.setattr(state, "label", lambda _: "")
    monkeypatch.setattr(state, "run", lambda *command: asked.append(command))
    state.fill(tmp_path, made=False)
    assert "nodiscard" in asked[0]


def test_a_power_cut_at_any_moment_of_the_first_start_leaves_one_that_can_be_done_again(done, monkeypatch, tmp_path):
    """What has a file system is made no second time; what has none yet, is."""
    whole, place = tmp_path / "card", state.Extent(4096, 1 << 20)
    for power_cut_before in ("partx", "mkfs.ext4", "the end"):
        whole.write_bytes(bytes(510) + b"\x55\xaa" + b"rest")
        done.clear()
        label = []

        def cut(*command, at=power_cut_before, label=label):
            if command[0] == at:
                raise OSError("no power")
            done.append(command[0])
            if command[0] == "mkfs.ext4":
                label.append("pearlboard")

        monkeypatch.setattr(state, "label", lambda _, label=label: "".join(label))
        monkeypatch.setattr(state, "run", cut)
        try:
            state.settle(whole, tmp_path / "part", place)
        except OSError:
            assert state.third(whole.read_bytes()) == state.Extent(4096, 1 << 20, state.MAKING)
        monkeypatch.setattr(state, "run", lambda *command: done.append(command[0]))
        for _ in range(2):
            state.settle(whole, tmp_path / "part", place)
            assert state.third(whole.read_bytes()) == place
        assert done.count("mkfs.ext4") == 1
        assert whole.read_bytes()[512:] == b"rest"


def test_of_what_is_kept_only_releases_are_run(monkeypatch, tmp_path):
    """Nothing on it gives rights or is a device; and what binds it elsewhere says so, too."""
    done = []
    monkeypatch.setattr(state, "DATA", tmp_path)
    monkeypatch.setattr(state, "run", lambda *command: done.append(command))
    state.mounted(tmp_path / "part")
    options = {command[-1]: set(command[command.index("-o") + 1].split(",")) for command in done if "-o" in command}
    releases = tmp_path / "pearlboard/releases"
    assert options.keys() == {tmp_path, releases}
    assert options[tmp_path] >= {"nosuid", "nodev", "noexec"}
    assert options[releases] >= {"bind", "nosuid", "nodev", "exec"}
    assert done.index(("mount", "--bind", releases, releases)) < len(done) - 1
    fstab = (ROOT / "packaging/image/tree/etc/fstab").read_text().splitlines()
    bound = [line.split()[3] for line in fstab if line.startswith("/data/")]
    unit = (UNITS / "var-lib-pearlboard.mount").read_text()
    for each in (*bound, *re.findall(r"(?m)^Options=(.*)$", unit)):
        assert each.startswith("bind,nosuid,nodev,noexec")
    assert len(bound) == 4


def test_what_mounts_for_all_takes_no_view_of_the_disk_of_its_own():
    """With a mount namespace it would mount for its own unit alone, in steps with a plus sign, too; no card starts."""
    unit = (UNITS / "pearlboard-state.service").read_text()
    verbs = re.findall(r"(?m)^ExecStart=\S+ .*/state\.py ?(\S*)$", unit)
    assert verbs == ["", "mount", "folders", "name"]
    assert {verb or "partition" for verb in verbs} == set(state.NEEDED)
    takes = (
        "Private|Protect|ReadOnly|ReadWrite|Inaccessible|Exec|NoExec|Bind|TemporaryFile|Root|Mount|ProcSubset|Dynamic"
    )
    assert re.findall(rf"(?m)^(?:{takes})(?!Start)\w*=.*$", unit) == []


def test_what_cannot_grow_is_used_as_it_is(monkeypatch, tmp_path, capsys):
    """It is grown where it is mounted: else a power cut would ask for a check before, and the card would not start."""
    done = []

    def run(*command):
        done.append(command[0])
        if command[0] == "resize2fs":
            raise state.NotMade("no")

    monkeypatch.setattr(state, "DATA", tmp_path)
    monkeypatch.setattr(state, "run", run)
    state.mounted(tmp_path)
    assert done[:2] == ["mount", "resize2fs"]
    assert capsys.readouterr().err == "It stays as large as it is: no\n"


def test_a_partition_grows_with_the_card_and_keeps_what_is_on_it(done, tmp_path):
    whole = tmp_path / "card"
    whole.write_bytes(state.with_third(bytes(510) + b"\x55\xaa", state.Extent(4096, 1 << 20)))
    state.settle(whole, tmp_path / "part", state.Extent(4096, 1 << 22))
    assert state.third(whole.read_bytes()) == state.Extent(4096, 1 << 22)
    assert done == ["partx", "mend"]


SYSTEM = state.Extent(256 * 2048, 1280 * 2048)
CARD = 4 << 21
"""4 GiB, in sectors."""


def test_the_end_of_a_card_stays_free():
    """Whoever writes an image wipes the last MiB."""
    place = state.wanted(SYSTEM, CARD)
    assert CARD - (place.begin + place.length) == 4 * 2048


def test_a_partition_that_an_earlier_image_made_is_never_cut_off(done, tmp_path):
    """In the table it stays as long as it is; gone from it with a new system, it comes back as long as its files."""
    whole, room = tmp_path / "card", CARD - 1536 * 2048
    old = state.Extent(1536 * 2048, room)
    whole.write_bytes(state.with_third(bytes(510) + b"\x55\xaa", old))
    before = whole.read_bytes()
    state.settle(whole, tmp_path / "part", state.wanted(SYSTEM, CARD))
    assert (whole.read_bytes(), done) == (before, ["mend"])
    assert state.wanted(SYSTEM, CARD, room) == old
    for used in (0, 1 << 20, room + 8):  # one that is longer than the card is none of this card's
        assert state.wanted(SYSTEM, CARD, used).length == room - 4 * 2048


@pytest.mark.skipif(shutil.which("mkfs.ext4") is None, reason="needs e2fsprogs")
@pytest.mark.parametrize(("label", "blocks"), [(state.LABEL, 20_000), ("another", 0), (None, 0)])
def test_how_long_a_file_system_is_says_its_own_beginning(tmp_path, label, blocks):
    whole = tmp_path / "card"
    with whole.open("wb") as card:
        card.truncate(100 << 20)
    if label is not None:
        command = ["mkfs.ext4", "-q", "-F", "-b", "4096", "-L", label, "-E", f"offset={4 << 20}", whole, "80000k"]
        subprocess.run(command, check=True)
    assert state.file_system(whole, 4 * 2048) == blocks * 8


@pytest.fixture
def card(monkeypatch, tmp_path, done):
    """Its folder, with an /etc beside; root's tools are not called."""
    etc = tmp_path / "etc"
    etc.mkdir()
    (etc / "machine-id").write_text("0" * 31 + "7\n")
    (etc / "hostname").write_text("pearlboard\n")
    monkeypatch.setattr(state, "ETC", etc)
    monkeypatch.setattr(state.pwd, "getpwnam", lambda _: SimpleNamespace(pw_uid=os.getuid(), pw_gid=os.getgid()))
    named = []
    monkeypatch.setattr(state.socket, "sethostname", named.append)

    def keys(*command):
        done.append(command[0])
        if command[0] == "ssh-keygen":
            command[-1].write_text("secret")
            command[-1].with_name("new.pub").write_text("public")

    monkeypatch.setattr(state, "run", keys)
    state.folders(tmp_path / "data")
    state.identity(tmp_path / "data")
    state.named(tmp_path / "data")
    return SimpleNamespace(data=tmp_path / "data", etc=etc, named=named)


def test_a_card_gets_an_id_a_name_and_a_key_and_keeps_them(card, done):
    system = card.data / "system"
    name = (system / "hostname").read_text().strip()
    assert re.fullmatch(r"pearlboard-[a-km-z]{2}[1-9][0-9]", name)
    assert "l" not in name.removeprefix("pearlboard-")
    assert card.named == [name]
    assert (system / "machine-id").read_text() == "0" * 31 + "7\n"
    assert sorted(path.name for path in (system / "ssh").iterdir()) == [
        "ssh_host_ed25519_key",
        "ssh_host_ed25519_key.pub",
    ]
    before = {path: path.read_bytes() for path in system.rglob("*") if path.is_file()}
    done.clear()
    (card.etc / "machine-id").write_text("f" * 32 + "\n")
    (card.etc / "hostname").write_text(f"{name}\n")  # as the initramfs has bound it
    state.folders(card.data)
    state.identity(card.data)
    state.named(card.data)
    assert {path: path.read_bytes() for path in system.rglob("*") if path.is_file()} == before
    assert done == []


def test_only_its_owners_may_look_where_secrets_are(card):
    modes = {
        name: (card.data / name).stat().st_mode & 0o777
        for name in ("system/ssh", "system/networks", "pearlboard/state")
    }
    assert set(modes.values()) == {0o700}


@pytest.fixture
def laid(card, tmp_path):
    """Lays a profile on the boot partition, always in the same second, and lets a card start; what is kept of it."""
    boot = tmp_path / "boot"
    boot.mkdir()

    def lay(text, name="house.nmconnection"):
        (boot / name).write_bytes(text if isinstance(text, bytes) else text.encode())
        os.utime(boot / name, (1000, 1000))
        state.networks(boot, card.data)
        return card.data / "system/networks" / name

    return lay


def test_a_network_on_the_boot_partition_is_taken_once_and_again_when_it_has_changed(laid):
    """Whatever the table has made of it, and whatever a clock says that was slow."""
    kept = laid("[wifi]\nssid=house\n")
    assert (kept.read_text(), kept.stat().st_mode & 0o777) == ("[wifi]\nssid=house\n", 0o600)
    kept.write_text("changed on the table")
    assert laid("[wifi]\nssid=house\n").read_text() == "changed on the table"
    kept.unlink()
    assert not laid("[wifi]\nssid=house\n").exists()
    assert laid("\ufeff[wifi]\r\nssid=new\r\n").read_text() == "[wifi]\nssid=new\n"


def test_a_power_cut_while_a_network_is_taken_lets_it_be_taken_again(laid, monkeypatch):
    """It is remembered only when it is there."""
    renamed, rename = [], Path.rename

    def cut(path, target):
        if renamed:
            raise OSError("no power")
        renamed.append(target)
        return rename(path, target)

    monkeypatch.setattr(Path, "rename", cut)
    with pytest.raises(OSError, match="no power"):
        laid("[wifi]\nssid=house\n")
    monkeypatch.undo()
    assert [path.name for path in renamed] == ["house.nmconnection"]
    renamed[0].unlink()
    assert laid("[wifi]\nssid=house\n").exists()


def test_a_network_that_cannot_be_read_is_named_and_takes_no_other_away(laid, capsys):
    assert not laid("[wifi]\nssid=Caf\xe9\n".encode("latin-1"), "cafe.nmconnection").exists()
    assert "cafe.nmconnection was not taken: save it as a text in UTF-8" in capsys.readouterr().err
    assert laid("[wifi]\nssid=house\n").exists()


@pytest.mark.parametrize("name", state.GIVEN)
@pytest.mark.parametrize("fails", [False, True])
def test_a_password_that_was_used_is_gone_from_a_partition_that_is_read_only_again(monkeypatch, tmp_path, fails, name):
    """Whatever happens meanwhile; what else lies there stays."""
    given, done = tmp_path / name, []
    given.write_text("secret")
    (tmp_path / "config.txt").touch()

    def run(*command):
        done.append((*command[:3], command[3] == tmp_path, given.exists()))

    def gone(_):
        raise OSError("no power")

    monkeypatch.setattr(state, "run", run)
    monkeypatch.setattr(state, "BOOT", tmp_path)
    if fails:
        monkeypatch.setattr(state, "sync", gone)
    assert state.main("password") == fails
    assert done == [("mount", "-o", "remount,rw", True, True), ("mount", "-o", "remount,ro", True, False)]
    assert [path.name for path in tmp_path.iterdir()] == ["config.txt"]


def test_the_unit_looks_for_the_files_that_are_taken_away():
    """Either is enough."""
    unit = (UNITS / "pearlboard-password.service").read_text()
    conditions = [line for line in unit.splitlines() if line.startswith("Condition")]
    assert conditions == [f"ConditionPathExists=|{state.BOOT / name}" for name in state.GIVEN]


@pytest.mark.parametrize("laid", [state.GIVEN[:1], state.GIVEN[1:], state.GIVEN])
def test_the_unit_hands_the_file_that_is_there_to_the_program(tmp_path, laid):
    """Once, and whether the password can be one is what it ends with; a stand-in says what it was handed."""
    for name in laid:
        (tmp_path / name).write_text(f"from {name}\n")
    program = tmp_path / "program"
    program.write_text('#!/bin/sh\necho "$*: $(cat)"\nexit 3\n')
    program.chmod(0o755)
    unit = (UNITS / "pearlboard-password.service").read_text()
    [script] = re.findall(r'(?m)^ExecStart=/bin/sh -c "(.*)"$', unit)
    script = script.replace("/usr/lib/pearlboard/venv/bin/pearlboard", str(program))
    words = ["/bin/sh", "-c", script.replace(str(state.BOOT), str(tmp_path))]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (3, f"operator password: from {laid[0]}\n")


@pytest.mark.parametrize(("code", "board"), [(2, None), (0, "rp2040")])
def test_the_first_settings_name_the_board_that_is_plugged_in(card, code, board):
    """As the release's program finds it; else none, so that one may be offered later. All else is as it came along."""
    shelf = card.data / "pearlboard"
    program = shelf / "releases/current/usr/lib/pearlboard/venv/bin/python"
    program.parent.mkdir(parents=True)
    program.write_text(f'#!/bin/sh\n[ "$*" = "-I -P -m pearlboard flash --list" ] && exit {code}\nexit 9\n')
    program.chmod(0o755)
    given = shelf / "releases/current/usr/share/pearlboard/config.toml"
    given.parent.mkdir(parents=True)
    came = (ROOT / "packaging/debian/config.toml").read_text()
    given.write_text(came)
    state.settings(shelf)
    path = shelf / "settings/config.toml"
    told = tomllib.loads(path.read_text())
    assert told.pop("board", None) == board
    assert told == tomllib.loads(came)
    assert len(path.read_text().splitlines()) == len(came.splitlines())
    assert path.stat().st_mode & 0o777 == 0o640
    path.write_text("mine")
    state.settings(shelf)
    assert path.read_text() == "mine"


def test_a_file_is_whole_or_not_there(tmp_path, monkeypatch):
    """The power goes while it is written."""

    def gone(_):
        raise OSError("no power")

    monkeypatch.setattr(state, "sync", gone)
    with pytest.raises(OSError, match="no power"):
        state.write(tmp_path / "a", "text")
    assert not (tmp_path / "a").exists()
    monkeypatch.undo()
    state.write(tmp_path / "a", "again")
    assert (tmp_path / "a").read_text() == "again"


def test_a_card_that_cannot_be_used_says_so_on_a_screen_at_the_pi(tmp_path, monkeypatch, capsys):
    """For then nothing else starts. Without a screen it is in the log, as all else that goes wrong is."""

    def broken():
        raise state.NotMade("/dev/mmcblk0p3 cannot be mended")

    monkeypatch.setattr(state, "DATA", tmp_path / "data")
    monkeypatch.setattr(state, "BOOT", tmp_path / "boot")
    monkeypatch.setattr(state, "partition", broken)
    for screen in (tmp_path / "screen", tmp_path / "none" / "screen"):
        monkeypatch.setattr(state, "SCREEN", screen)
        assert state.main() == 1
        assert "cannot be mended" in capsys.readouterr().err
    told = (tmp_path / "screen").read_text()
    assert "write the image onto a new card" in told
    assert "/dev/mmcblk0p3 cannot be mended" in told
    assert max(map(len, told.splitlines())) < 80
    [heading] = re.findall('"(.*)"', told)
    assert f"\n## {heading}\n" in (ROOT / "docs/image.md").read_text()
    (tmp_path / "screen").unlink()
    monkeypatch.setattr(state, "SCREEN", tmp_path / "screen")
    monkeypatch.setattr(state, "run", lambda *_: broken())
    assert state.main("password") == 1
    assert not (tmp_path / "screen").exists()


def test_what_cannot_be_mended_is_left_alone(tmp_path, monkeypatch):
    part = tmp_path / "part"
    part.write_bytes(bytes(1 << 20))
    before = part.read_bytes()
    tried = []
    monkeypatch.setattr(
        subprocess, "run", lambda command, **_: tried.append(command[1]) or SimpleNamespace(returncode=8, stdout="")
    )
    with pytest.raises(state.NotMade, match="cannot be mended; what is on it was left alone"):
        state.mend(part)
    assert (tried, part.read_bytes()) == (["-p", "-fy"], before)
