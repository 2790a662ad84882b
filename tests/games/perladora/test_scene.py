"""Seen from above: what the table asks can be read from the lights that no piece covers, without any colour.

A catalogue of situations is built on an early and on a crowded board. Every pair of them asks for something different,
so every pair must differ in the course of brightness of some light that is uncovered in both, or that shines on the
empty place of a piece that is asked for. For the comparison all players and roles get the same white: colour never
decides.
"""

import tomllib
from dataclasses import replace
from functools import partial
from importlib.resources import files
from itertools import combinations

import pytest

from pearlboard.files import with_looks
from pearlboard.games.perladora.board import scene as scenes
from pearlboard.games.perladora.board.hints import Hints
from pearlboard.games.perladora.board.roles import Heard, Own
from pearlboard.games.perladora.rules.state import FARMS
from pearlboard.games.registry import GAMES
from pearlboard.games.values import Table
from pearlboard.geometry import GRID, edge, space
from pearlboard.lights import signals
from pearlboard.lights.paint import paint
from pearlboard.lights.scene import Cue, Role
from pearlboard.lights.theme import Theme
from support.lamps_apart import uncovered
from support.lengths import at_length
from support.perladora_scenes import (
    CYCLE_MS,
    EARLY,
    POSITIONS,
    SAMPLE_MS,
    WHITE,
    Seen,
    armed,
    chosen,
    expected,
    illegal,
    legal,
    lit,
    nothing,
    on_board,
    public,
    refused,
    sites,
    spaces,
)

APART = 30
"""Of 255: how much brighter one of two lights must be, for a tenth of the time, to be told apart."""


def colourless():
    """The default theme in white alone."""
    text = (files("pearlboard.lights") / "themes" / "default.toml").read_text(encoding="utf-8")
    theme = with_looks(Theme.from_mapping(tomllib.loads(text)), GAMES["perladora"])
    return replace(theme, nobody=WHITE, roles={role: replace(look, colour=WHITE) for role, look in theme.roles.items()})


def alike(first, second, one, two):
    """Whether no light tells the two apart."""
    telling = (first.visible & second.visible) | first.asked_for ^ second.asked_for
    for number, light in enumerate(GRID.lights):
        if light in telling:
            apart = sum(abs(a - b) >= APART for a, b in zip(one[number], two[number], strict=True))
            if apart * SAMPLE_MS * 10 >= CYCLE_MS:
                return False
    return True


