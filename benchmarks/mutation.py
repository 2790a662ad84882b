"""The mutants of a Python file: each is the file with one small mistake in it, as somebody might make it.

A comparison that takes its edge in or leaves it out, `and` for `or`, a number off by one, a large one by half, a sum
for a difference, a condition turned round, `min` for `max`, nothing returned, a statement left out, `break` for
`continue`. Left alone is what no test of behaviour could tell: annotations, decorators, texts, assertions, what is
logged, `__repr__`.
"""

import ast
import hashlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

LONGEST_SHOWN: Final = 100
LARGE: Final = 100
"""A number from here on is doubled or halved: where it is one more or less, that was not what somebody chose it for."""
FUNCTIONS: Final = (ast.FunctionDef, ast.AsyncFunctionDef)
SCOPES: Final = (*FUNCTIONS, ast.ClassDef)
UNSEEN: Final[Mapping[type[ast.AST], tuple[str, ...]]] = {
    ast.FunctionDef: ("decorator_list", "returns"),
    ast.AsyncFunctionDef: ("decorator_list", "returns"),
    ast.ClassDef: ("decorator_list", "bases", "keywords"),
    ast.AnnAssign: ("annotation",),
    ast.arg: ("annotation",),
    ast.Assert: ("test", "msg"),
    ast.JoinedStr: ("values",),
}
"""Fields in which nothing is mutated."""
NAMES_UNSEEN: Final = ("__repr__", "__str__", "__slots__", "__all__")
KEYWORDS_UNSEEN: Final = ("strict", "maxsize", "slots", "frozen")
LOGS: Final = ("_log", "log", "logger", "logging", "warnings")
TYPES: Final = ("isinstance", "issubclass", "cast", "TypeVar", "NewType")

