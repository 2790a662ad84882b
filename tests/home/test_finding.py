"""Brokers in the network, as avahi itself hears them."""

import os
import shutil
import subprocess
import time
from pathlib import Path

import pytest

from pearlboard.home import finding
from support.mosquitto import PATIENCE_S

BUS = """<busconfig><type>system</type><listen>unix:path={folder}/bus</listen><auth>EXTERNAL</auth>
<policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/>
<allow user="*"/></policy>
</busconfig>"""
AVAHI = """[server]
host-name=brokerhost
use-ipv6=no
enable-dbus=yes
allow-interfaces=lo
[wide-area]
enable-wide-area=no
"""
SERVICES = (
    """<service-group><name>{name}</name><service><type>{kind}</type><port>{port}</port></service></service-group>"""
)


def test_where_there_is_no_avahi_no_broker_is_found(monkeypatch, tmp_path):
    monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", f"unix:path={tmp_path}/nobody")
    assert finding.brokers() == ()


MISSING = (
    os.geteuid() != 0
    or None in map(shutil.which, ("avahi-daemon", "dbus-daemon", "unshare"))
    or not Path("/etc/avahi").is_dir()
)


@pytest.mark.slow
@pytest.mark.timeout(60)
@pytest.mark.skipif(MISSING, reason="needs root, and on Debian: apt install avahi-daemon dbus-daemon")
def test_each_broker_that_announces_itself_is_found(monkeypatch, tmp_path):
    """Those without TLS by their address, which every resolver knows; others by the name of their certificate."""
    services = tmp_path / "avahi/services"
    services.mkdir(parents=True)
    (tmp_path / "avahi/avahi-daemon.conf").write_text(AVAHI)
    for name, kind, port in (("Kitchen", "_mqtt._tcp", 1884), ("Attic", "_secure-mqtt._tcp", 8884)):
        (services / f"{name}.service").write_text(SERVICES.format(name=name, kind=kind, port=port))
    (tmp_path / "bus.conf").write_text(BUS.format(folder=tmp_path))
    monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", f"unix:path={tmp_path}/bus")
    inside = (
        f"mount --bind {tmp_path}/avahi /etc/avahi && mount -t tmpfs tmpfs /run && "
        "exec avahi-daemon --no-drop-root --no-chroot --no-rlimits"
    )
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    with subprocess.Popen(["dbus-daemon", f"--config-file={tmp_path}/bus.conf", "--nofork"], **quiet) as bus:
        until = time.monotonic() + PATIENCE_S
        while not (tmp_path / "bus").exists():
            assert time.monotonic() < until
            assert bus.poll() is None
            time.sleep(0.02)
        with subprocess.Popen(["unshare", "--mount", "sh", "-c", inside], **quiet) as avahi:
            try:
                while len(found := finding.brokers()) < 2:
                    assert time.monotonic() < until
                    time.sleep(0.1)
            finally:
                avahi.kill()
                bus.kill()
    assert set(found) == {("127.0.0.1", 1884, "off"), ("brokerhost.local", 8884, "on")}
