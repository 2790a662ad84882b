"""Tables as CSV for spreadsheets, which take a text that begins like a formula for one: such a text is quoted."""

import csv
import io
from collections.abc import Iterable
from typing import Final

CSV: Final = "text/csv; charset=utf-8"
FORMULAS: Final = ("=", "+", "-", "@", "\t", "\r")


def sheet(rows: Iterable[Iterable[str | int | float | None]]) -> str:
    """The rows as CSV, beginning with a mark by which spreadsheets know UTF-8."""
    text = io.StringIO()
    text.write("\ufeff")
    csv.writer(text).writerows([_cell(each) for each in row] for row in rows)
    return text.getvalue()


def _cell(value: str | float | None) -> str | int | float:
    if value is None:
        return ""
    return f"'{value}" if isinstance(value, str) and value.lstrip().startswith(FORMULAS) else value
