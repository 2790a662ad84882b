"""A Debian of its own in a folder, to install the table in: of this machine's kind, or arm64 under qemu-user.

Needs root, debootstrap, and for arm64 qemu-user-static with its binfmt entry. It proves scripts, packages and that
the service starts; no timing and no pins.
"""

import contextlib
import os
import shutil
import subprocess
import tempfile
import time
import zlib
from pathlib import Path

PROJECT = Path(__file__).parent.parent.parent
MODELS = {
    "pi4": "Raspberry Pi 4 Model B Rev 1.5",
    "pi5": "Raspberry Pi 5 Model B Rev 1.0",
    "zero2": "Raspberry Pi Zero 2 W Rev 1.0",
}
CERTIFICATES = Path("/etc/ssl/certs/ca-certificates.crt")
READY = "/root/ready"
HASTY = f"""#!/bin/sh
if [ "$1 $2" = "-m venv" ]; then
  cp -al {READY} "$3" && exec sed -i "1s|.*|#!$3/bin/python|" "$3/bin/pearlboard"
fi
exec /usr/bin/python3 "$@"
"""
PACKAGES = "python3,python3-venv,ca-certificates"


def can_be_made():
    """Whether this machine can make one."""
    return os.geteuid() == 0 and shutil.which("debootstrap") is not None


def debootstrap(folder, suite, packages, *options):
    """A new Debian there."""
    command = ["debootstrap", *options, "--variant=minbase", f"--include={packages}", suite, folder]
    try:
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    except BaseException:  # it was stopped in the middle: what it has mounted there must not be deleted with the folder
        subprocess.run(["umount", "--lazy", Path(folder) / "proc"], check=False, stderr=subprocess.DEVNULL)
        raise


def kept_root(suite, packages):
    """One as debootstrap makes it, kept in .venv for the next run, for a week; `make clean` takes it away, too."""
    week = int(time.time()) // (7 * 24 * 3600)
    kept = PROJECT / ".venv" / f"debian-{suite}-{zlib.crc32(packages.encode()):08x}-{week}"
    if not kept.exists():
        for old in kept.parent.glob("debian-*"):
            shutil.rmtree(old)
        with tempfile.TemporaryDirectory(prefix="making-", dir=kept.parent) as folder:
            debootstrap(Path(folder) / "root", suite, packages)
            (Path(folder) / "root").rename(kept)
    return kept


class Debian:
    """A root file system; `model` is the Pi it takes itself for, `told` what its programs find in their environment."""

    def __init__(self, folder, suite="bookworm", architecture=None, packages=PACKAGES, told=None):
        """Make it, if it is not there yet."""
        self.folder, self.told = Path(folder), told or {}
        if not (self.folder / "bin/sh").exists():
            made = self.folder if architecture else kept_root(suite, packages)
            if architecture:
                debootstrap(made, suite, packages, f"--arch={architecture}")
            else:
                subprocess.run(["cp", "-a", "--reflink=auto", made, self.folder], check=True)
        shutil.copy(CERTIFICATES, self.folder / CERTIFICATES.relative_to("/"))
        self._copy_project()
        self.boot.mkdir(parents=True, exist_ok=True)
        (self.boot / "config.txt").write_text("# as it came\ndtparam=audio=on\n")

    @property
    def boot(self):
        return self.folder / "boot/firmware"

    def _copy_project(self):
        """As a clone has it: what is committed or would be."""
        names = subprocess.run(
            ["git", "ls-files", "-coz", "--exclude-standard"], cwd=PROJECT, check=True, capture_output=True, text=True
        ).stdout.split("\0")
        target = self.folder / "root/pearlboard"
        shutil.rmtree(target, ignore_errors=True)
        for name in filter(None, names):
            if (PROJECT / name).is_file():
                (target / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(PROJECT / name, target / name)

    @contextlib.contextmanager
    def entered(self):
        """With /proc and /dev as programs expect them."""
        mounts = [("proc", "proc"), ("/dev", "dev"), ("/sys", "sys")]
        with contextlib.ExitStack() as stack:
            for what, where in mounts:
                kind = ["-t", "proc"] if what == "proc" else ["--rbind"]
                target = self.folder / where
                subprocess.run(["mount", *kind, what, target], check=True)
                if kind == ["--rbind"]:
                    subprocess.run(["mount", "--make-rslave", target], check=True)
                stack.callback(subprocess.run, ["umount", "-l", target], check=True)
            yield self

    @contextlib.contextmanager
    def hastened(self):
        """A new environment is a copy of the one that `install.sh` made for real, once; its pip does nothing any more.

        That first time root makes files for itself alone, which may not keep the table's user from reading the program.
        """
        if not self.has(READY):
            private = ("sh", "-c", "umask 077; exec /root/pearlboard/systemd/install.sh --board pi")
            for step in (
                private,
                ("sh", "-c", f"cp -a $(readlink -f /usr/lib/pearlboard/venv) {READY}"),
                ("/root/pearlboard/systemd/install.sh", "--uninstall"),
                ("rm", "-rf", "/var/lib/pearlboard", "/etc/pearlboard"),
            ):
                done = self.run(*step, model="pi4")
                if done.returncode != 0:
                    raise AssertionError(f"{step}: {done.stderr}")
            [pip] = (self.folder / READY[1:]).glob("lib/python3*/site-packages/pip/__main__.py")
            pip.write_text("")
        python = self.folder / "usr/local/sbin/python3"
        python.write_text(HASTY)
        python.chmod(0o755)
        try:
            yield
        finally:
            python.unlink()

    def environment(self, model=None):
        """This machine's, so that packages are found the same way; with a model file for `install.sh`."""
        kept = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith(("PEARLBOARD_", "VIRTUAL_ENV", "PYTHON", "UV_"))
        }
        kept |= {
            "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
            "HOME": "/root",
            "LC_ALL": "C.UTF-8",
        }
        if model is not None:
            (self.folder / "tmp/model").write_text(f"{MODELS[model]}\0")
            kept["INSTALL_MODEL_FILE"] = "/tmp/model"
        return kept | self.told

    def run(self, *command, model=None, **more):
        """Run a command in it; what it printed and how it ended."""
        return subprocess.run(
            ["chroot", self.folder, *map(str, command)],
            env=self.environment(model) | more,
            capture_output=True,
            text=True,
            check=False,
            timeout=1_800,
        )

    def install(self, *options, model="pi4"):
        """Run the install script."""
        return self.run("/root/pearlboard/systemd/install.sh", *options, model=model)

    def start(self, *command, **more):
        """Start a program in it."""
        return subprocess.Popen(
            ["chroot", self.folder, *map(str, command)],
            env=self.environment() | more,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def path(self, name):
        """Where what has that name in it lies out here."""
        return self.folder / name.lstrip("/")

    def read(self, name):
        return self.path(name).read_text()

    def has(self, name):
        return self.path(name).exists() or self.path(name).is_symlink()
