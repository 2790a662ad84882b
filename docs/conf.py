"""How the documents become a site: `make site`. They stay where they are read beside what they tell of."""

from pathlib import Path

from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.transforms import SphinxTransform

project = "Pearlboard"
copyright = "MIT licence"  # noqa: A001 - Sphinx's name
extensions = ["myst_parser"]
root_doc = "docs/index"
include_patterns = ["*.md", "docs/*.md", "firmware/*.md", "hardware/**.md", "systemd/*.md", "benchmarks/*.md"]
exclude_patterns = ["build", "dist", ".venv*", "**/node_modules"]
myst_heading_anchors = 4  # links to headings are GitHub's
html_theme = "furo"
html_title = "Pearlboard"
html_copy_source = False
html_show_sphinx = False


class NamedFolders(SphinxTransform):
    """A link to a folder is its name here: a site has pages and files, and no folders to look into."""

    default_priority = 999  # as the page is read: of links that are its own MyST asks no "missing-reference"

    def apply(self, **_: object) -> None:
        """Before anybody looks for a page of that name."""
        here = Path(self.env.doc2path(self.env.docname)).parent
        for link in list(self.document.findall(pending_xref)):
            if link["refdomain"] is None and (here / link["reftarget"]).is_dir():
                link.replace_self(link.children)


def setup(app: Sphinx) -> None:
    """Register with Sphinx, which calls this first."""
    app.add_transform(NamedFolders)
