"""A Debian package from its first day to its last, in a Debian that has never seen it."""

import shutil
import tempfile
from pathlib import Path

from support.debian import Debian
from support.installed import PIECES, play_some_turns, start_service
from support.wheels import FETCHED, OFFLINE, must

SETTINGS, GAMES = "/etc/pearlboard/config.toml", "/var/lib/pearlboard"
OF_THE_SCRIPT = (
    "/etc/systemd/system/pearlboard.service",
    "/etc/udev/rules.d/99-pearlboard.rules",
    "/etc/polkit-1/rules.d/50-pearlboard.rules",
    "/usr/local/bin/pearlboard",
    "/usr/lib/pearlboard/releases",
)


def prove(package, suite, architecture, fetched):
    """All of it; an AssertionError says what is not as Debian's policy wants it; `fetched`: what the script needs."""
    with tempfile.TemporaryDirectory(prefix="proving-") as folder:
        kind = None if architecture == "amd64" else architecture
        with Debian(Path(folder) / "root", suite, kind, told=OFFLINE).entered() as debian:
            must(debian.run("apt-get", "update", "-qq"))
            shutil.copytree(fetched, debian.path(FETCHED))
            shutil.copy(package, debian.folder / "root/pearlboard.deb")
            before = listed(debian)
            comes_and_is_played(debian)
            if architecture == "arm64":
                has_the_drivers_of_a_wired_board(debian)
            comes_again_and_keeps_what_is_there(debian)
            goes_and_leaves_games_and_settings(debian)
            is_purged(debian, before)
            takes_over_from_the_script(debian)
            leaves_a_table_with_other_lights_alone(debian)


def apt(debian, *arguments):
    """With no questions."""
    return debian.run("apt-get", "-y", "-qq", "--no-install-recommends", *arguments, DEBIAN_FRONTEND="noninteractive")


def listed(debian):
    """The files where packages, settings and states lie; of this package or of none."""
    ours = {"/etc/pearlboard", GAMES, "/usr/lib/pearlboard", "/usr/bin/pearlboard", "/usr/share/pearlboard"}
    return {place for place in ours if debian.has(place)} | {
        f"/{path.relative_to(debian.folder)}" for path in debian.path("/etc/systemd").rglob("*")
    }


def comes_and_is_played(debian):
    """With a user of its own; only that user reads the games, and nothing is there that the package does not own."""
    must(apt(debian, "install", "/root/pearlboard.deb"))
    assert debian.read(SETTINGS).startswith("# The settings of the table")
    served = start_service(debian)
    try:
        assert play_some_turns(served) == {(place, "laid") for place in PIECES}
    except BaseException:
        served.process.kill()  # or it would outlive its Debian
        raise
    assert served.end()[:2] == (0, "")
    games = debian.path(f"{GAMES}/games.db")
    assert (games.stat().st_mode & 0o777, games.stat().st_uid != 0) == (0o600, True)
    assert "ok  search" in must(debian.run("pearlboard", "doctor")).stdout
    changed = debian.run("dpkg", "--verify", "pearlboard").stdout
    assert changed == "", changed
    owned = set(must(debian.run("dpkg", "-L", "pearlboard")).stdout.splitlines())
    found = {f"/{path.relative_to(debian.folder)}" for path in debian.path("/usr/lib/pearlboard").rglob("*")}
    assert found - owned == set()


def has_the_drivers_of_a_wired_board(debian):
    """They can be imported."""
    drivers = "import gpiozero, lgpio, gpiod, neopixel_spi; print(1)"
    imported = must(debian.run("/usr/lib/pearlboard/venv/bin/python", "-c", drivers, BLINKA_OS_AGNOSTIC="1"))
    assert imported.stdout == "1\n"


def comes_again_and_keeps_what_is_there(debian):
    """An upgrade changes neither settings nor games."""
    settings = debian.path(SETTINGS)
    settings.write_text(settings.read_text() + "# mine\n")
    kept = settings.read_text(), debian.path(f"{GAMES}/games.db").read_bytes()
    must(apt(debian, "install", "--reinstall", "/root/pearlboard.deb"))
    assert (settings.read_text(), debian.path(f"{GAMES}/games.db").read_bytes()) == kept


def goes_and_leaves_games_and_settings(debian):
    """Removed is not purged."""
    must(apt(debian, "remove", "pearlboard"))
    assert debian.has(SETTINGS)
    assert debian.has(f"{GAMES}/games.db")
    assert not debian.has("/usr/lib/pearlboard")
    assert not debian.has("/usr/bin/pearlboard")


def is_purged(debian, before):
    """Nothing is left of it."""
    must(apt(debian, "purge", "pearlboard"))
    assert listed(debian) == before


def takes_over_from_the_script(debian):
    """What the script had installed is gone, but for settings and games."""
    must(debian.install("--board", "simulated"))
    settings = debian.path(SETTINGS)
    settings.write_text(settings.read_text() + "# mine\n")
    debian.path(f"{GAMES}/games.db").write_bytes(b"precious")
    must(apt(debian, "install", "/root/pearlboard.deb"))
    assert settings.read_text().endswith("# mine\n")
    assert debian.read(f"{GAMES}/games.db") == "precious"
    assert [place for place in OF_THE_SCRIPT if debian.has(place)] == []
    assert not debian.has("/usr/lib/pearlboard.by-script")
    must(apt(debian, "purge", "pearlboard"))


def leaves_a_table_with_other_lights_alone(debian):
    """It has no driver for lights by PWM, says so, and what was there stays."""
    must(debian.install("--board", "simulated"))
    settings = debian.path(SETTINGS)
    settings.write_text(settings.read_text() + '\n[pi]\nleds = "pwm"\n')
    done = apt(debian, "install", "/root/pearlboard.deb")
    assert done.returncode != 0
    assert "wire the lights to GPIO10" in done.stdout + done.stderr
    assert debian.has("/usr/lib/pearlboard/venv")
    assert debian.has("/etc/systemd/system/pearlboard.service")
    must(apt(debian, "purge", "pearlboard"))
    must(debian.install("--uninstall"))
