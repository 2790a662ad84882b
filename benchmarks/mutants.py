"""Are the tests any good? Small mistakes are put into the program, one at a time, and the tests must notice.

    python benchmarks/mutants.py [package...] [--many 300] [--seed 1] [--write docs/mutants.md]

Of each package so many mutants are drawn by lot; the lot is the same in every run. A mutant that no test notices has
*survived*. If it cannot be noticed, because the program does the same with it, `mutants.toml` says why; such a reason
holds for the code that it was written for, and no longer. Exit code 1: of a package less than nine in ten were killed.
"""

import argparse
import ast
import json
import re
import sys
import time
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from typing import Final

from killing import Covered, Job, Outcome, Project, covered, outcomes
from mutation import FUNCTIONS, Mutant, changes_nothing, mutants
from reliability import machine

ROOT: Final = Path(__file__).parents[1]
SLOW: Final = (
    "tests/conformance",
    "tests/games/piratoons",
    "tests/other_games",
    "tests/session/test_fuzzing.py",
    "tests/store/test_copies.py",
    "tests/store/test_log.py",
)
"""Beside the tests of `make quick`: these files are slow as a whole, their single tests are not."""
PEARLBOARD: Final = Project(
    ROOT, "controller/pearlboard", (("-m", "not slow", "tests"), ("-m", "slow", *SLOW)), (), ROOT / "build/mutants"
)
PACKAGES: Final[Mapping[str, tuple[str, ...]]] = {
    "rules": ("games/*/rules/*.py",),
    "views": ("games/*/rules/view.py", "games/*/shown/screen.py", "games/*/shown/private.py"),
    "store": ("store/*.py",),
    "sensing": ("sensing/*.py",),
    "session": ("session/*.py",),
}
REASONS: Final = Path(__file__).with_suffix(".toml")
AT_LEAST: Final = 0.9
MANY: Final = 300
SEED: Final = 1
BUDGET_S: Final = 8.0
"""Tests are run on a mutant until they would take so long together; the likeliest come first."""
ABOUT: Final = """\
Drawn by lot, the same in every run: comparisons, `and` and `or`, numbers (one more or less; from 100 on half or
twice), arithmetic, conditions turned round, `min` and `max`, what is returned, statements left out. No texts are drawn,
annotations, decorators or assertions, nor what is logged. On each those tests of `make quick` are run, and of some
others, that come through its line, the nearest first, for at most 8 s; of what is run at import, those of 24 files,
first those that name it. A mutant that only slower tests could notice (in a browser, by cutting the
power) survives here. The rate is of all mutants, whether or not there is a reason; it is to be nine in ten. Each test
that killed was run alone without the mutant, too, and passed.

`benchmarks/mutants.py` is the project's own: mutmut 3.8 draws no sample by a seed and leaves out what stands outside of
functions and every decorated function (one in nine of these packages), and cosmic-ray 8.7 writes each mutant into the
working tree and runs one and the same command on it.
"""


@dataclass(frozen=True, slots=True)
class Tried:
    """A mutant, how it went, and why it could not be noticed."""

    mutant: Mutant
    outcome: Outcome
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """A package in the table."""

    package: str
    tried: tuple[Tried, ...]
    of: int
    seed: int
    minutes: float

    @property
    def killed(self) -> int:
        """The number of mutants that a test noticed."""
        return sum(each.outcome.killed for each in self.tried)

    @property
    def survivors(self) -> tuple[Tried, ...]:
        """The others."""
        return tuple(each for each in self.tried if not each.outcome.killed)

    @property
    def by_time(self) -> int:
        """The number of mutants that were noticed because they did not come to their end."""
        return sum(each.outcome.timeout for each in self.tried)

    @property
    def rate(self) -> float:
        """The part of all mutants tried that was noticed, whether or not there is a reason for the others."""
        return self.killed / len(self.tried)


def run(
    project: Project,
    packages: Mapping[str, Sequence[str]],
    *,
    reasons: Mapping[tuple[object, ...], str],
    many: int = MANY,
    seed: int = SEED,
) -> list[Row]:
    """Draw mutants of each package, and try them."""
    rows, now = list[Row](), covered(project)
    for package, files in packages.items():
        began = time.monotonic()
        chosen, of = draw(project, files, many, seed)
        went = tried(project, sorted(chosen, key=lambda mutant: mutant.key), now)
        all_of_it = tuple(Tried(each, went[each], reasons.get(each.key)) for each in chosen)
        rows.append(Row(package, all_of_it, of, seed, (time.monotonic() - began) / 60))
    return rows


