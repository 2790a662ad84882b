"""What is laid on a card stands by itself: its program needs the system's Python alone; systemd takes its units."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from pearlboard.card.releases import __main__ as program
from pearlboard.card.wifi.helper_client import SOCKET
from pearlboard.card.wifi.messages import OWN_ADDRESS
from support.card_releases import OLD

sys.path.append(str(Path(__file__).parents[3] / "packaging"))
import card as laying

pytestmark = pytest.mark.slow


@pytest.fixture
def laid(tmp_path):
    laying.lay(tmp_path / "tree")
    return tmp_path / "tree"


def test_its_program_needs_nothing_but_python(laid, card):
    """No package of Pearlboard's, and nothing of the release that it looks after."""
    code = "import sys, pearlboard.card.releases.__main__; print(*sys.modules)"
    environment = {"PYTHONPATH": str(laid / "usr/lib/pearlboard-releases"), "PATH": os.environ["PATH"]}
    done = subprocess.run(
        [sys.executable, "-S", "-c", code], env=environment, capture_output=True, text=True, check=True
    )
    names = {name.split(".")[0] for name in done.stdout.split()} - {"__main__", "pearlboard"}
    assert names <= sys.stdlib_module_names | {"__mp_main__"}, names - sys.stdlib_module_names
    launcher = (laid / "usr/sbin/pearlboard-releases").read_text().replace("/usr/lib/", f"{laid}/usr/lib/")
    moved = laid / "usr/sbin/pearlboard-releases"
    moved.write_text(launcher)
    words = [moved, "--root", card.root, "status"]
    (laid / "json.py").write_text("raise SystemExit('this is not for root')")
    done = subprocess.run(words, cwd=laid, capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[0] == f"{OLD} is the current release."


def test_all_that_is_called_is_there_and_can_be_run(laid):
    """By the units and by people; laid twice it is the same."""
    for name in ("usr/bin/pearlboard", "usr/sbin/pearlboard-releases"):
        assert os.access(laid / name, os.X_OK)
    before = sorted(laid.rglob("*"))
    laying.lay(laid)
    assert sorted(laid.rglob("*")) == before
    started = [
        laid / laying.UNITS / f"{target}.wants" / unit for target, units in laying.STARTED.items() for unit in units
    ]
    assert len(started) == 5
    assert all(unit.resolve().is_file() for unit in started)


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="needs systemd-analyze")
def test_systemd_finds_nothing_wrong_with_its_units(laid):
    """With a program in place of the current release's; and it does look."""
    unit = laid / laying.UNITS / "pearlboard.service"
    unit.write_text(unit.read_text().replace("/usr/lib/pearlboard/venv/bin/pearlboard", "/bin/true"))
    stand_ins = {
        "pearlboard-password.service": "/usr/lib/pearlboard/venv/bin/pearlboard",
        "pearlboard-console.service": "/usr/lib/pearlboard/venv/bin/pearlboard",
        "pearlboard-undo-unproved.service": "/usr/sbin/pearlboard-releases",
        "pearlboard-releases@.service": "/usr/sbin/pearlboard-releases",
        "pearlboard-wifi.service": "/usr/lib/pearlboard/venv/bin/python",
    }
    for name, called in stand_ins.items():
        of_root = laid / laying.UNITS / name
        of_root.write_text(of_root.read_text().replace(called, "/bin/true"))
    asked = [f"pearlboard-releases@{what}.service" for what in program.ASKED]
    sockets = [f"pearlboard-{name}.{kind}" for name in ("wifi", "portal") for kind in ("socket", "service")]
    asked.append("pearlboard-portal-port.service")
    asked.append("pearlboard-clock@1790000000.service")
    asked.extend(f"pearlboard-stick@{verb}.service" for verb in ("save", "fetch"))
    asked.append("pearlboard-console.service")
    names = (
        "pearlboard.service",
        "pearlboard-undo-unproved.service",
        "pearlboard-password.service",
        "var-lib-pearlboard.mount",
        *asked,
        *sockets,
    )
    assert complaints(laid, names) == []
    drop_in = laid / laying.UNITS / "pearlboard.service.d/releases.conf"
    drop_in.write_text(drop_in.read_text().replace("BindReadOnlyPaths=/", "BindReadOnlyPaths="))
    assert any("releases.conf" in line for line in complaints(laid, names))


