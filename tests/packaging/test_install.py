"""The install script, run for real in a Debian of its own that takes itself for a Pi 4, a Pi 5 or a Zero 2 W."""

import re
import tomllib

import pytest

from support.debian import MODELS, Debian, can_be_made
from support.installed import PIECES, play_some_turns, start_service

pytestmark = [
    pytest.mark.slow,
    pytest.mark.soak,
    pytest.mark.skipif(not can_be_made(), reason="needs root and debootstrap"),
]
BUSES = ["dtparam=spi=on", "dtoverlay=spi1-1cs,cs0_pin=12"]
CLOCKS = {"pi4": ["core_freq=500", "core_freq_min=500"], "pi5": [], "zero2": ["core_freq=250"]}
UNIT = "/etc/systemd/system/pearlboard.service"
ANNOUNCED = "/etc/avahi/services/pearlboard.service"


@pytest.fixture(scope="module")
def debian(tmp_path_factory):
    """One for all of these tests; each leaves it uninstalled."""
    made = Debian(tmp_path_factory.mktemp("debian") / "root")
    with made.entered():
        yield made


@pytest.fixture(autouse=True)
def removed(debian):
    """What a test installed is gone after it, with its games and settings."""
    yield
    assert debian.install("--uninstall").returncode == 0
    debian.run("rm", "-rf", "/var/lib/pearlboard", "/etc/pearlboard")


@pytest.fixture
def hasty(debian):
    """Its packages are installed once for all tests, and copied."""
    with debian.hastened():
        yield


@pytest.fixture
def stopped_clock(debian):
    """A Pi has no clock of its own: it may say the same as when the table was installed."""
    date = debian.folder / "usr/local/bin/date"
    date.write_text("#!/bin/sh\necho 20260101000000\n")
    date.chmod(0o755)
    yield
    date.unlink()


def installed(debian, *options, model="pi4"):
    done = debian.install(*options, model=model)
    assert done.returncode == 0, done.stderr
    return done.stdout


def boot(debian):
    return (debian.boot / "config.txt").read_text().splitlines()


@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize("model", MODELS)
def test_a_board_wired_to_each_model_gets_its_drivers_and_its_buses(debian, model):
    """The drivers can be imported, SPI is switched on as this model needs it, and the doctor says what is missing."""
    before = boot(debian)
    said = installed(debian, "--board", "pi", model=model)
    assert f"Machine: {MODELS[model]}; board: pi" in said
    assert "(sudo reboot)" in said
    assert boot(debian) == [*before, boot(debian)[2], "[all]", *BUSES, *CLOCKS[model], boot(debian)[-1]]
    assert 'board = "pi"' in debian.read("/etc/pearlboard/config.toml")
    drivers = debian.run(
        "/usr/lib/pearlboard/venv/bin/python",
        "-c",
        "import gpiozero, lgpio, gpiod, neopixel_spi; print(1)",
        BLINKA_OS_AGNOSTIC="1",
    )
    assert drivers.stdout == "1\n", drivers.stderr
    assert re.search(r"^!!  drivers +/dev/spidev.* SPI is not switched on", said, re.MULTILINE)
    if model == "pi4":
        assert "(sudo reboot)" not in installed(debian, model=model)
    assert debian.install("--uninstall", model=model).returncode == 0
    assert boot(debian) == before


@pytest.mark.usefixtures("hasty")
def test_a_table_that_was_installed_can_be_played_on(debian):
    """As the user it made, though root makes files for itself alone; only that user can read the game."""
    done = debian.run("sh", "-c", "umask 077; exec /root/pearlboard/systemd/install.sh --board simulated", model="pi4")
    assert done.returncode == 0, done.stderr
    said = done.stdout
    assert not re.search("^!!", said, re.MULTILINE)
    served = start_service(debian)
    assert play_some_turns(served) == {(place, "laid") for place in PIECES}
    assert served.end()[:2] == (0, "")
    games = debian.folder / "var/lib/pearlboard/games.db"
    assert oct(games.stat().st_mode & 0o777) == "0o600"
    assert games.stat().st_uid == games.parent.stat().st_uid != 0


