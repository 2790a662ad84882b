"""The table is announced in the network (mDNS), by a file for avahi that the package and the card bring."""

import contextlib
import shutil
import socket
import struct
import subprocess
import sys
import time
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from pearlboard.diagnostics.doctor import ANNOUNCED, DoctorContext, examine
from pearlboard.settings import Settings, Web
from pearlboard.web.names import OwnNames, local_name
from support.namespaces import networks

ROOT = Path(__file__).parents[2]
FILE = ROOT / "systemd/avahi.xml"
LONGEST_S = 60

sys.path.append(str(ROOT / "packaging"))


def test_it_says_what_is_served_and_where():
    """As a service of its own kind, and as a page; at the port of the settings that the package brings."""
    services = {each.findtext("type"): int(each.findtext("port")) for each in ET.parse(FILE).getroot().iter("service")}
    assert services == {"_pearlboard._tcp": Settings().web.port, "_http._tcp": Settings().web.port}


def test_the_card_brings_it(tmp_path):
    from card import lay

    lay(tmp_path)
    assert (tmp_path / ANNOUNCED).read_bytes() == FILE.read_bytes()


def test_the_package_brings_it_as_a_file_that_may_be_changed(tmp_path):
    """Debian keeps what somebody has changed, and so does not list the sum of it."""
    import deb

    deb.lay(deb.TABLE, tmp_path)
    deb.control(deb.TABLE, tmp_path, {**deb.DEBIANS["trixie"], "version": "1", "architecture": "all"})
    assert (tmp_path / ANNOUNCED).read_bytes() == FILE.read_bytes()
    assert (tmp_path / "DEBIAN/conffiles").read_text() == f"/{ANNOUNCED}\n"
    sums = (tmp_path / "DEBIAN/md5sums").read_text()
    assert "usr/share/pearlboard/config.toml" in sums
    assert ANNOUNCED not in sums


@pytest.mark.slow
def test_the_script_brings_it_and_takes_it_away():
    """As the package does; Raspberry Pi OS has avahi, and a table from its script was not announced."""
    for arguments, said in (((), f"would write: /{ANNOUNCED}\n"), (("--uninstall",), f" /{ANNOUNCED} ")):
        command = ["bash", ROOT / "systemd/install.sh", "--dry-run", *arguments]
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=LONGEST_S)
        assert said in done.stdout, done.stderr


@pytest.mark.parametrize(("port", "well"), [(8000, True), (8080, False)])
def test_the_doctor_says_if_another_port_is_announced(port, well, tmp_path):
    settings = Settings(web=Web(host="192.168.1.5", port=port))
    (tmp_path / ANNOUNCED).parent.mkdir(parents=True)
    shutil.copy(FILE, tmp_path / ANNOUNCED)
    context = DoctorContext(settings, None, "", tmp_path / "games.db", None, lambda _: "", tmp_path)
    [found] = [each for each in examine(context) if each.name == "network"]
    assert (found.sentence.name != "doctor_announced") is well
    (tmp_path / ANNOUNCED).unlink()
    [found] = [each for each in examine(context) if each.name == "network"]
    assert found.sentence.name != "doctor_announced"


# --- avahi itself -------------------------------------------------------------------------------------------------


CONF = """[server]
host-name={name}
use-ipv6=no
enable-dbus=no
[wide-area]
enable-wide-area=no
"""


@contextlib.contextmanager
def announcing(machine, folder, name):
    """Avahi on that machine, which is called so, with our file alone."""
    (folder / "services").mkdir(parents=True)
    shutil.copy(FILE, folder / "services/pearlboard.service")
    (folder / "avahi-daemon.conf").write_text(CONF.format(name=name))
    inside = (
        f"mount --bind {folder} /etc/avahi && mount -t tmpfs tmpfs /run && "
        "exec avahi-daemon --no-drop-root --no-chroot --no-rlimits"
    )
    process = machine.do(
        subprocess.Popen,
        ["unshare", "--mount", "sh", "-c", inside],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield Path(f"/proc/{process.pid}/root/run/avahi-daemon/socket")
    finally:
        process.terminate()
        process.wait(LONGEST_S)


def heard(name, kind, wanted):
    """Ask the network by multicast for a name, until an answer has these bytes."""
    labels = b"".join(bytes([len(each)]) + each.encode() for each in name.split(".")) + b"\0"
    question = struct.pack("!6H", 0, 0, 1, 0, 0, 0) + labels + struct.pack("!2H", kind, 0x8001)
    begun = time.monotonic()
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
        line.settimeout(1)
        while time.monotonic() - begun < LONGEST_S:
            line.sendto(question, ("224.0.0.251", 5353))
            with contextlib.suppress(TimeoutError):
                if wanted in line.recv(9000):
                    return True
    return False


@pytest.mark.slow
@pytest.mark.parametrize(("called", "other"), [("pearlboard", "pearlboard-2"), ("pearlboard-2", "pearlboard-3")])
def test_phones_find_it_also_where_another_table_has_its_name(tmp_path, called, other):
    """Avahi renames the second one, and that goes by its new name; a number that is there already is counted on."""
    if shutil.which("avahi-daemon") is None or not Path("/etc/avahi").is_dir():
        pytest.skip("avahi-daemon is not installed: on Debian, apt install avahi-daemon")
    with networks() as house, contextlib.ExitStack() as stack:
        first, second, switch = house.machine(), house.machine(), house.machine()
        switch.ip("link", "add", "br0", "type", "bridge")
        switch.ip("address", "add", "192.168.50.1/24", "dev", "br0")
        switch.ip("link", "set", "br0", "up")
        switch.ip("route", "add", "224.0.0.0/4", "dev", "br0")
        for number, machine in enumerate((first, second), 2):
            house.cable(machine, f"192.168.50.{number}/24", switch, "")
        for line in switch.do(subprocess.check_output, ["ip", "-o", "link"], text=True).splitlines():
            if (name := line.split(": ")[1].partition("@")[0]).startswith("to"):
                switch.ip("link", "set", name, "master", "br0")
        stack.enter_context(announcing(first, tmp_path / "first", called))
        assert switch.do(heard, f"{called}.local", 1, socket.inet_aton("192.168.50.2"))
        renamed = stack.enter_context(announcing(second, tmp_path / "second", called))
        assert switch.do(heard, f"{other}.local", 1, socket.inet_aton("192.168.50.3"))
        assert switch.do(heard, "_pearlboard._tcp.local", 12, f"Pearlboard on {called}".encode())
        assert switch.do(heard, "_http._tcp.local", 12, f"Pearlboard on {called}".encode())
        assert local_name(["192.168.50.3"], renamed) == f"{other}.local"
    assert f"{other}.local" in OwnNames(hostname=lambda: called)
