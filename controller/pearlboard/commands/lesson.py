"""Commands for lessons on the board: begin and end at any time, repeat or skip to any step."""

from dataclasses import replace

from pearlboard.commands import documents
from pearlboard.commands.context import CommandContext
from pearlboard.commands.setting_up import playable
from pearlboard.session.state import Refused
from pearlboard.table.lesson import Lesson
from pearlboard.texts import say


def begin(context: CommandContext, command: documents.BeginLesson) -> None:
    """Begin a lesson at a step; pieces on the board have to be lifted first."""
    package = playable(command.game)
    lessons = None if package.board is None else package.lessons
    steps = () if lessons is None else tuple((lessons.puzzles if command.puzzles else lessons.board)())
    if not steps:
        raise Refused("not_now", say("not_now"))
    lying = context.table.places.home.state.sensed or frozenset()
    _teach(context, Lesson(package, steps, sensed=lying, puzzles=command.puzzles).at(command.index))


def turn_to(context: CommandContext, command: documents.TurnLesson) -> None:
    """Go to a step, and start it from its beginning."""
    _teach(context, _now(context).at(command.index))


def pick(context: CommandContext, command: documents.PickInLesson) -> None:
    """Pick one of the step's choices."""
    now = _now(context)
    if command.number >= len(now.step.choices):
        raise Refused("no_such_choice", say("no_such_choice"))
    _teach(context, replace(now, picked=command.number))


def end(context: CommandContext, _: documents.EndLesson) -> None:
    """End the lesson; the table is as before."""
    _teach(context, None)


def _teach(context: CommandContext, lesson: Lesson | None) -> None:
    context.table.show(context.table.showing.of(lesson=lesson))


def _now(context: CommandContext) -> Lesson:
    lesson = context.table.showing.lesson
    if lesson is None:
        raise Refused("not_now", say("not_now"))
    return lesson
