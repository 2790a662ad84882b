"""The search compiled and not compiled: the same to the last bit, and never a build of other sources."""

import ast
import importlib.util
import re
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

from pearlboard.games.perladora.players import compiled
from support.serving import clean_environment

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[4]
PACKAGE = Path("pearlboard/games/perladora/players")
SOURCES = ROOT / "controller" / PACKAGE
SUFFIX = sysconfig.get_config_var("EXT_SUFFIX")
WHICH = "from pearlboard.games.perladora.players import kernel; print(kernel.__file__)"


def load_hook():
    spec = importlib.util.spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


HOOK = load_hook()


def why_not():
    """Why nothing can be compiled here; empty if it can."""
    try:
        HOOK.find_compiler()
    except HOOK.NotCompiled as reason:
        return str(reason)
    return ""


COMPILING = pytest.mark.skipif(bool(why_not()), reason=f"the search cannot be compiled here: {why_not()}")


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """A folder of extension modules made from the sources as they are: those in use, else new ones."""
    in_use = Path(compiled.folder(str(SOURCES)))
    if all((in_use / f"{name}{SUFFIX}").exists() for name in compiled.MODULES):
        return in_use
    return HOOK.compile_into(tmp_path_factory.mktemp("built"), ROOT)[0].parent


def run(*command, **environment):
    """How it ended, with what it printed."""
    return subprocess.run(
        [sys.executable, *map(str, command)],
        cwd=ROOT,
        env=clean_environment(**environment),
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )


def said(*command, **environment):
    """What it printed; it must end well."""
    done = run(*command, **environment)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("name", compiled.MODULES)
def test_a_variable_with_a_c_type_is_one_of_its_function(name):
    """One that was renamed in the source alone would be an object again, and slow."""
    tree = ast.parse((SOURCES / f"{name}.py").read_text(encoding="utf-8"))
    used = {
        each.name: {getattr(one, "id", None) or getattr(one, "arg", None) for one in ast.walk(each)}
        for each in ast.walk(tree)
        if isinstance(each, ast.FunctionDef)
    }
    text = (SOURCES / f"{name}.pxd").read_text(encoding="utf-8")
    typed = re.findall(r"@cython\.locals\(([^)]*)\)\s+cp?def [\w ]*?(\w+)\(", text)
    assert len(typed) == text.count("@cython.locals")
    for variables, function in typed:
        assert set(re.findall(r"(\w+)=", variables)) <= used[function], function


def build_wheel(folder, **environment):
    """Build one there; its name, what was told meanwhile, and which kernel the program in it runs."""
    done = run("-m", "hatchling", "build", "-t", "wheel", "-d", folder, **environment)
    assert done.returncode == 0, done.stderr
    [wheel] = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as file:
        file.extractall(folder / "site")
    return wheel.name, done.stderr, said("-c", WHICH, PYTHONPATH=str(folder / "site")).strip()


def copied_package(folder):
    """The program's sources, as a clone or a wheel has them."""
    shutil.copytree(ROOT / "controller", folder, ignore=shutil.ignore_patterns("__pycache__", compiled.FOLDER))
    return folder


def path_without_compilers(folder):
    """A PATH with this machine's shell and nothing that compiles."""
    folder.mkdir()
    (folder / "sh").symlink_to("/bin/sh")
    return str(folder)


def test_whatever_has_c_types_is_compiled():
    """And only that."""
    assert sorted(path.stem for path in SOURCES.glob("*.pxd")) == sorted(compiled.MODULES)


@pytest.mark.soak
@COMPILING
def test_compiled_and_not_it_comes_to_the_same(built):
    """Playouts, whole games, searches of every level, a whole game thought through: not a bit is different."""
    script = ROOT / "tests/games/perladora/players/twice.py"
    plain, fast = (said(script, which, "4").splitlines() for which in ("python", built))
    assert len(plain) > 500
    assert [pair for pair in zip(plain, fast, strict=True) if pair[0] != pair[1]] == []


