"""The sign of life: what it is given for, and what it is withheld for."""

import os
import socket
from dataclasses import dataclass, field, replace

import pytest

from pearlboard.drivers.clock import SteppedClock
from pearlboard.service.watchdog import LAG_MS, SCAN_MS, STORE_MS, Health, Notifier, Watchdog, find_fault
from serving import serving, start

WELL = Health(100_000, scanned_ms=99_990, stored_ms=98_000, lag_ms=3, lost=False)


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


def test_a_stopped_pulse_says_no_more():
    """While the table is taken down nothing beats."""
    clock, heard = SteppedClock(), Heard()
    pulse, _ = _pulse(Source(lost=True), clock, heard)
    pulse.stop()
    clock.step(60_000)
    assert heard.beats == 1


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
    for _ in range(5 if "SOAK" in os.environ else 2):
        assert start(store=tmp_path / "games.db").end()[:2] == (0, "")
