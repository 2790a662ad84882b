"""Strict JSON: what a file must be before anything in it is believed. Every refusal is a `BadInput` with its place.

JSON as Python reads it forgives a key given twice, `NaN` and `true` for 1; here they are told apart and refused where
they stand.
"""

import json
from collections import Counter
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from typing import TypeVar

from pearlboard.errors import BadInput, InvalidName

_T = TypeVar("_T")
_LONGEST = 40


@dataclass(frozen=True, slots=True)
class _Wrong:
    """Stands in a document for what JSON does not allow, until its place is known."""

    wrong: str


def parse(data: bytes) -> object:
    """The document, with `_Wrong` where something in it is no strict JSON."""
    try:
        return json.loads(
            data.decode("utf-8"),
            object_pairs_hook=_object,
            parse_constant=lambda name: _Wrong(f"{name} is no number in JSON"),
        )
    except UnicodeDecodeError as error:
        raise BadInput(f"byte {error.start + 1}", "this is not UTF-8") from error
    except json.JSONDecodeError as error:
        if not data.strip():
            raise BadInput("", "there is nothing in it") from error
        raise BadInput(f"line {error.lineno} column {error.colno}", f"this is not JSON: {error.msg}") from error
    except ValueError as error:
        raise BadInput("", "this is not JSON that can be used: a number in it is too long") from error
    except RecursionError as error:
        raise BadInput("", "this is nested too deeply") from error


def _object(pairs: list[tuple[str, object]]) -> object:
    members = dict(pairs)
    if len(members) == len(pairs):
        return members
    counts = Counter(key for key, _ in pairs)
    return _Wrong(f"the key {shown(next(key for key, count in counts.items() if count > 1))} is given twice")


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


def members(place: str, value: object, required: Collection[str], optional: Collection[str] = ()) -> dict[str, object]:
    """An object with exactly these keys, the optional ones perhaps."""
    found = _typed(place, value, dict, "an object")
    for key in found:
        if key not in required and key not in optional:
            raise BadInput(place, f"there is no key {shown(key)}; the keys are {', '.join([*required, *optional])}")
    for key in required:
        if key not in found:
            raise BadInput(place, f"the key '{key}' is missing")
    return found


def items(place: str, value: object, length: int | None = None) -> list[object]:
    """A list, of just that length where one is given."""
    found = _typed(place, value, list, "a list")
    if length is not None and len(found) != length:
        raise BadInput(place, f"this list must have {length} items, not {len(found)}")
    return found


def whole(place: str, value: object, low: int, high: int | None = None) -> int:
    """A whole number from `low` to `high`."""
    number = _typed(place, value, int, "a whole number")
    if number < low or (high is not None and number > high):
        limits = f"from {low} to {high}" if high is not None else f"from {low} up"
        raise BadInput(place, f"this must be a whole number {limits}, not {shown(number)}")
    return number


def truth(place: str, value: object) -> bool:
    """`true` or `false`."""
    return _typed(place, value, bool, "true or false")


def word(place: str, value: object, known: Iterable[str]) -> str:
    """One of the words that are known there."""
    found = _typed(place, value, str, "a text")
    words = list(known)
    if found not in words:
        raise BadInput(place, f"{shown(found)} is none of {', '.join(words)}")
    return found


def named(place: str, value: object, find: Callable[[str], _T]) -> _T:
    """What `find` knows by this name, such as `geometry.space`."""
    name = _typed(place, value, str, "a text")
    if len(name) > _LONGEST or not name.isascii() or not name.isprintable():
        raise BadInput(place, f"{shown(name)} is no name of the board")
    try:
        return find(name)
    except InvalidName as error:
        raise BadInput(place, str(error)) from error
