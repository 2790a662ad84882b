"""Sessions at every stage, without a board: the shortest French game, with one Diver each."""

import random
from functools import reduce

from pearlboard.games.perladora.rules.setup import deal
from pearlboard.games.perladora.rules.state import Clan, Edition, Setup
from pearlboard.games.perladora.rules.steps import (
    AgreeOnValues,
    Begin,
    Counted,
    LayPontoons,
    Pass,
    PlaceDiver,
    SayValue,
)
from pearlboard.games.values import TABLE
from pearlboard.geometry import edge, space
from pearlboard.session import intents
from pearlboard.session.decide import decide, fold, number
from pearlboard.session.facts import Agreement
from pearlboard.session.state import Session

AGREEMENT = Agreement(
    "perladora",
    ("Anna", "Ben"),
    Setup(
        players=2,
        clans=(Clan.FISHERMEN, Clan.FORAGERS),
        farms=deal(random.Random(3)),
        edition=Edition.FR,
        voluntary_pass=True,
        elders_own=False,
    ),
    first=1,
)


def together(action):
    """An action of the TABLE."""
    return intents.Act(TABLE, action)


TO_PLAYING = (intents.AgreeOnGame(AGREEMENT), together(Begin()))
TURNS = (
    intents.Act(1, PlaceDiver(space("c4"), 5)),
    intents.Act(2, PlaceDiver(space("e2"))),
    intents.Act(1, LayPontoons((edge("a1-b1"), edge("b2-c2")))),
    intents.Act(2, Pass()),
    intents.Act(1, Pass()),
)
REVEALED = (together(SayValue(space("e2"), 3)), together(AgreeOnValues()))
WAY = (*TO_PLAYING, *TURNS, *REVEALED, together(Counted()))
UNTIL = {"idle": 0, "pearls": 1, "playing": 4, "reveal": 7, "count": 9, "over": 10}


def follow(wishes, session=None):
    """The entries that follow from these intents, one after the other, and the session after them."""
    session, log = session or Session(), ()
    for wish in wishes:
        entries = number(session, decide(session, wish), f"command-{session.version}")
        session, log = fold(session, entries), log + entries
    return log, session


def session_at(stage):
    """A session at that stage; while playing, with two Divers on the board."""
    return reduce(lambda session, wish: follow([wish], session)[1], WAY[: UNTIL[stage]], Session())
