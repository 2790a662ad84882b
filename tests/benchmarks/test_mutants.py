"""Mutation testing tells good tests from none: what it would miss itself shows here."""

import importlib.util
import json
import subprocess
import sys
from pathlib import Path

import pytest

from support.serving import clean_environment

pytestmark = pytest.mark.slow

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"
SPEC = importlib.util.spec_from_file_location("mutation", BENCHMARKS / "mutation.py")
mutation = importlib.util.module_from_spec(SPEC)
sys.modules["mutation"] = mutation
SPEC.loader.exec_module(mutation)

FEES = """
LIMIT = 3


def fee(pieces: int) -> int:
    if pieces < LIMIT:
        return 0
    return pieces + 2
"""
TESTS = """
from small.fees import fee


def test_from_three_on_it_costs_two_more_than_there_are():
    assert [fee(pieces) for pieces in (1, 2, 3, 4)] == [0, 0, 5, 6]
"""
RUN = """
import json, sys
from pathlib import Path
from mutants import Project, run

root = Path(sys.argv[1])
project = Project(root, "src/small", (("tests",),), ("-o", f"pythonpath={root / 'src'}"), root / "build")
[row] = run(project, {"small": ("*.py",)}, reasons={}, many=100)
print(json.dumps([row.of, row.killed, len(row.survivors)]))
"""


def tried(folder, tests):
    """How many mutants of the small program there are, how many these tests kill, and how many survive."""
    for name, text in {"src/small/__init__.py": "", "src/small/fees.py": FEES, "tests/test_fees.py": tests}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    done = subprocess.run(
        [sys.executable, "-c", RUN, str(folder)],
        cwd=BENCHMARKS,
        env=clean_environment(),
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    assert (folder / "src/small/fees.py").read_text() == FEES
    return json.loads(done.stdout)


def test_a_good_test_kills_every_mutant(tmp_path):
    """Of a constant that is read at import, too; and the program's own file stays as it is."""
    assert tried(tmp_path, TESTS) == [11, 11, 0]


def test_where_a_test_checks_nothing_all_survive(tmp_path):
    """The planted fault: the lines are run, and nobody looks at what comes of it."""
    assert tried(tmp_path, TESTS.replace("assert", "").replace(" == [0, 0, 5, 6]", "")) == [11, 0, 11]


def changes(source):
    """The mutants of a text."""
    return [(mutant.was, mutant.becomes) for mutant in mutation.mutants("it.py", source)]


@pytest.mark.parametrize(
    ("source", "becomes"),
    [
        ("a < b", ["a <= b", "a >= b"]),
        ("a in b", ["a not in b"]),
        ("a and b", ["a or b"]),
        ("not a", ["a"]),
        ("a + b", ["a - b"]),
        ("min(a, b)", ["max(a, b)"]),
        ("a[1]", ["a[2]", "a[0]"]),
        ("500", ["x = 1000", "x = 250"]),
        ("True", ["x = False"]),
    ],
)
def test_a_mistake_is_one_that_somebody_might_make(source, becomes):
    """A step too far, the other word, the other sign; of a large number, half or twice of it."""
    assert [made for _, made in changes(f"x = {source}")] in (becomes, [f"x = {each}" for each in becomes])


def test_a_statement_may_be_forgotten():
    """A call, what is set, what is raised and given back, a way out of a loop."""
    source = "def f(self):\n    g()\n    self.a = b\n    for a in b:\n        break\n    raise E\n    return c"
    assert [made for _, made in changes(source)] == ["pass", "pass", "continue", "pass", "return None"]


@pytest.mark.parametrize(
    "source",
    ['"""1 < 2"""', "a: Literal[1]", "@cache(1)\ndef f(): ...", "_log.info(1)", "assert a < 1", "zip(a, strict=True)"],
)
def test_what_no_behaviour_hangs_on_is_left_alone(source):
    """Texts, types, decorators, what is logged, assertions."""
    assert [was for was, _ in changes(source) if "zip" not in was] == []


def test_a_reason_is_void_when_the_function_has_changed():
    """What could not be noticed in the old code may well be in the new."""
    [before, *_] = mutation.mutants("it.py", "def f(a):\n    return a < 1")
    [moved, *_] = mutation.mutants("it.py", "import b\n\n\ndef f(a):  # a comment\n    return a < 1")
    keys = {mutant.key for mutant in mutation.mutants("it.py", "def f(a):\n    b(a)\n    return a < 1")}
    assert moved.key == before.key
    assert before.key not in keys


def test_the_lot_is_the_same_in_every_run_and_hangs_on_nothing_else_in_the_file():
    """A change elsewhere would draw others, and all that was learnt of the first would be for nothing."""
    own = "def f(a):\n    return a < 1"
    ranks = {mutant.key: mutant.rank(1) for mutant in mutation.mutants("it.py", own)}
    later = {mutant.key: mutant.rank(1) for mutant in mutation.mutants("it.py", f"def g(a):\n    return a > 2\n{own}")}
    assert ranks.items() <= later.items()
