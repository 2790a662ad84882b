"""The helper as a process: by systemd's socket, one request at a time, and gone when nobody asks."""

import asyncio
import os
import socket
import subprocess
import sys
import threading

import pytest

from pearlboard.card.wifi.__main__ import serve
from pearlboard.card.wifi.helper_client import ask
from pearlboard.card.wifi.messages import REQUEST_BYTES, Answer, Networks, NetworkState, Own, answer_of, line_of

pytestmark = pytest.mark.slow

STATE = NetworkState(where="none")
IDLE_S = 2


@pytest.fixture(scope="module")
def listens(tmp_path_factory):
    """Where it listens, and what it was asked."""
    asked, path = [], tmp_path_factory.mktemp("helper") / "socket"
    listening = socket.socket(socket.AF_UNIX)
    listening.bind(str(path))
    listening.listen()

    def answer(request):
        asked.append(request)
        return Answer(None, STATE)

    thread = threading.Thread(target=serve, args=(listening, answer, IDLE_S))
    thread.start()
    yield path, asked
    thread.join(3 * IDLE_S)
    assert not thread.is_alive(), "it ends when nobody asks"
    listening.close()


@pytest.fixture
def helper(listens):
    listens[1].clear()
    return listens


def sent(path, line):
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(str(path))
        connection.sendall(line)
        connection.shutdown(socket.SHUT_WR)
        return answer_of(connection.makefile("rb").readline())


def test_the_service_is_answered(helper):
    path, asked = helper
    assert asyncio.run(ask(Networks(), path)) == Answer(None, STATE)
    assert asyncio.run(ask(Own(), path)) == Answer(None, STATE)
    assert asked == [Networks(), Own()]


@pytest.mark.parametrize(
    "line", [b"", b"\n", b"nonsense\n", b'{"verb":"own"', b" " * (REQUEST_BYTES + 1) + line_of(Own())]
)
def test_what_is_no_request_does_nothing(helper, line):
    path, asked = helper
    assert sent(path, line) == Answer("malformed")
    assert asked == []
    assert sent(path, line_of(Own())).why is None, "and the next one is heard"


def test_nobody_else_waits_for_one_who_goes(helper):
    """Without a word, or without hearing the answer."""
    path, _ = helper
    for line in (b"", line_of(Own())):
        with socket.socket(socket.AF_UNIX) as connection:
            connection.connect(str(path))
            connection.sendall(line)
    assert sent(path, line_of(Networks())).state == STATE


@pytest.mark.parametrize("said", [b"", b"{}{\n", b"x" * 100_000])
def test_an_answer_that_cannot_be_read_is_no_answer(tmp_path, said):
    async def scene():
        async def answer(reader, writer):
            await reader.readline()
            writer.write(said)
            writer.close()

        async with await asyncio.start_unix_server(answer, tmp_path / "socket"):
            return await ask(Own(), tmp_path / "socket")

    assert asyncio.run(scene()) == Answer("system")
    assert asyncio.run(ask(Own(), tmp_path / "nowhere")) == Answer("system")


def test_systemd_hands_over_the_socket(tmp_path):
    """As sd_listen_fds(3) says; without it nothing begins."""
    path = tmp_path / "socket"
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(path))
        listening.listen()
        code = "import os; os.dup2(int(os.environ['AT']), 3); os.environ['LISTEN_PID'] = str(os.getpid()); "
        code += "from pearlboard.card.wifi import __main__ as helper; helper.IDLE_S = 0; helper.main()"
        environment = {**os.environ, "LISTEN_FDS": "1", "AT": str(listening.fileno())}
        environment["DBUS_SYSTEM_BUS_ADDRESS"] = f"unix:path={tmp_path}/none"
        with subprocess.Popen([sys.executable, "-c", code], env=environment, pass_fds=(listening.fileno(),)) as process:
            assert asyncio.run(ask(Own(), path)) == Answer("system")
            process.kill()
    done = subprocess.run([sys.executable, "-m", "pearlboard.card.wifi"], capture_output=True, text=True, check=False)
    assert (done.returncode, "systemd starts this" in done.stderr) == (2, True)
