"""Lesson and puzzles: what is drawn and asked at each step, and what the rules say to whoever lays something else."""

import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from importlib.resources import files
from typing import Any, Final

from pearlboard.games.perladora.rules.legality import judge
from pearlboard.games.perladora.rules.play import empty_spaces
from pearlboard.games.perladora.rules.positions import position_from_json
from pearlboard.games.perladora.rules.refusals import IllegalStep
from pearlboard.games.perladora.rules.state import DIVERS, Clan, State
from pearlboard.games.perladora.rules.steps import LayPontoons, PlaceDiver
from pearlboard.games.perladora.rules.territories import territory_of
from pearlboard.games.perladora.shown import puzzles
from pearlboard.games.perladora.shown.screen import names, piece
from pearlboard.games.teaching import LessonStep, Setting, told_choices, wrong
from pearlboard.games.values import Json
from pearlboard.geometry import GRID, Edge, Site, site, space
from pearlboard.texts import Sentence, say

ANY_DIVER: Final = "any diver"
CLANS: Final = (Clan.FISHERMEN, Clan.FORAGERS)
CHOICES: Final = 3
SAID_OTHERWISE: Final = ("diver", "most", "tie")
"""Sentences for the board, where a step is done by a tap on a page, or shown by the page's pieces alone."""


@dataclass(frozen=True, slots=True)
class Judged:
    """The territory that is asked about, what may be laid, and what the rules say to each single piece that may not."""

    region: Sequence[str]
    answers: Sequence[Sequence[str]]
    refused: Mapping[str, Sentence]


@cache
def steps(name: str) -> tuple[Json, ...]:
    """The steps as they stand in `lessons/<name>.toml`, each with the Farms of all where it has none of its own."""
    file = files("pearlboard.games.perladora") / "lessons" / f"{name}.toml"
    read = tomllib.loads(file.read_text(encoding="utf-8"))
    return tuple({**read, **step} for step in read.pop("step"))


def lessons(words: Callable[[Sentence], str]) -> dict[str, list[Json]]:
    """Every step of the first lesson and of the puzzles as plain data; `docs/games.md` describes it."""
    return {name: [_told(step, judged, words) for step, judged in _judged(name)] for name in ("first", "puzzles")}


@cache
def _judged(name: str) -> tuple[tuple[Json, Judged], ...]:
    """The steps with what the rules make of them, which is the same in every language and takes a while."""
    return tuple((step, _judge(step)) for step in steps(name))


def _judge(step: Mapping[str, Any]) -> Judged:
    state, task = position(step), step["task"]
    right = answers(step) if task == "lay" else [[step["site"]]] if task == "refused" else []
    against = {} if task == "pick" else refused(state)
    if _is_puzzle(step):  # it asks for Pontoons alone
        against = {str(place): say("lesson_only_pontoons") for place in GRID.spaces} | against
    return Judged(_region(state, step.get("region")), right, against)


def position(step: Mapping[str, Any]) -> State:
    """The state at a step. Pieces on the board are missing in the hands."""
    divers = [
        {"space": place, "seat": seat, "value": value, "face_up": False, "necklaces": 0, "backup": False}
        for place, (seat, value) in step.get("divers", {}).items()
    ]
    return position_from_json(
        {
            "players": 2,
            "advanced": False,
            "edition": "en",
            "clans": [clan.value for clan in CLANS],
            "farms": step["farms"],
            "pontoons": step.get("pontoons", []),
            "divers": divers,
            "hands": [_hand(step, seat) for seat in (1, 2)],
            "powers": [0, 0],
            "backups": [False, False],
            "done": [False, False],
            "to_move": 1,
        }
    )


def _hand(step: Mapping[str, Any], seat: int) -> dict[str, int]:
    laid = [value for whose, value in step.get("divers", {}).values() if whose == seat]
    return {str(value): count - laid.count(value) for value, count in enumerate(DIVERS[2], 1)}


def _told(step: Mapping[str, Any], judged: Judged, words: Callable[[Sentence], str]) -> Json:
    name, task, puzzle, state = step["name"], step["task"], _is_puzzle(step), position(step)
    return {
        "name": name,
        "task": task,
        "text": words(puzzles.asked(state, say("lesson_you_blue")) if puzzle else say(f"lesson_{name}")),
        "done": words(puzzles.solved(state, _solution(step)) if puzzle else say(f"lesson_{name}_done")),
        "hints": [words(hint) for hint in puzzles.hints(state, _solution(step))] if puzzle else [],
        "farms": step["farms"],
        "pieces": list(_pieces(step)),
        "lit": step.get("lit", []),
        "region": judged.region,
        "territories": list(_whose(step, words)) if puzzle else [],
        "answers": judged.answers,
        "refused": {place: words(sentence) for place, sentence in judged.refused.items()},
        "elsewhere": "" if puzzle or task == "pick" else words(say(f"lesson_{name}_elsewhere")),
        **told_choices(_choices(step), _wrong(step), words),
    }


def _whose(step: Mapping[str, Any], words: Callable[[Sentence], str]) -> Iterator[Json]:
    """The territories of a solved puzzle with their winners, as `stakes.js` draws them."""
    for part, told in puzzles.whose(position(step), _solution(step)):
        winners = list(part.winners)
        shared = len(winners) > 1
        yield {
            "spaces": names(part.territory.spaces),
            "pearls": part.territory.pearls,
            "each": f"{len(winners)} × {part.share}" if shared else str(part.territory.pearls),
            "stakes": {
                "divers": len(winners),
                "leader": winners[0] if winners and not shared else None,
                "tied": winners,
                "text": words(told),
            },
        }


