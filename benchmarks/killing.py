"""Runs tests on mutants, each in a process of its own; no file is ever changed.

A function is replaced where it is in memory, in a fork of a process in which every test is collected already. What is
run at import needs a process that has imported nothing: there the module is read with the mistake in it; and so it is
where a function is called at import, too, and no test has noticed what it does afterwards. Of the tests only those are
run that come through the line of the mistake.
"""

import gc
import importlib.machinery
import importlib.util
import json
import os
import pickle
import re
import resource
import shutil
import signal
import sys
import tempfile
import time
import traceback
from collections import defaultdict
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.machinery import ModuleSpec
from itertools import pairwise
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, Final

import coverage
import pytest
from hypothesis import Phase, settings
from mutation import Mutant, mutated

CPU_S: Final = 3.0
"""A test may take so much processor time, and this many times what it takes without a mistake:"""
TIMES: Final = 6
HUNG_S: Final = 30
"""The longest that a test may wait for something."""
LONGEST_S: Final = 600
AT_ONCE: Final = 2
FILES: Final = 24
"""The number of test files that are run for a line that runs at import."""
BYTES: Final = 4 << 30
POLL_S: Final = 0.01
NOT_THERE: Final = "no such function while nothing is run"
ARGUMENTS: Final = (
    "-p",
    "no:cacheprovider",
    "--capture=sys",
    "-o",
    f"timeout={HUNG_S}",
    "-o",
    "addopts=",
    "-W",
    "ignore::pytest.PytestAssertRewriteWarning",
)


@dataclass(frozen=True, slots=True)
class Project:
    """The code to mutate, and its tests. `pools`: each chooses some of the tests for pytest; `options`: for all.

    `build`: where to keep what the tests print, and what is learnt of them.
    """

    root: Path
    source: str
    pools: tuple[tuple[str, ...], ...]
    options: tuple[str, ...]
    build: Path

    @property
    def log(self) -> Path:
        """The output of the tests."""
        return self.build / "log"

    @property
    def arguments(self) -> tuple[str, ...]:
        """For pytest, but for what it is to run."""
        return (*ARGUMENTS, "--rootdir", str(self.root), "--import-mode=importlib", "-q", *self.options)

    def path(self, file: str) -> Path:
        """The path of a file of the program."""
        return self.root / self.source / file

    def module(self, file: str) -> str:
        """The name of the module that a file is."""
        parts = (Path(self.source).name, *Path(file).with_suffix("").parts)
        return ".".join(part for part in parts if part != "__init__")


@dataclass(frozen=True, slots=True)
class Covered:
    """Coverage by test: which tests run which lines of the program, their seconds, and the lines that run at import."""

    seconds: Mapping[str, float]
    lines: Mapping[str, Mapping[int, Sequence[str]]]
    imported: Mapping[str, frozenset[int]]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Job:
    """A mutant, or the program as it is, and the tests to run on it, the likeliest first."""

    mutant: Mutant | None
    tests: tuple[str, ...]
    fresh: bool = False


@dataclass(frozen=True, slots=True)
class Outcome:
    """How it went: `killed` by a test, or by time, or not at all."""

    killed: bool
    by: str = ""
    timeout: bool = False


# --- what comes through where ----------------------------------------------------------------------------------------


def covered(project: Project) -> Covered:
    """Run all tests once on the program as it is."""
    seconds: dict[str, float] = {}
    lines: dict[str, dict[int, list[str]]] = defaultdict(lambda: defaultdict(list))
    imported: dict[str, frozenset[int]] = defaultdict(frozenset)
    for pool in project.pools:
        found = _elsewhere(project, lambda pool=pool: _cover(project, pool))
        seconds |= found.seconds
        for file, tests_of in found.lines.items():
            imported[file] |= found.imported[file]
            for line, tests in tests_of.items():
                lines[file][line] += tests
    return Covered(seconds, {file: dict(tests_of) for file, tests_of in lines.items()}, dict(imported))


