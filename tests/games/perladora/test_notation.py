"""Positions and records as JSON: what is accepted, and everything that is refused, with its place."""

# ruff: noqa: FBT003 - what JSON calls true and false is what is tested

import copy
import json
import random
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pearlboard.errors import BadInput
from pearlboard.games.perladora.rules.notation import (
    position_from_json,
    position_to_json,
    read_position,
    read_record,
    record_to_json,
    setup_from_json,
    setup_to_json,
    step_from_json,
    step_to_json,
)
from pearlboard.games.perladora.rules.play import declare, play
from pearlboard.games.perladora.rules.refusals import ValuesMissing
from pearlboard.games.perladora.rules.steps import LayPontoons, PlaceDiver, Turn
from pearlboard.games.perladora.rules.turns import turns
from pearlboard.geometry import edge, space
from support.lengths import at_length
from support.perladora_boards import (
    FULL_AND_OPEN,
    FULL_CORNER,
    ONE_OF_EACH,
    document,
    position,
    random_opening,
    random_turn,
)

CLANS = ["foragers", "children", "elders", "fishermen"]
DIVER = {"space": "a1", "seat": 1, "value": 1, "face_up": False, "necklaces": 0, "backup": False}


def changed(told, *path_and_value):
    """A copy of `told` with another value at a path; the value `...` takes the key away."""
    *path, key, value = path_and_value
    told = copy.deepcopy(told)
    place = told
    for part in path:
        place = place[part]
    if value is ...:
        del place[key]
    else:
        place[key] = value
    return told


ONE = document(ONE_OF_EACH)
RICH = document(ONE_OF_EACH, advanced=True, clans=CLANS)
PAIRS = document(ONE_OF_EACH.replace("1 2 .", "1 2 3"), players=4, advanced=True, clans=CLANS)