def test_the_table_may_ask_for_what_there_is_and_for_nothing_else(laid):
    """The rule names the same words as the program."""
    rule = (laid / laying.PLACES["51-pearlboard-releases.rules"]).read_text()
    [words] = re.findall(r"pearlboard-releases@\(([a-z|-]+)\)\\\.service\$/", rule)
    assert words.split("|") == list(program.ASKED)


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="needs systemd-analyze")
@pytest.mark.parametrize(
    ("name", "most"),
    [
        *(("wifi", 1.5), ("portal", 1.5), ("portal-port", 1.5), ("clock@", 1.5), ("console", 1.5), ("stick@", 1.6)),
        *(("state", 3.8), ("first-release", 1.5), ("releases@", 2.5), ("undo-unproved", 1.8)),
    ],
)
def test_what_does_one_thing_for_the_table_is_exposed_little(laid, name, most):
    """`systemd-analyze security`: the one that is root has nothing of root's but its number."""
    unit = laid / laying.UNITS / f"pearlboard-{name}.service"
    command = ["systemd-analyze", "security", "--offline=yes", "--no-pager", f"--threshold={round(10 * most)}", unit]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-400:]


def test_the_tables_own_address_is_the_same_everywhere(laid):
    """In the program, in front of port 80, and in the answer to every name."""
    for place in (f"{laying.UNITS}/pearlboard-portal.socket", laying.PLACES["pearlboard-dnsmasq.conf"]):
        assert OWN_ADDRESS in (laid / place).read_text()
    socket = (laid / laying.UNITS / "pearlboard-wifi.socket").read_text()
    assert f"ListenStream={SOCKET}\n" in socket
    assert "SocketMode=0660\n" in socket


def test_what_sets_the_clock_may_do_that_and_nothing_else(laid):
    """It is not root, and its program is there."""
    unit = (laid / laying.UNITS / "pearlboard-clock@.service").read_text()
    [program] = re.findall(r"(?m)^ExecStart=/usr/bin/python3 -I -P -S -B /(\S+) %i$", unit)
    assert (laid / program).is_file()
    assert re.findall(r"(?m)^(User|DynamicUser)=(.*)$", unit) == [("DynamicUser", "yes")]
    assert re.findall(r"(?m)^\w*Capabilit\w+=(.*)$", unit) == ["CAP_SYS_TIME", "CAP_SYS_TIME"]
    assert "ProtectClock" not in unit


def test_what_copies_onto_a_stick_sees_one_folder_and_no_disk_of_the_cards(laid):
    """Its program is there; of root's rights it has two; to that folder the table's service may write, too."""
    unit = (laid / laying.UNITS / "pearlboard-stick@.service").read_text()
    [program] = re.findall(r"(?m)^ExecStart=/usr/bin/python3 -I -P -S -B /(\S+) %i$", unit)
    assert (laid / program).is_file()
    assert re.findall(r"(?m)^\w*Capabilit\w+=(.*)$", unit) == ["CAP_SYS_ADMIN CAP_DAC_OVERRIDE"]
    assert re.findall(r"(?m)^Device\w+=(.*)$", unit) == ["closed", "block-sd rw"]
    assert "TemporaryFileSystem=/data:ro\n" in unit
    [folder] = re.findall(r"(?m)^BindPaths=(.*)$", unit)
    assert f"ReadWritePaths=-{folder}\n" in (laid / laying.PLACES["releases.conf"]).read_text()
    assert "\nReadWritePaths=" not in unit


def test_port_80_is_handed_over_to_where_the_settings_say(laid):
    """What reads them has written that down before; what hands over may read none, and begins anew with the table."""
    read, handed = (
        (laid / laying.UNITS / f"pearlboard-{name}.service").read_text() for name in ("portal-port", "portal")
    )
    [(program, target)] = re.findall(r"(?m)^ExecStart=.* /(\S+) /etc/pearlboard/config.toml (\S+)$", read)
    assert (laid / program).is_file()
    folder, name = target.removeprefix("/run/").split("/")
    assert f"RuntimeDirectory={folder}\nRuntimeDirectoryPreserve=yes\n" in read
    assert f"EnvironmentFile=/run/{folder}/{name}\n" in handed
    assert re.search(r"(?m)^ExecStart=.* 127\.0\.0\.1:\$\{PORT\}$", handed)
    for order in ("Requires", "After"):
        assert f"{order}=pearlboard-portal.socket pearlboard-portal-port.service\n" in handed
    assert "PartOf=pearlboard.service\n" in handed
    assert re.search(r"(?m)^InaccessiblePaths=.*-/etc/pearlboard", handed)


def complaints(laid, names):
    """Of what is ours."""
    environment = {**os.environ, "SYSTEMD_UNIT_PATH": f"{laid / laying.UNITS}:"}
    command = ["systemd-analyze", "verify", *names]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    return [line for line in done.stderr.splitlines() if "pearlboard" in line]


def test_no_ordinary_debian_gets_any_of_it():
    """There only apt updates: neither the package nor the script names what is a card's own."""
    packaging, script = Path(laying.__file__).parent, laying.ROOT / "systemd/install.sh"
    for path in (packaging / "deb.py", script, *(packaging / "debian").iterdir()):
        text = path.read_text(encoding="utf-8")
        assert "card" not in text.replace("discard", ""), path
        assert "undo-unproved" not in text
        assert "pearlboard-wifi" not in text
