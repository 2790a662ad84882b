"""Every sentence with which a setting, wiring, theme, position, record or command is refused, as people read them.

Each file `*.golden.txt` holds what becomes of a good document when one thing in it is changed: the place, what is put
there (`-` takes it away), and the sentence, or `accepted`. To accept a change of sentences, run this file as a program
and read the difference.
"""

import copy
import json
import tomllib
from pathlib import Path

import pytest

from pearlboard.commands.registry import read_command
from pearlboard.configuration import read_settings
from pearlboard.errors import PearlboardError
from pearlboard.files import read_wiring
from pearlboard.games.perladora.rules.form import agree
from pearlboard.games.perladora.rules.notation import (
    action_from_json,
    read_position,
    read_record,
    step_from_json,
    stored_setup,
)
from pearlboard.games.values import Player
from pearlboard.lights.theme import Theme, check_looks
from pearlboard.screens.catalogues import catalogues
from pearlboard.sensing.wiring import Wiring, reference_wiring
from pearlboard.session.state import Refused
from pearlboard.settings import SETTINGS, Settings, group_and_name
from support.perladora_boards import ONE_OF_EACH, document

pytestmark = pytest.mark.slow

HERE = Path(__file__).parent
THEMES = HERE.parents[1] / "controller" / "pearlboard" / "lights" / "themes"
AWAY = object()
LONG = "y" * 60
JSON_VALUES = (None, True, -1, 99, 1.5, "x", "a1\n\u202e", [], {"a": 1}, AWAY)
TOML_VALUES = (True, -1, 100_000, 1.5, float("nan"), "x", LONG, [1], {}, AWAY)
TOML_WORDS = ("true", "-1", "100000", "2.0", "nan", "1979-05-27", '""', '"x"', "[1]", "{}")
DIVER = {"space": "b1", "seat": 2, "value": 2, "face_up": False, "necklaces": 0, "backup": False}


# --- what is changed ---------------------------------------------------------------------------------------------


def places(told, within=()):
    """The path of everything in a document; of a list the first item and the last, of a long object some members."""
    if within:
        yield within
    if isinstance(told, dict):
        keys = list(told)
        keys = keys if len(keys) <= 13 else [*keys[:2], keys[-1]]
    else:
        keys = sorted({0, len(told) - 1}) if isinstance(told, list) and told else []
    for key in keys:
        yield from places(told[key], (*within, key))


def changed(told, path, value):
    """A copy with another value at a path."""
    if not path:
        return value
    told = copy.deepcopy(told)
    place = told
    for part in path[:-1]:
        place = place[part]
    if value is AWAY:
        del place[path[-1]]
    else:
        place[path[-1]] = value
    return told


def strange(told, within=()):
    """Keys that nobody reads, at the top and in every object; lists that are too long."""
    if isinstance(told, dict):
        yield (*within, "wibble"), 1
        for key in list(told)[:13]:
            if len(key) > 3:
                yield (*within, key[:-2] + key[-1] + key[-2]), told[key]
    for path in places(told):
        part = told
        for key in path:
            part = part[key]
        if isinstance(part, dict):
            yield (*path, "wibble"), 1
            yield (*path, "wib\nble"), 1
        if isinstance(part, list) and part:
            yield path, [*part, part[-1]]


def changes(told, values):
    """Every way in which a document is made wrong, or other, by one change."""
    yield from ((path, value) for path in places(told) for value in values)
    if values is JSON_VALUES:
        yield from (((), value) for value in values if value is not AWAY)
    yield from strange(told)


def line_of(path, value, sentence):
    """A line of a golden file."""
    place = ".".join(str(part) for part in path).encode("unicode_escape").decode()
    return f"{place} = {'-' if value is AWAY else shown(value)}: {sentence}"


def shown(value):
    """A value, short enough to be found."""
    written = json.dumps(value)
    return written if len(written) <= 70 else f"{written[:66]} ..."


def told_by(read, value):
    """What is said of it."""
    try:
        read(value)
    except Refused as refused:
        return f"{refused.name}: {catalogues()['en'].render(refused.sentence, {})}"
    except PearlboardError as error:
        return f"{type(error).__name__}: {error}"
    except (TypeError, ValueError, LookupError, AttributeError) as error:
        return f"a traceback: {type(error).__name__}: {error}"
    return "accepted"


def lines_of(read, told, values):
    """The lines of one kind of document."""
    return [line_of(path, value, told_by(read, changed(told, path, value))) for path, value in changes(told, values)]


