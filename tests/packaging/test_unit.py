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
UNIT = ROOT / "systemd/pearlboard.service"
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="needs systemd-analyze"),
]


def test_its_exposure_is_at_most_one_and_a_half():
    """`systemd-analyze security` of the file as it is."""
    done = subprocess.run(
        ["systemd-analyze", "security", "--offline=yes", "--threshold=15", "--no-pager", UNIT],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-300:]
    exposure = re.search(r"Overall exposure level for pearlboard.service: (\d+\.\d)", done.stdout)
    assert 0 < float(exposure[1]) <= 1.5


def test_systemd_finds_nothing_wrong_with_it(tmp_path):
    """`systemd-analyze verify`, with a program in place of the installed one."""
    unit = tmp_path / "pearlboard.service"
    unit.write_text(UNIT.read_text().replace("/usr/lib/pearlboard/venv/bin/pearlboard", sys.executable))
    done = subprocess.run(["systemd-analyze", "verify", unit], capture_output=True, text=True, check=False)
    assert [line for line in done.stderr.splitlines() if "pearlboard" in line] == []
    unit.write_text(unit.read_text().replace("Type=notify", "Type=notiffy"))
    done = subprocess.run(["systemd-analyze", "verify", unit], capture_output=True, text=True, check=False)
    assert "pearlboard.service" in done.stderr


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
    ],
)
def test_the_scripts_are_read_by_the_shell(shell, script):
    """As far as that can be said without running them."""
    assert subprocess.run([shell, "-n", ROOT / script], check=False).returncode == 0
