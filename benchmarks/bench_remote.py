"""Latency from one table to another: `python benchmarks/bench_remote.py` prints a table, with its limits.

`bench_remote.py iroh` measures one carrier alone; with `--long` the cable is cut for ten minutes.

Two real processes in two network namespaces (so it needs root), each with a TUN device; between these a forwarder
delays every packet by 40 to 60 ms each way, and loses some. Packets overtake each other. Both carriers: a WebSocket
and, where it is installed, iroh. Five minutes.

    lit       a scene, from when the host says it until the guest has it
    answered  the same, until the host has the guest's answer to it
    back      from when a cut cable works again, or the guest has another address, until the guest has a new scene
    memory    what the host's process has for itself alone, beyond a process that has only imported the program

Nothing here says anything about a real NAT, a relay, or a Pi.
"""

import asyncio
import contextlib
import heapq
import json
import os
import random
import secrets
import select
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from measuring import ROOT, ends_within, judged, rounds

from pearlboard.carriers import identity
from pearlboard.carriers.ends import GuestEnd, HostEnd
from pearlboard.carriers.iroh import IrohCarrier
from pearlboard.carriers.protocols import Carrier, NotInstalled
from pearlboard.carriers.websocket import WebSocketCarrier
from pearlboard.remote.admission import Admission
from pearlboard.remote.events import Event, Greeted, Received
from pearlboard.remote.invitation import Address
from pearlboard.remote.line import Line, Role
from pearlboard.remote.messages import ID_BYTES, TOKEN_BYTES, Game, Hello, Lights, PageOpened, PageText

if TYPE_CHECKING:
    from support.namespaces import Machine

PORT = 8443
HOST, GUEST, MOVED = "10.77.0.1", "10.77.0.2", "10.77.0.3"
ONE_WAY_MS, JITTER_MS = 50, 10
LOSS = 0.02
EVERY_S = 0.1
MEMORY_MS = 2_000
LONG = "--long" in sys.argv[1:]
LONGEST_S = 900 + 2 * 600 * LONG
MEASURED_S = rounds(60, once=2)
CUT_S = rounds(600 if LONG else 10, once=1)
LIMITS = {"p99": 250, "p95 lost": 300, "p99 lost": 600}
"""The limits of `lit`, in ms, without loss and with it."""
BACK_S = 3
MEMORY_MB = {"websocket": 3, "iroh": 25}
SECRET = b"bench!"


def now_ms() -> int:
    """The clock of both processes, which are on one machine."""
    return time.monotonic_ns() // 1_000_000


def hurry() -> None:
    """Come before everything else on this machine, where that is allowed: it is the line that is measured."""
    with contextlib.suppress(OSError):
        os.sched_setscheduler(0, os.SCHED_RR, os.sched_param(10))


# --- one end --------------------------------------------------------------------------------------------------------


def carrier(name: str, folder: Path, *, host: bool) -> Carrier:
    """A carrier, by its name."""
    if name == "iroh":
        return IrohCarrier(identity.secret(folder))
    return WebSocketCarrier(*identity.certificate(folder)) if host else WebSocketCarrier()


def hello(table: str, **more: bytes) -> Hello:
    """The hello of a table of that name."""
    return Hello(1, 1, "0.2.0", table, (Game("game", "1"),), secrets.token_bytes(ID_BYTES), **more)


def told(**what: object) -> None:
    """Tell the measurement something, as a line of JSON."""
    print(json.dumps(what), flush=True)


def memory_kb(process: str = "self") -> int:
    """The memory that a process has for itself alone, in KB."""
    lines = Path(f"/proc/{process}/smaps_rollup").read_text(encoding="ascii").splitlines()[1:]
    fields = {line.split(":")[0]: int(line.split()[1]) for line in lines}
    return fields["Private_Clean"] + fields["Private_Dirty"]