REFUSED = [
    # a key too few, too many
    ("", changed(ONE, "players", ...)),
    ("", changed(ONE, "to_move", ...)),
    ("", changed(ONE, "comment", "x")),
    ("divers[0]", changed(ONE, "divers", 0, "backup", ...)),
    ("divers[0]", changed(ONE, "divers", 0, "colour", 1)),
    ("farms", changed(ONE, "farms", "d1", ...)),
    ("farms", changed(ONE, "farms", "a1", 3)),
    ("hands[0]", changed(ONE, "hands", 0, "6", 0)),
    ("hands[0]", changed(ONE, "hands", 0, "01", 0)),
    # the wrong type
    ("", []),
    ("", "position"),
    ("", None),
    ("", 3),
    ("players", changed(ONE, "players", True)),
    ("players", changed(ONE, "players", 2.0)),
    ("players", changed(ONE, "players", "2")),
    ("players", changed(ONE, "players", 1)),
    ("players", changed(ONE, "players", 5)),
    ("advanced", changed(ONE, "advanced", 0)),
    ("advanced", changed(ONE, "advanced", None)),
    ("edition", changed(ONE, "edition", "de")),
    ("edition", changed(ONE, "edition", None)),
    ("voluntary_pass", changed(ONE, "voluntary_pass", 1)),
    ("elders_own", changed(ONE, "elders_own", None)),
    ("clans", changed(ONE, "clans", {})),
    ("clans[1]", changed(ONE, "clans", 1, "mermaids")),
    ("clans[1]", changed(ONE, "clans", 1, 1)),
    ("farms", changed(ONE, "farms", [])),
    ("farms.d1", changed(ONE, "farms", "d1", True)),
    ("pontoons", changed(ONE, "pontoons", "a1-b1")),
    ("pontoons[0]", changed(ONE, "pontoons", [1])),
    ("divers", changed(ONE, "divers", {})),
    ("divers[0]", changed(ONE, "divers", [[]])),
    ("divers[0].seat", changed(ONE, "divers", 0, "seat", True)),
    ("divers[0].value", changed(ONE, "divers", 0, "value", None)),
    ("divers[0].value", changed(ONE, "divers", 0, "value", 1.0)),
    ("divers[0].face_up", changed(ONE, "divers", 0, "face_up", 0)),
    ("divers[0].necklaces", changed(ONE, "divers", 0, "necklaces", False)),
    ("divers[0].necklaces", changed(ONE, "divers", 0, "necklaces", -1)),
    ("divers[0].backup", changed(ONE, "divers", 0, "backup", "no")),
    ("hands[0]", changed(ONE, "hands", 0, [1, 2])),
    ("hands[0].1", changed(ONE, "hands", 0, "1", -1)),
    ("hands[1].2", changed(ONE, "hands", 1, "2", False)),
    ("powers[0]", changed(RICH, "powers", 0, True)),
    ("powers[1]", changed(RICH, "powers", 1, -1)),
    ("backups[0]", changed(RICH, "backups", 0, 1)),
    ("done[1]", changed(ONE, "done", 1, 0)),
    ("to_move", changed(ONE, "to_move", True)),
    ("to_move", changed(ONE, "to_move", None)),
    # a list of another length
    *((key, changed(ONE, key, ONE[key][:1])) for key in ("clans", "hands", "powers", "backups", "done")),
    *((key, changed(ONE, key, ONE[key] * 2)) for key in ("clans", "hands", "powers", "backups", "done")),
    # what does not exist
    ("to_move", changed(ONE, "to_move", 3)),
    ("to_move", changed(ONE, "to_move", 0)),
    ("divers[0].seat", changed(ONE, "divers", 0, "seat", 3)),
    ("divers[0].seat", changed(ONE, "divers", 0, "seat", 0)),
    ("divers[0].value", changed(ONE, "divers", 0, "value", 6)),
    ("divers[0].value", changed(ONE, "divers", 0, "value", 0)),
    ("divers[0].space", changed(ONE, "divers", 0, "space", "i1")),
    ("divers[0].space", changed(ONE, "divers", 0, "space", "a1-b1")),
    ("pontoons[0]", changed(ONE, "pontoons", ["a1"])),
    ("pontoons[0]", changed(ONE, "pontoons", ["b1-a1"])),
    ("pontoons[0]", changed(ONE, "pontoons", ["a1-c1"])),
    ("pontoons[0]", changed(ONE, "pontoons", ["a1+"])),
    ("pontoons[0]", changed(ONE, "pontoons", ["x" * 9999])),
    # pieces that cannot lie so
    ("clans", changed(ONE, "clans", ["elders", "elders"])),
    ("farms", changed(ONE, "farms", "d1", 4)),
    ("farms.g5", changed(ONE, "farms", "g5", 8)),
    ("divers[0].space", changed(ONE, "divers", 0, "space", "d1")),
    ("divers[1].space", changed(ONE, "divers", 1, "space", "a1")),
    ("pontoons[1]", changed(ONE, "pontoons", ["b1-c1", "b1-c1"])),
    ("pontoons", changed(ONE, "pontoons", ["a1-b1", "a1-a2"])),
    ("pontoons", changed(ONE, "pontoons", ["b1-c1", "a1-a2", "b1-b2"])),
    ("pontoons", changed(ONE, "pontoons", ["c1-d1", "a1-a2", "b1-b2", "c1-c2"])),
    ("hands[0]", changed(ONE, "hands", 0, "1", 10)),
    ("hands[1]", changed(ONE, "hands", 1, "5", 2)),
    ("hands[0]", changed(document(ONE_OF_EACH, players=3), "hands", 0, "5", 1)),
    ("hands[0]", changed(document(ONE_OF_EACH, players=3), "divers", 0, "value", 5)),
    ("powers[0]", changed(RICH, "powers", 0, 3)),
    ("powers[1]", changed(RICH, "powers", 1, 2)),
    ("to_move", changed(ONE, "done", [True, False])),
    # tokens in a standard game
    ("powers[1]", changed(ONE, "powers", [0, 1])),
    ("backups[0]", changed(ONE, "backups", [True, False])),
    ("divers[0].necklaces", changed(ONE, "divers", 0, "necklaces", 1)),
    ("divers[1].face_up", changed(ONE, "divers", 1, "face_up", True)),
    ("divers[0].backup", changed(document(FULL_CORNER), "divers", 0, "backup", True)),
    # necklaces are tokens of the Foragers in play
    ("powers[0]", changed(RICH, "divers", 1, "necklaces", 1)),
    ("powers[0]", changed(changed(RICH, "divers", 1, "necklaces", 3), "powers", 0, 0)),
    (
        "divers[1].necklaces",
        changed(document(ONE_OF_EACH, advanced=True, clans=["elders", "children"]), "divers", 1, "necklaces", 1),
    ),
    # Divers face up are the Children's
    ("powers[1]", changed(RICH, "divers", 1, "face_up", True)),
    ("divers[0].face_up", changed(changed(RICH, "divers", 0, "face_up", True), "powers", 1, 0)),
    (
        "divers[0].face_up",
        changed(document(ONE_OF_EACH, advanced=True, clans=["elders", "fishermen"]), "divers", 0, "face_up", True),
    ),
    # Backups
    ("divers[0].backup", changed(document(FULL_CORNER, advanced=True), "divers", 0, "backup", True)),
    ("divers[0].backup", changed(changed(RICH, "divers", 0, "backup", True), "backups", 0, False)),
    ("divers[1].backup", document(FULL_CORNER, advanced=True, backed=["a1", "b1"])),
    ("divers[2].backup", document(FULL_CORNER, advanced=True, backed=["a1", "a2"])),
]


