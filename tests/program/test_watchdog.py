"""The sign of life: what it is given for, and what it is withheld for."""

import asyncio
import re
import signal
import socket
import time
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from pearlboard.drivers.clock import SteppedClock
from pearlboard.program.watchdog import (
    HUNG_MS,
    LAG_MS,
    SCAN_MS,
    STORE_MS,
    Health,
    Notifier,
    Watchdog,
    find_fault,
    patiently,
)
from support.lengths import at_length
from support.serving import clean_environment, serving, start

pytestmark = pytest.mark.slow

UNIT = (Path(__file__).parents[2] / "systemd/pearlboard.service").read_text(encoding="utf-8")
IN_ALL_S = 12
"""The time in seconds within which a program that hangs is started anew."""
WELL = Health(100_000, scanned_ms=99_990, stored_ms=98_000, lag_ms=3, lost=False)


def unit(name):
    """What stands in the unit's file."""
    return re.search(rf"^{name}=(\w+)$", UNIT, re.MULTILINE)[1]


@dataclass
class Source:
    """A table whose vitals are set by hand."""

    seen_ms: int | None = None
    lost: bool = False
    stores: bool = True
    asked: list = field(default_factory=list)

    def ask_store(self, answered):
        self.asked.append(answered)
        if self.stores:
            answered()


class Heard(Notifier):
    """Keeps what was told."""

    def __init__(self, watchdog_ms=8_000):
        super().__init__({"WATCHDOG_USEC": str(1000 * watchdog_ms)})
        self.lines = []

    def tell(self, *lines):
        self.lines += lines

    @property
    def beats(self):
        return self.lines.count("WATCHDOG=1")


def test_a_table_that_is_well_is_not_ailing():
    """Fresh scans, a store that answers, a loop in time."""
    assert find_fault(WELL) is None


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"scanned_ms": 100_000 - SCAN_MS - 1}, "driver has been silent"),
        ({"stored_ms": 100_000 - STORE_MS - 1}, "store has not answered"),
        ({"lag_ms": LAG_MS + 1}, "loop came"),
    ],
)
def test_each_organ_is_looked_at(change, says):
    """Any one of them is enough to withhold the sign."""
    assert says in str(find_fault(replace(WELL, **change)))


def test_a_lost_board_is_a_known_reason_for_no_scan():
    """An unplugged board must not make systemd start the table again and again."""
    assert find_fault(replace(WELL, scanned_ms=0, lost=True)) is None


def _pulse(source, clock, heard):
    complaints = []
    pulse = Watchdog(clock, source, heard, complaints.append)
    pulse.beat()
    return pulse, complaints


def test_the_sign_comes_four_times_as_often_as_it_is_wanted():
    """One or two that come late do no harm."""
    clock, heard = SteppedClock(), Heard(4_000)
    source = Source(seen_ms=0)
    _pulse(source, clock, heard)
    for _ in range(8):
        source.seen_ms = clock()
        clock.step(1_000)
    assert heard.beats == 9


def test_a_driver_that_falls_silent_ends_the_sign_and_is_complained_of_once():
    """Connected as far as anybody knows, but nothing comes."""
    clock, heard = SteppedClock(), Heard()
    source = Source(seen_ms=0)
    _, complaints = _pulse(source, clock, heard)
    clock.step(30_000)
    assert heard.beats == 1 + SCAN_MS // 2_000
    assert len(complaints) == 1
    source.seen_ms = clock()
    clock.step(2_000)
    assert heard.lines[-2:] == ["WATCHDOG=1", "STATUS=Well again"]


def test_another_ailment_is_complained_of_too():
    """First the driver is silent, then the store hangs as well."""
    clock, heard = SteppedClock(), Heard()
    source = Source(seen_ms=0)
    _, complaints = _pulse(source, clock, heard)
    clock.step(6_000)
    source.lost = True
    source.stores = False
    clock.step(20_000)
    assert [complaint.split()[1] for complaint in complaints] == ["board's", "store"]


