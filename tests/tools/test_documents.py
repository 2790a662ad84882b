"""The documents: a link, a path, a name or a command that a document or a docstring refers to exists."""

import ast
import re
import subprocess
import sys
import tomllib
from functools import cache
from pathlib import Path

import pytest

from pearlboard import __version__
from pearlboard.cli import main

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "controller/pearlboard"
CONTENTS = ROOT / "docs/index.md"
LINK = re.compile(r"\]\(([^)#:\s]*)(?:#([^)]*))?\)")
HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)
FENCED = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
QUOTED = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")
"""What stands between backticks. Python has no backticks of its own, so a whole file can be searched."""

FILE = re.compile(r"[\w.-]+(?:/[\w.-]+)*\.(?:css|html|in|js|md|mjs|pxd|py|pyi|sh|svg|toml|ts|webp|yml)")
FOLDER = re.compile(r"(?:[\w-]+/)*[\w-]+/")
PATH = re.compile(r"[\w-]+(?:/[\w.-]+)+")
FIRST = {path.name for path in ROOT.iterdir() if path.is_dir()}
"""The folders of the root: a path that begins with one needs no slash at its end to be known as a path."""

ELSEWHERE = {
    "three": "the game that docs/games.md writes step by step",
    "extensions": "what hatch_build.py compiles",
    "state": "a folder on a card",
    "pearlboard/settings/config.toml": "a file on a card",
    "controller-parts.html": "made by `make hardware-release`",
    "coupon-parts.html": "made by `make hardware-release`",
}
"""Paths, or their first parts, that lie outside the repository or in examples. What git ignores needs no line here."""


@cache
def tracked(*patterns):
    """Files under version control that match, as paths from the root, with `/` between their parts."""
    if not (ROOT / ".git").exists():
        pytest.skip("this is not a clone, so nobody knows which files belong to the project")
    listed = subprocess.run(("git", "ls-files", *patterns), cwd=ROOT, capture_output=True, text=True, check=True)
    return listed.stdout.splitlines()


def documents():
    """The Markdown files, as paths from the root; templates of the forge are none."""
    return [Path(name) for name in tracked("*.md") if not name.startswith(".github/")]


@cache
def prose():
    """Documents, and Python files for their docstrings and comments; not the changelog, which names what has gone."""
    names = [str(each) for each in documents() if each.name != "CHANGELOG.md"] + tracked("*.py")
    return {name: (ROOT / name).read_text(encoding="utf-8") for name in names}


def anchor(heading):
    """The anchor that the forge gives a heading."""
    words = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading)
    return re.sub(r"[^\w\- ]", "", words.strip().lower()).replace(" ", "-")


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


def leads(document, link, place):
    """Whether a link of a document leads to a file or a folder and, if the link names one, to a heading in the file."""
    target = ROOT / document.parent / link if link else ROOT / document
    if not target.exists() or not place or target.suffix != ".md":
        return target.exists()
    return place in {anchor(heading) for heading in HEADING.findall(target.read_text(encoding="utf-8"))}


def test_every_link_leads_somewhere():
    """A link leads to a file, a folder or a heading; links to the world are not followed."""
    lost = [
        (str(document), link, place)
        for document in documents()
        for link, place in LINK.findall(FENCED.sub("", (ROOT / document).read_text(encoding="utf-8")))
        if not leads(document, link, place)
    ]
    assert lost == []


# --- what prose refers to ------------------------------------------------------------------------------------------


@cache
def ends():
    """Every path under version control, whole and without its first parts: three games have a `board/draft.py`."""
    paths = {part for name in tracked() for part in (Path(name), *Path(name).parents)}
    return {"/".join(path.parts[first:]) for path in paths for first in range(len(path.parts))}


@cache
def ignored():
    """The folders that git ignores, because what lies there is built; `hardware/out` is called `out` in its guides."""
    lines = (ROOT / ".gitignore").read_text(encoding="utf-8").splitlines()
    return {line.strip("/") for line in lines if line.endswith("/")} | {"out"}


def paths(text):
    """What looks like a path of the repository; CAPITALS stand for a name that the reader chooses."""
    for quoted in QUOTED.findall(text):
        path = quoted.rstrip("/")
        first = path.split("/")[0]
        inside = FILE.fullmatch(quoted) or FOLDER.fullmatch(quoted) or (first in FIRST and PATH.fullmatch(quoted))
        if not inside or {first, path} & (ELSEWHERE.keys() | ignored()):
            continue
        if not any(part.split(".")[0].isupper() and part != "README.md" for part in path.split("/")):
            yield path


