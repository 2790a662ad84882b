"""The rule itself: whatever runs as root acts by name in nobody's folder but root's, and imports only what is root's.

Of each privileged program every function is looked at. One whose every caller stands within `as_owner(…)` or its like
is the owner's; in any other nothing may be opened, made, renamed or deleted by name, unless MINE says whose that is.
"""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "controller/pearlboard"
CLI = ("serving", "keeping", "operating", "blackbox", "caring", "wiring", "console", "updating")
PRIVILEGED = (
    *(PACKAGE / f"cli/{name}.py" for name in CLI),
    PACKAGE / "workshop/wizard_store.py",
    *sorted((PACKAGE / "card").rglob("*.py")),
)
GUARDS = {"as_owner", "as_keeper", "act", "_in_a_child"}
BY_NAME = {
    *("read_text", "read_bytes", "write_text", "write_bytes", "touch", "mkdir", "rmdir", "unlink", "rename"),
    *("chmod", "chown", "iterdir", "glob", "rglob", "symlink_to", "open", "sqlite3.connect", "listdir", "scandir"),
    *("rmtree", "copyfile", "copytree", "move", "TemporaryFile", "NamedTemporaryFile"),
    *("FactLog", "back_up", "holding", "examine", "restore", "ask", "keep_password", "whole", "parts", "write_bundle"),
}
"""What opens or changes a name, of Python's, and of ours what does so in the games' folder."""
MINE = {
    "keeping.new_file": "by the descriptor of a folder that was judged",
    "blackbox._replay": "a file of the caller's, in whose folder nothing is made",
    "serving.ready": "the browser of whoever plays here",
    "shelf": "the shelf is root's; what is not, `as_owner` does",
    "games.copy": "the folder of the copies is root's; what is in a copy, `as_owner` does",
    "signed": "a folder of root's, `incoming`; sources go through `opened`",
    "__main__._source": "the card's address, beside the releases or as the system has it",
    "__main__._update": "`incoming`, which is root's",
    "state": "the shelf and the system's folders are root's; `settings` is run as the service (see its unit)",
    "stick": "by the descriptor of the one folder, no link followed, each file judged; the rest is in /run",
    "portal": "run as the service",
}


class Functions(ast.NodeVisitor):
    """Of a module: which names each function calls within a guard and outside of one, and what it does by name."""

    def __init__(self, module):
        self.module, self.here = module, f"{module}.<module>"
        self.calls, self.guarded, self.does = {}, {}, {}
        self._depth = 0

    def visit_FunctionDef(self, node):
        outer, self.here = self.here, f"{self.module}.{node.name}"
        self.calls.setdefault(self.here, set())
        self.generic_visit(node)
        self.here = outer

    visit_AsyncFunctionDef = visit_FunctionDef  # noqa: N815 - as ast calls it

    def visit_Call(self, node):
        name = called(node)
        guard = name in GUARDS
        if name in BY_NAME and not self._depth and not guard and not is_descriptor(node):
            self.does.setdefault(self.here, set()).add(name)
        self.visit(node.func)
        self._depth += guard
        for part in (*node.args, *(keyword.value for keyword in node.keywords)):
            self.visit(part)
        self._depth -= guard

    def visit_Name(self, node):
        (self.guarded if self._depth else self.calls).setdefault(self.here, set()).add(node.id)

    def visit_Attribute(self, node):
        (self.guarded if self._depth else self.calls).setdefault(self.here, set()).add(node.attr)
        self.generic_visit(node)


def called(node):
    """The last name of what is called; of what opens a database, both."""
    if ast.unparse(node.func) == "sqlite3.connect":
        return "sqlite3.connect"
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")


def is_descriptor(node):
    """By the number of an open folder."""
    return any(keyword.arg in {"dir_fd", "src_dir_fd"} for keyword in node.keywords)


def offences(sources):
    """What root does by name, as `module.function: names`; `sources`: module -> text."""
    found = []
    for module, text in sources.items():
        found.append(Functions(module))
        found[-1].visit(ast.parse(text))
    calls = {function: names for each in found for function, names in each.calls.items()}
    guarded = {name for each in found for names in each.guarded.values() for name in names}
    owners = {function for function in calls if function.rpartition(".")[2] in guarded}
    while changed := {
        function
        for function in owners
        if any(function.rpartition(".")[2] in names for other, names in calls.items() if other not in owners)
    }:
        owners -= changed
    # what only the owner's functions call is the owner's, too
    while more := {
        function
        for function in calls.keys() - owners
        if (callers := {other for other, names in calls.items() if function.rpartition(".")[2] in names} - {function})
        and callers <= owners
    }:
        owners |= more
    does = {function: names for each in found for function, names in each.does.items()}
    return {
        f"{function}: {', '.join(sorted(names))}"
        for function, names in does.items()
        if function not in owners and not {function, function.partition(".")[0]} & MINE.keys()
    }


