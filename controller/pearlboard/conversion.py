"""Converts plain data from a strict reader of JSON or TOML into typed values with msgspec, or reports the first misfit.

msgspec finds the place. The wording depends on the document: each reader makes its sentence of a `Misfit`.
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
"""A step of a path: the key of a member, or the index of an item."""
Path: TypeAlias = tuple[Step, ...]
_T = TypeVar("_T")
_PLACE: Final = re.compile(r" - at `\$([^`]*)`\Z")
_STEP: Final = re.compile(r"\.([^.\[]+)|\[(\d+)\]")


class Kind(Enum):
    """Kinds of values, named as authors of documents call them."""

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
    """The requirements of a place. `low` and `high` bound a number, or the length of a text or a list.

    `words` are the allowed words, or names with which a step may begin; `extra` is from the `Meta`.
    """

    kind: Kind
    low: float | None = None
    high: float | None = None
    words: tuple[str, ...] = ()
    extra: dict[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Misfit:
    """The first error. `unknown` and `missing`: a key of the object there.

    `known` are the keys of that object, required ones first.
    """

    path: Path
    value: Any
    wanted: Wanted
    unknown: str | None = None
    missing: str | None = None
    known: tuple[str, ...] = ()


def fit(document: object, kind: type[_T], refuse: Callable[[Misfit], NoReturn]) -> _T:
    """Convert to a value of this type. `refuse` raises the reader's own error.

    In `kind` an object is a frozen `Struct` that forbids unknown fields. Errors below a `dict` have no path: its
    members are to be converted one by one.
    """
    try:
        return msgspec.convert(document, kind)
    except msgspec.ValidationError as error:
        refuse(_misfit(document, kind, str(error)))


def keys_of(kind: type[Struct]) -> tuple[str, ...]:
    """The keys of an object, in the order of the class."""
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
    """The description of a type by msgspec, cached because it is slower than reading a document."""
    return inspect.type_info(kind)


def _path(message: str) -> Path:
    """The path in msgspec's message; a key may contain anything, so only the very end is parsed.

    For an error below a `dict` the path is that of the `dict`, since msgspec does not name the key.
    """
    found = _PLACE.search(message)
    return tuple(key or int(index) for key, index in _STEP.findall(found[1].split("[...]")[0])) if found else ()


def _plain(found: Any) -> Any:  # noqa: ANN401  # msgspec.inspect has no common type that says more
    """The type without null."""
    if isinstance(found, inspect.UnionType):
        others = [each for each in found.types if not isinstance(each, inspect.NoneType)]
        return others[0] if len(others) == 1 else inspect.UnionType(tuple(others))
    return found


def _within(here: Any, value: Any, step: Step) -> Any:  # noqa: ANN401  # as above
    if isinstance(step, str):
        field = next(field for field in here.fields if field.encode_name == step)
        if isinstance(field.type, inspect.LiteralType):  # msgspec has sorted the words
            return inspect.LiteralType(get_args(get_type_hints(here.cls)[field.name]))
        return field.type
    steps = _steps(here)
    if not steps:
        return here.item_types[step] if isinstance(here, inspect.TupleType) else here.item_type
    if step == 0:
        return inspect.LiteralType(tuple(each.tag for each in steps))
    return next(each for each in steps if each.tag == value[0]).fields[step - 1].type


def _steps(here: Any) -> Sequence[Any]:  # noqa: ANN401  # as above
    """The types of steps in a list that begins with the name of its kind; empty for any other type."""
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
