"""Whole games with computers on the simulated board: every level in every rule set, exhibitions, and all troubles."""

import itertools
import random

import pytest

from pearlboard.computers.bot_client import BotReply
from pearlboard.games.bots import Thought
from pearlboard.games.perladora.rules.notation import record_from_json
from pearlboard.games.perladora.rules.options import steps
from pearlboard.games.perladora.rules.play import play
from pearlboard.games.perladora.rules.scoring import score
from pearlboard.geometry import GRID, space
from pearlboard.session.questions import package_of
from support.advanced import Players, end
from support.fuzzing import AnyTable
from support.lengths import at_length
from support.perladora_table import reckoning
from support.tabling import PAUSE_MS, PLAYERS

pytestmark = pytest.mark.slow

LEVELS = ("easy", "medium", "hard", "expert")
RULE_SETS = tuple(itertools.product((2, 3, 4), (False, True), ("en", "fr")))
GAMES = [(*rules, LEVELS[number % 4]) for number, rules in enumerate(RULE_SETS)] + [
    (2, *rules, level) for rules in itertools.product((False, True), ("en", "fr")) for level in LEVELS
]
TROUBLED = range(12)
SHORT = [GAMES[number] for number in (3, 5, 6, 8)]
"""Every number of players with and without Powers, every level and edition."""
GAMES, TROUBLED = at_length((GAMES, TROUBLED), (SHORT, TROUBLED[:2]))


def set_up(players, computers, *, advanced=False, edition="en", simulations=1, **settings):
    """A table at which computers play these seats."""
    table = AnyTable(**settings)
    table.thinker.simulations, table.thinker.ms = simulations, 1
    clans = ("children", "elders", "foragers", "fishermen")
    seats = [
        {"name": PLAYERS[seat - 1]["name"], "clan": clans[seat % 4], "computer": computers.get(seat)}
        for seat in range(1, players + 1)
    ]
    table.ask("set_up", players=seats, advanced=advanced, edition=edition, hints="always").ask("start")
    return table


def lay(table):
    """Lay the owed pieces."""
    while put := table.screen()["put"]:
        table.do(put[0])


def play_on(table, people):
    """Do the next thing: a person's turn, an owed piece, or waiting for the computer."""
    if table.tabletop.now.game.exhibition or (table.screen()["thinking"] and not table.screen()["put"]):
        table.do(f"wait {PAUSE_MS}")
    elif table.screen()["put"]:
        lay(table)
    else:
        people.turn()


def checked_result(table):
    """The record of the game, replayed by the rules, must give the table's result."""
    session = table.tabletop.session
    assert session.stage == "over"
    record = record_from_json(package_of(session).rules.record(session.course))
    state = record.start
    for turn in record.turns:
        state = play(state, turn)
    told = table.screen()["result"]["standings"]
    assert {row["side"]: row["pearls"] for row in told} == dict(score(state.public, state.values).pearls)


@pytest.mark.parametrize(("players", "advanced", "edition", "level"), GAMES)
def test_a_person_plays_every_level_in_every_rule_set(players, advanced, edition, level):
    """By hands on the simulated board, to the standings; seat 1 is a person, all others are computers."""
    table = set_up(players, dict.fromkeys(range(2, players + 1), level), advanced=advanced, edition=edition)
    people = Players(table, random.Random(f"{players}{advanced}{edition}{level}"))
    while table.tabletop.now.game.stage == "playing":
        play_on(table, people)
    lay(table)
    assert table.complaints == []
    assert {question.name for question in table.thinker.asked} == {level}
    table.check()
    end(table)
    checked_result(table)


def test_a_team_of_a_person_and_a_computer_keeps_its_secrets_from_each_other():
    """The partner's values are in no question."""
    table = set_up(4, {2: "easy", 3: "easy"})
    anna, dora = table.phone(1), table.phone(4)
    people = Players(table, random.Random(4))
    people.phones = {1: anna, 4: dora}
    for _ in range(24):
        play_on(table, people)
    mine = {question.knowledge.viewer: set(question.knowledge.values) for question in table.thinker.asked}
    for seat, known in mine.items():
        assert {table.tabletop.session.state.public.divers[space].seat for space in known} <= {seat}


