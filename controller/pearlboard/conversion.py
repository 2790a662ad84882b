"""Plain data, as a strict reader of JSON or TOML hands it over, made into values by msgspec; or it does not fit.

msgspec finds the place. What is wrong there is told in the words of those who wrote the document, and a settings file,
a theme and a position have different ones: each reader makes its sentence of a `Misfit`.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import Any, Final, NoReturn, TypeAlias, TypeVar, get_args, get_type_hints

import msgspec
from msgspec import Struct, inspect

Step: TypeAlias = str | int
"""From a document to what stands in it: the key of a member, or the index of an item."""
Path: TypeAlias = tuple[Step, ...]
_T = TypeVar("_T")
_PLACE: Final = re.compile(r" - at `\$([^`]*)`\Z")
_STEP: Final = re.compile(r"\.([^.\[]+)|\[(\d+)\]")


class Kind(Enum):
    """What somebody who writes a document takes for one kind of value."""

    WHOLE = "a whole number"
    NUMBER = "a number"
    TRUTH = "true or false"
    TEXT = "a text"
    WORD = "one of some words"
    LIST = "a list"
    STEP = "a list that begins with its name"
    OBJECT = "an object"


@dataclass(frozen=True, slots=True)
class Wanted:
    """What should stand at a place. `low` and `high` bound a number, or how long a text or a list is.

    `words` are those that are known, or the names with which a step may begin; `extra` is what the `Meta` says besides.
    """

    kind: Kind
    low: float | None = None
    high: float | None = None
    words: tuple[str, ...] = ()
    extra: dict[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Misfit:
    """The first thing that does not fit. `unknown` and `missing`: a key of the object that stands there.

    `known` are the keys which that object may have, those it must have first.
    """

    path: Path
    value: Any
    wanted: Wanted
    unknown: str | None = None
    missing: str | None = None
    known: tuple[str, ...] = ()


def fit(document: object, kind: type[_T], refuse: Callable[[Misfit], NoReturn]) -> _T:
    """The value of this kind. `refuse` raises the reader's own error for what is none.

    In `kind` an object is a frozen `Struct` that forbids unknown fields. Below a `dict` no place is found: its members
    are to be fitted one by one.
    """
    try:
        return msgspec.convert(document, kind)
    except msgspec.ValidationError as error:
        refuse(_misfit(document, kind, str(error)))


def keys_of(kind: type[Struct]) -> tuple[str, ...]:
    """The keys of an object, in the order in which the class names them."""
    return kind.__struct_encode_fields__


# --- what msgspec found, and what its types say there ------------------------------------------------------------


def _misfit(document: object, kind: type, message: str) -> Misfit:
    path = _path(message)
    value: Any = document
    here = _plain(_type_of(kind))
    for step in path:
        here = _plain(_within(here, value, step))
        value = value[step]
    if not isinstance(here, inspect.StructType) or here.array_like or not isinstance(value, dict):
        return Misfit(path, value, _wanted(here, value))
    required = [field.encode_name for field in here.fields if field.required]
    known = tuple(field.encode_name for field in sorted(here.fields, key=lambda field: not field.required))
    return Misfit(
        path,
        value,
        Wanted(Kind.OBJECT),
        unknown=next((key for key in value if key not in known), None),
        missing=next((key for key in required if key not in value), None),
        known=known,
    )


@cache
def _type_of(kind: type) -> inspect.Type:
    """There are few kinds of documents, and what msgspec tells of one takes longer than to read it."""
    return inspect.type_info(kind)


def _path(message: str) -> Path:
    """Where it is, of msgspec's own sentence; a key may hold anything, so only its very end is believed.

    What is below a `dict` is said to be in the `dict`: which key it is msgspec does not tell.
    """
    found = _PLACE.search(message)
    return tuple(key or int(index) for key, index in _STEP.findall(found[1].split("[...]")[0])) if found else ()


def _plain(found: Any) -> Any:  # noqa: ANN401  # msgspec.inspect has no common type that says more
    """A type that may also be null is told as what it is otherwise."""
    if isinstance(found, inspect.UnionType):
        others = [each for each in found.types if not isinstance(each, inspect.NoneType)]
        return others[0] if len(others) == 1 else inspect.UnionType(tuple(others))
    return found


def _within(here: Any, value: Any, step: Step) -> Any:  # noqa: ANN401  # as above
    if isinstance(step, str):
        field = next(field for field in here.fields if field.encode_name == step)
        if isinstance(field.type, inspect.LiteralType):  # which has sorted the words
            return inspect.LiteralType(get_args(get_type_hints(here.cls)[field.name]))
        return field.type
    steps = _steps(here)
    if not steps:
        return here.item_types[step] if isinstance(here, inspect.TupleType) else here.item_type
    if step == 0:
        return inspect.LiteralType(tuple(each.tag for each in steps))
    return next(each for each in steps if each.tag == value[0]).fields[step - 1].type


def _steps(here: Any) -> Sequence[Any]:  # noqa: ANN401  # as above
    """The kinds of steps that a list may be which begins with the name of its kind; none for any other type."""
    kinds = getattr(here, "types", (here,))
    return kinds if all(getattr(each, "array_like", False) for each in kinds) else ()


def _wanted(here: Any, value: Any) -> Wanted:  # noqa: ANN401  # as above
    if isinstance(here, inspect.Metadata):
        plain = _wanted(here.type, value)
        return Wanted(plain.kind, plain.low, plain.high, plain.words, here.extra)
    if steps := _steps(here):
        return _step(steps, value)
    match here:
        case inspect.IntType() | inspect.FloatType():
            kind = Kind.WHOLE if isinstance(here, inspect.IntType) else Kind.NUMBER
            return Wanted(kind, here.ge, here.le)
        case inspect.BoolType():
            return Wanted(Kind.TRUTH)
        case inspect.EnumType():
            return Wanted(Kind.WORD, words=tuple(here.cls))
        case inspect.LiteralType():
            return Wanted(Kind.WORD, words=tuple(map(str, here.values)))
        case inspect.StrType():
            return Wanted(Kind.TEXT, here.min_length, here.max_length)
        case inspect.StructType() | inspect.DictType():
            return Wanted(Kind.OBJECT)
        case _:
            return Wanted(Kind.LIST)


def _step(kinds: Sequence[Any], value: Any) -> Wanted:  # noqa: ANN401  # as above
    names = tuple(each.tag for each in kinds)
    named = next((each for each in kinds if isinstance(value, list) and value and each.tag == value[0]), None)
    length = len(named.fields) + 1 if named else None
    return Wanted(Kind.STEP, length, length, names)