def during_play(name, *, regions=False):
    """Everything that can be asked while a game is on, by what is asked."""
    make, here, there, one, two = POSITIONS[name]
    position = make()
    seen = partial(on_board, position, regions=regions)
    divers, walls = sorted(position.divers), sorted(GRID.edges_in(position.pontoons))
    a, b, wall, other = divers[2], divers[-1], walls[0], walls[-1]
    hints = Hints(spaces(f"{here} {there}"), frozenset(map(edge, (one, two))), frozenset({edge("g2-g3")}))
    all_gone = expected(position)

    def many(first, *early):
        return seen(replace(illegal(*early, lift=""), put=all_gone, later=all_gone - {first}), gone=all_gone)

    return {
        "turn of 1": seen(nothing(1)),
        "turn of 1, its time is up": replace(seen(nothing(1)), scene=signals.late(seen(nothing(1)).scene)),
        "turn of 2": on_board(make(to_move=2), nothing(2), regions=regions),
        "hints": seen(nothing(), hints=hints),
        "is a piece upside down?": seen(nothing(), upside_down=True),
        "a Diver counts soon": seen(legal(1, here), countdown=1000),
        "another Diver counts soon": seen(legal(1, there), countdown=1000),
        "the Diver waits for the button": seen(legal(1, here)),
        "a Pontoon waits for the button": seen(legal(1, one)),
        "two Pontoons count soon": seen(legal(1, one, two), countdown=1000),
        "lift the Diver": seen(illegal(here, one, lift=here)),
        "lift the Pontoon": seen(illegal(here, one, lift=one)),
        "lift the first Pontoon": seen(illegal(one, two, lift=one)),
        "lift the second Pontoon": seen(illegal(one, two, lift=two)),
        "lift the first, this is too small": seen(illegal(one, two, lift=one, region=f"{here} d2")),
        "lift the second, this is too small": seen(illegal(one, two, lift=two, region=f"{here} d2")),
        "lift the second, that is too small": seen(illegal(one, two, lift=two, region="e4 f4 g4")),
        "lift the Diver from the farm": seen(illegal("e4", lift="e4")),
        "put back a Diver": seen(nothing(put=[a]), gone=[a]),
        "put back another Diver": seen(nothing(put=[b]), gone=[b]),
        "put back a Pontoon": seen(nothing(put=[wall]), gone=[wall]),
        "put back two Pontoons": seen(nothing(put=[wall, other]), gone=[wall, other]),
        "put back everything": seen(nothing(put=expected(position)), gone=expected(position)),
        "put back many, a Diver first": many(a),
        "put back many, a Pontoon first": many(wall),
        "put back many, a Diver first, another lies elsewhere": many(a, here),
        "put back a Diver, another lies elsewhere": seen(replace(illegal(here, lift=""), put=frozenset({a})), gone=[a]),
        "the tile is looked at": seen(nothing(put=[a]), gone=[a], looked_at=frozenset({a})),
        "lay the owed Diver": seen(nothing(put=sites(here)), owed=sites(here)),
        "lay the owed Pontoon": seen(nothing(put=sites(one)), owed=sites(one)),
        "lay the owed Diver, not there": seen(replace(illegal(there, lift=there), put=sites(here)), owed=sites(here)),
        "lay the owed Diver, a Pontoon is early": seen(
            replace(nothing(put=sites(here)), sites=sites(one)), owed=sites(here)
        ),
        "the computer is thinking": seen(nothing(), thinking=True),
        "the computer is thinking, a Diver is early": seen(replace(nothing(), sites=sites(here)), thinking=True),
        "the computer advises a space": seen(nothing(), advised=sites(here)),
        "the computer advises a space and a line": seen(nothing(), advised=sites(there, one)),
        "the computer advises a target": seen(nothing(), advised=frozenset({a})),
        "taken back: lift the Diver": seen(nothing(), also=sites(here), must_lift=sites(here)),
        "taken back: lift the Pontoons": seen(nothing(), also=sites(one, two), must_lift=sites(one, two)),
        "nobody's turn: lift the Diver": seen(illegal(here, lift=here, seat=None)),
        "a new territory": seen(nothing(), fresh=[spaces("a1 b1 a2 b2 a3 b3 a4 b4")]),
        "paused": Seen(signals.paused(), uncovered(expected(position), FARMS)),
        "frozen": Seen(signals.frozen(), uncovered(expected(position), FARMS)),
    }


def with_tokens(name, *, regions=False):
    """Everything that can be asked of Powers and Backups, by what is asked."""
    make, here, there, one, two = POSITIONS[name]
    position = make()
    seen = partial(on_board, position, regions=regions)
    mine, theirs = (
        [str(place) for place in sorted(position.divers) if position.divers[place].seat == seat] for seat in (1, 2)
    )
    a, b = theirs[0], theirs[-1]
    looked = {diver: replace(position, looked=space(diver)) for diver in (a, b)}
    return {
        "choose one of theirs": seen(armed(*theirs)),
        "choose one of mine": seen(armed(*mine)),
        "choose any": seen(armed(*mine, *theirs)),
        "choose the first": seen(armed(a)),
        "choose the last": seen(armed(b)),
        "choose one of two spaces": seen(armed(here, there)),
        "choose a space": seen(armed(here)),
        "choose a space, a Pontoon waits": seen(replace(armed(here), sites=sites(one)), also=sites(one)),
        "lay the extra Pontoon, a Diver waits": seen(replace(nothing(), sites=sites(here)), also=sites(here)),
        "the first counts soon": seen(chosen(a), countdown=1000),
        "the first waits for the button": seen(chosen(a)),
        "the last counts soon": seen(chosen(b), countdown=1000),
        "the last waits for the button": seen(chosen(b)),
        "the first cannot be": seen(refused(a, instead=theirs[1:])),
        "the first cannot be, nor any other": seen(refused(a)),
        "the last cannot be": seen(refused(b, instead=theirs[:-1])),
        "the first cannot be, for an empty space": seen(refused(a, here)),
        "the first cannot be, for two empty spaces": seen(refused(a, here, there)),
        "the first cannot be, for another": seen(refused(a, mine[0])),
        "the last cannot be, for another": seen(refused(b, mine[0])),
        "a space cannot be": seen(refused("e4", instead=(here, there))),
        "a line cannot be": seen(refused(one, instead=theirs)),
        "the extra Pontoon counts soon": seen(chosen(one, one), countdown=1000),
        "the extra Pontoon waits for the button": seen(chosen(one, one)),
        "the extra Pontoon, another waits": seen(chosen(one, one), also=sites(two)),
        "the other is the extra Pontoon, one waits": seen(chosen(two, two), also=sites(one)),
        "the extra Pontoon, a Diver waits": seen(chosen(one, one), also=sites(here)),
        "the extra Diver, a Pontoon waits": seen(chosen(here, here), also=sites(one)),
        "the extra Diver, another waits": seen(chosen(here, here), also=sites(there)),
        "the other is the extra Diver, one waits": seen(chosen(there, there), also=sites(here)),
        "the extra Diver's value is asked": seen(chosen(here, here), asking=True),
        "the extra Diver lies there unsensed": seen(chosen(here), countdown=1000),
        "look at the first, then the turn": on_board(looked[a], nothing()),
        "look at the last, then the turn": on_board(looked[b], nothing()),
        "look at the first, it is lifted": on_board(
            looked[a], nothing(put=sites(a)), gone=sites(a), looked_at=sites(a)
        ),
        "look at the first, a Diver counts soon": on_board(looked[a], legal(1, here), countdown=1000),
        "look at the last, a Diver counts soon": on_board(looked[b], legal(1, here), countdown=1000),
    }