COMPARISONS: Final[Mapping[type[ast.cmpop], tuple[type[ast.cmpop], ...]]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
ARITHMETIC: Final[Mapping[type[ast.operator], type[ast.operator]]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.Pow: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}
CALLED: Final = {"min": "max", "max": "min", "any": "all", "all": "any"}


@dataclass(frozen=True, slots=True)
class Mutant:
    """One mistake. `code` is a digest of the function, or of the statement of a module, in which it is made.

    `place` and `variant` find it in the file again, `lines` are those of its statement.
    """

    file: str
    within: str
    was: str
    becomes: str
    nth: int
    code: str
    lines: tuple[int, int]
    names: tuple[str, ...]
    place: int
    variant: int

    @property
    def key(self) -> tuple[str, str, str, str, int, str]:
        """By which it is known again as long as the code around it stays as it is."""
        return self.file, self.within, self.was, self.becomes, self.nth, self.code

    def rank(self, seed: int) -> bytes:
        """Its place in the lot. A change elsewhere in the program does not draw others."""
        return hashlib.sha256(repr((seed, *self.key[:5])).encode()).digest()


@dataclass(frozen=True, slots=True)
class Place:
    """A node of a file, and where it hangs. `scope`: the function around it, or its statement of the module."""

    node: ast.AST
    parent: ast.AST
    at: str
    index: int | None
    within: tuple[str, ...] = ()
    scope: ast.AST | None = None
    statement: ast.stmt | None = None
    variants: tuple[ast.AST, ...] = field(default=())

    def put(self, node: ast.AST) -> None:
        """Another node in its place."""
        ast.copy_location(node, self.node)
        ast.fix_missing_locations(node)
        if self.index is None:
            setattr(self.parent, self.at, node)
        else:
            getattr(self.parent, self.at)[self.index] = node


def mutants(file: str, source: str) -> Iterator[Mutant]:
    """Every mutant of a file."""
    seen: Counter[tuple[str, ...]] = Counter()
    for number, place in enumerate(_places(ast.parse(source))):
        for variant, new in enumerate(place.variants):
            was, becomes = _shown(place, new)
            within = ".".join(place.within)
            nth = seen[within, was, becomes]
            seen[within, was, becomes] += 1
            assert place.scope is not None
            assert place.statement is not None
            yield Mutant(
                file, within, was, becomes, nth, digest(place.scope), _lines(place.statement),
                _names(place), number, variant,
            )  # fmt: skip


def mutated(mutant: Mutant, source: str) -> ast.Module:
    """The file with the mistake in it."""
    tree = ast.parse(source)
    for number, place in enumerate(_places(tree)):
        if number == mutant.place:
            place.put(place.variants[mutant.variant])
            return tree
    raise LookupError(f"{mutant.file} has changed: {mutant.was}")


def changes_nothing(mutant: Mutant, source: str) -> bool:
    """Whether Python makes the same of both."""
    return compile(mutated(mutant, source), mutant.file, "exec") == compile(source, mutant.file, "exec")


# --- what there is in a file -----------------------------------------------------------------------------------------


def _places(tree: ast.Module) -> Iterator[Place]:
    """The places that can be mutated, in the order of the file."""
    for index, node in enumerate(tree.body):
        yield from _below(Place(node, tree, "body", index, (), node, node))


def _below(place: Place) -> Iterator[Place]:
    if _left_alone(place):
        return
    found = tuple(_variants(place))
    if found:
        yield _with(place, variants=found)
    node = place.node
    within, scope = place.within, place.scope
    if isinstance(node, SCOPES):
        within = (*within, node.name)
        scope = node if isinstance(node, FUNCTIONS) else scope
    for at, index, child in _children(node):
        inner = child if isinstance(node, ast.ClassDef) and not isinstance(child, FUNCTIONS) else scope
        statement = child if isinstance(child, ast.stmt) else place.statement
        yield from _below(Place(child, node, at, index, within, inner, statement))


def _children(node: ast.AST) -> Iterator[tuple[str, int | None, ast.AST]]:
    """The children of a node that may be mutated: in which field, and at which place of its list."""
    for at, value in ast.iter_fields(node):
        if at not in UNSEEN.get(type(node), ()):
            hanging: list[tuple[int | None, Any]] = [*enumerate(value)] if isinstance(value, list) else [(None, value)]
            yield from ((at, index, child) for index, child in hanging if isinstance(child, ast.AST))


def _with(place: Place, *, variants: tuple[ast.AST, ...]) -> Place:
    return Place(
        place.node, place.parent, place.at, place.index, place.within, place.scope, place.statement, variants
    )  # fmt: skip


def _left_alone(place: Place) -> bool:
    node = place.node
    if isinstance(node, FUNCTIONS):
        return node.name in NAMES_UNSEEN
    if isinstance(node, ast.keyword):
        return node.arg in KEYWORDS_UNSEEN
    if isinstance(node, ast.Assign | ast.AnnAssign):
        target = node.targets[0] if isinstance(node, ast.Assign) else node.target
        return isinstance(target, ast.Name) and target.id in NAMES_UNSEEN
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Call) and _root(node.value.func) in LOGS
    if isinstance(node, ast.Call):
        return _root(node.func) in (*LOGS, *TYPES)
    return isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"


def _root(node: ast.AST) -> str:
    """The first name of `a.b.c`; of `self._log.info`, its second."""
    names = ast.unparse(node).split(".")
    return names[1] if names[0] == "self" and len(names) > 2 else names[0]


def _names(place: Place) -> tuple[str, ...]:
    """By what others call what stands there: the function, the class and its field, or the constant."""
    names = list(place.within[:1])
    statement = place.statement
    if isinstance(statement, ast.Assign | ast.AnnAssign):
        targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
        names += [node.id for target in targets for node in ast.walk(target) if isinstance(node, ast.Name)]
    elif isinstance(statement, SCOPES):
        names.append(statement.name)
    return tuple(dict.fromkeys(names))


def _lines(statement: ast.stmt) -> tuple[int, int]:
    """The first and last line of a statement; for a compound statement, of its head."""
    body = getattr(statement, "body", None) or getattr(statement, "cases", None)
    if not body:
        return statement.lineno, statement.end_lineno or statement.lineno
    first = body[0].pattern if isinstance(body[0], ast.match_case) else body[0]
    return statement.lineno, max(statement.lineno, first.lineno - 1)


def digest(scope: ast.AST) -> str:
    """By which code is known that has not changed; comments and how it is laid out do not count."""
    return hashlib.sha256(ast.unparse(scope).encode()).hexdigest()[:12]


def _shown(place: Place, new: ast.AST) -> tuple[str, str]:
    """The code before and after; with its parent, where that makes it easier to read."""
    was, parent = ast.unparse(place.node), place.parent
    if not isinstance(parent, ast.expr | ast.keyword | ast.Return | ast.Assign) or isinstance(place.node, ast.stmt):
        return was, ast.unparse(new)
    around = ast.unparse(parent)
    if len(around) > LONGEST_SHOWN:
        return was, ast.unparse(new)
    place.put(new)
    becomes = ast.unparse(parent)
    place.put(place.node)
    return around, becomes


