"""Two worlds with computers: what they lay differs in value alone, and no output may differ.

As in `test_two_worlds`, whose watchers are used: screens, pages, frames, cues, refusals, complaints and logs. In both
worlds the computer plays the same public steps; face-down values and its hand differ.
"""

import contextlib
import io
import random
import sys

import pytest

from pearlboard.computers.bot_client import BotReply
from pearlboard.computers.computers import Computers
from pearlboard.games.bots import Thought
from pearlboard.games.perladora.rules.notation import step_to_json
from pearlboard.games.perladora.rules.options import steps, values
from pearlboard.games.perladora.rules.steps import PlaceDiver
from pearlboard.program.table_service import TableService
from pearlboard.session.principal import EVERYBODY
from session import test_two_worlds
from session.test_two_worlds import Pair, World, in_step, overhearing
from support.lengths import at_length
from support.tabling import PLAYERS

pytestmark = pytest.mark.slow

LEVELS = ("easy", "medium", "hard", "expert")
CLANS = ("fishermen", "foragers", "elders")
"""The Children's extra Diver lies open: its value is the same in both worlds, or they would differ in public."""
WRONG = 0.2
PAIRS = at_length(50, 1)
"""Pairs for each of four parts."""


class WorldOfComputers(World):
    """A world in which computers play the same public steps with different secrets."""

    def __init__(self, form, phones, witness, seed, number):
        self.public, self.secret = random.Random(f"{seed}/steps"), random.Random(f"{seed}/{number}/values")
        self.thought = 0
        super().__init__(form, phones, witness)
        self.table.thinker.think = self.think

    def think(self, question):
        """Choose a step from public knowledge, with a secret value; now and then one that is refused."""
        self.thought += 1
        knowledge = question.knowledge
        kinds = steps(knowledge)
        kind = self.public.choice(sorted(kinds))
        step = self.public.choice(sorted({public_part(step) for step in kinds[kind]}))
        chosen = next(each for each in kinds[kind] if public_part(each) == step)
        if isinstance(chosen, PlaceDiver):
            chosen = PlaceDiver(chosen.space, self.secret.choice(values(knowledge.hand)))
            if self.public.random() < WRONG:
                taken = sorted(knowledge.public.divers) or [chosen.space]
                chosen = PlaceDiver(taken[0], chosen.value)
        return BotReply(Thought(chosen, self.secret.random(), self.secret.random() * 40))

    def look(self):
        super().look()
        if self.comparable:
            self.out.append(repr(self.table.complaints))


def public_part(step):
    """A step without its value, as text that can be sorted."""
    return str(step_to_json(PlaceDiver(step.space) if isinstance(step, PlaceDiver) else step))


class PairOfComputers(Pair):
    """Two such worlds; they wait for a computer's turn and lay its pieces, now and then in a wrong place."""

    def __init__(self, seed):
        self.public = public = random.Random(f"{seed}/people")
        players = public.choice([2, 3])
        form = {
            "advanced": public.random() < 0.75,
            "hints": "always",
            "explain": True,
            "edition": public.choice(["en", "fr"]),
            "peek_own": public.random() < 0.5,
            "farms": dict(zip(("d1", "b2", "f2", "h2", "a4", "e4", "c5", "g5"), (3, 4, 4, 5, 5, 6, 6, 7), strict=True)),
        }
        self.computers = public.sample(range(1, players + 1), public.choice([1, players - 1]))
        clans = public.sample(CLANS, players)
        form["players"] = [
            {
                "name": PLAYERS[seat - 1]["name"],
                "clan": clan,
                "computer": public.choice(LEVELS) if seat in self.computers else None,
            }
            for seat, clan in enumerate(clans, 1)
        ]
        people = [seat for seat in range(1, players + 1) if seat not in self.computers]
        phones = [seat for seat in people if public.random() < 0.6]
        self.witness = public.choice(phones) if phones else None
        self.worlds = [WorldOfComputers(form, phones, self.witness, seed, number) for number in range(2)]
        self.secrets = [random.Random(f"{seed}/{number}") for number in range(2)]
        self.telling = random.Random(f"{seed}/told later")

    def turn(self):
        screen = self.worlds[0].table.screen()
        if screen["put"]:
            if self.public.random() < 0.1:
                self.both(lambda world: world.table.do("d1 wait 300 -d1 wait 300"))
            self.both(lambda world: world.table.do(screen["put"][0]))
        elif screen["lift"]:
            self.both(lambda world: world.table.do(f"-{screen['lift'][0]} wait 300"))
        elif screen["thinking"]:
            self.both(lambda world: world.table.ask("hurry"))
            self.both(World.err)
            self.both(lambda world: world.table.do("wait 1500"))
        else:
            self.both(lambda world: world.table.wish(name="advise", who=EVERYBODY))
            self.both(lambda world: world.table.do("wait 400"))
            super().turn()


def two_worlds(seed, *, fetch=False, turns=25):
    """The output of both worlds until the reveal, and the worlds."""
    with overhearing():
        return in_step(PairOfComputers(seed), fetch=fetch, turns=turns)