# --- the documents -----------------------------------------------------------------------------------------------


REPRESENTATIVES = (
    *("board", "language", "pieces", "confirm.still_ms", "lights.gamma"),
    *("web.names", "web.proxies", "wifi.name", "wifi.password"),
)
"""Settings of every kind, and each that is judged by a rule of its own."""


def settings_lines(folder):
    """Some of each kind with each value; the folder is left out of the sentences."""
    for group, key in map(group_and_name, (*REPRESENTATIVES, "wibble", "web.prot", "web")):
        for word in TOML_WORDS:
            text = f"[{group}]\n{key} = {word}\n" if group else f"{key} = {word}\n"
            yield folder, text
    yield from ((folder, text) for text in ("board = ", "[web]\nport = 1\nport = 2", "[web]\n[web]\n", "\x00"))


def of_settings(folder):
    """What a settings file is refused for, and an environment."""
    path = folder / "config.toml"
    for _, text in settings_lines(folder):
        path.write_text(text, encoding="utf-8")
        sentence = told_by(lambda _: read_settings(path, {}), None).replace(f"{folder}/", "")
        yield f"{' '.join(text.split())}: {sentence}"
    names = [SETTINGS[key].variable for key in REPRESENTATIVES]
    for name in (*names, "PEARLBOARD_WIBBLE", "PEARLBOARD_WEB_PROT"):
        for value in ("", "x", "-1", "0", "100000", "2.5", "nan", "9" * 30):
            yield f"{name}={value}: {told_by(lambda given: read_settings(None, given), {name: value})}"


def of_wirings(folder):
    """What a wiring is refused for."""
    yield from lines_of(Wiring.from_mapping, tomllib.loads(reference_wiring().to_toml()), TOML_VALUES)
    (folder / "wiring.toml").write_text("chain = [", encoding="utf-8")
    for name in ("wiring.toml", "absent.toml"):
        settings = Settings(wiring=str(folder / name))
        yield f"{name}: " + told_by(read_wiring, settings).replace(f"{folder}/", "")


def theme():
    """The theme that comes along."""
    return tomllib.loads((THEMES / "default.toml").read_text(encoding="utf-8"))


def of_themes(_):
    """What a theme and a game's looks are refused for."""
    whole = theme()
    yield from lines_of(Theme.from_mapping, whole, TOML_VALUES)
    for role in ("turn", "lift"):
        for key in ("colour", "motion", "high", "low", "period_ms", "duty", "pattern"):
            for value in (*TOML_VALUES[:-1], "x.x.....", "#2f7fd0", "seat", "blink"):
                changed_role = changed(whole, ("roles", role, key), value)
                yield line_of(("roles", role, key), value, told_by(Theme.from_mapping, changed_role))
    looks = {"roles": {"own": whole["roles"]["turn"]}, "cues": {"own": whole["cues"]["placed"]}}
    yield from ("looks " + line for line in lines_of(check_looks, looks, TOML_VALUES))


RICH = document(ONE_OF_EACH, advanced=True, clans=["foragers", "children", "elders", "fishermen"], edition="fr")
FOUR = document(players=4)
LAID = {**document(), "pontoons": ["a1-b1", "c1-c2"], "divers": [DIVER], "voluntary_pass": False}


def as_bytes(read):
    """A reader of bytes, as one of plain data."""
    return lambda told: read(json.dumps(told).encode())


def of_positions(_):
    """What a position is refused for."""
    for told in (RICH, FOUR, LAID):
        yield from lines_of(as_bytes(read_position), told, JSON_VALUES)
    good = json.dumps(LAID)
    for old, new in (
        ('"d1": 3', '"d1": 3, "d1": 3'),
        ('"players": 2', '"players": 2, "players": 2'),
        ('"a1-b1"', "NaN"),
        ('"seat": 2', '"seat": Infinity'),
        ('"to_move": 1', '"to_move": 1e400'),
        ('"c1-c2"', '{"x": 1, "x": 2}'),
        ("{", "[" * 9000),
        ("2", "2" * 5000),
        ('{"players"', '{"game": "perladora", "players"'),
        ('{"players"', '{"game": 3, "players"'),
        ('"players": 2', '"players": NaN'),
    ):
        sentence = told_by(read_position, good.replace(old, new, 1).encode())
        yield f"{old} -> {new[:40]}: {sentence}"


