"""Two worlds, in only one of which a seat has made a note or repeated one; no output for others may differ.

All output of the table is caught: messages of watchers as they are sent (so that an extra message is noticed), screens,
frames, sounds, health, answers over HTTP, the program's log, the black box. Compared is the output for a table page,
the operator, and the other seats' phones, in every game of the program and in test games.
"""

import asyncio
import itertools
from dataclasses import replace

import pytest

from other_games import auction
from other_games.tables import GameTable
from pearlboard.drivers.protocols import Button
from pearlboard.games.registry import GAMES
from pearlboard.languages import LANGUAGES
from pearlboard.recorder.blackbox import BlackBox
from pearlboard.recorder.journal import Journal
from pearlboard.screens.archive import Archive
from pearlboard.screens.catalogues import catalogues
from pearlboard.session import decide, facts
from pearlboard.session.principal import EVERYBODY, OPERATOR
from pearlboard.session.state import Session
from pearlboard.settings import Settings
from pearlboard.web.guard import Guard
from pearlboard.web.hub import Hub
from pearlboard.web.routes import table_app
from session.test_two_worlds import OVERHEARD, PATHS, Kept, get, overhearing
from support.perladora_table import hints

pytestmark = pytest.mark.slow


class World(GameTable):
    """A table with a watcher on every way out; `said`: whether this world has the extra notes."""

    def __init__(self, folder, *, said):
        self.chain = None
        super().__init__()
        self.said, self.out, self.sayings = said, [], 0
        self.box = BlackBox(self.kept(), self.clock, Settings(), self.board.wiring.to_toml(), folder)
        self.chain = Journal(self.box, catalogues()["en"])
        self.box.watch(self.tabletop)
        self.box._files.close()
        self.stage.finished.games = Archive(Kept(self.log))
        self.stage._writer, self.stage._asked = self, self.box.asked
        self.hub = Hub(self.stage, now_s=lambda: self.clock() / 1000)
        self.app = table_app(self.stage, self.hub, Guard(frozenset({"localhost"}), "token"), catalogues(), lambda: "en")
        self.tabletop.listen(self._told, self._told_alone)
        self.watching = {}

    failing = None

    @property
    def unsaved(self):
        """Keep the last public fact, and all after it, unsaved."""
        last = max(place for place, entry in enumerate(self.log) if not isinstance(entry.fact, facts.Noted))
        return tuple(self.log[last:])

    def kept(self):
        class Saver:
            append = self.log.extend

        return Saver()

    def append(self, entries):
        (super() if self.chain is None else self.chain).append(entries)

    def check(self):
        """Skip the usual checks, because the worlds are compared instead."""

    def _told(self):
        self.box.look()
        super()._changed()
        self.hub._screens.clear()
        self.hub._broadcast()

    def _told_alone(self, seat):
        self.hub.tell_alone(lambda principal: self.stage.is_told(seat, principal))

    def watch(self, *phones, witnesses):
        """Connect phones for these seats, all watched, and a table page and the operator.

        `witnesses` make no notes of their own, so that not even their own screens may differ.
        """
        self.witnesses = (EVERYBODY, OPERATOR)
        self.phones = {seat: self.phone(seat) for seat in phones}
        for who in (EVERYBODY, OPERATOR, *self.phones.values()):
            self.watching[who] = self.hub.join("en", who, lights=True)
        self.witnesses += tuple(self.phones[seat] for seat in witnesses)

    def by(self, seat, name, *, wait=700, **fields):
        """Send a command from a seat's phone, or from the table without one, and let time pass."""
        who = self.phones.get(seat, OPERATOR)
        assert self.wish(name, who=who, **fields) is None, (name, fields)
        self.look()
        self.do(f"wait {wait}")
        self.look()

    def alone(self, seat, name, *, refused=None, wait=300, **fields):
        """Send a command in one of the worlds only: only that seat may learn of it."""
        self.do(f"wait {wait}")
        if self.said:
            self.sayings += 1
            assert self.wish(name, who=self.phones[seat], **fields) == refused, (name, fields)
        self.look()
        self.do(f"wait {wait}")
        self.look()

    def look(self):
        """Record the output."""
        for who in self.witnesses:
            texts = self.watching[who]._texts
            self.out += [f"{who.seat}: {text}" for text in texts]
            self.out += [f"{who.seat}: {self.stage.screen(language, who)}" for language in LANGUAGES]
            texts.clear()
        self.out.append(repr(self.stage.versions()))
        self.out += OVERHEARD.take()
        self.out.append(repr((self.stage.frame(), self.stage.health(), self.lighting.cue, self.changes)))
        for given in (self.board.played, self.board.lamps):
            self.out.append(repr(list(given)))
            given.clear()
        jobs = self.box._files._jobs
        self.out += [repr(jobs.get()) for _ in range(jobs.qsize())]

    def fetch(self):
        for path in PATHS:
            self.out.append(asyncio.run(get(self.app, path)))