def _cover(project: Project, pool: tuple[str, ...]) -> Covered:
    measuring = coverage.Coverage(
        data_file=None, config_file=False, source=[str(project.root / project.source)], messages=False
    )
    recorder = _Recorder(measuring)
    measuring.start()
    ended = _pytest(project, ("-o", f"timeout={LONGEST_S}", *pool), recorder)
    measuring.stop()
    if ended not in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED):
        raise RuntimeError(f"pytest did not come to its end: {ended}")
    data = measuring.get_data()
    lines: dict[str, dict[int, list[str]]] = {}
    imported: dict[str, frozenset[int]] = {}
    for path in (path for path in data.measured_files() if path.endswith(".py")):  # templates are compiled, too
        file = str(Path(path).relative_to(project.root / project.source))
        by_line = data.contexts_by_lineno(path)
        lines[file] = {line: [test for test in tests if test in recorder.seconds] for line, tests in by_line.items()}
        imported[file] = frozenset(line for line, tests in by_line.items() if "" in tests)
    good = {test: seconds for test, seconds in recorder.seconds.items() if test not in recorder.failed}
    return Covered(good, lines, imported)


class _Recorder:
    """A plugin of pytest: tells coverage which test is running, and keeps how long it takes."""

    def __init__(self, measuring: coverage.Coverage) -> None:
        self._measuring = measuring
        self.seconds: dict[str, float] = {}
        self.failed: set[str] = set()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        """One test."""
        self._measuring.switch_context(item.nodeid)
        began = time.process_time()
        ran = yield
        self.seconds[item.nodeid] = time.process_time() - began
        return ran

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """A test that fails without a mutant says nothing of one."""
        if report.failed or report.skipped:
            self.failed.add(report.nodeid)


# --- mutants ---------------------------------------------------------------------------------------------------------


def outcomes(project: Project, jobs: Sequence[Job], known: Covered) -> list[Outcome]:
    """How each went."""
    went = _elsewhere(project, lambda: _in_memory(project, jobs, known))
    found = {
        number: outcome
        for number, (job, outcome) in enumerate(zip(jobs, went, strict=True))
        if outcome.by != NOT_THERE and (outcome.killed or not job.fresh)
    }
    again = [number for number in range(len(jobs)) if number not in found]
    anew = _each([jobs[number] for number in again], lambda job: _fresh(project, job, known))
    found.update(zip(again, anew, strict=True))
    return [found[number] for number in range(len(jobs))]


def _in_memory(project: Project, jobs: Sequence[Job], known: Covered) -> list[Outcome]:
    server = _Server(project, jobs, known)
    files = sorted({test.partition("::")[0] for job in jobs for test in job.tests})
    if not files:
        return [Outcome(killed=False) for _ in jobs]
    _pytest(project, files, server)
    return server.found


class _Server:
    """A plugin of pytest: collects the tests, and forks for each mutant instead of running them."""

    def __init__(self, project: Project, jobs: Sequence[Job], known: Covered) -> None:
        self._project = project
        self._jobs = jobs
        self._known = known
        self._files = {str(project.path(job.mutant.file)) for job in jobs if job.mutant is not None}
        self.found: list[Outcome] = []

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """All mutants."""
        items = {item.nodeid: item for item in session.items}
        functions = _functions(self._files)
        self.found = _each(self._jobs, lambda job: self._run(job, items, functions))
        return True

    def _run(
        self, job: Job, items: Mapping[str, pytest.Item], functions: Mapping[tuple[object, ...], list[FunctionType]]
    ) -> Outcome:
        if job.mutant is not None and not _replaced(self._project, job.mutant, functions):
            return Outcome(killed=False, by=NOT_THERE)
        return _run_all([items[test] for test in job.tests], self._known)


def _functions(files: set[str]) -> dict[tuple[object, ...], list[FunctionType]]:
    """Where in memory the functions of these files are."""
    found = defaultdict(list)
    gc.unfreeze()
    for each in gc.get_objects():
        if type(each) is FunctionType and each.__code__.co_filename in files:
            found[_name(each.__code__)].append(each)
    gc.freeze()
    return found


def _name(code: CodeType) -> tuple[object, ...]:
    return code.co_filename, code.co_qualname, code.co_firstlineno


def _replaced(project: Project, mutant: Mutant, functions: Mapping[tuple[object, ...], list[FunctionType]]) -> bool:
    """Put the mistake into the functions that are in memory; whether there are any."""
    path = project.path(mutant.file)
    source = path.read_text(encoding="utf-8")
    before, after = compile(source, str(path), "exec"), compile(mutated(mutant, source), str(path), "exec")
    swaps = [(function, new) for old, new in _differing(before, after) for function in functions.get(_name(old), ())]
    if any(function.__code__.co_freevars != new.co_freevars for function, new in swaps):
        return False
    for function, new in swaps:
        function.__code__ = new
    return bool(swaps)