def tried(project: Project, every: Sequence[Mutant], now: Covered) -> dict[Mutant, Outcome]:
    """How all went. A test that killed must pass without the mutant, too, alone; else it is not asked again."""
    chooser, unsure, found = Chooser(project, now), frozenset[str](), dict[Mutant, Outcome]()
    left = every
    while left:
        jobs = [chooser.job(each, unsure) for each in left]
        found.update(zip(left, outcomes(project, jobs, now), strict=True))
        killers = sorted({found[each].by for each in left} & now.seconds.keys())
        alone = outcomes(project, [Job(None, (test,)) for test in killers], now)
        wrong = {test for test, outcome in zip(killers, alone, strict=True) if outcome.killed}
        unsure |= wrong
        left = [mutant for mutant in left if found[mutant].by in wrong]
    return found


def draw(project: Project, files: Sequence[str], many: int, seed: int) -> tuple[list[Mutant], int]:
    """Mutants by lot, and of how many."""
    folder = project.root / project.source
    paths = sorted({path for pattern in files for path in folder.glob(pattern)})
    sources = {str(path.relative_to(folder)): path.read_text(encoding="utf-8") for path in paths}
    every = [mutant for file, source in sources.items() for mutant in mutants(file, source)]
    chosen: list[Mutant] = []
    for mutant in sorted(every, key=lambda each: each.rank(seed)):
        if len(chosen) == many:
            break
        if not changes_nothing(mutant, sources[mutant.file]):
            chosen.append(mutant)
    return chosen, len(every)


# --- which tests -----------------------------------------------------------------------------------------------------


class Chooser:
    """Knows which tests to run on a mutant."""

    def __init__(self, project: Project, known: Covered) -> None:
        self._known = known
        self._sources = {
            file: ["", *project.path(file).read_text(encoding="utf-8").splitlines(), ""] for file in known.lines
        }
        self._root = project.root
        self._named: dict[str, frozenset[str]] = {}
        self._words: dict[str, Mapping[str, frozenset[str]]] = {}

    def job(self, mutant: Mutant, without: frozenset[str] = frozenset()) -> Job:
        """The tests that come through its line; for what is run at import, those of its file, and of its names.

        A test that only makes a value and prints it comes through no line of the program.
        """
        lines = self._known.lines.get(mutant.file, {})
        span = range(mutant.lines[0], mutant.lines[1] + 1)
        through = {test for line in span for test in lines.get(line, ())}
        fresh = any(line in self._known.imported.get(mutant.file, ()) for line in span)
        others = set[str]()
        if fresh:
            others |= {test for tests in lines.values() for test in tests}
            others |= {test for name in mutant.names for test in self._naming(name)}
            others |= {test for test in self._known.seconds if self._speaks_of(test, mutant.names)}
        seconds = self._known.seconds
        ordered = sorted(
            ((through | others) & seconds.keys()) - without,
            key=lambda test: (
                test not in through,
                fresh and not self._speaks_of(test, mutant.names),
                far(test, mutant.file),
                seconds[test],
                test,
            ),
        )
        near = _within(ordered, seconds, BUDGET_S / 2)
        last = sorted(set(ordered) - set(near), key=lambda test: (seconds[test], test))
        return Job(mutant, (*near, *_within(last, seconds, BUDGET_S / 2)), fresh)

    def _naming(self, name: str) -> frozenset[str]:
        """The tests that come through a line in which something is named."""
        if name not in self._named:
            word = re.compile(rf"\b{re.escape(name)}\b")
            self._named[name] = frozenset(
                test
                for file, lines in self._known.lines.items()
                for line, tests in lines.items()
                if tests and word.search(self._sources[file][line])
                for test in tests
            )
        return self._named[name]

    def _speaks_of(self, test: str, names: Iterable[str]) -> bool:
        """Whether one of these names stands in a test."""
        file, _, name = test.partition("[")[0].partition("::")
        if file not in self._words:
            self._words[file] = words(self._root / file)
        return not self._words[file].get(name.rpartition("::")[2], frozenset()).isdisjoint(names)


def words(path: Path) -> dict[str, frozenset[str]]:
    """The words in the functions of a file."""
    nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    return {
        node.name: frozenset(re.findall(r"\w+", ast.unparse(node))) for node in nodes if isinstance(node, FUNCTIONS)
    }