def test_a_sign_that_could_not_be_given_is_given_the_next_time():
    """Whatever is the matter with systemd's socket, the pulse goes on."""
    clock, heard = SteppedClock(), Heard()
    fails = [OSError("gone")]

    def tell(*lines):
        if fails:
            raise fails.pop()
        heard.lines.extend(lines)

    heard.tell = tell
    _, complaints = _pulse(Source(lost=True), clock, heard)
    clock.step(4_000)
    assert (heard.beats, complaints) == (2, ["systemd cannot be told (gone)"])


def test_a_board_that_never_said_anything_is_silent_too():
    """Neither connected nor lost is not a state to stay in."""
    clock, heard = SteppedClock(), Heard()
    _, complaints = _pulse(Source(), clock, heard)
    clock.step(30_000)
    assert "driver" in complaints[0]


def test_a_store_that_hangs_ends_the_sign():
    """Its thread does not come round; it is not asked a second time meanwhile."""
    clock, heard = SteppedClock(), Heard()
    source = Source(lost=True, stores=False)
    _, complaints = _pulse(source, clock, heard)
    clock.step(30_000)
    assert heard.beats == 1 + STORE_MS // 2_000
    assert "store" in complaints[0]
    assert len(source.asked) == 1


@pytest.mark.parametrize("hangs", [{"seen_ms": 0}, {"lost": True, "stores": False}], ids=["driver", "store"])
def test_what_hangs_for_long_is_told_so_that_systemd_does_not_wait_any_more(hangs):
    """Not before it has hung for `HUNG_MS`, and early enough for the whole to take twelve seconds."""
    clock, heard = SteppedClock(), Heard()
    pulse, _ = _pulse(Source(**hangs), clock, heard)
    clock.step(HUNG_MS - 1)
    assert "WATCHDOG=trigger" not in heard.lines
    clock.step(IN_ALL_S * 1000 - int(unit("RestartSec")) * 1000 - HUNG_MS)
    assert "WATCHDOG=trigger" in heard.lines
    pulse.stop()


def test_a_stopped_pulse_says_no_more():
    """While the table is taken down nothing beats."""
    clock, heard = SteppedClock(), Heard()
    pulse, _ = _pulse(Source(lost=True), clock, heard)
    pulse.stop()
    clock.step(60_000)
    assert heard.beats == 1


@pytest.mark.parametrize("longest_s", [1000, 3])
def test_systemd_is_asked_for_patience_while_all_games_are_read(monkeypatch, longest_s):
    """As long as that may take, and no longer: a start that hangs ends."""
    heard = Heard()

    async def waited():
        done, waits = asyncio.get_running_loop().create_future(), []

        async def wait(_, **how):
            waits.append(how)
            if len(waits) == 5:
                done.set_result("all games")

        with monkeypatch.context() as patched:
            patched.setattr(asyncio, "wait", wait)
            asyncio.get_running_loop().call_soon(lambda: done.done() or done.set_result("all games"))
            return await patiently(done, heard, longest_s, 1)

    assert asyncio.run(waited()) == "all games"
    assert heard.lines == ["EXTEND_TIMEOUT_USEC=60000000"] * (4 if longest_s > 5 else 3)