@pytest.mark.parametrize(("place", "told"), REFUSED)
def test_a_bad_position_is_refused_with_its_place(place, told):
    """Each from a good one by a single change; a record refuses the same as its start."""
    with pytest.raises(BadInput) as caught:
        read_position(json.dumps(told).encode())
    assert caught.value.place == place
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 250
    with pytest.raises(BadInput) as caught:
        read_record(json.dumps({"start": told, "turns": []}).encode())
    assert caught.value.place == f"start.{place}".rstrip(".")


@pytest.mark.parametrize("told", [ONE, RICH, PAIRS, document(FULL_CORNER, advanced=True, backed=["a1"])])
def test_the_good_positions_those_were_made_from_are_accepted(told):
    """So each refusal above is for its one change."""
    assert position_to_json(position_from_json(told)) == told


@pytest.mark.parametrize(
    "told",
    [
        document(ONE_OF_EACH, hands=[{}, {}]),
        document(ONE_OF_EACH, hands=[{"1": 3}, {"5": 1}]),
        document(ONE_OF_EACH, advanced=True, powers=[0, 0], backups=[False, False]),
        document(done=[True, True]),
        document(voluntary_pass=True, elders_own=False),
        document(players=3, hands=[{"5": 0}, {}, {}]),
        document(hands=[{}, {}]),
        document(ONE_OF_EACH, advanced=True, clans=CLANS, necklaces={"b1": 2}),
        document(ONE_OF_EACH, advanced=True, clans=CLANS, face_up=["b1"]),
    ],
)
def test_fewer_pieces_than_the_box_holds_are_accepted(told):
    """A position need not tell where everything went."""
    state = position_from_json(told)
    assert position_from_json(position_to_json(state)) == state


BROKEN = [
    (b"", "nothing in it"),
    (b"   \n", "nothing in it"),
    (b"{", "not JSON"),
    (b"{'a': 1}", "not JSON"),
    (b"\xff\xfe{\x00}\x00", "UTF-16"),
    (b"\xff{}", "no UTF-8"),
    (b'{"players": 2} x', "not JSON"),
    (b"[" * 100_000, "nested too deeply"),
    (b'{"players": ' + b"9" * 5000 + b"}", "too long"),
    (b"\xef\xbb\xbf{", "not JSON"),
    (b'{"players": 2, "players": 2}', "given twice"),
    (b"NaN", "no number"),
    (b"-Infinity", "no number"),
]


@pytest.mark.parametrize(("data", "wrong"), BROKEN)
def test_what_is_no_json_is_refused(data, wrong):
    """In one sentence, whatever it is."""
    with pytest.raises(BadInput, match=wrong) as caught:
        read_position(data)
    assert "\n" not in str(caught.value)


