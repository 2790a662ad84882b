"""Acting in somebody else's folder as its owner, never as root: names there may be redirected a moment later.

Root forks; the child gives up root for good and only then opens anything. Its result comes back as JSON, or as an open
descriptor. Like `card` this stands apart: only the standard library and `errors`.
"""

import errno
import json
import os
import pwd
import socket
import stat
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NoReturn, TypeVar

from pearlboard.errors import PearlboardError

T = TypeVar("T")

MOST_BYTES: Final = 1 << 20
"""The limit of a child's answer; files are passed as descriptors."""
MOST_LINKS: Final = 40
NOBODY: Final = 65_534
SET_NO_NEW_PRIVILEGES: Final = 38
"""`PR_SET_NO_NEW_PRIVS` of prctl(2)."""
STOPPED: Final = 130


class NotSafe(PearlboardError):
    """The owner of a folder cannot be determined safely: others could exchange it meanwhile."""


class ChildFailed(PearlboardError, RuntimeError):
    """The child process died or answered nonsense; the reason is above, on standard error."""


@dataclass(frozen=True, slots=True)
class Owner:
    """The user and groups to become."""

    uid: int
    gid: int


def as_owner(folder: Path, work: Callable[[], T]) -> T:
    """Call `work` as the owner of `folder`, in a child process if root is not that; returns its JSON-compatible result.

    `OSError` and `PearlboardError` of the work are raised here; of the latter only the sentence is left. `NotSafe`.
    """
    owner = owner_of(folder)
    return work() if owner is None else _in_a_child(owner, work)[0]


def opened(path: Path) -> int:
    """The descriptor of a regular file, opened for reading as the owner of its folder; `OSError` for other files."""
    owner = owner_of(path.parent)
    if owner is None:
        return regular(path)
    _, file = _in_a_child(owner, lambda: regular(path), hands_over=True)
    return file


def folder_opened(folder: Path) -> int:
    """The descriptor of a folder for a new file of the calling user; `NotSafe`, `OSError`.

    Root creates the file by that descriptor, since the name may be redirected later. `/tmp` is allowed.
    """
    owner = owner_of(folder, shared=True)
    file = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    if owner is not None and os.fstat(file).st_uid != owner.uid:
        os.close(file)
        raise NotSafe(f"{folder}: belongs to root, in a folder that does not; give another place")
    return file


def owner_of(folder: Path, *, shared: bool = False) -> Owner | None:
    """The user that root must become to act in `folder`, also before it exists; None if no change is needed.

    That is the owner of the deepest folder on the path that is not root's. `NotSafe` if somebody else's link is on the
    path, or a folder of root's in which everybody may exchange names; in a `shared` one, only for root's own names.
    """
    found = None
    for here, about, last in _way(folder) if os.geteuid() == 0 else ():
        if about.st_uid != 0:
            found = Owner(about.st_uid, about.st_gid or _group(about.st_uid))
        elif found is None and _exchangeable(about.st_mode, last=last and not shared):
            raise NotSafe(f"{here}: belongs to root, and everybody may write there; give a folder that has one owner")
    return found


def _way(folder: Path) -> Iterator[tuple[Path, os.stat_result, bool]]:
    """Each folder on the path, and whether it is the last; root's links are followed."""
    here, left, links, ours = Path("/"), _parts(folder), 0, True
    while True:
        about = here.lstat()
        if stat.S_ISLNK(about.st_mode):
            links += 1
            if about.st_uid != 0 or not ours or links > MOST_LINKS:
                raise NotSafe(f"{here}: is a link in a folder that is not root's; give the folder that it leads to")
            here, left = Path("/"), [*_parts(here.parent / here.readlink()), *left]
            continue
        if not stat.S_ISDIR(about.st_mode):
            return
        ours = ours and about.st_uid == 0
        yield here, about, not left
        if not left or not os.path.lexists(here / left[0]):
            return
        here /= left.pop(0)


