"""The unit, as systemd itself judges it."""

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import get_type_hints

import pytest

from pearlboard.settings import Web
from pearlboard.web.listening import BACKLOG

ROOT = Path(__file__).parents[2]
sys.path.append(str(ROOT / "packaging"))
UNIT = ROOT / "systemd/pearlboard.service"
HUB = ROOT / "systemd/pearlboard-hub.service"
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="needs systemd-analyze"),
]


@pytest.mark.parametrize("unit", [UNIT, HUB], ids=lambda unit: unit.stem)
def test_its_exposure_is_at_most_one_and_a_half(unit):
    """`systemd-analyze security` of the file as it is."""
    done = subprocess.run(
        ["systemd-analyze", "security", "--offline=yes", "--threshold=15", "--no-pager", unit],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-300:]
    exposure = re.search(rf"Overall exposure level for {unit.name}: (\d+\.\d)", done.stdout)
    assert 0 < float(exposure[1]) <= 1.5


@pytest.mark.parametrize("file", [UNIT, HUB], ids=lambda unit: unit.stem)
def test_systemd_finds_nothing_wrong_with_it(file, tmp_path):
    """`systemd-analyze verify`, with a program in place of the installed one."""
    unit = tmp_path / file.name
    text = file.read_text().replace(f"/usr/lib/{file.stem}/venv/bin/pearlboard", sys.executable)
    unit.write_text(text)
    done = subprocess.run(["systemd-analyze", "verify", unit], capture_output=True, text=True, check=False)
    assert [line for line in done.stderr.splitlines() if "pearlboard" in line] == []
    unit.write_text(text.replace("Type=", "Type=x"))
    done = subprocess.run(["systemd-analyze", "verify", unit], capture_output=True, text=True, check=False)
    assert file.name in done.stderr


def test_the_hubs_settings_are_those_that_the_program_reads():
    """The file that comes with the package names each of them, and changes none; a password in it is root's alone."""
    hosting = pytest.importorskip("pearlboard.cli.hosting")
    settings = (ROOT / "packaging/debian-hub/hub.env").read_text().splitlines()
    assert all(line.startswith("# ") for line in settings)
    named = set(re.findall(r"^# (PEARLBOARD_HUB_\w+)=", "\n".join(settings), re.MULTILINE))
    options = re.search(r"^ExecStart=\S+ hub \$(\w+)$", HUB.read_text(), re.MULTILINE)[1]
    assert named == {hosting.VARIABLE, hosting.BROKER, options}
    assert "EnvironmentFile=-/etc/pearlboard/hub.env" in HUB.read_text().splitlines()


def test_the_hubs_package_keeps_its_settings_to_root_and_as_they_were_changed(tmp_path):
    """A password may stand there. The unit and what dpkg runs are the hub's own."""
    import deb

    deb.lay(deb.HOUSE, tmp_path)
    deb.control(deb.HOUSE, tmp_path, {**deb.DEBIANS["trixie"], "version": "1", "architecture": "all"})
    modes = {str(path.relative_to(tmp_path)): path.stat().st_mode & 0o777 for path in tmp_path.rglob("*.env")}
    assert modes == {"etc/pearlboard/hub.env": 0o640}
    assert (tmp_path / "DEBIAN/conffiles").read_text() == "/etc/pearlboard/hub.env\n"
    assert "hub.env" not in (tmp_path / "DEBIAN/md5sums").read_text()
    assert (tmp_path / "usr/sbin/pearlboard-hub-database").stat().st_mode & 0o111
    assert (tmp_path / "usr/lib/systemd/system" / HUB.name).read_bytes() == HUB.read_bytes()
    told = (tmp_path / "DEBIAN/control").read_text()
    assert "Recommends: mosquitto, postgresql\n" in told
    assert {path.name for path in (tmp_path / "DEBIAN").iterdir()} == {
        *("control", "md5sums", "conffiles"),
        *("postinst", "prerm", "postrm"),
    }


def test_the_hubs_connections_have_files():
    """Those of a thousand tables, and as many pages as it lets in."""
    running = pytest.importorskip("pearlboard.hub.running")
    files = int(re.search(r"^LimitNOFILE=(\d+)$", HUB.read_text(), re.MULTILINE)[1])
    assert files > running.MOST_CONNECTIONS + BACKLOG + 1000


def test_nothing_hides_what_the_libraries_read():
    """`ProcSubset=pid` would hide /proc/cpuinfo, by which gpiozero and Blinka know the model."""
    assert not re.search("^ProcSubset=", UNIT.read_text(), re.MULTILINE)


def test_there_are_files_for_as_many_connections_as_may_be_set():
    """With those that the system takes before they are counted, and plenty besides."""
    files = int(re.search(r"^LimitNOFILE=(\d+)$", UNIT.read_text(), re.MULTILINE)[1])
    most = get_type_hints(Web, include_extras=True)["most_connections"].__metadata__[0].le
    assert most + BACKLOG + 1000 < files


def test_no_boot_waits_for_a_network():
    """A table can be played without one."""
    assert not re.search("^(After|Wants|Requires)=.*network", UNIT.read_text(), re.MULTILINE)


@pytest.mark.parametrize(
    ("shell", "script"),
    [
        ("bash", "systemd/install.sh"),
        *(("sh", f"packaging/debian/{name}") for name in ("preinst", "postinst", "prerm", "postrm")),
        *(
            ("sh", f"packaging/debian-hub/{name}")
            for name in ("postinst", "prerm", "postrm", "pearlboard-hub-database")
        ),
    ],
)
def test_the_scripts_are_read_by_the_shell(shell, script):
    """As far as that can be said without running them."""
    assert subprocess.run([shell, "-n", ROOT / script], check=False).returncode == 0
