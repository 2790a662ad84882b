"""Home Assistant itself: a fresh one shows twelve entities, through whole games, whatever becomes of the broker.

It needs a Home Assistant of 2024.11 or newer with paho-mqtt 1.6, in an environment of its own: HOME_ASSISTANT is its
`hass`. What it shows it repeats to the broker (`mqtt_statestream`), so that nobody has to log in.
"""

import asyncio
import json
import os
import subprocess
import time

import pytest

from support.mosquitto import broker, listening
from support.serving import serving

HASS = os.environ.get("HOME_ASSISTANT")
pytestmark = [
    pytest.mark.soak,
    pytest.mark.slow,
    pytest.mark.skipif(HASS is None, reason="HOME_ASSISTANT names no hass: pip install homeassistant paho-mqtt==1.6.1"),
]

START_S, GAME_S, SHOWN_S = 180, 900, 60
GAMES = {"perladora": 2, "pearls": 2, "piratoons": 2}
CONFIGURATION = "mqtt_statestream:\n  base_topic: seen\n  publish_attributes: false\n"


def entry(port):
    """The configuration entry of a broker, as the dialog makes it."""
    made = "2024-01-01T00:00:00+00:00"
    told = {
        "entry_id": "01JMQTT0000000000000000000",
        "domain": "mqtt",
        "title": "broker",
        "data": {"broker": "127.0.0.1", "port": port},
        "options": {},
        "pref_disable_new_entities": False,
        "pref_disable_polling": False,
        "source": "user",
        "unique_id": None,
        "disabled_by": None,
        "version": 1,
        "minor_version": 2,
        "created_at": made,
        "modified_at": made,
        "discovery_keys": {},
    }
    return {"version": 1, "minor_version": 4, "key": "core.config_entries", "data": {"entries": [told]}}


def shown(heard):
    """The states that Home Assistant shows of the table."""
    seen = {topic: payload.decode() for topic, payload in heard.last.items() if topic.startswith("seen/")}
    return {
        topic.split("/")[2].removeprefix("game_table_"): state for topic, state in seen.items() if "game_table" in topic
    }


async def until(holds, within_s, what):
    """Wait for a condition of the broker's messages."""
    ends = time.monotonic() + within_s
    while not holds():
        assert time.monotonic() < ends, what()
        await asyncio.sleep(0.1)


async def play(served, heard, game, players):
    """A whole game of computers."""
    names = [{"name": f"Robot {seat}", "computer": "easy"} for seat in range(1, players + 1)]
    status, reply = served.command("set_up", game=game, players=names)
    assert status == 200, reply
    await until(lambda: shown(heard).get("game_on") == "on", SHOWN_S, lambda: shown(heard))
    ends = time.monotonic() + GAME_S
    while served.screen()["phase"] != "over":
        assert time.monotonic() < ends
        await asyncio.sleep(0.5)


def test_twelve_entities_through_whole_games(tmp_path):
    """The broker is killed, filled and lied to meanwhile; the table does not notice."""
    config = tmp_path / "config.toml"
    home = tmp_path / "home"
    (home / ".storage").mkdir(parents=True)
    (home / "configuration.yaml").write_text(CONFIGURATION)

    async def evening(running, served):
        async with listening(running.port) as heard:
            await until(lambda: len(shown(heard)) == 12, START_S, lambda: shown(heard))
            for game, players in GAMES.items():
                await play(served, heard, game, players)
                await until(lambda: shown(heard).get("phase") == "over", SHOWN_S, lambda: shown(heard))
                await until(lambda: shown(heard)["last_winner"] not in ("unknown", ""), SHOWN_S, lambda: shown(heard))
                served.command("new_game")
        running.kill()
        running.start()
        async with listening(running.port, max_queued_outgoing_messages=10_000) as heard:
            await until(lambda: any(topic.endswith("/status") for topic in heard.last), SHOWN_S, lambda: heard.last)
            for number in range(5_000):
                await heard.client.publish(f"homeassistant/nonsense/{number}/config", b"{" * 100, qos=0)
            for topic in [topic for topic in heard.last if topic.startswith("pearlboard/")]:
                await heard.client.publish(f"{topic}/set", b"\xff" * 500, qos=0)
            assert served.ask("GET", "/health")[0] == 200

    with broker(tmp_path) as running:
        config.write_text(
            f'[home]\nbroker = "127.0.0.1"\nport = {running.port}\nlights = "on"\nmode = "on"\ncall = "on"\n'
            "[computer]\npause_ms = 200\n"
        )
        (home / ".storage/core.config_entries").write_text(json.dumps(entry(running.port)))
        hass = subprocess.Popen([HASS, "-c", home], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            with serving(
                "--config", config, store=tmp_path / "games.db", command="play", warned_of="pearlboard.home"
            ) as served:
                asyncio.run(evening(running, served))
        finally:
            hass.terminate()
            hass.wait(60)
