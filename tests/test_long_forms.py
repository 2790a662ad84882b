"""What `make test` does in short, `make soak` does at length: no long form is forgotten."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ASKS = re.compile(r"""["']SOAK["'] (?:not )?in os\.environ|environ\.get\(["']SOAK["']\)""")


@pytest.mark.skipif(shutil.which("make") is None, reason="make says what it would run")
def test_whatever_has_a_long_form_is_run_by_make_soak():
    """Its file, or the folder in which it lies, is in one of the lists of the Makefile."""
    told = subprocess.run(
        ["make", "--no-print-directory", "--eval", "told: ; @echo $(LONG_FORMS)", "told"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    run = [ROOT / place for place in told.stdout.split()]
    assert [place for place in run if not place.exists()] == []
    asking = [path for path in (ROOT / "tests").rglob("*.py") if ASKS.search(path.read_text(encoding="utf-8"))]
    asking = [path for path in asking if path not in (ROOT / "tests/conftest.py", Path(__file__))]
    assert asking
    assert [path for path in asking if not any(path.is_relative_to(place) for place in run)] == []


@pytest.mark.skipif(shutil.which("make") is None, reason="make says what it would run")
def test_whatever_is_marked_is_run_by_make_soak():
    """Wherever it lies."""
    told = subprocess.run(["make", "--dry-run", "soak"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    runs = [line for line in told.splitlines() if "/pytest " in line and line.endswith("-m soak")]
    assert len(runs) == 1
    assert runs[0].startswith("SOAK=1 ")


def test_whatever_is_marked_is_left_out_else(pytestconfig, request):
    """Here, unless SOAK is set."""
    assert any("soak" in line for line in pytestconfig.getini("markers"))
    marked = [item for item in request.session.items if item.get_closest_marker("soak")]
    assert bool(marked) <= ("SOAK" in os.environ)