def test_a_real_table_tells_systemd_that_it_is_ready_alive_and_ending(tmp_path, monkeypatch):
    """READY once it can be reached, then signs of life in time, STOPPING at the end."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(str(tmp_path / "notify"))
        listening.settimeout(20)
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        monkeypatch.setenv("WATCHDOG_USEC", "400000")
        with serving() as table:
            assert listening.recv(1000).decode().splitlines()[0] == "READY=1"
            assert [listening.recv(1000) for _ in range(5)] == [b"WATCHDOG=1"] * 5
            code, errors, _ = table.end()
        told = [listening.recv(1000)]
        while told[-1] == b"WATCHDOG=1":
            told.append(listening.recv(1000))
        assert told[-1] == b"STOPPING=1"
        assert (code, errors) == (0, "")


def test_a_table_that_cannot_run_is_alive_all_the_same(tmp_path, monkeypatch):
    """Its page says what is wrong; starting it again would not help."""
    (tmp_path / "bad.toml").write_text("board = 3")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(str(tmp_path / "notify"))
        listening.settimeout(20)
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        monkeypatch.setenv("WATCHDOG_USEC", "400000")
        table = start("--config", tmp_path / "bad.toml", store=tmp_path / "games.db")
        ready, status = listening.recv(1000).decode().splitlines()
        assert (ready, "bad.toml" in status) == ("READY=1", True)
        assert listening.recv(1000) == b"WATCHDOG=1"
        assert table.end()[0] == 0


@pytest.mark.soak
def test_a_table_can_be_ended_as_soon_as_it_is_ready(tmp_path):
    """In order, also when that comes at once."""
    for _ in range(at_length(5, 2)):
        assert start(store=tmp_path / "games.db").end()[:2] == (0, "")


# --- the real program hangs, and a stand-in for systemd does what the unit says -------------------------------------

HANGING = """
import os, signal, sys, threading, time
from pearlboard.cli import main
from pearlboard.drivers.simulated import SimulatedBoard

fdatasync, hung = os.fdatasync, threading.Event()
os.fdatasync = lambda one: time.sleep(3600) if hung.is_set() else fdatasync(one)

def hang(*_):
    match os.environ["HANGS"]:
        case "loop":
            time.sleep(3600)
        case "store":
            hung.set()
        case "driver":
            SimulatedBoard.seen_ms = time.monotonic_ns() // 1_000_000

signal.signal(signal.SIGUSR1, hang)
sys.exit(main())
"""


class Systemd:
    """Starts the program, listens for its signs of life, and ends it when they fail, as the unit says."""

    def __init__(self, folder, monkeypatch, hangs):
        self.folder, self.watchdog_s = folder, int(unit("WatchdogSec"))
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind(str(folder / "notify"))
        monkeypatch.setenv("NOTIFY_SOCKET", str(folder / "notify"))
        monkeypatch.setenv("WATCHDOG_USEC", str(1_000_000 * self.watchdog_s))
        monkeypatch.setenv("HANGS", hangs)

    def start(self):
        """Until it says that it is ready."""
        self.table = start(store=self.folder / "games.db", program=("-c", HANGING), environment=clean_environment())
        return self.table

    def until_it_ends(self):
        """Until there is no sign of life for too long, or the program gives up; end it, and pause as the unit says."""
        self.socket.settimeout(self.watchdog_s)
        heard_s = time.monotonic()
        try:
            while b"WATCHDOG=trigger" not in (told := self.socket.recv(1000)):
                heard_s = time.monotonic() if b"WATCHDOG=1" in told else heard_s
                self.socket.settimeout(max(0.001, heard_s + self.watchdog_s - time.monotonic()))
        except TimeoutError:
            pass
        self.table.end(signal.SIGABRT)
        time.sleep(int(unit("RestartSec")))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()


@pytest.mark.soak
@pytest.mark.parametrize("hangs", ["loop", "store", "driver"])
def test_whatever_hangs_the_program_is_started_anew_within_twelve_seconds(
    tmp_path, monkeypatch, hangs, record_property
):
    """The loop, the disk under the store's thread, or the driver of the board; and then the table is back."""
    with Systemd(tmp_path, monkeypatch, hangs) as systemd:
        table = systemd.start()
        begun = time.monotonic()
        table.process.send_signal(signal.SIGUSR1)
        if hangs == "store":
            table.command("set_up", players=[{"name": "Anna"}, {"name": "Ben"}])
        systemd.until_it_ends()
        took_s = time.monotonic() - begun
        assert took_s < IN_ALL_S
        assert systemd.start().ask("GET", "/health")[0] == 200
        assert systemd.table.end()[0] == 0
    record_property("reached", f"{hangs}: started anew after {took_s:.1f} s")