def test_every_path_in_prose_exists():
    """What a document, a docstring or a comment calls a file or a folder is one."""
    lost = [(name, path) for name, text in prose().items() for path in paths(text) if path not in ends()]
    assert lost == []


def test_every_target_in_prose_can_be_made():
    """`make NAME`, between backticks or in a block of commands, is a target of the Makefile."""
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z0-9-]+):", makefile, re.MULTILINE))
    asked = re.compile(r"(?:`|^\s*)make ([a-z0-9-]+)(?=[ `]|$)", re.MULTILINE)
    documents_only = {name: text for name, text in prose().items() if name.endswith(".md")}
    lost = [
        (name, made) for name, text in documents_only.items() for made in asked.findall(text) if made not in targets
    ]
    assert lost == []


class Names:
    """The classes of the package with their members, and the modules with what is defined in or below them."""

    def __init__(self):
        self.members = {}
        self.bases = {}
        self.modules = {}
        for path in PACKAGE.rglob("*.py"):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            classes = [node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
            for module in (path.stem, *path.relative_to(PACKAGE).parts[:-1]):
                self.modules.setdefault(module, set()).update(self.importable(tree))
            for each in classes:
                self.members.setdefault(each.name, set()).update(self.defined(each))
                self.bases.setdefault(each.name, set()).update(
                    re.findall(r"\w+", " ".join(map(ast.unparse, each.bases)))
                )

    @staticmethod
    def importable(tree):
        """The names that a module defines or imports."""
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                yield node.name
            elif isinstance(node, ast.ImportFrom):
                yield from (each.name for each in node.names)
            elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                yield node.id

    @staticmethod
    def defined(of):
        """The names of functions in a class, and whatever is assigned there or to `self`."""
        for node in ast.walk(of):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                yield node.name
            elif isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Store):
                yield node.id if isinstance(node, ast.Name) else node.attr

    def has(self, kind, member):
        """Whether a class or one of its bases has a member; of bases from elsewhere nobody here knows."""
        known = self.bases[kind] & self.members.keys()
        return member in self.members[kind] or any(self.has(base, member) for base in known)

    def lacks(self, first, second):
        """Whether `first.second` speaks of a class or a module of the package that has nothing of that name."""
        if first in self.members:
            return not self.has(first, second)
        return (
            first in self.modules and second[0].isupper() and not second.isupper() and second not in self.modules[first]
        )


@pytest.mark.slow
def test_every_member_in_prose_exists():
    """`Rules.apply` is a method or an attribute of the class `Rules`, and `decide.Refused` a class in `decide`."""
    names = Names()
    dotted = re.compile(r"(?:\w+\.)+\w+")
    lost = [
        (name, quoted)
        for name, text in prose().items()
        for quoted in QUOTED.findall(text)
        if dotted.fullmatch(quoted)
        for first, second in zip(quoted.split("."), quoted.split(".")[1:], strict=False)
        if names.lacks(first, second)
    ]
    assert lost == []


MOST_WORDS = {"README.md": 1000, "ARCHITECTURE.md": 2500, "CONTRIBUTING.md": 1500}
"""What is read at one sitting. Whatever is too much has a page of its own, or stands beside the code."""


@pytest.mark.parametrize("name", MOST_WORDS)
def test_what_newcomers_read_is_short(name):
    """A document that everybody reads first has no more words than fit in one sitting."""
    assert len((ROOT / name).read_text(encoding="utf-8").split()) <= MOST_WORDS[name]


def site(root, text):
    """What Sphinx says of a site of one page, with the settings of ours; it draws nothing."""
    pytest.importorskip("myst_parser", reason="make .venv/.docs installs what builds the site")
    (root / "docs").mkdir()
    (root / "docs/index.md").write_text(f"# Page\n\n{text}\n", encoding="utf-8")
    sphinx = (sys.executable, "-m", "sphinx", "-q", "-W", "-b", "dummy", "-c", str(ROOT / "docs"))
    done = subprocess.run((*sphinx, str(root), str(root / "site")), capture_output=True, text=True, check=False)
    return done.returncode, done.stderr


@pytest.mark.slow
def test_a_link_to_a_folder_is_no_warning(tmp_path):
    """The forge looks into folders; a site has none."""
    (tmp_path / "parts").mkdir()
    assert site(tmp_path, "Look into [the parts](../parts).") == (0, "")


@pytest.mark.slow
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
