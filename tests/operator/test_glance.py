"""How the table is at a glance: one line a thing, whether it is well, and since when."""

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace

import pytest

from firmware.ports import ports_in
from pearlboard.diagnostics import doctor
from pearlboard.diagnostics.doctor import MODEL
from pearlboard.drivers.protocols import Lost, Supplied
from pearlboard.languages import LANGUAGES
from pearlboard.operator.glance import MANY_REFUSED, Glance, Reports, Surroundings
from pearlboard.screens.catalogues import catalogues
from pearlboard.store.lasting import MOUNTS
from pearlboard.texts import say
from support.fuzzing import AnyTable

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


@dataclass
class Disk:
    """Stands in for the writer."""

    failing: str | None = None
    contents: object = field(default_factory=lambda: SimpleNamespace(finished=frozenset({1, 2})))


@dataclass
class Board:
    """Knows why it does not answer."""

    lost: object = None
    host_claimed: bool = False
    elsewhere: object = None


class Looked:
    """A table, what it stands on, and its glance."""

    def __init__(self, root):
        self.table, self.disk, self.board, self.root = AnyTable(), Disk(), Board(), root
        self.now = NOON
        self.set_by = timedelta()
        self.board_unsaid = False
        self.crowd = None
        self.glance = Glance(
            self.table.tabletop,
            self.board,
            self.disk,
            root / "games.db",
            Reports(
                lambda: ("http://192.0.2.7:8000",), board_unsaid=lambda: self.board_unsaid, crowd=lambda: self.crowd
            ),
            Surroundings(lambda: self.now + self.set_by, root, self.passed_s, ports_in(root / "ports")),
        )
        self.machine(MOUNTS, "27 1 179:2 / / rw,noatime - ext4 /dev/mmcblk0p2 rw\n")
        self.glance.notice()

    def passed_s(self):
        return (self.now - NOON).total_seconds()

    def machine(self, path, text):
        (self.root / path).parent.mkdir(parents=True, exist_ok=True)
        (self.root / path).write_text(text)

    def look(self, language="en"):
        return self.glance.look(catalogues()[language])

    def line(self, name):
        return next((line for line in self.look()["lines"] if line["name"] == name), None)


@pytest.fixture
def looked(tmp_path):
    return Looked(tmp_path)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_table_that_is_well_says_so(looked, language):
    """In one sentence, and for each thing."""
    seen = looked.look(language)
    assert (seen["well"], seen["since"]) == (True, "2026-01-01T12:00:00+00:00")
    assert all(line["well"] and line["label"] and line["sentence"] for line in seen["lines"])
    assert {"http://192.0.2.7:8000"} <= set(looked.line("table")["sentence"].split())
    assert "2 finished games" in looked.line("saved")["sentence"]


def test_what_is_wrong_is_counted_and_told_since_when(looked):
    """From the moment at which it was noticed, not from that at which somebody looks."""
    looked.now = NOON + timedelta(hours=1)
    looked.disk.failing = "no space left"
    looked.glance.notice()
    looked.now = NOON + timedelta(hours=2)
    looked.board.lost = say("in_the_workshop")
    seen = looked.look()
    assert (seen["well"], seen["sentence"]) == (False, "2 things need attention.")
    assert looked.line("saved")["since"] == "2026-01-01T13:00:00+00:00"
    assert "no space left" in looked.line("saved")["sentence"]
    assert looked.line("board")["since"] == "2026-01-01T14:00:00+00:00"
    looked.now, looked.disk.failing = NOON + timedelta(hours=3), None
    assert looked.line("saved")["well"]
    looked.now, looked.disk.failing = NOON + timedelta(hours=4), "no space left"
    assert looked.line("saved")["since"] == "2026-01-01T16:00:00+00:00"


def test_a_clock_that_is_set_meanwhile_moves_what_was_before_it(looked):
    """Half an hour ago stays half an hour ago, by whatever clock."""
    looked.disk.failing = "no space left"
    looked.glance.notice()
    looked.now = NOON + timedelta(minutes=30)
    looked.set_by = timedelta(days=3)
    assert looked.look()["since"] == "2026-01-04T12:00:00+00:00"
    assert looked.line("saved")["since"] == "2026-01-04T12:00:00+00:00"


def test_a_sensor_that_is_left_out_needs_somebody(looked):
    """It is named."""
    looked.table.begin()
    looked.table.ask("leave_out", site="c4")
    assert looked.line("sensors")["well"] is False
    assert "c4" in looked.line("sensors")["sentence"]


