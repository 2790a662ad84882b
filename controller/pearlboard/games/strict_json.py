"""Strict JSON: what a file must be before anything in it is believed. Every refusal is a `BadInput` with its place.

JSON as Python reads it forgives a key given twice, `NaN` and `true` for 1; here they are told apart and refused where
they stand. `parse` reads the file and `convert` makes values of it; what msgspec cannot say of a value, since it is for
another value in the document to bound it or for the board to know its name, is checked by the functions below those.
"""

import json
import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, NoReturn, TypeVar

from pearlboard.conversion import Kind, Misfit, fit
from pearlboard.errors import BadInput, InvalidName
from pearlboard.typed import text_in

_T = TypeVar("_T")
_LONGEST = 40
DEEPEST: Final = 100
BRACKETS: Final = re.compile(r'"(?:[^"\\]|\\.)*+"?|[][{}]', re.DOTALL)
"""Brackets, and texts, in which they mean nothing; one that does not end goes on to the end, and is looked at once."""


@dataclass(frozen=True, slots=True)
class _Wrong:
    """Stands in a document for what JSON does not allow, until its place is known."""

    wrong: str


def parse(data: bytes) -> object:
    """The document, with `_Wrong` where something in it is no strict JSON."""
    text = text_in(data)
    check_depth(text)
    try:
        return json.loads(
            text, object_pairs_hook=_object, parse_constant=lambda name: _Wrong(f"{name} is no number in JSON")
        )
    except json.JSONDecodeError as error:
        if not text.strip():
            raise BadInput("", "there is nothing in it") from error
        raise BadInput(f"line {error.lineno} column {error.colno}", f"this is not JSON: {error.msg}") from error
    except ValueError as error:
        raise BadInput("", "this is not JSON that can be used: a number in it is too long") from error


def check_depth(text: str, deepest: int = DEEPEST) -> None:
    """`BadInput` if it is too much; how deep json itself can go is another depth in every Python and every thread."""
    depth = 0
    for bracket in BRACKETS.findall(text):
        depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(bracket, 0)
        if depth > deepest:
            raise BadInput("", "this is nested too deeply")


def _object(pairs: list[tuple[str, object]]) -> object:
    members = dict(pairs)
    if len(members) == len(pairs):
        return members
    counts = Counter(key for key, _ in pairs)
    return _Wrong(f"the key {shown(next(key for key, count in counts.items() if count > 1))} is given twice")


def convert(document: object, kind: type[_T], place: str = "") -> _T:
    """A value of this kind, of what `parse` has read; `place` is where it stands. `BadInput` for anything else."""

    def refuse(misfit: Misfit) -> NoReturn:
        here = place
        for step in misfit.path:
            here = at(here, step)
        raise BadInput(here, _wrong(misfit))

    return fit(document, kind, refuse)


def _wrong(misfit: Misfit) -> str:
    """The error in a sentence."""
    value, wanted = misfit.value, misfit.wanted
    if isinstance(value, _Wrong):
        return value.wrong
    if misfit.unknown is not None:
        return f"there is no key {shown(misfit.unknown)}; the keys are {', '.join(misfit.known)}"
    if misfit.missing is not None:
        return f"the key '{misfit.missing}' is missing"
    match wanted.kind:
        case Kind.WORD if isinstance(value, str):
            return f"{shown(value)} is none of {', '.join(wanted.words)}"
        case Kind.WHOLE if type(value) is int:
            return _out_of_bounds(value, wanted.low, wanted.high)
        case Kind.STEP if isinstance(value, list):
            if not value:
                return f"a step begins with its name: {', '.join(wanted.words)}"
            return f"this list must have {wanted.low} items, not {len(value)}"
        case kind:
            return f"this must be {_NAMES.get(kind, kind.value)}, not {shown(value)}"


_NAMES: Final = {Kind.WORD: "a text", Kind.STEP: "a list"}


def _out_of_bounds(number: int, low: float | None, high: float | None) -> str:
    limits = f"from {low} to {high}" if high is not None else f"from {low} up"
    return f"this must be a whole number {limits}, not {shown(number)}"


def shown(value: object) -> str:
    """A value as it can be quoted on one line."""
    if isinstance(value, dict | list):
        return "an object" if isinstance(value, dict) else "a list"
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    text = ascii(value)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."


def at(place: str, key: str | int) -> str:
    """The place of a member or item within `place`."""
    if isinstance(key, int):
        return f"{place}[{key}]"
    return f"{place}.{key}" if place else key


def _typed(place: str, value: object, kind: type[_T], name: str) -> _T:
    if isinstance(value, _Wrong):
        raise BadInput(place, value.wrong)
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
        raise BadInput(place, f"this must be {name}, not {shown(value)}")
    return value


def sized(place: str, value: Sequence[_T], length: int) -> Sequence[_T]:
    """A list of just that length."""
    if len(value) != length:
        raise BadInput(place, f"this list must have {length} items, not {len(value)}")
    return value


def whole(place: str, value: object, low: int, high: int | None = None) -> int:
    """A whole number from `low` to `high`."""
    number = _typed(place, value, int, "a whole number")
    if number < low or (high is not None and number > high):
        raise BadInput(place, _out_of_bounds(number, low, high))
    return number


def truth(place: str, value: object) -> bool:
    """`true` or `false`."""
    return _typed(place, value, bool, "true or false")


def text(place: str, value: object) -> str:
    """A short text."""
    found = _typed(place, value, str, "a text")
    if len(found) > _LONGEST:
        raise BadInput(place, f"this must be a short text, not {shown(found)}")
    return found


def named(place: str, value: object, find: Callable[[str], _T]) -> _T:
    """The object that `find` knows by this name, such as `geometry.space`."""
    name = _typed(place, value, str, "a text")
    if len(name) > _LONGEST or not name.isascii() or not name.isprintable():
        raise BadInput(place, f"{shown(name)} is no name of the board")
    try:
        return find(name)
    except InvalidName as error:
        raise BadInput(place, str(error)) from error
