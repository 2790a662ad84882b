"""What `mutants.py` keeps in `build/mutants`, so that trying again what has survived takes minutes.

Which tests come through which lines: of files of tests that have changed it is found anew; when the program has, or
what tests share, of all. And how each mutant went: one that was killed is, as long as its function stays as it is, and
so does the test that has killed it.
"""

import ast
import hashlib
import json
import pickle
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Final

from killing import Covered, Outcome, Project, covered
from mutation import FUNCTIONS, Mutant, digest

TESTS: Final = "tests"
LEFT_OUT: Final = ("__pycache__", "extensions", "node_modules")

# --- what comes through where ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class _Before:
    """What was found, and of which files."""

    program: str
    tests: Mapping[str, str]
    covered: Covered


def known(project: Project, longest_s: float) -> Covered:
    """Which tests come through which lines, of everything as it is now.

    A test that took longer than `longest_s` when it was last looked at is not run for that again.
    """
    path = project.build / "covered.pickle"
    program, tests = _digests(project)
    before = pickle.loads(path.read_bytes()) if path.exists() else None
    if before is None:
        found = covered(project)
    else:
        changed = {file for file in tests if before.tests.get(file) != tests[file]}
        old = _without(before.covered, changed | (before.tests.keys() - tests.keys()))
        if before.program != program:
            slow = {test: spent for test, spent in old.seconds.items() if spent > longest_s}
            found = _both(Covered(slow, {}, {}), covered(project, slow))
        else:
            pools = tuple(pool for pool in (_only(project, pool, changed) for pool in project.pools) if pool)
            found = _both(old, covered(replace(project, pools=pools)))
    project.build.mkdir(parents=True, exist_ok=True)
    path.write_bytes(pickle.dumps(_Before(program, tests, found)))
    return found


def _digests(project: Project) -> tuple[str, dict[str, str]]:
    """Of the program with all that tests share, and of each file of tests."""
    program, tests = hashlib.sha256(), dict[str, str]()
    for folder in (project.source, TESTS):
        for path in _files(project.root / folder):
            file = str(path.relative_to(project.root))
            digest = hashlib.sha256(path.read_bytes()).hexdigest()
            if folder == TESTS and path.match("test_*.py"):
                tests[file] = digest
            else:
                program.update(f"{file} {digest}\n".encode())
    return program.hexdigest(), tests


def _files(folder: Path) -> Iterator[Path]:
    return (path for path in sorted(folder.rglob("*")) if path.is_file() and not {*path.parts} & {*LEFT_OUT})


def _only(project: Project, pool: tuple[str, ...], files: Collection[str]) -> tuple[str, ...]:
    """A pool with these of its files; nothing, where it has none of them."""
    paths = [argument for argument in pool if (project.root / argument).exists()]
    wanted = sorted(file for file in files if any(Path(file).is_relative_to(path) for path in paths))
    return (*pool[: len(pool) - len(paths)], *wanted) if wanted else ()


def _without(found: Covered, files: Collection[str]) -> Covered:
    """All but the tests of some files."""
    lines = {
        file: {line: [test for test in tests if _file(test) not in files] for line, tests in tests_of.items()}
        for file, tests_of in found.lines.items()
    }
    seconds = {test: spent for test, spent in found.seconds.items() if _file(test) not in files}
    return Covered(seconds, lines, found.imported)


def _both(one: Covered, other: Covered) -> Covered:
    lines = {file: {line: [*tests] for line, tests in tests_of.items()} for file, tests_of in one.lines.items()}
    for file, tests_of in other.lines.items():
        for line, tests in tests_of.items():
            lines.setdefault(file, {}).setdefault(line, []).extend(tests)
    imported = {
        file: one.imported.get(file, frozenset()) | other.imported.get(file, frozenset())
        for file in {*one.imported, *other.imported}
    }
    return Covered({**one.seconds, **other.seconds}, lines, imported)


def _file(test: str) -> str:
    return test.partition("::")[0]


# --- how it went -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Earlier:
    """Runs of a package until now: how each went, by which test as it was, on which day; and how long all took."""

    tried: Mapping[tuple[object, ...], tuple[Outcome, str, str]] = field(default_factory=dict)
    minutes: float = 0.0

    def of(self, project: Project, mutant: Mutant, *, survivors: bool) -> tuple[Outcome, str] | None:
        """How it went and on which day; None if that may be otherwise now. New tests may kill those that survived."""
        if mutant.key not in self.tried:
            return None
        outcome, code, on = self.tried[mutant.key]
        stays = code == _code(project, outcome.by) if outcome.killed else survivors
        return (outcome, on) if stays else None


def earlier(project: Project, package: str) -> Earlier:
    """What was kept of a package."""
    path = project.build / f"{package}.json"
    if not path.exists():
        return Earlier()
    kept = json.loads(path.read_text(encoding="utf-8"))
    return Earlier({tuple(key): (Outcome(*went), code, on) for key, went, code, on in kept["tried"]}, kept["minutes"])


def keep(project: Project, package: str, went: Mapping[Mutant, tuple[Outcome, str]], minutes: float) -> None:
    """For the next time."""
    tried = [
        [mutant.key, [outcome.killed, outcome.by, outcome.timeout], _code(project, outcome.by), on]
        for mutant, (outcome, on) in went.items()
    ]
    text = json.dumps({"minutes": minutes, "tried": tried}, ensure_ascii=False, indent=1)
    project.build.mkdir(parents=True, exist_ok=True)
    (project.build / f"{package}.json").write_text(text, encoding="utf-8")


def _code(project: Project, test: str) -> str:
    """A digest of a test; nothing, of one that is not there, or where what killed was no test."""
    file, _, name = test.partition("[")[0].partition("::")
    path = project.root / file
    return _functions(path).get(name.rpartition("::")[2], "") if path.is_file() else ""


@cache
def _functions(path: Path) -> dict[str, str]:
    """Digests of the functions of a file."""
    return {node.name: digest(node) for node in _every_function(path)}


def words(path: Path) -> dict[str, frozenset[str]]:
    """Which words stand in the functions of a file."""
    return {node.name: frozenset(re.findall(r"\w+", ast.unparse(node))) for node in _every_function(path)}


def _every_function(path: Path) -> list[ast.FunctionDef | ast.AsyncFunctionDef]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return [node for node in ast.walk(tree) if isinstance(node, FUNCTIONS)]
