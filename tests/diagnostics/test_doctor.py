"""The doctor and the support bundle: each fault is named with what to do, and no secret leaves the house."""

import re
import subprocess
import tarfile
from dataclasses import replace
from importlib import invalidate_caches
from importlib.machinery import EXTENSION_SUFFIXES

import pytest

from pearlboard import __version__
from pearlboard.diagnostics.bundle import findings_as_text, redacted
from pearlboard.diagnostics.doctor import MODEL, DoctorContext, examine, searching
from pearlboard.drivers.light_drivers import BUFSIZ
from pearlboard.errors import ConfigError
from pearlboard.games.api import Package
from pearlboard.games.perladora.package import PACKAGE
from pearlboard.games.perladora.players.compiled import FOLDER, MODULES
from pearlboard.games.registry import GAMES
from pearlboard.languages import LANGUAGES
from pearlboard.screens.catalogues import catalogues
from pearlboard.sensing.wiring import reference_wiring
from pearlboard.settings import Settings, Wires
from pearlboard.store.lasting import MOUNTS
from pearlboard.store.log import FactLog
from pearlboard.texts import say
from support.serving import clean_environment, command_line, serving

pytestmark = pytest.mark.slow

THROTTLED = "sys/devices/platform/soc/soc:firmware/get_throttled"
HEALTHY = {
    "ok": True,
    "program": "9",
    "phase": "idle",
    "version": 3,
    "saved": 3,
    "board": "connected",
    "about": "Pico X",
    "failing": None,
    "problem": None,
}


def no_pico(_settings):
    raise ConfigError("no Pico is plugged in; plug one in")


def call(*arguments, **environment):
    """What a command prints, and how it ends."""
    return subprocess.run(
        command_line(*arguments),
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        env=clean_environment(**environment),
    )


@pytest.fixture
def patient(tmp_path):
    """A machine that is well: a Pi 4 with the simulated board, in a root of its own."""
    root = tmp_path / "root"
    (root / MODEL).parent.mkdir(parents=True)
    (root / MODEL).write_text("Raspberry Pi 4 Model B Rev 1.5\0")
    (root / THROTTLED).parent.mkdir(parents=True)
    (root / THROTTLED).write_text("0\n")
    (root / MOUNTS).parent.mkdir(parents=True)
    (root / MOUNTS).write_text("27 1 179:2 / / rw,noatime - ext4 /dev/mmcblk0p2 rw\n")
    return DoctorContext(Settings(), None, "the defaults", tmp_path / "games.db", None, no_pico, root)


def found(patient, name):
    """Whether that check is well, and its words."""
    [finding] = [finding for finding in examine(patient) if finding.name == name]
    catalogues()["fr"].render(finding.sentence)
    return finding.well, catalogues()["en"].render(finding.sentence)


def test_a_machine_that_is_well_has_nothing_to_be_done(patient):
    """Every check says so, in both languages."""
    assert [finding.name for finding in examine(patient) if not finding.well] == []
    assert found(patient, "model") == (True, "Raspberry Pi 4 Model B Rev 1.5")