def test_a_key_given_twice_and_a_nan_are_told_with_their_place():
    """Deep inside, too."""
    good = json.dumps(RICH)
    twice = good.replace('"d1": 3', '"d1": 3, "d1": 3')
    with pytest.raises(BadInput, match="'d1' is given twice") as caught:
        read_position(twice.encode())
    assert caught.value.place == "farms"
    with pytest.raises(BadInput, match="NaN") as caught:
        read_position(good.replace('"a1"', "NaN").encode())
    assert caught.value.place == "divers[0].space"
    with pytest.raises(BadInput) as caught:
        read_position(good.replace('"to_move": 1', '"to_move": 1e400').encode())
    assert caught.value.place == "to_move"


def test_nobody_has_less_than_none_of_a_power():
    """The place says whose."""
    with pytest.raises(BadInput) as caught:
        position_from_json(document(advanced=True, powers=[1, -1]))
    assert caught.value.place == "powers[1]"


def test_an_edge_the_wrong_way_round_gets_a_hint():
    """The reader says how to write it."""
    with pytest.raises(BadInput, match="write 'a1-b1'"):
        position_from_json(changed(ONE, "pontoons", ["b1-a1"]))


STEP = ["diver", "a1", 1]
BAD_TURNS = [
    ("", []),
    ("", {"seat": 1, "main": [STEP]}),
    ("", {"seat": 1, "power": None, "main": [STEP], "note": 1}),
    ("seat", {"seat": "1", "power": None, "main": [STEP]}),
    ("seat", {"seat": 0, "power": None, "main": [STEP]}),
    ("seat", {"seat": 5, "power": None, "main": [STEP]}),
    ("seat", {"seat": True, "power": None, "main": [STEP]}),
    ("power", {"seat": 1, "power": "elders", "main": [STEP]}),
    ("power", {"seat": 1, "power": [], "main": [STEP]}),
    ("power", {"seat": 1, "power": ["elders"], "main": [STEP]}),
    ("power", {"seat": 1, "power": ["children", "a1"], "main": [STEP]}),
    ("power[2]", {"seat": 1, "power": ["children", "a1", None], "main": [STEP]}),
    ("power[0]", {"seat": 1, "power": ["diver", "a1", 1], "main": [STEP]}),
    ("power[1]", {"seat": 1, "power": ["fishermen", "a1"], "main": [STEP]}),
    ("power[1]", {"seat": 1, "power": ["elders", "a1-b1"], "main": [STEP]}),
    ("main", {"seat": 1, "power": None, "main": None}),
    ("main[0]", {"seat": 1, "power": None, "main": ["diver"]}),
    ("main[0]", {"seat": 1, "power": None, "main": [[]]}),
    ("main[0]", {"seat": 1, "power": None, "main": [["diver", "a1"]]}),
    ("main[0][2]", {"seat": 1, "power": None, "main": [["diver", "a1", None]]}),
    ("main[0][2]", {"seat": 1, "power": None, "main": [["diver", "a1", True]]}),
    ("main[0][2]", {"seat": 1, "power": None, "main": [["diver", "a1", 1.0]]}),
    ("main[0][1]", {"seat": 1, "power": None, "main": [["diver", "j9", 1]]}),
    ("main[0][0]", {"seat": 1, "power": None, "main": [["elders", "a1"]]}),
    ("main[0][0]", {"seat": 1, "power": None, "main": [[1, "a1"]]}),
    ("main[1][1]", {"seat": 1, "power": None, "main": [["pontoon", "a1-b1"], ["pontoon", "b2-a2"]]}),
    ("main[0]", {"seat": 1, "power": None, "main": [["pass", 1]]}),
    ("main", {"seat": 1, "power": None, "main": [STEP, STEP]}),
    ("main", {"seat": 1, "power": None, "main": [["pontoon", "a1-b1"], ["pass"]]}),
]


