"""A real broker: what it is told, what it may ask for, and what it cannot do to a table, whatever it does."""

import asyncio
import json
import subprocess
import time

import pytest

from pearlboard.home.broker import NoBroker, tried
from pearlboard.home.comfort import Comfort
from pearlboard.home.entities import BORN, Play
from pearlboard.home.publishing import Publishing, Surroundings
from pearlboard.home.topics import Topics
from pearlboard.screens.catalogues import catalogues
from pearlboard.settings import Home, Settings
from support.lying_broker import Liar, endless, flooding, forbidding, raving, silent
from support.mosquitto import PATIENCE_S, broker, listening, needed
from support.serving import free_port
from support.tabling import TestTable

pytestmark = [pytest.mark.slow, pytest.mark.reliability]

TOPICS = Topics("pearlboard_test")
ALL = {"lights": "on", "mode": "on", "call": "on"}


class AtHome:
    """A table whose home hears of it, as the program puts it together."""

    def __init__(self):
        self.table = TestTable()
        self.well = True
        self.comfort = Comfort((self.table.lighting,), Settings(), time.monotonic)
        around = Surroundings(
            lambda: catalogues()["en"],
            lambda _: {"well": self.well, "sentence": "All is well."},
            self.comfort.obey,
            lambda: self.comfort.machine("0.2.0", "http://192.0.2.7:8000"),
        )
        self.publishing = Publishing(TOPICS.device, self.table.tabletop, around, again_s=(0.05,))
        self.comfort.on_change = self.publishing.tell
        self.table.tabletop.listen(self.publishing.notice)


def home_of(broker, **more):
    return Home(broker="127.0.0.1", port=broker.port, **more)


def state(heard):
    return json.loads(heard.last.get(TOPICS.of("state"), b"{}"))


async def seen(holds):
    """Wait until something holds of which nobody tells."""
    async with asyncio.timeout(PATIENCE_S):
        while not holds():  # noqa: ASYNC110 - as it says
            await asyncio.sleep(0.01)


def at_home(test):
    """Run with a table, which takes its leave in the end."""

    async def run():
        place = AtHome()
        try:
            await test(place)
        finally:
            await place.publishing.close()

    asyncio.run(run())


def happened(heard):
    return [json.loads(payload)["event_type"] for topic, payload in heard.all if topic == TOPICS.of("event")]


def test_a_game_is_told_and_taken_out_again(tmp_path):
    """Configuration, states and events; switched off, nothing of it stays at the broker."""

    async def test(place):
        async with listening(running.port) as heard:
            place.publishing.use(home_of(running, names="on", **ALL))
            await heard.until(lambda: heard.last.get(TOPICS.status) == b"online", "online")
            await heard.until(lambda: TOPICS.of("mode") in heard.last, "every state")
            assert len(json.loads(heard.last[TOPICS.configuration])["components"]) == 12
            assert place.publishing.line == (True, place.publishing.line[1])
            place.table.begin(2)
            await heard.until(lambda: state(heard).get("whose_turn") == "Anna", "whose turn it is")
            place.table.do("c4").ask("choose_value", value=5).do("wait 3200")
            await heard.until(lambda: state(heard).get("whose_turn") == "Ben", "the next turn")
            await heard.until(lambda: happened(heard) == ["begun", "your_turn", "your_turn"], "what happened")
            place.publishing.use(Home())
            retained = heard.last.keys() - {TOPICS.of("event")}
            await heard.until(lambda: not any(heard.last[topic] for topic in retained), "the farewell")
        async with listening(running.port) as heard:
            await heard.client.publish("pearlboard/last", b"")
            await heard.until(lambda: "pearlboard/last" in heard.last, "whatever is retained")
            assert {topic for topic in heard.last if heard.last[topic]} == set()

    with broker(tmp_path) as running:
        at_home(test)