def around_play(name):
    """Everything that can be asked before and after a game."""
    position = POSITIONS[name][0]()
    lying = uncovered(expected(position), FARMS)
    halves = [spaces("a1 b1 a2 b2 a3 b3 a4 b4 a5 b5"), spaces("g1 h1 g2 h2 g3 h3 g4 h4 g5 h5")]
    said = [frozenset(), *({diver} for diver in sorted(position.divers)[:3])]
    asked = {
        f"lay {count} Pearls on {farm}": Seen(scenes.pearls(farm, count), uncovered(frozenset(), FARMS[:number]))
        for number, farm in enumerate(FARMS)
        for count in (3, 4, 5, 6, 7)
    }
    asked |= {
        f"clear {place}": Seen(signals.clear_the_board([place]), uncovered(frozenset({place})))
        for place in (*GRID.spaces[:12], *GRID.edges[:20])
    }
    asked |= {
        f"territory {number}, {len(unsaid)} of {sorted(unsaid)}": Seen(
            scenes.reveal(position, half, frozenset(unsaid)), lying
        )
        for number, half in enumerate(halves)
        for unsaid in said
    }
    asked |= {
        f"{winners} win territory {number}": Seen(
            scenes.counted(position, [(half, winners) for half in halves[: number + 1]]), lying
        )
        for number in range(2)
        for winners in ((1,), (2,), (1, 2), ())
    }
    asked |= {f"{seats} have won": Seen(scenes.winners(position, seats), lying) for seats in ((1,), (2,), (1, 2))}
    asked["continue or new?"] = Seen(signals.question(), uncovered(frozenset(), FARMS))
    return asked


def pairs_alike(asked, theme):
    courses = {name: seen.course(theme) for name, seen in asked.items()}
    return [
        (one, two) for one, two in combinations(asked, 2) if alike(asked[one], asked[two], courses[one], courses[two])
    ]


# --- the tests --------------------------------------------------------------------------------------------------


SOME = at_length(POSITIONS, ["crowded"])


@pytest.mark.slow
@pytest.mark.parametrize("position", POSITIONS)
def test_whatever_is_asked_during_play_can_be_told_apart(position):
    """From uncovered lights and without colour, every pair."""
    assert pairs_alike(during_play(position), colourless()) == []


@pytest.mark.slow
@pytest.mark.parametrize("position", SOME)
def test_whatever_is_asked_of_tokens_can_be_told_apart(position):
    """From each other and from all that is asked without them, every pair."""
    assert pairs_alike(with_tokens(position) | during_play(position), colourless()) == []


@pytest.mark.slow
@pytest.mark.parametrize("position", POSITIONS)
def test_whatever_is_asked_before_and_after_play_can_be_told_apart(position):
    """Set-up, clearing, reveal, count, winners, the question after a restart: every pair."""
    assert pairs_alike(around_play(position), colourless()) == []


@pytest.mark.slow
@pytest.mark.parametrize("position", SOME)
def test_whatever_is_asked_can_be_told_apart_while_all_territories_are_shown(position):
    """From uncovered lights and without colour, every pair; so whose turn it is never looks like a place to lay."""
    assert pairs_alike(with_tokens(position, regions=True) | during_play(position, regions=True), colourless()) == []


