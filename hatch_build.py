"""Compiles the computer player's search while the package is built, where Cython, a C compiler and Python.h are there.

Where one of them is not, the package is built without: the same sources run as they are, only slower.

    PEARLBOARD_COMPILE=no           do not even try
    PEARLBOARD_COMPILE=must         an error if it cannot be done
    PEARLBOARD_TRANSLATED=FOLDER    what Cython makes of these sources lies there (`translate_into`)
    CC, CFLAGS                      as ever

A wheel holds extension modules for one Python and one kind of machine, with this C library or a newer one; or none, and
is for all. With an editable install they lie in the source tree (git ignores them), and nothing is compiled again until
a source changes.
"""

import importlib.util
import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from packaging.tags import sys_tags

CONTROLLER: Final = Path("controller")
PACKAGE: Final = Path("pearlboard/games/perladora/players")
FLAGS: Final = ("-O3", "-ffp-contract=off", "-fno-strict-aliasing", "-fwrapv", "-fPIC", "-DNDEBUG", "-w")
"""No fused multiply-add and nothing for this processor alone: every build gives the same results, bit for bit."""
LINKED: Final = ("-bundle", "-undefined", "dynamic_lookup") if sys.platform == "darwin" else ("-shared",)


class NotCompiled(Exception):
    """Why not."""


class CompiledSearch(BuildHookInterface[Any]):
    """The hook that hatchling calls before it builds a wheel."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, and let the wheel hold what came of it."""
        try:
            built = self._built(Path(self.root), version)
        except NotCompiled as reason:
            if os.environ.get("PEARLBOARD_COMPILE") == "must":
                raise SystemExit(f"The search cannot be compiled: {reason}") from reason
            self.app.display_warning(f"The search is not compiled: {reason}. It runs all the same, but slower.")
            return
        if version != "editable":
            build_data["force_include"] |= {
                str(file): str(PACKAGE / file.relative_to(file.parents[2])) for file in built
            }
            build_data["tag"] = best_tag()
            build_data["pure_python"] = False

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002 - hatchling's
        """Delete what was compiled for this wheel alone."""
        shutil.rmtree(Path(self.directory) / "compiling", ignore_errors=True)

    def _built(self, root: Path, version: str) -> list[Path]:
        if version == "editable":
            return compile_into(root / CONTROLLER / PACKAGE / "extensions", root)
        aside = Path(self.directory) / "compiling"
        shutil.rmtree(aside, ignore_errors=True)
        return compile_into(aside / "extensions", root)


def best_tag() -> str:
    """The tag of this Python and this machine; on Linux with the oldest C library that will do, which is this one."""
    tags = list(sys_tags())
    return str(next((tag for tag in tags if tag.platform.startswith("manylinux")), tags[0]))


def compile_into(folder: Path, root: Path) -> list[Path]:
    """Extension modules of the sources as they are, below `folder`; those of other sources go.

    Those that are there already stay as they are. Raises NotCompiled.
    """
    sources = root / CONTROLLER / PACKAGE
    names = _load(sources / "compiled.py")
    target = folder / names.digest(lambda name: (sources / name).read_bytes())
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    built = [target / f"{module}{suffix}" for module in names.MODULES]
    for old in [each for each in folder.glob("*") if each != target]:
        shutil.rmtree(old)
    if all(file.exists() for file in built):
        return built
    compiler = find_compiler()
    translated = os.environ.get("PEARLBOARD_TRANSLATED")
    with tempfile.TemporaryDirectory(dir=_made(target)) as aside:
        c = Path(translated) / target.name if translated else translate_into(Path(aside), root)
        for module in names.MODULES:
            _compile(compiler, c / f"{module}.c", Path(aside) / f"{module}{suffix}")
        for file in built:
            (Path(aside) / file.name).replace(file)
    return built


def find_compiler() -> list[str]:
    """The command that compiles C for this Python; NotCompiled says what is missing."""
    if os.environ.get("PEARLBOARD_COMPILE") == "no":
        raise NotCompiled("PEARLBOARD_COMPILE=no")
    if importlib.util.find_spec("Cython") is None:
        raise NotCompiled("Cython is not installed")
    commands = [os.environ.get("CC"), sysconfig.get_config_var("CC"), "cc"]
    found = [command for command in map(shlex.split, filter(None, commands)) if shutil.which(command[0])]
    if not found:
        raise NotCompiled("there is no C compiler")
    if not Path(sysconfig.get_path("include"), "Python.h").exists():
        raise NotCompiled("there is no Python.h (on Debian, python3-dev has it)")
    return found[0]


def translate_into(folder: Path, root: Path) -> Path:
    """The folder below `folder`, named by their digest, with what Cython makes of the sources: C for every Python.

    It takes minutes on an emulated machine, and gives the same on each. Raises NotCompiled.
    """
    sources = root / CONTROLLER / PACKAGE
    names = _load(sources / "compiled.py")
    target = _made(folder.resolve() / names.digest(lambda name: (sources / name).read_bytes()))
    for module in names.MODULES:
        source = PACKAGE / f"{module}.py"
        named = ("--module-name", ".".join(source.with_suffix("").parts), "--output-file", str(target / f"{module}.c"))
        _run([sys.executable, "-m", "cython", "-3", *named, str(source)], root / CONTROLLER)
    return target


def _compile(compiler: list[str], c: Path, target: Path) -> None:
    """C becomes the extension module `target`."""
    if not c.exists():
        raise NotCompiled(f"{c} is not there: what PEARLBOARD_TRANSLATED has is of other sources")
    included = (f"-I{sysconfig.get_path('include')}", f"-I{sysconfig.get_path('platinclude')}")
    flags = (*FLAGS, *shlex.split(os.environ.get("CFLAGS", "")), *included)
    _run([*compiler, *flags, str(c), *LINKED, "-o", str(target), "-lm"], c.parent)


def _run(command: list[str], folder: Path) -> None:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)  # noqa: S603 - our own
    if done.returncode:
        raise NotCompiled(f"{shlex.join(command)} failed:\n{done.stderr}")


def _made(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _load(path: Path) -> ModuleType:
    """A module of the package, which need not be importable while it is built."""
    spec = importlib.util.spec_from_file_location("compiled", path)
    if spec is None or spec.loader is None:
        raise NotCompiled(f"{path} is missing")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