def test_the_home_asks_and_the_table_obeys(tmp_path):
    """Lights, quiet, evening, a call: each is seen in its state; nonsense and floods change nothing."""

    async def test(place):
        lighting = place.table.lighting
        async with listening(running.port) as heard:
            place.publishing.use(home_of(running, **ALL))
            await heard.until(lambda: TOPICS.of("mode") in heard.last, "every state")
            ask = heard.client.publish
            await ask(TOPICS.of("light/set"), b'{"state":"ON","brightness":51}')
            await heard.until(lambda: b'"brightness": 51' in heard.last[TOPICS.of("light")], "a dim light")
            await ask(TOPICS.of("mode/set"), b"evening")
            await heard.until(lambda: heard.last[TOPICS.of("mode")] == b"evening", "the evening")
            assert not lighting._sounds
            await ask(TOPICS.of("mode/set"), b"usual")
            await heard.until(lambda: heard.last[TOPICS.of("mode")] == b"usual", "the usual")
            before = lighting.cue
            await ask(TOPICS.of("call/set"), b"PRESS")
            await ask(TOPICS.of("light/set"), b'{"state":"OFF"}')
            await heard.until(lambda: b'"state": "OFF"' in heard.last[TOPICS.of("light")], "the light off")
            assert lighting.cue != before
            for _ in range(100):
                await ask(TOPICS.of("mode/set"), b"\xff" * 900, qos=0)
            count = len(heard.all)
            await ask(BORN, b"online")
            again = (TOPICS.configuration, heard.last[TOPICS.configuration])
            await heard.until(lambda: again in heard.all[count:], "the configuration, for a home that has just started")

    with broker(tmp_path) as running:
        at_home(test)


def test_without_permission_nothing_is_obeyed(tmp_path):
    """Nor is it subscribed to."""

    async def test(place):
        async with listening(running.port) as heard:
            place.publishing.use(home_of(running))
            await heard.until(lambda: TOPICS.of("state") in heard.last, "the state")
            await heard.client.publish(TOPICS.of("mode/set"), b"quiet", qos=1)
            count = len(heard.all)
            await heard.client.publish(BORN, b"online", qos=1)
            await heard.until(lambda: any(topic == TOPICS.status for topic, _ in heard.all[count:]), "all again")
            assert place.table.lighting._sounds
            assert TOPICS.of("mode") not in heard.last

    with broker(tmp_path) as running:
        at_home(test)


def test_a_broker_that_dies_comes_back_by_itself(tmp_path):
    """Meanwhile it is said what is wrong, and the table plays; afterwards everything is told anew."""

    async def test(place):
        place.publishing.use(home_of(running))
        await seen(lambda: place.publishing.problem is None)
        running.kill()
        await seen(lambda: place.publishing.problem is not None)
        place.table.begin(2)
        assert place.table.tabletop.now.phase.value == "playing"
        running.start()
        async with listening(running.port) as heard:
            await heard.until(lambda: state(heard).get("on") is True, "the game that was begun meanwhile")

    with broker(tmp_path) as running:
        at_home(test)


def test_a_table_that_vanishes_is_away(tmp_path):
    """By the broker's own word."""

    async def test(_):
        async with listening(running.port) as heard:
            gone = AtHome()
            gone.publishing.use(home_of(running))
            await heard.until(lambda: heard.last.get(TOPICS.status) == b"online", "online")
            gone.publishing._task.cancel()
            await heard.until(lambda: heard.last[TOPICS.status] == b"offline", "offline")
            await asyncio.wait([gone.publishing._task])

    with broker(tmp_path) as running:
        at_home(test)


def test_each_fault_of_a_connection_has_a_sentence(tmp_path):
    """And what works says so."""
    needed()
    secret = tmp_path / "passwords"
    secret.write_text("anna:between-us\n")
    subprocess.run(["mosquitto_passwd", "-U", secret], check=True)
    secret.chmod(0o644)

    async def fault(home):
        try:
            return (await tried(home)).name
        except NoBroker as error:
            return error.sentence.name

    with broker(tmp_path, "allow_anonymous false", f"password_file {secret}") as running:
        right = home_of(running, user="anna", password="between-us")
        faults = {
            "home_works": right,
            "home_wrong_password": home_of(running, user="anna", password="wrong"),
            "home_no_tls": home_of(running, tls="on"),
            "home_nobody_listens": Home(broker="127.0.0.1", port=free_port()),
            "home_unknown_name": Home(broker="nobody.invalid"),
            "home_no_certificate": home_of(running, tls="on", ca=str(tmp_path / "none.pem")),
        }
        for name, home in faults.items():
            assert asyncio.run(fault(home)) == name


def test_tls_with_the_houses_own_authority(tmp_path, monkeypatch):
    """Trusted by its certificate, and not without; who does not speak it is not waited for for long."""
    needed()
    key = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=127.0.0.1"]
    names = ["-addext", "subjectAltName=IP:127.0.0.1", "-keyout", tmp_path / "key.pem", "-out", tmp_path / "cert.pem"]
    subprocess.run([*key, *names], check=True, capture_output=True)
    (tmp_path / "key.pem").chmod(0o644)
    lines = ("allow_anonymous true", f"certfile {tmp_path}/cert.pem", f"keyfile {tmp_path}/key.pem")
    with broker(tmp_path, *lines) as running:
        trusted = home_of(running, tls="on", ca=str(tmp_path / "cert.pem"))
        assert asyncio.run(tried(trusted)).name == "home_works"
        with pytest.raises(NoBroker, match="home_untrusted"):
            asyncio.run(tried(home_of(running, tls="on")))
        monkeypatch.setattr("pearlboard.home.broker.TIMEOUT_S", 0.5)
        with pytest.raises(NoBroker, match="home_broken_off_plain"):
            asyncio.run(tried(home_of(running)))


