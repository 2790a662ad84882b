"""`pyproject.toml` says what is needed; `requirements/` pins just that for pip, with hashes and without an address."""

import re
import tomllib
from pathlib import Path

import pytest
from packaging.markers import Marker
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
GROUPS = {
    name: [Requirement(each) for each in needed if isinstance(each, str)]
    for name, needed in PROJECT["dependency-groups"].items()
}
EXTRAS = {name: list(map(Requirement, needed)) for name, needed in PROJECT["project"]["optional-dependencies"].items()}
RUN = [*map(Requirement, PROJECT["project"]["dependencies"]), *GROUPS["build"]]
EXPORTS = {
    "run": RUN,
    "mqtt": [*RUN, *EXTRAS["mqtt"]],
    "pi": [*RUN, *EXTRAS["mqtt"], *EXTRAS["pi"]],
    "hub": [*RUN, *EXTRAS["mqtt"], *EXTRAS["hub"], *EXTRAS["hub-swiss"]],
    **{lights: [*RUN, *EXTRAS["mqtt"], *EXTRAS["pi"], *EXTRAS[lights]] for lights in ("pwm", "pwm-pi5")},
    **{name: needed for name, needed in GROUPS.items() if name not in {"build", "dev"}},
}
"""What each file of `requirements/` must pin."""
PIN = re.compile(r"([\w.-]+)==([\w.]+)(?: ; ([^\\\n]+?))?((?: \\\n    --hash=sha256:[0-9a-f]{64})+)")
SYSTEMS = [
    {"python_version": short, "python_full_version": f"{short}.9", "sys_platform": "linux", "platform_machine": machine}
    for short in ("3.11", "3.13")
    for machine in ("x86_64", "aarch64")
]


def read(name):
    return (ROOT / "requirements" / f"{name}.txt").read_text(encoding="utf-8")


def pins(name, system):
    """Package -> the version that pip installs there."""
    found = {}
    for package, version, marker, _ in PIN.findall(read(name)):
        if holds(Marker(marker) if marker else None, system):
            assert package not in found, f"requirements/{name}.txt pins {package} twice for {system}"
            found[package] = version
    return found


def holds(marker, system):
    return marker is None or marker.evaluate(system)


def test_every_extra_and_group_has_its_export():
    """Nothing lies in the folder that `pyproject.toml` does not name, and no group is forgotten."""
    assert {path.name for path in (ROOT / "requirements").iterdir()} == {f"{name}.txt" for name in EXPORTS}


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: "-".join(list(system.values())[0::3]))
@pytest.mark.parametrize("name", EXPORTS)
def test_an_export_pins_what_is_named_at_a_version_that_will_do(name, system):
    """Whoever adds a requirement, or raises its version, and forgets `make lock`, is told of it here."""
    found = pins(name, system)
    for needed in EXPORTS[name]:
        if holds(needed.marker, system):
            version = found.get(canonicalize_name(needed.name))
            assert version, f"{needed} is not in requirements/{name}.txt: make lock"
            assert needed.specifier.contains(version, prereleases=True), f"{needed}, but {version} is pinned: make lock"


@pytest.mark.parametrize("name", EXPORTS)
def test_an_export_holds_nothing_but_pins_with_hashes(name):
    """Neither the address of an index nor an option, and no file without its hash."""
    assert PIN.sub("", read(name)).strip() == ""


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: "-".join(list(system.values())[0::3]))
def test_no_two_exports_pin_different_versions(system):
    """Exports are installed into the same environment."""
    every = {}
    for name in EXPORTS:
        for package, version in pins(name, system).items():
            every.setdefault(package, {}).setdefault(version, []).append(name)
    assert {package: where for package, where in every.items() if len(where) > 1} == {}


def test_what_builds_the_program_is_installed_with_it():
    """There is no build isolation, so the group `build` repeats what the build system requires."""
    assert set(map(Requirement, PROJECT["build-system"]["requires"])) <= set(GROUPS["build"])


def test_the_installer_takes_nothing_without_a_hash():
    """It runs pip as root. The program itself lies beside it; what is no wheel would be built with what has no hash."""
    script = (ROOT / "systemd/install.sh").read_text(encoding="utf-8").replace("\\\n", "")
    ours, others = [], []
    for options in re.findall(r"-m pip install (.*)", script):
        (ours if options.endswith('--no-build-isolation "$SOURCE"') else others).append(options)
    assert (len(ours), len(others)) == (1, 1)
    assert "--require-hashes" in others[0]
    [driver] = EXTRAS["pwm-pi5"]
    assert f"--only-binary {driver.name} " in others[0]
    assert set(re.findall(r"requirements/(\S+)\.txt", script)) == {"mqtt", "pi", "pwm-pi5"}
