"""The service as systemd has it: asked by its unit's process and by `/health` at the address of the settings."""

import json
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from pearlboard.card.releases.decisions import Answer
from pearlboard.card.releases.service import NotStopped, SystemdService

pytestmark = pytest.mark.slow

WELL = {"ok": True, "program": "0.2.0", "phase": "idle"}
SYSTEMCTL = """#!/bin/sh
echo "$@" >>{calls}
case "$1" in
  show) cat {process} ;;
  stop) echo "Failed to stop: Access denied" >&2; exit {code} ;;
esac
"""


@pytest.fixture
def systemd(tmp_path, monkeypatch):
    """Stands in for systemctl; what it was told."""

    class Systemd:
        calls, process, settings = tmp_path / "calls", tmp_path / "process", tmp_path / "config.toml"

        def told(self):
            return self.calls.read_text().splitlines()

        def answers(self, code):
            (tmp_path / "systemctl").write_text(SYSTEMCTL.format(calls=self.calls, process=self.process, code=code))
            (tmp_path / "systemctl").chmod(0o755)

    systemd = Systemd()
    systemd.process.write_text("4711\n")
    systemd.answers(0)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    return systemd


@contextmanager
def health(said, code=200):
    """A port at which that is said."""

    class Health(BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(code if self.path == "/health" else 404)
            self.end_headers()
            self.wfile.write(said)

        def log_message(self, *_):
            """Nothing on the terminal."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Health) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_port
        server.shutdown()


@pytest.mark.parametrize("host", ["", 'host = "0.0.0.0"', 'host = "127.0.0.1"'])
def test_it_answers_where_the_settings_say(systemd, host):
    """With the process that systemd knows of."""
    with health(json.dumps(WELL).encode()) as port:
        systemd.settings.write_text(f"[web]\nport = {port}\n{host}\n")
        service = SystemdService(systemd.settings)
        assert service.answer() == Answer("0.2.0", ok=True, phase="idle", process=4711)
    assert service.answer() is None
    assert systemd.told() == ["show --property=MainPID --value pearlboard.service"] * 2


@pytest.mark.parametrize(("said", "code"), [(b"{", 200), (b"[]", 200), (b'{"ok": true}', 200), (b"{}", 503)])
def test_what_cannot_be_read_is_no_answer(systemd, said, code):
    """Safe mode, and whatever else listens there."""
    with health(said, code) as port:
        systemd.settings.write_text(f"[web]\nport = {port}\n")
        assert SystemdService(systemd.settings).answer() is None


def test_without_settings_nothing_is_known(systemd):
    """No file, or none that is TOML."""
    assert SystemdService(systemd.settings).answer() is None
    for text in ("web = [", "web = 3", '[web]\nport = "x"'):
        systemd.settings.write_text(text)
        assert SystemdService(systemd.settings).answer() is None


def test_it_is_stopped_and_started(systemd):
    """What systemd refuses is said."""
    service = SystemdService(systemd.settings)
    service.stop()
    service.start()
    assert systemd.told() == ["stop pearlboard.service", "start --no-block pearlboard.service"]
    assert service.running()
    systemd.process.write_text("0\n")
    assert (service.running(), service.deaths()) == (False, 0)
    assert systemd.told()[-1] == "show --property=NRestarts --value pearlboard.service"
    systemd.answers(4)
    with pytest.raises(NotStopped, match=r"systemctl stop pearlboard\.service: Failed to stop: Access denied"):
        service.stop()
