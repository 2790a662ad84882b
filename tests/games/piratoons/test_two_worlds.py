"""Two worlds of Piratoons: other stacks to come, other sealed bids; and nothing that goes out may differ.

The game explains itself there, and the witness asks for advice.

What goes out to a table page, to the host's, and to the phone of a witness who bids the same in both.
"""

from dataclasses import replace
from random import Random

import pytest

from other_games.tables import GameTable
from pearlboard.games.piratoons.rules.state import Deal
from pearlboard.languages import LANGUAGES
from pearlboard.session import facts
from pearlboard.session.principal import EVERYBODY, OPERATOR

pytestmark = pytest.mark.slow

PLAYERS, WITNESS = 3, 3
OPENED, BOATS = 6, 3
SCREENS = 1 + 2 * len(LANGUAGES)
"""Of one look, where the witness has no phone."""


class World:
    """A table whose later rounds were dealt otherwise; `out`: all that has left it."""

    def __init__(self, seed, phones=(1, 2, WITNESS)):
        first = GameTable().set_up("piratoons", PLAYERS, explain=True)
        self.table = GameTable([self.dealt(entry, seed) for entry in first.log])
        self.phones = {seat: self.table.phone(seat) for seat in phones}
        self.changes, self.refusals, self.out = self.table.changes, [], []

    def dealt(self, entry, seed):
        """The first chest is the same, all others are not."""
        if not isinstance(entry.fact, facts.GameDealt):
            return entry
        deal, rng = entry.fact.deal, Random(seed)
        later, boats = list(deal.equipment[OPENED:]), list(deal.boats[BOATS:])
        rng.shuffle(later)
        rng.shuffle(boats)
        other = Deal((*deal.equipment[:OPENED], *later), (*deal.boats[:BOATS], *boats))
        return replace(entry, fact=facts.GameDealt("piratoons", other))

    def act(self, seat, *action, who=None):
        """What a seat asks on its own screen."""
        who = who or self.phones.get(seat, OPERATOR)
        self.refusals.append(self.table.wish("act", action=list(action), actor=seat, who=who))
        self.look()

    def look(self):
        """Take down everything that can be seen now."""
        phones = [self.phones[seat] for seat in (WITNESS,) if seat in self.phones]
        self.out += self.table.all_seen(*phones, since=self.changes, refusals=self.refusals)


def played(seed=0, bids=(2, 1)):
    """A first round up to the last bid."""
    world = World(seed)
    world.look()
    world.act(1, "open")
    world.table.do("a1 b1 g1 wait 15000")
    world.act("table", "stop", [], who=OPERATOR)
    world.table.do("wait 2500")
    world.look()
    for seat, crew in ((1, [2]), (2, [1]), (3, [0, 1])):
        world.act(seat, "count", crew + [0] * (9 - len(crew)), 0)
    world.table.do("press end_turn wait 600 -a1 -b1 -g1 wait 300")
    world.look()
    world.act(2, "bid", bids[0])
    world.act(1, "bid", bids[1])
    world.act(1, "bid", 99)
    world.refusals.append(world.table.wish("note", action=["rebid", bids[0] + 1], who=world.phones[2]))
    world.look()
    world.refusals.append(world.table.wish("advise", who=world.phones[WITNESS]))
    world.table.do("wait 500")
    world.look()
    return world.out


@pytest.fixture(scope="module")
def as_it_is():
    return played()


@pytest.mark.parametrize("seed", range(1, 5))
def test_stacks_to_come_make_no_difference(as_it_is, seed):
    """Step for step, byte for byte."""
    assert [at for at, pair in enumerate(zip(as_it_is, played(seed), strict=True)) if pair[0] != pair[1]] == []


@pytest.mark.parametrize("bids", [(0, 1), (2, 0), (3, 3), (0, 0)])
def test_sealed_bids_make_no_difference(as_it_is, bids):
    """Also where one was replaced, and one was refused for being more than the public fortune."""
    assert [at for at, pair in enumerate(zip(as_it_is, played(bids=bids), strict=True)) if pair[0] != pair[1]] == []


def behind_a_curtain(seed=0, bids=(2, 1)):
    """The witness has no screen: it looks at the page of all, asks for advice there, and hands the page on."""
    world = World(seed, phones=(1, 2))
    world.act(1, "open")
    world.table.do("wait 15000")
    world.act("table", "stop", [], who=OPERATOR)
    world.table.do("wait 600 press end_turn wait 600")
    world.act(2, "bid", bids[0])
    world.act(1, "bid", bids[1])
    world.out.clear()
    for wish in ({"name": "private", "seat": WITNESS}, {"name": "advise"}, {"name": "hand_back"}):
        assert world.table.wish(**wish) is None
        world.table.do("wait 500")
        world.look()
    return world.out


@pytest.mark.parametrize("changed", [{"bids": (0, 1)}, {"bids": (2, 0)}, {"bids": (3, 3)}, {"seed": 3}], ids=str)
def test_advice_behind_a_curtain_tells_nothing_of_others(changed):
    """Neither what they have sealed nor what comes, on any screen; and the page shows nothing of it afterwards."""
    plain, other = behind_a_curtain(), behind_a_curtain(**changed)
    assert [at for at, pair in enumerate(zip(plain, other, strict=True)) if pair[0] != pair[1]] == []
    assert any('"advice": [{"text": "Bid' in told for told in plain)
    assert not any('"advice": [{' in told for told in plain[-SCREENS:])


def test_what_one_has_been_told_behind_a_curtain_is_on_no_other_screen():
    """Not on the page of everybody, and not on the phone of another who is still to bid."""
    world = World(0, phones=(1, 2))
    world.act(1, "open")
    world.table.do("wait 15000")
    world.act("table", "stop", [], who=OPERATOR)
    world.table.do("wait 600 press end_turn wait 600")
    before = [world.table.stage.screen("en", who) for who in (EVERYBODY, *world.phones.values())]
    assert world.table.wish("private", seat=WITNESS) is None
    assert world.table.wish("advise") is None
    world.table.do("wait 500")
    after = [world.table.stage.screen("en", who) for who in (EVERYBODY, *world.phones.values())]
    assert world.table.own(OPERATOR)["advice"]
    for was, now in zip(before, after, strict=True):
        assert {key for key in was if was[key] != now[key]} <= {"curtain", "notices"}


def test_opened_bids_would_make_one():
    """A control: the witness's is the last, and with it all of them lie open."""
    told = []
    for bids in ((2, 1), (1, 2)):
        world = World(0)
        world.act(1, "open")
        world.table.do("wait 15000")
        world.act("table", "stop", [], who=OPERATOR)
        world.table.do("wait 600 press end_turn wait 600")
        for seat, bid in ((1, bids[0]), (2, bids[1]), (3, 0)):
            world.act(seat, "bid", bid)
        told.append(world.out[-1])
    assert told[0] != told[1]
