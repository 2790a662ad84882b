"""The first lesson: what lies there at each step, what is right, and what the rules say to a Diver anywhere else."""

import tomllib
from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Final

from pearlboard.games.api import TABLE, Json, LessonStep, Table, Verdict
from pearlboard.games.pearls.board.draft import draft
from pearlboard.games.pearls.board.places import SLOTS
from pearlboard.games.pearls.board.scene import again
from pearlboard.games.pearls.rules.cards import COLOURS, Colour, counted
from pearlboard.games.pearls.rules.setup import opening
from pearlboard.games.pearls.rules.state import Deal, Display, Setup
from pearlboard.games.pearls.rules.view import View, view
from pearlboard.games.pearls.shown.screen import display, hand, necklaces
from pearlboard.games.teaching import told_choices, wrong
from pearlboard.geometry import GRID, site
from pearlboard.texts import Sentence, say

CHOICES: Final = 3
_LETTERS: Final[Mapping[str, Colour]] = {colour.value[0]: colour for colour in COLOURS}


def lessons(words: Callable[[Sentence], str]) -> dict[str, list[Json]]:
    """Every step as plain data; `docs/games.md` describes it."""
    return {"first": [_told(step, words) for step in steps()]}


@cache
def steps() -> tuple[Json, ...]:
    """The steps as they stand in the file."""
    file = files("pearlboard.games.pearls") / "lessons" / "first.toml"
    return tuple(tomllib.loads(file.read_text(encoding="utf-8"))["step"])


def position(step: Mapping[str, Any]) -> View:
    """The table's view at a step."""
    deck = tuple(Colour.YELLOW for _ in range(40))
    seen = view(opening(Setup(3), 1, Deal(deck)), TABLE)
    held = counted(_cards(step["hand"]))
    return View(
        viewer=TABLE,
        setup=seen.setup,
        to_move=1,
        over=False,
        last_turns=3 if step.get("last_turns") else None,
        display=_cards(step["display"]),
        draw=0 if step.get("last_turns") else seen.draw,
        necklaces=seen.necklaces,
        sizes=(sum(held), 6, 6),
        hands=(held, None, None),
        piles=seen.piles,
        last=None,
        memory=seen.memory,
    )


def _cards(letters: str) -> Display:
    return tuple(_LETTERS.get(letter) for letter in letters)


def _told(step: Mapping[str, Any], words: Callable[[Sentence], str]) -> Json:
    name, task, seen = step["name"], step["task"], position(step)
    slots = [str(slot) for slot, colour in zip(SLOTS, seen.display, strict=True) if colour == step.get("colour")]
    held = seen.hands[0]
    return {
        "name": name,
        "task": task,
        "text": words(say(f"pearls_lesson_{name}")),
        "done": words(say(f"pearls_lesson_{name}_done")),
        "hints": [],
        "display": display(seen),
        "necklaces": necklaces(seen),
        "hand": [] if held is None else hand(held),
        "last_turns": seen.last_turns,
        "lit": step.get("lit", []),
        "answers": [[slot] for slot in slots] if task == "lay" else [slots] if task == "refused" else [],
        "refused": {} if task == "pick" else {place: words(said) for place, said in refused(seen).items()},
        "elsewhere": "" if task == "pick" else words(say(f"pearls_lesson_{name}_elsewhere")),
        **told_choices(_choices(step), _wrong(step), words),
    }


def _choices(step: Mapping[str, Any]) -> tuple[Sentence, ...]:
    if step["task"] != "pick":
        return ()
    return tuple(say(f"pearls_lesson_{step['name']}_{number + 1}") for number in range(CHOICES))


def _wrong(step: Mapping[str, Any]) -> tuple[Sentence | None, ...]:
    return wrong(f"pearls_lesson_{step['name']}", CHOICES, step["right"] - 1) if step["task"] == "pick" else ()


@cache
def on_board() -> tuple[LessonStep, ...]:
    """The same as it is done on the board itself: the cards shine, and the Diver is put on one."""
    return tuple(_on_board(step) for step in steps())


def _on_board(step: Mapping[str, Any]) -> LessonStep:
    name, task, seen = step["name"], step["task"], position(step)
    right = [slot for slot, colour in zip(SLOTS, seen.display, strict=True) if colour == step.get("colour")]
    return LessonStep(
        say("pearls_lesson_take_on_board" if name == "take" else f"pearls_lesson_{name}"),
        say(f"pearls_lesson_{name}_done"),
        lit=frozenset(map(site, step.get("lit", []))),
        answers=() if task == "pick" else tuple(frozenset({slot}) for slot in right),
        refused={} if task == "pick" else {site(place): said for place, said in refused(seen).items()},
        tried=task == "refused",
        choices=_choices(step),
        right=step["right"] - 1 if task == "pick" else None,
        elsewhere=None if task == "pick" else say(f"pearls_lesson_{name}_elsewhere"),
        wrong=_wrong(step),
        shining=again(seen, None).lights,
    )


def refused(seen: View) -> dict[str, Sentence]:
    """The refusals for a Diver, by site, where no action is possible."""
    found = {}
    for place in GRID.sites:
        drafted = draft(seen, Table(sensed=frozenset({place})))
        if drafted.verdict is Verdict.ILLEGAL:
            found[str(place)] = drafted.sentence
    return found
