"""Themes: complete, checked, and safe for eyes that see few colours or are sensitive to flashes."""

import copy
from dataclasses import replace
from itertools import combinations, pairwise

import pytest

from pearlboard.errors import ConfigError
from pearlboard.files import looks_of, read_theme, with_looks
from pearlboard.games.perladora.board.roles import Heard, Own
from pearlboard.games.registry import GAMES
from pearlboard.lights.motion import FULL, brightness
from pearlboard.lights.scene import Cue, Role
from pearlboard.lights.theme import Theme
from pearlboard.settings import LightSettings, Settings

# Linear RGB as seen with the two common kinds of colour blindness (Viénot, Brettel and Mollon, 1999). No single matrix
# is exact for the rare third kind; this one is close enough.
COLOUR_BLIND = {
    "protan": ((0.11238, 0.88762, 0.0), (0.11238, 0.88762, 0.0), (0.00401, -0.00401, 1.0)),
    "deutan": ((0.29275, 0.70725, 0.0), (0.29275, 0.70725, 0.0), (-0.02234, 0.02234, 1.0)),
    "tritan": ((1.0, 0.12740, -0.12740), (0.0, 0.87391, 0.12609), (0.0, 0.87391, 0.12609)),
    "none": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
}


def seen(colour, matrix):
    """A colour as seen with the colour blindness, before gamma correction."""
    linear = [(channel / 255) ** 2.2 for channel in colour]
    lost = [sum(weight * value for weight, value in zip(row, linear, strict=True)) for row in matrix]
    return [255 * max(0.0, value) ** (1 / 2.2) for value in lost]


def changed(mapping, path, value):
    """A copy in which the value at a dotted path is replaced, or removed if it is None."""
    copied = copy.deepcopy(mapping)
    *tables, key = path.split(".")
    table = copied
    for name in tables:
        table = table[name]
    if value is None:
        del table[key]
    else:
        table[key] = value
    return copied


def test_the_default_theme_has_every_role_and_every_cue(theme):
    """Nothing that a scene can say is without a look or a sound."""
    assert set(theme.roles) == set(Role)
    assert set(theme.cues) == set(Cue)
    with_game = with_looks(theme, GAMES["perladora"])
    assert set(with_game.roles) == {*Role, *Own}
    assert set(with_game.cues) == {*Cue, *Heard}
    assert all(theme.cues.values())


@pytest.mark.parametrize("blindness", COLOUR_BLIND)
def test_players_colours_stay_apart_for_colour_blind_eyes(theme, blindness):
    """Any two of the first four differ by at least 60 of 255 in some channel; all six, and for the rare kind, by 50."""
    matrix = COLOUR_BLIND[blindness]
    for (one, first), (two, second) in combinations(enumerate(theme.seats, 1), 2):
        apart = max(abs(a - b) for a, b in zip(seen(first, matrix), seen(second, matrix), strict=True))
        assert apart >= (60 if two <= 4 and blindness != "tritan" else 50), (one, two)


def test_no_two_roles_on_the_same_lights_differ_by_colour_alone(theme):
    """Roles on the same kind of light move differently, except hints for spaces and for edges."""
    theme = with_looks(theme, GAMES["perladora"])
    alike = {frozenset({Own.LEGAL_SPACE, Own.LEGAL_EDGE})}
    for one, two in combinations([*Role, *Own], 2):
        if frozenset({one, two}) in alike:
            continue
        courses = [[brightness(theme.roles[role].motion, ms, ms) for ms in range(0, 6000, 20)] for role in (one, two)]
        apart = max(abs(a - b) for a, b in zip(*courses, strict=True))
        assert apart >= 0.05 * FULL, (one, two)


def test_nothing_flashes_more_than_three_times_a_second(theme):
    """Of any light, going from dark to bright; faster flashes can harm."""
    for role, look in theme.roles.items():
        for start in range(0, 6000, 250):
            course = [brightness(look.motion, ms, ms) for ms in range(start, start + 1000, 5)]
            rises = sum(after - before > 0.1 * FULL for before, after in pairwise(course))
            assert rises <= 3, role