def test_the_game_that_is_on_is_told_with_its_people(looked):
    """As all at the table see it."""
    assert looked.line("game")["sentence"] == "No game is on."
    looked.table.begin()
    assert "Anna" in looked.line("game")["sentence"]
    assert "turn 1" in looked.line("game")["sentence"]


@pytest.mark.parametrize(("told", "well", "said"), [("52460", True, "52 °C"), ("81200", False, "too hot")])
def test_a_machine_that_tells_its_heat_is_believed(looked, told, well, said):
    """One that does not has no such line."""
    assert looked.line("heat") is None
    looked.machine("sys/class/thermal/thermal_zone0/type", "nvme\n")
    looked.machine("sys/class/thermal/thermal_zone0/temp", "99000\n")
    assert looked.line("heat") is None
    looked.machine("sys/class/thermal/thermal_zone1/type", "cpu-thermal\n")
    looked.machine("sys/class/thermal/thermal_zone1/temp", f"{told}\n")
    assert looked.line("heat")["well"] is well
    assert said in looked.line("heat")["sentence"]


NODES = {
    "Pi 4": "sys/devices/platform/soc/soc:firmware/get_throttled",
    "Pi 5": "sys/devices/platform/soc@107c000000/soc@107c000000:firmware/get_throttled",
    "by its driver": "sys/bus/platform/drivers/raspberrypi-firmware/soc:firmware/get_throttled",
}


@pytest.mark.parametrize("node", NODES)
@pytest.mark.parametrize(("word", "well"), [("0", True), ("50005", False), ("50000", False), ("4", True)])
def test_a_supply_that_is_too_weak_needs_somebody(looked, node, word, well):
    """Now, or a moment ago; wherever the kernel shows what the firmware says."""
    assert looked.line("power") is None
    looked.machine(NODES[node], f"{word}\n")
    assert looked.line("power")["well"] is well


@pytest.mark.parametrize("number", [0, 3])
@pytest.mark.parametrize(("alarm", "well"), [("0", True), ("1", False)])
def test_a_kernel_that_tells_of_the_supply_by_hwmon_is_believed(looked, number, alarm, well):
    """Newer ones have nothing else; the number is any."""
    looked.machine(f"sys/class/hwmon/hwmon{number + 1}/name", "nvme\n")
    looked.machine(f"sys/class/hwmon/hwmon{number + 1}/in0_lcrit_alarm", "1\n")
    assert looked.line("power") is None
    looked.machine(f"sys/class/hwmon/hwmon{number}/name", "rpi_volt\n")
    looked.machine(f"sys/class/hwmon/hwmon{number}/in0_lcrit_alarm", f"{alarm}\n")
    assert looked.line("power")["well"] is well


def test_a_sagging_supply_of_the_lights_needs_somebody(looked):
    """Seen by the board; it is told on the table's page as well, and forgotten when the board goes."""
    table = looked.table.tabletop
    table.hear(Supplied(well=False, at_ms=5))
    assert looked.line("power")["well"] is False
    assert "supply sags" in looked.line("power")["sentence"]
    table.hear(Lost(say("board_lost"), 6))
    assert looked.line("power") is None


def test_a_pi_that_does_not_tell_of_its_supply_is_not_said_to_be_well(looked):
    """It is not known, which needs nobody and is marked as neither."""
    looked.machine(MODEL, "Raspberry Pi 5 Model B Rev 1.0\0")
    line = looked.line("power")
    assert (line["well"], "does not say" in line["sentence"]) == (None, True)
    assert looked.look()["well"]


def test_a_pi_that_has_slowed_itself_down_says_so(looked):
    """Cool enough now, but its firmware has capped it."""
    looked.machine("sys/class/thermal/thermal_zone0/type", "cpu-thermal\n")
    looked.machine("sys/class/thermal/thermal_zone0/temp", "70000\n")
    looked.machine(NODES["Pi 5"], "2\n")
    assert (looked.line("heat")["well"], "slowed itself" in looked.line("heat")["sentence"]) == (False, True)


