"""Sessions in every phase, without a board: the shortest French game, with one Diver each."""

import random
from functools import reduce

from pearlboard.games.perladora.setup import deal
from pearlboard.games.perladora.state import Clan, Edition, Setup
from pearlboard.games.perladora.steps import LayPontoons, Pass, PlaceDiver
from pearlboard.geometry import edge, space
from pearlboard.session import intents
from pearlboard.session.decide import decide, fold, number
from pearlboard.session.facts import Agreement
from pearlboard.session.state import Phase, Session

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

TO_PLAYING = (intents.AgreeOnGame(AGREEMENT), intents.Begin())
TURNS = (
    intents.Confirm(PlaceDiver(space("c4"), 5)),
    intents.Confirm(PlaceDiver(space("e2"))),
    intents.Confirm(LayPontoons((edge("a1-b1"), edge("b2-c2")))),
    intents.Confirm(Pass()),
    intents.Confirm(Pass()),
)
REVEALED = (intents.SayValue(space("e2"), 3), intents.AgreeOnValues())
WAY = (*TO_PLAYING, *TURNS, *REVEALED, intents.ShowTerritory(1))
UNTIL = {Phase.IDLE: 0, Phase.PEARLS: 1, Phase.PLAYING: 4, Phase.REVEAL: 7, Phase.COUNT: 9, Phase.OVER: 10}


def follow(wishes, session=None):
    """The entries that these intents lead to, one after the other, and the session after them."""
    session, log = session or Session(), ()
    for wish in wishes:
        entries = number(session, decide(session, wish), f"command-{session.version}")
        session, log = fold(session, entries), log + entries
    return log, session


def session_in(phase):
    """A session in that phase; while playing, with two Divers on the board."""
    return reduce(lambda session, wish: follow([wish], session)[1], WAY[: UNTIL[phase]], Session())