def _exchangeable(mode: int, *, last: bool) -> bool:
    """Whether everybody may exchange names there; on the path, a sticky folder protects root's own."""
    return bool(mode & stat.S_IWOTH) and (last or not mode & stat.S_ISVTX)


def _parts(folder: Path) -> list[str]:
    return list(Path(os.path.abspath(folder)).parts[1:])  # noqa: PTH100 - `resolve` follows links, which are looked at


def _group(uid: int) -> int:
    """A group for the owner of a folder with root's group: never root's."""
    try:
        return pwd.getpwuid(uid).pw_gid or NOBODY
    except KeyError:
        return NOBODY


def regular(path: Path) -> int:
    """Open a file for reading without waiting, as for a FIFO."""
    file = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY)
    if not stat.S_ISREG(kind := os.fstat(file).st_mode):
        os.close(file)
        if stat.S_ISDIR(kind):
            raise OSError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
        raise OSError(errno.EINVAL, "is not a regular file", str(path))
    return file


# --- the child -------------------------------------------------------------------------------------------------------


def _in_a_child(owner: Owner, work: Callable[[], Any], *, hands_over: bool = False) -> tuple[Any, int]:
    """The result of the work, and the descriptor that it returned if it `hands_over` one, else -1."""
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    here, there = socket.socketpair()
    child = os.fork()
    if child == 0:
        here.close()
        _be(owner, work, there, hands_over=hands_over)
    there.close()
    try:
        with closing(here):
            _, files, _, _ = socket.recv_fds(here, 1, 1)
            answer = here.makefile("rb").read(MOST_BYTES)
    finally:
        _, status = os.waitpid(child, 0)
    if os.waitstatus_to_exitcode(status) == STOPPED:
        raise KeyboardInterrupt
    return _understood(answer), files[0] if files else -1


def _be(owner: Owner, work: Callable[[], Any], there: socket.socket, *, hands_over: bool) -> NoReturn:
    """Become the owner, do the work, answer, and exit without the parent's cleanup."""
    code = 1
    try:
        _become(owner)
        answer, files = _answered(work, hands_over=hands_over)
        socket.send_fds(there, [b"\0"], files)
        there.sendall(json.dumps(answer).encode())
        code = 0
    except KeyboardInterrupt:
        code = STOPPED
    except BaseException:  # noqa: BLE001 - a fork must never return into its parent's code
        traceback.print_exc()
    finally:
        os._exit(code)


def _answered(work: Callable[[], Any], *, hands_over: bool) -> tuple[dict[str, Any], list[int]]:
    try:
        result = work()
        sys.stdout.flush()
    except PearlboardError as error:
        return {"refused": str(error)}, []
    except OSError as error:
        return {"failed": [error.errno or errno.EIO, error.strerror or str(error), _text(error.filename)]}, []
    return ({}, [result]) if hands_over else ({"result": result}, [])


def _text(name: object) -> str | None:
    return None if name is None else str(name)


def _understood(answer: bytes) -> Any:  # noqa: ANN401 - what JSON holds
    try:
        said = json.loads(answer)
    except ValueError as error:
        raise ChildFailed("what was to be done as the owner of a folder was not done") from error
    if "refused" in said:
        raise PearlboardError(said["refused"])
    if "failed" in said:
        raise OSError(*said["failed"])
    return said.get("result")


def _become(owner: Owner) -> None:
    """Give up root for good."""
    _no_new_privileges()
    os.setgroups([])
    os.setresgid(owner.gid, owner.gid, owner.gid)
    os.setresuid(owner.uid, owner.uid, owner.uid)
    os.umask(0o077)


def _no_new_privileges() -> None:
    """Forbid new privileges for programs started from here; a unit may have done so already, and forbid ctypes as
    well.
    """
    if "NoNewPrivs:\t1" in Path("/proc/self/status").read_text(encoding="ascii", errors="replace"):
        return
    import ctypes  # noqa: PLC0415 - only where it is needed

    if ctypes.CDLL(None, use_errno=True).prctl(SET_NO_NEW_PRIVILEGES, 1, 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "PR_SET_NO_NEW_PRIVS was refused")