MAINS = (["diver", "a1", 1], ["pontoon", "a1-b1"], ["backup", "a1"], ["pass"])
POWERS = (["fishermen", "a1-b1"], ["children", "a1", 2], ["foragers", "a1"], ["elders", "a1"])
ACTIONS = (["lay_pearls", "d1"], ["begin"], ["say", "a1", 2], ["show", 1], ["agree"], ["counted"])


def of_records(_):
    """What a record is refused for; ids, notes and what is expected may be anything."""
    for main in MAINS:
        told = {"start": RICH, "turns": [{"seat": 1, "power": None, "main": [main]}]}
        for path, value in changes(told, JSON_VALUES):
            if path[:1] != ("start",) or len(path) < 3:
                yield line_of(path, value, told_by(as_bytes(read_record), changed(told, path, value)))
    for power in POWERS:
        turn = {"seat": 1, "power": power, "main": [MAINS[1], MAINS[1]]}
        for path, value in changes(turn, JSON_VALUES):
            told = {"start": RICH, "turns": [turn, changed(turn, path, value)], "id": {"a": 1}, "note": float("nan")}
            yield line_of(("turns", 1, *path), value, told_by(as_bytes(read_record), told))
    twice = '{"start": 1, "turns": [], "turns": []}'
    yield f"{twice}: {told_by(read_record, twice.encode())}"


def of_steps(_):
    """What is no step or action, as it is stored and as a page sends it; and what is no stored agreement."""
    for told in (*MAINS, *POWERS, [MAINS[1], MAINS[1]], ["diver", "a1", None]):
        yield from (f"step {told[0]} {line}" for line in lines_of(step_from_json, told, JSON_VALUES))
    for told in (*ACTIONS, MAINS[0]):
        yield from (f"action {told[0]} {line}" for line in lines_of(action_from_json, told, JSON_VALUES))
    agreement = {key: RICH[key] for key in ("players", "advanced", "edition", "clans", "farms")} | {"peek_own": False}
    yield from (f"setup {line}" for line in lines_of(stored_setup, agreement, JSON_VALUES))


def of_forms(_):
    """What is no agreement of a form."""
    form = {"clans": ["elders", None], "advanced": True, "edition": "en", "voluntary_pass": None, "peek_own": False}
    farms = {"farms": {key: RICH["farms"][key] for key in RICH["farms"]}}

    def read(told):
        from random import Random

        return agree(told, [Player("Anna"), Player("Ben")], Random(1))

    yield from lines_of(read, form | farms, JSON_VALUES)


COMMANDS = (
    {"name": "put", "site": "c4"},
    {"name": "button", "button": "end", "ms": 100},
    {"name": "confirm"},
    {"name": "hand_over", "seat": 1, "level": None},
    {"name": "exhibit", "number": 1, "index": 0},
    {"name": "act", "action": ["pass"], "actor": 1},
    {"name": "choose", "choice": {"value": 1}, "seat": 1},
    {"name": "set_up", "players": [{"name": "Anna", "computer": None}, {"name": "Ben"}], "options": {}, "first": 1},
)


def of_commands(_):
    """What is no command."""
    for told in COMMANDS:
        yield from (f"{told['name']} {line}" for line in lines_of(read_command, told, JSON_VALUES))


KINDS = {
    "settings": of_settings,
    "wirings": of_wirings,
    "themes": of_themes,
    "positions": of_positions,
    "records": of_records,
    "steps": of_steps,
    "forms": of_forms,
    "commands": of_commands,
}


def written_out(kind, folder):
    """The whole golden file, each line once."""
    return "".join(f"{line}\n" for line in dict.fromkeys(KINDS[kind](folder)))


@pytest.mark.parametrize("kind", KINDS)
def test_every_bad_input_is_refused_in_the_same_words(kind, tmp_path):
    """Place, what is wrong and what to write, to the letter."""
    golden = (HERE / f"{kind}.golden.txt").read_text(encoding="utf-8").splitlines()
    assert written_out(kind, tmp_path).splitlines() == golden


def test_settings_of_every_kind_are_among_them():
    """What is chosen from words, whichever, is of one kind."""
    kinds = {key: setting.kind if isinstance(setting.kind, type) else "words" for key, setting in SETTINGS.items()}
    assert {kinds[key] for key in REPRESENTATIVES} == set(kinds.values())


if __name__ == "__main__":
    import tempfile

    for each in KINDS:
        with tempfile.TemporaryDirectory() as scratch:
            (HERE / f"{each}.golden.txt").write_text(written_out(each, Path(scratch)), encoding="utf-8")
