"""The table of what was tried: every row is of tests that exist, and one that failed, or was not run, shows."""

import importlib.util
import sys
import tomllib
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

PROJECT = Path(__file__).parents[2]
SPEC = importlib.util.spec_from_file_location("reliability", PROJECT / "benchmarks/reliability.py")
reliability = importlib.util.module_from_spec(SPEC)
sys.modules["reliability"] = reliability
SPEC.loader.exec_module(reliability)
ROWS = tomllib.loads(reliability.ROWS.read_text(encoding="utf-8"))["row"]
CASE = '<testcase file="{file}" name="{name}" time="1">{inside}</testcase>'
SAID = '<properties><property name="reached" value="9 of 9"/></properties>'


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["fault"])
def test_every_row_names_tests_that_are_there(row):
    """A test that was renamed would leave its row empty for ever."""
    for test in row["tests"]:
        file, _, name = test.partition("::")
        assert (PROJECT / file).exists(), test
        assert f"def {name}" in (PROJECT / file).read_text(encoding="utf-8") if name else True, test


def written(folder, change=lambda _: ""):
    """A report in which each test of each row was run; `change` says what else stands in the first of them."""
    cases = []
    for row in ROWS:
        for test in row["tests"]:
            file, _, name = test.partition("::")
            cases.append(CASE.format(file=file, name=name or "test_it", inside=SAID + change(test)))
    report = folder / "report.xml"
    report.write_text(f"<testsuites><testsuite>{''.join(cases)}</testsuite></testsuites>", encoding="utf-8")
    return report


def made(monkeypatch, *arguments):
    monkeypatch.setattr(sys, "argv", ["reliability.py", *map(str, arguments)])
    return reliability.main()


def test_a_table_of_what_passed_holds(tmp_path, monkeypatch, capsys):
    """With what each test said of itself, on the page that is written, too."""
    page = tmp_path / "page.md"
    assert made(monkeypatch, written(tmp_path), "--write", page) == 0
    said = capsys.readouterr().out
    assert said.count("| holds |") == len(ROWS)
    assert "9 of 9" in said
    assert said in page.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("inside", "word"), [("<failure/>", "does not hold"), ("<error/>", "does not hold"), ("<skipped/>", "not run")]
)
def test_what_failed_or_was_left_out_is_said(tmp_path, monkeypatch, capsys, inside, word):
    """By the name of the test, and by the exit code."""
    last = ROWS[0]["tests"][0]
    assert made(monkeypatch, written(tmp_path, lambda test: inside if test == last else "")) == 1
    [row] = [line for line in capsys.readouterr().out.splitlines() if line.startswith(f"| {ROWS[0]['fault']} ")]
    assert word in row
    assert row.count("| holds |") == 0


def test_what_is_not_run_again_stays_with_its_day(tmp_path, monkeypatch):
    """Only where it is asked for, and only as long as the row asks for the same."""
    page, report = tmp_path / "page.md", written(tmp_path)
    monkeypatch.setattr(reliability, "today", lambda: "2026-01-02")
    assert made(monkeypatch, report, "--write", page) == 0
    first, second = (row["fault"] for row in ROWS[:2])
    page.write_text(page.read_text(encoding="utf-8").replace(ROWS[1]["asked"], "less"), encoding="utf-8")
    report.write_text("<testsuites/>", encoding="utf-8")
    monkeypatch.setattr(reliability, "today", lambda: "2026-03-04")
    assert made(monkeypatch, report, "--keep", "--write", page) == 1
    lines = {line.split(" | ")[0].removeprefix("| "): line for line in page.read_text(encoding="utf-8").splitlines()}
    assert lines[first].endswith("9 of 9 | 2026-01-02 | holds |")
    assert lines[second].endswith(" | not run |")
    assert made(monkeypatch, report, "--write", page) == 1
    assert "2026-01-02" not in page.read_text(encoding="utf-8")