def test_a_broker_that_lets_the_table_hear_nothing_is_no_connection():
    """It would look well, and every switch at home would do nothing."""

    async def test(place):
        async with Liar(forbidding) as liar:
            place.publishing.use(home_of(liar, **ALL))
            await seen(lambda: getattr(place.publishing.problem, "name", "home_connecting") != "home_connecting")
            assert place.publishing.problem.name == "home_may_not_hear"

    at_home(test)


@pytest.mark.parametrize("act", [endless, flooding, silent, raving])
def test_a_broker_that_lies_costs_the_table_nothing(act, record_property):
    """The loop keeps its time, a game goes on, and what was read stays small."""

    async def test(place):
        async with Liar(act) as liar:
            place.publishing.use(home_of(liar, **ALL))
            late, loop = [], asyncio.get_running_loop()
            place.table.begin(2)
            while liar.connections < 1 or len(late) < 40:
                before = loop.time()
                await asyncio.sleep(0.02)
                late.append(loop.time() - before - 0.02)
                place.table.clock.step(20)
            assert sorted(late)[len(late) // 2] < 0.05
            assert place.table.tabletop.now.phase.value == "playing"
            record_property(
                "reached", f"{act.__name__}: the loop {1000 * sorted(late)[len(late) // 2]:.0f} ms late in the median"
            )

    at_home(test)


def test_a_broker_that_sends_too_much_at_once_is_left(monkeypatch):
    """And tried again."""
    monkeypatch.setattr("pearlboard.home.broker.TIMEOUT_S", 0.5)

    async def test(place):
        async with Liar(endless) as liar:
            place.publishing.use(home_of(liar))
            await seen(lambda: liar.connections >= 3)

    at_home(test)


def test_a_game_that_fails_over_it_is_given_up(monkeypatch):
    """As over everything else that is asked of a game; the table goes on."""
    place = AtHome()
    place.publishing._home = Home(broker="192.0.2.9")
    failing = [ZeroDivisionError("nobody has won")]
    monkeypatch.setattr(place.table.tabletop, "give_up", lambda error: failing.remove(error) is None)
    monkeypatch.setattr(place.publishing, "_read", lambda: _raised(failing) if failing else Play("over"))
    place.publishing.notice()
    assert place.publishing._play == Play("over")


def _raised(errors):
    raise errors[0]


def test_a_command_that_asks_too_often_is_put_off():
    """Ten at once, two a second; the state is told again, so that the home shows what is so."""
    place = AtHome()
    for number in range(50):
        place.comfort.obey("quiet" if number % 2 else "evening")
    assert place.comfort._mode == "quiet"
    changes = []
    place.comfort.on_change = lambda: changes.append(1)
    place.comfort.obey("usual")
    assert (place.comfort._mode, changes) == ("quiet", [1])


async def stalling(reader, writer):
    """It grants each subscription, and takes nothing in."""
    while packet := await reader.read(65_536):
        if packet[0] == 0x82:  # SUBSCRIBE
            writer.write(b"\x90\x03" + packet[2:4] + b"\x01")


def test_a_connection_that_fails_while_it_is_ended_ends_all_the_same():
    """Or two connections of one table would throw each other out, and the program would end with one open."""

    async def test(place):
        async with Liar(stalling) as liar:
            place.publishing.use(home_of(liar))
            await seen(lambda: place.publishing.problem is None)
            task = place.publishing._task
            task.cancel()
            await asyncio.wait([task], timeout=PATIENCE_S)
            assert task.cancelled()

    at_home(test)


def test_a_command_that_the_broker_has_kept_is_none(tmp_path):
    """It was meant for another hour: a table that comes back calls nobody, and is not quiet of itself."""

    async def test(place):
        async with listening(running.port) as heard:
            await heard.client.publish(TOPICS.of("mode/set"), b"quiet", qos=1, retain=True)
            place.publishing.use(home_of(running, **ALL))
            await heard.until(lambda: TOPICS.of("mode") in heard.last, "every state")
            await heard.client.publish(TOPICS.of("light/set"), b'{"brightness":51}', qos=1)
            await heard.until(lambda: b'"brightness": 51' in heard.last[TOPICS.of("light")], "a dim light")
            assert heard.last[TOPICS.of("mode")] == b"usual"

    with broker(tmp_path) as running:
        at_home(test)
