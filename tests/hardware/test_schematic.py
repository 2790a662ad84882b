"""The schematic says what the netlist says, read from the file by coordinates, as KiCad reads it."""

import json
import re
import sys
from html import unescape
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2]))  # `hardware` is no installed package

from hardware.electrical import netlist
from hardware.electrical.boards import boards
from hardware.electrical.schematic import placed, schematic
from hardware.electrical.sheet import PAPER, sheet_picture
from hardware.function.making import ends
from hardware.generate.picture import Picture, length
from hardware.generate.sizes import read_sizes
from hardware.paper.pdf import POINT
from hardware.paper.picturepdf import picture_pdf

from hardware import kicad_check, kicad_placement, kicad_symbols

pytestmark = pytest.mark.slow

SHEET = schematic().files()["bar.kicad_sch"]


def test_pins_that_stay_open_are_marked_so():
    """Both inverted outputs, and nothing else."""
    marked = {
        (round(float(x), 3), round(float(y), 3)) for x, y in re.findall(r"\(no_connect \(at (\S+) (\S+)\)", SHEET)
    }
    assert {pin for pin, place in ends(SHEET, "bar") if place in marked} == set(netlist.UNUSED)


def test_every_part_is_on_the_sheet_once_on_kicads_grid_and_none_on_another():
    """56 parts; what only the second sensor needs is marked as not fitted."""
    assert sorted(each.part.name for each in placed()) == sorted(part.name for part in netlist.parts())
    assert SHEET.count("(dnp yes)") == sum(not part.fitted for part in netlist.parts())
    places = [place for _, place in ends(SHEET, "bar")]
    assert len(places) == len(set(places))
    assert all(abs(length / 1.27 - round(length / 1.27)) < 1e-6 for place in places for length in place)


def words_of(picture):
    """Every word, in its order."""
    return [unescape(word.strip("\"'")) for word in re.findall(r"""aria-label=("[^"]*"|'[^']*')""", picture)]


def test_the_picture_of_the_schematic_names_every_part_and_net():
    """It is drawn from the same places."""
    picture = sheet_picture(schematic())
    assert {part.name for part in netlist.parts()} | netlist.nets().keys() <= set(words_of(picture))


@pytest.mark.parametrize("name", boards(read_sizes()))
def test_the_schematics_pdf_has_every_word_and_line_of_the_picture(name):
    """Words that can be searched, in a stream as long as it says, and as wide as the sheet; the same again."""
    picture = sheet_picture(boards(read_sizes())[name].sheet)
    made = picture_pdf(picture, PAPER[0])
    assert made == picture_pdf(picture, PAPER[0])
    assert re.findall(r"Tm \((.*)\) Tj ET", made) == words_of(picture)
    assert made.count(" re ") == picture.count("<rect ")
    assert made.count(" l S") == picture.count("<polyline ") > 0
    (length,) = map(int, re.findall(r"/Length (\d+)", made))
    assert len(made.partition("stream\n")[2].partition("endstream")[0]) == length
    across, along = map(float, re.findall(r"/MediaBox \[0 0 (\S+) (\S+)\]", made)[0])
    assert (across / POINT, along / POINT) == pytest.approx(PAPER, abs=0.2)


def test_a_word_stands_in_the_pdf_where_the_picture_has_it():
    """By its anchor, and as long as there; brackets are no end of the word."""
    picture, long = Picture(2000, 1000, ""), length("R16 (470)", 100)
    for anchor in ("start", "middle", "end"):
        picture.text(1000, 500, "R16 (470)", size=100, anchor=anchor)
    made = picture_pdf(picture.svg(), 200.0)
    found = re.findall(r"(\S+) Tf (\S+) Tz 1 0 0 -1 (\S+) 500 Tm \(R16 \\\(470\\\)\) Tj", made)
    assert [float(x) for *_, x in found] == pytest.approx([1000, 1000 - long / 2, 1000 - long])
    assert [9 * 0.6 * float(size) * float(share) / 100 for size, share, _ in found] == pytest.approx(
        [long] * 3, rel=1e-4
    )


@pytest.mark.parametrize(("draw", "told"), [("text", "beyond ASCII"), ("disc", "a circle cannot be drawn")])
def test_what_no_schematic_has_is_refused(draw, told):
    """A letter that would make the file shorter than it says, and a shape that would be left out."""
    picture = Picture(100, 100, "")
    picture.text(50, 50, "47 \u2022") if draw == "text" else picture.disc(50, 50, 5, "#ffffff")
    with pytest.raises(ValueError, match=told):
        picture_pdf(picture.svg(), 100.0)


# --- what is made of KiCad's answers ---------------------------------------------------------------------------

NET = """(export (nets
  (net (code "1") (name "/GND") (node (ref "U1") (pin "3") (pintype "power_in"))
    (node (ref "C1") (pin "2") (pintype "passive")))
  (net (code "2") (name "unconnected-(U16-NQ7-Pad7)") (node (ref "U16") (pin "7") (pintype "output")))))"""


