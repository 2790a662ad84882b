"""A card's system, from the packages of its lock: unpacked here, configured under qemu-user, kept for the next time.

dpkg is told that all of them are unpacked, as if it had done that itself, and configures them; so what is slow, the
unpacking, is done by this machine, and nothing that packages do when they come is left out.
"""

import hashlib
import os
import shutil
import subprocess
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

from image_lock import NotMade, Package

FOREIGN: Final = Path("/proc/sys/fs/binfmt_misc/qemu-aarch64")
MOUNTS: Final = Path("/proc/self/mountinfo")
TOOLS: Final = {"dpkg-deb": "dpkg", "tar": "tar", "unshare": "util-linux", "chroot": "coreutils"}
ENTER: Final = """
mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" && exec chroot "$0" "$@"
"""
"""In a mount namespace of its own, so that nothing stays mounted, however this ends."""
NOBODY_STARTS: Final = "#!/bin/sh\nexit 101\n"
LEFT: Final = (
    "var/log", "var/cache", "var/backups", "var/lib/apt", "var/lib/ucf", "var/lib/systemd", "var/tmp", "tmp", "run",
    "boot", "etc/.pwd.lock", "etc/passwd-", "etc/group-", "etc/shadow-", "etc/gshadow-", "etc/subuid-", "etc/subgid-",
    "usr/sbin/policy-rc.d", "var/lib/dpkg/lock", "var/lib/dpkg/lock-frontend", "var/lib/dpkg/status-old",
    "var/lib/dpkg/triggers/Lock", "etc/resolv.conf", "etc/hostname", "root/.bash_history",
)  # fmt: skip
"""Traces of configuring: of this machine, of this moment, or of no use on a card. Folders are emptied."""
UNREAD: Final = ("usr/share/doc", "usr/share/man", "usr/share/locale", "usr/share/info", "usr/share/lintian")
"""Folders that nobody reads on a card, but for each package's copyright, which stays."""


