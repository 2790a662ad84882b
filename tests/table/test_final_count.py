"""While the points are counted in sight at the end, no page, light, sound or answer tells who has won."""

from random import Random

import pytest

from other_games.tables import GameTable
from pearlboard.games.api import TABLE
from pearlboard.games.piratoons.package import PACKAGE as PIRATOONS
from pearlboard.games.registry import GAMES
from pearlboard.lights.scene import Cue, Role
from pearlboard.voice.answers import OF_TURNS, Asked, Question, answer
from pearlboard.voice.menu import top
from support.piratoons_games import RULES, opened

LASTS = {"piratoons": 9_600, "pearls": 2_700}
SAID = {"en": "The points are being counted.", "de": "Die Punkte werden gezählt."}


class Ending(GameTable):
    """A game of two that explains itself, played on to its end as fast as commands go, with whatever is open."""

    def __init__(self, game, *, explain=True):
        super().__init__()
        self.heard = []
        self.rng = Random(5)
        self.set_up(game, 2, explain=explain)
        self.rules = GAMES[game].rules
        for _ in range(2000):
            if self.over:
                return
            self.go_on()
        raise AssertionError("the game does not end")

    def check(self):
        """Nothing on the way."""

    @property
    def over(self):
        return self.page()["phase"] == "over"

    def go_on(self):
        """Whoever has something to do does it; where nobody has, time goes by."""
        actor, action = self.next()
        if action is None:
            self.clock.step(5_000)
            return
        if actor != TABLE:
            self.behind(actor)
        assert self.wish("act", action=self.rules.encode(action), actor=actor) is None
        self.clock.step(300)

    def next(self):
        """Who acts, and what they do."""
        active = self.rules.active(self.state)
        for actor in sorted(active - {TABLE}):
            if (action := self.rules.sample(self.rules.view(self.state, actor), self.rng)) is not None:
                return actor, action
        return TABLE, self.rules.go_on(self.rules.view(self.state, TABLE)) if TABLE in active else None

    def shown(self):
        """What lights mean, and what was heard last."""
        return {mark.role for mark in self.lighting._scene.lights.values()}, self.lighting.cue[1]

    def told(self, language="en"):
        """All that a page says of how it ended, but for the result that it counts before people's eyes."""
        page = self.page(language)
        return " ".join([page["sentence"], *(each["question"] + each["text"] for each in page["teaching"]["why"])])


@pytest.fixture(params=LASTS)
def ended(request):
    return Ending(request.param)


def test_nothing_tells_who_has_won_before_the_count_has_run(ended):
    """Not the sentence in any language, nor an answer, the lights or the sound; when it is done all of them do."""
    [winner] = ended.session.outcome.winners
    lasts = LASTS[ended.session.agreement.game]
    ended.clock.step(lasts - 1 - 300)
    for language, said in SAID.items():
        assert ended.page(language)["sentence"] == said
        assert ended.session.agreement.names[winner - 1] not in ended.told(language)
    roles, heard = ended.shown()
    assert (Role.WINNER in roles, heard == Cue.WIN) == (False, False)
    assert ended.page()["counting"] == {"ms": 1, "of": lasts}
    ended.clock.step(1)
    assert ended.session.agreement.names[winner - 1] in ended.page()["sentence"]
    roles, heard = ended.shown()
    assert (Role.WINNER in roles, heard) == (True, Cue.WIN)
    assert ended.page()["counting"] is None


@pytest.mark.parametrize("game", sorted(LASTS))
def test_how_it_has_ended_can_be_asked_after_any_game(game):
    """Explained or not: the same reasons stand under "why?", and page and voice offer only questions that fit."""
    taught, plain = Ending(game), Ending(game, explain=False)
    assert plain.page()["teaching"] is None
    for ended in (taught, plain):
        assert "score" not in ended.page()["questions"]
        ended.clock.step(LASTS[game])
        assert ended.page()["questions"] == ["longer", "last", "score", "rules"]
        menu = {item.does.question for item in top(ended.tabletop.now, None) if isinstance(item.does, Asked)}
        assert menu == set(map(Question, ended.page()["questions"]))
    why = taught.page()["teaching"]["why"]
    assert plain.page()["teaching"] == ({"text": None, "why": why} if why else None)
    told = {answer(plain.tabletop.now, Asked(question)).said for question in OF_TURNS | {Question.SCORE}}
    [said] = told
    assert len(said) > 2


@pytest.mark.parametrize("how", ["a command", "the button"])
def test_whoever_is_in_a_hurry_ends_it_for_all(how):
    """By a page or by the board, whose lamp asks for it; a second one who says so changes nothing."""
    ended = Ending("pearls")
    assert "end_count" in ended.page()["can"]
    assert ended.board.lamps[-1]
    if how == "a command":
        assert ended.wish("end_count") is None
    else:
        ended.do("press end_turn")
    assert ended.page()["counting"] is None
    assert ended.shown()[1] == Cue.WIN
    assert "end_count" not in ended.page()["can"]
    sounds = ended.lighting.cue[0]
    assert ended.wish("end_count") is None
    assert ended.lighting.cue[0] == sounds


def test_after_a_restart_nothing_is_counted_again():
    """It was no fact, and who has won is in the log."""
    ended = Ending("pearls")
    again = ended.reboot()
    again.clock.step(500)
    assert again.page()["counting"] is None
    assert "wins" in again.page()["sentence"] or "share" in again.page()["sentence"]


def test_a_new_game_does_not_wait_for_the_count_of_the_one_before():
    """Nothing is left of it."""
    ended = Ending("pearls")
    assert ended.wish("rematch") is None
    assert ended.page()["counting"] is None
    assert ended.page()["sentence"] not in SAID.values()


def test_ships_that_lie_on_the_table_are_not_counted_on_the_pages():
    """People have counted them, and there is nothing to watch."""
    boxed = opened(2, 1, tiles="box", plunder="screen")
    assert PIRATOONS.shown.count_ms(RULES.view(boxed, TABLE)) == 0
