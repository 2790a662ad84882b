"""Pearls, as the table knows it."""

from collections.abc import Mapping
from functools import cache
from typing import Final

from pearlboard.games import api
from pearlboard.games.pearls.board import scene
from pearlboard.games.pearls.board.on_board import PearlsOnBoard
from pearlboard.games.pearls.board.roles import LOOKS
from pearlboard.games.pearls.rules.actions import Place
from pearlboard.games.pearls.rules.form import OPTIONS
from pearlboard.games.pearls.rules.game import DEALT, PearlsRules, common, hangs_on_secret, hindsight
from pearlboard.games.pearls.rules.standings import standings
from pearlboard.games.pearls.rules.state import PLAYERS
from pearlboard.games.pearls.rules.view import view
from pearlboard.games.pearls.shown import explanations, lessons, picture, reasons, replay, telling
from pearlboard.games.pearls.shown.by_ear import PearlsByEar
from pearlboard.games.pearls.shown.pages import PearlsShown
from pearlboard.games.pearls.shown.private import private
from pearlboard.texts import say

LEVELS: Final = ("easy", "medium", "hard", "expert")
"""The names that people choose from, the weakest first."""
RULES: Final = PearlsRules()


@cache
def players() -> Mapping[str, api.Computer]:
    """The computer players."""
    from pearlboard.games.pearls.players import collector, greedy  # noqa: PLC0415 - loaded on first use
    from pearlboard.games.pearls.players.searcher import Searcher  # noqa: PLC0415

    return {
        "random": api.Computer(api.ByChance(RULES)),
        "greedy": api.Computer(greedy.ByRule(greedy.choice)),
        "collector": api.Computer(greedy.ByRule(collector.choice)),
        "easy": api.Computer(Searcher(slips=350), 12),
        "medium": api.Computer(Searcher(slips=150), 40),
        "hard": api.Computer(Searcher(), 95),
        "expert": api.Computer(Searcher(), 500),
    }


def judge() -> api.Judge:
    """The judge of finished games."""
    from pearlboard.games.pearls.players.judge import Playouts  # noqa: PLC0415 - loaded on first use

    return Playouts()


def files() -> api.Files:
    """The readers of positions and records for the command line."""
    from pearlboard.games.pearls.files import PearlsFiles  # noqa: PLC0415 - only the command line needs it

    return PearlsFiles()


PACKAGE: Final = api.Package(
    name="pearls",
    title=say("pearls_title"),
    goal=say("pearls_goal"),
    seats=PLAYERS,
    rules=RULES,
    shown=PearlsShown(),
    board=PearlsOnBoard(),
    options=OPTIONS,
    dealt=DEALT,
    secrets=api.Secrets(
        common,
        public=api.as_it_is,  # takes are open, and placed cards are shown to all (ruling 14)
        private=lambda own, moment, choice: private(own),
        own=lambda action: isinstance(action, Place),  # judged by the hand, so where that may be seen (ruling 23)
        hangs_on_secret=hangs_on_secret,
        hindsight=hindsight,
    ),
    looks=LOOKS,
    news=api.News(scene.NEWS_MS, scene.news),
    drawn=api.Drawn(lambda view, moment, site: moment.table.extra),  # there is one Diver
    hints=api.Hints(),
    by_ear=PearlsByEar(),
    home="pearlboard.games.pearls",
    players=players,
    levels=LEVELS,
    lessons=api.Lessons(lessons.lessons, board=lessons.on_board),
    explaining=api.Explaining(
        explanations.explanations,
        explanations.answers,
        because=lambda seen, seat, action: next(reasons.reasons(seen, action), None),
    ),
    advising=api.Advising("hard", telling.advised, reasons=reasons.reasons),
    reviewing=api.Reviewing("expert", judge, 300),
    finished=api.Finished(
        frames=replay.frames,
        retold=lambda before, seat, action: telling.logged(view(before, api.TABLE), seat, action),
        laid=lambda before, seat, action: replay.laid(action),
        replay=replay.document,
        result=lambda course: telling.verdict(standings(view(course.end, api.TABLE))),
        picture=picture.picture,
    ),
    brief=tuple(say(f"pearls_brief_{part}") for part in ("turn", "take", "limit", "place", "necklace", "end")),
    files=files,
)
