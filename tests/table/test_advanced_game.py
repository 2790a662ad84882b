"""The whole advanced game at the table: set-up, Powers, Backups, reveal, count; by phones and without any."""

import json
import random
from dataclasses import replace

import pytest

from pearlboard.games.perladora.rules.notation import record_from_json
from pearlboard.games.perladora.rules.play import play
from pearlboard.games.perladora.rules.scoring import score
from pearlboard.session.decide import fold
from pearlboard.session.questions import package_of
from pearlboard.session.state import Session
from pearlboard.store.codec import decode, encode
from support.advanced import Players, end
from support.fuzzing import AnyTable
from support.lengths import at_length
from support.tabling import PLAYERS

pytestmark = pytest.mark.slow


def any_game(seed, players, phones, edition="en", *, tiles=False):
    """A table after an advanced game of anybody."""
    table = AnyTable(tiles=tiles)
    drawn = [{"name": player["name"], "clan": None} for player in PLAYERS[:players]]
    table.ask("set_up", players=drawn, advanced=True, edition=edition, hints="always").ask("start")
    Players(table, random.Random(seed), phones).play_to_the_end()
    return table


@pytest.mark.parametrize(
    ("players", "phones", "edition"),
    [(2, (1, 2), "en"), (3, (1, 3), "en"), (4, (1, 2, 3, 4), "en"), (2, (), "fr"), (3, (), "en"), (4, (2,), "fr")],
)
@pytest.mark.parametrize("seed", range(at_length(3, 1)))
def test_any_advanced_game_comes_to_its_score(seed, players, phones, edition):
    """With and without phones, in teams, in both editions: the log, the record and the score agree."""
    table = any_game(seed, players, phones, edition)
    assert table.tabletop.now.game.stage == "reveal"
    table.check()
    end(table)
    session = table.tabletop.session
    assert session.stage == "over"
    stored = tuple(type(entry)(entry.version, decode(*encode(entry.fact)), entry.command) for entry in table.log)
    assert fold(Session(), stored) == session
    record = json.loads(json.dumps(package_of(session).rules.record(session.course)))
    state = record_from_json(record).start
    for turn in record_from_json(record).turns:
        state = play(state, turn)
    at_the_end = replace(state.public, stage="over", turned_up=True, shown=session.state.public.shown)
    ended = session.state.changed(looks=state.looks)  # what Elders saw may not have been said yet
    assert state.changed(public=at_the_end) == ended
    told = table.screen()["result"]["standings"]
    assert {row["side"]: row["pearls"] for row in told} == dict(score(state.public, state.values).pearls)


def test_every_power_and_the_backup_are_played():
    """The games above would prove little without them."""
    every = {"PlaceDiver", "LayPontoons", "PlaceBackup", "Fishermen", "Foragers", "Children", "Elders"}
    played = set()
    for seed in range(8):
        played |= {type(step).__name__ for _, step in any_game(seed, 4, (1, 2)).tabletop.session.played}
        if played == every:
            return
    assert played == every
