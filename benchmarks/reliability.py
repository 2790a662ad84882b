"""The table of `make soak`: what may happen to a table, what was asked for, and what was reached.

    python benchmarks/reliability.py REPORT.xml... [--keep] [--write docs/reliability.md]

Reports are pytest's (`--junitxml`). A row holds if all of its tests were run and passed; what a test has to say of
itself it records as the property `reached`. With `--keep` a row of which no test was run stays as the page has it,
with the day on which it was tried, unless it asks for something else now. Exit code 1: a row does not hold, or was not
run.
"""

import argparse
import os
import platform
import sys
import tomllib
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

ROWS = Path(__file__).with_suffix(".toml")
BAD = ("failure", "error")
WORDS = {True: "holds", False: "**does not hold**", None: "not run"}
HEAD = ("what happens", "what people see", "asked for", "reached", "tried on", "")


@dataclass(frozen=True, slots=True)
class Ran:
    """A test that was run: where it stands, whether it passed (None: left out), and what it said of itself."""

    name: str
    passed: bool | None
    reached: str | None


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the table. `holds`: None if none of its tests was run."""

    fault: str
    seen: str
    asked: str
    reached: str
    holds: bool | None
    on: str

    @property
    def cells(self) -> tuple[str, ...]:
        """As the page has them; `on` is a day."""
        return (self.fault, self.seen, self.asked, self.reached, self.on, WORDS[self.holds])


def ran(report: Path) -> Iterable[Ran]:
    """The tests of a report."""
    for case in ET.parse(report).iter("testcase"):
        left_out = case.find("skipped") is not None
        reached = case.find("properties/property[@name='reached']")
        yield Ran(
            f"{case.get('file')}::{case.get('name')}",
            None if left_out else all(case.find(word) is None for word in BAD),
            None if reached is None else reached.get("value"),
        )


def rows(tests: Sequence[Ran], before: Iterable[Row] = ()) -> list[Row]:
    """The table, of what was run; what was not is as it was `before`, where that asked for the same."""
    kept = {(row.fault, row.asked): row for row in before}
    found = [_row(row, tests) for row in tomllib.loads(ROWS.read_text(encoding="utf-8"))["row"]]
    return [kept.get((row.fault, row.asked), row) if row.holds is None else row for row in found]


def of_page(page: str) -> list[Row]:
    """The rows that a page has."""
    holds = {word: held for held, word in WORDS.items()}
    lines = [line.removeprefix("| ").removesuffix(" |").split(" | ") for line in page.splitlines() if line[:2] == "| "]
    return [
        Row(fault, seen, asked, reached, holds[word], on)
        for fault, seen, asked, reached, on, word in (line for line in lines if line[-1] in holds)
    ]


def _row(row: dict[str, Any], tests: Sequence[Ran]) -> Row:
    own = [test for test in tests if test.name.startswith(tuple(row["tests"])) and test.passed is not None]
    wrong = [*_failed(own), *_not_run(row["tests"], own)]
    reached = "; ".join([f"{len(own)} test{'s' * (len(own) != 1)}", *_said(own), *wrong])
    return Row(row["fault"], row["seen"], row["asked"], reached, not wrong if own else None, today() if own else "")


def _failed(tests: Iterable[Ran]) -> list[str]:
    return [f"failed: {test.name}" for test in tests if not test.passed]


def _not_run(wanted: Iterable[str], tests: Sequence[Ran]) -> list[str]:
    return [f"not run: {name}" for name in wanted if not any(test.name.startswith(name) for test in tests)]


def _said(tests: Iterable[Ran]) -> list[str]:
    said = Counter(test.reached for test in tests if test.reached)
    return [what if many == 1 else f"{many} x {what}" for what, many in said.items()]


def as_markdown(table: Iterable[Row]) -> str:
    """For people."""
    lines = [_line(HEAD), "|---" * len(HEAD) + "|", *(_line(row.cells) for row in table)]
    return "\n".join(lines) + "\n"


def _line(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |".replace("|  |", "| |")


def today() -> str:
    """The day."""
    return datetime.now(UTC).date().isoformat()


def machine() -> str:
    """Where this runs, and when."""
    return f"{today()}, {os.cpu_count()} cores ({platform.machine()}), Python {platform.python_version()}"


def main() -> int:
    """Print the table, or write it."""
    parser = argparse.ArgumentParser(description="What `make soak` has reached, as a table.")
    parser.add_argument("report", type=Path, nargs="+", help="what pytest wrote with --junitxml")
    parser.add_argument("--keep", action="store_true", help="what was not run stays as the page has it")
    parser.add_argument("--write", type=Path, help="where to put it as a page")
    given = parser.parse_args()
    page = given.write.read_text(encoding="utf-8") if given.keep and given.write is not None else ""
    table = rows([test for report in given.report for test in ran(report)], of_page(page))
    text = as_markdown(table)
    if given.write is not None:
        head = (
            "# What was tried\n\nMade by `make reliability`, never by hand, and on a development machine, not on a "
            f"Raspberry Pi: {machine()}. Each row names the number that is asked for, what its tests reached, and the "
            "day on which they were run.\n\n"
        )
        given.write.write_text(head + text, encoding="utf-8")
    sys.stdout.write(text)
    return 0 if all(row.holds for row in table) else 1


if __name__ == "__main__":
    sys.exit(main())