def perladora(world):
    """Values given to Divers, changed, and given while one's own or another's Diver lies there as a draft."""
    people = [{"name": "Anna"}, {"name": "Ben"}, {"name": "Cleo"}]
    world.wish("set_up", players=people, clock=1, explain=True, options={"clans": ["fishermen", "elders", "foragers"]})
    world.wish("act", action=["begin"])
    world.watch(1, 2, 3, witnesses=[3])
    for turn, place in enumerate(("c4", "e2", "h1", "a1", "g3", "b5", "e5")):
        seat = 1 + turn % 3
        world.do(f"{place} wait 400")
        world.by(seat, "choose", choice={"later": True} if turn < 3 else {"value": 1}, wait=300)
        if turn in (3, 4):
            world.alone(seat, "choose", choice={"value": 4})
            world.alone(seat, "note", action=["tell", "c4" if seat == 1 else "e2", 4])
        if turn == 6:
            world.board.press(Button.END_TURN, 1_200)
            world.alone(2, "note", action=["tell", "e2", 1])
        if turn == 5:
            world.alone(1, "note", action=["tell", "c4", 1])
            world.alone(1, "note", action=["tell", "d4", 1], refused="not_your_diver")
        world.do("wait 3300")
        world.look()
    world.by(1, "take_back")
    assert len(world.tabletop.session.played) == 6


def against_computers(world):
    """Notes made while the computer thinks, before advice arrives, and after."""
    people = [{"name": "Anna"}, {"name": "Otto", "computer": "easy"}, {"name": "Cleo"}]
    world.wish("set_up", players=people, clock=1, options={"clans": ["fishermen", "elders", "foragers"]})
    world.wish("act", action=["begin"])
    world.watch(1, 3, witnesses=[3])
    for _ in range(2):
        mine = _laid(world, 1)
        assert world.tabletop.now.game.thinking
        world.alone(1, "note", action=["tell", mine, 1], wait=0)
        world.tabletop.refresh()
        while 2 in world.tabletop.now.game.active or world.page()["put"]:
            world.do(" ".join((*world.page()["put"], "wait 1000")))
            world.look()
        world.by(3, "advise", wait=0)
        world.alone(1, "note", action=["tell", mine, 2])
        world.by(3, "hint", wait=900)
        _laid(world, 3)
        world.by(1, "advise", wait=900)
        world.by(1, "hint", wait=100)
        world.alone(1, "note", action=["tell", mine, None])
        world.by(1, "advise", wait=900)
    seeds = dict.fromkeys(question.seed for question in world.thinker.asked)
    world.out.append(repr([*seeds]))  # a seat with a note is asked twice with one seed, and nobody is asked again
    assert len(seeds) == 6


def _laid(world, seat):
    """Let a seat lay a Diver whose value it will say later; return its site."""
    place = str(min(hints(world.tabletop.now).spaces))
    world.do(f"{place} wait 400")
    world.by(seat, "choose", choice={"later": True}, wait=0)
    world.do("wait 2800")
    return place


def piratoons(world):
    """Sealed bids repeated, by seats whose turn it is or no longer is."""
    world.set_up("piratoons", 3, clock=1)
    world.wish("act", action=["open"], actor=1)
    world.do("wait 16000")
    world.wish("act", action=["stop", []], actor="table")
    world.do("wait 600")
    rules = GAMES["piratoons"].rules
    world.wish("act", action=rules.encode(rules.go_on(rules.view(world.state, "table"))), actor="table")
    world.watch(1, 2, 3, witnesses=[2, 3])
    world.by(1, "act", action=["bid", 4], actor=1)
    world.alone(1, "note", action=["rebid", 2])
    world.alone(2, "note", action=["rebid", 2], refused="nothing_sealed")
    version = world.page()["version"]
    world.by(3, "act", action=["bid", 1], actor=3, version=version)
    world.alone(1, "note", action=["rebid", 2])
    world.alone(1, "act", action=["bid", 3], actor=1, refused="not_your_turn")
    world.by(3, "take_back")
    world.alone(1, "note", action=["rebid", 0])
    world.by(3, "act", action=["bid", 1], actor=3)
    world.by(1, "pause")
    world.by(1, "resume")
    assert world.page()["stage"] == "bids 1"


def pearls(world):
    """Refusals on a seat's own screen that depend on its hand."""
    world.set_up("pearls", 2, clock=1)
    world.watch(1, 2, witnesses=[2])
    [colour] = [each["colour"] for each in world.own(world.phones[1])["game"]["hand"]][:1]
    world.alone(1, "act", action=["place", colour, 9, 0, False], refused="no_such_card")
    world.by(1, "act", action=["place", colour, 1, 0, False])
    world.alone(1, "act", action=["place", colour, 1, 0, False], refused="not_your_turn")
    world.by(2, "act", action=["take", world.page()["game"]["display"][0]["colour"]])


class SaidAgain(auction.AuctionRules):
    """An auction whose author lets a seat replace its sealed bid, without knowing `aside`."""

    def active(self, state):
        return frozenset(auction.SEATS) if state.stage == "bidding" else super().active(state)

    def legal(self, view):
        return super().legal(replace(view, sealed=view.sealed - {view.viewer}))


