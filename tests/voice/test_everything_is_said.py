"""Nothing is shown that cannot be heard: every sentence of every page is in a speech, in an answer or in the menu."""

import random

import pytest

from pearlboard.games.api import TABLE
from pearlboard.screens.catalogues import catalogues
from pearlboard.screens.screen import ScreenContext, screen
from pearlboard.session import intents
from pearlboard.session.questions import package_of
from pearlboard.session.state import Phase
from pearlboard.texts import Sentence
from pearlboard.voice.answers import Asked, Question, answer
from pearlboard.voice.menu import top
from pearlboard.voice.telling import at_length, situation
from support.lengths import soaked
from support.tabling import PLAYERS, TestTable

NOT_SAID = frozenset()
"""Sentences that are on a screen or in light and not in speech. There are none."""


class Writing:
    """A catalogue that notes which sentences it is asked for."""

    def __init__(self, catalogue, names):
        self._catalogue, self._names, self.language = catalogue, names, catalogue.language

    def of(self, game):
        return Writing(self._catalogue.of(game), self._names)

    def __contains__(self, name):
        return name in self._catalogue

    def render(self, sentence, players=None):
        self._names.add(sentence.name)
        return self._catalogue.render(sentence, players)


def within(sentences):
    """The names of sentences and of those within them."""
    for each in sentences:
        yield each.name
        for _, value in each.parameters:
            inner = value if isinstance(value, (tuple, frozenset)) else (value,)
            yield from within(part for part in inner if isinstance(part, Sentence))


def heard(now, ailing, sites):
    """The names of everything that can be heard of a situation."""
    told = [situation(now).said, tuple(at_length(now)), tuple(deed.said for deed in now.game.deeds)]
    asked = [Asked(question, 1, site, ailing) for question in Question for site in sites]
    asked += [Asked(Question.ROW, row) for row in range(2, 6)]
    for said in (answer(now, each) for each in asked):
        told += [said.said, said.more]
    told += [[item.words] for site in (None, *sites) for item in top(now, site)]
    return set(within(sentence for part in told for sentence in part))


def shown(now, ailing):
    """The names of everything that a page shows of it, but names of people, and the words of its own furniture."""
    names = set()
    screen(now, ScreenContext(ailing=ailing), Writing(catalogues()["en"], names))
    return {name for name in names if not name.startswith("ui_")} - {"seat", "side_name", "side_together"}


def missing(table):
    """What a page shows and nobody hears."""
    now, ailing = table.tabletop.now, table.tabletop.ailments
    sites = sorted(frozenset(ailing) or now.board.table.sensed, key=str)[:2] or [None]
    return shown(now, ailing) - heard(now, ailing, sites) - NOT_SAID


def test_every_sentence_of_an_evening_at_a_real_board():
    """Drafts, mistakes, hints, take-backs, pieces that are missing, sensors that fail, a board without its plug."""
    table = TestTable().begin(explain=True, players=3)
    for script in (
        "c4",
        "press end_turn",
        "e2 d1",
        "-d1 press end_turn",
        "-c4 wait 7000",
        "c4 a1-b1 wait 500 press end_turn",
        "press take_back",
        "press hint",
        "e2=0 wait 40000",
        "unplug",
        "plug wait 500",
        "c3 e3",
    ):
        table.do(script)
        assert missing(table) == set(), script


CHEST = (
    (1, "practise"),
    "wait 20000",
    (TABLE, "stop", []),
    "wait 600 press end_turn wait 600",
    (1, "open"),
    "a1 b4 wait 400",
    "-a1 wait 400 a1 wait 400",
    (TABLE, "spoil", 1, 1),
    (TABLE, "out", 2, True),
    (TABLE, "out", 2, False),
    "wait 20000",
    (TABLE, "stop", []),
    "wait 600 c5 wait 600",
    "-c5 -a1 wait 7000",
    "a1 wait 70000",
    (1, "count", [3, 0, 0, 0, 0, 0, 0, 0, 0], 1),
    "wait 70000",
    (2, "count", [0, 0, 0, 0, 0, 0, 1, 0, 0], 0),
    "press end_turn wait 600",
    "wait 70000",
    "-a1 -b4 wait 600",
    (1, "bid", 2),
    (TABLE, "close"),
    "wait 4000",
    (TABLE, "fists", [None, 1]),
    "c1 wait 600",
    "-c1 e1 a2 wait 600",
    "-e1 -a2 wait 600",
    "e1 wait 600 press end_turn wait 600 -e1 wait 600",
    "b1 wait 600 press end_turn wait 600",
    "-b1 wait 600 b2 wait 600 press end_turn wait 600 -b2 wait 600",
    "wait 200000",
)
"""A round of two on a real board, with what may go wrong: scripts of hands, and actors with their actions."""


@pytest.mark.slow
@pytest.mark.parametrize("options", soaked(({"sand": 0}, {}, {"tiles": "box"}), ({"sand": 0},)))
def test_every_sentence_of_a_chest_on_a_real_board(options):
    """Practice, rush, a lifted piece, late and missing ones, counts, hands, pieces that choose, who is waited for."""
    table = TestTable()
    names = [{"name": player["name"]} for player in PLAYERS[:2]]
    table.ask("set_up", game="piratoons", players=names, explain=True, options=options)
    stages = set()
    for step in CHEST:
        if isinstance(step, str):
            table.do(step)
        else:
            table.ask("act", actor=step[0], action=list(step[1:]))
        stages.add(table.tabletop.now.game.stage.split()[0])
        assert missing(table) == set(), step
    assert stages == {"closed", "plunder", "count", "bids", "choice", "ships"}


@pytest.mark.slow
@pytest.mark.parametrize(("game", "players"), [("perladora", 2), ("pearls", 2), ("piratoons", 3)])
def test_every_sentence_of_a_game(game, players):
    """Played by chance to its end on a drawn board, with explanations; who has won is said once pages have counted."""
    table, rng = TestTable(on_screen=True), random.Random(3)
    names = [{"name": player["name"]} for player in PLAYERS[:players]]
    table.ask("set_up", game=game, players=names, explain=True)
    for step in range(400):
        if table.tabletop.session.phase is not Phase.PLAYING:
            break
        go_on(table, rng)
        if step % 12 == 0 or table.tabletop.now.game.stage not in ("playing", "plunder"):
            assert table.tabletop.now.game.counting or missing(table) == set(), step
    table.clock.step(60_000)
    assert table.tabletop.session.phase is Phase.OVER
    assert missing(table) == set()


def go_on(table, rng):
    """Let somebody act by chance, or time pass."""
    session, package = table.tabletop.session, package_of(table.tabletop.session)
    actors = sorted(package.rules.active(session.state), key=str)
    for actor in rng.sample(actors, len(actors)):
        view = package.rules.view(session.state, actor)
        action = (package.rules.go_on(view) if actor == TABLE else None) or package.rules.sample(view, rng)
        if action is not None:
            table.tabletop.do(intents.Act(actor, action), None)
            table.tabletop.refresh()
            return
    table.clock.step(5_000)