@pytest.mark.slow
def test_the_comparison_notices_lights_that_say_the_same():
    """Themes in which two roles look alike fail: a Pontoon to be lifted and one that may stay, or two kinds of rim."""
    theme, asked = colourless(), during_play("crowded") | with_tokens("crowded")
    for role, other, confused in (
        (Role.ILLEGAL_END, Role.DRAFT, ("lift the first Pontoon", "lift the second Pontoon")),
        (Role.ASK, Role.TURN, ("turn of 1", "is a piece upside down?")),
        (Role.CHOSEN, Role.DRAFT, ("the extra Pontoon, another waits", "the other is the extra Pontoon, one waits")),
    ):
        blurred = replace(theme, roles={**theme.roles, role: theme.roles[other]})
        assert confused in pairs_alike(asked, blurred)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_players_turn_can_be_told_apart_on_a_full_border(players):
    """By the corners alone, with pieces on everything that can be covered."""
    draft = {seat: nothing(seat) for seat in range(1, players + 1)}
    turns = {
        seat: Seen(scenes.playing(public({}, [], seat, players), draft[seat], Table()), frozenset(GRID.corners))
        for seat in draft
    }
    assert pairs_alike(turns, colourless()) == []


def test_the_countdown_goes_out_light_by_light():
    """Along the corners of the player's rim, from the right; all at the start, none at the end."""

    def burning(countdown, seat):
        scene = scenes.playing(public({}, [], seat), legal(seat, "d3"), Table(sites("d3")), countdown=countdown)
        return [str(light) for light, mark in scene.lights.items() if mark.role == Role.COUNTDOWN]

    assert burning(1000, 1) == ["a4+", "b4+", "c4+", "d4+", "e4+", "f4+", "g4+"]
    assert burning(500, 1) == ["a4+", "b4+", "c4+", "d4+"]
    assert burning(500, 2) == ["g1+", "f1+", "e1+", "d1+"]
    assert burning(1, 1) == ["a4+"]
    assert burning(0, 1) == []


def test_which_of_two_pontoons_must_go_is_shown_also_at_the_boards_corner():
    """Both touch the same one corner; the place beside the one to be lifted flashes as well, Divers about or not."""
    for divers in ({}, {1: "a1 b1", 2: "a2 b2"}):
        position = public(divers, [])
        shown = {
            lift: on_board(position, illegal("a1-b1", "a1-a2", lift=lift, region="a1")) for lift in ("a1-b1", "a1-a2")
        }
        assert pairs_alike(shown, colourless()) == []


def test_a_region_that_is_too_small_is_shown_where_nothing_covers_it():
    """Its corners, empty spaces and inner edges pulse; its Divers, its walls and the rest of the board do not."""
    position = public({1: "a1"}, ["a2-a3"])
    seen = on_board(position, illegal("b1-c1", "b1-b2", lift="b1-b2", region="a1 b1 a2"))
    small = {str(light) for light, mark in seen.scene.lights.items() if mark.role == Own.TOO_SMALL}
    assert small == {"b1", "a2", "a1-b1", "a1-a2", "a2+"}
    ends = {str(light) for light, mark in seen.scene.lights.items() if mark.role == Role.ILLEGAL_END}
    assert ends == {"a1+", "b1+"}


def test_targets_shine_beside_their_tiles_and_not_across_a_pontoon():
    """Corners and free lines around a Diver, the light of an empty space; never what a piece covers."""
    position = public({1: "c3", 2: "c4 g2"}, ["c4-d4"])
    seen = on_board(position, armed("c4", "f4"))
    assert lit(seen, Role.TARGET) == {"b3+", "c3+", "b4+", "c4+", "c3-c4", "b4-c4", "c4-c5", "f4"}
    assert seen.scene.cue == Cue.TARGET


def test_a_face_up_tile_that_is_not_sensed_hides_its_light_all_the_same():
    """A target, and what is chosen, shine beside it."""
    position = public({1: "c3", 2: "c4 g2"}, [])
    tile = sites("c4")
    for draft, role in (
        (armed("c4"), Role.TARGET),
        (chosen("c4"), Role.CHOSEN),
        (refused("c4"), Role.REFUSED),
        (refused("g2", "c4"), Role.REASON),
    ):
        table = Table(expected(position) - tile, expected(position), unsensed=tile)
        marks = scenes.playing(position, draft, table).lights
        assert space("c4") not in marks
        assert {light for light, mark in marks.items() if mark.role == role} >= set(GRID.corners_of[space("c4")])