@pytest.mark.parametrize(("players", "advanced"), [(2, False), (3, True), (4, True)])
def test_an_exhibition_plays_itself(players, advanced):
    """The table lays every piece, one after the other; the Divers are turned up and counted, with pauses."""
    table = set_up(players, {seat: LEVELS[seat % 4] for seat in range(1, players + 1)}, advanced=advanced)
    versions = []
    while table.tabletop.now.game.stage != "over":
        versions.append(table.tabletop.session.version)
        table.clock.step(500)
    assert table.complaints == []
    assert max(later - one for one, later in itertools.pairwise(versions)) <= 2
    checked_result(table)
    assert table.board.pieces == table.tabletop.now.board.table.expected


def test_an_exhibition_pauses_and_goes_on():
    """During a pause nothing is laid or played."""
    table = set_up(2, {1: "easy", 2: "easy"})
    table.do("wait 9000").ask("pause")
    lying, version = set(table.board.pieces), table.tabletop.session.version
    table.do("wait 60000")
    assert (table.board.pieces, table.tabletop.session.version) == (lying, version)
    table.ask("resume").do("wait 9000")
    assert len(table.board.pieces) > len(lying)


def test_an_exhibition_on_a_real_board_asks_for_every_piece():
    """Only people can lay pieces there."""
    table = set_up(2, {1: "easy", 2: "easy"})
    table.tabletop.place.simulated = None
    table.do("wait 60000")
    assert table.facts == ["Acted"]
    lay(table)
    assert table.do("wait 2000").facts == ["Acted", "Acted"]


@pytest.mark.parametrize("game", ["pearls", "piratoons"])
def test_an_exhibition_waits_until_an_earlier_games_pieces_are_lifted(game):
    """The table asks for it, and presses nothing that it would refuse."""
    table = AnyTable()
    table.thinker.ms = 1
    for place in random.Random(4).sample(sorted(GRID.spaces, key=str), 16):
        table.board.put(place)
    table.do("wait 3000").ask("set_up", game=game, players=[{"name": name, "computer": "easy"} for name in "AB"])
    for _ in range(40):
        table.clock.step(500)
    acted = table.tabletop.session.version
    assert table.screen()["lift"]
    while lift := table.screen()["lift"]:
        table.board.lift(space(lift[0]))
        table.clock.step(1000)
    for _ in range(40):
        table.clock.step(500)
    assert table.tabletop.session.version > acted


def test_an_exhibition_can_be_hurried():
    """Pauses are skipped, one at a time."""
    table = set_up(2, {1: "easy", 2: "easy"})
    table.do("wait 100").ask("hurry").do("wait 10")
    assert table.facts == ["Acted"]


def smallest(question):
    """The smallest Diver, as long as there is room for one."""
    kinds = steps(question.knowledge)
    return BotReply(
        Thought(min(kinds["diver"], key=lambda step: step.value) if "diver" in kinds else kinds["pontoon"][0], 0.5, 20)
    )


def test_an_exhibition_waits_for_values_that_only_people_know():
    """The person who handed the seat over had said no values; the table goes on once they are said."""
    table = set_up(2, {2: "easy"})
    table.thinker.think = smallest
    people = Players(table, random.Random(2))
    while len(table.tabletop.session.played) < 8:
        play_on(table, people)
    lay(table)
    table.ask("hand_over", seat=1, level="easy").do("wait 400000")
    now = table.tabletop.now
    assert (now.game.stage, bool(reckoning(now).problems)) == ("reveal", True)
    while reckoning(table.tabletop.now).problems:
        hand = table.tabletop.session.state.hands[0]
        space = next(reading.space for reading in reckoning(table.tabletop.now).readings if not reading.said)
        table.ask("say_value", space=str(space), value=max(value for value, count in enumerate(hand, 1) if count))
    table.do("wait 60000")
    checked_result(table)


TROUBLE = ("bump", "unplug", "reboot", "pause", "take_back", "hurry", "wrong place", "early", "level", "over", "forger")


