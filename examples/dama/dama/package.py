"""Dama, as the table knows it."""

from dama.board import RULES, DamaOnBoard
from dama.shown import DamaShown
from pearlboard.games.api import Advising, Computer, Package
from pearlboard.texts import say


def players():
    """The computer players. They are made when the first of them is asked."""
    from dama.players import Looker

    return {"easy": Computer(Looker(1, slips=0.3)), "medium": Computer(Looker(2)), "hard": Computer(Looker(4))}


SHOWN = DamaShown()
PACKAGE = Package(
    name="dama",
    title=say("dama_title"),
    goal=say("dama_goal"),
    brief=tuple(say(f"dama_brief_{number}") for number in (1, 2, 3)),
    seats=range(2, 3),
    rules=RULES,
    shown=SHOWN,
    board=DamaOnBoard(),
    home="dama",
    players=players,
    levels=("easy", "medium", "hard"),
    advising=Advising("hard", advice=lambda action: SHOWN.told(None, None, action)),
    api=2,
)