async def be_host(name: str, folder: Path) -> None:
    """Say something ten times a second, and tell how long the answer takes."""
    import pearlboard.program.run  # noqa: F401, PLC0415 - its memory is compared

    hurry()
    admission = Admission("0.2.0")
    admission.invite(SECRET, now_ms())
    line = Line(Role.HOST, hello("host"), now_ms())
    pages: list[int] = []

    def notice(_: object, events: list[Event]) -> None:
        for event in events:
            match event:
                case Received(PageOpened(channel=channel)):
                    pages[:] = [channel]
                case Received(PageText(text=text)):
                    told(answered=now_ms() - int(text))
                case Greeted():
                    told(greeted=now_ms(), resumed=event.resumed)

    end = HostEnd(admission, lambda *_: line, now_ms, notice)
    made = carrier(name, folder, host=True)
    await made.listen(PORT, end.attend)
    told(key=made.key.hex())
    measured_ms = 0
    asked = asyncio.get_running_loop().create_task(asyncio.to_thread(sys.stdin.readline))
    while not asked.done():
        await asyncio.sleep(EVERY_S)
        if now_ms() - measured_ms >= MEMORY_MS:
            measured_ms = now_ms()
            told(memory=memory_kb())
        line.send(Lights((), str(now_ms()), 0, lamp=False), now_ms())
        for channel in pages:
            line.write(channel, str(now_ms()), now_ms())
        for guest in admission.guests:
            end.wake(guest)
    told(memory=memory_kb(), at_the_end=True)
    await end.close()
    await made.close()


async def be_guest(name: str, folder: Path, key: str) -> None:
    """Answer every text, and tell how old each scene is."""
    hurry()
    line = Line(Role.GUEST, hello("guest", token=secrets.token_bytes(TOKEN_BYTES), invitation=SECRET), now_ms())
    end: GuestEnd

    def notice(events: list[Event]) -> None:
        for event in events:
            match event:
                case Greeted():
                    told(greeted=now_ms(), resumed=event.resumed)
                    if not line.pages:
                        line.open_page("table", "en", now_ms(), local=False)
                case Received(Lights(cue=cue)):
                    told(lit=now_ms() - int(cue), at=now_ms())
                case Received(PageText(channel=channel, text=text)):
                    line.write(channel, text, now_ms())
        end.wake()

    made = carrier(name, folder, host=False)
    end = GuestEnd(line, made, bytes.fromhex(key), (Address(HOST, PORT),), now_ms)
    running = asyncio.create_task(end.run(notice))
    asked = asyncio.create_task(asyncio.to_thread(sys.stdin.readline))
    await asyncio.wait([running, asked], return_when=asyncio.FIRST_COMPLETED)
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    await made.close()


# --- between the two ------------------------------------------------------------------------------------------------


@dataclass
class Cable:
    """The way between two TUN devices."""

    ends: tuple[int, int]
    loss: float = 0.0
    cut: bool = False
    lost: int = 0
    carried: int = 0
    late_ms: list[int] = field(default_factory=list)
    chance: random.Random = field(default_factory=lambda: random.Random(1))
    _way: list[tuple[float, int, int, bytes]] = field(default_factory=list)
    _stopped: bool = False

    def run(self) -> None:
        """Carry packets until `stop`."""
        hurry()
        while not self._stopped:
            now = time.monotonic()
            while self._way and self._way[0][0] <= now:
                due, _, there, packet = heapq.heappop(self._way)
                self.late_ms.append(round((now - due) * 1_000))
                if not self.cut:
                    with contextlib.suppress(OSError):
                        os.write(there, packet)
            wait_s = min(self._way[0][0] - now, 0.05) if self._way else 0.05
            for here in select.select(self.ends, [], [], max(wait_s, 0))[0]:
                self._take(here)

    def _take(self, here: int) -> None:
        packet = os.read(here, 65_536)
        self.carried += 1
        if self.cut or self.chance.random() < self.loss:
            self.lost += 1
            return
        delay_ms = ONE_WAY_MS + self.chance.uniform(-JITTER_MS, JITTER_MS)
        there = self.ends[1] if here == self.ends[0] else self.ends[0]
        heapq.heappush(self._way, (time.monotonic() + delay_ms / 1_000, self.carried, there, packet))

    def stop(self) -> None:
        """Carry nothing any more."""
        self._stopped = True


