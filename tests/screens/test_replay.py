"""Replays: a finished game is shown again, step by step, as it was played and counted."""

import json
import random

import pytest

from pearlboard.games.perladora.rules.scoring import score
from pearlboard.games.perladora.rules.steps import Counted, PlaceDiver
from pearlboard.geometry import GRID, site
from pearlboard.screens.catalogues import catalogues
from pearlboard.session.facts import TakenBack
from pearlboard.session.intents import Act, TakeBack
from pearlboard.table.exhibit import Exhibit, document, replay
from support.advanced import Players, end
from support.finished import finished
from support.perladora_table import PERLADORA
from support.sessions import REVEALED, TO_PLAYING, TURNS, follow, session_at, together
from support.tabling import TestTable

pytestmark = pytest.mark.slow

SEEDS = range(12)
AT = "2026-11-21T14:03:00+00:00"


def told(shown, language="en"):
    return document(shown, AT, catalogues()[language])


def spoken(shown, language="en"):
    return [" ".join(frame["said"]) for frame in told(shown, language)["frames"]]


def test_a_short_game_is_told_step_by_step():
    """Actions, their consequences, the count, and the winner."""
    assert spoken(replay(session_at("over"))) == [
        "The Pearls lie on the Farms. Anna begins.",
        "Anna lays a Diver worth 5 on c4.",
        "Ben lays a Diver worth 3 on e2.",
        "Anna lays Pontoons between a1 and b1 and between b2 and c2.",
        "Ben passes and is out for the rest of the game.",
        "Anna passes and is out for the rest of the game. The last turn is played: the Divers are turned up.",
        "Most points here: Anna, 5 to 3. That wins 40 Pearls.",
        "The game goes to Anna, with 40 Pearls.",
    ]


@pytest.mark.parametrize("seed", SEEDS)
def test_every_replay_has_words_in_each_language(seed):
    """Every frame of any game has a text, different in each language."""
    shown = replay(finished(seed))
    english, french = spoken(shown), spoken(shown, "fr")
    assert all(english)
    assert all(one != other for one, other in zip(english, french, strict=True))


@pytest.mark.parametrize("seed", SEEDS)
def test_the_pieces_add_up_to_the_board_at_the_end(seed):
    """The new and changed pieces of all frames add up to the board at the end."""
    session = finished(seed)
    lying = {}
    for frame in told(replay(session))["frames"]:
        lying |= {piece["site"]: piece for piece in frame["pieces"]}
    public, values = session.state.public, session.state.values
    assert lying.keys() == {str(place) for place in (*public.divers, *GRID.edges_in(public.pontoons))}
    for place, diver in public.divers.items():
        assert lying[str(place)] == {
            "site": str(place),
            "kind": "diver",
            "seat": diver.seat,
            "value": values[place],
            "necklaces": diver.necklaces,
            "backup": diver.backup,
            "face_up": diver.shown is not None,
        }


@pytest.mark.parametrize("seed", SEEDS)
def test_a_step_brings_only_what_it_touches(seed):
    """New or changed pieces are those of the step; counting moves nothing."""
    for frame in told(replay(finished(seed)))["frames"]:
        assert {piece["site"] for piece in frame["pieces"]} <= set(frame["touched"])
        assert frame["touched"] == sorted(frame["touched"], key=lambda name: GRID.sites.index(site(name)))


@pytest.mark.parametrize("seed", SEEDS)
def test_the_count_is_that_of_the_rules(seed):
    """Every territory comes once, in order, and the last frame says who has won."""
    session = finished(seed)
    shown = replay(session)
    result = score(session.state.public, session.state.values)
    whole = told(shown)
    counted = [frame for frame in whole["frames"] if frame["kind"] == "count"]
    assert [frame["territory"] for frame in counted] == list(range(len(result.territories)))
    assert [part["winners"] for part in whole["count"]] == [list(part.winners) for part in result.territories]
    assert whole["frames"][-1]["said"] == [whole["result"]["text"]]
    assert whole["result"]["winners"] == list(result.winners)
    assert PERLADORA.finished.result(shown.course) == result.verdict


def test_a_power_and_its_main_action_are_one_turn():
    """Turns are counted as at the table: a Power does not end one."""
    shown = replay(finished(3, advanced=True))
    powers = [
        frame
        for frame in shown.frames
        if frame.kind == "step"
        and frame.said[0].name in ("told_fishermen", "told_children", "told_foragers", "told_elders")
    ]
    after = [shown.frames[shown.frames.index(frame) + 1] for frame in powers]
    assert powers
    assert [frame.turn for frame in powers] == [frame.turn for frame in after]
    assert [frame.seat for frame in powers] == [frame.seat for frame in after]
    turns = [frame.turn for frame in shown.frames if frame.kind == "step"]
    assert sorted(set(turns)) == list(range(1, max(turns) + 1))


def test_a_replay_leaves_out_steps_taken_back():
    """A step that was taken back does not count as played."""
    log, session = follow([*TO_PLAYING, TURNS[0], TakeBack(), Act(1, PlaceDiver(site("b3"), 1)), *TURNS[1:]])
    _, over = follow([*REVEALED, together(Counted())], session)
    assert any(isinstance(entry.fact, TakenBack) for entry in log)
    assert spoken(replay(over))[1] == "Anna lays a Diver worth 1 on b3."


@pytest.mark.parametrize("stage", ["idle", "pearls", "playing", "reveal", "count"])
def test_a_game_that_was_not_counted_is_not_shown(stage):
    """An unfinished game has no replay, which would reveal values."""
    with pytest.raises(LookupError, match="ended"):
        replay(session_at(stage))


@pytest.mark.parametrize("seed", SEEDS)
def test_every_frame_can_be_shown_on_the_lights(seed):
    """Every piece's light shines until the count; and each frame has a sentence."""
    shown, lying = replay(finished(seed)), set()
    for index, frame in enumerate(shown.frames):
        lit = {str(light) for light in Exhibit(shown, index).scene.lights}
        lying |= {piece["site"] for piece in frame.shown["pieces"]}
        assert frame.said
        if frame.kind in ("start", "step"):
            assert lying <= lit


@pytest.mark.parametrize("seed", range(3))
def test_a_replay_shows_what_was_played_at_the_table(seed):
    """With and without phones, with Powers, with values said at once, later or never: as counted."""
    rng = random.Random(seed)
    table = TestTable().begin(2 + seed, advanced=True, confirm="button")
    Players(table, rng, phones=(1,)).play_to_the_end()
    end(table)
    session = table.tabletop.session
    shown = replay(session)
    assert shown.frames[-1].said == (score(session.state.public, session.state.values).verdict,)
    steps = [frame for frame in shown.frames if frame.kind == "step"]
    assert [frame.seat for frame in steps] == [seat for seat, _ in session.played]


def test_a_replay_is_plain_data():
    """The replay is JSON, and small enough for a phone."""
    text = json.dumps(told(replay(finished(0, advanced=True, players=4))))
    assert len(text) < 100_000