@pytest.mark.usefixtures("hasty", "stopped_clock")
def test_it_can_be_run_twice_and_keeps_settings_and_games(debian):
    """The second time replaces the program and nothing else, and leaves one copy of it, whatever the clock says."""
    installed(debian, "--board", "simulated")
    first = (debian.folder / "usr/lib/pearlboard/venv").readlink()
    settings = debian.folder / "etc/pearlboard/config.toml"
    settings.write_text(settings.read_text() + '# mine\nlanguage = "fr"\n')
    (debian.folder / "var/lib/pearlboard/games.db").write_bytes(b"precious")
    assert "_pearlboard._tcp" in debian.read(ANNOUNCED)
    said = installed(debian)
    assert "stays as it is" in said
    assert "# mine" in settings.read_text()
    user = (debian.folder / "var/lib/pearlboard").stat().st_uid
    assert (settings.stat().st_uid, settings.stat().st_mode & 0o777, settings.parent.stat().st_uid) == (
        user,
        0o640,
        user,
    )
    assert (debian.folder / "var/lib/pearlboard/games.db").read_bytes() == b"precious"
    second = (debian.folder / "usr/lib/pearlboard/venv").readlink()
    assert first != second
    assert [each.name for each in (debian.folder / "usr/lib/pearlboard/releases").iterdir()] == [second.name]


@pytest.mark.usefixtures("hasty")
def test_another_board_can_be_chosen_later(debian):
    """One line of the settings changes, and a copy is kept; without a board, the screen is played on."""
    installed(debian, "--board", "simulated")
    settings = debian.folder / "etc/pearlboard/config.toml"
    assert tomllib.loads(settings.read_text())["simulated"] == {"mode": "screen"}
    settings.write_text(settings.read_text().replace('[simulated]\nmode = "screen"', "") + "# mine\n")
    elsewhere = debian.folder / "root/elsewhere"
    for name in ("config.toml.new", "config.toml.before"):  # what the folder's owner, who is not root, may lay there
        (settings.parent / name).symlink_to("/root/elsewhere")
    assert "the board is now rp2040" in installed(debian, "--board", "rp2040")
    assert not elsewhere.exists()
    assert settings.read_text().startswith('board = "rp2040"\n')
    assert settings.read_text().endswith("# mine\n")
    assert 'board = "simulated"' in debian.read("/etc/pearlboard/config.toml.before")
    installed(debian, "--board", "simulated")
    assert tomllib.loads(settings.read_text())["simulated"] == {"mode": "screen"}
    assert "# mine\n" in settings.read_text()


@pytest.mark.usefixtures("hasty")
def test_what_was_installed_can_be_taken_away_but_games_and_settings_stay(debian):
    """And it says where they are."""
    installed(debian, "--board", "simulated")
    (debian.folder / "var/lib/pearlboard/games.db").write_bytes(b"precious")
    said = debian.install("--uninstall").stdout
    assert "/var/lib/pearlboard" in said
    rules = ("/etc/udev/rules.d/99-pearlboard.rules", "/etc/polkit-1/rules.d/50-pearlboard.rules", ANNOUNCED)
    for gone in ("/usr/lib/pearlboard", UNIT, *rules, "/usr/local/bin/pearlboard"):
        assert not debian.has(gone)
    assert debian.read("/var/lib/pearlboard/games.db") == "precious"
    assert debian.has("/etc/pearlboard/config.toml")


@pytest.mark.parametrize("options", [("--board", "simulated"), ("--uninstall",)])
def test_what_apt_keeps_is_left_to_it(debian, options):
    """Neither written over nor taken away."""
    query = debian.folder / "usr/local/bin/dpkg-query"
    query.write_text("#!/bin/sh\nprintf installed\n")
    query.chmod(0o755)
    done = debian.install(*options)
    query.unlink()
    assert (done.returncode, "apt remove pearlboard" in done.stderr) == (2, True)
    assert not debian.has("/usr/lib/pearlboard")


def test_a_dry_run_does_nothing(debian):
    """It says what would be done."""
    said = debian.install("--board", "pi", "--leds", "pwm", "--dry-run", model="pi5").stdout
    assert "would run" in said
    assert "requirements/pwm-pi5.txt" in said
    assert not any(debian.has(path) for path in ("/usr/lib/pearlboard", UNIT, "/etc/pearlboard/config.toml"))
    assert len(boot(debian)) == 2


@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize("came", ["dtparam=audio=on\n# end", "[all]\r\ndtparam=audio=on\r\n", ""])
def test_boot_settings_come_back_as_they_were(debian, came):
    """Without an end to the last line, with those of another system, or empty; also when edited since, or run twice."""
    (debian.boot / "config.txt").write_bytes(came.encode())
    for _ in range(1 if came else 2):
        installed(debian, "--board", "pi")
    now = (debian.boot / "config.txt").read_bytes().decode()
    assert now.startswith(came)
    assert now.count("dtparam=spi=on") == 1
    assert "dtparam=spi=on" in now.splitlines()
    (debian.boot / "config.txt").write_bytes(now.replace("\r", "").replace("\n", "\r\n").encode())
    assert debian.install("--uninstall").returncode == 0
    assert (debian.boot / "config.txt").read_bytes().decode().split() == came.split()
    (debian.boot / "config.txt").write_text("# as it came\ndtparam=audio=on\n")