def _differing(before: CodeType, after: CodeType) -> Iterator[tuple[CodeType, CodeType]]:
    """The functions of a file in which two versions of it differ, from the outermost."""
    pairs = zip(_inner(before), _inner(after), strict=False)
    for old, new in pairs:
        if old != new:
            yield old, new
            yield from _differing(old, new)


def _inner(code: CodeType) -> list[CodeType]:
    return [each for each in code.co_consts if isinstance(each, CodeType)]


def _fresh(project: Project, job: Job, known: Covered) -> Outcome:
    """In a process that has imported nothing of the program: first the tests of the likeliest folder, then others."""
    if job.mutant is not None:
        sys.meta_path.insert(0, _Mistaken(project, job.mutant))
    tests = _of_few_files(job.tests)
    folder = tests[0].rpartition("/")[0] if tests else ""
    near = [test for test in tests if test.rpartition("/")[0] == folder]
    went = _fresh_run(project, near, known)
    return went if went.killed else _fresh_run(project, [test for test in tests if test not in set(near)], known)


def _of_few_files(tests: Sequence[str]) -> list[str]:
    """Reading a file of tests anew takes longer than to run what is in it."""
    files = list(dict.fromkeys(test.partition("::")[0] for test in tests))[:FILES]
    return [test for test in tests if test.partition("::")[0] in files]


def _fresh_run(project: Project, tests: Sequence[str], known: Covered) -> Outcome:
    if not tests:
        return Outcome(killed=False)
    runner = _Runner(tests, known)
    ended = _pytest(project, sorted({test.partition("::")[0] for test in tests}), runner)
    return Outcome(killed=True, by=f"import ({ended})") if runner.outcome is None else runner.outcome


class _Runner:
    """A plugin of pytest: runs the tests that are wanted, in their order, until one fails."""

    def __init__(self, tests: Sequence[str], known: Covered) -> None:
        self._tests = tests
        self._known = known
        self.outcome: Outcome | None = None

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Run the tests that are wanted, of those that were collected."""
        items = {item.nodeid: item for item in session.items}
        if session.testsfailed:
            self.outcome = Outcome(killed=True, by="import")
        else:
            self.outcome = _run_all([items[test] for test in self._tests if test in items], self._known)
        return True


class _Mistaken(importlib.machinery.PathFinder):
    """Finds one module with a mistake in it, and leaves all others to others."""

    def __init__(self, project: Project, mutant: Mutant) -> None:
        self._module = project.module(mutant.file)
        self._path = project.path(mutant.file)
        self._tree = mutated(mutant, self._path.read_text(encoding="utf-8"))

    def find_spec(self, fullname: str, path: object = None, target: object = None) -> ModuleSpec | None:  # type: ignore[override]
        """The one."""
        del path, target
        if fullname != self._module:
            return None
        code = compile(self._tree, str(self._path), "exec")
        loader = _Loader(fullname, str(self._path))
        loader.code = code
        return importlib.util.spec_from_file_location(fullname, self._path, loader=loader)


class _Loader(importlib.machinery.SourceFileLoader):
    code: CodeType

    def get_code(self, fullname: str) -> CodeType:
        """The code that was compiled already."""
        del fullname
        return self.code


# --- one process -----------------------------------------------------------------------------------------------------


def _pytest(project: Project, arguments: Iterable[str], plugin: object) -> int:
    os.chdir(project.root)
    return int(pytest.main([*project.arguments, *arguments], plugins=[plugin, _Quietly()]))


class _Quietly:
    """A plugin of pytest: property tests need not look for the smallest example, and keep none."""

    def pytest_configure(self) -> None:
        """After the project's own profile was loaded."""
        settings.register_profile("mutants", settings(), database=None, phases=(Phase.explicit, Phase.generate))
        settings.load_profile("mutants")