def now():
    return {path.stem: path.read_text(encoding="utf-8") for path in PRIVILEGED}


def test_root_acts_by_name_in_no_folder_of_others():
    """Whoever adds to a privileged program lets `as_owner` do it, or says in MINE whose that folder is."""
    assert offences(now()) == set()


@pytest.mark.parametrize(
    ("module", "planted"),
    [
        ("operating", "def run_more(store):\n    keep_password(store, 'x')\n"),
        (
            "keeping",
            "def more(options):\n    with FactLog(store_named(options)) as log:\n        return back_up(log)\n",
        ),
        ("games", "def more(state):\n    (state / 'games.db').unlink()\n"),
        ("updating", "def more(self):\n    return shutil.rmtree(self.shelf.state / 'x')\n"),
        ("service", "def more(self):\n    return self.settings.read_text()\n"),
        ("keeping", "def more(store):\n    return _backed_up(store)\n"),
    ],
)
def test_what_is_planted_is_found(module, planted):
    """The last calls, outside, what so far only the owner did."""
    sources = now()
    sources[module] += f"\n\n{planted}"
    assert offences(sources) != set()


# --- what runs Python as root ----------------------------------------------------------------------------------------

SCRIPTS = (
    *(ROOT / "systemd/card" / name for name in ("pearlboard", "pearlboard-releases")),
    *(ROOT / "packaging/debian" / name for name in ("pearlboard", "preinst", "postinst", "prerm", "postrm")),
    ROOT / "systemd/install.sh",
    *sorted((ROOT / "packaging/image").rglob("*.conf")),
    *sorted((ROOT / "packaging/image/early").rglob("pearlboard")),
    *sorted((ROOT / "systemd/card").rglob("*.service")),
    *sorted((ROOT / "systemd").glob("*.service")),
)
RUNS = re.compile(r"(?:^|[\s=\"+-])((?:\S*/)?python3?|\S*(?:venv|\$release)/bin/pearlboard)\"? (.*)")
RUNS_NONE = re.compile(r"\s*(#|say |run apt|run env .*apt-get|command -v)")
BEFORE_3_11 = "-I -c 'import sys; "
"""Asks whether this is a Python that knows -P."""


def unsafe(text):
    """Its lines that run Python as root where something but root's may be imported."""
    own = re.search(r"(?m)^(User=(?!root)|DynamicUser=yes)", text)
    found = []
    for line in text.replace("\\\n", " ").splitlines():
        runs = None if RUNS_NONE.match(line) or BEFORE_3_11 in line else RUNS.search(line)
        if runs is None or (own and not re.match(r"Exec\w+=[-@:]*\+", line)):
            continue
        if runs[1].endswith("/pearlboard") or not runs[2].startswith("-I -P "):
            found.append(line.strip())
    return found


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_what_runs_python_as_root_imports_nothing_of_others(path):
    """Neither from where root stands, nor from the environment, nor from root's home."""
    assert unsafe(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    "line",
    [
        'exec /data/pearlboard/releases/current/usr/lib/pearlboard/venv/bin/python -m pearlboard "$@"',
        'X=${X:-/etc} exec /usr/lib/pearlboard/venv/bin/pearlboard "$@"',
        "PYTHONPATH=/usr/lib/x exec /usr/bin/python3 -B -P -S -m pearlboard.card.releases",
        "ExecStart=/usr/bin/python3 -I -S -B /usr/lib/pearlboard-card/state.py",
        "[Service]\nUser=pearlboard\nExecStartPost=+/usr/bin/python3 /usr/lib/x.py",
        'run "$release/bin/python" -m pip install x',
        "  python3 - \"$SETTINGS\" <<'PYTHON'",
    ],
)
def test_a_line_that_would_import_what_is_not_roots_is_found(line):
    """As they stood before."""
    assert len(unsafe(line)) == 1


def test_such_lines_are_there():
    """Or the test above would look at nothing."""
    lines = "\n".join(path.read_text(encoding="utf-8") for path in SCRIPTS)
    assert lines.count("-I -P ") > 15