# --- what may be made of it ------------------------------------------------------------------------------------------


def _variants(place: Place) -> Iterator[ast.AST]:
    maker = MAKERS.get(type(place.node))
    if maker is not None:
        yield from maker(place.node)
    asked = (place.at == "test" and isinstance(place.parent, ast.If | ast.While | ast.IfExp)) or place.at == "ifs"
    if asked and not isinstance(place.node, ast.Compare | ast.BoolOp | ast.UnaryOp):
        yield ast.UnaryOp(ast.Not(), place.node)  # type: ignore[arg-type]


def _compared(node: ast.Compare) -> Iterator[ast.AST]:
    for number, operator in enumerate(node.ops):
        for other in COMPARISONS[type(operator)]:
            yield ast.Compare(node.left, [*node.ops[:number], other(), *node.ops[number + 1 :]], node.comparators)


def _joined(node: ast.BoolOp) -> Iterator[ast.AST]:
    yield ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)


def _turned_round(node: ast.UnaryOp) -> Iterator[ast.AST]:
    if isinstance(node.op, ast.Not | ast.USub | ast.Invert):
        yield node.operand


def _reckoned(node: ast.BinOp) -> Iterator[ast.AST]:
    texts = any(isinstance(side, ast.JoinedStr) or _text(side) for side in (node.left, node.right))
    types = isinstance(node.op, ast.BitOr) and (_a_type(node.left) or _a_type(node.right))
    if not texts and not types and type(node.op) in ARITHMETIC:
        yield ast.BinOp(node.left, ARITHMETIC[type(node.op)](), node.right)


def _text(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str | bytes)


def _a_type(node: ast.AST) -> bool:
    """By its name, as in `Step | None`."""
    name = ast.unparse(node).rpartition(".")[2]
    return name == "None" or (name[:1].isupper() and not name.isupper())


def _added_to(node: ast.AugAssign) -> Iterator[ast.AST]:
    if type(node.op) in ARITHMETIC:
        yield ast.AugAssign(node.target, ARITHMETIC[type(node.op)](), node.value)
    yield ast.Pass()


def _number(node: ast.Constant) -> Iterator[ast.AST]:
    if isinstance(node.value, bool):
        yield ast.Constant(not node.value)
    elif isinstance(node.value, int | float) and abs(node.value) >= LARGE:
        yield ast.Constant(node.value * 2)
        yield ast.Constant(node.value // 2)
    elif isinstance(node.value, int | float):
        yield ast.Constant(node.value + 1)
        yield ast.Constant(node.value - 1)


def _called(node: ast.Call) -> Iterator[ast.AST]:
    if isinstance(node.func, ast.Name) and node.func.id in CALLED:
        yield ast.Call(ast.Name(CALLED[node.func.id], ast.Load()), node.args, node.keywords)


def _returned(node: ast.Return) -> Iterator[ast.AST]:
    if node.value is not None and not (isinstance(node.value, ast.Constant) and node.value.value is None):
        yield ast.Return(ast.Constant(None))


def _done(node: ast.Expr) -> Iterator[ast.AST]:
    if isinstance(node.value, ast.Call | ast.Await):
        yield ast.Pass()


def _set(node: ast.Assign) -> Iterator[ast.AST]:
    if any(isinstance(target, ast.Attribute | ast.Subscript) for target in node.targets):
        yield ast.Pass()


def _left_out(_: ast.AST) -> Iterator[ast.AST]:
    yield ast.Pass()


MAKERS: Final[Mapping[type[ast.AST], Callable[[Any], Iterator[ast.AST]]]] = {
    ast.Compare: _compared,
    ast.BoolOp: _joined,
    ast.UnaryOp: _turned_round,
    ast.BinOp: _reckoned,
    ast.AugAssign: _added_to,
    ast.Constant: _number,
    ast.Call: _called,
    ast.Return: _returned,
    ast.Expr: _done,
    ast.Assign: _set,
    ast.Raise: _left_out,
    ast.Delete: _left_out,
    ast.Break: lambda _: iter((ast.Continue(),)),
    ast.Continue: lambda _: iter((ast.Break(),)),
}
