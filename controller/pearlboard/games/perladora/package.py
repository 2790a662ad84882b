"""Perladöra, as the table knows it."""

from collections.abc import Mapping
from functools import cache
from typing import Final

from pearlboard.games import api
from pearlboard.games.perladora.board.choosing import PerladoraChoices
from pearlboard.games.perladora.board.hints import few
from pearlboard.games.perladora.board.on_board import DRAWN, NEWS, PEEKING, PerladoraOnBoard, near
from pearlboard.games.perladora.rules import form, game
from pearlboard.games.perladora.rules.handicaps import HANDICAPS
from pearlboard.games.perladora.rules.state import DIVERS, Clan, Setup, side_of
from pearlboard.games.perladora.shown import answers, explanations, lessons, picture, reasons, replay, telling
from pearlboard.games.perladora.shown.announcing import advice
from pearlboard.games.perladora.shown.by_ear import PerladoraByEar
from pearlboard.games.perladora.shown.pages import PerladoraShown
from pearlboard.games.perladora.shown.private import private
from pearlboard.texts import say

LEVELS: Final = ("easy", "medium", "hard", "expert")
"""The names that people choose from, the weakest first."""


@cache
def players() -> Mapping[str, api.Computer]:
    """The computer players."""
    from pearlboard.games.perladora.players.chance import Chance  # noqa: PLC0415 - the search is loaded on first use
    from pearlboard.games.perladora.players.greedy import Greedy  # noqa: PLC0415
    from pearlboard.games.perladora.players.searcher import Searcher  # noqa: PLC0415

    return {
        "random": api.Computer(Chance()),
        "greedy": api.Computer(Greedy()),
        "flat": api.Computer(Searcher(exploration=0.15, rave=0.0, suspicion=0, deepest=1), 4000),
        "uct": api.Computer(Searcher(exploration=0.2, rave=0.0, suspicion=0), 4000),
        "easy": api.Computer(Searcher(suspicion=0, slips=150), 100),
        "medium": api.Computer(Searcher(suspicion=0), 300),
        "hard": api.Computer(Searcher(suspicion=0), 1500),
        "expert": api.Computer(Searcher(), 8000),
    }


def judge() -> api.Judge:
    """The judge of finished games."""
    from pearlboard.games.perladora.players.judge import Playouts  # noqa: PLC0415 - the search is loaded on first use

    return Playouts()


def files() -> api.Files:
    """The readers of positions and records for the command line."""
    from pearlboard.games.perladora.files import PerladoraFiles  # noqa: PLC0415 - only the command line needs it

    return PerladoraFiles()


PACKAGE: Final = api.Package(
    name="perladora",
    title=say("game_perladora"),
    goal=say("goal_perladora"),
    brief=tuple(say(f"brief_{part}") for part in ("turn", "value", "territory", "room", "points", "pearls")),
    seats=range(min(DIVERS), max(DIVERS) + 1),
    rules=game.PerladoraRules(),
    shown=PerladoraShown(),
    board=PerladoraOnBoard(),
    options=form.OPTIONS,
    handicaps=HANDICAPS,
    sides=api.Sides(side=Setup.side, sides=lambda players: [side_of(seat, players) for seat in range(1, players + 1)]),
    picks=api.Picks(
        [api.Pick(clan.value, game.COLOURS[clan], say(f"ui_clan_{clan.value}"), {"clan": clan.value}) for clan in Clan],
        colours=lambda setup: {seat: game.COLOURS[clan] for seat, clan in enumerate(setup.clans, 1)},
    ),
    secrets=api.Secrets(
        game.common,
        public=game.public,
        private=private,
        hangs_on_secret=lambda view, action: False,  # Divers are laid on the board; no question asks for a hidden value
        hindsight=game.hindsight,
        as_known=game.as_known,
    ),
    asides=game.ASIDES,
    home="pearlboard.games.perladora",
    players=players,
    levels=LEVELS,
    choices=PerladoraChoices(),
    peeking=PEEKING,
    news=NEWS,
    drawn=DRAWN,
    lessons=api.Lessons(lessons.lessons, board=lessons.on_board, puzzles=lessons.puzzles_on_board),
    explaining=api.Explaining(explanations.explanations, answers.answers, reasons.because),
    advising=api.Advising(
        "hard", advice, reasons=reasons.reasons, expectation=lambda own, points: reasons.expectation(points), near=near
    ),
    reviewing=api.Reviewing("expert", judge),
    finished=api.Finished(
        frames=replay.frames,
        retold=lambda before, seat, action: telling.told(before.public, seat, action),
        laid=lambda before, seat, action: replay.laid(before, action),
        replay=replay.document,
        result=lambda course: replay.counted(course).verdict,
        picture=picture.picture,
    ),
    hints=api.Hints(lambda view: few(view.public)),
    by_ear=PerladoraByEar(),
    files=files,
    compiled=("pearlboard.games.perladora.players.kernel", "pearlboard.games.perladora.players.search"),
)