def of_another(world):
    """A game for which the session itself finds out what nobody else may see."""
    world.set_up("auction", 6, clock=1)
    world.watch(1, 2, 3, witnesses=[2, 3])
    world.do("wait 3100")
    world.wish("act", action={"kind": "open", "card": 0})
    world.by(1, "act", action={"kind": "bid", "card": 0}, actor=1)
    world.alone(1, "act", action={"kind": "bid", "card": world.state.hands[1]}, actor=1)
    world.by(2, "act", action={"kind": "bid", "card": 0}, actor=2)
    world.alone(1, "act", action={"kind": "bid", "card": 0}, actor=1)
    world.by(2, "take_back")


@pytest.fixture
def games():
    """Test games are on the table, too."""
    GAMES.add(replace(auction.PACKAGE, rules=SaidAgain()))
    yield
    GAMES.remove("auction")


COURSES = (perladora, against_computers, piratoons, pearls, of_another)


def played(course, folder, *, said):
    """Play a course of events in one world."""
    with overhearing():
        world = World(folder, said=said)
        course(world)
        world.fetch()
    return world


def differences(course, folder):
    """The differences between the worlds."""
    quiet, said = played(course, folder / "one", said=False), played(course, folder / "other", said=True)
    assert said.sayings > quiet.sayings == 0
    assert len(quiet.out) > 100
    return [pair for pair in itertools.zip_longest(quiet.out, said.out) if pair[0] != pair[1]]


@pytest.mark.parametrize("course", COURSES, ids=lambda course: course.__name__)
@pytest.mark.usefixtures("games")
def test_nobody_learns_whether_a_note_was_made(course, tmp_path):
    """Neither a byte nor a message more reveals that a seat has made a note, or repeated one."""
    assert differences(course, tmp_path) == []


@pytest.mark.usefixtures("games")
def test_the_seats_own_screen_shows_its_note(tmp_path):
    """The seat's own screen shows the note at once."""
    world = World(tmp_path, said=True)
    piratoons(world)
    assert world.own(world.phones[1])["game"]["bid"] == 0
    world.watching[world.phones[1]]._texts.clear()
    world.wish("note", action=["rebid", 3], who=world.phones[1])
    [told] = world.watching[world.phones[1]]._texts
    assert '"bid":3' in told
    assert not world.watching[EVERYBODY]._texts


@pytest.mark.usefixtures("games")
def test_a_repeated_choice_is_stored_as_a_note(tmp_path):
    """A repeated secret choice is a note like any other, and take-backs do not affect it."""
    world = played(of_another, tmp_path, said=True)
    noted = [entry.fact for entry in world.log if isinstance(entry.fact, facts.Noted)]
    assert [fact.action.card > 0 for fact in noted] == [True, False]
    assert world.state.bids == {1: 0}
    assert [act.actor for act in world.tabletop.session.acts if act.actor != "table"] == [1]


def test_public_numbers_are_the_same_after_a_restart(tmp_path):
    """So a page that saw a number before the restart is neither stale nor ahead."""
    world = World(tmp_path, said=True)
    piratoons(world)
    assert world.tabletop.session.version > world.tabletop.session.public
    again = decide.fold(Session(), tuple(world.log))
    assert (again.public, again.fresh_from) == (world.tabletop.session.public, world.tabletop.session.fresh_from)


def test_public_numbers_never_decrease():
    """An unbegun set-up is replaced by one with its numbers in the log; pages that saw the first are stale."""
    table = GameTable().set_up("pearls", 2)
    seen = [table.page()["version"]]
    for _ in range(3):
        assert table.wish("abandon", version=seen[-1]) is None
        table.set_up("pearls", 2)
        seen.append(table.page()["version"])
    assert seen == sorted(set(seen))
    assert table.wish("hint", version=seen[-2]) == "stale_version"
    assert table.stage.versions() == (seen[-1], seen[-1])


# --- injected leaks: the comparison must find each of them -----------------------------------------------------------


def _counting_all(monkeypatch):
    monkeypatch.setattr(facts, "UNSEEN", ())


def _broadcasting(monkeypatch):
    monkeypatch.setattr(World, "_told_alone", lambda world, _: world._told())


@pytest.mark.parametrize("leak", [_counting_all, _broadcasting], ids=["numbers", "broadcast"])
@pytest.mark.usefixtures("games")
def test_a_planted_leak_is_found(leak, monkeypatch, tmp_path):
    """A number that counts every fact; a broadcast that reveals only its own delay."""
    leak(monkeypatch)
    assert differences(piratoons, tmp_path)


@pytest.mark.usefixtures("games")
def test_without_notes_a_repeated_choice_would_be_a_step(monkeypatch, tmp_path):
    """Without that rule of the session, a repetition would be a step like any other."""
    monkeypatch.setattr(decide, "_unseen", lambda *_: False)
    assert differences(of_another, tmp_path)
