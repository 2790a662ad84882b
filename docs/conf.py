"""How the documents become a site: `make site`. They stay where they are read beside what they tell of."""

from pathlib import Path

from docutils.nodes import Element, TextElement
from sphinx.application import Sphinx

project = "Pearlboard"
copyright = "MIT licence"  # noqa: A001 - Sphinx's name
extensions = ["myst_parser"]
root_doc = "docs/index"
include_patterns = [
    "*.md",
    "docs/*.md",
    "firmware/*.md",
    "hardware/**.md",
    "systemd/*.md",
    "benchmarks/*.md",
    "tests/old_evenings/*.md",
]
exclude_patterns = ["build", "dist", ".venv*", "**/node_modules"]
myst_heading_anchors = 4  # links to headings are GitHub's
html_theme = "furo"
html_title = "Pearlboard"
html_copy_source = False
html_show_sphinx = False

ROOT = Path(__file__).parents[1]


def name_folder(_app: Sphinx, _env: object, node: Element, words: TextElement) -> TextElement | None:
    """A link to a folder is its name here: a site has pages and files, and no folders to look into."""
    folder = ROOT / Path(node["refdoc"]).parent / node["reftarget"]
    return words if folder.is_dir() else None


def setup(app: Sphinx) -> None:
    """What Sphinx calls first."""
    app.connect("missing-reference", name_folder)