def _within(tests: Sequence[str], seconds: Mapping[str, float], most_s: float) -> tuple[str, ...]:
    """As many of them as can be run in that time."""
    return tuple(
        test for test, spent in zip(tests, accumulate(map(seconds.__getitem__, tests)), strict=True) if spent <= most_s
    )


def far(test: str, file: str) -> int:
    """How far the folder of a test is from that of a file: what lies in the folder of its name is the likeliest.

    Of these it is the test that is called as the file is.
    """
    same = Path(test.partition("::")[0]).stem == f"test_{Path(file).stem}"
    for one, other in zip(Path(test.partition("::")[0]).parts[1:], Path(file).parts, strict=False):
        if one != other:
            break
        same += 1
    return -same


# --- the table -------------------------------------------------------------------------------------------------------


def as_markdown(rows: Sequence[Row]) -> str:
    """For people."""
    lines = [
        "| package | seed | mutants | killed | of these by time | survived with a reason | without | rate |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for row in rows:
        explained = sum(each.reason is not None for each in row.survivors)
        lines.append(
            f"| {row.package} | {row.seed} | {len(row.tried)} of {row.of} | {row.killed} | {row.by_time} "
            f"| {explained} | {len(row.survivors) - explained} | {row.rate:.1%} |"
        )
    return "\n".join(lines) + "\n"


def listed(rows: Sequence[Row]) -> str:
    """The survivors, with their reasons."""
    lines = []
    for row in rows:
        for each in row.survivors:
            mutant = each.mutant
            where = f"{mutant.file}, {mutant.within or 'module'}, line {mutant.lines[0]}"
            lines.append(f"- {where}: `{mutant.was}` as `{mutant.becomes}`: {each.reason or '**no reason is known**'}")
    return "\n".join(lines) + "\n"


def page(rows: Sequence[Row]) -> str:
    """All of it."""
    took = sum(row.minutes for row in rows)
    return (
        "# Mistakes that the tests must notice\n\nMade by `make mutants`, never by hand, and on a development machine: "
        f"{machine()}, {took:.0f} minutes.\n\n{as_markdown(rows)}\n{ABOUT}\n## Survivors\n\n{listed(rows)}"
    )


def as_toml(tried: Tried) -> str:
    """A survivor as it goes into `mutants.toml`, where its reason is still to be written."""
    names = ("file", "within", "was", "becomes", "nth", "code")
    keys = [
        f"{name} = {json.dumps(value, ensure_ascii=False)}" for name, value in zip(names, tried.mutant.key, strict=True)
    ]
    return "\n".join(["[[survivor]]", f"# line {tried.mutant.lines[0]}", *keys, 'reason = ""']) + "\n"


def read_reasons(path: Path) -> dict[tuple[object, ...], str]:
    """Why which mutants cannot be noticed, by what they are known by."""
    listed = tomllib.loads(path.read_text(encoding="utf-8")).get("survivor", [])
    return {
        (each["file"], each["within"], each["was"], each["becomes"], each["nth"], each["code"]): each["reason"]
        for each in listed
    }


def void(project: Project, reasons: Mapping[tuple[object, ...], str]) -> list[str]:
    """The reasons of code that is no longer there, as it was."""
    said = []
    for key in reasons:
        path = project.path(str(key[0]))
        there = mutants(str(key[0]), path.read_text(encoding="utf-8")) if path.exists() else ()
        if all(mutant.key != key for mutant in there):
            said.append(f"a reason is void, the code has changed: {key[0]}, {key[1]}: {key[2]}")
    return said


def main() -> int:
    """Try, and print the table; or write it."""
    parser = argparse.ArgumentParser(description="Puts mistakes into the program and counts which the tests notice.")
    parser.add_argument("package", nargs="*", choices=[[], *PACKAGES], help="only these")
    parser.add_argument("--many", type=int, default=MANY, help="mutants of each package")
    parser.add_argument("--seed", type=int, default=SEED, help="of the lot by which they are drawn")
    parser.add_argument("--write", type=Path, help="where to put it as a page")
    given = parser.parse_args()
    reasons = read_reasons(REASONS)
    packages = {name: PACKAGES[name] for name in given.package or PACKAGES}
    rows = run(PEARLBOARD, packages, reasons=reasons, many=given.many, seed=given.seed)
    if given.write is not None:
        given.write.write_text(page(rows), encoding="utf-8")
    new = [as_toml(each) for row in rows for each in row.survivors if each.reason is None]
    sys.stdout.write("\n".join([*new, *void(PEARLBOARD, reasons), as_markdown(rows)]))
    return 0 if all(row.rate >= AT_LEAST for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