def alone_kb() -> int:
    """The memory of a process that has only imported the program, and read what the ends need for measuring."""
    code = "import random, select, statistics, subprocess, sys, tempfile, measuring, pearlboard.program.run\n"
    code += "compile(open('bench_remote.py').read(), 'bench', 'exec'); print(flush=True); sys.stdin.readline()"
    with subprocess.Popen(
        [sys.executable, "-c", code], cwd=ROOT / "benchmarks", stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        if process.stdout is None or process.stdin is None:
            raise OSError("a process without pipes")
        process.stdout.readline()
        found = memory_kb(str(process.pid))
        process.stdin.close()
    return found


class End:
    """A process in a namespace, and what it has told."""

    def __init__(self, machine: "Machine", *arguments: str) -> None:
        command = ["ip", "netns", "exec", machine.name, sys.executable, __file__, *arguments]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.told: list[dict[str, Any]] = []
        self._more = threading.Condition()
        self._reading = threading.Thread(target=self._read, daemon=True)
        self._reading.start()

    def _read(self) -> None:
        for line in self._process.stdout or ():
            with self._more:
                self.told.append(json.loads(line))
                self._more.notify_all()

    def wait(self, key: str, since: int = 0, within_s: float = 60) -> dict[str, Any]:
        """The first thing of that name that it tells, or has told after `since` lines."""

        def found() -> list[dict[str, Any]]:
            return [each for each in self.told[since:] if key in each]

        with self._more:
            if not self._more.wait_for(found, within_s):
                raise TimeoutError(f"no {key} within {within_s} s")
            return found()[0]

    def all(self, key: str, since: int = 0) -> list[int]:
        """Everything of that name."""
        return [each[key] for each in self.told[since:] if key in each]

    def end(self) -> None:
        """End it; everything that it tells at last is there then."""
        if self._process.stdin is not None:
            with contextlib.suppress(BrokenPipeError):
                self._process.stdin.write("\n")
                self._process.stdin.flush()
        self._process.wait(20)
        self._reading.join(20)


@contextlib.contextmanager
def two_houses() -> Iterator[tuple["Machine", "Machine", Cable]]:
    """Two machines and the cable between them."""
    from support.namespaces import networks  # noqa: PLC0415 - the ends, whose memory is measured, need none of it

    with networks() as made:
        host, guest = made.machine(), made.machine()
        ends = host.do(host.tunnel, "far0", f"{HOST}/24"), guest.do(guest.tunnel, "far0", f"{GUEST}/24")
        cable = Cable(ends)
        carrying = threading.Thread(target=cable.run)
        carrying.start()
        try:
            yield host, guest, cable
        finally:
            cable.stop()
            carrying.join()
            for each in ends:
                os.close(each)


# --- measurements ---------------------------------------------------------------------------------------------------


def quantiles(values: list[int]) -> tuple[int, int, int]:
    """p50, p95 and p99."""
    if len(values) < 2:
        only = values[0] if values else 0
        return only, only, only
    cuts = statistics.quantiles(values, n=100, method="inclusive")
    return round(cuts[49]), round(cuts[94]), round(cuts[98])


def spent(guest: End, host: End) -> tuple[list[int], list[int]]:
    """The durations of scenes and of answers, in ms, in the time that is measured."""
    marks = len(guest.told), len(host.told)
    time.sleep(MEASURED_S)
    return guest.all("lit", marks[0]), host.all("answered", marks[1])


def back_s(guest: End, since_ms: int, mark: int) -> float:
    """The seconds from a moment until the guest has a scene that was said after it."""
    while True:
        shown = guest.wait("lit", mark)
        if shown["at"] - shown["lit"] >= since_ms:
            return float(shown["at"] - since_ms) / 1_000
        mark = guest.told.index(shown, mark) + 1


def measured(name: str) -> bool:
    """Measure a carrier, and print its rows; whether the limits are kept."""
    with tempfile.TemporaryDirectory() as folder, two_houses() as (here, there, cable):
        host = End(here, "--be-host", name, f"{folder}/host")
        guest = End(there, "--be-guest", name, f"{folder}/guest", host.wait("key")["key"])
        try:
            began = now_ms()
            print(f"{name}: connected after {guest.wait('greeted')['greeted'] - began} ms", flush=True)
            guest.wait("lit")
            rows = [row(name, "no loss", *spent(guest, host))]
            kilobytes = [host.all("memory")[-1]]
            cable.loss = LOSS
            rows.append(row(name, f"{LOSS:.0%} lost", *spent(guest, host)))
            kilobytes.append(host.all("memory")[-1])
            cable.loss = 0
            cable.cut = True
            time.sleep(CUT_S)
            mark, since = len(guest.told), now_ms()
            cable.cut = False
            cut = back_s(guest, since, mark)
            print(f"{name:10} cut for {CUT_S} s: back after {cut:.2f} s ({cut / BACK_S:.2f} times the limit)")
            time.sleep(1)
            mark, since = len(guest.told), now_ms()
            there.ip("address", "add", f"{MOVED}/24", "dev", "far0")
            there.ip("address", "delete", f"{GUEST}/24", "dev", "far0")
            with contextlib.suppress(OSError):  # a second address of the same network may have gone with the first
                there.ip("address", "add", f"{MOVED}/24", "dev", "far0")
            moved = back_s(guest, since, mark)
            print(f"{name:10} the guest's address changed: a new scene after {moved:.2f} s")
            resumed = all(host.all("resumed"))
        finally:
            guest.end()
            host.end()
        alone = alone_kb()
        told_at_last = host.wait("at_the_end")["memory"]
        first, lossy_kb, memory = ((each - alone) / 1024 for each in (*kilobytes, told_at_last))
        late = quantiles(cable.late_ms)[2]
        print(
            f"{name:10} {cable.carried} packets carried, {cable.lost} lost; p99 of the forwarder's own delay {late} ms"
        )
        print(
            f"{name:10} memory of the host's process: {first:+.1f} MB; after losses {lossy_kb:+.1f};"
            f" after cut and change {memory:+.1f}; line not torn: {resumed}"
        )
    clean, lossy = rows
    kept = clean[2] <= LIMITS["p99"] and lossy[1] <= LIMITS["p95 lost"] and lossy[2] <= LIMITS["p99 lost"]
    return kept and cut <= BACK_S and memory <= MEMORY_MB[name] and resumed


def row(name: str, how: str, lit: list[int], answered: list[int]) -> tuple[int, int, int]:
    """Print a row of the table; return the quantiles of `lit`."""
    found = quantiles(lit)
    print(
        f"{name:10} {how:8} lit p50 {found[0]}, p95 {found[1]}, p99 {found[2]} ms ({len(lit)} scenes);"
        " answered p50 {}, p95 {}, p99 {} ms ({} texts)".format(*quantiles(answered), len(answered)),
        flush=True,
    )
    return found


def main(names: list[str]) -> int:
    """Measure these carriers."""
    try:
        IrohCarrier(bytes(32))
    except NotInstalled as error:
        print(f"iroh: not measured, {error}")
        names = [name for name in names if name != "iroh"]
    print(f"round trip {2 * ONE_WAY_MS} ms, jitter {2 * JITTER_MS} ms; limits of lit in ms: {LIMITS}")
    with ends_within(LONGEST_S):
        kept = [measured(name) for name in names]
    return judged(kept=all(kept))


if __name__ == "__main__":
    match [each for each in sys.argv[1:] if each not in ("--once", "--long")]:
        case ["--be-host", name, folder]:
            asyncio.run(be_host(name, Path(folder)))
        case ["--be-guest", name, folder, key]:
            asyncio.run(be_guest(name, Path(folder), key))
        case names:
            for name in ("RUST_BACKTRACE", "RUST_LIB_BACKTRACE"):  # with which the first error costs 47 MB of symbols
                os.environ.pop(name, None)
            os.environ["PYTHONPATH"] = os.pathsep.join([str(ROOT / "controller"), os.environ.get("PYTHONPATH", "")])
            sys.exit(main(names or ["websocket", "iroh"]))
