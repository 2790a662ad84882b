"""The one function by which root acts in a folder that is not root's."""

import os
import socket
import stat
from pathlib import Path

import pytest

from pearlboard.errors import PearlboardError
from pearlboard.privileges import ChildFailed, NotSafe, Owner, as_owner, folder_opened, opened, owner_of
from privileges.folders import SERVICE, given


def status(name):
    """What the kernel says of this process."""
    lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    return next(line.split()[1:] for line in lines if line.startswith(f"{name}:"))


def test_work_is_done_as_the_owner_who_can_never_be_root_again(games):
    """Users, groups, capabilities, and what a program with more rights would bring."""

    def work():
        (games / "made").touch()
        return [status(name) for name in ("Uid", "Gid", "Groups", "CapEff", "CapPrm", "NoNewPrivs")]

    everywhere = [str(SERVICE)] * 4
    assert as_owner(games, work) == [everywhere, everywhere, [], ["0" * 16], ["0" * 16], ["1"]]
    assert (os.geteuid(), status("NoNewPrivs")) == (0, ["0"])
    made = (games / "made").stat()
    assert (made.st_uid, made.st_gid, stat.S_IMODE(made.st_mode)) == (SERVICE, SERVICE, 0o600)


def test_in_roots_own_folder_nothing_changes(home):
    """Nor for anybody who is not root: the work is done right here."""
    here = os.getpid()
    assert as_owner(home, os.getpid) == here
    assert as_owner(given(home / "games"), lambda: [os.getpid(), as_owner(home, os.getpid)])[0] != here


def test_a_folder_with_roots_group_lends_nobody_that_group(games):
    """`chown pearlboard` alone leaves it."""
    os.chown(games, SERVICE, 0)
    assert owner_of(games).gid not in (0, -1)


def test_errors_come_back_as_what_they_were(games):
    """With errno and file; a refusal with its sentence; what was no answer is an error, too."""

    def refused():
        raise PearlboardError("no, because")

    with pytest.raises(FileNotFoundError) as missing:
        as_owner(games, (games / "nothing").read_bytes)
    assert missing.value.filename == str(games / "nothing")
    with pytest.raises(PearlboardError, match="no, because"):
        as_owner(games, refused)
    with pytest.raises(ChildFailed):
        as_owner(games, lambda: os._exit(0))
    with pytest.raises(ChildFailed):
        as_owner(games, lambda: 1 / 0)
    with pytest.raises(KeyboardInterrupt):
        as_owner(games, lambda: (_ for _ in ()).throw(KeyboardInterrupt))


def test_a_file_is_opened_by_its_folders_owner(home, games):
    """Its descriptor comes back; a file of root's that a link leads to does not, nor what would be waited for."""
    secret = home / "secret"
    secret.write_text("root's")
    secret.chmod(0o600)
    (games / "own").write_text("the service's")
    os.chown(games / "own", SERVICE, SERVICE)
    with os.fdopen(opened(games / "own")) as file:
        assert file.read() == "the service's"
    (games / "link").symlink_to(secret)
    os.mkfifo(games / "pipe")
    os.chown(games / "pipe", SERVICE, SERVICE)
    with socket.socket(socket.AF_UNIX) as bound:
        bound.bind(str(games / "socket"))
    for name, why in (
        ("link", "denied"),
        ("pipe", "regular"),
        ("socket", "No such device"),
        ("nothing", "No such file"),
    ):
        with pytest.raises(OSError, match=why):
            opened(games / name)
    with os.fdopen(opened(secret)) as file:
        assert file.read() == "root's"


def test_a_folder_whose_owner_nobody_can_be_sure_of_is_refused(home, games):
    """Links of others, whatever they lead to, and folders of root's where everybody exchanges names."""
    (home / "roots").symlink_to(games)
    assert owner_of(home / "roots" / "deeper" / "still") == Owner(SERVICE, SERVICE)
    (home / "theirs").symlink_to(home)
    os.chown(home / "theirs", SERVICE, SERVICE, follow_symlinks=False)
    (games / "link").symlink_to("/etc")
    (home / "round").symlink_to("round")
    for folder in (home / "theirs", home / "theirs" / "games", games / "link", home / "round"):
        with pytest.raises(NotSafe, match="is a link"):
            as_owner(folder, os.getpid)
        with pytest.raises(NotSafe, match="is a link"):
            folder_opened(folder)
    shared = home / "shared"
    shared.mkdir()
    for mode in (0o777, 0o1777):
        shared.chmod(mode)
        with pytest.raises(NotSafe, match="everybody may write"):
            as_owner(shared, os.getpid)
    assert owner_of(shared / "of-nobody-yet", shared=True) is None
    assert owner_of(given(shared / "games")) == Owner(SERVICE, SERVICE)
    (games / "of-root").mkdir()
    assert owner_of(games / "of-root") == Owner(SERVICE, SERVICE)
    with pytest.raises(NotSafe):
        folder_opened(games / "of-root")