def test_which_build_of_the_search_runs_is_said(tmp_path, monkeypatch):
    """Compiled, or as it is with what compiles it; a build of other sources lies there unused and is told of."""

    def said():
        finding = searching([Package("other", say("exhibit"), range(2, 3), PACKAGE.rules, PACKAGE.shown), package])
        catalogues()["fr"].render(finding.sentence)
        return finding.well, catalogues()["en"].render(finding.sentence)

    sources = tmp_path / "players_of_a_test"
    sources.mkdir()
    for module in ("__init__", *MODULES):
        (sources / f"{module}.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    package = replace(PACKAGE, compiled=tuple(f"players_of_a_test.{module}" for module in MODULES))
    assert (said()[0], "are not compiled" in said()[1], "gcc and python3-dev" in said()[1]) == (True, True, True)
    other = sources / FOLDER / "0123456789abcdef"
    other.mkdir(parents=True)
    for module in MODULES:
        (other / f"{module}.cpython-399-somewhere.so").touch()
    assert (said()[0], "are for other sources" in said()[1]) == (False, True)
    for module in MODULES:
        (sources / f"{module}{EXTENSION_SUFFIXES[0]}").touch()
    invalidate_caches()
    assert said() == (True, "the computer players of Perladöra are compiled")


def test_each_game_is_listed_and_one_that_cannot_be_used_is_to_be_put_right(patient):
    """With its version; the sentence says what to do."""
    named = [f"{name} {__version__}" for name in ("Perladöra", "Pearls", "Piratoons")]
    usable = f"{', '.join(named[:-1])} and {named[-1]}"
    assert found(patient, "games") == (True, usable)
    GAMES._sources["chess"] = lambda: 1 / 0
    try:
        well, words = found(patient, "games")
    finally:
        GAMES.remove("chess")
    assert (well, words) == (
        False,
        (
            "The game chess cannot be used: ZeroDivisionError: division by zero. Install it again, or ask whoever "
            f"made it. {usable}"
        ),
    )


def test_a_board_on_the_pi_needs_a_pi_and_its_buses(patient):
    """What is missing is named with what switches it on."""
    wired = replace(patient, settings=Settings(board="pi"))
    assert found(wired, "model")[0]
    well, words = found(wired, "drivers")
    assert not well
    assert re.search("SPI is not switched on|not found: run systemd/install.sh --board pi", words)
    (patient.root / MODEL).unlink()
    assert found(wired, "model") == (
        False,
        "this is not a Raspberry Pi, so no board can be wired to it: set board to simulated or rp2040",
    )


def test_a_library_that_is_not_installed_is_named(patient, monkeypatch):
    """With the command that installs it."""
    monkeypatch.setattr("pearlboard.diagnostics.doctor.LIBRARIES", {"rp2040": ("serial_of_another_world",)})
    well, words = found(replace(patient, settings=Settings(board="rp2040")), "drivers")
    assert (well, "serial_of_another_world" in words, "pearlboard[rp2040]" in words) == (False, True, True)


def test_a_pico_is_asked_and_one_that_is_not_there_is_told_of(patient):
    """Without a running service the doctor asks the Pico itself."""
    pico = replace(patient, settings=Settings(board="rp2040"))
    assert found(pico, "board") == (False, "no Pico is plugged in; plug one in")
    assert found(replace(pico, identify=lambda _: "firmware 1"), "board") == (True, "firmware 1")


def test_a_running_service_is_asked_instead(patient):
    """It owns the board and the database."""
    running = replace(patient, settings=Settings(board="rp2040"), health=HEALTHY)
    assert found(running, "board") == (True, "Pico X")
    assert found(running, "database") == (True, "in use by the running table; saved up to fact 3")
    lost = replace(running, health=HEALTHY | {"board": "lost", "problem": "plug it in", "failing": "disk full"})
    assert found(lost, "board") == (False, "plug it in")
    lent = replace(running, health=HEALTHY | {"board": "lent"})
    assert found(lent, "board") == (True, "Pico X; lent to a test on the operator’s page, and the game waits")
    assert found(lost, "database") == (False, "disk full")
    unwell = replace(patient, health={"ok": False, "problem": "wiring.toml: broken"})
    assert found(unwell, "service") == (False, "running, but no game can be played: wiring.toml: broken")


def test_settings_that_cannot_be_read_are_said(patient):
    """In the words of the error, which names file and key."""
    assert found(replace(patient, problem="x.toml: board: must be a text"), "settings") == (
        False,
        "x.toml: board: must be a text",
    )
    assert not found(replace(patient, settings=Settings(board="paper")), "settings")[0]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_board_is_wired_as_drawn_or_as_a_file_says(patient, tmp_path, language):
    """In words for people: none of them is the program's own for it."""
    path = tmp_path / "wiring.toml"
    path.write_text(reference_wiring().to_toml())
    drawn, told = (
        catalogues()[language].render(next(each for each in examine(asked) if each.name == "wiring").sentence)
        for asked in (patient, replace(patient, settings=Settings(wiring=str(path))))
    )
    assert str(path) in told
    assert not re.search(r"[_()]|contract|bit", drawn)


def test_a_wiring_with_a_fault_or_a_masked_site_is_named(patient, tmp_path):
    """The file, the key and the place."""
    path = tmp_path / "wiring.toml"
    path.write_text(reference_wiring().to_toml().replace("a1 a1-b1", "a1 a1", 1))
    well, words = found(replace(patient, settings=Settings(wiring=str(path))), "wiring")
    assert (well, f"{path}: chain: a1 is there more than once" in words) == (False, True)
    path.write_text(reference_wiring().to_toml().replace("masked = []", 'masked = ["c4"]'))
    well, words = found(replace(patient, settings=Settings(wiring=str(path))), "wiring")
    assert (well, "c4" in words) == (False, True)


def test_a_weak_supply_is_told_of(patient):
    """What the Pi's firmware remembers of its supply."""
    assert found(patient, "power") == (
        True,
        "the lights may draw 2000 mA; the supply gives 3000 mA, of which 500 mA are kept for the rest",
    )
    (patient.root / THROTTLED).write_text("50000\n")
    assert found(patient, "power")[0] is False
    (patient.root / THROTTLED).write_text("8\n")
    well, words = found(patient, "power")
    assert (well, "slowed itself down" in words) == (False, True)
    (patient.root / THROTTLED).unlink()
    well, words = found(patient, "power")
    assert (well, "this Raspberry Pi does not say" in words) == (None, True)


def test_games_that_do_not_outlive_the_power_are_told_of(patient):
    """In memory, or where nobody can know: said as not known, with a mark of its own."""
    (patient.root / MOUNTS).write_text("27 1 0:21 / / rw - tmpfs tmpfs rw\n")
    well, words = found(patient, "disk")
    assert (well, "nothing there outlives the power" in words) == (False, True)
    (patient.root / MOUNTS).unlink()
    well, words = found(patient, "disk")
    assert (well, "this machine does not say" in words) == (None, True)
    assert [line[:2] for line in findings_as_text(examine(patient), catalogues()["en"]) if "does not say" in line] == [
        "??"
    ]


def test_a_board_on_the_pi_is_asked_for_its_pins_and_its_lights_are_counted(patient):
    """Before the service starts: what would stop it there is said here."""
    wired = replace(patient, settings=Settings(board="pi"))
    assert found(wired, "board") == (False, "no Pico is plugged in; plug one in")
    well, words = found(replace(wired, identify=lambda _: "/dev/gpiochip15"), "board")
    assert (well, "whose pins are /dev/gpiochip15" in words) == (True, True)
    assert found(wired, "wiring")[0]
    (patient.root / BUFSIZ).parent.mkdir(parents=True)
    (patient.root / BUFSIZ).write_text("1024\n")
    well, words = found(wired, "wiring")
    assert (well, "spidev.bufsiz=4096" in words) == (False, True)
    assert found(replace(wired, settings=Settings(board="pi", pi=Wires(leds="pwm"))), "wiring")[0]


def test_the_lights_clock_and_bits_by_spi_are_looked_at(patient):
    """Colours change with a core that changes its clock; bits that no data sheet has are said as not known."""
    wired = replace(patient, settings=Settings(board="pi"))
    (patient.root / MODEL).parent.mkdir(parents=True, exist_ok=True)
    (patient.root / MODEL).write_text("Raspberry Pi 4 Model B Rev 1.4\0")
    boot = patient.root / "boot/firmware/config.txt"
    boot.parent.mkdir(parents=True)
    boot.write_text("[all]\ncore_freq=500\n# core_freq_min=500\n")
    well, words = found(wired, "lights")
    assert (well, "core_freq_min=500" in words, "core_freq=500" in words) == (False, True, False)
    boot.write_text("[all]\ncore_freq=500\ncore_freq_min=500\n")
    well, words = found(wired, "lights")
    assert (well, "336 ns" in words, "672 ns" in words) == (True, True, True)
    well, words = found(replace(wired, settings=Settings(board="pi", pi=Wires(one_bits=5))), "lights")
    assert (well, "SK6812" in words, "V5" in words) == (None, True, False)
    assert found(patient, "lights")[0]


def test_a_running_table_tells_of_its_lights_supply(patient):
    """What the board has seen is in its health."""
    assert found(replace(patient, health=HEALTHY | {"supplied": True}), "power")[0]
    well, words = found(replace(patient, health=HEALTHY | {"supplied": False}), "power")
    assert (well, "supply sags" in words) == (False, True)


def test_a_full_disk_is_told_of(patient, monkeypatch):
    """Before games cannot be saved."""
    monkeypatch.setattr("shutil.disk_usage", lambda _: type("Usage", (), {"free": 5_000_000}))
    well, words = found(patient, "disk")
    assert (well, words.startswith("only 5 MB free")) == (False, True)


def test_a_database_is_verified(patient):
    """Whole, or damaged and where."""
    FactLog(patient.store).close()
    assert found(patient, "database") == (True, f"{patient.store} is whole, with 0 finished games")
    patient.store.write_bytes(b"not a database at all" * 100)
    assert not found(patient, "database")[0]


def test_the_command_prints_a_line_for_each_check(tmp_path):
    """And ends with 2 and one line on standard error if anything is to be done."""
    (tmp_path / "config.toml").write_text(f'store = "{tmp_path / "games.db"}"\n[web]\nhost = "127.0.0.1"\nport = 1\n')
    done = call("doctor", "--config", tmp_path / "config.toml")
    assert (done.returncode, done.stderr) == (0, "")
    assert all(line.startswith("ok  ") for line in done.stdout.splitlines())
    (tmp_path / "config.toml").write_text("board = 3")
    done = call("doctor", "--config", tmp_path / "config.toml")
    assert done.returncode == 2
    assert "config.toml: board: must be a text" in done.stdout
    assert done.stderr == "pearlboard: doctor: to be put right: settings\n"


def test_the_doctor_asks_a_table_that_runs(tmp_path):
    """Over its own page."""
    with serving(store=tmp_path / "games.db") as table:
        done = call(
            "doctor",
            PEARLBOARD_WEB_HOST="127.0.0.1",
            PEARLBOARD_WEB_PORT=str(table.port),
            PEARLBOARD_STORE=str(tmp_path / "games.db"),
        )
    assert (done.returncode, done.stderr) == (0, "")
    assert "in use by the running table" in done.stdout


def test_a_bundle_tells_how_the_table_is_and_no_secret(tmp_path):
    """No Wi-Fi, no password, no token, no code, no name of a player."""
    store = tmp_path / "games.db"
    with serving(store=store):
        pass  # what its black box holds is on the disk when it has ended
    with serving(store=store) as table:
        done = call(
            "support-bundle",
            tmp_path / "bundle.tar.gz",
            PEARLBOARD_WEB_HOST="127.0.0.1",
            PEARLBOARD_WEB_PORT=str(table.port),
            PEARLBOARD_STORE=str(store),
            PEARLBOARD_WEB_NAMES="lagoon.of.mine.example",
            PEARLBOARD_WIFI_NAME="LagoonOfMine",
            PEARLBOARD_WIFI_PASSWORD="sesame-open-42",
        )
        token = table.token
    assert (done.returncode, done.stderr) == (0, "")
    with tarfile.open(tmp_path / "bundle.tar.gz") as archive:
        members = {member.name: archive.extractfile(member).read().decode() for member in archive}
    assert {name.partition("/")[2] for name in members} == {
        "doctor.txt",
        "versions.txt",
        "settings.toml",
        "wiring.toml",
        "health.txt",
        "journal.txt",
        "blackbox.jsonl",
    }
    assert '"blackbox":2' in members["pearlboard-support/blackbox.jsonl"]
    everything = "".join(members.values())
    assert 'password = "(left out)"' in everything
    for secret in ("LagoonOfMine", "of.mine", "sesame-open-42", token):
        assert secret not in everything


def test_a_bundle_overwrites_nothing(tmp_path):
    """A file that is there stays."""
    (tmp_path / "mine.tar.gz").write_text("mine")
    done = call("support-bundle", tmp_path / "mine.tar.gz")
    assert (done.returncode, (tmp_path / "mine.tar.gz").read_text()) == (2, "mine")


@pytest.mark.parametrize(
    "line",
    [
        "Token for scripts: Zm9vYmFyYmF6",
        "password=hunter2",
        "http://192.0.2.2:8000/seat#AbCdEfGh12",
        "GET /x Authorization: Bearer abcdefghijklmnopqrstuvwxyz",
    ],
)
def test_the_journal_is_kept_without_tokens_and_codes(line):
    """What is long enough to be one, or stands where one stands."""
    cleaned = redacted(f"one\n{line}\ntwo 192.0.2.2")
    assert cleaned.startswith("one\n")
    assert cleaned.endswith("two 192.0.2.2")
    for secret in ("Zm9vYmFyYmF6", "hunter2", "AbCdEfGh12", "abcdefghijklmnopqrstuvwxyz"):
        assert secret not in cleaned