@pytest.mark.usefixtures("hasty")
def test_boot_settings_with_half_of_our_lines_are_left_alone(debian):
    """What stands behind a beginning without an end may be somebody's."""
    kept = boot(debian)
    installed(debian, "--board", "pi")
    spoiled = "\n".join([*boot(debian)[:-1], "user_line=1"]) + "\n"
    (debian.boot / "config.txt").write_text(spoiled)
    for options in (("--board", "pi"), ("--uninstall",)):
        done = debian.install(*options)
        assert (done.returncode, "is missing; put it back" in done.stderr) == (2, True)
        assert (debian.boot / "config.txt").read_text() == spoiled
    (debian.boot / "config.txt").write_text("\n".join(kept) + "\n")


@pytest.mark.usefixtures("hasty")
def test_an_update_keeps_the_lights_as_the_settings_say(debian):
    """PWM was chosen once; a plain run, which is how one updates, installs its driver again."""
    installed(debian, "--board", "pi", model="pi5")
    settings = debian.folder / "etc/pearlboard/config.toml"
    settings.write_text(settings.read_text() + '\n[pi]\nleds = "pwm"\n')
    said = debian.install("--dry-run", model="pi5").stdout
    assert "Adafruit-Blinka-Raspberry-Pi5-Neopixel" in said
    assert "stays as it is" in said
    assert "would change" in debian.install("--dry-run", "--leds", "spi", model="pi5").stdout
    installed(debian, "--leds", "spi", model="pi5")
    assert tomllib.loads(settings.read_text())["pi"] == {"leds": "spi"}
    assert "would change" in debian.install("--dry-run", "--board", "pi", "--leds", "pwm", model="pi5").stdout


@pytest.mark.usefixtures("hasty")
def test_the_board_is_changed_however_it_was_written(debian):
    """The rest of the settings says what it said before; also where Windows' Notepad has saved them."""
    installed(debian, "--board", "simulated")
    settings = debian.folder / "etc/pearlboard/config.toml"
    for line in ('  board = "simulated"', '"board" = "simulated"', "board='simulated' # mine"):
        text = f'store = "/var/lib/pearlboard/games.db"\n{line}\n[pi]\nlamp_pin = 26\n[lights]\ncap_ma = 900\n'
        settings.write_text(text.replace("\n", "\r\n"), encoding="utf-8-sig", newline="")
        installed(debian, "--board", "pi")
        assert tomllib.loads(settings.read_text()) == {
            "store": "/var/lib/pearlboard/games.db",
            "board": "pi",
            "pi": {"lamp_pin": 26, "leds": "spi"},
            "lights": {"cap_ma": 900},
        }, line


def test_settings_that_cannot_be_read_stop_it(debian):
    """Before anything is touched."""
    (debian.folder / "etc/pearlboard").mkdir(parents=True, exist_ok=True)
    (debian.folder / "etc/pearlboard/config.toml").write_text("board = ")
    done = debian.install()
    assert (done.returncode, "cannot be read; mend it" in done.stderr) == (2, True)
    assert not debian.has("/usr/lib/pearlboard")


@pytest.mark.parametrize(
    ("options", "model", "says"),
    [
        (("--board", "paper"), "pi4", "choose simulated, rp2040 or pi"),
        (("--board",), "pi4", "--board needs a name"),
        (("--leds", "gas"), "pi4", "choose spi or pwm"),
        (("--fly",), "pi4", "there is no such option"),
        (("--board", "pi", "--leds", "pwm"), "pi4", "wire the lights to GPIO10 and use --leds spi"),
        (("--leds", "pwm", "--board", "rp2040"), "pi5", "--leds is only for --board pi"),
    ],
)
def test_what_cannot_be_installed_is_refused_before_anything_is_touched(debian, options, model, says):
    """One line that says what to do."""
    done = debian.install(*options, model=model)
    assert done.returncode == 2
    assert says in done.stderr
    assert not debian.has("/usr/lib/pearlboard")


def test_a_pi_without_its_boot_settings_is_told_so(debian):
    """Before anything is touched."""
    kept = (debian.boot / "config.txt").read_text()
    (debian.boot / "config.txt").unlink()
    done = debian.install("--board", "pi")
    (debian.boot / "config.txt").write_text(kept)
    assert (done.returncode, "SPI cannot be switched on" in done.stderr) == (2, True)
    assert not debian.has("/usr/lib/pearlboard")
