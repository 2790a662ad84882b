"""A table in the hands of anybody: what may be done to it in any order, and what must be true whatever was done."""

import json
from functools import reduce

from pearlboard.app.catalogues import catalogues
from pearlboard.app.stage import Stage
from pearlboard.geometry import GRID, site
from pearlboard.session.decide import fold
from pearlboard.session.evolve import game_of
from pearlboard.session.facts import StepPlayed
from pearlboard.session.state import Phase, Refused, Session
from pearlboard.session.who import OPERATOR
from pearlboard.texts import LANGUAGES
from tabling import TestTable

SENSED_MS = 600
"""A piece counts as lying for so long after it was lifted: its sensor has to settle, and the button waits for that."""


class Disk:
    """Stands in for the writer behind a stage: everything is saved at once."""

    failing = None
    unsaved = ()
    saved = 0


class AnyTable(TestTable):
    """A table whose commands go the way of the pages, and which knows what really lay on it, and when."""

    def __init__(self, log=(), pieces=(), truth=None, **settings):
        self.truth = truth if truth is not None else {}
        self.invented = []
        self.truth.update({site(name): None for name in pieces})
        super().__init__(log, pieces, **settings)
        self.stage = Stage(self.tabletop, self.doors, self.lighting, Disk(), catalogues(),
                           origin=lambda: "http://192.0.2.7:8000")
        self.refusals = []
        handed_over, self.board.scan_if_changed = self.board.scan_if_changed, self._changed_by_hand
        self._hand_over = handed_over
        self._changed_by_hand()

    def _changed_by_hand(self):
        for place in GRID.sites:
            if self.board._reads(place):
                self.truth[place] = None
            elif self.truth.get(place, 0) is None:
                self.truth[place] = self.clock()
        self._hand_over()

    def append(self, entries):
        """Note every piece that is recorded and did not lie there."""
        super().append(entries)
        for entry in entries:
            if isinstance(entry.fact, StepPlayed):
                for place in game_of(Session(agreement=self.tabletop.session.agreement)).sites(entry.fact.step):
                    left = self.truth.get(place, -SENSED_MS)
                    if left is not None and self.clock() - left > SENSED_MS:
                        self.invented.append((entry, place))

    def wish(self, version=None, who=OPERATOR, **document):
        """Send a command as a page does; only `Refused` may come back, with words in every language."""
        self.asked += 1
        try:
            self.stage.receive(document, f"wish-{self.asked:05}", version, who)
        except Refused as refusal:
            words = [self.stage.render(refusal.sentence, language) for language in LANGUAGES]
            self.refusals.append((refusal.name, *words))

    def reboot(self):
        """The same log and the same pieces under a program that has just started."""
        after = AnyTable(self.log, [str(place) for place in self.board.pieces])
        after.asked = self.asked
        return after

    def check(self):
        """What is always true."""
        session = self.tabletop.session
        assert fold(Session(), tuple(self.log)) == session
        assert [entry.version for entry in self.log] == list(range(1, len(self.log) + 1))
        assert not self.invented
        for language in LANGUAGES:
            screen = self.stage.screen(language)
            json.dumps(screen)
            assert screen["sentence"]
            if session.phase in (Phase.IDLE, Phase.PEARLS, Phase.PLAYING):
                assert all(piece["value"] is None for piece in screen["pieces"])
                assert (screen["reveal"], screen["count"], screen["result"]) == (None, None, None)
        assert len(self.stage.frame()) == 3 * len(GRID.lights)
        assert session.state is None or reduce(
            lambda total, hand: total + sum(hand), session.state.hands, 0) >= sum(session.state.public.left)


def end_game(table):
    """Say what must be said at the reveal, agree, and count to the end."""
    while table.tabletop.now.phase is Phase.REVEAL and (problems := table.tabletop.now.reckoning.problems):
        state = table.tabletop.session.state
        reading = next(reading for reading in table.tabletop.now.reckoning.readings
                       if not reading.said and sum(count > 0 for count in state.hands[reading.seat - 1]) > 1)
        value = max(value for value, count in enumerate(state.hands[reading.seat - 1], 1) if count)
        table.wish(name="say_value", space=str(reading.space), value=value)
        assert table.tabletop.now.reckoning.problems != problems or table.tabletop.session.state != state
    table.wish(name="agree")
    while table.tabletop.now.phase is Phase.COUNT:
        table.wish(name="confirm")


def play_turn(table, rng, *, value=None):
    """One legal turn by hand: a Diver, or one or two Pontoons; False if it came to nothing."""
    now = table.tabletop.now
    if now.phase is not Phase.PLAYING or now.stop is not None or now.table.missing or now.table.extra:
        return False
    hints = game_of(table.tabletop.session).hints(now.view)
    spaces = sorted(hints.spaces - table.board.pieces)
    edges = sorted(hints.edges - table.board.pieces, key=str)
    if not spaces and not edges:
        return False
    in_turn = spaces if spaces and (not edges or rng.random() < 0.5) else edges
    table.do(str(rng.choice(in_turn)))
    if value is not None:
        table.wish(name="choose_value", value=value)
    version = table.tabletop.session.version
    table.do("press end_turn")
    return table.tabletop.session.version > version
