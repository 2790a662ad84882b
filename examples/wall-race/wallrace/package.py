"""Wall Race, as the table knows it."""

from pearlboard.games.api import Advising, Computer, Lessons, Package
from pearlboard.texts import say
from wallrace.board import RULES, RaceOnBoard
from wallrace.lesson import steps
from wallrace.shown import RaceShown


def players():
    """The computer players. They are made when the first of them is asked."""
    from wallrace.players import Runner

    return {"easy": Computer(Runner(slips=0.4)), "medium": Computer(Runner())}


SHOWN = RaceShown()
PACKAGE = Package(
    name="wallrace",
    title=say("wallrace_title"),
    goal=say("wallrace_goal"),
    brief=tuple(say(f"wallrace_brief_{number}") for number in (1, 2, 3)),
    seats=range(2, 3),
    rules=RULES,
    shown=SHOWN,
    board=RaceOnBoard(),
    home="wallrace",
    players=players,
    levels=("easy", "medium"),
    lessons=Lessons(steps),
    advising=Advising("medium", advice=lambda action: SHOWN.told(None, None, action)),
    api=2,
)