@cache
def on_board() -> tuple[LessonStep, ...]:
    """The first lesson as it is done on the board itself, judged alike."""
    return tuple(_on_board(step, judged) for step, judged in _judged("first"))


def _on_board(step: Mapping[str, Any], judged: Judged) -> LessonStep:
    name, task = step["name"], step["task"]
    return LessonStep(
        say(f"lesson_{name}_on_board" if name in SAID_OTHERWISE else f"lesson_{name}"),
        say(f"lesson_{name}_done"),
        frozenset(map(site, (*step.get("divers", {}), *step.get("pontoons", [])))),
        frozenset(map(site, step.get("lit", []))),
        tuple(frozenset(map(site, sites)) for sites in judged.answers),
        {site(place): sentence for place, sentence in judged.refused.items()},
        tried=task == "refused",
        choices=_choices(step),
        right=step["right"] - 1 if task == "pick" else None,
        elsewhere=None if task == "pick" else say(f"lesson_{name}_elsewhere"),
        wrong=_wrong(step),
    )


@cache
def puzzles_on_board() -> tuple[LessonStep, ...]:
    """The puzzles as they are laid out and solved on the board itself, judged alike."""
    return tuple(_puzzle(step, judged) for step, judged in _judged("puzzles"))


def _puzzle(step: Mapping[str, Any], judged: Judged) -> LessonStep:
    divers: Mapping[str, tuple[int, int]] = step["divers"]
    state = position(step)
    setting = (
        *(Setting(_sites(whose), _laid_out(seat, step, whose)) for seat, whose in _by_seat(divers)),
        Setting(_sites(step["pontoons"]), say("lesson_puzzle_pontoons")),
    )
    return LessonStep(
        puzzles.asked(state, say("lesson_you_first")),
        puzzles.solved(state, _solution(step)),
        _sites((*divers, *step["pontoons"])),
        answers=tuple(map(_sites, judged.answers)),
        refused={site(place): sentence for place, sentence in judged.refused.items()},
        setting=setting,
        whose={site(place): seat for place, (seat, _) in divers.items()},
        whole=True,
        hints=puzzles.hints(state, _solution(step)),
        why=partial(puzzles.against, state),
    )


def _by_seat(divers: Mapping[str, tuple[int, int]]) -> Iterator[tuple[int, Mapping[str, int]]]:
    for seat in (1, 2):
        yield seat, {place: value for place, (whose, value) in divers.items() if whose == seat}


def _laid_out(seat: int, step: Mapping[str, Any], divers: Mapping[str, int]) -> Sentence:
    """The Divers that come next, with their values; with the first of them, how many Pearls lie where."""
    told = tuple(say("lesson_diver_on", value=value, space=place) for place, value in divers.items())
    if seat != 1:
        return say("lesson_puzzle_theirs", divers=told)
    pearls = tuple(say("lesson_pearls_on", count=count, space=farm) for farm, count in step["farms"].items())
    return say("lesson_puzzle_own", pearls=pearls, divers=told)


def _sites(places: Iterable[str]) -> frozenset[Site]:
    return frozenset(map(site, places))


def _choices(step: Mapping[str, Any]) -> tuple[Sentence, ...]:
    if step["task"] != "pick":
        return ()
    return tuple(say(f"lesson_{step['name']}_{number + 1}") for number in range(CHOICES))


def _is_puzzle(step: Mapping[str, Any]) -> bool:
    return "say" in step


def _solution(step: Mapping[str, Any]) -> tuple[Edge, ...]:
    return tuple(GRID.edge(line) for line in step["answers"][0])


def _wrong(step: Mapping[str, Any]) -> tuple[Sentence | None, ...]:
    return wrong(f"lesson_{step['name']}", CHOICES, step["right"] - 1) if step["task"] == "pick" else ()


def answers(step: Mapping[str, Any]) -> Sequence[Sequence[str]]:
    """The right answers: sets of sites, one of which is right."""
    if step["answers"] != ANY_DIVER:
        return [list(sites) for sites in step["answers"]]
    return [[str(place)] for place in GRID.spaces_in(empty_spaces(position(step).public))]


def refused(state: State) -> dict[str, Sentence]:
    """The refusals of the rules, by site, for each single piece that may not be laid."""
    found: dict[str, Sentence] = {}
    for place in GRID.sites:
        step = LayPontoons((place,)) if isinstance(place, Edge) else PlaceDiver(place)
        try:
            judge(state.public, None, step)
        except IllegalStep as refusal:
            found[str(place)] = refusal.sentence
    return found


def _pieces(step: Mapping[str, Any]) -> Iterator[Json]:
    hidden = step.get("hidden", [])
    for place, (seat, value) in step.get("divers", {}).items():
        yield piece(site(place), "laid", seat, None if place in hidden else value)
    for place in step.get("pontoons", []):
        yield piece(site(place), "laid", None, None)


def _region(state: State, where: str | None) -> list[str]:
    """The territory around a space."""
    if where is None:
        return []
    return names(territory_of(state.public, space(where)).spaces)