@COMPILING
def test_a_build_of_these_sources_is_imported_and_one_of_others_is_not(built, tmp_path):
    """A changed source runs uncompiled until it is compiled again."""
    controller = copied_package(tmp_path / "controller")
    extensions = controller / PACKAGE / compiled.FOLDER / built.name
    shutil.copytree(built, extensions)
    assert said("-c", WHICH, PYTHONPATH=str(controller)) == f"{extensions / f'kernel{SUFFIX}'}\n"
    kernel = controller / PACKAGE / "kernel.py"
    with kernel.open("a") as file:
        file.write("# changed\n")
    assert said("-c", WHICH, PYTHONPATH=str(controller)) == f"{kernel}\n"


@COMPILING
def test_what_another_machine_has_made_of_other_sources_is_not_compiled(tmp_path, monkeypatch):
    """It lies in a folder that is named by its sources."""
    monkeypatch.setenv("PEARLBOARD_TRANSLATED", str(tmp_path / "translated"))
    (tmp_path / "translated/0123456789abcdef").mkdir(parents=True)
    with pytest.raises(HOOK.NotCompiled, match="is of other sources"):
        HOOK.compile_into(tmp_path / "built", ROOT)


@pytest.mark.soak
@COMPILING
def test_a_wheel_holds_what_was_compiled_for_this_machine(tmp_path):
    """It is for this Python alone, and the program in it finds its build."""
    name, _, kernel = build_wheel(tmp_path / "dist", PEARLBOARD_COMPILE="must", CFLAGS="-O0")
    assert f"-cp{sys.version_info.major}{sys.version_info.minor}-" in name
    assert kernel.endswith(SUFFIX)


@pytest.mark.parametrize(
    ("forbidden", "reason"), [("compiler", "there is no C compiler"), ("must not", "PEARLBOARD_COMPILE=no")]
)
def test_without_a_compiler_the_wheel_is_for_every_machine(forbidden, reason, tmp_path):
    """It says why, and the program in it runs as it is."""
    path = path_without_compilers(tmp_path / "bin")
    environment = {"PATH": path} if forbidden == "compiler" else {"PEARLBOARD_COMPILE": "no"}
    name, told, kernel = build_wheel(tmp_path / "dist", **environment)
    assert name.endswith("-py3-none-any.whl")
    assert f"The search is not compiled: {reason}" in told
    assert kernel.endswith("/kernel.py")


def test_where_it_must_be_compiled_and_cannot_be_there_is_no_wheel(tmp_path):
    """For whoever builds wheels for others."""
    done = run(
        "-m",
        "hatchling",
        "build",
        "-t",
        "wheel",
        "-d",
        tmp_path / "dist",
        PEARLBOARD_COMPILE="must",
        PATH=path_without_compilers(tmp_path / "bin"),
    )
    assert done.returncode != 0
    assert "The search cannot be compiled: there is no C compiler" in done.stderr
    assert list((tmp_path / "dist").glob("*.whl")) == []


@COMPILING
def test_what_was_compiled_is_compiled_once_and_older_builds_go(built, tmp_path):
    """A second time nothing is done; what was made from other sources is taken away."""
    target = tmp_path / built.name
    shutil.copytree(built, target)
    (tmp_path / "0123456789abcdef").mkdir()
    before = {path: path.stat().st_mtime_ns for path in target.iterdir()}
    assert sorted(HOOK.compile_into(tmp_path, ROOT)) == sorted(before)
    assert {path: path.stat().st_mtime_ns for path in target.iterdir()} == before
    assert [path.name for path in tmp_path.iterdir()] == [built.name]


@COMPILING
def test_a_source_that_cannot_be_compiled_is_told_of(tmp_path, monkeypatch):
    """With what the compiler said, and nothing is left behind."""
    copied_package(tmp_path / "controller")
    with (tmp_path / "controller" / PACKAGE / "kernel.pxd").open("a") as file:
        file.write("cdef int no_such_thing(\n")
    monkeypatch.delenv("PEARLBOARD_COMPILE", raising=False)
    with pytest.raises(HOOK.NotCompiled, match=r"kernel\.pxd"):
        HOOK.compile_into(tmp_path / "extensions", tmp_path)
    assert not list((tmp_path / "extensions").rglob("*.so"))