def test_why_a_token_cannot_be_played_is_shown_on_the_board():
    """The Diver that was chosen flashes; empty spaces, and another Diver by its corners, say why."""
    position = public({1: "c3", 2: "f3"}, [])
    seen = on_board(position, refused("c3", "e4", "f3"))
    assert lit(seen, Role.REFUSED) == {"b2+", "c2+", "b3+", "c3+"}
    assert lit(seen, Role.REASON) == {"e4", "e2+", "f2+", "e3+", "f3+"}
    assert seen.scene.cue == Cue.ILLEGAL


def test_the_powers_piece_is_told_from_those_that_wait():
    """The extra one as chosen, in its player's colour, the others as a plain draft."""
    position = public({}, [])
    seen = on_board(position, chosen("c3-d3", "c3-d3"), also=sites("f3-f4", "h3"))
    assert lit(seen, Role.CHOSEN) == {"c2+", "c3+"}
    assert lit(seen, Role.DRAFT) == {"e3+", "f3+", "g2+", "g3+"}
    assert {mark.seat for mark in seen.scene.lights.values()} == {1}


def test_a_missing_piece_shines_on_its_own_place():
    """In its player's colour for a Diver, in nobody's for a Pontoon; a piece beside is a draft for later."""
    position = EARLY()
    seen = on_board(position, illegal("d4", lift=""), gone=sites("c3", "c2-c3"))
    marks = {str(light): (mark.role, mark.seat) for light, mark in seen.scene.lights.items()}
    assert marks["c3"] == (Role.MISSING, 1)
    assert marks["c2-c3"] == (Role.MISSING, None)
    assert {name for name, (role, _) in marks.items() if role == Role.DRAFT} == {"c3+", "d3+", "c4+", "d4+"}
    assert seen.scene.cue == Cue.MISSING


def test_the_digit_is_clear_of_the_farm_and_of_all_pearls():
    """The lights of the digit touch neither the lit farm's nor any farm that may hold Pearls already."""
    for farm in FARMS:
        for count in range(10):
            marks = scenes.pearls(farm, count).lights
            digit = {light for light, mark in marks.items() if mark.role == Own.DIGIT}
            lit = {light for light, mark in marks.items() if mark.role == Own.FARM}
            assert lit == {farm, *GRID.corners_of[farm]}
            assert not digit & set(FARMS)
            assert len(digit) >= 7


def test_the_wave_is_over_in_its_time():
    """Over the whole board it runs for at most `WAVE_MS`, and every light of it is dark then."""
    theme = colourless()
    scene = scenes.playing(public({}, []), nothing(None), Table(), fresh=[frozenset(GRID.spaces)], since_ms=500)
    assert any(paint(scene, theme, {}, 500 + scenes.WAVE_MS - 100)[number] != (0, 0, 0) for number in range(135))
    assert set(paint(scene, theme, {}, 500 + scenes.WAVE_MS)) == {(0, 0, 0)}


def test_full_territories_glow_by_their_free_edges():
    """A territory without an empty space; the others do not glow."""
    position = public({1: "a1 a2 a3 b1", 2: "b3 b4 b5 a5"}, [f"b{row}-c{row}" for row in range(1, 6)])
    glowing = {
        light
        for light, mark in scenes.playing(position, nothing(None), Table()).lights.items()
        if mark.role == Own.FULL
    }
    left = {light for light in GRID.edges if {light.first.column, light.second.column} <= {0, 1}}
    assert glowing == left


def test_scenes_have_their_cues():
    """What is heard with what is seen."""
    asked = during_play("early") | around_play("early") | with_tokens("early")
    heard = {
        name: asked[name].scene.cue
        for name in (
            "turn of 1",
            "a Diver counts soon",
            "lift the Diver",
            "put back a Diver",
            "the tile is looked at",
            "lay the owed Diver",
            "taken back: lift the Diver",
            "nobody's turn: lift the Diver",
            "a new territory",
            "is a piece upside down?",
            "frozen",
            "continue or new?",
            "(1,) have won",
            "choose any",
            "the first counts soon",
            "the first cannot be",
            "look at the first, then the turn",
        )
    }
    assert list(heard.values()) == [
        None,
        Cue.PLACED,
        Cue.ILLEGAL,
        Cue.MISSING,
        None,
        Cue.OWED,
        Cue.TAKEN_BACK,
        Cue.FOREIGN,
        Heard.TERRITORY,
        Cue.ASK,
        Cue.FROZEN,
        Cue.ASK,
        Cue.WIN,
        Cue.TARGET,
        Cue.PLACED,
        Cue.ILLEGAL,
        None,
    ]
