"""Tables that are switched on, by the word of a real broker, though none of them reaches the hub."""

import asyncio

import pytest

from pearlboard.club.messages import DEVICE, Status
from pearlboard.errors import ConfigError
from pearlboard.home.publishing import device_of
from pearlboard.home.topics import OFFLINE, ONLINE, Topics
from pearlboard.hub import presence
from pearlboard.hub.presence import Presence, broker_of
from pearlboard.program.house import House
from pearlboard.settings import Home, Settings
from support.house import hub, joined, shows, until
from support.mosquitto import broker, listening
from support.mosquitto import needed as broker_needed
from support.postgres import needed

pytestmark = pytest.mark.slow
GARDEN, KITCHEN = Topics("pearlboard_garden"), Topics("pearlboard_kitchen")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("mqtt://192.0.2.7", Home(broker="192.0.2.7")),
        ("mqtts://Anna:p%40ss@house.example", Home("house.example", 8_883, "on", user="Anna", password="p@ss")),
        ("mqtt://[2001:db8::1]:1999/", Home(broker="2001:db8::1", port=1_999)),
    ],
)
def test_a_broker_is_named_by_its_address(text, found):
    assert broker_of(text) == found


@pytest.mark.parametrize(
    "text", ["192.0.2.7", "http://x", "mqtt://", "mqtt://x:0x", "mqtt://x:99999", "mqtt://x/y", "mqtt://["]
)
def test_what_is_no_broker_is_refused_in_a_sentence(text):
    with pytest.raises(ConfigError, match=r"^--broker: .* is no address such as mqtt://192\.0\.2\.7$"):
        broker_of(text)


def test_who_is_on_is_known_also_after_the_broker_was_away(tmp_path, monkeypatch):
    """While it is away nobody is said to be on; a retained word of another kind is none."""
    monkeypatch.setattr(presence, "AGAIN_S", 0.05)

    async def scenario():
        with broker(tmp_path) as running:
            changes = []
            heard = Presence(Home(broker="127.0.0.1", port=running.port), lambda: changes.append(1))
            hearing = asyncio.create_task(heard.listen())

            async def are(*topics):
                await until(lambda: _is(heard.on == {each.device for each in topics}), topics)

            async with listening(running.port) as said:
                await said.client.publish(GARDEN.status, ONLINE, qos=1, retain=True)
                await said.client.publish(KITCHEN.status, ONLINE, qos=1, retain=True)
                await are(GARDEN, KITCHEN)
                await said.client.publish(KITCHEN.status, OFFLINE, qos=1, retain=True)
                await said.client.publish(Topics("x").status, "perhaps", qos=1, retain=True)
                await are(GARDEN)
            running.stop()
            await are()
            running.start()
            async with listening(running.port) as said:
                await said.client.publish(KITCHEN.status, ONLINE, qos=1, retain=True)
                await until(lambda: _is(KITCHEN.device in heard.on), "the kitchen, again")
            assert len(changes) >= 5
            hearing.cancel()

    broker_needed()
    asyncio.run(scenario())


async def _is(holds):
    return holds


def test_whoever_writes_to_the_broker_cannot_fill_the_hub(monkeypatch):
    monkeypatch.setattr(presence, "MOST", 3)
    heard = Presence(Home(), lambda: None)
    for number in range(10):
        heard._hear(f"device{number}", on=True)
    assert heard.on == {"device0", "device1", "device2"}


def test_a_table_with_a_broker_tells_the_hub_its_name_there(tmp_path):
    """And one without tells none."""
    told = {
        name: House(
            tmp_path / "games.db", None, lambda _: {"lines": []}, Settings(home=Home(broker=name)), None
        )._status()
        for name in ("", "192.0.2.7")
    }
    assert DEVICE not in told[""].health
    assert told["192.0.2.7"].health[DEVICE] == device_of(tmp_path / "games.db")


def test_the_page_says_that_a_table_is_on_that_does_not_call(address, tmp_path):
    """So that nobody goes there to switch it on; its name at the broker is no setting that tables differ in."""

    async def scenario():
        with broker(tmp_path) as running:
            where = Home(broker="127.0.0.1", port=running.port)
            async with hub(address, broker=where) as house, listening(running.port) as said:
                await house.enter(house.key)
                table = await joined(house)
                await table.say(Status("", {DEVICE: GARDEN.device, "program": "0.2.0"}))
                await said.client.publish(GARDEN.status, ONLINE, qos=1, retain=True)
                await shows(house, "Free")
                await table.hang_up()
                await shows(house, "Switched on, but it has not called since")
                await said.client.publish(GARDEN.status, OFFLINE, qos=1, retain=True)
                await shows(house, "Not seen since")
                status, _, page = await house.get("/house/settings")
                assert (status, "program" in page, GARDEN.device in page) == (200, True, False)

    needed()
    broker_needed()
    asyncio.run(scenario())