@pytest.mark.parametrize(("place", "turn"), BAD_TURNS)
def test_what_is_no_turn_is_refused_with_its_place(place, turn):
    """The second turn of a record, so that the number is in the place."""
    good = {"seat": 1, "power": None, "main": [["diver", "a1", 1]]}
    with pytest.raises(BadInput) as caught:
        read_record(json.dumps({"start": document(), "turns": [good, turn]}).encode())
    assert caught.value.place == f"turns[1].{place}".rstrip(".")


@pytest.mark.parametrize(
    "told",
    [
        {},
        {"start": document()},
        {"turns": []},
        {"start": document(), "turns": {}},
        {"start": document(), "turns": [], "result": 1},
        [],
    ],
)
def test_what_is_no_record_is_refused(told):
    """Both keys, and nothing else."""
    with pytest.raises(BadInput):
        read_record(json.dumps(told).encode())


@pytest.mark.slow
def test_every_kind_of_step_survives_the_way_through_json():
    """Positions with every Power have every kind of turn."""
    kinds = set()
    for clan in CLANS:
        others = [other for other in CLANS if other != clan]
        start = position(FULL_AND_OPEN, advanced=True, clans=[clan, *others], edition="fr")
        for turn in islice(turns(start), 0, None, 7):
            for step in filter(None, (turn.power, turn.main)):
                kinds.add(type(step))
                assert step_from_json(json.loads(json.dumps(step_to_json(step)))) == step
    assert len(kinds) == 8


def test_a_step_may_be_stored_before_its_value_is_known_but_no_record_may():
    """The log is written during the game; a record tells a whole one."""
    step = PlaceDiver(space("a1"))
    assert step_from_json(step_to_json(step)) == step
    with pytest.raises(ValuesMissing):
        record_to_json(position(), [Turn(1, None, step)])
    with pytest.raises(ValuesMissing):
        position_to_json(declare(position(ONE_OF_EACH), space("a1"), None))


def test_two_pontoons_are_read_in_any_order_as_the_same_step():
    """Ruling 3: the order says nothing."""
    step = LayPontoons((edge("a1-b1"), edge("c3-c4")))
    assert step_from_json([["pontoon", "c3-c4"], ["pontoon", "a1-b1"]]) == step


@pytest.mark.slow
@settings(max_examples=25, deadline=None)
@given(st.integers(0, 2**32))
def test_positions_and_records_of_random_games_survive_the_way_through_json(seed):
    """Every position of a game is lawful, and its record leads to the same end; only that tells who looked where."""
    rng = random.Random(seed)
    start = state = random_opening(rng)
    played = []
    while not state.public.over:
        turn, state = random_turn(state, rng)
        played.append(turn)
        assert read_position(json.dumps(position_to_json(state)).encode()) == state.changed(looks={})
    record = read_record(json.dumps(record_to_json(start, played)).encode())
    end = record.start
    for turn in record.turns:
        end = play(end, turn)
    assert end == state


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 2**32))
def test_an_agreement_survives_the_way_through_json(seed):
    """Both switches are written out."""
    setup = random_opening(random.Random(seed)).public.setup
    assert setup_from_json(json.loads(json.dumps(setup_to_json(setup)))) == setup


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)


@pytest.mark.slow
@settings(max_examples=at_length(200, 80), deadline=None)
@given(st.sampled_from(sorted(RICH)), JSON)
def test_nothing_that_json_can_say_breaks_the_reader(key, value):
    """Any value for any key is either accepted or refused; there is no third way."""
    try:
        state = read_position(json.dumps(changed(RICH, key, value)).encode())
    except BadInput as error:
        said = str(error)
    else:
        said = ""
        assert position_from_json(position_to_json(state)) == state
    assert said.isprintable()


def test_remarks_of_whoever_collects_records_are_not_read():
    """An id, a note and what is expected may stand beside start and turns, and change nothing."""
    plain = {"start": document(), "turns": []}
    remarked = {"id": "g1", "note": [None], "expect": {"winners": [1]}, **plain}
    assert read_record(json.dumps(remarked).encode()) == read_record(json.dumps(plain).encode())
