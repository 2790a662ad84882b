"""Disk images after a power cut at any moment of a recorded process.

Writes that were not synced may be on disk in any combination: all, none, all but one, a write of which only some
sectors arrived, in any order; a name whose folder was not synced may be missing, or still the old one.
"""

import os
import random
import shutil
import struct
import subprocess
import sys
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

SECTOR = 512
SOURCE = Path(__file__).parent / "recorder.c"
TESTS = Path(__file__).parents[1]


def recorder(folder):
    """The library that records system calls; None without a C compiler."""
    compiler = shutil.which("cc")
    if compiler is None or sys.platform != "linux":
        return None
    library = folder / "recorder.so"
    subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", library, SOURCE, "-ldl"], check=True, timeout=120)
    return library


def record(library, program, folder, *arguments):
    """Run a Python program on the files below `folder`; return the record of its writes."""
    log = folder.with_name(f"{folder.name}.log")
    subprocess.run(
        [sys.executable, "-c", program, *map(str, arguments)],
        env={
            **os.environ,
            "LD_PRELOAD": str(library),
            "RECORD_ROOT": str(folder),
            "RECORD_LOG": str(log),
            "PYTHONPATH": str(TESTS),
        },
        stdout=subprocess.PIPE,
        check=True,
        timeout=120,
    )
    return tuple(_records(log.read_bytes(), f"{folder}/"))


def _records(data, root):
    at = 0
    while at < len(data):
        what, length = chr(data[at]), struct.unpack_from("<I", data, at + 1)[0]
        name = data[at + 5 : at + 5 + length].decode()
        number, size = struct.unpack_from("<qI", data, at + 5 + length)
        at += 17 + length + size
        body = data[at - size : at]
        if what in "ML":
            body = body.decode().removeprefix(root)
        yield what, name.removeprefix(root).removesuffix("/"), number, body


@dataclass
class File:
    """A file's contents that are certainly on disk, and the writes since the last sync."""

    synced: bytes = b""
    since: list = field(default_factory=list)

    def with_some(self, chosen):
        """The contents if these writes have arrived."""
        data = bytearray(self.synced)
        for what, at, body in chosen:
            if what == "T":
                del data[at:]
                data.extend(bytes(at - len(data)))
            else:
                data.extend(bytes(max(0, at + len(body) - len(data))))
                data[at : at + len(body)] = body
        return bytes(data)


class Disk:
    """Replays a record; `acknowledged` is the last number that the process has reported."""

    def __init__(self):
        """Start with an empty folder."""
        self.acknowledged = 0
        self._told = b""
        self._names = {}
        self._synced_names = {}
        self._moves = []

    def follow(self, what, name, number, body):
        """Apply the next recorded operation."""
        match what:
            case "A":
                self._told += body
                if b"\n" in self._told:
                    self.acknowledged = int(self._told.split(b"\n")[-2])
            case "W" | "T":
                self._names[name].since.append((what, number, body))
            case "S" if name in self._names:
                file = self._names[name]
                file.synced, file.since = file.with_some(file.since), []
            case "S":
                self._sync_folder(name)
            case _:
                move = (what, name, body, File() if what == "O" else None)
                self._moves.append(move)
                _moved(self._names, move)

    def _sync_folder(self, name):
        folder = "" if name.startswith("/") else name
        kept = []
        for move in self._moves:
            if str(Path(move[1]).parent) == (folder or "."):
                _moved(self._synced_names, move)
            else:
                kept.append(move)
        self._moves = kept

    def image(self, rng):
        """A random image that the disk may hold now: name to contents."""
        names = dict(self._synced_names)
        for move in self._moves[: rng.choice((0, len(self._moves), rng.randint(0, len(self._moves))))]:
            _moved(names, move)
        way = rng.randrange(5)
        return {name: file.with_some(_arrived(file.since, way, rng)) for name, file in names.items()}


def _moved(names, move):
    what, name, to, made = move
    match what:
        case "O":
            names[name] = made
        case "U":
            names.pop(name, None)
        case "M":
            for old in [each for each in names if each == name or each.startswith(f"{name}/")]:
                names[to + old[len(name) :]] = names.pop(old)
        case "L" if name in names:
            names[to] = names[name]


def _arrived(since, way, rng):
    """A choice of these writes that have arrived."""
    match way:
        case 0:
            return []
        case 1:
            return since
        case 2:
            left_out = rng.randrange(len(since)) if since else 0
            return since[:left_out] + since[left_out + 1 :]
        case 3:
            return [_torn(write, rng) if write is since[-1] else write for write in since]
        case _:
            return [write for write in since if rng.random() < 0.5]


def _torn(write, rng):
    """A write of which only the first sectors arrived, or all but those."""
    what, at, body = write
    if what == "T" or not body:
        return write
    cut = min(len(body), rng.randrange(0, len(body) + SECTOR, SECTOR) - at % SECTOR)
    cut = max(0, cut)
    return (what, at, body[:cut]) if rng.random() < 0.5 else (what, at + cut, body[cut:])


def images(records, seed):
    """Different images at moments all through the recording: (acknowledged number, name to contents)."""
    rng, seen = random.Random(seed), set()
    for _ in range(1000):
        disk = Disk()
        for each in records:
            disk.follow(*each)
            image = disk.image(rng)
            digest = _digest(image)
            if digest not in seen:
                seen.add(digest)
                yield disk.acknowledged, image
    raise AssertionError(f"there are no more than {len(seen)} different images")


def _digest(image):
    found = sha256()
    for name, data in sorted(image.items()):
        found.update(f"{name} {len(data)} ".encode() + data)
    return found.digest()
