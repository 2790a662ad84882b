"""What a release is made of: two builds are alike, nothing is in them that is this machine's, and the sums are true."""

import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parents[2] / "tools"))
import dist

pytestmark = pytest.mark.slow

EPOCH = "1760000000"


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """Sources and wheel, built twice."""
    return [dist.build(tmp_path_factory.mktemp("dist"), EPOCH) for _ in range(2)]


@pytest.mark.soak
def test_two_builds_are_alike(built):
    """Byte by byte, name by name."""
    one, other = built
    assert [file.name for file in one] == [file.name for file in other]
    assert [file.read_bytes() for file in one] == [file.read_bytes() for file in other]


def test_the_wheel_is_for_every_machine(built):
    """Pages, catalogues and firmware are in it, and nothing compiled."""
    [_, wheel] = built[0]
    names = zipfile.ZipFile(wheel).namelist()
    assert {Path(name).suffix for name in names} >= {".py", ".html", ".js", ".css", ".toml"}
    assert "pearlboard/firmware/main.py" in names
    assert [name for name in names if name.endswith((".so", ".c", ".pyc"))] == []


def test_the_sources_can_be_tested(built):
    """They hold all that the first page promises, and nothing that a tool left behind."""
    [sources, _] = built[0]
    with tarfile.open(sources) as archive:
        names = {name.split("/", 1)[1] for name in archive.getnames()}
    assert names >= {"README.md", "Makefile", "hatch_build.py", "tests/conftest.py", "systemd/install.sh"}
    assert [name for name in names if name.startswith((".venv", "build", "dist")) or "/node_modules/" in name] == []


def test_the_sums_are_those_of_all_files(built):
    """As `sha256sum` sees it; who changes a file is found out."""
    folder = built[0][0].parent
    (folder / "pearlboard_0.1.0~deb12_amd64.deb").write_bytes(b"a package")
    for _ in range(2):  # the sums of an earlier time are not summed up
        sums = dist.sum_up(folder)
    check = ("sha256sum", "--check", "--strict", sums.name)
    assert subprocess.run(check, cwd=folder, capture_output=True, check=False).returncode == 0
    assert len(sums.read_text(encoding="utf-8").splitlines()) == 3
    (folder / "pearlboard_0.1.0~deb12_amd64.deb").write_bytes(b"another")
    assert subprocess.run(check, cwd=folder, capture_output=True, check=False).returncode == 1


def test_what_is_not_committed_is_not_released(monkeypatch):
    """And the sentence says why."""
    monkeypatch.setattr(dist, "run", lambda *command: " M README.md" if "status" in command else EPOCH)
    with pytest.raises(dist.NotMade, match="not committed"):
        dist.committed()
    monkeypatch.setattr(dist, "run", lambda *command: "" if "status" in command else EPOCH)
    assert dist.committed() == EPOCH
