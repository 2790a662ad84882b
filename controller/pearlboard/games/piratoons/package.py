"""Piratoons, as the table knows it."""

from collections.abc import Mapping
from functools import cache
from typing import Final

from pearlboard.games import api
from pearlboard.games.piratoons.board import scene
from pearlboard.games.piratoons.board.on_board import DRAWN, FREEZING, WATCHING, PiratoonsOnBoard
from pearlboard.games.piratoons.rules.actions import Open
from pearlboard.games.piratoons.rules.form import OPTIONS
from pearlboard.games.piratoons.rules.game import ASIDES, DEALT, SECRETS, TIMED, PiratoonsRules
from pearlboard.games.piratoons.rules.scoring import totals
from pearlboard.games.piratoons.rules.state import PLAYERS
from pearlboard.games.piratoons.rules.tiles import box
from pearlboard.games.piratoons.shown import explanations, lessons, picture, reasons, replay, retelling, telling
from pearlboard.games.piratoons.shown.by_ear import PiratoonsByEar
from pearlboard.games.piratoons.shown.pages import PiratoonsShown
from pearlboard.texts import say

box()  # a tile file that cannot be is said at once, with its line, and not in the middle of a game
LEVELS: Final = ("easy", "medium", "hard", "expert")
"""The names that people choose from, the weakest first."""
RULES: Final = PiratoonsRules()


@cache
def players() -> Mapping[str, api.Computer]:
    """The computer players."""
    from pearlboard.games.piratoons.players.captain import Captain  # noqa: PLC0415 - loaded on first use
    from pearlboard.games.piratoons.players.sensible import Sensible  # noqa: PLC0415

    return {
        "random": api.Computer(api.ByChance(RULES)),
        "sensible": api.Computer(Sensible()),
        "easy": api.Computer(Sensible(noise=2.0, slow=2.5)),
        "medium": api.Computer(Captain(noise=5.0, slow=1.6)),
        "hard": api.Computer(Captain(noise=1.0)),
        "expert": api.Computer(Captain()),
    }


def judge() -> api.Judge:
    """The judge of finished games."""
    from pearlboard.games.piratoons.players.judge import Prospects  # noqa: PLC0415 - loaded on first use

    return Prospects()


def files() -> api.Files:
    """The readers of positions and records for the command line."""
    from pearlboard.games.piratoons.files import PiratoonsFiles  # noqa: PLC0415 - only the command line needs it

    return PiratoonsFiles()


PACKAGE: Final = api.Package(
    one_board=say("piratoons_one_board"),
    name="piratoons",
    title=say("piratoons_title"),
    goal=say("piratoons_goal"),
    seats=PLAYERS,
    rules=RULES,
    shown=PiratoonsShown(),
    by_ear=PiratoonsByEar(),
    board=PiratoonsOnBoard(),
    options=OPTIONS,
    dealt=DEALT,
    timed=TIMED,
    secrets=SECRETS,
    asides=ASIDES,
    freezing=FREEZING,
    watching=WATCHING,
    news=api.News(scene.NEWS_MS, scene.news),
    drawn=DRAWN,
    when_ready=lambda action: isinstance(action, Open),  # then the sand runs
    home="pearlboard.games.piratoons",
    players=players,
    levels=LEVELS,
    lessons=api.Lessons(lessons.lessons, board=lessons.on_board),
    explaining=api.Explaining(
        lambda before, view: explanations.explanations(view),
        lambda view, moment: explanations.answers(view),
        reasons.because,
    ),
    advising=api.Advising(
        "expert", telling.advised, reasons=reasons.reasons, expectation=lambda own, points: reasons.expectation(points)
    ),
    reviewing=api.Reviewing("expert", judge, 400),
    finished=api.Finished(
        frames=replay.frames,
        retold=retelling.acted,
        replay=replay.document,
        result=lambda course: telling.verdict(totals(course.end)),
        picture=lambda course: None if course.setup.boxed else picture.picture(course),  # nobody tells of real ships
        weighed=replay.weighed,
    ),
    brief=tuple(say(f"piratoons_brief_{part}") for part in ("plunder", "ties", "pay", "auction", "ship", "points")),
    files=files,
)