class Troubled:
    """A game with computers and random incidents."""

    def __init__(self, seed, *, tiles=False):
        self.rng = random.Random(seed)
        players = self.rng.choice([2, 3, 4])
        seats = self.rng.sample(range(1, players + 1), self.rng.randint(1, players - 1))
        self.table = set_up(
            players,
            {seat: self.rng.choice(LEVELS) for seat in seats},
            simulations=0,
            advanced=self.rng.random() < 0.7,
            edition=self.rng.choice(["en", "fr"]),
            tiles=tiles,
        )
        self.people = Players(self.table, self.rng)
        self.phones()

    def phones(self):
        """Give some of the people phones."""
        agreement = self.table.tabletop.session.agreement
        self.people.phones = {seat: self.table.phone(seat) for seat in agreement.people if self.rng.random() < 0.4}

    def trouble(self):
        """Cause one random incident."""
        table, rng = self.table, self.rng
        kind = rng.choice(TROUBLE)
        pieces = sorted(table.board.pieces, key=str)
        empty = sorted(set(GRID.sites) - table.board.pieces, key=str)
        match kind:
            case "bump" if pieces:
                gone = rng.sample(pieces, min(len(pieces), 3))
                table.do(" ".join(f"-{place}" for place in gone) + " wait 3000")
                table.do(" ".join(str(place) for place in gone if place not in table.board.pieces))
            case "unplug":
                table.do("unplug wait 3000 plug wait 500")
            case "reboot":
                self.reboot()
            case "pause":
                table.wish(name="pause")
                table.do("wait 3000").wish(name="resume")
            case "wrong place" | "early":
                place = rng.choice(empty)
                table.do(f"{place} wait 400 -{place}" if kind == "early" else f"{place} wait 2500 -{place}")
            case "level":
                seat = rng.randint(1, len(PLAYERS))
                table.wish(name="hand_over", seat=seat, level=rng.choice([*LEVELS, None]))
            case "over" if rng.random() < 0.2:
                table.wish(name="abandon", who=rng.choice(table.actors))
            case _:
                table.wish(name=kind if kind in ("take_back", "hurry") else "advise", who=rng.choice(table.actors))

    def reboot(self):
        """Cut the power."""
        before = self.table
        self.table = self.people.table = before.reboot()
        self.table.thinker.simulations, self.table.thinker.ms = 0, 1
        assert self.table.tabletop.session.owed == before.tabletop.session.owed
        if self.table.tabletop.now.stop is None:
            assert self.table.tabletop.now.board.table.to_lay <= before.tabletop.place.state.owed

    def tidy(self):
        """Put lifted pieces back, and lift misplaced ones; owed pieces are not laid."""
        table = self.table
        if table.tabletop.now.stop is not None:
            table.wish(name="answer", answer="continue")
            table.wish(name="resume")
        if table.tabletop.now.requests.proposal is not None:
            table.wish(name="refuse_take_back")
        screen = table.screen()
        if screen["lift"] or table.tabletop.now.board.table.missing:
            table.ask("tidy").do("wait 300")

    def play(self, moments):
        """Play this many moments, and check the invariants after each."""
        for _ in range(moments):
            if self.table.tabletop.now.game.stage != "playing":
                return
            if self.rng.random() < 0.4:
                self.trouble()
            else:
                self.tidy()
                self.step()
            self.table.check()

    def step(self):
        """Go on, if possible."""
        now = self.table.tabletop.now
        if now.game.stage != "playing" or now.stop is not None or now.board.table.missing or now.board.table.to_lift:
            return
        phones = self.table.tabletop.session.phones
        self.people.phones = {seat: who for seat in phones if (who := self.table.screen_of(seat)).seat is not None}
        if not (now.board.table.extra and not now.board.table.to_lay):
            play_on(self.table, self.people)


@pytest.mark.parametrize("seed", TROUBLED)
def test_whatever_happens_to_a_game_with_computers_all_that_is_always_true_stays_so(seed):
    """Bumps, cables, power cuts, pauses, take-backs, changed seats, strangers: no secret shown, nothing invented."""
    game = Troubled(seed, tiles=seed % 4 == 3)
    game.play(60)
    assert game.table.complaints == []
