"""Laws of lessons and puzzles: each is played through, on its page and on the board, and what is right is right."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from pearlboard.checking.board import check_scene, themes_of
from pearlboard.checking.evidence import Evidence, named_sites
from pearlboard.checking.laws import broken
from pearlboard.checking.shown import NAMES, check_said
from pearlboard.errors import BadInput
from pearlboard.games.api import Json, LessonStep, Package, Verdict
from pearlboard.games.teaching import page_steps
from pearlboard.geometry import GRID
from pearlboard.lights.theme import Theme
from pearlboard.screens.catalogues import brought, catalogue_of
from pearlboard.table.lesson import Lesson
from pearlboard.texts import Sentence

PARTS: Final = ("first", "puzzles")
SITES: Final = frozenset(map(str, GRID.sites))


def lessons(evidence: Evidence) -> None:
    """The steps of every language, and those for the board; nothing of a game without `Lessons`."""
    package = evidence.package
    if package.lessons is None:
        return
    for language in brought(package):
        words = partial(catalogue_of(package, language).render, players=NAMES)
        try:
            pages = page_steps(package.lessons.pages(words))
        except BadInput as error:
            broken(f"in {language!r}, {error}")
        _pages(pages)
    themes = themes_of(evidence)
    for part, steps in zip(PARTS, (package.lessons.board(), package.lessons.puzzles()), strict=True):
        if part == "puzzles" and steps and len(steps) != len(pages.get(part, ())):
            broken(f"there are {len(pages.get(part, ()))} puzzles on the page and {len(steps)} on the board")
        _on_board(package, part, tuple(steps), themes)


# --- on the page -------------------------------------------------------------------------------------------------


def _pages(pages: Mapping[str, Sequence[Json]]) -> None:
    if not pages.get("first") or not pages.keys() <= set(PARTS):
        broken(
            f"`Lessons.pages` tells {', '.join(pages) or 'nothing'}: there are `first`, which has steps, and `puzzles`"
        )
    names = [step["name"] for steps in pages.values() for step in steps]
    if len(set(names)) < len(names):
        broken(f"two steps have the same name: {', '.join(names)}")
    for part, steps in pages.items():
        for number, step in enumerate(steps):
            _page(step, f"{part}[{number}] ({step['name']})")


def _page(step: Json, place: str) -> None:
    """Check a step of a page, as `lesson.js` judges it."""
    answers, refused = step["answers"], step["refused"]
    lying = [piece.get("site") for piece in step["pieces"]]
    for sites in (*answers, refused, step["lifts"], lying):
        if foreign := set(sites) - SITES:
            broken(f"{place} names what is no site of the board: {named_sites(foreign)}")
    if nothing := set(step["lifts"]) - set(lying):
        broken(f"{place}: `lifts` names {named_sites(nothing)}, where no piece lies before")
    if step["task"] == "pick":
        _choices(place, len(step["choices"]), step["right"], len(step["wrong"]))
    elif step["task"] == "refused":
        if unsaid := set(answers[0]) - refused.keys():
            broken(f"{place}: `refused` does not say what the rules say to {named_sites(unsaid)}")
    else:
        for answer in answers:
            against = set(answer) & refused.keys()
            if against or not answer:
                broken(f"{place} cannot be solved: of the answer {answer} `refused` refuses {sorted(against)}")


def _choices(place: str, choices: int, right: int | None, wrong: int) -> None:
    if right is None or not 0 <= right < choices:
        broken(f"{place}: `right` is {right}, and there are {choices} choices, from 0")
    if wrong not in (0, choices):
        broken(f"{place}: there are {choices} choices, and `wrong` speaks of {wrong}")


# --- on the board ------------------------------------------------------------------------------------------------


def _on_board(package: Package, part: str, steps: tuple[LessonStep, ...], themes: list[Theme]) -> None:
    for number, step in enumerate(steps):
        place = f"{part}[{number}] on the board"
        check_said(package, _sentences(step))
        begun = Lesson(package, steps, puzzles=part == "puzzles").at(number).seeing(step.lying)
        if step.choices:
            _choices(place, len(step.choices), step.right, len(step.wrong))
            _solved(place, replace(begun, picked=step.right), package, themes)
        elif not step.answers:
            broken(f"{place} has neither `answers` nor `choices`")
        if nothing := set(step.lifts) - step.lying:
            broken(f"{place}: `lifts` names {named_sites(nothing)}, where no piece lies before")
        for answer in step.answers:
            if overlap := answer & step.lying:
                broken(f"{place}: the answer {named_sites(answer)} lies there before: {named_sites(overlap)}")
            _solved(place, begun.seeing(step.lying - frozenset(step.lifts) | answer), package, themes)
        check_scene(begun.scene, package.seats[-1], themes)


def _solved(place: str, lesson: Lesson, package: Package, themes: list[Theme]) -> None:
    judged = lesson.judged
    if judged.verdict is not Verdict.LEGAL:
        broken(f"{place} cannot be solved: what is right is {judged.verdict.value} ({judged.said.name})")
    check_said(package, [judged.said])
    check_scene(lesson.scene, package.seats[-1], themes)


def _sentences(step: LessonStep) -> list[Sentence]:
    """The sentences of a step."""
    told: list[object] = [step.said, step.done, step.elsewhere, *step.refused.values(), *step.choices, *step.hints]
    told += [*step.wrong, *(setting.said for setting in step.setting)]
    return [said for said in told if isinstance(said, Sentence)]