@pytest.mark.parametrize(
    ("path", "value", "match"),
    [
        ("roles.turn", None, "roles.turn: is not there"),
        ("cues.win", None, "cues.win: is not there"),
        ("seats.6", None, "seats.6: is not there"),
        ("nobody", None, "nobody: is not there"),
        ("roles.trun", {}, "roles.trun: a theme has no such key; did you mean turn?"),
        ("cues.wim", [], "cues.wim: a theme has no such key; did you mean win?"),
        ("cues.fanfare", "ta", r"cues.fanfare: must be a list of \[Hz, ms\]"),
        ("roles.fanfare", [], "roles.fanfare: must be a table"),
        ("seats", [], "seats: must be a table"),
        ("roles.turn", "red", "roles.turn: must be a table"),
        ("seats.2", "red", "seats.2: must be a colour"),
        ("roles.turn.colour", "#12345", "roles.turn.colour: must be a colour"),
        ("roles.turn.speed", 3, "roles.turn.speed: a theme has no such key"),
        ("roles.turn.motion", "stedy", "roles.turn.motion: must be one of steady"),
        ("roles.turn.high", 1.2, "roles.turn.high: must be a number from 0 to 1"),
        ("roles.turn.high", True, "roles.turn.high: must be a number from 0 to 1"),
        ("roles.turn.period_ms", 100, "roles.turn.period_ms: must be a whole number from 334"),
        ("roles.turn.period_ms", 900.5, "roles.turn.period_ms: must be a whole number"),
        ("roles.turn.pattern", "x-x", "roles.turn.pattern: must be made of"),
        ("roles.lift.period_ms", 1600, "roles.lift.pattern: flashes sooner than 334 ms"),
        ("cues.win", [[440]], r"cues.win: must be a list of \[Hz, ms\]"),
        ("cues.win", [[440, 5000]], r"cues.win: must be a list of \[Hz, ms\]"),
        ("cues.win", "ta-daa", r"cues.win: must be a list of \[Hz, ms\]"),
    ],
)
def test_a_broken_theme_is_refused_by_key(default_mapping, path, value, match):
    """The sentence says which key, and what to write."""
    with pytest.raises(ConfigError, match=match):
        Theme.from_mapping(changed(default_mapping, path, value))


def styled(tmp_path, default_mapping, package):
    """A theme file with another look and sound for every role and cue of a game, read as settings do."""
    lines = [f'nobody = "{default_mapping["nobody"]}"', "[seats]"]
    lines += [f'{seat} = "{colour}"' for seat, colour in default_mapping["seats"].items()]
    own = list(looks_of(package))
    roles = {**default_mapping["roles"]}
    cues = {**default_mapping["cues"]}
    for looks in own:
        roles |= {name: {"colour": "#010203", "high": 0.5} for name in looks.get("roles", ())}
        cues |= {name: [[1234, 56]] for name in looks.get("cues", ())}
    for name, look in roles.items():
        lines += [f"[roles.{name}]", *(f"{key} = {value!r}" for key, value in look.items())]
    lines += ["[cues]", *(f"{name} = {tones!r}" for name, tones in cues.items())]
    path = tmp_path / "mine.toml"
    path.write_text("\n".join(lines), encoding="utf-8")
    theme = with_looks(read_theme(Settings(lights=LightSettings(theme=str(path)))), package)
    return own, theme


@pytest.mark.parametrize("game", [*GAMES, "another"])
def test_a_theme_may_restyle_whatever_a_game_brings(tmp_path, default_mapping, game):
    """Also roles whose names resemble the table's, because they are known."""
    near = {"roles": {"three_owned": {}, "illegal_ends": {}, "missed": {}}, "cues": {"place": [[440, 50]]}}
    if game == "another":
        GAMES.add(replace(GAMES["pearls"], name="another", looks=near))
    try:
        own, theme = styled(tmp_path, default_mapping, GAMES[game])
    finally:
        if game == "another":
            GAMES.remove("another")
    assert sum(len(looks.get("roles", ())) + len(looks.get("cues", ())) for looks in own) > 0
    for looks in own:
        assert all(theme.roles[name].colour == (1, 2, 3) for name in looks.get("roles", ()))
        assert all(theme.cues[name] == ((1234, 56),) for name in looks.get("cues", ()))


def test_a_typing_error_is_still_reported(default_mapping):
    """A role that no game brings, and that resembles one of the table's."""
    with pytest.raises(ConfigError, match=r"roles\.illegal_ends: .*did you mean illegal_end"):
        Theme.from_mapping(changed(default_mapping, "roles.illegal_ends", {}), {"looked"})