@dataclass(slots=True, eq=False)
class _Failures:
    """A plugin of pytest: which test failed first."""

    by: str = ""
    timeout: bool = False

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note the first test that fails."""
        if report.failed and not self.by:
            self.by = report.nodeid
            self.timeout = re.search(r"Timeout \(>", str(report.longrepr)) is not None


def _run_all(items: Sequence[pytest.Item], known: Covered) -> Outcome:
    failures = _Failures()
    if items:
        items[0].config.pluginmanager.register(failures)
    for item, following in pairwise([*items, None]):
        assert item is not None
        signal.setitimer(signal.ITIMER_PROF, CPU_S + TIMES * known.seconds[item.nodeid])
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        if failures.by:
            break
    signal.setitimer(signal.ITIMER_PROF, 0)
    return Outcome(killed=bool(failures.by), by=failures.by, timeout=failures.timeout)


@dataclass(slots=True)
class _Child:
    number: int
    folder: Path
    until: float = field(default_factory=lambda: time.monotonic() + LONGEST_S)


def _each(jobs: Sequence[Job], run: Callable[[Job], Outcome]) -> list[Outcome]:
    """How each went, in a fork of this process; `AT_ONCE` of them run at a time."""
    waiting = list(enumerate(jobs))[::-1]
    running: dict[int, _Child] = {}
    found: dict[int, Outcome] = {}
    while waiting or running:
        while waiting and len(running) < AT_ONCE:
            number, job = waiting.pop()
            child = _Child(number, Path(tempfile.mkdtemp(prefix="mutant-")))
            running[_started(job, child.folder, run)] = child
        for pid, child in list(running.items()):
            ended, status = os.waitpid(pid, os.WNOHANG)
            if ended:
                found[child.number] = _read(child.folder, status)
                _say(jobs[child.number], found[child.number], LONGEST_S - (child.until - time.monotonic()))
                shutil.rmtree(child.folder, ignore_errors=True)
                del running[pid]
            elif time.monotonic() > child.until:
                os.kill(pid, signal.SIGKILL)
        time.sleep(POLL_S)
    return [found[number] for number in range(len(jobs))]


def _say(job: Job, outcome: Outcome, took: float) -> None:
    what = "no mutant" if job.mutant is None else f"{job.mutant.file}:{job.mutant.lines[0]} {job.mutant.becomes[:80]}"
    how = ("killed" if outcome.killed else "survived") + " by time" * outcome.timeout
    sys.stderr.write(f"{took:6.1f} s, {len(job.tests)} tests, {how}: {what} {outcome.by}\n")


def _started(job: Job, folder: Path, run: Callable[[Job], Outcome]) -> int:
    """The number of a process that runs the job, and writes down how it went."""
    pid = os.fork()
    if pid:
        return pid
    try:
        temporary = folder / "tmp"
        temporary.mkdir()
        os.environ.update(TMPDIR=str(temporary), PYTEST_DEBUG_TEMPROOT=str(temporary))
        tempfile.tempdir = None
        _silent(os.devnull)
        resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))
        signal.signal(signal.SIGPROF, signal.SIG_DFL)
        went = run(job)
        (folder / "outcome").write_text(json.dumps([went.killed, went.by, went.timeout]), encoding="utf-8")
    except Exception:  # noqa: BLE001 - raised by whoever reads it
        (folder / "error").write_text(traceback.format_exc(), encoding="utf-8")
    finally:
        os._exit(0)


def _read(folder: Path, status: int) -> Outcome:
    """The outcome that a process wrote. A process without one was ended by its limit, or crashed over its mutant."""
    outcome, error = folder / "outcome", folder / "error"
    if error.exists():
        raise RuntimeError(f"this program is wrong, not a mutant:\n{error.read_text(encoding='utf-8')}")
    if outcome.exists():
        killed, by, timeout = json.loads(outcome.read_text(encoding="utf-8"))
        return Outcome(killed, by, timeout)
    ended = os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0
    return Outcome(killed=True, by="", timeout=ended in (signal.SIGPROF, signal.SIGKILL))


def _silent(where: str | Path) -> None:
    number = os.open(where, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    os.dup2(number, 1)
    os.dup2(number, 2)


def _elsewhere(project: Project, run: Callable[[], Any]) -> Any:  # noqa: ANN401 - whatever it returns
    """The result of a function, called in a fork, so that what it imports is not imported here."""
    with tempfile.TemporaryDirectory() as folder:
        kept = Path(folder) / "kept"
        project.log.parent.mkdir(parents=True, exist_ok=True)
        pid = os.fork()
        if pid == 0:
            try:
                _silent(project.log)
                kept.write_bytes(pickle.dumps(run()))
            except BaseException:
                sys.excepthook(*sys.exc_info())
                raise
            finally:
                os._exit(0)
        os.waitpid(pid, 0)
        if not kept.exists():
            raise RuntimeError(f"the tests could not be run: see {project.log}")
        return pickle.loads(kept.read_bytes())