def test_a_pi_that_does_not_tell_of_its_heat_or_speed_is_not_said_to_be_well(looked):
    """Cool, but a kernel without the firmware's word may hide that it is slow; and one may say nothing at all."""
    looked.machine(MODEL, "Raspberry Pi 5 Model B Rev 1.0\0")
    line = looked.line("heat")
    assert (line["well"], "does not say" in line["sentence"]) == (None, True)
    looked.machine(NODES["Pi 5"], "2\n")
    assert looked.line("heat")["well"] is False
    (looked.root / NODES["Pi 5"]).unlink()
    looked.machine("sys/class/thermal/thermal_zone0/type", "cpu-thermal\n")
    looked.machine("sys/class/thermal/thermal_zone0/temp", "52000\n")
    line = looked.line("heat")
    assert (line["well"], line["sentence"][:7], "does not say" in line["sentence"]) == (None, "52 °C; ", True)
    assert looked.look()["well"]
    looked.machine("sys/class/thermal/thermal_zone0/temp", "85000\n")
    assert looked.line("heat")["well"] is False


def test_games_in_memory_need_somebody(looked):
    """They are saved, and gone without power; where that cannot be known, so it is said."""
    looked.machine(MOUNTS, "27 1 0:21 / / rw - tmpfs tmpfs rw\n")
    assert (looked.line("disk")["well"], "nothing outlives the power" in looked.line("disk")["sentence"]) == (
        False,
        True,
    )
    looked.machine(MOUNTS, "")
    assert (looked.line("disk")["well"], "does not say" in looked.line("disk")["sentence"]) == (None, True)
    assert looked.look()["well"]


def test_a_disk_without_room_needs_somebody(looked, monkeypatch):
    """Before nothing can be saved any more."""
    monkeypatch.setattr(doctor.shutil, "disk_usage", lambda _: SimpleNamespace(free=99_999_999))
    assert looked.line("disk") == {
        "name": "disk",
        "label": "Room on the disk",
        "well": False,
        "sentence": "Only 99 MB are free: make room, or games cannot be saved.",
        "since": None,
    }


def test_a_board_that_is_plugged_in_and_not_played_on_is_told(tmp_path):
    """By what a Pico says of itself among the ports; anything else that is plugged in says nothing."""
    looked = Looked(tmp_path)
    looked.machine("ports/usb-Printer_A4-if00", "")
    assert looked.line("board")["well"]
    looked.machine("ports/usb-MicroPython_Board_in_FS_mode_e66-if00", "")
    told = looked.line("board")
    assert not told["well"]
    assert "A board with a Pico" in told["sentence"]
    for language in LANGUAGES:
        words = catalogues()[language].render(say("setting_board_rp2040"))
        line = next(line for line in looked.look(language)["lines"] if line["name"] == "board")
        assert words in line["sentence"]


def test_a_pico_is_offered_where_nobody_has_chosen_a_board(tmp_path):
    """One press does it, so the line does not say how; the table is not well until then."""
    looked = Looked(tmp_path)
    looked.board_unsaid = True
    assert not looked.look()["offers_pico"]
    assert looked.line("board")["well"]
    looked.machine("ports/usb-MicroPython_Board_in_FS_mode_e66-if00", "")
    assert looked.look()["offers_pico"]
    assert (looked.line("board")["well"], looked.line("board")["sentence"]) == (
        False,
        "There is none: it is drawn on the pages.",
    )
    looked.board_unsaid = False
    assert not looked.look()["offers_pico"]


def test_a_pico_that_is_the_board_is_not_offered(tmp_path, monkeypatch):
    """It is played on."""
    looked = Looked(tmp_path)
    looked.board_unsaid = True
    looked.machine("ports/usb-MicroPython_Board_in_FS_mode_e66-if00", "")
    monkeypatch.setattr(looked.table.tabletop.place, "simulated", None)
    assert not looked.look()["offers_pico"]


def test_where_a_board_is_only_drawn_nothing_is_said_of_sensors(tmp_path):
    """There are none that could be read."""
    looked = Looked(tmp_path)
    assert looked.line("sensors")["well"]
    looked.table.tabletop.place.imitate(hardware=False)
    assert looked.line("sensors") is None


def test_somebody_who_floods_the_table_is_named(looked):
    """By the address, once it is more than a page in a hurry asks for; who wants the host's part is told, too."""
    assert looked.line("visitors") is None
    looked.crowd = ("192.0.2.66", MANY_REFUSED - 1)
    assert looked.line("visitors") is None
    looked.crowd = ("192.0.2.66", MANY_REFUSED)
    told = looked.line("visitors")
    assert not told["well"]
    assert "192.0.2.66" in told["sentence"]
    assert looked.line("host") is None
    looked.board.host_claimed = True
    assert looked.look()["host_claimed"]
    assert not looked.line("host")["well"]
