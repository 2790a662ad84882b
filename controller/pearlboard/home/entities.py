"""The entities of a table for Home Assistant: their configuration, their states, and commands for them. Pure.

All is made from the public situation, so it holds no value, no hand and no choice; names of people only if the settings
allow them. The format: https://www.home-assistant.io/integrations/mqtt/#device-discovery-payload
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal, TypeAlias, get_args

import msgspec
from msgspec import Meta, Struct

from pearlboard.games.api import TABLE, Seat
from pearlboard.home.topics import ONLINE, Topics
from pearlboard.session.state import Phase
from pearlboard.table.situation import Situation
from pearlboard.texts import Sentence, say

Words: TypeAlias = Callable[[Sentence], str]
"""Renders a sentence in the table's language."""
Mode: TypeAlias = Literal["usual", "quiet", "evening"]
"""`quiet`: the board plays no sounds; `evening`: neither, and its lights are dim."""
MODES: Final[tuple[str, ...]] = get_args(Mode)
EVENTS: Final = ("begun", "your_turn", "won")
OBEDIENT: Final = {"light": "light", "mode": "select", "call": "button"}
"""The entities that take commands, and their platforms; with a platform alone Home Assistant removes one."""
BORN: Final = "homeassistant/status"
"""Where Home Assistant says `online` after its start: then the configuration is sent again."""
MOST_BYTES: Final = 1_000
"""The longest command."""
FULL: Final = 255


@dataclass(frozen=True, slots=True)
class Permits:
    """The requests that the operator allows the home."""

    lights: bool = False
    mode: bool = False
    call: bool = False


@dataclass(frozen=True, slots=True)
class Machine:
    """The state of the program: its version, the address of its pages, the lights' brightness (0 to 1) and theme.

    `themes`: those that can be chosen; `mode`: the one that was chosen; `well` and `health`: the glance.
    """

    version: str
    address: str
    brightness: float
    theme: str
    themes: tuple[str, ...]
    mode: str = "usual"
    well: bool = True
    health: str = ""


@dataclass(frozen=True, slots=True)
class Play:
    """The public state of the game, in words of the table's language; None: there is none.

    to_move     the people who are to act; `who`: in words. Nobody calls a computer
    whose_turn  everybody who is to act, in words
    """

    phase: str
    game: str | None = None
    to_move: tuple[Seat, ...] = ()
    whose_turn: str | None = None
    turns: int = 0
    winners: tuple[Seat, ...] = ()
    winner: str | None = None
    who: str | None = None


def play_of(now: Situation, winners: tuple[Seat, ...], words: Words, *, names: bool) -> Play:
    """The state of play. `winners`: of a game that is over; `names`: people are called by their names."""
    agreement, game = now.game.agreement, now.game
    if agreement is None or now.phase is Phase.IDLE:
        return Play(now.phase.value)

    def called(seats: tuple[Seat, ...]) -> str | None:
        each = [agreement.names[seat - 1] if names else words(say("home_seat", number=seat)) for seat in seats]
        return ", ".join(each) or None

    playing = now.phase is Phase.PLAYING
    active = tuple(sorted(int(seat) for seat in game.active if seat != TABLE)) if playing else ()
    people = tuple(seat for seat in active if seat not in game.thinking)
    won = winners if now.ended else ()
    title = agreement.game if game.package is None else words(game.package.title)
    return Play(now.phase.value, title, people, called(active), game.turn, won, called(won), called(people))


def events(before: Play, now: Play) -> list[dict[str, Any]]:
    """The events between two states, oldest first."""
    found: list[dict[str, Any]] = []
    if now.phase == Phase.PLAYING.value and before.phase != now.phase:
        found.append({"event_type": "begun", "game": now.game})
    if set(now.to_move) - set(before.to_move) or (now.to_move and now.turns != before.turns):
        found.append({"event_type": "your_turn", "seats": now.to_move, "who": now.who})
    if now.winners and not before.winners:
        found.append({"event_type": "won", "seats": now.winners, "who": now.winner})
    return found


def states(topics: Topics, permits: Permits, machine: Machine, play: Play, last_winner: str | None) -> dict[str, str]:
    """The retained payload of every topic, as JSON or one word."""
    told = {
        "on": play.phase == Phase.PLAYING.value,
        "phase": play.phase,
        "game": play.game,
        "whose_turn": play.whose_turn,
        "turns": play.turns,
        "last_winner": last_winner,
        "well": machine.well,
    }
    found = {
        topics.status: ONLINE,
        topics.of("state"): json.dumps(told),
        topics.of("health"): json.dumps({"sentence": machine.health}),
        topics.of("update"): json.dumps({"installed_version": machine.version, "latest_version": machine.version}),
    }
    if permits.lights:
        level = round(machine.brightness * FULL)
        light = {"state": "ON" if level else "OFF", "brightness": level, "color_mode": "brightness"}
        found[topics.of("light")] = json.dumps({**light, "effect": machine.theme})
    if permits.mode:
        found[topics.of("mode")] = machine.mode
    return found