def differing(seeds, **kind):
    """The seeds whose worlds can be told apart."""
    return [seed for seed in seeds if (pair := two_worlds(seed, **kind))[0].out != pair[1].out]


def some_differ(seeds, **kind):
    """Whether a planted leak is found in one of these pairs; the first is enough."""
    return any((pair := two_worlds(seed, **kind))[0].out != pair[1].out for seed in seeds)


@pytest.mark.parametrize("part", range(4))
def test_nothing_that_goes_out_tells_what_computers_hold(part, record_property):
    """Pairs of games that differ only in face-down values: not a byte differs until the reveal."""
    assert differing(range(part * PAIRS, part * PAIRS + PAIRS)) == []
    record_property("reached", f"{PAIRS} pairs with computers, none differs")


def test_the_worlds_really_differ_and_the_computers_play(monkeypatch):
    """Without other secrets the comparison would say nothing."""
    monkeypatch.setattr(WorldOfComputers, "look", lambda _: None)  # other tests compare the output
    pairs = [two_worlds(seed) for seed in range(8)]
    assert sum(test_two_worlds.values(one) != test_two_worlds.values(other) for one, other in pairs) >= 7
    assert sum(one.thought for one, _ in pairs) > 20
    played = {type(step).__name__ for one, _ in pairs for _, step in one.table.tabletop.session.played}
    assert {"PlaceDiver", "LayPontoons", "Elders"} <= played
    assert any(one.table.complaints for one, _ in pairs)


def test_no_page_tells_what_computers_hold():
    """Every page and answer over HTTP, headers and lengths included."""
    assert differing(range(300, 304), fetch=True, turns=14) == []


def test_nothing_on_the_console_tells_what_computers_hold():
    """Neither world prints anything while it is played, and their loggers say the same, however much is asked."""
    said = io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        one, other = two_worlds(7, turns=14)
    assert said.getvalue() == ""
    assert sys.stdout is not said
    assert one.logged == other.logged
    assert any("by computer" in line for line in one.logged)


# --- injected leaks: the comparison must find each of them -----------------------------------------------------------


def test_a_planted_expectation_is_found(monkeypatch):
    """A page that shows how the computer thinks it stands, by its own hand."""
    play = Computers._play

    def leaking(computers):
        thoughts = [turn.thought for turn in computers._turns.values()]
        computers._table.leaked = [thought.result for thought in thoughts if thought is not None]
        play(computers)

    monkeypatch.setattr(Computers, "_play", leaking)
    screen = TableService.screen
    monkeypatch.setattr(
        TableService,
        "screen",
        lambda shows, language, who=EVERYBODY: {
            **screen(shows, language, who),
            "stands": getattr(shows._tabletop, "leaked", None),
        },
    )
    assert some_differ(range(4), turns=12)


def test_a_planted_word_in_a_complaint_is_found(monkeypatch):
    """The words of a refusal name the value that the computer wanted to lay."""

    def leaking(computers, why):
        state = computers._table.session.state
        computers._complain(f"{why} {sorted(value for value in state.values.values() if value)}")
        computers._table.set_stuck(stuck=True)

    monkeypatch.setattr(Computers, "_fail", leaking)
    assert some_differ(range(7, 12), turns=16)


def test_a_planted_value_in_what_is_told_is_found(monkeypatch):
    """An announcement that says which Diver was laid."""
    from pearlboard.games.perladora.shown import announcing
    from pearlboard.texts import say

    told = announcing.announced

    def leaking(public, seat, step):
        if isinstance(step, PlaceDiver):
            return say("told_diver", seat=seat, space=step.space, value=step.value)
        return told(public, seat, step)

    monkeypatch.setattr(announcing, "announced", leaking)
    assert some_differ(range(4), turns=12)


def test_a_pause_that_depends_on_the_hand_is_found(monkeypatch):
    """A computer that takes longer with a strong Diver: nothing else differs, and it is seen."""
    due = Computers._due

    def leaking(computers, name):
        at = due(computers, name)
        step = next((turn.thought.action for turn in computers._turns.values() if turn.thought is not None), None)
        return at + 100 if at is not None and getattr(step, "value", 1) and getattr(step, "value", 1) > 1 else at

    monkeypatch.setattr(Computers, "_due", leaking)
    look = World.look

    def timed(world):
        look(world)
        if world.comparable:
            world.out.append(str(len(world.table.log)))

    monkeypatch.setattr(World, "look", timed)
    monkeypatch.setattr(PairOfComputers, "turn", _counting(PairOfComputers.turn))
    assert some_differ(range(3, 12), turns=16)


def _counting(turn):
    """While a computer thinks, poll whether it has played."""

    def watched(pair):
        screen = pair.worlds[0].table.screen()
        if screen["thinking"] and not screen["put"] and not screen["lift"]:
            for _ in range(15):
                pair.both(lambda world: world.table.clock.step(100))
        else:
            turn(pair)

    return watched
