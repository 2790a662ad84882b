"""A card in a machine of QEMU's: started, asked over HTTP and on a console, and its power cut.

The machine writes on an overlay of the image, as a card that was written once. The console is root's, by systemd's
debug shell, which only the command line of this machine names; the image has none.
"""

import contextlib
import http.client
import json
import re
import secrets
import shutil
import socket
import subprocess
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

from support.serving import Served, free_port

LINE = {
    "virt": "systemd.debug_shell=ttyAMA0",
    "raspi3b": "systemd.debug_shell=ttyS1 systemd.watchdog_sec=0 systemd.default_timeout_start_sec=600",
}
"""Where root's shell is: the first serial port of a Pi 3 belongs to its Bluetooth, the second is its console.

And QEMU's Pi has no watchdog: it begins anew as soon as one is asked for, whatever the time. It is so slow that
systemd's own 90 s ended udev before it had begun.
"""
SIZES = {"virt": ("512", "4G"), "raspi3b": ("1024", "4G")}
"""Memory in MB, and the card; a Pi of QEMU's takes only cards of a power of two."""
BOOT_AT = 4 << 20
STICK_MB = 64


@dataclass
class Machine:
    """`kind` is QEMU's name of it; `folder` has the overlay and what was taken from the image."""

    image: Path
    folder: Path
    kind: str = "virt"
    slow: float = 1.0
    form: str = "qcow2"
    port: int = 0
    process: subprocess.Popen | None = None
    console: socket.socket | None = None
    said: bytearray = field(default_factory=bytearray)
    heard: threading.Event = field(default_factory=threading.Event)
    begun: float = 0.0
    quiet: bool = False

    def __post_init__(self):
        self.folder.mkdir(parents=True, exist_ok=True)
        self.overlay = self.folder / "card.qcow2"
        self.take_boot_files(self.image)
        if not self.overlay.exists():
            create = ("qemu-img", "create", "-q", "-f", "qcow2", "-F", "raw", "-b", self.image.resolve(), self.overlay)
            subprocess.run([*create, SIZES[self.kind][1]], check=True)
        self.stick = self.folder / "stick.img"
        if self.kind == "virt" and not self.stick.exists():
            self.make_stick()

    def take_boot_files(self, image):
        """Kernel, initramfs, device tree and command line, from the partition that a Pi starts from."""
        for name in ("vmlinuz", "initrd.img", "cmdline.txt", "bcm2837-rpi-3-b.dtb"):
            source = ("-i", f"{image}@@{BOOT_AT}", f"::{name}")
            subprocess.run(["mcopy", "-n", "-o", *source, self.folder / name], check=True)

    def lay(self, name, text):
        """A file onto the partition that a Pi starts from, as somebody does in a computer before the first start."""
        if self.form != "raw":
            card = self.folder / "card.raw"
            subprocess.run(["qemu-img", "convert", "-O", "raw", self.overlay, card], check=True)
            self.overlay, self.form = card, "raw"
        place = f"{self.overlay}@@{BOOT_AT}"
        subprocess.run(["mcopy", "-n", "-o", "-i", place, "-", f"::{name}"], input=text, text=True, check=True)

    def make_stick(self):
        """One as it is bought: a FAT, and nothing on it."""
        with self.stick.open("wb") as stick:
            stick.truncate(STICK_MB << 20)
        sectors = ("-T", str((STICK_MB << 20) // 512), "-h", "64", "-s", "32")
        subprocess.run(["mformat", "-i", self.stick, *sectors, "-v", "STICK", "::"], check=True)

    def on_stick(self):
        """What lies on it, also while the machine runs."""
        listed = subprocess.run(["mdir", "-b", "-i", self.stick, "::"], capture_output=True, text=True, check=True)
        return sorted(line.removeprefix("::/") for line in listed.stdout.splitlines())

    def take_from_stick(self, name):
        """A copy of one of these, in this machine's folder."""
        subprocess.run(["mcopy", "-n", "-o", "-i", self.stick, f"::{name}", self.folder / name], check=True)
        return self.folder / name

    def command(self):
        line = f"{(self.folder / 'cmdline.txt').read_text().strip()} {LINE[self.kind]}"
        memory, _ = SIZES[self.kind]
        forward = f"user,id=net,hostfwd=tcp:127.0.0.1:{self.port}-:8000"
        own = {
            "virt": (
                "-cpu",
                "cortex-a53",
                "-smp",
                "2",
                "-device",
                "virtio-net-pci,netdev=net,romfile=",
                "-device",
                "virtio-rng-pci",
                "-device",
                "virtio-gpu-pci",
                "-device",
                "qemu-xhci",
                "-drive",
                f"if=none,id=stick,format=raw,file={self.stick}",
                "-device",
                "usb-storage,drive=stick,removable=on",
            ),
            "raspi3b": ("-dtb", self.folder / "bcm2837-rpi-3-b.dtb", "-usb", "-device", "usb-net,netdev=net"),
        }[self.kind]
        disk = f"file={self.overlay},format={self.form},cache=writeback,if={'virtio' if self.kind == 'virt' else 'sd'}"
        return [
            "qemu-system-aarch64", "-M", self.kind, "-m", memory, *own, "-display", "none",
            "-qmp", f"unix:{self.folder / 'monitor'},server=on,wait=off", "-monitor", "none",
            "-kernel", self.folder / "vmlinuz", "-initrd", self.folder / "initrd.img", "-append", line,
            "-drive", disk, "-netdev", forward,
            "-chardev", f"socket,id=console,path={self.folder / 'console'},server=on,wait=off",
            *(("-serial", "null") if self.kind == "raspi3b" else ()), "-serial", "chardev:console",
        ]  # fmt: skip

    def start(self):
        """Let it have power."""
        self.port = self.port or free_port()
        (self.folder / "console").unlink(missing_ok=True)
        self.begun = time.monotonic()
        with (self.folder / "qemu.log").open("ab") as log:
            self.process = subprocess.Popen(
                list(map(str, self.command())), stdin=subprocess.DEVNULL, stdout=log, stderr=log
            )
        self.console = socket.socket(socket.AF_UNIX)
        until((self.folder / "console").exists, 20, "QEMU opens no console")
        self.console.connect(str(self.folder / "console"))
        self.said.clear()
        self.quiet = False
        threading.Thread(target=self.listen, args=(self.console,), daemon=True).start()

    def listen(self, console):
        """Take what the console says, always: with some 300 letters that nobody takes QEMU stands still."""
        with contextlib.suppress(OSError):
            while said := console.recv(1 << 16):
                self.said += said
                self.heard.set()

    def cut(self):
        """Take the power away, in whatever it does."""
        if self.process is None:
            return
        self.process.kill()
        self.process.wait(timeout=30)
        self.console.close()

    def picture(self, name):
        """What a screen that hangs at it shows, as a file of that name in this machine's folder."""
        shown = {"filename": str(self.folder / name), "format": "png"}
        with socket.socket(socket.AF_UNIX) as monitor:
            monitor.settimeout(30)
            monitor.connect(str(self.folder / "monitor"))
            with monitor.makefile("rw") as lines:
                for asked in ({"execute": "qmp_capabilities"}, {"execute": "screendump", "arguments": shown}):
                    lines.write(json.dumps(asked))
                    lines.flush()
                    until(lambda: "return" in json.loads(lines.readline()), 30, f"QEMU does not do {asked}")
        return self.folder / name

    def hear(self):
        """Wait until the console says more, for at most a second."""
        self.heard.wait(1)
        self.heard.clear()

    def run(self, command, longest_s=120):
        """A command of root's on the console; what it printed. AssertionError if it fails, or does not end."""
        if not self.quiet:
            self.settle()
        said, code = self.typed(f"( {command} ) 2>&1", longest_s)
        if code is None:
            raise AssertionError(f"{command}: no end on the console: {self.said[-800:].decode(errors='replace')}")
        if code:
            raise AssertionError(f"{command}: {code}: {said[-800:]}")
        return said

    def settle(self):
        """A shell that neither echoes nor edits, once there is one."""
        self.console.sendall(b"\nexec sh\n")
        until(lambda: self.typed("PS1=; stty -echo", 5)[1] == 0, 300 * self.slow, "no shell on the console")
        self.quiet = True

    def typed(self, command, longest_s):
        """What came of it, and its exit code; None if it has not ended."""
        name = secrets.token_hex(4)
        begun, end = len(self.said), time.monotonic() + longest_s * self.slow
        self.console.sendall(f'echo "=begin" {name}=; {command}; echo "=end" {name} $?=\n'.encode())
        while time.monotonic() < end:
            self.hear()
            text = bytes(self.said[begun:]).decode(errors="replace").replace("\r", "")
            if found := re.search(rf"=begin {name}=\n(.*)=end {name} (\d+)=", text, re.DOTALL):
                return found[1].strip(), int(found[2])
        return "", None

    def health(self):
        """What `/health` says; None if nothing answers yet."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        with contextlib.closing(connection):
            try:
                connection.request("GET", "/health")
                return json.loads(connection.getresponse().read())
            except (OSError, http.client.HTTPException, ValueError):
                return None

    def answers(self, longest_s):
        """Seconds from the power to the first answer."""
        until(
            lambda: self.health() or self.hear(),
            longest_s * self.slow,
            lambda: f"no /health: {self.said[-1500:].decode(errors='replace')}",
            self.process,
        )
        return time.monotonic() - self.begun

    def table(self):
        """To play with, as pages and scripts do."""
        said = self.run("journalctl -u pearlboard -b --no-pager -o cat | grep 'Token for scripts' | tail -1")
        return self.served(said.rpartition(": ")[2].strip())

    def served(self, token):
        """The table at this machine's port."""
        return Served(self.process, self.port, token, Path("games.db"))


def until(condition, longest_s, sentence, process=None):
    """Ask until it is so."""
    end = time.monotonic() + longest_s
    while not condition():
        if process is not None and process.poll() is not None:
            raise AssertionError(f"QEMU has ended: {process.returncode}")
        if time.monotonic() > end:
            raise AssertionError(sentence() if callable(sentence) else sentence)
        time.sleep(0.2)


def missing():
    """The tool that is not there; "" if all are."""
    return next((name for name in ("qemu-system-aarch64", "qemu-img", "mcopy") if shutil.which(name) is None), "")
