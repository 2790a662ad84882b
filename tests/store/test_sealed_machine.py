"""A store in anybody's hands: games are played, named, deleted, sealed, damaged, copied and put back, in any order.

A model says what must be seen; after every step the log says the same.
"""

import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test

from pearlboard.geometry import space
from pearlboard.session.decide import fold
from pearlboard.session.facts import Entry, GameDeleted, GameTitled, SensorLeftOut, SensorTrusted
from pearlboard.session.state import Session
from pearlboard.store import seals
from pearlboard.store.backups import back_up, restore
from pearlboard.store.games import Search
from pearlboard.store.journal import journal_of
from pearlboard.store.log import FactLog
from support.lengths import at_length
from support.many_games import moved
from support.sessions import WAY, follow

pytestmark = pytest.mark.slow

RUNS, STEPS = at_length((400, 60), (6, 25))
AT = "2026-01-02T03:04:05+00:00"
GAME = follow(WAY)[0]
SITES = (space("c3"), space("d4"))


class Store(RuleBasedStateMachine):
    """A log, and what must be seen of it."""

    def __init__(self):
        super().__init__()
        self.folder = Path(tempfile.mkdtemp(prefix="pearlboard-machine-"))
        self.path = self.folder / "games.db"
        self.log = FactLog(self.path)
        self.titles, self.deleted, self.masked, self.steps = {}, set(), set(), None

    def teardown(self):
        self.log.close()
        shutil.rmtree(self.folder)

    def append(self, *facts):
        self.log.append([Entry(self.log.version + 1 + place, fact) for place, fact in enumerate(facts)], AT)

    @rule(games=st.integers(1, 3), ends=st.booleans())
    def play(self, games, ends):
        for _ in range(games):
            first = self.log.version + 1
            entries = [moved(entry, first - 1) for entry in GAME]
            self.log.append(entries if ends else entries[:-3], AT)
            if ends:
                self.titles[first] = ""

    @precondition(lambda self: self.titles)
    @rule(choice=st.randoms(use_true_random=False), title=st.sampled_from(("", "Rain", "A secret evening")))
    def name(self, choice, title):
        number = choice.choice(sorted(self.titles))
        self.append(GameTitled(number, title))
        self.titles[number] = title

    @precondition(lambda self: self.titles)
    @rule(choice=st.randoms(use_true_random=False))
    def delete(self, choice):
        number = choice.choice(sorted(self.titles))
        self.append(GameDeleted(number))
        del self.titles[number]
        self.deleted.add(number)

    @rule(site=st.sampled_from(SITES), masks=st.booleans())
    def mask(self, site, masks):
        self.append((SensorLeftOut if masks else SensorTrusted)(site))
        (self.masked.add if masks else self.masked.discard)(site)

    @rule()
    def rest(self):
        self.log.write_back()
        self.steps = self.log.sealing.steps()

    @precondition(lambda self: self.steps is not None)
    @rule(many=st.integers(1, 40))
    def seal(self, many):
        for _ in range(many):
            if next(self.steps, self) is self:
                self.steps = None
                return

    @rule(killed=st.booleans())
    def start_again(self, killed):
        """Open the log again; `killed`: without a checkpoint, as far as one process can do that to itself."""
        self.steps = None
        if not killed:
            self.log.write_back()
        self.log.close()
        self.log = FactLog(self.path)
        assert self.log.repaired == ()

    @precondition(lambda self: self.log.sealing.last is not None)
    @rule(choice=st.randoms(use_true_random=False), which=st.booleans())
    def damage(self, choice, which):
        """Damage one fact of one copy; it is back before anybody sees it, or after one reading."""
        self.log.write_back()
        version = choice.randint(1, self.log.sealing.last.last)
        if which:
            self.log._connection.execute("UPDATE fact SET at = at || '!' WHERE version = ?", (version,))
        else:
            file = choice.choice([each for each in journal_of(self.path).iterdir() if int(each.stem) < version])
            if not self.log.sealing.holds(int(file.stem)):
                return
            data = bytearray(file.read_bytes())
            data[choice.randrange(200, len(data))] ^= 1
            file.write_bytes(data)
        said = []
        for _ in self.log.sealing.reading(said.append):
            pass
        assert said

    @rule(puts_back=st.booleans())
    def copy(self, puts_back):
        self.steps = None
        self.log.write_back()
        made = back_up(self.log)
        if puts_back:
            self.log.close()
            restore(made, self.path, replace=True)
            self.log = FactLog(self.path)

    @invariant()
    def what_is_seen_is_what_was_done(self):
        """The list, every game, and what a start would go on from."""
        listed = self.log.shelf.finished_games(Search(1000))
        assert {game.number: game.title for game in listed} == self.titles
        assert set(self.log.contents.finished) == set(self.titles)
        assert set(self.log.contents.deleted) == self.deleted
        for number in sorted(self.titles)[:: max(1, len(self.titles) // 4)]:
            stored = self.log.game(number)
            entries = stored.entries[: len(GAME)]
            assert [entry.fact for entry in entries] == [entry.fact for entry in GAME]
        assert fold(Session(), self.log.to_resume()).left_out == self.masked


def test_a_store_in_anybodys_hands_shows_what_was_done(monkeypatch, record_property):
    """Whatever is sealed meanwhile."""
    for name, value in (("LIGHT", 5_000), ("SMALL", 16_000), ("JOINED", 3)):
        monkeypatch.setattr(seals, name, value)
    run_state_machine_as_test(Store, settings=settings(max_examples=RUNS, stateful_step_count=STEPS))
    record_property("reached", f"{RUNS} runs of up to {STEPS} steps, seen as done after each")
