"""The build guide points at what is there, and says first of all that nobody has built the board."""

import re
import tomllib
from pathlib import Path

import pytest

from pearlboard.drivers.light_timing import core_lines
from pearlboard.drivers.pi_library import OVERLAYS
from pearlboard.workshop import TRIALS

pytestmark = pytest.mark.slow

HARDWARE = Path(__file__).parents[2] / "hardware"
PAGES = sorted([HARDWARE / "README.md", *(HARDWARE / "docs").glob("*.md")])


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_and_picture_of_the_guide_is_there(page):
    """Relative links lead to files, and their anchors to headings."""
    for target in re.findall(r"\]\(([^)#\s]*)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
        if target and not target.startswith("http"):
            assert (page.parent / target).exists(), target
    for target, anchor in re.findall(r"\]\(([^)#\s]*)#([^)]+)\)", page.read_text(encoding="utf-8")):
        there = (page.parent / target if target else page).read_text(encoding="utf-8")
        headings = re.findall(r"^#+ (.+)$", there, re.MULTILINE)
        assert anchor in {re.sub(r"[^a-z0-9 -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_page_says_at_once_that_the_board_was_not_built(page):
    """Before anything else stands what was done and what was not."""
    assert "not yet built" in " ".join(page.read_text(encoding="utf-8").split()[:40]).lower()


def test_every_gate_stands_in_the_order_of_work():
    """All trials of the bench are gates of the guide, no other is named, and the doctor is one."""
    readme = (HARDWARE / "README.md").read_text(encoding="utf-8")
    assert set(re.findall(r"`sudo pearlboard wiring ([a-z]+)`", readme)) == set(TRIALS)
    assert "`sudo pearlboard doctor`" in readme


def test_every_gate_of_the_first_page_is_the_one_of_its_guide():
    """Steps are numbered in the order of work, and a guide that speaks of a gate by number means that step."""
    readme = (HARDWARE / "README.md").read_text(encoding="utf-8")
    gates = dict(re.findall(r"^\| (\d+) \|.*`sudo pearlboard (?:wiring )?([a-z]+)`", readme, re.MULTILINE))
    numbers = [int(number) for number in re.findall(r"^\| (\d+) \|", readme, re.MULTILINE)]
    assert numbers == list(range(12))
    text = " ".join(page.read_text(encoding="utf-8") for page in PAGES)
    told = [
        *re.findall(r"\*\*Gate (\d+)\*\*: `sudo pearlboard wiring ([a-z]+)`", text),
        *re.findall(r"^## Gate (\d+): (mark|walk)", text, re.MULTILINE),
    ]
    assert len(told) == 7
    assert all(gates[number] == name for number, name in told)


def test_a_command_in_the_guide_works_where_the_table_is_installed():
    """The settings there are root's, so it is `sudo pearlboard …`, or the project's own environment in its folder."""
    asked = re.compile(r"(\S*) ?(?<![/\w])(?:\S*/)?pearlboard (?:wiring|doctor|flash)\b")
    for page in PAGES:
        for line in page.read_text(encoding="utf-8").splitlines():
            for found in asked.finditer(line):
                assert found[1].endswith("sudo") or ".venv/bin/" in found[0], (page.name, line)


def test_the_boot_settings_by_hand_are_those_that_the_installer_writes():
    """Whatever it adds to config.txt on some model stands in the guide, and the doctor asks for the same."""
    script = (HARDWARE.parent / "systemd/install.sh").read_text(encoding="utf-8")
    body = script[script.index("boot_settings() {") :].partition("\n}")[0]
    written = set(re.findall(r'say "([a-z_]+=[^"]+)"', body))
    models = ("Raspberry Pi 3 Model B", "Raspberry Pi Zero 2 W", "Raspberry Pi 4 Model B", "Raspberry Pi 5 Model B")
    assert written == {*OVERLAYS, *(line for model in models for line in core_lines(model))}
    guide = (HARDWARE / "docs/controller.md").read_text(encoding="utf-8")
    assert [line for line in written if f"`{line}`" not in guide] == []


def test_the_one_cell_tries_a_sensor_through_the_strip():
    """Before anything is ordered: in the order of work, in the guide and in its picture."""
    readme = (HARDWARE / "README.md").read_text(encoding="utf-8")
    (row,) = re.findall(r"^\| 3 \|.*", readme, re.MULTILINE)
    assert "through the LED" in row
    guide = (HARDWARE / "docs/start.md").read_text(encoding="utf-8")
    cell = guide[guide.index("## Gate 3") : guide.index("## Eight sensors")]
    assert "**Through the strip.**" in cell
    assert "a sensor answers through the strip" in cell[cell.index("**Go on if**") :]
    assert "sensor under the middle LED" in (HARDWARE / "docs/drawn/pictures/one-cell.svg").read_text(encoding="utf-8")


def test_every_drawing_is_named_in_the_guide_or_its_folder():
    """No plate or piece is drawn that no page sends anybody to."""
    text = " ".join(page.read_text(encoding="utf-8") for page in (*PAGES, HARDWARE / "docs/drawn/bom.md"))
    drawings = [path.stem for path in (HARDWARE / "docs/drawn").glob("*/*.svg")]
    assert [name for name in drawings if name not in text] == []


def test_every_drawn_file_that_git_keeps_is_one_a_page_links_to():
    """What no page shows is made by `make hardware-release`, like all that is ordered."""
    drawn = HARDWARE / "docs/drawn"
    pages = (*PAGES, HARDWARE.parent / "docs/index.md", *drawn.rglob("*.md"))
    linked = {
        (page.parent / target).resolve()
        for page in pages
        for target in re.findall(r"\]\(([^)#\s]+)", page.read_text(encoding="utf-8"))
    }
    kept = [path for path in drawn.rglob("*") if path.is_file()]
    assert [path.relative_to(drawn).as_posix() for path in kept if path not in linked] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_file_to_order_from_is_one_that_is_made_and_the_page_says_how(page):
    """`out/` is not in git: a file or folder there has a digest, and the page names what makes it."""
    text = page.read_text(encoding="utf-8")
    lines = (HARDWARE / "digests.txt").read_text(encoding="utf-8").splitlines()
    made = [path for _, _, path in (line.partition("  ") for line in lines)]
    named = re.findall(r"(?<!hardware/)\bout/(\w[^`\s,;)]*)", text)
    assert [name for name in named if not any(f"{path}/".startswith(f"{name}/") for path in made)] == []
    assert not named or "`make hardware-release`" in text.replace("\n", " ")


def test_the_licence_is_the_whole_text():
    """CERN-OHL-P, version 2, from its preamble to its last clause."""
    text = (HARDWARE / "LICENSE").read_text(encoding="utf-8")
    assert text.startswith("CERN Open Hardware Licence Version 2 - Permissive\n")
    assert "7.4 This Licence shall not be enforceable except by a Licensor" in text
    assert len(text) > 8_000


def test_sizes_say_that_nobody_measured_them():
    """The file begins with what to do about it, and reads as TOML."""
    text = (HARDWARE / "sizes.toml").read_text(encoding="utf-8")
    assert "Measure with callipers first" in text
    assert tomllib.loads(text)
