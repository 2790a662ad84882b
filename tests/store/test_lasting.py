"""Whether games survive a power cut, judged by the kernel's list of mounts."""

from pathlib import Path

import pytest

from pearlboard.store.lasting import COMMAND_LINE, MOUNTS, lasts

CARD = "27 1 179:2 / / rw,noatime shared:1 - ext4 /dev/mmcblk0p2 rw"
TMPFS = "30 27 0:25 / /media/root-rw rw,relatime shared:2 - tmpfs tmpfs-root rw"
OVERLAY = (
    "27 1 0:21 / / rw,relatime shared:1 - overlay overlayroot "
    "rw,lowerdir=/media/root-ro,upperdir=/media/root-rw/overlay,workdir=/media/root-rw/overlay-workdir/_"
)
HIDDEN = "27 1 0:21 / / rw - overlay overlay rw,lowerdir=/lower,upperdir=/upper/data,workdir=/upper/work"
DATA = "40 27 179:3 / /data rw,noatime - ext4 /dev/mmcblk0p3 rw"
STICK = "41 27 8:1 / /media/my\\040stick rw - vfat /dev/sda1 rw"
LOG2RAM = "42 27 254:0 / /var/lib/pearlboard rw - ext4 /dev/zram0 rw"
BOUND = "43 27 179:3 /pearlboard/state /var/lib/pearlboard rw - ext4 /dev/mmcblk0p3 rw"
CASES = {
    "a card": ([CARD], "", "/var/lib/pearlboard", True),
    "memory": ([CARD, "31 27 0:26 / /tmp rw - tmpfs tmpfs rw"], "", "/tmp/games", False),
    "its neighbour": ([CARD, "31 27 0:26 / /tmp rw - tmpfs tmpfs rw"], "", "/tmpfiles", True),
    "overlayroot": ([OVERLAY, TMPFS], "", "/var/lib/pearlboard", False),
    "overlay on a disk": ([OVERLAY, TMPFS.replace("tmpfs tmpfs-root", "ext4 /dev/sda1")], "", "/var/lib", True),
    "raspi-config's overlay": ([HIDDEN], "console=tty1 boot=overlay root=PARTUUID=1", "/var/lib/pearlboard", False),
    "an overlay that says nothing": ([HIDDEN], "console=tty1", "/var/lib/pearlboard", None),
    "a partition under an overlay": ([OVERLAY, TMPFS, DATA], "", "/data/pearlboard/state", True),
    "a stick with a space": ([OVERLAY, TMPFS, STICK], "", "/media/my stick/games", True),
    "a disk in memory": ([CARD, LOG2RAM], "", "/var/lib/pearlboard", False),
    "mounted over it": ([CARD, LOG2RAM, BOUND], "", "/var/lib/pearlboard", True),
    "a live system": (["1 1 0:2 / / rw - rootfs rootfs rw"], "", "/root", False),
    "no mounts": ([], "", "/root", None),
}


@pytest.mark.parametrize("case", CASES)
def test_a_folder_is_judged_by_its_mount(tmp_path, case):
    """By the deepest mount, the last of those at one place; an overlay by its upper folder."""
    mounts, command_line, folder, expected = CASES[case]
    (tmp_path / MOUNTS).parent.mkdir(parents=True)
    (tmp_path / MOUNTS).write_text("\n".join([*mounts, ""]))
    (tmp_path / COMMAND_LINE).write_text(f"{command_line}\n")
    (tmp_path / "media/root-rw/overlay").mkdir(parents=True)
    assert lasts(Path(folder), tmp_path) is expected


def test_without_a_list_of_mounts_the_answer_is_unknown(tmp_path):
    """For example a Mac."""
    assert lasts(tmp_path, tmp_path) is None
