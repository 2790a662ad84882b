"""How the program may be built: no function with too many ways through, no long module, no hand in another's pocket."""

import ast
from pathlib import Path

import pytest
from radon.complexity import cc_visit

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "controller" / "pearlboard"
SOURCES = ("controller", "firmware", "hardware", "benchmarks")
MOST_COMPLEX = 12
"""As radon counts: one for the function, and one for each place where it may go one way or another."""
LONGEST = 400
MOST_METHODS = 25
MOST_ARGUMENTS = 7

LONG = {
    "games/perladora/players/kernel.py": "one extension type: Cython inlines within a module, not across",
    "games/perladora/players/search.py": "likewise",
}
WRITING = {
    "drivers/pi.py self._lamp.value",
    "drivers/pi_small.py self._output.frequency",
    "drivers/pi_small.py self._output.value",
    "web/connections.py record.args",
    "web/connections.py record.exc_info",
    "web/connections.py record.exc_text",
    "web/connections.py record.levelname",
    "web/connections.py record.levelno",
    "web/connections.py record.msg",
}
"""So gpiozero is told what a pin is to do, and so a filter of the standard library changes a record."""


def sources():
    """Every Python file of the project but tests."""
    yield ROOT / "hatch_build.py"
    for folder in SOURCES:
        yield from sorted((ROOT / folder).rglob("*.py"))


def blocks(path):
    """The functions and methods of a file, with what is within them."""
    for block in cc_visit(path.read_text(encoding="utf-8")):
        if block.letter != "C":
            yield block
        yield from getattr(block, "closures", ())


@pytest.mark.slow
def test_no_function_has_more_than_twelve_ways_through():
    """A reader holds no more in mind; take a case, a loop or a question out and give it a name."""
    found = {
        f"{path.relative_to(ROOT)} {block.fullname if block.letter == 'M' else block.name}": block.complexity
        for path in sources()
        for block in blocks(path)
        if block.complexity > MOST_COMPLEX
    }
    assert not found, f"split these (complexity over {MOST_COMPLEX}): {found}"


def test_no_module_is_long():
    """Two screens of a room, not a wing; those that are longer have a reason."""
    lengths = {
        str(path.relative_to(PACKAGE)): len(path.read_text(encoding="utf-8").splitlines())
        for path in PACKAGE.rglob("*.py")
    }
    long = {name for name, lines in lengths.items() if lines > LONGEST}
    assert long - LONG.keys() == set(), f"split these (over {LONGEST} lines)"
    assert long >= LONG.keys(), "mended; take them out of the list"


# --- where a docstring begins ------------------------------------------------------------------------------------

NO_NOUN = {"It", "That", "They", "These", "This", "Those", "What", "Which", "Who", "Whoever", "Whose"}
NO_NOUN |= {"Everybody", "Nobody", "Of", "So", "Then"}
DIGESTED = "players"
"""Folders whose bytes name the players of a league: a word that is changed there would make others of them."""


def docstrings(path):
    """The texts that a module, a class, a function or a value is described by, with their lines."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        for part in node.body if isinstance(getattr(node, "body", None), list) else ():
            if (
                isinstance(part, ast.Expr)
                and isinstance(part.value, ast.Constant)
                and isinstance(part.value.value, str)
            ):
                yield part.lineno, part.value.value


def test_a_docstring_begins_with_a_noun_or_with_what_is_done():
    """Whoever searches or skims reads the first word: a pronoun there says nothing."""
    assert [
        f"{path.relative_to(ROOT)}:{line}: {text.splitlines()[0]}"
        for path in sources()
        if DIGESTED not in path.parts
        for line, text in docstrings(path)
        if text.split()[0] in NO_NOUN
    ] == []


# --- how wide a class is -------------------------------------------------------------------------------------------

WIDE = {
    "Position": "one extension type: Cython inlines within a module, not across",
    "Search": "one extension type: Cython inlines within a module, not across",
    "TableService": "the table as the web knows it",
}


def width(kind):
    """How many methods a class has of its own, and how many arguments its constructor takes."""
    methods = [each for each in kind.body if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef)]
    made = [each.args for each in methods if each.name == "__init__"]
    return len(methods), max((len([*each.posonlyargs, *each.args, *each.kwonlyargs]) - 1 for each in made), default=0)


def test_no_class_is_wide():
    """Whoever needs more has several things to do: give each of them to a class, a function or a value of its own."""
    trees = (ast.parse(path.read_text(encoding="utf-8")) for path in PACKAGE.rglob("*.py"))
    kinds = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    wide = {kind.name for kind in kinds if (size := width(kind))[0] > MOST_METHODS or size[1] > MOST_ARGUMENTS}
    assert wide - WIDE.keys() == set(), f"over {MOST_METHODS} methods, or {MOST_ARGUMENTS} arguments of a constructor"
    assert wide >= WIDE.keys(), f"mended; take them out of the list: {WIDE.keys() - wide}"


# --- whose attributes are written ----------------------------------------------------------------------------------


def written(path):
    """What a file sets of objects that are not its own: of a parameter, or of something that `self` holds."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for function in ast.walk(tree):
        if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        named = function.args
        arguments = {each.arg for each in (*named.posonlyargs, *named.args, *named.kwonlyargs)} - {"self", "cls"}
        for node in ast.walk(function):
            for target in targets(node):
                owner = target.value
                if isinstance(owner, ast.Name) and owner.id in arguments:
                    yield f"{owner.id}.{target.attr}"
                elif isinstance(owner, ast.Attribute) and ast.unparse(owner).startswith(("self.", "cls.")):
                    yield f"{ast.unparse(owner)}.{target.attr}"


def targets(node):
    """The attributes that a statement sets."""
    if isinstance(node, ast.Assign):
        found = node.targets
    elif isinstance(node, ast.AugAssign | ast.AnnAssign):
        found = [node.target]
    else:
        return
    for target in found:
        for part in target.elts if isinstance(target, ast.Tuple) else (target,):
            if isinstance(part, ast.Attribute):
                yield part


@pytest.mark.slow
def test_no_class_writes_into_anothers_attributes():
    """Who owns a thing changes it: ask it to, by a method that says why."""
    found = {f"{path.relative_to(PACKAGE)} {name}" for path in PACKAGE.rglob("*.py") for name in written(path)}
    assert found - WRITING == set()
    assert found >= WRITING, f"mended; take them out of the list: {WRITING - found}"