def test_kicads_netlist_is_read_without_what_is_left_open():
    """By name, as pairs of part and pin."""
    assert kicad_check.joined(NET) == {"GND": frozenset({("U1", "3"), ("C1", "2")})}


def test_complaints_of_board_and_sheets_are_counted_by_kind():
    """Violations, pads that are not joined, and the sheets' faults."""
    drc = {"violations": [{"type": "clearance"}], "unconnected_items": [{"type": "unconnected_items"}]}
    erc = {"sheets": [{"violations": [{"type": "clearance"}, {"type": "pin_not_connected"}]}]}
    found = kicad_check.kinds(json.dumps(drc), json.dumps(erc))
    assert found == {"clearance": 2, "unconnected_items": 1, "pin_not_connected": 1}


def test_faults_of_parity_count_too():
    """Where the schematic and the board differ."""
    drc = {"violations": [], "unconnected_items": [], "schematic_parity": [{"type": "net_conflict"}]}
    assert kicad_check.kinds(json.dumps(drc)) == {"net_conflict": 1}


PLACED = "Designator,Value,Package,Mid X,Mid Y,Layer,Rotation\nU1,v,p,{}mm,2mm,{},{}\n"
EXPORTED = 'Ref,Val,Package,PosX,PosY,Rot,Side\n"U1","v","p",51.000000,-98.000000,90.000000,top\n'


@pytest.mark.parametrize(
    ("x", "side", "turned", "told"),
    [
        ("1", "Top", "90", []),
        ("1", "Top", "-270", []),
        ("-1", "Top", "90", ["U1 is 2.000 mm from where KiCad has it"]),
        ("1", "Top", "270", ["U1 is turned by 270, and by 90 to KiCad"]),
        ("1", "Bottom", "90", ["U1 is on the top to KiCad"]),
    ],
)
def test_a_placement_is_what_kicad_exports(x, side, turned, told):
    """Place, angle and side of each part; what is in one of both only is named."""
    assert list(kicad_placement.faults(PLACED.format(x, side, turned), EXPORTED)) == told
    assert list(kicad_placement.faults(PLACED.splitlines()[0], EXPORTED)) == ["U1: in one placement only"]


SYMBOL = """(kicad_symbol_lib
\t(symbol "74LS165"
\t\t(pin input line (at 0 0 0)
\t\t\t(name "~{PL}" (effects))
\t\t\t(number "1" (effects)))
\t\t(pin output line (name "~{Q7}") (number "7"))
\t\t(pin bidirectional line (name "~{CE1}_SPI0/GPIO07") (number "26"))
\t)
\t(symbol "other"
\t)
"""


def test_a_symbol_of_kicads_is_read_by_what_a_pin_does():
    """Negated names as they are called here, a GPIO by its number."""
    found = kicad_symbols.pins(SYMBOL, "74LS165")
    assert found == {"1": ("LOAD", "input"), "7": ("NQ7", "output"), "26": ("GPIO7", "bidirectional")}


@pytest.mark.parametrize("name", kicad_check.FAULTS)
def test_every_fault_made_on_purpose_changes_one_of_the_files(name):
    """A fault that changes nothing would prove nothing."""
    board, change, _ = kicad_check.FAULTS[name]
    texts = kicad_check.texts_of(board)
    changed = change(texts)
    files = [file for file in texts if texts[file] != changed[file]]
    assert files in ([f"{board}.kicad_pcb"], [f"{board}.kicad_sch"], [f"{board}-placement.csv"])


def test_who_cannot_make_a_kicad_is_told_what_it_takes(monkeypatch, capsys, tmp_path):
    """Neither KiCad nor debootstrap, or not root: a sentence, and nothing is left behind."""
    monkeypatch.setattr(kicad_check.shutil, "which", lambda _: None)
    monkeypatch.setattr(kicad_check, "ROOT", tmp_path / "kicad")
    assert kicad_check.main(["--make"]) == 2
    assert "sudo apt install debootstrap, then sudo make kicad" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_without_kicad_nothing_is_said_to_be_right(monkeypatch, capsys, tmp_path):
    """The check fails, and says what makes one."""
    monkeypatch.setattr(kicad_check.shutil, "which", lambda _: None)
    monkeypatch.setattr(kicad_check, "ROOT", tmp_path)
    assert kicad_check.main([]) == 2
    said = capsys.readouterr()
    assert "`make kicad` makes one" in said.err
    assert said.out == ""


def test_without_kicads_library_the_lands_are_not_said_to_be_right(monkeypatch, capsys, tmp_path):
    """A KiCad that came without its footprints: the check fails, and names the package."""
    monkeypatch.setattr(kicad_check, "kicad", lambda **_: kicad_check.Kicad(tmp_path))
    assert kicad_check.main([]) == 2
    said = capsys.readouterr()
    assert "install kicad-footprints" in said.err
    assert said.out == ""