def check_tools(tools: dict[str, str]) -> None:
    """`NotMade` names what is missing, and what brings it."""
    for tool, package in tools.items():
        if shutil.which(tool, path=f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin") is None:
            raise NotMade(f"{tool} is missing: on Debian, apt install {package}")


def check_machine(foreign: Path = FOREIGN) -> None:
    """`NotMade` if no system for another machine can be configured here."""
    check_tools(TOOLS)
    if os.geteuid() != 0:
        raise NotMade("owners and modes of a system's files need root: sudo make image")
    if os.uname().machine != "aarch64" and not foreign.exists():
        raise NotMade(
            "programs of arm64 do not run here: on Debian, apt install qemu-user-static binfmt-support; "
            "if that is there, mount -t binfmt_misc binfmt_misc /proc/sys/fs/binfmt_misc; update-binfmts --enable"
        )


def kept(packages: Sequence[Package], files: Iterable[Path], cache: Path) -> Path:
    """Where the root of exactly these packages, and of these files of ours that go into it, is kept."""
    digest = hashlib.sha256()
    for package in packages:
        digest.update(f"{package.name} {package.sha256}\n".encode())
    for path in sorted(files):
        digest.update(f"{path.name} {hashlib.sha256(path.read_bytes()).hexdigest()}\n".encode())
    return cache / f"root-{digest.hexdigest()[:16]}"


def configured(debs: Sequence[Path], early: Path, seconds: int, target: Path) -> None:
    """The system in `target`; `early` is a tree of ours that has to be there when the initramfs is made."""
    new = target.with_name(f"{target.name}.new")
    remove(new)
    new.mkdir(parents=True)
    first = [deb for deb in debs if deb.name.startswith("base-files_")]
    for deb in (*first, *(deb for deb in debs if deb not in first)):
        unpack(deb, new)
    shutil.copytree(early, new, dirs_exist_ok=True, symlinks=True)
    policy = new / "usr/sbin/policy-rc.d"
    policy.write_text(NOBODY_STARTS, encoding="ascii")
    policy.chmod(0o755)
    for name in ("dpkg/available", "dpkg/diversions", "dpkg/statoverride"):
        (new / "var/lib" / name).touch()
    configure(new, seconds)
    boot(new)
    tidy(new)
    new.rename(target)


def unpack(deb: Path, root: Path) -> None:
    """Lay it there, and tell dpkg so."""
    info = root / "var/lib/dpkg/info"
    info.mkdir(parents=True, exist_ok=True)
    files = run("dpkg-deb", "--fsys-tarfile", str(deb))
    tar = ("tar", "--extract", "--preserve-permissions", "--numeric-owner", "--keep-directory-symlink")
    run(*tar, "--directory", str(root), given=files)
    control = root / "var/lib/dpkg/tmp.ci"
    run("dpkg-deb", "--control", str(deb), str(control))
    fields = (control / "control").read_text(encoding="utf-8")
    name, listed = named(fields), run("tar", "--list", given=files).decode().splitlines()
    (info / f"{name}.list").write_text(
        "".join(f"{path.removeprefix('.').rstrip('/') or '/.'}\n" for path in listed), encoding="utf-8"
    )
    conffiles = (
        (control / "conffiles").read_text(encoding="utf-8").split("\n") if (control / "conffiles").exists() else []
    )
    with (root / "var/lib/dpkg/status").open("a", encoding="utf-8") as status:
        status.write(unpacked(fields, {path: md5(root, path) for path in conffiles if path.startswith("/")}))
    for path in control.iterdir():
        if path.name != "control":
            shutil.move(path, info / f"{name}.{path.name}")
    shutil.rmtree(control)


def named(control: str) -> str:
    """The prefix of dpkg's files of a package: with the machine where several may be there at once."""
    fields = dict(line.split(": ", 1) for line in control.splitlines() if line[:1].isalpha() and ": " in line)
    same = fields.get("Multi-Arch") == "same"
    return f"{fields['Package']}:{fields['Architecture']}" if same else fields["Package"]


def unpacked(control: str, conffiles: dict[str, str]) -> str:
    """The stanza of dpkg's list for a package that is unpacked and not yet configured; `conffiles`: path to MD5."""
    package, rest = control.strip().split("\n", 1)
    listed = "".join(f"\n {path} {found}" for path, found in conffiles.items())
    kept = f"\nConffiles:{listed}" if listed else ""
    return f"{package}\nStatus: install ok unpacked\n{rest}{kept}\n\n"


def md5(root: Path, path: str) -> str:
    return hashlib.md5((root / path.lstrip("/")).read_bytes()).hexdigest()  # noqa: S324 - dpkg's form


def configure(root: Path, seconds: int) -> None:
    """Let each package do what it does when it comes."""
    scripts = sorted((root / "var/lib/dpkg/info").glob("*.preinst"))
    first = [script for script in scripts if script.name == "base-passwd.preinst"]
    for script in (*first, *(script for script in scripts if script not in first)):
        name = script.name.removesuffix(".preinst").partition(":")[0]
        maintainer = (
            f"DPKG_MAINTSCRIPT_PACKAGE={name}",
            "DPKG_MAINTSCRIPT_ARCH=arm64",
            "DPKG_MAINTSCRIPT_NAME=preinst",
        )
        inside(root, seconds, "env", *maintainer, f"/{script.relative_to(root)}", "install")
    inside(root, seconds, "dpkg", "--configure", "--pending")


def inside(root: Path, seconds: int, *command: str) -> None:
    """Run it there; `NotMade` with what it said last if it fails."""
    environment = {
        "PATH": "/usr/sbin:/usr/bin:/sbin:/bin",
        "DEBIAN_FRONTEND": "noninteractive",
        "DEBCONF_NONINTERACTIVE_SEEN": "true",
        "LC_ALL": "C.UTF-8",
        "HOME": "/root",
        "SOURCE_DATE_EPOCH": str(seconds),
        "PYTHONHASHSEED": "0",
        "DPKG_ROOT": "",
    }
    words = ("unshare", "--mount", "sh", "-c", ENTER, str(root), *command)
    done = subprocess.run(words, env=environment, capture_output=True, encoding="utf-8", errors="replace", check=False)  # noqa: S603
    if done.returncode:
        said = "\n".join((done.stdout + done.stderr).strip().splitlines()[-20:])
        raise NotMade(f"{command[0]} failed in the card's system:\n{said}")


def boot(root: Path) -> None:
    """Kernel and initramfs go to the partition that the Pi starts from; they are the system's only ones."""
    [kernel] = (root / "boot").glob("vmlinuz-*")
    [initrd] = (root / "boot").glob("initrd.img-*")
    place = root / "usr/lib/pearlboard-boot"
    place.mkdir(parents=True)
    shutil.move(kernel, place / "vmlinuz")
    shutil.move(initrd, place / "initrd.img")


def tidy(root: Path) -> None:
    """Take away what is not the packages' own."""
    for name in LEFT:
        path = root / name
        if path.is_dir() and not path.is_symlink():
            for each in path.iterdir():
                remove(each)
        else:
            path.unlink(missing_ok=True)
    for pattern in ("etc/ssh/ssh_host_*", "var/lib/dpkg/*-old", "var/cache/debconf/*-old"):
        for path in root.glob(pattern):
            path.unlink()
    for name in UNREAD:
        thin(root / name)
    (root / "etc/machine-id").write_bytes(b"")
    bus = root / "var/lib/dbus/machine-id"  # systemd would take the one that configuring made up for every card's own
    bus.unlink(missing_ok=True)
    bus.parent.mkdir(parents=True, exist_ok=True)
    bus.symlink_to("/etc/machine-id")


def thin(folder: Path) -> None:
    """Leave nothing of it but copyrights, and folders that have one."""
    for path in sorted(folder.rglob("*"), reverse=True):
        if path.is_dir() and not path.is_symlink():
            if not any(path.iterdir()):
                path.rmdir()
        elif path.name != "copyright":
            path.unlink()


def remove(path: Path) -> None:
    """A file or a tree; a tree only where nothing is mounted below it."""
    if not path.is_symlink() and path.is_dir():
        mounts = MOUNTS.read_text(encoding="utf-8").splitlines()
        if mounted := [line.split()[4] for line in mounts if line.split()[4].startswith(f"{path.absolute()}/")]:
            raise NotMade(f"{path} is not removed, for {mounted[0]} is mounted there")
        shutil.rmtree(path)
    elif path.is_symlink() or path.exists():
        path.unlink()


def run(*command: str, given: bytes | None = None) -> bytes:
    """The output of a command; `NotMade` with it if the command failed."""
    done = subprocess.run(command, input=given, capture_output=True, check=False)  # noqa: S603 - tools of Debian
    if done.returncode:
        raise NotMade(f"{command[0]} failed: {done.stderr.decode(errors='replace').strip()[-500:]}")
    return done.stdout
