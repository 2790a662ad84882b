"""The site of the documents: every document is in its contents, and every link leads to something that is there."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from pearlboard import __version__
from pearlboard.cli import main

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
CONTENTS = ROOT / "docs/index.md"
LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")


def documents():
    """Those that lie under version control, as paths from the root; templates of the forge are none."""
    if not (ROOT / ".git").exists():
        pytest.skip("this is not a clone, so nobody knows which files belong to the project")
    listed = subprocess.run(("git", "ls-files", "*.md"), cwd=ROOT, capture_output=True, text=True, check=True)
    return [Path(name) for name in listed.stdout.splitlines() if not name.startswith(".github/")]


def test_every_document_is_in_the_contents():
    """What `make site` would warn of; it takes more than is installed for tests."""
    text = CONTENTS.read_text(encoding="utf-8")
    listed = {
        (CONTENTS.parent / f"{line}.md").resolve().relative_to(ROOT)
        for part in re.findall(r"```\{toctree\}(.*?)```", text, re.DOTALL)
        for line in part.split("\n")
        if line and not line.startswith(":")
    }
    assert listed | {CONTENTS.relative_to(ROOT)} == set(documents())


def test_every_link_leads_somewhere():
    """To a file or a folder; links to the world are not followed."""
    lost = [
        (str(document), link)
        for document in documents()
        for link in LINK.findall((ROOT / document).read_text(encoding="utf-8"))
        if not (ROOT / document.parent / link).exists()
    ]
    assert lost == []


def site(root, text):
    """What Sphinx says of a site of one page, with the settings of ours; it draws nothing."""
    pytest.importorskip("myst_parser", reason="make .venv/.docs installs what builds the site")
    (root / "docs").mkdir()
    (root / "docs/index.md").write_text(f"# Page\n\n{text}\n", encoding="utf-8")
    sphinx = (sys.executable, "-m", "sphinx", "-q", "-W", "-b", "dummy", "-c", str(ROOT / "docs"))
    done = subprocess.run((*sphinx, str(root), str(root / "site")), capture_output=True, text=True, check=False)
    return done.returncode, done.stderr


def test_a_link_to_a_folder_is_no_warning(tmp_path):
    """The forge looks into folders; a site has none."""
    (tmp_path / "parts").mkdir()
    assert site(tmp_path, "Look into [the parts](../parts).") == (0, "")


def test_a_link_to_nothing_is_a_warning(tmp_path):
    """`make site` stops at it."""
    failed, said = site(tmp_path, "Look into [the parts](../parts).")
    assert failed
    assert "../parts" in said


def test_no_warning_is_hidden_by_what_was_read_before():
    """A page that was read once says nothing a second time."""
    recipe = (ROOT / "Makefile").read_text(encoding="utf-8").partition("\nsite:")[2].partition("\n\n")[0]
    assert "sphinx-build --fresh-env " in recipe


def test_the_version_is_one(capsys):
    """As the program says it, and as what is built is called."""
    with pytest.raises(SystemExit) as end:
        main(["--version"])
    assert end.value.code == 0
    assert capsys.readouterr().out == f"pearlboard {__version__}\n"
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["version"] == __version__
