"""A table for any game: commands go the way of the pages, and whatever is recorded must come back from the store."""

import itertools
import json

from pearlboard.languages import LANGUAGES
from pearlboard.session.decide import fold
from pearlboard.session.principal import EVERYBODY, OPERATOR
from pearlboard.session.state import Refused, Session
from support.fuzzing import service_of, stored
from support.hearing import all_answers
from support.tabling import TestTable

IDS = itertools.count(1)
"""No two commands have the same id, also after a restart."""
NAMES = ("Anna", "Ben", "Cleo", "Dora", "Emil", "Fanny")


class GameTable(TestTable):
    """`ask` sends a command and gives the refusal's name, `page` and `own` are what screens show."""

    def __init__(self, log=(), pieces=(), *, on_screen=False):
        super().__init__(log, pieces, on_screen=on_screen)
        self.stage = service_of(self)

    def wish(self, name, version=None, who=OPERATOR, command_id=None, **fields):
        """Send a command as a page does; the name of what stands against it, or None."""
        refused = self.refused(name, version, who, command_id, **fields)
        self.check()
        return refused

    def refused(self, name, version=None, who=OPERATOR, command_id=None, **fields):
        """The same, without looking at anything else: for a log that cannot be read."""
        try:
            self.stage.receive({"name": name, **fields}, command_id or f"wish-{next(IDS)}", version, who)
        except Refused as refusal:
            words = [self.stage.render(refusal.sentence, language) for language in LANGUAGES]
            return refusal.name if all(words) else words
        return None

    def behind(self, seat):
        """Open the curtain of a seat without a phone; who asks from behind it."""
        assert self.wish("private", seat=seat) is None
        return OPERATOR

    def set_up(self, game, players, computers=None, **form):
        """Agree on a game; `computers`: seats that the computer plays."""
        seats = [
            {"name": name, "computer": (computers or {}).get(seat)} for seat, name in enumerate(NAMES[:players], 1)
        ]
        assert self.wish("set_up", game=game, players=seats, **form) is None
        return self

    def page(self, language="en"):
        """What every page shows."""
        return self.stage.screen(language, EVERYBODY)

    def own(self, who):
        """What the screen of a seat shows besides."""
        return self.stage.screen("en", who)["you"]

    def all_seen(self, *phones, since, refusals):
        """All that everybody, the table's page and these phones can see now, with how often it has changed since."""
        viewers = (EVERYBODY, OPERATOR, *phones)
        screens = [json.dumps(self.stage.screen(language, who)) for language in LANGUAGES for who in viewers]
        board = self.stage.frame(), self.lighting.cue, list(self.board.played), list(self.board.lamps)
        facts = [repr(entry.fact) for entry in self.log]
        kept = repr(self.session), facts, repr(self.tabletop.now)
        heard = all_answers(self.tabletop.now, LANGUAGES[0])
        return [*screens, repr((heard, board, self.stage.health(), self.changes - since, refusals, kept))]

    @property
    def session(self):
        return self.tabletop.session

    @property
    def state(self):
        return self.tabletop.session.state

    def check(self):
        """What is always true: the log folds to this, the store gives it back, and every screen is plain data."""
        assert fold(Session(), tuple(self.log)) == self.session
        assert [stored(entry) for entry in self.log] == self.log
        for language in LANGUAGES:
            for who in (EVERYBODY, OPERATOR):
                screen = self.stage.screen(language, who)
                assert json.loads(json.dumps(screen, allow_nan=False)).keys() == screen.keys()
                assert screen["sentence"]

    def reboot(self):
        """The same log and the same pieces under a program that has just started."""
        return GameTable(self.log, [str(place) for place in self.board.pieces])