# --- the configuration ------------------------------------------------------------------------------------------------


def configuration(topics: Topics, permits: Permits, machine: Machine, words: Words) -> str:
    """The device's configuration as JSON: twelve entities, of which commands only with the operator's permission."""
    state = topics.of("state")

    def sensor(template: str, platform: str = "sensor", **more: object) -> dict[str, Any]:
        return {"platform": platform, "state_topic": state, "value_template": template, **more}

    def binary(template: str, **more: object) -> dict[str, Any]:
        return sensor(f"{{{{ 'ON' if {template} else 'OFF' }}}}", "binary_sensor", **more)

    components: dict[str, dict[str, Any]] = {
        "game_on": binary("value_json.on", icon="mdi:play-circle"),
        "game": sensor("{{ value_json.game }}", icon="mdi:cards"),
        "phase": sensor("{{ value_json.phase }}", device_class="enum", options=[phase.value for phase in Phase]),
        "whose_turn": sensor("{{ value_json.whose_turn }}", icon="mdi:account-arrow-right"),
        "turns": sensor("{{ value_json.turns }}", icon="mdi:counter"),
        "last_winner": sensor("{{ value_json.last_winner }}", icon="mdi:trophy"),
        "happened": {"platform": "event", "state_topic": topics.of("event"), "event_types": list(EVENTS)},
        "update": {
            "platform": "update",
            "state_topic": topics.of("update"),
            "device_class": "firmware",
            "entity_category": "diagnostic",
        },
        "health": binary(
            "not value_json.well",
            device_class="problem",
            entity_category="diagnostic",
            json_attributes_topic=topics.of("health"),
        ),
    }
    if permits.lights:
        components["light"] = {
            "platform": "light",
            "schema": "json",
            "state_topic": topics.of("light"),
            "command_topic": topics.of("light/set"),
            "brightness": True,
            "supported_color_modes": ["brightness"],
            "effect": True,
            "effect_list": list(machine.themes),
        }
    if permits.mode:
        components["mode"] = {
            "platform": "select",
            "state_topic": topics.of("mode"),
            "command_topic": topics.of("mode/set"),
            "options": list(MODES),
        }
    if permits.call:
        components["call"] = {"platform": "button", "command_topic": topics.of("call/set"), "icon": "mdi:bullhorn"}
    for name, each in components.items():
        each["unique_id"] = f"{topics.device}_{name}"
        each["name"] = words(say(f"home_entity_{name}"))
    gone = {name: {"platform": platform} for name, platform in OBEDIENT.items() if name not in components}
    return json.dumps(
        {
            "device": {
                "identifiers": [topics.device],
                "name": words(say("home_device")),
                "manufacturer": "Pearlboard",
                "model": "Pearlboard",
                "sw_version": machine.version,
                "configuration_url": machine.address,
            },
            "origin": {"name": "Pearlboard", "sw_version": machine.version},
            "availability": [{"topic": topics.status}],
            "components": {**components, **gone},
        }
    )


# --- commands ---------------------------------------------------------------------------------------------------------


class Light(Struct, frozen=True):
    """A command for the lights, in Home Assistant's JSON schema; other keys, such as `transition`, are ignored."""

    state: Literal["ON", "OFF"] = "ON"
    brightness: Annotated[int, Meta(ge=0, le=FULL)] | None = None
    effect: Annotated[str, Meta(max_length=200)] | None = None


@dataclass(frozen=True, slots=True)
class Call:
    """A call for the players."""


Command: TypeAlias = Light | Call | str
"""For the lights, for the players, or a mode."""


def accepted(topics: Topics, permits: Permits) -> tuple[str, ...]:
    """The topics of commands that the operator permits."""
    allowed = {"light": permits.lights, "mode": permits.mode, "call": permits.call}
    return tuple(topics.of(f"{name}/set") for name, on in allowed.items() if on)


def command_of(topics: Topics, permits: Permits, machine: Machine, topic: str, payload: bytes) -> Command | None:
    """The command in a message; None for one that is not permitted, or makes no sense."""
    if topic not in accepted(topics, permits) or len(payload) > MOST_BYTES:
        return None
    if topic == topics.of("call/set"):
        return Call()
    if topic == topics.of("mode/set"):
        return next((mode for mode in MODES if mode.encode() == payload), None)
    try:
        light = msgspec.json.decode(payload, type=Light)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    return light if light.effect is None or light.effect in machine.themes else None
